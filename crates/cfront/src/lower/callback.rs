//! Which functions the world outside may call, as far as that matters.
//!
//! A function without a body may call every function that is not `static`, and every one whose address it can get hold of. What such a call does to
//! objects that the world can write anyway is nothing new. So a call matters only if it may change something *private*: an object with static storage
//! that no other file can name, or what such an object leads to. That is read off the text: the names that a function and those that it calls mention,
//! assign and take the address of.
//!
//! Invariant: a function that is left out changes nothing private and hands out nothing private, whatever its arguments are.

use super::object::Origin;
use super::{Definition, Entity, Lower};
use crate::types::CType;
use lang_c::ast::{
    BinaryOperator, CallExpression, Declaration, DeclarationSpecifier, DeclaratorKind, DerivedDeclarator, Expression, ExternalDeclaration,
    MemberOperator, Statement, StorageClassSpecifier, TranslationUnit, UnaryOperator,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A function whose calls from outside matter.
#[derive(Debug)]
pub struct CallBack {
    pub name: String,
    /// It is static, and may be called by those who have its address.
    pub by_address: bool,
    /// The program takes its address.
    pub is_addressed: bool,
    /// The functions that take part in it: itself and those that it may call.
    pub takes: BTreeSet<String>,
    /// The private objects at file scope that it assigns by name.
    pub assigns: BTreeSet<String>,
    /// It may write private objects otherwise, through pointers.
    pub roams: bool,
    /// The length of the text that is run.
    pub text: usize,
}

/// What a function does by itself to objects with static storage: by name, those of its own by name and place ([`own_static`]).
#[derive(Default, Clone)]
pub struct Conduct {
    pub mentions: BTreeSet<String>,
    pub assigns: BTreeSet<String>,
    /// Mentioned as a whole: read if it is a scalar, its address handed on if it is an array.
    pub bare: BTreeSet<String>,
    pub addressed: BTreeSet<String>,
    pub calls: BTreeSet<String>,
    /// Called with arguments.
    pub given: BTreeSet<String>,
    /// It writes through a pointer, or an element of something that may be one.
    pub through: bool,
    /// It calls through a pointer.
    pub indirect: bool,
    /// The names that are declared in it, in the blocks that are open; none stands for an object that ends with its block.
    scopes: Vec<BTreeMap<String, Option<String>>>,
}

/// What an object of static storage inside of a function is known by: its name, and the place of its declarator.
pub fn own_static(name: &str, at: usize) -> String {
    format!("{name}@{at}")
}

impl Conduct {
    pub fn of(definition: &Definition<'_>) -> Self {
        let mut conduct = Conduct { scopes: vec![BTreeMap::new()], ..Conduct::default() };
        for derived in &definition.node.declarator.node.derived {
            match &derived.node {
                DerivedDeclarator::Function(f) => {
                    let declarators = f.node.parameters.iter().filter_map(|p| p.node.declarator.as_ref());
                    declarators.filter_map(name_of).for_each(|name| conduct.declare(name, None));
                }
                DerivedDeclarator::KRFunction(names) => names.iter().for_each(|name| conduct.declare(&name.node.name, None)),
                _ => {}
            }
        }
        conduct.visit_statement(&definition.node.statement.node, &definition.node.statement.span);
        conduct
    }

    fn declare(&mut self, name: &str, means: Option<String>) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_owned(), means);
        }
    }

    /// The object of static storage that a name means here.
    fn meant(&self, name: &str) -> Option<String> {
        self.scopes.iter().rev().find_map(|scope| scope.get(name)).cloned().unwrap_or_else(|| Some(name.to_owned()))
    }

    /// What is written by an assignment.
    fn target(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(id) => {
                let meant = self.meant(&id.node.name);
                self.assigns.extend(meant.clone());
                self.mentions.extend(meant);
            }
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => self.target(&m.node.expression),
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                self.through = true;
                self.target(&op.node.lhs);
                self.visit_expression(&op.node.rhs.node, &op.node.rhs.span);
            }
            other => {
                self.through = true;
                self.visit_expression(other, &e.span);
            }
        }
    }

    /// A part of something is read.
    fn part(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(id) => self.mentions.extend(self.meant(&id.node.name)),
            other => self.visit_expression(other, &e.span),
        }
    }

    /// The address of something is taken.
    fn address(&mut self, e: &Node<Expression>) {
        match &e.node {
            Expression::Identifier(id) => {
                let meant = self.meant(&id.node.name);
                self.addressed.extend(meant.clone());
                self.mentions.extend(meant);
            }
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => self.address(&m.node.expression),
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                self.address(&op.node.lhs);
                self.visit_expression(&op.node.rhs.node, &op.node.rhs.span);
            }
            other => self.visit_expression(other, &e.span),
        }
    }
}

