//! Declarations: file scope, blocks, static objects.

use super::fixed::is_qualified;
use super::object::ObjectId;
use super::specifier::Specifiers;
use super::value::{Scalar, Value};
use super::variable_length::{holds_size, is_variable};
use super::{Definition, Entity, Lower, Res};
use crate::types::CType;
use base::{CmpOp, Formula, InputKind, Int, SortedSet, Span};
use lang_c::ast::{
    Declaration, DeclarationSpecifier, Declarator, Extension, ExternalDeclaration, FunctionSpecifier, InitDeclarator, Initializer,
    StorageClassSpecifier, TranslationUnit, TypeQualifier,
};
use lang_c::span::Node;
use lang_c::visit::Visit;
use std::rc::Rc;

/// Whether objects of the type have a representation.
pub fn representable(ty: &CType) -> bool {
    match ty {
        CType::Int(_) | CType::Record(_) | CType::Pointer(_) => true,
        CType::Array(of, _) => representable(of),
        _ => false,
    }
}

/// Pointers of the library to what it has made before the program starts: they are not null, as other objects without a definition may be.
const KEPT_BY_LIBRARY: [&str; 4] = ["environ", "__environ", "program_invocation_name", "program_invocation_short_name"];

/// Whether two declarations of one name contradict each other. What pointers point to, and lists of parameters that are not told, are no
/// contradiction: a linker does not see them, and they do not change what is read.
fn contradict(a: &CType, b: &CType) -> bool {
    match (a, b) {
        (CType::Int(a), CType::Int(b)) => (a.bits, a.signed) != (b.bits, b.signed),
        (CType::Pointer(_), CType::Pointer(_)) => false,
        (CType::Array(a, n), CType::Array(b, m)) => contradict(a, b) || (n.is_some() && m.is_some() && n != m),
        (CType::Function(a), CType::Function(b)) => {
            let told = !a.params.is_empty() && !b.params.is_empty();
            let differ = a.params.iter().zip(&b.params).any(|((_, a), (_, b))| contradict(&a.clone().decay(), &b.clone().decay()));
            contradict(&a.result, &b.result) || told && (a.params.len() != b.params.len() || differ)
        }
        (CType::Unknown(_), _) | (_, CType::Unknown(_)) => false,
        (a, b) => a != b,
    }
}

/// Whether a function is declared not to return, by a keyword or an attribute.
fn never_returns(specifiers: &[Node<DeclarationSpecifier>], declarator: &Node<Declarator>) -> bool {
    let says = |e: &Node<Extension>| matches!(&e.node, Extension::Attribute(a) if a.name.node.trim_matches('_') == "noreturn");
    let is_said = |s: &Node<DeclarationSpecifier>| match &s.node {
        DeclarationSpecifier::Function(f) => f.node == FunctionSpecifier::Noreturn,
        DeclarationSpecifier::Extension(extensions) => extensions.iter().any(says),
        _ => false,
    };
    specifiers.iter().any(is_said) || declarator.node.extensions.iter().any(says)
}

impl<'a> Lower<'a> {
    /// One name means one object or function, whichever file speaks of it. Within one file the compiler sees to that.
    fn agree(&self, name: &str, ty: &CType, node: lang_c::span::Span) -> Res<()> {
        if !self.source.linked || node.start >= self.source.models_start {
            return Ok(());
        }
        let known = match self.globals.names.get(name) {
            Some(Entity::Object(object)) => self.objects[*object].ty.clone(),
            Some(Entity::Function(signature)) => CType::Function(signature.clone()),
            _ => return Ok(()),
        };
        if contradict(&known, ty) {
            return self.rejected(format!("`{name}` is declared with another type elsewhere"), &self.span(node));
        }
        Ok(())
    }

