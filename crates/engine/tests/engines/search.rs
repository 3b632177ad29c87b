//! The search on small automata, every answer confirmed by executing it with the reference.

use base::exec::End;
use base::exec::walk::Walk;
use base::text::parse_cfa;
use base::{Budget, Cfa, Int, LocId, Proof, Script, Trace, Why};
use engine::search::Search;
use engine::{Decided, Desk, Engine, Judge, Progress, Watch};
use std::time::{Duration, Instant};

/// Executes traces and refuses whatever does not fail exactly as it says.
struct Executor;

impl Judge for Executor {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        let mut inputs = trace.inputs.reader();
        let end = Walk::new(cfa).run(&mut inputs, u64::MAX, budget, &mut |_, _| {});
        let exact = end == End::Error(trace.error) && inputs.used == trace.inputs.len();
        if exact { Ok(()) } else { Err(Why::Rejected { loc: trace.error, what: format!("{end:?} after {} inputs", inputs.used) }) }
    }

    fn proof(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        let exhaustive = matches!(proof, Proof::Exhaustive { .. });
        if exhaustive { Ok(()) } else { Err(Why::Rejected { loc: targets[0], what: "not exhaustive".into() }) }
    }
}

struct Nobody;

impl Watch for Nobody {
    fn progress(&self, _: &str, _: &Progress) {}
    fn tell(&self, _: &str, _: &str) {}
}

/// What the search decides about the error location `E` within the time.
fn search(text: &str, seconds: f64, search: Search) -> Option<Decided> {
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}"));
    let budget = Budget::seconds(seconds);
    let desk = Desk::new(&cfa, &Executor, &Nobody, budget.clone());
    search.solve(&cfa, &desk, &budget);
    let e = cfa.loc_named("E").unwrap();
    for why in desk.reasons(e).values() {
        assert!(!matches!(why, Why::Rejected { .. }), "{why}");
    }
    desk.decided().remove(&e)
}

/// The inputs of the failing run that is found.
fn failing(text: &str) -> Vec<Int> {
    let start = Instant::now();
    match search(text, 20.0, Search::default()) {
        Some(Decided::Reached { trace, .. }) => {
            println!("found in {:.3} s: {:?}", start.elapsed().as_secs_f64(), trace.inputs);
            trace.inputs.values().cloned().collect()
        }
        other => panic!("{other:?}"),
    }
}

fn ints(values: &[i64]) -> Vec<Int> {
    values.iter().map(|v| Int::from(*v)).collect()
}

#[test]
fn without_inputs_the_only_run_decides() {
    let program = |bound: u32| {
        format!(
            r#"cfa
var i: i32
var s: int
entry L0
error E reach "sum"
edge L0 -> L1: assume i < 1000
edge L0 -> L3: assume i >= 1000
edge L1 -> L2: s := s + i
edge L2 -> L0: i := i + 1
edge L3 -> E: assume s == {bound}
edge L3 -> L4: assume s != {bound}
"#
        )
    };
    assert!(matches!(search(&program(499_501), 5.0, Search::default()), Some(Decided::Unreachable { .. })));
    assert_eq!(failing(&program(499_500)), []);
}

#[test]
fn a_run_beyond_machine_words_is_followed() {
    // s doubles 200 times.
    let program = |shift: u32| {
        format!(
            r#"cfa
var i: int
var s: int
entry L0
error E reach "large"
edge L0 -> L1: s := 1
edge L1 -> L2: assume i < 200
edge L1 -> L3: assume i >= 200
edge L2 -> L4: s := s + s
edge L4 -> L1: i := i + 1
edge L3 -> E: assume s == {}
edge L3 -> L5: assume s != {}
"#,
            Int::ONE << shift as usize,
            Int::ONE << shift as usize
        )
    };
    assert!(matches!(search(&program(199), 5.0, Search::default()), Some(Decided::Unreachable { .. })));
    assert_eq!(failing(&program(200)), []);
}

#[test]
fn few_runs_are_enumerated() {
    let program = |limit: u32| {
        format!(
            r#"cfa
var x: u8
var y: int
entry L0
error E reach "x"
edge L0 -> L1: input x u8 "nondet"
edge L1 -> L2: y := 1
edge L1 -> L2: y := 2
edge L1 -> L2: y := 3
edge L2 -> E: assume x * y > {limit}
edge L2 -> L3: assume x * y <= {limit}
"#
        )
    };
    assert!(matches!(search(&program(765), 5.0, Search::default()), Some(Decided::Unreachable { .. })));
    assert_eq!(failing(&program(764)), ints(&[255, 2]));
}

#[test]
fn a_magic_constant_is_solved_for() {
    let text = r#"cfa
var x: i32
entry L0
error E reach "magic"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> E: assume x == 123456789
edge L1 -> L2: assume x != 123456789
"#;
    assert_eq!(failing(text), ints(&[123_456_789]));
}

#[test]
fn nested_magic_is_solved_for() {
    let text = r#"cfa
var x: i32
var y: i32
entry L0
error E reach "magic"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> L2: input y i32 "nondet"
edge L2 -> L3: assume x == 1000
edge L2 -> L9: assume x != 1000
edge L3 -> E: assume y == x * 3 + 7
edge L3 -> L9: assume y != x * 3 + 7
"#;
    assert_eq!(failing(text), ints(&[1000, 3007]));
}

