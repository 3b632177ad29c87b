//! Minimal sufficient explanations: refinement by counterexamples for abstractions that are not disjunctive.
//!
//! McMillan, Zuck: *Abstract Counterexamples for Non-disjunctive Abstractions*; written for any [`Abstraction`], and used with indexed predicates, for quantified
//! invariants. Round by round: the least fixpoint over the cut points ([`fixpoint`]); if it excludes the errors it is a proof. Else the alarm is
//! explained ([`explanation`]); its courses run, or the interpolants of those that cannot ([`lesson`]) give the predicates for the next round.
//!
//! What was changed or made precise:
//! - control is explicit ([`cuts`]), so an explanation is a graph and has a concretisation sequence for each of its courses.
//! - a numeric domain runs first, once and without refinement; what it finds is a premise at each cut point and a part of the proof. Bounds of
//!   counters and relations between them need not be predicates then.
//! - *progress*: by the seed's argument the predicates of the interpolants exclude the explanation if transformers are best. They are not: instantiation
//!   loses. If a round teaches no new predicate, places of its preconditions become terms for the index variables ([`base::Hint::Instantiate`]); if there are none
//!   either, the other sources of interpolants are asked, then the abstraction is sharpened; else the alarm is given up.
//! - only so many courses of an explanation are studied as teach something, the shortest first: predicates that are not needed make every later round slower.
//! - errors far from the start are looked for by running the program ([`crate::blocks::runs`]), as `dagger` does.
//!
//! Invariant: what is handed in is a set of states closed under the blocks, or a run.

pub mod explanation;
pub mod fixpoint;
pub mod lesson;

use crate::blocks::case::{self, Case};
use crate::blocks::cuts::{Cuts, START};
use crate::blocks::runs::Runs;
use crate::desk::{Desk, Engine, Progress};
use base::text::print_formula;
use base::{Abstraction, Budget, Cfa, Domain, Formula, LocId, Lost, NoAnswer, OpKind, Places, Why};
use explanation::Explanation;
use fixpoint::Fixpoint;
use lesson::{Preconditions, Source, Spurious, Study, Told};
use logic::preimage::Conjuncts;
use logic::{Session, Solver};
use std::collections::VecDeque;
use std::time::Duration;

/// The engine. `domain` makes the numeric domain for an automaton, `abstraction` the other one, for a program, what index variables stand for where, and a solver.
pub struct Mse<F, G> {
    pub domain: F,
    pub abstraction: G,
    /// Where interpolants come from: the next ones are asked if a round teaches nothing.
    pub sources: Vec<Source>,
    pub patience: Option<Duration>,
}

/// After this many rounds the engine says that it does not converge.
const MOST_ROUNDS: usize = 60;
/// With so many new predicates the next round begins.
const ENOUGH: usize = 4;
/// The time for runs when nothing more can be learnt.
const LAST_ROAMING: Duration = Duration::from_secs(6);

impl<D, F, A, G> Engine for Mse<F, G>
where
    D: Domain,
    F: Fn(&Cfa) -> D + Sync,
    A: Abstraction,
    G: Fn(&Cfa, &Places, &Solver) -> A + Sync,
{
    fn name(&self) -> String {
        "mse".into()
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        case::open(&self.name(), &self.domain, self.patience, (cfa, desk, budget), |case, solver, runs| {
            let abstraction = (self.abstraction)(cfa, case.places, solver);
            let mut rounds = Rounds { case, sources: &self.sources, session: solver.session(), abstraction, number: 0 };
            let end = rounds.run(runs);
            rounds.case.give_up(end.err(), &format!("{} rounds", rounds.number));
        });
    }
}

struct Rounds<'r, A> {
    case: Case<'r>,
    sources: &'r [Source],
    session: Session,
    abstraction: A,
    number: usize,
}

impl<'r, A: Abstraction> Rounds<'r, A> {
    fn run(&mut self, runs: &mut Runs<'_>) -> Result<(), NoAnswer> {
        loop {
            let targets = self.case.targets();
            if targets.is_empty() || self.number >= MOST_ROUNDS || self.case.budget.stopped().is_some() {
                return Ok(());
            }
            let cuts = self.case.cuts(&targets);
            let (wto, budget) = (self.case.wto, self.case.budget);
            let errors = |l| targets.contains(&l);
            let mut failed = || runs.turn(&targets, Duration::ZERO);
            let Some(found) = Fixpoint::new(&mut self.abstraction, &cuts, wto, errors, &mut failed, budget)? else { continue };
            self.number += 1;
            let safe: Vec<LocId> = targets.iter().copied().filter(|l| !found.at.contains_key(l)).collect();
            self.report(&cuts, &found, targets.len() - safe.len());
            if !safe.is_empty() {
                self.prove(&cuts, &found, &safe);
                continue;
            }
            let Some(&target) = targets.first() else { return Ok(()) };
            if let Err(why) = self.learn(&cuts, &found, target)? {
                if runs.turn(&targets, LAST_ROAMING) {
                    continue;
                }
                self.case.set_aside(target, why);
            }
        }
    }

    fn report(&self, cuts: &Cuts<'_>, found: &Fixpoint<A>, alarms: usize) {
        let asked = self.session.asked().questions + self.abstraction.questions();
        let progress = Progress { nodes: found.steps.len() as u64, refinements: self.number as u64 - 1, suspect: None };
        self.case.desk.progress(self.case.name, &progress);
        self.case.tell(&format!(
            "round {}: {} cut points, {} blocks, {} predicates, {} steps, {asked} questions, {alarms} alarms",
            self.number,
            cuts.points().count(),
            cuts.blocks.len(),
            self.abstraction.predicates(),
            found.steps.len(),
        ));
    }

