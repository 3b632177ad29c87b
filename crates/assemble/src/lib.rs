//! The one place that names engines and domains, and puts them together.
//!
//! Every engine is compiled once per domain here, and nothing here depends on a front end: a change in how programs are read
//! compiles none of it again.

mod net_engine;

use base::contract::Outline;
use base::{Apart, Budget, Cfa, LocId, Places, Proof, Sort, SortedMap, Trace, Why};
use clap::{Args, ValueEnum};
use domains::boolean_heap::shape::Shape;
use domains::predicates;
use domains::{
    BooleanHeap, Chosen, Disjunctive, HeapGraph, Image, Indexed, Intervals, Octagons, Polyhedra, Predicates, Segments, Widening,
};
use engine::gr06::{Gr06, Mode};
use engine::mse::lesson::Source;
use engine::search::{Board, Search};
use engine::unfold::counters;
use engine::{
    Contractual, Dagger, Desk, Engine, Fgar, FocusEngine, Induct, Ingredients, Judge, Mse, Order, Shared, Spacer, Unroll, Viewed, portfolio,
};
use logic::Solver;
use net_engine::NetEngine;
use nets::{Net, Procedures};
use std::sync::Arc;
use std::time::Duration;

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EngineName {
    Auto,
    /// Abstract interpretation, refined by interpolants, splits and joins
    Dagger,
    /// Abstract interpretation with sets of elements, refined by unions and merges
    Gr06,
    /// Recursive functions by contracts, the rest as dagger
    Contracts,
    /// Fixpoints forwards and backwards, refined by what they exclude; on nets over closed sets
    Fgar,
    /// Universally quantified invariants from indexed predicates, refined by minimal sufficient explanations
    Mse,
    /// Linked structures: sets of abstract objects, refined by predicates and by focus
    Focus,
    /// Backward search from the targets of a net
    Backward,
    /// The program unrolled to its end, as one circuit for a SAT solver
    Unroll,
    /// Loops cut at their heads, where guesses from runs are confirmed by circuits
    Induct,
    /// Strings: dagger on the automaton that knows where the zeros of its maps are
    Strings,
    /// Small arrays: dagger on the automaton in which each of their elements is a variable
    Cells,
    /// Concrete execution: all runs if they are few, else a directed search for failures
    Search,
    /// The program as Horn clauses, given to z3's fixedpoint engine
    Spacer,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum DomainName {
    /// Intervals with congruences
    Interval,
    /// Octagons beside intervals
    Octagon,
    /// Convex polyhedra beside intervals
    Polyhedra,
    /// Predicates: the program's conditions and those that refinement finds
    Predicates,
    /// Graphs of linked objects, with intervals; experimental, for gr06 and dagger
    HeapGraph,
    /// Maps cut into segments of objects that were allocated one after the other, above polyhedra; for dagger
    Segments,
}

/// The image of predicate abstraction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum ImageName {
    /// The predicates that hold
    Cartesian,
    /// The combinations of values that occur
    Boolean,
}

/// Where the interpolants of mse come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum SourceName {
    /// Weakest preconditions, cut down by the explanation of the alarm
    Explained,
    /// Weakest preconditions, cut down by the path alone
    Weakest,
    /// Solutions of the Horn clauses of the path, by z3
    Horn,
    /// The interpolants of cvc5 (on the PATH, or $BEVEL_CVC5)
    Cvc5,
}

impl SourceName {
    fn source(&self) -> Source {
        match self {
            SourceName::Explained => Source::Explained,
            SourceName::Weakest => Source::Weakest,
            SourceName::Horn => Source::Horn,
            SourceName::Cvc5 => Source::Cvc5,
        }
    }
}

/// How polyhedra are widened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Widen {
    Ch78,
    Bhrz03,
}

/// How gr06 refines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Refine {
    /// AbsRefine: hints alone
    Absolute,
    /// MARefinement: under the ceilings of the run before
    Monotone,
    /// SARefinement: merges and unions as alternatives
    Systematic,
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
    Contracts,
    Gr06,
    Fgar,
    Mse,
    Focus,
    /// In focus: post operators are not focused
    Focusing,
    /// On nets: the backward search
    Backward,
    Unroll,
    Induct,
    Strings,
    Cells,
    Search,
    /// The solver's own engine
    Spacer,
    /// The solver altogether
    Solver,
    /// In dagger: widening is refined to least upper bounds
    Interpolation,
    /// In dagger: error preimages are not kept
    ErrorCache,
    /// In dagger: nodes are not cut by the previous run
    HintDag,
    /// In dagger: what was split is joined again
    SplitMemory,
    /// In dagger and fgar: widening does not look at the program's conditions
    Thresholds,
    /// In fgar: simple loops are taken round by round
    Acceleration,
    /// In gr06: the two heuristics that prune the alternatives
    Pruning,
    /// In gr06: the descending steps after a fixpoint
    Narrowing,
}

