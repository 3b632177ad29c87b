//! Evidence that leaves the tool: witnesses come back, harnesses fail, dumps and runs mean the same.

use crate::tool::{Bench, COUNT, FAIL};
use std::process::Command;

#[test]
fn a_correctness_witness_is_confirmed_and_a_false_one_is_not() {
    let bench = Bench::new();
    bench.write("count.c", COUNT).bevel("verify count.c --witness w.yml --engine dagger").is("safe", 0);
    let witness = bench.read("w.yml");
    for words in ["invariant_set", "format_version: \"2.0\"", "loop_invariant", "0 <= i && i <= 10", "line: 4", "data_model: LP64"] {
        assert!(witness.contains(words), "no {words} in {witness}");
    }
    // The witness alone proves it, without any engine of ours.
    bench.bevel("check count.c w.yml").is("confirmed", 0).says("proved by witness").says("confirmed: count.c:4:5: 0 <= i && i <= 10");
    bench.write("false.yml", witness.replace("i <= 10", "i <= 9"));
    bench.bevel("check count.c false.yml").is("refuted", 1).says("refuted: count.c:4:5: 0 <= i && i <= 9").says("i = 10");
    // What holds and is not inductive by itself holds all the same.
    bench.write("weak.yml", witness.replace("0 <= i && i <= 10", "i != 11"));
    bench.bevel("check count.c weak.yml").is("confirmed", 0);
    bench.write("never.yml", witness.replace("0 <= i && i <= 10", "0"));
    bench.bevel("check count.c never.yml").is("refuted", 1);
    bench.bevel("check count.c never.yml --json").says("\"verdict\": \"refuted\"").says("\"exit\": 1");
    bench.write("strange.yml", witness.replace("0 <= i", "0 <= nobody"));
    bench.bevel("check count.c strange.yml").is("not confirmed", 3).says("not confirmed: ").says("there is no variable 'nobody' here");
    // A witness cannot make an unsafe program safe.
    bench.write("count.c", COUNT.replace("i != 10", "i == 10"));
    bench.bevel("check count.c w.yml").is_rejected("it is not about count.c as it is now");
    bench.bevel("check count.c w.yml --any-program").is("refuted", 1);
}

#[test]
fn a_witness_of_something_else_is_refused() {
    let bench = Bench::new();
    bench.write("fail.c", FAIL).bevel("verify fail.c --witness w.yml").is("unsafe(reach)", 1);
    let witness = bench.read("w.yml");
    let changed = |from: &str, to: &str| {
        assert!(witness.contains(from), "no {from} in {witness}");
        bench.write("other.yml", witness.replace(from, to)).bevel("check fail.c other.yml")
    };
    changed("format_version: \"2.0\"", "format_version: \"9.0\"").is_rejected("its format version is 9.0");
    changed("data_model: LP64", "data_model: ILP32").is_rejected("it is about the data model ILP32");
    changed("function: main", "function: other").is_rejected("it speaks of `other`");
    changed("file_name: fail.c", "file_name: elsewhere.c").is_rejected("it speaks of elsewhere.c");
    changed("metadata:", "nothing:").is_rejected("it does not say which program it is about");
    // It is about this program, and says something else of it than what happens.
    changed("G ! call(reach_error())", "G ! overflow").is("not confirmed", 3).says("of which the witness does not speak");
}

#[test]
fn a_violation_witness_is_confirmed_and_a_false_one_is_not() {
    let bench = Bench::new();
    bench.write("fail.c", FAIL).bevel("verify fail.c --witness w.yml").is("unsafe(reach)", 1);
    let witness = bench.read("w.yml");
    // The location of a return is the closing parenthesis of the call.
    for words in ["violation_sequence", "function_return", "\\result == 12345", "line: 7", "column: 35", "type: target"] {
        assert!(witness.contains(words), "no {words} in {witness}");
    }
    bench.bevel("check fail.c w.yml").is("confirmed", 0).says("found by witness");
    bench.write("false.yml", witness.replace("12345", "12346"));
    bench.bevel("check fail.c false.yml").is("not confirmed", 3).says("not confirmed: ");
    // All of it must be so: where nothing looks whether it is, the witness is not confirmed.
    let target = witness.rfind("  - segment:").unwrap();
    bench.write("endless.yml", &witness[..target]).bevel("check fail.c endless.yml").is("not confirmed", 3).says("no target");
    let avoided = witness[target..].replace("action: follow", "action: avoid");
    bench
        .write("avoid.yml", witness[..target].to_owned() + &avoided)
        .bevel("check fail.c avoid.yml")
        .is("not confirmed", 3)
        .says("no target");
    let branch = "  - segment:\n    - waypoint:\n        type: branching\n        action: follow\n        location:\n          file_name: fail.c\n          line: 9\n        constraint:\n          value: \"false\"\n";
    let branching = witness[..target].to_owned() + branch + &witness[target..];
    bench
        .write("branch.yml", branching)
        .bevel("check fail.c branch.yml")
        .is("not confirmed", 3)
        .says("was not looked at: follow branching");
    let assumed = branch.replace("branching", "assumption").replace("\"false\"", "m == 5");
    let assumed = witness[..target].to_owned() + &assumed + &witness[target..];
    bench.write("assumed.yml", assumed).bevel("check fail.c assumed.yml").is("not confirmed", 3).says("2 of the 3 values only");
    bench.write("none.yml", "[]\n").bevel("check fail.c none.yml").is_rejected("neither an invariant_set nor a violation_sequence");
    bench.bevel("check fail.c fail.c").is_rejected("not a witness");
}

