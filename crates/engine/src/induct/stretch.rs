//! Stretches of a program as circuits, and which of the formulas at their ends are inductive (Houdini).

use super::said::Said;
use base::{Budget, Formula, LocId, SortedMap, SortedSet, Why};
use std::time::Duration;
use unroll::solve::{Answer, Solving};
use unroll::{Arrival, Course, Lit, State};

/// A target of which it is not seen in this part of the time that it is excluded is left to others, and a formula that is not decided taken back.
const SHARE: u32 = 15;
/// Of few targets each has a larger part.
const LEAST_SHARE: u32 = 4;
/// The same for all formulas that are hard to decide together.
const SHARE_OF_ALL: u32 = 5;
/// The first look at a question.
const GLANCE: Duration = Duration::from_millis(60);

/// A stretch of the program.
pub struct Stretch<'a> {
    pub course: Course<'a>,
    solving: Solving,
    /// The cut where it begins, with the state there before anything is known; none for the entry.
    pub from: Option<(LocId, State)>,
    pub arrivals: Vec<Arrival>,
    /// For each formula of that cut: that it holds at the start.
    given: Vec<Lit>,
    /// For each arrival and each formula of its cut: that it fails there.
    fails: Vec<(LocId, Vec<Lit>)>,
}

/// For each formula of each cut whether it is not refuted yet.
type Alive = SortedMap<LocId, Vec<bool>>;

impl<'a> Stretch<'a> {
    pub fn new(mut course: Course<'a>, from: Option<(LocId, State)>, cuts: &SortedMap<LocId, Said>, budget: &Budget) -> Self {
        let arrivals = std::mem::take(&mut course.arrivals);
        let mut stretch = Stretch { course, solving: Solving::new(budget), from, arrivals, given: Vec::new(), fails: Vec::new() };
        stretch.state(cuts);
        stretch
    }

    /// Takes what is said of the cuts.
    pub fn state(&mut self, cuts: &SortedMap<LocId, Said>) {
        let Stretch { course, from, arrivals, .. } = self;
        self.given = match from {
            Some((cut, start)) => cuts[cut].all().map(|f| start.condition(f, &mut course.board)).collect(),
            None => Vec::new(),
        };
        self.fails = Vec::new();
        for arrival in arrivals {
            let mut failing = Vec::new();
            for f in cuts[&arrival.at].all() {
                let holds = arrival.state.surely(f, &mut course.board);
                failing.push(course.board.gates.and(arrival.state.guard, !holds));
            }
            self.fails.push((arrival.at, failing));
        }
    }

    /// All that is said of its start.
    pub fn kept(&mut self) -> Lit {
        self.course.board.gates.all(self.given.iter().copied())
    }

    /// What is said of its start.
    fn hypotheses(&mut self, alive: &Alive) -> Lit {
        let Some((cut, _)) = &self.from else { return Lit::TRUE };
        let given = self.given.iter().zip(&alive[cut]).filter(|(_, alive)| **alive).map(|(l, _)| *l);
        self.course.board.gates.all(given)
    }

    /// The formulas of its cut that may fail at an arrival; all of them that are known to, if some are.
    fn refuted(&mut self, arrival: usize, alive: &Alive, open: &SortedSet<LocId>, budget: &Budget) -> Result<SortedSet<usize>, Why> {
        let cut = self.fails[arrival].0;
        let given = self.premises(cut, alive, open);
        let fails = self.fails[arrival].1.clone();
        let asked: Vec<usize> = (0..fails.len()).filter(|i| alive[&cut][*i] && fails[*i] != Lit::FALSE).collect();
        let mut refuted = SortedSet::new();
        let note = |values: &[bool], refuted: &mut SortedSet<usize>| {
            refuted.extend(asked.iter().copied().filter(|i| values[fails[*i].gate()] != fails[*i].is_negated()));
        };
        let any = self.course.board.gates.any(asked.iter().map(|i| fails[*i]));
        self.solving.within(&budget.child(Some(GLANCE)));
        match self.solving.glance(&self.course.board.gates, &[given], any, u32::MAX) {
            Answer::No => return Ok(refuted),
            Answer::Yes(values) => {
                note(&values, &mut refuted);
                return Ok(refuted);
            }
            Answer::Unknown => {}
        }
        // One that is hard to decide must not spoil the others: each is looked at by itself.
        let mut hard = Vec::new();
        for &i in &asked {
            if let Some(stop) = budget.stopped() {
                return Err(Why::Stopped(stop));
            }
            if refuted.contains(&i) {
                continue;
            }
            self.solving.within(&budget.child(Some(GLANCE)));
            match self.solving.glance(&self.course.board.gates, &[given], fails[i], u32::MAX) {
                Answer::No => {}
                Answer::Yes(values) => note(&values, &mut refuted),
                Answer::Unknown => hard.push(i),
            }
        }
        // Without those that fail the others are asked for again anyway.
        if hard.is_empty() || !refuted.is_empty() {
            return Ok(refuted);
        }
        // The hard ones together, then one by one; those are taken back that stay hard.
        let any = self.course.board.gates.any(hard.iter().map(|i| fails[*i]));
        match self.ask(given, any, SHARE_OF_ALL, budget)? {
            Answer::No => return Ok(refuted),
            Answer::Yes(values) => {
                note(&values, &mut refuted);
                return Ok(refuted);
            }
            Answer::Unknown => {}
        }
        for i in hard {
            match self.ask(given, fails[i], SHARE, budget)? {
                Answer::No => {}
                Answer::Yes(values) => note(&values, &mut refuted),
                Answer::Unknown => _ = refuted.insert(i),
            }
        }
        Ok(refuted)
    }

