//! Proofs by unrolling: each stretch of the program is unrolled again, to its end, and no target in it can be reached.
//!
//! The program is cut at some locations, each with a formula; without cuts it is one stretch. A run is a sequence of stretches: the first begins at the
//! entry, every other one at a cut. If each stretch that begins with the formula of its cut ends with that of the next, by induction along the
//! run all of them hold, and no run reaches what no stretch reaches. The number of states that are kept apart decides how large
//! the circuits are and not what they mean. Whether the unrolling comes to an end, and what can be reached in it, is found out here.

use crate::Confirmed;
use base::{Apart, Budget, Cfa, Formula, LocId, SortedMap, SortedSet, Stop, Why};
use std::time::{Duration, Instant};
use unroll::solve::{Answer, HARD, Solving};
use unroll::whole::{are_ends, whole};
use unroll::{Course, Gates, Lit};

/// The most states that are kept apart.
const MOST_APART: u32 = 1 << 16;
/// If so many ends are hard, most of the others will be too.
const MOST_HARD: usize = 8;
/// A question that took longer was too large.
const QUICK: Duration = Duration::from_secs(1);

pub fn unrolled(cfa: &Cfa, apart: Apart, cuts: &SortedMap<LocId, Formula>, targets: &[LocId], budget: &Budget) -> Result<Confirmed, Why> {
    if cuts.keys().any(|c| c.index() >= cfa.locs.len()) {
        return Err(Why::Rejected { loc: cfa.entry, what: "a cut is at no location of the program".into() });
    }
    sensible(cfa, apart)?;
    let mut confirmed = Confirmed::default();
    if cuts.is_empty() {
        let judged = some(cfa, apart, targets, budget, &mut confirmed)?;
        return judged.left.into_values().next().map_or(Ok(confirmed), Err);
    }
    let heads: SortedSet<LocId> = cuts.keys().copied().collect();
    stretch(cfa, Course::to(&heads, cfa, targets, apart), cuts, budget, &mut confirmed)?;
    for (cut, formula) in cuts {
        let (course, _) = Course::between((*cut, formula), &heads, cfa, targets, apart);
        stretch(cfa, course, cuts, budget, &mut confirmed)?;
    }
    Ok(confirmed)
}

fn sensible(cfa: &Cfa, apart: Apart) -> Result<(), Why> {
    match apart.most > MOST_APART {
        true => Err(Why::Rejected { loc: cfa.entry, what: format!("{} states are to be kept apart", apart.most) }),
        false => Ok(()),
    }
}

/// What is confirmed of several targets, each by itself.
#[derive(Debug, Default)]
pub struct Judged {
    pub confirmed: Vec<LocId>,
    pub left: SortedMap<LocId, Why>,
}

/// Which of these targets the program, unrolled to its end, does not arrive at. Those that are easy come first, and each of the hard ones has its
/// share of the time.
pub fn some(cfa: &Cfa, apart: Apart, targets: &[LocId], budget: &Budget, confirmed: &mut Confirmed) -> Result<Judged, Why> {
    sensible(cfa, apart)?;
    let Some(whole) = whole(cfa, targets, apart, |_| budget.stopped().is_some()) else { return Err(out_of_time(budget)) };
    let mut question = Question { cfa, gates: whole.gates(), solving: Solving::new(budget), budget, confirmed };
    let mut judged = Judged::default();
    let mut hard: Vec<(LocId, Vec<(LocId, Lit)>)> = Vec::new();
    for &target in targets {
        let ends: Vec<(LocId, Lit)> = whole.ends().iter().filter(|end| end.at == target).map(|end| (end.at, end.guard)).collect();
        match question.easy(&ends, "") {
            Ok(left) if left.is_empty() => judged.confirmed.push(target),
            Ok(left) => hard.push((target, left)),
            Err(why) => _ = judged.left.insert(target, why),
        }
    }
    hard.sort_by_key(|(target, ends)| (ends.len(), *target));
    while !hard.is_empty() && budget.stopped().is_none() {
        let several = hard.len() as u32;
        for (n, (target, mut ends)) in std::mem::take(&mut hard).into_iter().enumerate() {
            // The last one in a round has what is left, the next round begins with what the others have not used.
            let share = budget.child(budget.left().map(|left| left / (several - n as u32)));
            question.solving.within(&share);
            match question.hard(&mut ends, &share, "") {
                Ok(()) => judged.confirmed.push(target),
                Err(Why::Stopped(_)) if share.stopped().is_some() => hard.push((target, ends)),
                // It would be asked again and again.
                Err(Why::Stopped(_)) => {
                    let why = Why::Refused("a question about the circuit is too large for the solvers".into());
                    judged.left.insert(target, why);
                }
                Err(why) => _ = judged.left.insert(target, why),
            }
        }
    }
    judged.left.extend(hard.into_iter().map(|(target, _)| (target, out_of_time(budget))));
    // Where a run goes on behind a target, what is said of the others holds only if it does not arrive at that one.
    let all: SortedSet<LocId> = targets.iter().copied().collect();
    if let Some(why) = judged.left.values().next().cloned()
        && !are_ends(&all, cfa)
    {
        judged.left.extend(judged.confirmed.drain(..).map(|target| (target, why.clone())));
    }
    Ok(judged)
}

