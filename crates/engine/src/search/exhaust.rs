//! All runs of a program that has few: execution of every one of them decides everything.

use super::hunt::is_huge;
use super::path::bounds;
use super::shadow::Quick;
use base::exec::machine::{Machine, Memory};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Inputs, Request};
use base::{Budget, Cfa, Int, LocId, SortedSet};
use std::time::Instant;

/// An input with more values than this makes enumeration hopeless.
const WIDEST: i128 = 1 << 16;
/// So does a first run whose inputs have more values than this together.
const PRODUCT: i128 = 1 << 26;

/// Inputs as the digits of a number that counts through all runs. Each digit goes from 0 (or the value next to it) upwards
/// and from the top to the bottom, so that simple runs come first.
#[derive(Default)]
struct Odometer {
    digits: Vec<Digit>,
    used: usize,
    hopeless: bool,
}

struct Digit {
    value: i128,
    low: i128,
    high: i128,
}

impl Digit {
    fn first(&self) -> i128 {
        0.clamp(self.low, self.high)
    }

    /// Goes on to the next value; false if that is the first again.
    fn advance(&mut self) -> bool {
        self.value = if self.value == self.high { self.low } else { self.value + 1 };
        self.value != self.first()
    }
}

impl Inputs for Odometer {
    fn next(&mut self, request: &Request) -> Option<Int> {
        if self.used == self.digits.len() {
            let (low, high) = bounds(request);
            if high.saturating_sub(low) >= WIDEST {
                self.hopeless = true;
                return None;
            }
            self.digits.push(Digit { value: 0.clamp(low, high), low, high });
        }
        self.used += 1;
        Some(Int::from(self.digits[self.used - 1].value))
    }
}

impl Odometer {
    /// Goes on to the next run; false after the last.
    fn advance(&mut self) -> bool {
        while let Some(digit) = self.digits.last_mut() {
            if digit.advance() {
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

/// The execution of every run, in stretches.
#[derive(Default)]
pub struct EveryRun {
    inputs: Odometer,
    runs: u64,
    errors: SortedSet<LocId>,
}

pub enum Stretch {
    /// All runs came to an end: so many.
    Complete(u64),
    /// There are more runs.
    More,
    /// There are too many, or one that does not end.
    Hopeless,
}

impl EveryRun {
    /// Goes on until `until`, runs of at most `fuel` steps. `found` is told the first run into each error location.
    pub fn go_on(
        &mut self,
        machine: &Machine,
        memory: &mut Memory,
        fuel: u64,
        until: Instant,
        budget: &Budget,
        found: &mut dyn FnMut(LocId, Vec<i128>),
    ) -> Stretch {
        loop {
            self.inputs.used = 0;
            let outcome = machine.run(memory, &mut self.inputs, fuel, budget, &mut Quick);
            self.inputs.digits.truncate(self.inputs.used);
            match outcome.end {
                _ if self.inputs.hopeless => return Stretch::Hopeless,
                End::Exit(_) | End::Blocked(_) => {}
                End::Error(loc) => {
                    if self.errors.insert(loc) {
                        found(loc, self.inputs.digits.iter().map(|d| d.value).collect());
                    }
                }
                End::NoInput(_) | End::Unfinished(_) | End::TooBig(_) => return Stretch::Hopeless,
            }
            self.runs += 1;
            let size = |d: &Digit| d.high.saturating_sub(d.low).saturating_add(1);
            if self.runs == 1 && self.inputs.digits.iter().map(size).fold(1, i128::saturating_mul) > PRODUCT {
                return Stretch::Hopeless;
            }
            if !self.inputs.advance() {
                return Stretch::Complete(self.runs);
            }
            if self.runs.is_multiple_of(16) && Instant::now() > until {
                return Stretch::More;
            }
        }
    }

    /// The error locations that were reached.
    pub fn reached(&self) -> &SortedSet<LocId> {
        &self.errors
    }
}

/// Executes a program that reads no input. `None` if the run did not come to an end.
pub fn only_run(cfa: &Cfa, machine: &Machine, budget: &Budget, found: &mut dyn FnMut(LocId)) -> Option<()> {
    let mut end = machine.run(&mut machine.memory(), &mut |_: &Request| None, u64::MAX, budget, &mut Quick).end;
    if matches!(end, End::TooBig(_)) {
        let mut walk = Walk::new(cfa);
        end = (0u64..).find_map(|n| match walk.step(&mut |_: &Request| None) {
            Step::Ended(end) => Some(end),
            Step::Took(e) | Step::Printed(e, _) => {
                let late = n % 256 == 255 && budget.stopped().is_some();
                (late || is_huge(cfa, e, &walk.state)).then_some(End::Unfinished(walk.loc))
            }
        })?;
    }
    match end {
        End::Error(loc) => found(loc),
        End::Exit(_) | End::Blocked(_) => {}
        End::NoInput(_) | End::Unfinished(_) | End::TooBig(_) => return None,
    }
    Some(())
}
