//! Integers as circuits: two's complement, as wide as their range needs.
//!
//! A word knows a range, and its bits have the width of that range, so sums and products are exact: nothing ever wraps around unless the
//! program says so. The range may come from the condition under which the word is used; then the bits mean the integer only where that
//! condition holds. Every operation is a total function of the bits: whatever they are outside of the condition, no other value is
//! restricted by it. What would be wider than [`WIDEST`] has no word.

use crate::gates::{Gates, Lit};
use base::expr::SHIFT_LIMIT;
use base::random::Random;
use base::{BinOp, BitOp, IntType};
use std::rc::Rc;

/// The most bits of a word.
pub const WIDEST: usize = 126;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    low: i128,
    high: i128,
    /// From the least on; the last one is the sign and stands for all above it.
    bits: Rc<[Lit]>,
}

/// How many bits the numbers of a range need, with their sign.
fn width(low: i128, high: i128) -> usize {
    let needed = |n: i128| 129 - (if n < 0 { !n } else { n }).leading_zeros() as usize;
    needed(low).max(needed(high))
}

impl Word {
    pub fn constant(value: i128) -> Option<Word> {
        (width(value, value) <= WIDEST).then(|| Word::known(value))
    }

    pub fn zero() -> Word {
        Word::known(0)
    }

    fn known(value: i128) -> Word {
        let bits = (0..width(value, value)).map(|i| Lit::from(value >> i & 1 == 1)).collect();
        Word { low: value, high: value, bits }
    }

    /// Any value of the range.
    pub fn input(gates: &mut Gates, low: i128, high: i128) -> Option<Word> {
        let width = width(low, high);
        if width > WIDEST {
            return None;
        }
        // In the samples small numbers are as frequent as large ones.
        let mut random = Random::new(gates.len() as u64);
        let samples: Vec<i128> = (0..64)
            .map(|_| {
                let kept = random.below(width as u64) as u32;
                let bits = (i128::from(random.next_u64()) << 64 | i128::from(random.next_u64())) & ((1 << kept) - 1);
                if low < 0 && random.chance(3) { !bits } else { bits }
            })
            .collect();
        let sample = |i: usize| samples.iter().enumerate().fold(0u64, |all, (j, n)| all | (((n >> i) & 1) as u64) << j);
        let bits = (0..width).map(|i| gates.input(sample(i))).collect();
        Word::fit(bits, low, high)
    }

    /// The value of these bits, which is in the range, by those who know.
    fn fit(mut bits: Vec<Lit>, mut low: i128, mut high: i128) -> Option<Word> {
        let wide = width(low, high);
        if wide > WIDEST {
            return None;
        }
        let sign = *bits.last()?;
        bits.resize(wide, sign);
        if low >= 0 {
            bits[wide - 1] = Lit::FALSE;
        } else if high < 0 {
            bits[wide - 1] = Lit::TRUE;
        }
        while bits.len() > 1 && bits[bits.len() - 1] == bits[bits.len() - 2] {
            bits.pop();
        }
        let bound = 1i128 << (bits.len() - 1);
        low = low.max(-bound);
        high = high.min(bound - 1);
        if bits.iter().all(|b| b.constant().is_some()) {
            let value = (0..bits.len())
                .rev()
                .fold(if bits[bits.len() - 1] == Lit::TRUE { -1 } else { 0 }, |v, i| v << 1 | i128::from(bits[i] == Lit::TRUE));
            return Some(Word::known(value));
        }
        if low >= high {
            // Nothing else is in the range; where the condition fails it may be anything.
            return Some(Word::known(low));
        }
        Some(Word { low, high, bits: bits.into() })
    }

    pub fn low(&self) -> i128 {
        self.low
    }

    pub fn high(&self) -> i128 {
        self.high
    }

    pub fn value(&self) -> Option<i128> {
        (self.low == self.high).then_some(self.low)
    }

    pub fn bits(&self) -> &[Lit] {
        &self.bits
    }

    fn bit(&self, i: usize) -> Lit {
        self.bits[i.min(self.bits.len() - 1)]
    }

    fn sign(&self) -> Lit {
        self.bits[self.bits.len() - 1]
    }

    fn extended(&self, width: usize) -> Vec<Lit> {
        (0..width).map(|i| self.bit(i)).collect()
    }

