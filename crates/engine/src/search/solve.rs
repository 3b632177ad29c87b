//! Integer points of small systems of linear conditions, near given values.
//!
//! Equations are eliminated exactly (Pugh, *The Omega test*, Supercomputing 1991, §2.2: a unit coefficient is solved for, else a
//! fresh variable makes one); what is left is decided by bounds propagation and bounded branching that tries the wanted
//! values first. A point that is returned satisfies all conditions; `None` means only that none was found.

use super::linear::{Condition, Form, Relation};
use base::{SortedMap, SortedSet};

/// What is known about an input: its least and greatest value, and the one it should keep if it can.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pub low: i128,
    pub high: i128,
    pub wanted: i128,
}

/// Bounds of what has no type of its own.
pub const UNBOUNDED: i128 = 1 << 96;

/// Branching stops after this many nodes, or conditions looked at.
const NODES: u32 = 400;
const WORK: usize = 300_000;
/// Rounds of propagation at a node.
const ROUNDS: u32 = 60;

/// Values for the inputs that the conditions mention. `range` must be defined for all of them.
pub fn solve(conditions: &[Condition], range: impl Fn(u32) -> Range) -> Option<SortedMap<u32, i128>> {
    let mut system = System { ranges: SortedMap::new(), open: conditions.to_vec(), defined: Vec::new(), nodes: 0, work: 0 };
    for input in conditions.iter().flat_map(|c| &c.form.terms).map(|t| t.0).collect::<SortedSet<u32>>() {
        let range = range(input);
        if range.low > range.high {
            return None;
        }
        system.ranges.insert(input, range);
    }
    let inputs: Vec<(u32, Range)> = system.ranges.iter().map(|(i, r)| (*i, *r)).collect();
    system.eliminate()?;
    let mut point = system.branch(system.ranges.clone())?;
    for (input, form) in system.defined.iter().rev() {
        let value = form.value(|i| point.get(&i).copied().unwrap_or(0))?;
        point.insert(*input, value);
    }
    // Propagation is not trusted: the point is checked against the question.
    let value = |i: u32| point.get(&i).copied().unwrap_or(0);
    let fits = inputs.iter().all(|(i, r)| (r.low..=r.high).contains(&value(*i))) && conditions.iter().all(|c| c.holds(value));
    fits.then(|| inputs.iter().map(|(i, _)| (*i, value(*i))).collect())
}

struct System {
    ranges: SortedMap<u32, Range>,
    open: Vec<Condition>,
    /// Eliminated variables, each by a form over later ones.
    defined: Vec<(u32, Form)>,
    nodes: u32,
    work: usize,
}

pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.checked_abs().unwrap_or(0) } else { gcd(b, a % b) }
}

/// The residue of `a` modulo `m` of least magnitude.
fn balanced(a: i128, m: i128) -> i128 {
    let residue = a.rem_euclid(m);
    if 2 * residue >= m { residue - m } else { residue }
}

impl System {
    /// Solves the equations. `None` if one of them has no solution or the numbers become too large.
    fn eliminate(&mut self) -> Option<()> {
        // Fresh variables come after all inputs, in order.
        let mut fresh = 1 << 31;
        while let Some(at) = self.open.iter().position(|c| c.relation == Relation::Zero) {
            // One equation is finished before the next is begun: its coefficients become smaller, those of the others may not.
            let mut form = self.open.swap_remove(at).form;
            loop {
                let divisor = form.terms.iter().fold(0, |g, t| gcd(g, t.1));
                if divisor == 0 {
                    if form.constant != 0 {
                        return None;
                    }
                    break;
                }
                if form.constant % divisor != 0 {
                    return None;
                }
                form.terms.iter_mut().for_each(|t| t.1 /= divisor);
                form.constant /= divisor;
                let (input, least) = *form.terms.iter().min_by_key(|t| t.1.unsigned_abs())?;
                let mut equation = form.clone();
                if least.abs() != 1 {
                    let m = least.abs().checked_add(1)?;
                    equation.terms = form.terms.iter().map(|t| (t.0, balanced(t.1, m))).filter(|t| t.1 != 0).collect();
                    equation.constant = balanced(form.constant, m);
                    let wanted = equation.value(|i| self.ranges.get(&i).map_or(0, |r| r.wanted)).unwrap_or(0) / m;
                    self.ranges.insert(fresh, Range { low: -UNBOUNDED, high: UNBOUNDED, wanted });
                    equation.terms.push((fresh, -m));
                    fresh += 1;
                }
                // unit·x + rest = 0 with unit = ±1, so x = −unit·rest.
                let unit = equation.coefficient(input);
                equation.terms.retain(|t| t.0 != input);
                let value = equation.times(-unit)?;
                form = form.replace(input, &value)?;
                self.define(input, value)?;
            }
        }
        Some(())
    }

