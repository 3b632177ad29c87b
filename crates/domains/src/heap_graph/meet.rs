//! The meet of heap graphs: the first graph, taken apart as far as the second says where single objects are, and without what the second excludes.
//!
//! The paper needs intersections with error states and does not say how. Here a pair of nodes *meets* if a variable, or the same link of a pair that meets, surely holds the one number of
//! either. The summaries of the first graph are taken apart ([`Graph::reveal`]) to make as many pairs as the second graph has; pairs agree in data, ends and where links lead. Of any other
//! node it is known which nodes of the second graph its objects may be in ([`partners`]), since the same ways lead to them; what these say of data and ends, all together, is taken over.
//!
//! Invariant: the result contains every state of both graphs.

use super::graph::{Graph, Node, NodeId, Place, Targets};
use super::transfer::{Heap, restrict};
use base::{CmpOp, Int, SortedMap, SortedSet};

/// `None` if there is no state in both.
pub fn meet(heap: &Heap, a: &Graph, b: &Graph) -> Option<Graph> {
    // Where a place may hold anything there is nothing to take apart.
    let unknown = |g: &Graph| {
        let links = g.nodes.values().map(|n| heap.links.len().saturating_sub(n.next.len())).sum::<usize>();
        (heap.pointers.len().saturating_sub(g.vars.len()), links)
    };
    if unknown(b) < unknown(a) { meeting(heap, b, a) } else { meeting(heap, a, b) }
}

fn meeting(heap: &Heap, a: &Graph, b: &Graph) -> Option<Graph> {
    let mut both = a.clone();
    let mut pending: Vec<(Place, Place)> = b.vars.keys().map(|v| (Place::Var(*v), Place::Var(*v))).collect();
    let mut partner: SortedMap<NodeId, NodeId> = SortedMap::new();
    while let Some((own, other)) = pending.pop() {
        let theirs = b.holds(other);
        if theirs.any {
            continue;
        }
        let held = both.holds(own);
        let kept = compatible(&both, &held, b, &theirs);
        if kept.is_empty() {
            return None;
        }
        both.put(own, kept);
        if theirs.nodes.is_empty() && !theirs.nowhere {
            restrict(&mut both, own, CmpOp::Eq, Some(&Int::ZERO))?;
        } else if !theirs.nowhere && !b.may_be_null(&theirs) {
            restrict(&mut both, own, CmpOp::Gt, Some(&Int::ZERO))?;
        }
        let Some(u) = b.surely(other) else { continue };
        let n = match both.surely(own) {
            Some(n) => n,
            // A single object that is null here need not be null elsewhere.
            None => match both.reveal(own) {
                Some(n) => n,
                None => continue,
            },
        };
        match partner.get(&n) {
            Some(known) if *known == u => continue,
            // The same number cannot be two objects; but it can be null.
            Some(_) if !both.nodes[&n].null => return None,
            Some(_) => continue,
            None => {}
        }
        let same = partner.values().any(|known| *known == u);
        if same && !b.nodes[&u].null {
            return None;
        }
        if same {
            continue;
        }
        partner.insert(n, u);
        if !agree(&mut both, n, b, u)? {
            continue;
        }
        pending.extend(b.nodes[&u].next.keys().map(|l| (Place::Link(n, *l), Place::Link(u, *l))));
    }
    take_over(&mut both, b)?;
    both.prune(&heap.links);
    both.collect();
    Some(both)
}

/// Nodes of the second graph, or nobody knows.
type Partners = Option<SortedSet<NodeId>>;

/// The nodes of `b` that the objects of each node of `a` may be in: those that the same ways lead to.
fn partners(a: &Graph, b: &Graph) -> SortedMap<NodeId, Partners> {
    let mut found: SortedMap<NodeId, Partners> = SortedMap::new();
    let mut pending: Vec<(Targets, Targets)> = a.vars.iter().map(|(v, t)| (t.clone(), b.holds(Place::Var(*v)))).collect();
    while let Some((held, theirs)) = pending.pop() {
        for n in &held.nodes {
            let known = found.entry(*n).or_insert_with(|| Some(SortedSet::new()));
            let new: Partners = match known {
                None => continue,
                Some(_) if theirs.any => None,
                Some(known) => Some(theirs.nodes.difference(known).copied().collect()),
            };
            match (known, &new) {
                (Some(known), Some(new)) => known.extend(new),
                (known, _) => *known = None,
            }
            for (link, t) in &a.nodes[n].next {
                match &new {
                    None => pending.push((t.clone(), Targets::any())),
                    Some(new) => pending.extend(new.iter().map(|u| (t.clone(), b.nodes[u].targets(*link)))),
                }
            }
        }
    }
    found
}

/// What the partners of a node say all together holds of the node. A node whose objects cannot be has none.
fn take_over(both: &mut Graph, b: &Graph) -> Option<()> {
    for (n, partners) in partners(both, b) {
        let Some(partners) = partners else { continue };
        let theirs: Vec<&Node> = partners.iter().map(|u| &b.nodes[u]).collect();
        let mut node = both.nodes[&n].clone();
        let mut possible = !theirs.is_empty();
        for field in theirs.first().into_iter().flat_map(|u| u.data.keys()) {
            let all = theirs[1..].iter().fold(theirs[0].datum(*field), |sum, u| sum.join(&u.datum(*field)));
            match node.datum(*field).meet(&all) {
                Some(value) => node.set_datum(*field, value),
                None => possible = false,
            }
        }
        if let Some((first, rest)) = theirs.split_first() {
            node.ends.extend(first.ends.iter().filter(|link| rest.iter().all(|u| u.ends.contains(link))));
        }
        match (possible, node.null) {
            (true, _) => drop(both.nodes.insert(n, node)),
            (false, true) => both.make_null(n),
            (false, false) => both.make_void(n),
        }
    }
    both.vars.values().all(|t| !t.is_empty()).then_some(())
}

/// Puts together what two graphs say of one number; whether it is surely an object. `None` if they contradict each other.
fn agree(both: &mut Graph, n: NodeId, b: &Graph, u: NodeId) -> Option<bool> {
    let theirs = &b.nodes[&u];
    let mut data = Vec::new();
    for (field, value) in &theirs.data {
        data.push((*field, both.nodes[&n].datum(*field).meet(value)));
    }
    let null = both.nodes[&n].null && theirs.null;
    if data.iter().any(|(_, v)| v.is_none()) {
        if !null {
            return None;
        }
        both.make_null(n);
        return Some(false);
    }
    let node = both.node_mut(n);
    node.null = null;
    for (field, value) in data {
        node.set_datum(field, value?);
    }
    node.ends.extend(&theirs.ends);
    Some(!null)
}

/// What the one place holds that has a counterpart in what the other holds.
fn compatible(a: &Graph, held: &Targets, b: &Graph, theirs: &Targets) -> Targets {
    if held.any {
        return Targets::any();
    }
    let null = b.may_be_null(theirs);
    let meets = |n: NodeId, u: NodeId| {
        let (x, y) = (&a.nodes[&n], &b.nodes[&u]);
        y.data.iter().all(|(field, value)| x.datum(*field).meet(value).is_some())
    };
    let kept = |n: &&NodeId| (a.nodes[n].null && null) || theirs.nodes.iter().any(|u| meets(**n, *u));
    let nodes: SortedSet<NodeId> = held.nodes.iter().filter(kept).copied().collect();
    Targets { nodes, null: held.null && null, nowhere: held.nowhere && theirs.nowhere, any: false }
}
