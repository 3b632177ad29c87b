//! The refinement, told in sentences that are read back from the record.

use crate::blame::{Culprit, Fault, Suspect};
use crate::refine::View;
use base::text::{print_hint, print_site, print_stmt};
use base::{Domain, Hint, Lesson, LocId, Scope, Site, Why};

fn place<D: Domain>(view: &View<'_, D>, loc: LocId) -> String {
    view.cfa.place(loc)
}

pub fn alarm<D: Domain>(view: &View<'_, D>, suspect: &Suspect<D::State>) -> String {
    let node = view.found.node(suspect.alarm);
    let error = view.cfa.error_at(node.loc).expect("an alarm is at an error location");
    format!("Alarm: {} ({}) seems reachable; it rests on {} nodes.", error.message, error.check, suspect.cone.len())
}

pub fn culprit<D: Domain>(view: &View<'_, D>, culprit: &Culprit<D::State>) -> String {
    let node = view.found.node(culprit.node);
    let at = place(view, node.loc);
    match culprit.fault {
        Fault::Widen => format!("The widening number {} at {at} lost what excludes it.", node.visit.saturating_sub(1)),
        Fault::Join => format!("The join of {} branches at {at} lost what excludes it.", node.arrivals.len()),
        Fault::Transfer(edge) => format!("The step `{}` at {at} lost what excludes it.", print_stmt(&view.cfa.edge(edge).stmt, view.cfa)),
    }
}

pub fn lesson<D: Domain>(view: &View<'_, D>, lesson: &Lesson) -> String {
    let one = |(site, hint): &(Site, Hint)| match (&site.scope, hint) {
        (Scope::Loc(l), Hint::Bound(f)) => format!("at {} keep {}", place(view, *l), base::text::print_formula(f, view.cfa)),
        (Scope::Loc(l), Hint::Split) => format!("at {} keep the branches apart", place(view, *l)),
        (Scope::Node(p), hint) => {
            let at = view.found.find(p).map_or(print_site(site, view.cfa), |id| place(view, view.found.node(id).loc));
            let what = match hint {
                Hint::Join => format!("join instead of widening number {}", site.visit.unwrap_or(0)),
                Hint::Split => "keep the branches of this node apart".into(),
                other => print_hint(other, view.cfa),
            };
            format!("at {at} {what}")
        }
        _ => format!("at {}: {}", print_site(site, view.cfa), print_hint(hint, view.cfa)),
    };
    format!("Learnt: {}.", lesson.hints.iter().map(one).collect::<Vec<_>>().join("; "))
}

pub fn stuck(why: &Why) -> String {
    format!("Given up: {why}.")
}
