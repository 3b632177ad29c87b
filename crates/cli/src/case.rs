//! One question and what is known about it so far.
//!
//! A case lives as long as the process: the worker adds to it, and whoever has the right to speak (see [`crate::limits`])
//! prints what it knows. Nothing but the desk decides, so an early end can only say less, never something else.

use crate::clauses::{Clauses, Evidence};
use crate::firing;
use crate::harness;
use crate::heap::Heap;
use crate::input::{Bad, Language, Program};
use crate::json::{Around, Report, Stats};
use crate::memory;
use crate::options::{Output, Written};
use crate::outcome::{Outcome, Verdict};
use crate::picture;
use crate::report;
use crate::status;
use crate::watch::Onlooker;
use crate::witness;
use assemble::Checked;
use base::{Budget, Cfa, SortedMap, Stop};
use engine::Desk;
use std::io::Write;
use std::path::Path;
use std::sync::{Mutex, OnceLock};
use std::time::{Duration, Instant};

/// How long models and derivations may be confirmed, even if less of the time is left.
const PATIENCE: Duration = Duration::from_secs(10);
/// The same when the time is already over.
const HASTE: Duration = Duration::from_secs(2);

pub struct Case {
    started: Instant,
    output: Output,
    written: Written,
    judge: Checked,
    onlooker: Onlooker,
    program: OnceLock<Program>,
    cfa: OnceLock<Cfa>,
    clauses: OnceLock<Clauses>,
    desk: OnceLock<Desk<'static>>,
    /// What a given witness says: what was confirmed and what was not.
    confirmations: Mutex<Option<Confirmations>>,
    /// The answers to the questions before this one, `None` while they are open.
    earlier: Mutex<Vec<Option<Verdict>>>,
}