/// Who works on the question.
#[derive(Args, Debug)]
pub struct Strategy {
    /// auto runs all of them side by side
    #[arg(long, value_enum, default_value = "auto")]
    pub engine: EngineName,
    /// Leave these out, separated by commas
    #[arg(long, value_enum, value_delimiter = ',', value_name = "PART")]
    pub without: Vec<Part>,
    /// Where the interpolants of mse come from, separated by commas: the next ones are asked if a round teaches nothing
    #[arg(long, value_enum, value_delimiter = ',', value_name = "SOURCE", default_value = "explained,weakest,horn")]
    pub interpolants: Vec<SourceName>,
    /// The abstract domain [default: one after the other, from the cheapest to the most expressive]
    #[arg(long, value_enum)]
    pub domain: Option<DomainName>,
    /// What predicate abstraction and focus keep of a set of states [default: cartesian for the one, boolean for the other]
    #[arg(long, value_enum)]
    pub image: Option<ImageName>,
    /// The order of exploration
    #[arg(long, value_enum, default_value = "dag")]
    pub explore: Explore,
    /// The widening of polyhedra
    #[arg(long, value_enum, default_value = "ch78")]
    pub widen: Widen,
    /// The refinement of gr06
    #[arg(long, value_enum, default_value = "systematic")]
    pub refine: Refine,
    /// Go on after the first violation until every check is decided [default: only a little longer]
    #[arg(long)]
    pub thorough: bool,
    /// How many engines work at the same time [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
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

    fn proof_of_some(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> (Vec<LocId>, SortedMap<LocId, Why>) {
        let judged = check::proof_of_some(cfa, proof, targets, &self.solving, budget);
        (judged.confirmed, judged.left)
    }
}

impl Checked {
    /// The solver that may be asked; the reason if there is none.
    pub fn solver(&self) -> Result<logic::Solver, String> {
        match &self.solving {
            check::Solving::Without => Err("no solver may be asked".into()),
            check::Solving::With(solver) => Ok(solver.clone()),
            check::Solving::IfNeeded => logic::Solver::find().map_err(|_| "no solver at hand".into()),
        }
    }
}

/// Nobody looks.
struct Unwatched;

impl engine::Watch for Unwatched {
    fn progress(&self, _: &str, _: &engine::Progress) {}

