//! Pointer values that are stored, compared and returned, but never followed.
//!
//! A provisional model that a memory model is to replace: a pointer variable is one integer variable. Null is 0, the
//! address of an object is a negative number of its own, and a pointer that comes from elsewhere (an external function, an
//! integer, an uninitialised variable) is its positive number in the machine. What C determines is exact:
//!
//! - null differs from every object, and objects that are not empty differ from each other;
//! - pointers from elsewhere are compared by their numbers.
//!
//! What it does not determine ends the path at `Unsupported`, if it is reached: whether a pointer from elsewhere equals an
//! object's address, and the number that an object's address converts to. Only addresses that stay valid until the program
//! ends get a number (a pointer to a dead object has no determined value), and only of whole objects or their first
//! elements. String literals get none: it is open whether two of them are one object.
//!
//! Invariant: the variable of a pointer has no machine type, its inputs do, so that no input is ever an object's address.

use super::object::ObjectId;
use super::place::Place;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::{CInt, CType, Rank};
use base::{Check, CmpOp, Expr, Formula, Int, Span, Stmt};
use lang_c::ast::{Expression, Initializer};
use lang_c::span::Node;
use lang_c::visit::Visit;
use std::collections::BTreeSet;

/// Functions whose results are objects of their own; these need the memory model.
const ALLOCATORS: [&str; 10] =
    ["malloc", "calloc", "realloc", "alloca", "aligned_alloc", "memalign", "valloc", "strdup", "strndup", "ldv_malloc"];

pub fn allocates(name: &str) -> bool {
    ALLOCATORS.contains(&name) || name.ends_with("alloc")
}

/// The names in an initialiser.
#[derive(Default)]
struct Names(BTreeSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_identifier(&mut self, id: &'ast lang_c::ast::Identifier, _: &'ast lang_c::span::Span) {
        self.0.insert(id.name.clone());
    }
}

