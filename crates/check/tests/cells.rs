//! Proofs about the automaton in which small arrays are cells.

use base::text::{parse_cfa, parse_formula};
use base::{Budget, Cells, Cfa, Formula, Proof, Why};
use check::{Solving, proof};

/// Values are counted in one of three elements, or in `written` if that is given, and all together in `n`.
fn counts(written: &str, step: i64) -> Cfa {
    let text = format!(
        "cfa var n: int var i: int var c: i32[3] entry H error E reach \"the sum differs\"
         edge H -> A: input i u8
         edge A -> B: assume 0 <= i && i < 3
         edge B -> C: c := store(c, {written}, c[{written}] + {step})
         edge C -> H: n := n + 1
         edge H -> E: assume c[0] + c[1] + c[2] != n"
    );
    parse_cfa(&text).unwrap()
}

fn ask(cfa: &Cfa, most: u32, said: &str) -> Result<(), Why> {
    let view = Cells::new(&counts("i", 1), 3).unwrap();
    let [head, error] = ["H", "E"].map(|name| cfa.loc_named(name).unwrap());
    let invariants = [(head, parse_formula(said, &view.cfa).unwrap()), (error, Formula::False)].into();
    proof(cfa, &Proof::Cells { counters: [].into(), most, invariants }, &[error], &Solving::Without, &Budget::seconds(60.0)).map(drop)
}

const SUM: &str = "c.$0 + c.$1 + c.$2 == n";

fn is_refused(answer: Result<(), Why>) -> bool {
    matches!(answer, Err(Why::Rejected { .. } | Why::Unconfirmed { .. }))
}

#[test]
fn counts_add_up() {
    for written in ["i", "0", "2 - i"] {
        ask(&counts(written, 1), 3, SUM).unwrap();
    }
    ask(&counts("i", 1), 16, SUM).unwrap();
}

#[test]
fn what_is_changed_is_refused() {
    for wrong in [counts("i", 2), counts("i", 0), counts("i + 1", 1), counts("i - 1", 1), counts("3", 1)] {
        assert!(is_refused(ask(&wrong, 3, SUM)));
    }
    let weak =
        ["c.$0 + c.$1 + c.$2 <= n", "c.$0 + c.$1 + c.$2 == n + 1", "c.$0 + c.$1 == n", "c.$0 + c.$1 + c.$2 == n && c.$0 >= c.$1", "n >= 0"];
    for said in weak {
        assert!(is_refused(ask(&counts("i", 1), 3, said)), "{said}");
    }
}

/// A proof about cells that the automaton does not have.
#[test]
fn other_cells_are_refused() {
    assert!(is_refused(ask(&counts("i", 1), 2, SUM)));
    assert!(is_refused(ask(&counts("i", 1), 0, SUM)));
    let cfa = parse_cfa("cfa var n: int var i: int var c: i32[2] entry H error E reach \"\" edge H -> E: assume c[0] != n").unwrap();
    assert!(is_refused(ask(&cfa, 3, SUM)));
}
