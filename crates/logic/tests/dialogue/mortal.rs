//! Solver processes that are killed between and during questions.

use base::{Budget, CmpOp, Formula, Sort};
use logic::dialogue::Verdict;
use logic::{Answer, Solver, Symbols};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A directory with a solver that is a shell script around the real one; it goes away with its value.
struct Mortal(PathBuf);

impl Mortal {
    /// In the script, `$Z3` is the real one.
    fn new(name: &str, z3: &Solver, script: &str) -> (Mortal, Solver) {
        let dir = std::env::temp_dir().join(format!("bevel-mortal-{name}-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let path = dir.join("z3");
        let text = format!("#!/bin/sh\nZ3='{}'\ncd '{}'\n{script}\n", z3.path().display(), dir.display());
        std::fs::write(&path, text).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        (Mortal(dir), Solver::at(path))
    }

    fn started(&self) -> usize {
        read(&self.0.join("started")).lines().count()
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}

impl Drop for Mortal {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn budget() -> Budget {
    Budget::seconds(60.0)
}

fn symbols() -> (Symbols, Vec<Formula>) {
    let mut symbols = Symbols::default();
    let x = symbols.add("x", Sort::Int);
    let y = symbols.add("y", Sort::Int);
    let observed = (0..6).map(|i| if i % 2 == 0 { Formula::cmp(CmpOp::Gt, x, i) } else { Formula::cmp(CmpOp::Lt, y, i) });
    (symbols, observed.collect())
}

/// The number of combinations, or why it is not known.
fn enumerate(solver: &Solver) -> Result<usize, String> {
    let (symbols, observed) = symbols();
    let mut session = solver.session();
    let mut dialogue = session.dialogue(&symbols, &[], &observed);
    dialogue.push();
    for found in 0.. {
        match dialogue.check(&[], found % 3 == 0, &budget()) {
            Verdict::Sat { values, .. } => dialogue.clause(&values.iter().enumerate().map(|(i, v)| (i, !v)).collect::<Vec<_>>()),
            Verdict::Unsat { .. } => return Ok(found),
            Verdict::Unknown(why) => return Err(why),
        }
    }
    unreachable!()
}

pub fn a_dialogue_goes_on_with_a_new_process(z3: &Solver) {
    // Each process has a few answers in it: the greeting is one line, a combination at least nine.
    let (mortal, solver) = Mortal::new("few", z3, "echo >>started\n\"$Z3\" \"$@\" | (sed -u 40q; kill -9 $$)");
    // x lies in one of four parts of the line, and so does y.
    assert_eq!(enumerate(&solver), Ok(16));
    assert!(mortal.started() > 3, "{} processes", mortal.started());
}

pub fn a_dialogue_that_always_ends_in_the_middle_is_given_up(z3: &Solver) {
    let (mortal, solver) = Mortal::new("none", z3, "echo >>started\n\"$Z3\" \"$@\" | (sed -u 5q; kill -9 $$)");
    let why = enumerate(&solver).unwrap_err();
    assert!(why.contains("the solver ended") && why.contains("restarts"), "{why}");
    assert_eq!(mortal.started(), 4);
}

pub fn a_session_survives_the_end_of_its_idle_process(z3: &Solver) {
    let (mortal, solver) = Mortal::new("idle", z3, "echo $$ >>started\nexec \"$Z3\" \"$@\"");
    let (symbols, observed) = symbols();
    let mut session = solver.session();
    for killed in 1..4 {
        let question = &observed[killed..];
        assert!(matches!(session.check_sat(&symbols, question, &budget()), Answer::Sat(Some(_))));
        assert_eq!(mortal.started(), killed);
        let last = read(&mortal.0.join("started")).lines().last().unwrap_or_default().to_owned();
        assert!(Command::new("kill").args(["-9", &last]).status().unwrap().success());
    }
    let mut dialogue = session.dialogue(&symbols, &observed[..1], &observed[1..]);
    assert!(matches!(dialogue.check(&[(0, true)], true, &budget()), Verdict::Sat { model: Some(_), .. }));
}

pub fn what_is_known_is_not_asked_again(z3: &Solver) {
    let (mortal, solver) = Mortal::new("known", z3, "echo >>started\nexec \"$Z3\" \"$@\"");
    let (symbols, observed) = symbols();
    let no = [observed[0].clone(), observed[0].negate()];
    let first = solver.session().check_sat(&symbols, &observed, &budget());
    let contradiction = solver.session().core(&symbols, &no, &budget());
    assert_eq!((matches!(first, Answer::Sat(Some(_))), contradiction.as_ref().map(Vec::len)), (true, Ok(2)));
    assert_eq!(mortal.started(), 2);
    // Another session, found by its path again.
    let mut session = Solver::at(solver.path()).session();
    assert_eq!(session.check_sat(&symbols, &observed, &budget()), first);
    assert_eq!(session.core(&symbols, &no, &budget()), contradiction);
    assert_eq!(mortal.started(), 2);
    // Without its core it is another question, and time that is up is up.
    assert!(matches!(session.check_sat(&symbols, &observed, &Budget::seconds(0.0)), Answer::Unknown(_)));
    assert_eq!(session.check_sat(&symbols, &no, &budget()), Answer::Unsat);
    assert_eq!(mortal.started(), 3);
}
