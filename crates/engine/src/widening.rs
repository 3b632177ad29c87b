//! The engine of widening refinement: record, blame, learn, replay.
//!
//! The loop of Gulavani, Rajamani (TACAS 2006), Figure 2, `AbsRefine`, over explorations in tree or DAG order, for all
//! error locations at once: an exploration runs to its end, then the first alarm that is still open is blamed; what is
//! learnt is replayed, and the replay must refute the alarm or have fewer imprecise steps in its cone. An alarm that no
//! lesson helps is given up and the others are still decided.

use crate::blame::{Candidate, Suspect, blame};
use crate::cases::Cased;
use crate::desk::{Desk, Engine, Progress};
use crate::explore::{Cone, Cut, Exploration, Explorer, NodeId, Order};
use crate::log::Log;
use crate::precision::Precision;
use crate::refine::{Refiner, View, WideningHints};
use crate::search::Board;
use crate::story;
use crate::wto::Wto;
use base::exec::walk::Walk;
use base::exec::{End, Request};
use base::{Budget, Cfa, Domain, EdgeId, Int, LocId, Proof, Trace, Why};
use std::collections::BTreeSet;
use std::sync::Arc;

pub struct Widening<D> {
    pub domain: D,
    pub domain_name: &'static str,
    pub order: Order,
    /// Where values go that the preimages suggest.
    pub board: Option<Arc<Board>>,
}

/// Explorations with more nodes than this are given up.
const MOST_NODES: usize = 200_000;

impl<D: Domain + Sync> Engine for Widening<D> {
    fn name(&self) -> String {
        format!("widening({})", self.domain_name)
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let cased = Cased::new(cfa);
        let wto = Wto::new(&cased.cfa);
        let explorer = Explorer { cfa: &cased.cfa, domain: &self.domain, wto: &wto, order: self.order, limit: MOST_NODES };
        let mut log = Log::new(&self.domain);
        Loop {
            engine: self,
            name: self.name(),
            original: cfa,
            cased: &cased,
            explorer,
            desk,
            budget,
            log: &mut log,
            given_up: BTreeSet::new(),
            refinements: 0,
        }
        .run();
    }
}

struct Loop<'r, 'a, D: Domain> {
    engine: &'r Widening<D>,
    name: String,
    /// The program as it was given, on which traces run.
    original: &'r Cfa,
    cased: &'r Cased,
    explorer: Explorer<'a, D>,
    desk: &'r Desk<'r>,
    budget: &'r Budget,
    log: &'r mut Log<D>,
    given_up: BTreeSet<LocId>,
    refinements: u64,
}

impl<D: Domain + Sync> Loop<'_, '_, D> {
    fn run(&mut self) {
        let mut precision = Precision::default();
        let mut refiner = WideningHints::default();
        let mut found = self.explorer.explore(self.log, &precision, None, self.budget);
        self.hand_in(&found);
        while let Some(alarm) = self.next_alarm(&found) {
            if found.cut.is_some() {
                break;
            }
            let target = found.node(alarm).loc;
            let suspect = blame(self.explorer.cfa, self.explorer.domain, self.log, &found, alarm);
            self.report(&found, &precision, &suspect);
            if let Some(candidate) = &suspect.candidate
                && self.run_candidate(candidate, target)
            {
                continue;
            }
            match self.learn(&mut refiner, &mut precision, &found, &suspect) {
                Ok(replayed) => found = replayed,
                Err(why) => {
                    self.desk.tell(&self.name, &story::stuck(&why));
                    self.desk.give_up(&self.name, &[target], why);
                    self.given_up.insert(target);
                }
            }
        }
        match found.cut {
            None => self.hand_in(&found),
            Some(cut) => {
                let why = match cut {
                    Cut::Stopped(stop) => Why::Stopped(stop),
                    Cut::Nodes => Why::Refused(format!("the exploration has more than {MOST_NODES} nodes")),
                };
                let open: Vec<LocId> = self.desk.open().into_iter().filter(|l| !self.given_up.contains(l)).collect();
                self.desk.give_up(&self.name, &open, why);
            }
        }
    }

