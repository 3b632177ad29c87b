//! Does what a witness says of a loop hold? The program with a place to fail where it does not is given to the engines.
//!
//! A run that gets there is a state of the program that the invariant leaves out: it is refuted. A proof that nothing gets there, confirmed like any
//! other, makes it an invariant even if it is not inductive by itself. Nothing else decides.

use crate::cterm;
use crate::replay;
use assemble::Plan;
use base::exec::machine::Machine;
use base::{Budget, Cfa, Check, ErrorInfo, Formula, LocId, LocInfo, SortedMap, Stmt};
use engine::{Decided, Desk, Judge, Progress, Watch};

/// What became of an invariant.
pub enum Found {
    Holds,
    /// In this state of a run it does not.
    Violated(String),
}

/// Nobody looks on: the engines work on another program than the user's.
struct Unwatched;

impl Watch for Unwatched {
    fn progress(&self, _: &str, _: &Progress) {}

    fn tell(&self, _: &str, _: &str) {}
}

/// What is found out about formulas at locations, by their numbers.
pub fn ask(cfa: &Cfa, claims: &[(usize, LocId, Formula)], plan: &Plan, judge: &dyn Judge, budget: &Budget) -> SortedMap<usize, Found> {
    let mut probe = cfa.clone();
    probe.errors.clear();
    let mut places: SortedMap<LocId, usize> = SortedMap::new();
    for (i, (_, loc, formula)) in claims.iter().enumerate() {
        let place = probe.add_loc(LocInfo { frame: cfa.loc(*loc).frame, ..LocInfo::named(&format!("$claim{i}")) });
        let span = cfa.loc(*loc).span.clone();
        probe.add_edge(*loc, place, Stmt::Assume(formula.negate()), span.clone());
        probe.errors.push(ErrorInfo { loc: place, check: Check::Reach, message: "the invariant does not hold".into(), span });
        places.insert(place, i);
    }
    let desk = Desk::new(&probe, judge, &Unwatched, budget.clone());
    plan.run(&probe, &desk, budget);
    let (decided, machine) = (desk.decided(), Machine::compile(&probe));
    let mut found = SortedMap::new();
    for (place, i) in &places {
        let (which, loc, formula) = &claims[*i];
        if let Some(Decided::Reached { trace, .. }) = decided.get(place) {
            // The time may be over; the run has just been executed.
            let (_, arrival) = replay::follow(&probe, &machine, trace, &Budget::unlimited());
            let value = |v: &base::VarId| {
                let arrival = arrival.as_ref().filter(|_| cfa.var(*v).sort == base::Sort::Int)?;
                Some(format!("{} = {}", cterm::name(*v, cfa), arrival.state.int(*v)))
            };
            let state: Vec<String> = formula.vars().iter().filter_map(value).collect();
            let state = if state.is_empty() { String::new() } else { format!(" with {}", state.join(", ")) };
            found.insert(*which, Found::Violated(format!("a run reaches {}{state}", cfa.place(*loc))));
        }
    }
    for which in claims.iter().map(|c| c.0) {
        let of = |(_, i): &(&LocId, &usize)| claims[**i].0 == which;
        let proved = places.iter().filter(of).all(|(place, _)| matches!(decided.get(place), Some(Decided::Unreachable { .. })));
        if proved {
            found.entry(which).or_insert(Found::Holds);
        }
    }
    found
}
