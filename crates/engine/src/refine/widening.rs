//! Widening hints: where widening or joining lost what was needed, keep it.
//!
//! From Gulavani, Rajamani (TACAS 2006), §2: the step at fault uses the least upper bound instead of the widening; from
//! Gulavani et al. (TACAS 2008), §2: a formula that separates the step's inputs from the error is kept by the widening
//! (interpolated widening), and where even the least upper bound has the error, the inputs are kept apart (implicit
//! disjuncts, split joins). Changed: a path whose preimages reach the entry without being executable is delayed at its
//! first imprecise step, since the preimages of a non-relational domain are too weak to name the culprit.
//!
//! Measure: the imprecise joins and widenings in the cone. A bound or a least upper bound makes one of them exact or
//! removes the error; a split removes the step.

use super::{Lessons, Refiner, View};
use crate::blame::{Culprit, Fault, Suspect};
use crate::explore::{Node, NodeId};
use crate::log::StepId;
use base::{Domain, EdgeId, Hint, Lesson, Loss, Lost, NodePath, Op, OpKind, Site, Why};

/// After this many splits of single nodes of one location the location is split as a whole.
const SPLITS_PER_LOCATION: usize = 2;

/// How often the first imprecise step of an unexplained candidate is delayed before the engine gives up on it.
const MOST_DELAYS: u32 = 40;

#[derive(Debug, Default)]
pub struct WideningHints {
    delays: u32,
}

impl<D: Domain> Refiner<D> for WideningHints {
    fn refine(&mut self, view: &View<'_, D>, suspect: &Suspect<D::State>) -> Lessons {
        let hints: Vec<Option<(Site, Hint)>> = suspect.culprits.iter().map(|c| hint_for(view, c)).collect();
        let explained = suspect.candidate.is_none() && hints.iter().all(Option::is_some);
        let lesson = Lesson { hints: hints.into_iter().flatten().collect() };
        let mut alternatives = Vec::new();
        if !explained
            && self.delays < MOST_DELAYS
            && let Some(delay) = delay(view, suspect)
        {
            self.delays += 1;
            alternatives.push(delay);
        }
        if !lesson.hints.is_empty() {
            alternatives.push(lesson);
        }
        alternatives
    }

    fn lost(&self, view: &View<'_, D>, suspect: &Suspect<D::State>) -> Why {
        lost(view, suspect)
    }

    fn measure(&self, cone: &View<'_, D>) -> usize {
        cone.found.nodes.iter().map(|node| imprecise_steps(cone, node)).sum()
    }
}

fn is_imprecise<D: Domain>(view: &View<'_, D>, step: StepId) -> bool {
    let step = view.log.step(step);
    matches!(step.op, Some(OpKind::Join | OpKind::Widen)) && step.loss != Loss::Exact
}

fn imprecise_steps<D: Domain>(view: &View<'_, D>, node: &Node) -> usize {
    let widening = node.previous.is_some() && is_imprecise(view, node.step);
    usize::from(widening) + usize::from(node.arrivals.len() > 1 && is_imprecise(view, node.joined))
}

fn hint_for<D: Domain>(view: &View<'_, D>, culprit: &Culprit<D::State>) -> Option<(Site, Hint)> {
    let node = view.found.node(culprit.node);
    match culprit.fault {
        Fault::Transfer(_) => None,
        Fault::Join => Some(split(view, node)),
        Fault::Widen => {
            let old = view.log.state(view.found.node(node.previous?).step);
            let new = view.log.state(node.joined);
            let union = view.domain.apply(Op::Join(old, new), &D::Guide::default()).state;
            let bounds = view.domain.separate(&union, &culprit.error);
            let visit = node.visit - 1;
            if !bounds.is_empty() {
                return Some((Site::loc(node.loc, OpKind::Widen), Hint::Bound(base::Formula::and(bounds))));
            }
            let both = view.domain.apply(Op::Meet(&union, &culprit.error), &D::Guide::default()).state;
            let hint = if view.domain.is_bottom(&both) { Hint::Join } else { Hint::Split };
            Some((Site::node(node.path.clone(), OpKind::Widen).at_visit(visit), hint))
        }
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
            let site = Site::node(node.path.clone(), OpKind::Widen).at_visit(node.visit - 1);
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
        let lossy = |a: &&crate::explore::Arrival| view.log.step(a.step).loss == Loss::Lossy;
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
