//! `cargo xtask csmith [N]`: random programs of Debian's csmith (`apt-get install csmith libcsmith-dev`), run by the
//! optimised tool and compiled by `cc`; the checksums must be equal. Programs that Bevel does not understand are counted by
//! reason. Floats, volatiles and packed records are left out, and programs are small.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::{Command, Stdio};

const OPTIONS: [&str; 12] = [
    "--no-float",
    "--no-volatiles",
    "--no-volatile-pointers",
    "--no-packed-struct",
    "--no-argc",
    "--quiet",
    "--max-funcs",
    "3",
    "--max-block-depth",
    "3",
    "--max-expr-complexity",
    "5",
];
/// Where Debian and csmith itself install the headers.
const INCLUDES: [&str; 3] = ["/usr/include/csmith", "/usr/include/csmith-2.3.0", "/usr/local/include/csmith-2.3.0"];

/// Runs `n` programs from seed `first` on; a difference is an error.
pub fn compare(root: &Path, tool: &Path, n: u64, first: u64) -> Result<(), String> {
    let folder = root.join("target/csmith");
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let include = INCLUDES.into_iter().find(|p| Path::new(p).join("csmith.h").exists());
    let include = include.ok_or("csmith.h is not installed (Debian: apt-get install csmith libcsmith-dev)")?;
    let (mut agreed, mut endless, mut slow, mut different) = (0, 0, 0, Vec::new());
    let mut reasons = BTreeMap::<String, u64>::new();
    for seed in first..first + n {
        let (source, binary) = (folder.join(format!("{seed}.c")), folder.join(format!("{seed}.bin")));
        let output =
            |command: &mut Command| command.stdin(Stdio::null()).output().map_err(|e| format!("{command:?} cannot be started: {e}"));
        let program = output(Command::new("csmith").args(OPTIONS).args(["--seed", &seed.to_string()]))?;
        // The executor prints decimal numbers only.
        let text = String::from_utf8_lossy(&program.stdout).replace(
            "platform_main_end(crc32_context ^ 0xFFFFFFFFUL, print_hash_value);",
            "printf(\"checksum = %u\\n\", (unsigned)(crc32_context ^ 0xFFFFFFFFUL));",
        );
        std::fs::write(&source, text).map_err(|e| e.to_string())?;
        let built = output(Command::new("cc").args(["-w", "-O0", "-I", include, "-o"]).arg(&binary).arg(&source))?;
        if !built.status.success() {
            return Err(format!("cc rejects {}", source.display()));
        }
        let expected = output(Command::new("timeout").arg("5").arg(&binary))?;
        // What is left over is only a file in target/.
        let _ = std::fs::remove_file(&binary);
        if !expected.status.success() {
            endless += 1;
            continue;
        }
        let run = output(Command::new("timeout").arg("60").arg(tool).args(["run", "-I", include]).arg(&source))?;
        let (text, messages) = (String::from_utf8_lossy(&run.stdout), String::from_utf8_lossy(&run.stderr));
        if run.status.code() == Some(124) {
            slow += 1;
            continue;
        }
        let checksum = |text: &str| text.lines().find(|l| l.starts_with("checksum")).map(str::to_owned);
        let wanted = checksum(&String::from_utf8_lossy(&expected.stdout));
        match checksum(&text) {
            found if found.is_some() && found == wanted => agreed += 1,
            None if messages.contains("not understood") || text.contains("not understood") => {
                *reasons.entry(reason(&format!("{text}{messages}"))).or_default() += 1;
            }
            found => {
                different.push(format!("seed {seed}: cc {wanted:?}, bevel {found:?}: {}", messages.lines().next().unwrap_or_default()))
            }
        }
    }
    let unknown: u64 = reasons.values().sum();
    println!(
        "csmith: {agreed} agree, {unknown} not understood ({}%), {endless} do not end, {slow} too slow, {} different",
        unknown * 100 / n.max(1),
        different.len()
    );
    let mut rows: Vec<_> = reasons.into_iter().collect();
    rows.sort_by_key(|(_, n)| std::cmp::Reverse(*n));
    for (what, times) in rows.into_iter().take(10) {
        println!("  {times:5} {what}");
    }
    if different.is_empty() { Ok(()) } else { Err(different.join("\n")) }
}

/// What is not understood, without places, names and numbers, so that programs can be counted.
fn reason(text: &str) -> String {
    let line = text.lines().find(|l| l.contains("not understood")).unwrap_or_default();
    let what = line.rsplit(": ").next().unwrap_or(line);
    what.split_whitespace().map(|w| if w.contains(|c: char| c.is_ascii_digit()) { "…" } else { w }).collect::<Vec<_>>().join(" ")
}
