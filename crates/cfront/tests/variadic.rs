//! Functions with a variable number of arguments do what the compiled ones do; what is not understood is named.

use base::exec::walk::{Step, Walk};
use base::exec::{End, Listed};
use base::{Budget, Check};
use cfront::{Options, load};
use std::path::PathBuf;
use std::process::{Command, Stdio};

const PROLOGUE: &str = "#include <stdarg.h>\n#include <stdio.h>\n";

/// A file that exists while the test runs, and its program.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, text: &str) -> Self {
        let path = std::env::temp_dir().join(format!("cfront-variadic-{}-{name}.c", std::process::id()));
        std::fs::write(&path, format!("{PROLOGUE}{text}")).unwrap();
        Scratch(path)
    }

    fn compiled(&self) -> String {
        let binary = self.0.with_extension("bin");
        assert!(Command::new("cc").args(["-w", "-O0", "-o"]).arg(&binary).arg(&self.0).status().expect("cc runs").success());
        let output = Command::new(&binary).stdin(Stdio::null()).output().expect("the program runs");
        std::fs::remove_file(binary).unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// What the automaton prints, and the message if it ends at something that is not understood.
    fn run(&self) -> (String, Option<String>) {
        let (printed, error) = self.ends();
        if let Some((check, message)) = &error {
            assert_eq!(*check, Check::Unsupported, "{message}");
        }
        (printed, error.map(|(_, message)| message))
    }

    /// What the automaton prints, and the error at which it ends.
    fn ends(&self) -> (String, Option<(Check, String)>) {
        let cfa = load(&self.0, &Options::default()).unwrap_or_else(|d| panic!("{d}"));
        let mut printed = String::new();
        let end = Walk::new(&cfa).run(&mut Listed::new(&[]), 100_000, &Budget::unlimited(), &mut |step, _| {
            if let Step::Printed(_, text) = step {
                printed.push_str(text);
            }
        });
        let message = match end {
            End::Error(l) => {
                let error = cfa.error_at(l).unwrap();
                Some((error.check, error.message.clone()))
            }
            End::Exit(_) => None,
            other => panic!("the run ends with {other:?}"),
        };
        (printed, message)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[track_caller]
fn agrees(name: &str, text: &str) {
    let file = Scratch::new(name, text);
    assert_eq!(file.run(), (file.compiled(), None), "{text}");
}

/// The run ends at an alarm of `undefined` that says so.
#[track_caller]
fn alarms(name: &str, text: &str, what: &str) {
    let file = Scratch::new(name, text);
    let (_, error) = file.ends();
    assert!(matches!(&error, Some((Check::Undefined, message)) if message.contains(what)), "{error:?} in {text}");
}

#[track_caller]
fn names(name: &str, text: &str, what: &str) {
    let file = Scratch::new(name, text);
    let (_, message) = file.run();
    assert!(message.as_ref().is_some_and(|m| m.contains(what)), "{message:?} in {text}");
}

const SUM: &str = "static int sum(int n, ...) { va_list ap; int s = 0; va_start(ap, n); while (n-- > 0) s = s * 10 + va_arg(ap, int); va_end(ap); return s; }\n";

#[test]
fn arguments_are_read_in_their_order() {
    agrees(
        "sum",
        &format!(
            "{SUM}int main(void) {{ char c = 3; short h = -4; _Bool b = 1; printf(\"%d %d %d %d\", sum(0), sum(1, 7), sum(3, 1, 2, 3), sum(3, c, h, b)); return 0; }}"
        ),
    );
    agrees("nested", &format!("{SUM}int main(void) {{ printf(\"%d\", sum(3, sum(1, 2), sum(2, 3, 4), sum(1, sum(1, 5)))); return 0; }}"));
}

#[test]
fn arguments_of_all_kinds() {
    agrees(
        "kinds",
        "struct p { int x, y; }; static int twice(int x) { return 2 * x; }\n\
         static long all(const char *k, ...) { va_list ap; long s = 0; va_start(ap, k);\n\
           for (; *k; k++) switch (*k) {\n\
             case 'i': s += va_arg(ap, int); break; case 'u': s += va_arg(ap, unsigned); break; case 'l': s -= va_arg(ap, long); break;\n\
             case 'p': s += *va_arg(ap, int *); break; case 's': { struct p v = va_arg(ap, struct p); s += 3 * v.x + v.y; break; }\n\
             case 'w': ++*va_arg(ap, int *); break; case 'n': s += va_arg(ap, char *) == 0; break;\n\
             case 'f': { int (*f)(int) = va_arg(ap, int (*)(int)); s += f(21); break; } }\n\
           va_end(ap); return s; }\n\
         int main(void) { int a = 5, b[3] = { 1, 2, 3 }; struct p v = { 4, 9 };\n\
           printf(\"%ld \", all(\"ilsp\", 1, 2L, v, &a)); printf(\"%ld \", all(\"ppwu\", b, b + 2, &a, 4000000000u)); printf(\"%d \", a);\n\
           printf(\"%ld \", all(\"nf\", (char *)0, twice)); printf(\"%ld\", all(\"\")); return 0; }",
    );
}

#[test]
fn lists_are_passed_and_copied() {
    agrees(
        "passed",
        "static int next(va_list ap) { return va_arg(ap, int); }\n\
         static int vsum(int n, va_list ap) { int s = 0; va_list other; va_copy(other, ap); while (n-- > 0) s += va_arg(ap, int); s = s * 100 + va_arg(other, int); va_end(other); return s; }\n\
         static int f(int n, ...) { va_list ap, again; int s, k; va_start(ap, n); va_copy(again, ap); k = va_arg(again, int); s = vsum(n, ap) * 10 + next(again) + k; va_end(ap); va_end(again); va_start(ap, n); s += 1000 * va_arg(ap, int); va_end(ap); return s; }\n\
         static int g(int n, ...) { va_list ap; int s, k; va_start(ap, n); k = va_arg(ap, int); s = f(2, k, n) + va_arg(ap, int); va_end(ap); return s; }\n\
         int main(void) { printf(\"%d %d\", f(3, 1, 2, 3), g(4, 5, 6)); return 0; }",
    );
}

#[test]
fn what_is_not_understood_is_named() {
    let float = "static double f(int n, ...) { va_list ap; va_start(ap, n); double d = va_arg(ap, double); va_end(ap); return d; }\n";
    names("float", &format!("{float}int main(void) {{ return f(1, 2.5) > 2; }}"), "double");
    names(
        "recursive",
        "static int f(int n, ...) { va_list ap; va_start(ap, n); int k = va_arg(ap, int); va_end(ap); return n ? f(n - 1, k + 1) : k; }\nint main(void) { return f(3, 4); }",
        "va_start in a function that is recursive",
    );
    names(
        "address",
        "static int h(va_list *ap) { return va_arg(*ap, int); }\nstatic int f(int n, ...) { va_list ap; va_start(ap, n); n = h(&ap); va_end(ap); return n; }\nint main(void) { return f(1, 2); }",
        "va_list",
    );
}

#[test]
fn output_by_a_list_has_no_effect() {
    let text = "static int say(const char *format, ...) { va_list ap; va_start(ap, format); vprintf(format, ap); va_end(ap); va_start(ap, format); vfprintf(stderr, format, ap); va_end(ap); return 3; }\n\
        int main(void) { int x = 4; x += say(\"%d\", x); printf(\" %d\", x); return 0; }";
    assert_eq!(Scratch::new("output", text).run(), ("? 7".to_owned(), None));
}

#[test]
fn lists_are_started_read_and_ended() {
    alarms("missing", &format!("{SUM}int main(void) {{ return sum(2, 1); }}"), "no argument is left");
    alarms("wider", &format!("{SUM}int main(void) {{ return sum(1, 1L); }}"), "the argument is of type long");
    let body = |body: &str| {
        format!(
            "va_list none;\nstatic int h(va_list ap) {{ return va_arg(ap, int); }}\nstatic int f(int n, ...) {{ va_list ap, other; {body} return n; }}\nint main(void) {{ return f(1, 2, 3); }}"
        )
    };
    // What a function has read on is no longer the caller's to read.
    alarms("indeterminate", &body("va_start(ap, n); n = h(ap); n += va_arg(ap, int); va_end(ap);"), "was read on by a function");
    alarms("ended", &body("va_start(ap, n); va_end(ap); n = va_arg(ap, int);"), "va_arg of a list that is not started");
    alarms("again", &body("va_start(ap, n); va_start(ap, n); va_end(ap);"), "started already");
    alarms("twice", &body("va_start(ap, n); va_end(ap); va_end(ap);"), "va_end of a list that is not started");
    alarms("unstarted", &body("va_copy(ap, none); va_end(ap);"), "va_copy of a list");
    alarms(
        "overwritten",
        &body("va_start(ap, n); va_start(other, n); va_copy(other, ap); va_end(ap); va_end(other);"),
        "va_copy to a list",
    );
    alarms("left", &body("va_start(ap, n); va_copy(other, ap); va_end(ap);"), "without `va_end`");
    alarms("printed", &body("va_start(ap, n); vprintf(\"%d\", ap);"), "without `va_end`");
    agrees(
        "rows",
        "static int f(int n, ...) { int s = 0; for (int k = 0; k < 2; k++) { va_list ap; va_start(ap, n); s += va_arg(ap, int); va_end(ap); } va_list l[2]; va_start(l[0], n); va_copy(l[1], l[0]); s = s * 10 + va_arg(l[1], int); va_end(l[1]); va_end(l[0]); return s; }\n\
         int main(void) { printf(\"%d\", f(2, 3, 4)); return 0; }",
    );
}
