//! Fixpoint-guided abstraction refinement: what is learnt is the part of the safe states that is not yet known to be left.
//!
//! Cousot, Ganty, Raskin: Fixpoint-Guided Abstraction Refinements, SAS 2007. There is no counterexample path: round i
//! computes
//!
//! - forwards R_i = lfp λX. α_i((I ∪ post(γ(X))) ∩ Z_i), where Z_0 are the states outside of error locations ([`forward`]);
//!   if I ∪ post(γ(R_i)) ⊆ Z_i the instance is *positive*, and γ(R_i) is the proof;
//! - backwards S_i = gfp λX. α_i(γ(R_i) ∩ p̃re(γ(X))), where p̃re(X) = ¬pre(¬X) ([`backward`]); if α_i(I) ⋢ S_i the
//!   instance is *negative*;
//! - Z_{i+1} = γ(S_i) ∩ p̃re(γ(S_i)), which the domain can express from then on, and below which the next round stays.
//!
//! What was changed or made precise:
//! - control is explicit: a set of states has a part for each cut point, and a step goes from cut point to cut point
//!   ([`crate::gr06::system`]). Between them images are unions, so the domain is to be one of finite unions; α is the
//!   domain's widening, which is the identity on a union that is stable, and for predicates the abstraction itself.
//! - Z_i is kept by what it excludes ([`sets`]), as the states that were found to leave it, beside R_{i−1}. With
//!   ¬S_i = ¬γ(R_i) ∪ Y the gfp is the lfp of the Y that lead to ¬Z_i, and the refinement adds pre(Y) to it exactly. The
//!   iteration backwards may end early: then Y is smaller, so S_i is larger, and all that was said remains true.
//! - the domain is enriched by hints: what each excluded part says, negated, is a [`base::Hint::Track`] at its cut point.
//!   Meets come by themselves: states are sets of conjunctions.
//! - the paper's remark on T ⊆ R ⊆ T*: with [`crate::accelerate`] the steps of the system include any number of rounds of
//!   simple loops.
//! - a negative answer has no trace in the paper. The parts of Y know which steps lead on ([`trace`]); only what the
//!   executor runs is handed in.
//! - several error locations are treated at once; those that are not reached in a round whose R_i is closed are proved.
//!
//! *Conditions of the paper.* Sets of states must be effective (unions, meets, complements, pre and post exact, inclusion
//! decided). Over linear integer arithmetic without inputs in loops they are, for as long as unions stay below their greatest
//! size; projections of inputs are exact over the rationals only, so that pre may be too large, p̃re too small, and a negative
//! answer spurious (it then does not run). Each R_i and S_i must be reached in finitely many steps: so it is for finite
//! predicate sets, where α has finitely many values, and for closed sets on nets (`nets::fgar`); for polyhedra the widening
//! forwards and the cut backwards see to it, which is not the paper's lfp. Then: *negative instances end*, since Z_i excludes
//! what fails within i steps. *Positive instances end* if there are no infinite descending chains of the sets Z_i (closed sets
//! on nets; finite systems), or if p̃re*(Z_i) stabilises after finitely many steps from some i on (with acceleration: from more
//! i), and *whenever refinement by counterexamples ends* with the same initial domain, since all that it excludes by
//! preimages of spurious paths is excluded here for all paths of that length. The last does not hold for widened polyhedra: what a
//! widening loses in round i + 1 need not be what it lost in round i.
//!
//! Invariant: a proof is a set of states closed under the steps (and is checked again by the judge), whatever Z_i is; if
//! preimages are exact, Z_i contains every state that cannot fail.

pub mod backward;
mod driver;
pub mod forward;
pub mod sets;
mod tell;
pub mod trace;
mod unwrap;

use crate::desk::{Desk, Engine};
use crate::search::Board;
use base::{Budget, Cfa, Domain};
use sets::Safe;
use std::sync::Arc;
use std::time::Duration;

/// The engine; `domain` makes a domain of finite unions for an automaton that has the program's variables and more.
pub struct Fgar<F> {
    pub domain: F,
    pub domain_name: &'static str,
    /// Whether simple loops are accelerated.
    pub acceleration: bool,
    /// Whether widening looks at the program's own conditions.
    pub thresholds: bool,
    /// Whether candidates may be given to a solver.
    pub exact_paths: bool,
    /// How long it may take; none: as long as there is time.
    pub patience: Option<Duration>,
    /// Where values go that the preimages suggest.
    pub board: Option<Arc<Board>>,
}

/// One round, for whoever looks on.
pub struct Round<'a, D: Domain> {
    /// From 0; a new count begins when an error location is decided or set aside.
    pub number: usize,
    pub domain: &'a D,
    /// Z_i.
    pub safe: &'a Safe<D::State>,
    /// R_i.
    pub forward: &'a forward::Forward<D::State>,
}

impl<F> Fgar<F> {
    pub fn new(domain: F, domain_name: &'static str) -> Self {
        Fgar { domain, domain_name, acceleration: true, thresholds: true, exact_paths: true, patience: None, board: None }
    }
}

impl<D: Domain, F: Fn(&Cfa) -> D + Sync> Fgar<F> {
    /// As [`Engine::solve`]; `see` is shown every round.
    pub fn watch(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget, see: &mut dyn FnMut(&Round<'_, D>)) {
        driver::drive(self, cfa, desk, &budget.child(self.patience), see);
    }
}

impl<D: Domain, F: Fn(&Cfa) -> D + Sync> Engine for Fgar<F> {
    fn name(&self) -> String {
        format!("fgar({})", self.domain_name)
    }

    fn solve(&self, cfa: &Cfa, desk: &Desk<'_>, budget: &Budget) {
        self.watch(cfa, desk, budget, &mut |_| ());
    }
}
