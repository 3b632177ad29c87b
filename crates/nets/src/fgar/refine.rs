//! The next Z and the coarsest partition, finer than the present one, over which it is exact.
//!
//! Zᵢ₊₁ excludes what leaves Sᵢ in one step. Rules with clear guards have nothing to add (Sᵢ is a fixpoint of them); of the others, the places
//! that a guard asks for are taken out of their classes where that shows something new inside of Rᵢ, and only there. Then classes
//! that the new set does not tell apart are put together again.

use super::{GaveUp, MOST, Search};
use crate::closed::{DownSet, UpSet};
use base::Budget;
use std::collections::BTreeSet;
use std::rc::Rc;

impl Search<'_> {
    pub(super) fn refine(&mut self, reached: &DownSet, budget: &Budget) -> Result<(), GaveUp> {
        let coarse = self.partition.clone();
        let mut alone = BTreeSet::new();
        let mut news: Vec<(usize, Vec<u64>)> = Vec::new();
        for r in 0..self.rules.len() {
            let blurred = coarse.blurred(&self.rules[r]);
            if blurred.is_empty() {
                continue;
            }
            let fine = coarse.isolate(&blurred);
            let step = fine.step(&self.rules[r]);
            for target in self.outside.set.minimal() {
                if let Some(stop) = budget.stopped() {
                    return Err(stop.into());
                }
                let mut new = false;
                for lifted in coarse.lift(&fine, target, MOST).ok_or(GaveUp::TooLarge)? {
                    for element in step.pre(&lifted).ok_or(GaveUp::TooLarge)? {
                        let sums = coarse.project(&fine, &element);
                        new |= reached.contains(&sums) && !self.outside.set.contains(&sums);
                    }
                }
                if new {
                    alone.extend(&blurred);
                    news.push((r, target.clone()));
                }
            }
        }
        if news.is_empty() {
            return Ok(());
        }
        let fine = Rc::new(coarse.isolate(&alone));
        let mut set = UpSet::empty();
        for m in self.outside.set.minimal() {
            for lifted in coarse.lift(&fine, m, MOST).ok_or(GaveUp::TooLarge)? {
                set.insert(lifted);
            }
        }
        self.outside.set = set;
        for (r, target) in news {
            let step = fine.step(&self.rules[r]);
            for lifted in coarse.lift(&fine, &target, MOST).ok_or(GaveUp::TooLarge)? {
                if let Some(stop) = budget.stopped() {
                    return Err(stop.into());
                }
                for element in step.pre(&lifted).ok_or(GaveUp::TooLarge)? {
                    if reached.contains(&coarse.project(&fine, &element)) {
                        self.outside.add(&fine, element, Some(r));
                    }
                }
            }
        }
        self.partition = Rc::new(coarse.coarsened(&fine, &self.outside.set, &self.rigid));
        self.outside.project(&fine, &self.partition);
        Ok(())
    }
}
