//! Relations that are no loop resolved away: each clause that uses one is put together with each clause that defines it.
//!
//! Only where that gives no more clauses than there were before. The set of such a relation is what its clauses make of the sets
//! of the others ([`crate::fill`]): the least one that its definitions allow, so that its uses hold because the clauses that were put together do.

use crate::model::{Back, Part};
use crate::subst::Subst;
use crate::system::{Atom, Clause, System};
use crate::term::{Rel, Terms};
use base::Formula;
use std::sync::Arc;

/// Resolves away one relation after the other. All clauses must be linear, and bodies normal.
pub fn inline(system: System) -> (System, Back) {
    let before = system.clone();
    let mut now = system;
    let mut gone = vec![false; now.relations.len()];
    while let Some(r) = candidate(&now, &gone) {
        now.clauses = resolved(&mut now.terms, std::mem::take(&mut now.clauses), r);
        gone[r.index()] = true;
    }
    let numbers: Vec<u32> = gone.iter().scan(0, |next, gone| Some(std::mem::replace(next, *next + u32::from(!gone)))).collect();
    let mut parts = Vec::new();
    let mut relations = Vec::new();
    for (i, relation) in now.relations.iter().enumerate().filter(|(i, _)| !gone[*i]) {
        parts.push(Part { of: Rel(i as u32), kept: (0..relation.args.len()).collect(), given: Formula::True });
        relations.push(relation.clone());
    }
    now.relations = relations;
    for atom in now.clauses.iter_mut().flat_map(|c| c.body.iter_mut().chain(&mut c.head)) {
        atom.rel = Rel(numbers[atom.rel.index()]);
    }
    let count = before.relations.len();
    let derived = gone.contains(&true).then(|| Arc::new(before));
    (now, Back { parts, fixed: Vec::new(), relations: count, derived })
}

/// A relation that does not lead to itself in one step, and whose definitions times uses are no more than both together.
fn candidate(system: &System, gone: &[bool]) -> Option<Rel> {
    let (mut definitions, mut uses) = (vec![0usize; gone.len()], vec![0usize; gone.len()]);
    let mut looping = gone.to_vec();
    for clause in &system.clauses {
        let (head, body) = (clause.head.as_ref().map(|h| h.rel), clause.body.first().map(|a| a.rel));
        head.iter().for_each(|r| definitions[r.index()] += 1);
        body.iter().for_each(|r| uses[r.index()] += 1);
        if let (Some(r), true) = (head, head == body) {
            looping[r.index()] = true;
        }
    }
    let pays = |r: &usize| !looping[*r] && definitions[*r] * uses[*r] <= definitions[*r] + uses[*r];
    (0..gone.len()).find(pays).map(|r| Rel(r as u32))
}

fn resolved(terms: &mut Terms, clauses: Vec<Clause>, r: Rel) -> Vec<Clause> {
    let is = |a: &Atom| a.rel == r;
    let (definitions, others): (Vec<Clause>, Vec<Clause>) = clauses.into_iter().partition(|c| c.head.as_ref().is_some_and(is));
    let mut result = Vec::new();
    for clause in others {
        let Some(atom) = clause.body.first().filter(|a| is(a)) else {
            result.push(clause);
            continue;
        };
        for definition in &definitions {
            let definition = definition.renamed(terms);
            let mut map = Subst::default();
            for (formal, value) in atom.args.iter().zip(definition.head.iter().flat_map(|h| &h.args)) {
                map.set(*formal, *value);
            }
            let used = clause.subst(terms, &mut map);
            let constraint = terms.and([definition.constraint, used.constraint]);
            if constraint != Terms::FALSE {
                let origin = definition.origin.iter().chain(&used.origin).copied().collect();
                result.push(Clause { body: definition.body, constraint, head: used.head, place: used.place, origin });
            }
        }
    }
    result
}
