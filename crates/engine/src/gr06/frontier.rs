//! The frontier H of runs that wait to be refined.
//!
//! Gulavani, Rajamani (TACAS 2006), `SARefinement` (Figure 4 (c)): an element is a set of hints and the previous run. The
//! paper picks any element; here it is the oldest, so that each has its turn. The heuristics of §5: ⊞ is not used in
//! consecutive refinements, and H does not grow beyond three: then only one of the alternatives is taken.

use super::Mode;
use super::sequence::Before;
use crate::precision::Precision;
use base::{Hint, Lesson, LocId, SortedMap, Why};
use std::collections::VecDeque;

/// The most elements of H under the second heuristic.
const MOST: usize = 3;

/// Hints to run with, and what is known from the run before.
#[derive(Clone, Debug)]
pub struct Branch<S> {
    pub hints: Precision,
    pub before: Option<Before<S>>,
    /// What it refines.
    pub refines: Option<super::Refined>,
    /// Whether the last refinement used ⊞.
    merged: bool,
    /// Error locations that no lesson helps under these hints.
    pub stuck: SortedMap<LocId, Why>,
}

impl<S> Branch<S> {
    pub fn root() -> Self {
        Branch { hints: Precision::default(), before: None, refines: None, merged: false, stuck: SortedMap::new() }
    }

    /// The branch after one more lesson; `None` if it knew the lesson.
    pub fn child(&self, lesson: &Lesson, before: Before<S>, refines: super::Refined) -> Option<Self> {
        let mut hints = self.hints.clone();
        let merged = merges(lesson);
        hints.learn(lesson).then(|| Branch { hints, before: Some(before), refines: Some(refines), merged, stuck: self.stuck.clone() })
    }
}

fn merges(lesson: &Lesson) -> bool {
    lesson.hints.iter().any(|(_, h)| *h == Hint::Merge)
}

pub struct Frontier<S> {
    mode: Mode,
    prune: bool,
    waiting: VecDeque<Branch<S>>,
}

impl<S> Frontier<S> {
    pub fn new(mode: Mode, prune: bool) -> Self {
        Frontier { mode, prune, waiting: [Branch::root()].into() }
    }

    pub fn pick(&mut self) -> Option<Branch<S>> {
        self.waiting.pop_front()
    }

    pub fn push(&mut self, branch: Branch<S>) {
        self.waiting.push_back(branch);
    }

    /// Those of a refiner's alternatives that are followed after `branch`, which was picked.
    pub fn choose<'l>(&self, branch: &Branch<S>, alternatives: &'l [Lesson]) -> &'l [Lesson] {
        let [coarse, precise] = alternatives else { return alternatives };
        debug_assert!(merges(coarse) && !merges(precise));
        let only_precise = std::slice::from_ref(precise);
        match self.mode {
            Mode::Absolute => only_precise,
            _ if self.prune && branch.merged => only_precise,
            Mode::Monotone => std::slice::from_ref(coarse),
            Mode::Systematic if self.prune && self.waiting.len() + 2 > MOST => std::slice::from_ref(coarse),
            Mode::Systematic => alternatives,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Refined;
    use super::super::refine::site;
    use super::super::sequence::Sequence;
    use super::*;
    use std::rc::Rc;

    fn two(step: usize) -> [Lesson; 2] {
        [Hint::Merge, Hint::Join].map(|h| Lesson::one(site(LocId(0), step), h))
    }

    fn child(branch: &Branch<()>, lesson: &Lesson) -> Option<Branch<()>> {
        let run = Rc::new(Sequence { steps: Vec::new(), closing: Rc::default() });
        branch.child(lesson, Before { run, from: 1, ceilings: true }, Refined { run: 0, target: LocId(1) })
    }

    #[test]
    fn merges_are_not_consecutive_and_the_frontier_stays_small() {
        let mut frontier: Frontier<()> = Frontier::new(Mode::Systematic, true);
        let mut most = 0;
        for step in 1..20 {
            let branch = frontier.pick().unwrap();
            let alternatives = two(step);
            let chosen = frontier.choose(&branch, &alternatives);
            assert!(!branch.merged || !chosen.iter().any(merges));
            for lesson in chosen {
                frontier.push(child(&branch, lesson).unwrap());
            }
            most = most.max(frontier.waiting.len());
        }
        assert_eq!(most, MOST);
    }

    #[test]
    fn without_pruning_both_alternatives_are_always_followed() {
        let mut frontier: Frontier<()> = Frontier::new(Mode::Systematic, false);
        for step in 1..6 {
            let branch = frontier.pick().unwrap();
            for lesson in frontier.choose(&branch, &two(step)).to_vec() {
                frontier.push(child(&branch, &lesson).unwrap());
            }
            assert_eq!(frontier.waiting.len(), step + 1);
        }
        let absolute: Frontier<()> = Frontier::new(Mode::Absolute, true);
        assert!(!absolute.choose(&Branch::root(), &two(1)).iter().any(merges));
    }

    #[test]
    fn a_lesson_is_followed_once() {
        let [merge, join] = two(1);
        let merged = child(&Branch::root(), &merge).unwrap();
        assert!(child(&merged, &merge).is_none());
        assert!(child(&merged, &join).is_some(), "∪ after ⊞ is a lesson of its own");
    }
}
