//! Hints, sites and lessons: what a refiner has learnt, as data that can be printed, parsed and replayed.
//!
//! The vocabulary is small and shared by all domains. A domain may ignore a hint; that may cost precision, never
//! soundness. Which paper each hint comes from:
//!
//! | hint | paper |
//! |---|---|
//! | [`Hint::Merge`], [`Hint::Join`] | Gulavani, Rajamani (TACAS 2006): ⟨i, ⊞⟩ and ⟨i, ∪⟩ |
//! | [`Hint::Ceiling`] | the same, §4 (monotone refinement); Gulavani et al. (TACAS 2008): the hint DAG |
//! | [`Hint::Bound`], [`Hint::Split`] | Gulavani, Chakraborty, Nori, Rajamani (TACAS 2008): interpolants, DAG splits |
//! | [`Hint::Track`] | Cousot, Ganty, Raskin (SAS 2007): Z-sets; Podelski, Wies (POPL 2010): predicates; McMillan, Zuck: indexed predicates |
//! | [`Hint::Focus`] | Podelski, Wies (POPL 2010), §4 |
//! | [`Hint::Instantiate`] | McMillan, Zuck: Abstract Counterexamples for Non-disjunctive Abstractions, §3 |

use crate::cfa::LocId;
use crate::domain::OpKind;
use crate::expr::{Expr, Formula};
use std::fmt;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hint {
    /// Keep the formula in the result whenever it is true there: for join and widening when all inputs satisfy it, for a
    /// transfer when the exact result does.
    Bound(Formula),
    /// The formula (perhaps with free index variables) belongs to the vocabulary here.
    Track(Formula),
    /// ⊞ instead of ∇.
    Merge,
    /// ∪ instead of ∇ and of ⊞.
    Join,
    /// Intersect with what the previous run had at this node. Only a driver makes one, from a completed post-fixpoint or
    /// from the same node; it is never a free hint.
    Ceiling(NodePath),
    /// Do not join here; keep the branches apart.
    Split,
    /// If the state implies the guard, present it over these predicates before the transfer.
    Focus { guard: Formula, preds: Vec<Formula> },
    /// Use this term for the index variables.
    Instantiate(Expr),
}

/// The identity of a node of an exploration, such that the same node of a later run has the same path.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct NodePath(pub Vec<u32>);

impl fmt::Display for NodePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.0.iter().enumerate() {
            write!(f, "{}{part}", if i > 0 { "." } else { "" })?;
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Scope {
    Everywhere,
    Loc(LocId),
    Node(NodePath),
}

/// Where a hint applies: a scope, an operation and, where the paper counts iterations, a visit (from 1).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site {
    pub scope: Scope,
    pub op: OpKind,
    pub visit: Option<u32>,
}

impl Site {
    pub fn everywhere(op: OpKind) -> Self {
        Site { scope: Scope::Everywhere, op, visit: None }
    }

    pub fn loc(loc: LocId, op: OpKind) -> Self {
        Site { scope: Scope::Loc(loc), op, visit: None }
    }

    pub fn node(path: NodePath, op: OpKind) -> Self {
        Site { scope: Scope::Node(path), op, visit: None }
    }

    pub fn at_visit(self, visit: u32) -> Self {
        Site { visit: Some(visit), ..self }
    }
}

/// What one counterexample taught.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lesson {
    pub hints: Vec<(Site, Hint)>,
}

impl Lesson {
    pub fn one(site: Site, hint: Hint) -> Self {
        Lesson { hints: vec![(site, hint)] }
    }
}
