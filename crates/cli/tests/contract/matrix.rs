//! The matrix engine × domain × input kind: every cell is run, answered or refused with its reason, and printed
//! (`cargo test -p bevel matrix -- --nocapture`).

use crate::tool::Bench;

/// The engines.
const ENGINES: [&str; 9] = ["auto", "dagger", "search", "gr06", "fgar", "spacer", "backward", "mse", "focus"];
const DOMAINS: [&str; 3] = ["interval", "octagon", "polyhedra"];

const SAFE: &str =
    "extern void reach_error(void);\nint main(void) { int i = 0; while (i < 10) i++; if (i != 10) reach_error(); return 0; }\n";
const TASK: &str = "format_version: '2.0'\ninput_files: 'p.i'\nproperties:\n  - property_file: p.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: LP64\n";
const HORN: &str = "(set-logic HORN)\n(declare-fun p (Int) Bool)\n(assert (p 0))\n(check-sat)\n";
const VMT: &str = "(declare-fun x () Int)\n";
const SPEC: &str = "vars\n  x\nrules\n  x >= 1 -> x' = x - 1;\ninit\n  x = 1\ntarget\n  x >= 2\n";

#[test]
fn every_cell_is_answered_or_refused_with_its_reason() {
    let bench = Bench::new();
    bench.write("p.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    let inputs = [("p.c", SAFE), ("p.i", SAFE), ("p.yml", TASK), ("p.smt2", HORN), ("p.vmt", VMT), ("p.spec", SPEC)];
    for (name, text) in inputs {
        bench.write(name, text);
    }
    let mut answered = Vec::new();
    println!("{:10} {:10} {:7} answer", "engine", "domain", "input");
    for engine in ENGINES {
        for domain in DOMAINS {
            for (name, _) in inputs {
                let answer = bench.bevel(&format!("verify --engine {engine} --domain {domain} --timeout 20 {name}"));
                let kind = name.rsplit('.').next().unwrap();
                let cell = match answer.exit {
                    Some(0) => answer.out.lines().last().unwrap_or("").to_string(),
                    Some(2) => format!("refused: {}", answer.err.lines().next().unwrap_or("")),
                    other => panic!("{engine} {domain} {name}: exit {other:?}, {answer:#?}"),
                };
                println!("{engine:10} {domain:10} {kind:7} {cell}");
                if answer.exit == Some(0) {
                    answer.is(if kind == "smt2" { "sat" } else { "safe" }, 0);
                    answered.push((engine, domain, kind));
                } else {
                    assert!(answer.out.is_empty() && cell.len() > "refused: ".len() + 10, "a refusal has a reason: {answer:#?}");
                }
            }
        }
    }
    let kinds = |e: &'static str, d: &'static str| {
        let kinds: &[&'static str] = match e {
            "backward" => &["spec"],
            _ => &["c", "i", "yml", "smt2", "spec"],
        };
        kinds.iter().map(move |k| (e, d, *k))
    };
    let expected: Vec<_> = ENGINES.iter().flat_map(|e| DOMAINS.into_iter().flat_map(|d| kinds(e, d))).collect();
    assert_eq!(answered, expected);
}
