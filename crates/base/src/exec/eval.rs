//! The reference evaluator of terms and formulas on big integers.

use super::bounded::{Range, ranges};
use crate::cfa::{Cfa, Sort, VarId};
use crate::expr::{Expr, Formula, Name, Quantifier, apply_bin, apply_bits};
use crate::int::Int;
use crate::reach;
use crate::{SortedMap, SortedSet};
use std::cell::Cell;
use std::collections::BTreeMap;

/// A map that is 0 where it has no entry. Elements are written in any order and may be many, so it is the standard library's.
pub type Map = BTreeMap<Int, Int>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    Int(Int),
    Map(Map),
}

/// A concrete state: one value per variable. Objects are numbers, null is 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub values: Vec<Value>,
}

impl State {
    /// Every variable 0.
    pub fn initial(cfa: &Cfa) -> Self {
        let zero = |sort: &Sort| if matches!(sort, Sort::Map(..)) { Value::Map(Map::new()) } else { Value::Int(Int::ZERO) };
        State { values: cfa.vars.iter().map(|v| zero(&v.sort)).collect() }
    }

    pub fn int(&self, v: VarId) -> &Int {
        match &self.values[v.index()] {
            Value::Int(i) => i,
            Value::Map(_) => panic!("a map is used as an integer"),
        }
    }

    pub fn map(&self, v: VarId) -> &Map {
        match &self.values[v.index()] {
            Value::Map(m) => m,
            Value::Int(_) => panic!("an integer is used as a map"),
        }
    }

    pub fn set(&mut self, v: VarId, value: Int) {
        self.values[v.index()] = Value::Int(value);
    }
}

/// Instances of quantifiers that are tried for one formula, at most.
pub(super) const INSTANCES: u64 = 1 << 20;

/// What the bound variables stand for, and how many instances may still be tried.
#[derive(Clone, Debug)]
pub(super) struct Bindings {
    pub names: SortedMap<Name, Int>,
    left: Cell<u64>,
}

impl Bindings {
    pub fn new() -> Self {
        Bindings { names: SortedMap::new(), left: Cell::new(INSTANCES) }
    }

    /// Counts an instance; `None` if there were too many.
    pub fn spend(&self) -> Option<()> {
        self.left.set(self.left.get().checked_sub(1)?);
        Some(())
    }
}

/// The value of an integer term; `None` if it has a function symbol or a free index variable.
pub fn int(e: &Expr, s: &State) -> Option<Int> {
    int_in(e, s, &Bindings::new())
}

/// The value of a map term.
pub fn map(e: &Expr, s: &State) -> Option<Map> {
    map_in(e, s, &Bindings::new())
}

/// Whether the formula holds; `None` if it has a symbol without a meaning here, or a quantifier that cannot be decided. One
/// whose body bounds its variables ([`super::bounded`]) is decided by its instances, if they are not too many; so is one over the
/// elements of maps, each for itself. Any other is
/// tried on the *relevant* integers: the indices of the state's maps, the values of its variables and the formula's constants,
/// each with its neighbours. A witness or a counterexample among them decides; else the answer is not known.
pub fn holds(f: &Formula, s: &State) -> Option<bool> {
    holds_in(f, s, &Bindings::new())
}

pub(super) fn int_in(e: &Expr, s: &State, bound: &Bindings) -> Option<Int> {
    Some(match e {
        Expr::Const(c) => c.clone(),
        Expr::Var(v) => s.int(*v).clone(),
        Expr::Bound(name) => bound.names.get(name)?.clone(),
        Expr::Neg(a) => -int_in(a, s, bound)?,
        Expr::Bin(op, a, b) => apply_bin(*op, &int_in(a, s, bound)?, &int_in(b, s, bound)?),
        Expr::Bits(op, ty, a, b) => apply_bits(*op, *ty, &int_in(a, s, bound)?, &int_in(b, s, bound)?),
        Expr::Wrap(ty, a) => ty.wrap(&int_in(a, s, bound)?),
        Expr::Ite(c, a, b) => int_in(if holds_in(c, s, bound)? { a } else { b }, s, bound)?,
        Expr::Select(m, i) => {
            let index = int_in(i, s, bound)?;
            select_in(m, &index, s, bound)?
        }
        Expr::Store(..) => panic!("a map is used as an integer"),
        Expr::App(..) => return None,
    })
}

/// One element, without building the map.
fn select_in(m: &Expr, index: &Int, s: &State, bound: &Bindings) -> Option<Int> {
    match m {
        Expr::Var(v) => Some(s.map(*v).get(index).cloned().unwrap_or_default()),
        Expr::Store(inner, i, value) if int_in(i, s, bound)? != *index => {
            select_in(inner, index, s, bound).filter(|_| int_in(value, s, bound).is_some())
        }
        Expr::Store(_, _, value) => int_in(value, s, bound),
        Expr::Ite(c, a, b) => select_in(if holds_in(c, s, bound)? { a } else { b }, index, s, bound),
        other => map_in(other, s, bound)?.get(index).cloned().or(Some(Int::ZERO)),
    }
}

