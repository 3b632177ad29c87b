//! Paths of programs: what is said to be feasible runs, and interpolants hold on executions.

use base::exec::eval::{self, State};
use base::exec::walk::Walk;
use base::exec::{End, Listed};
use base::laws::draw::{Draw, vocabulary};
use base::text::{parse_cfa, print_formula};
use base::{Budget, Cfa, Check, EdgeId, ErrorInfo, Formula, LocInfo, SortedSet, Stmt};
use logic::follow::follow;
use logic::{Feasibility, Interpolator, PathFormula, Session, Solver};
use std::time::Duration;

const LIMIT: Duration = Duration::from_millis(250);

fn ask(cfa: &Cfa, path: &[EdgeId], session: &mut Session) -> Feasibility {
    PathFormula::new(cfa, path).ask(session, LIMIT, &Budget::seconds(20.0))
}

fn interpolants(cfa: &Cfa, path: &[EdgeId], core: &SortedSet<usize>, session: &mut Session) -> Option<Vec<Formula>> {
    PathFormula::new(cfa, path).interpolants(core, session, LIMIT, &Budget::seconds(20.0))
}

/// The automaton that runs these statements one after the other and then fails.
fn chain(stmts: &[Stmt]) -> (Cfa, Vec<EdgeId>) {
    let mut cfa = vocabulary();
    let mut at = cfa.entry;
    let mut path = Vec::new();
    for (i, stmt) in stmts.iter().enumerate() {
        let next = cfa.add_loc(LocInfo::named(&format!("L{}", i + 1)));
        path.push(cfa.add_edge(at, next, stmt.clone(), None));
        at = next;
    }
    cfa.errors.push(ErrorInfo { loc: at, check: Check::Reach, message: "the end".into(), span: None });
    (cfa, path)
}

/// All edges of a program that is one path.
fn straight(text: &str) -> (Cfa, Vec<EdgeId>) {
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}"));
    let path = (0..cfa.edges.len() as u32).map(EdgeId).collect();
    (cfa, path)
}

fn main() {
    trials::run([
        trials::plain![without_a_solver_nothing_is_known],
        trials::with![
            Solver::find().or(Err("z3")),
            random_paths_run_or_have_interpolants_that_hold,
            solutions_of_horn_clauses_hold,
            what_has_nothing_to_do_with_it_is_left_out,
            an_input_with_a_factor_is_projected,
            products_remainders_machine_words_and_arrays_are_exact,
            what_no_domain_could_keep_becomes_bounds_where_bounds_are_enough,
            elements_below_quantifiers_get_the_values_of_the_solver,
            a_budget_that_is_used_up_gives_no_answer,
        ],
        trials::with![Solver::find().or(Err("z3")).and_then(|z3| Ok((z3, Interpolator::cvc5().ok_or("cvc5")?))), interpolants_of_cvc5_hold],
    ]);
}

fn random_paths_run_or_have_interpolants_that_hold(solver: &Solver) {
    let mut session = solver.session();
    let mut draw = Draw::new(41);
    let (mut feasible, mut run, mut infeasible, mut explained, mut steps) = (0, 0, 0, 0, 0);
    for _ in 0..60 {
        let vocabulary = vocabulary();
        let stmts: Vec<Stmt> = (0..3 + draw.below(6)).map(|_| draw.stmt(&vocabulary)).collect();
        let (cfa, path) = chain(&stmts);
        match ask(&cfa, &path, &mut session) {
            Feasibility::Feasible(values) => {
                feasible += 1;
                if let Some(inputs) = follow(&cfa, &path, &values) {
                    let mut listed = Listed::new(&inputs);
                    let end = Walk::new(&cfa).run(&mut listed, 100, &Budget::unlimited(), &mut |_, _| {});
                    assert_eq!(end, End::Error(cfa.errors[0].loc), "{stmts:?}");
                    run += 1;
                }
            }
            Feasibility::Infeasible { core } => {
                infeasible += 1;
                assert!(core.iter().all(|p| *p < stmts.len()));
                let end = |draw: &mut Draw| stmts.iter().try_fold(State::initial(&cfa), |s, stmt| draw.execute(stmt, &s));
                assert!((0..50).all(|_| end(&mut draw).is_none()), "a run takes the path: {stmts:?}");
                let Some(interpolants) = interpolants(&cfa, &path, &core, &mut session) else { continue };
                explained += 1;
                steps += hold(&cfa, &stmts, &interpolants, &mut draw);
            }
            Feasibility::Unknown(_) => {}
        }
    }
    let counts = (feasible, run, infeasible, explained, steps);
    assert!(feasible > 15 && run * 10 >= feasible * 9, "{counts:?}");
    assert!(infeasible > 15 && explained * 10 >= infeasible * 7 && steps > 400, "{counts:?}");
}

