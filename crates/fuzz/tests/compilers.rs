//! The expectations of the fuzzer are those of compilers.

use fuzz::compile::{Compilers, clang};
use fuzz::family::Family;

fn main() {
    trials::run([
        trials::plain![compilers_agree_with_the_families],
        trials::with![clang().ok_or("clang"), compilers_agree_with_families_that_read_what_is_unset],
    ]);
}

fn compilers_agree_with_the_families() {
    agree("families", |family| !family.reads_unset());
}

fn compilers_agree_with_families_that_read_what_is_unset(_: &&'static str) {
    agree("unset", Family::reads_unset);
}

fn agree(name: &str, chosen: impl Fn(Family) -> bool) {
    let folder = std::env::temp_dir().join(format!("bevel-fuzz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let compilers = Compilers::found().unwrap();
    for family in Family::ALL.into_iter().filter(|family| chosen(*family)) {
        let cases: Vec<_> = (0..12).map(|k| family.case(7, k)).collect();
        let contradictions = compilers.contradictions(&folder, &cases).unwrap();
        for (case, contradiction) in cases.iter().zip(contradictions) {
            assert_eq!(contradiction, None, "{}, expected {}:\n{}", case.name(), case.expect, case.text);
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}
