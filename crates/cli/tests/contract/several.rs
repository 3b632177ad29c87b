//! A program of several files is verified, run and played back as one.

use crate::tool::{Answer, Bench};
use std::process::Command;

/// Both files have a `limit` of their own, and share a type.
const HEADER: &str = "struct range { int low, high; };\nint clamp(struct range r, int x);\n";

fn main_file(limit: i32) -> String {
    format!(
        "#include \"range.h\"\n#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nstatic int limit = {limit};\n\
         int main(void) {{\n    struct range r = {{ -limit, limit }};\n    int x = clamp(r, __VERIFIER_nondet_int());\n    printf(\"%d\\n\", x);\n    \
         if (x > 10) {{\n        reach_error();\n    }}\n    return 0;\n}}\n"
    )
}

const CLAMP: &str = "#include \"range.h\"\nstatic int limit = 10;\nint clamp(struct range r, int x) {\n    if (x < r.low) return r.low;\n    \
    if (x > r.high) return r.high > limit ? limit + 1 : r.high;\n    return x;\n}\n";

fn bench(limit: i32) -> Bench {
    let bench = Bench::new();
    bench.write("range.h", HEADER).write("main.c", main_file(limit)).write("clamp.c", CLAMP);
    bench
}

#[test]
fn the_files_are_one_program() {
    bench(10).bevel("verify main.c clamp.c --timeout 60").is("safe", 0);
    let failing = bench(11);
    failing
        .bevel("verify main.c clamp.c --timeout 60 --harness harness.c --witness witness.yml")
        .is("unsafe(reach)", 1)
        .says("main.c:11:9");
    failing.bevel("verify clamp.c main.c --timeout 60").is("unsafe(reach)", 1);
    let witness = failing.read("witness.yml");
    assert!(witness.contains("main.c") && witness.contains("clamp.c"), "{witness}");
    failing.bevel("check main.c clamp.c witness.yml --timeout 60").is("confirmed", 0);
    let harness = failing.read("harness.c");
    assert!(harness.contains("cc main.c clamp.c THIS_FILE"), "{harness}");
    let compiled = Command::new("cc").args(["-w", "main.c", "clamp.c", "harness.c"]).current_dir(failing.path()).status().unwrap();
    assert!(compiled.success());
    let played = Answer::of(Command::new(failing.path().join("a.out")).output().unwrap());
    assert_ne!(played.exit, Some(0));
    played.complains("reach_error() is reached");
}

#[test]
fn a_task_may_have_several_files() {
    let bench = bench(11);
    bench.write("task.yml", "format_version: '2.0'\ninput_files: ['main.c', 'clamp.c']\noptions:\n  language: C\n  data_model: LP64\n");
    bench.bevel("verify task.yml --check reach --timeout 60").is("unsafe(reach)", 1);
}

#[test]
fn a_run_prints_what_the_compiled_program_prints() {
    let bench = bench(11);
    bench.write("input.c", "int __VERIFIER_nondet_int(void) { return -77; }\nvoid reach_error(void) { }\n").write("inputs", "-77\n");
    let compiled = Command::new("cc").args(["-w", "main.c", "clamp.c", "input.c"]).current_dir(bench.path()).status().unwrap();
    assert!(compiled.success());
    let expected = Answer::of(Command::new(bench.path().join("a.out")).output().unwrap());
    assert_eq!(expected.out, "-11\n");
    for order in ["main.c clamp.c", "clamp.c main.c"] {
        let answer = bench.bevel(&format!("run {order} --inputs inputs --timeout 60"));
        assert_eq!((answer.out.as_str(), answer.exit), (expected.out.as_str(), Some(0)), "{answer:?}");
    }
}
