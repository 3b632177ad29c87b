//! Expectations against compilers: many cases become one file, that is compiled by several compilers and run case by case.
//!
//! Every identifier of a case gets the case's number as an ending, so that cases do not meet. The names of the language, of the library
//! and of the conventions of verification tasks keep theirs.

use crate::case::{Case, Expect, Shows};
use crate::tool::{Ended, run};
use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// The exit status of a compiled case that reaches its error.
const REACHED: i32 = 99;
/// Compiling a file of many cases, and running one of them.
const COMPILE: Duration = Duration::from_secs(120);
const RUN: Duration = Duration::from_secs(10);

/// Names that are not a case's own.
const KEPT: &str = "auto break case char const continue default do double else enum extern float for goto if inline int long register \
    restrict return short signed sizeof static struct switch typedef union unsigned void volatile while _Bool _Noreturn _Alignas _Alignof _Generic _Static_assert \
    _Thread_local typeof __typeof__ __auto_type __attribute__ packed noreturn NULL FILE EOF stdin stdout stderr errno size_t intptr_t uintptr_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t \
    ptrdiff_t div_t ldiv_t quot rem INT_MAX INT_MIN UINT_MAX LONG_MAX LONG_MIN CHAR_BIT assert offsetof \
    malloc calloc realloc free memcpy memmove memset memcmp memchr memrchr strlen strnlen strcpy stpcpy strncpy strcat strncat strcmp strncmp \
    strcasecmp strncasecmp strchr strchrnul strrchr strstr strspn strcspn strpbrk strdup strndup strtok isalpha isdigit isalnum isupper islower \
    isspace isxdigit isprint isgraph ispunct iscntrl isblank toupper tolower abs labs atoi atol strtol strtoul qsort bsearch exit abort div ldiv \
    va_list va_start va_arg va_end printf sprintf snprintf sscanf puts putchar fputs fputc fwrite fread fopen fclose fflush perror remove getenv strcoll strerror reach_error __builtin_unreachable fuzz_reached \
    __VERIFIER_nondet_int __VERIFIER_nondet_uint __VERIFIER_nondet_char __VERIFIER_nondet_uchar __VERIFIER_nondet_long \
    __VERIFIER_nondet_memory __VERIFIER_assume nondet_int unknown nondet nondet_uint nondet_char";

/// What all cases of a file share. The inputs are the words of the command line.
const PROLOGUE: &str = "#include <stdarg.h>
#include <stdint.h>
#include <stddef.h>
#include <limits.h>
#include <stdlib.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <ctype.h>
#include <unistd.h>
static char **fuzz_inputs;
static void fuzz_reached(void) { _exit(99); }
static long fuzz_next(void) { return *fuzz_inputs ? strtol(*fuzz_inputs++, 0, 10) : 0; }
void reach_error(void) { fuzz_reached(); }
int __VERIFIER_nondet_int(void) { return (int)fuzz_next(); }
unsigned __VERIFIER_nondet_uint(void) { return (unsigned)fuzz_next(); }
char __VERIFIER_nondet_char(void) { return (char)fuzz_next(); }
unsigned char __VERIFIER_nondet_uchar(void) { return (unsigned char)fuzz_next(); }
long __VERIFIER_nondet_long(void) { return fuzz_next(); }
void __VERIFIER_nondet_memory(void *p, size_t n) { memset(p, (int)fuzz_next(), n); }
void __VERIFIER_assume(int c) { if (!c) _exit(0); }
int nondet_int(void) { return (int)fuzz_next(); }
unsigned nondet_uint(void) { return (unsigned)fuzz_next(); }
char nondet_char(void) { return (char)fuzz_next(); }
int unknown(void) { return (int)fuzz_next(); }
int nondet(void) { return (int)fuzz_next(); }
#define assert(c) ((c) ? (void)0 : fuzz_reached())
";

/// The compilers that are asked.
pub struct Compilers {
    builds: Vec<Build>,
    /// Reads of memory that was not written, for the cases that are about them.
    memory: Option<Build>,
}

#[derive(Clone)]
struct Build {
    name: &'static str,
    program: &'static str,
    flags: &'static [&'static str],
    sanitizer: bool,
}

/// Types are not used to tell objects apart: the tool has no check for that rule, and cases do not keep it.
const COMMON: [&str; 4] = ["-std=gnu11", "-w", "-fno-strict-aliasing", "-g0"];

fn answers(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|o| o.status.success())
}

/// Its name, where it is: only its sanitizers see reads of memory that was not written.
pub fn clang() -> Option<&'static str> {
    ["clang-14", "clang"].into_iter().find(|program| answers(program))
}