    pub fn fits(&self, ty: IntType) -> bool {
        ty.words().is_some_and(|(low, high)| low <= self.low && self.high <= high)
    }

    /// The same number, of which more is known; none if that is impossible.
    pub fn narrowed(&self, low: i128, high: i128) -> Option<Word> {
        let (low, high) = (low.max(self.low), high.min(self.high));
        if low > high {
            return None;
        }
        if (low, high) == (self.low, self.high) {
            return Some(self.clone());
        }
        Word::fit(self.bits.to_vec(), low, high)
    }

    /// The value that it has by the values of the gates.
    pub fn read(&self, values: &[bool]) -> i128 {
        let is = |lit: Lit| values[lit.gate()] != lit.is_negated();
        let sign = if is(self.sign()) { -1 } else { 0 };
        self.bits.iter().rev().fold(sign, |v, b| v << 1 | i128::from(is(*b)))
    }

    /// The least and the greatest result of an operation, if it has words.
    fn results(&self, other: &Word, op: BinOp) -> Option<(i128, i128)> {
        let corners = |apply: &dyn Fn(i128, i128) -> Option<i128>| -> Option<(i128, i128)> {
            let mut ends = Vec::new();
            for a in [self.low, self.high] {
                for b in [other.low, other.high] {
                    ends.push(apply(a, b)?);
                }
            }
            Some((*ends.iter().min()?, *ends.iter().max()?))
        };
        match op {
            BinOp::Add => Some((self.low.checked_add(other.low)?, self.high.checked_add(other.high)?)),
            BinOp::Sub => Some((self.low.checked_sub(other.high)?, self.high.checked_sub(other.low)?)),
            BinOp::Mul => corners(&|a, b| a.checked_mul(b)),
            BinOp::Shl if other.is_shift() => corners(&|a, b| a.checked_mul(1i128.checked_shl(b as u32)?)),
            _ => None,
        }
    }

    /// Whether all results of an operation are values of the type.
    pub fn results_fit(&self, other: &Word, op: BinOp, ty: IntType) -> bool {
        let (Some((low, high)), Some((least, greatest))) = (self.results(other, op), ty.words()) else { return false };
        least <= low && high <= greatest
    }

    /// Whether it can be shifted by.
    fn is_shift(&self) -> bool {
        self.low >= 0 && self.high < i128::from(SHIFT_LIMIT)
    }

    /// The low bits of a result.
    fn low_bits(&self, other: &Word, op: BinOp, wide: usize, gates: &mut Gates) -> Option<Vec<Lit>> {
        Some(match op {
            BinOp::Add => sum(&self.extended(wide), &other.extended(wide), Lit::FALSE, gates),
            BinOp::Sub => {
                let negated: Vec<Lit> = other.extended(wide).into_iter().map(|b| !b).collect();
                sum(&self.extended(wide), &negated, Lit::TRUE, gates)
            }
            BinOp::Mul => product(self, other, wide, gates),
            BinOp::Shl if other.is_shift() => {
                let mut bits = self.extended(wide);
                for (i, by) in other.bits[..other.bits.len() - 1].iter().enumerate() {
                    let shift = 1usize << i;
                    bits = (0..wide).map(|j| gates.mux(*by, if j < shift { Lit::FALSE } else { bits[j - shift] }, bits[j])).collect();
                }
                bits
            }
            _ => return None,
        })
    }

    /// The exact result of an operation that makes numbers larger.
    fn exact(&self, other: &Word, op: BinOp, gates: &mut Gates) -> Option<Word> {
        let (low, high) = self.results(other, op)?;
        let wide = Some(width(low, high)).filter(|w| *w <= WIDEST)?;
        Word::fit(self.low_bits(other, op, wide, gates)?, low, high)
    }

    pub fn add(&self, other: &Word, gates: &mut Gates) -> Option<Word> {
        self.exact(other, BinOp::Add, gates)
    }

    pub fn sub(&self, other: &Word, gates: &mut Gates) -> Option<Word> {
        self.exact(other, BinOp::Sub, gates)
    }

    pub fn mul(&self, other: &Word, gates: &mut Gates) -> Option<Word> {
        self.exact(other, BinOp::Mul, gates)
    }

    pub fn shl(&self, by: &Word, gates: &mut Gates) -> Option<Word> {
        self.exact(by, BinOp::Shl, gates)
    }

