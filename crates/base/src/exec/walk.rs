//! The reference executor: one statement at a time on big integers.

use super::bounded::{self, Range, has_quantifier, has_way, has_way_inside, ranges, term_has_quantifier};
use super::eval::{self, Bindings, State, Value};
use super::{End, Inputs, Request};
use crate::budget::Budget;
use crate::cfa::{Cfa, EdgeId, LocId, Sort, Stmt, VarId};
use crate::expr::{Expr, Formula, Name, Quantifier};
use crate::int::{Int, IntType};
use crate::reach;
use crate::{SortedMap, SortedSet};
use std::collections::{BTreeMap, BTreeSet};

/// A run in progress.
#[derive(Clone)]
pub struct Walk<'a> {
    cfa: &'a Cfa,
    pub loc: LocId,
    pub state: State,
    /// Maps with open elements: the type of their elements and the indices that are no longer open.
    open: SortedMap<VarId, (Option<IntType>, BTreeSet<Int>)>,
}

/// What one step did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Took(EdgeId),
    Printed(EdgeId, String),
    Ended(End),
}

impl<'a> Walk<'a> {
    pub fn new(cfa: &'a Cfa) -> Self {
        Walk { cfa, loc: cfa.entry, state: State::initial(cfa), open: SortedMap::new() }
    }

    /// Takes one edge.
    pub fn step(&mut self, inputs: &mut dyn Inputs) -> Step {
        if self.cfa.error_at(self.loc).is_some() {
            return Step::Ended(End::Error(self.loc));
        }
        let out = self.cfa.out(self.loc);
        if out.is_empty() {
            return Step::Ended(End::Exit(self.loc));
        }
        let mut enabled = Vec::new();
        for &e in out {
            match &self.cfa.edge(e).stmt {
                Stmt::Assume(f) => match self.resolve_formula(f, inputs) {
                    Some(true) => enabled.push(e),
                    Some(false) => {}
                    None => return Step::Ended(End::NoInput(self.loc)),
                },
                _ => enabled.push(e),
            }
        }
        let taken = match enabled.as_slice() {
            [] => return Step::Ended(End::Blocked(self.loc)),
            [only] => *only,
            several => {
                let request = Request::Choice { at: self.loc, options: several.len() as u32 };
                match inputs.next(&request).and_then(|c| usize::try_from(&c).ok()).and_then(|c| several.get(c)) {
                    Some(e) => *e,
                    None => return Step::Ended(End::NoInput(self.loc)),
                }
            }
        };
        let printed = match self.execute(taken, inputs) {
            Some(printed) => printed,
            None => return Step::Ended(End::NoInput(self.loc)),
        };
        self.loc = self.cfa.edge(taken).to;
        printed.map_or(Step::Took(taken), |text| Step::Printed(taken, text))
    }

    /// Runs to the end, at most `fuel` steps. `see` is told every step.
    pub fn run(&mut self, inputs: &mut dyn Inputs, fuel: u64, budget: &Budget, see: &mut dyn FnMut(&Step, &State)) -> End {
        for n in 0..fuel {
            if n % 256 == 255 && budget.stopped().is_some() {
                break;
            }
            let step = self.step(inputs);
            if let Step::Ended(end) = step {
                return end;
            }
            see(&step, &self.state);
        }
        End::Unfinished(self.loc)
    }

    fn execute(&mut self, e: EdgeId, inputs: &mut dyn Inputs) -> Option<Option<String>> {
        match &self.cfa.edge(e).stmt {
            Stmt::Skip | Stmt::Assume(_) => {}
            Stmt::Assign(v, value) => self.assign(*v, value, inputs)?,
            Stmt::Input { var, ty, .. } => {
                if matches!(self.cfa.var(*var).sort, Sort::Map(..)) {
                    self.state.values[var.index()] = Value::Map(BTreeMap::new());
                    self.open.insert(*var, (*ty, BTreeSet::new()));
                } else {
                    let value = inputs.next(&Request::Value { edge: e, var: *var, ty: *ty })?;
                    self.state.set(*var, value);
                }
            }
            Stmt::Print { pieces, values } => {
                let mut text = String::new();
                for (i, piece) in pieces.iter().enumerate() {
                    text.push_str(piece);
                    if let Some(value) = values.get(i) {
                        self.read_elements(value, inputs)?;
                        text.push_str(&eval::int(value, &self.state)?.to_string());
                    }
                }
                return Some(Some(text));
            }
        }
        Some(None)
    }

    fn assign(&mut self, v: VarId, value: &Expr, inputs: &mut dyn Inputs) -> Option<()> {
        self.read_elements(value, inputs)?;
        if !matches!(self.cfa.var(v).sort, Sort::Map(..)) {
            let value = eval::int(value, &self.state)?;
            self.state.set(v, value);
            return Some(());
        }
        // A store into the variable itself keeps its open elements. Those of another map are 0 from now on, or they would get two values, one in
        // each map.
        let mut source = value;
        let mut written = SortedSet::new();
        while let Expr::Store(inner, index, _) = source {
            written.insert(eval::int(index, &self.state)?);
            source = inner;
        }
        let Expr::Var(from) = source else { return None };
        let map = eval::map(value, &self.state)?;
        self.state.values[v.index()] = Value::Map(map);
        if *from != v {
            self.open.remove(from);
            self.open.remove(&v);
        } else if let Some((_, closed)) = self.open.get_mut(&v) {
            closed.extend(written);
        }
        Some(())
    }

