//! Annotations: comments that begin with `@`, in the language of ACSL (Baudin et al., *ANSI/ISO C Specification Language*), of
//! which a part is understood ([`syntax`]).
//!
//! The preprocessor drops comments and leaves macros in them alone. So annotations are laid bare before it runs ([`expose`]):
//! the signs of the comment are replaced by `@@@` and `@@`, which are no C and pass through unchanged, and everything between
//! is text like any other. Afterwards they are taken out again ([`extract`]). Text without annotations is not touched at all,
//! and annotations in headers stay comments.
//!
//! Lines stay where they are. An annotation belongs to what follows it: a statement, a loop, the end of a block, a function.

pub mod syntax;

use crate::source::Source;
use crate::tokens::literal_end;
use base::{SortedMap, SortedSet};
use lang_c::ast::{BlockItem, ExternalDeclaration, Statement, TranslationUnit};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use syntax::{Clause, Role};

/// An annotation, by its place in the text before repairs.
#[derive(Clone, Debug)]
pub struct Annotation {
    /// Where the next token begins.
    pub next: usize,
    pub clauses: Vec<Clause>,
}

impl Annotation {
    /// The same in a text that stands behind another one.
    pub fn moved(mut self, by: usize) -> Self {
        self.next += by;
        for clause in &mut self.clauses {
            clause.at += by;
            if let Role::Model(fields) = &mut clause.role {
                fields.iter_mut().for_each(|f| f.at += by);
            }
            match &mut clause.term {
                Ok(term) => term.shift(by),
                Err((at, _)) => *at += by,
            }
        }
        self
    }
}

const OPEN: &str = "@@@";
const CLOSE: &str = "@@";

/// Whether a text may have annotations.
pub fn is_present(text: &str) -> bool {
    text.contains("/*@") || text.contains("//@")
}

/// The end of the comment that begins at `i`, if one does; of one to the end of the line, the end of the line.
fn comment_end(text: &str, i: usize) -> Option<usize> {
    match text.get(i..i + 2)? {
        "//" => Some(text[i..].find('\n').map_or(text.len(), |n| i + n)),
        "/*" => Some(text[i + 2..].find("*/").map_or(text.len(), |n| i + n + 4)),
        _ => None,
    }
}

/// The text with its annotations laid bare.
pub fn expose(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = String::with_capacity(text.len() + 64);
    let mut done = 0;
    let mut i = 0;
    let mut line_start = true;
    // What a directive says is not a statement.
    let mut directive = false;
    while i < bytes.len() {
        if let Some(end) = comment_end(text, i) {
            let is_block = bytes[i + 1] == b'*';
            let whole = !is_block || text[i..end].ends_with("*/") && end >= i + 5;
            if bytes.get(i + 2) == Some(&b'@') && whole && !directive {
                out.push_str(&text[done..i]);
                out.push_str(OPEN);
                out.push_str(&cleaned(&text[i + 3..if is_block { end - 2 } else { end }]));
                out.push_str(if is_block { CLOSE } else { " @@" });
                done = end;
            }
            i = end;
            continue;
        }
        match bytes[i] {
            b'\n' => {
                directive = directive && i > 0 && text[..i].trim_end_matches('\r').ends_with('\\');
                line_start = true;
                i += 1;
                continue;
            }
            b'"' | b'\'' => i = literal_end(bytes, i),
            b'#' if line_start => {
                directive = true;
                i += 1;
            }
            c if c.is_ascii_whitespace() => {
                i += 1;
                continue;
            }
            _ => i += 1,
        }
        line_start = false;
    }
    out.push_str(&text[done..]);
    out
}

/// The text of an annotation without comments and without the `@` that lines may begin and the annotation may end with.
fn cleaned(text: &str) -> String {
    let body = text.strip_suffix('@').map_or_else(|| text.to_owned(), |t| format!("{t} "));
    let mut out = Vec::new();
    for (n, line) in body.split('\n').enumerate() {
        let cut = line.find("//").unwrap_or(line.len());
        let (said, comment) = line.split_at(cut);
        let indent = said.len() - said.trim_start().len();
        let mut said = said.to_owned();
        if n > 0 && said[indent..].starts_with('@') {
            said.replace_range(indent..=indent, " ");
        }
        // A directive would be obeyed, and two of these signs would end the annotation.
        if said.trim_start().starts_with('#') {
            said = said.replacen('#', "`", 1);
        }
        said = said.replace('@', "`");
        said.extend(std::iter::repeat_n(' ', comment.len()));
        out.push(said);
    }
    out.join("\n")
}

