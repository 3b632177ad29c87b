//! What the tool calls a failure is one: compiled with the harness, the program fails as the report says and where it says.
//!
//! The command is the one that stands in the harness. A sanitizer's message begins with the place of the failure and goes on with
//! callers and with the history of the block, so the first line of the program that it names counts.

use crate::program::{Header, Program, failing_line, patience, run, verify};
use crate::verdict;
use libtest_mimic::Failed;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;
use std::time::Duration;

/// Programs whose harness cannot fail when it is compiled, and why.
const EXCUSED: &[(&str, &str)] = &[
    ("control/uninitialised-local-bad", "the value of an uninitialised variable cannot be supplied"),
    ("everyday/calc_checked-bad", "what is read from standard input is not supplied"),
    ("everyday/config_list-bad", "what is read from standard input is not supplied"),
    ("everyday/histogram_bars-bad", "what is read from standard input is not supplied"),
    ("everyday/mac_parse-bad", "what is read from standard input is not supplied"),
    ("everyday/matrix3_sat-bad", "the value of an uninitialised variable cannot be supplied"),
    ("everyday/moving_avg-bad", "what is read from standard input is not supplied"),
    ("everyday/stats_report-bad", "what is read from standard input is not supplied"),
    ("everyday/tr_map-bad", "what is read from standard input is not supplied"),
    ("everyday/wc_count-bad", "what is read from standard input is not supplied"),
    ("library/constant-p-bad", "the compiler chooses whether it finds out"),
    ("library/clear-marks-bad", "what is read from standard input is not supplied"),
    ("library/fread-short-bad", "what is read from standard input is not supplied"),
    ("library/stream-marks-bad", "what is read from standard input is not supplied"),
    ("library/end-of-file-bad", "what is read from standard input is not supplied"),
    ("library/scan-any-word-bad", "what is read from standard input is not supplied"),
    ("library/scan-behind-bad", "what is read from standard input is not supplied"),
    ("library/scan-date-bad", "what is read from standard input is not supplied"),
    ("library/scan-fields-bad", "what is read from standard input is not supplied"),
    ("library/scan-index-bad", "what is read from standard input is not supplied"),
    ("library/scan-position-bad", "what is read from standard input is not supplied"),
    ("library/scan-words-bad", "what is read from standard input is not supplied"),
    ("library/scan-width-bad", "what is read from standard input is not supplied"),
    ("library/getline-freed-bad", "what is read from standard input is not supplied"),
    ("library/malloc-nothing-bad", "the library chooses the result"),
    ("library/memccpy-found-bad", "no sanitizer looks at what memccpy writes"),
    ("library/stream-freed-bad", "the library chooses whether the file is there"),
    ("library/strtol-no-number-bad", "the library chooses what errno is"),
    ("text/class-scan-bad", "what is read from standard input is not supplied"),
    ("text/copy-fits-bad", "what is read from standard input is not supplied"),
    ("text/line-cut-bad", "what is read from standard input is not supplied"),
    ("text/split-place-bad", "what is read from standard input is not supplied"),
    ("text/two-lines-bad", "what is read from standard input is not supplied"),
    ("text/words-bad", "what is read from standard input is not supplied"),
    ("outside/entry-function-pointer-bad", "which function a pointer holds is not supplied"),
    ("outside/entry-static-length-bad", "an array that a function gets is not supplied"),
    ("memory/alloca-returned-bad", "no sanitizer follows memory of alloca beyond the return of its function"),
    ("memory/fgets-line-bad", "what is read from standard input is not supplied"),
    ("memory/loop-local-again-bad", "the new local has the address of the old one, and no sanitizer tells them apart"),
    ("memory/scanf-index-bad", "what is read from standard input is not supplied"),
    ("memory/unset-compared-bad", "the value of uninitialised memory cannot be supplied"),
    ("memory/uninitialised-pointer-bad", "the value of an uninitialised variable cannot be supplied"),
    ("open/end-of-literal-bad", "the compiler chooses whether the literals overlap"),
    ("open/ended-compared-bad", "no sanitizer looks at comparisons"),
    ("open/memory-used-again-bad", "the allocator chooses where new memory lies"),
    ("open/order-in-list-bad", "the compiler chooses the order"),
    ("open/order-of-arguments-bad", "the compiler chooses the order"),
    ("open/order-of-compound-bad", "the compiler chooses the order"),
    ("open/order-of-initialisers-bad", "the compiler chooses the order"),
    ("open/order-of-operands-bad", "the compiler chooses the order"),
    ("open/order-of-sides-bad", "the compiler chooses the order"),
    ("open/order-of-va-arg-bad", "the compiler chooses the order"),
    ("open/overridden-initialiser-bad", "the compiler chooses whether it is evaluated"),
    ("open/padding-copied-bad", "the compiler chooses what padding holds"),
    ("open/padding-in-block-bad", "the compiler chooses what padding holds"),
    ("open/result-beyond-sign-bad", "the library chooses the result"),
    ("open/result-beyond-zero-bad", "the library chooses the result"),
    ("open/right-behind-bad", "the compiler chooses where objects lie"),
    ("open/same-literals-bad", "the compiler chooses whether the literals are one object"),
    ("open/union-tail-bad", "the compiler chooses what the bytes hold"),
];

