//! `cargo xtask bench seeds`: the tables of the two papers on refinement, with our figures beside the published ones.
//!
//! The papers are Gulavani and Rajamani, Counterexample driven refinement for abstract interpretation, TACAS 2006, Table 1, and
//! Gulavani, Chakraborty, Nori and Rajamani, Automatically refining abstract interpretations, TACAS 2008, Table 1. The rows are
//! in `corpus/papers/tables.tsv`: program, domain, expected verdict and the published figures. Those come from the papers' machines
//! (2008: an Intel Xeon at 3 GHz); only the numbers of refinements can be compared with ours, and those only in kind, since many
//! of the programs are not printed in the papers.
//!
//! Every run is a process of its own, two at a time, with its start included in its time. A row counts as decided if
//! both readings of integers, `math` and `ub`, give the expected verdict; the tool confirms a verdict before it gives it.
//! In the last line `slowest` is the slowest run of either reading, `total` the wall time of the whole column for `math`.

use crate::root;
use crate::timed::{self, Timed, aligned, member};
use std::fs;
use std::path::PathBuf;
use std::process::Command;
use std::time::Instant;

/// Seconds for a run.
const LIMIT: u64 = 60;
const ABLATION_LIMIT: u64 = 10;

/// The columns of the 2008 paper that switch ingredients off, and ours for them. Thresholds are not in the paper.
const ABLATION: [(&str, &[&str]); 5] = [
    ("TREE+∇", &["--explore", "tree", "--without", "thresholds,interpolation,error-cache"]),
    ("TREE+∇I", &["--explore", "tree", "--without", "thresholds,error-cache"]),
    ("DAG+∇", &["--explore", "dag", "--without", "thresholds,interpolation,error-cache"]),
    ("DAG+∇I", &["--explore", "dag", "--without", "thresholds,error-cache"]),
    ("Dagger", &["--explore", "dag", "--without", "thresholds"]),
];

const GROWTH: [(&str, &str, &str, &[u64]); 7] = [
    ("ex2", "polyhedra", "N", &[10, 20, 50, 100, 200]),
    ("p1", "octagon", "SIZE", &[10, 100, 1_000, 10_000, 100_000, 1_000_000]),
    ("p2", "octagon", "SIZE", &[10, 100, 1_000, 10_000, 100_000, 1_000_000]),
    ("p3", "octagon", "SIZE", &[10, 100, 1_000, 10_000, 100_000, 1_000_000]),
    ("p1-bad", "octagon", "SIZE", &[10, 100, 1_000, 10_000]),
    ("p2-bad", "octagon", "SIZE", &[10, 100, 1_000, 10_000, 100_000, 1_000_000]),
    ("p3-bad", "octagon", "SIZE", &[10, 100, 1_000, 10_000]),
];

/// `ARGS` of `cargo xtask bench seeds ARGS`.
pub fn bench(args: &[&str]) -> Result<(), String> {
    let (mode, rest) = match args {
        [mode @ ("ablation" | "growth"), rest @ ..] => (*mode, rest),
        rest => ("", rest),
    };
    let mut tool = None;
    let mut bench = Bench { tool: PathBuf::new(), engine: "dagger".into(), only: String::new(), limit: None };
    let mut rest = rest.iter();
    while let Some(option) = rest.next() {
        let value = rest.next().ok_or_else(|| format!("{option} needs a value"))?.to_string();
        match *option {
            "--tool" => tool = Some(value.into()),
            "--engine" => bench.engine = value,
            "--only" => bench.only = value,
            "--limit" => bench.limit = Some(value.parse().map_err(|_| format!("--limit {value}: not a number of seconds"))?),
            _ => return Err(format!("bench seeds does not know {option}; it knows --only, --engine, --limit and --tool")),
        }
    }
    bench.tool = timed::tool(tool)?;
    match mode {
        "ablation" => bench.ablation(),
        "growth" => bench.growth(),
        _ => bench.tables(),
    }
}

/// One table of a paper.
struct Table {
    name: String,
    /// Each tool has two published figures, time and refinements.
    tools: Vec<String>,
    rows: Vec<Row>,
}

