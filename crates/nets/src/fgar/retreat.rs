//! The backward fixpoint within R: which sums cannot be kept inside of Z.
//!
//! Only rules whose guards the partition does not blur are used: of them every marking with the right sums takes the step, so what is found is
//! outside of α(p̃re(γX)) for sure. Elements that ask for the least beyond the start come first: the order does not change the fixpoint, but a net that is
//! unsafe is known to be so as soon as one element meets the start. A round that finds very much without meeting it only makes the partition finer and
//! forgets the rest: any set between the fixpoint and R serves as S, a large complement of Z makes the forward fixpoint slow, and over a finer partition the way to the
//! start may be short.

use super::{GaveUp, Search};
use crate::closed::{DownSet, UpSet, plus};
use crate::step::Step;
use base::Budget;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The first round finds at most twice as many elements, every further round twice as many again: in the end every fixpoint is finished.
const PATIENCE: usize = 128;

pub(super) enum Retreat {
    /// A marking with these sums can be initial.
    Meets(Vec<u64>),
    /// The fixpoint does not contain the start.
    Finished,
    /// It was too much. Before, the outside had so many elements and was this set.
    Unfinished { known: usize, before: UpSet },
}

/// The place in the queue of an element that asks for `missing` beyond the start: where a step was taken many times at once, soon after the one
/// at `distance` that it leads to. 0 is for elements that meet the start.
fn urgency(missing: u64, times: u64, distance: u64) -> u64 {
    if missing > 0 && times > 1 { missing.min(distance.saturating_sub(1)).max(1) } else { missing }
}

impl Search<'_> {
    /// Adds to the outside what the rules lead there, as far as it lies in `reached`, until something meets the start, which has sums up to `high`.
    pub(super) fn retreat(&mut self, steps: &[Step], reached: &DownSet, high: &[u64], budget: &Budget) -> Result<Retreat, GaveUp> {
        let clear = |(r, _): &(usize, &Step)| self.partition.blurred(&self.rules[*r]).is_empty();
        let steps: Vec<(usize, &Step)> = steps.iter().enumerate().filter(clear).collect();
        let partition = self.partition.clone();
        let (known, before) = (self.outside.doomed.len(), self.outside.set.clone());
        let mut todo = BinaryHeap::new();
        let missing = |element: &[u64]| element.iter().zip(high).map(|(e, h)| e.saturating_sub(*h)).fold(0, plus);
        for (order, element) in self.outside.set.minimal().iter().enumerate() {
            todo.push((Reverse(missing(element)), order, element.clone()));
        }
        let start = todo.len();
        let (mut order, most) = (start, PATIENCE << self.effort.rounds.min(20));
        while let Some((Reverse(distance), _, target)) = todo.pop() {
            if distance == 0 {
                return Ok(Retreat::Meets(target));
            }
            // What was replaced by something smaller is explored there.
            if !self.outside.set.minimal().contains(&target) {
                continue;
            }
            for &(r, step) in &steps {
                if let Some(stop) = budget.stopped() {
                    return Err(stop.into());
                }
                for (times, element) in self.before(step, &target)? {
                    if reached.contains(&element) && self.outside.add(&partition, element.clone(), Some((r, times))) {
                        order += 1;
                        todo.push((Reverse(urgency(missing(&element), times, distance)), order, element));
                    }
                }
            }
            if order - start > most {
                return Ok(Retreat::Unfinished { known, before });
            }
        }
        Ok(Retreat::Finished)
    }

    /// pre[R] of what is above a vector: elements with the number of times that the step is taken from them.
    pub(super) fn before(&self, step: &Step, target: &[u64]) -> Result<Vec<(u64, Vec<u64>)>, GaveUp> {
        let repeated = if self.acceleration { step.repeated_pre(target) } else { None };
        let once = step.pre(target).ok_or(GaveUp::TooLarge)?.into_iter().map(|element| (1, element));
        Ok(repeated.into_iter().chain(once).collect())
    }
}
