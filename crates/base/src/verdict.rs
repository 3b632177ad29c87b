//! Answers and their evidence. There is no way to say "safe" or "unsafe" without it.

use crate::budget::Stop;
use crate::cells::Cells;
use crate::cfa::{Cfa, LocId, VarId};
use crate::contract::Contracts;
use crate::domain::OpKind;
use crate::expr::Formula;
use crate::script::Script;
use crate::span::Span;
use crate::unfold::Unfolded;
use crate::zeros::Zeros;
use crate::{SortedMap, SortedSet};
use std::borrow::Cow;
use std::fmt;

/// Evidence that error locations cannot be reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// A formula per location. Locations without one must not lie on a cycle of such locations: what holds there follows
    /// from the formulas before it. The formula of an excluded error location is `False`.
    Invariants(SortedMap<LocId, Formula>),
    /// Contracts of the recursive procedures, and formulas (as above) for the automaton in which they stand for the calls
    /// ([`crate::contract::Outline::view`]); they also show that the contracts are kept.
    Contracts { contracts: Contracts, invariants: SortedMap<LocId, Formula> },
    /// Formulas (as above) for the automaton unfolded by the values of some variables ([`crate::unfold`]).
    Unfolded { counters: SortedSet<VarId>, invariants: SortedMap<LocId, Formula> },
    /// Formulas (as above) for the automaton unfolded by the values of some variables, if there are any, which then knows where the zeros of its maps are
    /// ([`crate::zeros`]).
    Zeros { counters: SortedSet<VarId>, invariants: SortedMap<LocId, Formula> },
    /// Formulas (as above) for the automaton unfolded by the values of some variables, in which then arrays of at most so many elements are cells
    /// ([`crate::cells`]).
    Cells { counters: SortedSet<VarId>, most: u32, invariants: SortedMap<LocId, Formula> },
    /// Unrolled, with these states of a place kept apart, each stretch of the program between its entry, these cuts and its ends comes to an
    /// end, with the formula of the cut at which it ends if that of the cut at which it begins holds; and none of the targets is in it.
    Unrolled { apart: Apart, cuts: SortedMap<LocId, Formula> },
    /// The program has finitely many runs and each of them was executed to its end: at most this many.
    Exhaustive { runs: u64 },
}

/// Which states of one place are kept apart when a program is unrolled. The rest is merged, which changes the size of the circuit and not what it means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Apart {
    /// At most so many.
    pub most: u32,
    /// Those too that differ in what is computed from inputs, and not only in values that are known: every way through the program by itself, as
    /// long as there are few.
    pub ways: bool,
}

impl From<u32> for Apart {
    fn from(most: u32) -> Apart {
        Apart { most, ways: false }
    }
}

impl Proof {
    /// Says less at a location of the automaton that it is about; false if it does not say that there.
    pub fn leave_out(&mut self, loc: LocId, part: &Formula) -> bool {
        let (Proof::Invariants(invariants)
        | Proof::Contracts { invariants, .. }
        | Proof::Unfolded { invariants, .. }
        | Proof::Zeros { invariants, .. }
        | Proof::Cells { invariants, .. }) = self
        else {
            return false;
        };
        let Some(Formula::And(parts)) = invariants.get_mut(&loc) else { return false };
        let before = parts.len();
        let left = Formula::and(parts.iter().filter(|f| *f != part).cloned());
        let is_less = left.parts().len() < before;
        invariants.insert(loc, left);
        is_less
    }

    /// What it says at the locations of the program, if it is by formulas about them.
    pub fn formulas(&self, cfa: &Cfa) -> Option<Cow<'_, SortedMap<LocId, Formula>>> {
        match self {
            Proof::Invariants(invariants) => Some(Cow::Borrowed(invariants)),
            Proof::Unfolded { counters, invariants } => Some(Cow::Owned(Unfolded::new(cfa, counters).ok()?.folded(invariants))),
            Proof::Zeros { counters, invariants } if counters.is_empty() => Some(Cow::Owned(Zeros::new(cfa)?.without(invariants))),
            Proof::Zeros { counters, invariants } => {
                let unfolded = Unfolded::new(cfa, counters).ok()?;
                Some(Cow::Owned(unfolded.folded(&Zeros::new(&unfolded.cfa)?.without(invariants))))
            }
            Proof::Cells { counters, most, invariants } => {
                let unfolded = Unfolded::new(cfa, counters).ok()?;
                Some(Cow::Owned(unfolded.folded(&Cells::new(&unfolded.cfa, *most)?.without(invariants))))
            }
            Proof::Contracts { .. } | Proof::Unrolled { .. } | Proof::Exhaustive { .. } => None,
        }
    }
}

/// Evidence that an error location is reached: the values that the run reads, in the order in which it reads them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trace {
    pub inputs: Script,
    pub error: LocId,
}

/// The step at which information was lost for good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lost {
    pub op: OpKind,
    pub loc: LocId,
    pub span: Option<Span>,
    /// What could not be expressed, in words.
    pub what: String,
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// Precision was lost at this step and no lesson helps.
    Lost(Lost),
    /// The path may be a real error, but no inputs were found that run it. Without a path: a search for inputs has found none.
    NotExecuted {
        path: Vec<LocId>,
    },
    /// The front end does not understand this.
    Unsupported {
        span: Option<Span>,
        what: String,
    },
    Stopped(Stop),
    /// `check` could not confirm the evidence.
    Unconfirmed {
        loc: LocId,
        /// The part of what the proof says there that was not shown to be true, if it was one.
        part: Option<Formula>,
        what: String,
    },
    /// `check` refuted the evidence: a bug of ours.
    Rejected {
        loc: LocId,
        what: String,
    },
    /// An engine failed: a bug of ours.
    Crashed(String),
    /// The engine does not handle such a question.
    Refused(String),
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Why::Lost(lost) => {
                if let Some(span) = &lost.span {
                    write!(f, "{span}: ")?;
                }
                write!(f, "precision was lost at a {}: {}", lost.op, lost.what)
            }
            Why::NotExecuted { path } if path.is_empty() => f.write_str("no run that fails was found"),
            Why::NotExecuted { path } => write!(f, "a path of {} steps may fail, but no inputs were found that take it", path.len()),
            Why::Unsupported { span: Some(span), what } => write!(f, "{span}: not understood: {what}"),
            Why::Unsupported { span: None, what } => write!(f, "not understood: {what}"),
            Why::Stopped(stop) => write!(f, "{stop}"),
            Why::Unconfirmed { what, .. } => write!(f, "the proof could not be confirmed: {what}"),
            Why::Rejected { what, .. } => write!(f, "proof rejected: {what}"),
            Why::Crashed(what) => write!(f, "internal error: {what}"),
            Why::Refused(what) => f.write_str(what),
        }
    }
}
