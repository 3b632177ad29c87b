//! Guesses: formulas that hold in all samples of a location.
//!
//! The kinds are those of Ernst et al. (Dynamically Discovering Likely Program Invariants, 2001): constants, bounds, remainders, linear
//! equations, orders between two terms, and what a few-valued number says of another. None of them has to be true.

use super::samples::Samples;
use crate::search::gcd;
use base::{BinOp, CmpOp, Expr, Formula, Int, SortedMap, SortedSet};

/// A number with at most so many values in the samples is told apart by them.
const FEW: usize = 8;
/// What was seen fewer times is an accident.
const LEAST: usize = 4;
/// So many bounds that no run has come to, each so many times further out than the one before; larger numbers are about types.
const RUNGS: usize = 4;
const RUNG: i128 = 4;
const LARGEST_BOUND: i128 = 1 << 30;
/// A linear equation has at most so many terms, with factors up to this size.
const MOST_TERMS: usize = 6;
const LARGEST: i128 = 1000;
/// So many terms are looked at three by three.
const MOST_COUNTS: usize = 14;
/// At most so many guesses.
const MOST: usize = 1200;

/// `bounds` are numbers that the program itself compares with.
pub fn guess(samples: &Samples, bounds: &SortedSet<i128>) -> Vec<Formula> {
    let Samples { terms, rows, .. } = samples;
    if rows.len() < LEAST {
        return Vec::new();
    }
    let column = |i: usize| rows.iter().map(move |r| r[i]);
    let values: Vec<SortedSet<i128>> = (0..terms.len()).map(|i| column(i).collect()).collect();
    let mut found = Vec::new();
    let mut varying = Vec::new();
    for (i, term) in terms.iter().enumerate() {
        let (Some(low), Some(high)) = (values[i].first().copied(), values[i].last().copied()) else { continue };
        if low == high {
            found.push(Formula::cmp(CmpOp::Eq, term.clone(), Int::from(low)));
            continue;
        }
        varying.push(i);
        if bounds.contains(&low) {
            found.push(Formula::cmp(CmpOp::Ge, term.clone(), Int::from(low)));
        }
        if bounds.contains(&high) {
            found.push(Formula::cmp(CmpOp::Le, term.clone(), Int::from(high)));
        }
        let step = values[i].iter().fold(0, |g, v| gcd(g, v.saturating_sub(low)));
        if low >= 0 && (2..=LARGEST).contains(&step) && values[i].len() >= LEAST {
            let rest = Expr::bin(BinOp::Rem, term.clone(), Int::from(step));
            found.push(Formula::cmp(CmpOp::Eq, rest, Int::from(low % step)));
        }
        if values[i].len() <= FEW && high - low >= values[i].len() as i128 {
            found.push(Formula::or(values[i].iter().map(|v| Formula::cmp(CmpOp::Eq, term.clone(), Int::from(*v)))));
        }
    }
    let exact = equations(terms, rows, &varying);
    found.extend(exact.iter().filter_map(|f| around(f, samples)));
    found.extend(exact);
    found.extend(wrapped(samples, &varying));
    // What is summed up is for equations.
    varying.retain(|i| matches!(terms[*i], Expr::Var(_) | Expr::Select(..)));
    for &s in varying.iter().filter(|s| values[**s].len() <= FEW) {
        for &t in varying.iter().filter(|t| **t != s) {
            implications(terms, rows, (s, t), bounds, &mut found);
        }
    }
    for (&a, &b) in varying.iter().flat_map(|a| varying.iter().map(move |b| (a, b))) {
        if a != b && rows.iter().all(|r| r[a] <= r[b]) && rows.iter().filter(|r| r[a] < r[b]).count() >= LEAST {
            found.push(Formula::cmp(CmpOp::Le, terms[a].clone(), terms[b].clone()));
        }
    }
    // Two counts that together are at most a third.
    let counts: Vec<usize> = varying
        .iter()
        .copied()
        .filter(|i| !matches!(terms[*i], Expr::Select(..)) && values[*i].first() >= Some(&0))
        .take(MOST_COUNTS)
        .collect();
    // A count that grows at most so much faster than another.
    for (&a, &b) in counts.iter().flat_map(|a| counts.iter().map(move |b| (a, b))) {
        let over =
            rows.iter().map(|r| if r[b] == 0 { if r[a] == 0 { 0 } else { i128::MAX } } else { (r[a] - 1).div_euclid(r[b]) + 1 }).max();
        if let Some(over) = over.filter(|n| a != b && (2..=LARGEST).contains(n)) {
            let least = bounds.range(over..=LARGEST).next().copied().unwrap_or(over);
            found.push(Formula::cmp(CmpOp::Le, terms[a].clone(), Expr::bin(BinOp::Mul, Int::from(least), terms[b].clone())));
        }
    }
    for (n, &a) in counts.iter().enumerate() {
        for (&b, &c) in counts[n + 1..].iter().flat_map(|b| counts.iter().map(move |c| (b, c))) {
            if c != a && c != b && rows.iter().all(|r| r[a].checked_add(r[b]).is_some_and(|sum| sum <= r[c])) {
                found.push(Formula::cmp(CmpOp::Le, Expr::bin(BinOp::Add, terms[a].clone(), terms[b].clone()), terms[c].clone()));
            }
        }
    }
    found.truncate(MOST);
    found
}

