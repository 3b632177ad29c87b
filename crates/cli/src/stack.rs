//! The calls that are active where a run fails, the innermost first.
//!
//! The callers of functions that are inlined stand in the automaton. Those of functions that are not stand on the stack
//! of the run (`base::recursion`): how deep it is, the call that each activation has made, and what the call keeps for its
//! caller. The values that are told are those of parameters where the run has failed; what is not needed any more is not kept.

use base::exec::eval::State;
use base::recursion::{Call, Procedure, Recursion};
use base::{Cfa, Expr, Int, LocId, Sort, SortedMap, Stmt, VarId};

/// So many activations are told at both ends of a long stack.
const ENDS: usize = 10;

/// Where a run has failed: the location before the error, and its state there.
#[derive(Clone, Debug)]
pub struct Arrival {
    pub at: LocId,
    pub state: State,
}

/// What the stack of a recursion is made of.
struct Stack<'a> {
    recursion: &'a Recursion,
    depth: VarId,
    sites: VarId,
    /// Calls by the number that stands on the stack.
    calls: SortedMap<Int, &'a Call>,
    outside: Option<&'a Call>,
    /// Where the caller's variables are kept.
    kept: SortedMap<VarId, VarId>,
}

impl<'a> Stack<'a> {
    fn new(cfa: &Cfa, recursion: &'a Recursion) -> Option<Self> {
        let depth = *recursion.stacks.iter().find(|v| cfa.var(**v).sort == Sort::Int)?;
        let (mut sites, mut calls, mut outside, mut kept) = (None, SortedMap::new(), None, SortedMap::new());
        for call in &recursion.calls {
            let pushes = pushes(cfa, recursion, call);
            let Some((site, number)) = pushes.first() else {
                outside = Some(call);
                continue;
            };
            sites = Some(*site);
            calls.insert(number.as_const()?.clone(), call);
            kept.extend(pushes[1..].iter().filter_map(|(stack, value)| if let Expr::Var(v) = value { Some((*v, *stack)) } else { None }));
        }
        Some(Stack { recursion, depth, sites: sites?, calls, outside, kept })
    }

    /// The procedure whose activations have this frame.
    fn procedure(&self, cfa: &Cfa, frame: u32) -> Option<&'a Procedure> {
        let function = &cfa.frames.get(frame as usize)?.function;
        let is_own = self.recursion.own.iter().any(|v| cfa.var(*v).frame == frame);
        self.recursion.procedures.iter().find(|p| is_own && p.name == *function)
    }

    /// The call that the activation at this level has made.
    fn call_at(&self, level: &Int, state: &State) -> Option<&'a Call> {
        self.calls.get(state.map(self.sites).get(level)?).copied()
    }

    /// The parameters of the activation at this level with their values.
    fn parameters(&self, cfa: &Cfa, procedure: &Procedure, level: &Int, state: &State) -> String {
        let top = state.int(self.depth) == level;
        let value = |v: VarId| -> Option<Int> {
            if top {
                return Some(state.int(v).clone());
            }
            self.call_at(level, state)?.kept.contains(&v).then(|| state.map(*self.kept.get(&v)?).get(level).cloned())?
        };
        let named = procedure.params.iter().filter(|v| cfa.var(**v).sort == Sort::Int);
        let each = named.filter_map(|v| Some((cfa.var(*v).source.as_ref()?, value(*v)?)));
        each.map(|(name, value)| format!("{name} = {value}")).collect::<Vec<_>>().join(", ")
    }
}

/// Whether a function is a part of a model of a library function, which the programmer does not know.
pub fn is_model_part(function: &str) -> bool {
    function.starts_with("__model_")
}

/// What a call puts on stacks, in order: the number of the call first.
fn pushes(cfa: &Cfa, recursion: &Recursion, call: &Call) -> Vec<(VarId, Expr)> {
    let entry = recursion.procedures.get(call.callee).map(|p| p.entry);
    let mut found = Vec::new();
    let mut at = call.before;
    // The way of a call has no branches; the bound is for automata that were written by hand.
    for _ in 0..cfa.locs.len() {
        let [only] = cfa.out(at) else { break };
        let edge = cfa.edge(*only);
        if let Stmt::Assign(v, Expr::Store(_, _, value)) = &edge.stmt
            && recursion.stacks.contains(v)
        {
            found.push((*v, (**value).clone()));
        }
        at = edge.to;
        if Some(at) == entry {
            break;
        }
    }
    found
}

/// The active calls in words.
pub fn told(cfa: &Cfa, arrival: &Arrival) -> Vec<String> {
    let stacks: Vec<Stack<'_>> = cfa.recursions.iter().filter_map(|r| Stack::new(cfa, r)).collect();
    let mut levels: Vec<Int> = stacks.iter().map(|s| arrival.state.int(s.depth).clone()).collect();
    let mut lines = Vec::new();
    let mut frame = cfa.loc(arrival.at).frame;
    while let Some(f) = cfa.frames.get(frame as usize) {
        // Nothing lies below the activation that was called from outside; its caller may be the entry function, which is inlined and has
        // the name of a function of the copy.
        let above = |i: usize| levels[i] >= Int::ZERO;
        let recursive = stacks.iter().enumerate().find_map(|(i, s)| Some((i, s, s.procedure(cfa, frame).filter(|_| above(i))?)));
        let caller = match recursive {
            Some((i, stack, procedure)) => {
                let values = stack.parameters(cfa, procedure, &levels[i], &arrival.state);
                let below = &levels[i] - Int::ONE;
                let call = if levels[i] > Int::ZERO { stack.call_at(&below, &arrival.state) } else { stack.outside };
                levels[i] = below;
                let Some(call) = call else { break };
                let place = cfa.loc(call.before).span.as_ref().map_or(String::new(), |s| format!(", called from {s}"));
                lines.push(format!("in {}({values}){place}", f.function));
                Some(cfa.loc(call.before).frame)
            }
            None => {
                let place = f.called_from.as_ref().map_or(String::new(), |(_, s)| format!(", called from {s}"));
                if !is_model_part(&f.function) {
                    lines.push(format!("in {}{place}", f.function));
                }
                f.called_from.as_ref().map(|(caller, _)| *caller)
            }
        };
        match caller {
            // Runs are finite, and so are their stacks; the bound is for automata that were written by hand.
            Some(caller) if lines.len() < 1_000_000 => frame = caller,
            _ => break,
        }
    }
    if lines.len() > 2 * ENDS + 1 {
        let left = lines.len() - 2 * ENDS;
        lines.splice(ENDS..ENDS + left, [format!("and {left} more calls, then")]);
    }
    lines
}
