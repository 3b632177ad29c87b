//! Each run of an automaton is one of the automaton with cells, in which each cell has the value of its element: random automata, run at random.

use base::exec::eval::{State, Value};
use base::random::Random;
use base::text::parse_cfa;
use base::{Cells, Cfa, Int, Stmt, VarId};
use following::{Following, after};

mod following;

const LOCATIONS: i64 = 8;
/// The arrays with cells, and how many they have; `z` is never written, and `m` has too many elements.
const ARRAYS: [(&str, i64); 2] = [("a", 3), ("b", 4)];

fn index(random: &mut Random, deep: bool) -> String {
    match random.below(if deep { 6 } else { 4 }) {
        0 => random.between(-1, 5).to_string(),
        1 => "y".into(),
        2 => "x + 1".into(),
        3 => "x".into(),
        4 => element(random, false),
        _ => format!("{} + 1", element(random, false)),
    }
}

fn element(random: &mut Random, deep: bool) -> String {
    format!("{}[{}]", random.pick(&["a", "b", "a", "b", "m", "z"]), index(random, deep))
}

fn value(random: &mut Random) -> String {
    match random.below(4) {
        0 => random.between(-1, 4).to_string(),
        1 => "c".into(),
        2 => format!("{} + {}", element(random, false), element(random, false)),
        _ => format!("{} - 1", element(random, true)),
    }
}

fn condition(random: &mut Random) -> String {
    let operator = *random.pick(&["==", "!=", "<", "<=", ">", ">="]);
    let [one, two] = [value(random), value(random)];
    match random.below(5) {
        0 => format!("({one} {operator} 0 || {two} > 1)"),
        1 => format!("({one} {operator} 1 && {two} < 2)"),
        2 => format!("(forall ?k: int. ?k < 0 || ?k > 2 || {}[?k] {operator} {})", random.pick(&["a", "b", "m"]), random.between(-1, 2)),
        _ => format!("{one} {operator} {two}"),
    }
}

fn statement(random: &mut Random) -> String {
    let map = *random.pick(&["a", "b", "a", "b", "m"]);
    let (at, what) = (index(random, true), value(random));
    match random.below(12) {
        0..=2 => format!("{map} := store({map}, {at}, {what})"),
        // The same index is read and written.
        3 => format!("{map} := store({map}, {at}, {map}[{at}] + 1)"),
        4 => format!("{map} := store(store({map}, {at}, {what}), {}, {})", index(random, false), value(random)),
        5 => format!("{map} := store({}, {at}, {what})", random.pick(&["a", "b", "m", "z"])),
        6 => format!("{map} := {}", random.pick(&["a", "b", "m", "z"])),
        7 => format!("input {map} i8"),
        8 => format!("c := {what}"),
        9 => format!("y := {}", element(random, true)),
        10 => format!("y := ite({}, {what}, {})", condition(random), random.between(0, 2)),
        _ => format!("x := {}", *random.pick(&["x + 1", "0", "y", "x - 1"])),
    }
}

fn automaton(random: &mut Random) -> Cfa {
    let mut text = String::from("cfa var x: int var y: int var c: int var a: i8[3] var b: i8[4] var m: i8[9] var z: i8[2] entry L0\n");
    for from in 0..LOCATIONS {
        let next = (from + 1) % LOCATIONS;
        match random.chance(3) {
            true => {
                text +=
                    &format!("edge L{from} -> L{next}: assume {}\nedge L{from} -> L{}: skip\n", condition(random), (from + 2) % LOCATIONS)
            }
            false => text += &format!("edge L{from} -> L{next}: {}\n", statement(random)),
        }
    }
    parse_cfa(&text).unwrap()
}

/// A state of the automaton with cells: each cell has the value of its element, and the arrays with cells are not in it.
fn in_cells(view: &Cfa, state: &State) -> State {
    let mut with = State::initial(view);
    with.values[..state.values.len()].clone_from_slice(&state.values);
    for (name, len) in ARRAYS {
        let map = view.var_named(name).unwrap();
        if view.var_named(&format!("{name}.$0")).is_none() {
            continue;
        }
        for k in 0..len {
            let value = state.map(map).get(&Int::from(k)).cloned().unwrap_or(Int::ZERO);
            with.set(view.var_named(&format!("{name}.${k}")).unwrap(), value);
        }
        with.values[map.index()] = State::initial(view).values[map.index()].clone();
    }
    with
}

#[test]
fn every_run_is_one_with_cells() {
    let (mut steps, mut exact) = (0, 0);
    for seed in 0..1500 {
        let random = &mut Random::new(seed);
        let cfa = automaton(random);
        let Some(Cells { cfa: view, .. }) = Cells::new(&cfa, 4) else { continue };
        // A number that may be anything is tried with all that elements are here; numbers that are only used on the way are not compared.
        let is_spare = |v: VarId| view.var(v).name.starts_with("$spare");
        let tries = |v: VarId| is_spare(v).then_some(-20..20);
        let following = Following { view: &view, locations: cfa.locs.len(), tries: &tries, counts: &|v| !is_spare(v) };
        exact += view.edges.iter().filter(|e| matches!(&e.stmt, Stmt::Assign(v, _) if v.index() >= cfa.vars.len())).count();
        let (mut at, mut state) = (cfa.entry, State::initial(&cfa));
        assert_eq!(in_cells(&view, &state), State::initial(&view), "seed {seed}: the start");
        for _ in 0..24 {
            let mut read = |v: VarId| match cfa.var(v).len {
                Some(_) => Value::Map((-1..=9).map(|k| (Int::from(k), Int::from(random.between(-1, 2)))).collect()),
                None => Value::Int(Int::from(random.between(-1, 1))),
            };
            let mut ways = Vec::new();
            for &e in cfa.out(at) {
                ways.extend(after(&cfa.edge(e).stmt, &state, &mut read).map(|next| (e, next)));
            }
            // Numbers that grow would need more tries than are worth it.
            ways.retain(|(_, next)| {
                next.values.iter().all(|v| match v {
                    Value::Int(n) => Int::from(-9) < *n && *n < Int::from(9),
                    Value::Map(m) => m.iter().all(|(_, n)| Int::from(-9) < *n && *n < Int::from(9)),
                })
            });
            if ways.is_empty() {
                break;
            }
            let (edge, next) = random.pick(&ways).clone();
            let edge = cfa.edge(edge);
            let goal = in_cells(&view, &next);
            assert!(
                following.leads((at, in_cells(&view, &state)), (edge.to, &goal)),
                "seed {seed}: from {} to {}: {:?}",
                cfa.loc(at).name,
                cfa.loc(edge.to).name,
                edge.stmt
            );
            (at, state) = (edge.to, next);
            steps += 1;
        }
    }
    assert!(steps > 5_000 && exact > 5_000, "{steps} steps, {exact} writes of cells");
}

/// What is proved of cells is said of elements.
#[test]
fn formulas_are_about_elements() {
    let cfa = parse_cfa("cfa var x: int var a: int[2] entry A edge A -> B: a := store(a, x, a[x] + 1) edge B -> A: x := 1").unwrap();
    let view = Cells::new(&cfa, 2).unwrap();
    let at = cfa.loc_named("A").unwrap();
    let said = base::text::parse_formula("a.$0 + a.$1 >= 0 && x <= 1", &view.cfa).unwrap();
    let expected = base::text::parse_formula("a[0] + a[1] >= 0 && x <= 1", &cfa).unwrap();
    assert_eq!(view.without(&[(at, said)].into())[&at], expected);
}
