//! Backward coverability: the markings from which a target can be covered, as an upward-closed set.
//!
//! Abdulla, Čerāns, Jonsson and Tsay, General decidability theorems for infinite-state systems, LICS 1996. Preimages are added until nothing is new, which
//! ends because upward-closed sets cannot grow for ever. Changed: elements above which no marking satisfies a verified place invariant are dropped
//! (the complement is then inductive together with the invariants).
//!
//! Invariant: each element was reached backwards from a target; firing the rule of the first one that contains a marking leads into an earlier one.

use crate::answer::{Answer, Run};
use crate::closed::{OMEGA, UpSet, below};
use crate::net::Net;
use crate::place_invariant::{PlaceInvariant, verified};
use crate::step::{MOST, Step};
use base::{Budget, CmpOp, Formula, Int, VarId, Why};

/// Decides whether a target can be reached; also says how many minimal elements the set has.
pub fn decide(net: &Net, budget: &Budget) -> (Answer, usize) {
    let places = net.places.len();
    let steps: Vec<Step> = net.rules.iter().map(|r| Step::new(r, places)).collect();
    let invariants = verified(net);
    let possible = |element: &[u64]| invariants.iter().all(|i| i.admits(element));
    let mut set = UpSet::empty();
    let mut found: Vec<(Vec<u64>, Option<usize>)> = Vec::new();
    let mut elements: Vec<(Vec<u64>, Option<usize>)> = net.targets.iter().map(|t| (t.region.lows(places), None)).collect();
    let high: Vec<u64> = (0..places).map(|p| net.init.range(p).high).collect();
    let mut next = 0;
    loop {
        for (element, rule) in elements.drain(..) {
            if !possible(&element) || !set.insert(element.clone()) {
                continue;
            }
            found.push((element.clone(), rule));
            if below(&element, &high) {
                return (walk(net, &found, &element), set.minimal().len());
            }
        }
        // In order of discovery, so that runs are short. What was replaced by something smaller is explored there.
        while next < found.len() && !set.minimal().contains(&found[next].0) {
            next += 1;
        }
        let Some((target, _)) = found.get(next) else { break };
        for (r, step) in steps.iter().enumerate() {
            if let Some(stop) = budget.stopped() {
                return (Answer::Unknown(Why::Stopped(stop)), set.minimal().len());
            }
            let Some(before) = step.pre(target) else {
                let what = format!("a preimage of more than {MOST} elements would be needed");
                return (Answer::Unknown(Why::Refused(what)), set.minimal().len());
            };
            elements.extend(before.into_iter().map(|e| (e, Some(r))));
        }
        next += 1;
    }
    (Answer::Safe(formula(places, &set, &invariants)), set.minimal().len())
}

/// The invariants, and "not above any element".
fn formula(places: usize, set: &UpSet, invariants: &[PlaceInvariant]) -> Formula {
    let natural = (0..places).map(|p| Formula::cmp(CmpOp::Ge, VarId(p as u32), 0));
    let excluded = set.minimal().iter().map(|m| {
        let positive = m.iter().enumerate().filter(|(_, least)| **least > 0);
        Formula::or(positive.map(|(p, least)| Formula::cmp(CmpOp::Lt, VarId(p as u32), Int::from(*least))))
    });
    Formula::and(natural.chain(invariants.iter().map(PlaceInvariant::formula)).chain(excluded))
}

/// From an initial marking above the element to a target.
fn walk(net: &Net, found: &[(Vec<u64>, Option<usize>)], element: &[u64]) -> Answer {
    let start: Vec<u64> = element.iter().enumerate().map(|(p, least)| (*least).max(net.init.range(p).low)).collect();
    let (mut marking, mut rules) = (start.clone(), Vec::new());
    loop {
        if let Some(target) = net.target_of(&marking) {
            return Answer::Unsafe(Run { start, rules, target });
        }
        let rule = found.iter().find(|(e, _)| below(e, &marking)).and_then(|(_, rule)| *rule);
        let Some((rule, next)) = rule.and_then(|r| Some((r, net.rules[r].fire(&marking)?))) else {
            let what = "the target can be reached if upper bounds in guards and targets are ignored";
            return Answer::Unknown(Why::Refused(what.into()));
        };
        debug_assert!(!next.contains(&OMEGA));
        rules.push(rule);
        marking = next;
    }
}
