//! Abstract heap graphs: nodes, the places that refer to them, and the operations that keep what a graph means.
//!
//! Gulavani, Rajamani: *Counterexample Driven Refinement for Abstract Interpretation* (TACAS 2006), §6: a graph has nodes **U**, the nodes that each variable
//! may point to **V**, the data and the next nodes of each node, and the summary nodes **Z**. What was changed: data are intervals (for Booleans that is {0, 1, ⊤}), there may be
//! several fields of either kind, and null is no node. Added, because a graph without it cannot say that a variable is where a link leads to when both may be null: a
//! node that is no summary stands for one *number*, which may be null if the node says so. Added, because without it every walk along a list may come back: a
//! node may say that along a link all its objects come to null.
//!
//! Meaning: a state is described if sets of objects can be chosen for the nodes, pairwise disjoint, at most one number for a node that is no summary, such that
//! each variable and each field of a chosen object has the number of one of the nodes that its [`Targets`] list, or null, or a number below null, as they say; and such
//! that data, ends and the bounds of numbers ([`Graph::margin`]) are as the graph says. Objects that no variable leads to may always be left out of the sets; that is why
//! [`Graph::collect`] and [`Graph::prune`] keep the meaning.
//!
//! Invariant: targets are nodes of the graph; a summary is not null; a place that may hold anything lists nothing else.

use base::{Int, SortedMap, SortedSet, VarId};
use numeric::Value;
use std::fmt;

pub type NodeId = u32;

/// What a variable or a field may hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Targets {
    pub nodes: SortedSet<NodeId>,
    pub null: bool,
    /// A number below null: no object.
    pub nowhere: bool,
    /// Any number, objects of all nodes included.
    pub any: bool,
}

impl Targets {
    pub fn any() -> Self {
        Targets { any: true, ..Targets::default() }
    }

    pub fn null() -> Self {
        Targets { null: true, ..Targets::default() }
    }

    pub fn nowhere() -> Self {
        Targets { nowhere: true, ..Targets::default() }
    }

    pub fn node(n: NodeId) -> Self {
        Targets { nodes: [n].into(), ..Targets::default() }
    }

    pub fn is_empty(&self) -> bool {
        !self.any && !self.null && !self.nowhere && self.nodes.is_empty()
    }

    /// The node, if there is nothing else that it can be.
    pub fn only(&self) -> Option<NodeId> {
        let alone = !self.any && !self.null && !self.nowhere && self.nodes.len() == 1;
        if alone { self.nodes.first().copied() } else { None }
    }

    pub fn join(&self, other: &Targets) -> Targets {
        if self.any || other.any {
            return Targets::any();
        }
        let nodes = self.nodes.union(&other.nodes).copied().collect();
        Targets { nodes, null: self.null || other.null, nowhere: self.nowhere || other.nowhere, any: false }
    }

    /// The same with other names for the nodes.
    pub fn renamed(&self, name: impl Fn(NodeId) -> NodeId) -> Targets {
        Targets { nodes: self.nodes.iter().map(|n| name(*n)).collect(), ..self.clone() }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Stands for any number of objects; else for one number.
    pub summary: bool,
    /// The one number may be null.
    pub null: bool,
    /// By field; anything where there is no entry.
    pub data: SortedMap<VarId, Value>,
    /// By link; anything where there is no entry.
    pub next: SortedMap<VarId, Targets>,
    /// The links along which all objects of the node come to null.
    pub ends: SortedSet<VarId>,
}

impl Node {
    /// One object of which nothing is known.
    pub fn object() -> Self {
        Node { summary: false, null: false, data: SortedMap::new(), next: SortedMap::new(), ends: SortedSet::new() }
    }

    pub fn datum(&self, field: VarId) -> Value {
        self.data.get(&field).cloned().unwrap_or(Value::ALL)
    }

    pub fn set_datum(&mut self, field: VarId, value: Value) {
        if value.is_all() { drop(self.data.remove(&field)) } else { drop(self.data.insert(field, value)) }
    }

    pub fn targets(&self, link: VarId) -> Targets {
        self.next.get(&link).cloned().unwrap_or_else(Targets::any)
    }

