//! All procedures together: the cheapest evidence first.
//!
//! A short backward search finds most errors at once and proves what place invariants almost prove; fixpoint-guided refinement does the rest,
//! with proofs of few disjuncts. Where only the monotone relaxation reaches the target, explicit search looks for a run of the rules themselves.

use crate::answer::Answer;
use crate::fgar::Effort;
use crate::net::Net;
use crate::{backward, explicit, fgar};
use base::{Budget, Why};

/// The short backward search ends at this many elements.
const SHORT: usize = 200;

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

/// An answer and who found it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    pub answer: Answer,
    /// The name of the procedure.
    pub by: &'static str,
    /// Of `fgar`, if it took part.
    pub effort: Option<Effort>,
}

pub fn decide(net: &Net, procedures: Procedures, budget: &Budget) -> Decision {
    let answer = Answer::Unknown(Why::Refused("explicit search found no run".into()));
    let mut decision = Decision { answer, by: "explicit", effort: None };
    if procedures.backward {
        // Alone it has all the time.
        let most = if procedures.fgar { SHORT } else { usize::MAX };
        let (answer, elements) = backward::decide(net, most, budget);
        let is_handy = elements <= HANDY || !procedures.fgar;
        let is_enough = matches!(answer, Answer::Unsafe(_)) || (matches!(answer, Answer::Safe(_)) && is_handy);
        decision = Decision { answer, by: "backward", effort: None };
        if is_enough {
            return decision;
        }
    }
    if procedures.fgar {
        let (answer, effort) = fgar::decide(net, procedures.acceleration, budget);
        decision.effort = Some(effort);
        if !matches!(answer, Answer::Unknown(_)) {
            return Decision { answer, by: "fgar", ..decision };
        }
        if !matches!(decision.answer, Answer::Safe(_)) {
            decision = Decision { answer, by: "fgar", ..decision };
        }
    }
    if procedures.explicit
        && matches!(decision.answer, Answer::Unknown(_))
        && let Some(run) = explicit::find(net, MARKINGS, budget)
    {
        return Decision { answer: Answer::Unsafe(run), by: "explicit", ..decision };
    }
    decision
}
