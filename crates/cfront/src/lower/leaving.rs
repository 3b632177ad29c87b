//! Pointer arithmetic that leaves its object (check `undefined`).
//!
//! C defines `p + n` only if both pointers point into one object or right behind it. Where the result is followed by the same
//! expression (`p[i]`, `*(p + i)`, `*p++`), the check of that access says more, and nothing is asked here. Distances of members and
//! what takes them back (`&((T *)0)->m`, `offsetof`, `container_of`) are no arithmetic; the address of a member of what a pointer points to
//! must not start from null. A pointer without an object that the program shows may be moved as a number; only null may not, not even by 0.
//!
//! Invariant: if `undefined` is listed, a null pointer has no offset other than 0 after arithmetic.

use super::memory::Deed;
use super::place::{Base, Dim, Place};
use super::resolve::Resolver;
use super::value::Value;
use super::{Lower, Res};
use base::{Check, CmpOp, Expr, Formula, Int, Span};
use lang_c::ast::{BinaryOperator, Expression, MemberOperator, UnaryOperator};
use lang_c::span::Node;

/// Whether an expression is the distance of a member from the start of its record.
fn is_member_offset(e: &Expression) -> bool {
    match e {
        Expression::OffsetOf(_) => true,
        Expression::Cast(cast) => is_member_offset(&cast.node.expression.node),
        Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Address => {
            pointer_to_record(&op.node.operand.node).is_some_and(is_cast)
        }
        _ => false,
    }
}

/// The pointer to the record that a place is a member of.
fn pointer_to_record(place: &Expression) -> Option<&Expression> {
    match place {
        Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => pointer_to_record(&m.node.expression.node),
        Expression::Member(m) => Some(&m.node.expression.node),
        Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => pointer_to_record(&op.node.lhs.node),
        _ => None,
    }
}

fn is_cast(e: &Expression) -> bool {
    matches!(e, Expression::Cast(_))
}

/// Whether a place is a member of what a pointer points to that is no constant.
pub fn is_behind_pointer(place: &Expression) -> bool {
    pointer_to_record(place).is_some_and(|pointer| !is_cast(pointer))
}

/// Whether the address of a place is the result of arithmetic: `&a[i]`, `&a[i].m`, `&(p + i)->m`.
pub fn computes_address(e: &Expression) -> bool {
    match e {
        Expression::BinaryOperator(op) => op.node.operator.node == BinaryOperator::Index,
        Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => computes_address(&m.node.expression.node),
        Expression::Member(m) => moves(&m.node.expression.node),
        _ => false,
    }
}

/// Whether an expression is pointer arithmetic, if its value is a pointer.
pub fn moves(e: &Expression) -> bool {
    match e {
        Expression::BinaryOperator(op) => matches!(op.node.operator.node, BinaryOperator::Plus | BinaryOperator::Minus),
        Expression::UnaryOperator(op) => super::assign::step(&op.node.operator.node).is_some(),
        _ => false,
    }
}

