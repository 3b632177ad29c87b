//! Fixpoint-guided abstraction refinement on nets, over partitions of the places.
//!
//! Cousot, Ganty and Raskin, Fixpoint-guided abstraction refinements, SAS 2007 (the loop); Ganty, Raskin and Van Begin, From many places to
//! few: automatic abstraction refinement for Petri nets, ICATPN 2007 (the domains: [`crate::partition`]). With Z₀ the complement of the target, each round computes
//!
//! - Rᵢ ⊇ lfp λX. α((I ∪ post(γX)) ∩ Zᵢ) ([`forward`]); if I ∪ post(γRᵢ) ⊆ Zᵢ, then Rᵢ is inductive: safe;
//! - Sᵢ ⊇ gfp λX. α(γRᵢ ∩ p̃re(γX)) ([`retreat`]); if I ⊄ Sᵢ: unsafe;
//! - Zᵢ₊₁ = γSᵢ ∩ p̃re[R](γSᵢ), and a finer partition over which Zᵢ₊₁ is exact ([`refine`]).
//!
//! R is between the steps T of the rules and T*: with acceleration it also has rules that are fired many times in a row
//! ([`Step::repeated_pre`]), without it R = T. Since p̃re[T*] ⊆ p̃re[R] ⊆ p̃re[T], Zᵢ₊₁ keeps every state that can stay in Zᵢ for ever, and no
//! round excludes less than the plain one. The backward fixpoint uses R as well: it is the same for T, R and T*.
//!
//! How it is represented: Zᵢ by the minimal elements of its complement. What is outside of Rᵢ is not added to that complement; a state of Rᵢ that leaves
//! Rᵢ leaves Zᵢ (since (I ∪ post(γRᵢ)) ∩ Zᵢ ⊆ Rᵢ), so the preimages of the complement of Rᵢ inside of Rᵢ are those of the complement of Zᵢ, and
//! Sᵢ = Rᵢ without the elements found. Rᵢ may be too large because ideals that grow get ω at once, and Sᵢ because preimages are taken rule by rule
//! and, in early rounds, not always to the end; both only postpone an answer.
//!
//! # When it ends
//!
//! The paper's conditions, and why they hold for monotone nets (rules and targets without upper bounds; transfers and resets may be there):
//!
//! - *The sets that occur are represented exactly, and the operations on them are effective.* Zᵢ, γRᵢ and γSᵢ are downward-closed: finitely many
//!   ideals, or the finitely many minimal elements of the complement ([`crate::closed`]). Inclusion, union, intersection, complement and post are computed
//!   on these. p̃re is the complement of pre of an upward-closed set, which a monotone rule leaves upward-closed, with a computable basis ([`Step::pre`]).
//! - *Descending chain condition.* A strictly descending chain of downward-closed sets of markings is a strictly ascending one of upward-closed sets,
//!   and by Dickson's lemma there is no infinite one. The Zᵢ are such a chain: a round that is not the last, and whose backward
//!   fixpoint is finished, finds a state of Rᵢ that leaves Zᵢ in one step. (An unfinished one leaves Z as it is and doubles the effort of the next.) So every
//!   instance ends, positive or negative.
//! - *p̃re stabilises:* p̃re*(Z) = ⋂_{j≤k} p̃reʲ(Z) for some k. It follows from the chain condition; k is what backward coverability needs.
//! - *It ends whenever counterexample-guided refinement ends.* Here that says no more than the chain condition. It is not so the other way round: refinement by
//!   counterexamples excludes one spurious run after the other and has no bound on them where places grow without bound.
//! - *Negative instances end*, without any chain condition. Take a run from I to the target and its first state outside of Zᵢ: the state before it is in Rᵢ and has a
//!   step out of Zᵢ, so it is outside of Zᵢ₊₁ (p̃re is exact). After at most as many finished rounds as the run has steps, I ⊄ Zᵢ, and the backward fixpoint
//!   tells. The answer has no trace in the paper; here each excluded element knows the rule that leads from it to earlier ones, and so a run is read off.
//!
//! The forward fixpoint of each round ends because of ω ([`forward`]). Nets with upper bounds in guards are decided through their monotone relaxation, for which all
//! of this holds: safe is safe, and a run that the rules do not take is `Unknown`.
//!
//! Invariant: every element of [`Outside`] was reached backwards from a target. So a marking in it has a run to the target: fire the rule of
//! the *first* element that contains it, and it is in an earlier one.

mod forward;
mod refine;
mod retreat;

