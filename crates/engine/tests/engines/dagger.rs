//! Widening refinement on textual automata; every answer goes through `check`. The lemmas of Gulavani, Chakraborty, Nori,
//! Rajamani (TACAS 2008) are tested on random programs, against the execution of all their states.

use crate::chosen;
use crate::concrete::Concrete;
use crate::court::{self, Answer, Court, Story};
use crate::programs::{BRANCHES, IRREDUCIBLE};
use base::exec::eval;
use base::random::Random;
use base::text::{parse_cfa, parse_formula, print_cfa};
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Hint, Lesson, LocId, Loss, Op, OpKind, Site, SortedMap, SortedSet};
use engine::blame::{Fault, Look, Suspect, blame};
use engine::explore::{Cone, Cut, Errors, Exploration, Explorer, Known, NodeId, Widened};
use engine::log::Log;
use engine::precision::Precision;
use engine::refine::{Interpolants, Refiner, View, exclude};
use engine::{Dagger, Decided, Desk, Engine, Ingredients, Order};

/// Runs the engine on its own and has its answers confirmed.
fn solve(cfa: &Cfa, order: Order) -> (SortedMap<LocId, Answer>, Vec<String>) {
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(20.0);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    let engine = Dagger {
        domain: chosen::intervals(cfa),
        domain_name: "interval",
        ingredients: Ingredients { order, ..Ingredients::default() },
        patience: None,
        board: None,
    };
    engine.solve(cfa, &desk, &budget);
    let answers = cfa.errors.iter().map(|e| (e.loc, court::answer(&desk, &story, e.loc))).collect();
    drop(desk);
    (answers, story.0.into_inner().unwrap())
}

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
    check(BRANCHES, &[("E", Answer::Safe)]);
    check(&BRANCHES.replace("x != 2", "x == 2"), &[("E", Answer::Unsafe)]);
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
    check(IRREDUCIBLE, &[("E", Answer::Safe)]);
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

/// Nodes of one exploration of a random program: more means that it does not end.
const LIMIT: usize = 4000;

/// States of a random program that are executed.
const STATES: usize = 2000;

