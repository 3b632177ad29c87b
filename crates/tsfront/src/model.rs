//! Models, and their way back through simplifications.

use crate::fill;
use crate::system::System;
use crate::term::Rel;
use base::exec::eval::{self, State, Value};
use base::{CmpOp, Expr, Formula, Int, SortedMap, VarId};
use std::sync::Arc;

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
#[derive(Clone, Debug)]
pub struct Back {
    /// One per relation of the simplified system.
    pub parts: Vec<Part>,
    /// Sets of relations that the simplified system does not have; those without one are empty.
    pub fixed: Vec<(Rel, Formula)>,
    /// The number of relations of the original.
    pub relations: usize,
    /// The original, if it has relations whose sets are what its clauses make of the others.
    pub derived: Option<Arc<System>>,
}

impl Back {
    /// Nothing has changed but clauses.
    pub fn same(args: &[usize]) -> Self {
        let part = |(i, n): (usize, &usize)| Part { of: Rel(i as u32), kept: (0..*n).collect(), given: Formula::True };
        Back { parts: args.iter().enumerate().map(part).collect(), fixed: Vec::new(), relations: args.len(), derived: None }
    }

    /// The model of the original; none if a derived set cannot be written.
    pub fn apply(&self, model: &Model) -> Option<Model> {
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
        let Some(original) = &self.derived else {
            return Some(Model { sets: sets.into_iter().map(Formula::or).collect() });
        };
        let is_known = |r: usize| self.parts.iter().any(|p| p.of.index() == r) || self.fixed.iter().any(|(f, _)| f.index() == r);
        let partial = sets.into_iter().enumerate().map(|(r, parts)| is_known(r).then(|| Formula::or(parts))).collect();
        fill::complete(original, partial)
    }

    /// What is known of a tuple of the original from one of the simplified system, by argument.
    pub fn lift(&self, rel: Rel, known: &SortedMap<usize, Int>) -> Option<(Rel, SortedMap<usize, Int>)> {
        let part = self.parts.get(rel.index())?;
        let mut values: SortedMap<usize, Int> = SortedMap::new();
        for (i, value) in known {
            values.insert(*part.kept.get(*i)?, value.clone());
        }
        let given = part.given.parts();
        // Values that follow from others, until no more do.
        loop {
            let before = values.len();
            for conjunct in given {
                if let Formula::Cmp(CmpOp::Eq, a, e) = conjunct
                    && let Expr::Var(v) = **a
                    && !values.contains_key(&v.index())
                    && let Some(value) = evaluated(e, &values)
                {
                    values.insert(v.index(), value);
                }
            }
            if values.len() == before {
                return Some((part.of, values));
            }
        }
    }
}

/// The value of a term over arguments that are known.
fn evaluated(e: &Expr, known: &SortedMap<usize, Int>) -> Option<Int> {
    let vars = e.vars();
    if !vars.iter().all(|v| known.contains_key(&v.index())) {
        return None;
    }
    let size = vars.iter().map(|v| v.index() + 1).max().unwrap_or(0);
    let value = |i| Value::Int(known.get(&i).cloned().unwrap_or_default());
    eval::int(e, &State { values: (0..size).map(value).collect() })
}