/// A program that was read, and the desk that is open for it.
pub type Opened = (&'static Cfa, &'static Desk<'static>);

#[derive(Clone, Debug, Default)]
pub struct Confirmations {
    pub confirmed: Vec<String>,
    pub unconfirmed: Vec<String>,
    /// What is not so, with the state that shows it.
    pub refuted: Vec<String>,
    /// The witness says that the program fails, not that it is safe.
    pub claims_failure: bool,
}

impl Confirmations {
    /// What became of the witness, and the exit status for it.
    pub fn answer(&self, verdict: Verdict) -> (&'static str, i32) {
        let all = self.unconfirmed.is_empty();
        match verdict {
            _ if !self.refuted.is_empty() => ("refuted", status::UNSAFE),
            _ if self.claims_failure && all && !self.confirmed.is_empty() => ("confirmed", status::SAFE),
            Verdict::Unsafe(_) if !self.claims_failure => ("refuted", status::UNSAFE),
            Verdict::Safe if !self.claims_failure && all => ("confirmed", status::SAFE),
            _ => ("not confirmed", status::UNKNOWN),
        }
    }
}

impl Case {
    pub fn open(started: Instant, output: Output, written: Written, judge: Checked) -> &'static Case {
        Box::leak(Box::new(Case {
            started,
            output,
            written,
            judge,
            onlooker: Onlooker::new(output, started),
            program: OnceLock::new(),
            cfa: OnceLock::new(),
            clauses: OnceLock::new(),
            desk: OnceLock::new(),
            confirmations: Mutex::default(),
            earlier: Mutex::default(),
        }))
    }

    /// Reads the program and opens the desk, which stops `budget` when everything is decided, or (if it need not be thorough) when
    /// the verdict is. None if the budget ended while the program was read.
    pub fn load(&'static self, program: Program, budget: &Budget, thorough: bool) -> Result<Option<Opened>, Bad> {
        let program = self.program.get_or_init(|| program);
        let Some((mut loaded, clauses)) = program.open(budget)? else { return Ok(None) };
        if let Some(clauses) = clauses {
            let clauses = clauses.settled(|cfa| assemble::fails_soon(cfa, &self.judge, budget));
            loaded = self.clauses.get_or_init(|| clauses).cfa().clone();
        }
        let cfa = self.cfa.get_or_init(|| loaded);
        for (span, what) in cfa.ignored.iter().filter(|_| !self.output.quiet) {
            complain(&cfa.files.render(span, &format!("warning: {what}")));
        }
        let desk = self.desk.get_or_init(|| {
            let desk = Desk::new(cfa, &self.judge, &self.onlooker, budget.clone());
            if thorough { desk } else { desk.hurried() }
        });
        Ok(Some((cfa, desk)))
    }

    /// The program, once it is there.
    pub fn program(&self) -> &Program {
        self.program.get().expect("it was loaded")
    }

    pub fn confirm(&self, confirmations: Confirmations) {
        *self.confirmations.lock().unwrap_or_else(|p| p.into_inner()) = Some(confirmations);
    }

    /// So many questions come before this one.
    pub fn expect(&self, earlier: usize) {
        *self.earlier.lock().unwrap_or_else(|p| p.into_inner()) = vec![None; earlier];
    }

    /// The answer to the next of them.
    pub fn answered(&self, verdict: Verdict) {
        let mut earlier = self.earlier.lock().unwrap_or_else(|p| p.into_inner());
        if let Some(open) = earlier.iter_mut().find(|e| e.is_none()) {
            *open = Some(verdict);
        }
    }

    /// What is known so far.
    fn outcome(&self, stop: Option<Stop>) -> Outcome {
        match (self.cfa.get(), self.desk.get()) {
            (Some(cfa), Some(desk)) => Outcome::new(cfa, &desk.decided(), &|l| desk.reasons(l), desk.crashes(), stop),
            (Some(cfa), None) => Outcome::new(cfa, &SortedMap::new(), &|_| SortedMap::new(), SortedMap::new(), stop),
            (None, _) => Outcome::stopped_early(stop.unwrap_or(Stop::Interrupted)),
        }
    }

    /// The answer alone.
    pub fn verdict(&self, stop: Option<Stop>) -> Verdict {
        self.onlooker.clear();
        let mut outcome = self.outcome(stop);
        self.evidence(&mut outcome, stop);
        outcome.verdict
    }

    /// Prints what is known and returns the exit status.
    pub fn finish(&self, stop: Option<Stop>) -> i32 {
        self.onlooker.clear();
        let nothing = Cfa::default();
        let cfa = self.cfa.get().unwrap_or(&nothing);
        let mut outcome = self.outcome(stop);
        let net = self.program.get().and_then(Program::net);
        if let Some(net) = net {
            outcome = firing::told(outcome, net);
        }
        let evidence = self.evidence(&mut outcome, stop);
        self.write_files(cfa, &outcome);
        let left_out = self.program.get().map_or(&[][..], |p| &p.left_out);
        let confirmations = self.confirmations.lock().unwrap_or_else(|p| p.into_inner()).clone();
        let mut text = String::new();
        if self.output.json {
            let (nodes, refinements) = self.onlooker.totals();
            let stats = Stats {
                nodes,
                refinements,
                locations: cfa.locs.len(),
                edges: cfa.edges.len(),
                variables: cfa.vars.len(),
                peak_memory_bytes: memory::peak(),
            };
            let unconfirmed = confirmations.as_ref().map(|c| c.unconfirmed.as_slice());
            let options = self.program.get().filter(|_| net.is_none()).map(|p| &p.options);
            let around = Around { options, left_out, unconfirmed, stats, elapsed: self.started.elapsed() };
            let mut report = Report::new(cfa, &outcome, around).with_evidence(evidence.as_ref());
            if let Some(confirmations) = &confirmations {
                report = report.with_confirmations(confirmations, outcome.verdict);
            }
            let earlier = self.earlier.lock().unwrap_or_else(|p| p.into_inner()).clone();
            text = report.with_earlier(&earlier, outcome.verdict).text();
            text.push('\n');
        } else {
            if !self.output.quiet {
                if self.cfa.get().is_some() {
                    text.push_str(&evidence.as_ref().map_or(String::new(), ToString::to_string));
                    text.push_str(&report::evidence(cfa, &outcome, self.started.elapsed()));
                }
                for each in confirmations.iter().flat_map(|c| &c.confirmed) {
                    text.push_str(&format!("confirmed: {each}\n"));
                }
            }
            for each in confirmations.iter().flat_map(|c| &c.unconfirmed) {
                text.push_str(&format!("not confirmed: {each}\n"));
            }
            for error in outcome.internal_errors() {
                text.push_str(&format!("{error}\n"));
            }
            for each in confirmations.iter().flat_map(|c| &c.refuted) {
                text.push_str(&format!("refuted: {each}\n"));
            }
            text.push_str(&report::conditions(cfa, left_out));
            match self.program.get().map(|p| &p.language) {
                Some(Language::Horn) => {
                    for earlier in self.earlier.lock().unwrap_or_else(|p| p.into_inner()).iter() {
                        text.push_str(&format!("{}\n", earlier.unwrap_or(Verdict::Unknown).of_clauses()));
                    }
                    text.push_str(&format!("{}\n", outcome.verdict.of_clauses()));
                }
                _ if confirmations.is_some() => {}
                _ => text.push_str(&format!("{}\n", outcome.verdict)),
            }
            if let Some(confirmations) = &confirmations {
                text.push_str(&format!("{}\n", confirmations.answer(outcome.verdict).0));
            }
        }
        say(&text);
        if let Some(confirmations) = &confirmations {
            return confirmations.answer(outcome.verdict).1;
        }
        if outcome.verdict == Verdict::Unknown {
            complain(&format!("unknown: {}", one_line(&outcome.main_reason())));
        }
        outcome.verdict.status()
    }

    /// The answer in terms of the clauses that were read. One that turns out to be wrong there is none.
    fn evidence(&self, outcome: &mut Outcome, stop: Option<Stop>) -> Option<Evidence> {
        let (clauses, desk) = (self.clauses.get()?, self.desk.get()?);
        let patience = if stop.is_some() { HASTE } else { desk.left().unwrap_or_default().max(PATIENCE) };
        let budget = Budget::unlimited().child(Some(patience));
        let evidence = clauses.evidence(&desk.decided(), self.judge.solver(), &budget)?;
        if let Some(what) = evidence.refuted() {
            outcome.refute(&what);
        }
        Some(evidence)
    }

    fn write_files(&self, cfa: &Cfa, outcome: &Outcome) {
        let Some(program) = self.program.get() else { return };
        if program.net().is_some() {
            let Written { witness, harness, picture } = &self.written;
            if [witness, harness, picture].iter().any(|f| f.is_some()) {
                complain("no witness, no harness and no picture is written: they are for C programs, and this is a net");
            }
            return;
        }
        if let Some(path) = &self.written.witness {
            match witness::write(cfa, outcome, program) {
                Ok(text) => write_file(path, &text),
                Err(why) => complain(&format!("no witness is written: {why}")),
            }
        }
        let failure = || outcome.violations().next().ok_or("no failure was found".to_string());
        if let Some(path) = &self.written.harness {
            let name = program.names();
            let cfront::Options { int, malloc_may_fail, .. } = program.options;
            let setting = harness::Setting { program: &name, ilp32: program.ilp32(), int, malloc_may_fail, arguments: outcome.arguments() };
            match failure().and_then(|(error, _, reads, _)| harness::write(cfa, error, reads, &setting)) {
                Ok(text) => write_file(path, &text),
                Err(why) => complain(&format!("no harness is written: {why}")),
            }
        }
        if let Some(path) = &self.written.picture {
            let no_heap = "the failing run is given no heap".to_string();
            match failure().and_then(|(_, _, reads, _)| picture::svg(&Heap::of(reads)).ok_or(no_heap)) {
                Ok(text) => write_file(path, &text),
                Err(why) => complain(&format!("no picture is drawn: {why}")),
            }
        }
    }

    /// The input is not a program.
    pub fn reject(&self, bad: &Bad) -> i32 {
        self.onlooker.clear();
        rejected(bad, self.output.json)
    }
}

pub fn rejected(bad: &Bad, json: bool) -> i32 {
    if json {
        say(&format!("{}\n", Report::failed(&bad.0, status::BAD_INPUT).text()));
    }
    complain(&bad.0);
    status::BAD_INPUT
}

fn write_file(path: &Path, text: &str) {
    if let Err(error) = std::fs::write(path, text) {
        complain(&format!("{}: it cannot be written: {error}", path.display()));
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// To standard output. A reader that has gone away is no error of ours.
pub fn say(text: &str) {
    let mut out = std::io::stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
}

/// To standard error.
pub fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "bevel: {text}");
}
