//! What the readers accept and refuse, each refusal with its place.

use tsfront::diagnostic::Kind;
use tsfront::{horn, simplify, to_cfa, vmt};

const COUNTER: &str = "(set-logic HORN)
(declare-fun inv (Int) Bool)
(assert (forall ((x Int)) (=> (= x 0) (inv x))))
(assert (forall ((x Int) (y Int)) (=> (and (inv x) (= y (+ x 2))) (inv y))))
(assert (forall ((x Int)) (=> (and (inv x) (= (mod x 2) 1)) false)))
(check-sat)
";

/// The place and first words of the refusal.
fn refused(text: &str, line: u32, column: u32, words: &str) {
    let error = horn::read("f.smt2", text).and_then(|s| to_cfa(&s).map(|_| ())).unwrap_err();
    let found = error.to_string();
    let expected = format!("f.smt2:{line}:{column}: {words}");
    assert!(found.starts_with(&expected), "expected {expected}, found {found}");
}

#[test]
fn a_counter_becomes_a_loop() {
    let system = horn::read("f.smt2", COUNTER).unwrap();
    assert_eq!((system.relations.len(), system.clauses.len()), (1, 3));
    let simple = simplify(system);
    let automaton = to_cfa(&simple.system).unwrap();
    let text = base::text::print_cfa(&automaton.cfa);
    assert!(text.contains("inv.0 := inv.0 + 2"), "{text}");
    assert_eq!(automaton.spots.len(), 1);
}

#[test]
fn clauses_may_be_written_in_many_ways() {
    let shapes = [
        "(assert (forall ((x Int)) (not (and (inv x) (> x 5)))))",
        "(assert (forall ((x Int)) (or (not (inv x)) (<= x 5))))",
        "(assert (not (exists ((x Int)) (and (inv x) (> x 5)))))",
        "(declare-var x Int) (query (and (inv x) (> x 5)))",
        "(define-fun bad ((v Int)) Bool (let ((big (> v 5))) (! big :named b))) (assert (forall ((x Int)) (=> (inv x) (bad x) false)))",
        "(assert (forall ((x Int)) (=> (and (inv x) (exists ((y Int)) (and (= y (+ x 1)) (> y 6)))) false)))",
    ];
    for shape in shapes {
        let text = format!("(set-logic HORN) (declare-fun inv (Int) Bool) (assert (inv 0)) {shape}");
        let system = horn::read("f.smt2", &text).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(system.clauses.len(), 2, "{shape}");
        let query = &system.clauses[1];
        assert!(query.head.is_none() && query.body.len() == 1, "{shape}");
    }
    // Two clauses in one formula, and a disjunction of relations in a body.
    let text = "(declare-rel p (Int)) (declare-rel q (Int)) (declare-var x Int)
        (rule (and (=> (= x 1) (p x)) (=> (= x 2) (q x)))) (rule (=> (or (p x) (q x)) (p (+ x 1))))";
    assert_eq!(horn::read("f.smt2", text).unwrap().clauses.len(), 4);
}

