//! Bounds of linear forms over an octagon, and its points.
//!
//! In a closed octagon the bounds of ±x and ±x ± y are best. Any other form is written as a positive combination of those
//! and its bound is the sum of theirs: sound, and best over the rationals if each block holds at most two variables of the
//! form, because the direction then lies between two neighbouring sides of an octagon in the plane, which meet in a
//! corner.

use super::block::Block;
use super::{Exactness, Octagon};
use crate::linear::gcd;
use crate::{Constraint, Int, Interval, Linear, Rational, Relation};
use std::sync::Arc;

/// The form whose bound an entry at (i, j) holds, and the factor of its bound: 2 for a single variable.
pub(super) fn form_of(i: usize, j: usize) -> (Linear, i32) {
    let sign = |literal: usize| if literal.is_multiple_of(2) { 1 } else { -1 };
    if j == i ^ 1 { (Linear::new([(j / 2, sign(j))], 0), 2) } else { (Linear::new([(j / 2, sign(j)), (i / 2, -sign(i))], 0), 1) }
}

/// Over the integers, the largest possible entry that is not above the bound; an entry for a single variable is even.
pub(super) fn rounded(bound: Rational, unary: bool, integer: bool) -> Rational {
    if !integer {
        return bound;
    }
    let divisor = Int::from(if unary { 2 } else { 1 });
    let (numerator, denominator) = bound.into_parts();
    Rational::from(crate::floor_div(&numerator, &(Int::from(denominator) * &divisor)) * divisor)
}

fn halved(bound: Rational) -> Rational {
    bound / Rational::from(2)
}

/// What is left of a term: a literal of its block and how often it is to be added.
struct Share {
    literal: usize,
    amount: Int,
}

impl Octagon {
    /// The block of a dimension and the dimension's place in it; the blocks must be closed.
    fn place(blocks: &[Arc<Block>], dimension: usize) -> Option<(usize, &Arc<Block>, usize)> {
        blocks.iter().enumerate().find_map(|(b, block)| Some((b, block, block.position(dimension)?)))
    }

    /// The bound of Vⱼ − Vᵢ for two literals of all dimensions (2d is +d, 2d+1 is −d) in closed blocks.
    pub(super) fn difference(blocks: &[Arc<Block>], i: usize, j: usize) -> Option<Rational> {
        if i == j {
            return Some(Rational::ZERO);
        }
        let (b, block, x) = Octagon::place(blocks, i / 2)?;
        let (c, other, y) = Octagon::place(blocks, j / 2)?;
        let (i, j) = (2 * x + i % 2, 2 * y + j % 2);
        if b == c { block.bound(i, j) } else { Some(halved(block.bound(i, i ^ 1)?) + halved(other.bound(j ^ 1, j)?)) }
    }

    /// The largest value of a literal.
    fn single(blocks: &[Arc<Block>], literal: usize) -> Option<Rational> {
        Octagon::difference(blocks, literal ^ 1, literal).map(halved)
    }

    /// The least and the largest value of a dimension, `None` where there is none (also if the octagon is empty).
    pub fn bounds(&self, dimension: usize) -> (Option<Rational>, Option<Rational>) {
        if dimension >= self.dimensions {
            return (None, None);
        }
        let Some(blocks) = self.closed() else { return (None, None) };
        (Octagon::single(blocks, 2 * dimension + 1).map(|b| -b), Octagon::single(blocks, 2 * dimension))
    }

    /// The integers between the bounds of a dimension; `None` if there are none.
    pub fn interval(&self, dimension: usize) -> Option<Interval> {
        if self.is_empty() {
            return None;
        }
        let (low, high) = self.bounds(dimension);
        let ends = |r: Rational| {
            let (numerator, denominator) = r.into_parts();
            (numerator, Int::from(denominator))
        };
        let low = low.map(ends).map(|(n, d)| crate::ceil_div(&n, &d));
        let high = high.map(ends).map(|(n, d)| crate::floor_div(&n, &d));
        Interval::new(low, high)
    }

    /// The value of a dimension if it has only one.
    pub fn fixed(&self, dimension: usize) -> Option<Rational> {
        match self.bounds(dimension) {
            (Some(low), Some(high)) if low == high => Some(low),
            _ => None,
        }
    }

