//! The engines, each on its own over real domains, with every answer confirmed by the real judge. They are one program, because each file of tests
//! would otherwise compile the same engines over the same domains again. Those that need a solver are in the files beside.

#[path = "../common/chosen.rs"]
mod chosen;
#[path = "../common/concrete.rs"]
mod concrete;
#[path = "../common/court.rs"]
mod court;
#[path = "../common/programs.rs"]
mod programs;

mod accelerate;
mod contracts;
mod dagger;
mod directed;
mod fgar;
mod gr06;
mod lessons;
mod machine_integers;
mod search;
