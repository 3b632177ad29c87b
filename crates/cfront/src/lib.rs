//! The C front end: C text to an exact automaton.
//!
//! Text passes through the preprocessor ([`preprocess`]), textual repairs ([`prepass`]) and the parser; the syntax tree is
//! lowered to a graph ([`lower`]) that is cleaned and becomes a [`base::Cfa`] ([`finish`]). What is not C is a
//! [`Diagnostic`]; what is C but not understood is a location of kind [`base::Check::Unsupported`] in the automaton.
//!
//! With [`IntMode::Math`] integers are unbounded, conversions change nothing (except to `_Bool`), and bit operations work
//! on 128 bits.

mod copies;
mod diagnostic;
mod finish;
mod graph;
mod hoist;
mod liveness;
mod lower;
mod models;
mod prepass;
mod preprocess;
mod propagate;
mod source;
mod tokens;
mod types;

pub use diagnostic::Diagnostic;

use base::{Cfa, Check, Files, Span};
use lang_c::driver::{Config, Flavor, parse_preprocessed};
use source::Source;
use std::collections::BTreeSet;
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

#[derive(Clone, Debug)]
pub struct Options {
    pub data_model: DataModel,
    pub int: IntMode,
    /// The checks that become error locations; violations of the others are cut away.
    pub checks: BTreeSet<Check>,
    /// The function at which the program starts.
    pub entry: String,
    pub include_dirs: Vec<String>,
    pub defines: Vec<String>,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            data_model: DataModel::Lp64,
            int: IntMode::Ub,
            checks: Check::ALL.into_iter().collect(),
            entry: "main".into(),
            include_dirs: Vec::new(),
            defines: Vec::new(),
        }
    }
}

/// Files larger than this are refused.
const SIZE_LIMIT: u64 = 256 << 20;
/// Parser and lowering recurse as deeply as the text is nested.
const STACKS: [usize; 3] = [1 << 30, 1 << 28, 1 << 26];

/// Reads a file: `.i` as it is, anything else through the preprocessor.
pub fn load(path: &Path, options: &Options) -> Result<Cfa, Diagnostic> {
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
    let preprocessed = path.extension().is_some_and(|e| e == "i");
    if preprocessed || !preprocess::is_needed(&original, options) {
        return unit(&original, &original, &file, false, options);
    }
    let text = decode(preprocess::run(path, options)?, &file)?;
    unit(&text, &original, &file, true, options)
}

/// Translates preprocessed text. Places in messages are those of the text itself.
pub fn translate(text: &str, file: &str, options: &Options) -> Result<Cfa, Diagnostic> {
    let text = decode(text.as_bytes().to_vec(), file)?;
    unit(&text, &text, file, false, options)
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
fn unit(text: &str, original: &str, file: &str, markers: bool, options: &Options) -> Result<Cfa, Diagnostic> {
    std::thread::scope(|scope| {
        for size in STACKS {
            let work = move || translate_unit(text, original, file, markers, options);
            if let Ok(thread) = std::thread::Builder::new().stack_size(size).spawn_scoped(scope, work) {
                return thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
            }
        }
        Err(Diagnostic::about(file, "there is not enough memory for a thread"))
    })
}

fn translate_unit(text: &str, original: &str, file: &str, markers: bool, options: &Options) -> Result<Cfa, Diagnostic> {
    let plain = tokens::blank_comments(text, true);
    let mut repaired = prepass::repair(&plain);
    let trouble = repaired.trouble.take();
    let (packs, directive) = prepass::pragmas(text);
    repaired.odd_layout |= packs;
    let mut source = Source::new(repaired, text, file, markers);
    source.files.add(file, original);
    source.models_start = source.text.len();
    if let Some((offset, message)) = tokens::too_large(&source.text) {
        return Err(Diagnostic::at(&source.files, source.span(offset), message));
    }
    let config = Config { cpp_command: String::new(), cpp_options: Vec::new(), flavor: Flavor::GnuC11 };
    let mut parse = match parse_preprocessed(&config, source.text.clone()) {
        Ok(parse) => parse,
        Err(error) => {
            let span = source.span(error.offset);
            return match preprocess::compiler_accepts(&plain) {
                Some(true) => Ok(not_understood("syntax that the parser does not know", span, source.files)),
                _ => Err(Diagnostic::at(&source.files, span, syntax_error(&source.text, error.offset))),
            };
        }
    };
    if let Some((offset, what)) = trouble.or_else(|| directive.map(|(line, what)| (source.line_start(line), what))) {
        let span = source.span(offset);
        return Ok(not_understood(&what, span, source.files));
    }
    if let Some(models) = models::needed(&parse.unit, options.data_model) {
        let longer = format!("{}{models}", source.text);
        if let Ok(with_models) = parse_preprocessed(&config, longer.clone()) {
            source.models_start = longer.len() - models.len();
            source.text = longer;
            parse = with_models;
        }
    }
    let mut lower = lower::Lower::new(options, &source);
    let entry = match lower.unit(&parse.unit) {
        Ok(entry) => entry,
        Err(lower::Halt::NoEntry { span }) => {
            return Err(Diagnostic::at(&source.files, span, format!("no function `{}` in this file", options.entry)));
        }
        Err(lower::Halt::Rejected { what, span }) => {
            // The compiler has the last word about what is not C.
            return match preprocess::compiler_accepts(&plain) {
                Some(true) => Ok(not_understood(&what, span, source.files)),
                _ => Err(Diagnostic::at(&source.files, span, what)),
            };
        }
        Err(lower::Halt::Unsupported { what, span }) => return Ok(not_understood(&what, span, source.files)),
    };
    let lower::Lower { graph, vars, frames, recursions, premises, .. } = lower;
    let mut cfa = finish::finish(graph, vars, frames, recursions, entry);
    cfa.premises = premises;
    cfa.files = source.files;
    add_headers(&mut cfa, file);
    Ok(cfa)
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
    let mut cfa = finish::finish(graph, Vec::new(), vec![globals], Vec::new(), entry);
    cfa.files = files;
    cfa
}

/// The texts of headers that errors point into.
fn add_headers(cfa: &mut Cfa, file: &str) {
    let others: BTreeSet<_> = cfa.errors.iter().filter_map(|e| e.span.as_ref()).map(|s| s.file.clone()).filter(|f| **f != *file).collect();
    for other in others {
        if let Ok(bytes) = std::fs::read(&*other) {
            cfa.files.add(other, String::from_utf8_lossy(&bytes).into_owned());
        }
    }
}
