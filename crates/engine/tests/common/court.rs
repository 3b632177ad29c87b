//! The real judge and a listener, for tests of engines: every answer goes through `check`.

use base::{Budget, Cfa, LocId, Proof, Trace, Why};
use engine::{Decided, Desk, Judge, Progress, Watch};
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
pub struct Story(pub Mutex<Vec<String>>);

impl Watch for Story {
    fn progress(&self, _: &str, _: &Progress) {}

    fn tell(&self, _: &str, sentence: &str) {
        self.0.lock().unwrap().push(sentence.into());
    }
}

/// What the desk knows about a location. A rejected proof is a bug; other reasons are added to the story.
pub fn answer(desk: &Desk<'_>, story: &Story, l: LocId) -> Answer {
    match desk.decided().get(&l) {
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
    }
}
