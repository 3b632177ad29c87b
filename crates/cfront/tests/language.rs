//! What C constructs mean, seen by executing the automaton.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Listed};
use base::{Budget, Cfa, Check, Int, Stmt};
use cfront::{DataModel, IntMode, Options, translate};

fn cfa(text: &str, options: &Options) -> Cfa {
    translate(text, "test.c", options).unwrap_or_else(|d| panic!("{d}"))
}

/// Runs `main` with these inputs: what it prints, and the check and message it ends with, if any.
fn run(text: &str, inputs: &[i64], options: &Options) -> (String, Option<(Check, String)>) {
    let cfa = cfa(text, options);
    let inputs: Vec<Int> = inputs.iter().map(|i| Int::from(*i)).collect();
    let mut printed = String::new();
    let end = Walk::new(&cfa).run(&mut Listed::new(&inputs), 1_000_000, &Budget::unlimited(), &mut |step, _| {
        if let Step::Printed(_, text) = step {
            printed.push_str(text);
        }
    });
    match end {
        End::Error(l) => {
            let error = cfa.error_at(l).unwrap();
            (printed, Some((error.check, error.message.clone())))
        }
        End::Exit(_) | End::Blocked(_) => (printed, None),
        other => panic!("the run ends with {other:?}"),
    }
}

fn prints(body: &str, expected: &str) {
    assert_eq!(run(&format!("int main(void) {{ {body} return 0; }}"), &[], &Options::default()), (expected.to_owned(), None));
}

fn fails(text: &str, inputs: &[i64], options: &Options) -> Option<Check> {
    run(text, inputs, options).1.map(|(check, _)| check)
}

#[test]
fn promotions_and_conversions_are_those_of_c11() {
    prints("unsigned char a = 200, b = 100; printf(\"%d\", a + b);", "300");
    prints("unsigned char a = 200; a += 100; printf(\"%d\", a);", "44");
    prints("printf(\"%d %d\", -1 < 1u, -1 < (unsigned char)1);", "0 1");
    prints("printf(\"%d\", -1L < 1u);", "1");
    prints("signed char c = 200; unsigned short s = -1; printf(\"%d %d\", c, s);", "-56 65535");
    prints("_Bool b = 256; printf(\"%d %d\", b, (_Bool)0);", "1 0");
    prints("printf(\"%u %lu\", ~0u, ~0ul);", "4294967295 18446744073709551615");
    prints("printf(\"%d %d\", -7 / 2, -7 % 2);", "-3 -1");
    prints("printf(\"%d %d\", -8 >> 1, (int)(0x80000000 >> 31));", "-4 1");
    prints("struct { signed a : 3; unsigned b : 3; } s; s.a = 7; s.b = 9; printf(\"%d %d %d\", s.a, s.b, s.b - 2 < 0);", "-1 1 1");
    prints("enum e { A, B = 5, C }; enum e x = C; printf(\"%d %d\", x, x - 7 < 0);", "6 0");
    prints("printf(\"%d %d\", (int)sizeof(long), (int)sizeof(struct { char c; int i; short s; }));", "8 12");
    prints("unsigned __int128 x = 1; x <<= 100; printf(\"%d\", (int)(x >> 98));", "4");
}

#[test]
fn the_data_model_changes_long_and_pointers() {
    let options = Options { data_model: DataModel::Ilp32, ..Options::default() };
    let text = "int main(void) { printf(\"%d %d %d\", (int)sizeof(long), (int)sizeof(char *), -1L < 1u); return 0; }";
    assert_eq!(run(text, &[], &options).0, "4 4 0");
    // The sizes and offsets that gcc -m32 gives: eight bytes are aligned to four in a record.
    let text = "struct a { unsigned x : 30; unsigned long long y : 40; char z; }; struct b { unsigned x : 8; long long : 0; char z; };\
                struct c { unsigned x : 32; unsigned w : 8; unsigned long long y : 30; char z; };\
                int main(void) { struct a a; struct b b; struct c c; printf(\"%d %d %d \", (int)sizeof a, (int)sizeof b, (int)sizeof c);\
                printf(\"%d %d %d\", (int)((char *)&a.z - (char *)&a), (int)(&b.z - (char *)&b), (int)(&c.z - (char *)&c)); return 0; }";
    assert_eq!(run(text, &[], &options).0, "12 8 12 9 4 9");
}

