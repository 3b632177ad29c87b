//! What an expression evaluates to during translation.

use super::Lower;
use super::address::Address;
use super::place::Place;
use crate::types::CInt;
use base::{Expr, Formula, Int, Span};

/// An integer value: a tree over the variables at the current location.
#[derive(Clone, Debug)]
pub struct Scalar {
    pub expr: Expr,
    pub ty: CInt,
    /// Bounds of the value that hold whatever the state; none with unbounded integers.
    pub range: Option<(Int, Int)>,
    pub depth: u32,
}

#[derive(Clone, Debug)]
pub enum Value {
    Int(Scalar),
    Void,
    /// A record, by the place it lies at.
    Record(Place),
    /// The address of a place.
    Pointer(Place),
    Null,
    /// A pointer by its object and offset.
    Address(Address),
    Function(String),
}

/// Trees deeper than this get a temporary, so that nobody who walks them needs a deep stack.
const DEPTH_LIMIT: u32 = 100;

impl Scalar {
    pub fn constant(value: Int, ty: CInt) -> Self {
        Scalar { expr: Expr::Const(value.clone()), ty, range: Some((value.clone(), value)), depth: 0 }
    }

    /// The truth of a formula as an `int`.
    pub fn truth(formula: Formula, depth: u32) -> Self {
        Scalar { expr: Expr::ite(formula, 1, 0), ty: CInt::INT, range: Some((Int::ZERO, Int::ONE)), depth: depth + 1 }
    }
}

impl Lower<'_> {
    /// Any value of a type.
    pub fn scalar(&self, expr: Expr, ty: CInt, depth: u32) -> Scalar {
        let range = (!self.math() || ty.is_bool()).then(|| (ty.machine().min(), ty.machine().max()));
        let range = expr.as_const().map(|c| (c.clone(), c.clone())).or(range);
        Scalar { expr, ty, range, depth }
    }

    /// The value in a variable of its own.
    pub fn spill(&mut self, value: Scalar, span: &Span) -> Scalar {
        if Self::is_const(&value.expr) {
            return value;
        }
        let var = self.temporary(value.ty);
        self.graph.assign(var, value.expr, span);
        Scalar { expr: Expr::Var(var), depth: 0, ..value }
    }

    pub fn shallow(&mut self, value: Scalar, span: &Span) -> Scalar {
        if value.depth > DEPTH_LIMIT { self.spill(value, span) } else { value }
    }
}
