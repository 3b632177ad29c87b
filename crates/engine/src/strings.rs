//! Other engines on the automaton that knows where the zeros of its maps are ([`base::zeros`]): strings with a terminator.
//!
//! What they prove there is handed in here; a run of that automaton may choose a next zero that no map has, so it is none of the program.
//! Invariant: nothing is handed in that the desk does not have checked; `check` makes that automaton itself.

use crate::desk::{Desk, Engine, Judge, Progress, Watch};
use crate::portfolio;
use base::{Budget, Cfa, LocId, Proof, Trace, Why, Zeros};
use std::time::Duration;

pub struct Strings {
    /// They prove the automaton with zeros.
    pub provers: Vec<Box<dyn Engine>>,
    pub domain_name: &'static str,
    /// It gives up after this time, so that others get their turn.
    pub patience: Option<Duration>,
}

impl Engine for Strings {
    fn name(&self) -> String {
        format!("strings({})", self.domain_name)
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let name = self.name();
        let budget = &budget.child(self.patience);
        let Some(mut view) = Zeros::new(cfa) else {
            return desk.give_up(&name, &desk.open(), Why::Refused("no condition asks whether an element is 0".into()));
        };
        // What is decided already need not be proved again.
        let open = desk.open();
        view.cfa.errors.retain(|e| open.contains(&e.loc));
        let through = Through { name: &name, desk };
        let attempt = budget.child(None);
        let inner = Desk::new(&view.cfa, &through, &through, attempt.clone());
        portfolio::run(&self.provers, &view.cfa, &inner, &attempt, 1);
        for target in desk.open() {
            if let Some(why) = inner.reasons(target).into_values().next() {
                desk.give_up(&name, &[target], why);
            }
        }
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

impl Watch for Through<'_> {
    fn progress(&self, _: &str, progress: &Progress) {
        self.desk.progress(self.name, progress);
    }

    fn tell(&self, _: &str, sentence: &str) {
        self.desk.tell(self.name, sentence);
    }
}
