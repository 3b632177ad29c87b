//! Quantifiers that can be executed: those whose body bounds their variables.
//!
//! Only the instances decide that could be a counterexample of `∀` (the body's negation holds) or a witness of `∃` (the body
//! holds). If the conjuncts of that condition bound a variable from below and from above by terms without it, the instances
//! between the bounds are all that matter, and they can be tried one after the other, from the lowest on, until one decides.
//!
//! Both executors iterate in the order given here, and read the open elements that depend on a variable when it gets its
//! value: so they read the same inputs in the same order.

use crate::SortedSet;
use crate::cfa::{Sort, VarId};
use crate::expr::{BinOp, CmpOp, Expr, Formula, Name, Quantifier};
use crate::int::Int;
use crate::reach::as_between;
use std::sync::Arc;

/// What one variable of a quantifier ranges over: from the largest of the lower bounds to the smallest of the upper ones, both
/// included. The bounds mention no variables of the quantifier but those that come before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Range {
    pub name: Name,
    pub low: Vec<Expr>,
    pub high: Vec<Expr>,
}

/// The ranges of a quantifier's variables, in the order in which they are to be iterated; none if the body does not bound them.
/// Variables that do not occur are left out: it does not matter what they are.
pub(super) fn ranges(q: Quantifier, vars: &[(Name, Sort)], body: &Formula) -> Option<Vec<Range>> {
    let mut used = SortedSet::new();
    body.walk(&mut |e| {
        if let Expr::Bound(name) = e {
            used.insert(name.clone());
        }
    });
    let mut left: Vec<&Name> = vars.iter().map(|(name, _)| name).filter(|name| used.contains(*name)).collect();
    if vars.iter().any(|(_, sort)| *sort != Sort::Int) || left.iter().collect::<SortedSet<_>>().len() < left.len() {
        return None;
    }
    let decisive = if q == Quantifier::Forall { body.negate() } else { body.clone() };
    let conjuncts = match &decisive {
        Formula::And(parts) => parts.as_slice(),
        one => std::slice::from_ref(one),
    };
    let mut found = Vec::new();
    while !left.is_empty() {
        let (place, range) = left.iter().enumerate().find_map(|(place, name)| Some((place, range(name, conjuncts, &left)?)))?;
        left.remove(place);
        found.push(range);
    }
    Some(found)
}

/// The bounds that conjuncts put on a variable, by terms without the variables that are `left`, if there are some on both sides.
fn range(name: &Name, conjuncts: &[Formula], left: &[&Name]) -> Option<Range> {
    let side = |upper: bool| Some(bounds(name, upper, conjuncts, left, left.len())).filter(|found| !found.is_empty());
    Some(Range { name: name.clone(), low: side(false)?, high: side(true)? })
}

/// The bounds on one side. One by another variable that is left counts by the bounds of that one, `depth` times: in
/// `0 <= i < j < n` the first variable is less than `n - 1`.
fn bounds(name: &Name, upper: bool, conjuncts: &[Formula], left: &[&Name], depth: usize) -> Vec<Expr> {
    let mut found = Vec::new();
    for conjunct in conjuncts {
        let Formula::Cmp(op, a, b) = conjunct else { continue };
        let Some((op, term)) = solved(name, *op, a, b) else { continue };
        let bound = match (op, upper) {
            (CmpOp::Eq, _) | (CmpOp::Ge, false) | (CmpOp::Le, true) => term,
            (CmpOp::Gt, false) => Expr::add(term, 1),
            (CmpOp::Lt, true) => Expr::sub(term, 1),
            _ => continue,
        };
        let names = names(&bound);
        let mut unknown = names.iter().filter(|n| left.contains(n));
        match (unknown.next(), unknown.next()) {
            (None, _) => found.push(bound),
            (Some(other), None) if depth > 0 && other != name && is_summand(other, &bound) => {
                for instead in bounds(other, upper, conjuncts, left, depth - 1) {
                    let own = Expr::Bound(other.clone());
                    found.push(bound.subst(&|e| (*e == own).then(|| instead.clone())));
                }
            }
            _ => {}
        }
    }
    found
}

