//! Interpolants between two disjoint polyhedra: what holds on the one and excludes the other.
//!
//! Gulavani, Chakraborty, Nori, Rajamani: Automatically refining abstract interpretations, TACAS 2008, §4:
//! `InterpolatePoly1` ([`by_negation`]) and `InterpolatePoly2` ([`by_projection`]). The one for octagons is
//! `Octagon::interpolate`; the one from multipliers (Farkas' lemma) is `lp::interpolants`.
//!
//! Invariant: A satisfies every constraint of the result; the result has no point of B and mentions only dimensions that
//! both mention.

use crate::{Constraint, Polyhedron};
use std::collections::BTreeSet;

/// The negations of those constraints of `b` that hold on `a`: each of them alone excludes all of `b`. There may be none
/// although the two are disjoint.
///
/// A constraint of `b` may mention a dimension that `a` leaves free only if its negation does not hold on `a`, so the
/// result is over common dimensions.
pub fn by_negation(a: &Polyhedron, b: &Polyhedron) -> Vec<Constraint> {
    let mut found = Vec::new();
    for constraint in b.constraints() {
        for negation in constraint.negated() {
            if a.implies(&negation) {
                found.push(negation);
            }
        }
    }
    found
}

/// The projection of `a` to the dimensions that occur in constraints of both.
pub fn by_projection(a: &Polyhedron, b: &Polyhedron) -> Vec<Constraint> {
    let mentioned = |p: &Polyhedron| -> BTreeSet<usize> {
        p.constraints().iter().flat_map(|c| c.form.terms().map(|(d, _)| d).collect::<Vec<_>>()).collect()
    };
    let common = mentioned(b);
    let local: Vec<usize> = mentioned(a).into_iter().filter(|d| !common.contains(d)).collect();
    let mut projected = a.clone();
    projected.forget(&local);
    projected.constraints()
}

/// As the paper combines them: by negation if that finds anything, otherwise by projection; `None` unless the two are
/// disjoint. The conjunction of the constraints is the interpolant.
pub fn interpolate(a: &Polyhedron, b: &Polyhedron) -> Option<Vec<Constraint>> {
    if !a.is_disjoint(b) {
        return None;
    }
    if a.is_empty() {
        return Some(a.constraints());
    }
    if b.is_empty() {
        return Some(Vec::new());
    }
    let found = by_negation(a, b);
    Some(if found.is_empty() { by_projection(a, b) } else { found })
}

/// A single constraint between the two from Farkas' lemma; `None` unless they are disjoint.
pub fn by_multipliers(a: &Polyhedron, b: &Polyhedron) -> Option<Constraint> {
    crate::lp::interpolant(&a.constraints(), &b.constraints())
}
