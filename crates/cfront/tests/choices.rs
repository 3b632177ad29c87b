//! What C leaves open is open where it matters: a program is executed under every choice, and the set of what it may print is compared
//! with what C allows. Where nothing depends on a choice there is none.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::{Budget, Cfa, Check, InputKind, Int, SortedSet, Stmt};
use cfront::{Options, translate};

const PROLOGUE: &str = "int printf(const char *, ...); void *malloc(unsigned long); void free(void *); int strcmp(const char *, const char *);\n\
                        int memcmp(const void *, const void *, unsigned long); int isalpha(int);\n\
                        void qsort(void *, unsigned long, unsigned long, int (*)(const void *, const void *));\n";

fn translated(text: &str, options: &Options) -> Cfa {
    translate(&format!("{PROLOGUE}{text}"), "open.c", options).unwrap_or_else(|d| panic!("rejected: {d}\n{text}"))
}

/// The words of the choices in a program.
fn choices(cfa: &Cfa) -> Vec<String> {
    let what = |e: &base::Edge| match &e.stmt {
        Stmt::Input { kind: InputKind::Open(what), .. } => Some(what.to_string()),
        _ => None,
    };
    cfa.edges.iter().filter_map(what).collect()
}

/// All that a program may print, with the kind of the error that it ends with. Of wide inputs some values are tried.
fn outcomes_with(text: &str, options: &Options) -> SortedSet<String> {
    let cfa = translated(text, options);
    let mut found = SortedSet::new();
    let mut waiting: Vec<Vec<Int>> = vec![Vec::new()];
    while let Some(script) = waiting.pop() {
        let (mut used, mut more, mut printed) = (0, Vec::new(), String::new());
        let mut inputs = |request: &Request| {
            if used < script.len() {
                used += 1;
                return Some(script[used - 1].clone());
            }
            let candidates = [0, 1, 2, 3, 7, -7].map(Int::from);
            more = candidates.into_iter().filter(|v| request.admits(v)).collect();
            None
        };
        let end = Walk::new(&cfa).run(&mut inputs, 100_000, &Budget::unlimited(), &mut |step, _| {
            if let Step::Printed(_, text) = step {
                printed.push_str(text);
            }
        });
        match end {
            End::NoInput(_) => waiting.extend(more.into_iter().map(|v| [script.clone(), vec![v]].concat())),
            End::Exit(_) => drop(found.insert(printed)),
            End::Error(at) => drop(found.insert(format!("{printed}!{}", cfa.error_at(at).map_or("", |e| e.check.name())))),
            // What no machine does.
            End::Blocked(_) => {}
            other => panic!("{other:?}\n{text}"),
        }
    }
    found
}

fn outcomes(text: &str) -> SortedSet<String> {
    outcomes_with(text, &Options::default())
}

#[track_caller]
fn allows(text: &str, expected: &[&str]) {
    assert_eq!(outcomes(text), expected.iter().map(|s| (*s).to_owned()).collect(), "{text}");
}

#[track_caller]
fn leaves_nothing_open(text: &str) {
    let cfa = translated(text, &Options::default());
    assert_eq!(choices(&cfa), Vec::<String>::new(), "{text}");
    assert!(cfa.errors.iter().all(|e| e.check != Check::Unsupported), "{:?}\n{text}", cfa.errors);
}

/// Options that do not list the check `undefined`.
fn without_undefined() -> Options {
    let mut options = Options::default();
    options.checks.remove(&Check::Undefined);
    options
}

const TWO: &str = "int g; int f(void) { g = g + 1; return g; } int h(void) { g = g * 2; return g; }\n";

