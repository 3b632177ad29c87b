//! Exact integers that are machine words as long as they fit.

use crate::Int;
use crate::divide::gcd;
use crate::linear::gcd as big_gcd;
use std::cmp::Ordering;

/// An exact integer, in a word where it fits. The derived equality is right because the choice is unique.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Scalar {
    Small(i64),
    Big(Int),
}

impl Scalar {
    pub const ZERO: Scalar = Scalar::Small(0);
    pub const ONE: Scalar = Scalar::Small(1);

    pub fn sign(&self) -> i32 {
        match self {
            Scalar::Small(v) => v.signum() as i32,
            Scalar::Big(v) => {
                if *v < Int::ZERO {
                    -1
                } else {
                    1
                }
            }
        }
    }

    pub fn is_zero(&self) -> bool {
        matches!(self, Scalar::Small(0))
    }

    pub fn to_int(&self) -> Int {
        match self {
            Scalar::Small(v) => Int::from(*v),
            Scalar::Big(v) => v.clone(),
        }
    }

    pub fn neg(&self) -> Scalar {
        match self {
            Scalar::Small(v) => Scalar::Small(-v),
            Scalar::Big(v) => Scalar::Big(-v),
        }
    }

    pub fn abs(&self) -> Scalar {
        if self.sign() < 0 { self.neg() } else { self.clone() }
    }

    pub fn times(&self, other: &Scalar) -> Scalar {
        match (self, other) {
            (Scalar::Small(a), Scalar::Small(b)) => Scalar::from(*a as i128 * *b as i128),
            _ => Scalar::from(self.to_int() * other.to_int()),
        }
    }

    pub fn minus(&self, other: &Scalar) -> Scalar {
        match (self, other) {
            (Scalar::Small(a), Scalar::Small(b)) => Scalar::from(*a as i128 - *b as i128),
            _ => Scalar::from(self.to_int() - other.to_int()),
        }
    }

    /// How a·b compares with c·d.
    pub fn compare_products(a: &Scalar, b: &Scalar, c: &Scalar, d: &Scalar) -> Ordering {
        match (a, b, c, d) {
            (Scalar::Small(a), Scalar::Small(b), Scalar::Small(c), Scalar::Small(d)) => {
                (*a as i128 * *b as i128).cmp(&(*c as i128 * *d as i128))
            }
            _ => (a.to_int() * b.to_int()).cmp(&(c.to_int() * d.to_int())),
        }
    }

    /// Both divided by their greatest common divisor.
    pub fn reduced(&self, other: &Scalar) -> (Scalar, Scalar) {
        match (self, other) {
            (Scalar::Small(a), Scalar::Small(b)) => {
                let g = gcd(a.unsigned_abs(), b.unsigned_abs()).max(1) as i64;
                (Scalar::Small(a / g), Scalar::Small(b / g))
            }
            _ => {
                let (a, b) = (self.to_int(), other.to_int());
                let g = big_gcd(&a, &b);
                (Scalar::from(a / &g), Scalar::from(b / &g))
            }
        }
    }
}

impl From<Int> for Scalar {
    fn from(value: Int) -> Self {
        match i64::try_from(&value) {
            Ok(v) if v != i64::MIN => Scalar::Small(v),
            _ => Scalar::Big(value),
        }
    }
}

impl From<i128> for Scalar {
    fn from(value: i128) -> Self {
        match i64::try_from(value) {
            Ok(v) if v != i64::MIN => Scalar::Small(v),
            _ => Scalar::Big(Int::from(value)),
        }
    }
}