    /// An upper bound of the form, the least one if the form is octagonal (±x + c or ±x ± y + c, or a multiple of it
    /// without the constant). `None` if none is known, and for an empty octagon.
    pub fn upper(&self, form: &Linear) -> Option<Rational> {
        self.maximum(form).0
    }

    /// A lower bound of the form: see [`Octagon::upper`].
    pub fn lower(&self, form: &Linear) -> Option<Rational> {
        self.upper(&form.negated()).map(|b| -b)
    }

    /// An upper bound of the form, and whether it is the least one (`None`: whether the form is known to be unbounded).
    pub fn maximum(&self, form: &Linear) -> (Option<Rational>, Exactness) {
        let Some(blocks) = self.closed() else { return (None, Exactness::Over) };
        let mut total = Some(Rational::from(form.constant_term().clone()));
        let mut exact = true;
        let mut parts: Vec<(usize, Vec<Share>)> = Vec::new();
        for (dimension, c) in form.terms() {
            // An unbounded variable of its own decides.
            let Some((block, _, x)) = Octagon::place(blocks, dimension) else { return (None, Exactness::Exact) };
            let negative = *c < Int::ZERO;
            let share = Share { literal: 2 * x + usize::from(negative), amount: if negative { -c } else { c.clone() } };
            match parts.iter_mut().find(|(b, _)| *b == block) {
                Some((_, shares)) => shares.push(share),
                None => parts.push((block, vec![share])),
            }
        }
        for (block, mut shares) in parts {
            exact &= match shares.as_slice() {
                [_] => true,
                [a, b] => !self.integer || a.amount == b.amount,
                _ => false,
            };
            total = total.zip(combination(&blocks[block], &mut shares)).map(|(t, b)| t + b);
        }
        if self.integer {
            // An octagonal part has an integer bound in the integer mode, so rounding does not matter there.
            total = total.map(|bound| rounded(bound, false, true));
        }
        (total, Exactness::when(exact))
    }

    /// Whether every point satisfies the constraint: never wrong when it says yes, and always says so for octagonal
    /// constraints.
    pub fn implies(&self, constraint: &Constraint) -> bool {
        if self.is_empty() {
            return true;
        }
        let lower = self.lower(&constraint.form);
        match constraint.relation {
            Relation::NonNegative => lower.is_some_and(|l| l >= Rational::ZERO),
            Relation::Positive => lower.is_some_and(|l| l > Rational::ZERO),
            Relation::Zero => {
                lower.is_some_and(|l| l == Rational::ZERO) && self.upper(&constraint.form).is_some_and(|u| u == Rational::ZERO)
            }
        }
    }

    /// Whether the point belongs to the set; missing coordinates count as 0.
    pub fn contains(&self, point: &[Rational]) -> bool {
        let Some(blocks) = self.current() else { return false };
        let zero = Rational::ZERO;
        let at = |dimension: usize| point.get(dimension).unwrap_or(&zero);
        if self.integer && !(0..self.dimensions).all(|d| at(d).is_int()) {
            return false;
        }
        let value = |literal: usize| if literal.is_multiple_of(2) { at(literal / 2).clone() } else { -at(literal / 2) };
        blocks.iter().all(|block| {
            (0..block.literals()).all(|i| {
                (0..=(i | 1)).filter(|j| *j != i).all(|j| {
                    let of = |literal: usize| value(2 * block.variables[literal / 2] + literal % 2);
                    block.bound(i, j).is_none_or(|bound| of(j) - of(i) <= bound)
                })
            })
        })
    }

    /// Some point, with coordinates near 0; `None` if there is none.
    pub fn sample(&self) -> Option<Vec<Rational>> {
        self.point(|low, high| match (low, high) {
            (Some(low), _) if *low > Rational::ZERO => low.clone(),
            (_, Some(high)) if *high < Rational::ZERO => high.clone(),
            _ => Rational::ZERO,
        })
    }

