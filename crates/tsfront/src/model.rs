//! Models, and their way back through simplifications.

use crate::term::Rel;
use base::{Expr, Formula, VarId};

/// A set per relation of a system: `VarId(i)` is the relation's argument `i`, a Boolean one is 1 if it holds and 0 if not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    pub sets: Vec<Formula>,
}

/// What a relation of the simplified system says about one of the original.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub of: Rel,
    /// Which argument of the original each argument is.
    pub kept: Vec<usize>,
    /// What holds besides, over the arguments of the original.
    pub given: Formula,
}

/// How a model of a simplified system becomes one of the original: a relation is the union of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Back {
    /// One per relation of the simplified system.
    pub parts: Vec<Part>,
    /// Sets of relations that the simplified system does not have; those without one are empty.
    pub fixed: Vec<(Rel, Formula)>,
    /// The number of relations of the original.
    pub relations: usize,
}

impl Back {
    /// Nothing has changed but clauses.
    pub fn same(args: &[usize]) -> Self {
        let part = |(i, n): (usize, &usize)| Part { of: Rel(i as u32), kept: (0..*n).collect(), given: Formula::True };
        Back { parts: args.iter().enumerate().map(part).collect(), fixed: Vec::new(), relations: args.len() }
    }

    pub fn apply(&self, model: &Model) -> Model {
        let mut sets: Vec<Vec<Formula>> = vec![Vec::new(); self.relations];
        for (part, set) in self.parts.iter().zip(&model.sets) {
            let renamed = set.subst(&|e| match e {
                Expr::Var(v) => part.kept.get(v.index()).map(|i| Expr::Var(VarId(*i as u32))),
                _ => None,
            });
            sets[part.of.index()].push(Formula::and([part.given.clone(), renamed]));
        }
        for (r, set) in &self.fixed {
            sets[r.index()].push(set.clone());
        }
        Model { sets: sets.into_iter().map(Formula::or).collect() }
    }
}
