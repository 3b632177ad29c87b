//! Solvers that die, lie, flood or keep silent, under every engine that asks one: no hang, no wrong verdict, a reason.
//!
//! The bad solvers are scripts. What is out of scope is a solver that says "unsat" where the truth is "sat": that word is
//! trusted (`ARCHITECTURE.md`). Everything else it says is not, and neither is that it says anything.

use crate::tool::{Answer, Bench, LOOP};
use logic::Solver;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Proved by every engine, if there is a solver: the product is beyond the numeric domains.
const SAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    int z = x;
    if (y == 3) z = x * y;
    if (y == 3 && z != 3 * x) reach_error();
    return 0;
}
";

/// The factors are the solver's to find, unless somebody guesses them.
const UNSAFE: &str = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (x > 0 && x < 100 && y > 0 && y < 100) {
        if (x * y == 8633) reach_error();
    }
    return 0;
}
";

/// The same with all elements of an array in the place of numbers, for the engine that asks about these.
const SAFE_ARRAY: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000];
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000) return 0;
    for (int i = 0; i < n; i++) a[i] = 0;
    /*@ assert \\forall int k; 0 <= k < n ==> a[k] == 0; */
    return 0;
}
";

const UNSAFE_ARRAY: &str = "extern int __VERIFIER_nondet_int(void);
int main(void) {
    int a[1000];
    int n = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    int y = __VERIFIER_nondet_int();
    if (n < 0 || n > 1000 || x <= 0 || x >= 100 || y <= 0 || y >= 100) return 0;
    for (int i = 0; i < n; i++) a[i] = x * y;
    /*@ assert \\forall int k; 0 <= k < n ==> a[k] != 8633; */
    return 0;
}
";

const ENGINES: [&str; 5] = ["auto", "dagger", "fgar", "mse", "spacer"];
/// Those that do not try on their own what the solver does not tell them, for variants of a fault.
const QUICK: [&str; 3] = ["fgar", "mse", "spacer"];
/// Reads and says nothing (more).
const MUTE: &str = "while read -r line; do :; done";
/// In seconds. Engines ask a solver about a path only if there is more than one left.
const LIMIT: f64 = 1.3;
/// For those who will end by themselves, however busy the machine is.
const PATIENCE: f64 = 20.0;
const OUT_OF_TIME: &str = "the time limit was reached";

fn bench() -> Bench {
    let bench = Bench::new();
    bench.write("safe.i", SAFE).write("unsafe.i", UNSAFE);
    bench.write("safe-array.i", SAFE_ARRAY).write("unsafe-array.i", UNSAFE_ARRAY);
    bench
}

/// The safe and the unsafe program for an engine.
fn programs(engine: &str) -> [&'static str; 2] {
    if engine == "mse" { ["safe-array.i", "unsafe-array.i"] } else { ["safe.i", "unsafe.i"] }
}

fn is_safe(program: &str) -> bool {
    program.starts_with("safe")
}

/// Whether the engine decides nothing about the program without a solver. Errors may be met by running, with any values.
fn is_helpless(engine: &str, program: &str) -> bool {
    engine == "spacer" || engine == "mse" && is_safe(program)
}

/// Runs one engine on one program and checks what any solver whatsoever must leave true; whether it was decided.
fn run(mut command: Command, program: &str, limit: f64) -> (bool, Answer) {
    let start = Instant::now();
    let answer = Answer::of(command.output().unwrap());
    let took = start.elapsed();
    assert!(took < Duration::from_secs_f64(limit + 5.0), "{took:?} {answer:#?}");
    let decided = answer.exit != Some(3);
    if !decided {
        answer.is("unknown", 3).complains("bevel: unknown: ");
        let reason = answer.err.split("bevel: unknown: ").nth(1).unwrap_or_default();
        assert!(reason.trim().len() > 10, "no reason: {answer:#?}");
    } else if is_safe(program) {
        answer.is("safe", 0);
    } else {
        answer.is("unsafe(reach)", 1);
    }
    assert!(!answer.err.contains("internal error") && !answer.out.contains("memory limit"), "{answer:#?}");
    (decided, answer)
}

/// Every engine on both programs with the shell script as the solver. One of `reasons` is what an engine that does nothing without a
/// solver must say; there are none if the script may let answers through.
fn check(script: &str, reasons: &[&str]) {
    check_with(&ENGINES, script, reasons);
}

fn check_with(engines: &[&str], script: &str, reasons: &[&str]) {
    let bench = bench();
    let path = bench.path().join("solver");
    bench.write("solver", format!("#!/bin/sh\n{script}\n"));
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    std::thread::scope(|scope| {
        for engine in engines {
            for program in programs(engine) {
                let without = is_helpless(engine, program) && !reasons.is_empty();
                let limit = if without && !reasons.contains(&OUT_OF_TIME) { PATIENCE } else { LIMIT };
                // Engines and all that is kept of an answer have room in this memory; an answer without end has not.
                let line = format!("verify {program} --check reach --engine {engine} --timeout {limit} --memory 1000");
                let mut command = bench.command(&line);
                command.env("BEVEL_Z3", &path);
                scope.spawn(move || {
                    let (decided, answer) = run(command, program, limit);
                    if without {
                        assert!(!decided && reasons.iter().any(|r| answer.err.contains(r)), "none of {reasons:?}: {answer:#?}");
                    }
                });
            }
        }
    });
}

