//! Thresholds: what the program itself compares is worth keeping when a widening would lose it.
//!
//! Halbwachs, Proy, Roumanoff: Verification of real-time systems using linear relation analysis (FMSD 1997), widening "up
//! to" a set; here the set of a loop head is made of the linear comparisons in the program's conditions that mention a
//! variable which the loop changes: each condition, its negation, and the first value beyond it. They are hints like those
//! that refinement learns, only known beforehand.

use crate::wto::Wto;
use base::{Cfa, CmpOp, Expr, Formula, Hint, Int, Lesson, LocId, OpKind, Site, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A head gets no more of them: each costs a question at every widening.
const MOST: usize = 48;

pub fn thresholds(cfa: &Cfa, wto: &Wto) -> Lesson {
    let mut atoms: BTreeSet<Formula> = BTreeSet::new();
    let mut changed: BTreeMap<LocId, BTreeSet<VarId>> = BTreeMap::new();
    for e in cfa.edges.iter().filter(|e| wto.reachable(e.from)) {
        if let Stmt::Assume(f) = &e.stmt {
            comparisons(f, &mut atoms);
        }
        for head in wto.around(e.from) {
            changed.entry(*head).or_default().extend(e.stmt.target());
        }
    }
    let mut lesson = Lesson::default();
    for (head, changed) in changed {
        let relevant = atoms.iter().filter(|f| f.vars().iter().any(|v| changed.contains(v)));
        lesson.hints.extend(relevant.take(MOST).map(|f| (Site::loc(head, OpKind::Widen), Hint::Bound(f.clone()))));
    }
    lesson
}

fn comparisons(f: &Formula, found: &mut BTreeSet<Formula>) {
    match f {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| comparisons(p, found)),
        Formula::Cmp(op, a, b) => {
            let difference = Expr::sub((**a).clone(), (**b).clone()).linear();
            // The ends of machine types are no thresholds of relations; domains know them for single variables.
            let size = Int::from(1i64 << 30);
            if difference.constant > size || difference.constant < -size {
                return;
            }
            if difference.variables().is_none_or(|vars| vars.is_empty()) {
                return;
            }
            let compare = |op| Formula::Cmp(op, a.clone(), b.clone());
            match op {
                // One step beyond a strict bound is where a counting loop ends.
                CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge => found.extend([CmpOp::Le, CmpOp::Ge, CmpOp::Lt, CmpOp::Gt].map(compare)),
                CmpOp::Eq | CmpOp::Ne => found.extend([CmpOp::Le, CmpOp::Ge].map(compare)),
            }
        }
        _ => {}
    }
}
