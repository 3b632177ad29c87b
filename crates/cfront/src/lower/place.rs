//! Places: what an lvalue denotes. Pointers into memory will be one more kind of place.

use super::object::{Leaf, ObjectId};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::CType;
use base::{Check, CmpOp, Expr, Formula, Int, Span, Stmt, VarId};
use std::collections::BTreeSet;

/// The number of elements of an array.
#[derive(Clone, Debug)]
pub enum Dim {
    Fixed(u64),
    /// The variable that holds the length of a variable-length array.
    Variable(VarId),
}

/// An array index on the way to a place.
#[derive(Clone, Debug)]
pub struct Index {
    pub expr: Expr,
    /// The number of elements of the array.
    pub dim: Dim,
    /// Not an array of the object, but a single object seen as an array of one element.
    pub is_single: bool,
    pub range: Option<(Int, Int)>,
    /// What the program calls the array.
    pub array: String,
}

/// A part of an object. Indices are checked when the place is read or written, not when its address is computed.
#[derive(Clone, Debug)]
pub struct Place {
    pub object: ObjectId,
    pub fields: Vec<u32>,
    pub indices: Vec<Index>,
    pub ty: CType,
}

/// Copies of array parts of at most this many elements are unrolled.
const COPY_LIMIT: u64 = 1024;

