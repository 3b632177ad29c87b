//! What is not C: one thing that the language forbids, in a program that is fine without it.

use super::Family;
use crate::case::{Case, Expect};
use base::random::Random;

/// In the file, in `main`; and what is like it and allowed.
const PAIRS: [(&str, &str, &str, &str, &str); 68] = [
    ("label", "", "goto gone;", "", "goto here; here:;"),
    ("label", "", "here:; x = 2; here:;", "", "here:; x = 2; there:;"),
    ("const", "", "const int c = K; c = 2;", "", "const int c = K; x = c;"),
    ("const", "", "const int c = K; c++;", "", "const int c = K; x = c + 1;"),
    (
        "const",
        "struct s { const int a; };",
        "struct s v = {K}; v.a = 3;",
        "struct s { const int a; int b; };",
        "struct s v = {K}; v.b = 3;",
    ),
    ("const", "", "const int *p = &x; *p = 1;", "", "int *const p = &x; *p = 1;"),
    ("redefined", "", "int y = K; int y = 2;", "", "int y = K; { int y = 2; x = y; } x = y;"),
    ("redefined", "", "int y; int y = K;", "", "int y; { int y = K; x = y; }"),
    ("redefined", "int f(void) { return K; }\nint f(void) { return 2; }", "", "int f(void);\nint f(void) { return 2; }", ""),
    ("redefined", "int g = K;\nint g = 2;", "", "int g = K;\nint g;", ""),
    ("redefined", "struct s { int a; };\nstruct s { int b; };", "", "struct s { int a; };\nstruct t { int b; };", ""),
    ("redefined", "struct s { int a; int a; };", "", "struct s { int a; int b; };", ""),
    ("redefined", "enum { A, A };", "", "enum { A, B };", ""),
    ("size", "int v[1 / 0];", "", "int v[1 / 1];", ""),
    ("size", "", "int v[-K];", "", "int v[K]; v[0] = 1;"),
    ("arguments", "int f(int a, int b) { return a + b; }", "x = f(K);", "int f(int a, int b) { return a + b; }", "x = f(K, 1);"),
    ("arguments", "int f(int a, int b);", "x = f(K);", "int f(int a, int b);\nint f(int a, int b) { return a + b; }", "x = f(K, 1);"),
    ("arguments", "int f(int a) { return a; }", "x = f(K, 2);", "int f(int a) { return a; }", "x = f(K);"),
    ("case", "", "switch (x) { case K: break; case K: break; }", "", "switch (x) { case K: break; case K + 1: break; }"),
    ("case", "", "switch (x) { case x: break; }", "", "switch (x) { case K: break; }"),
    ("outside", "", "break;", "", "for (;;) break;"),
    ("undeclared", "", "y = K;", "", "int y; y = K;"),
    ("itself", "struct s { struct s x; };", "", "struct s { struct s *x; };", ""),
    ("lvalue", "", "K = x;", "", "x = K;"),
    ("type", "struct s { int a; };", "struct s v = {K}; x = v;", "struct s { int a; };", "struct s v = {K}; x = v.a;"),
    ("member", "struct s { int a; };", "struct s v = {K}; x = v.b;", "struct s { int a; };", "struct s v = {K}; x = v.a;"),
    ("member", "struct s { int a[]; int b; };", "", "struct s { int b; int a[]; };", ""),
    ("member", "struct s { int a; struct { int a; }; };", "", "struct s { int a; struct { int b; }; };", ""),
    ("member", "struct s { int a : K, a : 2; };", "", "struct s { int a : K, b : 2; };", ""),
    ("width", "int n = K; struct s { int a : n; };", "", "enum { n = K }; struct s { int a : n; };", ""),
    ("width", "struct s { int a : K + 40; };", "", "struct s { int a : K + 20; };", ""),
    ("jump", "", "goto there; int v[x]; there:;", "", "goto there; int v[K]; there:;"),
    ("jump", "", "switch (x) { case K:; int v[x]; default:; }", "", "switch (x) { case K: { int v[x]; } default:; }"),
    ("jump", "", "goto there; ({ there:; });", "", "({ goto there; }); there:;"),
    ("assertion", "_Static_assert(K == K + 1, \"K\");", "", "_Static_assert(K != K + 1, \"K\");", ""),
    ("assertion", "", "_Static_assert(sizeof(int) == K + 4, \"K\");", "", "_Static_assert(sizeof(int) < K + 4, \"K\");"),
    ("assertion", "", "_Static_assert(x, \"K\");", "", "_Static_assert(sizeof x, \"K\");"),
    (
        "assertion",
        "struct s { int a[K]; _Static_assert(sizeof(int) == 5, \"\"); };",
        "",
        "struct s { int a[K]; _Static_assert(sizeof(int) == 4, \"\"); };",
        "",
    ),
    ("generic", "", "x = _Generic(x, default: K, default: 2);", "", "x = _Generic(x, default: K, long: 2);"),
    ("generic", "", "x = _Generic(x, long: K, char *: 2);", "", "x = _Generic(x, long: K, int: 2);"),
    ("generic", "", "x = _Generic(x, int: K, signed: 2);", "", "x = _Generic(x, int: K, unsigned: 2);"),
    ("storage", "auto int g = K;", "", "static int g = K;", ""),
    ("storage", "int f(static int a) { return a; }", "x = f(K);", "int f(register int a) { return a; }", "x = f(K);"),
    ("storage", "", "static int f(void);", "", "extern int f(void);"),
    ("storage", "", "for (static int i = K; i < 1; i++) ;", "", "for (register int i = K; i < 1; i++) ;"),
    ("storage", "", "_Thread_local int t = K;", "", "static _Thread_local int t = K;"),
    ("qualifier", "int restrict g = K;", "", "int *restrict g = (int *)0;", ""),
    ("qualifier", "int f(const void) { return K; }", "x = f();", "int f(void) { return K; }", "x = f();"),
    ("qualifier", "", "int v[static K];", "", "int v[K];"),
    ("alignment", "_Alignas(3 * K) int g;", "", "_Alignas(32) int g;", ""),
    ("alignment", "", "_Alignas(1) int y = K; x = y;", "", "_Alignas(16) int y = K; x = y;"),
    ("constant", "enum { A = K + 0.5 };", "", "enum { A = (int)(K + 0.5) };", ""),
    ("constant", "int f(int); int g = f(K);", "", "int f(int); int g = sizeof(f(K));", ""),
    ("constant", "int g[K]; int *p = g + g[0];", "", "int g[K]; int *p = g + K;", ""),
    ("constant", "", "static int *p = &x;", "", "static int y = K; static int *p = &y; x = *p;"),
    ("constant", "int g = K; int h = g;", "", "const int g = K; int h = g;", ""),
    ("initialiser", "", "int v[K] = {[K] = 1}; x = v[0];", "", "int v[K + 1] = {[K] = 1}; x = v[0];"),
    ("initialiser", "char t[] = L\"K\";", "", "char t[] = \"K\";", ""),
    ("initialiser", "", "int v[x] = {K};", "", "int v[1] = {K}; x = v[0];"),
    ("redefined", "enum e { A };\nenum e { B };", "", "enum e { A };\nenum d { B };", ""),
    ("redefined", "int f(); int f(char a);", "", "int f(); int f(int a);", ""),
    ("redefined", "int f(a) int a; int a; { return a; }", "x = f(K);", "int f(a) int a; { return a; }", "x = f(K);"),
    ("redefined", "int g = K;", "extern double g;", "int g = K;", "extern int g; x = g;"),
    ("size", "", "enum e y;", "", "enum e *y;"),
    ("body", "typedef int F(void); F f { return K; }", "", "typedef int F(void); F f; int f(void) { return K; }", ""),
    ("address", "", "register int v[2] = {K, K}; x = *v;", "", "int v[2] = {K, K}; x = *v;"),
    (
        "address",
        "struct s { int a : 4; };",
        "struct s v = {1}; typeof(v.a) y = K; x = y;",
        "struct s { int a : 4; };",
        "struct s v = {1}; typeof(v.a + 0) y = K; x = y;",
    ),
    ("label", "", "if (x) here: int y;", "", "if (x) { here:; int y; }"),
];

pub fn case(random: &mut Random) -> Case {
    let (kind, file, line, like, like_line) = *random.pick(&PAIRS);
    let k = random.between(1, 9).to_string();
    let bad = !random.chance(3);
    let (file, line) = if bad { (file, line) } else { (like, like_line) };
    let noise = ["int a = 3; x = a;", "if (x > 2) x = 2;", "for (int i = 0; i < 3; i++) x = i;", ""];
    let (before, after) = (*random.pick(&noise), *random.pick(&noise));
    // Things in blocks of their own, so that their names do not meet.
    let text = format!(
        "{}\nint main(void) {{\n  int x = 1;\n  {{ {before} }}\n  {}\n  {{ {after} }}\n  return 0;\n}}\n",
        file.replace('K', &k),
        line.replace('K', &k)
    );
    Case::new(Family::Rejected, kind, text, if bad { Expect::Rejected } else { Expect::Safe })
}
