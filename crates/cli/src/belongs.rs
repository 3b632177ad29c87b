//! Whether a witness is about the program at hand: its format, its files by their hashes, the data model, and the functions that it names.

use crate::input::{Bad, Program};
use crate::recheck::same_place;
use crate::witness::{Entry, Location, file_hash};
use base::Cfa;
use std::path::Path;

/// The versions of the format that are read.
const VERSIONS: [&str; 2] = ["2.0", "2.1"];

/// How to have a witness checked all the same.
const ANYWAY: &str = "--any-program checks it all the same";

/// Refuses a witness that says that it is about something else, or does not say what it is about.
pub fn to_program(witness: &Path, entries: &[Entry], program: &Program) -> Result<(), Bad> {
    let refused = |why: String| Err(Bad::about(witness, format!("{why}; {ANYWAY}")));
    for entry in entries {
        let Some(metadata) = &entry.metadata else { return refused("it does not say which program it is about".into()) };
        let version = &metadata.format_version;
        if !VERSIONS.contains(&version.as_str()) {
            return refused(format!("its format version is {version}, and {} are read", VERSIONS.join(" and ")));
        }
        let hashes = &metadata.task.input_file_hashes;
        for path in &program.paths {
            let own = file_hash(path);
            if !hashes.values().any(|h| h.eq_ignore_ascii_case(&own)) {
                return refused(format!("it is not about {} as it is now (its hash is {own})", path.display()));
            }
        }
        let model = if program.ilp32() { "ILP32" } else { "LP64" };
        if !metadata.task.data_model.eq_ignore_ascii_case(model) {
            return refused(format!("it is about the data model {}, and this is {model}", metadata.task.data_model));
        }
    }
    Ok(())
}

/// Refuses a witness that names other files or functions than those where its places are.
pub fn to_places(witness: &Path, entries: &[Entry], program: &Program, cfa: &Cfa) -> Result<(), Bad> {
    let name = |path: &str| Path::new(path).file_name().map(|n| n.to_os_string());
    for location in entries.iter().flat_map(Entry::locations) {
        let is_known = program.paths.iter().any(|p| name(&p.to_string_lossy()) == name(&location.file_name))
            || cfa.locs.iter().filter_map(|l| l.span.as_ref()).any(|s| name(&s.file) == name(&location.file_name));
        if !is_known {
            return Err(Bad::about(witness, format!("it speaks of {}, which is no file of the program; {ANYWAY}", location.file_name)));
        }
        let Some(function) = &location.function else { continue };
        let line = Location { column: None, ..location.clone() };
        let here = cfa.locs.iter().filter(|l| l.span.as_ref().is_some_and(|s| same_place(&line, s)));
        let functions: Vec<&str> = here.flat_map(|l| functions(cfa, l.frame, &line)).filter(|f| !f.is_empty()).collect();
        if let Some(other) = functions.first()
            && !functions.contains(&function.as_str())
        {
            let place = format!("{}:{}", location.file_name, location.line);
            return Err(Bad::about(witness, format!("it speaks of `{function}` at {place}, which is in `{other}`; {ANYWAY}")));
        }
    }
    Ok(())
}

/// The function of a frame, and those that call it at this place: what a call hands over belongs to both.
fn functions<'a>(cfa: &'a Cfa, frame: u32, place: &Location) -> Vec<&'a str> {
    let mut found = Vec::new();
    let mut next = cfa.frames.get(frame as usize);
    while let Some(frame) = next {
        found.push(&*frame.function);
        let caller = frame.called_from.as_ref().filter(|(_, at)| same_place(place, at));
        next = caller.and_then(|(up, _)| cfa.frames.get(*up as usize));
    }
    found
}