impl Lower<'_> {
    pub fn whole(&self, object: ObjectId) -> Place {
        Place { object, fields: Vec::new(), indices: Vec::new(), ty: self.objects[object].ty.clone() }
    }

    /// Emits the bounds checks of a place.
    pub fn check_bounds(&mut self, place: &Place, span: &Span) {
        for index in place.indices.clone() {
            let below = match &index.range {
                Some((low, _)) if *low >= Int::ZERO => Formula::False,
                _ => Formula::cmp(CmpOp::Lt, index.expr.clone(), 0),
            };
            let (beyond, count) = match (&index.dim, &index.range) {
                (Dim::Fixed(n), Some((_, high))) if *high < Int::from(*n) => (Formula::False, n.to_string()),
                (Dim::Fixed(n), _) => (Formula::cmp(CmpOp::Ge, index.expr.clone(), Int::from(*n)), n.to_string()),
                (Dim::Variable(n), _) => (Formula::cmp(CmpOp::Ge, index.expr.clone(), *n), "a variable number of".into()),
            };
            let message = format!("index out of bounds of `{}` ({count} element{})", index.array, if count == "1" { "" } else { "s" });
            self.require(vec![(Check::Bounds, Formula::or([below, beyond]), message)], span);
        }
    }

    /// The position in the flattened map that holds a leaf: the place's indices, then `rest` for the inner arrays.
    pub fn position(indices: &[Index], leaf: &Leaf, rest: &[u64]) -> Option<Expr> {
        let own: Vec<Expr> = indices.iter().filter(|i| !i.is_single).map(|i| i.expr.clone()).collect();
        let all: Vec<Expr> = own.into_iter().chain(rest.iter().map(|r| Expr::Const(Int::from(*r)))).collect();
        if all.len() != leaf.dims.len() || all.is_empty() {
            return None;
        }
        let mut sum = all[0].clone();
        for (index, dim) in all[1..].iter().zip(&leaf.dims[1..]) {
            sum = Expr::add(Expr::mul(Expr::Const(Int::from(*dim)), sum), index.clone());
        }
        Some(sum)
    }

    /// The value of a place.
    pub fn load(&mut self, place: &Place, span: &Span) -> Res<Value> {
        match &place.ty {
            CType::Int(ty) => {
                self.check_bounds(place, span);
                let Some(leaf) = self.objects[place.object].leaves.get(&place.fields) else {
                    return self.unsupported(self.no_leaf(place), span);
                };
                let expr = match Self::position(&place.indices, leaf, &[]) {
                    Some(position) => Expr::select(leaf.var, position),
                    None => Expr::Var(leaf.var),
                };
                let depth = if leaf.dims.is_empty() { 0 } else { 2 };
                let value = self.scalar(expr, *ty, depth);
                Ok(Value::Int(value))
            }
            CType::Record(r) if !self.types.records[*r].is_union => {
                self.check_bounds(place, span);
                Ok(Value::Record(place.clone()))
            }
            CType::Array(..) => self.decay(place, span),
            CType::Pointer(_) if let Some(var) = self.pointer_variable(place) => {
                self.check_bounds(place, span);
                Ok(Value::Address(self.address_of(var.into())))
            }
            CType::Function(_) => self.unsupported("function designator", span),
            other => self.unsupported(format!("value of type {}", self.types.name(other)), span),
        }
    }

    /// The variable of a place that holds a pointer.
    pub fn pointer_variable(&self, place: &Place) -> Option<VarId> {
        let object = &self.objects[place.object];
        matches!(object.ty, CType::Pointer(_)).then(|| object.leaves.get(&place.fields).map(|l| l.var)).flatten()
    }

    fn no_leaf(&self, place: &Place) -> String {
        format!("object of type {}", self.types.name(&self.objects[place.object].ty))
    }

    /// Writes an integer that is already of the place's type.
    pub fn store(&mut self, place: &Place, value: Scalar, span: &Span) -> Res<()> {
        self.check_bounds(place, span);
        let Some(leaf) = self.objects[place.object].leaves.get(&place.fields) else {
            return self.unsupported(self.no_leaf(place), span);
        };
        let var = leaf.var;
        match Self::position(&place.indices, leaf, &[]) {
            Some(position) => self.graph.assign(var, Expr::store(var, position, value.expr), span),
            None => {
                if !self.redirect_input(&value.expr, var) {
                    self.graph.assign(var, value.expr, span);
                }
            }
        }
        Ok(())
    }

    /// If the value was just read into a temporary by the last edge, that edge reads it into `var` instead.
    fn redirect_input(&mut self, value: &Expr, var: VarId) -> bool {
        let here = self.graph.here;
        let wanted = self.vars[var.index()].ty;
        match (value, self.graph.edges.last_mut()) {
            (Expr::Var(temporary), Some(edge)) if self.temporaries.contains(temporary) && edge.to == here => match &mut edge.stmt {
                Stmt::Input { var: target, .. } if target == temporary && self.vars[temporary.index()].ty == wanted => {
                    *target = var;
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Copies a record. Leaves without representation are left out: no one can read them.
    pub fn copy(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        if to.ty != from.ty {
            return self.rejected("the two records have different types", span);
        }
        self.check_bounds(from, span);
        self.check_bounds(to, span);
        // The record is written leaf by leaf; where the indices read what is written, they are fixed before.
        let written: BTreeSet<VarId> = self.objects[to.object].leaves.values().map(|l| l.var).collect();
        let reads = |p: &Place| p.indices.iter().any(|i| !i.expr.vars().is_disjoint(&written));
        let from = &if reads(from) { self.pin(from.clone(), span) } else { from.clone() };
        let to = &if reads(to) { self.pin(to.clone(), span) } else { to.clone() };
        let below: Vec<Vec<u32>> = self.objects[from.object]
            .leaves
            .keys()
            .filter(|p| p.starts_with(&from.fields))
            .map(|p| p[from.fields.len()..].to_vec())
            .collect();
        let mut writes = Vec::new();
        for suffix in below {
            let source = &self.objects[from.object].leaves[&[from.fields.clone(), suffix.clone()].concat()];
            let Some(target) = self.objects[to.object].leaves.get(&[to.fields.clone(), suffix].concat()) else {
                return self.unsupported("copy of this record", span);
            };
            let arrays = |place: &Place| place.indices.iter().filter(|i| !i.is_single).count();
            let inner = &source.dims[arrays(from)..];
            if inner.is_empty() {
                let value = Self::position(&from.indices, source, &[]).map_or(Expr::Var(source.var), |p| Expr::select(source.var, p));
                let value = match Self::position(&to.indices, target, &[]) {
                    Some(position) => Expr::store(target.var, position, value),
                    None => value,
                };
                writes.push((target.var, value));
            } else if arrays(from) == 0 && arrays(to) == 0 {
                writes.push((target.var, Expr::Var(source.var)));
            } else {
                let count = inner.iter().fold(1u64, |n, d| n.saturating_mul(*d));
                if count > COPY_LIMIT {
                    return self.unsupported("copy of a record with a large array", span);
                }
                for n in 0..count {
                    let mut rest = Vec::new();
                    let mut left = n;
                    for dim in inner.iter().rev() {
                        rest.insert(0, left % dim);
                        left /= dim;
                    }
                    let (Some(p), Some(q)) = (Self::read_at(from, source, &rest), Self::write_at(to, target, &rest)) else {
                        return self.unsupported("copy of this record", span);
                    };
                    writes.push((target.var, Expr::store(target.var, q, p)));
                }
            }
        }
        for (var, value) in writes {
            self.graph.assign(var, value, span);
        }
        Ok(())
    }

    fn read_at(place: &Place, leaf: &Leaf, rest: &[u64]) -> Option<Expr> {
        Some(Expr::select(leaf.var, Self::position(&place.indices, leaf, rest)?))
    }

    fn write_at(place: &Place, leaf: &Leaf, rest: &[u64]) -> Option<Expr> {
        Self::position(&place.indices, leaf, rest)
    }
}
