//! The engine `dagger`: record, blame, learn, replay.
//!
//! Gulavani, Chakraborty, Nori, Rajamani: Automatically Refining Abstract Interpretations (TACAS 2008), for all error
//! locations at once: an exploration (in tree order up to its first open alarm, in DAG order to its end), then the first
//! alarm that is still open is blamed; what is learnt is replayed, and the replay must refute the alarm or decrease the refiner's measure.
//! An alarm that no lesson helps is given up and the others are still decided. Each ingredient of the paper can be left
//! out ([`Ingredients`]), which gives the columns of its Table 1.

use crate::ahead::Ahead;
use crate::blame::{Fault, Look, Suspect, blame};
use crate::candidate::Executor;
use crate::cases::Cased;
use crate::desk::{Desk, Engine, Progress};
use crate::explore::{Cone, Cut, Errors, Exploration, Explorer, Known, NodeId, Order, Widened};
use crate::log::Log;
use crate::precision::Precision;
use crate::refine::paths::{Paths, Program, Told};
use crate::refine::{Interpolants, Refiner, View, exclude};
use crate::roam::Roam;
use crate::search::Board;
use crate::story;
use crate::thresholds::thresholds;
use base::exec::machine::Machine;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, EdgeId, Formula, LocId, NodePath, Proof, SortedMap, SortedSet, Stop, Trace, Why};
use numeric::interrupt::until;
use std::cell::OnceCell;
use std::sync::Arc;
use std::time::{Duration, Instant};

pub struct Dagger<D> {
    pub domain: D,
    pub domain_name: &'static str,
    pub ingredients: Ingredients,
    /// It gives up after this time, so that others get their turn.
    pub patience: Option<Duration>,
    /// Where values go that the preimages suggest.
    pub board: Option<Arc<Board>>,
}

/// What the paper puts together.
#[derive(Clone, Copy, Debug)]
pub struct Ingredients {
    pub order: Order,
    /// Interpolated widening; else a widening is refined to a least upper bound.
    pub interpolation: bool,
    /// Error preimages are cached at refinement points.
    pub error_cache: bool,
    /// Nodes are cut by the previous run.
    pub hint_dag: bool,
    /// Widening keeps what the program's own conditions say. Not in the paper.
    pub thresholds: bool,
    /// What was split may be joined again.
    pub merge_again: bool,
    /// Candidates that do not run are explained by their exact formulas. This is not in the paper.
    pub exact_paths: bool,
}

impl Default for Ingredients {
    fn default() -> Self {
        Ingredients {
            order: Order::Dag,
            interpolation: true,
            error_cache: true,
            hint_dag: true,
            merge_again: false,
            thresholds: true,
            exact_paths: true,
        }
    }
}

/// Explorations with more nodes than this are given up.
const MOST_NODES: usize = 200_000;

/// An alarm that nothing can be learnt from is real, or beyond us: it is worth this much before it is given up.
const LAST_ROAMING: Duration = Duration::from_millis(300);

/// After this time the share of roaming becomes smaller.
const SOON: Duration = Duration::from_secs(1);

/// The first roaming for an alarm takes no longer than this.
const ROAMING: Duration = Duration::from_millis(40);

impl<D: Domain + Sync> Engine for Dagger<D> {
    fn name(&self) -> String {
        format!("dagger({})", self.domain_name)
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let budget = &budget.child(self.patience);
        let cased = Cased::new(cfa);
        let wto = Wto::new(&cased.cfa);
        let Ingredients { order, merge_again, .. } = self.ingredients;
        let explorer =
            Explorer { cfa: &cased.cfa, domain: &self.domain, wto: &wto, order, merge_again, only_ahead: true, limit: MOST_NODES };
        let mut log = Log::forgetting(&self.domain, &cased.cfa);
        let machine = OnceCell::new();
        let mut run = Loop {
            engine: self,
            name: self.name(),
            original: cfa,
            cased: &cased,
            explorer,
            desk,
            budget,
            log: &mut log,
            errors: Errors::default(),
            given_up: SortedSet::new(),
            machine: &machine,
            roam: None,
            roamed: SortedMap::new(),
            started: Instant::now(),
            spent: Duration::ZERO,
            refinements: 0,
        };
        let clock = budget.clone();
        if until(move || clock.stopped().is_some(), || run.run()).is_none() {
            let why = Why::Stopped(budget.stopped().unwrap_or(Stop::Time));
            desk.give_up(&run.name, &desk.open(), why);
        }
    }
}

struct Loop<'r, 'a, D: Domain> {
    engine: &'r Dagger<D>,
    name: String,
    /// The program as it was given, on which traces run.
    original: &'r Cfa,
    cased: &'r Cased,
    explorer: Explorer<'a, D>,
    desk: &'r Desk<'r>,
    budget: &'r Budget,
    log: &'r mut Log<D>,
    errors: Errors<D::State>,
    given_up: SortedSet<LocId>,
    /// Made when there is an alarm.
    machine: &'r OnceCell<Machine>,
    roam: Option<Roam<'r>>,
    /// How often an alarm was looked at.
    roamed: SortedMap<LocId, u32>,
    started: Instant,
    /// The time that went into roaming.
    spent: Duration,
    refinements: u64,
}

