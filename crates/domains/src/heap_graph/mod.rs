//! Abstract heap graphs for programs with linked lists, with intervals for all other numbers.
//!
//! Gulavani, Rajamani: *Counterexample Driven Refinement for Abstract Interpretation* (TACAS 2006), §6 and Figure 3. What a graph is and means stands in [`graph`], its order, LUB and widening in [`order`],
//! statements in [`transfer`], and the formula that `check` is given in [`formula`]. The domain is to be used under [`crate::Disjunctive`]: a statement that reads a pointer into a
//! summary has several results ([`base::Domain::cases`]), and what they say of two variables at once would be lost in a LUB, which is the union of the nodes. A widening that is refined to ∪ keeps its graphs apart, and the next
//! widening has more nodes to map to: that is the refinement of the paper.
//!
//! Which maps are links and which variables are pointers is read off the program ([`crate::boolean_heap::shape`]); it only says what graphs are about, so a wrong guess
//! costs precision and nothing else.
//!
//! Invariant: each operation's result describes every state that the exact result has. Where [`base::Domain::gamma`] asks for an exact formula, this one may be weaker than the graph ([`formula`]), so
//! that a proof may fail to be confirmed; it is never stronger.

mod formula;
mod graph;
mod meet;
mod order;
mod transfer;

use crate::env::Env;
use crate::intervals::{self, Intervals, State as Numbers};
use base::{Cfa, Domain, Formula, Hint, Int, Loss, Op, Outcome, Stmt, VarId};
use graph::{Graph, Targets};
use numeric::Value;
use transfer::{Described, Heap};

/// The domain for one program.
#[derive(Clone, Debug)]
pub struct HeapGraph {
    heap: Heap,
}

/// No state at all, or a graph with the numbers beside it.
#[derive(Clone, Debug)]
pub struct State(Option<Described>);

/// Hints, compiled: LUB instead of widening, and what intervals make of the rest.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    join: bool,
    numbers: intervals::Guide,
}

impl HeapGraph {
    pub fn new(cfa: &Cfa) -> Self {
        HeapGraph { heap: Heap::new(cfa) }
    }

    fn numbers(&self) -> &Intervals {
        &self.heap.numbers
    }

    /// Both halves, each by itself.
    fn both(&self, graph: Option<Graph>, numbers: Outcome<Numbers>) -> State {
        match (graph, numbers.state) {
            (Some(graph), Numbers::Env(numbers)) => State(Some(Described { graph, numbers })),
            _ => State(None),
        }
    }

    fn empty(&self, vars: impl IntoIterator<Item = (VarId, Targets)>, numbers: Env<Value>) -> State {
        let margin = vec![Some(Int::ZERO); self.heap.fresh.len()];
        State(Some(Described { graph: Graph { nodes: Default::default(), vars: vars.into_iter().collect(), margin }, numbers }))
    }
}

fn numbers(s: &Described) -> Numbers {
    Numbers::Env(s.numbers.clone())
}

impl Domain for HeapGraph {
    type State = State;
    type Guide = Guide;

    fn top(&self) -> State {
        self.empty([], self.numbers().everything())
    }

    fn bottom(&self) -> State {
        State(None)
    }

    fn initial(&self) -> State {
        let Numbers::Env(numbers) = self.numbers().initial() else { return State(None) };
        self.empty(self.heap.pointers.iter().map(|v| (*v, Targets::null())), self.heap.only_numbers(numbers))
    }

    fn is_bottom(&self, s: &State) -> bool {
        s.0.is_none()
    }

    fn covered(&self, s: &State, by: &[&State]) -> bool {
        let Some(s) = &s.0 else { return true };
        let above = |b: &Described| self.numbers().covered(&numbers(s), &[&numbers(b)]) && order::covered(&s.graph, &b.graph);
        by.iter().filter_map(|b| b.0.as_ref()).any(above)
    }

    fn guide(&self, hints: &[Hint]) -> Guide {
        let join = hints.iter().any(|h| matches!(h, Hint::Join | Hint::Merge));
        Guide { join, numbers: self.numbers().guide(hints) }
    }

    fn apply(&self, op: Op<'_, State>, guide: &Guide) -> Outcome<State> {
        let state = match op {
            Op::Post(s, stmt) => State(s.0.as_ref().and_then(|s| self.heap.post(s, stmt))),
            Op::Pre(s, stmt) => State(s.0.as_ref().and_then(|s| self.heap.pre(s, stmt))),
            Op::Assume(s, f) => State(s.0.as_ref().and_then(|s| self.heap.assume(s, f))),
            Op::Join(State(None), s) | Op::Join(s, State(None)) | Op::Widen(State(None), s) | Op::Widen(s, State(None)) => {
                return Outcome::exact(s.clone());
            }
            Op::Join(State(Some(a)), State(Some(b))) => {
                let bound = self.numbers().apply(Op::Join(&numbers(a), &numbers(b)), &guide.numbers);
                self.both(Some(order::join(&a.graph, &b.graph)), bound)
            }
            Op::Widen(State(Some(a)), State(Some(b))) => {
                let graph = if guide.join { order::join(&a.graph, &b.graph) } else { order::widen(&a.graph, &b.graph) };
                self.both(Some(graph), self.numbers().apply(Op::Widen(&numbers(a), &numbers(b)), &guide.numbers))
            }
            Op::Meet(State(Some(a)), State(Some(b))) => {
                let numbers = self.numbers().apply(Op::Meet(&numbers(a), &numbers(b)), &guide.numbers);
                self.both(meet::meet(&self.heap, &a.graph, &b.graph), numbers)
            }
            Op::Meet(..) => State(None),
        };
        Outcome { state, loss: Loss::Unknown }
    }

    fn gamma(&self, s: &State) -> Formula {
        let Some(s) = &s.0 else { return Formula::False };
        Formula::and([self.numbers().gamma(&numbers(s)), formula::formula(&self.heap, &s.graph)])
    }

    /// By numbers alone: two graphs have many formulas between them, and what a widening must keep apart are nodes.
    fn separate(&self, inside: &State, error: &State) -> Vec<Formula> {
        let (Some(inside), Some(error)) = (&inside.0, &error.0) else { return Vec::new() };
        self.numbers().separate(&numbers(inside), &numbers(error))
    }

    fn cases(&self, s: &State, stmt: &Stmt) -> Option<Vec<State>> {
        let s = s.0.as_ref()?;
        let cases = self.heap.cases(&s.graph, stmt)?.into_iter();
        Some(cases.map(|graph| State(Some(Described { graph, numbers: s.numbers.clone() }))).collect())
    }

    /// The number of nodes.
    fn weight(&self, s: &State) -> usize {
        s.0.as_ref().map_or(0, |s| s.graph.nodes.len())
    }

    fn suggest(&self, s: &State, var: VarId) -> Vec<Int> {
        s.0.as_ref().map_or(Vec::new(), |s| self.numbers().suggest(&numbers(s), var))
    }
}
