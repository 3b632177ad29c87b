//! Derivations: ground facts, each of which follows from earlier ones by a clause of the system as it was read, the last being false.
//!
//! A run of the automaton passes by facts of the simplified system. What they say about the original ([`Simplified::lift`]) is
//! known; the values of other arguments and of the variables of clauses are found ([`witness`]) step by step. Whether it *is* a
//! derivation is decided by evaluation alone ([`Derivation::holds`]).

use crate::evaluate::{Evaluate, Values};
use crate::simplify::Simplified;
use crate::subst::Subst;
use crate::system::{Atom, Clause, System};
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
    /// The steps that yield the facts of its body.
    pub premises: Vec<usize>,
    /// The values of its variables.
    pub values: Values,
    /// What follows; nothing for false.
    pub fact: Option<Fact>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Derivation {
    pub steps: Vec<Step>,
}

/// A clause of the simplified system that a run takes, on the facts that it has yielded last and not used yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    pub clause: usize,
    /// Which relation of the body each of these facts is for, the earliest first.
    pub order: Vec<usize>,
    /// What it yields; nothing for false.
    pub fact: Option<Fact>,
}

impl Derivation {
    /// The derivation that a run of the simplified system stands for; none if some value is not found.
    pub fn of_run(original: &System, simplified: &Simplified, run: &[Taken]) -> Option<Derivation> {
        if original.relations.iter().any(|r| r.args.iter().any(|a| a.sort == Sort::Array)) {
            return None;
        }
        let mut terms = original.terms.clone();
        let mut steps: Vec<Step> = Vec::new();
        let mut unused: Vec<usize> = Vec::new();
        for taken in run {
            let known = match &taken.fact {
                None => None,
                Some(fact) => Some(simplified.lift(fact.rel, &fact.values)?),
            };
            let mut premises = vec![0; taken.order.len()];
            for (place, step) in taken.order.iter().zip(unused.split_off(unused.len().checked_sub(taken.order.len())?)) {
                *premises.get_mut(*place)? = step;
            }
            let origin = &simplified.system.clauses.get(taken.clause)?.origin;
            segment(original, &mut terms, origin, premises, known, &mut steps)?;
            unused.push(steps.len() - 1);
        }
        Some(Derivation { steps })
    }

    /// Whether each fact follows from earlier ones by its clause, and the last step yields false.
    pub fn holds(&self, system: &System) -> bool {
        let follows = |(number, step): (usize, &Step)| {
            let clause = system.clauses.get(step.clause)?;
            let mut evaluate = Evaluate::new(&system.terms, &step.values);
            let mut is = |atom: &Atom, fact: Option<&Fact>| {
                let tuple = atom.args.iter().map(|t| evaluate.value(*t)).collect::<Option<Vec<Int>>>()?;
                Some(fact.is_some_and(|f| f.rel == atom.rel && f.values == tuple))
            };
            let mut all = clause.body.len() == step.premises.len() && clause.head.is_some() == step.fact.is_some();
            for (atom, premise) in clause.body.iter().zip(&step.premises) {
                all &= *premise < number && is(atom, self.steps[*premise].fact.as_ref())?;
            }
            if let Some(head) = &clause.head {
                all &= is(head, step.fact.as_ref())?;
            }
            Some(all && evaluate.value(clause.constraint)? == Int::ONE)
        };
        let ends = self.steps.last().is_some_and(|s| s.fact.is_none());
        ends && self.steps.iter().enumerate().all(|step| follows(step) == Some(true))
    }
}

/// Adds the steps by these clauses, from the facts of `premises` to one of which something is known.
fn segment(
    original: &System,
    terms: &mut Terms,
    origin: &[usize],
    premises: Vec<usize>,
    known: Option<(Rel, BTreeMap<usize, Int>)>,
    steps: &mut Vec<Step>,
) -> Option<()> {
    let mut conjuncts = Vec::new();
    let mut vars: Vec<Var> = Vec::new();
    let mut copies: Vec<(usize, Clause, BTreeMap<Var, Var>)> = Vec::new();
    let mut at: Vec<Term> = Vec::new();
    for premise in &premises {
        let fact = steps.get(*premise)?.fact.as_ref()?;
        let args = original.relation(fact.rel).args.iter();
        at.extend(args.zip(&fact.values).map(|(a, v)| constant(terms, a.sort, v.clone())));
    }
    for number in origin {
        let (clause, names) = copy(terms, original.clauses.get(*number)?);
        vars.extend(names.values().copied());
        conjuncts.push(clause.constraint);
        for (value, arg) in at.drain(..).zip(clause.body.iter().flat_map(|a| &a.args)) {
            conjuncts.push(terms.eq(value, *arg));
        }
        at.extend(clause.head.iter().flat_map(|h| &h.args));
        copies.push((*number, clause, names));
    }
    if let Some((rel, known)) = &known {
        for (i, value) in known {
            let value = constant(terms, original.relation(*rel).args.get(*i)?.sort, value.clone());
            conjuncts.push(terms.eq(*at.get(*i)?, value));
        }
    }
    let constraint = terms.and(conjuncts);
    let found = witness(terms, constraint, &vars)?;
    let mut premises = premises;
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
        steps.push(Step { clause: number, premises, values, fact });
        premises = vec![steps.len() - 1];
    }
    Some(())
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
