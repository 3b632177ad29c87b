//! The forward fixpoint within Z, on ideals of sums.
//!
//! Ideals are explored as in the tree of Karp and Miller (Parallel program schemata, 1969): one that is strictly above an ancestor gets ω where it
//! has grown. Then it is cut by Z again. That over-approximates (a repetition might leave Z on the way, and with transfers it might not grow for ever), which
//! is sound. It ends: in an infinite branch some chain of ideals would grow for ever, each growth giving ω or one of the
//! finitely many bounds of Z.

use crate::closed::{DownSet, OMEGA, UpSet, below};
use crate::step::Step;
use base::{Budget, Stop};

pub struct Forward {
    pub reached: DownSet,
    /// Whether no step (and no start) leaves Z.
    pub stays: bool,
}

struct Node {
    ideal: Vec<u64>,
    parent: Option<usize>,
}

/// A set R with (I ∪ post(R)) ∩ Z ⊆ R ⊆ Z, where I are the vectors between `low` and `high` and `outside` is the complement of Z.
pub fn fixpoint(steps: &[Step], low: &[u64], high: &[u64], outside: &UpSet, budget: &Budget) -> Result<Forward, Stop> {
    let mut forward = Forward { reached: DownSet::empty(), stays: true };
    let mut nodes: Vec<Node> = Vec::new();
    let mut todo: Vec<usize> = Vec::new();
    let least: Vec<Vec<u64>> = steps.iter().map(Step::least_after).collect();
    let start = DownSet::below([high.to_vec()]).without(outside, budget)?;
    forward.stays &= start.contains(high);
    for ideal in start.maximal().iter().filter(|m| below(low, m)) {
        forward.reached.insert(ideal.clone());
        todo.push(nodes.len());
        nodes.push(Node { ideal: ideal.clone(), parent: None });
    }
    while let Some(n) = todo.pop() {
        // What was covered by something larger since is explored there.
        if !forward.reached.maximal().contains(&nodes[n].ideal) {
            continue;
        }
        for (step, least) in steps.iter().zip(&least) {
            if let Some(stop) = budget.stopped() {
                return Err(stop);
            }
            let Some(next) = step.post(&nodes[n].ideal) else { continue };
            if forward.reached.contains(&next) {
                continue;
            }
            let inside = DownSet::below([next.clone()]).without(outside, budget)?;
            forward.stays &= inside.contains(&next);
            for part in inside.maximal().iter().filter(|m| below(least, m)) {
                let Some(grown) = accelerated(&nodes, n, part) else {
                    add(&mut forward.reached, &mut nodes, &mut todo, part.clone(), n);
                    continue;
                };
                for part in DownSet::below([grown]).without(outside, budget)?.maximal() {
                    add(&mut forward.reached, &mut nodes, &mut todo, part.clone(), n);
                }
            }
        }
    }
    Ok(forward)
}

fn add(reached: &mut DownSet, nodes: &mut Vec<Node>, todo: &mut Vec<usize>, ideal: Vec<u64>, parent: usize) {
    if reached.insert(ideal.clone()) {
        todo.push(nodes.len());
        nodes.push(Node { ideal, parent: Some(parent) });
    }
}

/// The ideal with ω where it exceeds an ancestor that is below it, if there is such a place.
fn accelerated(nodes: &[Node], parent: usize, ideal: &[u64]) -> Option<Vec<u64>> {
    let mut grown = ideal.to_vec();
    let mut ancestor = Some(parent);
    while let Some(a) = ancestor {
        let old = &nodes[a].ideal;
        if below(old, &grown) {
            for (g, o) in grown.iter_mut().zip(old).filter(|(g, o)| **g > **o) {
                debug_assert!(*o != OMEGA);
                *g = OMEGA;
            }
        }
        ancestor = nodes[a].parent;
    }
    (grown != ideal).then_some(grown)
}
