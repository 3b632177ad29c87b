//! What C leaves open: the order of operands, where objects and literals lie, the value behind a sign. A program fails if one choice makes it fail.
//!
//! Compilers make one choice, so of a failing program they show nothing unless they happen to make that one; a program that is called safe
//! must not fail under any of theirs.

use super::Family;
use crate::case::{Case, Expect, REACH, Shows};
use base::random::Random;
use std::collections::BTreeSet;

pub fn case(random: &mut Random) -> Case {
    match random.below(15) {
        0..4 => order(random),
        4 => addresses(random),
        5 => literals(random),
        6 => freed(random),
        7 => signs(random),
        8 => classes(random),
        9 => searching(random),
        10 => padding(random),
        11 => lists(random),
        12..14 => endings(random),
        _ => sorting(random),
    }
}

fn finish(kind: &'static str, text: String, fails: bool) -> Case {
    let expect = if fails { Expect::Unsafe(REACH) } else { Expect::Safe };
    Case::new(Family::Choices, kind, text, expect).shows(if fails { Shows::Nothing } else { Shows::Plainly })
}

/// A function of the program: its body as text, and what it does to the globals `g` and `h`.
#[derive(Clone, Copy)]
struct Small {
    body: &'static str,
    run: fn(&mut [i64; 2], i64) -> i64,
}

const SMALLS: [Small; 10] = [
    Small {
        body: "g = K; return 1;",
        run: |s, k| {
            s[0] = k;
            1
        },
    },
    Small { body: "return g;", run: |s, _| s[0] },
    Small {
        body: "g += K; return g;",
        run: |s, k| {
            s[0] += k;
            s[0]
        },
    },
    Small {
        body: "g *= 2; return g + K;",
        run: |s, k| {
            s[0] *= 2;
            s[0] + k
        },
    },
    Small {
        body: "return g++;",
        run: |s, _| {
            s[0] += 1;
            s[0] - 1
        },
    },
    Small {
        body: "h = g; return K;",
        run: |s, k| {
            s[1] = s[0];
            k
        },
    },
    Small { body: "return K;", run: |_, k| k },
    Small {
        body: "h += K; return h;",
        run: |s, k| {
            s[1] += k;
            s[1]
        },
    },
    Small { body: "return h;", run: |s, _| s[1] },
    Small {
        body: "if (g > 2) g = 0; else g = K; return g;",
        run: |s, k| {
            s[0] = if s[0] > 2 { 0 } else { k };
            s[0]
        },
    },
];

