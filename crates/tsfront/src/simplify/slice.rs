//! Arguments and relations that no query needs are left out.
//!
//! An argument is needed if, in some clause with its relation in the body, its value appears in the constraint, in another
//! argument of the body, or in a needed argument of the head. A relation is needed if it leads to a query, and it is
//! empty if no fact leads to it. Unneeded relations are full, empty ones empty, and dropped arguments may have any value.

use crate::model::{Back, Part};
use crate::subst::{Mentioned, vars_of};
use crate::system::{Atom, Clause, System};
use crate::term::{Rel, Var};
use base::Formula;
use base::{SortedMap, SortedSet};

pub fn slice(system: System) -> (System, Back) {
    let (system, first) = relations(system);
    let needed = needed_arguments(&system);
    let (system, second) = keep_arguments(system, &needed);
    let back = compose(&first, &second);
    (system, back)
}

/// Leaves out relations that are empty or lead to no query.
fn relations(mut system: System) -> (System, Back) {
    let count = system.relations.len();
    let fixpoint = |mut marked: Vec<bool>, step: &dyn Fn(&Clause, &mut Vec<bool>) -> bool| {
        while system.clauses.iter().any(|c| step(c, &mut marked)) {}
        marked
    };
    let full = fixpoint(vec![false; count], &|c, marked| match &c.head {
        Some(head) if !marked[head.rel.index()] && c.body.iter().all(|a| marked[a.rel.index()]) => {
            marked[head.rel.index()] = true;
            true
        }
        _ => false,
    });
    let wanted = fixpoint(vec![false; count], &|c, marked| {
        let needed = c.head.as_ref().is_none_or(|h| marked[h.rel.index()]);
        let new: Vec<usize> = c.body.iter().map(|a| a.rel.index()).filter(|r| needed && !marked[*r]).collect();
        new.iter().for_each(|r| marked[*r] = true);
        !new.is_empty()
    });
    let mut numbers = SortedMap::new();
    let (mut kept, mut parts, mut fixed) = (Vec::new(), Vec::new(), Vec::new());
    for (i, relation) in system.relations.iter().enumerate() {
        let r = Rel(i as u32);
        if full[i] && wanted[i] {
            numbers.insert(r, Rel(kept.len() as u32));
            kept.push(relation.clone());
            parts.push(Part { of: r, kept: (0..relation.args.len()).collect(), given: Formula::True });
        } else if full[i] {
            fixed.push((r, Formula::True));
        }
    }
    let renumber = |a: &Atom| numbers.get(&a.rel).map(|rel| Atom { rel: *rel, args: a.args.clone() });
    let clauses = std::mem::take(&mut system.clauses);
    for clause in clauses {
        let Some(body) = clause.body.iter().map(renumber).collect::<Option<Vec<_>>>() else { continue };
        let head = match &clause.head {
            None => None,
            Some(head) => match renumber(head) {
                Some(head) => Some(head),
                None => continue,
            },
        };
        system.clauses.push(Clause { body, head, ..clause });
    }
    system.relations = kept;
    (system, Back { parts, fixed, relations: count, derived: None })
}

fn needed_arguments(system: &System) -> Vec<SortedSet<usize>> {
    let mut needed: Vec<SortedSet<usize>> = vec![SortedSet::new(); system.relations.len()];
    // Per clause: what the constraint mentions, and what each argument mentions.
    let mentions: Vec<SortedSet<Var>> = system.clauses.iter().map(|c| vars_of(&system.terms, c.constraint)).collect();
    loop {
        let mut changed = false;
        for (clause, in_constraint) in system.clauses.iter().zip(&mentions) {
            let mut used = Mentioned::default();
            if let Some(head) = &clause.head {
                needed[head.rel.index()].iter().for_each(|i| used.add(&system.terms, head.args[*i]));
            }
            let body: Vec<(Rel, usize, SortedSet<Var>)> =
                clause.body.iter().flat_map(|a| a.args.iter().enumerate().map(|(i, t)| (a.rel, i, vars_of(&system.terms, *t)))).collect();
            let mut occurrences: SortedMap<Var, usize> = SortedMap::new();
            body.iter().flat_map(|(_, _, vars)| vars).for_each(|v| *occurrences.entry(*v).or_default() += 1);
            for (rel, i, vars) in &body {
                // A term that is not a variable restricts the relation's argument, and so does a repeated variable.
                let plain = vars.len() == 1 && vars.iter().all(|v| is_variable(system, clause, *rel, *i, *v));
                let live = |v: &Var| in_constraint.contains(v) || used.vars.contains(v) || occurrences[v] > 1;
                if (!plain || vars.iter().any(live)) && needed[rel.index()].insert(*i) {
                    changed = true;
                }
            }
        }
        if !changed {
            return needed;
        }
    }
}

fn is_variable(system: &System, clause: &Clause, rel: Rel, i: usize, v: Var) -> bool {
    let is = |t| matches!(system.terms.node(t), crate::term::Node::Var(w) if *w == v);
    clause.body.iter().any(|a| a.rel == rel && is(a.args[i]))
}

fn keep_arguments(mut system: System, needed: &[SortedSet<usize>]) -> (System, Back) {
    let parts = needed
        .iter()
        .enumerate()
        .map(|(i, kept)| Part { of: Rel(i as u32), kept: kept.iter().copied().collect(), given: Formula::True })
        .collect();
    let relations = system.relations.len();
    for (relation, kept) in system.relations.iter_mut().zip(needed) {
        relation.args = kept.iter().map(|i| relation.args[*i].clone()).collect();
    }
    for clause in &mut system.clauses {
        for atom in clause.body.iter_mut().chain(&mut clause.head) {
            atom.args = needed[atom.rel.index()].iter().map(|i| atom.args[*i]).collect();
        }
    }
    (system, Back { parts, fixed: Vec::new(), relations, derived: None })
}

/// First `inner`'s way back, then `outer`'s, in one. `inner` must not fix or join relations.
fn compose(outer: &Back, inner: &Back) -> Back {
    let part = |p: &Part| {
        let before = &outer.parts[p.of.index()];
        Part { of: before.of, kept: p.kept.iter().map(|i| before.kept[*i]).collect(), given: before.given.clone() }
    };
    Back { parts: inner.parts.iter().map(part).collect(), fixed: outer.fixed.clone(), relations: outer.relations, derived: None }
}
