//! Blame: an alarm is walked backwards through what it rests on, until a step is found that is at fault.
//!
//! Gulavani, Rajamani (TACAS 2006), Figure 2, `Refine`, on the DAG of Gulavani et al. (TACAS 2008), §3: sets of error
//! preimages, in reverse topological order. Preimages may be too large (never too small), so a step that they exclude is
//! really excluded: the counterexample is spurious *there*. What they do not exclude is a candidate, to be run.

use crate::explore::{Exploration, NodeId};
use crate::log::Log;
use base::{Budget, Cfa, Domain, EdgeId, Op, SortedMap, SortedSet};

/// A step whose exact result would have excluded the error.
#[derive(Clone, Debug)]
pub struct Culprit<S> {
    pub node: NodeId,
    pub fault: Fault,
    /// The states from which the error would follow, as far as the node's state has them.
    pub error: S,
    /// How many edges the counterexample has: from the entry to the node, and from there to the alarm.
    pub length: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The transfer along this edge into the node.
    Transfer(EdgeId),
    /// The join of the arrivals.
    Join,
    /// The widening with the previous node.
    Widen,
}

/// A path from the entry that the preimages do not exclude: its edges, and after each one the states that lead on.
pub type Candidate<S> = Vec<(EdgeId, S)>;

/// Everything that an alarm rests on, and what the walk found.
#[derive(Clone, Debug)]
pub struct Suspect<S> {
    pub alarm: NodeId,
    /// The cone, in order of creation.
    pub cone: Vec<NodeId>,
    pub culprits: Vec<Culprit<S>>,
    pub candidate: Option<Candidate<S>>,
}

/// An error preimage at a node and where it leads.
struct Preimage<S> {
    state: S,
    /// The edge, node and index of the preimage that this one was computed from; none at the alarm. A step to the same
    /// loop head one iteration earlier has no edge.
    next: Option<(Option<EdgeId>, NodeId, usize)>,
    /// Edges from here to the alarm.
    length: u32,
}

/// More preimages than this at one node are joined into one.
const MOST: usize = 12;

/// How sets are looked at on the way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// As the exploration looked at them.
    Quick,
    /// With all that the domain can find out (`Domain::is_refuted`).
    Close,
}

/// `None` if there is no time left for it: the walk may take longer than the exploration.
pub fn blame<D: Domain>(
    cfa: &Cfa,
    domain: &D,
    log: &Log<D>,
    found: &Exploration,
    alarm: NodeId,
    look: Look,
    budget: &Budget,
) -> Option<Suspect<D::State>> {
    let mut walk = Walk { cfa, domain, log, found, look, preimages: SortedMap::new(), culprits: Vec::new() };
    let at_alarm = log.state(found.node(alarm).step).clone();
    if walk.meet(&at_alarm, &at_alarm).is_none() {
        // Looked at closely, nothing is there: the transfers into the alarm did not notice.
        let arrivals = &found.node(alarm).arrivals;
        let culprits = arrivals
            .iter()
            .map(|a| Culprit { node: alarm, fault: Fault::Transfer(a.edge), error: at_alarm.clone(), length: found.node(alarm).depth })
            .collect();
        let mut cone: Vec<NodeId> = ancestors(found, alarm);
        cone.push(alarm);
        return Some(Suspect { alarm, cone, culprits, candidate: None });
    }
    walk.preimages.insert(alarm, vec![Preimage { state: at_alarm, next: None, length: 0 }]);
    let mut cone = Vec::new();
    let mut entry = None;
    // Parents are older than their children, so the youngest node is complete.
    let mut pending: SortedSet<NodeId> = [alarm].into();
    while let Some(id) = pending.pop_last() {
        cone.push(id);
        let node = found.node(id);
        if node.arrivals.is_empty() && node.previous.is_none() {
            entry = Some(id);
            continue;
        }
        let count = walk.preimages[&id].len();
        for index in 0..count {
            if budget.stopped().is_some() {
                return None;
            }
            for reached in walk.back(id, index) {
                pending.insert(reached);
            }
        }
    }
    cone.reverse();
    let candidate = entry.map(|id| walk.path_from(id));
    // The shortest counterexamples are refuted first: their preimages are the simplest, and so is what excludes them.
    let mut culprits = walk.culprits;
    let shortest = culprits.iter().map(|c| c.length).min();
    culprits.retain(|c| Some(c.length) == shortest);
    Some(Suspect { alarm, cone, culprits, candidate })
}

