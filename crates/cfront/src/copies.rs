//! Copies are read where they came from.
//!
//! `f.p := x; if (f.p > 10)` becomes `if (x > 10)` as long as neither has changed: a domain that forgets `p = x` then
//! learns about `x` what is tested on the parameter. Exact: both have the same value (a forward "available copies"
//! analysis, must-information over all paths), and an assignment that nobody reads afterwards is dropped.
//!
//! Only variables with a single assignment are replaced: one that is changed later is the one to learn about.

use crate::graph::{Graph, Note};
use crate::liveness::Live;
use crate::propagate::in_place;
use base::{Expr, LocId, SortedMap, SortedSet, Stmt, VarId};

/// Larger programs are left as they are: the tables would not pay.
const MOST_EDGES: usize = 20_000;

/// What each variable is a copy of.
type Copies = SortedMap<VarId, VarId>;

pub fn read_originals(graph: &mut Graph, entry: LocId, is_map: &dyn Fn(VarId) -> bool) {
    if graph.edges.len() > MOST_EDGES {
        return;
    }
    let copies = available(graph, entry, is_map);
    let mut writes: SortedMap<VarId, u32> = SortedMap::new();
    for edge in &graph.edges {
        edge.stmt.target().into_iter().for_each(|v| *writes.entry(v).or_default() += 1);
    }
    for edge in &mut graph.edges {
        let Some(known) = copies[edge.from.index()].as_ref().filter(|_| edge.note != Note::Link) else { continue };
        for var in edge.stmt.reads() {
            if let Some(original) = known.get(&var).filter(|_| writes[&var] == 1) {
                edge.stmt = in_place(&edge.stmt, var, &Expr::Var(*original));
            }
        }
    }
    for (loc, formula) in &mut graph.advice {
        let Some(known) = &copies[loc.index()] else { continue };
        for var in formula.vars() {
            if let Some(original) = known.get(&var).filter(|_| writes[&var] == 1) {
                *formula = formula.replace(var, &Expr::Var(*original));
            }
        }
    }
    drop_dead_assignments(graph);
}

/// By location, the copies that hold on every path to it; `None` where no path leads.
fn available(graph: &Graph, entry: LocId, is_map: &dyn Fn(VarId) -> bool) -> Vec<Option<Copies>> {
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.locs.len()];
    for (i, e) in graph.edges.iter().enumerate() {
        out[e.from.index()].push(i);
    }
    let mut at: Vec<Option<Copies>> = vec![None; graph.locs.len()];
    at[entry.index()] = Some(Copies::new());
    let mut work = SortedSet::from([entry]);
    while let Some(loc) = work.pop_first() {
        for &i in &out[loc.index()] {
            let edge = &graph.edges[i];
            let mut after = at[loc.index()].clone().expect("only reached locations are visited");
            match edge.note {
                // Behind a recursive call the names stand for variables of another activation.
                Note::Link => after.clear(),
                _ => follow(&edge.stmt, &mut after, is_map),
            }
            let known = &mut at[edge.to.index()];
            let joined = match known {
                None => after,
                Some(old) => old.iter().filter(|(v, o)| after.get(v) == Some(o)).map(|(v, o)| (*v, *o)).collect(),
            };
            if known.as_ref() != Some(&joined) {
                *known = Some(joined);
                work.insert(edge.to);
            }
        }
    }
    at
}

fn follow(stmt: &Stmt, copies: &mut Copies, is_map: &dyn Fn(VarId) -> bool) {
    let source = match stmt {
        Stmt::Assign(v, Expr::Var(x)) if !is_map(*v) => Some(*copies.get(x).unwrap_or(x)),
        _ => None,
    };
    if let Some(v) = stmt.target() {
        // `v := v` changes nothing.
        if source == Some(v) {
            return;
        }
        copies.retain(|copy, original| *copy != v && *original != v);
        if let Some(original) = source {
            copies.insert(v, original);
        }
    }
}

fn drop_dead_assignments(graph: &mut Graph) {
    let assigned = |stmt: &Stmt| if let Stmt::Assign(v, _) = stmt { Some(*v) } else { None };
    let vars: SortedSet<VarId> = graph.edges.iter().filter_map(|e| assigned(&e.stmt)).collect();
    let live = Live::new(graph, &vars);
    for edge in &mut graph.edges {
        if edge.note != Note::Link && assigned(&edge.stmt).is_some_and(|v| !live.at(edge.to, v)) {
            edge.stmt = Stmt::Skip;
        }
    }
}
