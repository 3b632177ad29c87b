//! The heap that a failing run was given, built in C, and the call that fails on it.
//!
//! Fields that the run never reads are zero. When the function returns, the heap is shown as it is left: what a contract says of it no compiler sees. The objects
//! come from an allocator, so the function may free them; those are not looked at again. Invariant: the run reads from this heap what the trace says, or nothing is written.

use crate::cterm;
use crate::heap::Heap;
use crate::replay::{Origin, Stretch};
use base::{Cfa, Int, Interface, Name, ParameterKind, Sort, VarId};
use std::fmt::Write;

/// What the program's own `main` and `free` are called where this `main` is.
pub const FLAGS: &str = " -Dmain=main_of_the_program -Dfree=free_in_the_program";

/// The main function, behind the text of the program; or why there is none.
pub fn main(cfa: &Cfa, interface: &Interface, reads: &[Stretch]) -> Result<String, String> {
    let heap = Heap::of(reads);
    if !heap.is_whole() {
        return Err("the heap that the function is given is too large to be written".into());
    }
    let (mut names, mut made, mut filled, mut shown) = (String::new(), String::new(), String::new(), String::new());
    for (of, count) in &heap.counts {
        let is_tag = |tag: &str| tag.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        if !of.strip_prefix("struct ").is_some_and(is_tag) {
            return Err(format!("{of} has no name in C"));
        }
        for i in 1..=usize::try_from(count).unwrap_or_default() {
            let place = place(&heap, of, &Int::from(i))?;
            let _ = write!(names, ", {{0, \"{of} {i}\", 0}}");
            let _ = writeln!(made, "    {place}.at = calloc(1, sizeof({of}));");
            let Some(fields) = heap.objects.get(of).and_then(|all| all.get(i - 1)) else { continue };
            let (mut words, mut values) = (String::new(), String::new());
            for (field, value, to) in fields {
                let value = to.as_ref().map_or_else(|| constant(value), |to| Ok(format!("{}.at", self::place(&heap, to, value)?)))?;
                let _ = writeln!(filled, "    (({of} *){place}.at)->{field} = {value};");
                let (word, term) = if to.is_some() { ("-> %s", "harness_named(object->") } else { ("= %lld", "(long long)(object->") };
                let _ = write!(words, " {field} {word}");
                let _ = write!(values, ", {term}{field})");
            }
            let _ = writeln!(shown, "    if (!{place}.is_freed) {{");
            let _ =
                writeln!(shown, "        {of} *object = {place}.at;\n        fprintf(stderr, \"{of} {i}:{words}\\n\"{values});\n    }}");
        }
    }
    let arguments: Result<Vec<String>, String> = interface.parameters.iter().map(|p| argument(cfa, &heap, reads, p)).collect();
    let globals = globals(cfa, reads)?;
    let call =
        format!("{globals}    {}({});\n    fputs(\"harness: the heap afterwards\\n\", stderr);\n", interface.name, arguments?.join(", "));
    let table = TABLE.replace("NAMES", &names);
    Ok(format!("{table}int main(void) {{\n{made}{filled}{call}{shown}    return 0;\n}}\n"))
}

/// Whether the harness can give the variable a value: a number at file scope that C has a name for.
pub fn is_global(cfa: &Cfa, v: VarId) -> bool {
    let var = cfa.var(v);
    let is_place = |name: &Name| name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '.');
    cfa.interface.is_some() && var.frame == 0 && var.sort == Sort::Int && var.source.as_ref().is_some_and(is_place)
}

/// Sets the globals that the run reads.
fn globals(cfa: &Cfa, reads: &[Stretch]) -> Result<String, String> {
    let mut text = String::new();
    for read in reads.iter().flat_map(|s| &s.reads) {
        if let Origin::Uninitialised(v) = read.site.origin
            && is_global(cfa, v)
        {
            let _ = writeln!(text, "    {} = {};", cterm::name(v, cfa), constant(&read.value)?);
        }
    }
    Ok(text)
}

fn constant(value: &Int) -> Result<String, String> {
    cterm::constant(value).ok_or_else(|| format!("{value} is no number in C"))
}

/// Where an object stands in the table, by its number among those of its type. Null stands first.
fn place(heap: &Heap, of: &Name, number: &Int) -> Result<String, String> {
    if *number == Int::ZERO {
        return Ok("harness_given[0]".into());
    }
    let Some(before) = heap.counts.iter().position(|(other, _)| other == of) else {
        return Err(format!("there are no objects of type {of}"));
    };
    let index = heap.counts[..before].iter().fold(number.clone(), |sum, (_, count)| &sum + count);
    Ok(format!("harness_given[{index}]"))
}

/// What a parameter gets. One that the run never reads may be anything.
fn argument(cfa: &Cfa, heap: &Heap, reads: &[Stretch], (name, kind): &(Name, ParameterKind)) -> Result<String, String> {
    match kind {
        ParameterKind::Pointer => match heap.pointers.iter().find(|(pointer, ..)| pointer == name) {
            Some((_, value, to)) => Ok(format!("{}.at", place(heap, to, value)?)),
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

/// The objects, told by their names. Behind the program its own `main` and `free` are not in the way any more.
const TABLE: &str = r#"
#undef main
#undef free
extern void harness_release(void *) __asm__("free");
static struct {
    void *at;
    const char *name;
    char is_freed;
} harness_given[] = {{0, "null", 0}NAMES};
enum { HARNESS_GIVEN = sizeof harness_given / sizeof *harness_given };
void free_in_the_program(void *object) {
    for (unsigned i = 1; i < HARNESS_GIVEN; i++)
        if (harness_given[i].at == object) harness_given[i].is_freed = 1;
    harness_release(object);
}
static const char *harness_named(const void *object) {
    for (unsigned i = 0; i < HARNESS_GIVEN; i++)
        if (harness_given[i].at == object) return harness_given[i].name;
    return "another object";
}
"#;