    fn tell(&self, _: &str, _: &str) {}
}

/// A short look for a run that fails.
const LOOK: Duration = Duration::from_millis(1500);

/// Whether a directed search finds a run that fails within a short time.
pub fn fails_soon(cfa: &Cfa, judge: &Checked, budget: &Budget) -> bool {
    let look = budget.child(Some(LOOK));
    let desk = Desk::new(cfa, judge, &Unwatched, look.clone());
    let engines: Vec<Box<dyn Engine>> = vec![Box::new(Search::default())];
    portfolio::run(&engines, cfa, &desk, &look, 1);
    desk.decided().values().any(|d| matches!(d, engine::Decided::Reached { .. }))
}

pub fn judge(strategy: &Strategy) -> Checked {
    let solving = if strategy.without.contains(&Part::Solver) { check::Solving::Without } else { check::Solving::IfNeeded };
    Checked { solving }
}

/// The domains of dagger in their order, each with the seconds of its turn, in three rounds. Measured on the papers' programs
/// and the public lists `dagger` and `loops` (178 tasks, each domain alone with 4 s): intervals decide 80, 70 of them within
/// 0.1 s; octagons 112, 104 within 0.3 s, and deep nests sooner than anyone; polyhedra 139, 136 within 1 s, and among these what
/// makes the other two refine without end, so the two get little before. A few programs with many branches or many splits
/// take intervals or octagons 1 s to 3 s and polyhedra longer: the second round. The third is for what is left.
const TURNS: [(DomainName, Option<f64>); 9] = [
    (DomainName::Interval, Some(0.1)),
    (DomainName::Octagon, Some(0.3)),
    (DomainName::Polyhedra, Some(1.0)),
    (DomainName::Interval, Some(3.0)),
    (DomainName::Octagon, Some(3.0)),
    (DomainName::Polyhedra, Some(6.0)),
    (DomainName::Interval, Some(15.0)),
    (DomainName::Octagon, Some(15.0)),
    (DomainName::Polyhedra, None),
];

/// The first turn of the solver's own engine is behind the first round of dagger or of contracts, the second before dagger's last turn.
const SPACER: Duration = Duration::from_secs(8);
/// The first turns of mse: half of what it proves takes it less than a second, and nobody else proves it at all, so it does not wait; nearly all the
/// rest takes it less than the others.
const MSE: [Duration; 3] = [Duration::from_secs(3), Duration::from_secs(6), Duration::from_secs(20)];
/// The seconds of segments, on programs with links: nearly all that it proves takes it less.
const SEGMENTS: f64 = 12.0;
/// The first turns of focus, on programs with links.
const FOCUS: [Duration; 2] = [Duration::from_secs(8), Duration::from_secs(40)];
/// The first turn on programs that it unfolds: these are large, and others do not see what they are about.
const FOCUS_UNFOLDED: Duration = Duration::from_secs(30);
/// The number of turns of a first round.
const FIRST_ROUND: usize = 3;
/// How long the engine for nets works alone: nearly always that is enough, and the others would only take time from it.
const HEAD_START: Duration = Duration::from_secs(2);
/// fgar with unions of at most this many elements, each with the seconds of its turn: small unions are quick and often enough.
/// Of 13 Horn problems of the public list that the other engines left open it decides 8, 6 of them within half a second.
const FGAR: [(usize, f64); 2] = [(16, 3.0), (64, 30.0)];

/// The turns of unroll: its seconds, in how many of them the program must come to its end, how many states of a place are kept apart, whether every
/// way is one of them, and the most gates. Most programs that come to an end by themselves are small; with those that do not, little time must be
/// lost before others have had a turn. What is hard to decide where ways are merged is often nothing at all on each way.
const UNROLL: [(f64, f64, Apart, usize); 5] = [
    (13.0, 0.6, Apart { most: 1024, ways: false }, 250_000),
    (16.0, 8.0, Apart { most: 4096, ways: true }, 1_500_000),
    (10.0, 0.6, Apart { most: 64, ways: false }, 500_000),
    (18.0, 4.0, Apart { most: 1024, ways: false }, 3_000_000),
    (40.0, 5.0, Apart { most: 64, ways: false }, 8_000_000),
];

/// The turns of unroll are so many times longer where nobody else waits for them.
const ALONE: f64 = 2.0;

/// The turns of induct: its seconds, how many states of a place are kept apart, the most gates, after how many rounds a loop is cut, whether it
/// guesses from runs, and whether clauses may relate two numbers. Where states are merged and nothing is guessed, machines with many flags are mostly
/// decided within a second. What loops with few rounds do is mostly shown by taking these rounds, but some sums are kept by each round and hard to
/// follow through all of them: hence a turn in which short loops are cut too.
const INDUCT: [(f64, u32, usize, u32, bool, bool); 5] = [
    (2.5, 1, 250_000, 24, false, false),
    (6.0, 1, 500_000, 6, true, true),
    (4.0, 1024, 500_000, 24, true, true),
    (10.0, 1, 500_000, 24, false, false),
    (15.0, 64, 2_000_000, 24, true, true),
];

/// The turns of `strings`: the domain, of how many elements of it unions are made, the seconds. Octagons say that an index is before a zero, which is mostly
/// all that is needed, and then they find it at once. Unions keep apart what a function did by what it returned.
const STRINGS: [(DomainName, usize, f64); 5] = [
    (DomainName::Octagon, 1, 0.6),
    (DomainName::Octagon, 1, 2.0),
    (DomainName::Octagon, 4, 3.0),
    (DomainName::Polyhedra, 1, 4.0),
    (DomainName::Octagon, 1, 15.0),
];

/// The first turn of the search, after which correct programs need the time: of the 60 bugs of `corpus/everyday` 58 are found with it.
const SEARCH: Duration = Duration::from_secs(10);
/// How long the search goes on without anything new when it is tried again.
const SEARCH_AGAIN: Duration = Duration::from_secs(2);

/// Arrays of at most so many elements are cells.
const MOST_ELEMENTS: u32 = 16;
/// The turns of `cells` in the same way. Sums of elements are for polyhedra, which have them soon or not at all.
const CELLS: [(DomainName, usize, f64); 3] =
    [(DomainName::Interval, 1, 0.3), (DomainName::Polyhedra, 1, 1.5), (DomainName::Octagon, 1, 10.0)];

/// The domains of contracts in their order: the greatest number of cases of a contract, the seconds of its turn.
const CONTRACTS: [(DomainName, usize, f64); 7] = [
    (DomainName::Interval, 1, 0.4),
    (DomainName::Polyhedra, 1, 0.6),
    (DomainName::Octagon, 2, 0.6),
    (DomainName::Polyhedra, 2, 1.0),
    (DomainName::Polyhedra, 3, 2.0),
    (DomainName::Polyhedra, 4, 3.0),
    (DomainName::Polyhedra, 8, 30.0),
];

#[derive(Clone, Copy, Debug)]
struct Gr06Plan {
    mode: Mode,
    prune: bool,
    narrow: bool,
}

/// The engines of a strategy. They are built when the program is known.
#[derive(Clone, Debug)]
pub struct Plan {
    dagger: bool,
    contracts: bool,
    /// Whether dagger works where there is no recursive function.
    contracts_or_dagger: bool,
    /// Whether the program is a system of clauses: then contracts come before anything else that proves, since they are what the answer is made of.
    is_clauses: bool,
    gr06: Option<Gr06Plan>,
    fgar: bool,
    mse: Option<Vec<Source>>,
    focus: bool,
    focusing: bool,
    acceleration: bool,
    unroll: bool,
    induct: bool,
    strings: bool,
    cells: bool,
    /// Strings or cells were asked for by name: where a program has none, and for clauses and nets, dagger does without.
    view_or_dagger: bool,
    search: bool,
    spacer: bool,
    /// Whether a solver may be asked.
    solver: bool,
    /// Who works if the program is a net.
    procedures: Procedures,
    net: Option<Arc<Net>>,
    domain: Option<DomainName>,
    image: Option<Image>,
    widening: Widening,
    ingredients: Ingredients,
    jobs: usize,
}

impl Plan {
    pub fn new(strategy: &Strategy) -> Result<Self, String> {
        let wanted = |name, part| [EngineName::Auto, name].contains(&strategy.engine) && !strategy.without.contains(&part);
        let plan = Plan {
            dagger: wanted(EngineName::Dagger, Part::Dagger),
            is_clauses: false,
            contracts: wanted(EngineName::Contracts, Part::Contracts),
            contracts_or_dagger: strategy.engine == EngineName::Contracts && !strategy.without.contains(&Part::Dagger),
            // Not in auto: what it decides, dagger decides, and sooner.
            gr06: (strategy.engine == EngineName::Gr06 && !strategy.without.contains(&Part::Gr06)).then(|| Gr06Plan {
                mode: match strategy.refine {
                    Refine::Absolute => Mode::Absolute,
                    Refine::Monotone => Mode::Monotone,
                    Refine::Systematic => Mode::Systematic,
                },
                prune: !strategy.without.contains(&Part::Pruning),
                narrow: !strategy.without.contains(&Part::Narrowing),
            }),
            widening: match strategy.widen {
                Widen::Ch78 => Widening::Ch78,
                Widen::Bhrz03 => Widening::Bhrz03,
            },
            fgar: wanted(EngineName::Fgar, Part::Fgar),
            mse: (wanted(EngineName::Mse, Part::Mse) && !strategy.without.contains(&Part::Solver))
                .then(|| strategy.interpolants.iter().map(SourceName::source).collect()),
            focus: wanted(EngineName::Focus, Part::Focus) && !strategy.without.contains(&Part::Solver),
            focusing: !strategy.without.contains(&Part::Focusing),
            acceleration: !strategy.without.contains(&Part::Acceleration),
            unroll: wanted(EngineName::Unroll, Part::Unroll),
            induct: wanted(EngineName::Induct, Part::Induct),
            strings: wanted(EngineName::Strings, Part::Strings) && !strategy.without.contains(&Part::Dagger),
            cells: wanted(EngineName::Cells, Part::Cells) && !strategy.without.contains(&Part::Dagger),
            view_or_dagger: matches!(strategy.engine, EngineName::Strings | EngineName::Cells) && !strategy.without.contains(&Part::Dagger),
            search: wanted(EngineName::Search, Part::Search),
            solver: !strategy.without.contains(&Part::Solver),
            spacer: wanted(EngineName::Spacer, Part::Spacer) && !strategy.without.contains(&Part::Solver),
            procedures: Procedures {
                backward: wanted(EngineName::Backward, Part::Backward),
                fgar: wanted(EngineName::Fgar, Part::Fgar),
                explicit: strategy.engine == EngineName::Auto && !strategy.without.contains(&Part::Search),
                acceleration: !strategy.without.contains(&Part::Acceleration),
            },
            net: None,
            domain: strategy.domain,
            image: strategy.image.map(|name| match name {
                ImageName::Cartesian => Image::Cartesian,
                ImageName::Boolean => Image::Boolean,
            }),
            ingredients: Ingredients {
                order: match strategy.explore {
                    Explore::Tree => Order::Tree,
                    Explore::Dag => Order::Dag,
                },
                interpolation: !strategy.without.contains(&Part::Interpolation),
                error_cache: !strategy.without.contains(&Part::ErrorCache),
                hint_dag: !strategy.without.contains(&Part::HintDag),
                merge_again: strategy.without.contains(&Part::SplitMemory),
                thresholds: !strategy.without.contains(&Part::Thresholds),
                exact_paths: !strategy.without.contains(&Part::Solver),
            },
            jobs: strategy.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from),
        };
        if !plan.has_engines() && plan.procedures.is_empty() {
            return Err("no engine is left".into());
        }
        Ok(plan)
    }

