//! What a heap graph says, as a formula about the program's variables.
//!
//! The paper's γ (§6) chooses a set of objects for each node, which no formula of `base` can. Here a node is *named* if it is no summary and its number is surely that of a variable, or of a link of
//! such an object; other nodes have no names, but the variables lead to them. So the formula says of each variable and link what can be on the way from it before the next named object, and what can
//! never be on it: a class of objects is defined by the variables that reach it. It is what `check` is given. Where two nodes without names follow each other it says less than the graph: of an object
//! there only that it is in one of the two.
//!
//! Invariant: the formula holds in every state that the graph describes.

use super::graph::{Graph, Node, NodeId, Place, Targets};
use super::transfer::Heap;
use crate::intervals::describe;
use base::reach::{between, reach};
use base::{CmpOp, Expr, Formula, Quantifier, Sort, SortedMap, SortedSet, VarId};

pub fn formula(heap: &Heap, g: &Graph) -> Formula {
    let mut names: SortedMap<NodeId, Expr> = SortedMap::new();
    for v in g.vars.keys() {
        if let Some(n) = g.surely(Place::Var(*v)) {
            names.entry(n).or_insert((*v).into());
        }
    }
    for (n, name) in names.clone().into_iter().filter(|(n, _)| !g.nodes[n].null) {
        for link in g.nodes[&n].next.keys() {
            if let Some(next) = g.surely(Place::Link(n, *link)) {
                names.entry(next).or_insert(Expr::select(*link, name.clone()));
            }
        }
    }
    let said = Said { heap, g, names };
    let mut parts = said.numbers();
    for (n, name) in &said.names {
        parts.extend(said.object(name, *n));
        parts.extend(heap.links.iter().flat_map(|link| said.way(name, &Targets::node(*n), Some(*n), *link)));
    }
    for (v, t) in g.vars.iter().filter(|(v, _)| g.surely(Place::Var(**v)).is_none()) {
        parts.extend(heap.links.iter().flat_map(|link| said.way(&(*v).into(), t, None, *link)));
    }
    Formula::and(parts)
}

struct Said<'a> {
    heap: &'a Heap,
    g: &'a Graph,
    /// The term of each named node.
    names: SortedMap<NodeId, Expr>,
}

fn is_zero(e: impl Into<Expr>) -> Formula {
    Formula::cmp(CmpOp::Eq, e, 0)
}

