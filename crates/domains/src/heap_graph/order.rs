//! Order and upper bounds of heap graphs: embedding, LUB, and the widening with its node mapping Δ.
//!
//! Gulavani, Rajamani (TACAS 2006), §6. LUB is the union of the graphs. Changed: it is not disjoint. Nodes that the same variables point to and that have the same data
//! ([`key`]) become one, which stays a single object if both were: two copies would say no more, and the next merge would make a summary of them. Widening is the
//! paper's: nodes of the new graph with the same image under Δ are merged, and the result has the nodes of the old graph. The paper leaves Δ open; here ([`delta`]) a node goes to the
//! old node that is most like it, by data, then by the variables that point to it. An old graph without nodes has nothing to map to; then all nodes become one.
//!
//! Invariants: an embedding is found only if each state of the first graph is one of the second; the result of a bound contains both graphs; chains of widenings become
//! stable, since nodes do not increase but from none to one, and targets, summaries and intervals only grow.

use super::graph::{Graph, Node, NodeId, Targets};
use base::{Int, SortedMap, SortedSet, VarId};
use numeric::Value;

/// What a node is recognised by in another graph.
fn key(g: &Graph, n: NodeId) -> (SortedSet<VarId>, SortedMap<VarId, Value>) {
    let pointers = g.vars.iter().filter(|(_, t)| t.nodes.contains(&n)).map(|(v, _)| *v).collect();
    (pointers, g.nodes[&n].data.clone())
}

/// The other graph with names of its own, except for the nodes that are recognised.
fn aligned(g: &Graph, other: &Graph) -> Graph {
    let unique = |g: &Graph, k: &(SortedSet<VarId>, SortedMap<VarId, Value>)| {
        let mut same = g.nodes.keys().copied().filter(|n| key(g, *n) == *k);
        same.next().filter(|_| same.next().is_none())
    };
    let first = g.nodes.last_key_value().map_or(0, |(last, _)| last + 1);
    let mut names: SortedMap<NodeId, NodeId> = SortedMap::new();
    for (i, n) in other.nodes.keys().enumerate() {
        let k = key(other, *n);
        let known = unique(other, &k).and_then(|_| unique(g, &k));
        names.insert(*n, known.unwrap_or(first + i as NodeId));
    }
    other.renamed(|n| names[&n])
}

pub fn join(a: &Graph, b: &Graph) -> Graph {
    let mut sum = a.united(&aligned(a, b), Value::join);
    sum.collect();
    sum
}

/// Δ: where the nodes of the new graph go.
pub fn delta(old: &Graph, new: &Graph) -> SortedMap<NodeId, NodeId> {
    let image = |n: &NodeId| {
        let (pointers, data) = key(new, *n);
        let alike = |a: &NodeId| {
            let (theirs, values) = key(old, *a);
            let shared = theirs.intersection(&pointers).count();
            let same_kind = old.nodes[a].summary == new.nodes[n].summary;
            (values == data, theirs == pointers, shared, same_kind, std::cmp::Reverse(*a))
        };
        old.nodes.keys().copied().max_by_key(alike)
    };
    new.nodes.keys().filter_map(|n| Some((*n, image(n)?))).collect()
}

pub fn widen(old: &Graph, new: &Graph) -> Graph {
    let mut merged = new.clone();
    let mut image = delta(old, new);
    if old.nodes.is_empty()
        && let Some((first, _)) = new.nodes.first_key_value()
    {
        image = new.nodes.keys().map(|n| (*n, *first)).collect();
    }
    // One node is left for each image.
    let mut left: SortedMap<NodeId, NodeId> = SortedMap::new();
    for (n, a) in &image {
        match left.get(a) {
            None => drop(left.insert(*a, *n)),
            Some(kept) => merged.merge(*kept, *n),
        }
    }
    let mut wide = old.united(&merged.renamed(|n| image[&n]), |x, y| x.widen(y, &[]));
    for (m, before) in wide.margin.iter_mut().zip(&old.margin) {
        if *m != *before {
            *m = None;
        }
    }
    wide.collect();
    wide
}

/// Whether each state of `a` is one of `b`: nodes of `a`, as far as `b` says something about them, are parts of nodes of `b`.
pub fn covered(a: &Graph, b: &Graph) -> bool {
    let start = b.vars.keys().filter_map(|v| a.vars.get(v)).flat_map(|t| t.nodes.iter().copied()).collect();
    embed(a, b, start, &mut SortedMap::new(), &mut MOST_STEPS.clone())
}

/// The search for an embedding is given up after so many steps.
const MOST_STEPS: u32 = 4000;

/// Whether the image of some nodes can be extended to these.
fn embed(a: &Graph, b: &Graph, mut open: Vec<NodeId>, image: &mut SortedMap<NodeId, NodeId>, steps: &mut u32) -> bool {
    let n = loop {
        match open.pop() {
            None => return is_embedding(a, b, image),
            Some(n) if !image.contains_key(&n) => break n,
            Some(_) => {}
        }
    };
    // Bounds keep the names of nodes.
    let same = b.nodes.get_key_value(&n).into_iter();
    for (u, node) in same.chain(b.nodes.iter().filter(|(u, _)| **u != n)) {
        if *steps == 0 {
            return false;
        }
        *steps -= 1;
        let free = node.summary || (!a.nodes[&n].summary && !image.values().any(|taken| taken == u));
        let pointed = a.vars.iter().all(|(v, t)| !t.nodes.contains(&n) || b.vars.get(v).is_none_or(|known| known.nodes.contains(u)));
        if free && pointed && describes(node, &a.nodes[&n]) {
            image.insert(n, *u);
            let behind = node.next.keys().flat_map(|link| a.nodes[&n].targets(*link).nodes);
            if embed(a, b, open.iter().copied().chain(behind).collect(), image, steps) {
                return true;
            }
            image.remove(&n);
        }
    }
    false
}

fn describes(node: &Node, part: &Node) -> bool {
    node.ends.is_subset(&part.ends) && node.data.iter().all(|(field, value)| value.includes(&part.datum(*field)))
}

fn is_embedding(a: &Graph, b: &Graph, image: &SortedMap<NodeId, NodeId>) -> bool {
    let taken: SortedSet<NodeId> = image.values().copied().collect();
    let within = |t: &Targets, known: &Targets| {
        if known.any {
            return true;
        }
        // A number of `b` that no node of `a` is may be null.
        let null = known.null || known.nodes.iter().any(|u| b.nodes[u].null && !taken.contains(u));
        let part = |n: &NodeId| {
            let found = image.get(n).filter(|u| known.nodes.contains(u));
            found.is_some_and(|u| !a.nodes[n].null || known.null || b.nodes[u].null)
        };
        !t.any && (!t.null || null) && (!t.nowhere || known.nowhere) && t.nodes.iter().all(part)
    };
    let bounded = |(x, y): (&Option<Int>, &Option<Int>)| y.as_ref().is_none_or(|y| x.as_ref().is_some_and(|x| x <= y));
    if !image.is_empty() && !a.margin.iter().zip(&b.margin).all(bounded) {
        return false;
    }
    let vars = b.vars.iter().all(|(v, known)| a.vars.get(v).is_some_and(|t| within(t, known)));
    vars && image.iter().all(|(n, u)| b.nodes[u].next.iter().all(|(link, known)| within(&a.nodes[n].targets(*link), known)))
}
