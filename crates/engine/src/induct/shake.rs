//! Guesses that a run refutes which begins at a sample or near one.
//!
//! Whether a guess is inductive is asked of every state in which all guesses hold, not only of those that the program comes to. Most that are not inductive fail
//! soon for a state that is a little different from one that was seen: all counters further on by the same number, one number at the end of its type, one array from another run. Such
//! a state is made, and if all that is said of its cut holds in it, the program runs from there to the next cut. What does not hold there is taken back. That costs
//! microseconds, where a solver first has to find a state that agrees with hundreds of formulas.

use super::said::Said;
use crate::search::values::{Manner, Pool, Tape};
use base::exec::eval::{self, Value};
use base::exec::walk::{Step, Walk};
use base::random::Random;
use base::{Budget, Cfa, Formula, Int, IntType, LocId, Sort, SortedMap, SortedSet, VarId};
use std::time::Duration;

/// So many states of one head are started from.
pub const MOST_STARTS: usize = 60;
/// A state with more elements of maps in it is not kept.
pub const LARGEST_START: usize = 5000;
/// A run that has come to no cut after so many steps is given up.
const STEPS: usize = 4000;
/// A run goes on to so many cuts, since all that is left holds where it arrives.
const CUTS: usize = 8;
/// When so many runs have refuted nothing, there are no more.
const FRUITLESS: usize = 400;
/// States that do not agree with what is said are made until there were so many for each run.
const TRIES: usize = 20;
/// Elements of longer arrays stay what they are.
const SMALL: u64 = 64;

/// States at the heads of loops, as runs that stand there.
pub type Starts<'a> = SortedMap<LocId, Vec<Walk<'a>>>;

/// Whether a run that stands here is small enough to be kept.
pub fn is_small(walk: &Walk<'_>) -> bool {
    let elements = |v: &Value| if let Value::Map(map) = v { map.len() } else { 0 };
    walk.state.values.iter().map(elements).sum::<usize>() <= LARGEST_START
}

/// Takes back what is refuted, and says how much that was.
pub fn refute(
    cfa: &Cfa,
    (starts, pool): (&mut Starts<'_>, &Pool),
    live: &[SortedSet<VarId>],
    cuts: &mut SortedMap<LocId, Said>,
    time: Duration,
    budget: &Budget,
) -> usize {
    let budget = &budget.child(Some(time));
    let at: Vec<LocId> = cuts.keys().copied().filter(|l| starts.get(l).is_some_and(|s| !s.is_empty())).collect();
    let mut random = Random::new(1);
    let (mut fruitless, mut tries, mut found) = (0, 0, 0);
    while fruitless < FRUITLESS && !at.is_empty() && budget.stopped().is_none() {
        let from = *random.pick(&at);
        let mut walk = random.pick(&starts[&from]).clone();
        shaken(cfa, &mut walk, &starts[&from], &live[from.index()], pool, &mut random);
        tries += 1;
        if tries > TRIES {
            (tries, fruitless) = (0, fruitless + 1);
        }
        if cuts[&from].all().any(|f| eval::holds(f, &walk.state) == Some(false)) {
            continue;
        }
        tries = 0;
        let before = found;
        for _ in 0..CUTS {
            let Some(to) = next_cut(&mut walk, cuts, pool, &mut random) else { break };
            let said = cuts.get_mut(&to).expect("it is a cut");
            let wrong: Vec<Formula> = said.all().filter(|f| eval::holds(f, &walk.state) == Some(false)).cloned().collect();
            found += wrong.len();
            for f in wrong {
                said.fallen_or_refuted(f, cfa);
            }
        }
        fruitless = if found > before { 0 } else { fruitless + 1 };
        // From here another run may begin.
        if cuts.contains_key(&walk.loc) && is_small(&walk) {
            let kept = starts.entry(walk.loc).or_default();
            let place = random.below(MOST_STARTS as u64) as usize;
            if place < kept.len() { kept[place] = walk } else { kept.push(walk) }
        }
    }
    found
}

/// Runs to the next cut, with random inputs.
fn next_cut(walk: &mut Walk<'_>, cuts: &SortedMap<LocId, Said>, pool: &Pool, random: &mut Random) -> Option<LocId> {
    let manner = Manner::draw(random);
    let mut tape = Tape::new(&[], manner, pool, random);
    for _ in 0..STEPS {
        if matches!(walk.step(&mut tape), Step::Ended(_)) {
            return None;
        }
        if cuts.contains_key(&walk.loc) {
            return Some(walk.loc);
        }
    }
    None
}

/// Changes a state a little, or not at all.
fn shaken(cfa: &Cfa, walk: &mut Walk<'_>, others: &[Walk<'_>], live: &SortedSet<VarId>, pool: &Pool, random: &mut Random) {
    let is_array = |v: VarId| cfa.var(v).len.is_some_and(|n| n <= SMALL);
    let typed = live.iter().copied().filter(|v| cfa.var(*v).ty.is_some() && (cfa.var(*v).sort == Sort::Int || is_array(*v)));
    let vars: Vec<VarId> = typed.collect();
    if vars.is_empty() {
        return;
    }
    match random.below(6) {
        0 => shifted(cfa, walk, &vars, random),
        1 | 2 => {}
        3 => {
            // A part of another state.
            let other = random.pick(others);
            let one_in = random.between(1, 4) as u64;
            for v in vars.iter().filter(|_| random.chance(one_in)) {
                walk.state.values[v.index()] = other.state.values[v.index()].clone();
            }
        }
        _ => {
            for _ in 0..random.between(1, 3) {
                let v = *random.pick(&vars);
                let ty = cfa.var(v).ty.expect("only those with a type");
                let near = Int::from(random.between(-1, 1));
                let drawn = match random.below(4) {
                    0 => ty.min(),
                    1 => ty.max(),
                    2 => Int::from(pool.any(random)),
                    _ => Int::from(random.between(0, 20)),
                };
                let drawn = (&drawn + &near).clamp(ty.min(), ty.max());
                match &mut walk.state.values[v.index()] {
                    Value::Int(value) => *value = drawn,
                    Value::Map(map) => {
                        let len = cfa.var(v).len.unwrap_or(1);
                        _ = map.insert(Int::from(random.below(len)), drawn);
                    }
                }
            }
        }
    }
}

/// Some numbers and arrays further on by the same amount, modulo what their types hold.
fn shifted(cfa: &Cfa, walk: &mut Walk<'_>, vars: &[VarId], random: &mut Random) {
    let first = *random.pick(vars);
    let ty = cfa.var(first).ty.expect("only those with a type");
    let by = match (random.below(3), &walk.state.values[first.index()]) {
        (0, _) => Int::from(random.between(-3, 3)),
        // To the end of its type.
        (1, Value::Int(value)) => &(&ty.max() - value) - &Int::from(random.between(0, 3)),
        _ => Int::from(random.next_u64()),
    };
    let further = |n: &Int, ty: IntType| ty.wrap(&(n + &by));
    for v in vars {
        let own = cfa.var(*v).ty.expect("only those with a type");
        if *v != first && (own != ty || random.chance(2)) {
            continue;
        }
        match &mut walk.state.values[v.index()] {
            Value::Int(value) => *value = further(value, own),
            Value::Map(map) => {
                for i in 0..cfa.var(*v).len.unwrap_or(0) {
                    let element = map.entry(Int::from(i)).or_default();
                    *element = further(element, own);
                }
            }
        }
    }
}
