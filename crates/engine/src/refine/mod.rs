//! Learning: from a suspect to lessons.
//!
//! A refiner returns its lesson as data. The engine replays it and checks that it either refutes its counterexample or
//! strictly decreases the measure that the refiner declares, so progress is never assumed.

mod interpolants;
pub mod paths;

pub use interpolants::{Interpolants, exclude};

use crate::blame::Suspect;
use crate::explore::Exploration;
use crate::log::Log;
use crate::precision::Precision;
use base::{Cfa, Domain, Lesson, NodePath, Why};

/// All that a refiner may look at.
pub struct View<'a, D: Domain> {
    pub cfa: &'a Cfa,
    pub domain: &'a D,
    pub log: &'a Log<D>,
    pub found: &'a Exploration,
    pub precision: &'a Precision,
}

/// Lessons that are alternatives, best first; none if the refiner is stuck.
pub type Lessons = Vec<Lesson>;

pub trait Refiner<D: Domain> {
    fn refine(&mut self, view: &View<'_, D>, suspect: &Suspect<D::State>) -> Lessons;

    /// Where precision was lost for good, when no lesson makes progress.
    fn lost(&self, view: &View<'_, D>, suspect: &Suspect<D::State>) -> Why;

    /// What must become smaller if the counterexample is not refuted. The view is on the replay of the cone alone; the
    /// culprits are given by the paths of their nodes and their errors.
    fn measure(&self, cone: &View<'_, D>, culprits: &[(NodePath, D::State)]) -> Measure;
}

/// Compared in lexicographic order.
pub type Measure = (usize, usize);
