//! Reachability along a map: `between(m, x, y, z)`, the one relation that has a meaning everywhere.
//!
//! A map from objects to objects (a field that is a pointer) is the graph of a function. Objects are positive numbers: from null, which is 0,
//! and from what is no object one does not get on, whatever the map has there. `between(m, x, y, z)` says that `y` lies on the
//! way from `x` to `z`, ends included: if one follows the map from `x`, `z` is met, and `y` no later than `z` is met for the first time. So
//! `between(m, x, y, y)` is reachability. The relation with three places is used because with it an update of the map changes the relation by a formula without
//! quantifiers whatever the graph looks like, cycles and shared tails included: Lahiri, Qadeer: *Back to the future: revisiting precise
//! program verification using SMT solvers* (POPL 2008). With the relation of two places that is so without cycles only, and each link would have
//! to be proved not to close one.
//!
//! Invariant: what is said here of `between` ([`laws`], [`expand`]) is true in every graph of a function, so a proof that rests on
//! it cannot be vacuous.

use crate::cfa::Sort;
use crate::expr::{CmpOp, Expr, Formula, Quantifier};
use crate::int::Int;
use std::collections::HashSet;
use std::sync::Arc;

/// The name of the relation. No other relation may have it.
pub const BETWEEN: &str = "between";

pub fn between(map: impl Into<Expr>, x: impl Into<Expr>, y: impl Into<Expr>, z: impl Into<Expr>) -> Formula {
    Formula::Rel(BETWEEN.into(), vec![map.into(), x.into(), y.into(), z.into()])
}

/// Whether one comes from `x` to `y` by following the map any number of times.
pub fn reach(map: impl Into<Expr>, x: impl Into<Expr>, y: impl Into<Expr>) -> Formula {
    let y = y.into();
    between(map, x, y.clone(), y)
}

/// The map and the three objects of an atom of the relation.
pub fn as_between(f: &Formula) -> Option<[&Expr; 4]> {
    match f {
        Formula::Rel(name, args) if &**name == BETWEEN => match &args[..] {
            [map, x, y, z] => Some([map, x, y, z]),
            _ => None,
        },
        _ => None,
    }
}

/// The relation, by following the map. It ends if the map takes finitely many values.
pub fn holds(mut next: impl FnMut(&Int) -> Option<Int>, x: &Int, y: &Int, z: &Int) -> Option<bool> {
    let mut seen = HashSet::new();
    let mut at = x.clone();
    let mut met = false;
    loop {
        met |= at == *y;
        if at == *z {
            return Some(met);
        }
        if at <= Int::ZERO || !seen.insert(at.clone()) {
            return Some(false);
        }
        at = next(&at)?;
    }
}

/// The way from `x` to `z` does not meet `p` before it is at its end.
fn avoids(map: &Expr, x: &Expr, z: &Expr, p: &Expr) -> Formula {
    Formula::or([
        between(map.clone(), x.clone(), z.clone(), p.clone()),
        Formula::and([reach(map.clone(), x.clone(), z.clone()), reach(map.clone(), x.clone(), p.clone()).negate()]),
    ])
}

/// `between` along a map that is changed at `p` to `q`, by `between` along the map as it was: the way is an old one that `p` is not on before its end, or it
/// goes to `p` first and on from `q`. What the map has at no object does not matter.
pub fn updated(map: &Expr, [p, q]: [&Expr; 2], [x, y, z]: [&Expr; 3]) -> Formula {
    let nothing = Formula::cmp(CmpOp::Le, p.clone(), 0);
    let unchanged = Formula::and([nothing.clone(), between(map.clone(), x.clone(), y.clone(), z.clone())]);
    let old = Formula::and([between(map.clone(), x.clone(), y.clone(), z.clone()), avoids(map, x, z, p)]);
    let on = [between(map.clone(), x.clone(), y.clone(), p.clone()), between(map.clone(), q.clone(), y.clone(), z.clone())];
    let new = Formula::and([Formula::cmp(CmpOp::Ne, p.clone(), z.clone()), avoids(map, x, p, z), avoids(map, q, z, p), Formula::or(on)]);
    Formula::or([unchanged, Formula::and([nothing.negate(), Formula::or([old, new])])])
}

