//! Abstract domains on programs. Each is a leaf: it knows `base` and `numeric`, and nothing of the engines that run it.

mod env;
pub mod intervals;
pub mod powerset;
pub mod predicates;
pub mod relational;

pub use intervals::Intervals;
pub use powerset::Disjunctive;
pub use predicates::{Image, Predicates};
pub use relational::{Octagons, Polyhedra, Widening};
