//! Assignments, compound assignments, increments.

use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{Int, Span};
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

pub fn is_assignment(op: &BinaryOperator) -> bool {
    *op == BinaryOperator::Assign || compound(op).is_some()
}

/// The operator inside a compound assignment.
fn compound(op: &BinaryOperator) -> Option<BinaryOperator> {
    Some(match op {
        BinaryOperator::AssignMultiply => BinaryOperator::Multiply,
        BinaryOperator::AssignDivide => BinaryOperator::Divide,
        BinaryOperator::AssignModulo => BinaryOperator::Modulo,
        BinaryOperator::AssignPlus => BinaryOperator::Plus,
        BinaryOperator::AssignMinus => BinaryOperator::Minus,
        BinaryOperator::AssignShiftLeft => BinaryOperator::ShiftLeft,
        BinaryOperator::AssignShiftRight => BinaryOperator::ShiftRight,
        BinaryOperator::AssignBitwiseAnd => BinaryOperator::BitwiseAnd,
        BinaryOperator::AssignBitwiseXor => BinaryOperator::BitwiseXor,
        BinaryOperator::AssignBitwiseOr => BinaryOperator::BitwiseOr,
        _ => return None,
    })
}

/// Whether the operator changes its operand: the operation, and whether the old value is the result.
pub fn step(op: &UnaryOperator) -> Option<(BinaryOperator, bool)> {
    Some(match op {
        UnaryOperator::PostIncrement => (BinaryOperator::Plus, true),
        UnaryOperator::PostDecrement => (BinaryOperator::Minus, true),
        UnaryOperator::PreIncrement => (BinaryOperator::Plus, false),
        UnaryOperator::PreDecrement => (BinaryOperator::Minus, false),
        _ => return None,
    })
}

/// Whether it is written as what a pointer points to.
fn is_pointed_at(e: &Node<Expression>) -> bool {
    match &e.node {
        Expression::UnaryOperator(op) => op.node.operator.node == UnaryOperator::Indirection,
        Expression::BinaryOperator(op) => op.node.operator.node == BinaryOperator::Index,
        _ => false,
    }
}

