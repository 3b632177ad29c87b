//! Octagons: conjunctions of bounds on ±x, ±x ± y (Miné: The octagon abstract domain, HOSC 2006).
//!
//! | file | idea |
//! |---|---|
//! | `weight` | the numbers of a matrix: words with an infinity, big integers |
//! | `matrix` | the coherent half matrix |
//! | `closure` | strong, tight and incremental closure |
//! | `block` | a matrix over its variables and denominator, exact whatever the size of the numbers |
//! | `partition` | blocks of related variables |
//! | `lattice` | order, meet, join |
//! | `dimensions` | forgetting, adding, removing, renaming |
//! | `bounds` | bounds of linear forms, points |
//! | `constraints` | meeting with constraints, reading them back |
//! | `assignment` | images and preimages |
//! | `widening` | widenings and narrowing |
//! | `interpolant` | interpolants between disjoint octagons |
//!
//! An octagon is a set of rational points, or of integer points: the mode is fixed at creation. In the integer mode bounds
//! are rounded (tight closure), so emptiness and all octagonal bounds are exact over the integers. An operation on
//! octagons of different modes first converts: a meet is then integer, a join or widening rational.
//!
//! Closing is lazy: an octagon keeps the matrices that an operation left behind and closes them when a question needs it.
//! This is more than thrift, because widening must see the matrices as the last widening left them (`widening`).

mod assignment;
mod block;
mod bounds;
mod closure;
mod constraints;
mod dimensions;
mod interpolant;
mod lattice;
mod matrix;
mod partition;
mod weight;
mod widening;

use crate::{Constraint, Interval, Linear, Rational};
use block::{Block, Cells};
use partition::split;
use std::fmt;
use std::sync::{Arc, OnceLock};

/// Whether an operation gave precisely what its definition asks for, or had to give more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Exactness {
    Exact,
    /// The result includes the exact one.
    Over,
}

impl Exactness {
    pub fn is_exact(self) -> bool {
        self == Exactness::Exact
    }

    /// Exact only if both are.
    pub fn and(self, other: Exactness) -> Exactness {
        if self.is_exact() { other } else { self }
    }

    fn when(exact: bool) -> Exactness {
        if exact { Exactness::Exact } else { Exactness::Over }
    }
}

/// A set of points given by bounds of ±x and ±x ± y. Cloning is cheap: blocks are shared.
///
/// ```
/// use numeric::{Constraint, Linear, Octagon, Rational};
///
/// // 0 ≤ x, x ≤ y, y ≤ 7 over the integers
/// let octagon = Octagon::from_constraints(2, true, &[
///     Constraint::non_negative(Linear::variable(0)),
///     Constraint::non_negative(Linear::new([(1, 1), (0, -1)], 0)),
///     Constraint::non_negative(Linear::new([(1, -1)], 7)),
/// ]).0;
/// // x := x + 1
/// let (next, exactness) = octagon.assign(0, &Linear::new([(0, 1)], 1), &1.into());
/// assert!(exactness.is_exact());
/// assert_eq!(next.upper(&Linear::new([(0, 1), (1, -1)], 0)), Some(Rational::from(1)));
/// assert_eq!(octagon.join(&next).to_string(), "x0 >= 0, x0 - x1 <= 1, x1 >= 0, x1 <= 7");
/// ```
#[derive(Clone)]
pub struct Octagon {
    dimensions: usize,
    integer: bool,
    /// Known to have no point; then there are no blocks.
    void: bool,
    /// Disjoint, by their first variable; what is in none is unbounded. Not necessarily closed.
    blocks: Vec<Arc<Block>>,
    /// The closed blocks, once asked for; `None` inside if there is no point.
    closure: OnceLock<Option<Vec<Arc<Block>>>>,
}

impl Octagon {
    /// All points.
    pub fn universe(dimensions: usize, integer: bool) -> Self {
        Octagon { dimensions, integer, void: false, blocks: Vec::new(), closure: OnceLock::new() }
    }

    /// No point.
    pub fn empty(dimensions: usize, integer: bool) -> Self {
        Octagon { dimensions, integer, void: true, blocks: Vec::new(), closure: OnceLock::new() }
    }

    fn from_blocks(dimensions: usize, integer: bool, mut blocks: Vec<Arc<Block>>) -> Self {
        blocks.sort_by_key(|block| block.variables[0]);
        Octagon { dimensions, integer, void: false, blocks, closure: OnceLock::new() }
    }

    /// The octagon in which every form ±x and ±x ± y has the upper bound that the function gives for it; `None` is no
    /// bound. It includes every set for which the bounds hold, and is the least such octagon if they are best.
    pub fn from_bounds(dimensions: usize, integer: bool, mut upper: impl FnMut(&Linear) -> Option<Rational>) -> Self {
        let cells = Cells::unbounded(dimensions);
        let mut block = Block { variables: (0..dimensions).collect(), cells, denominator: 1.into(), closed: false };
        for i in 0..2 * dimensions {
            for j in 0..=(i | 1) {
                if i == j {
                    continue;
                }
                let (form, factor) = bounds::form_of(i, j);
                if let Some(bound) = upper(&form) {
                    let bound = bounds::rounded(bound * Rational::from(factor), factor == 2, integer);
                    let weight = block.weight_of(&bound);
                    block.cells.lower_to(i, j, &weight);
                }
            }
        }
        let blocks = if dimensions == 0 { Vec::new() } else { vec![Arc::new(block)] };
        Octagon::from_blocks(dimensions, integer, blocks)
    }

