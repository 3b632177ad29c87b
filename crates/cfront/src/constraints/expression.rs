//! Expressions (C11 6.5): the type of each, and what its operands must be.

use super::declare::completed;
use super::types::{Length, Qualified, SOME_INT, Type, plain, pointer};
use super::{Checker, Entity, Res, fault};
use lang_c::ast::{
    BinaryOperator as B, BlockItem, CallExpression, Constant, Expression, Initializer, MemberOperator, Statement, UnaryOperator as U,
};
use lang_c::span::Node;
use std::rc::Rc;

/// What an expression is.
pub struct Value {
    pub of: Qualified,
    /// Whether it denotes an object, as far as that is known.
    lvalue: Option<bool>,
    /// What it denotes has no address, for this reason.
    no_address: Option<&'static str>,
}

impl Value {
    fn of(ty: Type) -> Self {
        Value { of: plain(ty), lvalue: Some(false), no_address: None }
    }

    fn unknown() -> Self {
        Value { of: plain(Type::Unknown), lvalue: None, no_address: None }
    }

    fn object(of: Qualified) -> Self {
        Value { of, lvalue: Some(true), no_address: None }
    }
}

impl Checker {
    /// A value of this type can become one of that.
    pub fn fits(&self, to: &Qualified, from: &Type, at: usize) -> Res<()> {
        let from = from.decayed();
        let wrong = match (&to.ty, &from) {
            (Type::Unknown, _) => false,
            (_, Type::Void) => return fault(at, "a value is needed, and this has none"),
            (_, Type::Unknown) => false,
            (Type::Record(a), Type::Record(b)) => a != b,
            (Type::Record(_), _) | (_, Type::Record(_)) => true,
            (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => true,
            _ => false,
        };
        match wrong {
            true => fault(at, format!("{} cannot become {}", self.records.told(&from), self.records.told(&to.ty))),
            false => Ok(()),
        }
    }

    /// Something that is true or not.
    pub fn scalar(&self, ty: &Type, at: usize) -> Res<()> {
        match ty {
            Type::Record(_) | Type::Void => fault(at, format!("{} is neither true nor false", self.records.told(ty))),
            _ => Ok(()),
        }
    }

    fn changes(&self, value: &Value, at: usize) -> Res<()> {
        match &value.of.ty {
            Type::Function(_) => return fault(at, "a function is assigned to"),
            Type::Array(..) if value.lvalue.is_some() => return fault(at, "an array is assigned to"),
            _ => {}
        }
        if value.lvalue == Some(false) {
            return fault(at, "what is assigned to is not an object");
        }
        if !self.records.is_modifiable(&value.of) {
            return fault(at, "what is assigned to is constant");
        }
        Ok(())
    }

    pub fn expression(&mut self, e: &Node<Expression>) -> Res<Value> {
        let at = e.span.start;
        Ok(match &e.node {
            Expression::Identifier(id) => {
                let name = &id.node.name;
                match self.lookup(name) {
                    Some(Entity::Object(o)) => {
                        let lvalue = Some(!matches!(o.of.ty, Type::Function(_)));
                        Value { of: o.of.clone(), lvalue, no_address: o.is_register.then_some("it is kept in a register") }
                    }
                    Some(Entity::Constant(_)) => Value::of(Type::Int("int")),
                    Some(Entity::Typedef(_)) => return fault(at, format!("`{name}` is a type")),
                    // Compilers have names of their own.
                    None if name.starts_with("__") => Value::unknown(),
                    None => return fault(at, format!("`{name}` is not declared")),
                }
            }
            Expression::Constant(c) => Value::of(match &c.node {
                Constant::Integer(i) if i.suffix.imaginary => Type::Unknown,
                Constant::Integer(i) if i.base == lang_c::ast::IntegerBase::Octal && i.number.contains(['8', '9']) => {
                    return fault(at, "a constant that begins with 0 has digits up to 7");
                }
                Constant::Integer(_) => SOME_INT,
                Constant::Float(f) if f.suffix.imaginary => Type::Unknown,
                Constant::Float(_) => Type::Float("double"),
                Constant::Character(_) => Type::Int("int"),
            }),
            Expression::StringLiteral(s) => {
                let wide = s.node.first().is_some_and(|s| !s.starts_with('"'));
                let of = plain(if wide { Type::Unknown } else { Type::Int("char") });
                Value::object(plain(Type::Array(Rc::new(of), Length::Unknown)))
            }
            Expression::GenericSelection(_) | Expression::OffsetOf(_) => Value::unknown(),
            Expression::Member(m) => {
                let owner = self.expression(&m.node.expression)?;
                self.member(owner, m.node.operator.node == MemberOperator::Indirect, &m.node.identifier.node.name, at)?
            }
            Expression::Call(call) => self.call(&call.node, at)?,
            Expression::CompoundLiteral(c) => {
                let of = self.type_name(&c.node.type_name)?;
                let list = Node::new(Initializer::List(c.node.initializer_list.clone()), e.span);
                self.initialised(&of, &list, false)?;
                Value::object(completed(of))
            }
            Expression::SizeOfTy(t) => {
                let of = self.type_name(&t.node.0)?;
                self.sized(&of.ty, at)?;
                Value::of(SOME_INT)
            }
            Expression::SizeOfVal(v) => {
                let value = self.expression(&v.node.0)?;
                self.sized(&value.of.ty, at)?;
                if value.no_address == Some("it is a bit-field") {
                    return fault(at, "the size of a bit-field");
                }
                Value::of(SOME_INT)
            }
            Expression::AlignOf(t) => {
                self.type_name(&t.node.0)?;
                Value::of(SOME_INT)
            }
            Expression::UnaryOperator(u) => self.unary(&u.node.operator.node, &u.node.operand, at)?,
            Expression::Cast(c) => {
                let to = self.type_name(&c.node.type_name)?;
                let from = self.expression(&c.node.expression)?.of.ty.decayed();
                self.cast(&to, &from, at)?;
                Value::of(to.ty)
            }
            Expression::BinaryOperator(b) => self.binary(&b.node.operator.node, &b.node.lhs, &b.node.rhs, at)?,
            Expression::Conditional(c) => {
                let condition = self.expression(&c.node.condition)?;
                self.scalar(&condition.of.ty, c.node.condition.span.start)?;
                let a = self.expression(&c.node.then_expression)?.of.ty.decayed();
                let b = self.expression(&c.node.else_expression)?.of.ty.decayed();
                Value::of(match (&a, &b) {
                    (Type::Unknown, _) | (_, Type::Unknown) => Type::Unknown,
                    (Type::Void, _) | (_, Type::Void) => Type::Void,
                    (Type::Record(x), Type::Record(y)) if x == y => a,
                    (Type::Record(_), _) | (_, Type::Record(_)) => return fault(at, "the alternatives have different types"),
                    (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => {
                        return fault(at, "the alternatives have different types");
                    }
                    (Type::Float(_), _) => a,
                    (_, Type::Float(_)) => b,
                    (Type::Int(_), Type::Int(_)) => SOME_INT,
                    // Which type the common pointer has is not asked here.
                    _ => Type::Pointer(Rc::new(plain(Type::Unknown))),
                })
            }
            Expression::Comma(list) => {
                let mut last = Value::unknown();
                for each in list.iter() {
                    last = self.expression(each)?;
                }
                Value::of(last.of.ty.decayed())
            }
            Expression::VaArg(v) => {
                self.expression(&v.node.va_list)?;
                Value::of(self.type_name(&v.node.type_name)?.ty)
            }
            Expression::Statement(s) => self.inside(|this| this.statement_expression(s))?,
        })
    }

    fn statement_expression(&mut self, s: &Node<Statement>) -> Res<Value> {
        let Statement::Compound(items) = &s.node else { return Ok(Value::unknown()) };
        let Some((last, rest)) = items.split_last() else { return Ok(Value::of(Type::Void)) };
        rest.iter().try_for_each(|item| self.block_item(item))?;
        if let BlockItem::Statement(s) = &last.node
            && let Statement::Expression(Some(e)) = &s.node
        {
            let ty = self.expression(e)?.of.ty.decayed();
            return Ok(Value::of(ty));
        }
        self.block_item(last)?;
        // Behind a label there may be a value.
        Ok(Value::unknown())
    }

    fn sized(&self, ty: &Type, at: usize) -> Res<()> {
        match ty {
            // The size of nothing and of a function is 1 in GNU C.
            Type::Void => Ok(()),
            ty if self.records.is_incomplete(ty) => fault(at, format!("the size of {} is not known", self.records.told(ty))),
            _ => Ok(()),
        }
    }

    fn member(&mut self, owner: Value, indirect: bool, name: &str, at: usize) -> Res<Value> {
        let (record, is_const, lvalue) = match (indirect, &owner.of.ty, owner.of.ty.decayed()) {
            (_, Type::Unknown, _) => return Ok(Value::unknown()),
            (true, _, Type::Pointer(to)) => match to.ty {
                Type::Record(r) => (r, to.is_const, Some(true)),
                Type::Unknown => return Ok(Value::unknown()),
                _ => return fault(at, format!("a member `{name}` of something that is not a record")),
            },
            (true, ..) => return fault(at, "`->` behind something that is not a pointer"),
            (false, Type::Record(r), _) => (*r, owner.of.is_const, owner.lvalue),
            (false, ..) => return fault(at, format!("a member `{name}` of something that is not a record")),
        };
        if self.records.0[record].fields.is_none() {
            return fault(at, format!("{} has no members here: it is not complete", self.records.0[record].name));
        }
        let Some(field) = self.records.member(record, name) else {
            if self.records.is_obscure(record) {
                return Ok(Value::unknown());
            }
            return fault(at, format!("{} has no member `{name}`", self.records.0[record].name));
        };
        let no_address = if field.bits { Some("it is a bit-field") } else { owner.no_address.filter(|_| !indirect) };
        Ok(Value { of: field.of.clone().constant(is_const), lvalue, no_address })
    }

    fn call(&mut self, call: &CallExpression, at: usize) -> Res<Value> {
        let name = match &call.callee.node {
            Expression::Identifier(id) => Some(id.node.name.clone()),
            _ => None,
        };
        // A function that is not declared returns int and takes anything, with a warning.
        let implicit = name.as_ref().is_some_and(|n| self.lookup(n).is_none());
        let callee = if implicit { Value::unknown() } else { self.expression(&call.callee)? };
        let told = name.map_or("the function".to_owned(), |n| format!("`{n}`"));
        let mut arguments = Vec::new();
        for each in &call.arguments {
            // Types are arguments of some functions of the compiler, and are read as names.
            let is_type =
                matches!(&each.node, Expression::Identifier(id) if matches!(self.lookup(&id.node.name), Some(Entity::Typedef(_))));
            let value = if implicit && is_type { Value::unknown() } else { self.expression(each)? };
            arguments.push((value.of.ty.decayed(), each.span.start));
        }
        let function = match callee.of.ty.decayed() {
            Type::Unknown => return Ok(Value::unknown()),
            Type::Pointer(to) => match &to.ty {
                Type::Function(f) => f.clone(),
                Type::Unknown => return Ok(Value::unknown()),
                _ => return fault(at, format!("{told} is called and is no function")),
            },
            _ => return fault(at, format!("{told} is called and is no function")),
        };
        if let Some(params) = &function.params {
            if arguments.len() < params.len() {
                return fault(at, format!("too few arguments for {told}"));
            }
            if arguments.len() > params.len() && !function.variadic {
                return fault(at, format!("too many arguments for {told}"));
            }
            for (param, (argument, at)) in params.iter().zip(&arguments) {
                // A union may be transparent.
                if !matches!(param.ty, Type::Record(r) if self.records.0[r].is_union) {
                    self.fits(param, argument, *at)?;
                }
            }
        }
        for (argument, at) in &arguments {
            if let Type::Void = argument {
                return fault(*at, "a value is needed, and this has none");
            }
        }
        Ok(Value::of(function.result.ty.clone()))
    }

    fn unary(&mut self, op: &U, operand: &Node<Expression>, at: usize) -> Res<Value> {
        let value = self.expression(operand)?;
        let ty = value.of.ty.decayed();
        match op {
            U::Address => {
                if value.lvalue == Some(false) && !matches!(value.of.ty, Type::Function(_) | Type::Unknown) {
                    return fault(at, "the address of something that is not an object");
                }
                if let Some(why) = value.no_address {
                    return fault(at, format!("this has no address: {why}"));
                }
                Ok(Value::of(pointer(value.of).ty))
            }
            U::Indirection => match ty {
                Type::Pointer(to) if matches!(to.ty, Type::Function(_)) => {
                    Ok(Value { of: (*to).clone(), lvalue: Some(false), no_address: None })
                }
                Type::Pointer(to) => Ok(Value::object((*to).clone())),
                Type::Unknown => Ok(Value::unknown()),
                other => fault(at, format!("{} is not a pointer", self.records.told(&other))),
            },
            U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement => {
                if let Type::Record(_) | Type::Void = ty {
                    return fault(at, format!("{} is not a number", self.records.told(&ty)));
                }
                self.changes(&value, at)?;
                Ok(Value::of(ty))
            }
            U::Plus | U::Minus | U::Complement => match &ty {
                Type::Unknown => Ok(Value::unknown()),
                Type::Int(_) => Ok(Value::of(SOME_INT)),
                Type::Float(_) if !matches!(op, U::Complement) => Ok(Value::of(ty)),
                other => fault(at, format!("{} is not a number", self.records.told(other))),
            },
            U::Negate => {
                self.scalar(&ty, at)?;
                Ok(Value::of(Type::Int("int")))
            }
        }
    }

    fn cast(&self, to: &Qualified, from: &Type, at: usize) -> Res<()> {
        let wrong = match (&to.ty, from) {
            (Type::Unknown | Type::Void, _) | (_, Type::Unknown) => false,
            (Type::Array(..) | Type::Function(_), _) => true,
            (Type::Record(a), Type::Record(b)) if a == b => false,
            // GNU C makes unions of their members.
            (Type::Record(a), _) => !self.records.0[*a].is_union,
            (_, Type::Record(_) | Type::Void) => true,
            (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => true,
            _ => false,
        };
        match wrong {
            true => fault(at, format!("{} cannot be converted to {}", self.records.told(from), self.records.told(&to.ty))),
            false => Ok(()),
        }
    }

    fn binary(&mut self, op: &B, lhs: &Node<Expression>, rhs: &Node<Expression>, at: usize) -> Res<Value> {
        let left = self.expression(lhs)?;
        let right = self.expression(rhs)?;
        let (a, b) = (left.of.ty.decayed(), right.of.ty.decayed());
        if let B::Assign = op {
            self.changes(&left, at)?;
            self.fits(&left.of, &b, at)?;
            return Ok(Value::of(left.of.ty));
        }
        let plain_op = match op {
            B::AssignMultiply => Some(B::Multiply),
            B::AssignDivide => Some(B::Divide),
            B::AssignModulo => Some(B::Modulo),
            B::AssignPlus => Some(B::Plus),
            B::AssignMinus => Some(B::Minus),
            B::AssignShiftLeft => Some(B::ShiftLeft),
            B::AssignShiftRight => Some(B::ShiftRight),
            B::AssignBitwiseAnd => Some(B::BitwiseAnd),
            B::AssignBitwiseXor => Some(B::BitwiseXor),
            B::AssignBitwiseOr => Some(B::BitwiseOr),
            _ => None,
        };
        if let Some(op) = plain_op {
            self.changes(&left, at)?;
            self.operate(&op, &a, &b, at)?;
            return Ok(Value::of(left.of.ty));
        }
        self.operate(op, &a, &b, at)
    }

    /// What an operator makes of two values.
    fn operate(&self, op: &B, a: &Type, b: &Type, at: usize) -> Res<Value> {
        let invalid = || fault(at, format!("the operator does not work on {} and {}", self.records.told(a), self.records.told(b)));
        if let (Type::Void, _) | (_, Type::Void) = (a, b) {
            return fault(at, "a value is needed, and this has none");
        }
        if let (Type::Record(_), _) | (_, Type::Record(_)) = (a, b) {
            return invalid();
        }
        if let (Type::Unknown, _) | (_, Type::Unknown) = (a, b) {
            return Ok(Value::unknown());
        }
        let number = || Value::of(if matches!((a, b), (Type::Int(_), Type::Int(_))) { SOME_INT } else { Type::Float("?") });
        let walks = |to: &Qualified| match &to.ty {
            Type::Record(r) if self.records.0[*r].fields.is_none() => {
                fault(at, format!("the size of {} is not known", self.records.0[*r].name))
            }
            _ => Ok(()),
        };
        match op {
            B::Index => match (a, b) {
                (Type::Pointer(to), Type::Int(_)) | (Type::Int(_), Type::Pointer(to)) => {
                    walks(to)?;
                    Ok(Value::object((**to).clone()))
                }
                _ => fault(at, format!("{} has no elements at {}", self.records.told(a), self.records.told(b))),
            },
            B::Plus => match (a, b) {
                (Type::Pointer(to), Type::Int(_)) | (Type::Int(_), Type::Pointer(to)) => {
                    walks(to)?;
                    Ok(Value::of(Type::Pointer(to.clone())))
                }
                _ if a.is_arithmetic() && b.is_arithmetic() => Ok(number()),
                _ => invalid(),
            },
            B::Minus => match (a, b) {
                (Type::Pointer(to), Type::Int(_)) => {
                    walks(to)?;
                    Ok(Value::of(Type::Pointer(to.clone())))
                }
                (Type::Pointer(_), Type::Pointer(_)) => Ok(Value::of(SOME_INT)),
                _ if a.is_arithmetic() && b.is_arithmetic() => Ok(number()),
                _ => invalid(),
            },
            B::Multiply | B::Divide if a.is_arithmetic() && b.is_arithmetic() => Ok(number()),
            B::Multiply | B::Divide => invalid(),
            B::Modulo | B::ShiftLeft | B::ShiftRight | B::BitwiseAnd | B::BitwiseXor | B::BitwiseOr => match (a, b) {
                (Type::Int(_), Type::Int(_)) => Ok(Value::of(SOME_INT)),
                _ => invalid(),
            },
            B::Less | B::Greater | B::LessOrEqual | B::GreaterOrEqual | B::Equals | B::NotEquals => match (a, b) {
                (Type::Pointer(_), Type::Float(_)) | (Type::Float(_), Type::Pointer(_)) => invalid(),
                _ => Ok(Value::of(Type::Int("int"))),
            },
            _ => Ok(Value::of(Type::Int("int"))),
        }
    }
}
