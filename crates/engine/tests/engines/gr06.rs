//! Refinement of the fixpoint sequence over powersets; every answer goes through `check`, and on every run the order of
//! counterexamples that the paper proves is tested.

use crate::chosen;
use crate::court::{Answer, Court, Story, answer};
use crate::programs::{BRANCHES, IRREDUCIBLE};
use base::random::Random;
use base::text::{parse_cfa, parse_lesson, print_lesson};
use base::{Budget, Cfa, Domain, Hint, Lesson, LocId, SortedMap};
use domains::Disjunctive;
use engine::gr06::order::{includes, precedes};
use engine::gr06::sequence::Sequence;
use engine::gr06::{Mode, Refined, Run};
use engine::{Desk, Gr06};

/// One run of the fixpoint.
struct Seen<S> {
    sequence: Sequence<S>,
    refines: Option<Refined>,
    hints: Lesson,
}

struct Solved<S> {
    answers: SortedMap<String, Answer>,
    story: String,
    runs: Vec<Seen<S>>,
}

fn solve<D: Domain + Sync>(cfa: &Cfa, engine: &Gr06<D>, seconds: f64) -> Solved<D::State> {
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(seconds);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    let mut runs = Vec::new();
    engine.watch(cfa, &desk, &budget, &mut |run: &Run<'_, D>| {
        runs.push(Seen { sequence: run.sequence.clone(), refines: run.refines, hints: run.hints.all() });
    });
    let mut answers = SortedMap::new();
    for e in &cfa.errors {
        let answer = answer(&desk, &story, e.loc);
        assert!(answer != Answer::Unknown || !desk.reasons(e.loc).is_empty(), "there is no answer and no reason");
        answers.insert(cfa.loc(e.loc).name.to_string(), answer);
    }
    drop(desk);
    Solved { answers, story: story.0.into_inner().unwrap().join("\n"), runs }
}

/// All ways to drive the refinement.
const WAYS: [(Mode, bool); 4] = [(Mode::Absolute, true), (Mode::Monotone, true), (Mode::Systematic, true), (Mode::Systematic, false)];

/// The engine as the paper has it.
fn engine<D: Domain>(domain: D, (mode, prune): (Mode, bool)) -> Gr06<Disjunctive<D>> {
    Gr06 { mode, prune, narrow: false, ..Gr06::new(Disjunctive::new(domain), "test") }
}

