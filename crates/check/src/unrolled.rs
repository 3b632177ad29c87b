//! Proofs by unrolling: the program is unrolled again, to its end, and no target in it can be reached.
//!
//! The proof says nothing but how many states are kept apart, which decides how large the circuit is and not what it means. Whether
//! the unrolling comes to an end, and whether a target can be reached in it, is found out here.

use crate::Confirmed;
use base::{Budget, Cfa, LocId, Stop, Why};
use unroll::Course;
use unroll::solve::{Answer, Solving};

/// The most states that are kept apart.
const MOST_APART: u32 = 1 << 16;

pub fn unrolled(cfa: &Cfa, apart: u32, targets: &[LocId], budget: &Budget) -> Result<Confirmed, Why> {
    if apart > MOST_APART {
        return Err(Why::Rejected { loc: cfa.entry, what: format!("{apart} states are to be kept apart") });
    }
    let mut course = Course::new(cfa, targets, apart as usize);
    while course.step() {
        if let Some(stop) = budget.stopped() {
            return Err(Why::Stopped(stop));
        }
    }
    let mut confirmed = Confirmed::default();
    let mut solving = Solving::new(budget);
    for end in &course.ends {
        confirmed.obligations += 1;
        match solving.ask(&course.board.gates, end.guard) {
            Answer::No => confirmed.by_arithmetic += 1,
            Answer::Yes(_) => {
                let what = format!("the unrolled program may arrive at {}", cfa.place(end.at));
                return Err(Why::Unconfirmed { loc: end.at, what });
            }
            Answer::Unknown => return Err(Why::Stopped(budget.stopped().unwrap_or(Stop::Time))),
        }
    }
    Ok(confirmed)
}
