//! What holds by the meaning of the operators: formulas that are true in every state, one for each term that is not linear.
//!
//! Trusted, and tested against the executor: every axiom is evaluated on random terms in random states.

use crate::monotone;
use base::expr::SHIFT_LIMIT;
use base::{BinOp, BitOp, CmpOp, Expr, Formula, Int, IntType};
use std::sync::Arc;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Axiom {
    /// What the outermost operator of the term says about its value.
    Definition(Expr),
    /// For a product and two constants: if the factors lie on these sides of them, `(x − a)·(y − b)` has the sign that follows.
    Corner { product: Expr, left: (Int, Side), right: (Int, Side) },
    /// A bit operation on operands that are not negative and below `2^bits` stays there.
    Width { term: Expr, bits: u32 },
    /// What a bound of a divisor or of the amount of a shift says about the result.
    Monotone { term: Expr, bound: Int, side: Side },
    /// A dividend is divisor times quotient and a rest that is smaller than the divisor.
    Divided(Expr),
    /// An operation whose second operand has this value is one with a constant.
    Fixed { term: Expr, value: Int },
    /// Equal indices or arguments give equal values.
    Congruence(Expr, Expr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    AtLeast,
    AtMost,
}

fn eq(a: impl Into<Expr>, b: impl Into<Expr>) -> Formula {
    Formula::cmp(CmpOp::Eq, a, b)
}

fn le(a: impl Into<Expr>, b: impl Into<Expr>) -> Formula {
    Formula::cmp(CmpOp::Le, a, b)
}

fn lt(a: impl Into<Expr>, b: impl Into<Expr>) -> Formula {
    Formula::cmp(CmpOp::Lt, a, b)
}

fn power(bits: u32) -> Int {
    Int::ONE << bits as usize
}

impl Axiom {
    /// The formula, which is valid; `None` if the axiom does not fit its terms or says nothing.
    pub fn formula(&self) -> Option<Formula> {
        match self {
            Axiom::Definition(term) => definition(term),
            Axiom::Corner { product, left, right } => corner(product, left, right),
            Axiom::Width { term, bits } => width(term, *bits),
            Axiom::Monotone { term, bound, side } => monotone::monotone(term, bound, *side),
            Axiom::Divided(term) => monotone::divided(term),
            Axiom::Fixed { term, value } => monotone::fixed(term, value),
            Axiom::Congruence(a, b) => congruence(a, b),
        }
    }
}

fn definition(term: &Expr) -> Option<Formula> {
    let t = || term.clone();
    match term {
        Expr::Wrap(ty, e) => {
            let range = t().in_range(*ty);
            if u32::from(ty.bits) >= SHIFT_LIMIT {
                return Some(range);
            }
            // The number of times that 2^bits is taken off, as a term.
            let least = IntType::min(*ty);
            let times = Expr::bin(BinOp::Shr, Expr::sub((**e).clone(), least), Int::from(ty.bits));
            let exact = eq(t(), Expr::sub((**e).clone(), Expr::mul(ty.modulus(), times)));
            Some(Formula::and([exact, range]))
        }
        Expr::Bin(BinOp::Shr, a, n) => {
            let Some(n) = n.as_const() else {
                // By an unknown amount: towards 0 (or −1).
                let (positive, negative) = ([le(0, t()), le(t(), (**a).clone())], [le((**a).clone(), t()), le(t(), 0)]);
                return Some(Formula::and([
                    Formula::or([lt((**a).clone(), 0), Formula::and(positive)]),
                    Formula::or([le(0, (**a).clone()), Formula::and(negative)]),
                ]));
            };
            let Some(n) = u32::try_from(n).ok().filter(|n| *n < SHIFT_LIMIT) else { return Some(eq(t(), 0)) };
            let low = Expr::mul(power(n), t());
            Some(Formula::and([le(low.clone(), (**a).clone()), le((**a).clone(), Expr::add(low, power(n) - Int::ONE))]))
        }
        Expr::Bin(BinOp::Shl, a, n) if n.as_const().is_none() => {
            // A shift by an unknown amount keeps the sign.
            Some(Formula::and([Formula::or([lt((**a).clone(), 0), le(0, t())]), Formula::or([lt(0, (**a).clone()), le(t(), 0)])]))
        }
        Expr::Bin(BinOp::Div, a, b) => Some(match b.as_const() {
            Some(c) => quotient(term, a, c),
            None => {
                // Never further from 0 than the dividend; the sign is the product of the signs.
                let a = || (**a).clone();
                let within = |low: Expr, high: Expr| Formula::and([le(low, t()), le(t(), high)]);
                let minus = || Expr::neg(a());
                Formula::or([
                    Formula::and([le(0, a()), le(0, (**b).clone()), within(0.into(), a())]),
                    Formula::and([le(0, a()), lt((**b).clone(), 0), within(minus(), 0.into())]),
                    Formula::and([lt(a(), 0), le(0, (**b).clone()), within(a(), 0.into())]),
                    Formula::and([lt(a(), 0), lt((**b).clone(), 0), within(0.into(), minus())]),
                ])
            }
        }),
        Expr::Bin(BinOp::Rem, a, b) => Some(remainder(term, a, b)),
        Expr::Bin(BinOp::Mul, a, b) if a == b => {
            Some(Formula::and([le((**a).clone(), t()), le(Expr::neg((**a).clone()), t()), le(0, t())]))
        }
        Expr::Bits(op, ty, a, b) => Some(bits(term, *op, *ty, a, b)),
        Expr::Ite(c, a, b) => {
            Some(Formula::or([Formula::and([(**c).clone(), eq(t(), (**a).clone())]), Formula::and([c.negate(), eq(t(), (**b).clone())])]))
        }
        Expr::Select(m, i) => match &**m {
            Expr::Store(inner, j, v) => {
                let (here, elsewhere) = (eq(t(), (**v).clone()), eq(t(), Expr::Select(inner.clone(), i.clone())));
                if i == j {
                    return Some(here);
                }
                let same = eq((**i).clone(), (**j).clone());
                let other = same.negate();
                Some(Formula::or([Formula::and([same, here]), Formula::and([other, elsewhere])]))
            }
            Expr::Ite(c, m1, m2) => Some(Formula::or([
                Formula::and([(**c).clone(), eq(t(), Expr::Select(m1.clone(), i.clone()))]),
                Formula::and([c.negate(), eq(t(), Expr::Select(m2.clone(), i.clone()))]),
            ])),
            _ => None,
        },
        _ => None,
    }
}

/// `t = a / c`, rounded to zero.
fn quotient(term: &Expr, a: &Expr, c: &Int) -> Formula {
    let t = term.clone();
    if *c == Int::ZERO {
        return eq(t, 0);
    }
    let (size, back) = if *c < Int::ZERO { (-c, Expr::mul(Int::NEG_ONE, t)) } else { (c.clone(), t) };
    // a = size · back + rest, where rest has the sign of a and is smaller than size.
    let product = Expr::mul(size.clone(), back);
    let most = size - Int::ONE;
    let up = le(a.clone(), Expr::add(product.clone(), most.clone()));
    let down = le(Expr::sub(product.clone(), most), a.clone());
    let positive = Formula::and([le(0, a.clone()), le(product.clone(), a.clone())]);
    let negative = Formula::and([lt(a.clone(), 0), le(a.clone(), product)]);
    Formula::and([up, down, Formula::or([positive, negative])])
}

/// `t = a % b`, with the sign of `a`.
fn remainder(term: &Expr, a: &Expr, b: &Expr) -> Formula {
    let t = || term.clone();
    let a = || a.clone();
    let sign = |more: Vec<Formula>| {
        let positive = Formula::and([le(0, a()), le(0, t()), le(t(), a())]);
        let negative = Formula::and([lt(a(), 0), le(t(), 0), le(a(), t())]);
        Formula::and([Formula::or([positive, negative])].into_iter().chain(more))
    };
    match b.as_const() {
        Some(c) if *c == Int::ZERO => eq(t(), a()),
        Some(c) => {
            let most = if *c < Int::ZERO { -c } else { c.clone() } - Int::ONE;
            let quotient = Expr::Bin(BinOp::Div, Arc::new(a()), Arc::new(Expr::Const(c.clone())));
            let exact = eq(t(), Expr::sub(a(), Expr::mul(c.clone(), quotient)));
            sign(vec![exact, le(t(), most.clone()), le(-most, t())])
        }
        None => {
            // Smaller than the divisor, on either side of 0.
            let by_positive = Formula::and([lt(t(), b.clone()), lt(Expr::neg(b.clone()), t())]);
            let by_negative = Formula::and([lt(t(), Expr::neg(b.clone())), lt(b.clone(), t())]);
            let zero = Formula::and([eq(b.clone(), 0), eq(t(), a())]);
            let smaller = Formula::or([Formula::and([lt(0, b.clone()), by_positive]), Formula::and([lt(b.clone(), 0), by_negative]), zero]);
            sign(vec![smaller])
        }
    }
}

fn bits(term: &Expr, op: BitOp, ty: IntType, a: &Expr, b: &Expr) -> Formula {
    let t = || term.clone();
    let range = t().in_range(ty);
    let (value, mask) = match (a.as_const(), b.as_const()) {
        (Some(mask), _) => (b, Some(mask)),
        (_, mask) => (a, mask),
    };
    let wrapped = |e: &Expr| Expr::wrap(ty, e.clone());
    if let Some(mask) = mask {
        let mask = ty.wrap(mask);
        let both = masked(value, &mask, ty);
        let sum = Expr::add(wrapped(value), mask);
        let value = match op {
            BitOp::And => both,
            BitOp::Or => Expr::sub(sum, both),
            BitOp::Xor => Expr::sub(sum, Expr::mul(2, both)),
        };
        return Formula::and([eq(t(), value), range]);
    }
    let (a, b) = (wrapped(a), wrapped(b));
    let negative = |e: &Expr| lt(e.clone(), 0);
    let both = |facts: Vec<Formula>| Formula::or([negative(&a), negative(&b), Formula::and(facts)]);
    let sum = || Expr::add(a.clone(), b.clone());
    let facts = match op {
        // One operand that is not negative bounds the result.
        BitOp::And => Formula::and([
            Formula::or([negative(&a), Formula::and([le(0, t()), le(t(), a.clone())])]),
            Formula::or([negative(&b), Formula::and([le(0, t()), le(t(), b.clone())])]),
            both(vec![le(sum(), Expr::add(t(), ty.max()))]),
        ]),
        BitOp::Or => both(vec![le(a.clone(), t()), le(b.clone(), t()), le(t(), sum())]),
        BitOp::Xor => both(vec![le(0, t()), le(t(), sum())]),
    };
    Formula::and([range, facts])
}

/// `value & mask` for a mask of the type: a difference of remainders for each run of ones.
fn masked(value: &Expr, mask: &Int, ty: IntType) -> Expr {
    let bit = |i: u16| (mask >> usize::from(i)) & Int::ONE == Int::ONE;
    let low = |i: u16| Expr::wrap(IntType::unsigned(i), value.clone());
    let mut sum = Expr::from(0);
    let mut i = 0;
    while i < ty.bits {
        if !bit(i) {
            i += 1;
            continue;
        }
        let start = i;
        while i < ty.bits && bit(i) {
            i += 1;
        }
        // A run up to the top is all that lies above, with the sign of the type.
        sum = Expr::add(sum, if i == ty.bits { Expr::wrap(ty, value.clone()) } else { low(i) });
        if start > 0 {
            sum = Expr::sub(sum, low(start));
        }
    }
    sum
}

fn corner(product: &Expr, left: &(Int, Side), right: &(Int, Side)) -> Option<Formula> {
    let Expr::Bin(BinOp::Mul, x, y) = product else { return None };
    let outside = |e: &Expr, (bound, side): &(Int, Side)| match side {
        Side::AtLeast => lt(e.clone(), bound.clone()),
        Side::AtMost => lt(bound.clone(), e.clone()),
    };
    // (x − a)(y − b) = x·y − b·x − a·y + a·b
    let (a, b) = (&left.0, &right.0);
    let flat = Expr::sub(Expr::add(Expr::mul(b.clone(), (**x).clone()), Expr::mul(a.clone(), (**y).clone())), a * b);
    let sign = if left.1 == right.1 { le(flat, product.clone()) } else { le(product.clone(), flat) };
    Some(Formula::or([outside(x, left), outside(y, right), sign]))
}

fn width(term: &Expr, bits: u32) -> Option<Formula> {
    let Expr::Bits(_, ty, a, b) = term else { return None };
    if bits >= u32::from(ty.bits) {
        return None;
    }
    let outside = |e: &Expr| {
        let e = Expr::wrap(*ty, e.clone());
        [lt(e.clone(), 0), le(power(bits), e)]
    };
    let inside = Formula::and([le(0, term.clone()), lt(term.clone(), power(bits))]);
    Some(Formula::or(outside(a).into_iter().chain(outside(b)).chain([inside])))
}

fn congruence(a: &Expr, b: &Expr) -> Option<Formula> {
    let pairs: Vec<(&Expr, &Expr)> = match (a, b) {
        (Expr::Select(m, i), Expr::Select(n, j)) if m == n => vec![(i, j)],
        (Expr::App(f, x), Expr::App(g, y)) if f == g && x.len() == y.len() => x.iter().zip(y).collect(),
        (Expr::Bin(op, x, y), Expr::Bin(other, u, v)) if op == other => vec![(x, u), (y, v)],
        _ => return None,
    };
    let different = pairs.into_iter().filter(|(x, y)| x != y).map(|(x, y)| Formula::cmp(CmpOp::Ne, x.clone(), y.clone()));
    Some(Formula::or(different.chain([eq(a.clone(), b.clone())])))
}
