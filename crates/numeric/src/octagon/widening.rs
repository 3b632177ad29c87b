//! Widenings and narrowing of octagons.
//!
//! The widening of Miné (The octagon abstract domain, HOSC 2006, §4.7) keeps the entries of the left matrix that the right
//! octagon satisfies and drops the others. The left matrix must not be closed in between, because closing would bring
//! dropped entries back and a chain could go on for ever: the result of a widening is therefore kept as it is, closing
//! works on a copy, and the next widening starts from what was kept. Whoever joins or meets the result before the next
//! widening gives that up.
//!
//! One thing is added. An entry on two variables that is not tighter than their single bounds is read as the bound which
//! these imply. Blocks do not store such entries, so the result does not depend on the partition, and the bound can
//! outlive the single ones: {x = 0, y = 0} widened by {0 ≤ x ≤ 1, y = −x} keeps x + y = 0.
//!
//! Termination: in a chain of widenings an entry on a single variable only ever goes to infinity, so from some point on
//! these are constant. From then on an entry on two variables that is tighter than what they imply is kept or dropped, and
//! one that is dropped does not come back: what the single bounds imply is not tighter than itself.

use super::block::Block;
use super::bounds::rounded;
use super::constraints::octagonal_bounds;
use super::lattice::{compare_unary, references};
use super::matrix::Matrix;
use super::partition::{Classes, Combine, Sides, combined, groups, split};
use super::weight::Weight;
use super::{Exactness, Octagon};
use crate::{Constraint, Int, Rational, Relation};
use std::cell::RefCell;
use std::cmp::Ordering;
use std::sync::Arc;

/// The entries that the right side does not satisfy, with the right side's numbers; not those that single bounds imply.
struct Widen {
    dropped: RefCell<Vec<(usize, usize, Option<Int>)>>,
    record: bool,
}

impl Combine for Widen {
    fn combine<W: Weight>(&self, left: &mut Matrix<W>, right: &Matrix<W>) {
        let literals = left.literals();
        let half = |i: usize| if left.unary(i).is_infinite() { W::INFINITY } else { left.unary(i).half() };
        let halves: Vec<W> = (0..literals).map(half).collect();
        for ((i, row), (_, new)) in left.rows_mut().zip(right.rows()) {
            for (j, (cell, bound)) in row.iter_mut().zip(new).enumerate().filter(|(j, _)| *j != i) {
                let mut own_relation = true;
                if j != i ^ 1 && !halves[i].is_infinite() && !halves[j ^ 1].is_infinite() {
                    let implied = halves[i].plus(&halves[j ^ 1]);
                    if implied <= *cell {
                        *cell = implied;
                        own_relation = false;
                    }
                }
                if !cell.is_infinite() && *bound > *cell {
                    if self.record && own_relation {
                        self.dropped.borrow_mut().push((i, j, bound.number()));
                    }
                    *cell = W::INFINITY;
                }
            }
        }
    }
}

struct Narrow;

impl Combine for Narrow {
    fn combine<W: Weight>(&self, left: &mut Matrix<W>, right: &Matrix<W>) {
        for (a, b) in left.cells.iter_mut().zip(&right.cells) {
            if a.is_infinite() {
                *a = b.clone();
            }
        }
    }
}

impl Octagon {
    /// The standard widening: an upper bound of both. Every chain aₖ₊₁ = aₖ.widen(bₖ) becomes stationary (see the head of
    /// this file).
    pub fn widen(&self, new: &Octagon) -> Octagon {
        self.widen_with_thresholds(new, &[])
    }

    /// The widening in which a bound that grows stops at the next threshold; thresholds hold for the upper and the lower
    /// bounds of x and of x ± y.
    ///
    /// Termination as for [`Octagon::widen`], where "goes to infinity" reads "goes up in the finite set of the thresholds
    /// and infinity". An entry that the single bounds imply has no thresholds: if it is dropped, it is dropped.
    pub fn widen_with_thresholds(&self, new: &Octagon, thresholds: &[Rational]) -> Octagon {
        let integer = self.integer && new.integer;
        let dimensions = self.dimensions.max(new.dimensions);
        // Reading integer bounds over the rationals changes nothing in the matrices, so the left side stays as it is.
        let blocks = &self.blocks;
        let new = new.in_mode(integer);
        if self.is_empty() {
            return new.add_dimensions(dimensions - new.dimensions);
        }
        let Some(right) = new.closed() else {
            return self.in_mode(integer).add_dimensions(dimensions - self.dimensions);
        };
        let sides = Sides::new(blocks, right);
        let changed = compare_unary(dimensions, &sides);
        let mut classes = Classes::new(dimensions);
        if changed.iter().any(|p| p.left_finite && p.order == Ordering::Less) {
            let members: Vec<usize> = changed.iter().filter(|p| p.left_finite && p.order != Ordering::Equal).map(|p| p.variable).collect();
            classes.union_all(&members);
        }
        let mut both_signs: Vec<Rational> = thresholds.iter().flat_map(|t| [t.clone(), -t]).collect();
        both_signs.sort();
        let mut widened = sides.shared.clone();
        for group in groups(classes, &sides.left, &sides.right) {
            let operation = Widen { dropped: RefCell::new(Vec::new()), record: !thresholds.is_empty() };
            let (cells, denominator) = combined(&references(&group.left), &references(&group.right), &group.variables, integer, &operation);
            let right_denominator = denominator.clone();
            let mut block = Block { variables: group.variables, cells, denominator, closed: false };
            for (i, j, number) in operation.dropped.into_inner() {
                let Some(number) = number else { continue };
                let value = Rational::from_parts_signed(number, right_denominator.clone());
                let factor = Rational::from(if j == i ^ 1 { 2 } else { 1 });
                if let Some(stop) = both_signs.iter().map(|t| t * &factor).find(|t| *t >= value) {
                    let weight = block.weight_of(&rounded(stop, j == i ^ 1, integer));
                    block.cells.set(i, j, Some(&weight));
                }
            }
            split(block.reduced(), integer, &mut widened);
        }
        Octagon::from_blocks(dimensions, integer, widened)
    }

