//! Transition systems given as formulas, and their way to a control-flow automaton.
//!
//! Text ([`sexpr`]) becomes sorted shared terms ([`term`], [`read`]) and a system of Horn clauses ([`system`], [`horn`], [`vmt`]); the
//! system is simplified ([`simplify`]), each step with the way back for models ([`model`]), and linear clauses become a
//! [`base::Cfa`] ([`to_cfa`]).

pub mod diagnostic;
pub mod facts;
pub mod horn;
pub mod lower;
pub mod model;
pub mod read;
pub mod sexpr;
pub mod simplify;
pub mod subst;
pub mod system;
pub mod term;
pub mod to_cfa;
pub mod vmt;

pub use diagnostic::Diagnostic;
pub use model::Model;
pub use simplify::{Simplified, simplify};
pub use system::System;
pub use to_cfa::{Automaton, to_cfa};
