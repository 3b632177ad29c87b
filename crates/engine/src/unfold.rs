//! An engine on the program unfolded by its program counters ([`base::unfold`]).
//!
//! A counter is a number that conditions compare with several constants, and whose values are all computed from constants and other
//! counters: the state of a state machine, or where a thread is that is run step by step. Flags, which have few values, are left to the
//! engine's own predicates. What is handed in about the unfolded program goes on to the desk of the program. Invariant: see there; `check` unfolds the program itself.

use crate::desk::{Desk, Judge, Onlooker};
use base::wto::Wto;
use base::{Budget, Cfa, CmpOp, Formula, Int, LocId, Proof, Sort, SortedMap, SortedSet, Stmt, Trace, Unfolded, VarId, Why};

/// A number that is compared with fewer constants is a flag.
const FEW: usize = 4;
/// A choice has at most so many values.
const MOST_VALUES: usize = 8;
/// Copies of all locations together, for each location of the program.
const MOST_COPIES: usize = 40;

/// All numbers that are computed from constants and each other.
fn known(cfa: &Cfa) -> SortedSet<VarId> {
    let mut known: SortedSet<VarId> = (0..cfa.vars.len() as u32).map(VarId).filter(|v| cfa.var(*v).sort == Sort::Int).collect();
    loop {
        let unknown = |e: &base::Edge| match &e.stmt {
            Stmt::Assign(v, value) if known.contains(v) && !value.vars().is_subset(&known) => Some(*v),
            Stmt::Input { var, .. } if known.contains(var) => Some(*var),
            _ => None,
        };
        let lost: SortedSet<VarId> = cfa.edges.iter().filter_map(unknown).collect();
        if lost.is_empty() {
            break;
        }
        known.retain(|v| !lost.contains(v));
    }
    known
}

/// The counters of a program.
pub fn counters(cfa: &Cfa) -> SortedSet<VarId> {
    let known = known(cfa);
    let mut constants: SortedMap<VarId, SortedSet<Int>> = SortedMap::new();
    for e in &cfa.edges {
        let Stmt::Assume(f) = &e.stmt else { continue };
        f.each_atom(&mut |atom| {
            let Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) = atom else { return };
            for (side, other) in [(a, b), (b, a)] {
                if let (base::Expr::Var(v), Some(c)) = (&**side, other.as_const()) {
                    constants.entry(*v).or_default().insert(c.clone());
                }
            }
        });
    }
    let found = constants.into_iter().filter(|(v, all)| known.contains(v) && all.len() >= FEW).map(|(v, _)| v).collect();
    // Those that they are computed from.
    cfa.computed_from(found)
}

/// An automaton unfolded by the indices of its arrays, or by what pointers point to, has at most so many locations more.
const MOST_MORE: usize = 1500;
/// So many variables are tried.
const MOST_TRIED: usize = 40;

/// Of these variables as many, with those that they are computed from, as the automaton unfolded by them stays small; with that automaton. None if it
/// cannot be unfolded at all.
fn as_many(cfa: &Cfa, found: impl IntoIterator<Item = VarId>) -> Option<(SortedSet<VarId>, Unfolded)> {
    let mut chosen = (SortedSet::new(), Unfolded::new(cfa, &SortedSet::new()).ok()?);
    for var in found.into_iter().take(MOST_TRIED) {
        let with: SortedSet<VarId> = cfa.computed_from([var].into()).union(&chosen.0).copied().collect();
        if let Ok(unfolded) = Unfolded::within(cfa, &with, cfa.locs.len() + MOST_MORE) {
            chosen = (with, unfolded);
        }
    }
    Some(chosen)
}

/// The numbers that select elements of arrays and count from known to known values, as far as the automaton unfolded by them stays small: those of loops
/// with constant bounds. With that automaton; none if it cannot be unfolded at all.
pub fn indices(cfa: &Cfa) -> Option<(SortedSet<VarId>, Unfolded)> {
    let known = known(cfa);
    let mut found = SortedSet::new();
    let mut visit = |e: &base::Expr| {
        if let base::Expr::Select(_, index) | base::Expr::Store(_, index, _) = e {
            found.extend(index.vars().intersection(&known));
        }
    };
    // What is only printed proves nothing.
    cfa.edges.iter().filter(|e| !matches!(e.stmt, Stmt::Print { .. })).for_each(|e| e.stmt.walk(&mut visit));
    as_many(cfa, found)
}

/// The numbers that get several constants, and nothing but constants, and that conditions compare with constants: which object a pointer points to, where
/// it may be one of several, flags and states. As far as the automaton unfolded by them stays small, with that automaton; none if there are none.
pub fn choices(cfa: &Cfa) -> Option<(SortedSet<VarId>, Unfolded)> {
    let known = known(cfa);
    let mut constants: SortedMap<VarId, SortedSet<&Int>> = SortedMap::new();
    let mut counted = SortedSet::new();
    for e in &cfa.edges {
        let Stmt::Assign(v, value) = &e.stmt else { continue };
        match value {
            base::Expr::Const(c) => _ = constants.entry(*v).or_default().insert(c),
            base::Expr::Var(_) | base::Expr::Ite(..) => {}
            _ => _ = counted.insert(*v),
        }
    }
    let mut compared = SortedSet::new();
    for e in &cfa.edges {
        let Stmt::Assume(f) = &e.stmt else { continue };
        f.each_atom(&mut |atom| {
            let Formula::Cmp(_, a, b) = atom else { return };
            for (side, other) in [(a, b), (b, a)] {
                if let (base::Expr::Var(v), Some(_)) = (&**side, other.as_const()) {
                    compared.insert(*v);
                }
            }
        });
    }
    let several = |v: &VarId| {
        let from = cfa.computed_from([*v].into());
        let all: SortedSet<&Int> = from.iter().flat_map(|v| constants.get(v).into_iter().flatten().copied()).collect();
        known.contains(v) && from.is_disjoint(&counted) && (2..=MOST_VALUES).contains(&all.len())
    };
    let found: Vec<VarId> = compared.into_iter().filter(several).collect();
    if found.is_empty() { None } else { as_many(cfa, found).filter(|(chosen, _)| !chosen.is_empty()) }
}

