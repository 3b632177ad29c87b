//! The middle carries all five papers: one hand-made lesson of each is written, printed, parsed and replayed, although
//! most of the engines that will learn such lessons are not here yet. And random lessons may change what a run finds,
//! never its soundness.

use base::exec::eval;
use base::exec::walk::Walk;
use base::exec::{End, Request};
use base::laws::draw::Draw;
use base::random::Random;
use base::text::{parse_cfa, parse_lesson, print_cfa, print_lesson};
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Formula, Hint, Int, Lesson, LocId, Op, OpKind, Outcome, Scope, Site, SortedSet, Stmt};
use domains::{Intervals, intervals};
use engine::Order;
use engine::explore::{Exploration, Explorer};
use engine::log::Log;
use engine::precision::Precision;
use std::cell::RefCell;

/// Figure 1(a) of Gulavani and Rajamani (TACAS 2006) as an automaton, with an array beside it for the indexed lesson.
const STAIRS: &str = "cfa
var x: int
var y: int
var a: int -> int
entry A
error E reach \"x is 4 and y is 0\"
edge A -> B: input x int
edge B -> C: input y int
edge C -> H: assume 0 <= x && x <= 2 && 0 <= y && y <= 2
edge H -> L: assume x < 100
edge L -> M: x := x + 2
edge M -> N: y := y + 2
edge N -> H: a := store(a, x, 0)
edge H -> X: skip
edge X -> E: assume x == 4 && y == 0
";

/// Finite sets of interval states: a domain for which splitting and focusing have a meaning. It keeps what it is
/// given apart up to a number of disjuncts, and notes which hints arrive at which operation.
struct Disjuncts {
    base: Intervals,
    most: usize,
    seen: RefCell<SortedSet<(OpKind, Hint)>>,
}

type Set = Vec<intervals::State>;

#[derive(Clone, Debug, Default)]
struct SetGuide {
    hints: Vec<Hint>,
    base: intervals::Guide,
}

impl Disjuncts {
    fn new(cfa: &Cfa) -> Self {
        Disjuncts { base: Intervals::new(cfa), most: 1, seen: RefCell::default() }
    }

    fn normal(&self, set: Set, most: usize) -> Set {
        let mut kept: Set = Vec::new();
        for s in set {
            if !self.base.is_bottom(&s) && !self.base.covered(&s, &kept.iter().collect::<Vec<_>>()) {
                kept.push(s);
            }
        }
        while kept.len() > most {
            let (a, b) = (kept.pop().unwrap(), kept.pop().unwrap());
            kept.push(self.base.apply(Op::Join(&a, &b), &intervals::Guide::default()).state);
        }
        kept
    }

    /// The disjuncts presented over the predicates, where the guard holds of all of them.
    fn focus(&self, set: &Set, guard: &Formula, preds: &[Formula]) -> Set {
        let none = intervals::Guide::default();
        let outside = |s| self.base.is_bottom(&self.base.apply(Op::Assume(s, &guard.negate()), &none).state);
        if !set.iter().all(outside) {
            return set.clone();
        }
        let mut parts = set.clone();
        for p in preds {
            let halves = |s: &intervals::State| [p.clone(), p.negate()].map(|f| self.base.apply(Op::Assume(s, &f), &none).state);
            parts = parts.iter().flat_map(halves).collect();
        }
        self.normal(parts, usize::MAX)
    }
}

impl Domain for Disjuncts {
    type State = Set;
    type Guide = SetGuide;

    fn top(&self) -> Set {
        vec![self.base.top()]
    }

    fn bottom(&self) -> Set {
        Vec::new()
    }

    fn initial(&self) -> Set {
        vec![self.base.initial()]
    }

    fn is_bottom(&self, s: &Set) -> bool {
        s.is_empty()
    }

    fn covered(&self, s: &Set, by: &[&Set]) -> bool {
        let all: Vec<&intervals::State> = by.iter().flat_map(|b| b.iter()).collect();
        s.iter().all(|one| self.base.covered(one, &all))
    }

    fn guide(&self, hints: &[Hint]) -> SetGuide {
        SetGuide { hints: hints.to_vec(), base: self.base.guide(hints) }
    }

