//! What a decision procedure for nets says, with its evidence.

use crate::net::Net;
use base::{Formula, Why};

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// The formula (place `i` is variable `i`) holds at the start, is kept by every rule, and excludes every target.
    Safe(Formula),
    Unsafe(Run),
    Unknown(Why),
}

/// Why there is no answer where only the monotone relaxation of a net reaches a target.
pub const RELAXED: &str = "the target can be reached if upper bounds in guards and targets are ignored";

/// A firing sequence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub start: Vec<u64>,
    pub rules: Vec<usize>,
    pub target: usize,
}

impl Run {
    /// The markings of the run, if it is one: it starts initially, every rule is enabled, and it ends in its target.
    pub fn execute(&self, net: &Net) -> Option<Vec<Vec<u64>>> {
        if self.start.len() != net.places.len() || !net.init.contains(&self.start) {
            return None;
        }
        let mut markings = vec![self.start.clone()];
        for &r in &self.rules {
            let next = net.rules.get(r)?.fire(markings.last()?)?;
            markings.push(next);
        }
        net.targets.get(self.target)?.region.contains(markings.last()?).then_some(markings)
    }
}