#[test]
fn control_flow_is_that_of_c() {
    prints("int i, s = 0; for (i = 0; i < 10; i++) { if (i == 3) continue; if (i == 7) break; s += i; } printf(\"%d\", s);", "18");
    prints(
        "int s = 0; switch (2) { case 1: s += 1; default: s += 10; case 3: s += 100; break; case 4: s += 1000; } printf(\"%d\", s);",
        "110",
    );
    // Duff's device: case labels inside a loop inside the switch.
    prints(
        "int n = 0, c = 2; switch (7 % 4) { case 0: do { n++; case 3: n++; case 2: n++; case 1: n++; } while (--c > 0); } printf(\"%d\", n);",
        "7",
    );
    prints("int i = 0; goto in; { i = 100; in: i++; } printf(\"%d\", i);", "1");
    prints("int x = 1; { int x = 2; { int x = 3; } printf(\"%d\", x); } printf(\"%d\", x);", "21");
    prints("int i = 0; int j = i++ + 5, k = ++i; printf(\"%d %d %d\", i, j, k);", "2 5 2");
    prints("int a = 0; if (1 || a++) ; if (0 && a++) ; int b = (a++, a + 1); printf(\"%d %d\", a, b);", "1 2");
    prints("int x = 5; int y = ({ int t = x * 2; t + 1; }); printf(\"%d %d\", y, x ?: 9);", "11 5");
    prints("int i = 10; do i--; while (i > 3); printf(\"%d\", i);", "3");
}

#[test]
fn functions_arrays_and_records() {
    let text = r#"
        struct point { int x, y; } origin = { .y = 4 };
        int count;
        static int next(void) { static int n = 5; return n++; }
        void add(int *p, int by) { *p += by; count++; }
        int sum(int a[], int n) { int s = 0; for (int i = 0; i < n; i++) s += a[i]; return s; }
        struct point mirror(struct point p) { struct point q = { p.y, p.x }; p.x = 99; return q; }
        int old(a, b) int a; char b; { return a + b; }
        int main(void) {
            int a[2][3] = { { 1, 2 }, { 4, 5, 6 } }, x = 1;
            char text[] = "hi";
            add(&x, 10); add(&a[1][2], 1);
            struct point m = mirror(origin), pair[2] = { { 1, 2 }, m };
            printf("%d %d %d %d %d\n", next(), x, a[1][2], sum(a[1], 3), count);
            printf("%d %d %d %d %d %d\n", m.x, m.y, origin.x, pair[1].x, text[1], (int)sizeof text);
            printf("%d %d %d", next(), old(1, 258), a[0][2]);
            return 0;
        }"#;
    assert_eq!(run(text, &[], &Options::default()), ("5 11 7 16 2\n4 0 0 4 105 3\n6 3 0".into(), None));
}

