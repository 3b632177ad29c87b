//! The polyhedra of the crate `numeric`.

use crate::subject::{Bounds, Subject, Supremum, Topology};
use numeric::{Constraint, Generator, Int, Linear, Polyhedron, widening};

/// Strict inequalities need no other type here.
#[derive(Clone)]
pub struct Ours(pub Polyhedron);

impl Subject for Ours {
    type Form = Linear;
    type System = Vec<Constraint>;

    fn form(form: &Linear) -> Linear {
        form.clone()
    }

    fn system(constraints: &[Constraint]) -> Vec<Constraint> {
        constraints.to_vec()
    }

    fn universe(_: Topology, dimensions: usize) -> Self {
        Ours(Polyhedron::universe(dimensions))
    }

    fn empty(_: Topology, dimensions: usize) -> Self {
        Ours(Polyhedron::empty(dimensions))
    }

    fn dimensions(&self) -> usize {
        self.0.dimensions()
    }

    fn meet_constraints(&mut self, system: &Vec<Constraint>) {
        self.0.meet_constraints(system);
    }

    fn meet(&mut self, other: &Self) {
        self.0 = self.0.meet(&other.0);
    }

    fn join(&mut self, other: &Self) {
        self.0 = self.0.join(&other.0);
    }

    fn includes(&self, other: &Self) -> bool {
        self.0.includes(&other.0)
    }

    fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn assign(&mut self, variable: usize, form: &Linear, denominator: &Int) {
        self.0.assign(variable, form, denominator);
    }

    fn substitute(&mut self, variable: usize, form: &Linear, denominator: &Int) {
        self.0.substitute(variable, form, denominator);
    }

    fn forget(&mut self, variables: &[usize]) {
        self.0.forget(variables);
    }

    fn widen(&mut self, old: &Self) {
        self.0 = widening::standard(&old.0, &self.0);
    }

    fn widen_bhrz03(&mut self, old: &Self) {
        self.0 = widening::bhrz03(&old.0, &self.0);
    }

    fn bounds(&self, form: &Linear) -> Bounds {
        let supremum = |bound: numeric::Supremum| match bound {
            numeric::Supremum::Empty => Supremum::Empty,
            numeric::Supremum::Unbounded => Supremum::Unbounded,
            numeric::Supremum::Finite { value, attained } => Supremum::Finite { value, attained: Some(attained) },
        };
        Bounds { low: supremum(self.0.minimise(form)), high: supremum(self.0.maximise(form)) }
    }

    fn add_dimensions(&mut self, count: usize) {
        self.0.add_dimensions(count);
    }

    fn remove_dimensions(&mut self, dimensions: &[usize]) {
        self.0.remove_dimensions(dimensions);
    }

    fn permute(&mut self, to: &[usize]) {
        self.0.rename(to);
    }

    fn constraints(&self) -> Vec<Constraint> {
        self.0.constraints()
    }

    fn generators(&self) -> Vec<Generator> {
        self.0.generators()
    }
}
