//! Witnesses in format 2.0 (YAML): Ayaziová, Beyer, Lingsch-Rosenfeld, Spiessl, Strejček, "Software Verification Witnesses
//! 2.0", SPIN 2024; and 2.1 where there are function contracts. Correctness: loop invariants as C expressions, contracts of recursive
//! functions in ACSL. Violation: what the calls for input return, and the target.

use crate::allocators;
use crate::cterm;
use crate::input::{self, Program};
use crate::outcome::{Outcome, Verdict};
use crate::property::Property;
use crate::replay::{self, Origin, Stretch};
use base::{Cfa, ErrorInfo, Formula, Int, SortedSet, Span, VarId};
use serde::{Deserialize, Deserializer, Serialize};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::hash::{BuildHasher, Hasher};
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// Waypoints cannot be repeated; a witness with more of them than this would be of use to nobody.
const MOST_INPUTS: u64 = 100_000;

pub const LOOP_INVARIANT: &str = "loop_invariant";
/// New in format 2.1.
pub const FUNCTION_CONTRACT: &str = "function_contract";

#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Entry {
    pub entry_type: String,
    /// What is confirmed does not rest on it; it says which program is meant.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    #[serde(default)]
    pub content: Vec<Content>,
}

impl Entry {
    /// All places that it speaks of.
    pub fn locations(&self) -> impl Iterator<Item = &Location> {
        let invariants = self.content.iter().filter_map(|c| c.invariant.as_ref()).map(|i| &i.location);
        invariants.chain(self.waypoints().map(|w| &w.location))
    }

    /// What it says that a run passes or avoids, in order.
    pub fn waypoints(&self) -> impl DoubleEndedIterator<Item = &Waypoint> {
        self.content.iter().filter_map(|c| c.segment.as_ref()).flatten().map(|s| &s.waypoint)
    }
}

#[derive(Serialize, Deserialize, Debug, Clone, Default)]
#[serde(default)]
pub struct Metadata {
    #[serde(deserialize_with = "scalar")]
    pub format_version: String,
    #[serde(skip_deserializing)]
    pub uuid: String,
    #[serde(skip_deserializing)]
    pub creation_time: String,
    #[serde(skip_deserializing)]
    pub producer: Producer,
    pub task: Task,
}

#[derive(Serialize, Debug, Clone, Default)]
pub struct Producer {
    pub name: String,
    pub version: String,
}

#[derive(Serialize, Deserialize, Debug, Clone, Default)]
#[serde(default)]
pub struct Task {
    pub input_files: Vec<String>,
    pub input_file_hashes: BTreeMap<String, String>,
    pub specification: String,
    pub data_model: String,
    pub language: String,
}

/// One item of an invariant set or of a violation sequence.
#[derive(Serialize, Deserialize, Debug, Clone, Default)]
pub struct Content {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub invariant: Option<Invariant>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub segment: Option<Vec<Step>>,
}

#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Invariant {
    #[serde(rename = "type")]
    pub kind: String,
    pub location: Location,
    #[serde(default, deserialize_with = "scalar", skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// Of a function contract, which has no value.
    #[serde(default, deserialize_with = "scalar", skip_serializing_if = "String::is_empty")]
    pub requires: String,
    #[serde(default, deserialize_with = "scalar", skip_serializing_if = "String::is_empty")]
    pub ensures: String,
    #[serde(default)]
    pub format: String,
}

#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Step {
    pub waypoint: Waypoint,
}

#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Waypoint {
    #[serde(rename = "type")]
    pub kind: String,
    pub action: String,
    pub location: Location,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub constraint: Option<Constraint>,
}

#[derive(Serialize, Deserialize, Debug, Clone)]
pub struct Constraint {
    #[serde(deserialize_with = "scalar")]
    pub value: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
}

#[derive(Serialize, Deserialize, Debug, Clone, PartialEq, Eq)]
pub struct Location {
    pub file_name: String,
    pub line: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
}

