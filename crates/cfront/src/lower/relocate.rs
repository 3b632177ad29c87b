//! Statements on objects that are kept byte by byte, otherwise than their declaration says. What the program does to them by name is led to where
//! they are now.

use super::layout::{Layout, Raw, View};
use super::memory::Deed;
use super::object::Leaf;
use super::resolve::{BYTE, Resolver};
use super::{Lower, Res};
use base::{Expr, Formula, Int, SortedMap, Span, Stmt, VarId};
use std::cell::RefCell;
use std::rc::Rc;

/// A leaf whose object is kept byte by byte.
#[derive(Clone)]
pub struct Moved {
    pub leaf: Leaf,
    pub raw: Raw,
    /// The leaf is the whole object, and no pointer.
    pub alone: bool,
    /// The padding of the object that somebody reads.
    pub padding: Rc<[u64]>,
}

impl Lower<'_> {
    /// Leaves of declared objects that are accessed as bytes, with the bytes.
    pub fn moved_leaves(&self, layout: &Layout) -> SortedMap<VarId, Moved> {
        let mut moved = SortedMap::new();
        for (object, view) in &layout.views {
            let View::Bytes(raw) = view else { continue };
            let leaves = &self.objects[*object].leaves;
            let padding: Rc<[u64]> = self.padding_of(*object, layout).into();
            for leaf in leaves.values() {
                let entry =
                    Moved { leaf: leaf.clone(), raw: *raw, alone: leaves.len() == 1 && leaf.offset.is_none(), padding: padding.clone() };
                moved.extend(leaf.offset.map(|o| (o, entry.clone())));
                moved.insert(leaf.var, entry);
            }
        }
        moved
    }

    /// The statement with leaves that are bytes now. What has to happen before it is emitted; the last step is returned.
    pub fn relocate(&mut self, stmt: &Stmt, moved: &SortedMap<VarId, Moved>, span: &Span) -> Res<Stmt> {
        match stmt {
            Stmt::Assume(f) => Ok(Stmt::Assume(self.relocated_formula(f, moved, span)?)),
            Stmt::Print { pieces, values } => {
                let values = values.iter().map(|v| self.relocated(v, moved, span)).collect::<Res<Vec<_>>>()?;
                Ok(Stmt::Print { pieces: pieces.clone(), values })
            }
            Stmt::Assign(var, value) => match moved.get(var).cloned() {
                None => Ok(Stmt::Assign(*var, self.relocated(value, moved, span)?)),
                Some(m) if m.leaf.dims.is_empty() => {
                    let value = self.relocated(value, moved, span)?;
                    self.put_moved(*var, &m, &Expr::Const(Int::from(m.leaf.at)), value, span);
                    Ok(Stmt::Skip)
                }
                Some(m) => self.relocate_map(*var, &m, value, moved, span),
            },
            Stmt::Input { var, ty, kind } => match moved.get(var).cloned() {
                None => Ok(stmt.clone()),
                Some(m) if m.alone => {
                    if let Some((_, _, part)) = m.raw.pointers {
                        let zeros = self.zeros();
                        self.graph.assign(part, Expr::Var(zeros), span);
                    }
                    Ok(Stmt::Input { var: m.raw.bytes, ty: Some(BYTE), kind: kind.clone() })
                }
                Some(m) => {
                    for i in 0..self.elements(&m.leaf, span)? {
                        let fresh = self.temporary(m.leaf.ty);
                        self.graph.input(fresh, *ty, kind.clone(), span);
                        let at = Self::element_offset(&m.leaf, &Expr::Const(Int::from(i)));
                        self.put_moved(*var, &m, &at, fresh.into(), span);
                    }
                    Ok(Stmt::Skip)
                }
            },
            Stmt::Skip => Ok(Stmt::Skip),
        }
    }

    /// Writes the value of a leaf's variable: a number, or one half of a pointer.
    pub fn put_moved(&mut self, var: VarId, m: &Moved, at: &Expr, value: Expr, span: &Span) {
        match (m.leaf.offset, m.raw.pointers) {
            (Some(_), Some((objects, offsets, _))) => {
                let at = self.kept(at, span);
                let map = if var == m.leaf.var { objects } else { offsets };
                self.graph.assign(map, Expr::store(map, at.clone(), value), span);
                self.mark_parts(&m.raw, &at, self.types.pointer_size(), true, span);
            }
            _ => self.put_bytes(&m.raw, at, m.leaf.ty, m.leaf.bit, value, span),
        }
    }

    /// A term with leaves that are bytes now.
    pub fn relocated(&mut self, e: &Expr, moved: &SortedMap<VarId, Moved>, span: &Span) -> Res<Expr> {
        let again = |lower: &mut Self, e: &Expr| lower.relocated(e, moved, span);
        Ok(match e {
            Expr::Var(v) => match moved.get(v).cloned() {
                Some(m) if m.leaf.dims.is_empty() => self.get_moved(*v, &m, &Expr::Const(Int::from(m.leaf.at)), span)?,
                Some(_) => return self.unsupported("copy of memory that is also accessed as bytes", span),
                None => e.clone(),
            },
            Expr::Select(map, i) => {
                let i = again(self, i)?;
                match &**map {
                    Expr::Var(v) if let Some(m) = moved.get(v).cloned() => {
                        let at = Self::element_offset(&m.leaf, &i);
                        self.get_moved(*v, &m, &at, span)?
                    }
                    Expr::Var(_) => Expr::select((**map).clone(), i),
                    _ => Expr::select(again(self, map)?, i),
                }
            }
            Expr::Store(map, i, value) => Expr::store(again(self, map)?, again(self, i)?, again(self, value)?),
            Expr::Neg(a) => Expr::neg(again(self, a)?),
            Expr::Bin(op, a, b) => Expr::bin(*op, again(self, a)?, again(self, b)?),
            Expr::Bits(op, ty, a, b) => Expr::bits(*op, *ty, again(self, a)?, again(self, b)?),
            Expr::Wrap(ty, a) => Expr::wrap(*ty, again(self, a)?),
            Expr::Ite(c, a, b) => Expr::ite(self.relocated_formula(c, moved, span)?, again(self, a)?, again(self, b)?),
            Expr::Const(_) | Expr::Bound(_) | Expr::App(..) => e.clone(),
        })
    }

    /// The deed with variables in the place of leaves that are bytes now.
    pub fn relocate_deed(&mut self, mut deed: Deed, r: &mut Resolver, span: &Span) -> Res<Deed> {
        if r.moved.is_empty() || deed.reads().iter().all(|v| !r.moved.contains_key(v)) {
            return Ok(deed);
        }
        let found = RefCell::new(Vec::<(Expr, VarId)>::new());
        let leaf = |e: &Expr| match e {
            Expr::Var(v) if r.moved.get(v).is_some_and(|m| m.leaf.dims.is_empty()) => Some(*v),
            Expr::Select(map, _) => match &**map {
                Expr::Var(v) if r.moved.contains_key(v) => Some(*v),
                _ => None,
            },
            _ => None,
        };
        let mut terms = deed.terms_mut();
        for term in &mut terms {
            **term = self.tidy(term, r);
            term.subst(&|e| {
                let v = leaf(e)?;
                let mut found = found.borrow_mut();
                if found.iter().all(|(known, _)| known != e) {
                    found.push((e.clone(), v));
                }
                Some(e.clone())
            });
        }
        let mut copies = Vec::new();
        for (e, v) in found.into_inner() {
            let (m, value) = (r.moved[&v].clone(), self.relocated(&e, &r.moved, span)?);
            let ty = if m.leaf.offset.is_some() { self.pointer_type() } else { m.leaf.ty };
            let copy = self.temporary(ty);
            self.graph.assign(copy, value, span);
            copies.push((e, copy));
        }
        r.points_to.stand_for(&copies);
        for term in terms {
            *term = term.subst(&|e| copies.iter().find(|(from, _)| from == e).map(|(_, to)| Expr::Var(*to)));
        }
        Ok(deed)
    }

    pub fn get_moved(&mut self, var: VarId, m: &Moved, at: &Expr, span: &Span) -> Res<Expr> {
        if m.leaf.offset.is_some() {
            let (object, offset) = self.raw_pointer(&m.raw, at, span)?;
            return Ok(if var == m.leaf.var { object } else { offset });
        }
        self.refuse_pointer_bytes(&m.raw, at, u64::from(m.leaf.ty.bits).div_ceil(8), span)?;
        Ok(self.compose(m.raw.bytes, at, m.leaf.ty, m.leaf.bit))
    }

    pub fn relocated_formula(&mut self, f: &Formula, moved: &SortedMap<VarId, Moved>, span: &Span) -> Res<Formula> {
        let all =
            |lower: &mut Self, parts: &[Formula]| parts.iter().map(|p| lower.relocated_formula(p, moved, span)).collect::<Res<Vec<_>>>();
        Ok(match f {
            Formula::Cmp(op, a, b) => Formula::cmp(*op, self.relocated(a, moved, span)?, self.relocated(b, moved, span)?),
            Formula::Not(inner) => self.relocated_formula(inner, moved, span)?.negate(),
            Formula::And(parts) => Formula::and(all(self, parts)?),
            Formula::Or(parts) => Formula::or(all(self, parts)?),
            Formula::Quant(q, vars, body) => {
                let mark = self.graph.mark();
                let body = self.relocated_formula(body, moved, span)?;
                // A step before the formula cannot know what its variables are.
                if !self.graph.untouched(&mark) {
                    return self.unsupported("memory that is also accessed as bytes, under a quantifier", span);
                }
                Formula::Quant(*q, vars.clone(), body.into())
            }
            other => other.clone(),
        })
    }

    /// A map of a leaf is assigned: stores, element by element what else there is.
    pub fn relocate_map(&mut self, var: VarId, m: &Moved, value: &Expr, moved: &SortedMap<VarId, Moved>, span: &Span) -> Res<Stmt> {
        let mut stores = Vec::new();
        let mut source = value;
        while let Expr::Store(inner, index, stored) = source {
            stores.push((index.clone(), stored.clone()));
            source = inner;
        }
        match source {
            Expr::Var(v) if *v == var => {}
            Expr::Var(v) if Some(*v) == self.zeros && m.alone => {
                self.graph.assign(m.raw.bytes, source.clone(), span);
                if let Some((_, _, part)) = m.raw.pointers {
                    self.graph.assign(part, source.clone(), span);
                }
            }
            // All bytes of one object are copied to another with their pointers.
            Expr::Var(v) if let (true, Some(from)) = (m.alone, moved.get(v).filter(|f| f.alone)) => {
                let from = from.raw;
                self.graph.assign(m.raw.bytes, from.bytes.into(), span);
                match (m.raw.pointers, from.pointers) {
                    (Some((a, b, c)), Some((x, y, z))) => {
                        for (to, from) in [(a, x), (b, y), (c, z)] {
                            self.graph.assign(to, from.into(), span);
                        }
                    }
                    (Some((_, _, part)), None) => {
                        let zeros = self.zeros();
                        self.graph.assign(part, Expr::Var(zeros), span);
                    }
                    (None, Some(_)) => return self.unsupported("copy of pointers into bytes", span),
                    (None, None) => {}
                }
            }
            Expr::Var(_) => {
                for i in 0..self.elements(&m.leaf, span)? {
                    let i = Expr::Const(Int::from(i));
                    let element = self.relocated(&Expr::select(source.clone(), i.clone()), moved, span)?;
                    self.put_moved(var, m, &Self::element_offset(&m.leaf, &i), element, span);
                }
            }
            _ => return self.unsupported("copy of memory that is also accessed as bytes", span),
        }
        for (index, stored) in stores.into_iter().rev() {
            let (index, stored) = (self.relocated(&index, moved, span)?, self.relocated(&stored, moved, span)?);
            self.put_moved(var, m, &Self::element_offset(&m.leaf, &index), stored, span);
        }
        Ok(Stmt::Skip)
    }

    /// The number of elements of a leaf, if they are few enough to be written one by one.
    pub fn elements(&self, leaf: &Leaf, span: &Span) -> Res<u64> {
        let count = leaf.dims.iter().fold(1u64, |n, d| n.saturating_mul(*d));
        if count > 1024 || leaf.dims.contains(&0) {
            return self.unsupported("large array that is also accessed as bytes", span);
        }
        Ok(count)
    }
}