/// Undefined behaviour that no sanitizer of `cc` sees.
const UNSEEN: &[&str] = &[
    "library/atoi-range-bad",
    "library/format-constant-bad",
    "library/format-cut-off-bad",
    "library/format-double-bad",
    "library/format-list-bad",
    "library/mblen-freed-bad",
    "library/print-member-bad",
    "library/print-part-bad",
    "library/scan-too-large-bad",
    "library/strncpy-padding-bad",
    "undefined/call-after-arguments-bad",
    "undefined/call-pointer-bad",
    "undefined/call-promoted-bad",
    "undefined/call-result-bad",
    "undefined/call-type-bad",
    "undefined/call-unprototyped-bad",
    "undefined/call-untold-bad",
    "undefined/call-untold-library-bad",
    "undefined/call-variadic-bad",
    "undefined/constant-copied-bad",
    "undefined/constant-literal-bad",
    "undefined/constant-local-bad",
    "undefined/constant-member-bad",
    "undefined/constant-parameter-bad",
    "undefined/ctype-domain-bad",
    "undefined/earlier-round-bad",
    "undefined/effective-type-bad",
    "undefined/leave-array-bad",
    "undefined/leave-block-bad",
    "undefined/leave-downwards-bad",
    "undefined/member-offset-bad",
    "undefined/noreturn-bad",
    "undefined/null-arithmetic-bad",
    "undefined/null-plus-zero-bad",
    "undefined/null-test-freed-bad",
    "undefined/null-test-scope-bad",
    "undefined/old-style-bad",
    "undefined/overlap-pointer-bad",
    "undefined/overlap-record-bad",
    "undefined/overlap-sprintf-bad",
    "undefined/printf-argument-bad",
    "undefined/printf-missing-bad",
    "undefined/record-part-bad",
    "undefined/record-type-bad",
    "undefined/static-bound-bad",
    "undefined/temporary-bad",
    "undefined/temporary-changed-bad",
    "undefined/unsequenced-bad",
    "undefined/unsequenced-branch-bad",
    "undefined/unsequenced-cast-bad",
    "undefined/unsequenced-elements-bad",
    "undefined/unsequenced-generic-bad",
    "undefined/unsequenced-index-bad",
    "undefined/unsequenced-literal-bad",
    "undefined/unsequenced-lvalue-bad",
    "undefined/unsequenced-row-address-bad",
    "undefined/unsequenced-size-bad",
    "undefined/unsequenced-statement-bad",
    "undefined/unsequenced-union-bad",
    "undefined/va-arg-behind-bad",
    "undefined/va-arg-type-bad",
    "undefined/va-end-bad",
    "undefined/va-end-unstarted-bad",
    "undefined/va-sign-bad",
    "undefined/va-start-narrow-bad",
    "undefined/va-start-register-bad",
];

/// Programs that fail when they are compiled but whose message has no line of the program, and why.
const WITHOUT_LINE: [(&str, &str); 1] =
    [("memory/function-null-bad", "the message on a jump to address 0 leaves out the function that jumps")];

/// Whether programs can be compiled for the data model with 32 bits.
static ILP32: LazyLock<bool> = LazyLock::new(|| {
    let scratch = Scratch::new("ilp32");
    let source = scratch.0.join("empty.c");
    let linked = fs::write(&source, "int main(void) { return 0; }\n").is_ok().then(|| {
        let mut cc = Command::new("cc");
        cc.arg("-m32").arg("-o").arg(scratch.0.join("empty")).arg(&source).stderr(Stdio::null()).status()
    });
    linked.is_some_and(|status| status.is_ok_and(|s| s.success()))
});

