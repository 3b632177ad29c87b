//! One search through one program: what was run, what it covered, and what to run next.
//!
//! Six activities share the time: *enumerate* (all runs, as long as they may be few), *expand* (take the untaken side of a branch of a kept run, by solving the path's
//! conditions), *descend* (come nearer to an untaken side by measuring), *wander* (take other sides of kept runs that lead nowhere
//! new by themselves), *mutate* (change the inputs of kept runs), *draw* (random runs). A run is kept if it takes a side
//! or a power of two of iterations that no run took, or comes nearer to an untaken side.

use super::atlas::{Atlas, NEVER, Side};
use super::board::Board;
use super::descend::{Gauge, descend};
use super::exhaust::{EveryRun, Stretch};
use super::path::{Keep, Path, bounds};
use super::shadow::{Counts, Quick, Shadow, Test};
use super::shrink::{Failure, shrink};
use super::values::{Manner, Pool, Tape};
use crate::desk::{Desk, Progress};
use base::exec::eval::{State, Value};
use base::exec::machine::{Machine, Memory, Outcome};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::random::Random;
use base::{Budget, Cfa, EdgeId, Int, LocId, Proof, Stop, Trace};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// A kept run.
struct Kept {
    inputs: Vec<i128>,
    /// Steps that had to be executed one by one.
    steps: u64,
    path: Option<Rc<Path>>,
    expanded: bool,
}

/// The kept run that came nearest to an untaken side.
struct Nearest {
    gap: i128,
    run: usize,
    attempts: u32,
}

const ACTIVITIES: usize = 6;
/// Shares of the time.
const WEIGHTS: [f64; ACTIVITIES] = [4.0, 2.0, 2.0, 2.0, 2.0, 2.0];
/// Levels of fuel: 10^3, 10^4, …
const LEVELS: usize = 8;
/// Kept runs; after that only new sides count.
const CORPUS: usize = 3000;
/// Untaken sides are tried from at most this many kept runs by solving.
const TRIES: u32 = 60;

pub(super) struct Hunt<'a> {
    cfa: &'a Cfa,
    machine: &'a Machine,
    desk: &'a Desk<'a>,
    budget: &'a Budget,
    board: &'a Board,
    memory: Memory,
    random: Random,
    pool: Pool,
    atlas: Atlas,
    counts: Counts,
    /// Per edge: the powers of two of its counts that were seen.
    powers: Vec<u32>,
    open: BTreeSet<LocId>,
    /// Locations whose traces the judge did not accept.
    refused: BTreeSet<LocId>,
    kept: Vec<Kept>,
    waiting: Vec<usize>,
    nearest: BTreeMap<Side, Nearest>,
    tries: BTreeMap<Side, u32>,
    proposals: Vec<Vec<i128>>,
    every: Option<EveryRun>,
    /// Failing runs that take long to check.
    postponed: BTreeMap<LocId, Failure>,
    runs: u64,
    start: Instant,
    polled: Option<Instant>,
    /// When something new was last seen, in time since the start.
    progress: Duration,
    spent: [f64; ACTIVITIES],
    levels: [f64; LEVELS],
    wide: Duration,
}

