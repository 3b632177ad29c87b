//! Models of C library functions, written in C.
//!
//! The text of each function that a program names and does not define is added to the program's own text, so that a model is
//! inlined, checked and executed like any function. Whatever goes wrong inside one is reported where the program calls it
//! (`lower::Lower::span`). What models say beyond C is in `lower::primitive`; functions that need more than that (allocators, output,
//! the end of a run) are in `lower::library` and `lower::allocation`.
//!
//! A model may say little: what a function reads and writes, and between which bounds its result is. A function without one may do anything.

use crate::DataModel;
use crate::syntax::declares_function;
use base::{SortedMap, SortedSet};
use lang_c::ast::{
    DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, ExternalDeclaration, FunctionDefinition, Identifier,
    ParameterDeclaration, StorageClassSpecifier, TranslationUnit, TypeSpecifier,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

const TEXTS: [&str; 6] = [
    include_str!("../models/string.c"),
    include_str!("../models/ctype.c"),
    include_str!("../models/stdlib.c"),
    include_str!("../models/stdio.c"),
    include_str!("../models/time.c"),
    include_str!("../models/bits.c"),
];

/// What the front end calls when it translates these functions (see `lower::format`), or others in programs that use these.
const PARTS: [(&str, &[&str]); 6] = [
    ("sscanf", SCANNED),
    ("sprintf", FORMATTED),
    ("snprintf", FORMATTED),
    ("feof", &["__model_over"]),
    ("ferror", &["__model_over"]),
    ("__errno_location", &["__model_errno", "__model_set_errno"]),
];
const FORMATTED: &[&str] = &["__model_put", "__model_put_text", "__model_put_signed", "__model_put_number", "__model_put_end"];

const SCANNED: &[&str] = &[
    "__model_scan_space",
    "__model_scan_char",
    "__model_scan_copy",
    "__model_scan_letter",
    "__model_scan_base",
    "__model_scan_number",
    "__model_scan_fits",
    "__model_scan_value",
];

/// Models that need a type of their header; a program that does not declare it has another function of that name.
const TYPES: [(&str, &str); 3] = [("div", "div_t"), ("ldiv", "ldiv_t"), ("lldiv", "lldiv_t")];

/// Stands where the models begin.
pub const MARKER: &str = "extern int __bevel_models;";

/// All names, what is declared outside of functions, and the functions that are defined.
#[derive(Default)]
struct Names {
    used: SortedSet<String>,
    declared: SortedSet<String>,
    /// What is declared outside of functions and is no function: the program has another thing of that name.
    others: SortedSet<String>,
    /// Names of types of functions.
    function_types: SortedSet<String>,
    defined: SortedSet<String>,
    /// The functions that are declared with parameters: which of these are pointers, as far as that can be seen.
    parameters: SortedMap<String, Vec<Option<bool>>>,
}

/// Whether a parameter is a pointer; none if only its type's name is known.
fn is_pointer(parameter: &ParameterDeclaration) -> Option<bool> {
    let indirect = |d: &Declarator| {
        let nested = matches!(d.kind.node, DeclaratorKind::Declarator(_));
        nested || d.derived.iter().any(|x| !matches!(x.node, DerivedDeclarator::KRFunction(_)))
    };
    if parameter.declarator.as_ref().is_some_and(|d| indirect(&d.node)) {
        return Some(true);
    }
    let named = parameter.specifiers.iter().any(
        |s| matches!(&s.node, DeclarationSpecifier::TypeSpecifier(t) if matches!(t.node, TypeSpecifier::TypedefName(_) | TypeSpecifier::TypeOf(_))),
    );
    if named { None } else { Some(false) }
}

/// Which parameters of a model are pointers.
fn parameters_of(text: &str) -> Vec<bool> {
    let (mut found, mut depth) = (Vec::new(), 0);
    let mut current = String::new();
    for c in text.chars().skip_while(|c| *c != '(') {
        depth += i32::from(c == '(') - i32::from(c == ')');
        match c {
            ',' if depth == 1 => found.push(std::mem::take(&mut current)),
            _ if depth == 0 => break,
            c => current.push(c),
        }
    }
    found.push(current);
    found.iter().filter(|p| !["(void", " ..."].contains(&p.as_str())).map(|p| p.contains('*')).collect()
}

/// What a declarator declares.
fn name_of(declarator: &Declarator) -> Option<String> {
    match &declarator.kind.node {
        DeclaratorKind::Declarator(inner) => name_of(&inner.node),
        DeclaratorKind::Identifier(id) => Some(id.node.name.clone()),
        DeclaratorKind::Abstract => None,
    }
}

fn is_typedef(specifier: &Node<DeclarationSpecifier>) -> bool {
    matches!(&specifier.node, DeclarationSpecifier::StorageClass(s) if s.node == StorageClassSpecifier::Typedef)
}

impl<'ast> Visit<'ast> for Names {
    fn visit_identifier(&mut self, id: &'ast Identifier, _: &'ast Span) {
        self.used.insert(id.name.clone());
    }

    fn visit_function_definition(&mut self, f: &'ast FunctionDefinition, span: &'ast Span) {
        self.defined.extend(name_of(&f.declarator.node));
        visit::visit_statement(self, &f.statement.node, span);
    }

    // A declaration alone uses nothing; headers declare everything.
    fn visit_external_declaration(&mut self, d: &'ast ExternalDeclaration, span: &'ast Span) {
        match d {
            ExternalDeclaration::Declaration(d) => {
                for specifier in &d.node.specifiers {
                    if let DeclarationSpecifier::TypeSpecifier(Node { node: TypeSpecifier::Enum(e), .. }) = &specifier.node {
                        self.others.extend(e.node.enumerators.iter().map(|e| e.node.identifier.node.name.clone()));
                    }
                }
                for item in &d.node.declarators {
                    let name = name_of(&item.node.declarator.node);
                    let function = item.node.declarator.node.derived.iter().find_map(|d| match &d.node {
                        DerivedDeclarator::Function(f) => Some(f),
                        _ => None,
                    });
                    if let (Some(name), Some(f)) = (&name, function) {
                        let parameters = f.node.parameters.iter().map(|p| is_pointer(&p.node)).collect();
                        self.parameters.insert(name.clone(), parameters);
                    }
                    if let Some(name) = &name {
                        let is_type = d.node.specifiers.iter().any(is_typedef);
                        match (declares_function(&d.node.specifiers, &item.node.declarator.node, &self.function_types), is_type) {
                            (true, true) => drop(self.function_types.insert(name.clone())),
                            (true, false) => {}
                            (false, _) => drop(self.others.insert(name.clone())),
                        }
                    }
                    self.declared.extend(name);
                    if let Some(initializer) = &item.node.initializer {
                        self.visit_initializer(&initializer.node, &initializer.span);
                    }
                }
            }
            other => visit::visit_external_declaration(self, other, span),
        }
    }
}

/// The functions of the models by name.
fn functions() -> SortedMap<String, String> {
    let mut found = SortedMap::new();
    let mut current: Option<(String, String)> = None;
    for line in TEXTS.iter().flat_map(|t| t.lines()) {
        let starts = line.starts_with(|c: char| c.is_ascii_alphabetic());
        if starts {
            found.extend(current.take());
            let head = line.split('(').next().unwrap_or_default();
            let name = head.rsplit(|c: char| !(c.is_alphanumeric() || c == '_')).next().unwrap_or_default();
            current = Some((name.to_owned(), String::new()));
        }
        if let Some((_, text)) = &mut current
            && !line.starts_with("/*")
        {
            text.push_str(line);
            text.push('\n');
        }
    }
    found.extend(current);
    found
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|w| !w.is_empty())
}

