//! The value of a term over a box.

use super::refine;
use crate::env::Env;
use base::expr::SHIFT_LIMIT;
use base::{BinOp, BitOp, Expr};
use numeric::{Bits, Value};

/// A value that contains the term's value in every state of the box.
pub fn int(e: &Expr, env: &Env<Value>) -> Value {
    match e {
        Expr::Const(c) => Value::point(c.clone()),
        Expr::Var(v) => env.get(*v).clone(),
        Expr::Bound(_) | Expr::App(..) | Expr::Store(..) => Value::ALL,
        Expr::Neg(a) => int(a, env).neg(),
        Expr::Bin(op, a, b) => {
            let (x, y) = (int(a, env), int(b, env));
            match op {
                BinOp::Add => x.add(&y),
                // A term minus itself is 0 even where its value is not known.
                BinOp::Sub if a == b => Value::point(base::Int::ZERO),
                BinOp::Sub => x.sub(&y),
                BinOp::Mul if a == b => square(&x),
                BinOp::Mul => x.mul(&y),
                BinOp::Div => x.div(&y),
                BinOp::Rem => x.rem(&y),
                BinOp::Shl => x.shl(&y, SHIFT_LIMIT),
                BinOp::Shr => x.shr(&y, SHIFT_LIMIT),
            }
        }
        Expr::Bits(op, ty, a, b) => {
            let op = match op {
                BitOp::And => Bits::And,
                BitOp::Or => Bits::Or,
                BitOp::Xor => Bits::Xor,
            };
            int(a, env).bits(op, &int(b, env), super::width(*ty))
        }
        Expr::Wrap(ty, a) => int(a, env).wrap(super::width(*ty)),
        Expr::Ite(c, a, b) => {
            // Each branch is seen only by the states that take it.
            let branch = |condition: &base::Formula, e: &Expr| {
                let mut taken = env.clone();
                refine::assume(&mut taken, condition).map(|()| int(e, &taken))
            };
            match (branch(c, a), branch(&c.negate(), b)) {
                (Some(x), Some(y)) => x.join(&y),
                (x, y) => x.or(y).unwrap_or(Value::ALL),
            }
        }
        Expr::Select(m, _) => map(m, env),
    }
}

fn square(x: &Value) -> Value {
    let product = x.mul(x);
    let nonnegative = numeric::Interval { low: Some(base::Int::ZERO), high: None };
    product.meet_interval(&nonnegative).unwrap_or(product)
}

/// A value that contains every element of the map.
pub fn map(e: &Expr, env: &Env<Value>) -> Value {
    match e {
        Expr::Var(v) => env.get(*v).clone(),
        Expr::Store(m, _, value) => map(m, env).join(&int(value, env)),
        Expr::Ite(_, a, b) => map(a, env).join(&map(b, env)),
        _ => Value::ALL,
    }
}