impl Said<'_> {
    /// What numbers variables hold, and which of them are the same.
    fn numbers(&self) -> Vec<Formula> {
        let mut parts: Vec<Formula> = Vec::new();
        for (v, t) in &self.g.vars {
            match self.g.surely(Place::Var(*v)).map(|n| &self.names[&n]) {
                Some(name) if *name != Expr::Var(*v) => parts.push(Formula::cmp(CmpOp::Eq, *v, name.clone())),
                _ => parts.extend(self.range(&(*v).into(), t)),
            }
        }
        // Other variables may hold objects of different nodes, too, but there is no formula that tells these apart.
        let null = |n: &NodeId| self.g.nodes[n].null;
        for (n, e) in &self.names {
            for (m, f) in self.names.range(n + 1..) {
                let both = if null(n) && null(m) { is_zero(e.clone()) } else { Formula::False };
                parts.push(Formula::or([Formula::cmp(CmpOp::Ne, e.clone(), f.clone()), both]));
            }
        }
        parts
    }

    /// Whether a term is null, an object, or neither.
    fn range(&self, e: &Expr, t: &Targets) -> Option<Formula> {
        if t.any || (t.nowhere && !t.nodes.is_empty()) {
            return None;
        }
        let null = self.g.may_be_null(t);
        Some(match (t.nodes.is_empty(), null, t.nowhere) {
            (true, true, false) => is_zero(e.clone()),
            (true, null, true) => Formula::cmp(if null { CmpOp::Le } else { CmpOp::Lt }, e.clone(), 0),
            (_, null, _) => Formula::cmp(if null { CmpOp::Ge } else { CmpOp::Gt }, e.clone(), 0),
        })
    }

    /// What is in the fields of a named object, and where its links lead.
    fn object(&self, name: &Expr, n: NodeId) -> Vec<Formula> {
        let node = &self.g.nodes[&n];
        let mut parts = vec![self.content(name, node), self.bounded(name)];
        for (link, t) in &node.next {
            let next = Expr::select(*link, name.clone());
            parts.extend(self.range(&next, t));
            let known = t.only().filter(|u| !self.g.nodes[u].summary).and_then(|u| self.names.get(&u));
            parts.extend(known.filter(|name| **name != next).map(|name| Formula::cmp(CmpOp::Eq, next.clone(), name.clone())));
        }
        let known = Formula::and(parts);
        let null = if node.null { is_zero(name.clone()) } else { Formula::False };
        let spread = match known {
            Formula::And(parts) => parts,
            Formula::True => Vec::new(),
            one => vec![one],
        };
        spread.into_iter().map(|p| Formula::or([null.clone(), p])).collect()
    }

    fn content(&self, e: &Expr, node: &Node) -> Formula {
        Formula::and(node.data.iter().map(|(field, value)| describe(&Expr::select(*field, e.clone()), value)))
    }

    fn bounded(&self, e: &Expr) -> Formula {
        let bound = |((counter, c), m): (&(VarId, base::Int), &Option<base::Int>)| {
            m.as_ref().map(|m| Formula::cmp(CmpOp::Lt, e.clone(), Expr::add(*counter, c + m)))
        };
        Formula::and(self.heap.fresh.iter().zip(&self.g.margin).filter_map(bound))
    }

    /// What is on the way from a term along a link: up to the next named objects, and which of them are never met.
    fn way(&self, from: &Expr, t: &Targets, named: Option<NodeId>, link: VarId) -> Vec<Formula> {
        let start = || from.clone();
        let mut parts = Vec::new();
        let first = match named {
            Some(n) => self.g.nodes[&n].targets(link),
            None => t.clone(),
        };
        let all = self.g.closure(&first, Some(link), &SortedSet::new());
        let others: SortedSet<NodeId> = self.names.keys().copied().filter(|u| Some(*u) != named).collect();
        let class = self.g.closure(&first, Some(link), &others);
        let leads =
            |nodes: &SortedSet<NodeId>| nodes.iter().map(|u| self.g.nodes[u].targets(link)).fold(first.clone(), |sum, t| sum.join(&t));
        let ends = |n: &NodeId| self.g.nodes[n].ends.contains(&link);
        let started = named.map_or_else(|| t.nodes.iter().all(ends) && !t.nowhere, |n| ends(&n));
        if started && !t.any && !t.nodes.is_empty() {
            parts.push(reach(link, start(), 0));
        }
        if !leads(&all).any {
            for (u, w) in self.names.iter().filter(|(u, _)| Some(**u) != named && !all.contains(u)) {
                let null = if self.g.nodes[u].null { is_zero(w.clone()) } else { Formula::False };
                parts.push(Formula::or([null, reach(link, start(), w.clone()).negate()]));
            }
        }
        let behind = leads(&class);
        if behind.any {
            return parts;
        }
        let k = || Expr::bound("k");
        let mut outside = vec![reach(link, start(), k()).negate()];
        outside.extend(named.map(|_| Formula::cmp(CmpOp::Eq, k(), start())));
        outside.extend(others.iter().filter(|u| behind.nodes.contains(u)).map(|u| between(link, start(), self.names[u].clone(), k())));
        let inside = class.iter().map(|u| self.content(&k(), &self.g.nodes[u])).collect::<SortedSet<_>>();
        let is_object = Formula::and([Formula::cmp(CmpOp::Gt, k(), 0), self.bounded(&k()), Formula::or(inside)]);
        let end = if behind.nowhere { Formula::cmp(CmpOp::Le, k(), 0) } else { is_zero(k()) };
        let body = Formula::or(outside.into_iter().chain([end, is_object]));
        parts.push(Formula::Quant(Quantifier::Forall, vec![("k".into(), Sort::Int)], body.into()));
        parts
    }
}
