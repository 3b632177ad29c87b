//! Variables and clauses that say nothing are left out.
//!
//! A variable of a clause that is no argument and occurs in a single literal can always be given a value that makes the
//! literal true; constraints are monotone in their literals, so the literal *is* true. A clause is left out if it leads from
//! a tuple to the same tuple, or if another one with a weaker constraint says the same.

use crate::facts::is_literal;
use crate::subst::{Subst, vars_of};
use crate::system::{Atom, Clause, System};
use crate::term::{Node, Term, Terms, Var, children};
use base::Int;
use base::{SortedMap, SortedSet};
use std::collections::HashSet;

/// More clauses than this between two relations are not compared with each other.
const MOST: usize = 600;

pub fn prune(mut system: System) -> System {
    let terms = &mut system.terms;
    let mut groups: SortedMap<(Vec<Key>, Option<Key>), Vec<Clause>> = SortedMap::new();
    for clause in std::mem::take(&mut system.clauses) {
        let clause = Clause { constraint: without_lone(terms, &clause), ..clause };
        if clause.body.iter().any(|a| clause.head.as_ref() == Some(a)) {
            continue;
        }
        groups.entry((clause.body.iter().map(key).collect(), clause.head.as_ref().map(key))).or_default().push(clause);
    }
    for group in groups.into_values() {
        system.clauses.extend(weakest(terms, group));
    }
    system
}

type Key = (u32, Vec<Term>);

fn key(atom: &Atom) -> Key {
    (atom.rel.0, atom.args.clone())
}

/// Of clauses that differ in their constraints alone, those that no other one implies.
fn weakest(terms: &Terms, mut group: Vec<Clause>) -> Vec<Clause> {
    group.sort_by_key(|c| terms.conjuncts(c.constraint).len());
    let mut kept: Vec<(SortedSet<Term>, Clause)> = Vec::new();
    for clause in group {
        let conjuncts: SortedSet<Term> = terms.conjuncts(clause.constraint).into_iter().collect();
        if kept.len() > MOST || !kept.iter().any(|(weaker, _)| weaker.is_subset(&conjuncts)) {
            kept.push((conjuncts, clause));
        }
    }
    kept.into_iter().map(|(_, clause)| clause).collect()
}

/// The constraint without literals that a variable of their own makes true.
fn without_lone(terms: &mut Terms, clause: &Clause) -> Term {
    let mut fixed: SortedSet<Var> = SortedSet::new();
    for atom in clause.body.iter().chain(&clause.head) {
        atom.args.iter().for_each(|t| fixed.extend(vars_of(terms, *t)));
    }
    let mut constraint = clause.constraint;
    loop {
        let mut places: SortedMap<Var, Vec<Term>> = SortedMap::new();
        for literal in literals(terms, constraint) {
            for v in vars_of(terms, literal) {
                places.entry(v).or_default().push(literal);
            }
        }
        let mut map = Subst::default();
        for (v, literals) in places {
            if let [literal] = literals.as_slice()
                && !fixed.contains(&v)
                && satisfiable_by(terms, *literal, v)
            {
                map.set(*literal, Terms::TRUE);
            }
        }
        if map.is_empty() {
            return constraint;
        }
        constraint = map.apply(terms, constraint);
    }
}

/// The literals below conjunctions and disjunctions.
fn literals(terms: &Terms, t: Term) -> Vec<Term> {
    let (mut seen, mut open, mut found) = (HashSet::new(), vec![t], Vec::new());
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        if is_literal(terms, t) {
            found.push(t);
        } else {
            open.extend(children(terms.node(t)));
        }
    }
    found
}

/// Whether some value of the variable makes the literal true, whatever the others are.
fn satisfiable_by(terms: &Terms, literal: Term, v: Var) -> bool {
    let (atom, positive) = match terms.node(literal) {
        Node::Not(inner) => (*inner, false),
        _ => (literal, true),
    };
    let is_v = |t: Term| matches!(terms.node(t), Node::Var(w) if *w == v);
    match terms.node(atom) {
        Node::Var(w) => *w == v,
        Node::Iff(a, b) => (is_v(*a) && !vars_of(terms, *b).contains(&v)) || (is_v(*b) && !vars_of(terms, *a).contains(&v)),
        Node::Zero(form) | Node::NonNegative(form) => {
            let form = terms.linear(*form);
            let elsewhere = form.terms.iter().any(|(t, _)| !is_v(*t) && vars_of(terms, *t).contains(&v));
            let unit = |c: &Int| *c == Int::ONE || *c == -Int::ONE;
            let exact = positive && matches!(terms.node(atom), Node::Zero(_));
            !elsewhere && form.terms.iter().any(|(t, c)| is_v(*t) && (!exact || unit(c)))
        }
        _ => false,
    }
}
