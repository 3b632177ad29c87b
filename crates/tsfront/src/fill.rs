//! Models that give only some relations a set, completed: a relation without one is what its clauses make of the others.
//!
//! Invariant: with sets that cut every cycle of clauses, the strongest postconditions of the rest make all clauses true that have one of these
//! relations in their head; and the clauses with one in their body hold iff those that come from resolving it away do.

use crate::lower::Lower;
use crate::model::Model;
use crate::project::project;
use crate::raise::Raise;
use crate::system::{Clause, System};
use crate::term::{Rel, Term, Terms, Var};
use base::{Formula, SortedMap, VarId};

/// The model with the sets that are there; none if those that are missing depend on themselves or cannot be written.
pub fn complete(system: &System, partial: Vec<Option<Formula>>) -> Option<Model> {
    let mut sets = partial;
    let mut terms = system.terms.clone();
    while let Some(missing) = sets.iter().position(Option::is_none) {
        let ready = |r: &usize| {
            let from = system.clauses.iter().filter(|c| c.head.as_ref().is_some_and(|h| h.rel.index() == *r)).flat_map(|c| &c.body);
            sets[*r].is_none() && from.into_iter().all(|a| sets[a.rel.index()].is_some())
        };
        let r = (missing..sets.len()).find(ready)?;
        let set = strongest(system, &mut terms, Rel(r as u32), &sets)?;
        sets[r] = Some(set);
    }
    Some(Model { sets: sets.into_iter().collect::<Option<Vec<_>>>()? })
}

/// What the clauses of a relation make of the sets of their bodies.
fn strongest(system: &System, terms: &mut Terms, r: Rel, sets: &[Option<Formula>]) -> Option<Formula> {
    let formals: Vec<Var> = system.relation(r).args.iter().map(|a| terms.fresh(&a.name, a.sort)).collect();
    let place: SortedMap<Var, VarId> = formals.iter().enumerate().map(|(i, v)| (*v, VarId(i as u32))).collect();
    let mut parts = Vec::new();
    for clause in &system.clauses {
        let Some(head) = clause.head.as_ref().filter(|h| h.rel == r) else { continue };
        let post = post(terms, clause, &head.args, &formals, sets)?;
        parts.push(Lower::new(terms, &place).formula(post)?);
    }
    Some(Formula::or(parts))
}

fn post(terms: &mut Terms, clause: &Clause, head: &[Term], formals: &[Var], sets: &[Option<Formula>]) -> Option<Term> {
    let mut conjuncts = vec![clause.constraint];
    for atom in &clause.body {
        let set = sets[atom.rel.index()].as_ref()?;
        conjuncts.push(Raise::new(terms, &atom.args).formula(set)?);
    }
    for (formal, value) in formals.iter().zip(head) {
        let formal = terms.var(*formal);
        conjuncts.push(terms.eq(formal, *value));
    }
    let all = terms.and(conjuncts);
    Some(project(terms, all, formals))
}