/// The witness of an outcome. Says why not if it cannot be written.
pub fn write(cfa: &Cfa, outcome: &Outcome, program: &Program) -> Result<String, String> {
    const UNDECIDED: &str = "nothing was decided";
    let (entry_type, content, specification) = match outcome.verdict {
        Verdict::Safe => {
            let content = [invariants(cfa, outcome), contracts(cfa, outcome)].concat();
            ("invariant_set", content, program.specification.clone())
        }
        Verdict::Unsafe(check) => {
            let (error, _, reads, _) = outcome.violations().next().ok_or(UNDECIDED)?;
            let specification = Property::of(SortedSet::from([check])).specification;
            ("violation_sequence", violation(cfa, error, reads)?, specification)
        }
        Verdict::Unknown => return Err(UNDECIDED.into()),
    };
    let has_contracts = content.iter().filter_map(|c| c.invariant.as_ref()).any(|i| i.kind == FUNCTION_CONTRACT);
    let files: Vec<String> = program.paths.iter().map(|p| p.to_string_lossy().into_owned()).collect();
    let hashes = files.iter().cloned().zip(program.paths.iter().map(|p| file_hash(p))).collect();
    let metadata = Metadata {
        format_version: if has_contracts { "2.1" } else { "2.0" }.into(),
        uuid: uuid(),
        creation_time: utc(SystemTime::now()),
        producer: Producer { name: "Bevel".into(), version: env!("CARGO_PKG_VERSION").into() },
        task: Task {
            input_files: files,
            input_file_hashes: hashes,
            specification,
            data_model: if program.ilp32() { "ILP32" } else { "LP64" }.into(),
            language: "C".into(),
        },
    };
    serde_saphyr::to_string(&[Entry { entry_type: entry_type.into(), metadata: Some(metadata), content }]).map_err(|e| e.to_string())
}

/// What tells a file from others.
pub fn file_hash(path: &Path) -> String {
    Sha256::digest(input::bytes(path).unwrap_or_default()).iter().map(|b| format!("{b:02x}")).collect()
}

pub fn parse(text: &str) -> Result<Vec<Entry>, String> {
    input::yaml(text)
}

/// A text, or what YAML takes for a number or a truth value: `value: true`.
fn scalar<'de, D: Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    Ok(match serde_json::Value::deserialize(deserializer)? {
        serde_json::Value::String(text) => text,
        other => other.to_string(),
    })
}

/// One invariant per loop of the source. A loop of a function that was inlined several times has the disjunction of what
/// holds in each activation. Loops of library functions are no part of the source.
fn invariants(cfa: &Cfa, outcome: &Outcome) -> Vec<Content> {
    let mut copies: BTreeMap<&Span, Vec<u32>> = BTreeMap::new();
    for head in cfa.locs.iter().filter(|l| l.loop_head) {
        if let Some(span) = head.span.as_ref().filter(|span| caller(cfa, span, head.frame) == head.frame) {
            copies.entry(span).or_default().push(head.frame);
        }
    }
    let mut at: BTreeMap<&Span, (u32, Vec<String>)> = BTreeMap::new();
    for found in &outcome.invariants {
        let info = cfa.loc(found.loc);
        let Some((span, frames)) = info.span.as_ref().and_then(|span| copies.get_key_value(span)) else { continue };
        let said = within(&found.formula, &|v| is_visible(cfa, v, info.frame, frames));
        if let Some(text) = cterm::exact(&said, cfa) {
            at.entry(span).or_insert((info.frame, Vec::new())).1.push(text);
        }
    }
    let mut content = Vec::new();
    for (span, (frame, mut texts)) in at {
        // An activation about which nothing is known makes the disjunction say nothing.
        if texts.len() < copies[span].len() {
            continue;
        }
        texts.dedup();
        let value = match texts.as_slice() {
            [only] => only.clone(),
            several => several.iter().map(|t| format!("({t})")).collect::<Vec<_>>().join(" || "),
        };
        let location = location(cfa, span, frame);
        content.push(Content {
            invariant: Some(Invariant {
                kind: LOOP_INVARIANT.into(),
                location,
                value,
                requires: String::new(),
                ensures: String::new(),
                format: "c_expression".into(),
            }),
            segment: None,
        });
    }
    content
}

/// Whether a variable is one of this activation, or a global one, and every other activation of the function has it too: where a parameter has become
/// a constant, a reader does not know its name.
fn is_visible(cfa: &Cfa, v: VarId, frame: u32, frames: &[u32]) -> bool {
    let var = cfa.var(v);
    let has = |f: &u32| cfa.vars.iter().any(|w| w.frame == *f && w.source == var.source);
    var.frame == 0 || var.frame == frame && frames.iter().all(has)
}

/// A formula without what it says of other variables: it may say less, never more.
fn within(f: &Formula, is_visible: &dyn Fn(VarId) -> bool) -> Formula {
    match f {
        Formula::And(parts) => Formula::and(parts.iter().map(|p| within(p, is_visible))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| within(p, is_visible))),
        other if other.vars().into_iter().all(is_visible) => other.clone(),
        _ => Formula::True,
    }
}

