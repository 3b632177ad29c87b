//! Hand-written proofs are accepted; proofs with a changed constant, a lost conjunct or a changed comparison are judged as
//! the solver judges them.

mod cases;
mod random_edges;
mod weakest;

use base::exec::Request;
use base::random::Random;
use base::{Budget, Expr, Formula, Int, LocId, Proof, SortedMap, Why};
use cases::{Case, all, case};
use check::{Solving, proof, vacuous};
use logic::Solver;
use weakest::by_solver;

fn main() {
    trials::run([
        trials::plain![
            proofs_by_hand_are_confirmed_without_a_solver,
            proofs_by_hand_hold_where_runs_have_been,
            a_vacuous_proof_is_noticed,
            what_arithmetic_cannot_show_is_open_without_a_solver,
            cycles_need_a_formula,
            senseless_proofs_are_rejected_without_a_panic,
            exhaustive_proofs_are_executed,
        ],
        trials::with![
            Solver::find().or(Err("z3")),
            mutated_proofs_are_judged_as_the_solver_judges_them,
            what_arithmetic_cannot_show_the_solver_does,
            random_edges::random_edges_are_judged_as_the_solver_judges_them,
        ],
    ]);
}

fn proofs_by_hand_are_confirmed_without_a_solver() {
    for case in all() {
        let confirmed = proof(&case.cfa, &case.proof(), &case.targets, &Solving::Without, &Budget::unlimited());
        let confirmed = confirmed.unwrap_or_else(|why| panic!("{}: {why}", case.name));
        assert_eq!(confirmed.by_arithmetic, confirmed.obligations, "{}", case.name);
        assert!(confirmed.obligations > 0, "{}", case.name);
    }
}

fn proofs_by_hand_hold_where_runs_have_been() {
    for case in all() {
        let mut r = Random::new(3);
        let mut random = |request: &Request| {
            Some(match request {
                Request::Choice { options, .. } => Int::from(r.below(u64::from(*options))),
                Request::Value { ty: Some(ty), .. } | Request::Element { ty: Some(ty), .. } => {
                    ty.wrap(&Int::from(r.next_u64() >> r.below(64)))
                }
                _ => Int::from(r.between(-9, 9)),
            })
        };
        for _ in 0..20 {
            let violation = vacuous(&case.cfa, &case.proof(), &mut [&mut random], 300);
            assert!(violation.is_none(), "{}: {violation:?}", case.name);
        }
    }
}

fn a_vacuous_proof_is_noticed() {
    let case = &all()[0];
    let entry = Proof::Invariants(SortedMap::from([(case.cfa.loc_named("H").unwrap(), Formula::False)]));
    let violation = vacuous(&case.cfa, &entry, &mut [&mut |_: &Request| Some(Int::ONE)], 10).expect("a run has been there");
    assert_eq!((violation.loc, violation.step), (case.cfa.loc_named("H").unwrap(), 2));
}

/// All formulas that differ in one place: a constant one off, a conjunct or disjunct less, a comparison changed.
fn mutants(f: &Formula) -> Vec<Formula> {
    let mut found = Vec::new();
    match f {
        Formula::True | Formula::False | Formula::Rel(..) => {}
        Formula::Cmp(op, a, b) => {
            let with = |x: &Expr, y: &Expr| Formula::Cmp(*op, x.clone().into(), y.clone().into());
            found.extend(expr_mutants(a).iter().map(|x| with(x, b)));
            found.extend(expr_mutants(b).iter().map(|y| with(a, y)));
            for other in [base::CmpOp::Eq, base::CmpOp::Le, base::CmpOp::Gt, base::CmpOp::Ne] {
                if other != *op {
                    found.push(Formula::Cmp(other, a.clone(), b.clone()));
                }
            }
        }
        Formula::Not(inner) => found.extend(mutants(inner).iter().map(Formula::negate)),
        Formula::And(parts) | Formula::Or(parts) => {
            let again = |parts: Vec<Formula>| if matches!(f, Formula::And(_)) { Formula::And(parts) } else { Formula::Or(parts) };
            for (i, part) in parts.iter().enumerate() {
                let mut fewer = parts.clone();
                fewer.remove(i);
                found.push(again(fewer));
                for mutant in mutants(part) {
                    let mut changed = parts.clone();
                    changed[i] = mutant;
                    found.push(again(changed));
                }
            }
        }
        Formula::Quant(q, vars, body) => {
            found.extend(mutants(body).into_iter().map(|b| Formula::Quant(*q, vars.clone(), b.into())));
        }
    }
    found
}

