//! Pure mathematics for abstract interpretation: exact, without floating point, without knowledge of programs.
//!
//! So far: integer [`Interval`]s, [`Congruence`]s on single variables, and their reduced product [`Value`]. An element is
//! never empty; an operation that can give the empty set returns an `Option`.

mod bits;
mod congruence;
mod convert;
pub mod integer;
pub mod interpolate;
mod interval;
mod linear;
pub mod lp;
mod octagon;
mod polyhedron;
mod powerset;
#[allow(dead_code)]
mod row;
mod value;
pub mod widening;

pub use congruence::Congruence;
pub use interval::Interval;
pub use linear::{Constraint, Generator, Linear, Relation};
pub use octagon::{Exactness, Octagon};
pub use polyhedron::{Polyhedron, Supremum};
pub use powerset::{Complemented, Element, Powerset};
pub use value::{Bits, Value, Width};

/// The exact integers of this crate.
pub type Int = dashu_int::IBig;

/// The exact rationals of this crate.
pub type Rational = dashu_ratio::RBig;

/// Division rounding to −∞; the divisor must not be 0.
pub fn floor_div(value: &Int, divisor: &Int) -> Int {
    let quotient = value / divisor;
    let exact = &quotient * divisor == *value;
    let negative = (*value < Int::ZERO) != (*divisor < Int::ZERO);
    if !exact && negative { quotient - Int::ONE } else { quotient }
}

/// Division rounding to +∞; the divisor must not be 0.
pub fn ceil_div(value: &Int, divisor: &Int) -> Int {
    -floor_div(&-value, divisor)
}

/// The remainder of [`floor_div`].
pub fn floor_mod(value: &Int, divisor: &Int) -> Int {
    value - floor_div(value, divisor) * divisor
}
