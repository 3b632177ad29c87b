//! α over a vocabulary: the Cartesian and the Boolean image.
//!
//! Ball, Podelski, Rajamani (TACAS 2001). Both are best for what the domain underneath can decide: the Cartesian image is the
//! meet of all predicates, and negations, that contain the states (a Moore family); the Boolean one is found by splitting the states by
//! one predicate after the other, which enumerates exactly the combinations that have a state. If these are very many, the
//! rest of the predicates is only asked in the Cartesian manner. Invariant: the image contains the states.

use crate::indexed::vocabulary::Vocabulary;
use crate::minterms::{Element, Literals, literal};
use base::{CmpOp, Domain, Formula, Op};

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Image {
    /// The predicates that hold.
    #[default]
    Cartesian,
    /// The combinations of values that occur.
    Boolean,
}

/// Combinations are not split any more if there are this many.
const MOST: usize = 24;

impl Image {
    /// The image of a state that is not empty, over both vocabularies.
    pub fn of<D: Domain>(self, base: &D, state: &D::State, own: &Vocabulary, learnt: &Vocabulary) -> D::State {
        // Where nothing is known of its variables, a predicate has both values and says nothing.
        let known = base.gamma(state).vars();
        let speaks = |p: &&Formula| p.vars().iter().any(|v| known.contains(v));
        let predicates: Vec<&Formula> = own.predicates().iter().chain(learnt.predicates()).filter(speaks).collect();
        let mut cubes = vec![Cube { states: state.clone(), said: Literals::new() }];
        for (i, p) in predicates.iter().enumerate() {
            let split = self == Image::Boolean && cubes.len() < MOST;
            cubes = cubes.into_iter().flat_map(|cube| cube.by(base, (i, p), split)).collect();
        }
        let width = (self == Image::Cartesian).then_some(1);
        let mut element = Element::empty(predicates.len(), width);
        cubes.iter().for_each(|cube| element.put_cube(&cube.said));
        // Clauses of one literal are one cube.
        let cubes = if element.is_coarse() { vec![element.clauses().concat()] } else { element.cubes() };
        let mut union = base.bottom();
        for cube in cubes {
            let say = |said: D::State, (i, value): &(usize, bool)| assume(base, &said, &literal(predicates[*i], *value)).unwrap_or(said);
            let said = cube.iter().fold(base.top(), say);
            union = base.apply(Op::Join(&union, &said), &D::Guide::default()).state;
        }
        union
    }
}

/// States, and what is said of them.
struct Cube<S> {
    states: S,
    said: Literals,
}

impl<S: Clone> Cube<S> {
    /// The value of one more predicate, if all states agree on it or both halves are wanted.
    fn by<D: Domain<State = S>>(self, base: &D, (number, p): (usize, &Formula), split: bool) -> Vec<Cube<S>> {
        let (with, without) = (assume(base, &self.states, p), assume(base, &self.states, &p.negate()));
        let one = |states: S, value: bool| Cube { states, said: [&self.said[..], &[(number, value)]].concat() };
        match (with, without) {
            (Some(_), None) => vec![one(self.states.clone(), true)],
            (None, Some(_)) => vec![one(self.states.clone(), false)],
            (Some(with), Some(without)) if split => vec![one(with, true), one(without, false)],
            _ => vec![self],
        }
    }
}

/// The states in which the formula holds, or a few more; none if there are none. Disjunctions become unions.
fn assume<D: Domain>(base: &D, state: &D::State, f: &Formula) -> Option<D::State> {
    let parts: Vec<Formula> = match f {
        Formula::Or(parts) => parts.clone(),
        Formula::Cmp(CmpOp::Ne, a, b) => [CmpOp::Lt, CmpOp::Gt].map(|op| Formula::Cmp(op, a.clone(), b.clone())).into(),
        Formula::And(parts) => return parts.iter().try_fold(state.clone(), |rest, part| assume(base, &rest, part)),
        _ => {
            let after = base.apply(Op::Assume(state, f), &D::Guide::default()).state;
            return (!base.is_refuted(&after)).then_some(after);
        }
    };
    let mut union: Option<D::State> = None;
    for part in parts {
        let Some(part) = assume(base, state, &part) else { continue };
        union = Some(match union {
            Some(sum) => base.apply(Op::Join(&sum, &part), &D::Guide::default()).state,
            None => part,
        });
    }
    union
}