    pub fn declare_globals(&mut self, unit: &'a TranslationUnit) -> Res<()> {
        let mut only_extern = SortedSet::new();
        // An array may get its length after another object's initialiser has pointed to it.
        let mut initializers = Vec::new();
        for declaration in &unit.0 {
            match &declaration.node {
                ExternalDeclaration::Declaration(d) => {
                    self.global(&d.node, &self.span(d.span), &mut only_extern, &mut initializers)?;
                    self.declare_contract(&d.node, declaration.span)?;
                }
                ExternalDeclaration::StaticAssert(_) => {}
                ExternalDeclaration::FunctionDefinition(f) => {
                    let span = self.span(f.span);
                    let result = self.specifiers(&f.node.specifiers, &span)?.ty;
                    let (Some(name), CType::Function(signature)) = self.declarator(result, &f.node.declarator)? else {
                        return self.rejected("this is not the definition of a function", &span);
                    };
                    self.note_prototype(&name, &f.node.declarator, f.span.start);
                    if never_returns(&f.node.specifiers, &f.node.declarator) {
                        self.never_return.insert(name.clone());
                    }
                    let signature = self.old_style(&signature, &f.node.declarations)?;
                    let declared = std::mem::take(&mut self.last_list);
                    if !(declared.names.is_empty() && declared.tags.is_empty()) {
                        self.with_parameters.insert(name.clone(), declared);
                    }
                    if f.node.declarations.is_empty() {
                        self.agree(&name, &CType::Function(Rc::new(signature.clone())), f.span)?;
                    }
                    if self.functions.insert(name.clone(), Definition { node: &f.node, span: f.span }).is_some() {
                        return self.rejected(format!("redefinition of `{name}`"), &span);
                    }
                    if let (true, Some(Entity::Function(told))) = (f.span.start >= self.source.models_start, self.globals.names.get(&name))
                        && !told.is_open()
                    {
                        self.told.insert(name.clone(), told.clone());
                    }
                    self.globals.names.insert(name, Entity::Function(Rc::new(signature)));
                }
            }
        }
        self.declare_models()?;
        self.leave_out_weak(&only_extern);
        for (object, initializer) in initializers {
            self.static_initializer(object, initializer)?;
        }
        let mut uses = super::call::Uses::default();
        uses.visit_translation_unit(unit);
        self.seeds = ["srand", "srandom"].iter().any(|f| uses.names.contains(*f) || uses.called.contains(*f));
        let is_function = |n: &String| matches!(self.globals.names.get(n), Some(Entity::Function(_)));
        self.addressed_functions = uses.names.into_iter().filter(is_function).collect();
        self.initial_names = super::start::initial_names(unit);
        self.find_changes(unit);
        let callable = self.find_callable(unit);
        self.call_backs = Rc::new(self.find_call_backs(&callable));
        self.fallible = Rc::new(self.find_fallible(&callable));
        for name in only_extern {
            if let Some(Entity::Object(object)) = self.globals.names.get(&name) {
                let object = *object;
                self.objects[object].restless = self.objects[object].volatile;
                self.any_at_start(object);
            }
        }
        Ok(())
    }

    /// What is weak and nowhere defined may be there or not, so that its use is not understood; nor is what the library keeps.
    fn leave_out_weak(&mut self, only_extern: &SortedSet<String>) {
        let kept = KEPT_BY_LIBRARY.iter().map(|name| (*name).to_owned());
        for name in self.source.weak.iter().cloned().chain(kept).collect::<Vec<_>>() {
            let ty = match self.globals.names.get(&name) {
                Some(Entity::Function(signature)) if !self.functions.contains_key(&name) => CType::Function(signature.clone()),
                Some(Entity::Object(object)) if only_extern.contains(&name) => self.objects[*object].ty.clone(),
                _ => continue,
            };
            self.globals.names.insert(name, Entity::Opaque(ty));
        }
    }

    /// Whether a name that a block declares is weak and nowhere defined.
    fn may_be_missing(&self, name: &str) -> bool {
        let is_known = matches!(self.globals.names.get(name), Some(Entity::Object(_))) || self.functions.contains_key(name);
        (self.source.weak.contains(name) || KEPT_BY_LIBRARY.contains(&name)) && !is_known
    }

