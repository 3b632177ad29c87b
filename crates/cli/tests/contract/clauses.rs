//! Horn clauses and transition systems: models and derivations in the terms of the file.

use crate::tool::{Bench, LOOP};

#[test]
fn a_model_defines_every_relation_of_the_file() {
    let bench = Bench::new();
    bench.write("loop.smt2", LOOP.replace("LIMIT", "5"));
    let answer = bench.bevel("verify loop.smt2 --timeout 20");
    answer.is("sat", 0).says("(define-fun inv ((x!0 Int) (x!1 Bool)) Bool ").says("(define-fun |mid way| ((x!0 Int)) Bool ");
    bench.bevel("verify loop.smt2 --timeout 20 --without solver").is("sat", 0).says("model not confirmed: no solver may be asked");
    bench.bevel("verify loop.smt2 --timeout 20 --quiet").is("sat", 0);
}

#[test]
fn a_derivation_names_facts_and_the_lines_of_their_clauses() {
    let bench = Bench::new();
    bench.write("loop.smt2", LOOP.replace("LIMIT", "1"));
    let answer = bench.bevel("verify loop.smt2 --timeout 20");
    answer.is("unsat", 1).says("derivation confirmed by evaluation").says("loop.smt2:4: (inv 0 ");
    let facts: Vec<&str> = answer.out.lines().filter(|l| l.starts_with("loop.smt2:") && !l.contains("violated")).collect();
    // Which run is found is not said.
    assert_eq!(facts[1], "loop.smt2:5: (|mid way| 0)");
    assert_eq!(facts.last(), Some(&"loop.smt2:7: false"));
}

#[test]
fn json_has_the_model_and_the_derivation() {
    let bench = Bench::new();
    bench.write("good.smt2", LOOP.replace("LIMIT", "5")).write("bad.smt2", LOOP.replace("LIMIT", "1"));
    let json = |line: &str| serde_json::from_str::<serde_json::Value>(&bench.bevel(line).out).unwrap();
    let good = json("verify good.smt2 --timeout 20 --json");
    assert_eq!(good["verdict"], "safe");
    assert_eq!(good["model"].as_array().unwrap().len(), 2);
    let bad = json("verify bad.smt2 --timeout 20 --json");
    let last = bad["derivation"].as_array().unwrap().last().unwrap();
    assert_eq!((&bad["evidence"], &last["fact"]), (&"confirmed".into(), &"false".into()));
    assert_eq!(last["line"], 7);
}

#[test]
fn a_transition_system_has_an_invariant_over_its_state() {
    let bench = Bench::new();
    let text = "(declare-fun x () Int)\n(declare-fun y () Int)\n(define-fun s () Int (! x :next y))\n\
                (define-fun i () Bool (! (= x 0) :init true))\n(define-fun t () Bool (! (= y (ite (< x 3) (+ x 1) 0)) :trans true))\n\
                (define-fun p () Bool (! (<= x 3) :invar-property 0))\n";
    bench.write("a.vmt", text).bevel("verify a.vmt --timeout 20").is("safe", 0).says("invariant: ");
    bench.write("b.vmt", text.replace("(<= x 3)", "(<= x 2)"));
    bench.bevel("verify b.vmt --timeout 20").is("unsafe(reach)", 1).says("(state 3)").says("derivation confirmed");
}

#[test]
fn elements_of_a_declared_sort_are_told_as_numbers() {
    let bench = Bench::new();
    let text = "(declare-sort S 0)\n(declare-fun x () S)\n(declare-fun y () S)\n(define-fun s () S (! x :next y))\n\
                (declare-fun n () Int)\n(declare-fun m () Int)\n(define-fun c () Int (! n :next m))\n\
                (define-fun i () Bool (! (= n 0) :init true))\n(define-fun t () Bool (! (= m (ite (= x y) n 1)) :trans true))\n\
                (define-fun p () Bool (! (<= n 1) :invar-property 0))\n";
    let safe = bench.write("a.vmt", text).bevel("verify a.vmt --timeout 20");
    safe.is("safe", 0).says("; the elements of S are the integers from 0, below S.size\n").says("invariant: ");
    bench.write("b.vmt", text.replace("(<= n 1)", "(<= n 0)"));
    bench.bevel("verify b.vmt --timeout 20").is("unsafe(reach)", 1).says(" 1) ; size of S: ").says("derivation confirmed");
    // Here a quantifier is left, which no derivation tells.
    let single = text.replace("(= n 0)", "(and (= n 0) (forall ((q S) (r S)) (= q r)))").replace("(<= n 1)", "(< n 0)");
    bench.write("c.vmt", single).bevel("verify c.vmt --timeout 20").is("unsafe(reach)", 1).says("quantifiers are not evaluated");
    bench.write("d.vmt", text.replace("(<= n 1)", "(<= x 1)"));
    bench.bevel("verify d.vmt").is_rejected("d.vmt:10:30: a term of sort Int is expected here; this one has sort S");
}
