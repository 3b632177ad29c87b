//! Common divisors of machine words, and division by them.
//!
//! Rows are divided by the common divisor of their entries after every combination, so this is the innermost arithmetic
//! of the crate.

/// Stein's binary algorithm; gcd(0, b) = b.
pub(crate) fn gcd(mut a: u64, mut b: u64) -> u64 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let shift = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    loop {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
        if b == 0 {
            return a << shift;
        }
    }
}

/// Divides the words by their common divisor and gives the bits of the largest; `union` has every bit of every |entry|.
#[inline]
pub(crate) fn normalise_words(words: &mut [i64], union: u64) -> u8 {
    // Most rows either have a 1 soon, or a divisor that the first few entries show: then the others are only tested.
    let mut divisor: Option<Divisor> = None;
    for word in words.iter() {
        let size = word.unsigned_abs();
        if size == 0 || divisor.is_some_and(|d| d.divides(size)) {
            continue;
        }
        let common = divisor.map_or(size, |d| gcd(d.value, size));
        if common == 1 {
            return (64 - union.leading_zeros()) as u8;
        }
        divisor = Some(Divisor::new(common));
    }
    let Some(divisor) = divisor else { return 0 };
    let mut union = 0;
    for word in words {
        *word = divisor.quotient(*word);
        union |= word.unsigned_abs();
    }
    (64 - union.leading_zeros()) as u8
}

/// A divisor with the inverse of its odd part modulo the size of the word, by which exact division is one multiplication
/// (Granlund and Montgomery: Division by invariant integers using multiplication, PLDI 1994, section 9).
macro_rules! divisor {
    ($name:ident, $word:ty, $signed:ty, $steps:literal) => {
        #[derive(Clone, Copy)]
        pub(crate) struct $name {
            pub value: $word,
            shift: u32,
            inverse: $word,
            /// The largest quotient by the odd part.
            largest: $word,
        }

        impl $name {
            /// The value must not be 0.
            pub fn new(value: $word) -> Self {
                let shift = value.trailing_zeros();
                let odd = value >> shift;
                // Right in the lowest 5 bits; each step of Newton's iteration doubles their number.
                let mut inverse = odd.wrapping_mul(3) ^ 2;
                for _ in 0..$steps {
                    let error: $word = odd.wrapping_mul(inverse);
                    inverse = inverse.wrapping_mul((2 as $word).wrapping_sub(error));
                }
                $name { value, shift, inverse, largest: <$word>::MAX / odd }
            }

            #[inline]
            pub fn divides(self, size: $word) -> bool {
                let rest = size >> self.shift;
                rest << self.shift == size && rest.wrapping_mul(self.inverse) <= self.largest
            }

            /// word / value, which must be exact.
            #[inline]
            pub fn quotient(self, word: $signed) -> $signed {
                (word >> self.shift).wrapping_mul(self.inverse as $signed)
            }
        }
    };
}

divisor!(Divisor, u64, i64, 4);
divisor!(WideDivisor, u128, i128, 5);

pub(crate) fn wide_gcd(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        if let (Ok(small_a), Ok(small_b)) = (u64::try_from(a), u64::try_from(b)) {
            return gcd(small_a, small_b) as u128;
        }
        (a, b) = (b, a % b);
    }
    a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exact_division_by_multiplication() {
        let sizes = [1, 2, 3, 5, 6, 7, 12, 255, 1 << 20, (1 << 31) - 1, 3 << 40, i64::MAX as u64, (i64::MAX as u64) - 1];
        for value in sizes {
            let divisor = Divisor::new(value);
            for size in sizes.into_iter().flat_map(|s| [s, s - 1, s.saturating_mul(value) & i64::MAX as u64, s / 3 * 3]) {
                assert_eq!(divisor.divides(size), size % value == 0, "{size} by {value}");
                if size % value == 0 {
                    assert_eq!(divisor.quotient(size as i64), (size / value) as i64);
                    assert_eq!(divisor.quotient(-(size as i64)), -((size / value) as i64));
                }
            }
        }
    }
}