    fn apply(&self, op: Op<'_, Set>, guide: &SetGuide) -> Outcome<Set> {
        self.seen.borrow_mut().extend(guide.hints.iter().map(|h| (op.kind(), h.clone())));
        let each = |set: &Set, f: &dyn Fn(&intervals::State) -> intervals::State| set.iter().map(f).collect::<Set>();
        let state = match op {
            Op::Post(s, stmt) => {
                let mut focused = s.clone();
                for hint in &guide.hints {
                    if let Hint::Focus { guard, preds } = hint {
                        focused = self.focus(&focused, guard, preds);
                    }
                }
                self.normal(each(&focused, &|s| self.base.apply(Op::Post(s, stmt), &guide.base).state), usize::MAX)
            }
            Op::Pre(s, stmt) => self.normal(each(s, &|s| self.base.apply(Op::Pre(s, stmt), &guide.base).state), usize::MAX),
            Op::Assume(s, f) => self.normal(each(s, &|s| self.base.apply(Op::Assume(s, f), &guide.base).state), usize::MAX),
            Op::Join(a, b) => self.normal(a.iter().chain(b).cloned().collect(), self.most),
            Op::Meet(a, b) => {
                let meet = |x: &intervals::State| b.iter().map(|y| self.base.apply(Op::Meet(x, y), &guide.base).state).collect::<Set>();
                self.normal(a.iter().flat_map(meet).collect(), usize::MAX)
            }
            // ∪ keeps the disjuncts, ⊞ merges them, ∇ merges and widens.
            Op::Widen(a, b) => {
                let union = || a.iter().chain(b).cloned().collect::<Set>();
                if guide.hints.contains(&Hint::Join) {
                    self.normal(union(), usize::MAX)
                } else if guide.hints.contains(&Hint::Merge) {
                    self.normal(union(), 1)
                } else {
                    let (a, b) = (self.normal(a.clone(), 1), self.normal(b.clone(), 1));
                    match (a.first(), b.first()) {
                        (Some(a), Some(b)) => vec![self.base.apply(Op::Widen(a, b), &guide.base).state],
                        (a, b) => a.or(b).cloned().into_iter().collect(),
                    }
                }
            }
        };
        Outcome::lossy(state)
    }

    fn gamma(&self, s: &Set) -> Formula {
        Formula::or(s.iter().map(|one| self.base.gamma(one)))
    }

    fn separate(&self, _: &Set, _: &Set) -> Vec<Formula> {
        Vec::new()
    }
}

#[test]
fn the_disjunctive_domain_of_this_test_keeps_the_laws() {
    base::laws::check(Disjuncts::new);
}

struct Replayed {
    domain: Disjuncts,
    log: Log<Disjuncts>,
    found: Exploration,
}

/// Prints and parses the lesson, then replays the program under it after a run without it.
fn replay(cfa: &Cfa, text: &str) -> Replayed {
    let lesson = parse_lesson(text, cfa).unwrap_or_else(|e| panic!("{text}: {e}"));
    let printed = print_lesson(&lesson, cfa);
    assert_eq!(printed, text, "the lesson is printed as it was written");
    assert_eq!(parse_lesson(&printed, cfa).unwrap(), lesson);
    let domain = Disjuncts::new(cfa);
    let wto = Wto::new(cfa);
    let mut log = Log::new(&domain);
    let budget = Budget::seconds(10.0);
    let found = {
        let explorer = Explorer { cfa, domain: &domain, wto: &wto, order: Order::Dag, merge_again: true, only_ahead: false, limit: 10_000 };
        let first = explorer.under(&mut log, &Precision::default(), None, &budget);
        assert!(first.cut.is_none());
        let before = log.reused;
        let mut precision = Precision::default();
        assert!(precision.learn(&lesson));
        let second = explorer.under(&mut log, &precision, Some(&first), &budget);
        assert!(second.cut.is_none());
        let changes_all = lesson.hints.iter().any(|(site, _)| site.scope == Scope::Everywhere && site.op == OpKind::Post);
        assert!(changes_all || log.reused > before, "steps that are not downstream of the lesson are reused");
        second
    };
    let replayed = Replayed { domain, log, found };
    contains_runs(cfa, &replayed.domain, &replayed.log, &replayed.found, 60);
    replayed
}

