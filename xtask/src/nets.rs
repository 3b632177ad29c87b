//! `cargo xtask bench nets DIR`: every net below a directory, engine by engine, and the tool mist beside them if `MIST` names it.
//!
//! It is the table on termination: `fgar` must end on every net that can reach its target, and on every net that counterexample-guided
//! refinement decides. Every run is a process of its own, one at a time, with its start in its time. A cell has the seconds, and
//! the rounds where the engine refines. Two of our verdicts that contradict each other fail the bench. One of mist's that contradicts ours is
//! shown: not all of its algorithms are meant for nets with upper bounds in guards or with exchanges of places.

use crate::timed::{self, aligned, member};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for a run.
const LIMIT: u64 = 10;

/// Our columns. Rounds are told where there are any to compare.
const OURS: [(&str, &[&str], bool); 6] = [
    ("auto", &[], false),
    ("fgar", &["--engine", "fgar"], true),
    ("fgar, T alone", &["--engine", "fgar", "--without", "acceleration"], true),
    ("backward", &["--engine", "backward"], false),
    ("dagger", &["--engine", "dagger"], false),
    ("gr06", &["--engine", "gr06"], false),
];

/// The algorithms of mist: `ic4pn` is the refinement over partitions, `cegar` the one by counterexamples.
const MIST: [&str; 5] = ["backward", "ic4pn", "tsi", "eec", "cegar"];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Safe,
    Unsafe,
    /// Undecided within the time.
    Open,
}

struct Run {
    verdict: Verdict,
    seconds: f64,
    rounds: Option<u64>,
    /// Who found it, if that is told.
    engine: Option<String>,
}

impl Run {
    /// Whether it decided the net, and so.
    fn is(&self, verdict: Verdict) -> bool {
        verdict != Verdict::Open && self.verdict == verdict
    }

    fn cell(&self) -> String {
        let rounds = self.rounds.map_or(String::new(), |n| format!(" {n}"));
        if self.verdict == Verdict::Open { "?".into() } else { format!("{:.2}{rounds}", self.seconds) }
    }
}

/// `ARGS` of `cargo xtask bench nets DIR ARGS`.
pub fn bench(args: &[&str]) -> Result<(), String> {
    let [folder, rest @ ..] = args else { return Err("bench nets needs a directory".into()) };
    let (mut tool, mut limit, mut rest) = (None, LIMIT, rest.iter());
    while let Some(option) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{option} needs a value"))?;
        match *option {
            "--tool" => tool = Some(PathBuf::from(value)),
            "--limit" => limit = value.parse().map_err(|_| format!("--limit {value}: not a number of seconds"))?,
            _ => return Err(format!("bench nets does not know {option}; it knows --limit and --tool")),
        }
    }
    let folder = PathBuf::from(folder);
    let mut files = Vec::new();
    collect(&folder, &mut files)?;
    files.sort();
    if files.is_empty() {
        return Err(format!("{}: there is no .spec file", folder.display()));
    }
    let tool = timed::tool(tool)?;
    table(&folder, &files, &tool, env::var_os("MIST").map(PathBuf::from).as_deref(), limit)
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    for entry in fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))? {
        let path = entry.map_err(|e| e.to_string())?.path();
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|e| e == "spec") {
            files.push(path);
        }
    }
    Ok(())
}

