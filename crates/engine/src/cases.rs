//! Statements with cases become parallel paths.
//!
//! `x ≠ 0`, `p ∨ q` and `x := c ? a : b` are unions of what convex domains can express. An edge with such a statement is
//! replaced by one path per case between the same locations; the join behind them is then a step like any other, to be
//! blamed and split if it loses something. Way back: the old locations keep their numbers, so invariants carry over as they
//! are (those of the new ones, behind them, are dropped); for traces each edge knows the one that it came from.

use base::{Cfa, CmpOp, Edge, EdgeId, Expr, Formula, Int, LocId, LocInfo, Stmt};
use std::collections::BTreeMap;
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
                Stmt::Assume(f) => cases(f).into_iter().for_each(|c| add(&mut cased, e.from, e.to, Stmt::Assume(c))),
                Stmt::Assign(v, value) => match branches(value) {
                    Some(branches) => {
                        for (condition, value) in branches {
                            for case in cases(&condition) {
                                let info = cfa.loc(e.from);
                                let name = format!("{}.{}", info.name, cased.locs.len());
                                let between = cased.add_loc(LocInfo { name: name.as_str().into(), loop_head: false, ..info.clone() });
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

/// The first condition inside a term, with the term under it and under its negation.
fn branches(e: &Expr) -> Option<[(Formula, Expr); 2]> {
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

/// A comparison of terms with a condition inside, as a condition on both: `(p ? 1 : 0) = 0` is `¬p`.
fn lifted(f: &Formula) -> Option<Formula> {
    let Formula::Cmp(op, a, b) = f else { return None };
    // The difference would do for one side as well, but constants fold better on their own sides.
    let side = |e: &Arc<Expr>, other: &Arc<Expr>, left: bool| {
        let branches = branches(e)?;
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
fn cases(f: &Formula) -> Vec<Formula> {
    if let Some(lifted) = lifted(f) {
        return cases(&lifted);
    }
    let found = match f {
        Formula::Cmp(CmpOp::Ne, a, b) => [CmpOp::Lt, CmpOp::Gt].map(|op| Formula::Cmp(op, Arc::clone(a), Arc::clone(b))).to_vec(),
        Formula::Or(parts) => parts.iter().flat_map(cases).collect(),
        Formula::And(parts) => {
            let mut product = vec![Formula::True];
            for part in parts {
                let next = cases(part);
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
    let mut bounds: BTreeMap<&Expr, (Option<Int>, Option<Int>)> = BTreeMap::new();
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
            let cases = cases(&f);
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
            let Some(branches) = branches(&e) else { continue };
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
        assert_eq!(cases(&f).len(), 2);
    }
}