    /// Remembers where the types of a function's parameters are told first. A definition without a prototype says nothing to those who call it.
    fn note_prototype(&mut self, name: &str, declarator: &Node<Declarator>, at: usize) {
        if !super::call::is_untold(declarator) {
            let first = self.prototypes.entry(name.to_owned()).or_insert(at);
            *first = at.min(*first);
        }
    }

    /// An object that is defined elsewhere may start with any value.
    fn any_at_start(&mut self, object: usize) {
        let leaves: Vec<_> = self.objects[object].leaves.values().cloned().collect();
        for leaf in leaves {
            let ty = self.input_type(leaf.ty);
            let span = Span::new(self.source.main_file.clone(), 1, 1);
            let var = leaf.offset.unwrap_or(leaf.var);
            self.prologue.push((base::Stmt::Input { var, ty, kind: InputKind::Uninitialised }, span.clone()));
            if let (Some(offset), false) = (leaf.offset, leaf.dims.is_empty()) {
                self.foreign.insert(offset);
            }
            if let (Some(offset), true) = (leaf.offset, leaf.dims.is_empty()) {
                let null = Formula::cmp(CmpOp::Eq, offset, 0);
                let object = base::Expr::ite(null, super::address::NULL, super::address::ELSEWHERE);
                self.prologue.push((base::Stmt::Assign(leaf.var, object), span));
            }
        }
    }

