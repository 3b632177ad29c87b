//! Boolean heaps: what a block leads to from a concrete heap is in the image of the heap's abstraction, focused or not.

use base::exec::eval::{self, State, Value};
use base::random::Random;
use base::text::{parse_cfa, parse_formula};
use base::{Block, Budget, Cfa, Expr, Focus, Focusing, Formula, Int, LocId, Places, Stmt, Tracked};
use domains::minterms::{Element, MOST_PREDICATES};
use domains::{BooleanHeap, Image};
use logic::Solver;

const NODES: i64 = 4;
/// The statements that blocks are made of, and what is tracked before and behind them.
const STATEMENTS: [&str; 8] = [
    "p := q",
    "q := next[p]",
    "p := next[q]",
    "next := store(next, p, q)",
    "next := store(next, q, 0)",
    "data := store(data, p, 1)",
    "q := 0",
    "next := store(next, q, q)",
];
const PREDICATES: [&str; 8] = [
    "?k0 == 0",
    "?k0 == p",
    "?k0 == q",
    "between(next, p, ?k0, ?k0)",
    "between(next, q, ?k0, ?k0)",
    "data[?k0] == 1",
    "next[?k0] == p",
    "between(next, p, q, q)",
];

fn program(statements: &[&str]) -> Cfa {
    let mut text = String::from("cfa\nvar p: int\nvar q: int\nvar next: int -> int\nvar data: int -> int\nentry L0\n");
    for (i, s) in statements.iter().enumerate() {
        text.push_str(&format!("edge L{i} -> L{}: {s}\n", i + 1));
    }
    parse_cfa(&text).expect("the text is a program")
}

/// The objects of a state, with some that are none.
fn objects() -> impl Iterator<Item = i64> {
    -1..NODES + 2
}

fn holds(f: &Formula, object: i64, s: &State) -> bool {
    eval::holds(&f.subst(&|e| (*e == Expr::bound("k0")).then(|| Expr::from(object))), s).expect("it is decided")
}

fn random_state(random: &mut Random) -> State {
    let mut node = |least: i64| Int::from(random.between(least, NODES));
    let next = (1..=NODES).map(|i| (Int::from(i), node(0))).collect();
    let (p, q) = (node(0), node(0));
    let data = (1..=NODES).map(|i| (Int::from(i), Int::from(i64::from(node(1) > Int::from(2))))).collect();
    State { values: vec![Value::Int(p), Value::Int(q), Value::Map(next), Value::Map(data)] }
}

fn run(stmts: &[&Stmt], mut s: State) -> State {
    for stmt in stmts {
        let Stmt::Assign(v, value) = stmt else { panic!("only assignments") };
        let map = matches!(s.values[v.index()], Value::Map(_));
        let value =
            if map { Value::Map(eval::map(value, &s).expect("a map")) } else { Value::Int(eval::int(value, &s).expect("a number")) };
        s.values[v.index()] = value;
    }
    s
}

fn main() {
    trials::run([trials::with![Solver::find().or(Err("z3")), images_contain_what_blocks_lead_to]]);
}

fn images_contain_what_blocks_lead_to(solver: &Solver) {
    let mut random = Random::new(21);
    let mut precise = 0;
    for turn in 0..40 {
        let statements: Vec<&str> = (0..1 + random.below(3)).map(|_| *random.pick(&STATEMENTS)).collect();
        let cfa = program(&statements);
        let predicates: Vec<Formula> = PREDICATES.iter().map(|p| parse_formula(p, &cfa).expect("a predicate")).collect();
        let image = if turn % 2 == 0 { Image::Cartesian } else { Image::Boolean };
        let mut heap = BooleanHeap::new(&cfa, &Places::default(), image, solver);
        let (from, to) = (LocId(0), LocId(statements.len() as u32));
        let (here, behind) = (heap.track(from, &predicates), heap.track(to, &predicates));
        let stmts: Vec<&Stmt> = cfa.edges.iter().map(|e| &e.stmt).collect();
        let block = Block { from, to, edges: Vec::new(), stmts: stmts.clone(), from_start: false, premise: Formula::True };
        let s = random_state(&mut random);
        let after = run(&stmts, s.clone());
        let cube = |tracked: &Tracked, at: LocId, object: i64, s: &State, heap: &BooleanHeap| -> Vec<(usize, bool)> {
            tracked.iter().map(|i| (*i, holds(heap.predicate(at, *i).expect("it is tracked"), object, s))).collect()
        };
        let mut before = Element::empty(MOST_PREDICATES, None);
        objects().for_each(|o| before.put_cube(&cube(&here, from, o, &s, &heap)));
        // A focus on something that is false there, and on something that need not be.
        let error = random.pick(&["p == 1 && q == 2", "p != q", "data[?k0] == 1"]);
        let error = vec![parse_formula(error, &cfa).expect("a formula")];
        let foci = if random.chance(2) { vec![Focus { error, preds: here.clone() }] } else { Vec::new() };
        let images = heap.post(&block, &[before], (&here, &behind), &foci, &Budget::seconds(60.0)).expect("the solver answers");
        let minterm = |object: i64| cube(&behind, to, object, &after, &heap).iter().filter(|(_, v)| *v).fold(0u128, |m, (i, _)| m | 1 << i);
        let inside = images.iter().any(|image| objects().all(|o| image.contains(minterm(o))));
        assert!(inside, "{statements:?} from {s:?} to {after:?}, {image:?}, {foci:?}");
        precise += u32::from(images.iter().all(|image| !image.is_full()));
    }
    assert!(precise > 30, "{precise} of 40 images say something");
}