    fn prove(&mut self, cuts: &Cuts<'_>, found: &Fixpoint<A>, safe: &[LocId]) {
        let (abstraction, budget) = (&mut self.abstraction, self.case.budget);
        let said = |l: LocId, premise: &Formula| found.at.get(&l).map_or(Formula::False, |e| abstraction.brief(l, e, premise, budget));
        let open = self.case.prove(cuts, said, safe);
        self.case.leave_unconfirmed(open);
    }

    /// Runs the courses of an explanation or learns from them.
    fn learn(&mut self, cuts: &Cuts<'r>, found: &Fixpoint<A>, target: LocId) -> Result<Result<(), Why>, NoAnswer> {
        let explanation = Explanation::new(&mut self.abstraction, cuts, found, target, self.case.budget)?;
        let courses = &explanation.courses;
        self.case.tell(&format!(
            "{} nodes with {} points explain the alarm, {} courses",
            explanation.nodes.len(),
            explanation.size(),
            courses.len()
        ));
        let first = self.sources.first().copied();
        let mut silent = None;
        let mut spurious: Vec<Box<Spurious<'_>>> = Vec::new();
        let mut lessons: Vec<Preconditions> = Vec::new();
        let mut new = 0;
        // A question that is not answered soon is asked again if nothing was learnt from the others.
        let mut open: VecDeque<(usize, Duration)> = (0..courses.len()).map(|i| (i, lesson::SOON)).collect();
        while let Some((number, limit)) = open.pop_front() {
            if limit == lesson::QUESTION && new > 0 {
                return Ok(Ok(()));
            }
            let course = &courses[number];
            let blocks = course.iter().map(|(b, _)| *b).collect();
            let known = course.iter().map(|(_, n)| self.known(&explanation.nodes[*n])).collect();
            match self.study(cuts).course(blocks, known, limit) {
                Told::Real(trace) => {
                    if self.case.desk.trace(self.case.name, trace).is_ok() {
                        return Ok(Ok(()));
                    }
                }
                Told::Spurious(course) => {
                    new += first.map_or(0, |source| self.teach(cuts, &course, source, &mut lessons));
                    // What the others teach may not be needed any more then.
                    if new >= ENOUGH {
                        return Ok(Ok(()));
                    }
                    spurious.push(course);
                }
                Told::Nothing(_) if limit == lesson::SOON => open.push_back((number, lesson::QUESTION)),
                Told::Nothing(why) => silent = Some(why),
            }
        }
        let whole_teaches = |this: &mut Self, course: &Spurious<'_>| {
            let whole = this.study(cuts).whole(course);
            this.track(&whole, |_| true) > 0
        };
        if new > 0 || spurious.iter().any(|course| whole_teaches(self, course)) || self.teaches(&lessons) {
            return Ok(Ok(()));
        }
        // What the first source leaves out, what the explanation cuts off, may have been the lesson.
        for source in self.sources.iter().skip(1) {
            lessons.clear();
            for course in spurious.iter().take(source.most_courses()) {
                new += self.teach(cuts, course, *source, &mut lessons);
                if new >= ENOUGH {
                    break;
                }
            }
            if new > 0 || self.teaches(&lessons) {
                return Ok(Ok(()));
            }
        }
        if self.abstraction.sharpen() {
            return Ok(Ok(()));
        }
        let what = silent.unwrap_or_else(|| "the courses of the alarm teach nothing new".into());
        let span = self.case.cfa.loc(target).span.clone();
        Ok(Err(Why::Lost(Lost { op: OpKind::Post, loc: target, span, what })))
    }

    /// Tracks what a source says of a course, and adds it to the lessons: how much was new.
    fn teach(&mut self, cuts: &Cuts<'r>, course: &Spurious<'_>, source: Source, lessons: &mut Vec<Preconditions>) -> usize {
        let needed = self.study(cuts).needed(course, source);
        let new = self.track(&needed, |f| !lesson::is_aside(f));
        lessons.push(needed);
        new
    }

    fn study<'s>(&'s mut self, cuts: &'s Cuts<'r>) -> Study<'r, 's> {
        Study { cfa: self.case.cfa, places: self.case.places, cuts, session: &mut self.session, budget: self.case.budget }
    }

    /// What else preconditions teach: their places become terms for the index variables; if these are known, what is aside is tracked. Whether there was something new.
    fn teaches(&mut self, lessons: &[Preconditions]) -> bool {
        let mut any = false;
        for place in lessons.iter().flatten().flat_map(|(_, error)| error).flat_map(lesson::places) {
            let new = self.abstraction.instantiate(&place);
            if new {
                self.case.tell(&format!("instances at {}", base::text::print_expr(&place, self.case.cfa)));
            }
            any |= new;
        }
        any || lessons.iter().any(|needed| self.track(needed, |_| true) > 0)
    }

    /// Adds what matters of preconditions to the vocabularies: how much of it was new.
    fn track(&mut self, preconditions: &[(LocId, Conjuncts)], matters: impl Fn(&Formula) -> bool) -> usize {
        let mut count = 0;
        for (at, error) in preconditions {
            let error: Vec<Formula> = error.iter().filter(|f| matters(f)).cloned().collect();
            let new = self.abstraction.track(*at, &error);
            if !new.is_empty() {
                count += new.len();
                let told: Vec<String> = new.iter().map(|f| print_formula(f, self.case.cfa)).collect();
                self.case.tell(&format!("{}: tracks {}", self.case.cfa.place(*at), told.join(", ")));
            }
        }
        count
    }

    fn known(&self, node: &explanation::Node<A::Point>) -> Formula {
        if node.loc == START {
            return Formula::True;
        }
        Formula::and([self.case.known(node.loc), self.abstraction.gamma(node.loc, &self.abstraction.of_points(node.loc, &node.points))])
    }
}
