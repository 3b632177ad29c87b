//! The engine that looks for real errors.
//!
//! Programs with few runs are executed in all of them, which decides every error location ([`exhaust`]). Otherwise a directed search
//! ([`hunt`], [`activity`]) looks for inputs that fail: drawn and boundary values ([`values`]), untaken branches solved for on the linear
//! forms of a run ([`shadow`], [`path`], [`solve`]), or approached by measuring ([`descend`]). What other engines
//! suggest is tried first ([`board`]). Every failing run is made smaller ([`shrink`]) and handed in as a trace.

mod activity;
mod atlas;
mod board;
mod descend;
mod exhaust;
mod hunt;
mod linear;
mod path;
mod shadow;
mod shrink;
mod solve;
pub(crate) mod values;

pub use board::Board;
pub(crate) use path::bounds;
pub(crate) use shadow::Quick;
pub(crate) use solve::gcd;

use crate::desk::{Desk, Engine};
use base::exec::machine::{Machine, Op};
use base::{Budget, Cfa, LocId, Proof, Script, Stmt, Trace, Why};
use std::sync::Arc;
use std::time::Duration;

/// The search. The same seed gives the same choices; what is found within a time limit may still differ.
#[derive(Clone, Debug)]
pub struct Search {
    pub seed: u64,
    pub board: Arc<Board>,
    /// It gives up when it has seen nothing new for this long, and four times as long as it took to see the last new thing.
    pub patience: Duration,
    /// It stops after this time in any case, so that others get their turn.
    pub most: Option<Duration>,
    /// Whether it hands in that all runs were executed. That proves, but explains nothing.
    pub enumerates: bool,
}

impl Default for Search {
    fn default() -> Self {
        Search { seed: 1, board: Arc::default(), patience: Duration::from_secs(5), most: None, enumerates: true }
    }
}

const NAME: &str = "search";

impl Engine for Search {
    fn name(&self) -> String {
        NAME.into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let machine = Machine::compile(cfa);
        let reads = cfa.edges.iter().any(|e| matches!(e.stmt, Stmt::Input { .. }));
        let chooses = (0..machine.size() as u32).any(|at| matches!(machine.op(at), Op::Choose { .. }));
        if !reads && !chooses {
            return self.single(cfa, &machine, desk, budget);
        }
        let budget = &budget.child(self.most);
        let mut hunt = hunt::Hunt::new(cfa, &machine, desk, budget, &self.board, self.seed);
        hunt.enumerates = self.enumerates;
        let stopped = hunt.run(self.patience);
        let why = match stopped {
            None => return,
            Some(Some(stop)) => Why::Stopped(stop),
            Some(None) => Why::NotExecuted { path: Vec::new() },
        };
        desk.give_up(NAME, &desk.open(), why);
    }
}

impl Search {
    /// A program that reads nothing has one run, which may take all the time there is.
    fn single(&self, cfa: &Cfa, machine: &Machine, desk: &Desk<'_>, budget: &Budget) {
        let mut reached = None;
        let ended = exhaust::only_run(cfa, machine, budget, &mut |error| reached = Some(error));
        if let Some(error) = reached.filter(|e| desk.open().contains(e)) {
            // If the judge does not accept it, the desk has noted why.
            let _ = desk.trace(NAME, Trace { inputs: Script::default(), error });
        }
        let open: Vec<LocId> = desk.open().into_iter().filter(|l| Some(*l) != reached).collect();
        match ended {
            _ if open.is_empty() => {}
            Some(()) if !self.enumerates => {}
            Some(()) => drop(desk.proof(NAME, Proof::Exhaustive { runs: 1 }, &open)),
            None => desk.give_up(NAME, &open, budget.stopped().map_or(Why::NotExecuted { path: Vec::new() }, Why::Stopped)),
        }
    }
}