    /// Whether there are engines that take any program.
    fn has_engines(&self) -> bool {
        self.dagger
            || self.contracts
            || self.unroll
            || self.induct
            || self.strings
            || self.cells
            || self.view_or_dagger
            || self.search
            || self.spacer
            || self.fgar
            || self.focus
            || self.mse.is_some()
            || self.gr06.is_some()
    }

    /// The plan for a program: nets have engines of their own, and the model of non-linear clauses is in the contracts of their
    /// procedures.
    pub fn on(self, net: Option<Arc<Net>>, is_clauses: bool) -> Result<Self, String> {
        if net.is_none() && !self.has_engines() {
            return Err("the engine that is left works on nets (.spec) only".into());
        }
        let fgar = self.fgar && net.is_none();
        // The answer to clauses is a model, and to nets a set of markings, which the end of an unrolled program does not give.
        let wanted = [self.unroll, self.induct, self.strings, self.cells];
        let [unroll, induct, strings, cells] = wanted.map(|wanted| wanted && net.is_none() && !is_clauses);
        let plan = Plan { net, fgar, unroll, induct, strings, cells, is_clauses, ..self };
        if !plan.has_engines() && (plan.net.is_none() || plan.procedures.is_empty()) {
            return Err("the engine that is left works on programs only, not on clauses, transition systems or nets".into());
        }
        Ok(plan)
    }

