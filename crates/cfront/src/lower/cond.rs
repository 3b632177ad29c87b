//! Conditions as jumping code: short circuits become branches only where evaluating the right side does something.

use super::arith::as_truth;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::CInt;
use base::{CmpOp, Formula, LocId, Span};
use lang_c::ast::{BinaryOperator, Expression, UnaryOperator};
use lang_c::span::Node;

/// The exits of an evaluated condition: from a location, if a formula holds there.
pub struct Exits {
    pub yes: Vec<(LocId, Formula)>,
    pub no: Vec<(LocId, Formula)>,
    depth: u32,
}

/// Conditions deeper than this become branches.
const DEPTH_LIMIT: u32 = 60;

impl Exits {
    fn at(here: LocId, formula: Formula, depth: u32) -> Self {
        Exits { no: vec![(here, formula.negate())], yes: vec![(here, formula)], depth }
    }

    /// The formula at the current location that decides, if there is just one.
    pub fn simple(&self, here: LocId) -> Option<&Formula> {
        match (self.yes.as_slice(), self.no.as_slice()) {
            ([(a, formula)], [(b, _)]) if *a == here && *b == here && self.depth < DEPTH_LIMIT => Some(formula),
            _ => None,
        }
    }

    /// All that is asked at the exits.
    fn any(&self) -> Formula {
        Formula::or(self.yes.iter().chain(&self.no).map(|(_, formula)| formula.clone()))
    }

    fn swapped(self) -> Self {
        Exits { yes: self.no, no: self.yes, depth: self.depth }
    }
}

