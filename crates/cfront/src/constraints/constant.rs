//! Constants (C11 6.6): integer constant expressions, and what an object that lives as long as the program may be given.
//!
//! gcc folds more than the standard asks for (`x - x`, `strlen("abc")`, constant objects); whatever it may fold has no value here and is not complained
//! about.

use super::expression::computes;
use super::types::Type;
use super::{Checker, Entity};
use crate::types::CInt;
use lang_c::ast::{
    BinaryOperator as B, CallExpression, Constant, Expression, Integer, IntegerBase, IntegerSize, MemberOperator, OffsetOfExpression,
    UnaryOperator as U,
};
use lang_c::span::Node;

/// What an expression is where a constant is needed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Known(i128),
    /// It is certainly no constant, for this reason.
    Not(String),
    Unknown,
}

/// What the constant is needed for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// A number when the program is compiled.
    Integer,
    /// What a variable holds when the program starts, which may be an address, or the value of a constant object.
    Initial,
}

/// The same with types.
enum Folded {
    Known(i128, CInt),
    /// The address of something, and perhaps a number of bytes more.
    Address,
    Not(String),
    Unknown,
}

use Folded::{Address, Known, Not, Unknown};

/// Functions whose calls gcc folds if the arguments are constant, besides those of `<math.h>` and `<ctype.h>`.
const FOLDED: &str = "abs labs llabs imaxabs ffs ffsl ffsll bcmp index memchr memcmp memcpy mempcpy memset rindex stpcpy strcasecmp strcat strchr strcmp \
    strcpy strcspn strdup strlen strncasecmp strncat strncmp strncpy strnlen strpbrk strrchr strspn strstr toascii tolower toupper";

/// Of `<math.h>`, without suffixes for `float` and `long double`.
const MATH: &str = "acos acosh asin asinh atan atan2 atanh cbrt ceil copysign cos cosh drem erf erfc exp exp10 exp2 expm1 fabs fdim finite floor fma fmax \
    fmin fmod frexp gamma hypot ilogb isinf isnan j0 j1 jn ldexp lgamma llrint llround log log10 log1p log2 logb lrint lround modf nan nearbyint nextafter \
    nexttoward pow pow10 remainder remquo rint round roundeven scalb scalbln scalbn signbit significand sin sinh sqrt tan tanh tgamma trunc y0 y1 yn";

/// Whether the compiler may know the result of a function that has this name.
fn may_fold(name: &str) -> bool {
    let is_in = |list: &str, name: &str| list.split_whitespace().any(|word| word == name);
    let bare = name.strip_suffix(['f', 'l']).unwrap_or(name);
    // Complex functions begin like the others.
    let complex = bare.strip_prefix('c').is_some_and(|rest| is_in(MATH, rest) || is_in("abs arg imag real onj proj", rest));
    let is_reserved = name.starts_with("__") || name.contains("builtin");
    is_reserved || complex || name.starts_with("is") || is_in(FOLDED, name) || is_in(MATH, name) || is_in(MATH, bare)
}

/// A value that was computed in a type; none if it overflows.
fn in_type(value: Option<i128>, ty: CInt) -> Folded {
    match value {
        Some(v) if !ty.signed || wrapped(v, ty) == v => Known(wrapped(v, ty), ty),
        _ => Unknown,
    }
}

/// The value that a conversion to the type gives.
fn wrapped(value: i128, ty: CInt) -> i128 {
    if ty.is_bool() {
        return i128::from(value != 0);
    }
    let low = value & ((1 << ty.bits) - 1);
    if ty.signed && low >> (ty.bits - 1) != 0 { low - (1 << ty.bits) } else { low }
}

fn truth(holds: bool) -> Folded {
    Known(holds.into(), CInt::INT)
}

impl Checker {
    /// The value of an integer constant expression.
    pub fn constant(&mut self, e: &Node<Expression>) -> Value {
        match self.fold(e, Need::Integer) {
            Known(v, _) => Value::Known(v),
            Not(why) => Value::Not(why),
            Address | Unknown => Value::Unknown,
        }
    }

    /// The value of an enumerator with its type, which is `int` if that has the value.
    pub fn enumerator(&mut self, e: &Node<Expression>) -> Option<(i128, CInt)> {
        match self.fold(e, Need::Integer) {
            Known(v, ty) => Some((v, if wrapped(v, CInt::INT) == v { CInt::INT } else { ty })),
            _ => None,
        }
    }