impl Compilers {
    /// `cc` must be there; clang's sanitizers are used where they are, and else those of `cc`.
    pub fn found() -> Result<Self, String> {
        if !answers("cc") {
            return Err("there is no `cc`".into());
        }
        let clang = clang();
        let sanitize: &[&str] = &["-O0", "-fsanitize=address,undefined", "-fno-sanitize-recover=all"];
        let mut builds = vec![
            Build { name: "cc -O0", program: "cc", flags: &["-O0"], sanitizer: false },
            Build { name: "cc -O2", program: "cc", flags: &["-O2"], sanitizer: false },
        ];
        builds.push(Build { name: "sanitizers", program: clang.unwrap_or("cc"), flags: sanitize, sanitizer: true });
        let flags: &[&str] = &["-O0", "-fsanitize=memory"];
        let memory = clang.map(|program| Build { name: "memory sanitizer", program, flags, sanitizer: true });
        Ok(Compilers { builds, memory })
    }

    /// Whether the one compiler that shows most says nothing against the expectation; quicker than to ask all of them.
    pub fn shown(&self, folder: &Path, case: &Case) -> Result<bool, String> {
        let memory = self.memory.iter().filter(|_| case.shows == Shows::Complaint && case.family.reads_unset());
        let plain = self.builds.iter().filter(|build| build.sanitizer == (case.shows != Shows::Dirty));
        let builds: Vec<Build> = memory.chain(plain).take(1).cloned().collect();
        let few = Compilers { builds, memory: None };
        Ok(few.contradictions(folder, std::slice::from_ref(case))?[0].is_none())
    }

    /// For each case, what compilers say against its expectation. Cases of one call should be of one family.
    pub fn contradictions(&self, folder: &Path, cases: &[Case]) -> Result<Vec<Option<String>>, String> {
        let mut found: Vec<Option<String>> = cases.iter().map(|_| None).collect();
        let mut runs: Vec<Vec<(Build, Vec<How>)>> = cases.iter().map(|_| Vec::new()).collect();
        for (k, case) in cases.iter().enumerate().filter(|(_, case)| case.expect == Expect::Rejected) {
            found[k] = accepted(folder, case)?;
        }
        let compiled: Vec<(usize, &Case)> = cases.iter().enumerate().filter(|(_, case)| case.expect != Expect::Rejected).collect();
        if compiled.is_empty() {
            return Ok(found);
        }
        let memory = self.memory.iter().filter(|_| cases.iter().any(|case| case.family.reads_unset()));
        for build in self.builds.iter().chain(memory) {
            match compile(folder, build, &compiled) {
                Ok(binary) => {
                    for &(k, case) in &compiled {
                        runs[k].push((build.clone(), execute(&binary, k, case)?));
                    }
                }
                // One of them is not C: each alone, to see which.
                Err(message) => match &compiled[..] {
                    &[(k, _)] => found[k] = Some(format!("{} does not compile it: {message}", build.name)),
                    _ => {
                        for &(k, case) in &compiled {
                            found[k] = self.contradictions(folder, std::slice::from_ref(case))?.remove(0);
                        }
                        return Ok(found);
                    }
                },
            }
        }
        for (k, case) in compiled {
            if found[k].is_none() {
                found[k] = contradiction(case, &runs[k]);
            }
        }
        Ok(found)
    }
}

/// How one run of a compiled case ended.
#[derive(Clone, Debug, PartialEq, Eq)]
enum How {
    Ended,
    Reached,
    Complained(String),
}

/// What the runs say against the expectation, if anything.
fn contradiction(case: &Case, runs: &[(Build, Vec<How>)]) -> Option<String> {
    let all = || runs.iter().flat_map(|(build, hows)| hows.iter().map(move |how| (build, how)));
    let reached = all().find(|(_, how)| **how == How::Reached).map(|(build, _)| build.name);
    let complaint = all().find_map(|(build, how)| match how {
        How::Complained(text) => Some(format!("{}: {text}", build.name)),
        _ => None,
    });
    match (case.expect, case.shows) {
        (Expect::Rejected, _) => None,
        (Expect::Safe, Shows::Nothing) => reached.map(|name| format!("{name} reaches the error")),
        (Expect::Safe, Shows::Dirty) => reached.map(|name| format!("{name} reaches the error")),
        (Expect::Safe, _) => reached.map(|name| format!("{name} reaches the error")).or(complaint),
        (Expect::Unsafe(_), Shows::Nothing) => None,
        (Expect::Unsafe(_), Shows::Plainly) => complaint.or((reached.is_none()).then(|| "no compiled program reaches the error".into())),
        (Expect::Unsafe(_), Shows::Dirty) => reached.is_none().then(|| "no compiled program reaches the error".into()),
        (Expect::Unsafe(_), Shows::Complaint) => {
            let complains = all().any(|(build, how)| build.sanitizer && matches!(how, How::Complained(_)));
            // Without the sanitizer that would see it nothing is said.
            let blind = case.family.reads_unset() && !runs.iter().any(|(build, _)| build.name == "memory sanitizer");
            (!complains && !blind).then(|| "no sanitizer complains".into())
        }
    }
}

