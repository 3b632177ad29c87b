//! The printer is trusted, so it is compared with the reference evaluator: in a state in which every variable has a
//! value, a formula and its printed form must agree.

use base::exec::eval::{self, State, Value};
use base::random::Random;
use base::{BinOp, BitOp, Budget, CmpOp, Expr, Formula, Int, IntType, Quantifier, Sort, SortedMap, VarId};
use logic::process::Process;
use logic::smtlib::{int_text, prelude, script, var_symbol};
use logic::{Answer, Solver, Symbols};
use std::sync::Arc;

const INTS: u32 = 4;
const MAP: VarId = VarId(INTS);

fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    // Names that would clash or break out of their quotes if the printer were careless.
    for name in ["div", "x|y", "let", "\\"] {
        symbols.add(name, Sort::Int);
    }
    symbols.add("select", Sort::array());
    symbols
}

fn value(r: &mut Random) -> Int {
    match r.below(6) {
        0 => Int::from(r.between(-3, 3)),
        1 => Int::from(r.between(-200, 200)),
        2 => {
            let edge = *r.pick(&[7usize, 8, 15, 16, 31, 32, 63, 64]);
            let near = (Int::ONE << edge) + Int::from(r.between(-2, 2));
            if r.chance(2) { -near } else { near }
        }
        3 => Int::from(r.next_u64() as i64),
        4 => Int::from(r.next_u64() as i32),
        _ => Int::from(r.between(0, 130)),
    }
}

fn ty(r: &mut Random) -> IntType {
    *r.pick(&[IntType::I8, IntType::U8, IntType::I32, IntType::U32, IntType::I64, IntType::U64, IntType::unsigned(1), IntType::signed(16)])
}

fn expr(r: &mut Random, depth: u32) -> Expr {
    if depth == 0 || r.chance(6) {
        return if r.chance(3) { Expr::Const(value(r)) } else { Expr::Var(VarId(r.below(u64::from(INTS)) as u32)) };
    }
    let (a, b) = (Arc::new(expr(r, depth - 1)), Arc::new(expr(r, depth - 1)));
    match r.below(9) {
        0 | 1 => Expr::Bin(*r.pick(&[BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem]), a, b),
        2 => Expr::Bin(*r.pick(&[BinOp::Shl, BinOp::Shr]), a, Arc::new(shift_amount(r))),
        3 | 4 => Expr::Wrap(ty(r), a),
        5 => Expr::Bits(*r.pick(&[BitOp::And, BitOp::Or, BitOp::Xor]), ty(r), a, b),
        6 => Expr::Ite(Arc::new(formula(r, depth - 1)), a, b),
        7 => Expr::Select(Arc::new(map(r, depth - 1)), b),
        _ => Expr::Neg(a),
    }
}

fn shift_amount(r: &mut Random) -> Expr {
    if r.chance(2) { Expr::from(r.between(-2, 130)) } else { Expr::Var(VarId(r.below(u64::from(INTS)) as u32)) }
}

fn map(r: &mut Random, depth: u32) -> Expr {
    match r.below(3) {
        0 if depth > 0 => Expr::store(map(r, depth - 1), expr(r, depth - 1), expr(r, depth - 1)),
        1 if depth > 0 => Expr::Ite(Arc::new(formula(r, depth - 1)), Arc::new(map(r, depth - 1)), Arc::new(map(r, depth - 1))),
        _ => Expr::Var(MAP),
    }
}

fn formula(r: &mut Random, depth: u32) -> Formula {
    if depth == 0 || r.chance(2) {
        let op = *r.pick(&[CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le, CmpOp::Gt, CmpOp::Ge]);
        return Formula::Cmp(op, Arc::new(expr(r, depth)), Arc::new(expr(r, depth)));
    }
    let parts: Vec<Formula> = (0..r.below(4)).map(|_| formula(r, depth - 1)).collect();
    match r.below(3) {
        0 => Formula::And(parts),
        1 => Formula::Or(parts),
        _ => Formula::Not(Arc::new(formula(r, depth - 1))),
    }
}

