//! Questions with quantifiers as questions without: instances of what holds universally, symbols for what exists.
//!
//! A solver that is asked with quantifiers chooses instances on its own and may not end. The terms at hand are nearly always enough for invariants of loops
//! over arrays (see [`crate::instantiate`]), and with them the question is decided quickly. Where a map is read at `k + c`, the terms that make
//! this an index at hand are tried too. Invariant: what is returned follows from the question but for the meaning of fresh symbols, so if it is contradictory
//! the question is.

use crate::Symbols;
use crate::instantiate::{instantiate, skolemise, terms_at_hand};
use base::exec::bounded::has_quantifier;
use base::{Expr, Formula, Int, Quantifier, Sort, SortedSet};

/// At most so many instances of one quantifier.
const MOST_INSTANCES: usize = 600;
/// Universal formulas of at most so many literals are brief.
const FEW_WORDS: usize = 2;
/// At most so many terms are tried.
const MOST_TERMS: usize = 60;

/// Instances of the question, formula by formula, with the symbols that they use; none if it has no quantifier.
pub fn ground(question: &[Formula], symbols: &Symbols) -> Option<(Vec<Formula>, Symbols)> {
    ground_at(Instances::Any, question, symbols)
}

/// Which terms are tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instances {
    Any,
    /// Variables, zero, and the indices at which maps are read and written: where ways along links are asked for, most others only bring up more of them. What is said
    /// of maps in few words stays, for the objects that the laws of reachability bring up.
    Named,
}

/// The same with a choice of the terms.
pub fn ground_at(which: Instances, question: &[Formula], symbols: &Symbols) -> Option<(Vec<Formula>, Symbols)> {
    if !question.iter().any(has_quantifier) {
        return None;
    }
    let mut symbols = symbols.clone();
    let skolem: Vec<Formula> = question.iter().map(|f| skolemise(f, &mut symbols)).collect();
    // The goal is last, and what it says is missing matters most.
    let wanted: Vec<Formula> = skolem.iter().rev().cloned().collect();
    let mut terms = terms_at_hand(&wanted, &symbols);
    if which == Instances::Named {
        let mut indices: SortedSet<Expr> = SortedSet::new();
        for f in skolem.iter().filter(|f| !has_quantifier(f)) {
            f.walk(&mut |e| {
                if let Expr::Select(_, i) | Expr::Store(_, i, _) = e {
                    indices.insert((**i).clone());
                }
            });
        }
        terms.retain(|(t, _)| matches!(t, Expr::Var(_)) || indices.contains(t));
        terms.push((Expr::from(0), Sort::Int));
    }
    let mut shifts: SortedSet<Int> = SortedSet::new();
    skolem.iter().for_each(|f| f.walk(&mut |e| shifts.extend(shift(e))));
    for (t, sort) in terms.clone().into_iter().filter(|(_, sort)| *sort == Sort::Int) {
        terms.extend(shifts.iter().map(|c| (Expr::sub(t.clone(), c.clone()), sort.clone())));
    }
    terms.truncate(MOST_TERMS);
    let ground = |f: &Formula| match instantiate(f, &terms, MOST_INSTANCES) {
        f if has_quantifier(&f) => Formula::True,
        f => f,
    };
    let mut found: Vec<Formula> = skolem.iter().map(ground).collect();
    if which == Instances::Named {
        found.extend(skolem.into_iter().filter(is_brief));
    }
    Some((found, symbols))
}

/// Whether a formula says of all elements of maps in few words how they compare.
fn is_brief(f: &Formula) -> bool {
    let Formula::Quant(Quantifier::Forall, vars, body) = f else { return false };
    let [(name, _)] = vars.as_slice() else { return false };
    let words = if let Formula::Or(parts) = &**body { parts.as_slice() } else { std::slice::from_ref(&**body) };
    let reads = body.reads();
    let plain = !reads.is_empty() && reads.iter().all(|(_, i)| matches!(i, Expr::Bound(n) if n == name));
    plain && words.len() <= FEW_WORDS && words.iter().all(|w| matches!(w, Formula::Cmp(..)))
}

/// How far from a bound variable a map is read.
fn shift(e: &Expr) -> Option<Int> {
    let Expr::Select(_, i) = e else { return None };
    let form = i.linear();
    let bound = form.terms.iter().any(|(t, c)| matches!(t, Expr::Bound(_)) && *c == Int::ONE);
    (bound && form.terms.len() == 1 && form.constant != Int::ZERO).then_some(form.constant)
}
