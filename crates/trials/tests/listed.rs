//! No test is left out without a word.

use std::path::{Path, PathBuf};

fn entries(folder: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path()).collect()
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|e| panic!("{}: {e}", file.display()))
}

/// With `harness = false` the compiler drops functions that are marked `#[test]`, and without it `main` and all that it lists.
#[test]
fn a_file_has_either_a_list_of_its_tests_or_marks_on_them() {
    let mut lists = 0;
    for package in entries(Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap()) {
        let manifest = read(&package.join("Cargo.toml"));
        for target in entries(&package.join("tests")) {
            let texts: Vec<String> = if target.is_dir() { entries(&target).iter().map(|f| read(f)).collect() } else { vec![read(&target)] };
            let name = target.file_stem().unwrap().to_string_lossy();
            let has_main = texts.iter().any(|text| text.contains("\nfn main()"));
            let is_declared = manifest.contains(&format!("[[test]]\nname = \"{name}\"\nharness = false\n"));
            assert_eq!(has_main, is_declared, "{}: a main function needs `harness = false`, and the other way round", target.display());
            assert!(!has_main || texts.iter().all(|text| !text.contains("#[test]")), "{}: `#[test]` beside a list", target.display());
            lists += u32::from(has_main);
        }
    }
    assert!(lists > 10, "{lists} files have lists");
}