impl Lower<'_> {
    /// Evaluates a condition.
    pub fn condition(&mut self, e: &Node<Expression>) -> Res<Exits> {
        if self.is_full_expression() {
            return self.full(&[e], |lower| lower.condition(e));
        }
        self.noted(e, |lower| lower.decided(e), |exits| Some(Value::Int(Scalar::truth(exits.any(), 0))))
    }

    fn decided(&mut self, e: &Node<Expression>) -> Res<Exits> {
        let span = self.span(e.span);
        if let Some(value) = self.settled(e) {
            return self.truth(value, &span);
        }
        self.check_order(e, &span)?;
        match &e.node {
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Negate => {
                Ok(self.condition(&op.node.operand)?.swapped())
            }
            Expression::BinaryOperator(op) => match comparison(&op.node.operator.node) {
                _ if op.node.operator.node == BinaryOperator::LogicalAnd => self.both(&op.node.lhs, &op.node.rhs, &span),
                _ if op.node.operator.node == BinaryOperator::LogicalOr => {
                    // a || b is !(!a && !b).
                    Ok(self.either(&op.node.lhs, &op.node.rhs, &span)?.swapped())
                }
                Some(cmp) => {
                    let (a, b) = self.operands(&op.node.lhs, &op.node.rhs)?;
                    let (formula, depth) = self.compare_values(cmp, a, b, &span)?;
                    Ok(Exits::at(self.graph.here, formula, depth))
                }
                None => self.truth_of(e, &span),
            },
            _ => self.truth_of(e, &span),
        }
    }

    fn truth_of(&mut self, e: &Node<Expression>, span: &Span) -> Res<Exits> {
        let value = self.rvalue(e)?;
        self.truth(value, span)
    }

    fn truth(&mut self, value: Value, span: &Span) -> Res<Exits> {
        let (formula, depth) = match value {
            Value::Int(s) => match as_truth(&s.expr) {
                Some(formula) => (formula, s.depth),
                None => (Formula::cmp(CmpOp::Ne, s.expr, 0), s.depth + 1),
            },
            Value::Pointer(p) => {
                let address = self.as_address(Value::Pointer(p), span)?;
                (self.is_not_null(&address, span), address.depth + 1)
            }
            Value::Function(_) => (Formula::True, 0),
            Value::Null => (Formula::False, 0),
            Value::Address(a) => (self.is_not_null(&a, span), a.depth + 1),
            Value::Void | Value::Record(_) => return self.rejected("a condition must be a scalar", span),
        };
        Ok(Exits::at(self.graph.here, formula, depth))
    }

    fn both(&mut self, a: &Node<Expression>, b: &Node<Expression>, span: &Span) -> Res<Exits> {
        let first = self.part(|lower| lower.condition(a))?;
        self.and_then(first, span, |lower| lower.part(|lower| lower.condition(b)))
    }

    /// `!a && !b`.
    fn either(&mut self, a: &Node<Expression>, b: &Node<Expression>, span: &Span) -> Res<Exits> {
        let first = self.part(|lower| lower.condition(a))?.swapped();
        self.and_then(first, span, |lower| Ok(lower.part(|lower| lower.condition(b))?.swapped()))
    }

    fn and_then(&mut self, first: Exits, span: &Span, second: impl FnOnce(&mut Self) -> Res<Exits>) -> Res<Exits> {
        let mark = self.graph.mark();
        let middle = self.graph.loc(Some(span.clone()));
        let formula = first.simple(self.graph.here).cloned();
        self.connect(&first.yes, middle, span);
        self.graph.here = middle;
        let inner = self.graph.mark();
        let second = second(self)?;
        if let (Some(f), Some(g), true) = (formula, second.simple(middle), self.graph.untouched(&inner)) {
            let both = Formula::and([f, g.clone()]);
            let depth = first.depth.max(second.depth) + 1;
            self.graph.fold_to(mark);
            return Ok(Exits::at(self.graph.here, both, depth));
        }
        Ok(Exits { yes: second.yes, no: [first.no, second.no].concat(), depth: DEPTH_LIMIT })
    }

    /// Leads exits to a location.
    pub fn connect(&mut self, exits: &[(LocId, Formula)], to: LocId, span: &Span) {
        for (from, formula) in exits {
            self.graph.branch(*from, to, formula.clone(), Some(span.clone()));
        }
    }

    /// The value of a condition: 1 or 0.
    pub fn condition_value(&mut self, e: &Node<Expression>) -> Res<Scalar> {
        let span = self.span(e.span);
        let exits = self.condition(e)?;
        if let Some(formula) = exits.simple(self.graph.here) {
            return Ok(Scalar::truth(formula.clone(), exits.depth));
        }
        let var = self.temporary(CInt::INT);
        let join = self.graph.loc(Some(span.clone()));
        for (side, value) in [(&exits.yes, 1), (&exits.no, 0)] {
            let start = self.graph.loc(Some(span.clone()));
            self.connect(side, start, &span);
            self.graph.here = start;
            self.graph.assign(var, value.into(), &span);
            self.graph.jump(join, &span);
        }
        self.graph.here = join;
        let truth = self.scalar(var.into(), CInt::INT, 0);
        Ok(Scalar { range: Some((base::Int::ZERO, base::Int::ONE)), ..truth })
    }

    /// `c ? a : b`, as a tree if neither side does anything.
    pub fn choice(&mut self, c: &Node<Expression>, a: &Node<Expression>, b: &Node<Expression>, span: &Span) -> Res<Value> {
        let exits = self.part(|lower| lower.condition(c))?;
        let mark = self.graph.mark();
        let formula = exits.simple(self.graph.here).cloned();
        let (then, other) = (self.graph.loc(Some(span.clone())), self.graph.loc(Some(span.clone())));
        self.connect(&exits.yes, then, span);
        self.connect(&exits.no, other, span);
        self.graph.here = then;
        let before = self.graph.mark();
        let first = self.part(|lower| lower.rvalue(a))?;
        let after_first = self.graph.here;
        let pure = self.graph.untouched(&before);
        self.graph.here = other;
        let before = self.graph.mark();
        let second = self.part(|lower| lower.rvalue(b))?;
        let after_second = self.graph.here;
        let pure = pure && self.graph.untouched(&before);
        match (first, second) {
            (Value::Int(x), Value::Int(y)) => {
                let ty = CInt::common(x.ty, y.ty);
                let (x, y) = (self.convert(x, ty), self.convert(y, ty));
                let range = match (&x.range, &y.range) {
                    (Some((a, b)), Some((c, d))) => Some((a.min(c).clone(), b.max(d).clone())),
                    _ => None,
                };
                if let (Some(formula), true) = (formula, pure) {
                    self.graph.fold_to(mark);
                    let depth = x.depth.max(y.depth).max(exits.depth) + 1;
                    return Ok(Value::Int(Scalar { expr: base::Expr::ite(formula, x.expr, y.expr), ty, range, depth }));
                }
                let var = self.temporary(ty);
                let join = self.graph.loc(Some(span.clone()));
                for (at, value) in [(after_first, x), (after_second, y)] {
                    self.graph.here = at;
                    self.graph.assign(var, value.expr, span);
                    self.graph.jump(join, span);
                }
                self.graph.here = join;
                Ok(Value::Int(Scalar { expr: var.into(), ty, range, depth: 0 }))
            }
            (Value::Void, _) | (_, Value::Void) => {
                let join = self.graph.loc(Some(span.clone()));
                self.graph.here = after_first;
                self.graph.jump(join, span);
                self.graph.here = after_second;
                self.graph.arrive(join, span);
                Ok(Value::Void)
            }
            (Value::Record(x), Value::Record(y)) => {
                let frame = self.graph.frame;
                let object = self.new_object(None, "", "$record", &x.ty.clone(), false, frame);
                let to = self.whole(object);
                let join = self.graph.loc(Some(span.clone()));
                for (at, from) in [(after_first, x), (after_second, y)] {
                    self.graph.here = at;
                    self.copy(&to, &from, span)?;
                    self.graph.jump(join, span);
                }
                self.graph.here = join;
                Ok(Value::Record(to))
            }
            (x, y) => self.join_addresses((after_first, x), (after_second, y), span),
        }
    }

    /// Compares two values of any scalar kind.
    pub fn compare_values(&mut self, op: CmpOp, a: Value, b: Value, span: &Span) -> Res<(Formula, u32)> {
        match (a, b) {
            (Value::Int(x), Value::Int(y)) => {
                let (x, y) = (self.shallow(x, span), self.shallow(y, span));
                Ok(self.compare(op, x, y))
            }
            (a, b) if self.asks_for_numbers(op, &a, &b) => {
                let (x, y) = (self.as_int(a, span)?, self.as_int(b, span)?);
                self.compare_values(op, Value::Int(x), Value::Int(y), span)
            }
            (a, b) => self.compare_addresses(op, a, b, span),
        }
    }

    /// Whether a comparison of two values, not both numbers, needs the numbers of pointers.
    fn asks_for_numbers(&self, op: CmpOp, a: &Value, b: &Value) -> bool {
        let is_number = |v: &Value| matches!(v, Value::Int(_)) || matches!(v, Value::Address(a) if a.as_number.is_some());
        let is_zero = |v: &Value| matches!(v, Value::Int(s) if s.expr.as_const() == Some(&base::Int::ZERO));
        let both_pointers = matches!((a, b), (Value::Address(_), Value::Address(_)));
        let identity = matches!(op, CmpOp::Eq | CmpOp::Ne) && (both_pointers || is_zero(a) || is_zero(b));
        is_number(a) && is_number(b) && !identity
    }
}

pub fn comparison(op: &BinaryOperator) -> Option<CmpOp> {
    Some(match op {
        BinaryOperator::Less => CmpOp::Lt,
        BinaryOperator::Greater => CmpOp::Gt,
        BinaryOperator::LessOrEqual => CmpOp::Le,
        BinaryOperator::GreaterOrEqual => CmpOp::Ge,
        BinaryOperator::Equals => CmpOp::Eq,
        BinaryOperator::NotEquals => CmpOp::Ne,
        _ => return None,
    })
}
