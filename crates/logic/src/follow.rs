//! Runs the values that a solver gave to a path's inputs.
//!
//! A solver's "sat" is not trusted: the values are fed to the reference executor, which must stay on the path and arrive
//! at its end. Invariant: what is returned are the inputs of a run along the whole path.

use crate::model::{MapValue, ModelValue};
use base::exec::eval::{self, State};
use base::exec::walk::{Step, Walk};
use base::exec::{Inputs, Request};
use base::{Cfa, EdgeId, Expr, Formula, Int, Sort, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// The inputs, as a trace lists them, of the run that takes `path` from the entry and reads `values` at its input statements.
pub fn follow(cfa: &Cfa, path: &[EdgeId], values: &[ModelValue]) -> Option<Vec<Int>> {
    let mut walk = Walk::new(cfa);
    let mut values = values.iter();
    let mut open: Open = BTreeMap::new();
    let mut inputs = Vec::new();
    for &edge in path {
        let e = cfa.edge(edge);
        if e.from != walk.loc {
            return None;
        }
        let mut state = walk.state.clone();
        let mut elements = VecDeque::new();
        let mut enabled = Vec::new();
        for out in cfa.out(walk.loc) {
            let holds = match &cfa.edge(*out).stmt {
                Stmt::Assume(f) => {
                    read(&reads_of_formula(f), &mut state, &mut open, &mut elements)?;
                    eval::holds(f, &state)?
                }
                _ => true,
            };
            if holds {
                enabled.push(*out);
            }
        }
        let choice = enabled.iter().position(|out| *out == edge)?;
        let mut value = None;
        match &e.stmt {
            Stmt::Skip | Stmt::Assume(_) => {}
            Stmt::Print { values, .. } => {
                for value in values {
                    read(&reads_of(value), &mut state, &mut open, &mut elements)?;
                }
            }
            Stmt::Assign(v, written) => {
                read(&reads_of(written), &mut state, &mut open, &mut elements)?;
                if matches!(cfa.var(*v).sort, Sort::Map(..)) {
                    store(*v, written, &state, &mut open)?;
                }
            }
            Stmt::Input { var, .. } => match values.next()? {
                ModelValue::Map(m) => drop(open.insert(*var, (m.clone(), BTreeSet::new()))),
                // The solver did not care about any element.
                ModelValue::Int(_) if matches!(cfa.var(*var).sort, Sort::Map(..)) => {
                    open.insert(*var, (MapValue::default(), BTreeSet::new()));
                }
                ModelValue::Int(i) => value = Some(i.clone()),
            },
        }
        let mut answers = Answers { value, choice, elements, given: &mut inputs };
        match walk.step(&mut answers) {
            Step::Took(taken) | Step::Printed(taken, _) if taken == edge => {}
            _ => return None,
        }
    }
    Some(inputs)
}

/// Maps with open elements: the values that the solver gave to all of them, and the indices that are no longer open.
type Open = BTreeMap<VarId, (MapValue, BTreeSet<Int>)>;

struct Answers<'a> {
    value: Option<Int>,
    choice: usize,
    elements: VecDeque<Int>,
    given: &'a mut Vec<Int>,
}

impl Inputs for Answers<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let value = match request {
            Request::Value { .. } => self.value.take()?,
            Request::Element { .. } => self.elements.pop_front()?,
            Request::Choice { .. } => Int::from(self.choice),
        };
        // An element that no question was about may have any value, so 0 will do.
        let value = if request.admits(&value) { value } else { Int::ZERO };
        self.given.push(value.clone());
        Some(value)
    }
}

type Reads = Vec<(Expr, Expr)>;

fn reads_of(e: &Expr) -> Reads {
    let mut reads = Vec::new();
    e.walk(&mut |e| note(e, &mut reads));
    reads
}

fn reads_of_formula(f: &Formula) -> Reads {
    let mut reads = Vec::new();
    f.walk(&mut |e| note(e, &mut reads));
    reads
}

fn note(e: &Expr, reads: &mut Reads) {
    if let Expr::Select(m, i) = e {
        reads.push(((**m).clone(), (**i).clone()));
    }
}

/// The elements that the executor will ask for, in its order: innermost first.
fn read(reads: &Reads, state: &mut State, open: &mut Open, elements: &mut VecDeque<Int>) -> Option<()> {
    if open.is_empty() {
        return Some(());
    }
    for (m, i) in reads.iter().rev() {
        let Expr::Var(v) = m else { continue };
        let index = eval::int(i, state)?;
        let Some((map, closed)) = open.get_mut(v) else { continue };
        if closed.insert(index.clone()) {
            let value = map.get(&index).clone();
            if let eval::Value::Map(entries) = &mut state.values[v.index()] {
                entries.insert(index, value.clone());
            }
            elements.push_back(value);
        }
    }
    Some(())
}

/// What is written is no longer open.
fn store(v: VarId, value: &Expr, state: &State, open: &mut Open) -> Option<()> {
    let mut source = value;
    let mut written = BTreeSet::new();
    while let Expr::Store(inner, index, _) = source {
        written.insert(eval::int(index, state)?);
        source = inner;
    }
    let Expr::Var(from) = source else { return None };
    match open.get(from).cloned() {
        Some((map, mut closed)) => {
            closed.extend(written);
            open.insert(v, (map, closed));
        }
        None => drop(open.remove(&v)),
    }
    Some(())
}
