//! What came out: every error location with its answer, and the verdict that follows from them.
//!
//! The verdict is `unsafe(C)` if a property is violated, C being the check of the first violated location in the order of
//! the program text as the front end lists it; else `unknown` if anything is open or if a run leaves what the front end
//! understands; else `safe`.

use crate::arguments::CommandLine;
use crate::contract::{self, Told};
use crate::cterm;
use crate::firing::Firings;
use crate::replay::{self, Stretch};
use crate::report;
use crate::stack;
use crate::status;
use base::exec::machine::Machine;
use base::{Budget, Cfa, Check, ErrorInfo, Formula, LocId, Proof, SortedMap, SortedSet, Stop, Trace, Why};
use engine::Decided;
use std::cell::LazyCell;
use std::fmt;
use std::time::Duration;

/// How long all traces together may be replayed: about as long as the longest that is worth finding took to be confirmed.
const PATIENCE: Duration = Duration::from_secs(10);
/// The same when the time is already over, or the user waits with a finger on Ctrl-C.
const HASTE: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    Safe,
    Unsafe(Check),
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Safe => f.write_str("safe"),
            Verdict::Unsafe(check) => write!(f, "unsafe({check})"),
            Verdict::Unknown => f.write_str("unknown"),
        }
    }
}

impl Verdict {
    /// As solvers of Horn clauses say it: a model is what a proof is.
    pub fn of_clauses(self) -> &'static str {
        match self {
            Verdict::Safe => "sat",
            Verdict::Unsafe(_) => "unsat",
            Verdict::Unknown => "unknown",
        }
    }

    pub fn status(self) -> i32 {
        match self {
            Verdict::Safe => status::SAFE,
            Verdict::Unsafe(_) => status::UNSAFE,
            Verdict::Unknown => status::UNKNOWN,
        }
    }
}

/// The answer about one error location.
#[derive(Clone, Debug)]
pub enum Answer {
    Proved {
        engine: String,
    },
    Violated {
        engine: String,
        trace: Trace,
        reads: Vec<Stretch>,
        /// The active calls, the innermost first.
        stack: Vec<String>,
        /// What the program was called with, if it asks for that.
        arguments: Option<CommandLine>,
    },
    /// The reasons, by engine.
    Open(Vec<(String, Why)>),
}

#[derive(Clone, Debug)]
pub struct Finding {
    pub error: ErrorInfo,
    pub answer: Answer,
}

/// What holds at the head of a loop, in C terms.
#[derive(Clone, Debug)]
pub struct LoopInvariant {
    pub loc: LocId,
    /// The visible part; never `True`.
    pub formula: Formula,
}

#[derive(Clone, Debug)]
pub struct Outcome {
    pub verdict: Verdict,
    pub findings: Vec<Finding>,
    pub invariants: Vec<LoopInvariant>,
    /// Of recursive functions, by proof.
    pub contracts: Vec<Vec<Told>>,
    /// How many runs were executed, where that was the proof.
    pub runs: Option<u64>,
    /// Of nets: the run to each target that is reached.
    pub firings: SortedMap<LocId, Firings>,
    pub stopped: Option<Stop>,
    /// The engines that failed, with what they said: bugs of ours, whatever the verdict.
    pub crashes: SortedMap<String, String>,
}

