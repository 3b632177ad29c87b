//! Interpolants of an infeasible path, backwards from its end.
//!
//! Sequence interpolants (Henzinger, Jhala, Majumdar, McMillan: *Abstractions from proofs*, POPL 2004) from weakest
//! preconditions, each cut down to what its prefix contradicts, as the error invariants of Ermis, Schäf, Wies (FM 2012) are:
//! walking back from the end, the *error* Eₖ is the preimage of Eₖ₊₁, and Iₖ = ¬Eₖ. Conditions outside the core are not
//! added. Wherever the error has grown, the conjuncts that its prefix does not need are dropped (asked of the solver: the
//! prefix contradicts what is left), which makes Eₖ larger, Iₖ simpler, and what is further back shorter. An input that
//! Fourier and Motzkin cannot project is projected case by case ([`crate::project`]); if that fails it keeps a quantifier. An error that is not linear is replaced by the complement of a box where there is one
//! ([`crate::enclose`]).
//!
//! Invariant: Eₖ contains the preimage of Eₖ₊₁, so the sequence is inductive by construction; it is confirmed by the solver
//! all the same before it gets out.

use crate::enclose::enclose;
use crate::path::PathFormula;
use crate::preimage::{Conjuncts, Preimage, conjuncts as normal_form, preimage, quantified};
use crate::project::eliminate;
use crate::solver::{Answer, Session};
use crate::symbols::Symbols;
use base::{Budget, Expr, Formula, IntType, SortedSet, Stmt, VarId};
use std::time::Duration;

/// Errors with at most so many conjuncts are tried without each of them.
const FEW: usize = 8;

/// I₀ … Iₙ for a path that cannot be run because of the positions in `core`.
pub fn backwards(
    path: &PathFormula<'_>,
    core: &SortedSet<usize>,
    session: &mut Session,
    limit: Duration,
    budget: &Budget,
) -> Option<Vec<Formula>> {
    let mut walk = Backwards { path, session, limit, budget, left_open: None };
    let is_map = |v: VarId| path.symbols().is_map(v);
    let mut errors: Vec<Conjuncts> = vec![Vec::new()];
    for position in (0..path.len()).rev() {
        let after = errors.last()?.clone();
        let stmt = path.statement(position);
        let left_out = matches!(stmt, Stmt::Assume(_)) && !core.contains(&position);
        let Preimage { conjuncts, exact } =
            if left_out { Preimage { conjuncts: after.clone(), exact: true } } else { preimage(stmt, is_map, &after) };
        let before = if conjuncts == [Formula::False] || (exact && conjuncts.len() <= after.len().max(1)) {
            conjuncts
        } else {
            match (walk.needed(position, &conjuncts), stmt) {
                (Some(needed), _) => needed,
                (None, _) if exact => conjuncts,
                (None, Stmt::Input { var, ty, .. }) if !is_map(*var) => {
                    let before = walk.projected(*var, *ty, &after).unwrap_or_else(|| quantified(*var, *ty, &after));
                    walk.needed(position, &before).unwrap_or(before)
                }
                (None, _) => return None,
            }
        };
        errors.push(walk.enclosed(position, before));
    }
    errors.reverse();
    let negated = |f: &Formula| {
        let mut parts = Vec::new();
        normal_form(&f.negate(), &is_map, &mut parts);
        Formula::and(parts)
    };
    let interpolants: Vec<Formula> = errors.iter().map(|error| Formula::or(error.iter().map(negated))).collect();
    walk.is_inductive(&interpolants).then_some(interpolants)
}

/// Which formulas a contradiction needs besides the first.
pub struct Needed {
    /// Their positions, in order.
    pub positions: Vec<usize>,
    /// Whether they contradict each other without the first.
    pub alone: bool,
}

/// Formulas that contradict the first; none if the solver does not say that all of them do. If they are at most `few`, the others are tried without each of them, those of small
/// weight first.
pub fn needed<W: Ord>(
    session: &mut Session,
    symbols: &Symbols,
    question: &[Formula],
    (few, weight): (usize, &dyn Fn(usize) -> W),
    limit: Duration,
    budget: &Budget,
) -> Option<Needed> {
    let core = session.core(symbols, question, &budget.child(Some(limit))).ok()?;
    let alone = !core.contains(&0);
    let mut positions: Vec<usize> = core.into_iter().filter(|i| *i > 0).collect();
    positions.sort_by_key(|i| weight(*i));
    if positions.len() <= few {
        let mut next = 0;
        while next < positions.len() && positions.len() > 1 {
            let mut fewer = positions.clone();
            fewer.remove(next);
            let asked: Vec<Formula> = [0].iter().chain(&fewer).map(|i| question[*i].clone()).collect();
            if session.check_sat(symbols, &asked, &budget.child(Some(limit / 4))) == Answer::Unsat {
                positions = fewer;
            } else {
                next += 1;
            }
        }
    }
    positions.sort_unstable();
    Some(Needed { positions, alone })
}

