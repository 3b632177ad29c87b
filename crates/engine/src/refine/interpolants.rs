//! Interpolants: where a widening, a join or a transfer lost what was needed, keep it.
//!
//! Gulavani, Chakraborty, Nori, Rajamani (TACAS 2008), Figure 2, `ApplyRefinement`, and §3. A widening at fault keeps a
//! formula that separates its inputs from the error (Lemma 1: then the error stays out); where even the least upper bound has the
//! error, the inputs are kept apart (implicit disjuncts); a join at fault is split. Without interpolation the widening becomes a
//! least upper bound, as in Gulavani, Rajamani (TACAS 2006). Added, where the paper assumes exact images: a transfer at fault
//! keeps those negated parts of the error that its exact result satisfies; a path whose preimages reach the entry without being executable is
//! delayed at its first imprecise step.
//!
//! Measure: first the culprits whose error their node still has, then the imprecise joins and widenings in the cone. A bound
//! excludes the error from its node (Lemma 1), a least upper bound is exact or excludes it, a split removes the step (Lemma 3).

use super::{Lessons, Measure, Refiner, View};
use crate::blame::{Culprit, Fault, Suspect};
use crate::explore::{Arrival, Node, NodeId, Widened};
use crate::log::StepId;
use base::{CmpOp, Domain, EdgeId, Formula, Hint, Lesson, Loss, Lost, NodePath, Op, OpKind, Site, Stmt, Why};

/// After this many splits of single nodes of one location the location is split as a whole.
const SPLITS_PER_LOCATION: usize = 2;

/// How often the first imprecise step of an unexplained candidate is delayed before the engine gives up on it.
const MOST_DELAYS: u32 = 40;

#[derive(Debug)]
pub struct Interpolants {
    /// Whether interpolants are used; else a widening is refined to a least upper bound.
    pub interpolate: bool,
    /// What the exact formula of the next suspect's candidate teaches.
    pub path: Option<Lesson>,
    delays: u32,
}

impl Interpolants {
    pub fn new(interpolate: bool) -> Self {
        Interpolants { interpolate, path: None, delays: 0 }
    }
}

impl<D: Domain> Refiner<D> for Interpolants {
    fn refine(&mut self, view: &View<'_, D>, suspect: &Suspect<D::State>) -> Lessons {
        let hints = suspect.culprits.iter().filter_map(|c| hint_for(view, c, self.interpolate)).collect();
        let lesson = Lesson { hints };
        let mut alternatives = Vec::new();
        if !lesson.hints.is_empty() {
            alternatives.push(lesson);
        }
        alternatives.extend(self.path.take());
        if self.delays < MOST_DELAYS
            && let Some(delay) = delay(view, suspect)
        {
            self.delays += 1;
            alternatives.push(delay);
        }
        alternatives
    }

    fn lost(&self, view: &View<'_, D>, suspect: &Suspect<D::State>) -> Why {
        lost(view, suspect)
    }

    fn measure(&self, cone: &View<'_, D>, culprits: &[(NodePath, D::State)]) -> Measure {
        let touched = |(path, error): &&(NodePath, D::State)| {
            let Some(id) = cone.found.find(path) else { return false };
            let state = cone.log.state(cone.found.node(id).step);
            !cone.domain.is_refuted(&cone.domain.apply(Op::Meet(state, error), &D::Guide::default()).state)
        };
        (culprits.iter().filter(touched).count(), cone.found.nodes.iter().map(|node| imprecise_steps(cone, node)).sum())
    }
}

/// A lesson by which a widening keeps an error out; also for errors that are known from earlier.
pub fn exclude<D: Domain>(domain: &D, widened: &Widened<'_, D::State>, interpolate: bool) -> Option<Lesson> {
    let Widened { loc, path, visit, old, new, error } = widened;
    let union = domain.apply(Op::Join(old, new), &D::Guide::default()).state;
    if interpolate {
        let bounds = domain.separate(&union, error);
        if bounds.iter().any(|b| *b != Formula::True) {
            return Some(Lesson::one(Site::loc(*loc, OpKind::Widen), Hint::Bound(Formula::and(bounds))));
        }
    }
    let both = domain.apply(Op::Meet(&union, error), &D::Guide::default()).state;
    let apart = domain.is_refuted(&both);
    let hint = if apart { Hint::Join } else { Hint::Split };
    Some(Lesson::one(Site::node((*path).clone(), OpKind::Widen).at_visit(*visit), hint))
}

fn is_imprecise<D: Domain>(view: &View<'_, D>, step: StepId) -> bool {
    let step = view.log.step(step);
    matches!(step.op, Some(OpKind::Join | OpKind::Widen)) && step.loss != Loss::Exact
}

fn imprecise_steps<D: Domain>(view: &View<'_, D>, node: &Node) -> usize {
    let widening = node.previous.is_some() && is_imprecise(view, node.step);
    usize::from(widening) + usize::from(node.arrivals.len() > 1 && is_imprecise(view, node.joined))
}

fn hint_for<D: Domain>(view: &View<'_, D>, culprit: &Culprit<D::State>, interpolate: bool) -> Option<(Site, Hint)> {
    let node = view.found.node(culprit.node);
    match culprit.fault {
        Fault::Transfer(edge) => {
            let before = node.arrivals.iter().find(|a| a.edge == edge)?.from;
            let e = view.cfa.edge(edge);
            let kept = excluded_parts(view, view.log.state(view.found.node(before).step), &e.stmt, &culprit.error);
            (kept != Formula::True).then(|| (Site::loc(e.from, OpKind::Post), Hint::Bound(kept)))
        }
        Fault::Join => Some(common_bound(view, node, &culprit.error).unwrap_or_else(|| split(view, node))),
        Fault::Widen => {
            let old = view.log.state(view.found.node(node.previous?).step);
            let new = view.log.state(node.joined);
            let widened = Widened { loc: node.loc, path: &node.path, visit: node.visit.saturating_sub(1), old, new, error: &culprit.error };
            exclude(view.domain, &widened, interpolate)?.hints.pop()
        }
    }
}

