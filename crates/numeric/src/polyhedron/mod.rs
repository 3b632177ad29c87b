//! Convex polyhedra over the rationals, with strict inequalities, exact, as products of independent blocks.
//!
//! Cousot, Halbwachs: Automatic discovery of linear restraints among variables of a program, POPL 1978. The double
//! description is in `cone`, the decomposition and the laziness in `block`, strict inequalities in `strict`;
//! this file has the operations, `view` what an outsider sees.
//!
//! Invariant: the blocks are over disjoint dimensions; a dimension in no block is free. A clone shares its blocks.

mod block;
mod cone;
mod span;
mod strict;
mod touch;
mod view;

use crate::row::{Row, Rows, Scalar};
use crate::{Constraint, Int, Linear, Rational, Relation};
use block::{Block, Body, Solution, columns, product};
use cone::Side;
use std::sync::Arc;

pub(crate) use touch::Touch;

/// A convex polyhedron in a fixed number of dimensions.
#[derive(Clone)]
pub struct Polyhedron {
    dimensions: usize,
    /// Known to be empty; a polyhedron may also be empty because one of its blocks is.
    empty: bool,
    blocks: Vec<Arc<Block>>,
}

/// The least upper bound of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supremum {
    /// There is no point at all.
    Empty,
    Unbounded,
    /// `attained` is false where a strict constraint keeps the form below its bound.
    Finite {
        value: Rational,
        attained: bool,
    },
}

