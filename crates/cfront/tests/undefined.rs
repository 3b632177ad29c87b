//! What the check `undefined` sees, and how runs go on where it is not listed, seen by executing the automaton.

use base::Check;
use base::exec::walk::Walk;
use base::exec::{End, Request};
use base::{Budget, Cfa, Int};
use cfront::{Options, translate};

fn options(checks: &[Check]) -> Options {
    Options { checks: checks.iter().copied().collect(), ..Options::default() }
}

fn cfa(text: &str, options: &Options) -> Cfa {
    translate(text, "test.c", options).unwrap_or_else(|d| panic!("{d}\n{text}"))
}

/// The check and message that a run of `main` ends with, if any. What comes out of an undefined step is 0.
fn end(text: &str, options: &Options) -> Option<(Check, String)> {
    let cfa = cfa(text, options);
    match Walk::new(&cfa).run(&mut |_: &Request| Some(Int::ZERO), 100_000, &Budget::unlimited(), &mut |_, _| {}) {
        End::Error(l) => cfa.error_at(l).map(|e| (e.check, e.message.clone())),
        End::Exit(_) => None,
        other => panic!("the run ends with {other:?}\n{text}"),
    }
}

const PRELUDE: &str = "void *malloc(unsigned long); void free(void *); int printf(const char *, ...); int isalpha(int);
char *strcpy(char *, const char *); char *strcat(char *, const char *); void *memcpy(void *, const void *, unsigned long);
int memcmp(const void *, const void *, unsigned long); void reach_error(void);
struct s { int f; int g; int a[4]; }; struct s t; int x; int *p = &x; static int f(int a, int b) { return a + b; }
static void settles(const int k) { *(int *)&k = 2; } _Noreturn static void stays(int k) { if (k) for (;;) ; }
static int zero(void) { return 0; } static int first(int *k) { return *k; } static int many(int k, ...) { return k; }
static int lost(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); return __builtin_va_arg(l, int); }
static unsigned plain(int n, ...) { __builtin_va_list l; __builtin_va_start(l, n); unsigned r = __builtin_va_arg(l, unsigned); __builtin_va_end(l); return r; }
static struct s make(void) { return t; } static int sum(int n, int a[static n]) { return n; } int old(a) int a; { return 0; }\n";

fn program(body: &str) -> String {
    format!(
        "{PRELUDE}int later(); int main(void) {{ int i = 1, j = 2; int a[4] = {{0, 1, 2, 3}}; char b[8] = \"abc\"; {body} return 0; }} int later(int k) {{ return k; }}"
    )
}

/// The body violates `undefined`, and the message says this; where it is not listed the run goes on, or is not understood.
fn alarms(body: &str, says: &str) {
    let text = program(body);
    let seen = end(&text, &Options::default());
    assert!(matches!(&seen, Some((Check::Undefined, message)) if message.contains(says)), "{body}: {seen:?}");
    let unlisted = options(&[Check::Reach]);
    assert!(matches!(end(&text, &unlisted), None | Some((Check::Unsupported, _))), "{body}");
    assert!(cfa(&text, &unlisted).unchecked.contains(&Check::Undefined), "{body}: nobody says that it is not checked");
}

/// The body is fine.
fn is_fine(body: &str) {
    assert_eq!(end(&program(body), &Options::default()), None, "{body}");
}

