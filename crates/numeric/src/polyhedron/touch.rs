//! Where a valid inequality touches a polyhedron, and what two polyhedra have in common: the questions of widenings.

use super::Polyhedron;
use super::block::{Block, Body, columns};
use super::bound::{holds_on, least_in};
use super::cone::Side;
use super::view::form_of;
use crate::bits::Bits;
use crate::row::{Row, Rows};
use crate::{Constraint, Rational, Relation};
use std::sync::Arc;

/// What the points are at which a form that is non-negative on the polyhedron vanishes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Touch {
    /// The polyhedron itself, or a facet.
    Facet,
    /// A facet that a strict constraint excludes.
    ExcludedFacet,
    /// An excluded face that is no facet.
    ExcludedFace,
    Elsewhere,
}

impl Polyhedron {
    /// If both are closed and `new` lies in the affine hull of this: the constraints of this that hold on `new`. Only the
    /// generators of `new` are needed. Neither may be empty.
    pub(crate) fn surviving_facets(&self, new: &Polyhedron) -> Option<Polyhedron> {
        let mine = self.parts().expect("not empty");
        let theirs = new.spanned().expect("not empty");
        let closed = |blocks: &[&Arc<Block>]| blocks.iter().all(|b| b.known().is_none_or(|body| body.strict.is_empty()));
        if !closed(&mine) || !closed(&theirs) {
            return None;
        }
        let holds = |b: &Block, row: Row, relation| holds_on(&theirs, &b.dimensions, row, relation);
        let equations = |b: &Block| b.body().pair.constraints.lines.iter().all(|row| holds(b, row, Relation::Zero));
        if !mine.iter().all(|b| equations(b)) {
            return None;
        }
        let mut blocks = Vec::with_capacity(mine.len());
        for block in mine {
            let constraints = &block.body().pair.constraints;
            let kept: Vec<usize> =
                (0..constraints.rays.len()).filter(|i| holds(block, constraints.rays.row(*i), Relation::NonNegative)).collect();
            blocks.extend(reduced(block, &kept));
        }
        Some(Polyhedron::of_blocks(self.dimensions, blocks))
    }

    /// The constraints of `new` that touch this where a facet of this does, and those that do not; `new` must include
    /// this, and neither be empty.
    pub(crate) fn stable_facets(&self, new: &Polyhedron) -> (Polyhedron, Vec<Constraint>) {
        let old = self.parts().expect("not empty");
        let (mut blocks, mut lost, mut positive) = (Vec::new(), Vec::new(), Vec::new());
        for block in new.parts().expect("not empty") {
            let body = block.body();
            let facets = &body.pair.constraints.rays;
            let mut kept = Vec::with_capacity(facets.len());
            for index in 0..facets.len() {
                let row = facets.row(index);
                if row.is_constant() {
                    kept.push(index);
                    continue;
                }
                match touch(&old, &block.dimensions, row) {
                    Touch::Facet | Touch::ExcludedFacet => kept.push(index),
                    _ if body.strict.iter().any(|s| s.compare(row).is_eq()) => {}
                    _ => lost.push(Constraint::non_negative(form_of(block, row))),
                }
            }
            for row in body.strict.iter() {
                let constraint = Constraint::positive(form_of(block, row));
                match touch(&old, &block.dimensions, row) {
                    Touch::ExcludedFacet | Touch::ExcludedFace => positive.push(constraint),
                    Touch::Facet => {}
                    Touch::Elsewhere => lost.push(constraint),
                }
            }
            let closed = body.strict.is_empty();
            if kept.len() == facets.len() && closed {
                blocks.push(block.clone());
            } else {
                blocks.push(Arc::new(some_facets(block, &kept)));
            }
        }
        let mut result = Polyhedron::of_blocks(self.dimensions, blocks);
        // A strict constraint at a face that is no facet must not bound the closure.
        positive.retain(|c| result.implies(&Constraint::non_negative(c.form.clone())));
        result.meet_constraints(&positive);
        (result, lost)
    }