/// The text with other names for functions that the program hides.
fn with_own_names(text: &str, hidden: &SortedSet<String>) -> String {
    if hidden.is_empty() {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for piece in text.split_inclusive(|c: char| !(c.is_alphanumeric() || c == '_')) {
        let word = piece.trim_end_matches(|c: char| !(c.is_alphanumeric() || c == '_'));
        if hidden.contains(word) {
            out.push_str("__model_own_");
        }
        out.push_str(piece);
    }
    out
}

/// The text of the models that a program needs, if any.
pub fn needed(unit: &TranslationUnit, model: DataModel) -> Option<String> {
    let mut names = Names::default();
    names.visit_translation_unit(unit);
    let all = functions();
    let mut functions = all.clone();
    for (name, ty) in TYPES {
        if !names.used.contains(ty) && !names.declared.contains(ty) {
            functions.remove(name);
        }
    }
    functions.retain(|name, _| !names.others.contains(name));
    // A function with other parameters is another function.
    functions.retain(|name, text| match names.parameters.get(name) {
        Some(declared) if !declared.is_empty() => {
            let own = parameters_of(text);
            let is_void = own.is_empty() && matches!(declared.as_slice(), [Some(false)]);
            is_void || own.len() == declared.len() && own.iter().zip(declared).all(|(a, b)| b.is_none_or(|b| b == *a))
        }
        _ => true,
    });
    for (name, parts) in PARTS {
        if names.used.contains(name) {
            names.used.extend(parts.iter().map(|p| (*p).to_owned()));
        }
    }
    let mut wanted: SortedSet<String> = SortedSet::new();
    let mut work: Vec<String> = names.used.into_iter().collect();
    while let Some(name) = work.pop() {
        if let Some(text) = functions.get(&name)
            && !names.defined.contains(&name)
            && wanted.insert(name)
        {
            work.extend(words(text).map(str::to_owned));
        }
    }
    if wanted.is_empty() {
        return None;
    }
    let [size, longest] = if model == DataModel::Lp64 { ["unsigned long", "long"] } else { ["unsigned int", "long long"] };
    let mut text = format!("\n{MARKER}\n");
    // What a model calls is the library's function, also where the program has something else of that name.
    let is_taken = |word: &str| {
        let has_other = names.defined.contains(word) || names.others.contains(word);
        has_other && !word.starts_with("__") && all.contains_key(word)
    };
    let mut hidden: SortedSet<String> = SortedSet::new();
    let mut work: Vec<String> = wanted.iter().flat_map(|name| words(&functions[name])).filter(|w| is_taken(w)).map(str::to_owned).collect();
    while let Some(name) = work.pop() {
        if hidden.insert(name.clone()) {
            work.extend(words(&all[&name]).filter(|w| is_taken(w)).map(str::to_owned));
        }
    }
    let bodies = hidden.iter().map(|name| &all[name]).chain(wanted.iter().map(|name| &functions[name]));
    for body in bodies {
        let own = with_own_names(body, &hidden).replace("uintmax_t", &format!("unsigned {longest}")).replace("intmax_t", longest);
        text.push_str(&own.replace("size_t", size));
    }
    Some(text)
}
