//! Simplifications of systems: each gives an equisatisfiable system and the way back for its models.

pub mod apart;
pub mod cases;
pub mod control;
pub mod depend;
pub mod inline;
pub mod mux;
pub mod prune;
pub mod slice;
pub mod solve;

use crate::model::{Back, Model};
use crate::system::System;
use crate::term::Rel;
use base::Int;
use base::SortedMap;

/// A simplified system and the way back, last step first.
#[derive(Clone, Debug)]
pub struct Simplified {
    pub system: System,
    pub back: Vec<Back>,
}

impl Simplified {
    pub fn new(system: System) -> Self {
        Simplified { system, back: Vec::new() }
    }

    pub fn then(mut self, step: impl FnOnce(System) -> (System, Back)) -> Self {
        let (system, back) = step(self.system);
        self.back.push(back);
        Simplified { system, back: self.back }
    }

    /// The model of the original system that a model of the simplified one is; none if it cannot be written.
    pub fn original_model(&self, model: &Model) -> Option<Model> {
        self.back.iter().rev().try_fold(model.clone(), |m, back| back.apply(&m))
    }

    /// What is known of a tuple of the original system from one of the simplified system, by argument.
    pub fn lift(&self, rel: Rel, values: &[Int]) -> Option<(Rel, SortedMap<usize, Int>)> {
        let known = values.iter().cloned().enumerate().collect();
        self.back.iter().rev().try_fold((rel, known), |(rel, known), back| back.lift(rel, &known))
    }
}

/// Cases of a clause, for data.
const LIMIT: cases::Limit = cases::Limit { cases: 64, splits: 2000 };

const BOUNDS: control::Bounds = control::Bounds { relations: 300, clauses: 3000, limit: LIMIT };

/// All steps that pay.
pub fn simplify(system: System) -> Simplified {
    let mut s = Simplified::new(apart::apart(depend::normal(system)));
    s = tidy(s);
    if s.system.linear().is_ok() {
        if s.system.relations.len() > 1 {
            s = tidy(s.then(inline::inline));
        }
        let bits = control::booleans(&s.system);
        if bits.iter().any(|b| !b.is_empty())
            && let Some((system, back)) = control::recover(&s.system, bits, BOUNDS)
        {
            s.system = system;
            s.back.push(back);
            s = tidy(s);
        }
    }
    s.system = cases::split(s.system, LIMIT);
    tidy(s)
}

/// Determined arguments, solved equations, slicing, until no argument goes any more.
pub fn tidy(mut s: Simplified) -> Simplified {
    loop {
        let before = size(&s.system);
        s = s.then(depend::eliminate);
        s.system = prune::prune(solved(s.system));
        s = s.then(slice::slice);
        if size(&s.system) == before {
            return s;
        }
    }
}

fn size(system: &System) -> (usize, usize, usize) {
    (system.relations.len(), system.relations.iter().map(|r| r.args.len()).sum(), system.clauses.len())
}

/// The equations of every clause solved; clauses that hold trivially are gone.
pub fn solved(mut system: System) -> System {
    let clauses = std::mem::take(&mut system.clauses);
    for clause in clauses {
        system.clauses.extend(solve::solve(&mut system.terms, &clause));
    }
    system
}
