//! Expressions (C11 6.5): the type of each, and what its operands must be.

use super::constant::Value as Number;
use super::declare::completed;
use super::sizes::named;
use super::types::{Length, Qualified, SOME_INT, Type, conflict, plain, pointer};
use super::{Checker, Entity, Res, fault};
use crate::DataModel;
use crate::prepass::{ASSEMBLY, COMPATIBLE, NESTED, marked_label};
use lang_c::ast::{
    BinaryOperator as B, BlockItem, CallExpression, Constant, Expression, FloatFormat, Initializer, MemberOperator, SpecifierQualifier,
    Statement, TypeName, TypeOf, TypeSpecifier, UnaryOperator as U,
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

/// Why something has no address.
const REGISTER: &str = "it is kept in a register";
const BIT_FIELD: &str = "it is a bit-field";

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

    /// An expression whose value is used, so that an array becomes the address of its first element.
    pub fn expression(&mut self, e: &Node<Expression>) -> Res<Value> {
        let value = self.denoted(e)?;
        match value.no_address {
            Some(why) if matches!(value.of.ty, Type::Array(..)) => fault(e.span.start, format!("this has no address: {why}")),
            _ => Ok(value),
        }
    }

    /// The type of an expression that is not evaluated.
    pub fn type_of(&mut self, e: &Node<Expression>) -> Res<Qualified> {
        let jumps = std::mem::take(&mut self.jumps);
        let value = self.denoted(e);
        self.jumps = jumps;
        let value = value?;
        match value.no_address {
            Some(BIT_FIELD) => fault(e.span.start, "the type of a bit-field"),
            _ => Ok(value.of),
        }
    }

    /// What an expression denotes.
    pub fn denoted(&mut self, e: &Node<Expression>) -> Res<Value> {
        let at = e.span.start;
        Ok(match &e.node {
            Expression::Identifier(id) => {
                let name = &id.node.name;
                if name == NESTED {
                    self.nested = None;
                }
                if let Some(label) = marked_label(name) {
                    self.label_address(label, at)?;
                }
                match self.lookup(name) {
                    Some(Entity::Object(o)) => {
                        let lvalue = Some(!matches!(o.of.ty, Type::Function(_)));
                        Value { of: o.of.clone(), lvalue, no_address: o.is_register.then_some(REGISTER) }
                    }
                    Some(Entity::Constant(Some(_))) => Value::of(Type::Int("int")),
                    Some(Entity::Constant(None)) => Value::of(SOME_INT),
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
                Constant::Integer(i) => self.integer_constant(i).map_or(SOME_INT, |(_, ty)| named(ty)),
                Constant::Float(f) if f.suffix.imaginary => Type::Unknown,
                Constant::Float(f) => match f.suffix.format {
                    FloatFormat::Float => Type::Float("float"),
                    FloatFormat::Double => Type::Float("double"),
                    FloatFormat::LongDouble => Type::Float("long double"),
                    FloatFormat::TS18661Format(_) => Type::Unknown,
                },
                Constant::Character(text) if text.starts_with('\'') => Type::Int("int"),
                Constant::Character(_) => SOME_INT,
            }),
            Expression::StringLiteral(s) => {
                // If one of the parts has a prefix, it is that of all.
                let mut prefixes = s.node.iter().filter_map(|part| part.find('"').filter(|at| *at > 0).map(|at| &part[..at]));
                let prefix = prefixes.next();
                if prefixes.any(|other| Some(other) != prefix) {
                    return fault(at, "strings of different kinds side by side");
                }
                let element = match prefix {
                    None | Some("u8") => Type::Int("char"),
                    Some("L") => Type::Int(if self.sizes.model == DataModel::Lp64 { "int" } else { "long" }),
                    Some("u") => Type::Int("unsigned short"),
                    Some("U") => Type::Int("unsigned int"),
                    Some(_) => Type::Unknown,
                };
                Value::object(plain(Type::Array(Rc::new(plain(element)), Length::Unknown)))
            }
            Expression::GenericSelection(g) => {
                self.check_generic(&g.node, at)?;
                match self.selected(&g.node)? {
                    Some(chosen) => self.denoted(chosen)?,
                    None => Value::unknown(),
                }
            }
            Expression::OffsetOf(o) => {
                let member = &o.node.designator.node.base.node.name;
                if let Type::Record(record) = self.type_name(&o.node.type_name)?.ty
                    && o.node.designator.node.members.is_empty()
                    && self.sizes.is_bit_field(record, member)
                {
                    return fault(at, format!("`{member}` is a bit-field, which has no offset"));
                }
                Value::of(named(self.sizes.size_type()))
            }
            Expression::Member(m) => {
                let is_direct = m.node.operator.node == MemberOperator::Direct;
                let owner = if is_direct { self.denoted(&m.node.expression)? } else { self.expression(&m.node.expression)? };
                self.member(owner, m.node.operator.node == MemberOperator::Indirect, &m.node.identifier.node.name, at)?
            }
            Expression::Call(call) => self.call(&call.node, at)?,
            Expression::CompoundLiteral(c) => {
                let of = self.type_name(&c.node.type_name)?;
                let list = Node::new(Initializer::List(c.node.initializer_list.clone()), e.span);
                // Outside of functions it lives as long as the program.
                self.initialised(&of, &list, self.result.is_none())?;
                Value::object(completed(of))
            }
            Expression::SizeOfTy(t) => {
                let of = self.type_name(&t.node.0)?;
                self.sized(&of.ty, at)?;
                let t = &t.node.0.node;
                if t.declarator.is_none() && self.announced_in(&t.specifiers).is_some() {
                    return fault(at, "the size of an enumeration that is not known yet");
                }
                Value::of(named(self.sizes.size_type()))
            }
            Expression::SizeOfVal(v) => {
                let value = self.denoted(&v.node.0)?;
                self.sized(&value.of.ty, at)?;
                if value.no_address == Some(BIT_FIELD) {
                    return fault(at, "the size of a bit-field");
                }
                Value::of(named(self.sizes.size_type()))
            }
            Expression::AlignOf(t) => {
                let of = self.type_name(&t.node.0)?;
                if !is_type_of_value(&t.node.0) {
                    self.sized(&of.ty, at)?;
                }
                Value::of(named(self.sizes.size_type()))
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
                    (Type::Int(_) | Type::Float(_), Type::Int(_) | Type::Float(_)) => self.arithmetic(&a, &b),
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
            Expression::Statement(_) if self.result.is_none() => return fault(at, "a statement outside of a function"),
            Expression::Statement(s) => self.inside(|this| {
                this.fence();
                this.statement_expression(s)
            })?,
        })
    }

    /// The type of a computation with two numbers.
    fn arithmetic(&self, a: &Type, b: &Type) -> Type {
        let rank = |ty: &Type| ["float", "double", "long double"].iter().position(|name| matches!(ty, Type::Float(n) if n == name));
        match (a, b) {
            (Type::Int(_), Type::Int(_)) => self.common(a, b),
            (Type::Float("?"), _) | (_, Type::Float("?")) => Type::Float("?"),
            _ if rank(a) < rank(b) => b.clone(),
            _ => a.clone(),
        }
    }

    /// The outputs of assembly are objects that may change.
    fn assembly(&mut self, arguments: &[Node<Expression>]) -> Res<Value> {
        let count = arguments.first().map_or(Number::Unknown, |e| self.constant(e));
        for (i, each) in arguments.iter().enumerate().skip(1) {
            let value = self.denoted(each)?;
            if !matches!(count, Number::Known(n) if i as i128 <= n) {
                continue;
            }
            if value.lvalue == Some(false) {
                return fault(each.span.start, "an output of assembly is not an object");
            }
            if !self.records.is_modifiable(&value.of) {
                return fault(each.span.start, "an output of assembly is constant");
            }
        }
        Ok(Value::unknown())
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
        let (record, qualifiers, lvalue) = match (indirect, &owner.of.ty, owner.of.ty.decayed()) {
            (_, Type::Unknown, _) => return Ok(Value::unknown()),
            (true, _, Type::Pointer(to)) => match to.ty {
                Type::Record(r) => (r, (to.is_const, to.is_volatile), Some(true)),
                Type::Unknown => return Ok(Value::unknown()),
                _ => return fault(at, format!("a member `{name}` of something that is not a record")),
            },
            (true, ..) => return fault(at, "`->` behind something that is not a pointer"),
            (false, Type::Record(r), _) => (*r, (owner.of.is_const, owner.of.is_volatile), owner.lvalue),
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
        let no_address = if field.width.is_some() { Some(BIT_FIELD) } else { owner.no_address.filter(|_| !indirect) };
        let of = field.of.clone().with(qualifiers.0, qualifiers.1);
        // What a bit-field is promoted to depends on its width.
        let of = if field.width.is_some() && !of.ty.is_unknown() { Qualified { ty: SOME_INT, ..of } } else { of };
        Ok(Value { of, lvalue, no_address })
    }

    fn call(&mut self, call: &CallExpression, at: usize) -> Res<Value> {
        let name = match &call.callee.node {
            Expression::Identifier(id) => Some(id.node.name.clone()),
            _ => None,
        };
        if name.as_deref() == Some(ASSEMBLY) {
            return self.assembly(&call.arguments);
        }
        if name.as_deref() == Some(COMPATIBLE) {
            // The types need no size.
            for each in &call.arguments {
                if let Expression::SizeOfTy(t) = &each.node {
                    self.type_name(&t.node.0)?;
                }
            }
            return Ok(Value::of(Type::Int("int")));
        }
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
        if matches!(function.result.ty, Type::Record(_)) && self.records.is_incomplete(&function.result.ty) {
            return fault(at, format!("the size of what {told} returns is not known"));
        }
        Ok(Value::of(function.result.ty.clone()))
    }

    fn unary(&mut self, op: &U, operand: &Node<Expression>, at: usize) -> Res<Value> {
        let value = if let U::Address = op { self.denoted(operand)? } else { self.expression(operand)? };
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
                Type::Int(_) => Ok(Value::of(self.promoted(&ty))),
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
        if let B::Index = op {
            return self.element(lhs, rhs, at);
        }
        let left = self.expression(lhs)?;
        let right = self.expression(rhs)?;
        let (a, b) = (left.of.ty.decayed(), right.of.ty.decayed());
        if let B::Assign = op {
            self.changes(&left, at)?;
            // `*p = *q` with two `void *`, which compilers took once: public programs have it in functions that they do not call. The
            // translation does not understand it.
            let is_copy_of_nothing = right.lvalue == Some(true) && matches!((&a, &b), (Type::Void, Type::Void));
            if !is_copy_of_nothing {
                self.fits(&left.of, &b, at)?;
            }
            return Ok(Value::of(left.of.ty));
        }
        if let Some(op) = computes(op) {
            self.changes(&left, at)?;
            self.operate(&op, &a, &b, at)?;
            return Ok(Value::of(left.of.ty));
        }
        self.operate(op, &a, &b, at)
    }

    /// An element of an array or of what a pointer points to.
    fn element(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>, at: usize) -> Res<Value> {
        let (left, right) = (self.denoted(lhs)?, self.denoted(rhs)?);
        let value = self.operate(&B::Index, &left.of.ty.decayed(), &right.of.ty.decayed(), at)?;
        for (array, index) in [(left, rhs), (right, lhs)] {
            if let (Type::Array(..), Some(why)) = (&array.of.ty, array.no_address) {
                // An element that is known is a part like a member.
                if let Number::Not(_) = self.constant(index) {
                    return fault(at, format!("this has no address: {why}"));
                }
                return Ok(Value { no_address: Some(why), ..value });
            }
        }
        Ok(value)
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
        let number = || Value::of(self.arithmetic(a, b));
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
                (Type::Pointer(x), Type::Pointer(y)) if conflict(x, y) => invalid(),
                (Type::Pointer(_), Type::Pointer(_)) => Ok(Value::of(SOME_INT)),
                _ if a.is_arithmetic() && b.is_arithmetic() => Ok(number()),
                _ => invalid(),
            },
            B::Multiply | B::Divide if a.is_arithmetic() && b.is_arithmetic() => Ok(number()),
            B::Multiply | B::Divide => invalid(),
            B::ShiftLeft | B::ShiftRight if matches!((a, b), (Type::Int(_), Type::Int(_))) => Ok(Value::of(self.promoted(a))),
            B::Modulo | B::ShiftLeft | B::ShiftRight | B::BitwiseAnd | B::BitwiseXor | B::BitwiseOr => match (a, b) {
                (Type::Int(_), Type::Int(_)) => Ok(number()),
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

/// The operator by which an assignment computes the new value.
pub fn computes(op: &B) -> Option<B> {
    Some(match op {
        B::AssignMultiply => B::Multiply,
        B::AssignDivide => B::Divide,
        B::AssignModulo => B::Modulo,
        B::AssignPlus => B::Plus,
        B::AssignMinus => B::Minus,
        B::AssignShiftLeft => B::ShiftLeft,
        B::AssignShiftRight => B::ShiftRight,
        B::AssignBitwiseAnd => B::BitwiseAnd,
        B::AssignBitwiseXor => B::BitwiseXor,
        B::AssignBitwiseOr => B::BitwiseOr,
        _ => return None,
    })
}

/// Whether a type is said as that of an expression.
pub fn is_type_of_value(t: &Node<TypeName>) -> bool {
    t.node.specifiers.iter().any(|s| {
        let SpecifierQualifier::TypeSpecifier(t) = &s.node else { return false };
        matches!(&t.node, TypeSpecifier::TypeOf(t) if matches!(t.node, TypeOf::Expression(_)))
    })
}
