//! Exploration of a program in tree or DAG order, every step recorded.
//!
//! Gulavani, Chakraborty, Nori, Rajamani: Automatically Refining Abstract Interpretations (TACAS 2008), §2 and §3. A node
//! is a location together with the number of times each loop around it has been entered anew: the program unrolled. In
//! DAG order all paths that meet at a location in the same iterations meet in one node; in tree order every path has its
//! own. Nodes are visited in the weak topological order, so all predecessors of a node are complete when it is. At a loop
//! head the states that come back are widened with the head's previous node; an arrival that is already in a node of the
//! same location is *covered* and not followed.
//!
//! Invariant of a complete exploration: every state that a run can have at a location is in one of its nodes. What
//! keeps a run of the algorithm finite is the widening; hints may take that away, so there is a limit on nodes.

use crate::log::{GuideId, Log, StepId};
use crate::precision::Precision;
use crate::wto::Wto;
use base::{Budget, Cfa, Domain, EdgeId, Formula, Hint, LocId, NodePath, OpKind, Stop};
use std::collections::{BTreeMap, BTreeSet, HashMap};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Tree,
    Dag,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

/// One way in which a node was reached.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arrival {
    pub from: NodeId,
    pub edge: EdgeId,
    pub step: StepId,
}

#[derive(Clone, Debug)]
pub struct Node {
    pub loc: LocId,
    pub path: NodePath,
    /// The path without the branches by which nodes of the same position are told apart.
    pub plain: NodePath,
    /// How often this loop head has been visited in the iterations around it, from 1; 1 elsewhere.
    pub visit: u32,
    /// Empty for the entry.
    pub arrivals: Vec<Arrival>,
    /// All arrivals joined.
    pub joined: StepId,
    /// The node of the same head one iteration earlier, if this one is a widening of it.
    pub previous: Option<NodeId>,
    /// The node's state: `joined`, widened with the previous one, cut by a ceiling.
    pub step: StepId,
}

/// The nodes of one run.
pub struct Exploration {
    pub nodes: Vec<Node>,
    pub order: Order,
    by_path: HashMap<NodePath, NodeId>,
    by_loc: Vec<Vec<NodeId>>,
    /// Why the run ended before it was complete.
    pub cut: Option<Cut>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    Nodes,
    Stopped(Stop),
}

impl Exploration {
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    pub fn at(&self, loc: LocId) -> &[NodeId] {
        &self.by_loc[loc.index()]
    }

    pub fn find(&self, path: &NodePath) -> Option<NodeId> {
        self.by_path.get(path).copied()
    }

    /// The invariants of a complete run: for each location the union of its nodes, without those that others contain.
    pub fn invariants<D: Domain>(&self, cfa: &Cfa, domain: &D, log: &Log<D>) -> BTreeMap<LocId, Formula> {
        let mut found = BTreeMap::new();
        for l in (0..cfa.locs.len() as u32).map(LocId) {
            // The latest nodes are the widest, so they come first.
            let mut kept: Vec<&D::State> = Vec::new();
            for id in self.at(l).iter().rev() {
                let state = log.state(self.node(*id).step);
                if !domain.covered(state, &kept) {
                    kept.push(state);
                }
            }
            found.insert(l, Formula::or(kept.iter().map(|s| domain.gamma(s))));
        }
        found
    }
}

/// A place of the unrolled program, before its branches are told apart.
#[derive(Clone, Debug)]
struct Position {
    /// Iterations of the loops around, outermost first.
    iterations: Vec<u32>,
    /// At splits: the edges by which the node's history differs from others of the same position.
    branches: Vec<u32>,
}

#[derive(Clone, Debug)]
struct Pending {
    loc: LocId,
    position: Position,
    arrivals: Vec<Arrival>,
    previous: Option<NodeId>,
}

/// The places that a counterexample rests on. In DAG order a place may be split during replay, so branches do not count.
#[derive(Clone, Debug, Default)]
pub struct Cone {
    paths: BTreeSet<NodePath>,
}

impl Cone {
    pub fn new(found: &Exploration, nodes: &[NodeId]) -> Self {
        let path = |id: &NodeId| match found.order {
            Order::Tree => found.node(*id).path.clone(),
            Order::Dag => found.node(*id).plain.clone(),
        };
        Cone { paths: nodes.iter().map(path).collect() }
    }
}

pub struct Explorer<'a, D: Domain> {
    pub cfa: &'a Cfa,
    pub domain: &'a D,
    pub wto: &'a Wto,
    pub order: Order,
    pub limit: usize,
}

