//! The record: every abstract state is the result of a recorded step.
//!
//! The log only grows, over all replays of one engine run. A step is identified by its operation, its inputs (earlier
//! steps), its edge and its hints; asking for the same step again gives the old one. So a replay computes only what lies
//! downstream of a changed site, and covering, which is decided anew, is right by construction.

use base::{Cfa, Domain, EdgeId, Hint, Loss, Op, OpKind, Outcome};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StepId(pub u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct GuideId(pub u32);

impl GuideId {
    /// No hints.
    pub const NONE: GuideId = GuideId(0);
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Question {
    op: OpKind,
    left: Option<StepId>,
    right: Option<StepId>,
    edge: Option<EdgeId>,
    guide: GuideId,
}

#[derive(Clone, Debug)]
pub struct Step<S> {
    /// `None` for the start of a run.
    pub op: Option<OpKind>,
    pub left: Option<StepId>,
    pub right: Option<StepId>,
    pub edge: Option<EdgeId>,
    pub guide: GuideId,
    pub state: S,
    pub loss: Loss,
}

pub struct Log<D: Domain> {
    steps: Vec<Step<D::State>>,
    known: HashMap<Question, StepId>,
    guides: Vec<(Vec<Hint>, D::Guide)>,
    guide_ids: HashMap<Vec<Hint>, GuideId>,
    /// Steps that were asked for again and not computed.
    pub reused: u64,
}

impl<D: Domain> Log<D> {
    pub fn new(domain: &D) -> Self {
        let start =
            Step { op: None, left: None, right: None, edge: None, guide: GuideId::NONE, state: domain.initial(), loss: Loss::Exact };
        Log {
            steps: vec![start],
            known: HashMap::new(),
            guides: vec![(Vec::new(), D::Guide::default())],
            guide_ids: HashMap::from([(Vec::new(), GuideId::NONE)]),
            reused: 0,
        }
    }

    /// The state in which every run starts.
    pub fn start(&self) -> StepId {
        StepId(0)
    }

    pub fn len(&self) -> usize {
        self.steps.len()
    }

    pub fn is_empty(&self) -> bool {
        false
    }

    pub fn step(&self, id: StepId) -> &Step<D::State> {
        &self.steps[id.0 as usize]
    }

    pub fn state(&self, id: StepId) -> &D::State {
        &self.step(id).state
    }

    /// Hints in compiled form, each set compiled once.
    pub fn guide(&mut self, domain: &D, hints: Vec<Hint>) -> GuideId {
        if hints.is_empty() {
            return GuideId::NONE;
        }
        if let Some(id) = self.guide_ids.get(&hints) {
            return *id;
        }
        let id = GuideId(self.guides.len() as u32);
        self.guides.push((hints.clone(), domain.guide(&hints)));
        self.guide_ids.insert(hints, id);
        id
    }

    pub fn hints(&self, id: GuideId) -> &[Hint] {
        &self.guides[id.0 as usize].0
    }

    /// The statement of an edge, forwards.
    pub fn post(&mut self, domain: &D, cfa: &Cfa, from: StepId, edge: EdgeId, guide: GuideId) -> StepId {
        let question = Question { op: OpKind::Post, left: Some(from), right: None, edge: Some(edge), guide };
        self.answer(question, |log| domain.apply(Op::Post(log.state(from), &cfa.edge(edge).stmt), &log.guides[guide.0 as usize].1))
    }

    /// A join, widening or meet of two steps.
    pub fn combine(&mut self, domain: &D, op: OpKind, left: StepId, right: StepId, guide: GuideId) -> StepId {
        let question = Question { op, left: Some(left), right: Some(right), edge: None, guide };
        self.answer(question, |log| {
            let (a, b) = (log.state(left), log.state(right));
            let op = match op {
                OpKind::Join => Op::Join(a, b),
                OpKind::Widen => Op::Widen(a, b),
                OpKind::Meet => Op::Meet(a, b),
                OpKind::Post | OpKind::Pre | OpKind::Assume => unreachable!("not an operation on two states"),
            };
            domain.apply(op, &log.guides[guide.0 as usize].1)
        })
    }

    fn answer(&mut self, question: Question, compute: impl FnOnce(&Self) -> Outcome<D::State>) -> StepId {
        if let Some(id) = self.known.get(&question) {
            self.reused += 1;
            return *id;
        }
        let Outcome { state, loss } = compute(self);
        let id = StepId(self.steps.len() as u32);
        let Question { op, left, right, edge, guide } = question.clone();
        self.steps.push(Step { op: Some(op), left, right, edge, guide, state, loss });
        self.known.insert(question, id);
        id
    }
}