fn solutions_of_horn_clauses_hold(solver: &Solver) {
    interpolants_from_elsewhere_hold(solver, &Interpolator::Horn(solver.clone()));
}

fn interpolants_of_cvc5_hold((solver, cvc5): &(Solver, Interpolator)) {
    interpolants_from_elsewhere_hold(solver, cvc5);
}

/// The same of those that other procedures find.
fn interpolants_from_elsewhere_hold(solver: &Solver, source: &Interpolator) {
    let mut session = solver.session();
    let mut draw = Draw::new(43);
    let (mut infeasible, mut explained, mut steps) = (0, 0, 0);
    while infeasible < 30 {
        let vocabulary = vocabulary();
        let stmts: Vec<Stmt> = (0..3 + draw.below(4)).map(|_| draw.stmt(&vocabulary)).collect();
        let (cfa, path) = chain(&stmts);
        let Feasibility::Infeasible { .. } = ask(&cfa, &path, &mut session) else { continue };
        infeasible += 1;
        let formula = PathFormula::new(&cfa, &path);
        let between: Vec<usize> = (1..stmts.len()).collect();
        let Some(found) = source.interpolants(&formula, &between, LIMIT * 2, &Budget::seconds(20.0)) else { continue };
        let all: Vec<Formula> = [vec![Formula::True], found, vec![Formula::False]].concat();
        explained += 1;
        steps += hold(&cfa, &stmts, &all, &mut draw);
    }
    assert!(explained >= 5 && steps > 40, "{explained} of {infeasible}, {steps} steps");
}

/// Interpolants hold along executions from the start and from anywhere else; the number of steps that were looked at.
fn hold(cfa: &Cfa, stmts: &[Stmt], interpolants: &[Formula], draw: &mut Draw) -> usize {
    let holds = |k: usize, s: &State| eval::holds(&interpolants[k], s) == Some(true);
    assert_eq!(interpolants.len(), stmts.len() + 1);
    assert_eq!(interpolants.last(), Some(&Formula::False));
    assert!(holds(0, &State::initial(cfa)), "{:?} does not hold at the start", interpolants[0]);
    let mut looked_at = 0;
    let mut state = State::initial(cfa);
    for _ in 0..20 {
        for (k, stmt) in stmts.iter().enumerate() {
            let from = if k == 0 { State::initial(cfa) } else { draw.near(&state, cfa) };
            let Some(to) = draw.execute(stmt, &from) else { continue };
            if holds(k, &from) {
                assert!(
                    holds(k + 1, &to),
                    "{stmt:?} leads from {from:?} in {:?} to {to:?} not in {:?}",
                    interpolants[k],
                    interpolants[k + 1]
                );
                looked_at += 1;
            }
            state = to;
        }
    }
    looked_at
}

fn explanation(text: &str, session: &mut Session) -> (Vec<usize>, Vec<String>) {
    let (cfa, path) = straight(text);
    let Feasibility::Infeasible { core } = ask(&cfa, &path, session) else { panic!("the path is infeasible") };
    let found = interpolants(&cfa, &path, &core, session).expect("interpolants are found");
    (core.into_iter().collect(), found.iter().map(|f| print_formula(f, &cfa)).collect())
}

fn what_has_nothing_to_do_with_it_is_left_out(solver: &Solver) {
    let mut session = solver.session();
    let text = "cfa
var x: i32
var y: i32
var z: i32
entry A
error E reach \"never\"
edge A -> B: input y i32
edge B -> C: assume y > 100
edge C -> D: x := 3
edge D -> F: z := z + y
edge F -> G: x := x + 4
edge G -> H: assume z > 7
edge H -> E: assume x > 7 && y > 0
";
    let (core, interpolants) = explanation(text, &mut session);
    assert_eq!(core, [2, 4, 6]);
    assert_eq!(interpolants, ["true", "true", "true", "x <= 3", "x <= 3", "x <= 7", "x <= 7", "false"]);
}

/// Between 3·x and the bounds of y there is no integer unless y is no multiple of 3: that takes cases, and no quantifier.
fn an_input_with_a_factor_is_projected(solver: &Solver) {
    let mut session = solver.session();
    let text = "cfa
var x: int
var y: int
var z: int
entry A
error E reach \"never\"
edge A -> Z: input z int
edge Z -> B: y := 3 * z
edge B -> C: input x int
edge C -> E: assume 3 * x > y && 3 * x < y + 3
";
    let (_, interpolants) = explanation(text, &mut session);
    assert!(interpolants[2].contains('%') && !interpolants[2].contains("exists"), "{interpolants:?}");
}

