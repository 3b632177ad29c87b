//! Mathematical integers and the machine types that C squeezes them into.

use std::fmt;

/// The exact integers of the whole tool; two machine words are kept inline.
pub type Int = dashu_int::IBig;

/// A machine integer type: a width in bits and a sign. `_Bool` is not one of them (its conversion is `≠ 0`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct IntType {
    pub bits: u16,
    pub signed: bool,
}

impl IntType {
    pub const I8: IntType = IntType::signed(8);
    pub const I32: IntType = IntType::signed(32);
    pub const I64: IntType = IntType::signed(64);
    pub const U8: IntType = IntType::unsigned(8);
    pub const U32: IntType = IntType::unsigned(32);
    pub const U64: IntType = IntType::unsigned(64);

    pub const fn signed(bits: u16) -> Self {
        IntType { bits, signed: true }
    }

    pub const fn unsigned(bits: u16) -> Self {
        IntType { bits, signed: false }
    }

    /// 2^bits: the number of values of the type.
    pub fn modulus(self) -> Int {
        Int::ONE << usize::from(self.bits)
    }

    pub fn min(self) -> Int {
        if self.signed { -(Int::ONE << usize::from(self.bits - 1)) } else { Int::ZERO }
    }

    pub fn max(self) -> Int {
        let bits = if self.signed { self.bits - 1 } else { self.bits };
        (Int::ONE << usize::from(bits)) - Int::ONE
    }

    pub fn contains(self, value: &Int) -> bool {
        // Almost all values are words, and this is asked for every input of a run.
        match (i128::try_from(value), self.words()) {
            (Ok(word), Some((low, high))) => (low..=high).contains(&word),
            _ => *value >= self.min() && *value <= self.max(),
        }
    }

    /// The least and the greatest value, if both are words.
    pub fn words(self) -> Option<(i128, i128)> {
        match (self.signed, self.bits) {
            (true, bits) => Some((i128::MIN >> (128 - bits), i128::MAX >> (128 - bits))),
            (false, 128) => None,
            (false, bits) => Some((0, i128::MAX >> (127 - bits))),
        }
    }

    /// The value of the type that is congruent to `value` modulo 2^bits.
    pub fn wrap(self, value: &Int) -> Int {
        if self.contains(value) {
            return value.clone();
        }
        let residue = floor_mod(value, &self.modulus());
        if residue > self.max() { residue - self.modulus() } else { residue }
    }

    /// `wrap` on machine words, for widths up to 64 (wider ones must be handled by the caller).
    pub fn wrap_word(self, value: i128) -> i128 {
        debug_assert!(self.bits <= 64);
        let shift = 128 - u32::from(self.bits);
        if self.signed { (value << shift) >> shift } else { (((value as u128) << shift) >> shift) as i128 }
    }

    /// Reads `i32`, `u8`, …
    pub fn parse(text: &str) -> Option<Self> {
        let signed = match text.as_bytes().first()? {
            b'i' => true,
            b'u' => false,
            _ => return None,
        };
        let bits: u16 = text[1..].parse().ok()?;
        (1..=128).contains(&bits).then_some(IntType { bits, signed })
    }
}

impl fmt::Display for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", if self.signed { 'i' } else { 'u' }, self.bits)
    }
}

impl fmt::Debug for IntType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// Division rounding to −∞. `divisor` must not be 0.
pub fn floor_div(value: &Int, divisor: &Int) -> Int {
    let quotient = value / divisor;
    let exact = &quotient * divisor == *value;
    let negative = (*value < Int::ZERO) != (*divisor < Int::ZERO);
    if !exact && negative { quotient - Int::ONE } else { quotient }
}

/// The remainder of [`floor_div`]; it has the sign of the divisor.
pub fn floor_mod(value: &Int, divisor: &Int) -> Int {
    value - floor_div(value, divisor) * divisor
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrapping_agrees_with_machine_casts() {
        for value in [-1i128, 0, 1, 127, 128, 255, 256, -128, -129, 1 << 31, -(1 << 31) - 1, (1 << 40) + 7] {
            let big = Int::from(value);
            assert_eq!(IntType::I8.wrap(&big), Int::from(value as i8));
            assert_eq!(IntType::U8.wrap(&big), Int::from(value as u8));
            assert_eq!(IntType::I32.wrap(&big), Int::from(value as i32));
            assert_eq!(IntType::U64.wrap(&big), Int::from(value as u64));
            assert_eq!(IntType::I32.wrap_word(value), i128::from(value as i32));
            assert_eq!(IntType::U32.wrap_word(value), i128::from(value as u32));
            assert_eq!(IntType::U64.wrap_word(value), i128::from(value as u64));
        }
    }

    #[test]
    fn floor_division_rounds_down() {
        for (a, b, q, r) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -4, -1), (-7, -2, 3, -1), (6, 3, 2, 0), (-6, 3, -2, 0)] {
            assert_eq!(floor_div(&Int::from(a), &Int::from(b)), Int::from(q));
            assert_eq!(floor_mod(&Int::from(a), &Int::from(b)), Int::from(r));
        }
    }

    #[test]
    fn bounds_in_words_are_the_bounds() {
        for (signed, bits) in [true, false].into_iter().flat_map(|s| (1..=128).map(move |b| (s, b))) {
            let ty = IntType { bits, signed };
            let words = ty.words().map(|(low, high)| (Int::from(low), Int::from(high)));
            assert_eq!(words, (signed || bits < 128).then(|| (ty.min(), ty.max())));
            for (value, inside) in [(ty.min(), true), (ty.max(), true), (ty.min() - Int::ONE, false), (ty.max() + Int::ONE, false)] {
                assert_eq!(ty.contains(&value), inside);
            }
        }
    }
}
