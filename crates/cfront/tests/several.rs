//! Several files are one program: it prints what the compiled program prints, clashing names keep their meanings, and
//! messages point into the right file.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::{Budget, Cfa, Check, Int};
use cfront::{Diagnostic, Options, load_all, translate_all};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// Files that exist while the test runs.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let path = std::env::temp_dir().join(format!("cfront-several-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&path).unwrap();
        files.iter().for_each(|(file, text)| std::fs::write(path.join(file), text).unwrap());
        Scratch(path)
    }

    /// What the compiled program prints.
    fn compiled(&self, sources: &[PathBuf]) -> String {
        let binary = self.0.join("program");
        let status = Command::new("cc").args(["-w", "-O0", "-o"]).arg(&binary).args(sources).status();
        assert!(status.expect("cc runs").success());
        let output = Command::new(&binary).stdin(Stdio::null()).output().expect("the program runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn run(cfa: &Cfa) -> (String, End) {
    let mut printed = String::new();
    // Where C leaves the order of calls open, 0 is the order of compilers here.
    let end = Walk::new(cfa).run(&mut |_: &Request| Some(Int::ZERO), 100_000, &Budget::unlimited(), &mut |step, _| {
        if let Step::Printed(_, text) = step {
            printed.push_str(text);
        }
    });
    (printed, end)
}

/// The program prints the same as when it is compiled, whatever the order of its files.
#[track_caller]
fn agrees(name: &str, files: &[(&str, &str)]) {
    let scratch = Scratch::new(name, files);
    let mut sources: Vec<_> = files.iter().filter(|(f, _)| !f.ends_with(".h")).map(|(f, _)| scratch.0.join(f)).collect();
    let expected = scratch.compiled(&sources);
    for _ in 0..2 {
        let cfa = load_all(&sources, &Options::default()).unwrap_or_else(|d| panic!("{d}"));
        let (printed, end) = run(&cfa);
        let message = if let End::Error(l) = end { cfa.error_at(l).map(|e| format!("{:?} {}", e.span, e.message)) } else { None };
        assert_eq!((printed, message), (expected.clone(), None), "{sources:?}");
        assert!(matches!(end, End::Exit(_)), "{end:?}");
        sources.reverse();
    }
}

fn rejected(texts: &[(&str, &str)]) -> Diagnostic {
    translate_all(texts, &Options::default()).expect_err("not a program")
}

const PRINTF: &str = "int printf(const char *, ...);\n";

#[test]
fn headers_are_read_once_and_what_is_static_in_them_many_times() {
    let header = "#ifndef H\n#define H\n#include <stddef.h>\n#include <stdio.h>\ntypedef struct list List;\nstruct pair { int a; int b; };\n\
        enum color { RED, GREEN = 5 };\nenum { MAX = 7 };\ntypedef struct { int q; } Q;\nstatic int hidden = 3;\n\
        static inline int next(void) { static int k; return ++k + hidden++; }\ninline int twice(int x) { return 2 * x; }\n\
        List *make(int n);\nint total(List *l);\nint helper_total(void);\nint qq(Q q);\n#endif\n";
    let main = "#include \"h.h\"\nstatic int counter = 10;\nstatic int helper(int x) { return x + counter++; }\ntypedef int T;\n\
        struct private { int x; };\nstatic struct private p = { 4 };\n\
        int main(void) {\n T t = 3; List *l = make(4); Q q = { MAX }; struct pair pr = { RED, GREEN };\n\
        printf(\"%d \", helper(1)); printf(\"%d %d %d\\n\", helper(2), p.x, total(l));\nprintf(\"%d \", next()); printf(\"%d \", next()); printf(\"%d \", helper_total()); printf(\"%d\\n\", helper_total());\n\
        printf(\"%d %d %d %d\\n\", qq(q), pr.b, t, hidden);\nreturn 0; }\n";
    let other = "#include \"h.h\"\n#include <stdlib.h>\nextern int twice(int x);\nstatic long counter = 100;\ntypedef unsigned char T;\n\
        struct private { char c[3]; int y; };\nstruct list { int n; struct private p; };\nstatic struct list one;\n\
        static int helper(void) { T t = 255; t++; counter += 2; return counter + t; }\n\
        List *make(int n) { one.n = n; one.p.y = 8; return &one; }\nint total(List *l) { return l->n + l->p.y; }\n\
        int helper_total(void) { return helper() + next() + twice(3); }\nint qq(Q q) { return q.q; }\n";
    agrees("headers", &[("h.h", header), ("main.c", main), ("other.c", other)]);
}

/// Each pair of files gives one name two meanings.
#[test]
fn clashing_names_keep_their_meanings() {
    let uses = "int f(void);\nint main(void) { printf(\"%d \", f());";
    for (i, (a, in_main, b)) in [
        // An object and a function, a typedef and an object, a constant and a function, in both orders.
        ("static int x = 3;", "x", "static int x(void) { return 4; } int f(void) { return x(); }"),
        ("typedef char x;", "(int)sizeof(x)", "int x = 5; int f(void) { return x; }"),
        ("int x = 6;", "x", "typedef long long x; int f(void) { return sizeof(x); }"),
        ("enum { x = 8 };", "x", "int x(void) { return 9; } int f(void) { return x(); }"),
        ("enum e { A, B };", "B", "enum e { B, A }; int f(void) { return B; }"),
        ("enum { A, B } v = B;", "v + B", "enum { A, B } w = B; int f(void) { return w + A; }"),
        // A type that differs only by the meaning of a name in it.
        ("struct s { char c; }; typedef struct s T; struct t { T a; };", "(int)sizeof(struct t)",
         "struct s { int i; }; typedef struct s T; struct t { T a; }; int f(void) { return sizeof(struct t); }"),
        // Members, labels and local names are nobody's business.
        ("static int x = 1; struct s { int x; };", "((struct s){ x + 1 }).x",
         "static int x = 7; struct s { int x; }; int f(void) { struct s s = { .x = x }; { int x = 2; goto x; x: s.x += x; } return s.x; }"),
        // A local name that is a type elsewhere.
        ("typedef int x;", "(x)4", "int f(void) { int x = 2, y = 3; return (x) * y; }"),
        // The same words, another object.
        ("static int n; static int up(void) { return ++n; }", "up() + up()", "static int n; static int up(void) { return ++n; } int f(void) { return up(); }"),
        // A record that one file defines with an object, the other alone.
        ("struct s { int a, b; };", "(int)sizeof(struct s)", "struct s { int a, b; } v = { 3, 4 }; int f(void) { return v.b; }"),
        // Definitions, tentative or not, and declarations in blocks.
        ("extern int shared;", "shared", "int shared = 12; int f(void) { return shared++; }"),
        ("int shared;", "shared", "int f(void) { extern int shared; return shared = 13; }"),
        // Old-style parameters.
        ("static int n = 1;", "n", "static int n = 5; int g(n) char n; { return n; } int f(void) { return g(n + 256); }"),
        // A name that is external in one file and not in the other.
        ("static int shared = 3;", "shared", "int g(void); int shared = 12; int f(void) { return shared++; }"),
        // A length that is known only later.
        ("extern int table[]; int *first = table;", "first[1] + table[2]", "int table[] = { 1, 22, 333 }; int f(void) { return sizeof(table); }"),
        // One definition is weak.
        ("int g(void) { return 1; }", "g()", "__attribute__((weak)) int g(void) { return 2; } int f(void) { return g(); }"),
        ("int g(void) __attribute__((weak));\nint g(void) { return 1; }", "g()", "int g(void) { return 2; } int f(void) { return g(); }"),
    ]
    .into_iter()
    .enumerate()
    {
        let main = format!("{PRINTF}{a}\n{uses} printf(\"%d\", {in_main}); return 0; }}\n");
        agrees(&format!("clash{i}"), &[("a.c", &main), ("b.c", b)]);
    }
}

#[test]
fn three_files_of_both_kinds() {
    let main =
        format!("{PRINTF}static int id = 1; int f(void), g(void); int main(void) {{ printf(\"%d %d %d\", id, f(), g()); return 0; }}");
    agrees(
        "kinds",
        &[
            ("a.i", &main),
            ("b.c", "#define ID 2\nstatic int id = ID; int f(void) { return id; }"),
            ("c.i", "static int id = 3; int g(void) { return id; }"),
        ],
    );
}

/// Which of two definitions is called is unspecified, unless they say the same.
#[test]
fn an_inline_definition_beside_another_one() {
    let outer = "int f(void) { return 2; }\n";
    for (body, is_known) in [("inline int f(void) { return 2; }", true), ("inline int f(void) { return 3; }", false)] {
        let main = format!("{body}\nint main(void) {{ return 1 / (f() - 2 + 1); }}\n");
        let cfa = translate_all(&[(&main, "a.c"), (outer, "b.c")], &Options::default()).unwrap();
        let (_, end) = run(&cfa);
        assert_eq!(matches!(end, End::Exit(_)), is_known, "{end:?}");
        if let End::Error(l) = end {
            let error = cfa.error_at(l).unwrap();
            assert!(error.check == Check::Unsupported && error.message.contains("another one that differs"), "{}", error.message);
        }
    }
}

#[test]
fn messages_point_into_the_right_file() {
    let a = "static int limit = 3;\nint f(int);\nint main(void) {\n  return f(limit);\n}\n";
    let b = "static int limit = 0;\n\n\nint f(int x) { int y = limit; return limit + x / (limit + y); }\n";
    let cfa = translate_all(&[(a, "a.c"), (b, "b.c")], &Options::default()).unwrap();
    let (_, End::Error(l)) = run(&cfa) else { panic!("no error") };
    let error = cfa.error_at(l).unwrap();
    let span = error.span.as_ref().unwrap();
    assert_eq!((error.check, &*span.file, span.line, span.column), (Check::Divzero, "b.c", 4, 46), "{span}");
    assert!(cfa.vars.iter().all(|v| v.source.as_ref().is_none_or(|s| !s.contains("bevel"))));
}

#[test]
fn names_are_shown_as_they_were_written_or_not_at_all() {
    let in_a = "int f(int);\nstatic int n, i;\nextern int __VERIFIER_nondet_int(void);\n\
        int main(void) { n = __VERIFIER_nondet_int() & 7; for (i = 0; i < n; i++) { } return f(n); }\n";
    let in_b = "static int i;\nstatic int n(void) { return i; }\nint f(int x) { for (i = 0; i < x; i++) { } return n(); }\n";
    let cfa = translate_all(&[(in_a, "a.c"), (in_b, "b.c")], &Options::default()).unwrap();
    let shown = |name: &str| cfa.vars.iter().filter(|v| v.source.as_deref() == Some(name)).count();
    // One object is called `n`, and two are called `i`.
    assert_eq!((shown("n"), shown("i")), (1, 0));
    assert_eq!(cfa.vars.iter().filter(|v| v.name.starts_with('i')).count(), 2);
    assert!(cfa.frames.iter().any(|f| &*f.function == "n"));
}

/// What is only declared is defined elsewhere, and what a list of parameters declares is nobody else's.
#[test]
fn declarations_are_no_definitions() {
    let a = "typedef int F(void);\nF f, g;\nextern int x;\nint x;\nint (*p)(void);\ntypedef char T;\n\
        int h(int T) { return (T) * 2; }\nint s(struct s { int a; } *p);\nstruct s { char c; };\n\
        int main(void) { p = f; x = 4; printf(\"%d %d %d %d %d\\n\", p(), g(), h(2), (int)sizeof(struct s), (int)sizeof(T)); return 0; }\n";
    let b = "typedef int F(void);\nF f, g;\nextern int x;\nextern int (*p)(void);\ntypedef long T;\nT t;\n\
        int s(struct s { int a; } *p) { return p->a + sizeof(struct s); }\nint k(T T) { return (T) * 3; }\n\
        struct s { short c; };\nint f(void) { return x + 1; }\nint g(void) { return 5 + sizeof(struct s) + (T)(1) + k(2); }\n";
    agrees("declared", &[("a.c", &format!("{PRINTF}{a}")), ("b.c", b)]);
}

/// A linker does not see types; the program has no meaning all the same.
#[test]
fn contradicting_types_are_named() {
    for (a, b) in [
        ("extern int x; int f(void); int main(void) { return x + f(); }", "long x = 5; int f(void) { return x > 4; }"),
        ("extern char x[]; int f(void); int main(void) { return x[1] + f(); }", "int x[] = { 1, 2 }; int f(void) { return x[1]; }"),
        ("int f(int); int main(void) { return f(3); }", "int f(long x) { return x; }"),
        ("int f(int); int main(void) { return f(3); }", "long f(int x) { return x; }"),
        ("int f(int); int main(void) { return f(3); }", "int f = 3;"),
    ] {
        let cfa = translate_all(&[(a, "a.c"), (b, "b.c")], &Options::default()).unwrap();
        let (_, End::Error(l)) = run(&cfa) else { panic!("{b} is understood") };
        let error = cfa.error_at(l).unwrap();
        assert!(error.check == Check::Unsupported && error.message.contains("another type"), "{}", error.message);
        assert_eq!(&*error.span.as_ref().unwrap().file, "b.c");
    }
}

#[test]
fn what_a_linker_rejects_is_rejected() {
    let main = "int f(void) { return 1; }\nint main(void) { return f(); }\n";
    let twice = rejected(&[(main, "a.c"), ("\n  int f(void) { return 2; }\n", "b.c")]).to_string();
    assert!(twice.starts_with("b.c:2:7: second definition of `f`: it is defined at a.c:1:5"), "{twice}");
    let object = rejected(&[("int x = 1;\nint main(void) { return x; }\n", "a.c"), ("int x = 2;\n", "b.c")]).to_string();
    assert!(object.starts_with("b.c:1:5: second definition of `x`"), "{object}");
    let tentative = rejected(&[("int x;\nint main(void) { return x; }\n", "a.c"), ("static int z;\nint y, x = 2;\n", "b.c")]).to_string();
    assert!(tentative.starts_with("b.c:2:8: second definition of `x`: it is defined at a.c:1:5"), "{tentative}");
    let mains = rejected(&[(main, "a.c"), ("int main(void) { return 0; }\n", "b.c")]).to_string();
    assert!(mains.starts_with("b.c:1:5: second definition of `main`"), "{mains}");
    let none = rejected(&[("int x;\n", "a.c"), ("int y;\n", "b.c")]).to_string();
    assert!(none.contains("no function `main` in these files"), "{none}");
    let syntax = rejected(&[(main, "a.c"), ("int x = 1;\nint y = ;\n", "b.c")]).to_string();
    assert!(syntax.starts_with("b.c:2:9: syntax error"), "{syntax}");
    let undeclared =
        rejected(&[("static int x;\nint f(void);\nint main(void) { return f(); }\n", "a.c"), ("int f(void) { return x; }\n", "b.c")]);
    assert!(undeclared.to_string().starts_with("b.c:1:22: `x` is not declared"), "{undeclared}");
}
