//! Search by measuring: inputs are changed one at a time so that the operands of a branch come nearer to the wanted side.
//!
//! The alternating variable method (Korel, *Automated Software Test Data Generation*, TSE 1990), with secant steps where the
//! gap depends linearly on the input, as it does for loop bounds, and powers of two where it depends on bits. It works where
//! forms do not: a counter after a loop, products, bit operations.

use super::atlas::{Side, gap};
use base::exec::machine::{Memory, Observer, Op, Pc};

/// Watches one branch and keeps the least gap to a side over all its occurrences.
pub struct Gauge {
    pub side: Side,
    pub gap: Option<i128>,
}

impl Observer for Gauge {
    const SKIPS: bool = true;
    const OPERATIONS: bool = true;

    #[inline(always)]
    fn operation(&mut self, at: Pc, op: &Op, memory: &Memory) {
        if at == self.side.at {
            let now = gap(op, self.side.yes, memory);
            self.gap = [self.gap, now].into_iter().flatten().min();
        }
    }
}

/// Lowers the gap as far as `measure` allows (it gives no gap if the branch was not reached, and ends the search by
/// `Err`). `bounds` are those of the inputs; those in `order` are
/// changed. The inputs with gap 0, if found.
pub fn descend(
    inputs: &[i128],
    bounds: &[(i128, i128)],
    order: &[usize],
    mut measure: impl FnMut(&[i128]) -> Result<Option<i128>, ()>,
) -> Result<Option<Vec<i128>>, ()> {
    let mut best = inputs.to_vec();
    let Some(mut least) = measure(&best)? else { return Ok(None) };
    if least == 0 {
        return Ok(Some(best));
    }
    loop {
        let before = least;
        for (at, bitwise) in order.iter().map(|at| (*at, false)).chain(order.iter().map(|at| (*at, true))) {
            let (low, high) = bounds[at];
            let mut test = |value: i128, best: &mut Vec<i128>, least: &mut i128| -> Result<bool, ()> {
                if !(low..=high).contains(&value) || value == best[at] {
                    return Ok(false);
                }
                let old = std::mem::replace(&mut best[at], value);
                match measure(best)? {
                    Some(gap) if gap < *least => {
                        *least = gap;
                        Ok(true)
                    }
                    _ => {
                        best[at] = old;
                        Ok(false)
                    }
                }
            };
            if bitwise && least < before {
                break;
            }
            for direction in if bitwise { [0; 2] } else { [1, -1] } {
                let start = least;
                if !test(best[at].saturating_add(direction), &mut best, &mut least)? {
                    continue;
                }
                if least == 0 {
                    return Ok(Some(best));
                }
                // As if the gap were linear; then in growing steps.
                let slope = start.saturating_sub(least).max(1);
                test(best[at].saturating_add(direction.saturating_mul(least / slope)), &mut best, &mut least)?;
                let mut step: i128 = 2;
                while least > 0 {
                    let next = best[at].saturating_add(direction.saturating_mul(step)).clamp(low, high);
                    if test(next, &mut best, &mut least)? {
                        step = step.saturating_mul(2);
                    } else if step > 1 {
                        step /= 4;
                        if step == 0 {
                            break;
                        }
                    } else {
                        break;
                    }
                }
                if least == 0 {
                    return Ok(Some(best));
                }
            }
            if bitwise {
                for bit in (1..64).rev().map(|n| 1i128 << n) {
                    for change in [-1, 0, 1] {
                        let value = if change == 0 { best[at] ^ bit } else { best[at].saturating_add(change * bit) };
                        test(value, &mut best, &mut least)?;
                        if least == 0 {
                            return Ok(Some(best));
                        }
                    }
                }
            }
        }
        if least >= before {
            return Ok(None);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn find(count: usize, gap: impl Fn(&[i128]) -> i128) -> (Option<Vec<i128>>, u32) {
        let mut runs = 0;
        let found = descend(&vec![0; count], &vec![(-(1 << 31), (1 << 31) - 1); count], &(0..count).collect::<Vec<_>>(), |v| {
            runs += 1;
            if runs > 2000 { Err(()) } else { Ok(Some(gap(v))) }
        });
        (found.ok().flatten(), runs)
    }

    #[test]
    fn linear_quadratic_and_bitwise_goals_are_reached() {
        let (found, runs) = find(2, |v| (3 * v[0] - 300_000).abs());
        assert_eq!(found.map(|f| f[0]), Some(100_000));
        assert!(runs < 200, "{runs}");
        assert_eq!(find(1, |v| (v[0] * v[0] - 1369).abs()).0.map(|f| f[0].abs()), Some(37));
        assert!(find(1, |v| ((v[0] & 0xff00) - 0x5a00).abs()).0.is_some());
    }
}
