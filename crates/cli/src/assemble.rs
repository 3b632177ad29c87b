//! The one place that names engines and domains, and puts them together.

use crate::input::Bad;
use crate::options::Strategy;
use base::{Budget, Cfa, LocId, Proof, Trace, Why};
use clap::ValueEnum;
use domains::{Intervals, Octagons, Polyhedra};
use engine::search::{Board, Search};
use engine::{Dagger, Desk, Engine, Ingredients, Judge, Order, portfolio};
use std::sync::Arc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    Auto,
    /// Abstract interpretation, refined by interpolants, splits and joins
    Dagger,
    /// Concrete execution: all runs if they are few, else a directed search for failures
    Search,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DomainName {
    /// Intervals with congruences
    Interval,
    /// Octagons beside intervals
    Octagon,
    /// Convex polyhedra beside intervals
    Polyhedra,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Explore {
    Tree,
    Dag,
}

/// What can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Part {
    Dagger,
    Search,
    Solver,
    /// In dagger: widening is refined to least upper bounds
    Interpolation,
    /// In dagger: error preimages are not kept
    ErrorCache,
    /// In dagger: nodes are not cut by the previous run
    HintDag,
    /// In dagger: what was split is joined again
    SplitMemory,
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
    dagger: bool,
    search: bool,
    domain: Option<DomainName>,
    ingredients: Ingredients,
    jobs: usize,
}

impl Plan {
    pub fn new(strategy: &Strategy) -> Result<Self, Bad> {
        let wanted = |name, part| [EngineName::Auto, name].contains(&strategy.engine) && !strategy.without.contains(&part);
        let plan = Plan {
            dagger: wanted(EngineName::Dagger, Part::Dagger),
            search: wanted(EngineName::Search, Part::Search),
            domain: strategy.domain,
            ingredients: Ingredients {
                order: match strategy.explore {
                    Explore::Tree => Order::Tree,
                    Explore::Dag => Order::Dag,
                },
                interpolation: !strategy.without.contains(&Part::Interpolation),
                error_cache: !strategy.without.contains(&Part::ErrorCache),
                hint_dag: !strategy.without.contains(&Part::HintDag),
                merge_again: strategy.without.contains(&Part::SplitMemory),
            },
            jobs: strategy.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
        };
        if !plan.dagger && !plan.search {
            return Err(Bad("no engine is left".into()));
        }
        Ok(plan)
    }

    /// Only the engines that look for proofs and come to an end by themselves.
    pub fn provers(self) -> Self {
        Plan { dagger: true, search: false, ..self }
    }

    /// Lets the engines work until all is decided, they give up, or the budget ends.
    pub fn run(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let mut engines: Vec<Box<dyn Engine>> = Vec::new();
        let board = self.search.then(|| Arc::new(Board::default()));
        let dagger = |domain: DomainName| -> Box<dyn Engine> {
            let (board, ingredients) = (board.clone(), self.ingredients);
            match domain {
                DomainName::Interval => Box::new(Dagger { domain: Intervals::new(cfa), domain_name: "interval", ingredients, board }),
                DomainName::Octagon => Box::new(Dagger { domain: Octagons::new(cfa), domain_name: "octagon", ingredients, board }),
                DomainName::Polyhedra => Box::new(Dagger { domain: Polyhedra::new(cfa), domain_name: "polyhedra", ingredients, board }),
            }
        };
        let domains = self.domain.map_or(vec![DomainName::Interval, DomainName::Polyhedra], |d| vec![d]);
        if self.dagger {
            engines.push(dagger(domains[0]));
        }
        if let Some(board) = &board {
            engines.push(Box::new(Search { board: board.clone(), ..Search::default() }));
        }
        if self.dagger {
            engines.extend(domains[1..].iter().map(|d| dagger(*d)));
        }
        portfolio::run(&engines, cfa, desk, budget, self.jobs);
    }
}
