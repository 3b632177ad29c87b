//! A second derivation of what a proof claims: by weakest preconditions, for the solver alone. It shares no code with the
//! room that it tests.

use crate::cases::Case;
use base::{Budget, CmpOp, Expr, Formula, LocId, Quantifier, Sort, SortedMap, Stmt};
use logic::{Answer, Session, Symbols};
use std::sync::Arc;

/// What must hold before so that the proof's claims hold afterwards, without the fresh variables' names clashing.
fn weakest(case: &Case, invariants: &SortedMap<LocId, Formula>, at: LocId, symbols: &mut Symbols, depth: u32) -> Option<Formula> {
    if case.targets.contains(&at) {
        return Some(Formula::False);
    }
    if case.cfa.error_at(at).is_some() {
        return Some(Formula::True);
    }
    if let Some(f) = invariants.get(&at) {
        return Some(f.clone());
    }
    behind(case, invariants, at, symbols, depth)
}

fn behind(case: &Case, invariants: &SortedMap<LocId, Formula>, at: LocId, symbols: &mut Symbols, depth: u32) -> Option<Formula> {
    if depth == 0 {
        return None;
    }
    let mut parts = Vec::new();
    for e in case.cfa.out(at) {
        let edge = case.cfa.edge(*e);
        let after = weakest(case, invariants, edge.to, symbols, depth - 1)?;
        parts.push(match &edge.stmt {
            Stmt::Skip | Stmt::Print { .. } => after,
            Stmt::Assume(f) => Formula::Or(vec![Formula::Not(Arc::new(f.clone())), after]),
            Stmt::Assign(v, value) => after.replace(*v, value),
            Stmt::Input { var, ty, .. } => {
                let sort = case.cfa.var(*var).sort.clone();
                let fresh = Expr::Var(symbols.add("fresh", sort.clone()));
                let after = after.replace(*var, &fresh);
                let range = match ty {
                    None => Formula::True,
                    Some(ty) if matches!(sort, Sort::Map(..)) => {
                        let element = Expr::select(fresh, Expr::bound("j"));
                        Formula::Quant(Quantifier::Forall, vec![("j".into(), Sort::Int)], Arc::new(element.in_range(*ty)))
                    }
                    Some(ty) => fresh.in_range(*ty),
                };
                Formula::Or(vec![Formula::Not(Arc::new(range)), after])
            }
        });
    }
    Some(Formula::And(parts))
}

/// Whether the solver alone confirms the proof: `None` if it does not know.
pub fn by_solver(case: &Case, invariants: &SortedMap<LocId, Formula>, session: &mut Session, budget: &Budget) -> Option<bool> {
    let mut symbols = Symbols::of(&case.cfa);
    let mut questions = Vec::new();
    let mut start = Vec::new();
    for (i, v) in case.cfa.vars.iter().enumerate() {
        let var = Expr::Var(base::VarId(i as u32));
        start.push(match v.sort {
            Sort::Map(..) => {
                let zero = Formula::cmp(CmpOp::Eq, Expr::select(var, Expr::bound("j")), 0);
                Formula::Quant(Quantifier::Forall, vec![("j".into(), Sort::Int)], Arc::new(zero))
            }
            _ => Formula::cmp(CmpOp::Eq, var, 0),
        });
    }
    let initial = weakest(case, invariants, case.cfa.entry, &mut symbols, 40)?;
    questions.push((Formula::And(start), initial));
    for (l, f) in invariants {
        if !case.targets.contains(l) && case.cfa.error_at(*l).is_none() {
            questions.push((f.clone(), behind(case, invariants, *l, &mut symbols, 40)?));
        }
    }
    let mut all = Some(true);
    for (premise, conclusion) in questions {
        let limit = budget.child(Some(std::time::Duration::from_millis(700)));
        match session.check_sat(&symbols, &[premise, Formula::Not(Arc::new(conclusion))], &limit) {
            Answer::Unsat => {}
            Answer::Sat(_) => return Some(false),
            Answer::Unknown(_) => all = None,
        }
    }
    all
}