    /// The enumerator behind another one, if the type of that has one more number.
    pub fn next_enumerator((value, ty): (i128, CInt)) -> Option<(i128, CInt)> {
        let next = value + 1;
        (wrapped(next, ty) == next).then(|| (next, if wrapped(next, CInt::INT) == next { CInt::INT } else { ty }))
    }

    /// Why an expression is certainly not what an object may be given before the program runs.
    pub fn varies(&mut self, e: &Node<Expression>) -> Option<String> {
        if let Not(why) = self.fold(e, Need::Initial) { Some(why) } else { None }
    }

    /// Looks at a part of the program once more, without leaving anything behind.
    fn again<T>(&mut self, look: impl FnOnce(&mut Self) -> super::Res<T>) -> Option<T> {
        // What lies in itself again and again would be looked at more often each time.
        if self.again >= 4 {
            return None;
        }
        self.again += 1;
        let jumps = std::mem::take(&mut self.jumps);
        let found = self.inside(look).ok();
        self.jumps = jumps;
        self.again -= 1;
        found
    }

    /// The type of an integer constant (C11 6.4.4.1).
    pub fn integer_constant(&self, i: &Integer) -> Option<(i128, CInt)> {
        let radix = match i.base {
            IntegerBase::Decimal => 10,
            IntegerBase::Octal => 8,
            IntegerBase::Hexadecimal => 16,
            IntegerBase::Binary => 2,
        };
        let value = i128::from_str_radix(if i.number.is_empty() { "0" } else { &i.number }, radix).ok()?;
        if i.suffix.imaginary {
            return None;
        }
        let sizes = &self.sizes;
        let types = [CInt::INT, CInt::UINT, sizes.long(true), sizes.long(false), sizes.long_long(true), sizes.long_long(false)];
        let first = match i.suffix.size {
            IntegerSize::Int => 0,
            IntegerSize::Long => 2,
            IntegerSize::LongLong => 4,
        };
        let may_be = |ty: &&CInt| if ty.signed { !i.suffix.unsigned } else { i.suffix.unsigned || radix != 10 };
        let ty = types[first..].iter().filter(may_be).find(|ty| wrapped(value, **ty) == value)?;
        Some((value, *ty))
    }

