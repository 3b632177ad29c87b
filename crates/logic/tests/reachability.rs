//! What the solver concludes about reachability, against following the map.

use base::exec::eval::{self, State, Value};
use base::random::Random;
use base::reach::{between, reach};
use base::{Budget, CmpOp, Expr, Formula, Int, Quantifier, Sort, VarId};
use logic::{Answer, Session, Solver, Symbols};

const NEXT: VarId = VarId(0);
const X: VarId = VarId(1);
const Y: VarId = VarId(2);
const NODES: i64 = 4;

fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    symbols.add("next", Sort::array());
    symbols.add("x", Sort::Int);
    symbols.add("y", Sort::Int);
    symbols
}

fn unsat(session: &mut Session, formulas: &[Formula]) -> bool {
    session.check_sat(&symbols(), formulas, &Budget::seconds(20.0)) == Answer::Unsat
}

fn main() {
    trials::run([trials::with![Solver::find().or(Err("z3")), where_a_known_map_leads_is_decided, lists_stay_apart]]);
}

/// In a graph whose elements are all known it is decided where ways lead, also after changes: exactly what holds cannot be denied.
fn where_a_known_map_leads_is_decided(solver: &Solver) {
    let mut session = solver.session();
    let mut random = Random::new(11);
    let mut held = 0;
    for _ in 0..60 {
        let node = |random: &mut Random| Int::from(random.below(NODES as u64 + 1) as i64);
        let map: base::SortedMap<Int, Int> = (0..=NODES).map(|i| (Int::from(i), node(&mut random))).collect();
        let facts: Vec<Formula> = map.iter().map(|(i, v)| Formula::cmp(CmpOp::Eq, Expr::select(NEXT, i.clone()), v.clone())).collect();
        let mut changed = Expr::Var(NEXT);
        for _ in 0..random.below(3) {
            changed = Expr::store(changed, node(&mut random), node(&mut random));
        }
        let [x, y, z] = [0; 3].map(|_| Expr::from(node(&mut random)));
        let z = if random.chance(2) { y.clone() } else { z };
        let claim = between(changed, x, y, z);
        let zero = Value::Int(Int::ZERO);
        let state = State { values: vec![Value::Map(map.into_iter().collect()), zero.clone(), zero] };
        let truth = eval::holds(&claim, &state).expect("the map is finite");
        held += u32::from(truth);
        let denied = if truth { claim.negate() } else { claim.clone() };
        let granted = if truth { claim.clone() } else { claim.negate() };
        assert!(unsat(&mut session, &[&facts[..], &[denied]].concat()), "{claim:?} is {truth} in {state:?}");
        assert!(!unsat(&mut session, &[&facts[..], &[granted]].concat()), "{claim:?} is {truth} in {state:?}");
    }
    assert!((10..50).contains(&held), "{held} of 60 hold");
}

/// One turn of a loop that reverses a list: the two lists stay apart and end. With a shared node they would not, and the solver does not say so.
fn lists_stay_apart(solver: &Solver) {
    let mut session = solver.session();
    let is = |a: Expr, b: Expr| Formula::cmp(CmpOp::Eq, a, b);
    let (x, y, v) = (|| Expr::Var(X), || Expr::Var(Y), || Expr::bound("v"));
    let apart = Formula::or([reach(NEXT, x(), v()).negate(), reach(NEXT, y(), v()).negate(), is(v(), 0.into())]);
    let apart = Formula::Quant(Quantifier::Forall, vec![("v".into(), Sort::Int)], apart.into());
    let ends = [reach(NEXT, x(), 0), reach(NEXT, y(), 0), Formula::cmp(CmpOp::Gt, x(), 0)];
    let after = Expr::store(NEXT, x(), y());
    let on = Expr::select(NEXT, x());
    let meet = Formula::and([
        reach(after.clone(), on, Expr::bound("w")),
        reach(after.clone(), x(), Expr::bound("w")),
        Formula::cmp(CmpOp::Gt, Expr::bound("w"), 0),
    ]);
    let known = [&ends[..], &[apart]].concat();
    assert!(unsat(&mut session, &[&known[..], std::slice::from_ref(&meet)].concat()));
    assert!(unsat(&mut session, &[&known[..], &[reach(after, x(), 0).negate()]].concat()));
    assert!(!unsat(&mut session, &[&ends[..], &[meet]].concat()));
    assert!(!unsat(&mut session, &known));
}
