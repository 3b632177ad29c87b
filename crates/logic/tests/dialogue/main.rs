//! Dialogues against questions that are asked one by one, and with solvers that die on the way.

#[cfg(unix)]
mod mortal;

use base::random::Random;
use base::{Budget, CmpOp, Expr, Formula, Sort, SortedSet, VarId};
use logic::dialogue::Verdict;
use logic::{Answer, ModelValue, Solver, Symbols};

const X: VarId = VarId(0);
const Y: VarId = VarId(1);
const A: VarId = VarId(2);

fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    symbols.add("x", Sort::Int);
    symbols.add("y", Sort::Int);
    symbols.add("a", Sort::array());
    symbols
}

fn budget() -> Budget {
    Budget::seconds(60.0)
}

/// A comparison of small terms over x, y, a\[x\], a\[y\] and constants.
fn random_atom(r: &mut Random) -> Formula {
    let term = |r: &mut Random| match r.below(5) {
        0 => Expr::Var(X),
        1 => Expr::Var(Y),
        2 => Expr::select(A, X),
        3 => Expr::select(A, Y),
        _ => Expr::from(r.between(-2, 2)),
    };
    let op = *r.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le]);
    Formula::cmp(op, Expr::add(term(r), r.between(-1, 1)), term(r))
}

fn literal(observed: &[Formula], (number, value): (usize, bool)) -> Formula {
    if value { observed[number].clone() } else { observed[number].negate() }
}

fn main() {
    trials::run([
        trials::plain![what_is_not_observed_is_not_assumed],
        trials::with![
            Solver::find().or(Err("z3")),
            the_combinations_that_are_enumerated_are_those_that_are_satisfiable,
            cores_are_contradictions_and_scopes_end,
            a_check_has_its_own_limit,
        ],
        #[cfg(unix)]
        trials::with![
            Solver::find().or(Err("z3")),
            mortal::a_dialogue_goes_on_with_a_new_process,
            mortal::a_dialogue_that_always_ends_in_the_middle_is_given_up,
            mortal::a_session_survives_the_end_of_its_idle_process,
            mortal::what_is_known_is_not_asked_again,
        ],
    ]);
}

fn the_combinations_that_are_enumerated_are_those_that_are_satisfiable(solver: &Solver) {
    let (mut session, mut single, symbols) = (solver.session(), solver.session(), symbols());
    let mut r = Random::new(7);
    for _ in 0..6 {
        let base = [random_atom(&mut r)];
        let observed: Vec<Formula> = (0..4).map(|_| random_atom(&mut r)).collect();
        let mut dialogue = session.dialogue(&symbols, &base, &observed);
        let mut found = SortedSet::new();
        loop {
            match dialogue.check(&[], true, &budget()) {
                Verdict::Sat { values, model } => {
                    let all: Vec<Formula> =
                        base.iter().cloned().chain(values.iter().enumerate().map(|(i, v)| literal(&observed, (i, *v)))).collect();
                    let state = model.expect("the model can be read").state(&symbols, &all).unwrap();
                    assert!(all.iter().all(|f| base::exec::eval::holds(f, &state) == Some(true)), "{all:?} in {state:?}");
                    let forbidden: Vec<(usize, bool)> = values.iter().enumerate().map(|(i, v)| (i, !v)).collect();
                    dialogue.clause(&forbidden);
                    assert!(found.insert(values), "a combination that is forbidden");
                }
                Verdict::Unsat { core } => {
                    assert!(core.is_empty());
                    break;
                }
                Verdict::Unknown(why) => panic!("{why}"),
            }
        }
        drop(dialogue);
        let expected = (0..16u32).map(|bits| (0..4).map(|i| bits >> i & 1 == 1).collect::<Vec<bool>>()).filter(|values| {
            let all: Vec<Formula> =
                base.iter().cloned().chain(values.iter().enumerate().map(|(i, v)| literal(&observed, (i, *v)))).collect();
            matches!(single.check_sat(&symbols, &all, &budget()), Answer::Sat(_))
        });
        assert_eq!(found, expected.collect(), "{base:?} {observed:?}");
    }
}

