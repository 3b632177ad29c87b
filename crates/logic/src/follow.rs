//! Runs the values that a solver gave to a path's inputs.
//!
//! A solver's "sat" is not trusted: the values are fed to the reference executor, which must stay on the path and arrive at its end.
//! Which elements of arrays it reads, and in which order, is its own business (a quantifier is tried instance by instance): it tells the
//! index when it asks. Invariant: what is returned are the inputs of a run along the whole path.

use crate::model::{MapValue, ModelValue};
use base::exec::walk::{Step, Walk};
use base::exec::{Inputs, Request};
use base::{Cfa, EdgeId, Expr, Int, Sort, SortedMap, Stmt, VarId};

/// The inputs, as a trace lists them, of the run that takes `path` from the entry and reads `values` at its input statements.
pub fn follow(cfa: &Cfa, path: &[EdgeId], values: &[ModelValue]) -> Option<Vec<Int>> {
    let mut walk = Walk::new(cfa);
    let mut values = values.iter();
    let mut maps = SortedMap::new();
    let mut inputs = Vec::new();
    for &edge in path {
        let e = cfa.edge(edge);
        if e.from != walk.loc {
            return None;
        }
        let mut value = None;
        if let Stmt::Input { var, .. } = &e.stmt {
            match values.next()? {
                ModelValue::Map(m) => drop(maps.insert(*var, m.clone())),
                // The solver did not care about any element.
                ModelValue::Int(_) if matches!(cfa.var(*var).sort, Sort::Map(..)) => drop(maps.insert(*var, MapValue::default())),
                ModelValue::Int(i) => value = Some(i),
            }
        }
        let take = |walk: &mut Walk<'_>, choice: usize| {
            let mut answers = Answers { value, choice, maps: &maps, given: Vec::new() };
            let taken = match walk.step(&mut answers) {
                Step::Took(taken) | Step::Printed(taken, _) => taken,
                Step::Ended(_) => return None,
            };
            (taken == edge).then_some(answers.given)
        };
        let options = cfa.out(walk.loc).len();
        let given = if options == 1 {
            take(&mut walk, 0)?
        } else {
            // How many of the edges before this one are enabled is known when it has been taken.
            let (next, given) = (0..options).find_map(|choice| {
                let mut next = walk.clone();
                let given = take(&mut next, choice)?;
                Some((next, given))
            })?;
            walk = next;
            given
        };
        inputs.extend(given);
        if let Stmt::Assign(v, written) = &e.stmt
            && matches!(cfa.var(*v).sort, Sort::Map(..))
        {
            // What is still open in a map came with the one that it was made of.
            match maps.get(&source(written)?).cloned() {
                Some(map) => drop(maps.insert(*v, map)),
                None => drop(maps.remove(v)),
            }
        }
    }
    Some(inputs)
}

/// The map that others are stored into.
fn source(mut map: &Expr) -> Option<VarId> {
    while let Expr::Store(inner, ..) = map {
        map = inner;
    }
    if let Expr::Var(v) = map { Some(*v) } else { None }
}

/// What the solver says, for one step.
struct Answers<'a> {
    value: Option<&'a Int>,
    choice: usize,
    maps: &'a SortedMap<VarId, MapValue>,
    given: Vec<Int>,
}

impl Answers<'_> {
    fn give(&mut self, request: &Request, value: Int) -> Option<Int> {
        // An element that no question was about may have any value, so 0 will do.
        let value = if request.admits(&value) { value } else { Int::ZERO };
        self.given.push(value.clone());
        Some(value)
    }
}

impl Inputs for Answers<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let value = match request {
            Request::Value { .. } => self.value.take()?.clone(),
            Request::Choice { .. } => Int::from(self.choice),
            Request::Element { .. } => return None,
        };
        self.give(request, value)
    }

    fn element(&mut self, request: &Request, index: &Int) -> Option<Int> {
        let Request::Element { var, .. } = request else { return None };
        let value = self.maps.get(var)?.get(index).clone();
        self.give(request, value)
    }
}
