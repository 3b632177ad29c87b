//! What index variables stand for: which variables in the indices of elements are *swept over*, loop by loop.
//!
//! A loop that counts i up and says something of a[i] is about all elements that it has come by, so an index variable stands for i there. A variable that
//! only holds a place (the largest element so far, the process that moves) is best left as it is: what is said of a[i] and a[m] needs one
//! index variable then, not two. In an inner loop the counter of the outer one holds a place too; but what the outer loop has
//! achieved must pass through the inner one, so there are both. So it is with a place that is chosen anew in every round where it is compared with another.
//! What is not live must always be named.

use base::live::{live, live_but_for_leaks};
use base::wto::Wto;
use base::{BinOp, Cfa, Expr, LocId, Places, Sort, SortedMap, SortedSet, Stmt, VarId};

pub fn places(cfa: &Cfa, wto: &Wto) -> Places {
    let (live, followed) = (live(cfa), live_but_for_leaks(cfa));
    let sweepers: SortedSet<VarId> = cfa.edges.iter().filter_map(|e| swept(&e.stmt)).collect();
    // What each loop sweeps over, and what it chooses anew in every round.
    let (mut by_loop, mut chosen): (SortedMap<LocId, SortedSet<VarId>>, SortedMap<LocId, SortedSet<VarId>>) = Default::default();
    for e in &cfa.edges {
        for head in wto.around(e.from).iter().filter(|h| wto.around(e.to).contains(h)) {
            if let Some(v) = e.stmt.target().filter(|v| sweepers.contains(v)) {
                by_loop.entry(*head).or_default().insert(v);
            }
            if let Stmt::Input { var, .. } = &e.stmt {
                chosen.entry(*head).or_default().insert(*var);
            }
        }
    }
    let swept = |l: usize| {
        let around = wto.around(LocId(l as u32)).iter().rev();
        let mut sets: Vec<SortedSet<VarId>> = around.filter_map(|h| by_loop.get(h)).cloned().chain([sweepers.clone()]).collect();
        sets.dedup();
        sets
    };
    // Arrays of C start at 0.
    let natural = cfa.vars.iter().all(|v| !matches!(v.sort, Sort::Map(..)) || v.len.is_some() || v.name.starts_with('$'));
    let anew = |l: usize| {
        let around = wto.around(LocId(l as u32)).iter().filter_map(|h| chosen.get(h));
        around.flatten().copied().filter(|v| live[l].contains(v)).collect()
    };
    let all = 0..cfa.locs.len();
    Places { swept: all.clone().map(swept).collect(), chosen: all.map(anew).collect(), live, followed, natural }
}

/// The variable that a statement counts up or down.
fn swept(stmt: &Stmt) -> Option<VarId> {
    let Stmt::Assign(v, value) = stmt else { return None };
    let mut sum = value;
    while let Expr::Wrap(_, inner) = sum {
        sum = inner;
    }
    match sum {
        Expr::Bin(BinOp::Add | BinOp::Sub, a, _) if **a == Expr::Var(*v) => Some(*v),
        Expr::Bin(BinOp::Add, _, b) if **b == Expr::Var(*v) => Some(*v),
        _ => None,
    }
}