impl Outcome {
    pub fn new(
        cfa: &Cfa,
        decided: &SortedMap<LocId, Decided>,
        reasons: &dyn Fn(LocId) -> SortedMap<String, Why>,
        crashes: SortedMap<String, String>,
        stopped: Option<Stop>,
    ) -> Self {
        let budget = Budget::unlimited().child(Some(if stopped.is_some() { HASTE } else { PATIENCE }));
        let machine = LazyCell::new(|| Machine::compile(cfa));
        let replay = |trace: &Trace| {
            let (reads, arrival) = replay::follow(cfa, &machine, trace, &budget);
            let arguments = arrival.as_ref().and_then(|arrival| CommandLine::of(cfa, &reads, arrival));
            let stack = arrival.map_or_else(|| report::stack(cfa, trace.error), |arrival| stack::told(cfa, &arrival));
            (reads, stack, arguments)
        };
        let findings: Vec<_> = cfa.errors.iter().map(|e| finding(e, decided.get(&e.loc), &replay, reasons, stopped)).collect();
        let verdict = verdict(&findings);
        let proofs: Vec<&Proof> =
            decided.values().filter_map(|d| if let Decided::Unreachable { proof, .. } = d { Some(&**proof) } else { None }).collect();
        let runs = proofs.iter().filter_map(|p| if let Proof::Exhaustive { runs } = p { Some(*runs) } else { None }).max();
        let (invariants, contracts) = (invariants(cfa, &proofs), contract::told(cfa, &proofs));
        Outcome { verdict, findings, invariants, contracts, runs, firings: SortedMap::new(), stopped, crashes }
    }

    /// Nothing is known: the program was not even read to its end.
    pub fn stopped_early(stop: Stop) -> Self {
        Outcome {
            verdict: Verdict::Unknown,
            findings: Vec::new(),
            invariants: Vec::new(),
            contracts: Vec::new(),
            runs: None,
            firings: SortedMap::new(),
            stopped: Some(stop),
            crashes: SortedMap::new(),
        }
    }

    /// What went wrong in engines, in words.
    pub fn internal_errors(&self) -> impl Iterator<Item = String> {
        self.crashes.iter().map(|(engine, what)| format!("internal error in engine {engine}: {what} (please report it with the program)"))
    }

    /// The evidence is wrong, which is a bug of ours: nothing is known.
    pub fn refute(&mut self, what: &str) {
        for finding in &mut self.findings {
            let why = Why::Rejected { loc: finding.error.loc, what: what.to_owned() };
            finding.answer = Answer::Open(vec![("check".into(), why)]);
        }
        self.verdict = verdict(&self.findings);
    }

    /// The contracts of all proofs, each once.
    pub fn contracts(&self) -> Vec<&Told> {
        let mut found: Vec<&Told> = Vec::new();
        for told in self.contracts.iter().flatten() {
            if !found.iter().any(|f| (&f.function, &f.requires, &f.ensures) == (&told.function, &told.requires, &told.ensures)) {
                found.push(told);
            }
        }
        found
    }

    pub fn violations(&self) -> impl Iterator<Item = (&ErrorInfo, &Trace, &[Stretch], &str)> {
        self.findings.iter().filter_map(|f| match &f.answer {
            Answer::Violated { engine, trace, reads, .. } => Some((&f.error, trace, reads.as_slice(), engine.as_str())),
            _ => None,
        })
    }

    /// What the program was called with in the first failing run.
    pub fn arguments(&self) -> Option<&CommandLine> {
        let violated = self.findings.iter().find_map(|f| match &f.answer {
            Answer::Violated { arguments, .. } => Some(arguments.as_ref()),
            _ => None,
        });
        violated.flatten()
    }

    /// The engines whose answers were confirmed.
    pub fn engines(&self) -> Vec<&str> {
        let mut names = SortedSet::new();
        for finding in &self.findings {
            match &finding.answer {
                Answer::Proved { engine } | Answer::Violated { engine, .. } => drop(names.insert(engine.as_str())),
                Answer::Open(_) => {}
            }
        }
        names.into_iter().collect()
    }

