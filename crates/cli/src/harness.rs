//! A C file that plays the trace back to the original program: `cc program.c harness.c && ./a.out` fails the same way.
//!
//! Each function that the trace read from gets a table of what it returned, in order. If the trace repeats a stretch, a function
//! repeats its own part of it, which is right however the functions take turns. Everything is defined weakly, so that
//! definitions of the program itself win. Values of uninitialised objects cannot be supplied from outside; the file says so.
//!
//! What a failure does when it is compiled is undefined, so the file names the sanitizers that make it visible at its line.

use crate::allocators;
use crate::arguments::{self, CommandLine};
use crate::cterm;
use crate::given;
use crate::replay::{self, Origin, Stretch};
use base::{Cfa, Check, ErrorInfo, InputKind, IntType, SortedMap, SortedSet, Stmt, VarId};
use cfront::IntMode;
use std::fmt::Write;

/// What the file needs to know about the program beside the trace.
pub struct Setting<'a> {
    pub program: &'a str,
    pub ilp32: bool,
    pub int: IntMode,
    pub malloc_may_fail: bool,
    /// What the program is called with.
    pub arguments: Option<&'a CommandLine>,
}

/// The sanitizers that see a failure of this kind.
fn sanitizers(check: Check) -> Option<&'static str> {
    match check {
        Check::Reach | Check::Unsupported => None,
        Check::Init => Some("memory"),
        Check::Overflow | Check::Divzero | Check::Shift => Some("undefined,bounds"),
        Check::Bounds | Check::Deref | Check::Free | Check::Leak | Check::Undefined => Some("address,undefined"),
    }
}

/// Whether a property stands in a comment.
fn is_annotation(cfa: &Cfa, error: &ErrorInfo) -> bool {
    let Some(span) = error.span.as_ref().filter(|_| error.check == Check::Reach) else { return false };
    let line = cfa.files.line(span).unwrap_or_default();
    let rest: String = line.chars().skip(span.column.saturating_sub(1) as usize).collect();
    let before: String = line.chars().take(span.column.saturating_sub(1) as usize).collect();
    ["assert ", "check ", "ensures "].iter().any(|word| rest.starts_with(word)) && (before.contains('@') || before.trim().is_empty())
}

