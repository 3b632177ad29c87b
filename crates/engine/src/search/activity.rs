//! What to run next.
//!
//! Seven activities share the time: *expand* (take the untaken side of a branch of a kept run, by solving the path's
//! conditions), *approach* (come nearer to an untaken side by measuring), *wander* (take other sides of kept runs that lead
//! nowhere new by themselves), random runs from kept ones and from nothing (*batch*), *enumerate* (all runs, as long as
//! they may be few), and *roam* ([`crate::roam`]: go on from kept states and repeat what brings them further).

use super::atlas::{NEVER, Side};
use super::descend::{Gauge, descend};
use super::exhaust::Stretch;
use super::hunt::{Hunt, Nearest};
use super::path::{Keep, bounds};
use super::shadow::Test;
use super::values::{Manner, Tape};
use base::exec::{End, Request};
use base::{Int, LocId, Proof, Stop};
use std::time::{Duration, Instant};

pub(super) const ACTIVITIES: usize = 7;
/// Shares of the time.
const WEIGHTS: [f64; ACTIVITIES] = [4.0, 2.0, 2.0, 2.0, 2.0, 2.0, 3.0];
/// Levels of fuel: 10^3, 10^4, …
pub(super) const LEVELS: usize = 8;
/// Runs that read at most so many inputs are made smaller.
const SHORT: u64 = 1 << 16;
/// Untaken sides are tried from at most this many kept runs by solving.
const TRIES: u32 = 60;

impl Hunt<'_> {
    /// Searches until everything is decided (`None`), the budget ends (its reason), or nothing new was seen for long.
    pub(super) fn run(&mut self, patience: Duration) -> Option<Option<Stop>> {
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
            let due = self.postponed.iter().find(|(_, f)| late || self.is_due(f)).map(|(l, f)| (*l, f.inputs()));
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
                true,
            ];
            let share = |n: &usize| self.spent[*n] / WEIGHTS[*n];
            let next = (0..ACTIVITIES).filter(|n| available[*n]).min_by(|a, b| share(a).total_cmp(&share(b))).unwrap_or(4);
            match next {
                0 => self.expand(),
                1 => self.approach(),
                2 => self.wander(),
                3 => self.batch(true),
                4 => self.batch(false),
                5 => self.enumerate(Duration::from_millis(10)),
                _ => self.roam(Duration::from_millis(10)),
            }
            self.spent[next] += (self.start.elapsed() - now).as_secs_f64();
        }
    }

    /// Goes on from states that look new, and repeats inputs that come back with something changed.
    fn roam(&mut self, time: Duration) {
        let before = self.roam.kept();
        let found = self.roam.run(&self.everywhere, &self.open, time, self.budget);
        if self.roam.kept() > before {
            self.progress = self.start.elapsed();
        }
        let Some(found) = found.filter(|f| f.is_due(self.start.elapsed())).filter(|f| self.roam.confirm(f, self.budget)) else { return };
        let script = found.script();
        if script.len() <= SHORT {
            let inputs: Vec<i128> = script.values().filter_map(|v| i128::try_from(v).ok()).collect();
            self.failed(found.goal, &inputs);
        } else {
            self.hand_in(found.goal, script);
        }
    }

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
                if !open.is_empty() && self.enumerates {
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
