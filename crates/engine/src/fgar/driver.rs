//! The loop over the rounds.
//!
//! Cousot, Ganty, Raskin (SAS 2007), with several error locations: a negative answer decides (or sets aside) one of them and the
//! rounds begin again for the others, with what was learnt. Invariant: a location is given up only when a candidate
//! for it does not run, when a round excludes nothing new, or at the end.

use super::backward::{Effort, Layer, backward};
use super::forward::{Forward, forward};
use super::sets::{Safe, lesson};
use super::{Fgar, Round, tell, trace};
use crate::accelerate::Accelerated;
use crate::candidate::Executor;
use crate::cases::Cased;
use crate::desk::{Desk, Engine, Progress};
use crate::gr06::system::System;
use crate::precision::Precision;
use crate::refine::paths::{Paths, Program, Told};
use crate::thresholds::thresholds;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Formula, LocId, Lost, OpKind, Proof, SortedMap, SortedSet, Stop, Why};

/// After this many rounds the engine says that it does not converge.
const MOST_ROUNDS: usize = 200;

/// Steps backwards in the first round; there are more in each.
const FIRST_DEPTH: usize = 3;

pub fn drive<D: Domain, F: Fn(&Cfa) -> D + Sync>(
    engine: &Fgar<F>,
    cfa: &Cfa,
    desk: &Desk<'_>,
    budget: &Budget,
    see: &mut dyn FnMut(&Round<'_, D>),
) {
    let cased = Cased::new(cfa);
    let wto = Wto::new(&cased.cfa);
    let accelerated = if engine.acceleration { Accelerated::new(&cased.cfa, &wto, budget) } else { Accelerated::without(&cased.cfa) };
    let domain = (engine.domain)(&accelerated.cfa);
    let system = System::new(&accelerated.cfa, &domain);
    let mut hints = Precision::default();
    if engine.thresholds {
        hints.learn(&thresholds(&cased.cfa, &wto));
    }
    let mut driver = Driver {
        engine,
        name: engine.name(),
        original: cfa,
        cased: &cased,
        wto: &wto,
        accelerated: &accelerated,
        system: &system,
        desk,
        budget,
        hints,
        paths: if engine.exact_paths { Paths::find() } else { Paths::with(None) },
        aside: SortedMap::new(),
        unconfirmed: SortedSet::new(),
        rounds: 0,
        strict: false,
    };
    let end = driver.run(see);
    driver.give_up(end.err());
}

struct Driver<'r, F, D: Domain> {
    engine: &'r Fgar<F>,
    name: String,
    /// The program as it was given, on which traces run.
    original: &'r Cfa,
    cased: &'r Cased,
    wto: &'r Wto,
    accelerated: &'r Accelerated,
    system: &'r System<'r, D>,
    desk: &'r Desk<'r>,
    budget: &'r Budget,
    hints: Precision,
    paths: Paths,
    /// Locations that nothing more is tried for.
    aside: SortedMap<LocId, Why>,
    /// Locations whose proof the judge could not confirm.
    unconfirmed: SortedSet<LocId>,
    rounds: usize,
    /// Whether preimages that may be too large are left out: a candidate did not run.
    strict: bool,
}

/// How a series of rounds ended.
enum End {
    /// All targets are decided, or nothing more can be done for them.
    Done,
    /// One of them is decided or set aside; for the others there is more to do.
    Again,
}

