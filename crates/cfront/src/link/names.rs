//! What one file says about its names: which of them it declares at file scope and how, and every place where one stands.
//!
//! Members and labels are left out, since they never clash between files.

use base::{SortedMap, SortedSet};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, Designator, EnumType, ExternalDeclaration, FunctionSpecifier,
    Identifier, Label, MemberExpression, OffsetDesignator, OffsetMember, ParameterDeclaration, Statement, StorageClassSpecifier,
    StructDeclarator, StructType, TranslationUnit,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Space {
    Ordinary,
    Tag,
}

/// A name in one of C's two name spaces of a file.
pub type Key = (Space, String);

/// How far a name reaches. The later ones win: one `static` makes a name the file's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Linkage {
    /// A type, a constant or a function for inlining: the same in two files that define it by the same words.
    Shared,
    /// One for the whole program.
    External,
    /// The file's own.
    Internal,
}

#[derive(Clone, Debug)]
pub struct Entity {
    pub linkage: Linkage,
    /// Where it is defined, for those that are shared by their words.
    pub words: Vec<(usize, usize)>,
    /// A body or an initialiser, or an object that is declared without `extern`, for those that are external: its declaration and the place of the name.
    pub definition: Option<((usize, usize), usize)>,
    pub weak: bool,
}

/// A declaration at file scope.
pub struct Item {
    pub span: (usize, usize),
    /// It declares nothing but these.
    pub defines: Vec<Key>,
    /// It declares objects or functions as well.
    pub more: bool,
    /// The bodies of the records and enumerations in it that have a tag.
    pub bodies: Vec<(Key, (usize, usize))>,
}

#[derive(Default)]
pub struct Names {
    pub entities: SortedMap<Key, Entity>,
    /// By place.
    pub mentions: SortedMap<usize, Key>,
    pub items: Vec<Item>,
    /// A function's body or parameter is being read.
    inside: bool,
    /// The declaration that is being read.
    item: (usize, usize),
    defines: Vec<Key>,
    bodies: Vec<(Key, (usize, usize))>,
    anonymous: Vec<Key>,
    /// Names of types of functions.
    functions: SortedSet<String>,
}

pub fn of(unit: &TranslationUnit, is_weak: &dyn Fn(usize, usize) -> bool) -> Names {
    let mut names = Names::default();
    for declaration in &unit.0 {
        let before = names.item.1;
        names.item = (declaration.span.start, declaration.span.end);
        let weak = is_weak(before, declaration.span.end);
        names.visit_external_declaration(&declaration.node, &declaration.span);
        let more = match &declaration.node {
            ExternalDeclaration::Declaration(d) => names.declaration(&d.node, weak),
            ExternalDeclaration::FunctionDefinition(f) => {
                if let Some(id) = declared(&f.node.declarator.node) {
                    names.function(&f.node.specifiers, id, weak);
                }
                true
            }
            ExternalDeclaration::StaticAssert(_) => true,
        };
        // The constants of an enumeration without a name cannot be taken out of the declaration of an object.
        for key in std::mem::take(&mut names.anonymous).into_iter().filter(|_| more) {
            names.entity(key, Linkage::Internal);
        }
        let (defines, bodies) = (std::mem::take(&mut names.defines), std::mem::take(&mut names.bodies));
        names.items.push(Item { span: names.item, defines, more, bodies });
    }
    names
}

/// The name that a declarator declares.
fn declared(declarator: &Declarator) -> Option<&Node<Identifier>> {
    match &declarator.kind.node {
        DeclaratorKind::Abstract => None,
        DeclaratorKind::Identifier(id) => Some(id),
        DeclaratorKind::Declarator(inner) => declared(&inner.node),
    }
}

fn storage(specifiers: &[Node<DeclarationSpecifier>]) -> Option<&StorageClassSpecifier> {
    specifiers.iter().find_map(|s| match &s.node {
        DeclarationSpecifier::StorageClass(c) if c.node != StorageClassSpecifier::ThreadLocal => Some(&c.node),
        _ => None,
    })
}

fn is_inline(specifiers: &[Node<DeclarationSpecifier>]) -> bool {
    specifiers.iter().any(|s| matches!(&s.node, DeclarationSpecifier::Function(f) if f.node == FunctionSpecifier::Inline))
}

impl Names {
    fn entity(&mut self, key: Key, linkage: Linkage) -> &mut Entity {
        let new = || Entity { linkage, words: Vec::new(), definition: None, weak: false };
        let entity = self.entities.entry(key).or_insert_with(new);
        entity.linkage = entity.linkage.max(linkage);
        entity
    }

    fn shared(&mut self, key: Key, words: (usize, usize)) {
        self.defines.push(key.clone());
        self.entity(key, Linkage::Shared).words.push(words);
    }

