//! Proofs with contracts: a recursive program by hand, and what must not be confirmed about it.

use base::contract::{Contract, Contracts, Outline};
use base::text::{parse_cfa, parse_formula, print_cfa};
use base::{Budget, Cfa, LocId, Proof, SortedMap, Why};
use check::{Solving, proof};

/// `f(p) = p == 0 ? 0 : f(p - 1) + 1`, with a local `k` that is p before and after the call.
const COUNT: &str = r#"cfa
var n: int
var x: int
var t0: int
var p: int
var r: int
var t1: int
var k: int
var d: int
var s: int -> int
var ks: int -> int
entry A
error E reach "the result is not n"
error F reach "the local has changed"
edge A -> B: input n int
edge B -> C: assume n >= 0
edge C -> D: t0 := n
edge D -> D1: d := 0
edge D1 -> F0: p := t0
edge F0 -> F1: assume p == 0
edge F1 -> X: r := 0
edge F0 -> F2: assume p != 0
edge F2 -> F3: k := p
edge F3 -> G: t1 := p - 1
edge G -> G1: s := store(s, d, 1)
edge G1 -> G2: ks := store(ks, d, k)
edge G2 -> G3: d := d + 1
edge G3 -> F0: p := t1
edge X -> R: assume d == 0
edge X -> H0: assume d > 0 && s[d - 1] == 1
edge H0 -> H1: d := d - 1
edge H1 -> H: k := ks[d]
edge H -> H2: r := r + 1
edge H2 -> F: assume r != k
edge H2 -> X: assume r == k
edge R -> S: x := r
edge S -> E: assume x != n
recursion
procedure f (p) F0 -> X (r)
call 0 D -> R (p t0) keep ()
call 0 G -> H (p t1) keep (k)
own (p r t1 k) stack (d s ks)
"#;

fn contract(cfa: &Cfa, requires: &str, ensures: &str) -> Contracts {
    let extended = Outline::new(cfa).unwrap().extended(cfa);
    let read = |text: &str| parse_formula(text, &extended).unwrap_or_else(|e| panic!("{text}: {e}"));
    vec![vec![Contract { requires: read(requires), ensures: read(ensures) }]]
}

fn judge(cfa: &Cfa, contracts: Contracts, targets: &[&str]) -> Result<(), Why> {
    let targets: Vec<LocId> = targets.iter().map(|t| cfa.loc_named(t).unwrap()).collect();
    let p = Proof::Contracts { contracts, invariants: SortedMap::new() };
    proof(cfa, &p, &targets, &Solving::Without, &Budget::unlimited()).map(drop)
}

