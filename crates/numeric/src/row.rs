//! Rows of exact integers in machine words, each with its own way out to big integers.
//!
//! A row is a vector of integers that matters up to a positive factor: a constraint, a generator, a line of a tableau.
//! Nearly all rows of nearly all programs fit in machine words, so the words stand side by side in one vector, and each
//! row carries a bound on the bits of its entries: two rows whose bounds add up to less than a word are multiplied
//! without any check. A row that does not fit becomes big integers, alone; its neighbours stay words.
//!
//! Invariant: a row of words has entries of at most `bits` ≤ 63 bits; a big row has an entry that does not fit.

use crate::Int;
use crate::divide::{WideDivisor, normalise_words, wide_gcd};
use crate::linear::gcd as big_gcd;
use crate::scalar::Scalar;
use std::cmp::Ordering;

/// The mark in `Rows::bits` of a row that lives among the big ones.
const BIG: u8 = u8::MAX;

/// A row to look at.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Row<'a> {
    /// The entries and a bound on their bits.
    Small(&'a [i64], u8),
    Big(&'a [Int]),
}

impl<'a> Row<'a> {
    pub fn len(self) -> usize {
        match self {
            Row::Small(words, _) => words.len(),
            Row::Big(entries) => entries.len(),
        }
    }

    /// The columns from 1 on that are not 0, as a bit set; for rows of at most 64 columns.
    pub fn support(self) -> u64 {
        debug_assert!(self.len() <= 64);
        match self {
            Row::Small(words, _) => words.iter().enumerate().skip(1).fold(0, |set, (j, w)| set | u64::from(*w != 0) << j),
            Row::Big(_) => (1..self.len()).fold(0, |set, j| set | u64::from(self.sign(j) != 0) << j),
        }
    }

    /// Whether every entry from column 1 on is 0.
    pub fn is_constant(self) -> bool {
        match self {
            Row::Small(words, _) => words[1..].iter().all(|w| *w == 0),
            Row::Big(entries) => entries[1..].iter().all(|e| *e == Int::ZERO),
        }
    }

    pub fn get(self, column: usize) -> Scalar {
        match self {
            Row::Small(words, _) => Scalar::Small(words[column]),
            Row::Big(entries) => Scalar::from(entries[column].clone()),
        }
    }

    pub fn sign(self, column: usize) -> i32 {
        match self {
            Row::Small(words, _) => words[column].signum() as i32,
            Row::Big(entries) => match entries[column].cmp(&Int::ZERO) {
                Ordering::Less => -1,
                Ordering::Equal => 0,
                Ordering::Greater => 1,
            },
        }
    }

    /// One entry times a factor.
    fn times(self, column: usize, factor: &Int) -> Int {
        match self {
            Row::Small(words, _) => factor * words[column],
            Row::Big(entries) => factor * &entries[column],
        }
    }

    pub fn to_ints(self) -> Vec<Int> {
        match self {
            Row::Small(words, _) => words.iter().map(|w| Int::from(*w)).collect(),
            Row::Big(entries) => entries.to_vec(),
        }
    }

    /// The scalar product.
    #[inline]
    pub fn dot(self, other: Row) -> Scalar {
        if let (Row::Small(a, p), Row::Small(b, q)) = (self, other) {
            let spare = usize::BITS - a.len().leading_zeros();
            let bits = p as u32 + q as u32 + spare;
            if bits <= 63 {
                return Scalar::Small(dot_words(a, b));
            }
            if bits <= 127 {
                return Scalar::from(a.iter().zip(b).map(|(x, y)| *x as i128 * *y as i128).sum::<i128>());
            }
        }
        let products = self.to_ints().into_iter().zip(other.to_ints()).map(|(x, y)| x * y);
        Scalar::from(products.fold(Int::ZERO, |sum, product| sum + product))
    }

    /// An order on rows of words and big rows alike, by their entries.
    pub fn compare(self, other: Row) -> Ordering {
        match (self, other) {
            (Row::Small(a, _), Row::Small(b, _)) => a.cmp(b),
            _ => self.to_ints().cmp(&other.to_ints()),
        }
    }
}

/// A list of rows of one width. One vector holds everything: the words of a row and then its bits.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rows {
    width: usize,
    words: Vec<i64>,
    /// Big rows; the first word of a row marked `BIG` is its place here. Rows that were dropped leave their place behind
    /// until the list itself is dropped.
    #[allow(clippy::box_collection, reason = "row lists are moved and dropped all the time, and this is nearly always absent")]
    big: Option<Box<Vec<Box<[Int]>>>>,
}

