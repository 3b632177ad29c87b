//! Variables that something still reads.
//!
//! The textbook data flow analysis (Aho, Lam, Sethi, Ullman: Compilers, 2nd edition, §9.2.5). Invariant: a variable that some path from a
//! location reads before it writes it is live there.

use crate::SortedSet;
use crate::cfa::{Cfa, Check, LocId, Stmt, VarId};
use crate::expr::Expr;

/// The live variables of each location.
pub fn live(cfa: &Cfa) -> Vec<SortedSet<VarId>> {
    live_for(cfa, &vec![true; cfa.locs.len()])
}

/// The same without what is only read to find out which objects nothing leads to any more when the program ends: that looks at every pointer there is.
pub fn live_but_for_leaks(cfa: &Cfa) -> Vec<SortedSet<VarId>> {
    let others = cfa.errors.iter().filter(|e| e.check != Check::Leak).map(|e| e.loc);
    let before = cfa.leading_to(others, |_| true);
    // If nothing else is asked, that is the program.
    if before[cfa.entry.index()] { live_for(cfa, &before) } else { live(cfa) }
}

/// What is live if only what is read at some locations counts.
fn live_for(cfa: &Cfa, counts: &[bool]) -> Vec<SortedSet<VarId>> {
    let mut live: Vec<SortedSet<VarId>> = vec![SortedSet::new(); cfa.locs.len()];
    let mut pending: SortedSet<LocId> = (0..cfa.locs.len() as u32).map(LocId).collect();
    while let Some(l) = pending.pop_last() {
        let mut here = SortedSet::new();
        for &e in cfa.out(l).iter().filter(|_| counts[l.index()]) {
            let edge = cfa.edge(e);
            let mut before = live[edge.to.index()].clone();
            match &edge.stmt {
                // A value that is never read need not be computed, but reading an open element is seen by the executor.
                Stmt::Assign(v, value) if !before.contains(v) && !reads_map(value) => {}
                stmt => {
                    stmt.target().map(|v| before.remove(&v));
                    before.extend(stmt.reads());
                }
            }
            here.extend(before);
        }
        if here != live[l.index()] {
            live[l.index()] = here;
            pending.extend(cfa.into(l).iter().map(|e| cfa.edge(*e).from));
        }
    }
    live
}

fn reads_map(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |inner| found |= matches!(inner, Expr::Select(..)));
    found
}