    /// The point whose coordinates are chosen one after the other between the bounds that the earlier ones leave, which
    /// are integers in the integer mode; a choice outside of them is replaced by a bound. Every point can be chosen.
    /// `None` if there is none.
    pub fn point(&self, mut choose: impl FnMut(Option<&Rational>, Option<&Rational>) -> Rational) -> Option<Vec<Rational>> {
        let blocks = self.closed()?;
        let mut point: Vec<Rational> = Vec::with_capacity(self.dimensions);
        for dimension in 0..self.dimensions {
            let (mut low, mut high) = (None, None);
            let lower = |bound: Rational, slot: &mut Option<Rational>| {
                if slot.as_ref().is_none_or(|old| bound < *old) {
                    *slot = Some(bound);
                }
            };
            if let Some((_, block, x)) = Octagon::place(blocks, dimension) {
                for (sign, slot) in [(0, &mut high), (1, &mut low)] {
                    let literal = 2 * x + sign;
                    if let Some(bound) = block.bound(literal ^ 1, literal) {
                        lower(halved(bound), slot);
                    }
                    for (y, other) in block.variables[..x].iter().enumerate() {
                        for (from, value) in [(2 * y, point[*other].clone()), (2 * y + 1, -point[*other].clone())] {
                            if let Some(bound) = block.bound(from, literal) {
                                lower(bound + value, slot);
                            }
                        }
                    }
                }
            }
            let low = low.map(|b| -b);
            let mut value = choose(low.as_ref(), high.as_ref());
            if self.integer {
                value = rounded(value, false, true);
            }
            if let Some(high) = high.filter(|high| value > *high) {
                value = high;
            }
            if let Some(low) = low.filter(|low| value < *low) {
                value = low;
            }
            point.push(value);
        }
        Some(point)
    }

    /// A positive multiple of the form in which variables with a single value are replaced by it, and the multiplier.
    pub(super) fn folded(&self, form: &Linear) -> (Linear, Int) {
        let fixed: Vec<(usize, Rational)> = form.terms().filter_map(|(d, _)| Some((d, self.fixed(d)?))).collect();
        let multiplier = fixed.iter().fold(Int::ONE, |m, (_, value)| {
            let d = Int::from(value.denominator().clone());
            &m / gcd(&m, &d) * d
        });
        let mut folded = form.scaled(&multiplier);
        for (dimension, value) in fixed {
            let c = folded.coefficient(dimension);
            folded.add_term(dimension, &-&c);
            folded.add_constant(&(c * value.numerator() / Int::from(value.denominator().clone())));
        }
        (folded, multiplier)
    }
}

/// The bound of the sum of the shares of one closed block, taken from pairs of literals as long as a pair is better than
/// its two singles, the pair that gains most first. Everything is counted in halves of the block's unit.
fn combination(block: &Block, shares: &mut [Share]) -> Option<Rational> {
    let single: Vec<Option<Int>> = shares.iter().map(|s| block.cells.at(s.literal ^ 1, s.literal)).collect();
    // How many unbounded singles a pair replaces, what it gains, its two shares, its bound.
    let mut pairs: Vec<(usize, Int, usize, usize, Int)> = Vec::new();
    for a in 0..shares.len() {
        for b in 0..a {
            let Some(bound) = block.cells.at(shares[a].literal ^ 1, shares[b].literal) else { continue };
            let bound = bound * Int::from(2);
            match (&single[a], &single[b]) {
                (Some(x), Some(y)) => {
                    let gain = x + y - &bound;
                    if gain > Int::ZERO {
                        pairs.push((0, gain, a, b, bound));
                    }
                }
                (x, y) => pairs.push((usize::from(x.is_none()) + usize::from(y.is_none()), Int::ZERO, a, b, bound)),
            }
        }
    }
    pairs.sort_by(|p, q| (q.0, &q.1).cmp(&(p.0, &p.1)));
    let mut total = Int::ZERO;
    for (_, _, a, b, bound) in pairs {
        let amount = shares[a].amount.clone().min(shares[b].amount.clone());
        total += bound * &amount;
        shares[a].amount -= &amount;
        shares[b].amount -= &amount;
    }
    for (share, bound) in shares.iter().zip(&single).filter(|(share, _)| share.amount != Int::ZERO) {
        total += bound.as_ref()? * &share.amount;
    }
    Some(Rational::from_parts_signed(total, &block.denominator * Int::from(2)))
}
