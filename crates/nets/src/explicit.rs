//! Explicit search for a run: marking by marking, breadth first, from the initial markings with the fewest tokens.
//!
//! It finds what the procedures on closed sets cannot: runs through guards with upper bounds, and targets with upper bounds. It never says safe.

use crate::answer::Run;
use crate::net::Net;
use base::Budget;
use std::collections::{HashMap, VecDeque};

/// A place that may start with anything starts with at most so many tokens more than it must.
const MORE_AT_START: u64 = 3;

/// A shortest run to a target from one of the first initial markings, if one is found among `most` markings.
pub fn find(net: &Net, most: usize, budget: &Budget) -> Option<Run> {
    let places = net.places.len();
    // Each marking with the one before it and the rule between them.
    let mut seen: HashMap<Vec<u64>, Option<(Vec<u64>, usize)>> = HashMap::new();
    let mut todo: VecDeque<Vec<u64>> = VecDeque::new();
    let lows = net.init.lows(places);
    for more in 0..=MORE_AT_START {
        let raised = |p: usize| lows[p].saturating_add(more).min(net.init.range(p).high);
        // All open places together, and each of them alone.
        let together = (0..places).map(raised).collect();
        let alone = (0..places).map(|p| {
            let mut marking = lows.clone();
            marking[p] = raised(p);
            marking
        });
        for marking in [together].into_iter().chain(alone) {
            if seen.insert(marking.clone(), None).is_none() {
                todo.push_back(marking);
            }
        }
    }
    while let Some(marking) = todo.pop_front() {
        if let Some(target) = net.target_of(&marking) {
            return Some(run_to(&seen, marking, target));
        }
        if budget.stopped().is_some() {
            return None;
        }
        for (r, rule) in net.rules.iter().enumerate() {
            if let Some(next) = rule.fire(&marking).filter(|n| seen.len() < most && !seen.contains_key(n)) {
                seen.insert(next.clone(), Some((marking.clone(), r)));
                todo.push_back(next);
            }
        }
    }
    None
}

fn run_to(seen: &HashMap<Vec<u64>, Option<(Vec<u64>, usize)>>, end: Vec<u64>, target: usize) -> Run {
    let (mut start, mut rules) = (end, Vec::new());
    while let Some(Some((before, rule))) = seen.get(&start) {
        rules.push(*rule);
        start = before.clone();
    }
    rules.reverse();
    Run { start, rules, target }
}
