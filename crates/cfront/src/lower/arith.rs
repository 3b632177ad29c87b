//! Machine arithmetic made explicit: conversions, and the operators with their conditions (C11 6.3.1.3, 6.5).
//!
//! Every value carries bounds that hold whatever the state; a wrap or a check that the bounds show to be superfluous is
//! left out.

use super::value::Scalar;
use super::{Lower, Res};
use crate::IntMode;
use crate::types::CInt;
use base::{BinOp, BitOp, Check, CmpOp, Expr, Formula, Int, IntType, Span};
use lang_c::ast::BinaryOperator;

/// The type on whose bits operations work when integers are unbounded.
const WIDEST: IntType = IntType::signed(128);

type Range = Option<(Int, Int)>;

fn inside(range: &Range, ty: IntType) -> bool {
    range.as_ref().is_some_and(|(low, high)| ty.contains(low) && ty.contains(high))
}

/// The bounds of an operation that is monotone or antitone in each argument.
fn corners(a: &Range, b: &Range, f: impl Fn(&Int, &Int) -> Int) -> Range {
    let ((a, b), (c, d)) = (a.as_ref()?, b.as_ref()?);
    let all = [f(a, c), f(a, d), f(b, c), f(b, d)];
    Some((all.iter().min()?.clone(), all.iter().max()?.clone()))
}

/// The formula "the value does not lie in the type", without the sides that the bounds exclude.
fn outside(value: &Expr, range: &Range, ty: IntType) -> Formula {
    let below = match range {
        Some((low, _)) if *low >= ty.min() => Formula::False,
        _ => Formula::cmp(CmpOp::Lt, value.clone(), ty.min()),
    };
    let above = match range {
        Some((_, high)) if *high <= ty.max() => Formula::False,
        _ => Formula::cmp(CmpOp::Gt, value.clone(), ty.max()),
    };
    Formula::or([below, above])
}

/// Whether two ranges have a common value.
fn touches(range: &Range, low: &Int, high: &Int) -> bool {
    range.as_ref().is_none_or(|(a, b)| a <= high && b >= low)
}