    /// Only the engines that look for proofs and come to an end by themselves.
    pub fn provers(self) -> Self {
        Plan { dagger: true, search: false, fgar: false, mse: None, focus: false, spacer: false, ..self }
    }

    /// Lets the engines work until all is decided, they give up, or the budget ends.
    pub fn run(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        if self.contracts_or_dagger && cfa.recursions.is_empty() {
            return Plan { dagger: true, contracts: false, contracts_or_dagger: false, ..self.clone() }.run(cfa, desk, budget);
        }
        let with_zeros = self.strings.then(|| Arc::new(Shared::zeros()));
        let with_cells = self.cells.then(|| Arc::new(Shared::cells(MOST_ELEMENTS)));
        if self.view_or_dagger && [&with_zeros, &with_cells].into_iter().flatten().all(|view| view.of(cfa).is_none()) {
            return Plan { dagger: true, strings: false, cells: false, view_or_dagger: false, ..self.clone() }.run(cfa, desk, budget);
        }
        let mut engines: Vec<Box<dyn Engine>> = Vec::new();
        let board = self.search.then(|| Arc::new(Board::default()));
        let dagger = |(name, seconds): (DomainName, Option<f64>)| self.dagger_over(cfa, name, seconds.map(Duration::from_secs_f64), &board);
        let spacer = |patience| -> Box<dyn Engine> { Box::new(Spacer { patience }) };
        if let Some(net) = self.net.as_ref().filter(|_| !self.procedures.is_empty()) {
            let first: Box<dyn Engine> = Box::new(NetEngine::new(net.clone(), self.procedures));
            let alone = if self.has_engines() { budget.child(Some(HEAD_START)) } else { budget.clone() };
            portfolio::run(std::slice::from_ref(&first), cfa, desk, &alone, 1);
            // If it has given up by itself it has nothing more to say.
            if alone.stopped().is_some() {
                engines.push(first);
            }
        }
        let turns = self.domain.map_or(TURNS.to_vec(), |d| vec![(d, None)]);
        let late = self.contracts && self.is_clauses && !cfa.recursions.is_empty();
        if self.dagger && !late {
            engines.push(dagger(turns[0]));
        }
        if let Some(board) = &board {
            // For clauses the model is the answer: that all runs were executed comes last.
            let most = (self.dagger && !self.is_clauses).then_some(SEARCH);
            engines.push(Box::new(Search { board: board.clone(), enumerates: !self.is_clauses, most, ..Search::default() }));
        }
        if let (true, Ok(outline)) = (self.contracts && !cfa.recursions.is_empty(), Outline::new(cfa)) {
            let extended = outline.extended(cfa);
            // What a function requires and ensures goes through the calls one by one.
            let functions: usize = cfa.recursions.iter().map(|r| r.procedures.len()).sum();
            let share = (functions as f64 / 2.0).max(1.0);
            for (i, (name, most, seconds)) in CONTRACTS.iter().enumerate() {
                if self.spacer && i == FIRST_ROUND {
                    engines.push(spacer(Some(SPACER)));
                }
                engines.push(self.contractual(&extended, *name, *most, share * seconds));
            }
        }
        // Two rounds of dagger's domains, each with fgar and the solver's engine behind it, and dagger once more.
        let (soon, later) = turns[usize::from(!late)..].split_at(turns.len().min(FIRST_ROUND) - usize::from(!late));
        let (between, last) = later.split_at(later.len().saturating_sub(1));
        let daggers = |turns: &[(DomainName, Option<f64>)]| turns.iter().filter(|_| self.dagger).map(|t| dagger(*t)).collect::<Vec<_>>();
        let [first, second] = FGAR.map(|turn| self.fgar.then(|| self.fgar_over(cfa, &turn, &board)));
        engines.extend(daggers(soon));
        let tried = Arc::default();
        let [small_apart, ways, small, large_apart, large] = UNROLL.map(|(seconds, end, apart, gates)| -> Option<Box<dyn Engine>> {
            // Alone it has more time, and its last turn all there is.
            let is_last = seconds == UNROLL[UNROLL.len() - 1].0;
            let more = if self.dagger { 1.0 } else { ALONE };
            let [patience, end] = [seconds, end].map(|s| (self.dagger || !is_last).then(|| Duration::from_secs_f64(more * s)));
            self.unroll.then(|| Box::new(Unroll { patience, end, apart, gates, tried: Arc::clone(&tried) }) as Box<dyn Engine>)
        });
        let [directed, merged, guessing, directed_again, guessing_again] =
            INDUCT.map(|(seconds, apart, gates, long, guesses, relations)| -> Option<Box<dyn Engine>> {
                self.induct.then(|| {
                    let patience = self.dagger.then(|| Duration::from_secs_f64(seconds));
                    let both = if guesses { vec![DomainName::Interval, DomainName::Polyhedra] } else { vec![DomainName::Interval] };
                    let domains = self.domain.map_or(both, |d| vec![d]);
                    let domains = domains.into_iter().map(|name| numeric(cfa, name, self.widening)).collect();
                    Box::new(Induct { domains, patience, apart, gates, long, guesses, relations, uncut: !self.dagger }) as Box<dyn Engine>
                })
            });
        let viewed = |view: Option<Arc<Shared>>, turns: &[(DomainName, usize, f64)]| {
            let patience = |seconds: f64| self.dagger.then(|| Duration::from_secs_f64(seconds));
            let turns: Vec<_> = turns.iter().map(|(name, most, seconds)| (*name, *most, patience(*seconds))).collect();
            let turns = self.domain.map_or(turns.clone(), |d| vec![(d, 1, turns[0].2)]);
            let engines: Vec<_> = view.iter().flat_map(|view| turns.iter().map(|turn| self.viewed(view, *turn))).collect();
            engines.into_iter()
        };
        let (mut cells, mut strings) = (viewed(with_cells, &CELLS), viewed(with_zeros, &STRINGS));
        // What it adds to the others are invariants of all elements of a map.
        let has_maps = cfa.vars.iter().any(|v| matches!(v.sort, Sort::Map(..)));
        let mse = self.mse.as_ref().filter(|_| has_maps || !self.dagger);
        let [predicates_first, predicates_soon, predicates_later] =
            MSE.map(|turn| mse.filter(|_| self.dagger).map(|sources| self.mse(sources, Some(turn))));
        engines.extend(strings.by_ref().take(1));
        engines.extend(
            cells
                .by_ref()
                .take(2)
                .chain(predicates_first)
                .chain(small_apart)
                .chain(directed)
                .chain(ways)
                .chain(small)
                .chain(strings.by_ref().take(1)),
        );
        engines.extend(first);
        engines.extend(merged.into_iter().chain(strings.by_ref().take(2)).chain(guessing).chain(large_apart).chain(directed_again));
        // Lists are what they are for. The first says how long they are, the second what they are made of.
        let has_links = !Shape::of(cfa).links.is_empty();
        let segments =
            (self.dagger && self.domain.is_none() && self.solver && has_links).then(|| dagger((DomainName::Segments, Some(SEGMENTS))));
        let has_links = self.focus && (!self.dagger || has_links);
        let is_unfolded = !counters(cfa).is_empty();
        let turns = if is_unfolded { [FOCUS_UNFOLDED, FOCUS[1]] } else { FOCUS };
        let [focus_soon, focus_later] = turns.map(|turn| (has_links && self.dagger).then(|| self.focus(Some(turn))));
        let mut of_lists = [segments, focus_soon];
        // The states of a machine would be mixed with each other.
        if is_unfolded {
            of_lists.reverse();
        }
        engines.extend(of_lists.into_iter().flatten());
        engines.extend(predicates_soon);
        engines.extend(focus_later);
        engines.extend((self.spacer && (self.dagger || self.fgar)).then(|| spacer(Some(SPACER))));
        let (cheap, between) = between.split_at(between.len().min(1));
        engines.extend(daggers(cheap));
        engines.extend(large.into_iter().chain(guessing_again).chain(cells).chain(strings).chain(predicates_later));
        if let Some(board) = board.as_ref().filter(|_| self.dagger && !self.is_clauses) {
            engines.push(Box::new(Search { board: board.clone(), seed: 3, enumerates: false, ..Search::default() }));
        }
        engines.extend(daggers(between).into_iter().chain(second));
        engines.extend(self.spacer.then(|| spacer(None)));
        engines.extend(daggers(last));
        engines.extend(mse.map(|sources| self.mse(sources, None)));
        engines.extend(has_links.then(|| self.focus(None)));
        if let Some(plan) = self.gr06 {
            engines.push(match self.domain {
                Some(DomainName::HeapGraph) => plan.engine(HeapGraph::new(cfa).into(), "heap-graph", &board),
                // Its hints are about unions, which predicates do not hear.
                _ => {
                    let name = self.numeric_name();
                    plan.engine(numeric(cfa, name, self.widening), domain_name(name), &board)
                }
            });
        }
        if let Some(board) = board.as_ref().filter(|_| self.is_clauses || self.dagger) {
            // Whether a search finds something is luck too: when the others have given up, it is tried once more with other random numbers.
            let again = Search { seed: 2, patience: SEARCH_AGAIN, ..Search::default() };
            let last = if self.is_clauses { Search::default() } else { again };
            engines.push(Box::new(Search { board: board.clone(), ..last }));
        }
        // On a net, its own engine must not keep the others from working side by side.
        let jobs = if self.net.is_some() && self.jobs > 1 { self.jobs + 1 } else { self.jobs };
        portfolio::run(&engines, cfa, desk, budget, jobs);
    }