/// The text without the annotations that were laid bare, all other things in their places, and where they were: from the first
/// byte of what they say on.
pub fn extract(text: &str) -> (String, Vec<(usize, String)>) {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut found = Vec::new();
    let mut i = 0;
    while i < bytes.len() {
        if let Some(end) = comment_end(text, i) {
            i = end;
        } else if bytes[i..].starts_with(OPEN.as_bytes()) {
            let start = i + OPEN.len();
            let length = text[start..].find(CLOSE).unwrap_or(text.len() - start);
            let end = (start + length + CLOSE.len()).min(text.len());
            found.push((start, text[start..start + length].to_owned()));
            out[i..end].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
            i = end;
        } else if matches!(bytes[i], b'"' | b'\'') {
            i = literal_end(bytes, i);
        } else {
            i += 1;
        }
    }
    (String::from_utf8(out).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into_owned()), found)
}

/// Reads annotations; the source is the text without them.
pub fn read(found: Vec<(usize, String)>, source: &Source) -> Vec<Annotation> {
    let next = |end: usize| {
        let start = source.after_repair(end).min(source.text.len());
        source.before_repair(start + source.text.as_bytes()[start..].iter().take_while(|b| b.is_ascii_whitespace()).count())
    };
    let annotation = |(at, text): (usize, String)| Annotation { next: next(at + text.len()), clauses: syntax::clauses(&text, at) };
    found.into_iter().map(annotation).collect()
}

const ELSEWHERE: &str = "the contract of a function with a body stands before that";
const WITHOUT_FRAME: &str = "of a function without a body `assigns` must say what it changes";

/// Whether every annotation belongs to something. What is left out without harm is returned; a property that is not
/// understood, or that belongs to nothing, is an error.
pub fn belong(unit: &TranslationUnit, source: &Source, entry: &str) -> Result<SortedSet<(base::Span, String)>, (base::Span, String)> {
    let mut ignored = SortedSet::new();
    let anchors = anchors(unit, source);
    // Functions without a body that are called by their contract: those of which it is said what they change.
    let says_what_changes = |at: usize| source.annotations.iter().filter(|a| a.next == at).any(|a| a.clauses.iter().any(Clause::is_frame));
    let is_body = |name: &String| anchors.functions.values().any(|f| f == name);
    let is_declared = |at: usize| anchors.declarations.contains_key(&at);
    let is_called = |at: usize| {
        let declared = anchors.declarations.get(&at).and_then(Option::as_ref);
        declared.is_some_and(|name| !is_body(name)) && says_what_changes(at)
    };
    let left_out = |at: usize| {
        let has_body = anchors.declarations.get(&at).and_then(Option::as_ref).is_some_and(is_body);
        if has_body { ELSEWHERE } else { WITHOUT_FRAME }
    };
    for (annotation, clause) in source.annotations.iter().flat_map(|a| a.clauses.iter().map(move |c| (a, c))) {
        let place = source.span_before_repair(clause.at);
        let at = annotation.next;
        let function = anchors.functions.get(&at);
        let wrong = match &clause.term {
            Err((at, what)) => Some((source.span_before_repair(*at), what.clone())),
            Ok(_) => None,
        };
        match &clause.role {
            Role::Requires | Role::Ensures | Role::Assigns if is_called(at) => {
                if let Some((span, what)) = wrong {
                    return Err((span, format!("this is not understood: {what}")));
                }
            }
            Role::Model(_) => {
                if let Some((span, what)) = wrong {
                    return Err((span, format!("this model is not understood: {what}")));
                }
            }
            Role::Assigns => drop(ignored.insert((place, "`assigns` is not understood and ignored".into()))),
            Role::Assert => {
                if let Some((span, what)) = wrong {
                    return Err((span, format!("this assertion is not understood: {what}")));
                }
                if !anchors.statements.contains(&at) {
                    return Err((place, "an assertion must stand before a statement or at the end of a block".into()));
                }
            }
            Role::Requires => match (function, wrong) {
                (Some(name), Some((span, what))) if name == entry => return Err((span, format!("this is not understood: {what}"))),
                (Some(_), None) => {}
                (None, _) if !is_declared(at) => {
                    return Err((place, "`requires` must stand before a function".into()));
                }
                (_, wrong) => {
                    let what = wrong.map_or_else(|| left_out(at).into(), |(_, what)| what);
                    ignored.insert((place, format!("`requires` is ignored: {what}")));
                }
            },
            Role::Ensures | Role::LoopInvariant => {
                let (word, fits) = match clause.role {
                    Role::Ensures => ("ensures", function.is_some()),
                    _ => ("loop invariant", anchors.loops.contains(&at)),
                };
                let declared = clause.role == Role::Ensures && is_declared(at);
                let misplaced = (!fits).then(|| if declared { left_out(at).to_owned() } else { "it belongs to nothing".to_owned() });
                if let Some(what) = wrong.map(|(_, what)| what).or(misplaced) {
                    ignored.insert((place, format!("`{word}` is ignored: {what}")));
                }
            }
            Role::Other(what) => drop(ignored.insert((place, format!("`{what}` is not understood and ignored")))),
        }
    }
    Ok(ignored)
}

