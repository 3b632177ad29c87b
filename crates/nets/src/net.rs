//! Nets: places that hold natural numbers, and rules that change all of them at once.
//!
//! A rule is enabled where its guard holds and no place would become negative. Then every place gets its new value, a sum of old ones
//! and a constant: Petri nets (`x' = x + 1`), transfers (`x' = x + y, y' = 0`), resets. Lower bounds in guards keep a net monotone (more tokens
//! can do more); upper bounds (tests for zero, inhibitors) do not, and [`Net::is_monotone`] tells.

use crate::closed::OMEGA;
use base::{Files, Name, SortedMap, Span};

/// The numbers from `low` to `high`, both included; [`OMEGA`] is no bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: u64,
    pub high: u64,
}

impl Range {
    pub const ALL: Range = Range { low: 0, high: OMEGA };

    pub fn contains(self, value: u64) -> bool {
        self.low <= value && value <= self.high
    }
}

/// A conjunction of ranges; places that are not mentioned may hold anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Region(pub SortedMap<usize, Range>);

impl Region {
    pub fn contains(&self, marking: &[u64]) -> bool {
        self.0.iter().all(|(&p, r)| r.contains(marking[p]))
    }

    pub fn range(&self, place: usize) -> Range {
        self.0.get(&place).copied().unwrap_or(Range::ALL)
    }

    /// The lower bounds of all places.
    pub fn lows(&self, places: usize) -> Vec<u64> {
        (0..places).map(|p| self.range(p).low).collect()
    }

    pub fn is_upward_closed(&self) -> bool {
        self.0.values().all(|r| r.high == OMEGA)
    }
}

/// A sum of places and a constant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Places and their factors, none of them 0.
    pub terms: SortedMap<usize, u64>,
    pub constant: i64,
}

impl Sum {
    /// The value, if it is a natural number that can be stored.
    pub fn value(&self, marking: &[u64]) -> Option<u64> {
        let sum = self.terms.iter().try_fold(0u64, |sum, (&p, &factor)| sum.checked_add(marking[p].checked_mul(factor)?))?;
        sum.checked_add_signed(self.constant).filter(|v| *v != OMEGA)
    }

    /// `c` if this is the place itself plus `c`.
    pub fn shift_of(&self, place: usize) -> Option<i64> {
        (self.terms.len() == 1 && self.terms.get(&place) == Some(&1)).then_some(self.constant)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    pub guard: Region,
    /// The new values of the places that change.
    pub updates: SortedMap<usize, Sum>,
    pub span: Option<Span>,
}

impl Rule {
    /// The marking after the rule, if it is enabled.
    pub fn fire(&self, marking: &[u64]) -> Option<Vec<u64>> {
        if !self.guard.contains(marking) {
            return None;
        }
        let mut next = marking.to_vec();
        for (&p, sum) in &self.updates {
            next[p] = sum.value(marking)?;
        }
        Some(next)
    }

    /// Whether it only adds constants, as the transitions of Petri nets do.
    pub fn is_plain(&self) -> bool {
        self.updates.iter().all(|(&p, sum)| sum.shift_of(p).is_some())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    pub region: Region,
    pub span: Option<Span>,
}

#[derive(Clone, Debug, Default)]
pub struct Net {
    pub places: Vec<Name>,
    pub rules: Vec<Rule>,
    pub init: Region,
    /// The markings that must not be reached: those of any of these regions.
    pub targets: Vec<Target>,
    /// Weights of places whose weighted sum is said to stay the same. Nobody may believe it unseen.
    pub invariants: Vec<SortedMap<usize, u64>>,
    pub files: Files,
}

impl Net {
    /// Whether more tokens can do more, and the targets are upward-closed. Then coverability decides the net.
    pub fn is_monotone(&self) -> bool {
        self.rules.iter().map(|r| &r.guard).chain(self.targets.iter().map(|t| &t.region)).all(Region::is_upward_closed)
    }

    /// The target that a marking belongs to.
    pub fn target_of(&self, marking: &[u64]) -> Option<usize> {
        self.targets.iter().position(|t| t.region.contains(marking))
    }
}