    /// Decides a guard; `None` if there is no input, or if it cannot be decided.
    fn resolve_formula(&mut self, f: &Formula, inputs: &mut dyn Inputs) -> Option<bool> {
        if self.open.is_empty() {
            return eval::holds(f, &self.state);
        }
        let mut bound = Bindings::new();
        self.close(bounded::reads(|visit| f.walk(visit), &|names| names.is_empty()), &bound, inputs)?;
        self.decide(f, &mut bound, inputs)
    }

    /// Decides a formula some of whose elements are open. Those that have no bound variable in their index have been read.
    fn decide(&mut self, f: &Formula, bound: &mut Bindings, inputs: &mut dyn Inputs) -> Option<bool> {
        match f {
            f if !has_quantifier(f) && !has_way(f) => eval::holds_in(f, &self.state, bound),
            Formula::Not(inner) => self.decide(inner, bound, inputs).map(|b| !b),
            Formula::And(parts) | Formula::Or(parts) => {
                let last = matches!(f, Formula::And(_));
                for part in parts {
                    if self.decide(part, bound, inputs)? != last {
                        return Some(!last);
                    }
                }
                Some(last)
            }
            Formula::Quant(q, vars, body) => {
                if vars.iter().any(|(name, _)| bound.names.contains_key(name)) {
                    return None;
                }
                self.iterate(*q, &ranges(*q, vars, body)?, body, bound, inputs)
            }
            Formula::Rel(_, args) if !args.iter().any(|a| has_way_inside(a) || term_has_quantifier(a)) => self.follow(f, bound, inputs),
            // Nothing says when the elements of a quantifier inside a term are read.
            _ => None,
        }
    }

    /// Decides `between`; what is met on the way is read.
    fn follow(&mut self, f: &Formula, bound: &Bindings, inputs: &mut dyn Inputs) -> Option<bool> {
        let [map, x, y, z] = reach::as_between(f)?;
        let [x, y, z] = [x, y, z].map(|e| eval::int_in(e, &self.state, bound));
        let next = |at: &Int| {
            let step = Expr::select(map.clone(), at.clone());
            self.close(
                bounded::reads(|visit| step.walk(visit), &|names| names.iter().all(|n| bound.names.contains_key(n))),
                bound,
                inputs,
            )?;
            eval::int_in(&step, &self.state, bound)
        };
        reach::holds(next, &x?, &y?, &z?)
    }

    /// Tries every instance between the bounds until one decides.
    fn iterate(&mut self, q: Quantifier, ranges: &[Range], body: &Formula, bound: &mut Bindings, inputs: &mut dyn Inputs) -> Option<bool> {
        let Some((range, rest)) = ranges.split_first() else { return self.decide(body, bound, inputs) };
        let (low, high) = eval::bounds(range, &self.state, bound)?;
        let mut point = low;
        let mut answer = q == Quantifier::Forall;
        while point <= high {
            bound.spend()?;
            bound.names.insert(range.name.clone(), point.clone());
            let known = &bound.names;
            let new = |names: &SortedSet<Name>| names.contains(&range.name) && names.iter().all(|n| known.contains_key(n));
            let reads = bounded::reads(|visit| body.walk(visit), &new);
            self.close(reads, bound, inputs)?;
            let one = self.iterate(q, rest, body, bound, inputs)?;
            if one == (q == Quantifier::Exists) {
                answer = one;
                break;
            }
            point += Int::ONE;
        }
        bound.names.remove(&range.name);
        Some(answer)
    }

    /// Reads values for the open elements that a term selects. Selects are visited outermost first; inner ones are
    /// resolved before the outer index is known.
    fn read_elements(&mut self, e: &Expr, inputs: &mut dyn Inputs) -> Option<()> {
        if !self.open.is_empty() {
            self.close(bounded::reads(|visit| e.walk(visit), &|_| true), &Bindings::new(), inputs)?;
        }
        Some(())
    }

    fn close(&mut self, reads: Vec<(VarId, std::sync::Arc<Expr>)>, bound: &Bindings, inputs: &mut dyn Inputs) -> Option<()> {
        for (v, i) in reads.into_iter().rev() {
            let index = eval::int_in(&i, &self.state, bound)?;
            let Some((ty, closed)) = self.open.get_mut(&v) else { continue };
            if closed.insert(index.clone()) {
                let value = inputs.element(&Request::Element { var: v, ty: *ty }, &index)?;
                if let Value::Map(map) = &mut self.state.values[v.index()] {
                    map.insert(index, value);
                }
            }
        }
        Some(())
    }
}