struct Backwards<'a, 's> {
    path: &'a PathFormula<'a>,
    session: &'s mut Session,
    limit: Duration,
    budget: &'s Budget,
    /// The latest error that no box excludes.
    left_open: Option<Conjuncts>,
}

impl Backwards<'_, '_> {
    /// Conjuncts that contradict the path up to a position; none if the solver does not say that all of them do.
    fn needed(&mut self, position: usize, conjuncts: &[Formula]) -> Option<Conjuncts> {
        let now: Vec<Formula> = conjuncts.iter().map(|f| self.path.at(position, f)).collect();
        let prefix = Formula::and(self.path.question(position, &now));
        let mut question = vec![prefix];
        question.extend(now);
        // What a domain can say least about goes first.
        let weight = |i: usize| std::cmp::Reverse(difficulty(&conjuncts[i - 1]));
        let found = needed(self.session, self.path.symbols(), &question, (FEW, &weight), self.limit, self.budget)?;
        match found.alone {
            true => Some(vec![Formula::False]),
            false => Some(found.positions.into_iter().map(|i| conjuncts[i - 1].clone()).collect()),
        }
    }

    /// The exact preimage of an integer input without a quantifier, case by case.
    fn projected(&mut self, var: VarId, ty: Option<IntType>, after: &[Formula]) -> Option<Conjuncts> {
        let range = ty.map_or(Formula::True, |ty| Expr::Var(var).in_range(ty));
        let values: Vec<Formula> = after.iter().cloned().chain([range]).collect();
        let program = self.path.program();
        let cases = eliminate(&values, var, &program, self.session, self.limit, self.budget)?;
        let mut found = Conjuncts::new();
        normal_form(&cases, &|v| program.is_map(v), &mut found);
        Some(found)
    }

    /// The complement of a box, where the error itself is nothing that a numeric domain could exclude.
    fn enclosed(&mut self, position: usize, error: Conjuncts) -> Conjuncts {
        if error == [Formula::False] || error.iter().all(is_linear) || self.left_open.as_ref() == Some(&error) {
            return error;
        }
        match enclose(self.path, position, &error, self.session, self.limit, self.budget) {
            Some(bounds) => vec![Formula::or(bounds.iter().map(Formula::negate))],
            None => {
                self.left_open = Some(error.clone());
                error
            }
        }
    }

    fn is_contradiction(&mut self, of: &PathFormula<'_>, formulas: &[Formula], limit: Duration) -> bool {
        self.session.check_sat(of.symbols(), formulas, &self.budget.child(Some(limit))) == Answer::Unsat
    }

    fn is_inductive(&mut self, interpolants: &[Formula]) -> bool {
        let (Some(first), Some(Formula::False)) = (interpolants.first(), interpolants.last()) else { return false };
        let start = PathFormula::of_statements(self.path.program(), [], true);
        if !self.follows(&start, &Formula::True, first) {
            return false;
        }
        (0..self.path.len()).all(|position| {
            let stmt = self.path.statement(position);
            let (before, after) = (&interpolants[position], &interpolants[position + 1]);
            let kept = || before == after && stmt.target().is_none_or(|v| !crate::preimage::mentions(after, &Expr::Var(v)));
            kept() || self.follows(&PathFormula::of_statements(self.path.program(), [stmt], false), before, after)
        })
    }

    /// Do the statements lead from `before` into `after` only?
    fn follows(&mut self, by: &PathFormula<'_>, before: &Formula, after: &Formula) -> bool {
        if *after == Formula::True || *before == Formula::False {
            return true;
        }
        let ends = [by.at(0, before), by.at(by.len(), &after.negate())];
        let mut question = by.question(by.len(), &ends);
        question.extend(ends);
        self.is_contradiction(by, &question, self.limit)
    }
}

/// Comparisons of linear forms, and cases of them.
fn is_linear(f: &Formula) -> bool {
    match f {
        Formula::Or(parts) | Formula::And(parts) => parts.iter().all(is_linear),
        Formula::Cmp(..) => difficulty(f).1 == 0,
        _ => matches!(f, Formula::True | Formula::False),
    }
}

/// How little a numeric domain can make of a formula: not comparisons, then terms that are not variables, then variables.
fn difficulty(f: &Formula) -> (bool, usize, usize) {
    let Formula::Cmp(_, a, b) = f else { return (true, 0, 0) };
    let form = Expr::sub((**a).clone(), (**b).clone()).linear();
    (false, form.terms.keys().filter(|t| !matches!(t, Expr::Var(_))).count(), form.terms.len())
}