/// A product with more points than this is described by its constraints only, until it is asked for.
const PRODUCT_POINTS: usize = 512;

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

    /// The blocks as they are, those that fell apart already replaced by their parts.
    fn blocks_at_hand(&self) -> Option<Vec<Arc<Block>>> {
        if self.empty {
            return None;
        }
        let mut blocks = Vec::with_capacity(self.blocks.len() + 1);
        for block in &self.blocks {
            match block.is_solved().then(|| block.solution()) {
                Some(Solution::Empty) => return None,
                Some(Solution::Parts(list)) => blocks.extend(list.iter().cloned()),
                _ => blocks.push(block.clone()),
            }
        }
        Some(blocks)
    }

    fn of_parts(dimensions: usize, blocks: Vec<Arc<Block>>) -> Self {
        Polyhedron { dimensions, empty: false, blocks }
    }

    pub fn is_empty(&self) -> bool {
        self.parts().is_none()
    }

    pub fn is_universe(&self) -> bool {
        self.parts().is_some_and(|parts| parts.is_empty())
    }

    /// Whether every strict constraint is implied by the others, so that the set is closed.
    pub fn is_closed(&self) -> bool {
        self.parts().is_none_or(|parts| parts.iter().all(|b| b.body().strict.is_empty()))
    }

    /// The independent sets of dimensions; free dimensions are in none.
    pub fn partition(&self) -> Vec<Vec<usize>> {
        self.parts().unwrap_or_default().iter().map(|b| b.dimensions.clone()).collect()
    }

    // ---- meet -------------------------------------------------------------------------------------------------

    pub fn meet_constraint(&mut self, constraint: &Constraint) {
        self.meet_constraints(std::slice::from_ref(constraint));
    }

    /// The points that satisfy all of the constraints as well. Nothing is solved yet.
    pub fn meet_constraints(&mut self, constraints: &[Constraint]) {
        let Some(blocks) = self.blocks_at_hand() else { return self.clear() };
        let mut groups: Vec<Group> = blocks.into_iter().map(Group::of_block).collect();
        for constraint in constraints {
            let form = &constraint.form;
            assert!(form.space() <= self.dimensions, "a constraint beyond the space");
            if form.is_constant() {
                if !constraint.holds(&[]) {
                    return self.clear();
                }
                continue;
            }
            Group::touching(&mut groups, form.terms().map(|(d, _)| d)).constraints.push(constraint.clone());
        }
        match groups.into_iter().map(Group::build).collect() {
            Some(blocks) => self.blocks = blocks,
            None => self.clear(),
        }
    }

    fn clear(&mut self) {
        *self = Polyhedron::empty(self.dimensions);
    }

    pub fn meet(&self, other: &Polyhedron) -> Polyhedron {
        assert_eq!(self.dimensions, other.dimensions, "polyhedra of one space");
        let (Some(mine), Some(theirs)) = (self.blocks_at_hand(), other.blocks_at_hand()) else {
            return Polyhedron::empty(self.dimensions);
        };
        let mut groups: Vec<Group> = mine.into_iter().map(Group::of_block).collect();
        for block in theirs {
            let group = Group::touching(&mut groups, block.dimensions.iter().copied());
            if !group.blocks.iter().any(|b| Arc::ptr_eq(b, &block)) {
                group.others.push(block);
            }
        }
        match groups.into_iter().map(Group::build).collect() {
            Some(blocks) => Polyhedron::of_parts(self.dimensions, blocks),
            None => Polyhedron::empty(self.dimensions),
        }
    }

    // ---- order ------------------------------------------------------------------------------------------------

    /// Whether `other` is a subset of this.
    pub fn includes(&self, other: &Polyhedron) -> bool {
        assert_eq!(self.dimensions, other.dimensions, "polyhedra of one space");
        let Some(small) = other.parts() else { return true };
        let Some(large) = self.parts() else { return false };
        large.iter().all(|block| {
            small.iter().any(|b| Arc::ptr_eq(b, block)) || {
                let body = block.body();
                let constraints = &body.pair.constraints;
                let among = |rows: &Rows, relation| rows.iter().all(|row| holds_on(&small, &block.dimensions, row, relation));
                among(&constraints.lines, Relation::Zero)
                    && among(&constraints.rays, Relation::NonNegative)
                    && among(&body.strict, Relation::Positive)
            }
        })
    }

    /// Whether every point satisfies the constraint.
    pub fn implies(&self, constraint: &Constraint) -> bool {
        let Some(parts) = self.parts() else { return true };
        let (dimensions, row) = row_alone(&constraint.form);
        holds_on(&parts, &dimensions, row.row(0), constraint.relation)
    }

    pub fn contains(&self, point: &[Rational]) -> bool {
        self.constraints().iter().all(|c| c.holds(point))
    }

    pub fn is_disjoint(&self, other: &Polyhedron) -> bool {
        self.meet(other).is_empty()
    }

    // ---- join -------------------------------------------------------------------------------------------------

    /// The smallest polyhedron that contains both.
    ///
    /// Blocks that are equal on both sides stay as they are; the others are one block of the result, at least until it
    /// is solved: the hull of a product is the product of the hulls only where the factors do not change together.
    pub fn join(&self, other: &Polyhedron) -> Polyhedron {
        assert_eq!(self.dimensions, other.dimensions, "polyhedra of one space");
        if self.is_empty() {
            return other.clone();
        }
        if other.is_empty() {
            return self.clone();
        }
        // A dimension that is free on one side is free in the hull, and so it may be forgotten on the other; that may
        // set more of them free.
        let (mut left, mut right) = (self.clone(), other.clone());
        let (mut mine, mut theirs) = loop {
            let (mine, theirs) = (left.parts().expect("not empty"), right.parts().expect("not empty"));
            let mut count = vec![0u8; self.dimensions];
            for block in mine.iter().chain(&theirs) {
                block.dimensions.iter().for_each(|d| count[*d] += 1);
            }
            let free: Vec<usize> = (0..self.dimensions).filter(|d| count[*d] == 1).collect();
            if free.is_empty() {
                break (mine, theirs);
            }
            (left, right) = (left.forgotten(&free), right.forgotten(&free));
        };
        let mut blocks = Vec::new();
        mine.retain(|block| {
            let equal =
                theirs.iter().position(|b| Arc::ptr_eq(b, block) || (b.dimensions == block.dimensions && b.body().same(block.body())));
            if let Some(place) = equal {
                theirs.swap_remove(place);
                blocks.push((*block).clone());
            }
            equal.is_none()
        });
        if mine.is_empty() && theirs.is_empty() {
            return Polyhedron::of_parts(self.dimensions, blocks);
        }
        // One may contain the other, which is cheaper to see than to compute.
        let contains = |large: &[&Arc<Block>], small: &[&Arc<Block>]| {
            large.iter().all(|b| {
                let body = b.body();
                let among = |rows: &Rows, relation| rows.iter().all(|row| holds_on(small, &b.dimensions, row, relation));
                among(&body.pair.constraints.lines, Relation::Zero)
                    && among(&body.pair.constraints.rays, Relation::NonNegative)
                    && among(&body.strict, Relation::Positive)
            })
        };
        if contains(&mine, &theirs) {
            blocks.extend(mine.into_iter().cloned());
        } else if contains(&theirs, &mine) {
            blocks.extend(theirs.into_iter().cloned());
        } else {
            blocks.push(Arc::new(hull(&mine, &theirs)));
        }
        Polyhedron::of_parts(self.dimensions, blocks)
    }

    // ---- projection and assignment ----------------------------------------------------------------------------

    /// Lets the given dimensions have any value.
    pub fn forget(&mut self, dimensions: &[usize]) {
        *self = self.forgotten(dimensions);
    }

    fn forgotten(&self, dimensions: &[usize]) -> Polyhedron {
        let touched = |b: &Block| b.dimensions.iter().any(|d| dimensions.contains(d));
        let Some(at_hand) = self.blocks_at_hand() else { return Polyhedron::empty(self.dimensions) };
        let mut blocks = Vec::with_capacity(at_hand.len());
        for block in at_hand {
            if !touched(&block) {
                blocks.push(block);
                continue;
            }
            let parts: &[Arc<Block>] = match block.solution() {
                Solution::Empty => return Polyhedron::empty(self.dimensions),
                Solution::Whole(_) => std::slice::from_ref(&block),
                Solution::Parts(list) => list,
            };
            for part in parts {
                if touched(part) {
                    blocks.extend(without(part, dimensions).map(Arc::new));
                } else {
                    blocks.push(part.clone());
                }
            }
        }
        Polyhedron::of_parts(self.dimensions, blocks)
    }

    /// The image under x := form / denominator. The denominator must not be 0.
    pub fn assign(&mut self, x: usize, form: &Linear, denominator: &Int) {
        let (form, denominator) = positive(form, denominator);
        if form.coefficient(x) != Int::ZERO {
            let Some((image, inverse)) = self.prepare_map(x, &form, &denominator) else { return };
            return self.map(x, image, inverse);
        }
        self.forget(&[x]);
        let mut constraint = form.negated();
        constraint.add_term(x, &denominator);
        self.define(x, &form, &denominator, Constraint::zero(constraint));
    }

    /// The points whose image under x := form / denominator is in the polyhedron. The denominator must not be 0.
    pub fn substitute(&mut self, x: usize, form: &Linear, denominator: &Int) {
        let (form, denominator) = positive(form, denominator);
        if form.coefficient(x) != Int::ZERO {
            let Some((image, inverse)) = self.prepare_map(x, &form, &denominator) else { return };
            return self.map(x, inverse, image);
        }
        let Some(mut blocks) = self.blocks_at_hand() else { return self.clear() };
        let Some(place) = blocks.iter().position(|b| b.dimensions.contains(&x)) else { return };
        let block = blocks.swap_remove(place);
        let mut constraints = Vec::new();
        let parts: &[Arc<Block>] = match block.solution() {
            Solution::Empty => return self.clear(),
            Solution::Whole(_) => std::slice::from_ref(&block),
            Solution::Parts(list) => list,
        };
        for part in parts {
            if part.dimensions.contains(&x) {
                constraints.extend(view::constraints_of(part));
            } else {
                blocks.push(part.clone());
            }
        }
        *self = Polyhedron::of_parts(self.dimensions, blocks);
        for constraint in &mut constraints {
            let coefficient = constraint.form.coefficient(x);
            let mut rest = constraint.form.scaled(&denominator);
            rest.add_term(x, &-(&coefficient * &denominator));
            constraint.form = rest.plus(&coefficient, &form);
        }
        self.meet_constraints(&constraints);
    }

    /// For x := form/denominator with x in the form: the map and its inverse, each as a form and a positive denominator;
    /// `None` if x is free, since then it stays so.
    fn prepare_map(&self, x: usize, form: &Linear, denominator: &Int) -> Option<(Fraction, Fraction)> {
        if !self.blocks.iter().any(|b| b.dimensions.contains(&x)) {
            return None;
        }
        let factor = form.coefficient(x);
        let mut inverse = form.negated();
        inverse.add_term(x, &(&factor + denominator));
        let (inverse, inverse_denominator) = positive(&inverse, &factor);
        Some(((form.clone(), denominator.clone()), (inverse, inverse_denominator)))
    }

    fn map(&mut self, x: usize, image: Fraction, inverse: Fraction) {
        let Some(blocks) = self.blocks_at_hand() else { return self.clear() };
        let mut groups: Vec<Group> = blocks.into_iter().map(Group::of_block).collect();
        let support = image.0.terms().map(|(d, _)| d).chain([x]);
        let mut group = std::mem::take(Group::touching(&mut groups, support));
        group.forced = true;
        let Some(block) = group.build() else { return self.clear() };
        let column = block.dimensions.binary_search(&x).expect("x is in the block") + 1;
        let row = |form: &Linear| row_over(form, &block.dimensions);
        let (image_row, inverse_row) = (row(&image.0), row(&inverse.0));
        let mapped = block.mapped(column, image_row.row(0), &Scalar::from(image.1), inverse_row.row(0), &Scalar::from(inverse.1));
        let mut blocks: Vec<Arc<Block>> = groups.into_iter().filter(|g| !g.dimensions.is_empty()).filter_map(Group::build).collect();
        blocks.push(Arc::new(mapped));
        self.blocks = blocks;
    }

    /// Gives the free dimension x a value in terms of the others.
    fn define(&mut self, x: usize, form: &Linear, denominator: &Int, constraint: Constraint) {
        let Some(blocks) = self.blocks_at_hand() else { return self.clear() };
        let support: Vec<usize> = form.terms().map(|(d, _)| d).collect();
        let touched: Vec<&Arc<Block>> = blocks.iter().filter(|b| b.dimensions.iter().any(|d| support.contains(d))).collect();
        let (&[block], true) = (touched.as_slice(), support.iter().all(|d| touched.iter().any(|b| b.dimensions.contains(d)))) else {
            return self.meet_constraint(&constraint);
        };
        let Some(Solution::Whole(body)) = block.is_solved().then(|| block.solution()) else {
            return self.meet_constraint(&constraint);
        };
        // One block, solved: the new dimension is a function on it, so its structure stays.
        let mut dimensions = block.dimensions.clone();
        dimensions.push(x);
        dimensions.sort_unstable();
        let columns = columns(&block.dimensions, &dimensions);
        let row = row_over(form, &dimensions);
        let mut pair = (*body.pair).clone();
        pair.constraints = pair.constraints.select(&columns);
        pair.constraints.lines.extend(&row_over(&constraint.form, &dimensions));
        pair.constraints.lines.normalise();
        pair.generators = pair.generators.select(&columns);
        let column = dimensions.binary_search(&x).expect("just added") + 1;
        let factor = Scalar::from(denominator.clone());
        pair.generators.lines.replace_column(column, row.row(0), &factor);
        pair.generators.rays.replace_column(column, row.row(0), &factor);
        pair.canonical();
        let lifted = Block::of_pair(dimensions, Arc::new(pair), body.strict.select(&columns));
        let old = block.clone();
        let mut blocks: Vec<Arc<Block>> = blocks.into_iter().filter(|b| !Arc::ptr_eq(b, &old)).collect();
        blocks.push(Arc::new(lifted));
        self.blocks = blocks;
    }

    // ---- dimensions -------------------------------------------------------------------------------------------

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
        let blocks = self.blocks_at_hand().unwrap_or_default();
        self.blocks = blocks.iter().map(|b| Arc::new(b.renamed(&|d| place[d]))).collect();
    }

    /// Dimension d becomes dimension `to[d]`; `to` must be a permutation.
    pub fn rename(&mut self, to: &[usize]) {
        assert_eq!(to.len(), self.dimensions, "a permutation of all dimensions");
        if let Some(blocks) = self.blocks_at_hand() {
            self.blocks = blocks.iter().map(|b| Arc::new(b.renamed(&|d| to[d]))).collect();
        }
    }

    // ---- bounds -----------------------------------------------------------------------------------------------

    /// The least upper bound of the form.
    pub fn maximise(&self, form: &Linear) -> Supremum {
        let Some(parts) = self.parts() else { return Supremum::Empty };
        let negated = form.negated();
        let (dimensions, row) = row_alone(&negated);
        match least(&parts, &dimensions, row.row(0)) {
            None => Supremum::Unbounded,
            Some((value, attained)) => Supremum::Finite { value: -value, attained },
        }
    }

    /// The greatest lower bound of the form.
    pub fn minimise(&self, form: &Linear) -> Supremum {
        match self.maximise(&form.negated()) {
            Supremum::Finite { value, attained } => Supremum::Finite { value: -value, attained },
            other => other,
        }
    }

    // ---- integers ---------------------------------------------------------------------------------------------

    /// A subset with the same integer points: each constraint is divided by the common divisor of its coefficients and
    /// its constant rounded, until nothing changes or `rounds` rounds are over.
    pub fn tightened(&self, rounds: usize) -> Polyhedron {
        let mut tight = self.clone();
        for _ in 0..rounds {
            let mut changed = false;
            let mut list = Vec::new();
            for constraint in tight.constraints() {
                match tighten(&constraint) {
                    None => return Polyhedron::empty(self.dimensions),
                    Some(better) => {
                        changed |= better != constraint.normalised();
                        list.push(better);
                    }
                }
            }
            if !changed {
                break;
            }
            tight.meet_constraints(&list);
            if tight.is_empty() {
                break;
            }
        }
        tight
    }
}

