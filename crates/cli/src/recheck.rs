//! `bevel check`: a witness from outside is a set of candidates; what is confirmed counts, the rest is named.
//!
//! Violation: the values in the witness steer a concrete run; if it fails, the trace goes to the desk. Values of which the witness does not
//! speak are guessed, or taken from a failing run that the engines find. Correctness: the
//! invariants are candidates at their loops. As in Houdini (Flanagan, Leino: Houdini, an Annotation Assistant for
//! ESC/Java, FME 2001) those that are not inductive are dropped until the rest is; the rest, together with what our own
//! engines have proved, goes to the desk as a proof. Changed: the trusted checker is the only oracle, so a wrong guess
//! about which candidate fails costs precision only; and where the invariants of a witness do not make a proof (an exhaustive run, facts
//! about all elements of an array), the engines look for one: a witness is confirmed if what it says holds and the program is safe.

use crate::agreed;
use crate::belongs;
use crate::case::{Case, Confirmations};
use crate::cexpr;
use crate::input::{self, Bad};
use crate::limits::Watchdog;
use crate::options::{Recheck, Written};
use crate::probe::{self, Found};
use crate::property;
use crate::replay::{self, Origin};
use crate::witness::{self, Entry, Invariant, Location, Waypoint};
use assemble::Plan;
use base::exec::{End, Inputs, Request};
use base::random::Random;
use base::{Budget, Cfa, CmpOp, Expr, Formula, Int, IntType, LocId, Proof, Sort, SortedMap, SortedSet, Span, Stop, Trace, VarId, Why};
use engine::{Decided, Desk, Judge};
use std::cell::Cell;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

/// How long what is not inductive is looked into, and what the invariants leave open.
const PATIENCE: Duration = Duration::from_secs(20);
/// How long all engines work before the invariants are looked at beside what is proved.
const HEAD_START: Duration = Duration::from_secs(2);

/// How many runs are made with the values of a violation witness and guesses at those of which it does not speak.
const GUESSES: u64 = 200;
/// They take at most this part of the time.
const GUESSING: u32 = 5;
/// How often it is looked whether the engines have found a failing run.
const LOOK: Duration = Duration::from_millis(20);
/// How many ends of such runs are told.
const MOST_ENDS: usize = 2;

/// Who hands in what a witness gave.
pub const WITNESS: &str = "witness";

pub fn recheck(args: Recheck, started: Instant) -> i32 {
    let judge = assemble::judge(&args.strategy);
    let case = Case::open(started, args.output, Written::default(), judge);
    let watchdog = Watchdog::start(&args.limits, started, |stop| case.finish(Some(stop)));
    let worked = work(&args, case, &watchdog.budget);
    watchdog.speak();
    match worked {
        Ok(()) => case.finish(watchdog.budget.stopped()),
        Err(bad) => case.reject(&bad),
    }
}

