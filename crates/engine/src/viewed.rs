//! Other engines on an automaton that says more than the program: where the zeros of its maps are ([`base::zeros`]: strings with a terminator, on the
//! automaton unfolded by what pointers point to), or what each element of its small arrays is ([`base::cells`], on the automaton unfolded by the
//! indices of loops with constant bounds).
//!
//! What they prove there is handed in here; a run of that automaton may choose what no run of the program has, so it is none of the program.
//! Invariant: nothing is handed in that the desk does not have checked; `check` makes that automaton itself.

use crate::desk::{Desk, Engine, Judge, Onlooker};
use crate::portfolio;
use crate::unfold::{choices, indices};
use base::{Budget, Cells, Cfa, Formula, LocId, Proof, SortedMap, SortedSet, Trace, VarId, Why, Zeros};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// An automaton that says more, and what it was made with.
pub enum View {
    Zeros { zeros: Zeros, counters: SortedSet<VarId> },
    Cells { cells: Cells, counters: SortedSet<VarId>, most: u32 },
}

impl View {
    fn cfa(&self) -> &Cfa {
        match self {
            View::Zeros { zeros, .. } => &zeros.cfa,
            View::Cells { cells, .. } => &cells.cfa,
        }
    }

    fn proof(&self, invariants: SortedMap<LocId, Formula>) -> Proof {
        match self {
            View::Zeros { counters, .. } => Proof::Zeros { counters: counters.clone(), invariants },
            View::Cells { counters, most, .. } => Proof::Cells { counters: counters.clone(), most: *most, invariants },
        }
    }
}

/// Makes the view of a program, if it has one.
type Make = dyn Fn(&Cfa) -> Option<View> + Send + Sync;
/// Makes an engine for an automaton.
type Prover = dyn Fn(&Cfa) -> Box<dyn Engine> + Sync;

/// The view of a program that several engines share; it is made when the first of them needs it.
pub struct Shared {
    pub name: &'static str,
    make: Box<Make>,
    made: OnceLock<Option<View>>,
}

impl Shared {
    pub fn zeros() -> Self {
        let make = |cfa: &Cfa| {
            // What is said of a string that one pointer points to must not be mixed with what is said of another.
            let unfolded = choices(cfa).and_then(|(counters, unfolded)| Some((Zeros::new(&unfolded.cfa)?, counters)));
            let (zeros, counters) = unfolded.or_else(|| Some((Zeros::new(cfa)?, SortedSet::new())))?;
            Some(View::Zeros { zeros, counters })
        };
        Shared { name: "strings", make: Box::new(make), made: OnceLock::new() }
    }

    /// Arrays of at most `most` elements become cells.
    pub fn cells(most: u32) -> Self {
        let make = move |cfa: &Cfa| {
            // Without such arrays nobody needs to look for counters.
            cfa.vars.iter().find(|v| v.len.is_some_and(|len| len <= u64::from(most)))?;
            let (counters, unfolded) = indices(cfa)?;
            let cells = Cells::new(&unfolded.cfa, most)?;
            Some(View::Cells { cells, counters, most })
        };
        Shared { name: "cells", make: Box::new(make), made: OnceLock::new() }
    }

    /// None if the program has nothing of which there is more to say.
    pub fn of(&self, cfa: &Cfa) -> Option<&View> {
        self.made.get_or_init(|| (self.make)(cfa)).as_ref()
    }
}

pub struct Viewed {
    pub view: Arc<Shared>,
    /// Makes the engine that works on the automaton that says more.
    pub prover: Box<Prover>,
    pub domain_name: &'static str,
    /// It gives up after this time, so that others get their turn.
    pub patience: Option<Duration>,
}

impl Engine for Viewed {
    fn name(&self) -> String {
        format!("{}({})", self.view.name, self.domain_name)
    }

    fn solve(&self, program: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let Some(view) = self.view.of(program) else { return };
        let name = self.name();
        let budget = &budget.child(self.patience);
        // What is decided already need not be proved again.
        let open = desk.open();
        let mut cfa = view.cfa().clone();
        cfa.errors.retain(|e| open.contains(&e.loc));
        let (through, onlooker) = (Through { name: &name, view, desk }, Onlooker { name: &name, desk });
        let attempt = budget.child(None);
        let inner = Desk::new(&cfa, &through, &onlooker, attempt.clone());
        portfolio::run(&[(self.prover)(&cfa)], &cfa, &inner, &attempt, 1);
        let believed = inner.rumours().into_iter().map(|(l, f)| (l, Formula::and(f))).collect();
        if let Some(told) = view.proof(believed).formulas(program) {
            desk.rumour(&name, told.into_owned());
        }
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
        self.desk.proof(self.name, self.of_program(proof)?, targets)
    }

    fn less(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        self.desk.less(self.name, &self.of_program(proof)?, targets)
    }
}

impl Through<'_> {
    fn of_program(&self, proof: &Proof) -> Result<Proof, Why> {
        let Proof::Invariants(invariants) = proof else { return Err(Why::Refused("such a view is proved by invariants".into())) };
        Ok(self.view.proof(invariants.clone()))
    }
}
