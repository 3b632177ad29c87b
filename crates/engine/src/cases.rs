//! Statements with cases become parallel paths.
//!
//! `x ≠ 0`, `p ∨ q`, `x := c ? a : b` and an unsigned `x := y + 1`, which wraps or does not, are unions of what convex domains
//! can express. An edge with such a statement is
//! replaced by one path per case between the same locations; the join behind them is then a step like any other, to be
//! blamed and split if it loses something. Way back: the old locations keep their numbers, so invariants carry over as they
//! are (those of the new ones, behind them, are dropped); for traces each edge knows the one that it came from.

use base::{Cfa, CmpOp, Edge, EdgeId, Expr, Formula, Int, IntType, LocId, SortedMap, Stmt, int::floor_div};
use std::sync::Arc;

pub struct Cased {
    pub cfa: Cfa,
    origin: Vec<EdgeId>,
    /// Locations from here on are new.
    old_locations: u32,
}

/// A statement with more cases than this stays one edge.
const MOST: usize = 8;

impl Cased {
    pub fn new(cfa: &Cfa) -> Self {
        let mut cased = cfa.with_edges([]);
        let mut origin = Vec::new();
        for (i, e) in cfa.edges.iter().enumerate() {
            let mut add = |cased: &mut Cfa, from, to, stmt| {
                let Edge { span, .. } = e;
                cased.add_edge(from, to, stmt, span.clone());
                origin.push(EdgeId(i as u32));
            };
            match &e.stmt {
                Stmt::Assume(f) => cases(f, cfa).into_iter().for_each(|c| add(&mut cased, e.from, e.to, Stmt::Assume(c))),
                Stmt::Assign(v, value) => match branches(value, cfa) {
                    Some(branches) => {
                        for (condition, value) in branches {
                            for case in cases(&condition, cfa) {
                                let between = cased.add_loc_like(e.from);
                                add(&mut cased, e.from, between, Stmt::Assume(case));
                                add(&mut cased, between, e.to, Stmt::Assign(*v, value.clone()));
                            }
                        }
                    }
                    None => add(&mut cased, e.from, e.to, e.stmt.clone()),
                },
                other => add(&mut cased, e.from, e.to, other.clone()),
            }
        }
        Cased { cfa: cased, origin, old_locations: cfa.locs.len() as u32 }
    }

    /// The edge of the original automaton.
    pub fn origin(&self, e: EdgeId) -> EdgeId {
        self.origin[e.index()]
    }

    /// Whether the original automaton has the location.
    pub fn is_old(&self, l: LocId) -> bool {
        l.0 < self.old_locations
    }
}

/// The term under conditions of which one always holds: the first condition inside it and its negation; else, how often the
/// first wrap goes around.
fn branches(e: &Expr, cfa: &Cfa) -> Option<Vec<(Formula, Expr)>> {
    if let Some(branches) = choices(e) {
        return Some(branches.to_vec());
    }
    Some(windows(e, cfa)?.into_iter().map(|condition| (condition, e.clone())).collect())
}

/// The first condition inside a term, with the term under it and under its negation.
fn choices(e: &Expr) -> Option<[(Formula, Expr); 2]> {
    let mut condition = None;
    e.walk(&mut |inner| {
        if let (Expr::Ite(c, ..), None) = (inner, &condition) {
            condition = Some(c.clone());
        }
    });
    let condition = condition?;
    let under = |holds: bool| {
        e.subst(&|inner| match inner {
            Expr::Ite(c, a, b) if *c == condition => Some(if holds { (**a).clone() } else { (**b).clone() }),
            _ => None,
        })
    };
    Some([((*condition).clone(), under(true)), (condition.negate(), under(false))])
}

/// A sum that may go around more often than this (in both directions together) is left as it is.
const MOST_WINDOWS: usize = 3;

/// How often the first wrap of a sum inside the term goes around, as conditions of which one always holds: under each of them
/// a domain that knows the bounds of the sum sees through the wrap. Only for sums of values whose types leave few choices:
/// `y + 1`, `y - z`, a conversion between signed and unsigned. Types are advice, so the outermost conditions are open.
fn windows(e: &Expr, cfa: &Cfa) -> Option<Vec<Formula>> {
    let mut found = None;
    e.walk(&mut |inner| {
        if let (Expr::Wrap(ty, a), None) = (inner, &found) {
            found = windows_of(*ty, a, cfa);
        }
    });
    found
}