#[test]
fn operands_that_meet_have_any_order() {
    allows(&format!("{TWO}int main(void) {{ g = 3; int x = f() * 100 + h(); printf(\"%d\", x); return 0; }}"), &["408", "706"]);
    allows(
        &format!("{TWO}int main(void) {{ g = 3; printf(\"%d\", (f() < h()) + 10 * g); return 0; }}"),
        &["30", "31", "41", "60", "70", "81"],
    );
    allows(
        &format!("{TWO}int k(int a, int b) {{ return a * 100 + b; }} int main(void) {{ g = 3; printf(\"%d\", k(f(), h())); return 0; }}"),
        &["408", "706"],
    );
    // A variable that a call changes is read before it or behind it.
    allows(&format!("{TWO}int main(void) {{ g = 3; printf(\"%d\", g * 100 + f()); return 0; }}"), &["304", "404"]);
    allows(&format!("{TWO}int main(void) {{ g = 3; printf(\"%d\", g * 100 + (int){{f()}}); return 0; }}"), &["304", "404"]);
    allows(&format!("{TWO}int main(void) {{ g = 3; g += f() * 10; printf(\"%d\", g); return 0; }}"), &["43", "44"]);
    allows(
        "int a[3], i; int f(void) { i = 1; return 7; } int main(void) { a[i] = f(); printf(\"%d %d\", a[0], a[1]); return 0; }",
        &["7 0", "0 7"],
    );
    allows(&format!("{TWO}int main(void) {{ g = 3; int a[2] = {{f(), h()}}; printf(\"%d %d\", a[0], a[1]); return 0; }}"), &["4 8", "7 6"]);
    allows(
        "int f(int *p) { *p = *p + 1; return *p; } int main(void) { int x = 1; printf(\"%d\", f(&x) * 10 + x); return 0; }",
        &["21", "22"],
    );
}

#[test]
fn three_operands_have_six_orders() {
    let text =
        "int n; int d(void) { n = n + 1; return n; } int main(void) { int x = d() * 100 + d() * 10 + d(); printf(\"%d\", x); return 0; }";
    allows(text, &["123", "132", "213", "231", "312", "321"]);
    // What is inside of another action comes before it.
    let text = "int n; int d(void) { n = n + 1; return n; } int e(int x) { n = n * 2; return x * 10 + n; }\n\
                int main(void) { n = 1; int x = d() * 1000 + e(d()); printf(\"%d\", x); return 0; }";
    allows(text, &["2036", "3026", "5024"]);
    let text = "int n; int d(void) { n++; return n; } int main(void) { return d() - d() - d() - d() - d(); }";
    assert_eq!(outcomes(text), SortedSet::from(["!unsupported".to_owned()]));
}

#[test]
fn recursive_calls_meet_as_well() {
    let text =
        "int n; int f(int k) { n++; return k == 0 ? n : f(k - 1) * 10 + f(k - 1); } int main(void) { printf(\"%d\", f(1)); return 0; }";
    allows(text, &["23", "32"]);
    leaves_nothing_open("int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); } int main(void) { return fib(6) - 8; }");
}

#[test]
fn what_does_not_meet_has_one_order() {
    for text in [
        "int a, b; int f(void) { a++; return a; } int h(void) { b++; return b; } int main(void) { return f() + h(); }",
        "int a; int f(void) { return a; } int h(void) { return a + 1; } int main(void) { a = 3; return f() + h() + a; }",
        "int a; int f(void) { a++; return a; } int main(void) { return f() && f() || (f(), f()) ? f() : 0; }",
        "int n[4]; int f(int i) { n[i] = i; return i; } int main(void) { int x = f(1); x = f(2); return x; }",
        "struct s { int a, b; } s; int f(int *p) { *p = 1; return 0; } int main(void) { return f(&s.a) + f(&s.b); }",
        "int f(int x) { int y = x; int *p = &y; *p = 2; return y; } int main(void) { int z = 1; return f(z) + f(z) + z; }",
        "struct n { struct n *l, *r; int v; }; struct n *make(struct n *l, struct n *r, int v) {\n\
           struct n *x = malloc(sizeof *x); x->l = l; x->r = r; x->v = v; return x; }\n\
         int main(void) { struct n *t = make(make(0, 0, 1), make(0, 0, 2), 3); free(t->l); free(t->r); free(t); return 0; }",
        "int __VERIFIER_nondet_int(void); int f(void) { return __VERIFIER_nondet_int(); } int main(void) { return f() % 3 + f() % 5; }",
    ] {
        leaves_nothing_open(text);
    }
}

