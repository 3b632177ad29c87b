//! Downward-closed sets by their maximal elements.

use super::{OMEGA, UpSet, below};
use base::{Budget, Stop};

/// The vectors below one of the maximal elements, which are pairwise incomparable.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DownSet {
    maximal: Vec<Vec<u64>>,
}

impl DownSet {
    pub fn empty() -> Self {
        DownSet::default()
    }

    /// All vectors of this length.
    pub fn all(length: usize) -> Self {
        DownSet { maximal: vec![vec![OMEGA; length]] }
    }

    /// All vectors below one of these.
    pub fn below(elements: impl IntoIterator<Item = Vec<u64>>) -> Self {
        let mut set = DownSet::empty();
        elements.into_iter().for_each(|e| _ = set.insert(e));
        set
    }

    pub fn is_empty(&self) -> bool {
        self.maximal.is_empty()
    }

    pub fn maximal(&self) -> &[Vec<u64>] {
        &self.maximal
    }

    /// Whether a vector, or everything below a vector with ω, is inside.
    pub fn contains(&self, vector: &[u64]) -> bool {
        self.maximal.iter().any(|m| below(vector, m))
    }

    /// Adds everything below an element; false if it was there already.
    pub fn insert(&mut self, element: Vec<u64>) -> bool {
        if self.contains(&element) {
            return false;
        }
        self.maximal.retain(|m| !below(m, &element));
        self.maximal.push(element);
        true
    }

    pub fn includes(&self, other: &DownSet) -> bool {
        other.maximal.iter().all(|m| self.contains(m))
    }

    pub fn union(&self, other: &DownSet) -> DownSet {
        DownSet::below(self.maximal.iter().chain(&other.maximal).cloned())
    }

    pub fn intersection(&self, other: &DownSet) -> DownSet {
        let lowest = |a: &Vec<u64>, b: &Vec<u64>| a.iter().zip(b).map(|(x, y)| *x.min(y)).collect();
        DownSet::below(self.maximal.iter().flat_map(|a| other.maximal.iter().map(move |b| lowest(a, b))))
    }

    /// What is outside of an upward-closed set. This can take long.
    pub fn without(&self, cut: &UpSet, budget: &Budget) -> Result<DownSet, Stop> {
        let (mut outside, mut rounds) = (DownSet::empty(), 0u64);
        let mut todo: Vec<(Vec<u64>, usize)> = self.maximal.iter().map(|m| (m.clone(), 0)).collect();
        while let Some((element, from)) = todo.pop() {
            if outside.contains(&element) {
                continue;
            }
            rounds += 1;
            if rounds % 256 == 0
                && let Some(stop) = budget.stopped()
            {
                return Err(stop);
            }
            // The elements of the cut before `from` are already excluded, and smaller vectors stay excluded.
            let Some(i) = (from..cut.minimal().len()).find(|&i| below(&cut.minimal()[i], &element)) else {
                outside.insert(element);
                continue;
            };
            // To be outside, one component must be smaller than that of the minimal element.
            for (c, &least) in cut.minimal()[i].iter().enumerate().filter(|(_, least)| **least > 0) {
                let mut part = element.clone();
                part[c] = least - 1;
                todo.push((part, i + 1));
            }
        }
        Ok(outside)
    }

    /// The other vectors of this length.
    pub fn complement(&self, length: usize) -> UpSet {
        let mut outside = UpSet::above([vec![0; length]]);
        for m in &self.maximal {
            let beyond = m.iter().enumerate().filter(|(_, most)| **most != OMEGA).map(|(c, most)| {
                let mut e = vec![0; length];
                e[c] = most + 1;
                e
            });
            outside = outside.intersection(&UpSet::above(beyond));
        }
        outside
    }
}
