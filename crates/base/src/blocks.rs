//! Abstractions that are not disjunctive: what they offer to an engine that steps from cut point to cut point.
//!
//! McMillan, Zuck: *Abstract Counterexamples for Non-disjunctive Abstractions* (seed of the engine `mse`). A lattice of such an
//! abstraction is atomistic: an element is a set of *points* (its atoms), but the meaning of a set of points is more than the union of
//! their meanings, so a point may need several points before it. That is why [`Abstraction::explain`] answers with a set.
//!
//! Control is explicit: there is an element for each cut point, and a *block* is a path between two of them without others in between.

use crate::SortedSet;
use crate::budget::Budget;
use crate::cfa::{EdgeId, LocId, Stmt, VarId};
use crate::expr::{Expr, Formula};
use std::fmt::Debug;

/// The index variables: what is said with one of them free is said of all integers, with both of them of all pairs with the first below the second.
pub const INDICES: [&str; 2] = ["k0", "k1"];

/// What index variables stand for at the locations of a program.
#[derive(Clone, Debug, Default)]
pub struct Places {
    pub live: Vec<SortedSet<VarId>>,
    /// The variables that are live for more than the question which objects are lost.
    pub followed: Vec<SortedSet<VarId>>,
    /// The variables that are swept over, by the loops around a location, the innermost first; the last set has all.
    pub swept: Vec<Vec<SortedSet<VarId>>>,
    /// The live variables that the loops around a location choose anew in every round.
    pub chosen: Vec<SortedSet<VarId>>,
    /// Whether all indices are natural numbers: then the index variables are, too.
    pub natural: bool,
}

impl Places {
    pub fn is_live(&self, at: LocId, v: VarId) -> bool {
        self.live.get(at.index()).is_none_or(|live| live.contains(&v))
    }

    pub fn is_followed(&self, at: LocId, v: VarId) -> bool {
        self.followed.get(at.index()).is_none_or(|followed| followed.contains(&v))
    }

    /// The sets of variables that are swept over: at least one.
    pub fn levels(&self, at: LocId) -> Vec<SortedSet<VarId>> {
        self.swept.get(at.index()).filter(|s| !s.is_empty()).cloned().unwrap_or_else(|| vec![SortedSet::new()])
    }

    pub fn is_chosen(&self, at: LocId, v: VarId) -> bool {
        self.chosen.get(at.index()).is_some_and(|chosen| chosen.contains(&v))
    }

    /// Whether an index variable stands for a variable in an index, given what is swept over.
    pub fn is_named(&self, at: LocId, swept: &SortedSet<VarId>, v: VarId) -> bool {
        swept.contains(&v) || !self.is_live(at, v)
    }
}

/// A path from cut point to cut point.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub from: LocId,
    pub to: LocId,
    pub edges: Vec<EdgeId>,
    pub stmts: Vec<&'a Stmt>,
    /// Whether it starts where runs do: there every variable is 0.
    pub from_start: bool,
    /// What is known to hold at its start, from elsewhere.
    pub premise: Formula,
}

/// Why an abstraction has no answer: the question was too hard, or the time is over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoAnswer(pub String);

/// Invariant: what a block leads to from the meaning of an element is in the meaning of its image.
pub trait Abstraction {
    type Point: Clone + Ord + Debug;
    type Element: Clone + Debug;

    fn bottom(&self, at: LocId) -> Self::Element;

    /// All states.
    fn top(&self, at: LocId) -> Self::Element;

    /// The element of exactly these points.
    fn of_points(&self, at: LocId, points: &[Self::Point]) -> Self::Element;

    /// Adds to `after` what the block leads to from `before`: the points that had to be added, in their order.
    fn image(
        &mut self,
        block: &Block<'_>,
        before: &Self::Element,
        after: &mut Self::Element,
        budget: &Budget,
    ) -> Result<Vec<Self::Point>, NoAnswer>;

    /// A minimal set of points of `before` from which the block leads to all of `points`, which are of its image.
    fn explain(
        &mut self,
        block: &Block<'_>,
        before: &Self::Element,
        points: &[Self::Point],
        budget: &Budget,
    ) -> Result<Vec<Self::Point>, NoAnswer>;

    /// The points that were added to the element and together brought this one into it: itself, if nothing is lost between them.
    fn origins(&self, element: &Self::Element, point: &Self::Point) -> Vec<Self::Point>;

    /// The states that an element means at a location.
    fn gamma(&self, at: LocId, element: &Self::Element) -> Formula;

    /// The same within a premise, in few words.
    fn brief(&mut self, at: LocId, element: &Self::Element, premise: &Formula, budget: &Budget) -> Formula;

    /// Adds what a conjunction says, made general, to the vocabulary at a location: the predicates that are new.
    fn track(&mut self, at: LocId, conjuncts: &[Formula]) -> Vec<Formula>;

    /// Adds a term for the index variables, over the variables at the start of a block. Whether it is new.
    fn instantiate(&mut self, term: &Expr) -> bool;

    /// Becomes more precise over the same predicates. Whether it can.
    fn sharpen(&mut self) -> bool;

    /// How many questions have been asked of a solver.
    fn questions(&self) -> u64;

    /// How many predicates are tracked, over all locations.
    fn predicates(&self) -> usize;
}
