//! The numbers in an octagon's matrix: machine words with an infinity, and big integers for what does not fit.
//!
//! A word type reserves its upper range. A finite entry is smaller in size than `LIMIT`, an entry from `THRESHOLD` on is
//! infinite, and `INFINITY` is far enough above both that adding any finite entry to it stays infinite without overflow.
//! The loops of the closure can so add and compare without looking: whoever starts them first makes sure, by the size of
//! the largest finite entry, that no sum of finite entries can reach `LIMIT` (see `closure::fits`).

use crate::Int;

/// An upper bound: a number or +∞.
pub(super) trait Weight: Clone + PartialOrd {
    const ZERO: Self;
    const INFINITY: Self;

    fn is_infinite(&self) -> bool;
    /// Infinite as soon as one of the two is, provided that finite sums keep below the limit.
    fn plus(&self, other: &Self) -> Self;
    /// Half of an even number.
    fn half(&self) -> Self;
    /// The largest even number that is not larger.
    fn floor_even(&self) -> Self;
    fn is_even(&self) -> bool;
    fn doubled(&self) -> Self;
    /// The number, `None` for +∞.
    fn number(&self) -> Option<Int>;
    /// `None` if the type does not hold it.
    fn from_number(number: Option<&Int>) -> Option<Self>;

    fn lower_to(&mut self, other: Self) {
        if other < *self {
            *self = other;
        }
    }

    fn is_negative(&self) -> bool {
        *self < Self::ZERO
    }
}

/// A machine word with a reserved upper range.
pub(super) trait Word: Weight + Copy {
    /// Finite entries are smaller in size than 2 to this power.
    const LIMIT_BITS: u32;
    fn from_i128(value: i128) -> Self;
    fn to_i128(self) -> i128;
}

macro_rules! word {
    ($word:ty) => {
        impl Weight for $word {
            const ZERO: Self = 0;
            const INFINITY: Self = 1 << (<$word>::BITS - 2);

            #[inline(always)]
            fn is_infinite(&self) -> bool {
                *self >= 1 << (<$word>::BITS - 3)
            }

            #[inline(always)]
            fn plus(&self, other: &Self) -> Self {
                // No overflow by the reserved range; wrapping keeps the loop free of checks in every profile.
                self.wrapping_add(*other)
            }

            #[inline(always)]
            fn lower_to(&mut self, other: Self) {
                if Self::BITS == 64 {
                    // The minimum by the sign of the difference, which cannot overflow: plain vector instructions do this
                    // for two 64-bit words at once, though they cannot compare them.
                    let difference = other.wrapping_sub(*self);
                    *self = self.wrapping_add(difference & (difference >> (Self::BITS - 1)));
                } else {
                    *self = (*self).min(other);
                }
            }

            #[inline(always)]
            fn half(&self) -> Self {
                *self >> 1
            }

            fn floor_even(&self) -> Self {
                *self & !1
            }

            fn is_even(&self) -> bool {
                *self & 1 == 0
            }

            fn doubled(&self) -> Self {
                if self.is_infinite() { Self::INFINITY } else { self.wrapping_mul(2) }
            }

            fn number(&self) -> Option<Int> {
                (!self.is_infinite()).then(|| Int::from(*self))
            }

            fn from_number(number: Option<&Int>) -> Option<Self> {
                let Some(number) = number else { return Some(Self::INFINITY) };
                let word = <$word>::try_from(number).ok()?;
                (word.unsigned_abs() >> Self::LIMIT_BITS == 0).then_some(word)
            }
        }

        impl Word for $word {
            const LIMIT_BITS: u32 = <$word>::BITS - 4;

            #[inline(always)]
            fn from_i128(value: i128) -> Self {
                if value.is_infinite() { Self::INFINITY } else { value as $word }
            }

            #[inline(always)]
            fn to_i128(self) -> i128 {
                if self.is_infinite() { <i128 as Weight>::INFINITY } else { self as i128 }
            }
        }
    };
}

word!(i32);
word!(i64);
word!(i128);

/// A big integer or +∞.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Big(pub Option<Int>);

impl PartialOrd for Big {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        use std::cmp::Ordering::{Equal, Greater, Less};
        Some(match (&self.0, &other.0) {
            (None, None) => Equal,
            (None, _) => Greater,
            (_, None) => Less,
            (Some(a), Some(b)) => a.cmp(b),
        })
    }
}

impl Weight for Big {
    const ZERO: Self = Big(Some(Int::ZERO));
    const INFINITY: Self = Big(None);

    fn is_infinite(&self) -> bool {
        self.0.is_none()
    }

    fn plus(&self, other: &Self) -> Self {
        Big(self.0.as_ref().zip(other.0.as_ref()).map(|(a, b)| a + b))
    }

    fn half(&self) -> Self {
        Big(self.0.as_ref().map(|a| a / Int::from(2)))
    }

    fn floor_even(&self) -> Self {
        Big(self.0.as_ref().map(|a| a - crate::floor_mod(a, &Int::from(2))))
    }

    fn is_even(&self) -> bool {
        self.0.as_ref().is_none_or(|a| crate::floor_mod(a, &Int::from(2)) == Int::ZERO)
    }

    fn doubled(&self) -> Self {
        Big(self.0.as_ref().map(|a| a * Int::from(2)))
    }

    fn number(&self) -> Option<Int> {
        self.0.clone()
    }

    fn from_number(number: Option<&Int>) -> Option<Self> {
        Some(Big(number.cloned()))
    }
}
