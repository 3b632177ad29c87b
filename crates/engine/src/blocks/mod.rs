//! What engines share that step from cut point to cut point: the blocks of a program, what is known of them beforehand, and runs beside the proof.

pub mod case;
pub mod cuts;
pub mod places;
pub mod premises;
pub mod runs;