/// Whether the term is the variable plus something without it.
fn is_summand(name: &Name, e: &Expr) -> bool {
    let own = Expr::Bound(name.clone());
    let form = e.linear();
    form.terms.iter().all(|(term, factor)| if *term == own { *factor == Int::ONE } else { !names(term).contains(name) })
}

/// The comparison in the form `name op term`, if the variable occurs once with factor 1 or −1 in a linear form.
fn solved(name: &Name, op: CmpOp, a: &Expr, b: &Expr) -> Option<(CmpOp, Expr)> {
    let own = Expr::Bound(name.clone());
    if *a == own {
        return Some((op, b.clone()));
    }
    if *b == own {
        return Some((op.flip(), a.clone()));
    }
    let mut form = Expr::sub(a.clone(), b.clone()).linear();
    let factor = form.terms.remove(&own)?;
    let op = match &factor {
        f if *f == Int::ONE => op,
        f if *f == -Int::ONE => op.flip(),
        _ => return None,
    };
    // factor·name + rest op 0, so name op −rest/factor.
    let mut sum = Expr::Const(-(&form.constant * &factor));
    for (term, coefficient) in form.terms {
        let scale = -(coefficient * &factor);
        sum = if scale == -Int::ONE { Expr::sub(sum, term) } else { Expr::add(sum, Expr::bin(BinOp::Mul, Expr::Const(scale), term)) };
    }
    Some((op, sum))
}

/// The bound variables in a term.
pub(super) fn names(e: &Expr) -> SortedSet<Name> {
    let mut found = SortedSet::new();
    e.walk(&mut |e| {
        if let Expr::Bound(name) = e {
            found.insert(name.clone());
        }
    });
    found
}

/// The elements that terms select from variables, outermost first, by map and index; `wanted` chooses by the bound variables
/// in the index.
pub(super) fn reads(walk: impl FnOnce(&mut dyn FnMut(&Expr)), wanted: &dyn Fn(&SortedSet<Name>) -> bool) -> Vec<(VarId, Arc<Expr>)> {
    let mut found = Vec::new();
    walk(&mut |e| {
        if let Expr::Select(m, i) = e
            && let Expr::Var(v) = **m
            && wanted(&names(i))
        {
            found.push((v, i.clone()));
        }
    });
    found
}

/// Calls `visit` on the bounds of all variables of executable quantifiers.
pub(super) fn walk_bounds(f: &Formula, visit: &mut dyn FnMut(&Expr)) {
    match f {
        Formula::Quant(q, vars, body) => {
            for range in ranges(*q, vars, body).into_iter().flatten() {
                range.low.iter().chain(&range.high).for_each(|e| e.walk(visit));
            }
            walk_bounds(body, visit);
        }
        Formula::Not(inner) => walk_bounds(inner, visit),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| walk_bounds(p, visit)),
        _ => {}
    }
}

/// Whether a quantifier occurs anywhere in the formula, the conditions inside its terms included.
pub fn has_quantifier(f: &Formula) -> bool {
    match f {
        Formula::Quant(..) => true,
        Formula::True | Formula::False => false,
        Formula::Not(inner) => has_quantifier(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_quantifier),
        Formula::Cmp(_, a, b) => term_has_quantifier(a) || term_has_quantifier(b),
        Formula::Rel(_, args) => args.iter().any(term_has_quantifier),
    }
}

/// The same for the conditions inside a term.
pub fn term_has_quantifier(e: &Expr) -> bool {
    // `walk` visits the terms inside of conditions, so that each condition is met at its `Ite`.
    fn above_terms(f: &Formula) -> bool {
        match f {
            Formula::Quant(..) => true,
            Formula::Not(inner) => above_terms(inner),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(above_terms),
            _ => false,
        }
    }
    let mut found = false;
    e.walk(&mut |inner| {
        if let Expr::Ite(c, ..) = inner {
            found |= above_terms(c);
        }
    });
    found
}