    fn fold(&mut self, e: &Node<Expression>, need: Need) -> Folded {
        match &e.node {
            Expression::Constant(c) => match &c.node {
                Constant::Integer(i) => self.integer_constant(i).map_or(Unknown, |(v, ty)| Known(v, ty)),
                Constant::Character(text) => match text.as_bytes() {
                    [b'\'', c, b'\''] if c.is_ascii() => Known(i128::from(*c), CInt::INT),
                    _ => Unknown,
                },
                Constant::Float(_) => Unknown,
            },
            Expression::StringLiteral(_) => Address,
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Constant(value)) => value.map_or(Unknown, |v| in_type(Some(v), CInt::INT)),
                Some(Entity::Object(o)) => match &o.of.ty {
                    Type::Unknown | Type::Void => Unknown,
                    Type::Array(..) | Type::Function(_) => self.place(e, need),
                    _ if need == Need::Initial && o.of.is_fixed() && o.defined => Unknown,
                    _ => Not(format!("`{}` is not a constant", id.node.name)),
                },
                _ => Unknown,
            },
            Expression::Call(call) => self.folded_call(&call.node),
            Expression::UnaryOperator(u) => self.fold_unary(e, &u.node.operator.node, &u.node.operand, need),
            Expression::BinaryOperator(b) if b.node.operator.node == B::Index => self.fold_object(e, need),
            Expression::BinaryOperator(b) => self.fold_binary(&b.node.operator.node, &b.node.lhs, &b.node.rhs, need),
            Expression::Member(_) => self.fold_object(e, need),
            Expression::Cast(c) => {
                let Some(to) = self.again(|this| this.type_name(&c.node.type_name)) else { return Unknown };
                let value = self.fold(&c.node.expression, need);
                self.fold_cast(&to.ty, value, need)
            }
            Expression::Conditional(c) => match self.fold(&c.node.condition, need) {
                Known(condition, _) => {
                    let chosen = if condition == 0 { &c.node.else_expression } else { &c.node.then_expression };
                    match self.fold(chosen, need) {
                        Known(v, _) => {
                            let ty = self.again(|this| this.expression(e)).and_then(|v| self.integer(&v.of.ty));
                            ty.map_or(Unknown, |ty| Known(wrapped(v, ty), ty))
                        }
                        other => other,
                    }
                }
                Not(why) => match (self.fold(&c.node.then_expression, need), self.fold(&c.node.else_expression, need)) {
                    (Known(a, _), Known(b, _)) if a == b => Unknown,
                    (Unknown, _) | (_, Unknown) => Unknown,
                    _ => Not(why),
                },
                Address | Unknown => Unknown,
            },
            Expression::Comma(_) => Not("a list with commas is not a constant".into()),
            Expression::VaArg(_) => Not("an argument is not a constant".into()),
            Expression::SizeOfTy(t) => match self.again(|this| this.type_name(&t.node.0)) {
                Some(of) => self.folded_size(&of.ty),
                None => Unknown,
            },
            Expression::SizeOfVal(v) => match self.again(|this| this.expression(&v.node.0)) {
                Some(value) => self.folded_size(&value.of.ty),
                None => Unknown,
            },
            // An object or a member may be aligned otherwise than its type.
            Expression::AlignOf(t) if super::expression::is_type_of_value(&t.node.0) => Unknown,
            Expression::AlignOf(t) => {
                let of = self.again(|this| this.type_name(&t.node.0));
                let n = of.and_then(|of| self.alignment(&of.ty));
                n.map_or(Unknown, |n| Known(n.into(), self.sizes.size_type()))
            }
            Expression::OffsetOf(o) => self.folded_offset(&o.node).map_or(Unknown, |n| Known(n.into(), self.sizes.size_type())),
            Expression::CompoundLiteral(c) => match self.again(|this| this.type_name(&c.node.type_name)) {
                Some(of) if matches!(of.ty, Type::Array(..)) => self.place(e, need),
                _ => Unknown,
            },
            Expression::GenericSelection(g) => match self.again(|this| this.selected(&g.node)).flatten() {
                Some(chosen) => self.fold(chosen, need),
                None => Unknown,
            },
            Expression::Statement(_) => Unknown,
        }
    }

    /// The address of what an expression denotes.
    fn place(&mut self, e: &Node<Expression>, need: Need) -> Folded {
        let outside = self.result.is_none();
        match &e.node {
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Object(o)) if o.lasts => Address,
                Some(Entity::Object(_)) => Not(format!("`{}` begins to live later", id.node.name)),
                _ => Unknown,
            },
            Expression::StringLiteral(_) => Address,
            Expression::CompoundLiteral(_) if outside => Address,
            Expression::CompoundLiteral(_) => Not("what is made here begins to live later".into()),
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => self.place(&m.node.expression, need),
            Expression::Member(m) => match self.fold(&m.node.expression, need) {
                Known(..) => Unknown,
                other => other,
            },
            Expression::UnaryOperator(u) if u.node.operator.node == U::Indirection => match self.fold(&u.node.operand, need) {
                Known(..) => Unknown,
                other => other,
            },
            Expression::BinaryOperator(b) if b.node.operator.node == B::Index => {
                match (self.fold(&b.node.lhs, need), self.fold(&b.node.rhs, need)) {
                    (Not(why), _) | (_, Not(why)) => Not(why),
                    (Address, Known(..)) | (Known(..), Address) => Address,
                    _ => Unknown,
                }
            }
            _ => Unknown,
        }
    }

    /// The value of a part of something.
    fn fold_object(&mut self, e: &Node<Expression>, need: Need) -> Folded {
        let mut root = e;
        loop {
            root = match &root.node {
                Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => &m.node.expression,
                Expression::BinaryOperator(b) if b.node.operator.node == B::Index => &b.node.lhs,
                // Parts of literals are folded.
                Expression::StringLiteral(_) | Expression::CompoundLiteral(_) => return Unknown,
                _ => break,
            };
        }
        let Some(value) = self.again(|this| this.expression(e)) else { return Unknown };
        match &value.of.ty {
            Type::Unknown | Type::Void => Unknown,
            Type::Array(..) | Type::Function(_) => self.place(e, need),
            _ if need == Need::Initial && value.of.is_fixed() => Unknown,
            _ => Not("what an object holds is not a constant".into()),
        }
    }

    fn folded_call(&self, call: &CallExpression) -> Folded {
        match &call.callee.node {
            Expression::Identifier(id) if !may_fold(&id.node.name) => Not(format!("the result of `{}` is not a constant", id.node.name)),
            _ => Unknown,
        }
    }

    fn folded_size(&self, ty: &Type) -> Folded {
        if self.records.has_variable_size(ty) {
            return Not("the size of this is known when the program runs".into());
        }
        self.size(ty).map_or(Unknown, |n| Known(n.into(), self.sizes.size_type()))
    }

    fn folded_offset(&mut self, o: &OffsetOfExpression) -> Option<u64> {
        let of = self.again(|this| this.type_name(&o.type_name))?;
        let (Type::Record(record), true) = (of.ty, o.designator.node.members.is_empty()) else { return None };
        let (path, _) = self.sizes.member(record, &o.designator.node.base.node.name)?;
        let (mut record, mut bits) = (record, 0);
        for field in path {
            bits += self.sizes.arrangement(record)?.fields.get(field as usize)?;
            if let Some(crate::types::CType::Record(inner)) = self.sizes.records[record].fields.as_ref()?.get(field as usize).map(|f| &f.ty)
            {
                record = *inner;
            }
        }
        Some(bits / 8)
    }

    fn fold_cast(&self, to: &Type, value: Folded, need: Need) -> Folded {
        match (to, self.integer(to), value) {
            (Type::Unknown | Type::Void, ..) => Unknown,
            (_, _, Not(why)) => Not(why),
            (Type::Int(_), Some(ty), Known(v, _)) => Known(wrapped(v, ty), ty),
            (Type::Int(_), Some(ty), Address) if !ty.is_bool() => match u64::from(ty.bits) == self.sizes.pointer_size() * 8 {
                true if need == Need::Initial => Address,
                _ => Not("an address is not a number here".into()),
            },
            (Type::Pointer(_), _, Address) => Address,
            _ => Unknown,
        }
    }

    fn fold_unary(&mut self, e: &Node<Expression>, op: &U, operand: &Node<Expression>, need: Need) -> Folded {
        match op {
            U::Address => return self.place(operand, need),
            U::Indirection => return self.fold_object(e, need),
            U::PostIncrement | U::PostDecrement | U::PreIncrement | U::PreDecrement => {
                return Not("something is changed in a constant".into());
            }
            U::Minus | U::Plus | U::Complement | U::Negate => {}
        }
        match (op, self.fold(operand, need)) {
            (_, Not(why)) => Not(why),
            (U::Negate, Known(v, _)) => truth(v == 0),
            (U::Minus, Known(v, ty)) => in_type(Some(-v), ty.promote()),
            (U::Plus, Known(v, ty)) => Known(v, ty.promote()),
            (_, Known(v, ty)) => in_type(Some(-1 - v), ty.promote()),
            (U::Plus, Address) => Address,
            (U::Minus | U::Complement, Address) => Not("an address is not a number here".into()),
            _ => Unknown,
        }
    }

    fn fold_binary(&mut self, op: &B, lhs: &Node<Expression>, rhs: &Node<Expression>, need: Need) -> Folded {
        let a = self.fold(lhs, need);
        match (op, &a) {
            // What is not evaluated need not be constant.
            (B::LogicalAnd, Known(0, _)) => return truth(false),
            (B::LogicalOr, Known(v, _)) if *v != 0 => return truth(true),
            _ => {}
        }
        let b = self.fold(rhs, need);
        match (op, a, b) {
            (B::LogicalAnd | B::LogicalOr, Known(..), Known(v, _)) => truth(v != 0),
            (B::LogicalAnd | B::LogicalOr, Known(..), Not(why)) => Not(why),
            (B::LogicalAnd, Not(why), Known(v, _)) if v != 0 => Not(why),
            (B::LogicalOr, Not(why), Known(0, _)) => Not(why),
            (B::LogicalAnd | B::LogicalOr, ..) => Unknown,
            (_, Known(a, x), Known(b, y)) => arithmetic(op, (a, x), (b, y)),
            (B::Minus, Address, Address) => match (named_object(lhs), named_object(rhs)) {
                (Some(a), Some(b)) if a != b => Not(format!("how far `{a}` and `{b}` are apart is not a constant")),
                _ => Unknown,
            },
            (B::Plus, Address, Known(..)) | (B::Plus, Known(..), Address) | (B::Minus, Address, Known(..)) => Address,
            (B::Multiply | B::Divide | B::Modulo | B::ShiftLeft | B::ShiftRight, Address, Known(v, _)) if v > 1 => {
                Not("an address is not a number here".into())
            }
            // Two that vary may cancel each other out, `x + -x`; one stays.
            (B::Plus | B::Minus, Not(why), Known(..) | Address | Unknown) => Not(why),
            (B::Plus | B::Minus, Known(..) | Address | Unknown, Not(why)) => Not(why),
            (B::Multiply | B::BitwiseAnd | B::BitwiseOr | B::BitwiseXor, Not(why), Known(v, _)) if v > 0 => Not(why),
            (B::Multiply | B::BitwiseAnd | B::BitwiseOr | B::BitwiseXor, Known(v, _), Not(why)) if v > 0 => Not(why),
            (B::Divide | B::Modulo, Not(why), Known(v, _)) if v > 1 => Not(why),
            (B::ShiftLeft | B::ShiftRight, Not(why), Known(0..=7, _)) => Not(why),
            (B::Divide | B::Modulo | B::ShiftLeft | B::ShiftRight, Known(v, _), Not(why)) if v > 0 => Not(why),
            (op, Not(why), Known(v, _)) if is_comparison(op) && self.is_usual(lhs, v) => Not(why),
            (op, Known(v, _), Not(why)) if is_comparison(op) && self.is_usual(rhs, v) => Not(why),
            (op, Not(why), Not(_)) if is_assignment(op) || differ(lhs, rhs) => Not(why),
            (op, ..) if is_assignment(op) => Not("something is changed in a constant".into()),
            _ => Unknown,
        }
    }

    /// Whether an expression may be less and greater than a number, so that no comparison is decided by the type.
    fn is_usual(&mut self, e: &Node<Expression>, value: i128) -> bool {
        let ty = self.again(|this| this.expression(e)).and_then(|v| self.integer(&v.of.ty));
        ty.is_some_and(|ty| (1..100).contains(&value) && !ty.is_bool() || value == 0 && ty.signed)
    }
}

