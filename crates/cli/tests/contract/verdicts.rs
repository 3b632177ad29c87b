//! The outside contract of `verify`: verdict line, exit status, evidence, conditions, JSON.

use crate::tool::{Bench, COUNT, FAIL};

#[test]
fn safe_comes_with_the_invariant_of_each_loop() {
    let bench = Bench::new();
    let answer = bench.write("count.c", COUNT).bevel("verify count.c --engine dagger");
    answer.is("safe", 0).says("count.c:4:5: loop invariant: 0 <= i && i <= 10").says("proved by");
    let quiet = bench.bevel("verify count.c --quiet");
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("safe\n", ""));
}

#[test]
fn unsafe_comes_with_inputs_and_the_stack() {
    let bench = Bench::new();
    let answer = bench.write("fail.c", FAIL).bevel("verify fail.c");
    answer.is("unsafe(reach)", 1).says("fail.c:4:25: reach violated").says("found by");
    answer.says("input 1 at fail.c:7:13 (__VERIFIER_nondet_int): 12345").says("input 2 at fail.c:8:13 (__VERIFIER_nondet_int): 4");
    answer.says("in look, called from fail.c:9:25").says("in main");
    assert!(answer.out.contains("\n      if (value == 12345) reach_error();\n"), "{}", answer.out);
}

#[test]
fn unknown_says_where_precision_was_lost() {
    let bench = Bench::new();
    // x == y needs a relation, and no run fails.
    let text = "extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
    while (x < n) { x++; y++; }
    if (x != y) reach_error();
    return 0;
}
";
    let answer = bench.write("equal.c", text).bevel("verify equal.c --engine dagger --domain interval");
    answer.is("unknown", 3).says("dagger(interval):").says("equal.c:6:17: reach unknown");
    assert!(answer.err.lines().last().is_some_and(|l| l.starts_with("bevel: unknown: ")), "{answer:#?}");
}

#[test]
fn all_checks_are_decided_and_counted() {
    let bench = Bench::new();
    let text = "extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int d = __VERIFIER_nondet_int();
    if (d < 0 || d > 100) return 0;
    int q = 1000 / d;
    if (q < 5) reach_error();
    return q;
}
";
    let answer = bench.write("div.c", text).bevel("verify div.c");
    answer.is("unsafe(divzero)", 1).says("divzero             0        1");
    // An explicit list assumes the rest, and says so on the line above the verdict.
    let listed = bench.bevel("verify div.c --check reach");
    listed.is("safe", 0);
    let above = listed.out.lines().rev().nth(1).unwrap_or("");
    assert!(above.starts_with("assuming: ") && above.contains("no divzero"), "{listed:#?}");
    let both = bench.bevel("verify div.c --check reach,divzero --quiet");
    both.is("unsafe(divzero)", 1);
}

#[test]
fn what_is_not_understood_is_unknown_with_its_place() {
    let bench = Bench::new();
    let text = "int f(int n) { asm(\"nop\"); return n; }\nint main(void) { return f(3); }\n";
    bench.write("assembly.c", text).bevel("verify assembly.c").is("unknown", 3).says("assembly.c:1:").says("not understood");
    // Where it cannot be reached it does no harm.
    let text = "int f(int n) { asm(\"nop\"); return n; }\nint main(void) { int x = 1; if (x > 2) return f(3); return 0; }\n";
    bench.write("unreached.c", text).bevel("verify unreached.c").is("safe", 0);
    // Public programs copy through `void *` in functions that nobody calls; no compiler takes that today, and it has no meaning here.
    let copy = "static void copy(void *to, void *from) { to[0] = from[0]; }\n";
    bench.write("nobody.c", format!("{copy}int main(void) {{ return 0; }}\n")).bevel("verify nobody.c").is("safe", 0);
    let called = format!("{copy}int main(void) {{ char a[2] = {{1, 2}}; copy(a, a + 1); return 0; }}\n");
    bench
        .write("called.c", called)
        .bevel("verify called.c")
        .is("unknown", 3)
        .says("called.c:1:")
        .says("assignment through a pointer to `void`");
}

