//! Several engines on one program: the first confirmed answer about each error location wins.

use crate::desk::{Desk, Engine};
use base::{Budget, Cfa, Why};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Runs the engines in their order, at most `jobs` at the same time, until all are done or the budget ends. An engine
/// that panics has given up; the others go on.
pub fn run(engines: &[Box<dyn Engine + '_>], cfa: &Cfa, desk: &Desk<'_>, budget: &Budget, jobs: usize) {
    let next = Mutex::new(0);
    let work = || {
        loop {
            let index = {
                let mut next = next.lock().unwrap();
                *next += 1;
                *next - 1
            };
            let Some(engine) = engines.get(index) else { return };
            if desk.open().is_empty() || budget.stopped().is_some() {
                return;
            }
            let solved = catch_unwind(AssertUnwindSafe(|| engine.solve(cfa, desk, budget)));
            if let Err(panic) = solved {
                let text = panic.downcast_ref::<&str>().map(|s| s.to_string()).or_else(|| panic.downcast_ref::<String>().cloned());
                let why = Why::Crashed(text.unwrap_or_else(|| "panic".into()));
                desk.give_up(&engine.name(), &desk.open(), why);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..jobs.min(engines.len()) {
            // Deep terms are walked recursively; the default stack of a thread is smaller than that of the main one.
            let _ = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
        }
        work();
    });
}