#[test]
fn the_result_of_a_comparison_is_open_beyond_its_sign() {
    let seen = outcomes(
        "int main(void) { char a[2] = \"b\"; int r = strcmp(a, \"a\"); if (r == 1) printf(\"one\"); if (r == 7) printf(\"seven\"); if (r <= 0) printf(\"no\"); return 0; }",
    );
    assert_eq!(seen, ["", "one", "seven"].map(str::to_owned).into());
    let seen = outcomes(
        "int main(void) { int r = isalpha('x'); if (r == 1) printf(\"one\"); if (r == -7) printf(\"minus seven\"); if (!r) printf(\"no\"); return 0; }",
    );
    assert_eq!(seen, ["", "one", "minus seven"].map(str::to_owned).into());
    // A byte of it is not its sign.
    assert!(!choices(&translated("int main(void) { char c = memcmp(\"b\", \"a\", 1); return c > 0; }", &Options::default())).is_empty());
    for text in [
        "int main(void) { char a[2] = \"b\"; if (!strcmp(a, \"a\")) return 1; int r = strcmp(a, \"b\"); if (r > 0) return 2; int s = r; return s < 0 || s != 0; }",
        "int main(void) { _Bool b = isalpha('x'); return isalpha('1') && b || isalpha('2') == 0; }",
        "int less(const void *p, const void *q) { return strcmp(p, q); } int main(void) { char a[4] = \"ba\"; qsort(a, 2, 1, less); return 0; }",
    ] {
        let open: Vec<_> = choices(&translated(text, &Options::default())).into_iter().filter(|c| c.contains("result")).collect();
        assert_eq!(open, Vec::<String>::new(), "{text}");
    }
}

#[test]
fn call_backs_with_effects_are_not_understood() {
    let text = |effect: &str| {
        format!(
            "int n; int less(const void *p, const void *q) {{ int l = 0; int *k = &l; *k = 1; {effect} return *(const char *)p - *(const char *)q; }}\n\
             int main(void) {{ char a[3] = \"cb\"; qsort(a, 2, 1, less); printf(\"%d\", a[0] == 'b' && a[1] == 'c'); return 0; }}"
        )
    };
    allows(&text(""), &["1"]);
    allows(&text("n++;"), &["!unsupported"]);
}

#[test]
fn objects_may_lie_side_by_side() {
    allows(
        "int a[1], b[1]; int main(void) { int x = a + 1 == b, y = b + 1 == a; printf(\"%d%d%d%d\", x, y, a == b, a + 1 != b); return 0; }",
        &["0001", "1000", "0101"],
    );
    // One choice for all comparisons, through pointers as well.
    allows(
        "int a[2], b[2]; int main(void) { int *p = a, *q = b; p = p + 2; int x = p == q; p = p - 1; int y = p == q; printf(\"%d%d%d\", x, y, a + 2 == b); return 0; }",
        &["000", "101"],
    );
    // Also in conditions that are formulas.
    allows(
        "int a[1], b[1]; int main(void) { int *p = a; if (p && (p + 1 == b ? b + 1 == a : a + 1 == b)) printf(\"never\"); if (p == a && b + 1 == a) printf(\"b\"); return 0; }",
        &["", "b"],
    );
    // Three objects do not lie in a circle, and only one lies behind another.
    let text =
        "int a, b, c; int main(void) { int x = &a + 1 == &b, y = &b + 1 == &c, z = &c + 1 == &a; printf(\"%d%d%d\", x, y, z); return 0; }";
    allows(text, &["000", "001", "010", "011", "100", "101", "110"]);
    for text in [
        "int a, b; int main(void) { int *p = &a, *q = &b; return p == q || &a == &b; }",
        "int a[4], b[4]; int main(void) { for (int *p = a; p != a + 4; p++) *p = 1; for (int *q = b; q != b + 4; q++) *q = 2; return 0; }",
        "int a[4]; int main(void) { int x; return a + 4 == &x; }",
    ] {
        leaves_nothing_open(text);
    }
}

