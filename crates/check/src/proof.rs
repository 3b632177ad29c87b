//! Proofs: what they claim is re-derived from the automaton alone.

use crate::discharge::Prover;
use crate::executable::known;
use crate::exhaustive::exhaustive;
use crate::region::Regions;
use crate::unrolled::{Judged, some, unrolled};
use crate::{Confirmed, Solving, wellformed};
use base::contract::Outline;
use base::{Budget, Cells, Cfa, Formula, LocId, Proof, Sort, SortedMap, SortedSet, Unfolded, VarId, Why, Zeros};

/// Does the proof show that no run arrives at any of `targets`?
pub fn proof(cfa: &Cfa, p: &Proof, targets: &[LocId], solving: &Solving, budget: &Budget) -> Result<Confirmed, Why> {
    if let Some(&loc) = targets.iter().chain([&cfa.entry]).find(|t| !known(cfa, **t)) {
        return Err(Why::Rejected { loc, what: "the proof is about a location that does not exist".into() });
    }
    match p {
        Proof::Exhaustive { runs } => exhaustive(cfa, *runs, targets, budget),
        Proof::Unrolled { apart, cuts } => unrolled(cfa, *apart, cuts, targets, budget),
        Proof::Invariants(invariants) => inductive(cfa, invariants, targets, solving, budget),
        Proof::Unfolded { counters, invariants } => {
            let (unfolded, copies) = unfolded(cfa, counters, targets)?;
            inductive(&unfolded.cfa, invariants, &copies, solving, budget)
        }
        Proof::Zeros { counters, invariants } => {
            let none = || Why::Rejected { loc: cfa.entry, what: "the proof is about zeros in maps of which there are none".into() };
            if counters.is_empty() {
                return inductive(&Zeros::new(cfa).ok_or_else(none)?.cfa, invariants, targets, solving, budget);
            }
            let (unfolded, copies) = unfolded(cfa, counters, targets)?;
            inductive(&Zeros::new(&unfolded.cfa).ok_or_else(none)?.cfa, invariants, &copies, solving, budget)
        }
        Proof::Cells { counters, most, invariants } => {
            let (unfolded, copies) = unfolded(cfa, counters, targets)?;
            let Some(view) = Cells::new(&unfolded.cfa, *most) else {
                return Err(Why::Rejected { loc: cfa.entry, what: "the proof is about cells of arrays of which there are none".into() });
            };
            inductive(&view.cfa, invariants, &copies, solving, budget)
        }
        Proof::Contracts { contracts, invariants } => {
            let nonsense = |what: String| Why::Rejected { loc: cfa.entry, what };
            let outline = Outline::new(cfa).map_err(nonsense)?;
            let extended = outline.extended(cfa);
            for f in contracts.iter().flatten().flat_map(|c| [&c.requires, &c.ensures]) {
                wellformed::check(&extended, f).map_err(|what| nonsense(format!("a contract makes no sense: {what}")))?;
            }
            let view = outline.view(cfa, contracts).map_err(nonsense)?;
            // The contracts stand for calls only if nobody breaks them.
            let targets: Vec<LocId> = targets.iter().chain(view.obligations.keys()).copied().collect();
            inductive(&view.cfa, invariants, &targets, solving, budget)
        }
    }
}

/// Of which of these targets does the proof show that no run arrives there? The others with the reason.
pub fn proof_of_some(cfa: &Cfa, p: &Proof, targets: &[LocId], solving: &Solving, budget: &Budget) -> Judged {
    let judged = match p {
        Proof::Unrolled { apart, cuts } if cuts.is_empty() && targets.iter().all(|t| known(cfa, *t)) => {
            some(cfa, *apart, targets, budget, &mut Confirmed::default())
        }
        // What one target rests on may fail for another, so they are confirmed together.
        _ => proof(cfa, p, targets, solving, budget).map(|_| Judged { confirmed: targets.to_vec(), ..Judged::default() }),
    };
    judged.unwrap_or_else(|why| Judged { left: targets.iter().map(|t| (*t, why.clone())).collect(), ..Judged::default() })
}

/// The automaton unfolded by the values of counters that a proof names, and the copies of the targets.
fn unfolded(cfa: &Cfa, counters: &SortedSet<VarId>, targets: &[LocId]) -> Result<(Unfolded, Vec<LocId>), Why> {
    let nonsense = |what: String| Why::Rejected { loc: cfa.entry, what };
    if counters.iter().any(|v| cfa.vars.get(v.index()).is_none_or(|decl| decl.sort != Sort::Int)) {
        return Err(nonsense("the proof counts with something that is no number".into()));
    }
    let unfolded = Unfolded::new(cfa, counters).map_err(nonsense)?;
    let copies = targets.iter().flat_map(|t| unfolded.copies_of(*t)).collect();
    Ok((unfolded, copies))
}

/// Do the formulas show that no run arrives at any of `targets`?
fn inductive(
    cfa: &Cfa,
    invariants: &SortedMap<LocId, Formula>,
    targets: &[LocId],
    solving: &Solving,
    budget: &Budget,
) -> Result<Confirmed, Why> {
    for (&loc, f) in invariants {
        if !known(cfa, loc) {
            return Err(Why::Rejected { loc, what: "the proof has a formula for a location that does not exist".into() });
        }
        if let Err(what) = wellformed::check(cfa, f) {
            return Err(Why::Rejected { loc, what: format!("the formula at {} makes no sense: {what}", cfa.place(loc)) });
        }
    }
    let mut prover = Prover::new(cfa, solving, budget);
    Regions::new(cfa, invariants, targets).prove(&mut prover, budget)?;
    Ok(prover.confirmed)
}
