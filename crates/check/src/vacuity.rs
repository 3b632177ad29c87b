//! A proof must not be vacuous: where the executor has been, the formula holds. For tests of those who make proofs.

use base::contract::{Contracts, Outline};
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
    if let Proof::Contracts { contracts, .. } = proof {
        return samples.iter_mut().find_map(|inputs| broken(cfa, contracts, &mut **inputs, steps));
    }
    let invariants = proof.formulas(cfa)?;
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

/// A contract that a run breaks: where a procedure is entered or left.
fn broken(cfa: &Cfa, contracts: &Contracts, inputs: &mut dyn Inputs, steps: u64) -> Option<Violation> {
    let outline = Outline::new(cfa).ok()?;
    let mut walk = Walk::new(cfa);
    // The state at the entry of each activation that has not come back, by recursion.
    let mut entered: Vec<Vec<eval::State>> = vec![Vec::new(); cfa.recursions.len()];
    for step in 0..=steps {
        for (r, recursion) in cfa.recursions.iter().enumerate() {
            for (procedure, contract) in recursion.procedures.iter().zip(&contracts[r]) {
                let mut state = walk.state.clone();
                state.values.resize(outline.vars.len(), eval::Value::Int(base::Int::ZERO));
                let formula = if walk.loc == procedure.entry {
                    entered[r].push(walk.state.clone());
                    &contract.requires
                } else if Some(walk.loc) == procedure.exit {
                    let before = entered[r].pop()?;
                    for (v, snapshot) in &outline.parts[r].snapshots {
                        state.values[snapshot.index()] = before.values[v.index()].clone();
                    }
                    &contract.ensures
                } else {
                    continue;
                };
                if eval::holds(formula, &state) == Some(false) {
                    return Some(Violation { loc: walk.loc, formula: formula.clone(), state, step });
                }
            }
        }
        if let Step::Ended(_) = walk.step(inputs) {
            break;
        }
    }
    None
}
