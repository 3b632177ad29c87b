//! Several engines on one program: the first confirmed answer about each error location wins.

use crate::desk::{Desk, Engine};
use base::{Budget, Cfa};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;

/// Runs the engines in their order, at most `jobs` at the same time, until all are done or the budget ends. An engine
/// that panics has given up, the others go on, and the desk keeps what it said.
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
                desk.crash(&engine.name(), text.unwrap_or_else(|| "panic".into()));
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::desk::{Judge, Progress, Watch};
    use base::{LocId, Proof, Trace, Why};

    struct Nobody;

    impl Judge for Nobody {
        fn trace(&self, _: &Cfa, _: &Trace, _: &Budget) -> Result<(), Why> {
            Ok(())
        }

        fn proof(&self, _: &Cfa, _: &Proof, _: &[LocId], _: &Budget) -> Result<(), Why> {
            Ok(())
        }
    }

    impl Watch for Nobody {
        fn progress(&self, _: &str, _: &Progress) {}

        fn tell(&self, _: &str, _: &str) {}
    }

    struct Fails;

    impl Engine for Fails {
        fn name(&self) -> String {
            "fails".into()
        }

        fn solve(&self, cfa: &Cfa, _: &Desk<'_>, _: &Budget) {
            panic!("there are {} variables", cfa.vars.len());
        }
    }

    struct Finds;

    impl Engine for Finds {
        fn name(&self) -> String {
            "finds".into()
        }

        fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, _: &Budget) {
            let trace = Trace { inputs: Default::default(), error: cfa.errors[0].loc };
            desk.trace("finds", trace).unwrap();
        }
    }

    #[test]
    fn what_an_engine_said_that_failed_is_kept_beside_the_answers_of_the_others() {
        let text = "cfa\nvar x: int\nentry A\nerror E reach \"\"\nedge A -> E: x := 1\n";
        let (cfa, budget) = (base::text::parse_cfa(text).unwrap(), Budget::unlimited());
        let desk = Desk::new(&cfa, &Nobody, &Nobody, budget.clone());
        run(&[Box::new(Fails), Box::new(Finds)], &cfa, &desk, &budget, 1);
        assert_eq!(desk.crashes(), [("fails".to_string(), "there are 1 variables".to_string())].into());
        assert!(desk.open().is_empty());
    }
}