impl<D: Domain, F: Fn(&Cfa) -> D + Sync> Driver<'_, F, D> {
    fn run(&mut self, see: &mut dyn FnMut(&Round<'_, D>)) -> Result<(), Stop> {
        while !self.targets().is_empty() && self.rounds < MOST_ROUNDS {
            if let End::Done = self.series(see)? {
                break;
            }
        }
        Ok(())
    }

    fn targets(&self) -> SortedSet<LocId> {
        let tired = |l: &LocId| self.aside.contains_key(l) || self.unconfirmed.contains(l);
        self.desk.open().into_iter().filter(|l| !tired(l)).collect()
    }

    /// Z_0, R_0, S_0, Z_1, … for the open locations.
    fn series(&mut self, see: &mut dyn FnMut(&Round<'_, D>)) -> Result<End, Stop> {
        let mut safe = Safe::new(self.targets());
        let mut layers: Vec<Layer<D::State>> = Vec::new();
        for number in 0.. {
            if self.rounds >= MOST_ROUNDS {
                return Ok(End::Done);
            }
            let mut found = forward(self.system, &safe, &self.hints, self.budget)?;
            if !found.closed && safe.ceiling.take().is_some() {
                found = forward(self.system, &safe, &self.hints, self.budget)?;
            }
            self.rounds += 1;
            see(&Round { number, domain: self.system.domain, safe: &safe, forward: &found });
            self.report(number, &found);
            if self.hand_in(&mut safe, &found) {
                return Ok(End::Again);
            }
            let effort = Effort { depth: FIRST_DEPTH + number, strict: self.strict };
            let back = backward(self.system, &found, &self.hints, effort, &mut layers, self.budget)?;
            if back.negative {
                self.negative(&layers, &safe);
                return Ok(End::Again);
            }
            if back.excluded.is_empty() {
                if back.complete && found.closed {
                    // No state leads to what seems to leave: a step forwards lost that, and R_i is closed all the same.
                    let all: Vec<LocId> = safe.targets.iter().copied().collect();
                    self.prove(&found, &all);
                }
                self.nothing_new(&found, &safe);
                return Ok(End::Again);
            }
            self.desk.tell(&self.name, &tell::learnt(self.system.cfa, self.system.domain, &back));
            if !safe.exclude(self.system, &back.excluded) {
                self.nothing_new(&found, &safe);
                return Ok(End::Again);
            }
            self.hints.learn(&lesson(self.system.domain, &back.excluded));
            safe.ceiling = Some(found.at);
        }
        Ok(End::Done)
    }

    fn report(&self, number: usize, found: &Forward<D::State>) {
        let suspect = found.leaving.keys().next().map(|e| self.system.cfa.place(self.system.cfa.edge(*e).to));
        let nodes = found.image.arrivals.len() as u64;
        self.desk.progress(&self.name, &Progress { nodes, refinements: self.rounds as u64 - 1, suspect });
        self.desk.tell(&self.name, &tell::forward(number, found));
    }

    /// Hands in what R_i proves. Whether no target is left.
    fn hand_in(&mut self, safe: &mut Safe<D::State>, found: &Forward<D::State>) -> bool {
        let decided: Vec<LocId> = safe.targets.iter().copied().filter(|l| !self.desk.open().contains(l)).collect();
        safe.targets.retain(|l| !decided.contains(l));
        if !found.closed {
            return safe.targets.is_empty();
        }
        let ends = || found.leaving.keys().map(|e| self.system.cfa.edge(*e).to);
        if ends().all(|l| self.system.is_error(l)) {
            let reached: SortedSet<LocId> = ends().collect();
            let unreached: Vec<LocId> = safe.targets.iter().copied().filter(|l| !reached.contains(l)).collect();
            if !unreached.is_empty() {
                self.prove(found, &unreached);
                safe.targets.retain(|l| !unreached.contains(l));
            }
        }
        safe.targets.is_empty()
    }

    fn prove(&mut self, found: &Forward<D::State>, unreached: &[LocId]) {
        let mut invariants = SortedMap::new();
        for l in (0..self.original.locs.len() as u32).map(LocId).filter(|l| self.cased.is_old(*l)) {
            let state = found.at.get(&l).or_else(|| found.image.at.get(&l));
            // Error locations that may be reached say nothing; runs end there.
            if !self.system.is_error(l) || unreached.contains(&l) {
                let said = state.filter(|_| !self.system.is_error(l)).map_or(Formula::False, |s| self.system.domain.gamma(s));
                invariants.insert(l, said);
            }
        }
        self.unconfirmed.extend(self.desk.prove(&self.name, &Proof::Invariants(invariants), unreached));
    }

    /// The layers lead from the entry to an error location: that is run.
    fn negative(&mut self, layers: &[Layer<D::State>], safe: &Safe<D::State>) {
        let Some(path) = trace::path(self.system, layers, self.accelerated) else {
            let loc = safe.targets.iter().next().copied().unwrap_or(self.system.cfa.entry);
            let what = "the preimages reach the entry, but no path leads on from there".to_string();
            self.spurious(loc, self.lost(loc, OpKind::Pre, what));
            return;
        };
        let executor =
            Executor { original: self.original, cased: self.cased, domain: self.system.domain, board: self.engine.board.as_deref() };
        let mut run = executor.run(&trace::candidate(self.system, &path.edges), path.target);
        if run.is_none() {
            let program = Program { original: self.original, cased: self.cased, wto: self.wto };
            if let Told::Real(trace) = self.paths.ask(program, &path.edges, path.target, self.budget) {
                run = Some(trace);
            }
        }
        if run.is_none_or(|trace| self.desk.trace(&self.name, trace).is_err()) {
            let path_of = path.edges.iter().map(|e| self.system.cfa.edge(*e).to).filter(|l| self.cased.is_old(*l)).collect();
            self.spurious(path.target, Why::NotExecuted { path: path_of });
        }
    }

    /// A negative answer that does not run: preimages were too large. Once more without those.
    fn spurious(&mut self, target: LocId, why: Why) {
        match self.strict {
            true => self.set_aside(target, why),
            false => self.strict = true,
        }
    }

    fn nothing_new(&mut self, found: &Forward<D::State>, safe: &Safe<D::State>) {
        let what = "the domain cannot tell the states that fail from those that do not".to_string();
        let reached: Vec<LocId> = found.leaving.keys().map(|e| self.system.cfa.edge(*e).to).filter(|l| safe.targets.contains(l)).collect();
        let all = if reached.is_empty() { safe.targets.iter().copied().collect() } else { reached };
        for l in all {
            self.set_aside(l, self.lost(l, OpKind::Post, what.clone()));
        }
    }

    fn lost(&self, loc: LocId, op: OpKind, what: String) -> Why {
        Why::Lost(Lost { op, loc, span: self.system.cfa.loc(loc).span.clone(), what })
    }

    fn set_aside(&mut self, target: LocId, why: Why) {
        self.desk.tell(&self.name, &crate::story::stuck(&why));
        self.aside.insert(target, why);
    }

    fn give_up(&self, stop: Option<Stop>) {
        for target in self.desk.open() {
            let why = match (stop, self.aside.get(&target)) {
                (_, Some(why)) => why.clone(),
                // What `check` said about a proof stands.
                (None, None) if self.unconfirmed.contains(&target) => continue,
                (Some(stop), None) => Why::Stopped(stop),
                (None, None) => Why::Refused(format!("not decided after {} rounds", self.rounds)),
            };
            self.desk.give_up(&self.name, &[target], why);
        }
    }
}
