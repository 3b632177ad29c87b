//! All procedures together: the cheapest evidence first.
//!
//! A short backward search finds most errors at once and proves what place invariants almost prove; fixpoint-guided refinement does the rest,
//! with proofs of few disjuncts. Where only the monotone relaxation reaches the target, explicit search looks for a run of the rules themselves.

use crate::answer::Answer;
use crate::net::Net;
use crate::{backward, explicit, fgar};
use base::Budget;

/// The short backward search ends at this many elements.
const SHORT: usize = 1_000;

/// A backward proof of more elements is only used if there is no other.
const HANDY: usize = 40;

/// Explicit search ends at this many markings.
const MARKINGS: usize = 200_000;

/// An answer and the name of the procedure that found it.
pub fn decide(net: &Net, budget: &Budget) -> (Answer, &'static str) {
    let (first, elements) = backward::decide(net, SHORT, budget);
    if matches!(first, Answer::Unsafe(_)) || (matches!(first, Answer::Safe(_)) && elements <= HANDY) {
        return (first, "backward");
    }
    let (second, _) = fgar::decide(net, budget);
    if !matches!(second, Answer::Unknown(_)) {
        return (second, "fgar");
    }
    if matches!(first, Answer::Safe(_)) {
        return (first, "backward");
    }
    match explicit::find(net, MARKINGS, budget) {
        Some(run) => (Answer::Unsafe(run), "explicit"),
        None => (second, "fgar"),
    }
}
