//! The program unrolled to its end, as one circuit ([`Course`]).
//!
//! Where all loops end after rounds that the ranges of their counters tell, nothing has to be invented: the unrolled program is exact, and
//! whether it reaches an error is a question for a SAT solver. Samples of the inputs are looked at first, since many errors show at once.
//! The judge asks for all targets; only if one of them may be reached it is asked here, for the run.
//! Invariant: nothing is handed in that the desk does not have checked.

use crate::desk::{Desk, Engine};
use base::{Apart, Budget, Cfa, Int, LocId, Proof, SortedMap, Trace, Why};
use logic::follow;
use logic::model::{MapValue, ModelValue};
use std::rc::Rc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use unroll::solve::{Answer, Solving};
use unroll::whole::{forget, whole};
use unroll::{End, Lit, Read, Whole};

const NAME: &str = "unroll";

/// Before every way is taken by itself, it is looked whether the program comes to its end at all, with so few states apart in so short a time.
const FEW_APART: u32 = 64;
const PROBE: Duration = Duration::from_millis(600);

pub struct Unroll {
    /// Its time; none: as long as there is.
    pub patience: Option<Duration>,
    /// The states of one place that are kept apart. Indices and the states of a machine are known with more of them; programs that count are
    /// quicker with fewer.
    pub apart: Apart,
    /// A program that goes on after this time is not unrolled further.
    pub end: Option<Duration>,
    /// The most gates of a circuit.
    pub gates: usize,
    /// The circuits that other turns have had.
    pub tried: Arc<Tried>,
}

/// Circuits in which no states were merged for want of room, so that they are those of all turns that come to an end: the number of gates, and for how
/// long questions about them were asked.
#[derive(Debug, Default)]
pub struct Tried {
    circuits: Mutex<Vec<(usize, Option<Duration>)>>,
    /// Whether the program came to its end in any turn.
    ended: AtomicBool,
}

impl Tried {
    /// Whether another turn has had the circuit for at least half as long; else it is noted that this one has it.
    fn is_known(&self, whole: &Whole, patience: Option<Duration>) -> bool {
        if whole.is_crowded() {
            return false;
        }
        let gates = whole.gates().len();
        let mut tried = self.circuits.lock().unwrap();
        let is_known = tried.iter().any(|(g, p)| *g == gates && p.is_none_or(|p| patience.is_some_and(|own| own <= 2 * p)));
        if !is_known {
            tried.push((gates, patience));
        }
        is_known
    }
}

impl Engine for Unroll {
    fn name(&self) -> String {
        NAME.into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let budget = &budget.child(self.patience);
        let targets = desk.open();
        if self.apart.ways && !self.tried.ended.load(Ordering::Relaxed) {
            let probe = Unroll { apart: FEW_APART.into(), end: Some(PROBE), tried: self.tried.clone(), ..*self };
            if probe.unrolled(cfa, &targets, desk, budget).is_none() {
                return;
            }
        }
        let Some(whole) = self.unrolled(cfa, &targets, desk, budget) else { return };
        self.tried.ended.store(true, Ordering::Relaxed);
        desk.tell(NAME, &format!("unrolled to its end: {} places, {} gates", whole.places(), whole.gates().len()));
        sampled(cfa, &whole, desk);
        let open = desk.open();
        if !open.is_empty() && !self.tried.is_known(&whole, self.patience) {
            // The judge asks for all targets; only the run to one that it may arrive at is looked for here.
            let left = desk.proof_of_some(NAME, Proof::Unrolled { apart: self.apart, cuts: SortedMap::new() }, &open, budget);
            for (target, _) in left.iter().filter(|(_, why)| matches!(why, Why::Unconfirmed { .. })) {
                asked(cfa, &whole, *target, desk, budget);
            }
        }
        forget();
    }
}

impl Unroll {
    fn unrolled(&self, cfa: &Cfa, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> Option<Rc<Whole>> {
        let end = budget.child(self.end);
        let mut reason = None;
        let whole = whole(cfa, targets, self.apart, |course| {
            reason = match budget.stopped() {
                Some(stop) => Some(Why::Stopped(stop)),
                None if end.stopped().is_some() || course.board.gates.len() > self.gates => {
                    Some(Why::Refused(format!("the program goes on after {} unrolled steps", course.places)))
                }
                None => None,
            };
            reason.is_some()
        });
        if let Some(why) = reason {
            desk.tell(NAME, &why.to_string());
            desk.give_up(NAME, targets, why);
        }
        whole
    }
}

/// Runs the samples of the inputs that arrive at an error.
fn sampled(cfa: &Cfa, whole: &Whole, desk: &Desk<'_>) {
    let gates = whole.gates();
    for end in whole.ends() {
        let samples = gates.samples(end.guard);
        if samples != 0 && desk.open().contains(&end.at) {
            let number = samples.trailing_zeros();
            let values: Vec<bool> = (0..gates.len()).map(|g| gates.samples(Lit::of_gate(g)) >> number & 1 == 1).collect();
            run(cfa, whole, end, &values, desk);
        }
    }
}

/// Asks for the ends at an error whether they can be reached and runs what is found.
fn asked(cfa: &Cfa, whole: &Whole, target: LocId, desk: &Desk<'_>, budget: &Budget) {
    let mut solving = Solving::new(budget);
    for end in whole.ends().iter().filter(|end| end.at == target) {
        if let Answer::Yes(values) = solving.ask(whole.gates(), end.guard) {
            return run(cfa, whole, end, &values, desk);
        }
    }
}

/// Runs the program with the inputs that the values of the gates are, and hands in the run if it fails.
fn run(cfa: &Cfa, whole: &Whole, end: &End, values: &[bool], desk: &Desk<'_>) {
    let path = whole.path(values);
    let read = |r: &Read| match r {
        Read::Number(n) => ModelValue::Int(Int::from(n.word.read(values))),
        Read::Map(map) => {
            let elements = whole.elements(*map).map(|(i, w)| (Int::from(i), Int::from(w.read(values))));
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
