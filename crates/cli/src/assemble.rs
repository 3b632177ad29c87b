//! The one place that names engines and domains, and puts them together.

use crate::input::Bad;
use crate::options::Strategy;
use base::{Budget, Cfa, LocId, Proof, Trace, Why};
use clap::ValueEnum;
use domains::Intervals;
use engine::search::{Board, Search};
use engine::{Desk, Engine, Judge, Order, Widening, portfolio};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    Auto,
    /// Abstract interpretation with widening refinement
    Widening,
    /// Concrete execution: all runs if they are few, else a directed search for failures
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DomainName {
    /// Intervals with congruences
    Interval,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Explore {
    Tree,
    Dag,
}

/// What can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Widening,
    Search,
    Solver,
}

/// Confirms evidence by `check`.
pub struct Checked {
    solving: check::Solving,
}

impl Judge for Checked {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        check::trace(cfa, trace, budget)
    }

    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        check::proof(cfa, proof, targets, &self.solving, budget).map(|_| ())
    }
}

pub fn judge(strategy: &Strategy) -> Checked {
    let solving = if strategy.without.contains(&Part::Solver) { check::Solving::Without } else { check::Solving::IfNeeded };
    Checked { solving }
}

/// The engines of a strategy. They are built when the program is known.
#[derive(Clone, Debug)]
pub struct Plan {
    widening: bool,
    search: bool,
    domain: DomainName,
    order: Order,
    jobs: usize,
}

impl Plan {
    pub fn new(strategy: &Strategy) -> Result<Self, Bad> {
        let wanted = |name, part| [EngineName::Auto, name].contains(&strategy.engine) && !strategy.without.contains(&part);
        let plan = Plan {
            widening: wanted(EngineName::Widening, Part::Widening),
            search: wanted(EngineName::Search, Part::Search),
            domain: strategy.domain,
            order: match strategy.explore {
                Explore::Tree => Order::Tree,
                Explore::Dag => Order::Dag,
            },
            jobs: strategy.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
        };
        if !plan.widening && !plan.search {
            return Err(Bad("no engine is left".into()));
        }
        Ok(plan)
    }

    /// Only the engines that look for proofs and come to an end by themselves.
    pub fn provers(self) -> Self {
        Plan { widening: true, search: false, ..self }
    }

    /// Lets the engines work until all is decided, they give up, or the budget ends.
    pub fn run(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let mut engines: Vec<Box<dyn Engine>> = Vec::new();
        let board = self.search.then(|| Arc::new(Board::default()));
        if self.widening {
            let DomainName::Interval = self.domain;
            let domain = Intervals::new(cfa);
            engines.push(Box::new(Widening { domain, domain_name: "interval", order: self.order, board: board.clone() }));
        }
        if let Some(board) = board {
            engines.push(Box::new(Search { board, ..Search::default() }));
        }
        portfolio::run(&engines, cfa, desk, budget, self.jobs);
    }
}
