//! Proofs: what they claim is re-derived from the automaton alone.

use crate::discharge::Prover;
use crate::executable::known;
use crate::exhaustive::exhaustive;
use crate::region::Regions;
use crate::{Confirmed, Solving, wellformed};
use base::{Budget, Cfa, LocId, Proof, Why};

/// Does the proof show that no run arrives at any of `targets`?
pub fn proof(cfa: &Cfa, p: &Proof, targets: &[LocId], solving: &Solving, budget: &Budget) -> Result<Confirmed, Why> {
    if let Some(&loc) = targets.iter().chain([&cfa.entry]).find(|t| !known(cfa, **t)) {
        return Err(Why::Rejected { loc, what: "the proof is about a location that does not exist".into() });
    }
    match p {
        Proof::Exhaustive { runs } => exhaustive(cfa, *runs, targets, budget),
        Proof::Invariants(invariants) => {
            for (&loc, f) in invariants {
                if !known(cfa, loc) {
                    return Err(Why::Rejected { loc, what: "the proof has a formula for a location that does not exist".into() });
                }
                if let Err(what) = wellformed::check(cfa, f) {
                    return Err(Why::Rejected { loc, what: format!("the formula at {} makes no sense: {what}", cfa.place(loc)) });
                }
            }
            let mut prover = Prover::new(cfa, solving, budget);
            Regions::new(cfa, invariants, targets).prove(&mut prover, budget)?;
            Ok(prover.confirmed)
        }
    }
}