/// Calls whose order is open, or is not.
fn order(random: &mut Random) -> Case {
    let n = if random.chance(3) { 3 } else { 2 };
    let parts: Vec<(Small, i64)> = (0..n).map(|_| (*random.pick(&SMALLS), random.between(1, 4))).collect();
    let start = [random.between(0, 3), random.between(0, 3)];
    let call = |k: usize| format!("f{k}()");
    let calls: Vec<String> = (0..n).map(call).collect();
    let weights: [i64; 3] = [1, 10, 100];
    // How the calls stand together, and whether their order is open; the result is their weighted sum.
    let (kind, statement, open) = match random.below(6) {
        0 | 1 => {
            let sum: Vec<String> = calls.iter().zip(weights).map(|(call, w)| format!("{w} * {call}")).collect();
            ("operands", format!("r = {};", sum.join(" + ")), true)
        }
        2 => ("arguments", format!("r = sum({}{});", calls.join(", "), ", 0".repeat(3 - n)), true),
        3 => ("initialisers", format!("{{ int v[3] = {{{}}}; r = sum(v[0], v[1], v[2]); }}", calls.join(", ")), true),
        4 => {
            let each: Vec<String> = calls.iter().zip(weights).map(|(call, w)| format!("r += {w} * {call};")).collect();
            ("statements", each.join(" "), false)
        }
        _ => {
            let each: Vec<String> = (0..n).map(|k| format!("v{k} = f{k}()")).collect();
            let names = ["v0", "v1", "v2"];
            (
                "commas",
                format!("{{ int v0, v1, v2 = 0; r = ({}, sum({}{})); }}", each.join(", "), names[..n].join(", "), ", 0".repeat(3 - n)),
                false,
            )
        }
    };
    let orders: Vec<Vec<usize>> = match (open, n) {
        (false, n) => vec![(0..n).collect()],
        (true, 2) => vec![vec![0, 1], vec![1, 0]],
        (true, _) => vec![vec![0, 1, 2], vec![0, 2, 1], vec![1, 0, 2], vec![1, 2, 0], vec![2, 0, 1], vec![2, 1, 0]],
    };
    let outcome = |order: &Vec<usize>| {
        let mut state = start;
        let mut r = 0;
        for &k in order {
            let (small, constant) = parts[k];
            r += weights[k] * (small.run)(&mut state, constant);
        }
        (r, state[0], state[1])
    };
    let outcomes: Vec<(i64, i64, i64)> = orders.iter().map(outcome).collect();
    let which = *random.pick(&["r", "r", "g", "h"]);
    let read = |o: &(i64, i64, i64)| match which {
        "r" => o.0,
        "g" => o.1,
        _ => o.2,
    };
    let values: BTreeSet<i64> = outcomes.iter().map(read).collect();
    let all: Vec<i64> = values.iter().copied().collect();
    let known = *random.pick(&all);
    let (check, fails) = match random.below(3) {
        // One of several values is excluded, or nothing but it is allowed.
        0 => (format!("{which} == {known}"), true),
        1 => (format!("{which} != {known}"), values.len() > 1),
        _ => (all.iter().map(|v| format!("{which} != {v}")).collect::<Vec<_>>().join(" && "), false),
    };
    let mut text = format!("void reach_error(void);\nstatic int g = {}, h = {}, r;\n", start[0], start[1]);
    for (k, (small, constant)) in parts.iter().enumerate() {
        text.push_str(&format!("static int f{k}(void) {{ {} }}\n", small.body.replace('K', &constant.to_string())));
    }
    text.push_str("static int sum(int a, int b, int c) { return a + 10 * b + 100 * c; }\n");
    text.push_str(&format!("int main(void) {{\n  {statement}\n  if ({check}) reach_error();\n  return 0;\n}}\n"));
    finish(kind, text, fails)
}

/// A call that may end the run beside something that fails: the failure may come first, unless C gives the order.
fn endings(random: &mut Random) -> Case {
    let ends = random.chance(2);
    let quit = *random.pick(&["exit(0);", "if (seven == 7) exit(0);", "deeper();"]);
    type Part = (&'static str, &'static str, &'static [&'static str]);
    let parts: [Part; 7] = [
        ("10 / zero", "10 / seven", &["divzero"]),
        ("10 % (seven - 7)", "10 % (seven - 6)", &["divzero"]),
        ("t[seven]", "t[seven - 7]", &["bounds", "undefined"]),
        ("*null", "*t", &["deref"]),
        ("(most + seven)", "(most - seven)", &["overflow"]),
        ("fail(zero)", "fail(seven)", REACH),
        ("(1 + fail(zero))", "(1 + fail(seven))", REACH),
    ];
    let (wrong, right, check) = *random.pick(&parts);
    let fails = random.chance(2);
    let part = if fails { wrong } else { right };
    let (statement, open) = match random.below(8) {
        7 => (format!("r = sum({part}, quit());"), true),
        0 => (format!("r = quit() + {part};"), true),
        1 => (format!("r = 2 * quit() - ({part} + 1);"), true),
        2 => (format!("r = sum(quit(), {part});"), true),
        3 => (format!("int v[2] = {{quit(), {part}}}; r = v[0];"), true),
        4 => (format!("r = (quit(), {part});"), false),
        5 => (format!("r = !quit() && {part};"), false),
        _ => (format!("r = quit(); r += {part};"), false),
    };
    let never = if ends { "" } else { "if (zero) " };
    let text = format!(
        "#include <stdlib.h>\nvoid reach_error(void);\nstatic int seven = 7, zero, most = 2147483641, t[3], *null, r;\n\
         static void deeper(void) {{ if (!zero) exit(0); }}\n\
         static int quit(void) {{ {never}{{ {quit} }} return 0; }}\n\
         static int fail(int n) {{ if (n == 0) reach_error(); return n; }}\n\
         static int sum(int a, int b) {{ return a / 2 + b / 2; }}\n\
         int main(void) {{\n  {statement}\n  deeper(); sum(0, 0); return fail(1) + t[0] + (null != 0) + most;\n}}\n"
    );
    match (fails && (open || !ends), ends) {
        (false, _) => Case::new(Family::Choices, "endings", text, Expect::Safe),
        (true, true) => Case::new(Family::Choices, "endings", text, Expect::Unsafe(check)).shows(Shows::Nothing),
        (true, false) => Case::new(Family::Choices, "endings", text, Expect::Unsafe(check)),
    }
}