impl<'ast> Visit<'ast> for Conduct {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
        match e {
            Expression::Identifier(id) => {
                let meant = self.meant(&id.node.name);
                self.mentions.extend(meant.clone());
                self.bare.extend(meant);
            }
            Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node) => {
                self.target(&op.node.lhs);
                self.visit_expression(&op.node.rhs.node, &op.node.rhs.span);
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                self.part(&op.node.lhs);
                self.visit_expression(&op.node.rhs.node, &op.node.rhs.span);
            }
            Expression::Member(m) if m.node.operator.node == MemberOperator::Direct => self.part(&m.node.expression),
            Expression::UnaryOperator(op) if super::assign::step(&op.node.operator.node).is_some() => self.target(&op.node.operand),
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Address => self.address(&op.node.operand),
            other => visit::visit_expression(self, other, span),
        }
    }

    fn visit_call_expression(&mut self, e: &'ast CallExpression, _: &'ast Span) {
        match &e.callee.node {
            Expression::Identifier(id) if self.meant(&id.node.name).as_ref() == Some(&id.node.name) => {
                self.calls.insert(id.node.name.clone());
                // It may be a pointer to a function.
                self.mentions.insert(id.node.name.clone());
                if !e.arguments.is_empty() {
                    self.given.insert(id.node.name.clone());
                }
            }
            other => {
                self.indirect = true;
                self.visit_expression(other, &e.callee.span);
            }
        }
        for argument in &e.arguments {
            self.visit_expression(&argument.node, &argument.span);
        }
    }

    fn visit_statement(&mut self, s: &'ast Statement, span: &'ast Span) {
        let opens = matches!(s, Statement::Compound(_) | Statement::For(_));
        if opens {
            self.scopes.push(BTreeMap::new());
        }
        visit::visit_statement(self, s, span);
        if opens {
            self.scopes.pop();
        }
    }

    fn visit_declaration(&mut self, d: &'ast Declaration, span: &'ast Span) {
        let is_extern = has_storage(&d.specifiers, &StorageClassSpecifier::Extern);
        for item in &d.declarators {
            let Some(name) = name_of(&item.node.declarator).filter(|_| !is_extern) else { continue };
            let is_function = item.node.declarator.node.derived.iter().any(|d| matches!(d.node, DerivedDeclarator::Function(_)));
            let is_prototype = is_function && matches!(item.node.declarator.node.kind.node, DeclaratorKind::Identifier(_));
            if !is_prototype {
                let is_static = has_storage(&d.specifiers, &StorageClassSpecifier::Static);
                self.declare(name, is_static.then(|| own_static(name, item.span.start)));
            }
        }
        visit::visit_declaration(self, d, span);
    }
}

fn has_storage(specifiers: &[Node<DeclarationSpecifier>], class: &StorageClassSpecifier) -> bool {
    specifiers.iter().any(|s| matches!(&s.node, DeclarationSpecifier::StorageClass(c) if c.node == *class))
}

pub fn name_of(declarator: &Node<lang_c::ast::Declarator>) -> Option<&str> {
    match &declarator.node.kind.node {
        DeclaratorKind::Identifier(id) => Some(&id.node.name),
        DeclaratorKind::Declarator(inner) => name_of(inner),
        DeclaratorKind::Abstract => None,
    }
}

/// The functions that are declared `static` somewhere: no other file can name them.
pub fn internal_functions(unit: &TranslationUnit) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for declaration in &unit.0 {
        match &declaration.node {
            ExternalDeclaration::Declaration(d) if has_storage(&d.node.specifiers, &StorageClassSpecifier::Static) => {
                found.extend(d.node.declarators.iter().filter_map(|i| name_of(&i.node.declarator)).map(str::to_owned));
            }
            ExternalDeclaration::FunctionDefinition(f) if has_storage(&f.node.specifiers, &StorageClassSpecifier::Static) => {
                found.extend(name_of(&f.node.declarator).map(str::to_owned));
            }
            _ => {}
        }
    }
    found
}

