//! An access through a pointer: its checks, and the objects it may be in.

use super::address::{ELSEWHERE, WILD};
use super::layout::{MANY, View};
use super::memory::Cell;
use super::object::{ObjectId, Origin};
use super::points_to::{Numbers, Residue};
use super::resolve::Resolver;
use super::slots::Slot;
use super::{Lower, Res};
use crate::types::CType;
use base::{Check, CmpOp, Expr, Formula, Int, Span};

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Single(ObjectId),
    /// One of the objects that share a block.
    Shared(usize),
}

impl Target {
    /// When a pointer to this object points to this one of several.
    pub fn condition(&self, object: &Expr, all: &[Target], r: &Resolver) -> Formula {
        match (self, r.layout.kinds) {
            (Target::Single(o), _) => Formula::cmp(CmpOp::Eq, object.clone(), *o as i64 + 1),
            (Target::Shared(b), Some(kinds)) if all.iter().filter(|t| matches!(t, Target::Shared(_))).count() > 1 => Formula::and([
                Formula::cmp(CmpOp::Ge, object.clone(), MANY),
                Formula::cmp(CmpOp::Eq, Expr::select(kinds, object.clone()), *b as i64),
            ]),
            (Target::Shared(_), _) => Formula::cmp(CmpOp::Ge, object.clone(), MANY),
        }
    }
}

