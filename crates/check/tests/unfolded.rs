//! Proofs about the program unfolded by its counters.

use base::text::{parse_cfa, parse_formula};
use base::{Budget, Cfa, Formula, LocId, Proof, SortedMap, SortedSet, Unfolded, VarId, Why};
use check::{Solving, proof};

/// Two states that take turns: x is 0 in the one and 1 in the other.
const MACHINE: &str = "cfa\nvar pc: int\nvar x: int\nvar y: int\nentry A\nerror E reach \"\"\nedge A -> H: pc := 1\n\
    edge H -> B: assume pc == 1\nedge B -> C: x := x + 1\nedge C -> H: pc := 2\n\
    edge H -> D: assume pc == 2\nedge D -> F: x := x - 1\nedge F -> H: pc := 1\nedge D -> E: assume x != 1\nedge H -> G: input y int\nedge G -> H: skip\n";

fn ask(cfa: &Cfa, counters: &[&str], said: &[&str]) -> Result<(), Why> {
    let counters: SortedSet<VarId> = counters.iter().map(|n| cfa.var_named(n).unwrap()).collect();
    let (head, error) = (cfa.loc_named("H").unwrap(), cfa.loc_named("E").unwrap());
    let copies: Vec<LocId> = Unfolded::new(cfa, &counters).map_or(vec![head], |u| u.copies_of(head).collect());
    let mut invariants: SortedMap<LocId, Formula> = copies.into_iter().zip(said.iter().map(|f| parse_formula(f, cfa).unwrap())).collect();
    invariants.insert(error, Formula::False);
    let claimed = Proof::Unfolded { counters, invariants };
    proof(cfa, &claimed, &[error], &Solving::Without, &Budget::seconds(60.0)).map(drop)
}

#[test]
fn what_holds_in_each_state_is_confirmed() {
    let cfa = parse_cfa(MACHINE).unwrap();
    ask(&cfa, &["pc"], &["x == 0", "x == 1"]).unwrap();
}

#[test]
fn what_does_not_hold_is_not() {
    let cfa = parse_cfa(MACHINE).unwrap();
    for said in [["x == 0", "x == 0"], ["x == 1", "x == 1"], ["x >= 0", "x >= 0"]] {
        assert!(matches!(ask(&cfa, &["pc"], &said), Err(Why::Rejected { .. })), "{said:?}");
    }
    // A copy about which nothing is said lies on a cycle.
    assert!(ask(&cfa, &["pc"], &["x == 0"]).is_err());
}

#[test]
fn only_what_is_known_counts() {
    let cfa = parse_cfa(MACHINE).unwrap();
    assert!(matches!(ask(&cfa, &["x"], &["x == 0", "x == 1"]), Err(Why::Rejected { .. } | Why::Unconfirmed { .. })));
    assert!(matches!(ask(&cfa, &["y"], &["x == 0", "x == 1"]), Err(Why::Rejected { .. })));
    let nothing = Proof::Unfolded { counters: [VarId(99)].into(), invariants: SortedMap::new() };
    let error = cfa.loc_named("E").unwrap();
    assert!(matches!(proof(&cfa, &nothing, &[error], &Solving::Without, &Budget::unlimited()), Err(Why::Rejected { .. })));
}

/// A target that is no error location is one in each of its copies.
#[test]
fn every_copy_of_a_target_counts() {
    let cfa = parse_cfa(MACHINE).unwrap();
    let counters: SortedSet<VarId> = [cfa.var_named("pc").unwrap()].into();
    let head = cfa.loc_named("H").unwrap();
    let copies: Vec<LocId> = Unfolded::new(&cfa, &counters).unwrap().copies_of(head).collect();
    assert_eq!(copies.len(), 2);
    for excluded in copies {
        let claimed = Proof::Unfolded { counters: counters.clone(), invariants: [(excluded, Formula::False)].into() };
        assert!(proof(&cfa, &claimed, &[head], &Solving::Without, &Budget::seconds(60.0)).is_err());
    }
}
