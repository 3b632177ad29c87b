//! Stretches of a program as circuits, and which of the formulas at their ends are inductive (Houdini).

use super::said::Said;
use base::{Budget, Formula, LocId, SortedMap, SortedSet, Why};
use std::time::{Duration, Instant};
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
/// The look at one formula, and so many of them are looked at together.
const GLANCE_AT_ONE: Duration = Duration::from_millis(25);
const FEW_AT_ONCE: usize = 8;
/// When formulas have been looked at one by one for so long, those that fail are taken back before the others are looked at.
const LONG_LOOK: Duration = Duration::from_millis(300);

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

/// Formulas that it takes long to decide.
pub type Hard = SortedSet<(LocId, Formula)>;

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

    /// The formulas that may fail at an arrival, each with that it does: of those that have been hard to decide, or of the others.
    fn asked(&mut self, cuts: &SortedMap<LocId, Said>, alive: &Alive, open: &SortedSet<LocId>, hard: &Hard, is_hard: bool) -> Vec<Asked> {
        let mut found = Vec::new();
        let mut none: SortedMap<LocId, Lit> = SortedMap::new();
        for arrival in 0..self.fails.len() {
            let cut = self.fails[arrival].0;
            let none = *none.entry(cut).or_insert_with(|| self.course.met_none(cut, |t| !open.contains(&t)));
            for (i, f) in cuts[&cut].all().enumerate().filter(|(i, _)| alive[&cut][*i]) {
                let fails = self.fails[arrival].1[i];
                if fails != Lit::FALSE && hard.contains(&(cut, f.clone())) == is_hard {
                    let fails = self.course.board.gates.and(none, fails);
                    found.push(Asked { cut, formula: i, fails });
                }
            }
        }
        found
    }

    fn any(&mut self, asked: &[Asked]) -> Lit {
        self.course.board.gates.any(asked.iter().map(|a| a.fails))
    }

    fn glance(&mut self, given: Lit, lit: Lit, time: Duration, budget: &Budget) -> Answer {
        self.solving.within(&budget.child(Some(time)));
        self.solving.glance(&self.course.board.gates, &[given], lit, u32::MAX)
    }

    /// Formulas that fail at an arrival, some if there are any; those that are hard to decide are only noted.
    fn refuted(
        &mut self,
        cuts: &SortedMap<LocId, Said>,
        alive: &Alive,
        open: &SortedSet<LocId>,
        hard: &mut Hard,
        budget: &Budget,
    ) -> Result<SortedSet<(LocId, usize)>, Why> {
        let given = self.hypotheses(alive);
        let mut asked = self.asked(cuts, alive, open, hard, false);
        let any = self.any(&asked);
        match self.glance(given, any, GLANCE, budget) {
            Answer::No => return Ok(SortedSet::new()),
            Answer::Yes(values) => return Ok(failing(&asked, &values)),
            Answer::Unknown => {}
        }
        // One that is hard to decide must not spoil the others: a few are looked at together, then each by itself. First those on which circuits rest.
        let is_firm = |a: &Asked| a.formula < cuts[&a.cut].base().count();
        asked.sort_by_key(|a| !is_firm(a));
        let mut refuted = SortedSet::new();
        let began = Instant::now();
        for few in asked.chunks(FEW_AT_ONCE) {
            let any = self.any(few);
            match self.glance(given, any, GLANCE, budget) {
                Answer::No => {}
                Answer::Yes(values) => refuted.extend(failing(&asked, &values)),
                Answer::Unknown => {
                    for one in few {
                        let formula = cuts[&one.cut].all().nth(one.formula).expect("what is asked for is said").clone();
                        if hard.contains(&(one.cut, formula.clone())) {
                            continue;
                        }
                        if let Some(stop) = budget.stopped() {
                            return Err(Why::Stopped(stop));
                        }
                        match self.glance(given, one.fails, GLANCE_AT_ONE, budget) {
                            Answer::No => {}
                            Answer::Yes(values) => refuted.extend(failing(&asked, &values)),
                            Answer::Unknown => _ = hard.insert((one.cut, formula)),
                        }
                    }
                }
            }
            // Without those that fail the others are asked for again anyway.
            if !refuted.is_empty() && began.elapsed() > LONG_LOOK {
                break;
            }
        }
        Ok(refuted)
    }

    /// The same of those that are hard to decide: together, then one by one; those are taken back that stay hard.
    fn refuted_hard(
        &mut self,
        cuts: &SortedMap<LocId, Said>,
        alive: &Alive,
        open: &SortedSet<LocId>,
        hard: &Hard,
        budget: &Budget,
    ) -> Result<SortedSet<(LocId, usize)>, Why> {
        let given = self.hypotheses(alive);
        let asked = self.asked(cuts, alive, open, hard, true);
        let any = self.any(&asked);
        match self.ask(given, any, SHARE_OF_ALL, budget)? {
            Answer::No => return Ok(SortedSet::new()),
            Answer::Yes(values) => return Ok(failing(&asked, &values)),
            Answer::Unknown => {}
        }
        let mut refuted = SortedSet::new();
        for one in &asked {
            if refuted.contains(&(one.cut, one.formula)) {
                continue;
            }
            match self.ask(given, one.fails, SHARE, budget)? {
                Answer::No => {}
                Answer::Yes(values) => refuted.extend(failing(&asked, &values)),
                Answer::Unknown => _ = refuted.insert((one.cut, one.formula)),
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
}

/// That a formula of a cut fails where a stretch arrives there.
struct Asked {
    cut: LocId,
    formula: usize,
    fails: Lit,
}

/// What fails by the values of all gates.
fn failing(asked: &[Asked], values: &[bool]) -> SortedSet<(LocId, usize)> {
    asked.iter().filter(|a| values[a.fails.gate()] != a.fails.is_negated()).map(|a| (a.cut, a.formula)).collect()
}

pub enum Outcome {
    /// The largest part of what is said that is inductive, as a formula for each cut, and the targets that it excludes.
    Inductive(SortedMap<LocId, Formula>, Vec<LocId>),
    /// Firm formulas that are not, and all that has been refuted by then, which stays refuted where less is known of a start.
    Fallen(Vec<(LocId, Formula)>, Vec<(LocId, Formula)>),
}

/// Takes back what is refuted until the rest is inductive.
pub fn inductive(
    stretches: &mut [Stretch<'_>],
    cuts: &SortedMap<LocId, Said>,
    targets: &[LocId],
    hard: &mut Hard,
    budget: &Budget,
) -> Result<Outcome, Why> {
    let mut alive: Alive = cuts.iter().map(|(c, said)| (*c, vec![true; said.all().count()])).collect();
    // Targets that may be reached, as far as is known.
    let mut open: SortedSet<LocId> = SortedSet::new();
    loop {
        // What is hard to decide is asked for when there is nothing else to take back.
        let mut ask_hard = false;
        loop {
            let mut changed = false;
            for stretch in stretches.iter_mut() {
                let refuted = match ask_hard {
                    true => stretch.refuted_hard(cuts, &alive, &open, hard, budget)?,
                    false => stretch.refuted(cuts, &alive, &open, hard, budget)?,
                };
                for (cut, i) in &refuted {
                    alive.get_mut(cut).expect("every cut is there")[*i] = false;
                }
                changed |= !refuted.is_empty();
                let firm = |(c, said): (&LocId, &Said)| -> Vec<(LocId, Formula)> {
                    let fallen = said.base().zip(&alive[c]).filter(|(_, alive)| !**alive);
                    fallen.map(|(f, _)| (*c, f.clone())).collect()
                };
                let fallen: Vec<_> = cuts.iter().flat_map(firm).collect();
                if !fallen.is_empty() {
                    let dead = |(c, alive): (&LocId, &Vec<bool>)| {
                        let dead = cuts[c].all().zip(alive).filter(|(_, alive)| !**alive).map(|(f, _)| (*c, f.clone()));
                        dead.collect::<Vec<_>>()
                    };
                    return Ok(Outcome::Fallen(fallen, alive.iter().flat_map(dead).collect()));
                }
            }
            match (changed, ask_hard) {
                (false, true) => break,
                (_, before) => ask_hard = !changed && !before,
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
