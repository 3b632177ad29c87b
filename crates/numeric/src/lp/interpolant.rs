//! Interpolants from Farkas certificates.
//!
//! McMillan: An interpolating theorem prover, Theoretical Computer Science 2005: if Σ λᵢ·cᵢ over A and B together is
//! plainly false, the part of the sum that comes from A follows from A and contradicts B. A dimension that only A
//! mentions has the factor 0 in the whole sum and therefore in A's part; one that only B mentions is not in A's part: so
//! the interpolant speaks of shared dimensions alone. For a sequence the parts up to k are an inductive sequence
//! (Henzinger, Jhala, Majumdar, McMillan: Abstractions from proofs, POPL 2004): one certificate serves all places.
//!
//! A part that comes from equations alone is given as form ≥ 0 as well, the weaker side of it: what the proof needs and
//! no more.

use super::{Lp, certificate::Farkas};
use crate::{Constraint, Relation};

/// One constraint that follows from `a` and contradicts `b`, over dimensions that both mention; none if `a` and `b`
/// have a common rational point.
pub fn interpolant(a: &[Constraint], b: &[Constraint]) -> Option<Constraint> {
    interpolants(&[a.to_vec(), b.to_vec()])?.pop()
}

/// For parts A₀ … Aₙ without a common rational point the constraints I₀ … Iₙ₋₁: A₀ implies I₀, Iₖ and Aₖ₊₁ imply Iₖ₊₁,
/// and Iₙ₋₁ contradicts Aₙ. Each speaks only of dimensions on both sides of its place. None if there is a common point.
pub fn interpolants(parts: &[Vec<Constraint>]) -> Option<Vec<Constraint>> {
    let all: Vec<Constraint> = parts.iter().flatten().cloned().collect();
    let farkas = Lp::with(&all).solve_feasibility().err()?;
    let mut found = Vec::new();
    let mut end = 0;
    for part in parts.split_last()?.1 {
        end += part.len();
        let multipliers = farkas.multipliers.iter().filter(|(index, _)| *index < end).cloned().collect();
        let (form, strict) = Farkas { multipliers }.sum(&all)?;
        let relation = if strict { Relation::Positive } else { Relation::NonNegative };
        found.push(Constraint { form, relation }.normalised());
    }
    Some(found)
}
