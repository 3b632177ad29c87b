//! From a walk that reached the entry to a path that can be run.
//!
//! The path is followed forwards with exact strongest postconditions, always along an edge whose result still meets ψ
//! (with exact preimages there is one), and then taken back once more on its own: on a single path the preimages are not
//! mixed with those of others. Invariant: the edges are a path of the automaton from its entry.

use super::system::System;
use super::walk::Walked;
use crate::blame::Candidate;
use base::{Domain, EdgeId};

/// The path, with the states after each edge that lead on. It may end early if the preimages were too large.
pub fn candidate<D: Domain>(system: &System<'_, D>, walked: &Walked<D::State>) -> Option<Candidate<D::State>> {
    let (mut layer, mut at) = (walked.reached?, system.cfa.entry);
    let mut states = vec![system.initial()];
    let mut edges: Vec<EdgeId> = Vec::new();
    while at != walked.target {
        let Some(psi) = walked.layers.get(&layer) else { break };
        let here = states.last()?;
        let lead = |e: &EdgeId| {
            let to = system.cfa.edge(*e).to;
            let wanted = if system.is_cut(to) { psi.after.get(&to) } else { psi.before.get(&to) };
            let after = system.post(here, *e)?;
            system.meet(&after, wanted?)?;
            Some((*e, to, after))
        };
        match system.cfa.out(at).iter().find_map(lead) {
            Some((e, to, after)) => {
                edges.push(e);
                states.push(after);
                at = to;
                layer += usize::from(system.is_cut(to));
            }
            // The state was at this cut point a step earlier already.
            None if system.is_cut(at) && layer < walked.count => layer += 1,
            None => break,
        }
    }
    let mut leads = states.pop()?;
    let mut path = Vec::new();
    for e in edges.into_iter().rev() {
        path.push((e, leads.clone()));
        let before = states.pop()?;
        leads = system.meet(&system.pre(&leads, e), &before).unwrap_or(before);
    }
    path.reverse();
    Some(path)
}
