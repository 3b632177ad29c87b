//! The decision procedures for nets at the desk: what they find on the net's own structures is handed in as evidence about its automaton.

use base::{Budget, Cfa, LocId};
use engine::{Desk, Engine, Progress};
use nets::{Answer, Automaton, Decision, Net, Procedures, Run};
use std::sync::Arc;

pub struct NetEngine {
    net: Arc<Net>,
    automaton: Automaton,
    procedures: Procedures,
}

impl NetEngine {
    pub fn new(net: Arc<Net>, procedures: Procedures) -> Self {
        NetEngine { automaton: Automaton::new(&net), net, procedures }
    }

    /// The targets that nobody has decided yet, by number.
    fn open(&self, desk: &Desk<'_>) -> Vec<usize> {
        let open = desk.open();
        (0..self.automaton.errors.len()).filter(|t| open.contains(&self.automaton.errors[*t])).collect()
    }

    /// Decides whether one of these targets is reached; false if there is no confirmed answer about any.
    fn decide(&self, targets: &[usize], desk: &Desk<'_>, budget: &Budget) -> bool {
        let net = Net { targets: targets.iter().map(|t| self.net.targets[*t].clone()).collect(), ..(*self.net).clone() };
        let errors: Vec<LocId> = targets.iter().map(|t| self.automaton.errors[*t]).collect();
        let Decision { answer, by, effort } = nets::decide(&net, self.procedures, budget);
        if let Some(effort) = effort {
            desk.progress("fgar", &Progress { refinements: effort.rounds as u64, ..Progress::default() });
            desk.tell(
                "fgar",
                &format!(
                    "{} rounds; at the end {} classes of places, {} maximal elements inside, {} minimal ones outside",
                    effort.rounds, effort.classes, effort.ideals, effort.outside
                ),
            );
        }
        match answer {
            Answer::Safe(invariant) => desk.proof(by, self.automaton.proof(&invariant, &errors), &errors).is_ok(),
            Answer::Unsafe(run) => {
                let run = Run { target: targets[run.target], ..run };
                self.automaton.trace(&self.net, &run).is_some_and(|trace| desk.trace(by, trace).is_ok())
            }
            Answer::Unknown(why) => {
                desk.give_up(by, &errors, why);
                false
            }
        }
    }
}

impl Engine for NetEngine {
    fn name(&self) -> String {
        "nets".into()
    }

    fn solve(&self, _: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        // All together, and the others again when one is reached. Where that has no answer, one by one.
        let mut open = self.open(desk);
        while !open.is_empty() && budget.stopped().is_none() && self.decide(&open, desk, budget) {
            open = self.open(desk);
        }
        if open.len() > 1 {
            for target in open {
                if budget.stopped().is_none() {
                    self.decide(&[target], desk, budget);
                }
            }
        }
    }
}