#[test]
fn literals_may_be_one_object() {
    allows("int main(void) { char *p = \"abc\", *q = \"abc\"; printf(\"%d%d\", p == q, p + 1 == q); return 0; }", &["00", "10"]);
    allows("int main(void) { char *p = \"xabc\", *q = \"abc\"; printf(\"%d%d\", p == q, p + 1 == q); return 0; }", &["00", "01"]);
    allows(
        "int main(void) { char *p = \"ab\", *q = \"ab\", *r = \"ab\"; printf(\"%d%d%d\", p == q, q == r, p == r); return 0; }",
        &["000", "100", "010", "001", "111"],
    );
    // The end of one text is the end of one of two others.
    allows(
        "int main(void) { char *p = \"xab\", *q = \"yab\", *r = \"ab\"; printf(\"%d%d\", p + 1 == r, q + 1 == r); return 0; }",
        &["00", "10", "01"],
    );
    leaves_nothing_open("int main(void) { char *p = \"abc\", *q = \"abd\"; char *r = p; return p == q || r != p; }");
}

#[test]
fn pointers_to_what_has_ended_are_not_compared() {
    let reuse = "int main(void) { int *p = malloc(4), *q = p; free(p); p = malloc(4); printf(\"%d\", p == q); free(p); return 0; }";
    allows(reuse, &["!undefined"]);
    assert_eq!(outcomes_with(reuse, &without_undefined()), ["0", "1"].map(str::to_owned).into());
    let copies = "int main(void) { int *p = malloc(4), *q = p; free(p); printf(\"%d\", p == q); return 0; }";
    assert_eq!(outcomes_with(copies, &without_undefined()), ["1".to_owned()].into());
    let local =
        "int *f(void) { int x = 1; int *p = &x; return p; } int main(void) { int y; int *p = f(); printf(\"%d\", p == &y); return 0; }";
    allows(local, &["!undefined"]);
    // Comparisons with null are what they were, and so are those before the end.
    for text in [
        "int main(void) { int *p = malloc(4); free(p); return p == 0; }",
        "int main(void) { int *p = malloc(4), *q = malloc(4); int x = p == q; free(p); free(q); return x; }",
    ] {
        leaves_nothing_open(text);
    }
}

#[test]
fn initialisers_come_one_after_the_other_in_any_order() {
    allows("int main(void) { int i = 0; int a[2] = {i++, i++}; printf(\"%d%d\", a[0], a[1]); return 0; }", &["01", "10"]);
    allows("int main(void) { int i = 1, j = 2; int a[2] = {i = j, j = i}; printf(\"%d%d\", i, j); return a[0] - a[0]; }", &["11", "22"]);
    leaves_nothing_open("int main(void) { int i = 0, j = 0; int a[2] = {i++, j++}; return a[0] + a[1]; }");
    leaves_nothing_open("int main(void) { int i = 1; int a[3] = {i, i, i + 1}; return a[0]; }");
}