fn work(args: &Recheck, case: &'static Case, all: &Budget) -> Result<(), Bad> {
    let plan = Plan::new(&args.strategy).map_err(Bad)?;
    let text = input::text(&args.witness)?;
    let entries = witness::parse(&text).map_err(|why| Bad::about(&args.witness, format!("not a witness: {why}")))?;
    let program = input::find(&args.files, &args.reading)?;
    let plan = plan.on(program.net().cloned(), program.is_clauses()).map_err(Bad)?;
    let probing = Plan::new(&args.strategy).and_then(|p| p.on(program.net().cloned(), program.is_clauses())).map_err(Bad)?;
    let ilp32 = program.ilp32();
    let budget = all.child(None);
    // Known from the start, because the time may end before anything is confirmed.
    let claims_failure = entries.iter().any(|e| e.entry_type == "violation_sequence");
    case.confirm(Confirmations { claims_failure, ..Confirmations::default() });
    if !args.any_program {
        belongs::to_program(&args.witness, &entries, &program)?;
    }
    let found = case.load(program, &budget, true)?;
    let Some((cfa, desk)) = found else { return Ok(()) };
    if !args.any_program {
        belongs::to_places(&args.witness, &entries, case.program(), cfa)?;
    }
    let violation = entries.iter().filter(|e| e.entry_type == "violation_sequence");
    let correctness = entries.iter().filter(|e| e.entry_type == "invariant_set");
    let mut confirmations = Confirmations { claims_failure, ..Confirmations::default() };
    if let Some(entry) = violation.clone().next() {
        let judge = assemble::judge(&args.strategy);
        follow(&Claim::new(cfa, entry), desk, (&plan, &judge), all, &mut confirmations);
    } else if correctness.clone().next().is_some() {
        let (contracts, invariants): (Vec<&Invariant>, Vec<&Invariant>) =
            correctness.flat_map(|e| &e.content).filter_map(|c| c.invariant.as_ref()).partition(|i| i.kind == witness::FUNCTION_CONTRACT);
        let judge = assemble::judge(&args.strategy);
        let candidates = candidates(cfa, &invariants, ilp32);
        // The budget of the desk ends when all is decided.
        let own = all.child(None);
        let mut open = match candidates.is_empty() {
            true => SortedMap::new(),
            false => settle(cfa, desk, &judge, &candidates, &own),
        };
        if !contracts.is_empty() {
            let loops: Vec<(LocId, Formula)> = candidates.iter().filter_map(|c| c.read.clone().ok()).flatten().collect();
            agreed::settle(cfa, desk, &judge, (&contracts, &loops), ilp32, &own, &mut confirmations);
        }
        // Not every proof can be said in a witness (an exhaustive run, facts about all elements of an array): what is proved soon need not
        // follow from its invariants.
        if !desk.open().is_empty() {
            plan.run(cfa, desk, &budget.child(Some(HEAD_START)));
        }
        if !desk.open().is_empty() {
            plan.clone().provers().run(cfa, desk, &budget.child(Some(PATIENCE)));
        }
        if let Some(known) = known(desk)
            && (!desk.open().is_empty() || !open.is_empty())
        {
            let (kept, still) = houdini(cfa, &judge, &known, all_conjuncts(&candidates), &own);
            open.retain(|which, _| still.contains_key(which));
            hand_in(desk, &proof(cfa, &known, &kept));
        }
        if !desk.open().is_empty() {
            plan.run(cfa, desk, &budget.child(Some(PATIENCE)));
        }
        // What is not inductive beside what is known may hold all the same, or not.
        let claims: Vec<Conjunct> = all_conjuncts(&candidates).into_iter().filter(|c| open.contains_key(&c.0)).collect();
        let mut found = match claims.is_empty() {
            true => SortedMap::new(),
            false => probe::ask(cfa, &claims, &probing, &judge, &all.child(Some(PATIENCE))),
        };
        for (candidate, invariant) in candidates.iter().zip(&invariants) {
            let words = in_words(invariant);
            match (&candidate.read, open.get(&candidate.which), found.remove(&candidate.which)) {
                (Err(why), ..) => confirmations.unconfirmed.push(format!("{words}: {why}")),
                (_, _, Some(Found::Violated(how))) => confirmations.refuted.push(format!("{words}: {how}")),
                (_, None, _) | (_, _, Some(Found::Holds)) => confirmations.confirmed.push(words),
                (_, Some(why), None) => confirmations.unconfirmed.push(format!("{words}: {why}")),
            }
        }
    } else {
        return Err(Bad::about(&args.witness, "there is neither an invariant_set nor a violation_sequence in it"));
    }
    case.confirm(confirmations);
    Ok(())
}

fn in_words(invariant: &Invariant) -> String {
    let place = &invariant.location;
    let column = place.column.map_or(String::new(), |c| format!(":{c}"));
    format!("{}:{}{column}: {}", place.file_name, place.line, invariant.value)
}

// Violation witnesses.

/// What the waypoints say about values, in order.
#[derive(Clone, Debug)]
struct Clue {
    location: Location,
    /// The variable that has the value; none for the result of a call.
    variable: Option<String>,
    value: Int,
}

/// Answers a run's questions from the clues.
#[derive(Clone)]
struct Guided<'a> {
    cfa: &'a Cfa,
    clues: &'a [Clue],
    used: &'a Cell<usize>,
    /// Whether the places must agree.
    places: bool,
    others: Others,
}

/// Where values come from of which the witness does not speak.
#[derive(Clone)]
enum Others {
    Zero,
    Guessed(Random),
    /// From a failing run that an engine found; only for those that the witness does not speak of.
    Of(std::vec::IntoIter<Int>),
}

impl Inputs for Guided<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let other = match &mut self.others {
            Others::Zero => Int::ZERO,
            Others::Guessed(random) => any(request, random),
            Others::Of(run) => run.next().filter(|v| request.admits(v)).unwrap_or(Int::ZERO),
        };
        let site = replay::site(self.cfa, request);
        if let (Some(clue), Origin::Call(_)) = (self.clues.get(self.used.get()), &site.origin)
            && (!self.places || self.fits(clue, site.span.as_ref(), request))
            && request.admits(&clue.value)
        {
            self.used.set(self.used.get() + 1);
            return Some(clue.value.clone());
        }
        Some(other)
    }
}