#[test]
fn two_changes_of_one_object_need_an_order() {
    for body in [
        "i = i++ + i++;",
        "a[i] = i++;",
        "i = i++;",
        "i += i++;",
        "f(i, i++);",
        "j = i + (i = 2);",
        "t.f = t.f++ + 1;",
        "p = &i; *p = (*p)++;",
        "a[i] ^= a[j] ^= a[i] ^= a[j];",
        "i = j ? i++ : 0;",
        "struct s *q = &t; q->f = q->f++;",
        "for (i = 0; i < 1; i = i++ + 1) ;",
        "if (i++ + i) j = 1;",
        "int k = i-- - i;",
        "p = &i; j = (*p)++ + i;",
        "int *q = &j; p = &j; *p = (*q)++;",
        "struct s *q = &t; t.f = q->f++;",
        "j = 1; i = a[i]++ + a[j]++;",
        "i = 0; a[i] = a[0]++;",
        "i = 0; a[i + 1] = a[1]++;",
        "union { int a; int b; } u = {0}; i = u.a++ + u.b++;",
        "union { int a; short b[2]; } u = {0}; i = (u.a = 1) + (u.b[j - 1] = 2);",
        "i = (j = 1) + (*(unsigned *)&j = 2u);",
        "i = (j = 1) + *(unsigned *)&j;",
        "p = a; p[i] = a[1]++;",
        "int *q = a + 1; j = *q + a[i]++;",
        "i = 3; j = (i > 0 && a[i]++) + a[3];",
        "i = sizeof(int[i++]) + i;",
        "struct s *q = &t, *r = &t; q->a[i] = r->a[1]++;",
        "int m[3][3] = {{0}}; m[i++][i] = 1;",
        "int m[3][3] = {{0}}; m[i][i = 0] = 1;",
        "int m[3][3] = {{0}}; m[i][i++]++;",
        "int m[3][3] = {{0}}; j = first(&m[i][i++]);",
        "struct s v[3] = {0}; v[i].a[i++] = 3;",
        "int m[3][3] = {{0}}; int *q = &i; p = &i; m[(*p)++][*q] = 1;",
        "j = (int){i++} + i;",
        "j = (int){i++} + (int){i++};",
        "j = (int[2]){i++, 3}[0] + i;",
        "j = (int[2]){[1] = i++}[1] + i;",
        "j = _Generic(i, default: i++) + i;",
        "j = 1 + ({ i = i++; 0; });",
        "j = zero() + ({ i = i++; 0; });",
        "j = 2 + (zero() ? 1 : ({ int m[3][3] = {{0}}; m[i++][i] = 1; 0; }));",
    ] {
        alarms(body, "without an order");
    }
    for body in [
        "i = i + 1; i = j = 3;",
        "i = f(i++, 1);",
        "i = (i++, i);",
        "j = i++ + j;",
        "t.f = t.g++;",
        "a[i] = a[i] + 1; a[i]++;",
        "t.a[t.f++] = i;",
        "i = j > 0 && i++ > 0 ? i : 3;",
        "a[0] = a[1]++;",
        "char *d = b, *s = b + 4; *d++ = *s++;",
        "p = &i; j = (*p)++ + (p != 0);",
        "p = a; j = p[1]++ + (p == a);",
        "int m[3][3] = {{0}}; m[i++][j] = 1; m[i][i] = 2; m[i][j++]++; p = &m[i--][j];",
        "j = (int){i++} + 3; struct s r = (struct s){i++, j++}; int *q = (int[2]){i++, i++};",
        "j = (int[2]){[0] = i++, [1] = i++}[0];",
        "j = _Generic(i, int: 1, default: i++) + i;",
        "j = _Generic(i, default: i++) + j;",
        "j = 1 + ({ i++; i; });",
        "int k = 3; p = &k; i = k; p = &j; i = (*p)++ + k;",
        "struct s *q = &t; t.g = q->f++;",
        "j = sizeof(i++) + i++;",
        "j = 3; i = a[i]++ + a[j]++;",
        "i = 0; a[i] = a[1]++;",
        "struct { int a; int b; } u = {0}; i = u.a++ + u.b++;",
        "struct s *q = &t; q->f = q->g++;",
        "struct s o, *q = &t, *r = &o; o = t; q->a[i] = r->a[1]++;",
    ] {
        is_fine(body);
    }
}

#[test]
fn a_branch_that_is_not_taken_changes_nothing() {
    is_fine("j = (i > 1 && i++) + i;");
    alarms("j = (i > 0 && i++) + i;", "without an order");
}

