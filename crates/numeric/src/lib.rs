//! Pure mathematics for abstract interpretation: exact, without floating point, without knowledge of programs.
//!
//! | for | use |
//! |---|---|
//! | one variable | [`Interval`], [`Congruence`], and their reduced product [`Value`] |
//! | sums and differences of two variables | [`Octagon`], over the integers or the rationals |
//! | linear relations, with strict inequalities | [`Polyhedron`], [`widening`], [`interpolate`] |
//! | unions | [`Powerset`] over octagons or polyhedra |
//! | one question about constraints | [`lp`] (with certificates), [`integer`] (a point, or a proof that there is none) |
//!
//! All of them speak in [`Linear`] forms, [`Constraint`]s and [`Generator`]s over dimensions that are numbers. The
//! relational elements are cheap to clone: they share what they have in common. What is slow is done when it is asked
//! for, and once. The algorithms and their sources: [`algorithms`].
//!
//! # Example
//!
//! What holds at the head of `x = 0; y = 0; while (x < 100) { x += 2; y += 1; }`?
//!
//! ```
//! use numeric::{Constraint, Int, Linear, Polyhedron, Supremum, widening};
//!
//! let (x, y) = (0, 1);
//! let start = Polyhedron::from_constraints(
//!     2,
//!     &[Constraint::zero(Linear::variable(x)), Constraint::zero(Linear::variable(y))],
//! );
//! let guard = Constraint::non_negative(Linear::new([(x, -1)], 99)); // 99 - x >= 0
//! let body = |state: &Polyhedron| {
//!     let mut after = state.clone();
//!     after.meet_constraint(&guard);
//!     after.assign(x, &Linear::new([(x, 1)], 2), &Int::ONE); // x := (x + 2) / 1
//!     after.assign(y, &Linear::new([(y, 1)], 1), &Int::ONE);
//!     after
//! };
//!
//! // Up to the fixpoint with widening, then one step down.
//! let mut head = start.clone();
//! loop {
//!     let next = start.join(&body(&head));
//!     if head.includes(&next) {
//!         break;
//!     }
//!     head = widening::standard(&head, &head.join(&next));
//! }
//! head = start.join(&body(&head));
//!
//! assert_eq!(head.to_string(), "x0 - 2*x1 = 0, x0 <= 101, x0 >= 0");
//! let half = head.tightened(3); // integers only: x is even, so x <= 100
//! assert_eq!(half.maximise(&Linear::variable(y)), Supremum::Finite { value: 50.into(), attained: true });
//!
//! // What separates it from the error "y > 60"?
//! let error = Polyhedron::from_constraints(2, &[Constraint::positive(Linear::new([(y, 1)], -60))]);
//! let separating = numeric::interpolate::interpolate(&head, &error).expect("disjoint");
//! assert_eq!(separating[0].to_string(), "x1 <= 60");
//! ```

mod bits;
mod congruence;
mod convert;
mod divide;
pub mod integer;
pub mod interpolate;
pub mod interrupt;
mod interval;
mod linear;
pub mod lp;
mod octagon;
mod polyhedron;
mod powerset;
mod row;
mod scalar;
mod value;
pub mod widening;

#[doc = include_str!("algorithms.md")]
pub mod algorithms {}

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
