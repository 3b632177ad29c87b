//! A tool that is missing makes a test ignored, and nothing else does.

use libtest_mimic::{Arguments, Conclusion, Trial};
use std::sync::atomic::{AtomicU32, Ordering};

static RUNS: AtomicU32 = AtomicU32::new(0);

fn needs_nothing() {
    RUNS.fetch_add(1, Ordering::Relaxed);
}

fn needs_a_number(number: &u32) {
    RUNS.fetch_add(*number, Ordering::Relaxed);
}

fn needs_another_number(number: &u32) {
    assert_eq!(*number, 10, "the number is another one");
}

fn trials(tool: Result<u32, &'static str>) -> Vec<Trial> {
    [trials::plain![needs_nothing], trials::with![tool, needs_a_number, needs_another_number]].into_iter().flatten().collect()
}

/// How many passed, failed and were ignored. The report goes to a file, since it would look like one of this test.
fn outcome(tool: Result<u32, &'static str>, include_ignored: bool) -> ([u64; 3], String) {
    let file = std::env::temp_dir().join(format!("bevel-trials-{}", std::process::id()));
    let arguments = Arguments { include_ignored, test_threads: Some(1), logfile: Some(file.display().to_string()), ..Arguments::default() };
    let Conclusion { num_passed, num_failed, num_ignored, .. } = libtest_mimic::run(&arguments, trials(tool));
    let report = std::fs::read_to_string(&file).unwrap();
    std::fs::remove_file(&file).unwrap();
    ([num_passed, num_failed, num_ignored], report)
}

#[test]
fn without_its_tool_a_test_is_ignored_and_not_passed() {
    let (counts, report) = outcome(Err("abacus"), false);
    assert_eq!((counts, RUNS.swap(0, Ordering::Relaxed)), ([1, 0, 2], 1));
    assert!(report.contains("test [no abacus] needs_a_number"), "{report}");
    // Who insists on them is told that they cannot run.
    assert_eq!((outcome(Err("abacus"), true).0, RUNS.swap(0, Ordering::Relaxed)), ([1, 2, 0], 1));
    // With the tool they are tests like any other.
    assert_eq!((outcome(Ok(10), false).0, RUNS.swap(0, Ordering::Relaxed)), ([3, 0, 0], 11));
    assert_eq!((outcome(Ok(11), false).0, RUNS.swap(0, Ordering::Relaxed)), ([2, 1, 0], 12));
}

#[test]
fn names_are_paths() {
    mod inner {
        pub fn test() {}
    }
    assert_eq!(trials::plain![inner::test][0].name(), "inner::test");
}
