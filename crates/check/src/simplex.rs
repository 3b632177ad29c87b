//! Is a system of rows feasible over the rationals? If not, which sum of them is contradictory?
//!
//! B. Dutertre and L. de Moura, A fast linear-arithmetic solver for DPLL(T), CAV 2006: bounds on all variables, a tableau
//! for the rows, Bland's rule (so it ends). Not trusted: the multipliers it finds are verified by [`crate::farkas`].

use crate::bounds::{Bounds, Source, Sum};
use crate::facts::Facts;
use crate::row::Col;
use base::{Budget, Int, SortedMap};
use dashu_int::ops::Gcd;

/// A rational number in lowest terms with a positive denominator.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rational {
    pub numerator: Int,
    pub denominator: Int,
}

impl Rational {
    pub fn new(numerator: Int, denominator: Int) -> Self {
        let (numerator, denominator) = if denominator < Int::ZERO { (-numerator, -denominator) } else { (numerator, denominator) };
        if denominator == Int::ONE {
            return Rational { numerator, denominator };
        }
        if numerator == Int::ZERO {
            return Rational { numerator, denominator: Int::ONE };
        }
        let divisor = Int::from((&numerator).gcd(&denominator));
        Rational { numerator: numerator / &divisor, denominator: denominator / divisor }
    }

    pub fn is_integer(&self) -> bool {
        self.denominator == Int::ONE
    }

    fn is_zero(&self) -> bool {
        self.numerator == Int::ZERO
    }

    fn positive(&self) -> bool {
        self.numerator > Int::ZERO
    }

    pub fn plus(&self, other: &Rational) -> Rational {
        if self.is_integer() && other.is_integer() {
            return Rational { numerator: &self.numerator + &other.numerator, denominator: Int::ONE };
        }
        Rational::new(&self.numerator * &other.denominator + &other.numerator * &self.denominator, &self.denominator * &other.denominator)
    }

    pub fn times(&self, other: &Rational) -> Rational {
        Rational::new(&self.numerator * &other.numerator, &self.denominator * &other.denominator)
    }

    fn minus(&self, other: &Rational) -> Rational {
        self.plus(&other.negated())
    }

    fn negated(&self) -> Rational {
        Rational { numerator: -&self.numerator, denominator: self.denominator.clone() }
    }

    fn inverse(&self) -> Rational {
        Rational::new(self.denominator.clone(), self.numerator.clone())
    }

    fn less(&self, other: &Rational) -> bool {
        &self.numerator * &other.denominator < &other.numerator * &self.denominator
    }
}

impl From<Int> for Rational {
    fn from(numerator: Int) -> Self {
        Rational { numerator, denominator: Int::ONE }
    }
}

/// A bound of a variable: `factor · row(source)` states it.
#[derive(Clone, Debug)]
struct Limit {
    value: Rational,
    source: Source,
    factor: Int,
}

pub enum Outcome {
    /// Multipliers of a contradictory sum.
    Infeasible(Sum),
    /// A solution: the value of each column.
    Feasible(SortedMap<Col, Rational>),
    GaveUp,
}

#[derive(Default)]
struct Tableau {
    lower: Vec<Option<Limit>>,
    upper: Vec<Option<Limit>>,
    value: Vec<Rational>,
    /// A basic variable is the sum of its row; `None` for the others.
    rows: Vec<Option<SortedMap<usize, Rational>>>,
}

impl Tableau {
    fn variable(&mut self) -> usize {
        self.lower.push(None);
        self.upper.push(None);
        self.value.push(Rational::from(Int::ZERO));
        self.rows.push(None);
        self.value.len() - 1
    }

    /// Moves a nonbasic variable and all basic ones with it.
    fn update(&mut self, var: usize, to: Rational) {
        let change = to.minus(&self.value[var]);
        for basic in 0..self.rows.len() {
            if let Some(c) = self.rows[basic].as_ref().and_then(|row| row.get(&var)) {
                self.value[basic] = self.value[basic].plus(&c.times(&change));
            }
        }
        self.value[var] = to;
    }

    /// Exchanges a basic and a nonbasic variable.
    fn pivot(&mut self, basic: usize, nonbasic: usize) {
        let Some(mut row) = self.rows[basic].take() else { return };
        let Some(c) = row.remove(&nonbasic) else { return };
        // basic = c·nonbasic + rest, so nonbasic = (basic − rest) / c
        let inverse = c.inverse();
        let mut solved: SortedMap<usize, Rational> = row.iter().map(|(v, d)| (*v, d.times(&inverse).negated())).collect();
        solved.insert(basic, inverse);
        for other in self.rows.iter_mut().flatten() {
            if let Some(factor) = other.remove(&nonbasic) {
                for (v, d) in &solved {
                    let more = d.times(&factor);
                    match other.get_mut(v) {
                        Some(sum) => {
                            *sum = sum.plus(&more);
                            if sum.is_zero() {
                                other.remove(v);
                            }
                        }
                        None => drop(other.insert(*v, more)),
                    }
                }
            }
        }
        self.rows[nonbasic] = Some(solved);
    }

    fn below(&self, v: usize) -> bool {
        self.lower[v].as_ref().is_some_and(|l| self.value[v].less(&l.value))
    }

