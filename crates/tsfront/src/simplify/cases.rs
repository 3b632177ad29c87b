//! Clauses split into cases, until their constraints are conjunctions of literals or a limit is reached.
//!
//! A disjunction is split at one of its literals (which is true in one case and false in the other), or at one of its
//! disjuncts (which holds in one case; in the other one of the rest holds). Then the equations of each case are solved. The
//! cases together mean what the clause means.

use super::solve::solve;
use crate::facts::is_literal;
use crate::subst::{Mentioned, vars_of};
use crate::system::{Clause, System};
use crate::term::{Node, Sort, Term, Terms, Var, children};
use base::SortedSet;
use std::collections::HashSet;

/// How far to go.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Cases per clause; where there would be more, disjunctions are left as they are.
    pub cases: usize,
    /// Splits per clause; beyond, [`determined`] gives up.
    pub splits: usize,
}

/// What to split on: a formula and its negation, or two formulas of which one holds.
type Split = (Term, Term);

/// Splits every clause.
pub fn split(mut system: System, limit: Limit) -> System {
    let clauses = std::mem::take(&mut system.clauses);
    for clause in clauses {
        // Without watched arguments every case is fine, so that this does not give up.
        let cases = determined(&mut system.terms, &clause, &[], limit).unwrap_or_else(|| vec![clause]);
        system.clauses.extend(cases);
    }
    system
}

/// The cases of a clause in each of which the watched arguments of the head are constants; none if there are too many.
pub fn determined(terms: &mut Terms, clause: &Clause, watched: &[usize], limit: Limit) -> Option<Vec<Clause>> {
    let mut open = vec![clause.clone()];
    let (mut undecided, mut done) = (Vec::new(), Vec::new());
    let mut splits = 0;
    while let Some(clause) = open.pop() {
        let Some(clause) = solve(terms, &clause) else { continue };
        let targets: Vec<Term> = clause.head.iter().flat_map(|h| watched.iter().map(|i| h.args[*i])).collect();
        if targets.iter().all(|t| terms.as_bool(*t).is_some()) {
            undecided.push(clause);
            continue;
        }
        let mut aims = Mentioned::default();
        targets.iter().for_each(|t| aims.add(terms, *t));
        let (first, second) = match best_disjunction(terms, &clause, &aims.vars) {
            Some(split) => split,
            None => {
                let target = targets.into_iter().find(|t| terms.as_bool(*t).is_none())?;
                (target, terms.not(target))
            }
        };
        splits += 1;
        if splits > limit.splits {
            return None;
        }
        open.extend(both(terms, &clause, (first, second)));
    }
    // The control is known; now the data, as far as that is cheap.
    while let Some(clause) = undecided.pop() {
        if done.len() + undecided.len() + 1 >= limit.cases || splits > limit.splits {
            done.push(clause);
            continue;
        }
        match any_disjunction(terms, &clause).or_else(|| any_condition(terms, &clause)) {
            None => done.push(clause),
            Some(split) => {
                splits += 1;
                for case in both(terms, &clause, split) {
                    undecided.extend(solve(terms, &case));
                }
            }
        }
    }
    done.reverse();
    Some(done)
}

pub fn both(terms: &mut Terms, clause: &Clause, (first, second): Split) -> Vec<Clause> {
    let mut cases = Vec::new();
    for part in [second, first] {
        let constraint = terms.and([clause.constraint, part]);
        if constraint != Terms::FALSE {
            cases.push(Clause { constraint, ..clause.clone() });
        }
    }
    cases
}

fn split_of(terms: &mut Terms, disjunction: Term) -> Option<Split> {
    let parts = terms.disjuncts(disjunction);
    if parts.len() < 2 {
        return None;
    }
    // That two arrays are not equal is nothing that a program can say, and the opposite of a quantifier is no simpler than what it came
    // from.
    let is_lasting = |t: Term| matches!(terms.node(t), Node::Same(..) | Node::Quant(..));
    if let Some(literal) = parts.iter().copied().find(|p| is_literal(terms, *p) && !is_lasting(*p)) {
        return Some((literal, terms.not(literal)));
    }
    let rest = terms.or(parts[1..].iter().copied());
    Some((parts[0], rest))
}

/// The shortest disjunction that says something about the variables.
fn best_disjunction(terms: &mut Terms, clause: &Clause, about: &SortedSet<Var>) -> Option<Split> {
    let mut candidates: Vec<(usize, Term)> = Vec::new();
    for t in terms.conjuncts(clause.constraint) {
        if let Node::Or(parts) = terms.node(t)
            && !vars_of(terms, t).is_disjoint(about)
        {
            candidates.push((parts.len(), t));
        }
    }
    let (_, shortest) = candidates.into_iter().min()?;
    split_of(terms, shortest)
}

pub fn any_disjunction(terms: &mut Terms, clause: &Clause) -> Option<Split> {
    let conjuncts = terms.conjuncts(clause.constraint);
    let shortest = conjuncts.into_iter().filter(|t| matches!(terms.node(*t), Node::Or(_))).min_by_key(|t| terms.disjuncts(*t).len());
    if let Some(t) = shortest {
        return split_of(terms, t);
    }
    // An equivalence of formulas: both hold or neither does.
    for t in terms.conjuncts(clause.constraint) {
        let atom = if let Node::Not(inner) = *terms.node(t) { inner } else { t };
        if let Node::Iff(a, _) = *terms.node(atom) {
            return Some((a, terms.not(a)));
        }
    }
    None
}

/// A condition that decides a value: that of an `ite`, or a Boolean of the head that is neither constant nor a variable.
pub fn any_condition(terms: &mut Terms, clause: &Clause) -> Option<Split> {
    let head: Vec<Term> = clause.head.iter().flat_map(|h| h.args.iter().copied()).collect();
    let formula = |t: &Term| terms.sort(*t) == Sort::Bool && terms.as_bool(*t).is_none() && !matches!(terms.node(*t), Node::Var(_));
    if let Some(condition) = head.iter().copied().find(formula) {
        return Some((condition, terms.not(condition)));
    }
    let (mut seen, mut open) = (HashSet::new(), head);
    open.push(clause.constraint);
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::Ite(c, ..) => {
                let c = *c;
                return Some((c, terms.not(c)));
            }
            // A condition in there may be about bound variables.
            Node::Quant(..) => {}
            node => open.extend(children(node)),
        }
    }
    None
}