impl Rows {
    pub fn new(width: usize) -> Self {
        Rows { width, words: Vec::new(), big: None }
    }

    pub fn with_capacity(width: usize, rows: usize) -> Self {
        Rows { width, words: Vec::with_capacity((width + 1) * rows), big: None }
    }

    /// A list of a single row.
    pub fn single(row: Row) -> Self {
        let mut rows = Rows::with_capacity(row.len(), 1);
        rows.push(row);
        rows
    }

    pub fn width(&self) -> usize {
        self.width
    }

    #[inline]
    pub fn len(&self) -> usize {
        self.words.len() / (self.width + 1)
    }

    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    #[inline]
    fn start(&self, index: usize) -> usize {
        index * (self.width + 1)
    }

    #[inline]
    fn bits(&self, index: usize) -> u8 {
        self.words[self.start(index) + self.width] as u8
    }

    #[inline(always)]
    pub fn row(&self, index: usize) -> Row<'_> {
        let start = self.start(index);
        let (words, bits) = self.words[start..=start + self.width].split_at(self.width);
        match bits[0] as u8 {
            BIG => Row::Big(&self.big.as_ref().expect("a big row")[words[0] as usize]),
            bits => Row::Small(words, bits),
        }
    }

    #[inline]
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Row<'_>> {
        (0..self.len()).map(|i| self.row(i))
    }

    /// Whether every scalar product with `row` satisfies `holds`, which is asked for its sign.
    #[inline]
    fn all_signs(&self, row: Row, holds: impl Fn(i32) -> bool) -> bool {
        if let (Row::Small(other, q), true) = (row, self.big.is_none()) {
            let spare = usize::BITS - self.width.leading_zeros();
            return self.words.chunks_exact(self.width + 1).all(|chunk| {
                let (words, bits) = chunk.split_at(self.width);
                if bits[0] as u32 + q as u32 + spare <= 63 {
                    holds(dot_words(words, other).signum() as i32)
                } else {
                    holds(Row::Small(words, bits[0] as u8).dot(row).sign())
                }
            });
        }
        self.iter().all(|r| holds(r.dot(row).sign()))
    }

    /// Whether every scalar product with `row` is 0.
    pub fn all_zero_on(&self, row: Row) -> bool {
        self.all_signs(row, |sign| sign == 0)
    }

    /// Whether every scalar product with `row` is at least 0.
    pub fn all_non_negative_on(&self, row: Row) -> bool {
        self.all_signs(row, |sign| sign >= 0)
    }

    /// Every scalar product with `row`, in place of what the list held.
    pub fn products(&self, row: Row, list: &mut Vec<Scalar>) {
        list.clear();
        if let (Row::Small(other, q), true) = (row, self.big.is_none()) {
            let spare = usize::BITS - self.width.leading_zeros();
            list.extend(self.words.chunks_exact(self.width + 1).map(|chunk| {
                let (words, bits) = chunk.split_at(self.width);
                if bits[0] as u32 + q as u32 + spare <= 63 {
                    Scalar::Small(dot_words(words, other))
                } else {
                    Row::Small(words, bits[0] as u8).dot(row)
                }
            }));
            return;
        }
        list.extend(self.iter().map(|r| r.dot(row)));
    }

    /// How many rows are kept as big integers.
    #[cfg(test)]
    pub fn big_rows(&self) -> usize {
        (0..self.len()).filter(|i| self.bits(*i) == BIG).count()
    }

    pub fn push(&mut self, row: Row) {
        debug_assert_eq!(row.len(), self.width);
        match row {
            Row::Small(words, bits) => {
                self.words.reserve(self.width + 1);
                self.words.extend_from_slice(words);
                self.words.push(bits as i64);
            }
            Row::Big(entries) => self.push_big(entries.into()),
        }
    }

    fn push_big(&mut self, entries: Box<[Int]>) {
        let start = self.words.len();
        self.words.resize(start + self.width, 0);
        let big = self.big.get_or_insert_default();
        self.words[start] = big.len() as i64;
        big.push(entries);
        self.words.push(BIG as i64);
    }

    pub fn push_words(&mut self, entries: impl IntoIterator<Item = i64>) {
        let start = self.words.len();
        self.words.reserve(self.width + 1);
        self.words.extend(entries);
        debug_assert_eq!(self.words.len(), start + self.width);
        let union = self.words[start..].iter().fold(0, |u, w| u | w.unsigned_abs());
        if union >> 63 != 0 {
            let entries = self.words.drain(start..).map(Int::from).collect();
            return self.push_big(entries);
        }
        self.words.push((64 - union.leading_zeros()) as i64);
    }

    /// Takes the row as it is, in words if it fits.
    pub fn push_ints(&mut self, entries: Vec<Int>) {
        debug_assert_eq!(entries.len(), self.width);
        let words: Option<Vec<i64>> = entries.iter().map(|e| i64::try_from(e).ok().filter(|w| *w != i64::MIN)).collect();
        match words {
            Some(words) => self.push_words(words),
            None => self.push_big(entries.into()),
        }
    }

    /// Gives back the places of big rows that were dropped, once they outnumber the rows.
    pub fn compact(&mut self) {
        if self.big.as_ref().is_some_and(|big| big.len() > 2 * self.len() + 8) {
            *self = self.pick(0..self.len());
        }
    }

    /// A row whose only entry that is not 0 is `value` in `column`.
    pub fn push_unit(&mut self, column: usize, value: i64) {
        self.push_words((0..self.width).map(|j| if j == column { value } else { 0 }));
    }

    pub fn extend(&mut self, other: &Rows) {
        debug_assert_eq!(self.width, other.width);
        if other.big.is_none() {
            self.words.extend_from_slice(&other.words);
            return;
        }
        for row in other.iter() {
            self.push(row);
        }
    }

    pub fn swap(&mut self, i: usize, j: usize) {
        if i != j {
            let stride = self.width + 1;
            let (i, j) = (i.min(j), i.max(j));
            let (head, tail) = self.words.split_at_mut(j * stride);
            head[i * stride..(i + 1) * stride].swap_with_slice(&mut tail[..stride]);
        }
    }

    pub fn truncate(&mut self, rows: usize) {
        self.words.truncate(rows * (self.width + 1));
    }

    pub fn swap_remove(&mut self, index: usize) {
        let stride = self.width + 1;
        let last = self.len() - 1;
        if index != last {
            self.words.copy_within(last * stride.., index * stride);
        }
        self.truncate(last);
    }

    /// The rows of the given indices, in that order.
    pub fn pick(&self, indices: impl IntoIterator<Item = usize>) -> Rows {
        let indices = indices.into_iter();
        let mut picked = Rows::with_capacity(self.width, indices.size_hint().0);
        for index in indices {
            picked.push(self.row(index));
        }
        picked
    }

    /// A copy with room for more rows.
    pub fn clone_with_room(&self, rows: usize) -> Rows {
        let mut copy = Rows::with_capacity(self.width, self.len() + rows);
        copy.extend(self);
        copy
    }

    /// Replaces row `index`.
    pub fn set(&mut self, index: usize, row: Row) {
        self.push(row);
        self.swap_remove(index);
    }

    /// Replaces row `index` by s·itself + t·other, divided by the common divisor; s must be positive to keep the
    /// direction of an inequality.
    pub fn combine_into(&mut self, index: usize, s: &Scalar, other: Row, t: &Scalar) {
        if let (Scalar::Small(s), Scalar::Small(t), Row::Small(b, q)) = (s, t, other) {
            let p = self.bits(index);
            if p != BIG && product_bits(*s, p).max(product_bits(*t, q)) <= 62 {
                let start = self.start(index);
                let (words, bits) = self.words[start..=start + self.width].split_at_mut(self.width);
                bits[0] = combine_words(words, *s, b, *t) as i64;
                return;
            }
        }
        let mut result = Rows::new(self.width);
        result.push_combination(self.row(index), s, other, t);
        self.set(index, result.row(0));
    }

    /// Replaces row `index` by s·itself + t·rows[other], divided by the common divisor; s must be positive to keep the
    /// direction of an inequality.
    pub fn combine_rows(&mut self, index: usize, s: &Scalar, other: usize, t: &Scalar) {
        let (p, q) = (self.bits(index), self.bits(other));
        if let (Scalar::Small(s), Scalar::Small(t)) = (s, t)
            && p != BIG
            && q != BIG
            && product_bits(*s, p).max(product_bits(*t, q)) <= 62
        {
            let stride = self.width + 1;
            let (head, tail) = self.words.split_at_mut(index.max(other) * stride);
            let low = &mut head[index.min(other) * stride..][..stride];
            let high = &mut tail[..stride];
            let (row, with) = if index < other { (low, high) } else { (high, low) };
            let (words, bits) = row.split_at_mut(self.width);
            bits[0] = combine_words(words, *s, with, *t) as i64;
            return;
        }
        let mut result = Rows::new(self.width);
        result.push_combination(self.row(index), s, self.row(other), t);
        self.set(index, result.row(0));
    }

    /// Adds the row s·rows[a] + t·rows[b], divided by the common divisor of its entries.
    #[inline]
    pub fn push_between(&mut self, a: usize, s: &Scalar, b: usize, t: &Scalar) {
        let (p, q) = (self.bits(a), self.bits(b));
        if let (Scalar::Small(s), Scalar::Small(t)) = (s, t)
            && p != BIG
            && q != BIG
            && product_bits(*s, p).max(product_bits(*t, q)) <= 62
        {
            let (from, with, start) = (self.start(a), self.start(b), self.words.len());
            self.words.resize(start + self.width + 1, 0);
            let (old, new) = self.words.split_at_mut(start);
            let (a, b) = (&old[from..from + self.width], &old[with..with + self.width]);
            let (words, bits) = new.split_at_mut(self.width);
            let mut union = 0;
            for ((sum, x), y) in words.iter_mut().zip(a).zip(b) {
                *sum = x.wrapping_mul(*s).wrapping_add(y.wrapping_mul(*t));
                union |= sum.unsigned_abs();
            }
            bits[0] = normalise_words(words, union) as i64;
            return;
        }
        let mut result = Rows::new(self.width);
        result.push_combination(self.row(a), s, self.row(b), t);
        self.push(result.row(0));
    }

    /// Adds the row s·a + t·b, divided by the common divisor of its entries.
    #[inline]
    pub fn push_combination(&mut self, a: Row, s: &Scalar, b: Row, t: &Scalar) {
        if let (Row::Small(a, p), Row::Small(b, q), Scalar::Small(s), Scalar::Small(t)) = (a, b, s, t) {
            if product_bits(*s, p).max(product_bits(*t, q)) <= 62 {
                let start = self.words.len();
                let mut union = 0;
                self.words.extend(a.iter().zip(b).map(|(x, y)| {
                    let sum = x.wrapping_mul(*s).wrapping_add(y.wrapping_mul(*t));
                    union |= sum.unsigned_abs();
                    sum
                }));
                let bits = normalise_words(&mut self.words[start..], union);
                self.words.push(bits as i64);
                return;
            }
            let sums: Vec<i128> = a.iter().zip(b).map(|(x, y)| *x as i128 * *s as i128 + *y as i128 * *t as i128).collect();
            return self.push_wide(sums);
        }
        let (s, t) = (s.to_int(), t.to_int());
        let sums = (0..a.len()).map(|j| a.times(j, &s) + b.times(j, &t)).collect();
        self.push_normalised(sums);
    }

    /// Entries below 2^127, divided by their common divisor.
    fn push_wide(&mut self, mut entries: Vec<i128>) {
        let mut divisor: Option<WideDivisor> = None;
        for entry in &entries {
            let size = entry.unsigned_abs();
            if size == 0 || divisor.is_some_and(|d| d.divides(size)) {
                continue;
            }
            let common = divisor.map_or(size, |d| wide_gcd(d.value, size));
            divisor = Some(WideDivisor::new(common));
            if common == 1 {
                break;
            }
        }
        if let Some(divisor) = divisor.filter(|d| d.value > 1) {
            entries.iter_mut().for_each(|entry| *entry = divisor.quotient(*entry));
        }
        let union = entries.iter().fold(0, |union, entry| union | entry.unsigned_abs());
        if union >> 63 == 0 {
            self.words.extend(entries.iter().map(|entry| *entry as i64));
            self.words.push((128 - union.leading_zeros()) as i64);
        } else {
            self.push_big(entries.into_iter().map(Int::from).collect());
        }
    }

    /// Adds the row divided by the common divisor of its entries.
    pub fn push_normalised(&mut self, mut entries: Vec<Int>) {
        let mut divisor = Int::ZERO;
        for entry in &entries {
            divisor = big_gcd(&divisor, entry);
            if divisor == Int::ONE {
                break;
            }
        }
        if divisor > Int::ONE {
            for entry in &mut entries {
                *entry = &*entry / &divisor;
            }
        }
        self.push_ints(entries);
    }

    pub fn negate(&mut self, index: usize) {
        let start = self.start(index);
        if self.bits(index) == BIG {
            let place = self.words[start] as usize;
            for entry in self.big.as_mut().expect("a big row")[place].iter_mut() {
                *entry = -&*entry;
            }
        } else {
            for word in &mut self.words[start..start + self.width] {
                *word = -*word;
            }
        }
    }

    /// Rows of another width: the new column j is the old column `columns[j]`, or 0 where there is none.
    pub fn select(&self, columns: &[Option<usize>]) -> Rows {
        if self.is_empty() {
            return Rows::new(columns.len());
        }
        let mut rows = Rows::with_capacity(columns.len(), self.len());
        for row in self.iter() {
            match row {
                Row::Small(words, bits) => {
                    rows.words.extend(columns.iter().map(|c| c.map_or(0, |c| words[c])));
                    rows.words.push(bits as i64);
                }
                Row::Big(entries) => {
                    let entries = columns.iter().map(|c| c.map_or(Int::ZERO, |c| entries[c].clone())).collect();
                    rows.push_ints(entries);
                }
            }
        }
        rows
    }

    /// Divides every row by the common divisor of its entries.
    pub fn normalise(&mut self) {
        for index in 0..self.len() {
            if self.bits(index) == BIG {
                let mut result = Rows::new(self.width);
                result.push_normalised(self.row(index).to_ints());
                self.set(index, result.row(0));
            } else {
                let start = self.start(index);
                let (words, bits) = self.words[start..=start + self.width].split_at_mut(self.width);
                let union = words.iter().fold(0, |u, w| u | w.unsigned_abs());
                bits[0] = normalise_words(words, union) as i64;
            }
        }
    }

    /// Replaces one entry; the row is not divided by anything.
    pub fn put(&mut self, index: usize, column: usize, value: &Scalar) {
        let start = self.start(index);
        if let (Scalar::Small(value), false) = (value, self.bits(index) == BIG) {
            self.words[start + column] = *value;
            let bits = (self.bits(index) as i64).max((64 - value.unsigned_abs().leading_zeros()) as i64);
            self.words[start + self.width] = bits;
            return;
        }
        let mut entries = self.row(index).to_ints();
        entries[column] = value.to_int();
        let mut result = Rows::new(self.width);
        result.push_ints(entries);
        self.set(index, result.row(0));
    }

    /// Each row with `column` replaced by the scalar product with `form`, and the other entries multiplied by `factor`,
    /// which must be positive; divided by the common divisor.
    pub fn replace_column(&mut self, column: usize, form: Row, factor: &Scalar) {
        for index in 0..self.len() {
            let value = self.row(index).dot(form);
            if *factor == Scalar::ONE && matches!(value, Scalar::Small(_)) && self.bits(index) != BIG {
                self.put(index, column, &value);
                continue;
            }
            let factor = factor.to_int();
            let mut entries: Vec<Int> = self.row(index).to_ints().into_iter().map(|e| e * &factor).collect();
            entries[column] = value.to_int();
            let mut result = Rows::new(self.width);
            result.push_normalised(entries);
            self.set(index, result.row(0));
        }
    }

    /// Each row with factor·itself + row[column]·form, without the contribution of `column` itself: the substitution of
    /// form/factor for the variable of that column. `factor` must be positive.
    pub fn substitute_column(&mut self, column: usize, form: Row, factor: &Scalar) {
        for index in 0..self.len() {
            let coefficient = self.row(index).get(column);
            if !coefficient.is_zero() {
                self.put(index, column, &Scalar::ZERO);
                self.combine_into(index, factor, form, &coefficient);
            }
        }
    }
}

