//! Assertions with quantifiers, seen from outside: no engine is wrong about them, whatever it can do with them.

use crate::tool::Bench;

/// Fills an array with a number that the loop computes from `LAST`.
const PROGRAM: &str = "extern int __VERIFIER_nondet_int(void);
#define N 6
int main(void) {
    int a[N], b[N];
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > N)
        return 0;
    //@ loop invariant \\forall int k; 0 <= k < i ==> a[k] == 1;
    for (int i = 0; i < n; i++) {
        a[i] = i < LAST;
        b[i] = a[i];
    }
    /*@ assert (\\forall int k; 0 <= k < n ==> a[k] == 1 && b[k] == a[k]) &&
               (\\exists int k; 0 <= k < n && b[k] == 1); */
    return 0;
}
";

#[test]
fn no_engine_is_wrong_about_a_quantifier() {
    let bench = Bench::new();
    bench.write("good.c", PROGRAM.replace("LAST", "N")).write("bad.c", PROGRAM.replace("LAST", "5"));
    for engine in ["dagger", "gr06", "fgar", "spacer", "search", "auto"] {
        let good = bench.bevel(&format!("verify good.c --engine {engine} --timeout 2"));
        assert!(matches!(good.exit, Some(0 | 3)), "{engine}: {good:#?}");
        let bad = bench.bevel(&format!("verify bad.c --engine {engine} --timeout 2"));
        assert!(matches!(bad.exit, Some(1 | 3)), "{engine}: {bad:#?}");
        for answer in [&good, &bad] {
            let told = format!("{}{}", answer.out, answer.err);
            assert!(!["internal error", "proof rejected"].iter().any(|bug| told.contains(bug)), "{engine}: {told}");
        }
    }
    let found = bench.bevel("verify bad.c --timeout 10");
    found.is("unsafe(reach)", 1).says("bad.c:13:9: reach violated: assertion `(\\forall int k; 0 <= k < n");
    // The run is one that can be repeated.
    bench.write("inputs", "6\n").bevel("run bad.c --inputs inputs").complains("bad.c:13:9");
}

#[test]
fn what_is_left_out_is_told_and_what_is_assumed_stands_beside_the_verdict() {
    let bench = Bench::new();
    let text = "/*@ requires n > 0; assigns \\nothing; */\nint f(int n) {\n    int x = n - 1;\n    //@ assert x >= 0;\n    return x;\n}\n";
    bench.write("f.c", text);
    let answer = bench.bevel("verify f.c --entry f --timeout 10");
    answer.is("safe", 0).says("assuming: `f` requires n > 0").complains("f.c:1:21: warning: `assigns` is not understood and ignored");
    bench.write("g.c", text.replace("n > 0", "\\valid(p)"));
    bench.bevel("verify g.c --entry f").is_rejected("g.c:1:14");
    bench.write("h.c", text.replace("x >= 0", "x => 0"));
    bench.bevel("verify h.c --entry f").is_rejected("h.c:4:18");
}
