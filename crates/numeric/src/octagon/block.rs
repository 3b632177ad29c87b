//! A block: variables that are related with each other and with no others, and their half matrix.
//!
//! The entries are integers over the block's common denominator (1 over the integers). They are machine words; a block in
//! which something does not fit goes to big integers alone and comes back when everything fits again. A closure whose sums
//! might leave the word runs on 128 bits, and one whose numbers are small runs on 32 bits, where the compiler makes four
//! steps of one.

use super::closure::{close, close_touched, close_with, fits};
use super::matrix::Matrix;
use super::weight::{Big, Weight, Word};
use crate::linear::gcd;
use crate::{Int, Rational};
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Cells {
    Word(Matrix<i64>),
    Big(Matrix<Big>),
}

#[derive(Clone, Debug)]
pub(super) struct Block {
    /// The dimensions, ascending; the position of a dimension is its variable's number in the matrix.
    pub variables: Vec<usize>,
    pub cells: Cells,
    pub denominator: Int,
    /// Whether the entries are the best ones (strongly closed, over the integers tightly).
    pub closed: bool,
}

/// What has changed since the matrix was closed.
pub(super) enum Change<'a> {
    Anything,
    /// A new bound of Vⱼ − Vᵢ in units of the denominator.
    Bound(usize, usize, &'a Int),
    /// Entries of these variables of the matrix.
    Touched(&'a [usize]),
}

impl Change<'_> {
    fn close<W: Weight>(&self, m: &mut Matrix<W>, integer: bool) -> bool {
        match self {
            Change::Anything => close(m, integer),
            Change::Touched(variables) => close_touched(m, variables, integer),
            // A weight that the word does not hold is excluded by the choice of the word.
            Change::Bound(i, j, weight) => match W::from_number(Some(weight)) {
                Some(weight) => close_with(m, *i, *j, &weight, integer),
                None => true,
            },
        }
    }
}

fn largest_word(m: &Matrix<i64>) -> u128 {
    let size = m.cells.iter().map(|w| if w.is_infinite() { 0 } else { w.unsigned_abs() }).max();
    size.unwrap_or(0) as u128
}

fn size_of(number: &Int) -> Option<u128> {
    i128::try_from(number).ok().map(i128::unsigned_abs)
}

/// The size of the largest entry; `None` if it is beyond 128 bits.
fn largest_big(m: &Matrix<Big>) -> Option<u128> {
    m.cells.iter().filter_map(|w| w.0.as_ref()).try_fold(0, |largest, number| Some(size_of(number)?.max(largest)))
}

fn through_i128<A: Word, B: Word>(m: &Matrix<A>) -> Matrix<B> {
    Matrix { variables: m.variables, cells: m.cells.iter().map(|w| B::from_i128(w.to_i128())).collect() }
}

impl Cells {
    pub fn unbounded(variables: usize) -> Self {
        Cells::Word(Matrix::unbounded(variables))
    }

    pub fn at(&self, i: usize, j: usize) -> Option<Int> {
        match self {
            Cells::Word(m) => m.at(i, j).number(),
            Cells::Big(m) => m.at(i, j).number(),
        }
    }

    /// Sets the entry to a number; the matrix goes to big integers if it must.
    pub fn set(&mut self, i: usize, j: usize, number: Option<&Int>) {
        if let Cells::Word(m) = self {
            if let Some(word) = i64::from_number(number) {
                *m.at_mut(i, j) = word;
                return;
            }
            *self = Cells::Big(self.big().into_owned());
        }
        if let Cells::Big(m) = self {
            *m.at_mut(i, j) = Big(number.cloned());
        }
    }

    pub fn lower_to(&mut self, i: usize, j: usize, number: &Int) {
        if self.at(i, j).is_none_or(|old| *number < old) {
            self.set(i, j, Some(number));
        }
    }

