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
    // Calls back are a loop; the programs have no other.
    let asks = |text: &str| cfa(text, &reach()).locs.iter().any(|l| l.loop_head);
    let with = |rest: &str| format!("extern void foo(void); {rest} int main(void) {{ foo(); return 0; }}");
    for nothing_new in [
        "int g; void set(void) { g = 2; }",
        "static int g; int get(void) { return g; }",
        "static int g; static void set(void) { g = 2; } void other(void) { int g; g = 3; }",
        "static int t[3]; int get(int i) { return t[i]; }",
        "void set(int *p) { *p = 2; }",
        "static const int t[2] = {1, 2}; void put(int *p) { p[0] = t[1]; }",
        "static int t[2][2]; int get(int i) { return t[i][1]; }",
        "static struct { int a; int b[2]; } s; int get(void) { return s.a + s.b[1] + *s.b; }",
        "static struct { int a; } s; int g; void copy(void) { g = s.a; }",
        "static int get(void) { return 3; } int (*choose(void))(void) { return get; }",
        "static int g; void set(int *p) { asm volatile(\"\" ::: \"memory\"); *p = g; }",
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
        "static struct { int a; int b[2]; } s; int *where(void) { return s.b; }",
        "static struct { int a; int b[2]; } s; void put(int *p) { p = s.b; *p = 1; }",
        "static struct { int a; } t[2]; int *where(void) { return &t->a; }",
        "static int t[2][2]; int *where(void) { return t[1]; }",
        "static int t[2][2]; void put(void) { **t = 1; }",
        "static int t[2][2]; int *where(void) { return &**t; }",
        "static struct { char n[4]; } s; char *strcpy(char *, const char *); void name(char *p) { strcpy(s.n, p); }",
        "static int g; int *shared; void put(void) { shared = &g; }",
        "static int g; long where(void) { return (long)&g; }",
        "static int g; unsigned long shared; void put(void) { shared = (unsigned long)&g; }",
        "static int g; struct { int n; int *p; } shared; void put(void) { shared.p = &g; }",
        "static int g; static int *const p = &g; int *where(void) { return p; }",
        "static int g; static int *const t[1] = {&g}; int *const *where(void) { return t; }",
        "static int g; static void set(void) { g = 2; } void (*choose(void))(void) { return set; }",
        "static int g; static void set(void) { g = 2; } void (*hook)(void); void put(void) { hook = set; }",
        "static int g; static void set(void) { g = 2; } extern void bar(void (*)(void)); void show(void) { bar(set); }",
        "static int g; static void set(void) { g = 2; } const struct { void (*run)(void); } table = {set};",
        "static int g; void set(void) { asm volatile(\"\" : \"=m\"(g)); }",
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
fn pointers_in_unions_are_handed_over() {
    let gives_up = |of: &str, value: &str| {
        let union = format!("union u {{ {of} n; long l; }}; struct s {{ int a; union u b; }}; extern void foo(struct s);");
        let text = format!(
            "{union} static int g; static void set(void) {{ g = 2; }} int main(void) {{ struct s x; x.b.n = {value}; foo(x); return g; }}"
        );
        cfa(&text, &reach()).errors.iter().any(|e| e.check == Check::Unsupported)
    };
    assert!(!gives_up("int", "1"));
    assert!(gives_up("int *", "&g"));
    assert!(gives_up("void *", "(void *)set"));
}

#[test]
fn what_is_trusted_is_told() {
    let told = |text: &str, words: &str| premises(text, &Options::default()).iter().any(|p| p.contains(words));
    // Of functions that code elsewhere may call, where a check could fail in them.
    let fails =
        |function: &str| told(&format!("extern void foo(void); {function} int main(void) {{ foo(); return 0; }}"), "no check fails");
    for function in
        ["void set(int v) { if (v == 5) reach_error(); }", "int h(int a, int b) { return a / b; }", "int h(int *p) { return *p; }"]
    {
        assert!(fails(function), "{function}");
    }
    for function in ["int h(int a) { return a == 3 ? 1 : -1; }", "static int h(int a, int b) { return a / b; }"] {
        assert!(!fails(function), "{function}");
    }
    assert!(!told("int h(int a, int b) { return a / b; } int main(void) { return h(1, 1); }", "no check fails"));
    let many: String = (0..9).map(|i| format!("int h{i}(int a) {{ return a + 1; }} ")).collect();
    let text = format!("extern void foo(void); {many} int main(void) {{ foo(); return 0; }}");
    assert!(told(&text, "call back `h0`, `h1`, `h2` and 6 others only in ways in which no check fails in them"));
    // What is shown counts as written.
    let writes = |text: &str| told(&format!("extern void foo(int *p); int main(void) {{ {text} }}"), "write what they get the address of");
    assert!(writes("int x; foo(&x); return x;"));
    assert!(writes("int x[2]; x[0] = 1; foo(x); return x[1];"));
    assert!(!writes("int x = 1; foo(&x); return x;"));
    assert!(!writes("static int x; foo(&x); return x;"));
    // Volatile objects.
    let changes = |text: &str| told(text, "volatile objects are changed by the program only");
    assert!(changes("volatile int x; int main(void) { return x; }"));
    assert!(changes("typedef volatile int word; static word x; int main(void) { return x; }"));
    assert!(changes("struct { volatile int a; } s; int main(void) { return s.a; }"));
    assert!(changes("int main(void) { static volatile int x; int volatile *p = &x; return *p; }"));
    assert!(!changes("volatile int x; int main(void) { x = 1; return 0; }"));
    assert!(!changes("volatile int *x; int main(void) { return x == 0; }"));
    assert!(!changes("int main(void) { volatile int x = 1; return x; }"));
    // Allocation.
    let text = "void *malloc(unsigned long); void free(void *); int main(void) { free(malloc(4)); return 0; }";
    assert!(told(text, "allocation never fails"));
    assert!(premises(text, &Options { malloc_may_fail: true, ..Options::default() }).is_empty());
}

#[test]
fn volatile_objects_that_are_defined_elsewhere_change() {
    let moments = |text: &str| {
        let is_moment = |s: &Stmt| matches!(s, Stmt::Input { kind: InputKind::Open(what), .. } if what.contains("volatile"));
        cfa(text, &reach()).edges.iter().filter(|e| is_moment(&e.stmt)).count()
    };
    assert_eq!(moments("extern volatile int x; int main(void) { assert(x == x); return 0; }"), 2);
    assert_eq!(moments("int main(void) { extern volatile int x; assert(x == 1); return 0; }"), 1);
    assert_eq!(moments("extern volatile int x; int main(void) { volatile int *p = &x; int a = *p; assert(*p == a); return 0; }"), 2);
    assert_eq!(moments("extern volatile int x; volatile int x; int main(void) { assert(x == 0); return 0; }"), 0);
    assert_eq!(moments("extern int x; int main(void) { assert(x == x); return 0; }"), 0);
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
        ("static struct { int a; int b; } s = {1, 2}; int f(void) { assert(s.a + s.b == 3); return 0; }", 0),
        ("static struct { int b[1]; } s = {{1}}; int *where(void) { return s.b; } int f(void) { assert(s.b[0] == 1); return 0; }", 1),
        ("static struct { int b[1]; } s = {{1}}; int get(void) { return s.b[0]; } int f(void) { assert(s.b[0] == 1); return 0; }", 0),
        ("static int t[2][1]; int *where(void) { return t[1]; } int f(void) { assert(t[1][0] == 0); return 0; }", 1),
        ("static int g = 1; void set(void) { asm volatile(\"incl %0\" : \"+m\"(g)); } int f(void) { assert(g == 1); return 0; }", 1),
        ("int f(void) { static struct { int b[1]; } s; int *p = s.b; assert(*p == 0); return 0; }", 1),
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
