//! What objects with static storage hold when the program starts at a function other than `main`: whatever earlier calls have left there.
//!
//! - A static object that nothing in the program changes and whose address nobody takes keeps its value, and so does a constant.
//! - A pointer to a function holds one of the functions that are stored in a variable or member of that name somewhere, or what it was initialised with.
//! - Other pointers hold what pointers hold that the function gets as arguments ([`super::context`]).
//! - Everything else holds anything.
//!
//! With [`Globals::Initial`] all of them hold their initial values. Either is a premise, which is printed beside the verdict.

use super::address::{Address, ELSEWHERE, NULL};
use super::conduct::{Conduct, name_of};
use super::init::{Path, Step};
use super::object::{Leaf, ObjectId, Origin};
use super::value::Value;
use super::{Entity, Lower, Res};
use crate::Globals;
use crate::graph::Note;
use crate::types::{CType, Signature};
use base::{CmpOp, Expr, Formula, InputKind, SortedMap, SortedSet, Span};
use lang_c::ast::{
    BinaryOperator, BinaryOperatorExpression, Expression, ExternalDeclaration, Initializer, Statement, TranslationUnit, UnaryOperator,
};
use lang_c::span::{self, Node};
use lang_c::visit::{self, Visit};

/// What is known of objects with static storage before the program is translated.
#[derive(Default)]
pub struct Changes {
    /// What all texts do to objects: those of the functions, and initialisers.
    conduct: Conduct,
    stores: Stores,
}

/// Functions that are stored, by the name of the variable or member.
#[derive(Default)]
struct Stores {
    functions: SortedMap<String, SortedSet<String>>,
    /// Names under which something is stored that is not the name of a function, nor null.
    others: SortedSet<String>,
    nulls: SortedSet<String>,
}

impl<'ast> Visit<'ast> for Stores {
    fn visit_binary_operator_expression(&mut self, e: &'ast BinaryOperatorExpression, span: &'ast span::Span) {
        if let (BinaryOperator::Assign, Some(name)) = (&e.operator.node, last_name(&e.lhs.node)) {
            match plain(&e.rhs.node) {
                Expression::Identifier(id) => drop(self.functions.entry(name).or_default().insert(id.node.name.clone())),
                Expression::Constant(_) => drop(self.nulls.insert(name)),
                _ => drop(self.others.insert(name)),
            }
        }
        visit::visit_binary_operator_expression(self, e, span);
    }
}

/// The variable or member that an expression names.
fn last_name(e: &Expression) -> Option<String> {
    match e {
        Expression::Identifier(id) => Some(id.node.name.clone()),
        Expression::Member(m) => Some(m.node.identifier.node.name.clone()),
        Expression::BinaryOperator(op) if op.node.operator.node == BinaryOperator::Index => last_name(&op.node.lhs.node),
        _ => None,
    }
}

/// An expression without casts and signs of address.
fn plain(e: &Expression) -> &Expression {
    match e {
        Expression::Cast(cast) => plain(&cast.node.expression.node),
        Expression::UnaryOperator(op) if op.node.operator.node == UnaryOperator::Address => plain(&op.node.operand.node),
        other => other,
    }
}

/// Names in a text.
#[derive(Default)]
struct Names(SortedSet<String>);

impl<'ast> Visit<'ast> for Names {
    fn visit_expression(&mut self, e: &'ast Expression, span: &'ast span::Span) {
        if let Expression::Identifier(id) = e {
            self.0.insert(id.node.name.clone());
        }
        visit::visit_expression(self, e, span);
    }
}

/// The names in a statement.
pub fn names_in(statement: &Node<Statement>) -> SortedSet<String> {
    let mut names = Names::default();
    names.visit_statement(&statement.node, &statement.span);
    names.0
}

/// The initialisers of the objects at file scope.
fn initialisers(unit: &TranslationUnit) -> impl Iterator<Item = (&str, &Node<Initializer>)> {
    let declarators = unit.0.iter().flat_map(|declaration| match &declaration.node {
        ExternalDeclaration::Declaration(d) => d.node.declarators.as_slice(),
        _ => &[],
    });
    declarators.filter_map(|item| Some((name_of(&item.node.declarator)?, item.node.initializer.as_ref()?)))
}

/// The names in the initialisers of the objects at file scope.
pub fn initial_names(unit: &TranslationUnit) -> SortedMap<String, SortedSet<String>> {
    let mut found: SortedMap<String, SortedSet<String>> = SortedMap::new();
    for (name, initializer) in initialisers(unit) {
        let mut names = Names::default();
        names.visit_initializer(&initializer.node, &initializer.span);
        found.entry(name.to_owned()).or_default().extend(names.0);
    }
    found
}

impl<'a> Lower<'a> {
    /// Whether objects with static storage hold more than their initial values at the start.
    pub fn starts_late(&self) -> bool {
        self.options.entry != "main" && self.options.globals == Globals::Any
    }

    /// Reads off the program what it changes.
    pub fn find_changes(&mut self, unit: &'a TranslationUnit) {
        if !self.starts_late() {
            return;
        }
        let mut changes = Changes::default();
        for definition in self.functions.values().filter(|d| d.span.start < self.source.models_start) {
            changes.conduct.include(Conduct::of(definition));
        }
        for (_, initializer) in initialisers(unit) {
            let mut conduct = Conduct::default();
            conduct.visit_initializer(&initializer.node, &initializer.span);
            changes.conduct.include(conduct);
        }
        changes.stores.visit_translation_unit(unit);
        self.changes = changes;
    }

    /// Whether an object of static storage may hold something else than its initial value.
    fn is_changed(&self, name: &str, object: ObjectId) -> bool {
        let o = &self.objects[object];
        !o.constant && (o.external || self.may_change(name, &o.ty))
    }