/// Whether one object lies right behind another.
fn addresses(random: &mut Random) -> Case {
    let (file, local) = *random.pick(&[("int a[N], b[N];\n", ""), ("static int a[N], b[N];\n", ""), ("", "  int a[N], b[N];\n")]);
    let n = random.between(1, 3);
    let (condition, fails) = match random.below(7) {
        0 => (format!("a + {n} == b"), true),
        1 => (format!("b + {n} == a"), true),
        2 => (format!("a + {n} != b && b + {n} != a"), true),
        3 => ("a == b".into(), false),
        4 => (format!("a + {} == b", n - 1), false),
        5 => (format!("a + {n} != &a[{n}]"), false),
        _ => (format!("(a + {n} == b) && (b + {n} == a)"), false),
    };
    let fill = |text: &str| text.replace('N', &n.to_string());
    let text = format!(
        "void reach_error(void);\n{}int main(void) {{\n{}  if ({condition}) reach_error();\n  return 0;\n}}\n",
        fill(file),
        fill(local)
    );
    finish("addresses", text, fails)
}

/// Whether literals share their memory.
fn literals(random: &mut Random) -> Case {
    let (declarations, condition, fails) = *random.pick(&[
        ("const char *p = \"abc\", *q = \"abc\";", "p == q", true),
        ("const char *p = \"abc\", *q = \"abc\";", "p != q", true),
        ("const char *p = \"xabc\", *q = \"abc\";", "p + 1 == q", true),
        ("const char *p = \"xabc\", *q = \"abc\";", "p == q", false),
        ("const char *p = \"abc\", *q = \"abd\";", "p == q", false),
        ("const char *p = \"abc\", *q = p;", "p != q", false),
        ("const char *p = \"abc\", *q = \"abc\";", "*p != *q", false),
        ("char p[] = \"abc\"; const char *q = \"abc\";", "p == q", false),
        ("char p[] = \"abc\", q[] = \"abc\";", "p == q", false),
        ("const char *p = \"\", *q = \"abc\" + 3;", "p == q", true),
        ("const char *p = \"abc\", *q = \"abc\"; int same = p == q;", "same && p[1] != q[1]", false),
        ("const char *p = \"abc\", *q = \"ab\";", "p == q", false),
    ]);
    let text =
        format!("void reach_error(void);\nint main(void) {{\n  {declarations}\n  if ({condition}) reach_error();\n  return 0;\n}}\n");
    finish("literals", text, fails)
}

/// Pointers to what has ended are compared: undefined, and else anything.
fn freed(random: &mut Random) -> Case {
    let head = "#include <stdlib.h>\nvoid reach_error(void);\n";
    let (body, again, fails) = *random.pick(&[
        ("int *p = malloc(4), *q = p; free(p); p = malloc(4); int same = p == q; free(p);", "same", true),
        ("int *p = malloc(4), *q = p; free(p); p = malloc(4); int same = p == q; free(p);", "!same", true),
        ("int *p = malloc(4), *q = malloc(4); int same = p == q; free(p); free(q);", "same", false),
        ("int *p = malloc(4), *q = p; int same = p == q; free(p);", "!same", false),
        ("int *p; { int x = 1; p = &x; } int y = 2; int same = p == &y;", "same", true),
    ]);
    let text = format!("{head}int main(void) {{\n  {body}\n  if ({again}) reach_error();\n  return 0;\n}}\n");
    if !fails {
        return finish("freed", text, false);
    }
    if random.chance(2) {
        return finish("freed-reach", text, true).options("--check reach");
    }
    let expect = Expect::Unsafe(&["undefined", "deref", "init", "reach"]);
    Case::new(Family::Choices, "freed-undefined", text, expect).shows(Shows::Nothing)
}

