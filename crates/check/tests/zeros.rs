//! Proofs about the automaton that knows where the zeros of its maps are.

use base::text::{parse_cfa, parse_formula};
use base::{Budget, Cfa, Formula, Proof, Why, Zeros};
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
    proof(cfa, &Proof::Zeros { invariants }, &[error], &Solving::Without, &Budget::seconds(60.0)).map(drop)
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
        proof(&cfa, &Proof::Zeros { invariants }, &[error], &Solving::Without, &Budget::unlimited()),
        Err(Why::Rejected { .. })
    ));
}