fn windows_of(ty: IntType, e: &Expr, cfa: &Cfa) -> Option<Vec<Formula>> {
    let (low, high) = advised(e, cfa)?;
    let modulus = Int::ONE << ty.bits as usize;
    let mut start = &ty.min() + &modulus * floor_div(&(&low - ty.min()), &modulus);
    let mut found = Vec::new();
    while start <= high {
        if found.len() == MOST_WINDOWS {
            return None;
        }
        let end = &start + &modulus - Int::ONE;
        let from = if start > low { Formula::cmp(CmpOp::Ge, e.clone(), start) } else { Formula::True };
        let to = if end < high { Formula::cmp(CmpOp::Le, e.clone(), end.clone()) } else { Formula::True };
        found.push(Formula::and([from, to]));
        start = end + Int::ONE;
    }
    (found.len() > 1).then_some(found)
}

/// The bounds of a sum by the types of its terms.
fn advised(e: &Expr, cfa: &Cfa) -> Option<(Int, Int)> {
    let sum = e.linear();
    let (mut low, mut high) = (sum.constant.clone(), sum.constant);
    for (term, factor) in &sum.terms {
        let ty = match term {
            Expr::Var(v) => cfa.var(*v).ty?,
            Expr::Select(map, _) => match **map {
                Expr::Var(v) => cfa.var(v).ty?,
                _ => return None,
            },
            Expr::Wrap(ty, _) | Expr::Bits(_, ty, ..) => *ty,
            _ => return None,
        };
        let (a, b) = (factor * ty.min(), factor * ty.max());
        low += a.clone().min(b.clone());
        high += a.max(b);
    }
    Some((low, high))
}

/// A comparison of terms with a condition inside, as a condition on both: `(p ? 1 : 0) = 0` is `¬p`.
fn lifted(f: &Formula) -> Option<Formula> {
    let Formula::Cmp(op, a, b) = f else { return None };
    // The difference would do for one side as well, but constants fold better on their own sides.
    let side = |e: &Arc<Expr>, other: &Arc<Expr>, left: bool| {
        let branches = choices(e)?;
        let one = |(condition, value): (Formula, Expr)| {
            let other = (**other).clone();
            let compared = if left { Formula::cmp(*op, value, other) } else { Formula::cmp(*op, other, value) };
            Formula::and([condition, compared])
        };
        Some(Formula::or(branches.map(one)))
    };
    side(a, b, true).or_else(|| side(b, a, false))
}

/// Formulas whose union is the given one; itself if there would be too many.
fn cases(f: &Formula, cfa: &Cfa) -> Vec<Formula> {
    if let Some(lifted) = lifted(f) {
        return cases(&lifted, cfa);
    }
    let found = match f {
        Formula::Cmp(op, a, b) => {
            let operators: &[CmpOp] = if *op == CmpOp::Ne { &[CmpOp::Lt, CmpOp::Gt] } else { &[*op] };
            let windows = windows(a, cfa).or_else(|| windows(b, cfa)).unwrap_or_else(|| vec![Formula::True]);
            let under =
                |w: Formula| operators.iter().map(move |op| Formula::and([w.clone(), Formula::cmp(*op, (**a).clone(), (**b).clone())]));
            windows.into_iter().flat_map(under).collect()
        }
        Formula::Or(parts) => parts.iter().flat_map(|p| cases(p, cfa)).collect(),
        Formula::And(parts) => {
            let mut product = vec![Formula::True];
            for part in parts {
                let next = cases(part, cfa);
                let both = |p: &Formula| next.iter().map(|n| Formula::and([p.clone(), n.clone()])).collect::<Vec<_>>();
                product = product.iter().flat_map(both).filter(is_possible).collect();
                if product.len() > MOST {
                    return vec![f.clone()];
                }
            }
            product
        }
        other => vec![other.clone()],
    };
    if found.len() > MOST { vec![f.clone()] } else { found }
}