    fn define(&mut self, input: u32, form: Form) -> Option<()> {
        let range = self.ranges.remove(&input)?;
        for condition in &mut self.open {
            condition.form = condition.form.replace(input, &form)?;
        }
        self.open.push(Condition::new(Relation::Natural, form.shift(-range.low)?));
        self.open.push(Condition::new(Relation::Natural, Form::constant(range.high).plus(-1, &form)?));
        self.defined.push((input, form));
        Some(())
    }

    /// Narrows the ranges to a fixpoint or for a while; `false` if a condition cannot hold.
    fn propagate(&mut self, ranges: &mut SortedMap<u32, Range>) -> bool {
        for _ in 0..ROUNDS {
            let mut changed = false;
            self.work += self.open.len();
            for condition in &self.open {
                let form = &condition.form;
                match condition.relation {
                    Relation::Natural | Relation::Zero => match narrow(form, ranges) {
                        Some(c) => changed |= c,
                        None => return false,
                    },
                    Relation::NotZero => match trim(form, ranges) {
                        Some(c) => changed |= c,
                        None => return false,
                    },
                }
            }
            if !changed {
                break;
            }
        }
        true
    }

    fn branch(&mut self, mut ranges: SortedMap<u32, Range>) -> Option<SortedMap<u32, i128>> {
        self.nodes += 1;
        if self.nodes > NODES || self.work > WORK || !self.propagate(&mut ranges) {
            return None;
        }
        // The one with the fewest values first; ties by order.
        let next = ranges.iter().filter(|(_, r)| r.low < r.high).min_by_key(|(_, r)| r.high.saturating_sub(r.low)).map(|(i, r)| (*i, *r));
        let Some((input, range)) = next else {
            let point: SortedMap<u32, i128> = ranges.iter().map(|(i, r)| (*i, r.low)).collect();
            return self.open.iter().all(|c| c.holds(|i| point.get(&i).copied().unwrap_or(0))).then_some(point);
        };
        let wanted = range.wanted.clamp(range.low, range.high);
        let middle = range.low + range.high.saturating_sub(range.low) / 2;
        let near = [wanted.saturating_add(1).min(range.high), wanted.saturating_sub(1).max(range.low)];
        let mut tried = SortedSet::new();
        for value in [wanted, range.low, range.high, middle].into_iter().chain(near) {
            if tried.insert(value) {
                let mut fixed = ranges.clone();
                fixed.insert(input, Range { low: value, high: value, wanted: value });
                if let Some(point) = self.branch(fixed) {
                    return Some(point);
                }
            }
        }
        None
    }
}

/// Narrows by `form ≥ 0`. `None` if it cannot hold.
fn narrow(form: &Form, ranges: &mut SortedMap<u32, Range>) -> Option<bool> {
    let most = |(i, c): &(u32, i128), ranges: &SortedMap<u32, Range>| {
        let r = ranges.get(i)?;
        c.checked_mul(if *c > 0 { r.high } else { r.low })
    };
    let mut upper = form.constant;
    for term in &form.terms {
        // Too large to reason about: no narrowing.
        let Some(sum) = most(term, ranges).and_then(|m| upper.checked_add(m)) else { return Some(false) };
        upper = sum;
    }
    if upper < 0 {
        return None;
    }
    let mut changed = false;
    for term in &form.terms {
        let (i, c) = *term;
        // c·x ≥ m − upper, as all others are at their most; too large to reason about: no narrowing.
        let Some(least) = most(term, ranges).and_then(|m| m.checked_sub(upper)) else { continue };
        let r = ranges.get_mut(&i)?;
        if c > 0 {
            let low = least.div_euclid(c) + i128::from(least.rem_euclid(c) != 0);
            if low > r.low {
                r.low = low;
                changed = true;
            }
        } else {
            // x ≤ least / c, rounded down: (−least) / (−c).
            let (Some(least), Some(by)) = (least.checked_neg(), c.checked_neg()) else { continue };
            let high = least.div_euclid(by);
            if high < r.high {
                r.high = high;
                changed = true;
            }
        }
        if r.low > r.high {
            return None;
        }
    }
    Some(changed)
}