/// A value that the witness leaves open: one at the edge of what may be asked for, or any.
fn any(request: &Request, random: &mut Random) -> Int {
    let (low, high) = match request {
        Request::Choice { options, .. } => (Int::ZERO, Int::from(*options) - Int::ONE),
        Request::Value { ty, .. } | Request::Element { ty, .. } => {
            let ty = ty.unwrap_or(IntType::signed(32));
            (ty.min(), ty.max())
        }
    };
    let drawn = &low + Int::from(random.next_u64()) % (&high - &low + Int::ONE);
    let near = Int::from(random.between(-2, 2));
    let value = random.pick(&[low, high, drawn, near]).clone();
    if request.admits(&value) { value } else { Int::ZERO }
}

impl Guided<'_> {
    fn fits(&self, clue: &Clue, span: Option<&Span>, request: &Request) -> bool {
        match &clue.variable {
            None => span.is_some_and(|s| same_place(&clue.location, &witness::closing(self.cfa, s)) || same_place(&clue.location, s)),
            Some(name) => replay::receiver(self.cfa, request).is_some_and(|v| self.cfa.var(v).source.as_deref() == Some(name)),
        }
    }
}

pub fn same_place(location: &Location, span: &Span) -> bool {
    let name = |path: &str| Path::new(path).file_name().map(|n| n.to_os_string());
    let same_file = name(&location.file_name) == name(&span.file);
    same_file && location.line == span.line && location.column.is_none_or(|c| c == span.column)
}

/// What a violation witness says, and the program that it says it of.
struct Claim<'a> {
    cfa: &'a Cfa,
    entry: &'a Entry,
    clues: Vec<Clue>,
}

impl<'a> Claim<'a> {
    fn new(cfa: &'a Cfa, entry: &'a Entry) -> Self {
        Claim { cfa, entry, clues: entry.waypoints().filter(|w| w.action == "follow").flat_map(clues).collect() }
    }

    /// Why no run can confirm the witness: it says nothing of a failure, or something that is not looked at.
    fn is_beyond(&self) -> Option<String> {
        if !self.entry.waypoints().any(|w| w.kind == "target" && w.action == "follow") {
            return Some("it has no target that is to be reached".into());
        }
        let other = self.entry.waypoints().find(|w| {
            let is_read = match w.kind.as_str() {
                "target" => true,
                "assumption" | "function_return" => !clues(w).is_empty(),
                _ => false,
            };
            w.action != "follow" || !is_read
        })?;
        Some(format!("whether the run does this was not looked at: {} {} at line {}", other.action, other.kind, other.location.line))
    }

    /// The run with the values of the witness, if it reads all of them and fails where the witness says so.
    fn attempt(&self, places: bool, others: Others, budget: &Budget) -> Result<Trace, String> {
        let used = Cell::new(0);
        let (end, inputs) = replay::run(self.cfa, Guided { cfa: self.cfa, clues: &self.clues, used: &used, places, others }, budget);
        match end {
            End::Error(_) if used.get() < self.clues.len() => {
                Err(format!("it fails, but asks for {} of the {} values only", used.get(), self.clues.len()))
            }
            End::Error(error) => match is_elsewhere(self.cfa, error, self.entry) {
                Some(why) => Err(why),
                None => Ok(Trace { inputs, error }),
            },
            other => Err(words(self.cfa, other)),
        }
    }

    /// A witness need not speak of every value: those of which it does not are 0, or guessed.
    fn guess(&self, desk: &Desk<'_>, budget: &Budget) -> Result<(), Vec<String>> {
        let mut ends = Vec::new();
        for seed in 0..GUESSES {
            for places in [true, false] {
                let others = if seed == 0 { Others::Zero } else { Others::Guessed(Random::new(seed)) };
                match self.attempt(places, others, budget).and_then(|t| desk.trace(WITNESS, t).map_err(|why| why.to_string())) {
                    Ok(()) => return Ok(()),
                    Err(why) => ends.push(why),
                }
                if budget.stopped().is_some() {
                    return Err(ends);
                }
            }
        }
        Err(ends)
    }

