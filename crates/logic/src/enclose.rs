//! A box between the states that a path leads to and an error.
//!
//! An error with products, remainders or machine words in it has an exact negation that no numeric domain can keep. Often
//! bounds on its variables say enough: a box that holds all states of the path's prefix and no state of the error. It is
//! grown from one state of the prefix, side by side, as far as the solver says that the error stays outside (by doubling, then
//! by bisection), so it is a weak interpolant; a state of the prefix that is still outside becomes part of the
//! seed. Invariant: a box that is returned was confirmed on both sides, and none of its finite sides can be moved by 1.

use crate::model::ModelValue;
use crate::path::PathFormula;
use crate::solver::{Answer, Session};
use base::{Budget, CmpOp, Expr, Formula, Int, SortedMap, SortedSet, VarId};
use std::time::Duration;

/// Errors about more variables than this are not enclosed.
const MOST_VARIABLES: usize = 3;
/// How many states of the prefix a seed may be made of.
const SEEDS: usize = 4;
/// A side that did not stop within 2^this is not looked for further out.
const FURTHEST: u32 = 66;

type Side = Option<Int>;

/// Lower and upper bounds; a side that is missing is open.
type Bounds = SortedMap<VarId, (Side, Side)>;

fn sides(bounds: &Bounds) -> Vec<Formula> {
    let mut found = Vec::new();
    for (v, (low, high)) in bounds {
        found.extend(low.iter().map(|c| Formula::cmp(CmpOp::Ge, *v, c.clone())));
        found.extend(high.iter().map(|c| Formula::cmp(CmpOp::Le, *v, c.clone())));
    }
    found
}

/// Bounds that hold before a position of the path and that exclude the error; none if there are no such bounds or the solver
/// does not find out.
pub fn enclose(
    path: &PathFormula<'_>,
    position: usize,
    error: &[Formula],
    session: &mut Session,
    limit: Duration,
    budget: &Budget,
) -> Option<Vec<Formula>> {
    let vars: SortedSet<VarId> = error.iter().flat_map(Formula::vars).collect();
    if vars.is_empty() || vars.len() > MOST_VARIABLES || vars.iter().any(|v| path.symbols().is_map(*v)) {
        return None;
    }
    let now = path.before(position);
    let prefix = Formula::and(path.question(position, &vars.iter().map(|v| is_zero(now[v.index()])).collect::<Vec<_>>()));
    let mut seed = Bounds::new();
    let mut outside = Formula::True;
    for _ in 0..SEEDS {
        let model = match session.check_sat(path.symbols(), &[prefix.clone(), outside], &budget.child(Some(limit))) {
            Answer::Sat(Some(model)) => model,
            _ => return None,
        };
        for v in &vars {
            let value = match model.values.get(&now[v.index()]) {
                Some(ModelValue::Int(i)) => i.clone(),
                _ => Int::ZERO,
            };
            let (low, high) = seed.entry(*v).or_insert_with(|| (Some(value.clone()), Some(value.clone())));
            *low = low.take().map(|l| l.min(value.clone()));
            *high = high.take().map(|h| h.max(value));
        }
        let mut excludes = |bounds: &Bounds| {
            let mut asked = sides(bounds);
            asked.extend(error.iter().cloned());
            session.check_sat(path.symbols(), &asked, &budget.child(Some(limit / 4))) == Answer::Unsat
        };
        if !excludes(&seed) {
            return None;
        }
        let mut grown = seed.clone();
        for v in &vars {
            for upper in [false, true] {
                grow(&mut grown, *v, upper, &mut excludes);
            }
        }
        let bounds = sides(&grown);
        let negated: Vec<Formula> = bounds.iter().map(|f| path.at(position, &f.negate())).collect();
        outside = Formula::or(negated);
        let confirmed = session.check_sat(path.symbols(), &[prefix.clone(), outside.clone()], &budget.child(Some(limit)));
        if confirmed == Answer::Unsat {
            return Some(bounds);
        }
    }
    None
}

/// Mentions a variable, so that what is known about its first version is said.
fn is_zero(v: VarId) -> Formula {
    Formula::cmp(CmpOp::Eq, Expr::Var(v), 0)
}

/// Moves one side outwards as far as it goes.
fn grow(bounds: &mut Bounds, v: VarId, upper: bool, excludes: &mut impl FnMut(&Bounds) -> bool) {
    let start = match bounds.get(&v) {
        Some((low, high)) => (if upper { high } else { low }).clone(),
        None => return,
    };
    let Some(start) = start else { return };
    let moved = |by: Option<&Int>| {
        let mut bounds = bounds.clone();
        if let Some((low, high)) = bounds.get_mut(&v) {
            let side = by.map(|by| if upper { &start + by } else { &start - by });
            *(if upper { high } else { low }) = side;
        }
        bounds
    };
    let open = moved(None);
    if excludes(&open) {
        *bounds = open;
        return;
    }
    let (mut good, mut bad) = (Int::ZERO, Int::ONE);
    let mut exponent = 0;
    while excludes(&moved(Some(&bad))) {
        exponent += 1;
        if exponent > FURTHEST {
            break;
        }
        good = bad.clone();
        bad <<= 1usize;
    }
    while &bad - &good > Int::ONE && exponent <= FURTHEST {
        let middle: Int = (&good + &bad) >> 1usize;
        if excludes(&moved(Some(&middle))) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    *bounds = moved(Some(&good));
}
