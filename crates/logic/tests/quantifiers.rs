//! Instances and witnesses against the solver, and facts about objects, functions and relations.

use base::random::Random;
use base::{Budget, CmpOp, Expr, Formula, Name, Quantifier, Sort, VarId};
use logic::instantiate::{instantiate, skolemise, terms_at_hand};
use logic::{Answer, Solver, Symbols};
use std::sync::Arc;

const X: VarId = VarId(0);
const Y: VarId = VarId(1);
const A: VarId = VarId(2);
const P: VarId = VarId(3);
const NEXT: VarId = VarId(4);
const ROWS: VarId = VarId(5);

fn symbols() -> Symbols {
    let mut symbols = Symbols::default();
    symbols.add("x", Sort::Int);
    symbols.add("y", Sort::Int);
    symbols.add("a", Sort::array());
    symbols.add("p", Sort::Obj);
    symbols.add("next", Sort::Map(Box::new(Sort::Obj), Box::new(Sort::Obj)));
    symbols.add("rows", Sort::Map(Box::new(Sort::Int), Box::new(Sort::array())));
    symbols
}

fn quant(q: Quantifier, vars: &[(&str, Sort)], body: Formula) -> Formula {
    Formula::Quant(q, vars.iter().map(|(n, s)| (Name::from(*n), s.clone())).collect(), Arc::new(body))
}

fn all(vars: &[(&str, Sort)], body: Formula) -> Formula {
    quant(Quantifier::Forall, vars, body)
}

fn some(vars: &[(&str, Sort)], body: Formula) -> Formula {
    quant(Quantifier::Exists, vars, body)
}

/// Formulas with quantifiers at any place, with names that hide each other and free ones.
fn random(r: &mut Random, depth: u64, bound: &[&'static str]) -> Formula {
    let names = ["i", "j", "k"];
    let leaf = |r: &mut Random| match r.below(5) {
        0 => Expr::Var(X),
        1 => Expr::Var(Y),
        2 => Expr::from(r.between(-1, 2)),
        _ if bound.is_empty() => Expr::bound("j"),
        _ => Expr::bound(bound[r.below(bound.len() as u64) as usize]),
    };
    let term = |r: &mut Random| if r.chance(3) { Expr::select(A, leaf(r)) } else { leaf(r) };
    match if depth == 0 { 0 } else { r.below(7) } {
        0 | 1 => Formula::cmp(*r.pick(&[CmpOp::Eq, CmpOp::Le, CmpOp::Lt, CmpOp::Ne]), term(r), term(r)),
        2 => Formula::Not(Arc::new(random(r, depth - 1, bound))),
        3 => Formula::And((0..2).map(|_| random(r, depth - 1, bound)).collect()),
        4 => Formula::Or((0..2).map(|_| random(r, depth - 1, bound)).collect()),
        _ => {
            let q = if r.chance(3) { Quantifier::Exists } else { Quantifier::Forall };
            let own = names[r.below(3) as usize];
            let more: Vec<&'static str> = bound.iter().copied().chain([own]).collect();
            quant(q, &[(own, Sort::Int)], random(r, depth - 1, &more))
        }
    }
}

fn quick() -> Budget {
    Budget::seconds(0.1)
}

fn has(q: Quantifier, f: &Formula) -> bool {
    match f {
        Formula::Quant(own, _, body) => *own == q || has(q, body),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|p| has(q, p)),
        _ => false,
    }
}

fn main() {
    trials::run([
        trials::plain![preferred_combinations_come_first],
        trials::with![
            Solver::find().or(Err("z3")),
            a_formula_implies_its_instances,
            a_term_is_not_captured,
            skolemising_keeps_satisfiability,
            what_is_chosen_inside_depends_on_what_is_chosen_outside,
            the_index_set_decides_facts_about_arrays,
            objects_fields_functions_and_relations,
        ],
    ]);
}

