//! A more precise widening of polyhedra.
//!
//! Bagnara, Hill, Ricci, Zaffanella: Precise widening operators for convex polyhedra, SAS 2003 and SCP 2005. The standard
//! widening is used only where nothing better makes progress in a well-founded order on polyhedra, the [`Certificate`].
//! Tried in turn: the new element itself; combinations of the constraints that the standard widening drops; rays along
//! which points moved; rays turned the way old rays turned into new ones.
//!
//! Termination: the certificate of the result is smaller than that of the old element, or the two are equal sets; the
//! standard widening, which is the last resort, decreases it too. Of sets that are not closed, the closures are compared,
//! and only the first technique is tried.
//!
//! Blocks that are the same in both arguments take no part: what they add to the certificates is the same.

use super::standard::standard;
use crate::linear::whole;
use crate::{Constraint, Generator, Int, Linear, Polyhedron, Rational, Relation};
use std::cmp::Ordering;

/// The widening; if `new` does not include `old`, their hull is taken for it.
pub fn bhrz03(old: &Polyhedron, new: &Polyhedron) -> Polyhedron {
    if old.is_empty() {
        return new.clone();
    }
    if !new.includes(old) {
        return bhrz03(old, &old.join(new));
    }
    if old.includes(new) {
        return new.clone();
    }
    let (same, old, new) = Polyhedron::changed(old, new);
    same.meet(&widen_changed(&old, &new))
}

fn widen_changed(old: &Polyhedron, new: &Polyhedron) -> Polyhedron {
    if !old.is_closed() || !new.is_closed() {
        // The order is on the closures. Where these are equal, faces come back, of which there are finitely many.
        let (before, after) = (old.closure(), new.closure());
        let progress = before == after || Certificate::of(&after).is_below(&Certificate::of(&before));
        return if progress { new.clone() } else { standard(old, new) };
    }
    let before = Certificate::of(old);
    if Certificate::of(new).is_below(&before) {
        return new.clone();
    }
    let (widest, lost) = old.stable_facets(new);
    let accepted = |candidate: &Polyhedron| Certificate::of(candidate).is_below(&before) && !candidate.includes(&widest);
    let old_generators = old.generators();
    let new_generators = new.generators();
    let candidates: [&dyn Fn() -> Option<Polyhedron>; 3] = [
        &|| combined_constraints(&old_generators, &widest, &lost),
        &|| {
            let rays = evolving_points(old, &old_generators, &new_generators);
            (!rays.is_empty()).then(|| extended(new, &new_generators, rays).meet(&widest))
        },
        &|| {
            let rays = evolving_rays(old, &old_generators, &new_generators);
            (!rays.is_empty()).then(|| extended(new, &new_generators, rays).meet(&widest))
        },
    ];
    candidates.iter().filter_map(|make| make()).find(accepted).unwrap_or(widest)
}

/// What shrinks with every step; compared in the order of the fields.
struct Certificate {
    /// Grows.
    affine: usize,
    /// Grows.
    lineality: usize,
    /// Falls; an equation counts twice.
    constraints: usize,
    /// Falls.
    points: usize,
    /// For each number of coordinates that are 0, how many rays have it; falls in lexicographic order.
    rays: Vec<usize>,
}

impl Certificate {
    fn of(p: &Polyhedron) -> Self {
        let constraints = p.constraints();
        let equations = constraints.iter().filter(|c| c.relation == Relation::Zero).count();
        let mut certificate = Certificate {
            affine: p.dimensions() - equations,
            lineality: 0,
            constraints: constraints.len() + equations,
            points: 0,
            rays: vec![0; p.dimensions() + 1],
        };
        for generator in p.generators() {
            match generator {
                Generator::Line(_) => certificate.lineality += 1,
                Generator::Point(_) | Generator::ClosurePoint(_) => certificate.points += 1,
                Generator::Ray(r) => certificate.rays[r.iter().filter(|c| **c == Int::ZERO).count()] += 1,
            }
        }
        certificate
    }