    fn above(&self, v: usize) -> bool {
        self.upper[v].as_ref().is_some_and(|u| u.value.less(&self.value[v]))
    }

    /// Whether a nonbasic variable can move up (or down).
    fn free(&self, v: usize, up: bool) -> bool {
        if up {
            self.upper[v].as_ref().is_none_or(|u| self.value[v].less(&u.value))
        } else {
            self.lower[v].as_ref().is_none_or(|l| l.value.less(&self.value[v]))
        }
    }

    /// Repairs the basic variables one by one; the contradictory sum if one cannot be repaired, `None` if there is no solution in time.
    fn solve(&mut self, pivots: usize, budget: &Budget) -> Option<Option<Sum>> {
        for n in 0..pivots {
            if n % 32 == 31 && budget.stopped().is_some() {
                return None;
            }
            let broken = (0..self.rows.len()).find(|&v| self.rows[v].is_some() && (self.below(v) || self.above(v)));
            let Some(basic) = broken else { return Some(None) };
            let raise = self.below(basic);
            let row = self.rows[basic].as_ref()?;
            let Some(helper) = row.iter().find(|(v, c)| self.free(**v, c.positive() == raise)).map(|(v, _)| *v) else {
                return Some(Some(self.explain(basic, raise)));
            };
            let limit = if raise { &self.lower[basic] } else { &self.upper[basic] };
            let target = limit.as_ref()?.value.clone();
            let c = row[&helper].clone();
            let moved = self.value[helper].plus(&target.minus(&self.value[basic]).times(&c.inverse()));
            self.update(helper, moved);
            self.pivot(basic, helper);
            self.value[basic] = target;
        }
        None
    }

    fn explain(&self, basic: usize, raise: bool) -> Sum {
        let one = Rational::from(Int::ONE);
        let mut parts: Vec<(&Limit, Rational)> = Vec::new();
        let own = if raise { &self.lower[basic] } else { &self.upper[basic] };
        parts.extend(own.as_ref().map(|l| (l, one)));
        for (v, c) in self.rows[basic].iter().flatten() {
            let limit = if c.positive() == raise { &self.upper[*v] } else { &self.lower[*v] };
            let size = if c.positive() { c.clone() } else { c.negated() };
            parts.extend(limit.as_ref().map(|l| (l, size)));
        }
        // Multipliers become integers.
        let mut common = Int::ONE;
        for (_, r) in &parts {
            let divisor = Int::from((&common).gcd(&r.denominator));
            common = common / divisor * &r.denominator;
        }
        let mut sum: SortedMap<Source, Int> = SortedMap::new();
        for (limit, r) in parts {
            *sum.entry(limit.source).or_default() += &r.numerator * (&common / &r.denominator) * &limit.factor;
        }
        sum.into_iter().filter(|(_, c)| *c != Int::ZERO).collect()
    }
}

/// Solves the rows with more than one term within the bounds of the columns.
pub fn solve(facts: &Facts, bounds: &Bounds, rows: &[Source], pivots: usize, budget: &Budget) -> Outcome {
    let mut tableau = Tableau::default();
    let mut columns: SortedMap<Col, usize> = SortedMap::new();
    for &source in rows {
        let Some(row) = bounds.row(facts, source) else { continue };
        if row.terms.len() < 2 {
            continue;
        }
        for (col, _) in &row.terms {
            columns.entry(*col).or_insert_with(|| tableau.variable());
        }
    }
    for (col, v) in &columns {
        let limit = |b: &crate::bounds::Bound| Limit { value: b.value.clone().into(), source: b.source, factor: b.factor.clone() };
        tableau.lower[*v] = bounds.lower.get(*col as usize).and_then(Option::as_ref).map(limit);
        tableau.upper[*v] = bounds.upper.get(*col as usize).and_then(Option::as_ref).map(limit);
        // Nonbasic variables always lie within their bounds.
        let start = [(tableau.below(*v), &tableau.lower[*v]), (tableau.above(*v), &tableau.upper[*v])];
        if let Some((_, Some(limit))) = start.into_iter().find(|(outside, _)| *outside) {
            tableau.value[*v] = limit.value.clone();
        }
    }
    for &source in rows {
        let Some(row) = bounds.row(facts, source) else { continue };
        if row.terms.len() < 2 {
            continue;
        }
        let slack = tableau.variable();
        let mut value = Rational::from(Int::ZERO);
        let mut sum = SortedMap::new();
        for (col, c) in &row.terms {
            let v = columns[col];
            let c = Rational::from(c.clone());
            value = value.plus(&c.times(&tableau.value[v]));
            sum.insert(v, c);
        }
        tableau.rows[slack] = Some(sum);
        tableau.value[slack] = value;
        let limit = |factor: Int| Some(Limit { value: Rational::from(-&row.constant), source, factor });
        tableau.upper[slack] = limit(Int::ONE);
        if row.equal {
            tableau.lower[slack] = limit(Int::NEG_ONE);
        }
    }
    match tableau.solve(pivots, budget) {
        Some(Some(sum)) => Outcome::Infeasible(sum),
        Some(None) => Outcome::Feasible(columns.into_iter().map(|(col, v)| (col, tableau.value[v].clone())).collect()),
        None => Outcome::GaveUp,
    }
}
