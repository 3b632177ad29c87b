//! The rounds, told in sentences.

use super::backward::Backward;
use super::forward::Forward;
use base::text::print_formula;
use base::{Cfa, Domain, Formula};

/// Longer formulas are not told.
const MOST_LETTERS: usize = 400;

pub fn forward<S>(number: usize, forward: &Forward<S>) -> String {
    let leaving = forward.leaving.len();
    format!("Round {number}: {} cut points are reached; {leaving} edges may leave the safe states.", forward.at.len())
}

pub fn learnt<D: Domain>(cfa: &Cfa, domain: &D, backward: &Backward<D::State>) -> String {
    let one = |(l, s): (&base::LocId, &D::State)| format!("at {} exclude {}", cfa.place(*l), shown(cfa, &domain.gamma(s)));
    let parts: Vec<String> = backward.excluded.iter().map(one).collect();
    let end = if backward.stable { " (nothing else can leave)" } else { "" };
    format!("Learnt: {}{end}.", parts.join("; "))
}

fn shown(cfa: &Cfa, f: &Formula) -> String {
    let text = print_formula(f, cfa);
    if text.chars().count() > MOST_LETTERS { format!("{} …", text.chars().take(MOST_LETTERS).collect::<String>()) } else { text }
}
