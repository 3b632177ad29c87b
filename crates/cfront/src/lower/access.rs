//! An access through a pointer: its checks, and the objects it may be in.

use super::address::{ELSEWHERE, ENDED, WILD};
use super::blocks::LIVES;
use super::layout::{MANY, View};
use super::memory::Cell;
use super::object::{ObjectId, Origin};
use super::points_to::{Numbers, Residue, objects_of};
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
            (Target::Shared(b), Some(kinds)) if all.iter().filter(|t| matches!(t, Target::Shared(_))).count() > 1 => {
                let from = |first: Expr| Formula::cmp(CmpOp::Ge, object.clone(), first);
                let kind = Formula::cmp(CmpOp::Eq, Expr::select(kinds, object.clone()), *b as i64);
                match r.layout.arguments {
                    // The arguments of the program are the first, and of no kind.
                    Some((block, count)) if block == *b => {
                        Formula::and([from(MANY.into()), Formula::cmp(CmpOp::Lt, object.clone(), Expr::add(MANY, count))])
                    }
                    Some((block, count)) if all.contains(&Target::Shared(block)) => Formula::and([from(Expr::add(MANY, count)), kind]),
                    _ => Formula::and([from(MANY.into()), kind]),
                }
            }
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
        let join = self.graph.loc(Some(span.clone()));
        self.at_each((&object, &targets), true, join, r, span, &mut |lower, target| {
            lower.refuse_strange_use(target, writes, r, span)?;
            let residue = r.residue_at(cell, target);
            // What is accessed by its name lives, and its indices have been checked.
            if cell.name.is_empty() {
                let count = Expr::Const(Int::from(lower.cell_size(cell)));
                lower.check_range(target, &object, &cell.offset, &count, writes, r, span);
                lower.check_aligned(cell, residue, span);
                lower.check_effective_type(target, cell, (residue, writes), r, span);
            }
            lower.at_slots(target, cell, &object, residue, r, span, act)
        })
    }

    /// Checks that bytes can be accessed.
    pub fn touch(&mut self, object: &Expr, offset: &Expr, count: &Expr, writes: bool, r: &Resolver, span: &Span) -> Res<()> {
        let numbers = r.points_to.objects(object);
        self.refuse_nowhere(&numbers, object, span)?;
        let targets = self.targets(&numbers, r);
        let join = self.graph.loc(Some(span.clone()));
        self.at_each((object, &targets), true, join, r, span, &mut |lower, target| {
            lower.refuse_strange_use(target, writes, r, span)?;
            lower.check_range(target, object, offset, count, writes, r, span);
            Ok(())
        })
    }

    #[allow(clippy::too_many_arguments)]
    fn at_slots(
        &mut self,
        target: &Target,
        cell: &Cell,
        object: &Expr,
        residue: Residue,
        r: &Resolver,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Slot, &Span) -> Res<()>,
    ) -> Res<()> {
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
        if numbers.contains(&ENDED) {
            conditions.push((Check::Deref, is(ENDED), "use of a local after its lifetime".to_owned()));
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
        for object in objects_of(numbers).filter(|o| !matches!(self.objects[*o].origin, Origin::Function(_))) {
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

    /// The object must live, and the bytes from `offset` on lie inside; if it `writes`, it must not be a literal.
    #[allow(clippy::too_many_arguments)]
    pub fn check_range(&mut self, target: &Target, object: &Expr, offset: &Expr, count: &Expr, writes: bool, r: &Resolver, span: &Span) {
        let mut conditions = Vec::new();
        let mut name = String::new();
        if let Target::Single(o) = target {
            name = self.objects[*o].name.clone();
            if writes {
                conditions.extend(self.not_writable(*o));
                conditions.extend(self.changes_fixed_member(*o, offset, count));
                if self.is_transient(*o) {
                    conditions.push((Check::Undefined, Formula::True, super::transient::CHANGED.to_owned()));
                }
            }
            if let Some(alive) = r.layout.alive.get(o) {
                let message = match self.is_transient(*o) {
                    true => "use of a temporary after the end of its expression".to_owned(),
                    false => format!("use of the local `{name}` after its lifetime"),
                };
                conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, *alive, 1), message));
            }
        }
        let block = r.block_of(target);
        if let Some(state) = block.and_then(|b| b.state_of(object)) {
            conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, state, LIVES), "use of memory after it was freed".to_owned()));
        }
        if let Some(whole) = self.target_size(target, object, r) {
            let words = match (block, whole.as_const()) {
                (Some(_), Some(n)) => format!("the {n} allocated bytes"),
                (Some(_), None) => "the allocated bytes".to_owned(),
                (None, Some(n)) => format!("`{name}` ({n} bytes)"),
                (None, None) => format!("`{name}`"),
            };
            let end = Expr::add(offset.clone(), count.clone());
            let outside = Formula::or([Formula::cmp(CmpOp::Lt, offset.clone(), 0), Formula::cmp(CmpOp::Gt, end, whole)]);
            conditions.push((Check::Bounds, outside, format!("access outside of {words}")));
        }
        self.require(conditions, span);
    }

    /// The address must be a multiple of what its type demands. Objects begin at multiples of every such number.
    fn check_aligned(&mut self, cell: &Cell, residue: Residue, span: &Span) {
        let align = i128::from(cell.align);
        if align > 1 && (residue.at % align, residue.step % align) != (0, 0) {
            let rest = Expr::bin(base::BinOp::Rem, cell.offset.clone(), Expr::Const(Int::from(cell.align)));
            if self.source.odd_access {
                let misaligned = self.unless(Formula::cmp(CmpOp::Eq, rest, 0), span);
                let here = std::mem::replace(&mut self.graph.here, misaligned);
                self.give_up("misaligned access in a program with types whose alignment is told", span);
                self.graph.here = here;
                return;
            }
            let message = format!("misaligned access: the address is no multiple of {align}");
            self.require(vec![(Check::Undefined, Formula::cmp(CmpOp::Ne, rest, 0), message)], span);
        }
    }

    /// The size of an object.
    pub fn target_size(&self, target: &Target, object: &Expr, r: &Resolver) -> Option<Expr> {
        match (r.block_of(target), target) {
            (Some(block), _) => Some(block.size_of(object)),
            (None, Target::Single(o)) => self.whole_size(*o),
            (None, Target::Shared(_)) => None,
        }
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
