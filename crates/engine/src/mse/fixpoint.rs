//! Forwards: the least fixpoint of the abstract transformer over the cut points, with a record of why each point is there.
//!
//! McMillan, Zuck, §2, with control made explicit: instead of applying τ♯ to all cut points at once, blocks are applied one after the other in weak
//! topological order, so the step of a point is not its distance from the start but the application that added it. What the seed
//! needs remains: every point has a step, and the element before the step consists of points of earlier steps. Invariant: at the end no block from a
//! cut point adds anything.

use crate::blocks::cuts::{Cuts, START};
use base::wto::Wto;
use base::{Abstraction, Budget, LocId, NoAnswer, SortedMap, SortedSet};

/// One application of a block that added points.
pub struct Step<A: Abstraction> {
    pub block: usize,
    /// What it was applied to.
    pub before: A::Element,
}

pub struct Fixpoint<A: Abstraction> {
    pub at: SortedMap<LocId, A::Element>,
    pub steps: Vec<Step<A>>,
    /// The step that added a point.
    added: SortedMap<LocId, SortedMap<A::Point, usize>>,
}

impl<A: Abstraction> Fixpoint<A> {
    /// Computes it; error locations are reached last, so that an alarm is one of the whole fixpoint. None if it was `interrupted`, which
    /// is asked between blocks.
    pub fn new(
        abstraction: &mut A,
        cuts: &Cuts<'_>,
        wto: &Wto,
        is_error: impl Fn(LocId) -> bool,
        interrupted: &mut dyn FnMut() -> bool,
        budget: &Budget,
    ) -> Result<Option<Self>, NoAnswer> {
        let mut found = Fixpoint { at: SortedMap::new(), steps: Vec::new(), added: SortedMap::new() };
        found.at.insert(START, abstraction.top(START));
        let position = |l: LocId| if l == START { 0 } else { 1 + wto.position(l) };
        let mut open: SortedSet<(u32, LocId)> = [(0, START)].into();
        while let Some((_, l)) = open.pop_first() {
            for &b in cuts.from(l).iter().filter(|b| !is_error(cuts.blocks[**b].to)) {
                if interrupted() {
                    return Ok(None);
                }
                if found.apply(abstraction, cuts, b, budget)? {
                    let to = cuts.blocks[b].to;
                    open.insert((position(to), to));
                }
            }
        }
        let errors: Vec<usize> = (0..cuts.blocks.len()).filter(|b| is_error(cuts.blocks[*b].to)).collect();
        for b in errors {
            found.apply(abstraction, cuts, b, budget)?;
        }
        Ok((!interrupted()).then_some(found))
    }

    /// Whether something was added.
    fn apply(&mut self, abstraction: &mut A, cuts: &Cuts<'_>, b: usize, budget: &Budget) -> Result<bool, NoAnswer> {
        let block = &cuts.blocks[b];
        let Some(before) = self.at.get(&block.from).cloned() else { return Ok(false) };
        let mut after = self.at.get(&block.to).cloned().unwrap_or_else(|| abstraction.bottom(block.to));
        let new = abstraction.image(block, &before, &mut after, budget)?;
        if new.is_empty() {
            return Ok(false);
        }
        let step = self.steps.len();
        let added = self.added.entry(block.to).or_default();
        added.extend(new.into_iter().map(|p| (p, step)));
        self.at.insert(block.to, after);
        self.steps.push(Step { block: b, before });
        Ok(true)
    }

    /// The points of a cut point that were added by each step.
    pub fn points(&self, at: LocId) -> impl Iterator<Item = (&A::Point, usize)> {
        self.added.get(&at).into_iter().flatten().map(|(p, s)| (p, *s))
    }

    pub fn step_of(&self, at: LocId, point: &A::Point) -> Option<usize> {
        self.added.get(&at)?.get(point).copied()
    }
}
