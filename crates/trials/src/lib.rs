//! Tests that need a tool which is not everywhere: where it is missing they are *ignored*, and the output says what is missing.
//!
//! An ordinary test can only return early, and then counts as passed. So a file with such tests has a `main` of its own (`harness = false` in its
//! Cargo.toml) that lists its tests, which are functions without an attribute. Those that need a tool are given it:
//!
//! ```no_run
//! # struct Solver;
//! # impl Solver { fn find() -> Result<std::path::PathBuf, Solver> { Err(Solver) } }
//! fn main() {
//!     trials::run([
//!         trials::plain![what_needs_nothing],
//!         trials::with![Solver::find().or(Err("z3")), what_is_asked],
//!     ]);
//! }
//!
//! fn what_needs_nothing() {}
//!
//! fn what_is_asked(solver: &std::path::PathBuf) {}
//! ```
//!
//! A test that is not listed is dead code, which the compiler reports. `tests/listed.rs` looks for what it does not report.

use libtest_mimic::{Arguments, Trial};

/// These tests, which need nothing.
#[macro_export]
macro_rules! plain {
    ($($test:path),+ $(,)?) => {
        vec![$($crate::trial(stringify!($test), &Ok(()), |()| $test())),+]
    };
}

/// These tests, which are given what they need: a tool, or several, or else the name of what is missing.
#[macro_export]
macro_rules! with {
    ($tool:expr, $($test:path),+ $(,)?) => {{
        let tool = $tool;
        vec![$($crate::trial(stringify!($test), &tool, $test)),+]
    }};
}

/// One test. Where its tool is missing it is ignored, and fails if it is to be run all the same (`--include-ignored`).
pub fn trial<T: Clone + Send + 'static>(name: &str, tool: &Result<T, &'static str>, test: fn(&T)) -> Trial {
    let tool = tool.clone().map_err(|name| format!("no {name}"));
    let missing = tool.as_ref().err().cloned();
    let run = move || {
        test(&tool?);
        Ok(())
    };
    Trial::test(name, run).with_ignored_flag(missing.is_some()).with_kind(missing.unwrap_or_default())
}

/// Runs the tests that the command line asks for, and exits.
pub fn run(trials: impl IntoIterator<Item = Vec<Trial>>) {
    libtest_mimic::run(&Arguments::from_args(), trials.into_iter().flatten().collect()).exit();
}
