//! Other engines on the automaton that knows where the zeros of its maps are ([`base::zeros`]): strings with a terminator.
//!
//! What they prove there is handed in here; a run of that automaton may choose a next zero that no map has, so it is none of the program.
//! Invariant: nothing is handed in that the desk does not have checked; `check` makes that automaton itself.

use crate::desk::{Desk, Engine, Judge, Onlooker};
use crate::portfolio;
use base::{Budget, Cfa, LocId, Proof, Trace, Why, Zeros};
use std::sync::Arc;
use std::time::Duration;

pub struct Strings {
    /// The automaton with zeros of the program that is to be proved.
    pub view: Arc<Zeros>,
    /// They prove it.
    pub provers: Vec<Box<dyn Engine>>,
    pub domain_name: &'static str,
    /// It gives up after this time, so that others get their turn.
    pub patience: Option<Duration>,
}

impl Engine for Strings {
    fn name(&self) -> String {
        format!("strings({})", self.domain_name)
    }

    fn solve(&self, _: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let name = self.name();
        let budget = &budget.child(self.patience);
        // What is decided already need not be proved again.
        let open = desk.open();
        let mut view = self.view.cfa.clone();
        view.errors.retain(|e| open.contains(&e.loc));
        let (through, onlooker) = (Through { name: &name, desk }, Onlooker { name: &name, desk });
        let attempt = budget.child(None);
        let inner = Desk::new(&view, &through, &onlooker, attempt.clone());
        portfolio::run(&self.provers, &view, &inner, &attempt, 1);
        desk.give_up_as(&name, &inner);
    }
}

/// What is handed in about the automaton with zeros goes on to the desk of the program.
struct Through<'a> {
    name: &'a str,
    desk: &'a Desk<'a>,
}

impl Judge for Through<'_> {
    fn trace(&self, _: &Cfa, _: &Trace, _: &Budget) -> Result<(), Why> {
        Err(Why::Refused("a next zero may be chosen that no map has".into()))
    }

    fn proof(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        let Proof::Invariants(invariants) = proof else { return Err(Why::Refused("strings are proved by invariants".into())) };
        self.desk.proof(self.name, Proof::Zeros { invariants: invariants.clone() }, targets)
    }
}