type Fraction = (Linear, Int);

fn positive(form: &Linear, denominator: &Int) -> Fraction {
    assert!(*denominator != Int::ZERO, "a denominator that is not 0");
    if *denominator < Int::ZERO { (form.negated(), -denominator) } else { (form.clone(), denominator.clone()) }
}

/// The constraint that integers satisfy iff they satisfy this one; `None` if none does.
fn tighten(constraint: &Constraint) -> Option<Constraint> {
    let form = &constraint.form;
    let content = form.content();
    if content == Int::ZERO {
        return constraint.holds(&[]).then(|| constraint.clone());
    }
    let constant = form.constant_term();
    let low = match constraint.relation {
        Relation::Zero if crate::floor_mod(constant, &content) != Int::ZERO => return None,
        Relation::Zero => return Some(constraint.normalised()),
        Relation::NonNegative => crate::floor_div(constant, &content),
        Relation::Positive => crate::floor_div(&(constant - Int::ONE), &content),
    };
    let terms = form.terms().map(|(d, c)| (d, c / &content));
    Some(Constraint::non_negative(Linear::new(terms, low)))
}

/// Blocks that some constraints bring together.
#[derive(Default)]
struct Group {
    /// In rising order.
    dimensions: Vec<usize>,
    blocks: Vec<Arc<Block>>,
    /// Blocks of another polyhedron to meet with.
    others: Vec<Arc<Block>>,
    constraints: Vec<Constraint>,
    /// To be one block over all its dimensions even without a constraint.
    forced: bool,
}