    /// Asks in a part of the time that is left.
    fn ask(&mut self, given: Lit, lit: Lit, share: u32, budget: &Budget) -> Result<Answer, Why> {
        if let Some(stop) = budget.stopped() {
            return Err(Why::Stopped(stop));
        }
        self.solving.within(&budget.child(budget.left().map(|left| left / share)));
        Ok(self.solving.ask_under(&self.course.board.gates, &[given], lit))
    }

    /// What is said of its start, and that no target that is excluded was met on the way to a cut.
    fn premises(&mut self, cut: LocId, alive: &Alive, open: &SortedSet<LocId>) -> Lit {
        let given = self.hypotheses(alive);
        let none = self.course.met_none(cut, |t| !open.contains(&t));
        self.course.board.gates.and(given, none)
    }
}

pub enum Outcome {
    /// The largest part of what is said that is inductive, as a formula for each cut, and the targets that it excludes.
    Inductive(SortedMap<LocId, Formula>, Vec<LocId>),
    /// Firm formulas that are not.
    Fallen(Vec<(LocId, Formula)>),
}

/// Takes back what is refuted until the rest is inductive.
pub fn inductive(stretches: &mut [Stretch<'_>], cuts: &SortedMap<LocId, Said>, targets: &[LocId], budget: &Budget) -> Result<Outcome, Why> {
    let mut alive: Alive = cuts.iter().map(|(c, said)| (*c, vec![true; said.all().count()])).collect();
    // Targets that may be reached, as far as is known.
    let mut open: SortedSet<LocId> = SortedSet::new();
    loop {
        let mut changed = true;
        while changed {
            changed = false;
            for stretch in stretches.iter_mut() {
                for arrival in 0..stretch.fails.len() {
                    let refuted = stretch.refuted(arrival, &alive, &open, budget)?;
                    if refuted.is_empty() {
                        continue;
                    }
                    changed = true;
                    let cut = stretch.fails[arrival].0;
                    let here = alive.get_mut(&cut).expect("every cut is there");
                    refuted.iter().for_each(|i| here[*i] = false);
                    let firm = cuts[&cut].base().zip(&*here);
                    let fallen: Vec<_> = firm.filter(|(_, alive)| !**alive).map(|(f, _)| (cut, f.clone())).collect();
                    if !fallen.is_empty() {
                        return Ok(Outcome::Fallen(fallen));
                    }
                }
            }
        }
        let before = open.len();
        for stretch in stretches.iter_mut() {
            // Each one is asked for where those before it are not met.
            let mut not_before = Lit::TRUE;
            for i in 0..stretch.course.ends.len() {
                let end = stretch.course.ends[i].clone();
                if open.contains(&end.at) {
                    continue;
                }
                let given = stretch.hypotheses(&alive);
                let share = SHARE.min(targets.len() as u32 + LEAST_SHARE - 1);
                stretch.solving.within(&budget.child(budget.left().map(|left| left / share)));
                match stretch.solving.ask_under(&stretch.course.board.gates, &[given, not_before], end.guard) {
                    Answer::No => not_before = stretch.course.board.gates.and(not_before, !end.guard),
                    Answer::Yes(_) | Answer::Unknown => _ = open.insert(end.at),
                }
            }
            stretch.solving.within(budget);
        }
        if open.len() == before {
            break;
        }
    }
    let kept = |(c, said): (&LocId, &Said)| {
        let parts = said.all().zip(&alive[c]).filter(|(_, alive)| **alive).map(|(f, _)| f.clone());
        (*c, Formula::and(parts))
    };
    Ok(Outcome::Inductive(cuts.iter().map(kept).collect(), targets.iter().copied().filter(|t| !open.contains(t)).collect()))
}
