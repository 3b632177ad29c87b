//! Conditions with cases become parallel edges.
//!
//! `x ≠ 0` and `p ∨ q` are unions of what convex domains can express. An edge that assumes such a condition is replaced
//! by one edge per case between the same locations; the join behind them is then a step like any other, to be blamed and
//! split if it loses something. Way back: locations are unchanged, so invariants carry over as they are; for
//! traces each edge knows the one that it came from.

use base::{Cfa, CmpOp, Edge, EdgeId, Formula, Stmt};
use std::sync::Arc;

pub struct Cased {
    pub cfa: Cfa,
    origin: Vec<EdgeId>,
}

/// A condition with more cases than this stays one edge.
const MOST: usize = 4;

impl Cased {
    pub fn new(cfa: &Cfa) -> Self {
        let (mut edges, mut origin) = (Vec::new(), Vec::new());
        for (i, e) in cfa.edges.iter().enumerate() {
            let stmts: Vec<Stmt> = match &e.stmt {
                Stmt::Assume(f) => cases(f).into_iter().map(Stmt::Assume).collect(),
                other => vec![other.clone()],
            };
            for stmt in stmts {
                edges.push(Edge { stmt, ..e.clone() });
                origin.push(EdgeId(i as u32));
            }
        }
        Cased { cfa: cfa.with_edges(edges), origin }
    }

    /// The edge of the original automaton.
    pub fn origin(&self, e: EdgeId) -> EdgeId {
        self.origin[e.index()]
    }
}

/// Formulas whose union is the given one; itself if there would be too many.
fn cases(f: &Formula) -> Vec<Formula> {
    let found = match f {
        Formula::Cmp(CmpOp::Ne, a, b) => [CmpOp::Lt, CmpOp::Gt].map(|op| Formula::Cmp(op, Arc::clone(a), Arc::clone(b))).to_vec(),
        Formula::Or(parts) => parts.iter().flat_map(cases).collect(),
        Formula::And(parts) => {
            let mut product = vec![Formula::True];
            for part in parts {
                let next = cases(part);
                if product.len() * next.len() > MOST {
                    return vec![f.clone()];
                }
                product = product.iter().flat_map(|p| next.iter().map(|n| Formula::and([p.clone(), n.clone()]))).collect();
            }
            product
        }
        other => vec![other.clone()],
    };
    if found.len() > MOST { vec![f.clone()] } else { found }
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
}