/// What annotations can belong to, by the place where it begins before repairs.
#[derive(Default)]
struct Anchors {
    /// Statements and declarations in functions, and the ends of blocks.
    statements: SortedSet<usize>,
    loops: SortedSet<usize>,
    /// Definitions of functions, with their names.
    functions: SortedMap<usize, String>,
    /// Declarations at file scope, with the name if one thing is declared.
    declarations: SortedMap<usize, Option<String>>,
}

/// Finds what annotations can belong to.
fn anchors(unit: &TranslationUnit, source: &Source) -> Anchors {
    let mut finder = Finder { found: Anchors::default(), source };
    for Node { node, span } in &unit.0 {
        let at = source.before_repair(span.start);
        match node {
            ExternalDeclaration::FunctionDefinition(definition) => {
                let name = syntax::declared_name(&definition.node.declarator.node);
                finder.found.functions.insert(at, name);
            }
            ExternalDeclaration::Declaration(declaration) => {
                drop(finder.found.declarations.insert(at, syntax::only_name(&declaration.node)))
            }
            ExternalDeclaration::StaticAssert(_) => drop(finder.found.declarations.insert(at, None)),
        }
        finder.visit_external_declaration(node, span);
    }
    finder.found
}

struct Finder<'f> {
    found: Anchors,
    source: &'f Source,
}

/// The place of the bracket that ends a block.
pub fn block_end(text: &str, span: Span) -> usize {
    text.get(..span.end).map_or(span.end, |t| t.trim_end().len()).saturating_sub(1)
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_statement(&mut self, statement: &'ast Statement, span: &'ast Span) {
        let start = self.source.before_repair(span.start);
        self.found.statements.insert(start);
        let mut inner = statement;
        while let Statement::Labeled(l) = inner {
            inner = &l.node.statement.node;
        }
        match inner {
            Statement::For(_) | Statement::While(_) | Statement::DoWhile(_) => drop(self.found.loops.insert(start)),
            Statement::Compound(_) => {
                let end = block_end(&self.source.text, *span);
                self.found.statements.insert(self.source.before_repair(end));
            }
            _ => {}
        }
        visit::visit_statement(self, statement, span);
    }

    fn visit_block_item(&mut self, item: &'ast BlockItem, span: &'ast Span) {
        self.found.statements.insert(self.source.before_repair(span.start));
        visit::visit_block_item(self, item, span);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn annotations_are_laid_bare_and_taken_out_again() {
        let text =
            "int x; /*@ assert x\n  @ == 'a'; // so\n @*/ \"/*@\" // @no\n#define A /*@ no */ \\\n //@ no\n//@ assert 1; // yes\n/*no*/";
        let bare = expose(text);
        assert_eq!(
            bare,
            "int x; @@@ assert x\n    == 'a';      \n  @@ \"/*@\" // @no\n#define A /*@ no */ \\\n //@ no\n@@@ assert 1;        @@\n/*no*/"
        );
        let (rest, found) = extract(&bare);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].1.trim(), "assert 1;");
        assert!(!rest.contains("assert"));
        assert_eq!(rest.len(), bare.len());
        assert_eq!(rest.lines().count(), text.lines().count());
    }

    #[test]
    fn what_has_no_end_is_no_annotation() {
        for text in ["/*@", "/*@/", "/*@ assert", "//", "/"] {
            assert_eq!(expose(text), text);
        }
        assert_eq!(expose("/*@*/"), "@@@@@");
        assert_eq!(extract("@@@@@").1, [(3, String::new())]);
        assert_eq!(expose("//@"), "@@@ @@");
    }
}
