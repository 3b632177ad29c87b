//! Nets as input: verdicts, runs as fired rules with markings, invariants over the places, the choice of engines.

use crate::tool::Bench;

/// A lock for any number of processes; `KEYS` keys.
const LOCK: &str = "# any number of processes
vars
    outside inside keys
rules
    outside >= 1, keys >= 1 -> outside' = outside - 1, keys' = keys - 1, inside' = inside + 1;
    inside >= 1 -> inside' = inside - 1, keys' = keys + 1, outside' = outside + 1;
init
    outside >= 1, inside = 0, keys = KEYS
target
    inside >= 3
";

fn lock(keys: u32) -> String {
    LOCK.replace("KEYS", &keys.to_string())
}

#[test]
fn a_safe_net_has_an_invariant_over_its_places() {
    let bench = Bench::new();
    bench.write("lock.spec", lock(2));
    for engine in ["auto", "fgar", "backward", "dagger", "gr06"] {
        let answer = bench.bevel(&format!("verify lock.spec --engine {engine} --timeout 20"));
        answer.is("safe", 0).says("lock.spec:5:5: loop invariant: ").says("proved by");
        // That places hold natural numbers goes without saying.
        assert!(!answer.out.contains("0 <= outside") || !matches!(engine, "fgar" | "backward"), "{answer:#?}");
    }
    bench.bevel("verify lock.spec --engine fgar").says("proved by fgar");
    bench.bevel("verify lock.spec --engine backward").says("proved by backward");
    bench.bevel("verify lock.spec --engine dagger").says("proved by dagger(");
    bench.bevel("verify lock.spec --engine fgar --story").says("fgar: ").says("classes of places");
    assert_eq!(bench.bevel("verify lock.spec --quiet").out, "safe\n");
}

#[test]
fn an_unsafe_net_has_a_run() {
    let bench = Bench::new();
    bench.write("lock.spec", lock(3));
    for engine in ["auto", "fgar", "backward", "dagger", "search"] {
        let answer = bench.bevel(&format!("verify lock.spec --engine {engine} --timeout 20"));
        answer.is("unsafe(reach)", 1).says("lock.spec:10:5: reach violated: the target is reached");
        answer.says("  at the start: ").says("keys = 3").says("  after lock.spec:5:5");
        let last = answer.out.lines().rfind(|l| l.starts_with("  after ")).unwrap_or("");
        assert!(last.contains("inside = 3"), "{answer:#?}");
    }
    bench
        .bevel("verify lock.spec --engine backward")
        .says("  at the start: outside = 3, keys = 3\n  after lock.spec:5:5, 3 times: inside = 3\n");
}

#[test]
fn json_has_the_run_and_the_invariant() {
    let bench = Bench::new();
    bench.write("safe.spec", lock(2)).write("unsafe.spec", lock(3));
    let json = |line: &str| -> serde_json::Value { serde_json::from_str(&bench.bevel(line).out).unwrap() };
    let safe = json("verify safe.spec --json --engine fgar");
    assert_eq!((&safe["verdict"], &safe["engines"][0]), (&"safe".into(), &"fgar".into()));
    assert_eq!(safe["invariants"][0]["place"]["line"], 5);
    assert!(safe["stats"]["refinements"].as_u64().is_some_and(|rounds| rounds > 0), "{safe}");
    assert!(safe["reading"].is_null(), "the options of C say nothing about nets: {safe}");
    let failed = json("verify unsafe.spec --json --engine backward");
    let run = &failed["findings"][0]["run"];
    assert_eq!(run["start"], serde_json::json!({"outside": 3, "keys": 3}));
    assert_eq!(run["steps"][0]["times"], 3);
    assert_eq!(run["steps"][0]["rule"]["line"], 5);
    assert_eq!(run["steps"][0]["marking"], serde_json::json!({"inside": 3}));
}

#[test]
fn parts_can_be_left_out() {
    let bench = Bench::new();
    bench.write("lock.spec", lock(2));
    bench.bevel("verify lock.spec --without backward,dagger,search,contracts").is("safe", 0).says("proved by fgar");
    bench.bevel("verify lock.spec --without fgar,dagger,search,contracts").is("safe", 0).says("proved by backward");
    bench.bevel("verify lock.spec --without fgar,backward,search --jobs 1").is("safe", 0).says("proved by dagger(");
    bench.bevel("verify lock.spec --engine fgar --without acceleration").is("safe", 0).says("proved by fgar");
    bench.bevel("verify lock.spec --engine fgar --without fgar").is_rejected("no engine is left");
    bench.write("a.c", "int main(void) { return 0; }\n").bevel("verify a.c --engine backward").is_rejected("works on nets (.spec) only");
}

/// Upper bounds in guards are relaxed, and every target gets its own answer.
#[test]
fn what_only_the_relaxed_net_reaches_is_not_called_reached() {
    let bench = Bench::new();
    // Only with both tokens can the last rule be fired, and its guard forbids it.
    let text = "vars a b c\nrules\n  a >= 1, b = 0 -> c' = c + 1;\ninit a = 1, b = 1, c = 0\ntarget\n  c >= 1\n  a >= 2\n";
    let answer = bench.write("zero.spec", text).bevel("verify zero.spec --engine fgar --timeout 20");
    answer.is("unknown", 3).says("reach               1        0        1").says("if upper bounds in guards and targets are ignored");
    bench.bevel("verify zero.spec --timeout 20").is("safe", 0);
    let text = text.replace("b = 0", "b = 1");
    bench
        .write("one.spec", text)
        .bevel("verify one.spec --timeout 20 --thorough")
        .is("unsafe(reach)", 1)
        .says("reach               1        1        0");
}

#[test]
fn texts_need_not_be_valid_utf8() {
    let bench = Bench::new();
    let text = [b"# caf\xe9\n".as_slice(), lock(2).as_bytes()].concat();
    bench.write("lock.spec", text).bevel("verify lock.spec").is("safe", 0);
}

#[test]
fn nets_run_and_are_dumped_like_programs() {
    let bench = Bench::new();
    bench.write("lock.spec", lock(1)).write("in", "1 0 0");
    let dump = bench.bevel("dump lock.spec");
    assert!(dump.exit == Some(0) && dump.out.contains("inside := inside + 1"), "{dump:#?}");
    assert_eq!(bench.bevel("run lock.spec --inputs in --timeout 1").exit, Some(3));
    bench.bevel("verify lock.spec --witness w.yml").is("safe", 0).complains("no witness, no harness and no picture is written");
}
