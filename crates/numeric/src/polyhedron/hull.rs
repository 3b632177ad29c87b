//! Joins. The hull is left open, as generators beside a known double description, until its constraints are asked for:
//! further joins, and the question whether another polyhedron includes it, need only the generators.

use super::Polyhedron;
use super::block::Block;
use super::bound::blocks_include;
use super::cone::{Pair, Side};
use super::product::{Spanned, product, product_generators, product_of};
use super::project::projected;
use super::strict;
use std::sync::Arc;

impl Polyhedron {
    /// The smallest polyhedron that contains both.
    ///
    /// Blocks that are equal on both sides stay as they are; the others are one block of the result, at least until it
    /// is solved: the hull of a product is the product of the hulls only where the factors do not change together.
    pub fn join(&self, other: &Polyhedron) -> Polyhedron {
        self.join_within(other, usize::MAX).expect("there is no limit")
    }

    /// The same, unless a product of blocks would have more points than this: n blocks with two points each have 2ⁿ, which may not be asked for.
    pub fn join_within(&self, other: &Polyhedron, most: usize) -> Option<Polyhedron> {
        assert_eq!(self.dimensions, other.dimensions, "polyhedra of one space");
        let Some(mine) = self.spanned() else { return Some(other.clone()) };
        let Some(theirs) = other.spanned() else { return Some(self.clone()) };
        // Within one block there is nothing to keep apart; that one side contains the other is seen when the hull is asked for.
        if let ([a], [b]) = (mine.as_slice(), theirs.as_slice())
            && a.dimensions == b.dimensions
        {
            if Arc::ptr_eq(a, b) || matches!((a.known(), b.known()), (Some(a), Some(b)) if a.same(b)) {
                return Some(self.clone());
            }
            let block = hull(std::slice::from_ref(*a), std::slice::from_ref(*b));
            return Some(Polyhedron::of_blocks(self.dimensions, vec![Arc::new(block)]));
        }
        let mut mine: Vec<Arc<Block>> = mine.into_iter().cloned().collect();
        let mut theirs: Vec<Arc<Block>> = theirs.into_iter().cloned().collect();
        // A dimension that is free on one side is free in the hull, and so it may be forgotten on the other; that may
        // set more of them free.
        let mut count = vec![0u8; self.dimensions];
        loop {
            count.fill(0);
            for block in mine.iter().chain(&theirs) {
                block.dimensions.iter().for_each(|d| count[*d] += 1);
            }
            if !count.contains(&1) {
                break;
            }
            mine = forget_in(mine, |d| count[d] == 1);
            theirs = forget_in(theirs, |d| count[d] == 1);
        }
        let mut blocks = Vec::new();
        mine.retain(|block| {
            let equal = theirs.iter().position(|b| {
                Arc::ptr_eq(b, block)
                    || (b.dimensions == block.dimensions && matches!((b.known(), block.known()), (Some(b), Some(a)) if a.same(b)))
            });
            if let Some(place) = equal {
                theirs.swap_remove(place);
                blocks.push(block.clone());
            }
            equal.is_none()
        });
        if mine.is_empty() {
            return Some(Polyhedron::of_blocks(self.dimensions, blocks));
        }
        // One may contain the other, which is cheaper to see than to compute.
        let contains = |large: &[Arc<Block>], small: &[Arc<Block>]| {
            let (large, small): (Vec<&Arc<Block>>, Vec<&Arc<Block>>) = (large.iter().collect(), small.iter().collect());
            large.iter().all(|b| b.known().is_some()) && blocks_include(&large, &small)
        };
        if contains(&mine, &theirs) {
            blocks.extend(mine);
        } else if contains(&theirs, &mine) {
            blocks.extend(theirs);
        } else if points(&mine).max(points(&theirs)) > most {
            return None;
        } else {
            blocks.push(Arc::new(hull(&mine, &theirs)));
        }
        Some(Polyhedron::of_blocks(self.dimensions, blocks))
    }

    /// Lets the given dimensions have any value.
    pub fn forget(&mut self, dimensions: &[usize]) {
        if !self.settle() {
            return;
        }
        let gone = |d: usize| dimensions.contains(&d);
        let touched = |b: &Block| b.dimensions.iter().any(|d| gone(*d));
        let (hit, mut rest): (Vec<_>, Vec<_>) = std::mem::take(&mut self.blocks).into_iter().partition(|b: &Arc<Block>| touched(b));
        let hit = Polyhedron::of_blocks(self.dimensions, hit);
        let Some(blocks) = hit.spanned() else { return self.clear() };
        rest.extend(forget_in(blocks.into_iter().cloned().collect(), gone));
        self.blocks = rest;
    }
}