/// Lets an engine work on the unfolded program; on the program itself if it has no counters, or these have too many values.
pub fn unfolding(cfa: &Cfa, desk: &Desk<'_>, name: &str, work: impl FnOnce(&Cfa, &Desk<'_>), budget: &Budget) {
    let counters = counters(cfa);
    let unfolded = (!counters.is_empty()).then(|| Unfolded::new(cfa, &counters).ok()).flatten();
    let Some(mut unfolded) = unfolded.filter(|u| u.cfa.locs.len() <= MOST_COPIES * cfa.locs.len()) else { return work(cfa, desk) };
    let names: Vec<&str> = counters.iter().map(|v| &*cfa.var(*v).name).collect();
    desk.tell(name, &format!("unfolded by {}: {} locations of {}", names.join(", "), unfolded.cfa.locs.len(), cfa.locs.len()));
    // Copies of the heads of loops cut all loops, in the same way for all values.
    let wto = Wto::new(cfa);
    for l in 0..unfolded.cfa.locs.len() {
        unfolded.cfa.locs[l].loop_head = wto.is_head(unfolded.origin(LocId(l as u32)));
    }
    // What is decided already need not be decided again.
    let open = desk.open();
    unfolded.cfa.errors.retain(|e| open.contains(&e.loc));
    let through = Through { name, desk, counters: &counters };
    let onlooker = Onlooker { name, desk };
    let inner = Desk::new(&unfolded.cfa, &through, &onlooker, budget.child(None));
    work(&unfolded.cfa, &inner);
    desk.give_up_as(name, &inner);
}

/// What is handed in about the unfolded program goes on to the desk of the program.
struct Through<'a> {
    name: &'a str,
    desk: &'a Desk<'a>,
    counters: &'a SortedSet<VarId>,
}

impl Judge for Through<'_> {
    fn trace(&self, _: &Cfa, trace: &Trace, _: &Budget) -> Result<(), Why> {
        self.desk.trace(self.name, trace.clone())
    }

    fn proof(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        self.desk.proof(self.name, self.of_program(proof)?, targets)
    }

    fn less(&self, _: &Cfa, proof: &Proof, targets: &[LocId], _: &Budget) -> Result<(), Why> {
        self.desk.less(self.name, &self.of_program(proof)?, targets)
    }
}

impl Through<'_> {
    fn of_program(&self, proof: &Proof) -> Result<Proof, Why> {
        let Proof::Invariants(invariants) = proof else { return Err(Why::Refused("the unfolded program is proved by invariants".into())) };
        Ok(Proof::Unfolded { counters: self.counters.clone(), invariants: invariants.clone() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(edges: &str) -> String {
        let text = format!("cfa\nvar pc: int\nvar t: int\nvar i: int\nvar x: int\nentry A\nedge A -> H: pc := 1\n{edges}");
        let cfa = base::text::parse_cfa(&text).unwrap();
        counters(&cfa).iter().map(|v| &*cfa.var(*v).name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn a_counter_is_asked_for_several_values_that_are_all_known() {
        let asked = |n: i32| (1..=n).map(|c| format!("edge C -> H: assume t == {c}\n")).collect::<String>();
        let copied = "edge H -> B: t := pc\nedge B -> C: pc := pc + 1\n";
        assert_eq!(found(&format!("{copied}{}", asked(4))), "pc t");
        // With fewer values it is a flag.
        assert_eq!(found(&format!("{copied}{}", asked(3))), "");
        assert_eq!(found(&format!("edge H -> B: t := x\nedge B -> C: input x int\n{}", asked(4))), "");
    }

    #[test]
    fn the_counter_of_a_loop_is_none() {
        assert_eq!(found("edge H -> B: assume i < 10\nedge B -> H: i := i + 1\nedge H -> C: assume i >= 10\n"), "");
    }

    #[test]
    fn a_choice_gets_constants_alone() {
        let chosen = |more: &str, test: &str| {
            let edges = format!("edge H -> B: pc := 5\nedge H -> B: pc := 6\nedge B -> C: t := pc\n{more}\nedge C -> D: assume {test}\n");
            let text = format!("cfa\nvar pc: int\nvar t: int\nvar i: int\nvar x: int\nentry A\nedge A -> H: pc := 1\n{edges}");
            let cfa = base::text::parse_cfa(&text).unwrap();
            choices(&cfa).map(|(all, _)| all.iter().map(|v| &*cfa.var(*v).name).collect::<Vec<_>>().join(" ")).unwrap_or_default()
        };
        assert_eq!(chosen("", "t == 5"), "pc t");
        // It is not compared with a constant, counts, or is not known.
        assert_eq!(chosen("", "t == x"), "");
        assert_eq!(chosen("edge C -> C: pc := pc + 1", "t == 5"), "");
        assert_eq!(chosen("edge C -> C: t := x\nedge A -> H: input x int", "t == 5"), "");
    }
}