#[test]
fn violated_checks_end_the_run() {
    let all = Options::default();
    let with_input = |body: &str| format!("int __VERIFIER_nondet_int(void); int main(void) {{ int x = __VERIFIER_nondet_int(); {body} }}");
    for (body, bad, good, check) in [
        ("return x + 1;", 2147483647, 2147483646, Check::Overflow),
        ("return x - 1;", -2147483648, 0, Check::Overflow),
        ("return x * x;", 46341, 46340, Check::Overflow),
        ("return -x;", -2147483648, 7, Check::Overflow),
        ("x++; return 0;", 2147483647, 3, Check::Overflow),
        ("return 5 / x;", 0, 1, Check::Divzero),
        ("return 5 % x;", 0, -1, Check::Divzero),
        ("return (-2147483647 - 1) / x;", -1, 1, Check::Overflow),
        ("return 1 << x;", 32, 30, Check::Shift),
        ("return 1 << x;", 31, 0, Check::Overflow),
        ("return 1 >> x;", -1, 31, Check::Shift),
        ("return x << 1;", -1, 1, Check::Shift),
        ("int a[3] = { 0 }; return a[x];", 3, 2, Check::Bounds),
        ("int a[3]; a[x] = 1; return 0;", -1, 0, Check::Bounds),
        ("int a[2][3] = { { 0 } }; return a[0][x];", 3, 2, Check::Bounds),
        ("assert(x != 4); return 0;", 4, 5, Check::Reach),
        ("if (x == 4) reach_error(); return 0;", 4, 5, Check::Reach),
        ("if (x > 0) { int a[x]; a[3] = 1; } return 0;", 3, 4, Check::Bounds),
    ] {
        let text = with_input(body);
        assert_eq!(fails(&text, &[bad], &all), Some(check), "{body}");
        assert_eq!(fails(&text, &[good], &all), None, "{body}");
    }
    // Short circuits guard what stands behind them.
    assert_eq!(fails(&with_input("int a[2] = { 1, 2 }; return x >= 0 && x < 2 && a[x] == 1;"), &[7], &all), None);
    assert_eq!(fails(&with_input("return x != 0 ? 5 / x : 0;"), &[0], &all), None);
}

#[test]
fn checks_that_are_not_asked_for_are_assumed_and_recorded() {
    let text = "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); x = 10 / x; assert(x != 5); return 0; }";
    let options = Options { checks: [Check::Reach].into(), ..Options::default() };
    let cfa = cfa(text, &options);
    assert_eq!(cfa.assumed.iter().copied().collect::<Vec<_>>(), [Check::Divzero]);
    assert_eq!(fails(text, &[0], &options), None);
    assert_eq!(fails(text, &[2], &options), Some(Check::Reach));
}

#[test]
fn operations_that_cannot_fail_have_no_check() {
    let text = "unsigned char __VERIFIER_nondet_uchar(void); int main(void) { unsigned char a = __VERIFIER_nondet_uchar(), b = 3;
        int c = a + b * a - (a << 3) + a % 7 + 100 / (a + 1); unsigned u = a; u += 5; return (a & 7) + c; }";
    let cfa = cfa(text, &Options { checks: [Check::Divzero, Check::Shift, Check::Bounds].into(), ..Options::default() });
    assert!(cfa.errors.is_empty() && cfa.assumed.len() <= 1, "{:?} {:?}", cfa.errors, cfa.assumed);
}

#[test]
fn integer_modes() {
    let text = "int main(void) { int x = 2147483647; x = x + 1; unsigned y = 0; y = y - 1; printf(\"%d %u\", x, y); return 0; }";
    let mode = |int| run(text, &[], &Options { int, ..Options::default() });
    assert_eq!(mode(IntMode::Ub).1.map(|e| e.0), Some(Check::Overflow));
    assert_eq!(mode(IntMode::Wrap), ("-2147483648 4294967295".into(), None));
    assert_eq!(mode(IntMode::Math), ("2147483648 -1".into(), None));
}

#[test]
fn uninitialised_variables_are_inputs_only_if_they_are_read() {
    let inputs = |text: &str| cfa(text, &Options::default()).edges.iter().filter(|e| matches!(e.stmt, Stmt::Input { .. })).count();
    assert_eq!(inputs("int main(void) { int i, s = 0; for (i = 0; i < 3; i++) s += i; return s; }"), 0);
    assert_eq!(inputs("int main(void) { int i; if (i) return 1; return 0; }"), 1);
    assert_eq!(inputs("int f(int x) { if (x) return 1; } int main(void) { return f(1) + f(0); }"), 1);
    // A jump over the declaration leaves the variable uninitialised.
    assert_eq!(inputs("int main(void) { goto l; int x = 3; l: if (x) return 1; return 0; }"), 1);
}

