//! The front end agrees with the system's compiler: random programs are compiled and run, and every printed value is
//! compared with an execution of the automaton.

mod generate;
mod memory;
mod pointers;
mod recursive;
mod unions;

use base::exec::End;
use base::exec::walk::{Step, Walk};
use base::{Budget, Check, InputKind, Int, Stmt};
use cfront::{Globals, IntMode, Options, translate};
use generate::Generator;
use std::fmt::Write;
use std::process::{Command, Stdio};

/// What the compiled programs print, one text per program.
fn compiled(programs: &[(u64, String)], name: &str) -> Vec<String> {
    compiled_with(programs, name, "int printf(const char *, ...);\n", &["-O0", "-fwrapv"])
}

fn compiled_with(programs: &[(u64, String)], name: &str, prologue: &str, flags: &[&str]) -> Vec<String> {
    let mut file = String::from(prologue);
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
    let status = Command::new("cc")
        .args(["-w", "-Wno-packed-bitfield-compat"])
        .args(flags)
        .arg("-o")
        .arg(&binary)
        .arg(&source)
        .status()
        .expect("cc runs");
    assert!(status.success(), "cc rejects {}", source.display());
    let output = Command::new(&binary).stdin(Stdio::null()).output().expect("the program runs");
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && complaint.is_empty(), "{} fails: {:?} {complaint}", source.display(), output.status);
    std::fs::remove_dir_all(&directory).unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.split("== ").skip(1).map(|part| part.split_once('\n').map_or(String::new(), |(_, rest)| rest.to_owned())).collect()
}

/// What the automaton prints.
fn executed(text: &str, seed: u64, int: IntMode) -> (String, String) {
    let (printed, end) = outcome(&format!("int printf(const char *, ...);\n{text}"), seed, int, false);
    (printed, end.map_or_else(String::new, |(_, message)| message))
}

/// What the automaton prints, and how it ends if not well: whether for something that is not understood, and the message.
fn outcome(text: &str, seed: u64, int: IntMode, any_order: bool) -> (String, Option<(bool, String)>) {
    // Random programs have changes without an order: what is compared is what they compute.
    let checks = Check::ALL.into_iter().filter(|c| *c != Check::Undefined).collect();
    let options = Options { int, entry: format!("p{seed}_main"), globals: Globals::Initial, checks, ..Options::default() };
    let cfa = translate(text, "random.c", &options).unwrap_or_else(|d| panic!("program {seed} is rejected: {d}\n{text}"));
    if !any_order && cfa.edges.iter().any(|e| matches!(&e.stmt, Stmt::Input { kind: InputKind::Open(_), .. })) {
        return (String::new(), Some((true, LEFT_OPEN.into())));
    }
    let mut printed = String::new();
    let end = Walk::new(&cfa).run(&mut |_: &base::exec::Request| Some(Int::ZERO), 3_000_000, &Budget::unlimited(), &mut |step, _| {
        if let Step::Printed(_, text) = step {
            printed.push_str(text);
        }
    });
    let end = match end {
        End::Exit(_) => None,
        End::Error(l) => {
            let error = cfa.error_at(l).unwrap();
            let message = error.span.as_ref().map_or_else(|| error.message.clone(), |s| cfa.files.render(s, &error.message));
            Some((error.check == Check::Unsupported, message))
        }
        other => Some((false, format!("{other:?}"))),
    };
    (printed, end)
}

/// Random expressions change one object twice, or call several functions that change the same one: then compilers choose.
const OPEN: [&str; 3] = [LEFT_OPEN, "without an order in one expression", "order of so many operands"];
const LEFT_OPEN: &str = "the order of calls is left open";

