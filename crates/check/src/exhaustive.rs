//! Proofs by enumeration: every run is executed again.

use crate::Confirmed;
use crate::executable::exact;
use base::exec::machine::{self, Machine};
use base::exec::{End, Inputs, Request};
use base::{Budget, Cfa, Int, LocId, Why};

/// Inputs with more values than this are not enumerated.
const MOST_VALUES: u32 = 1 << 16;

/// All runs together take at most this many steps.
const MOST_STEPS: u64 = 100_000_000_000;

/// One answer to a request: which of how many values, the first of them being `low`.
#[derive(Clone, Debug)]
struct Digit {
    low: Int,
    place: u32,
    places: u32,
}

/// Counts through all sequences of inputs: the last digit that can be raised is raised, what follows starts at its
/// first value again. Which digits there are is found out by running.
#[derive(Clone, Debug, Default)]
struct Odometer {
    digits: Vec<Digit>,
    used: usize,
    /// A request whose values cannot be enumerated.
    too_many: bool,
    /// The program asked for something else than in the run before: it is not a function of its inputs.
    inconsistent: bool,
}

impl Odometer {
    /// Goes to the next sequence; false after the last.
    fn advance(&mut self) -> bool {
        // What the last run did not ask for is no part of it.
        self.digits.truncate(self.used);
        self.used = 0;
        while let Some(digit) = self.digits.last_mut() {
            digit.place += 1;
            if digit.place < digit.places {
                return true;
            }
            self.digits.pop();
        }
        false
    }
}

/// The first value and the number of values of a request; `None` if they are too many.
fn values(request: &Request) -> Option<(Int, u32)> {
    match request {
        Request::Value { ty, .. } | Request::Element { ty, .. } => {
            let ty = (*ty)?;
            let places = u32::try_from(&ty.modulus()).ok().filter(|n| *n <= MOST_VALUES)?;
            Some((ty.min(), places))
        }
        Request::Choice { options, .. } => Some((Int::ZERO, *options)).filter(|_| *options <= MOST_VALUES),
    }
}

impl Inputs for Odometer {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let Some((low, places)) = values(request) else {
            self.too_many = true;
            return None;
        };
        match self.digits.get(self.used) {
            None => self.digits.push(Digit { low, place: 0, places }),
            Some(digit) if digit.places == places && digit.low == low => {}
            Some(_) => {
                self.inconsistent = true;
                return None;
            }
        }
        let digit = &self.digits[self.used];
        self.used += 1;
        Some(&digit.low + Int::from(digit.place))
    }
}

/// Executes all runs, at most `runs`; each must end, and none at a target.
pub fn exhaustive(cfa: &Cfa, runs: u64, targets: &[LocId], budget: &Budget) -> Result<Confirmed, Why> {
    exact(cfa)?;
    if let Some(&loc) = targets.iter().find(|t| cfa.error_at(**t).is_none()) {
        return Err(Why::Unconfirmed { loc, part: None, what: "runs are only watched for arriving at error locations".into() });
    }
    let machine = Machine::compile(cfa);
    let mut odometer = Odometer::default();
    let mut steps = 0u64;
    for n in 1..=runs {
        let (outcome, _) = machine::run(cfa, &machine, &mut odometer, MOST_STEPS - steps, budget, &mut |_| {});
        steps = steps.saturating_add(outcome.steps).min(MOST_STEPS);
        let unconfirmed = |loc: LocId, what: String| Err(Why::Unconfirmed { loc, part: None, what });
        match outcome.end {
            End::Error(loc) if targets.contains(&loc) => {
                return Err(Why::Rejected { loc, what: format!("run {n} reaches {}", cfa.place(loc)) });
            }
            End::Error(_) | End::Exit(_) | End::Blocked(_) => {}
            End::NoInput(loc) if odometer.too_many => {
                return unconfirmed(loc, format!("the input at {} has too many values to enumerate its runs", cfa.place(loc)));
            }
            End::NoInput(loc) => return unconfirmed(loc, format!("the run cannot be repeated at {}", cfa.place(loc))),
            End::Unfinished(loc) | End::TooBig(loc) => {
                let stop = budget.stopped().map_or("the runs are too long".into(), |s| s.to_string());
                return unconfirmed(loc, format!("run {n} was not executed to its end: {stop}"));
            }
        }
        if !odometer.advance() {
            let runs = usize::try_from(n).unwrap_or(usize::MAX);
            return Ok(Confirmed { obligations: runs, by_arithmetic: runs, by_solver: 0 });
        }
    }
    Err(Why::Rejected { loc: cfa.entry, what: format!("the program has more than {runs} runs") })
}