impl<D: Domain> Explorer<'_, D> {
    /// Runs the program. `earlier` is the completed run that ceilings refer to.
    pub fn explore(&self, log: &mut Log<D>, precision: &Precision, earlier: Option<&Exploration>, budget: &Budget) -> Exploration {
        self.run(log, precision, earlier, None, budget)
    }

    /// Runs only what lies in a cone of an earlier run: the counterexample, replayed under new hints.
    pub fn replay(&self, log: &mut Log<D>, precision: &Precision, earlier: &Exploration, cone: &Cone, budget: &Budget) -> Exploration {
        self.run(log, precision, Some(earlier), Some(cone), budget)
    }

    fn run(
        &self,
        log: &mut Log<D>,
        precision: &Precision,
        earlier: Option<&Exploration>,
        cone: Option<&Cone>,
        budget: &Budget,
    ) -> Exploration {
        let mut run = Run {
            explorer: self,
            log,
            precision,
            earlier,
            cone,
            found: Exploration {
                nodes: Vec::new(),
                order: self.order,
                by_path: HashMap::new(),
                by_loc: vec![Vec::new(); self.cfa.locs.len()],
                cut: None,
            },
            positions: Vec::new(),
            pending: BTreeMap::new(),
        };
        run.start();
        while let Some((path, pending)) = run.pending.pop_first() {
            if run.found.nodes.len() >= self.limit {
                run.found.cut = Some(Cut::Nodes);
                break;
            }
            if let Some(stop) = budget.stopped() {
                run.found.cut = Some(Cut::Stopped(stop));
                break;
            }
            run.visit(path, pending);
        }
        run.found
    }
}

struct Run<'r, 'a, D: Domain> {
    explorer: &'r Explorer<'a, D>,
    log: &'r mut Log<D>,
    precision: &'r Precision,
    earlier: Option<&'r Exploration>,
    cone: Option<&'r Cone>,
    found: Exploration,
    /// By node.
    positions: Vec<Position>,
    pending: BTreeMap<NodePath, Pending>,
}

impl<D: Domain> Run<'_, '_, D> {
    fn start(&mut self) {
        let entry = self.explorer.cfa.entry;
        let iterations = vec![0; self.explorer.wto.around(entry).len()];
        let position = Position { iterations, branches: Vec::new() };
        let path = self.path(entry, &position);
        self.pending.insert(path, Pending { loc: entry, position, arrivals: Vec::new(), previous: None });
    }

    /// The path sorts nodes in the order in which they must be visited: for each loop around, its head's place and the
    /// iteration, then the location's own place, then the branches.
    fn path(&self, loc: LocId, position: &Position) -> NodePath {
        let wto = self.explorer.wto;
        let mut parts = Vec::with_capacity(2 * position.iterations.len() + 2 + position.branches.len());
        for (head, iteration) in wto.around(loc).iter().zip(&position.iterations) {
            parts.extend([wto.position(*head), *iteration]);
        }
        parts.push(wto.position(loc));
        parts.extend(&position.branches);
        NodePath(parts)
    }

    fn hints(&mut self, op: OpKind, loc: LocId, path: &NodePath, visit: u32) -> (GuideId, Vec<Hint>) {
        let hints = self.precision.at(op, loc, path, visit);
        (self.log.guide(self.explorer.domain, hints.clone()), hints)
    }