fn program(text: &str) -> Cfa {
    parse_cfa(text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// Theorem 1 and Lemma 1 on all runs, where ceilings make them true.
fn check_progress<D: Domain>(cfa: &Cfa, domain: &D, solved: &Solved<D::State>) {
    let wto = base::wto::Wto::new(cfa);
    let heads = (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.reachable(*l) && wto.is_head(*l)).count();
    for run in &solved.runs {
        let Some(Refined { run: earlier, target }) = run.refines else { continue };
        let before = &solved.runs[earlier].sequence;
        for i in 0..before.steps.len().max(run.sequence.steps.len()) {
            assert!(includes(domain, before.at(i), run.sequence.at(i)), "step {i} is not below the run before\n{}", solved.story);
        }
        assert!(precedes(domain, before, &run.sequence, target), "Theorem 1\n{}", solved.story);
        // Lemma 1: one more hint at each refinement of a counterexample of this length, two if ⊞ became ∪.
        let Some(length) = run.sequence.first(target) else { continue };
        let hints: usize = if run.hints.hints.iter().any(|(_, h)| *h == Hint::Merge) { 2 } else { 1 };
        let mut refinements = 0;
        let mut at = run;
        while let Some(refined) = at.refines {
            at = &solved.runs[refined.run];
            if at.sequence.first(target) != Some(length) {
                break;
            }
            refinements += usize::from(refined.target == target);
        }
        assert!(refinements <= hints * heads * length, "Lemma 1: {refinements} refinements at length {length}\n{}", solved.story);
    }
}

fn check(text: &str, expected: &[(&str, Answer)]) {
    let cfa = program(text);
    for way in WAYS {
        // With and without steps below the fixpoint.
        let intervals = engine(chosen::intervals(&cfa), way);
        let polyhedra = Gr06 { narrow: true, ..engine(chosen::polyhedra(&cfa), way) };
        let on_intervals = solve(&cfa, &intervals, 10.0);
        let on_polyhedra = solve(&cfa, &polyhedra, 10.0);
        for (name, answer) in expected {
            let (a, b) = (on_intervals.answers[*name], on_polyhedra.answers[*name]);
            assert_eq!(a, *answer, "{name} with intervals, {way:?}\n{}", on_intervals.story);
            assert_eq!(b, *answer, "{name} with polyhedra, {way:?}\n{}", on_polyhedra.story);
        }
        if way.0 != Mode::Absolute {
            check_progress(&cfa, &intervals.domain, &on_intervals);
            check_progress(&cfa, &polyhedra.domain, &on_polyhedra);
        }
    }
}

const STAIRS: &str = "cfa
var x: int
var y: int
entry A
error E reach \"a corner below the stairs\"
edge A -> B: input x int
edge B -> C: input y int
edge C -> H: assume x >= 0 && x <= 2 && y >= 0 && y <= 2
edge H -> L: skip
edge L -> M: x := x + 2
edge M -> H: y := y + 2
edge H -> E: assume x == 4 && y == 0
";

/// Figure 1 (a): one widening becomes ⊞, or ∪ where that is all there is.
#[test]
fn the_stairs_of_figure_1a_need_one_refinement() {
    let cfa = program(STAIRS);
    for way in WAYS {
        let engine = engine(chosen::polyhedra(&cfa), way);
        let solved = solve(&cfa, &engine, 10.0);
        assert_eq!(solved.answers["E"], Answer::Safe, "{}", solved.story);
        assert_eq!(solved.runs.len(), 2, "{}", solved.story);
        let learnt = &solved.runs[1].hints.hints;
        let operator = if way.0 == Mode::Absolute { "join" } else { "merge" };
        assert_eq!(print_lesson(&solved.runs[1].hints, &cfa).trim(), format!("at loc H widen visit 1: {operator}"), "{learnt:?}");
    }
    let bad = STAIRS.replace("x == 4 && y == 0", "x == 4 && y == 3");
    assert_eq!(solve(&program(&bad), &engine(chosen::polyhedra(&cfa), WAYS[2]), 10.0).answers["E"], Answer::Unsafe);
}

const MINIMUM: &str = "cfa
var x: int
var m: int
var n: int
entry A
error E reach \"the index of the minimum is outside\"
edge A -> H: input n int
edge H -> B: assume x < n
edge B -> C: m := x
edge B -> C: skip
edge C -> H: x := x + 1
edge H -> X: assume x >= n
edge X -> E: assume n > 0 && m >= n
";

/// Figure 1 (b): no polyhedron is enough; the second widening becomes ∪.
#[test]
fn the_minimum_of_figure_1b_needs_a_union() {
    let cfa = program(MINIMUM);
    for way in WAYS {
        let engine = engine(chosen::polyhedra(&cfa), way);
        let solved = solve(&cfa, &engine, 10.0);
        assert_eq!(solved.answers["E"], Answer::Safe, "{}", solved.story);
        assert_eq!(solved.runs.len(), 2, "{}", solved.story);
        assert_eq!(print_lesson(&solved.runs[1].hints, &cfa).trim(), "at loc H widen visit 2: join");
    }
    let bad = program(&MINIMUM.replace("m >= n", "m >= n - 1"));
    assert_eq!(solve(&bad, &engine(chosen::polyhedra(&cfa), WAYS[2]), 10.0).answers["E"], Answer::Unsafe);
}

#[test]
fn counting_loops_are_decided() {
    let text = "cfa
var i: i32
entry A
error E reach \"i is not 4\"
edge A -> H: i := 0
edge H -> B: assume i < 4
edge B -> H: i := i + 1
edge H -> X: assume i >= 4
edge X -> E: assume i != 4
edge X -> D: assume i == 4
";
    check(text, &[("E", Answer::Safe)]);
    check(&text.replace("assume i != 4", "assume i != 5"), &[("E", Answer::Unsafe)]);
    // What the guard gives back needs no refinement; the paper unrolls the loop.
    let cfa = program(&text.replace('4', "9"));
    let runs = |narrow| {
        let solved = solve(&cfa, &Gr06 { narrow, ..engine(chosen::polyhedra(&cfa), (Mode::Monotone, true)) }, 10.0);
        assert_eq!(solved.answers["E"], Answer::Safe, "{}", solved.story);
        solved.runs.len()
    };
    assert_eq!(runs(true), 1);
    assert!(runs(false) > 9);
}

#[test]
fn branches_between_cut_points_are_kept_apart() {
    check(BRANCHES, &[("E", Answer::Safe)]);
    check(&BRANCHES.replace("x != 2", "x == 2"), &[("E", Answer::Unsafe)]);
}

#[test]
fn several_error_locations_are_decided_by_one_sequence() {
    let text = "cfa
var i: i32
var n: i32
entry A
error E1 reach \"never\"
error E2 overflow \"sometimes\"
edge A -> B: input n i32
edge B -> H: i := 0
edge H -> C: assume i < n
edge C -> E2: assume i >= 5
edge C -> E1: assume i < 0
edge C -> D: assume i >= 0 && i < 5
edge D -> H: i := i + 1
edge H -> X: assume i >= n
";
    check(text, &[("E1", Answer::Safe), ("E2", Answer::Unsafe)]);
}

#[test]
fn nested_and_irreducible_loops_and_a_loop_at_the_entry_end() {
    let nested = "cfa
var i: i32
var j: i32
entry A
error E reach \"left the range\"
edge A -> H: i := 0
edge H -> B: assume i < 3
edge B -> G: j := 0
edge G -> C: assume j < 2
edge C -> G: j := j + 1
edge G -> D: assume j >= 2
edge D -> E: assume j > 2 || i > 2
edge D -> H: i := i + 1
";
    check(nested, &[("E", Answer::Safe)]);
    check(IRREDUCIBLE, &[("E", Answer::Safe)]);
    let at_entry = "cfa
var x: int
entry H
error E reach \"negative\"
edge H -> H: x := x + 1
edge H -> E: assume x < 0
";
    check(at_entry, &[("E", Answer::Safe)]);
    check(&at_entry.replace("x < 0", "x == 3"), &[("E", Answer::Unsafe)]);
}

/// The union of very many branches is larger than the domain keeps; the answer names the place.
#[test]
fn a_limit_on_the_parts_is_said() {
    let mut text = String::from("cfa\nvar x: int\nvar y: int\nvar c: int\nentry L0\nerror E reach \"the sums differ\"\n");
    for i in 0..4 {
        text.push_str(&format!("edge L{i} -> A{i}: input c int\nedge A{i} -> B{i}: assume c > 0\nedge A{i} -> C{i}: assume c <= 0\n"));
        text.push_str(&format!("edge B{i} -> D{i}: x := x + {}\nedge D{i} -> L{}: y := y + {}\n", 1 << i, i + 1, 1 << i));
        text.push_str(&format!("edge C{i} -> L{}: skip\n", i + 1));
    }
    text.push_str("edge L4 -> E: assume x != y\n");
    let cfa = program(&text);
    let all = Gr06::new(Disjunctive::new(chosen::intervals(&cfa)), "test");
    assert_eq!(solve(&cfa, &all, 10.0).answers["E"], Answer::Safe);
    let few = Gr06::new(Disjunctive::new(chosen::intervals(&cfa)).at_most(4), "test");
    let solved = solve(&cfa, &few, 10.0);
    assert_eq!(solved.answers["E"], Answer::Unknown);
    assert!(solved.story.contains("more parts than the domain keeps apart"), "{}", solved.story);
}

#[test]
fn hints_print_and_replay() {
    let cfa = program(MINIMUM);
    let domain = Disjunctive::new(chosen::polyhedra(&cfa));
    let gr06 = Gr06::new(domain, "test");
    let solved = solve(&cfa, &gr06, 10.0);
    let hints = &solved.runs.last().unwrap().hints;
    let again = parse_lesson(&print_lesson(hints, &cfa), &cfa).unwrap();
    assert_eq!(again, *hints);
    // A fresh run under the hints alone needs no other.
    let mut precision = engine::precision::Precision::default();
    precision.learn(&again);
    let system = engine::gr06::system::System::new(&cfa, &gr06.domain);
    let run = engine::gr06::sequence::fixpoint(&system, &precision, None, &Budget::seconds(10.0)).unwrap();
    assert_eq!(run.first(cfa.loc_named("E").unwrap()), None);
}

/// A loop with a random body over two variables, or one inside another, with an error condition at its exit.
fn random_program(random: &mut Random) -> String {
    let mut text = String::from("cfa\nvar x: int\nvar y: int\nvar c: int\nentry A\nerror E reach \"excluded\"\n");
    let small = |random: &mut Random| random.between(-3, 3);
    let update = |random: &mut Random| {
        let (v, w) = *random.pick(&[("x", "x"), ("y", "y"), ("x", "y"), ("y", "x"), ("x", "x"), ("y", "y")]);
        format!("{v} := {w} + {}", small(random))
    };
    let condition = |random: &mut Random| {
        let left = *random.pick(&["x", "y", "x - y", "x + y"]);
        format!("{left} {} {}", random.pick(&["<", "<=", ">=", "=="]), random.between(-4, 8))
    };
    text.push_str(&format!("edge A -> B: x := {}\nedge B -> H: y := {}\n", small(random), small(random)));
    text.push_str(&format!("edge H -> L: assume {}\n", condition(random)));
    text.push_str(&format!("edge L -> M: {}\nedge L -> N: {}\n", update(random), update(random)));
    text.push_str(&format!("edge M -> N: {}\n", update(random)));
    if random.chance(3) {
        text.push_str(&format!("edge N -> G: {}\nedge G -> K: assume {}\n", update(random), condition(random)));
        text.push_str(&format!("edge K -> G: {}\nedge G -> H: skip\n", update(random)));
    } else {
        text.push_str(&format!("edge N -> H: {}\n", update(random)));
    }
    text.push_str(&format!("edge H -> X: skip\nedge X -> E: assume {} && {}\n", condition(random), condition(random)));
    text
}

fn random_programs<D: Domain + Sync>(seed: u64, count: usize, make: impl Fn(&Cfa) -> D) -> [usize; 4] {
    let mut random = Random::new(seed);
    // Safe, unsafe, unknown, refinements.
    let mut tally = [0; 4];
    for _ in 0..count {
        let text = random_program(&mut random);
        let cfa = program(&text);
        let mut decided: SortedMap<String, Answer> = SortedMap::new();
        for way in [(Mode::Absolute, true), (Mode::Monotone, false), (Mode::Systematic, true)] {
            let engine = engine(make(&cfa), way);
            let solved = solve(&cfa, &engine, 0.2);
            if way.0 != Mode::Absolute {
                check_progress(&cfa, &engine.domain, &solved);
            }
            tally[3] += solved.runs.len().saturating_sub(1);
            for (name, answer) in solved.answers {
                tally[answer as usize] += 1;
                if answer != Answer::Unknown {
                    let known = *decided.entry(name).or_insert(answer);
                    assert_eq!(known, answer, "{way:?} contradicts the others on\n{text}");
                }
            }
        }
    }
    tally
}

#[test]
fn counterexamples_increase_on_random_programs() {
    let on_intervals = random_programs(1, 50, chosen::intervals);
    let on_polyhedra = random_programs(2, 50, chosen::polyhedra);
    for [safe, r#unsafe, _, refinements] in [on_intervals, on_polyhedra] {
        // The programs are of all kinds, and some need refinement.
        assert!(safe > 20 && r#unsafe > 10 && refinements > 20, "{on_intervals:?} {on_polyhedra:?}");
    }
}
