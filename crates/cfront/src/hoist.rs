//! A condition on an old value is tested before the new one is computed.
//!
//! `t := i; i := t - 1; if (t > 0)`, which is what `i-- > 0` means, becomes `if (i > 0) i := i - 1`, with the assignment in
//! both branches: a domain without relations then knows of the new value what was tested on the old one. Exact: the
//! condition does not read the variable that is assigned, so the two may change places.

use crate::graph::{Edge, Graph, Note, Writes};
use base::{LocId, SortedSet, Stmt};

pub fn hoist_conditions(graph: &mut Graph, entry: LocId) {
    let mut into = vec![0u32; graph.locs.len()];
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.locs.len()];
    for (i, e) in graph.edges.iter().enumerate() {
        into[e.to.index()] += 1;
        out[e.from.index()].push(i);
    }
    let errors: SortedSet<LocId> = graph.errors.iter().map(|e| e.loc).collect();
    let mut gone: SortedSet<usize> = SortedSet::new();
    for i in 0..graph.edges.len() {
        let Edge { from, to, stmt, .. } = &graph.edges[i];
        let (from, to) = (*from, *to);
        let Stmt::Assign(v, value) = stmt else { continue };
        let middle = into[to.index()] == 1 && to != entry && to != from && !graph.locs[to.index()].loop_head && !errors.contains(&to);
        let middle = middle && !graph.pinned.contains(&to);
        if !middle || graph.edges[i].note != Note::Nothing || out[from.index()].len() != 1 || out[to.index()].len() != 2 {
            continue;
        }
        let inputs = value.vars();
        let branches = out[to.index()].clone();
        let commutes = |b: &usize| match &graph.edges[*b].stmt {
            // Only where the condition and the new value come from the same variable is anything gained.
            Stmt::Assume(f) => !f.vars().contains(v) && f.vars().iter().any(|x| inputs.contains(x)),
            _ => false,
        };
        if !branches.iter().all(commutes) || gone.contains(&i) || branches.iter().any(|b| gone.contains(b)) {
            continue;
        }
        let (v, value, span) = (*v, value.clone(), graph.edges[i].span.clone());
        for b in &branches {
            let place = graph.locs[to.index()].span.clone();
            let (frame, target, test) = (graph.locs[to.index()].frame, graph.edges[*b].to, graph.edges[*b].stmt.clone());
            let (note, test_span) = (graph.edges[*b].note.clone(), graph.edges[*b].span.clone());
            let between = graph.loc(place);
            graph.locs[between.index()].frame = frame;
            graph.edges.push(Edge { from, to: between, stmt: test, span: test_span, note, writes: Writes::Values });
            graph.edge(between, target, Stmt::Assign(v, value.clone()), span.clone());
        }
        gone.insert(i);
        gone.extend(branches);
    }
    let mut index = 0;
    graph.edges.retain(|_| {
        index += 1;
        !gone.contains(&(index - 1))
    });
}