fn out_of_time(budget: &Budget) -> Why {
    Why::Stopped(budget.stopped().unwrap_or(Stop::Time))
}

fn stretch(
    cfa: &Cfa,
    mut course: Course<'_>,
    cuts: &SortedMap<LocId, Formula>,
    budget: &Budget,
    confirmed: &mut Confirmed,
) -> Result<(), Why> {
    while course.step() {
        if let Some(stop) = budget.stopped() {
            return Err(Why::Stopped(stop));
        }
    }
    let ends: Vec<(LocId, Lit)> = course.ends.iter().map(|end| (end.at, end.guard)).collect();
    Question { cfa, gates: &course.board.gates, solving: Solving::new(budget), budget, confirmed }.impossible(&ends, "")?;
    let mut fails = Vec::new();
    for arrival in std::mem::take(&mut course.arrivals) {
        // A location without a formula is no cut.
        let formula = cuts.get(&arrival.at).unwrap_or(&Formula::False);
        let holds = arrival.state.surely(formula, &mut course.board);
        // No target can be met, as was just shown, so none was met before.
        let none = course.met_none(arrival.at, |_| true);
        fails.push((arrival.at, course.board.gates.all([arrival.state.guard, none, !holds])));
    }
    // Another dialogue, since what the targets depend on is mostly more than what is asked for now.
    let mut question = Question { cfa, gates: &course.board.gates, solving: Solving::new(budget), budget, confirmed };
    question.impossible(&fails, ", and what is said of that place does not hold")
}

struct Question<'a> {
    cfa: &'a Cfa,
    gates: &'a Gates,
    solving: Solving,
    budget: &'a Budget,
    confirmed: &'a mut Confirmed,
}

impl Question<'_> {
    /// None of these can be true.
    fn impossible(&mut self, all: &[(LocId, Lit)], what: &str) -> Result<(), Why> {
        let mut left = self.easy(all, what)?;
        self.hard(&mut left, self.budget, what)
    }

    /// Looks at each by itself until some are hard: those of which it is not seen soon that they cannot be true. What is known of one helps with
    /// those behind it.
    fn easy(&mut self, all: &[(LocId, Lit)], what: &str) -> Result<Vec<(LocId, Lit)>, Why> {
        self.confirmed.obligations += all.len();
        let mut hard = Vec::new();
        for &(at, lit) in all {
            let answer = if hard.len() < MOST_HARD { self.solving.glance(self.gates, &[], lit, HARD) } else { Answer::Unknown };
            match answer {
                Answer::No => self.solving.exclude(self.gates, lit),
                Answer::Yes(_) => return Err(self.possible(at, what)),
                Answer::Unknown => hard.push((at, lit)),
            }
        }
        self.confirmed.by_arithmetic += all.len() - hard.len();
        Ok(hard)
    }

    /// Asks for hard ones in groups, which grow as long as that is quick. Those that are left are what was not asked for in time.
    fn hard(&mut self, left: &mut Vec<(LocId, Lit)>, budget: &Budget, what: &str) -> Result<(), Why> {
        let mut together = 1;
        while !left.is_empty() {
            if budget.stopped().is_some() {
                return Err(out_of_time(budget));
            }
            let group = &left[..together.min(left.len())];
            let lits: Vec<Lit> = group.iter().map(|(_, lit)| *lit).collect();
            let start = Instant::now();
            match self.solving.ask_any(self.gates, &lits) {
                Answer::No => {}
                Answer::Yes(values) => {
                    let is_true = |lit: &Lit| values[lit.gate()] != lit.is_negated();
                    let at = group.iter().find(|(_, lit)| is_true(lit)).map_or(self.cfa.entry, |(at, _)| *at);
                    return Err(self.possible(at, what));
                }
                Answer::Unknown => return Err(out_of_time(budget)),
            }
            self.confirmed.by_arithmetic += lits.len();
            left.drain(..lits.len());
            together = if start.elapsed() < QUICK { together * 2 } else { (together / 2).max(1) };
        }
        Ok(())
    }

    fn possible(&self, loc: LocId, what: &str) -> Why {
        Why::Unconfirmed { loc, part: None, what: format!("the unrolled program may arrive at {}{what}", self.cfa.place(loc)) }
    }
}
