//! Exploration of a program in tree or DAG order, every step recorded.
//!
//! Gulavani, Chakraborty, Nori, Rajamani: Automatically Refining Abstract Interpretations (TACAS 2008), Figure 2
//! (`AbstractTREE`) and §3. A node is a location together with the number of times each loop around it has been entered
//! anew: the program unrolled. In DAG order all paths that meet at a location in the same iterations meet in one node; in
//! tree order every path has its own. At a loop head the state that comes back is widened with Sel(S), where S are the
//! maximal states of the head in its earlier iterations; an arrival that is already in a node of the same location is
//! *covered* and not followed.
//!
//! Order. In tree order nodes are visited depth by depth and the run ends at the first alarm that is still open, as in the
//! paper: when depth k is begun, no real error is nearer than k steps. In DAG order nodes are visited in the weak
//! topological order, so that all predecessors of a node are complete when it is, and the run goes on to its end.
//!
//! The paper leaves three things to a report; this is how they are defined here.
//! - *Sel(S)*: the state whose least upper bound with the arrival is included in that of all others in S; the latest if
//!   there is no such. Lemma 2 (`engine/tests/engines/dagger.rs`): S grows by one widened element at a time, each chain of widenings becomes stable.
//! - *Error cache*: preimages of errors that were once excluded at a head are tried again on each new state of that head;
//!   one that widening lets back in is excluded at once, without waiting for the alarm ([`Errors`]).
//! - *Hint DAG*: the nodes of the previous complete run. A node that is *held* is intersected with the node of the same path. A
//!   node is held if the previous run has its path and all its arrivals come from held nodes. Then every concrete run to it passes
//!   positions that all were nodes (so none was covered) in the previous run, whose state at this path therefore contains it. So the
//!   states of held nodes only shrink from run to run, and what was once excluded along them stays excluded.
//!
//! Invariant of a complete exploration: every state that a run can have at a location is in one of its nodes. What
//! keeps a run of the algorithm finite is the widening; hints may take that away, so there is a limit on nodes.

use crate::log::{GuideId, Log, StepId};
use crate::precision::Precision;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, EdgeId, Formula, Hint, Lesson, LocId, NodePath, Op, OpKind, SortedMap, SortedSet, Stop};
use std::collections::HashMap;

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
    /// The node of the same head that this one is a widening of.
    pub previous: Option<NodeId>,
    /// The node of the same head one iteration earlier.
    pub earlier: Option<NodeId>,
    /// Whether the hint DAG has all paths to this node.
    pub held: bool,
    /// The node's state: `joined`, widened with the previous one, cut by a ceiling.
    pub step: StepId,
    /// How many edges the shortest path to it has.
    pub depth: u32,
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
    /// An open alarm was reached; the depths up to its own are complete.
    Alarm,
}

/// Preimages of errors that were once excluded, by loop head: the cache of the paper's §4.
#[derive(Clone, Debug)]
pub struct Errors<S> {
    at: SortedMap<LocId, Vec<S>>,
}

impl<S> Default for Errors<S> {
    fn default() -> Self {
        Errors { at: SortedMap::new() }
    }
}

/// More of them at one head are not kept: the latest are the most useful.
const MOST_ERRORS: usize = 16;

/// Loops nested this deep do not start anew in each iteration of those around them.
pub const DEEP: usize = 3;

/// A run that learns from cached errors at each widening would never end: the limits of its widenings would grow with it.
const MOST_RECALLED: usize = 8;

impl<S> Errors<S> {
    pub fn remember(&mut self, head: LocId, error: S) {
        let known = self.at.entry(head).or_default();
        if known.len() == MOST_ERRORS {
            known.remove(0);
        }
        known.push(error);
    }

