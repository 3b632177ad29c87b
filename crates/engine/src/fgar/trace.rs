//! From a negative answer to a path that can be run.
//!
//! The layers of the backward iterations lead from the entry to an error location: from a cut point the step of the oldest
//! layer that has the state is taken, along edges whose exact result still meets its preimages. Where the path takes an
//! accelerated loop, the number of its rounds is chosen among what the state there allows, and the rounds are put in its
//! place. Invariant: the result is a path of the automaton without acceleration, from its entry.

use super::backward::Layer;
use crate::accelerate::Accelerated;
use crate::blame::Candidate;
use crate::gr06::system::System;
use base::{CmpOp, Domain, EdgeId, Formula, Int, LocId, Op};

/// Longer paths are not followed.
const MOST_STEPS: usize = 4_000;

/// Longer paths are not unfolded.
const MOST_EDGES: usize = 200_000;

/// The path, and the error location where it ends.
pub struct Path {
    pub edges: Vec<EdgeId>,
    pub target: LocId,
}

/// Follows the layers from the entry. None if their preimages were too large.
pub fn path<D: Domain>(system: &System<'_, D>, layers: &[Layer<D::State>], accelerated: &Accelerated) -> Option<Path> {
    let mut at = system.cfa.entry;
    let mut here = system.initial();
    let mut layer: Option<&Layer<D::State>> = None;
    let mut edges: Vec<EdgeId> = Vec::new();
    for _ in 0..MOST_STEPS {
        if system.is_error(at) {
            return Some(Path { edges, target: at });
        }
        if system.is_cut(at) {
            layer = layers.iter().find(|layer| layer.before.get(&at).is_some_and(|b| meets(system, &here, b)));
        }
        let inside = layer?;
        let lead = |e: &EdgeId| {
            let to = system.cfa.edge(*e).to;
            let wanted = if system.is_cut(to) { inside.after.get(&to) } else { inside.before.get(&to) };
            let after = system.post(&here, *e)?;
            let lead = system.meet(&after, wanted?)?;
            (!system.domain.is_refuted(&lead)).then_some((*e, to, lead))
        };
        // Only what leads on is followed: the rest may lead back into older layers, and then nowhere.
        let (e, to, lead) = system.cfa.out(at).iter().find_map(lead)?;
        here = lead;
        at = to;
        match accelerated.body_behind(e) {
            Some((n, body)) => {
                let rounds = system.domain.suggest(&here, n).into_iter().filter(|n| *n >= Int::ONE).min()?;
                let is_chosen = Formula::cmp(CmpOp::Eq, n, rounds.clone());
                here = system.domain.apply(Op::Assume(&here, &is_chosen), &D::Guide::default()).state;
                let rounds = usize::try_from(&rounds).ok().filter(|n| edges.len() + n * body.len() <= MOST_EDGES)?;
                (0..rounds).for_each(|_| edges.extend(body));
            }
            None if accelerated.is_new(e) => {}
            None => edges.push(e),
        }
    }
    None
}

fn meets<D: Domain>(system: &System<'_, D>, a: &D::State, b: &D::State) -> bool {
    system.meet(a, b).is_some_and(|both| !system.domain.is_refuted(&both))
}

/// Longer paths get no states.
const MOST_STATES: usize = 400;

/// The edges with the states after each that lead on, on this path alone. Without states if it is very long.
pub fn candidate<D: Domain>(system: &System<'_, D>, edges: &[EdgeId]) -> Candidate<D::State> {
    if edges.len() > MOST_STATES {
        return edges.iter().map(|e| (*e, system.domain.top())).collect();
    }
    let mut states = vec![system.initial()];
    for e in edges {
        let next = states.last().and_then(|s| system.post(s, *e));
        states.push(next.unwrap_or_else(|| system.domain.top()));
    }
    let mut leads = states.pop().unwrap_or_else(|| system.domain.top());
    let mut path = Vec::new();
    for e in edges.iter().rev() {
        path.push((*e, leads.clone()));
        let before = states.pop().unwrap_or_else(|| system.domain.top());
        leads = system.meet(&system.pre(&leads, *e), &before).unwrap_or(before);
    }
    path.reverse();
    path
}
