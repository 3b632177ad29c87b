//! Derivations: ground facts, each of which follows from the one before it by a clause of the system as it was read, the last being false.
//!
//! A run of the automaton passes by facts of the simplified system. What they say about the original ([`Simplified::lift`]) is
//! known; the values of other arguments and of the variables of clauses are found ([`witness`]) step by step. Whether it *is* a
//! derivation is decided by evaluation alone ([`Derivation::holds`]).

use crate::evaluate::{Evaluate, Values};
use crate::simplify::Simplified;
use crate::subst::Subst;
use crate::system::{Clause, System};
use crate::term::{Rel, Sort, Term, Terms, Var};
use crate::witness::witness;
use base::Int;
use std::collections::BTreeMap;

/// A tuple of a relation; a Boolean is 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub rel: Rel,
    pub values: Vec<Int>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The clause of the original system.
    pub clause: usize,
    /// The values of its variables.
    pub values: Values,
    /// What follows; nothing for false.
    pub fact: Option<Fact>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    pub steps: Vec<Step>,
}

/// What a run takes: a clause of the simplified system, and the fact that it yields (none for false).
pub type Taken = (usize, Option<Fact>);

impl Derivation {
    /// The derivation that a run of the simplified system stands for; none if some value is not found.
    pub fn of_run(original: &System, simplified: &Simplified, run: &[Taken]) -> Option<Derivation> {
        if original.relations.iter().any(|r| r.args.iter().any(|a| a.sort == Sort::Array)) {
            return None;
        }
        let mut terms = original.terms.clone();
        let mut steps: Vec<Step> = Vec::new();
        for (clause, yields) in run {
            let known = match yields {
                None => None,
                Some(fact) => Some(simplified.lift(fact.rel, &fact.values)?),
            };
            let before = steps.last().and_then(|s| s.fact.clone());
            let origin = &simplified.system.clauses.get(*clause)?.origin;
            steps.extend(segment(original, &mut terms, origin, before, known)?);
        }
        Some(Derivation { steps })
    }

    /// Whether each fact follows from the one before it by its clause, and false from the last.
    pub fn holds(&self, system: &System) -> bool {
        let mut before: Option<&Fact> = None;
        let follow = |step: &Step, before: Option<&Fact>| {
            let clause = system.clauses.get(step.clause)?;
            let mut evaluate = Evaluate::new(&system.terms, &step.values);
            let mut tuple = |args: &[Term]| args.iter().map(|t| evaluate.value(*t)).collect::<Option<Vec<Int>>>();
            let body = match (clause.body.as_slice(), before) {
                ([], None) => true,
                ([atom], Some(fact)) => atom.rel == fact.rel && tuple(&atom.args)? == fact.values,
                _ => false,
            };
            let head = match (&clause.head, &step.fact) {
                (None, None) => true,
                (Some(atom), Some(fact)) => atom.rel == fact.rel && tuple(&atom.args)? == fact.values,
                _ => false,
            };
            Some(body && head && evaluate.value(clause.constraint)? == Int::ONE)
        };
        for step in &self.steps {
            if follow(step, before) != Some(true) {
                return false;
            }
            before = step.fact.as_ref();
        }
        self.steps.last().is_some_and(|s| s.fact.is_none())
    }
}

/// The steps by these clauses, from a fact to one of which something is known.
fn segment(
    original: &System,
    terms: &mut Terms,
    origin: &[usize],
    before: Option<Fact>,
    known: Option<(Rel, BTreeMap<usize, Int>)>,
) -> Option<Vec<Step>> {
    let mut conjuncts = Vec::new();
    let mut vars: Vec<Var> = Vec::new();
    let mut copies: Vec<(usize, Clause, BTreeMap<Var, Var>)> = Vec::new();
    let mut at: Option<Vec<Term>> = before.map(|fact| {
        let args = original.relation(fact.rel).args.iter();
        args.zip(fact.values).map(|(a, v)| constant(terms, a.sort, v)).collect()
    });
    for number in origin {
        let (clause, names) = copy(terms, original.clauses.get(*number)?);
        vars.extend(names.values().copied());
        conjuncts.push(clause.constraint);
        for (value, arg) in at.take().unwrap_or_default().into_iter().zip(clause.body.iter().flat_map(|a| &a.args)) {
            conjuncts.push(terms.eq(value, *arg));
        }
        at = clause.head.as_ref().map(|h| h.args.clone());
        copies.push((*number, clause, names));
    }
    if let (Some(args), Some((rel, known))) = (&at, &known) {
        for (i, value) in known {
            let value = constant(terms, original.relation(*rel).args.get(*i)?.sort, value.clone());
            conjuncts.push(terms.eq(*args.get(*i)?, value));
        }
    }
    let constraint = terms.and(conjuncts);
    let found = witness(terms, constraint, &vars)?;
    let mut steps = Vec::new();
    for (number, clause, names) in copies {
        let mut evaluate = Evaluate::new(terms, &found);
        let fact = match &clause.head {
            None => None,
            Some(head) => {
                let values = head.args.iter().map(|t| evaluate.value(*t)).collect::<Option<Vec<Int>>>()?;
                Some(Fact { rel: head.rel, values })
            }
        };
        let values = names.iter().filter_map(|(v, copy)| Some((*v, found.get(copy)?.clone()))).collect();
        steps.push(Step { clause: number, values, fact });
    }
    Some(steps)
}

fn constant(terms: &mut Terms, sort: Sort, value: Int) -> Term {
    if sort == Sort::Bool { terms.bool(value == Int::ONE) } else { terms.int(value) }
}

/// The clause with variables of its own, and which is which.
fn copy(terms: &mut Terms, clause: &Clause) -> (Clause, BTreeMap<Var, Var>) {
    let (mut map, mut names) = (Subst::default(), BTreeMap::new());
    for v in clause.vars(terms).vars {
        let (name, sort) = (terms.var_name(v).clone(), terms.var_sort(v));
        let fresh = terms.fresh(&name, sort);
        names.insert(v, fresh);
        let (v, fresh) = (terms.var(v), terms.var(fresh));
        map.set(v, fresh);
    }
    (clause.subst(terms, &mut map), names)
}