/// The scalar product of words that are known to be small enough.
#[inline]
fn dot_words(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).fold(0, |sum, (x, y)| x.wrapping_mul(*y).wrapping_add(sum))
}

/// Replaces a by s·a + t·b, divided by the common divisor, and gives its bits; the sums are known to be small enough.
#[inline]
fn combine_words(a: &mut [i64], s: i64, b: &[i64], t: i64) -> u8 {
    let mut union = 0;
    for (x, y) in a.iter_mut().zip(b) {
        *x = x.wrapping_mul(s).wrapping_add(y.wrapping_mul(t));
        union |= x.unsigned_abs();
    }
    normalise_words(a, union)
}

/// A bound on the bits of a factor times an entry of a row.
#[inline]
fn product_bits(factor: i64, row: u8) -> u32 {
    64 - factor.unsigned_abs().leading_zeros() + row as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers() -> Vec<Int> {
        let mut list: Vec<Int> =
            [0i64, 1, -1, 2, 6, -15, 1 << 31, -(1 << 40), i64::MAX, i64::MIN, i64::MIN + 1].into_iter().map(Int::from).collect();
        list.push(Int::from(10).pow(25));
        list.push(-Int::from(10).pow(40));
        list
    }

    #[test]
    fn every_size_gives_what_big_integers_give() {
        let numbers = numbers();
        for a in &numbers {
            for b in &numbers {
                for c in &numbers {
                    let (x, y) = (vec![a.clone(), b.clone(), c.clone()], vec![c.clone(), a.clone(), b.clone()]);
                    let mut rows = Rows::new(3);
                    rows.push_ints(x.clone());
                    rows.push_ints(y.clone());
                    let product: Int = x.iter().zip(&y).fold(Int::ZERO, |s, (p, q)| s + p * q);
                    assert_eq!(rows.row(0).dot(rows.row(1)).to_int(), product);
                    let (s, t) = (Scalar::from(b.clone()), Scalar::from(a.clone()));
                    let (r, q) = s.reduced(&t);
                    assert_eq!(r.to_int() * a, q.to_int() * b);
                    let expected: Vec<Int> = x.iter().zip(&y).map(|(p, q)| p * b + q * a).collect();
                    let divisor = expected.iter().fold(Int::ZERO, |g, e| big_gcd(&g, e));
                    let mut sum = Rows::new(3);
                    sum.push_combination(rows.row(0), &s, rows.row(1), &t);
                    let got: Vec<Int> = sum.row(0).to_ints().iter().map(|e| e * &divisor).collect();
                    assert_eq!(got, expected);
                    rows.combine_into(0, &s, y_row(&y).row(0), &t);
                    assert_eq!(rows.row(0).to_ints(), sum.row(0).to_ints());
                }
            }
        }
    }

    fn y_row(y: &[Int]) -> Rows {
        let mut rows = Rows::new(y.len());
        rows.push_ints(y.to_vec());
        rows
    }

    #[test]
    fn one_big_row_leaves_its_neighbours_alone() {
        let mut rows = Rows::new(2);
        rows.push_words([3, 5]);
        rows.push_ints(vec![Int::from(10).pow(30), Int::ONE]);
        rows.push_words([7, i64::MIN]);
        assert_eq!(rows.big_rows(), 2);
        rows.swap(0, 1);
        rows.swap_remove(0);
        assert_eq!(rows.row(1).to_ints(), vec![Int::from(3), Int::from(5)]);
        assert_eq!(rows.row(0).to_ints(), vec![Int::from(7), Int::from(i64::MIN)]);
        assert_eq!(rows.big_rows(), 1);
    }
}
