//! The fuzzer itself: a tool that guesses does not pass.
#![cfg(unix)]

use fuzz::campaign::{Settings, Tally, run};
use fuzz::family::Family;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("bevel-fuzz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    folder
}

/// What becomes of a short run with a tool that gives one answer to everything.
fn always(name: &str, report: &str, exit: i32) -> Tally {
    let folder = folder(name);
    let tool = folder.join("tool");
    std::fs::write(&tool, format!("#!/bin/sh\necho '{report}'\nexit {exit}\n")).unwrap();
    std::fs::set_permissions(&tool, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut settings = Settings::new(&tool);
    settings.families = vec![Family::Entry, Family::Rejected];
    settings.count = Some(12);
    settings.talk = false;
    settings.out.clone_from(&folder);
    let tally = run(&settings).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    tally
}

#[test]
fn a_case_is_the_same_every_time() {
    for family in Family::ALL {
        let (one, other) = (family.case(3, 5), family.case(3, 5));
        assert_eq!((one.text, one.options, one.expect), (other.text, other.options, other.expect));
        let texts: std::collections::BTreeSet<String> = (0..40).map(|k| family.case(3, k).text).collect();
        assert!(texts.len() > 20, "{} makes the same programs again and again", family.name());
    }
}

#[test]
fn a_tool_that_always_says_safe_is_wrong() {
    let tally = always("safe", "{ \"verdict\": \"safe\" }", 0);
    assert!(tally.families.values().all(|counts| counts.wrong > 0), "{tally}");
}

#[test]
fn a_tool_that_always_fails_is_wrong() {
    let tally = always("unsafe", "{ \"verdict\": \"unsafe\", \"check\": \"reach\" }", 1);
    assert!(tally.families.values().all(|counts| counts.wrong > 0), "{tally}");
}

#[test]
fn a_tool_that_never_decides_does_not_pass() {
    let tally = always("unknown", "{ \"verdict\": \"unknown\" }", 3);
    assert!(tally.families.values().all(|counts| counts.wrong == 0), "{tally}");
    assert!(tally.fault().is_some_and(|fault| fault.contains("only 0 % are decided")));
}