    /// The domain for numbers: polyhedra unless another one is wanted.
    fn numeric_name(&self) -> DomainName {
        match self.domain {
            Some(name @ (DomainName::Interval | DomainName::Octagon)) => name,
            _ => DomainName::Polyhedra,
        }
    }

    /// Makes that domain for an automaton.
    fn numeric(&self) -> impl Fn(&Cfa) -> Chosen + Sync + use<> {
        let (name, widening) = (self.numeric_name(), self.widening);
        move |cfa| numeric(cfa, name, widening)
    }

    /// Indexed predicates above a numeric domain.
    fn mse(&self, sources: &[Source], patience: Option<Duration>) -> Box<dyn Engine> {
        let abstraction = |cfa: &Cfa, places: &Places, solver: &Solver| Indexed::new(cfa, places, None, solver);
        Box::new(Mse { domain: self.numeric(), abstraction, sources: sources.to_vec(), patience })
    }

    /// Boolean heaps beside a numeric domain.
    fn focus(&self, patience: Option<Duration>) -> Box<dyn Engine> {
        let image = self.image.unwrap_or(Image::Boolean);
        let abstraction = move |cfa: &Cfa, places: &Places, solver: &Solver| BooleanHeap::new(cfa, places, image, solver);
        Box::new(FocusEngine { domain: self.numeric(), abstraction, focus: self.focusing, patience })
    }