/// Bounds that no run has come to: the next numbers that the program compares with, and some that are further out.
pub fn loose_bounds(samples: &Samples, bounds: &SortedSet<i128>) -> Vec<Formula> {
    let Samples { terms, rows, .. } = samples;
    let mut found = Vec::new();
    let of_numbers = |(_, term): &(usize, &Expr)| matches!(term, Expr::Var(_)) && rows.len() >= LEAST;
    for (i, term) in terms.iter().enumerate().filter(of_numbers) {
        let column = || rows.iter().map(|r| r[i]);
        let (Some(low), Some(high)) = (column().min(), column().max()) else { continue };
        if low == high {
            continue;
        }
        let mut add = |op, bound: i128| found.push(Formula::cmp(op, term.clone(), Int::from(bound)));
        if let Some(low) = bounds.range(..low).next_back() {
            add(CmpOp::Ge, *low);
        }
        let mut from = high.saturating_add(1);
        for _ in 0..RUNGS {
            // A number stands there with its neighbours, and one of them is meant.
            let Some(first) = bounds.range(from..=LARGEST_BOUND).next().copied() else { break };
            bounds.range(first..first + 3).for_each(|bound| add(CmpOp::Le, *bound));
            from = first.max(1).saturating_mul(RUNG);
        }
    }
    found
}

/// For each value of one term what the other is under it, where that is one value or has bounds that the program knows.
fn implications(terms: &[Expr], rows: &[Vec<i128>], (s, t): (usize, usize), bounds: &SortedSet<i128>, found: &mut Vec<Formula>) {
    let mut under: SortedMap<i128, (i128, i128, usize)> = SortedMap::new();
    for row in rows {
        let range = under.entry(row[s]).or_insert((row[t], row[t], 0));
        *range = (range.0.min(row[t]), range.1.max(row[t]), range.2 + 1);
    }
    let (least, most) = under.values().fold((i128::MAX, i128::MIN), |(a, b), (low, high, _)| (a.min(*low), b.max(*high)));
    for (value, (low, high, seen)) in under {
        if seen < LEAST {
            continue;
        }
        let otherwise = Formula::cmp(CmpOp::Ne, terms[s].clone(), Int::from(value));
        let mut add = |op, bound: i128| found.push(Formula::or([otherwise.clone(), Formula::cmp(op, terms[t].clone(), Int::from(bound))]));
        if low == high {
            add(CmpOp::Eq, low);
            continue;
        }
        if low > least && bounds.contains(&low) {
            add(CmpOp::Ge, low);
        }
        if high < most && bounds.contains(&high) {
            add(CmpOp::Le, high);
        }
    }
}