impl Lower<'_> {
    /// Translates an expression whose pointer is followed at once, so that the access says whether it stayed inside.
    pub fn followed<T>(&mut self, e: &Node<Expression>, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        // What `*p--` leaves in `p` is not what it follows.
        let stays = !matches!(&e.node, Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::PostDecrement);
        let key = (e.span.start, e.span.end);
        let new = stays && self.followed.insert(key);
        let done = work(self);
        if new {
            self.followed.remove(&key);
        }
        done
    }

    /// A pointer that the arithmetic in `e` made must point into its object or right behind it.
    pub fn check_moved(&mut self, pointer: &Value, e: &Node<Expression>, span: &Span) -> Res<()> {
        let by_member = match &e.node {
            Expression::BinaryOperator(op) => is_member_offset(&op.node.rhs.node),
            _ => false,
        };
        // The models of library functions move within what they access.
        if by_member || self.followed.contains(&(e.span.start, e.span.end)) || e.span.start >= self.source.models_start {
            return Ok(());
        }
        self.check_inside(pointer, span)
    }

    /// A pointer must point into its object or right behind it.
    pub fn check_inside(&mut self, pointer: &Value, span: &Span) -> Res<()> {
        if let Value::Pointer(place) = pointer
            && let Some(outside) = self.is_outside(place)
        {
            let conditions =
                outside.into_iter().map(|(outside, what)| (Check::Undefined, outside, format!("pointer arithmetic leaves {what}")));
            self.require(conditions.collect(), span);
            return Ok(());
        }
        self.check_left(pointer, false, span)
    }

    /// The address of a member of what a pointer points to: the pointer must not be null.
    pub fn check_member(&mut self, place: &Place, span: &Span) -> Res<()> {
        match place.base {
            Base::Object(_) => Ok(()),
            Base::Memory(..) => self.check_left(&Value::Pointer(place.clone()), true, span),
        }
    }

    /// Asks when it is known what the pointer may point to.
    fn check_left(&mut self, pointer: &Value, member: bool, span: &Span) -> Res<()> {
        if !self.options.checks.contains(&Check::Undefined) {
            self.graph.unchecked.insert(Check::Undefined);
            return Ok(());
        }
        let address = match pointer {
            Value::Pointer(Place { base: Base::Memory(address, _), .. }) => address.clone(),
            other => self.as_address(other.clone(), span)?,
        };
        self.deed(Deed::Leave { object: super::address::unmoved(address.object), offset: address.offset, member }, span);
        Ok(())
    }

    /// When a place in a declared object lies outside of one of the arrays on the way, or right behind one that is not the last; the
    /// object's bytes decide about what has no such bounds.
    fn is_outside(&self, place: &Place) -> Option<Vec<(Formula, String)>> {
        let (Base::Object(_), [outer @ .., _]) = (&place.base, place.indices.as_slice()) else { return None };
        let mut found = Vec::new();
        for (n, index) in place.indices.iter().enumerate() {
            // Inner arrays follow the element of the outer one that they belong to.
            let op = if n == outer.len() { CmpOp::Gt } else { CmpOp::Ge };
            let below = match &index.range {
                Some((low, _)) if *low >= Int::ZERO => Formula::False,
                _ => Formula::cmp(CmpOp::Lt, index.expr.clone(), 0),
            };
            let beyond = match (&index.dim, &index.range) {
                (Dim::Fixed(n), Some((_, high))) if *high < Int::from(*n) || op == CmpOp::Gt && *high == Int::from(*n) => Formula::False,
                (Dim::Fixed(n), _) => Formula::cmp(op, index.expr.clone(), Int::from(*n)),
                (Dim::Variable(n), _) => Formula::cmp(op, index.expr.clone(), *n),
                (Dim::Open, _) => return None,
            };
            found.push((Formula::or([below, beyond]), format!("`{}`", index.array)));
        }
        Some(found)
    }

    /// The check of a pointer that was moved, where it is known what it may point to.
    pub fn left(&mut self, object: &Expr, offset: &Expr, member: bool, r: &Resolver, span: &Span) {
        let numbers = r.points_to.objects(object);
        let object = self.tidy(object, r);
        let mut conditions = Vec::new();
        if numbers.contains(&0) {
            let what = if member { "a member of what a null pointer points to" } else { "arithmetic on a null pointer" };
            conditions.push((Check::Undefined, Formula::cmp(CmpOp::Eq, object.clone(), 0), what.to_owned()));
        }
        let targets = if member { Vec::new() } else { self.targets(&numbers, r) };
        let alone = targets.len() == 1 && numbers.iter().all(|n| *n > 0);
        for target in &targets {
            let Some(size) = self.target_size(target, &object, r) else { continue };
            let what = match (r.block_of(target), target) {
                (None, super::access::Target::Single(o)) => format!("`{}`", self.objects[*o].name),
                _ => "its block of memory".to_owned(),
            };
            let here = if alone { Formula::True } else { target.condition(&object, &targets, r) };
            let outside = Formula::or([Formula::cmp(CmpOp::Lt, offset.clone(), 0), Formula::cmp(CmpOp::Gt, offset.clone(), size)]);
            conditions.push((Check::Undefined, Formula::and([here, outside]), format!("pointer arithmetic leaves {what}")));
        }
        self.require(conditions, span);
    }
}
