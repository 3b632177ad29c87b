//! Proofs about the automaton that knows where the zeros of its maps are.

use base::text::{parse_cfa, parse_formula};
use base::{Budget, Cfa, Formula, LocId, Proof, SortedMap, SortedSet, Unfolded, Why, Zeros};
use check::{Solving, proof};

/// A scan for the first zero of five elements, of which the one at `index` is written before.
fn scan(index: i64, value: i64) -> Cfa {
    let text = format!(
        "cfa var i: int var s: i8[5] entry A error E bounds \"outside\"
         edge A -> B: input s i8  edge B -> H: s := store(s, {index}, {value})
         edge H -> E: assume i < 0 || i >= 5  edge H -> C: assume i >= 0 && i < 5
         edge C -> D: assume s[i] != 0  edge C -> X: assume s[i] == 0  edge D -> H: i := i + 1"
    );
    parse_cfa(&text).unwrap()
}

fn ask(cfa: &Cfa, said: &str) -> Result<(), Why> {
    let view = Zeros::new(cfa).unwrap();
    let [head, error] = ["H", "E"].map(|name| cfa.loc_named(name).unwrap());
    let invariants = [(head, parse_formula(said, &view.cfa).unwrap()), (error, Formula::False)].into();
    proof(cfa, &Proof::Zeros { counters: SortedSet::new(), invariants }, &[error], &Solving::Without, &Budget::seconds(60.0)).map(drop)
}

const BY_FIRST: &str = "0 <= i && i <= s.$first && s.$first <= 4";
const BY_LAST: &str = "0 <= i && i <= s.$last && s.$last <= 4";

#[test]
fn a_scan_stays_before_a_zero() {
    for said in [BY_FIRST, BY_LAST] {
        ask(&scan(4, 0), said).unwrap();
        ask(&scan(0, 0), said).unwrap();
    }
}

#[test]
fn what_is_changed_is_refused() {
    for wrong in [scan(4, 1), scan(5, 0), scan(-1, 0)] {
        for said in [BY_FIRST, BY_LAST] {
            assert!(matches!(ask(&wrong, said), Err(Why::Rejected { .. } | Why::Unconfirmed { .. })));
        }
    }
    let weak = [
        "0 <= i && i <= s.$first && s.$first <= 5",
        "0 <= i && i <= s.$first + 1 && s.$first <= 4",
        "0 <= i && i < s.$first && s.$first <= 4",
        "0 <= i && i <= s.$first",
        "i <= s.$first && s.$first <= 4",
        "0 <= i && i <= 4",
        "0 <= i && i <= s.$last + 1 && s.$last <= 4",
    ];
    for said in weak {
        assert!(matches!(ask(&scan(4, 0), said), Err(Why::Rejected { .. } | Why::Unconfirmed { .. })), "{said}");
    }
}

#[test]
fn a_program_without_such_conditions_has_no_such_proof() {
    let cfa = parse_cfa("cfa var x: int entry A error E reach \"\" edge A -> E: assume x != 0").unwrap();
    let error = cfa.loc_named("E").unwrap();
    let invariants = [(error, Formula::False)].into();
    assert!(matches!(
        proof(&cfa, &Proof::Zeros { counters: SortedSet::new(), invariants }, &[error], &Solving::Without, &Budget::unlimited()),
        Err(Why::Rejected { .. })
    ));
}

/// A scan of one of two strings: `s` with five elements and a zero at 4, `t` with three and one at `last`.
fn either(choice: &str, last: i64) -> Cfa {
    let text = format!(
        "cfa var i: int var x: int var p: int var s: i8[5] var t: i8[3] entry A
         error E bounds \"outside of s\" error F bounds \"outside of t\"
         edge A -> A1: input s i8  edge A1 -> A2: s := store(s, 4, 0)
         edge A2 -> A3: input t i8  edge A3 -> A4: t := store(t, {last}, 0)
         edge A4 -> A5: input x int
         edge A5 -> P: assume x > 0  edge P -> H: p := {choice}  edge A5 -> Q: assume x <= 0  edge Q -> H: p := 2
         edge H -> S: assume p == 1  edge S -> E: assume i < 0 || i >= 5  edge S -> S1: assume i >= 0 && i < 5
         edge S1 -> D: assume s[i] != 0  edge S1 -> X: assume s[i] == 0
         edge H -> T: assume p == 2  edge T -> F: assume i < 0 || i >= 3  edge T -> T1: assume i >= 0 && i < 3
         edge T1 -> D: assume t[i] != 0  edge T1 -> X: assume t[i] == 0
         edge D -> H: i := i + 1"
    );
    parse_cfa(&text).unwrap()
}

/// With the program unfolded by these variables, this is said of `H` where `p` is 1, and that where it is 2.
fn ask_either(cfa: &Cfa, counters: &[&str], of_s: &str, of_t: &str) -> Result<(), Why> {
    let counters: SortedSet<_> = counters.iter().map(|n| cfa.var_named(n).unwrap()).collect();
    let errors = ["E", "F"].map(|name| cfa.loc_named(name).unwrap());
    let mut invariants: SortedMap<LocId, Formula> = errors.map(|e| (e, Formula::False)).into();
    if let Ok(unfolded) = Unfolded::new(cfa, &counters) {
        let view = Zeros::new(&unfolded.cfa).unwrap();
        for (copy, said) in unfolded.copies_of(cfa.loc_named("H").unwrap()).zip([of_s, of_t]) {
            invariants.insert(copy, parse_formula(said, &view.cfa).unwrap());
        }
    }
    proof(cfa, &Proof::Zeros { counters, invariants }, &errors, &Solving::Without, &Budget::seconds(60.0)).map(drop)
}

#[test]
fn each_string_has_its_own_invariant() {
    let [of_s, of_t] = ["0 <= i && i <= s.$first && s.$first <= 4", "0 <= i && i <= t.$first && t.$first <= 2"];
    let refused = |cfa: &Cfa, counters: &[&str], of_s, of_t| {
        assert!(matches!(ask_either(cfa, counters, of_s, of_t), Err(Why::Rejected { .. } | Why::Unconfirmed { .. })), "{of_s}, {of_t}");
    };
    let cfa = either("1", 2);
    // Of the two copies the one that was made first is the one of the choice that was met last.
    assert!(ask_either(&cfa, &["p"], of_s, of_t).is_ok() != ask_either(&cfa, &["p"], of_t, of_s).is_ok());
    for (of_s, of_t) in [(of_s, "0 <= i && i <= t.$first && t.$first <= 3"), ("0 <= i", of_t), (of_s, of_s), (of_t, of_t)] {
        refused(&cfa, &["p"], of_s, of_t);
        refused(&cfa, &["p"], of_t, of_s);
    }
    // The string has no zero, what is chosen is not known, and what is an input or is not unfolded tells nothing apart.
    for (cfa, counters) in [(either("1", -1), "p"), (either("x", 2), "p"), (either("1", 2), "x"), (either("1", 2), "i")] {
        refused(&cfa, &[counters], of_s, of_t);
        refused(&cfa, &[counters], of_t, of_s);
    }
}
