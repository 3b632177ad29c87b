//! Engines: they look for evidence and hand it in at the [`desk`], which has it checked.
//!
//! One idea runs through the refining engines: record ([`log`], [`explore`]), blame ([`blame`]), learn ([`refine`]),
//! replay ([`explore`] again, under a new [`precision`]). They are written once for every `D: Domain` and know none.

pub mod accelerate;
pub mod ahead;
pub mod blame;
pub mod blocks;
pub mod candidate;
pub mod cases;
pub mod contracts;
pub mod dagger;
pub mod desk;
pub mod explore;
pub mod fgar;
pub mod focus;
mod forget;
pub mod gr06;
pub mod induct;
pub mod log;
pub mod mse;
pub mod portfolio;
pub mod precision;
pub mod refine;
mod roam;
pub mod search;
pub mod spacer;
pub mod story;
pub mod thresholds;
pub mod unfold;
pub mod unroll;
pub mod viewed;

pub use crate::unroll::Unroll;
pub use crate::viewed::{Shared, Viewed};
pub use contracts::Contractual;
pub use dagger::{Dagger, Ingredients};
pub use desk::{Decided, Desk, Engine, Judge, Progress, Watch};
pub use explore::Order;
pub use fgar::Fgar;
pub use focus::FocusEngine;
pub use gr06::Gr06;
pub use induct::Induct;
pub use mse::Mse;
pub use spacer::Spacer;