fn a_formula_implies_its_instances(solver: &Solver) {
    let mut session = solver.session();
    let symbols = symbols();
    // One of the terms has the name of a bound variable: it must not be captured.
    let terms = [(Expr::Var(X), Sort::Int), (Expr::bound("k"), Sort::Int), (Expr::select(A, Y), Sort::Int), (Expr::Var(P), Sort::Obj)];
    let mut r = Random::new(3);
    let mut confirmed = 0;
    for _ in 0..90 {
        let f = random(&mut r, 4, &[]);
        let limit = 1 + r.below(6) as usize;
        let instances = instantiate(&f, &terms, limit);
        assert!(!has(Quantifier::Forall, &instances), "{instances:?}");
        match session.check_sat(&symbols, &[f.clone(), instances.negate()], &quick()) {
            Answer::Unsat => confirmed += usize::from(has(Quantifier::Forall, &f)),
            Answer::Sat(_) => panic!("{f:?} does not imply {instances:?}"),
            Answer::Unknown(_) => {}
        }
    }
    assert!(confirmed > 20, "{confirmed}");
}

fn a_term_is_not_captured(solver: &Solver) {
    let mut session = solver.session();
    let f = all(&[("k", Sort::Int)], some(&[("i", Sort::Int)], Formula::cmp(CmpOp::Gt, Expr::bound("i"), Expr::bound("k"))));
    let instance = instantiate(&f, &[(Expr::bound("i"), Sort::Int)], 9);
    assert!(matches!(session.check_sat(&symbols(), &[instance], &Budget::seconds(20.0)), Answer::Sat(_)));
}

fn skolemising_keeps_satisfiability(solver: &Solver) {
    let mut session = solver.session();
    let mut r = Random::new(5);
    let (mut confirmed, mut both) = (0, 0);
    for _ in 0..90 {
        let f = random(&mut r, 4, &[]);
        let mut extended = symbols();
        let g = skolemise(&f, &mut extended);
        assert!(!has(Quantifier::Exists, &g), "{g:?}");
        match session.check_sat(&extended, &[g.clone(), f.negate()], &quick()) {
            Answer::Unsat => confirmed += usize::from(extended.len() > symbols().len()),
            Answer::Sat(_) => panic!("{g:?} does not imply {f:?}"),
            Answer::Unknown(_) => {}
        }
        let answers = [&f, &g].map(|h| session.check_sat(&extended, std::slice::from_ref(h), &quick()));
        match &answers {
            [Answer::Sat(_), Answer::Unsat] | [Answer::Unsat, Answer::Sat(_)] => panic!("{f:?} and {g:?}"),
            [Answer::Unknown(_), _] | [_, Answer::Unknown(_)] => {}
            _ => both += 1,
        }
    }
    assert!(confirmed > 20 && both > 50, "{confirmed} {both}");
}

fn what_is_chosen_inside_depends_on_what_is_chosen_outside(solver: &Solver) {
    let mut session = solver.session();
    let mut extended = symbols();
    let (i, j, k) = (Expr::bound("i"), Expr::bound("j"), Expr::bound("k"));
    // For each i there is a j ≥ i and a k > j: true, with functions of i; false if k were one number for all.
    let inner = some(&[("k", Sort::Int)], Formula::cmp(CmpOp::Gt, k, j.clone()));
    let middle = some(&[("j", Sort::Int)], Formula::Or(vec![Formula::False, Formula::And(vec![Formula::cmp(CmpOp::Ge, j, i), inner])]));
    let f = skolemise(&all(&[("i", Sort::Int)], middle), &mut extended);
    let mut functions = Vec::new();
    f.walk(&mut |e| {
        if let Expr::App(name, args) = e {
            functions.push((name.clone(), args.clone()));
        }
    });
    functions.dedup();
    assert!(functions.len() >= 2 && functions.iter().all(|(_, args)| *args == [Expr::bound("i")]), "{f:?}");
    let answer = session.check_sat(&extended, &[f], &quick());
    assert_ne!(answer, Answer::Unsat);
}

fn the_index_set_decides_facts_about_arrays(solver: &Solver) {
    let mut session = solver.session();
    let symbols = symbols();
    let k = || Expr::bound("k");
    let zero_below = |map: Expr, bound: Expr| {
        let within = Formula::And(vec![Formula::cmp(CmpOp::Le, 0, k()), Formula::cmp(CmpOp::Lt, k(), bound)]);
        all(&[("k", Sort::Int)], Formula::implies(&within, Formula::cmp(CmpOp::Eq, Expr::select(map, k()), 0)))
    };
    // One more round of a loop that clears an array.
    let before = zero_below(A.into(), X.into());
    let after = |bound: Expr| zero_below(Expr::store(A, X, 0), bound);
    for (bound, holds) in [(Expr::add(X, 1), true), (Expr::add(X, 2), false)] {
        let mut extended = symbols.clone();
        let goal = skolemise(&after(bound).negate(), &mut extended);
        let question = [before.clone(), goal, Formula::cmp(CmpOp::Le, 0, X)];
        let terms = terms_at_hand(&question, &extended);
        let ground: Vec<Formula> = question.iter().map(|f| instantiate(f, &terms, 100)).collect();
        assert!(!ground.iter().any(|f| has(Quantifier::Forall, f) || has(Quantifier::Exists, f)));
        let answer = session.check_sat(&extended, &ground, &Budget::seconds(20.0));
        assert_eq!(answer == Answer::Unsat, holds, "{answer:?} {terms:?}");
    }
}