    /// What is equal in both, and the rest of each: every block that is the same on both sides is in the first result
    /// and free in the other two.
    pub(crate) fn changed(old: &Polyhedron, new: &Polyhedron) -> (Polyhedron, Polyhedron, Polyhedron) {
        let n = old.dimensions;
        let (a, b) = (old.parts().expect("not empty"), new.parts().expect("not empty"));
        let same = |x: &Arc<Block>, list: &[&Arc<Block>]| {
            list.iter().any(|y| Arc::ptr_eq(x, y) || (x.dimensions == y.dimensions && x.body().same(y.body())))
        };
        let pick = |list: &[&Arc<Block>], other: &[&Arc<Block>], wanted: bool| {
            let blocks = list.iter().filter(|x| same(x, other) == wanted).map(|x| (*x).clone()).collect();
            Polyhedron::of_blocks(n, blocks)
        };
        (pick(&a, &b, true), pick(&a, &b, false), pick(&b, &a, false))
    }
}

/// The block with some of its facets only; itself if these are all.
fn reduced(block: &Arc<Block>, kept: &[usize]) -> Option<Arc<Block>> {
    let constraints = &block.body().pair.constraints;
    if kept.len() == constraints.rays.len() {
        return Some(block.clone());
    }
    if constraints.lines.is_empty() && kept.iter().all(|i| constraints.rays.row(*i).is_constant()) {
        return None;
    }
    Some(Arc::new(some_facets(block, kept)))
}

fn some_facets(block: &Block, kept: &[usize]) -> Block {
    let constraints = &block.body().pair.constraints;
    let side = Side { lines: constraints.lines.clone(), rays: constraints.rays.pick(kept.iter().copied()) };
    let width = side.width();
    Block::of_constraints(block.dimensions.clone(), side, Rows::new(width))
}

/// Where a row that is non-negative on the product of the parts vanishes on it.
fn touch(parts: &[&Arc<Block>], dimensions: &[usize], row: Row) -> Touch {
    // The block in which the face is not everything, and the face there.
    let mut proper: Option<(&Body, Bits)> = None;
    let whole_row = Rows::single(row);
    let occurs = |(k, d): (usize, &usize), b: &Block| row.sign(k + 1) != 0 && b.dimensions.binary_search(d).is_ok();
    let touched: Vec<&&Arc<Block>> = parts.iter().filter(|b| dimensions.iter().enumerate().any(|x| occurs(x, b))).collect();
    let mut low = (touched.len() > 1).then(|| Rational::from(row.get(0).to_int()));
    for block in touched {
        let mut select = columns(dimensions, &block.dimensions);
        if low.is_some() {
            select[0] = None;
        }
        let local = whole_row.select(&select);
        let body = block.body();
        let value = match &mut low {
            None => Rational::ZERO,
            Some(low) => {
                let Some((value, _)) = least_in(block, local.row(0)) else { return Touch::Elsewhere };
                *low += &value;
                value
            }
        };
        let (face, whole, point) = face_at(body, local.row(0), &value);
        if !point {
            return Touch::Elsewhere;
        }
        if !whole {
            if proper.is_some() {
                return Touch::Elsewhere;
            }
            proper = Some((body, face));
        }
    }
    if low.is_some_and(|low| low != Rational::ZERO) {
        return Touch::Elsewhere;
    }
    let Some((body, face)) = proper else { return Touch::Facet };
    let pair = &body.pair;
    let among = |sets: &Bits, i: usize| sets.row(i)[..face.stride()] == *face.row(0);
    let facets = &pair.constraints.rays;
    let facet = (0..facets.len()).any(|f| among(&pair.saturation, f) && !facets.row(f).is_constant());
    let excluded = (0..body.faces.len()).any(|i| among(&body.faces, i));
    match (facet, excluded) {
        (true, false) => Touch::Facet,
        (true, true) => Touch::ExcludedFacet,
        (false, true) => Touch::ExcludedFace,
        (false, false) => Touch::Elsewhere,
    }
}

/// The rays of the face where a row has a given value, whether these are all, and whether there is a point among them.
fn face_at(body: &Body, row: Row, value: &Rational) -> (Bits, bool, bool) {
    let rays = &body.pair.generators.rays;
    let mut face = Bits::zero(1, rays.len());
    let (mut whole, mut point) = (true, false);
    let zero = *value == Rational::ZERO;
    for (g, ray) in rays.iter().enumerate() {
        let product = ray.dot(row);
        let inside = if zero { product.is_zero() } else { Rational::from(product.to_int()) == value * Rational::from(ray.get(0).to_int()) };
        if inside {
            face.set(0, g);
            point |= ray.sign(0) > 0;
        }
        whole &= inside;
    }
    (face, whole, point)
}