    /// Whether it declares more than types and constants.
    fn declaration(&mut self, d: &Declaration, weak: bool) -> bool {
        let class = storage(&d.specifiers);
        let item = self.item;
        for declarator in &d.declarators {
            let Some(id) = declared(&declarator.node.declarator.node) else { continue };
            let key = (Space::Ordinary, id.node.name.clone());
            let is_function = crate::syntax::declares_function(&d.specifiers, &declarator.node.declarator.node, &self.functions);
            match class {
                Some(StorageClassSpecifier::Typedef) => {
                    self.functions.extend(is_function.then(|| id.node.name.clone()));
                    self.shared(key, item);
                }
                Some(StorageClassSpecifier::Static) => self.entity(key, Linkage::Internal).weak |= weak,
                // A declaration of an inline function says nothing about where it is defined.
                None if is_inline(&d.specifiers) => self.entity(key, Linkage::Shared).weak |= weak,
                _ => {
                    let entity = self.entity(key, Linkage::External);
                    entity.weak |= weak;
                    if declarator.node.initializer.is_some() {
                        entity.definition = Some((item, id.span.start));
                    } else if class.is_none() && !is_function && !weak {
                        // Since gcc 10 a linker takes it for a definition, unless it was told otherwise (`-fcommon`).
                        entity.definition.get_or_insert((item, id.span.start));
                    }
                }
            }
        }
        !d.declarators.is_empty() && class != Some(&StorageClassSpecifier::Typedef)
    }

    fn function(&mut self, specifiers: &[Node<DeclarationSpecifier>], id: &Node<Identifier>, weak: bool) {
        let key = (Space::Ordinary, id.node.name.clone());
        let item = self.item;
        match storage(specifiers) {
            Some(StorageClassSpecifier::Static) => drop(self.entity(key, Linkage::Internal)),
            None if is_inline(specifiers) => self.shared(key, item),
            _ => self.entity(key, Linkage::External).definition = Some((item, id.span.start)),
        }
        if let Some(entity) = self.entities.get_mut(&(Space::Ordinary, id.node.name.clone())) {
            entity.weak |= weak;
            // One declaration without `inline` makes this a definition for the other files.
            entity.definition.get_or_insert((item, id.span.start));
        }
    }

    fn tag(&mut self, id: Option<&Node<Identifier>>, span: &Span, has_body: bool) {
        let Some(id) = id else { return };
        let key = (Space::Tag, id.node.name.clone());
        self.mentions.insert(id.span.start, key.clone());
        if has_body && !self.inside {
            self.bodies.push((key.clone(), (id.span.start + id.node.name.len(), span.end)));
            self.shared(key, (span.start, span.end));
        }
    }

    /// A member's declarator: its name is no name of the file.
    fn member(&mut self, d: &Declarator) {
        if let DeclaratorKind::Declarator(inner) = &d.kind.node {
            self.member(&inner.node);
        }
        for derived in &d.derived {
            self.visit_derived_declarator(&derived.node, &derived.span);
        }
    }
}

impl<'ast> Visit<'ast> for Names {
    fn visit_identifier(&mut self, id: &'ast Identifier, span: &'ast Span) {
        self.mentions.insert(span.start, (Space::Ordinary, id.name.clone()));
    }

    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast Span) {
        if matches!(s, Statement::Goto(_)) {
            return;
        }
        let outside = std::mem::replace(&mut self.inside, true);
        visit::visit_statement(self, s, span);
        self.inside = outside;
    }

    /// What the types of parameters declare is nobody else's.
    fn visit_parameter_declaration(&mut self, p: &'ast ParameterDeclaration, span: &'ast Span) {
        let outside = std::mem::replace(&mut self.inside, true);
        visit::visit_parameter_declaration(self, p, span);
        self.inside = outside;
    }

    fn visit_struct_type(&mut self, s: &'ast StructType, span: &'ast Span) {
        self.tag(s.identifier.as_ref(), span, s.declarations.is_some());
        for declaration in s.declarations.iter().flatten() {
            self.visit_struct_declaration(&declaration.node, &declaration.span);
        }
    }

    fn visit_enum_type(&mut self, e: &'ast EnumType, span: &'ast Span) {
        self.tag(e.identifier.as_ref(), span, !e.enumerators.is_empty());
        for enumerator in &e.enumerators {
            self.visit_enumerator(&enumerator.node, &enumerator.span);
            if !self.inside {
                let key = (Space::Ordinary, enumerator.node.identifier.node.name.clone());
                if e.identifier.is_some() {
                    self.shared(key, (span.start, span.end));
                } else {
                    self.anonymous.push(key.clone());
                    self.shared(key, self.item);
                }
            }
        }
    }

    fn visit_struct_declarator(&mut self, d: &'ast StructDeclarator, _: &'ast Span) {
        if let Some(declarator) = &d.declarator {
            self.member(&declarator.node);
        }
        if let Some(width) = &d.bit_width {
            self.visit_expression(&width.node, &width.span);
        }
    }

    fn visit_member_expression(&mut self, e: &'ast MemberExpression, _: &'ast Span) {
        self.visit_expression(&e.expression.node, &e.expression.span);
    }

    fn visit_designator(&mut self, d: &'ast Designator, span: &'ast Span) {
        if !matches!(d, Designator::Member(_)) {
            visit::visit_designator(self, d, span);
        }
    }

    fn visit_offset_designator(&mut self, d: &'ast OffsetDesignator, _: &'ast Span) {
        for member in &d.members {
            if let OffsetMember::Index(index) = &member.node {
                self.visit_expression(&index.node, &index.span);
            }
        }
    }

    fn visit_label(&mut self, l: &'ast Label, span: &'ast Span) {
        if !matches!(l, Label::Identifier(_)) {
            visit::visit_label(self, l, span);
        }
    }
}
