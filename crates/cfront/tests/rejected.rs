//! Input that is not a program gives a message, whatever it is.

use cfront::{DataModel, Diagnostic, Options, load, translate};
use std::path::PathBuf;
use std::time::{Duration, Instant};

fn rejected(text: &str) -> Diagnostic {
    let start = Instant::now();
    let result = translate(text, "bad.c", &Options::default());
    assert!(start.elapsed() < Duration::from_secs(60));
    result.err().unwrap_or_else(|| panic!("accepted: {}", text.chars().take(80).collect::<String>()))
}

/// A file that exists while the test runs.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str, content: &[u8]) -> Self {
        let path = std::env::temp_dir().join(format!("cfront-rejected-{}-{name}", std::process::id()));
        std::fs::write(&path, content).unwrap();
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn the_message_shows_the_place() {
    let message = rejected("int main(void) {\n  int x = 1;\n  return x +;\n}\n").to_string();
    assert!(message.starts_with("bad.c:3:13: syntax error"), "{message}");
    assert!(message.contains("\n    return x +;\n              ^"), "{message}");
    let message = rejected("int main(void) { return y; }").to_string();
    assert!(message.starts_with("bad.c:1:25: `y` is not declared"), "{message}");
}

#[test]
fn texts_that_are_no_programs() {
    for text in [
        "",
        "\n\n",
        "int x;",
        "int main(",
        "int main(void) { {",
        "}",
        "int main(void) { } }",
        "hello world",
        "\u{1}\u{2}\u{3}",
        "\0",
        "\"",
        "'",
        "/*",
        "int main(void) { break; }",
        "int main(void) { return (1; }",
    ] {
        let message = rejected(text).to_string();
        assert!(message.starts_with("bad.c"), "{message}");
    }
    assert!(rejected("").to_string().contains("no function `main`"));
}

#[test]
fn deep_nesting_neither_hangs_nor_overflows() {
    for (open, close) in
        [("(", ")"), ("{", "}"), ("a[", "]"), ("f(", ")"), ("({", ";})"), ("-", ""), ("!", ""), ("1+", ""), ("1?2:", ""), ("(int)", "")]
    {
        for n in [300, 900, 5000, 200_000] {
            let text =
                format!("int a[9]; int f(int x) {{ return x; }} int main(void) {{ return {}1{}; }}", open.repeat(n), close.repeat(n));
            // Accepted or not, it ends.
            let _ = translate(&text, "deep.c", &Options::default());
        }
    }
}

#[test]
fn random_bytes_are_refused() {
    let mut random = base::random::Random::new(7);
    let bytes: Vec<u8> = (0..10_000_000).map(|_| random.next_u64() as u8).collect();
    let file = Scratch::new("random.c", &bytes);
    assert!(load(&file.0, &Options::default()).is_err());
    let printable: Vec<u8> = bytes.iter().map(|b| b % 95 + 32).collect();
    let file = Scratch::new("printable.c", &printable);
    assert!(load(&file.0, &Options::default()).is_err());
    let file = Scratch::new("printable.i", &printable);
    assert!(load(&file.0, &Options::default()).is_err());
}

#[test]
fn files_that_cannot_be_read() {
    let options = Options::default();
    assert!(load("does-not-exist.c".as_ref(), &options).unwrap_err().to_string().contains("cannot be read"));
    assert!(load(&std::env::temp_dir(), &options).unwrap_err().to_string().contains("directory"));
    let missing = Scratch::new("include.c", b"#include \"no-such-header.h\"\nint main(void) { return 0; }\n");
    assert!(load(&missing.0, &options).unwrap_err().to_string().contains("no-such-header.h"));
}

#[test]
fn latin_1_is_text() {
    let file = Scratch::new("latin.c", b"/* caf\xe9 */ int main(void) { return 0; }\n");
    assert!(load(&file.0, &Options::default()).is_ok());
}

#[test]
fn the_preprocessor_knows_the_data_model() {
    let text = b"#include <limits.h>\n#include <stddef.h>\n#include <assert.h>\nint main(void) { long m = LONG_MAX; assert(m == 2147483647L && sizeof(size_t) == 4); return 0; }\n";
    let file = Scratch::new("limits.c", text);
    for (data_model, errors) in [(DataModel::Ilp32, 0), (DataModel::Lp64, 1)] {
        let cfa = load(&file.0, &Options { data_model, ..Options::default() }).unwrap_or_else(|d| panic!("{d}"));
        let end =
            base::exec::walk::Walk::new(&cfa).run(&mut base::exec::Listed::new(&[]), 1000, &base::Budget::unlimited(), &mut |_, _| {});
        assert_eq!(usize::from(matches!(end, base::exec::End::Error(_))), errors, "{data_model:?}");
    }
}

#[test]
fn places_are_those_of_the_original_file() {
    let file = Scratch::new(
        "lines.c",
        b"#include <assert.h>\n#define TWICE(x) ((x) + (x))\nint main(void) {\n  int y = 3;\n  assert(TWICE(y) == 7);\n  return 0;\n}\n",
    );
    let cfa = load(&file.0, &Options::default()).unwrap_or_else(|d| panic!("{d}"));
    let span = cfa.errors.iter().find(|e| e.check == base::Check::Reach).and_then(|e| e.span.clone()).unwrap();
    assert_eq!((span.line, &*span.file), (5, file.0.display().to_string().as_str()));
    assert!(cfa.files.line(&span).is_some_and(|l| l.contains("TWICE")));
}
