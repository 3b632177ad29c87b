//! Allocators that fail where the failing run says so, for a compiled program: the linker leads its calls of `malloc` and its kin
//! to wrappers (`--wrap`), which ask a table whether the call gives a block.

use std::fmt::Write;

/// An allocator, how it is declared, and its arguments.
struct Allocator {
    name: &'static str,
    result: &'static str,
    parameters: &'static str,
    arguments: &'static str,
    /// The function among whose inputs the decision is.
    decided_by: &'static str,
}

const fn allocator(name: &'static str, parameters: &'static str, arguments: &'static str) -> Allocator {
    Allocator { name, result: "void *", parameters, arguments, decided_by: name }
}

const fn copier(name: &'static str, parameters: &'static str, arguments: &'static str) -> Allocator {
    Allocator { name, result: "char *", parameters, arguments, decided_by: "malloc" }
}

const ALLOCATORS: [Allocator; 8] = [
    allocator("malloc", "size_t n", "n"),
    allocator("calloc", "size_t a, size_t b", "a, b"),
    allocator("realloc", "void *p, size_t n", "p, n"),
    allocator("valloc", "size_t n", "n"),
    allocator("memalign", "size_t a, size_t n", "a, n"),
    allocator("aligned_alloc", "size_t a, size_t n", "a, n"),
    copier("strdup", "const char *s", "s"),
    copier("strndup", "const char *s, size_t n", "s, n"),
];

/// The functions that decide.
pub fn deciders() -> impl Iterator<Item = &'static str> {
    ALLOCATORS.iter().filter(|a| a.name == a.decided_by).map(|a| a.name)
}

/// The name of the function that tells whether a call of an allocator gives a block.
pub fn decision(allocator: &str) -> String {
    format!("{allocator}_gives_a_block")
}

/// What the linker must be told, as an option of `cc`.
pub fn flag() -> String {
    let each: Vec<_> = ALLOCATORS.iter().map(|a| format!(",--wrap={}", a.name)).collect();
    format!(" -Wl{}", each.concat())
}

/// The wrappers; the decisions are functions that stand above them.
pub fn wrappers() -> String {
    let mut text = String::new();
    for Allocator { name, result, parameters, arguments, decided_by } in &ALLOCATORS {
        let decision = decision(decided_by);
        let _ = writeln!(text, "{result}__real_{name}({parameters});");
        let _ = writeln!(text, "{result}__wrap_{name}({parameters}) {{ return {decision}() ? __real_{name}({arguments}) : 0; }}");
    }
    text.push('\n');
    text
}