    pub fn set_targets(&mut self, link: VarId, targets: Targets) {
        if targets.any { drop(self.next.remove(&link)) } else { drop(self.next.insert(link, targets)) }
    }

    /// What holds in either of two nodes, with `data` for the upper bound of values.
    fn joined(&self, other: &Node, data: impl Fn(&Value, &Value) -> Value) -> Node {
        let mut both = Node { summary: self.summary || other.summary, null: self.null || other.null, ..Node::object() };
        for (field, x) in &self.data {
            both.set_datum(*field, data(x, &other.datum(*field)));
        }
        for (link, x) in &self.next {
            both.set_targets(*link, x.join(&other.targets(*link)));
        }
        both.ends = self.ends.intersection(&other.ends).copied().collect();
        both
    }
}

/// Something that holds a number: a variable, or the field of the one object of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Place {
    Var(VarId),
    Link(NodeId, VarId),
}

#[derive(Clone, PartialEq, Eq)]
pub struct Graph {
    pub nodes: SortedMap<NodeId, Node>,
    /// By pointer; anything where there is no entry.
    pub vars: SortedMap<VarId, Targets>,
    /// For each term that new objects get their numbers from: the objects of all nodes are less than the term and this much.
    pub margin: Vec<Option<Int>>,
}

/// On one line: `v0→{1}`, and for each node `1*{v5: [0, 1], v4→{1, null}.}`, with a star for a summary, a question mark where it may be null and a dot behind links that end.
impl fmt::Debug for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = |t: &Targets| {
            let nodes = t.nodes.iter().map(ToString::to_string);
            let others = [(t.null, "null"), (t.nowhere, "nowhere"), (t.any, "any")];
            let parts: Vec<String> = nodes.chain(others.into_iter().filter(|(is, _)| *is).map(|(_, name)| name.into())).collect();
            format!("{{{}}}", parts.join(", "))
        };
        let vars = self.vars.iter().map(|(v, t)| format!("{v:?}→{}", held(t)));
        let node = |(id, n): (&NodeId, &Node)| {
            let data = n.data.iter().map(|(field, value)| format!("{field:?}: {value:?}"));
            let dot = |link: &VarId| if n.ends.contains(link) { "." } else { "" };
            let next = n.next.iter().map(|(link, t)| format!("{link:?}→{}{}", held(t), dot(link)));
            let mark = [(n.summary, "*"), (n.null, "?")].into_iter().filter(|(is, _)| *is).map(|(_, m)| m).collect::<String>();
            format!("{id}{mark}{{{}}}", data.chain(next).collect::<Vec<_>>().join(", "))
        };
        f.write_str(&vars.chain(self.nodes.iter().map(node)).collect::<Vec<_>>().join(" "))?;
        write!(f, " {:?}", self.margin)
    }
}

impl Graph {
    pub fn holds(&self, place: Place) -> Targets {
        match place {
            Place::Var(v) => self.vars.get(&v).cloned().unwrap_or_else(Targets::any),
            Place::Link(n, link) => self.nodes[&n].targets(link),
        }
    }

    pub fn put(&mut self, place: Place, targets: Targets) {
        match place {
            Place::Var(v) if targets.any => drop(self.vars.remove(&v)),
            Place::Var(v) => drop(self.vars.insert(v, targets)),
            Place::Link(n, link) => self.node_mut(n).set_targets(link, targets),
        }
    }

    pub fn node_mut(&mut self, n: NodeId) -> &mut Node {
        self.nodes.get_mut(&n).expect("targets are nodes of the graph")
    }

    pub fn add(&mut self, node: Node) -> NodeId {
        let id = self.nodes.last_key_value().map_or(0, |(last, _)| last + 1);
        self.nodes.insert(id, node);
        id
    }

    /// The node, if the place surely holds the one number of it.
    pub fn surely(&self, place: Place) -> Option<NodeId> {
        self.holds(place).only().filter(|n| !self.nodes[n].summary)
    }

    pub fn may_be_null(&self, t: &Targets) -> bool {
        t.any || t.null || t.nodes.iter().any(|n| self.nodes[n].null)
    }