/// Only the sign of a comparison is known.
fn signs(random: &mut Random) -> Case {
    let words = ["abc", "abd", "ab", "b", "", "xyz"];
    let (a, b) = (*random.pick(&words), *random.pick(&words));
    let n = random.between(0, 3) as usize;
    let (call, order) = match random.below(3) {
        0 => (format!("strcmp(\"{a}\", \"{b}\")"), a.cmp(b)),
        1 => (format!("strncmp(\"{a}\", \"{b}\", {n})"), a[..n.min(a.len())].cmp(&b[..n.min(b.len())])),
        _ => {
            let (x, y) = (format!("{a}\0\0\0\0"), format!("{b}\0\0\0\0"));
            let call = format!("memcmp((char[8]){{\"{a}\"}}, (char[8]){{\"{b}\"}}, {n})");
            (call, x[..n].cmp(&y[..n]))
        }
    };
    let sign = order as i64;
    let (check, fails) = match random.below(6) {
        0 => (format!("r == {sign}"), true),
        1 => (format!("r != {sign}"), sign != 0),
        2 => (["r >= 0", "r != 0", "r <= 0"][(sign + 1) as usize].into(), false),
        3 => ("r > 1 || r < -1".into(), sign != 0),
        4 => (["r > 0", "r != 0", "r < 0"][(sign + 1) as usize].into(), false),
        _ => (format!("r == {}", 7 * sign.max(-1)), true),
    };
    let text = format!(
        "#include <string.h>\nvoid reach_error(void);\nint main(void) {{\n  int r = {call};\n  if ({check}) reach_error();\n  return 0;\n}}\n"
    );
    finish("signs", text, fails)
}

