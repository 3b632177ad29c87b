//! All procedures together: the cheapest evidence first.
//!
//! A short backward search finds most errors at once and proves what place invariants almost prove; fixpoint-guided refinement does the rest,
//! with proofs of few disjuncts. Where only the monotone relaxation reaches the target, explicit search looks for a run of the rules themselves.

use crate::answer::Answer;
use crate::net::Net;
use crate::{backward, explicit, fgar};
use base::{Budget, Why};

/// The short backward search ends at this many elements.
const SHORT: usize = 1_000;

/// A backward proof of more elements is only used if there is no other.
const HANDY: usize = 40;

/// Explicit search ends at this many markings.
const MARKINGS: usize = 200_000;

/// Who takes part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Procedures {
    pub backward: bool,
    pub fgar: bool,
    pub explicit: bool,
    /// In `fgar`: rules repeated any number of times are one step.
    pub acceleration: bool,
}

impl Procedures {
    pub const ALL: Procedures = Procedures { backward: true, fgar: true, explicit: true, acceleration: true };

    /// Whether anybody is there who can decide.
    pub fn is_empty(self) -> bool {
        !(self.backward || self.fgar || self.explicit)
    }
}

/// An answer and the name of the procedure that found it.
pub fn decide(net: &Net, procedures: Procedures, budget: &Budget) -> (Answer, &'static str) {
    let mut answer = (Answer::Unknown(Why::Refused("explicit search found no run".into())), "explicit");
    if procedures.backward {
        // Alone it has all the time.
        let most = if procedures.fgar { SHORT } else { usize::MAX };
        let (found, elements) = backward::decide(net, most, budget);
        let is_handy = elements <= HANDY || !procedures.fgar;
        if matches!(found, Answer::Unsafe(_)) || (matches!(found, Answer::Safe(_)) && is_handy) {
            return (found, "backward");
        }
        answer = (found, "backward");
    }
    if procedures.fgar {
        let (found, _) = fgar::decide(net, procedures.acceleration, budget);
        if !matches!(found, Answer::Unknown(_)) {
            return (found, "fgar");
        }
        if !matches!(answer.0, Answer::Safe(_)) {
            answer = (found, "fgar");
        }
    }
    if procedures.explicit
        && matches!(answer.0, Answer::Unknown(_))
        && let Some(run) = explicit::find(net, MARKINGS, budget)
    {
        return (Answer::Unsafe(run), "explicit");
    }
    answer
}
