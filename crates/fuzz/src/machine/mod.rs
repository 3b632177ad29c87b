//! A small machine of bytes: it runs what generators make, statement by statement, on every input, so that the state of a program is known while it grows.
//! It knows more than one verdict needs: which bytes were written, which are parts of pointers, which objects live.

pub mod act;
pub mod memory;
pub mod sketch;
pub mod term;
pub mod types;
