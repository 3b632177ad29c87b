//! The solver's own engine: proofs and runs on small automata, every one confirmed by `check`.

#[path = "common/court.rs"]
mod court;

use base::Budget;
use court::Answer::{self, Safe, Unsafe};
use court::{Court, Story, answer};
use engine::{Desk, Engine, Spacer};
use logic::Solver;

/// The answers about the error locations, in their order.
fn answers(text: &str) -> Vec<Answer> {
    let cfa = base::text::parse_cfa(text).unwrap();
    let (budget, story) = (Budget::seconds(30.0), Story::default());
    let desk = Desk::new(&cfa, &Court, &story, budget.clone());
    Spacer { patience: None }.solve(&cfa, &desk, &budget);
    cfa.errors.iter().map(|e| answer(&desk, &story, e.loc)).collect()
}

/// x and y count together up to an input; behind the loop one of them is taken down.
fn counters(error: &str) -> String {
    format!(
        "cfa\nvar n: int\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> B: input n int\nedge B -> C: assume x < n\n\
         edge C -> D: x := x + 1\nedge D -> B: y := y + 2\nedge B -> F: assume x >= n\nedge F -> E: assume {error}\n"
    )
}

fn main() {
    trials::run([trials::with![
        Solver::find().or(Err("z3")),
        a_relation_between_counters,
        several_errors_are_answered_one_by_one,
        a_loop_that_does_not_matter,
        maps_from_the_start,
    ]]);
}

fn a_relation_between_counters(_: &Solver) {
    assert_eq!(answers(&counters("y > 2 * n && n > 0")), [Safe]);
    assert_eq!(answers(&counters("y > 2 * n")), [Unsafe], "a negative input skips the loop");
    assert_eq!(answers(&counters("y == 14")), [Unsafe]);
}

fn several_errors_are_answered_one_by_one(_: &Solver) {
    let text = "cfa\nvar x: int\nentry A\nerror E reach \"\"\nerror F reach \"\"\nedge A -> B: x := 1\nedge B -> B: x := x + 3\n\
        edge B -> E: assume x == 10\nedge B -> F: assume x < 1\n";
    assert_eq!(answers(text), [Unsafe, Safe]);
}

/// What cannot lead to the error is left out of the solver's certificate, and the proof has it all the same.
fn a_loop_that_does_not_matter(_: &Solver) {
    let text = "cfa\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> B: x := 1\nedge B -> B: x := x + 1\n\
        edge B -> E: assume x < 1\nedge B -> C: skip\nedge C -> C: y := y + 1\n";
    assert_eq!(answers(text), [Safe]);
}

fn maps_from_the_start(_: &Solver) {
    let text = |value: u32| {
        format!(
            "cfa\nvar i: int\nvar a: int -> int\nentry A\nerror E reach \"\"\nedge A -> B: input i int\nedge B -> C: a := store(a, i, 7)\n\
             edge C -> E: assume a[i] + a[i + 1] != {value}\n"
        )
    };
    assert_eq!([answers(&text(7)), answers(&text(8))], [[Safe], [Unsafe]]);
}
