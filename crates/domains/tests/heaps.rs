//! Heap graphs and segments: the law kit on numbers, and the same laws on random heaps, since the kit's vocabulary has no links.

use base::exec::eval::{self, State, Value};
use base::random::Random;
use base::text::{parse_cfa, print_formula, print_stmt};
use base::{Cfa, Domain, Expr, Formula, Hint, Int, Op, Quantifier, Stmt};
use domains::{Disjunctive, HeapGraph, Intervals, Polyhedra, Segments};

#[test]
fn laws() {
    base::laws::check(HeapGraph::new);
}

#[test]
fn laws_of_sets() {
    base::laws::check(|cfa| Disjunctive::new(HeapGraph::new(cfa)).at_most(4));
}

#[test]
fn laws_of_segments() {
    base::laws::check_for(|cfa| Segments::new(cfa, Intervals::new), 4000);
}

/// What programs do with lists; objects come from a counter.
const STATEMENTS: [&str; 38] = [
    "p := 100 + count",
    "count := count + 1",
    "p := q",
    "q := p",
    "r := q",
    "q := r",
    "p := next[q]",
    "q := next[p]",
    "r := next[r]",
    "next := store(next, p, q)",
    "next := store(next, p, r)",
    "next := store(next, p, 0)",
    "next := store(next, p, p)",
    "next := store(next, q, 0)",
    "next := store(next, q, p)",
    "next := store(next, r, p)",
    "r := p",
    "next := store(next, r, next[p])",
    "next := store(store(next, p, r), r, 0)",
    "data := store(data, p, 1)",
    "data := store(data, q, 0)",
    "data := store(data, r, d)",
    "d := data[p]",
    "d := d + 1",
    "p := 0",
    "r := -1",
    "q := ite(d < 2, p, r)",
    "input r int",
    "input data int",
    "assume p != 0",
    "assume p > 0",
    "assume q == 0",
    "assume p == q",
    "assume q != r",
    "assume d == 1 || next[p] == q",
    "assume data[p] < 1",
    "assume data[q] != d",
    "assume d <= data[r] && q != 0",
];

/// The first that stores a link of `p`.
const LINKED: usize = 9;

fn program() -> Cfa {
    let mut text = String::from(
        "cfa\nvar p: int\nvar q: int\nvar r: int\nvar d: int\nvar count: int\nvar next: int -> int\nvar data: int -> int\nentry L0\n",
    );
    for (i, s) in STATEMENTS.iter().enumerate() {
        text.push_str(&format!("edge L{i} -> L{}: {s}\n", i + 1));
    }
    parse_cfa(&text).expect("the text is a program")
}

/// The numbers that matter: those around null and around objects.
fn points(s: &State) -> impl Iterator<Item = i64> + Clone {
    let Value::Int(count) = &s.values[4] else { panic!("a number") };
    let count = i64::try_from(count).expect("it is small");
    (-2..4).chain(98..103 + count)
}

fn holds(f: &Formula, s: &State) -> bool {
    match f {
        Formula::And(parts) => parts.iter().all(|p| holds(p, s)),
        Formula::Or(parts) => parts.iter().any(|p| holds(p, s)),
        Formula::Quant(Quantifier::Forall, vars, body) => points(s).all(|o| {
            let own = Expr::Bound(vars[0].0.clone());
            holds(&body.subst(&|e| (*e == own).then(|| Expr::from(o))), s)
        }),
        other => eval::holds(other, s).expect("it is decided"),
    }
}

/// Runs the statement; `None` if it blocks.
fn run(stmt: &Stmt, s: &State, random: &mut Random) -> Option<State> {
    let mut after = s.clone();
    match stmt {
        Stmt::Assume(f) => return holds(f, s).then_some(after),
        Stmt::Assign(v, e) if matches!(s.values[v.index()], Value::Map(_)) => {
            after.values[v.index()] = Value::Map(eval::map(e, s).expect("a map"));
        }
        Stmt::Assign(v, e) => after.set(*v, eval::int(e, s).expect("a number")),
        Stmt::Input { var, .. } => match &s.values[var.index()] {
            Value::Int(_) => {
                let all: Vec<i64> = points(s).collect();
                after.set(*var, Int::from(*random.pick(&all)));
            }
            Value::Map(_) => {
                let entries = points(s).map(|i| (Int::from(i), Int::from(random.between(-1, 3)))).collect();
                after.values[var.index()] = Value::Map(entries);
            }
        },
        _ => {}
    }
    Some(after)
}

