//! Linear constraints and comparisons, from one to the other. A formula is written as a person writes it: no negative
//! coefficients, what is positive on the left.

use base::{CmpOp, Expr, Formula, Int, VarId};
use numeric::{Constraint, Interval, Linear, Relation};

/// `form op 0` over the integers; none for ≠, which is no constraint.
pub fn constraint(op: CmpOp, form: &Linear) -> Option<Constraint> {
    let strict = |form: &Linear| Constraint::non_negative(form.plus(&Int::NEG_ONE, &Linear::constant(1)));
    Some(match op {
        CmpOp::Eq => Constraint::zero(form.clone()),
        CmpOp::Ge => Constraint::non_negative(form.clone()),
        CmpOp::Gt => strict(form),
        CmpOp::Le => Constraint::non_negative(form.negated()),
        CmpOp::Lt => strict(&form.negated()),
        CmpOp::Ne => return None,
    })
}

/// The ends of an interval as constraints on a form, those that `kept` accepts.
pub fn bounds(x: &Linear, interval: &Interval, kept: impl Fn(&Int) -> bool) -> Vec<Constraint> {
    let end = |bound: &Option<Int>, op| {
        let bound = bound.as_ref().filter(|b| kept(b))?;
        constraint(op, &x.plus(&Int::NEG_ONE, &Linear::constant(bound.clone())))
    };
    end(&interval.low, CmpOp::Ge).into_iter().chain(end(&interval.high, CmpOp::Le)).collect()
}

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
