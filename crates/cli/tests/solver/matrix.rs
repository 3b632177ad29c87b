//! The matrix engine × domain × input kind: every cell is run, answered or refused with its reason, and printed
//! (`cargo test -p bevel --test solver matrix -- --nocapture`). Some engines do nothing without a solver.

use crate::tool::Bench;
use assemble::{DomainName, EngineName};
use clap::ValueEnum;
use logic::Solver;

/// The names that the program really has.
fn names<T: ValueEnum>() -> Vec<String> {
    T::value_variants().iter().filter_map(|v| v.to_possible_value()).map(|v| v.get_name().to_owned()).collect()
}

/// Domains for one kind of program, which may leave the others open.
const SPECIAL: [&str; 3] = ["predicates", "heap-graph", "segments"];

const SAFE: &str =
    "extern void reach_error(void);\nint main(void) { int i = 0; while (i < 10) i++; if (i != 10) reach_error(); return 0; }\n";
const TASK: &str = "format_version: '2.0'\ninput_files: 'p.i'\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n";
const HORN: &str = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(check-sat)\n";
const VMT: &str = "(declare-fun x () Int)\n(declare-fun y () Int)\n(define-fun sx () Int (! x :next y))\n(define-fun i () Bool (! (= x 0) :init true))\n\
    (define-fun t () Bool (! (= y 0) :trans true))\n(define-fun p () Bool (! (= x 0) :invar-property 0))\n";
const SPEC: &str = "vars\n  x\nrules\n  x >= 1 -> x' = x - 1;\ninit\n  x = 1\ntarget\n  x >= 2\n";

pub fn every_cell_is_answered_or_refused_with_its_reason(_: &Solver) {
    let bench = Bench::new();
    bench.write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let inputs = [("p.c", SAFE), ("p.i", SAFE), ("p.yml", TASK), ("p.smt2", HORN), ("p.vmt", VMT), ("p.spec", SPEC)];
    for (name, text) in inputs {
        bench.write(name, text);
    }
    let (engines, domains) = (names::<EngineName>(), names::<DomainName>());
    let (mut answered, mut refused) = (0, 0);
    println!("{:10} {:10} {:7} answer", "engine", "domain", "input");
    for engine in &engines {
        for domain in &domains {
            for (name, _) in inputs {
                let answer = bench.bevel(&format!("verify --engine {engine} --domain {domain} --timeout 20 {name}"));
                let kind = name.rsplit('.').next().unwrap();
                let last = answer.out.lines().last().unwrap_or("").to_string();
                let cell = match answer.exit {
                    Some(0) => last.clone(),
                    Some(2) => format!("refused: {}", answer.err.lines().next().unwrap_or("")),
                    Some(3) if SPECIAL.contains(&domain.as_str()) => last.clone(),
                    other => panic!("{engine} {domain} {name}: exit {other:?}, {answer:#?}"),
                };
                println!("{engine:10} {domain:10} {kind:7} {cell}");
                match answer.exit {
                    Some(0) => {
                        answer.is(if kind == "smt2" { "sat" } else { "safe" }, 0);
                        answered += 1;
                    }
                    Some(3) => {
                        answer.is("unknown", 3);
                        assert!(answer.err.contains("unknown: "), "an unknown has a reason: {answer:#?}");
                    }
                    _ => {
                        assert!(answer.out.is_empty() && cell.len() > "refused: ".len() + 10, "a refusal has a reason: {answer:#?}");
                        // Backward search is for nets, unrolling and induction for programs; everything else answers every kind of input.
                        let is_for_others = match engine.as_str() {
                            "backward" => kind != "spec",
                            "unroll" | "induct" => ["smt2", "vmt", "spec"].contains(&kind),
                            _ => false,
                        };
                        assert!(is_for_others, "{engine} {domain} {name}: {cell}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert_eq!(refused, domains.len() * (inputs.len() - 1) + 2 * domains.len() * 3, "every other cell is answered");
    assert!(answered >= (engines.len() - 3) * (domains.len() - SPECIAL.len()) * inputs.len(), "{answered} cells are decided");
}
