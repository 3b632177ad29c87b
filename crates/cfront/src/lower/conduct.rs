//! What the text of a function does to objects with static storage, by name: which it assigns, and of which it has the address.
//!
//! Whoever asks what code elsewhere can come by asks this: which functions it may call ([`super::callback`]), and what earlier calls may have left behind
//! ([`super::start`]). An object is handed on where its address is taken by `&`, and where an array decays: the object itself, a row of it, or a member.
//! Whether a part is an array is a question of types, so the text only says which parts are used ([`Turn`]), and [`Lower::is_handed_on`] answers.
//!
//! Invariant: an object that is neither assigned nor handed on in any text has its initial value for ever.

use super::{Definition, Lower};
use crate::prepass::ASSEMBLY;
use crate::types::CType;
use base::{SortedMap, SortedSet};
use lang_c::ast::{
    BinaryOperator, CallExpression, Declaration, DeclarationSpecifier, DeclaratorKind, DerivedDeclarator, Expression, MemberOperator,
    Statement, StorageClassSpecifier, TypeName, UnaryOperator,
};
use lang_c::span::{Node, Span};
use lang_c::visit::{self, Visit};

/// One step from an object to a part of it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    Member(String),
    Element,
}

/// What a function does by itself to objects with static storage: by name, those of its own by name and place ([`own_static`]).
#[derive(Default, Clone)]
pub struct Conduct {
    pub mentions: SortedSet<String>,
    pub assigns: SortedSet<String>,
    /// The parts whose value is used, by the way to them: a number is read, an array is handed on.
    used: SortedMap<String, SortedSet<Vec<Turn>>>,
    addressed: SortedSet<String>,
    pub calls: SortedSet<String>,
    /// Called with arguments.
    pub given: SortedSet<String>,
    /// It writes through a pointer, or an element of something that may be one.
    pub through: bool,
    /// It calls through a pointer.
    pub indirect: bool,
    /// It makes a number of something that may be an address.
    pub casts: bool,
    /// It contains assembly, which may write whatever it names.
    pub assembly: bool,
    /// The names that are declared in it, in the blocks that are open; none stands for an object that ends with its block.
    scopes: Vec<SortedMap<String, Option<String>>>,
}

/// What an object of static storage inside of a function is known by: its name, and the place of its declarator.
pub fn own_static(name: &str, at: usize) -> String {
    format!("{name}@{at}")
}

impl Conduct {
    pub fn of(definition: &Definition<'_>) -> Self {
        let mut conduct = Conduct { scopes: vec![SortedMap::new()], ..Conduct::default() };
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

    /// Also does to objects what another text does.
    pub fn include(&mut self, other: Conduct) {
        self.assigns.extend(other.assigns);
        self.addressed.extend(other.addressed);
        for (name, ways) in other.used {
            self.used.entry(name).or_default().extend(ways);
        }
        self.assembly |= other.assembly;
    }

    /// Whether the name is used as a whole, or its address is taken: of a function, both are its address.
    pub fn names(&self, name: &str) -> bool {
        self.addressed.contains(name) || self.used.contains_key(name)
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
            _ => {
                self.through = true;
                self.pointer_in(e);
            }
        }
    }

    /// What a place is reached through is used as a pointer, or the place is none that a name leads to.
    fn pointer_in(&mut self, e: &Node<Expression>) {
        let pointer = match &e.node {
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => &op.node.operand,
            Expression::Member(m) if m.node.operator.node == MemberOperator::Indirect => &m.node.expression,
            _ => e,
        };
        self.visit_expression(&pointer.node, &pointer.span);
    }

