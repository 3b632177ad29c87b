//! Reading a trace: which value is read where, and for what.

use crate::cterm;
use base::exec::machine::{self, Machine};
use base::exec::{End, Inputs, Request};
use base::script::Reader;
use base::{Budget, Cfa, Expr, InputKind, Int, IntType, Name, Span, Stmt, Trace, VarId};
use std::time::Duration;

/// Enough for every run that a search finds; the budget ends the others.
const FUEL: u64 = u64::MAX;
/// A report must not take long.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a value that the run reads stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// What a call of this function returns.
    Call(Name),
    /// A variable that is read before it is written.
    Uninitialised(VarId),
    /// An element of such an array.
    Element(VarId),
    /// The automaton's own choice between enabled edges.
    Choice,
}

/// One value that a run reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Read {
    pub value: Int,
    pub ty: Option<IntType>,
    pub span: Option<Span>,
    /// The inlined activation that reads it.
    pub frame: u32,
    pub origin: Origin,
}

impl Origin {
    pub fn words(&self, cfa: &Cfa) -> String {
        match self {
            Origin::Call(function) => function.to_string(),
            Origin::Uninitialised(v) => format!("uninitialised {}", cterm::name(*v, cfa)),
            Origin::Element(v) => format!("uninitialised element of {}", cterm::name(*v, cfa)),
            Origin::Choice => "choice of a branch".into(),
        }
    }
}

/// The place and the meaning of a request.
pub fn origin(cfa: &Cfa, request: &Request) -> (Origin, Option<Span>, u32, Option<IntType>) {
    match *request {
        Request::Value { edge, var, ty } => {
            let e = cfa.edge(edge);
            let origin = match &e.stmt {
                Stmt::Input { kind: InputKind::Call(function), .. } => Origin::Call(function.clone()),
                _ => Origin::Uninitialised(var),
            };
            (origin, e.span.clone(), cfa.loc(e.from).frame, ty)
        }
        Request::Element { var, ty } => (Origin::Element(var), None, cfa.var(var).frame, ty),
        Request::Choice { at, .. } => (Origin::Choice, cfa.loc(at).span.clone(), cfa.loc(at).frame, None),
    }
}

#[derive(Clone)]
struct Recorder<'a> {
    cfa: &'a Cfa,
    values: Reader<'a>,
    reads: Vec<Read>,
}

impl Inputs for Recorder<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let value = self.values.next(request)?;
        let (origin, span, frame, ty) = origin(self.cfa, request);
        self.reads.push(Read { value: value.clone(), ty, span, frame, origin });
        Some(value)
    }
}

/// The values that the run of a trace reads. (Only the first ones, if the run takes very long.)
pub fn reads(cfa: &Cfa, trace: &Trace) -> Vec<Read> {
    let mut recorder = Recorder { cfa, values: trace.inputs.reader(), reads: Vec::new() };
    let budget = Budget::unlimited().child(Some(PATIENCE));
    machine::run(cfa, &Machine::compile(cfa), &mut recorder, FUEL, &budget, &mut |_| {});
    recorder.reads
}

/// Runs the program with what `answer` gives; also the values it read.
pub fn run(cfa: &Cfa, answer: impl Inputs + Clone, budget: &Budget) -> (End, Vec<Int>) {
    #[derive(Clone)]
    struct Listener<I>(I, Vec<Int>);
    impl<I: Inputs> Inputs for Listener<I> {
        fn next(&mut self, request: &Request) -> Option<Int> {
            let value = self.0.next(request).filter(|v| request.admits(v))?;
            self.1.push(value.clone());
            Some(value)
        }
    }
    let mut listener = Listener(answer, Vec::new());
    let (outcome, _) = machine::run(cfa, &Machine::compile(cfa), &mut listener, FUEL, budget, &mut |_| {});
    (outcome.end, listener.1)
}

/// The source variable that receives the value of an input, if the next statements only copy it there.
pub fn receiver(cfa: &Cfa, request: &Request) -> Option<VarId> {
    let Request::Value { edge, var, .. } = *request else { return None };
    if cfa.var(var).source.is_some() {
        return Some(var);
    }
    let mut at = cfa.edge(edge).to;
    for _ in 0..8 {
        let [only] = cfa.out(at) else { return None };
        let next = cfa.edge(*only);
        if let Stmt::Assign(target, value) = &next.stmt
            && cfa.var(*target).source.is_some()
        {
            let plain = |e: &Expr| matches!(e, Expr::Var(v) if *v == var) || matches!(e, Expr::Wrap(_, a) if **a == Expr::Var(var));
            return plain(value).then_some(*target);
        }
        at = next.to;
    }
    None
}
