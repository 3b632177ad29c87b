//! The linear procedure against brute force and against the solver: what it refutes has no solution, and it refutes
//! (nearly) everything linear that has none.

use base::exec::eval::{self, State, Value};
use base::laws::draw::{Draw, vocabulary};
use base::random::Random;
use base::{Budget, Cfa, CmpOp, Expr, Formula, Int, Sort, VarId};
use check::certificate::{self, Certificate, End, Step};
use check::facts::Facts;
use check::search::{Found, Limits, refute};
use logic::{Answer, Solver, Symbols};

fn symbols(n: u32) -> Symbols {
    let mut symbols = Symbols::default();
    for i in 0..n {
        symbols.add(format!("x{i}"), Sort::Int);
    }
    symbols
}

/// Searches and verifies.
fn refuted(symbols: &Symbols, formulas: &[Formula]) -> (bool, Option<State>) {
    let mut facts = Facts::new(symbols.clone());
    formulas.iter().for_each(|f| facts.assume(f));
    match refute(&mut facts, 0, Limits::default(), &Budget::unlimited()) {
        Found::Certificate(c) => {
            assert!(certificate::verify(&mut facts, &c), "a certificate that does not hold was found for {formulas:?}: {c:?}");
            (true, None)
        }
        Found::Candidate(state) => (false, Some(state)),
        Found::Nothing => (false, None),
    }
}

fn linear(r: &mut Random, vars: u32, atoms: u64) -> Vec<Formula> {
    let mut formulas = Vec::new();
    for _ in 0..atoms {
        let mut sum = Expr::from(0);
        for v in 0..vars {
            let c = r.between(-4, 4);
            if c != 0 && !r.chance(3) {
                sum = Expr::add(sum, Expr::mul(c, VarId(v)));
            }
        }
        let op = *r.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Le, CmpOp::Lt, CmpOp::Ge, CmpOp::Gt, CmpOp::Le, CmpOp::Eq]);
        formulas.push(Formula::cmp(op, sum, r.between(-9, 9)));
    }
    if r.chance(3) {
        let last: Vec<Formula> = formulas.split_off(formulas.len() / 2);
        formulas.push(Formula::or(last));
    }
    formulas
}

fn in_box(vars: u32, size: i64) -> Vec<Formula> {
    let bounds = |v| [Formula::cmp(CmpOp::Ge, VarId(v), -size), Formula::cmp(CmpOp::Le, VarId(v), size)];
    (0..vars).flat_map(bounds).collect()
}

fn brute_force(formulas: &[Formula], vars: u32, size: i64) -> bool {
    let mut values = vec![-size; vars as usize];
    loop {
        let state = State { values: values.iter().map(|v| Value::Int(Int::from(*v))).collect() };
        if formulas.iter().all(|f| eval::holds(f, &state) == Some(true)) {
            return true;
        }
        let Some(place) = values.iter().position(|v| *v < size) else { return false };
        values[place] += 1;
        values[..place].fill(-size);
    }
}

fn main() {
    trials::run([
        trials::plain![boxes_agree_with_brute_force, what_is_refuted_with_axioms_holds_in_no_state, changed_certificates_do_not_verify],
        trials::with![Solver::find().or(Err("z3")), unbounded_problems_agree_with_the_solver, what_is_refuted_with_axioms_has_no_model],
    ]);
}

fn boxes_agree_with_brute_force() {
    let mut r = Random::new(5);
    let (mut refutations, mut missed, mut witnessed, mut satisfiable) = (0, 0, 0, 0);
    for _ in 0..6000 {
        let vars = 2 + r.below(2) as u32;
        let atoms = 2 + r.below(4);
        let formulas = [linear(&mut r, vars, atoms), in_box(vars, 5)].concat();
        let solvable = brute_force(&formulas, vars, 5);
        let (no, candidate) = refuted(&symbols(vars), &formulas);
        assert!(!(no && solvable), "{formulas:?} has a solution");
        if solvable {
            satisfiable += 1;
            witnessed += u32::from(candidate.is_some_and(|s| formulas.iter().all(|f| eval::holds(f, &s) == Some(true))));
        } else {
            refutations += u32::from(no);
            missed += u32::from(!no);
        }
    }
    assert!(refutations > 1000, "{refutations}");
    assert!(missed * 100 <= refutations, "{missed} missed, {refutations} found");
    assert!(witnessed * 10 >= satisfiable * 9, "{witnessed} of {satisfiable} witnessed");
}