/// Says why not if it cannot be written.
pub fn write(cfa: &Cfa, error: &ErrorInfo, reads: &[Stretch], setting: &Setting<'_>) -> Result<String, String> {
    if !replay::is_complete(reads) {
        return Err("the failing run is too long to tell which function returns which input".into());
    }
    if !cfa.by_contract.is_empty() {
        let names: Vec<&str> = cfa.by_contract.iter().map(|n| &**n).collect();
        return Err(format!("the run depends on functions of which there is a contract and no body: {}", names.join(", ")));
    }
    if cfa.arguments.is_some() && setting.arguments.is_none() {
        return Err("the failing run is too long to tell with which arguments the program is called".into());
    }
    if cfa.interface.is_some() && setting.program.contains(' ') {
        return Err("a function of a program of several files is not called from outside".into());
    }
    let mut text = String::new();
    let place = error.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
    let sanitizers = sanitizers(error.check);
    // Only one compiler follows what was written.
    let compiler = if error.check == Check::Init { "clang" } else { "cc" };
    let model = if setting.ilp32 { " -m32" } else { "" };
    let wraps = if setting.int == IntMode::Wrap { " -fwrapv" } else { "" };
    let sanitize = sanitizers.map_or(String::new(), |s| format!(" -g -fsanitize={s} -fno-sanitize-recover=all"));
    let _ = writeln!(text, "/* Makes {} fail: {}{place}: {}", comment(setting.program), error.check, comment(&error.message));
    let linked = if setting.malloc_may_fail { allocators::flag() } else { String::new() };
    // A function is called from behind its own text.
    let (flags, include) = match (&cfa.interface, setting.arguments) {
        (Some(_), _) => (given::FLAGS, " -include"),
        (None, Some(_)) => (arguments::FLAGS, ""),
        (None, None) => ("", ""),
    };
    let _ =
        writeln!(text, "   {compiler}{model}{wraps}{sanitize}{linked}{flags}{include} {} THIS_FILE && ./a.out", comment(setting.program));
    if let Some(sanitizers) = sanitizers {
        let _ = writeln!(text, "   Without -fsanitize={sanitizers} the failure may have no effect that can be seen.");
    }
    if error.check == Check::Init {
        let _ = writeln!(text, "   The compiled program fails where the value decides what is done next, not where it is read.");
    }
    if setting.int == IntMode::Math {
        let _ = writeln!(text, "   The failing run computes with unbounded integers; compiled, it fails only if no value is too large.");
    }
    if is_annotation(cfa, error) {
        let _ = writeln!(text, "   The failure is in an annotation, which no compiler sees: compiled, the program goes on behind it.");
    }
    let each = reads.iter().flat_map(|s| s.reads.iter().map(|r| (r, s.times)));
    let (open, others): (Vec<_>, Vec<_>) = each.partition(|(r, _)| matches!(r.site.origin, Origin::Open(_)));
    if !open.is_empty() {
        let _ = writeln!(text, "   The run depends on what C leaves to the compiler and the library. This file cannot force it:");
    }
    for (read, _) in open.iter().take(20) {
        let Origin::Open(what) = &read.site.origin else { continue };
        let at = read.site.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
        let _ = writeln!(text, "   {}{at} is {} in the failing run.", comment(what), read.value);
    }
    if open.len() > 20 {
        let _ = writeln!(text, "   ... and {} more.", open.len() - 20);
    }
    let uninitialised = others.into_iter().filter(|(r, _)| !is_known(&r.site.origin, cfa));
    for (read, times) in uninitialised.clone().take(20) {
        let at = read.site.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
        let times = if times == 1 { String::new() } else { format!(" {times} times") };
        let _ = writeln!(text, "   Not supplied: {}{at} must be {}{times}.", comment(&read.site.origin.words(cfa)), read.value);
    }
    if uninitialised.count() > 20 {
        let _ = writeln!(text, "   Not supplied: further values.");
    }
    let _ = writeln!(text, "*/\n#include <stdio.h>\n#include <stdlib.h>\n\n#define WEAK __attribute__((weak))\n");
    if reads.iter().any(|s| s.times > 1) {
        text.push_str(NEXT);
    }
    let mut tables = tables(reads);
    tables.retain(|function, _| is_supplied(function));
    if setting.malloc_may_fail {
        for allocator in allocators::deciders() {
            let name = allocators::decision(allocator);
            match tables.remove(allocator) {
                Some(table) => function(&mut text, "static int", &name, "int", &table, 1),
                None => drop(writeln!(text, "static int {name}() {{ return 1; }}")),
            }
        }
        text.push_str(&allocators::wrappers());
    }
    let is_wrapped = |f: &&str| !is_supplied(f) || setting.malloc_may_fail && allocators::deciders().any(|a| a == *f);
    for (function, ty) in unread(cfa, &tables).into_iter().filter(|(f, _)| !is_wrapped(f)) {
        let (head, name) = headed(return_type(function, ty), function);
        let _ = writeln!(text, "{head} {name}() {{ return 0; }}\n");
    }
    for (name, table) in tables {
        let ty = return_type(name, table.ty);
        let (head, name) = headed(ty, name);
        function(&mut text, &head, &name, ty, &table, 0);
    }
    text.push_str(FAILURES);
    if let Some(interface) = &cfa.interface {
        text.push_str(&given::main(cfa, interface, reads)?);
    } else if let Some(arguments) = setting.arguments {
        text.push_str(&arguments.main()?);
    }
    text.push_str(match error.check {
        Check::Leak => LEAKS,
        Check::Bounds | Check::Deref | Check::Free => LIFETIMES,
        _ => "",
    });
    Ok(text)
}

/// Whether a value is given to the program by what is defined here.
fn is_known(origin: &Origin, cfa: &Cfa) -> bool {
    let is_parameter = |v: &VarId| cfa.interface.as_ref().is_some_and(|i| i.parameters.iter().any(|(p, _)| cterm::name(*v, cfa) == &**p));
    let is_argument = |v: &VarId| cfa.arguments.is_some_and(|a| [a.count, a.sizes, a.text].contains(&Some(*v)));
    match origin {
        Origin::Uninitialised(v) | Origin::Element(v) if is_argument(v) => true,
        Origin::Call(f) => is_supplied(f),
        Origin::Choice | Origin::Given(_) | Origin::Open(_) => true,
        Origin::Uninitialised(v) => is_parameter(v) || given::is_global(cfa, *v),
        Origin::Written(..) | Origin::Element(_) | Origin::Unreplayed => false,
    }
}

/// Whether a function that is defined here can give the program what the run reads from it.
fn is_supplied(function: &str) -> bool {
    !replay::READERS.contains(&function)
}

