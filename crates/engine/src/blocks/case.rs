//! A program before an engine that steps from cut point to cut point: what is known of it beforehand, which of its error locations are still worked on, and how what
//! was found leaves the engine. Invariant: a proof that is handed in says something at every loop.

use super::cuts::{Cuts, heads};
use super::places::places;
use super::premises::{Premise, premises};
use super::runs::Runs;
use crate::ahead::Ahead;
use crate::cases::Cased;
use crate::desk::Desk;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, Formula, LocId, NoAnswer, Places, Proof, SortedMap, SortedSet, Why};
use logic::Solver;
use std::cell::OnceCell;
use std::time::Duration;

pub struct Case<'r> {
    pub name: &'r str,
    pub cfa: &'r Cfa,
    pub wto: &'r Wto,
    /// Every cycle goes through one of them.
    heads: SortedSet<LocId>,
    pub places: &'r Places,
    pub desk: &'r Desk<'r>,
    pub budget: &'r Budget,
    /// What the numeric domain says at the cut points that are reached.
    premises: SortedMap<LocId, Premise>,
    /// Locations that nothing more is tried for.
    aside: SortedMap<LocId, Why>,
    /// Those whose proofs were not confirmed.
    unconfirmed: SortedSet<LocId>,
}

/// Prepares a case, with what a numeric domain says, and lets an engine work on it.
pub fn open<D: Domain>(
    name: &str,
    domain: &impl Fn(&Cfa) -> D,
    patience: Option<Duration>,
    (cfa, desk, budget): (&Cfa, &Desk<'_>, &Budget),
    work: impl FnOnce(Case<'_>, &Solver, &mut Runs<'_>),
) {
    let solver = match Solver::find() {
        Ok(solver) => solver,
        Err(missing) => return desk.give_up(name, &desk.open(), Why::Refused(missing.to_string())),
    };
    let budget = &budget.child(patience);
    let cased = Cased::new(cfa);
    let wto = Wto::new(cfa);
    let premises = match premises(domain, &cased, budget) {
        Ok(premises) => premises,
        Err(stop) => return desk.give_up(name, &desk.open(), Why::Stopped(stop)),
    };
    let places = places(cfa, &wto);
    let machine = OnceCell::new();
    let mut runs = Runs::new(name, cfa, desk, budget, &machine);
    let (aside, unconfirmed) = (SortedMap::new(), SortedSet::new());
    let heads = heads(cfa, &wto);
    let case = Case { name, cfa, wto: &wto, heads, places: &places, desk, budget, premises, aside, unconfirmed };
    work(case, &solver, &mut runs);
}

impl<'r> Case<'r> {
    /// The error locations that are still worked on.
    pub fn targets(&self) -> SortedSet<LocId> {
        let tired = |l: &LocId| self.aside.contains_key(l) || self.unconfirmed.contains(l);
        self.desk.open().into_iter().filter(|l| !tired(l)).collect()
    }

    /// The blocks on the way to them.
    pub fn cuts(&self, targets: &SortedSet<LocId>) -> Cuts<'r> {
        let ahead = Ahead::anyhow(self.cfa, targets);
        let premise = |l: LocId| self.premises.get(&l).map(|p| p.numbers.clone());
        Cuts::new(self.cfa, self.wto, &self.heads, |l| ahead.anywhere_at(l), targets, premise)
    }

    /// What the numeric domain says of the numbers at a location.
    pub fn known(&self, at: LocId) -> Formula {
        self.premises.get(&at).map_or(Formula::True, |p| p.numbers.clone())
    }

    pub fn tell(&self, text: &str) {
        self.desk.tell(self.name, text);
    }

    /// Nothing more is tried for a location.
    pub fn set_aside(&mut self, target: LocId, why: Why) {
        self.tell(&crate::story::stuck(&why));
        self.aside.insert(target, why);
    }

    /// Hands in what was found at the cut points (`said`, within a premise) as a proof that the safe locations are not reached: those for which it was not confirmed. Loops that
    /// lead to no target say what the numeric domain says.
    pub fn prove(&self, cuts: &Cuts<'_>, mut said: impl FnMut(LocId, &Formula) -> Formula, safe: &[LocId]) -> Vec<LocId> {
        let places: SortedSet<LocId> =
            self.heads.iter().copied().chain(cuts.points()).filter(|l| self.cfa.error_at(*l).is_none()).collect();
        let is_cut = |l: LocId| cuts.points().any(|p| p == l);
        let mut all: SortedMap<LocId, (&Premise, Formula)> = SortedMap::new();
        for &l in &places {
            let Some(premise) = self.premises.get(&l) else { continue };
            all.insert(l, (premise, if is_cut(l) { said(l, &premise.numbers) } else { Formula::True }));
        }
        // Ranges of all elements are rarely needed, and make everything harder to confirm: first without them.
        let mut open = safe.to_vec();
        for with_ranges in [false, true] {
            let invariant = |l: &LocId| {
                let Some((premise, said)) = all.get(l) else { return Formula::False };
                let ranges = if with_ranges { premise.elements.clone() } else { Formula::True };
                Formula::and([premise.numbers.clone(), ranges, said.clone()])
            };
            let mut invariants: SortedMap<LocId, Formula> = places.iter().map(|l| (*l, invariant(l))).collect();
            invariants.extend(open.iter().map(|l| (*l, Formula::False)));
            open = self.desk.prove(self.name, &Proof::Invariants(invariants), &open);
            if open.is_empty() {
                break;
            }
        }
        open
    }

    /// Their proofs were not confirmed, and nothing better is to come.
    pub fn leave_unconfirmed(&mut self, targets: Vec<LocId>) {
        self.unconfirmed.extend(targets);
    }

    /// Says of what is open why. `done`: what the engine has done until it came to an end by itself.
    pub fn give_up(&self, end: Option<NoAnswer>, done: &str) {
        for target in self.desk.open() {
            let why = match (&end, self.aside.get(&target), self.budget.stopped()) {
                (_, Some(why), _) => why.clone(),
                // What `check` said about a proof stands.
                (None, None, _) if self.unconfirmed.contains(&target) => continue,
                (_, None, Some(stop)) => Why::Stopped(stop),
                (Some(NoAnswer(why)), None, None) => Why::Refused(why.clone()),
                (None, None, None) => Why::Refused(format!("not decided after {done}")),
            };
            self.desk.give_up(self.name, &[target], why);
        }
    }
}
