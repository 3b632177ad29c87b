//! Random statements between random formulas: what is accepted the solver must not refute, and what is rejected it must not
//! confirm.

use crate::cases::Case;
use crate::weakest::by_solver;
use base::laws::draw::{Draw, vocabulary};
use base::{Budget, Check, ErrorInfo, Formula, InputKind, LocInfo, Proof, SortedMap, Stmt, Why};
use check::{Solving, proof};
use logic::Solver;

/// Any state, then `before` is assumed, then one statement; claimed: `before` holds ahead of it and `after` behind it.
fn program(before: Formula, stmt: Stmt, after: Formula) -> Case {
    let mut cfa = vocabulary();
    let mut at = cfa.entry;
    for v in 0..cfa.vars.len() as u32 {
        let to = cfa.add_loc(LocInfo::named(&format!("I{v}")));
        cfa.add_edge(at, to, Stmt::Input { var: base::VarId(v), ty: None, kind: InputKind::Uninitialised }, None);
        at = to;
    }
    let [p, q, e] = ["P", "Q", "E"].map(|name| cfa.add_loc(LocInfo::named(name)));
    cfa.add_edge(at, p, Stmt::Assume(before.clone()), None);
    cfa.add_edge(p, q, stmt, None);
    cfa.add_edge(q, e, Stmt::Assume(after.negate()), None);
    cfa.errors.push(ErrorInfo { loc: e, check: Check::Reach, message: "not after".into(), span: None });
    Case { name: "random", cfa, invariants: SortedMap::from([(p, before), (q, after)]), targets: vec![e] }
}

pub fn random_edges_are_judged_as_the_solver_judges_them(solver: &Solver) {
    let mut session = solver.session();
    let vocabulary = vocabulary();
    let mut draw = Draw::new(77);
    let budget = Budget::seconds(300.0);
    let mut counts: SortedMap<&str, usize> = SortedMap::new();
    for _ in 0..1200 {
        let stmt = draw.stmt(&vocabulary);
        let after = draw.formula(&vocabulary, 1);
        let weakest = match &stmt {
            Stmt::Assign(v, e) => after.replace(*v, e),
            Stmt::Assume(f) => Formula::implies(f, after.clone()),
            _ => after.clone(),
        };
        let more = draw.formula(&vocabulary, 1);
        let before = match draw.below(4) {
            0 => more,
            1 => weakest,
            2 => Formula::or([Formula::and([weakest, more]), Formula::False]),
            _ => Formula::and([weakest, more]),
        };
        let case = program(before, stmt, after);
        let ours = proof(&case.cfa, &Proof::Invariants(case.invariants.clone()), &case.targets, &Solving::Without, &budget);
        let outcome = match ours {
            Ok(_) => match by_solver(&case, &case.invariants, &mut session, &budget) {
                Some(false) => panic!("accepted: {:?}", case.invariants),
                Some(true) => "accepted, solver agrees",
                None => "accepted, solver does not know",
            },
            Err(Why::Rejected { what, .. }) => match by_solver(&case, &case.invariants, &mut session, &budget) {
                Some(true) => panic!("rejected: {what}"),
                Some(false) => "rejected, solver agrees",
                None => "rejected, solver does not know",
            },
            Err(Why::Unconfirmed { .. }) => "unconfirmed",
            Err(why) => panic!("{why}"),
        };
        *counts.entry(outcome).or_default() += 1;
    }
    assert!(counts["accepted, solver agrees"] > 200 && counts["rejected, solver agrees"] > 50, "{counts:?}");
}