/// How a function begins that the program calls by this name, and the name that it has here: a header may declare the program's name with
/// other parameters, so the file has a name of its own for it.
fn headed(ty: &str, name: &str) -> (String, String) {
    if name.starts_with("__VERIFIER_") {
        return (format!("WEAK {ty}"), name.into());
    }
    let own = format!("supplied_{name}");
    (format!("WEAK {ty} {own}() __asm__(\"{name}\");\n{ty}"), own)
}

/// A function that returns what its table says, and then the rest.
fn function(text: &mut String, head: &str, name: &str, ty: &str, table: &Table, rest: u8) {
    let _ = writeln!(text, "{head} {name}() {{");
    let _ = writeln!(text, "    static const {ty} values[] = {{{}}};", table.values.join(", "));
    if table.segments.iter().all(|s| s.times == 1) {
        let _ = writeln!(text, "    static unsigned long next;");
        let _ = writeln!(text, "    return next < sizeof values / sizeof *values ? values[next++] : {rest};\n}}\n");
    } else {
        let segments: Vec<_> = table.segments.iter().map(|s| format!("{{{}, {}, {}ULL}}", s.start, s.length, s.times)).collect();
        let _ = writeln!(text, "    static const struct segment segments[] = {{{}}};", segments.join(", "));
        let _ = writeln!(text, "    static struct position at;");
        let _ = writeln!(text, "    return at.segment < sizeof segments / sizeof *segments ? values[next(segments, &at)] : {rest};\n}}\n");
    }
}

/// What a function returns.
struct Table {
    ty: Option<IntType>,
    values: Vec<String>,
    segments: Vec<Segment>,
}

/// A part of the values that is returned so many times in a row.
struct Segment {
    start: usize,
    length: usize,
    times: u64,
}

fn tables(reads: &[Stretch]) -> SortedMap<&str, Table> {
    let mut tables: SortedMap<&str, Table> = SortedMap::new();
    for stretch in reads {
        let mut begun: SortedSet<&str> = SortedSet::new();
        for read in &stretch.reads {
            let Origin::Call(function) = &read.site.origin else { continue };
            let empty = || Table { ty: read.site.ty, values: Vec::new(), segments: Vec::new() };
            let table = tables.entry(function).or_insert_with(empty);
            if begun.insert(function) {
                table.segments.push(Segment { start: table.values.len(), length: 0, times: stretch.times });
            }
            table.values.push(cterm::constant(&read.value).unwrap_or_else(|| "0".into()));
            if let Some(segment) = table.segments.last_mut() {
                segment.length += 1;
            }
        }
    }
    tables
}

/// The functions without body that the failing run reads nothing from. A linker asks for them all the same.
fn unread<'a>(cfa: &'a Cfa, tables: &SortedMap<&str, Table>) -> SortedMap<&'a str, Option<IntType>> {
    let writes = |s: &'a Stmt| match s {
        Stmt::Input { kind: InputKind::Written(function), .. } => Some(function),
        _ => None,
    };
    let silent = cfa.externals.iter().chain(cfa.edges.iter().filter_map(|e| writes(&e.stmt)));
    let mut functions: SortedMap<&str, Option<IntType>> = silent.map(|f| (&**f, None)).collect();
    functions.extend(cfa.edges.iter().filter_map(|e| match &e.stmt {
        Stmt::Input { ty, kind: InputKind::Call(function), .. } => Some((&**function, *ty)),
        _ => None,
    }));
    functions.retain(|f, _| !tables.contains_key(f));
    functions
}

/// How a table with repetitions is read.
const NEXT: &str = r#"struct segment {
    unsigned long start, length;
    unsigned long long times;
};
struct position {
    unsigned long segment, value;
    unsigned long long round;
};
/* The number of the value at this position, which moves on. */
static unsigned long next(const struct segment *segments, struct position *at) {
    const struct segment *s = &segments[at->segment];
    unsigned long value = s->start + at->value;
    if (++at->value == s->length) {
        at->value = 0;
        if (++at->round == s->times) {
            at->round = 0;
            at->segment++;
        }
    }
    return value;
}

"#;

/// The places where a program says that it has failed. They print by the system's call alone, since the functions that print may be among
/// those that are supplied.
const FAILURES: &str = r#"extern long write_to(int file, const void *text, unsigned long size) __asm__("write");
static void say(const char *text) {
    unsigned long size = 0;
    while (text[size]) size++;
    if (write_to(2, text, size) < 0) abort();
}
static void failed(const char *what) {
    say("harness: ");
    say(what);
    say("\n");
    abort();
}
WEAK void reach_error() { failed("reach_error() is reached"); }
WEAK void __VERIFIER_error() { failed("__VERIFIER_error() is reached"); }
WEAK void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function) {
    char digits[12] = "";
    char *first = digits + 11;
    do *--first = '0' + line % 10;
    while (line /= 10);
    say(file);
    say(":");
    say(first);
    say(": ");
    say(function ? function : "");
    say(": ");
    failed(expression);
    abort();
}
WEAK void __VERIFIER_assume(int condition) {
    if (!condition) exit(0);
}
"#;

