//! Upward- and downward-closed sets of vectors of natural numbers.
//!
//! An upward-closed set is the finite antichain of its minimal elements (Dickson's lemma); a downward-closed one is that of its maximal
//! elements, which may have [`OMEGA`] where there is no bound (Finkel and Goubault-Larrecq, Forward analysis for WSTS, part I, STACS 2009).
//! Each is the complement of one of the other kind.

mod down;
mod up;

pub use down::DownSet;
pub use up::UpSet;

/// No bound: larger than every number.
pub const OMEGA: u64 = u64::MAX;

/// Whether each component is at most the other's.
pub fn below(a: &[u64], b: &[u64]) -> bool {
    a.iter().zip(b).all(|(x, y)| x <= y)
}

/// `a + b`, where ω stays ω.
pub fn plus(a: u64, b: u64) -> u64 {
    a.saturating_add(b)
}
