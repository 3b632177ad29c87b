//! `cargo xtask bench heaps`: the tables of the paper on focus, with our figures beside the published ones.
//!
//! The paper is Podelski, Wies: *Counterexample-Guided Focus*, POPL 2010, Tables 1 to 4. The published figures are in `corpus/heaps/table.tsv`; they come from
//! the paper's machine (an Intel Core2 at 2.66 GHz). The program of a row is the safe one of `corpus/heaps` whose source
//! ends with the row's name; a row without one counts as undecided. The paper does not print its programs, so that figures compare in kind only.
//!
//! Each program is verified by `focus`, and once more without its focusing, with the image that `--image` says (the tool's own, if it says nothing; the paper's is `cartesian`);
//! its unsafe twin by the tool as it is. There is one run at a time. Seconds
//! include the start of the process. Focus is needed if the proof fails without it; nothing is said where it fails with it as well, or where the tool fails. The other
//! figures are those that `focus` tells at the end of its story; they are blank if it did not come to that. States are abstract states per
//! location, `avg` and `max` predicates in a node, and the share of the time that questions take is of the seconds of the run.
//! In the last line `slowest` is the slowest row that is decided. A wrong verdict fails the bench.

use crate::corpus::{self, Program, kind};
use crate::root;
use crate::timed::{self, Timed, aligned};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Seconds for a run, unless told otherwise.
const LIMIT: u64 = 60;
/// Seconds for a twin.
const TWIN_LIMIT: u64 = 20;
const FOLDER: &str = "corpus/heaps";

/// A column: its head, our cell, if we have one, and what is beside it of the published table.
type Column = (&'static str, Option<fn(&Outcome) -> String>, Option<&'static str>);

const SUMMARY: [Column; 10] = [
    ("decided", Some(Outcome::decided), None),
    ("s", Some(|o| o.of_run(|run| format!("{:.2}", run.seconds))), Some("time")),
    ("focus", Some(Outcome::needs_focus), Some("CGF")),
    ("twin", Some(Outcome::refuted), None),
    ("posts", Some(|o| o.count(|f| f.posts)), Some("posts")),
    ("ref.", Some(|o| o.count(|f| f.refinements)), Some("refinements")),
    ("focused", Some(|o| o.count(|f| f.focused)), None),
    ("nodes", Some(|o| o.count(|f| f.nodes)), Some("size")),
    ("pred.", Some(|o| o.count(|f| f.predicates)), Some("predicates")),
    ("states", Some(|o| o.figure(|f| format!("{:.1}", f.states))), Some("states")),
];

const DETAILS: [Column; 8] = [
    ("deep", Some(|o| o.count(|f| f.depth)), Some("depth")),
    ("avg", Some(|o| o.figure(|f| format!("{:.1}", f.average))), Some("average")),
    ("max", Some(|o| o.count(|f| f.maximum)), Some("maximum")),
    ("questions", Some(|o| o.count(|f| f.questions)), Some("calls")),
    ("known %", Some(|o| o.figure(|f| percent(f.known as f64, f.questions as f64))), Some("cache")),
    ("asking %", Some(|o| o.of_run(|run| run.figures.map_or_else(String::new, |f| percent(f.asking, run.seconds)))), Some("share")),
    ("TVLA s", None, Some("TVLA time")),
    ("states", None, Some("TVLA states")),
];

