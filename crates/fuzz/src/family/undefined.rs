//! Behaviour that C leaves undefined and that is no access, overflow or division: each program does one such thing, or nearly does it.

use super::Family;
use crate::case::{Case, Expect, REACH, Shows};
use base::random::Random;

/// A kind, the file's declarations, statements that do it, statements that nearly do it, and what shows the first.
type Pair = (&'static str, &'static str, &'static str, &'static str, Shows);

const PAIRS: &[Pair] = &[
    (
        "unsequenced",
        "",
        "int v[9] = {0}; int i = K, j = K; int r = v[i]++ + v[j]++; use(r);",
        "int v[9] = {0}; int i = K, j = K + 1; int r = v[i]++ + v[j]++; use(r);",
        Shows::Nothing,
    ),
    (
        "unsequenced",
        "union u { struct { int a, b; } x; struct { int c, d; } y; };\n",
        "union u v = {{K, 2}}; int r = v.x.a++ + v.y.c++; use(r);",
        "union u v = {{K, 2}}; int r = v.x.a++ + v.y.d++; use(r);",
        Shows::Nothing,
    ),
    (
        "unsequenced",
        "",
        "int i = K, j = K; int r = (i = 1) + (int)(*(unsigned *)&i = 2u); use(r + j);",
        "int i = K, j = K; int r = (i = 1) + (int)(*(unsigned *)&j = 2u); use(r + j);",
        Shows::Nothing,
    ),
    (
        "unsequenced",
        "",
        "int i = K; int r = (int)sizeof(int[i++]) + i; use(r);",
        "int i = K, j = K; int r = (int)sizeof(int[i++]) + j; use(r);",
        Shows::Nothing,
    ),
    (
        "records",
        "struct s { int a; int b; };\nstruct m { int a; int b; };\n",
        "struct s v = {K, 2}; struct m *p = (struct m *)&v; p->b = 3; use(v.b);",
        "struct s v = {K, 2}; struct s *p = (struct s *)(void *)&v; p->b = 3; use(v.b);",
        Shows::Nothing,
    ),
    (
        "records",
        "struct s { int a; };\nstruct m { int b; struct s s; };\nstruct o { int c; };\n",
        "struct m v[2] = {{K, {2}}, {1, {2}}}; struct o *p = (struct o *)&v[1].s; use(p->c);",
        "struct m v[2] = {{K, {2}}, {1, {2}}}; struct s *p = &v[1].s; use(p->a + ((struct m *)v)->b);",
        Shows::Nothing,
    ),
    ("noreturn", "_Noreturn static void stop(int a) { while (a > K) ; }\n", "if (n == 2) stop(K);", "if (n == 9) stop(K);", Shows::Nothing),
    (
        "temporary",
        "struct t { int a[2]; };\nstatic struct t make(void) { struct t x = {{K, 2}}; return x; }\n",
        "make().a[0] = K;",
        "struct t x = make(); x.a[0] = K; use(x.a[1]);",
        Shows::Nothing,
    ),
    ("constant", "static void set(const int a) { *(int *)&a = K; }\n", "set(n);", "use(n);", Shows::Nothing),
    (
        "constant",
        "#include <string.h>\nstruct s { const int a; int b; };\nstruct m { int a; int b; };\n",
        "struct s v = {K, 2}, w = {1, 2}; memcpy(&v, &w, sizeof v); use(v.b);",
        "struct m v = {K, 2}, w = {1, 2}; memcpy(&v, &w, sizeof v); use(v.b);",
        Shows::Nothing,
    ),
    (
        "constant",
        "",
        "int *p = (int *)(const int[]){K, 2}; *p = 3; use(p[1]);",
        "int *p = (int[]){K, 2}; *p = 3; use(p[1]);",
        Shows::Nothing,
    ),
    (
        "misaligned",
        "struct __attribute__((packed)) s { char c; int i; };\nstruct __attribute__((packed)) t { char c[4]; int i; };\n",
        "struct s v = {1, K}; int *p = &v.i; use(*p);",
        "struct t v = {{1}, K}; int *p = &v.i; use(*p);",
        Shows::Complaint,
    ),
    (
        "null-plus",
        "struct s { int a, b; };\n",
        "struct s v = {K, 2}, *p = n == 2 ? 0 : &v; int *q = &p->b; use(q != 0);",
        "struct s v = {K, 2}, *p = n == 9 ? 0 : &v; int *q = &p->b; use(q != 0);",
        Shows::Complaint,
    ),
    (
        "null-plus",
        "",
        "int x = K, *p = n == 2 ? 0 : &x; p = p + 0; use(p != 0);",
        "int x = K, *p = n == 9 ? 0 : &x; p = p + 0; use(p != 0);",
        Shows::Nothing,
    ),
    (
        "arithmetic",
        "",
        "int m[2][3] = {{0}}; int *p = &m[0][3 + K]; use(p != 0);",
        "int m[2][3] = {{0}}; int *p = &m[0][3]; use(p != 0);",
        Shows::Complaint,
    ),
    (
        "call-type",
        "static int f(void) { return K; }\n",
        "void (*g)(void) = (void (*)(void))f; g();",
        "int (*g)(void) = (int (*)(void))f; g();",
        Shows::Nothing,
    ),
    (
        "call-type",
        "static int f(int *a) { return *a; }\n",
        "int x = K; int (*g)(void *) = (int (*)(void *))f; use(g(&x));",
        "int x = K; int (*g)(int *) = (int (*)(int *))f; use(g(&x));",
        Shows::Nothing,
    ),
    (
        "call-type",
        "static int f(int a, ...) { return a; }\n",
        "int (*g)(int) = (int (*)(int))f; use(g(K));",
        "int (*g)(int, ...) = (int (*)(int, ...))f; use(g(K));",
        Shows::Nothing,
    ),
    ("effective-type", "", "long x = K; use(*(int *)&x);", "int x = K; use((int)*(unsigned *)&x);", Shows::Nothing),
    (
        "variadic",
        "#include <stdarg.h>\nstatic int f(int a, ...) { va_list l; va_start(l, a); int r = va_arg(l, int); if (a != 2) va_end(l); return r; }\n",
        "use(f(n, K));",
        "use(f(1, K));",
        Shows::Nothing,
    ),
    ("unsequenced", "", "int i = K; i = i++ + i++;", "int i = K; int r = (i++, i++); use(r);", Shows::Nothing),
    ("unsequenced", "", "int i = K; int r = i++ * i--; use(r);", "int i = K, j = 2; int r = i++ * j--; use(r);", Shows::Nothing),
    (
        "unsequenced",
        "",
        "int v[9] = {0}; int i = K; v[i] = i++; use(v[0]);",
        "int v[9] = {0}; int i = K, j = K; v[i] = j++; use(v[0]);",
        Shows::Nothing,
    ),
    ("unsequenced", "", "int i = K; use2(i++, i++);", "int i = K, j = K; use2(i++, j++);", Shows::Nothing),
    (
        "unsequenced",
        "",
        "int i = K, *p = &i; int r = (*p)++ + i; use(r);",
        "int i = K, j = K, *p = &j; int r = (*p)++ + i; use(r);",
        Shows::Nothing,
    ),
    (
        "unsequenced",
        "struct s { int a, b; };\n",
        "struct s v = {K, 2}; int r = v.a++ + v.a++; use(r);",
        "struct s v = {K, 2}; int r = v.a++ + v.b++; use(r);",
        Shows::Nothing,
    ),
    (
        "misaligned",
        "",
        "_Alignas(8) char b[16] = {0}; use(*(int *)(b + 1));",
        "_Alignas(8) char b[16] = {0}; use(*(int *)(b + 4));",
        Shows::Complaint,
    ),
    (
        "misaligned",
        "",
        "_Alignas(8) char b[16] = {0}; *(short *)(b + K + K + 1) = 1;",
        "_Alignas(8) char b[16] = {0}; *(short *)(b + K + K) = 1;",
        Shows::Complaint,
    ),
    ("unreachable", "", "if (n == 2) __builtin_unreachable();", "if (n == 9) __builtin_unreachable();", Shows::Complaint),
    (
        "unreachable",
        "",
        "switch (n) { case 0: case 1: break; default: __builtin_unreachable(); }",
        "switch (n) { case 0: case 1: case 2: break; default: __builtin_unreachable(); }",
        Shows::Complaint,
    ),
    (
        "temporary",
        "struct t { int a[2]; };\nstatic struct t make(void) { struct t x = {{K, 2}}; return x; }\n",
        "int *p = make().a; use(*p);",
        "int p = make().a[0]; use(p);",
        Shows::Nothing,
    ),
    (
        "arithmetic",
        "",
        "int v[3] = {1, 2, 3}; int *p = v; p = p - 1; use(p != 0);",
        "int v[3] = {1, 2, 3}; int *p = v + 1; p = p - 1; use(*p);",
        Shows::Nothing,
    ),
    (
        "arithmetic",
        "",
        "int v[3] = {1, 2, 3}; int *p = v + 3 + K; use(p != 0);",
        "int v[3] = {1, 2, 3}; int *p = v + 3; use(p != 0);",
        Shows::Nothing,
    ),
    ("arithmetic", "", "int x = 1; int *p = &x + 2; use(p != 0);", "int x = 1; int *p = &x + 1; use(p != 0);", Shows::Nothing),
    ("null-plus", "", "char *c = 0; c++; use(c != 0);", "char *c = 0; use(c != 0);", Shows::Nothing),
    (
        "null-plus",
        "struct s { int a, b; };\n",
        "int *q = (int *)0 + 1 + n; use(q != 0);",
        "unsigned long o = (unsigned long)&((struct s *)0)->b; use(o != 4);",
        Shows::Nothing,
    ),
    ("constant", "", "const int c = K; *(int *)&c = 5; use(1);", "int c = K; const int *p = &c; *(int *)p = 5; use(1);", Shows::Nothing),
    (
        "constant",
        "struct s { const int a; int b; };\n",
        "struct s v = {K, 2}; *(int *)&v.a = 3; use(v.b);",
        "struct s v = {K, 2}; *(int *)&v.b = 3; use(v.a);",
        Shows::Nothing,
    ),
    ("format", "#include <stdio.h>\n", "printf(\"%s\\n\", K);", "printf(\"%d\\n\", K);", Shows::Nothing),
    ("format", "#include <stdio.h>\n", "printf(\"%d %d\\n\", K);", "printf(\"%d %d\\n\", K, K);", Shows::Nothing),
    ("format", "#include <stdio.h>\n", "printf(\"%ld\\n\", K);", "printf(\"%ld\\n\", (long)K);", Shows::Nothing),
    (
        "static-array",
        "static int first(int a[static 3]) { return a[0]; }\n",
        "int v[2] = {K, 2}; use(first(v));",
        "int v[3] = {K, 2, 3}; use(first(v));",
        Shows::Nothing,
    ),
    (
        "static-array",
        "static int first(int a[static 2]) { return 1; }\n",
        "use(first(0));",
        "int v[3] = {K, 2, 3}; use(first(v + 1));",
        Shows::Nothing,
    ),
    ("no-value", "static int f(int n) { if (n != 2) return K; }\n", "use(f(n));", "f(n); use(f(1));", Shows::Nothing),
    (
        "call-type",
        "static int f(int a) { return a; }\n",
        "int (*g)(int, int) = (int (*)(int, int))f; use(g(1, K));",
        "int (*g)(int) = (int (*)(int))f; use(g(K));",
        Shows::Nothing,
    ),
    (
        "overlap",
        "struct s { int a[3]; };\nunion u { struct s x; struct { int pad; struct s y; } z; };\n",
        "union u v = {{{1, 2, 3}}}; v.z.y = v.x; use(1);",
        "union u v = {{{1, 2, 3}}}; struct s w = v.x; v.z.y = w; use(1);",
        Shows::Nothing,
    ),
    (
        "ended",
        "",
        "int y = K, *p = &y; { int x = K; p = &x; } use(p == &y);",
        "int y = K, *p = &y; int x = K; { p = &x; } use(p == &y);",
        Shows::Nothing,
    ),
    (
        "ended",
        "#include <stdlib.h>\n",
        "char *p = malloc(K); free(p); use(p ? 1 : 2);",
        "char *p = malloc(K); use(p ? 1 : 2); free(p);",
        Shows::Nothing,
    ),
    (
        "ended",
        "",
        "int *p = 0; { int x = K; p = &x; } if (n == 0 || p != 0) use(K);",
        "int *p = 0, x = K; { p = &x; } if (n == 0 || p != 0) use(K);",
        Shows::Nothing,
    ),
    (
        "ended",
        "",
        "int *p = 0; for (int k = 0; k < 4; k++) { int x = k; if (k == K && !p) use(x); if (k == 0) p = &x; }",
        "int *p = 0; for (int k = 0; k < 3; k++) { int x = k; if (k == 0 && !p) use(x); if (k == 0) p = &x; }",
        Shows::Nothing,
    ),
];