impl Lower<'_> {
    /// The value converted to another type.
    pub fn convert(&mut self, value: Scalar, ty: CInt) -> Scalar {
        if ty.is_bool() {
            if inside(&value.range, ty.machine()) {
                return Scalar { ty, ..value };
            }
            let nonzero = Formula::cmp(CmpOp::Ne, value.expr, 0);
            return Scalar { ty, ..Scalar::truth(nonzero, value.depth) };
        }
        if self.math() || inside(&value.range, ty.machine()) {
            return Scalar { ty, ..value };
        }
        self.scalar(Expr::wrap(ty.machine(), value.expr), ty, value.depth + 1)
    }

    pub fn promote(&mut self, value: Scalar) -> Scalar {
        let ty = value.ty.promote();
        self.convert(value, ty)
    }

    /// The exact result of a signed or unsigned operation, brought into its type: wrapped, or checked for overflow.
    fn settle(&mut self, expr: Expr, range: Range, ty: CInt, depth: u32, what: &str, span: &Span) -> Scalar {
        let range = expr.as_const().map(|c| (c.clone(), c.clone())).or(range);
        if self.math() || inside(&range, ty.machine()) {
            return Scalar { expr, ty, range: range.filter(|_| !self.math()), depth };
        }
        if !ty.signed || self.options.int == IntMode::Wrap {
            return self.scalar(Expr::wrap(ty.machine(), expr), ty, depth + 1);
        }
        let violated = outside(&expr, &range, ty.machine());
        if ty.is_wide_field() {
            self.doubt(violated, span);
            return self.scalar(expr, ty, depth);
        }
        let message = format!("signed overflow in `{what}` (type {})", ty.name());
        self.require(vec![(Check::Overflow, violated, message)], span);
        let full = ty.machine();
        let range = range.map(|(low, high)| (low.max(full.min()), high.min(full.max()))).filter(|(low, high)| low <= high);
        Scalar { expr, ty, range: range.or_else(|| Some((full.min(), full.max()))), depth }
    }

    /// Where the compilers disagree on arithmetic with bit-fields wider than `int`.
    fn doubt(&mut self, open: Formula, span: &Span) {
        let what = "arithmetic on a bit-field wider than int that leaves its width";
        match open {
            Formula::True => self.give_up(what, span),
            // Only a formula that always holds is an error.
            open => drop(self.undetermined(open, what, span)),
        }
    }

    pub fn negative(&mut self, value: Scalar, what: &str, span: &Span) -> Scalar {
        let value = self.promote(value);
        let range = value.range.as_ref().map(|(low, high)| (-high, -low));
        self.settle(Expr::neg(value.expr), range, value.ty, value.depth + 1, what, span)
    }

    pub fn complement(&mut self, value: Scalar) -> Scalar {
        let value = self.promote(value);
        let range = value.range.as_ref().map(|(low, high)| (-high - Int::ONE, -low - Int::ONE));
        let expr = Expr::sub(Expr::neg(value.expr), 1);
        self.settle(expr, range, value.ty, value.depth + 2, "~", &Span::new("", 0, 0))
    }

    /// A comparison of integers.
    pub fn compare(&mut self, op: CmpOp, a: Scalar, b: Scalar) -> (Formula, u32) {
        let ty = CInt::common(a.ty, b.ty);
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let depth = a.depth.max(b.depth);
        // A truth value compared with 0 is a formula itself.
        if let (CmpOp::Eq | CmpOp::Ne, Some(formula), Some(zero)) = (op, as_truth(&a.expr), b.expr.as_const())
            && *zero == Int::ZERO
        {
            return (if op == CmpOp::Ne { formula } else { formula.negate() }, depth);
        }
        (Formula::cmp(op, a.expr, b.expr), depth + 1)
    }

    /// `a op b` for the arithmetic, shift and bit operators.
    pub fn binary(&mut self, op: &BinaryOperator, a: Scalar, b: Scalar, what: &str, span: &Span) -> Res<Scalar> {
        let (a, b) = (self.shallow(a, span), self.shallow(b, span));
        if matches!(op, BinaryOperator::ShiftLeft | BinaryOperator::ShiftRight) {
            return Ok(self.shift(*op == BinaryOperator::ShiftLeft, a, b, what, span));
        }
        let ty = CInt::common(a.ty, b.ty);
        let (a, b) = (self.convert(a, ty), self.convert(b, ty));
        let depth = a.depth.max(b.depth) + 1;
        Ok(match op {
            BinaryOperator::Plus => {
                let range = corners(&a.range, &b.range, |x, y| x + y);
                self.settle(Expr::add(a.expr, b.expr), range, ty, depth, what, span)
            }
            BinaryOperator::Minus => {
                let range = corners(&a.range, &b.range, |x, y| x - y);
                self.settle(Expr::sub(a.expr, b.expr), range, ty, depth, what, span)
            }
            BinaryOperator::Multiply => {
                let range = corners(&a.range, &b.range, |x, y| x * y);
                self.settle(Expr::mul(a.expr, b.expr), range, ty, depth, what, span)
            }
            BinaryOperator::Divide => self.divide(BinOp::Div, a, b, ty, what, span),
            BinaryOperator::Modulo => self.divide(BinOp::Rem, a, b, ty, what, span),
            BinaryOperator::BitwiseAnd => self.bits(BitOp::And, a, b, ty, depth),
            BinaryOperator::BitwiseOr => self.bits(BitOp::Or, a, b, ty, depth),
            BinaryOperator::BitwiseXor => self.bits(BitOp::Xor, a, b, ty, depth),
            _ => return self.unsupported("operator", span),
        })
    }

    fn bits(&mut self, op: BitOp, a: Scalar, b: Scalar, ty: CInt, depth: u32) -> Scalar {
        let machine = if self.math() { WIDEST } else { ty.machine() };
        let zero = Int::ZERO;
        let natural = |r: &Range| r.as_ref().filter(|(low, _)| *low >= zero).map(|(_, high)| high.clone());
        // Bounds for operands that are not negative: a conjunction is at most the smaller one, the others have no more bits.
        let high = match (op, natural(&a.range), natural(&b.range)) {
            (BitOp::And, Some(x), Some(y)) => Some(x.min(y)),
            (BitOp::And, Some(x), None) | (BitOp::And, None, Some(x)) => Some(x),
            (_, Some(x), Some(y)) => Some(all_ones(&x.max(y))),
            _ => None,
        };
        let mut value = self.scalar(Expr::bits(op, machine, a.expr, b.expr), ty, depth);
        if let (Some(high), false) = (high, Self::is_const(&value.expr) || self.math()) {
            value.range = Some((zero, high));
        }
        value
    }

    fn divide(&mut self, op: BinOp, a: Scalar, b: Scalar, ty: CInt, what: &str, span: &Span) -> Scalar {
        let mut conditions = Vec::new();
        if touches(&b.range, &Int::ZERO, &Int::ZERO) {
            let kind = if op == BinOp::Div { "division" } else { "remainder" };
            conditions.push((Check::Divzero, Formula::cmp(CmpOp::Eq, b.expr.clone(), 0), format!("{kind} by zero in `{what}`")));
        }
        let minimum = ty.machine().min();
        let may_overflow = ty.signed && touches(&a.range, &minimum, &minimum) && touches(&b.range, &Int::NEG_ONE, &Int::NEG_ONE);
        if may_overflow && self.options.int == IntMode::Ub {
            let violated = Formula::and([Formula::cmp(CmpOp::Eq, a.expr.clone(), minimum), Formula::cmp(CmpOp::Eq, b.expr.clone(), -1)]);
            if ty.is_wide_field() {
                self.doubt(violated, span);
            } else {
                conditions.push((Check::Overflow, violated, format!("signed overflow in `{what}` (type {})", ty.name())));
            }
        }
        self.require(conditions, span);
        let depth = a.depth.max(b.depth) + 1;
        let expr = Expr::bin(op, a.expr, b.expr);
        if may_overflow && self.options.int == IntMode::Wrap && op == BinOp::Div {
            return self.scalar(Expr::wrap(ty.machine(), expr), ty, depth + 1);
        }
        let mut value = self.scalar(expr, ty, depth);
        if let (Some((low, high)), false) = (&a.range, Self::is_const(&value.expr) || self.math()) {
            let largest = high.clone().max(-low.clone());
            let bound = match (op, &b.range) {
                // |a % b| < |b|.
                (BinOp::Rem, Some((c, d))) => largest.min(d.clone().max(-c.clone()) - Int::ONE).max(Int::ZERO),
                _ => largest,
            };
            let negative = *low < Int::ZERO || (op == BinOp::Div && b.range.as_ref().is_none_or(|(c, _)| *c < Int::ZERO));
            let full = ty.machine();
            let floor = if negative { -bound.clone() } else { Int::ZERO };
            value.range = Some((floor.max(full.min()), bound.min(full.max())));
        }
        value
    }

    fn shift(&mut self, left: bool, a: Scalar, b: Scalar, what: &str, span: &Span) -> Scalar {
        let (a, b) = (self.promote(a), self.promote(b));
        let ty = a.ty;
        let width = Int::from(ty.bits);
        let strict = self.options.int == IntMode::Ub;
        let amount_in_range = b.range.as_ref().is_some_and(|(low, high)| *low >= Int::ZERO && *high < width);
        let mut conditions = Vec::new();
        let mut bad = Formula::False;
        if !amount_in_range {
            let negative = if touches(&b.range, &(-Int::ONE << 130), &Int::NEG_ONE) {
                Formula::cmp(CmpOp::Lt, b.expr.clone(), 0)
            } else {
                Formula::False
            };
            let large = if b.range.as_ref().is_none_or(|(_, high)| *high >= width) {
                Formula::cmp(CmpOp::Ge, b.expr.clone(), width.clone())
            } else {
                Formula::False
            };
            bad = Formula::or([negative, large]);
            if ty.is_wide_field() {
                self.doubt(bad.clone(), span);
            }
            conditions.push((Check::Shift, bad.clone(), format!("shift amount out of range in `{what}` (type {})", ty.name())));
        }
        let valid = (Int::ZERO, width - Int::ONE);
        let amounts = Some(match &b.range {
            Some((low, high)) => (low.clone().clamp(valid.0.clone(), valid.1.clone()), high.clone().clamp(valid.0, valid.1)),
            None => valid,
        });
        let depth = a.depth.max(b.depth) + 1;
        let power = |x: &Int, n: &Int| x << usize::try_from(n).unwrap_or(0);
        if !left {
            self.require(conditions, span);
            let range = corners(&a.range, &amounts, |x, n| base::int::floor_div(x, &power(&Int::ONE, n)));
            let mut value = self.scalar(Expr::bin(BinOp::Shr, a.expr, b.expr), ty, depth);
            if !Self::is_const(&value.expr) && !self.math() {
                value.range = range;
            }
            return value;
        }
        let expr = Expr::bin(BinOp::Shl, a.expr.clone(), b.expr);
        let range = corners(&a.range, &amounts, power);
        if ty.signed && strict {
            let mut negative = Formula::False;
            if touches(&a.range, &ty.machine().min(), &Int::NEG_ONE) {
                negative = Formula::cmp(CmpOp::Lt, a.expr, 0);
                conditions.push((
                    Check::Shift,
                    negative.clone(),
                    format!("left shift of a negative value in `{what}` (type {})", ty.name()),
                ));
            }
            if !inside(&range, ty.machine()) {
                let mut violated = Formula::cmp(CmpOp::Gt, expr.clone(), ty.machine().max());
                if !self.options.checks.contains(&Check::Shift) {
                    violated = Formula::and([bad.negate(), negative.negate(), violated]);
                }
                if ty.is_wide_field() {
                    self.doubt(violated.clone(), span);
                }
                conditions.push((Check::Overflow, violated, format!("signed overflow in `{what}` (type {})", ty.name())));
            }
            self.require(conditions, span);
            let full = ty.machine();
            let range = range.map(|(low, high)| (low.max(Int::ZERO), high.min(full.max()))).filter(|(low, high)| low <= high);
            return Scalar { expr, ty, range: range.or_else(|| Some((Int::ZERO, full.max()))), depth };
        }
        self.require(conditions, span);
        self.settle_wrapped(expr, range, ty, depth)
    }

    fn settle_wrapped(&mut self, expr: Expr, range: Range, ty: CInt, depth: u32) -> Scalar {
        if self.math() || inside(&range, ty.machine()) {
            return Scalar { expr, ty, range: range.filter(|_| !self.math()), depth };
        }
        self.scalar(Expr::wrap(ty.machine(), expr), ty, depth + 1)
    }
}

/// The formula that says whether the term is 0, if the term is a number that is not 0 where it holds, and 0 elsewhere.
pub fn as_truth(e: &Expr) -> Option<Formula> {
    match e {
        Expr::Ite(c, a, b) if a.as_const().is_some_and(|a| *a != Int::ZERO) && b.as_const() == Some(&Int::ZERO) => Some((**c).clone()),
        _ => None,
    }
}

/// The smallest 2^n − 1 that is not below.
fn all_ones(value: &Int) -> Int {
    let mut ones = Int::ONE;
    while ones < *value {
        ones = ones * Int::from(2) + Int::ONE;
    }
    if *value == Int::ZERO { Int::ZERO } else { ones }
}
