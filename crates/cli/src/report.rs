//! The answer as text for people: evidence first, conditions next, the verdict alone on the last line.

use crate::arguments::CommandLine;
use crate::contract::Told;
use crate::cterm;
use crate::heap;
use crate::outcome::{Answer, Finding, Outcome, Verdict};
use crate::replay::{self, Read, Stretch};
use crate::stack;
use base::{Cfa, Check, LocId, Span, Why};
use std::fmt::Write;
use std::time::Duration;

/// More inputs than this are not listed (JSON has them all).
const INPUTS_SHOWN: usize = 20;
/// More open places than this are not listed.
const OPEN_SHOWN: usize = 10;

/// Everything above the conditions.
pub fn evidence(cfa: &Cfa, outcome: &Outcome, elapsed: Duration) -> String {
    let mut text = String::new();
    for invariant in &outcome.invariants {
        let at = cfa.place(invariant.loc);
        let called = instance(cfa, invariant.loc);
        let _ = writeln!(text, "{at}: loop invariant{called}: {}", cterm::formula(&invariant.formula, cfa));
    }
    for Told { function, requires, ensures, .. } in outcome.contracts() {
        let _ = writeln!(text, "function {function}: requires {requires}, ensures {ensures}");
    }
    if let Some(runs) = outcome.runs {
        let runs = if runs == 1 { "its only run was".into() } else { format!("all of its at most {runs} runs were") };
        let _ = writeln!(text, "the program ends: {runs} executed");
    }
    for finding in &outcome.findings {
        if let Answer::Violated { engine, reads, stack, arguments, .. } = &finding.answer {
            violation(&mut text, cfa, &finding.error, engine);
            match outcome.firings.get(&finding.error.loc) {
                Some(firings) => text.push_str(&firings.text()),
                None => run(&mut text, cfa, reads, arguments.as_ref(), stack),
            }
        }
    }
    open(&mut text, cfa, outcome);
    table(&mut text, outcome);
    let by = match (outcome.verdict, outcome.engines()) {
        (_, engines) if engines.is_empty() => String::new(),
        (Verdict::Safe, engines) => format!("proved by {}, ", engines.join(" and ")),
        (_, engines) => format!("found by {}, ", engines.join(" and ")),
    };
    let _ = writeln!(text, "{by}{:.3} s", elapsed.as_secs_f64());
    text
}

/// Under which conditions the verdict holds.
pub fn conditions(cfa: &Cfa, left_out: &[String]) -> String {
    let mut text = String::new();
    if !cfa.externals.is_empty() {
        let names: Vec<_> = cfa.externals.iter().map(|n| n.to_string()).collect();
        let _ = writeln!(
            text,
            "functions without a body: {} (may return anything, and write what can be reached from outside)",
            names.join(", ")
        );
    }
    for each in left_out {
        let _ = writeln!(text, "not answered: {each}");
    }
    for premise in &cfa.premises {
        let _ = writeln!(text, "assuming: {premise}");
    }
    if !cfa.assumed.is_empty() {
        let names: Vec<_> = cfa.assumed.iter().map(|c| format!("no {c}")).collect();
        let _ = writeln!(text, "assuming: {} (not checked)", names.join(", "));
    }
    if !cfa.unchecked.is_empty() {
        let names: Vec<_> = cfa.unchecked.iter().map(|c| c.name()).collect();
        let _ = writeln!(text, "not checked: {} (a run that violates it goes on as compiled programs do)", names.join(", "));
    }
    text
}

/// Which of several inlined copies of a loop this is.
fn instance(cfa: &Cfa, loc: LocId) -> String {
    let info = cfa.loc(loc);
    let several = cfa.locs.iter().filter(|l| l.loop_head && l.span.is_some() && l.span == info.span).count() > 1;
    match cfa.frames.get(info.frame as usize).and_then(|f| f.called_from.as_ref()) {
        Some((_, span)) if several => format!(" (when called from {span})"),
        _ => String::new(),
    }
}

fn violation(text: &mut String, cfa: &Cfa, error: &base::ErrorInfo, engine: &str) {
    let message = format!("{} violated: {} (found by {engine})", error.check, error.message);
    let _ = writeln!(text, "{}", at(cfa, error.span.as_ref(), &message));
}

/// What the run reads, and the active calls at its end.
fn run(text: &mut String, cfa: &Cfa, reads: &[Stretch], arguments: Option<&CommandLine>, calls: &[String]) {
    if let Some(arguments) = arguments {
        let _ = writeln!(text, "  arguments of the program: {}", arguments.words());
    }
    inputs(text, cfa, reads);
    for line in heap::drawn(reads).lines() {
        let _ = writeln!(text, "  {line}");
    }
    for line in calls {
        let _ = writeln!(text, "  {line}");
    }
}

/// The inputs in order. What is repeated stands once, under the number of times, with the numbers of its first time.
fn inputs(text: &mut String, cfa: &Cfa, reads: &[Stretch]) {
    let words = |read: &Read| {
        let place = read.site.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
        format!("{place} ({}): {}", read.site.origin.words(cfa), read.value)
    };
    let (mut number, mut room) = (1u64, INPUTS_SHOWN);
    for stretch in reads.iter() {
        let shown = stretch.reads.len().min(room);
        if shown == 0 {
            break;
        }
        let (indent, repeated) = if stretch.times > 1 { ("    ", true) } else { ("  ", false) };
        if repeated {
            let _ = writeln!(text, "  {} times:", stretch.times);
        }
        for (n, read) in (number..).zip(&stretch.reads[..shown]) {
            let _ = writeln!(text, "{indent}input {n}{}", words(read));
        }
        let left = stretch.reads.len() - shown;
        if repeated && left > 0 {
            let _ = writeln!(text, "{indent}and {left} more inputs each time");
        }
        let told = if repeated { replay::count(std::slice::from_ref(stretch)) } else { shown as u64 };
        number = number.saturating_add(told);
        room -= shown;
    }
    let left = replay::count(reads).saturating_sub(number - 1);
    if left > 0 {
        let _ = writeln!(text, "  and {left} more inputs");
    }
}

