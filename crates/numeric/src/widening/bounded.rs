//! Widening up to a set of constraints.
//!
//! Halbwachs, Proy, Roumanoff: Verification of real-time systems using linear relation analysis, FMSD 1997 ([`bounded`]);
//! Gulavani, Chakraborty, Nori, Rajamani: Automatically refining abstract interpretations, TACAS 2008, §4
//! ([`interpolated`]: the set holds interpolants between what is reachable and an error).
//!
//! Law: a constraint of the set that holds on both arguments holds on the result.
//!
//! Termination: the constraints taken from the set are finitely many, and one that is no longer satisfied never comes
//! back, since the elements grow; between two such losses the underlying widening stops.

use super::standard::{standard, surviving};
use crate::{Constraint, Polyhedron};

/// The standard widening, and those constraints of `limits` that hold on both arguments.
pub fn bounded(old: &Polyhedron, new: &Polyhedron, limits: &[Constraint]) -> Polyhedron {
    let mut result = standard(old, new);
    result.meet_constraints(&common(old, new, limits));
    result
}

/// A ∇_T B = {c ∈ T | A ⊨ c, B ⊨ c} ∪ {c ∈ A | B ⊨ c}, and B where A is empty.
pub fn interpolated(old: &Polyhedron, new: &Polyhedron, limits: &[Constraint]) -> Polyhedron {
    if old.is_empty() {
        return new.clone();
    }
    let mut constraints = surviving(old, new);
    constraints.extend(common(old, new, limits));
    Polyhedron::from_constraints(old.dimensions(), &constraints)
}

fn common(old: &Polyhedron, new: &Polyhedron, limits: &[Constraint]) -> Vec<Constraint> {
    limits.iter().filter(|c| old.implies(c) && new.implies(c)).cloned().collect()
}