impl<D: Domain + Sync> Loop<'_, '_, D> {
    fn run(&mut self) {
        let mut precision = Precision::default();
        if self.engine.ingredients.thresholds {
            precision.learn(&thresholds(self.explorer.cfa, self.explorer.wto));
        }
        let mut refiner = Interpolants::new(self.engine.ingredients.interpolation);
        let mut paths = self.engine.ingredients.exact_paths.then(Paths::find);
        let mut found = self.explore(&mut precision, None);
        self.hand_in(&found);
        let mut due = self.started.elapsed().max(SOON) * 2;
        loop {
            let Some(alarm) = self.next_alarm(&found) else {
                // In tree order the run ended at an alarm that is closed now; others may lie beyond it.
                if found.cut != Some(Cut::Alarm) || self.desk.open().is_empty() {
                    break;
                }
                found = self.explore(&mut precision, None);
                continue;
            };
            if !matches!(found.cut, None | Some(Cut::Alarm)) {
                break;
            }
            let target = found.node(alarm).loc;
            if self.roam(target, Duration::ZERO) {
                continue;
            }
            let Some(mut suspect) = self.blame(&found, alarm, Look::Quick) else { break };
            self.report(&found, &precision, &suspect);
            if let Some(candidate) = &suspect.candidate {
                let domain = self.explorer.domain;
                let board = self.engine.board.as_deref();
                let executor = Executor { original: self.original, cased: self.cased, domain, board };
                if let Some(trace) = executor.run(candidate, target)
                    && self.desk.trace(&self.name, trace).is_ok()
                {
                    continue;
                }
                // Its preimages are too large; perhaps they are found to be empty when looked at closely.
                suspect = match self.blame(&found, alarm, Look::Close) {
                    Some(suspect) => suspect,
                    None => break,
                };
                self.report(&found, &precision, &suspect);
                // What the domain cannot tell, the exact formula may.
                match paths.as_mut().map(|p| self.ask(p, &suspect, target)) {
                    Some(Told::Real(trace)) if self.desk.trace(&self.name, trace.clone()).is_ok() => continue,
                    Some(Told::Spurious(lesson)) => refiner.path = Some(lesson),
                    _ => {}
                }
            }
            match self.learn(&mut refiner, &mut precision, &found, &suspect) {
                Ok(replayed) => {
                    found = replayed;
                    // What is excluded by now must not wait for what is never excluded.
                    if self.started.elapsed() >= due {
                        self.hand_in(&found);
                        due = self.started.elapsed() * 2;
                    }
                }
                Err(_) if self.roam(target, LAST_ROAMING) => {}
                Err(why) => {
                    self.desk.tell(&self.name, &story::stuck(&why));
                    self.desk.give_up(&self.name, &[target], why);
                    self.given_up.insert(target);
                }
            }
        }
        let why = match found.cut {
            Some(Cut::Nodes) => Why::Refused(format!("the exploration has more than {MOST_NODES} nodes")),
            Some(Cut::Stopped(stop)) => Why::Stopped(stop),
            None | Some(Cut::Alarm) => {
                self.hand_in(&found);
                match self.budget.stopped() {
                    Some(stop) => Why::Stopped(stop),
                    None => return,
                }
            }
        };
        self.desk.give_up(&self.name, &self.open(), why);
    }

    /// The locations that nobody has decided and that are not given up here.
    fn open(&self) -> Vec<LocId> {
        self.desk.open().into_iter().filter(|l| !self.given_up.contains(l)).collect()
    }

    /// Runs the program, first anyhow, then so that it stays where the suspected error is still ahead. First half of the time goes
    /// into it, later a quarter: an alarm that costs many refinements may be real and deep.
    fn roam(&mut self, target: LocId, least: Duration) -> bool {
        let elapsed = self.started.elapsed();
        let share = if self.spent < SOON { elapsed / 2 } else { elapsed / 4 };
        let anyhow = self.spent.is_zero();
        let tries = self.roamed.entry(target).or_default();
        *tries += 1;
        // A long turn can afford a long first run, once.
        let time = match *tries {
            1 if anyhow => self.engine.patience.map_or(ROAMING, |p| (p / 8).max(ROAMING)),
            1 => ROAMING,
            _ => share.saturating_sub(self.spent),
        };
        let time = time.max(least);
        if time < ROAMING {
            return false;
        }
        let start = Instant::now();
        let open: SortedSet<LocId> = self.desk.open().into_iter().collect();
        let (cfa, wto, domain) = (self.explorer.cfa, self.explorer.wto, self.explorer.domain);
        let ahead = if anyhow || tries.is_multiple_of(3) {
            Some(Ahead::anyhow(cfa, &open))
        } else {
            Ahead::of(cfa, wto, domain, target, &self.budget.child(Some(time / 4)))
        };
        let (machine, original) = (self.machine, self.original);
        let roam = self.roam.get_or_insert_with(|| Roam::new(original, machine.get_or_init(|| Machine::compile(original)), 1));
        let found = ahead.and_then(|a| roam.run(&a, &open, time, self.budget));
        // A run that takes long to check may wait: there may be a shorter one.
        let found = found.filter(|f| f.is_due(self.started.elapsed())).filter(|f| roam.confirm(f, self.budget));
        self.spent += start.elapsed();
        found.is_some_and(|f| self.desk.trace(&self.name, Trace { inputs: f.script(), error: f.goal }).is_ok())
    }