struct Witnessed<S> {
    state: S,
    concrete: State,
}

struct Laws<'a, D: Domain> {
    cfa: &'a Cfa,
    domain: &'a D,
    random: Random,
    /// Blocked statements whose image was seen to be empty, and all blocked ones.
    blocked: (u32, u32),
    /// How often a wider state than the one at hand was met with it.
    met: u32,
}

impl<D: Domain> Laws<'_, D> {
    fn inside(&self, s: &D::State, c: &State, what: &str) {
        assert!(!self.domain.is_bottom(s), "{what}: empty, but {c:?} is in it");
        let gamma = self.domain.gamma(s);
        assert!(holds(&gamma, c), "{what}: {c:?} is not in {s:?}, that is {}", print_formula(&gamma, self.cfa));
    }

    fn apply(&self, op: Op<'_, D::State>, hints: &[Hint]) -> D::State {
        self.domain.apply(op, &self.domain.guide(hints)).state
    }

    fn run(&mut self, rounds: usize) {
        let start = || Witnessed { state: self.domain.initial(), concrete: State::initial(self.cfa) };
        let mut pool = vec![start()];
        for round in 0..rounds {
            let i = self.random.below(pool.len() as u64) as usize;
            // Now and then a long heap is left alone and a new run begins.
            let from =
                if round % 50 == 0 { start() } else { Witnessed { state: pool[i].state.clone(), concrete: pool[i].concrete.clone() } };
            let j = self.random.below(pool.len() as u64) as usize;
            let new = if self.random.chance(8) { Some(self.bound(&from, &pool[j])) } else { self.step(&from) };
            let Some(new) = new else { continue };
            self.order(&new, &pool[j]);
            if pool.len() < 30 { pool.push(new) } else { pool[j] = new }
        }
    }

    /// A statement forwards and backwards.
    fn step(&mut self, from: &Witnessed<D::State>) -> Option<Witnessed<D::State>> {
        let edges = &self.cfa.edges;
        // Heaps need objects, and links that were set.
        let linked = *self.random.pick(&[LINKED, LINKED + 1, LINKED + 2, LINKED + 3]);
        let one = [self.random.below(edges.len() as u64) as usize];
        let statements = if self.random.chance(6) { &[0, 1, linked][..] } else { &one };
        let mut at = Witnessed { state: from.state.clone(), concrete: from.concrete.clone() };
        for stmt in statements.iter().map(|i| &edges[*i].stmt) {
            let post = self.apply(Op::Post(&at.state, stmt), &[]);
            let Some(after) = run(stmt, &at.concrete, &mut self.random) else {
                self.blocked.0 += u32::from(self.domain.is_bottom(&post));
                self.blocked.1 += 1;
                return None;
            };
            let name = print_stmt(stmt, self.cfa);
            self.inside(&post, &after, &format!("{name} on {:?}", at.state));
            let pre = self.apply(Op::Pre(&post, stmt), &[]);
            self.inside(&pre, &at.concrete, &format!("pre of {name} on {post:?}"));
            for both in [Op::Meet(&pre, &at.state), Op::Meet(&at.state, &pre)] {
                let both = self.apply(both, &[]);
                self.inside(&both, &at.concrete, &format!("{:?} met with the pre of {name}, {pre:?}", at.state));
            }
            at = Witnessed { state: post, concrete: after };
        }
        Some(at)
    }

    /// Join and widening, and their meets with what they came from.
    fn bound(&mut self, a: &Witnessed<D::State>, b: &Witnessed<D::State>) -> Witnessed<D::State> {
        let hint = [Hint::Merge, Hint::Join];
        let hints = &hint[..self.random.below(3) as usize];
        let op = if self.random.chance(2) { Op::Join(&a.state, &b.state) } else { Op::Widen(&a.state, &b.state) };
        let what = format!("{op:?}");
        let bound = self.apply(op, hints);
        for (part, other) in [(a, b), (b, a)] {
            self.inside(&bound, &part.concrete, &what);
            if self.domain.covered(&bound, &[&part.state]) {
                self.inside(&part.state, &other.concrete, &format!("{:?} covers the bound {bound:?}", part.state));
            }
            let met = self.apply(Op::Meet(&bound, &part.state), &[]);
            self.inside(&met, &part.concrete, &format!("{bound:?} met with {:?}", part.state));
            self.met += 1;
        }
        Witnessed { state: bound, concrete: a.concrete.clone() }
    }

    fn order(&self, new: &Witnessed<D::State>, other: &Witnessed<D::State>) {
        let d = self.domain;
        assert!(d.covered(&new.state, &[&new.state]), "{:?} does not cover itself", new.state);
        assert!(d.covered(&new.state, &[&d.top()]) && d.covered(&d.bottom(), &[&new.state]), "{:?}", new.state);
        for (small, large) in [(new, other), (other, new)] {
            if d.covered(&small.state, &[&large.state]) {
                self.inside(&large.state, &small.concrete, &format!("{:?} covers {:?}", large.state, small.state));
            }
        }
    }
}

