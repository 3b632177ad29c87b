//! What a numeric domain says at the cut points, once and without refinement.

use crate::cases::Cased;
use crate::fgar::forward::forward;
use crate::fgar::sets::Safe;
use crate::gr06::system::System;
use crate::precision::Precision;
use crate::thresholds::thresholds;
use crate::wto::Wto;
use base::{Budget, Cfa, Domain, Formula, LocId, Stop};
use std::collections::{BTreeMap, BTreeSet};

/// Invariants of the locations of the program that the domain does not exclude.
pub fn premises<D: Domain>(domain: &impl Fn(&Cfa) -> D, cased: &Cased, budget: &Budget) -> Result<BTreeMap<LocId, Formula>, Stop> {
    let cfa = &cased.cfa;
    let domain = domain(cfa);
    let system = System::new(cfa, &domain);
    let mut hints = Precision::default();
    hints.learn(&thresholds(cfa, &Wto::new(cfa)));
    let found = forward(&system, &Safe::new(BTreeSet::new()), &hints, budget)?;
    if !found.closed {
        return Ok((0..cfa.locs.len() as u32).map(|l| (LocId(l), Formula::True)).filter(|(l, _)| cased.is_old(*l)).collect());
    }
    let at = |l: LocId| found.at.get(&l).or_else(|| found.image.at.get(&l)).map(|s| (l, domain.gamma(s)));
    Ok((0..cfa.locs.len() as u32).map(LocId).filter(|l| cased.is_old(*l)).filter_map(at).collect())
}
