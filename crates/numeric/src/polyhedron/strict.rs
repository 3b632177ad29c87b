//! Strict inequalities: a polyhedron that is not closed is its closure without some faces.
//!
//! A strict constraint that holds on a set is an inequality that is valid on the closure, and it removes one face. So a
//! polyhedron with strict constraints is a closed one and a list of faces, each a bit set over the generators. This is
//! the idea of Becchi, Zaffanella: A direct encoding for NNC polyhedra, CAV 2018 (support sets beside a closed
//! skeleton), in the form that our blocks need; no slack dimension is spent on it, and closed polyhedra pay nothing.
//!
//! Facts used, for a closed polyhedron C with excluded faces Fᵢ:
//! - C without the Fᵢ is empty iff some Fᵢ is C; otherwise its closure is C.
//! - A face is covered by the union of the Fᵢ iff it lies in one of them (its relative interior must lie somewhere).
//! - A face G of a hull misses the set iff for each part G ∩ C has no point or lies in one of the part's Fᵢ.

use super::cone::Pair;
use crate::bits::{self, Bits};
use crate::row::Rows;
use crate::scalar::Scalar;
use std::collections::BTreeSet;

/// For each form, the rays of the pair on which it vanishes.
pub(crate) fn faces(pair: &Pair, forms: &Rows) -> Bits {
    let mut faces = Bits::zero(forms.len(), pair.generators.rays.len());
    for (index, form) in forms.iter().enumerate() {
        for (g, ray) in pair.generators.rays.iter().enumerate() {
            if ray.dot(form).is_zero() {
                faces.set(index, g);
            }
        }
    }
    faces
}

/// The forms that matter, in canonical form, with their faces; `None` if they leave nothing.
pub(crate) fn reduced(pair: &Pair, forms: &Rows) -> Option<(Rows, Bits)> {
    let rays = pair.generators.rays.len();
    if forms.is_empty() {
        return Some((Rows::new(pair.width()), Bits::new(rays)));
    }
    let all = faces(pair, forms);
    let mut kept: Vec<Vec<u64>> = Vec::new();
    for index in 0..all.len() {
        let face = all.row(index);
        if bits::count(face) == rays {
            return None;
        }
        if !has_point(pair, face) || kept.iter().any(|k| bits::subset(face, k)) {
            continue;
        }
        kept.retain(|k| !bits::subset(k, face));
        kept.push(face.to_vec());
    }
    Some(forms_of(pair, &kept))
}

fn has_point(pair: &Pair, face: &[u64]) -> bool {
    let rays = &pair.generators.rays;
    (0..rays.len()).any(|g| face[g / 64] >> (g % 64) & 1 == 1 && rays.row(g).sign(0) > 0)
}

/// For each face, the sum of the facets that contain it: it vanishes there and nowhere else.
fn forms_of(pair: &Pair, faces: &[Vec<u64>]) -> (Rows, Bits) {
    let mut list: Vec<(Rows, &Vec<u64>)> = faces.iter().map(|face| (supporting(pair, face), face)).collect();
    list.sort_by(|a, b| a.0.row(0).compare(b.0.row(0)));
    let mut forms = Rows::new(pair.width());
    let mut sets = Bits::new(pair.generators.rays.len());
    for (form, face) in list {
        forms.push(form.row(0));
        sets.push(face);
    }
    (forms, sets)
}

fn supporting(pair: &Pair, face: &[u64]) -> Rows {
    let mut sum: Option<Rows> = None;
    let facets = &pair.constraints.rays;
    for facet in 0..facets.len() {
        if facets.row(facet).is_constant() || !bits::subset(face, pair.saturation.row(facet)) {
            continue;
        }
        match &mut sum {
            None => sum = Some(facets.pick([facet])),
            Some(sum) => sum.combine_into(0, &Scalar::ONE, facets.row(facet), &Scalar::ONE),
        }
    }
    sum.unwrap_or_else(|| {
        let mut nothing = Rows::new(pair.width());
        nothing.push_unit(0, 0);
        nothing
    })
}

/// A part of a hull: its rays in the coordinates of the hull, and its excluded faces over them.
pub(crate) struct Covered<'a> {
    pub rays: &'a Rows,
    pub faces: &'a Bits,
}

/// The search for the faces of a hull that no part reaches.
struct Search<'a> {
    pair: &'a Pair,
    /// For each facet of the hull, its rays of the hull; and for each part, its rays of the part.
    facets: Vec<(&'a [u64], Vec<Vec<u64>>)>,
    parts: &'a [Covered<'a>],
    /// Rays of the hull that may be in a face that is missed: rays at infinity, and points that no part reaches.
    possible: Vec<u64>,
    found: Vec<Vec<u64>>,
    seen: BTreeSet<Vec<u64>>,
}

