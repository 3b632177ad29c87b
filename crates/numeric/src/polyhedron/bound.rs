//! Bounds of linear forms, and what holds on a product: block by block, from the generators.

use super::Polyhedron;
use super::block::{Block, columns};
use super::cone::Side;
use crate::bits::{self, Bits};
use crate::row::{Row, Rows};
use crate::scalar::Scalar;
use crate::{Int, Linear, Rational, Relation};
use std::cmp::Ordering;
use std::sync::Arc;

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

impl Polyhedron {
    /// The least upper bound of the form.
    pub fn maximise(&self, form: &Linear) -> Supremum {
        let Some(blocks) = self.spanned() else { return Supremum::Empty };
        let (dimensions, mut row) = row_alone(form);
        row.negate(0);
        match least(&blocks, &dimensions, row.row(0)) {
            None => Supremum::Unbounded,
            Some((value, attained)) => Supremum::Finite { value: -value, attained },
        }
    }

    /// The greatest lower bound of the form.
    pub fn minimise(&self, form: &Linear) -> Supremum {
        let Some(blocks) = self.spanned() else { return Supremum::Empty };
        let (dimensions, row) = row_alone(form);
        match least(&blocks, &dimensions, row.row(0)) {
            None => Supremum::Unbounded,
            Some((value, attained)) => Supremum::Finite { value, attained },
        }
    }
}

/// The form as a row over its own dimensions; not divided by anything, so that its values stay what they are.
pub(super) fn row_alone(form: &Linear) -> (Vec<usize>, Rows) {
    let dimensions: Vec<usize> = form.terms().map(|(d, _)| d).collect();
    let row = row_over(form, &dimensions);
    (dimensions, row)
}

/// The form as a row over the given dimensions, which must contain its own; not divided by anything.
pub(super) fn row_over(form: &Linear, dimensions: &[usize]) -> Rows {
    let width = dimensions.len() + 1;
    let mut rows = Rows::with_capacity(width, 1);
    rows.push_unit(0, 0);
    let scalar = |value: &Int| match i64::try_from(value) {
        Ok(word) if word != i64::MIN => Scalar::Small(word),
        _ => Scalar::from(value.clone()),
    };
    rows.put(0, 0, &scalar(form.constant_term()));
    for (dimension, c) in form.terms() {
        let place = dimensions.binary_search(&dimension).expect("a dimension of the block");
        rows.put(0, place + 1, &scalar(c));
    }
    rows
}

/// Whether the product of `large`, all solved, includes the product of `small`.
pub(super) fn blocks_include(large: &[&Arc<Block>], small: &[&Arc<Block>]) -> bool {
    large.iter().all(|block| {
        small.iter().any(|b| Arc::ptr_eq(b, block)) || {
            let body = block.body();
            let constraints = &body.pair.constraints;
            let among = |rows: &Rows, relation| rows.iter().all(|row| holds_on(small, &block.dimensions, row, relation));
            among(&constraints.lines, Relation::Zero)
                && among(&constraints.rays, Relation::NonNegative)
                && among(&body.strict, Relation::Positive)
        }
    })
}

/// Whether a row over some dimensions satisfies the relation on the product of the blocks, which must have their
/// generators at hand.
pub(super) fn holds_on(blocks: &[&Arc<Block>], dimensions: &[usize], row: Row, relation: Relation) -> bool {
    // The block of the first dimension that occurs; nearly always it is the only one.
    let Some(first) = (1..row.len()).find(|c| row.sign(*c) != 0) else {
        let sign = row.sign(0);
        return match relation {
            Relation::Zero => sign == 0,
            Relation::NonNegative => sign >= 0,
            Relation::Positive => sign > 0,
        };
    };
    let dimension = dimensions[first - 1];
    let Some(block) = blocks.iter().find(|b| b.dimensions.binary_search(&dimension).is_ok()) else { return false };
    if block.dimensions == dimensions {
        return holds_in(block, row, relation);
    }
    let inside = |(k, d): (usize, &usize)| row.sign(k + 1) == 0 || block.dimensions.binary_search(d).is_ok();
    if dimensions.iter().enumerate().all(inside) {
        let local = Rows::single(row).select(&columns(dimensions, &block.dimensions));
        return holds_in(block, local.row(0), relation);
    }
    let Some((low, attained)) = least(blocks, dimensions, row) else { return false };
    match relation {
        Relation::NonNegative => low >= Rational::ZERO,
        Relation::Positive => low > Rational::ZERO || (low == Rational::ZERO && !attained),
        Relation::Zero => {
            let mut negative = Rows::single(row);
            negative.negate(0);
            low == Rational::ZERO && least(blocks, dimensions, negative.row(0)).is_some_and(|(low, _)| low == Rational::ZERO)
        }
    }
}

