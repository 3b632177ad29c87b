//! `cargo xtask bench fgar`: the termination table of fixpoint-guided refinement.
//!
//! Cousot, Ganty, Raskin: Fixpoint-Guided Abstraction Refinements, SAS 2007: it ends on negative instances, and on positive
//! ones where refinement by counterexamples need not. The rows are the pairs of `corpus/fgar` (the family `there-and-back`
//! is explained in `crates/engine/tests/engines/fgar.rs`), the columns are fgar with its domains and without acceleration, and
//! `dagger`, with its own domains and as path-by-path refinement of the same predicates. A cell has the verdict, if there is one
//! within the limit, the number of refinements and the seconds, the start of the process included.

use crate::root;
use crate::timed::{self, Timed, member};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

const COLUMNS: [(&str, &[&str]); 8] = [
    ("fgar", &["--engine", "fgar"]),
    ("fgar, no acc.", &["--engine", "fgar", "--without", "acceleration"]),
    ("fgar, Cartesian", &["--engine", "fgar", "--domain", "predicates"]),
    ("fgar, Boolean", &["--engine", "fgar", "--domain", "predicates", "--image", "boolean"]),
    ("Cartesian, no acc.", &["--engine", "fgar", "--domain", "predicates", "--without", "acceleration"]),
    ("dagger, Cartesian", &["--engine", "dagger", "--domain", "predicates"]),
    ("dagger, octagons", &["--engine", "dagger", "--domain", "octagon"]),
    ("dagger, polyhedra", &["--engine", "dagger", "--domain", "polyhedra"]),
];

/// Seconds for a run, unless told otherwise.
const LIMIT: u64 = 5;

/// `ARGS` of `cargo xtask bench fgar ARGS`: `--tool FILE`, `--limit SECONDS`.
pub fn bench(args: &[&str]) -> Result<(), String> {
    let mut tool: Option<PathBuf> = None;
    let mut limit = LIMIT;
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{option} needs a value"))?;
        match *option {
            "--tool" => tool = Some(value.into()),
            "--limit" => limit = value.parse().map_err(|_| format!("--limit {value}: not a number of seconds"))?,
            _ => return Err(format!("bench fgar does not know {option}; it knows --limit and --tool")),
        }
    }
    let tool = timed::tool(tool)?;
    let folder = root().join("corpus/fgar");
    let mut programs: Vec<PathBuf> = fs::read_dir(&folder)
        .map_err(|e| format!("{}: {e}", folder.display()))?
        .filter_map(|entry| entry.ok().map(|e| e.path()))
        .filter(|path| path.extension().is_some_and(|e| e == "c"))
        .collect();
    programs.sort();
    println!("{:22}{}", "", COLUMNS.map(|(name, _)| format!("{name:>20}")).concat());
    let mut ended = [0; COLUMNS.len()];
    for program in &programs {
        let name = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let expected = if name.ends_with("-bad") { "unsafe" } else { "safe" };
        let mut row = format!("{name:22}");
        for (column, (_, options)) in COLUMNS.iter().enumerate() {
            let run = run(&tool, program, options, limit)?;
            if run.verdict != "unknown" && run.verdict != expected {
                return Err(format!("{name}: {} instead of {expected}", run.verdict));
            }
            ended[column] += usize::from(run.verdict == expected);
            let shown = if run.verdict == "unknown" { "-" } else { &run.verdict };
            row += &format!("{:>20}", format!("{shown} {} {:.2}", run.refinements, run.seconds));
        }
        println!("{row}");
    }
    let total = |n: usize| format!("{:>20}", format!("{n} of {}", programs.len()));
    println!("{:22}{}", "decided", ended.map(total).concat());
    Ok(())
}

struct Run {
    verdict: String,
    refinements: u64,
    seconds: f64,
}

fn run(tool: &Path, program: &Path, options: &[&str], limit: u64) -> Result<Run, String> {
    let mut command = Command::new(tool);
    command.args(["verify", "--json", "--check", "reach", "--int", "math", "--timeout", &limit.to_string()]).args(options).arg(program);
    let Timed { out, err, seconds } = timed::run(&mut command, limit)?;
    let verdict = match member(&out, "verdict").map(|v| v.trim_matches('"')) {
        Some(verdict) => verdict.to_owned(),
        None => return Err(format!("{}: {err}", program.display())),
    };
    Ok(Run { verdict, refinements: member(&out, "refinements").and_then(|n| n.parse().ok()).unwrap_or(0), seconds })
}
