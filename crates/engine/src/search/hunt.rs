//! One search through one program: what was run, what was kept of it, what it covered, and what was handed in.
//!
//! A run is kept if it takes a side, or an edge so often, as no run did (large numbers are told apart by their power of two), or comes nearer to an untaken side.
//! What to run next is decided in [`super::activity`].

use super::activity::{ACTIVITIES, LEVELS};
use super::atlas::{Atlas, NEVER, Side};
use super::board::Board;
use super::exhaust::EveryRun;
use super::path::Path;
use super::shadow::{Counts, Quick, Shadow};
use super::shrink::{Failure, shrink};
use super::values::{Manner, Pool, Tape};
use crate::ahead::Ahead;
use crate::desk::{Desk, Progress};
use crate::roam::Roam;
use base::exec::eval::{State, Value};
use base::exec::machine::{Machine, Memory, Outcome};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::random::Random;
use base::{Budget, Cfa, EdgeId, Int, LocId, Script, SortedMap, SortedSet, Trace};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A kept run.
pub(super) struct Kept {
    pub(super) inputs: Vec<i128>,
    /// Steps that had to be executed one by one.
    pub(super) steps: u64,
    pub(super) path: Option<Rc<Path>>,
    pub(super) expanded: bool,
}

/// The kept run that came nearest to an untaken side.
pub(super) struct Nearest {
    pub(super) gap: i128,
    pub(super) run: usize,
    pub(super) attempts: u32,
}

/// Kept runs; after that only new sides count.
const CORPUS: usize = 3000;
/// All inputs of kept runs, and all answers and events of remembered paths.
const STORED: usize = 8_000_000;
const REMEMBERED: usize = 3_000_000;
/// Counts below it are told apart; a power of two.
const FEW: u32 = 16;

pub(super) struct Hunt<'a> {
    pub(super) cfa: &'a Cfa,
    pub(super) machine: &'a Machine,
    pub(super) desk: &'a Desk<'a>,
    pub(super) budget: &'a Budget,
    pub(super) board: &'a Board,
    pub(super) memory: Memory,
    pub(super) random: Random,
    pub(super) pool: Pool,
    pub(super) atlas: Atlas,
    pub(super) counts: Counts,
    /// Per edge: which counts were seen ([`degree`]).
    pub(super) degrees: Vec<u64>,
    pub(super) open: SortedSet<LocId>,
    /// Locations whose traces the judge did not accept.
    pub(super) refused: SortedSet<LocId>,
    pub(super) kept: Vec<Kept>,
    pub(super) waiting: Vec<usize>,
    /// Inputs of kept runs, and sizes of their paths, together.
    pub(super) stored: usize,
    pub(super) remembered: usize,
    /// The runs whose paths are remembered, oldest first.
    pub(super) recent: VecDeque<usize>,
    pub(super) nearest: SortedMap<Side, Nearest>,
    pub(super) tries: SortedMap<Side, u32>,
    pub(super) proposals: Vec<Vec<i128>>,
    pub(super) every: Option<EveryRun>,
    /// Whether that all runs were executed is handed in.
    pub(super) enumerates: bool,
    pub(super) roam: Roam<'a>,
    /// Where control can still come to an open location.
    pub(super) everywhere: Ahead,
    /// Failing runs that take long to check.
    pub(super) postponed: SortedMap<LocId, Failure>,
    pub(super) runs: u64,
    pub(super) start: Instant,
    pub(super) polled: Option<Instant>,
    /// When something new was last seen, in time since the start.
    pub(super) progress: Duration,
    pub(super) spent: [f64; ACTIVITIES],
    pub(super) levels: [f64; LEVELS],
    pub(super) wide: Duration,
}

impl<'a> Hunt<'a> {
    pub(super) fn new(cfa: &'a Cfa, machine: &'a Machine, desk: &'a Desk<'a>, budget: &'a Budget, board: &'a Board, seed: u64) -> Self {
        Hunt {
            cfa,
            machine,
            desk,
            budget,
            board,
            memory: machine.memory(),
            random: Random::new(seed),
            pool: Pool::new(cfa),
            atlas: Atlas::new(machine),
            counts: Counts::new(cfa.edges.len()),
            degrees: vec![0; cfa.edges.len()],
            open: SortedSet::new(),
            refused: SortedSet::new(),
            kept: Vec::new(),
            waiting: Vec::new(),
            stored: 0,
            remembered: 0,
            recent: VecDeque::new(),
            nearest: SortedMap::new(),
            tries: SortedMap::new(),
            proposals: Vec::new(),
            every: Some(EveryRun::default()),
            enumerates: true,
            roam: Roam::new(cfa, machine, seed),
            everywhere: Ahead::anyhow(cfa, &SortedSet::new()),
            postponed: SortedMap::new(),
            runs: 0,
            start: Instant::now(),
            polled: None,
            progress: Duration::ZERO,
            spent: [0.0; ACTIVITIES],
            levels: [0.0; LEVELS],
            wide: Duration::ZERO,
        }
    }

