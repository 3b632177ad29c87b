//! Coordinates of the integer points: x = U·z with U unimodular.
//!
//! Equations are solved exactly by elimination over the integers (as for Hermite's normal form; Schrijver: Theory of
//! Linear and Integer Programming, 1986, chapters 4 and 5): column operations gather the coefficients of an equation in
//! one coordinate, which then has a fixed value or shows by its divisor that there is none. What is left are free
//! coordinates, each with every integer as a value. Fixed coordinates carry the combination of equations that fixes
//! them, so that what is found in coordinates can be proved about x.
//!
//! Invariant: `forms` is the inverse of `basis`; the first `fixed.len()` coordinates are the fixed ones.

use super::proof::Combination;
use crate::linear::{common_denominator, scaled};
use crate::{Int, Linear, Rational};
use std::collections::BTreeMap;

type Reason = BTreeMap<usize, Rational>;

/// A coordinate with one value: Σ reason·row = coordinate − value.
#[derive(Clone, Debug)]
struct Fixed {
    value: Int,
    reason: Reason,
}

#[derive(Clone, Debug)]
pub(super) struct Lattice {
    /// The columns of U: what one unit of each coordinate adds to x.
    basis: Vec<Vec<Int>>,
    /// The rows of U⁻¹: each coordinate as a form of x.
    forms: Vec<Vec<Int>>,
    fixed: Vec<Fixed>,
}

impl Lattice {
    pub fn new(space: usize) -> Self {
        let unit = |k: usize| (0..space).map(|d| Int::from((d == k) as u8)).collect();
        let identity: Vec<Vec<Int>> = (0..space).map(unit).collect();
        Lattice { basis: identity.clone(), forms: identity, fixed: Vec::new() }
    }

    pub fn space(&self) -> usize {
        self.basis.len()
    }

    /// How many coordinates are not fixed.
    pub fn free(&self) -> usize {
        self.basis.len() - self.fixed.len()
    }

    /// The coefficients of a form of x in all coordinates.
    fn coordinates(&self, form: &Linear) -> Vec<Int> {
        let weight = |column: &Vec<Int>| form.terms().fold(Int::ZERO, |s, (d, c)| s + c * &column[d]);
        self.basis.iter().map(weight).collect()
    }

    /// Chooses the coordinates from `from` on anew so that of the coefficients there only the first is not 0.
    fn gather(&mut self, coefficients: &mut [Int], from: usize) {
        loop {
            let size = |k: &usize| if coefficients[*k] < Int::ZERO { -&coefficients[*k] } else { coefficients[*k].clone() };
            let occupied = (from..coefficients.len()).filter(|k| coefficients[*k] != Int::ZERO);
            let Some(least) = occupied.min_by_key(size) else { return };
            self.basis.swap(from, least);
            self.forms.swap(from, least);
            coefficients.swap(from, least);
            let mut done = true;
            for k in from + 1..coefficients.len() {
                if coefficients[k] != Int::ZERO {
                    let quotient = nearest(&coefficients[k], &coefficients[from]);
                    coefficients[k] = &coefficients[k] - &quotient * &coefficients[from];
                    done &= coefficients[k] == Int::ZERO;
                    self.shear(from, k, &quotient);
                }
            }
            if done {
                return;
            }
        }
    }

    /// Subtracts a multiple of column `a` of the basis from column `b`.
    fn shear(&mut self, a: usize, b: usize, factor: &Int) {
        for d in 0..self.basis.len() {
            if !self.basis[a][d].is_zero() {
                let x = factor * &self.basis[a][d];
                self.basis[b][d] -= x;
            }
            if !self.forms[b][d].is_zero() {
                let y = factor * &self.forms[b][d];
                self.forms[a][d] += y;
            }
        }
    }

    /// The form without the fixed coordinates: free coefficients, constant, and the combination that proves it equal.
    fn eliminate(&self, index: usize, form: &Linear) -> (Vec<Int>, Int, Reason) {
        let coefficients = self.coordinates(form);
        let mut constant = form.constant_term().clone();
        let mut reason = Reason::from([(index, Rational::ONE)]);
        for (factor, fixed) in coefficients.iter().zip(&self.fixed) {
            if *factor != Int::ZERO {
                constant += factor * &fixed.value;
                for (row, share) in &fixed.reason {
                    *reason.entry(*row).or_insert(Rational::ZERO) -= share * Rational::from(factor.clone());
                }
            }
        }
        reason.retain(|_, share| !share.is_zero());
        (coefficients, constant, reason)
    }