    /// Widening "up to" constraints (Halbwachs, Proy, Roumanoff: Verification of real-time systems using linear relation
    /// analysis, FMSD 1997): the standard widening together with those of the given constraints that both sides imply.
    /// Every octagonal constraint that both imply is implied by the result. For one that is not octagonal, or strict over
    /// the rationals, this cannot be promised: then `Over` says that such a constraint was lost.
    ///
    /// Termination for a finite set: a constraint that a result implies was implied by all before it, so the set of those
    /// in use only shrinks and is constant from some point on; from then on the chain is one of standard widenings on the
    /// other entries.
    pub fn widen_up_to(&self, new: &Octagon, limits: &[Constraint]) -> (Octagon, Exactness) {
        let widened = self.widen(new);
        if self.is_empty() || new.is_empty() {
            return (widened, Exactness::Exact);
        }
        let agreed: Vec<&Constraint> = limits.iter().filter(|c| self.implies(c) && new.implies(c)).collect();
        let inside = |c: &&&Constraint| c.form.space() <= widened.dimensions && !c.form.is_constant();
        let bounds: Vec<_> = agreed.iter().filter(inside).filter_map(|c| octagonal_bounds(c, widened.integer)).flatten().collect();
        let result = widened.with_bounds(&bounds, true);
        let is_entry =
            |c: &Constraint| octagonal_bounds(c, result.integer).is_some() && (result.integer || c.relation != Relation::Positive);
        let kept = agreed.iter().all(|c| is_entry(c) || result.implies(c));
        (result, Exactness::when(kept))
    }

    /// The interpolated widening of Gulavani, Chakraborty, Nori, Rajamani (Automatically refining abstract
    /// interpretations, TACAS 2008, §2 and §4): A ∇_T B = {c ∈ T | A ⊨ c, B ⊨ c} ∪ {c ∈ A | B ⊨ c}, and B if A is empty. T
    /// are interpolants between states and errors; if one of them separates A ⊔ B from an error, it still separates the
    /// result. Termination: [`Octagon::widen_up_to`], of which it is the use with interpolants. Over the rationals,
    /// [`Octagon::separators`] are the interpolants to take, as they are not strict.
    pub fn widen_interpolated(&self, new: &Octagon, interpolants: &[Constraint]) -> (Octagon, Exactness) {
        self.widen_up_to(new, interpolants)
    }

    /// Narrowing (Miné, §4.7): only bounds that are infinite are replaced. If `new` is included in this octagon, the
    /// result lies between the two. Terminates: a step that changes anything makes an infinite entry of the closed matrix
    /// finite, and none becomes infinite again.
    pub fn narrow(&self, new: &Octagon) -> Octagon {
        let integer = self.integer || new.integer;
        let (this, new) = (self.in_mode(integer), new.in_mode(integer));
        let dimensions = this.dimensions.max(new.dimensions);
        let (Some(left), Some(right)) = (this.closed(), new.closed()) else { return Octagon::empty(dimensions, integer) };
        let sides = Sides::new(left, right);
        let changed = compare_unary(dimensions, &sides);
        let mut classes = Classes::new(dimensions);
        if changed.iter().any(|p| !p.left_finite && p.right_finite) {
            let members: Vec<usize> =
                changed.iter().filter(|p| p.right_finite && p.order == Ordering::Greater).map(|p| p.variable).collect();
            classes.union_all(&members);
        }
        let mut blocks = sides.shared.clone();
        for group in groups(classes, &sides.left, &sides.right) {
            match (group.left.as_slice(), group.right.as_slice()) {
                (mine, []) => blocks.extend(mine.iter().map(|block| Arc::clone(block))),
                ([], theirs) => blocks.extend(theirs.iter().map(|block| Arc::clone(block))),
                (mine, theirs) => {
                    let (cells, denominator) = combined(&references(mine), &references(theirs), &group.variables, integer, &Narrow);
                    blocks.push(Arc::new(Block { variables: group.variables, cells, denominator, closed: false }));
                }
            }
        }
        Octagon::from_blocks(dimensions, integer, blocks)
    }
}
