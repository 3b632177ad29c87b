//! What is told about a net: a run as the rules that are fired, with the markings between them, and invariants over the places.
//!
//! Whoever has found a trace, it is read as a run of the net ([`nets::Automaton::run`]). A rule that is fired many times in a row stands once.

use crate::outcome::{Answer, Outcome};
use base::{CmpOp, Expr, Formula, Name, Span};
use nets::{Automaton, Net, Run};
use std::fmt::Write;

/// Longer runs are told by their inputs only.
const LONGEST: usize = 1_000_000;
/// More steps than this are not listed (JSON has them all).
const STEPS_SHOWN: usize = 30;

/// The places with tokens.
pub type Marking = Vec<(Name, u64)>;

/// A rule that is fired so many times in a row.
#[derive(Clone, Debug)]
pub struct Firing {
    /// Where the rule is.
    pub rule: Option<Span>,
    pub times: u64,
    /// After the last time.
    pub marking: Marking,
}

#[derive(Clone, Debug)]
pub struct Firings {
    pub start: Marking,
    pub steps: Vec<Firing>,
}

/// The outcome with runs of the net, and with invariants that read well.
pub fn told(outcome: Outcome, net: &Net) -> Outcome {
    let automaton = Automaton::new(net);
    let mut outcome = outcome;
    for finding in &outcome.findings {
        if let Answer::Violated { trace, .. } = &finding.answer
            && let Some(firings) = automaton.run(net, trace, LONGEST).and_then(|run| Firings::new(net, &run))
        {
            outcome.firings.insert(finding.error.loc, firings);
        }
    }
    for invariant in &mut outcome.invariants {
        invariant.formula = over_places(&invariant.formula);
    }
    outcome.invariants.retain(|i| i.formula != Formula::True);
    outcome
}

impl Firings {
    fn new(net: &Net, run: &Run) -> Option<Self> {
        let marking = |m: &[u64]| net.places.iter().cloned().zip(m.iter().copied()).filter(|(_, n)| *n > 0).collect();
        let mut now = run.start.clone();
        let mut firings = Firings { start: marking(&now), steps: Vec::new() };
        for stretch in run.rules.chunk_by(|a, b| a == b) {
            let rule = net.rules.get(stretch[0])?;
            for _ in stretch {
                now = rule.fire(&now)?;
            }
            firings.steps.push(Firing { rule: rule.span.clone(), times: stretch.len() as u64, marking: marking(&now) });
        }
        Some(firings)
    }

    pub fn text(&self) -> String {
        let mut text = format!("  at the start: {}\n", words(&self.start));
        for step in self.steps.iter().take(STEPS_SHOWN) {
            let rule = step.rule.as_ref().map_or_else(|| "a rule".into(), ToString::to_string);
            let times = if step.times > 1 { format!(", {} times", step.times) } else { String::new() };
            let _ = writeln!(text, "  after {rule}{times}: {}", words(&step.marking));
        }
        if let (Some(last), true) = (self.steps.last(), self.steps.len() > STEPS_SHOWN) {
            let _ = writeln!(text, "  and {} more; at the end: {}", self.steps.len() - STEPS_SHOWN, words(&last.marking));
        }
        text
    }
}

fn words(marking: &Marking) -> String {
    if marking.is_empty() {
        return "all places are empty".into();
    }
    marking.iter().map(|(place, n)| format!("{place} = {n}")).collect::<Vec<_>>().join(", ")
}

/// The invariant without "no place is negative", which goes without saying, and with what all cases have in common in front of them.
fn over_places(f: &Formula) -> Formula {
    let conjuncts = |f: &Formula| -> Vec<Formula> { f.parts().iter().filter(|p| !is_natural(p)).cloned().collect() };
    let Formula::Or(cases) = f else {
        let parts = conjuncts(f);
        // A conjunction may have cases inside.
        return Formula::and(parts.iter().map(|p| if matches!(p, Formula::Or(_)) { over_places(p) } else { p.clone() }));
    };
    let cases: Vec<Vec<Formula>> = cases.iter().map(conjuncts).collect();
    let shared: Vec<Formula> = cases.first().into_iter().flatten().filter(|p| cases.iter().all(|c| c.contains(p))).cloned().collect();
    let rest = cases.iter().map(|c| Formula::and(c.iter().filter(|p| !shared.contains(p)).cloned()));
    let rest = Formula::or(rest);
    Formula::and(shared.into_iter().chain([rest]))
}

fn is_natural(f: &Formula) -> bool {
    matches!(f, Formula::Cmp(CmpOp::Ge, a, b) if matches!(&**a, Expr::Var(_)) && b.as_const().is_some_and(|c| *c == base::Int::ZERO))
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::VarId;

    #[test]
    fn what_all_cases_share_stands_once() {
        let at_most = |v: u32, n: i64| Formula::cmp(CmpOp::Le, VarId(v), n);
        let natural = Formula::cmp(CmpOp::Ge, VarId(0), 0);
        let case = |n| Formula::and([natural.clone(), at_most(0, 3), at_most(1, n)]);
        let told = over_places(&Formula::or([case(1), case(2)]));
        assert_eq!(told, Formula::and([at_most(0, 3), Formula::or([at_most(1, 1), at_most(1, 2)])]));
        assert_eq!(over_places(&natural), Formula::True);
    }

    #[test]
    fn long_runs_are_shortened_and_repetitions_stand_once() {
        let text = "vars x y rules x >= 0 -> x' = x + 1; x >= 1 -> x' = x - 1, y' = y + 1; init x = 0, y = 0 target y >= 50";
        let net = nets::spec::parse("n.spec", text).unwrap();
        let alternating = Run { start: vec![0, 0], rules: [0, 1].repeat(50), target: 0 };
        let told = Firings::new(&net, &alternating).unwrap().text();
        assert!(
            told.starts_with("  at the start: all places are empty\n  after n.spec:1:16: x = 1\n  after n.spec:1:38: y = 1\n"),
            "{told}"
        );
        assert!(told.ends_with("  and 70 more; at the end: y = 50\n"), "{told}");
        let grouped = Run { start: vec![0, 0], rules: [vec![0; 50], vec![1; 50]].concat(), target: 0 };
        let told = Firings::new(&net, &grouped).unwrap().text();
        assert!(told.ends_with("  after n.spec:1:16, 50 times: x = 50\n  after n.spec:1:38, 50 times: y = 50\n"), "{told}");
    }
}
