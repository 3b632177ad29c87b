//! Asks whether a gate can be true.
//!
//! Two SAT solvers share the work. One keeps what it has learnt from question to question, and answers most of them at once. A question that it finds
//! hard is given to the other, which begins from nothing and simplifies the clauses while it searches ([`crate::kissat`]).

use crate::clauses::{Encoded, Sat};
use crate::gates::{Gates, Lit};
use crate::kissat::Question;
use base::Budget;
use batsat::{Callbacks, ClauseKind, Solver, SolverInterface, lbool};
use std::cell::Cell;

pub enum Answer {
    No,
    /// The values of all gates.
    Yes(Vec<bool>),
    /// The time is over.
    Unknown,
}

/// Whether gates can all be true, and which of them cannot.
pub enum Reason {
    /// The values of all gates.
    Possible(Vec<bool>),
    /// These of them cannot all be true.
    Impossible(Vec<Lit>),
    Unknown,
}

/// After so many conflicts a question is given to the second solver.
pub const HARD: u32 = 400;
/// A question with more numbers than this is not given to the second solver, which would need too much memory.
const LARGEST: usize = 80_000_000;

/// Stops the first solver when the budget ends or there were too many conflicts.
struct Watch {
    budget: Budget,
    /// It is asked at every decision; the clock is not.
    asked: Cell<u32>,
    /// Whether it was time to stop once: the solver asks in several places, and goes on if one of them hears nothing.
    over: Cell<bool>,
    conflicts: u32,
    most_conflicts: u32,
}

impl Watch {
    fn new(budget: &Budget, most_conflicts: u32) -> Self {
        Watch { budget: budget.clone(), asked: Cell::new(0), over: Cell::new(false), conflicts: 0, most_conflicts }
    }
}

impl Callbacks for Watch {
    fn on_new_clause(&mut self, _: &[batsat::Lit], kind: ClauseKind) {
        self.conflicts += u32::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        let asked = self.asked.get().wrapping_add(1);
        self.asked.set(asked);
        if self.conflicts > self.most_conflicts || asked.is_multiple_of(64) && self.budget.stopped().is_some() {
            self.over.set(true);
        }
        self.over.get()
    }
}

struct First(Solver<Watch>);

impl Sat for First {
    type Literal = batsat::Lit;

    fn variable(&mut self) -> batsat::Lit {
        batsat::Lit::new(self.0.new_var_default(), true)
    }

    fn clause(&mut self, clause: &[batsat::Lit]) {
        self.0.add_clause_reuse(&mut clause.to_vec());
    }
}

pub struct Solving {
    first: Encoded<First>,
    budget: Budget,
    /// Gates that cannot be true.
    never: Vec<Lit>,
}

impl Solving {
    pub fn new(budget: &Budget) -> Self {
        let solver = Solver::new(Default::default(), Watch::new(budget, 0));
        Solving { first: Encoded::new(First(solver)), budget: budget.clone(), never: Vec::new() }
    }

    /// Answers are looked for as long as this budget lasts.
    pub fn within(&mut self, budget: &Budget) {
        self.budget = budget.clone();
    }

    /// Whether a gate can be true.
    pub fn ask(&mut self, gates: &Gates, lit: Lit) -> Answer {
        let answer = self.ask_under(gates, &[], lit);
        if let Answer::No = answer {
            self.exclude(gates, lit);
        }
        answer
    }

    /// Whether one of these gates can be true.
    pub fn ask_any(&mut self, gates: &Gates, lits: &[Lit]) -> Answer {
        if let [lit] = lits {
            return self.ask(gates, *lit);
        }
        let answer = match self.any_by_first(gates, lits) {
            Answer::Unknown if self.budget.stopped().is_none() => self.by_second(gates, &[], lits),
            answer => answer,
        };
        if let Answer::No = answer {
            lits.iter().for_each(|lit| self.exclude(gates, *lit));
        }
        answer
    }

    /// Whether a gate can be true where all of these are, if the first solver finds out within so many conflicts.
    pub fn glance(&mut self, gates: &Gates, given: &[Lit], lit: Lit, conflicts: u32) -> Answer {
        let all: Vec<Lit> = given.iter().copied().chain([lit]).collect();
        self.by_first(gates, &all, conflicts)
    }