impl Lower<'_> {
    pub fn assignment(
        &mut self,
        e: &Node<Expression>,
        op: &BinaryOperator,
        lhs: &Node<Expression>,
        rhs: &Node<Expression>,
        wanted: bool,
        span: &Span,
    ) -> Res<Value> {
        if let Some(operator) = compound(op) {
            // gcc evaluates the right side first.
            let right = self.rvalue(rhs)?;
            let right = self.protect(right, lhs, rhs)?;
            let right = self.as_int(right, span)?;
            let place = self.assigned_place(lhs, span)?;
            let place = self.fixed(place, span);
            let ty = match &place.ty {
                CType::Int(ty) => *ty,
                CType::Pointer(_) => {
                    let old = self.old_value(lhs, &place, span)?;
                    let moved = self.operate(&operator, old, Value::Int(right), e, span)?;
                    return self.put(place, moved, wanted, span);
                }
                other => return self.unsupported(format!("assignment to a value of type {}", self.types.name(other)), span),
            };
            let old = self.old_value(lhs, &place, span)?;
            let old = self.as_int(old, span)?;
            let what = self.source.snippet(e.span);
            let value = self.binary(&operator, old, right, &what, span)?;
            let value = self.convert(value, ty);
            return self.store_value(&place, value, ty, wanted, span);
        }
        if is_pointed_at(lhs) && is_pointed_at(rhs) && matches!(self.type_of(lhs), Ok(CType::Void)) {
            return self.unsupported("assignment through a pointer to `void`", span);
        }
        // gcc evaluates the right side first, but performs a call (or a copy) that is all of it last.
        if self.calls_something(&rhs.node) && !matches!(rhs.node, Expression::Call(_)) {
            let value = self.rvalue(rhs)?;
            let value = self.protect(value, lhs, rhs)?;
            let place = self.assigned_place(lhs, span)?;
            return self.put(place, value, wanted, span);
        }
        let place = self.assigned_place(lhs, span)?;
        let place = if self.calls_something(&rhs.node) { self.pin(place, span) } else { place };
        let value = self.rvalue(rhs)?;
        self.put(place, value, wanted, span)
    }

    /// What the left side of a compound assignment holds before it.
    fn old_value(&mut self, lhs: &Node<Expression>, place: &super::place::Place, span: &Span) -> Res<Value> {
        match self.settled(lhs) {
            Some(value) => Ok(value),
            None => self.noted(lhs, |lower| lower.load(place, span), |value| Some(value.clone())),
        }
    }

    /// Assigns a value to a place.
    fn put(&mut self, place: super::place::Place, value: Value, wanted: bool, span: &Span) -> Res<Value> {
        match &place.ty {
            CType::Int(ty) => {
                let ty = *ty;
                // A pointer may be assigned to a `_Bool`.
                let value = match self.cast(value, &CType::Int(ty), span)? {
                    value @ (Value::Int(_) | Value::Address(_)) => self.as_int(value, span)?,
                    _ => return self.rejected("a number is needed on the right side", span),
                };
                self.store_value(&place, value, ty, wanted, span)
            }
            CType::Record(_) => match value {
                Value::Record(from) => {
                    self.copy(&place, &from, span)?;
                    Ok(Value::Record(place))
                }
                _ => self.rejected("a record is needed on the right side", span),
            },
            CType::Pointer(_) => {
                let value = self.cast(value, &place.ty, span)?;
                let place = if wanted { self.fixed(place, span) } else { place };
                self.store_address(&place, value, span)?;
                if wanted { self.load(&place, span) } else { Ok(Value::Void) }
            }
            other => self.unsupported(format!("assignment to a value of type {}", self.types.name(other)), span),
        }
    }

    /// A place in memory that is read and then written, with an address that does not change in between.
    fn fixed(&mut self, place: super::place::Place, span: &Span) -> super::place::Place {
        match place.base {
            super::place::Base::Memory(..) => self.pin(place, span),
            super::place::Base::Object(_) => place,
        }
    }

    /// Stores and, if wanted, yields the stored value.
    fn store_value(&mut self, place: &super::place::Place, value: Scalar, ty: CInt, wanted: bool, span: &Span) -> Res<Value> {
        if !wanted {
            self.store(place, value, span)?;
            return Ok(Value::Void);
        }
        let leaf = self.leaf(place).filter(|l| l.dims.is_empty()).map(|l| l.var);
        match leaf {
            // The variable itself has the value afterwards.
            Some(var) => {
                let range = value.range.clone();
                self.store(place, value, span)?;
                Ok(Value::Int(Scalar { range, ..self.scalar(var.into(), ty, 0) }))
            }
            None => {
                let value = self.spill(value, span);
                self.store(place, value.clone(), span)?;
                Ok(Value::Int(value))
            }
        }
    }

    pub fn increment(
        &mut self,
        e: &Node<Expression>,
        op: &UnaryOperator,
        operand: &Node<Expression>,
        wanted: bool,
        span: &Span,
    ) -> Res<Value> {
        let Some((operator, old_wanted)) = step(op) else { return self.unsupported("operator", span) };
        let place = self.assigned_place(operand, span)?;
        let place = self.fixed(place, span);
        let ty = match &place.ty {
            CType::Int(ty) => *ty,
            CType::Pointer(_) => {
                let old = self.load(&place, span)?;
                let old = self.as_address(old, span)?;
                let old = if wanted && old_wanted { self.spill_address(old, span) } else { old };
                let one = Value::Int(Scalar::constant(Int::ONE, CInt::INT));
                let moved = self.operate(&operator, Value::Address(old.clone()), one, e, span)?;
                let result = self.put(place, moved, wanted && !old_wanted, span)?;
                return Ok(if wanted && old_wanted { Value::Address(old) } else { result });
            }
            other => return self.unsupported(format!("increment of a value of type {}", self.types.name(other)), span),
        };
        let old = self.load(&place, span)?;
        let mut old = self.as_int(old, span)?;
        if wanted && old_wanted {
            old = self.spill(old, span);
        }
        let what = self.source.snippet(e.span);
        let value = self.binary(&operator, old.clone(), Scalar::constant(Int::ONE, CInt::INT), &what, span)?;
        let value = self.convert(value, ty);
        if wanted && old_wanted {
            self.store(&place, value, span)?;
            return Ok(Value::Int(old));
        }
        self.store_value(&place, value, ty, wanted, span)
    }
}
