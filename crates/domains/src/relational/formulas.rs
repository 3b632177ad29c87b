//! Linear constraints as formulas, as a person writes them: no negative coefficients, what is positive on the left.

use base::{CmpOp, Expr, Formula, Int, VarId};
use numeric::{Constraint, Relation};

pub fn formula(c: &Constraint) -> Formula {
    let (mut left, mut right): (Vec<Expr>, Vec<Expr>) = (Vec::new(), Vec::new());
    for (d, factor) in c.form.terms() {
        let x = Expr::Var(VarId(d as u32));
        if *factor > Int::ZERO {
            left.push(Expr::mul(factor.clone(), x));
        } else {
            right.push(Expr::mul(-factor, x));
        }
    }
    let constant = c.form.constant_term();
    let op = match c.relation {
        Relation::Zero => CmpOp::Eq,
        Relation::NonNegative => CmpOp::Ge,
        Relation::Positive => CmpOp::Gt,
    };
    let sum = |parts: Vec<Expr>| parts.into_iter().reduce(Expr::add).unwrap_or(Expr::Const(Int::ZERO));
    if left.is_empty() {
        return Formula::cmp(op.flip(), sum(right), constant.clone());
    }
    if *constant > Int::ZERO && !right.is_empty() {
        left.push(Expr::Const(constant.clone()));
    } else if *constant != Int::ZERO {
        right.push(Expr::Const(-constant));
    }
    Formula::cmp(op, sum(left), sum(right))
}
