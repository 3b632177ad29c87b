//! The system's C preprocessor, and when it is not needed.

use crate::diagnostic::Diagnostic;
use crate::tokens::blank_comments;
use crate::{DataModel, Options};
use std::path::Path;
use std::process::{Command, Stdio};

/// Names with a leading `__` that no compiler defines as macros.
const PLAIN: [&str; 16] = [
    "__attribute__",
    "__attribute",
    "__inline",
    "__inline__",
    "__const",
    "__volatile__",
    "__volatile",
    "__restrict",
    "__restrict__",
    "__signed__",
    "__extension__",
    "__func__",
    "__assert_fail",
    "__int128",
    "__typeof__",
    "__asm__",
];

/// Whether the preprocessor would change more than comments.
pub fn is_needed(text: &str, options: &Options) -> bool {
    if !options.defines.is_empty() || text.contains("\\\n") || text.contains("??") || text.contains("%:") || text.contains("\\\r") {
        return true;
    }
    let text = blank_comments(text, false);
    if text.lines().any(|l| l.trim_start().starts_with('#')) {
        return true;
    }
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split(|c| !is_word(c)).any(|word| match word {
        "linux" | "unix" | "i386" | "_Pragma" | "_LP64" | "_STDC_PREDEF_H" => true,
        _ => word.starts_with("__") && !word.starts_with("__VERIFIER") && !PLAIN.contains(&word),
    })
}

/// Macros that tell the other data model on a compiler that has no headers for it.
const ILP32: [&str; 30] = [
    "-U__LP64__",
    "-U_LP64",
    "-U__x86_64__",
    "-U__x86_64",
    "-U__amd64__",
    "-U__amd64",
    "-U__SIZEOF_INT128__",
    "-D__i386__=1",
    "-D__i386=1",
    "-D__ILP32__=1",
    "-U__SIZEOF_LONG__",
    "-D__SIZEOF_LONG__=4",
    "-U__SIZEOF_POINTER__",
    "-D__SIZEOF_POINTER__=4",
    "-U__SIZEOF_SIZE_T__",
    "-D__SIZEOF_SIZE_T__=4",
    "-U__LONG_MAX__",
    "-D__LONG_MAX__=2147483647L",
    "-U__LONG_WIDTH__",
    "-D__LONG_WIDTH__=32",
    "-U__SIZE_TYPE__",
    "-D__SIZE_TYPE__=unsigned int",
    "-U__SIZE_MAX__",
    "-D__SIZE_MAX__=4294967295U",
    "-U__PTRDIFF_TYPE__",
    "-D__PTRDIFF_TYPE__=int",
    "-U__INTPTR_TYPE__",
    "-D__INTPTR_TYPE__=int",
    "-U__UINTPTR_TYPE__",
    "-D__UINTPTR_TYPE__=unsigned int",
];

/// Further types of the model whose macros have other values under `lp64`.
const ILP32_FIXED: [&str; 20] = [
    "-U__INT64_TYPE__",
    "-D__INT64_TYPE__=long long int",
    "-U__UINT64_TYPE__",
    "-D__UINT64_TYPE__=long long unsigned int",
    "-U__INTMAX_TYPE__",
    "-D__INTMAX_TYPE__=long long int",
    "-U__UINTMAX_TYPE__",
    "-D__UINTMAX_TYPE__=long long unsigned int",
    "-U__PTRDIFF_MAX__",
    "-D__PTRDIFF_MAX__=2147483647",
    "-U__INTPTR_MAX__",
    "-D__INTPTR_MAX__=2147483647",
    "-U__UINTPTR_MAX__",
    "-D__UINTPTR_MAX__=4294967295U",
    "-U__INT64_MAX__",
    "-D__INT64_MAX__=9223372036854775807LL",
    "-U__WORDSIZE",
    "-D_FILE_OFFSET_BITS=32",
    "-U__SIZEOF_PTRDIFF_T__",
    "-D__SIZEOF_PTRDIFF_T__=4",
];

/// Runs `cc -E` on a file, or on another text in its place.
pub fn run(path: &Path, text: Option<&str>, options: &Options) -> Result<Vec<u8>, Diagnostic> {
    match options.data_model {
        DataModel::Lp64 => attempt(path, text, options, &[]),
        // The headers for -m32 are often not installed.
        DataModel::Ilp32 => attempt(path, text, options, &["-m32"]).or_else(|_| {
            let all: Vec<&str> = ILP32.into_iter().chain(ILP32_FIXED).collect();
            let stubs = StubDirectory::new()?;
            let include = format!("-I{}", stubs.path);
            attempt(path, text, options, &[all, vec![include.as_str()]].concat())
        }),
    }
}

/// glibc asks for `gnu/stubs-32.h`, which lists missing functions and matters to no declaration.
struct StubDirectory {
    path: String,
}

impl StubDirectory {
    fn new() -> Result<Self, Diagnostic> {
        let unique = format!("bevel-{}-{:?}", std::process::id(), std::thread::current().id());
        let path = std::env::temp_dir().join(unique.replace(['(', ')'], ""));
        let made = std::fs::create_dir_all(path.join("gnu")).and_then(|()| std::fs::write(path.join("gnu/stubs-32.h"), ""));
        match made {
            Ok(()) => Ok(StubDirectory { path: path.display().to_string() }),
            Err(e) => Err(Diagnostic::about(&path.display().to_string(), format!("cannot be written: {e}"))),
        }
    }
}

impl Drop for StubDirectory {
    fn drop(&mut self) {
        // A leftover empty header harms nobody.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

fn attempt(path: &Path, text: Option<&str>, options: &Options, model: &[&str]) -> Result<Vec<u8>, Diagnostic> {
    let mut command = Command::new("cc");
    command.args(["-E", "-std=gnu11"]).args(model).arg("-w");
    command.args(options.include_dirs.iter().map(|d| format!("-I{d}")));
    command.args(options.defines.iter().map(|d| format!("-D{d}")));
    let output = match text {
        None => command.arg("-xc").arg(path).stdin(Stdio::null()).output(),
        Some(text) => {
            // Headers are looked for beside the file, and places are told in it.
            let beside = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
            let name = path.display().to_string().replace('\\', "\\\\").replace('"', "\\\"");
            command.arg("-iquote").arg(beside).args(["-xc", "-"]);
            fed(&mut command, &format!("# 1 \"{name}\"\n{text}"))
        }
    };
    match output {
        Ok(output) if output.status.success() => Ok(output.stdout),
        Ok(output) => Err(Diagnostic::quoted(String::from_utf8_lossy(&output.stderr).trim().to_owned())),
        Err(e) => Err(Diagnostic::about(&path.display().to_string(), format!("the C preprocessor `cc` cannot be started: {e}"))),
    }
}

/// Runs a command that reads a text.
fn fed(command: &mut Command, text: &str) -> std::io::Result<std::process::Output> {
    use std::io::Write;
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    // Both sides may be larger than a pipe holds.
    std::thread::scope(|scope| {
        scope.spawn(move || stdin.map(|mut pipe| pipe.write_all(text.as_bytes())));
        child.wait_with_output()
    })
}
