//! The world outside: functions without a body write what they can reach, and call back whom they can name. Compilers get a body that does it.

use super::Family;
use crate::case::{Case, Expect, REACH, Shows};
use base::random::Random;

/// Names of functions that nothing is known of; none is one of the conventions for inputs.
const NAMES: [&str; 7] = ["foo", "unknown_init", "nondet_and_set", "unknown_fill", "external", "nondetermine", "__VERIFIER_nondet_and_set"];
/// And names that are: they return something and write nothing.
const INPUTS: [&str; 4] = ["__VERIFIER_nondet_int", "nondet_int", "unknown", "nondet"];

pub fn case(random: &mut Random) -> Case {
    match random.below(10) {
        0..3 => object(random),
        3..7 => call_back(random),
        7 => input(random),
        8 => memory(random),
        _ if random.chance(2) => escaped_before(random),
        _ => constant(random),
    }
}

fn verdict(fails: bool) -> Expect {
    if fails { Expect::Unsafe(REACH) } else { Expect::Safe }
}

/// A program that guards its last part by an input now and then.
fn program(random: &mut Random, file: &str, before: &str, check: &str) -> (String, Vec<Vec<i64>>) {
    let head = "void reach_error(void);\nint __VERIFIER_nondet_int(void);\n";
    let (guard, inputs) = match random.below(3) {
        0 => {
            let n = random.between(-5, 5);
            (format!("  if (__VERIFIER_nondet_int() == {n}) return 0;\n"), vec![vec![n + 1], vec![n]])
        }
        _ => (String::new(), Vec::new()),
    };
    (format!("{head}{file}int main(void) {{\n{guard}{before}  if ({check}) reach_error();\n  return 0;\n}}\n"), inputs)
}

/// One object, and a call that can reach it or cannot.
fn object(random: &mut Random) -> Case {
    let name = *random.pick(&NAMES);
    let (v, w) = (random.between(1, 90), random.between(91, 200));
    // Where the object is, what of it is an int, and how the address of that int is written.
    let (file, local, x) = *random.pick(&[
        ("static int x = V;\n", "", "x"),
        ("int x = V;\n", "", "x"),
        ("", "  int x = V;\n", "x"),
        ("", "  static int x = V;\n", "x"),
        ("", "  int x[3] = {V, V, V};\n", "x[1]"),
        ("struct t { int a, b; };\n", "  struct t x = {V, V};\n", "x.b"),
        ("struct t { int a, b; };\nstatic struct t x = {V, V};\n", "", "x.b"),
    ]);
    let global = file.contains("int x = V") && !file.contains("static");
    // What is handed over, by which prototype, and what the world does with it. W is the new value.
    let (kind, parameter, prepare, argument, body, reaches) = *random.pick(&[
        ("nothing", "void", "", "", "", global),
        ("number", "int k", "", "X", "", global),
        ("pointer", "int *k", "", "&X", "*k = W;", true),
        ("void-pointer", "void *k", "", "&X", "*(int *)k = W;", true),
        ("const-pointer", "const int *k", "", "&X", "*(int *)k = W;", true),
        ("char-pointer", "char *k", "", "(char *)&X", "*(int *)k = W;", true),
        ("other-pointer", "int *k", "  int other = 1;\n", "&other", "*k = W;", global),
        ("struct", "struct h k", "  struct h box = {&X, 1};\n", "box", "*k.p = W;", true),
        ("struct-pointer", "struct h *k", "  struct h box = {&X, 1};\n", "&box", "*k->p = W;", true),
        ("struct-of-other", "struct h k", "  int other = 1;\n  struct h box = {&other, 1};\n", "box", "*k.p = W;", global),
        ("pointer-to-pointer", "int **k", "  int *px = &X;\n", "&px", "**k = W;", true),
        ("array-of-structs", "struct h *k", "  struct h box[2] = {{0, 1}, {&X, 1}};\n", "box", "*k[1].p = W;", true),
        ("global-pointer", "void", "  shared = &X;\n", "", "*shared = W;", true),
        ("static-pointer", "void", "  hidden = &X;\n", "", "", global),
        ("global-struct", "void", "  shared_box.p = &X;\n", "", "*shared_box.p = W;", true),
    ]);
    // Where it does not get at `x` by what it is given, it does by its name.
    let by_name = matches!(kind, "nothing" | "number" | "other-pointer" | "struct-of-other" | "static-pointer");
    let body = if by_name && global { "x = W;" } else { body };
    let shared = match kind {
        "global-pointer" => "int *shared;\n",
        "static-pointer" => "static int *hidden;\n",
        "global-struct" => "struct h shared_box;\n",
        _ => "",
    };
    let head = format!("struct h {{ int *p; int n; }};\n{shared}{file}void {name}({parameter});\n");
    let call = format!("  {name}({argument});\n");
    let twice = if random.chance(4) { call.clone() } else { String::new() };
    let (text, inputs) = program(random, &head, &format!("{local}{prepare}{call}{twice}"), &format!("X != {v}"));
    let fill = |text: &str| text.replace("X", x).replace('V', &v.to_string()).replace('W', &w.to_string());
    // Names and keywords contain no capital letters of those three but for the conventions' prefix.
    let (text, name_there) = (text.replace("__VERIFIER", "\u{1}"), name.replace("__VERIFIER", "\u{1}"));
    let text = fill(&text).replace('\u{1}', "__VERIFIER");
    let world = fill(&format!("void {name_there}({parameter}) {{ {body} }}\n")).replace('\u{1}', "__VERIFIER");
    Case::new(Family::Externals, kind, text, verdict(reaches)).world(world).inputs(inputs)
}