impl Lower<'_> {
    /// Whether the object is at file scope and can be named and changed by this program only.
    fn private(&self, name: &str) -> Option<&CType> {
        let Some(Entity::Object(object)) = self.globals.names.get(name) else { return None };
        let object = &self.objects[*object];
        let is_private = object.is_static && !object.external && !object.constant && object.origin == Origin::Declared;
        is_private.then_some(&object.ty)
    }

    /// Whether there are pointers in the type, or there may be.
    pub fn holds_pointers(&self, ty: &CType) -> bool {
        match ty {
            CType::Int(_) => false,
            CType::Array(of, _) => self.holds_pointers(of),
            CType::Record(r) => match &self.types.records[*r].fields {
                Some(fields) => fields.iter().any(|f| self.holds_pointers(&f.ty)),
                None => true,
            },
            _ => true,
        }
    }

    /// What each function of the program does by itself.
    fn conducts(&self) -> BTreeMap<&str, Conduct> {
        self.functions.iter().map(|(name, definition)| (name.as_str(), Conduct::of(definition))).collect()
    }

    /// The functions whose calls from outside matter.
    pub fn find_call_backs(&self, internal: &BTreeSet<String>) -> Vec<Rc<CallBack>> {
        let is_own = |name: &&String| self.functions[*name].span.start < self.source.models_start;
        let is_candidate = |name: &&String| *name != "main" && (!internal.contains(*name) || self.addressed_functions.contains(*name));
        let candidates: Vec<&String> = self.functions.keys().filter(is_own).filter(is_candidate).collect();
        if candidates.is_empty() {
            return Vec::new();
        }
        let conducts = self.conducts();
        let judge = |name: &&String| self.call_back(name, &conducts, internal.contains(*name)).map(Rc::new);
        candidates.iter().filter_map(judge).collect()
    }

    fn call_back(&self, name: &str, conducts: &BTreeMap<&str, Conduct>, by_address: bool) -> Option<CallBack> {
        let mut takes = BTreeSet::new();
        let mut work = vec![name.to_owned()];
        while let Some(next) = work.pop() {
            let Some(conduct) = conducts.get(next.as_str()) else { continue };
            if takes.insert(next) {
                work.extend(conduct.calls.iter().cloned());
                let through_variable = conduct.calls.iter().any(|c| !self.functions.contains_key(c) && self.signature(c).is_none());
                if conduct.indirect || through_variable {
                    work.extend(self.addressed_functions.iter().cloned());
                }
            }
        }
        let all = || takes.iter().map(|f| &conducts[f.as_str()]);
        let assigns: BTreeSet<String> = all().flat_map(|c| &c.assigns).filter(|n| self.private(n).is_some()).cloned().collect();
        // A static object of a function cannot be told from a constant here; nobody assigns that.
        let is_own = |n: &String| n.contains('@');
        let own_statics = all().any(|c| c.assigns.iter().any(is_own));
        // What is private may be written otherwise if there is a way to it, and somebody who goes it.
        let leads = |c: &Conduct, n: &String| match self.private(n) {
            _ if is_own(n) => true,
            Some(CType::Int(_)) => c.addressed.contains(n),
            Some(ty) => c.bare.contains(n) || c.addressed.contains(n) || self.holds_pointers(ty),
            None => false,
        };
        let is_led = all().any(|c| c.mentions.iter().any(|n| leads(c, n)));
        let hands_on = |c: &Conduct| c.given.iter().any(|f| !self.functions.contains_key(f) && !self.is_harmless(f));
        let gives = !matches!(self.signature(name).map(|s| s.result.clone()), Some(CType::Int(_) | CType::Void));
        let roams = is_led && (gives || all().any(|c| c.through || hands_on(c)));
        if assigns.is_empty() && !own_statics && !roams {
            return None;
        }
        let text = takes.iter().map(|f| self.functions[f].span).map(|s| s.end - s.start).sum();
        let is_addressed = self.addressed_functions.contains(name);
        Some(CallBack { name: name.to_owned(), by_address, is_addressed, takes, assigns, roams, text })
    }
}
