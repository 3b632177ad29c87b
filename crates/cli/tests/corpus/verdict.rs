//! The verdict, the exit status and the place of the failure are those of the header.

use crate::program::{Header, failing_line, header, is_clauses, patience, run, seconds, verify};
use crate::twins;
use libtest_mimic::Failed;
use std::path::Path;

const KEYS: [&str; 16] = [
    "verdict",
    "line",
    "todo",
    "check",
    "entry",
    "globals",
    "int",
    "data-model",
    "malloc-may-fail",
    "engine",
    "domain",
    "needs",
    "slow",
    "twin",
    "source",
    "about",
];

/// What `bevel verify` said of a program: its exit status, standard output and standard error.
pub type Said = (Option<i32>, String, String);

pub fn check(file: &Path, header: &Header, solver: bool) -> Result<(), Failed> {
    of(file, header, solver, &run(&mut verify(file, header), patience(header))?)
}

/// Whether what was said is what the header expects.
pub fn of(file: &Path, header: &Header, solver: bool, (status, stdout, stderr): &Said) -> Result<(), Failed> {
    if let Some(key) = header.keys().find(|k| !KEYS.contains(&k.as_str())) {
        return Err(format!("unknown header key '{key}'").into());
    }
    let expected = header.get("verdict").ok_or("the header has no verdict")?;
    twin(file, header, expected)?;
    let verdict = stdout.lines().last().unwrap_or("");
    let shown = format!("--- standard output\n{stdout}--- standard error\n{stderr}");
    let kind = |v: &str| v.split('(').next().unwrap_or(v).to_string();
    let exit = match kind(verdict).as_str() {
        "safe" | "sat" => 0,
        "unsafe" | "unsat" => 1,
        "unknown" => 3,
        _ => return Err(format!("the last line is no verdict\n{shown}").into()),
    };
    if *status != Some(exit) {
        return Err(format!("the verdict is {verdict} but the exit status {status:?}\n{shown}").into());
    }
    for bug in ["internal error", "proof rejected"] {
        if stdout.contains(bug) || stderr.contains(bug) {
            return Err(format!("a bug of ours: {bug}\n{shown}").into());
        }
    }
    let truth = header.get("todo").unwrap_or(expected);
    if kind(verdict) != "unknown" && kind(truth) != "unknown" && kind(verdict) != kind(truth) {
        return Err(format!("WRONG: {verdict}, but it is {truth}\n{shown}").into());
    }
    if header.get("todo").is_some_and(|wish| wish == verdict) {
        let limit = seconds(header);
        return Err(format!("promote me: the wish for {verdict} has come true within {limit} seconds; let `verdict` say so").into());
    }
    if verdict != expected {
        return Err(format!("{verdict} instead of {expected}\n{shown}").into());
    }
    evidence(file, verdict, stdout, solver).map_err(|why| format!("{why}\n{shown}"))?;
    place(header, verdict, stdout).map_err(|why| format!("{why}\n{shown}").into())
}

/// Answers about clauses are confirmed on the clauses themselves.
fn evidence(file: &Path, verdict: &str, stdout: &str, solver: bool) -> Result<(), String> {
    let wanted = match verdict {
        _ if !is_clauses(file) => return Ok(()),
        "safe" | "sat" if !solver => return Ok(()),
        "safe" | "sat" => "model confirmed by z3",
        // A derivation over arrays is not told; the run was executed all the same.
        "unsat" | "unsafe(reach)" if std::fs::read_to_string(file).is_ok_and(|text| text.contains("(Array ")) => return Ok(()),
        "unsat" | "unsafe(reach)" => "derivation confirmed by evaluation",
        _ => return Ok(()),
    };
    if stdout.lines().any(|line| line == wanted) { Ok(()) } else { Err(format!("the report does not say '{wanted}'")) }
}

/// The report names the line of the header.
fn place(header: &Header, verdict: &str, stdout: &str) -> Result<(), String> {
    let Some(line) = header.get("line") else { return Ok(()) };
    if !verdict.starts_with("unsafe") {
        return Err("only a failure has a line".into());
    }
    let line = line.parse().map_err(|_| format!("'{line}' is no line"))?;
    match failing_line(stdout) {
        Some(reported) if reported == line => Ok(()),
        Some(reported) => Err(format!("the failure is reported in line {reported}, but it is in line {line}")),
        None => Err("the report names no line".into()),
    }
}

fn proved(verdict: &str) -> bool {
    matches!(verdict, "safe" | "sat")
}

/// The twin exists, names this program as its twin, and differs in its verdict.
fn twin(file: &Path, header_: &Header, expected: &str) -> Result<(), String> {
    let Some(name) = header_.get("twin") else {
        return if proved(expected) { Err("a safe program needs an unsafe twin".into()) } else { Ok(()) };
    };
    let path = file.with_file_name(name);
    let other = header(&path).map_err(|e| format!("the twin {name}: {e}"))?;
    let truth = |h: &Header| h.get("todo").or(h.get("verdict")).cloned().unwrap_or_default();
    if proved(expected) && !["unsafe", "unsat"].iter().any(|v| truth(&other).starts_with(v)) {
        return Err(format!("the twin {name} of a safe program is not unsafe"));
    }
    let own = file.file_name().map(|n| n.to_string_lossy().into_owned());
    if other.get("twin") != own.as_ref() {
        return Err(format!("the twin {name} does not name this program as its twin"));
    }
    twins::differ_in_one_place((file, header_), (&path, &other))
}
