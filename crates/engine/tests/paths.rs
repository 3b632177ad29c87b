//! Candidates that the domain can neither exclude nor run are decided by their exact formulas.

use base::text::parse_cfa;
use base::{Budget, Cfa, Domain, LocId, Proof, Trace, Why};
use domains::{Intervals, Octagons};
use engine::{Dagger, Decided, Desk, Engine, Ingredients, Judge, Progress, Watch};
use logic::Solver;

/// The real judge, who may ask a solver as well.
struct Court;

impl Judge for Court {
    fn trace(&self, cfa: &Cfa, trace: &Trace, budget: &Budget) -> Result<(), Why> {
        check::trace(cfa, trace, budget)
    }

    fn proof(&self, cfa: &Cfa, proof: &Proof, targets: &[LocId], budget: &Budget) -> Result<(), Why> {
        check::proof(cfa, proof, targets, &check::Solving::IfNeeded, budget).map(|_| ())
    }
}

impl Watch for Court {
    fn progress(&self, _: &str, _: &Progress) {}
    fn tell(&self, _: &str, _: &str) {}
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Answer {
    Safe,
    Unsafe,
    Unknown,
}

fn solve<D: Domain + Sync>(text: &str, domain: impl Fn(&Cfa) -> D, exact_paths: bool) -> Answer {
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}"));
    let budget = Budget::seconds(20.0);
    let desk = Desk::new(&cfa, &Court, &Court, budget.clone());
    let ingredients = Ingredients { exact_paths, ..Ingredients::default() };
    Dagger { domain: domain(&cfa), domain_name: "tested", ingredients, board: None, patience: None }.solve(&cfa, &desk, &budget);
    match desk.decided().get(&cfa.errors[0].loc) {
        Some(Decided::Unreachable { .. }) => Answer::Safe,
        Some(Decided::Reached { .. }) => Answer::Unsafe,
        Some(Decided::Contradiction { engines }) => panic!("{engines}"),
        None => Answer::Unknown,
    }
}

fn main() {
    trials::run([trials::with![
        Solver::find().or(Err("z3")),
        bounds_that_only_the_exact_formula_knows_are_enough_for_the_domain,
        values_that_no_preimage_suggests_are_run,
    ]]);
}

/// A product is compared with a bound that only a loop's bound explains. The preimages of the product are all states, so the
/// path that leaves the loop at once is a candidate; its exact formula says which bound of i is needed.
const COUNTED: &str = "cfa
var i: i32
var c: i32
entry A
error E reach \"too much\"
edge A -> H: i := 0
edge H -> B: input c i32
edge B -> C: assume c != 0
edge C -> D: assume i / 10 < 100
edge D -> H: i := i + 1
edge B -> X: assume c == 0
edge X -> E: assume i * (i + 1) > 1003000
";

fn bounds_that_only_the_exact_formula_knows_are_enough_for_the_domain(_: &Solver) {
    let cube = COUNTED.replace("i * (i + 1) > 1003000", "i * i * i > 1003000000");
    for text in [COUNTED, &cube] {
        assert_eq!((solve(text, Intervals::new, false), solve(text, Intervals::new, true)), (Answer::Unknown, Answer::Safe));
        assert_eq!((solve(text, Octagons::new, false), solve(text, Octagons::new, true)), (Answer::Unknown, Answer::Safe));
    }
    // 1000 is reached.
    let reached = COUNTED.replace("> 1003000", "> 1000999");
    assert_ne!(solve(&reached, Intervals::new, true), Answer::Safe);
}

fn values_that_no_preimage_suggests_are_run(_: &Solver) {
    let text = "cfa
var x: i32
var y: i32
entry A
error E reach \"two equations\"
edge A -> B: input x i32
edge B -> C: input y i32
edge C -> D: assume 3 * x - 7 * y == 12345
edge D -> E: assume 5 * x + 2 * y == 314668
";
    assert_eq!((solve(text, Intervals::new, false), solve(text, Intervals::new, true)), (Answer::Unknown, Answer::Unsafe));
}
