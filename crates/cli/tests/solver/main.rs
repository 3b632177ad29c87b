//! The outside contract of the built tool where it asks a solver, good or bad.

#[cfg(unix)]
mod faults;
mod matrix;
#[expect(dead_code, reason = "it is shared with the rest of the contract")]
#[path = "../contract/tool.rs"]
mod tool;

use logic::Solver;
use std::process::Command;
use tool::{Bench, COUNT, FAIL, LOOP};

fn main() {
    trials::run([
        trials::with![
            Solver::find().or(Err("z3")),
            models_are_confirmed,
            the_solver_accepts_the_model_with_the_text_of_the_file,
            horn_clauses_mean_the_program,
            the_solvers_engine_proves_and_fails_with_the_same_evidence,
            matrix::every_cell_is_answered_or_refused_with_its_reason,
        ],
        // More than a minute on one core.
        trials::with![
            std::env::var("BEVEL_SLOW").or(Err("BEVEL_SLOW")).and_then(|_| Solver::find().or(Err("z3"))),
            focus_decides_what_the_cartesian_image_loses,
        ],
        #[cfg(unix)]
        trials::with![
            Solver::find().or(Err("z3")),
            faults::with_a_solver_every_engine_decides_the_programs,
            faults::killed_after_some_answers,
            faults::killed_at_some_time,
            faults::answers_to_questions_that_nobody_asked,
            faults::models_and_certificates_with_other_numbers,
        ],
        #[cfg(unix)]
        trials::plain![
            faults::killed_at_once,
            faults::random_bytes,
            faults::parentheses_without_their_partners,
            faults::sat_without_a_model,
            faults::silence,
            faults::answers_without_end,
            faults::no_solver_anywhere,
            faults::a_model_that_nobody_confirms,
        ],
    ]);
}

fn models_are_confirmed(_: &Solver) {
    let bench = Bench::new();
    bench.write("loop.smt2", LOOP.replace("LIMIT", "5"));
    bench.bevel("verify loop.smt2 --timeout 20").is("sat", 0).says("model confirmed by z3");
    bench.bevel("verify loop.smt2 --timeout 20 --json").says("\"evidence\": \"confirmed\"");
}

/// The printed definitions in the place of the declarations make the file itself true.
fn the_solver_accepts_the_model_with_the_text_of_the_file(solver: &Solver) {
    let bench = Bench::new();
    let text = LOOP.replace("LIMIT", "5");
    let answer = bench.write("loop.smt2", &text).bevel("verify loop.smt2 --timeout 20");
    let definitions: Vec<&str> = answer.out.lines().filter(|l| l.starts_with("(define-fun")).collect();
    let rest: Vec<&str> = text.lines().filter(|l| l.starts_with("(assert")).collect();
    let asked = solver.session().check_text(&definitions.join("\n"), &rest.join("\n"), &base::Budget::unlimited());
    assert_eq!(asked, logic::Answer::Sat(None), "{answer:#?}");
}

/// The solver's engine for Horn clauses agrees.
fn horn_clauses_mean_the_program(solver: &Solver) {
    let bench = Bench::new();
    for (text, expected) in [(COUNT, "sat"), (&COUNT.replace("i != 10", "i == 10"), "unsat")] {
        bench.write("a.c", text);
        bench.write("a.smt2", bench.bevel("dump a.c --as smt2").out);
        let output = Command::new(solver.path()).args(["-T:20", "a.smt2"]).current_dir(bench.path()).output().unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected);
    }
}

/// The solver's own engine: loops and recursive functions, with contracts that it finds; a run from its derivation.
fn the_solvers_engine_proves_and_fails_with_the_same_evidence(_: &Solver) {
    let bench = Bench::new();
    let recursive = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int f(int n) { return n > 100 ? n - 10 : f(f(n + 11)); }
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n <= 100 && n > -1000 && f(n) != 91) reach_error();
    return 0;
}
";
    bench.write("f.c", recursive).bevel("verify f.c --check reach --engine spacer --timeout 60").is("safe", 0).says("proved by spacer");
    let fail = bench.write("fail.c", FAIL).bevel("verify fail.c --engine spacer --timeout 60");
    fail.is("unsafe(reach)", 1).says("found by spacer").says("(__VERIFIER_nondet_int): 12345");
    bench.bevel("verify f.c --engine spacer --without spacer").is_rejected("no engine is left");
}

/// A list of new objects has no two with the same successor. With the paper's image this takes a focus on the object that the loop makes.
const BUILT: &str = "#include <stdlib.h>
struct node { struct node *next; int data; };
/*@ requires acyclic(struct node, next) && sharing_free(struct node, next);
    ensures sharing_free(struct node, next); */
struct node *create(int n) {
    struct node *x = 0;
    while (n > 0) {
        struct node *e = malloc(sizeof *e);
        e->next = x;
        x = e;
        n--;
    }
    return x;
}
";

fn focus_decides_what_the_cartesian_image_loses(_: &Solver) {
    let bench = Bench::new();
    let line = "verify built.c --entry create --check reach --engine focus --image cartesian --story --timeout 120";
    bench.write("built.c", BUILT).bevel(line).is("safe", 0).says("focus on ");
    bench.bevel(&format!("{line} --without focusing")).is("unknown", 3).says("edges are not focused");
}