#[test]
fn a_witness_of_another_tool_is_understood() {
    let bench = Bench::new();
    bench.write("fail.c", FAIL);
    // Assumptions after the declarations instead of returns.
    let waypoint = |line: u32, value: &str| {
        format!(
            "    - segment:\n        - waypoint:\n            type: assumption\n            action: follow\n            location: {{file_name: ./fail.c, line: {line}}}\n            constraint: {{value: \"{value}\", format: c_expression}}\n"
        )
    };
    let target = "    - segment:\n        - waypoint:\n            type: target\n            action: follow\n            location: {file_name: ./fail.c, line: 4}\n";
    let text = format!("- entry_type: violation_sequence\n  content:\n{}{}{target}", waypoint(8, "n == (12345)"), waypoint(9, "m == 4"));
    bench.write("w.yml", text).bevel("check fail.c w.yml --any-program").is("confirmed", 0);
}

/// What the run reads again and again is told once.
#[test]
fn a_long_violation_witness_is_confirmed() {
    let bench = Bench::new();
    let text = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n    int x = 0;\n    while (__VERIFIER_nondet_int() == 3) {\n        if (__VERIFIER_nondet_int() == 3) x++;\n    }\n    if (x == 2000) reach_error();\n    return 0;\n}\n";
    let waypoint = |line: u32, value: i32| {
        format!(
            "    - segment:\n        - waypoint:\n            type: function_return\n            action: follow\n            location: {{file_name: count.c, line: {line}}}\n            constraint: {{value: \"\\\\result == {value}\", format: acsl_expression}}\n"
        )
    };
    let rounds = (waypoint(5, 3) + &waypoint(6, 3)).repeat(2000);
    let target = "    - segment:\n        - waypoint:\n            type: target\n            action: follow\n            location: {file_name: count.c, line: 8}\n";
    let witness = format!("- entry_type: violation_sequence\n  content:\n{rounds}{}{target}", waypoint(5, 4));
    let answer = bench.write("count.c", text).write("w.yml", witness).bevel("check count.c w.yml --check reach --any-program");
    answer.is("confirmed", 0).says("confirmed: a run with the 4001 values of the witness fails");
    answer.says("  2000 times:\n    input 1 at count.c:5:12 (__VERIFIER_nondet_int): 3\n    input 2 at count.c:6:13 (");
    answer.says("  input 4001 at count.c:5:12 (__VERIFIER_nondet_int): 4\n");
}

#[test]
fn a_harness_makes_the_program_fail() {
    let bench = Bench::new();
    bench.write("fail.c", FAIL).bevel("verify fail.c --harness h.c").is("unsafe(reach)", 1);
    let cc = |args: &[&str]| Command::new("cc").args(args).current_dir(bench.path()).status().unwrap();
    assert!(cc(&["-o", "fail", "fail.c", "h.c"]).success());
    let output = Command::new(bench.path().join("fail")).output().unwrap();
    assert!(!output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("reach_error() is reached"), "{output:?}");

    let text = "#include <assert.h>\nextern unsigned char __VERIFIER_nondet_uchar(void);\nint main(void) {\n    unsigned char a = __VERIFIER_nondet_uchar(), b = __VERIFIER_nondet_uchar();\n    assert(a + b != 300 || a < b);\n    return 0;\n}\n";
    bench.write("sum.c", text).bevel("verify sum.c --harness h.c").is("unsafe(reach)", 1);
    assert!(cc(&["-o", "sum", "sum.c", "h.c"]).success());
    let output = Command::new(bench.path().join("sum")).output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("sum.c:5: main: harness: "), "{output:?}");

    let text =
        "extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); int y = x + 1; return y > 0; }\n";
    bench.write("add.c", text).bevel("verify add.c --harness h.c").is("unsafe(overflow)", 1);
    assert!(bench.read("h.c").contains("-fsanitize=undefined"));
    assert!(cc(&["-fsanitize=undefined", "-fno-sanitize-recover=all", "-o", "add", "add.c", "h.c"]).success());
    let output = Command::new(bench.path().join("add")).output().unwrap();
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("overflow"), "{output:?}");
}

