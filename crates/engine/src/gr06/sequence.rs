//! The fixpoint sequence R[0], R[1], …, R[n].
//!
//! Gulavani, Rajamani (TACAS 2006), `AbstractFixPoint` (Figure 2) and `MAFixPoint` (Figure 4 (b)): step i applies ∪, ⊞ or ∇
//! to R[i−1] and R[i−1] ∪ θ(R[i−1]), as the hints say, and meets the result with step i of the previous run, beyond its
//! end with its fixpoint. Only what comes along back edges is widened. A run ends when θ adds nothing, never at an alarm.
//!
//! Termination: without ceilings the chain at an outermost head is one of widenings, so it becomes stable; then so does
//! what enters the loops inside. A ceiling is met with after the widening, which is no longer such a chain, so a run
//! that is much longer than the one before, or that a ceiling holds back, goes on without.
//!
//! Invariant: R[i] contains what i applications of θ reach from R[0], whatever the hints: the operators contain their
//! arguments, and the ceilings are steps with the same property of a run that is complete.

use super::system::{Cuts, Image, System};
use crate::precision::Precision;
use base::{Budget, Domain, LocId, Loss, NodePath, Op, OpKind, SortedMap, SortedSet, Stop};
use std::rc::Rc;

/// R[i] and how it came to be.
#[derive(Clone, Debug)]
pub struct Step<S> {
    /// θ(R[i−1]); at step 0 what the entry alone leads to.
    pub image: Rc<Image<S>>,
    /// R[i].
    pub at: Cuts<S>,
    /// The heads at which an upper bound operator was applied.
    pub bounded: SortedMap<LocId, Bounded<S>>,
    /// The cut points at which R[i] differs from R[i−1].
    changed: SortedSet<LocId>,
}

/// The arguments of an upper bound operator: R[i−1] with what enters the loop, and this with what comes back.
#[derive(Clone, Debug)]
pub struct Bounded<S> {
    pub old: S,
    pub new: S,
    pub loss: Loss,
}

#[derive(Clone, Debug)]
pub struct Sequence<S> {
    pub steps: Vec<Rc<Step<S>>>,
    /// θ of the last step, which contains it.
    pub closing: Rc<Image<S>>,
}

impl<S> Sequence<S> {
    /// R[i], or the fixpoint beyond the end.
    pub fn at(&self, i: usize) -> &Cuts<S> {
        &self.steps[i.min(self.steps.len() - 1)].at
    }

    /// The first error index: the first i at which R[i] has the location.
    pub fn first(&self, l: LocId) -> Option<usize> {
        self.steps.iter().position(|s| s.at.contains_key(&l))
    }

    /// The states at all locations that the fixpoint has, for a proof.
    pub fn everywhere(&self) -> SortedMap<LocId, &S> {
        let last = self.steps.last().map(|s| &s.at).into_iter().flatten();
        self.closing.at.iter().chain(last).map(|(l, s)| (*l, s)).collect()
    }
}

/// The run that a new one starts from: steps before `from` are the same under the new hints.
#[derive(Clone, Debug)]
pub struct Before<S> {
    pub run: Rc<Sequence<S>>,
    pub from: usize,
    /// Whether its steps are ceilings of the new ones.
    pub ceilings: bool,
}

/// A run that is longer than the one before by more steps than this goes on without ceilings.
const PATIENCE: usize = 60;

pub fn fixpoint<D: Domain>(
    system: &System<'_, D>,
    hints: &Precision,
    before: Option<&Before<D::State>>,
    budget: &Budget,
) -> Result<Sequence<D::State>, Stop> {
    let mut steps: Vec<Rc<Step<D::State>>> = before.map_or(Vec::new(), |b| b.run.steps.iter().take(b.from).cloned().collect());
    if steps.is_empty() {
        steps.push(Rc::new(first_step(system, budget)?));
    }
    let mut ceiling = before.filter(|b| b.ceilings).map(|b| &*b.run);
    loop {
        let i = steps.len();
        let last = Rc::clone(&steps[i - 1]);
        let image = Rc::new(system.image(&last.at, Some((&last.image, &last.changed)), budget)?);
        if is_closed(system, &last.at, &image) {
            return Ok(Sequence { steps, closing: image });
        }
        if ceiling.is_some_and(|run| i > run.steps.len() + PATIENCE) {
            ceiling = None;
        }
        let mut step = next_step(system, hints, i, &last, &image, ceiling, budget)?;
        if step.changed.is_empty() {
            ceiling = None;
            step = next_step(system, hints, i, &last, &image, None, budget)?;
        }
        steps.push(Rc::new(step));
    }
}

