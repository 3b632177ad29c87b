//! The C front end: C text to an exact automaton.
//!
//! Text passes through the preprocessor ([`preprocess`]), textual repairs ([`prepass`]) and the parser; what C forbids beyond its grammar is found
//! ([`constraints`]); the texts of several files become one ([`link`]); the syntax tree is lowered to a graph ([`lower`]) that is cleaned and becomes a
//! [`base::Cfa`] ([`finish`]). What is not C is a [`Diagnostic`]; what is C but not understood is a location of kind
//! [`base::Check::Unsupported`] in the automaton.
//!
//! With [`IntMode::Math`] integers are unbounded, conversions change nothing (except to `_Bool`), and bit operations work
//! on 128 bits.

mod annotation;
mod constraints;
mod copies;
mod diagnostic;
mod finish;
mod graph;
mod hoist;
mod link;
mod liveness;
mod lower;
mod models;
mod prepass;
mod preprocess;
mod propagate;
mod reads;
mod source;
mod syntax;
mod tokens;
mod types;

pub use diagnostic::Diagnostic;

use base::{Budget, Cfa, Check, Files, SortedMap, SortedSet, Span};
use lang_c::ast::TranslationUnit;
use lang_c::driver::{Config, Flavor, SyntaxError, parse_preprocessed};
use source::Source;
use std::path::Path;

/// The sizes of C's types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum DataModel {
    /// `int`, `long` and pointers have 32 bits.
    Ilp32,
    /// `long` and pointers have 64 bits.
    #[default]
    Lp64,
}

/// What signed overflow means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum IntMode {
    /// Undefined behaviour, a check of its own.
    #[default]
    Ub,
    /// Two's complement.
    Wrap,
    /// It does not happen: integers are unbounded.
    Math,
}

/// What objects with static storage hold when the program starts at a function other than `main`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Globals {
    /// Anything that earlier calls may have left there.
    #[default]
    Any,
    /// Their initial values.
    Initial,
}

#[derive(Clone, Debug)]
pub struct Options {
    pub data_model: DataModel,
    pub int: IntMode,
    /// The checks that become error locations; violations of the others are cut away.
    pub checks: SortedSet<Check>,
    /// The function at which the program starts.
    pub entry: String,
    pub globals: Globals,
    pub include_dirs: Vec<String>,
    pub defines: Vec<String>,
    /// Whether each call of an allocator may return a null pointer instead of a block.
    pub malloc_may_fail: bool,
    /// Translation ends with it.
    pub budget: Budget,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            data_model: DataModel::Lp64,
            int: IntMode::Ub,
            checks: Check::ALL.into_iter().collect(),
            entry: "main".into(),
            globals: Globals::Any,
            include_dirs: Vec::new(),
            defines: Vec::new(),
            malloc_may_fail: false,
            budget: Budget::unlimited(),
        }
    }
}

/// Files larger than this are refused.
const SIZE_LIMIT: u64 = 256 << 20;
/// Parser and lowering recurse as deeply as the text is nested.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// Reads a file: `.i` as it is, anything else through the preprocessor.
pub fn load(path: &Path, options: &Options) -> Result<Cfa, Diagnostic> {
    load_all(&[path], options)
}

/// Reads the files of one program, each as [`load`] does.
pub fn load_all(paths: &[impl AsRef<Path>], options: &Options) -> Result<Cfa, Diagnostic> {
    let texts = paths.iter().map(|path| read(path.as_ref(), options)).collect::<Result<Vec<_>, _>>()?;
    unit(&texts, options)
}

/// Translates preprocessed text. Places in messages are those of the text itself.
pub fn translate(text: &str, file: &str, options: &Options) -> Result<Cfa, Diagnostic> {
    translate_all(&[(text, file)], options)
}