    /// A failing run that an engine finds supplies the values of which the witness does not speak. One is enough: the engines stop when it is there.
    fn search(&self, desk: &Desk<'_>, plan: &Plan, judge: &dyn Judge, all: &Budget) -> bool {
        // The budget of the desk ends when all is decided.
        let own = all.child(None);
        let engines = all.child(Some(PATIENCE));
        let mut looked_at = SortedSet::new();
        thread::scope(|scope| {
            let working = scope.spawn(|| plan.run(self.cfa, desk, &engines));
            loop {
                let is_last = working.is_finished();
                let confirmed = desk.decided().into_iter().any(|(error, decided)| {
                    let Decided::Reached { trace, .. } = decided else { return false };
                    looked_at.insert(error) && self.supplied(trace.inputs.values().cloned().collect(), judge, &own)
                });
                if confirmed || is_last {
                    engines.stop(Stop::Answered);
                    return confirmed;
                }
                thread::sleep(LOOK);
            }
        })
    }

    /// Whether the run with the values of the witness fails where these are the others.
    fn supplied(&self, values: Vec<Int>, judge: &dyn Judge, budget: &Budget) -> bool {
        let tried = [true, false].map(|places| self.attempt(places, Others::Of(values.clone().into_iter()), budget));
        tried.into_iter().flatten().any(|found| judge.trace(self.cfa, &found, budget).is_ok())
    }
}

fn follow(claim: &Claim<'_>, desk: &Desk<'_>, (plan, judge): (&Plan, &dyn Judge), all: &Budget, confirmations: &mut Confirmations) {
    if let Some(why) = claim.is_beyond() {
        desk.give_up(WITNESS, &desk.open(), Why::Refused(why.clone()));
        return confirmations.unconfirmed.push(why);
    }
    let guessing = all.left().map_or(PATIENCE, |left| PATIENCE.min(left / GUESSING));
    let Err(mut ends) = claim.guess(desk, &all.child(Some(guessing))) else {
        return confirmations.confirmed.push(format!("a run with the {} values of the witness fails", claim.clues.len()));
    };
    if claim.search(desk, plan, judge, all) {
        let what = format!("a run with the {} values of the witness, and others of which it does not speak, fails", claim.clues.len());
        return confirmations.confirmed.push(what);
    }
    ends.dedup();
    ends.truncate(MOST_ENDS);
    let why = format!("a run with the {} values of the witness does not fail: {}", claim.clues.len(), ends.join("; "));
    desk.give_up(WITNESS, &desk.open(), Why::Refused(why.clone()));
    confirmations.unconfirmed.push(why);
}

/// How the failure differs from the one that the witness speaks of.
fn is_elsewhere(cfa: &Cfa, error: LocId, entry: &Entry) -> Option<String> {
    let failed = cfa.error_at(error)?;
    let spoken = entry.metadata.as_ref().map(|m| property::spoken_of(&m.task.specification)).unwrap_or_default();
    if !spoken.is_empty() && !spoken.contains(&failed.check) {
        return Some(format!("it violates {} at {}, of which the witness does not speak", failed.check, cfa.place(error)));
    }
    let target = entry.waypoints().rfind(|w| w.kind == "target")?;
    let line = Location { column: None, ..target.location.clone() };
    let there = failed.span.as_ref().is_none_or(|s| same_place(&line, s));
    (!there).then(|| format!("it fails at {}, and not at line {}", cfa.place(error), target.location.line))
}

fn words(cfa: &Cfa, end: End) -> String {
    match end {
        End::Error(l) => format!("it ended at {}", cfa.place(l)),
        End::Exit(_) => "it ended normally".into(),
        End::Blocked(l) => format!("what is assumed at {} did not hold", cfa.place(l)),
        End::NoInput(l) => format!("an input was missing at {}", cfa.place(l)),
        End::Unfinished(l) | End::TooBig(l) => format!("it did not end (it was at {})", cfa.place(l)),
    }
}

/// The values that one waypoint fixes: `\result == 5`, `x == 5 && y > 2`.
fn clues(waypoint: &Waypoint) -> Vec<Clue> {
    let Some(constraint) = &waypoint.constraint else { return Vec::new() };
    if !matches!(waypoint.kind.as_str(), "function_return" | "assumption") {
        return Vec::new();
    }
    // Names stay names, of a type that no conversion changes.
    let symbolic = |name: &str| Some((Expr::bound(name), IntType::signed(128)));
    let Ok(formula) = cexpr::condition(&constraint.value, &symbolic, false) else { return Vec::new() };
    formula.parts().iter().filter_map(|part| clue(part, &waypoint.location)).collect()
}

