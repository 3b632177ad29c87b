//! The heap that a failing run was given, built in C, and the call that fails on it.
//!
//! Fields that the run never reads are zero. When the function returns, the heap is shown as it is left: what a contract says of it no compiler sees. The objects
//! come from an allocator, so the function may free them; those are not looked at again. Invariant: the run reads from this heap what the trace says, or nothing is written.

use crate::cterm;
use crate::heap::Heap;
use crate::replay::{Origin, Stretch};
use base::{Cfa, Int, Interface, Name, ParameterKind};
use std::fmt::Write;

/// What the program's own `main` and `free` are called where this `main` is.
pub const FLAGS: &str = " -Dmain=main_of_the_program -Dfree=free_in_the_program";

/// The main function, behind the text of the program; or why there is none.
pub fn main(cfa: &Cfa, interface: &Interface, reads: &[Stretch]) -> Result<String, String> {
    let heap = Heap::of(reads);
    if !heap.is_whole() {
        return Err("the heap that the function is given is too large to be written".into());
    }
    let mut text = String::from(START);
    for (number, (of, count)) in heap.counts.iter().enumerate() {
        let known = |tag: &str| tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !of.strip_prefix("struct ").is_some_and(known) {
            return Err(format!("{of} has no name in C"));
        }
        let count = constant(count)?;
        let _ = writeln!(text, "static {of} *given_{number}[{count} + 1];\nstatic char is_freed_{number}[{count} + 1];");
    }
    text.push_str("\nextern void release(void *) __asm__(\"free\");\nvoid free_in_the_program(void *object) {\n");
    for (number, (_, count)) in heap.counts.iter().enumerate() {
        let _ = writeln!(text, "    for (unsigned i = 1; i <= {}; i++)", constant(count)?);
        let _ = writeln!(text, "        if (object && object == given_{number}[i]) is_freed_{number}[i] = 1;");
    }
    text.push_str("    release(object);\n}\n");
    text.push_str("\n/* Objects are told by their numbers. */\nstatic const char *named(const void *object) {\n");
    text.push_str("    static char names[4][64];\n    static unsigned next;\n    char *name = names[next++ % 4];\n");
    text.push_str("    if (!object) return \"null\";\n");
    for (number, (of, count)) in heap.counts.iter().enumerate() {
        let _ = writeln!(text, "    for (unsigned i = 1; i <= {}; i++)", constant(count)?);
        let _ = writeln!(text, "        if (object == given_{number}[i]) return snprintf(name, 64, \"{of} %u\", i), name;");
    }
    text.push_str("    return \"another object\";\n}\n\nint main(void) {\n");
    for (number, (of, count)) in heap.counts.iter().enumerate() {
        let _ = writeln!(text, "    for (unsigned i = 1; i <= {}; i++) given_{number}[i] = calloc(1, sizeof({of}));", constant(count)?);
    }
    for (number, (of, _)) in heap.counts.iter().enumerate() {
        for (i, fields) in heap.objects.get(of).into_iter().flatten().enumerate() {
            for (field, value, to) in fields {
                let _ = writeln!(text, "    given_{number}[{}]->{field} = {};", i + 1, element(&heap, value, to.as_ref())?);
            }
        }
    }
    let arguments: Result<Vec<String>, String> = interface.parameters.iter().map(|p| argument(cfa, &heap, reads, p)).collect();
    let _ = writeln!(text, "    {}({});", interface.name, arguments?.join(", "));
    text.push_str("    fputs(\"harness: the heap afterwards\\n\", stderr);\n");
    for (number, (of, count)) in heap.counts.iter().enumerate() {
        // All objects of a type have the same fields.
        let Some(fields) = heap.objects.get(of).and_then(|all| all.first()) else { continue };
        let _ = writeln!(text, "    for (unsigned i = 1; i <= {}; i++) {{", constant(count)?);
        let _ = writeln!(text, "        {of} *object = given_{number}[i];\n        if (is_freed_{number}[i]) continue;");
        let _ = writeln!(text, "        fprintf(stderr, \"{of} %u:\", i);");
        for (field, _, to) in fields {
            let _ = match to {
                Some(_) => writeln!(text, "        fprintf(stderr, \" {field} -> %s\", named(object->{field}));"),
                None => writeln!(text, "        fprintf(stderr, \" {field} = %lld\", (long long)object->{field});"),
            };
        }
        text.push_str("        fputc('\\n', stderr);\n    }\n");
    }
    text.push_str("    return 0;\n}\n");
    Ok(text)
}

fn constant(value: &Int) -> Result<String, String> {
    cterm::constant(value).ok_or_else(|| format!("{value} is no number in C"))
}

/// A value of a field or a pointer: a number, null or an object.
fn element(heap: &Heap, value: &Int, to: Option<&Name>) -> Result<String, String> {
    let Some(to) = to else { return constant(value) };
    let number = heap.counts.iter().position(|(of, _)| of == to);
    match number {
        _ if *value == Int::ZERO => Ok("0".into()),
        Some(number) => Ok(format!("given_{number}[{}]", constant(value)?)),
        None => Err(format!("there are no objects of type {to}")),
    }
}

/// What a parameter gets. One that the run never reads may be anything.
fn argument(cfa: &Cfa, heap: &Heap, reads: &[Stretch], (name, kind): &(Name, ParameterKind)) -> Result<String, String> {
    match kind {
        ParameterKind::Pointer => match heap.pointers.iter().find(|(pointer, ..)| pointer == name) {
            Some((_, value, to)) => element(heap, value, Some(to)),
            None => Err(format!("the object that {name} leads to is not of the given heap")),
        },
        ParameterKind::Number => {
            let is_it = |origin: &Origin| matches!(origin, Origin::Uninitialised(v) if cterm::name(*v, cfa) == &**name);
            let first = reads.iter().flat_map(|s| &s.reads).find(|r| is_it(&r.site.origin));
            first.map_or(Ok("0".into()), |read| constant(&read.value))
        }
        ParameterKind::Other => Err(format!("{name} is neither a number nor a pointer")),
    }
}

/// Behind the program its names are not in the way any more.
const START: &str = "\n#undef main\n#undef free\n\n";
