//! What programs mean: exact concrete execution of an automaton.
//!
//! [`eval`] is the obviously right evaluator on big integers, used for formulas and as the reference; [`walk`] runs an
//! automaton with it, one statement at a time; [`machine`] is the fast one that search and trace checking use. Both consume inputs in the same
//! order, so a trace means the same to both:
//!
//! - [`Stmt::Input`](crate::Stmt::Input) on an integer reads one value of its type;
//! - on a map it marks every element as open; an open element reads one value of the type when it is first read (or
//!   not at all, if it is written first);
//! - when a map is copied, its open elements are 0 from then on, in both: one of the values that they may have, so such a run is one of the
//!   program's, though not all of the program's runs are among them;
//! - in a condition with a quantifier the open elements whose index has a bound variable are read when the variable gets its
//!   value, as long as no instance has decided ([`bounded`]); all others are read before the condition is evaluated;
//! - a location with several enabled edges reads the index, among the enabled ones in order, of the one to take.

pub mod bounded;
pub mod eval;
pub mod machine;
mod machine_code;
mod machine_compile;
mod machine_memory;
mod machine_skip;
pub mod walk;

use crate::cfa::{EdgeId, LocId, VarId};
use crate::int::{Int, IntType};

/// What a run wants to know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Request {
    /// A value for a variable, of the type or (without one) any integer.
    Value { edge: EdgeId, var: VarId, ty: Option<IntType> },
    /// A value for an open element of an array.
    Element { var: VarId, ty: Option<IntType> },
    /// Which of this many enabled edges to take.
    Choice { at: LocId, options: u32 },
}

impl Request {
    /// Whether a value answers the request.
    pub fn admits(&self, value: &Int) -> bool {
        match self {
            Request::Value { ty, .. } | Request::Element { ty, .. } => ty.is_none_or(|t| t.contains(value)),
            Request::Choice { options, .. } => *value >= Int::ZERO && *value < Int::from(*options),
        }
    }
}

/// Where the values come from. `None` ends the run.
pub trait Inputs {
    fn next(&mut self, request: &Request) -> Option<Int>;

    /// The same for an open element, by the reference executor, which tells its index.
    fn element(&mut self, request: &Request, _index: &Int) -> Option<Int> {
        self.next(request)
    }
}

impl<F: FnMut(&Request) -> Option<Int>> Inputs for F {
    fn next(&mut self, request: &Request) -> Option<Int> {
        self(request)
    }
}

/// Answers from a list; values that a request does not admit end the run.
#[derive(Clone, Debug)]
pub struct Listed<'a> {
    pub values: &'a [Int],
    pub used: usize,
}

impl<'a> Listed<'a> {
    pub fn new(values: &'a [Int]) -> Self {
        Listed { values, used: 0 }
    }
}

impl Inputs for Listed<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let value = self.values.get(self.used).filter(|v| request.admits(v))?.clone();
        self.used += 1;
        Some(value)
    }
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At an error location.
    Error(LocId),
    /// At a location without edges.
    Exit(LocId),
    /// No edge was enabled.
    Blocked(LocId),
    /// The inputs gave no value.
    NoInput(LocId),
    /// The number of steps or the budget was used up.
    Unfinished(LocId),
    /// A value left the range of the fast executor; the reference can go on.
    TooBig(LocId),
}
