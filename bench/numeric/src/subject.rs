//! What is compared: a domain of convex polyhedra, seen through the operations that an analysis asks of it.
//!
//! Every library keeps constraints in a form of its own. [`Subject::form`] and [`Subject::system`] translate once, before
//! any clock runs, so that a measured operation is the library's own work and not the translation.

use numeric::{Constraint, Generator, Int, Linear, Rational};

/// Whether strict inequalities occur. A library that has two representations takes the cheaper one for closed sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topology {
    Closed,
    Strict,
}

/// The largest value of a form over a set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Supremum {
    /// The set is empty.
    Empty,
    Unbounded,
    /// `attained` is `None` where a library does not say.
    Finite {
        value: Rational,
        attained: Option<bool>,
    },
}

impl Supremum {
    /// Equal as far as both sides say.
    pub fn agrees(&self, other: &Supremum) -> bool {
        match (self, other) {
            (Supremum::Finite { value: a, attained: p }, Supremum::Finite { value: b, attained: q }) => {
                a == b && (p.is_none() || q.is_none() || p == q)
            }
            _ => self == other,
        }
    }
}

/// Supremum and infimum of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    pub low: Supremum,
    pub high: Supremum,
}

impl Bounds {
    pub fn agree(&self, other: &Bounds) -> bool {
        self.low.agrees(&other.low) && self.high.agrees(&other.high)
    }
}

pub trait Subject: Clone {
    /// A linear form as the library keeps it.
    type Form: Clone;
    /// A list of constraints as the library keeps it.
    type System: Clone;

    fn form(form: &Linear) -> Self::Form;
    fn system(constraints: &[Constraint]) -> Self::System;

    fn universe(topology: Topology, dimensions: usize) -> Self;
    fn empty(topology: Topology, dimensions: usize) -> Self;
    fn dimensions(&self) -> usize;

    fn meet_constraints(&mut self, system: &Self::System);
    fn meet(&mut self, other: &Self);
    /// The least polyhedron that includes both.
    fn join(&mut self, other: &Self);
    /// Whether `other` ⊆ `self`.
    fn includes(&self, other: &Self) -> bool;
    fn is_empty(&self) -> bool;

    /// The image under `variable := form / denominator`.
    fn assign(&mut self, variable: usize, form: &Self::Form, denominator: &Int);
    /// The set of states that `variable := form / denominator` leads into `self`.
    fn substitute(&mut self, variable: usize, form: &Self::Form, denominator: &Int);
    /// Every value of these variables.
    fn forget(&mut self, variables: &[usize]);

    /// `self` is the new element and includes `old`; it becomes `old ∇ self` of Cousot and Halbwachs, 1978.
    fn widen(&mut self, old: &Self);
    /// Likewise with the widening of Bagnara, Hill, Ricci and Zaffanella, 2003.
    fn widen_bhrz03(&mut self, old: &Self);

    fn bounds(&self, form: &Self::Form) -> Bounds;

    /// New unconstrained dimensions behind the others.
    fn add_dimensions(&mut self, count: usize);
    /// Projects; the dimensions are ascending, the remaining ones close the gaps.
    fn remove_dimensions(&mut self, dimensions: &[usize]);
    /// Dimension `i` becomes `to[i]`.
    fn permute(&mut self, to: &[usize]);

    /// Without redundancy.
    fn constraints(&self) -> Vec<Constraint>;
    /// Without redundancy.
    fn generators(&self) -> Vec<Generator>;
}