/// What is proved behind a place that is not understood is proved on condition that no run passes it, and the report says so.
#[test]
fn what_is_proved_behind_a_gap_is_conditional() {
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) {\n    int a[2] = {0, 1}, n = __VERIFIER_nondet_int();\n    \
                if (n < 0 || n > 1)\n        __asm__(\"nop\");\n    return a[n];\n}\n";
    let bench = Bench::new();
    bench.write("gap.c", text).bevel("verify gap.c").is("unknown", 3).says("assuming: what is proved is proved up to");
    let whole = text.replace("__asm__(\"nop\");", "return 0;");
    let answer = bench.write("whole.c", &whole).bevel("verify whole.c");
    answer.is("safe", 0);
    assert!(!answer.out.contains("up to the places"), "{}", answer.out);
}

#[test]
fn functions_without_a_body_are_listed() {
    let bench = Bench::new();
    let text = "int mystery(int);\nint main(void) { int x = mystery(1); return x > 0; }\n";
    bench.write("a.c", text).bevel("verify a.c").is("safe", 0).says("functions without a body: mystery");
}

#[test]
fn properties_and_tasks_are_understood() {
    let bench = Bench::new();
    bench.write("count.c", COUNT).write("fail.c", FAIL);
    bench.write("reach.prp", "CHECK( init(main()), LTL(G ! call(reach_error())) )\n");
    bench.write("overflow.prp", "CHECK( init(main()), LTL(G ! overflow) )\n");
    bench.write("end.prp", "CHECK( init(main()), LTL(F end) )\n");
    bench.bevel("verify fail.c --property reach.prp").is("unsafe(reach)", 1);
    bench.bevel("verify fail.c --property overflow.prp").is("safe", 0);
    bench.bevel("verify fail.c --property end.prp").is_rejected("not yet supported property");
    bench.bevel("verify fail.c --property reach.prp --check reach").is_rejected("cannot be used with");
    let task = "format_version: '2.0'\ninput_files: 'count.c'\nproperties:\n  - property_file: reach.prp\n    expected_verdict: true\n  - property_file: end.prp\n    expected_verdict: true\noptions:\n  language: C\n  data_model: ILP32\n";
    let answer = bench.write("count.yml", task).bevel("verify count.yml");
    answer.is("safe", 0).says("not answered: ").says("assuming: no overflow");
    bench
        .write("list.yml", "input_files: [fail.c]\noptions: {language: C, data_model: LP64}\n")
        .bevel("verify list.yml")
        .is("unsafe(reach)", 1);
    bench.write("bad.yml", "input_files: [count.c, b.c]\n").bevel("verify bad.yml").is_rejected("b.c: there is no such file");
    bench.write("odd.yml", "- 1\n").bevel("verify odd.yml").is_rejected("not a verification task");
}

#[test]
fn the_data_model_and_the_integers_can_be_chosen() {
    let bench = Bench::new();
    let text = "extern void reach_error(void);\nint main(void) { if (sizeof(long) != 8) reach_error(); return 0; }\n";
    bench.write("long.c", text).bevel("verify long.c").is("safe", 0);
    bench.bevel("verify long.c --data-model ilp32").is("unsafe(reach)", 1);
    let text = "extern int __VERIFIER_nondet_int(void);\nint main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > 0; }\n";
    bench.write("add.c", text).bevel("verify add.c").is("unsafe(overflow)", 1).says(": 2147483647");
    bench.bevel("verify add.c --int wrap").is("safe", 0);
    bench.bevel("verify add.c --int math").is("safe", 0);
}

#[test]
fn json_is_one_object_and_nothing_else() {
    let bench = Bench::new();
    bench.write("count.c", COUNT).write("fail.c", FAIL);
    let json = |line: &str| {
        let answer = bench.bevel(line);
        let value: serde_json::Value = serde_json::from_str(&answer.out).unwrap_or_else(|e| panic!("{e}: {answer:#?}"));
        assert_eq!(value["exit"], answer.exit.unwrap());
        value
    };
    let safe = json("verify count.c --json --story --engine dagger --without thresholds");
    assert_eq!(safe["verdict"], "safe");
    assert_eq!(safe["invariants"][0]["invariant"], "0 <= i && i <= 10");
    assert_eq!(safe["invariants"][0]["place"]["line"], 4);
    assert_eq!(safe["checks"]["reach"]["proved"], 1);
    assert_eq!(safe["assumptions"], serde_json::json!([]));
    let failed = json("verify fail.c --json --check reach");
    assert_eq!((&failed["verdict"], &failed["check"]), (&"unsafe".into(), &"reach".into()));
    assert_eq!(failed["findings"][0]["inputs"][0]["value"], "12345");
    assert_eq!(failed["findings"][0]["status"], "violated");
    assert!(failed["findings"][0]["engine"].is_string());
    assert!(failed["seconds"].is_number() && failed["stats"]["locations"].is_number());
    let bad = json("verify missing.c --json");
    assert_eq!(bad["verdict"], "error");
    assert!(bad["error"].as_str().unwrap().contains("no such file"));
}

#[test]
fn the_story_is_told_above_the_verdict() {
    let bench = Bench::new();
    let plain = bench.write("count.c", COUNT).bevel("verify count.c --engine dagger");
    let told = bench.bevel("verify count.c --story --engine dagger --domain interval --without thresholds");
    told.is("safe", 0);
    assert!(plain.out.lines().all(|l| !l.starts_with("dagger(interval): ")), "{plain:#?}");
    // Stories start with the name of who tells.
    assert!(told.out.lines().any(|l| l.starts_with("dagger(interval): ")), "{told:#?}");
}

#[test]
fn engines_can_be_chosen() {
    let bench = Bench::new();
    bench.write("count.c", COUNT);
    bench.bevel("verify count.c --engine dagger --domain interval --explore tree").is("safe", 0).says("proved by dagger(interval)");
    bench.bevel("verify count.c --engine search").is("safe", 0).says("proved by search");
    bench.bevel("verify count.c --without dagger,solver").is("safe", 0).says("proved by search");
    bench
        .bevel("verify count.c --engine nonesuch")
        .is_rejected("possible values: auto, dagger, gr06, contracts, fgar, mse, focus, backward, unroll, induct, strings, cells, search");
    bench.bevel("verify count.c --engine search --without search").is_rejected("no engine is left");
}

#[test]
fn contracts_of_recursive_functions_are_printed() {
    let bench = Bench::new();
    let text = "int __VERIFIER_nondet_int(void);\nint count(int n) { return n > 0 ? 1 + count(n - 1) : 0; }\n\
                int main(void) { int n = __VERIFIER_nondet_int(); if (n < 0 || n > 1000000) return 0; return 1 / (1 + count(n) - n); }\n";
    let bench = bench.write("count.c", text);
    bench.bevel("verify count.c --engine contracts").is("safe", 0).says("function count: requires n >= 0").says("result == old(n)");
    let json = bench.bevel("verify count.c --json --engine contracts");
    assert!(json.out.contains("\"function\": \"count\"") || json.out.contains("\"function\":\"count\""), "{}", json.out);
}

#[test]
fn a_recursive_program_runs_and_fails_with_its_stack() {
    let bench = Bench::new();
    let text = "int printf(const char *, ...);\nint __VERIFIER_nondet_int(void);\nvoid reach_error(void);\n\
                int count(int n) {\n    if (n == 7) reach_error();\n    int below = n > 0 ? count(n - 1) : 0;\n    printf(\"%d \", n);\n    return below + 1;\n}\n\
                int main(void) { printf(\"%d\\n\", count(__VERIFIER_nondet_int())); return 0; }\n";
    let bench = bench.write("count.c", text).write("four", "4").write("nine", "9");
    let four = bench.bevel("run count.c --inputs four");
    assert_eq!((four.exit, four.out.as_str()), (Some(0), "0 1 2 3 4 5\n"));
    assert_eq!(bench.bevel("run count.c --inputs nine").exit, Some(1));
    bench.bevel("verify count.c --check reach").is("unsafe(reach)", 1).says("in count(n = 7), called from count.c:10:").says("in main");
}