fn cores_are_contradictions_and_scopes_end(solver: &Solver) {
    let (mut session, mut single, symbols) = (solver.session(), solver.session(), symbols());
    let mut r = Random::new(11);
    let mut cores = 0;
    for _ in 0..12 {
        let mut observed: Vec<Formula> = (0..5).map(|_| random_atom(&mut r)).collect();
        let mut dialogue = session.dialogue(&symbols, &[], &observed);
        for round in 0..4 {
            let assumptions: Vec<(usize, bool)> = (0..observed.len()).map(|i| (i, r.chance(2))).collect();
            let side = random_atom(&mut r);
            dialogue.push();
            dialogue.assert(&side);
            let seen = dialogue.observe(&random_atom(&mut r));
            assert_eq!(seen, observed.len());
            let verdict = dialogue.check(&assumptions, false, &budget());
            dialogue.pop();
            assert_eq!(dialogue.observed(), observed.len());
            let with_side =
                |literals: &[(usize, bool)]| literals.iter().map(|l| literal(&observed, *l)).chain([side.clone()]).collect::<Vec<_>>();
            match verdict {
                Verdict::Sat { values, model } => {
                    assert!(model.is_none() && assumptions.iter().all(|(i, v)| values[*i] == *v));
                    assert!(matches!(single.check_sat(&symbols, &with_side(&assumptions), &budget()), Answer::Sat(_)));
                }
                Verdict::Unsat { core } => {
                    let used: Vec<(usize, bool)> = core.iter().map(|at| assumptions[*at]).collect();
                    assert_eq!(single.check_sat(&symbols, &with_side(&used), &budget()), Answer::Unsat);
                    cores += usize::from(core.len() < assumptions.len());
                }
                Verdict::Unknown(why) => panic!("{why}"),
            }
            if round == 1 {
                observed.push(Formula::True);
                assert_eq!(dialogue.observe(&Formula::True), 5);
            }
        }
        dialogue.push();
        dialogue.clause(&[]);
        assert_eq!(dialogue.check(&[], false, &budget()), Verdict::Unsat { core: vec![] });
        // Two scopes are left open: the session must not notice.
        dialogue.push();
        assert_eq!(dialogue.check(&[(0, true)], false, &budget()), Verdict::Unsat { core: vec![] });
        drop(dialogue);
        assert!(matches!(session.check_sat(&symbols, &[Formula::cmp(CmpOp::Eq, X, 1)], &budget()), Answer::Sat(Some(_))));
    }
    assert!(cores > 5, "{cores}");
}

fn what_is_not_observed_is_not_assumed() {
    let mut session = Solver::at("/nonexistent/z3").session();
    let mut dialogue = session.dialogue(&symbols(), &[], &[Formula::True]);
    dialogue.pop();
    let Verdict::Unknown(why) = dialogue.check(&[(0, true)], false, &budget()) else { panic!("without a solver") };
    assert!(why.contains("cannot be started"), "{why}");
    dialogue.clause(&[(1, true)]);
    let Verdict::Unknown(why) = dialogue.check(&[], false, &budget()) else { panic!("without a solver") };
    assert!(why.contains("number 1 is not observed"), "{why}");
}

fn a_check_has_its_own_limit(solver: &Solver) {
    let (mut session, symbols) = (solver.session(), symbols());
    // x³ + y³ + a[x]³ = 114 has no known solution.
    let cube = |e: Expr| Expr::mul(e.clone(), Expr::mul(e.clone(), e));
    let hard = Formula::cmp(CmpOp::Eq, Expr::add(cube(X.into()), Expr::add(cube(Y.into()), cube(Expr::select(A, X)))), 114);
    let mut dialogue = session.dialogue(&symbols, &[Formula::cmp(CmpOp::Gt, X, 5)], &[hard]);
    dialogue.limit(Some(std::time::Duration::from_millis(300)));
    let start = std::time::Instant::now();
    assert!(matches!(dialogue.check(&[(0, true)], false, &budget()), Verdict::Unknown(_)));
    assert!(start.elapsed().as_secs_f64() < 3.0, "{:?}", start.elapsed());
    dialogue.limit(None);
    let verdict = dialogue.check(&[(0, false)], true, &budget());
    let Verdict::Sat { values, model } = verdict else { panic!("x = 6 will do, but {verdict:?}") };
    assert_eq!(values, [false]);
    assert!(matches!(&model.unwrap().values[&X], ModelValue::Int(x) if *x > base::Int::from(5)));
}
