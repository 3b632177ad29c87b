//! Place invariants: weighted sums that no rule changes.
//!
//! A specification may name some; each is verified here before it is used (Σ wₓ·x' = Σ wₓ·x as linear forms, rule by rule). The value of the
//! sum is then known from the start, as far as the start bounds it.

use crate::closed::{OMEGA, plus};
use crate::net::Net;
use base::{CmpOp, Expr, Formula, Int, SortedMap, VarId};

/// A weighted sum that stays the same and starts between two bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlaceInvariant {
    pub weights: SortedMap<usize, u64>,
    pub low: u64,
    /// [`OMEGA`] if the start does not bound it.
    pub high: u64,
}

impl PlaceInvariant {
    /// The sum, or the largest number if it does not fit.
    pub fn value(&self, marking: &[u64]) -> u64 {
        self.weights.iter().map(|(&p, &w)| if w == 0 { 0 } else { marking[p].saturating_mul(w) }).fold(0, plus)
    }

    /// Whether some marking above this one satisfies the invariant's upper bound.
    pub fn admits(&self, least: &[u64]) -> bool {
        self.value(least) <= self.high
    }

    pub fn formula(&self) -> Formula {
        let terms = self.weights.iter().filter(|(_, w)| **w > 0);
        let terms = terms.map(|(&p, &w)| Expr::mul(Expr::from(Int::from(w)), Expr::Var(VarId(p as u32))));
        let sum = terms.reduce(Expr::add).unwrap_or(Expr::from(0));
        let bound = |op, n: u64| Formula::cmp(op, sum.clone(), Int::from(n));
        match self.high {
            OMEGA => bound(CmpOp::Ge, self.low),
            high if high == self.low => bound(CmpOp::Eq, high),
            high => Formula::and([bound(CmpOp::Ge, self.low), bound(CmpOp::Le, high)]),
        }
    }
}

/// Those that the specification names and that really are invariants with a bound.
pub fn verified(net: &Net) -> Vec<PlaceInvariant> {
    let kept = net.invariants.iter().filter(|w| is_kept(net, w));
    let bounded = kept.map(|weights| {
        let mut invariant = PlaceInvariant { weights: weights.clone(), low: 0, high: 0 };
        let bound = |high: bool| (0..net.places.len()).map(move |p| if high { net.init.range(p).high } else { net.init.range(p).low });
        invariant.low = invariant.value(&bound(false).collect::<Vec<_>>());
        invariant.high = invariant.value(&bound(true).collect::<Vec<_>>());
        invariant
    });
    bounded.filter(|i| i.high != OMEGA).collect()
}

/// Whether no rule changes the weighted sum.
fn is_kept(net: &Net, weights: &SortedMap<usize, u64>) -> bool {
    net.rules.iter().all(|rule| {
        let mut change: SortedMap<usize, i128> = SortedMap::new();
        let mut constant = 0i128;
        for (p, sum) in &rule.updates {
            let weight = i128::from(weights.get(p).copied().unwrap_or(0));
            *change.entry(*p).or_default() -= weight;
            sum.terms.iter().for_each(|(&t, &f)| *change.entry(t).or_default() += weight * i128::from(f));
            constant += weight * i128::from(sum.constant);
        }
        constant == 0 && change.values().all(|c| *c == 0)
    })
}
