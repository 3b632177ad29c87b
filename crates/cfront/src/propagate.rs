//! Values that are used once, right where they were computed, are written in place.
//!
//! `c := x < y; if (c)` becomes `if (x < y)`: the condition says what is tested, and a domain that knows nothing of
//! relations between variables still sees it. Exact: the assignment is evaluated in the same state as its uses, and
//! nobody reads the variable afterwards.

use crate::graph::{Edge, Graph, Note};
use crate::liveness::Live;
use base::{Expr, LocId, SortedSet, Stmt, VarId};

/// Terms do not grow beyond this many nodes.
const LARGEST: usize = 60;
/// A value passes through at most this many variables.
const ROUNDS: usize = 8;

pub fn propagate(graph: &mut Graph, entry: LocId) {
    for _ in 0..ROUNDS {
        if !round(graph, entry) {
            break;
        }
    }
}

fn round(graph: &mut Graph, entry: LocId) -> bool {
    let mut into = vec![0u32; graph.locs.len()];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.locs.len()];
    for (i, e) in graph.edges.iter().enumerate() {
        into[e.to.index()] += 1;
        out[e.from.index()].push(i);
    }
    // Only variables that are read right after an assignment are of interest.
    let moves = |e: &Edge| match &e.stmt {
        Stmt::Assign(v, _) if into[e.to.index()] == 1 && out[e.to.index()].iter().any(|u| graph.edges[*u].stmt.reads().contains(v)) => {
            Some(*v)
        }
        _ => None,
    };
    let assigned: SortedSet<VarId> = graph.edges.iter().filter_map(moves).collect();
    let live = Live::new(graph, &assigned);
    let errors: SortedSet<LocId> = graph.errors.iter().map(|e| e.loc).collect();
    let mut changed = false;
    // Edges that were changed in this round: what is known about liveness no longer holds around them.
    let mut touched = vec![false; graph.edges.len()];
    for i in 0..graph.edges.len() {
        let (to, var, value) = match &graph.edges[i] {
            e if e.note == Note::Link || graph.pinned.contains(&e.to) => continue,
            e if touched[i] || into[e.to.index()] != 1 || e.to == entry || e.to == e.from || errors.contains(&e.to) => continue,
            e => match &e.stmt {
                Stmt::Assign(v, value) if assigned.contains(v) && is_movable(*v, value) => (e.to, *v, value.clone()),
                _ => continue,
            },
        };
        let uses = &out[to.index()];
        let used_here_only = uses.iter().all(|u| {
            let e = &graph.edges[*u];
            !touched[*u] && (!live.at(e.to, var) || e.stmt.target() == Some(var))
        });
        let read = uses.iter().any(|u| graph.edges[*u].stmt.reads().contains(&var));
        if !used_here_only || !read {
            continue;
        }
        let replaced: Vec<Stmt> = uses.iter().map(|u| in_place(&graph.edges[*u].stmt, var, &value)).collect();
        if replaced.iter().any(|s| size(s) > LARGEST) {
            continue;
        }
        for (u, stmt) in uses.iter().zip(replaced) {
            graph.edges[*u].stmt = stmt;
            touched[*u] = true;
        }
        graph.edges[i].stmt = Stmt::Skip;
        touched[i] = true;
        changed = true;
    }
    changed
}

/// Maps stay where they are; a value that mentions its own variable is another one afterwards.
fn is_movable(var: VarId, value: &Expr) -> bool {
    let mut plain = true;
    value.walk(&mut |e| plain &= !matches!(e, Expr::Store(..)) && *e != Expr::Var(var));
    plain
}

/// The statement with a value in place of a variable that it reads.
pub fn in_place(stmt: &Stmt, var: VarId, value: &Expr) -> Stmt {
    let put = |e: &Expr| e.replace(var, value);
    match stmt {
        Stmt::Skip | Stmt::Input { .. } => stmt.clone(),
        Stmt::Assign(v, e) => Stmt::Assign(*v, put(e)),
        Stmt::Assume(f) => Stmt::Assume(f.replace(var, value)),
        Stmt::Print { pieces, values } => Stmt::Print { pieces: pieces.clone(), values: values.iter().map(put).collect() },
    }
}

fn size(stmt: &Stmt) -> usize {
    let mut count = 0;
    let mut visit = |_: &Expr| count += 1;
    match stmt {
        Stmt::Skip | Stmt::Input { .. } => {}
        Stmt::Assign(_, e) => e.walk(&mut visit),
        Stmt::Assume(f) => f.walk(&mut visit),
        Stmt::Print { values, .. } => values.iter().for_each(|v| v.walk(&mut visit)),
    }
    count
}