fn check<D: Domain>(make: impl Fn(&Cfa) -> D, rounds: usize) {
    let cfa = program();
    let domain = make(&cfa);
    let (mut blocked, mut met) = ((0, 0), 0);
    for seed in 0..4 {
        let mut laws = Laws { cfa: &cfa, domain: &domain, random: Random::new(seed), blocked: (0, 0), met: 0 };
        laws.run(rounds);
        blocked = (blocked.0 + laws.blocked.0, blocked.1 + laws.blocked.1);
        met += laws.met;
    }
    // A domain that says nothing would be sound, too.
    assert!(blocked.0 * 6 > blocked.1, "{} of {} blocked statements were seen", blocked.0, blocked.1);
    assert!(met > 20, "{met} bounds");
}

#[test]
fn graphs_contain_what_statements_do_to_heaps() {
    check(HeapGraph::new, 12_000);
}

#[test]
fn sets_of_graphs_contain_what_statements_do_to_heaps() {
    check(|cfa| Disjunctive::new(HeapGraph::new(cfa)).at_most(6), 5000);
}

#[test]
fn segments_contain_what_statements_do_to_heaps() {
    check(|cfa| Segments::new(cfa, Intervals::new), 300);
    check(|cfa| Segments::new(cfa, Polyhedra::new), 25);
}

/// A list that grows for ever, and a second one that is made of it.
#[test]
fn widening_chains_become_stable() {
    let cfa = program();
    let domain = HeapGraph::new(&cfa);
    let mut random = Random::new(7);
    for _ in 0..60 {
        let body: Vec<&Stmt> = (0..4).map(|_| &cfa.edges[random.below(cfa.edges.len() as u64) as usize].stmt).collect();
        let push = [0, 1, LINKED, 3].map(|i| &cfa.edges[i].stmt);
        let mut x = domain.initial();
        let mut changes = 0;
        for _ in 0..60 {
            let mut y = x.clone();
            for stmt in push.iter().chain(&body) {
                let after = domain.apply(Op::Post(&y, stmt), &Default::default()).state;
                if !domain.is_bottom(&after) {
                    y = after;
                }
            }
            let next = domain.apply(Op::Widen(&x, &y), &Default::default()).state;
            assert!(domain.covered(&x, &[&next]) && domain.covered(&y, &[&next]), "{next:?} is above {x:?} and {y:?}");
            changes += u32::from(!domain.covered(&next, &[&x]));
            x = next;
        }
        assert!(changes <= 20, "a widening chain changed {changes} times");
    }
}
