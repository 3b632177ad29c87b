//! The outside contract of the built tool.

mod annotations;
mod bad_input;
mod clauses;
mod evidence;
mod library;
#[cfg(unix)]
mod limits;
mod matrix;
mod nets;
mod recursion;
mod several;
#[cfg(unix)]
mod solver_faults;
mod tool;
mod verdicts;