#[test]
fn refusals_have_places() {
    let with = |clause: &str| format!("(set-logic HORN)\n(declare-fun p (Int) Bool)\n(declare-fun q (Int Bool) Bool)\n{clause}");
    refused("(set-logic QF_LIA)", 1, 12, "not yet supported: the logic QF_LIA");
    refused("(declare-fun p (Int (_ BitVec 8)) Bool)", 1, 21, "not yet supported: the sort (_ …)");
    let real = |term: &str| format!("(declare-fun r (Real Int) Bool)\n(assert (forall ((x Real) (y Real) (i Int)) (r {term} i)))");
    refused(&real("(* x y)"), 2, 53, "not yet supported: a product or quotient of reals");
    refused(&real("(/ x 3.0)"), 2, 53, "not yet supported: a product or quotient of reals");
    refused(&real("(+ x i)"), 2, 53, "not yet supported: integers beside reals");
    refused(&real("(to_real i)"), 2, 48, "not yet supported: to_real");
    refused(&real("i"), 2, 48, "a term of sort Real is expected here; this one has sort Int");
    refused("(declare-fun p ((Array Int Bool)) Bool)", 1, 17, "not yet supported: arrays of other sorts");
    refused(&with("(assert (p 1.5))"), 4, 12, "a term of sort Int is expected here; this one has sort Real");
    refused(&with("(assert (p y))"), 4, 12, "y is not declared");
    refused(&with("(assert (p true))"), 4, 12, "a term of sort Int is expected here; this one has sort Bool");
    refused(&with("(assert (q 1))"), 4, 9, "q takes 2 arguments, not 1");
    refused(&with("(assert (forall ((x Int)) (p (div 1 x))))"), 4, 37, "not yet supported: div by");
    refused(&with("(assert (forall ((x Int)) (=> (p x) (or (p 1) (q x true)))))"), 4, 1, "not a Horn clause");
    refused(&with("(assert (forall ((x Int)) (=> (forall ((y Int)) (< x y)) (p x))))"), 4, 1, "not yet supported: quantifiers");
    refused(&with("(assert (forall ((x Int)) (=> (and (p x) (q x true)) (p 1))))"), 4, 1, "not yet supported: non-linear clauses");
    refused(&with("(assert (forall ((x Int)) (p x))"), 4, 1, "this parenthesis is never closed");
    refused(&with("(frobnicate)"), 4, 1, "unknown command");
    refused("(declare-fun p () Bool)\n(declare-fun p () Bool)", 2, 14, "p is declared twice");
    let deep = format!("(assert {}true{})", "(not ".repeat(3000), ")".repeat(3000));
    refused(&deep, 1, 5004, "not yet supported: more than 1000 nested parentheses");
}

#[test]
fn shared_terms_stay_shared() {
    // Without sharing the last of these has 2^60 leaves.
    let mut text = String::from("(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (forall ((x Int) (y Int)) ");
    text += "(let ((a0 (and (> x 0) (< y 3)))) ";
    for i in 1..=60 {
        text += &format!("(let ((a{i} (or (and a{} (> x {i})) (and (not a{}) (< y {i}))))) ", i - 1, i - 1);
    }
    text += &format!("(=> a60 (p x)){}))", ")".repeat(61));
    let system = horn::read("f.smt2", &text).unwrap();
    assert_eq!(system.clauses.len(), 1);
    let error = to_cfa(&system).unwrap_err();
    assert_eq!((error.kind, error.span.line), (Kind::Unsupported, 3));
}

#[test]
fn arrays_are_read_and_written() {
    let text = "(set-logic HORN)
(declare-fun inv ((Array Int Int) Int) Bool)
(assert (forall ((a (Array Int Int))) (inv a 0)))
(assert (forall ((a (Array Int Int)) (b (Array Int Int)) (i Int)) (=> (and (inv a i) (= b (store a i 7))) (inv b (+ i 1)))))
(assert (forall ((a (Array Int Int)) (i Int)) (=> (and (inv a i) (> i 0) (distinct (select a 0) 7)) false)))";
    let automaton = to_cfa(&simplify(horn::read("f.smt2", text).unwrap()).system).unwrap();
    let text = base::text::print_cfa(&automaton.cfa);
    assert!(text.contains("inv.0 := store(inv.0, inv.1, 7)"), "{text}");
}

const SWITCH: &str = "(declare-fun pc () Bool)
(declare-fun pc_ () Bool)
(declare-fun n () Int)
(declare-fun n_ () Int)
(define-fun .pc () Bool (! pc :next pc_))
(define-fun .n () Int (! n :next n_))
(define-fun .init () Bool (! (and (not pc) (= n 0)) :init true))
(define-fun .trans () Bool (! (or (and (not pc) pc_ (= n_ n)) (and pc (not pc_) (= n_ (+ n 1)))) :trans true))
(define-fun .property () Bool (! (>= n 0) :invar-property 0))";

#[test]
fn a_transition_system_becomes_one_relation_and_two_locations() {
    let system = vmt::read("f.vmt", SWITCH).unwrap();
    assert_eq!((system.relations.len(), system.clauses.len()), (1, 3));
    let names: Vec<&str> = system.relations[0].args.iter().map(|a| &*a.name).collect();
    assert_eq!(names, ["pc", "n"]);
    let simple = simplify(system);
    assert_eq!(simple.system.relations.len(), 2, "one location per value of pc");
    assert!(simple.system.relations.iter().all(|r| r.args.len() == 1));
}

