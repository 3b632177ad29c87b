//! Images and preimages of x := form/denominator (Miné: The octagon abstract domain, HOSC 2006, §4.4 and §4.5).
//!
//! The quotient is the rational one. In the integer mode only states in which it is an integer have a successor; a
//! division that rounds has to be given as constraints on a fresh dimension instead.

use super::block::{Block, Change};
use super::bounds::rounded;
use super::constraints::Bound;
use super::partition::{merged, split};
use super::{Exactness, Octagon};
use crate::linear::gcd;
use crate::{Constraint, Int, Linear, Rational};
use std::sync::Arc;

/// Both divided by their common divisor, the denominator positive.
fn lowest_terms(form: &Linear, denominator: &Int) -> (Linear, Int) {
    let divisor = gcd(&gcd(&form.content(), form.constant_term()), denominator);
    let divisor = if *denominator < Int::ZERO { -divisor } else { divisor };
    let terms: Vec<(usize, Int)> = form.terms().map(|(d, c)| (d, c / &divisor)).collect();
    (Linear::new(terms, form.constant_term() / &divisor), denominator / divisor)
}

impl Octagon {
    fn is_fraction(&self, value: &Rational) -> bool {
        self.integer && !value.is_int()
    }

    /// The image of x := form/denominator. Exact for c, ±x + c and ±y + c, once variables with a single value are replaced
    /// by it; otherwise x gets the best bounds known for the form and for its sums and differences with the variables
    /// related to it. If the denominator is 0 or a dimension does not exist, x is forgotten.
    pub fn assign(&self, dimension: usize, form: &Linear, denominator: &Int) -> (Octagon, Exactness) {
        if self.is_empty() {
            return (self.clone(), Exactness::Exact);
        }
        if dimension >= self.dimensions || form.space() > self.dimensions || *denominator == Int::ZERO {
            return (self.forget(&[dimension]), Exactness::Over);
        }
        let (folded, multiplier) = self.folded(form);
        let (form, denominator) = lowest_terms(&folded, &(denominator * multiplier));
        let offset = Rational::from_parts_signed(form.constant_term().clone(), denominator.clone());
        let terms: Vec<(usize, &Int)> = form.terms().collect();
        let nothing = || (Octagon::empty(self.dimensions, self.integer), Exactness::Exact);
        let literal = 2 * dimension;
        match terms.as_slice() {
            [] if self.is_fraction(&offset) => nothing(),
            [] => {
                let twice = offset * Rational::from(2);
                let bounds =
                    [Bound { i: literal + 1, j: literal, bound: twice.clone() }, Bound { i: literal, j: literal + 1, bound: -twice }];
                (self.forget(&[dimension]).with_bounds(&bounds, false), Exactness::Exact)
            }
            [(y, c)] if **c == denominator || -*c == denominator => {
                let negative = **c < Int::ZERO;
                if self.is_fraction(&offset) {
                    nothing()
                } else if *y == dimension {
                    (self.shifted(dimension, negative, &offset), Exactness::Exact)
                } else {
                    // x − (±y) ≤ c and (±y) − x ≤ −c
                    let other = 2 * y + usize::from(negative);
                    let bounds = [Bound { i: other, j: literal, bound: offset.clone() }, Bound { i: literal, j: other, bound: -offset }];
                    (self.forget(&[dimension]).with_bounds(&bounds, false), Exactness::Exact)
                }
            }
            _ => (self.assign_bounds(dimension, &form, &denominator), Exactness::Over),
        }
    }

    /// x := ±x + offset in the closed block of x, which stays closed.
    fn shifted(&self, dimension: usize, negative: bool, offset: &Rational) -> Octagon {
        let mut blocks: Vec<Arc<Block>> = self.closed().unwrap_or_default().to_vec();
        for shared in &mut blocks {
            let Some(x) = shared.position(dimension) else { continue };
            let mut block = Block::clone(shared);
            let step = block.weight_of(offset);
            let old = block.cells.clone();
            let (plus, minus) = (2 * x, 2 * x + 1);
            let source = |l: usize| if negative && l / 2 == x { l ^ 1 } else { l };
            let shift = |l: usize| match l {
                _ if l == plus => step.clone(),
                _ if l == minus => -&step,
                _ => Int::ZERO,
            };
            for i in [plus, minus] {
                for j in (0..block.literals()).filter(|j| *j != i) {
                    let moved = old.at(source(i), source(j)).map(|w| w + shift(j) - shift(i));
                    block.cells.set(i, j, moved.as_ref());
                }
            }
            block.cells = block.cells.shrunk();
            *shared = Arc::new(block.reduced());
        }
        Octagon::from_blocks(self.dimensions, self.integer, blocks)
    }

