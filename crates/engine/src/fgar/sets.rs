//! Sets of states at cut points: differences, and the sets Z_i as what they exclude.
//!
//! Complements of unions of conjunctions are taken literal by literal through the domain's own door. A difference may be
//! too large (a literal whose negation the domain does not understand), a union that the domain cannot express is not
//! made. Invariant: what [`Safe`] excludes are parts of error preimages, as they were found, and error locations.

use crate::gr06::system::{Cuts, System};
use base::{CmpOp, Domain, Formula, Hint, Lesson, LocId, Op, OpKind, Site, SortedSet};

/// Z_i.
#[derive(Clone, Debug)]
pub struct Safe<S> {
    /// Error locations, all of whose states are excluded.
    pub targets: SortedSet<LocId>,
    /// The excluded states at the other cut points.
    pub excluded: Cuts<S>,
    /// R_{i−1}; none in the first round, or if it has turned out to be too small.
    pub ceiling: Option<Cuts<S>>,
}

/// More literals than this are not learnt at a location.
const MOST_LITERALS: usize = 64;

/// Formulas with more conjunctions than this are not taken apart.
const MOST_CUBES: usize = 256;

impl<S: Clone + std::fmt::Debug> Safe<S> {
    pub fn new(targets: SortedSet<LocId>) -> Self {
        Safe { targets, excluded: Cuts::new(), ceiling: None }
    }

    /// What of a state at a cut point is outside of Z_i, the ceiling aside.
    pub fn outside<D: Domain<State = S>>(&self, system: &System<'_, D>, l: LocId, state: &S) -> Option<S> {
        if self.targets.contains(&l) {
            return Some(state.clone());
        }
        let part = system.meet(state, self.excluded.get(&l)?)?;
        (!system.domain.is_refuted(&part)).then_some(part)
    }

    /// What of a state at a cut point is inside of Z_i, the ceiling aside.
    pub fn inside<D: Domain<State = S>>(&self, system: &System<'_, D>, l: LocId, state: &S) -> Option<S> {
        if self.targets.contains(&l) {
            return None;
        }
        match self.excluded.get(&l) {
            Some(excluded) => minus(system, state, excluded),
            None => Some(state.clone()),
        }
    }

    /// Excludes more. Whether anything is new.
    pub fn exclude<D: Domain<State = S>>(&mut self, system: &System<'_, D>, more: &Cuts<S>) -> bool {
        let mut new = false;
        for (l, state) in more {
            if self.excluded.get(l).is_none_or(|known| !system.domain.covered(state, &[known])) {
                new |= unite(system, &mut self.excluded, *l, state);
            }
        }
        new
    }
}

/// Adds to the part of a location if the domain can express the union.
pub fn unite<D: Domain>(system: &System<'_, D>, into: &mut Cuts<D::State>, l: LocId, state: &D::State) -> bool {
    let (united, exact) = system.join(into.get(&l), state);
    if exact {
        into.insert(l, united);
    }
    exact
}

/// The states of `a` that are not in `b`, or a few more.
pub fn minus<D: Domain>(system: &System<'_, D>, a: &D::State, b: &D::State) -> Option<D::State> {
    if system.meet(a, b).is_none() {
        return Some(a.clone());
    }
    let mut rest = a.clone();
    for cube in cubes(&system.domain.gamma(b)).unwrap_or_default() {
        match without(system, &rest, &cube) {
            Without::Nothing => return None,
            Without::Rest(left) => rest = left,
            Without::TooMany => break,
        }
    }
    Some(rest)
}

/// Whether every state of `a` is in `b`, perhaps in several of its parts.
pub fn included<D: Domain>(system: &System<'_, D>, a: &D::State, b: &D::State) -> bool {
    system.domain.covered(a, &[b]) || minus(system, a, b).is_none()
}

/// What is left without a conjunction.
enum Without<S> {
    Nothing,
    Rest(S),
    /// More parts than the domain can express.
    TooMany,
}

/// The states that violate one of the literals: the first one, or the second one but not the first, …
fn without<D: Domain>(system: &System<'_, D>, state: &D::State, cube: &[Formula]) -> Without<D::State> {
    let mut left: Option<D::State> = None;
    let mut within = state.clone();
    for literal in cube {
        for violated in alternatives(&literal.negate()) {
            let Some(part) = assume(system, &within, &violated) else { continue };
            let (sum, exact) = system.join(left.as_ref(), &part);
            if !exact {
                return Without::TooMany;
            }
            left = Some(sum);
        }
        match assume(system, &within, literal) {
            Some(rest) => within = rest,
            None => return Without::Rest(state.clone()),
        }
    }
    left.map_or(Without::Nothing, Without::Rest)
}

fn assume<D: Domain>(system: &System<'_, D>, state: &D::State, f: &Formula) -> Option<D::State> {
    let after = system.domain.apply(Op::Assume(state, f), &D::Guide::default()).state;
    (!system.domain.is_bottom(&after)).then_some(after)
}

/// The formula as formulas of which one holds and that convex domains can express, as far as that is simple.
pub fn alternatives(f: &Formula) -> Vec<Formula> {
    match f {
        Formula::Cmp(CmpOp::Ne, a, b) => [CmpOp::Lt, CmpOp::Gt].map(|op| Formula::Cmp(op, a.clone(), b.clone())).into(),
        Formula::Or(parts) => parts.iter().flat_map(alternatives).collect(),
        Formula::False => Vec::new(),
        other => vec![other.clone()],
    }
}

/// The formula as a disjunction of conjunctions; none if there would be very many.
pub fn cubes(f: &Formula) -> Option<Vec<Vec<Formula>>> {
    match f {
        Formula::True => Some(vec![Vec::new()]),
        Formula::False => Some(Vec::new()),
        Formula::Or(parts) => {
            let mut all = Vec::new();
            for part in parts {
                all.extend(cubes(part)?);
                if all.len() > MOST_CUBES {
                    return None;
                }
            }
            Some(all)
        }
        Formula::And(parts) => {
            let mut product = vec![Vec::new()];
            for part in parts {
                let factor = cubes(part)?;
                if factor.len() * product.len() > MOST_CUBES {
                    return None;
                }
                let with = |cube: &Vec<Formula>| factor.iter().map(|more| [cube.as_slice(), more].concat()).collect::<Vec<_>>();
                product = product.iter().flat_map(with).collect();
            }
            Some(product)
        }
        literal => Some(vec![vec![literal.clone()]]),
    }
}

/// What the domain must be able to express from now on: each excluded conjunction, negated, and the parts of that.
pub fn lesson<D: Domain>(domain: &D, new: &Cuts<D::State>) -> Lesson {
    let mut hints = SortedSet::new();
    for (l, state) in new {
        let mut count = 0;
        for cube in cubes(&domain.gamma(state)).unwrap_or_default() {
            let negated: Vec<Formula> = cube.iter().flat_map(|literal| alternatives(&literal.negate())).collect();
            count += negated.len();
            if count > MOST_LITERALS {
                break;
            }
            let whole = (negated.len() > 1).then(|| Formula::or(negated.iter().cloned()));
            let tracked = negated.into_iter().chain(whole);
            hints.extend(tracked.map(|f| (Site::loc(*l, OpKind::Widen), Hint::Track(f))));
        }
    }
    Lesson { hints: hints.into_iter().collect() }
}