fn map_in(e: &Expr, s: &State, bound: &Bindings) -> Option<Map> {
    match e {
        Expr::Var(v) => Some(s.map(*v).clone()),
        Expr::Store(m, i, value) => {
            let mut changed = map_in(m, s, bound)?;
            changed.insert(int_in(i, s, bound)?, int_in(value, s, bound)?);
            Some(changed)
        }
        Expr::Ite(c, a, b) => map_in(if holds_in(c, s, bound)? { a } else { b }, s, bound),
        _ => None,
    }
}

pub(super) fn holds_in(f: &Formula, s: &State, bound: &Bindings) -> Option<bool> {
    Some(match f {
        Formula::True => true,
        Formula::False => false,
        Formula::Cmp(op, a, b) => op.holds(&int_in(a, s, bound)?, &int_in(b, s, bound)?),
        Formula::Not(inner) => !holds_in(inner, s, bound)?,
        Formula::And(parts) => {
            for part in parts {
                if !holds_in(part, s, bound)? {
                    return Some(false);
                }
            }
            true
        }
        Formula::Or(parts) => {
            for part in parts {
                if holds_in(part, s, bound)? {
                    return Some(true);
                }
            }
            false
        }
        Formula::Rel(..) => {
            let [map, x, y, z] = reach::as_between(f)?;
            let next = |at: &Int| select_in(map, at, s, bound);
            reach::holds(next, &int_in(x, s, bound)?, &int_in(y, s, bound)?, &int_in(z, s, bound)?)?
        }
        Formula::Quant(q, vars, body) => match ranges(*q, vars, body) {
            Some(ranges) => iterated(*q, &ranges, body, s, bound)?,
            None => match elements(vars, body, s) {
                Some(points) => sampled(*q, vars, body, &points, s, bound)?,
                None => {
                    let found = sampled(*q, vars, body, &relevant(body, s), s, bound)?;
                    Some(found).filter(|f| *f == (*q == Quantifier::Exists))?
                }
            },
        },
    })
}

/// The bounds of a variable, of those before it.
pub(super) fn bounds(range: &Range, s: &State, bound: &Bindings) -> Option<(Int, Int)> {
    let all = |terms: &[Expr]| terms.iter().map(|t| int_in(t, s, bound)).collect::<Option<Vec<Int>>>();
    Some((all(&range.low)?.into_iter().max()?, all(&range.high)?.into_iter().min()?))
}

/// Tries every instance between the bounds until one decides.
fn iterated(q: Quantifier, ranges: &[Range], body: &Formula, s: &State, bound: &Bindings) -> Option<bool> {
    let Some((range, rest)) = ranges.split_first() else { return holds_in(body, s, bound) };
    let (low, high) = bounds(range, s, bound)?;
    let mut extended = bound.clone();
    let mut point = low;
    while point <= high {
        extended.spend()?;
        extended.names.insert(range.name.clone(), point.clone());
        let one = iterated(q, rest, body, s, &extended)?;
        if one == (q == Quantifier::Exists) {
            bound.left.set(extended.left.get());
            return Some(one);
        }
        point += Int::ONE;
    }
    bound.left.set(extended.left.get());
    Some(q == Quantifier::Forall)
}

/// Whether an instance among the points decides. Without one this says what would hold if there were no other points.
fn sampled(q: Quantifier, vars: &[(Name, Sort)], body: &Formula, points: &SortedSet<Int>, s: &State, bound: &Bindings) -> Option<bool> {
    let Some(((name, _), rest)) = vars.split_first() else { return holds_in(body, s, bound) };
    let mut extended = bound.clone();
    for point in points {
        extended.spend()?;
        extended.names.insert(name.clone(), point.clone());
        let one = sampled(q, rest, body, points, s, &extended)?;
        if one == (q == Quantifier::Exists) {
            bound.left.set(extended.left.get());
            return Some(one);
        }
    }
    bound.left.set(extended.left.get());
    Some(q == Quantifier::Forall)
}

/// The points that stand for all, if the variables occur as indices of the state's maps and nowhere else: the indices that have an
/// entry, and one that has none.
fn elements(vars: &[(Name, Sort)], body: &Formula, s: &State) -> Option<SortedSet<Int>> {
    let own = |e: &Expr| matches!(e, Expr::Bound(name) if vars.iter().any(|(v, _)| v == name));
    let mut maps = SortedSet::new();
    let (mut all, mut as_index) = (0, 0);
    body.walk(&mut |e| {
        all += u32::from(own(e));
        if let Expr::Select(m, i) = e
            && let (Expr::Var(v), true) = (&**m, own(i))
        {
            maps.insert(*v);
            as_index += 1;
        }
    });
    if all != as_index {
        return None;
    }
    let mut points: SortedSet<Int> = maps.iter().flat_map(|v| s.map(*v).keys().cloned()).collect();
    points.insert(points.last().map_or(Int::ZERO, |last| last + Int::ONE));
    Some(points)
}

fn relevant(body: &Formula, s: &State) -> SortedSet<Int> {
    let mut points = SortedSet::from([Int::ZERO]);
    for value in &s.values {
        match value {
            Value::Int(i) => drop(points.insert(i.clone())),
            Value::Map(m) => points.extend(m.keys().cloned()),
        }
    }
    body.walk(&mut |e| points.extend(e.as_const().cloned()));
    points.iter().flat_map(|p| [p - Int::ONE, p.clone(), p + Int::ONE]).collect()
}
