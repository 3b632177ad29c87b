//! Widenings and narrowings of polyhedra. A widening over-approximates the hull of its arguments and makes every
//! increasing chain stop; each file says why its chains stop.
//!
//! All of them take the previous element first, as it was returned by the widening before: tightening it or adding to
//! it between two steps may undo the termination argument.

mod bhrz03;
mod bounded;
mod narrowing;
mod standard;

pub use bhrz03::bhrz03;
pub use bounded::{bounded, interpolated};
pub use narrowing::narrow;
pub use standard::{simple, standard};
