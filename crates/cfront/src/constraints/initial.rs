//! Initialisers (C11 6.7.9).

use super::constant::Value;
use super::types::{Qualified, Type};
use super::{Checker, Entity, Res, fault};
use lang_c::ast::{BinaryOperator as B, Designator, Expression, Initializer, UnaryOperator as U};
use lang_c::span::Node;

impl Checker {
    /// What an object is given at first; `lasting` if it lives as long as the program.
    pub fn initialised(&mut self, of: &Qualified, initialiser: &Node<Initializer>, lasting: bool) -> Res<()> {
        match &initialiser.node {
            Initializer::Expression(e) => {
                let value = self.expression(e)?;
                let whole = matches!(e.node, Expression::StringLiteral(_) | Expression::CompoundLiteral(_) | Expression::Identifier(_));
                match &of.ty {
                    // Marks of what is not understood look like names.
                    Type::Array(..) if !whole && !value.of.ty.is_unknown() => {
                        return fault(e.span.start, "an array gets a single value");
                    }
                    Type::Array(..) if matches!(value.of.ty, Type::Int(_) | Type::Float(_) | Type::Pointer(_)) => {
                        return fault(e.span.start, "an array gets a single value");
                    }
                    Type::Array(..) => {}
                    _ => self.fits(of, &value.of.ty, e.span.start)?,
                }
                if lasting { self.lasting(e) } else { Ok(()) }
            }
            Initializer::List(items) => {
                for item in items {
                    for designator in &item.node.designation {
                        match &designator.node {
                            Designator::Index(e) => {
                                self.expression(e)?;
                                if let Value::Known(n) = self.constant(e)
                                    && n < 0
                                {
                                    return fault(e.span.start, "a negative index in an initialiser");
                                }
                                if matches!(of.ty, Type::Record(_)) && item.node.designation.len() == 1 {
                                    return fault(e.span.start, "a record has no elements");
                                }
                            }
                            Designator::Member(id) if item.node.designation.len() == 1 => match &of.ty {
                                Type::Record(r)
                                    if self.records.0[*r].fields.is_some()
                                        && self.records.member(*r, &id.node.name).is_none()
                                        && !self.records.is_obscure(*r) =>
                                {
                                    return fault(id.span.start, format!("{} has no member `{}`", self.records.0[*r].name, id.node.name));
                                }
                                Type::Array(..) | Type::Int(_) | Type::Float(_) | Type::Pointer(_) => {
                                    return fault(id.span.start, format!("there is no member `{}` here", id.node.name));
                                }
                                _ => {}
                            },
                            _ => {}
                        }
                    }
                    // Which part it is for is a matter of counting, which is left to others.
                    self.initialised(&super::types::plain(Type::Unknown), &item.node.initializer, lasting)?;
                }
                Ok(())
            }
        }
    }

    /// What lives as long as the program is given constants only.
    fn lasting(&mut self, e: &Node<Expression>) -> Res<()> {
        match &e.node {
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                // gcc takes the value of a constant object.
                Some(Entity::Object(o)) if !o.of.is_const && matches!(o.of.ty, Type::Int(_) | Type::Float(_) | Type::Pointer(_)) => {
                    fault(e.span.start, format!("the initialiser is not constant: `{}` is a variable", id.node.name))
                }
                _ => Ok(()),
            },
            Expression::Call(_) => match self.constant(e) {
                Value::Not(why) => fault(e.span.start, format!("the initialiser is not constant: {why}")),
                _ => Ok(()),
            },
            Expression::UnaryOperator(u) if matches!(u.node.operator.node, U::Minus | U::Plus | U::Complement) => {
                self.lasting(&u.node.operand)
            }
            Expression::BinaryOperator(b) if matches!(b.node.operator.node, B::Plus | B::Minus | B::Multiply | B::Divide) => {
                self.lasting(&b.node.lhs)?;
                self.lasting(&b.node.rhs)
            }
            _ => Ok(()),
        }
    }
}
