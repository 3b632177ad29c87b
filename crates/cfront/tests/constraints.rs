//! What gnu11 forbids is refused with its place, and what it only frowns upon is not. The compiler, where there is one, is the oracle for both lists.

use cfront::{Options, translate};
use std::io::Write;
use std::process::{Command, Stdio};

/// Each is wrong in one place.
const WRONG: &[&str] = &[
    "int main(void) { goto out; return 0; }",
    "int main(void) { l: ; l: return 0; }",
    "int main(void) { const int x = 1; x = 2; return x; }",
    "int main(void) { const int x = 1; x++; return x; }",
    "int main(void) { const int x = 1; x += 2; return x; }",
    "struct s { const int a; int b; }; int main(void) { struct s x = {1, 2}, y = {3, 4}; x = y; return 0; }",
    "struct s { int a; }; int main(void) { const struct s x = {1}; x.a = 2; return 0; }",
    "int main(void) { int a = 1, b = 2; int *const p = &a; p = &b; return *p; }",
    "int main(void) { int a = 1; const int *p = &a; *p = 2; return 0; }",
    "int main(void) { const int a[2] = {1, 2}; a[0] = 3; return 0; }",
    "typedef int row[2]; int main(void) { const row a = {1, 2}; a[0] = 3; return 0; }",
    "struct s { int a[2]; }; int f(const struct s *p) { p->a[0] = 1; return 0; } int main(void) { return 0; }",
    "int main(void) { int x = 1; int x = 2; return x; }",
    "int f(int x) { int x = 2; return x; } int main(void) { return f(1); }",
    "int x = 1; int x = 2; int main(void) { return x; }",
    "int f(void) { return 1; } int f(void) { return 2; } int main(void) { return f(); }",
    "int x; double x; int main(void) { return 0; }",
    "int f(int); int f(int, int); int main(void) { return 0; }",
    "int f(int); long f(int x) { return x; } int main(void) { return 0; }",
    "int x; static int x; int main(void) { return x; }",
    "int f(void); static int f(void) { return 1; } int main(void) { return f(); }",
    "typedef int t; typedef long t; int main(void) { return 0; }",
    "typedef int t; int t; int main(void) { return 0; }",
    "int a[1 / 0]; int main(void) { return 0; }",
    "int n; int a[n]; int main(void) { return 0; }",
    "int a[-1]; int main(void) { return 0; }",
    "int main(void) { int a[2 - 5]; return 0; }",
    "int a[1.5]; int main(void) { return 0; }",
    "int f(int x, int y) { return x + y; } int main(void) { return f(1); }",
    "int f(int x) { return x; } int main(void) { return f(1, 2); }",
    "int f(void) { return 1; } int main(void) { return f(2); }",
    "int f(const char *m, ...); int main(void) { return f(); }",
    "int main(void) { return y; }",
    "int main(void) { int x = 3; switch (x) { case 1: return 1; case 2 - 1: return 2; } return 0; }",
    "int main(void) { int x = 3; switch (x) { default: return 1; default: return 2; } return 0; }",
    "int main(void) { int x = 3, y = 1; switch (x) { case y: return 1; } return 0; }",
    "int main(void) { break; return 0; }",
    "int main(void) { switch (1) { case 1: continue; } return 0; }",
    "int main(void) { case 1: return 0; }",
    "int main(void) { default: return 0; }",
    "struct s { int a; int a; }; int main(void) { return 0; }",
    "struct s { struct s x; }; int main(void) { return 0; }",
    "union u { union u x; }; int main(void) { return 0; }",
    "struct s { struct s x[2]; }; int main(void) { return 0; }",
    "struct s { void x; }; int main(void) { return 0; }",
    "struct s { int f(void); }; int main(void) { return 0; }",
    "struct s { int a : 40; }; int main(void) { return 0; }",
    "struct s { double a : 4; }; int main(void) { return 0; }",
    "struct s { int a; }; struct s { int b; }; int main(void) { return 0; }",
    "int main(void) { struct s x; return 0; }",
    "struct s x; int main(void) { return 0; }",
    "struct s; int main(void) { return sizeof(struct s); }",
    "struct s; int f(struct s *p) { return p->a; } int main(void) { return 0; }",
    "int main(void) { void x; return 0; }",
    "int main(void) { int a[]; return 0; }",
    "int f(int x, int x) { return x; } int main(void) { return 0; }",
    "int main(void) { 1 = 2; return 0; }",
    "int main(void) { int x = 1; x + 1 = 2; return 0; }",
    "int main(void) { int x = 1; (long)x = 2; return 0; }",
    "int main(void) { int a[2], b[2] = {1, 2}; a = b; return 0; }",
    "int f(void) { return 1; } int main(void) { f() = 2; return 0; }",
    "int main(void) { int x = 1; (x++)++; return 0; }",
    "int main(void) { int *p = &1; return 0; }",
    "int main(void) { register int x = 1; int *p = &x; return *p; }",
    "struct s { int a : 3; }; int main(void) { struct s x = {1}; int *p = &x.a; return *p; }",
    "int main(void) { int x = 1; return x(); }",
    "int main(void) { int x = 1; return x[0]; }",
    "int main(void) { int x = 1; return *x; }",
    "int main(void) { int x = 1; return x.a; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; return x.b; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; return x->a; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; int y = x; return y; }",
    "struct s { int a; }; struct t { int a; }; int main(void) { struct s x = {1}; struct t y = x; return y.a; }",
    "struct s { int a; }; int f(struct s x) { return x.a; } int main(void) { return f(1); }",
    "struct s { int a; }; struct s f(void) { return 1; } int main(void) { return f().a; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; if (x) return 1; return 0; }",
    "struct s { int a; }; int main(void) { struct s x = {1}; return (int)x; }",
    "struct s { int a; }; int main(void) { struct s x = {1}, y = {2}; return x == y; }",
    "void f(void) {} int main(void) { int x = f(); return x; }",
    "void f(void) {} int main(void) { if (f()) return 1; return 0; }",
    "int main(void) { int *p = 0, *q = 0; p = p + q; return 0; }",
    "int main(void) { double d = 1; return d % 2; }",
    "int main(void) { double d = 1; return ~d; }",
    "int main(void) { int *p = 0; return -p; }",
    "int main(void) { int *p = 0; p = 1.5; return 0; }",
    "int main(void) { double d = 1.5; switch (d) { case 1: return 1; } return 0; }",
    "int x; int y = x; int main(void) { return y; }",
    "int f(void) { return 1; } int y = f(); int main(void) { return y; }",
    "int main(void) { int a[2] = 5; return a[0]; }",
    "struct s { int a; }; int main(void) { struct s x = {.b = 1}; return x.a; }",
    "enum { A, A }; int main(void) { return A; }",
    "int n; enum { A = n }; int main(void) { return A; }",
    "int int x; int main(void) { return 0; }",
    "long float x; int main(void) { return 0; }",
    "static extern int x; int main(void) { return 0; }",
    "typedef int t = 3; int main(void) { return 0; }",
    "int f(void)[2]; int main(void) { return 0; }",
    "int main(void) { return 09; }",
    "int main(void) { int x = 1; return x +; }",
    "int main(void) { if (1 return 0; }",
    "int main(void) { foo bar; return 0; }",
    "int main(void) { return 0 }",
];