/// `ARGS` of `cargo xtask bench heaps ARGS`.
pub fn bench(args: &[&str]) -> Result<(), String> {
    let (mut limit, mut tool, mut only, mut twins, mut image) = (LIMIT, None, "", true, None);
    let mut rest = args.iter();
    while let Some(option) = rest.next() {
        let mut value = || rest.next().copied().ok_or_else(|| format!("{option} needs a value"));
        match *option {
            "--tool" => tool = Some(PathBuf::from(value()?)),
            "--limit" => limit = value()?.parse().map_err(|_| "--limit needs a number of seconds".to_owned())?,
            "--only" => only = value()?,
            "--no-twins" => twins = false,
            "--image" => image = Some(value()?),
            _ => return Err(format!("bench heaps does not know {option}; it knows --only, --limit, --tool, --image and --no-twins")),
        }
    }
    let programs = corpus::of_folder(&root().join(FOLDER))?;
    let mut rows = published()?;
    // A part of a name does, but a whole name is not a part of others.
    let whole = rows.iter().any(|row| row.name == only);
    rows.retain(|row| if whole { row.name == only } else { row.name.contains(only) });
    if rows.is_empty() {
        return Err(format!("no row has {only} in its name"));
    }
    let tool = timed::tool(tool)?;
    let (mut outcomes, mut wrong) = (Vec::new(), Vec::new());
    for row in rows {
        let mut verify = |program: Option<&Program>, options: &[&str], limit: u64| -> Result<Option<Run>, String> {
            let Some(program) = program else { return Ok(None) };
            let run = run(&tool, program, options, limit)?;
            if ["safe", "unsafe"].contains(&run.verdict) && run.verdict != program.truth {
                wrong.push(named(program, options));
            }
            Ok(Some(run))
        };
        let (program, twin) = pair(&row.name, &programs);
        let options = [vec!["--engine", "focus", "--story"], image.iter().flat_map(|i| ["--image", i]).collect()].concat();
        let focus = verify(program, &options, limit)?;
        let without = verify(program, &[options, vec!["--without", "focusing"]].concat(), limit)?;
        let twin = verify(twin.filter(|_| twins), &[], TWIN_LIMIT)?;
        outcomes.push(Outcome { row, focus, without, twin });
    }
    println!("\nTables 1 and 2: seconds, whether focus is needed, whether the twin is refuted; the abstract reachability tree");
    print!("{}", aligned(&table(&SUMMARY, &outcomes)));
    println!("\nTables 2 to 4: depth of the tree, predicates in a node; questions to the solver; TVLA");
    print!("{}", aligned(&table(&DETAILS, &outcomes)));
    println!("\n† as published, on the paper's machine\n{}", last_line(&outcomes));
    if wrong.is_empty() { Ok(()) } else { Err(format!("WRONG: {}", wrong.join(", "))) }
}

/// A row of the published tables.
struct Row {
    name: String,
    /// As printed, by the names of the columns.
    figures: BTreeMap<String, String>,
}

impl Row {
    fn get(&self, column: &str) -> String {
        self.figures.get(column).cloned().unwrap_or_default()
    }
}

fn published() -> Result<Vec<Row>, String> {
    let path = root().join(FOLDER).join("table.tsv");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let mut lines = text.lines().enumerate().filter(|(_, line)| !line.starts_with('#'));
    let heads: Vec<&str> = lines.next().map(|(_, line)| line.split('\t').collect()).unwrap_or_default();
    let row = |(number, line): (usize, &str)| {
        let cells: Vec<String> = line.split('\t').map(str::to_owned).collect();
        if cells.len() != heads.len() {
            return Err(format!("{}:{}: not a line of the table", path.display(), number + 1));
        }
        Ok(Row { name: cells[0].clone(), figures: heads.iter().map(ToString::to_string).zip(cells).collect() })
    };
    lines.map(row).collect()
}

/// The row that a program is of: the last part of its source.
fn row_of(program: &Program) -> Option<&str> {
    program.get("source")?.rsplit(',').next().map(str::trim)
}

/// The program of a row and its unsafe twin, as far as they are written.
fn pair<'p>(row: &str, programs: &'p [Program]) -> (Option<&'p Program>, Option<&'p Program>) {
    let program = programs.iter().find(|p| p.truth == "safe" && row_of(p) == Some(row));
    let named = program.and_then(|p| p.get("twin"));
    (program, programs.iter().find(|p| p.truth == "unsafe" && Some(p.name.as_str()) == named))
}

struct Run {
    /// `safe`, `unsafe`, `unknown`, or `failed` if the tool did not get to a verdict.
    verdict: &'static str,
    seconds: f64,
    figures: Option<Figures>,
}

/// What `focus` tells of its work.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Figures {
    posts: u64,
    refinements: u64,
    /// The refinements that focused an edge.
    focused: u64,
    nodes: u64,
    depth: u64,
    predicates: u64,
    average: f64,
    maximum: u64,
    questions: u64,
    /// The questions that had been answered before.
    known: u64,
    /// Seconds.
    asking: f64,
    states: f64,
}

fn run(tool: &Path, program: &Program, options: &[&str], limit: u64) -> Result<Run, String> {
    let mut command = Command::new(tool);
    command.arg("verify").args(options).args(["--timeout", &limit.to_string()]).args(&program.options).arg(&program.file);
    let Timed { out, err, seconds } = timed::run(&mut command, limit)?;
    let last = out.lines().last().unwrap_or_default().trim();
    let verdict = match kind(last) {
        // A run that was ended says nothing.
        "unknown" if last != "unknown" && seconds < limit as f64 => "failed",
        verdict => verdict,
    };
    if ["unknown", "failed"].contains(&verdict) {
        let reason = err.lines().next().unwrap_or("nothing was reported");
        eprintln!("{}: {verdict} after {seconds:.1} s: {reason}", named(program, options));
    }
    Ok(Run { verdict, seconds, figures: figures(&out) })
}

