//! Several files as one program: one text in which every name means what it means in its own file.
//!
//! Names are sorted into classes by partition refinement, as for minimal automata (J. Hopcroft: An n log n algorithm for minimizing states
//! in a finite automaton, 1971; here round by round): the types, constants and inline functions of two files are the same if they are
//! defined by the same words about the same names. What a later file defines again is blanked; of different classes with one name at
//! most one keeps it, and what a linker would find keeps it before all others. Lines stay lines, and what a new name is longer does not
//! count for columns.
//!
//! Invariant: each file's declarations are left in their order, and a name with internal linkage is never shared.

mod names;

use crate::diagnostic::Diagnostic;
use crate::prepass::HIDING;
use crate::source::Source;
use crate::tokens::{Kind, Token, tokens};
use base::{SortedMap, SortedSet};
use lang_c::ast::TranslationUnit;
use names::{Entity, Key, Linkage, Names, Space};

/// What stands between a name and the number that tells it from its namesakes.
const APART: &str = "__bevel_of_";

/// One file, parsed.
pub struct Part {
    pub source: Source,
    /// The text before repairs.
    pub plain: String,
    pub unit: TranslationUnit,
}

/// The names as the programmer wrote them.
pub fn as_written(text: &str) -> String {
    let mut pieces = text.split(APART);
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        out.push_str(piece.trim_start_matches(|c: char| c.is_ascii_digit()));
    }
    out
}

/// Makes one source of the files. Two definitions of one name are an error, as for a linker.
pub fn link(parts: Vec<Part>) -> Result<Source, Diagnostic> {
    let files: Vec<File> = parts.iter().map(File::new).collect();
    let classes = Classes::of(&files);
    let new_names = new_names(&files, &classes);
    let with_two_bodies = with_two_bodies(&files, &classes, &new_names);
    let mut taken = taken_out(&files, &classes);
    taken_as_weak_or_twice(&parts, &files, &mut taken)?;
    let edits: Vec<Vec<(usize, usize, String)>> = files
        .iter()
        .enumerate()
        .map(|(f, file)| {
            let out = |at: usize| taken[f].iter().any(|(start, end)| (*start..*end).contains(&at));
            let renamed = file.names.mentions.iter().filter(|(at, _)| !out(**at)).filter_map(|(at, key)| {
                let name = new_names.get(&(classes.of_mention(f, key)?, key.clone()))?;
                let end = *at + key.1.len();
                (file.text.get(*at..end) == Some(&key.1)).then(|| (*at, end, name.clone()))
            });
            renamed.collect()
        })
        .collect();
    let mut linked: Option<Source> = None;
    for ((part, edits), taken) in parts.into_iter().zip(edits).zip(taken) {
        let mut source = part.source;
        taken.iter().for_each(|(start, end)| source.blank(*start, *end));
        source.rename(&edits);
        match &mut linked {
            None => linked = Some(source),
            Some(all) => all.append(source),
        }
    }
    if let Some(all) = &mut linked {
        all.with_two_bodies = with_two_bodies;
    }
    linked.ok_or_else(|| Diagnostic::quoted("there is no file".into()))
}

struct File<'p> {
    text: &'p str,
    tokens: Vec<Token>,
    names: Names,
}

impl<'p> File<'p> {
    fn new(part: &'p Part) -> Self {
        let attributes: Vec<usize> = tokens(&part.plain)
            .iter()
            .filter(|t| t.kind == Kind::Word && matches!(&part.plain[t.start..t.end], "weak" | "__weak__"))
            .map(|t| t.start)
            .collect();
        let is_weak = |start: usize, end: usize| {
            let (start, end) = (part.source.before_repair(start), part.source.before_repair(end));
            attributes.iter().any(|a| (start..end).contains(a))
        };
        let mut names = names::of(&part.unit, &is_weak);
        let (text, tokens) = (&part.source.text, tokens(&part.source.text));
        // Declarations that only the parser sees go by the names that they are about.
        for (i, _) in tokens.iter().enumerate().filter(|(_, t)| &text[t.start..t.end] == HIDING) {
            let hiding = tokens[i + 1..].iter().take_while(|t| &text[t.start..t.end] != ";").filter(|t| t.kind == Kind::Word);
            names.mentions.extend(hiding.map(|t| (t.start, (Space::Ordinary, text[t.start..t.end].to_owned()))));
        }
        File { text, tokens, names }
    }

