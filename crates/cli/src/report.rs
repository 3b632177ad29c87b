//! The answer as text for people: evidence first, conditions next, the verdict alone on the last line.

use crate::cterm;
use crate::outcome::{Answer, Finding, Outcome, Verdict};
use crate::replay::Read;
use base::{Cfa, Check, LocId, Span, Why};
use std::fmt::Write;
use std::time::Duration;

/// More inputs than this are not listed (witness and JSON have them all).
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
    if let Some(runs) = outcome.runs {
        let runs = if runs == 1 { "its only run was".into() } else { format!("all of its at most {runs} runs were") };
        let _ = writeln!(text, "the program ends: {runs} executed");
    }
    for (error, _, reads, engine) in outcome.violations() {
        violation(&mut text, cfa, error, reads, engine);
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
        let _ = writeln!(text, "functions without a body: {} (returns anything, may write globals)", names.join(", "));
    }
    for each in left_out {
        let _ = writeln!(text, "not answered: {each}");
    }
    if !cfa.assumed.is_empty() {
        let names: Vec<_> = cfa.assumed.iter().map(|c| format!("no {c}")).collect();
        let _ = writeln!(text, "assuming: {} (not checked)", names.join(", "));
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

fn violation(text: &mut String, cfa: &Cfa, error: &base::ErrorInfo, reads: &[Read], engine: &str) {
    let message = format!("{} violated: {} (found by {engine})", error.check, error.message);
    let _ = writeln!(text, "{}", at(cfa, error.span.as_ref(), &message));
    for (i, read) in reads.iter().take(INPUTS_SHOWN).enumerate() {
        let place = read.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
        let _ = writeln!(text, "  input {}{place} ({}): {}", i + 1, read.origin.words(cfa), read.value);
    }
    if reads.len() > INPUTS_SHOWN {
        let _ = writeln!(text, "  and {} more inputs", reads.len() - INPUTS_SHOWN);
    }
    for line in stack(cfa, error.loc) {
        let _ = writeln!(text, "  {line}");
    }
}

/// The activations at a location, the innermost first.
pub fn stack(cfa: &Cfa, loc: LocId) -> Vec<String> {
    let mut lines = Vec::new();
    let mut frame = cfa.loc(loc).frame as usize;
    // Frames refer to earlier ones only; the bound is for automata that were written by hand.
    while let Some(f) = cfa.frames.get(frame).filter(|_| lines.len() < cfa.frames.len()) {
        match &f.called_from {
            Some((caller, span)) => {
                lines.push(format!("in {}, called from {span}", f.function));
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
}
