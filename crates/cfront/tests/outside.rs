//! What the world outside is taken to do: which names are inputs, whom functions without a body call back, what globals hold at the start.

use base::{Cfa, Check, InputKind, Stmt};
use cfront::{Globals, Options, translate};

fn cfa(text: &str, options: &Options) -> Cfa {
    translate(text, "test.c", options).unwrap_or_else(|d| panic!("{d}"))
}

fn reach() -> Options {
    Options { checks: [Check::Reach].into(), ..Options::default() }
}

fn premises(text: &str, options: &Options) -> Vec<String> {
    cfa(text, options).premises.iter().map(|p| p.to_string()).collect()
}

/// Whether runs may be in doubt.
fn doubts(text: &str) -> bool {
    cfa(text, &reach()).vars.iter().any(|v| &*v.name == "$doubt")
}

#[test]
fn only_the_names_of_the_conventions_are_inputs() {
    let calls = |call: &str| cfa(&format!("int main(void) {{ int x = 1; return {call} + x; }}"), &reach());
    for input in
        ["unknown()", "nondet()", "nondet_int()", "nondet_bool()", "__VERIFIER_nondet_uint()", "__VERIFIER_nondet_long()", "nondet(x)"]
    {
        assert!(calls(input).externals.is_empty(), "{input}");
    }
    for other in
        ["unknown1()", "unknown_init()", "nondeterministic()", "__nondet_int()", "__VERIFIER_nondet_set()", "nondet(&x)", "unknown(&x)"]
    {
        assert_eq!(calls(other).externals.len(), 1, "{other}");
    }
    // What is declared to get a pointer is none either, whatever it gets.
    let null = "extern int nondet_int(int *p); int main(void) { return nondet_int(0); }";
    assert_eq!(cfa(null, &reach()).externals.len(), 1);
}

#[test]
fn any_bytes_are_inputs_of_the_cells_that_they_lie_in() {
    let written = |text: &str| {
        let is_written = |s: &Stmt| matches!(s, Stmt::Input { kind: InputKind::Written(f), .. } if &**f == "__VERIFIER_nondet_memory");
        let cfa = cfa(&format!("int main(void) {{ {text} }}"), &Options::default());
        let is_open = cfa.errors.iter().any(|e| e.check == Check::Unsupported);
        (cfa.edges.iter().filter(|e| is_written(&e.stmt)).count(), is_open)
    };
    assert_eq!(written("int x = 1; __VERIFIER_nondet_memory(&x, sizeof x); return x;"), (1, false));
    assert_eq!(written("struct { int a; char b; } s; __VERIFIER_nondet_memory(&s, sizeof s); return s.a + s.b;"), (2, false));
    assert!(written("int x = 1; __VERIFIER_nondet_memory(&x, 2); return x;").1);
}

#[test]
fn calls_back_matter_only_if_they_change_what_the_world_cannot() {
    let asks = |text: &str| !premises(text, &reach()).is_empty();
    let with = |rest: &str| format!("extern void foo(void); {rest} int main(void) {{ foo(); return 0; }}");
    for nothing_new in [
        "int g; void set(void) { g = 2; }",
        "static int g; int get(void) { return g; }",
        "static int g; static void set(void) { g = 2; } void other(void) { int g; g = 3; }",
        "static int t[3]; int get(int i) { return t[i]; }",
        "void set(int *p) { *p = 2; }",
        "static const int t[2] = {1, 2}; void put(int *p) { p[0] = t[1]; }",
    ] {
        assert!(!asks(&with(nothing_new)), "{nothing_new}");
    }
    for changes in [
        "static int g; void set(void) { g = 2; }",
        "static int g; static void set(void) { g = 2; } void other(void) { set(); }",
        "static int t[3]; void put(int i) { t[i] = 1; }",
        "static int g; void set(void) { int *p = &g; *p = 2; }",
        "static int g; int *where(void) { return &g; }",
        "static int t[3]; int *where(void) { return t; }",
        "static int g; extern void bar(int *p); void show(void) { bar(&g); }",
        "int ticket(void) { static int n; return n++; }",
        "static struct { int a; } s; void put(void) { s.a++; }",
    ] {
        assert!(asks(&with(changes)), "{changes}");
    }
}

#[test]
fn what_cannot_be_told_is_in_doubt() {
    let with = |rest: &str| format!("extern void foo(void); static int n; {rest} int main(void) {{ f(1); assert(n == 3); return 0; }}");
    assert!(!doubts(&with("void f(int k) { n = 3; } void g(void) { n = 3; }")));
    // It is called back while it runs.
    assert!(doubts(&with("void f(int k) { n = 3; foo(); }")));
    assert!(doubts(&with("int r(int k) { return k ? n = r(k - 1) : 0; } static void f(int k) { foo(); }")));
}

#[test]
fn globals_hold_anything_where_the_program_starts_late() {
    let start = |globals| Options { entry: "f".into(), globals, ..Options::default() };
    let inputs = |text: &str, globals| cfa(text, &start(globals)).edges.iter().filter(|e| matches!(e.stmt, Stmt::Input { .. })).count();
    let said = |text: &str, globals| premises(text, &start(globals)).iter().filter(|p| p.contains("globals")).count();
    for (text, open) in [
        ("int g = 5; int f(void) { assert(g == 5); return 0; }", 1),
        ("static int g = 5; int f(void) { assert(g == 5); return 0; }", 0),
        ("static int g = 5; void set(void) { g = 3; } int f(void) { assert(g == 5); return 0; }", 1),
        ("static int g = 5; void set(void) { int g; g = 3; } int f(void) { assert(g == 5); return 0; }", 0),
        ("static int g = 5; int *where(void) { return &g; } int f(void) { assert(g == 5); return 0; }", 1),
        ("static int g = 5; static int *p = &g; int f(void) { assert(g == 5); return 0; }", 1),
        ("int const g = 5; int f(void) { assert(g == 5); return 0; }", 0),
        ("int f(void) { static int n; return n++; }", 1),
        ("int f(void) { static int n = 3; return n; }", 0),
    ] {
        assert_eq!(inputs(text, Globals::Any), open, "{text}");
        assert_eq!(inputs(text, Globals::Initial), 0, "{text}");
    }
    assert_eq!(said("int g = 5; int f(void) { assert(g == 5); return 0; }", Globals::Any), 1);
    assert_eq!(said("int g = 5; int f(void) { assert(g == 5); return 0; }", Globals::Initial), 1);
    assert_eq!(said("int f(int g) { return g; }", Globals::Any), 0);
    // At `main` they hold their initial values, and nobody needs to say so.
    assert_eq!(premises("int g = 5; int main(void) { return g; }", &Options::default()), Vec::<String>::new());
}