    /// The product of integer intervals, exact in both modes.
    pub fn from_intervals(intervals: &[Interval], integer: bool) -> Self {
        let mut blocks = Vec::new();
        for (dimension, interval) in intervals.iter().enumerate() {
            let mut cells = Cells::unbounded(1);
            if let Some(low) = &interval.low {
                cells.set(0, 1, Some(&(low * crate::Int::from(-2))));
            }
            if let Some(high) = &interval.high {
                cells.set(1, 0, Some(&(high * crate::Int::from(2))));
            }
            if *interval != Interval::ALL {
                // An interval with crossed ends can be written down though not made by `Interval::new`.
                let crossed = matches!((&interval.low, &interval.high), (Some(l), Some(h)) if l > h);
                if crossed {
                    return Octagon::empty(intervals.len(), integer);
                }
                blocks.push(Arc::new(Block { variables: vec![dimension], cells, denominator: 1.into(), closed: true }));
            }
        }
        Octagon::from_blocks(intervals.len(), integer, blocks)
    }

    /// The points that satisfy the constraints; those that are not octagonal are approximated as in
    /// [`Octagon::meet_constraints`].
    pub fn from_constraints(dimensions: usize, integer: bool, constraints: &[Constraint]) -> (Self, Exactness) {
        Octagon::universe(dimensions, integer).meet_constraints(constraints)
    }

    pub fn dimensions(&self) -> usize {
        self.dimensions
    }

    /// Whether it is a set of integer points.
    pub fn is_integer(&self) -> bool {
        self.integer
    }

    pub fn is_empty(&self) -> bool {
        self.closed().is_none()
    }

    pub fn is_universe(&self) -> bool {
        self.closed().is_some_and(<[_]>::is_empty)
    }

    /// The sizes of the blocks of related variables, in the order of their first variables; unbounded variables are in
    /// none.
    pub fn block_sizes(&self) -> Vec<usize> {
        self.closed().unwrap_or_default().iter().map(|block| block.variables.len()).collect()
    }

    /// The integer points of the set as an octagon of the integer mode.
    pub fn integers(&self) -> Octagon {
        if self.integer || self.void {
            return Octagon { integer: true, ..self.clone() };
        }
        let Some(blocks) = self.closed() else { return Octagon::empty(self.dimensions, true) };
        let rounded = |block: &Arc<Block>| {
            let mut cells = Cells::unbounded(block.variables.len());
            for i in 0..block.literals() {
                for j in (0..=(i | 1)).filter(|j| *j != i) {
                    if let Some(bound) = block.bound(i, j) {
                        let bound = bounds::rounded(bound, j == i ^ 1, true);
                        cells.set(i, j, Some(bound.numerator()));
                    }
                }
            }
            Arc::new(Block { variables: block.variables.clone(), cells, denominator: 1.into(), closed: false })
        };
        Octagon::from_blocks(self.dimensions, true, blocks.iter().map(rounded).collect())
    }

    /// The same bounds read over the rationals: the least rational octagon that includes the set.
    pub fn rationals(&self) -> Octagon {
        if !self.integer || self.void {
            return Octagon { integer: false, ..self.clone() };
        }
        match self.closed() {
            Some(blocks) => Octagon::from_blocks(self.dimensions, false, blocks.to_vec()),
            None => Octagon::empty(self.dimensions, false),
        }
    }

    /// The closed blocks; `None` if there is no point.
    fn closed(&self) -> Option<&[Arc<Block>]> {
        if self.void {
            return None;
        }
        if self.blocks.iter().all(|block| block.closed) {
            return Some(&self.blocks);
        }
        let close = || {
            let mut blocks = Vec::new();
            for block in &self.blocks {
                if block.closed {
                    blocks.push(block.clone());
                } else {
                    let block = Block::clone(block).closed(block::Change::Anything, self.integer)?;
                    split(block, self.integer, &mut blocks);
                }
            }
            blocks.sort_by_key(|block| block.variables[0]);
            Some(blocks)
        };
        self.closure.get_or_init(close).as_deref()
    }

    /// The closed blocks if they are known, otherwise those that are there; `None` if known to be empty.
    fn current(&self) -> Option<&[Arc<Block>]> {
        match self.closure.get() {
            Some(closed) => closed.as_deref(),
            None => (!self.void).then_some(&self.blocks),
        }
    }

    /// Both in the same mode.
    fn in_mode(&self, integer: bool) -> std::borrow::Cow<'_, Octagon> {
        use std::borrow::Cow;
        match (self.integer, integer) {
            (false, true) => Cow::Owned(self.integers()),
            (true, false) => Cow::Owned(self.rationals()),
            _ => Cow::Borrowed(self),
        }
    }
}

impl fmt::Display for Octagon {
    /// The constraints of [`Octagon::constraints`], or `true`, or `false`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return write!(f, "false");
        }
        let constraints = self.constraints();
        if constraints.is_empty() {
            return write!(f, "true");
        }
        for (i, constraint) in constraints.iter().enumerate() {
            write!(f, "{}{constraint}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Debug for Octagon {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{{{self}}}^{}", if self.integer { "integer" } else { "rational" }, self.dimensions)
    }
}