/// A run in a message.
fn named(program: &Program, options: &[&str]) -> String {
    [&[program.name.as_str()], options].concat().join(" ")
}

/// Reads the last line of the form `focus: figures: 23 posts, 0 refinements, …`.
fn figures(story: &str) -> Option<Figures> {
    let told = story.lines().filter_map(|line| line.strip_prefix("focus: figures: ")).next_back()?;
    let figure = |name: &str| told.split(", ").find_map(|cell| cell.strip_suffix(name)?.strip_suffix(' '));
    let count = |name: &str| figure(name)?.parse().ok();
    let measure = |name: &str| figure(name)?.parse().ok();
    Some(Figures {
        posts: count("posts")?,
        refinements: count("refinements")?,
        focused: count("focused")?,
        nodes: count("nodes")?,
        depth: count("deep")?,
        predicates: count("predicates")?,
        average: measure("in a node")?,
        maximum: count("at most")?,
        questions: count("questions")?,
        known: count("known")?,
        asking: measure("s asking")?,
        states: measure("states per location")?,
    })
}

/// What came of a row; a run is missing if its program is not written or was not wanted.
struct Outcome {
    row: Row,
    focus: Option<Run>,
    without: Option<Run>,
    twin: Option<Run>,
}

impl Outcome {
    /// The seconds of the proof, if there is one.
    fn proved(&self) -> Option<f64> {
        self.focus.as_ref().filter(|run| run.verdict == "safe").map(|run| run.seconds)
    }

    fn decided(&self) -> String {
        match self.focus.as_ref().map(|run| run.verdict) {
            None => "not written",
            Some("safe") => "yes",
            Some("unsafe") => "WRONG",
            Some("unknown") => "no",
            Some(failed) => failed,
        }
        .to_owned()
    }

    fn needs_focus(&self) -> String {
        match self.without.as_ref().map(|run| run.verdict) {
            Some("safe") => "no",
            Some("unsafe") => "WRONG",
            Some("unknown") if self.proved().is_some() => "yes",
            _ => "-",
        }
        .to_owned()
    }

    fn refuted(&self) -> String {
        match self.twin.as_ref().map(|run| run.verdict) {
            None => "-",
            Some("unsafe") => "yes",
            Some("safe") => "WRONG",
            Some(_) => "no",
        }
        .to_owned()
    }

    fn of_run(&self, cell: impl Fn(&Run) -> String) -> String {
        self.focus.as_ref().map(cell).unwrap_or_default()
    }

    fn figure(&self, cell: impl Fn(&Figures) -> String) -> String {
        self.focus.as_ref().and_then(|run| run.figures.as_ref()).map(cell).unwrap_or_default()
    }

    fn count(&self, count: impl Fn(&Figures) -> u64) -> String {
        self.figure(|figures| count(figures).to_string())
    }
}

fn percent(part: f64, whole: f64) -> String {
    if whole > 0.0 { format!("{:.1}", 100.0 * part / whole) } else { String::new() }
}

fn table(columns: &[Column], outcomes: &[Outcome]) -> Vec<Vec<String>> {
    let mut heads = vec![String::new()];
    for (head, ours, theirs) in columns {
        heads.extend(ours.map(|_| head.to_string()));
        heads.extend(theirs.map(|_| if ours.is_some() { "†".to_owned() } else { format!("{head}†") }));
    }
    let mut lines = vec![heads];
    for outcome in outcomes {
        let mut line = vec![outcome.row.name.clone()];
        for (_, ours, theirs) in columns {
            line.extend(ours.map(|cell| cell(outcome)));
            line.extend(theirs.map(|column| outcome.row.get(column)));
        }
        lines.push(line);
    }
    lines
}

