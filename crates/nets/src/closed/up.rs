//! Upward-closed sets by their minimal elements.

use super::{DownSet, OMEGA, below};
use base::{Budget, Stop};

/// The vectors above one of the minimal elements, which are finite and pairwise incomparable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UpSet {
    minimal: Vec<Vec<u64>>,
}

impl UpSet {
    pub fn empty() -> Self {
        UpSet::default()
    }

    /// All vectors above one of these.
    pub fn above(elements: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let mut set = UpSet::empty();
        elements.into_iter().for_each(|e| _ = set.insert(e));
        set
    }

    pub fn is_empty(&self) -> bool {
        self.minimal.is_empty()
    }

    pub fn minimal(&self) -> &[Vec<u64>] {
        &self.minimal
    }

    pub fn contains(&self, vector: &[u64]) -> bool {
        self.minimal.iter().any(|m| below(m, vector))
    }

    /// Adds everything above an element; false if it was there already.
    pub fn insert(&mut self, element: Vec<u64>) -> bool {
        if element.contains(&OMEGA) || self.contains(&element) {
            return false;
        }
        self.minimal.retain(|m| !below(&element, m));
        self.minimal.push(element);
        true
    }

    pub fn includes(&self, other: &UpSet) -> bool {
        other.minimal.iter().all(|m| self.contains(m))
    }

    pub fn union(&self, other: &UpSet) -> UpSet {
        UpSet::above(self.minimal.iter().chain(&other.minimal).cloned())
    }

    pub fn intersection(&self, other: &UpSet) -> UpSet {
        let highest = |a: &Vec<u64>, b: &Vec<u64>| a.iter().zip(b).map(|(x, y)| *x.max(y)).collect();
        UpSet::above(self.minimal.iter().flat_map(|a| other.minimal.iter().map(move |b| highest(a, b))))
    }

    /// The other vectors of this length. This can take long.
    pub fn complement(&self, length: usize, budget: &Budget) -> Result<DownSet, Stop> {
        DownSet::all(length).without(self, budget)
    }
}
