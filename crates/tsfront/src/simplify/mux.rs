//! Choices recognised: `c ∨ x = a` and `¬c ∨ x = b` together are the equation `x = ite(c, b, a)`.
//!
//! Systems that come from equations with conditionals have them in this clausal form; as an equation they can be solved.

use super::solve::definition;
use crate::subst::vars_of;
use crate::term::{Node, Term, Terms, Var};
use base::{SortedMap, SortedSet};

/// An equivalent constraint with such pairs of conjuncts as equations; those for variables that `wanted` names come first.
pub fn combine(terms: &mut Terms, constraint: Term, wanted: &dyn Fn(Var) -> bool) -> Term {
    let mut conjuncts = terms.conjuncts(constraint);
    let mut changed = false;
    for only_wanted in [true, false] {
        let equations = pairs(terms, &mut conjuncts, &|v| wanted(v) || !only_wanted);
        changed |= !equations.is_empty();
        conjuncts.extend(equations);
    }
    if changed { terms.and(conjuncts) } else { constraint }
}

/// Takes the pairs out of the conjuncts and gives their equations.
fn pairs(terms: &mut Terms, conjuncts: &mut Vec<Term>, free: &dyn Fn(Var) -> bool) -> Vec<Term> {
    // (condition, variable) → (value, conjunct): if the condition is false, the variable has the value.
    let mut seen: SortedMap<(Term, Var), (Term, Term)> = SortedMap::new();
    let mut replaced: SortedSet<Term> = SortedSet::new();
    let mut equations = Vec::new();
    for t in conjuncts.iter().copied() {
        let Node::Or(parts) = terms.node(t) else { continue };
        let &[p, q] = parts.as_slice() else { continue };
        'found: for (condition, equation) in [(p, q), (q, p)] {
            let opposite = terms.not(condition);
            for (v, value) in definition(terms, equation, free) {
                if vars_of(terms, value).contains(&v) || vars_of(terms, condition).contains(&v) {
                    continue;
                }
                if let Some((other, with)) = seen.get(&(opposite, v)).copied()
                    && !replaced.contains(&with)
                {
                    let chosen = terms.ite(condition, other, value);
                    let v = terms.var(v);
                    equations.push(terms.eq(v, chosen));
                    replaced.extend([t, with]);
                    break 'found;
                }
                seen.insert((condition, v), (value, t));
            }
        }
    }
    conjuncts.retain(|t| !replaced.contains(t));
    equations
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::term::Sort;

    #[test]
    fn a_pair_of_implications_is_an_equation() {
        let mut t = Terms::new();
        let [c, x, y] = [("c", Sort::Bool), ("x", Sort::Int), ("y", Sort::Int)].map(|(n, s)| t.fresh(n, s)).map(|v| t.var(v));
        let (not, seven) = (t.not(c), t.int(7));
        let (same, constant) = (t.eq(x, y), t.eq(x, seven));
        let (first, second) = (t.or([c, same]), t.or([not, constant]));
        let both = t.and([first, second]);
        let choice = t.ite(c, seven, y);
        let expected = t.eq(x, choice);
        assert_eq!(combine(&mut t, both, &|_| true), expected);
        assert_eq!(combine(&mut t, first, &|_| true), first);
    }
}
