//! Lessons: which operator at which step, and where precision was lost if none helps.
//!
//! Gulavani, Rajamani (TACAS 2006), `Refine` (Figure 2) with the operators of §4: ⟨i, ⊞⟩ suffices if R ⊞ (R ∪ θ(R)) excludes
//! the error; ⟨i, ∪⟩ always does. Lessons are alternatives, the coarsest first. Changed: where the walk names no step
//! (preimages that are too large lead to the entry, or a transfer is at fault), first the heads that are partly to blame,
//! then the first imprecise step below the alarm become ∪. Either way a lesson names a step of the counterexample that
//! does not yet use ∪ and at which something was lost, so there are at most as many as the counterexample has steps.

use super::sequence::Sequence;
use super::system::System;
use super::walk::{Culprit, Walked};
use crate::blame::Candidate;
use crate::precision::Precision;
use base::{Domain, EdgeId, Hint, Lesson, LocId, Loss, Lost, NodePath, Op, OpKind, Site, Why};

/// Lessons that are alternatives: at most two, and if there are two the first has a ⊞ and the second only ∪.
pub fn lessons<D: Domain>(system: &System<'_, D>, run: &Sequence<D::State>, hints: &Precision, walked: &Walked<D::State>) -> Vec<Lesson> {
    let operator = |c: &Culprit<D::State>| operator(system, run, hints, c);
    let blamed: Vec<(Site, Hint)> = walked.culprits.iter().filter_map(operator).collect();
    if !blamed.is_empty() {
        return alternatives(blamed);
    }
    // The latest step at which some heads are partly to blame.
    let latest = walked.partial.first().map(|c| c.step);
    let parts: Vec<(Site, Hint)> = walked.partial.iter().filter(|c| Some(c.step) == latest).filter_map(operator).collect();
    if !parts.is_empty() {
        return vec![precise(parts)];
    }
    delay(run, hints, walked).into_iter().collect()
}

pub fn site(head: LocId, step: usize) -> Site {
    Site::loc(head, OpKind::Widen).at_visit(step as u32)
}

fn known(hints: &Precision, head: LocId, step: usize) -> Vec<Hint> {
    hints.at(OpKind::Widen, head, &NodePath::default(), step as u32)
}

/// The coarsest operator that excludes the error at this head; none if even ∪ did not.
fn operator<D: Domain>(
    system: &System<'_, D>,
    run: &Sequence<D::State>,
    hints: &Precision,
    culprit: &Culprit<D::State>,
) -> Option<(Site, Hint)> {
    let used = known(hints, culprit.head, culprit.step);
    if used.contains(&Hint::Join) {
        return None;
    }
    let bounded = run.steps[culprit.step].bounded.get(&culprit.head)?;
    let merge = system.domain.guide(&[Hint::Merge]);
    let merged = system.domain.apply(Op::Widen(&bounded.old, &bounded.new), &merge).state;
    let suffices = !used.contains(&Hint::Merge) && system.meet(&merged, &culprit.error).is_none();
    Some((site(culprit.head, culprit.step), if suffices { Hint::Merge } else { Hint::Join }))
}

fn precise(hints: Vec<(Site, Hint)>) -> Lesson {
    Lesson { hints: hints.into_iter().map(|(site, _)| (site, Hint::Join)).collect() }
}

fn alternatives(hints: Vec<(Site, Hint)>) -> Vec<Lesson> {
    let merges = hints.iter().any(|(_, h)| *h == Hint::Merge);
    let coarse = merges.then(|| Lesson { hints: hints.clone() });
    coarse.into_iter().chain([precise(hints)]).collect()
}

/// The first imprecise operator below the alarm becomes ∪.
fn delay<S>(run: &Sequence<S>, hints: &Precision, walked: &Walked<S>) -> Option<Lesson> {
    let below = run.steps.iter().enumerate().take(walked.count + 1);
    let imprecise = below.flat_map(|(i, step)| step.bounded.iter().map(move |(l, b)| (*l, i, b.loss)));
    let mut open = imprecise.filter(|(l, i, loss)| *loss != Loss::Exact && !known(hints, *l, *i).contains(&Hint::Join));
    open.next().map(|(l, i, _)| Lesson::one(site(l, i), Hint::Join))
}

/// Where what was needed was lost for good, when there is no lesson.
pub fn lost<D: Domain>(
    system: &System<'_, D>,
    run: &Sequence<D::State>,
    walked: &Walked<D::State>,
    path: Option<&Candidate<D::State>>,
) -> Why {
    let cfa = system.cfa;
    let transfer = |e: EdgeId, what: &str| {
        let edge = cfa.edge(e);
        let what = format!("{what} `{}`", base::text::print_stmt(&edge.stmt, cfa));
        Why::Lost(Lost { op: OpKind::Post, loc: edge.from, span: edge.span.clone().or_else(|| cfa.loc(edge.from).span.clone()), what })
    };
    if let Some(e) = walked.transfers.first() {
        return transfer(*e, "the domain cannot express the result of");
    }
    let unions = run.steps.iter().take(walked.count + 1).find_map(|s| s.image.blunt.first());
    let limited = walked.joins.first().or(unions).copied();
    let operators = walked.culprits.first().map(|c| c.head);
    if let Some(l) = limited.or(operators) {
        let what = format!("the union of the branches at {} has more parts than the domain keeps apart", cfa.place(l));
        return Why::Lost(Lost { op: OpKind::Join, loc: l, span: cfa.loc(l).span.clone(), what });
    }
    let path = path.map_or(&[][..], Vec::as_slice);
    for (loss, what) in [(Loss::Lossy, "the domain cannot keep the relation in"), (Loss::Unknown, "the domain cannot express all of")] {
        let mut state = system.initial();
        for (e, _) in path {
            let after = system.domain.apply(Op::Post(&state, &cfa.edge(*e).stmt), &D::Guide::default());
            if after.loss == loss {
                return transfer(*e, what);
            }
            state = after.state;
        }
    }
    Why::NotExecuted { path: path.iter().map(|(e, _)| cfa.edge(*e).from).collect() }
}