/// A loop with branches over two variables, or one inside another, and an error behind it.
fn random_program(random: &mut Random) -> Cfa {
    let mut text = String::from("cfa\nvar x: int\nvar y: int\nvar c: u1\nentry A\nerror E reach \"excluded\"\n");
    let update = |random: &mut Random| {
        let (v, w) = *random.pick(&[("x", "x"), ("y", "y"), ("x", "y"), ("y", "x"), ("x", "x"), ("y", "y")]);
        format!("{v} := {w} + {}", random.between(-1, 3))
    };
    let condition = |random: &mut Random| {
        let left = *random.pick(&["x", "y", "x - y", "x + y"]);
        format!("{left} {} {}", random.pick(&["<", "<=", ">=", "==", "!="]), random.between(-3, 9))
    };
    text.push_str(&format!("edge A -> B: x := {}\nedge B -> H: y := {}\n", random.between(-1, 2), random.between(-1, 2)));
    text.push_str(&format!("edge H -> I: assume x < {}\nedge I -> L: input c u1\n", random.between(2, 9)));
    text.push_str(&format!("edge L -> M: assume c == 0\nedge M -> N: {}\n", update(random)));
    let inner = |from: &str, to: &str, random: &mut Random| {
        let bound = random.between(1, 6);
        format!("edge {from} -> G: {}\nedge G -> K: assume y < {bound}\nedge K -> G: y := y + 1\nedge G -> {to}: skip\n", update(random))
    };
    // The inner loop is behind the branches, in one of them, or missing.
    let place = random.below(3);
    text.push_str("edge L -> O: assume c == 1\n");
    text.push_str(&if place == 0 { inner("O", "N", random) } else { format!("edge O -> N: {}\n", update(random)) });
    text.push_str(&if place == 1 { inner("N", "P", random) } else { format!("edge N -> P: {}\n", update(random)) });
    text.push_str("edge P -> H: x := x + 1\n");
    text.push_str(&format!("edge H -> X: skip\nedge X -> E: assume {} && {}\n", condition(random), condition(random)));
    parse_cfa(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// One program, one domain, one order.
struct Bench<'a, D: Domain> {
    cfa: &'a Cfa,
    domain: &'a D,
    wto: Wto,
    order: Order,
    concrete: Concrete,
    budget: Budget,
}

impl<'a, D: Domain> Bench<'a, D> {
    fn new(cfa: &'a Cfa, domain: &'a D, order: Order) -> Self {
        Bench { cfa, domain, wto: Wto::new(cfa), order, concrete: Concrete::new(cfa, STATES), budget: Budget::seconds(60.0) }
    }

    fn explorer(&self) -> Explorer<'_, D> {
        Explorer {
            cfa: self.cfa,
            domain: self.domain,
            wto: &self.wto,
            order: self.order,
            merge_again: false,
            only_ahead: false,
            limit: LIMIT,
        }
    }

    fn error(&self) -> LocId {
        self.cfa.errors[0].loc
    }

    /// As the engine does it: in tree order up to the first alarm.
    fn explore(&self, log: &mut Log<D>, precision: &Precision, ceilings: Option<&Exploration>) -> Exploration {
        let (mut precision, errors, open) = (precision.clone(), Errors::default(), SortedSet::from([self.error()]));
        let known = Known { precision: &mut precision, ceilings, errors: &errors, exclude: None, open: &open };
        self.explorer().explore(log, known, &self.budget)
    }

    fn blame(&self, log: &Log<D>, found: &Exploration) -> Option<Suspect<D::State>> {
        let alarm = *found.at(self.error()).first()?;
        blame(self.cfa, self.domain, log, found, alarm, Look::Quick, &Budget::unlimited())
    }

    fn view<'v>(&'v self, log: &'v Log<D>, found: &'v Exploration, precision: &'v Precision) -> View<'v, D> {
        View { cfa: self.cfa, domain: self.domain, log, found, precision }
    }

    /// Every state that is reached is in the invariant of its location.
    fn contains_all_states(&self, log: &Log<D>, found: &Exploration) {
        let invariants = found.invariants(self.cfa, self.domain, log);
        for (l, f) in &invariants {
            for (state, _) in &self.concrete.at[l.index()] {
                assert_eq!(eval::holds(f, state), Some(true), "{state:?} at {}\n{}", self.cfa.loc(*l).name, print_cfa(self.cfa));
            }
        }
    }

    fn touches(&self, state: &D::State, error: &D::State) -> bool {
        !self.domain.is_refuted(&self.domain.apply(Op::Meet(state, error), &D::Guide::default()).state)
    }
}

/// Calls a generic test with each domain.
macro_rules! on_all_domains {
    ($cfa:expr, $test:expr, $($more:expr),*) => {{
        $test(&$cfa, &chosen::intervals(&$cfa), $($more),*);
        $test(&$cfa, &chosen::octagons(&$cfa), $($more),*);
        $test(&$cfa, &chosen::polyhedra(&$cfa), $($more),*);
    }};
}

fn ends<D: Domain>(cfa: &Cfa, domain: &D, order: Order) {
    let bench = Bench::new(cfa, domain, order);
    let mut log = Log::new(domain);
    let found = bench.explorer().under(&mut log, &Precision::default(), None, &bench.budget);
    assert_eq!(found.cut, None, "{order:?}\n{}", print_cfa(cfa));
    bench.contains_all_states(&log, &found);
}

#[test]
fn lemma_2_explorations_without_hints_end_and_contain_all_states() {
    let mut random = Random::new(1);
    for _ in 0..30 {
        let cfa = random_program(&mut random);
        for order in [Order::Dag, Order::Tree] {
            on_all_domains!(cfa, ends, order);
        }
    }
}

