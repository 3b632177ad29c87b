//! Expressions: values and places.

use super::cond::comparison;
use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::{Entity, Lower, Res};
use crate::types::{CInt, CType};
use base::{Expr, Int, Span};
use lang_c::ast::{
    BinaryOperator, Constant, Expression, FloatFormat, MemberOperator, SpecifierQualifier, TypeName, TypeOf, TypeSpecifier, UnaryOperator,
};
use lang_c::span::Node;

/// The name that the pre-pass puts for the missing middle of GNU `a ?: b`.
pub const SAME: &str = "__bevel_same";

impl<'a> Lower<'a> {
    /// The value of an expression; what it does stands in the graph afterwards.
    pub fn rvalue(&mut self, e: &Node<Expression>) -> Res<Value> {
        if self.is_full_expression() {
            return self.full(&[e], |lower| lower.rvalue(e));
        }
        if let Some(value) = self.settled(e) {
            return Ok(value);
        }
        self.noted(e, |lower| lower.evaluated(e), |value| Some(value.clone()))
    }

    fn evaluated(&mut self, e: &Node<Expression>) -> Res<Value> {
        let span = self.span(e.span);
        if self.graph.edges.len() > super::EDGE_LIMIT {
            return self.unsupported("program that grows beyond all bounds when its calls are inlined", &span);
        }
        self.check_order(e, &span)?;
        match &e.node {
            Expression::Constant(c) => match &c.node {
                Constant::Integer(literal) => {
                    let (value, ty) = self.integer(literal, &span)?;
                    Ok(Value::Int(Scalar::constant(value, ty)))
                }
                Constant::Character(text) => {
                    let (value, ty) = self.character(text, &span)?;
                    Ok(Value::Int(Scalar::constant(value, ty)))
                }
                Constant::Float(_) => self.unsupported("floating-point constant", &span),
            },
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Constant(value, ty)) => Ok(Value::Int(Scalar::constant(value.clone(), *ty))),
                Some(Entity::Bound(value, _)) => Ok(value.clone()),
                Some(Entity::Function(_)) => Ok(Value::Function(id.node.name.clone())),
                _ => {
                    let place = self.place(e)?;
                    self.load(&place, &span)
                }
            },
            Expression::StringLiteral(_) | Expression::CompoundLiteral(_) | Expression::Member(_) => {
                let place = self.place(e)?;
                self.load(&place, &span)
            }
            Expression::UnaryOperator(op) => self.unary(e, &op.node.operator.node, &op.node.operand, &span),
            Expression::BinaryOperator(op) => {
                let (lhs, rhs) = (&*op.node.lhs, &*op.node.rhs);
                match &op.node.operator.node {
                    BinaryOperator::Index => {
                        let place = self.place(e)?;
                        self.load(&place, &span)
                    }
                    BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr => Ok(Value::Int(self.condition_value(e)?)),
                    op if comparison(op).is_some() => Ok(Value::Int(self.condition_value(e)?)),
                    op if super::assign::is_assignment(op) => self.assignment(e, op, lhs, rhs, true, &span),
                    operator => {
                        if let Some(class) = self.character_class(&op.node, &span)? {
                            return Ok(class);
                        }
                        let (a, b) = self.operands(lhs, rhs)?;
                        self.operate(operator, a, b, e, &span)
                    }
                }
            }
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name)?;
                let value = self.rvalue_or_void(&cast.node.expression, &ty)?;
                self.cast(value, &ty, &span)
            }
            Expression::Conditional(c) => {
                let c = &c.node;
                match &c.then_expression.node {
                    Expression::Identifier(id) if id.node.name == SAME => self.elided_choice(&c.condition, &c.else_expression, &span),
                    _ => self.choice(&c.condition, &c.then_expression, &c.else_expression, &span),
                }
            }
            Expression::Comma(parts) => {
                let Some((last, first)) = parts.split_last() else { return self.rejected("empty expression", &span) };
                for part in first {
                    self.part(|lower| lower.effect(part))?;
                }
                self.part(|lower| lower.rvalue(last))
            }
            Expression::Call(call) => self.call(&call.node, true, &span),
            Expression::SizeOfTy(ty) => {
                let ty = self.type_name(&ty.node.0)?;
                self.size(&ty, &span)
            }
            Expression::SizeOfVal(inner) => {
                let ty = self.type_of(&inner.node.0)?;
                if super::variable_length::is_variable(&ty) && super::call::has_effect(&inner.node.0.node) {
                    return self.unsupported("operand of sizeof that is evaluated", &span);
                }
                self.size(&ty, &span)
            }
            Expression::AlignOf(ty) => {
                let told = self.told_alignment(&ty.node.0, &span)?;
                let ty = self.type_name(&ty.node.0)?;
                match told.or(self.types.align_of(&ty)) {
                    Some(n) => Ok(Value::Int(Scalar::constant(Int::from(n), self.types.size_type()))),
                    None => self.unsupported("alignment of this type", &span),
                }
            }
            Expression::Statement(statement) => self.part(|lower| lower.statement_expression(statement)),
            Expression::GenericSelection(selection) => self.part(|lower| lower.generic(&selection.node, &span)),
            Expression::OffsetOf(offset) => self.offset_of(&offset.node, &span),
            Expression::VaArg(next) => self.part(|lower| lower.next_argument(&next.node, &span)),
        }
    }

    /// The alignment that a member has in its record, where the alignment of an expression is asked for (in GNU C, where it is not that of its type).
    fn told_alignment(&mut self, t: &Node<TypeName>, span: &Span) -> Res<Option<u64>> {
        let of_value = t.node.specifiers.iter().find_map(|s| match &s.node {
            SpecifierQualifier::TypeSpecifier(Node { node: TypeSpecifier::TypeOf(of), .. }) => match &of.node {
                TypeOf::Expression(e) => Some(e),
                TypeOf::Type(_) => None,
            },
            _ => None,
        });
        match of_value.map(|e| &e.node) {
            Some(Expression::Identifier(_)) if self.source.aligned_objects => {
                self.unsupported("alignment of an object, in a program that tells some", span)
            }
            Some(Expression::Member(m)) => {
                let record = match self.type_of(&m.node.expression)?.decay() {
                    CType::Pointer(to) => (*to).clone(),
                    other => other,
                };
                let CType::Record(r) = record else { return Ok(None) };
                match self.types.member_alignment(r, &m.node.identifier.node.name) {
                    Some(n) if !self.odd_layout() => Ok(Some(n)),
                    _ => self.unsupported("alignment of this member", span),
                }
            }
            _ => Ok(None),
        }
    }

    fn rvalue_or_void(&mut self, e: &Node<Expression>, ty: &CType) -> Res<Value> {
        if *ty == CType::Void {
            self.effect(e)?;
            return Ok(Value::Void);
        }
        self.rvalue(e)
    }

    /// An integer value.
    pub fn int_value(&mut self, e: &Node<Expression>) -> Res<Scalar> {
        let value = self.rvalue(e)?;
        let span = self.span(e.span);
        self.as_int(value, &span)
    }

    pub fn as_int(&mut self, value: Value, span: &Span) -> Res<Scalar> {
        match value {
            Value::Int(s) => Ok(s),
            Value::Null => Ok(Scalar::constant(Int::ZERO, self.types.size_type())),
            Value::Address(a) if a.as_number.is_some() => {
                let ty = a.as_number.unwrap_or(CInt::INT);
                self.number_of(a, ty, span)
            }
            Value::Pointer(_) | Value::Function(_) | Value::Address(_) => self.unsupported("pointer used as a number", span),
            Value::Void => self.rejected("a value is needed here, but the expression has none", span),
            Value::Record(_) => self.rejected("a number is needed here, not a record", span),
        }
    }

    /// Evaluates an expression for what it does.
    pub fn effect(&mut self, e: &Node<Expression>) -> Res<()> {
        if self.is_full_expression() {
            return self.full(&[e], |lower| lower.effect(e));
        }
        if self.settled(e).is_some() {
            return Ok(());
        }
        self.noted(e, |lower| lower.performed(e), |()| None)
    }

    fn performed(&mut self, e: &Node<Expression>) -> Res<()> {
        let span = self.span(e.span);
        self.check_order(e, &span)?;
        match &e.node {
            Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node) => {
                self.assignment(e, &op.node.operator.node, &op.node.lhs, &op.node.rhs, false, &span)?;
            }
            Expression::UnaryOperator(op) if super::assign::step(&op.node.operator.node).is_some() => {
                self.increment(e, &op.node.operator.node, &op.node.operand, false, &span)?;
            }
            Expression::Comma(parts) => {
                for part in parts.iter() {
                    self.part(|lower| lower.effect(part))?;
                }
            }
            Expression::Call(call) => {
                self.call(&call.node, false, &span)?;
            }
            // A place that is only named is not read.
            Expression::Identifier(id) if self.lookup(&id.node.name).is_some() => {}
            Expression::Cast(cast) => {
                let ty = self.type_name(&cast.node.type_name)?;
                if ty == CType::Void {
                    self.effect(&cast.node.expression)?;
                } else {
                    self.rvalue(e)?;
                }
            }
            _ => {
                self.rvalue(e)?;
            }
        }
        Ok(())
    }

    /// Both operands, the left one protected from what the right one does.
    pub fn operands(&mut self, lhs: &Node<Expression>, rhs: &Node<Expression>) -> Res<(Value, Value)> {
        let a = self.rvalue(lhs)?;
        let a = self.protect(a, rhs, lhs)?;
        let b = self.rvalue(rhs)?;
        Ok((a, b))
    }

    /// Puts a value aside if evaluating `next` may change what it reads. Only calls matter: other side effects on what is
    /// read here would be unsequenced, which C leaves undefined.
    pub fn protect(&mut self, value: Value, next: &Node<Expression>, of: &Node<Expression>) -> Res<Value> {
        if !self.calls_something(&next.node) {
            return Ok(value);
        }
        let span = self.span(of.span);
        Ok(match value {
            Value::Int(s) if s.expr.vars().iter().any(|v| !self.is_private(*v, &next.node)) => Value::Int(self.spill(s, &span)),
            Value::Address(a) if a.vars().iter().any(|v| !self.is_private(*v, &next.node)) => Value::Address(self.spill_address(a, &span)),
            Value::Pointer(place) => Value::Pointer(self.pin(place, &span)),
            record @ Value::Record(_) => self.copied(record, &span)?,
            other => other,
        })
    }

    /// A record in an object of its own.
    pub fn copied(&mut self, value: Value, span: &Span) -> Res<Value> {
        let Value::Record(place) = value else { return Ok(value) };
        let frame = self.graph.frame;
        let object = self.new_object(None, "", "$record", &place.ty.clone(), false, frame);
        let copy = self.whole(object);
        self.copy(&copy, &place, span)?;
        Ok(Value::Record(copy))
    }

    fn unary(&mut self, e: &Node<Expression>, op: &UnaryOperator, operand: &Node<Expression>, span: &Span) -> Res<Value> {
        match op {
            UnaryOperator::Negate => Ok(Value::Int(self.condition_value(e)?)),
            UnaryOperator::Plus => {
                let value = self.int_value(operand)?;
                Ok(Value::Int(self.promote(value)))
            }
            UnaryOperator::Minus => {
                let value = self.int_value(operand)?;
                let what = self.source.snippet(e.span);
                Ok(Value::Int(self.negative(value, &what, span)))
            }
            UnaryOperator::Complement => {
                let value = self.int_value(operand)?;
                Ok(Value::Int(self.complement(value)))
            }
            UnaryOperator::Address => self.address(operand, span),
            UnaryOperator::Indirection => {
                let place = self.place(e)?;
                self.load(&place, span)
            }
            step => self.increment(e, step, operand, true, span),
        }
    }

    fn address(&mut self, operand: &Node<Expression>, span: &Span) -> Res<Value> {
        if let Expression::Identifier(id) = &operand.node
            && let Some(Entity::Function(_)) = self.lookup(&id.node.name)
        {
            return Ok(Value::Function(id.node.name.clone()));
        }
        if let Expression::UnaryOperator(op) = &operand.node
            && op.node.operator.node == UnaryOperator::Indirection
            && super::leaving::moves(&op.node.operand.node)
        {
            // `&*(p + i)` is `p + i`, and nothing is followed.
            let pointer = self.rvalue(&op.node.operand)?;
            return Ok(Value::Pointer(self.target(pointer, span)?));
        }
        let place = self.place(operand)?;
        if let Base::Object(object) = place.base {
            self.objects[object].address_taken = true;
        }
        if super::leaving::computes_address(&operand.node) && operand.span.start < self.source.models_start {
            self.check_inside(&Value::Pointer(place.clone()), span)?;
        } else if super::leaving::is_behind_pointer(&operand.node) && operand.span.start < self.source.models_start {
            self.check_member(&place, span)?;
        }
        if place.ty == CType::Int(CInt::LIST) {
            return self.unsupported("address of a va_list", span);
        }
        if let CType::Int(i) = &place.ty
            && i.bit_field
        {
            return self.rejected("the address of a bit-field cannot be taken", span);
        }
        Ok(Value::Pointer(place))
    }

    /// A binary operator that is neither an assignment nor a condition.
    pub fn operate(&mut self, op: &BinaryOperator, a: Value, b: Value, e: &Node<Expression>, span: &Span) -> Res<Value> {
        let (a, b) = (self.counted(a, span)?, self.counted(b, span)?);
        match (op, a, b) {
            (_, Value::Int(a), Value::Int(b)) => {
                let what = self.source.snippet(e.span);
                Ok(Value::Int(self.binary(op, a, b, &what, span)?))
            }
            (BinaryOperator::Plus, Value::Pointer(p), Value::Int(n)) | (BinaryOperator::Plus, Value::Int(n), Value::Pointer(p)) => {
                self.shifted(p, n, false, e, span)
            }
            (BinaryOperator::Minus, Value::Pointer(p), Value::Int(n)) => self.shifted(p, n, true, e, span),
            (BinaryOperator::Plus, p @ (Value::Address(_) | Value::Null), Value::Int(n))
            | (BinaryOperator::Plus, Value::Int(n), p @ (Value::Address(_) | Value::Null)) => self.moved(p, n, false, e, span),
            (BinaryOperator::Minus, p @ (Value::Address(_) | Value::Null), Value::Int(n)) => self.moved(p, n, true, e, span),
            (BinaryOperator::Minus, a @ (Value::Address(_) | Value::Pointer(_)), b @ (Value::Address(_) | Value::Pointer(_))) => {
                self.distance(a, b, span)
            }
            (_, Value::Pointer(_) | Value::Address(_) | Value::Null | Value::Function(_), _)
            | (_, _, Value::Pointer(_) | Value::Address(_) | Value::Null | Value::Function(_)) => {
                self.unsupported("pointer arithmetic", span)
            }
            _ => self.rejected("the operands do not fit the operator", span),
        }
    }

    /// A pointer that was converted to an integer, as the number that arithmetic asks for.
    fn counted(&mut self, value: Value, span: &Span) -> Res<Value> {
        match value {
            Value::Address(a) if a.as_number.is_some() => Ok(Value::Int(self.as_int(Value::Address(a), span)?)),
            other => Ok(other),
        }
    }

    /// A pointer plus or minus a number of elements.
    fn moved(&mut self, pointer: Value, by: Scalar, negative: bool, e: &Node<Expression>, span: &Span) -> Res<Value> {
        let place = self.target(pointer, span)?;
        let moved = self.shifted(place, by, negative, e, span)?;
        Ok(Value::Address(self.as_address(moved, span)?))
    }

    /// The address of a place plus or minus a number of elements.
    fn shifted(&mut self, place: Place, by: Scalar, negative: bool, e: &Node<Expression>, span: &Span) -> Res<Value> {
        // What is in an object of the program stays where it is if it is moved by nothing, null may not be moved even so.
        let stays = by.expr.as_const() == Some(&Int::ZERO) && matches!(place.base, Base::Object(_));
        let moved = Value::Pointer(self.offset(place, by, negative, span)?);
        if !stays {
            self.check_moved(&moved, e, span)?;
        }
        Ok(moved)
    }

    fn elided_choice(&mut self, c: &Node<Expression>, other: &Node<Expression>, span: &Span) -> Res<Value> {
        let first = self.part(|lower| lower.int_value(c))?;
        let first = self.spill(first, span);
        let nonzero = base::Formula::cmp(base::CmpOp::Ne, first.expr.clone(), 0);
        let start = self.graph.here;
        let (then, otherwise) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        self.graph.branch(start, then, nonzero.clone(), Some(span.clone()));
        self.graph.branch(start, otherwise, nonzero.negate(), Some(span.clone()));
        self.graph.here = otherwise;
        let second = self.part(|lower| lower.int_value(other))?;
        let ty = CInt::common(first.ty, second.ty);
        let (first, second) = (self.convert(first, ty), self.convert(second, ty));
        let var = self.temporary(ty);
        let join = self.graph.loc(Some(span.clone()));
        self.graph.assign(var, second.expr, span);
        self.graph.jump(join, span);
        self.graph.here = then;
        self.graph.assign(var, first.expr, span);
        self.graph.arrive(join, span);
        Ok(Value::Int(self.scalar(Expr::Var(var), ty, 0)))
    }

    /// A value converted by a cast, an assignment, an argument or a return.
    pub fn cast(&mut self, value: Value, ty: &CType, span: &Span) -> Res<Value> {
        match (value, ty) {
            (_, CType::Void) => Ok(Value::Void),
            (value, ty) if Self::is_list_value(&value) && *ty != CType::Int(CInt::LIST) => {
                self.unsupported("va_list as another type", span)
            }
            (Value::Int(s), CType::Int(i)) => Ok(Value::Int(self.convert(s, *i))),
            (Value::Null, CType::Int(i)) => Ok(Value::Int(Scalar::constant(Int::ZERO, *i))),
            (Value::Pointer(Place { base: Base::Object(_), .. }) | Value::Function(_), CType::Int(i)) if i.is_bool() => {
                Ok(Value::Int(Scalar::constant(Int::ONE, *i)))
            }
            (Value::Record(p), CType::Record(_)) if p.ty == *ty => Ok(Value::Record(p)),
            (Value::Int(s), CType::Pointer(_)) if s.expr.as_const() == Some(&Int::ZERO) => Ok(Value::Null),
            (value @ (Value::Pointer(_) | Value::Null | Value::Address(_) | Value::Int(_) | Value::Function(_)), CType::Pointer(to)) => {
                self.retype(value, to, span)
            }
            (Value::Address(a), CType::Int(i)) => self.address_as(a, *i, span),
            (_, CType::Float(_)) => self.unsupported("floating-point value", span),
            (value @ (Value::Pointer(_) | Value::Function(_)), CType::Int(i)) => {
                let address = self.as_address(value, span)?;
                self.address_as(address, *i, span)
            }
            (_, CType::Unknown(what)) => self.unsupported(what.to_string(), span),
            (Value::Void, _) => self.rejected("a value is needed here, but the expression has none", span),
            (_, ty) => self.unsupported(format!("conversion to {}", self.types.name(ty)), span),
        }
    }

    fn size(&mut self, ty: &CType, span: &Span) -> Res<Value> {
        match self.types.size_of(ty) {
            None if super::variable_length::is_variable(ty) => Ok(Value::Int(self.variable_size(ty, span)?)),
            Some(n) if !(self.odd_layout() && contains_record(ty)) => {
                Ok(Value::Int(Scalar::constant(Int::from(n), self.types.size_type())))
            }
            _ => self.unsupported(format!("size of {}", self.types.name(ty)), span),
        }
    }

    /// `0`, or `0` converted to `void *`.
    fn is_null_constant(&mut self, e: &Expression) -> bool {
        match e {
            Expression::Constant(c) => matches!(&c.node, Constant::Integer(i) if i.number.bytes().all(|digit| digit == b'0')),
            Expression::Cast(cast) => {
                self.is_null_constant(&cast.node.expression.node)
                    && matches!(self.type_name(&cast.node.type_name), Ok(CType::Pointer(to)) if *to == CType::Void)
            }
            _ => false,
        }
    }

    /// Whether attributes change the layout of records somewhere in the program.
    fn odd_layout(&self) -> bool {
        self.source.odd_layout
    }

    /// The type of an expression that is not evaluated.
    pub fn type_of(&mut self, e: &Node<Expression>) -> Res<CType> {
        let outer = std::mem::replace(&mut self.frozen, true);
        let ty = self.unevaluated_type(e);
        self.frozen = outer;
        ty
    }

    fn unevaluated_type(&mut self, e: &Node<Expression>) -> Res<CType> {
        let mark = self.graph.mark();
        let known = match &e.node {
            Expression::Constant(c) if let Constant::Float(f) = &c.node => Ok(CType::Float(match &f.suffix.format {
                FloatFormat::Float => 4,
                FloatFormat::LongDouble if self.types.pointer_size() == 8 => 16,
                FloatFormat::LongDouble => 12,
                _ => 8,
            })),
            Expression::UnaryOperator(op) if matches!(op.node.operator.node, UnaryOperator::Plus | UnaryOperator::Minus) => {
                match self.type_of(&op.node.operand)? {
                    float @ CType::Float(_) => Ok(float),
                    _ => self.type_by_value(e),
                }
            }
            Expression::StringLiteral(s) => {
                let length = self.string(&s.node).map(|b| b.len() as u64 + 1);
                Ok(CType::Array(std::rc::Rc::new(CType::Int(CInt::CHAR)), length))
            }
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Opaque(ty) | Entity::Bound(_, ty)) => Ok(ty.clone()),
                Some(Entity::Object(o)) => Ok(self.visible_type(*o)),
                Some(Entity::Indirect(address)) => Ok(address.to.clone()),
                _ => self.type_by_value(e),
            },
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                match self.type_of(&op.node.operand)?.decay() {
                    CType::Pointer(to) => Ok((*to).clone()),
                    _ => self.type_by_value(e),
                }
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Address => {
                Ok(CType::pointer(self.type_of(&op.node.operand)?))
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => match self.type_of(&op.node.lhs)?.decay() {
                CType::Pointer(to) => Ok((*to).clone()),
                _ => match self.type_of(&op.node.rhs)?.decay() {
                    CType::Pointer(to) => Ok((*to).clone()),
                    _ => self.type_by_value(e),
                },
            },
            Expression::Member(m) => {
                // An array is a pointer to its first element.
                let record = match (self.type_of(&m.node.expression)?.decay(), &m.node.operator.node) {
                    (CType::Record(r), MemberOperator::Direct) => Some(r),
                    (CType::Pointer(to), MemberOperator::Indirect) => match &*to {
                        CType::Record(r) => Some(*r),
                        _ => None,
                    },
                    _ => None,
                };
                match record.and_then(|r| self.types.member(r, &m.node.identifier.node.name)) {
                    Some((_, ty)) => Ok(ty),
                    None => self.type_by_value(e),
                }
            }
            Expression::Cast(cast) => self.type_name(&cast.node.type_name),
            Expression::BinaryOperator(op) => self.type_of_binary(e, &op.node.operator.node, &op.node.lhs, &op.node.rhs),
            Expression::Conditional(c) if !matches!(&c.node.then_expression.node, Expression::Identifier(id) if id.node.name == SAME) => {
                match (self.type_of(&c.node.then_expression)?, self.type_of(&c.node.else_expression)?) {
                    (CType::Int(a), CType::Int(b)) => Ok(CType::Int(CInt::common(a, b))),
                    (CType::Float(a), CType::Float(b)) => Ok(CType::Float(a.max(b))),
                    (float @ CType::Float(_), CType::Int(_)) | (CType::Int(_), float @ CType::Float(_)) => Ok(float),
                    (first, second) => {
                        let (first, second) = (first.decay(), second.decay());
                        let is_void = |ty: &CType| matches!(ty, CType::Pointer(to) if **to == CType::Void);
                        // A null pointer constant has the type of the other side; any other `void *` is the type of both.
                        let first_is_null = self.is_null_constant(&c.node.then_expression.node);
                        let second_is_null = self.is_null_constant(&c.node.else_expression.node);
                        let takes_second = first_is_null || (is_void(&second) && !second_is_null);
                        Ok(if takes_second { second } else { first })
                    }
                }
            }
            Expression::Comma(parts) if !parts.is_empty() => Ok(self.type_of(&parts[parts.len() - 1])?.decay()),
            Expression::CompoundLiteral(c) => self.literal_type(&c.node),
            Expression::GenericSelection(selection) => {
                let span = self.span(e.span);
                let selected = self.selected_association(&selection.node, &span)?;
                self.type_of(selected)
            }
            Expression::Call(call) => match &call.node.callee.node {
                Expression::Identifier(id) => match self.lookup(&id.node.name) {
                    Some(Entity::Function(f)) => Ok(f.result.clone()),
                    _ => self.type_by_value(e),
                },
                _ => self.type_by_value(e),
            },
            _ => self.type_by_value(e),
        };
        self.graph.back_to(mark);
        known
    }

    fn type_of_binary(&mut self, e: &Node<Expression>, op: &BinaryOperator, lhs: &Node<Expression>, rhs: &Node<Expression>) -> Res<CType> {
        if comparison(op).is_some() || matches!(op, BinaryOperator::LogicalAnd | BinaryOperator::LogicalOr) {
            return Ok(CType::Int(CInt::INT));
        }
        if super::assign::is_assignment(op) {
            return self.type_of(lhs);
        }
        match (op, self.type_of(lhs)?, self.type_of(rhs)?) {
            (BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight, CType::Int(a), _) => Ok(CType::Int(a.promote())),
            (_, CType::Int(a), CType::Int(b)) => Ok(CType::Int(CInt::common(a, b))),
            (_, CType::Float(a), CType::Float(b)) => Ok(CType::Float(a.max(b))),
            (_, float @ CType::Float(_), CType::Int(_)) | (_, CType::Int(_), float @ CType::Float(_)) => Ok(float),
            _ => self.type_by_value(e),
        }
    }

    fn type_by_value(&mut self, e: &Node<Expression>) -> Res<CType> {
        Ok(match self.rvalue(e)? {
            Value::Int(s) => CType::Int(s.ty),
            Value::Void => CType::Void,
            Value::Record(p) => p.ty,
            Value::Pointer(p) => CType::pointer(p.ty),
            Value::Address(a) => match a.as_number {
                Some(ty) => CType::Int(ty),
                None => CType::pointer(a.to),
            },
            Value::Function(name) => self.signature(&name).map_or(CType::pointer(CType::Void), CType::Function),
            Value::Null => CType::pointer(CType::Void),
        })
    }

    /// The value of a constant expression.
    pub fn constant(&mut self, e: &Node<Expression>) -> Res<Scalar> {
        let span = self.span(e.span);
        let mark = self.graph.mark();
        let value = self.attempt(|lower| {
            let value = lower.int_value(e)?;
            Ok((value, lower.graph.untouched(&mark)))
        })?;
        self.graph.back_to(mark);
        match value {
            Ok((value, true)) if Self::is_const(&value.expr) => Ok(value),
            _ => self.unsupported("expression that is not constant", &span),
        }
    }

    /// The place that an lvalue denotes.
    pub fn place(&mut self, e: &Node<Expression>) -> Res<Place> {
        let span = self.span(e.span);
        match &e.node {
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Object(o)) => {
                    let object = *o;
                    Ok(self.whole(object))
                }
                Some(Entity::Indirect(address)) => {
                    let address = address.clone();
                    if self.here_activation().habits.has_labels {
                        let nowhere = base::Formula::cmp(base::CmpOp::Eq, address.object.clone(), super::address::NULL);
                        self.undetermined(nowhere, "local of a recursive function whose declaration was jumped over", &span)?;
                    }
                    Ok(Place::at(address))
                }
                Some(Entity::Opaque(_)) if self.source.weak.contains(&id.node.name) => {
                    self.unsupported(format!("`{}`, which is weak and not defined here", id.node.name), &span)
                }
                Some(Entity::Opaque(ty)) => {
                    let what = format!("`{}` of type {}", id.node.name, self.types.name(ty));
                    self.unsupported(what, &span)
                }
                Some(Entity::Bound(..)) => self.unsupported(format!("address of the pointer `{}`", id.node.name), &span),
                Some(_) => self.rejected(format!("`{}` does not name an object", id.node.name), &span),
                None if id.node.name.starts_with("__func")
                    || id.node.name.starts_with("__FUNC")
                    || id.node.name.starts_with("__PRETTY") =>
                {
                    self.unsupported("name of the function as a string", &span)
                }
                None => self.undeclared(&id.node.name, &span),
            },
            Expression::Member(m) => {
                let base = match m.node.operator.node {
                    MemberOperator::Direct => match self.place_of_record(&m.node.expression)? {
                        Some(place) => place,
                        None => return self.rejected("a member is taken of something that is not a record", &span),
                    },
                    MemberOperator::Indirect => self.pointed_at(&m.node.expression, &span)?,
                };
                let CType::Record(r) = base.ty else {
                    return self.rejected("a member is taken of something that is not a record", &span);
                };
                let name = &m.node.identifier.node.name;
                match self.types.member(r, name) {
                    Some((path, ty)) => self.member_place(base, path, ty, &span),
                    None if self.types.records[r].fields.is_none() => self.rejected("the record is not complete here", &span),
                    None => self.rejected(format!("the record has no member `{name}`"), &span),
                }
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                let (a, b) = self.operands(&op.node.lhs, &op.node.rhs)?;
                self.check_character_index(&op.node.lhs, &b, &span);
                let (pointer, index) = match (a, b) {
                    (Value::Int(i), p) => (self.typed_null(p, &op.node.rhs)?, i),
                    (p, Value::Int(i)) => (self.typed_null(p, &op.node.lhs)?, i),
                    _ => return self.rejected("an index must be a number", &span),
                };
                let place = self.target(pointer, &span)?;
                self.offset(place, index, false, &span)
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                self.pointed_at(&op.node.operand, &span)
            }
            Expression::StringLiteral(s) => self.literal_place(&s.node, e.span.start, &span),
            Expression::CompoundLiteral(c) => self.compound_literal(&c.node, &span),
            Expression::Comma(parts) => {
                let Some((last, first)) = parts.split_last() else { return self.rejected("empty expression", &span) };
                for part in first {
                    self.part(|lower| lower.effect(part))?;
                }
                self.place(last)
            }
            _ => self.unsupported(format!("`{}` as a place", self.source.snippet(e.span)), &span),
        }
    }

    /// The place that the value of an expression points to.
    fn pointed_at(&mut self, e: &Node<Expression>, span: &Span) -> Res<Place> {
        let pointer = self.followed(e, |lower| lower.rvalue(e))?;
        let pointer = self.typed_null(pointer, e)?;
        self.target(pointer, span)
    }

    /// The value of an expression; null, which has no type of its own, as a pointer of the expression's type.
    fn typed_null(&mut self, value: Value, e: &Node<Expression>) -> Res<Value> {
        if !matches!(value, Value::Null) {
            return Ok(value);
        }
        Ok(match self.type_of(e)?.decay() {
            CType::Pointer(to) => Value::Address(super::address::Address::new(super::address::NULL, 0, &to)),
            _ => value,
        })
    }

    /// The place of a record, which may be the result of a call.
    fn place_of_record(&mut self, e: &Node<Expression>) -> Res<Option<Place>> {
        match &e.node {
            Expression::Identifier(_) | Expression::Member(_) | Expression::BinaryOperator(_) | Expression::UnaryOperator(_) if !matches!(&e.node, Expression::BinaryOperator(op) if op.node.operator.node != BinaryOperator::Index) => {
                Ok(Some(self.place(e)?))
            }
            _ => Ok(match self.rvalue(e)? {
                Value::Record(place) => Some(place),
                _ => None,
            }),
        }
    }
}

fn contains_record(ty: &CType) -> bool {
    match ty {
        CType::Record(_) => true,
        CType::Array(of, _) | CType::Variable(of, _) => contains_record(of),
        _ => false,
    }
}