    pub fn each_targets(&mut self, mut change: impl FnMut(&mut Targets)) {
        self.vars.values_mut().for_each(&mut change);
        self.nodes.values_mut().flat_map(|n| n.next.values_mut()).for_each(&mut change);
    }

    /// The nodes from which there are ways out of `from`, which are in it; not beyond those in `stop`.
    pub fn closure(&self, from: &Targets, link: Option<VarId>, stop: &SortedSet<NodeId>) -> SortedSet<NodeId> {
        let mut found = SortedSet::new();
        let mut pending: Vec<NodeId> = from.nodes.iter().copied().collect();
        while let Some(n) = pending.pop() {
            if stop.contains(&n) || !found.insert(n) {
                continue;
            }
            let next = self.nodes[&n].next.iter().filter(|(l, _)| link.is_none_or(|wanted| **l == wanted));
            pending.extend(next.flat_map(|(_, t)| t.nodes.iter().copied()));
        }
        found
    }

    fn roots(&self) -> Targets {
        self.vars.values().fold(Targets::default(), |sum, t| sum.join(t))
    }

    /// Leaves out the nodes that no variable leads to.
    pub fn collect(&mut self) {
        let reached = self.closure(&self.roots(), None, &SortedSet::new());
        self.nodes.retain(|n, _| reached.contains(n));
        if self.nodes.is_empty() {
            // Nothing is bounded, so any bound holds.
            self.margin.iter_mut().for_each(|m| *m = Some(Int::ZERO));
        }
    }

    /// Leaves out links back to a number from which all comes to null: from objects that variables lead to only through it. With several links
    /// a way back could use another one.
    pub fn prune(&mut self, links: &[VarId]) {
        let &[link] = links else { return };
        let singles: Vec<NodeId> = self.nodes.iter().filter(|(_, n)| !n.summary && n.ends.contains(&link)).map(|(id, _)| *id).collect();
        for n in singles {
            let others = self.closure(&self.roots(), None, &[n].into());
            let behind: Vec<NodeId> = self.nodes.keys().copied().filter(|u| !others.contains(u)).collect();
            for u in behind {
                if let Some(t) = self.node_mut(u).next.get_mut(&link) {
                    t.nodes.remove(&n);
                }
            }
        }
    }

    /// The number of the node is null: all places that hold it hold null.
    pub fn make_null(&mut self, n: NodeId) {
        self.nodes.remove(&n);
        self.each_targets(|t| t.null |= t.nodes.remove(&n));
    }

    /// The node has no objects.
    pub fn make_void(&mut self, n: NodeId) {
        self.nodes.remove(&n);
        self.each_targets(|t| _ = t.nodes.remove(&n));
    }

    /// Merge of the paper: `j` goes into `i`, which becomes a summary.
    pub fn merge(&mut self, i: NodeId, j: NodeId) {
        self.make_summary(i);
        self.make_summary(j);
        let gone = self.nodes.remove(&j).expect("a node of the graph");
        let both = self.nodes[&i].joined(&gone, Value::join);
        self.nodes.insert(i, both);
        self.each_targets(|t| {
            if t.nodes.remove(&j) {
                t.nodes.insert(i);
            }
        });
    }

    pub fn make_summary(&mut self, n: NodeId) {
        if std::mem::take(&mut self.node_mut(n).null) {
            self.each_targets(|t| t.null |= t.nodes.contains(&n));
        }
        self.node_mut(n).summary = true;
    }

    /// The cases in which a place holds the one number of a node, or no node at all: what a summary stands for is taken apart. Null
    /// goes with a summary where it can, so that there are few cases.
    pub fn materialise(&self, place: Place, links: &[VarId]) -> Vec<Graph> {
        let held = self.holds(place);
        if held.any || held.nodes.is_empty() || self.surely(place).is_some() {
            return vec![self.clone()];
        }
        let mut cases = Vec::new();
        let mut null = held.null;
        let (summaries, singles): (Vec<NodeId>, Vec<NodeId>) = held.nodes.iter().partition(|n| self.nodes[n].summary);
        for u in summaries {
            let mut case = self.clone();
            case.take_out(place, u, std::mem::take(&mut null));
            case.prune(links);
            cases.push(case);
        }
        for u in singles {
            let mut case = self.clone();
            case.put(place, Targets::node(u));
            // If nobody else knows the object, it does not matter whether it exists.
            if null && held.nodes.len() == 1 && !case.nodes[&u].null && self.references(u) == 1 {
                case.node_mut(u).null = true;
                null = false;
            }
            cases.push(case);
        }
        if null || held.nowhere {
            let mut case = self.clone();
            case.put(place, Targets { null, nowhere: held.nowhere, ..Targets::default() });
            cases.push(case);
        }
        cases.iter_mut().for_each(Graph::collect);
        cases
    }