    pub fn big(&self) -> Cow<'_, Matrix<Big>> {
        match self {
            Cells::Word(m) => Cow::Owned(Matrix { variables: m.variables, cells: m.cells.iter().map(|w| Big(w.number())).collect() }),
            Cells::Big(m) => Cow::Borrowed(m),
        }
    }

    /// Back to words if everything fits.
    pub fn shrunk(self) -> Self {
        match self {
            Cells::Big(m) => match m.converted(|number| number) {
                Some(words) => Cells::Word(words),
                None => Cells::Big(m),
            },
            words => words,
        }
    }

    fn from_wide(m: &Matrix<i128>) -> Self {
        let fits_word = |w: &i128| w.is_infinite() || w.unsigned_abs() >> <i64 as Word>::LIMIT_BITS == 0;
        if m.cells.iter().all(fits_word) {
            Cells::Word(through_i128(m))
        } else {
            Cells::Big(Matrix { variables: m.variables, cells: m.cells.iter().map(|w| Big(w.number())).collect() })
        }
    }

    pub fn all_even(&self) -> bool {
        match self {
            Cells::Word(m) => m.all_even(),
            Cells::Big(m) => m.all_even(),
        }
    }

    pub fn scaled(&self, factor: &Int) -> Cow<'_, Cells> {
        if *factor == Int::ONE {
            return Cow::Borrowed(self);
        }
        if let Cells::Word(m) = self {
            let scaled = u64::try_from(factor)
                .ok()
                .filter(|f| largest_word(m).checked_mul(*f as u128).is_some_and(|l| l >> <i64 as Word>::LIMIT_BITS == 0));
            if let Some(factor) = scaled {
                let times = |w: &i64| if w.is_infinite() { *w } else { w.wrapping_mul(factor as i64) };
                // A matrix of zeros and infinities fits with any factor.
                return Cow::Owned(Cells::Word(Matrix { variables: m.variables, cells: m.cells.iter().map(times).collect() }));
            }
        }
        let m = self.big();
        let times = |w: &Big| Big(w.0.as_ref().map(|number| number * factor));
        Cow::Owned(Cells::Big(Matrix { variables: m.variables, cells: m.cells.iter().map(times).collect() }).shrunk())
    }

    /// `None` if the matrix has no solution.
    pub fn closed(self, change: &Change<'_>, integer: bool) -> Option<Cells> {
        let weight = if let Change::Bound(_, _, weight) = change { size_of(weight) } else { Some(0) };
        match self {
            Cells::Word(mut m) => {
                let largest = weight.map(|w| w.max(largest_word(&m)));
                let n = m.variables;
                if n > 3 && matches!(change, Change::Anything) && largest.is_some_and(|l| fits::<i32>(n, l)) {
                    let mut narrow: Matrix<i32> = through_i128(&m);
                    return change.close(&mut narrow, integer).then(|| Cells::Word(through_i128(&narrow)));
                }
                if largest.is_some_and(|l| fits::<i64>(n, l)) {
                    return change.close(&mut m, integer).then_some(Cells::Word(m));
                }
                if largest.is_some_and(|l| fits::<i128>(n, l)) {
                    let mut wide: Matrix<i128> = through_i128(&m);
                    return change.close(&mut wide, integer).then(|| Cells::from_wide(&wide));
                }
                let mut big = Cells::Word(m).big().into_owned();
                change.close(&mut big, integer).then(|| Cells::Big(big).shrunk())
            }
            Cells::Big(mut m) => {
                let largest = largest_big(&m).zip(weight).map(|(l, w)| l.max(w));
                if largest.is_some_and(|l| fits::<i128>(m.variables, l))
                    && let Some(mut wide) = m.converted::<i128>(|number| number)
                {
                    return change.close(&mut wide, integer).then(|| Cells::from_wide(&wide));
                }
                change.close(&mut m, integer).then(|| Cells::Big(m).shrunk())
            }
        }
    }
}

impl Block {
    pub fn position(&self, dimension: usize) -> Option<usize> {
        self.variables.binary_search(&dimension).ok()
    }

    pub fn literals(&self) -> usize {
        2 * self.variables.len()
    }

    /// The bound of Vⱼ − Vᵢ.
    pub fn bound(&self, i: usize, j: usize) -> Option<Rational> {
        let number = self.cells.at(i, j)?;
        Some(Rational::from_parts_signed(number, self.denominator.clone()))
    }