    fn at(&self, head: LocId) -> &[S] {
        self.at.get(&head).map_or(&[], Vec::as_slice)
    }
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
    pub fn invariants<D: Domain>(&self, cfa: &Cfa, domain: &D, log: &Log<D>) -> SortedMap<LocId, Formula> {
        let mut found = SortedMap::new();
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
    earlier: Option<NodeId>,
    depth: u32,
}

/// The places that a counterexample rests on. In DAG order a place may be split during replay, so branches do not count.
#[derive(Clone, Debug, Default)]
pub struct Cone {
    paths: SortedSet<NodePath>,
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
    /// Whether what was split may be joined again further on. The paper's tool keeps it apart.
    pub merge_again: bool,
    /// Whether it ends where no error is ahead: nothing has to be known there.
    pub only_ahead: bool,
    pub limit: usize,
}

/// What an exploration knows from earlier ones.
pub struct Known<'k, D: Domain> {
    /// Grows if a cached error teaches something on the way.
    pub precision: &'k mut Precision,
    /// The hint DAG: a complete run.
    pub ceilings: Option<&'k Exploration>,
    pub errors: &'k Errors<D::State>,
    /// Turns a cached error that a widening let back in into a hint.
    pub exclude: Option<&'k Exclude<'k, D>>,
    /// Alarms at which a run in tree order ends.
    pub open: &'k SortedSet<LocId>,
}

/// The lesson for a widening at a head: old state, new state, the error that must stay out, node path and visit.
pub type Exclude<'k, D> = dyn Fn(&Widened<'_, <D as Domain>::State>) -> Option<Lesson> + 'k;

/// A widening that let an error in.
pub struct Widened<'w, S> {
    pub loc: LocId,
    pub path: &'w NodePath,
    pub visit: u32,
    pub old: &'w S,
    pub new: &'w S,
    pub error: &'w S,
}

impl<D: Domain> Explorer<'_, D> {
    /// Runs the program.
    pub fn explore(&self, log: &mut Log<D>, known: Known<'_, D>, budget: &Budget) -> Exploration {
        self.run(log, known, None, budget)
    }

    /// Runs the program to its end, with hints and a hint DAG alone.
    pub fn under(&self, log: &mut Log<D>, precision: &Precision, ceilings: Option<&Exploration>, budget: &Budget) -> Exploration {
        self.plain(log, precision, ceilings, None, budget)
    }

    /// Runs only what lies in a cone of an earlier run: the counterexample, replayed under new hints.
    pub fn replay(
        &self,
        log: &mut Log<D>,
        precision: &Precision,
        ceilings: Option<&Exploration>,
        cone: &Cone,
        budget: &Budget,
    ) -> Exploration {
        self.plain(log, precision, ceilings, Some(cone), budget)
    }

    fn plain(
        &self,
        log: &mut Log<D>,
        precision: &Precision,
        ceilings: Option<&Exploration>,
        cone: Option<&Cone>,
        budget: &Budget,
    ) -> Exploration {
        let (mut precision, errors, open) = (precision.clone(), Errors::default(), SortedSet::new());
        let known = Known { precision: &mut precision, ceilings, errors: &errors, exclude: None, open: &open };
        self.run(log, known, cone, budget)
    }

    fn run(&self, log: &mut Log<D>, known: Known<'_, D>, cone: Option<&Cone>, budget: &Budget) -> Exploration {
        let mut run = Run {
            explorer: self,
            ahead: match self.only_ahead {
                true => self.cfa.leading_to(self.cfa.errors.iter().map(|e| e.loc), |_| true),
                false => vec![true; self.cfa.locs.len()],
            },
            log,
            known,
            cone,
            found: Exploration {
                nodes: Vec::new(),
                order: self.order,
                by_path: HashMap::new(),
                by_loc: vec![Vec::new(); self.cfa.locs.len()],
                cut: None,
            },
            positions: Vec::new(),
            recalled: 0,
            pending: SortedMap::new(),
        };
        run.start();
        while let Some(((_, path), pending)) = run.pending.pop_first() {
            if run.found.nodes.len() >= self.limit {
                run.found.cut = Some(Cut::Nodes);
                break;
            }
            if let Some(stop) = budget.stopped() {
                run.found.cut = Some(Cut::Stopped(stop));
                break;
            }
            let loc = pending.loc;
            let before = run.found.nodes.len();
            run.visit(path, pending);
            if self.order == Order::Tree && run.found.nodes.len() > before && run.known.open.contains(&loc) {
                run.found.cut = Some(Cut::Alarm);
                break;
            }
        }
        run.found
    }
}

