//! Runs of which it is not known whether they exist.
//!
//! Where the world outside may do something that cannot be told exactly, a run may go on with more than it can do. From there on a variable says why
//! it is in doubt, and a check that fails then is not a failure: the run ends at `Unsupported`, which names the reason. What no run reaches, in doubt
//! or not, is proved all the same.
//!
//! Functions that the world calls back are run with arguments that nobody chose. A check that fails in such a call need not be a fault of the program: the
//! run is cut there or, if the program has handed out the address of the function, not understood. What is not understood in it makes the whole call something that cannot be told exactly.
//!
//! Invariant: an error location of a kind other than `Unsupported` is reached only by runs that exist.

use super::{Lower, Res};
use crate::types::CInt;
use base::{Check, CmpOp, Formula, InputKind, LocId, Name, Sort, SortedMap, Span, Stmt, VarId};

/// Why runs may be in doubt, and where that begins.
#[derive(Default)]
pub struct Doubts {
    flag: Option<VarId>,
    causes: Vec<(String, Span)>,
    /// The frames of calls from outside.
    pub outside: SortedMap<u32, Outside>,
}

/// A call from outside.
#[derive(Clone, Copy)]
pub struct Outside {
    /// Where it goes on if it cannot be told.
    pub lost: LocId,
    /// Where it ends if a check fails in it; none if such a call is assumed not to be made.
    pub fails: Option<LocId>,
}

impl Lower<'_> {
    /// From here on the run is in doubt.
    pub fn begin_doubt(&mut self, why: &str, span: &Span) {
        let flag = match self.doubts.flag {
            Some(flag) => flag,
            None => {
                let flag = self.add_var("$doubt".into(), Sort::Int, None, None, None, 0);
                *self.doubts.flag.insert(flag)
            }
        };
        let cause = (why.to_owned(), span.clone());
        let known = self.doubts.causes.iter().position(|c| *c == cause);
        let number = known.unwrap_or_else(|| {
            self.doubts.causes.push(cause);
            self.doubts.causes.len() - 1
        });
        self.graph.assign(flag, (number as i64 + 1).into(), span);
    }

    /// Goes on with or without what the world may do; with it, the run is in doubt.
    pub fn perhaps(&mut self, function: &Name, why: &str, span: &Span, work: impl FnOnce(&mut Self) -> Res<()>) -> Res<()> {
        let happens = self.temporary(CInt::BOOL);
        self.havoc_var(happens, CInt::BOOL, true, InputKind::Written(function.clone()), span);
        let join = self.unless(Formula::cmp(CmpOp::Ne, happens, 0), span);
        self.begin_doubt(why, span);
        if let Err(super::Halt::Unsupported { what, span }) = work(self) {
            self.give_up(&what, &span);
        }
        self.graph.arrive(join, span);
        Ok(())
    }

    /// The call from outside that a frame belongs to.
    fn call_from_outside(&self, frame: u32) -> Option<Outside> {
        let mut frame = frame;
        loop {
            if let Some(outside) = self.doubts.outside.get(&frame) {
                return Some(*outside);
            }
            frame = self.frames[frame as usize].called_from.as_ref()?.0;
        }
    }

    /// Whether what is translated now is called from outside.
    pub fn is_called_from_outside(&self) -> bool {
        self.activations.last().is_some_and(|a| self.call_from_outside(a.frame).is_some())
    }

    /// Takes the failures out that are none, when all of the program is there.
    pub fn settle_doubts(&mut self, start: LocId) {
        let kinds: SortedMap<LocId, Check> = self.graph.errors.iter().map(|e| (e.loc, e.check)).collect();
        let mut edges = std::mem::take(&mut self.graph.edges);
        if !self.doubts.outside.is_empty() {
            let outside: Vec<Option<Outside>> = (0..self.frames.len() as u32).map(|f| self.call_from_outside(f)).collect();
            edges.retain_mut(|edge| {
                let (Some(kind), Some(outside)) = (kinds.get(&edge.to), outside[self.graph.locs[edge.from.index()].frame as usize]) else {
                    return true;
                };
                let to = if *kind == Check::Unsupported { Some(outside.lost) } else { outside.fails };
                edge.to = to.unwrap_or(edge.to);
                to.is_some()
            });
        }
        self.graph.edges = edges;
        let Some(flag) = self.doubts.flag else { return };
        let seen = crate::finish::reachable(&self.graph, start);
        if !self.graph.edges.iter().any(|e| seen[e.from.index()] && e.stmt.target() == Some(flag)) {
            return;
        }
        let is_failure = |to: &LocId| kinds.get(to).is_some_and(|k| *k != Check::Unsupported);
        let reached: Vec<LocId> = kinds.keys().filter(|l| is_failure(l)).copied().collect();
        let before: SortedMap<LocId, LocId> = reached
            .iter()
            .map(|error| {
                let (span, frame) = (self.graph.locs[error.index()].span.clone(), self.graph.locs[error.index()].frame);
                let before = self.graph.loc(span);
                self.graph.locs[before.index()].frame = frame;
                (*error, before)
            })
            .collect();
        for edge in &mut self.graph.edges {
            if let Some(before) = before.get(&edge.to) {
                edge.to = *before;
            }
        }
        let causes = self.doubts.causes.clone();
        for (error, before) in before {
            let span = self.graph.locs[error.index()].span.clone();
            self.graph.edge(before, error, Stmt::Assume(Formula::cmp(CmpOp::Eq, flag, 0)), span.clone());
            for (i, (why, at)) in causes.iter().enumerate() {
                let unknown = self.graph.error(Check::Unsupported, why, at);
                self.graph.edge(before, unknown, Stmt::Assume(Formula::cmp(CmpOp::Eq, flag, i as i64 + 1)), span.clone());
            }
        }
    }
}