#[test]
fn pointers_stay_with_their_object() {
    for body in [
        "int *q = a - 1;",
        "int *q = a + 5;",
        "int m[2][3], *q = &m[0][4];",
        "int m[2][3], *q = &m[2][0];",
        "int m[2][3], *q = m[1] + 4;",
        "int *q = &a[5];",
        "int *q = &i + 2;",
        "int *q = a; q += 2; q += 3;",
        "int *q = a; q--;",
        "int *q = a; int k = *q--;",
        "char *q = malloc(3); q = q + 4;",
        "int *q = &*(a + 5);",
        "struct s *q = &t; int *r = &(q + 2)->f;",
    ] {
        alarms(body, "pointer arithmetic leaves");
    }
    for body in [
        "char *q = 0; q = q + 1;",
        "int *q = 0; if (i) q++;",
        "int *q = 0; q = &q[2];",
        "int *q = 0; q = q + 0;",
        "struct s *q = 0; int *r = &q->g;",
        "struct s *q = 0; int *r; if (i) r = &q->a[1];",
    ] {
        alarms(body, "null pointer");
    }
    for body in [
        "int *q = a + 4; q -= 4;",
        "int *q = &a[4];",
        "int *q = &i + 1;",
        "int *q = a, k = 0; while (q != a + 4) k += *q++;",
        "int m[2][3], *q = &m[0][0]; for (i = 0; i < 6; i++) q++;",
        "int m[2][3], *q = &m[0][3]; q = m[1] + 3;",
        "struct s *q = &t; int *r = &q->g;",
        "struct s *none = 0; unsigned long at = (unsigned long)&((struct s *)0)->g; int *q = &t.g; struct s *r = (struct s *)((char *)q - at);",
        "int *q = &t.f; struct s *r = (struct s *)((char *)q - __builtin_offsetof(struct s, g)); r = r;",
    ] {
        is_fine(body);
    }
}

#[test]
fn null_plus_an_offset_is_a_number() {
    let reach = options(&[Check::Reach]);
    for (condition, holds) in [
        ("c != 0", true),
        ("!c", false),
        ("c == 0", false),
        ("c ? 1 : 0", true),
        ("c == (char *)4", true),
        ("(char *)4 == c", true),
        ("(unsigned long)c == 4", true),
        ("c - 4 == 0", true),
        ("c - 4 ? 1 : 0", false),
        ("c - 5 == (char *)-1L", true),
        ("(unsigned long)(c - 5) == -1UL", true),
        ("c > (char *)3", true),
        ("c - (char *)1 == 3", true),
        ("(truth = c - 4, !truth)", true),
        ("&((struct s *)c)->g == (int *)8", true),
        ("&none->g != 0", true),
    ] {
        let body = format!("char *c = 0; struct s *none = 0; _Bool truth; if (i) c += 4; if ({condition}) reach_error();");
        let seen = end(&program(&body), &reach).map(|(check, _)| check);
        assert_eq!(seen, holds.then_some(Check::Reach), "{condition}");
    }
}

