//! Widening refinement with intervals on textual automata; every answer goes through `check`.

mod common;

use base::LocId;
use base::text::parse_cfa;
use common::{Answer, solve};
use engine::Order;

fn check(text: &str, expected: &[(&str, Answer)]) {
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}"));
    for order in [Order::Dag, Order::Tree] {
        let (answers, story) = solve(&cfa, order);
        for (name, answer) in expected {
            let loc: LocId = cfa.loc_named(name).unwrap();
            assert_eq!(answers[&loc], *answer, "{name} in {order:?}\n{}", story.join("\n"));
        }
    }
}

const COUNT: &str = "cfa
var i: i32
entry A
error E reach \"i is not 10\"
edge A -> H: i := 0
edge H -> B: assume i < 10
edge B -> H: i := i + 1
edge H -> X: assume i >= 10
edge X -> E: assume i != 10
edge X -> D: assume i == 10
";

#[test]
fn the_widening_learns_the_bound_of_a_counting_loop() {
    check(COUNT, &[("E", Answer::Safe)]);
    check(&COUNT.replace("assume i != 10", "assume i != 11"), &[("E", Answer::Unsafe)]);
}

#[test]
fn branches_that_belong_together_are_kept_apart() {
    let text = "cfa
var c: i32
var x: i32
entry A
error E reach \"x does not follow c\"
edge A -> B: input c i32
edge B -> T: assume c != 0
edge T -> M: x := 1
edge B -> F: assume c == 0
edge F -> M: x := 2
edge M -> T2: assume c == 0
edge M -> F2: assume c != 0
edge T2 -> E: assume x != 2
edge F2 -> X: skip
";
    check(text, &[("E", Answer::Safe)]);
    check(&text.replace("x != 2", "x == 2"), &[("E", Answer::Unsafe)]);
}

#[test]
fn several_properties_are_decided_in_one_exploration() {
    let text = "cfa
var i: i32
var n: i32
entry A
error E1 reach \"never\"
error E2 overflow \"sometimes\"
error E3 reach \"relational\"
edge A -> B: input n i32
edge B -> H: i := 0
edge H -> C: assume i < n
edge C -> E2: assume i >= 50
edge C -> E1: assume i < 0
edge C -> D: assume i >= 0 && i < 50
edge D -> H: i := i + 1
edge H -> X: assume i >= n
edge X -> E3: assume n > 0 && i != n
";
    check(text, &[("E1", Answer::Safe), ("E2", Answer::Unsafe), ("E3", Answer::Unknown)]);
}

#[test]
fn nested_and_irreducible_loops_end() {
    let nested = "cfa
var i: i32
var j: i32
entry A
error E reach \"left the range\"
edge A -> H: i := 0
edge H -> B: assume i < 100
edge B -> G: j := 0
edge G -> C: assume j < 50
edge C -> G: j := j + 1
edge G -> D: assume j >= 50
edge D -> E: assume j > 50 || i > 99
edge D -> H: i := i + 1
";
    check(nested, &[("E", Answer::Safe)]);
    let irreducible = "cfa
var c: i32
var x: i32
entry A
error E reach \"negative\"
edge A -> B: input c i32
edge B -> P: assume c > 0
edge B -> Q: assume c <= 0
edge P -> Q: x := x + 1
edge Q -> R: assume x < 1000
edge R -> P: x := x + 2
edge Q -> E: assume x < 0
";
    check(irreducible, &[("E", Answer::Safe)]);
}

#[test]
fn congruences_are_kept_by_widening() {
    let text = "cfa
var i: u32
var n: u32
entry A
error E reach \"odd\"
edge A -> B: input n u32
edge B -> H: i := 0
edge H -> C: assume i < n
edge C -> H: i := wrap(u32, i + 4)
edge H -> X: assume i >= n
edge X -> E: assume i % 4 != 0
";
    check(text, &[("E", Answer::Safe)]);
    check(&text.replace("i % 4 != 0", "i % 8 != 0"), &[("E", Answer::Unsafe)]);
}

#[test]
fn an_unreachable_error_needs_no_refinement() {
    let text = "cfa
var x: i32
entry A
error E reach \"never\"
edge A -> B: x := 3
edge B -> E: assume x > 4
edge B -> B: skip
";
    let cfa = parse_cfa(text).unwrap();
    let (answers, story) = solve(&cfa, Order::Dag);
    assert_eq!(answers[&cfa.loc_named("E").unwrap()], Answer::Safe);
    assert!(story.is_empty(), "{story:?}");
}