/// Why this program is left out.
pub fn excuse(program: &Program) -> Option<&'static str> {
    if program.has("int", |v| v == "math") {
        return Some("compiled integers are bounded");
    }
    if program.has("verdict", |v| v == "unsafe(init)") {
        return Some("cc does not follow what was written, and clang only to where the value decides something");
    }
    if program.name.starts_with("heaps/client-") {
        return Some("functions that are called by contract have no body to be run");
    }
    if program.name.starts_with("outside/") && !program.has("entry", |_| true) {
        return Some("what functions without a body write, and whom they call, is not supplied");
    }
    if program.has("data-model", |v| v == "ilp32") && !*ILP32 {
        return Some("cc -m32 does not link here");
    }
    let failing = |line: &str| {
        let text = fs::read_to_string(&program.file).unwrap_or_default();
        let number: usize = line.parse().unwrap_or(0);
        text.lines().nth(number.wrapping_sub(1)).is_some_and(|l| l.contains("@ assert"))
    };
    if program.has("line", failing) {
        return Some("the failure is in an annotation, which is not compiled");
    }
    if UNSEEN.contains(&program.name.as_str()) {
        return Some("no sanitizer sees this kind of undefined behaviour");
    }
    EXCUSED.iter().find(|(name, _)| *name == program.name).map(|(_, why)| *why)
}

/// The verdict is that of the header, and the harness that was written beside it fails.
pub fn check(name: &str, file: &Path, header: &Header, solver: bool) -> Result<(), Failed> {
    let scratch = Scratch::new(name);
    let (harness, binary) = (scratch.0.join("harness.c"), scratch.0.join("a.out"));
    let said = run(verify(file, header).arg("--harness").arg(&harness), patience(header))?;
    verdict::of(file, header, solver, &said)?;
    let (_, report, complaint) = said;
    let text = fs::read_to_string(&harness).map_err(|_| format!("there is no harness\n{report}{complaint}"))?;
    let mut cc = Command::new("cc");
    let program = file.file_name().unwrap_or_default();
    cc.arg("-w").arg("-o").arg(&binary).args(flags(&text, &program.to_string_lossy())?).arg(file).arg(&harness);
    let (status, _, errors) = run(&mut cc, Duration::from_secs(60))?;
    if status != Some(0) {
        return Err(format!("cc rejects the harness\n{errors}\n{text}").into());
    }
    let (status, _, message) = run(&mut Command::new(&binary), Duration::from_secs(20))?;
    let shown = format!("--- report\n{report}--- the compiled program\n{message}--- harness\n{text}");
    if header.contains_key("entry") && report.lines().last() == Some("unsafe(reach)") {
        // What a function does not ensure is not compiled, but the heap is shown as it is left.
        let fails = status != Some(0) && message.contains("() is reached");
        let shows = fails || status == Some(0) && message.contains("harness: the heap afterwards");
        return if shows { Ok(()) } else { Err(format!("the heap is not shown\n{shown}").into()) };
    }
    if status == Some(0) {
        return Err(format!("the compiled program does not fail\n{shown}").into());
    }
    if report.lines().last() == Some("unsafe(reach)") {
        return if message.contains("harness: ") { Ok(()) } else { Err(format!("it fails in another way\n{shown}").into()) };
    }
    let line = failing_line(&report).ok_or("the report names no line")?;
    match first_line(&message, &program.to_string_lossy()) {
        Some(failed) if failed == line => Ok(()),
        Some(failed) => Err(format!("it fails in line {failed}, not in line {line}\n{shown}").into()),
        None if WITHOUT_LINE.iter().any(|(n, _)| *n == name) => Ok(()),
        None => Err(format!("its message names no line\n{shown}").into()),
    }
}

/// What the harness says about compiling it.
fn flags<'a>(harness: &'a str, program: &str) -> Result<Vec<&'a str>, String> {
    let command = harness.lines().find_map(|line| line.trim_start().strip_prefix("cc"));
    let command = command.ok_or_else(|| format!("the harness names no command\n{harness}"))?;
    Ok(command.split_whitespace().take_while(|word| *word != program).collect())
}

/// The first line of the program that the message names.
fn first_line(message: &str, program: &str) -> Option<u32> {
    let (_, rest) = message.split_once(&format!("{program}:"))?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A directory that goes away with its value.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bevel-corpus-{}-{}", std::process::id(), name.replace('/', "-")));
        let _ = fs::create_dir_all(&path);
        Scratch(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