/// The contracts of recursive functions. Of a function that is called from several places, what holds for each call is a contract of
/// that call only: together they require one of the preconditions and ensure one of the postconditions.
fn contracts(cfa: &Cfa, outcome: &Outcome) -> Vec<Content> {
    let mut content = Vec::new();
    for told in &outcome.contracts {
        let functions: SortedSet<&str> = told.iter().map(|t| t.function.as_str()).collect();
        for function in functions {
            let mut parts: Vec<_> = told.iter().filter(|t| t.function == function).collect();
            let Some(entry) = parts.first().map(|t| t.entry) else { continue };
            parts.dedup_by(|a, b| a.acsl == b.acsl);
            let all: Option<Vec<&(String, String)>> = parts.iter().map(|t| t.acsl.as_ref()).collect();
            let (Some(all), Some(span)) = (all, &cfa.loc(entry).span) else { continue };
            let either = |texts: Vec<&String>| match texts.as_slice() {
                [only] => (*only).clone(),
                several => several.iter().map(|t| format!("({t})")).collect::<Vec<_>>().join(" || "),
            };
            let location = location(cfa, span, cfa.loc(entry).frame);
            content.push(Content {
                invariant: Some(Invariant {
                    kind: FUNCTION_CONTRACT.into(),
                    location,
                    value: String::new(),
                    requires: either(all.iter().map(|a| &a.0).collect()),
                    ensures: either(all.iter().map(|a| &a.1).collect()),
                    format: "acsl_expression".into(),
                }),
                segment: None,
            });
        }
    }
    content
}

fn violation(cfa: &Cfa, error: &ErrorInfo, reads: &[Stretch]) -> Result<Vec<Content>, String> {
    let count = replay::count(reads);
    if count > MOST_INPUTS {
        return Err(format!("the failing run reads {count} inputs, and a witness would need a waypoint for each (at most {MOST_INPUTS})"));
    }
    if !replay::is_complete(reads) {
        return Err("the failing run is too long to tell where it reads its inputs".into());
    }
    let follow = |kind: &str, location: Location, constraint: Option<Constraint>| {
        let waypoint = Waypoint { kind: kind.into(), action: "follow".into(), location, constraint };
        Content { segment: Some(vec![Step { waypoint }]), invariant: None }
    };
    let mut content = Vec::new();
    for stretch in reads {
        let start = content.len();
        for read in &stretch.reads {
            if let (Origin::Call(function), Some(span)) = (&read.site.origin, &read.site.span) {
                // These are no results of calls.
                if replay::READERS.contains(&&**function) {
                    continue;
                }
                let value = match &**function {
                    // Of a block, no more is told than that there is one.
                    f if allocators::deciders().any(|a| a == f) && read.value != Int::ZERO => "\\result != 0".into(),
                    _ => format!("\\result == {}", cterm::constant(&read.value).unwrap_or_else(|| read.value.to_string())),
                };
                let constraint = Constraint { value, format: Some("acsl_expression".into()) };
                content.push(follow("function_return", location(cfa, &closing(cfa, span), read.site.frame), Some(constraint)));
            }
        }
        let once = content[start..].to_vec();
        (1..stretch.times).for_each(|_| content.extend_from_slice(&once));
    }
    if let Some(span) = &error.span {
        content.push(follow("target", location(cfa, span, cfa.loc(error.loc).frame), None));
    }
    Ok(content)
}

/// The frame to whose text a place belongs: what stands at a call is the caller's, also where it is done in the function that is called.
fn caller(cfa: &Cfa, span: &Span, frame: u32) -> u32 {
    let from = |f: u32| cfa.frames.get(f as usize)?.called_from.as_ref().filter(|(_, at)| at == span);
    std::iter::successors(Some(frame), |f| from(*f).map(|(up, _)| *up)).last().unwrap_or(frame)
}

fn location(cfa: &Cfa, span: &Span, frame: u32) -> Location {
    let function = cfa.frames.get(caller(cfa, span, frame) as usize).map(|f| f.function.to_string()).filter(|f| !f.is_empty());
    Location { file_name: span.file.to_string(), line: span.line, column: Some(span.column), function }
}

/// The closing parenthesis of the call that starts at `span`: that is where the format places a return.
pub fn closing(cfa: &Cfa, span: &Span) -> Span {
    let mut depth = 0u32;
    let mut skip = span.column.saturating_sub(1) as usize;
    for line in span.line..span.line.saturating_add(100) {
        let here = Span::new(span.file.clone(), line, 1);
        let Some(text) = cfa.files.line(&here) else { break };
        for (i, c) in text.chars().enumerate().skip(skip) {
            match c {
                '(' => depth += 1,
                ')' if depth == 1 => return Span::new(span.file.clone(), line, i as u32 + 1),
                ')' => depth = depth.saturating_sub(1),
                ';' if depth == 0 => return span.clone(),
                _ => {}
            }
        }
        skip = 0;
    }
    span.clone()
}