    /// Row `index`, form = 0, fixes one more coordinate, or says nothing new, or cannot be.
    pub fn equate(&mut self, index: usize, form: &Linear) -> Result<(), Combination> {
        let (mut coefficients, constant, mut reason) = self.eliminate(index, form);
        let from = self.fixed.len();
        self.gather(&mut coefficients, from);
        let divisor = coefficients.get(from).cloned().unwrap_or(Int::ZERO);
        if divisor == Int::ZERO {
            return if constant == Int::ZERO { Ok(()) } else { Err(whole(&reason)) };
        }
        if &constant % &divisor != Int::ZERO {
            return Err(whole(&reason));
        }
        for share in reason.values_mut() {
            *share /= Rational::from(divisor.clone());
        }
        self.fixed.push(Fixed { value: -constant / divisor, reason });
        Ok(())
    }

    /// Row `index` as a form of the free coordinates, and the combination that proves it equal unless it is the row.
    pub fn reduce(&self, index: usize, form: &Linear) -> (Linear, Option<Combination>) {
        let (coefficients, constant, reason) = self.eliminate(index, form);
        let free = coefficients.into_iter().skip(self.fixed.len()).enumerate();
        let changed = reason.len() > 1;
        (Linear::new(free, constant), changed.then(|| whole(&reason)))
    }

    /// Chooses the free coordinates anew so that the forms depend only on the first of them; gives how many these are.
    pub fn align<'a>(&mut self, forms: impl IntoIterator<Item = &'a Linear>) -> usize {
        let start = self.fixed.len();
        let mut end = start;
        for form in forms {
            let mut coefficients = self.coordinates(form);
            self.gather(&mut coefficients, end);
            if coefficients.get(end).is_some_and(|c| *c != Int::ZERO) {
                end += 1;
            }
        }
        end - start
    }

    /// Shortens the directions of the free coordinates from `from` up to `to` by multiples of the ones from `from` on:
    /// short directions keep the numbers of the rows small. Each step makes one of them shorter, so it ends.
    pub fn shorten(&mut self, from: usize, to: usize) {
        let (start, end) = (self.fixed.len() + from, self.fixed.len() + to);
        let mut changed = true;
        while changed {
            changed = false;
            for i in start..end {
                for j in (start..self.basis.len()).filter(|j| *j != i) {
                    let mixed = product(&self.basis[i], &self.basis[j]);
                    if mixed.is_zero() {
                        continue;
                    }
                    let square = product(&self.basis[j], &self.basis[j]);
                    let quotient = nearest(&mixed, &square);
                    // |b − q·c|² − |b|² = q·(q·c² − 2·b·c)
                    if &quotient * (&quotient * &square - Int::from(2) * &mixed) < Int::ZERO {
                        self.shear(j, i, &quotient);
                        changed = true;
                    }
                }
            }
        }
    }

    /// A free coordinate as a form of x.
    pub fn form(&self, coordinate: usize) -> Linear {
        Linear::new(self.forms[self.fixed.len() + coordinate].iter().cloned().enumerate(), 0)
    }

    /// The point with these free coordinates.
    pub fn point(&self, free: &[Int]) -> Vec<Int> {
        let values = self.fixed.iter().map(|f| &f.value).chain(free);
        self.combine(values.zip(&self.basis))
    }

    /// The direction that moves only the free coordinates.
    pub fn direction(&self, free: &[Int]) -> Vec<Int> {
        self.combine(free.iter().zip(&self.basis[self.fixed.len()..]))
    }

    fn combine<'a>(&self, parts: impl Iterator<Item = (&'a Int, &'a Vec<Int>)>) -> Vec<Int> {
        let mut x = vec![Int::ZERO; self.basis.len()];
        for (value, column) in parts {
            for (entry, c) in x.iter_mut().zip(column) {
                *entry += value * c;
            }
        }
        x
    }

    /// The free coordinates of a direction.
    pub fn free_coordinates(&self, direction: &[Int]) -> Vec<Int> {
        self.forms[self.fixed.len()..].iter().map(|form| product(form, direction)).collect()
    }
}

fn product(a: &[Int], b: &[Int]) -> Int {
    let both = a.iter().zip(b).filter(|(x, y)| !x.is_zero() && !y.is_zero());
    both.fold(Int::ZERO, |s, (x, y)| s + x * y)
}

/// The integer nearest to a/b.
fn nearest(a: &Int, b: &Int) -> Int {
    crate::floor_div(&(a * Int::from(2) + b), &(b * Int::from(2)))
}

/// The positive multiple of a combination that has integers only.
fn whole(reason: &Reason) -> Combination {
    let scale = common_denominator(reason.values());
    reason.iter().map(|(row, share)| (*row, scaled(share, &scale))).collect()
}