    /// The main reason for `unknown`, in one line.
    pub fn main_reason(&self) -> String {
        let open = self.findings.iter().filter_map(|f| if let Answer::Open(reasons) = &f.answer { Some((f, reasons)) } else { None });
        // A construct that is not understood and a bug of ours say more than a limit.
        let weight = |why: &Why| match why {
            Why::Rejected { .. } | Why::Crashed(_) => 0,
            Why::Unsupported { .. } => 1,
            Why::Lost(_) => 2,
            Why::Unconfirmed { .. } => 3,
            Why::NotExecuted { path } if !path.is_empty() => 4,
            Why::Stopped(_) => 5,
            Why::Refused(_) => 6,
            // That a search has found nothing says the least.
            Why::NotExecuted { .. } => 7,
        };
        let main = open.flat_map(|(f, reasons)| reasons.iter().map(move |(_, why)| (f, why))).min_by_key(|(_, why)| weight(why));
        match (main, self.stopped) {
            (Some((_, why @ (Why::Lost(_) | Why::Unsupported { .. } | Why::Rejected { .. } | Why::Crashed(_)))), _) => why.to_string(),
            // The reason has no place of its own: then the place is that of the check.
            (Some((Finding { error, .. }, why)), _) => match &error.span {
                Some(span) => format!("{span}: {} is open ({}): {why}", error.check, error.message),
                None => why.to_string(),
            },
            // A program that was read has a place for each of its checks.
            (None, Some(stop)) => format!("{stop} while the program was translated"),
            (None, None) => "no engine had an answer".into(),
        }
    }

    /// What is assumed about the checks that are proved, if a run may come to something that is not understood: it ends there.
    pub fn limit(&self) -> Option<&'static str> {
        let is_open = |f: &Finding| f.error.check == Check::Unsupported && !matches!(f.answer, Answer::Proved { .. });
        let others = self.findings.iter().any(|f| f.error.check != Check::Unsupported && matches!(f.answer, Answer::Proved { .. }));
        (others && self.findings.iter().any(is_open)).then_some("what is proved is proved up to the places that are not understood")
    }

    /// Proved, violated and open locations by kind of check.
    pub fn table(&self) -> SortedMap<Check, [usize; 3]> {
        let mut table: SortedMap<Check, [usize; 3]> = SortedMap::new();
        for finding in &self.findings {
            let column = match finding.answer {
                Answer::Proved { .. } => 0,
                Answer::Violated { .. } => 1,
                Answer::Open(_) => 2,
            };
            table.entry(finding.error.check).or_default()[column] += 1;
        }
        table
    }
}

/// What a run has read, the active calls where it fails, and what it was called with.
type Replayed = (Vec<Stretch>, Vec<String>, Option<CommandLine>);

fn finding(
    error: &ErrorInfo,
    decided: Option<&Decided>,
    replay: &dyn Fn(&Trace) -> Replayed,
    reasons: &dyn Fn(LocId) -> SortedMap<String, Why>,
    stopped: Option<Stop>,
) -> Finding {
    let not_understood = || Why::Unsupported { span: error.span.clone(), what: error.message.clone() };
    let answer = match decided {
        Some(Decided::Unreachable { engine, .. }) => Answer::Proved { engine: engine.clone() },
        // A run that leaves what we understand decides nothing.
        Some(Decided::Reached { engine, .. }) if error.check == Check::Unsupported => {
            Answer::Open(vec![(engine.clone(), not_understood())])
        }
        Some(Decided::Reached { engine, trace }) => {
            let (reads, stack, arguments) = replay(trace);
            Answer::Violated { engine: engine.clone(), trace: trace.clone(), reads, stack, arguments }
        }
        Some(Decided::Contradiction { engines }) => Answer::Open(vec![("check".into(), Why::Crashed(engines.clone()))]),
        None => {
            let mut reasons: Vec<_> = reasons(error.loc).into_iter().collect();
            if error.check == Check::Unsupported {
                reasons.insert(0, ("front end".into(), not_understood()));
            }
            if let (true, Some(stop)) = (reasons.is_empty(), stopped) {
                reasons.push(("all".into(), Why::Stopped(stop)));
            }
            Answer::Open(reasons)
        }
    };
    Finding { error: error.clone(), answer }
}