fn sides(block: &Block) -> impl Iterator<Item = &Side> {
    let (first, second) = block.generators();
    std::iter::once(first).chain(second)
}

/// The same within one block: the signs on the generators decide.
fn holds_in(block: &Block, row: Row, relation: Relation) -> bool {
    if !sides(block).all(|side| side.lines.all_zero_on(row)) {
        return false;
    }
    match relation {
        Relation::Zero => sides(block).all(|side| side.rays.all_zero_on(row)),
        Relation::NonNegative => sides(block).all(|side| side.rays.all_non_negative_on(row)),
        Relation::Positive => {
            let Some(body) = block.known() else {
                // An open block is a closed set.
                let positive = |ray: Row| ray.dot(row).sign() >= i32::from(ray.sign(0) > 0);
                return sides(block).all(|side| side.rays.iter().all(positive));
            };
            let rays = &body.pair.generators.rays;
            let mut face = Bits::zero(1, rays.len());
            let mut point = false;
            for (g, ray) in rays.iter().enumerate() {
                match ray.dot(row).sign() {
                    -1 => return false,
                    0 => {
                        face.set(0, g);
                        point |= ray.sign(0) > 0;
                    }
                    _ => {}
                }
            }
            !point || (0..body.faces.len()).any(|i| bits::subset(face.row(0), body.faces.row(i)))
        }
    }
}

/// The greatest lower bound of a row on the product of the blocks, and whether it is attained; `None` if there is none.
fn least(blocks: &[&Arc<Block>], dimensions: &[usize], row: Row) -> Option<(Rational, bool)> {
    let mut sum = Rational::from(row.get(0).to_int());
    let mut attained = true;
    let mut left = (1..row.len()).filter(|c| row.sign(*c) != 0).count();
    let whole = Rows::single(row);
    for block in blocks {
        let here = |(k, d): (usize, &usize)| row.sign(k + 1) != 0 && block.dimensions.binary_search(d).is_ok();
        let count = dimensions.iter().enumerate().filter(|x| here(*x)).count();
        if count == 0 {
            continue;
        }
        left -= count;
        let mut select = columns(dimensions, &block.dimensions);
        select[0] = None;
        let (value, reached) = least_in(block, whole.select(&select).row(0))?;
        sum += value;
        attained &= reached;
    }
    (left == 0).then_some((sum, attained))
}

/// The same within one block.
pub(super) fn least_in(block: &Block, row: Row) -> Option<(Rational, bool)> {
    if !sides(block).all(|side| side.lines.all_zero_on(row)) {
        return None;
    }
    let mut best: Option<(Scalar, Scalar)> = None;
    for ray in sides(block).flat_map(|side| side.rays.iter()) {
        let product = ray.dot(row);
        if ray.sign(0) == 0 {
            if product.sign() < 0 {
                return None;
            }
            continue;
        }
        let denominator = ray.get(0);
        let better = best.as_ref().is_none_or(|(value, scale)| compare(&product, &denominator, value, scale).is_lt());
        if better {
            best = Some((product, denominator));
        }
    }
    let (value, scale) = best?;
    let mut attained = true;
    if let Some(body) = block.known().filter(|body| body.faces.len() > 0) {
        let rays = &body.pair.generators.rays;
        let lowest = |g: &usize| {
            let ray = rays.row(*g);
            match ray.sign(0) {
                0 => ray.dot(row).is_zero(),
                _ => compare(&ray.dot(row), &ray.get(0), &value, &scale).is_eq(),
            }
        };
        let face: Vec<usize> = (0..rays.len()).filter(lowest).collect();
        attained = !(0..body.faces.len()).any(|i| face.iter().all(|g| body.faces.get(i, *g)));
    }
    let scale = scale.to_int().into_parts().1;
    Some((Rational::from_parts(value.to_int(), scale), attained))
}

/// a/b against c/d, for positive b and d.
fn compare(a: &Scalar, b: &Scalar, c: &Scalar, d: &Scalar) -> Ordering {
    Scalar::compare_products(a, d, c, b)
}
