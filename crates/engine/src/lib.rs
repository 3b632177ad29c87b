//! Engines: they look for evidence and hand it in at the [`desk`], which has it checked.

pub mod desk;
pub mod search;

pub use desk::{Decided, Desk, Engine, Judge, Progress, Watch};