/// The activations that a location belongs to, the innermost first, as far as they are known without a run.
pub fn stack(cfa: &Cfa, loc: LocId) -> Vec<String> {
    let mut lines = Vec::new();
    let mut frame = cfa.loc(loc).frame as usize;
    // Frames refer to earlier ones only; the bound is for automata that were written by hand.
    while let Some(f) = cfa.frames.get(frame).filter(|_| lines.len() < cfa.frames.len()) {
        match &f.called_from {
            Some((caller, span)) => {
                if !stack::is_model_part(&f.function) {
                    lines.push(format!("in {}, called from {span}", f.function));
                }
                frame = *caller as usize;
            }
            None => {
                lines.push(format!("in {}", f.function));
                break;
            }
        }
    }
    lines
}

fn open(text: &mut String, cfa: &Cfa, outcome: &Outcome) {
    let open: Vec<(&Finding, &Vec<(String, Why)>)> =
        outcome.findings.iter().filter_map(|f| if let Answer::Open(reasons) = &f.answer { Some((f, reasons)) } else { None }).collect();
    // Beside a violation, places that nobody has looked at are not worth a line; the table counts them.
    let open: Vec<_> = open.into_iter().filter(|(_, reasons)| outcome.verdict == Verdict::Unknown || !reasons.is_empty()).collect();
    for (finding, reasons) in open.iter().take(OPEN_SHOWN) {
        let error = &finding.error;
        if error.check != Check::Unsupported {
            let _ = writeln!(text, "{}", at(cfa, error.span.as_ref(), &format!("{} unknown: {}", error.check, error.message)));
        }
        for (engine, why) in reasons.iter() {
            let _ = writeln!(text, "{}", reason(cfa, engine, why));
        }
    }
    if open.len() > OPEN_SHOWN {
        let _ = writeln!(text, "and {} more open places", open.len() - OPEN_SHOWN);
    }
}

/// A reason with the source line it is about. Why displays its own place, which rendering repeats.
fn reason(cfa: &Cfa, engine: &str, why: &Why) -> String {
    let (span, words) = match why {
        Why::Lost(lost) => (lost.span.clone(), Why::Lost(base::Lost { span: None, ..lost.clone() }).to_string()),
        Why::Unsupported { span, what } => (span.clone(), Why::Unsupported { span: None, what: what.clone() }.to_string()),
        Why::Unconfirmed { loc, .. } | Why::Rejected { loc, .. } => {
            (cfa.locs.get(loc.index()).and_then(|l| l.span.clone()), why.to_string())
        }
        _ => (None, why.to_string()),
    };
    let words = format!("{engine}: {words}");
    let rendered = at(cfa, span.as_ref(), &words);
    rendered.lines().map(|l| format!("  {l}")).collect::<Vec<_>>().join("\n")
}

fn at(cfa: &Cfa, span: Option<&Span>, message: &str) -> String {
    span.map_or_else(|| message.to_string(), |s| cfa.files.render(s, message))
}

fn table(text: &mut String, outcome: &Outcome) {
    let table = outcome.table();
    if table.is_empty() {
        let _ = writeln!(text, "there is nothing to check");
        return;
    }
    let _ = writeln!(text, "{:12} {:>8} {:>8} {:>8}", "check", "proved", "violated", "unknown");
    for (check, [proved, violated, unknown]) in table {
        let _ = writeln!(text, "{:12} {proved:>8} {violated:>8} {unknown:>8}", check.name());
    }
    if let Some(limit) = outcome.limit() {
        let _ = writeln!(text, "assuming: {limit}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::{Origin, Site};
    use base::Int;
    use std::sync::Arc;

    fn stretch(values: std::ops::Range<i64>, times: u64) -> Stretch {
        let site = Arc::new(Site { origin: Origin::Call("f".into()), ty: None, span: Some(Span::new("a.c", 3, 4)), frame: 0 });
        Stretch { reads: values.map(|v| Read { value: Int::from(v), site: site.clone() }).collect(), times }
    }

    fn told(reads: &[Stretch]) -> String {
        let mut text = String::new();
        inputs(&mut text, &Cfa::default(), reads);
        text
    }

    #[test]
    fn repeated_inputs_stand_under_their_number_of_times() {
        let text = told(&[stretch(0..1, 1), stretch(5..7, 21_474_836), stretch(9..10, 1)]);
        let expected = "  input 1 at a.c:3:4 (f): 0
  21474836 times:
    input 2 at a.c:3:4 (f): 5
    input 3 at a.c:3:4 (f): 6
  input 42949674 at a.c:3:4 (f): 9
";
        assert_eq!(text, expected);
    }

    #[test]
    fn many_inputs_are_counted() {
        assert!(told(&[stretch(0..30, 1)]).ends_with("  input 20 at a.c:3:4 (f): 19\n  and 10 more inputs\n"));
        let inside = told(&[stretch(0..18, 1), stretch(0..5, 100), stretch(0..4, 1)]);
        assert!(inside.ends_with("    input 20 at a.c:3:4 (f): 1\n    and 3 more inputs each time\n  and 4 more inputs\n"), "{inside}");
        let outside = told(&[stretch(0..20, 1), stretch(0..5, 100), stretch(0..4, 1)]);
        assert!(outside.ends_with("  input 20 at a.c:3:4 (f): 19\n  and 504 more inputs\n"), "{outside}");
    }
}