struct Run<'r, 'a, D: Domain> {
    explorer: &'r Explorer<'a, D>,
    /// By location: whether it is looked at.
    ahead: Vec<bool>,
    log: &'r mut Log<D>,
    known: Known<'r, D>,
    cone: Option<&'r Cone>,
    found: Exploration,
    /// By node.
    positions: Vec<Position>,
    /// Lessons from cached errors in this run.
    recalled: usize,
    /// By depth (in tree order; else 0) and path.
    pending: SortedMap<(u32, NodePath), Pending>,
}

impl<D: Domain> Run<'_, '_, D> {
    fn start(&mut self) {
        let entry = self.explorer.cfa.entry;
        let iterations = vec![0; self.explorer.wto.around(entry).len()];
        let position = Position { iterations, branches: Vec::new() };
        let path = self.path(entry, &position);
        self.pending.insert((0, path), Pending { loc: entry, position, arrivals: Vec::new(), earlier: None, depth: 0 });
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
        let hints = self.known.precision.at(op, loc, path, visit);
        (self.log.guide(self.explorer.domain, hints.clone()), hints)
    }

    fn visit(&mut self, path: NodePath, pending: Pending) {
        let domain = self.explorer.domain;
        let Pending { loc, position, arrivals, earlier, depth } = pending;
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
        let (mut step, mut previous) = (joined, None);
        if let Some(earlier) = earlier {
            (step, previous) = self.widen(loc, &path, visit.saturating_sub(1), joined, earlier);
        }
        // Cut by the hint DAG.
        let mut held = false;
        if let Some(ceilings) = self.known.ceilings.filter(|c| c.cut.is_none())
            && let Some(id) = ceilings.find(&path)
            && arrivals.iter().all(|a| self.found.node(a.from).held)
        {
            held = true;
            let ceiling = ceilings.node(id).step;
            if ceiling != step && !domain.covered(self.log.state(step), &[self.log.state(ceiling)]) {
                step = self.log.combine(domain, OpKind::Meet, step, ceiling, GuideId::NONE);
            }
        }
        if domain.is_bottom(self.log.state(step)) {
            return;
        }
        let id = NodeId(self.found.nodes.len() as u32);
        let again = self.found.by_path.insert(path.clone(), id).is_some();
        debug_assert!(!again, "all arrivals of a node are there when it is visited");
        self.found.by_loc[loc.index()].push(id);
        let plain = self.path(loc, &Position { branches: Vec::new(), ..position.clone() });
        self.found.nodes.push(Node { loc, path: path.clone(), plain, visit, arrivals, joined, previous, earlier, held, step, depth });
        self.positions.push(position);
        if self.explorer.cfa.error_at(loc).is_none() {
            self.follow(id, &path, visit);
        }
    }

    /// s″ ∇_T (s″ ⊔ s) with s″ = Sel(S); only s where the disjuncts are kept apart.
    fn widen(&mut self, loc: LocId, path: &NodePath, visit: u32, joined: StepId, earlier: NodeId) -> (StepId, Option<NodeId>) {
        let domain = self.explorer.domain;
        let previous = self.select(earlier, joined);
        let old = self.found.node(previous).step;
        // Each round excludes one cached error for good, or there is nothing more to learn from it.
        for _ in 0..=MOST_ERRORS {
            let (guide, hints) = self.hints(OpKind::Widen, loc, path, visit);
            if hints.contains(&Hint::Split) {
                return (joined, None);
            }
            let step = self.log.combine(domain, OpKind::Widen, old, joined, guide);
            let Some(exclude) = self.known.exclude.filter(|_| self.recalled < MOST_RECALLED) else { return (step, Some(previous)) };
            let wide = self.log.state(step);
            let (old, new) = (self.log.state(old), self.log.state(joined));
            // A separating formula is cheaper to find than the intersection.
            let meets = |a: &D::State, b: &D::State| {
                domain.separate(a, b).is_empty() && !domain.is_bottom(&domain.apply(Op::Meet(a, b), &D::Guide::default()).state)
            };
            let let_in = |e: &&D::State| meets(wide, e) && !meets(old, e) && !meets(new, e);
            let Some(error) = self.known.errors.at(loc).iter().find(let_in) else { return (step, Some(previous)) };
            let learnt = exclude(&Widened { loc, path, visit, old, new, error });
            if !learnt.is_some_and(|lesson| self.known.precision.learn(&lesson)) {
                return (step, Some(previous));
            }
            self.recalled += 1;
        }
        let (guide, _) = self.hints(OpKind::Widen, loc, path, visit);
        (self.log.combine(domain, OpKind::Widen, old, joined, guide), Some(previous))
    }

