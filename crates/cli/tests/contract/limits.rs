//! Limits and signals really stop everything, and what is known is still said.

use crate::tool::{Answer, Bench, ENDLESS};
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn time_is_up_when_it_is_up() {
    let bench = Bench::new();
    bench.write("endless.c", ENDLESS);
    let start = Instant::now();
    let answer = bench.bevel("verify endless.c --timeout 1");
    let took = start.elapsed();
    answer.is("unknown", 3).says("the time limit was reached");
    assert!(took >= Duration::from_millis(900) && took < Duration::from_millis(4000), "{took:?}");
    let run = bench.bevel("run endless.c --timeout 0.5");
    assert_eq!((run.exit, run.out.as_str()), (Some(3), ""));
    run.complains("the time limit was reached");
}

#[test]
fn memory_is_limited() {
    let bench = Bench::new();
    // Its only run needs an array of a few tens of megabytes.
    let text =
        ENDLESS.replace("int main(void) {", "static int a[8000000];\nint main(void) {").replace("if (x ==", "a[x % 8000000] = 1; if (x ==");
    let start = Instant::now();
    let answer = bench.write("large.c", text).bevel("verify large.c --memory 8 --timeout 30");
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    answer.is("unknown", 3).says("the memory limit was reached");
}

fn interrupt(bench: &Bench, line: &str) -> (Answer, Duration) {
    let child = bench.start(line);
    std::thread::sleep(Duration::from_millis(1500));
    let start = Instant::now();
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let answer = Answer::of(child.wait_with_output().unwrap());
    (answer, start.elapsed())
}

#[test]
fn an_interrupt_still_prints_what_is_known() {
    let bench = Bench::new();
    bench.write("endless.c", ENDLESS);
    let (answer, took) = interrupt(&bench, "verify endless.c");
    answer.is("unknown", 3).says("interrupted");
    assert!(took < Duration::from_secs(3), "{took:?}");
    let (answer, _) = interrupt(&bench, "verify endless.c --json");
    let json: serde_json::Value = serde_json::from_str(&answer.out).unwrap();
    assert_eq!((json["verdict"].as_str(), answer.exit), (Some("unknown"), Some(3)));
}

#[test]
fn a_confirmed_violation_survives_the_interrupt() {
    let bench = Bench::new();
    let text = ENDLESS.replace(
        "    unsigned long long x",
        "    extern int __VERIFIER_nondet_int(void);\n    if (__VERIFIER_nondet_int() == 7) reach_error();\n    unsigned long long x",
    );
    bench.write("both.c", text);
    let (answer, _) = interrupt(&bench, "verify both.c");
    answer.is("unsafe(reach)", 1).says("(__VERIFIER_nondet_int): 7");
}

/// The front end waits for a file that nobody writes and polls nothing: the watchdog must speak.
#[test]
fn even_what_does_not_listen_is_stopped() {
    let bench = Bench::new();
    let pipe = bench.path().join("pipe.h");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    bench.write("waits.c", "#include \"pipe.h\"\nint main(void) { return 0; }\n");
    // The preprocessor inherits our pipes, so only the end of the process is waited for.
    let mut child = bench.start("verify waits.c --timeout 0.5");
    let start = Instant::now();
    let status = child.wait().unwrap();
    assert!(start.elapsed() < Duration::from_secs(4), "{:?}", start.elapsed());
    assert_eq!(status.code(), Some(3));
    // Lets the preprocessor end, if it is still there. (Opened for both, a pipe does not wait for the other side.)
    drop(std::fs::OpenOptions::new().read(true).write(true).open(&pipe));
    let answer = Answer::of(child.wait_with_output().unwrap());
    assert_eq!(answer.out, "unknown\n");
    answer.complains("the time limit was reached");
}
