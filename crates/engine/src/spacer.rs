//! The engine of the external solver: the program as Horn clauses, decided by z3's Spacer ([`logic::fixedpoint`]).
//!
//! All open error locations are asked for together; if that has no answer, one after the other. Invariants go to the desk as a proof like any
//! other. A derivation tells a path, whose inputs are found and run. Invariant: nothing is handed in that the desk does not have checked.

use crate::desk::{Desk, Engine};
use crate::live::live;
use crate::wto::Wto;
use base::{Budget, Cfa, Formula, LocId, Proof, Trace, VarId, Why};
use logic::fixedpoint::{Clauses, Outcome};
use logic::{Solver, follow};
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

pub struct Spacer {
    /// Its time; none: as long as there is.
    pub patience: Option<Duration>,
}

/// Time for the inputs of one step of a derivation.
const STEP: Duration = Duration::from_secs(2);

impl Engine for Spacer {
    fn name(&self) -> String {
        "spacer".into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let solver = match Solver::find() {
            Ok(solver) => solver,
            Err(missing) => return desk.give_up(&self.name(), &desk.open(), Why::Refused(missing.to_string())),
        };
        let budget = &budget.child(self.patience);
        let live = live(cfa);
        // Each error that is reached leaves the others to be asked for.
        loop {
            let open = desk.open();
            if open.is_empty() || budget.stopped().is_some() {
                return;
            }
            let half = budget.left().filter(|_| open.len() > 1).map(|left| left / 2);
            if !self.ask(cfa, &live, &solver, &open, desk, &budget.child(half)) {
                break;
            }
        }
        let open = desk.open();
        if open.len() < 2 {
            return;
        }
        for (i, target) in open.iter().enumerate() {
            let share = budget.left().map(|left| left / (open.len() - i) as u32);
            self.ask(cfa, &live, &solver, &[*target], desk, &budget.child(share));
        }
    }
}

impl Spacer {
    /// Whether something was decided.
    fn ask(&self, cfa: &Cfa, live: &[BTreeSet<VarId>], solver: &Solver, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> bool {
        let clauses = Clauses::new(cfa, live, targets);
        match clauses.ask(solver, budget) {
            Outcome::Unreachable(invariants) => {
                desk.tell(&self.name(), &format!("invariants at {} locations", invariants.len()));
                let left_out = left_out(cfa, targets, &invariants);
                let whole = |filling: Formula| {
                    let filled = left_out.iter().map(|(l, matters)| (*l, if *matters { filling.clone() } else { Formula::True }));
                    Proof::Invariants(invariants.clone().into_iter().chain(filled).collect())
                };
                let guesses = left_out.iter().any(|(_, matters)| *matters);
                let fillings = if guesses { vec![Formula::False, Formula::True] } else { vec![Formula::True] };
                let proved = fillings.into_iter().any(|f| desk.prove(&self.name(), &whole(f), targets).len() < targets.len());
                if guesses && !proved {
                    let why = "the solver's certificate says nothing about some loops".into();
                    desk.give_up(&self.name(), targets, Why::Refused(why));
                }
                proved
            }
            Outcome::Reachable(facts) => {
                desk.tell(&self.name(), &format!("a derivation of {} steps", facts.len()));
                let path = || facts.iter().map(|f| f.loc).collect();
                let run =
                    facts.last().zip(clauses.path(&facts, &mut solver.session(), STEP, budget)).and_then(|(last, (edges, values))| {
                        Some(Trace { inputs: follow::follow(cfa, &edges, &values)?.into(), error: last.loc })
                    });
                match run {
                    Some(trace) => desk.trace(&self.name(), trace).is_ok(),
                    None => {
                        desk.give_up(&self.name(), targets, Why::NotExecuted { path: path() });
                        false
                    }
                }
            }
            Outcome::Unknown(why) => {
                desk.give_up(&self.name(), targets, Why::Refused(why));
                false
            }
        }
    }
}

/// The loop heads of which a certificate says nothing, and whether a target can be reached from there as far as control
/// goes. If not, they do not matter. If so, the solver has seen while it simplified that they are not reached, or that they
/// lead nowhere.
fn left_out(cfa: &Cfa, targets: &[LocId], invariants: &BTreeMap<LocId, Formula>) -> Vec<(LocId, bool)> {
    let mut ahead: BTreeSet<LocId> = targets.iter().copied().collect();
    let mut pending = targets.to_vec();
    while let Some(l) = pending.pop() {
        for from in cfa.into(l).iter().map(|e| cfa.edge(*e).from) {
            if ahead.insert(from) {
                pending.push(from);
            }
        }
    }
    let wto = Wto::new(cfa);
    let heads = (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.is_head(*l) && !invariants.contains_key(l));
    heads.map(|l| (l, ahead.contains(&l))).collect()
}