/// R[0]: the initial state, and what it leads to without passing a cut point.
fn first_step<D: Domain>(system: &System<'_, D>, budget: &Budget) -> Result<Step<D::State>, Stop> {
    let entry = system.cfa.entry;
    let initial: Cuts<D::State> = [(entry, system.initial())].into();
    let mut at = initial.clone();
    let mut image = Image::default();
    // A loop at the entry itself is left to the steps that count its iterations.
    if !system.is_head(entry) && !system.is_error(entry) {
        image = system.image(&initial, None, budget)?;
        for (e, arrival) in &image.arrivals {
            let to = system.cfa.edge(*e).to;
            if system.is_cut(to) {
                system.unite(&mut at, to, arrival.clone());
            }
        }
    }
    let changed = at.keys().copied().filter(|l| *l != entry || image.at.is_empty()).collect();
    Ok(Step { image: Rc::new(image), at, bounded: SortedMap::new(), changed })
}

/// Whether θ adds nothing.
pub(super) fn is_closed<D: Domain>(system: &System<'_, D>, at: &Cuts<D::State>, image: &Image<D::State>) -> bool {
    image.arrivals.iter().all(|(e, arrival)| {
        let to = system.cfa.edge(*e).to;
        !system.is_cut(to) || at.get(&to).is_some_and(|known| system.domain.covered(arrival, &[known]))
    })
}

fn next_step<D: Domain>(
    system: &System<'_, D>,
    hints: &Precision,
    i: usize,
    last: &Step<D::State>,
    image: &Rc<Image<D::State>>,
    ceiling: Option<&Sequence<D::State>>,
    budget: &Budget,
) -> Result<Step<D::State>, Stop> {
    let mut step = Step { image: Rc::clone(image), at: Cuts::new(), bounded: SortedMap::new(), changed: SortedSet::new() };
    for l in system.cuts() {
        if let Some(stop) = budget.stopped() {
            return Err(stop);
        }
        let known = last.at.get(&l);
        let (entering, back): (Vec<_>, Vec<_>) = system
            .cfa
            .into(l)
            .iter()
            .filter_map(|e| Some((*e, image.arrivals.get(e)?)))
            .filter(|(_, arrival)| known.is_none_or(|k| !system.domain.covered(arrival, &[k])))
            .partition(|(e, _)| !system.is_head(l) || !system.is_back(*e));
        if entering.is_empty() && back.is_empty() {
            step.at.extend(known.map(|k| (l, k.clone())));
            continue;
        }
        let unite = |sum: Option<D::State>, (_, arrival): &(_, &D::State)| Some(system.join(sum.as_ref(), arrival).0);
        let old = entering.iter().fold(known.cloned(), unite);
        let new = back.iter().fold(old.clone(), unite);
        let Some(new) = new else { continue };
        let mut value = new.clone();
        if let Some(old) = old
            && !back.is_empty()
        {
            let hints = hints.at(OpKind::Widen, l, &NodePath::default(), i as u32);
            let bound = system.domain.apply(Op::Widen(&old, &new), &system.domain.guide(&hints));
            value = bound.state;
            step.bounded.insert(l, Bounded { old, new, loss: bound.loss });
        }
        if let Some(run) = ceiling {
            match run.at(i).get(&l).and_then(|c| system.meet(&value, c)) {
                Some(cut) => value = cut,
                None => {
                    step.at.extend(known.map(|k| (l, k.clone())));
                    continue;
                }
            }
        }
        match known {
            // Nothing new below the ceiling.
            Some(k) if system.domain.covered(&value, &[k]) => drop(step.at.insert(l, k.clone())),
            _ => {
                step.changed.insert(l);
                step.at.insert(l, value);
            }
        }
    }
    Ok(step)
}