/// The linear equations of the samples, by elimination: each has one term that none of the others has.
fn equations(terms: &[Expr], rows: &[Vec<i128>], varying: &[usize]) -> Vec<Formula> {
    // One row for each term and one for the constant, beside which combination of terms it is.
    let Some(first) = rows.first() else { return Vec::new() };
    let mut basis: Vec<(usize, Vec<i128>)> = Vec::new();
    let mut found = Vec::new();
    let width = rows.len();
    for &t in varying {
        // The differences to the first sample, so that constants fall away, then the combination of terms.
        let differences = rows.iter().map(|r| r[t].checked_sub(first[t]));
        let unit = (0..terms.len()).map(|i| Some(i128::from(i == t)));
        let Some(mut row) = differences.chain(unit).collect::<Option<Vec<i128>>>() else { continue };
        for (pivot, known) in &basis {
            if row[*pivot] != 0 {
                let Some(next) = eliminated(&row, known, *pivot) else {
                    row.clear();
                    break;
                };
                row = next;
            }
        }
        if row.is_empty() {
            continue;
        }
        match row[..width].iter().position(|n| *n != 0) {
            Some(pivot) => basis.push((pivot, row)),
            None => {
                let factors = &row[width..];
                let used = factors.iter().filter(|f| **f != 0).count();
                if used <= MOST_TERMS && factors.iter().all(|f| f.abs() <= LARGEST) {
                    found.extend(equation(terms, factors, first));
                }
            }
        }
    }
    found
}

/// The equation modulo what the largest unsigned type in it holds: sums and counters may wrap around where no run has come to.
fn around(f: &Formula, samples: &Samples) -> Option<Formula> {
    let Formula::Cmp(CmpOp::Eq, left, right) = f else { return None };
    let used = f.vars();
    let of_terms = samples.terms.iter().zip(&samples.types).filter(|(t, _)| !t.vars().is_disjoint(&used));
    let ty = of_terms.filter_map(|(_, ty)| ty.filter(|ty| !ty.signed && ty.bits <= 64)).max_by_key(|ty| ty.bits)?;
    Some(Formula::cmp(CmpOp::Eq, Expr::Wrap(ty, Expr::sub((**left).clone(), (**right).clone()).into()), Int::from(0)))
}

/// The equations `x - y = c` and `x - y = z + c` of numbers that wrap around, modulo what the type of `x` holds, where they do not hold exactly.
fn wrapped(samples: &Samples, varying: &[usize]) -> Vec<Formula> {
    let Samples { terms, rows, types, .. } = samples;
    let mut found = Vec::new();
    let Some(first) = rows.first() else { return found };
    for &x in varying {
        let Some(ty) = types[x].filter(|ty| !ty.signed && ty.bits <= 64) else { continue };
        let size = 1i128 << ty.bits;
        let others: Vec<usize> = varying.iter().copied().filter(|y| *y != x).take(MOST_COUNTS).collect();
        let mut add = |y: usize, z: Option<usize>| {
            let rest = |r: &[i128]| Some((r[x].checked_sub(r[y])?.checked_sub(z.map_or(0, |z| r[z]))?).rem_euclid(size));
            let exact = |r: &[i128]| r[x].checked_sub(r[y])?.checked_sub(z.map_or(0, |z| r[z]));
            let c = rest(first);
            if c.is_none() || rows.iter().any(|r| rest(r) != c) || rows.iter().all(|r| exact(r) == exact(first)) {
                return;
            }
            let difference = Expr::bin(BinOp::Sub, terms[x].clone(), terms[y].clone());
            let left = z.map_or(difference.clone(), |z| Expr::bin(BinOp::Sub, difference, terms[z].clone()));
            found.push(Formula::cmp(CmpOp::Eq, Expr::Wrap(ty, left.into()), Int::from(c.unwrap_or(0))));
        };
        for (n, &y) in others.iter().enumerate() {
            if y > x {
                add(y, None);
            }
            others[n + 1..].iter().for_each(|z| add(y, Some(*z)));
        }
    }
    found
}