/// The last line is for machines.
fn last_line(outcomes: &[Outcome]) -> String {
    let seconds: Vec<f64> = outcomes.iter().filter_map(Outcome::proved).collect();
    let slowest = seconds.iter().copied().fold(0.0, f64::max);
    format!("bench heaps: decided={}/{} slowest={slowest:.1}", seconds.len(), outcomes.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLD: &str = "focus: figures: 23 posts, 0 refinements, 0 focused, 18 nodes, 3 deep, 12 predicates, 9.5 in a node, 14 at most, \
                        433 questions, 12 known, 5.20 s asking, 1.3 states per location";

    fn row() -> Row {
        Row { name: "List.reverse".into(), figures: [("calls".to_owned(), "615".to_owned())].into() }
    }

    fn run(verdict: &'static str, seconds: f64) -> Option<Run> {
        Some(Run { verdict, seconds, figures: None })
    }

    #[test]
    fn the_figures_of_a_story_are_read() {
        let expected = Figures {
            posts: 23,
            refinements: 0,
            focused: 0,
            nodes: 18,
            depth: 3,
            predicates: 12,
            average: 9.5,
            maximum: 14,
            questions: 433,
            known: 12,
            asking: 5.2,
            states: 1.3,
        };
        let story = format!("focus: 7 predicates, 2 posts\n{TOLD}\nreach 1 0 0\n0.170 s\nsafe\n");
        assert_eq!(figures(&story), Some(expected));
        // The last of several counts.
        assert_eq!(figures(&format!("{}\n{TOLD}\n", TOLD.replace("23 posts", "9 posts"))), Some(expected));
        assert_eq!(figures("focus: the tree is closed: 18 nodes, 23 posts\nunknown\n"), None);
        // A line that was cut off tells nothing.
        assert_eq!(figures(&TOLD[..TOLD.len() - 4]), None);
    }

    #[test]
    fn the_last_line_counts_proofs_and_rows() {
        let outcome = |focus| Outcome { row: row(), focus, without: None, twin: None };
        let outcomes = [outcome(run("safe", 7.94)), outcome(run("unknown", 60.0)), outcome(None), outcome(run("safe", 0.2))];
        assert_eq!(last_line(&outcomes), "bench heaps: decided=2/4 slowest=7.9");
        assert_eq!(last_line(&outcomes[1..3]), "bench heaps: decided=0/2 slowest=0.0");
    }

    #[test]
    fn focus_is_needed_where_only_it_proves() {
        let needs = |focus, without| Outcome { row: row(), focus, without, twin: None }.needs_focus();
        assert_eq!(needs(run("safe", 1.0), run("unknown", 60.0)), "yes");
        assert_eq!(needs(run("safe", 1.0), run("safe", 1.0)), "no");
        assert_eq!(needs(run("unknown", 60.0), run("safe", 1.0)), "no");
        // Neither run proves anything, or the tool does not know the option.
        assert_eq!(needs(run("unknown", 60.0), run("unknown", 60.0)), "-");
        assert_eq!(needs(run("safe", 1.0), run("failed", 0.0)), "-");
        assert_eq!(needs(None, None), "-");
    }

    #[test]
    fn questions_and_time_become_shares() {
        let focus = Some(Run { verdict: "safe", seconds: 10.4, figures: figures(TOLD) });
        let outcomes = [Outcome { row: row(), focus, without: None, twin: None }];
        let lines = table(&DETAILS, &outcomes);
        let cell = |head: &str| lines[0].iter().position(|h| h == head).map(|k| lines[1][k..k + 2].join(" "));
        assert_eq!(cell("questions").as_deref(), Some("433 615"));
        assert_eq!(cell("known %").as_deref(), Some("2.8 "));
        assert_eq!(cell("asking %").as_deref(), Some("50.0 "));
    }

    #[test]
    fn the_table_is_whole_and_each_program_has_a_row_and_a_twin() {
        let rows = published().unwrap();
        assert_eq!(rows.len(), 20);
        for (_, _, column) in SUMMARY.iter().chain(&DETAILS) {
            assert!(column.is_none_or(|column| rows.iter().all(|row| !row.get(column).is_empty())), "{column:?}");
        }
        let programs = corpus::of_folder(&root().join(FOLDER)).unwrap();
        let of_table = |p: &&Program| p.truth == "safe" && p.get("source").is_some_and(|source| source.contains("Table 1,"));
        for program in programs.iter().filter(of_table) {
            let row = row_of(program).unwrap();
            assert!(rows.iter().any(|r| r.name == row), "{}: there is no row {row}", program.name);
            let (of_row, twin) = pair(row, &programs);
            assert_eq!(of_row.map(|p| &p.name), Some(&program.name), "two programs for {row}");
            assert_eq!(twin.map(|p| p.name.clone()), Some(program.name.replace(".c", "-bad.c")));
        }
    }
}
