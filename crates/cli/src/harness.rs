//! A C file that plays the trace back to the original program: `cc program.c harness.c && ./a.out` fails the same way.
//!
//! Each function that the trace read from gets a table of what it returned, in order. Everything is defined weakly, so that
//! definitions of the program itself win. Values of uninitialised objects cannot be supplied from outside; the file says so.

use crate::cterm;
use crate::replay::{Origin, Read};
use base::{Cfa, Check, ErrorInfo, IntType};
use std::collections::BTreeMap;
use std::fmt::Write;

/// What the file needs to know about the program beside the trace.
pub struct Setting<'a> {
    pub program: &'a str,
    pub ilp32: bool,
}

pub fn write(cfa: &Cfa, error: &ErrorInfo, reads: &[Read], setting: &Setting<'_>) -> String {
    let mut text = String::new();
    let place = error.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
    let sanitize = if error.check == Check::Reach { "" } else { " -fsanitize=undefined,bounds -fno-sanitize-recover=all" };
    let model = if setting.ilp32 { " -m32" } else { "" };
    let _ = writeln!(text, "/* Makes {} fail: {}{place}: {}", comment(setting.program), error.check, comment(&error.message));
    let _ = writeln!(text, "   cc{model}{sanitize} {} THIS_FILE && ./a.out", comment(setting.program));
    if error.check != Check::Reach {
        let _ = writeln!(text, "   Without -fsanitize=undefined the failure has no effect that can be seen.");
    }
    let uninitialised = reads.iter().filter(|r| matches!(r.origin, Origin::Uninitialised(_) | Origin::Element(_)));
    for read in uninitialised.clone().take(20) {
        let at = read.span.as_ref().map_or(String::new(), |s| format!(" at {s}"));
        let _ = writeln!(text, "   Not supplied: {}{at} must be {}.", comment(&read.origin.words(cfa)), read.value);
    }
    if uninitialised.count() > 20 {
        let _ = writeln!(text, "   Not supplied: further uninitialised values.");
    }
    let _ = writeln!(text, "*/\n#include <stdio.h>\n#include <stdlib.h>\n\n#define WEAK __attribute__((weak))\n");
    let mut tables: BTreeMap<&str, (Option<IntType>, Vec<String>)> = BTreeMap::new();
    for read in reads {
        if let Origin::Call(function) = &read.origin {
            let value = cterm::constant(&read.value).unwrap_or_else(|| "0".into());
            tables.entry(function).or_insert((read.ty, Vec::new())).1.push(value);
        }
    }
    for (function, (ty, values)) in tables {
        let ty = return_type(function, ty);
        let _ = writeln!(text, "WEAK {ty} {function}() {{");
        let _ = writeln!(text, "    static const {ty} values[] = {{{}}};", values.join(", "));
        let _ = writeln!(text, "    static unsigned long next;");
        let _ = writeln!(text, "    return next < sizeof values / sizeof *values ? values[next++] : 0;\n}}\n");
    }
    text.push_str(FAILURES);
    text
}

/// The places where a program says that it has failed.
const FAILURES: &str = r#"static void failed(const char *what) {
    fprintf(stderr, "harness: %s\n", what);
    abort();
}
WEAK void reach_error() { failed("reach_error() is reached"); }
WEAK void __VERIFIER_error() { failed("__VERIFIER_error() is reached"); }
WEAK void __assert_fail(const char *expression, const char *file, unsigned int line, const char *function) {
    fprintf(stderr, "%s:%u: %s: ", file, line, function ? function : "");
    failed(expression);
    abort();
}
WEAK void __VERIFIER_assume(int condition) {
    if (!condition) exit(0);
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