impl Lower<'_> {
    /// Checks an access and performs it at each object it may be in.
    pub fn each_target(
        &mut self,
        cell: &Cell,
        writes: bool,
        r: &Resolver,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Slot, &Span) -> Res<()>,
    ) -> Res<()> {
        let numbers = r.points_to.objects(&cell.object);
        let object = self.tidy(&cell.object, r);
        self.refuse_nowhere(&numbers, &object, span)?;
        let targets = self.targets(&numbers, r);
        let residue = r.points_to.residue(cell);
        let several = targets.len() > 1;
        let join = self.graph.loc(Some(span.clone()));
        let start = self.graph.here;
        for target in &targets {
            if several {
                let case = self.graph.loc(Some(span.clone()));
                self.graph.branch(start, case, target.condition(&object, &targets, r), Some(span.clone()));
                self.graph.here = case;
            }
            if let (true, Target::Single(o)) = (writes, target)
                && self.objects[*o].origin == Origin::Literal
            {
                self.require(vec![(Check::Deref, Formula::True, "a string literal is changed".to_owned())], span);
            }
            let done = self.at_target(target, cell, &object, residue, r, span, act);
            if let Err(super::Halt::Unsupported { what, span }) = done {
                self.give_up(&what, &span);
            } else if done.is_ok() {
                self.graph.jump(join, span);
            } else {
                return done;
            }
        }
        self.graph.here = join;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    pub fn at_target(
        &mut self,
        target: &Target,
        cell: &Cell,
        object: &Expr,
        residue: Residue,
        r: &Resolver,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Slot, &Span) -> Res<()>,
    ) -> Res<()> {
        self.check_target(target, cell, object, r, span);
        let (slots, covered) = self.slots(target, cell, object, residue, r);
        let several = slots.len() > 1;
        let strange = "access to memory of a type that is not understood";
        if slots.is_empty() {
            return self.unsupported(strange, span);
        }
        if !covered {
            let none = Formula::and(slots.iter().map(|(here, _)| here.negate()));
            self.undetermined(none, strange, span)?;
        }
        let (start, join) = (self.graph.here, self.graph.loc(Some(span.clone())));
        for (condition, slot) in slots {
            if several {
                let case = self.graph.loc(Some(span.clone()));
                self.graph.branch(start, case, condition, Some(span.clone()));
                self.graph.here = case;
            }
            act(self, slot, span)?;
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(())
    }

    /// Ends the path where the pointer has no object.
    pub fn refuse_nowhere(&mut self, numbers: &Numbers, object: &Expr, span: &Span) -> Res<()> {
        let is = |n: i64| Formula::cmp(CmpOp::Eq, object.clone(), n);
        let mut conditions = Vec::new();
        if numbers.contains(&0) {
            conditions.push((Check::Deref, is(0), "null pointer dereference".to_owned()));
        }
        if numbers.contains(&WILD) {
            let message = "dereference of a pointer that is not initialised or was made from a number";
            conditions.push((Check::Deref, is(WILD), message.to_owned()));
        }
        let functions: Vec<i64> = numbers.iter().copied().filter(|n| self.is_function(*n)).collect();
        for function in functions {
            conditions.push((Check::Deref, is(function), "a function is accessed as data".to_owned()));
        }
        if numbers.contains(&ELSEWHERE) {
            let what = "access through a pointer that comes from a function without body";
            if numbers.len() == 1 {
                return self.unsupported(what, span);
            }
            self.undetermined(is(ELSEWHERE), what, span)?;
        }
        let valid = numbers.iter().any(|n| *n > 0 && !self.is_function(*n));
        if !valid && !self.options.checks.contains(&Check::Deref) {
            // To assume that it does not happen would be to assume everything.
            return self.unsupported("dereference of a pointer that points nowhere", span);
        }
        self.require(conditions, span);
        Ok(())
    }

    pub fn is_function(&self, number: i64) -> bool {
        usize::try_from(number - 1).ok().and_then(|o| self.objects.get(o)).is_some_and(|o| matches!(o.origin, Origin::Function(_)))
    }

    /// What the numbers stand for: single objects, and blocks that many objects share.
    pub fn targets(&self, numbers: &Numbers, r: &Resolver) -> Vec<Target> {
        let mut found = Vec::new();
        for number in numbers.iter().copied().filter(|n| *n > 0 && !self.is_function(*n)) {
            let object = number as usize - 1;
            let target = match r.layout.views.get(&object) {
                Some(View::Block(b)) if r.layout.blocks[*b].keyed => Target::Shared(*b),
                _ => Target::Single(object),
            };
            if !found.contains(&target) {
                found.push(target);
            }
        }
        found
    }

    /// The object must live and the access lie inside.
    pub fn check_target(&mut self, target: &Target, cell: &Cell, object: &Expr, r: &Resolver, span: &Span) {
        if !cell.name.is_empty() {
            return;
        }
        let size = self.cell_size(cell);
        let outside = |whole: Expr, offset: &Expr| {
            let end = Expr::add(offset.clone(), Expr::Const(Int::from(size)));
            Formula::or([Formula::cmp(CmpOp::Lt, offset.clone(), 0), Formula::cmp(CmpOp::Gt, end, whole)])
        };
        let mut conditions = Vec::new();
        match target {
            Target::Single(o) => {
                let name = self.objects[*o].name.clone();
                if let Some(alive) = r.layout.alive.get(o) {
                    let message = format!("use of the local `{name}` after its lifetime");
                    conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, *alive, 1), message));
                }
                if let Some(View::Block(b)) = r.layout.views.get(o) {
                    let block = &r.layout.blocks[*b];
                    if let Some(state) = block.state {
                        let message = "use of memory after it was freed".to_owned();
                        conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, state, 1), message));
                    }
                    let whole = block.constant_size.map(|n| Expr::Const(Int::from(n))).or(block.size.map(Expr::from));
                    let words = block.constant_size.map_or("the".to_owned(), |n| format!("the {n}"));
                    let message = format!("access outside of {words} allocated bytes");
                    conditions.push((Check::Bounds, outside(whole.unwrap_or_else(|| 0.into()), &cell.offset), message));
                } else if let Some(whole) = self.whole_size(*o) {
                    let bytes = whole.as_const().map_or(String::new(), |n| format!(" ({n} bytes)"));
                    conditions.push((Check::Bounds, outside(whole, &cell.offset), format!("access outside of `{name}`{bytes}")));
                }
            }
            Target::Shared(b) => {
                let block = &r.layout.blocks[*b];
                if let Some(state) = block.state {
                    let message = "use of memory after it was freed".to_owned();
                    let state = Expr::select(state, object.clone());
                    conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, state, 1), message));
                }
                let whole = match (block.constant_size, block.size) {
                    (Some(n), _) => Expr::Const(Int::from(n)),
                    (None, Some(sizes)) => Expr::select(sizes, object.clone()),
                    (None, None) => 0.into(),
                };
                let words = block.constant_size.map_or("the".to_owned(), |n| format!("the {n}"));
                let message = format!("access outside of {words} allocated bytes");
                conditions.push((Check::Bounds, outside(whole, &cell.offset), message));
            }
        }
        self.require(conditions, span);
    }

    pub fn cell_size(&self, cell: &Cell) -> u64 {
        let bits = u64::from(cell.ty.bits) + u64::from(cell.bit.unwrap_or(0));
        if cell.ty.is_bool() { 1 } else { bits.div_ceil(8) }
    }

    /// The size of a declared object in bytes.
    pub fn whole_size(&self, object: ObjectId) -> Option<Expr> {
        let declared = &self.objects[object];
        match (&declared.ty, declared.length) {
            (CType::Array(of, _), Some(length)) => Some(Expr::mul(Expr::Const(Int::from(self.types.size_of(of)?)), length)),
            (ty, _) => Some(Expr::Const(Int::from(self.types.size_of(ty)?))),
        }
    }
}
