//! `--entry f`: what the globals hold when a function is called from anywhere.
//!
//! A static that nothing writes keeps its value, and so does a constant; a function pointer holds a function that is stored there somewhere;
//! everything else holds anything. Compilers get a `main` that brings about the failing state.

use super::Family;
use crate::case::{Case, Expect, REACH, Shows};
use base::random::Random;

/// A kind, the file, the body of `f`, the error's condition, and what `main` does before it calls `f`, if it fails.
type Shape = (&'static str, &'static str, &'static str, &'static str, Option<&'static str>);

const SHAPES: [Shape; 34] = [
    ("global", "int g = V;", "", "g != V", Some("g = W;")),
    ("global", "int g;", "", "g == W", Some("g = W;")),
    ("global", "int g[3] = {V, V, V};", "", "g[1] != V", Some("g[1] = W;")),
    ("global", "struct s { int a, b; };\nstruct s g = {V, V};", "", "g.b != V", Some("g.b = W;")),
    ("global", "int g = V;", "g = V;", "g != V", None),
    ("static", "static int g = V;", "", "g != V", None),
    ("static", "static int g = V;", "", "g == V", Some("")),
    ("static", "static int g[3] = {V, 1, V};", "", "g[2] != V", None),
    ("static", "struct s { int a, b; };\nstatic struct s g = {1, V};", "", "g.b != V", None),
    ("static-written", "static int g = V;\nvoid set(int v) { g = v; }", "", "g != V", Some("set(W);")),
    ("static-written", "static int g = V;\nvoid set(int v) { int *p = &g; *p = v; }", "", "g != V", Some("set(W);")),
    ("static-written", "static int g[2] = {V, V};\nvoid set(int v) { g[1] = v; }", "", "g[1] != V", Some("set(W);")),
    ("static-counted", "static int g;", "if (g < 5) g++;", "g > 1", Some("f(0);")),
    ("static-counted", "", "static int g; if (g < 5) g++;", "g > 1", Some("f(0);")),
    ("static-escaped", "static int g = V;\nint *get(void) { return &g; }", "", "g != V", Some("*get() = W;")),
    ("static-escaped", "static int g = V;\nint *shared = &g;", "", "g != V", Some("*shared = W;")),
    (
        "static-escaped",
        "static struct { int a, b[2]; } g = {1, {V, V}};\nint *get(void) { return g.b; }",
        "",
        "g.b[1] != V",
        Some("get()[1] = W;"),
    ),
    (
        "static-escaped",
        "static int g[2][2] = {{V, V}, {V, V}};\nint *get(void) { return g[1]; }",
        "",
        "g[1][1] != V",
        Some("get()[1] = W;"),
    ),
    ("static-read", "static struct { int a, b[2]; } g = {1, {V, V}};\nint get(int i) { return g.b[i & 1]; }", "", "g.b[1] != V", None),
    ("static-read", "static int g[2][2] = {{V, V}, {V, V}};\nint get(int i) { return g[i & 1][1]; }", "", "g[1][1] != V", None),
    ("constant", "const int g = V;", "", "g != V", None),
    ("constant", "static const int g[2] = {V, V};", "", "g[1] != V", None),
    ("constant", "const char *const g = \"abc\";", "", "g[1] != 'b'", None),
    (
        "function-pointer",
        "static int one(void) { return V; }\nstatic int two(void) { return W; }\nstatic int (*g)(void) = one;\nvoid set(void) { g = two; }",
        "int r = g();",
        "r != V",
        Some("set();"),
    ),
    (
        "function-pointer",
        "static int one(void) { return V; }\nstatic int two(void) { return W; }\nstatic int (*g)(void) = one;\nvoid set(void) { g = two; }",
        "int r = g();",
        "r != V && r != W",
        None,
    ),
    (
        "function-pointer",
        "static int one(void) { return V; }\nstatic int two(void) { return W; }\nstatic int (*g)(void) = one;",
        "int r = g();",
        "r != V",
        None,
    ),
    ("parameter", "", "", "x == W", Some("f(W);")),
    ("parameter", "", "if (x != W) return 0;", "x != W", None),
    ("pointer-parameter", "", "int y = 1; int *q = &y; *q = 2; if (p) *p = V;", "y != 2", None),
    ("pointer-parameter", "", "if (p) *p = V;", "p && *p != V", None),
    ("pointer-parameter", "int k;", "", "p && *p == W", Some("k = W;")),
    ("pointer-parameter", "static int g = V;", "if (p) *p = W;", "g != V", None),
    ("global-pointer", "int k;\nint *g;", "int y = V; if (g) *g = W;", "y != V", None),
    ("global-pointer", "int k;\nint *g;", "", "g && *g == W", Some("k = W; g = &k;")),
];

/// With `--globals initial` globals hold what they are initialised with.
const INITIAL: [Shape; 4] = [
    ("initial", "int g = V;", "", "g != V", None),
    ("initial", "int g = V;", "", "g == V", Some("")),
    ("initial", "static int g = V;\nvoid set(int v) { g = v; }", "", "g != V", None),
    ("initial", "int g[2] = {V};", "", "g[1] != 0", None),
];

pub fn case(random: &mut Random) -> Case {
    let initial = random.chance(8);
    let (kind, file, body, check, fails) = if initial { *random.pick(&INITIAL) } else { *random.pick(&SHAPES) };
    let (v, w) = (random.between(1, 40), random.between(41, 90));
    let fill = |text: &str| text.replace('V', &v.to_string()).replace('W', &w.to_string());
    let pointer = kind == "pointer-parameter";
    let parameter = if pointer { "int *p" } else { "int x" };
    // The other functions that compilers' main calls are there for the tool, too: they may have been called before.
    let head = "void reach_error(void);\n";
    let function =
        format!("{}\nint f({parameter}) {{\n  {}\n  if ({}) reach_error();\n  return 0;\n}}\n", fill(file), fill(body), fill(check));
    let noise = match random.below(3) {
        0 => "static int unrelated;\nvoid other(int v) { unrelated = v; }\n",
        1 => "int unrelated = 3;\n",
        _ => "",
    };
    let text = format!("{head}{noise}{function}");
    let call = match (pointer, file.contains("int k;")) {
        (true, true) => "f(&k);",
        (true, false) => "{ int own = 3; f(&own); f(0); }",
        _ => "f(1);",
    };
    let compiled = format!("{text}int main(void) {{\n  {}\n  {call}\n  return 0;\n}}\n", fill(fails.unwrap_or_default()));
    let expect = if fails.is_some() { Expect::Unsafe(REACH) } else { Expect::Safe };
    let case = Case::new(Family::Entry, kind, text, expect).options("--entry f").compiled(compiled).shows(Shows::Plainly);
    if initial { case.options("--globals initial") } else { case }
}