#[test]
fn equations_between_inputs_are_solved() {
    let text = r#"cfa
var x: i32
var y: i32
entry L0
error E reach "magic"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> L2: input y i32 "nondet"
edge L2 -> E: assume 3 * x + 5 * y == 1234563 && x - y == 81
edge L2 -> L9: assume 3 * x + 5 * y != 1234563 || x - y != 81
"#;
    let inputs = failing(text);
    assert_eq!(Int::from(3) * &inputs[0] + Int::from(5) * &inputs[1], Int::from(1_234_563));
}

#[test]
fn a_bug_behind_a_long_loop_that_depends_on_an_input() {
    let text = r#"cfa
var i: i32
var x: i32
entry L0
error E reach "deep"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> L2: assume i < 100000
edge L1 -> L3: assume i >= 100000
edge L2 -> L1: i := i + 1
edge L3 -> E: assume x == i + 77
edge L3 -> L4: assume x != i + 77
"#;
    assert_eq!(failing(text), ints(&[100_077]));
}

#[test]
fn a_bug_inside_a_long_loop_whose_length_is_an_input() {
    let text = r#"cfa
var i: i32
var n: i32
var flag: i32
entry L0
error E reach "deep"
edge L0 -> L1: input n i32 "nondet"
edge L1 -> L2: input flag i32 "nondet"
edge L2 -> L3: assume n > 100000
edge L2 -> L9: assume n <= 100000
edge L3 -> L4: assume i < n
edge L3 -> L9: assume i >= n
edge L4 -> E: assume i == 100000 && flag == 42
edge L4 -> L5: assume i != 100000 || flag != 42
edge L5 -> L3: i := i + 1
"#;
    assert_eq!(failing(text), ints(&[100_001, 42]));
}

#[test]
fn the_length_of_a_loop_is_found_from_its_counter() {
    // After the loop the counter has no form over n; only measuring tells that it follows n.
    let text = r#"cfa
var i: i32
var n: i32
entry L0
error E reach "deep"
edge L0 -> L1: input n i32 "nondet"
edge L1 -> L2: assume i < n
edge L1 -> L3: assume i >= n
edge L2 -> L1: i := i + 1
edge L3 -> E: assume i == 123456
edge L3 -> L4: assume i != 123456
"#;
    assert_eq!(failing(text), ints(&[123_456]));
}

#[test]
fn unsigned_arithmetic_wraps_into_the_bug() {
    let text = r#"cfa
var x: u32
var y: u32
entry L0
error E reach "wrap"
edge L0 -> L1: input x u32 "nondet"
edge L1 -> L2: y := wrap(u32, x + 10)
edge L2 -> E: assume y < x && y == 3
edge L2 -> L3: assume y >= x || y != 3
"#;
    assert_eq!(failing(text), ints(&[4_294_967_289]));
}

#[test]
fn signed_overflow() {
    let text = r#"cfa
var x: i32
entry L0
error E overflow "x + 1"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> E: assume x + 1 > 2147483647
edge L1 -> L2: assume x + 1 <= 2147483647
edge L2 -> L3: x := x + 1
"#;
    assert_eq!(failing(text), ints(&[i64::from(i32::MAX)]));
}

#[test]
fn choices_are_searched() {
    // Sixteen steps of one of three kinds; the sum must be exact.
    let text = r#"cfa
var i: int
var s: int
entry L0
error E reach "sum"
edge L0 -> L1: assume i < 16
edge L0 -> L3: assume i >= 16
edge L1 -> L2: s := s + 1
edge L1 -> L2: s := s * 2
edge L1 -> L2: s := s - 3
edge L2 -> L0: i := i + 1
edge L3 -> E: assume s == 1009
edge L3 -> L4: assume s != 1009
"#;
    failing(text);
}

#[test]
fn an_index_out_of_bounds_by_an_input() {
    let text = r#"cfa
var a: i32[10]
var i: i32
var x: i32
entry L0
error E bounds "a[i]"
edge L0 -> L1: input i i32 "nondet"
edge L1 -> L2: assume i >= 0
edge L1 -> L9: assume i < 0
edge L2 -> E: assume 2 * i + 1 > 9
edge L2 -> L3: assume 2 * i + 1 <= 9
edge L3 -> L4: x := a[2 * i + 1]
"#;
    assert_eq!(failing(text), ints(&[5]));
}

#[test]
fn elements_of_an_open_array_are_inputs() {
    let text = r#"cfa
var a: i32[100]
var i: i32
entry L0
error E reach "found"
edge L0 -> L1: input a i32 "nondet"
edge L1 -> L2: assume i < 100
edge L1 -> L9: assume i >= 100
edge L2 -> E: assume a[i] == 7 * i + 1000 && i == 57
edge L2 -> L3: assume a[i] != 7 * i + 1000 || i != 57
edge L3 -> L1: i := i + 1
"#;
    let inputs = failing(text);
    assert_eq!(inputs.len(), 58);
    assert_eq!(inputs[57], Int::from(1399));
}