#[test]
fn what_else_has_no_meaning() {
    for (body, says) in [
        ("int *q = (int *)(b + 1); i = *q;", "misaligned"),
        ("__builtin_unreachable();", "unreachable"),
        ("const int k = 1; *(int *)&k = 2;", "constant object"),
        ("const int k[2] = {1, 2}; int *q = (int *)k; q += i; *q = 2;", "constant object"),
        ("printf(\"%s\\n\", 5);", "`%s` of `printf` does not fit"),
        ("printf(\"%d %s\\n\", 1);", "has no argument"),
        ("printf(\"%ld\\n\", 1);", "does not fit"),
        ("printf(\"%p\\n\", 1);", "does not fit"),
        ("printf(\"%.*s\\n\", b, b);", "`*` of `printf`"),
        ("strcpy(b, b + 1);", "`strcpy` copies"),
        ("strcpy(b + 1, b);", "`strcpy` copies"),
        ("strcat(b, b);", "`strcat` copies"),
        ("memcpy(b, b + 1, 3);", "`memcpy` copies"),
        ("memcpy(b, 0, 0);", "null pointer"),
        ("char *q = 0; i = memcmp(q, b, 0);", "null pointer"),
        ("i = isalpha(-56);", "`isalpha`"),
        ("i = isalpha(256);", "`isalpha`"),
        ("sum(5, a);", "`static`"),
        ("sum(2, a + 3);", "`static`"),
        ("old(1, 2);", "more arguments"),
        ("old();", "fewer arguments"),
        ("sum(1, 0);", "`static`"),
        ("int (*g)(int) = (int (*)(int))f; i = g(1);", "another type"),
        ("i = ((int (*)(int, int, int))f)(1, 2, 3);", "another type"),
        ("int (*g)() = f; i = g(1);", "fewer arguments"),
        ("int (*g)() = f; i = g(1, 2, 3);", "more arguments"),
        ("struct { const int c; int d; } r = {1, 2}; *(int *)&r.c = 3;", "declared `const`"),
        ("struct { const int c; int d; } r = {1, 2}, r2 = {3, 4}; memcpy(&r, &r2, sizeof r);", "declared `const`"),
        ("int *q = (int *)(const int[]){1, 2}; *q = 3;", "constant object"),
        ("settles(1);", "constant object"),
        ("make().a[0] = 3;", "temporary is changed"),
        ("*make().a = 3;", "temporary is changed"),
        ("struct __attribute__((packed)) { char c; int n; } odd = {1, 2}; int *q = &odd.n; i = *q;", "misaligned"),
        ("stays(0);", "_Noreturn"),
        ("void (*g)(void) = (void (*)(void))zero; g();", "another type"),
        ("int (*g)(void *) = (int (*)(void *))first; i = g(a);", "another type"),
        ("int (*g)(int) = (int (*)(int))many; i = g(0);", "another type"),
        ("unsigned (*g)(void) = (unsigned (*)(void))zero; i = g();", "another type"),
        ("long k = 1; i = *(int *)&k;", "accessed by type int"),
        ("struct { int c; short d; } r = {1, 2}; *(short *)&r.c = 3;", "accessed by type short"),
        ("i = later(1L);", "argument of type long"),
        ("i = lost(1, 2);", "va_end"),
        ("i = plain(1, -1);", "other sign"),
        ("struct { int d; struct { int *const c; } e[2]; } r = {1}; int k = i; *(int **)&r.e[k].c = &i;", "declared `const`"),
    ] {
        alarms(body, says);
    }
    for body in [
        "unsigned *q = (unsigned *)a; i = *q; unsigned char *r = (unsigned char *)a; i = *r;",
        "struct s *q = (struct s *)&t.f; i = q->g; int *r = (int *)&t; i = *r;",
        "i = plain(1, 1);",
        "i = later(1) + later(1u);",
        "char bytes[8] = {0}; *(int *)bytes = 3;",
        "unsigned char k[4]; union { int a; char b; } u; u.a = 1; i = *(int *)&u;",
        "int (*g)(int *) = first; i = g(a); int (*h)() = first; i = h(a);",
        "struct __attribute__((packed)) { char c; int n; } odd = {1, 2}; char *q = &odd.c; i = odd.n;",
        "memcpy(b + 1, &i, 4);",
        "printf(\"%d %s %c %5ld %% %zu %p %-3x\\n\", 1, b, 'c', 2L, sizeof i, (void *)b, 3u, 4);",
        "strcpy(b + 4, b);",
        "memcpy(b, b + 4, 4);",
        "memcpy(b, b, 0);",
        "i = isalpha(-1) + isalpha(255);",
        "sum(4, a); sum(3, a + 1);",
        "old(1);",
        "int (*g)() = f; i = g(1, 2); i = ((int (*)(int, int))f)(1, 2);",
        "struct { const int c; int d; } r = {1, 2}; *(int *)&r.d = 3; i = r.c;",
        "struct { const int c; int d; } *r = malloc(8); *(int *)&r->c = 3; free(r);",
    ] {
        is_fine(body);
    }
}

#[test]
fn temporaries_end_with_their_expression() {
    let gone = end(&program("int *q = make().a; i = *q;"), &Options::default());
    assert!(matches!(&gone, Some((Check::Deref, message)) if message.contains("temporary")), "{gone:?}");
    is_fine("i = make().a[1]; if (*make().a == 0) i = 2; i = f(make().a[0], make().a[1]);");
}

#[test]
fn what_is_not_asked_costs_nothing() {
    let text = program("int *q = a + i; q++; *q = 3; i = *q++ + j; printf(\"%d\\n\", i);");
    let shape = |checks: &[Check]| {
        let cfa = cfa(&text, &options(checks));
        (cfa.edges.len(), cfa.vars.len())
    };
    let (without, with) = (shape(&[Check::Reach]), shape(&[Check::Reach, Check::Undefined]));
    assert!(without.0 < with.0 && without.1 <= with.1, "{without:?} {with:?}");
}

#[test]
fn what_is_not_checked_is_a_premise() {
    let premises = |text: &str| cfa(text, &Options::default()).premises.len();
    let shared = "static int f(int *restrict p, int *restrict q) { *p = 1; *q = 2; return *p; } int main(void) { int x, y; return f(&x, &y) + f(&x, &x); }";
    assert_eq!(premises(shared), 1, "{shared}");
    assert_eq!(premises(&shared.replace("&x, &x", "&y, &x")), 0, "{shared}");
    assert_eq!(premises("int main(void) { char b[8] = {0}; *(int *)b = 3; return 0; }"), 1);
    assert_eq!(premises("int main(void) { int b[8] = {0}; *(char *)b = 3; return 0; }"), 0);
}