fn products_remainders_machine_words_and_arrays_are_exact(solver: &Solver) {
    let mut session = solver.session();
    let square = "cfa
var x: i32
var y: int
entry A
error E reach \"never\"
edge A -> B: input x i32
edge B -> C: y := x * x
edge C -> E: assume y % 4 == 3
";
    explanation(square, &mut session);
    let word = "cfa
var x: u8
var y: u8
entry A
error E reach \"never\"
edge A -> B: input x u8
edge B -> C: y := wrap(u8, x + 200)
edge C -> D: assume y < x
edge D -> E: assume x < 56
";
    let (_, interpolants) = explanation(word, &mut session);
    assert_eq!(interpolants[0], "true");
    let array = "cfa
var a: i32[10]
var i: i32
var j: i32
entry A
error E reach \"never\"
edge A -> B: input i i32
edge B -> C: input j i32
edge C -> D: a := store(a, i, 5)
edge D -> F: a := store(a, j, 6)
edge F -> E: assume a[i] != 5 && i < j
";
    let (_, interpolants) = explanation(array, &mut session);
    assert!(interpolants[3].contains('a'), "{interpolants:?}");
}

fn what_no_domain_could_keep_becomes_bounds_where_bounds_are_enough(solver: &Solver) {
    let mut session = solver.session();
    let text = "cfa
var i: i32
var j: u32
entry A
error E reach \"never\"
edge A -> B: i := 7
edge B -> C: i := i + 2
edge C -> D: j := xor(u32, i, 5)
edge D -> E: assume j > 1023
";
    let (_, interpolants) = explanation(text, &mut session);
    assert_eq!(interpolants, ["true", "i >= -2 && i <= 1021", "i >= 0 && i <= 1023", "j <= 1023", "false"]);
    let text = "cfa
var x: i32
var y: i32
entry A
error E reach \"never\"
edge A -> B: input x i32
edge B -> C: assume x >= 10
edge C -> D: assume x <= 20
edge D -> E: assume x * x > 1000
";
    let (_, interpolants) = explanation(text, &mut session);
    assert_eq!(interpolants[3], "x >= -31 && x <= 31");
}

/// A path through quantifiers: one over elements that are read instance by instance, and an edge beside it that reads them too.
fn elements_below_quantifiers_get_the_values_of_the_solver(solver: &Solver) {
    let mut session = solver.session();
    let text = "cfa
var a: int -> int
var n: int
entry A
error E reach \"it runs\"
edge A -> B: input n i32
edge B -> C: assume n >= 3 && n <= 5
edge C -> D: input a i32
edge D -> F: assume forall ?k: int. ?k < 0 || ?k >= n || a[?k] == 7 * ?k + 1
edge F -> G: a := store(a, 1, 44)
edge G -> E: assume exists ?k: int. ?k >= 0 && ?k < n && a[?k] == 15
edge G -> A: assume exists ?k: int. ?k >= 0 && ?k < n && a[?k] == 44
";
    let cfa = parse_cfa(text).unwrap_or_else(|e| panic!("{e}"));
    let path: Vec<EdgeId> = (0..6).map(EdgeId).collect();
    let Feasibility::Feasible(values) = ask(&cfa, &path, &mut session) else { panic!("the path is feasible") };
    let inputs = follow(&cfa, &path, &values).expect("it runs");
    let end = Walk::new(&cfa).run(&mut Listed::new(&inputs), 100, &Budget::unlimited(), &mut |_, _| {});
    assert_eq!(end, End::Error(cfa.errors[0].loc), "{inputs:?}");
}

fn without_a_solver_nothing_is_known() {
    let (cfa, path) = chain(&[Stmt::Assume(Formula::False)]);
    let answer = ask(&cfa, &path, &mut Solver::at("/nonexistent/z3").session());
    assert!(matches!(answer, Feasibility::Unknown(_)), "{answer:?}");
}

fn a_budget_that_is_used_up_gives_no_answer(solver: &Solver) {
    let mut session = solver.session();
    let (cfa, path) = chain(&[Stmt::Assume(Formula::False)]);
    let answer = PathFormula::new(&cfa, &path).ask(&mut session, LIMIT, &Budget::seconds(0.0));
    assert!(matches!(answer, Feasibility::Unknown(_)), "{answer:?}");
}
