//! Runs the widening engine on its own and has its answers confirmed.

use base::{Budget, Cfa, LocId, Proof, Trace, Why};
use domains::Intervals;
use engine::{Dagger, Decided, Desk, Engine, Ingredients, Judge, Order, Progress, Watch};
use std::collections::BTreeMap;
use std::sync::Mutex;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Answer {
    Safe,
    Unsafe,
    Unknown,
}

/// The real judge, without a solver.
pub struct Court;

impl Judge for Court {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        check::trace(cfa, trace, budget)
    }

    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        check::proof(cfa, proof, targets, &check::Solving::Without, budget).map(|_| ())
    }
}

#[derive(Default)]
pub struct Story(Mutex<Vec<String>>);

impl Watch for Story {
    fn progress(&self, _: &str, _: &Progress) {}

    fn tell(&self, _: &str, sentence: &str) {
        self.0.lock().unwrap().push(sentence.into());
    }
}

pub fn solve(cfa: &Cfa, order: Order) -> (BTreeMap<LocId, Answer>, Vec<String>) {
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(20.0);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    let engine = Dagger {
        domain: Intervals::new(cfa),
        domain_name: "interval",
        ingredients: Ingredients { order, ..Ingredients::default() },
        patience: None,
        board: None,
    };
    engine.solve(cfa, &desk, &budget);
    let decided = desk.decided();
    let answer = |l: LocId| match decided.get(&l) {
        Some(Decided::Unreachable { .. }) => Answer::Safe,
        Some(Decided::Reached { .. }) => Answer::Unsafe,
        Some(Decided::Contradiction { engines }) => panic!("{engines}"),
        None => {
            for why in desk.reasons(l).values() {
                assert!(!matches!(why, Why::Rejected { .. }), "{why}");
                story.tell("", &why.to_string());
            }
            Answer::Unknown
        }
    };
    let answers = cfa.errors.iter().map(|e| (e.loc, answer(e.loc))).collect();
    drop(desk);
    (answers, story.0.into_inner().unwrap())
}
