//! `cargo xtask bench list LIST ROOT`: strategies of the tool, and z3's own engine, side by side on a list of tasks.
//!
//! A list is a table with the columns path, check and expected (`safe` or `unsafe`); the paths are below ROOT. Each task is run by every
//! column before the next task starts, two tasks at a time, so that all columns see the same machine. z3 stands beside where it can
//! read the files (`.smt2`). A run is a process with its start included in its time. An answer counts if it is the expected one; the others are
//! unknown or wrong. The table has a line for each folder of the list.

use crate::{root, setup, timed};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The columns if none are named.
const COLUMNS: [&str; 4] = ["--engine fgar", "--engine dagger", "--without spacer", ""];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Right,
    Wrong,
    Unknown,
}

struct Bench {
    tool: PathBuf,
    z3: Option<PathBuf>,
    columns: Vec<String>,
    root: PathBuf,
    limit: u64,
}

/// A line of a list.
pub struct Task {
    /// Below the folder of the list's files.
    pub path: String,
    pub check: String,
    pub expected: String,
}

pub fn bench(args: &[&str]) -> Result<(), String> {
    let [list, folder, options @ ..] = args else { return Err("bench list needs a list and the folder of its files".into()) };
    let (mut limit, mut every, mut tool, mut columns, mut out) = (60, 1, None, Vec::new(), None);
    let mut options = options.iter();
    while let Some(option) = options.next() {
        let value = options.next().ok_or_else(|| format!("{option} needs a value"))?;
        let number = || value.parse::<usize>().ok().filter(|n| *n > 0).ok_or_else(|| format!("{option} {value}: not a number"));
        match *option {
            "--limit" => limit = number()? as u64,
            "--every" => every = number()?,
            "--tool" => tool = Some(PathBuf::from(value)),
            "--column" => columns.push((*value).to_owned()),
            "--out" => out = Some(*value),
            _ => return Err(format!("bench list does not know {option}; it knows --limit, --every, --column, --out and --tool")),
        }
    }
    if columns.is_empty() {
        columns = COLUMNS.map(str::to_owned).to_vec();
    }
    let tasks: Vec<Task> = tasks(list)?.into_iter().step_by(every).collect();
    let tool = timed::tool(tool)?;
    let z3 = tasks.iter().all(|t| t.path.ends_with(".smt2")).then(|| setup::solver(&root())).transpose()?;
    let bench = Bench { tool, z3, columns, root: PathBuf::from(folder), limit };
    // By task and column.
    let runs = timed::side_by_side(&tasks, |task| bench.runs(task)).into_iter().collect::<Result<Vec<_>, _>>()?;
    if let Some(out) = out {
        fs::write(out, rows(&tasks, &runs)).map_err(|e| format!("{out}: {e}"))?;
    }
    bench.print(&tasks, &runs);
    Ok(())
}

/// All tasks of a list.
pub fn tasks(list: &str) -> Result<Vec<Task>, String> {
    let text = fs::read_to_string(list).map_err(|e| format!("{list}: {e}"))?;
    text.lines().skip(1).map(task).collect::<Option<_>>().ok_or_else(|| format!("{list}: not a list"))
}

fn task(line: &str) -> Option<Task> {
    let mut cells = line.split('\t').map(str::to_owned);
    Some(Task { path: cells.next()?, check: cells.next()?, expected: cells.next()? })
}

/// One line per task: answer and seconds by column.
fn rows(tasks: &[Task], runs: &[Vec<(Answer, f64)>]) -> String {
    let cells = |runs: &Vec<(Answer, f64)>| runs.iter().map(|(a, s)| format!("{a:?}\t{s:.2}")).collect::<Vec<_>>().join("\t");
    tasks.iter().zip(runs).map(|(t, r)| format!("{}\t{}\t{}\n", t.path, t.expected, cells(r))).collect()
}

impl Bench {
    fn names(&self) -> Vec<String> {
        let own = self.columns.iter().map(|c| if c.is_empty() { "auto".to_owned() } else { c.replace("--engine ", "") });
        self.z3.iter().map(|_| "z3".to_owned()).chain(own).collect()
    }