/// The heap on which a function fails is built in C, and drawn.
#[test]
fn a_given_heap_is_built_and_drawn() {
    let bench = Bench::new();
    let text = "struct node { struct node *next; int data; };\n\
                /*@ requires x != \\null && x->data > 3 && n == 5; */\n\
                int second(struct node *x, int n) {\n    return x->next->data + n - n;\n}\n\
                int main(void) { return 0; }\n";
    let answer = bench.write("second.c", text).bevel("verify second.c --entry second --check deref --harness h.c --picture heap.svg");
    answer.is("unsafe(deref)", 1).says("the heap that it is given:").says("next -> null");
    let picture = bench.read("heap.svg");
    assert!(picture.starts_with("<svg ") && picture.contains("next = null"), "{picture}");
    let harness = bench.read("h.c");
    let command = harness.lines().find_map(|l| l.trim().strip_prefix("cc ")?.strip_suffix(" THIS_FILE && ./a.out")).unwrap();
    let mut cc = Command::new("cc");
    assert!(cc.args(command.split(' ')).args(["h.c", "-o", "second"]).current_dir(bench.path()).status().unwrap().success(), "{harness}");
    let output = Command::new(bench.path().join("second")).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success() && message.contains("second.c:4"), "{message}\n{harness}");
    // Without a heap there is nothing to draw, and what is not told is not made up.
    bench.write("fail.c", FAIL).bevel("verify fail.c --picture none.svg").is("unsafe(reach)", 1).complains("no picture is drawn");
    let text = "/*@ requires n == 1; */ int first(int *x, int n) { return x[n]; }\n";
    let answer = bench.write("own.c", text).bevel("verify own.c --entry first --check bounds,deref --harness none.c");
    assert!(answer.err.contains("no harness is written: the object that x leads to is not of the given heap"), "{answer:#?}");
}

#[test]
fn run_executes() {
    let bench = Bench::new();
    let text = "#include <stdio.h>\nextern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\nint main(void) {\n    int n = __VERIFIER_nondet_int();\n    for (int i = 0; i < n; i++) printf(\"%d\\n\", i * i);\n    if (n == 4) reach_error();\n    return 0;\n}\n";
    bench.write("squares.c", text).write("three", "3\n").write("four", "4").write("big", "99999999999").write("word", "x");
    let run = |line: &str| {
        let answer = bench.bevel(line);
        (answer.exit, answer.out, answer.err.trim_end().to_string())
    };
    assert_eq!(run("run squares.c --inputs three"), (Some(0), "0\n1\n4\n".into(), "bevel: the run ended normally".into()));
    let (exit, out, err) = run("run squares.c --inputs four");
    assert_eq!((exit, out.as_str()), (Some(1), "0\n1\n4\n9\n"));
    assert!(err.contains("squares.c:7:17: reach violated"), "{err}");
    assert_eq!(err.lines().count(), 1);
    assert!(run("run squares.c").2.contains("needs one more input"));
    assert_eq!(run("run squares.c --inputs big").0, Some(3));
    bench.bevel("run squares.c --inputs word").is_rejected("'x' is not an integer");
}

#[test]
fn dumps_are_complete() {
    let bench = Bench::new();
    bench.write("count.c", COUNT);
    let cfa = bench.bevel("dump count.c --as cfa");
    let parsed = base::text::parse_cfa(&cfa.out).unwrap();
    assert_eq!((cfa.exit, parsed.errors.len() > 1), (Some(0), true));
    assert!(bench.bevel("dump count.c --as dot").out.starts_with("digraph"));
    let horn = bench.bevel("dump count.c --as smt2").out;
    assert!(horn.starts_with("(set-logic HORN)") && horn.ends_with("(check-sat)\n"));
    assert_eq!(horn.matches('(').count(), horn.matches(')').count());
}