#[test]
fn an_initialiser_that_is_overridden_may_be_evaluated() {
    let text = "static int n; static int next(void) { return n++; }
        int main(void) { int x[1] = {[0] = next(), [0] = 5}; printf(\"%d%d\", n, x[0]); return 0; }";
    allows(text, &["05", "15"]);
    leaves_nothing_open(
        "static int n; static int next(void) { return n++; } int main(void) { int x[2] = {[0] = next(), [1] = 5}; return x[0]; }",
    );
}

#[test]
fn what_a_union_holds_behind_a_member_is_open() {
    let text = "union u { char c; int i; }; int main(void) { union u x; x.i = 0; x.c = 1; printf(\"%d\", x.i == 1); return 0; }";
    allows(text, &["0", "1"]);
    let text = "union u { char c; int i; }; struct s { int k; union u u; };
        int main(void) { struct s x, *p = &x; p->u.i = 0; p->u.c = 1; printf(\"%d\", p->u.i == 1); return 0; }";
    allows(text, &["0", "1"]);
    leaves_nothing_open("union u { char c; int i; }; int main(void) { union u x; x.i = 0; x.c = 1; return x.c; }");
}

#[test]
fn arguments_of_a_list_are_taken_in_any_order() {
    let text = "static int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); int s = __builtin_va_arg(l, int) * 10 + __builtin_va_arg(l, int);
        __builtin_va_end(l); return s; } int main(void) { printf(\"%d\", f(2, 1, 2)); return 0; }";
    allows(text, &["12", "21"]);
    let text = "static int f(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); n += __builtin_va_arg(l, int); n = n + __builtin_va_arg(l, int);
        __builtin_va_end(l); return n; } int main(void) { return f(2, 1, 2); }";
    assert_eq!(choices(&translated(text, &Options::default())), Vec::<String>::new());
}

#[test]
fn statements_in_an_expression_may_come_before_the_rest() {
    for body in [
        "int x = 5; int y = x + ({ x++; 0; }); printf(\"%d\", y);",
        "int x = 5; int y = x * ({ int t = x; x = 7; t; }); printf(\"%d\", y);",
        "int i = 0; int y = i + ({ int a = (i++); a > 0 ? a : 0; }); printf(\"%d\", y);",
        "int x = 5; x += ({ x = 1; 2; }); printf(\"%d\", x);",
        "int x = 5; int y = x + (int){({ x++; 0; })}; printf(\"%d\", y);",
        "int x = 5; int y = x + _Generic(x, default: ({ x++; 0; })); printf(\"%d\", y);",
        "int x = 5; int y = x + (x > 0 ? ({ x++; 0; }) : 1); printf(\"%d\", y);",
        "int a[2] = {1, 2}, i = 0; a[i] = ({ i = 1; 5; }); printf(\"%d\", a[0]);",
        "struct { int m, n; } s = {1, 2}; int y = s.n + ({ s.n = 3; 0; }); printf(\"%d\", y);",
    ] {
        let seen = outcomes(&format!("int main(void) {{ {body} return 0; }}"));
        assert_eq!(seen, SortedSet::from(["!unsupported".to_owned()]), "{body}");
    }
    for body in [
        "int x = 5, z = 1; int y = x + ({ z++; 0; }); return y;",
        "int x = 5; x = ({ int t = x; x = 7; t; }); return x;",
        "int x = 5, z = 1; z += ({ int a = x, b = z; a > b ? a : b; }); return z;",
        "int x = 5; int y = x + ({ int t = x; t + 1; }); return y;",
    ] {
        leaves_nothing_open(&format!("int main(void) {{ {body} }}"));
    }
}

#[test]
fn what_may_fail_behind_a_call_that_does_not_return_may_come_first() {
    let calls = "extern void exit(int); extern void reach_error(void); static int n; static int leave(void) { exit(0); return 1; }
        static int count_and_leave(void) { n++; exit(0); return 1; } static int counted(void) { if (n == 0) reach_error(); return n; }
        static int stay(void) { return 1; } static int turn(void) { for (;;) n++; return 1; }
        static int fail(void) { reach_error(); return 2; } static int sum(int a, int b) { return a + b; }";
    let first = |expression: &str| choices(&translated(&format!("{calls} int main(void) {{ return {expression}; }}"), &Options::default()));
    for expression in [
        "leave() + fail()",
        "turn() + fail()",
        "sum(fail(), leave())",
        "sum(1, leave()) + sum(1, fail())",
        "sum(sum(1, fail()), leave())",
        "2 * leave() - 3 * (1 + fail())",
    ] {
        let found = first(expression);
        assert!(found.len() == 1 && found[0].ends_with("is evaluated first"), "{expression}: {found:?}");
    }
    // What meets is put in all orders, and need not be tried first as well.
    let orders = first("count_and_leave() + counted()");
    assert!(orders.len() == 1 && orders[0].contains("is evaluated before"), "{orders:?}");
    for expression in
        ["stay() + fail()", "fail() + leave()", "sum(leave(), fail())", "leave() + stay()", "(leave(), fail())", "leave() && fail()"]
    {
        assert_eq!(first(expression), Vec::<String>::new(), "{expression}");
    }
}
