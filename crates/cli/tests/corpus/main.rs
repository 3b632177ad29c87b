//! Every program of the corpus is a test of its own, named after its file. An unsafe one is compiled with the harness that the same run
//! writes; where that is not possible, an ignored test `harness/` and its name says why. So does one `model/` and its name, of clauses with a model, where no solver confirms it.
//!
//! The header of a program says what is expected: `// verdict:` is today's answer, `// todo:` the answer that it should get one day (the
//! test fails when that day has come, so that the header is promoted; it has less time than other programs), `// line:` the place of the
//! failure, `// check:`, `// entry:`, `// globals:`, `// int:`, `// data-model:`, `// malloc-may-fail:`, `// engine:` and `// domain:` are options, `// needs: solver` skips the
//! test where there is none, `// slow: yes` where `BEVEL_SLOW` is not set (`cargo xtask test --slow` sets it), and `// twin:` names the program one constant away that has the other verdict: every safe program has one,
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
    let arguments = Arguments::from_args();
    let programs = program::all();
    let solver = logic::Solver::find().is_ok();
    let slow = std::env::var_os("BEVEL_SLOW").is_some();
    let mut trials: Vec<Trial> = programs.iter().map(|program| trial(program, solver, slow)).collect();
    trials.extend(programs.iter().filter_map(not_compiled));
    trials.extend(programs.iter().filter(|_| !solver).filter_map(not_confirmed));
    let count = programs.len();
    trials.push(Trial::test("there_is_a_corpus", move || match count {
        0..LEAST => Err(format!("only {count} programs, and there were {LEAST} at least").into()),
        _ => Ok(()),
    }));
    libtest_mimic::run(&arguments, trials).exit();
}

/// The verdict of a program and, where it can be compiled to fail, its harness.
fn trial(program: &Program, solver: bool, slow: bool) -> Trial {
    let skipped = match () {
        () if !solver && program.has("needs", |n| n == "solver") => "no z3",
        () if !slow && program.has("slow", |s| s == "yes") => "slow",
        () => "",
    };
    let is_compiled = program.is_c() && program.is_unsafe() && harness::excuse(program).is_none();
    let Program { name, file, header } = program.clone();
    let test = move || match is_compiled {
        true => harness::check(&name, &file, &header?, solver),
        false => verdict::check(&file, &header?, solver),
    };
    Trial::test(program.name.clone(), test).with_ignored_flag(!skipped.is_empty()).with_kind(skipped)
}

/// An unsafe program whose harness cannot be run, with the reason.
fn not_compiled(program: &Program) -> Option<Trial> {
    let excuse = harness::excuse(program).filter(|_| program.is_c() && program.is_unsafe())?;
    Some(Trial::test(format!("harness/{}", program.name), || Ok(())).with_ignored_flag(true).with_kind(excuse))
}

/// Clauses whose model is not confirmed, for want of a solver.
fn not_confirmed(program: &Program) -> Option<Trial> {
    let has_model = program::is_clauses(&program.file) && program.has("verdict", |v| matches!(v, "safe" | "sat"));
    has_model.then(|| Trial::test(format!("model/{}", program.name), || Ok(())).with_ignored_flag(true).with_kind("no z3"))
}
