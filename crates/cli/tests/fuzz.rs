//! A short slice of the fuzzer for the border, with a fixed seed: no wrong verdict, and enough programs decided in every family.
//! `cargo xtask fuzz c` runs as many as there is time for.

use fuzz::campaign::{Settings, run};

#[test]
fn no_verdict_is_wrong_in_a_short_slice() {
    let folder = std::env::temp_dir().join(format!("bevel-fuzz-slice-{}", std::process::id()));
    let mut settings = Settings::new(env!("CARGO_BIN_EXE_bevel"));
    settings.count = Some(16);
    settings.seed = 25;
    settings.talk = false;
    settings.out.clone_from(&folder);
    let tally = run(&settings).expect("the slice runs");
    assert_eq!(tally.families.len(), fuzz::family::Family::ALL.len(), "every family is tried");
    if let Some(fault) = tally.fault() {
        panic!("{fault}\n{}\n{tally}the programs are in {}", tally.lines.join("\n"), folder.display());
    }
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}
