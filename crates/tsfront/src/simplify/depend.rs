//! Arguments that the others determine are left out: constants, copies, sums and definitions such as `b ⇔ x ≥ 0`.
//!
//! Candidates are facts over the arguments of a relation, found in its clauses; those that are not inductive together
//! are thrown out until the rest is (as Houdini does: Flanagan and Leino, FME 2001), by solving the equations of each clause and
//! looking whether the candidate becomes true. What is left holds in the least model, so that an argument may be replaced
//! by its value in bodies and dropped from heads, and no body need say such a fact again; the way back adds all of them.
//! (A model of the new clauses together with the facts is one of the old clauses, since the facts are inductive.)

use super::mux::combine;
use super::solve::{definition, solve_for};
use crate::facts::Facts;
use crate::lower::Lower;
use crate::model::{Back, Part};
use crate::subst::{Mentioned, Subst, vars_of};
use crate::system::{Atom, Clause, System};
use crate::term::{Node, Rel, Sort, Term, Terms, Var, children};
use base::{CmpOp, Expr, Formula, SortedMap, SortedSet, VarId};
use std::collections::HashSet;

/// Candidates per relation.
const MOST: usize = 1000;

/// A definition with more nodes than this does not replace a variable.
const LARGEST: usize = 40;

/// Makes the arguments of bodies distinct variables.
pub fn normal(mut system: System) -> System {
    let terms = &mut system.terms;
    for clause in &mut system.clauses {
        let mut seen = SortedSet::new();
        let mut equations = vec![clause.constraint];
        for atom in &mut clause.body {
            for arg in &mut atom.args {
                if let Node::Var(v) = *terms.node(*arg)
                    && seen.insert(v)
                {
                    continue;
                }
                let v = terms.fresh("arg", terms.sort(*arg));
                let v = terms.var(v);
                equations.push(terms.eq(v, *arg));
                *arg = v;
            }
        }
        let constraint = terms.and(equations);
        clause.constraint = combine(terms, constraint, &|v| !seen.contains(&v));
    }
    system
}

/// Leaves out determined arguments. Bodies must be normal.
pub fn eliminate(mut system: System) -> (System, Back) {
    let count = system.relations.len();
    let formals: Vec<Vec<Var>> = (0..count).map(|r| system.formals(Rel(r as u32))).collect();
    let facts = inductive(&mut system, &formals);
    let mut parts = Vec::new();
    let mut values: Vec<SortedMap<usize, Term>> = Vec::new();
    let mut redundant: Vec<Vec<Term>> = Vec::new();
    for (r, facts) in facts.iter().enumerate() {
        let defined = definitions(&mut system.terms, facts, &formals[r]);
        let vars: SortedMap<Var, VarId> = formals[r].iter().enumerate().map(|(i, v)| (*v, VarId(i as u32))).collect();
        let mut lower = Lower::new(&system.terms, &vars);
        let mut given = Vec::new();
        let mut kept_values = SortedMap::new();
        for (i, value) in defined {
            // What cannot be said to the outside stays an argument.
            if system.relations[r].args[i].sort != Sort::Array
                && let Some(e) = lower.value(value)
            {
                given.push(Formula::cmp(CmpOp::Eq, Expr::Var(VarId(i as u32)), e));
                kept_values.insert(i, value);
            }
        }
        // Facts need not be said again in bodies, once the way back says them.
        let mut said = Vec::new();
        for fact in facts {
            if let Some(f) = lower.formula(*fact) {
                given.push(f);
                said.push(*fact);
            }
        }
        redundant.push(said);
        let kept = (0..formals[r].len()).filter(|i| !kept_values.contains_key(i)).collect();
        parts.push(Part { of: Rel(r as u32), kept, given: Formula::and(given) });
        values.push(kept_values);
    }
    let back = Back { parts, fixed: Vec::new(), relations: count, derived: None };
    let clauses = std::mem::take(&mut system.clauses);
    for clause in clauses {
        system.clauses.push(without(&mut system.terms, clause, &formals, &values, &redundant));
    }
    for (relation, part) in system.relations.iter_mut().zip(&back.parts) {
        relation.args = part.kept.iter().map(|i| relation.args[*i].clone()).collect();
    }
    (system, back)
}

/// The clause without the determined arguments: those of the body have their values, those of the head follow.
fn without(
    terms: &mut Terms,
    mut clause: Clause,
    formals: &[Vec<Var>],
    values: &[SortedMap<usize, Term>],
    redundant: &[Vec<Term>],
) -> Clause {
    let mut replaced = Subst::default();
    let mut conjuncts = terms.conjuncts(clause.constraint);
    for atom in &clause.body {
        let mut named = naming(terms, &formals[atom.rel.index()], &atom.args);
        let said: HashSet<Term> = redundant[atom.rel.index()].iter().map(|f| named.apply(terms, *f)).collect();
        conjuncts.retain(|t| !said.contains(t));
    }
    clause.constraint = terms.and(conjuncts);
    for atom in &clause.body {
        let r = atom.rel.index();
        let mut named = naming(terms, &formals[r], &atom.args);
        for (i, value) in &values[r] {
            let value = named.apply(terms, *value);
            replaced.set(atom.args[*i], value);
        }
    }
    let drop = |atom: &Atom| {
        let kept = atom.args.iter().enumerate().filter(|(i, _)| !values[atom.rel.index()].contains_key(i));
        Atom { rel: atom.rel, args: kept.map(|(_, t)| *t).collect() }
    };
    let short = Clause { body: clause.body.iter().map(drop).collect(), head: clause.head.as_ref().map(drop), ..clause };
    short.subst(terms, &mut replaced)
}

