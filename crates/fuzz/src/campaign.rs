//! Many cases: made, confirmed by compilers, asked of the tool, counted. Two batches are under way at a time, each of one family.

use crate::case::{Case, Expect};
use crate::compile::Compilers;
use crate::family::Family;
use crate::shrink::shrink;
use crate::tool::{Said, ask, words, wrong};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How many cases are compiled together.
const BATCH: u64 = 24;
/// How many batches are under way at a time.
const LANES: usize = 2;
/// The share of programs, in percent, that must be decided in each family, or the fuzzer would pass by asking what nobody answers.
const DECIDED: u64 = 60;
/// So many programs of a family must have been tried before that share means something.
const ENOUGH: u64 = 10;

/// How many wrong answers of a kind are shrunk; the rest are likely the same.
const SHRUNK: u64 = 2;

pub struct Settings {
    pub tool: PathBuf,
    pub families: Vec<Family>,
    pub seed: u64,
    /// The first case's number in each family.
    pub first: u64,
    /// How many cases of each family; without it, as many as there is time for.
    pub count: Option<u64>,
    pub time: Option<Duration>,
    /// Where wrong answers are written.
    pub out: PathBuf,
    /// A line for each wrong answer as it is found.
    pub talk: bool,
    /// And for each that is unknown.
    pub reasons: bool,
}

impl Settings {
    pub fn new(tool: impl Into<PathBuf>) -> Self {
        let families = Family::ALL.to_vec();
        Settings {
            tool: tool.into(),
            families,
            seed: 1,
            first: 0,
            count: None,
            time: None,
            out: "target/fuzz".into(),
            talk: true,
            reasons: false,
        }
    }
}

/// What became of one family's cases.
#[derive(Default)]
pub struct Counts {
    pub right: u64,
    pub unknown: u64,
    pub wrong: u64,
    /// Expectations that compilers contradict: bugs of the generator.
    pub contradicted: u64,
    /// After how many cases and after what time since the start the first wrong answer came.
    first: Option<(u64, Duration)>,
    kinds: BTreeMap<&'static str, [u64; 4]>,
}

impl Counts {
    fn all(&self) -> u64 {
        self.right + self.unknown + self.wrong + self.contradicted
    }

    fn decided(&self) -> u64 {
        100 * (self.right + self.wrong) / self.all().max(1)
    }
}

#[derive(Default)]
pub struct Tally {
    pub families: BTreeMap<Family, Counts>,
    /// The wrong answers, a line for each.
    pub lines: Vec<String>,
    seconds: f64,
}

impl Tally {
    /// Why the run has not passed, if it has not.
    pub fn fault(&self) -> Option<String> {
        let mut faults = Vec::new();
        for (family, counts) in &self.families {
            if counts.wrong > 0 {
                faults.push(format!("{}: {} wrong answers", family.name(), counts.wrong));
            }
            if counts.contradicted > 0 {
                faults.push(format!("{}: compilers contradict {} expectations", family.name(), counts.contradicted));
            }
            if counts.all() >= ENOUGH && counts.decided() < DECIDED {
                faults.push(format!("{}: only {} % are decided, and {DECIDED} % must be", family.name(), counts.decided()));
            }
        }
        (!faults.is_empty()).then(|| faults.join("\n"))
    }

    fn count(&mut self, case: &Case, outcome: &Outcome, since: Duration) {
        let counts = self.families.entry(case.family).or_default();
        let kind = counts.kinds.entry(case.kind).or_default();
        let (number, column) = match outcome {
            Outcome::Right => (&mut counts.right, 0),
            Outcome::Unknown(_) => (&mut counts.unknown, 1),
            Outcome::Wrong(_) => (&mut counts.wrong, 2),
            Outcome::Contradicted(_) => (&mut counts.contradicted, 3),
        };
        *number += 1;
        kind[column] += 1;
        if counts.first.is_none() && matches!(outcome, Outcome::Wrong(_)) {
            counts.first = Some((counts.all(), since));
        }
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let row = |f: &mut std::fmt::Formatter<'_>, name: &str, n: [u64; 4], rest: &str| {
            writeln!(f, "{name:<28}{:>7}{:>7}{:>9}{:>7}{:>14}  {rest}", n.iter().sum::<u64>(), n[0], n[1], n[2], n[3])
        };
        writeln!(f, "{:<28}{:>7}{:>7}{:>9}{:>7}{:>14}", "family", "tried", "right", "unknown", "wrong", "contradicted")?;
        let mut sum = [0; 4];
        for (family, c) in &self.families {
            let n = [c.right, c.unknown, c.wrong, c.contradicted];
            let first = c.first.map_or(String::new(), |(n, t)| format!(", first wrong after {n} programs, {:.0} s", t.as_secs_f64()));
            row(f, family.name(), n, &format!("{} % decided{first}", c.decided()))?;
            for (kind, n) in &c.kinds {
                row(f, &format!("  {kind}"), *n, "")?;
            }
            sum.iter_mut().zip(n).for_each(|(sum, n)| *sum += n);
        }
        row(f, "all", sum, &format!("{:.0} s", self.seconds))
    }
}

enum Outcome {
    Right,
    Unknown(String),
    Wrong(Said),
    Contradicted(String),
}

/// What is shared by the lanes.
struct Desk<'a> {
    settings: &'a Settings,
    compilers: Compilers,
    start: Instant,
    /// The number of the next batch.
    next: Mutex<u64>,
    tally: Mutex<Tally>,
}