fn expr_mutants(e: &Expr) -> Vec<Expr> {
    match e {
        Expr::Const(c) => vec![Expr::Const(c + Int::ONE), Expr::Const(c - Int::ONE)],
        Expr::Bin(op, a, b) => {
            let left = expr_mutants(a).into_iter().map(|x| Expr::Bin(*op, x.into(), b.clone()));
            left.chain(expr_mutants(b).into_iter().map(|y| Expr::Bin(*op, a.clone(), y.into()))).collect()
        }
        _ => Vec::new(),
    }
}

fn mutated_proofs_are_judged_as_the_solver_judges_them(solver: &Solver) {
    let mut session = solver.session();
    let budget = Budget::seconds(400.0);
    let mut counts: SortedMap<&str, usize> = SortedMap::new();
    for case in all() {
        for (loc, f) in &case.invariants {
            for mutant in mutants(f) {
                let mut invariants = case.invariants.clone();
                invariants.insert(*loc, mutant.clone());
                judge(&case, &invariants, &mut session, &budget, &mut counts);
            }
            let mut fewer = case.invariants.clone();
            fewer.remove(loc);
            judge(&case, &fewer, &mut session, &budget, &mut counts);
        }
    }
    assert!(counts["accepted, solver agrees"] > 20, "{counts:?}");
    assert!(counts["rejected, solver agrees"] > 100, "{counts:?}");
    let total: usize = counts.values().sum();
    assert!(counts.get("unconfirmed although true").is_none_or(|n| n * 10 < total), "{counts:?}");
}

fn judge(
    case: &Case,
    invariants: &SortedMap<LocId, Formula>,
    session: &mut logic::Session,
    budget: &Budget,
    counts: &mut SortedMap<&str, usize>,
) {
    let ours = proof(&case.cfa, &Proof::Invariants(invariants.clone()), &case.targets, &Solving::Without, budget);
    let theirs = by_solver(case, invariants, session, budget);
    let outcome = match (ours, theirs) {
        (Ok(_), Some(true)) => "accepted, solver agrees",
        (Ok(_), None) => "accepted, solver does not know",
        (Ok(_), Some(false)) => panic!("{}: a wrong proof is accepted: {invariants:?}", case.name),
        (Err(Why::Rejected { .. }), Some(false)) => "rejected, solver agrees",
        (Err(Why::Rejected { .. }), None) => "rejected, solver does not know",
        (Err(Why::Rejected { what, .. }), Some(true)) => panic!("{}: a right proof is rejected: {what}", case.name),
        (Err(Why::Unconfirmed { .. }), Some(true)) => "unconfirmed although true",
        (Err(Why::Unconfirmed { .. }), _) => "unconfirmed and not true",
        (Err(why), _) => panic!("{}: {why}", case.name),
    };
    *counts.entry(outcome).or_default() += 1;
}

/// A sum of squares needs products that arithmetic does not try.
fn hard() -> Case {
    case(
        "squares",
        "cfa var x: int var y: int entry A error E reach \"negative\"
         edge A -> B: input x int  edge B -> C: input y int  edge C -> E: assume x * x + y * y < 2 * x * y",
        &[],
    )
}

fn what_arithmetic_cannot_show_is_open_without_a_solver() {
    let hard = hard();
    let without = proof(&hard.cfa, &hard.proof(), &hard.targets, &Solving::Without, &Budget::unlimited());
    assert!(matches!(without, Err(Why::Unconfirmed { .. })), "{without:?}");
    // The text says which edge, and how to get a solver when there is none.
    let gone = proof(&hard.cfa, &hard.proof(), &hard.targets, &Solving::With(Solver::at("/nonexistent")), &Budget::seconds(60.0));
    assert!(matches!(&gone, Err(Why::Unconfirmed { what, .. }) if what.contains("assume x * x + y * y")), "{gone:?}");
}

fn what_arithmetic_cannot_show_the_solver_does(solver: &Solver) {
    let hard = hard();
    let with = proof(&hard.cfa, &hard.proof(), &hard.targets, &Solving::With(solver.clone()), &Budget::seconds(60.0));
    assert_eq!(with.map(|c| c.by_solver), Ok(1));
}

