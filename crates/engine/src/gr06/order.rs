//! The order on counterexamples, in which refinement makes progress.
//!
//! Gulavani, Rajamani (TACAS 2006), §4: C₁ ≺ C₂ if C₂ is longer, or if it is as long and lies inside C₁, somewhere strictly.
//! Theorem 1: successive counterexamples of monotone refinement increase. The paper proves it; here it is checked, since
//! domains may answer "not covered" when they do not know.

use super::sequence::Sequence;
use super::system::Cuts;
use base::{Domain, LocId};

/// Whether the counterexample of `later` at `target` comes after that of `earlier`. A run without one comes after all.
pub fn precedes<D: Domain>(domain: &D, earlier: &Sequence<D::State>, later: &Sequence<D::State>, target: LocId) -> bool {
    let (Some(n), Some(m)) = (earlier.first(target), later.first(target)) else { return later.first(target).is_none() };
    if n != m {
        return n < m;
    }
    let inside = |i: usize| includes(domain, earlier.at(i), later.at(i));
    let smaller = |i: usize| !includes(domain, later.at(i), earlier.at(i));
    (0..=n).all(inside) && (0..=n).any(smaller)
}

/// Whether every state of `inner` is one of `outer`, as far as the domain knows.
pub fn includes<D: Domain>(domain: &D, outer: &Cuts<D::State>, inner: &Cuts<D::State>) -> bool {
    inner.iter().all(|(l, s)| outer.get(l).is_some_and(|o| domain.covered(s, &[o])))
}
