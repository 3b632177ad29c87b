//! The backward fixpoint within R: which sums cannot be kept inside of Z.
//!
//! Only rules whose guards the partition does not blur are used: of them every marking with the right sums takes the step, so what is found is
//! outside of α(p̃re(γX)) for sure.

use super::{GaveUp, MOST, Search};
use crate::closed::DownSet;
use crate::step::Step;
use base::Budget;

impl Search<'_> {
    /// Adds to the outside what the rules lead there, as far as it lies in `reached`.
    pub(super) fn retreat(&mut self, steps: &[Step], reached: &DownSet, budget: &Budget) -> Result<(), GaveUp> {
        let clear = |(r, _): &(usize, &Step)| self.partition.blurred(&self.rules[*r]).is_empty();
        let steps: Vec<(usize, &Step)> = steps.iter().enumerate().filter(clear).collect();
        let partition = self.partition.clone();
        let mut todo: Vec<Vec<u64>> = self.outside.set.minimal().to_vec();
        while let Some(target) = todo.pop() {
            for &(r, step) in &steps {
                if let Some(stop) = budget.stopped() {
                    return Err(stop.into());
                }
                for element in step.pre(&target).ok_or(GaveUp::TooLarge)? {
                    if reached.contains(&element) && self.outside.add(&partition, element.clone(), Some(r)) {
                        todo.push(element);
                    }
                }
            }
            if self.outside.set.minimal().len() > MOST {
                return Err(GaveUp::TooLarge);
            }
        }
        Ok(())
    }
}