/// A static that only a function of the file writes, which the world may call.
fn call_back(random: &mut Random) -> Case {
    let name = *random.pick(&NAMES);
    let v = random.between(1, 9);
    let (kind, file, before, check, world, fails) = *random.pick(&[
        ("call-back", "static int g;\nvoid set(void) { g = V; }\nvoid NAME(void);\n", "  NAME();\n", "g == V", "set();", true),
        ("call-back", "static int g;\nvoid set(void) { g = V; }\nvoid NAME(void);\n", "  NAME();\n", "g != 0 && g != V", "set();", false),
        ("call-back", "static int g;\nvoid set(int v) { g = v; }\nvoid NAME(void);\n", "  NAME();\n", "g == V", "set(V);", true),
        (
            "call-back",
            "static int g;\nstatic void set(void) { g = V; }\nvoid NAME(void);\n",
            "  if (g) set();\n  NAME();\n",
            "g != 0",
            "",
            false,
        ),
        (
            "call-back-through",
            "static int g;\nstatic void set(void) { g = V; }\nvoid NAME(void (*f)(void));\n",
            "  NAME(set);\n",
            "g == V",
            "f();",
            true,
        ),
        (
            "call-back-global",
            "static int g;\nstatic void set(void) { g = V; }\nvoid (*hook)(void);\nvoid NAME(void);\n",
            "  hook = set;\n  NAME();\n",
            "g == V",
            "hook();",
            true,
        ),
        (
            "call-back-hidden",
            "static int g;\nstatic void set(void) { g = V; }\nstatic void (*hook)(void);\nvoid NAME(void);\n",
            "  hook = set;\n  NAME();\n",
            "g != 0",
            "",
            false,
        ),
        (
            "call-back-often",
            "static int g;\nvoid set(void) { if (g < 3) g++; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g > 3",
            "set(); set(); set(); set();",
            false,
        ),
        (
            "call-back-often",
            "static int g;\nvoid set(void) { if (g < 3) g++; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g == 3",
            "set(); set(); set(); set();",
            true,
        ),
        (
            "call-back-guarded",
            "static int g, on;\nvoid set(void) { if (on) g = V; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g != 0",
            "set();",
            false,
        ),
        (
            "call-back-guarded",
            "static int g;\nint on;\nvoid set(void) { if (on) g = V; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g != 0",
            "on = 1; set();",
            true,
        ),
        (
            "call-back-struct",
            "static int g;\nstatic void set(void) { g = V; }\nstruct ops { void (*run)(void); };\nvoid NAME(struct ops *o);\n",
            "  struct ops o = {set};\n  NAME(&o);\n",
            "g == V",
            "o->run();",
            true,
        ),
        (
            "handed-out",
            "static struct { int a, b[2]; } s;\nint *get(void) { return s.b; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "s.b[1] == V",
            "get()[1] = V;",
            true,
        ),
        (
            "handed-out",
            "static int t[2][2];\nint *get(void) { return t[1]; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "t[1][1] == V",
            "get()[1] = V;",
            true,
        ),
        (
            "handed-out",
            "static int g, h;\nint *shared;\nvoid put(void) { shared = &g; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "h != 0",
            "put(); *shared = V;",
            false,
        ),
        (
            "handed-out",
            "static int g, h;\nint *shared;\nvoid put(void) { shared = &g; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g == V",
            "put(); *shared = V;",
            true,
        ),
        (
            "handed-out-function",
            "static int g;\nstatic void set(void) { g = V; }\nvoid (*get(void))(void) { return set; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g == V",
            "get()();",
            true,
        ),
        (
            "handed-out-function",
            "static int g;\nstatic void set(void) { g = V; }\nvoid (*hook)(void);\nvoid put(void) { hook = set; }\nvoid NAME(void);\n",
            "  NAME();\n",
            "g == V",
            "put(); hook();",
            true,
        ),
        (
            "public-table",
            "static int g;\nstatic void set(void) { g = V; }\nstruct ops { void (*run)(void); };\nconst struct ops table = {set};\nvoid NAME(void);\n",
            "  NAME();\n",
            "g == V",
            "table.run();",
            true,
        ),
        (
            "public-table",
            "static int g;\nstatic void set(void) { g = V; }\nstruct ops { void (*run)(void); };\nstatic const struct ops table = {set};\nvoid NAME(void);\n",
            "  if (g) table.run();\n  NAME();\n",
            "g == V",
            "",
            false,
        ),
        ("call-back-reads", "static int g;\nint get(void) { return g; }\nvoid NAME(void);\n", "  NAME();\n", "g != 0", "get();", false),
        ("returns", "static int g = V;\nint NAME(void);\n", "  int r = NAME();\n", "r == 77", "return 77;", true),
        ("returns", "static int g = V;\nint NAME(int v);\n", "  int r = NAME(g);\n", "g != V && r == 0", "return 0;", false),
    ]);
    let fill = |text: &str| text.replace('V', &v.to_string()).replace("NAME", "\u{1}").replace('\u{1}', name);
    let (text, inputs) = program(random, &fill(file), &fill(before), &fill(check));
    let prototype = file.lines().find(|line| line.contains("NAME")).unwrap_or_default();
    let world = format!("{} {{ {} }}\n", fill(prototype.trim_end_matches(';')), fill(world));
    Case::new(Family::Externals, kind, text, verdict(fails)).world(world).inputs(inputs)
}