    fn runs(&self, task: &Task) -> Result<Vec<(Answer, f64)>, String> {
        self.commands(task).into_iter().map(|command| self.run(command, &task.expected)).collect()
    }

    fn commands(&self, task: &Task) -> Vec<Command> {
        let file = self.root.join(&task.path);
        let limit = self.limit.to_string();
        let z3 = self.z3.iter().map(|z3| {
            let mut command = Command::new(z3);
            command.arg(format!("-T:{limit}")).arg(&file);
            command
        });
        let own = self.columns.iter().map(|options| {
            let mut command = Command::new(&self.tool);
            command.args(["verify", "--check", &task.check, "--timeout", &limit]).args(options.split_whitespace()).arg(&file);
            command
        });
        z3.chain(own).collect()
    }

    fn run(&self, mut command: Command, expected: &str) -> Result<(Answer, f64), String> {
        let timed::Timed { out: output, seconds, .. } = timed::run(&mut command, self.limit)?;
        let answer = match output.lines().last().map(str::trim) {
            Some("sat" | "safe") => "safe",
            Some(word) if word == "unsat" || word.starts_with("unsafe") => "unsafe",
            _ => return Ok((Answer::Unknown, seconds)),
        };
        Ok((if answer == expected { Answer::Right } else { Answer::Wrong }, seconds))
    }

    fn print(&self, tasks: &[Task], runs: &[Vec<(Answer, f64)>]) {
        let names = self.names();
        let folder = |t: &Task| Path::new(&t.path).parent().map_or(String::new(), |p| p.display().to_string());
        let mut folders: Vec<String> = tasks.iter().map(folder).collect();
        folders.sort();
        folders.dedup();
        println!("solved (seconds for these); limit {} s", self.limit);
        for (k, name) in names.iter().enumerate() {
            let count = |wanted: Answer, inside: Option<&String>| {
                let of = tasks.iter().zip(runs).filter(|(t, r)| inside.is_none_or(|f| folder(t) == *f) && r[k].0 == wanted);
                of.fold((0, 0.0), |(n, s), (_, r)| (n + 1, s + r[k].1))
            };
            let cells: Vec<String> = folders
                .iter()
                .map(|f| (f, count(Answer::Right, Some(f))))
                .map(|(f, (n, s))| format!("{} {n} ({s:.1})", f.rsplit('/').next().unwrap_or(f)))
                .collect();
            println!("{name}: {}; wrong {}; {}", count(Answer::Right, None).0, count(Answer::Wrong, None).0, cells.join(", "));
        }
        if self.z3.is_some() {
            for (k, name) in names.iter().enumerate().skip(1) {
                let (ahead, behind) = runs.iter().fold((0, 0), |(ahead, behind), r| {
                    let (z3, own) = (r[0].0 == Answer::Right, r[k].0 == Answer::Right);
                    (ahead + u32::from(own && !z3), behind + u32::from(z3 && !own))
                });
                println!("{name}: {ahead} that z3 does not solve, {behind} that only z3 solves");
            }
        }
        let solved: Vec<String> = names
            .iter()
            .enumerate()
            .map(|(k, name)| format!("{name}={}/{}", runs.iter().filter(|r| r[k].0 == Answer::Right).count(), tasks.len()))
            .collect();
        println!("bench list: {}", solved.join(" "));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_compared_with_what_is_expected() {
        let bench = Bench { tool: PathBuf::new(), z3: None, columns: vec![String::new()], root: PathBuf::new(), limit: 5 };
        let answer = |text: &str, expected: &str| {
            let mut command = Command::new("printf");
            command.arg(text);
            bench.run(command, expected).unwrap().0
        };
        assert_eq!(answer("(model)\\nsat\\n", "safe"), Answer::Right);
        assert_eq!(answer("unsat", "safe"), Answer::Wrong);
        assert_eq!(answer("unsafe(reach)\\n", "unsafe"), Answer::Right);
        assert_eq!(answer("timeout\\n", "unsafe"), Answer::Unknown);
        assert!(task("a.smt2\treach").is_none());
    }
}
