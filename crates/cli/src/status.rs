//! Exit statuses: a part of the contract with whoever calls us.

pub const SAFE: i32 = 0;
pub const UNSAFE: i32 = 1;
/// Bad usage, or input that is not a program.
pub const BAD_INPUT: i32 = 2;
pub const UNKNOWN: i32 = 3;
/// A bug of ours, with a text to report.
pub const INTERNAL: i32 = 4;
