//! Tricks: inputs that bring a run back to where it was, with something changed; and their repetition.
//!
//! One iteration that adds 1 says how a counter comes to a million. This is acceleration by execution (compare Kroening, Lewis,
//! Weissenbacher: Under-approximating loops in C programs for fast counterexample detection, CAV 2013, who compute
//! the closed form): a trick is repeated as long as the run reads at the same places and the error is still ahead.

use super::{Course, Found, Roam, Spot};
use crate::ahead::Ahead;
use crate::search::Quick;
use base::exec::machine::{Memory, Pc};
use base::exec::{End, Inputs, Request};
use base::{Budget, Int, LocId, SortedSet};

/// Inputs between two visits of a place.
#[derive(Clone, Debug)]
pub struct Trick {
    pub tape: Vec<(Request, i128)>,
    /// How they changed the live variables.
    pub change: Vec<i128>,
    /// The way that they took.
    pub course: u64,
    pub uses: u32,
}

/// Fewer repetitions than this are executed one by one.
const FEW: u64 = 64;

/// So many steps that are left out cost as much as one that is taken.
const DISCOUNT: u64 = 100;

/// One repetition.
#[derive(PartialEq)]
struct Round {
    course: u64,
    change: Vec<i128>,
    steps: u64,
}

/// Plays a tape over and over, as long as the same is asked.
struct Player<'a> {
    tape: &'a [(Request, i128)],
    /// Values that were read, and that may be read.
    used: u64,
    limit: u64,
}

impl Inputs for Player<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let (asked, value) = &self.tape[(self.used % self.tape.len() as u64) as usize];
        if self.used == self.limit || asked != request {
            return None;
        }
        self.used += 1;
        Some(Int::from(*value))
    }
}

impl Roam<'_> {
    /// Repeats a trick at a spot at most `most` times. The spot is moved as far as the run stays hopeful.
    pub(super) fn repeat(
        &mut self,
        spot: &mut Spot,
        tape: &[(Request, i128)],
        most: u64,
        aim: (&Ahead, &SortedSet<LocId>),
        budget: &Budget,
    ) -> Option<Found> {
        let (ahead, goals) = aim;
        let length = tape.len() as u64;
        let mut done = if most > FEW { self.leap(spot, tape, most, ahead, budget).unwrap_or(0) } else { 0 };
        let mut saved = spot.memory.clone();
        let (mut chunk, mut growing) = (1u64, true);
        while done < most && chunk > 0 && self.fuel > 0 && budget.stopped().is_none() {
            let rounds = chunk.min(most - done);
            let mut player = Player { tape, used: 0, limit: rounds * length };
            self.pay(&saved);
            let (outcome, at) = self.machine.go_on(&mut spot.memory, spot.at, &mut player, self.fuel, budget, &mut Quick);
            self.fuel = self.fuel.saturating_sub(outcome.executed);
            let before = spot.steps;
            spot.steps += outcome.steps;
            let used = player.used;
            let hopeful = match outcome.end {
                End::Error(goal) if goals.contains(&goal) => {
                    spot.add(tape, done + used / length, (used % length) as usize);
                    return Some(Found { goal, spot: spot.clone() });
                }
                End::NoInput(loc) => ahead.hopeful(loc, &spot.memory),
                _ => false,
            };
            if !hopeful {
                // Less far, then.
                spot.memory.clone_from(&saved);
                spot.steps = before;
                (chunk, growing) = (rounds / 2, false);
                continue;
            }
            if used < rounds * length || at != spot.at {
                // It reads elsewhere now: that is where to go on.
                spot.add(tape, done + used / length, (used % length) as usize);
                spot.at = at;
                return None;
            }
            done += rounds;
            let loc = self.machine.loc(at);
            if self.landmarks.words(loc, &spot.memory) == self.landmarks.words(loc, &saved) {
                break;
            }
            saved.clone_from(&spot.memory);
            chunk = if growing { chunk * 2 } else { chunk / 2 };
        }
        spot.memory.clone_from(&saved);
        spot.add(tape, done, 0);
        None
    }

    /// One round of a trick: the way it took and what it changed, if it came back, changed variables only, and the error is still ahead.
    fn round(&mut self, at: Pc, memory: &mut Memory, tape: &[(Request, i128)], ahead: &Ahead, budget: &Budget) -> Option<Round> {
        self.pay(memory);
        let before = memory.integers().to_vec();
        let mut player = Player { tape, used: 0, limit: tape.len() as u64 };
        let mut course = Course::new(&self.writes);
        let (outcome, end) = self.machine.go_on(memory, at, &mut player, self.fuel, budget, &mut course);
        self.fuel = self.fuel.saturating_sub(outcome.executed);
        let End::NoInput(loc) = outcome.end else { return None };
        let back = player.used == player.limit && end == at && ahead.hopeful(loc, memory);
        let change = memory.integers().iter().zip(&before).map(|(a, b)| a.checked_sub(*b)).collect::<Option<Vec<i128>>>();
        // What was written to arrays could not be left out.
        (back && !course.wrote).then_some(Round { course: course.edges, change: change?, steps: outcome.steps })
    }

    /// Goes many rounds at once where each changes the variables by the same amounts: the farthest state is taken from which one
    /// more round goes the same way. (For linear conditions all rounds in between do; for others it will be found out.)
    fn leap(&mut self, spot: &mut Spot, tape: &[(Request, i128)], most: u64, ahead: &Ahead, budget: &Budget) -> Option<u64> {
        let mut memory = spot.memory.clone();
        let first = self.round(spot.at, &mut memory, tape, ahead, budget)?;
        if first.change.iter().all(|c| *c == 0) {
            return None;
        }
        // Left-out steps are taken when the run is checked: they cost less than others, not nothing.
        let most = most.min(self.fuel.saturating_mul(DISCOUNT) / first.steps.max(1));
        let start = memory.clone();
        let mut land = |times: u64| {
            memory.clone_from(&start);
            memory.shift(&first.change, i128::from(times))?;
            let landed = memory.clone();
            (self.round(spot.at, &mut memory, tape, ahead, budget)? == first).then_some(landed)
        };
        // Doubled until it is too far, then halved.
        let (mut times, mut step, mut growing, mut best) = (0u64, 1u64, true, None);
        while step > 0 {
            match land(times + step).filter(|_| times + step < most) {
                Some(landed) => {
                    times += step;
                    best = Some(landed);
                }
                None => growing = false,
            }
            step = if growing { step * 2 } else { step / 2 };
        }
        spot.memory = best?;
        spot.leapt = true;
        spot.steps = spot.steps.saturating_add(first.steps.saturating_mul(times + 1));
        Some(times + 1)
    }
}
