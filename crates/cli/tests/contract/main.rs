//! The outside contract of the built tool.

mod bad_input;
mod evidence;
#[cfg(unix)]
mod limits;
mod matrix;
mod several;
mod tool;
mod verdicts;
