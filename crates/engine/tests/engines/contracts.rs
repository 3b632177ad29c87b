//! Contracts are inferred, proved, confirmed, and true of the runs of the program.

use crate::chosen;
use crate::court::{Answer, Court, Story, answer};
use base::contract::Outline;
use base::exec::Request;
use base::random::Random;
use base::text::parse_cfa;
use base::{Budget, Cfa, Domain, Int, Proof};
use domains::{Chosen, Disjunctive};
use engine::{Contractual, Dagger, Decided, Desk, Engine, Ingredients};

/// A procedure `f(p)` with result r that calls itself with `t1 := …` at G and goes on at H; k is kept. The program calls it with n.
fn recursive(globals: &str, start: &str, body: &str, end: &str) -> Cfa {
    let text = format!(
        "cfa\nvar n: int\nvar t0: int\nvar p: int\nvar r: int\nvar t1: int\nvar k: int\nvar d: int\nvar s: int -> int\nvar ks: int -> int\n{globals}\
         entry A\nerror E reach \"\"\nedge A -> B: input n i32\n{start}\nedge C -> D: t0 := n\nedge D -> D1: d := 0\nedge D1 -> F0: p := t0\n{body}\n\
         edge G -> G1: s := store(s, d, 1)\nedge G1 -> G2: ks := store(ks, d, k)\nedge G2 -> G3: d := d + 1\nedge G3 -> F0: p := t1\n\
         edge X -> R: assume d == 0\nedge X -> H0: assume d > 0 && s[d - 1] == 1\nedge H0 -> H1: d := d - 1\nedge H1 -> H: k := ks[d]\n{end}\n\
         recursion\nprocedure f (p) F0 -> X (r)\ncall 0 D -> R (p t0) keep ()\ncall 0 G -> H (p t1) keep (k)\nown (p r t1 k) stack (d s ks)\n"
    );
    parse_cfa(&text).unwrap_or_else(|e| panic!("{e}\n{text}"))
}

/// The depth: `f(p) = p > 0 ? f(p - 1) + 1 : 0`, with a global that counts.
fn depth(claim: &str) -> Cfa {
    let body = "edge F0 -> F1: assume p <= 0\nedge F1 -> X: r := 0\nedge F0 -> F2: assume p > 0\nedge F2 -> F3: g := g + 1\n\
                edge F3 -> F4: k := p\nedge F4 -> G: t1 := k - 1\nedge H -> X: r := r + 1";
    recursive("var g: int\n", "edge B -> C: assume n >= 0", body, &format!("edge R -> E: assume {claim}"))
}

/// Sums of results: `f(p) = p > 0 ? k + f(p - 1) where k = 2 : 5`.
fn steps(claim: &str) -> Cfa {
    let body = "edge F0 -> F1: assume p <= 0\nedge F1 -> X: r := 5\nedge F0 -> F2: assume p > 0\nedge F2 -> F3: k := 2\n\
                edge F3 -> G: t1 := p - 1\nedge H -> X: r := k + r";
    recursive("", "edge B -> C: skip", body, &format!("edge R -> E: assume {claim}"))
}

fn solve<B: Domain + Sync + 'static, D: Domain + Sync + 'static>(cfa: &Cfa, make: impl Fn(&Cfa) -> (B, D)) -> Answer {
    let extended = Outline::new(cfa).unwrap().extended(cfa);
    let (base, domain) = make(&extended);
    let prover = Dagger {
        domain: chosen::intervals(&extended),
        domain_name: "interval",
        ingredients: Ingredients::default(),
        patience: Some(std::time::Duration::from_millis(100)),
        board: None,
    };
    let engine = Contractual { base, domain, domain_name: "test", provers: vec![Box::new(prover)], patience: None };
    let (court, story) = (Court, Story::default());
    let budget = Budget::seconds(20.0);
    let desk = Desk::new(cfa, &court, &story, budget.clone());
    engine.solve(cfa, &desk, &budget);
    for decided in desk.decided().values() {
        if let Decided::Unreachable { proof, .. } = decided {
            true_of_runs(cfa, proof);
        }
    }
    answer(&desk, &story, cfa.errors[0].loc)
}

fn true_of_runs(cfa: &Cfa, proof: &Proof) {
    assert!(matches!(proof, Proof::Contracts { .. }));
    let mut r = Random::new(7);
    for _ in 0..50 {
        let mut random = |_: &Request| Some(Int::from(r.between(-3, 12)));
        let violation = check::vacuous(cfa, proof, &mut [&mut random], 2000);
        assert!(violation.is_none(), "{violation:?}");
    }
}

fn polyhedra(cfa: &Cfa) -> (Chosen, Chosen) {
    (chosen::polyhedra(cfa), chosen::polyhedra(cfa))
}

fn cases(cfa: &Cfa) -> (Chosen, Disjunctive<Chosen>) {
    (chosen::polyhedra(cfa), Disjunctive::new(chosen::polyhedra(cfa)).at_most(2))
}

#[test]
fn relations_between_entry_and_exit_are_found() {
    assert_eq!(solve(&depth("r != n"), polyhedra), Answer::Safe);
    assert_eq!(solve(&depth("g != n"), polyhedra), Answer::Safe);
    assert_eq!(solve(&depth("r < 0"), |cfa| (chosen::intervals(cfa), chosen::intervals(cfa))), Answer::Safe);
}

#[test]
fn a_contract_may_have_cases() {
    let claim = "n > 0 && r != 5 + 2 * n || n <= 0 && r != 5";
    assert_eq!(solve(&steps(claim), cases), Answer::Safe);
}

#[test]
fn what_is_false_is_not_proved() {
    for cfa in [depth("r != n + 1"), depth("g == 4"), depth("r == 3"), steps("r == 5"), steps("r != 5 + 2 * n"), steps("r == 25")] {
        assert_ne!(solve(&cfa, polyhedra), Answer::Safe);
        assert_ne!(solve(&cfa, cases), Answer::Safe);
    }
}
