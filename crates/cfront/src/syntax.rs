//! What the parser refuses: an error of the program, or GNU C that the parser does not know; and forms of declarations that mean something of their own.
//!
//! The parser reads C11 with the usual extensions. A statement or declaration that it refuses and that uses one of the rarer ones is not understood;
//! anything else that it refuses is not C.

use crate::prepass::{HIDING, mark_meaning};
use crate::tokens::{Token, tokens};
use base::SortedSet;
use lang_c::ast::{
    BlockItem, Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, ExternalDeclaration, Statement,
    StructKind, TranslationUnit, TypeSpecifier,
};
use lang_c::span::Node;

/// Words of extensions that the parser does not know, or not everywhere.
const WORDS: [&str; 34] = [
    "__attribute__",
    "__attribute",
    "__extension__",
    "asm",
    "__asm",
    "__asm__",
    "__auto_type",
    "__label__",
    "__complex__",
    "__real__",
    "__imag__",
    "_Complex",
    "_Imaginary",
    "_Decimal32",
    "_Decimal64",
    "_Decimal128",
    "_Float16",
    "_Float32",
    "_Float64",
    "_Float128",
    "_Float32x",
    "_Float64x",
    "__float80",
    "__float128",
    "__ibm128",
    "_Fract",
    "_Accum",
    "_Sat",
    "__seg_fs",
    "__seg_gs",
    "__int128",
    "_Generic",
    "_Alignas",
    "_Atomic",
];

/// Takes out the declarations that only tell the parser which parameters hide names of types.
pub fn forget_hiding(unit: &mut TranslationUnit) {
    let is_hiding = |item: &Node<BlockItem>| match &item.node {
        BlockItem::Declaration(d) => d
            .node
            .declarators
            .first()
            .is_some_and(|d| matches!(&d.node.declarator.node.kind.node, DeclaratorKind::Identifier(id) if id.node.name == HIDING)),
        _ => false,
    };
    for each in &mut unit.0 {
        if let ExternalDeclaration::FunctionDefinition(f) = &mut each.node
            && let Statement::Compound(items) = &mut f.node.statement.node
            && items.first().is_some_and(is_hiding)
        {
            items.remove(0);
        }
    }
}

/// The tag and the kind of record, none for an enumeration, in a declaration that is nothing else: `struct s;`.
pub fn tag_alone(d: &Declaration) -> Option<(&str, Option<&StructKind>)> {
    let is_attribute = |s: &&Node<DeclarationSpecifier>| matches!(s.node, DeclarationSpecifier::Extension(_));
    let mut specifiers = d.specifiers.iter().filter(|s| !is_attribute(s));
    let (Some(only), None, true) = (specifiers.next(), specifiers.next(), d.declarators.is_empty()) else { return None };
    let DeclarationSpecifier::TypeSpecifier(only) = &only.node else { return None };
    match &only.node {
        TypeSpecifier::Struct(s) if s.node.declarations.is_none() => {
            Some((&s.node.identifier.as_ref()?.node.name, Some(&s.node.kind.node)))
        }
        TypeSpecifier::Enum(e) if e.node.enumerators.is_empty() => Some((&e.node.identifier.as_ref()?.node.name, None)),
        _ => None,
    }
}

/// What the statement or declaration around the place uses that the parser does not know, if it does.
pub fn unknown_extension(text: &str, offset: usize) -> Option<String> {
    let all = tokens(text);
    let word = |t: &Token| &text[t.start..t.end];
    let here = all.partition_point(|t| t.end <= offset).min(all.len().saturating_sub(1));
    let ends = |t: &Token| matches!(word(t), ";" | "{" | "}");
    let start = all[..here].iter().rposition(ends).map_or(0, |i| i + 1);
    let end = all.get(here + 1..).and_then(|rest| rest.iter().position(ends)).map_or(all.len(), |i| here + 1 + i);
    let around = all.get(start..end)?;
    let known = around.iter().map(word).find(|w| WORDS.contains(w) || w.starts_with("__builtin_") || w.starts_with("__bevel_"));
    if let Some(word) = known {
        return Some(mark_meaning(word).unwrap_or_else(|| format!("`{word}` at this place")));
    }
    // `{ member: value }` and `{ [0] value }` were designators before there was a standard for them.
    let inside = all[..start].last().is_some_and(|t| word(t) == "{") && start >= 2 && word(&all[start - 2]) == "=";
    if inside && around.windows(2).any(|pair| word(&pair[1]) == ":" || word(&pair[0]) == "]" && word(&pair[1]) != "=") {
        return Some("an old form of initialiser".into());
    }
    None
}

/// Whether what is declared is a function, by its declarator or by the name of its type, which may be one of the `types` of functions.
pub fn declares_function(specifiers: &[Node<DeclarationSpecifier>], declarator: &Declarator, types: &SortedSet<String>) -> bool {
    let is_pointer = |d: &Node<DerivedDeclarator>| matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_));
    match (&declarator.kind.node, declarator.derived.iter().find(|d| !is_pointer(d))) {
        (DeclaratorKind::Declarator(inner), _) if !inner.node.derived.is_empty() => declares_function(&[], &inner.node, types),
        (_, Some(first)) => matches!(first.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)),
        (_, None) if !declarator.derived.is_empty() => false,
        (DeclaratorKind::Declarator(inner), None) => declares_function(specifiers, &inner.node, types),
        (_, None) => specifiers.iter().any(|s| match &s.node {
            DeclarationSpecifier::TypeSpecifier(t) => match &t.node {
                TypeSpecifier::TypedefName(id) => types.contains(&id.node.name),
                // Whose type it is, nobody knows here.
                TypeSpecifier::TypeOf(_) => true,
                _ => false,
            },
            _ => false,
        }),
    }
}