struct Row {
    name: String,
    /// Below `corpus/`.
    program: String,
    domain: String,
    options: Vec<String>,
    verdict: String,
    published: Vec<String>,
}

impl Row {
    /// The two figures of a tool as they are printed in the paper.
    fn published(&self, tool: usize) -> String {
        let figure = |k: usize| self.published.get(2 * tool + k).map_or("", String::as_str);
        format!("{} {}", figure(0), figure(1))
    }
}

fn tables() -> Result<Vec<Table>, String> {
    let path = root().join("corpus/papers/tables.tsv");
    let text = fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let words = |field: &str| field.split_whitespace().map(str::to_string).collect::<Vec<_>>();
    let mut tables: Vec<Table> = Vec::new();
    for (number, line) in text.lines().enumerate().filter(|(_, line)| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let wrong = || format!("{}:{}: not a line of a table", path.display(), number + 1);
        match fields.as_slice() {
            ["columns", name, tools @ ..] => {
                let tools = tools.iter().map(ToString::to_string).collect();
                tables.push(Table { name: name.to_string(), tools, rows: Vec::new() });
            }
            ["row", table, name, program, domain, options, verdict, published] => {
                let table = tables.iter_mut().find(|t| t.name == *table).ok_or_else(wrong)?;
                let published = words(published);
                if published.len() != 2 * table.tools.len() {
                    return Err(wrong());
                }
                table.rows.push(Row {
                    name: name.to_string(),
                    program: program.to_string(),
                    domain: domain.to_string(),
                    options: if *options == "-" { Vec::new() } else { words(options) },
                    verdict: verdict.to_string(),
                    published,
                });
            }
            _ => return Err(wrong()),
        }
    }
    Ok(tables)
}

/// What came of one run of the tool.
#[derive(Clone)]
struct Run {
    seconds: f64,
    /// What the tool said, or that it failed.
    verdict: String,
    refinements: Option<u64>,
}

impl Run {
    /// The tool gave the expected verdict. Only `reach` is checked, so that its JSON need not tell in which check a program fails.
    fn right(&self, expected: &str) -> bool {
        self.verdict == expected.split('(').next().unwrap_or(expected)
    }

    /// A verdict that contradicts the expected one: worse than none.
    fn wrong(&self, expected: &str) -> bool {
        ["safe", "unsafe"].contains(&self.verdict.as_str()) && !self.right(expected)
    }

    fn cell(&self, expected: &str) -> String {
        let refinements = self.refinements.map_or("-".into(), |n| n.to_string());
        match self.verdict.as_str() {
            _ if self.right(expected) => format!("{:.2} {refinements}", self.seconds),
            verdict if self.wrong(expected) => format!("WRONG {verdict} {:.2}", self.seconds),
            "unknown" => format!("? {:.2} {refinements}", self.seconds),
            failed => failed.into(),
        }
    }
}

/// The program and the options of one run.
struct Job {
    program: String,
    options: Vec<String>,
    limit: u64,
}

struct Bench {
    /// This binary instead of a fresh build.
    tool: PathBuf,
    engine: String,
    /// Only rows whose names contain this.
    only: String,
    /// Seconds for a run, if not the usual ones.
    limit: Option<u64>,
}

