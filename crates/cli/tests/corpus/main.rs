//! Every program of the corpus is a test of its own, named after its file, and every unsafe one a second, `harness/` and its name.
//!
//! The header of a program says what is expected: `// verdict:` is today's answer, `// todo:` the answer that it should get one day (the
//! test fails when that day has come, so that the header is promoted; it has less time than other programs), `// line:` the place of the
//! failure, `// check:`, `// entry:`, `// globals:`, `// int:`, `// data-model:`, `// malloc-may-fail:`, `// engine:` and `// domain:` are options, `// needs: solver` skips the
//! test where there is none, and `// twin:` names the program one constant away that has the other verdict: every safe program has one,
//! so that no test passes by saying `safe` to everything; twins name each other and differ in one place. Horn clauses and transition systems have the same header in their comments
//! (`; verdict: sat`), nets in theirs (`#`).

mod harness;
mod program;
mod twins;
mod verdict;

use libtest_mimic::{Arguments, Trial};
use program::Program;

/// Programs are added, seldom taken away: if there are fewer, they were not found.
const LEAST: usize = 1150;

fn main() {
    let mut arguments = Arguments::from_args();
    // Each program runs on several threads; side by side they would only measure each other.
    arguments.test_threads.get_or_insert(std::thread::available_parallelism().map_or(1, |n| n.get().div_ceil(2)));
    let programs = program::all();
    let solver = logic::Solver::find().is_ok();
    let mut trials: Vec<Trial> = programs.iter().map(|program| verdict(program, solver)).collect();
    trials.extend(programs.iter().filter(|p| p.is_c() && p.is_unsafe()).map(compiled));
    let count = programs.len();
    trials.push(Trial::test("there_is_a_corpus", move || match count {
        0..LEAST => Err(format!("only {count} programs, and there were {LEAST} at least").into()),
        _ => Ok(()),
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

fn verdict(program: &Program, solver: bool) -> Trial {
    let skipped = !solver && program.has("needs", |n| n == "solver");
    let (kind, Program { name, file, header }) = (if skipped { "no solver" } else { "" }, program.clone());
    Trial::test(name, move || verdict::check(&file, &header?, solver)).with_ignored_flag(skipped).with_kind(kind)
}

fn compiled(program: &Program) -> Trial {
    let excuse = harness::excuse(program);
    let Program { name, file, header } = program.clone();
    let trial = Trial::test(format!("harness/{name}"), move || harness::check(&name, &file, &header?));
    trial.with_ignored_flag(excuse.is_some()).with_kind(excuse.unwrap_or_default())
}
