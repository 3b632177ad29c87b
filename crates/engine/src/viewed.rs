//! Other engines on an automaton that says more than the program: where the zeros of its maps are ([`base::zeros`]: strings with a terminator), or what
//! each element of its small arrays is ([`base::cells`], on the automaton unfolded by the indices of loops with constant bounds).
//!
//! What they prove there is handed in here; a run of that automaton may choose what no run of the program has, so it is none of the program.
//! Invariant: nothing is handed in that the desk does not have checked; `check` makes that automaton itself.

use crate::desk::{Desk, Engine, Judge, Onlooker};
use crate::portfolio;
use crate::unfold::indices;
use base::{Budget, Cells, Cfa, Formula, LocId, Proof, Trace, Unfolded, VarId, Why, Zeros};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// The automaton that says more.
#[derive(Clone)]
pub enum View {
    Zeros(Arc<Zeros>),
    Cells(Arc<Celled>),
}

/// The automaton with cells, and what it was made with.
pub struct Celled {
    cells: Cells,
    counters: BTreeSet<VarId>,
    most: u32,
}

impl View {
    /// Arrays of at most `most` elements become cells; none if there are no such arrays.
    pub fn cells(cfa: &Cfa, most: u32) -> Option<Self> {
        // Without such arrays nobody needs to look for counters.
        cfa.vars.iter().find(|v| v.len.is_some_and(|len| len <= u64::from(most)))?;
        let counters = indices(cfa);
        let cells = Cells::new(&Unfolded::new(cfa, &counters).ok()?.cfa, most)?;
        Some(View::Cells(Arc::new(Celled { cells, counters, most })))
    }

    pub fn cfa(&self) -> &Cfa {
        match self {
            View::Zeros(view) => &view.cfa,
            View::Cells(view) => &view.cells.cfa,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            View::Zeros(_) => "strings",
            View::Cells(..) => "cells",
        }
    }

    fn proof(&self, invariants: BTreeMap<LocId, Formula>) -> Proof {
        match self {
            View::Zeros(_) => Proof::Zeros { invariants },
            View::Cells(view) => Proof::Cells { counters: view.counters.clone(), most: view.most, invariants },
        }
    }
}

pub struct Viewed {
    /// Made of the program that is to be proved.
    pub view: View,
    /// They prove it.
    pub provers: Vec<Box<dyn Engine>>,
    pub domain_name: &'static str,
    /// It gives up after this time, so that others get their turn.
    pub patience: Option<Duration>,
}

impl Engine for Viewed {
    fn name(&self) -> String {
        format!("{}({})", self.view.name(), self.domain_name)
    }

    fn solve(&self, _: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let name = self.name();
        let budget = &budget.child(self.patience);
        // What is decided already need not be proved again.
        let open = desk.open();
        let mut cfa = self.view.cfa().clone();
        cfa.errors.retain(|e| open.contains(&e.loc));
        let (through, onlooker) = (Through { name: &name, view: &self.view, desk }, Onlooker { name: &name, desk });
        let attempt = budget.child(None);
        let inner = Desk::new(&cfa, &through, &onlooker, attempt.clone());
        portfolio::run(&self.provers, &cfa, &inner, &attempt, 1);
        desk.give_up_as(&name, &inner);
    }
}

/// What is handed in about the automaton that says more goes on to the desk of the program.
struct Through<'a> {
    name: &'a str,
    view: &'a View,
    desk: &'a Desk<'a>,
}

impl Judge for Through<'_> {
    fn trace(&self, _: &Cfa, _: &Trace, _: &Budget) -> Result<(), Why> {
        Err(Why::Refused("a run may choose what no run of the program has".into()))
    }

    fn proof(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        let Proof::Invariants(invariants) = proof else { return Err(Why::Refused("such a view is proved by invariants".into())) };
        self.desk.proof(self.name, self.view.proof(invariants.clone()), targets)
    }
}
