//! Minimal sufficient explanations with indexed predicates; every answer goes through `check`.

#[path = "common/court.rs"]
mod court;
#[path = "common/solving.rs"]
mod solving;

use base::text::{parse_cfa, print_formula};
use base::{Abstraction, Block, Budget, Cfa, Formula, Places, SortedMap, Stmt};
use court::{Answer, Story, answer};
use domains::{Indexed, Polyhedra};
use engine::mse::Mse;
use engine::mse::lesson::Source;
use engine::{Desk, Engine};
use logic::Solver;
use solving::Solving;

fn program(text: &str) -> Cfa {
    parse_cfa(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

fn solve(cfa: &Cfa, sources: &[Source], seconds: f64) -> SortedMap<String, Answer> {
    let engine = Mse {
        domain: Polyhedra::new,
        abstraction: |cfa: &Cfa, places: &Places, solver: &Solver| Indexed::new(cfa, places, None, solver),
        sources: sources.to_vec(),
        patience: None,
    };
    let (court, story) = (Solving, Story::default());
    let budget = Budget::seconds(seconds);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    engine.solve(cfa, &desk, &budget);
    cfa.errors.iter().map(|e| (cfa.loc(e.loc).name.to_string(), answer(&desk, &story, e.loc))).collect()
}

/// Every element is stored before it is read; `what` is what the reader finds wrong.
fn initialise(what: &str) -> String {
    format!(
        "cfa\nvar a: int[1000]\nvar n: int\nvar i: int\nvar x: int\nentry S\nerror E reach \"failed\"\n\
         edge S -> R: input n int\nedge R -> A: i := 0\n\
         edge A -> B: assume i < n\nedge B -> C: a := store(a, i, 7)\nedge C -> A: i := i + 1\n\
         edge A -> D: assume i >= n\nedge D -> F: x := 0\n\
         edge F -> G: assume x < n\nedge G -> E: assume {what}\nedge G -> H: assume !({what})\nedge H -> F: x := x + 1\n"
    )
}

/// Two copies one after the other: what holds between the first and the last needs a predicate that no text mentions.
fn copies(last: &str) -> String {
    format!(
        "cfa\nvar a: int[1000]\nvar b: int[1000]\nvar c: int[1000]\nvar n: int\nvar i: int\nentry S\nerror E reach \"failed\"\n\
         edge S -> T: input a int\nedge T -> R: input n int\nedge R -> A: i := 0\n\
         edge A -> B: assume i < n\nedge B -> C: b := store(b, i, a[i])\nedge C -> A: i := i + 1\n\
         edge A -> D: assume i >= n\nedge D -> F: i := 0\n\
         edge F -> G: assume i < n\nedge G -> H: c := store(c, i, {last})\nedge H -> F: i := i + 1\n\
         edge F -> J: assume i >= n\nedge J -> K: i := 0\n\
         edge K -> L: assume i < n\nedge L -> E: assume c[i] != a[i]\nedge L -> M: assume c[i] == a[i]\nedge M -> K: i := i + 1\n"
    )
}

fn main() {
    trials::run([trials::with![
        Solver::find().or(Err("z3")),
        what_is_stored_everywhere_is_found_everywhere,
        a_chain_of_copies_needs_what_refinement_finds,
        a_point_may_need_two_points,
    ]]);
}

fn what_is_stored_everywhere_is_found_everywhere(_: &Solver) {
    for source in [Source::Explained, Source::Weakest, Source::Horn] {
        assert_eq!(solve(&program(&initialise("a[x] != 7")), &[source], 20.0)["E"], Answer::Safe);
        assert_eq!(solve(&program(&initialise("a[x] != 8")), &[source], 20.0)["E"], Answer::Unsafe);
    }
}

fn a_chain_of_copies_needs_what_refinement_finds(_: &Solver) {
    for source in [Source::Explained, Source::Weakest, Source::Horn] {
        assert_eq!(solve(&program(&copies("b[i]")), &[source], 30.0)["E"], Answer::Safe, "{source:?}");
        assert_eq!(solve(&program(&copies("b[i] + 1")), &[source], 30.0)["E"], Answer::Unsafe, "{source:?}");
    }
}

/// The example of the seed, §3: x and y are chosen, and s is entered if p holds of x and not of y. Neither minterm about p alone leads there, both
/// together do, so the explanation has two points.
fn a_point_may_need_two_points(solver: &Solver) {
    let text = "cfa\nvar p: int[1000]\nvar s: int\nvar x: int\nvar y: int\nentry L\nedge L -> M: assume p[x] >= 1 && p[y] < 1\nedge M -> N: s := 1\nedge N -> L: skip\n";
    let cfa = program(text);
    // With the same variables and no words of its own.
    let wordless = program("cfa\nvar p: int[1000]\nvar s: int\nvar x: int\nvar y: int\nentry L\nedge L -> M: skip\n");
    let mut abstraction = Indexed::new(&wordless, &Places::default(), None, solver);
    let at = cfa.entry;
    let formula = |t: &str| base::text::parse_formula(t, &cfa).unwrap();
    assert_eq!(abstraction.track(at, &[formula("s >= 1")]).len(), 1);
    let of_elements = abstraction.track(at, &[formula("p[?k0] >= 1")]);
    assert_eq!(print_formula(&of_elements[0], &cfa), "p[?k0] <= 0", "one form for a predicate and its negation");
    let stmts: Vec<&Stmt> = cfa.edges.iter().map(|e| &e.stmt).collect();
    let block = Block { from: at, to: at, edges: Vec::new(), stmts, from_start: false, premise: Formula::True };
    let budget = Budget::seconds(20.0);
    // s = 0 and all of p, or none.
    let mut values = SortedMap::new();
    for (name, points) in [("both", vec![0b00, 0b10]), ("some", vec![0b00]), ("none", vec![0b10])] {
        // The first predicate is s ≤ 0 in its form; its bit says so.
        let points: Vec<u128> = points.into_iter().map(|p| p | 0b01).collect();
        let before = abstraction.of_points(at, &points);
        let mut after = abstraction.bottom(at);
        let new = abstraction.image(&block, &before, &mut after, &budget).unwrap();
        values.insert(name, (before, new));
    }
    let reached = |name: &str| values[name].1.len();
    assert!(reached("some") == 0 && reached("none") == 0 && reached("both") > 0, "{values:?}");
    let (before, new) = &values["both"];
    let why = abstraction.explain(&block, before, &new[..1], &budget).unwrap();
    assert!(why.len() >= 2, "{why:?}");
    assert!(print_formula(&abstraction.gamma(at, before), &cfa).contains("s <= 0"));
}