    /// Looks at the desk and the board now and then. True if nothing is left to search for.
    pub(super) fn done(&mut self) -> bool {
        if self.polled.is_none_or(|p| p.elapsed() > Duration::from_millis(20)) {
            self.polled = Some(Instant::now());
            let open: SortedSet<LocId> = self.desk.open().into_iter().filter(|l| !self.refused.contains(l)).collect();
            if open != self.open {
                self.open = open;
                self.atlas.aim(self.machine, &self.open);
                self.everywhere = Ahead::anyhow(self.cfa, &self.open);
                let (atlas, machine) = (&self.atlas, self.machine);
                self.nearest.retain(|side, _| atlas.distance(machine, *side) != NEVER);
            }
            let (proposals, preferred) = self.board.fetch();
            self.proposals.extend(proposals);
            for (edge, values) in preferred {
                self.pool.preferred.entry(edge).or_default().extend(values);
            }
            let suspect = self.open.first().map(|l| self.cfa.place(*l));
            self.desk.progress("search", &Progress { nodes: self.runs, refinements: 0, suspect });
        }
        self.open.is_empty()
    }

    /// How long a run may be by now: a tenth of the time so far.
    pub(super) fn fuel(&self) -> u64 {
        (self.start.elapsed().as_secs_f64() * 2e7) as u64 + 20_000
    }

    /// Executes without shadows; keeps the run if it is new.
    pub(super) fn fast(&mut self, given: &[i128], manner: Manner, fuel: u64) -> Outcome {
        self.counts.clear();
        let mut tape = Tape::new(given, manner, &self.pool, &mut self.random);
        let outcome = self.machine.run(&mut self.memory, &mut tape, fuel, self.budget, &mut self.counts);
        let used = tape.used;
        self.runs += 1;
        let new = self.count();
        if new {
            self.keep(used.iter().map(|u| u.1).collect(), outcome.executed, None);
        }
        self.ended(outcome.end, &used);
        outcome
    }

    /// Executes with shadows; keeps the run if it is new.
    pub(super) fn shadow(&mut self, given: &[i128], manner: Manner, fuel: u64) -> Rc<Path> {
        self.counts.clear();
        let mut shadow = Shadow::new(&self.atlas, &mut self.counts, Random::new(self.runs), self.machine.extent());
        let mut tape = Tape::new(given, manner, &self.pool, &mut self.random);
        let outcome = self.machine.run(&mut self.memory, &mut tape, fuel, self.budget, &mut shadow);
        let events = shadow.events();
        let (auxiliary, sides, gaps) = (shadow.auxiliary, shadow.new, shadow.gaps);
        let used = tape.used;
        self.runs += 1;
        let path = Rc::new(Path::new(used, events, auxiliary));
        let mut new = self.count();
        for side in sides {
            self.atlas.cover(side);
            self.nearest.remove(&side);
            self.progress = self.start.elapsed();
            new = true;
        }
        let nearer: Vec<(Side, i128)> = gaps
            .into_iter()
            .filter(|(side, gap)| {
                !self.atlas.is_covered(*side)
                    && self.atlas.distance(self.machine, *side) != NEVER
                    && self.nearest.get(side).is_none_or(|n| *gap < n.gap)
            })
            .collect();
        if new || (!nearer.is_empty() && self.kept.len() < CORPUS) {
            let run = self.keep(path.inputs(), outcome.executed, Some(path.clone()));
            for (side, gap) in nearer {
                let nearest = self.nearest.entry(side).or_insert(Nearest { gap, run, attempts: 0 });
                nearest.gap = gap;
                nearest.run = run;
            }
        }
        self.ended(outcome.end, &path.tape);
        path
    }

    /// Notes the counts of the last run; true if one is new.
    pub(super) fn count(&mut self) -> bool {
        let mut new = false;
        for (edge, count) in self.counts.iter() {
            let degree = 1 << degree(count);
            let seen = &mut self.degrees[edge.index()];
            if *seen & degree == 0 {
                if *seen == 0 {
                    self.progress = self.start.elapsed();
                }
                *seen |= degree;
                new = true;
            }
        }
        new
    }

    /// Keeps a run; those that read very many inputs only up to a point, since memory is finite.
    pub(super) fn keep(&mut self, inputs: Vec<i128>, steps: u64, path: Option<Rc<Path>>) -> usize {
        let inputs = if self.stored + inputs.len() > STORED { Vec::new() } else { inputs };
        self.stored += inputs.len();
        let run = self.kept.len();
        self.kept.push(Kept { inputs, steps, path: None, expanded: false });
        self.waiting.push(run);
        if let Some(path) = path {
            self.remember(run, path);
        }
        run
    }

