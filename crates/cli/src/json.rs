//! The answer as one JSON object. The types here are a part of the contract with whoever reads it.

use crate::arguments::CommandLine;
use crate::case::Confirmations;
use crate::clauses::Evidence;
use crate::contract::Told;
use crate::cterm;
use crate::firing::{Firing, Firings};
use crate::outcome::{Answer, Finding, Outcome, Verdict};
use crate::replay::{Origin, Read, Stretch};
use base::{Cfa, Name, Span, Why};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;

#[derive(Serialize)]
pub struct Report {
    /// safe, unsafe, unknown or error.
    verdict: &'static str,
    /// Of the first violation.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<&'static str>,
    exit: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
    /// Why the verdict is unknown, in one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Whose answers were confirmed.
    engines: Vec<String>,
    checks: BTreeMap<&'static str, Counts>,
    findings: Vec<JsonFinding>,
    invariants: Vec<JsonInvariant>,
    /// Of recursive functions.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    contracts: Vec<JsonContract>,
    /// How many runs were executed, where that was the proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    runs: Option<u64>,
    /// Engines that failed: bugs of ours, whatever the verdict.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    internal_errors: Vec<JsonCrash>,
    /// Of Horn clauses and transition systems: the answer in their terms.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    clauses: Option<JsonEvidence>,
    /// How the source was read; absent where it was not.
    #[serde(skip_serializing_if = "Option::is_none")]
    reading: Option<JsonReading>,
    /// Checks that were not asked for and are assumed to hold.
    assumptions: Vec<String>,
    /// Checks that were not asked for and whose violations go on.
    not_checked: Vec<&'static str>,
    /// Functions without a body.
    externals: Vec<String>,
    /// What the task asks for and stays unanswered.
    left_out: Vec<String>,
    /// What a witness says and could not be confirmed.
    #[serde(skip_serializing_if = "Option::is_none")]
    unconfirmed: Option<Vec<String>>,
    /// Of Horn clauses with several `check-sat`: the answer to each, the last one included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    answers: Vec<&'static str>,
    /// Of a witness: what is not so.
    #[serde(skip_serializing_if = "Option::is_none")]
    refuted: Option<Vec<String>>,
    stats: Stats,
    seconds: f64,
}

#[derive(Serialize, Default)]
pub struct Stats {
    pub nodes: u64,
    pub refinements: u64,
    pub locations: usize,
    pub edges: usize,
    pub variables: usize,
    pub peak_memory_bytes: u64,
}

/// The options that change what the program means.
#[derive(Serialize)]
struct JsonReading {
    /// ub, wrap or math.
    int: &'static str,
    /// lp64 or ilp32.
    data_model: &'static str,
    entry: String,
    /// any or initial: what globals hold when `entry` is not main.
    globals: &'static str,
    malloc_may_fail: bool,
}

fn reading(options: &cfront::Options) -> JsonReading {
    JsonReading {
        int: match options.int {
            cfront::IntMode::Ub => "ub",
            cfront::IntMode::Wrap => "wrap",
            cfront::IntMode::Math => "math",
        },
        data_model: match options.data_model {
            cfront::DataModel::Lp64 => "lp64",
            cfront::DataModel::Ilp32 => "ilp32",
        },
        entry: options.entry.clone(),
        globals: match options.globals {
            cfront::Globals::Any => "any",
            cfront::Globals::Initial => "initial",
        },
        malloc_may_fail: options.malloc_may_fail,
    }
}

#[derive(Serialize)]
struct Counts {
    proved: usize,
    violated: usize,
    unknown: usize,
}