/// What holds of `between` whatever the index variables are: [`MAP`] is a map, the others are objects.
pub struct Law {
    pub vars: &'static [&'static str],
    pub body: Formula,
    /// A solver needs the law for objects that occur in these terms and atoms at once.
    pub steps: Vec<Expr>,
    pub ways: Vec<Formula>,
}

/// The name of the map in the [`laws`].
pub const MAP: &str = "m";

/// The laws of the paper (its figure 3), with what is no object, and with the one about updates. For formulas without quantifiers they are complete.
pub fn laws() -> Vec<Law> {
    let m = || Expr::bound(MAP);
    let [x, y, z, u, p, q] = ["x", "y", "z", "u", "p", "q"].map(Expr::bound);
    let way = |a: &Expr, b: &Expr, c: &Expr| between(m(), a.clone(), b.clone(), c.clone());
    let to = |a: &Expr, b: &Expr| reach(m(), a.clone(), b.clone());
    let step = Expr::select(m(), x.clone());
    let is_none = |a: &Expr| Formula::cmp(CmpOp::Le, a.clone(), 0);
    let same = |a: &Expr, b: &Expr| Formula::cmp(CmpOp::Eq, a.clone(), b.clone());
    let if_then = |premises: &[Formula], then: Formula| Formula::implies(&Formula::and(premises.iter().cloned()), then);
    let law = |vars, body, steps: &[&Expr], ways: &[Formula]| Law {
        vars,
        body,
        steps: steps.iter().map(|s| (*s).clone()).collect(),
        ways: ways.to_vec(),
    };
    let changed = Expr::store(m(), p.clone(), q.clone());
    // Whatever is reached from elsewhere has a predecessor on the way. That would never end; it is needed for objects whose link is changed: new ones have none.
    let r = Expr::bound("r");
    let leads = [Formula::cmp(CmpOp::Gt, r.clone(), 0), same(&Expr::select(m(), r.clone()), &p), way(&x, &r, &p)];
    let has_predecessor = Formula::Quant(Quantifier::Exists, vec![("r".into(), Sort::Int)], Formula::and(leads).into());
    let elsewhere = [to(&x, &p), same(&x, &p).negate()];
    let along_changed = between(changed.clone(), x.clone(), y.clone(), z.clone());
    let by_old = updated(&m(), [&p, &q], [&x, &y, &z]);
    vec![
        law(&["x"], way(&x, &x, &x), &[&step], &[]),
        law(&["x"], Formula::or([is_none(&x), to(&x, &step)]), &[&step], &[]),
        law(&["x", "y"], if_then(&[to(&x, &y), is_none(&x)], same(&x, &y)), &[], &[to(&x, &y)]),
        law(&["x", "y"], if_then(&[to(&x, &y)], Formula::or([same(&x, &y), is_none(&x), way(&x, &step, &y)])), &[&step], &[to(&x, &y)]),
        law(&["x", "y"], if_then(&[same(&step, &x), to(&x, &y)], same(&x, &y)), &[&step], &[to(&x, &y)]),
        law(&["x", "y"], if_then(&[way(&x, &y, &x)], same(&x, &y)), &[], &[way(&x, &y, &x)]),
        law(
            &["x", "y", "z"],
            if_then(&[to(&x, &y), to(&x, &z)], Formula::or([way(&x, &y, &z), way(&x, &z, &y)])),
            &[],
            &[to(&x, &y), to(&x, &z)],
        ),
        law(&["x", "y", "z"], if_then(&[way(&x, &y, &z)], Formula::and([to(&x, &y), to(&y, &z)])), &[], &[way(&x, &y, &z)]),
        law(&["x", "y", "z"], if_then(&[to(&x, &y), to(&y, &z)], to(&x, &z)), &[], &[to(&x, &y), to(&y, &z)]),
        law(
            &["x", "y", "z", "u"],
            if_then(&[way(&x, &y, &z), way(&y, &u, &z)], Formula::and([way(&x, &y, &u), way(&x, &u, &z)])),
            &[],
            &[way(&x, &y, &z), way(&y, &u, &z)],
        ),
        law(
            &["x", "y", "z", "u"],
            if_then(&[way(&x, &y, &z), way(&x, &u, &y)], Formula::and([way(&x, &u, &z), way(&u, &y, &z)])),
            &[],
            &[way(&x, &y, &z), way(&x, &u, &y)],
        ),
        law(&["p", "q", "x", "y", "z"], Formula::iff(&along_changed, &by_old), &[], &[along_changed]),
        law(&["p", "q", "x"], if_then(&elsewhere, has_predecessor), &[&changed], &[to(&x, &p)]),
    ]
}

