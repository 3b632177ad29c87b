//! A small analysis that asks of a domain what analyses ask: the least fixpoint above a transition system's initial states
//! by chaotic iteration with widening, one descending pass, bounds of all variables, and preimages of what lies outside.
//!
//! Termination of the ascending phase: every cycle has a location that an edge enters from itself or a later one; there,
//! after [`DELAY`] joins, the new element is widened, and a widened chain is finite.

use crate::subject::{Subject, Supremum};
use crate::systems::{Edge, Step, System};
use numeric::{Constraint, Int, Linear};
use base::SortedSet;

const DELAY: usize = 2;

/// A step with its forms as the subject keeps them.
enum Prepared<S: Subject> {
    Assume(S::System),
    Set(usize, S::Form),
    Any(usize),
}

fn prepare<S: Subject>(edge: &Edge) -> Vec<Prepared<S>> {
    edge.steps
        .iter()
        .map(|step| match step {
            Step::Assume(c) => Prepared::Assume(S::system(c)),
            Step::Set(v, form) => Prepared::Set(*v, S::form(form)),
            Step::Any(v) => Prepared::Any(*v),
        })
        .collect()
}

/// The successors of a state; `None` if there are none.
fn post<S: Subject>(state: &S, steps: &[Prepared<S>]) -> Option<S> {
    let mut state = state.clone();
    for step in steps {
        match step {
            Prepared::Assume(system) => {
                state.meet_constraints(system);
                if state.is_empty() {
                    return None;
                }
            }
            Prepared::Set(v, form) => state.assign(*v, form, &Int::ONE),
            Prepared::Any(v) => state.forget(&[*v]),
        }
    }
    Some(state)
}

/// The predecessors of a state; `None` if there are none.
fn pre<S: Subject>(state: &S, steps: &[Prepared<S>]) -> Option<S> {
    let mut state = state.clone();
    for step in steps.iter().rev() {
        match step {
            Prepared::Assume(system) => state.meet_constraints(system),
            Prepared::Set(v, form) => state.substitute(*v, form, &Int::ONE),
            Prepared::Any(v) => state.forget(&[*v]),
        }
    }
    if state.is_empty() { None } else { Some(state) }
}

/// The invariant at each location; `None` where no state arrives.
pub fn analyse<S: Subject>(system: &System) -> Vec<Option<S>> {
    let edges: Vec<(usize, usize, Vec<Prepared<S>>)> = system.edges.iter().map(|e| (e.from, e.to, prepare(e))).collect();
    let heads: SortedSet<usize> = system.edges.iter().filter(|e| e.to <= e.from).map(|e| e.to).collect();
    let mut start = S::universe(system.topology(), system.variables);
    start.meet_constraints(&S::system(&system.initial));

    let mut states: Vec<Option<S>> = (0..system.locations).map(|_| None).collect();
    states[system.start] = Some(start.clone());
    // What flows into a location from the states as they are now.
    let inflow = |states: &[Option<S>], location: usize| {
        let mut sum = (location == system.start).then(|| start.clone());
        for (from, to, steps) in &edges {
            let Some(source) = states[*from].as_ref().filter(|_| *to == location) else { continue };
            let Some(arriving) = post(source, steps) else { continue };
            match &mut sum {
                Some(sum) => sum.join(&arriving),
                None => sum = Some(arriving),
            }
        }
        sum
    };

    let mut joins = vec![0; system.locations];
    let mut pending: SortedSet<usize> = edges.iter().filter(|e| e.0 == system.start).map(|e| e.1).collect();
    while let Some(location) = pending.pop_first() {
        let Some(mut new) = inflow(&states, location) else { continue };
        if let Some(old) = &states[location] {
            if old.includes(&new) {
                continue;
            }
            new.join(old);
            joins[location] += 1;
            if heads.contains(&location) && joins[location] > DELAY {
                new.widen(old);
            }
        }
        states[location] = Some(new);
        pending.extend(edges.iter().filter(|e| e.0 == location).map(|e| e.1));
    }

    // The states are a post-fixpoint, so what flows in is included and is itself an invariant once all earlier ones are.
    for location in 0..system.locations {
        if states[location].is_some() {
            states[location] = inflow(&states, location);
        }
    }
    states
}

/// Bounds of every variable, then the states just beyond them, backwards over one edge and met with the invariant there.
pub fn interrogate<S: Subject>(system: &System, states: &[Option<S>]) {
    let prepared: Vec<Vec<Prepared<S>>> = system.edges.iter().map(prepare).collect();
    for (location, state) in states.iter().enumerate() {
        let Some(state) = state else { continue };
        let mut beyond: Vec<Constraint> = Vec::new();
        for variable in 0..system.variables {
            let form = Linear::variable(variable);
            let bounds = state.bounds(&S::form(&form));
            if let Supremum::Finite { value, .. } = &bounds.high {
                let least = Int::from(value.floor() + Int::ONE);
                beyond.push(Constraint::non_negative(form.plus(&Int::NEG_ONE, &Linear::constant(least))));
            }
            if let Supremum::Finite { value, .. } = &bounds.low {
                let most = Int::from(value.ceil() - Int::ONE);
                beyond.push(Constraint::non_negative(Linear::constant(most).plus(&Int::NEG_ONE, &form)));
            }
        }
        for constraint in beyond.into_iter().take(4) {
            let mut bad = S::universe(system.topology(), system.variables);
            bad.meet_constraints(&S::system(&[constraint]));
            for (edge, steps) in system.edges.iter().zip(&prepared).filter(|(e, _)| e.to == location) {
                let Some(source) = &states[edge.from] else { continue };
                if let Some(mut before) = pre(&bad, steps) {
                    before.meet(source);
                    before.is_empty();
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ppl::Ppl;
    use crate::systems::{parse, published};

    /// What the analysis finds is an invariant: no edge leaves it.
    #[test]
    fn invariants_are_inductive() {
        let _alone = crate::ppl::alone();
        for system in published() {
            let states = analyse::<Ppl>(&system);
            for edge in &system.edges {
                let Some(source) = &states[edge.from] else { continue };
                let Some(arriving) = post(source, &prepare(edge)) else { continue };
                let target = states[edge.to].as_ref().unwrap_or_else(|| panic!("{}: a location is missed", system.name));
                assert!(target.includes(&arriving), "{}", system.name);
            }
        }
    }

    #[test]
    fn a_counter_is_bounded_after_the_descending_pass() {
        let _alone = crate::ppl::alone();
        let systems = parse("system s\nvariables x\nstart l: x = 0\nl -> l: x <= 9; x := x + 1").expect("a system");
        let states = analyse::<Ppl>(&systems[0]);
        let bounds = states[0].as_ref().expect("reached").bounds(&Ppl::form(&Linear::variable(0)));
        assert_eq!(bounds.high, Supremum::Finite { value: 10.into(), attained: Some(true) });
    }
}