#[derive(Serialize)]
struct Place {
    file: String,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct JsonFinding {
    location: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    check: &'static str,
    message: String,
    /// proved, violated or unknown.
    status: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<Inputs>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    stack: Option<Vec<String>>,
    /// The arguments of the program behind its name, in the quotes of C.
    #[serde(skip_serializing_if = "Option::is_none")]
    arguments: Option<String>,
    /// Of a net: the rules that are fired one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<JsonRun>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reasons: Option<Vec<Reason>>,
}

/// One item of what a failing run reads, in order: an input, or inputs that are read so many times in a row.
#[derive(Serialize)]
#[serde(untagged)]
enum Inputs {
    Once(Input),
    Repeated { times: u64, inputs: Vec<Input> },
}

#[derive(Serialize)]
struct Input {
    /// Decimal digits: values may be larger than what JSON readers take as a number.
    value: String,
    /// call, uninitialised, element, given, open (left to the compiler), choice, or unreplayed if the run is too long to tell.
    kind: &'static str,
    from: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
}

/// A run of a net. Places without tokens are left out of markings.
#[derive(Serialize)]
struct JsonRun {
    start: BTreeMap<String, u64>,
    steps: Vec<JsonFiring>,
}

/// A rule that is fired so many times in a row, and the marking after that.
#[derive(Serialize)]
struct JsonFiring {
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<Place>,
    times: u64,
    marking: BTreeMap<String, u64>,
}

fn firings(all: &Firings) -> JsonRun {
    let marking = |m: &[(Name, u64)]| m.iter().map(|(place, n)| (place.to_string(), *n)).collect();
    let step = |f: &Firing| JsonFiring { rule: place(f.rule.as_ref()), times: f.times, marking: marking(&f.marking) };
    JsonRun { start: marking(&all.start), steps: all.steps.iter().map(step).collect() }
}

#[derive(Serialize)]
struct Reason {
    engine: String,
    /// lost, not_executed, unsupported, stopped, unconfirmed, rejected, crashed or refused.
    kind: &'static str,
    text: String,
}

#[derive(Serialize)]
struct JsonContract {
    function: String,
    requires: String,
    ensures: String,
}

fn contract(told: &Told) -> JsonContract {
    let Told { function, requires, ensures, .. } = told.clone();
    JsonContract { function, requires, ensures }
}

/// The answer in terms of clauses.
#[derive(Serialize)]
struct JsonEvidence {
    /// A definition per relation, in SMT-LIB; of a transition system, one formula over its state variables.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    derivation: Option<Vec<JsonStep>>,
    /// confirmed, undecided or refuted.
    evidence: &'static str,
    /// By whom it is confirmed, or why it is not.
    confirmation: String,
}

#[derive(Serialize)]
struct JsonCrash {
    engine: String,
    text: String,
}

#[derive(Serialize)]
struct JsonStep {
    fact: String,
    /// Of the clause that it follows from.
    line: u32,
}

impl JsonEvidence {
    fn of(evidence: &Evidence) -> Self {
        let step = |s: &crate::clauses::Told| JsonStep { fact: s.fact.clone(), line: s.line };
        JsonEvidence {
            model: evidence.model.clone(),
            derivation: evidence.derivation.as_ref().map(|d| d.iter().map(step).collect()),
            evidence: evidence.confirmation.name(),
            confirmation: evidence.confirmation.to_string(),
        }
    }
}

#[derive(Serialize)]
struct JsonInvariant {
    location: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    place: Option<Place>,
    function: String,
    invariant: String,
}

/// What the report says about an outcome beyond the outcome itself.
pub struct Around<'a> {
    pub options: Option<&'a cfront::Options>,
    pub left_out: &'a [String],
    pub unconfirmed: Option<&'a [String]>,
    pub stats: Stats,
    pub elapsed: Duration,
}

/// Checks that were not made, and what else the answers rest on.
fn assumptions(cfa: &Cfa, outcome: &Outcome) -> Vec<String> {
    let assumed = cfa.assumed.iter().map(|c| c.name().to_owned());
    assumed.chain(cfa.premises.iter().map(|p| p.to_string())).chain(outcome.limit().map(String::from)).collect()
}

