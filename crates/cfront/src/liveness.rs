//! Which variables are read before they are written again.

use crate::graph::{Edge, Graph, Note};
use base::{InputKind, LocId, SortedMap, SortedSet, Stmt, VarId};

/// Liveness of some of the variables, one by one: after inlining there are many variables, each alive in a small part of
/// the program, so that a search backwards from its uses is cheaper than a table over all locations.
pub struct Live {
    /// By variable: the locations at which some path reads it before it is written, in order.
    at: SortedMap<VarId, Vec<u32>>,
}

impl Live {
    pub fn new(graph: &Graph, vars: &SortedSet<VarId>) -> Self {
        Live::with(graph, vars, &|_| SortedSet::new())
    }

    /// `also` tells what an edge reads beside its statement.
    pub fn with(graph: &Graph, vars: &SortedSet<VarId>, also: &dyn Fn(&Edge) -> SortedSet<VarId>) -> Self {
        let mut into: Vec<Vec<(LocId, Option<VarId>)>> = vec![Vec::new(); graph.locs.len()];
        let mut readers: SortedMap<VarId, Vec<LocId>> = vars.iter().map(|v| (*v, Vec::new())).collect();
        for edge in &graph.edges {
            into[edge.to.index()].push((edge.from, edge.stmt.target()));
            for read in edge.stmt.reads().into_iter().chain(also(edge)) {
                if let Some(locs) = readers.get_mut(&read) {
                    locs.push(edge.from);
                }
            }
        }
        for (loc, formula) in &graph.advice {
            for read in formula.vars() {
                if let Some(locs) = readers.get_mut(&read) {
                    locs.push(*loc);
                }
            }
        }
        let mut seen = vec![u32::MAX; graph.locs.len()];
        let mut at = SortedMap::new();
        for (round, (var, mut work)) in readers.into_iter().enumerate() {
            let mut live = Vec::new();
            while let Some(loc) = work.pop() {
                if std::mem::replace(&mut seen[loc.index()], round as u32) != round as u32 {
                    live.push(loc.0);
                    work.extend(into[loc.index()].iter().filter(|(_, target)| *target != Some(var)).map(|(from, _)| *from));
                }
            }
            live.sort_unstable();
            at.insert(var, live);
        }
        Live { at }
    }

    /// Whether some path from the location reads the variable before it is written. The variable must be one of those asked for.
    pub fn at(&self, loc: LocId, var: VarId) -> bool {
        self.at[&var].binary_search(&loc.0).is_ok()
    }
}

/// Turns inputs of uninitialised variables that are dead afterwards into nothing: a variable that is always written before
/// it is read needs no value. The same for values of variables that the program cannot name, until nothing more is dead.
pub fn drop_dead_values(graph: &mut Graph, is_named: &dyn Fn(VarId) -> bool) {
    let is_candidate = |edge: &Edge| match &edge.stmt {
        Stmt::Input { var, kind: InputKind::Uninitialised | InputKind::Given(_) | InputKind::Written(_) | InputKind::Open(_), .. } => {
            Some(*var)
        }
        Stmt::Assign(var, _) if !is_named(*var) && edge.note != Note::Link => Some(*var),
        _ => None,
    };
    loop {
        let candidates: SortedSet<VarId> = graph.edges.iter().filter_map(is_candidate).collect();
        let live = Live::new(graph, &candidates);
        let mut changed = false;
        for edge in &mut graph.edges {
            if is_candidate(edge).is_some_and(|var| !live.at(edge.to, var)) {
                edge.stmt = Stmt::Skip;
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}
