//! Where a valid inequality touches a polyhedron, and what two polyhedra have in common: the questions of widenings.

use super::Polyhedron;
use super::block::Body;
use super::block::{Block, columns};
use super::bound::{least_in, row_alone};
use crate::Linear;
use crate::bits::Bits;
use crate::row::Row;
use std::sync::Arc;

/// What the points are at which a form that is non-negative on the polyhedron vanishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Touch {
    /// The polyhedron itself, or a facet.
    Facet,
    /// A facet that a strict constraint excludes.
    ExcludedFacet,
    /// An excluded face that is no facet.
    ExcludedFace,
    Elsewhere,
}

impl Polyhedron {
    /// Assumes that the polyhedron is not empty and that the form is non-negative on it.
    pub(crate) fn touch(&self, form: &Linear) -> Touch {
        let parts = self.parts().expect("not empty");
        let (dimensions, row) = row_alone(form);
        // The block in which the face is not everything, and the face there.
        let mut proper: Option<(&Body, Bits)> = None;
        let mut low = crate::Rational::from(form.constant_term().clone());
        for block in parts.iter().filter(|b| dimensions.iter().any(|d| b.dimensions.binary_search(d).is_ok())) {
            let mut select = columns(&dimensions, &block.dimensions);
            select[0] = None;
            let local = row.select(&select);
            let body = block.body();
            let Some((value, face, whole)) = lowest(block, local.row(0)) else { return Touch::Elsewhere };
            low += value;
            if !whole {
                if proper.is_some() {
                    return Touch::Elsewhere;
                }
                proper = Some((body, face));
            }
        }
        if low != crate::Rational::ZERO {
            return Touch::Elsewhere;
        }
        let Some((body, face)) = proper else { return Touch::Facet };
        let pair = &body.pair;
        let among = |sets: &Bits, i: usize| sets.row(i)[..face.stride()] == *face.row(0);
        let facet = (0..pair.constraints.rays.len()).any(|f| !pair.constraints.rays.row(f).is_constant() && among(&pair.saturation, f));
        let excluded = (0..body.faces.len()).any(|i| among(&body.faces, i));
        match (facet, excluded) {
            (true, false) => Touch::Facet,
            (true, true) => Touch::ExcludedFacet,
            (false, true) => Touch::ExcludedFace,
            (false, false) => Touch::Elsewhere,
        }
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

/// The least value of a row on a body, the rays of the face where it is taken, and whether that is all of them; `None` if
/// there is no least value.
fn lowest(block: &Block, row: Row) -> Option<(crate::Rational, Bits, bool)> {
    let (value, _) = least_in(block, row)?;
    let rays = &block.body().pair.generators.rays;
    let mut face = Bits::zero(1, rays.len());
    let mut whole = true;
    for (g, ray) in rays.iter().enumerate() {
        let product = crate::Rational::from(ray.dot(row).to_int());
        if product == &value * crate::Rational::from(ray.get(0).to_int()) {
            face.set(0, g);
        } else {
            whole = false;
        }
    }
    Some((value, face, whole))
}
