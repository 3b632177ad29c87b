//! Convex polyhedra over the rationals, with strict inequalities, exact, as products of independent blocks.
//!
//! Cousot, Halbwachs: Automatic discovery of linear restraints among variables of a program, POPL 1978. The double
//! description is in `cone`, the decomposition and the laziness in `block`, strict inequalities in `strict`; the
//! operations are in `meet`, `hull`, `map` and `bound`, what an outsider sees in `view`.
//!
//! Invariant: the blocks are over disjoint dimensions; a dimension in no block is free. A clone shares its blocks.

mod block;
mod bound;
mod cone;
mod hull;
mod map;
mod meet;
mod product;
mod project;
mod span;
mod strict;
mod touch;
mod view;

use crate::row::Rows;
use crate::{Constraint, Int, Rational, Relation};
use block::{Block, Solution};
use std::sync::Arc;

pub use bound::Supremum;

/// A convex polyhedron in a fixed number of dimensions.
#[derive(Clone)]
pub struct Polyhedron {
    dimensions: usize,
    /// Known to be empty; a polyhedron may also be empty because one of its blocks is.
    empty: bool,
    blocks: Vec<Arc<Block>>,
}

impl Polyhedron {
    /// All points.
    pub fn universe(dimensions: usize) -> Self {
        Polyhedron { dimensions, empty: false, blocks: Vec::new() }
    }

    /// No point.
    pub fn empty(dimensions: usize) -> Self {
        Polyhedron { dimensions, empty: true, blocks: Vec::new() }
    }

    pub fn from_constraints(dimensions: usize, constraints: &[Constraint]) -> Self {
        let mut polyhedron = Polyhedron::universe(dimensions);
        polyhedron.meet_constraints(constraints);
        polyhedron
    }

    fn of_blocks(dimensions: usize, blocks: Vec<Arc<Block>>) -> Self {
        Polyhedron { dimensions, empty: false, blocks }
    }

