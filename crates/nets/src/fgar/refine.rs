//! The next Z and the coarsest partition, finer than the present one, over which it is exact.
//!
//! Zᵢ₊₁ excludes what leaves Sᵢ in one step. Rules with clear guards have nothing to add (Sᵢ is a fixpoint of them); of the others, the places
//! that a guard asks for are taken out of their classes where that shows something new inside of Rᵢ, and only there. Then classes
//! that the new set does not tell apart are put together again.

use super::{GaveUp, MOST, Search};
use crate::closed::{DownSet, UpSet};
use crate::partition::Partition;
use base::Budget;
use base::SortedSet;
use std::rc::Rc;

/// What blurred rules would add.
#[derive(Default)]
struct News {
    /// The places that their guards ask for.
    alone: SortedSet<usize>,
    /// The rules and where they lead.
    steps: Vec<(usize, Vec<u64>)>,
}

impl Search<'_> {
    /// After a finished retreat: the next Z and its partition.
    pub(super) fn refine(&mut self, reached: &DownSet, budget: &Budget) -> Result<(), GaveUp> {
        let coarse = self.partition.clone();
        let news = self.news(reached, budget)?;
        if news.steps.is_empty() {
            return Ok(());
        }
        let fine = Rc::new(coarse.isolate(&news.alone));
        self.outside.set = lifted(&coarse, &fine, &self.outside.set)?;
        for (r, target) in news.steps {
            let step = fine.step(&self.rules[r]);
            for target in coarse.lift(&fine, &target, MOST).ok_or(GaveUp::TooLarge)? {
                if let Some(stop) = budget.stopped() {
                    return Err(stop.into());
                }
                for (times, element) in self.before(&step, &target)? {
                    if reached.contains(&coarse.project(&fine, &element)) {
                        self.outside.add(&fine, element, Some((r, times)));
                    }
                }
            }
        }
        self.coarsen(&fine, budget)
    }

    /// After a retreat that was not finished: Z stays as it was before, over the partition that was missing.
    pub(super) fn split(&mut self, reached: &DownSet, known: usize, before: &UpSet, budget: &Budget) -> Result<(), GaveUp> {
        let news = self.news(reached, budget)?;
        let coarse = self.partition.clone();
        self.partition = Rc::new(coarse.isolate(&news.alone));
        self.outside.doomed.truncate(known);
        self.outside.set = lifted(&coarse, &self.partition, before)?;
        Ok(())
    }

    /// What the blurred rules lead to the outside, inside of `reached`.
    fn news(&self, reached: &DownSet, budget: &Budget) -> Result<News, GaveUp> {
        let coarse = &self.partition;
        let mut news = News::default();
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
                for target in coarse.lift(&fine, target, MOST).ok_or(GaveUp::TooLarge)? {
                    for element in step.pre(&target).ok_or(GaveUp::TooLarge)? {
                        let sums = coarse.project(&fine, &element);
                        new |= reached.contains(&sums) && !self.outside.set.contains(&sums);
                    }
                }
                if new {
                    news.alone.extend(&blurred);
                    news.steps.push((r, target.clone()));
                }
            }
        }
        Ok(news)
    }
}

/// The same set over a finer partition.
fn lifted(coarse: &Partition, fine: &Partition, set: &UpSet) -> Result<UpSet, GaveUp> {
    let mut same = UpSet::empty();
    for m in set.minimal() {
        for vector in coarse.lift(fine, m, MOST).ok_or(GaveUp::TooLarge)? {
            same.insert(vector);
        }
    }
    Ok(same)
}