/// Narrows by `form ≠ 0`: only when one variable is left and the hole is at a bound. `None` if it cannot hold.
fn trim(form: &Form, ranges: &mut SortedMap<u32, Range>) -> Option<bool> {
    let mut rest = form.constant;
    let mut left = None;
    for (i, c) in &form.terms {
        let Some(r) = ranges.get(i) else { return Some(false) };
        if r.low == r.high {
            match c.checked_mul(r.low).and_then(|v| rest.checked_add(v)) {
                Some(sum) => rest = sum,
                None => return Some(false),
            }
        } else if left.replace((*i, *c)).is_some() {
            return Some(false);
        }
    }
    let Some((i, c)) = left else {
        return (rest != 0).then_some(false);
    };
    if rest % c != 0 {
        return Some(false);
    }
    let hole = -(rest / c);
    let r = ranges.get_mut(&i)?;
    if r.low == hole {
        r.low += 1;
    } else if r.high == hole {
        r.high -= 1;
    } else {
        if r.wanted == hole {
            // Branching tries the wanted value first; its neighbour will do as well.
            r.wanted += 1;
        }
        return Some(false);
    }
    (r.low <= r.high).then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    fn form(terms: &[(u32, i128)], constant: i128) -> Form {
        Form { terms: terms.to_vec(), constant }
    }

    fn word(_: u32) -> Range {
        Range { low: -(1 << 31), high: (1 << 31) - 1, wanted: 0 }
    }

    #[test]
    fn equations_with_and_without_unit_coefficients() {
        // x + y = 1000, x − y = 10.
        let sum = Condition::new(Relation::Zero, form(&[(0, 1), (1, 1)], -1000));
        let difference = Condition::new(Relation::Zero, form(&[(0, 1), (1, -1)], -10));
        assert_eq!(solve(&[sum, difference], word).unwrap(), SortedMap::from([(0, 505), (1, 495)]));
        // 7x + 12y + 31z = 17, 3x + 5y + 14z = 7, 1 ≤ x ≤ 40 (Pugh's example).
        let a = Condition::new(Relation::Zero, form(&[(0, 7), (1, 12), (2, 31)], -17));
        let b = Condition::new(Relation::Zero, form(&[(0, 3), (1, 5), (2, 14)], -7));
        let range = |i: u32| if i == 0 { Range { low: 1, high: 40, wanted: 1 } } else { word(i) };
        let point = solve(&[a.clone(), b.clone()], range).unwrap();
        assert!(a.holds(|i| point[&i]) && b.holds(|i| point[&i]) && (1..=40).contains(&point[&0]));
        // 2x + 4y = 7 has no solution.
        assert_eq!(solve(&[Condition::new(Relation::Zero, form(&[(0, 2), (1, 4)], -7))], word), None);
    }

    #[test]
    fn numbers_too_large_to_compute_with_are_left_alone() {
        let half = 1 << 126;
        let wide = |low: i128, high: i128| Range { low, high, wanted: 0 };
        let mut ranges = SortedMap::from([(0, wide(half + 3, i128::MAX)), (1, wide(0, half))]);
        assert_eq!(narrow(&form(&[(0, -1), (1, 1)], half + 2), &mut ranges), Some(true));
        assert_eq!((ranges[&0].high, ranges[&1].low), (i128::MAX, 1));
        let mut ranges = SortedMap::from([(0, wide(half + 1, i128::MAX)), (1, wide(0, half))]);
        assert_eq!(narrow(&form(&[(0, -1)], i128::MAX), &mut ranges), Some(false));
    }

    #[test]
    fn holes_and_bounds() {
        let ne = |c: i128| Condition::new(Relation::NotZero, form(&[(0, 1)], -c));
        let range = |_| Range { low: 0, high: 3, wanted: 0 };
        assert_eq!(solve(&[ne(0), ne(1), ne(2)], range).unwrap(), SortedMap::from([(0, 3)]));
        assert_eq!(solve(&[ne(0), ne(1), ne(2), ne(3)], range), None);
        // Values that may stay do stay.
        let wanted = |_| Range { low: 0, high: 99, wanted: 42 };
        let point = solve(&[Condition::new(Relation::Natural, form(&[(0, 1), (1, -1)], -1))], wanted).unwrap();
        assert!(point[&0] == 42 || point[&1] == 42, "{point:?}");
    }

    #[test]
    fn systems_with_a_known_point_are_mostly_solved_and_never_wrongly() {
        let mut random = Random::new(5);
        let mut solved = 0;
        for _ in 0..500 {
            let secret: Vec<i128> = (0..4).map(|_| i128::from(random.between(-1000, 1000))).collect();
            let conditions: Vec<Condition> = (0..5)
                .map(|n| {
                    let terms: Vec<(u32, i128)> = (0..4).map(|i| (i, i128::from(random.between(-3, 3)))).filter(|t| t.1 != 0).collect();
                    let value = form(&terms, 0).value(|i| secret[i as usize]).unwrap();
                    let (relation, slack) =
                        if n < 2 { (Relation::Zero, 0) } else { (Relation::Natural, i128::from(random.between(0, 50))) };
                    Condition::new(relation, form(&terms, slack - value))
                })
                .collect();
            if let Some(point) = solve(&conditions, word) {
                assert!(conditions.iter().all(|c| c.holds(|i| point.get(&i).copied().unwrap_or(0))));
                solved += 1;
            }
        }
        assert!(solved > 350, "{solved}");
    }
}
