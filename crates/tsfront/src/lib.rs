//! Transition systems given as formulas, and their way to a control-flow automaton.
//!
//! Text ([`sexpr`]) becomes sorted shared terms ([`term`], [`read`], [`sorts`], [`reals`]) and a system of Horn clauses ([`system`], [`horn`], [`vmt`]); the
//! system is simplified ([`simplify`]), each step with the way back for models ([`model`]), and linear clauses become a
//! [`base::Cfa`] ([`to_cfa`]), non-linear ones one with procedures ([`procedures`]).
//!
//! Answers go the same way back: a proof of the automaton becomes a model of the system as it was read ([`fill`], [`model`]), printed by
//! [`smtlib`]; a run that fails becomes a [`derivation`], which is decided by evaluation ([`evaluate`]).

pub mod derivation;
pub mod diagnostic;
pub mod evaluate;
pub mod facts;
pub mod fill;
pub mod horn;
pub mod lower;
pub mod model;
pub mod modes;
pub mod procedures;
pub mod project;
pub mod questions;
pub mod raise;
pub mod read;
pub mod reals;
pub mod sexpr;
pub mod simplify;
pub mod smtlib;
pub mod sorts;
pub mod subst;
pub mod system;
pub mod term;
pub mod to_cfa;
pub mod visit;
pub mod vmt;
pub mod witness;

pub use derivation::Derivation;
pub use diagnostic::Diagnostic;
pub use model::Model;
pub use simplify::{Simplified, simplify};
pub use system::System;
pub use to_cfa::{Automaton, to_cfa};