/// All nodes that a node rests on, in order of creation.
fn ancestors(found: &Exploration, of: NodeId) -> Vec<NodeId> {
    let mut seen = SortedSet::new();
    let mut pending = vec![of];
    while let Some(id) = pending.pop() {
        let node = found.node(id);
        for before in node.arrivals.iter().map(|a| a.from).chain(node.previous) {
            if seen.insert(before) {
                pending.push(before);
            }
        }
    }
    seen.into_iter().collect()
}

struct Walk<'a, D: Domain> {
    cfa: &'a Cfa,
    domain: &'a D,
    log: &'a Log<D>,
    found: &'a Exploration,
    look: Look,
    preimages: SortedMap<NodeId, Vec<Preimage<D::State>>>,
    culprits: Vec<Culprit<D::State>>,
}

impl<D: Domain> Walk<'_, D> {
    fn meet(&self, a: &D::State, b: &D::State) -> Option<D::State> {
        let both = self.domain.apply(Op::Meet(a, b), &D::Guide::default()).state;
        let empty = match self.look {
            Look::Quick => self.domain.is_bottom(&both),
            Look::Close => self.domain.is_refuted(&both),
        };
        (!empty).then_some(both)
    }

    /// One preimage of one node, taken back through all steps that made the node. Returns the nodes it came to.
    fn back(&mut self, id: NodeId, index: usize) -> Vec<NodeId> {
        let node = self.found.node(id).clone();
        let Preimage { state: error, length, .. } = &self.preimages[&id][index];
        let (error, length) = (error.clone(), *length);
        let total = node.depth + length;
        let mut reached = Vec::new();
        let mut touched = false;
        if let Some(previous) = node.previous
            && let Some(part) = self.meet(&error, self.log.state(self.found.node(previous).step))
        {
            touched = true;
            self.add(previous, part, (None, id, index), length);
            reached.push(previous);
        }
        for arrival in &node.arrivals {
            let Some(part) = self.meet(&error, self.log.state(arrival.step)) else { continue };
            touched = true;
            let stmt = &self.cfa.edge(arrival.edge).stmt;
            let before = self.domain.apply(Op::Pre(&part, stmt), &D::Guide::default()).state;
            match self.meet(&before, self.log.state(self.found.node(arrival.from).step)) {
                Some(before) => {
                    self.add(arrival.from, before, (Some(arrival.edge), id, index), length + 1);
                    reached.push(arrival.from);
                }
                None => self.culprits.push(Culprit { node: id, fault: Fault::Transfer(arrival.edge), error: part, length: total }),
            }
        }
        if !touched {
            // No input of the node has the error, so the node's own step made it. A join is at fault if it has it already.
            let in_join = self.meet(&error, self.log.state(node.joined)).is_some();
            let fault = if in_join || node.previous.is_none() { Fault::Join } else { Fault::Widen };
            self.culprits.push(Culprit { node: id, fault, error, length: total });
        }
        reached
    }

    fn add(&mut self, node: NodeId, state: D::State, next: (Option<EdgeId>, NodeId, usize), length: u32) {
        let known = self.preimages.entry(node).or_default();
        if known.iter().any(|p| self.domain.covered(&state, &[&p.state])) {
            return;
        }
        if known.len() >= MOST {
            let last = known.last_mut().expect("there are many");
            last.state = self.domain.apply(Op::Join(&last.state, &state), &D::Guide::default()).state;
            return;
        }
        known.push(Preimage { state, next: Some(next), length });
    }

    fn path_from(&self, entry: NodeId) -> Candidate<D::State> {
        let mut path = Vec::new();
        let mut at = self.preimages[&entry].first();
        while let Some((edge, node, index)) = at.and_then(|p| p.next) {
            let next = &self.preimages[&node][index];
            if let Some(edge) = edge {
                path.push((edge, next.state.clone()));
            }
            at = Some(next);
        }
        path
    }
}
