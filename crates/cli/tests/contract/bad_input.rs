//! Whatever is given, there is a clear message, the right exit status, and no panic.

use crate::tool::Bench;

#[test]
fn files_that_are_no_programs_are_rejected() {
    let bench = Bench::new();
    bench.bevel("verify missing.c").is_rejected("missing.c: there is no such file");
    bench.write("empty.c", "").bevel("verify empty.c").is_rejected("empty.c: the file is empty");
    bench.write("binary.c", b"\x7fELF\x02\x00\x01\x00").bevel("verify binary.c").is_rejected("binary file");
    bench.write("open.c", "int main(void) { if (1) { return 0; }\n").bevel("verify open.c").is_rejected("open.c:");
    bench.write("close.c", "int main(void) { return 0; } }\n").bevel("verify close.c").is_rejected("close.c:1:30");
    bench.write("nomain.c", "int f(void) { return 0; }\n").bevel("verify nomain.c").is_rejected("main");
    bench.write("text.c", "This is not a program.\n").bevel("verify text.c").is_rejected("text.c:1");
    std::fs::create_dir(bench.path().join("dir.c")).unwrap();
    bench.bevel("verify dir.c").is_rejected("directory");
    bench.bevel("verify .").is_rejected("directory");
}

#[test]
fn ten_megabytes_of_noise_are_rejected() {
    let bench = Bench::new();
    let mut random = base::random::Random::new(7);
    let noise: Vec<u8> = (0..10 << 20).map(|_| random.next_u64() as u8).collect();
    bench.write("noise.c", &noise).write("noise.i", &noise);
    bench.bevel("verify noise.c").is_rejected("noise.c");
    bench.bevel("verify noise.i").is_rejected("noise.i");
    let text: Vec<u8> = noise.iter().map(|b| b.max(&1)).copied().collect();
    bench.write("text.c", &text).write("text.i", &text);
    for name in ["text.c", "text.i"] {
        let answer = bench.bevel(&format!("verify {name}"));
        assert_eq!((answer.exit, answer.out.as_str()), (Some(2), ""), "{}", &answer.err[..answer.err.len().min(500)]);
        assert!(!answer.err.is_empty() && !answer.err.contains("internal error"));
    }
}

#[test]
fn nets_that_are_none_are_rejected_with_their_place() {
    let bench = Bench::new();
    let rejected = |text: &str, words: &str| {
        bench.write("a.spec", text).bevel("verify a.spec").is_rejected(words);
    };
    rejected("", "a.spec: the file is empty");
    rejected("(set-logic HORN)\n", "a.spec:1:1: `vars` is expected here, not the character `(`");
    rejected("vars x\nrules\n  y >= 1 -> ;\n", "a.spec:3:3: `y` is not declared");
    rejected("vars x\nrules\n  x >= 1 -> x' = x - 2;\ninit x = 1 target x >= 2\n", "a.spec:3:13: the guard promises 1 in `x`");
    rejected("vars x\nrules\ninit x = 1\ntarget\n", "a.spec:5:1: the name of a variable is expected here");
    rejected("vars x\nrules\n  x >= 99999999999999999999 -> ;\n", "a.spec:3:8: numbers above");
    let json = bench.bevel("verify a.spec --json");
    assert!(json.exit == Some(2) && json.out.contains("\"verdict\": \"error\"") && json.out.contains("a.spec:3:8"), "{json:#?}");
    bench.write("b.spec", "vars x\n").bevel("verify a.spec b.spec").is_rejected("a.spec: a net stands alone");
}

#[test]
fn input_kinds_that_are_not_known_are_named() {
    let bench = Bench::new();
    bench.write("a.txt", "x\n").bevel("verify a.txt").is_rejected("unknown input kind");
    bench.write("a.yml", "input_files: [a.c]\n").write("a.c", "int main(void) { return 0; }\n");
    bench.bevel("verify a.c a.yml").is_rejected("a.yml: a task stands alone");
}

#[test]
fn files_that_are_not_one_program_are_rejected() {
    let bench = Bench::new();
    bench.write("a.c", "int f(void) { return 0; }\nint main(void) { return f(); }\n").write("b.c", "\nint f(void) { return 1; }\n");
    bench.bevel("verify a.c b.c").is_rejected("b.c:2:5: second definition of `f`: it is defined at a.c:1:5");
    bench.bevel("run a.c b.c").is_rejected("b.c:2:5: second definition");
    bench.bevel("dump a.c ./a.c").is_rejected("./a.c: the file is named twice");
    bench.bevel("verify a.c missing.c").is_rejected("missing.c: there is no such file");
    bench.bevel("verify a.c a.txt").is_rejected("a.txt: there is no such file");
    bench.write("c.c", "int x = ;\n").bevel("verify a.c c.c").is_rejected("c.c:1:9: syntax error");
}

#[test]
fn bad_usage_is_explained() {
    let bench = Bench::new();
    bench.write("a.c", "int main(void) { return 0; }\n");
    bench.bevel("verify").is_rejected("required arguments");
    bench.bevel("verify a.c --check rich").is_rejected("there are reach, bounds");
    bench.bevel("verify a.c --timeout soon").is_rejected("number of seconds");
    bench.bevel("verify a.c --memory 0").is_rejected("--memory");
    bench.bevel("verify a.c --report x.html").is_rejected("unexpected argument");
    bench.bevel("frobnicate a.c").is_rejected("unrecognized subcommand");
    bench.bevel("verify a.c --entry start").is_rejected("start");
}

#[test]
fn deeply_nested_programs_do_not_exhaust_the_stack() {
    let bench = Bench::new();
    let deep = 20_000;
    let text = format!("int main(void) {{ int x = {}1{}; return x; }}\n", "(".repeat(deep), ")".repeat(deep));
    let answer = bench.write("deep.c", text).bevel("verify deep.c --timeout 20");
    assert!(matches!(answer.exit, Some(0 | 2 | 3)), "{:?} {}", answer.exit, &answer.err[..answer.err.len().min(500)]);
}
