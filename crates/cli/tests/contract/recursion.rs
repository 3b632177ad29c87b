//! Recursive functions: contracts in witnesses, and stacks of failing runs.

use crate::tool::Bench;

const COUNT: &str = "extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
static int count(int n) {
    if (n <= 0) return 0;
    return 1 + count(n - 1);
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100) return 0;
    if (count(n) > 100) reach_error();
    return 0;
}
";

#[test]
fn contracts_stand_in_the_witness_and_are_confirmed() {
    let bench = Bench::new();
    bench.write("count.c", COUNT).bevel("verify count.c --witness w.yml --without search").is("safe", 0);
    let witness = bench.read("w.yml");
    for words in [
        "format_version: \"2.1\"",
        "type: function_contract",
        "function: count",
        "requires: 0 <= n && n <= 100",
        "\\result <= 100",
        "\\old(n)",
    ] {
        assert!(witness.contains(words), "no {words} in {witness}");
    }
    // The contract alone proves it, without any engine of ours.
    bench.bevel("check count.c w.yml").is("confirmed", 0).says("proved by witness").says("confirmed: count.c:3: count requires");
    // One that is not kept is not believed.
    bench.write("false.yml", witness.replace("\\result <= 100", "\\result <= 99"));
    bench.bevel("check count.c false.yml").says("not confirmed: count.c:3: count requires").says("not shown to be kept");
    // One that is too weak for the program proves nothing by itself, and cannot make an unsafe program safe.
    bench.write("count.c", COUNT.replace("> 100) reach_error", "> 99) reach_error"));
    bench.bevel("check count.c w.yml --any-program").is("refuted", 1);
}

/// Parameters and results are values of their types, which the contract of a witness need not say.
#[test]
fn the_contract_of_a_witness_has_the_ranges_of_c() {
    let bench = Bench::new();
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/recursion/mccarthy91.c")).unwrap();
    bench.write("f.c", text).bevel("verify f.c --witness w.yml").is("safe", 0);
    bench.bevel("check f.c w.yml").is("confirmed", 0).says("proved by witness");
}

#[test]
fn the_stack_of_a_failing_run_has_every_activation() {
    let bench = Bench::new();
    let text = COUNT.replace("if (n <= 0) return 0;", "if (n == 97) reach_error();").replace("> 100) reach_error()", "> 100) n = 0");
    let text = text.replace("n < 0 || n > 100", "n != 100");
    let answer = bench.write("deep.c", &text).bevel("verify deep.c --check reach");
    answer.is("unsafe(reach)", 1).says(
        "  in count(n = 97), called from deep.c:5:16\n  in count(), called from deep.c:5:16\n  in count(), called from deep.c:5:16\n  in count(), called from deep.c:10:9\n  in main\n",
    );
    // What the callers still need is told.
    let kept = text.replace("return 1 + count(n - 1);", "return count(n - 1) + n;");
    let answer = bench.write("kept.c", &kept).bevel("verify kept.c --check reach");
    answer.says("  in count(n = 97), called from kept.c:5:12\n  in count(n = 98), called from kept.c:5:12\n  in count(n = 99), called from kept.c:5:12\n  in count(n = 100), called from kept.c:10:9\n  in main\n");
    let long = kept.replace("n == 97", "n == 0");
    let answer = bench.write("long.c", &long).bevel("verify long.c --check reach");
    answer.says("  and 82 more calls, then\n  in count(n = 92), called from long.c:5:12\n");
    bench.bevel("verify kept.c --check reach --json").says("in count(n = 98), called from kept.c:5:12");
}