/// The blocks, with their generators at hand, without some dimensions; each is solved or open again.
fn forget_in(blocks: Vec<Arc<Block>>, gone: impl Fn(usize) -> bool) -> Vec<Arc<Block>> {
    let mut result = Vec::with_capacity(blocks.len());
    for block in blocks {
        if !block.dimensions.iter().any(|d| gone(*d)) {
            result.push(block);
            continue;
        }
        let mut dropped = Vec::new();
        let mut left = Vec::with_capacity(block.dimensions.len());
        for (index, dimension) in block.dimensions.iter().enumerate() {
            if gone(*dimension) { dropped.push(index + 1) } else { left.push(*dimension) }
        }
        if left.is_empty() {
            continue;
        }
        let block = Arc::new(projected(&block, &dropped, left));
        if block.is_open() {
            result.push(block);
        } else {
            let one = Polyhedron::of_blocks(0, vec![block]);
            result.extend(one.parts().expect("a projection is not empty").into_iter().cloned());
        }
    }
    result
}

/// How many points generate the product.
fn points(blocks: &[Arc<Block>]) -> usize {
    let of_side = |side: &Side| side.rays.iter().filter(|r| r.sign(0) > 0).count();
    let of_block = |b: &Arc<Block>| {
        let (first, second) = b.generators();
        of_side(first) + second.map_or(0, of_side)
    };
    blocks.iter().map(of_block).fold(1, usize::saturating_mul)
}

/// The hull of two products over the same dimensions.
fn hull(mine: &[Arc<Block>], theirs: &[Arc<Block>]) -> Block {
    let mut dimensions: Vec<usize> = mine.iter().flat_map(|b| b.dimensions.iter().copied()).collect();
    dimensions.sort_unstable();
    let strict = |blocks: &[Arc<Block>]| blocks.iter().any(|b| b.known().is_some_and(|body| !body.strict.is_empty()));
    if strict(mine) || strict(theirs) {
        return hull_with_faces(&solved(mine), &solved(theirs), dimensions);
    }
    // The double description of one side is extended by the other's generators, if there is one: that of a side that
    // is being extended already, or the larger one.
    let rank = |blocks: &[Arc<Block>]| {
        let size = |b: &Arc<Block>| b.base().map_or(0, |pair| pair.generators.rays.len());
        let open = blocks.iter().any(|b| b.known().is_none());
        let total = blocks.iter().map(size).fold(1, usize::saturating_mul);
        (total > 0, open, total)
    };
    let (large, small) = if rank(theirs) > rank(mine) { (theirs, mine) } else { (mine, theirs) };
    // Asked before the bases are taken: a block that another thread solves in between has a larger base than it had.
    let open = large.iter().any(|b| b.known().is_none());
    let bases: Option<Vec<(&[usize], &Pair)>> = large.iter().map(|b| Some((b.dimensions.as_slice(), &**b.base()?))).collect();
    let Some(bases) = bases else {
        let mut all = spanning(large, &dimensions);
        all.extend(&spanning(small, &dimensions));
        return Block::of_generators(dimensions, all);
    };
    let (pair, mut more) = match large {
        [block] => {
            let more = block.generators().1.cloned().unwrap_or_else(|| Side::new(dimensions.len() + 1));
            (block.base().expect("seen above").clone(), more)
        }
        _ => {
            let more = if open { spanning(large, &dimensions) } else { Side::new(dimensions.len() + 1) };
            (Arc::new(product(&bases, &dimensions)), more)
        }
    };
    more.extend(&spanning(small, &dimensions));
    Block::of_hull(dimensions, pair, more)
}

/// Generators of the product.
fn spanning(blocks: &[Arc<Block>], dimensions: &[usize]) -> Side {
    if let [block] = blocks {
        let (first, second) = block.generators();
        let mut all = first.clone();
        if let Some(second) = second {
            all.extend(second);
        }
        return all;
    }
    let factors: Vec<Spanned> = blocks.iter().map(|b| (b.dimensions.as_slice(), b.generators())).collect();
    product_generators(&factors, dimensions)
}

fn solved(blocks: &[Arc<Block>]) -> Vec<Arc<Block>> {
    let product = Polyhedron::of_blocks(0, blocks.to_vec());
    product.parts().expect("not empty").into_iter().cloned().collect()
}

/// The hull where some faces are excluded; it is computed at once.
fn hull_with_faces(mine: &[Arc<Block>], theirs: &[Arc<Block>], dimensions: Vec<usize>) -> Block {
    let one = |parts: &[Arc<Block>]| {
        let (pair, strict) = product_of(&parts.iter().collect::<Vec<_>>(), &dimensions);
        let faces = strict::faces(&pair, &strict);
        (pair, faces)
    };
    let ((a, a_faces), (b, b_faces)) = (one(mine), one(theirs));
    let pair = a.with_generators(&b.generators);
    let parts =
        [strict::Covered { rays: &a.generators.rays, faces: &a_faces }, strict::Covered { rays: &b.generators.rays, faces: &b_faces }];
    let strict = strict::excluded(&pair, &parts);
    Block::of_pair(dimensions, pair, strict)
}
