//! `bevel verify`: the engines work, the desk decides, the case reports.

use crate::case::Case;
use crate::input::{self, Bad};
use crate::limits::Watchdog;
use crate::options::{Verify, Written};
use assemble::Plan;
use std::time::Instant;

pub fn verify(args: Verify, started: Instant) -> i32 {
    let judge = assemble::judge(&args.strategy);
    let case = Case::open(started, args.output, args.written.clone(), judge);
    let watchdog = Watchdog::start(&args.limits, started, |stop| case.finish(Some(stop)));
    let work = || {
        let plan = Plan::new(&args.strategy).map_err(Bad)?;
        let program = input::find(&args.files, &args.reading)?;
        let plan = plan.on(program.net().cloned(), program.is_clauses()).map_err(Bad)?;
        let mut questions = program.questions()?;
        let last = questions.pop();
        case.expect(questions.len());
        let solve = |case: &'static Case, program| {
            // Its own budget: that everything is decided is no reason to say that we were stopped.
            let budget = watchdog.budget.child(None);
            if let Some((cfa, desk)) = case.load(program, &budget, args.strategy.thorough)? {
                plan.run(cfa, desk, &budget);
            }
            Ok(())
        };
        for question in questions {
            let earlier = Case::open(started, args.output, Written::default(), assemble::judge(&args.strategy));
            solve(earlier, question)?;
            case.answered(earlier.verdict(watchdog.budget.stopped()));
        }
        last.map_or(Ok(()), |question| solve(case, question))
    };
    let worked: Result<(), Bad> = work();
    watchdog.speak();
    match worked {
        Ok(()) => case.finish(watchdog.budget.stopped()),
        Err(bad) => case.reject(&bad),
    }
}