/// The negations of parts of the error that the exact result of the statement satisfies: no state before has a run into the
/// part. `False` if the statement has no result at all.
fn excluded_parts<D: Domain>(view: &View<'_, D>, before: &D::State, stmt: &Stmt, error: &D::State) -> Formula {
    let domain = view.domain;
    let none = D::Guide::default();
    let unreachable = |part: &D::State| {
        let pre = domain.apply(Op::Pre(part, stmt), &none).state;
        domain.is_refuted(&domain.apply(Op::Meet(&pre, before), &none).state)
    };
    if unreachable(&domain.top()) {
        return Formula::False;
    }
    let mut parts = Vec::new();
    conjuncts(&domain.gamma(error), &mut parts);
    let excluded = parts.iter().filter(|p| unreachable(&domain.apply(Op::Assume(&domain.top(), p), &none).state));
    Formula::and(excluded.map(Formula::negate))
}

/// What all arrivals satisfy and the error does not: a join that is not the least upper bound can be told to keep it.
fn common_bound<D: Domain>(view: &View<'_, D>, node: &Node, error: &D::State) -> Option<(Site, Hint)> {
    let separating = |a: &Arrival| view.domain.separate(view.log.state(a.step), error);
    let mut common = separating(node.arrivals.first()?);
    for arrival in &node.arrivals[1..] {
        let theirs = separating(arrival);
        common.retain(|f| theirs.contains(f));
    }
    let bound = Formula::and(common);
    let site = Site::loc(node.loc, OpKind::Join);
    let known = view.precision.at(OpKind::Join, node.loc, &node.path, node.visit).contains(&Hint::Bound(bound.clone()));
    (bound != Formula::True && !known).then(|| (site, Hint::Bound(bound)))
}

/// The parts of a conjunction; an equation is two of them.
fn conjuncts(f: &Formula, found: &mut Vec<Formula>) {
    match f {
        Formula::And(parts) => parts.iter().for_each(|p| conjuncts(p, found)),
        Formula::Cmp(CmpOp::Eq, a, b) => found.extend([CmpOp::Le, CmpOp::Ge].map(|op| Formula::Cmp(op, a.clone(), b.clone()))),
        other => found.push(other.clone()),
    }
}

fn split<D: Domain>(view: &View<'_, D>, node: &Node) -> (Site, Hint) {
    let same_location = |path: &NodePath| view.found.find(path).is_none_or(|id| view.found.node(id).loc == node.loc);
    let site = if view.precision.splits_of_nodes(same_location) < SPLITS_PER_LOCATION {
        Site::node(node.plain.clone(), OpKind::Join)
    } else {
        Site::loc(node.loc, OpKind::Join)
    };
    (site, Hint::Split)
}

/// The first imprecise step of the cone is made precise: a widening becomes a join, a join is split.
fn delay<D: Domain>(view: &View<'_, D>, suspect: &Suspect<D::State>) -> Option<Lesson> {
    for id in &suspect.cone {
        let node = view.found.node(*id);
        if node.previous.is_some() && is_imprecise(view, node.step) {
            let site = Site::node(node.path.clone(), OpKind::Widen).at_visit(node.visit.saturating_sub(1));
            // A join that was not enough before is not tried twice.
            let joined = view.log.hints(view.log.step(node.step).guide).contains(&Hint::Join);
            return Some(Lesson::one(site, if joined { Hint::Split } else { Hint::Join }));
        }
        if node.arrivals.len() > 1 && is_imprecise(view, node.joined) {
            let (site, hint) = split(view, node);
            return Some(Lesson::one(site, hint));
        }
    }
    None
}

/// The place where what was needed could not be expressed: the culprit, or the last imprecise transfer on the path.
fn lost<D: Domain>(view: &View<'_, D>, suspect: &Suspect<D::State>) -> Why {
    let transfer = |edge: EdgeId, what: &str| {
        let e = view.cfa.edge(edge);
        let statement = base::text::print_stmt(&e.stmt, view.cfa);
        let what = format!("{what} `{statement}`");
        Why::Lost(Lost { op: OpKind::Post, loc: e.from, span: e.span.clone().or_else(|| view.cfa.loc(e.from).span.clone()), what })
    };
    let at_fault = |c: &Culprit<D::State>| if let Fault::Transfer(edge) = c.fault { Some(edge) } else { None };
    if let Some(edge) = suspect.culprits.iter().find_map(at_fault) {
        return transfer(edge, "the domain cannot express the result of");
    }
    let imprecise = |id: &NodeId| {
        let node = view.found.node(*id);
        let lossy = |a: &&Arrival| view.log.step(a.step).loss == Loss::Lossy;
        node.arrivals.iter().find(lossy).map(|a| a.edge)
    };
    if let Some(edge) = suspect.cone.iter().rev().find_map(imprecise) {
        return transfer(edge, "the domain cannot keep the relation in");
    }
    let unsure = |id: &NodeId| {
        let node = view.found.node(*id);
        node.arrivals.iter().find(|a| view.log.step(a.step).loss == Loss::Unknown).map(|a| a.edge)
    };
    match suspect.cone.iter().rev().find_map(unsure) {
        Some(edge) => transfer(edge, "the domain cannot express all of"),
        None => Why::NotExecuted { path: suspect.candidate.iter().flatten().map(|(e, _)| view.cfa.edge(*e).from).collect() },
    }
}