/// The formula with `between` along variables only: changed maps are [`updated`], a choice of maps is a choice of formulas, and from null nothing but null is reached.
/// Quantifiers that decide nothing go.
pub fn expand(f: &Formula) -> Formula {
    match f {
        Formula::True | Formula::False | Formula::Cmp(..) => f.clone(),
        Formula::Not(inner) => expand(inner).negate(),
        Formula::And(parts) => Formula::and(parts.iter().map(expand)),
        Formula::Or(parts) => Formula::or(parts.iter().map(expand)),
        Formula::Quant(q, vars, body) => match expand(body) {
            constant @ (Formula::True | Formula::False) => constant,
            body => Formula::Quant(*q, vars.clone(), Arc::new(body)),
        },
        Formula::Rel(..) => match as_between(f) {
            Some([Expr::Store(map, p, q), x, y, z]) => expand(&updated(map, [p, q], [x, y, z])),
            Some([Expr::Ite(c, a, b), x, y, z]) => {
                let along = |map: &Expr| expand(&between(map.clone(), x.clone(), y.clone(), z.clone()));
                let c = expand(c);
                Formula::and([Formula::implies(&c, along(a)), Formula::or([c, along(b)])])
            }
            Some([_, x, y, z]) if x.as_const() == Some(&Int::ZERO) => {
                Formula::and([y, z].map(|end| Formula::cmp(CmpOp::Eq, end.clone(), 0)))
            }
            Some([_, x, y, z]) if x == z => Formula::cmp(CmpOp::Eq, x.clone(), y.clone()),
            _ => f.clone(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cfa::VarId;
    use crate::exec::eval::{self, State, Value};
    use crate::random::Random;

    const NODES: i64 = 6;

    /// A random graph of a function on few nodes, and values for the names of the laws.
    fn instance(random: &mut Random, f: &Formula) -> (Formula, State) {
        let mut node = || Int::from(random.below(NODES as u64) as i64 - 1);
        let map = (-1..NODES - 1).map(|i| (Int::from(i), node())).collect();
        let values: Vec<(&str, Int)> = ["x", "y", "z", "u", "p", "q"].iter().map(|n| (*n, node())).collect();
        let value = |e: &Expr| match e {
            Expr::Bound(n) if &**n == MAP => Some(Expr::Var(VarId(0))),
            Expr::Bound(n) => values.iter().find(|(name, _)| *name == &**n).map(|(_, v)| v.clone().into()),
            _ => None,
        };
        (f.subst(&value), State { values: vec![Value::Map(map)] })
    }

    #[test]
    fn the_laws_hold_in_all_graphs() {
        let mut random = Random::new(3);
        for (i, law) in laws().iter().enumerate() {
            let mut premises = 0;
            for _ in 0..20_000 {
                let (f, s) = instance(&mut random, &law.body);
                assert_eq!(eval::holds(&f, &s), Some(true), "law {i}: {f:?} in {s:?}");
                let ways = Formula::and(law.ways.iter().cloned());
                let (ways, s) = instance(&mut random, &ways);
                premises += u32::from(eval::holds(&ways, &s) == Some(true));
            }
            assert!(premises > 300, "law {i} is hardly ever about anything");
        }
    }

    #[test]
    fn changed_maps_are_expanded_without_a_change_of_meaning() {
        let mut random = Random::new(5);
        let b = |n: &str| Expr::bound(n);
        let twice = Expr::store(Expr::store(b(MAP), b("p"), b("q")), b("u"), b("x"));
        let chosen = Expr::ite(Formula::cmp(CmpOp::Lt, b("y"), b("q")), twice, b(MAP));
        let f = between(chosen, b("x"), b("y"), b("z"));
        for _ in 0..20_000 {
            let (f, s) = instance(&mut random, &f);
            assert_eq!(eval::holds(&f, &s), eval::holds(&expand(&f), &s), "{f:?} in {s:?}");
        }
    }
}
