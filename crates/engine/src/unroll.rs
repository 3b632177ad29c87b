//! The program unrolled to its end, as one circuit ([`Course`]).
//!
//! Where all loops end after rounds that the ranges of their counters tell, nothing has to be invented: the unrolled program is exact, and
//! whether it reaches an error is a question for a SAT solver. Samples of the inputs are looked at first, since many errors show at once.
//! The judge unrolls again and asks for all targets; only if one of them can be reached it is asked here, for the run. If that takes too
//! long, the targets of which it is seen soon that they cannot be reached are handed in together, the others one by one.
//! Invariant: nothing is handed in that the desk does not have checked.

use crate::desk::{Desk, Engine};
use base::{Budget, Cfa, Int, LocId, Proof, SortedMap, SortedSet, Trace, Why};
use logic::follow;
use logic::model::{MapValue, ModelValue};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use unroll::solve::{Answer, Solving};
use unroll::{Course, End, Lit, Read};

const NAME: &str = "unroll";

/// The part of the time in which all targets, if they are several, are to be confirmed at once.
const AT_ONCE: f64 = 0.7;

/// If they are not: how long each end is asked for, in seconds, and which part of what is left all of that may take.
const GLANCE: f64 = 0.03;
const GLANCES: f64 = 0.3;

pub struct Unroll {
    /// Its time; none: as long as there is.
    pub patience: Option<Duration>,
    /// So many states of one place are kept apart. Indices and the states of a machine are known with more of them; programs that count are
    /// quicker with fewer.
    pub apart: u32,
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
pub struct Tried(Mutex<Vec<(usize, Option<Duration>)>>);

impl Tried {
    /// Whether another turn has had the circuit for at least half as long; else it is noted that this one has it.
    fn is_known(&self, course: &Course<'_>, patience: Option<Duration>) -> bool {
        if course.crowded {
            return false;
        }
        let gates = course.board.gates.len();
        let mut tried = self.0.lock().unwrap();
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
        let Some(course) = self.unrolled(cfa, &targets, desk, budget) else { return };
        desk.tell(NAME, &format!("unrolled to its end: {} places, {} gates", course.places, course.board.gates.len()));
        sampled(cfa, &course, desk);
        let open = desk.open();
        if open.is_empty() || self.tried.is_known(&course, self.patience) {
            return;
        }
        // The judge has most of the time for all of them at once.
        let most = budget.child(budget.left().filter(|_| open.len() > 1).map(|left| left.mul_f64(AT_ONCE)));
        match desk.proof_within(NAME, self.proof(), &open, &most) {
            Ok(()) => return,
            Err(Why::Unconfirmed { .. } | Why::Stopped(_)) => {}
            Err(_) => return,
        }
        // One question that takes long must not spoil the others.
        let mut hard = self.hard(&course, &open, budget);
        let easy: Vec<LocId> = open.into_iter().filter(|l| !hard.contains(l)).collect();
        if !easy.is_empty() {
            let _ = desk.proof_within(NAME, self.proof(), &easy, budget);
        }
        while let Some(target) = hard.pop_first() {
            let left = budget.left().map(|left| left / (hard.len() as u32 + 1));
            let budget = &budget.child(left);
            if let Err(Why::Unconfirmed { .. }) = desk.proof_within(NAME, self.proof(), &[target], budget) {
                asked(cfa, &course, target, desk, budget);
            }
        }
    }
}

impl Unroll {
    fn proof(&self) -> Proof {
        Proof::Unrolled { apart: self.apart, cuts: SortedMap::new() }
    }

    /// The targets of which it is not seen soon that they cannot be reached.
    fn hard(&self, course: &Course<'_>, targets: &[LocId], budget: &Budget) -> SortedSet<LocId> {
        let mut hard = SortedSet::new();
        let glances = budget.child(budget.left().map(|left| left.mul_f64(GLANCES)));
        let mut solving = Solving::new(&glances);
        for end in &course.ends {
            if targets.contains(&end.at) && !hard.contains(&end.at) {
                solving.within(&glances.child(Some(Duration::from_secs_f64(GLANCE))));
                match solving.glance(&course.board.gates, &[], end.guard, u32::MAX) {
                    Answer::No => solving.exclude(&course.board.gates, end.guard),
                    _ => _ = hard.insert(end.at),
                }
            }
        }
        hard
    }

    fn unrolled<'a>(&self, cfa: &'a Cfa, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> Option<Course<'a>> {
        let mut course = Course::new(cfa, targets, self.apart as usize).followed();
        let end = budget.child(self.end);
        while course.step() {
            let why = match budget.stopped() {
                Some(stop) => Why::Stopped(stop),
                None if end.stopped().is_some() || course.board.gates.len() > self.gates => {
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

/// Asks for the ends at an error whether they can be reached and runs what is found.
fn asked(cfa: &Cfa, course: &Course<'_>, target: LocId, desk: &Desk<'_>, budget: &Budget) {
    let mut solving = Solving::new(budget);
    for end in course.ends.iter().filter(|end| end.at == target) {
        if let Answer::Yes(values) = solving.ask(&course.board.gates, end.guard) {
            return run(cfa, course, end, &values, desk);
        }
    }
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
