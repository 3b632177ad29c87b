//! Arrays that are not equal differ somewhere.
//!
//! Where a constraint says that two arrays are not the same, it says that they differ at an index, which is a variable of the clause like any
//! other: programs compare elements, not arrays. This holds where the literal stands below conjunctions and disjunctions only, so that the index is
//! an existential variable of the whole body.

use crate::system::System;
use crate::term::{Node, Sort, Term, Terms};

pub fn apart(mut system: System) -> System {
    let terms = &mut system.terms;
    for clause in &mut system.clauses {
        clause.constraint = differ(terms, clause.constraint);
    }
    system
}

fn differ(terms: &mut Terms, t: Term) -> Term {
    match terms.node(t).clone() {
        Node::And(parts) => {
            let parts: Vec<Term> = parts.into_iter().map(|p| differ(terms, p)).collect();
            terms.and(parts)
        }
        Node::Or(parts) => {
            let parts: Vec<Term> = parts.into_iter().map(|p| differ(terms, p)).collect();
            terms.or(parts)
        }
        Node::Not(inner) => {
            let Node::Same(a, b) = *terms.node(inner) else { return t };
            let index = terms.fresh("index", Sort::Int);
            let index = terms.var(index);
            let (a, b) = (terms.select(a, index), terms.select(b, index));
            let same = terms.eq(a, b);
            terms.not(same)
        }
        _ => t,
    }
}
