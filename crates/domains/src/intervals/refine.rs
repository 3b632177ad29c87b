//! What a condition says about single variables (Benhamou et al.: Revising hull and box consistency, ICLP 1999).
//!
//! A comparison bounds its two sides; a bound on a term is pushed down to its variables by inverting each operation.
//! `None` means that no state of the box satisfies the condition. Nothing is ever added to the box.

use super::forward;
use crate::env::Env;
use base::expr::SHIFT_LIMIT;
use base::{BinOp, CmpOp, Expr, Formula, Int, Quantifier};
use numeric::{Congruence, Interval, Value};

type Possible = Option<()>;

/// Restricts the box to (a superset of) the states that satisfy the formula.
pub fn assume(env: &mut Env<Value>, f: &Formula) -> Possible {
    match f {
        Formula::True | Formula::Not(_) | Formula::Rel(..) => Some(()),
        Formula::False => None,
        Formula::Cmp(op, a, b) => compare(env, *op, a, b),
        Formula::And(parts) => {
            // One conjunct may sharpen what another can say; two rounds catch what is worth catching.
            for _ in 0..2 {
                let before = env.clone();
                for part in parts {
                    assume(env, part)?;
                }
                if *env == before {
                    break;
                }
            }
            Some(())
        }
        Formula::Or(parts) => {
            let mut union: Option<Env<Value>> = None;
            for part in parts {
                let mut branch = env.clone();
                if assume(&mut branch, part).is_some() {
                    union = Some(match union {
                        None => branch,
                        Some(u) => u.zip(&branch, |_, x, y| x.join(y)),
                    });
                }
            }
            *env = union?;
            Some(())
        }
        Formula::Quant(Quantifier::Exists, ..) => Some(()),
        Formula::Quant(Quantifier::Forall, vars, body) => {
            // "Every element of a is …" bounds the summary of a.
            let [(k, _)] = vars.as_slice() else { return Some(()) };
            let summary = body.subst(&|e| match e {
                Expr::Select(m, i) => match (&**m, &**i) {
                    (Expr::Var(_), Expr::Bound(name)) if name == k => Some((**m).clone()),
                    _ => None,
                },
                _ => None,
            });
            let mut rest = false;
            summary.walk(&mut |e| rest |= matches!(e, Expr::Bound(_) | Expr::Select(..)));
            // Only a conjunction of comparisons distributes over "every".
            let plain = match &summary {
                Formula::Cmp(..) => true,
                Formula::And(parts) => parts.iter().all(|p| matches!(p, Formula::Cmp(..))),
                _ => false,
            };
            if rest || !plain { Some(()) } else { assume(env, &summary) }
        }
    }
}

fn compare(env: &mut Env<Value>, op: CmpOp, a: &Expr, b: &Expr) -> Possible {
    if a == b {
        return matches!(op, CmpOp::Eq | CmpOp::Le | CmpOp::Ge).then_some(());
    }
    let (x, y) = (forward::int(a, env), forward::int(b, env));
    let (xs, ys) = match op {
        CmpOp::Eq => {
            let both = x.meet(&y)?;
            (both.clone(), both)
        }
        CmpOp::Ne | CmpOp::Le | CmpOp::Lt => (left(&x, op, &y)?, left(&y, op.flip(), &x)?),
        CmpOp::Ge | CmpOp::Gt => return compare(env, op.flip(), b, a),
    };
    push(env, a, &xs)?;
    push(env, b, &ys)
}

/// What is left of `x` if it compares so with one of `y`; `None` if nothing is.
pub fn left(x: &Value, op: CmpOp, y: &Value) -> Option<Value> {
    let at_most = |high: Option<Int>| x.meet_interval(&Interval { low: None, high });
    let at_least = |low: Option<Int>| x.meet_interval(&Interval { low, high: None });
    let Interval { low, high } = y.interval();
    match op {
        CmpOp::Eq => x.meet(y),
        CmpOp::Ne => without(x, y),
        CmpOp::Le => at_most(high.clone()),
        CmpOp::Lt => at_most(high.as_ref().map(|h| h - Int::ONE)),
        CmpOp::Ge => at_least(low.clone()),
        CmpOp::Gt => at_least(low.as_ref().map(|l| l + Int::ONE)),
    }
}

/// `x` without the only element of `y`, if it has only one; `None` if nothing is left.
fn without(x: &Value, y: &Value) -> Option<Value> {
    let Some(p) = y.as_point() else { return Some(x.clone()) };
    let i = x.interval();
    if i.as_point() == Some(p) {
        None
    } else if i.low.as_ref() == Some(p) {
        x.meet_interval(&Interval { low: Some(p + Int::ONE), high: None })
    } else if i.high.as_ref() == Some(p) {
        x.meet_interval(&Interval { low: None, high: Some(p - Int::ONE) })
    } else {
        Some(x.clone())
    }
}

