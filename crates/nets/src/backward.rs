//! Backward coverability: the markings from which a target can be covered, as an upward-closed set.
//!
//! Abdulla, Čerāns, Jonsson and Tsay, General decidability theorems for infinite-state systems, LICS 1996. Preimages are added until nothing is new, which
//! ends because upward-closed sets cannot grow for ever. Changed: elements above which no marking satisfies a verified place invariant are dropped
//! (the complement is then inductive together with the invariants).
//!
//! Invariant: each element was reached backwards from a target; firing the rule of the first one that contains a marking leads into an earlier one.

use crate::answer::{Answer, RELAXED, Run};
use crate::closed::{UpSet, below, plus};
use crate::net::Net;
use crate::place_invariant::{PlaceInvariant, verified};
use crate::step::{MOST, Step};
use base::{Budget, CmpOp, Formula, Int, VarId, Why};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Among more elements a run is not looked for by their age.
const MANY: usize = 10_000;

/// Decides whether a target can be reached; also says how many minimal elements the set has. Gives up at more than `most`, or if ten times as
/// many have come and gone.
pub fn decide(net: &Net, most: usize, budget: &Budget) -> (Answer, usize) {
    let mut search = Search::new(net);
    let answer = search.run(most, budget).unwrap_or_else(Answer::Unknown);
    (answer, search.set.minimal().len())
}

/// An element and the rule that leads from it to earlier ones; none for targets.
struct Found {
    least: Vec<u64>,
    rule: Option<usize>,
}

struct Search<'a> {
    net: &'a Net,
    invariants: Vec<PlaceInvariant>,
    /// The largest numbers at the start.
    high: Vec<u64>,
    set: UpSet,
    /// In order of discovery.
    found: Vec<Found>,
    /// Those that ask for the least beyond the start first, and of these the latest. The order does not change the fixpoint, but an
    /// unsafe net is known to be so when an element meets the start.
    todo: BinaryHeap<(Reverse<u64>, usize)>,
}

impl<'a> Search<'a> {
    fn new(net: &'a Net) -> Self {
        let high = (0..net.places.len()).map(|p| net.init.range(p).high).collect();
        Search { net, invariants: verified(net), high, set: UpSet::empty(), found: Vec::new(), todo: BinaryHeap::new() }
    }

    fn run(&mut self, most: usize, budget: &Budget) -> Result<Answer, Why> {
        let places = self.net.places.len();
        let steps: Vec<Step> = self.net.rules.iter().map(|r| Step::new(r, places)).collect();
        for target in &self.net.targets {
            if let Some(stop) = budget.stopped() {
                return Err(Why::Stopped(stop));
            }
            self.add(target.region.lows(places), None);
        }
        while let Some((Reverse(missing), at)) = self.todo.pop() {
            let target = self.found[at].least.clone();
            if missing == 0 {
                return self.walk(&target, at + 1, budget);
            }
            // What was replaced by something smaller is explored there.
            if !self.set.minimal().contains(&target) {
                continue;
            }
            for (r, step) in steps.iter().enumerate() {
                if let Some(stop) = budget.stopped() {
                    return Err(Why::Stopped(stop));
                }
                let too_large = || Why::Refused(format!("a preimage of more than {MOST} elements would be needed"));
                for element in step.pre(&target).ok_or_else(too_large)? {
                    self.add(element, Some(r));
                }
            }
            if self.set.minimal().len() > most || self.found.len() / 10 > most {
                return Err(Why::Refused(format!("a set of more than {most} elements would be needed")));
            }
        }
        Ok(Answer::Safe(self.formula()))
    }

    fn add(&mut self, least: Vec<u64>, rule: Option<usize>) {
        if !self.invariants.iter().all(|i| i.admits(&least)) || !self.set.insert(least.clone()) {
            return;
        }
        let missing = least.iter().zip(&self.high).map(|(e, h)| e.saturating_sub(*h)).fold(0, plus);
        self.todo.push((Reverse(missing), self.found.len()));
        self.found.push(Found { least, rule });
    }

    /// The invariants, and "not above any element".
    fn formula(&self) -> Formula {
        let natural = (0..self.net.places.len()).map(|p| Formula::cmp(CmpOp::Ge, VarId(p as u32), 0));
        let excluded = self.set.minimal().iter().map(|m| {
            let positive = m.iter().enumerate().filter(|(_, least)| **least > 0);
            Formula::or(positive.map(|(p, least)| Formula::cmp(CmpOp::Lt, VarId(p as u32), Int::from(*least))))
        });
        Formula::and(natural.chain(self.invariants.iter().map(PlaceInvariant::formula)).chain(excluded))
    }

    /// From an initial marking above the element, one of the first `end` that were found, to a target.
    fn walk(&self, element: &[u64], end: usize, budget: &Budget) -> Result<Answer, Why> {
        let (net, mut end) = (self.net, end);
        let start: Vec<u64> = element.iter().enumerate().map(|(p, least)| (*least).max(net.init.range(p).low)).collect();
        let (mut marking, mut rules) = (start.clone(), Vec::new());
        loop {
            if let Some(target) = net.target_of(&marking) {
                return Ok(Answer::Unsafe(Run { start, rules, target }));
            }
            if let Some(stop) = budget.stopped() {
                return Err(Why::Stopped(stop));
            }
            let contains = |i: &usize| below(&self.found[*i].least, &marking);
            // The first one makes short runs; among many, the last one is near.
            let at = if end <= MANY { (0..end).find(contains) } else { (0..end).rev().find(contains) };
            let rule = at.and_then(|at| self.found[at].rule);
            let (Some(at), Some((rule, next))) = (at, rule.and_then(|r| Some((r, net.rules[r].fire(&marking)?)))) else {
                return Ok(Answer::Unknown(Why::Refused(RELAXED.into())));
            };
            rules.push(rule);
            (marking, end) = (next, at);
        }
    }
}
