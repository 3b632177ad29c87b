//! The record: every abstract state is the result of a recorded step.
//!
//! The log only grows, over all replays of one engine run. A step is identified by its operation, its inputs (earlier
//! steps), its edge and its hints; asking for the same step again gives the old one. So a replay computes only what lies
//! downstream of a changed site, and covering, which is decided anew, is right by construction.
//!
//! A log may be told to forget along each edge the variables that are dead behind it ([`Log::forgetting`]): relations with
//! them make states large, and keep states apart that have the same future. Whether an error is reached does not depend on
//! them, so nothing is lost, and since no state of a node speaks of them, preimages do not either.

use crate::forget::Forgets;
use base::{Cfa, Domain, EdgeId, Hint, Loss, Op, OpKind, Outcome, Stmt};
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
    /// What each edge forgets, if anything.
    forgets: Option<Forgets>,
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
            forgets: None,
            reused: 0,
        }
    }

    /// A log of steps of this automaton alone, which forget what is dead.
    pub fn forgetting(domain: &D, cfa: &Cfa) -> Self {
        Log { forgets: Some(Forgets::new(cfa)), ..Log::new(domain) }
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
        self.answer(question, |log| {
            let (before, guide) = (log.state(from), &log.guides[guide.0 as usize].1);
            let stmt = &cfa.edge(edge).stmt;
            let Some(forgets) = &log.forgets else { return domain.apply(Op::Post(before, stmt), guide) };
            let forget = |state: D::State, dead: &[Stmt]| {
                dead.iter().fold(state, |state, stmt| domain.apply(Op::Post(&state, stmt), &D::Guide::default()).state)
            };
            let Outcome { state, loss } = if from == log.start() {
                domain.apply(Op::Post(&forget(before.clone(), forgets.at_entry()), stmt), guide)
            } else {
                domain.apply(Op::Post(before, stmt), guide)
            };
            // At an error everything is dead; what is known there is where blame starts.
            let ends = cfa.error_at(cfa.edge(edge).to).is_some();
            Outcome { state: if ends { state } else { forget(state, forgets.behind(edge)) }, loss }
        })
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

#[cfg(test)]
mod tests {
    use super::*;
    use base::SortedSet;
    use base::text::parse_cfa;
    use base::{Formula, VarId};

    /// Variables, with nothing but the set of those about which something is known.
    struct Known(u32);

    impl Domain for Known {
        type State = SortedSet<VarId>;
        type Guide = ();
        fn top(&self) -> Self::State {
            SortedSet::new()
        }
        fn bottom(&self) -> Self::State {
            SortedSet::new()
        }
        fn initial(&self) -> Self::State {
            (0..self.0).map(VarId).collect()
        }
        fn is_bottom(&self, _: &Self::State) -> bool {
            false
        }
        fn covered(&self, s: &Self::State, by: &[&Self::State]) -> bool {
            by.iter().any(|b| b.is_subset(s))
        }
        fn guide(&self, _: &[Hint]) {}
        fn apply(&self, op: Op<'_, Self::State>, (): &()) -> Outcome<Self::State> {
            let mut state = SortedSet::new();
            if let Op::Post(before, stmt) = op {
                state.clone_from(before);
                match stmt {
                    Stmt::Assign(v, _) => _ = state.insert(*v),
                    Stmt::Input { var, .. } => _ = state.remove(var),
                    _ => {}
                }
            }
            Outcome::exact(state)
        }
        fn gamma(&self, _: &Self::State) -> Formula {
            Formula::True
        }
        fn separate(&self, _: &Self::State, _: &Self::State) -> Vec<Formula> {
            Vec::new()
        }
    }

    #[test]
    fn what_is_dead_is_forgotten_if_asked() {
        // x is read, y is written first, z is never read.
        let text = "cfa\nvar x: int\nvar y: int\nvar z: int\nentry A\nerror E reach \"\"\nedge A -> B: skip\nedge B -> C: y := x\nedge C -> E: assume y > 0\n";
        let cfa = parse_cfa(text).unwrap();
        let [x, y, z] = ["x", "y", "z"].map(|n| cfa.var_named(n).unwrap());
        let domain = Known(3);
        let states = |mut log: Log<Known>| {
            let mut at = log.start();
            [0, 1, 2].map(|e| {
                at = log.post(&domain, &cfa, at, EdgeId(e), GuideId::NONE);
                log.state(at).iter().copied().collect::<Vec<_>>()
            })
        };
        assert_eq!(states(Log::new(&domain)), [vec![x, y, z], vec![x, y, z], vec![x, y, z]]);
        assert_eq!(states(Log::forgetting(&domain, &cfa)), [vec![x], vec![y], vec![y]]);
    }
}
