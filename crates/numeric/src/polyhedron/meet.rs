//! Meets: constraints bring blocks together. Nothing is solved here; a block keeps what it was given until it is asked.

use super::Polyhedron;
use super::block::{Block, SMALL_WIDTH, Solution, columns};
use super::bound::row_over;
use super::cone::Side;
use super::product::product_of;
use crate::row::Rows;
use crate::{Constraint, Relation};
use std::sync::Arc;

/// A product with more points than this is described by its constraints only, until it is asked for.
const PRODUCT_POINTS: usize = 512;

impl Polyhedron {
    pub fn meet_constraint(&mut self, constraint: &Constraint) {
        self.meet_constraints(std::slice::from_ref(constraint));
    }

    /// The points that satisfy all of the constraints as well.
    pub fn meet_constraints(&mut self, constraints: &[Constraint]) {
        if !self.settle() {
            return;
        }
        let mut groups: Vec<Group> = Vec::new();
        // In a small space, constants share a block: together they are one point.
        if self.dimensions < SMALL_WIDTH {
            let constant = |c: &Constraint| c.relation == Relation::Zero && c.form.terms().len() == 1;
            let free = |d: &usize| !self.blocks.iter().any(|b| b.dimensions.binary_search(d).is_ok());
            let dimensions = |c: &Constraint| c.form.terms().next().map(|(d, _)| d);
            let fixed: Vec<usize> = constraints.iter().filter(|c| constant(c)).filter_map(dimensions).filter(free).collect();
            if fixed.len() > 1 {
                Group::touching(&mut groups, &mut self.blocks, fixed.into_iter(), true);
            }
        }
        for (index, constraint) in constraints.iter().enumerate() {
            let form = &constraint.form;
            assert!(form.space() <= self.dimensions, "a constraint beyond the space");
            if form.is_constant() {
                if !constraint.holds(&[]) {
                    return self.clear();
                }
                continue;
            }
            let support = form.terms().map(|(d, _)| d);
            Group::touching(&mut groups, &mut self.blocks, support, true).constraints.push(index);
        }
        for group in groups {
            match group.build(constraints) {
                Some(block) => self.blocks.push(block),
                None => return self.clear(),
            }
        }
    }

    pub fn meet(&self, other: &Polyhedron) -> Polyhedron {
        assert_eq!(self.dimensions, other.dimensions, "polyhedra of one space");
        if self.empty || other.empty {
            return Polyhedron::empty(self.dimensions);
        }
        if let ([a], [b]) = (self.blocks.as_slice(), other.blocks.as_slice())
            && a.dimensions == b.dimensions
            && let (Some(_), Some(body)) = (a.known(), b.known())
        {
            let block = a.with_constraints(body.pair.constraints.clone(), &body.strict);
            return Polyhedron::of_blocks(self.dimensions, vec![Arc::new(block)]);
        }
        let (mut mine, mut theirs) = (self.clone(), other.clone());
        if !mine.settle() || !theirs.settle() {
            return Polyhedron::empty(self.dimensions);
        }
        let mut groups: Vec<Group> = Vec::new();
        for block in theirs.blocks {
            if mine.blocks.iter().any(|b| Arc::ptr_eq(b, &block)) {
                continue;
            }
            let support = block.dimensions.iter().copied();
            Group::touching(&mut groups, &mut mine.blocks, support, true).others.push(block);
        }
        for group in groups {
            match group.build(&[]) {
                Some(block) => mine.blocks.push(block),
                None => return Polyhedron::empty(self.dimensions),
            }
        }
        mine
    }
}

/// Blocks that something brings together.
#[derive(Default)]
pub(super) struct Group {
    /// In rising order.
    pub dimensions: Vec<usize>,
    blocks: Vec<Arc<Block>>,
    /// Blocks of another polyhedron to meet with.
    others: Vec<Arc<Block>>,
    /// Their places in the list of constraints.
    constraints: Vec<usize>,
}

