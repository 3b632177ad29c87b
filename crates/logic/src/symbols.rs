//! The free variables that formulas speak of: those of an automaton, and fresh ones.

use base::{Cfa, Name, Sort, VarId};

/// Names and sorts by [`VarId`]. A fresh variable gets the next number, so a table of an automaton's variables can be
/// extended without renaming anything.
#[derive(Clone, Debug, Default)]
pub struct Symbols {
    vars: Vec<(Name, Sort)>,
}

impl Symbols {
    pub fn of(cfa: &Cfa) -> Self {
        Symbols { vars: cfa.vars.iter().map(|v| (v.name.clone(), v.sort.clone())).collect() }
    }

    pub fn add(&mut self, name: impl Into<Name>, sort: Sort) -> VarId {
        self.vars.push((name.into(), sort));
        VarId(self.vars.len() as u32 - 1)
    }

    pub fn name(&self, v: VarId) -> Option<&Name> {
        self.vars.get(v.index()).map(|(name, _)| name)
    }

    pub fn sort(&self, v: VarId) -> Option<&Sort> {
        self.vars.get(v.index()).map(|(_, sort)| sort)
    }

    pub fn is_map(&self, v: VarId) -> bool {
        matches!(self.sort(v), Some(Sort::Map(..)))
    }

    pub fn len(&self) -> usize {
        self.vars.len()
    }

    pub fn is_empty(&self) -> bool {
        self.vars.is_empty()
    }

    /// Forgets the youngest variables.
    pub fn truncate(&mut self, len: usize) {
        self.vars.truncate(len);
    }
}