    /// Paths of runs long ago are forgotten; they are made again when they are needed.
    pub(super) fn remember(&mut self, run: usize, path: Rc<Path>) {
        self.remembered += path.size();
        self.kept[run].path = Some(path);
        self.recent.push_back(run);
        while self.remembered > REMEMBERED
            && let Some(old) = self.recent.pop_front()
        {
            self.remembered -= self.kept[old].path.take().map_or(0, |p| p.size());
        }
    }

    pub(super) fn path(&mut self, run: usize) -> Rc<Path> {
        if let Some(path) = &self.kept[run].path {
            return path.clone();
        }
        let inputs = self.kept[run].inputs.clone();
        let path = self.shadow(&inputs, Manner::Zero, self.kept[run].steps + 1);
        if self.kept[run].path.is_none() {
            self.remember(run, path.clone());
        }
        path
    }

    /// A run has ended: hands it in if it failed.
    pub(super) fn ended(&mut self, end: End, used: &[(Request, i128)]) {
        match end {
            End::Error(loc) if self.open.contains(&loc) => {
                let inputs: Vec<i128> = used.iter().map(|u| u.1).collect();
                self.failed(loc, &inputs);
            }
            End::TooBig(_) if self.wide < self.start.elapsed() / 10 => self.walk(used),
            _ => {}
        }
    }

    /// Makes the run smaller and hands it in. A run that takes long to check waits, since a shorter one may be found.
    pub(super) fn failed(&mut self, loc: LocId, inputs: &[i128]) {
        let (machine, budget, pool) = (self.machine, self.budget, &self.pool);
        let memory = &mut self.memory;
        let mut random = self.random.clone();
        let mut fuel = u64::MAX;
        let mut fails = |inputs: &[i128]| {
            let mut tape = Tape::new(inputs, Manner::Zero, pool, &mut random);
            let outcome = machine.run(memory, &mut tape, fuel, budget, &mut Quick);
            // Other inputs may lead into endless loops.
            fuel = fuel.min(2 * outcome.executed + 10_000);
            (outcome.end == End::Error(loc)).then_some(Failure { tape: tape.used, steps: outcome.steps })
        };
        let Some(failure) = fails(inputs) else { return };
        if self.postponed.get(&loc).is_some_and(|p| failure.cost() > p.cost() / 2) {
            return;
        }
        let failure = shrink(failure, fails);
        if self.is_due(&failure) {
            self.hand_in(loc, failure.inputs().into_iter().map(Int::from).collect());
        } else if self.postponed.get(&loc).is_none_or(|p| failure.cost() < p.cost()) {
            self.postponed.insert(loc, failure);
        }
    }

    /// Whether checking it takes less time than was spent so far, or will soon be impossible.
    pub(super) fn is_due(&self, failure: &Failure) -> bool {
        let estimate = Duration::from_secs_f64(failure.cost() as f64 / 1e8);
        estimate < Duration::from_millis(200) + self.start.elapsed() / 2 || self.budget.left().is_some_and(|left| left < 2 * estimate)
    }

    pub(super) fn hand_in(&mut self, loc: LocId, inputs: Script) {
        self.postponed.remove(&loc);
        if self.desk.trace("search", Trace { inputs, error: loc }).is_err() {
            self.refused.insert(loc);
        }
        self.progress = self.start.elapsed();
        self.polled = None;
        self.done();
    }

    /// Goes on with the reference where the machine's words do not suffice.
    pub(super) fn walk(&mut self, used: &[(Request, i128)]) {
        let start = Instant::now();
        let given: Vec<i128> = used.iter().map(|u| u.1).collect();
        let mut tape = Tape::new(&given, Manner::Small, &self.pool, &mut self.random);
        let mut walk = Walk::new(self.cfa);
        let end = (0..100_000).find_map(|n| match walk.step(&mut tape) {
            Step::Ended(end) => Some(end),
            Step::Took(e) | Step::Printed(e, _) => {
                let late = n % 256 == 0 && self.budget.stopped().is_some();
                (late || is_huge(self.cfa, e, &walk.state)).then_some(End::Unfinished(walk.loc))
            }
        });
        let used = tape.used;
        self.wide += start.elapsed();
        if let Some(End::Error(loc)) = end
            && self.open.contains(&loc)
        {
            self.hand_in(loc, used.into_iter().map(|u| Int::from(u.1)).collect());
        }
    }
}

/// Small counts as they are, so that a text or a queue can grow one by one to the length that fails; larger ones by their power of two.
fn degree(count: u32) -> u32 {
    if count < FEW { count } else { FEW + count.ilog2() - FEW.ilog2() }
}

/// Whether an edge has just made a value that is not worth going on with: values may double their size at every step.
pub(super) fn is_huge(cfa: &Cfa, edge: EdgeId, state: &State) -> bool {
    let value = cfa.edge(edge).stmt.target().and_then(|v| state.values.get(v.index()));
    static LIMITS: LazyLock<(Int, Int)> = LazyLock::new(|| (-(Int::ONE << 65_536), Int::ONE << 65_536));
    matches!(value, Some(Value::Int(i)) if *i < LIMITS.0 || *i > LIMITS.1)
}