/// False only if bounds of one term contradict each other, as in `x < 0 ∧ x > 2`.
fn is_possible(f: &Formula) -> bool {
    let Formula::And(parts) = f else { return *f != Formula::False };
    let mut bounds: SortedMap<&Expr, (Option<Int>, Option<Int>)> = SortedMap::new();
    for part in parts {
        let Formula::Cmp(op, a, b) = part else { continue };
        let (term, op, c) = match (a.as_const(), b.as_const()) {
            (None, Some(c)) => (&**a, *op, c),
            (Some(c), None) => (&**b, op.flip(), c),
            _ => continue,
        };
        let (low, high) = match op {
            CmpOp::Eq => (Some(c.clone()), Some(c.clone())),
            CmpOp::Lt => (None, Some(c - Int::ONE)),
            CmpOp::Le => (None, Some(c.clone())),
            CmpOp::Gt => (Some(c + Int::ONE), None),
            CmpOp::Ge => (Some(c.clone()), None),
            CmpOp::Ne => (None, None),
        };
        let known = bounds.entry(term).or_default();
        known.0 = known.0.take().max(low);
        known.1 = match (known.1.take(), high) {
            (Some(x), Some(y)) => Some(x.min(y)),
            (x, y) => x.or(y),
        };
    }
    bounds.values().all(|b| !matches!(b, (Some(low), Some(high)) if low > high))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::exec::eval::{self, State};
    use base::laws::draw::{Draw, vocabulary};

    #[test]
    fn the_union_of_the_cases_is_the_condition() {
        let cfa = vocabulary();
        let mut draw = Draw::new(9);
        let mut state = State::initial(&cfa);
        let mut split = 0;
        for _ in 0..3000 {
            let f = draw.formula(&cfa, 3);
            state = draw.near(&state, &cfa);
            let cases = cases(&f, &cfa);
            split += usize::from(cases.len() > 1);
            assert_eq!(cases.iter().any(|c| eval::holds(c, &state) == Some(true)), eval::holds(&f, &state) == Some(true));
        }
        assert!(split > 500);
    }

    #[test]
    fn a_branch_of_a_term_has_its_value() {
        let cfa = vocabulary();
        let mut draw = Draw::new(10);
        let mut state = State::initial(&cfa);
        let mut split = 0;
        for _ in 0..3000 {
            let e = draw.expr(&cfa, 3);
            state = draw.near(&state, &cfa);
            let Some(branches) = branches(&e, &cfa) else { continue };
            split += 1;
            for (condition, value) in branches {
                if eval::holds(&condition, &state) == Some(true) {
                    assert_eq!(eval::int(&value, &state), eval::int(&e, &state));
                }
            }
        }
        assert!(split > 100);
    }

    #[test]
    fn contradicting_cases_are_left_out() {
        let cfa = vocabulary();
        let f = base::text::parse_formula("x != 0 && x != 1 && x != 2", &cfa).unwrap();
        assert_eq!(cases(&f, &cfa).len(), 2);
    }

    /// Under each window of `wrap(u8, x + y)` the sum goes around a fixed number of times, and one window always holds.
    #[test]
    fn a_wrap_is_split_by_how_often_it_goes_around() {
        let cfa = base::text::parse_cfa("cfa\nvar x: u8\nvar y: u8\nvar p: i32\nentry A\n").unwrap();
        let count = |text: &str| windows(&base::text::parse_expr(text, &cfa).unwrap(), &cfa).map(|w| w.len());
        assert_eq!(count("wrap(u8, x + y)"), Some(2));
        assert_eq!(count("1 + wrap(u8, x - y)"), Some(2));
        assert_eq!(count("wrap(u8, x + y - 7)"), Some(3));
        assert_eq!(count("wrap(u32, p)"), Some(2));
        // One window, many windows, and products are left alone.
        assert_eq!(count("wrap(u16, x + y)"), None);
        assert_eq!(count("wrap(u8, p)"), None);
        assert_eq!(count("wrap(u8, x * y)"), None);
        let windows = windows(&base::text::parse_expr("wrap(u8, x + y - 7)", &cfa).unwrap(), &cfa).unwrap();
        let (x, y) = (cfa.var_named("x").unwrap(), cfa.var_named("y").unwrap());
        for (a, b) in (0..256).step_by(5).flat_map(|a| (0..256).map(move |b| (a, b))) {
            let mut state = State::initial(&cfa);
            state.set(x, Int::from(a));
            state.set(y, Int::from(b));
            let times = windows.iter().position(|w| eval::holds(w, &state) == Some(true));
            assert_eq!(times, Some(((a + b - 7i32).div_euclid(256) + 1) as usize));
        }
    }
}