/// Locals are followed beyond the end of their function. Blocks that are still there at the end are another matter.
const LIFETIMES: &str = r#"const char *__asan_default_options() { return "detect_stack_use_after_return=1:detect_leaks=0"; }
"#;

/// Blocks that nothing leads to when the program ends. What functions that have returned left behind on the stack, the address of a block
/// for example, would be taken for a variable; it is written over.
const LEAKS: &str = r#"const char *__asan_default_options() { return "detect_leaks=1"; }
__attribute__((destructor)) static void forget_dead_locals(void) {
    volatile char dead[16384];
    for (unsigned i = 0; i < sizeof dead; i++) dead[i] = 0;
}
"#;

/// C's comments do not nest.
fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace("/*", "/ *")
}

fn return_type(function: &str, ty: Option<IntType>) -> &'static str {
    let by_name = function.strip_prefix("__VERIFIER_nondet_").and_then(|suffix| {
        Some(match suffix {
            "bool" | "_Bool" => "_Bool",
            "char" => "char",
            "schar" => "signed char",
            "uchar" | "u8" | "unsigned_char" => "unsigned char",
            "short" => "short",
            "ushort" | "u16" => "unsigned short",
            "int" => "int",
            "uint" | "unsigned" | "u32" | "unsigned_int" => "unsigned int",
            "long" => "long",
            "ulong" => "unsigned long",
            "longlong" => "long long",
            "ulonglong" => "unsigned long long",
            "size_t" => "size_t",
            _ => return None,
        })
    });
    // Other functions are told by the width alone: where long is as wide as int or as long long, either name serves the caller.
    by_name.or_else(|| cterm::type_name(ty?)).unwrap_or("int")
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::Budget;
    use base::exec::machine::Machine;
    use std::process::Command;

    /// Two functions take turns in a stretch that is repeated; the compiled program fails all the same.
    #[test]
    fn repeated_stretches_are_played_back() {
        let (cfa, trace) = replay::tests::hundreds();
        let reads = replay::reads(&cfa, &Machine::compile(&cfa), &trace, &Budget::unlimited());
        let harness = write(
            &cfa,
            &cfa.errors[0],
            &reads,
            &Setting { program: "program.c", ilp32: false, int: IntMode::Ub, malloc_may_fail: false, arguments: None },
        )
        .unwrap();
        for words in [
            "int __VERIFIER_nondet_int() {\n    static const int values[] = {1, (-7), 0};",
            "segments[] = {{0, 1, 1ULL}, {1, 1, 100000ULL}, {2, 1, 1ULL}};",
            "segments[] = {{0, 1, 1ULL}, {1, 1, 100000ULL}};",
        ] {
            assert!(harness.contains(words), "no {words} in {harness}");
        }
        let directory = std::env::temp_dir().join(format!("bevel-harness-{}", std::process::id()));
        std::fs::create_dir_all(&directory).unwrap();
        std::fs::write(directory.join("program.c"), replay::tests::HUNDREDS).unwrap();
        std::fs::write(directory.join("harness.c"), harness).unwrap();
        let compiled = Command::new("cc").args(["-o", "program", "program.c", "harness.c"]).current_dir(&directory).status().unwrap();
        let output = Command::new(directory.join("program")).output();
        std::fs::remove_dir_all(&directory).unwrap();
        assert!(compiled.success());
        let output = output.unwrap();
        assert!(!output.status.success());
        assert!(String::from_utf8_lossy(&output.stderr).contains("reach_error() is reached"), "{output:?}");
    }

    #[test]
    fn it_is_not_written_in_part() {
        let (cfa, trace) = replay::tests::hundreds();
        let over = Budget::unlimited().child(Some(std::time::Duration::ZERO));
        let reads = replay::reads(&cfa, &Machine::compile(&cfa), &trace, &over);
        let why = write(
            &cfa,
            &cfa.errors[0],
            &reads,
            &Setting { program: "program.c", ilp32: false, int: IntMode::Ub, malloc_may_fail: false, arguments: None },
        )
        .unwrap_err();
        assert!(why.contains("too long"), "{why}");
    }
}
