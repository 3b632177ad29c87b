//! Minimal sufficient explanations: abstract counterexamples of an abstraction that is not disjunctive.
//!
//! McMillan, Zuck, §2: a sequence x₀ … xₙ of elements, each a minimal sufficient precondition of the next, the last of which does not
//! exclude the error. With control explicit, the points of one xᵢ may have been added by different blocks, so the sequence becomes a
//! directed graph without cycles: a node is a set of points at a cut point (its xᵢ), and for each step that added some of them an edge to
//! the node that explains these. A *course* is a path through it, from the start to the error: a sequence of blocks with an xᵢ between
//! each two. If no course is feasible the explanation is spurious; the courses are the concretisation sequences Γ of §4, one for each
//! sequence of blocks. Invariant: steps become older along the edges, so there are finitely many courses.

use super::fixpoint::Fixpoint;
use crate::blocks::cuts::{Cuts, START};
use base::{Abstraction, Budget, LocId, NoAnswer, SortedMap, SortedSet};
use std::collections::VecDeque;

/// At most so many nodes, and so many courses.
const MOST_NODES: usize = 400;
const MOST_COURSES: usize = 8;

pub struct Node<P> {
    pub loc: LocId,
    pub points: Vec<P>,
    /// Blocks that lead here, each with the node before it; none if nobody has asked yet.
    before: Option<Vec<(usize, usize)>>,
}

pub struct Explanation<P> {
    pub nodes: Vec<Node<P>>,
    /// The shortest courses, the shortest first.
    pub courses: Vec<Course>,
}

/// Blocks from the start to the error, each with the node that it starts from.
pub type Course = Vec<(usize, usize)>;

impl<P: Clone + Ord> Explanation<P> {
    /// Why the error location is reached. Nodes are explained as the courses need them.
    pub fn new<A: Abstraction<Point = P>>(
        abstraction: &mut A,
        cuts: &Cuts<'_>,
        fixpoint: &Fixpoint<A>,
        error: LocId,
        budget: &Budget,
    ) -> Result<Self, NoAnswer> {
        // Only the first block that led to the error.
        let points = fixpoint.points(error).next().map(|(p, _)| p.clone()).into_iter().collect();
        let mut found = Explanation { nodes: vec![Node { loc: error, points, before: None }], courses: Vec::new() };
        let mut known: SortedMap<(LocId, Vec<P>), usize> = SortedMap::new();
        let mut open: VecDeque<(usize, Course)> = [(0, Vec::new())].into();
        while let Some((node, course)) = open.pop_front() {
            if found.nodes[node].loc == START {
                found.courses.push(course.into_iter().rev().collect());
                if found.courses.len() >= MOST_COURSES {
                    break;
                }
                continue;
            }
            // Some courses are better than none.
            let tired = found.nodes.len() >= MOST_NODES || budget.stopped().is_some();
            if tired && !found.courses.is_empty() {
                break;
            }
            if tired {
                return Err(NoAnswer("the explanation of an alarm is too large".into()));
            }
            for (block, before) in found.before(node, &mut known, abstraction, cuts, fixpoint, budget)? {
                let mut longer: Course = course.clone();
                longer.push((block, before));
                open.push_back((before, longer));
            }
        }
        Ok(found)
    }

    /// What leads to a node.
    fn before<A: Abstraction<Point = P>>(
        &mut self,
        node: usize,
        known: &mut SortedMap<(LocId, Vec<P>), usize>,
        abstraction: &mut A,
        cuts: &Cuts<'_>,
        fixpoint: &Fixpoint<A>,
        budget: &Budget,
    ) -> Result<Vec<(usize, usize)>, NoAnswer> {
        if let Some(before) = &self.nodes[node].before {
            return Ok(before.clone());
        }
        let (loc, points) = (self.nodes[node].loc, self.nodes[node].points.clone());
        // The points by the steps that added them.
        let mut by_step: SortedMap<usize, Vec<P>> = SortedMap::new();
        for p in points {
            let step = fixpoint.step_of(loc, &p).ok_or_else(|| NoAnswer("a point was never added".into()))?;
            by_step.entry(step).or_default().push(p);
        }
        let mut before = Vec::new();
        for (step, points) in by_step {
            let step = &fixpoint.steps[step];
            let block = &cuts.blocks[step.block];
            let needed = abstraction.explain(block, &step.before, &points, budget)?;
            let origins: SortedSet<P> = match block.from {
                START => SortedSet::new(),
                _ => needed.iter().flat_map(|p| abstraction.origins(&step.before, p)).collect(),
            };
            let key = (block.from, origins.into_iter().collect::<Vec<P>>());
            let next = self.nodes.len();
            let from = *known.entry(key.clone()).or_insert(next);
            if from == next {
                self.nodes.push(Node { loc: key.0, points: key.1, before: None });
            }
            before.push((step.block, from));
        }
        self.nodes[node].before = Some(before.clone());
        Ok(before)
    }

    /// How many points there are on all nodes.
    pub fn size(&self) -> usize {
        self.nodes.iter().map(|n| n.points.len()).sum()
    }
}
