//! The real judge, with the solver: quantified invariants need one.

use super::court::Court;
use base::{Budget, Cfa, LocId, Proof, Trace, Why};
use engine::Judge;

pub struct Solving;

impl Judge for Solving {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        Court.trace(cfa, trace, budget)
    }

    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        check::proof(cfa, proof, targets, &check::Solving::IfNeeded, budget).map(|_| ())
    }
}