#[test]
fn external_functions_may_write_globals() {
    let text =
        "int g = 1; static int s = 1; int other(void); int main(void) { int x = other(); assert(s == 1); assert(g == 1); return x; }";
    assert_eq!(fails(text, &[7, 0], &Options::default()), Some(Check::Reach));
    assert_eq!(fails(text, &[1, 0], &Options::default()), None);
    assert!(cfa(text, &Options::default()).externals.contains("other"));
}

#[test]
fn what_is_not_understood_is_a_place_in_the_program() {
    for (text, what) in [
        ("int main(void) { double d = 1.5; d = d + 1; return 0; }", "double"),
        ("int *any(void); int main(void) { return *any(); }", "access through a pointer"),
        ("int main(void) { asm(\"nop\"); return 0; }", "assembly"),
        ("int main(int argc, char **argv, char **environment) { return environment[1][0]; }", "environment"),
        ("void other(int *); int main(void) { int *p = malloc(4); other(p); return 0; }", "address passed to `other`"),
    ] {
        let (_, end) = run(text, &[1, 1], &Options::default());
        let (check, message) = end.unwrap_or_else(|| panic!("{text} is understood"));
        assert_eq!(check, Check::Unsupported, "{text}");
        assert!(message.contains(what), "{message}");
    }
    // What is declared beside something that is not understood is known.
    let text = "int main(void) { int z = __real__ 1.0i, w = 2; return w; }";
    let (_, end) = run(text, &[], &Options::default());
    assert!(end.is_some_and(|(_, message)| message.contains("complex")));
    // Only the path that needs it is affected.
    let text =
        "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); int y = x ? *(int *)x : 2; assert(y != 2); }";
    assert_eq!(fails(text, &[0], &Options::default()), Some(Check::Reach));
    assert_eq!(fails(text, &[1], &Options::default()), Some(Check::Deref));
    let text =
        "int __VERIFIER_nondet_int(void); int main(void) { int x = __VERIFIER_nondet_int(); if (x) { double d; d = x; } assert(x); }";
    assert_eq!(fails(text, &[0], &Options::default()), Some(Check::Reach));
    assert_eq!(fails(text, &[1], &Options::default()), Some(Check::Unsupported));
}

#[test]
fn pointers_are_compared_only_where_c_determines_the_outcome() {
    let ends = |globals: &str, body: &str, inputs: &[i64]| {
        let text = format!("void *any(void); void take(void *); static int a, b, c; {globals} int main(void) {{ {body} return 0; }}");
        fails(&text, inputs, &Options::default())
    };
    let any = |result: i64| [result, 0, 0];
    let (reach, open, undefined) = (Some(Check::Reach), Some(Check::Unsupported), Some(Check::Undefined));
    for (globals, body, inputs, expected) in [
        ("", "char *p = any(); assert(p);", any(0), reach),
        ("", "char *p = any(); assert(p);", any(5), None),
        // A pointer from elsewhere may be any object but null.
        ("", "int *p = any(); assert(p != &a);", any(0), None),
        ("", "int *p = any(); assert(p != &a);", any(5), open),
        ("", "int *p = any(); p = (int *)5; assert(p != &a);", any(0), open),
        ("", "int *p = &a; p = any() ? p : &b; assert(p == &b);", any(0), None),
        ("", "int *p = &a; p = any() ? p : &b; assert(p == &b);", any(9), reach),
        // The number of an address is not known, that of others is.
        ("", "void *p = &a; p = any() ? p : 0; unsigned long n = (unsigned long)p; assert(n == 0);", any(1), open),
        ("", "void *p = &a; p = any() ? p : 0; unsigned long n = (unsigned long)p; assert(n == 0);", any(0), None),
        ("", "void *p = any(); p = (char *)p; unsigned char n = (unsigned long)p; assert(n == 1);", any(257), None),
        ("", "int *p = 0; p = &a; assert(p > &b);", any(0), open),
        ("", "int *p = 0; p = &a; p = p + 1; assert(p);", any(0), None),
        ("", "const char *p = 0; p = \"a\"; assert(p);", any(0), None),
        // The address of a dead object is not determined.
        ("int *f(void) { int x; return &x; }", "assert(f() != &a);", any(0), undefined),
        ("int *f(int *p) { c = 1; return p; }", "{ int x; f(&x); } assert(c == 0);", any(0), reach),
        ("", "int *p = 0; for (int i = 0; i < 1; i++) p = &i; assert(p != &a);", any(0), undefined),
        ("", "int *p = 0; { int x; p = &x; } { int y; assert(p != &y); }", any(0), undefined),
        // Addresses that other code comes to know.
        ("", "int *p = 0; p = &c; take(p); assert(c == 0);", any(0), None),
        ("", "int *p = 0; p = &c; take(p); assert(c == 0);", any(7), reach),
        ("int *g;", "g = &c; take(0); assert(c == 0);", any(0), None),
        ("int *g;", "g = &c; take(0); assert(c == 0);", any(7), reach),
        ("int *g = &c;", "c = 1; take(0); assert(c == 1);", any(0), reach),
        ("static int *g = &c;", "c = 1; take(0); assert(c == 1 && g == &c);", any(0), None),
    ] {
        assert_eq!(ends(globals, body, &inputs), expected, "{globals} {body} {inputs:?}");
    }
}