    fn blame(&self, found: &Exploration, alarm: NodeId, look: Look) -> Option<Suspect<D::State>> {
        blame(self.explorer.cfa, self.explorer.domain, self.log, found, alarm, look, self.budget)
    }

    fn ask(&self, paths: &mut Paths, suspect: &Suspect<D::State>, target: LocId) -> Told {
        let program = Program { original: self.original, cased: self.cased, wto: self.explorer.wto };
        let edges: Vec<EdgeId> = suspect.candidate.iter().flatten().map(|(e, _)| *e).collect();
        paths.ask(program, &edges, target, self.budget)
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
        self.open().iter().filter_map(|l| found.at(*l).first()).min().copied()
    }

    /// Hands in the proof for all open locations that the complete exploration does not reach, and tells others what it says.
    fn hand_in(&self, found: &Exploration) {
        let safe: Vec<LocId> = self.desk.open().into_iter().filter(|l| found.at(*l).is_empty()).collect();
        if found.cut.is_some() {
            return;
        }
        let mut invariants = found.invariants(self.explorer.cfa, self.explorer.domain, self.log);
        self.desk.rumour(&self.name, invariants.iter().filter(|(l, _)| self.cased.is_old(**l)).map(|(l, f)| (*l, f.clone())).collect());
        if safe.is_empty() {
            return;
        }
        // From where no target is ahead nothing has to be known.
        let ahead = self.explorer.cfa.leading_to(safe.iter().copied(), |_| true);
        invariants.iter_mut().filter(|(l, _)| !ahead[l.index()]).for_each(|(_, f)| *f = Formula::True);
        // Error locations that are reached say nothing; runs end there.
        invariants.retain(|l, _| self.cased.is_old(*l) && (self.explorer.cfa.error_at(*l).is_none() || safe.contains(l)));
        self.desk.prove(&self.name, &Proof::Invariants(invariants), &safe);
    }

    fn explore(&mut self, precision: &mut Precision, earlier: Option<&Exploration>) -> Exploration {
        let Ingredients { interpolation, error_cache, hint_dag, .. } = self.engine.ingredients;
        let domain = self.explorer.domain;
        let lesson = move |widened: &Widened<'_, D::State>| exclude(domain, widened, interpolation);
        let open: SortedSet<LocId> = self.open().into_iter().collect();
        let known = Known {
            precision,
            ceilings: earlier.filter(|_| hint_dag),
            errors: &self.errors,
            exclude: if error_cache { Some(&lesson) } else { None },
            open: &open,
        };
        self.explorer.explore(self.log, known, self.budget)
    }

    /// Tries the refiner's alternatives until one makes progress.
    fn learn(
        &mut self,
        refiner: &mut Interpolants,
        precision: &mut Precision,
        found: &Exploration,
        suspect: &Suspect<D::State>,
    ) -> Result<Exploration, Why> {
        let alternatives = refiner.refine(&self.view(found, precision), suspect);
        let culprits: Vec<(NodePath, D::State)> =
            suspect.culprits.iter().map(|c| (found.node(c.node).path.clone(), c.error.clone())).collect();
        let cone = Cone::new(found, &suspect.cone);
        let target = found.node(suspect.alarm).loc;
        let ceilings = Some(found).filter(|_| self.engine.ingredients.hint_dag);
        let same = self.explorer.replay(self.log, precision, ceilings, &cone, self.budget);
        let before = refiner.measure(&self.view(&same, precision), &culprits);
        for lesson in alternatives {
            let mut sharper = precision.clone();
            if !sharper.learn(&lesson) {
                continue;
            }
            let replayed = self.explorer.replay(self.log, &sharper, ceilings, &cone, self.budget);
            let refuted = replayed.at(target).is_empty();
            if refuted || refiner.measure(&self.view(&replayed, &sharper), &culprits) < before {
                self.desk.tell(&self.name, &story::lesson(&self.view(found, precision), &lesson));
                self.refinements += 1;
                for culprit in suspect.culprits.iter().filter(|c| c.fault == Fault::Widen) {
                    self.errors.remember(found.node(culprit.node).loc, culprit.error.clone());
                }
                *precision = sharper;
                return Ok(self.explore(precision, Some(found)));
            }
        }
        Err(refiner.lost(&self.view(found, precision), suspect))
    }
}