/// What is true of a character is any number but zero.
fn classes(random: &mut Random) -> Case {
    let c = *random.pick(&['a', 'Z', '5', ' ', '_', 'f']);
    type Class = (&'static str, fn(&char) -> bool);
    let all: [Class; 6] = [
        ("isalpha", char::is_ascii_alphabetic),
        ("isdigit", char::is_ascii_digit),
        ("isupper", char::is_ascii_uppercase),
        ("isspace", char::is_ascii_whitespace),
        ("isxdigit", char::is_ascii_hexdigit),
        ("ispunct", char::is_ascii_punctuation),
    ];
    let (name, is) = *random.pick(&all);
    let holds = is(&c);
    let (check, fails) = match random.below(4) {
        0 => ("r == 1".to_owned(), holds),
        1 => ("r != 1".into(), true),
        2 => (if holds { "!r".into() } else { "r".into() }, false),
        _ => (if holds { "!!r != 1".into() } else { "r != 0".into() }, false),
    };
    let text = format!(
        "int ({name})(int);\nvoid reach_error(void);\nint main(void) {{\n  int r = {name}('{c}');\n  if ({check}) reach_error();\n  return 0;\n}}\n"
    );
    finish("classes", text, fails)
}

/// How often a comparator is called is open, and so is the order of equal elements; what is sorted is sorted.
fn sorting(random: &mut Random) -> Case {
    let n = random.between(2, 3) as usize;
    let keys: Vec<i64> = (0..n).map(|_| random.between(0, 2)).collect();
    let mut sorted = keys.clone();
    sorted.sort_unstable();
    let items: Vec<String> = keys.iter().enumerate().map(|(k, key)| format!("{{{key}, {k}}}")).collect();
    let ties = sorted.windows(2).any(|w| w[0] == w[1]);
    let k = random.below(n as u64) as usize;
    let (check, fails) = match random.below(5) {
        0 => (format!("calls == {}", n - 1), true),
        1 => (format!("calls != {}", n * (n - 1) / 2), true),
        2 => (format!("v[{k}].key != {}", sorted[k]), false),
        3 if ties => {
            let at = (0..n - 1).find(|&k| sorted[k] == sorted[k + 1]).unwrap_or(0);
            (format!("v[{at}].tag > v[{}].tag", at + 1), true)
        }
        _ => ((1..n).map(|k| format!("v[{k}].key < v[{}].key", k - 1)).collect::<Vec<_>>().join(" || "), false),
    };
    // Only a comparator that leaves a trace is told how often it was called.
    let trace = if check.contains("calls") { "  calls++;\n" } else { "" };
    let text = format!(
        "#include <stdlib.h>\nvoid reach_error(void);\nstruct item {{ int key, tag; }};\nstatic int calls;\n\
         static int by_key(const void *a, const void *b) {{\n  const struct item *x = a, *y = b;\n{trace}  return x->key - y->key;\n}}\n\
         int main(void) {{\n  struct item v[{n}] = {{{}}};\n  qsort(v, {n}, sizeof(struct item), by_key);\n  if ({check}) reach_error();\n  return 0;\n}}\n",
        items.join(", ")
    );
    finish("sorting", text, fails)
}

/// Which of equal elements is found is open, and so is how often the comparator is called; what is found is equal, and what is there is found.
fn searching(random: &mut Random) -> Case {
    let n = random.between(2, 3) as usize;
    let mut keys: Vec<i64> = (0..n).map(|_| random.between(0, 2)).collect();
    keys.sort_unstable();
    let key = random.between(0, 2);
    let found: Vec<usize> = (0..n).filter(|&k| keys[k] == key).collect();
    let items: Vec<String> = keys.iter().enumerate().map(|(k, key)| format!("{{{key}, {k}}}")).collect();
    let k = random.below(n as u64) as usize;
    let (check, fails) = match random.below(5) {
        0 | 1 if found.is_empty() => (format!("calls == {n}"), true),
        0 => ("calls == 1".to_owned(), true),
        1 => ("calls != 1".into(), true),
        2 => (format!("q && q->key != {key}"), false),
        3 => (if found.is_empty() { "q" } else { "!q" }.to_owned(), false),
        _ if found.contains(&k) => (format!("q->tag == {k}"), true),
        _ => (format!("q && q->tag == {k}"), false),
    };
    // Only a comparator that leaves a trace is told how often it was called.
    let trace = if check.contains("calls") { "  calls++;\n" } else { "" };
    let text = format!(
        "#include <stdlib.h>\nvoid reach_error(void);\nstruct item {{ int key, tag; }};\nstatic int calls;\n\
         static int by_key(const void *a, const void *b) {{\n  const struct item *x = a, *y = b;\n{trace}  return x->key - y->key;\n}}\n\
         int main(void) {{\n  struct item v[{n}] = {{{}}};\n  struct item key = {{{key}, 9}}, *q = bsearch(&key, v, {n}, sizeof(struct item), by_key);\n  if ({check}) reach_error();\n  return 0;\n}}\n",
        items.join(", ")
    );
    finish("searching", text, fails)
}

/// What the padding of a record holds is open whenever the record or a member is written; `memset` writes it, and what is static starts with zeros.
fn padding(random: &mut Random) -> Case {
    // What is declared in the file and in `main`, the record's address, and what is done at the end.
    const LOCAL: (&str, &str, &str, &str) = ("", "  struct s a;\n", "&a", "");
    const STATIC: (&str, &str, &str, &str) = ("static struct s a;\n", "", "&a", "");
    const BLOCK: (&str, &str, &str, &str) = ("", "  struct s *p = malloc(sizeof *p);\n", "p", "  free(p);\n");
    // The members, how many bytes there are, and the first and last byte of a gap between them or behind them.
    let (members, size, first, last) = *random.pick(&[
        ("char c; int i;", 8, 1, 3),
        ("int i; char c;", 8, 5, 7),
        ("short h; char c; long i;", 16, 3, 7),
        ("char c; short h; int i;", 8, 1, 1),
    ]);
    let at = random.between(first, last);
    let v = random.between(1, 9);
    // Where the record is, what is done to it, and what its padding holds then unless that is open.
    let (declared, acts, known) = *random.pick(&[
        (LOCAL, "memset(&a, V, sizeof a);", Some(v)),
        (LOCAL, "a.i = 2; memset(&a, V, sizeof a);", Some(v)),
        (LOCAL, "memset(&a, V, sizeof a); a.c = 1;", None),
        (LOCAL, "memset(&a, V, sizeof a); a.c = 1; a.i = 2;", None),
        (LOCAL, "memset(&a, V, sizeof a); struct s *p = &a; p->i = 2;", None),
        (LOCAL, "struct s b; memset(&a, V, sizeof a); memset(&b, V, sizeof b); a = b;", None),
        (LOCAL, "struct s b; memset(&a, V, sizeof a); memset(&b, V, sizeof b); struct s *p = &a, *q = &b; *p = *q;", None),
        (LOCAL, "struct s b; memset(&a, V, sizeof a); memset(&b, V, sizeof b); put(&a, b);", None),
        (LOCAL, "struct s b; memset(&a, V, sizeof a); memset(&b, V, sizeof b); a = same(b);", None),
        (LOCAL, "struct s b; memset(&b, V, sizeof b); memcpy(&a, &b, sizeof a);", Some(v)),
        (LOCAL, "struct s b; memset(&b, V, sizeof b); memmove(&a, &b, sizeof a);", Some(v)),
        (BLOCK, "memset(p, V, sizeof *p);", Some(v)),
        (BLOCK, "memset(p, V, sizeof *p); p->c = 1;", None),
        (BLOCK, "memset(p, V, sizeof *p); p = realloc(p, 2 * sizeof *p);", Some(v)),
        (BLOCK, "memset(p, V, sizeof *p); struct s b = {0}; *p = b;", None),
        (STATIC, "", Some(0)),
        (STATIC, "a.c = 1;", None),
    ]);
    let (file, local, address, end) = declared;
    let byte = format!("((unsigned char *){address})[{at}]");
    let likely = known.unwrap_or(v);
    let (check, fails) = match random.below(3) {
        0 => (format!("{byte} != {likely}"), known.is_none()),
        1 => (format!("{byte} == {likely}"), true),
        _ => (format!("{byte} == {}", likely + 100), known.is_none()),
    };
    let text = format!(
        "#include <stdlib.h>\n#include <string.h>\nvoid reach_error(void);\nstruct s {{ {members} }};\n_Static_assert(sizeof(struct s) == {size}, \"\");\n{file}\
         static void put(struct s *to, struct s x) {{ *to = x; }}\nstatic struct s same(struct s x) {{ return x; }}\n\
         int main(void) {{\n{local}  {}\n  int odd = {check};\n{end}  if (odd) reach_error();\n  return 0;\n}}\n",
        acts.replace('V', &v.to_string())
    );
    finish("padding", text, fails)
}

/// Initialisers in a list, those that are overridden, and what a union holds behind a member.
fn lists(random: &mut Random) -> Case {
    // What is declared, what is done, what holds by some choice, and what by none.
    let (file, acts, open, never) = *random.pick(&[
        ("", "int i = K; int a[2] = {i++, i++};", "a[0] != K", "a[0] + a[1] != 2 * K + 1"),
        ("", "int i = K, j = K + 1; int a[2] = {i = j, j = i}; i += a[0] - a[0];", "i != K", "i != j"),
        ("static int n;\nstatic int next(void) { return n++; }\n", "int a[1] = {[0] = next(), [0] = K};", "n != 0", "n > 1 || a[0] != K"),
        ("union u { char c; int i; };\n", "union u v; v.i = 0; v.c = K;", "v.i != K", "v.c != K"),
    ]);
    let fails = random.below(2) == 0;
    let k = random.between(1, 9).to_string();
    let check = if fails { open } else { never };
    let text = format!("void reach_error(void);\n{file}int main(void) {{\n  {acts}\n  if ({check}) reach_error();\n  return 0;\n}}\n");
    finish("lists", text.replace('K', &k), fails)
}
