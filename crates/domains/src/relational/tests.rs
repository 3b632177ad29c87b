use super::{Octagons, Polyhedra, Relational, Widening};
use base::Cfa;
use numeric::Polyhedron;

#[test]
fn octagons_obey_the_laws() {
    base::laws::check(Octagons::new);
}

#[test]
fn polyhedra_obey_the_laws() {
    base::laws::check(Polyhedra::new);
}

#[test]
fn polyhedra_obey_the_laws_with_the_other_widening() {
    base::laws::check(|cfa: &Cfa| Relational::<Polyhedron>::with(cfa, Widening::Bhrz03));
}
