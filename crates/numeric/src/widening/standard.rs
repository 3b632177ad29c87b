//! The standard widening of polyhedra: keep the constraints that did not move.
//!
//! Cousot, Halbwachs: Automatic discovery of linear restraints among variables of a program, POPL 1978 ([`simple`]), in
//! the form of Halbwachs' thesis, 1979 ([`standard`]), which does not depend on how the constraints are written: a
//! constraint of the new element is kept iff on the old one it cuts out the same face as some constraint of the old one.
//!
//! Termination: each strict step makes the affine dimension grow, or keeps it and drops at least one constraint without
//! adding one; both are bounded. With strict inequalities: the closures stop by the same argument, and then the excluded
//! faces, of which there are finitely many, only become fewer.
//!
//! With blocks: a constraint that spans several blocks of the old element cuts out a product of faces, one for each
//! block, which is the face of a single constraint iff all factors but one are whole.

use crate::{Constraint, Polyhedron, Relation};

/// The standard widening; if `new` does not include `old`, their hull is taken for it.
pub fn standard(old: &Polyhedron, new: &Polyhedron) -> Polyhedron {
    if old.is_empty() {
        return new.clone();
    }
    if new.is_empty() {
        return old.clone();
    }
    // With the same affine hull, a constraint that cuts out the same facet is the same constraint; then only those of
    // `old` are needed, and whether they hold on `new` tells whether they hold on the hull.
    if let Some(kept) = old.surviving_facets(new) {
        return kept;
    }
    if !new.includes(old) {
        return standard(old, &old.join(new));
    }
    old.stable_facets(new).0
}

/// The widening as first published: the constraints of `old` that hold on `new`, an equation counting as two
/// inequalities. It depends on which equations were chosen to write `old`.
///
/// Termination: constraints are only dropped.
pub fn simple(old: &Polyhedron, new: &Polyhedron) -> Polyhedron {
    if old.is_empty() {
        return new.clone();
    }
    Polyhedron::from_constraints(old.dimensions(), &surviving(old, new))
}

/// The constraints of `old` that hold on `new`.
pub(super) fn surviving(old: &Polyhedron, new: &Polyhedron) -> Vec<Constraint> {
    let mut kept = Vec::new();
    for constraint in old.constraints() {
        if new.implies(&constraint) {
            kept.push(constraint);
            continue;
        }
        let form = &constraint.form;
        let weaker = match constraint.relation {
            Relation::NonNegative => vec![],
            Relation::Positive => vec![Constraint::non_negative(form.clone())],
            Relation::Zero => {
                vec![Constraint::non_negative(form.clone()), Constraint::non_negative(form.negated())]
            }
        };
        kept.extend(weaker.into_iter().filter(|c| new.implies(c)));
    }
    kept
}
