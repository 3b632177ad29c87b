//! The walk back from an alarm through the sequence.
//!
//! Gulavani, Rajamani (TACAS 2006), `Refine` (Figure 2): ψ starts as the error in the first R[n] that has it; at each step
//! ψ is met with R[i], and if R[i−1] ∪ θ(R[i−1]) has nothing of it the operator of step i is to blame; else ψ becomes
//! θ⁻¹(ψ). Changed: ψ is a state per cut point. A step is to blame if *no* cut point's exact union has anything of ψ; heads
//! that alone have nothing are remembered, since preimages may be too large and name the wrong way back. For the same
//! reason what R[i−1] itself has of ψ is kept, though with exact preimages it has nothing before the first error index.
//!
//! Invariant: a run from the entry to the alarm that arrives at cut points as the sequence counts them stays inside ψ.

use super::sequence::Sequence;
use super::system::{Cuts, Image, Places, System};
use base::{Budget, Domain, EdgeId, LocId, SortedMap, SortedSet, Stop};

/// ψ around one image.
#[derive(Clone, Debug)]
pub struct Layer<S> {
    /// At the image's cut points, where it starts, and between them.
    pub before: SortedMap<LocId, S>,
    /// At the cut points where it ends.
    pub after: Cuts<S>,
}

/// A head at whose step the error came in with the operator.
#[derive(Clone, Debug)]
pub struct Culprit<S> {
    pub head: LocId,
    pub step: usize,
    /// The states of R[i] at the head from which the error would follow.
    pub error: S,
}

#[derive(Clone, Debug)]
pub struct Walked<S> {
    pub target: LocId,
    /// The first error index: the counterexample is R[0], …, R[count].
    pub count: usize,
    /// Layer i is around θ(R[i−1]); those that the walk did not come to are missing.
    pub layers: SortedMap<usize, Layer<S>>,
    /// The heads of the step that is to blame.
    pub culprits: Vec<Culprit<S>>,
    /// Heads that would be to blame if the error could not also have come another way; latest step first.
    pub partial: Vec<Culprit<S>>,
    /// The step whose image leads from the entry to the error, if there is one.
    pub reached: Option<usize>,
    /// Statements whose image has a part of ψ that their preimage excludes.
    pub transfers: SortedSet<EdgeId>,
    /// Locations at which a union has something that none of its parts has.
    pub joins: SortedSet<LocId>,
}

/// Walks back from the first alarm at `target`; `None` if there is none.
pub fn walk<D: Domain>(
    system: &System<'_, D>,
    run: &Sequence<D::State>,
    target: LocId,
    budget: &Budget,
) -> Result<Option<Walked<D::State>>, Stop> {
    let Some(count) = run.first(target) else { return Ok(None) };
    let mut walked = Walked {
        target,
        count,
        layers: SortedMap::new(),
        culprits: Vec::new(),
        partial: Vec::new(),
        reached: None,
        transfers: SortedSet::new(),
        joins: SortedSet::new(),
    };
    let mut psi: Cuts<D::State> = [(target, run.steps[count].at[&target].clone())].into();
    for i in (0..=count).rev() {
        let after = touched(system, run, i, psi, &mut walked);
        if after.is_empty() {
            break;
        }
        let before = back(system, &run.steps[i].image, &after, &mut walked, budget)?;
        if let Some(state) = before.get(&system.cfa.entry)
            && system.meet(state, &system.initial()).is_some()
        {
            walked.reached = Some(i);
        }
        psi = before.iter().filter(|(l, _)| system.is_head(**l)).map(|(l, s)| (*l, s.clone())).collect();
        for (l, state) in &after {
            if i > 0
                && let Some(stays) = run.steps[i - 1].at.get(l).and_then(|known| system.meet(state, known))
            {
                system.unite(&mut psi, *l, stays);
            }
            // The entry is no image of anything.
            if i == 0 && *l == system.cfa.entry {
                walked.reached = Some(0);
            }
        }
        walked.layers.insert(i, Layer { before, after });
    }
    Ok(Some(walked))
}

/// What the exact unions of step i have of ψ. If they have nothing, the heads are the culprits.
fn touched<D: Domain>(
    system: &System<'_, D>,
    run: &Sequence<D::State>,
    i: usize,
    psi: Cuts<D::State>,
    walked: &mut Walked<D::State>,
) -> Cuts<D::State> {
    let step = &run.steps[i];
    let mut inside = Cuts::new();
    let mut blamed = Vec::new();
    for (l, state) in psi {
        let Some(error) = step.at.get(&l).and_then(|here| system.meet(here, &state)) else { continue };
        match step.bounded.get(&l) {
            None => drop(inside.insert(l, error)),
            Some(bounded) => match system.meet(&bounded.new, &error) {
                Some(part) => drop(inside.insert(l, part)),
                None => blamed.push(Culprit { head: l, step: i, error }),
            },
        }
    }
    if inside.is_empty() {
        walked.culprits = blamed;
    } else {
        walked.partial.extend(blamed);
    }
    inside
}

/// θ⁻¹: preimages along all edges of the image, met with what it had there.
fn back<D: Domain>(
    system: &System<'_, D>,
    image: &Image<D::State>,
    after: &Cuts<D::State>,
    walked: &mut Walked<D::State>,
    budget: &Budget,
) -> Result<SortedMap<LocId, D::State>, Stop> {
    let step = |before: &mut Places<D::State>, e: EdgeId, part: &D::State| {
        let from = system.cfa.edge(e).from;
        let preimage = system.pre(part, e);
        match image.at.get(&from).and_then(|here| system.meet(&preimage, here)) {
            Some(preimage) => {
                system.unite(before, from, preimage);
                true
            }
            None => {
                walked.transfers.insert(e);
                false
            }
        }
    };
    let back = system.back(image, after, step, budget)?;
    walked.joins.extend(back.untouched);
    Ok(back.before)
}