#[test]
fn the_automaton_is_compact_and_well_formed() {
    let text =
        "int main(void) { int i = 0, s = 0; while (i < 10) { if (i % 2) s += i; i++; } for (;;) { if (s > 3) break; s++; } return s; }";
    let cfa = cfa(text, &Options { int: IntMode::Math, ..Options::default() });
    assert_eq!(cfa.locs.iter().filter(|l| l.loop_head).count(), 2);
    assert!(cfa.edges.iter().all(|e| e.stmt != Stmt::Skip), "{:?}", cfa.edges);
    let names: base::SortedSet<_> = cfa.vars.iter().map(|v| v.name.clone()).collect();
    assert_eq!(names.len(), cfa.vars.len());
    assert_eq!(cfa.vars.iter().find(|v| &*v.name == "i").unwrap().source.as_deref(), Some("i"));
}

#[test]
fn recursion_of_any_depth_runs() {
    let depth = "int down(int n) { return n ? 1 + down(n - 1) : 0; } int main(void) { printf(\"%d\", down(5000)); return 0; }";
    assert_eq!(run(depth, &[], &Options::default()), ("5000".into(), None));
    let fibonacci = "int f(int n) { if (n < 2) return n; return f(n - 1) + f(n - 2); } int main(void) { printf(\"%d %d\", f(10), f(7)); }";
    assert_eq!(run(fibonacci, &[], &Options::default()).0, "55 13");
    let parity = "int odd(int); int even(int n) { return n == 0 || odd(n - 1); } int odd(int n) { return n && even(n - 1); } \
                  int main(void) { printf(\"%d %d %d\", even(10), odd(10), even(7)); return 0; }";
    assert_eq!(run(parity, &[], &Options::default()).0, "1 0 0");
    let swapped = "int f(int a, int b, int n) { return n ? f(b, a, n - 1) : 10 * a + b; } int main(void) { printf(\"%d\", f(1, 2, 3)); }";
    assert_eq!(run(swapped, &[], &Options::default()).0, "21");
    let inner = "int g(int n) { return n > 0 ? n + g(n - 1) : 0; } int f(int n) { int s = g(n); return n > 0 ? s + f(n - 1) : s; } \
                 int main(int c) { printf(\"%d\", f(4)); if (c > 100) main(c - 1); return 0; }";
    assert_eq!(run(inner, &[1], &Options::default()).0, "20");
}