fn count() -> Cfa {
    parse_cfa(COUNT).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn the_text_of_a_recursion_is_read_back() {
    let text = print_cfa(&count());
    let again = parse_cfa(&text).unwrap_or_else(|e| panic!("{e}"));
    assert_eq!((print_cfa(&again), again.recursions), (text, count().recursions));
}

#[test]
fn a_contract_that_is_kept_proves_the_program() {
    let cfa = count();
    assert_eq!(judge(&cfa, contract(&cfa, "p >= 0", "r == p@entry"), &["E", "F"]), Ok(()));
    // Without a bound on p it holds as well: f does not return for negative numbers.
    assert_eq!(judge(&cfa, contract(&cfa, "p == p", "r == p@entry"), &["E", "F"]), Ok(()));
}

#[test]
fn a_contract_that_is_broken_proves_nothing() {
    let cfa = count();
    for (requires, ensures) in [
        ("p >= 0", "r == p@entry + 1"),
        ("p >= 0", "r == p@entry && p@entry <= 9"),
        ("p >= 0", "r != r"),
        ("p >= 1", "r == p@entry"),
        ("p <= 9", "r == p@entry"),
        ("p != p", "r == p@entry"),
    ] {
        for targets in [["E"].as_slice(), &["F"], &[]] {
            let answer = judge(&cfa, contract(&cfa, requires, ensures), targets);
            assert!(answer.is_err(), "{requires} / {ensures} for {targets:?}");
        }
    }
    // Kept, but it does not say enough.
    assert!(judge(&cfa, contract(&cfa, "p >= 0", "r >= 0"), &["E"]).is_err());
    assert_eq!(judge(&cfa, contract(&cfa, "p >= 0", "r >= 0"), &[]), Ok(()));
}

#[test]
fn only_what_a_call_keeps_is_known_behind_it() {
    let forgetful = COUNT.replace("keep (k)", "keep ()").replace("edge H1 -> H: k := ks[d]", "edge H1 -> H: skip");
    let cfa = parse_cfa(&forgetful).unwrap();
    assert!(matches!(judge(&cfa, contract(&cfa, "p >= 0", "r == p@entry"), &["F"]), Err(Why::Unconfirmed { .. })));
}

#[test]
fn a_description_that_does_not_fit_is_rejected() {
    for (from, to) in [
        ("keep (k)", "keep ()"),
        ("keep (k)", "keep (k n)"),
        ("keep ()", "keep (x)"),
        ("(p t1)", "()"),
        ("(p t1)", "(p t0)"),
        ("D -> R", "D -> H"),
        ("stack (d s ks)", "stack (s ks)"),
        ("edge R -> S: x := r", "edge R -> S: x := d"),
        ("edge R -> S: x := r", "edge R -> F0: x := r"),
        ("edge G1 -> G2: ks := store(ks, d, k)", "edge G1 -> G2: n := 3"),
        ("edge H0 -> H1: d := d - 1", "edge H0 -> H1: n := 3"),
    ] {
        let text = COUNT.replace(from, to);
        assert_ne!(text, COUNT);
        assert!(Outline::new(&parse_cfa(&text).unwrap()).is_err(), "{from} as {to}");
    }
}

#[test]
fn globals_are_as_the_contract_says_and_no_more() {
    // A global that counts the calls: shared by all activations, so a call may change it.
    let counted = COUNT
        .replace("var n: int", "var n: int\nvar g: int\nvar h: int")
        .replace("edge F2 -> F3: k := p", "edge F2 -> F25: k := p\nedge F25 -> F3: g := g + 1");
    let counted = counted.replace("assume x != n", "assume g != n || h != 0");
    let cfa = parse_cfa(&counted).unwrap();
    let kept = "r == p@entry && g == g@entry + p@entry";
    assert_eq!(judge(&cfa, contract(&cfa, "p >= 0", kept), &["E"]), Ok(()));
    assert!(judge(&cfa, contract(&cfa, "p >= 0", "r == p@entry"), &["E"]).is_err());
    assert!(judge(&cfa, contract(&cfa, "p >= 0", "r == p@entry && g == g@entry"), &["E"]).is_err());
}

#[test]
fn contracts_about_something_else_are_rejected() {
    let cfa = count();
    let rejected = |contracts: Contracts| matches!(judge(&cfa, contracts, &["E"]), Err(Why::Rejected { .. }));
    assert!(rejected(Vec::new()));
    assert!(rejected(vec![Vec::new()]));
    // Variables of an activation are not known outside, stacks nowhere.
    for (requires, ensures) in
        [("p >= 0", "r == p"), ("p >= 0", "k == k"), ("t1 == t1", "r == r"), ("d == d", "r == r"), ("p == p@entry", "r == r")]
    {
        assert!(rejected(contract(&cfa, requires, ensures)), "{requires} / {ensures}");
    }
    let twice: Contracts = [contract(&cfa, "p >= 0", "r == p@entry"), contract(&cfa, "p >= 0", "r == p@entry")].concat();
    assert!(rejected(twice));
    let broken = parse_cfa(&COUNT.replace("call 0 G", "call 7 G")).unwrap();
    assert!(matches!(judge(&broken, Vec::new(), &["E"]), Err(Why::Rejected { .. })));
}