/// Learns interpolants for the widenings at fault and looks at the same nodes again. Counts them.
fn widened_nodes_exclude_the_error<D: Domain>(cfa: &Cfa, domain: &D, order: Order, checked: &mut usize) {
    let bench = Bench::new(cfa, domain, order);
    let mut log = Log::new(domain);
    let found = bench.explore(&mut log, &Precision::default(), None);
    let Some(suspect) = bench.blame(&log, &found) else { return };
    for culprit in suspect.culprits.iter().filter(|c| c.fault == Fault::Widen) {
        let node = found.node(culprit.node);
        let (old, new) = (log.state(found.node(node.previous.unwrap()).step).clone(), log.state(node.joined).clone());
        let widened = Widened { loc: node.loc, path: &node.path, visit: node.visit - 1, old: &old, new: &new, error: &culprit.error };
        let Some(lesson) = exclude(domain, &widened, true) else { continue };
        if !matches!(lesson.hints[..], [(_, Hint::Bound(_))]) {
            continue;
        }
        assert!(bench.touches(log.state(node.step), &culprit.error), "the widening is to blame");
        let mut precision = Precision::default();
        precision.learn(&lesson);
        let again = bench.explorer().under(&mut log, &precision, None, &bench.budget);
        if let Some(same) = again.find(&node.path) {
            *checked += 1;
            assert!(!bench.touches(log.state(again.node(same).step), &culprit.error), "{lesson:?}\n{}", print_cfa(cfa));
        }
        bench.contains_all_states(&log, &again);
    }
}

#[test]
fn lemma_1_a_widening_that_keeps_an_interpolant_excludes_the_error() {
    let mut random = Random::new(2);
    let mut checked = 0;
    for _ in 0..40 {
        let cfa = random_program(&mut random);
        for order in [Order::Dag, Order::Tree] {
            on_all_domains!(cfa, widened_nodes_exclude_the_error, order, &mut checked);
        }
    }
    assert!(checked > 30, "only {checked} widenings were to blame");
}

/// How many joins and widenings of these nodes may lose something.
fn imprecise<D: Domain>(log: &Log<D>, found: &Exploration, nodes: &[NodeId]) -> usize {
    let lossy = |step| log.step(step).loss != Loss::Exact;
    let count = |id: &NodeId| {
        let node = found.node(*id);
        usize::from(node.previous.is_some() && lossy(node.step)) + usize::from(node.arrivals.len() > 1 && lossy(node.joined))
    };
    nodes.iter().map(count).sum()
}

/// Refines up to ten times as the engine does; what the paper promises is checked on the way. Counts refinements.
fn refinement_makes_progress<D: Domain>(cfa: &Cfa, domain: &D, order: Order, refinements: &mut usize) {
    let bench = Bench::new(cfa, domain, order);
    let mut log = Log::new(domain);
    let (mut precision, mut refiner) = (Precision::default(), Interpolants::new(true));
    let mut found = bench.explore(&mut log, &precision, None);
    // The alarm that is being refuted, and how many imprecise steps are left to be made precise.
    let mut current = None;
    for _ in 0..10 {
        let Some(suspect) = bench.blame(&log, &found) else { break };
        let program = || format!("{order:?}\n{}", print_cfa(cfa));
        // Depth by depth: what is nearer than the alarm is complete, and no real error is there.
        let alarm = found.node(suspect.alarm);
        if order == Order::Tree {
            assert_eq!(found.cut, Some(Cut::Alarm));
            assert!(found.nodes.iter().all(|n| n.depth <= alarm.depth));
            let real = bench.concrete.depth(bench.error());
            assert!(real.is_none_or(|d| d >= alarm.depth), "a run of {real:?} steps fails, the alarm has {}\n{}", alarm.depth, program());
        }
        // A candidate is executed; a transfer at fault is beyond the paper.
        if suspect.candidate.is_some() || suspect.culprits.iter().any(|c| matches!(c.fault, Fault::Transfer(_))) {
            break;
        }
        assert!(!suspect.culprits.is_empty(), "neither a candidate nor a culprit\n{}", program());
        let path = alarm.path.clone();
        let steps = imprecise(&log, &found, &suspect.cone);
        if order == Order::Tree {
            // A path of the tree is one counterexample.
            current = match current.filter(|(p, _)| *p == path) {
                Some((p, left)) => {
                    assert!(left > 0, "more refinements than imprecise steps\n{}", program());
                    Some((p, left - 1))
                }
                None => Some((path, steps.saturating_sub(1))),
            };
        }
        // Lemma 3.
        let alternatives = refiner.refine(&bench.view(&log, &found, &precision), &suspect);
        let culprits: Vec<_> = suspect.culprits.iter().map(|c| (found.node(c.node).path.clone(), c.error.clone())).collect();
        let cone = Cone::new(&found, &suspect.cone);
        let ceilings = Some(&found);
        let same = bench.explorer().replay(&mut log, &precision, ceilings, &cone, &bench.budget);
        let before = Refiner::<D>::measure(&refiner, &bench.view(&log, &same, &precision), &culprits);
        let mut sharper = precision.clone();
        assert!(sharper.learn(&alternatives[0]), "nothing new: {:?}\n{}", alternatives[0], program());
        let replayed = bench.explorer().replay(&mut log, &sharper, ceilings, &cone, &bench.budget);
        let after = Refiner::<D>::measure(&refiner, &bench.view(&log, &replayed, &sharper), &culprits);
        let refuted = replayed.at(bench.error()).is_empty();
        assert!(refuted || after < before, "{before:?} → {after:?} by {:?}\n{}", alternatives[0], program());
        *refinements += 1;
        precision = sharper;
        let next = bench.explore(&mut log, &precision, ceilings);
        // The hint DAG: what is held only shrinks, and nothing that is reached is lost.
        for node in next.nodes.iter().filter(|n| n.held) {
            let earlier = found.find(&node.path).expect("what is held was there");
            assert!(domain.covered(log.state(node.step), &[log.state(found.node(earlier).step)]), "{}", program());
        }
        if next.cut.is_none() {
            assert!(order == Order::Tree || found.cut.is_some() || next.nodes[0].held);
            bench.contains_all_states(&log, &next);
        }
        found = next;
    }
}