#[test]
fn each_activation_has_its_own_locals() {
    let array = "int f(int n) { int a[2]; a[0] = n; int r = n ? f(n - 1) : 0; return r + a[0]; } int main(void) { printf(\"%d\", f(3)); }";
    assert_eq!(run(array, &[], &Options::default()), ("6".into(), None));
    let dead = "int f(int n) { int a[2]; a[0] = n; n = a[0]; return n ? 1 + f(n - 1) : 0; } int main(void) { printf(\"%d\", f(3)); }";
    assert_eq!(run(dead, &[], &Options::default()), ("3".into(), None));
    let address = "int f(int *p, int n) { int x = n + *p; return n ? f(&x, n - 1) + x : *p; } \
                   int main(void) { int y = 5; printf(\"%d\", f(&y, 3)); return 0; }";
    // All activations share the site of `x`, so whether the call or `x` comes first is left open.
    assert_eq!(run(address, &[0; 8], &Options::default()), ("40".into(), None));
    let parameter =
        "int f(int *p, int n) { return n ? f(&n, n - 1) : *p; } int main(void) { int y = 5; printf(\"%d\", f(&y, 3)); return 0; }";
    assert_eq!(run(parameter, &[], &Options::default()), ("1".into(), None));
    // It ends with the activation.
    let gone = "int *f(int n) { return n ? f(n - 1) : &n; } int main(void) { return *f(3); }";
    let end = run(gone, &[], &Options::default()).1;
    assert_eq!(end.map(|(check, _)| check), Some(Check::Deref));
    let gone = "int *kept; void f(int n) { int x = n; if (n) f(n - 1); else kept = &x; } int main(void) { f(3); return *kept; }";
    let end = run(gone, &[], &Options::default()).1;
    assert_eq!(end.map(|(check, _)| check), Some(Check::Deref));
}