impl Bench {
    fn rows<'t>(&self, table: &'t Table) -> Vec<&'t Row> {
        table.rows.iter().filter(|row| row.name.contains(&self.only)).collect()
    }

    fn job(&self, row: &Row, engine: &str, more: &[&str], limit: u64) -> Job {
        let mut options = vec!["--engine".into(), engine.to_string()];
        // `auto` chooses its domains itself.
        if engine != "auto" {
            options.extend(["--jobs".into(), "1".into(), "--domain".into(), row.domain.clone()]);
        }
        options.extend(row.options.iter().cloned());
        options.extend(more.iter().map(ToString::to_string));
        Job { program: row.program.clone(), options, limit: self.limit.unwrap_or(limit) }
    }

    /// Both tables and the figures. The last line is for machines.
    fn tables(&self) -> Result<(), String> {
        let tables = tables()?;
        let rows: Vec<&Row> = tables.iter().flat_map(|table| self.rows(table)).collect();
        let jobs = |int| rows.iter().map(|row| self.job(row, &self.engine, &["--int", int], LIMIT)).collect::<Vec<_>>();
        let (math, total) = self.run_all(&jobs("math"))?;
        let (machine, machine_total) = self.run_all(&jobs("ub"))?;
        let mut first = 0;
        for table in &tables {
            let here = self.rows(table);
            let [math, machine] = [&math, &machine].map(|runs| &runs[first..first + here.len()]);
            first += here.len();
            if here.is_empty() {
                continue;
            }
            // The first paper's own algorithm, with both of its widenings.
            let widenings = ["CH78", "BHRZ03"];
            let mut own = Vec::new();
            for widening in widenings.iter().filter(|w| table.tools.iter().any(|t| t == *w)) {
                let widen = widening.to_lowercase();
                let jobs: Vec<Job> = here.iter().map(|row| self.job(row, "gr06", &["--int", "math", "--widen", &widen], LIMIT)).collect();
                own.push((widening, self.run_all(&jobs)?.0));
            }
            let mut heads = vec![String::new(), format!("{}, math", self.engine), format!("{}, ub", self.engine)];
            heads.extend(own.iter().map(|(widening, _)| format!("gr06, {widening}")));
            heads.extend(table.tools.iter().map(|tool| format!("{tool}†")));
            let mut lines = vec![heads];
            for (k, row) in here.iter().enumerate() {
                let mut line = vec![row.name.clone(), math[k].cell(&row.verdict), machine[k].cell(&row.verdict)];
                line.extend(own.iter().map(|(_, runs)| runs[k].cell(&row.verdict)));
                line.extend((0..table.tools.len()).map(|tool| row.published(tool)));
                lines.push(line);
            }
            println!("\n{}: seconds and refinements", table.name);
            print!("{}", aligned(&lines));
        }
        println!("\n† as published, on the papers' machines; ? undecided; * no end in 2000 s, ! no new predicates, - crash");
        println!("the whole column {}, ub: {machine_total:.1} s", self.engine);
        let right = |k: usize| math[k].right(&rows[k].verdict) && machine[k].right(&rows[k].verdict);
        let decided = (0..rows.len()).filter(|k| right(*k)).count();
        let slowest = math.iter().chain(&machine).map(|run| run.seconds).fold(0.0, f64::max);
        println!("bench seeds: decided={decided}/{} slowest={slowest:.1} total={total:.1}", rows.len());
        let wrong = |k: &usize| math[*k].wrong(&rows[*k].verdict) || machine[*k].wrong(&rows[*k].verdict);
        let wrong: Vec<&str> = (0..rows.len()).filter(wrong).map(|k| rows[k].name.as_str()).collect();
        if wrong.is_empty() { Ok(()) } else { Err(format!("wrong verdicts: {}", wrong.join(", "))) }
    }

    /// The 2008 paper's switches, one column each.
    fn ablation(&self) -> Result<(), String> {
        let tables = tables()?;
        let has_switches = |table: &&Table| ABLATION.iter().all(|(name, _)| table.tools.iter().any(|tool| tool == name));
        let table = tables.iter().find(has_switches).ok_or("no table has the columns of the ablation")?;
        let rows = self.rows(table);
        let mut heads = vec![String::new()];
        let mut lines: Vec<Vec<String>> = rows.iter().map(|row| vec![row.name.clone()]).collect();
        let mut sums = Vec::new();
        for (name, switches) in ABLATION {
            let published = table.tools.iter().position(|tool| tool == name).unwrap_or(0);
            let more = [&["--int", "math"], switches].concat();
            let jobs: Vec<Job> = rows.iter().map(|row| self.job(row, &self.engine, &more, ABLATION_LIMIT)).collect();
            let (runs, seconds) = self.run_all(&jobs)?;
            heads.extend([name.to_string(), format!("{name}†")]);
            let (mut ours, mut theirs) = (0, 0);
            for ((line, row), run) in lines.iter_mut().zip(&rows).zip(&runs) {
                ours += usize::from(run.right(&row.verdict));
                theirs += usize::from(row.published[2 * published].parse::<f64>().is_ok());
                line.extend([run.cell(&row.verdict), row.published(published)]);
            }
            sums.push(format!("{name}: {ours} of {} decided in {seconds:.1} s, as published {theirs}", rows.len()));
        }
        lines.insert(0, heads);
        println!("\n{}, ingredient by ingredient: seconds and refinements", table.name);
        print!("{}", aligned(&lines));
        println!("\n† as published, on the paper's machine, at most 2000 s");
        sums.iter().for_each(|sum| println!("{sum}"));
        Ok(())
    }

    /// How time grows with the number of branches and with the sizes of buffers.
    fn growth(&self) -> Result<(), String> {
        for (name, domain, parameter, sizes) in GROWTH.iter().filter(|g| g.0.contains(&self.only)) {
            let expected = if name.ends_with("-bad") { "unsafe(reach)" } else { "safe" };
            let mut cells = Vec::new();
            let mut times = Vec::new();
            for size in *sizes {
                let row = Row {
                    name: name.to_string(),
                    program: format!("papers/{name}.c"),
                    domain: domain.to_string(),
                    options: vec!["-D".into(), format!("{parameter}={size}")],
                    verdict: expected.into(),
                    published: Vec::new(),
                };
                let run = self.best(&self.job(&row, &self.engine, &["--int", "math"], LIMIT))?;
                cells.push(format!("{size}: {}", run.cell(expected)));
                times.extend(run.right(expected).then_some(run.seconds));
            }
            let ratio = match (times.first(), times.last()) {
                (Some(first), Some(last)) if times.len() == sizes.len() => format!("last to first {:.1}", last / first),
                _ => "not all decided".into(),
            };
            println!("growth {name} ({parameter}): {}; {ratio}", cells.join(", "));
        }
        Ok(())
    }

    /// The fastest of three runs, if they are short; alone on the machine.
    fn best(&self, job: &Job) -> Result<Run, String> {
        let mut best = self.run(job)?;
        for _ in 0..2 {
            if best.seconds < 1.0 {
                let again = self.run(job)?;
                if again.seconds < best.seconds && again.verdict == best.verdict {
                    best = again;
                }
            }
        }
        Ok(best)
    }

    /// All jobs, some side by side, and the wall time of it all.
    fn run_all(&self, jobs: &[Job]) -> Result<(Vec<Run>, f64), String> {
        let start = Instant::now();
        let runs = timed::side_by_side(jobs, |job| self.run(job)).into_iter().collect::<Result<Vec<_>, _>>()?;
        Ok((runs, start.elapsed().as_secs_f64()))
    }

    fn run(&self, job: &Job) -> Result<Run, String> {
        let mut command = Command::new(&self.tool);
        command.args(["verify", "--check", "reach", "--json", "--timeout", &job.limit.to_string()]).args(&job.options);
        command.arg(root().join("corpus").join(&job.program));
        let Timed { out: report, err: errors, seconds } = timed::run(&mut command, job.limit)?;
        let failed = || {
            eprintln!("{} {}: {}", job.program, job.options.join(" "), errors.lines().next().unwrap_or("nothing was reported"));
            "failed".to_string()
        };
        let verdict = member(&report, "verdict").map_or_else(failed, |v| v.trim_matches('"').to_string());
        Ok(Run { seconds, verdict, refinements: member(&report, "refinements").and_then(|n| n.parse().ok()) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_whole_and_their_programs_expect_what_they_say() {
        let tables = tables().unwrap();
        assert!(tables.iter().any(|table| ABLATION.iter().all(|(name, _)| table.tools.iter().any(|tool| tool == name))));
        for row in tables.iter().flat_map(|table| &table.rows) {
            let program = fs::read_to_string(root().join("corpus").join(&row.program)).unwrap();
            let says = |key: &str| program.lines().find_map(|line| line.strip_prefix(&format!("// {key}: "))).map(str::to_string);
            assert_eq!(says("todo").or(says("verdict")), Some(row.verdict.clone()), "{}", row.program);
        }
    }
}