    /// Whether some text changes an object of static storage, or has its address.
    pub fn may_change(&self, name: &str, ty: &CType) -> bool {
        let conduct = &self.changes.conduct;
        conduct.assembly || conduct.assigns.contains(name) || self.is_handed_on(conduct, name, ty)
    }

    /// The objects at file scope that may hold anything, by name.
    pub fn changed_globals(&self) -> Vec<(String, ObjectId)> {
        if !self.starts_late() {
            return Vec::new();
        }
        let objects = self.globals.names.iter().filter_map(|(name, entity)| match entity {
            Entity::Object(object) => Some((name.clone(), *object)),
            _ => None,
        });
        let is_own = |o: ObjectId| self.objects[o].origin == Origin::Declared && self.objects[o].is_static;
        let changed = objects.filter(|(name, object)| is_own(*object) && self.is_changed(name, *object));
        changed.filter(|(name, _)| !name.starts_with("__model") && !name.starts_with("__bevel")).collect()
    }

    /// Says what is assumed of globals.
    pub fn premise_on_globals(&mut self, open: &[(String, ObjectId)]) {
        let entry = self.options.entry.clone();
        let variable = |o: &super::object::Object| o.is_static && !o.constant && o.origin == Origin::Declared && o.frame == 0;
        if entry == "main" || !self.objects.iter().any(variable) {
            return;
        }
        let premise = match self.options.globals {
            Globals::Initial => format!("globals hold their initial values when `{entry}` is called"),
            Globals::Any if open.is_empty() => return,
            Globals::Any => format!(
                "globals hold anything when `{entry}` is called, except that what the program never changes has its initial value, and that pointers to functions hold functions that the program stores there"
            ),
        };
        self.premises.insert(premise.as_str().into());
    }

    /// Gives the objects any value.
    pub fn open_globals(&mut self, open: &[(String, ObjectId)], span: &Span) -> Res<()> {
        for (name, object) in open {
            let leaves: Vec<(Vec<u32>, Leaf)> = self.objects[*object].leaves.iter().map(|(p, l)| (p.clone(), l.clone())).collect();
            for (path, leaf) in leaves {
                match leaf.offset {
                    None if leaf.raw && self.holds_pointers(&self.objects[*object].ty.clone()) => self.objects[*object].unknown = true,
                    None => self.havoc_leaf(&leaf, &InputKind::Uninitialised, span),
                    Some(_) if leaf.dims.is_empty() => self.open_pointer(name, *object, &path, span)?,
                    Some(offset) => {
                        self.foreign.insert(offset);
                        self.havoc_leaf(&leaf, &InputKind::Uninitialised, span);
                    }
                }
            }
        }
        Ok(())
    }

    fn open_pointer(&mut self, name: &str, object: ObjectId, path: &[u32], span: &Span) -> Res<()> {
        let (mut ty, mut spelling, mut last) = (self.objects[object].ty.clone(), name.to_owned(), name.to_owned());
        for field in path {
            let CType::Record(r) = ty else { return Ok(()) };
            let Some(field) = self.types.records[r].fields.as_ref().and_then(|fields| fields.get(*field as usize)) else { return Ok(()) };
            if let Some(name) = &field.name {
                spelling = format!("{spelling}.{name}");
                last = name.clone();
            }
            ty = self.types.field_type(field);
        }
        let CType::Pointer(to) = &ty else { return Ok(()) };
        let pointer = match &**to {
            CType::Function(signature) => self.stored_function(name, &last, &signature.clone(), span),
            to => self.pointer_from_caller(&spelling, &to.clone(), span)?,
        };
        let whole = self.whole(object);
        let path: Path = path.iter().map(|f| Step::Field(*f)).collect();
        let place = self.part_place(&whole, &path, &ty);
        self.store_address(&place, Value::Address(pointer), span)
    }

    /// One of the functions that are stored under a name.
    fn stored_function(&mut self, object: &str, name: &str, signature: &std::rc::Rc<Signature>, span: &Span) -> Address {
        let to = CType::Function(signature.clone());
        let initial = self.initial_names.get(object).cloned().unwrap_or_default();
        let stored = self.changes.stores.functions.get(name).cloned().unwrap_or_default();
        let is_function = |n: &String| self.signature(n).is_some_and(|s| self.are_alike(&s, signature));
        let (functions, others): (SortedSet<String>, SortedSet<String>) = initial.union(&stored).cloned().partition(is_function);
        let from_elsewhere = self.changes.stores.others.contains(name) || others.iter().any(|n| stored.contains(n));
        let starts_null = !self.initial_names.contains_key(object) || name != object;
        let mut choices: Vec<i64> = functions.iter().map(|f| Self::number_of_object(self.function_object(f))).collect();
        if starts_null || self.changes.stores.nulls.contains(name) {
            choices.push(NULL);
        }
        if from_elsewhere {
            choices.push(ELSEWHERE);
        }
        let which = self.temporary(self.types.size_type());
        self.graph.input(which, self.input_type(self.types.size_type()), InputKind::Uninitialised, span);
        self.graph.assume(Formula::cmp(CmpOp::Lt, which, choices.len() as i64), Note::Nothing, span);
        let last = choices.pop().unwrap_or(NULL);
        let number = choices
            .iter()
            .enumerate()
            .fold(Expr::from(last), |other, (i, number)| Expr::ite(Formula::cmp(CmpOp::Eq, which, i as i64), *number, other));
        let (object, offset) = self.pointer_pair();
        self.graph.assign(object, number, span);
        self.graph.assign(offset, 0.into(), span);
        Address::new(object, offset, &to)
    }
}