/// Inputs write nothing, if they get no pointer.
fn input(random: &mut Random) -> Case {
    let name = *random.pick(&INPUTS);
    let v = random.between(1, 9);
    let file = format!("int {name}(void);\nint g = {v};\nint *shared = &g;\n");
    let (before, check, fails, inputs) = match random.below(3) {
        0 => (format!("  int r = {name}();\n"), format!("g != {v}"), false, vec![vec![5, 5]]),
        1 => (format!("  g = {name}();\n"), format!("g == {}", v + 1), true, vec![vec![v + 1, v + 1]]),
        _ => (format!("  int x = {v};\n  shared = &x;\n  {name}();\n"), format!("x != {v}"), false, vec![vec![5, 5]]),
    };
    let text = format!("void reach_error(void);\n{file}int main(void) {{\n{before}  if ({check}) reach_error();\n  return 0;\n}}\n");
    Case::new(Family::Externals, "input", text, verdict(fails)).inputs(inputs)
}

/// `__VERIFIER_nondet_memory` writes the bytes that it is told, and no others.
fn memory(random: &mut Random) -> Case {
    let v = random.between(1, 9);
    let head = "void reach_error(void);\nvoid __VERIFIER_nondet_memory(void *, unsigned long);\n";
    let (body, fails) = *random.pick(&[
        ("  int x = V;\n  __VERIFIER_nondet_memory(&x, sizeof x);\n  if (x != V) reach_error();\n", true),
        ("  int x = V, y = V;\n  __VERIFIER_nondet_memory(&y, sizeof y);\n  if (x != V) reach_error();\n", false),
        ("  int x[2] = {V, V};\n  __VERIFIER_nondet_memory(x, sizeof(int));\n  if (x[1] != V) reach_error();\n", false),
        ("  int x[2] = {V, V};\n  __VERIFIER_nondet_memory(x + 1, sizeof(int));\n  if (x[1] != V) reach_error();\n", true),
        ("  struct { int a, b; } s = {V, V};\n  __VERIFIER_nondet_memory(&s, sizeof s);\n  if (s.b != V) reach_error();\n", true),
        ("  int *shared = &g;\n  int x = V;\n  __VERIFIER_nondet_memory(&x, sizeof x);\n  if (*shared != V) reach_error();\n", false),
        ("  int x = V;\n  __VERIFIER_nondet_memory(&x, sizeof x);\n  if (x == 0x5a5a5a5a) reach_error();\n", true),
    ]);
    let body = body.replace("__VERIFIER", "\u{1}").replace('V', &v.to_string()).replace('\u{1}', "__VERIFIER");
    let text = format!("{head}int g = {v};\nint main(void) {{\n{body}  return 0;\n}}\n");
    Case::new(Family::Externals, "nondet-memory", text, verdict(fails)).inputs(vec![vec![0x5a]])
}