/// Whether `between` occurs in the formula, so that it reads elements that no term in it names.
pub(super) fn has_way(f: &Formula) -> bool {
    match f {
        Formula::True | Formula::False => false,
        Formula::Rel(..) if as_between(f).is_some() => true,
        Formula::Rel(_, args) => args.iter().any(has_way_inside),
        Formula::Cmp(_, a, b) => has_way_inside(a) || has_way_inside(b),
        Formula::Not(inner) | Formula::Quant(_, _, inner) => has_way(inner),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(has_way),
    }
}

/// The same for the conditions inside a term.
pub(super) fn has_way_inside(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |inner| {
        if let Expr::Ite(c, ..) = inner {
            found = found || has_way(c);
        }
    });
    found
}

/// Whether the executors decide the formula in every state (of moderate size): its quantifiers are bounded, stand outside of
/// terms, and no variable hides another.
pub fn is_executable(f: &Formula) -> bool {
    fn inside(f: &Formula, scope: &mut Vec<Name>) -> bool {
        match f {
            Formula::Quant(q, vars, body) => {
                let fresh = vars.iter().all(|(name, _)| !scope.contains(name));
                let before = scope.len();
                scope.extend(vars.iter().map(|(name, _)| name.clone()));
                let fine = fresh && ranges(*q, vars, body).is_some() && inside(body, scope);
                scope.truncate(before);
                fine
            }
            Formula::Not(inner) => inside(inner, scope),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().all(|p| inside(p, scope)),
            other => !has_quantifier(other),
        }
    }
    inside(f, &mut Vec::new())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{parse_cfa, parse_formula};

    fn ranges_of(text: &str) -> Option<Vec<(String, String, String)>> {
        let cfa = parse_cfa("cfa\nvar n: i32\nvar a: i32[9]\nentry L\n").unwrap();
        let Formula::Quant(q, vars, body) = parse_formula(text, &cfa).unwrap() else { panic!("{text} has no quantifier") };
        let show = |es: &[Expr]| es.iter().map(|e| crate::text::print_expr(e, &cfa)).collect::<Vec<_>>().join(" ");
        Some(ranges(q, &vars, &body)?.iter().map(|r| (r.name.to_string(), show(&r.low), show(&r.high))).collect())
    }

    fn triple(name: &str, low: &str, high: &str) -> (String, String, String) {
        (name.into(), low.into(), high.into())
    }

    #[test]
    fn bounds_come_from_the_guards() {
        let all = "forall ?k: int. ?k < 0 || n <= ?k || a[?k] == 0";
        assert_eq!(ranges_of(all), Some(vec![triple("k", "0", "n - 1")]));
        assert_eq!(ranges_of("exists ?k: int. 2 - ?k < n && ?k + 1 <= 5 && a[?k] == 0"), Some(vec![triple("k", "2 - n + 1", "4")]));
        let chain = "exists ?i: int, ?j: int. 0 <= ?i && ?i < ?j && ?j < n && a[?i] == a[?j]";
        assert_eq!(ranges_of(chain), Some(vec![triple("i", "0", "n - 1 - 1"), triple("j", "?i + 1", "n - 1")]));
        // The bounds of one variable may mention another, which then comes first.
        let pairs = "exists ?i: int, ?j: int. ?j < ?i && 0 <= ?j && 0 <= ?i && ?i < n && a[?i] < a[?j]";
        assert_eq!(ranges_of(pairs), Some(vec![triple("i", "1 0", "n - 1"), triple("j", "0", "?i - 1")]));
    }

    #[test]
    fn what_is_not_bounded_has_no_ranges() {
        for text in [
            "forall ?k: int. ?k < 0 || a[?k] == 0",
            "exists ?k: int. 0 <= ?k || ?k < n",
            "exists ?k: int. 0 <= 2 * ?k && 2 * ?k < n",
            "exists ?i: int, ?j: int. ?i < ?j && ?j < ?i && 0 <= ?i && 0 <= ?j",
            "exists ?k: int. ?k >= 0 && ?k < a[?k]",
        ] {
            assert_eq!(ranges_of(text), None, "{text}");
        }
    }
}
