//! Finite powersets: a set of elements stands for their union.
//!
//! Bagnara, Hill, Zaffanella: Widening operators for powerset domains, VMCAI 2004 and STTT 2006; the connector ⊞ and the
//! widening ∇_P are those of Gulavani, Rajamani: Counterexample driven refinement for abstract interpretation,
//! TACAS 2006, §3. Where that paper writes S ⊞ θ(S), S₁ ⊢_P S₂ is assumed, so the second argument here must contain the
//! first in the order [`Powerset::entails`]; [`Powerset::join`] both first where it does not.
//!
//! Invariant: no element is empty, none is included in another.

use crate::{Constraint, Linear, Octagon, Polyhedron, Relation};
use std::fmt;

/// What a powerset can be built from: a lattice with exact meets and a least upper bound.
pub trait Element: Clone {
    fn is_empty(&self) -> bool;
    /// Whether `other` is a subset.
    fn includes(&self, other: &Self) -> bool;
    fn join(&self, other: &Self) -> Self;
    fn meet(&self, other: &Self) -> Self;
    /// How much it takes to describe the element.
    fn weight(&self) -> usize {
        0
    }
}

/// An element whose complement may be a finite union of elements.
pub trait Complemented: Element {
    /// Disjoint elements whose union is everything outside; `None` if it is no such union.
    fn complement(&self) -> Option<Vec<Self>>;
}

impl Element for Polyhedron {
    fn is_empty(&self) -> bool {
        Polyhedron::is_empty(self)
    }
    fn includes(&self, other: &Self) -> bool {
        Polyhedron::includes(self, other)
    }
    fn join(&self, other: &Self) -> Self {
        Polyhedron::join(self, other)
    }
    fn meet(&self, other: &Self) -> Self {
        Polyhedron::meet(self, other)
    }
}

impl Complemented for Polyhedron {
    /// For constraints c₁ … cₖ: ¬c₁, then c₁ ∧ ¬c₂, and so on; exact, thanks to strict inequalities.
    fn complement(&self) -> Option<Vec<Polyhedron>> {
        let mut pieces = Vec::new();
        let mut rest = Polyhedron::universe(self.dimensions());
        for constraint in self.constraints() {
            for negation in constraint.negated() {
                let mut piece = rest.clone();
                piece.meet_constraint(&negation);
                if !piece.is_empty() {
                    pieces.push(piece);
                }
            }
            rest.meet_constraint(&constraint);
        }
        Some(pieces)
    }
}

impl Element for Octagon {
    fn is_empty(&self) -> bool {
        Octagon::is_empty(self)
    }
    fn includes(&self, other: &Self) -> bool {
        Octagon::includes(self, other)
    }
    fn join(&self, other: &Self) -> Self {
        Octagon::join(self, other)
    }
    fn meet(&self, other: &Self) -> Self {
        Octagon::meet(self, other)
    }
}

impl Complemented for Octagon {
    /// Over the integers the negation of an octagonal constraint is one again; over the rationals it is strict, which an
    /// octagon cannot say.
    fn complement(&self) -> Option<Vec<Octagon>> {
        if !self.is_integer() {
            return None;
        }
        let n = self.dimensions();
        if Octagon::is_empty(self) {
            return Some(vec![Octagon::universe(n, true)]);
        }
        let mut pieces = Vec::new();
        let mut rest = Octagon::universe(n, true);
        for constraint in self.constraints() {
            for negation in constraint.negated() {
                // −form > 0 is −form − 1 ≥ 0.
                debug_assert!(negation.relation == Relation::Positive);
                let closed = Constraint::non_negative(negation.form.plus(&(-1).into(), &Linear::constant(1)));
                let (piece, exact) = rest.meet_constraint(&closed);
                debug_assert!(exact.is_exact());
                if !Octagon::is_empty(&piece) {
                    pieces.push(piece);
                }
            }
            rest = rest.meet_constraint(&constraint).0;
        }
        Some(pieces)
    }
}

/// A finite, non-redundant set of elements.
#[derive(Clone, Debug)]
pub struct Powerset<E> {
    elements: Vec<E>,
}

impl<E: Element> Powerset<E> {
    /// The empty union.
    pub fn empty() -> Self {
        Powerset { elements: Vec::new() }
    }

    /// The reduction Ω: elements that are empty or included in another are left out.
    pub fn new(elements: impl IntoIterator<Item = E>) -> Self {
        let mut set = Powerset::empty();
        for element in elements {
            set.insert(element);
        }
        set
    }

    pub fn elements(&self) -> &[E] {
        &self.elements
    }

    pub fn len(&self) -> usize {
        self.elements.len()
    }

    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    pub fn insert(&mut self, element: E) {
        if element.is_empty() || self.elements.iter().any(|e| e.includes(&element)) {
            return;
        }
        self.elements.retain(|e| !element.includes(e));
        self.elements.push(element);
    }

