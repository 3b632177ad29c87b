//! Circuits as clauses (Tseitin), for any SAT solver.

use crate::gates::{Gate, Gates, Lit};
use std::ops::Not;

/// A solver that takes clauses.
pub trait Sat {
    type Literal: Copy + Not<Output = Self::Literal>;

    fn variable(&mut self) -> Self::Literal;

    fn clause(&mut self, clause: &[Self::Literal]);
}

/// A solver with the clauses of the gates that it was told about.
pub struct Encoded<S: Sat> {
    pub solver: S,
    /// The literal of each gate that has clauses.
    literals: Vec<Option<S::Literal>>,
}

impl<S: Sat> Encoded<S> {
    pub fn new(solver: S) -> Self {
        Encoded { solver, literals: Vec::new() }
    }

    /// The literal of a gate, if it has clauses.
    pub fn of_gate(&self, gate: usize) -> Option<S::Literal> {
        self.literals.get(gate).copied().flatten()
    }

    fn known(&self, lit: Lit) -> S::Literal {
        let literal = self.literals[lit.gate()].expect("operands come before their gates");
        if lit.is_negated() { !literal } else { literal }
    }

    /// Puts the clauses of a gate, and of all that it depends on, to the solver.
    pub fn literal(&mut self, gates: &Gates, lit: Lit) -> S::Literal {
        self.literals.resize(gates.len().max(self.literals.len()), None);
        let mut work = vec![lit.gate()];
        while let Some(number) = work.pop() {
            if self.literals[number].is_some() {
                continue;
            }
            let gate = gates.gate(number);
            let operands = gates.operands(number);
            let missing: Vec<usize> = operands.iter().map(|o| o.gate()).filter(|o| self.literals[*o].is_none()).collect();
            if !missing.is_empty() {
                work.push(number);
                work.extend(missing);
                continue;
            }
            let own = self.solver.variable();
            self.literals[number] = Some(own);
            let of: Vec<S::Literal> = operands.iter().map(|o| self.known(*o)).collect();
            let clauses = match gate {
                Gate::Input => vec![],
                Gate::False => vec![vec![!own]],
                Gate::And(..) => vec![vec![!own, of[0]], vec![!own, of[1]], vec![own, !of[0], !of[1]]],
                Gate::Xor(..) => {
                    vec![vec![!own, of[0], of[1]], vec![!own, !of[0], !of[1]], vec![own, !of[0], of[1]], vec![own, of[0], !of[1]]]
                }
                Gate::Mux(..) => vec![
                    vec![!own, !of[0], of[1]],
                    vec![own, !of[0], !of[1]],
                    vec![!own, of[0], of[2]],
                    vec![own, of[0], !of[2]],
                    // Where both sides agree the choice does not matter.
                    vec![!own, of[1], of[2]],
                    vec![own, !of[1], !of[2]],
                ],
            };
            clauses.iter().for_each(|c| self.solver.clause(c));
        }
        self.known(lit)
    }
}