/// What `cc` says about a case that is not C: it must reject it.
fn accepted(folder: &Path, case: &Case) -> Result<Option<String>, String> {
    let file = folder.join("rejected.c");
    std::fs::write(&file, &case.text).map_err(|e| e.to_string())?;
    let ended = run(Command::new("cc").args(["-std=gnu11", "-w", "-fsyntax-only"]).arg(&file), COMPILE)?;
    Ok((ended.status == Some(0)).then(|| "cc accepts it".into()))
}

fn compile(folder: &Path, build: &Build, cases: &[(usize, &Case)]) -> Result<PathBuf, String> {
    let mut text = String::from(PROLOGUE);
    let mut main = String::from("int main(int argc, char **argv) {\n  fuzz_inputs = argv + 2;\n  switch (atoi(argv[1])) {\n");
    for &(k, case) in cases {
        let own = case.compiled.as_ref().unwrap_or(&case.text);
        let _ = writeln!(text, "{}", renamed(&format!("{own}\n{}", case.world), k));
        let _ = writeln!(main, "  case {k}: main_{k}(); break;");
    }
    let _ = writeln!(text, "{main}  }}\n  exit(0);\n}}");
    let (source, binary) = (folder.join("batch.c"), folder.join(format!("batch-{}", build.name.replace(' ', ""))));
    std::fs::write(&source, text).map_err(|e| e.to_string())?;
    let mut command = Command::new(build.program);
    command.args(COMMON).args(build.flags).arg("-o").arg(&binary).arg(&source);
    let ended = run(&mut command, COMPILE)?;
    if ended.status == Some(0) { Ok(binary) } else { Err(ended.err) }
}

fn execute(binary: &Path, k: usize, case: &Case) -> Result<Vec<How>, String> {
    let nothing = [Vec::new()];
    let inputs: &[Vec<i64>] = if case.inputs.is_empty() { &nothing } else { &case.inputs };
    let once = |inputs: &Vec<i64>| {
        let mut command = Command::new(binary);
        command.arg(k.to_string()).args(inputs.iter().map(i64::to_string));
        command.env("ASAN_OPTIONS", "detect_stack_use_after_return=1:detect_leaks=0").env("UBSAN_OPTIONS", "print_stacktrace=0");
        let ended = run(&mut command, RUN)?;
        Ok(match ended.status {
            Some(0) => How::Ended,
            Some(REACHED) => How::Reached,
            _ => How::Complained(complaint(&ended)),
        })
    };
    inputs.iter().map(once).collect()
}

fn complaint(ended: &Ended) -> String {
    let line = ended.err.lines().find(|line| line.to_lowercase().contains("error") || line.contains("WARNING")).unwrap_or_default();
    format!("{:?} {line}", ended.status)
}

/// The text without its `#include` lines, every name that is its own with the ending `_k`.
fn renamed(text: &str, k: usize) -> String {
    let kept: BTreeSet<&str> = KEPT.split_whitespace().collect();
    let mut out = String::new();
    for line in text.lines().filter(|line| !line.trim_start().starts_with("#include")) {
        let mut rest = line;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '"' | '\'' => literal(rest, c),
                c if c.is_ascii_alphanumeric() || c == '_' => {
                    rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(rest.len())
                }
                c => c.len_utf8(),
            };
            let (word, after) = rest.split_at(length);
            out.push_str(word);
            if (c.is_ascii_alphabetic() || c == '_') && !kept.contains(word) {
                let _ = write!(out, "_{k}");
            }
            rest = after;
        }
        out.push('\n');
    }
    // Implicit ends of lines: a comment to the end of a line stays one.
    out
}

/// The length of the literal at the start of the text.
fn literal(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == quote && !escaped {
            return at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_are_renamed_and_others_are_not() {
        let text =
            "#include <string.h>\nstruct s { int x; };\nint main(void) { struct s v = {0x1f}; return strlen(\"x\\\"y\") + v.x + 'x'; }";
        let expected =
            "struct s_7 { int x_7; };\nint main_7(void) { struct s_7 v_7 = {0x1f}; return strlen(\"x\\\"y\") + v_7.x_7 + 'x'; }\n";
        assert_eq!(renamed(text, 7), expected);
    }
}
