//! The engine of the external solver: the program as Horn clauses, decided by z3's Spacer ([`logic::fixedpoint`]).
//!
//! All open error locations are asked for together; if that has no answer, one after the other. Invariants go to the desk as a proof like any
//! other. A derivation tells a path, whose inputs are found and run. In programs with recursive procedures the view in which contracts stand
//! for calls ([`base::contract`]) is given to the solver with the contracts unknown, and what it finds is a proof by contracts. Invariant: nothing is handed in that the desk does not have checked.

use crate::ahead::Ahead;
use crate::desk::{Desk, Engine};
use base::contract::{Contract, Contracts, Outline};
use base::live::live;
use base::wto::Wto;
use base::{Budget, Cfa, Expr, Formula, LocId, Name, Proof, SortedMap, SortedSet, Trace, VarId, Why};
use logic::fixedpoint::{Clauses, Outcome};
use logic::{Solver, follow};
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
        if let (false, Ok(outline)) = (cfa.recursions.is_empty(), Outline::new(cfa)) {
            return self.contracts(cfa, &outline, &solver, desk, budget);
        }
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
    /// Asks for contracts and invariants together.
    fn contracts(&self, cfa: &Cfa, outline: &Outline, solver: &Solver, desk: &Desk<'_>, budget: &Budget) {
        let targets = desk.open();
        let (contracts, arguments) = unknown(cfa, outline);
        let give_up = |why: String| desk.give_up(&self.name(), &targets, Why::Refused(why));
        let view = match outline.view(cfa, &contracts) {
            Ok(view) => view,
            Err(why) => return give_up(why),
        };
        let live = live(&view.cfa);
        let obligations = view.obligations.keys().copied().collect();
        match Clauses::about(&view.cfa, &live, &targets, obligations, arguments).ask(solver, budget) {
            Outcome::Unreachable { mut invariants, relations } => {
                // What the solver does not mention is not needed: a procedure that is not called, a contract that says nothing.
                let meaning = |f: &Formula| match f {
                    Formula::Rel(name, _) => relations.get(name).cloned().unwrap_or(Formula::True),
                    other => other.clone(),
                };
                let found = |c: &Contract| Contract { requires: meaning(&c.requires), ensures: meaning(&c.ensures) };
                let contracts = contracts.iter().map(|list| list.iter().map(found).collect()).collect();
                // Locations of the view have other numbers when the contracts are known; those of the program have the same.
                invariants.retain(|l, _| l.index() < cfa.locs.len());
                invariants.extend(left_out(&view.cfa, &targets, &invariants).into_iter().map(|(l, _)| (l, Formula::True)));
                desk.prove(&self.name(), &Proof::Contracts { contracts, invariants }, &targets);
            }
            Outcome::Reachable(_) => give_up("the solver has a derivation with calls, which is not run".into()),
            Outcome::Unknown(why) => give_up(why),
        }
    }

    /// Whether something was decided.
    fn ask(&self, cfa: &Cfa, live: &[SortedSet<VarId>], solver: &Solver, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> bool {
        let clauses = Clauses::new(cfa, live, targets);
        match clauses.ask(solver, budget) {
            Outcome::Unreachable { invariants, .. } => {
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

/// Contracts that say nothing yet: relations over all that they may mention; and the arguments of these relations.
fn unknown(cfa: &Cfa, outline: &Outline) -> (Contracts, SortedMap<Name, Vec<VarId>>) {
    let mut arguments = SortedMap::new();
    let mut relation = |what: &str, recursion: usize, procedure: usize, vocabulary: SortedSet<VarId>| {
        let name: Name = format!("{what}.{recursion}.{procedure}").as_str().into();
        let vocabulary: Vec<VarId> = vocabulary.into_iter().collect();
        let atom = Formula::Rel(name.clone(), vocabulary.iter().map(|v| Expr::Var(*v)).collect());
        arguments.insert(name, vocabulary);
        atom
    };
    let mut contracts = Contracts::new();
    for (r, recursion) in cfa.recursions.iter().enumerate() {
        let contract = |p: usize| Contract {
            requires: relation("requires", r, p, outline.entry_vocabulary(cfa, r, p)),
            ensures: relation("ensures", r, p, outline.exit_vocabulary(cfa, r, p)),
        };
        contracts.push((0..recursion.procedures.len()).map(contract).collect());
    }
    (contracts, arguments)
}

/// The loop heads of which a certificate says nothing, and whether a target can be reached from there as far as control
/// goes. If not, they do not matter. If so, the solver has seen while it simplified that they are not reached, or that they
/// lead nowhere.
fn left_out(cfa: &Cfa, targets: &[LocId], invariants: &SortedMap<LocId, Formula>) -> Vec<(LocId, bool)> {
    let ahead = Ahead::anyhow(cfa, &targets.iter().copied().collect());
    let wto = Wto::new(cfa);
    let heads = (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.is_head(*l) && !invariants.contains_key(l));
    heads.map(|l| (l, ahead.anywhere_at(l))).collect()
}
