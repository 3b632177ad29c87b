//! A slow, obviously right implementation to compare with: lists of constraints over the rationals, and
//! Fourier–Motzkin elimination (Fourier 1826), with Chernikov's rule against the flood of redundant rows: after k
//! eliminations, a row that descends from more than k + 1 of the first rows is implied by others.

use numeric::{Constraint, Int, Linear, Relation};
use std::collections::BTreeSet;

#[derive(Clone, Debug)]
pub struct Slow {
    pub dimensions: usize,
    pub constraints: Vec<Constraint>,
}

/// Eliminates the dimensions one after the other; `prune` only where all constraints are closed.
fn eliminate(constraints: &[Constraint], dimensions: &[usize]) -> Vec<Constraint> {
    let prune = constraints.iter().all(|c| c.relation != Relation::Positive);
    let mut rows: Vec<(Constraint, BTreeSet<usize>)> =
        constraints.iter().enumerate().map(|(i, c)| (c.normalised(), BTreeSet::from([i]))).collect();
    let mut left: Vec<usize> = dimensions.to_vec();
    let mut steps = 0;
    while !left.is_empty() {
        // An equation solves a dimension outright.
        let solved = left.iter().enumerate().find_map(|(k, d)| {
            rows.iter().position(|(c, _)| c.relation == Relation::Zero && c.form.coefficient(*d) != Int::ZERO).map(|r| (k, r))
        });
        if let Some((k, r)) = solved {
            let d = left.swap_remove(k);
            let (equation, _) = rows.swap_remove(r);
            let pivot = equation.form.coefficient(d);
            for (c, _) in &mut rows {
                let a = c.form.coefficient(d);
                let (size, sign) = if pivot < Int::ZERO { (-&pivot, Int::ONE) } else { (pivot.clone(), Int::NEG_ONE) };
                c.form = c.form.scaled(&size).plus(&(a * sign), &equation.form);
                *c = c.normalised();
            }
            continue;
        }
        let cost = |d: usize| {
            let count = |positive: bool| {
                rows.iter().filter(|(c, _)| c.form.coefficient(d) != Int::ZERO && (c.form.coefficient(d) > Int::ZERO) == positive).count()
            };
            count(true) * count(false)
        };
        let k = (0..left.len()).min_by_key(|k| cost(left[*k])).unwrap();
        let d = left.swap_remove(k);
        steps += 1;
        let (mut next, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
        for row in rows {
            let a = row.0.form.coefficient(d);
            if a == Int::ZERO {
                next.push(row);
            } else if a > Int::ZERO {
                low.push(row);
            } else {
                high.push(row);
            }
        }
        for (p, ps) in &low {
            for (m, ms) in &high {
                let history: BTreeSet<usize> = ps | ms;
                if prune && history.len() > steps + 1 {
                    continue;
                }
                let form = p.form.scaled(&-m.form.coefficient(d)).plus(&p.form.coefficient(d), &m.form);
                let relation = p.relation.max(m.relation);
                next.push((Constraint { form, relation }.normalised(), history));
            }
        }
        let mut seen = BTreeSet::new();
        next.retain(|(c, _)| !(c.form.is_constant() && c.holds(&[])) && seen.insert(c.clone()));
        rows = next;
    }
    rows.into_iter().map(|(c, _)| c).collect()
}

impl Slow {
    pub fn new(dimensions: usize, constraints: Vec<Constraint>) -> Self {
        Slow { dimensions, constraints }
    }

    pub fn is_empty(&self) -> bool {
        let all: Vec<usize> = (0..self.dimensions).collect();
        eliminate(&self.constraints, &all).iter().any(|c| !c.holds(&[]))
    }

    pub fn implies(&self, constraint: &Constraint) -> bool {
        constraint.negated().into_iter().all(|n| {
            let mut list = self.constraints.clone();
            list.push(n);
            Slow::new(self.dimensions, list).is_empty()
        })
    }

    pub fn includes(&self, other: &Slow) -> bool {
        self.constraints.iter().all(|c| other.implies(c))
    }

    pub fn equal(&self, other: &Slow) -> bool {
        self.includes(other) && other.includes(self)
    }

    pub fn meet(&self, other: &Slow) -> Slow {
        Slow::new(self.dimensions, self.constraints.iter().chain(&other.constraints).cloned().collect())
    }

    pub fn forget(&self, dimensions: &[usize]) -> Slow {
        Slow::new(self.dimensions, eliminate(&self.constraints, dimensions))
    }

    pub fn assign(&self, x: usize, form: &Linear, denominator: &Int) -> Slow {
        let old = self.dimensions;
        let rename = |d: usize| if d == x { old } else { d };
        let mut list: Vec<Constraint> =
            self.constraints.iter().map(|c| Constraint { form: c.form.renamed(rename), relation: c.relation }).collect();
        let mut equation = form.renamed(rename).negated();
        equation.add_term(x, denominator);
        list.push(Constraint::zero(equation));
        Slow::new(self.dimensions, eliminate(&list, &[old]))
    }

    pub fn substitute(&self, x: usize, form: &Linear, denominator: &Int) -> Slow {
        let size = if *denominator < Int::ZERO { -denominator } else { denominator.clone() };
        let sign = if *denominator < Int::ZERO { Int::NEG_ONE } else { Int::ONE };
        let list = self.constraints.iter().map(|c| {
            let a = c.form.coefficient(x);
            let mut rest = c.form.scaled(&size);
            rest.add_term(x, &-(&a * &size));
            Constraint { form: rest.plus(&(a * &sign), form), relation: c.relation }
        });
        Slow::new(self.dimensions, list.collect())
    }

    /// The closed convex hull of two closed sets that are not empty: x = y + z with y in λ·P and z in (1−λ)·Q.
    pub fn hull(&self, other: &Slow) -> Slow {
        let n = self.dimensions;
        let (scale, y) = (2 * n, |d: usize| n + d);
        let mut list = Vec::new();
        for c in &self.constraints {
            let mut form = Linear::new(c.form.terms().map(|(d, a)| (y(d), a.clone())), 0);
            form.add_term(scale, c.form.constant_term());
            list.push(Constraint { form, relation: c.relation });
        }
        for c in &other.constraints {
            let mut form = Linear::new(c.form.terms().map(|(d, a)| (d, a.clone())), c.form.constant_term().clone());
            for (d, a) in c.form.terms() {
                form.add_term(y(d), &-a);
            }
            form.add_term(scale, &-c.form.constant_term());
            list.push(Constraint { form, relation: c.relation });
        }
        list.push(Constraint::non_negative(Linear::variable(scale)));
        list.push(Constraint::non_negative(Linear::new([(scale, -1)], 1)));
        let extra: Vec<usize> = (n..=2 * n).collect();
        Slow::new(n, eliminate(&list, &extra))
    }
}
