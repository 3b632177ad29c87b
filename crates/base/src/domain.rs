//! Abstract domains, and the one door through which they may lose information.

use crate::cfa::{Stmt, VarId};
use crate::expr::Formula;
use crate::hint::Hint;
use crate::int::Int;
use std::fmt::{self, Debug};

/// What an operation did to the information in its inputs, judged against the operation's exact result on sets of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Loss {
    Exact,
    Lossy,
    /// The domain does not know whether something was lost. Refiners treat it as `Lossy`.
    Unknown,
}

/// One application of an operation that may lose information.
#[derive(Debug)]
pub enum Op<'a, S> {
    /// The states after the statement.
    Post(&'a S, &'a Stmt),
    /// The states before the statement from which some run of it ends in the given ones.
    Pre(&'a S, &'a Stmt),
    Join(&'a S, &'a S),
    /// Old, new. Assumes nothing about their order; every chain `xᵢ₊₁ = Widen(xᵢ, yᵢ)` without hints becomes stable.
    Widen(&'a S, &'a S),
    Meet(&'a S, &'a S),
    Assume(&'a S, &'a Formula),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OpKind {
    Post,
    Pre,
    Join,
    Widen,
    Meet,
    Assume,
}

impl OpKind {
    pub const ALL: [OpKind; 6] = [OpKind::Post, OpKind::Pre, OpKind::Join, OpKind::Widen, OpKind::Meet, OpKind::Assume];

    pub fn name(self) -> &'static str {
        match self {
            OpKind::Post => "post",
            OpKind::Pre => "pre",
            OpKind::Join => "join",
            OpKind::Widen => "widen",
            OpKind::Meet => "meet",
            OpKind::Assume => "assume",
        }
    }

    pub fn parse(name: &str) -> Option<Self> {
        OpKind::ALL.into_iter().find(|k| k.name() == name)
    }
}

impl fmt::Display for OpKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl<'a, S> Op<'a, S> {
    /// The same operation on what a function takes out of its states.
    pub fn with<T>(self, of: impl Fn(&'a S) -> &'a T) -> Op<'a, T> {
        match self {
            Op::Post(s, stmt) => Op::Post(of(s), stmt),
            Op::Pre(s, stmt) => Op::Pre(of(s), stmt),
            Op::Join(a, b) => Op::Join(of(a), of(b)),
            Op::Widen(a, b) => Op::Widen(of(a), of(b)),
            Op::Meet(a, b) => Op::Meet(of(a), of(b)),
            Op::Assume(s, f) => Op::Assume(of(s), f),
        }
    }

    pub fn kind(&self) -> OpKind {
        match self {
            Op::Post(..) => OpKind::Post,
            Op::Pre(..) => OpKind::Pre,
            Op::Join(..) => OpKind::Join,
            Op::Widen(..) => OpKind::Widen,
            Op::Meet(..) => OpKind::Meet,
            Op::Assume(..) => OpKind::Assume,
        }
    }
}

#[derive(Clone, Debug)]
pub struct Outcome<S> {
    pub state: S,
    pub loss: Loss,
}

impl<S> Outcome<S> {
    pub fn exact(state: S) -> Self {
        Outcome { state, loss: Loss::Exact }
    }

    pub fn lossy(state: S) -> Self {
        Outcome { state, loss: Loss::Lossy }
    }
}

/// A domain is a value: it knows the variables of one program and whatever else its states are made of.
///
/// Soundness, for every hint: the result of [`Domain::apply`] contains the exact result of the operation. Hints may change
/// precision only. The law kit ([`crate::laws`]) tests this against the executor.
pub trait Domain {
    type State: Clone + Debug;
    /// Hints in the domain's own form, compiled once per site.
    type Guide: Clone + Debug + Default;

    /// All states.
    fn top(&self) -> Self::State;

    /// No state.
    fn bottom(&self) -> Self::State;

    /// The one state in which a run starts: every variable 0.
    fn initial(&self) -> Self::State;

    /// True only if no state is described. (False may be imprecise.)
    fn is_bottom(&self, s: &Self::State) -> bool;

    /// As [`Domain::is_bottom`], looked at closely: all that is known together, integers that are not rationals. It may be
    /// slow; blame asks it where the quick answer does not explain an alarm.
    fn is_refuted(&self, s: &Self::State) -> bool {
        self.is_bottom(s)
    }

    /// True only if every state of `s` is in one of `by`. (False may be imprecise.)
    fn covered(&self, s: &Self::State, by: &[&Self::State]) -> bool;

    fn guide(&self, hints: &[Hint]) -> Self::Guide;

    /// The one lossy door.
    fn apply(&self, op: Op<'_, Self::State>, guide: &Self::Guide) -> Outcome<Self::State>;

    /// The described states as a formula; it is exact.
    fn gamma(&self, s: &Self::State) -> Formula;

    /// Formulas that hold in all of `inside` and whose conjunction excludes `error`; empty if there are none that the
    /// domain can express. Each is weak: it says as little as possible beyond excluding the error.
    fn separate(&self, inside: &Self::State, error: &Self::State) -> Vec<Formula>;

    /// A part of `before` (as large a set of states as found, so as little information) that still gives a result inside
    /// `after`. The default is all the information there is.
    fn explain(&self, before: &Self::State, step: Op<'_, Self::State>, after: &Self::State) -> Self::State {
        let _ = (step, after);
        before.clone()
    }

    /// The states before the statement *all* of whose runs end in the given ones, where the domain can.
    fn pre_all(&self, s: &Self::State, stmt: &Stmt) -> Option<Self::State> {
        let _ = (s, stmt);
        None
    }

    /// States whose union contains `s`, on each of which the statement may lose less: what a powerset takes a member apart into before
    /// it applies the statement. `None` if the state is best as it is.
    fn cases(&self, s: &Self::State, stmt: &Stmt) -> Option<Vec<Self::State>> {
        let _ = (s, stmt);
        None
    }

    /// How much it takes to describe the states; of merges that are equally good otherwise a powerset takes the lightest.
    fn weight(&self, s: &Self::State) -> usize {
        let _ = s;
        0
    }

    /// Values of a variable worth trying when a concrete state of `s` is looked for, best first.
    fn suggest(&self, s: &Self::State, var: VarId) -> Vec<Int> {
        let _ = (s, var);
        Vec::new()
    }
}
