//! The fuzzer for the border between C and the automaton: random programs whose verdict is known by construction, confirmed by
//! compilers and then asked of the built tool. What is found here is before `check`, where nothing else looks.

pub mod campaign;
pub mod case;
pub mod compile;
pub mod family;
mod machine;
mod shrink;
mod tool;
