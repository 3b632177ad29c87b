//! Machine arithmetic where the values are known to fit.
//!
//! Backwards, `wrap(u32, x + 1)` has a preimage for each time around, and their hull is all. Forwards it is known how often a
//! sum goes around in the states at hand; where that is always the same, the wrap is a sum. Invariant: in each of the
//! given states the result does the same as the statement.

use base::{CmpOp, Domain, Expr, Formula, Int, IntType, Op, Stmt};
use std::borrow::Cow;

/// The statement without the wraps that go around equally often in all of the states.
pub fn unwrapped<'s, D: Domain>(domain: &D, here: &D::State, stmt: &'s Stmt) -> Cow<'s, Stmt> {
    let replace = |e: &Expr| match e {
        Expr::Wrap(ty, inner) if !has_wrap(inner) => turns(domain, here, *ty, inner),
        _ => None,
    };
    match stmt {
        Stmt::Assign(v, e) if has_wrap(e) => Cow::Owned(Stmt::Assign(*v, e.subst(&replace))),
        Stmt::Assume(f) => {
            let mut wraps = false;
            f.walk(&mut |e| wraps |= matches!(e, Expr::Wrap(..)));
            if wraps { Cow::Owned(Stmt::Assume(f.subst(&replace))) } else { Cow::Borrowed(stmt) }
        }
        _ => Cow::Borrowed(stmt),
    }
}

fn has_wrap(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |inner| found |= matches!(inner, Expr::Wrap(..)));
    found
}

/// The sum, less what its turns make, if all states have the same number of them: none, one down or one up.
fn turns<D: Domain>(domain: &D, here: &D::State, ty: IntType, inner: &Expr) -> Option<Expr> {
    let modulus = Int::ONE << ty.bits as usize;
    let never = |op, bound: Int| {
        let beyond = Formula::cmp(op, inner.clone(), bound);
        domain.is_bottom(&domain.apply(Op::Assume(here, &beyond), &D::Guide::default()).state)
    };
    let fits = |turn: &Int| never(CmpOp::Lt, ty.min() + turn) && never(CmpOp::Gt, ty.max() + turn);
    let turn = [Int::ZERO, modulus.clone(), -modulus].into_iter().find(fits)?;
    Some(Expr::sub(inner.clone(), turn))
}
