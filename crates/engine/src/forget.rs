//! Variables that nothing reads any more.
//!
//! A powerset tells states apart by all variables, also by those that no statement will read: the value that chose a
//! branch an iteration ago would double the parts of every union. So a variable is forgotten on the edge behind which it
//! is dead ([`base::live`]). Nothing is lost by that: whether an error is reached does not depend on it.

use base::live::live;
use base::{Cfa, InputKind, LocId, Sort, SortedSet, Stmt, VarId};

/// The statements that forget what is dead from the start, and for each edge what dies on it.
pub struct Forgets {
    at_entry: Vec<Stmt>,
    by_edge: Vec<Vec<Stmt>>,
}

impl Forgets {
    pub fn new(cfa: &Cfa) -> Self {
        let live = live(cfa);
        let forget = |known: SortedSet<VarId>, l: LocId| -> Vec<Stmt> {
            let gone = known.into_iter().filter(|v| !live[l.index()].contains(v) && cfa.var(*v).sort != Sort::Obj);
            gone.map(|var| Stmt::Input { var, ty: None, kind: InputKind::Uninitialised }).collect()
        };
        let dying = |e: &base::Edge| {
            let mut known = live[e.from.index()].clone();
            known.extend(e.stmt.target());
            forget(known, e.to)
        };
        let all = (0..cfa.vars.len() as u32).map(VarId).collect();
        Forgets { at_entry: forget(all, cfa.entry), by_edge: cfa.edges.iter().map(dying).collect() }
    }

    /// What is forgotten of the initial state.
    pub fn at_entry(&self) -> &[Stmt] {
        &self.at_entry
    }

    /// What is forgotten behind the edge.
    pub fn behind(&self, e: base::EdgeId) -> &[Stmt] {
        &self.by_edge[e.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_chose_a_branch_is_forgotten_behind_it() {
        let text = "cfa\nvar c: int\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> B: input c int\nedge B -> C: assume c > 0\n\
            edge B -> D: assume c <= 0\nedge C -> D: x := 1\nedge D -> A: y := y + 1\nedge D -> E: assume x > 1\n";
        let cfa = base::text::parse_cfa(text).unwrap();
        let forgets = Forgets::new(&cfa);
        let behind = |i: u32| forgets.behind(base::EdgeId(i)).iter().filter_map(Stmt::target).collect::<Vec<_>>();
        let [c, x, y] = ["c", "x", "y"].map(|n| cfa.var_named(n).unwrap());
        // x is overwritten behind C; y is only ever read for its own sake.
        assert_eq!([behind(0), behind(1), behind(2), behind(3)], [vec![], vec![c, x], vec![c], vec![]]);
        assert_eq!((behind(4), behind(5)), (vec![y], vec![x]));
    }
}