impl Replayed {
    fn state(&self, cfa: &Cfa, loc: &str) -> String {
        let invariants = self.found.invariants(cfa, &self.domain, &self.log);
        base::text::print_formula(&invariants[&cfa.loc_named(loc).unwrap()], cfa)
    }

    fn saw(&self, op: OpKind, hint: &Hint) -> bool {
        self.domain.seen.borrow().contains(&(op, hint.clone()))
    }
}

/// Random runs stay inside the states of the locations they visit.
fn contains_runs<D: Domain>(cfa: &Cfa, domain: &D, log: &Log<D>, found: &Exploration, runs: u64) {
    let invariants = found.invariants(cfa, domain, log);
    for seed in 0..runs {
        let mut random = Random::new(seed);
        let mut source = |request: &Request| {
            Some(match request {
                Request::Choice { options, .. } => Int::from(random.below(u64::from(*options))),
                Request::Value { ty, .. } | Request::Element { ty, .. } => {
                    let value = Int::from(random.between(-3, 6));
                    ty.map_or(value.clone(), |t| t.wrap(&value))
                }
            })
        };
        let mut walk = Walk::new(cfa);
        for _ in 0..60 {
            let inside = eval::holds(&invariants[&walk.loc], &walk.state);
            assert_eq!(
                inside,
                Some(true),
                "{:?} at {} is not in {}\n{}",
                walk.state,
                cfa.loc(walk.loc).name,
                base::text::print_formula(&invariants[&walk.loc], cfa),
                print_cfa(cfa)
            );
            if let base::exec::walk::Step::Ended(End::Error(_) | End::Exit(_) | End::Blocked(_) | End::NoInput(_)) = walk.step(&mut source)
            {
                break;
            }
        }
    }
}

#[test]
fn seed_000_a_step_uses_union_or_merge_under_a_ceiling() {
    let cfa = parse_cfa(STAIRS).unwrap();
    // Without the lesson the first widening gives x ≥ 0; the ceiling at the second visit is the state of the run before.
    let plain = replay(&cfa, "at everywhere post: split\n");
    assert_eq!(plain.state(&cfa, "H"), "x >= 0 && y >= 0 && (forall ?k: int. a[?k] == 0)");
    let wto = Wto::new(&cfa);
    let h = wto.position(cfa.loc_named("H").unwrap());
    let union = replay(&cfa, &format!("at loc H widen visit 1: join\nat node [{h} 2 {h}] meet: ceiling [{h} 2 {h}]\n"));
    assert!(union.saw(OpKind::Widen, &Hint::Join));
    // ∪ keeps both steps of the stairs apart before the next widening.
    let second = union.found.nodes.iter().find(|n| n.loc == cfa.loc_named("H").unwrap() && n.visit == 2).unwrap();
    assert_eq!(union.log.state(second.step).len(), 2);
    let merge = replay(&cfa, "at loc H widen visit 1: merge\n");
    let second = merge.found.nodes.iter().find(|n| n.loc == cfa.loc_named("H").unwrap() && n.visit == 2).unwrap();
    assert_eq!(merge.log.state(second.step).len(), 1);
    let text = base::text::print_formula(&merge.domain.gamma(merge.log.state(second.step)), &cfa);
    assert_eq!(text, "x >= 0 && x <= 4 && y >= 0 && y <= 4 && (forall ?k: int. a[?k] == 0)");
}

