//! Backwards: S_i = gfp λX. α_i(γ(R_i) ∩ p̃re(γ(X))), by its complement in R_i, and Z_{i+1} = γ(S_i) ∩ p̃re(γ(S_i)).
//!
//! Cousot, Ganty, Raskin (SAS 2007), dually: with X = γ(R_i) \ Y, p̃re(X) = ¬pre(¬X) and ¬X ∩ post(R_i) = (¬Z_i ∩ post(R_i)) ∪ Y
//! the iteration is Y ↦ γ(R_i) \ α_i(γ(R_i) \ pre(¬Z_i ∪ Y)), ascending from ∅; α_i makes Y smaller. It may be left at any
//! point: Y is then too small and S_i too large. The refinement is one exact step more: pre(¬Z_i ∪ Y).
//!
//! Each step is kept as a *layer*: preimages at all locations between the cut points where they end and those where they
//! start, met with what the step forwards had there. Layers of all rounds lead from each excluded state to an error
//! location. Invariant: what a layer ends in is in error locations or in what earlier layers start from.

use super::forward::Forward;
use super::sets::{minus, unite};
use super::unwrap;
use crate::gr06::system::{Cuts, Places, System};
use crate::precision::Precision;
use base::{Budget, Domain, EdgeId, LocId, NodePath, Op, OpKind, SortedMap, Stop};

/// One step backwards.
#[derive(Clone, Debug)]
pub struct Layer<S> {
    /// Preimages where the step starts and at the locations between.
    pub before: SortedMap<LocId, S>,
    /// The cut points where it ends.
    pub after: Cuts<S>,
}

#[derive(Clone, Debug)]
pub struct Backward<S> {
    /// pre(¬Z_i ∪ Y) ∩ R_i: what Z_{i+1} excludes besides.
    pub excluded: Cuts<S>,
    /// Whether a run may start in it: α_i(I) ⋢ S_i.
    pub negative: bool,
    /// Whether the iteration came to its end.
    pub stable: bool,
    /// Whether no preimage was left out: then a state that is not excluded does not leave in one step.
    pub complete: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct Effort {
    /// The most steps backwards.
    pub depth: usize,
    /// Whether preimages that may be too large are left out.
    pub strict: bool,
}

/// Walks back; new layers are added behind those of earlier rounds.
pub fn backward<D: Domain>(
    system: &System<'_, D>,
    forward: &Forward<D::State>,
    hints: &Precision,
    effort: Effort,
    layers: &mut Vec<Layer<D::State>>,
    budget: &Budget,
) -> Result<Backward<D::State>, Stop> {
    let mut found = Backward { excluded: Cuts::new(), negative: false, stable: false, complete: !effort.strict };
    let mut left: Cuts<D::State> = Cuts::new();
    let mut after = Cuts::new();
    for (e, part) in &forward.leaving {
        system.unite(&mut after, system.cfa.edge(*e).to, part.clone());
    }
    let entry = system.cfa.entry;
    let lossy = abstracts(system);
    for _ in 0..effort.depth {
        let before = sweep(system, forward, &after, effort.strict, &mut found.complete, budget)?;
        let starts: Vec<(LocId, D::State)> = before.iter().filter(|(l, _)| system.is_cut(**l)).map(|(l, s)| (*l, s.clone())).collect();
        layers.push(Layer { before, after: std::mem::take(&mut after) });
        for (l, state) in starts {
            if found.excluded.get(&l).is_some_and(|known| system.domain.covered(&state, &[known])) {
                continue;
            }
            found.complete &= unite(system, &mut found.excluded, l, &state);
            if l == entry {
                found.negative |= system.meet(&state, &system.initial()).is_some_and(|s| !system.domain.is_refuted(&s));
            }
            if !lossy {
                after.insert(l, state);
                continue;
            }
            let Some(known) = forward.at.get(&l) else { continue };
            if let Some(next) = abstracted(system, hints, l, known, found.excluded.get(&l))
                && left.get(&l).is_none_or(|y| !system.domain.covered(&next, &[y]))
            {
                after.insert(l, next.clone());
                left.insert(l, next);
            }
        }
        if found.negative {
            return Ok(found);
        }
        if after.is_empty() {
            found.stable = true;
            return Ok(found);
        }
    }
    Ok(found)
}

/// Whether α loses something of a single state: then it must be asked, else it is the identity on unions.
fn abstracts<D: Domain>(system: &System<'_, D>) -> bool {
    let initial = system.initial();
    let wide = system.domain.apply(Op::Widen(&initial, &initial), &D::Guide::default()).state;
    !system.domain.covered(&wide, &[&initial])
}

/// γ(R) \ α(γ(R) \ N): the part of N that the domain can tell from the rest of R.
fn abstracted<D: Domain>(
    system: &System<'_, D>,
    hints: &Precision,
    l: LocId,
    known: &D::State,
    excluded: Option<&D::State>,
) -> Option<D::State> {
    let excluded = excluded?;
    let Some(rest) = minus(system, known, excluded) else { return Some(excluded.clone()) };
    if !system.is_head(l) {
        return Some(excluded.clone());
    }
    let guide = system.domain.guide(&hints.at(OpKind::Widen, l, &NodePath::default(), 0));
    let wide = system.domain.apply(Op::Widen(&rest, &rest), &guide).state;
    if system.domain.covered(&wide, &[&rest]) {
        return Some(excluded.clone());
    }
    minus(system, excluded, &wide)
}

/// Preimages along all edges of the image, met with what it had there. A union that the domain cannot express is not made.
fn sweep<D: Domain>(
    system: &System<'_, D>,
    forward: &Forward<D::State>,
    after: &Cuts<D::State>,
    strict: bool,
    complete: &mut bool,
    budget: &Budget,
) -> Result<SortedMap<LocId, D::State>, Stop> {
    let image = &forward.image;
    let step = |before: &mut Places<D::State>, e: EdgeId, part: &D::State| {
        let edge = system.cfa.edge(e);
        let Some(here) = image.at.get(&edge.from) else { return false };
        let stmt = unwrap::unwrapped(system.domain, here, &edge.stmt);
        let (preimage, exact) = system.pre_of(part, e, &stmt);
        if strict && !exact {
            return false;
        }
        let Some(preimage) = system.meet(&preimage, here).filter(|p| !system.domain.is_refuted(p)) else { return false };
        let united = unite(system, before, edge.from, &preimage);
        *complete &= united;
        united
    };
    Ok(system.back(image, after, step, budget)?.before)
}
