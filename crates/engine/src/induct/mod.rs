//! Induction: the program is cut at the heads of loops that go on for long, and what holds there is guessed, then confirmed by circuits.
//!
//! Each stretch between two cuts is unrolled to one circuit ([`Course::between`]), so loops with few rounds, tables, bits and divisions need no
//! invariant. What holds at the cuts comes from four sources: explorations in abstract domains, whose result is inductive; types;
//! guesses from samples of runs ([`guess`]), as Daikon makes them; and, when these are not enough, clauses that are found by asking from where the targets
//! that are left can be reached ([`frames`]). Of the guesses the largest set is kept that is inductive (Flanagan, Leino: Houdini, an
//! Annotation Assistant for ESC/Java, FME 2001): a model of the circuit in which a guess fails at the end of a stretch refutes it. That no error
//! was met on a stretch is a premise for what holds at its end, so that an assertion in a loop is known in the next round.
//!
//! Invariant: nothing is handed in that the desk does not have checked; `check` unrolls the stretches again.

mod cube;
mod elements;
mod frames;
mod guess;
mod said;
mod samples;
mod shake;
mod stretch;

use crate::cases::Cased;
use crate::desk::{Desk, Engine};
use crate::explore::{Explorer, Order};
use crate::log::Log;
use crate::precision::Precision;
use crate::search::values::Pool;
use crate::thresholds::thresholds;
use base::live::live;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Formula, LocId, Proof, SortedMap, SortedSet, VarId, Why};
use numeric::interrupt::until;
use said::{Said, constants, fixed};
use std::time::Duration;
use stretch::{Hard, Outcome, Stretch, inductive};
use unroll::Course;

const NAME: &str = "induct";

/// Why there is no answer where there is nothing better to say.
const NOT_ENOUGH: &str = "what was guessed at the heads of loops is not enough";

/// A loop inside of others may go on for so many times as many rounds until it is cut.
const INSIDE: u32 = 5;
/// So many rounds of a loop are executed whose values are all known.
const MOST_KNOWN: u32 = 20_000;
/// A program with more cuts is given up.
const MOST_CUTS: usize = 12;
/// The part of the time that all explorations together may take, and that samples may.
const EXPLORING: f64 = 0.2;
const SAMPLING: f64 = 0.1;
const MOST_SAMPLING: Duration = Duration::from_millis(500);
/// The same of runs from states near the samples.
const SHAKING: f64 = 0.1;
const MOST_SHAKING: Duration = Duration::from_millis(700);
/// The part of the time that is left in which clauses are looked for from the targets.
const DIRECTED: f64 = 0.6;
/// A loop that makes a circuit of this part of the most gates in a few rounds is cut too.
const PROBED: usize = 8;
const FEW_ROUNDS: u32 = 3;
/// An exploration with more nodes is not used.
const MOST_NODES: usize = 20_000;

pub struct Induct<D> {
    /// Their explorations say what holds at the cuts.
    pub domains: Vec<D>,
    pub patience: Option<Duration>,
    /// So many states of one place are kept apart.
    pub apart: u32,
    /// The most gates of a stretch.
    pub gates: usize,
    /// A loop that is around other loops, or around nothing, is cut if it goes on after so many rounds.
    pub long: u32,
    /// Whether runs are looked at to guess what holds at the cuts; if not, what is missing there is found from the targets alone.
    pub guesses: bool,
    /// Whether what is found from the targets may relate two numbers.
    pub relations: bool,
    /// Whether it works if no loop goes on for long: then the program is one stretch, which is what `unroll` is for.
    pub uncut: bool,
}

/// Why there are no stretches.
enum Stuck {
    /// This loop has to be cut.
    Long(LocId),
    Why(Why),
}

impl<D: Domain + Sync> Engine for Induct<D> {
    fn name(&self) -> String {
        NAME.into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        let budget = &budget.child(self.patience);
        let targets = desk.open();
        if let Err(why) = self.work(cfa, &targets, desk, budget) {
            desk.give_up(NAME, &desk.open(), why);
        }
    }
}