fn preferred_combinations_come_first() {
    let f = all(&[("i", Sort::Int), ("o", Sort::Obj)], Formula::Rel("r".into(), vec![Expr::bound("i"), Expr::bound("o")]));
    let terms = [
        (Expr::from(1), Sort::Int),
        (Expr::Var(P), Sort::Obj),
        (Expr::from(2), Sort::Int),
        (Expr::from(1), Sort::Int),
        (Expr::from(0), Sort::Obj),
        (Expr::from(3), Sort::Int),
    ];
    let rel = |i: i64, o: Expr| Formula::Rel("r".into(), vec![Expr::from(i), o]);
    let first = |limit| instantiate(&f, &terms, limit);
    assert_eq!(first(0), Formula::True);
    assert_eq!(first(1), rel(1, P.into()));
    let mut three = match first(3) {
        Formula::And(parts) => parts,
        other => panic!("{other:?}"),
    };
    three.sort();
    let mut expected = vec![rel(1, P.into()), rel(1, 0.into()), rel(2, P.into())];
    expected.sort();
    assert_eq!(three, expected);
    assert!(matches!(first(100), Formula::And(parts) if parts.len() == 6));
    assert_eq!(instantiate(&f, &terms[..1], 9), Formula::True);
}

fn objects_fields_functions_and_relations(solver: &Solver) {
    let mut session = solver.session();
    let symbols = symbols();
    let mut unsat = |formulas: &[Formula]| session.check_sat(&symbols, formulas, &Budget::seconds(20.0)) == Answer::Unsat;
    let (o, i) = (|| Expr::bound("o"), || Expr::bound("i"));
    let eq = |a: Expr, b: Expr| Formula::cmp(CmpOp::Eq, a, b);
    let null_next = all(&[("o", Sort::Obj)], eq(Expr::select(NEXT, o()), 0.into()));
    let p_next = |by: i64| eq(Expr::select(Expr::store(NEXT, P, P), P), by.into());
    // After p.next = p the field is not null at p unless p is.
    assert!(unsat(&[null_next.clone(), eq(Expr::select(NEXT, P), P.into()), Formula::cmp(CmpOp::Ne, P, 0)]));
    assert!(!unsat(&[null_next, p_next(0)]));
    // A function of an object, of a field and of a row of a map of maps; a relation on a field.
    let owner = |m: Expr, o: Expr| Expr::App("owner".into(), vec![m, o]);
    let row = |i: Expr| Expr::select(ROWS, i);
    assert!(unsat(&[eq(X.into(), Y.into()), Formula::cmp(CmpOp::Ne, owner(row(X.into()), P.into()), owner(row(Y.into()), P.into()))]));
    assert!(!unsat(&[Formula::cmp(CmpOp::Ne, owner(NEXT.into(), P.into()), owner(row(X.into()), P.into()))]));
    let sums = all(&[("i", Sort::Int)], eq(Expr::App("sum".into(), vec![row(i())]), i()));
    assert!(unsat(&[sums, eq(row(1.into()), row(2.into()))]));
    let reach = |a: Expr, b: Expr| Formula::Rel("reach".into(), vec![NEXT.into(), a, b]);
    let through = all(&[("o", Sort::Obj)], reach(o(), Expr::select(NEXT, o())));
    assert!(unsat(&[through.clone(), reach(P.into(), Expr::select(NEXT, P)).negate()]));
    assert!(!unsat(&[through, reach(P.into(), 0.into()).negate()]));
    // Quantified maps.
    let any_map = some(&[("m", Sort::array())], eq(Expr::select(Expr::bound("m"), X), Expr::add(Expr::select(Expr::bound("m"), Y), 1)));
    assert!(unsat(&[any_map.clone(), eq(X.into(), Y.into())]));
    assert!(!unsat(&[any_map]));
}