#[test]
fn the_callee_is_read_through_all_pointers_but_the_last() {
    let text = "int one(int a) { return a + 1; } int two(int a) { return a + 2; }
        struct s { int (*op)(int); };
        int main(void) {
          int (*f)(int) = one, (**at)(int) = &f, (*table[2])(int) = {one, two}, (*rows[2][1])(int) = {{one}, {two}};
          struct s s = {two};
          int (**member)(int) = &s.op;
          printf(\"%d%d%d\", f(0), (*f)(1), (***f)(2));
          printf(\"%d%d%d\", (*at)(0), (**at)(1), at[0](2));
          printf(\"%d%d%d\", (*table)(0), (*(table + 1))(0), (*table[1])(1));
          printf(\"%d%d%d\", (*rows[1])(0), (*member)(1), (*one)(0));
          return 0;
        }";
    assert_eq!(run(text, &[], &Options::default()), ("123123123231".to_owned(), None));
}

#[test]
fn the_type_of_a_type_is_that_type() {
    prints("typedef int T; typeof(T) x = 3; typeof(T *) p = &x; typeof(typeof(int)) y = *p; printf(\"%d\", y);", "3");
    prints("typedef long T; printf(\"%d %d\", (int)_Alignof(T), (int)sizeof(__typeof__(T *)));", "8 8");
    prints("int a[3] = {1, 2, 3}; __auto_type p = a; __auto_type n = a[1]; printf(\"%d %d\", p[2], n);", "3 2");
    prints("struct s { int a, b; }; printf(\"%d\", ((struct s){}).b);", "0");
    prints("int x = 3; printf(\"%d %d\", (int)sizeof(*(1 ? (void *)0 : &x)), (int)sizeof(*(1 ? &x : (void *)0)));", "4 4");
    prints("int x = 3; void *v = &x; printf(\"%d\", (int)sizeof(*(1 ? &x : v)));", "1");
    let text = "int a[3] = {1, 2, 3}; int main(void) { extern int a[]; printf(\"%d\", (int)sizeof a); return 0; }";
    assert_eq!(run(text, &[], &Options::default()), ("12".to_owned(), None));
}

#[test]
fn what_types_do_not_keep_decides_nothing() {
    prints("printf(\"%d\", _Generic(1, _Atomic(int): 1, default: 2));", "2");
    for text in [
        "typedef const int CI; int main(void) { return _Generic(1, CI: 1, default: 2); }",
        "enum e { A }; enum f { B }; int main(void) { enum e x = A; return _Generic(x, enum f: 1, default: 2); }",
        "typedef enum { A } e; typedef enum { B } f; int main(void) { return __builtin_types_compatible_p(e, f); }",
        "int n; int f(void) { return ++n; } int main(void) { int a[3] = {[0 ... 2] = f()}; return a[1]; }",
        "struct s { int n; int d[]; }; static struct s g = {3, {1, 2, 3}}; int main(void) { return g.d[2]; }",
        "int main(void) { int c = 0, n = 2, *p = 0; again: ; int a[n]; a[0] = 5; if (c == 1) return *p; p = a; c = 1; goto again; }",
    ] {
        assert_eq!(fails(text, &[], &Options::default()), Some(Check::Unsupported), "{text}");
    }
}

/// How many steps of a function read the array `a`.
fn reads_of_a(body: &str) -> usize {
    let text = format!("extern int __VERIFIER_nondet_int(void); char a[9]; int f(int i, int j) {{ int s = 0; {body} return s; }}");
    let cfa = cfa(&text, &Options { entry: "f".into(), ..Options::default() });
    let a = |v: &base::VarId| &*cfa.var(*v).name == "a";
    let reads = |stmt: &Stmt| {
        let mut found = false;
        stmt.walk(&mut |e| found |= matches!(e, base::Expr::Select(map, _) if matches!(&**map, base::Expr::Var(v) if a(v))));
        found
    };
    cfa.edges.iter().filter(|e| reads(&e.stmt)).count()
}

#[test]
fn a_character_is_read_once_until_it_may_have_changed() {
    let both_ways = 2;
    let inside = "if (i < 0 || i > 8 || j < 0 || j > 8) return 0;";
    for (body, expected) in [
        ("if (a[i] < 0) return 1; if (a[i] > 5) s = 2;", 1),
        ("if (a[i] < 0) return 1; if (j == i) s = 3; else s = 4; if (a[i] > 5) s = 2;", 1),
        // Another element, another index, and a change on one of two ways.
        ("if (a[i] < 0) return 1; if (a[j] > 5) s = 2;", 2 * both_ways),
        ("if (a[i] < 0) return 1; i = j; if (a[i] > 5) s = 2;", 2 * both_ways),
        ("if (a[i] < 0) return 1; a[j] = 7; if (a[i] > 5) s = 2;", 2 * both_ways),
        ("if (a[i] < 0) return 1; if (s == j) a[j] = 7; if (a[i] > 5) s = 2;", 2 * both_ways),
        // One read before the loop does for all rounds.
        ("while (a[i] > s) { if (a[i] == 4) break; s++; }", 1),
    ] {
        assert_eq!(reads_of_a(&format!("{inside} {body}")), expected, "{body}");
    }
}

#[test]
fn what_is_read_once_is_what_lies_there() {
    let array = "char a[3] = {4, 5, 6}; int i = 1, j = 1;";
    prints(&format!("{array} if (a[i] > 4) a[i]++; printf(\"%d\", a[i] + a[j]);"), "12");
    prints(&format!("{array} a[i] = a[i] + a[i]; if (a[j] == a[i]) a[j] = a[i] + 1; printf(\"%d %d\", a[i], a[j]);"), "11 11");
    prints(&format!("{array} int n = 0; while (a[i] > n) {{ if (n == 3) a[j] = 4; n++; }} printf(\"%d\", n);"), "4");
    prints(&format!("{array} for (i = 0; i < 3; i++) if (a[i] > 4) a[i] -= a[i] - i; printf(\"%d %d %d\", a[0], a[1], a[2]);"), "4 1 2");
}
