//! The front end agrees with the system's compiler: random programs are compiled and run, and every printed value is
//! compared with an execution of the automaton.

mod generate;
mod pointers;
mod recursive;

use base::exec::End;
use base::exec::walk::{Step, Walk};
use base::{Budget, Int};
use cfront::{IntMode, Options, translate};
use generate::Generator;
use std::fmt::Write;
use std::process::{Command, Stdio};

/// What the compiled programs print, one text per program.
fn compiled(programs: &[(u64, String)], name: &str) -> Vec<String> {
    let mut file = String::from("int printf(const char *, ...);\n");
    let mut main = String::from("int main(void) {\n");
    for (seed, text) in programs {
        file.push_str(text);
        let _ = writeln!(main, "printf(\"== %d\\n\", {seed}); p{seed}_main();");
    }
    file.push_str(&main);
    file.push_str("return 0; }\n");
    let directory = std::env::temp_dir().join(format!("cfront-differential-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&directory).unwrap();
    let (source, binary) = (directory.join("all.c"), directory.join("all"));
    std::fs::write(&source, file).unwrap();
    let status = Command::new("cc").args(["-w", "-O0", "-fwrapv", "-o"]).arg(&binary).arg(&source).status().expect("cc runs");
    assert!(status.success(), "cc rejects {}", source.display());
    let output = Command::new(&binary).stdin(Stdio::null()).output().expect("the program runs");
    assert!(output.status.success(), "{} fails: {:?}", source.display(), output.status);
    std::fs::remove_dir_all(&directory).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split("== ").skip(1).map(|part| part.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned())).collect()
}

/// What the automaton prints.
fn executed(text: &str, seed: u64, int: IntMode) -> (String, String) {
    let options = Options { int, entry: format!("p{seed}_main"), ..Options::default() };
    let text = format!("int printf(const char *, ...);\n{text}");
    let cfa = translate(&text, "random.c", &options).unwrap_or_else(|d| panic!("program {seed} is rejected: {d}\n{text}"));
    let mut printed = String::new();
    let end = Walk::new(&cfa).run(&mut |_: &base::exec::Request| Some(Int::ZERO), 3_000_000, &Budget::unlimited(), &mut |step, _| {
        if let Step::Printed(_, text) = step {
            printed.push_str(text);
        }
    });
    let end = match end {
        End::Exit(_) => String::new(),
        End::Error(l) => {
            let error = cfa.error_at(l).unwrap();
            cfa.files.render(error.span.as_ref().unwrap(), &error.message)
        }
        other => format!("{other:?}"),
    };
    (printed, end)
}

fn compare(programs: &[(u64, String)], int: IntMode, name: &str) {
    let mut values = 0;
    for chunk in programs.chunks(50) {
        for ((seed, text), expected) in chunk.iter().zip(compiled(chunk, name)) {
            let (printed, end) = executed(text, *seed, int);
            values += expected.split_whitespace().count();
            if let Some((n, (a, b))) = expected.lines().zip(printed.lines()).enumerate().find(|(_, (a, b))| a != b) {
                panic!("program {seed}, line {}: cc prints {a}, the automaton {b}\n{text}", n + 1);
            }
            assert_eq!((expected.len(), end.as_str()), (printed.len(), ""), "program {seed} ends differently\n{text}");
        }
    }
    assert!(values > 1000, "only {values} values were compared");
    println!("{values} values agree");
}

#[test]
fn wrapping_programs_agree_with_the_compiler() {
    let programs: Vec<_> = (0..220).map(|seed| (seed, Generator::program(seed, false))).collect();
    compare(&programs, IntMode::Wrap, "wrap");
}

#[test]
fn programs_without_overflow_agree_with_the_compiler() {
    let programs: Vec<_> = (1000..1130).map(|seed| (seed, Generator::program(seed, true))).collect();
    compare(&programs, IntMode::Ub, "ub");
}

#[test]
fn pointers_that_are_not_followed_agree_with_the_compiler() {
    let programs: Vec<_> = (2000..2150).map(|seed| (seed, pointers::program(seed))).collect();
    compare(&programs, IntMode::Ub, "pointers");
}

#[test]
fn recursive_programs_agree_with_the_compiler() {
    let programs: Vec<_> = (3000..3200).map(|seed| (seed, recursive::program(seed))).collect();
    compare(&programs, IntMode::Ub, "recursive");
}