    /// The image with bounds of the new value alone and together with the related variables.
    fn assign_bounds(&self, dimension: usize, form: &Linear, denominator: &Int) -> Octagon {
        let old = self.closed().unwrap_or_default();
        let mut related: Vec<usize> = old
            .iter()
            .filter(|block| form.terms().any(|(d, _)| block.position(d).is_some()))
            .flat_map(|block| block.variables.iter().copied())
            .filter(|v| *v != dimension)
            .collect();
        related.push(dimension);
        related.sort_unstable();
        let rest = self.forget(&[dimension]);
        let (inside, outside): (Vec<Arc<Block>>, Vec<Arc<Block>>) =
            rest.blocks.iter().cloned().partition(|block| block.variables.iter().any(|v| related.binary_search(v).is_ok()));
        let parts: Vec<&Block> = inside.iter().map(|block| &**block).collect();
        let mut block = merged(&parts, related, self.integer);
        let x = block.position(dimension).unwrap_or_default();
        let scale = Rational::from(denominator.clone());
        for sign in 0..2 {
            let signed = if sign == 0 { form.clone() } else { form.negated() };
            let literal = 2 * x + sign;
            for (i, y) in (0..block.literals()).map(|i| (i, block.variables[i / 2])).collect::<Vec<_>>() {
                // The new value of the literal, minus the literal i.
                let (difference, factor) = if i == literal ^ 1 {
                    (signed.clone(), 2)
                } else if i / 2 == x {
                    continue;
                } else {
                    let minus = if i % 2 == 0 { -denominator } else { denominator.clone() };
                    (signed.plus(&minus, &Linear::variable(y)), 1)
                };
                if let Some(upper) = self.upper(&difference) {
                    let bound = rounded(upper * Rational::from(factor) / &scale, factor == 2, self.integer);
                    let weight = block.weight_of(&bound);
                    block.cells.lower_to(i, literal, &weight);
                }
            }
        }
        let mut blocks = outside;
        match block.closed(Change::Touched(&[x]), self.integer) {
            Some(block) => split(block, self.integer, &mut blocks),
            None => return Octagon::empty(self.dimensions, self.integer),
        }
        Octagon::from_blocks(self.dimensions, self.integer, blocks)
    }

    /// The preimage of x := form/denominator (substitution): the points that the assignment takes into the octagon. Exact
    /// if the constraints on x become octagonal, in particular for c, ±x + c and ±y + c; otherwise it includes the exact
    /// one. If the denominator is 0 or a dimension does not exist, x is forgotten.
    pub fn preimage(&self, dimension: usize, form: &Linear, denominator: &Int) -> (Octagon, Exactness) {
        if self.is_empty() {
            return (self.clone(), Exactness::Exact);
        }
        if dimension >= self.dimensions || form.space() > self.dimensions || *denominator == Int::ZERO {
            return (self.forget(&[dimension]), Exactness::Over);
        }
        let (form, denominator) = lowest_terms(form, denominator);
        // That the quotient is an integer cannot be said by an octagon, unless it never is.
        let content = gcd(&form.content(), &denominator);
        if self.integer && form.constant_term() % &content != Int::ZERO {
            return (Octagon::empty(self.dimensions, self.integer), Exactness::Exact);
        }
        let integral = Exactness::when(!self.integer || denominator == Int::ONE);
        let substituted: Vec<Constraint> = self
            .constraints_around(dimension)
            .into_iter()
            .filter_map(|constraint| {
                let factor = constraint.form.coefficient(dimension);
                if factor == Int::ZERO {
                    return None;
                }
                let mut rest = constraint.form.clone();
                rest.add_term(dimension, &-&factor);
                Some(Constraint { form: rest.scaled(&denominator).plus(&factor, &form), relation: constraint.relation })
            })
            .collect();
        let (result, exactness) = self.forget(&[dimension]).meet_constraints(&substituted);
        let exactness = exactness.and(integral);
        if exactness.is_exact() || !result.is_empty() { (result, exactness) } else { (result, Exactness::Exact) }
    }
}
