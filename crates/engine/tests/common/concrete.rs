//! What a small program really does: breadth-first execution of all its states.

use base::exec::eval::{self, State, Value};
use base::{Cfa, Int, IntType, LocId, Stmt};
use std::collections::HashSet;

/// All states that are reached, by location, each with the number of steps of its shortest run.
pub struct Concrete {
    pub at: Vec<Vec<(State, u32)>>,
    /// False if there are more states than were looked at.
    pub complete: bool,
}

/// Inputs with more values than this are only sampled.
const MOST_VALUES: i64 = 64;

impl Concrete {
    /// Executes the program (over integers only) until `limit` states are known.
    pub fn new(cfa: &Cfa, limit: usize) -> Self {
        let mut known: HashSet<(LocId, Vec<Int>)> = HashSet::new();
        let mut concrete = Concrete { at: vec![Vec::new(); cfa.locs.len()], complete: true };
        let mut layer = vec![(cfa.entry, State::initial(cfa))];
        let mut depth = 0;
        while !layer.is_empty() {
            let mut next = Vec::new();
            for (loc, state) in layer {
                if !known.insert((loc, values(&state))) {
                    continue;
                }
                if known.len() > limit {
                    concrete.complete = false;
                    return concrete;
                }
                if cfa.error_at(loc).is_none() {
                    for e in cfa.out(loc) {
                        let edge = cfa.edge(*e);
                        let after = concrete.successors(&edge.stmt, &state);
                        next.extend(after.into_iter().map(|s| (edge.to, s)));
                    }
                }
                concrete.at[loc.index()].push((state, depth));
            }
            layer = next;
            depth += 1;
        }
        concrete
    }

    /// How many steps the shortest run to the location has.
    pub fn depth(&self, loc: LocId) -> Option<u32> {
        self.at[loc.index()].first().map(|(_, depth)| *depth)
    }

    fn successors(&mut self, stmt: &Stmt, state: &State) -> Vec<State> {
        let with = |v, value| {
            let mut after = state.clone();
            after.set(v, value);
            after
        };
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => vec![state.clone()],
            Stmt::Assume(f) => eval::holds(f, state).filter(|holds| *holds).map(|_| state.clone()).into_iter().collect(),
            Stmt::Assign(v, e) => eval::int(e, state).map(|value| with(*v, value)).into_iter().collect(),
            Stmt::Input { var, ty, .. } => {
                let (inputs, all) = inputs(*ty);
                self.complete &= all;
                inputs.into_iter().map(|value| with(*var, value)).collect()
            }
        }
    }
}

fn values(state: &State) -> Vec<Int> {
    let int = |v: &Value| if let Value::Int(i) = v { Some(i.clone()) } else { None };
    state.values.iter().filter_map(int).collect()
}

/// Values of the type, and whether these are all.
fn inputs(ty: Option<IntType>) -> (Vec<Int>, bool) {
    match ty {
        Some(ty) if ty.modulus() <= Int::from(MOST_VALUES) => {
            ((0..).map(|i| ty.min() + Int::from(i)).take_while(|v| *v <= ty.max()).collect(), true)
        }
        Some(ty) => ([ty.min(), ty.min() + Int::ONE, Int::ZERO, Int::ONE, Int::from(5), ty.max()].into(), false),
        None => ((-5..=5).map(Int::from).collect(), false),
    }
}
