//! Candidates are run: a path that the preimages do not exclude is a real error only if an execution fails there.
//!
//! The run takes its inputs from the preimages along the candidate (`Domain::suggest`), a few variants of them, and stays
//! on the candidate as long as it can. Preimages may be too large, so a run that does not fail proves nothing; what it
//! tried is proposed to the search for real errors. Invariant: a returned trace is the record of an execution that ended
//! at the target.

use crate::blame::Candidate;
use crate::cases::Cased;
use crate::search::Board;
use base::exec::eval::{self, State};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::{Cfa, Domain, EdgeId, Int, LocId, Stmt, Trace};

pub struct Executor<'a, D> {
    /// The program as it was given, on which traces run.
    pub original: &'a Cfa,
    /// The automaton that the candidate's edges belong to.
    pub cased: &'a Cased,
    pub domain: &'a D,
    /// Where values go that the preimages suggest.
    pub board: Option<&'a Board>,
}

/// How many suggestions for each input are tried.
const VARIANTS: usize = 4;

/// A run may leave the candidate and still fail; it gets this many steps more.
const STEPS_BESIDE: u64 = 10_000;

impl<D: Domain> Executor<'_, D> {
    /// Runs the program along the candidate with values that its preimages suggest; the inputs of a run that fails at the target.
    pub fn run(&self, candidate: &Candidate<D::State>, target: LocId) -> Option<Trace> {
        // Of a case's condition and its assignment, which come from one edge, the assignment is kept.
        let ends = |e: &EdgeId| self.cased.is_old(self.cased.cfa.edge(*e).to);
        let steps = candidate.iter().filter(|(e, _)| ends(e));
        let candidate: &Candidate<D::State> = &steps.map(|(e, s)| (self.cased.origin(*e), s.clone())).collect();
        for variant in 0..VARIANTS {
            let mut inputs = Vec::new();
            let end = self.follow(candidate, variant, &mut inputs);
            if end == End::Error(target) {
                return Some(Trace { inputs: inputs.into(), error: target });
            }
            if let Some(board) = self.board {
                board.propose(inputs);
            }
        }
        None
    }

    /// One run; where the candidate reads a value, the `variant`-th suggestion is taken.
    fn follow(&self, candidate: &Candidate<D::State>, variant: usize, inputs: &mut Vec<Int>) -> End {
        let mut walk = Walk::new(self.original);
        let mut at = 0;
        let fuel = candidate.len() as u64 + STEPS_BESIDE;
        for _ in 0..fuel {
            let here = walk.loc;
            let ahead = &candidate[at.min(candidate.len())..];
            let choice = self.choice(here, &walk.state, ahead);
            let mut source = |request: &Request| {
                let value = self.answer(request, choice, ahead, variant);
                inputs.push(value.clone());
                Some(value)
            };
            match walk.step(&mut source) {
                Step::Ended(end) => return end,
                Step::Took(edge) | Step::Printed(edge, _) => {
                    // Stay on the candidate as long as the run does.
                    if let Some(ahead) = candidate[at.min(candidate.len())..].iter().position(|(e, _)| *e == edge) {
                        at += ahead + 1;
                    }
                }
            }
        }
        End::Unfinished(walk.loc)
    }

    /// The place of the candidate's next edge among the edges that are enabled.
    fn choice(&self, here: LocId, state: &State, ahead: &[(EdgeId, D::State)]) -> usize {
        let is_enabled = |e: &&EdgeId| match &self.original.edge(**e).stmt {
            // A condition that reads an open element is decided only when the run reads it.
            Stmt::Assume(f) => eval::holds(f, state) != Some(false),
            _ => true,
        };
        let wanted = ahead.first().map(|(e, _)| *e);
        self.original.out(here).iter().filter(is_enabled).position(|e| Some(*e) == wanted).unwrap_or(0)
    }

    fn answer(&self, request: &Request, choice: usize, ahead: &[(EdgeId, D::State)], variant: usize) -> Int {
        let suggested = |var, edge: Option<EdgeId>| {
            let state = ahead.iter().find(|(e, _)| edge.is_none_or(|edge| *e == edge)).map(|(_, s)| s)?;
            let values = self.domain.suggest(state, var);
            values.get(variant % values.len().max(1)).cloned()
        };
        let value = match request {
            Request::Value { edge, var, .. } => suggested(*var, Some(*edge)),
            Request::Element { var, .. } => suggested(*var, None),
            Request::Choice { options, .. } => Some(Int::from(choice.min(*options as usize - 1))),
        };
        value.filter(|v| request.admits(v)).unwrap_or(Int::ZERO)
    }
}
