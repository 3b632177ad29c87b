//! Integers as circuits: two's complement, as wide as their range needs.
//!
//! A word knows a range, and its bits have the width of that range, so sums and products are exact: nothing ever wraps around unless the
//! program says so. The range may come from the condition under which the word is used; then the bits mean the integer only where that
//! condition holds. Every operation is a total function of the bits: whatever they are outside of the condition, no other value is
//! restricted by it. What would be wider than [`WIDEST`] has no word. Sums and choices also have a linear form ([`form`]), by which comparisons are
//! decided where bits would need a search.

use crate::form::{self, Form};
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
    /// Its value as a sum, if it is one.
    form: Option<Rc<Form>>,
    /// The same modulo a power of two, with the number of bits, if more is known so.
    modular: Option<Rc<(u32, Form)>>,
}

/// The number that these bits make, if they are known.
pub fn number(bits: &[Lit]) -> Option<i128> {
    let sign = if *bits.last()? == Lit::TRUE { -1 } else { 0 };
    bits.iter().rev().try_fold(sign, |v, b| Some(v << 1 | i128::from(b.constant()?)))
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
        Word { low: value, high: value, bits, form: None, modular: None }
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
        let word = Word::fit(bits, low, high)?;
        gates.new_symbol(&word.bits);
        Some(word)
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
        if let Some(value) = number(&bits) {
            return Some(Word::known(value));
        }
        if low >= high {
            // Nothing else is in the range; where the condition fails it may be anything.
            return Some(Word::known(low));
        }
        Some(Word { low, high, bits: bits.into(), form: None, modular: None })
    }

    /// The number that these bits make, whatever they are.
    pub fn of_bits(bits: Vec<Lit>) -> Option<Word> {
        let bound = 1i128.checked_shl(bits.len() as u32 - 1)?;
        Word::fit(bits, -bound, bound - 1)
    }

    /// Whether it is no sum of which something is known.
    pub fn is_plain(&self) -> bool {
        self.form.is_none() && self.modular.is_none()
    }

    /// Its value as a sum.
    pub fn form(&self) -> Form {
        match (&self.form, self.value()) {
            (_, Some(value)) => Form::constant(value),
            (Some(form), None) => (**form).clone(),
            (None, None) => Form::of_bits(&self.bits),
        }
    }

    /// The power of two modulo which more is known of two words than otherwise, by its number of bits.
    pub fn modulus(a: &Word, b: &Word) -> Option<u32> {
        [a, b].into_iter().filter_map(|w| Some(w.modular.as_ref()?.0)).min()
    }

    /// Its value as a sum modulo at least this power of two.
    pub fn form_modulo(&self, bits: u32) -> Form {
        self.modular.as_ref().filter(|m| m.0 >= bits).map_or_else(|| self.form(), |m| m.1.clone())
    }

    /// The same word, which is what an operation makes of two others.
    fn by(mut self, a: &Word, b: &Word, op: impl Fn(&Form, &Form) -> Option<Form>) -> Word {
        if self.value().is_some() {
            return self;
        }
        self.form = op(&a.form(), &b.form()).map(Rc::new);
        self.modular = Word::modulus(a, b).and_then(|bits| Some(Rc::new((bits, op(&a.form_modulo(bits), &b.form_modulo(bits))?))));
        self
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

    pub fn shared_bits(&self) -> Rc<[Lit]> {
        self.bits.clone()
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
        let word = Word::fit(self.bits.to_vec(), low, high)?;
        // It means the same integer as before.
        Some(match word.value() {
            Some(_) => word,
            None => Word { form: Some(Rc::new(self.form())), modular: self.modular.clone(), ..word },
        })
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
        let word = Word::fit(self.low_bits(other, op, wide, gates)?, low, high)?;
        Some(match linear(op, self, other) {
            Some(combined) => word.by(self, other, combined),
            None => word,
        })
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
        let word = Word::of_type(self.low_bits(other, op, usize::from(ty.bits), gates)?, ty, low, high)?;
        let bits = u32::from(ty.bits);
        let combined = linear(op, self, other).and_then(|combined| combined(&self.form_modulo(bits), &other.form_modulo(bits)));
        Some(word.congruent(bits, combined))
    }

    /// The same word, of which the value modulo a power of two is known.
    fn congruent(mut self, bits: u32, form: Option<Form>) -> Word {
        if self.value().is_none() {
            self.modular = form.map(|form| Rc::new((bits, form)));
        }
        self
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
        let word = Word::of_type(self.extended(usize::from(ty.bits)), ty, low, high)?;
        if self.is_plain() {
            return Some(word);
        }
        let bits = u32::from(ty.bits);
        Some(word.congruent(bits, Some(self.form_modulo(bits))))
    }

    /// The same number by the sum that its form is, if that may be other bits: what is made of two equal sums is then equal without a search.
    fn in_order(&self, gates: &mut Gates) -> Option<Word> {
        let form = self.form.as_ref().filter(|f| f.is_long())?;
        let word = form.word(gates)?;
        let word = Word::fit(word.bits.to_vec(), self.low, self.high)?;
        Some(Word { form: None, modular: None, ..word })
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
        if let Some(word) = self.in_order(gates) {
            return word.divide(by, gates);
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
        form::equal(self, other, gates).unwrap_or_else(|| self.same_bits(other, gates))
    }

    /// Whether the numbers that their bits make are the same.
    pub fn same_bits(&self, other: &Word, gates: &mut Gates) -> Lit {
        self.same_low_bits(other, self.bits.len().max(other.bits.len()), gates)
    }

    pub fn same_low_bits(&self, other: &Word, count: usize, gates: &mut Gates) -> Lit {
        (0..count).fold(Lit::TRUE, |all, i| {
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
        form::less(self, other, gates).unwrap_or_else(|| self.bits_less(other, gates))
    }

    /// Whether the number that its bits make is less than that of the other's.
    pub fn bits_less(&self, other: &Word, gates: &mut Gates) -> Lit {
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

    /// The same, with its form.
    pub fn merge(choice: Lit, yes: &Word, no: &Word, gates: &mut Gates) -> Option<Word> {
        if choice.constant().is_some() || yes == no {
            return Word::choose(choice, yes, no, gates);
        }
        let (one, other) = (yes.form(), no.form());
        let word = match (one.as_bits(), other.as_bits()) {
            // One number of which each side knows something else.
            (Some(bits), Some(same)) if bits == same => Word::fit(bits.to_vec(), yes.low.min(no.low), yes.high.max(no.high))?,
            _ => Word::choose(choice, yes, no, gates)?,
        };
        Some(word.by(yes, no, |yes, no| Form::choose(choice, yes, no, gates)))
    }
}

/// What an operation on these words makes of their forms, if it is linear: multiples of both.
fn linear(op: BinOp, a: &Word, b: &Word) -> Option<impl Fn(&Form, &Form) -> Option<Form>> {
    let (first, second) = match (op, a.value(), b.value()) {
        (BinOp::Add, ..) => (1, 1),
        (BinOp::Sub, ..) => (1, -1),
        (BinOp::Mul, _, Some(factor)) => (factor, 0),
        (BinOp::Mul, Some(factor), None) => (0, factor),
        (BinOp::Shl, _, Some(by)) => (1i128 << u32::try_from(by).ok().filter(|by| *by < 64)?, 0),
        _ => return None,
    };
    Some(move |a: &Form, b: &Form| a.times(first)?.plus(b, second))
}

/// The sum of two numbers of the same width, in that width.
fn sum(a: &[Lit], b: &[Lit], mut carry: Lit, gates: &mut Gates) -> Vec<Lit> {
    a.iter()
        .zip(b)
        .map(|(a, b)| {
            let differ = gates.xor(*a, *b);
            let bit = gates.xor(differ, carry);
            // Where they do not differ either will do: the sum is the same gate whichever comes first.
            carry = gates.mux(differ, carry, *a.min(b));
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
