//! Minimal sufficient explanations: abstract counterexamples of an abstraction that is not disjunctive.
//!
//! McMillan, Zuck, §2: a sequence x₀ … xₙ of elements, each a minimal sufficient precondition of the next, the last of which does not
//! exclude the error. With control explicit, the points of one xᵢ may have been added by different blocks, so the sequence becomes a
//! directed graph without cycles: a node is a set of points at a cut point (its xᵢ), and for each step that added some of them an edge to
//! the node that explains these. A *course* is a path through it, from the start to the error: a sequence of blocks with an xᵢ between
//! each two. If no course is feasible the explanation is spurious; the courses are the concretisation sequences Γ of §4, one for each
//! sequence of blocks. Invariant: steps become older along the edges, so there are finitely many courses.

use super::cuts::{Cuts, START};
use super::fixpoint::Fixpoint;
use base::{Abstraction, Budget, LocId, NoAnswer};
use std::collections::{BTreeMap, BTreeSet};

/// At most so many nodes, and so many courses.
const MOST_NODES: usize = 400;
const MOST_COURSES: usize = 12;

pub struct Node<P> {
    pub loc: LocId,
    pub points: Vec<P>,
    /// Blocks that lead here, each with the node before it.
    pub before: Vec<(usize, usize)>,
}

pub struct Explanation<P> {
    pub nodes: Vec<Node<P>>,
}

/// Blocks from the start to the error, each with the node that it starts from.
pub type Course = Vec<(usize, usize)>;

impl<P: Clone + Ord> Explanation<P> {
    /// Why the block, which leads to an error location, can be taken.
    pub fn new<A: Abstraction<Point = P>>(
        abstraction: &mut A,
        cuts: &Cuts<'_>,
        fixpoint: &Fixpoint<A>,
        error: LocId,
        budget: &Budget,
    ) -> Result<Self, NoAnswer> {
        let mut found = Explanation { nodes: vec![Node { loc: error, points: Vec::new(), before: Vec::new() }] };
        let mut known: BTreeMap<(LocId, Vec<P>), usize> = BTreeMap::new();
        // Only the first block that led to the error.
        let Some((point, _)) = fixpoint.points(error).next() else { return Ok(found) };
        found.nodes[0].points.push(point.clone());
        let mut open = vec![0];
        while let Some(n) = open.pop() {
            let (loc, points) = (found.nodes[n].loc, found.nodes[n].points.clone());
            // The points by the steps that added them.
            let mut by_step: BTreeMap<usize, Vec<P>> = BTreeMap::new();
            for p in points {
                let step = fixpoint.step_of(loc, &p).ok_or_else(|| NoAnswer("a point was never added".into()))?;
                by_step.entry(step).or_default().push(p);
            }
            for (step, points) in by_step {
                let step = &fixpoint.steps[step];
                let block = &cuts.blocks[step.block];
                let needed = abstraction.explain(block, &step.before, &points, budget)?;
                let origins: BTreeSet<P> = match block.from {
                    START => BTreeSet::new(),
                    _ => needed.iter().flat_map(|p| abstraction.origins(&step.before, p)).collect(),
                };
                let key = (block.from, origins.into_iter().collect::<Vec<P>>());
                let before = match known.get(&key) {
                    Some(node) => *node,
                    None => {
                        let node = found.nodes.len();
                        if node >= MOST_NODES {
                            return Err(NoAnswer("the explanation of an alarm is too large".into()));
                        }
                        found.nodes.push(Node { loc: key.0, points: key.1.clone(), before: Vec::new() });
                        known.insert(key, node);
                        if block.from != START {
                            open.push(node);
                        }
                        node
                    }
                };
                found.nodes[n].before.push((step.block, before));
            }
        }
        Ok(found)
    }

    /// The courses, the shortest first.
    pub fn courses(&self) -> Vec<Course> {
        let mut found = Vec::new();
        let mut open: std::collections::VecDeque<(usize, Course)> = [(0, Vec::new())].into();
        while let Some((node, course)) = open.pop_front() {
            if self.nodes[node].loc == START {
                found.push(course.into_iter().rev().collect());
                if found.len() >= MOST_COURSES {
                    break;
                }
                continue;
            }
            for &(block, before) in &self.nodes[node].before {
                let mut longer: Course = course.clone();
                longer.push((block, before));
                open.push_back((before, longer));
            }
        }
        found
    }

    /// How many points there are on all nodes.
    pub fn size(&self) -> usize {
        self.nodes.iter().map(|n| n.points.len()).sum()
    }
}
