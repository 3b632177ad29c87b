//! Figure 3 of Gulavani, Rajamani (TACAS 2006): a list of any length whose data are set in a second loop and looked at in a third. Every answer goes through `check`.

#[path = "common/court.rs"]
mod court;
#[path = "common/solving.rs"]
mod solving;

use base::text::parse_cfa;
use base::{Budget, Cfa};
use court::{Answer, Story, answer};
use domains::{Disjunctive, HeapGraph};
use engine::gr06::Mode;
use engine::{Dagger, Desk, Engine, Gr06, Ingredients};
use logic::Solver;
use solving::Solving;

/// The program; the third loop fails on data that are not `wanted`.
fn lists(wanted: i64) -> Cfa {
    let text = format!(
        "cfa\nvar head: int\nvar p: int\nvar q: int\nvar d: int\nvar more: int\nvar count: int\nvar next: int -> int\nvar data: int -> int\n\
         entry Start\nerror Bad reach \"the data are wrong\"\n\
         edge Start -> Build: head := 0\n\
         edge Build -> B1: input more int\n\
         edge B1 -> B2: assume more != 0\n\
         edge B2 -> B3: p := 100 + count\n\
         edge B3 -> B4: count := count + 1\n\
         edge B4 -> B5: data := store(data, p, 0)\n\
         edge B5 -> B6: next := store(next, p, head)\n\
         edge B6 -> Build: head := p\n\
         edge B1 -> S1: assume more == 0\n\
         edge S1 -> Set: p := head\n\
         edge Set -> T1: assume p != 0\n\
         edge T1 -> T2: data := store(data, p, 1)\n\
         edge T2 -> T3: q := next[p]\n\
         edge T3 -> Set: p := q\n\
         edge Set -> L1: assume p == 0\n\
         edge L1 -> Look: p := head\n\
         edge Look -> M1: input more int\n\
         edge M1 -> M2: assume more != 0\n\
         edge M2 -> M3: assume p != 0\n\
         edge M3 -> M4: d := data[p]\n\
         edge M4 -> Bad: assume d != {wanted}\n\
         edge M4 -> M5: assume d == {wanted}\n\
         edge M5 -> M6: q := next[p]\n\
         edge M6 -> Look: p := q\n"
    );
    parse_cfa(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

struct Solved {
    answer: Answer,
    story: Vec<String>,
}

/// With a solver that may be asked, since these invariants have quantifiers.
fn solve(cfa: &Cfa, engine: &dyn Engine) -> Solved {
    let (court, story) = (Solving, Story::default());
    let budget = Budget::seconds(120.0);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    engine.solve(cfa, &desk, &budget);
    let answer = answer(&desk, &story, cfa.errors[0].loc);
    drop(desk);
    Solved { answer, story: story.0.into_inner().unwrap() }
}

/// As the paper has it, without steps below the fixpoint.
fn gr06(cfa: &Cfa, mode: Mode) -> Gr06<Disjunctive<HeapGraph>> {
    Gr06 { mode, narrow: false, ..Gr06::new(Disjunctive::new(HeapGraph::new(cfa)), "heap-graph") }
}

fn dagger(cfa: &Cfa) -> Dagger<Disjunctive<HeapGraph>> {
    let domain = Disjunctive::new(HeapGraph::new(cfa));
    Dagger { domain, domain_name: "heap-graph", ingredients: Ingredients::default(), patience: None, board: None }
}

fn main() {
    trials::run([trials::with![
        Solver::find().or(Err("z3")),
        the_widenings_of_the_second_loop_are_blamed,
        every_way_to_refine_proves_it,
        dagger_refines_once,
        wrong_data_are_found,
    ]]);
}

/// The paper: the second widening in the second loop is to blame and becomes a union. Here all loops go on at once, so when the first widening of that loop happens
/// its list has a single object, and there is one more to blame.
fn the_widenings_of_the_second_loop_are_blamed(_: &Solver) {
    let cfa = lists(1);
    let solved = solve(&cfa, &gr06(&cfa, Mode::Monotone));
    assert_eq!(solved.answer, Answer::Safe, "{:#?}", solved.story);
    let expected = [
        "Alarm: the data are wrong (reach) seems reachable at step 5 of the fixpoint.",
        "The operator of step 3 at Set lost what excludes it.",
        "Learnt: at Set unite (∪) at step 3.",
        "Alarm: the data are wrong (reach) seems reachable at step 6 of the fixpoint.",
        "The operator of step 4 at Set lost what excludes it.",
        "Learnt: at Set merge (⊞) instead of widening at step 4.",
    ];
    assert_eq!(solved.story, expected);
}

fn every_way_to_refine_proves_it(_: &Solver) {
    let cfa = lists(1);
    for mode in [Mode::Absolute, Mode::Monotone, Mode::Systematic] {
        let solved = solve(&cfa, &gr06(&cfa, mode));
        assert_eq!(solved.answer, Answer::Safe, "{mode:?}: {:#?}", solved.story);
        // The other loops need no refinement.
        assert!(solved.story.iter().all(|s| !s.contains("Build") && !s.contains("Look")), "{mode:?}: {:#?}", solved.story);
    }
}

/// With one loop after the other it is as in the paper: one refinement.
fn dagger_refines_once(_: &Solver) {
    let cfa = lists(1);
    let solved = solve(&cfa, &dagger(&cfa));
    assert_eq!(solved.answer, Answer::Safe, "{:#?}", solved.story);
    let learnt: Vec<&String> = solved.story.iter().filter(|s| s.starts_with("Learnt")).collect();
    assert_eq!(learnt, ["Learnt: at Set join instead of widening number 1."], "{:#?}", solved.story);
}

fn wrong_data_are_found(_: &Solver) {
    let cfa = lists(2);
    for engine in [&gr06(&cfa, Mode::Systematic) as &dyn Engine, &dagger(&cfa)] {
        let solved = solve(&cfa, engine);
        assert_eq!(solved.answer, Answer::Unsafe, "{}: {:#?}", engine.name(), solved.story);
    }
}
