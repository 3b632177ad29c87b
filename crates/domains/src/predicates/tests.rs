use super::*;
use crate::{Disjunctive, Intervals, Polyhedra};
use base::Cfa;
use base::text::{parse_cfa, parse_formula, print_formula};

#[test]
fn laws_of_the_cartesian_image() {
    base::laws::check(|cfa| Predicates::new(Disjunctive::new(Intervals::new(cfa)).at_most(3), of_program(cfa), Image::Cartesian));
}

#[test]
fn laws_of_the_boolean_image() {
    base::laws::check(|cfa| Predicates::new(Disjunctive::new(Intervals::new(cfa)).at_most(6), of_program(cfa), Image::Boolean));
}

fn program() -> Cfa {
    parse_cfa("cfa\nvar x: int\nvar y: int\nentry A\nedge A -> B: assume x > 0\nedge A -> C: assume y == 0\nedge B -> C: assume x <= 0\n")
        .unwrap()
}

fn alpha(image: Image, parts: &[&str], tracked: &[&str]) -> String {
    let cfa = program();
    let domain = Predicates::new(Disjunctive::new(Polyhedra::new(&cfa)), of_program(&cfa), image);
    let formula = |text: &str| parse_formula(text, &cfa).unwrap();
    let mut state = domain.bottom();
    for part in parts {
        let one = domain.apply(Op::Assume(&domain.top(), &formula(part)), &Guide::default()).state;
        state = domain.apply(Op::Join(&state, &one), &Guide::default()).state;
    }
    let hints: Vec<Hint> = tracked.iter().map(|t| Hint::Track(formula(t))).collect();
    let wide = domain.apply(Op::Widen(&state, &state), &domain.guide(&hints)).state;
    print_formula(&domain.gamma(&wide), &cfa)
}

#[test]
fn a_condition_and_its_negation_are_one_predicate() {
    assert_eq!(of_program(&program()).len(), 3);
}

#[test]
fn the_cartesian_image_keeps_what_holds_in_all_states() {
    assert_eq!(alpha(Image::Cartesian, &["x == 3 && y == 0", "x == 5 && y == 2"], &[]), "x >= 1 && y >= 0");
    assert_eq!(alpha(Image::Cartesian, &["x == 3", "x == 5"], &["x <= 5"]), "x >= 1 && x <= 5");
}

#[test]
fn the_boolean_image_keeps_what_belongs_together() {
    let found = alpha(Image::Boolean, &["x == 3 && y == 0", "x == -5 && y == 2"], &[]);
    assert_eq!(found, "x <= 0 && y >= 1 || x >= 1 && y == 0");
}

#[test]
fn a_predicate_may_be_a_disjunction() {
    let tracked = &["x >= 10 || y >= 10"];
    let found = alpha(Image::Cartesian, &["x == 12 && y == 3", "x == 1 && y == 13"], tracked);
    assert!(found.contains("||") && found.contains("x >= 10") && found.contains("y >= 10"), "{found}");
}