    fn view<'v>(&'v self, found: &'v Exploration, precision: &'v Precision) -> View<'v, D> {
        View { cfa: self.explorer.cfa, domain: self.explorer.domain, log: self.log, found, precision }
    }

    fn report(&self, found: &Exploration, precision: &Precision, suspect: &Suspect<D::State>) {
        let view = self.view(found, precision);
        let place = self.explorer.cfa.place(found.node(suspect.alarm).loc);
        let progress = Progress { nodes: self.log.len() as u64, refinements: self.refinements, suspect: Some(place) };
        self.desk.progress(&self.name, &progress);
        self.desk.tell(&self.name, &story::alarm(&view, suspect));
        for culprit in &suspect.culprits {
            self.desk.tell(&self.name, &story::culprit(&view, culprit));
        }
    }

    /// The oldest alarm at a location that is open and not given up.
    fn next_alarm(&self, found: &Exploration) -> Option<NodeId> {
        if self.budget.stopped().is_some() {
            return None;
        }
        let open = self.desk.open();
        open.iter().filter(|l| !self.given_up.contains(l)).filter_map(|l| found.at(*l).first()).min().copied()
    }

    /// Hands in the proof for all open locations that the complete exploration does not reach.
    fn hand_in(&self, found: &Exploration) {
        let safe: Vec<LocId> = self.desk.open().into_iter().filter(|l| found.at(*l).is_empty()).collect();
        if found.cut.is_some() || safe.is_empty() {
            return;
        }
        let mut invariants = found.invariants(self.explorer.cfa, self.explorer.domain, self.log);
        // Error locations that are reached say nothing; runs end there.
        invariants.retain(|l, _| self.cased.is_old(*l) && (self.explorer.cfa.error_at(*l).is_none() || safe.contains(l)));
        // What `check` cannot confirm the desk keeps as the reason. One target that it cannot confirm must not spoil the others.
        let proof = Proof::Invariants(invariants);
        let confirmed = self.desk.proof(&self.name, proof.clone(), &safe);
        if matches!(confirmed, Err(Why::Unconfirmed { .. })) && safe.len() > 1 {
            for target in safe {
                let _ = self.desk.proof(&self.name, proof.clone(), &[target]);
            }
        }
    }

    /// Tries the refiner's alternatives until one makes progress.
    fn learn(
        &mut self,
        refiner: &mut WideningHints,
        precision: &mut Precision,
        found: &Exploration,
        suspect: &Suspect<D::State>,
    ) -> Result<Exploration, Why> {
        let alternatives = refiner.refine(&self.view(found, precision), suspect);
        let cone = Cone::new(found, &suspect.cone);
        let target = found.node(suspect.alarm).loc;
        let same = self.explorer.replay(self.log, precision, found, &cone, self.budget);
        let before = refiner.measure(&self.view(&same, precision));
        for lesson in alternatives {
            let mut sharper = precision.clone();
            if !sharper.learn(&lesson) {
                continue;
            }
            let replayed = self.explorer.replay(self.log, &sharper, found, &cone, self.budget);
            let refuted = replayed.at(target).is_empty();
            if refuted || refiner.measure(&self.view(&replayed, &sharper)) < before {
                self.desk.tell(&self.name, &story::lesson(&self.view(found, precision), &lesson));
                self.refinements += 1;
                *precision = sharper;
                return Ok(self.explorer.explore(self.log, precision, Some(found), self.budget));
            }
        }
        Err(refiner.lost(&self.view(found, precision), suspect))
    }

    /// Runs the program along the candidate with values that its preimages suggest.
    fn run_candidate(&self, candidate: &Candidate<D::State>, target: LocId) -> bool {
        let candidate: &Candidate<D::State> = &candidate.iter().map(|(e, s)| (self.cased.origin(*e), s.clone())).collect();
        for variant in 0..4 {
            let mut inputs = Vec::new();
            let end = self.follow(candidate, variant, &mut inputs);
            if end == End::Error(target) {
                return self.desk.trace(&self.name, Trace { inputs, error: target }).is_ok();
            }
            if let Some(board) = &self.engine.board {
                board.propose(inputs);
            }
        }
        false
    }

    /// One run; where the candidate reads a value, the `variant`-th suggestion is taken.
    fn follow(&self, candidate: &Candidate<D::State>, variant: usize, inputs: &mut Vec<Int>) -> End {
        let cfa = self.original;
        let mut walk = Walk::new(cfa);
        let mut at = 0;
        let fuel = candidate.len() as u64 + 10_000;
        for _ in 0..fuel {
            let here = walk.loc;
            let ahead = &candidate[at.min(candidate.len())..];
            let mut source = |request: &Request| {
                let value = self.answer(request, cfa, here, ahead, variant);
                inputs.push(value.clone());
                Some(value)
            };
            match walk.step(&mut source) {
                base::exec::walk::Step::Ended(end) => return end,
                base::exec::walk::Step::Took(edge) | base::exec::walk::Step::Printed(edge, _) => {
                    // Stay on the candidate as long as the run does.
                    if let Some(ahead) = candidate[at.min(candidate.len())..].iter().position(|(e, _)| *e == edge) {
                        at += ahead + 1;
                    }
                }
            }
        }
        End::Unfinished(walk.loc)
    }

    fn answer(&self, request: &Request, cfa: &Cfa, here: LocId, ahead: &[(EdgeId, D::State)], variant: usize) -> Int {
        let suggested = |var, edge: Option<EdgeId>| {
            let state = ahead.iter().find(|(e, _)| edge.is_none_or(|edge| *e == edge)).map(|(_, s)| s)?;
            let values = self.explorer.domain.suggest(state, var);
            values.get(variant % values.len().max(1)).cloned()
        };
        let value = match request {
            Request::Value { edge, var, .. } => suggested(*var, Some(*edge)),
            Request::Element { var, .. } => suggested(*var, None),
            Request::Choice { options, .. } => {
                // The enabled edge that the candidate takes here, if the choice can be told from the edges alone.
                let wanted = ahead.first().map(|(e, _)| *e);
                let out = cfa.out(here);
                let index = out.iter().position(|e| Some(*e) == wanted).unwrap_or(0);
                Some(Int::from(index.min(*options as usize - 1)))
            }
        };
        value.filter(|v| request.admits(v)).unwrap_or(Int::ZERO)
    }
}