    /// The words of a stretch, and the names among them.
    fn words(&self, (start, end): (usize, usize)) -> (Vec<&'p str>, Vec<&Key>) {
        let first = self.tokens.partition_point(|t| t.start < start);
        let words = self.tokens[first..].iter().take_while(|t| t.start < end).map(|t| &self.text[t.start..t.end]).collect();
        (words, self.names.mentions.range(start..end).map(|(_, key)| key).collect())
    }
}

/// Which names of different files mean the same, as numbers.
struct Classes {
    of: Vec<SortedMap<Key, usize>>,
    /// Tags that some file leaves incomplete mean the first file's that does not.
    complete: SortedMap<Key, usize>,
}

/// What tells classes apart: external names are one, internal ones as many as files, others go by their words.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Mark<'p> {
    External,
    Internal(usize),
    Words(Vec<Vec<&'p str>>),
}

impl Classes {
    fn of(files: &[File<'_>]) -> Self {
        let mut seen = SortedMap::new();
        let mut of: Vec<SortedMap<Key, usize>> = Vec::new();
        let mut inner: Vec<SortedMap<&Key, Vec<&Key>>> = Vec::new();
        for (f, file) in files.iter().enumerate() {
            let mut classes = SortedMap::new();
            let mut about = SortedMap::new();
            for (key, entity) in &file.names.entities {
                let mark = match entity.linkage {
                    Linkage::External => Mark::External,
                    Linkage::Internal => Mark::Internal(f),
                    Linkage::Shared => {
                        let (words, names): (Vec<_>, Vec<_>) = entity.words.iter().map(|w| file.words(*w)).unzip();
                        about.insert(key, names.concat());
                        Mark::Words(words)
                    }
                };
                let next = seen.len();
                classes.insert(key.clone(), *seen.entry((key, mark)).or_insert(next));
            }
            of.push(classes);
            inner.push(about);
        }
        let mut count = seen.len();
        loop {
            let classes = Classes { complete: first_of_tags(&of), of };
            let mut seen = SortedMap::new();
            let mut finer = Vec::new();
            for (f, file) in files.iter().enumerate() {
                let mut refined = SortedMap::new();
                for key in file.names.entities.keys() {
                    let about: Vec<_> = inner[f].get(key).into_iter().flatten().map(|k| classes.of_mention(f, k)).collect();
                    let next = seen.len();
                    refined.insert(key.clone(), *seen.entry((classes.of[f][key], about)).or_insert(next));
                }
                finer.push(refined);
            }
            if seen.len() == count {
                return classes;
            }
            count = seen.len();
            of = finer;
        }
    }

    /// None for a name that the file does not declare at file scope.
    fn of_mention(&self, file: usize, key: &Key) -> Option<usize> {
        self.of[file].get(key).or_else(|| self.complete.get(key)).copied()
    }
}

fn first_of_tags(of: &[SortedMap<Key, usize>]) -> SortedMap<Key, usize> {
    let mut first = SortedMap::new();
    for (key, class) in of.iter().flatten().filter(|(key, _)| key.0 == Space::Tag) {
        first.entry(key.clone()).or_insert(*class);
    }
    first
}

/// The classes that get another name, with it.
fn new_names(files: &[File<'_>], classes: &Classes) -> SortedMap<(usize, Key), String> {
    let words: SortedSet<&str> = files.iter().flat_map(|f| f.tokens.iter().map(|t| &f.text[t.start..t.end])).collect();
    let mut found: SortedMap<&Key, Vec<usize>> = SortedMap::new();
    let mut kept: SortedSet<&Key> = SortedSet::new();
    for (f, file) in files.iter().enumerate() {
        for (key, entity) in &file.names.entities {
            let class = classes.of[f][key];
            let list = found.entry(key).or_default();
            if !list.contains(&class) {
                // What the linker sees comes first and keeps the name.
                list.insert(if entity.linkage == Linkage::External { 0 } else { list.len() }, class);
            }
        }
        // So does what no file defines, such as the functions of the library.
        let undeclared = |key: &&Key| key.0 == Space::Ordinary && !file.names.entities.contains_key(*key);
        kept.extend(file.names.mentions.values().filter(undeclared));
    }
    let mut renamed = SortedMap::new();
    for (key, list) in found {
        let external = files.iter().any(|f| f.names.entities.get(key).is_some_and(|e| e.linkage == Linkage::External));
        let mut number = 1;
        for class in list.into_iter().skip(usize::from(external || !kept.contains(key))) {
            let name = loop {
                number += 1;
                let name = format!("{}{APART}{number}", key.1);
                if !words.contains(name.as_str()) {
                    break name;
                }
            };
            renamed.insert((class, key.clone()), name);
        }
    }
    renamed
}

/// What each file says that an earlier one has said.
fn taken_out(files: &[File<'_>], classes: &Classes) -> Vec<Vec<(usize, usize)>> {
    let mut said: SortedSet<(usize, &Key)> = SortedSet::new();
    let mut taken = Vec::new();
    for (f, file) in files.iter().enumerate() {
        let known = |key: &Key| said.contains(&(classes.of[f][key], key));
        let mut out = Vec::new();
        for item in &file.names.items {
            let function =
                item.more && item.defines.iter().any(|k| file.names.entities[k].words.contains(&item.span) && k.0 == Space::Ordinary);
            if (!item.more || function) && !item.defines.is_empty() && item.defines.iter().all(known) {
                out.push(item.span);
            } else {
                out.extend(item.bodies.iter().filter(|(key, _)| known(key)).map(|(_, body)| *body));
            }
        }
        taken.push(out);
        let defined = |(_, e): &(&Key, &Entity)| e.linkage == Linkage::Shared && !e.words.is_empty();
        said.extend(file.names.entities.iter().filter(defined).map(|(key, _)| (classes.of[f][key], key)));
    }
    taken
}

/// Functions that one file defines for inlining and another one for the whole program, by other words: it is unspecified which of the two is
/// called where both are at hand (C11 6.7.4p7).
fn with_two_bodies(files: &[File<'_>], classes: &Classes, new_names: &SortedMap<(usize, Key), String>) -> SortedSet<String> {
    let body = |file: &File<'_>, entity: &Entity| {
        let says_where = |w: &&str| ["inline", "__inline", "__inline__", "extern"].contains(w);
        let (words, _) = entity.definition.map(|(item, _)| file.words(item)).unwrap_or_default();
        words.into_iter().filter(|w| !says_where(w)).map(str::to_owned).collect::<Vec<_>>()
    };
    let mut found = SortedSet::new();
    for (f, file) in files.iter().enumerate() {
        let inline = file.names.entities.iter().filter(|(_, e)| e.linkage == Linkage::Shared && e.definition.is_some());
        for (key, entity) in inline {
            let differs = |other: &File<'_>| {
                let outer = other.names.entities.get(key).filter(|e| e.linkage == Linkage::External && e.definition.is_some());
                outer.is_some_and(|e| body(other, e) != body(file, entity))
            };
            if files.iter().any(differs) {
                found.insert(new_names.get(&(classes.of[f][key], key.clone())).unwrap_or(&key.1).clone());
            }
        }
    }
    found
}

/// Of the definitions of an external name one is left: the only one that is not weak.
fn taken_as_weak_or_twice(parts: &[Part], files: &[File<'_>], taken: &mut [Vec<(usize, usize)>]) -> Result<(), Diagnostic> {
    let mut defined: SortedMap<&Key, (usize, &Entity)> = SortedMap::new();
    for (f, file) in files.iter().enumerate() {
        for (key, entity) in file.names.entities.iter().filter(|(_, e)| e.linkage == Linkage::External) {
            let Some((_, at)) = entity.definition else { continue };
            let Some((first, other)) = defined.insert(key, (f, entity)) else { continue };
            let out = match (other.weak, entity.weak) {
                (false, false) => {
                    let (span, place) = (parts[f].source.span(at), other.definition.map(|(_, at)| parts[first].source.span(at)));
                    let before = place.map_or(String::new(), |p| format!(": it is defined at {p} as well"));
                    return Err(Diagnostic::at(&parts[f].source.files, span, format!("second definition of `{}`{before}", key.1)));
                }
                (true, false) => (first, other),
                _ => {
                    defined.insert(key, (first, other));
                    (f, entity)
                }
            };
            taken[out.0].extend(out.1.definition.map(|(item, _)| item));
        }
    }
    Ok(())
}
