//! Order, meet and join of octagons.
//!
//! Binary operations work on groups: the finest partition that keeps the blocks of both sides whole, so that a block which
//! both sides share, or only one side has, is passed on without being looked at.

use super::Octagon;
use super::block::Block;
use super::matrix::Matrix;
use super::partition::{Classes, Combine, Sides, combined, groups, split};
use super::weight::Weight;
use std::cell::Cell;
use std::cmp::Ordering;
use std::sync::Arc;

struct Minimum;

impl Combine for Minimum {
    fn combine<W: Weight>(&self, left: &mut Matrix<W>, right: &Matrix<W>) {
        for (a, b) in left.cells.iter_mut().zip(&right.cells) {
            a.lower_to(b.clone());
        }
    }
}

struct Maximum;

impl Combine for Maximum {
    fn combine<W: Weight>(&self, left: &mut Matrix<W>, right: &Matrix<W>) {
        for (a, b) in left.cells.iter_mut().zip(&right.cells) {
            if *b > *a {
                *a = b.clone();
            }
        }
    }
}

/// Whether each entry on the left is at least the one on the right.
struct AtLeast(Cell<bool>);

impl Combine for AtLeast {
    fn combine<W: Weight>(&self, left: &mut Matrix<W>, right: &Matrix<W>) {
        self.0.set(left.cells.iter().zip(&right.cells).all(|(a, b)| b <= a));
    }
}

fn same(a: &Arc<Block>, b: &Arc<Block>) -> bool {
    Arc::ptr_eq(a, b) || (a.variables == b.variables && a.denominator == b.denominator && a.cells == b.cells)
}

/// A bound of a single variable on two sides.
pub(super) struct UnaryPair {
    pub variable: usize,
    pub order: Ordering,
    pub left_finite: bool,
    pub right_finite: bool,
}

/// Compares the bounds of every literal on the sides where they differ.
pub(super) fn compare_unary(dimensions: usize, sides: &Sides) -> Vec<UnaryPair> {
    let (left, right) = (sides.left.as_slice(), sides.right.as_slice());
    let places = |blocks: &[Arc<Block>]| {
        let mut place = vec![None; dimensions];
        for (b, block) in blocks.iter().enumerate() {
            for (x, v) in block.variables.iter().enumerate() {
                place[*v] = Some((b, x));
            }
        }
        place
    };
    let (on_left, on_right) = (places(left), places(right));
    let mut pairs = Vec::new();
    for variable in 0..dimensions {
        let (a, b) = (on_left[variable], on_right[variable]);
        if a.is_none() && b.is_none() {
            continue;
        }
        for sign in 0..2 {
            let number = |place: Option<(usize, usize)>, blocks: &[Arc<Block>]| {
                let (b, x) = place?;
                Some((blocks[b].cells.at(2 * x + sign, 2 * x + 1 - sign)?, b))
            };
            let (p, q) = (number(a, left), number(b, right));
            let order = match (&p, &q) {
                (None, None) => continue,
                (None, _) => Ordering::Greater,
                (_, None) => Ordering::Less,
                (Some((p, a)), Some((q, b))) => {
                    let (d, e) = (&left[*a].denominator, &right[*b].denominator);
                    if d == e { p.cmp(q) } else { (p * e).cmp(&(q * d)) }
                }
            };
            pairs.push(UnaryPair { variable, order, left_finite: p.is_some(), right_finite: q.is_some() });
        }
    }
    pairs
}

pub(super) fn references<'a>(blocks: &[&'a Arc<Block>]) -> Vec<&'a Block> {
    blocks.iter().map(|block| &***block).collect()
}

impl Octagon {
    /// Whether every point of the other one is in this one.
    pub fn includes(&self, other: &Octagon) -> bool {
        let Some(theirs) = other.closed() else { return true };
        let Some(ours) = self.current() else { return false };
        if self.integer && !other.integer {
            // A rational octagon consists of integer points only if it is one point in each direction: then rounding
            // changes nothing.
            let fixed = (0..other.dimensions).all(|d| other.fixed(d).is_some_and(|value| value.is_int()));
            return fixed && other.dimensions >= self.dimensions && self.includes(&other.integers());
        }
        ours.iter().all(|block| {
            let touching: Vec<&Arc<Block>> = theirs.iter().filter(|t| t.variables.iter().any(|v| block.position(*v).is_some())).collect();
            if let [one] = touching.as_slice()
                && same(one, block)
            {
                return true;
            }
            let test = AtLeast(Cell::new(true));
            combined(&[block], &references(&touching), &block.variables, self.integer, &test);
            test.0.get()
        })
    }

