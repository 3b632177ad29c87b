//! `cargo xtask bench mse`: where the interpolants of `mse` come from, side by side.
//!
//! McMillan, Zuck: *Abstract Counterexamples for Non-disjunctive Abstractions* leaves open what explanations are worth against plain weakest preconditions; this is the
//! table, with the other sources beside them. Each program is verified by `mse` with each source alone, one run behind the other, and with all of them as in the
//! tool. Programs are those of the corpus with the options of their headers, or the tasks of a list,
//! two at a time. Figures are those of the last round that a run tells of in its story: rounds so far, predicates, questions to the
//! solver. Questions behind that round (the last lesson of a run that fails, the confirmation of proofs) are not among them, nor are those that are put to other procedures. Seconds
//! include the start of the process. Totals are over the programs that all columns decide, so that they compare the same work. A wrong verdict
//! fails the bench.

use crate::timed::{self, Timed, aligned};
use crate::{lists, root};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for a run, unless told otherwise.
const LIMIT: u64 = 10;
const FOLDERS: [&str; 2] = ["corpus/quantified", "corpus/parametrised"];
/// The sources that are compared, unless told otherwise; `all` is what the tool does.
const COLUMNS: &str = "explained,weakest,horn,all";
/// The keys of a program's header that are options of the tool.
const OPTIONS: [&str; 3] = ["check", "int", "data-model"];

/// A program and what is true of it.
struct Program {
    name: String,
    file: PathBuf,
    options: Vec<String>,
    /// `safe` or `unsafe`.
    truth: String,
}

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
        programs.extend(of_folder(folder)?);
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
    Program { name: task.path, file, options: vec!["--check".into(), task.check], truth: task.expected }
}

/// The programs of a folder that have a header with a verdict, by name.
fn of_folder(folder: &Path) -> Result<Vec<Program>, String> {
    let entries = fs::read_dir(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|e| e.path())).filter(|path| path.is_file()).collect();
    files.sort();
    let mut programs = Vec::new();
    for file in files {
        let text = fs::read(&file).map_err(|e| format!("{}: {e}", file.display()))?;
        let header = header(&String::from_utf8_lossy(&text));
        let get = |key: &str| header.iter().find(|(k, _)| k == key).map(|(_, value)| value.as_str());
        let Some(truth) = get("todo").or(get("verdict")).map(kind) else { continue };
        let mut options: Vec<String> =
            OPTIONS.iter().filter_map(|key| Some([format!("--{key}"), get(key)?.to_owned()])).flatten().collect();
        options.extend(get("malloc-may-fail").map(|_| "--malloc-may-fail".to_owned()));
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        programs.push(Program { name, options, truth: truth.to_owned(), file });
    }
    Ok(programs)
}

/// The comments with a key and a value that a program of the corpus begins with.
fn header(text: &str) -> Vec<(String, String)> {
    let comment = |line: &'_ str| ["// ", "; ", "# "].iter().find_map(|mark| line.strip_prefix(mark)).map(str::to_owned);
    let pair = |line: String| line.split_once(':').map(|(key, value)| (key.trim().to_owned(), value.trim().to_owned()));
    text.lines().map_while(comment).filter_map(pair).collect()
}

/// A verdict without what it is about, in the words for programs.
fn kind(verdict: &str) -> &str {
    match verdict.split('(').next().unwrap_or(verdict) {
        "safe" | "sat" => "safe",
        "unsafe" | "unsat" => "unsafe",
        _ => "unknown",
    }
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
    fn a_header_ends_with_the_first_line_that_is_no_comment() {
        let found = header("; verdict: unsafe(reach)\n; about: a: b\n\n; check: all\n");
        assert_eq!(found, [("verdict", "unsafe(reach)"), ("about", "a: b")].map(|(k, v)| (k.to_owned(), v.to_owned())));
        assert_eq!(["unsat", "unsafe(reach)", "sat", "timeout"].map(kind), ["unsafe", "unsafe", "safe", "unknown"]);
    }

    #[test]
    fn totals_are_of_what_all_decide() {
        let program = |name: &str| Program { name: name.into(), file: PathBuf::new(), options: Vec::new(), truth: "safe".into() };
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