    /// Dagger in a domain on an automaton that says more than the program.
    fn viewed(&self, view: &Arc<Shared>, (name, most, patience): (DomainName, usize, Option<Duration>)) -> Box<dyn Engine> {
        let plan = self.clone();
        let prover = Box::new(move |cfa: &Cfa| {
            if most == 1 {
                return plan.dagger_over(cfa, name, None, &None);
            }
            let unions = Disjunctive::new(numeric(cfa, name, plan.widening)).at_most(most);
            plan.dagger_with(unions.into(), domain_name(name), None, &None)
        });
        Box::new(Viewed { view: view.clone(), prover, domain_name: domain_name(name), patience })
    }

    fn dagger_over(&self, cfa: &Cfa, name: DomainName, patience: Option<Duration>, board: &Option<Arc<Board>>) -> Box<dyn Engine> {
        let widening = self.widening;
        let domain = match name {
            DomainName::Interval | DomainName::Octagon | DomainName::Polyhedra => numeric(cfa, name, widening),
            DomainName::Predicates => {
                let unions = Disjunctive::new(numeric(cfa, DomainName::Polyhedra, widening));
                Predicates::new(unions, predicates::of_program(cfa), self.image.unwrap_or_default()).into()
            }
            DomainName::HeapGraph => Disjunctive::new(HeapGraph::new(cfa).into()).into(),
            DomainName::Segments => Segments::new(cfa, |cfa| numeric(cfa, DomainName::Polyhedra, widening)).into(),
        };
        self.dagger_with(domain, domain_name(name), patience, board)
    }