fn unbounded_problems_agree_with_the_solver(solver: &Solver) {
    let mut session = solver.session();
    let budget = Budget::seconds(200.0);
    let mut r = Random::new(6);
    let (mut refutations, mut missed) = (0, 0);
    for _ in 0..2000 {
        let atoms = 3 + r.below(4);
        let formulas = linear(&mut r, 4, atoms);
        let no = refuted(&symbols(4), &formulas).0;
        match session.check_sat(&symbols(4), &formulas, &budget) {
            Answer::Unsat if no => refutations += 1,
            Answer::Unsat => missed += 1,
            Answer::Sat(_) => assert!(!no, "{formulas:?} is satisfiable"),
            Answer::Unknown(_) => {}
        }
    }
    assert!(refutations > 100, "{refutations}");
    assert!(missed * 20 <= refutations, "{missed} missed, {refutations} found");
}

/// Looks at what is refuted of random formulas with terms of all kinds: wraps, divisions, bit operations, reads and conditions.
fn refuted_with_axioms(mut look: impl FnMut(&mut Draw, &Cfa, &[Formula])) {
    let cfa = vocabulary();
    let symbols = Symbols::of(&cfa);
    let mut draw = Draw::new(12);
    let mut refutations = 0;
    for _ in 0..3000 {
        let formulas: Vec<Formula> = (0..2 + draw.below(3)).map(|_| draw.formula(&cfa, 2)).collect();
        if refuted(&symbols, &formulas).0 {
            refutations += 1;
            look(&mut draw, &cfa, &formulas);
        }
    }
    assert!(refutations > 150, "{refutations}");
}

fn what_is_refuted_with_axioms_holds_in_no_state() {
    refuted_with_axioms(|draw, cfa, formulas| {
        let mut state = State::initial(cfa);
        for _ in 0..200 {
            state = draw.near(&state, cfa);
            assert!(!formulas.iter().all(|f| eval::holds(f, &state) == Some(true)), "{formulas:?} hold in {state:?}");
        }
    });
}

fn what_is_refuted_with_axioms_has_no_model(solver: &Solver) {
    let mut session = solver.session();
    let budget = Budget::seconds(200.0);
    refuted_with_axioms(|_, cfa, formulas| {
        let limit = Some(std::time::Duration::from_millis(500));
        let answer = session.check_sat(&Symbols::of(cfa), formulas, &budget.child(limit));
        assert!(!matches!(answer, Answer::Sat(_)), "{formulas:?} is satisfiable");
    });
}

/// A certificate that was tampered with is found out.
fn changed_certificates_do_not_verify() {
    let mut r = Random::new(8);
    let (mut changed, mut accepted) = (0, 0);
    for _ in 0..2000 {
        let formulas = [linear(&mut r, 3, 4), in_box(3, 5)].concat();
        let mut facts = Facts::new(symbols(3));
        formulas.iter().for_each(|f| facts.assume(f));
        let Found::Certificate(certificate) = refute(&mut facts, 0, Limits::default(), &Budget::unlimited()) else { continue };
        for _ in 0..4 {
            let mut other = certificate.clone();
            if !tamper(&mut other, &mut r) {
                continue;
            }
            changed += 1;
            // The same certificate for a problem with a solution must fail; for the problem itself it may still hold.
            accepted += u32::from(certificate::verify(&mut facts, &other));
            let mut solvable = Facts::new(symbols(3));
            in_box(3, 5).iter().for_each(|f| solvable.assume(f));
            assert!(!certificate::verify(&mut solvable, &other));
            assert!(!certificate::verify(&mut solvable, &certificate));
        }
    }
    assert!(changed > 1000 && accepted * 5 < changed, "{accepted} of {changed} accepted");
}

fn tamper(c: &mut Certificate, r: &mut Random) -> bool {
    if let Some(Step::Cut { sum, divisor }) = c.steps.first_mut().filter(|_| r.chance(2)) {
        if r.chance(2) {
            *divisor += Int::ONE;
        } else if let Some((_, factor)) = sum.first_mut() {
            *factor += Int::ONE;
        }
        return true;
    }
    match &mut c.end {
        End::Sum(sum) => match sum.first_mut() {
            Some((_, factor)) => {
                *factor = -&*factor - Int::ONE;
                true
            }
            None => false,
        },
        End::Cases { branches, .. } => branches.pop().is_some(),
        End::Split { at, .. } => {
            *at += Int::from(3);
            true
        }
    }
}
