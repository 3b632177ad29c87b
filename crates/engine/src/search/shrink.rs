//! Makes a failing run easier to read: fewer inputs, smaller values.

use std::time::{Duration, Instant};

/// Runs and time that it may cost.
const RUNS: u32 = 400;
const TIME: Duration = Duration::from_millis(300);

/// `fails` runs the program and gives the inputs it consumed if it still fails in the same place. The result does.
pub fn shrink(inputs: Vec<i128>, mut fails: impl FnMut(&[i128]) -> Option<Vec<i128>>) -> Vec<i128> {
    let start = Instant::now();
    let mut best = inputs;
    let mut runs = 0;
    let mut attempt = |candidate: &[i128], best: &mut Vec<i128>| -> Option<bool> {
        runs += 1;
        if runs > RUNS || start.elapsed() > TIME {
            return None;
        }
        let simpler = |used: &Vec<i128>| weight(used) < weight(best);
        match fails(candidate).filter(simpler) {
            Some(used) => {
                *best = used;
                Some(true)
            }
            None => Some(false),
        }
    };
    loop {
        let before = weight(&best);
        // Leave out stretches, longest first.
        let mut length = best.len() / 2;
        while length > 0 {
            let mut at = 0;
            while at + length <= best.len() {
                let candidate = [&best[..at], &best[at + length..]].concat();
                match attempt(&candidate, &mut best) {
                    Some(true) => {}
                    Some(false) => at += length,
                    None => return best,
                }
            }
            length /= 2;
        }
        // Bring single values towards 0.
        for at in 0..best.len() {
            let mut step = i128::MAX;
            while let Some(value) = best.get(at).copied().filter(|v| *v != 0) {
                let candidates = if step == i128::MAX { vec![0, value.signum()] } else { vec![value - value.signum() * step] };
                let mut better = false;
                for smaller in candidates {
                    let mut candidate = best.clone();
                    candidate[at] = smaller;
                    match attempt(&candidate, &mut best) {
                        Some(success) => better |= success,
                        None => return best,
                    }
                    if better {
                        break;
                    }
                }
                // Half of what is left, then less and less.
                step = if step == i128::MAX {
                    value.abs() / 2
                } else if better {
                    step
                } else {
                    step / 2
                };
                if step == 0 {
                    break;
                }
            }
        }
        if weight(&best) >= before {
            return best;
        }
    }
}

/// What is to become smaller.
fn weight(inputs: &[i128]) -> (usize, u128) {
    (inputs.len(), inputs.iter().fold(0, |sum: u128, v| sum.saturating_add(v.unsigned_abs())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failing_run_becomes_small() {
        // Fails if some value is above 40 and the one after it is odd; consumes all inputs.
        let fails = |inputs: &[i128]| inputs.windows(2).any(|w| w[0] > 40 && w[1] % 2 != 0).then(|| inputs.to_vec());
        assert_eq!(shrink(vec![1, 2, 3, 5000, -77, 12, 13, 14], fails), [41, 1]);
    }
}
