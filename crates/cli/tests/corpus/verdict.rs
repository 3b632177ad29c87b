//! The verdict, the exit status and the place of the failure are those of the header.

use crate::program::{Header, SECONDS, failing_line, header, run, verify};
use libtest_mimic::Failed;
use std::path::Path;
use std::time::Duration;

const KEYS: [&str; 12] =
    ["verdict", "line", "todo", "check", "int", "data-model", "malloc-may-fail", "engine", "needs", "twin", "source", "about"];

pub fn check(file: &Path, header: &Header) -> Result<(), Failed> {
    if let Some(key) = header.keys().find(|k| !KEYS.contains(&k.as_str())) {
        return Err(format!("unknown header key '{key}'").into());
    }
    let expected = header.get("verdict").ok_or("the header has no verdict")?;
    twin(file, header, expected)?;
    let (status, stdout, stderr) = run(&mut verify(file, header), Duration::from_secs(SECONDS + 5))?;
    let verdict = stdout.lines().last().unwrap_or("");
    let shown = format!("--- standard output\n{stdout}--- standard error\n{stderr}");
    let kind = |v: &str| v.split('(').next().unwrap_or(v).to_string();
    let exit = match kind(verdict).as_str() {
        "safe" => 0,
        "unsafe" => 1,
        "unknown" => 3,
        _ => return Err(format!("the last line is no verdict\n{shown}").into()),
    };
    if status != Some(exit) {
        return Err(format!("the verdict is {verdict} but the exit status {status:?}\n{shown}").into());
    }
    for bug in ["internal error", "proof rejected", "an engine failed"] {
        if stdout.contains(bug) || stderr.contains(bug) {
            return Err(format!("a bug of ours: {bug}\n{shown}").into());
        }
    }
    let truth = header.get("todo").unwrap_or(expected);
    if kind(verdict) != "unknown" && kind(truth) != "unknown" && kind(verdict) != kind(truth) {
        return Err(format!("WRONG: {verdict}, but it is {truth}\n{shown}").into());
    }
    if header.get("todo").is_some_and(|wish| wish == verdict) {
        return Err(format!("promote me: the wish for {verdict} has come true").into());
    }
    if verdict != expected {
        return Err(format!("{verdict} instead of {expected}\n{shown}").into());
    }
    place(header, verdict, &stdout).map_err(|why| format!("{why}\n{shown}").into())
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

/// The twin exists, names this program as its twin, and differs in its verdict.
fn twin(file: &Path, header_: &Header, expected: &str) -> Result<(), String> {
    let Some(name) = header_.get("twin") else {
        return if expected == "safe" { Err("a safe program needs an unsafe twin".into()) } else { Ok(()) };
    };
    let path = file.with_file_name(name);
    let other = header(&path).map_err(|e| format!("the twin {name}: {e}"))?;
    let truth = |h: &Header| h.get("todo").or(h.get("verdict")).cloned().unwrap_or_default();
    if expected == "safe" && !truth(&other).starts_with("unsafe") {
        return Err(format!("the twin {name} of a safe program is not unsafe"));
    }
    Ok(())
}
