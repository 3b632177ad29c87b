//! Forgetting, adding, removing and renaming dimensions. All of it is exact, also over the integers: a tightly closed
//! matrix bounds a variable by integers once the others are fixed, so every integer point of the rest has an extension.

use super::Octagon;
use super::block::Block;
use super::partition::{merged, split};
use std::sync::Arc;

impl Octagon {
    /// Nothing is known about the given dimensions any more (existential quantification).
    pub fn forget(&self, dimensions: &[usize]) -> Octagon {
        let Some(closed) = self.closed() else { return Octagon::empty(self.dimensions, self.integer) };
        let mut blocks = Vec::new();
        for block in closed {
            let rest: Vec<usize> = block.variables.iter().copied().filter(|v| !dimensions.contains(v)).collect();
            if rest.len() == block.variables.len() {
                blocks.push(block.clone());
            } else if !rest.is_empty() {
                split(merged(&[block], rest, self.integer).reduced(), self.integer, &mut blocks);
            }
        }
        Octagon::from_blocks(self.dimensions, self.integer, blocks)
    }

    /// With so many new unbounded dimensions after the old ones.
    pub fn add_dimensions(&self, count: usize) -> Octagon {
        Octagon { dimensions: self.dimensions.saturating_add(count), ..self.clone() }
    }

    /// Projected onto the other dimensions, which close the gaps in their order.
    pub fn remove_dimensions(&self, dimensions: &[usize]) -> Octagon {
        let mut gone = vec![false; self.dimensions];
        for d in dimensions {
            if let Some(g) = gone.get_mut(*d) {
                *g = true;
            }
        }
        let mut next = 0;
        let to: Vec<usize> = gone
            .iter()
            .map(|g| {
                let place = next;
                next += usize::from(!g);
                place
            })
            .collect();
        let rest = self.forget(dimensions);
        let moved = |block: &Arc<Block>| {
            let variables = block.variables.iter().map(|v| to[*v]).collect();
            Arc::new(Block { variables, ..Block::clone(block) })
        };
        Octagon { dimensions: next, void: rest.void, ..Octagon::from_blocks(next, self.integer, rest.blocks.iter().map(moved).collect()) }
    }

    /// Dimension d becomes dimension `to[d]`; `None` if `to` is not a permutation of all dimensions.
    pub fn renamed(&self, to: &[usize]) -> Option<Octagon> {
        let mut seen = vec![false; self.dimensions];
        for t in to {
            if std::mem::replace(seen.get_mut(*t)?, true) {
                return None;
            }
        }
        if to.len() != self.dimensions {
            return None;
        }
        let moved = |block: &Arc<Block>| {
            let mut order = block.variables.clone();
            order.sort_by_key(|v| to[*v]);
            let variables = order.iter().map(|v| to[*v]).collect();
            let block = merged(&[block], order, self.integer);
            Arc::new(Block { variables, ..block.reduced() })
        };
        let blocks = self.blocks.iter().map(moved).collect();
        Some(Octagon { void: self.void, ..Octagon::from_blocks(self.dimensions, self.integer, blocks) })
    }
}
