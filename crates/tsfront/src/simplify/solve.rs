//! Equations of a clause solved for its own variables.
//!
//! A variable that is no argument of the body and that a conjunct determines (`x = t`, `x ⇔ φ`, `x`, `¬x`) is replaced by
//! its value, also in the head: `next = f(old)` becomes the term `f(old)` at the head's argument. Literals of the
//! constraint are taken for true in the rest of it. The clause keeps its meaning, for every interpretation of the relations.

use super::mux::combine;
use crate::facts::{Facts, is_literal};
use crate::sexpr::DEEPEST;
use crate::subst::{Subst, vars_of};
use crate::system::Clause;
use crate::term::{Node, Sort, Term, Terms, Var, children};
use base::Int;
use base::SortedSet;

/// The clause with its equations solved; none if it holds trivially because its constraint is false.
pub fn solve(terms: &mut Terms, clause: &Clause) -> Option<Clause> {
    let mut kept = SortedSet::new();
    for atom in &clause.body {
        for arg in &atom.args {
            kept.extend(vars_of(terms, *arg));
        }
    }
    solve_for(terms, clause, &|v| !kept.contains(&v))
}

/// As [`solve`], for the variables that `free` admits; the equations of others stay in the constraint.
pub fn solve_for(terms: &mut Terms, clause: &Clause, free: &dyn Fn(Var) -> bool) -> Option<Clause> {
    let mut clause = clause.clone();
    loop {
        clause.constraint = combine(terms, clause.constraint, free);
        let mut map = definitions(terms, clause.constraint, free);
        if map.is_empty() {
            let (known, changed) = under_facts(terms, &clause)?;
            clause = known;
            if !changed {
                return Some(clause);
            }
            continue;
        }
        let next = clause.subst(terms, &mut map);
        if next.constraint == Terms::FALSE {
            return None;
        }
        let deep = |t: &Term| terms.depth(*t) as usize > DEEPEST;
        if deep(&next.constraint) || next.head.iter().any(|h| h.args.iter().any(deep)) {
            return Some(clause);
        }
        clause = next;
    }
}

/// Equations that can be solved at once: no value mentions a variable that is replaced. Each variable gets its value by
/// substitution in the whole constraint, which makes its own equation true.
fn definitions(terms: &mut Terms, constraint: Term, free: &dyn Fn(Var) -> bool) -> Subst {
    let mut map = Subst::default();
    let (mut replaced, mut used) = (SortedSet::new(), SortedSet::new());
    for conjunct in terms.conjuncts(constraint) {
        for (v, value) in definition(terms, conjunct, free) {
            let mentioned = vars_of(terms, value);
            if mentioned.contains(&v) || used.contains(&v) || replaced.contains(&v) || !mentioned.is_disjoint(&replaced) {
                continue;
            }
            used.extend(mentioned);
            replaced.insert(v);
            let v = terms.var(v);
            map.set(v, value);
            break;
        }
    }
    map
}

/// The variables that a literal determines, with their values.
pub fn definition(terms: &mut Terms, literal: Term, free: &dyn Fn(Var) -> bool) -> Vec<(Var, Term)> {
    let mut found = Vec::new();
    let (atom, positive) = match *terms.node(literal) {
        Node::Not(inner) => (inner, false),
        _ => (literal, true),
    };
    match terms.node(atom).clone() {
        Node::Var(v) if free(v) => found.push((v, terms.bool(positive))),
        Node::Iff(a, b) => {
            for (left, right) in [(a, b), (b, a)] {
                if let Node::Var(v) = *terms.node(left)
                    && free(v)
                {
                    found.push((v, if positive { right } else { terms.not(right) }));
                }
            }
        }
        Node::Same(a, b) if positive => {
            for (left, right) in [(a, b), (b, a)] {
                if let Node::Var(v) = *terms.node(left)
                    && free(v)
                {
                    found.push((v, right));
                }
            }
        }
        Node::Zero(form) if positive => {
            let linear = terms.linear(form);
            for (t, c) in &linear.terms {
                let unit = *c == Int::ONE || *c == -Int::ONE;
                if let Node::Var(v) = *terms.node(*t)
                    && unit
                    && free(v)
                {
                    // c·v + rest = 0 with c = ±1: v = −c·rest = v − c·form.
                    let value = terms.sum(&[(*t, Int::ONE), (form, -c)]);
                    found.push((v, value));
                }
            }
        }
        _ => {}
    }
    found
}

/// The clause with the literals of its constraint taken for true everywhere else, and whether that changed anything.
fn under_facts(terms: &mut Terms, clause: &Clause) -> Option<(Clause, bool)> {
    let conjuncts = terms.conjuncts(clause.constraint);
    let (mut literals, others): (Vec<Term>, Vec<Term>) = conjuncts.into_iter().partition(|t| is_literal(terms, *t));
    let mut facts = Facts::default();
    // A literal that follows from those before it is dropped.
    let mut needed = Vec::new();
    literals.sort_by_key(|t| !matches!(terms.node(*t), Node::Zero(_) | Node::Var(_)));
    for literal in literals {
        let (atom, value) = match *terms.node(literal) {
            Node::Not(inner) => (inner, false),
            _ => (literal, true),
        };
        if facts.decide(terms, atom) == Some(value) {
            continue;
        }
        if !facts.assume(terms, literal) {
            return None;
        }
        needed.push(literal);
    }
    let mut rewritten = facts.rewriting(terms, &others);
    // Inside a literal there may be conditions that are known.
    let mut parts = Vec::new();
    for literal in &needed {
        let atom = if let Node::Not(inner) = *terms.node(*literal) { inner } else { *literal };
        let inside = children(terms.node(atom));
        parts.push(facts.rewriting(terms, &inside).apply(terms, *literal));
    }
    parts.extend(others.iter().map(|t| rewritten.apply(terms, *t)));
    // A Boolean that is known is known in the head as well; so is an atom inside the head's terms.
    let head_args: Vec<Term> = clause.head.iter().flat_map(|h| h.args.iter().copied()).collect();
    let mut in_head = facts.rewriting(terms, &head_args);
    // A number that is known is known in the other conjuncts.
    let mut values = Subst::default();
    for literal in &needed {
        for (v, value) in definition(terms, *literal, &|_| true) {
            if terms.as_int(value).is_some() {
                let v = terms.var(v);
                values.set(v, value);
            }
        }
    }
    if !values.is_empty() {
        let defining: SortedSet<Term> = needed.iter().copied().filter(|l| pins(terms, *l)).collect();
        parts = parts.into_iter().map(|t| if defining.contains(&t) { t } else { values.apply(terms, t) }).collect();
    }
    let constraint = terms.and(parts);
    if constraint == Terms::FALSE {
        return None;
    }
    let head = clause.head.clone().map(|mut head| {
        head.args = head.args.iter().map(|t| if terms.sort(*t) == Sort::Array { *t } else { in_head.apply(terms, *t) }).collect();
        head
    });
    let changed = constraint != clause.constraint || head != clause.head;
    Some((Clause { constraint, head, ..clause.clone() }, changed))
}

/// An equation of one variable with a number.
fn pins(terms: &Terms, literal: Term) -> bool {
    let Node::Zero(form) = terms.node(literal) else { return false };
    let form = terms.linear(*form);
    matches!(form.terms.as_slice(), [(t, c)] if matches!(terms.node(*t), Node::Var(_)) && (*c == Int::ONE || *c == -Int::ONE))
}
