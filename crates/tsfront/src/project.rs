//! Variables eliminated from conjunctions, where that is exact over the integers.
//!
//! An equation with a factor ±1 is solved. Of bounds `a·v ≥ l` and `b·v ≤ u` Fourier and Motzkin's combination `b·l ≤ a·u` is exact if a or
//! b is 1 in each pair (Pugh, The Omega test, Supercomputing 1991, section 2.3.2). A Boolean has two values. What is left stays under a
//! quantifier.

use crate::simplify::cases::{self, Limit};
use crate::simplify::solve::solve;
use crate::subst::{Subst, vars_of};
use crate::system::{Atom, Clause};
use crate::term::{Node, Rel, Sort, Term, Terms, Var};
use base::{Int, Quantifier, SortedSet};

const LIMIT: Limit = Limit { cases: 32, splits: 400 };

/// More pairs of bounds than this are not combined.
const MOST_PAIRS: usize = 64;

/// A formula over the variables of `kept` alone that says what `t` says about them.
pub fn project(terms: &mut Terms, t: Term, kept: &[Var]) -> Term {
    let args: Vec<Term> = kept.iter().map(|v| terms.var(*v)).collect();
    // The kept variables are arguments of a body: solving leaves those in place.
    let clause =
        Clause { body: vec![Atom { rel: Rel(0), args }], constraint: t, head: None, place: Default::default(), origin: Vec::new() };
    let Some(solved) = solve(terms, &clause) else { return Terms::FALSE };
    let is_kept: SortedSet<Var> = kept.iter().copied().collect();
    let others = |terms: &Terms, t: Term| -> Vec<Var> { vars_of(terms, t).difference(&is_kept).copied().collect() };
    if others(terms, solved.constraint).is_empty() {
        return solved.constraint;
    }
    let split = cases::determined(terms, &solved, &[], LIMIT).unwrap_or_else(|| vec![solved]);
    let mut parts = Vec::new();
    for case in split {
        let mut open = vec![case.constraint];
        while let Some(t) = open.pop() {
            let rest = others(terms, t);
            if let Some(bit) = rest.iter().copied().find(|v| terms.var_sort(*v) == Sort::Bool) {
                let bit = terms.var(bit);
                for value in [false, true] {
                    let mut map = Subst::default();
                    map.set(bit, terms.bool(value));
                    open.push(map.apply(terms, t));
                }
                continue;
            }
            match rest.iter().find_map(|v| without(terms, t, *v)) {
                Some(less) => open.push(less),
                None => parts.push(terms.quant(Quantifier::Exists, rest, t)),
            }
        }
    }
    terms.or(parts)
}

/// The conjunction without the variable, if its bounds can be combined exactly.
fn without(terms: &mut Terms, t: Term, v: Var) -> Option<Term> {
    let (mut rest, mut lower, mut upper) = (Vec::new(), Vec::new(), Vec::new());
    for conjunct in terms.conjuncts(t) {
        if !vars_of(terms, conjunct).contains(&v) {
            rest.push(conjunct);
            continue;
        }
        let Node::NonNegative(form) = terms.node(conjunct) else { return None };
        let form = terms.linear(*form);
        let (of_v, others): (Vec<_>, Vec<_>) = form.terms.iter().partition(|(t, _)| matches!(terms.node(*t), Node::Var(w) if *w == v));
        let [(_, factor)] = of_v.as_slice() else { return None };
        if others.iter().any(|(t, _)| vars_of(terms, *t).contains(&v)) {
            return None;
        }
        // factor·v + others + constant ≥ 0.
        let constant = terms.int(form.constant.clone());
        let mut parts: Vec<(Term, Int)> = others.into_iter().cloned().collect();
        parts.push((constant, Int::ONE));
        let sum = terms.sum(&parts);
        if *factor > Int::ZERO { lower.push((factor.clone(), sum)) } else { upper.push((-factor, sum)) }
    }
    let exact = |a: &Int, b: &Int| *a == Int::ONE || *b == Int::ONE;
    if lower.len() * upper.len() > MOST_PAIRS || !lower.iter().all(|(a, _)| upper.iter().all(|(b, _)| exact(a, b))) {
        return None;
    }
    for (a, below) in &lower {
        for (b, above) in &upper {
            let combined = terms.sum(&[(*below, b.clone()), (*above, a.clone())]);
            rest.push(terms.non_negative(combined));
        }
    }
    Some(terms.and(rest))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_combined_where_that_is_exact() {
        let mut t = Terms::new();
        let [x, y] = ["x", "y"].map(|n| t.fresh(n, Sort::Int));
        let (tx, ty) = (t.var(x), t.var(y));
        // x ≤ y ≤ 7 says x ≤ 7; 2y = x says that x is even and stays quantified.
        let seven = t.int(7);
        let (low, high) = (t.le(tx, ty), t.le(ty, seven));
        let both = t.and([low, high]);
        let expected = t.le(tx, seven);
        assert_eq!(project(&mut t, both, &[x]), expected);
        let double = t.sum(&[(ty, 2.into())]);
        let even = t.eq(tx, double);
        let quantified = project(&mut t, even, &[x]);
        assert!(matches!(t.node(quantified), Node::Quant(Quantifier::Exists, vars, _) if *vars == vec![y]));
        // 3x ≤ 2y ≤ 3x + 1: there are gaps between multiples of 2, so nothing is combined.
        let triple = t.sum(&[(tx, 3.into())]);
        let one = t.int(1);
        let more = t.sum(&[(triple, 1.into()), (one, 1.into())]);
        let (low, high) = (t.le(triple, double), t.le(double, more));
        let gaps = t.and([low, high]);
        let result = project(&mut t, gaps, &[x]);
        assert!(result == Terms::TRUE || matches!(t.node(result), Node::Quant(..)), "{:?}", t.node(result));
    }
}
