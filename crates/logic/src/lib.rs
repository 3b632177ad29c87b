//! Formulas to SMT-LIB and back, and solvers as processes.
//!
//! [`smtlib`] prints terms and formulas with the total meaning that [`base::expr`] gives them, [`model`] reads what a
//! solver answers, [`process`] is the only place of the tool that starts a solver, and [`solver`] puts them together:
//! a question, a budget, an answer, which is kept; [`dialogue`] asks questions that build on each other. A solver is never trusted with "sat" (the model is evaluated by whoever asks) and is
//! trusted with "unsat". [`path`] asks whether a path of a program can be run: [`follow`] runs the values of one that can,
//! [`interpolate`] explains one that cannot, with the preimages of [`preimage`] and the boxes of [`enclose`]. [`fixedpoint`] gives a whole program to
//! a solver as Horn clauses and [`read`]s the invariants in its answer. [`instantiate`] replaces quantifiers by what is at hand.

mod answers;
pub mod dialogue;
pub mod enclose;
pub mod fixedpoint;
pub mod follow;
pub mod ground;
pub mod instantiate;
pub mod interpolate;
pub mod model;
pub mod path;
pub mod preimage;
pub mod process;
pub mod project;
pub mod read;
pub mod sequence;
pub mod sexpr;
pub mod smtlib;
pub mod solver;
pub mod sorts;
pub mod symbols;

pub use dialogue::Dialogue;
pub use model::{MapValue, Model, ModelValue};
pub use path::{Feasibility, PathFormula};
pub use sequence::Interpolator;
pub use solver::{Answer, Missing, Session, Solver};
pub use symbols::Symbols;
