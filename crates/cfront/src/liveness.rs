//! Which variables are read before they are written again.

use crate::graph::{Edge, Graph};
use base::{InputKind, LocId, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// Liveness of some of the variables at every location.
pub struct Live {
    number: BTreeMap<VarId, usize>,
    /// By location: a bit per variable, set if some path reads it before it is written.
    bits: Vec<Vec<u64>>,
}

impl Live {
    pub fn new(graph: &Graph, vars: &BTreeSet<VarId>) -> Self {
        let number: BTreeMap<VarId, usize> = vars.iter().enumerate().map(|(i, v)| (*v, i)).collect();
        let words = vars.len().div_ceil(64);
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); graph.locs.len()];
        for (i, edge) in graph.edges.iter().enumerate() {
            into[edge.to.index()].push(i as u32);
        }
        // live[l]: read on some path from l before it is written.
        let mut live: Vec<Vec<u64>> = vec![vec![0; words]; graph.locs.len()];
        let effects: Vec<(Vec<usize>, Option<usize>)> = graph
            .edges
            .iter()
            .map(|e| {
                let reads = e.stmt.reads();
                let reads: Vec<usize> = reads.iter().filter_map(|v| number.get(v).copied()).collect();
                (reads, e.stmt.target().and_then(|v| number.get(&v).copied()))
            })
            .collect();
        let mut work: Vec<u32> = (0..graph.locs.len() as u32).collect();
        let mut queued = vec![true; graph.locs.len()];
        while let Some(loc) = work.pop() {
            queued[loc as usize] = false;
            for &e in &into[loc as usize] {
                let edge = &graph.edges[e as usize];
                let (reads, target) = &effects[e as usize];
                let mut before = live[loc as usize].clone();
                if let Some(t) = target {
                    before[t / 64] &= !(1 << (t % 64));
                }
                for r in reads {
                    before[r / 64] |= 1 << (r % 64);
                }
                let old = &mut live[edge.from.index()];
                let mut changed = false;
                for (o, b) in old.iter_mut().zip(&before) {
                    changed |= *o | b != *o;
                    *o |= b;
                }
                if changed && !queued[edge.from.index()] {
                    queued[edge.from.index()] = true;
                    work.push(edge.from.0);
                }
            }
        }
        Live { number, bits: live }
    }

    /// Whether some path from the location reads the variable before it is written. The variable must be one of those asked for.
    pub fn at(&self, loc: LocId, var: VarId) -> bool {
        let n = self.number[&var];
        self.bits[loc.index()][n / 64] & (1 << (n % 64)) != 0
    }
}

/// Turns inputs of uninitialised variables that are dead afterwards into nothing: a variable that is always written before
/// it is read needs no value.
pub fn drop_dead_inputs(graph: &mut Graph) {
    let is_candidate = |edge: &Edge| match &edge.stmt {
        Stmt::Input { var, kind: InputKind::Uninitialised, .. } => Some(*var),
        _ => None,
    };
    let candidates: BTreeSet<VarId> = graph.edges.iter().filter_map(is_candidate).collect();
    let live = Live::new(graph, &candidates);
    for edge in &mut graph.edges {
        if is_candidate(edge).is_some_and(|var| !live.at(edge.to, var)) {
            edge.stmt = Stmt::Skip;
        }
    }
}
