//! The outside contract of the built tool. What needs a solver is in `tests/solver`.

mod annotations;
mod bad_input;
mod clauses;
mod evidence;
mod library;
#[cfg(unix)]
mod limits;
mod nets;
mod recursion;
mod several;
mod tool;
mod verdicts;
