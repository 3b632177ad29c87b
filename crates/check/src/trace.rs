//! Traces are executed.

use crate::executable::{inexact, known, refusal};
use base::exec::End;
use base::exec::machine::{self, Machine};
use base::{Budget, Cfa, Formula, Stmt, Trace, Why};
use std::borrow::Cow;

/// Executes the automaton from its entry on the inputs. Accepts only if the run reads *all* of them, each is a value that the request
/// admits, and the run ends at the error location that the trace names.
pub fn trace(cfa: &Cfa, t: &Trace, budget: &Budget) -> Result<(), Why> {
    let reject = |what: String| Err(Why::Rejected { loc: t.error, what });
    if !known(cfa, t.error) || !known(cfa, cfa.entry) || cfa.error_at(t.error).is_none() {
        return reject("the trace does not name an error location".into());
    }
    // A run ends where execution is not exact, so that the whole of one that fails is exact.
    let inexact = inexact(cfa);
    let mut part = Cow::Borrowed(cfa);
    if !inexact.is_empty() {
        for edge in part.to_mut().edges.iter_mut().filter(|e| inexact.contains_key(&e.from)) {
            edge.stmt = Stmt::Assume(Formula::False);
        }
    }
    let mut inputs = t.inputs.reader();
    let (outcome, _) = machine::run(&part, &Machine::compile(&part), &mut inputs, u64::MAX, budget, &mut |_| {});
    match outcome.end {
        End::Error(loc) if loc == t.error && inputs.used == t.inputs.len() => Ok(()),
        End::Error(loc) if loc == t.error => {
            reject(format!("the run fails after {} of {} inputs: the others belong to no run", inputs.used, t.inputs.len()))
        }
        End::Error(loc) => reject(format!("the run fails elsewhere: at {}", cfa.place(loc))),
        End::Exit(loc) => reject(format!("the run ends without a failure at {}", cfa.place(loc))),
        End::Blocked(loc) if inexact.contains_key(&loc) => Err(refusal(loc, inexact[&loc])),
        End::Blocked(loc) => reject(format!("no statement can be executed at {}", cfa.place(loc))),
        End::NoInput(loc) if inputs.used < t.inputs.len() => {
            let value = inputs.peek().map_or_else(String::new, |v| format!(" ({v})"));
            reject(format!("input {}{value} is not possible at {}", inputs.used + 1, cfa.place(loc)))
        }
        End::NoInput(loc) => reject(format!("the inputs end too early, at {}", cfa.place(loc))),
        End::Unfinished(loc) | End::TooBig(loc) => {
            let stop = budget.stopped().map_or("the run is too long".into(), |s| s.to_string());
            Err(Why::Unconfirmed { loc, part: None, what: format!("the trace was not executed to its end: {stop}") })
        }
    }
}
