//! What is not C: one thing that the language forbids, in a program that is fine without it.

use super::Family;
use crate::case::{Case, Expect};
use base::random::Random;

/// In the file, in `main`; and what is like it and allowed.
const PAIRS: [(&str, &str, &str, &str, &str); 26] = [
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
