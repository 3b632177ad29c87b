//! Asks whether a gate can be true: the circuit as clauses (Tseitin), for a SAT solver that keeps what it has learnt from question to question.
//!
//! Only the gates that a question depends on become clauses, when they are asked for first.

use crate::gates::{Gate, Gates, Lit};
use base::Budget;
use batsat::{Callbacks, Lit as Literal, Solver, SolverInterface, lbool};
use std::cell::Cell;

pub enum Answer {
    No,
    /// The values of all gates.
    Yes(Vec<bool>),
    /// The time is over.
    Unknown,
}

/// Stops the solver when the budget ends.
pub struct Watch {
    budget: Budget,
    /// It is asked at every decision; the clock is not.
    asked: Cell<u32>,
    /// Whether it was time to stop once: the solver asks in several places, and goes on if one of them hears nothing.
    over: Cell<bool>,
}

impl Watch {
    fn new(budget: &Budget) -> Self {
        Watch { budget: budget.clone(), asked: Cell::new(0), over: Cell::new(false) }
    }
}

impl Callbacks for Watch {
    fn stop(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if asked.is_multiple_of(64) && self.budget.stopped().is_some() {
            self.over.set(true);
        }
        self.over.get()
    }
}

pub struct Solving {
    solver: Solver<Watch>,
    /// The literal of each gate that has clauses.
    literals: Vec<Option<Literal>>,
}

impl Solving {
    pub fn new(budget: &Budget) -> Self {
        Solving { solver: Solver::new(Default::default(), Watch::new(budget)), literals: Vec::new() }
    }

    /// Answers are looked for as long as this budget lasts.
    pub fn within(&mut self, budget: &Budget) {
        *self.solver.cb_mut() = Watch::new(budget);
    }

    fn literal(&self, lit: Lit) -> Literal {
        let literal = self.literals[lit.gate()].expect("operands come before their gates");
        if lit.is_negated() { !literal } else { literal }
    }

    /// Puts the clauses of a gate, and of all that it depends on, to the solver.
    fn add(&mut self, gates: &Gates, lit: Lit) {
        self.literals.resize(gates.len(), None);
        let mut work = vec![lit.gate()];
        while let Some(number) = work.pop() {
            if self.literals[number].is_some() {
                continue;
            }
            let gate = gates.gate(number);
            let operands = match gate {
                Gate::False | Gate::Input => vec![],
                Gate::And(a, b) | Gate::Xor(a, b) => vec![a, b],
                Gate::Mux(c, a, b) => vec![c, a, b],
            };
            let missing: Vec<usize> = operands.iter().map(|o| o.gate()).filter(|o| self.literals[*o].is_none()).collect();
            if !missing.is_empty() {
                work.push(number);
                work.extend(missing);
                continue;
            }
            let own = Literal::new(self.solver.new_var_default(), true);
            self.literals[number] = Some(own);
            let of: Vec<Literal> = operands.iter().map(|o| self.literal(*o)).collect();
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
            for mut clause in clauses {
                self.solver.add_clause_reuse(&mut clause);
            }
        }
    }

    /// Whether a gate can be true.
    pub fn ask(&mut self, gates: &Gates, lit: Lit) -> Answer {
        match lit {
            Lit::FALSE => return Answer::No,
            Lit::TRUE => return Answer::Yes(gates.evaluate(&|_| false)),
            _ => {}
        }
        let answer = self.ask_under(gates, &[], lit);
        if let Answer::No = answer {
            // It holds from now on.
            let literal = self.literal(lit);
            self.solver.add_clause_reuse(&mut vec![!literal]);
        }
        answer
    }

    /// Whether a gate can be true where all of these are.
    pub fn ask_under(&mut self, gates: &Gates, given: &[Lit], lit: Lit) -> Answer {
        if lit == Lit::FALSE || given.contains(&Lit::FALSE) {
            return Answer::No;
        }
        let mut assumptions = Vec::new();
        for lit in given.iter().chain([&lit]).filter(|l| **l != Lit::TRUE) {
            self.add(gates, *lit);
            assumptions.push(self.literal(*lit));
        }
        match self.solver.solve_limited(&assumptions) {
            answer if answer == lbool::FALSE => Answer::No,
            answer if answer == lbool::TRUE => {
                let of = |gate: usize| {
                    let literal = self.literals.get(gate).copied().flatten();
                    literal.is_some_and(|l| self.solver.value_lit(l) == lbool::TRUE)
                };
                Answer::Yes(gates.evaluate(&of))
            }
            _ => Answer::Unknown,
        }
    }
}
