//! Pointer arithmetic that leaves its object (check `undefined`).
//!
//! C defines `p + n` only if both pointers point into one object or right behind it. Where the result is followed by the same
//! expression (`p[i]`, `*(p + i)`, `*p++`), the check of that access says more, and nothing is asked here. Member addresses and
//! what takes them back (`&((T *)0)->m`, `offsetof`, `container_of`) are no arithmetic. A pointer without an object that the
//! program shows may be moved as a number; only null may not.
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
            let mut at = &op.node.operand.node;
            loop {
                at = match at {
                    Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => &m.node.expression.node,
                    Expression::Member(m) => break matches!(m.node.expression.node, Expression::Cast(_)),
                    Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => &op.node.lhs.node,
                    _ => break false,
                }
            }
        }
        _ => false,
    }
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
            && let Some((outside, what)) = self.is_outside(place)
        {
            self.require(vec![(Check::Undefined, outside, format!("pointer arithmetic leaves {what}"))], span);
            return Ok(());
        }
        if !self.options.checks.contains(&Check::Undefined) {
            self.graph.unchecked.insert(Check::Undefined);
            return Ok(());
        }
        let address = match pointer {
            Value::Pointer(Place { base: Base::Memory(address, _), .. }) => address.clone(),
            other => self.as_address(other.clone(), span)?,
        };
        self.deed(Deed::Leave { object: super::address::unmoved(address.object), offset: address.offset }, span);
        Ok(())
    }

    /// When a place in a declared object with at most one index lies outside of the array; the object's bytes decide about others.
    fn is_outside(&self, place: &Place) -> Option<(Formula, String)> {
        let (Base::Object(_), [index]) = (&place.base, place.indices.as_slice()) else { return None };
        let below = match &index.range {
            Some((low, _)) if *low >= Int::ZERO => Formula::False,
            _ => Formula::cmp(CmpOp::Lt, index.expr.clone(), 0),
        };
        let beyond = match (&index.dim, &index.range) {
            (Dim::Fixed(n), Some((_, high))) if *high <= Int::from(*n) => Formula::False,
            (Dim::Fixed(n), _) => Formula::cmp(CmpOp::Gt, index.expr.clone(), Int::from(*n)),
            (Dim::Variable(n), _) => Formula::cmp(CmpOp::Gt, index.expr.clone(), *n),
            (Dim::Open, _) => return None,
        };
        Some((Formula::or([below, beyond]), format!("`{}`", index.array)))
    }

    /// The check of a pointer that was moved, where it is known what it may point to.
    pub fn left(&mut self, object: &Expr, offset: &Expr, r: &Resolver, span: &Span) {
        let numbers = r.points_to.objects(object);
        let object = self.tidy(object, r);
        let mut conditions = Vec::new();
        if numbers.contains(&0) {
            let moved = [Formula::cmp(CmpOp::Eq, object.clone(), 0), Formula::cmp(CmpOp::Ne, offset.clone(), 0)];
            conditions.push((Check::Undefined, Formula::and(moved), "arithmetic on a null pointer".to_owned()));
        }
        let targets = self.targets(&numbers, r);
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