impl<'a> Hunt<'a> {
    pub fn new(cfa: &'a Cfa, machine: &'a Machine, desk: &'a Desk<'a>, budget: &'a Budget, board: &'a Board, seed: u64) -> Self {
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
            powers: vec![0; cfa.edges.len()],
            open: BTreeSet::new(),
            refused: BTreeSet::new(),
            kept: Vec::new(),
            waiting: Vec::new(),
            nearest: BTreeMap::new(),
            tries: BTreeMap::new(),
            proposals: Vec::new(),
            every: Some(EveryRun::default()),
            postponed: BTreeMap::new(),
            runs: 0,
            start: Instant::now(),
            polled: None,
            progress: Duration::ZERO,
            spent: [0.0; ACTIVITIES],
            levels: [0.0; LEVELS],
            wide: Duration::ZERO,
        }
    }

    /// Searches until everything is decided (`None`), the budget ends (its reason), or nothing new was seen for long.
    pub fn run(&mut self, patience: Duration) -> Option<Option<Stop>> {
        if self.done() {
            return None;
        }
        self.enumerate(Duration::from_millis(30));
        let manners = [Manner::Zero, Manner::Small, Manner::Mostly(1 << 20), Manner::Constants, Manner::Ends, Manner::Mixed];
        for (fuel, manners) in [(1000, 6), (100_000, 4), (3_000_000, 1)].map(|(fuel, n)| (fuel, &manners[..n])) {
            let before = self.kept.len();
            for manner in manners {
                self.shadow(&[], *manner, fuel);
                if self.done() {
                    return None;
                }
            }
            // Longer runs only where the shorter ones went on and on.
            if self.kept[before..].iter().all(|k| k.steps < fuel) {
                break;
            }
        }
        loop {
            if self.done() {
                return None;
            }
            if let Some(stop) = self.budget.stopped() {
                return Some(Some(stop));
            }
            let now = self.start.elapsed();
            let late = now > patience + 4 * self.progress;
            let due = self.postponed.iter().find(|(_, f)| late || self.is_due(f.steps)).map(|(l, f)| (*l, f.inputs()));
            if let Some((loc, inputs)) = due {
                self.hand_in(loc, inputs.into_iter().map(Int::from).collect());
                continue;
            }
            if late {
                return Some(None);
            }
            while let Some(inputs) = self.proposals.pop() {
                self.shadow(&inputs, Manner::Zero, self.fuel());
            }
            let available = [
                !self.waiting.is_empty(),
                !self.nearest.is_empty(),
                !self.kept.is_empty(),
                !self.kept.is_empty(),
                true,
                self.every.is_some(),
            ];
            let share = |n: &usize| self.spent[*n] / WEIGHTS[*n];
            let next = (0..ACTIVITIES).filter(|n| available[*n]).min_by(|a, b| share(a).total_cmp(&share(b))).unwrap_or(4);
            match next {
                0 => self.expand(),
                1 => self.approach(),
                2 => self.wander(),
                3 => self.batch(true),
                4 => self.batch(false),
                _ => self.enumerate(Duration::from_millis(10)),
            }
            self.spent[next] += (self.start.elapsed() - now).as_secs_f64();
        }
    }

    /// Looks at the desk and the board now and then. True if nothing is left to search for.
    fn done(&mut self) -> bool {
        if self.polled.is_none_or(|p| p.elapsed() > Duration::from_millis(20)) {
            self.polled = Some(Instant::now());
            let open: BTreeSet<LocId> = self.desk.open().into_iter().filter(|l| !self.refused.contains(l)).collect();
            if open != self.open {
                self.open = open;
                self.atlas.aim(self.machine, &self.open);
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
    fn fuel(&self) -> u64 {
        (self.start.elapsed().as_secs_f64() * 2e7) as u64 + 20_000
    }

    /// Executes without shadows; keeps the run if it is new.
    fn fast(&mut self, given: &[i128], manner: Manner, fuel: u64) -> Outcome {
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
    fn shadow(&mut self, given: &[i128], manner: Manner, fuel: u64) -> Rc<Path> {
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
    fn count(&mut self) -> bool {
        let mut new = false;
        for (edge, count) in self.counts.iter() {
            let power = 1 << count.ilog2();
            let seen = &mut self.powers[edge.index()];
            if *seen & power == 0 {
                if *seen == 0 {
                    self.progress = self.start.elapsed();
                }
                *seen |= power;
                new = true;
            }
        }
        new
    }

    fn keep(&mut self, inputs: Vec<i128>, steps: u64, path: Option<Rc<Path>>) -> usize {
        self.kept.push(Kept { inputs, steps, path, expanded: false });
        self.waiting.push(self.kept.len() - 1);
        self.kept.len() - 1
    }

    fn path(&mut self, run: usize) -> Rc<Path> {
        if let Some(path) = &self.kept[run].path {
            return path.clone();
        }
        let inputs = self.kept[run].inputs.clone();
        let path = self.shadow(&inputs, Manner::Zero, self.kept[run].steps + 1);
        self.kept[run].path = Some(path.clone());
        // Paths of runs long ago are made again when they are needed.
        if let Some(old) = run.checked_sub(500) {
            self.kept[old].path = None;
        }
        path
    }

    /// A run has ended: hands it in if it failed.
    fn ended(&mut self, end: End, used: &[(Request, i128)]) {
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
    fn failed(&mut self, loc: LocId, inputs: &[i128]) {
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
        let failure = shrink(failure, fails);
        if self.is_due(failure.steps) {
            self.hand_in(loc, failure.inputs().into_iter().map(Int::from).collect());
        } else if self.postponed.get(&loc).is_none_or(|p| failure.steps < p.steps) {
            self.postponed.insert(loc, failure);
        }
    }

    /// Whether checking so many steps takes less time than was spent so far, or will soon be impossible.
    fn is_due(&self, steps: u64) -> bool {
        let estimate = Duration::from_secs_f64(steps as f64 / 1e8);
        estimate < Duration::from_millis(200) + self.start.elapsed() / 2 || self.budget.left().is_some_and(|left| left < 2 * estimate)
    }

    fn hand_in(&mut self, loc: LocId, inputs: Vec<Int>) {
        self.postponed.remove(&loc);
        if self.desk.trace("search", Trace { inputs, error: loc }).is_err() {
            self.refused.insert(loc);
        }
        self.progress = self.start.elapsed();
        self.polled = None;
        self.done();
    }

    /// Goes on with the reference where the machine's words do not suffice.
    fn walk(&mut self, used: &[(Request, i128)]) {
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

/// Whether an edge has just made a value that is not worth going on with: values may double their size at every step.
pub(super) fn is_huge(cfa: &Cfa, edge: EdgeId, state: &State) -> bool {
    let value = cfa.edge(edge).stmt.target().and_then(|v| state.values.get(v.index()));
    static LIMITS: LazyLock<(Int, Int)> = LazyLock::new(|| (-(Int::ONE << 65_536), Int::ONE << 65_536));
    matches!(value, Some(Value::Int(i)) if *i < LIMITS.0 || *i > LIMITS.1)
}

/// The activities.
impl Hunt<'_> {
    /// Goes on with the execution of all runs. When that comes to its end, everything is decided.
    fn enumerate(&mut self, time: Duration) {
        let Some(mut every) = self.every.take() else { return };
        let mut found = Vec::new();
        let until = Instant::now() + time;
        let stretch =
            every.go_on(self.machine, &mut self.memory, 10_000_000, until, self.budget, &mut |loc, inputs| found.push((loc, inputs)));
        for (loc, inputs) in found {
            if self.open.contains(&loc) {
                self.failed(loc, &inputs);
            }
        }
        match stretch {
            Stretch::More => self.every = Some(every),
            Stretch::Hopeless => {}
            Stretch::Complete(runs) => {
                let open: Vec<LocId> = self.desk.open().into_iter().filter(|l| !every.reached().contains(l)).collect();
                if !open.is_empty() {
                    // If the judge does not accept it, the desk has noted why.
                    let _ = self.desk.proof("search", Proof::Exhaustive { runs }, &open);
                }
                self.refused.extend(self.desk.open());
                self.polled = None;
            }
        }
    }

    /// Takes untaken sides of the kept run that waits and is nearest to an error.
    fn expand(&mut self) {
        let Some(run) = self.waiting.pop() else { return };
        if std::mem::replace(&mut self.kept[run].expanded, true) {
            return;
        }
        let path = self.path(run);
        let mut goals: Vec<(u32, usize, Side)> = Vec::new();
        for (n, event) in path.events.iter().enumerate() {
            let mut goal = |side: Side| {
                let distance = self.atlas.distance(self.machine, side);
                if side != event.side && distance != NEVER && !self.atlas.is_covered(side) {
                    goals.push((distance, n, side));
                }
            };
            match &event.test {
                Test::Choice { options, .. } => options.iter().for_each(|o| goal(*o)),
                _ => goal(event.side.other()),
            }
        }
        goals.sort();
        let fuel = self.kept[run].steps * 2 + self.fuel();
        let inputs = path.inputs();
        let limit = Instant::now() + Duration::from_millis(500);
        for (_, event, side) in goals {
            let tries = self.tries.entry(side).or_default();
            if self.atlas.is_covered(side) || *tries > TRIES {
                continue;
            }
            *tries += 1;
            for keep in [Keep::Path, Keep::Straight, Keep::Nothing] {
                for candidate in path.flip(event, side, keep, &inputs) {
                    self.shadow(&candidate, Manner::Small, fuel);
                }
                if self.atlas.is_covered(side) {
                    break;
                }
            }
            if self.done() || self.budget.stopped().is_some() || Instant::now() > limit {
                return;
            }
        }
    }

    /// Comes nearer to the untaken side that is the most promising and was not tried too often.
    fn approach(&mut self) {
        let cost = |side: &Side, n: &Nearest| self.atlas.distance(self.machine, *side).saturating_add(4 * n.attempts);
        let Some((side, run)) = self.nearest.iter().min_by_key(|(s, n)| cost(s, n)).map(|(s, n)| (*s, n.run)) else { return };
        let attempts = self.nearest.get_mut(&side).map_or(0, |nearest| {
            nearest.attempts += 1;
            nearest.attempts - 1
        });
        let path = self.path(run);
        let limits: Vec<(i128, i128)> = path.tape.iter().map(|t| bounds(&t.0)).collect();
        let fuel = self.kept[run].steps * 2 + self.fuel();
        // Longer each time, but never a large part of the time so far.
        let time = Duration::from_millis(50 << attempts.min(6)).min(Duration::from_millis(50) + self.start.elapsed() / 8);
        let end = Instant::now() + time;
        let mut left: u64 = 400 << attempts.min(6);
        let all = left;
        let (machine, budget, pool, memory, random) = (self.machine, self.budget, &self.pool, &mut self.memory, &mut self.random);
        let mut failure: Option<(End, Vec<(Request, i128)>)> = None;
        let found = descend(&path.inputs(), &limits, &path.influential(64), |inputs| {
            left -= 1;
            if left == 0 || Instant::now() > end {
                return Err(());
            }
            let mut gauge = Gauge { side, gap: None };
            let mut tape = Tape::new(inputs, Manner::Zero, pool, random);
            let outcome = machine.run(memory, &mut tape, fuel, budget, &mut gauge);
            if matches!(outcome.end, End::Error(_)) {
                failure = Some((outcome.end, tape.used));
            }
            Ok(gauge.gap)
        });
        self.runs += all - left;
        if let Some((end, used)) = failure {
            self.ended(end, &used);
        }
        if let Ok(Some(inputs)) = found {
            self.shadow(&inputs, Manner::Zero, fuel);
        }
    }

    /// A kept run: one that came nearest to something, or any, later ones more often.
    fn pick(&mut self) -> usize {
        if !self.nearest.is_empty() && self.random.chance(2) {
            let n = self.random.below(self.nearest.len() as u64) as usize;
            return self.nearest.values().nth(n).map_or(0, |n| n.run);
        }
        let n = self.kept.len() as u64;
        let (a, b) = (self.random.below(n), self.random.below(n));
        a.max(b) as usize
    }

    /// Takes the other side of any branch of a kept run, and goes on from there.
    fn wander(&mut self) {
        let run = self.pick();
        if self.kept[run].steps > self.fuel() {
            return;
        }
        let path = self.path(run);
        if path.events.is_empty() {
            return self.batch(true);
        }
        let fuel = self.kept[run].steps * 2 + 10_000;
        for _ in 0..8 {
            let event = self.random.below(path.events.len() as u64) as usize;
            let other = match &path.events[event].test {
                Test::Choice { options, .. } => *self.random.pick(options),
                _ => path.events[event].side.other(),
            };
            if self.atlas.distance(self.machine, other) == NEVER {
                continue;
            }
            let mut wanted = path.inputs();
            if self.random.chance(2) {
                self.mutate(&mut wanted, &path.tape);
            }
            let keep = if self.random.chance(3) { Keep::Straight } else { Keep::Path };
            for candidate in path.flip(event, other, keep, &wanted) {
                let manner = Manner::draw(&mut self.random);
                self.shadow(&candidate, manner, fuel);
            }
            if self.done() {
                return;
            }
        }
    }

    /// Changes some of the inputs.
    fn mutate(&mut self, inputs: &mut Vec<i128>, tape: &[(Request, i128)]) {
        if inputs.is_empty() {
            return;
        }
        let manner = Manner::draw(&mut self.random);
        for _ in 0..1 + self.random.below(3) {
            let at = self.random.below(inputs.len() as u64) as usize;
            let request = tape.get(at).map(|t| t.0);
            match self.random.below(8) {
                // Everything after a point is drawn anew.
                0 | 1 => inputs.truncate(at.max(1)),
                2 => drop(inputs.remove(at)),
                3 => inputs.insert(at, inputs[at]),
                4 => inputs[at] = inputs[at].saturating_add(i128::from(self.random.between(-2, 2))),
                5 => inputs[at] ^= 1 << self.random.below(33),
                6 => inputs[at] = inputs[self.random.below(inputs.len() as u64) as usize],
                _ => {
                    if let Some(request) = request {
                        inputs[at] = super::values::value(manner, &request, &self.pool, &mut self.random);
                    }
                }
            }
            if inputs.is_empty() {
                return;
            }
        }
    }

    /// Random runs for a few milliseconds, from nothing or from kept runs, at the level of fuel that had the least time.
    fn batch(&mut self, mutated: bool) {
        let top = LEVELS.min((self.fuel() as f64).log10() as usize - 2);
        let level = (0..top).min_by(|a, b| self.levels[*a].total_cmp(&self.levels[*b])).unwrap_or(0);
        let fuel = 10u64.pow(level as u32 + 3);
        let start = Instant::now();
        loop {
            let manner = Manner::draw(&mut self.random);
            if mutated {
                let run = self.pick();
                let mut inputs = self.kept[run].inputs.clone();
                self.mutate(&mut inputs, &[]);
                self.fast(&inputs, manner, fuel);
            } else {
                self.fast(&[], manner, fuel);
            }
            if start.elapsed() > Duration::from_millis(3) || self.done() {
                break;
            }
        }
        self.levels[level] += start.elapsed().as_secs_f64();
    }
}
