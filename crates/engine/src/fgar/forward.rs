//! Forwards: R_i = lfp λX. α_i((I ∪ post(γ(X))) ∩ Z_i).
//!
//! Cousot, Ganty, Raskin (SAS 2007). At each cut point there is a chain of widenings that knows nothing of Z_i, so that it
//! becomes stable, and its part inside of Z_i, from which the steps go on. Afterwards a few steps down give back what guards
//! behind a widening exclude. Invariant: the chain contains I and whatever a step leads to inside of Z_i; what a step leads
//! to outside of Z_i is in the last image.

use super::sets::{Safe, included};
use crate::gr06::system::{Cuts, Image, System};
use crate::precision::Precision;
use base::{Budget, Domain, Hint, LocId, NodePath, Op, OpKind, SortedMap, SortedSet, Stop};

#[derive(Clone, Debug)]
pub struct Forward<S> {
    /// R_i.
    pub at: Cuts<S>,
    /// One step from it, with everything in between.
    pub image: Image<S>,
    /// What a step leads to outside of Z_i, by its last edge.
    pub leaving: SortedMap<base::EdgeId, S>,
    /// Whether all else that a step leads to is in R_i again.
    pub closed: bool,
}

/// Back edges are united with a head this often before the first widening.
const DELAY: u32 = 1;

/// The most steps down.
const DOWN: usize = 3;

pub fn forward<D: Domain>(
    system: &System<'_, D>,
    safe: &Safe<D::State>,
    hints: &Precision,
    budget: &Budget,
) -> Result<Forward<D::State>, Stop> {
    let entry = system.cfa.entry;
    let mut chain: Cuts<D::State> = [(entry, system.initial())].into();
    let mut at: Cuts<D::State> = safe.inside(system, entry, &system.initial()).map(|s| (entry, s)).into_iter().collect();
    let mut visits: SortedMap<LocId, u32> = SortedMap::new();
    let mut image = system.image(&at, None, budget)?;
    loop {
        let mut changed = SortedSet::new();
        for l in system.cuts().filter(|l| !system.is_error(*l)) {
            if let Some(stop) = budget.stopped() {
                return Err(stop);
            }
            let Some(value) = grow(system, safe, hints, l, chain.get(&l), &image, &mut visits) else { continue };
            let below = match safe.ceiling.as_ref() {
                Some(ceiling) => ceiling.get(&l).and_then(|c| system.meet(&value, c)),
                None => Some(value.clone()),
            };
            chain.insert(l, value);
            changed.insert(l);
            match below.and_then(|s| safe.inside(system, l, &s)) {
                Some(inside) => drop(at.insert(l, inside)),
                None => drop(at.remove(&l)),
            }
        }
        if changed.is_empty() {
            break;
        }
        image = system.image(&at, Some((&image, &changed)), budget)?;
    }
    let mut found = classify(system, safe, at, image);
    for _ in 0..DOWN {
        if found.leaving.is_empty() || !found.closed {
            break;
        }
        let Some(below) = down(system, safe, &found) else { break };
        let image = system.image(&below, None, budget)?;
        let lower = classify(system, safe, below, image);
        // Images of a domain need not be monotone.
        if !lower.closed {
            break;
        }
        found = lower;
    }
    Ok(found)
}

/// The chain at a cut point with what arrives inside of Z_i; none if that is nothing new.
fn grow<D: Domain>(
    system: &System<'_, D>,
    safe: &Safe<D::State>,
    hints: &Precision,
    l: LocId,
    known: Option<&D::State>,
    image: &Image<D::State>,
    visits: &mut SortedMap<LocId, u32>,
) -> Option<D::State> {
    let mut old = known.cloned();
    let mut back: Option<D::State> = None;
    let mut any = false;
    for e in system.cfa.into(l) {
        let Some(arrival) = image.arrivals.get(e) else { continue };
        if known.is_some_and(|k| system.domain.covered(arrival, &[k])) {
            continue;
        }
        let Some(arrival) = safe.inside(system, l, arrival) else { continue };
        if known.is_some_and(|k| included(system, &arrival, k)) {
            continue;
        }
        any = true;
        let side = if system.is_head(l) && system.is_back(*e) { &mut back } else { &mut old };
        *side = Some(system.join(side.as_ref(), &arrival).0);
    }
    if !any {
        return None;
    }
    let (old, back) = match (old, back) {
        (Some(old), Some(back)) => (old, back),
        (one, other) => return one.or(other),
    };
    let new = system.join(Some(&old), &back).0;
    let visit = visits.entry(l).or_default();
    *visit += 1;
    let learnt = hints.at(OpKind::Widen, l, &NodePath::default(), *visit);
    let delayed = *visit <= DELAY && !learnt.iter().any(|h| matches!(h, Hint::Track(_)));
    if delayed {
        return Some(new);
    }
    let wide = system.domain.apply(Op::Widen(&old, &new), &system.domain.guide(&learnt)).state;
    // The arrivals were inside, though in several parts.
    if known.is_some_and(|k| system.domain.covered(&wide, &[k])) { None } else { Some(wide) }
}

/// Finds what leaves Z_i, and whether the rest stays in R_i.
fn classify<D: Domain>(system: &System<'_, D>, safe: &Safe<D::State>, at: Cuts<D::State>, image: Image<D::State>) -> Forward<D::State> {
    let mut leaving = SortedMap::new();
    let mut closed = true;
    for (e, arrival) in &image.arrivals {
        let to = system.cfa.edge(*e).to;
        if !system.is_cut(to) || (system.is_error(to) && !safe.targets.contains(&to)) {
            continue;
        }
        if at.get(&to).is_some_and(|known| included(system, arrival, known)) {
            continue;
        }
        match safe.outside(system, to, arrival) {
            Some(part) => {
                leaving.insert(*e, part);
                let inside = safe.inside(system, to, arrival);
                closed &= inside.is_none_or(|s| at.get(&to).is_some_and(|known| included(system, &s, known)));
            }
            None => closed = false,
        }
    }
    let initial = system.initial();
    closed &= at.get(&system.cfa.entry).is_some_and(|known| included(system, &initial, known));
    Forward { at, image, leaving, closed }
}

/// What is there at the start and what arrives, merged, met with what was there; none if it is not smaller.
fn down<D: Domain>(system: &System<'_, D>, safe: &Safe<D::State>, above: &Forward<D::State>) -> Option<Cuts<D::State>> {
    let merge = system.domain.guide(&[Hint::Merge]);
    let mut below = Cuts::new();
    let mut smaller = false;
    for (l, known) in &above.at {
        let arrivals = system.cfa.into(*l).iter().filter_map(|e| above.image.arrivals.get(e));
        let start = (*l == system.cfa.entry).then(|| system.initial());
        let inside: Vec<D::State> = start.into_iter().chain(arrivals.filter_map(|a| safe.inside(system, *l, a))).collect();
        let Some(first) = inside.first() else {
            smaller = true;
            continue;
        };
        let all = inside.iter().fold(first.clone(), |sum, a| system.join(Some(&sum), a).0);
        let merged = system.domain.apply(Op::Widen(first, &all), &merge).state;
        let Some(state) = system.meet(&merged, known).and_then(|s| safe.inside(system, *l, &s)) else {
            smaller = true;
            continue;
        };
        smaller |= !system.domain.covered(known, &[&state]);
        below.insert(*l, state);
    }
    smaller.then_some(below)
}