pub fn with_a_solver_every_engine_decides_the_programs(z3: &Solver) {
    let bench = bench();
    for engine in ENGINES {
        for program in programs(engine) {
            let mut command = bench.command(&format!("verify {program} --check reach --engine {engine} --timeout 20"));
            command.env("BEVEL_Z3", z3.path());
            let answer = Answer::of(command.output().unwrap());
            if is_safe(program) {
                answer.is("safe", 0)
            } else {
                answer.is("unsafe(reach)", 1)
            };
        }
    }
}

pub fn killed_after_some_answers(z3: &Solver) {
    // An answer of the fixedpoint engine has three lines or more.
    let ended = ["the solver ended"];
    for (lines, engines, reasons) in [(2, &ENGINES[..], &ended[..]), (1, &QUICK, &ended), (4, &QUICK, &[]), (12, &QUICK, &[])] {
        check_with(engines, &format!("\"{}\" \"$@\" | (sed -u {lines}q; kill -9 $$)", z3.path().display()), reasons);
    }
}

pub fn killed_at_some_time(z3: &Solver) {
    let script = format!(
        "exec 3<&0
\"{}\" \"$@\" <&3 &
solver=$!
(sleep 0.0$(od -An -N1 -tu1 /dev/urandom | tr -d ' '); kill -9 $solver) >/dev/null 2>&1 &
wait $solver",
        z3.path().display()
    );
    check(&script, &[]);
}

pub fn killed_at_once() {
    check("kill -9 $$", &["the solver ended: signal: 9"]);
}

pub fn random_bytes() {
    // They may begin a quotation that does not end.
    let reasons = ["the solver's answer makes no sense", OUT_OF_TIME];
    check(&format!("head -c 100000 /dev/urandom\n{MUTE}"), &reasons);
}

pub fn parentheses_without_their_partners() {
    check_with(&QUICK, &format!("echo ')))) sat ) unsat ((((('\n{MUTE}"), &[OUT_OF_TIME]);
    // Too deep for the stack of whoever would walk it.
    let deep = format!("yes '((((' | head -n 500000\nyes '))))' | head -n 500000\n{MUTE}");
    check(&deep, &["the solver's answer makes no sense"]);
}

pub fn sat_without_a_model() {
    let script = "while read -r line; do
case \"$line\" in
'(echo '*) line=${line#*\\\"}; echo \"${line%\\\"*}\";;
'(check-sat'* | '(query '*) echo sat;;
esac
done";
    check(script, &["the solver's answer makes no sense"]);
}

pub fn answers_to_questions_that_nobody_asked(z3: &Solver) {
    // "unsat" is trusted where it was asked for, and nowhere else.
    check(&format!("echo unsat\nexec \"{}\" \"$@\"", z3.path().display()), &["the solver's answer makes no sense"]);
}

pub fn models_and_certificates_with_other_numbers(z3: &Solver) {
    check(&format!("\"{}\" \"$@\" | sed -u 's/\\([ (]\\)[0-9][0-9]*\\([) ]\\)/\\13\\2/g'", z3.path().display()), &[]);
}

pub fn silence() {
    // Neither reads nor answers.
    check_with(&QUICK, "exec sleep 60", &[OUT_OF_TIME]);
    // Reads and does not answer.
    check(MUTE, &[OUT_OF_TIME]);
    // Can be asked and cannot answer.
    check_with(&QUICK, &format!("exec >&-\n{MUTE}"), &["the solver ended: its output closed"]);
}

pub fn answers_without_end() {
    // Which of them depends on how quickly the flood comes.
    let reasons = ["the solver's answer makes no sense", OUT_OF_TIME];
    check("echo '('\nexec yes sat", &reasons);
    for flood in ["exec yes sat", "exec cat /dev/zero", "exec yes '(('"] {
        check_with(&QUICK, flood, &reasons);
    }
}

/// The tool where no solver is found: from elsewhere, since one is looked for above the executable too.
fn alone(bench: &Bench) -> PathBuf {
    let tool = bench.path().join("bevel");
    std::fs::copy(env!("CARGO_BIN_EXE_bevel"), &tool).unwrap();
    tool
}

fn command_alone(tool: &Path, line: &str) -> Command {
    let mut command = Command::new(tool);
    command.args(line.split_whitespace()).current_dir(tool.parent().unwrap()).env("BEVEL_Z3", "/nonexistent/z3").env("PATH", "");
    command
}

pub fn no_solver_anywhere() {
    let bench = bench();
    let tool = alone(&bench);
    std::thread::scope(|scope| {
        for engine in ENGINES {
            for program in programs(engine) {
                let without = is_helpless(engine, program);
                let limit = if without { PATIENCE } else { LIMIT };
                let command = command_alone(&tool, &format!("verify {program} --check reach --engine {engine} --timeout {limit}"));
                scope.spawn(move || {
                    let (decided, answer) = run(command, program, limit);
                    if without {
                        assert!(!decided);
                        answer.complains("no SMT solver was found");
                    }
                });
            }
        }
    });
}

pub fn a_model_that_nobody_confirms() {
    let bench = Bench::new();
    bench.write("loop.smt2", LOOP.replace("LIMIT", "5"));
    let tool = alone(&bench);
    let answer = |line: &str| Answer::of(command_alone(&tool, line).output().unwrap());
    answer("verify loop.smt2 --timeout 20").is("sat", 0).says("model not confirmed: no solver at hand");
    answer("verify loop.smt2 --timeout 20 --json").says("\"evidence\": \"undecided\"");
}