/// Translates the preprocessed texts of one program, each with its file's name.
pub fn translate_all(texts: &[(&str, &str)], options: &Options) -> Result<Cfa, Diagnostic> {
    let plain = |(text, file): &(&str, &str)| Ok(Text::plain(decode(text.as_bytes().to_vec(), file)?, file));
    unit(&texts.iter().map(plain).collect::<Result<Vec<_>, Diagnostic>>()?, options)
}

/// What one file says.
struct Text {
    file: String,
    /// As the programmer wrote it.
    original: String,
    /// After the preprocessor, with its line markers; none if it was not needed.
    preprocessed: Option<String>,
    /// With annotations laid bare, if there are any and the preprocessor was not needed.
    exposed: Option<String>,
    annotated: bool,
}

impl Text {
    fn plain(original: String, file: &str) -> Self {
        let annotated = annotation::is_present(&original);
        let exposed = annotated.then(|| annotation::expose(&original));
        Text { file: file.to_owned(), original, preprocessed: None, exposed, annotated }
    }
}

fn read(path: &Path, options: &Options) -> Result<Text, Diagnostic> {
    let file = path.display().to_string();
    let trouble = |e: std::io::Error| Diagnostic::about(&file, format!("cannot be read: {e}"));
    let metadata = std::fs::metadata(path).map_err(trouble)?;
    if metadata.is_dir() {
        return Err(Diagnostic::about(&file, "is a directory"));
    }
    if metadata.len() > SIZE_LIMIT {
        return Err(Diagnostic::about(&file, "is too large"));
    }
    let original = decode(std::fs::read(path).map_err(trouble)?, &file)?;
    let is_preprocessed = path.extension().is_some_and(|e| e == "i");
    if is_preprocessed || !preprocess::is_needed(&original, options) {
        return Ok(Text::plain(original, &file));
    }
    let annotated = annotation::is_present(&original);
    let exposed = annotated.then(|| annotation::expose(&original));
    let preprocessed = Some(decode(preprocess::run(path, exposed.as_deref(), options)?, &file)?);
    Ok(Text { file, original, preprocessed, exposed: None, annotated })
}

/// Text from bytes: UTF-8, else Latin-1. What is full of control characters is no text, and the preprocessor would take
/// minutes to say so.
fn decode(bytes: Vec<u8>, file: &str) -> Result<String, Diagnostic> {
    if bytes.contains(&0) {
        return Err(Diagnostic::about(file, "is not a text file: it contains a zero byte"));
    }
    let strange = bytes.iter().filter(|b| b.is_ascii_control() && !matches!(b, 9..=13)).count();
    if strange > bytes.len() / 100 {
        return Err(Diagnostic::about(file, "is not a text file: it is full of control characters"));
    }
    Ok(String::from_utf8(bytes).unwrap_or_else(|e| e.as_bytes().iter().map(|b| char::from(*b)).collect()))
}

