//! What a numeric domain says at the cut points, once and without refinement.

use crate::cases::Cased;
use crate::fgar::forward::forward;
use crate::fgar::sets::Safe;
use crate::gr06::system::System;
use crate::precision::Precision;
use crate::thresholds::thresholds;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Formula, LocId, SortedMap, SortedSet, Stop};

/// An invariant of a location.
#[derive(Clone, Debug)]
pub struct Premise {
    /// What it says without quantifiers.
    pub numbers: Formula,
    /// What it says of all elements of maps.
    pub elements: Formula,
}

impl Premise {
    fn new(f: Formula) -> Self {
        let parts = if let Formula::And(parts) = f { parts } else { vec![f] };
        let (elements, numbers): (Vec<Formula>, Vec<Formula>) = parts.into_iter().partition(|p| matches!(p, Formula::Quant(..)));
        Premise { numbers: Formula::and(numbers), elements: Formula::and(elements) }
    }
}

/// Invariants of the locations of the program that the domain does not exclude.
pub fn premises<D: Domain>(domain: &impl Fn(&Cfa) -> D, cased: &Cased, budget: &Budget) -> Result<SortedMap<LocId, Premise>, Stop> {
    let cfa = &cased.cfa;
    let domain = domain(cfa);
    let system = System::new(cfa, &domain);
    let mut hints = Precision::default();
    hints.learn(&thresholds(cfa, &Wto::new(cfa)));
    let found = forward(&system, &Safe::new(SortedSet::new()), &hints, budget)?;
    let at = |l: LocId| match found.closed {
        true => found.at.get(&l).or_else(|| found.image.at.get(&l)).map(|s| (l, Premise::new(domain.gamma(s)))),
        false => Some((l, Premise::new(Formula::True))),
    };
    Ok((0..cfa.locs.len() as u32).map(LocId).filter(|l| cased.is_old(*l)).filter_map(at).collect())
}