impl Report {
    pub fn new(cfa: &Cfa, outcome: &Outcome, around: Around<'_>) -> Self {
        let (verdict, check) = match outcome.verdict {
            Verdict::Safe => ("safe", None),
            Verdict::Unsafe(check) => ("unsafe", Some(check.name())),
            Verdict::Unknown => ("unknown", None),
        };
        let counts = |[proved, violated, unknown]: [usize; 3]| Counts { proved, violated, unknown };
        Report {
            verdict,
            check,
            exit: outcome.verdict.status(),
            error: None,
            reason: (outcome.verdict == Verdict::Unknown).then(|| outcome.main_reason()),
            engines: outcome.engines().into_iter().map(String::from).collect(),
            checks: outcome.table().into_iter().map(|(c, n)| (c.name(), counts(n))).collect(),
            findings: outcome.findings.iter().map(|f| finding(cfa, f, outcome.firings.get(&f.error.loc))).collect(),
            invariants: outcome.invariants.iter().map(|i| invariant(cfa, i)).collect(),
            contracts: outcome.contracts().into_iter().map(contract).collect(),
            runs: outcome.runs,
            internal_errors: outcome
                .crashes
                .iter()
                .map(|(engine, text)| JsonCrash { engine: engine.clone(), text: text.clone() })
                .collect(),
            clauses: None,
            reading: around.options.map(reading),
            assumptions: assumptions(cfa, outcome),
            not_checked: cfa.unchecked.iter().map(|c| c.name()).collect(),
            externals: cfa.externals.iter().map(|n| n.to_string()).collect(),
            left_out: around.left_out.to_vec(),
            unconfirmed: around.unconfirmed.map(<[String]>::to_vec),
            answers: Vec::new(),
            refuted: None,
            stats: around.stats,
            seconds: around.elapsed.as_secs_f64(),
        }
    }

    /// The answers of a file that asks several questions, in order.
    pub fn with_earlier(mut self, earlier: &[Option<Verdict>], last: Verdict) -> Self {
        if !earlier.is_empty() {
            let words = |v: &Option<Verdict>| v.unwrap_or(Verdict::Unknown).of_clauses();
            self.answers = earlier.iter().map(words).chain([last.of_clauses()]).collect();
        }
        self
    }

    /// What became of a witness.
    pub fn with_confirmations(mut self, confirmations: &Confirmations, verdict: Verdict) -> Self {
        (self.verdict, self.exit) = confirmations.answer(verdict);
        self.check = None;
        self.refuted = Some(confirmations.refuted.clone());
        self
    }

    pub fn with_evidence(mut self, evidence: Option<&Evidence>) -> Self {
        self.clauses = evidence.map(JsonEvidence::of);
        self
    }

    /// No verdict: the input is not a program, or we failed.
    pub fn failed(message: &str, exit: i32) -> Self {
        Report {
            verdict: if exit == crate::status::INTERNAL { "unknown" } else { "error" },
            check: None,
            exit,
            error: Some(message.into()),
            reason: None,
            engines: Vec::new(),
            checks: BTreeMap::new(),
            findings: Vec::new(),
            invariants: Vec::new(),
            contracts: Vec::new(),
            runs: None,
            internal_errors: Vec::new(),
            clauses: None,
            reading: None,
            assumptions: Vec::new(),
            not_checked: Vec::new(),
            externals: Vec::new(),
            left_out: Vec::new(),
            unconfirmed: None,
            answers: Vec::new(),
            refuted: None,
            stats: Stats::default(),
            seconds: 0.0,
        }
    }

    pub fn text(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_else(|e| format!("{{\"verdict\": \"unknown\", \"exit\": 4, \"error\": \"{e}\"}}"))
    }
}

fn place(span: Option<&Span>) -> Option<Place> {
    span.map(|s| Place { file: s.file.to_string(), line: s.line, column: s.column })
}

