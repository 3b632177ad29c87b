//! All runs of a program that has few: execution of every one of them decides everything.

use super::hunt::is_huge;
use super::path::bounds;
use base::exec::machine::Machine;
use base::exec::walk::{Step, Walk};
use base::exec::{End, Inputs, Request};
use base::{Budget, Cfa, Int, LocId};
use std::collections::BTreeSet;

/// An input with more values than this makes enumeration hopeless.
const WIDEST: i128 = 1 << 16;
/// So does a first run whose inputs have more values than this together.
const PRODUCT: i128 = 1 << 26;

/// Inputs as the digits of a number that counts through all runs.
#[derive(Default)]
struct Odometer {
    /// Value and greatest value of each input.
    digits: Vec<(i128, i128)>,
    used: usize,
    hopeless: bool,
}

impl Inputs for Odometer {
    fn next(&mut self, request: &Request) -> Option<Int> {
        if self.used == self.digits.len() {
            let (low, high) = bounds(request);
            if high.saturating_sub(low) >= WIDEST {
                self.hopeless = true;
                return None;
            }
            self.digits.push((low, high));
        }
        self.used += 1;
        Some(Int::from(self.digits[self.used - 1].0))
    }
}

impl Odometer {
    /// Goes on to the next run; false after the last.
    fn advance(&mut self) -> bool {
        while let Some((value, high)) = self.digits.last_mut() {
            if *value < *high {
                *value += 1;
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

/// Executes every run, each of at most `fuel` steps. `found` is told the first run into each error location. The number of runs if
/// all of them came to an end, else `None`.
pub fn every_run(machine: &Machine, fuel: u64, budget: &Budget, found: &mut dyn FnMut(LocId, Vec<Int>)) -> Option<u64> {
    let mut memory = machine.memory();
    let mut inputs = Odometer::default();
    let mut errors = BTreeSet::new();
    let mut runs = 0;
    loop {
        inputs.used = 0;
        let outcome = machine.run(&mut memory, &mut inputs, fuel, budget, &mut ());
        inputs.digits.truncate(inputs.used);
        match outcome.end {
            _ if inputs.hopeless => return None,
            End::Exit(_) | End::Blocked(_) => {}
            End::Error(loc) => {
                if errors.insert(loc) {
                    found(loc, inputs.digits.iter().map(|d| Int::from(d.0)).collect());
                }
            }
            End::NoInput(_) | End::Unfinished(_) | End::TooBig(_) => return None,
        }
        runs += 1;
        let size = |&(_, high): &(i128, i128)| high.saturating_add(1).max(2);
        if runs == 1 && inputs.digits.iter().map(size).fold(1, i128::saturating_mul) > PRODUCT {
            return None;
        }
        if runs % 64 == 0 && budget.stopped().is_some() {
            return None;
        }
        if !inputs.advance() {
            return Some(runs);
        }
    }
}

/// Executes a program that reads no input. `None` if the run did not come to an end.
pub fn only_run(cfa: &Cfa, machine: &Machine, budget: &Budget, found: &mut dyn FnMut(LocId, Vec<Int>)) -> Option<()> {
    let mut end = machine.run(&mut machine.memory(), &mut |_: &Request| None, u64::MAX, budget, &mut ()).end;
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
        End::Error(loc) => found(loc, Vec::new()),
        End::Exit(_) | End::Blocked(_) => {}
        End::NoInput(_) | End::Unfinished(_) | End::TooBig(_) => return None,
    }
    Some(())
}
