//! Below the fixpoint: a few steps down.
//!
//! Not in the paper, which blames the widening for what guards behind it would have given back; Cousot, Cousot: Abstract
//! interpretation: a unified lattice model, POPL 1977, with a finite number of steps in place of a narrowing. If R is
//! closed (R[0] ⊆ R and θ(R) ⊆ R), then so is everything between R[0] ∪ θ(R) and R. Here it is the merge ⊞ of R[0] ∪ θ(R),
//! met with R: the union itself would have a part for each way around the loop. It proves what it excludes;
//! counterexamples and ceilings are still those of the sequence, which it does not touch.
//!
//! Invariant: what is returned contains R[0] and has been found to be closed.

use super::sequence::{Sequence, is_closed};
use super::system::{Cuts, Image, System};
use base::{Budget, Domain, Hint, LocId, Op, SortedMap, Stop};

/// The most steps down. What a guard gives back passes one loop head with each.
const STEPS: usize = 6;

/// States at all locations, below the fixpoint of the run; `None` if that leads nowhere.
pub fn descend<D: Domain>(
    system: &System<'_, D>,
    run: &Sequence<D::State>,
    budget: &Budget,
) -> Result<Option<SortedMap<LocId, D::State>>, Stop> {
    let mut above = run.at(run.steps.len()).clone();
    let mut image: Option<Image<D::State>> = None;
    for _ in 0..STEPS {
        let at = below(system, run, &above, image.as_ref().unwrap_or(&run.closing));
        let smaller = above.iter().any(|(l, s)| at.get(l).is_none_or(|b| !system.domain.covered(s, &[b])));
        if !smaller {
            break;
        }
        let next = system.image(&at, None, budget)?;
        // Images of a domain need not be monotone.
        if !is_closed(system, &at, &next) {
            break;
        }
        above = at;
        image = Some(next);
    }
    Ok(image.map(|image| image.at.into_iter().chain(above).collect()))
}

/// ⊞ of what is there at the start and what arrives, met with what was there.
fn below<D: Domain>(system: &System<'_, D>, run: &Sequence<D::State>, above: &Cuts<D::State>, image: &Image<D::State>) -> Cuts<D::State> {
    let merge = system.domain.guide(&[Hint::Merge]);
    let start = &run.steps[0].at;
    let mut at = Cuts::new();
    for l in system.cuts() {
        let mut arrivals = system.cfa.into(l).iter().filter_map(|e| image.arrivals.get(e));
        let Some(first) = start.get(&l).or_else(|| arrivals.next()) else { continue };
        let all = arrivals.fold(first.clone(), |sum, a| system.join(Some(&sum), a).0);
        let merged = system.domain.apply(Op::Widen(first, &all), &merge).state;
        at.extend(above.get(&l).and_then(|known| system.meet(&merged, known)).map(|s| (l, s)));
    }
    at
}
