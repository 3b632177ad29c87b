//! The numeric domains, chosen at run time, so that the engines are compiled once for all of them.

use base::Cfa;
use domains::{Chosen, Intervals, Octagons, Polyhedra};

pub fn intervals(cfa: &Cfa) -> Chosen {
    Intervals::new(cfa).into()
}

pub fn octagons(cfa: &Cfa) -> Chosen {
    Octagons::new(cfa).into()
}

pub fn polyhedra(cfa: &Cfa) -> Chosen {
    Polyhedra::new(cfa).into()
}
