//! Predicate abstraction: at a widening a state becomes what finitely many predicates say of it.
//!
//! Graf, Saïdi: Construction of abstract state graphs with PVS, CAV 1997; Ball, Podelski, Rajamani: Boolean and Cartesian
//! abstraction for model checking C programs, TACAS 2001. In the large-block manner (Beyer et al., FMCAD 2009) statements are
//! executed in a domain of sets of states underneath, exactly as far as that domain can, and α is applied where it is needed:
//! [`Op::Widen`] is α of the union, over the predicates of the domain and those of the hints ([`Hint::Track`] and
//! [`Hint::Bound`]). Vocabularies and the lattice L_P ([`crate::minterms`]) are those of indexed predicates ([`crate::indexed`]), without index variables. Two
//! images ([`image`]): the *Cartesian* one keeps the predicates that hold in all states, the *Boolean* one the combinations of values of all predicates that some state has.
//!
//! A vocabulary is finite, and without hints it does not change, so chains of widenings become stable. Entailment is decided by the domain
//! underneath: with polyhedra, by exact linear programs over the rationals and the integer procedures of `numeric`.
//! Invariant: the result of α contains its argument, and is a union of conjunctions of predicates of the vocabulary.

pub mod image;

pub use image::Image;

use crate::indexed::vocabulary::{Vocabulary, atoms, sides};
use base::{Cfa, Domain, Formula, Hint, Int, Loss, Op, Outcome, Stmt, VarId};

/// Predicates over sets of states of `D`, which must be able to express finite unions.
#[derive(Clone, Debug)]
pub struct Predicates<D> {
    base: D,
    image: Image,
    /// What is asked without hints.
    vocabulary: Vocabulary,
}

/// Hints, compiled: the predicates, and what the domain underneath makes of all.
#[derive(Clone, Debug, Default)]
pub struct Guide<G> {
    vocabulary: Vocabulary,
    base: G,
}

/// A program with more conditions than this starts with the first ones.
const MOST_AT_FIRST: usize = 40;

/// The comparisons in the program's conditions; of an equation its two sides.
pub fn of_program(cfa: &Cfa) -> Vocabulary {
    let mut found = Vec::new();
    for e in &cfa.edges {
        if let Stmt::Assume(f) = &e.stmt {
            atoms(f, &mut found);
        }
    }
    let all: Vocabulary = found.iter().flat_map(sides).collect::<Vec<Formula>>().iter().collect();
    all.predicates().iter().take(MOST_AT_FIRST).collect()
}

impl<D: Domain> Predicates<D> {
    /// With these predicates and those of the hints.
    pub fn new(base: D, vocabulary: Vocabulary, image: Image) -> Self {
        Predicates { base, image, vocabulary }
    }
}

impl<D: Domain> Domain for Predicates<D> {
    type State = D::State;
    type Guide = Guide<D::Guide>;

    fn top(&self) -> Self::State {
        self.base.top()
    }

    fn bottom(&self) -> Self::State {
        self.base.bottom()
    }

    fn initial(&self) -> Self::State {
        self.base.initial()
    }

    fn is_bottom(&self, s: &Self::State) -> bool {
        self.base.is_bottom(s)
    }

    fn is_refuted(&self, s: &Self::State) -> bool {
        self.base.is_refuted(s)
    }

    fn covered(&self, s: &Self::State, by: &[&Self::State]) -> bool {
        self.base.covered(s, by)
    }

    fn guide(&self, hints: &[Hint]) -> Self::Guide {
        let tracked = hints.iter().filter_map(|h| if let Hint::Track(f) | Hint::Bound(f) = h { Some(f) } else { None });
        Guide { vocabulary: tracked.collect(), base: self.base.guide(hints) }
    }

    fn apply(&self, op: Op<'_, Self::State>, guide: &Self::Guide) -> Outcome<Self::State> {
        let Op::Widen(old, new) = op else { return self.base.apply(op, &guide.base) };
        let union = self.base.apply(Op::Join(old, new), &D::Guide::default()).state;
        if self.base.is_bottom(&union) {
            return Outcome::exact(union);
        }
        let state = self.image.of(&self.base, &union, &self.vocabulary, &guide.vocabulary);
        let loss = if self.base.covered(&state, &[old, new]) { Loss::Exact } else { Loss::Lossy };
        Outcome { state, loss }
    }

    fn gamma(&self, s: &Self::State) -> Formula {
        self.base.gamma(s)
    }

    fn separate(&self, inside: &Self::State, error: &Self::State) -> Vec<Formula> {
        self.base.separate(inside, error)
    }

    fn explain(&self, before: &Self::State, step: Op<'_, Self::State>, after: &Self::State) -> Self::State {
        self.base.explain(before, step, after)
    }

    fn pre_all(&self, s: &Self::State, stmt: &Stmt) -> Option<Self::State> {
        self.base.pre_all(s, stmt)
    }

    fn suggest(&self, s: &Self::State, var: VarId) -> Vec<Int> {
        self.base.suggest(s, var)
    }
}

#[cfg(test)]
mod tests;
