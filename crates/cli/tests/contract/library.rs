//! The C library: allocation that may fail, callbacks, and functions that write where they are told to.

use crate::tool::Bench;
use std::process::Command;

const UNCHECKED: &str = "#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    int *q = calloc(2, sizeof *q);
    if (p) *p = 1;
    q[1] = 2;
    free(p);
    free(q);
    return 0;
}
";

#[test]
fn allocation_fails_only_if_it_may() {
    let bench = Bench::new();
    bench.write("a.c", UNCHECKED).bevel("verify a.c").is("safe", 0);
    let answer = bench.bevel("verify a.c --malloc-may-fail --witness w.yml --harness h.c");
    answer.is("unsafe(deref)", 1).says("a.c:6:5: deref violated: null pointer dereference").says("(calloc): 0");
    let json = bench.bevel("verify a.c --malloc-may-fail --json");
    json.says("\"malloc_may_fail\": true");
    bench.bevel("verify a.c --json").says("\"malloc_may_fail\": false");
    bench.bevel("verify --help").says("--malloc-may-fail");
    // The witness says which call returned null, and is about the program that is read in the same way.
    assert!(bench.read("w.yml").contains("\\result == 0"), "{}", bench.read("w.yml"));
    bench.bevel("check a.c w.yml --malloc-may-fail").is("confirmed", 0);
    bench.bevel("check a.c w.yml").is("not confirmed", 3);
    // A run reads the same inputs: 1 is a block, 0 a null pointer.
    assert_eq!(bench.write("inputs", "1 0\n").bevel("run a.c --malloc-may-fail --inputs inputs").exit, Some(1));
    bench.write("inputs", "0 1\n");
    assert_eq!(bench.bevel("run a.c --malloc-may-fail --inputs inputs").exit, Some(0));
    // The harness makes the same call fail.
    let harness = bench.read("h.c");
    let flags = harness.lines().find_map(|l| l.trim_start().strip_prefix("cc")).unwrap();
    let flags = flags.split_whitespace().take_while(|w| *w != "a.c");
    let cc = Command::new("cc").args(flags).args(["-w", "-o", "a.out", "a.c", "h.c"]).current_dir(bench.path()).status().unwrap();
    assert!(cc.success(), "{harness}");
    let output = Command::new(bench.path().join("a.out")).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(!output.status.success() && message.contains("a.c:6"), "{message}");
}

#[test]
fn a_function_that_may_be_called_back_is_not_forgotten() {
    let bench = Bench::new();
    let text = "extern void reach_error(void);\nextern int api(void (*)(void));\nstatic void f(void) { reach_error(); }\nint main(void) {\n    void (*h)(void) = f;\n    api(h);\n    return 0;\n}\n";
    bench.write("a.c", text).bevel("verify a.c").is("unknown", 3).says("`api` has no body and may call `f`");
}

/// What has no model is not taken for a function that stays inside its buffer, even if other code may write the buffer anyway.
#[test]
fn writers_without_a_model_are_not_understood() {
    let bench = Bench::new();
    for call in ["sscanf(\"1.5\", \"%f\", buffer)", "gets(buffer)", "sprintf(buffer, \"%f\", 1.0)", "scanf(\"%ls\", buffer)"] {
        let text = format!(
            "extern int sscanf(), gets(), sprintf(), scanf();\nchar buffer[4];\nint main(void) {{\n    {call};\n    return 0;\n}}\n"
        );
        bench.write("a.c", text).bevel("verify a.c").is("unknown", 3).says("a.c:4:5");
    }
    let fails = "#include <stdio.h>\nchar buffer[4];\nint main(void) {\n    sprintf(buffer, \"%x\", 74565);\n    return 0;\n}\n";
    bench.write("a.c", fails).bevel("verify a.c").is("unsafe(bounds)", 1).says("a.c:4:5: bounds violated");
    bench.write("a.c", fails.replace("74565", "4660").replace("[4]", "[5]")).bevel("verify a.c").is("safe", 0);
    let scans = fails.replace("sprintf(buffer, \"%x\", 74565)", "sscanf(\"abcdef\", \"%s\", buffer)");
    bench.write("a.c", &scans).bevel("verify a.c").is("unsafe(bounds)", 1).says("a.c:4:5: bounds violated");
    bench.write("a.c", scans.replace("[4]", "[7]")).bevel("verify a.c").is("safe", 0);
    // A word from a stream has any length, unless a width says more.
    let reads = fails.replace("sprintf(buffer, \"%x\", 74565)", "scanf(\"%s\", buffer)");
    bench.write("a.c", &reads).bevel("verify a.c").is("unsafe(bounds)", 1).says("a.c:4:5: bounds violated");
    bench.write("a.c", reads.replace("%s", "%3s")).bevel("verify a.c").is("safe", 0);
    bench.write("a.c", reads.replace("%s", "%4[^ ]")).bevel("verify a.c").is("unsafe(bounds)", 1);
}

#[test]
fn a_text_that_is_printed_is_somewhere() {
    let bench = Bench::new();
    let text = |print: &str| {
        format!(
            "#include <stdio.h>\n#include <stdlib.h>\nint main(void) {{\n    char *p = calloc(2, 1);\n    if (p) p[0] = 97;\n    {print}\n    return 0;\n}}\n"
        )
    };
    for print in ["printf(\"%d %s\", 1, p);", "puts(p);", "fputs(p, stdout);", "fprintf(stderr, \"%s\", p);"] {
        bench.write("a.c", text(&format!("{print} free(p);"))).bevel("verify a.c").is("safe", 0);
        bench.write("a.c", text(&format!("free(p); {print}"))).bevel("verify a.c").is("unsafe(deref)", 1).says("a.c:6:14: deref violated");
    }
    // What comes from elsewhere is not ours to check.
    bench.write("a.c", text("free(p); p = getenv(\"HOME\"); if (p) puts(p);")).bevel("verify a.c").is("safe", 0);
}

/// The order of equal elements is open: a run keeps it, and nothing is proved that rests on it.
#[test]
fn sorting_leaves_the_order_of_equal_elements_open() {
    let bench = Bench::new();
    let text = "#include <stdlib.h>
#include <stdio.h>
extern void reach_error(void);
static int tens(const void *a, const void *b) { return *(const int *)a / 10 - *(const int *)b / 10; }
int main(void) {
    int numbers[3] = {25, 21, 3};
    qsort(numbers, 3, sizeof *numbers, tens);
    printf(\"%d %d %d\\n\", numbers[0], numbers[1], numbers[2]);
    if (numbers[0] != 3) reach_error();
    if (numbers[1] / 10 != 2) reach_error();
    return 0;
}
";
    bench.write("a.c", text).bevel("verify a.c").is("safe", 0);
    bench.bevel("run a.c").says("3 25 21\n");
    bench.write("a.c", text.replace("numbers[1] / 10 != 2", "numbers[1] != 25")).bevel("verify a.c").is("unsafe(reach)", 1);
}
