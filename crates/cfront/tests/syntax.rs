//! Whatever the system's compiler accepts is read: programs that both read print the same, and a construct that is not
//! understood is named at its line. Every program here is given to the compiler as well.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Listed};
use base::{Budget, Check};
use cfront::{Options, load};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A file that exists while the test runs.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cfront-syntax-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// What the program prints, or what it does not understand and where.
fn run(file: &Scratch) -> Result<String, (String, u32)> {
    let cfa = load(&file.0, &Options::default()).unwrap_or_else(|d| panic!("{d}"));
    let mut printed = String::new();
    let end = Walk::new(&cfa).run(&mut Listed::new(&[]), 100_000, &Budget::unlimited(), &mut |step, _| {
        if let Step::Printed(_, text) = step {
            printed.push_str(text);
        }
    });
    match end {
        End::Error(l) => {
            let error = cfa.error_at(l).unwrap();
            assert_eq!(error.check, Check::Unsupported, "{}", error.message);
            Err((error.message.clone(), error.span.as_ref().map_or(0, |s| s.line)))
        }
        End::Exit(_) => Ok(printed),
        other => panic!("the run ends with {other:?}"),
    }
}

/// What the compiled program prints.
fn compiled(file: &Scratch) -> String {
    let binary = Scratch(file.0.with_extension("bin"));
    let compile = |more: &[&str]| Command::new("cc").args(["-w", "-O0"]).args(more).arg("-o").arg(&binary.0).arg(&file.0).status();
    assert!(compile(&[]).expect("cc runs").success(), "cc rejects {}", std::fs::read_to_string(&file.0).unwrap());
    let output = Command::new(&binary.0).stdin(Stdio::null()).output().expect("the program runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// The program prints the same as when it is compiled.
fn agrees(name: &str, text: &str) {
    let file = Scratch::new(&format!("{name}.c"), text);
    assert_eq!(run(&file), Ok(compiled(&file)), "{text}");
}

/// The compiler takes the program; here the construct is named, at its line.
fn names(name: &str, text: &str, what: &str, line: u32) {
    let file = Scratch::new(&format!("{name}.c"), text);
    let status = Command::new("cc").args(["-w", "-fsyntax-only"]).arg(&file.0).stderr(Stdio::null()).status();
    assert!(status.expect("cc runs").success(), "cc rejects {text}");
    match run(&file) {
        Err((message, at)) => assert!(message.contains(what) && at == line, "{text}: {message} at {at}"),
        Ok(printed) => panic!("{text} is understood and prints {printed}"),
    }
}

fn body(statements: &str) -> String {
    format!("int printf(const char *, ...);\nint main(void) {{\n{statements}\nreturn 0; }}\n")
}

#[test]
fn old_c() {
    agrees(
        "old",
        "x; z = 3, w[4]; static u; int printf(const char *, ...);\n\
         struct s { int a; } q(b) struct s b; { b.a++; return b; }\n\
         f(a, b) char b; { return a + b; } static g() { return 1; } const h(c) register c; { return c; }\n\
         struct { int y; } static v;;\n\
         main() { register i, k = 3; auto j = 4; const m = 5; struct s t = { 7 };\n\
           for (i = 0; i < 3; i++) k += f(i, 258) + h(m); x = g() + z + j; v.y = q(t).a; w[1] = 9;\n\
           printf(\"%d %d %d %d %d\", k, x, v.y, w[1], u); return 0; }",
    );
}

#[test]
fn gnu_expressions() {
    agrees("elvis", &body("int a = 0, b = 2, c = a ?: b; printf(\"%d %d\", c, (b ? : 5) + (a?:b));"));
    agrees(
        "statements",
        &body("int x = ({ int y = 3; y + 1; }); x += ({ int y = x; if (x) y++; y; }); ({ static z; z++; x += z; }); printf(\"%d\", x);"),
    );
    agrees(
        "types",
        &body(
            "int x = 5; typeof(x) y = 2; __typeof__(x + 1L) z = 3; const typeof(x) w = 4; __auto_type v = x\n+ 1L; const __auto_type u = (x ?: 3);\n\
             printf(\"%d %ld %d %ld %d %d\", y, z, w, v, u, (int)sizeof(v));",
        ),
    );
    agrees(
        "extension",
        &body("__extension__ int x = __extension__ 3; x = (__extension__ (int)x) + __extension__ ({ 2; }); printf(\"%d\", x);"),
    );
    agrees(
        "compatible",
        &body(
            "int x; printf(\"%d%d%d%d\", __builtin_types_compatible_p(int, long), __builtin_types_compatible_p(typeof(x), const int),\n\
             __builtin_types_compatible_p(unsigned, signed), __builtin_types_compatible_p(int[3], int[4]));\n\
             printf(\"%d\", __builtin_choose_expr(__builtin_types_compatible_p(int, int), x = 7, \"b\"));",
        ),
    );
    agrees(
        "ranges",
        &body(
            "int a[10] = { [0 ... 3] = 1, [5 ... 6] = 2, 3 }, s = 0; struct { int x, y; } p = { y: 4, x: 5 }; int b[] = { [2] 3, [1] = 4 };\n\
             for (int i = 0; i < 10; i++) s = s * 3 + a[i];\n\
             switch (p.x) { case 1 ... 3: s++; break; case 'a' ... 'z': s += 2; break; case 4 ... 6: s += 3; }\n\
             printf(\"%d %d %d\", s, p.y, b[2] * 10 + b[1]);",
        ),
    );
    agrees(
        "sizes",
        &body(
            "int a[3], *p = a; printf(\"%d %d %d %d %d\", (int)sizeof (int){1}, (int)sizeof (int[]){1, 2}, (int)sizeof a[0],\n\
             (int)(__alignof__(short) + __alignof__ a[0] + _Alignof(char)), (int)sizeof (char[7]){ 0 });\n\
             printf(\"%d %d %d\", (int)sizeof (char[]){ 1, 2, 3 }, (int)sizeof(0, a), (int)sizeof(1 ? a : a));",
        ),
    );
}

#[test]
fn generic_selection() {
    agrees(
        "generic",
        "#define K(x) _Generic((x), int: 1, long: 2, char *: 3, default: 5)\n#define N(x) _Generic((x), unsigned: \"u\", short: 8, int: 9)\n\
         int printf(const char *, ...); struct s { int a; };\n\
         int main(void) { struct s v = { 3 }; char c = 1; const int k = 1; int x = 0;\n\
           printf(\"%d%d%d%d%d\", K(1), K(1L), K(c), K(k), K(c + c));\n\
           printf(\"%d%d%d\", N(x), N((short)1), _Generic(v, struct s: v.a));\n\
           printf(\"%d\", _Generic(&x, int *: 4)); printf(\"%d\", _Generic(x, const int: 1, default: 6)); return 0; }",
    );
    names("qualified", &body("const int x = 1;\nreturn _Generic(&x, int *: 1, default: 2);"), "qualifiers", 4);
}

#[test]
fn offsets() {
    agrees(
        "offsets",
        "#include <stddef.h>\n#include <stdio.h>\n\
         struct s { char a; struct { short b[4]; struct { int d; } c; } x; struct s *n; struct { char e; long f; }; };\n\
         int main(void) { printf(\"%d %d %d %d %d\", (int)offsetof(struct s, x), (int)__builtin_offsetof(struct s, x.b[2]),\n\
           (int)offsetof(struct s, x.c.d), (int)offsetof(struct s, n), (int)offsetof(struct s, f)); return 0; }",
    );
}

#[test]
fn layout_attributes_concern_their_record_only() {
    agrees(
        "layout",
        "#include <stddef.h>\nint printf(const char *, ...); struct o { char a; int b; } __attribute__((packed)); struct s { char a; int b; };\n\
         int main(void) { struct o v; v.b = 4; _Alignas(32) int x = 2; printf(\"%d %d %d\", (int)sizeof(struct s), v.b, x); return 0; }",
    );
    for (i, declaration) in [
        "typedef int T __attribute__((aligned(8))); struct s { char a; T b; };",
        "struct s { char a; int b __attribute__((packed)); };",
        "struct s { char a, c __attribute__((aligned(4))); int b; };",
        "struct s { char a; int b; } __attribute__((scalar_storage_order(\"big-endian\")));",
        "struct s { char a; int b : 3 __attribute__((aligned(8))); };",
        "#pragma pack(push, mine, 1)\nstruct s { char a; int b; };",
        "#pragma pack(2)\nstruct s { char a; int b : 3; } __attribute__((packed));",
    ]
    .into_iter()
    .enumerate()
    {
        let line = declaration.lines().count() as u32 + 2;
        names(&format!("layout-{i}"), &format!("{declaration}\nint main(void) {{\nreturn sizeof(struct s); }}"), "size of struct s", line);
    }
}

#[test]
fn bit_fields_wider_than_int_are_computed_in_their_width() {
    let program = |body: &str| {
        format!(
            "int printf(const char *, ...); struct s {{ unsigned long u : 40; long i : 40; unsigned long long w : 63; unsigned long n : 33; }};\n\
             int main(void) {{ struct s v = {{ 0xffffffffffUL, 0x7ffffffff0L, ~0UL, 1 }}, *p = &v;\n{body}\nreturn 0; }}"
        )
    };
    agrees(
        "wide-fields",
        &program(
            "printf(\"%lu %lu %lu\\n\", (unsigned long)(p->u + 1), (unsigned long)(p->u << 8), (unsigned long)~p->u);\n\
             printf(\"%lu %lu %d %d %d\\n\", (unsigned long)-p->n, (unsigned long)(p->n - 2), p->n - 2 > 0, p->u > -1, -1L < p->u);\n\
             printf(\"%lu %lu %lu\\n\", (unsigned long)(p->w + 1), (unsigned long)(p->u + p->n), (unsigned long)(p->u * p->u));\n\
             printf(\"%lu %lu %ld %ld\\n\", (unsigned long)(v.n ? p->n : -1), (unsigned long)(v.i ? -1 : p->n), (long)(p->i + 15), (long)(p->i / -3));\n\
             p->u++; p->n += 0x1ffffffffUL; v.i >>= 3; v.i -= 7; v.w /= 3; printf(\"%lu %lu %ld %lu\\n\", (unsigned long)p->u, (unsigned long)p->n, (long)p->i, (unsigned long)v.w);\n\
             printf(\"%d %d\", (int)sizeof(p->u + 1), (int)sizeof(struct s));",
        ),
    );
    // gcc wraps here without a word, other compilers compute in the declared type.
    let what = "arithmetic on a bit-field wider than int that leaves its width";
    for (i, value) in ["p->i + 16", "p->i * 2", "p->i << 1", "p->u >> p->n + 39"].into_iter().enumerate() {
        names(&format!("wide-{i}"), &program(&format!("return (int)({value});")), what, 3);
    }
}

#[test]
fn attributes_stand_anywhere() {
    agrees(
        "attributes",
        "int printf(const char *, ...); [[nodiscard]] static int h(void) { return 3; }\n\
         __attribute__((noinline)) static int f(int a __attribute__((unused)), int b __attribute__((unused))) __attribute__((pure));\n\
         static int f(int a, int b) { return a + b; }\n\
         int main(void) { int x __attribute__((aligned(8))) = 1, y __attribute__((unused)); [[maybe_unused]] int z = h();\n\
           l: __attribute__((unused)); switch (x) { case 1: y = 1; __attribute__((fallthrough)); default: y = 2; }\n\
           enum e { A __attribute__((deprecated)), B __attribute__((deprecated)) = 2 };\n\
           for (__attribute__((unused)) int i = 0; i < 2; i++) y += f(i, B); printf(\"%d %d\", y, z); return 0; }",
    );
    for (i, (text, what, line)) in [
        ("void f(int *p) { }\nint main(void) {\nint x __attribute__((cleanup(f))) = 3; return x; }", "cleanup", 3),
        ("int x;\n__attribute__((constructor)) static void f(void) { x = 1; } int main(void) { return x; }", "constructor", 2),
        ("int f(void) { return 1; }\nint g(void) __attribute__((alias(\"f\"))); int main(void) { return g(); }", "alias", 2),
        ("int g(void) { return 1; }\nint f(void) asm(\"g\"); int main(void) { return f(); }", "asm label", 2),
        ("enum __attribute__((packed)) e { A }; int main(void) { return sizeof(enum e); }", "enumeration", 1),
    ]
    .into_iter()
    .enumerate()
    {
        names(&format!("attribute-{i}"), text, what, line);
    }
}

#[test]
fn assembly() {
    agrees(
        "barrier",
        &body(
            "int x = 1; asm volatile(\"\" ::: \"memory\"); __asm__ __volatile__(\"\" : \"+r\"(x)); if (x) asm(\"\"); else x = 2; printf(\"%d\", x);",
        ),
    );
    agrees(
        "renamed",
        "extern int printf(const char *, ...) __asm__(\"printf\") __attribute__((nothrow)); asm(\"\"); int main(void) { register int r asm(\"r12\") = 3; printf(\"%d\", r); return 0; }",
    );
    for (i, statement) in [
        "asm(\"nop\");",
        "__asm__ volatile (\"mov %1, %0\" : \"=r\"(y) : \"r\"(x) : \"memory\", \"cc\");",
        "asm volatile inline (\"# %[a]\"\n\"\" : [a] \"=r\"(y) : : );",
        "asm goto (\"\" : : : : out);",
        "if (x) asm(\"nop\");",
        "asm(\"\" : \"=r\"(y) : \"0\"(x));",
    ]
    .into_iter()
    .enumerate()
    {
        names(&format!("asm-{i}"), &body(&format!("int x = 1, y;\n{statement}\nout: ;")), "inline assembly", 4);
    }
    names("asm-file", "int x;\nasm(\".set y, 3\");\nint main(void) { return x; }", "assembly outside", 2);
}

#[test]
fn labels() {
    agrees(
        "labels",
        "int printf(const char *, ...); int f(int x) { if (x) goto e; x = 2; { goto l; l: } switch (x) { case 1: } switch (x) { default: }\n\
         m: int y = x; switch (y) { case 2: int z = 5; y += z; break; default: static w; } printf(\"%d\", y); e: }\n\
         #define twice(n) ({ __label__ done; int i = 0; for (;;) { if (i == n) goto done; i++; } done: i * 2; })\n\
         int main(void) { f(0); f(1); printf(\"%d\", twice(3) + twice(4)); return 0; }",
    );
    agrees(
        "and",
        &body("int a = 1, b = 2, *p = &a; a = (a) &&b; a += a && -b; a += (b)&&(p); a += b++ &&a; printf(\"%d\", a + (p && *p));"),
    );
    names("computed", &body("void *t[] = { 0 };\ngoto *t[0];\na: ;"), "computed goto", 4);
    names("address", &body("int i = 0;\nif (i == 0 && &&a == (void *)&&b) return 1;\na: b: ;"), "address of a label", 4);
    names("nested", &body("int x = 1;\nint f(int y)\n{ return x + y; }\nreturn f(2);"), "nested function", 4);
}

#[test]
fn spellings() {
    agrees(
        "dollar",
        "int printf(const char *, ...); int a$b = 1, $ = 2; int main(void) { int x$ = a$b + $; printf(\"%d\", x$); return 0; }",
    );
    agrees(
        "letters",
        "int printf(const char *, ...); int é = 2; int main(void) { \\u00e9++; int straße = é; printf(\"%d\", straße); return 0; }",
    );
    agrees(
        "digraphs",
        "%:define N 3\nint printf(const char *, ...); int a<:N:> = <% 1, 2 %>; int main(void) <% printf(\"%d <: \", a<:1:>); return 0; %>",
    );
    agrees(
        "continued",
        "#define A 1 + \\\n 2\nint printf(const char *, ...); int main(void) { int x = 1 \\\n + A; char s[] = \"a\\\nb\"; // c \\\n d\n printf(\"%d %d\", x, s[1]);\x0c\x0b return 0; }\r\n",
    );
    agrees(
        "escapes",
        &body(
            "char s[] = \"\\e\\x1b\\033\\u00e9\\?\"; printf(\"%d %d %d %d %d %d\", s[0], s[3], s[4], s[5], (int)sizeof s, '\\e' + 'ab');",
        ),
    );
    agrees("suffixes", &body("printf(\"%d %d %llu\", 0b101, (int)sizeof 1lu, 1uLL + 2LLu);"));
    agrees(
        "comments",
        "/* a */ int printf(const char *, ...); // b /*\nint main(void) { char s[] = \"//\"; printf(\"%d\", /* c // */ s[1]); return 0; }",
    );
    agrees(
        "pragmas",
        "int printf(const char *, ...);\n#pragma once\n#pragma omp x\n_Pragma(\"GCC poison q\") int main(void) {\n#pragma GCC unroll 3\n for (int i = 0; i < 2; i++) printf(\"%d\", i); return 0; }",
    );
    agrees("wide", &body("printf(\"%d %d\", L'x' + u'a' + U'b' + L'\\u00e9', (int)sizeof \"a\" \"b\");"));
}

#[test]
fn qualifiers_and_storage() {
    agrees(
        "storage",
        "int printf(const char *, ...); __thread int a = 1; static _Thread_local int b = 2; _Thread_local static int c = 3; _Atomic int d = 4; _Atomic(int) e = 5;\n\
         __const__ int f = 6; __volatile__ int g = 7; __signed__ char h = -1; static _Noreturn void n(void) { for (;;) ; }\n\
         void r(int * restrict x, int y[restrict], int z[static 3], int v[const], int w[__restrict__ static 2]);\n\
         _Static_assert(sizeof(int) == 4); struct s { int a; _Static_assert(1); ; int b; }; struct e { }; union u { };\n\
         struct z { int n; int a[0]; }; struct fl { int n; int a[]; };\n\
         int main(void) { _Static_assert(1, \"x\"); struct s v = { }; d++; e += 2; if (v.a) n();\n\
           printf(\"%d%d%d%d%d%d%d%d%d\", a, b, c, d, e, f, g, h, (int)sizeof(struct z)); return 0; }",
    );
    agrees(
        "names",
        "int printf(const char *, ...); typedef int T; typedef struct { int T; } S; int f(T T) { return T; } long typedef int L;\n\
         int main(void) { T x = 1; S s = { .T = 1 }; { int T = 2; x = T * x; T = 3; x += (T) + 1; } T y = s.T; goto T; T: ;\n\
           for (int T = 0; T < 3; T++) x += T; T z = f(x); { T T = 5; z += T; } L q = sizeof(T); printf(\"%d %d %ld\", y, z, q); return 0; }",
    );
    agrees(
        "bits",
        "int printf(const char *, ...); typedef unsigned __int128 U; __uint128_t x; int main(void) { U a = (U)1 << 100; x = a >> 99; printf(\"%d\", (int)x); return 0; }",
    );
    agrees(
        "modes",
        "int printf(const char *, ...); typedef int T __attribute__((mode(QI))); unsigned y __attribute__((__mode__(__HI__))); int main(void) { T t = 300; y = 70000; printf(\"%d %u\", t, y); return 0; }",
    );
}

#[test]
fn numbers_that_are_not_understood_are_named() {
    for (i, (statement, what)) in [
        ("return __real__ (1.0i) > 0;", "complex"),
        ("return 1.0q > 2;", "extended floating"),
        ("return 1.0dd > 2;", "decimal floating"),
        ("return 1.0i == 2;", "imaginary"),
        ("return __sync_fetch_and_add(&x, 1);", "__sync_fetch_and_add"),
    ]
    .into_iter()
    .enumerate()
    {
        names(&format!("number-{i}"), &body(&format!("int x = 0;\n{statement}")), what, 4);
    }
}
