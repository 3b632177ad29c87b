//! The refinement of the sequence, told in sentences.

use super::walk::Walked;
use base::text::{print_hint, print_site};
use base::{Cfa, Hint, Lesson, Scope};

pub fn alarm<S>(cfa: &Cfa, walked: &Walked<S>) -> String {
    let what = cfa.error_at(walked.target).map_or(String::new(), |e| format!("{} ({})", e.message, e.check));
    format!("Alarm: {what} seems reachable at step {} of the fixpoint.", walked.count)
}

pub fn blame<S>(cfa: &Cfa, walked: &Walked<S>) -> Vec<String> {
    let culprits = walked.culprits.iter();
    culprits.map(|c| format!("The operator of step {} at {} lost what excludes it.", c.step, cfa.place(c.head))).collect()
}

pub fn lesson(cfa: &Cfa, lesson: &Lesson) -> String {
    let one = |(site, hint): &(base::Site, Hint)| match (&site.scope, hint, site.visit) {
        (Scope::Loc(l), Hint::Merge, Some(i)) => format!("at {} merge (⊞) instead of widening at step {i}", cfa.place(*l)),
        (Scope::Loc(l), Hint::Join, Some(i)) => format!("at {} unite (∪) at step {i}", cfa.place(*l)),
        _ => format!("at {}: {}", print_site(site, cfa), print_hint(hint, cfa)),
    };
    lesson.hints.iter().map(one).collect::<Vec<_>>().join("; ")
}

pub fn learnt(cfa: &Cfa, chosen: &[Lesson]) -> String {
    format!("Learnt: {}.", chosen.iter().map(|l| lesson(cfa, l)).collect::<Vec<_>>().join("; or: "))
}