    /// Whether all of these can be true, if the first solver finds out within so many conflicts; if not, which of them exclude each other.
    pub fn reason(&mut self, gates: &Gates, all: &[Lit], conflicts: u32) -> Reason {
        match self.by_first(gates, all, conflicts) {
            Answer::Yes(values) => Reason::Possible(values),
            Answer::Unknown => Reason::Unknown,
            Answer::No if all.contains(&Lit::FALSE) => Reason::Impossible(vec![Lit::FALSE]),
            Answer::No => {
                let first = &self.first;
                let is_used = |lit: &Lit| {
                    first.of_gate(lit.gate()).is_some_and(|own| {
                        let own = if lit.is_negated() { !own } else { own };
                        // What it calls the core is the clause that it has derived: their negations.
                        first.solver.0.unsat_core_contains_lit(!own)
                    })
                };
                Reason::Impossible(all.iter().copied().filter(is_used).collect())
            }
        }
    }

    /// Takes note that a gate cannot be true, which helps with the questions that follow.
    pub fn exclude(&mut self, gates: &Gates, lit: Lit) {
        if lit != Lit::FALSE {
            let literal = self.first.literal(gates, lit);
            self.first.solver.clause(&[!literal]);
            self.never.push(lit);
        }
    }

    /// Whether a gate can be true where all of these are.
    pub fn ask_under(&mut self, gates: &Gates, given: &[Lit], lit: Lit) -> Answer {
        let all: Vec<Lit> = given.iter().copied().chain([lit]).collect();
        match self.by_first(gates, &all, HARD) {
            Answer::Unknown if self.budget.stopped().is_none() => self.by_second(gates, &all, &[]),
            answer => answer,
        }
    }

    /// Whether all of these can be true, if that takes at most so many conflicts.
    fn by_first(&mut self, gates: &Gates, all: &[Lit], conflicts: u32) -> Answer {
        if all.contains(&Lit::FALSE) {
            return Answer::No;
        }
        let wanted = all.iter().filter(|l| **l != Lit::TRUE);
        let assumptions: Vec<batsat::Lit> = wanted.map(|lit| self.first.literal(gates, *lit)).collect();
        self.solved(gates, &assumptions, conflicts)
    }

    /// Whether one of these can be true, if the first solver finds out soon.
    fn any_by_first(&mut self, gates: &Gates, lits: &[Lit]) -> Answer {
        if lits.contains(&Lit::TRUE) {
            return self.by_first(gates, &[], HARD);
        }
        // The clause counts for this question only.
        let asked = self.first.solver.variable();
        let some = lits.iter().filter(|l| **l != Lit::FALSE).map(|lit| self.first.literal(gates, *lit));
        let clause: Vec<batsat::Lit> = some.chain([!asked]).collect();
        self.first.solver.clause(&clause);
        let answer = self.solved(gates, &[asked], HARD);
        self.first.solver.clause(&[!asked]);
        answer
    }

    fn solved(&mut self, gates: &Gates, assumptions: &[batsat::Lit], conflicts: u32) -> Answer {
        let solver = &mut self.first.solver.0;
        *solver.cb_mut() = Watch::new(&self.budget, conflicts);
        match solver.solve_limited(assumptions) {
            answer if answer == lbool::FALSE => Answer::No,
            answer if answer == lbool::TRUE => {
                let first = &self.first;
                let is_true = |gate: usize| first.of_gate(gate).is_some_and(|l| first.solver.0.value_lit(l) == lbool::TRUE);
                Answer::Yes(gates.evaluate(&is_true))
            }
            _ => Answer::Unknown,
        }
    }