fn clue(part: &Formula, location: &Location) -> Option<Clue> {
    let Formula::Cmp(op, a, b) = part else { return None };
    let (op, name, value) = match (&**a, &**b) {
        (Expr::Bound(name), Expr::Const(c)) => (*op, name, c),
        (Expr::Const(c), Expr::Bound(name)) => (op.flip(), name, c),
        _ => return None,
    };
    let value = match op {
        CmpOp::Eq | CmpOp::Le | CmpOp::Ge => value.clone(),
        CmpOp::Lt => value - Int::ONE,
        CmpOp::Gt | CmpOp::Ne => value + Int::ONE,
    };
    let variable = (&**name != "\\result").then(|| name.to_string());
    Some(Clue { location: location.clone(), variable, value })
}

// Correctness witnesses.

/// One invariant of the witness, read at each copy of its loop.
struct Candidate {
    which: usize,
    read: Result<Vec<(LocId, Formula)>, String>,
}

/// A conjunct of invariant number `.0` at a location.
type Conjunct = (usize, LocId, Formula);

fn expand((which, read): (usize, Vec<(LocId, Formula)>)) -> Vec<Conjunct> {
    let parts = |f: Formula| if let Formula::And(parts) = f { parts } else { vec![f] };
    read.into_iter().flat_map(|(loc, f)| parts(f).into_iter().map(move |p| (which, loc, p))).collect()
}

fn candidates(cfa: &Cfa, invariants: &[&Invariant], ilp32: bool) -> Vec<Candidate> {
    invariants.iter().enumerate().map(|(which, i)| Candidate { which, read: read(cfa, i, ilp32) }).collect()
}

fn read(cfa: &Cfa, invariant: &Invariant, ilp32: bool) -> Result<Vec<(LocId, Formula)>, String> {
    if invariant.kind != "loop_invariant" {
        return Err(format!("a {} is not used", invariant.kind));
    }
    let heads = || (0..cfa.locs.len() as u32).map(LocId).filter(|l| cfa.loc(*l).loop_head);
    let at = |l: &LocId, location: &Location| cfa.loc(*l).span.as_ref().is_some_and(|s| same_place(location, s));
    let line_only = Location { column: None, ..invariant.location.clone() };
    let mut found: Vec<LocId> = heads().filter(|l| at(l, &invariant.location)).collect();
    if found.is_empty() {
        found = heads().filter(|l| at(l, &line_only)).collect();
    }
    if found.is_empty() {
        return Err("there is no loop at this place".into());
    }
    found.into_iter().map(|l| Ok((l, cexpr::condition(&invariant.value, &|name| variable(cfa, l, name), ilp32)?))).collect()
}

fn variable(cfa: &Cfa, loc: LocId, name: &str) -> Option<(Expr, IntType)> {
    let named = |frame: u32| cfa.vars.iter().position(|v| v.frame == frame && v.source.as_deref() == Some(name));
    let i = named(cfa.loc(loc).frame).or_else(|| named(0))?;
    let unbounded = IntType::signed(128);
    let decl = &cfa.vars[i];
    (decl.sort != Sort::Obj).then(|| (Expr::Var(VarId(i as u32)), decl.ty.unwrap_or(unbounded)))
}

fn all_conjuncts(candidates: &[Candidate]) -> Vec<Conjunct> {
    candidates.iter().filter_map(|c| Some((c.which, c.read.as_ref().ok()?.clone()))).flat_map(expand).collect()
}

/// Keeps what is inductive by itself and hands it in. Returns what was not, with the reason.
fn settle(cfa: &Cfa, desk: &Desk<'_>, judge: &dyn Judge, candidates: &[Candidate], budget: &Budget) -> SortedMap<usize, String> {
    let (kept, dropped) = houdini(cfa, judge, &SortedMap::new(), all_conjuncts(candidates), budget);
    hand_in(desk, &proof(cfa, &SortedMap::new(), &kept));
    dropped
}

/// The invariants of the largest proof that was confirmed so far. (Two proofs may cut the program at different places, so
/// their union need not be one.)
fn known(desk: &Desk<'_>) -> Option<SortedMap<LocId, Formula>> {
    let decided = desk.decided();
    let proofs = decided.values().filter_map(|d| match d {
        Decided::Unreachable { proof, .. } => {
            if let Proof::Invariants(f) = &**proof {
                Some(f)
            } else {
                None
            }
        }
        Decided::Reached { .. } | Decided::Contradiction { .. } => None,
    });
    proofs.max_by_key(|f| f.len()).cloned()
}