    /// The object that a place is a part of, and the way to the part. Indices on the way are visited.
    fn way(&mut self, e: &Expression) -> Option<(Option<String>, Vec<Turn>)> {
        let (whole, index, turns) = match e {
            Expression::Identifier(id) => return Some((self.meant(&id.node.name), Vec::new())),
            Expression::Member(m) => {
                let member = Turn::Member(m.node.identifier.node.name.clone());
                let is_direct = m.node.operator.node == MemberOperator::Direct;
                (&m.node.expression, None, if is_direct { vec![member] } else { vec![Turn::Element, member] })
            }
            Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => {
                (&op.node.lhs, Some(&op.node.rhs), vec![Turn::Element])
            }
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Indirection => {
                (&op.node.operand, None, vec![Turn::Element])
            }
            _ => return None,
        };
        let (name, mut way) = self.way(&whole.node)?;
        if let Some(index) = index {
            self.visit_expression(&index.node, &index.span);
        }
        way.extend(turns);
        Some((name, way))
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
            _ => self.pointer_in(e),
        }
    }
}

impl<'ast> Visit<'ast> for Conduct {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast Span) {
        match e {
            Expression::Call(call) if matches!(&call.node.callee.node, Expression::Identifier(id) if id.node.name == ASSEMBLY) => {
                self.assembly = true;
                visit::visit_expression(self, e, span);
            }
            Expression::BinaryOperator(op) if super::assign::is_assignment(&op.node.operator.node) => {
                self.target(&op.node.lhs);
                self.visit_expression(&op.node.rhs.node, &op.node.rhs.span);
            }
            Expression::Cast(cast) if !is_pointer(&cast.node.type_name.node) => {
                self.casts = true;
                self.visit_expression(&cast.node.expression.node, &cast.node.expression.span);
            }
            Expression::UnaryOperator(op) if super::assign::step(&op.node.operator.node).is_some() => self.target(&op.node.operand),
            Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Address => self.address(&op.node.operand),
            other => match self.way(other) {
                Some((Some(name), way)) => {
                    self.mentions.insert(name.clone());
                    self.used.entry(name).or_default().insert(way);
                }
                Some((None, _)) => {}
                None => visit::visit_expression(self, other, span),
            },
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
            self.scopes.push(SortedMap::new());
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

/// Whether the name of a type says that it is a pointer.
fn is_pointer(name: &TypeName) -> bool {
    let derived = name.declarator.iter().flat_map(|d| &d.node.derived);
    derived.into_iter().any(|d| matches!(d.node, DerivedDeclarator::Pointer(_)))
}

pub fn has_storage(specifiers: &[Node<DeclarationSpecifier>], class: &StorageClassSpecifier) -> bool {
    specifiers.iter().any(|s| matches!(&s.node, DeclarationSpecifier::StorageClass(c) if c.node == *class))
}

pub fn name_of(declarator: &Node<lang_c::ast::Declarator>) -> Option<&str> {
    match &declarator.node.kind.node {
        DeclaratorKind::Identifier(id) => Some(&id.node.name),
        DeclaratorKind::Declarator(inner) => name_of(inner),
        DeclaratorKind::Abstract => None,
    }
}

impl Lower<'_> {
    /// Whether a text has the address of (a part of) an object, so that others may write it.
    pub fn is_handed_on(&self, conduct: &Conduct, name: &str, ty: &CType) -> bool {
        let ways = conduct.used.get(name);
        conduct.addressed.contains(name) || ways.is_some_and(|ways| ways.iter().any(|way| self.decays(ty, way)))
    }

    /// Whether the value of a part of an object is an address inside of it.
    fn decays(&self, ty: &CType, way: &[Turn]) -> bool {
        let Some((turn, rest)) = way.split_first() else { return self.holds_array(ty) };
        match (turn, ty) {
            (Turn::Element, CType::Array(of, _)) => self.decays(of, rest),
            (Turn::Member(name), CType::Record(r)) => match self.types.member(*r, name) {
                Some((_, ty)) => self.decays(&ty, rest),
                None => true,
            },
            // A pointer leads out of the object.
            (Turn::Element, CType::Pointer(_)) => false,
            _ => true,
        }
    }

    /// Whether there is an array in the type, or there may be: what is used as a whole may be a record whose member is used.
    fn holds_array(&self, ty: &CType) -> bool {
        match ty {
            CType::Int(_) | CType::Float(_) | CType::Pointer(_) => false,
            CType::Record(r) => self.types.records[*r].fields.as_ref().is_none_or(|fields| fields.iter().any(|f| self.holds_array(&f.ty))),
            _ => true,
        }
    }
}
