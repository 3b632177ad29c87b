//! The engine `contracts`: recursive functions by what they require and ensure.
//!
//! Contracts are inferred by a plain analysis ([`infer`]), which proves what it can; then the ordinary engines prove the view of the
//! program in which contracts stand for calls ([`base::contract`]), refining as they do, and what they hand in there is handed in here
//! with the contracts. A run of the view is no run of the program: it only shows that these contracts are too weak.

mod fixpoint;
mod infer;

use crate::desk::{Desk, Engine, Judge, Onlooker};
use crate::portfolio;
use base::contract::{Contracts, Outline};
use base::{Budget, Cfa, Domain, LocId, Proof, SortedSet, Stop, Trace, Why};
use infer::{Found, Inference};
use std::time::Duration;

pub struct Contractual<B, D> {
    /// For preconditions. Both domains know the variables of the views ([`Outline::extended`]).
    pub base: B,
    /// For what procedures do.
    pub domain: D,
    pub domain_name: &'static str,
    /// They prove the view.
    pub provers: Vec<Box<dyn Engine>>,
    /// It gives up after this time, so that others get their turn.
    pub patience: Option<Duration>,
}

impl<B: Domain + Sync, D: Domain + Sync> Engine for Contractual<B, D> {
    fn name(&self) -> String {
        format!("contracts({})", self.domain_name)
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let name = self.name();
        let budget = &budget.child(self.patience);
        let refuse = |what: &str| desk.give_up(&name, &desk.open(), Why::Refused(what.into()));
        if cfa.recursions.is_empty() {
            return refuse("there is no recursion");
        }
        let Ok(outline) = Outline::new(cfa) else { return refuse("the recursion is not described") };
        let inference = Inference { cfa, outline: &outline, base: &self.base, domain: &self.domain };
        let Some(Found { contracts, invariants, excluded }) = inference.run(budget) else {
            return match budget.stopped() {
                Some(stop) => desk.give_up(&name, &desk.open(), Why::Stopped(stop)),
                None => refuse("the contracts of recursive functions do not become stable"),
            };
        };
        let Ok(mut view) = outline.view(cfa, &contracts) else { return refuse("the contracts do not fit") };
        let extended = outline.extended(cfa);
        for sentence in sentences(&extended, &contracts) {
            desk.tell(&name, &sentence);
        }
        let open = desk.open();
        let excluded: Vec<LocId> = excluded.into_iter().filter(|l| open.contains(l)).collect();
        if !excluded.is_empty() {
            desk.prove(&name, &Proof::Contracts { contracts: contracts.clone(), invariants }, &excluded);
        }
        let attempt = budget.child(None);
        let obligations: SortedSet<LocId> = view.obligations.keys().copied().collect();
        // What is decided already need not be proved again.
        let open = desk.open();
        view.cfa.errors.retain(|e| obligations.contains(&e.loc) || open.contains(&e.loc));
        let through = Through { name: &name, desk, contracts: &contracts, obligations, attempt: &attempt };
        let onlooker = Onlooker { name: &name, desk };
        let inner = Desk::new(&view.cfa, &through, &onlooker, attempt.clone());
        portfolio::run(&self.provers, &view.cfa, &inner, &attempt, 1);
        for target in desk.open() {
            let why = inner.reasons(target).into_values().next();
            let weak = || Why::Refused("the contracts of recursive functions are too weak".into());
            desk.give_up(&name, &[target], why.unwrap_or_else(weak));
        }
    }
}

/// The contracts, one sentence each.
pub fn sentences(extended: &Cfa, contracts: &Contracts) -> Vec<String> {
    let print = |f| base::text::print_formula(f, extended);
    let mut found = Vec::new();
    for (recursion, list) in extended.recursions.iter().zip(contracts) {
        for (procedure, contract) in recursion.procedures.iter().zip(list) {
            let (requires, ensures) = (print(&contract.requires), print(&contract.ensures));
            found.push(format!("function {}: requires {requires}, ensures {ensures}", procedure.name));
        }
    }
    found
}

/// What is handed in about the view goes on to the desk of the program.
struct Through<'a> {
    name: &'a str,
    desk: &'a Desk<'a>,
    contracts: &'a Contracts,
    obligations: SortedSet<LocId>,
    attempt: &'a Budget,
}

impl Judge for Through<'_> {
    fn trace(&self, _: &Cfa, trace: &Trace, _: &Budget) -> Result<(), Why> {
        if self.obligations.contains(&trace.error) {
            self.attempt.stop(Stop::NotNeeded);
        }
        Ok(())
    }

    fn proof(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        let (proof, targets) = self.of_program(proof, targets)?;
        self.desk.proof(self.name, proof, &targets)
    }

    fn less(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        let (proof, targets) = self.of_program(proof, targets)?;
        self.desk.less(self.name, &proof, &targets)
    }
}

impl Through<'_> {
    fn of_program(&self, proof: &Proof, targets: &[LocId]) -> Result<(Proof, Vec<LocId>), Why> {
        let Proof::Invariants(invariants) = proof else { return Err(Why::Refused("contracts are proved by invariants".into())) };
        let targets = targets.iter().copied().filter(|t| !self.obligations.contains(t)).collect();
        Ok((Proof::Contracts { contracts: self.contracts.clone(), invariants: invariants.clone() }, targets))
    }
}