/// The name of the object or function that an address leads into, by the form of the expression.
fn named_object(e: &Node<Expression>) -> Option<&str> {
    match &e.node {
        Expression::Identifier(id) => Some(&id.node.name),
        Expression::UnaryOperator(u) if u.node.operator.node == U::Address => named_object(&u.node.operand),
        Expression::BinaryOperator(b) if matches!(b.node.operator.node, B::Index | B::Plus | B::Minus) => named_object(&b.node.lhs),
        Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => named_object(&m.node.expression),
        Expression::Cast(c) => named_object(&c.node.expression),
        _ => None,
    }
}

/// Two names that are not the same.
fn differ(a: &Node<Expression>, b: &Node<Expression>) -> bool {
    matches!((&a.node, &b.node), (Expression::Identifier(a), Expression::Identifier(b)) if a.node.name != b.node.name)
}

fn is_comparison(op: &B) -> bool {
    matches!(op, B::Less | B::Greater | B::LessOrEqual | B::GreaterOrEqual | B::Equals | B::NotEquals)
}

fn is_assignment(op: &B) -> bool {
    *op == B::Assign || computes(op).is_some()
}

/// What an operator makes of two numbers, in the type that the usual conversions give.
fn arithmetic(op: &B, (a, x): (i128, CInt), (b, y): (i128, CInt)) -> Folded {
    if let B::ShiftLeft | B::ShiftRight = op {
        let ty = x.promote();
        return match (op, (0..i128::from(ty.bits)).contains(&b) && a >= 0) {
            (B::ShiftLeft, true) => in_type(a.checked_mul(1 << b), ty),
            (_, true) => Known(a >> b, ty),
            (_, false) => Unknown,
        };
    }
    let ty = CInt::common(x, y);
    let (a, b) = (wrapped(a, ty), wrapped(b, ty));
    match op {
        B::Divide | B::Modulo if b == 0 => Not("a division by zero is not a constant".into()),
        B::Multiply => in_type(a.checked_mul(b), ty),
        B::Divide => in_type(a.checked_div(b), ty),
        B::Modulo => in_type(a.checked_rem(b), ty),
        B::Plus => in_type(a.checked_add(b), ty),
        B::Minus => in_type(a.checked_sub(b), ty),
        B::Less => truth(a < b),
        B::Greater => truth(a > b),
        B::LessOrEqual => truth(a <= b),
        B::GreaterOrEqual => truth(a >= b),
        B::Equals => truth(a == b),
        B::NotEquals => truth(a != b),
        B::BitwiseAnd => Known(a & b, ty),
        B::BitwiseXor => Known(a ^ b, ty),
        B::BitwiseOr => Known(a | b, ty),
        _ => Unknown,
    }
}
