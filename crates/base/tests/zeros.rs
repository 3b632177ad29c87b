//! Each run of an automaton is one of the automaton with zeros, in which the marks are where the zeros are: random automata, run at random.

use base::exec::eval::{State, Value};
use base::random::Random;
use base::text::parse_cfa;
use base::{Cfa, Int, Stmt, VarId, Zeros};
use following::{Following, after};

mod following;

const LOCATIONS: i64 = 12;
const ELEMENTS: i64 = 4;

fn index(random: &mut Random) -> String {
    match random.below(4) {
        0 => random.between(-1, ELEMENTS).to_string(),
        1 => "y".into(),
        2 => "x + 1".into(),
        _ => "x".into(),
    }
}

fn element(random: &mut Random) -> String {
    format!("{}[{}]", random.pick(&["a", "b"]), index(random))
}

fn condition(random: &mut Random, deep: bool) -> String {
    let element = element(random);
    let operator = *random.pick(&["==", "!=", "<", "<=", ">", ">="]);
    let constant = random.between(-1, 2);
    match random.below(if deep { 7 } else { 5 }) {
        0 => format!("{element} {operator} {constant}"),
        1 => format!("c {operator} {constant}"),
        2 => format!("0 {operator} {element}"),
        3 => format!("c {operator} {element}"),
        4 => format!("y {operator} {constant}"),
        5 => format!("({} || {})", condition(random, false), condition(random, false)),
        _ => format!("({} && {})", condition(random, false), condition(random, false)),
    }
}

fn statement(random: &mut Random) -> String {
    let map = *random.pick(&["a", "b"]);
    let (index, element) = (index(random), element(random));
    match random.below(13) {
        0 => format!("{map} := store({map}, {index}, 0)"),
        1 => format!("{map} := store({map}, {index}, {})", random.between(-1, 1)),
        2 => format!("{map} := store({map}, {index}, c)"),
        3 => format!("{map} := store({map}, {index}, {element})"),
        4 => format!("c := {element}"),
        11 => format!("{map} := store(store({map}, {index}, {}), {}, {element})", random.between(0, 1), self::index(random)),
        5 => format!("c := wrap(u8, {element} - {})", random.between(0, 1)),
        6 => format!("{map} := {}", random.pick(&["a", "b"])),
        7 => format!("input {map} i8"),
        8 => "input c i8".into(),
        9 => format!("y := ite({}, {}, {})", condition(random, true), random.between(0, 1), random.between(0, 2)),
        10 => format!("y := {}", random.between(-1, ELEMENTS)),
        _ => format!("x := {}", *random.pick(&["x + 1", "0", "y", "x - 1"])),
    }
}

fn automaton(random: &mut Random) -> Cfa {
    let mut text = format!("cfa var x: int var y: int var c: int var a: i8[{ELEMENTS}] var b: i8[{ELEMENTS}] entry L0\n");
    for from in 0..LOCATIONS {
        // Mostly straight on, so that what was read is still known where it is asked for.
        let next = (from + 1) % LOCATIONS;
        match random.chance(3) {
            true => text += &format!("edge L{from} -> L{next}: assume {}\nedge L{from} -> L{next}: skip\n", condition(random, true)),
            false => text += &format!("edge L{from} -> L{next}: {}\n", statement(random)),
        }
        if random.chance(8) {
            text += &format!("edge L{from} -> L{}: assume {}\n", random.between(0, LOCATIONS - 1), condition(random, true));
        }
    }
    parse_cfa(&text).unwrap()
}

/// A state of the automaton with zeros: the marks are where the zeros are.
fn marked(view: &Cfa, state: &State) -> State {
    let mut marked = State::initial(view);
    marked.values[..state.values.len()].clone_from_slice(&state.values);
    for name in ["a", "b"] {
        let Some(first) = view.var_named(&format!("{name}.$first")) else { continue };
        let map = state.map(view.var_named(name).unwrap());
        let is_zero = |k: &i64| map.get(&Int::from(*k)).is_none_or(|v| *v == Int::ZERO);
        marked.set(first, Int::from((0..).find(is_zero).unwrap()));
        let last = (0..ELEMENTS).rev().find(is_zero).unwrap_or(-1);
        marked.set(view.var_named(&format!("{name}.$last")).unwrap(), Int::from(last));
    }
    marked
}

#[test]
fn every_run_is_one_with_zeros() {
    let (mut steps, mut told) = (0, 0);
    for seed in 0..1000 {
        let random = &mut Random::new(seed);
        let cfa = automaton(random);
        let Some(Zeros { cfa: view, .. }) = Zeros::new(&cfa) else { continue };
        // A mark that is chosen on the way may be changed again before the end.
        let tries = |v: VarId| (v.index() >= cfa.vars.len()).then_some(-1..ELEMENTS + 4);
        let following = Following { view: &view, locations: cfa.locs.len(), tries: &tries, counts: &|_| true };
        told += view
            .edges
            .iter()
            .filter(|e| matches!(&e.stmt, Stmt::Assume(f) if f.vars().iter().any(|v| v.index() >= cfa.vars.len())))
            .count();
        let (mut at, mut state) = (cfa.entry, State::initial(&cfa));
        let start = marked(&view, &state);
        assert!(view.entry == cfa.entry || following.leads((view.entry, State::initial(&view)), (at, &start)), "seed {seed}: the start");
        for _ in 0..60 {
            let mut read = |v: VarId| match cfa.var(v).ty.filter(|_| cfa.var(v).len.is_some()) {
                Some(_) => Value::Map((-1..=ELEMENTS + 1).map(|k| (Int::from(k), Int::from(random.between(-1, 1)))).collect()),
                None => Value::Int(Int::from(random.between(-1, 1))),
            };
            let mut ways = Vec::new();
            for &e in cfa.out(at) {
                ways.extend(after(&cfa.edge(e).stmt, &state, &mut read).map(|next| (cfa.edge(e).to, next)));
            }
            if ways.is_empty() {
                break;
            }
            let (to, next) = random.pick(&ways).clone();
            let goal = marked(&view, &next);
            assert!(
                following.leads((at, marked(&view, &state)), (to, &goal)),
                "seed {seed}: from {} to {}",
                cfa.loc(at).name,
                cfa.loc(to).name
            );
            (at, state) = (to, next);
            steps += 1;
        }
    }
    assert!(steps > 5_000 && told > 500, "{steps} steps, {told} conditions");
}
