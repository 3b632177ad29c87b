//! Octagons against a slow closure on the full matrix of rationals, against enumeration, and against the definitions of
//! the operations on points.

mod closure;
mod operations;
#[path = "../random/mod.rs"]
mod random;
mod slow;
mod widening;
