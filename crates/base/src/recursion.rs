//! Recursive functions inside an automaton: a loop with a stack, and what it stands for.
//!
//! The automaton is exact without this: a call pushes what the caller still needs on stacks (maps), goes to the callee's entry, and
//! its exit goes back to the call whose number is on the stack. What is written down here says which loops those are, so that a
//! proof may speak about functions instead of stacks.
//!
//! What a [`Recursion`] promises (whoever makes the automaton makes it true; [`Recursion::fits`] tests all of it except that the stack
//! gives back what was put on it):
//!
//! - the only way to a procedure's entry is along the edges from [`Call::before`] of its calls; these edges change nothing but
//!   stacks and, at once, the callee's parameters, which get the values that their arguments have at `before`;
//! - the only way on from a procedure's exit is to [`Call::after`] of the call that was made last and has not come back yet; these
//!   edges change nothing but stacks and the variables in [`Call::kept`], which get the values that they had at `before`;
//! - other edges do not mention stacks;
//! - from the entry of a procedure, without following calls, a run comes to `before` of calls and to its own exit, not to those of others.

use crate::SortedSet;
use crate::cfa::{Cfa, LocId, Stmt, VarId};
use crate::expr::{Expr, Name};

/// Functions that call each other, in one place of the program from which they are called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recursion {
    pub procedures: Vec<Procedure>,
    /// The calls of the procedures, those from outside included.
    pub calls: Vec<Call>,
    /// The variables that each activation has for itself.
    pub own: SortedSet<VarId>,
    /// The variables that make up the stack.
    pub stacks: SortedSet<VarId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Procedure {
    pub name: Name,
    pub entry: LocId,
    /// None if it does not return.
    pub exit: Option<LocId>,
    pub params: Vec<VarId>,
    pub result: Vec<VarId>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    pub before: LocId,
    /// None if it does not return.
    pub after: Option<LocId>,
    /// The number of the procedure.
    pub callee: usize,
    /// Parameters, each with the variable that holds its value at `before`.
    pub arguments: Vec<(VarId, VarId)>,
    /// The caller's own variables that are as before when the call has returned.
    pub kept: Vec<VarId>,
}

impl Recursion {
    /// Whether calls and returns of the automaton have the form that is promised. All numbers must exist.
    pub fn fits(&self, cfa: &Cfa) -> bool {
        self.calls.iter().all(|c| self.goes(cfa, c)) && self.procedures.iter().enumerate().all(|(p, _)| self.comes_back(cfa, p))
    }

    /// From the call to the entry of its callee, setting stacks and parameters.
    fn goes(&self, cfa: &Cfa, call: &Call) -> bool {
        let entry = self.procedures[call.callee].entry;
        let mut unset: SortedSet<(VarId, VarId)> = call.arguments.iter().copied().collect();
        let values: SortedSet<VarId> = call.arguments.iter().map(|(_, a)| *a).collect();
        let mut at = call.before;
        for _ in 0..=cfa.locs.len() {
            let [only] = cfa.out(at) else { return false };
            let edge = cfa.edge(*only);
            let allowed = match &edge.stmt {
                Stmt::Skip => true,
                Stmt::Assign(v, _) if self.stacks.contains(v) => true,
                Stmt::Assign(v, Expr::Var(a)) => !values.contains(v) && unset.remove(&(*v, *a)),
                _ => false,
            };
            if !allowed || edge.to == entry {
                return allowed && unset.is_empty();
            }
            at = edge.to;
        }
        false
    }

    /// From the exit behind calls of the procedure, setting stacks and what the call keeps.
    fn comes_back(&self, cfa: &Cfa, procedure: usize) -> bool {
        let Some(exit) = self.procedures[procedure].exit else { return true };
        // Where a run may be, and what it has set since the exit.
        let mut work: Vec<(LocId, SortedSet<VarId>)> = vec![(exit, SortedSet::new())];
        let mut steps = 0;
        while let Some((at, set)) = work.pop() {
            steps += 1;
            if steps > cfa.edges.len() {
                return false;
            }
            for e in cfa.out(at).iter().map(|e| cfa.edge(*e)) {
                let mut set = set.clone();
                match &e.stmt {
                    Stmt::Skip | Stmt::Assume(_) => {}
                    Stmt::Assign(v, _) if self.stacks.contains(v) => {}
                    Stmt::Assign(v, _) => drop(set.insert(*v)),
                    _ => return false,
                }
                match self.calls.iter().find(|c| c.after == Some(e.to)) {
                    Some(c) if c.callee == procedure && set.iter().eq(&c.kept.iter().copied().collect::<SortedSet<_>>()) => {}
                    Some(_) => return false,
                    None => work.push((e.to, set)),
                }
            }
        }
        true
    }

    /// The same with other numbers of locations and variables, without what has none; nothing if no procedure is left.
    pub fn renamed(&self, loc: &dyn Fn(LocId) -> Option<LocId>, var: &dyn Fn(VarId) -> Option<VarId>) -> Option<Recursion> {
        let mut number_of = vec![None; self.procedures.len()];
        let mut procedures = Vec::new();
        let all = |vars: &[VarId]| vars.iter().filter_map(|v| var(*v)).collect::<Vec<VarId>>();
        for (i, p) in self.procedures.iter().enumerate() {
            let Some(entry) = loc(p.entry) else { continue };
            number_of[i] = Some(procedures.len());
            let (params, result) = (all(&p.params), all(&p.result));
            procedures.push(Procedure { name: p.name.clone(), entry, exit: p.exit.and_then(loc), params, result });
        }
        let call = |c: &Call| {
            Some(Call {
                before: loc(c.before)?,
                after: c.after.and_then(loc),
                callee: number_of[c.callee]?,
                arguments: c.arguments.iter().filter_map(|(p, a)| Some((var(*p)?, var(*a)?))).collect(),
                kept: all(&c.kept),
            })
        };
        let calls = self.calls.iter().filter_map(call).collect();
        let set = |vars: &SortedSet<VarId>| vars.iter().filter_map(|v| var(*v)).collect();
        (!procedures.is_empty()).then(|| Recursion { procedures, calls, own: set(&self.own), stacks: set(&self.stacks) })
    }
}