/// What is missing at the cuts so that the targets that are left are excluded, in a part of the time.
fn directed(
    cfa: &Cfa,
    live: &[SortedSet<VarId>],
    (stretches, cuts): (&mut [Stretch<'_>], &mut SortedMap<LocId, Said>),
    kept: &SortedMap<LocId, Formula>,
    (proved, targets): (&[LocId], &[LocId]),
    bounds: (&SortedSet<i128>, bool),
    budget: &Budget,
) -> SortedMap<LocId, Vec<Formula>> {
    let proved: SortedSet<LocId> = proved.iter().copied().collect();
    let open = targets.iter().copied().filter(|t| !proved.contains(t)).collect();
    cuts.iter_mut().for_each(|(cut, said)| said.refined(&kept[cut], Vec::new()));
    stretches.iter_mut().for_each(|s| s.state(cuts));
    let time = budget.child(budget.left().map(|left| left.mul_f64(DIRECTED)));
    frames::strengthened(cfa, stretches, live, bounds, (&proved, &open), &time)
}

/// What is inductive with these clauses, and what that excludes; none if there are none, or if that takes too long: what is known by then has to be
/// confirmed too.
fn with_clauses(
    mut clauses: SortedMap<LocId, Vec<Formula>>,
    (stretches, cuts): (&mut [Stretch<'_>], &mut SortedMap<LocId, Said>),
    kept: &SortedMap<LocId, Formula>,
    targets: &[LocId],
    hard: &mut Hard,
    budget: &Budget,
) -> Option<(SortedMap<LocId, Formula>, Vec<LocId>)> {
    if clauses.is_empty() {
        return None;
    }
    cuts.iter_mut().for_each(|(cut, said)| said.refined(&kept[cut], clauses.remove(cut).unwrap_or_default()));
    stretches.iter_mut().for_each(|s| s.state(cuts));
    let time = budget.child(budget.left().map(|left| left / 2));
    match inductive(stretches, cuts, targets, hard, &time) {
        Ok(Outcome::Inductive(more, all)) => Some((more, all)),
        Ok(Outcome::Fallen(..)) | Err(_) => None,
    }
}

impl<D: Domain> Induct<D> {
    fn work(&self, cfa: &Cfa, targets: &[LocId], desk: &Desk<'_>, budget: &Budget) -> Result<(), Why> {
        let (wto, live) = (Wto::new(cfa), live(cfa));
        let heads: SortedSet<LocId> = (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.reachable(*l) && wto.is_head(*l)).collect();
        if heads.is_empty() && !self.uncut {
            return Err(Why::Refused("there is no loop to be cut".into()));
        }
        let mut known = self.explored(cfa, &heads, budget);
        for (head, believed) in desk.rumours().into_iter().filter(|(l, _)| heads.contains(l)) {
            known.entry(head).or_default().extend(believed.into_iter().filter(|f| *f != Formula::False));
        }
        let time = budget.left().map_or(Duration::from_secs(1), |left| left.mul_f64(SAMPLING)).min(MOST_SAMPLING);
        let pool = Pool::new(cfa);
        let (sampled, mut starts) = match self.guesses {
            true => samples::draw((cfa, &wto), &heads, &live, &pool, time, budget),
            false => (heads.iter().map(|head| (*head, Default::default())).collect(), Default::default()),
        };
        for (head, samples) in sampled.iter().filter(|_| self.guesses) {
            desk.tell(NAME, &format!("{} samples of {} terms at {}", samples.rows.len(), samples.terms.len(), cfa.place(*head)));
        }
        let bounds = constants(cfa);
        let of = |head: &LocId| Said::of(cfa, &live[head.index()], &known[head], &sampled[head], &bounds);
        let mut cuts: SortedMap<LocId, Said> = SortedMap::new();
        let mut hard = Hard::new();
        // How many targets have been handed in.
        let mut confirmed = 0;
        // Between which cuts runs have refuted what they can.
        let mut shaken = 0;
        loop {
            if shaken < cuts.len() {
                shaken = cuts.len();
                let time = budget.left().map_or(MOST_SHAKING, |left| left.mul_f64(SHAKING)).min(MOST_SHAKING);
                let taken_back = shake::refute(cfa, (&mut starts, &pool), &live, &mut cuts, time, budget);
                desk.tell(NAME, &format!("runs near the samples refute {taken_back} formulas"));
            }
            let mut stretches = match self.stretches(cfa, &wto, &live, targets, &mut cuts, budget) {
                Ok(stretches) => stretches,
                Err(Stuck::Long(head)) if cuts.len() < MOST_CUTS => {
                    desk.tell(NAME, &format!("the loop at {} goes on for long: it is cut", cfa.place(head)));
                    cuts.insert(head, of(&head));
                    continue;
                }
                Err(Stuck::Long(_)) => return Err(Why::Refused(format!("more than {MOST_CUTS} loops go on for long"))),
                Err(Stuck::Why(why)) => return Err(why),
            };
            if cuts.is_empty() && !self.uncut {
                return Err(Why::Refused("no loop goes on for long".into()));
            }
            let count: usize = cuts.values().map(|s| s.all().count()).sum();
            let gates: usize = stretches.iter().map(|s| s.course.board.gates.len()).sum();
            desk.tell(NAME, &format!("cut at {} heads: {gates} gates, {count} formulas", cuts.len()));
            let (kept, mut proved) = match inductive(&mut stretches, &cuts, targets, &mut hard, budget)? {
                Outcome::Inductive(kept, proved) => (kept, proved),
                Outcome::Fallen(fallen, refuted) => {
                    // The circuits are made again without it.
                    for (cut, f) in &refuted {
                        cuts.get_mut(cut).expect("every cut is there").refuted(f);
                    }
                    for (cut, f) in fallen {
                        desk.tell(NAME, &format!("not inductive at {}: {}", cfa.place(cut), base::text::print_formula(&f, cfa)));
                        cuts.get_mut(&cut).expect("every cut is there").without(f, cfa);
                    }
                    continue;
                }
            };
            let left: usize = kept.values().map(|f| f.parts().len()).sum();
            desk.tell(NAME, &format!("{left} formulas are inductive; {} of {} targets are excluded", proved.len(), targets.len()));
            for (cut, f) in &kept {
                desk.tell(NAME, &format!("{}: {}", cfa.place(*cut), base::text::print_formula(f, cfa)));
            }
            let hand_in = |cuts: SortedMap<LocId, Formula>, proved: &[LocId]| {
                // The next turn begins with what is known now.
                desk.rumour(NAME, cuts.clone());
                match proved.is_empty() {
                    true => Ok(()),
                    false => desk.proof_within(NAME, Proof::Unrolled { apart: self.apart.into(), cuts }, proved, budget),
                }
            };
            // What is known is handed in before more is looked for.
            if proved.len() > confirmed || proved.is_empty() {
                hand_in(kept.clone(), &proved)?;
            }
            if proved.len() < targets.len() {
                let mut is_narrower = false;
                for (cut, said) in &mut cuts {
                    said.refined(&kept[cut], Vec::new());
                    is_narrower |= said.narrowed(&kept[cut]);
                }
                if is_narrower {
                    desk.tell(NAME, "circuits are made again with the bounds that are known now");
                    confirmed = proved.len();
                    continue;
                }
            }
            if proved.len() < targets.len() && !cuts.is_empty() {
                let asked = (&proved[..], targets);
                let clauses = directed(cfa, &live, (&mut stretches, &mut cuts), &kept, asked, (&bounds, self.relations), budget);
                desk.tell(
                    NAME,
                    &format!("{} clauses come from where the targets can be reached", clauses.values().map(Vec::len).sum::<usize>()),
                );
                if let Some((more, all)) = with_clauses(clauses, (&mut stretches, &mut cuts), &kept, targets, &mut hard, budget) {
                    if all.len() > proved.len() {
                        desk.tell(NAME, &format!("with them {} of {} targets are excluded", all.len(), targets.len()));
                        hand_in(more, &all)?;
                        proved = all;
                    } else {
                        // They are true, and a later turn may find the rest.
                        desk.rumour(NAME, more);
                    }
                }
            }
            let left: Vec<LocId> = targets.iter().copied().filter(|t| !proved.contains(t)).collect();
            desk.give_up(NAME, &left, Why::Refused(NOT_ENOUGH.into()));
            return Ok(());
        }
    }

    /// What the domains find out about the heads, without any refinement.
    fn explored(&self, cfa: &Cfa, heads: &SortedSet<LocId>, budget: &Budget) -> SortedMap<LocId, Vec<Formula>> {
        let cased = Cased::new(cfa);
        let wto = Wto::new(&cased.cfa);
        let mut found: SortedMap<LocId, Vec<Formula>> = heads.iter().map(|l| (*l, Vec::new())).collect();
        for domain in &self.domains {
            let time = budget.left().map(|left| left.mul_f64(EXPLORING / self.domains.len() as f64));
            let explorer =
                Explorer { cfa: &cased.cfa, domain, wto: &wto, order: Order::Dag, merge_again: true, only_ahead: false, limit: MOST_NODES };
            let mut log = Log::forgetting(domain, &cased.cfa);
            let mut precision = Precision::default();
            precision.learn(&thresholds(&cased.cfa, &wto));
            let budget = budget.child(time);
            let clock = budget.clone();
            let invariants = until(
                move || clock.stopped().is_some(),
                || {
                    let run = explorer.under(&mut log, &precision, None, &budget);
                    run.cut.is_none().then(|| run.invariants(&cased.cfa, domain, &log))
                },
            );
            if let Some(invariants) = invariants.flatten() {
                found.iter_mut().for_each(|(l, known)| known.extend(invariants.get(l).cloned()));
            }
        }
        found
    }

    fn stretches<'a>(
        &self,
        cfa: &'a Cfa,
        wto: &Wto,
        live: &[SortedSet<VarId>],
        targets: &[LocId],
        cuts: &mut SortedMap<LocId, Said>,
        budget: &Budget,
    ) -> Result<Vec<Stretch<'a>>, Stuck> {
        let heads: SortedSet<LocId> = cuts.keys().copied().collect();
        let apart = self.apart.into();
        let first = self.unrolled(Course::to(&heads, cfa, targets, apart), wto, cuts, budget)?;
        let fixed = fixed(cfa, &heads, &first);
        for (cut, said) in cuts.iter_mut() {
            let of_live = fixed.iter().filter(|(v, _)| live[cut.index()].contains(v)).flat_map(|(_, all)| all);
            said.fixed = of_live.filter(|f| !said.fallen.contains(f)).cloned().collect();
        }
        let mut found = vec![Stretch::new(first, None, cuts, budget)];
        for (cut, said) in cuts.iter() {
            let known = Formula::and(said.base().cloned());
            let (course, start) = Course::between((*cut, &known), &heads, cfa, targets, apart);
            let course = self.unrolled(course, wto, cuts, budget)?;
            found.push(Stretch::new(course, Some((*cut, start)), cuts, budget));
        }
        Ok(found)
    }

    fn unrolled<'a>(&self, mut course: Course<'a>, wto: &Wto, cuts: &SortedMap<LocId, Said>, budget: &Budget) -> Result<Course<'a>, Stuck> {
        // How large the circuit was when each loop began.
        let mut began: SortedMap<LocId, usize> = SortedMap::new();
        while course.step() {
            if let Some(stop) = budget.stopped() {
                return Err(Stuck::Why(Why::Stopped(stop)));
            }
            if let Some((at, rounds)) = course.at() {
                let around = wto.around(at);
                if around.last() == Some(&at) && rounds.last() == Some(&0) {
                    began.insert(at, course.board.gates.len());
                }
                // A loop is executed as long as it works with known values only.
                let is_known = |h: &LocId, n: u32| n < MOST_KNOWN && began.get(h) == Some(&course.board.gates.len());
                let mut loops = around.iter().zip(rounds).filter(|(h, _)| !cuts.contains_key(h));
                if let Some((head, n)) = loops.find(|(h, n)| **n > self.long && !is_known(h, **n))
                    && (around.first() == Some(head) || *n > INSIDE * self.long)
                {
                    return Err(Stuck::Long(*head));
                }
                let outermost = around.first().filter(|h| !cuts.contains_key(h) && rounds[0] > FEW_ROUNDS);
                if let Some(head) = outermost.filter(|_| course.board.gates.len() > self.gates / PROBED) {
                    return Err(Stuck::Long(*head));
                }
                if course.board.gates.len() > self.gates {
                    // Too large as it is: the outermost loop is cut, then the next one.
                    return Err(around.iter().find(|h| !cuts.contains_key(h)).map_or_else(
                        || Stuck::Why(Why::Refused("a stretch between two cuts is too large".into())),
                        |head| Stuck::Long(*head),
                    ));
                }
            }
        }
        Ok(course)
    }
}