#[test]
fn a_ceiling_cuts_a_node_to_what_the_run_before_had() {
    let cfa = parse_cfa(STAIRS).unwrap();
    let (domain, wto) = (Disjuncts::new(&cfa), Wto::new(&cfa));
    let explorer =
        Explorer { cfa: &cfa, domain: &domain, wto: &wto, order: Order::Dag, merge_again: true, only_ahead: false, limit: 10_000 };
    let mut log = Log::new(&domain);
    let budget = Budget::seconds(10.0);
    let mut sharp = Precision::default();
    sharp.learn(&parse_lesson("at loc H widen: bound x <= 101\n", &cfa).unwrap());
    let first = explorer.under(&mut log, &sharp, None, &budget);
    // A later run that widens without the bound, but under the ceiling of the first, is as sharp as the first.
    let h = wto.position(cfa.loc_named("H").unwrap());
    let mut ceiling = Precision::default();
    ceiling.learn(&parse_lesson(&format!("at node [{h} 1 {h}] meet: ceiling [{h} 1 {h}]\n"), &cfa).unwrap());
    let second = explorer.under(&mut log, &ceiling, Some(&first), &budget);
    let at_h = |e: &Exploration, log: &Log<Disjuncts>| {
        base::text::print_formula(&e.invariants(&cfa, &domain, log)[&cfa.loc_named("H").unwrap()], &cfa)
    };
    assert_eq!(at_h(&first, &log), "x >= 0 && x <= 101 && y >= 0 && (forall ?k: int. a[?k] == 0)");
    assert_eq!(at_h(&second, &log), at_h(&first, &log));
    contains_runs(&cfa, &domain, &log, &second, 60);
}

#[test]
fn seed_003_a_location_keeps_an_interpolant_and_a_node_is_split() {
    let cfa = parse_cfa(STAIRS).unwrap();
    let bound = replay(&cfa, "at loc H widen: bound x <= 101\n");
    assert_eq!(bound.state(&cfa, "H"), "x >= 0 && x <= 101 && y >= 0 && (forall ?k: int. a[?k] == 0)");
    let diamond = parse_cfa(
        "cfa\nvar c: int\nvar x: int\nentry A\nedge A -> B: input c int\nedge B -> T: assume c > 0\nedge B -> F: assume c <= 0\n\
         edge T -> M: x := 1\nedge F -> M: x := 5\nedge M -> X: x := x + 1\n",
    )
    .unwrap();
    let wto = Wto::new(&diamond);
    let m = wto.position(diamond.loc_named("M").unwrap());
    let split = replay(&diamond, &format!("at node [{m}] join: split\n"));
    assert_eq!(split.found.at(diamond.loc_named("M").unwrap()).len(), 2);
    assert_eq!(split.state(&diamond, "X").matches("x == ").count(), 2, "the branches stay apart behind the split");
}

#[test]
fn seed_001_a_tracked_set_is_everywhere_in_the_vocabulary() {
    let cfa = parse_cfa(STAIRS).unwrap();
    let tracked = replay(&cfa, "at everywhere widen: track x >= 0 && x <= 101\nat everywhere post: track x >= 0 && x <= 101\n");
    assert_eq!(tracked.state(&cfa, "H"), "x >= 0 && x <= 101 && y >= 0 && (forall ?k: int. a[?k] == 0)");
    let z = parse_lesson("at everywhere post: track x >= 0 && x <= 101", &cfa).unwrap();
    assert!(tracked.saw(OpKind::Post, &z.hints[0].1));
}

#[test]
fn seed_002_a_guarded_focus_presents_a_state_over_predicates() {
    let cfa = parse_cfa(STAIRS).unwrap();
    let focused = replay(&cfa, "at loc C post: focus x >= -1000 || x < -1000 over x >= 1, y == 0\n");
    assert!(focused.found.at(cfa.loc_named("H").unwrap()).iter().any(|n| focused.log.state(focused.found.node(*n).step).len() == 1));
    let first = focused.found.nodes.iter().find(|n| n.loc == cfa.loc_named("H").unwrap() && n.visit == 1).unwrap();
    assert!(focused.log.state(first.joined).len() >= 3, "{:?}", focused.log.state(first.joined));
    // The guard does not hold here, so nothing happens: a focus must not act on other paths.
    let guarded = replay(&cfa, "at loc C post: focus x >= 1 over y == 0\n");
    let first = guarded.found.nodes.iter().find(|n| n.loc == cfa.loc_named("H").unwrap() && n.visit == 1).unwrap();
    assert_eq!(guarded.log.state(first.joined).len(), 1);
}

