//! The program unrolled to its end, as one circuit ([`Course`]).
//!
//! Where all loops end after rounds that the ranges of their counters tell, nothing has to be invented: the unrolled program is exact, and
//! whether it reaches an error is a question for a SAT solver. Samples of the inputs are looked at first, since many errors show at once.
//! The judge unrolls again and asks for all targets; only if one of them can be reached it is asked here, for the run.
//! Invariant: nothing is handed in that the desk does not have checked.

use crate::desk::{Desk, Engine};
use base::{Budget, Cfa, Int, LocId, Proof, Trace, Why};
use logic::follow;
use logic::model::{MapValue, ModelValue};
use std::collections::BTreeSet;
use std::time::Duration;
use unroll::solve::{Answer, Solving};
use unroll::{Course, End, Lit, Read};

const NAME: &str = "unroll";

/// States of one place that are kept apart: with fewer, indices are not known in `lower_bound` of the everyday programs; with many more,
/// programs that count are slow.
const APART: u32 = 64;

pub struct Unroll {
    /// Its time; none: as long as there is.
    pub patience: Option<Duration>,
    /// A program that goes on after so many places is not unrolled further.
    pub places: usize,
    /// The most gates of a circuit.
    pub gates: usize,
}

impl Engine for Unroll {
    fn name(&self) -> String {
        NAME.into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let budget = &budget.child(self.patience);
        let targets = desk.open();
        let Some(course) = self.unrolled(cfa, &targets, desk, budget) else { return };
        desk.tell(NAME, &format!("unrolled to its end: {} places, {} gates", course.places, course.board.gates.len()));
        sampled(cfa, &course, desk);
        let open = desk.open();
        if open.is_empty() {
            return;
        }
        let proof = Proof::Unrolled { apart: APART };
        match desk.proof_within(NAME, proof.clone(), &open, budget) {
            Err(Why::Unconfirmed { .. }) => {}
            _ => return,
        }
        // Some of them are reached, or seem to be.
        let unreached = asked(cfa, &course, desk, budget);
        let open: Vec<LocId> = desk.open().into_iter().filter(|l| unreached.contains(l)).collect();
        if !open.is_empty() && budget.stopped().is_none() {
            let _ = desk.proof_within(NAME, proof, &open, budget);
        }
    }
}

impl Unroll {
    fn unrolled<'a>(&self, cfa: &'a Cfa, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> Option<Course<'a>> {
        let mut course = Course::new(cfa, targets, APART as usize).followed();
        while course.step() {
            let why = match budget.stopped() {
                Some(stop) => Why::Stopped(stop),
                None if course.places > self.places || course.board.gates.len() > self.gates => {
                    Why::Refused(format!("the program goes on after {} unrolled steps", course.places))
                }
                None => continue,
            };
            desk.give_up(NAME, targets, why);
            return None;
        }
        Some(course)
    }
}

/// Runs the samples of the inputs that arrive at an error.
fn sampled(cfa: &Cfa, course: &Course<'_>, desk: &Desk<'_>) {
    let gates = &course.board.gates;
    for end in &course.ends {
        let samples = gates.samples(end.guard);
        if samples != 0 && desk.open().contains(&end.at) {
            let number = samples.trailing_zeros();
            let values: Vec<bool> = (0..gates.len()).map(|g| gates.samples(Lit::of_gate(g)) >> number & 1 == 1).collect();
            run(cfa, course, end, &values, desk);
        }
    }
}

/// Asks for each end whether it can be reached and runs what is found. Returns the error locations that are not reached.
fn asked(cfa: &Cfa, course: &Course<'_>, desk: &Desk<'_>, budget: &Budget) -> BTreeSet<LocId> {
    let mut solving = Solving::new(budget);
    let mut unreached: BTreeSet<LocId> = desk.open().into_iter().collect();
    for end in &course.ends {
        if !unreached.contains(&end.at) {
            continue;
        }
        match solving.ask(&course.board.gates, end.guard) {
            Answer::No => {}
            Answer::Yes(values) => {
                unreached.remove(&end.at);
                run(cfa, course, end, &values, desk);
            }
            Answer::Unknown => {
                unreached.remove(&end.at);
            }
        }
        if budget.stopped().is_some() {
            return BTreeSet::new();
        }
    }
    unreached
}

/// Runs the program with the inputs that the values of the gates are, and hands in the run if it fails.
fn run(cfa: &Cfa, course: &Course<'_>, end: &End, values: &[bool], desk: &Desk<'_>) {
    let path = course.path(values);
    let read = |r: &Read| match r {
        Read::Number(n) => ModelValue::Int(Int::from(n.word.read(values))),
        Read::Map(map) => {
            let elements = course.board.elements(*map).map(|(i, w)| (Int::from(i), Int::from(w.read(values))));
            ModelValue::Map(MapValue { entries: elements.collect(), ..MapValue::default() })
        }
    };
    let values: Vec<ModelValue> = path.iter().filter_map(|(_, r)| r.map(read)).collect();
    let edges: Vec<_> = path.iter().map(|(e, _)| *e).collect();
    match follow::follow(cfa, &edges, &values) {
        Some(inputs) => {
            let error = edges.last().map_or(end.at, |e| cfa.edge(*e).to);
            let _ = desk.trace(NAME, Trace { inputs: inputs.into(), error });
        }
        None => {
            let path = edges.iter().map(|e| cfa.edge(*e).from).collect();
            desk.give_up(NAME, &[end.at], Why::NotExecuted { path });
        }
    }
}
