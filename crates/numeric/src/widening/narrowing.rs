//! Narrowing: taking back what a widening gave away, without an endless descent.
//!
//! Cousot, Cousot: Abstract interpretation: a unified lattice model, POPL 1977. Polyhedra have no narrowing of their own
//! that is usual; this one accepts from the new element only bounds in directions in which the old one has none.
//!
//! Termination: an accepted constraint lowers the affine dimension, or the dimension of the lineality space, or bounds
//! one of the 2n² directions ±xᵢ, ±xᵢ ± xⱼ that was unbounded; all three only go down.

use crate::{Constraint, Int, Linear, Polyhedron, Relation, Supremum};

/// An element between `new` and `old`; `new` should be included in `old`, and only its meet with `old` counts.
pub fn narrow(old: &Polyhedron, new: &Polyhedron) -> Polyhedron {
    let new = new.meet(old);
    if new.is_empty() {
        return new;
    }
    let mut result = old.clone();
    for constraint in new.constraints() {
        let equation = constraint.relation == Relation::Zero && !old.implies(&constraint);
        let bounded = |form: &Linear| matches!(old.minimise(form), Supremum::Finite { .. });
        let line = || !bounded(&constraint.form) && !bounded(&constraint.form.negated());
        let direction = || is_octagonal(&constraint.form) && !bounded(&constraint.form);
        if equation || line() || direction() {
            result.meet_constraint(&Constraint { form: constraint.form.clone(), relation: constraint.relation });
        }
    }
    result
}

/// Whether the form is ±xᵢ + c or ±xᵢ ± xⱼ + c.
fn is_octagonal(form: &Linear) -> bool {
    form.terms().len() <= 2 && form.terms().all(|(_, c)| *c == Int::ONE || *c == Int::NEG_ONE)
}