    pub fn neg(&self, gates: &mut Gates) -> Option<Word> {
        Word::known(0).sub(self, gates)
    }

    /// What two numbers make modulo a power of two, read as a value of the type.
    pub fn wrapped(&self, other: &Word, op: BinOp, ty: IntType, gates: &mut Gates) -> Option<Word> {
        let (low, high) = ty.words()?;
        Word::of_type(self.low_bits(other, op, usize::from(ty.bits), gates)?, ty, low, high)
    }

    /// The low bits of a number as a value of the type.
    fn of_type(mut bits: Vec<Lit>, ty: IntType, low: i128, high: i128) -> Option<Word> {
        bits.truncate(usize::from(ty.bits));
        if !ty.signed {
            bits.push(Lit::FALSE);
        }
        Word::fit(bits, low, high)
    }

    pub fn wrap(&self, ty: IntType) -> Option<Word> {
        if self.fits(ty) {
            return Some(self.clone());
        }
        let (low, high) = ty.words()?;
        Word::of_type(self.extended(usize::from(ty.bits)), ty, low, high)
    }

    /// The number without its sign.
    fn magnitude(&self, gates: &mut Gates) -> Option<Word> {
        if self.low >= 0 {
            return Some(self.clone());
        }
        let negated = self.neg(gates)?;
        let high = self.high.max(self.low.checked_neg()?);
        let chosen = Word::choose(self.sign(), &negated, self, gates)?;
        Word::fit(chosen.extended(width(0, high)), 0, high)
    }

    /// Quotient and remainder as in C; the quotient by 0 is 0 and the remainder is the dividend.
    pub fn divide(&self, by: &Word, gates: &mut Gates) -> Option<(Word, Word)> {
        if by.value() == Some(0) {
            return Some((Word::known(0), self.clone()));
        }
        let (a, b) = (self.magnitude(gates)?, by.magnitude(gates)?);
        let wide = b.bits.len() + 1;
        let divisor: Vec<Lit> = b.extended(wide).into_iter().map(|bit| !bit).collect();
        let mut quotient = vec![Lit::FALSE; a.bits.len()];
        let mut rest = vec![Lit::FALSE; wide];
        for i in (0..a.bits.len()).rev() {
            rest.pop();
            rest.insert(0, a.bits[i]);
            let less = sum(&rest, &divisor, Lit::TRUE, gates);
            // The sign of the difference says whether the divisor is larger.
            let larger = less[wide - 1];
            quotient[i] = !larger;
            rest = (0..wide).map(|j| gates.mux(larger, rest[j], less[j])).collect();
        }
        let least = b.low.max(1);
        let (q_high, r_high) = (a.high / least, a.high.min(b.high - 1).max(0));
        let q_low = if b.low >= 1 { a.low / b.high } else { 0 };
        quotient.push(Lit::FALSE);
        let quotient = Word::fit(quotient, q_low.min(q_high), q_high)?;
        let rest = Word::fit(rest, 0, r_high)?;
        let differ = gates.xor(self.sign(), by.sign());
        let signed = |word: &Word, negative: Lit, gates: &mut Gates| -> Option<Word> {
            let negated = word.neg(gates)?;
            Word::choose(negative, &negated, word, gates)
        };
        let (mut quotient, mut rest) = (signed(&quotient, differ, gates)?, signed(&rest, self.sign(), gates)?);
        if by.low <= 0 && by.high >= 0 {
            let is_zero = by.equal(&Word::known(0), gates);
            quotient = Word::choose(is_zero, &Word::known(0), &quotient, gates)?;
            rest = Word::choose(is_zero, self, &rest, gates)?;
        }
        Some((quotient, rest))
    }

    pub fn shr(&self, by: &Word, gates: &mut Gates) -> Option<Word> {
        if !by.is_shift() {
            return None;
        }
        let mut bits = self.bits.to_vec();
        let (wide, sign) = (bits.len(), self.sign());
        for (i, by) in by.bits[..by.bits.len() - 1].iter().enumerate() {
            let shift = 1usize << i;
            bits = (0..wide).map(|j| gates.mux(*by, bits.get(j + shift).copied().unwrap_or(sign), bits[j])).collect();
        }
        let ends = [self.low >> by.low, self.low >> by.high, self.high >> by.low, self.high >> by.high];
        Word::fit(bits, *ends.iter().min()?, *ends.iter().max()?)
    }