/// A state, and the bindings of a `let` that say the same.
fn state(r: &mut Random, symbols: &Symbols) -> (State, String) {
    let mut values = Vec::new();
    let mut bindings = String::new();
    for v in (0..INTS).map(VarId) {
        let value = value(r);
        bindings += &format!("({} {})", var_symbol(symbols, v), int_text(&value));
        values.push(Value::Int(value));
    }
    let entries: SortedMap<Int, Int> = (0..3).map(|_| (Int::from(r.between(-3, 3)), value(r))).collect();
    let mut map = "((as const (Array Int Int)) 0)".to_owned();
    for (i, v) in &entries {
        map = format!("(store {map} {} {})", int_text(i), int_text(v));
    }
    bindings += &format!("({} {map})", var_symbol(symbols, MAP));
    values.push(Value::Map(entries.into_iter().collect()));
    (State { values }, bindings)
}

fn main() {
    trials::run([
        trials::plain![what_is_not_a_solver_gives_unknown],
        trials::with![
            Solver::find().or(Err("z3")),
            printed_formulas_mean_what_the_evaluator_says,
            models_are_read_and_hold,
            sharing_is_printed_once,
            a_name_bound_inside_is_not_the_one_outside,
            functions_relations_and_cores,
            a_hard_question_ends_with_its_budget_and_the_session_lives_on,
        ],
    ]);
}

fn printed_formulas_mean_what_the_evaluator_says(solver: &Solver) {
    let symbols = symbols();
    let budget = Budget::seconds(120.0);
    let mut process = Process::start(solver.path(), &["-in", "-smt2"]).expect("the solver starts");
    process.send(&prelude()).unwrap();
    let mut r = Random::new(2024);
    let mut outcomes = [0, 0];
    for _ in 0..1000 {
        let (state, bindings) = state(&mut r, &symbols);
        // A formula without free variables is computed by the solver's simplifier, which no search can slow down.
        let formulas: Vec<Formula> = (0..10).map(|_| formula(&mut r, 3)).collect();
        for text in script(&symbols, &formulas).assertions {
            process.send(&format!("(simplify (let ({bindings}) {text}))\n")).unwrap();
        }
        for f in &formulas {
            let expected = eval::holds(f, &state).expect("the formula has a value");
            let answer = process.receive(&budget).expect("an answer");
            assert_eq!(answer.atom(), Some(if expected { "true" } else { "false" }), "in {state:?} about {f:?}: {answer:?}");
            outcomes[usize::from(expected)] += 1;
        }
    }
    assert!(outcomes[0] > 1000 && outcomes[1] > 1000, "the test is one-sided: {outcomes:?}");
}

fn models_are_read_and_hold(solver: &Solver) {
    let mut session = solver.session();
    let symbols = symbols();
    let budget = Budget::seconds(120.0);
    let mut r = Random::new(7);
    let mut models = 0;
    for _ in 0..200 {
        let f = formula(&mut r, 2);
        let bounds: Vec<Formula> = (0..INTS).map(|v| Expr::Var(VarId(v)).in_range(IntType::I32)).collect();
        let question: Vec<Formula> = bounds.into_iter().chain([f]).collect();
        let answer = session.check_sat(&symbols, &question, &budget.child(Some(std::time::Duration::from_millis(300))));
        if let Answer::Sat(Some(model)) = answer {
            let state = model.state(&symbols, &question).expect("the reads settle");
            for f in &question {
                assert_eq!(eval::holds(f, &state), Some(true), "{model:?} does not satisfy {f:?}");
            }
            models += 1;
        }
    }
    assert!(models > 80, "only {models} models");
}

fn sharing_is_printed_once(solver: &Solver) {
    let mut session = solver.session();
    // 2^60 as a tree, 60 nodes as a graph.
    let mut e = Arc::new(Expr::Bin(BinOp::Mul, Arc::new(Expr::Var(VarId(0))), Arc::new(Expr::from(3))));
    for _ in 0..60 {
        e = Arc::new(Expr::Bin(BinOp::Add, e.clone(), e));
    }
    let k = Expr::bound("k");
    let at_k = Arc::new(Expr::Bin(BinOp::Add, Arc::new(k), e.clone()));
    let inner = Formula::Cmp(CmpOp::Ge, Arc::new(Expr::Bin(BinOp::Sub, at_k.clone(), at_k)), e.clone());
    let all = Formula::Quant(Quantifier::Forall, vec![("k".into(), Sort::Int)], Arc::new(inner));
    let one = Formula::Cmp(CmpOp::Eq, Arc::new(Expr::Var(VarId(0))), Arc::new(Expr::from(1)));
    let symbols = symbols();
    assert!(logic::smtlib::script(&symbols, std::slice::from_ref(&all)).assertions[0].len() < 20_000);
    // (k + e) - (k + e) >= e is false for a positive e.
    let answer = session.check_sat(&symbols, &[one, all], &Budget::seconds(20.0));
    assert_eq!(answer, Answer::Unsat);
}

