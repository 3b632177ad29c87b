//! The loop: pick hints, run to the fixpoint, hand in what is proved, refine the first alarm.
//!
//! Gulavani, Rajamani (TACAS 2006), `AbsRefine`, `MARefinement` and `SARefinement` as one loop over a frontier, which
//! has one element in the first two. Changed: there are several error locations. A run decides those that it does not
//! reach; the open alarm with the smallest error index is refined, and one that nothing helps is set aside in its branch.
//!
//! Invariant: a location is given up only when no branch that could still decide it is left.

use super::frontier::{Branch, Frontier};
use super::sequence::{Before, Sequence, fixpoint};
use super::system::System;
use super::walk::{Walked, walk};
use super::{Gr06, Mode, Refined, Run, descend, order, path, refine, tell};
use crate::candidate::Executor;
use crate::cases::Cased;
use crate::desk::{Desk, Engine, Progress};
use base::{Budget, Cfa, Domain, LocId, Lost, OpKind, Proof, SortedMap, Stop, Why};
use std::rc::Rc;

/// After this many runs the engine says that it does not converge.
const MOST_RUNS: usize = 400;

/// How often a proof for one location is handed in that `check` cannot confirm.
const MOST_ATTEMPTS: u32 = 2;

pub fn drive<D: Domain + Sync>(engine: &Gr06<D>, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget, see: &mut dyn FnMut(&Run<'_, D>)) {
    let cased = Cased::new(cfa);
    let system = System::new(&cased.cfa, &engine.domain);
    let frontier = Frontier::new(engine.mode, engine.prune);
    let mut driver = Driver {
        engine,
        name: engine.name(),
        original: cfa,
        cased: &cased,
        system: &system,
        desk,
        budget,
        frontier,
        runs: 0,
        reasons: SortedMap::new(),
        attempts: SortedMap::new(),
    };
    let end = driver.run(see);
    driver.give_up(end.err());
}

struct Driver<'r, D: Domain> {
    engine: &'r Gr06<D>,
    name: String,
    /// The program as it was given, on which traces run.
    original: &'r Cfa,
    cased: &'r Cased,
    system: &'r System<'r, D>,
    desk: &'r Desk<'r>,
    budget: &'r Budget,
    frontier: Frontier<D::State>,
    runs: usize,
    /// Why a location was set aside, in the first branch that did.
    reasons: SortedMap<LocId, Why>,
    /// How often a proof for a location could not be confirmed.
    attempts: SortedMap<LocId, u32>,
}