fn finding(cfa: &Cfa, f: &Finding, run: Option<&Firings>) -> JsonFinding {
    let mut json = JsonFinding {
        location: cfa.loc(f.error.loc).name.to_string(),
        place: place(f.error.span.as_ref()),
        check: f.error.check.name(),
        message: f.error.message.clone(),
        status: "unknown",
        engine: None,
        inputs: None,
        stack: None,
        arguments: None,
        run: run.map(firings),
        reasons: None,
    };
    match &f.answer {
        Answer::Proved { engine } => {
            json.status = "proved";
            json.engine = Some(engine.clone());
        }
        Answer::Violated { engine, reads, stack, arguments, .. } => {
            json.status = "violated";
            json.engine = Some(engine.clone());
            json.inputs = Some(reads.iter().flat_map(|s| inputs(cfa, s)).collect());
            json.stack = Some(stack.clone());
            json.arguments = arguments.as_ref().map(CommandLine::words);
        }
        Answer::Open(reasons) => {
            let each = |(engine, why): &(String, Why)| Reason { engine: engine.clone(), kind: kind(why), text: why.to_string() };
            json.reasons = Some(reasons.iter().map(each).collect());
        }
    }
    json
}

fn kind(why: &Why) -> &'static str {
    match why {
        Why::Lost(_) => "lost",
        Why::NotExecuted { .. } => "not_executed",
        Why::Unsupported { .. } => "unsupported",
        Why::Stopped(_) => "stopped",
        Why::Unconfirmed { .. } => "unconfirmed",
        Why::Rejected { .. } => "rejected",
        Why::Crashed(_) => "crashed",
        Why::Refused(_) => "refused",
    }
}

fn inputs(cfa: &Cfa, stretch: &Stretch) -> Vec<Inputs> {
    let all = stretch.reads.iter().map(|r| input(cfa, r));
    match stretch.times {
        1 => all.map(Inputs::Once).collect(),
        times => vec![Inputs::Repeated { times, inputs: all.collect() }],
    }
}

fn input(cfa: &Cfa, read: &Read) -> Input {
    let kind = match read.site.origin {
        Origin::Call(_) => "call",
        Origin::Written(..) => "written",
        Origin::Uninitialised(_) => "uninitialised",
        Origin::Element(_) => "element",
        Origin::Given(_) => "given",
        Origin::Open(_) => "open",
        Origin::Choice => "choice",
        Origin::Unreplayed => "unreplayed",
    };
    Input { value: read.value.to_string(), kind, from: read.site.origin.words(cfa), place: place(read.site.span.as_ref()) }
}

fn invariant(cfa: &Cfa, i: &crate::outcome::LoopInvariant) -> JsonInvariant {
    let info = cfa.loc(i.loc);
    JsonInvariant {
        location: info.name.to_string(),
        place: place(info.span.as_ref()),
        function: cfa.frames.get(info.frame as usize).map_or(String::new(), |f| f.function.to_string()),
        invariant: cterm::formula(&i.formula, cfa),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay;
    use base::Budget;
    use base::exec::machine::Machine;
    use serde_json::json;

    #[test]
    fn repeated_inputs_stand_once_beside_plain_ones() {
        let (cfa, trace) = replay::tests::hundreds();
        let reads = replay::reads(&cfa, &Machine::compile(&cfa), &trace, &Budget::unlimited());
        let all: Vec<Inputs> = reads.iter().flat_map(|s| inputs(&cfa, s)).collect();
        let input = |value: &str, function: &str, line: u32, column: u32| {
            let place = json!({"file": "program.c", "line": line, "column": column});
            json!({"value": value, "kind": "call", "from": function, "place": place})
        };
        let int = |value: &str| input(value, "__VERIFIER_nondet_int", 6, 12);
        let uchar = |value: &str| input(value, "__VERIFIER_nondet_uchar", 7, 13);
        let expected = json!([int("1"), uchar("0"), {"times": 100000, "inputs": [int("-7"), uchar("1")]}, int("0")]);
        assert_eq!(serde_json::to_value(all).unwrap(), expected);
    }
}