impl Group {
    /// The group that contains all these dimensions, merged from the groups and blocks that contain some; the blocks
    /// are taken from the list. With `solve`, open blocks are solved first, since they must be.
    pub fn touching<'a>(
        groups: &'a mut Vec<Group>,
        blocks: &mut Vec<Arc<Block>>,
        support: impl Iterator<Item = usize>,
        solve: bool,
    ) -> &'a mut Group {
        let mut merged: Option<usize> = None;
        let mut taken: Vec<Arc<Block>> = Vec::new();
        let mut fresh = Vec::new();
        for dimension in support {
            if taken.iter().any(|b| b.dimensions.binary_search(&dimension).is_ok()) {
                continue;
            }
            let found = groups.iter().position(|g| g.dimensions.binary_search(&dimension).is_ok());
            match (found, merged) {
                (None, _) => match take(blocks, dimension, solve) {
                    Some(block) => taken.push(block),
                    None => fresh.push(dimension),
                },
                (Some(f), None) => merged = Some(f),
                (Some(f), Some(m)) if f != m => {
                    let (keep, drop) = (m.min(f), m.max(f));
                    let gone = groups.swap_remove(drop);
                    let group = &mut groups[keep];
                    group.dimensions.extend(gone.dimensions);
                    group.blocks.extend(gone.blocks);
                    group.others.extend(gone.others);
                    group.constraints.extend(gone.constraints);
                    group.dimensions.sort_unstable();
                    merged = Some(keep);
                }
                _ => {}
            }
        }
        let place = merged.unwrap_or_else(|| {
            groups.push(Group::default());
            groups.len() - 1
        });
        let group = &mut groups[place];
        if !taken.is_empty() || !fresh.is_empty() {
            for block in taken {
                group.dimensions.extend_from_slice(&block.dimensions);
                group.blocks.push(block);
            }
            group.dimensions.extend(fresh);
            group.dimensions.sort_unstable();
            group.dimensions.dedup();
        }
        group
    }

    /// The block of everything in the group; `None` if it is known to be empty.
    pub fn build(self, constraints: &[Constraint]) -> Option<Arc<Block>> {
        let plain = self.constraints.is_empty() && self.others.is_empty();
        let same = matches!(self.blocks.as_slice(), [block] if block.dimensions == self.dimensions);
        if plain && same {
            return self.blocks.into_iter().next();
        }
        let width = self.dimensions.len() + 1;
        let mut more = Side::new(width);
        let mut strict = Rows::new(width);
        for &index in &self.constraints {
            let constraint = &constraints[index];
            let row = row_over(&constraint.form, &self.dimensions);
            match constraint.relation {
                Relation::Zero => more.lines.extend(&row),
                Relation::NonNegative => more.rays.extend(&row),
                Relation::Positive => {
                    more.rays.extend(&row);
                    strict.extend(&row);
                }
            }
        }
        for rows in [&mut more.lines, &mut more.rays, &mut strict] {
            rows.normalise();
        }
        for block in &self.others {
            let (side, positive) = constraints_of(block, &self.dimensions)?;
            more.extend(&side);
            strict.extend(&positive);
        }
        if same && !self.blocks[0].is_open() {
            return Some(Arc::new(self.blocks[0].with_constraints(more, &strict)));
        }
        let points = self.blocks.iter().map(|b| match b.solved() {
            Some(Solution::Whole(body)) => body.pair.generators.rays.iter().filter(|r| r.sign(0) > 0).count(),
            _ => PRODUCT_POINTS + 1,
        });
        if !self.blocks.is_empty() && points.fold(1usize, usize::saturating_mul) <= PRODUCT_POINTS {
            let (pair, positive) = product_of(&self.blocks.iter().collect::<Vec<_>>(), &self.dimensions);
            let block = Block::of_pair(self.dimensions, pair, positive);
            return Some(Arc::new(if plain { block } else { block.with_constraints(more, &strict) }));
        }
        for block in &self.blocks {
            let (side, positive) = constraints_of(block, &self.dimensions)?;
            more.extend(&side);
            strict.extend(&positive);
        }
        Some(Arc::new(Block::of_constraints(self.dimensions, more, strict)))
    }
}

/// Takes the block with a dimension out of the list; an open one that is solved leaves its other parts behind.
fn take(blocks: &mut Vec<Arc<Block>>, dimension: usize, solve: bool) -> Option<Arc<Block>> {
    let place = blocks.iter().position(|b| b.dimensions.binary_search(&dimension).is_ok())?;
    let block = blocks.swap_remove(place);
    if solve
        && block.is_open()
        && let Solution::Parts(parts) = block.solution()
    {
        blocks.extend(parts.iter().cloned());
        return take(blocks, dimension, solve);
    }
    Some(block)
}

/// All constraints of a block over more dimensions, and the strict ones among them; `None` if it turns out to be empty.
fn constraints_of(block: &Block, dimensions: &[usize]) -> Option<(Side, Rows)> {
    let mut side = Side::new(dimensions.len() + 1);
    let mut strict = Rows::new(dimensions.len() + 1);
    let mut add = |over: &[usize], constraints: &Side, positive: &Rows| {
        let columns = columns(over, dimensions);
        side.extend(&constraints.select(&columns));
        strict.extend(&positive.select(&columns));
    };
    match block.constraints_at_hand() {
        Some(constraints) if block.solved().is_none() => add(&block.dimensions, &constraints, block.strict()),
        _ => match block.solution() {
            Solution::Empty => return None,
            Solution::Whole(body) => add(&block.dimensions, &body.pair.constraints, &body.strict),
            Solution::Parts(parts) => {
                for part in parts {
                    let body = part.body();
                    add(&part.dimensions, &body.pair.constraints, &body.strict);
                }
            }
        },
    }
    Some((side, strict))
}