impl<D: Domain + Sync> Driver<'_, D> {
    fn run(&mut self, see: &mut dyn FnMut(&Run<'_, D>)) -> Result<(), Stop> {
        while let Some(mut branch) = self.frontier.pick() {
            if self.runs >= MOST_RUNS || self.desk.open().is_empty() {
                return Ok(());
            }
            let sequence = Rc::new(fixpoint(self.system, &branch.hints, branch.before.as_ref(), self.budget)?);
            let number = self.runs;
            self.runs += 1;
            see(&Run { number, refines: branch.refines, sequence: &sequence, hints: &branch.hints, domain: self.system.domain });
            self.hand_in(&sequence)?;
            self.check_progress(&mut branch, &sequence);
            self.expand(&mut branch, &sequence, number)?;
        }
        Ok(())
    }

    /// Treats alarms, the shortest counterexample first, until one teaches something.
    fn expand(&mut self, branch: &mut Branch<D::State>, run: &Rc<Sequence<D::State>>, number: usize) -> Result<(), Stop> {
        let cfa = self.system.cfa;
        while let Some(target) = self.next_alarm(branch, run) {
            let Some(walked) = walk(self.system, run, target, self.budget)? else { return Ok(()) };
            self.report(run, &walked);
            let path = path::candidate(self.system, &walked);
            if let Some(path) = &path {
                let board = self.engine.board.as_deref();
                let executor = Executor { original: self.original, cased: self.cased, domain: self.system.domain, board };
                if let Some(trace) = executor.run(path, target)
                    && self.desk.trace(&self.name, trace).is_ok()
                {
                    continue;
                }
            }
            let alternatives = refine::lessons(self.system, run, &branch.hints, &walked);
            let chosen = self.frontier.choose(branch, &alternatives);
            let mut children = Vec::new();
            for lesson in chosen {
                // Steps before the first one that a hint names are the same.
                let from = lesson.hints.iter().filter_map(|(site, _)| site.visit).min().map_or(0, |i| i as usize);
                let ceilings = self.engine.mode != Mode::Absolute;
                let before = Before { run: Rc::clone(run), from, ceilings };
                children.extend(branch.child(lesson, before, Refined { run: number, target }));
            }
            if children.is_empty() {
                let why = refine::lost(self.system, run, &walked, path.as_ref());
                self.set_aside(branch, target, why);
                continue;
            }
            self.desk.tell(&self.name, &tell::learnt(cfa, chosen));
            children.into_iter().for_each(|child| self.frontier.push(child));
            return Ok(());
        }
        Ok(())
    }

    fn report(&self, run: &Sequence<D::State>, walked: &Walked<D::State>) {
        let cfa = self.system.cfa;
        let nodes = run.steps.iter().map(|s| s.image.arrivals.len() as u64).sum();
        let progress = Progress { nodes, refinements: self.runs as u64 - 1, suspect: Some(cfa.place(walked.target)) };
        self.desk.progress(&self.name, &progress);
        self.desk.tell(&self.name, &tell::alarm(cfa, walked));
        for sentence in tell::blame(cfa, walked) {
            self.desk.tell(&self.name, &sentence);
        }
    }

    /// The open error location with the smallest error index that is not set aside here.
    fn next_alarm(&self, branch: &Branch<D::State>, run: &Sequence<D::State>) -> Option<LocId> {
        let open = self.desk.open().into_iter().filter(|l| !branch.stuck.contains_key(l));
        open.filter_map(|l| Some((run.first(l)?, l))).min().map(|(_, l)| l)
    }

    fn set_aside(&mut self, branch: &mut Branch<D::State>, target: LocId, why: Why) {
        self.desk.tell(&self.name, &crate::story::stuck(&why));
        self.reasons.entry(target).or_insert_with(|| why.clone());
        branch.stuck.insert(target, why);
    }

    /// Theorem 1 for the counterexample that was refined; without ceilings it need not hold.
    fn check_progress(&mut self, branch: &mut Branch<D::State>, run: &Sequence<D::State>) {
        let (Some(before), Some(refined)) = (&branch.before, branch.refines) else { return };
        if !before.ceilings || order::precedes(self.system.domain, &before.run, run, refined.target) {
            return;
        }
        let loc = refined.target;
        let what = "the refined fixpoint has the same counterexample".to_string();
        let why = Why::Lost(Lost { op: OpKind::Widen, loc, span: self.system.cfa.loc(loc).span.clone(), what });
        self.set_aside(branch, loc, why);
    }

    /// Hands in what the fixpoint proves, and what steps below it prove of the rest.
    fn hand_in(&mut self, run: &Sequence<D::State>) -> Result<(), Stop> {
        let states = run.everywhere();
        let (safe, reached): (Vec<LocId>, Vec<LocId>) = self.hopeful().into_iter().partition(|l| !states.contains_key(l));
        self.prove(&states, &safe);
        if self.engine.narrow && !reached.is_empty() {
            let below = descend::descend(self.system, run, self.budget)?;
            let below: SortedMap<LocId, &D::State> = below.iter().flatten().map(|(l, s)| (*l, s)).collect();
            if !below.is_empty() {
                let safe: Vec<LocId> = reached.into_iter().filter(|l| !below.contains_key(l)).collect();
                self.prove(&below, &safe);
            }
        }
        Ok(())
    }

    /// The open locations for which a proof is not pointless.
    fn hopeful(&self) -> Vec<LocId> {
        let tired = |l: &LocId| self.attempts.get(l).is_some_and(|n| *n >= MOST_ATTEMPTS);
        self.desk.open().into_iter().filter(|l| !tired(l)).collect()
    }

    /// Hands in a proof, by the states at all locations, that the `safe` ones are not reached.
    fn prove(&mut self, states: &SortedMap<LocId, &D::State>, safe: &[LocId]) {
        if safe.is_empty() {
            return;
        }
        let (cfa, domain) = (self.system.cfa, self.system.domain);
        let mut invariants = SortedMap::new();
        for l in (0..cfa.locs.len() as u32).map(LocId).filter(|l| self.cased.is_old(*l)) {
            // Error locations that are reached say nothing; runs end there.
            if !self.system.is_error(l) || safe.contains(&l) {
                invariants.insert(l, states.get(&l).map_or(base::Formula::False, |s| domain.gamma(s)));
            }
        }
        for target in self.desk.prove(&self.name, &Proof::Invariants(invariants), safe) {
            *self.attempts.entry(target).or_default() += 1;
        }
    }

    fn give_up(&self, stop: Option<Stop>) {
        for target in self.desk.open() {
            let why = match (stop, self.reasons.get(&target)) {
                (Some(stop), _) => Why::Stopped(stop),
                (None, Some(why)) => why.clone(),
                // What `check` said about a proof stands.
                (None, None) if self.attempts.contains_key(&target) => continue,
                (None, None) => Why::Refused(format!("not decided after {} runs of the fixpoint", self.runs)),
            };
            self.desk.give_up(&self.name, &[target], why);
        }
    }
}
