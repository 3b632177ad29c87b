//! Proofs by unrolling: each stretch of the program is unrolled again, to its end, and no target in it can be reached.
//!
//! The program is cut at some locations, each with a formula; without cuts it is one stretch. A run is a sequence of stretches: the first begins at the
//! entry, every other one at a cut. If each stretch that begins with the formula of its cut ends with that of the next, by induction along the
//! run all of them hold, and no run reaches what no stretch reaches. The number of states that are kept apart decides how large
//! the circuits are and not what they mean. Whether the unrolling comes to an end, and what can be reached in it, is found out here.

use crate::Confirmed;
use base::{Budget, Cfa, Formula, LocId, SortedMap, SortedSet, Stop, Why};
use std::time::{Duration, Instant};
use unroll::solve::{Answer, HARD, Solving};
use unroll::{Course, Lit};

/// The most states that are kept apart.
const MOST_APART: u32 = 1 << 16;
/// If so many ends are hard, most of the others will be too.
const MOST_HARD: usize = 8;
/// A question that took longer was too large.
const QUICK: Duration = Duration::from_secs(1);

pub fn unrolled(cfa: &Cfa, apart: u32, cuts: &SortedMap<LocId, Formula>, targets: &[LocId], budget: &Budget) -> Result<Confirmed, Why> {
    if apart > MOST_APART {
        return Err(Why::Rejected { loc: cfa.entry, what: format!("{apart} states are to be kept apart") });
    }
    if cuts.keys().any(|c| c.index() >= cfa.locs.len()) {
        return Err(Why::Rejected { loc: cfa.entry, what: "a cut is at no location of the program".into() });
    }
    let mut confirmed = Confirmed::default();
    let (heads, apart): (SortedSet<LocId>, _) = (cuts.keys().copied().collect(), apart as usize);
    stretch(cfa, Course::to(&heads, cfa, targets, apart), cuts, budget, &mut confirmed)?;
    for (cut, formula) in cuts {
        let (course, _) = Course::between((*cut, formula), &heads, cfa, targets, apart);
        stretch(cfa, course, cuts, budget, &mut confirmed)?;
    }
    Ok(confirmed)
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
    let mut question = Question { cfa, budget, confirmed };
    let ends: Vec<(LocId, Lit)> = course.ends.iter().map(|end| (end.at, end.guard)).collect();
    question.impossible(&mut course, &ends, "")?;
    // Another dialogue, since what the targets depend on is mostly more than what is asked for now.
    let mut fails = Vec::new();
    for arrival in std::mem::take(&mut course.arrivals) {
        // A location without a formula is no cut.
        let formula = cuts.get(&arrival.at).unwrap_or(&Formula::False);
        let holds = arrival.state.surely(formula, &mut course.board);
        // No target can be met, as was just shown, so none was met before.
        let none = course.met_none(arrival.at, |_| true);
        fails.push((arrival.at, course.board.gates.all([arrival.state.guard, none, !holds])));
    }
    question.impossible(&mut course, &fails, ", and what is said of that place does not hold")
}

struct Question<'a> {
    cfa: &'a Cfa,
    budget: &'a Budget,
    confirmed: &'a mut Confirmed,
}

impl Question<'_> {
    /// None of these can be true. Each is looked at by itself until some are hard; hard ones are asked for in groups, which grow as long as that is
    /// quick. What is known of one helps with those behind it.
    fn impossible(&mut self, course: &mut Course<'_>, all: &[(LocId, Lit)], what: &str) -> Result<(), Why> {
        self.confirmed.obligations += all.len();
        let mut solving = Solving::new(self.budget);
        let (mut hard, mut together, mut misses) = (Vec::new(), 1, 0);
        for (n, &(at, lit)) in all.iter().enumerate() {
            let answer = if misses < MOST_HARD { solving.glance(&course.board.gates, &[], lit, HARD) } else { Answer::Unknown };
            match answer {
                Answer::No => solving.exclude(&course.board.gates, lit),
                Answer::Yes(_) => return Err(self.possible(at, what)),
                Answer::Unknown => {
                    misses += 1;
                    hard.push((at, lit));
                }
            }
            if hard.len() >= together || n + 1 == all.len() {
                let start = Instant::now();
                self.none_of(course, &mut solving, &hard, what)?;
                together = if start.elapsed() < QUICK { together * 2 } else { (together / 2).max(1) };
                hard.clear();
            }
        }
        self.confirmed.by_arithmetic += all.len();
        Ok(())
    }

    /// The same for a group at once.
    fn none_of(&self, course: &mut Course<'_>, solving: &mut Solving, group: &[(LocId, Lit)], what: &str) -> Result<(), Why> {
        let any = course.board.gates.any(group.iter().map(|(_, lit)| *lit));
        match solving.ask(&course.board.gates, any) {
            Answer::No => {
                group.iter().for_each(|(_, lit)| solving.exclude(&course.board.gates, *lit));
                Ok(())
            }
            Answer::Yes(values) => {
                let is_true = |lit: &Lit| values[lit.gate()] != lit.is_negated();
                Err(self.possible(group.iter().find(|(_, lit)| is_true(lit)).map_or(self.cfa.entry, |(at, _)| *at), what))
            }
            Answer::Unknown => Err(Why::Stopped(self.budget.stopped().unwrap_or(Stop::Time))),
        }
    }

    fn possible(&self, loc: LocId, what: &str) -> Why {
        Why::Unconfirmed { loc, what: format!("the unrolled program may arrive at {}{what}", self.cfa.place(loc)) }
    }
}