use crate::answer::{Answer, RELAXED, Run};
use crate::closed::{DownSet, UpSet};
use crate::net::Net;
use crate::partition::{Partition, rigid};
use crate::step::Step;
use base::{Budget, CmpOp, Expr, Formula, SortedSet, Stop, VarId, Why};
use retreat::Retreat;
use std::rc::Rc;

/// A set of this many elements is not made.
const MOST: usize = 200_000;

/// A run of more steps is not written down.
const LONGEST: usize = 10_000_000;

/// Among more elements a run is not looked for by their age.
const MANY: usize = 10_000;

/// How the search went.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    pub rounds: usize,
    /// The classes of the last partition.
    pub classes: usize,
    /// The maximal elements of the last forward fixpoint.
    pub ideals: usize,
    /// The minimal elements of the complement of the last Z.
    pub outside: usize,
}

/// Decides whether a target can be reached, with repeated rules as single steps or without.
pub fn decide(net: &Net, acceleration: bool, budget: &Budget) -> (Answer, Effort) {
    let mut search = Search::new(net, acceleration);
    let answer = match search.run(budget) {
        Ok(answer) => answer,
        Err(GaveUp::Stopped(stop)) => Answer::Unknown(Why::Stopped(stop)),
        Err(GaveUp::TooLarge) => Answer::Unknown(Why::Refused(format!("a set of more than {MOST} elements would be needed"))),
    };
    (answer, search.effort)
}

pub(crate) enum GaveUp {
    Stopped(Stop),
    TooLarge,
}

impl From<Stop> for GaveUp {
    fn from(stop: Stop) -> Self {
        GaveUp::Stopped(stop)
    }
}

/// A set of markings from which a target can be reached: those whose sums over the partition are above `least`.
struct Doomed {
    partition: Rc<Partition>,
    least: Vec<u64>,
    /// The rule that leads to earlier ones, and how many times it is fired; none for targets.
    rule: Option<(usize, u64)>,
}

/// The complement of Z.
#[derive(Default)]
struct Outside {
    /// In order of discovery; never removed.
    doomed: Vec<Doomed>,
    /// The same set over the present partition.
    set: UpSet,
}

struct Search<'a> {
    net: &'a Net,
    rules: Vec<Step>,
    /// Places that must stay alone.
    rigid: SortedSet<usize>,
    partition: Rc<Partition>,
    outside: Outside,
    /// Whether R is larger than T.
    acceleration: bool,
    effort: Effort,
}

impl<'a> Search<'a> {
    fn new(net: &'a Net, acceleration: bool) -> Self {
        let places = net.places.len();
        let rules: Vec<Step> = net.rules.iter().map(|r| Step::new(r, places)).collect();
        let rigid = rigid(&rules);
        let partition = Rc::new(Partition::coarsest(places).isolate(&rigid));
        Search { net, rules, rigid, partition, outside: Outside::default(), acceleration, effort: Effort::default() }
    }

    /// Z₀ and the coarsest partition over which it is exact.
    fn begin(&mut self, budget: &Budget) -> Result<(), GaveUp> {
        let mentioned = self.net.targets.iter().flat_map(|t| t.region.0.keys()).copied().collect();
        let fine = Rc::new(self.partition.isolate(&mentioned));
        for target in &self.net.targets {
            if let Some(stop) = budget.stopped() {
                return Err(stop.into());
            }
            self.outside.add(&fine, fine.sums(&target.region.lows(self.net.places.len())), None);
        }
        self.coarsen(&fine, budget)
    }

    /// From a partition to the coarsest one, not coarser than the present one, over which the outside is exact.
    fn coarsen(&mut self, fine: &Partition, budget: &Budget) -> Result<(), GaveUp> {
        self.partition = Rc::new(self.partition.coarsened(fine, &self.outside.set, &self.rigid, budget)?);
        self.outside.project(fine, &self.partition);
        Ok(())
    }

    fn run(&mut self, budget: &Budget) -> Result<Answer, GaveUp> {
        self.begin(budget)?;
        loop {
            self.effort.rounds += 1;
            let steps: Vec<Step> = self.rules.iter().map(|r| self.partition.step(r)).collect();
            let (low, high) = self.initial();
            let forward = forward::fixpoint(&steps, &low, &high, &self.outside.set, budget)?;
            self.effort.classes = self.partition.classes().len();
            self.effort.ideals = forward.reached.maximal().len();
            self.effort.outside = self.outside.set.minimal().len();
            if forward.stays {
                return Ok(Answer::Safe(self.formula(&forward.reached)));
            }
            match self.retreat(&steps, &forward.reached, &high, budget)? {
                Retreat::Meets(sums) => return self.walk(self.start(&sums), budget),
                Retreat::Finished => self.refine(&forward.reached, budget)?,
                Retreat::Unfinished { known, before } => self.split(&forward.reached, known, &before, budget)?,
            }
        }
    }

