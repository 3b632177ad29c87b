//! Runs beside the rounds: the program is run for a share of the time, since errors far from the start are found sooner so than by
//! explanations ([`crate::roam`]; `dagger` does the same). Invariant: what is handed in was executed.

use crate::ahead::Ahead;
use crate::desk::Desk;
use crate::roam::Roam;
use base::exec::machine::Machine;
use base::{Budget, Cfa, LocId, SortedSet, Trace};
use std::cell::OnceCell;
use std::time::{Duration, Instant};

/// The least time for runs.
const LEAST: Duration = Duration::from_millis(200);
/// One part in so many of the time is for runs, at first and later: what runs do not find soon they seldom find.
const SHARE: [u32; 2] = [3, 10];
/// Then it is later.
const SOON: Duration = Duration::from_secs(3);

pub struct Runs<'r> {
    name: &'r str,
    cfa: &'r Cfa,
    desk: &'r Desk<'r>,
    budget: &'r Budget,
    machine: &'r OnceCell<Machine>,
    started: Instant,
    roam: Option<Roam<'r>>,
    spent: Duration,
}

impl<'r> Runs<'r> {
    pub fn new(name: &'r str, cfa: &'r Cfa, desk: &'r Desk<'r>, budget: &'r Budget, machine: &'r OnceCell<Machine>) -> Self {
        Runs { name, cfa, desk, budget, machine, started: Instant::now(), roam: None, spent: Duration::ZERO }
    }

    /// Runs the program if its share of the time is due, for at least `least`. Whether it failed at an open location.
    pub fn turn(&mut self, open: &SortedSet<LocId>, least: Duration) -> bool {
        let first = if self.roam.is_none() { LEAST } else { Duration::ZERO };
        let elapsed = self.started.elapsed();
        let share = elapsed.min(SOON) / SHARE[0] + elapsed.saturating_sub(SOON) / SHARE[1];
        let time = share.saturating_sub(self.spent).max(first).max(least);
        if time < LEAST {
            return false;
        }
        let start = Instant::now();
        let (machine, cfa) = (self.machine, self.cfa);
        let roam = self.roam.get_or_insert_with(|| Roam::new(cfa, machine.get_or_init(|| Machine::compile(cfa)), 1));
        let found = roam.run(&Ahead::anyhow(cfa, open), open, time, self.budget);
        let found = found.filter(|f| f.is_due(self.started.elapsed())).filter(|f| roam.confirm(f, self.budget));
        self.spent += start.elapsed();
        found.is_some_and(|f| self.desk.trace(self.name, Trace { inputs: f.script(), error: f.goal }).is_ok())
    }
}