fn compare(programs: &[(u64, String)], int: IntMode, name: &str) {
    let (mut values, mut open) = (0, 0);
    for chunk in programs.chunks(50) {
        for ((seed, text), expected) in chunk.iter().zip(compiled(chunk, name)) {
            let (printed, end) = executed(text, *seed, int);
            values += expected.split_whitespace().count();
            if OPEN.iter().any(|what| end.contains(what)) {
                open += 1;
                continue;
            }
            if let Some((n, (a, b))) = expected.lines().zip(printed.lines()).enumerate().find(|(_, (a, b))| a != b) {
                panic!("program {seed}, line {}: cc prints {a}, the automaton {b}\n{text}", n + 1);
            }
            assert_eq!((expected.len(), end.as_str()), (printed.len(), ""), "program {seed} ends differently\n{text}");
        }
    }
    assert!(open * 2 < programs.len(), "{open} of {} programs end where C leaves the order open", programs.len());
    assert!(values > 1000, "only {values} values were compared");
    println!("{values} values agree");
}

/// Seeds of random programs: a few, or `many` where slow tests are asked for (`cargo xtask test --slow`).
fn seeds(first: u64, few: u64, many: u64) -> std::ops::Range<u64> {
    first..first + if std::env::var_os("BEVEL_SLOW").is_some() { many } else { few }
}

#[test]
fn wrapping_programs_agree_with_the_compiler() {
    let programs: Vec<_> = seeds(0, 40, 220).map(|seed| (seed, Generator::program(seed, false))).collect();
    compare(&programs, IntMode::Wrap, "wrap");
}

#[test]
fn programs_without_overflow_agree_with_the_compiler() {
    let programs: Vec<_> = seeds(1000, 30, 130).map(|seed| (seed, Generator::program(seed, true))).collect();
    compare(&programs, IntMode::Ub, "ub");
}

#[test]
fn pointers_that_are_not_followed_agree_with_the_compiler() {
    let programs: Vec<_> = seeds(2000, 50, 150).map(|seed| (seed, pointers::program(seed))).collect();
    compare(&programs, IntMode::Ub, "pointers");
}

/// How many programs the slow tier runs (`cargo xtask programs N`).
fn wanted(usually: u64) -> u64 {
    std::env::var("BEVEL_PROGRAMS").ok().and_then(|n| n.parse().ok()).unwrap_or(usually)
}

/// How a set of programs over memory went: agreed, and those that are not understood with the reason. A difference panics.
fn compare_memory(programs: &[(u64, String)], name: &str) -> (usize, Vec<String>) {
    let (agreed, reasons, different) = weigh(programs, name);
    if let Some(first) = different.first() {
        panic!("{} of {} programs differ: {first}", different.len(), programs.len());
    }
    (agreed, reasons)
}

/// The same, with the programs that differ.
fn weigh(programs: &[(u64, String)], name: &str) -> (usize, Vec<String>, Vec<String>) {
    let (mut agreed, mut reasons, mut different) = (0, Vec::new(), Vec::new());
    for chunk in programs.chunks(50) {
        for ((seed, text), expected) in chunk.iter().zip(compiled_with(chunk, name, memory::PROLOGUE, &["-O0"])) {
            let text = format!("{}{text}", memory::PROLOGUE);
            let (printed, end) = outcome(&text, *seed, IntMode::Ub, true);
            // What was printed before a place that is not understood must be right as well; a value that is not
            // understood is printed as a question mark.
            if let Some((n, (a, b))) = expected.lines().zip(printed.lines()).enumerate().find(|(_, (a, b))| a != b && *b != "?") {
                different.push(format!("program {seed}, line {}: cc prints {a}, the automaton {b}\n{text}", n + 1));
                continue;
            }
            match end {
                Some((true, message)) => reasons.push(message.lines().next().unwrap_or_default().to_owned()),
                Some((false, message)) => different.push(format!("program {seed} ends with {message}\n{text}")),
                None if printed.contains('?') => reasons.push("random.c:0:0: printed value".into()),
                None if expected.len() != printed.len() => different.push(format!("program {seed} ends differently\n{text}")),
                None => agreed += 1,
            }
        }
    }
    (agreed, reasons, different)
}