/// Runs on a thread whose stack fits deeply nested programs.
fn unit(texts: &[Text], options: &Options) -> Result<Cfa, Diagnostic> {
    std::thread::scope(|scope| {
        for size in STACKS {
            let work = move || translate_unit(texts, options);
            if let Ok(thread) = std::thread::Builder::new().stack_size(size).spawn_scoped(scope, work) {
                return thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        }
        Err(Diagnostic::quoted("there is not enough memory for a thread".into()))
    })
}

/// Why there is no syntax tree.
enum NoTree {
    NotC(Diagnostic),
    NotUnderstood(String, Span),
}

/// The tree of a text that is repaired.
fn tree_of(text: &str) -> Result<TranslationUnit, SyntaxError> {
    let parser = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let mut unit = parse_preprocessed(&parser, text.to_owned())?.unit;
    syntax::forget_hiding(&mut unit);
    Ok(unit)
}

/// Repairs and parses one file.
fn parse(text: &Text, files: &Files, model: DataModel) -> Result<link::Part, NoTree> {
    let marked = text.preprocessed.as_ref().or(text.exposed.as_ref()).unwrap_or(&text.original);
    let (cleared, annotations) = match text.annotated {
        true => annotation::extract(marked),
        false => Default::default(),
    };
    let marked = if text.annotated { &cleared } else { marked };
    let plain = tokens::blank_comments(marked, true);
    let mut repaired = prepass::repair_packed(&plain, prepass::packings(marked));
    let (trouble, forbidden) = (repaired.trouble.take(), repaired.fault.take());
    let directive = prepass::pragmas(marked);
    let mut source = Source::new(repaired, marked, &text.file, text.preprocessed.is_some());
    source.files = files.clone();
    source.weak = prepass::weak_names(&plain, marked);
    source.odd_access |= plain.contains("may_alias");
    source.annotations = annotation::read(annotations, &source);
    if let Some((offset, message)) = tokens::too_large(&source.text) {
        return Err(NoTree::NotUnderstood(message.into(), source.span(offset)));
    }
    let refused = |at: usize, what: String| Err(NoTree::NotC(Diagnostic::at(files, source.span(at), what)));
    if let Some((at, what)) = forbidden {
        return refused(at, what);
    }
    let unit = match tree_of(&source.text) {
        Ok(unit) => unit,
        Err(error) => {
            let span = source.span(error.offset);
            return Err(match syntax::unknown_extension(&source.text, error.offset) {
                Some(what) => NoTree::NotUnderstood(what, span),
                None => NoTree::NotC(Diagnostic::at(files, span, syntax_error(&source.text, error.offset))),
            });
        }
    };
    if let Some((offset, what)) = trouble.or_else(|| directive.map(|(line, what)| (source.line_start(line), what))) {
        return Err(NoTree::NotUnderstood(what, source.span(offset)));
    }
    match constraints::check(&unit, model, source.odd_layout) {
        Err(fault) => refused(fault.at, fault.what),
        Ok(()) => Ok(link::Part { source, plain, unit }),
    }
}

fn translate_unit(texts: &[Text], options: &Options) -> Result<Cfa, Diagnostic> {
    let mut files = Files::default();
    texts.iter().for_each(|t| files.add(t.file.as_str(), t.original.as_str()));
    let mut parts = Vec::new();
    for text in texts {
        match parse(text, &files, options.data_model) {
            Ok(part) => parts.push(part),
            Err(NoTree::NotC(diagnostic)) => return Err(diagnostic),
            Err(NoTree::NotUnderstood(what, span)) => return Ok(not_understood(&what, span, files)),
        }
    }
    let (mut source, mut tree) = match parts.pop() {
        Some(only) if parts.is_empty() => (only.source, only.unit),
        last => {
            parts.extend(last);
            let source = link::link(parts)?;
            match tree_of(&source.text) {
                Ok(unit) => (source, unit),
                Err(error) => return Ok(not_understood("a declaration beside those of another file", source.span(error.offset), files)),
            }
        }
    };
    let mut ignored = SortedSet::new();
    if !source.annotations.is_empty() {
        let belongs = annotation::belong(&tree, &source, &options.entry);
        ignored = belongs.map_err(|(span, what)| Diagnostic::at(&source.files, span, what))?;
    }
    source.models_start = source.text.len();
    if let Some(models) = models::needed(&tree, options.data_model) {
        let longer = format!("{}{models}", source.text);
        if let Ok(with_models) = tree_of(&longer) {
            source.models_start = longer.len() - models.len();
            source.text = longer;
            tree = with_models;
        }
    }
    let (mut addressed, mut opened, mut suspects) = (SortedSet::new(), lower::Opened::default(), lower::Suspects::new());
    let (lower, entry) = loop {
        let mut lower = lower::Lower::new(options, &source, addressed.clone(), opened.clone(), suspects.clone());
        let entry = lower.unit(&tree);
        let is_placed = lower.need_blocks == addressed && lower.found_open == opened;
        if is_placed && lower.suspects == suspects {
            break (lower, entry);
        }
        // What may be read unwritten is known when it is known where everything lives.
        if is_placed {
            suspects = lower.suspects;
        }
        (addressed, opened) = (lower.need_blocks, lower.found_open);
    };
    let entry = match entry {
        Ok(entry) => entry,
        Err(lower::Halt::NoEntry { span }) => {
            let here = if texts.len() == 1 { "this file" } else { "these files" };
            return Err(Diagnostic::at(&source.files, span, format!("no function `{}` in {here}", options.entry)));
        }
        Err(lower::Halt::Annotation { what, span }) => return Err(Diagnostic::at(&source.files, span, link::as_written(&what))),
        Err(lower::Halt::Stopped(stop)) => return Err(Diagnostic::stopped(stop)),
        Err(lower::Halt::Unsupported { what, span }) => return Ok(not_understood(&link::as_written(&what), span, source.files)),
    };
    let lower::Lower { graph, vars, frames, recursions, premises, by_contract, interface, kept_arguments, ignored: not_advised, .. } =
        lower;
    let mut cfa = finish::finish(graph, vars, frames, recursions, kept_arguments, entry);
    cfa.premises = premises;
    cfa.by_contract = by_contract;
    cfa.interface = interface;
    cfa.ignored = ignored.into_iter().chain(not_advised).collect();
    cfa.files = source.files;
    if texts.len() > 1 {
        spell_as_written(&mut cfa);
    }
    add_headers(&mut cfa, texts);
    Ok(cfa)
}

/// What is shown to the programmer has the names that are in the files. Two objects at file scope that have one name there have none
/// in invariants, where nothing would tell which is meant.
fn spell_as_written(cfa: &mut Cfa) {
    let mut spellings: SortedMap<String, SortedSet<base::Name>> = SortedMap::new();
    for source in cfa.vars.iter().filter(|v| v.frame == 0).filter_map(|v| v.source.as_ref()) {
        spellings.entry(link::as_written(source)).or_default().insert(source.clone());
    }
    for var in &mut cfa.vars {
        let written = var.source.as_ref().map(|s| link::as_written(s));
        let is_clear = |w: &String| var.frame != 0 || spellings.get(w).is_none_or(|s| s.len() == 1);
        var.source = written.filter(is_clear).map(|w| w.as_str().into());
    }
    for frame in &mut cfa.frames {
        frame.function = link::as_written(&frame.function).as_str().into();
    }
    for error in &mut cfa.errors {
        error.message = link::as_written(&error.message);
    }
}

/// The message for a text that the parser refuses.
fn syntax_error(text: &str, offset: usize) -> String {
    let rest = text.get(offset..).unwrap_or_default().trim_start();
    let word: String = rest.chars().take_while(|c| c.is_alphanumeric() || *c == '_').take(40).collect();
    match (word.is_empty(), rest.chars().next()) {
        (false, _) => format!("syntax error at `{word}`"),
        (true, Some(c)) => format!("syntax error at `{c}`"),
        (true, None) => "syntax error at the end of the file".into(),
    }
}

/// A program of which nothing is understood.
fn not_understood(what: &str, span: Span, files: Files) -> Cfa {
    let mut graph = graph::Graph::new();
    let entry = graph.here;
    let error = graph.error(Check::Unsupported, what, &span);
    graph.jump(error, &span);
    let globals = base::cfa::Frame { function: "".into(), called_from: None };
    let mut cfa = finish::finish(graph, Vec::new(), vec![globals], Vec::new(), None, entry);
    cfa.files = files;
    cfa
}

/// The texts of headers that errors point into.
fn add_headers(cfa: &mut Cfa, texts: &[Text]) {
    let is_header = |file: &std::sync::Arc<str>| texts.iter().all(|t| t.file != **file);
    let headers: SortedSet<_> = cfa.errors.iter().filter_map(|e| e.span.as_ref()).map(|s| s.file.clone()).filter(is_header).collect();
    for header in headers {
        if let Ok(bytes) = std::fs::read(&*header) {
            cfa.files.add(header, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}