    /// Over a denominator that is a multiple of the block's.
    pub fn over(&self, denominator: &Int) -> Cow<'_, Cells> {
        if self.denominator == *denominator { Cow::Borrowed(&self.cells) } else { self.cells.scaled(&(denominator / &self.denominator)) }
    }

    /// A smaller denominator if there is one.
    pub fn reduced(mut self) -> Self {
        if self.denominator != Int::ONE {
            let common = match &self.cells {
                Cells::Word(m) => common_divisor_of_words(&self.denominator, m),
                Cells::Big(m) => common_divisor(&self.denominator, m),
            };
            if common == Int::ONE {
                return self;
            }
            if let (Cells::Word(m), Ok(divisor)) = (&mut self.cells, i64::try_from(&common)) {
                for w in m.cells.iter_mut().filter(|w| !w.is_infinite()) {
                    *w /= divisor;
                }
                self.denominator = &self.denominator / common;
            } else {
                let cells = self.cells.big();
                let divided = cells.cells.iter().map(|w| Big(w.0.as_ref().map(|number| number / &common))).collect();
                let divided = Matrix { variables: cells.variables, cells: divided };
                self.cells = Cells::Big(divided).shrunk();
                self.denominator = &self.denominator / common;
            }
        }
        self
    }

    /// The block closed after a change, not yet split; `None` if it has no solution.
    pub fn closed(mut self, change: Change<'_>, integer: bool) -> Option<Block> {
        let doubled;
        let mut change = change;
        if !integer {
            let even = Int::from(2);
            let odd_weight = matches!(change, Change::Bound(_, _, w) if w % &even != Int::ZERO);
            if odd_weight || !self.cells.all_even() {
                self.cells = self.cells.scaled(&even).into_owned();
                self.denominator *= &even;
                if let Change::Bound(i, j, weight) = change {
                    doubled = weight * &even;
                    change = Change::Bound(i, j, &doubled);
                }
            }
        }
        self.cells = self.cells.closed(&change, integer)?;
        self.closed = true;
        Some(self.reduced())
    }

    /// A single bound, added to the matrix and closed at once if the block was closed; `None` if nothing is left. The
    /// number is the bound of Vⱼ − Vᵢ; over the integers it must be an integer, and even for a unary entry.
    pub fn with_bound(mut self, i: usize, j: usize, bound: &Rational, integer: bool) -> Option<Block> {
        let weight = self.weight_of(bound);
        if self.cells.at(i, j).is_some_and(|old| old <= weight) {
            return Some(self);
        }
        if self.closed {
            self.closed(Change::Bound(i, j, &weight), integer)
        } else {
            self.cells.set(i, j, Some(&weight));
            Some(self)
        }
    }

    /// The number in units of the denominator, which is enlarged if need be.
    pub fn weight_of(&mut self, bound: &Rational) -> Int {
        let needed = Int::from(bound.denominator().clone());
        let factor = &needed / gcd(&needed, &self.denominator);
        if factor != Int::ONE {
            self.cells = self.cells.scaled(&factor).into_owned();
            self.denominator *= &factor;
        }
        bound.numerator() * (&self.denominator / needed)
    }
}

fn common_divisor<W: Weight>(denominator: &Int, m: &Matrix<W>) -> Int {
    let mut common = denominator.clone();
    for number in m.cells.iter().filter_map(W::number) {
        if common == Int::ONE {
            break;
        }
        common = gcd(&common, &number);
    }
    common
}

/// The same for words. Denominators are mostly powers of two, for which the lowest bit that is set anywhere decides.
fn common_divisor_of_words(denominator: &Int, m: &Matrix<i64>) -> Int {
    match u64::try_from(denominator) {
        Ok(power) if power.is_power_of_two() => {
            let bits = m.cells.iter().filter(|w| !w.is_infinite()).fold(power, |bits, w| bits | w.unsigned_abs());
            Int::from(1u64 << bits.trailing_zeros())
        }
        _ => common_divisor(denominator, m),
    }
}