#[test]
fn lemma_3_every_refinement_makes_progress() {
    let mut random = Random::new(3);
    let mut refinements = 0;
    for _ in 0..40 {
        let cfa = random_program(&mut random);
        for order in [Order::Dag, Order::Tree] {
            on_all_domains!(cfa, refinement_makes_progress, order, &mut refinements);
        }
    }
    assert!(refinements > 50, "{refinements}");
}

/// Some hint for a widening or a join at one of the places.
fn random_lesson(random: &mut Random, cfa: &Cfa) -> Lesson {
    let at = |name: &str| cfa.loc_named(name);
    let heads: Vec<LocId> = ["H", "G"].into_iter().filter_map(at).collect();
    let head = *random.pick(&heads);
    let bound = format!("{} <= {}", random.pick(&["x", "y", "x - y", "x + y"]), random.between(0, 12));
    let visit = 1 + random.below(2) as u32;
    match random.below(3) {
        0 => Lesson::one(Site::loc(head, OpKind::Widen), Hint::Bound(parse_formula(&bound, cfa).unwrap())),
        1 => Lesson::one(Site::loc(head, OpKind::Widen).at_visit(visit), Hint::Join),
        _ => Lesson::one(Site::loc(head, OpKind::Widen).at_visit(visit), Hint::Split),
    }
}

/// Runs the program under ever more hints, each run below the one before. Counts nodes that are not held though the run
/// before had them: some of their predecessors were covered by others then.
fn ceilings_are_sound<D: Domain>(cfa: &Cfa, domain: &D, order: Order, random: &mut Random, [held, not_held]: &mut [usize; 2]) {
    let bench = Bench::new(cfa, domain, order);
    let mut log = Log::new(domain);
    let mut precision = Precision::default();
    let mut found = bench.explorer().under(&mut log, &precision, None, &bench.budget);
    for _ in 0..4 {
        precision.learn(&random_lesson(random, cfa));
        let next = bench.explorer().under(&mut log, &precision, Some(&found), &bench.budget);
        if next.cut.is_some() {
            return;
        }
        for node in &next.nodes {
            let Some(earlier) = found.find(&node.path) else { continue };
            if node.held {
                *held += 1;
                assert!(domain.covered(log.state(node.step), &[log.state(found.node(earlier).step)]), "{}", print_cfa(cfa));
            } else {
                *not_held += 1;
            }
        }
        bench.contains_all_states(&log, &next);
        found = next;
    }
}