/// The reasons by frequency, without their places.
fn tally(reasons: &[String]) -> String {
    let mut counts = base::SortedMap::<&str, usize>::new();
    for reason in reasons {
        *counts.entry(reason.splitn(4, ':').last().unwrap_or_default().trim()).or_default() += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    rows.iter().take(5).map(|(what, n)| format!("\n    {n:4} {what}")).collect()
}

/// Programs with one feature each, so that it is seen which features are understood.
#[test]
fn memory_agrees_with_the_compiler() {
    let (mut understood, mut all) = (0, 0);
    for (i, feature) in memory::ALL.into_iter().enumerate() {
        let first = 10_000 + 1000 * i as u64;
        let programs: Vec<_> = seeds(first, 7, 12).map(|seed| (seed, memory::program(seed, &[feature]))).collect();
        let (agreed, reasons) = compare_memory(&programs, "memory");
        println!("{feature:?}: {agreed} agree, {} not understood{}", reasons.len(), tally(&reasons));
        understood += agreed;
        all += programs.len();
    }
    assert!(understood * 100 >= all * 95, "only {understood} of {all} programs are understood");
}

/// Copies of unions in every form.
#[test]
fn copied_unions_agree_with_the_compiler() {
    let programs: Vec<_> = (200_000..200_040).map(|seed| (seed, unions::program(seed))).collect();
    let (agreed, reasons) = compare_memory(&programs, "unions");
    println!("{agreed} agree, {} not understood{}", reasons.len(), tally(&reasons));
    assert!(agreed * 100 >= programs.len() * 90, "only {agreed} of {} programs are understood{}", programs.len(), tally(&reasons));
}

#[test]
#[ignore = "slow: cargo xtask programs"]
fn many_copied_unions_agree_with_the_compiler() {
    let programs: Vec<_> = (210_000..210_000 + wanted(2000)).map(|seed| (seed, unions::program(seed))).collect();
    let (agreed, reasons, different) = weigh(&programs, "unions-many");
    println!("{agreed} agree, {} not understood, {} differ{}", reasons.len(), different.len(), tally(&reasons));
    assert!(different.is_empty(), "{}", different[0]);
}

#[test]
#[ignore = "slow: cargo xtask programs"]
fn many_programs_over_memory_agree_with_the_compiler() {
    let programs: Vec<_> = (100_000..100_000 + wanted(2000)).map(|seed| (seed, memory::program(seed, &memory::ALL))).collect();
    let (agreed, reasons) = compare_memory(&programs, "memory-many");
    println!("{agreed} agree, {} not understood{}", reasons.len(), tally(&reasons));
}

/// The generated programs mean one thing: optimised or not they print the same, and the sanitizers have nothing to say.
#[test]
#[ignore = "slow: cargo xtask programs"]
fn generated_programs_have_no_undefined_behaviour() {
    let memory = (100_000..100_000 + wanted(2000)).map(|seed| (seed, memory::program(seed, &memory::ALL)));
    let programs: Vec<_> = memory.chain((210_000..210_000 + wanted(2000)).map(|seed| (seed, unions::program(seed)))).collect();
    for chunk in programs.chunks(50) {
        let with = |name: &str, flags: &[&str]| compiled_with(chunk, name, memory::PROLOGUE, flags);
        let plain = with("memory-plain", &["-O0"]);
        let sanitizers = ["-O1", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        for (((seed, text), a), (b, c)) in
            chunk.iter().zip(&plain).zip(with("memory-fast", &["-O2"]).iter().zip(&with("memory-checked", &sanitizers)))
        {
            assert!(a == b && a == c, "program {seed} depends on the compiler: {a} {b} {c}\n{text}");
        }
    }
}

#[test]
fn recursive_programs_agree_with_the_compiler() {
    let programs: Vec<_> = seeds(3000, 30, 200).map(|seed| (seed, recursive::program(seed))).collect();
    compare(&programs, IntMode::Ub, "recursive");
}