fn table(folder: &Path, files: &[PathBuf], tool: &Path, mist: Option<&Path>, limit: u64) -> Result<(), String> {
    let theirs: &[&str] = if mist.is_some() { &MIST } else { &[] };
    let mut heads: Vec<String> = ["net", "verdict", "by"].into_iter().map(String::from).collect();
    heads.extend(OURS.iter().map(|(name, ..)| name.to_string()).chain(theirs.iter().map(|a| format!("mist {a}"))));
    let (mut lines, mut all, mut contradictions) = (vec![heads], Vec::new(), Vec::new());
    for file in files {
        let mut runs = Vec::new();
        for (_, options, _) in &OURS {
            runs.push(ours(tool, file, options, limit)?);
        }
        for (run, _) in runs.iter_mut().zip(&OURS).filter(|(_, (.., tells))| !tells) {
            run.rounds = None;
        }
        for algorithm in mist.iter().flat_map(|mist| MIST.iter().map(move |a| (mist, a))) {
            runs.push(mists(algorithm.0, file, algorithm.1, limit)?);
        }
        let name = file.strip_prefix(folder).unwrap_or(file).with_extension("").display().to_string();
        let said = |v| runs[..OURS.len()].iter().any(|r| r.verdict == v);
        let (verdict, word) = match (said(Verdict::Safe), said(Verdict::Unsafe)) {
            (true, true) => (Verdict::Open, "CONTRADICTION"),
            (true, false) => (Verdict::Safe, "safe"),
            (false, true) => (Verdict::Unsafe, "unsafe"),
            (false, false) => (Verdict::Open, "?"),
        };
        if word == "CONTRADICTION" {
            contradictions.push(name.clone());
        }
        let by = runs[0].engine.clone().unwrap_or_default();
        let cells = runs.iter().map(|r| if r.is(verdict) || r.verdict == Verdict::Open { r.cell() } else { format!("{:?}!", r.verdict) });
        let line: Vec<String> = [name, word.into(), by].into_iter().chain(cells).collect();
        eprintln!("{}", line.join("  "));
        lines.push(line);
        all.push((verdict, runs));
    }
    print!("{}", aligned(&lines));
    println!("seconds, and rounds of fgar; ? undecided after {limit} s; ! against the verdict; T alone: without repeated steps (R = T)");
    for (column, name) in lines[0][3..].iter().enumerate() {
        let runs = |verdict| all.iter().filter(move |(v, _)| *v == verdict).map(move |(_, runs)| &runs[column]);
        let decided = |verdict| format!("{} of {}", runs(verdict).filter(|r| r.is(verdict)).count(), runs(verdict).count());
        let seconds = |verdict| runs(verdict).filter(|r| r.is(verdict)).map(|r| r.seconds).sum::<f64>();
        let together = seconds(Verdict::Safe) + seconds(Verdict::Unsafe);
        let (positive, negative) = (decided(Verdict::Safe), decided(Verdict::Unsafe));
        println!("{name}: {positive} safe and {negative} unsafe nets decided, together in {together:.2} s");
    }
    let count = |column: usize| all.iter().filter(|(verdict, runs)| runs[column].is(*verdict)).count();
    let columns: Vec<String> =
        OURS.iter().enumerate().map(|(c, (name, ..))| format!("{}={}", name.replace(", T alone", "-T"), count(c))).collect();
    println!("bench nets: nets={} {} contradictions={}", all.len(), columns.join(" "), contradictions.len());
    if contradictions.is_empty() { Ok(()) } else { Err(format!("contradictory verdicts: {}", contradictions.join(", "))) }
}

fn ours(tool: &Path, file: &Path, options: &[&str], limit: u64) -> Result<Run, String> {
    let mut command = Command::new(tool);
    command.args(["verify", "--json", "--timeout", &limit.to_string()]).args(options).arg(file);
    let timed::Timed { out: report, seconds, .. } = timed::run(&mut command, limit)?;
    let verdict = match member(&report, "verdict") {
        Some("\"safe\"") => Verdict::Safe,
        Some("\"unsafe\"") => Verdict::Unsafe,
        _ => Verdict::Open,
    };
    let engine = report.split_once("\"engines\":").and_then(|(_, rest)| rest.split('"').nth(1));
    let rounds = member(&report, "refinements").and_then(|n| n.parse().ok());
    Ok(Run { verdict, seconds, rounds, engine: engine.filter(|_| verdict != Verdict::Open).map(String::from) })
}

fn mists(mist: &Path, file: &Path, algorithm: &str, limit: u64) -> Result<Run, String> {
    let mut command = Command::new(mist);
    command.arg(format!("--{algorithm}")).arg(file).args(["--timeout", &limit.to_string()]);
    let timed::Timed { out: report, seconds, .. } = timed::run(&mut command, limit)?;
    Ok(Run { verdict: conclusion(&report), seconds, rounds: None, engine: None })
}

/// What mist concludes; its algorithms have different words for it.
fn conclusion(report: &str) -> Verdict {
    let says = |words: &str| report.lines().any(|line| line.contains(words));
    match (says("concludes safe"), says("concludes unsafe") || says("Reachable (")) {
        (true, false) => Verdict::Safe,
        (false, true) => Verdict::Unsafe,
        _ => Verdict::Open,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mist_is_understood() {
        assert_eq!(conclusion("x\nTSI concludes safe\nThanks"), Verdict::Safe);
        assert_eq!(conclusion("EEC concludes safe with the abstraction\n"), Verdict::Safe);
        assert_eq!(conclusion("backward algorithm concludes unsafe\n"), Verdict::Unsafe);
        assert_eq!(conclusion("Reachable (adhoc_pre_star_unless_hit_m0 concludes)\n"), Verdict::Unsafe);
        assert_eq!(conclusion("Thanks for using this tool\n"), Verdict::Open);
    }
}
