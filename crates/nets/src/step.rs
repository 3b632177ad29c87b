//! Rules on closed sets: exact images of downward-closed and preimages of upward-closed ones.
//!
//! A step is a rule over some number of components: the places, or the classes of a partition of them. Where a guard has an upper bound the
//! step is the *monotone relaxation* of the rule: what exceeds the bound is removed first (Abdulla, Delzanno and Rezine, Parameterized
//! verification of infinite-state processes with global conditions, CAV 2007). It can do all that the rule can, so what it cannot reach
//! the rule cannot reach either; for rules without upper bounds it is the rule itself.

use crate::closed::{OMEGA, plus};
use crate::net::{Rule, Sum};
use base::SortedMap;

/// A preimage of more minimal elements is not computed.
pub const MOST: usize = 1_000_000;

/// No step is repeated more often than this at once.
const REPEATS: u64 = 1 << 16;

#[derive(Clone, Debug)]
pub struct Step {
    /// The bounds of the guard; the lower ones include what is taken away.
    pub low: Vec<u64>,
    pub high: Vec<u64>,
    /// The components that change.
    pub rows: SortedMap<usize, Sum>,
}

impl Step {
    /// The rule over all places of its net.
    pub fn new(rule: &Rule, places: usize) -> Self {
        let mut low = rule.guard.lows(places);
        let high = (0..places).map(|p| rule.guard.range(p).high).collect();
        for (&p, sum) in &rule.updates {
            if let Some(taken) = sum.shift_of(p).filter(|c| *c < 0) {
                low[p] = low[p].max(taken.unsigned_abs());
            }
        }
        Step { low, high, rows: rule.updates.clone() }
    }

    /// The largest vector after the step from what is below `from` (which may have ω), if there is one.
    pub fn post(&self, from: &[u64]) -> Option<Vec<u64>> {
        let start: Vec<u64> = from.iter().zip(&self.high).map(|(a, b)| *a.min(b)).collect();
        if start.iter().zip(&self.low).any(|(a, low)| a < low) {
            return None;
        }
        let mut next = start.clone();
        for (&c, sum) in &self.rows {
            next[c] = largest(sum, &start)?;
        }
        Some(next)
    }

    /// No result of the step has less than this.
    pub fn least_after(&self) -> Vec<u64> {
        let mut least = self.low.clone();
        for (&c, sum) in &self.rows {
            least[c] = sum.terms.iter().map(|(&t, &f)| self.low[t].saturating_mul(f)).fold(0, plus).saturating_add_signed(sum.constant);
        }
        least
    }

    /// The minimal vectors (and perhaps some larger ones) from which the step leads above `to`; `None` if there are more than [`MOST`].
    pub fn pre(&self, to: &[u64]) -> Option<Vec<Vec<u64>>> {
        let mut need = self.low.clone();
        // Sums of several components that must be large enough.
        let mut sums: Vec<(&Sum, u64)> = Vec::new();
        for (c, &least) in to.iter().enumerate() {
            let Some(row) = self.rows.get(&c) else {
                need[c] = need[c].max(least);
                continue;
            };
            // What the terms must add up to; a row that is negative nowhere asks for nothing.
            let rest = i128::from(least) - i128::from(row.constant);
            let Ok(rest) = u64::try_from(rest.max(0)) else { return Some(Vec::new()) };
            match row.shift_of(c) {
                Some(_) => need[c] = need[c].max(rest),
                None => sums.push((row, rest)),
            }
        }
        let mut found = vec![need];
        for (sum, rest) in sums {
            let mut next = Vec::new();
            for v in &found {
                raise(v, sum, rest, &self.high, &mut next)?;
            }
            found = next;
        }
        found.retain(|v| v.iter().zip(&self.high).all(|(a, high)| a <= high));
        Some(found)
    }

    /// The least vector from which the step, taken several times in a row, leads above `to`, with the number of times; none if taking it once
    /// does as well.
    ///
    /// A step that only adds constants, taken n times, needs max(low, to - n·c) where it adds c and max(low - c, to) + n·c where it takes
    /// c. The least n is chosen for which nothing that is added is missing any more: beyond it vectors only grow. (Those with fewer
    /// repetitions are preimages of preimages, and many: to give them all would make small sets large.) Other steps are not repeated.
    pub fn repeated_pre(&self, to: &[u64]) -> Option<(u64, Vec<u64>)> {
        let shifts: Vec<(usize, i64)> = self.rows.iter().map(|(&c, sum)| Some((c, sum.shift_of(c)?))).collect::<Option<_>>()?;
        let missing = |c: usize, added: u64| to[c].saturating_sub(self.low[c]).div_ceil(added);
        let times = shifts.iter().filter(|(_, s)| *s > 0).map(|&(c, s)| missing(c, s.unsigned_abs())).max()?.min(REPEATS);
        let is_open = self.high.iter().all(|h| *h == OMEGA);
        (times > 1 && is_open).then(|| (times, self.before(times, &shifts, to)))
    }

