//! Variants of programs of a fixed size: a constant of `main` becomes an input that is at least as large.
//!
//! `const int len = 2;` becomes `const int len = __VERIFIER_nondet_int(); if (len < 2) return 0;`. What is then proved holds for every size, and what holds for every
//! size held for the fixed one. A program in which the constant is not declared exactly once is left out. The files themselves belong to others and stay outside of the repository.

use std::fs;
use std::path::Path;

const USAGE: &str = "usage: cargo xtask unbounded FOLDER OUT [--name NAME]";

/// The size has this name unless told otherwise.
const NAME: &str = "len";

/// Writes the variants of the C files of a folder into another one.
pub fn write(args: &[&str]) -> Result<(), String> {
    let (folder, out, name) = match args {
        [folder, out] => (folder, out, NAME),
        [folder, out, "--name", name] => (folder, out, *name),
        _ => return Err(USAGE.into()),
    };
    fs::create_dir_all(out).map_err(|e| format!("{out}: {e}"))?;
    let mut files: Vec<_> = fs::read_dir(folder).map_err(|e| format!("{folder}: {e}"))?.filter_map(Result::ok).map(|f| f.path()).collect();
    files.sort();
    let (mut made, mut left) = (0, 0);
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "c" || e == "i")) {
        let text = fs::read_to_string(file).map_err(|e| format!("{}: {e}", file.display()))?;
        let Some(variant) = unbounded(&text, name) else {
            left += 1;
            continue;
        };
        let to = Path::new(out).join(file.file_name().unwrap_or_default());
        fs::write(&to, variant).map_err(|e| format!("{}: {e}", to.display()))?;
        made += 1;
    }
    println!("{made} variants in {out}; {left} files without exactly one `const int {name} = NUMBER;`");
    Ok(())
}

/// The text with an input in the place of the constant.
fn unbounded(text: &str, name: &str) -> Option<String> {
    let head = format!("const int {name} = ");
    let (before, rest) = text.split_once(&head)?;
    let (number, after) = rest.split_once(';')?;
    let least: u32 = number.trim().parse().ok()?;
    if after.contains(&head) {
        return None;
    }
    // A second declaration of the function does no harm.
    Some(format!("extern int __VERIFIER_nondet_int(void);\n{before}{head}__VERIFIER_nondet_int(); if ({name} < {least}) return 0;{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_constant_becomes_an_input() {
        let text = "int main(void) {\n    const int len = 3;\n    return len - 3;\n}\n";
        let variant = unbounded(text, "len").unwrap();
        assert!(variant.contains("const int len = __VERIFIER_nondet_int(); if (len < 3) return 0;\n    return len - 3;"), "{variant}");
        assert_eq!(unbounded(text, "size"), None);
    }

    #[test]
    fn what_is_not_one_constant_is_left_out() {
        assert_eq!(unbounded("const int len = n + 1;", "len"), None);
        assert_eq!(unbounded("{ const int len = 2; } { const int len = 4; }", "len"), None);
    }
}