/// Each is odd, and C all the same.
const RIGHT: &[&str] = &[
    "int main(void) { out: ; return 0; goto out; }",
    "int main() { return f(1, 2); } int f(int x, int y) { return x + y; }",
    "int f(); int main(void) { return f(1, 2, 3); } int f(int x) { return x; }",
    "f(x, y) int x, y; { return x + y; } int main(void) { return f(1); }",
    "int x; int x; extern int x; int main(void) { return x; }",
    "int a[]; int a[3]; int main(void) { return a[2]; }",
    "static int f(void); int f(void) { return 1; } int main(void) { return f(); }",
    "struct s *p; struct s { int a; }; int main(void) { return p == 0; }",
    "struct s x; struct s { int a; }; int main(void) { return x.a; }",
    "struct s { struct s *next; int n; }; int main(void) { struct s x = {0, 1}; return x.n; }",
    "struct s { int n; int data[]; }; int main(void) { return sizeof(struct s); }",
    "struct s { int n; int data[0]; }; int main(void) { return sizeof(struct s); }",
    "struct s { union { int a; long b; }; int c; }; int main(void) { struct s x; x.a = 1; x.c = 2; return x.a + x.c; }",
    "int main(void) { int x = 1; { int x = 2; return x; } }",
    "int main(void) { for (int i = 0; i < 1; i++) { int i = 2; return i; } return 0; }",
    "int f(int n, int a[n]) { return a[0]; } int main(void) { int a[1] = {0}; return f(1, a); }",
    "int main(void) { int n = 3; int a[n]; a[0] = 1; return a[0]; }",
    "typedef int t; typedef int t; int main(void) { t t = 1; return t; }",
    "int main(void) { const int x = 1; int y = x; y = 2; return y; }",
    "int main(void) { const char *p = \"a\"; p = \"b\"; return *p; }",
    "const int n = 3; int m = n; int main(void) { return m; }",
    "int main(void) { int x = 1; int *p = x ? &x : 0; return *p; }",
    "void f(void) {} int main(void) { int x = 1; x ? f() : (void)0; return 0; }",
    "int f(void) { return 1; } int main(void) { int (*p)(void) = f; return p() + (*p)() + (**p)() + (&f == f); }",
    "int main(void) { int a[2] = {1, 2}; return 1[a] + *(a + 1); }",
    "int main(void) { unsigned x = 3; switch (x) { case 0 ... 2: return 1; case 3: return 0; } return 2; }",
    "int main(void) { int x = ({ int y = 1; y + 1; }); return x; }",
    "int main(void) { int *p = (int[]){1, 2}; return p[1]; }",
    "enum e { A, B = A + 2, C }; enum e x; unsigned int x; int main(void) { return C; }",
    "int main(void) { void *p = 0; p++; return sizeof(void); }",
    "int f(int x) { if (x) return 1; } int main(void) { f(0); return 0; }",
    "void f(int x) { return; } void g(void) { return f(1); } int main(void) { g(); return 0; }",
    "int main(void) { int *p = 5; long q = p; return 0; }",
    "int main(void) { char *p = \"abc\"; unsigned char *q = p; return 0; }",
    "extern void end; int main(void) { return 0; }",
    "extern inline int f(void) { return 1; } int main(void) { return 0; }",
    "int main(void) { struct { int a : 3; unsigned : 0; int b : 2; } x = {1, 1}; return x.a + x.b; }",
    "int main(void) { __label__ l; goto l; l: return 0; }",
    "int main(int argc, char *argv[]) { return argc - argc; }",
    "int main(void) { int x = 5; typeof(x) y = x; return y - _Generic(x, int: 5, default: 1); }",
    "int a[2] = {[1] = 3}; struct { int x, y; } s = {.y = 1}; int main(void) { return a[0] + s.x; }",
    "int main(void) { long double x = 1; _Bool b = x; return !b; }",
    "int x = (int)sizeof(int[3]); int *p = &x; int *q = &(&x)[0]; int main(void) { return 0; }",
    "int main(void) { int x = 0; do { if (x) continue; switch (x) { case 0: break; } break; } while (1); return 0; }",
];