    fn global(
        &mut self,
        d: &'a Declaration,
        span: &Span,
        only_extern: &mut SortedSet<String>,
        initializers: &mut Vec<(ObjectId, &'a Node<Initializer>)>,
    ) -> Res<()> {
        let specifiers = self.declared_specifiers(d, span)?;
        for item in &d.declarators {
            let (name, ty) = self.declared(&specifiers, item)?;
            let Some(name) = name else { continue };
            let is_volatile = is_qualified(specifiers.is_volatile, &TypeQualifier::Volatile, &item.node.declarator);
            let is_const = is_qualified(specifiers.is_const, &TypeQualifier::Const, &item.node.declarator);
            if specifiers.storage == Some(StorageClassSpecifier::Typedef) {
                self.note_typedef(&name, &specifiers, is_volatile, is_const);
                self.globals.names.insert(name, Entity::Typedef(ty));
                continue;
            }
            self.agree(&name, &ty, item.span)?;
            if let CType::Function(signature) = ty {
                self.note_prototype(&name, &item.node.declarator, item.span.start);
                if never_returns(&d.specifiers, &item.node.declarator) {
                    self.never_return.insert(name.clone());
                }
                if !self.functions.contains_key(&name) {
                    self.globals.names.insert(name, Entity::Function(signature));
                }
                continue;
            }
            let initializer = item.node.initializer.as_ref();
            let ty = self.complete(ty, initializer)?;
            let is_extern = specifiers.storage == Some(StorageClassSpecifier::Extern) && initializer.is_none();
            let known = match self.globals.names.get(&name) {
                Some(Entity::Object(o)) if !matches!(self.objects[*o].ty, CType::Array(_, None)) => Some(*o),
                _ => None,
            };
            if let (Some(initializer), true) = (initializer, specifiers.storage != Some(StorageClassSpecifier::Static)) {
                self.expose(initializer);
            }
            if !representable(&ty) {
                self.globals.names.insert(name, Entity::Opaque(ty));
                continue;
            }
            if is_extern && matches!(self.globals.names.get(&name), None | Some(Entity::Bound(..))) && self.is_standard_stream(&name, &ty) {
                continue;
            }
            let object = match known {
                Some(object) => object,
                None => {
                    let ty = match (&ty, is_extern) {
                        // A tentative definition of unknown size has one element.
                        (CType::Array(of, None), false) => CType::Array(of.clone(), Some(1)),
                        _ => ty,
                    };
                    let object = self.new_object(Some(&name), "", "", &ty, true, 0);
                    if is_extern {
                        only_extern.insert(name.clone());
                    }
                    object
                }
            };
            if !is_extern {
                only_extern.remove(&name);
            }
            self.objects[object].constant |= is_const;
            self.objects[object].fixed = self.fixed_members(&self.objects[object].ty);
            self.note_volatile(object, is_volatile);
            let is_public = specifiers.storage != Some(StorageClassSpecifier::Static);
            self.objects[object].external |= is_public && !is_const;
            self.objects[object].seen |= is_public && is_const;
            self.globals.names.insert(name, Entity::Object(object));
            initializers.extend(initializer.map(|i| (object, i)));
        }
        Ok(())
    }

    /// The name and type of one declarator; a type that cannot be computed is not understood, but only its use is a problem.
    fn declared(&mut self, specifiers: &Specifiers, item: &Node<InitDeclarator>) -> Res<(Option<String>, CType)> {
        self.declarator(specifiers.ty.clone(), &item.node.declarator)
    }

    /// A declaration inside a function.
    pub fn local(&mut self, d: &Declaration, span: &Span) -> Res<()> {
        let specifiers = self.declared_specifiers(d, span)?;
        for item in &d.declarators {
            let item_span = self.span(item.span);
            let Some((name, ty)) = self.guarded(|lower| lower.declared(&specifiers, item))? else { continue };
            let Some(name) = name else { continue };
            // What follows an item that is not understood is dead, but its names are known there.
            let done = self.guarded(|lower| lower.local_item(name.clone(), ty.clone(), &specifiers, item, &item_span))?;
            if done.is_none() {
                self.scope().names.entry(name).or_insert(Entity::Opaque(ty));
            }
        }
        Ok(())
    }

    fn local_item(&mut self, name: String, ty: CType, specifiers: &Specifiers, item: &Node<InitDeclarator>, span: &Span) -> Res<()> {
        let is_volatile = is_qualified(specifiers.is_volatile, &TypeQualifier::Volatile, &item.node.declarator);
        let is_const = is_qualified(specifiers.is_const, &TypeQualifier::Const, &item.node.declarator);
        match (&specifiers.storage, ty) {
            (Some(StorageClassSpecifier::Typedef), ty) => {
                self.note_typedef(&name, specifiers, is_volatile, is_const);
                self.scope().names.insert(name, Entity::Typedef(ty));
            }
            (_, CType::Function(signature)) => {
                self.note_prototype(&name, &item.node.declarator, item.span.start);
                let entity = match self.may_be_missing(&name) {
                    true => Entity::Opaque(CType::Function(signature)),
                    false => Entity::Function(signature),
                };
                self.scope().names.insert(name, entity);
            }
            (Some(StorageClassSpecifier::Extern), ty) => self.local_extern(name, ty, is_volatile),
            (Some(StorageClassSpecifier::Static), ty) => {
                self.local_static(name.clone(), ty, is_const, item)?;
                if let Some(Entity::Object(object)) = self.lookup(&name) {
                    self.note_volatile(*object, is_volatile);
                }
            }
            (_, ty) if is_variable(&ty) => self.variable_array(name, ty, item, span)?,
            (_, ty) => self.automatic(name, ty, is_const, item, span)?,
        }
        Ok(())
    }

    fn local_extern(&mut self, name: String, ty: CType, is_volatile: bool) {
        let entity = match self.globals.names.get(&name) {
            Some(entity) => entity.clone(),
            None if representable(&ty) && !self.may_be_missing(&name) => {
                let object = self.new_object(Some(&name), "", "", &ty, true, 0);
                self.objects[object].external = true;
                self.note_volatile(object, is_volatile);
                self.objects[object].restless = self.objects[object].volatile;
                self.any_at_start(object);
                self.globals.names.insert(name.clone(), Entity::Object(object));
                Entity::Object(object)
            }
            None => Entity::Opaque(ty),
        };
        self.scope().names.insert(name, entity);
    }

    /// A static object exists once, whatever the number of activations.
    fn local_static(&mut self, name: String, ty: CType, is_const: bool, item: &Node<InitDeclarator>) -> Res<()> {
        let initializer = item.node.initializer.as_ref();
        let ty = self.complete(ty, initializer)?;
        // The sizes in the type of a static pointer are those of the last time.
        if !representable(&ty) || holds_size(&ty) {
            self.scope().names.insert(name, Entity::Opaque(ty));
            return Ok(());
        }
        let key = item.span.start;
        let object = match self.statics.get(&key) {
            Some(object) => *object,
            None => {
                let function = self.here_activation().function.clone();
                let frame = self.here_activation().frame;
                let object = self.new_object(Some(&name), &format!("{function}."), "", &ty, true, frame);
                self.objects[object].constant = is_const;
                self.objects[object].fixed = self.fixed_members(&ty);
                self.statics.insert(key, object);
                if self.starts_late() && !self.objects[object].constant && self.may_change(&super::conduct::own_static(&name, key), &ty) {
                    // Earlier calls may have left anything there.
                    self.any_at_start(object);
                } else if let Some(initializer) = initializer {
                    self.static_initializer(object, initializer)?;
                }
                object
            }
        };
        self.scope().names.insert(name, Entity::Object(object));
        Ok(())
    }

    fn automatic(&mut self, name: String, ty: CType, is_const: bool, item: &Node<InitDeclarator>, span: &Span) -> Res<()> {
        let initializer = item.node.initializer.as_ref();
        let addressed = self.here_activation().habits.addressed.contains(&name);
        let whole = matches!(ty, CType::Array(..) | CType::Record(_));
        if (!self.copies.is_empty() && (addressed || whole)) || self.needs_block(&name) {
            return self.indirect(name, ty, initializer, span);
        }
        if let CType::Pointer(_) = &ty {
            return self.local_pointer(name, ty, initializer, span);
        }
        let ty = self.complete(ty, initializer)?;
        if !representable(&ty) {
            self.scope().names.insert(name, Entity::Opaque(ty));
            return initializer.map_or(Ok(()), |i| self.evaluate_opaque(i, span));
        }
        let (prefix, frame) = (self.here_activation().prefix.clone(), self.here_activation().frame);
        let object = self.new_object(Some(&name), &prefix, "", &ty, false, frame);
        self.begin_object(object, span);
        self.scope().names.insert(name, Entity::Object(object));
        let done = self.guarded(|lower| match initializer {
            Some(initializer) => {
                // Its own initialiser may read it.
                if super::address::names_in(initializer).contains(&lower.objects[object].name) {
                    lower.leave_unwritten(object, span);
                }
                let place = lower.whole(object);
                lower.initialize(&place, initializer, span)
            }
            None => {
                lower.leave_unwritten(object, span);
                Ok(())
            }
        })?;
        if done.is_some() && initializer.is_some() {
            self.set_for_good(object, is_const);
        }
        if let Some(initializer) = initializer {
            self.keep_constant_text(object, initializer);
        }
        Ok(())
    }

    /// A local of a recursive function whose address may be taken: each activation has one, in a block of its own.
    pub fn indirect(&mut self, name: String, ty: CType, initializer: Option<&Node<Initializer>>, span: &Span) -> Res<()> {
        let ty = self.complete(ty, initializer)?;
        let Some(size) = self.element_size(&ty).filter(|_| representable(&ty)) else {
            self.scope().names.insert(name, Entity::Opaque(ty));
            return initializer.map_or(Ok(()), |i| self.evaluate_opaque(i, span));
        };
        let size = Scalar::constant(Int::from(size), self.types.size_type());
        let place = super::place::Place::at(self.local_block(name, ty, size, span));
        match initializer {
            Some(initializer) => self.guarded(|lower| lower.initialize(&place, initializer, span)).map(drop),
            None => Ok(()),
        }
    }

    /// Whether a local of the function at hand lives in a block of memory.
    pub fn needs_block(&mut self, name: &str) -> bool {
        let function = self.here_activation().function.clone();
        self.need_blocks.contains(&(function, name.to_owned()))
    }

    /// A local in a block of memory that ends with its scope.
    pub fn local_block(&mut self, name: String, ty: CType, size: Scalar, span: &Span) -> super::address::Address {
        let (site, block) = self.new_block(size, false, false, span);
        let activation = self.here_activation();
        activation.scoped.push((site, block.object.clone()));
        if let Some(scope) = activation.scopes.last_mut() {
            scope.blocks.push((site, block.object.clone()));
        }
        self.readings.push((block.object.clone(), ty.clone()));
        let address = super::address::Address { to: ty, ..block };
        self.scope().names.insert(name, Entity::Indirect(address.clone()));
        address
    }

    /// An object that lives until its block ends.
    pub fn begin_object(&mut self, object: super::object::ObjectId, span: &Span) {
        self.deed(super::memory::Deed::Begin { object, new: true }, span);
        self.scope().objects.push(object);
    }

    /// Leaves all blocks but the outermost `depth` ones.
    pub fn end_objects(&mut self, depth: usize, span: &Span) {
        let activation = self.here_activation();
        let mut ended: Vec<_> = activation.scopes.iter().skip(depth).flat_map(|s| s.objects.iter().copied()).collect();
        if depth == 0 {
            ended.extend(activation.blocks.iter().copied());
        }
        let blocks: Vec<_> = activation.scopes.iter().skip(depth).flat_map(|s| s.blocks.iter().cloned()).collect();
        // What lives as long as the entry function never ends, unless something runs behind it.
        if self.activations.len() == 1 && depth == 0 && !self.functions.contains_key("__model_at_end") {
            ended.clear();
        }
        if !ended.is_empty() || !blocks.is_empty() {
            self.deed(super::memory::Deed::End { objects: ended, blocks }, span);
        }
    }

    /// A variable for a pointer.
    fn pointer_object(&mut self, name: &str, ty: &CType, span: &Span) -> super::object::ObjectId {
        let (prefix, frame) = (self.here_activation().prefix.clone(), self.here_activation().frame);
        let object = self.new_object(Some(name), &prefix, "", ty, false, frame);
        self.begin_object(object, span);
        object
    }

    /// A pointer that is never reassigned is known by its initialiser; others are kept as numbers.
    fn local_pointer(&mut self, name: String, ty: CType, initializer: Option<&Node<Initializer>>, span: &Span) -> Res<()> {
        let habits = self.here_activation().habits.clone();
        let fixed = !habits.changed.contains(&name) && !habits.has_labels;
        let Some(initializer) = initializer else {
            let object = self.pointer_object(&name, &ty, span);
            self.scope().names.insert(name, Entity::Object(object));
            self.leave_unwritten(object, span);
            return Ok(());
        };
        // The name is known in its own initialiser.
        self.scope().names.insert(name.clone(), Entity::Opaque(ty.clone()));
        let Initializer::Expression(e) = &initializer.node else { return self.evaluate_opaque(initializer, span) };
        let entity = self.attempt(|lower| {
            let value = lower.rvalue(e)?;
            let value = lower.cast(value, &ty, span)?;
            Ok(match value {
                Value::Pointer(place)
                    if fixed
                        && place.is_plain()
                        && !lower.is_in_transient(&place)
                        && !lower.is_packed(&place)
                        && !lower.is_in_union(&place) =>
                {
                    Entity::Bound(Value::Pointer(lower.pin(place, span)), ty.clone())
                }
                value @ (Value::Null | Value::Function(_)) if fixed => Entity::Bound(value, ty.clone()),
                value => {
                    let object = lower.pointer_object(&name, &ty, span);
                    let place = lower.whole(object);
                    lower.store_address(&place, value, span)?;
                    Entity::Object(object)
                }
            })
        })?;
        match entity {
            Ok(entity) => drop(self.scope().names.insert(name, entity)),
            Err((what, at)) if super::call::does_something(initializer) => return self.unsupported(what, &at),
            Err(_) => {}
        }
        Ok(())
    }

    /// The initialiser of an object without representation: it may be left out if it does nothing.
    fn evaluate_opaque(&mut self, initializer: &Node<Initializer>, span: &Span) -> Res<()> {
        if super::call::does_something(initializer) {
            return self.unsupported("initialiser of an object of a type that is not understood", span);
        }
        Ok(())
    }
}