    fn dagger_with(
        &self,
        domain: Chosen,
        domain_name: &'static str,
        patience: Option<Duration>,
        board: &Option<Arc<Board>>,
    ) -> Box<dyn Engine> {
        Box::new(Dagger { domain, domain_name, ingredients: self.ingredients, patience, board: board.clone() })
    }

    /// Contracts inferred with unions of at most `most` elements of the domain.
    fn contractual(&self, extended: &Cfa, name: DomainName, most: usize, seconds: f64) -> Box<dyn Engine> {
        let patience = Some(Duration::from_secs_f64(seconds));
        let prover = |name| self.dagger_over(extended, name, patience.map(|p| p / 4), &None);
        let provers = [DomainName::Interval, DomainName::Octagon, DomainName::Polyhedra].map(prover).into();
        // Contracts are inferred without refinement, so predicates have nothing to say there, and they are about numbers.
        let name = if matches!(name, DomainName::Interval | DomainName::Octagon) { name } else { DomainName::Polyhedra };
        let base = numeric(extended, name, self.widening);
        let domain = if most == 1 { base.clone() } else { Disjunctive::new(base.clone()).at_most(most).into() };
        Box::new(Contractual { base, domain, domain_name: domain_name(name), provers, patience })
    }

    fn fgar_over(&self, cfa: &Cfa, turn: &(usize, f64), board: &Option<Arc<Board>>) -> Box<dyn Engine> {
        let (most, seconds) = *turn;
        let numbers = self.numeric();
        let unions = move |cfa: &Cfa| Disjunctive::new(numbers(cfa)).at_most(most);
        let image = self.image.unwrap_or_default();
        let with_predicates = self.domain == Some(DomainName::Predicates);
        let vocabulary = with_predicates.then(|| predicates::of_program(cfa));
        let domain = move |cfa: &Cfa| -> Chosen {
            match &vocabulary {
                Some(vocabulary) => Predicates::new(unions(cfa), vocabulary.clone(), image).into(),
                // What fgar excludes it says in formulas, which must be exact: those of heap graphs and segments are not.
                None => unions(cfa).into(),
            }
        };
        Box::new(Fgar {
            domain,
            domain_name: domain_name(if with_predicates { DomainName::Predicates } else { self.numeric_name() }),
            // A closed form relates the rounds to the variables, which intervals cannot say: single rounds are more precise there.
            acceleration: self.acceleration && self.domain != Some(DomainName::Interval),
            // Predicates have the program's conditions in their vocabulary.
            thresholds: self.ingredients.thresholds && !with_predicates,
            exact_paths: self.ingredients.exact_paths,
            // Alone, its last turn has all the time there is.
            patience: (self.dagger || *turn != FGAR[1]).then(|| Duration::from_secs_f64(seconds)),
            board: board.clone(),
        })
    }
}

/// A domain for the numbers of an automaton.
fn numeric(cfa: &Cfa, name: DomainName, widening: Widening) -> Chosen {
    match name {
        DomainName::Interval => Intervals::new(cfa).into(),
        DomainName::Octagon => Octagons::new(cfa).into(),
        _ => Polyhedra::with(cfa, widening).into(),
    }
}

impl Gr06Plan {
    fn engine(self, base: Chosen, domain_name: &'static str, board: &Option<Arc<Board>>) -> Box<dyn Engine> {
        let Gr06Plan { mode, prune, narrow } = self;
        Box::new(Gr06 { domain: Disjunctive::new(base), domain_name, mode, prune, narrow, board: board.clone() })
    }
}

fn domain_name(name: DomainName) -> &'static str {
    match name {
        DomainName::Interval => "interval",
        DomainName::Octagon => "octagon",
        DomainName::Polyhedra => "polyhedra",
        DomainName::Predicates => "predicates",
        DomainName::HeapGraph => "heap-graph",
        DomainName::Segments => "segments",
    }
}