    fn clear(&mut self) {
        self.empty = true;
        self.blocks.clear();
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// The finest blocks, all solved; `None` if the polyhedron is empty.
    fn parts(&self) -> Option<Vec<&Arc<Block>>> {
        if self.empty {
            return None;
        }
        let mut parts = Vec::with_capacity(self.blocks.len());
        for block in &self.blocks {
            match block.solution() {
                Solution::Empty => return None,
                Solution::Whole(_) => parts.push(block),
                Solution::Parts(list) => parts.extend(list),
            }
        }
        Some(parts)
    }

    /// Blocks whose generators are at hand: solved ones, and open ones; `None` if the polyhedron is empty.
    fn spanned(&self) -> Option<Vec<&Arc<Block>>> {
        if self.empty {
            return None;
        }
        let mut list = Vec::with_capacity(self.blocks.len());
        for block in &self.blocks {
            if block.is_open() {
                list.push(block);
                continue;
            }
            match block.solution() {
                Solution::Empty => return None,
                Solution::Whole(_) => list.push(block),
                Solution::Parts(parts) => list.extend(parts),
            }
        }
        Some(list)
    }

    /// Replaces blocks that are known to have fallen apart by their parts; false if one is known to be empty.
    fn settle(&mut self) -> bool {
        let mut index = 0;
        while index < self.blocks.len() {
            match self.blocks[index].solved() {
                Some(Solution::Empty) => self.empty = true,
                Some(Solution::Parts(_)) => {
                    let block = self.blocks.swap_remove(index);
                    if let Solution::Parts(parts) = block.solution() {
                        self.blocks.extend(parts.iter().cloned());
                    }
                    continue;
                }
                _ => {}
            }
            index += 1;
        }
        if self.empty {
            self.blocks.clear();
        }
        !self.empty
    }

    pub fn is_empty(&self) -> bool {
        self.empty || self.blocks.iter().any(|b| !b.is_open() && matches!(b.solution(), Solution::Empty))
    }

    /// Whether the constraints are at hand, so that asking for them costs nothing: a hull has only generators at first.
    pub fn has_constraints(&self) -> bool {
        self.empty || self.blocks.iter().all(|b| !b.is_open())
    }

    pub fn is_universe(&self) -> bool {
        self.parts().is_some_and(|parts| parts.iter().all(|b| b.body().is_universe()))
    }

    /// Whether every strict constraint is implied by the others, so that the set is closed.
    pub fn is_closed(&self) -> bool {
        self.parts().is_none_or(|parts| parts.iter().all(|b| b.body().strict.is_empty()))
    }

    /// The smallest closed set that contains this: strict constraints become non-strict.
    pub fn closure(&self) -> Polyhedron {
        let Some(parts) = self.parts() else { return Polyhedron::empty(self.dimensions) };
        let closed = parts.into_iter().map(|part| {
            let body = part.body();
            if body.strict.is_empty() {
                return part.clone();
            }
            let strict = Rows::new(body.pair.width());
            Arc::new(Block::of_pair(part.dimensions.clone(), body.pair.clone(), strict))
        });
        Polyhedron::of_blocks(self.dimensions, closed.collect())
    }

    /// The independent sets of dimensions; free dimensions are in none.
    pub fn partition(&self) -> Vec<Vec<usize>> {
        let parts = self.parts().unwrap_or_default();
        let sets = parts.iter().flat_map(|b| {
            let dimension = |c: &usize| b.dimensions[c - 1];
            b.body().components().into_iter().map(move |set| set.iter().map(dimension).collect())
        });
        sets.collect()
    }

    /// Whether `other` is a subset of this.
    pub fn includes(&self, other: &Polyhedron) -> bool {
        assert_eq!(self.dimensions, other.dimensions, "polyhedra of one space");
        // In this order: solving a block that both share must come before its generators are taken.
        let large = self.parts();
        let Some(small) = other.spanned() else { return true };
        let Some(large) = large else { return false };
        bound::blocks_include(&large, &small)
    }

    /// Whether every point satisfies the constraint.
    pub fn implies(&self, constraint: &Constraint) -> bool {
        let Some(blocks) = self.spanned() else { return true };
        let (dimensions, row) = bound::row_alone(&constraint.form);
        bound::holds_on(&blocks, &dimensions, row.row(0), constraint.relation)
    }

    pub fn contains(&self, point: &[Rational]) -> bool {
        self.constraints().iter().all(|c| c.holds(point))
    }

    pub fn is_disjoint(&self, other: &Polyhedron) -> bool {
        self.meet(other).is_empty()
    }

    /// Adds free dimensions at the end.
    pub fn add_dimensions(&mut self, count: usize) {
        self.dimensions += count;
    }

    /// Projects the given dimensions away; the others move down.
    pub fn remove_dimensions(&mut self, removed: &[usize]) {
        self.forget(removed);
        let mut place = vec![usize::MAX; self.dimensions];
        let mut next = 0;
        for (dimension, place) in place.iter_mut().enumerate() {
            if !removed.contains(&dimension) {
                *place = next;
                next += 1;
            }
        }
        self.dimensions = next;
        if self.settle() {
            self.blocks = self.blocks.iter().map(|b| Arc::new(b.renamed(&|d| place[d]))).collect();
        }
    }

    /// Dimension d becomes dimension `to[d]`; `to` must be a permutation.
    pub fn rename(&mut self, to: &[usize]) {
        assert_eq!(to.len(), self.dimensions, "a permutation of all dimensions");
        if self.settle() {
            self.blocks = self.blocks.iter().map(|b| Arc::new(b.renamed(&|d| to[d]))).collect();
        }
    }

    /// A subset with the same integer points: each constraint, as it is and with a variable eliminated by an equation, is
    /// divided by the common divisor of its coefficients and its constant rounded, until nothing changes or `rounds`
    /// rounds are over. There may be integer hulls that are smaller still; `integer::feasible` decides emptiness.
    pub fn tightened(&self, rounds: usize) -> Polyhedron {
        let mut tight = self.clone();
        for _ in 0..rounds {
            let constraints = tight.constraints();
            let mut better = Vec::new();
            for constraint in constraints.iter().chain(&eliminations(&constraints)) {
                match constraint.over_integers() {
                    None => return Polyhedron::empty(self.dimensions),
                    Some(tightened) if tight.implies(&tightened) => {}
                    Some(tightened) => better.push(tightened),
                }
            }
            tight.meet_constraints(&better);
            if better.is_empty() || tight.is_empty() {
                break;
            }
        }
        tight
    }
}

/// The inequalities with one of their variables eliminated by one of the equations, in every way.
fn eliminations(constraints: &[Constraint]) -> Vec<Constraint> {
    let mut list = Vec::new();
    for equation in constraints.iter().filter(|c| c.relation == Relation::Zero) {
        for inequality in constraints.iter().filter(|c| c.relation != Relation::Zero) {
            for (dimension, coefficient) in inequality.form.terms() {
                let pivot = equation.form.coefficient(dimension);
                if pivot != Int::ZERO {
                    let (size, factor) = if pivot < Int::ZERO { (-pivot, coefficient.clone()) } else { (pivot, -coefficient) };
                    let form = inequality.form.scaled(&size).plus(&factor, &equation.form);
                    list.push(Constraint { form, relation: inequality.relation });
                }
            }
        }
    }
    list
}

impl PartialEq for Polyhedron {
    /// Whether both are the same set.
    fn eq(&self, other: &Polyhedron) -> bool {
        self.dimensions == other.dimensions
            && match (self.parts(), other.parts()) {
                (None, None) => true,
                (Some(a), Some(b)) => bound::blocks_include(&a, &b) && bound::blocks_include(&b, &a),
                _ => false,
            }
    }
}

impl Eq for Polyhedron {}