/// The forms of the maximal faces of the hull that contain no point of any part.
pub(crate) fn excluded(hull: &Pair, parts: &[Covered]) -> Rows {
    let mut facets = Vec::new();
    for (index, row) in hull.constraints.rays.iter().enumerate() {
        if row.is_constant() {
            continue;
        }
        let of_parts = parts.iter().map(|part| {
            let mut set = Bits::zero(1, part.rays.len());
            for (g, ray) in part.rays.iter().enumerate() {
                if ray.dot(row).is_zero() {
                    set.set(0, g);
                }
            }
            set.row(0).to_vec()
        });
        facets.push((hull.saturation.row(index), of_parts.collect()));
    }
    let rays = hull.generators.rays.len();
    let mut search = Search { pair: hull, facets, parts, possible: Vec::new(), found: Vec::new(), seen: BTreeSet::new() };
    let mut possible = Bits::zero(1, rays);
    for g in 0..rays {
        let mut alone = Bits::zero(1, rays);
        alone.set(0, g);
        // The smallest face that contains the ray is cut out by all its facets.
        let containing: Vec<usize> = (0..search.facets.len()).filter(|f| bits::subset(alone.row(0), search.facets[*f].0)).collect();
        if hull.generators.rays.row(g).sign(0) == 0 || search.misses(&containing) {
            possible.set(0, g);
        }
    }
    search.possible = possible.row(0).to_vec();
    if has_point(hull, &search.possible) {
        search.descend(&[]);
    }
    let found = std::mem::take(&mut search.found);
    let maximal: Vec<Vec<u64>> = found.iter().filter(|f| !found.iter().any(|g| g != *f && bits::subset(f, g))).cloned().collect();
    forms_of(hull, &maximal).0
}

impl Search<'_> {
    /// Whether the face in which the given facets meet contains no point of any part.
    fn misses(&self, facets: &[usize]) -> bool {
        (0..self.parts.len()).all(|p| {
            let part = &self.parts[p];
            let mut inside = Bits::new(part.rays.len());
            inside.push_ones(part.rays.len());
            let mut inside = inside.row(0).to_vec();
            for &f in facets {
                inside.iter_mut().zip(&self.facets[f].1[p]).for_each(|(x, y)| *x &= y);
            }
            let reached = (0..part.rays.len()).any(|g| inside[g / 64] >> (g % 64) & 1 == 1 && part.rays.row(g).sign(0) > 0);
            !reached || (0..part.faces.len()).any(|i| bits::subset(&inside, part.faces.row(i)))
        })
    }

    fn descend(&mut self, facets: &[usize]) {
        let rays = self.pair.generators.rays.len();
        let mut all = Bits::new(rays);
        all.push_ones(rays);
        let mut face = all.row(0).to_vec();
        for &f in facets {
            face.iter_mut().zip(self.facets[f].0).for_each(|(x, y)| *x &= y);
        }
        if !has_point(self.pair, &face) || !self.seen.insert(face.clone()) {
            return;
        }
        // What a missed face below this one can consist of.
        let rest: Vec<u64> = face.iter().zip(&self.possible).map(|(x, y)| x & y).collect();
        if !has_point(self.pair, &rest) || self.found.iter().any(|f| bits::subset(&rest, f)) {
            return;
        }
        if self.misses(facets) {
            self.found.push(face);
            return;
        }
        for next in 0..self.facets.len() {
            if !bits::subset(&face, self.facets[next].0) {
                let mut more = facets.to_vec();
                more.push(next);
                self.descend(&more);
            }
        }
    }
}

/// The minimal faces with no vertex in the set that reach into it all the same; each needs a point of its own among the
/// generators.
pub(crate) fn inner_faces(pair: &Pair, faces: &Bits) -> Vec<Vec<usize>> {
    let rays = &pair.generators.rays;
    let excluded = |g: usize| (0..faces.len()).any(|i| faces.get(i, g));
    let choice: Vec<usize> = (0..rays.len()).filter(|g| rays.row(*g).sign(0) == 0 || excluded(*g)).collect();
    let mut found: Vec<Vec<usize>> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut open: Vec<Vec<usize>> = choice.iter().filter(|g| rays.row(**g).sign(0) > 0).map(|g| smallest_face(pair, &[*g])).collect();
    while let Some(face) = open.pop() {
        // A face with a vertex that belongs to the set needs no other point.
        if face.iter().any(|g| rays.row(*g).sign(0) > 0 && !excluded(*g)) || !seen.insert(face.clone()) {
            continue;
        }
        match (0..faces.len()).find(|i| face.iter().all(|g| faces.get(*i, *g))) {
            None => found.push(face),
            Some(i) => {
                for &g in choice.iter().filter(|g| !faces.get(i, **g)) {
                    let mut more = face.clone();
                    more.push(g);
                    open.push(smallest_face(pair, &more));
                }
            }
        }
    }
    let inside = |a: &Vec<usize>, b: &Vec<usize>| a.iter().all(|g| b.contains(g));
    let mut minimal: Vec<Vec<usize>> = found.iter().filter(|f| !found.iter().any(|g| g != *f && inside(g, f))).cloned().collect();
    minimal.sort();
    minimal
}

/// The rays of the smallest face that contains the given ones.
fn smallest_face(pair: &Pair, rays: &[usize]) -> Vec<usize> {
    let facets: Vec<usize> = (0..pair.saturation.len()).filter(|f| rays.iter().all(|g| pair.saturation.get(*f, *g))).collect();
    (0..pair.generators.rays.len()).filter(|g| facets.iter().all(|f| pair.saturation.get(*f, *g))).collect()
}