/// `row` without the pivot; none if numbers become too large.
fn eliminated(row: &[i128], known: &[i128], pivot: usize) -> Option<Vec<i128>> {
    let (a, b) = (row[pivot], known[pivot]);
    let common = gcd(a, b).max(1);
    let (a, b) = (a / common, b / common);
    let without = |(x, y): (&i128, &i128)| x.checked_mul(b)?.checked_sub(y.checked_mul(a)?).filter(|n| *n != i128::MIN);
    let next: Option<Vec<i128>> = row.iter().zip(known).map(without).collect();
    let next = next?;
    let common = next.iter().fold(0, |g, x| gcd(g, *x)).max(1);
    Some(next.into_iter().map(|x| x / common).collect())
}

fn equation(terms: &[Expr], factors: &[i128], at: &[i128]) -> Option<Formula> {
    let constant = factors.iter().zip(at).try_fold(0i128, |sum, (f, v)| sum.checked_add(f.checked_mul(*v)?))?;
    let (mut left, mut right): (Vec<Expr>, Vec<Expr>) = (Vec::new(), vec![Expr::from(Int::from(constant))]);
    for (factor, term) in factors.iter().zip(terms) {
        let times = |n: i128| if n == 1 { term.clone() } else { Expr::bin(BinOp::Mul, Int::from(n), term.clone()) };
        match factor {
            0 => {}
            f if *f > 0 => left.push(times(*f)),
            f => right.push(times(-f)),
        }
    }
    let sum = |parts: Vec<Expr>| parts.into_iter().reduce(|a, b| Expr::bin(BinOp::Add, a, b));
    Some(Formula::cmp(CmpOp::Eq, sum(left)?, sum(right)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{IntType, VarId};

    /// A tick that wraps around, where it started, and how many rounds there were.
    #[test]
    fn what_wraps_around_is_an_equation() {
        let byte = IntType { bits: 8, signed: false };
        let row = |start: i128, rounds: i128| vec![(start + rounds).rem_euclid(256), start, rounds, 7 * rounds % 5];
        let rows: Vec<_> = (0..40).map(|n| row(61 * n % 256, 13 * n % 100)).collect();
        let terms: Vec<Expr> = (0..4).map(|v| Expr::Var(VarId(v))).collect();
        let found = |rows: Vec<Vec<i128>>| {
            wrapped(&Samples { terms: terms.clone(), types: vec![Some(byte); 4], rows, ..Samples::default() }, &[0, 1, 2, 3])
        };
        let difference = Expr::sub(Expr::sub(terms[0].clone(), terms[1].clone()), terms[2].clone());
        let expected = Formula::cmp(CmpOp::Eq, Expr::Wrap(byte, difference.into()), Int::from(0));
        let all = found(rows.clone());
        assert!(all.contains(&expected), "{all:?}");
        // What holds as it stands is a linear equation already, and one sample that differs is enough to refute it.
        assert!(found((0..40).map(|n| row(n, n % 3)).collect()).is_empty());
        assert!(!found([rows, vec![vec![1, 0, 0, 0]]].concat()).contains(&expected));
    }

    #[test]
    fn bounds_that_no_run_has_come_to() {
        let constants: SortedSet<i128> = [-1, 0, 1, 9, 10, 11, 99, 100, 101, 5000].into();
        let x = Expr::Var(VarId(0));
        let found = |column: &[i128]| {
            let rows = column.iter().map(|x| vec![*x]).collect();
            loose_bounds(&Samples { terms: vec![x.clone()], types: vec![None], rows, ..Samples::default() }, &constants)
        };
        let bound = |op, c: i64| Formula::cmp(op, x.clone(), Int::from(c));
        let all = found(&[2, 3, 7, 5]);
        // The next constant below, and above the next one with its neighbours, then those that are further out.
        assert!(all.contains(&bound(CmpOp::Ge, 1)) && !all.contains(&bound(CmpOp::Ge, 0)), "{all:?}");
        for c in [9, 10, 11, 99, 100, 101, 5000] {
            assert!(all.contains(&bound(CmpOp::Le, c)), "{c} of {all:?}");
        }
        // One value is told by itself, and a few samples tell nothing.
        assert!(found(&[4, 4, 4, 4]).is_empty() && found(&[2, 3]).is_empty());
    }
}