/// Formals to actual arguments.
fn naming(terms: &mut Terms, formals: &[Var], args: &[Term]) -> Subst {
    let mut map = Subst::default();
    for (formal, arg) in formals.iter().zip(args) {
        let formal = terms.var(*formal);
        map.set(formal, *arg);
    }
    map
}

/// A triangular form: each value mentions only arguments that stay.
fn definitions(terms: &mut Terms, facts: &[Term], formals: &[Var]) -> SortedMap<usize, Term> {
    let place: SortedMap<Var, usize> = formals.iter().enumerate().map(|(i, v)| (*v, i)).collect();
    let mut found: SortedMap<usize, Term> = SortedMap::new();
    let mut open: Vec<Term> = facts.to_vec();
    open.reverse();
    while let Some(fact) = open.pop() {
        let mut choices = definition(terms, fact, &|v| place.contains_key(&v));
        choices.retain(|(v, value)| !vars_of(terms, *value).contains(v) && size(terms, *value) <= LARGEST);
        // Later arguments go first: what comes first in a file is usually what the rest is computed from.
        let Some((v, value)) = choices.into_iter().max_by_key(|(v, _)| place[v]) else { continue };
        let mut map = Subst::default();
        let t = terms.var(v);
        map.set(t, value);
        let changed: SortedMap<usize, Term> = found.iter().map(|(i, f)| (*i, map.apply(terms, *f))).collect();
        if changed.values().any(|f| size(terms, *f) > LARGEST * 4) {
            break;
        }
        open.iter_mut().for_each(|f| *f = map.apply(terms, *f));
        found = changed;
        found.insert(place[&v], value);
    }
    found
}

fn size(terms: &Terms, t: Term) -> usize {
    let (mut seen, mut open) = (HashSet::new(), vec![t]);
    while let Some(t) = open.pop() {
        if seen.insert(t) {
            open.extend(children(terms.node(t)));
        }
    }
    seen.len()
}

/// Facts over the formals of each relation that hold in the least model and are inductive together.
fn inductive(system: &mut System, formals: &[Vec<Var>]) -> Vec<Vec<Term>> {
    let mut facts: Vec<SortedSet<Term>> = vec![SortedSet::new(); system.relations.len()];
    let clauses = system.clauses.clone();
    for clause in &clauses {
        if let Some(head) = &clause.head {
            candidates(&mut system.terms, clause, head, &formals[head.rel.index()], &mut facts[head.rel.index()]);
        }
    }
    let terms = &mut system.terms;
    loop {
        let mut changed = false;
        for clause in &clauses {
            let Some(head) = &clause.head else { continue };
            if facts[head.rel.index()].is_empty() {
                continue;
            }
            let mut parts = vec![clause.constraint];
            for atom in &clause.body {
                let mut named = naming(terms, &formals[atom.rel.index()], &atom.args);
                for fact in &facts[atom.rel.index()] {
                    parts.push(named.apply(terms, *fact));
                }
            }
            let constraint = terms.and(parts);
            let Some(solved) = solve_for(terms, &Clause { constraint, ..clause.clone() }, &|_| true) else { continue };
            let Some(head) = &solved.head else { continue };
            let mut known = Facts::default();
            for literal in terms.conjuncts(solved.constraint) {
                known.assume(terms, literal);
            }
            let conjuncts: HashSet<Term> = terms.conjuncts(solved.constraint).into_iter().collect();
            let mut named = naming(terms, &formals[head.rel.index()], &head.args);
            let of_head = facts[head.rel.index()].clone();
            for fact in of_head {
                let instance = named.apply(terms, fact);
                let known = known.rewriting(terms, &[instance]).apply(terms, instance);
                let holds = |t: Term| terms.conjuncts(t).iter().all(|t| conjuncts.contains(t));
                if !holds(instance) && !holds(known) {
                    facts[head.rel.index()].remove(&fact);
                    changed = true;
                }
            }
        }
        if !changed {
            return facts.into_iter().map(|f| f.into_iter().collect()).collect();
        }
    }
}

fn candidates(terms: &mut Terms, clause: &Clause, head: &Atom, formals: &[Var], into: &mut SortedSet<Term>) {
    // Conjuncts of the constraint that speak of the head's arguments alone.
    let mut back = Subst::default();
    let mut named = SortedSet::new();
    for (arg, formal) in head.args.iter().zip(formals) {
        if let Node::Var(v) = *terms.node(*arg)
            && named.insert(v)
        {
            let formal = terms.var(*formal);
            back.set(*arg, formal);
        }
    }
    for literal in terms.conjuncts(clause.constraint) {
        let mut found = Mentioned::default();
        found.add(terms, literal);
        if into.len() < MOST && !found.vars.is_empty() && found.vars.is_subset(&named) {
            let fact = back.apply(terms, literal);
            into.insert(fact);
        }
    }
    // Equal and constant arguments.
    let Some(solved) = solve_for(terms, clause, &|_| true) else { return };
    let Some(head) = &solved.head else { return };
    let mut first: SortedMap<Term, Var> = SortedMap::new();
    for (arg, formal) in head.args.iter().zip(formals) {
        let t = terms.var(*formal);
        if terms.as_int(*arg).is_some() || terms.as_bool(*arg).is_some() {
            let fact = terms.eq(t, *arg);
            into.insert(fact);
        }
        let opposite = if terms.sort(*arg) == Sort::Bool { Some(terms.not(*arg)) } else { None };
        if let Some(other) = first.get(arg).copied() {
            let other = terms.var(other);
            let fact = terms.eq(t, other);
            into.insert(fact);
        } else if let Some(other) = opposite.and_then(|o| first.get(&o)).copied() {
            let other = terms.var(other);
            let not = terms.not(other);
            let fact = terms.eq(t, not);
            into.insert(fact);
        } else {
            first.insert(*arg, *formal);
        }
    }
}