pub fn case(random: &mut Random) -> Case {
    if random.chance(6) {
        return null_arithmetic(random);
    }
    let (kind, file, bad, good, shows) = *random.pick(PAIRS);
    let fails = random.chance(2);
    let k = random.between(1, 3).to_string();
    let head = "void reach_error(void);\nint __VERIFIER_nondet_int(void);\nstatic int used;\nstatic void use(int v) { used = v; }\n\
                static void use2(int v, int w) { used = v; used = w; }\n";
    let body = if fails { bad } else { good }.replace('K', &k);
    // What is undefined stands behind a branch now and then.
    let body = match random.below(3) {
        0 => format!("  if (n == 2) {{\n    {body}\n  }}\n"),
        1 => format!("  for (int j = 0; j < 2; j++) {{\n    {body}\n  }}\n"),
        _ => format!("  {body}\n"),
    };
    let text = format!(
        "{}{head}{}int main(void) {{\n  int n = __VERIFIER_nondet_int();\n  if (n < 0 || n > 2) return 0;\n{body}  return 0;\n}}\n",
        file.lines().filter(|line| line.starts_with('#')).map(|line| format!("{line}\n")).collect::<String>(),
        file.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{}\n", line.replace('K', &k))).collect::<String>(),
    );
    let inputs = vec![vec![0], vec![1], vec![2]];
    if !fails {
        // The sanitizer complains about an offset from null even where C allows it.
        let shows = if kind == "null-plus" { Shows::Nothing } else { Shows::Plainly };
        return Case::new(Family::Undefined, kind, text, Expect::Safe).inputs(inputs).shows(shows);
    }
    // Some of these are named otherwise with good reason: what matters is that they are seen.
    let checks: &'static [&'static str] = match kind {
        "misaligned" | "temporary" | "constant" | "static-array" | "null-plus" | "ended" => &["undefined", "deref", "bounds", "init"],
        "arithmetic" => &["undefined", "bounds"],
        "no-value" => &["undefined", "init"],
        "call-type" => &["undefined", "deref"],
        _ => &["undefined"],
    };
    Case::new(Family::Undefined, kind, text, Expect::Unsafe(checks)).inputs(inputs).shows(shows)
}

/// Null plus an offset is a number where `undefined` is not asked for.
fn null_arithmetic(random: &mut Random) -> Case {
    let (ty, size) = *random.pick(&[("char", 1), ("int", 4), ("void", 1)]);
    let k = random.between(1, 3);
    let (change, there) = match random.below(3) {
        0 => ("c++;".into(), 1),
        1 => (format!("c += {k};"), k),
        _ => (format!("c += {k}; c -= {k};"), 0),
    };
    let (check, fails) = match random.below(4) {
        0 => ("c != 0", there != 0),
        1 => ("c == 0", there == 0),
        2 => ("c", there != 0),
        _ => ("!c", there == 0),
    };
    let text = format!(
        "void reach_error(void);\nint main(void) {{\n  {ty} *c = 0;\n  {change}\n  if ({check}) reach_error();\n  return {size};\n}}\n"
    );
    let expect = if fails { Expect::Unsafe(REACH) } else { Expect::Safe };
    // An optimising compiler may take the other branch: it is undefined after all.
    Case::new(Family::Undefined, "null-number", text, expect).options("--check reach").shows(if fails {
        Shows::Dirty
    } else {
        Shows::Nothing
    })
}
