//! Integer constant expressions (C11 6.6), as far as they are plain.

use super::types::Type;
use super::{Checker, Entity};
use lang_c::ast::{BinaryOperator as B, Constant, Expression, IntegerBase, IntegerSize, UnaryOperator as U};
use lang_c::span::Node;

/// What an expression is where a constant is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Known(i128),
    /// It is certainly no constant, for this reason.
    Not(String),
    Unknown,
}

use Value::{Known, Not, Unknown};

/// Values of `int`, which no conversion changes.
fn known(value: Option<i128>) -> Value {
    value.filter(|v| i128::from(i32::MIN) <= *v && *v <= i128::from(i32::MAX)).map_or(Unknown, Known)
}

impl Checker {
    pub fn constant(&self, e: &Node<Expression>) -> Value {
        match &e.node {
            Expression::Constant(c) => match &c.node {
                Constant::Integer(i) if !i.suffix.unsigned && !i.suffix.imaginary && i.suffix.size == IntegerSize::Int => {
                    let radix = match i.base {
                        IntegerBase::Decimal => 10,
                        IntegerBase::Octal => 8,
                        IntegerBase::Hexadecimal => 16,
                        IntegerBase::Binary => 2,
                    };
                    known(i128::from_str_radix(if i.number.is_empty() { "0" } else { &i.number }, radix).ok())
                }
                Constant::Character(text) => match text.as_bytes() {
                    [b'\'', c, b'\''] => Known(i128::from(*c)),
                    _ => Unknown,
                },
                _ => Unknown,
            },
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Constant(value)) => value.map_or(Unknown, Known),
                Some(Entity::Object(o)) if !matches!(o.of.ty, Type::Unknown | Type::Array(..) | Type::Function(_)) => {
                    Not(format!("`{}` is not a constant", id.node.name))
                }
                _ => Unknown,
            },
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(id) if !id.node.name.starts_with("__") && !id.node.name.contains("builtin") => {
                    match self.lookup(&id.node.name) {
                        // Calls of functions of the library with constant arguments are folded.
                        Some(Entity::Object(o)) if o.defined => Not(format!("the result of `{}` is not a constant", id.node.name)),
                        _ => Unknown,
                    }
                }
                _ => Unknown,
            },
            Expression::UnaryOperator(u) => {
                let value = |f: &dyn Fn(i128) -> i128| match self.constant(&u.node.operand) {
                    Known(v) => known(Some(f(v))),
                    other => other,
                };
                match u.node.operator.node {
                    U::Minus => value(&|v| -v),
                    U::Plus => value(&|v| v),
                    U::Complement => value(&|v| -1 - v),
                    U::Negate => value(&|v| i128::from(v == 0)),
                    U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement => {
                        Not("something is changed in a constant".into())
                    }
                    U::Address | U::Indirection => Unknown,
                }
            }
            Expression::BinaryOperator(b) => self.binary_constant(&b.node.operator.node, &b.node.lhs, &b.node.rhs),
            Expression::Conditional(c) => match self.constant(&c.node.condition) {
                Known(0) => self.constant(&c.node.else_expression),
                Known(_) => self.constant(&c.node.then_expression),
                _ => Unknown,
            },
            _ => Unknown,
        }
    }

    fn binary_constant(&self, op: &B, a: &Node<Expression>, b: &Node<Expression>) -> Value {
        let (a, b) = (self.constant(a), self.constant(b));
        let (a, b) = match (op, a, b) {
            // What is not evaluated need not be constant.
            (B::LogicalAnd, Known(0), _) => return Known(0),
            (B::LogicalOr, Known(a), _) if a != 0 => return Known(1),
            (B::LogicalAnd | B::LogicalOr | B::Index, ..) => return Unknown,
            (_, Known(a), Known(b)) => (a, b),
            (B::Multiply | B::Divide | B::Modulo | B::Plus | B::Minus, Not(why), _) => return Not(why),
            (B::Multiply | B::Divide | B::Modulo | B::Plus | B::Minus, _, Not(why)) => return Not(why),
            _ => return Unknown,
        };
        match op {
            B::Divide | B::Modulo if b == 0 => Not("a division by zero is not a constant".into()),
            B::Multiply => known(a.checked_mul(b)),
            B::Divide => known(a.checked_div(b)),
            B::Modulo => known(a.checked_rem(b)),
            B::Plus => known(a.checked_add(b)),
            B::Minus => known(a.checked_sub(b)),
            B::ShiftLeft if a >= 0 && (0..31).contains(&b) => known(Some(a << b)),
            B::ShiftRight if (0..31).contains(&b) => known(Some(a >> b)),
            B::Less => Known(i128::from(a < b)),
            B::Greater => Known(i128::from(a > b)),
            B::LessOrEqual => Known(i128::from(a <= b)),
            B::GreaterOrEqual => Known(i128::from(a >= b)),
            B::Equals => Known(i128::from(a == b)),
            B::NotEquals => Known(i128::from(a != b)),
            B::BitwiseAnd => Known(a & b),
            B::BitwiseXor => Known(a ^ b),
            B::BitwiseOr => Known(a | b),
            _ => Unknown,
        }
    }
}