    /// Whether all of the first can be true, and one of the others if there are any.
    fn by_second(&self, gates: &Gates, all: &[Lit], any: &[Lit]) -> Answer {
        let mut second = Encoded::new(Question::default());
        if !any.is_empty() {
            let some: Vec<_> = any.iter().map(|lit| second.literal(gates, *lit)).collect();
            second.solver.clause(&some);
        }
        for lit in all {
            let literal = second.literal(gates, *lit);
            second.solver.clause(&[literal]);
        }
        // What is known of other gates, if it says something of those that the question depends on.
        for lit in &self.never {
            if gates.operands(lit.gate()).iter().all(|o| second.of_gate(o.gate()).is_some()) {
                let literal = second.literal(gates, *lit);
                second.solver.clause(&[!literal]);
            }
        }
        if second.solver.len() > LARGEST {
            return Answer::Unknown;
        }
        match std::mem::take(&mut second.solver).solve(&self.budget) {
            None => Answer::Unknown,
            Some(None) => Answer::No,
            Some(Some(model)) => Answer::Yes(gates.evaluate(&|gate| second.of_gate(gate).is_some_and(|l| model.is_true(l)))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    const INPUTS: usize = 6;

    fn some(random: &mut Random, lits: &[Lit]) -> Lit {
        let lit = *random.pick(lits);
        if random.chance(2) { !lit } else { lit }
    }

    #[test]
    fn both_solvers_know_what_is_possible() {
        let (mut possible, mut impossible) = (0, 0);
        for seed in 0..300 {
            let mut random = Random::new(seed);
            let mut gates = Gates::default();
            let mut lits: Vec<Lit> = (0..INPUTS).map(|_| gates.input(random.next_u64())).collect();
            let inputs: Vec<usize> = lits.iter().map(|l| l.gate()).collect();
            for _ in 0..40 {
                let [a, b, c] = [(); 3].map(|()| some(&mut random, &lits));
                let lit = match random.below(4) {
                    0 => gates.xor(a, b),
                    1 => gates.mux(a, b, c),
                    _ => gates.and(a, b),
                };
                lits.push(lit);
            }
            let all: Vec<Vec<bool>> = (0u32..1 << INPUTS)
                .map(|values| gates.evaluate(&|gate| inputs.iter().position(|i| *i == gate).is_some_and(|i| values >> i & 1 == 1)))
                .collect();
            let is = |values: &[bool], lit: Lit| values[lit.gate()] != lit.is_negated();
            let mut solving = Solving::new(&Budget::unlimited());
            for _ in 0..12 {
                let asked = [some(&mut random, &lits), some(&mut random, &lits), some(&mut random, &lits)];
                let expected = all.iter().any(|values| asked.iter().all(|lit| is(values, *lit)));
                possible += usize::from(expected);
                impossible += usize::from(!expected);
                for answer in [solving.by_first(&gates, &asked, u32::MAX), solving.by_second(&gates, &asked, &[])] {
                    match answer {
                        Answer::Yes(values) => assert!(expected && asked.iter().all(|lit| is(&values, *lit)), "seed {seed}: {asked:?}"),
                        Answer::No => assert!(!expected, "seed {seed}: {asked:?}"),
                        Answer::Unknown => panic!("seed {seed}: there was time enough"),
                    }
                }
                // A reason is a part of what was asked that is impossible by itself.
                match solving.reason(&gates, &asked, u32::MAX) {
                    Reason::Possible(values) => assert!(expected && asked.iter().all(|lit| is(&values, *lit)), "seed {seed}: {asked:?}"),
                    Reason::Impossible(some) => {
                        assert!(some.iter().all(|lit| asked.contains(lit) || *lit == Lit::FALSE), "seed {seed}: {some:?} of {asked:?}");
                        let excluded = all.iter().all(|values| !some.iter().all(|lit| is(values, *lit)));
                        assert!(excluded, "seed {seed}: {some:?} of {asked:?}");
                    }
                    Reason::Unknown => panic!("seed {seed}: there was time enough"),
                }
                // What is known of one question helps with the next and changes no answer.
                let both = gates.all(asked);
                if !expected {
                    solving.exclude(&gates, both);
                }
            }
        }
        assert!(possible > 500 && impossible > 500, "{possible} possible, {impossible} impossible");
    }

    /// More pigeons than holes: no solver that only resolves clauses finds out in a lifetime.
    #[test]
    fn a_question_that_takes_too_long_is_given_up() {
        const HOLES: usize = 16;
        let mut gates = Gates::default();
        let sits: Vec<Vec<Lit>> = (0..=HOLES).map(|_| (0..HOLES).map(|_| gates.input(0)).collect()).collect();
        let mut all = Lit::TRUE;
        for (n, one) in sits.iter().enumerate() {
            let somewhere = gates.any(one.iter().copied());
            all = gates.and(all, somewhere);
            for other in &sits[..n] {
                for hole in 0..HOLES {
                    let together = gates.and(one[hole], other[hole]);
                    all = gates.and(all, !together);
                }
            }
        }
        let mut solving = Solving::new(&Budget::seconds(0.3));
        assert!(matches!(solving.glance(&gates, &[], all, 100), Answer::Unknown));
        assert!(matches!(solving.ask(&gates, all), Answer::Unknown));
    }
}