    /// Takes what a place holds out of its summary, if there is only one that it can be in.
    pub fn reveal(&mut self, place: Place) -> Option<NodeId> {
        let held = self.holds(place);
        let from = held.nodes.first().copied().filter(|n| held.nodes.len() == 1 && !held.nowhere && self.nodes[n].summary)?;
        Some(self.take_out(place, from, held.null))
    }

    fn references(&self, n: NodeId) -> usize {
        let fields = self.nodes.values().flat_map(|u| u.next.values());
        self.vars.values().chain(fields).filter(|t| t.nodes.contains(&n)).count()
    }

    /// The place holds the number of a new node: an object of this node, or null. Whoever may hold an object of its may hold this one.
    fn take_out(&mut self, place: Place, of: NodeId, null: bool) -> NodeId {
        let from = self.nodes[&of].clone();
        let n = self.add(Node { summary: false, null: null || from.null, ..from });
        self.each_targets(|t| {
            if t.nodes.contains(&of) {
                t.nodes.insert(n);
            }
        });
        self.put(place, Targets::node(n));
        n
    }

    /// Whether all that may be there comes to null along a link.
    pub fn comes_to_null(&self, t: &Targets, link: VarId) -> bool {
        !t.any && !t.nowhere && t.nodes.iter().all(|n| self.nodes[n].ends.contains(&link))
    }

    /// The nodes of which an object may be there.
    pub fn possible(&self, t: &Targets) -> Vec<NodeId> {
        if t.any { self.nodes.keys().copied().collect() } else { t.nodes.iter().copied().collect() }
    }

    /// Says of nodes that they come to null where that follows from where they lead.
    pub fn infer_ends(&mut self, link: VarId) {
        loop {
            let new = self.nodes.iter().find(|(_, n)| !n.ends.contains(&link) && self.comes_to_null(&n.targets(link), link));
            let Some(id) = new.map(|(id, _)| *id) else { return };
            self.node_mut(id).ends.insert(link);
        }
    }

    /// The union with a graph whose nodes have other names, except for those that are to be the same.
    pub fn united(&self, other: &Graph, data: impl Fn(&Value, &Value) -> Value) -> Graph {
        let mut sum = self.clone();
        for (id, node) in &other.nodes {
            let both = sum.nodes.get(id).map_or_else(|| node.clone(), |own| own.joined(node, &data));
            sum.nodes.insert(*id, both);
        }
        sum.vars = self.vars.iter().filter_map(|(v, t)| Some((*v, t.join(other.vars.get(v)?)))).filter(|(_, t)| !t.any).collect();
        sum.margin =
            self.margin.iter().zip(&other.margin).map(|(a, b)| a.clone().max(b.clone()).filter(|_| a.is_some() && b.is_some())).collect();
        // A summary is not null, but what it was made of may have been.
        let mixed: Vec<NodeId> = sum.nodes.iter().filter(|(_, n)| n.summary && n.null).map(|(id, _)| *id).collect();
        mixed.into_iter().for_each(|n| sum.make_summary(n));
        sum
    }

    pub fn renamed(&self, name: impl Fn(NodeId) -> NodeId) -> Graph {
        let mut new = Graph { nodes: SortedMap::new(), ..self.clone() };
        new.vars.values_mut().for_each(|t| *t = t.renamed(&name));
        for (id, node) in &self.nodes {
            let mut node = node.clone();
            node.next.values_mut().for_each(|t| *t = t.renamed(&name));
            new.nodes.insert(name(*id), node);
        }
        new
    }
}