#[test]
fn the_last_parameter_with_a_name_is_passed_as_it_is() {
    let text = |parameters: &str| {
        let list = "__builtin_va_list l; __builtin_va_start(l, n); int r = __builtin_va_arg(l, int); __builtin_va_end(l); return r;";
        format!("static int f({parameters}, ...) {{ {list} }} int main(void) {{ return f(1, 2); }}")
    };
    for parameters in ["char n", "short n", "_Bool n", "unsigned char n", "register int n"] {
        let seen = end(&text(parameters), &Options::default());
        assert!(matches!(&seen, Some((Check::Undefined, message)) if message.contains("`n`")), "{parameters}: {seen:?}");
    }
    for parameters in ["int n", "unsigned n", "long n", "enum { A } n", "double n"] {
        let seen = end(&text(parameters), &Options::default());
        assert!(!matches!(&seen, Some((Check::Undefined, _))), "{parameters}: {seen:?}");
    }
}

#[test]
fn what_is_weak_may_be_missing() {
    for text in [
        "extern void w(void) __attribute__((weak)); int main(void) { if (!w) return 1 / 0; return 0; }",
        "extern void w(void) __attribute__((weak)); int main(void) { w(); return 0; }",
        "extern int w __attribute__((weak)); int main(void) { if (&w == 0) return 1 / 0; return 0; }",
        "extern int w __attribute__((weak)); int main(void) { return w; }",
        "#pragma weak w\nextern int w(void); int main(void) { if (!w) return 1 / 0; return 0; }",
        "int main(void) { extern void w(void) __attribute__((weak)); w(); return 0; }",
        "int main(void) { extern int w __attribute__((weak)); return w; }",
        "extern void w(void) __attribute__((weak)); int main(void) { extern void w(void); w(); return 0; }",
        "extern void w(void) __attribute__((weak)); void (*p)(void) = w; int main(void) { return p == 0; }",
    ] {
        let seen = end(text, &Options::default());
        assert!(matches!(seen, Some((Check::Unsupported, _))), "{text}: {seen:?}");
    }
    for text in [
        "__attribute__((weak)) int w(void) { return 0; } int main(void) { return w(); }",
        "extern int w(void) __attribute__((weak)); int w(void) { return 0; } int main(void) { return w ? w() : 1; }",
        "int w __attribute__((weak)); int main(void) { return &w == 0; }",
        "extern int w __attribute__((weak)); int other; int main(void) { return other; }",
    ] {
        assert_eq!(end(text, &Options::default()), None, "{text}");
    }
}

#[test]
fn types_may_say_that_they_alias_others_or_lie_anywhere() {
    for text in [
        "typedef int __attribute__((may_alias)) T; int main(void) { _Alignas(4) short s[2] = {1, 2}; return *(T *)s; }",
        "typedef int T __attribute__((aligned(1))); int main(void) { _Alignas(4) char b[8] = {0}; T *p = (T *)(b + 1); *p = 5; return 0; }",
    ] {
        let seen = end(text, &Options { checks: [Check::Undefined].into(), ..Options::default() });
        assert!(!matches!(&seen, Some((Check::Undefined, _))), "{text}: {seen:?}");
    }
}

#[test]
fn places_that_move_are_accessed_too() {
    let body =
        |text: &str| format!("int main(void) {{ int a[3] = {{1, 2, 3}}, i = 0, *p = a, *q = a; {text} return a[2] + i + *p + *q; }}");
    for text in ["int y = a[i++]++ + a[0]; a[1] = y;", "int y = a[0]++ + a[i++]; a[1] = y;", "int y = (*p++)++ + *q; a[1] = y;"] {
        let seen = end(&body(text), &Options { checks: [Check::Undefined].into(), ..Options::default() });
        assert!(matches!(&seen, Some((Check::Undefined | Check::Unsupported, _))), "{text}: {seen:?}");
    }
    for text in ["a[i++] = a[1] + 3;", "*p++ = *q++ = 7;", "a[1] = *p++ + *q++;", "a[i++] += a[2]; p[i++] ^= *q;", "*p++ = a[i++];"] {
        let seen = end(&body(text), &Options { checks: [Check::Undefined].into(), ..Options::default() });
        assert!(seen.is_none(), "{text}: {seen:?}");
    }
}
