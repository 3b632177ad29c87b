//! One value per variable, shared between states.
//!
//! A statement changes one variable, so states of one program differ in few places. Values are kept in chunks behind
//! reference counts: a copy copies the pointers, a change copies one chunk, and equal chunks are found by their address.

use base::VarId;
use std::sync::Arc;

const CHUNK: usize = 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Env<T> {
    chunks: Vec<Arc<Vec<T>>>,
}

impl<T: Clone + PartialEq> Env<T> {
    pub fn new(count: usize, value: &T) -> Self {
        let full = Arc::new(vec![value.clone(); CHUNK]);
        let mut chunks = vec![full; count / CHUNK];
        if !count.is_multiple_of(CHUNK) {
            chunks.push(Arc::new(vec![value.clone(); count % CHUNK]));
        }
        Env { chunks }
    }

    pub fn get(&self, v: VarId) -> &T {
        &self.chunks[v.index() / CHUNK][v.index() % CHUNK]
    }

    pub fn set(&mut self, v: VarId, value: T) {
        let chunk = &mut self.chunks[v.index() / CHUNK];
        if chunk[v.index() % CHUNK] != value {
            Arc::make_mut(chunk)[v.index() % CHUNK] = value;
        }
    }

    /// Combines two states variable by variable; chunks that are shared are taken as they are, so `combine(x, x)` must be x.
    pub fn zip(&self, other: &Env<T>, mut combine: impl FnMut(VarId, &T, &T) -> T) -> Env<T> {
        let mut chunks = Vec::with_capacity(self.chunks.len());
        for (c, (a, b)) in self.chunks.iter().zip(&other.chunks).enumerate() {
            if Arc::ptr_eq(a, b) {
                chunks.push(a.clone());
                continue;
            }
            let combined: Vec<T> = a.iter().zip(b.iter()).enumerate().map(|(i, (x, y))| combine(id(c, i), x, y)).collect();
            // Keep the sharing where nothing changed.
            chunks.push(if combined == **a {
                a.clone()
            } else if combined == **b {
                b.clone()
            } else {
                Arc::new(combined)
            });
        }
        Env { chunks }
    }

    /// The variables on which two states may differ, with both values.
    pub fn differing<'a>(&'a self, other: &'a Env<T>) -> impl Iterator<Item = (VarId, &'a T, &'a T)> {
        let pairs = self.chunks.iter().zip(&other.chunks).enumerate();
        pairs
            .filter(|(_, (a, b))| !Arc::ptr_eq(a, b))
            .flat_map(|(c, (a, b))| a.iter().zip(b.iter()).enumerate().map(move |(i, (x, y))| (id(c, i), x, y)))
            .filter(|(_, x, y)| x != y)
    }

    pub fn iter(&self) -> impl Iterator<Item = (VarId, &T)> {
        self.chunks.iter().enumerate().flat_map(|(c, chunk)| chunk.iter().enumerate().map(move |(i, x)| (id(c, i), x)))
    }
}

fn id(chunk: usize, within: usize) -> VarId {
    VarId((chunk * CHUNK + within) as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_stay_in_their_state_and_zip_keeps_sharing() {
        let old = Env::new(40, &0);
        let mut new = old.clone();
        new.set(VarId(35), 7);
        assert_eq!((*old.get(VarId(35)), *new.get(VarId(35)), *new.get(VarId(34))), (0, 7, 0));
        assert_eq!(old.differing(&new).collect::<Vec<_>>(), [(VarId(35), &0, &7)]);
        let joined = old.zip(&new, |_, a, b| *a.max(b));
        assert_eq!(joined, new);
        assert!(joined.chunks.iter().zip(&new.chunks).all(|(a, b)| Arc::ptr_eq(a, b)));
        assert_eq!(new.iter().filter(|(_, x)| **x == 7).count(), 1);
    }
}