    fn visit(&mut self, path: NodePath, pending: Pending) {
        let domain = self.explorer.domain;
        let Pending { loc, position, arrivals, previous } = pending;
        let visit = if self.explorer.wto.is_head(loc) { position.iterations.last().copied().unwrap_or(0) + 1 } else { 1 };
        // Join.
        let mut joined = arrivals.first().map_or(self.log.start(), |a| a.step);
        if arrivals.len() > 1 {
            let (guide, _) = self.hints(OpKind::Join, loc, &path, visit);
            for arrival in &arrivals[1..] {
                joined = self.log.combine(domain, OpKind::Join, joined, arrival.step, guide);
            }
        }
        // Cover: at heads always (that ends loops); elsewhere only where paths are kept apart and may meet again.
        let is_cut_point = self.explorer.wto.is_head(loc) || !position.branches.is_empty();
        if is_cut_point && self.is_covered(loc, joined) {
            return;
        }
        // Widen.
        let (mut step, mut widened_from) = (joined, None);
        if let Some(previous) = previous {
            let (guide, hints) = self.hints(OpKind::Widen, loc, &path, visit - 1);
            if !hints.contains(&Hint::Split) {
                let old = self.found.node(previous).step;
                step = self.log.combine(domain, OpKind::Widen, old, joined, guide);
                widened_from = Some(previous);
            }
        }
        // Cut by ceilings.
        let (_, hints) = self.hints(OpKind::Meet, loc, &path, visit);
        for hint in hints {
            if let (Hint::Ceiling(at), Some(earlier)) = (&hint, self.earlier.filter(|e| e.cut.is_none()))
                && let Some(node) = earlier.find(at).map(|id| earlier.node(id)).filter(|n| n.loc == loc && n.path == path)
            {
                step = self.log.combine(domain, OpKind::Meet, step, node.step, GuideId::NONE);
            }
        }
        if domain.is_bottom(self.log.state(step)) {
            return;
        }
        let id = NodeId(self.found.nodes.len() as u32);
        self.found.by_path.insert(path.clone(), id);
        self.found.by_loc[loc.index()].push(id);
        let plain = self.path(loc, &Position { branches: Vec::new(), ..position.clone() });
        self.found.nodes.push(Node { loc, path: path.clone(), plain, visit, arrivals, joined, previous: widened_from, step });
        self.positions.push(position);
        if self.explorer.cfa.error_at(loc).is_none() {
            self.follow(id, &path, visit);
        }
    }

    fn is_covered(&self, loc: LocId, step: StepId) -> bool {
        let state = self.log.state(step);
        self.found.at(loc).iter().rev().any(|id| self.explorer.domain.covered(state, &[self.log.state(self.found.node(*id).step)]))
    }

    fn follow(&mut self, id: NodeId, path: &NodePath, visit: u32) {
        let (cfa, domain) = (self.explorer.cfa, self.explorer.domain);
        let from = self.found.node(id).loc;
        let (guide, _) = self.hints(OpKind::Post, from, path, visit);
        for &edge in cfa.out(from) {
            let step = self.log.post(domain, cfa, self.found.node(id).step, edge, guide);
            if !domain.is_bottom(self.log.state(step)) {
                self.arrive(id, edge, step);
            }
        }
    }

    fn arrive(&mut self, from: NodeId, edge: EdgeId, step: StepId) {
        let wto = self.explorer.wto;
        let (source, to) = (self.found.node(from).loc, self.explorer.cfa.edge(edge).to);
        let before = &self.positions[from.0 as usize];
        // Loops that are left are forgotten, loops that are entered start at 0, and going back to a head counts.
        let around = wto.around(to);
        let shared = around.iter().zip(wto.around(source)).take_while(|(a, b)| a == b).count();
        let mut iterations = before.iterations[..shared].to_vec();
        iterations.resize(around.len(), 0);
        let back = wto.is_head(to) && shared == around.len();
        if back {
            *iterations.last_mut().expect("a head has a loop around it") += 1;
        }
        let mut position = Position { iterations, branches: Vec::new() };
        let meets = self.explorer.cfa.into(to).len() > 1;
        let plain = self.path(to, &position);
        let apart = self.explorer.order == Order::Tree || self.is_split(to, &plain);
        if !meets || apart {
            position.branches.clone_from(&before.branches);
        }
        if meets && apart {
            // The node it comes from tells apart what the edge alone does not: different branches before it.
            position.branches.push(edge.0);
        }
        let previous = if back { self.previous_of(to, from) } else { None };
        let path = self.path(to, &position);
        let place = if self.explorer.order == Order::Tree { &path } else { &plain };
        if self.cone.is_some_and(|c| !c.paths.contains(place)) {
            return;
        }
        let pending = Pending { loc: to, position, arrivals: Vec::new(), previous };
        let pending = self.pending.entry(path).or_insert(pending);
        // Arrivals with different predecessors of the same head may share a node; the widening is with the latest one.
        pending.previous = pending.previous.max(previous);
        pending.arrivals.push(Arrival { from, edge, step });
    }

    fn is_split(&self, loc: LocId, path: &NodePath) -> bool {
        !self.precision.is_empty() && self.precision.at(OpKind::Join, loc, path, 1).contains(&Hint::Split)
    }

    /// The nearest node of the head among the ancestors along first arrivals: the iteration that comes back.
    fn previous_of(&self, head: LocId, from: NodeId) -> Option<NodeId> {
        let mut at = from;
        loop {
            let node = self.found.node(at);
            if node.loc == head {
                return Some(at);
            }
            at = node.arrivals.first()?.from;
        }
    }
}
