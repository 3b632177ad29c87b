//! Follows a run of an automaton in one that says more.

use base::exec::eval::{self, State, Value};
use base::{Cfa, Int, LocId, Stmt, VarId};
use std::ops::Range;

/// What a statement makes of a state, if it can be executed; what is read is up to the caller.
pub fn after(stmt: &Stmt, state: &State, read: &mut dyn FnMut(VarId) -> Value) -> Option<State> {
    let mut next = state.clone();
    match stmt {
        Stmt::Skip | Stmt::Print { .. } => {}
        Stmt::Assume(f) => {
            if !eval::holds(f, state)? {
                return None;
            }
        }
        Stmt::Assign(v, e) => {
            next.values[v.index()] = match &state.values[v.index()] {
                Value::Int(_) => Value::Int(eval::int(e, state)?),
                Value::Map(_) => Value::Map(eval::map(e, state)?),
            }
        }
        Stmt::Input { var, .. } => next.values[var.index()] = read(*var),
    }
    Some(next)
}

pub struct Following<'a> {
    pub view: &'a Cfa,
    /// Locations from this number on were added.
    pub locations: usize,
    /// The values that are tried for a variable that was added, where it is read; none if the run says what is read.
    pub tries: &'a dyn Fn(VarId) -> Option<Range<i64>>,
    /// The variables that are compared at the end.
    pub counts: &'a dyn Fn(VarId) -> bool,
}

impl Following<'_> {
    /// Whether a run goes on from one place to another, over locations that were added.
    pub fn leads(&self, (from, state): (LocId, State), (to, goal): (LocId, &State)) -> bool {
        let same = |a: &State| (0..a.values.len()).all(|v| a.values[v] == goal.values[v] || !(self.counts)(VarId(v as u32)));
        let arrives = |at: LocId, next: State| match at.index() < self.locations {
            true => at == to && same(&next),
            false => self.leads((at, next), (to, goal)),
        };
        self.view.out(from).iter().map(|e| self.view.edge(*e)).any(|edge| {
            if let Stmt::Input { var, .. } = &edge.stmt
                && let Some(mut tries) = (self.tries)(*var)
            {
                return tries.any(|value| {
                    let mut next = state.clone();
                    next.set(*var, Int::from(value));
                    arrives(edge.to, next)
                });
            }
            after(&edge.stmt, &state, &mut |v| goal.values[v.index()].clone()).is_some_and(|next| arrives(edge.to, next))
        })
    }
}