#[test]
fn the_hint_dag_cuts_nothing_that_is_reached() {
    let mut random = Random::new(5);
    let mut count = [0; 2];
    for _ in 0..60 {
        let cfa = random_program(&mut random);
        for order in [Order::Dag, Order::Tree] {
            on_all_domains!(cfa, ceilings_are_sound, order, &mut random, &mut count);
        }
    }
    assert!(count[0] > 1000 && count[1] > 100, "{count:?}");
}

fn cached_errors_stay_out<D: Domain>(cfa: &Cfa, domain: &D) {
    let bench = Bench::new(cfa, domain, Order::Dag);
    let mut log = Log::new(domain);
    let first = bench.explore(&mut log, &Precision::default(), None);
    let suspect = bench.blame(&log, &first).expect("the widening loses the bound");
    let culprit = suspect.culprits.iter().find(|c| c.fault == Fault::Widen).expect("the widening is to blame");
    let head = first.node(culprit.node).loc;
    let lesson = |widened: &Widened<'_, D::State>| exclude(domain, widened, true);
    let mut errors = Errors::default();
    errors.remember(head, culprit.error.clone());
    let mut precision = Precision::default();
    let open = SortedSet::from([bench.error()]);
    let known = Known { precision: &mut precision, ceilings: None, errors: &errors, exclude: Some(&lesson), open: &open };
    let second = bench.explorer().explore(&mut log, known, &bench.budget);
    let touched = |found: &Exploration| found.at(head).iter().any(|id| bench.touches(log.state(found.node(*id).step), &culprit.error));
    assert!(touched(&first) && !touched(&second));
    assert!(!precision.is_empty() && second.at(bench.error()).is_empty());
    bench.contains_all_states(&log, &second);
}

#[test]
fn an_error_that_was_excluded_once_is_not_let_in_again() {
    // The bound that the guard gives back would hide the loss.
    let cfa = parse_cfa(
        &COUNT
            .replace("assume i < 10", "assume i != 10")
            .replace("assume i >= 10", "skip")
            .replace("i != 10\nedge X -> D", "i > 10\nedge X -> D"),
    )
    .unwrap();
    on_all_domains!(cfa, cached_errors_stay_out,);
}

fn answer<D: Domain + Clone + Sync>(cfa: &Cfa, domain: &D, ingredients: Ingredients, decided: &mut usize) {
    let concrete = Concrete::new(cfa, STATES);
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(0.3);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    Dagger { domain: domain.clone(), domain_name: "test", ingredients, patience: None, board: None }.solve(cfa, &desk, &budget);
    let real = concrete.depth(cfa.errors[0].loc).is_some();
    match desk.decided().get(&cfa.errors[0].loc) {
        Some(Decided::Unreachable { .. }) => assert!(!real, "{ingredients:?}\n{}", print_cfa(cfa)),
        Some(Decided::Reached { .. }) => assert!(real || !concrete.complete, "{ingredients:?}\n{}", print_cfa(cfa)),
        Some(Decided::Contradiction { engines }) => panic!("{engines}"),
        None => return,
    }
    *decided += 1;
}

#[test]
fn each_ingredient_can_be_left_out() {
    let mut random = Random::new(4);
    let on = Ingredients::default();
    let recipes = [
        on,
        Ingredients { interpolation: false, ..on },
        Ingredients { error_cache: false, ..on },
        Ingredients { hint_dag: false, ..on },
        Ingredients { merge_again: true, ..on },
        Ingredients { order: Order::Tree, ..on },
        Ingredients { order: Order::Tree, interpolation: false, error_cache: false, hint_dag: false, ..on },
    ];
    let mut decided = [0; 7];
    for _ in 0..12 {
        let cfa = random_program(&mut random);
        for (ingredients, decided) in recipes.into_iter().zip(&mut decided) {
            on_all_domains!(cfa, answer, ingredients, decided);
        }
    }
    assert!(decided.iter().all(|n| *n >= 12), "of 36 each: {decided:?}");
}