impl Lower<'_> {
    /// The type of the integer that holds a pointer.
    pub fn pointer_type(&self) -> CInt {
        CInt::new(Rank::Pointer, self.types.pointer_size() as u16 * 8, false)
    }

    /// A pointer by its number; the range is that of the constant, if it is one.
    pub fn address_of(&self, expr: Expr) -> Scalar {
        let range = expr.as_const().map(|c| (c.clone(), c.clone()));
        Scalar { expr, ty: self.pointer_type(), range, depth: 0 }
    }

    /// A pointer from elsewhere, or null.
    pub fn foreign(&self, expr: Expr) -> Scalar {
        let machine = self.pointer_type().machine();
        Scalar { range: Some((machine.min(), machine.max())), ..self.address_of(expr) }
    }

    /// The object at whose start a place lies.
    fn start_of(place: &Place) -> Option<ObjectId> {
        let first = place.indices.iter().all(|i| i.expr.as_const() == Some(&Int::ZERO));
        (first && place.fields.is_empty()).then_some(place.object)
    }

    /// Whether a place has an address that no other object shares: literals may overlap, empty objects too.
    fn is_distinct(&self, object: ObjectId) -> bool {
        let ty = &self.objects[object].ty;
        let is_empty = self.objects[object].length.is_none() && self.types.size_of(ty).is_none_or(|n| n == 0);
        !is_empty && !self.is_literal(object)
    }

    /// The number of a pointer value.
    pub fn as_address(&mut self, value: Value, span: &Span) -> Res<Scalar> {
        match value {
            Value::Null => Ok(self.address_of(Expr::from(0))),
            Value::Int(s) if s.expr.as_const() == Some(&Int::ZERO) => Ok(self.address_of(Expr::from(0))),
            Value::Int(s) => {
                let ty = self.pointer_type();
                let s = self.convert(s, ty);
                // Without machine integers the conversion leaves negative numbers, which mean objects here.
                self.refuse_object(&s, "number converted to a pointer", span)?;
                Ok(Scalar { depth: s.depth, ..self.foreign(s.expr) })
            }
            Value::Address(s) => Ok(Scalar { ty: self.pointer_type(), ..s }),
            Value::Pointer(place) if self.is_recursive_local(place.object) => {
                self.unsupported("address of a local of a recursive function kept in a variable", span)
            }
            Value::Pointer(place) => match Self::start_of(&place) {
                Some(object) if self.objects[object].lasting && self.is_distinct(object) => {
                    self.objects[object].address_taken = true;
                    Ok(self.address_of(Expr::from(-1 - object as i64)))
                }
                _ => self.unsupported(format!("address of type {} * kept in a variable", self.types.name(&place.ty)), span),
            },
            Value::Function(name) => self.unsupported(format!("address of the function `{name}` kept in a variable"), span),
            Value::Void => self.rejected("a value is needed here, but the expression has none", span),
            Value::Record(_) => self.rejected("a pointer is needed here, not a record", span),
        }
    }

    fn below_zero(s: &Scalar) -> Formula {
        match &s.range {
            Some((low, _)) if *low >= Int::ZERO => Formula::False,
            _ => Formula::cmp(CmpOp::Lt, s.expr.clone(), 0),
        }
    }

    fn above_zero(s: &Scalar) -> Formula {
        match &s.range {
            Some((_, high)) if *high <= Int::ZERO => Formula::False,
            _ => Formula::cmp(CmpOp::Gt, s.expr.clone(), 0),
        }
    }

    /// Ends the path where the formula holds: there the meaning is open.
    fn undetermined(&mut self, open: Formula, what: &str, span: &Span) -> Res<()> {
        match open {
            Formula::False => {}
            Formula::True => return self.unsupported(what, span),
            open => {
                let error = self.graph.error(Check::Unsupported, what, span);
                let holds = open.negate();
                self.graph.branch(self.graph.here, error, open, Some(span.clone()));
                self.graph.emit(Stmt::Assume(holds), span);
            }
        }
        Ok(())
    }

    /// Ends the path where a pointer is an object's address.
    pub fn refuse_object(&mut self, pointer: &Scalar, what: &str, span: &Span) -> Res<()> {
        let is_object = Self::below_zero(pointer);
        self.undetermined(is_object, what, span)
    }

    /// The number that a pointer converts to.
    pub fn number_of(&mut self, pointer: Scalar, ty: CInt, span: &Span) -> Res<Scalar> {
        self.refuse_object(&pointer, "pointer converted to a number", span)?;
        let number = Scalar { depth: pointer.depth, ..self.foreign(pointer.expr) };
        Ok(self.convert(Scalar { ty: CInt { rank: Rank::LongLong, ..number.ty }, ..number }, ty))
    }

    /// A pointer converted to an integer type. With all its bits it stays a pointer until its number is asked for.
    pub fn address_as(&mut self, pointer: Scalar, ty: CInt, span: &Span) -> Res<Value> {
        let width = self.pointer_type().bits;
        if ty.is_bool() {
            let truth = Scalar::truth(Formula::cmp(CmpOp::Ne, pointer.expr, 0), pointer.depth);
            return Ok(Value::Int(Scalar { ty, ..truth }));
        }
        match ty.bits {
            bits if bits == width => Ok(Value::Address(Scalar { ty, ..pointer })),
            bits if bits < width => Ok(Value::Int(self.number_of(pointer, ty, span)?)),
            _ => self.unsupported("pointer converted to a wider number", span),
        }
    }

    /// Whether two pointers are equal.
    pub fn compare_addresses(&mut self, op: CmpOp, a: Value, b: Value, span: &Span) -> Res<(Formula, u32)> {
        let known = |equal: bool| (Formula::from(equal == (op == CmpOp::Eq)), 0);
        if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
            return self.unsupported("order of pointers", span);
        }
        let is_null = |v: &Value| match v {
            Value::Null => Some(true),
            Value::Int(s) if s.expr.as_const() == Some(&Int::ZERO) => Some(true),
            Value::Pointer(_) | Value::Function(_) => Some(false),
            _ => None,
        };
        match (is_null(&a), is_null(&b)) {
            (Some(x), Some(y)) if x || y => return Ok(known(x == y)),
            _ => {}
        }
        if let (Value::Pointer(x), Value::Pointer(y)) = (&a, &b)
            && let (Some(x), Some(y)) = (Self::start_of(x), Self::start_of(y))
            && (x == y || (self.is_distinct(x) && self.is_distinct(y)))
        {
            return Ok(known(x == y));
        }
        if ![&a, &b].into_iter().any(|v| matches!(v, Value::Address(_))) {
            return self.unsupported("comparison of pointers", span);
        }
        let (x, y) = (self.as_address(a, span)?, self.as_address(b, span)?);
        let open = Formula::or([
            Formula::and([Self::below_zero(&x), Self::above_zero(&y)]),
            Formula::and([Self::above_zero(&x), Self::below_zero(&y)]),
        ]);
        self.undetermined(open, "comparison of an address with a pointer from elsewhere", span)?;
        let depth = x.depth.max(y.depth) + 1;
        Ok((Formula::cmp(op, x.expr, y.expr), depth))
    }

    /// Puts a pointer into a variable of its own.
    pub fn spill_address(&mut self, pointer: Scalar, span: &Span) -> Scalar {
        let ty = pointer.ty;
        let spilled = self.spill(Scalar { ty: self.pointer_type(), ..pointer }, span);
        Scalar { ty, ..spilled }
    }

    /// Assigns a pointer.
    pub fn store_address(&mut self, place: &Place, value: Value, span: &Span) -> Res<()> {
        // What an external variable points to can be written by other code.
        let known_to_all = match &value {
            Value::Pointer(target) => self.objects[target.object].external,
            _ => false,
        };
        let address = self.as_address(value, span)?;
        if self.objects[place.object].external && !known_to_all {
            self.refuse_object(&address, "address given to a variable that other code can read", span)?;
        }
        self.store(place, address, span)
    }

    /// One of two pointers.
    pub fn join_addresses(&mut self, first: (base::LocId, Value), second: (base::LocId, Value), span: &Span) -> Res<Value> {
        let var = self.temporary(self.pointer_type());
        let join = self.graph.loc(Some(span.clone()));
        for (at, value) in [first, second] {
            self.graph.here = at;
            let address = match value {
                Value::Int(s) if !Self::is_const(&s.expr) => return self.unsupported("choice between a pointer and a number", span),
                value => self.as_address(value, span)?,
            };
            self.graph.assign(var, address.expr, span);
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(Value::Address(self.address_of(var.into())))
    }

    /// The address that a static pointer starts with, if it is known.
    pub fn static_address(&mut self, ty: &CType, e: &Node<Expression>) -> Res<Option<Int>> {
        let span = self.span(e.span);
        let mark = self.graph.mark();
        let address = self.attempt(|lower| {
            let value = lower.rvalue(e)?;
            let value = lower.cast(value, ty, &span)?;
            let address = lower.as_address(value, &span)?;
            Ok((address, lower.graph.untouched(&mark)))
        })?;
        self.graph.back_to(mark);
        Ok(match address {
            Ok((address, true)) => address.expr.as_const().cloned(),
            _ => None,
        })
    }

    /// Objects that the initialiser of an external variable names can be written by other code.
    pub fn expose(&mut self, initializer: &Node<Initializer>) {
        let mut names = Names::default();
        names.visit_initializer(&initializer.node, &initializer.span);
        for name in names.0 {
            if let Some(super::Entity::Object(object)) = self.globals.names.get(&name) {
                self.objects[*object].external = true;
            }
        }
    }
}
