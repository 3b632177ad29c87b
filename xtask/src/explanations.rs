//! `cargo xtask bench mse`: where the interpolants of `mse` come from, side by side.
//!
//! McMillan, Zuck: *Abstract Counterexamples for Non-disjunctive Abstractions* leaves open what explanations are worth against plain weakest preconditions; this is the
//! table, with the other sources beside them. Each program is verified by `mse` with each source alone, one run behind the other, and with all of them as in the
//! tool. Programs are those of the corpus with the options of their headers, or the tasks of a list,
//! two at a time. Figures are those of the last round that a run tells of in its story: rounds so far, predicates, questions to the
//! solver. Questions behind that round (the last lesson of a run that fails, the confirmation of proofs) are not among them, nor are those that are put to other procedures. Seconds
//! include the start of the process. Totals are over the programs that all columns decide, so that they compare the same work. A wrong verdict
//! fails the bench.

use crate::corpus::{self, Program, kind};
use crate::timed::{self, Timed, aligned};
use crate::{lists, root};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for a run, unless told otherwise.
const LIMIT: u64 = 10;
const FOLDERS: [&str; 2] = ["corpus/quantified", "corpus/parametrised"];
/// The sources that are compared, unless told otherwise; `all` is what the tool does.
const COLUMNS: &str = "explained,weakest,horn,all";

struct Run {
    /// `safe`, `unsafe` or `unknown`.
    verdict: String,
    story: Story,
    seconds: f64,
}

/// The figures of the last round that a story tells of; all are 0 if there was none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Story {
    rounds: u64,
    predicates: u64,
    questions: u64,
}

impl Run {
    fn is_decided(&self) -> bool {
        self.verdict != "unknown"
    }

    fn figures(&self) -> [f64; 4] {
        [self.story.rounds as f64, self.story.predicates as f64, self.story.questions as f64, self.seconds]
    }
}

/// `ARGS` of `cargo xtask bench mse ARGS`.
pub fn bench(args: &[&str]) -> Result<(), String> {
    let (mut limit, mut tool, mut programs, mut folders, mut columns) = (LIMIT, None, Vec::new(), Vec::new(), COLUMNS);
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value"));
        match *option {
            "--tool" => tool = Some(PathBuf::from(value()?)),
            "--limit" => limit = value()?.parse().map_err(|_| "--limit needs a number of seconds".to_owned())?,
            "--sources" => columns = value()?,
            "--list" => {
                let (list, folder) = (value()?, value()?);
                programs.extend(lists::tasks(list)?.into_iter().map(|task| of_list(task, Path::new(folder))));
            }
            _ if option.starts_with("--") => {
                return Err(format!("bench mse does not know {option}; it knows --limit, --tool, --sources and --list"));
            }
            folder => folders.push(PathBuf::from(folder)),
        }
    }
    if folders.is_empty() && programs.is_empty() {
        folders = FOLDERS.map(|folder| root().join(folder)).to_vec();
    }
    for folder in &folders {
        programs.extend(corpus::of_folder(folder)?);
    }
    let tool = timed::tool(tool)?;
    let columns: Vec<&str> = columns.split(',').collect();
    let each = |program: &Program| columns.iter().map(|source| run(&tool, program, source, limit)).collect::<Result<Vec<Run>, String>>();
    let runs = timed::side_by_side(&programs, each).into_iter().collect::<Result<Vec<_>, _>>()?;
    print!("{}", aligned(&table(&columns, &programs, &runs)));
    println!("{}", summary(&columns, &programs, &runs, limit));
    let is_wrong = |p: &Program, r: &Run| r.is_decided() && r.verdict != p.truth;
    let wrong: Vec<&str> =
        programs.iter().zip(&runs).filter(|(p, runs)| runs.iter().any(|r| is_wrong(p, r))).map(|(p, _)| p.name.as_str()).collect();
    if wrong.is_empty() { Ok(()) } else { Err(format!("WRONG: {}", wrong.join(", "))) }
}

fn of_list(task: lists::Task, folder: &Path) -> Program {
    let file = folder.join(&task.path);
    Program::new(task.path, file, vec!["--check".into(), task.check], task.expected)
}

fn run(tool: &Path, program: &Program, source: &str, limit: u64) -> Result<Run, String> {
    let mut command = Command::new(tool);
    command.args(["verify", "--engine", "mse", "--story", "--timeout", &limit.to_string()]);
    if source != "all" {
        command.args(["--interpolants", source]);
    }
    command.args(&program.options).arg(&program.file);
    let Timed { out, seconds, .. } = timed::run(&mut command, limit)?;
    let verdict = kind(out.lines().last().unwrap_or_default().trim()).to_owned();
    Ok(Run { verdict, story: story(&out), seconds })
}

/// Reads the lines `mse: round 2: 3 cut points, 5 blocks, 7 predicates, 11 steps, 13 questions, 1 alarms`.
fn story(text: &str) -> Story {
    let round = |line: &str| {
        let (number, figures) = line.strip_prefix("mse: round ")?.split_once(": ")?;
        let figure = |name: &str| figures.split(", ").find_map(|cell| cell.strip_suffix(name)?.trim_end().parse().ok());
        Some(Story { rounds: number.parse().ok()?, predicates: figure("predicates")?, questions: figure("questions")? })
    };
    text.lines().filter_map(round).next_back().unwrap_or_default()
}

