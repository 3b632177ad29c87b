//! Where other engines leave values for the search to try.

use base::{EdgeId, Int, SortedMap};
use std::sync::Mutex;

/// Shared by the search and those who know something about where errors may be. What stands here is advice: it is tried
/// first, and nothing rests on it.
#[derive(Debug, Default)]
pub struct Board {
    proposals: Mutex<Vec<Vec<Int>>>,
    preferred: Mutex<SortedMap<EdgeId, Vec<Int>>>,
}

/// Proposals beyond this many that nobody has fetched are dropped.
const WAITING: usize = 10_000;

impl Board {
    /// Inputs of a run that may fail, in the order in which it reads them. They may be too few.
    pub fn propose(&self, inputs: Vec<Int>) {
        let mut proposals = self.proposals.lock().unwrap();
        if proposals.len() < WAITING {
            proposals.push(inputs);
        }
    }

    /// Values that the input of an edge should take more often than others.
    pub fn prefer(&self, edge: EdgeId, values: Vec<Int>) {
        self.preferred.lock().unwrap().entry(edge).or_default().extend(values);
    }

    pub(super) fn fetch(&self) -> (Vec<Vec<i128>>, SortedMap<EdgeId, Vec<i128>>) {
        let words = |values: &Vec<Int>| values.iter().filter_map(|v| i128::try_from(v).ok()).collect::<Vec<i128>>();
        let proposals = std::mem::take(&mut *self.proposals.lock().unwrap());
        let preferred = std::mem::take(&mut *self.preferred.lock().unwrap());
        (proposals.iter().map(words).collect(), preferred.iter().map(|(e, v)| (*e, words(v))).collect())
    }
}
