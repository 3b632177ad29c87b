//! The facts that the runs of an automaton pass by, where the runs are few.
//!
//! A program that was proved by executing all of its runs has no invariants; the states that they visit are some.

use crate::model::Model;
use crate::to_cfa::Automaton;
use base::exec::eval::{State, Value};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::{Budget, CmpOp, Expr, Formula, Int, LocId, SortedSet, VarId};
use std::collections::HashSet;

/// Steps that are taken.
const MOST_STEPS: usize = 50_000;
/// Facts that make a model worth reading.
const MOST_FACTS: usize = 500;
/// Values of an input.
const MOST_VALUES: u32 = 16;

/// All facts, as a model of the system; none if they are too many or if there are arrays.
pub fn visited(automaton: &Automaton, budget: &Budget) -> Option<Model> {
    let cfa = &automaton.cfa;
    let mut facts: Vec<SortedSet<Vec<Int>>> = vec![SortedSet::new(); automaton.spots.len()];
    let mut seen: HashSet<(LocId, Vec<Int>)> = HashSet::new();
    let mut open = vec![(Walk::new(cfa), Vec::<Int>::new())];
    let (mut steps, mut count) = (0, 0);
    while let Some((walk, answers)) = open.pop() {
        steps += 1;
        if steps > MOST_STEPS || steps % 256 == 0 && budget.stopped().is_some() {
            return None;
        }
        let (mut next, mut used, mut asked) = (walk.clone(), 0, None);
        let mut answer = |request: &Request| {
            let known = answers.get(used).cloned();
            used += 1;
            if known.is_none() {
                asked.get_or_insert(*request);
            }
            known
        };
        let step = next.step(&mut answer);
        match (step, asked) {
            (Step::Ended(_), Some(request)) => {
                let (low, count) = values(&request)?;
                for i in 0..count {
                    let mut more = answers.clone();
                    more.push(&low + Int::from(i));
                    open.push((walk.clone(), more));
                }
            }
            (Step::Ended(End::Error(_) | End::NoInput(_) | End::Unfinished(_) | End::TooBig(_)), None) => return None,
            (Step::Ended(_), None) => {}
            (Step::Took(edge) | Step::Printed(edge, _), _) => {
                if !seen.insert((next.loc, numbers(&next.state)?)) {
                    continue;
                }
                if let Some(fact) = automaton.taken(edge, &next.state).and_then(|t| t.fact) {
                    count += usize::from(facts[fact.rel.index()].insert(fact.values));
                }
                if count > MOST_FACTS {
                    return None;
                }
                open.push((next, Vec::new()));
            }
        }
    }
    let point = |fact: &Vec<Int>| {
        Formula::and(fact.iter().enumerate().map(|(i, v)| Formula::cmp(CmpOp::Eq, Expr::Var(VarId(i as u32)), v.clone())))
    };
    Some(Model { sets: facts.iter().map(|tuples| Formula::or(tuples.iter().map(point))).collect() })
}

/// The first value and the number of values of an input; none if they are many.
fn values(request: &Request) -> Option<(Int, u32)> {
    match request {
        Request::Value { ty, .. } | Request::Element { ty, .. } => {
            let ty = (*ty)?;
            Some((ty.min(), u32::try_from(&ty.modulus()).ok().filter(|n| *n <= MOST_VALUES)?))
        }
        Request::Choice { options, .. } => Some((Int::ZERO, *options)),
    }
}

fn numbers(state: &State) -> Option<Vec<Int>> {
    state.values.iter().map(|v| if let Value::Int(i) = v { Some(i.clone()) } else { None }).collect()
}