/// Processes with their states in an array.
const FLAGS: &str = "(declare-fun n () Int)
(declare-fun n_ () Int)
(declare-fun up () (Array Int Int))
(declare-fun up_ () (Array Int Int))
(declare-fun p () Int)
(define-fun .n () Int (! n :next n_))
(define-fun .up () (Array Int Int) (! up :next up_))
(define-fun in ((i Int)) Bool (and (<= 0 i) (< i n)))
(define-fun .init () Bool (! (forall ((i Int)) (=> (in i) (= (select up i) 0))) :init true))
(define-fun free () Bool (forall ((i Int)) (=> (in i) (= (select up i) (ite (= i p) (select up p) 0)))))
(define-fun .trans () Bool (! (and (= n_ n) (in p) free (= up_ (store up p 1))) :trans true))
(define-fun .property () Bool (! (forall ((i Int) (j Int)) (or (= i j) (= (select up i) 0) (= (select up j) 0))) :invar-property 0))";

#[test]
fn universal_quantifiers_stay_where_existential_ones_become_inputs() {
    let system = vmt::read("f.vmt", FLAGS).unwrap();
    assert_eq!((system.relations.len(), system.clauses.len()), (1, 3));
    let simple = simplify(system);
    let text = base::text::print_cfa(&to_cfa(&simple.system).unwrap().cfa);
    let count = |words: &str| text.matches(words).count();
    assert_eq!((count("forall"), count("exists")), (2, 0), "{text}");
    // The condition on a bound variable is no case of the clause.
    assert_eq!(count("up := store(up, "), 1, "{text}");
}

#[test]
fn uses_of_a_function_have_quantified_variables_of_their_own() {
    let text = "(set-logic HORN) (declare-fun inv (Int) Bool)
        (define-fun never ((a Int)) Bool (forall ((y Int)) (distinct y a)))
        (assert (inv 0))
        (assert (forall ((x Int)) (=> (inv x) (or (never x) (never (+ x 1))))))";
    let system = horn::read("f.smt2", text).unwrap();
    // The query holds for all x: there is a y that is x, and another that is x + 1.
    let query = &simplify(system).system.clauses[1];
    assert!(query.head.is_none() && query.constraint == tsfront::term::Terms::TRUE, "{query:?}");
}

#[test]
fn faults_of_transition_systems_have_places() {
    let refused = |text: &str, expected: &str| {
        let found = vmt::read("f.vmt", text).unwrap_err().to_string();
        assert!(found.starts_with(expected), "expected {expected}, found {found}");
    };
    refused(&SWITCH.replace(":invar-property", ":live-property"), "f.vmt:9:43: not yet supported: the property :live-property");
    refused(&format!("{SWITCH}\n(assert (> n 1))"), "f.vmt:10:9: not yet supported: assertions");
    refused(&SWITCH.replace(":init", ":nothing"), "f.vmt:1:1: the annotations :init and :trans are both needed");
    refused(&SWITCH.replace(":next n_", ":next pc_"), "f.vmt:6:28: a variable and its next value have the same sort");
    refused(&SWITCH.replace("(>= n 0)", "(>= n_ 0)"), "f.vmt:9:44: a property speaks of the current state alone");
    let quantified = |sort: &str| FLAGS.replace("free () Bool (forall ((i Int))", &format!("free () Bool (forall ((k {sort}) (i Int))"));
    assert!(vmt::read("f.vmt", &quantified("Int")).is_ok());
    refused(&quantified("Bool"), "f.vmt:10:35: not yet supported: a quantifier over Bool here; there may be one over Int");
    refused(&quantified("(Array Int Int)"), "f.vmt:10:35: not yet supported: a quantifier over (Array Int Int) here");
    let reals = format!("(declare-fun r () Real)\n{FLAGS}");
    refused(&reals, "f.vmt:10:39: not yet supported: quantifiers beside reals");
}
