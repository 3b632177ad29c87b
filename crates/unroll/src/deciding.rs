//! Variables that decide where a run goes and which elements of maps it reads.
//!
//! States that differ in such a variable are worth keeping apart; states that differ in a number that is only compared in the end, such as a
//! count of events, are not. A condition that only says whether an error is reached decides nothing: behind it the run goes on in one way.

use base::{Cfa, Expr, LocId, SortedSet, Stmt, VarId};

pub fn deciding(cfa: &Cfa, errors: &SortedSet<LocId>) -> SortedSet<VarId> {
    let mut found = SortedSet::new();
    for edge in &cfa.edges {
        let is_check = cfa.out(edge.from).iter().any(|e| errors.contains(&cfa.edge(*e).to));
        if let (Stmt::Assume(f), false) = (&edge.stmt, is_check) {
            found.extend(f.vars());
        }
        indexed(&edge.stmt, &mut |index| found.extend(index.vars()));
    }
    // What a deciding variable is computed from decides as well.
    cfa.computed_from(found)
}

/// The indices of the elements that a statement reads or writes.
pub fn indexed(stmt: &Stmt, with: &mut dyn FnMut(&Expr)) {
    let mut index = |e: &Expr| {
        if let Expr::Select(_, index) | Expr::Store(_, index, _) = e {
            with(index);
        }
    };
    match stmt {
        Stmt::Assume(f) => f.walk(&mut index),
        Stmt::Assign(_, e) => e.walk(&mut index),
        Stmt::Input { .. } | Stmt::Skip | Stmt::Print { .. } => {}
    }
}
