//! The trusted room: does this trace run into the error? Is this proof inductive?
//!
//! It depends on `base`, `logic` and `unroll` only and shares no code with those who find the evidence, except that `unroll` makes the circuit
//! of a program for both: a proof by unrolling says nothing of it, and it is made again here. [`trace()`] executes the automaton.
//! [`proof()`] turns a proof into obligations, edge by edge; each is discharged by exact arithmetic where that suffices (a [`certificate`] is
//! searched for and then verified by plain arithmetic) and else by an SMT solver.
//!
//! What is trusted here: [`executable`] and the executor of `base`; [`wellformed`], [`region`] and [`discharge`] (which
//! obligations there are); [`unrolled`] with the circuits of the crate `unroll`, whose SAT solver's "no" is trusted; [`facts`], [`row`],
//! [`axiom`], [`monotone`], [`farkas`] and [`certificate`] (their arithmetic); the solver's "unsat" and the printer of `logic`. What is not:
//! everything that searches ([`search`], [`expand`], [`bounds`], [`simplex`], [`diophantine`]).

pub mod axiom;
pub mod bounds;
pub mod certificate;
pub mod diophantine;
pub mod discharge;
pub mod executable;
pub mod exhaustive;
pub mod expand;
pub mod facts;
pub mod farkas;
pub mod monotone;
pub mod proof;
pub mod region;
pub mod row;
pub mod search;
pub mod simplex;
pub mod trace;
pub mod unrolled;
pub mod vacuity;
pub mod wellformed;

pub use proof::{proof, proof_of_some};
pub use trace::trace;
pub use vacuity::vacuous;

use logic::Solver;

/// Whether an SMT solver may be asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Solving {
    /// Only exact arithmetic.
    Without,
    /// The solver that is found, if arithmetic does not suffice.
    IfNeeded,
    /// This solver, if arithmetic does not suffice.
    With(Solver),
}

/// What a confirmed proof rests on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Confirmed {
    /// How many things had to be shown: implications, or runs.
    pub obligations: usize,
    /// Those that are trivial or have a verified certificate (or were executed).
    pub by_arithmetic: usize,
    /// Those that the solver confirmed.
    pub by_solver: usize,
}