/// Whether the compiler takes it for C; none if there is none.
fn compiles(text: &str) -> Option<bool> {
    let mut child = Command::new("cc")
        .args(["-fsyntax-only", "-w", "-std=gnu11", "-xc", "-"])
        .stdin(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    let _ = child.stdin.take()?.write_all(text.as_bytes());
    Some(child.wait().ok()?.success())
}

#[test]
fn what_the_language_forbids_is_refused() {
    for text in WRONG {
        if let Some(accepted) = compiles(text) {
            assert!(!accepted, "the compiler accepts: {text}");
        }
        let diagnostic = translate(text, "wrong.c", &Options::default()).err().unwrap_or_else(|| panic!("accepted: {text}"));
        assert!(diagnostic.span.as_ref().is_some_and(|s| s.line == 1), "{text}: {diagnostic}");
    }
}

#[test]
fn what_is_only_odd_is_not_refused() {
    for text in RIGHT {
        if let Some(accepted) = compiles(text) {
            assert!(accepted, "the compiler refuses: {text}");
        }
        if let Err(diagnostic) = translate(text, "right.c", &Options::default()) {
            panic!("{text}: {diagnostic}");
        }
    }
}

#[test]
fn what_the_parser_does_not_know_is_not_refused() {
    for text in
        ["int main(void) { _Decimal64 x = 1; return 0; }", "struct s { int a; }; int main(void) { struct s x = { a: 1 }; return x.a; }"]
    {
        if let Some(accepted) = compiles(text) {
            assert!(accepted, "the compiler refuses: {text}");
        }
        if let Err(diagnostic) = translate(text, "odd.c", &Options::default()) {
            panic!("{text}: {diagnostic}");
        }
    }
}