/// Runs until the time is over or all cases were tried.
pub fn run(settings: &Settings) -> Result<Tally, String> {
    let (next, tally) = (Mutex::default(), Mutex::default());
    let desk = Desk { settings, compilers: Compilers::found()?, start: Instant::now(), next, tally };
    std::fs::create_dir_all(&settings.out).map_err(|e| format!("{}: {e}", settings.out.display()))?;
    let done: Vec<Result<(), String>> = thread::scope(|scope| {
        let lanes: Vec<_> = (0..LANES)
            .map(|lane| {
                scope.spawn({
                    let desk = &desk;
                    move || desk.work(lane)
                })
            })
            .collect();
        lanes.into_iter().map(|lane| lane.join().unwrap_or_else(|_| Err("a lane panicked".into()))).collect()
    });
    done.into_iter().collect::<Result<(), String>>()?;
    let mut tally = desk.tally.into_inner().unwrap_or_else(PoisonError::into_inner);
    tally.seconds = desk.start.elapsed().as_secs_f64();
    Ok(tally)
}

impl Desk<'_> {
    fn work(&self, lane: usize) -> Result<(), String> {
        let folder = self.settings.out.join(format!("lane-{}-{lane}", std::process::id()));
        std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
        let done = self.batches(&folder);
        let _ = std::fs::remove_dir_all(&folder);
        done
    }

    fn batches(&self, folder: &Path) -> Result<(), String> {
        let families = &self.settings.families;
        loop {
            let batch = {
                let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
                *next += 1;
                *next - 1
            };
            let family = families[(batch % families.len() as u64) as usize];
            let first = batch / families.len() as u64 * BATCH;
            let last = self.settings.count.map_or(first + BATCH, |count| count.min(first + BATCH));
            let over = self.settings.time.is_some_and(|time| self.start.elapsed() >= time);
            if over || first >= last && family == families[families.len() - 1] {
                return Ok(());
            }
            let case = |k| family.case(self.settings.seed, self.settings.first + k);
            self.batch(folder, &(first..last).map(case).collect::<Vec<_>>())?;
        }
    }

    fn batch(&self, folder: &Path, cases: &[Case]) -> Result<(), String> {
        if cases.is_empty() {
            return Ok(());
        }
        let contradictions = self.compilers.contradictions(folder, cases)?;
        for (case, contradiction) in cases.iter().zip(contradictions) {
            if self.settings.time.is_some_and(|time| self.start.elapsed() >= time) {
                return Ok(());
            }
            let outcome = match contradiction {
                Some(message) => Outcome::Contradicted(message),
                None => match ask(&self.settings.tool, folder, case, &case.text)? {
                    said if wrong(case.expect, &said) => Outcome::Wrong(said),
                    Said::Unknown(reason) => Outcome::Unknown(reason),
                    _ => Outcome::Right,
                },
            };
            let line = self.report(folder, case, &outcome)?;
            let mut tally = self.tally.lock().unwrap_or_else(PoisonError::into_inner);
            tally.count(case, &outcome, self.start.elapsed());
            if let Some(line) = line {
                if self.settings.talk {
                    println!("{line}");
                }
                tally.lines.push(line);
            }
        }
        Ok(())
    }

    /// Writes a wrong answer, or an expectation that is contradicted, to a file, with a smaller program that shows the same.
    fn report(&self, folder: &Path, case: &Case, outcome: &Outcome) -> Result<Option<String>, String> {
        let said = match outcome {
            Outcome::Right => return Ok(None),
            Outcome::Unknown(reason) => return Ok(self.settings.reasons.then(|| format!("{}: unknown: {reason}", case.name()))),
            Outcome::Wrong(said) => format!("the tool says {said}"),
            Outcome::Contradicted(message) => format!("compilers contradict: {message}"),
        };
        let path = self.settings.out.join(format!("{}.c", case.name()));
        let header = |what: &str| {
            let again = format!("--family {} --seed {} --first {} --count 1", case.family.name(), case.seed, case.index);
            let command = format!("bevel verify FILE {}", words(case).join(" "));
            let inputs: Vec<String> = case.inputs.iter().map(|list| format!("{list:?}")).collect();
            let said = said.lines().next().unwrap_or_default();
            format!(
                "// {what}expected: {}; {said}\n// {command}\n// made by: {again}\n// inputs of runs: {}\n",
                case.expect,
                inputs.join(" ")
            )
        };
        let mut text = format!("{}\n{}", header(""), case.text);
        if !case.world.is_empty() {
            text.push_str(&format!("\n// The world outside, for compilers:\n{}", commented(&case.world)));
        }
        if let Some(compiled) = &case.compiled {
            text.push_str(&format!("\n// For compilers:\n{}", commented(compiled)));
        }
        write(&path, &text)?;
        let seen = |tally: &Tally| tally.families.get(&case.family).and_then(|c| c.kinds.get(case.kind)).map_or(0, |n| n[2]);
        if let Outcome::Wrong(said) = outcome
            && seen(&self.tally.lock().unwrap_or_else(PoisonError::into_inner)) < SHRUNK
            && case.expect != Expect::Rejected
            && let Some(small) = shrink(&self.settings.tool, &self.compilers, folder, case, said)?
        {
            write(&path.with_extension("small.c"), &format!("{}\n{small}", header("shrunk; ")))?;
        }
        Ok(Some(format!("{}: expected {}, {}", path.display(), case.expect, said.lines().next().unwrap_or_default())))
    }
}

fn commented(text: &str) -> String {
    text.lines().map(|line| format!("// {line}\n")).collect()
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    std::fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}