fn table(columns: &[&str], programs: &[Program], runs: &[Vec<Run>]) -> Vec<Vec<String>> {
    let figures = ["rounds", "predicates", "questions", "seconds"];
    let heads = |name: &&str| [(*name).to_owned()].into_iter().chain(figures.map(str::to_owned)).collect::<Vec<_>>();
    let mut lines = vec![["program".to_owned()].into_iter().chain(columns.iter().flat_map(heads)).collect::<Vec<_>>()];
    for (program, runs) in programs.iter().zip(runs) {
        lines.push([program.name.clone()].into_iter().chain(runs.iter().flat_map(|r| cells(&r.verdict, r.figures()))).collect());
    }
    for truth in ["safe", "unsafe"] {
        let of: Vec<&Vec<Run>> =
            programs.iter().zip(runs).filter(|(p, r)| p.truth == truth && r.iter().all(Run::is_decided)).map(|(_, r)| r).collect();
        let total = |k: usize| of.iter().fold([0.0; 4], |sum, r| std::array::from_fn(|i| sum[i] + r[k].figures()[i]));
        let name = format!("total of {} {truth} that all decide", of.len());
        lines.push([name].into_iter().chain((0..columns.len()).flat_map(|k| cells("", total(k)))).collect());
    }
    lines
}

fn cells(verdict: &str, [rounds, predicates, questions, seconds]: [f64; 4]) -> [String; 5] {
    let verdict = if verdict == "unknown" { "?" } else { verdict };
    [verdict.to_owned(), rounds.to_string(), predicates.to_string(), questions.to_string(), format!("{seconds:.2}")]
}

/// Who decides what, and what nobody else does.
fn summary(columns: &[&str], programs: &[Program], runs: &[Vec<Run>], limit: u64) -> String {
    let mut lines = Vec::new();
    for (k, source) in columns.iter().enumerate() {
        let of = |truth: &str| programs.iter().zip(runs).filter(|(p, r)| p.truth == truth && r[k].is_decided()).count();
        let alone = |r: &Vec<Run>| r.iter().enumerate().all(|(i, run)| run.is_decided() == (i == k));
        let only: Vec<&str> = programs.iter().zip(runs).filter(|(_, r)| alone(r)).map(|(p, _)| p.name.as_str()).collect();
        let only = if only.is_empty() { "nothing".to_owned() } else { only.join(", ") };
        lines.push(format!("{source}: {} safe, {} unsafe; by it alone: {only}", of("safe"), of("unsafe")));
    }
    let decided = |k: usize| runs.iter().filter(|r| r[k].is_decided()).count();
    let counts: Vec<String> = columns.iter().enumerate().map(|(k, source)| format!("{source}={}", decided(k))).collect();
    lines.push(format!("bench mse: {} of {}; limit {limit} s", counts.join(" "), programs.len()));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_round_of_a_story_counts() {
        let told = "mse: round 1: 2 cut points, 5 blocks, 4 predicates, 9 steps, 31 questions, 1 alarms
mse: 3 nodes with 4 points explain the alarm, 1 courses
mse: init.c:15:5: tracks a[k] = 0, k < i
mse: round 2: 2 cut points, 5 blocks, 6 predicates, 12 steps, 104 questions, 0 alarms
bevel: unknown: round 9: 1 predicates, 1 questions\n";
        assert_eq!(story(told), Story { rounds: 2, predicates: 6, questions: 104 });
        assert_eq!(story("dagger: round 1: 2 predicates, 3 questions"), Story::default());
        // A line that was cut off tells nothing.
        assert_eq!(story("mse: round 1: 2 cut points, 4 predi"), Story::default());
    }

    #[test]
    fn totals_are_of_what_all_decide() {
        let program = |name: &str| Program::new(name.into(), PathBuf::new(), Vec::new(), "safe".into());
        let run = |verdict: &str, rounds| Run { verdict: verdict.into(), story: Story { rounds, ..Story::default() }, seconds: 0.5 };
        let programs = [program("a"), program("b"), program("c")];
        let runs = [vec![run("safe", 1), run("safe", 3)], vec![run("safe", 5), run("unknown", 60)], vec![run("safe", 2), run("safe", 2)]];
        let columns = ["explained", "weakest"];
        let lines = table(&columns, &programs, &runs);
        assert_eq!(lines[4][..5].join(" "), "total of 2 safe that all decide  3 0 0");
        assert_eq!(lines[4][7], "5");
        let told = summary(&columns, &programs, &runs, 10);
        assert!(told.starts_with("explained: 3 safe, 0 unsafe; by it alone: b\nweakest: 2 safe, 0 unsafe; by it alone: nothing"), "{told}");
        assert!(told.ends_with("bench mse: explained=3 weakest=2 of 3; limit 10 s"), "{told}");
    }
}
