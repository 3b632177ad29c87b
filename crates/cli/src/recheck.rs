//! `bevel check`: a witness from outside is a set of candidates; what is confirmed counts, the rest is named.
//!
//! Violation: the values in the witness steer a concrete run; if it fails, the trace goes to the desk. Correctness: the
//! invariants are candidates at their loops. As in Houdini (Flanagan, Leino: Houdini, an Annotation Assistant for
//! ESC/Java, FME 2001) those that are not inductive are dropped until the rest is; the rest, together with what our own
//! engines have proved, goes to the desk as a proof. Changed: the trusted checker is the only oracle, so a wrong guess
//! about which candidate fails costs precision only.

use crate::agreed;
use crate::case::{Case, Confirmations};
use crate::cexpr;
use crate::input::{self, Bad};
use crate::limits::Watchdog;
use crate::options::{Recheck, Written};
use crate::replay::{self, Origin};
use crate::witness::{self, Entry, Invariant, Location, Waypoint};
use assemble::Plan;
use base::exec::{End, Inputs, Request};
use base::{Budget, Cfa, CmpOp, Expr, Formula, Int, IntType, LocId, Proof, Sort, Span, Trace, VarId, Why};
use engine::{Decided, Desk, Judge};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

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
    let ilp32 = program.ilp32();
    let budget = all.child(None);
    let (cfa, desk) = case.load(program, &budget, true)?;
    let violation = entries.iter().filter(|e| e.entry_type == "violation_sequence");
    let correctness = entries.iter().filter(|e| e.entry_type == "invariant_set");
    let mut confirmations = Confirmations::default();
    if let Some(entry) = violation.clone().next() {
        follow(cfa, desk, entry, &budget, &mut confirmations);
    } else if correctness.clone().next().is_some() {
        let (contracts, invariants): (Vec<&Invariant>, Vec<&Invariant>) =
            correctness.flat_map(|e| &e.content).filter_map(|c| c.invariant.as_ref()).partition(|i| i.kind == witness::FUNCTION_CONTRACT);
        let judge = assemble::judge(&args.strategy);
        confirmations = settle(cfa, desk, &judge, &invariants, ilp32, &budget);
        if !contracts.is_empty() {
            let loops = candidates(cfa, &invariants, ilp32);
            let loops: Vec<(LocId, Formula)> = loops.into_iter().filter_map(|c| c.read.ok()).flatten().collect();
            agreed::settle(cfa, desk, &judge, (&contracts, &loops), ilp32, &budget, &mut confirmations);
        }
        if !desk.open().is_empty() {
            plan.provers().run(cfa, desk, &budget);
        }
        if let (false, Some(known)) = (desk.open().is_empty(), known(desk)) {
            let candidates =
                candidates(cfa, &invariants, ilp32).into_iter().filter_map(|c| c.read.ok().map(|r| (c.which, r))).flat_map(expand);
            let kept = houdini(cfa, &judge, &known, candidates.collect(), &budget);
            hand_in(desk, &proof(cfa, &known, &kept));
        }
    } else {
        return Err(Bad::about(&args.witness, "there is neither an invariant_set nor a violation_sequence in it"));
    }
    case.confirm(confirmations);
    Ok(())
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
    used: usize,
    /// Whether the places must agree.
    places: bool,
}

impl Inputs for Guided<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let site = replay::site(self.cfa, request);
        if let (Some(clue), Origin::Call(_)) = (self.clues.get(self.used), &site.origin)
            && (!self.places || self.fits(clue, site.span.as_ref(), request))
            && request.admits(&clue.value)
        {
            self.used += 1;
            return Some(clue.value.clone());
        }
        // The witness leaves it open: any value must do.
        Some(Int::ZERO)
    }
}

impl Guided<'_> {
    fn fits(&self, clue: &Clue, span: Option<&Span>, request: &Request) -> bool {
        match &clue.variable {
            None => span.is_some_and(|s| same_place(&clue.location, &witness::closing(self.cfa, s)) || same_place(&clue.location, s)),
            Some(name) => replay::receiver(self.cfa, request).is_some_and(|v| self.cfa.var(v).source.as_deref() == Some(name)),
        }
    }
}

fn same_place(location: &Location, span: &Span) -> bool {
    let name = |path: &str| Path::new(path).file_name().map(|n| n.to_os_string());
    let same_file = name(&location.file_name) == name(&span.file);
    same_file && location.line == span.line && location.column.is_none_or(|c| c == span.column)
}