#[test]
fn seed_004_an_indexed_predicate_comes_with_an_instance() {
    let cfa = parse_cfa(STAIRS).unwrap();
    let text =
        "at loc H widen: track forall ?k: int. a[?k] == 0\nat loc N post: track ?k < x || a[?k] == 0\nat loc N post: instantiate x + 1\n";
    let indexed = replay(&cfa, text);
    let lesson = parse_lesson(text, &cfa).unwrap();
    for (site, hint) in &lesson.hints {
        assert!(indexed.saw(site.op, hint), "{hint:?} arrives at {}", site.op);
    }
    assert!(indexed.state(&cfa, "X").contains("forall ?k: int. a[?k] == 0"));
}

/// A random program with loops over the vocabulary of the law kit.
fn random_program(draw: &mut Draw) -> Cfa {
    let mut cfa = base::laws::draw::vocabulary();
    let count = 3 + draw.below(4);
    let locs: Vec<LocId> = (1..count).map(|i| cfa.add_loc(base::LocInfo::named(&format!("L{i}")))).collect();
    let all: Vec<LocId> = std::iter::once(cfa.entry).chain(locs).collect();
    for (i, from) in all.iter().enumerate() {
        for _ in 0..1 + draw.below(2) {
            let next = if draw.below(3) > 0 { (i + 1).min(all.len() - 1) } else { draw.below(all.len()) };
            let stmt: Stmt = draw.stmt(&cfa);
            cfa.add_edge(*from, all[next], stmt, None);
        }
    }
    cfa
}

fn random_lesson(draw: &mut Draw, cfa: &Cfa, found: &Exploration) -> Lesson {
    let mut lesson = draw.lesson(cfa);
    for (site, _) in &mut lesson.hints {
        site.scope = match draw.below(3) {
            0 => Scope::Everywhere,
            1 => Scope::Loc(LocId(draw.below(cfa.locs.len()) as u32)),
            _ => Scope::Node(found.nodes[draw.below(found.nodes.len())].plain.clone()),
        };
    }
    lesson
}

#[test]
fn random_lessons_change_precision_but_never_soundness() {
    let mut draw = Draw::new(42);
    let (mut complete, mut changed, mut short) = (0, 0, 0);
    for round in 0..400 {
        let cfa = random_program(&mut draw);
        let (domain, wto) = (Intervals::new(&cfa), Wto::new(&cfa));
        let order = if round % 2 == 0 { Order::Dag } else { Order::Tree };
        let explorer = Explorer { cfa: &cfa, domain: &domain, wto: &wto, order, merge_again: true, only_ahead: false, limit: 400 };
        let mut log = Log::new(&domain);
        let budget = Budget::seconds(5.0);
        let first = explorer.under(&mut log, &Precision::default(), None, &budget);
        if first.cut.is_some() {
            continue;
        }
        contains_runs(&cfa, &domain, &log, &first, 12);
        let mut precision = Precision::default();
        for _ in 0..4 {
            precision.learn(&random_lesson(&mut draw, &cfa, &first));
        }
        // Ceilings come from the driver: here, for some nodes of the completed run.
        for node in first.nodes.iter().filter(|_| draw.below(4) == 0) {
            let site = Site::node(node.path.clone(), OpKind::Meet);
            precision.learn(&Lesson::one(site, Hint::Ceiling(node.path.clone())));
        }
        let second = explorer.under(&mut log, &precision, Some(&first), &budget);
        if second.cut.is_some() {
            continue;
        }
        complete += 1;
        changed += usize::from(second.invariants(&cfa, &domain, &log) != first.invariants(&cfa, &domain, &log));
        contains_runs(&cfa, &domain, &log, &second, 12);
        let mut forgetting = Log::forgetting(&domain, &cfa);
        let third = explorer.under(&mut forgetting, &precision, None, &budget);
        if third.cut.is_none() {
            contains_runs(&cfa, &domain, &forgetting, &third, 12);
            short += usize::from(third.invariants(&cfa, &domain, &forgetting) != second.invariants(&cfa, &domain, &log));
        }
    }
    assert!(short > 100, "{short}");
    assert!(complete > 250 && changed > 15, "{complete} complete, {changed} changed");
}