/// A random identifier (version 4). The standard library seeds its hashers from the system's source of randomness.
fn uuid() -> String {
    let word = || std::collections::hash_map::RandomState::new().build_hasher().finish();
    let (a, b) = (word(), word());
    let time = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
    let b = b ^ time;
    format!(
        "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
        a >> 32,
        (a >> 16) & 0xffff,
        a & 0xfff,
        0x8000 | ((b >> 48) & 0x3fff),
        b & 0xffff_ffff_ffff
    )
}

/// ISO 8601 in UTC. Days are turned into a date by counting 400-year cycles from 1 March of year 0.
fn utc(time: SystemTime) -> String {
    let seconds = time.duration_since(UNIX_EPOCH).map_or(0, |d| d.as_secs());
    let (days, second) = (seconds / 86_400, seconds % 86_400);
    let z = days + 719_468;
    let (cycle, day_of_cycle) = (z / 146_097, z % 146_097);
    let year_of_cycle = (day_of_cycle - day_of_cycle / 1460 + day_of_cycle / 36_524 - day_of_cycle / 146_096) / 365;
    let day_of_year = day_of_cycle - (365 * year_of_cycle + year_of_cycle / 4 - year_of_cycle / 100);
    let month_from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month_from_march + 2) / 5 + 1;
    let month = if month_from_march < 10 { month_from_march + 3 } else { month_from_march - 9 };
    let year = cycle * 400 + year_of_cycle + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}Z", second / 3600, second / 60 % 60, second % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use base::exec::machine::Machine;
    use std::time::Duration;

    #[test]
    fn dates_are_right() {
        let at = |s: u64| utc(UNIX_EPOCH + Duration::from_secs(s));
        assert_eq!(at(0), "1970-01-01T00:00:00Z");
        assert_eq!(at(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(at(1_709_251_199), "2024-02-29T23:59:59Z");
        assert_eq!(at(1_735_689_600), "2025-01-01T00:00:00Z");
    }

    #[test]
    fn returns_are_placed_at_the_closing_parenthesis() {
        let mut cfa = Cfa::default();
        cfa.files.add("a.c", "int x = f(g(1),\n  2);\n");
        assert_eq!(closing(&cfa, &Span::new("a.c", 1, 9)), Span::new("a.c", 2, 4));
        assert_eq!(closing(&cfa, &Span::new("a.c", 1, 11)), Span::new("a.c", 1, 14));
        assert_eq!(closing(&cfa, &Span::new("a.c", 9, 1)), Span::new("a.c", 9, 1));
    }

    #[test]
    fn repeated_inputs_are_written_out_if_they_are_few_enough() {
        let (cfa, trace) = replay::tests::hundreds();
        let mut reads = replay::reads(&cfa, &Machine::compile(&cfa), &trace, &Budget::unlimited());
        let why = violation(&cfa, &cfa.errors[0], &reads).unwrap_err();
        assert!(why.contains("reads 200003 inputs"), "{why}");
        reads[1].times = 30;
        let content = violation(&cfa, &cfa.errors[0], &reads).unwrap();
        let values = content.iter().flat_map(|c| &c.segment).flatten().filter_map(|s| s.waypoint.constraint.as_ref());
        let rounds = ["\\result == (-7)", "\\result == 1"].repeat(30);
        let expected = [vec!["\\result == 1", "\\result == 0"], rounds, vec!["\\result == 0"]].concat();
        assert!(values.map(|v| v.value.as_str()).eq(expected));
        assert_eq!(content.len(), 64);
    }

    #[test]
    fn entries_survive_yaml() {
        let location = Location { file_name: "a.c".into(), line: 3, column: Some(4), function: Some("main".into()) };
        let constraint = Constraint { value: "\\result == (-5)".into(), format: Some("acsl_expression".into()) };
        let waypoint = Waypoint { kind: "function_return".into(), action: "follow".into(), location, constraint: Some(constraint) };
        let content = vec![Content { segment: Some(vec![Step { waypoint }]), invariant: None }];
        let text = serde_saphyr::to_string(&[Entry { entry_type: "violation_sequence".into(), metadata: None, content }]).unwrap();
        let back = parse(&text).unwrap();
        let step = &back[0].content[0].segment.as_ref().unwrap()[0].waypoint;
        assert_eq!((step.kind.as_str(), step.location.line), ("function_return", 3));
        assert_eq!(step.constraint.as_ref().unwrap().value, "\\result == (-5)");
        assert!(parse("- 1").is_err());
        let invariant = "- entry_type: invariant_set\n  metadata: {format_version: 2.0}\n  content:\n  - invariant: {type: loop_invariant, location: {file_name: a.c, line: 3}, value: 1}\n";
        assert_eq!(parse(invariant).unwrap()[0].content[0].invariant.as_ref().unwrap().value, "1");
    }
}