impl Group {
    fn of_block(block: Arc<Block>) -> Group {
        Group { dimensions: block.dimensions.clone(), blocks: vec![block], ..Group::default() }
    }

    /// The group that contains all these dimensions, merged from those that contain some.
    fn touching(groups: &mut Vec<Group>, support: impl Iterator<Item = usize>) -> &mut Group {
        let mut merged: Option<usize> = None;
        let mut fresh = Vec::new();
        for dimension in support {
            let found = groups.iter().position(|g| g.dimensions.binary_search(&dimension).is_ok());
            match (found, merged) {
                (None, _) => fresh.push(dimension),
                (Some(f), None) => merged = Some(f),
                (Some(f), Some(m)) if f != m => {
                    let (keep, drop) = (m.min(f), m.max(f));
                    let gone = groups.swap_remove(drop);
                    let group = &mut groups[keep];
                    group.dimensions.extend(gone.dimensions);
                    group.dimensions.sort_unstable();
                    group.blocks.extend(gone.blocks);
                    group.others.extend(gone.others);
                    group.constraints.extend(gone.constraints);
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
        if !fresh.is_empty() {
            group.dimensions.extend(fresh);
            group.dimensions.sort_unstable();
            group.dimensions.dedup();
        }
        group
    }

    /// The block; `None` if it is known to be empty.
    fn build(self) -> Option<Arc<Block>> {
        let plain = self.constraints.is_empty() && self.others.is_empty();
        if plain
            && let [block] = self.blocks.as_slice()
            && (!self.forced || block.dimensions == self.dimensions)
        {
            return Some(block.clone());
        }
        if plain && self.blocks.is_empty() && !self.forced {
            unreachable!("a group has a reason");
        }
        let width = self.dimensions.len() + 1;
        let mut more = Side::new(width);
        let mut strict = Rows::new(width);
        for constraint in &self.constraints {
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
        for block in &self.others {
            let (side, positive) = constraints_of(block, &self.dimensions)?;
            more.extend(&side);
            strict.extend(&positive);
        }
        for rows in [&mut more.lines, &mut more.rays, &mut strict] {
            rows.normalise();
        }
        if let [block] = self.blocks.as_slice()
            && block.dimensions == self.dimensions
            && let Some(block) = block.with_constraints(more.clone(), &strict)
        {
            return Some(Arc::new(block));
        }
        let points = self.blocks.iter().map(|b| match b.is_solved().then(|| b.solution()) {
            Some(Solution::Whole(body)) => body.pair.generators.rays.iter().filter(|r| r.sign(0) > 0).count(),
            _ => PRODUCT_POINTS + 1,
        });
        if !self.blocks.is_empty() && points.fold(1usize, usize::saturating_mul) <= PRODUCT_POINTS {
            let factors: Vec<(&[usize], &Body)> = self.blocks.iter().map(|b| (b.dimensions.as_slice(), b.body())).collect();
            let (pair, positive) = product(&factors, &self.dimensions);
            let block = Block::of_pair(self.dimensions, Arc::new(pair), positive);
            return if plain { Some(Arc::new(block)) } else { block.with_constraints(more, &strict).map(Arc::new) };
        }
        for block in &self.blocks {
            let (side, positive) = constraints_of(block, &self.dimensions)?;
            more.extend(&side);
            strict.extend(&positive);
        }
        Some(Arc::new(Block::of_constraints(self.dimensions, more, strict)))
    }
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
    match block.is_solved().then(|| block.solution()) {
        None if block.constraints_at_hand().is_some() => {
            add(&block.dimensions, &block.constraints_at_hand().expect("seen"), block.strict());
        }
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

/// A part without the given dimensions; `None` if nothing is left.
fn without(part: &Block, dimensions: &[usize]) -> Option<Block> {
    let mut dropped = Vec::new();
    let mut left = Vec::new();
    for (index, dimension) in part.dimensions.iter().enumerate() {
        if dimensions.contains(dimension) { dropped.push(index + 1) } else { left.push(*dimension) }
    }
    if left.is_empty() {
        return None;
    }
    let body = part.body().without(&dropped);
    Some(Block::of_pair(left, body.pair, body.strict))
}

fn hull(mine: &[&Arc<Block>], theirs: &[&Arc<Block>]) -> Block {
    let mut dimensions: Vec<usize> = mine.iter().flat_map(|b| b.dimensions.iter().copied()).collect();
    dimensions.sort_unstable();
    let one = |parts: &[&Arc<Block>]| {
        if let [part] = parts {
            let body = part.body();
            return (body.pair.clone(), body.strict.clone());
        }
        let factors: Vec<(&[usize], &Body)> = parts.iter().map(|b| (b.dimensions.as_slice(), b.body())).collect();
        let (pair, strict) = product(&factors, &dimensions);
        (Arc::new(pair), strict)
    };
    let ((a, a_strict), (b, b_strict)) = (one(mine), one(theirs));
    // The one with more generators is extended by the other's.
    let swap = a.generators.rays.len() < b.generators.rays.len();
    let (large, small) = if swap { (&b, &a) } else { (&a, &b) };
    if a_strict.is_empty() && b_strict.is_empty() {
        return Block::of_hull(dimensions, large.clone(), small.generators.clone());
    }
    let pair = large.with_generators(&small.generators);
    let (a_faces, b_faces) = (strict::faces(&a, &a_strict), strict::faces(&b, &b_strict));
    let parts =
        [strict::Covered { rays: &a.generators.rays, faces: &a_faces }, strict::Covered { rays: &b.generators.rays, faces: &b_faces }];
    let strict = strict::excluded(&pair, &parts);
    Block::of_pair(dimensions, Arc::new(pair), strict)
}

/// The form as a row over the given dimensions, which must contain its own.
fn row_over(form: &Linear, dimensions: &[usize]) -> Rows {
    let mut rows = Rows::new(dimensions.len() + 1);
    let mut words = vec![0i64; dimensions.len() + 1];
    let mut fits = true;
    let mut put = |place: usize, value: &Int| match i64::try_from(value) {
        Ok(word) if word != i64::MIN => words[place] = word,
        _ => fits = false,
    };
    put(0, form.constant_term());
    for (dimension, c) in form.terms() {
        put(dimensions.binary_search(&dimension).expect("a dimension of the block") + 1, c);
    }
    if fits {
        rows.push_words(words);
    } else {
        let mut entries = vec![Int::ZERO; dimensions.len() + 1];
        entries[0] = form.constant_term().clone();
        for (dimension, c) in form.terms() {
            entries[dimensions.binary_search(&dimension).expect("a dimension of the block") + 1] = c.clone();
        }
        rows.push_ints(entries);
    }
    rows
}

/// The form as a row over its own dimensions; not divided by anything, so that its values stay what they are.
fn row_alone(form: &Linear) -> (Vec<usize>, Rows) {
    let dimensions: Vec<usize> = form.terms().map(|(d, _)| d).collect();
    let mut rows = Rows::new(dimensions.len() + 1);
    let entries = std::iter::once(form.constant_term()).chain(form.terms().map(|(_, c)| c));
    rows.push_ints(entries.cloned().collect());
    (dimensions, rows)
}

/// Whether a row over some dimensions satisfies the relation on the product of the parts.
fn holds_on(parts: &[&Arc<Block>], dimensions: &[usize], row: Row, relation: Relation) -> bool {
    let support: Vec<usize> = dimensions.iter().enumerate().filter(|(k, _)| row.sign(k + 1) != 0).map(|(_, d)| *d).collect();
    let touched: Vec<&&Arc<Block>> = parts.iter().filter(|b| support.iter().any(|d| b.dimensions.binary_search(d).is_ok())).collect();
    let covered: usize = touched.iter().map(|b| support.iter().filter(|d| b.dimensions.binary_search(d).is_ok()).count()).sum();
    if covered < support.len() {
        return false;
    }
    if let [block] = touched.as_slice() {
        // Within one block the signs on the generators decide.
        let local;
        let local_row = if block.dimensions == dimensions {
            row
        } else {
            let mut rows = Rows::new(row.len());
            rows.push(row);
            local = rows.select(&columns(dimensions, &block.dimensions));
            local.row(0)
        };
        return holds_in(block.body(), local_row, relation);
    }
    let negative = |row: Row| {
        let mut rows = Rows::new(row.len());
        rows.push(row);
        rows.negate(0);
        rows
    };
    let Some((low, attained)) = least(parts, dimensions, row) else { return false };
    match relation {
        Relation::NonNegative => low >= Rational::ZERO,
        Relation::Positive => low > Rational::ZERO || (low == Rational::ZERO && !attained),
        Relation::Zero => {
            low == Rational::ZERO && least(parts, dimensions, negative(row).row(0)).is_some_and(|(low, _)| low == Rational::ZERO)
        }
    }
}

fn holds_in(body: &Body, row: Row, relation: Relation) -> bool {
    let generators = &body.pair.generators;
    if !generators.lines.iter().all(|line| line.dot(row).is_zero()) {
        return false;
    }
    match relation {
        Relation::Zero => generators.rays.iter().all(|ray| ray.dot(row).is_zero()),
        Relation::NonNegative => generators.rays.iter().all(|ray| ray.dot(row).sign() >= 0),
        Relation::Positive => {
            let mut face = crate::bits::Bits::zero(1, generators.rays.len());
            let mut point = false;
            for (g, ray) in generators.rays.iter().enumerate() {
                match ray.dot(row).sign() {
                    -1 => return false,
                    0 => {
                        face.set(0, g);
                        point |= ray.sign(0) > 0;
                    }
                    _ => {}
                }
            }
            !point || (0..body.faces.len()).any(|i| crate::bits::subset(face.row(0), body.faces.row(i)))
        }
    }
}

/// The greatest lower bound of a row on the product of the parts, and whether it is attained; `None` if there is none.
fn least(parts: &[&Arc<Block>], dimensions: &[usize], row: Row) -> Option<(Rational, bool)> {
    let mut sum = Rational::from(row.get(0).to_int());
    let mut attained = true;
    let mut covered = 0;
    let used = (1..row.len()).filter(|c| row.sign(*c) != 0).count();
    let mut whole = Rows::new(row.len());
    whole.push(row);
    for block in parts {
        let mut select = columns(dimensions, &block.dimensions);
        select[0] = None;
        let local = whole.select(&select);
        let here = (1..local.width()).filter(|c| local.row(0).sign(*c) != 0).count();
        if here == 0 {
            continue;
        }
        covered += here;
        let (value, reached) = least_in(block.body(), local.row(0))?;
        sum += value;
        attained &= reached;
    }
    (covered == used).then_some((sum, attained))
}

fn least_in(body: &Body, row: Row) -> Option<(Rational, bool)> {
    let generators = &body.pair.generators;
    if !generators.lines.iter().all(|line| line.dot(row).is_zero()) {
        return None;
    }
    let mut best: Option<(Scalar, Scalar)> = None;
    let mut face: Vec<usize> = Vec::new();
    for (g, ray) in generators.rays.iter().enumerate() {
        let product = ray.dot(row);
        if ray.sign(0) == 0 {
            match product.sign() {
                -1 => return None,
                0 => face.push(g),
                _ => {}
            }
            continue;
        }
        let denominator = ray.get(0);
        let order = match &best {
            None => std::cmp::Ordering::Less,
            Some((value, scale)) => compare(&product, &denominator, value, scale),
        };
        if order.is_lt() {
            face.retain(|g| generators.rays.row(*g).sign(0) == 0);
            best = Some((product, denominator));
        }
        if order.is_le() {
            face.push(g);
        }
    }
    let (value, scale) = best?;
    let attained = !(0..body.faces.len()).any(|i| face.iter().all(|g| body.faces.get(i, *g)));
    let scale = scale.to_int().into_parts().1;
    Some((Rational::from_parts(value.to_int(), scale), attained))
}

/// a/b against c/d, for positive b and d.
fn compare(a: &Scalar, b: &Scalar, c: &Scalar, d: &Scalar) -> std::cmp::Ordering {
    match (a, b, c, d) {
        (Scalar::Small(a), Scalar::Small(b), Scalar::Small(c), Scalar::Small(d)) => {
            (*a as i128 * *d as i128).cmp(&(*c as i128 * *b as i128))
        }
        _ => (a.to_int() * d.to_int()).cmp(&(c.to_int() * b.to_int())),
    }
}

impl PartialEq for Polyhedron {
    /// Whether both are the same set.
    fn eq(&self, other: &Polyhedron) -> bool {
        self.dimensions == other.dimensions
            && match (self.parts(), other.parts()) {
                (None, None) => true,
                (Some(a), Some(b)) => {
                    a.len() == b.len() && a.iter().all(|x| b.iter().any(|y| x.dimensions == y.dimensions && x.body().same(y.body())))
                }
                _ => false,
            }
    }
}

impl Eq for Polyhedron {}