#[test]
fn remainders_divisions_and_masks() {
    let text = r#"cfa
var x: u32
var y: i32
entry L0
error E reach "bits"
edge L0 -> L1: input x u32 "nondet"
edge L1 -> L2: input y i32 "nondet"
edge L2 -> L3: assume and(u32, x, 255) == 171 && x >> 8 == 51966
edge L2 -> L9: assume and(u32, x, 255) != 171 || x >> 8 != 51966
edge L3 -> E: assume y % 1000 == -77 && y / 1000 == -31337
edge L3 -> L9: assume y % 1000 != -77 || y / 1000 != -31337
"#;
    assert_eq!(failing(text), ints(&[0x00ca_feab, -31_337_077]));
}

#[test]
fn nonlinear_conditions_are_approached() {
    let text = r#"cfa
var x: i32
var y: i32
entry L0
error E reach "square"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> L2: input y i32 "nondet"
edge L2 -> L3: assume x * x == 1522756
edge L2 -> L9: assume x * x != 1522756
edge L3 -> E: assume x * y == 9872
edge L3 -> L9: assume x * y != 9872
"#;
    let inputs = failing(text);
    assert_eq!(&inputs[0] * &inputs[1], Int::from(9872));
}

#[test]
fn proposals_are_tried() {
    // A hash that the search cannot invert in the time it has.
    let text = r#"cfa
var x: u64
var h: u64
entry L0
error E reach "hash"
edge L0 -> L1: input x u64 "nondet"
edge L1 -> L2: h := wrap(u64, xor(u64, x, x >> 31) * 9223372036854775783)
edge L2 -> L3: h := wrap(u64, xor(u64, h, h >> 27) * 1181783497276652981)
edge L3 -> E: assume h == 16189158427655640889
edge L3 -> L4: assume h != 16189158427655640889
"#;
    // The value for 88172645463325252.
    let x: u64 = 88_172_645_463_325_252;
    let h = (x ^ (x >> 31)).wrapping_mul(9_223_372_036_854_775_783);
    let h = (h ^ (h >> 27)).wrapping_mul(1_181_783_497_276_652_981);
    let text = text.replace("16189158427655640889", &h.to_string());
    let engine = Search::default();
    engine.board.propose(vec![Int::from(x)]);
    assert!(matches!(search(&text, 5.0, engine), Some(Decided::Reached { .. })));
}

#[test]
fn it_stops_by_itself_and_with_its_budget() {
    let text = r#"cfa
var x: i32
entry L0
error E reach "never"
edge L0 -> L1: input x i32 "nondet"
edge L1 -> L2: assume x * x + 1 == 0
edge L1 -> L0: assume x * x + 1 != 0
edge L2 -> E: skip
"#;
    let start = Instant::now();
    assert!(search(text, 60.0, Search { patience: Duration::from_millis(300), ..Search::default() }).is_none());
    assert!(search(text, 0.3, Search::default()).is_none());
    assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
}

#[test]
fn an_overflow_behind_a_million_chosen_iterations_is_a_short_script() {
    // Only one of three ways round adds to y.
    let text = "cfa\nvar x: int\nvar y: int\nvar c: int\nentry A\nerror E overflow \"\"\nedge A -> B: input c i32\n\
        edge B -> P: assume c == 7\nedge B -> Q: assume c < 7\nedge B -> X: assume c > 7\n\
        edge P -> P1: x := x + 1\nedge P1 -> E: assume y + 2000 > 2147483647\nedge P1 -> P2: assume y + 2000 <= 2147483647\n\
        edge P2 -> A: y := y + 2000\nedge Q -> A: x := x - 1\n";
    match search(text, 60.0, Search::default()) {
        Some(Decided::Reached { trace, .. }) => {
            assert!(trace.inputs.len() > 1_000_000);
            assert!(trace.inputs.stretches().len() < 10_000);
        }
        other => panic!("{other:?}"),
    }
}

/// A run that goes round and round is kept with as many rounds as it takes, if the desk finds them in a moment.
#[test]
fn the_desk_keeps_a_run_of_few_rounds() {
    let text = r#"cfa
var x: int
var n: int
entry L
error E reach "three"
edge L -> M: input x i32 "nondet"
edge M -> N: assume x == 4
edge N -> L: n := n + 1
edge M -> D: assume x != 4
edge D -> E: assume n >= 3
edge D -> F: assume n < 3
"#;
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}"));
    let desk = Desk::new(&cfa, &Executor, &Nobody, Budget::seconds(20.0));
    let mut inputs = Script::default();
    inputs.extend(&ints(&[4]), 4000);
    inputs.extend(&ints(&[0]), 1);
    let error = cfa.loc_named("E").unwrap();
    desk.trace("test", Trace { inputs, error }).unwrap();
    let Some(Decided::Reached { trace, .. }) = desk.decided().remove(&error) else { panic!("not reached") };
    assert_eq!(trace.inputs.values().cloned().collect::<Vec<Int>>(), ints(&[4, 4, 4, 0]));
}