fn a_name_bound_inside_is_not_the_one_outside(solver: &Solver) {
    let mut session = solver.session();
    // The node k + 1 is shared between the two quantifiers that bind k; and a free k is a constant of its own.
    let shared = Arc::new(Expr::Bin(BinOp::Add, Arc::new(Expr::bound("k")), Arc::new(Expr::from(1))));
    let quant = |q, f| Formula::Quant(q, vec![("k".into(), Sort::Int)], Arc::new(f));
    let low = Formula::Cmp(CmpOp::Lt, shared.clone(), Arc::new(Expr::from(0)));
    let high = Formula::Cmp(CmpOp::Gt, shared.clone(), Arc::new(Expr::from(0)));
    let free = Formula::Cmp(CmpOp::Eq, shared.clone(), Arc::new(Expr::Bin(BinOp::Mul, shared, Arc::new(Expr::from(2)))));
    let nested = quant(Quantifier::Exists, Formula::And(vec![low, quant(Quantifier::Exists, high)]));
    let answer = session.check_sat(&symbols(), &[free, nested], &Budget::seconds(20.0));
    assert!(matches!(answer, Answer::Sat(_)), "{answer:?}");
}

fn functions_relations_and_cores(solver: &Solver) {
    let mut session = solver.session();
    let symbols = symbols();
    let budget = Budget::seconds(20.0);
    let (x, y) = (Expr::Var(VarId(0)), Expr::Var(VarId(1)));
    let app = |e: &Expr| Expr::App("f".into(), vec![e.clone()]);
    let rel = |e: &Expr| Formula::Rel("f".into(), vec![e.clone(), Expr::Var(MAP)]);
    let formulas = [
        Formula::cmp(CmpOp::Gt, Expr::Var(VarId(2)), 0),
        Formula::cmp(CmpOp::Eq, x.clone(), y.clone()),
        Formula::Or(vec![Formula::cmp(CmpOp::Ne, app(&x), app(&y)), Formula::And(vec![rel(&x), rel(&y).negate()])]),
    ];
    assert_eq!(
        session.core(&symbols, &formulas, &budget).map(|mut core| {
            core.sort();
            core
        }),
        Ok(vec![1, 2])
    );
    assert!(matches!(session.check_sat(&symbols, &formulas[1..2], &budget), Answer::Sat(_)));
    assert!(matches!(session.core(&symbols, &formulas[..2], &budget), Err(Answer::Sat(_))));
}

fn a_hard_question_ends_with_its_budget_and_the_session_lives_on(solver: &Solver) {
    let mut session = solver.session();
    let symbols = symbols();
    let [x, y, z] = [0, 1, 2].map(|v| Expr::Var(VarId(v)));
    // x³ + y³ + z³ = 114 has no known solution.
    let cube = |e: &Expr| Expr::mul(e.clone(), Expr::mul(e.clone(), e.clone()));
    let hard = Formula::cmp(CmpOp::Eq, Expr::add(cube(&x), Expr::add(cube(&y), cube(&z))), 114);
    let start = std::time::Instant::now();
    let answer = session.check_sat(&symbols, &[hard], &Budget::seconds(0.5));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
    assert!(start.elapsed().as_secs_f64() < 3.0, "{:?}", start.elapsed());
    let easy = Formula::cmp(CmpOp::Eq, x, 114);
    assert!(matches!(session.check_sat(&symbols, &[easy], &Budget::seconds(20.0)), Answer::Sat(Some(_))));
}

fn what_is_not_a_solver_gives_unknown() {
    let mut session = Solver::at("/nonexistent/z3").session();
    let answer = session.check_sat(&symbols(), &[Formula::True], &Budget::seconds(5.0));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}