/// What escaped once is reached by every later call; what escapes later is not reached by an earlier one.
fn escaped_before(random: &mut Random) -> Case {
    let v = random.between(1, 9);
    let head = "void reach_error(void);\nvoid keep(int *k);\nvoid foo(void);\n";
    let (body, fails) = *random.pick(&[
        ("  int x = V;\n  keep(&x);\n  x = V;\n  foo();\n  if (x != V) reach_error();\n", true),
        ("  int x = V;\n  foo();\n  if (x != V) reach_error();\n  keep(&x);\n", false),
        ("  int x = V;\n  keep(&x);\n  x = V;\n  if (x != V) reach_error();\n", false),
        ("  int x = V;\n  int *p = &x;\n  keep(p);\n  *p = V;\n  foo();\n  if (*p != V) reach_error();\n", true),
        ("  int x = V, y = V;\n  keep(&y);\n  foo();\n  if (x != V) reach_error();\n", false),
        ("  static int x = V;\n  keep(&x);\n  x = V;\n  foo();\n  if (x != V) reach_error();\n", true),
    ]);
    let body = body.replace('V', &v.to_string());
    let text = format!("{head}int main(void) {{\n{body}  return 0;\n}}\n");
    let world = "static int *kept;\nvoid keep(int *k) { kept = k; }\nvoid foo(void) { if (kept) *kept = 77; }\n";
    Case::new(Family::Externals, "escaped", text, verdict(fails)).world(world)
}

/// A constant object keeps its value, whoever has its address: to change it would be undefined.
fn constant(random: &mut Random) -> Case {
    let v = random.between(1, 9);
    let (file, local) = *random.pick(&[
        ("static const int c = V;\n", ""),
        ("const int c = V;\n", ""),
        ("", "  const int c = V;\n"),
        ("", "  static const int c = V;\n"),
    ]);
    let fill = |text: &str| text.replace('V', &v.to_string());
    let head = format!("void reach_error(void);\nvoid foo(const int *k);\n{}", fill(file));
    let fails = random.chance(3);
    let check = if fails { format!("c == {v}") } else { format!("c != {v}") };
    let text = format!("{head}int main(void) {{\n{}  foo(&c);\n  if ({check}) reach_error();\n  return 0;\n}}\n", fill(local));
    Case::new(Family::Externals, "constant", text, verdict(fails)).world("void foo(const int *k) { (void)*k; }\n").shows(Shows::Plainly)
}