/// Restricts the box to states in which the term's value may lie in `wanted`.
pub fn push(env: &mut Env<Value>, e: &Expr, wanted: &Value) -> Possible {
    let now = forward::int(e, env);
    let v = now.meet(wanted)?;
    if v == now {
        return Some(());
    }
    match e {
        Expr::Const(_) | Expr::Bound(_) | Expr::App(..) | Expr::Store(..) => Some(()),
        Expr::Var(x) => {
            env.set(*x, v);
            Some(())
        }
        Expr::Neg(a) => push(env, a, &v.neg()),
        Expr::Bin(op, a, b) => push_bin(env, *op, a, b, &v),
        Expr::Wrap(ty, a) => push_wrap(env, super::width(*ty), a, &v),
        Expr::Ite(c, a, b) => {
            let takes = |condition: &Formula, branch: &Expr| {
                let mut taken = env.clone();
                assume(&mut taken, condition)?;
                push(&mut taken, branch, &v)?;
                Some(taken)
            };
            *env = match (takes(c, a), takes(&c.negate(), b)) {
                (Some(x), Some(y)) => x.zip(&y, |_, x, y| x.join(y)),
                (x, y) => x.or(y)?,
            };
            Some(())
        }
        // A summary stands for many elements: one of them says nothing about the others.
        Expr::Select(..) | Expr::Bits(..) => Some(()),
    }
}

fn push_bin(env: &mut Env<Value>, op: BinOp, a: &Expr, b: &Expr, v: &Value) -> Possible {
    let (x, y) = (forward::int(a, env), forward::int(b, env));
    match op {
        BinOp::Add => {
            push(env, a, &v.sub(&y))?;
            push(env, b, &v.sub(&x))
        }
        BinOp::Sub => {
            push(env, a, &v.add(&y))?;
            push(env, b, &x.sub(v))
        }
        BinOp::Mul => match (x.as_point(), y.as_point()) {
            (_, Some(c)) if *c != Int::ZERO => push(env, a, &Value::from(v.interval().quotients(c)?)),
            (Some(c), _) if *c != Int::ZERO => push(env, b, &Value::from(v.interval().quotients(c)?)),
            _ => Some(()),
        },
        BinOp::Div => match y.as_point() {
            Some(c) if *c > Int::ZERO => push(env, a, &Value::from(dividends(v.interval(), c))),
            _ => Some(()),
        },
        BinOp::Rem => match y.as_point() {
            // The dividend differs from its remainder by a multiple of the divisor.
            Some(c) if *c != Int::ZERO => push(env, a, &class(v.congruence().modulo(c))),
            _ => Some(()),
        },
        BinOp::Shl | BinOp::Shr => {
            let Some(n) = y.as_point().and_then(|n| u32::try_from(n).ok()).filter(|n| *n < SHIFT_LIMIT) else { return Some(()) };
            let power = Int::ONE << n as usize;
            let inverse = if op == BinOp::Shl {
                v.interval().quotients(&power)?
            } else {
                let i = v.interval();
                Interval { low: i.low.as_ref().map(|l| l * &power), high: i.high.as_ref().map(|h| h * &power + &power - Int::ONE) }
            };
            push(env, a, &Value::from(inverse))
        }
    }
}

fn class(c: Congruence) -> Value {
    Value::new(Interval::ALL, c).expect("a class is not empty")
}

/// The integers whose quotient by `c > 0`, rounded to zero, lies in the interval.
fn dividends(i: &Interval, c: &Int) -> Interval {
    let low = i.low.as_ref().map(|l| if *l > Int::ZERO { l * c } else { l * c - (c - Int::ONE) });
    let high = i.high.as_ref().map(|h| if *h < Int::ZERO { h * c } else { h * c + (c - Int::ONE) });
    Interval { low, high }
}

fn push_wrap(env: &mut Env<Value>, width: numeric::Width, a: &Expr, v: &Value) -> Possible {
    let x = forward::int(a, env);
    let modulus = width.modulus();
    let residue = class(v.congruence().modulo(&modulus));
    let base = width.range().low.expect("a machine type is finite");
    let (Some(low), Some(high)) = (&x.interval().low, &x.interval().high) else { return push(env, a, &residue) };
    let period = |end: &Int| numeric::floor_div(&(end - &base), &modulus);
    let (first, last) = (period(low), period(high));
    if &last - &first > Int::from(2) {
        return push(env, a, &residue);
    }
    // Few periods: the wanted value moved into each of them.
    let mut union: Option<Value> = None;
    let mut k = first;
    while k <= last {
        if let Some(part) = v.add(&Value::point(&k * &modulus)).meet(&x) {
            union = Some(union.map_or(part.clone(), |u| u.join(&part)));
        }
        k += Int::ONE;
    }
    push(env, a, &union?)
}

/// As [`push`] for a map term: the states in which every element may lie in `wanted`.
pub fn push_map(env: &mut Env<Value>, e: &Expr, wanted: &Value) -> Possible {
    match e {
        Expr::Var(m) => {
            let both = env.get(*m).meet(wanted)?;
            env.set(*m, both);
            Some(())
        }
        // The old map is unchanged except at one index, which a summary cannot leave out.
        Expr::Store(_, _, value) => push(env, value, wanted),
        _ => Some(()),
    }
}
