//! Counterexample driven refinement of the fixpoint *sequence*: which upper bound operator each of its steps uses.
//!
//! Gulavani, Rajamani: Counterexample Driven Refinement for Abstract Interpretation, TACAS 2006 and MSR-TR-2006-02:
//! `AbsRefine` (Figure 2), `MARefinement`, `MAFixPoint` and `SARefinement` (Figure 4), and the two pruning heuristics of
//! §5. A run computes R[0], R[1], … to its fixpoint ([`sequence`]); an alarm is walked back through it with preimages
//! ([`walk`]) to the entry, where it is a candidate for a real error ([`path`]), or to the step whose operator is to
//! blame; the lesson ⟨i, ⊞⟩ or ⟨i, ∪⟩ ([`refine`]) goes into the hints of the next run, which starts at the step that has
//! changed. The domain is to be a powerset, where ∪ is exact.
//!
//! What was changed or made precise:
//! - control is explicit, as in §5: R[i] has a state for each *cut point* ([`system`]), and a hint belongs to a loop head
//!   and a step. R[0] is what arrives at cut points directly from the entry, so that steps are numbered as in the paper.
//! - a run goes on to its fixpoint after an alarm (a ceiling from an unfinished run would be unsound), the error index is
//!   the first one, and ⊞ gets R ∪ θ(R).
//! - all error locations are treated at once. Each has its own first error index, and its alarms are refined until it is
//!   decided or nothing helps.
//! - preimages may be too large. A walk that reaches the entry without an execution, or that is undecided between heads,
//!   makes the imprecise steps below it precise, one at a time; see [`refine`].
//! - before an alarm is believed, a few exact steps are taken below the fixpoint ([`descend`]); this can be switched off.
//! - variables that nothing reads any more are forgotten, since a powerset would tell states apart by them.
//! - that a lesson makes progress is not assumed: the order of Theorem 1 is checked after each refinement ([`order`]).
//!
//! Invariant: each R[i] contains every state that is reached at a cut point with at most i arrivals at cut points behind
//! the first one, and the last R[i] all; so what is handed in is inductive, and what is not proved is said to be lost.

pub mod descend;
pub mod driver;
pub mod frontier;
pub mod order;
pub mod path;
pub mod refine;
pub mod sequence;
pub mod system;
mod tell;
pub mod walk;

use crate::desk::{Desk, Engine};
use crate::search::Board;
use base::{Budget, Cfa, Domain};
use sequence::Sequence;
use std::sync::Arc;

/// Which of the paper's procedures drives the refinement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mode {
    /// `AbsRefine`: every culprit becomes ∪; runs know nothing of each other.
    Absolute,
    /// `MARefinement`: each run stays below the one before. ⊞ where it suffices, else ∪.
    Monotone,
    /// `SARefinement`: where ⊞ suffices, both it and ∪ are tried.
    Systematic,
}

pub struct Gr06<D> {
    /// A powerset; with another domain the joins between cut points lose information for good.
    pub domain: D,
    pub domain_name: &'static str,
    pub mode: Mode,
    /// The heuristics of §5: no ⊞ in consecutive refinements, and at most three runs wait to be refined.
    pub prune: bool,
    /// Whether a few exact steps below each fixpoint are taken before its alarms are believed; the paper does not.
    pub narrow: bool,
    /// Where values go that the preimages suggest.
    pub board: Option<Arc<Board>>,
}

/// One run of the fixpoint, for whoever looks on.
pub struct Run<'a, D: Domain> {
    /// Its number, from 0, and that of the run that it refines.
    pub number: usize,
    pub refines: Option<Refined>,
    pub sequence: &'a Sequence<D::State>,
    pub hints: &'a crate::precision::Precision,
    pub domain: &'a D,
}

/// What a run was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Refined {
    /// The number of the run before.
    pub run: usize,
    /// The error location whose counterexample was blamed.
    pub target: base::LocId,
}

impl<D: Domain> Gr06<D> {
    /// Refines over this powerset domain as the paper's implementation does, with [`descend`] besides.
    pub fn new(domain: D, domain_name: &'static str) -> Self {
        Gr06 { domain, domain_name, mode: Mode::Systematic, prune: true, narrow: true, board: None }
    }
}

impl<D: Domain + Sync> Gr06<D> {
    /// As [`Engine::solve`]; `see` is shown every run.
    pub fn watch(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget, see: &mut dyn FnMut(&Run<'_, D>)) {
        driver::drive(self, cfa, desk, budget, see);
    }
}

impl<D: Domain + Sync> Engine for Gr06<D> {
    fn name(&self) -> String {
        format!("gr06({})", self.domain_name)
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        self.watch(cfa, desk, budget, &mut |_| ());
    }
}