fn cycles_need_a_formula() {
    let case = case(
        "a loop without a formula",
        "cfa var x: int entry A error E reach \"negative\"
         edge A -> H: x := 0  edge H -> H: x := x + 1  edge H -> E: assume x < 0",
        &[],
    );
    let verdict = proof(&case.cfa, &case.proof(), &case.targets, &Solving::Without, &Budget::unlimited());
    assert!(matches!(&verdict, Err(Why::Unconfirmed { what, .. }) if what.contains("cycle")), "{verdict:?}");
}

fn senseless_proofs_are_rejected_without_a_panic() {
    let case = &all()[7];
    let (h, a) = (case.cfa.loc_named("H").unwrap(), case.cfa.var_named("a").unwrap());
    let zero = || std::sync::Arc::new(Expr::from(0));
    let senseless = [
        Formula::Cmp(base::CmpOp::Eq, std::sync::Arc::new(Expr::Var(a)), zero()),
        Formula::Cmp(base::CmpOp::Eq, std::sync::Arc::new(Expr::Var(base::VarId(99))), zero()),
        Formula::Cmp(base::CmpOp::Eq, std::sync::Arc::new(Expr::bound("k")), zero()),
        Formula::Cmp(base::CmpOp::Eq, std::sync::Arc::new(Expr::select(base::VarId(1), 0)), zero()),
    ];
    for f in senseless {
        let p = Proof::Invariants(SortedMap::from([(h, f)]));
        assert!(matches!(proof(&case.cfa, &p, &case.targets, &Solving::Without, &Budget::unlimited()), Err(Why::Rejected { .. })));
    }
    let nowhere = Proof::Invariants(SortedMap::from([(LocId(999), Formula::True)]));
    assert!(proof(&case.cfa, &nowhere, &case.targets, &Solving::Without, &Budget::unlimited()).is_err());
    assert!(proof(&case.cfa, &case.proof(), &[LocId(999)], &Solving::Without, &Budget::unlimited()).is_err());
    assert!(matches!(
        proof(&case.cfa, &case.proof(), &[case.cfa.entry], &Solving::Without, &Budget::unlimited()),
        Err(Why::Rejected { .. })
    ));
}

fn exhaustive_proofs_are_executed() {
    let text = |bound: i64| {
        format!(
            "cfa var x: u8 var y: int entry A error E reach \"too large\"
             edge A -> B: input x u8  edge B -> H: y := x
             edge H -> I: assume y < 300  edge I -> H: y := y + 7  edge I -> H: y := y + 9
             edge H -> J: assume y >= 300  edge J -> E: assume y > {bound}  edge J -> X: assume y <= {bound}"
        )
    };
    let judge = |bound, runs| {
        let case = case("runs", &text(bound), &[]);
        proof(&case.cfa, &Proof::Exhaustive { runs }, &case.targets, &Solving::Without, &Budget::seconds(60.0))
    };
    // Too many runs to be enumerated in the bound that the proof gives.
    assert!(matches!(judge(308, 1000), Err(Why::Rejected { .. })));
    assert!(matches!(judge(307, u64::MAX), Err(Why::Rejected { .. })));
    let small = case(
        "few runs",
        "cfa var x: u8 entry A error E reach \"too large\"
         edge A -> B: input x u8  edge B -> C: skip  edge B -> C: x := x + 1  edge C -> E: assume x > 256",
        &[],
    );
    let confirmed = proof(&small.cfa, &Proof::Exhaustive { runs: 512 }, &small.targets, &Solving::Without, &Budget::unlimited()).unwrap();
    assert_eq!(confirmed.obligations, 512);
    assert!(proof(&small.cfa, &Proof::Exhaustive { runs: 511 }, &small.targets, &Solving::Without, &Budget::unlimited()).is_err());
    let wide = case("wide", "cfa var x: i32 entry A error E reach \"no\" edge A -> B: input x i32 edge B -> E: assume x > 3000000000", &[]);
    let verdict = proof(&wide.cfa, &Proof::Exhaustive { runs: u64::MAX }, &wide.targets, &Solving::Without, &Budget::unlimited());
    assert!(matches!(verdict, Err(Why::Unconfirmed { .. })), "{verdict:?}");
}
