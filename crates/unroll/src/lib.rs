//! A program to a bounded depth, as one circuit.
//!
//! [`course::Course`] unrolls an automaton and merges what meets; integers are words as wide as their ranges need ([`word`]), maps are cells
//! ([`memory`]), and all of it is gates ([`gates`]). Whether an end of the unrolled program can be reached is then a question about a circuit.
//! What has no circuit is anything, so a "no" is always right, and a "yes" has to be run.

mod clauses;
pub mod course;
mod deciding;
pub mod eval;
mod form;
pub mod gates;
mod kissat;
pub mod memory;
pub mod solve;
mod symbol;
pub mod whole;
pub mod word;

pub use course::{Arrival, Course, End, Place, Read};
pub use eval::{State, elements_of};
pub use gates::{Gate, Gates, Lit};
pub use symbol::Known;
pub use whole::Whole;
pub use word::Word;
