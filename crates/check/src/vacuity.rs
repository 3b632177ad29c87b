//! A proof must not be vacuous: where the executor has been, the formula holds. For tests of those who make proofs.

use base::exec::Inputs;
use base::exec::eval;
use base::exec::walk::{Step, Walk};
use base::{Cfa, Formula, LocId, Proof};

/// A concrete state that a formula of a proof excludes although a run was there.
#[derive(Clone, Debug)]
pub struct Violation {
    pub loc: LocId,
    pub formula: Formula,
    pub state: eval::State,
    /// How many steps the run had taken.
    pub step: u64,
}

/// Runs the reference executor on each of the samples, at most `steps` steps, and returns the first violation.
pub fn vacuous(cfa: &Cfa, proof: &Proof, samples: &mut [&mut dyn Inputs], steps: u64) -> Option<Violation> {
    let Proof::Invariants(invariants) = proof else { return None };
    for inputs in samples {
        let mut walk = Walk::new(cfa);
        for step in 0..=steps {
            if let Some(f) = invariants.get(&walk.loc)
                && eval::holds(f, &walk.state) == Some(false)
            {
                return Some(Violation { loc: walk.loc, formula: f.clone(), state: walk.state, step });
            }
            if let Step::Ended(_) = walk.step(&mut **inputs) {
                break;
            }
        }
    }
    None
}