    /// Whether this is strictly smaller in the well-founded order.
    fn is_below(&self, before: &Certificate) -> bool {
        let order = before
            .affine
            .cmp(&self.affine)
            .then(before.lineality.cmp(&self.lineality))
            .then(self.constraints.cmp(&before.constraints))
            .then(self.points.cmp(&before.points))
            .then_with(|| self.rays.cmp(&before.rays));
        order == Ordering::Less
    }
}

/// The widest candidate cut by, for each old point that it swallowed, the sum of the dropped constraints through that
/// point.
fn combined_constraints(old: &[Generator], widest: &Polyhedron, lost: &[Constraint]) -> Option<Polyhedron> {
    if lost.len() <= 1 {
        return None;
    }
    let facets = widest.constraints();
    let mut sums = Vec::new();
    for generator in old {
        let Generator::Point(point) = generator else { continue };
        let touches = |c: &&Constraint| c.form.at(point) == Rational::ZERO;
        if facets.iter().any(|c| c.relation != Relation::Zero && touches(&c)) {
            continue;
        }
        let sum = lost.iter().filter(touches).fold(Linear::default(), |sum, c| sum.plus(&Int::ONE, &c.form));
        if !sum.is_constant() {
            sums.push(Constraint::non_negative(sum));
        }
    }
    if sums.iter().all(|c| widest.implies(c)) {
        return None;
    }
    let mut result = widest.clone();
    result.meet_constraints(&sums);
    Some(result)
}

/// Directions from old points to new points that are outside the old element.
fn evolving_points(old: &Polyhedron, old_generators: &[Generator], new_generators: &[Generator]) -> Vec<Generator> {
    let mut rays = Vec::new();
    for generator in new_generators {
        let Generator::Point(to) = generator else { continue };
        if old.contains(to) {
            continue;
        }
        for generator in old_generators {
            let Generator::Point(from) = generator else { continue };
            let difference: Vec<Rational> = to.iter().zip(from).map(|(x, y)| x - y).collect();
            rays.push(Generator::Ray(whole(&difference)));
        }
    }
    rays
}

/// New rays turned on in the sense in which an old ray was turned to become them.
fn evolving_rays(old: &Polyhedron, old_generators: &[Generator], new_generators: &[Generator]) -> Vec<Generator> {
    let recedes = |ray: &[Int]| {
        old.constraints().iter().all(|c| {
            let value = c.form.terms().fold(Int::ZERO, |sum, (d, a)| sum + a * &ray[d]);
            if c.relation == Relation::Zero { value == Int::ZERO } else { value >= Int::ZERO }
        })
    };
    let mut rays = Vec::new();
    for generator in new_generators {
        let Generator::Ray(to) = generator else { continue };
        if recedes(to) {
            continue;
        }
        for generator in old_generators {
            let Generator::Ray(from) = generator else { continue };
            rays.push(Generator::Ray(evolve(to, from)));
        }
    }
    rays
}

/// In every plane of two axes in which `to` is turned against `from`, the turn is continued until an axis is reached.
fn evolve(to: &[Int], from: &[Int]) -> Vec<Int> {
    let mut ray = to.to_vec();
    let mut done = vec![false; to.len()];
    for i in 0..to.len() {
        for j in i + 1..to.len() {
            if done[i] {
                break;
            }
            if done[j] {
                continue;
            }
            let turn = &to[i] * &from[j] - &to[j] * &from[i];
            let quadrant = &to[i] * &to[j];
            let toward = turn * quadrant;
            if toward < Int::ZERO {
                ray[j] = Int::ZERO;
                done[j] = true;
            } else if toward > Int::ZERO {
                ray[i] = Int::ZERO;
                done[i] = true;
            }
        }
    }
    ray
}

fn extended(p: &Polyhedron, generators: &[Generator], rays: Vec<Generator>) -> Polyhedron {
    let mut all = generators.to_vec();
    all.extend(rays);
    Polyhedron::from_generators(p.dimensions(), &all)
}