fn verdict(findings: &[Finding]) -> Verdict {
    let violated = findings.iter().find(|f| matches!(f.answer, Answer::Violated { .. }));
    match violated {
        Some(f) => Verdict::Unsafe(f.error.check),
        None if findings.iter().any(|f| matches!(f.answer, Answer::Open(_))) => Verdict::Unknown,
        None => Verdict::Safe,
    }
}

/// What the proofs together say at the loops of the source. (Each holds in every run, so their conjunction does; what a proof says of numbers that the source does not have is left out.)
fn invariants(cfa: &Cfa, proofs: &[&Proof]) -> Vec<LoopInvariant> {
    let mut found = Vec::new();
    let by_proof: Vec<_> = proofs.iter().filter_map(|p| p.formulas(cfa)).collect();
    for (i, info) in cfa.locs.iter().enumerate() {
        let loc = LocId(i as u32);
        if !info.loop_head {
            continue;
        }
        let mut conjuncts: Vec<Formula> = Vec::new();
        for formulas in &by_proof {
            let Some(formula) = formulas.get(&loc) else { continue };
            let parts = match cterm::visible(formula, cfa, loc) {
                Formula::And(parts) => parts,
                other => vec![other],
            };
            for part in parts {
                if !conjuncts.contains(&part) {
                    conjuncts.push(part);
                }
            }
        }
        let formula = Formula::and(conjuncts);
        if formula != Formula::True {
            found.push(LoopInvariant { loc, formula });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::{Formula, LocInfo};
    use std::sync::Arc;

    fn program(checks: &[Check]) -> Cfa {
        let mut cfa = Cfa::default();
        let entry = cfa.add_loc(LocInfo::named("entry"));
        for (i, check) in checks.iter().enumerate() {
            let loc = cfa.add_loc(LocInfo::named(&format!("e{i}")));
            cfa.add_edge(entry, loc, base::Stmt::Assume(Formula::True), None);
            cfa.errors.push(ErrorInfo { loc, check: *check, message: "fails".into(), span: None });
        }
        cfa
    }

    fn reached(i: u32) -> (LocId, Decided) {
        (LocId(i), Decided::Reached { trace: Trace { inputs: Default::default(), error: LocId(i) }, engine: "search".into() })
    }

    fn unreachable(i: u32) -> (LocId, Decided) {
        (LocId(i), Decided::Unreachable { proof: Arc::new(Proof::Exhaustive { runs: 1 }), engine: "search".into() })
    }

    #[test]
    fn the_verdict_follows_from_the_findings() {
        let verdict = |checks: &[Check], decided: &[(LocId, Decided)]| {
            Outcome::new(&program(checks), &decided.iter().cloned().collect(), &|_| SortedMap::new(), SortedMap::new(), None).verdict
        };
        use Check::{Bounds, Reach, Unsupported};
        assert_eq!(verdict(&[], &[]), Verdict::Safe);
        assert_eq!(verdict(&[Reach, Bounds], &[unreachable(1), unreachable(2)]), Verdict::Safe);
        assert_eq!(verdict(&[Reach, Bounds], &[unreachable(1)]), Verdict::Unknown);
        assert_eq!(verdict(&[Reach, Bounds], &[reached(2)]), Verdict::Unsafe(Bounds));
        assert_eq!(verdict(&[Reach, Bounds], &[reached(1), reached(2)]), Verdict::Unsafe(Reach));
        assert_eq!(verdict(&[Unsupported, Bounds], &[unreachable(1), unreachable(2)]), Verdict::Safe);
        assert_eq!(verdict(&[Unsupported, Bounds], &[reached(1), unreachable(2)]), Verdict::Unknown);
        assert_eq!(verdict(&[Unsupported, Bounds], &[unreachable(2)]), Verdict::Unknown);
        assert_eq!(verdict(&[Unsupported, Bounds], &[reached(1), reached(2)]), Verdict::Unsafe(Bounds));
    }
}