/// Tries the proof on all that is open, then on each place alone.
fn hand_in(desk: &Desk<'_>, proof: &SortedMap<LocId, Formula>) {
    let with = |targets: &[LocId]| {
        let mut formulas = proof.clone();
        formulas.extend(targets.iter().map(|t| (*t, Formula::False)));
        desk.proof(WITNESS, Proof::Invariants(formulas), targets).is_ok()
    };
    let open = desk.open();
    if open.is_empty() || with(&open) {
        return;
    }
    for target in desk.open() {
        with(&[target]);
    }
}

fn proof(cfa: &Cfa, known: &SortedMap<LocId, Formula>, kept: &[Conjunct]) -> SortedMap<LocId, Formula> {
    let mut formulas: SortedMap<LocId, Formula> =
        known.iter().filter(|(l, _)| cfa.error_at(**l).is_none()).map(|(l, f)| (*l, f.clone())).collect();
    for loc in cycle_heads(cfa) {
        formulas.entry(loc).or_insert(Formula::True);
    }
    for (_, loc, conjunct) in kept {
        let formula = formulas.entry(*loc).or_insert(Formula::True);
        *formula = Formula::and([formula.clone(), conjunct.clone()]);
    }
    formulas
}

/// Drops conjuncts until the checker confirms the rest. Returns what is left, and why each invariant that lost a part did.
fn houdini(
    cfa: &Cfa,
    judge: &dyn Judge,
    known: &SortedMap<LocId, Formula>,
    mut kept: Vec<Conjunct>,
    budget: &Budget,
) -> (Vec<Conjunct>, SortedMap<usize, String>) {
    let failure = |set: &[Conjunct]| judge.proof(cfa, &Proof::Invariants(proof(cfa, known, set)), &[], budget).err();
    let mut dropped: SortedMap<usize, String> = SortedMap::new();
    while let Some(why) = failure(&kept) {
        let at = match &why {
            Why::Unconfirmed { loc, .. } | Why::Rejected { loc, .. } => Some(*loc),
            _ => None,
        };
        let reason = match why {
            Why::Unconfirmed { what, .. } | Why::Rejected { what, .. } => format!("not shown to be inductive: {what}"),
            other => other.to_string(),
        };
        let suspects: Vec<usize> = (0..kept.len()).filter(|&i| Some(kept[i].1) == at).collect();
        let without = |i: usize| [&kept[..i], &kept[i + 1..]].concat();
        // The culprit is the one without which the checker gets further.
        let gets_further = |i: &usize| match failure(&without(*i)) {
            Some(Why::Unconfirmed { loc, .. } | Why::Rejected { loc, .. }) => Some(loc) != at,
            Some(_) => false,
            None => true,
        };
        let lost: Vec<usize> = match suspects.as_slice() {
            _ if at.is_none() || budget.stopped().is_some() => (0..kept.len()).collect(),
            [] => (0..kept.len()).collect(),
            [only] => vec![*only],
            several => several.iter().copied().find(gets_further).map_or_else(|| several.to_vec(), |one| vec![one]),
        };
        for i in &lost {
            dropped.entry(kept[*i].0).or_insert_with(|| reason.clone());
        }
        if lost.is_empty() {
            break;
        }
        kept = kept.into_iter().enumerate().filter(|(i, _)| !lost.contains(i)).map(|(_, c)| c).collect();
    }
    (kept, dropped)
}

/// The targets of the back edges of a depth-first search: every cycle passes through one.
pub fn cycle_heads(cfa: &Cfa) -> Vec<LocId> {
    #[derive(Clone, Copy, PartialEq)]
    enum Seen {
        No,
        Open,
        Done,
    }
    let mut seen = vec![Seen::No; cfa.locs.len()];
    let mut heads = Vec::new();
    for root in (0..cfa.locs.len() as u32).map(LocId) {
        if seen[root.index()] != Seen::No {
            continue;
        }
        seen[root.index()] = Seen::Open;
        let mut stack = vec![(root, 0)];
        while let Some((loc, next)) = stack.last_mut() {
            let Some(edge) = cfa.out(*loc).get(*next) else {
                seen[loc.index()] = Seen::Done;
                stack.pop();
                continue;
            };
            *next += 1;
            let to = cfa.edge(*edge).to;
            match seen[to.index()] {
                Seen::No => {
                    seen[to.index()] = Seen::Open;
                    stack.push((to, 0));
                }
                Seen::Open => heads.push(to),
                Seen::Done => {}
            }
        }
    }
    heads
}
