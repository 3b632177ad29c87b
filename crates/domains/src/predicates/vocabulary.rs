//! The predicates that states are described by.
//!
//! A predicate and its negation are one entry. The program's own vocabulary is made of the comparisons in its conditions.
//! Invariant: no entry is constant, and no two of them are the same or each other's negation.

use base::{Cfa, CmpOp, Formula, Stmt};
use std::collections::BTreeSet;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Vocabulary {
    predicates: Vec<Formula>,
}

/// A program with more conditions than this starts with the first ones.
const MOST: usize = 40;

impl Vocabulary {
    /// The comparisons in the program's conditions; of an equation its two sides.
    pub fn of_program(cfa: &Cfa) -> Self {
        let mut atoms = Vec::new();
        for e in &cfa.edges {
            if let Stmt::Assume(f) = &e.stmt {
                collect(f, &mut atoms);
            }
        }
        let all: Vocabulary = atoms.iter().collect();
        Vocabulary { predicates: all.predicates.into_iter().take(MOST).collect() }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Formula> {
        self.predicates.iter()
    }
}

impl<'a> FromIterator<&'a Formula> for Vocabulary {
    fn from_iter<I: IntoIterator<Item = &'a Formula>>(formulas: I) -> Self {
        let mut known: BTreeSet<Formula> = BTreeSet::new();
        let mut predicates = Vec::new();
        for f in formulas {
            let negation = f.negate();
            if matches!(f, Formula::True | Formula::False) || known.contains(&negation) || !known.insert(f.clone()) {
                continue;
            }
            predicates.push(f.clone());
        }
        Vocabulary { predicates }
    }
}

fn collect(f: &Formula, atoms: &mut Vec<Formula>) {
    match f {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| collect(p, atoms)),
        Formula::Not(inner) => collect(inner, atoms),
        Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) => {
            atoms.extend([CmpOp::Le, CmpOp::Ge].map(|op| Formula::Cmp(op, a.clone(), b.clone())));
        }
        Formula::Cmp(..) => atoms.push(f.clone()),
        _ => {}
    }
}
