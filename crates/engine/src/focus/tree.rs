//! The abstract reachability tree: nodes with predicates of their own, edges with their foci, coverings.
//!
//! Podelski, Wies: *Counterexample-Guided Focus* (POPL 2010), §6. An edge is a block of the program. A node is covered if each of its abstract states is included in one
//! of an older node at the same location that is not covered itself. Invariants: what covers is older than what it covers; a node that was removed covers nothing.

use crate::blocks::cuts::START;
use base::{Focus, Focusing, LocId, SortedMap, Tracked};

pub struct Node<S> {
    pub loc: LocId,
    /// The node before it and the block that leads here.
    pub parent: Option<(usize, usize)>,
    pub preds: Tracked,
    pub states: Vec<S>,
    /// The foci of the edge that leads here.
    pub foci: Vec<Focus>,
    /// The nodes that cover it, if it is covered.
    pub covered: Option<Vec<usize>>,
    /// When its states were computed.
    stamp: u64,
    gone: bool,
}

pub struct Tree<S> {
    pub nodes: Vec<Node<S>>,
    at: SortedMap<LocId, Vec<usize>>,
    now: u64,
}

impl<S: Clone> Tree<S> {
    pub fn new(top: S) -> Self {
        let root = Node {
            loc: START,
            parent: None,
            preds: Tracked::new(),
            states: vec![top],
            foci: Vec::new(),
            covered: None,
            stamp: 0,
            gone: false,
        };
        Tree { nodes: vec![root], at: SortedMap::new(), now: 0 }
    }

    /// A new node without states.
    pub fn add(&mut self, parent: usize, block: usize, loc: LocId, preds: Tracked) -> usize {
        let new = self.nodes.len();
        self.at.entry(loc).or_default().push(new);
        let parent = Some((parent, block));
        self.nodes.push(Node { loc, parent, preds, states: Vec::new(), foci: Vec::new(), covered: None, stamp: 0, gone: false });
        new
    }

    pub fn is_there(&self, node: usize) -> bool {
        !self.nodes[node].gone
    }

    /// From the root to a node.
    pub fn path(&self, node: usize) -> Vec<usize> {
        let mut path = vec![node];
        while let Some((parent, _)) = self.nodes[path[path.len() - 1]].parent {
            path.push(parent);
        }
        path.reverse();
        path
    }

    /// Gives a node its states. Whether it is covered now.
    pub fn set<A: Focusing<State = S>>(&mut self, node: usize, states: Vec<S>, abstraction: &A) -> bool {
        self.now += 1;
        let loc = self.nodes[node].loc;
        let older = self.at.get(&loc).into_iter().flatten().copied();
        let candidates: Vec<usize> = older.filter(|n| *n != node && self.may_cover(*n)).collect();
        let covering =
            |s: &S| candidates.iter().copied().find(|n| self.nodes[*n].states.iter().any(|larger| abstraction.includes(larger, s)));
        let covered: Option<Vec<usize>> = states.iter().map(covering).collect();
        let node = &mut self.nodes[node];
        node.states = states;
        node.stamp = self.now;
        node.covered = covered;
        node.covered.is_some()
    }

    fn may_cover(&self, node: usize) -> bool {
        let node = &self.nodes[node];
        !node.gone && node.covered.is_none() && node.stamp > 0
    }

    /// Removes what is below a node, and its states. The nodes that were covered by what is gone, which are uncovered.
    pub fn prune(&mut self, node: usize) -> Vec<usize> {
        let mut gone = vec![node];
        // Children come after their parents.
        for n in 0..self.nodes.len() {
            if self.nodes[n].parent.is_some_and(|(p, _)| gone.contains(&p)) && !self.nodes[n].gone {
                gone.push(n);
                self.nodes[n].gone = true;
            }
        }
        self.nodes[node].stamp = 0;
        self.nodes[node].states.clear();
        self.nodes[node].covered = None;
        let mut uncovered = Vec::new();
        for n in 0..self.nodes.len() {
            if !self.nodes[n].gone && self.nodes[n].covered.as_ref().is_some_and(|by| by.iter().any(|b| gone.contains(b))) {
                self.nodes[n].covered = None;
                self.nodes[n].stamp = 0;
                self.nodes[n].states.clear();
                uncovered.push(n);
            }
        }
        uncovered
    }

    /// The nodes at a location that are there.
    pub fn at(&self, loc: LocId) -> impl Iterator<Item = &Node<S>> {
        self.at.get(&loc).into_iter().flatten().map(|n| &self.nodes[*n]).filter(|n| !n.gone)
    }

    /// How many nodes there are.
    pub fn size(&self) -> usize {
        self.nodes.iter().filter(|n| !n.gone).count()
    }
}