    /// ⊢_P: every element of `self` is included in some element of `other`. This implies that the union is included, but
    /// is not implied by it; see [`Powerset::covers`].
    pub fn entails(&self, other: &Self) -> bool {
        self.elements.iter().all(|a| other.elements.iter().any(|b| b.includes(a)))
    }

    /// ⪯: `self` is empty, or entails `other` and every element of `other` includes one of `self`.
    pub fn precedes(&self, other: &Self) -> bool {
        self.is_empty() || (self.entails(other) && other.elements.iter().all(|b| self.elements.iter().any(|a| b.includes(a))))
    }

    /// ⊕_P: the union, reduced.
    pub fn join(&self, other: &Self) -> Self {
        Powerset::new(self.elements.iter().chain(&other.elements).cloned())
    }

    /// The intersection, reduced.
    pub fn meet(&self, other: &Self) -> Self {
        let pairs = self.elements.iter().flat_map(|a| other.elements.iter().map(move |b| a.meet(b)));
        Powerset::new(pairs)
    }

    /// The least element above all; `None` for the empty union.
    pub fn hull(&self) -> Option<E> {
        let (first, rest) = self.elements.split_first()?;
        Some(rest.iter().fold(first.clone(), |sum, e| sum.join(e)))
    }

    /// The connector ⊞: the elements of `other` that include none of `self` are merged into one that does, so that
    /// `self` ⪯ the result. Of the possible merges one is taken that entails no other; among those, the one with the
    /// fewest elements, then the lightest, and then the first.
    ///
    /// Assumes that `self` entails `other`; where `self` is empty the result is `other`.
    pub fn connect(&self, other: &Self) -> Self {
        let (anchors, loose): (Vec<&E>, Vec<&E>) = other.elements.iter().partition(|b| self.elements.iter().any(|a| b.includes(a)));
        let Some((first, rest)) = loose.split_first() else { return other.clone() };
        if anchors.is_empty() {
            return other.clone();
        }
        let merged = rest.iter().fold((*first).clone(), |sum, e| sum.join(e));
        // J_d for each anchor d; d itself is included in what replaces it, and so are the loose elements.
        let choices: Vec<Powerset<E>> = (0..anchors.len())
            .map(|chosen| {
                let kept = anchors.iter().enumerate().map(|(i, d)| if i == chosen { d.join(&merged) } else { (*d).clone() });
                Powerset::new(kept)
            })
            .collect();
        let minimal = |c: &&Powerset<E>| !choices.iter().any(|o| o.entails(c) && !c.entails(o));
        choices
            .iter()
            .filter(minimal)
            .min_by_key(|c| (c.len(), c.elements.iter().map(E::weight).sum::<usize>()))
            .cloned()
            .expect("a finite set has a minimal element")
    }

    /// ∇_P, lifted from a widening of the elements, which gets the smaller element first. `other` is joined with `self`
    /// where `self` does not entail it.
    ///
    /// Termination (Bagnara et al., for connectors with S₁ ⪯ S₁ ⊞ S₂): after the connector every new element stands above
    /// an old one, and is above the widening of that pair in all further steps; a chain of sets that never stops would
    /// contain, by König's lemma, a chain of widened elements that never stops.
    pub fn widen(&self, other: &Self, widen: impl Fn(&E, &E) -> E) -> Self {
        let joined;
        let other = if self.entails(other) {
            other
        } else {
            joined = self.join(other);
            &joined
        };
        let connected = if self.precedes(other) { other.clone() } else { self.connect(other) };
        let mut result = connected.clone();
        for a in &self.elements {
            for b in &connected.elements {
                if b.includes(a) && !a.includes(b) {
                    result.insert(widen(a, b));
                }
            }
        }
        result
    }
}

impl<E: Complemented> Powerset<E> {
    /// The points of `self` that are not in `other`, exactly; `None` if some element has no complement.
    pub fn difference(&self, other: &Self) -> Option<Self> {
        let mut rest = self.clone();
        for element in &other.elements {
            rest = rest.meet(&Powerset { elements: element.complement()? });
        }
        Some(rest)
    }

    /// Whether every point of `other` is in the union, exactly; `None` if some element has no complement.
    pub fn covers(&self, other: &Self) -> Option<bool> {
        Some(other.difference(self)?.is_empty())
    }
}

impl Powerset<Polyhedron> {
    /// Everything outside, exactly.
    pub fn complement(&self, dimensions: usize) -> Self {
        let all = Powerset::new([Polyhedron::universe(dimensions)]);
        all.difference(self).expect("polyhedra have complements")
    }

    /// The union cut by constraints.
    pub fn meet_constraints(&self, constraints: &[Constraint]) -> Self {
        Powerset::new(self.elements.iter().map(|e| {
            let mut e = e.clone();
            e.meet_constraints(constraints);
            e
        }))
    }
}

impl<E: fmt::Display> fmt::Display for Powerset<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.elements.is_empty() {
            return write!(f, "false");
        }
        for (i, element) in self.elements.iter().enumerate() {
            write!(f, "{}({element})", if i == 0 { "" } else { " or " })?;
        }
        Ok(())
    }
}
