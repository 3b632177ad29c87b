//! Proofs by unrolling: each stretch of the program is unrolled again, to its end, and no target in it can be reached.
//!
//! The program is cut at some locations, each with a formula; without cuts it is one stretch. A run is a sequence of stretches: the first begins at the
//! entry, every other one at a cut. If each stretch that begins with the formula of its cut ends with that of the next, by induction along the
//! run all of them hold, and no run reaches what no stretch reaches. The number of states that are kept apart decides how large
//! the circuits are and not what they mean. Whether the unrolling comes to an end, and what can be reached in it, is found out here.

use crate::Confirmed;
use base::{Budget, Cfa, Formula, LocId, SortedMap, SortedSet, Stop, Why};
use unroll::solve::{Answer, Solving};
use unroll::{Course, Lit};

/// The most states that are kept apart.
const MOST_APART: u32 = 1 << 16;

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
    let mut impossible = |course: &Course<'_>, solving: &mut Solving, lit: Lit, at: LocId, what: &str| {
        confirmed.obligations += 1;
        match solving.ask(&course.board.gates, lit) {
            Answer::No => confirmed.by_arithmetic += 1,
            Answer::Yes(_) => {
                let what = format!("the unrolled program may arrive at {}{what}", cfa.place(at));
                return Err(Why::Unconfirmed { loc: at, what });
            }
            Answer::Unknown => return Err(Why::Stopped(budget.stopped().unwrap_or(Stop::Time))),
        }
        Ok(())
    };
    let mut solving = Solving::new(budget);
    for end in &course.ends {
        impossible(&course, &mut solving, end.guard, end.at, "")?;
    }
    // Another dialogue, since what the targets depend on is mostly more than what is asked for now.
    let mut solving = Solving::new(budget);
    for arrival in std::mem::take(&mut course.arrivals) {
        // A location without a formula is no cut.
        let formula = cuts.get(&arrival.at).unwrap_or(&Formula::False);
        let holds = arrival.state.surely(formula, &mut course.board);
        // No target can be met, as was just shown, so none was met before.
        let none = course.met_none(arrival.at, |_| true);
        let fails = course.board.gates.all([arrival.state.guard, none, !holds]);
        impossible(&course, &mut solving, fails, arrival.at, ", and what is said of that place does not hold")?;
    }
    Ok(())
}