    /// Sel(S), where S are the maximal states of this head in the iterations up to `latest`.
    fn select(&self, latest: NodeId, arrival: StepId) -> NodeId {
        let domain = self.explorer.domain;
        let state = |id: NodeId| self.log.state(self.found.node(id).step);
        let mut maximal: Vec<NodeId> = Vec::new();
        let mut at = Some(latest);
        while let Some(id) = at {
            if !domain.covered(state(id), &maximal.iter().map(|m| state(*m)).collect::<Vec<_>>()) {
                maximal.push(id);
            }
            at = self.found.node(id).earlier;
        }
        let [first, rest @ ..] = maximal.as_slice() else { return latest };
        if rest.is_empty() {
            return *first;
        }
        let arrival = self.log.state(arrival);
        let with = |id: NodeId| domain.apply(Op::Join(state(id), arrival), &D::Guide::default()).state;
        let bounds: Vec<(NodeId, D::State)> = maximal.iter().map(|id| (*id, with(*id))).collect();
        let least = bounds.iter().find(|(_, b)| bounds.iter().all(|(_, other)| domain.covered(b, &[other])));
        least.map_or(*first, |(id, _)| *id)
    }

    fn is_covered(&self, loc: LocId, step: StepId) -> bool {
        let state = self.log.state(step);
        self.found.at(loc).iter().rev().any(|id| self.explorer.domain.covered(state, &[self.log.state(self.found.node(*id).step)]))
    }

    fn follow(&mut self, id: NodeId, path: &NodePath, visit: u32) {
        let (cfa, domain) = (self.explorer.cfa, self.explorer.domain);
        let from = self.found.node(id).loc;
        let (guide, _) = self.hints(OpKind::Post, from, path, visit);
        for &edge in cfa.out(from).iter().filter(|e| self.ahead[cfa.edge(**e).to.index()]).collect::<Vec<_>>() {
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
        // Paths meet where edges meet, and behind a loop, where its iterations do.
        let left = &before.iterations[shared..];
        let meets = self.explorer.cfa.into(to).len() > 1 || !left.is_empty();
        let plain = self.path(to, &position);
        let apart = self.explorer.order == Order::Tree || self.is_split(to, &plain);
        if !meets || apart || !self.explorer.merge_again {
            position.branches.clone_from(&before.branches);
        }
        if meets && apart {
            position.branches.push(edge.0);
            position.branches.extend(left);
        }
        let earlier = if back {
            self.earlier_of(to, from)
        } else if wto.is_head(to) && around.len() >= DEEP {
            // Each level would multiply the visits of all inside it; deep inside, a loop goes on where it was left.
            self.found.at(to).last().copied()
        } else {
            None
        };
        let path = self.path(to, &position);
        let place = if self.explorer.order == Order::Tree { &path } else { &plain };
        if self.cone.is_some_and(|c| !c.paths.contains(place)) {
            return;
        }
        let depth = self.found.node(from).depth + 1;
        let key = (if self.explorer.order == Order::Tree { depth } else { 0 }, path);
        let pending = self.pending.entry(key).or_insert(Pending { loc: to, position, arrivals: Vec::new(), earlier, depth });
        // Arrivals with different predecessors of the same head may share a node; the widening is with the latest one.
        pending.earlier = pending.earlier.max(earlier);
        pending.depth = pending.depth.min(depth);
        pending.arrivals.push(Arrival { from, edge, step });
    }

    fn is_split(&self, loc: LocId, path: &NodePath) -> bool {
        !self.known.precision.is_empty() && self.known.precision.at(OpKind::Join, loc, path, 1).contains(&Hint::Split)
    }

    /// The nearest node of the head among the ancestors along first arrivals: the iteration that comes back.
    fn earlier_of(&self, head: LocId, from: NodeId) -> Option<NodeId> {
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