    /// The least vector from which the step, which shifts these components, can be taken so many times and then leads above `to`.
    fn before(&self, times: u64, shifts: &[(usize, i64)], to: &[u64]) -> Vec<u64> {
        let mut need: Vec<u64> = self.low.iter().zip(to).map(|(low, to)| *low.max(to)).collect();
        for &(c, shift) in shifts {
            let all = shift.unsigned_abs().saturating_mul(times);
            need[c] = match shift {
                0.. => self.low[c].max(to[c].saturating_sub(all)),
                _ => plus(to[c].max(self.low[c].saturating_sub(shift.unsigned_abs())), all),
            };
        }
        need
    }
}

/// The sum of the largest values; `None` if it is negative all the same.
fn largest(sum: &Sum, values: &[u64]) -> Option<u64> {
    let terms = sum.terms.iter().map(|(&t, &f)| values[t].saturating_mul(f)).fold(0, plus);
    // Beyond the machine word lies ω: larger than the truth, and that is the safe side.
    if terms == OMEGA { Some(OMEGA) } else { terms.checked_add_signed(sum.constant).or((sum.constant > 0).then_some(OMEGA)) }
}

/// All smallest ways to raise components of `from` (below `high`) until the terms of the sum reach `rest`.
fn raise(from: &[u64], sum: &Sum, rest: u64, high: &[u64], found: &mut Vec<Vec<u64>>) -> Option<()> {
    let reached = sum.terms.iter().map(|(&t, &f)| from[t].saturating_mul(f)).fold(0, plus);
    let terms: Vec<(usize, u64)> = sum.terms.iter().map(|(&t, &f)| (t, f)).collect();
    let mut todo = vec![(from.to_vec(), 0, rest.saturating_sub(reached))];
    while let Some((mut vector, next, missing)) = todo.pop() {
        if missing == 0 {
            found.push(vector);
            continue;
        }
        let Some(&(t, factor)) = terms.get(next) else { continue };
        let most = missing.div_ceil(factor).min(high[t].saturating_sub(vector[t]));
        if next + 1 == terms.len() {
            // The last term has no choice.
            vector[t] = plus(vector[t], most);
            todo.push((vector, next + 1, missing.saturating_sub(most.saturating_mul(factor))));
            continue;
        }
        if found.len() + todo.len() + usize::try_from(most).ok()? > MOST {
            return None;
        }
        for more in 0..=most {
            let mut part = vector.clone();
            part[t] = plus(part[t], more);
            todo.push((part, next + 1, missing.saturating_sub(more.saturating_mul(factor))));
        }
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::closed::below;
    use base::random::Random;

    /// A step over three components that only adds constants.
    fn random_step(random: &mut Random) -> Step {
        let mut step = Step { low: vec![0; 3], high: vec![OMEGA; 3], rows: SortedMap::new() };
        for c in 0..3 {
            let constant = random.between(-2, 2);
            step.low[c] = random.below(4).max(constant.min(0).unsigned_abs());
            step.rows.insert(c, Sum { terms: SortedMap::from([(c, 1)]), constant });
        }
        step
    }

    #[test]
    fn repeated_preimages_are_preimages_of_preimages_and_beyond_them_is_nothing_new() {
        let mut random = Random::new(5);
        let mut repeated = 0;
        for _ in 0..500 {
            let step = random_step(&mut random);
            let to: Vec<u64> = (0..3).map(|_| random.below(9)).collect();
            let mut chain = vec![to.clone()];
            for n in 0..20 {
                chain.push(step.pre(&chain[n]).and_then(|v| v.into_iter().next()).unwrap_or_default());
            }
            let Some((times, element)) = step.repeated_pre(&to) else { continue };
            repeated += 1;
            assert_eq!(element, chain[times as usize], "{step:?} {to:?}");
            assert!(chain[times as usize..].iter().all(|later| below(&element, later)), "{step:?} {to:?}");
        }
        assert!(repeated > 100, "{repeated}");
    }

    #[test]
    fn what_is_missing_is_added_at_once() {
        let mut step = Step { low: vec![1, 0], high: vec![OMEGA; 2], rows: SortedMap::new() };
        step.rows.insert(1, Sum { terms: SortedMap::from([(1, 1)]), constant: 3 });
        assert_eq!(step.repeated_pre(&[0, 3000]), Some((1000, vec![1, 0])));
        assert_eq!(step.repeated_pre(&[0, 3]), None);
        step.rows.insert(0, Sum { terms: SortedMap::from([(0, 1)]), constant: -1 });
        assert_eq!(step.repeated_pre(&[0, 3000]), Some((1000, vec![1000, 0])));
        step.high[0] = 5;
        assert_eq!(step.repeated_pre(&[0, 3000]), None);
    }
}