    /// A bit operation on two values of the type.
    pub fn bitwise(&self, other: &Word, op: BitOp, ty: IntType, gates: &mut Gates) -> Option<Word> {
        let (a, b) = (self.wrap(ty)?, other.wrap(ty)?);
        let (mut low, mut high) = ty.words()?;
        let wide = usize::from(ty.bits) + usize::from(!ty.signed);
        let wide = wide.min(a.bits.len().max(b.bits.len()));
        let bits: Vec<Lit> = (0..wide)
            .map(|i| {
                let (x, y) = (a.bit(i), b.bit(i));
                match op {
                    BitOp::And => gates.and(x, y),
                    BitOp::Or => gates.or(x, y),
                    BitOp::Xor => gates.xor(x, y),
                }
            })
            .collect();
        let least_sign = (1i128 << (wide - 1)) - 1;
        (low, high) = (low.max(!least_sign), high.min(least_sign));
        if op == BitOp::And {
            // No larger than an operand that is not negative.
            if a.low >= 0 {
                (low, high) = (low.max(0), high.min(a.high));
            }
            if b.low >= 0 {
                (low, high) = (low.max(0), high.min(b.high));
            }
        } else if a.low >= 0 && b.low >= 0 {
            low = if op == BitOp::Or { a.low.max(b.low) } else { 0 };
        }
        Word::fit(bits, low, high)
    }

    pub fn equal(&self, other: &Word, gates: &mut Gates) -> Lit {
        if self.high < other.low || other.high < self.low {
            return Lit::FALSE;
        }
        let wide = self.bits.len().max(other.bits.len());
        (0..wide).fold(Lit::TRUE, |all, i| {
            let differ = gates.xor(self.bit(i), other.bit(i));
            gates.and(all, !differ)
        })
    }

    pub fn less(&self, other: &Word, gates: &mut Gates) -> Lit {
        if self.high < other.low {
            return Lit::TRUE;
        }
        if self.low >= other.high {
            return Lit::FALSE;
        }
        let wide = self.bits.len().max(other.bits.len());
        let mut less = Lit::FALSE;
        for i in 0..wide {
            let (a, b) = (self.bit(i), other.bit(i));
            let differ = gates.xor(a, b);
            // The sign counts the other way round.
            less = gates.mux(differ, if i + 1 == wide { a } else { b }, less);
        }
        less
    }

    pub fn choose(choice: Lit, yes: &Word, no: &Word, gates: &mut Gates) -> Option<Word> {
        match choice.constant() {
            Some(true) => return Some(yes.clone()),
            Some(false) => return Some(no.clone()),
            None if yes == no => return Some(yes.clone()),
            None => {}
        }
        let wide = yes.bits.len().max(no.bits.len());
        let bits = (0..wide).map(|i| gates.mux(choice, yes.bit(i), no.bit(i))).collect();
        Word::fit(bits, yes.low.min(no.low), yes.high.max(no.high))
    }
}

/// The sum of two numbers of the same width, in that width.
fn sum(a: &[Lit], b: &[Lit], mut carry: Lit, gates: &mut Gates) -> Vec<Lit> {
    a.iter()
        .zip(b)
        .map(|(a, b)| {
            let differ = gates.xor(*a, *b);
            let bit = gates.xor(differ, carry);
            carry = gates.mux(differ, carry, *a);
            bit
        })
        .collect()
}

/// The low bits of a product.
fn product(a: &Word, b: &Word, wide: usize, gates: &mut Gates) -> Vec<Lit> {
    // Bits that are known to be 0 cost nothing on the right.
    let known = |w: &Word| w.bits.iter().filter(|b| **b != Lit::FALSE).count();
    let (a, b) = if known(a) < known(b) { (b, a) } else { (a, b) };
    let mut total = vec![Lit::FALSE; wide];
    for (i, by) in b.bits.iter().enumerate().take(wide) {
        if *by == Lit::FALSE {
            continue;
        }
        let row: Vec<Lit> = (0..wide - i).map(|j| gates.and(a.bit(j), *by)).collect();
        // The sign of a number has a negative weight.
        let is_sign = i + 1 == b.bits.len();
        let row: Vec<Lit> = if is_sign { row.into_iter().map(|b| !b).collect() } else { row };
        let upper = sum(&total[i..], &row, Lit::from(is_sign), gates);
        total.splice(i.., upper);
    }
    total
}