fn follow(cfa: &Cfa, desk: &Desk<'_>, entry: &Entry, budget: &Budget, confirmations: &mut Confirmations) {
    let steps = entry.content.iter().filter_map(|c| c.segment.as_ref()).flatten().map(|s| &s.waypoint);
    let clues: Vec<Clue> = steps.filter(|w| w.action == "follow").flat_map(clues).collect();
    let mut ends = Vec::new();
    for places in [true, false] {
        let (end, inputs) = replay::run(cfa, Guided { cfa, clues: &clues, used: 0, places }, budget);
        if let End::Error(error) = end {
            match desk.trace(WITNESS, Trace { inputs, error }) {
                Ok(()) => return confirmations.confirmed.push(format!("a run with the {} values of the witness fails", clues.len())),
                Err(why) => ends.push(why.to_string()),
            }
        } else {
            ends.push(words(cfa, end));
        }
        if budget.stopped().is_some() {
            break;
        }
    }
    let why = format!("a run with the {} values of the witness does not fail: {}", clues.len(), ends.join("; "));
    desk.give_up(WITNESS, &desk.open(), Why::Refused(why.clone()));
    confirmations.unconfirmed.push(why);
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
    let parts = if let Formula::And(parts) = &formula { parts.as_slice() } else { std::slice::from_ref(&formula) };
    parts.iter().filter_map(|part| clue(part, &waypoint.location)).collect()
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

/// Keeps what is inductive by itself, hands it in, and says what became of each invariant.
fn settle(cfa: &Cfa, desk: &Desk<'_>, judge: &dyn Judge, invariants: &[&Invariant], ilp32: bool, budget: &Budget) -> Confirmations {
    let candidates = candidates(cfa, invariants, ilp32);
    let all: Vec<Conjunct> = candidates.iter().filter_map(|c| Some((c.which, c.read.as_ref().ok()?.clone()))).flat_map(expand).collect();
    let kept = houdini(cfa, judge, &BTreeMap::new(), all.clone(), budget);
    let mut result = Confirmations::default();
    for (candidate, invariant) in candidates.iter().zip(invariants) {
        let place = &invariant.location;
        let column = place.column.map_or(String::new(), |c| format!(":{c}"));
        let words = format!("{}:{}{column}: {}", place.file_name, place.line, invariant.value);
        let whole = |set: &[Conjunct]| set.iter().filter(|c| c.0 == candidate.which).count();
        match &candidate.read {
            Err(why) => result.unconfirmed.push(format!("{words}: {why}")),
            Ok(_) if whole(&kept) == whole(&all) => result.confirmed.push(words),
            Ok(_) => result.unconfirmed.push(format!("{words}: not shown to be inductive")),
        }
    }
    hand_in(desk, &proof(cfa, &BTreeMap::new(), &kept));
    result
}

/// The invariants of the largest proof that was confirmed so far. (Two proofs may cut the program at different places, so
/// their union need not be one.)
fn known(desk: &Desk<'_>) -> Option<BTreeMap<LocId, Formula>> {
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
fn hand_in(desk: &Desk<'_>, proof: &BTreeMap<LocId, Formula>) {
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

fn proof(cfa: &Cfa, known: &BTreeMap<LocId, Formula>, kept: &[Conjunct]) -> BTreeMap<LocId, Formula> {
    let mut formulas: BTreeMap<LocId, Formula> =
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

/// Drops conjuncts until the checker confirms the rest.
fn houdini(cfa: &Cfa, judge: &dyn Judge, known: &BTreeMap<LocId, Formula>, mut kept: Vec<Conjunct>, budget: &Budget) -> Vec<Conjunct> {
    let failure = |set: &[Conjunct]| judge.proof(cfa, &Proof::Invariants(proof(cfa, known, set)), &[], budget).err();
    while let Some(why) = failure(&kept) {
        let at = match why {
            Why::Unconfirmed { loc, .. } | Why::Rejected { loc, .. } => Some(loc),
            _ => None,
        };
        let suspects: Vec<usize> = (0..kept.len()).filter(|&i| Some(kept[i].1) == at).collect();
        if at.is_none() || kept.is_empty() || budget.stopped().is_some() {
            return Vec::new();
        }
        let without = |i: usize| [&kept[..i], &kept[i + 1..]].concat();
        // The culprit is the one without which the checker gets further.
        let gets_further = |i: &usize| match failure(&without(*i)) {
            Some(Why::Unconfirmed { loc, .. } | Why::Rejected { loc, .. }) => Some(loc) != at,
            Some(_) => false,
            None => true,
        };
        let culprit = match suspects.as_slice() {
            [only] => Some(*only),
            several => several.iter().copied().find(gets_further),
        };
        kept = match culprit {
            Some(i) => without(i),
            None if suspects.is_empty() => Vec::new(),
            None => kept.iter().enumerate().filter(|(i, _)| !suspects.contains(i)).map(|(_, c)| c.clone()).collect(),
        };
    }
    kept
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