    /// The bounds of the sums at the start.
    fn initial(&self) -> (Vec<u64>, Vec<u64>) {
        let ranges: Vec<_> = (0..self.net.places.len()).map(|p| self.net.init.range(p)).collect();
        let (low, high): (Vec<u64>, Vec<u64>) = ranges.iter().map(|r| (r.low, r.high)).unzip();
        (self.partition.sums(&low), self.partition.sums(&high))
    }

    /// An initial marking with at least these sums, where they are possible.
    fn start(&self, sums: &[u64]) -> Vec<u64> {
        let mut marking = self.net.init.lows(self.net.places.len());
        for (class, &sum) in self.partition.classes().iter().zip(sums) {
            let mut missing = sum.saturating_sub(class.iter().map(|p| marking[*p]).sum());
            for &p in class {
                let more = missing.min(self.net.init.range(p).high.saturating_sub(marking[p]));
                marking[p] += more;
                missing -= more;
            }
        }
        marking
    }

    /// From a marking outside of Z to a target, along the elements' rules.
    fn walk(&self, start: Vec<u64>, budget: &Budget) -> Result<Answer, GaveUp> {
        let relaxed = || Ok(Answer::Unknown(Why::Refused(RELAXED.into())));
        let (mut marking, mut rules) = (start.clone(), Vec::new());
        let mut end = self.outside.doomed.len();
        while let Some(at) = self.outside.with(&marking, end) {
            if let Some(target) = self.net.target_of(&marking) {
                return Ok(Answer::Unsafe(Run { start, rules, target }));
            }
            let Some((rule, times)) = self.outside.doomed[at].rule else { break };
            for _ in 0..times {
                let Some(next) = self.net.rules[rule].fire(&marking) else { return relaxed() };
                rules.push(rule);
                marking = next;
            }
            if let Some(stop) = budget.stopped() {
                return Err(stop.into());
            }
            if rules.len() > LONGEST {
                return Ok(Answer::Unknown(Why::Refused(format!("the run has more than {LONGEST} steps"))));
            }
            end = at;
        }
        relaxed()
    }

    /// "The sums are below one of these."
    fn formula(&self, set: &DownSet) -> Formula {
        let natural = || (0..self.net.places.len()).map(|p| Formula::cmp(CmpOp::Ge, VarId(p as u32), 0));
        Formula::or(set.maximal().iter().map(|m| {
            let bounds = self.partition.classes().iter().zip(m).filter(|(_, most)| **most != crate::closed::OMEGA);
            let bounds = bounds.map(|(class, most)| {
                let sum = class.iter().map(|p| Expr::Var(VarId(*p as u32))).reduce(Expr::add).unwrap_or(Expr::from(0));
                Formula::cmp(CmpOp::Le, sum, base::Int::from(*most))
            });
            Formula::and(natural().chain(bounds))
        }))
    }
}

impl Outside {
    /// Adds what is above these sums; false if it was there.
    fn add(&mut self, partition: &Rc<Partition>, least: Vec<u64>, rule: Option<(usize, u64)>) -> bool {
        let new = self.set.insert(least.clone());
        if new {
            self.doomed.push(Doomed { partition: partition.clone(), least, rule });
        }
        new
    }

    /// The same set over a coarser partition, over which it must be exact.
    fn project(&mut self, finer: &Partition, partition: &Partition) {
        self.set = UpSet::above(self.set.minimal().iter().map(|m| partition.project(finer, m)));
    }

    /// One of the first `end` elements that contains the marking: the first one, which makes short runs, or the last one if there are many, since it is near.
    fn with(&self, marking: &[u64], end: usize) -> Option<usize> {
        let mut sums: Option<(&Rc<Partition>, Vec<u64>)> = None;
        let mut contains = |i: &usize| {
            let d = &self.doomed[*i];
            if !sums.as_ref().is_some_and(|(p, _)| Rc::ptr_eq(p, &d.partition)) {
                sums = Some((&d.partition, d.partition.sums(marking)));
            }
            sums.as_ref().is_some_and(|(_, s)| crate::closed::below(&d.least, s))
        };
        if end <= MANY { (0..end).find(&mut contains) } else { (0..end).rev().find(&mut contains) }
    }
}
