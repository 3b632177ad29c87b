//! Makes a failing run easier to check and to read: fewer steps where there are very many, fewer inputs, smaller values.

use super::path::bounds;
use base::exec::Request;
use std::time::{Duration, Instant};

/// A failing run: what it was asked, what was answered, and how many steps it took.
#[derive(Clone, Debug)]
pub struct Failure {
    pub tape: Vec<(Request, i128)>,
    pub steps: u64,
}

impl Failure {
    pub fn inputs(&self) -> Vec<i128> {
        self.tape.iter().map(|t| t.1).collect()
    }

    /// What it costs to check the run, in steps, and to read it.
    pub fn cost(&self) -> u64 {
        self.steps.saturating_add(100 * self.tape.len() as u64)
    }

    /// What is to become smaller. Steps count only by the million: shorter ones take no time to check.
    fn weight(&self) -> (u64, usize, u128) {
        let size = self.tape.iter().fold(0, |sum: u128, t| sum.saturating_add(t.1.unsigned_abs()));
        (self.steps >> 20, self.tape.len(), size)
    }
}

/// Runs and time that it may cost.
const RUNS: u32 = 400;
const TIME: Duration = Duration::from_millis(300);

struct Shrink<F> {
    best: Failure,
    fails: F,
    runs: u32,
    until: Instant,
}

/// `fails` runs the program and tells how, if it still fails in the same place. So does the result.
pub fn shrink(failure: Failure, fails: impl FnMut(&[i128]) -> Option<Failure>) -> Failure {
    let mut shrink = Shrink { best: failure, fails, runs: 0, until: Instant::now() + TIME };
    loop {
        let before = shrink.best.weight();
        if shrink.round().is_none() || shrink.best.weight() >= before {
            return shrink.best;
        }
    }
}

impl<F: FnMut(&[i128]) -> Option<Failure>> Shrink<F> {
    /// Whether the candidate is better, and taken; `None` if it is enough.
    fn attempt(&mut self, candidate: &[i128]) -> Option<bool> {
        self.runs += 1;
        if self.runs > RUNS || Instant::now() > self.until {
            return None;
        }
        let better = (self.fails)(candidate).filter(|f| f.weight() < self.best.weight());
        Some(better.map(|f| self.best = f).is_some())
    }

    fn attempt_value(&mut self, at: usize, value: i128) -> Option<bool> {
        let mut candidate = self.best.inputs();
        let Some(slot) = candidate.get_mut(at).filter(|v| **v != value) else { return Some(false) };
        *slot = value;
        self.attempt(&candidate)
    }

    fn round(&mut self) -> Option<()> {
        if self.best.steps >> 20 > 0 {
            self.fewer_steps()?;
        }
        // Leave out stretches, longest first.
        let mut length = self.best.tape.len() / 2;
        while length > 0 {
            let mut at = 0;
            while at + length <= self.best.tape.len() {
                let inputs = self.best.inputs();
                if !self.attempt(&[&inputs[..at], &inputs[at + length..]].concat())? {
                    at += length;
                }
            }
            length /= 2;
        }
        for at in 0..self.best.tape.len() {
            self.smaller(at)?;
        }
        Some(())
    }

    /// A long run often counts to the end of a type; starting there makes it short.
    fn fewer_steps(&mut self) -> Option<()> {
        for at in 0..self.best.tape.len().min(32) {
            let (low, high) = bounds(&self.best.tape[at].0);
            for end in [high, low] {
                let mut distance: i128 = 0;
                // The end itself, then values at growing distances from it.
                while let Some(value) = self.best.tape.get(at).map(|t| t.1) {
                    let candidate = if end == high { high.saturating_sub(distance) } else { low.saturating_add(distance) };
                    let beyond = if end == high { candidate <= value } else { candidate >= value };
                    if beyond || self.attempt_value(at, candidate)? {
                        break;
                    }
                    distance = distance.saturating_mul(4).saturating_add(1);
                }
            }
        }
        Some(())
    }

    /// Brings a value towards 0.
    fn smaller(&mut self, at: usize) -> Option<()> {
        let value = self.best.tape.get(at).map_or(0, |t| t.1);
        if value == 0 || self.attempt_value(at, 0)? || self.attempt_value(at, value.signum())? {
            return Some(());
        }
        // By half of what is left, then by less and less.
        let mut step = value.saturating_abs() / 2;
        while step > 0 {
            let value = self.best.tape.get(at).map_or(0, |t| t.1);
            if step >= value.saturating_abs() || !self.attempt_value(at, value - value.signum() * step)? {
                step /= 2;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{EdgeId, IntType, VarId};

    fn failure(inputs: &[i128], steps: u64) -> Failure {
        let request = Request::Value { edge: EdgeId(0), var: VarId(0), ty: Some(IntType::I32) };
        Failure { tape: inputs.iter().map(|v| (request, *v)).collect(), steps }
    }

    #[test]
    fn a_failing_run_becomes_small() {
        // Fails if some value is above 40 and the one after it is odd; consumes all inputs.
        let fails = |inputs: &[i128]| inputs.windows(2).any(|w| w[0] > 40 && w[1] % 2 != 0).then(|| failure(inputs, 10));
        assert_eq!(shrink(failure(&[1, 2, 3, 5000, -77, 12, 13, 14], 10), fails).inputs(), [41, 1]);
    }

    #[test]
    fn a_long_run_becomes_short() {
        // Counts from the input up to 2^31.
        let fails = |inputs: &[i128]| (inputs[0] >= 0).then(|| failure(inputs, (1 << 31) - inputs[0] as u64));
        let shrunk = shrink(failure(&[1], 1 << 31), fails);
        assert!(shrunk.steps < 1 << 20, "{shrunk:?}");
    }
}
