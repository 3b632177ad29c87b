//! Closed forms of loops, against the loops themselves, round by round.

use base::exec::eval::{self, State, Value};
use base::text::parse_cfa;
use base::wto::Wto;
use base::{Budget, Cfa, EdgeId, Int, Stmt, VarId};
use engine::accelerate::Accelerated;

fn accelerated(text: &str) -> (Cfa, Accelerated) {
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}\n{text}"));
    let accelerated = Accelerated::new(&cfa, &Wto::new(&cfa), &Budget::unlimited());
    (cfa, accelerated)
}

/// Runs statements without inputs; none if a condition does not hold.
fn run<'a>(state: &State, stmts: impl IntoIterator<Item = &'a Stmt>) -> Option<State> {
    let mut state = state.clone();
    for stmt in stmts {
        match stmt {
            Stmt::Assume(f) if eval::holds(f, &state) != Some(true) => return None,
            Stmt::Assign(v, e) => {
                let value = eval::int(e, &state)?;
                state.set(*v, value);
            }
            _ => {}
        }
    }
    Some(state)
}

fn ints(state: &State, count: usize) -> Vec<Int> {
    let int = |v: &Value| if let Value::Int(i) = v { i.clone() } else { Int::ZERO };
    state.values.iter().take(count).map(int).collect()
}

/// The statements of each accelerated loop behind the reading of its number, with the number's variable and one round.
fn loops(cfa: &Cfa, accelerated: &Accelerated) -> Vec<(VarId, Vec<EdgeId>, Vec<Stmt>)> {
    let mut found = Vec::new();
    for (i, e) in accelerated.cfa.edges.iter().enumerate().skip(cfa.edges.len()) {
        if let Some((n, body)) = accelerated.body_behind(EdgeId(i as u32)) {
            let mut stmts = vec![e.stmt.clone()];
            let mut at = e.to;
            while at.index() >= cfa.locs.len() {
                let next = accelerated.cfa.edge(accelerated.cfa.out(at)[0]);
                stmts.push(next.stmt.clone());
                at = next.to;
            }
            found.push((n, body.to_vec(), stmts));
        }
    }
    found
}

/// From a grid of values: n rounds of the loop and the closed form for n agree. `least`: the smallest n that it is given for.
fn agrees(text: &str, least: usize, every: usize) {
    let (cfa, accelerated) = accelerated(text);
    let loops = loops(&cfa, &accelerated);
    assert_eq!((loops.len(), accelerated.count()), (1, 1), "{text}");
    let (n, body, closed) = &loops[0];
    let count = cfa.vars.len();
    let mut possible = 0;
    for grid in 0..11usize.pow(count as u32) {
        let mut start = State::initial(&accelerated.cfa);
        let mut rest = grid;
        for v in 0..count {
            start.set(VarId(v as u32), Int::from((rest % 11) as i64 - 5));
            rest /= 11;
        }
        let mut after = Some(start.clone());
        for rounds in 1..=7usize {
            after = after.and_then(|s| run(&s, body.iter().map(|e| &cfa.edge(*e).stmt)));
            if rounds < least || !(rounds - least).is_multiple_of(every) {
                continue;
            }
            let mut chosen = start.clone();
            chosen.set(*n, Int::from(rounds));
            let given = accelerated.cfa.vars.len() > count + 1;
            if given {
                // The number of periods, and the new values, which are determined.
                chosen.set(VarId(n.0 + 1), Int::from((rounds - least) / every));
                let Some(after) = &after else { continue };
                for (i, value) in ints(after, count).into_iter().enumerate() {
                    chosen.set(VarId(n.0 + 2 + i as u32), value);
                }
            }
            let at_once = run(&chosen, closed);
            let (a, b) = (after.as_ref().map(|s| ints(s, count)), at_once.as_ref().map(|s| ints(s, count)));
            assert_eq!(a, b, "{rounds} rounds from {:?}\n{text}", ints(&start, count));
            possible += usize::from(a.is_some());
            if given && let Some(after) = &after {
                let mut wrong = chosen.clone();
                wrong.set(VarId(n.0 + 2), ints(after, count)[0].clone() + Int::ONE);
                assert!(run(&wrong, closed).is_none(), "the closed form has more than {rounds} rounds\n{text}");
            }
        }
    }
    assert!(possible > 20, "nothing was compared\n{text}");
}

#[test]
fn a_translation() {
    agrees(
        "cfa\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> H: skip\nedge H -> B: assume x < 4\nedge B -> C: x := x + 1\n\
         edge C -> H: y := y - 2\nedge H -> E: assume x + y > 9\n",
        1,
        1,
    );
}

/// What each round sets is known from the second round on.
#[test]
fn a_translation_that_sets_a_variable() {
    agrees(
        "cfa\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> H: skip\nedge H -> B: assume x + y < 4\nedge B -> C: x := x + 1\n\
         edge C -> H: y := -1\nedge H -> E: assume x + y > 9\n",
        2,
        1,
    );
}

/// (x, y) ↦ (y + 1, x): after two rounds both have grown by one.
#[test]
fn an_octagonal_relation_with_a_period() {
    agrees(
        "cfa\nvar x: int\nvar y: int\nvar t: int\nentry A\nerror E reach \"\"\nedge A -> H: t := 0\nedge H -> B: t := x\nedge B -> C: x := y + 1\n\
         edge C -> D: y := t\nedge D -> H: t := 0\nedge H -> E: assume x > y + t + 9\n",
        1,
        2,
    );
}

#[test]
fn what_is_not_understood_is_left_alone() {
    let (_, accelerated) = accelerated(
        "cfa\nvar x: int\nentry A\nerror E reach \"\"\nedge A -> H: skip\nedge H -> H: x := 2 * x\nedge H -> E: assume x > 9\n",
    );
    assert_eq!(accelerated.count(), 0);
}
