//! Abstractions that keep disjunctions and can be focused: what they offer to an engine that refines node by node.
//!
//! Podelski, Wies: *Counterexample-Guided Focus* (POPL 2010), §3.2 and §4. An element of such an abstraction is a disjunction of *abstract states*, each over the
//! predicates that its node tracks. The predicates of a location are numbered; which of them are tracked is up to each node. The post
//! operator of a block goes from the predicates of one node to those of another, and may be focused: its argument is presented over more predicates and split first.

use crate::SortedSet;
use crate::blocks::{Block, NoAnswer};
use crate::budget::Budget;
use crate::cfa::LocId;
use crate::expr::Formula;
use std::fmt::Debug;
use std::time::Duration;

/// What was asked of a solver, and how long it took to answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Asked {
    pub questions: u64,
    /// Questions that had been answered before.
    pub known: u64,
    pub time: Duration,
}

impl std::ops::Add for Asked {
    type Output = Asked;

    fn add(self, other: Asked) -> Asked {
        Asked { questions: self.questions + other.questions, known: self.known + other.known, time: self.time + other.time }
    }
}

/// Numbers of predicates at a location.
pub type Tracked = SortedSet<usize>;

/// A focus on a block: presented over the predicates, and split by the conjuncts, **if** the abstract state contradicts the conjunction. (The conjunction says from where
/// the rest of a trace leads to an error; on other ways to the node it may be possible.)
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Focus {
    pub error: Vec<Formula>,
    pub preds: Tracked,
}

/// Invariant: what a block leads to from the meaning of some abstract states is in the meaning of their image.
pub trait Focusing {
    /// One abstract state.
    type State: Clone + Debug;

    /// All states.
    fn top(&self) -> Self::State;

    /// What a node at a location tracks at first.
    fn at_first(&self, at: LocId) -> Tracked;

    /// Adds further predicates of the program to what nodes track at first. Whether there are any.
    fn enrich(&mut self) -> bool;

    /// The predicates that make the conjunction expressible at a location.
    fn predicates(&mut self, at: LocId, conjuncts: &[Formula]) -> Tracked;

    /// The predicates that tell the objects apart which a block changes.
    fn changed(&mut self, block: &Block<'_>) -> Tracked;

    fn predicate(&self, at: LocId, number: usize) -> Option<&Formula>;

    /// What the block leads to, from predicates to predicates. Nothing if it cannot be taken.
    fn post(
        &mut self,
        block: &Block<'_>,
        before: &[Self::State],
        tracked: (&Tracked, &Tracked),
        foci: &[Focus],
        budget: &Budget,
    ) -> Result<Vec<Self::State>, NoAnswer>;

    /// One abstract state that includes what the block leads to and what is known there already; none if it adds nothing.
    fn absorb(
        &mut self,
        block: &Block<'_>,
        before: &Self::State,
        tracked: (&Tracked, &Tracked),
        known: Option<&Self::State>,
        budget: &Budget,
    ) -> Result<Option<Self::State>, NoAnswer>;

    /// Whether one abstract state includes another at the same location.
    fn includes(&self, larger: &Self::State, smaller: &Self::State) -> bool;

    /// Those that no other one includes.
    fn largest(&self, states: impl IntoIterator<Item = Self::State>) -> Vec<Self::State> {
        let mut largest: Vec<Self::State> = Vec::new();
        for state in states {
            if !largest.iter().any(|known| self.includes(known, &state)) {
                largest.retain(|known| !self.includes(&state, known));
                largest.push(state);
            }
        }
        largest
    }

    /// The states that an abstract state means at a location.
    fn gamma(&self, at: LocId, state: &Self::State) -> Formula;

    /// The same within a premise, in few words.
    fn brief(&mut self, at: LocId, state: &Self::State, premise: &Formula, budget: &Budget) -> Formula;

    /// What has been asked of a solver.
    fn asked(&self) -> Asked;
}