    /// The points in both. The octagon with fewer dimensions is read as unbounded in the others.
    pub fn meet(&self, other: &Octagon) -> Octagon {
        let integer = self.integer || other.integer;
        let (this, other) = (self.in_mode(integer), other.in_mode(integer));
        let dimensions = this.dimensions.max(other.dimensions);
        let (Some(left), Some(right)) = (this.current(), other.current()) else { return Octagon::empty(dimensions, integer) };
        let sides = Sides::new(left, right);
        let mut blocks = sides.shared.clone();
        for group in groups(Classes::new(dimensions), &sides.left, &sides.right) {
            match (group.left.as_slice(), group.right.as_slice()) {
                (mine, []) => blocks.extend(mine.iter().map(|b| Arc::clone(b))),
                ([], theirs) => blocks.extend(theirs.iter().map(|b| Arc::clone(b))),
                ([a], [b]) if same(a, b) => blocks.push(Arc::clone(a)),
                (mine, theirs) => {
                    let (mine, theirs) = (references(mine), references(theirs));
                    let (cells, denominator) = combined(&mine, &theirs, &group.variables, integer, &Minimum);
                    blocks.push(Arc::new(Block { variables: group.variables, cells, denominator, closed: false }));
                }
            }
        }
        Octagon::from_blocks(dimensions, integer, blocks)
    }

    /// The least octagon that includes both.
    ///
    /// The entrywise maximum of closed matrices is that octagon, and closed. Variables of different blocks on both sides
    /// can become related: if a bound of x is larger on one side and a bound of y on the other, then so are all such
    /// pairs, and they form one group.
    pub fn join(&self, other: &Octagon) -> Octagon {
        let integer = self.integer && other.integer;
        let (this, other) = (self.in_mode(integer), other.in_mode(integer));
        let dimensions = this.dimensions.max(other.dimensions);
        let (left, right) = match (this.closed(), other.closed()) {
            (Some(left), Some(right)) => (left, right),
            (None, _) => return other.add_dimensions(dimensions - other.dimensions),
            (_, None) => return this.add_dimensions(dimensions - this.dimensions),
        };
        let sides = Sides::new(left, right);
        let changed = compare_unary(dimensions, &sides);
        let both = || changed.iter().filter(|p| p.left_finite && p.right_finite);
        let mut classes = Classes::new(dimensions);
        if both().any(|p| p.order == Ordering::Greater) && both().any(|p| p.order == Ordering::Less) {
            let members: Vec<usize> = both().filter(|p| p.order != Ordering::Equal).map(|p| p.variable).collect();
            classes.union_all(&members);
        }
        let mut blocks = sides.shared.clone();
        for group in groups(classes, &sides.left, &sides.right) {
            match (group.left.as_slice(), group.right.as_slice()) {
                (_, []) | ([], _) => {}
                ([a], [b]) if same(a, b) => blocks.push(Arc::clone(a)),
                (mine, theirs) => {
                    let (mine, theirs) = (references(mine), references(theirs));
                    let (cells, denominator) = combined(&mine, &theirs, &group.variables, integer, &Maximum);
                    let block = Block { variables: group.variables, cells, denominator, closed: true };
                    split(block.reduced(), integer, &mut blocks);
                }
            }
        }
        Octagon::from_blocks(dimensions, integer, blocks)
    }
}

impl PartialEq for Octagon {
    /// The same dimensions, the same mode, and the same points.
    fn eq(&self, other: &Octagon) -> bool {
        self.dimensions == other.dimensions && self.integer == other.integer && self.includes(other) && other.includes(self)
    }
}

impl Eq for Octagon {}
