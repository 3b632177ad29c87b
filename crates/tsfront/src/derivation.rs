//! Derivations: ground facts, each of which follows from earlier ones by a clause of the system as it was read, the last being false.
//!
//! A run of the automaton passes by facts of the simplified system. What they say about the original ([`Simplified::lift`]) is
//! known; the values of other arguments and of the variables of clauses are found ([`witness`]) step by step. Whether it *is* a
//! derivation is decided by evaluation alone ([`Derivation::holds`]).

use crate::evaluate::{Evaluate, Values};
use crate::simplify::Simplified;
use crate::simplify::solve::solve_for;
use crate::subst::Subst;
use crate::system::{Atom, Clause, System};
use crate::term::{Rel, Sort, Term, Terms, Var};
use crate::witness::witness;
use base::{Budget, Int, SortedMap};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// After how many clauses of a run the time is looked at and terms are thrown away.
const A_WHILE: usize = 1024;

/// A tuple of a relation; a Boolean is 1 or 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// The derivation that a run of the simplified system stands for; none if some value is not found in time.
    pub fn of_run(original: &System, simplified: &Simplified, run: &[Taken], budget: &Budget) -> Option<Derivation> {
        if original.has_quantifiers() || original.relations.iter().any(|r| r.args.iter().any(|a| a.sort == Sort::Array)) {
            return None;
        }
        let mut segments = Segments::of(original);
        let mut steps: Vec<Step> = Vec::new();
        let mut unused: Vec<usize> = Vec::new();
        for (number, taken) in without_rounds(run).into_iter().enumerate() {
            if number % A_WHILE == A_WHILE - 1 {
                if budget.stopped().is_some() {
                    return None;
                }
                segments = Segments::of(original);
            }
            let known = match &taken.fact {
                None => None,
                Some(fact) => Some(simplified.lift(fact.rel, &fact.values)?),
            };
            let mut premises = vec![0; taken.order.len()];
            for (place, step) in taken.order.iter().zip(unused.split_off(unused.len().checked_sub(taken.order.len())?)) {
                *premises.get_mut(*place)? = step;
            }
            let origin = &simplified.system.clauses.get(taken.clause)?.origin;
            segments.add(origin, premises, known.map(|(_, known)| known), &mut steps)?;
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

/// The run without what lies between two times that it yields the same fact, if each clause uses at most one fact.
fn without_rounds(run: &[Taken]) -> Vec<&Taken> {
    let mut kept: Vec<&Taken> = Vec::new();
    let mut passed: HashMap<&Fact, usize> = HashMap::new();
    if run.iter().any(|taken| taken.order.len() > 1) {
        return run.iter().collect();
    }
    for taken in run {
        if taken.order.is_empty() {
            (kept, passed) = Default::default();
        }
        match taken.fact.as_ref().and_then(|fact| passed.get(fact)) {
            Some(first) => {
                let round = kept.split_off(first + 1);
                for fact in round.iter().filter_map(|t| t.fact.as_ref()) {
                    passed.remove(fact);
                }
            }
            None => {
                passed.extend(taken.fact.as_ref().map(|fact| (fact, kept.len())));
                kept.push(taken);
            }
        }
    }
    kept
}

/// What a segment of clauses says, solved once for all times that a run takes it: its variables in terms of what is given.
/// The terms of all segments are made here, so they are thrown away from time to time.
struct Segments<'s> {
    original: &'s System,
    terms: Terms,
    solved: HashMap<Shape, Rc<Segment>>,
}

/// The clauses, the relations of the premises, and the arguments that are known of what follows.
type Shape = (Vec<usize>, Vec<Rel>, Vec<usize>);

struct Segment {
    /// Stand for the values of the premises, then for what is known.
    given: Vec<Var>,
    /// What is still to be found, under which constraint.
    open: Vec<Var>,
    constraint: Term,
    /// Values of these that served the last time; often they serve again.
    last: RefCell<Vec<(Var, Int)>>,
    /// For each clause, its variables and their values, and the arguments of its head.
    links: Vec<Link>,
}

struct Link {
    clause: usize,
    values: Vec<(Var, Term)>,
    head: Option<(Rel, Vec<Term>)>,
}

impl<'s> Segments<'s> {
    fn of(original: &'s System) -> Segments<'s> {
        Segments { original, terms: original.terms.clone(), solved: HashMap::new() }
    }

    fn solved(&mut self, shape: Shape) -> Option<Rc<Segment>> {
        if let Some(segment) = self.solved.get(&shape) {
            return Some(segment.clone());
        }
        let segment = Rc::new(self.solve(&shape)?);
        self.solved.insert(shape, segment.clone());
        Some(segment)
    }

    /// None if the clauses of the shape do not follow upon each other.
    fn solve(&mut self, (origin, premises, known): &Shape) -> Option<Segment> {
        let (original, terms) = (self.original, &mut self.terms);
        let mut given = Vec::new();
        for rel in premises {
            given.extend(original.relation(*rel).args.iter().map(|a| terms.fresh(&a.name, a.sort)));
        }
        let mut at: Vec<Term> = given.iter().map(|v| terms.var(*v)).collect();
        let (mut conjuncts, mut copies) = (Vec::new(), Vec::new());
        for number in origin {
            let (clause, names) = copy(terms, original.clauses.get(*number)?);
            conjuncts.push(clause.constraint);
            for (value, arg) in at.drain(..).zip(clause.body.iter().flat_map(|a| &a.args)) {
                conjuncts.push(terms.eq(value, *arg));
            }
            at.extend(clause.head.iter().flat_map(|h| &h.args));
            copies.push((*number, clause, names));
        }
        if !known.is_empty() {
            let last = copies.last()?.1.head.as_ref()?;
            for i in known {
                let a = original.relation(last.rel).args.get(*i)?;
                let value = terms.fresh(&a.name, a.sort);
                given.push(value);
                let value = terms.var(value);
                conjuncts.push(terms.eq(*at.get(*i)?, value));
            }
        }
        // As arguments of a head, the variables become what solving finds for them.
        let names: Vec<Var> = copies.iter().flat_map(|(_, _, names)| names.values().copied()).collect();
        let args = names.iter().map(|v| terms.var(*v)).collect();
        let whole = Clause {
            body: Vec::new(),
            constraint: terms.and(conjuncts),
            head: Some(Atom { rel: Rel(0), args }),
            place: Default::default(),
            origin: Vec::new(),
        };
        let whole = solve_for(terms, &whole, &|v| !given.contains(&v))?;
        let open: Vec<Var> = whole.vars(terms).vars.into_iter().filter(|v| !given.contains(v)).collect();
        let last = RefCell::new(open.iter().map(|v| (*v, Int::ZERO)).collect());
        let mut map = Subst::default();
        let found = &whole.head.as_ref()?.args;
        for (v, value) in names.iter().zip(found) {
            let v = terms.var(*v);
            map.set(v, *value);
        }
        let link = |(clause, copy, names): (usize, Clause, SortedMap<Var, Var>)| Link {
            clause,
            values: names
                .iter()
                .map(|(v, copy)| {
                    (*v, {
                        let copy = terms.var(*copy);
                        map.apply(terms, copy)
                    })
                })
                .collect(),
            head: copy.head.map(|head| (head.rel, head.args.iter().map(|t| map.apply(terms, *t)).collect())),
        };
        let links = copies.into_iter().map(link).collect();
        Some(Segment { given, open, constraint: whole.constraint, last, links })
    }

    /// Values for what is still to be found.
    fn open(&mut self, segment: &Segment, given: &Values) -> Option<Values> {
        let terms = &mut self.terms;
        let mut map = Subst::default();
        for (v, value) in given {
            let value = constant(terms, terms.var_sort(*v), value.clone());
            let v = terms.var(*v);
            map.set(v, value);
        }
        let constraint = map.apply(terms, segment.constraint);
        witness(terms, constraint, &segment.open)
    }

    /// Adds the steps by these clauses, from the facts of `premises` to one of which something is known.
    fn add(&mut self, origin: &[usize], premises: Vec<usize>, known: Option<SortedMap<usize, Int>>, steps: &mut Vec<Step>) -> Option<()> {
        let facts = premises.iter().map(|p| steps.get(*p)?.fact.as_ref()).collect::<Option<Vec<&Fact>>>()?;
        let known = known.unwrap_or_default();
        let rels = facts.iter().map(|fact| fact.rel).collect();
        let segment = self.solved((origin.to_vec(), rels, known.keys().copied().collect()))?;
        let given = facts.iter().flat_map(|fact| &fact.values).chain(known.values()).cloned();
        let mut found: Values = segment.given.iter().copied().zip(given).collect();
        if !segment.open.is_empty() {
            let mut same = found.clone();
            same.extend(segment.last.borrow().iter().cloned());
            if Evaluate::new(&self.terms, &same).value(segment.constraint) == Some(Int::ONE) {
                found = same;
            } else {
                let open = self.open(&segment, &found)?;
                segment.last.replace(open.iter().map(|(v, value)| (*v, value.clone())).collect());
                found.extend(open);
            }
        }
        let mut evaluate = Evaluate::new(&self.terms, &found);
        let mut premises = premises;
        for link in &segment.links {
            let fact = match &link.head {
                None => None,
                Some((rel, args)) => {
                    let values = args.iter().map(|t| evaluate.value(*t)).collect::<Option<Vec<Int>>>()?;
                    Some(Fact { rel: *rel, values })
                }
            };
            let values = link.values.iter().map(|(v, t)| Some((*v, evaluate.value(*t)?))).collect::<Option<Values>>()?;
            steps.push(Step { clause: link.clause, premises, values, fact });
            premises = vec![steps.len() - 1];
        }
        Some(())
    }
}

fn constant(terms: &mut Terms, sort: Sort, value: Int) -> Term {
    if sort == Sort::Bool { terms.bool(value == Int::ONE) } else { terms.int(value) }
}

/// The clause with variables of its own, and which is which.
fn copy(terms: &mut Terms, clause: &Clause) -> (Clause, SortedMap<Var, Var>) {
    let (mut map, mut names) = (Subst::default(), SortedMap::new());
    for v in clause.vars(terms).vars {
        let (name, sort) = (terms.var_name(v).clone(), terms.var_sort(v));
        let fresh = terms.fresh(&name, sort);
        names.insert(v, fresh);
        let (v, fresh) = (terms.var(v), terms.var(fresh));
        map.set(v, fresh);
    }
    (clause.subst(terms, &mut map), names)
}
