//! `cargo xtask witnesses`: what `verify --witness` writes for the C programs of the corpus, given back to `bevel check`.
//!
//! A witness of our own that is not confirmed says either too little for its reader or something false. Each program is verified with the options of its header; a
//! verdict that is not what the header says, a witness that is refuted or not confirmed within its time, and a missing witness without a reason fail the task.
//! Programs that are not decided within the time are counted and left out.

use crate::corpus::{self, Program, kind};
use crate::{root, timed};
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for finding a verdict, and again for checking its witness, unless told otherwise.
const LIMIT: u64 = 20;
/// How the tool begins to say why there is no witness.
const UNWRITTEN: &str = "no witness is written";

enum Outcome {
    Confirmed,
    Undecided,
    /// The tool says why it wrote no witness: a run may be too long for one.
    Unwritten,
    /// What went wrong.
    Failed(String),
}

/// `ARGS` of `cargo xtask witnesses ARGS`.
pub fn confirm(args: &[&str]) -> Result<(), String> {
    let (mut limit, mut tool, mut every, mut folders) = (LIMIT, None, 1, Vec::new());
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value"));
        match *option {
            "--tool" => tool = Some(PathBuf::from(value()?)),
            "--limit" => limit = value()?.parse().map_err(|_| "--limit needs a number of seconds".to_owned())?,
            "--every" => every = value()?.parse().ok().filter(|n| *n > 0).ok_or("--every needs a number above 0")?,
            _ if option.starts_with("--") => return Err(format!("witnesses does not know {option}; it knows --limit, --every and --tool")),
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    if folders.is_empty() {
        folders = all_folders()?;
    }
    let tool = timed::tool(tool)?;
    let mut programs = Vec::new();
    for folder in &folders {
        programs.extend(corpus::of_folder(folder)?.into_iter().filter(|p| p.name.ends_with(".c")));
    }
    let programs: Vec<(usize, Program)> = programs.into_iter().step_by(every).enumerate().collect();
    let outcomes = timed::side_by_side(&programs, |(k, program)| {
        let to = env::temp_dir().join(format!("bevel-witness-{}-{k}.yml", std::process::id()));
        let outcome = one(&tool, program, &to, limit);
        let _ = fs::remove_file(&to);
        if let Ok(Outcome::Failed(why)) = &outcome {
            eprintln!("{}: {why}", program.file.display());
        }
        outcome
    });
    let outcomes = outcomes.into_iter().collect::<Result<Vec<Outcome>, String>>()?;
    let count = |of: fn(&Outcome) -> bool| outcomes.iter().filter(|o| of(o)).count();
    let confirmed = count(|o| matches!(o, Outcome::Confirmed));
    let undecided = count(|o| matches!(o, Outcome::Undecided));
    let unwritten = count(|o| matches!(o, Outcome::Unwritten));
    let failed = outcomes.len() - confirmed - undecided - unwritten;
    println!(
        "witnesses: {confirmed} confirmed, {failed} not, {unwritten} not written for a reason, {undecided} programs not decided within {limit} s, of {}",
        outcomes.len()
    );
    if failed == 0 { Ok(()) } else { Err(format!("{failed} programs have no witness that `check` confirms")) }
}

fn all_folders() -> Result<Vec<PathBuf>, String> {
    let corpus = root().join("corpus");
    let entries = fs::read_dir(&corpus).map_err(|e| format!("{}: {e}", corpus.display()))?;
    let mut folders: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}

fn one(tool: &Path, program: &Program, witness: &Path, limit: u64) -> Result<Outcome, String> {
    let command = |name: &str| {
        let mut command = Command::new(tool);
        command.args([name, "--timeout", &limit.to_string()]).args(&program.options).arg(&program.file).current_dir(root());
        command
    };
    let found = timed::run(command("verify").arg("--witness").arg(witness), limit)?;
    let verdict = last_line(&found.out);
    if kind(&verdict) == "unknown" {
        return Ok(Outcome::Undecided);
    }
    if kind(&verdict) != program.truth {
        return Ok(Outcome::Failed(format!("{verdict}, and it is {}", program.truth)));
    }
    if !witness.exists() {
        let said = found.err.lines().find(|line| line.contains(UNWRITTEN));
        return Ok(if said.is_some() { Outcome::Unwritten } else { Outcome::Failed(format!("{verdict} without a witness")) });
    }
    let checked = timed::run(command("check").arg(witness), limit)?;
    let answer = last_line(&checked.out);
    Ok(if answer.starts_with("confirmed") { Outcome::Confirmed } else { Outcome::Failed(format!("{verdict}, then: {answer}")) })
}

fn last_line(text: &str) -> String {
    text.lines().last().unwrap_or_default().to_owned()
}
