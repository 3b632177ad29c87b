//! How quotients and shifts depend on their second operand: what holds when a bound of a divisor or of an amount is known.
//!
//! Trusted, as a part of [`crate::axiom`], and tested with it.

use crate::axiom::Side;
use base::expr::SHIFT_LIMIT;
use base::{BinOp, CmpOp, Expr, Formula, Int};

fn le(a: impl Into<Expr>, b: impl Into<Expr>) -> Formula {
    Formula::cmp(CmpOp::Le, a, b)
}

fn lt(a: impl Into<Expr>, b: impl Into<Expr>) -> Formula {
    Formula::cmp(CmpOp::Lt, a, b)
}

/// If the second operand has this value, the operation is one with a constant.
pub fn fixed(term: &Expr, value: &Int) -> Option<Formula> {
    let Expr::Bin(op @ (BinOp::Div | BinOp::Rem | BinOp::Shl | BinOp::Shr), a, b) = term else { return None };
    let other = Formula::cmp(CmpOp::Ne, (**b).clone(), value.clone());
    Some(Formula::or([other, Formula::cmp(CmpOp::Eq, term.clone(), Expr::bin(*op, (**a).clone(), value.clone()))]))
}

/// `t = a / b`, rounded to zero: `a` lies between `b · t` and that and a rest with the sign of `a`.
pub fn divided(term: &Expr) -> Option<Formula> {
    let Expr::Bin(BinOp::Div, a, b) = term else { return None };
    let (a, b) = (|| (**a).clone(), || (**b).clone());
    let product = || Expr::mul(b(), term.clone());
    // The rest is at most the divisor less 1, in absolute value.
    let above = |size: Expr| Formula::and([le(product(), a()), lt(a(), Expr::add(product(), size))]);
    let below = |size: Expr| Formula::and([le(a(), product()), lt(Expr::sub(product(), size), a())]);
    let cases =
        |size: &dyn Fn() -> Expr| Formula::or([Formula::and([le(0, a()), above(size())]), Formula::and([lt(a(), 0), below(size())])]);
    Some(Formula::or([
        Formula::cmp(CmpOp::Eq, b(), 0),
        Formula::and([lt(0, b()), cases(&b)]),
        Formula::and([lt(b(), 0), cases(&|| Expr::neg(b()))]),
    ]))
}

/// If the second operand lies on this side of the bound, the result lies between these multiples of the first.
pub fn monotone(term: &Expr, bound: &Int, side: Side) -> Option<Formula> {
    let Expr::Bin(op, a, b) = term else { return None };
    let sides = match op {
        BinOp::Div => quotient(term, a, bound, side)?,
        BinOp::Shl | BinOp::Shr => {
            let n = u32::try_from(bound).ok().filter(|n| *n < SHIFT_LIMIT)?;
            shift(term, *op == BinOp::Shl, a, &(Int::ONE << n as usize), side)
        }
        _ => return None,
    };
    // Outside of the range in which the operation has its usual meaning the statement is not made.
    let outside = match (op, side) {
        (BinOp::Div, Side::AtMost) if *bound > Int::ZERO => vec![lt((**b).clone(), 1), lt(bound.clone(), (**b).clone())],
        (BinOp::Div, Side::AtLeast) if *bound < Int::ZERO => vec![lt(-1, (**b).clone()), lt((**b).clone(), bound.clone())],
        (BinOp::Div, Side::AtLeast) => vec![lt((**b).clone(), bound.clone())],
        (BinOp::Div, Side::AtMost) => vec![lt(bound.clone(), (**b).clone())],
        (_, Side::AtLeast) => vec![lt((**b).clone(), bound.clone()), le(Int::from(SHIFT_LIMIT), (**b).clone())],
        (_, Side::AtMost) => vec![lt((**b).clone(), 0), lt(bound.clone(), (**b).clone())],
    };
    Some(Formula::or(outside.into_iter().chain([sides])))
}

/// For a dividend that is not negative, and for one that is not positive.
fn by_sign(a: &Expr, positive: Vec<Formula>, negative: Vec<Formula>) -> Formula {
    Formula::and([Formula::or([lt(a.clone(), 0), Formula::and(positive)]), Formula::or([lt(0, a.clone()), Formula::and(negative)])])
}

/// `t = a / b` with `b` at least or at most `bound`, which is not 0.
fn quotient(term: &Expr, a: &Expr, bound: &Int, side: Side) -> Option<Formula> {
    if *bound == Int::ZERO {
        return None;
    }
    // With a negative divisor the quotient is that of −b, negated.
    let negative = *bound < Int::ZERO;
    let (size, t) = if negative { (-bound, Expr::neg(term.clone())) } else { (bound.clone(), term.clone()) };
    let product = Expr::mul(size.clone(), t.clone());
    let most = size - Int::ONE;
    // Whether the divisor is at least as large as the bound, in absolute value.
    let large = (side == Side::AtLeast) != negative;
    Some(if large {
        by_sign(a, vec![le(0, t.clone()), le(product.clone(), a.clone())], vec![le(t, 0), le(a.clone(), product)])
    } else {
        by_sign(a, vec![le(a.clone(), Expr::add(product.clone(), most.clone()))], vec![le(Expr::sub(product, most), a.clone())])
    })
}

/// `t = a << n` or `a >> n` where `2^n` is at least or at most `power`.
fn shift(term: &Expr, left: bool, a: &Expr, power: &Int, side: Side) -> Formula {
    let t = || term.clone();
    let a = || a.clone();
    if left {
        let product = || Expr::mul(power.clone(), a());
        let (small, large) = (le(t(), product()), le(product(), t()));
        return if side == Side::AtMost { by_sign(&a(), vec![small], vec![large]) } else { by_sign(&a(), vec![large], vec![small]) };
    }
    // Rounds to −∞.
    let product = || Expr::mul(power.clone(), t());
    let rest = power - Int::ONE;
    let (not_above, not_below) = (le(product(), a()), le(a(), Expr::add(product(), rest)));
    if side == Side::AtMost { by_sign(&a(), vec![not_below], vec![not_above]) } else { by_sign(&a(), vec![not_above], vec![not_below]) }
}
