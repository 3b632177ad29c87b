//! Declarations and definitions: what a name may be declared as, and how often (C11 6.7, 6.9).

use super::constant::Value;
use super::specifier::{Specified, is_function, parameters_with_star};
use super::types::{Length, Qualified, Type, conflict};
use super::{Checker, Entity, Object, Res, fault};
use crate::prepass::IN_REGISTER;
use base::SortedSet;
use lang_c::ast::{
    Declaration, Declarator, DeclaratorKind, DerivedDeclarator, Extension, FunctionDefinition, InitDeclarator, Statement, StaticAssert,
    StorageClassSpecifier as Storage,
};
use lang_c::span::Node;

/// An array that gets its length from its initialiser.
pub fn completed(of: Qualified) -> Qualified {
    match of.ty {
        Type::Array(element, Length::Missing) => Qualified { ty: Type::Array(element, Length::Unknown), ..of },
        _ => of,
    }
}

impl Checker {
    pub fn static_assert(&mut self, a: &StaticAssert) -> Res<()> {
        let value = self.expression(&a.expression)?;
        if !matches!(value.of.ty, Type::Int(_) | Type::Unknown) {
            return fault(a.expression.span.start, "a static assertion is about something that is not an integer");
        }
        match self.constant(&a.expression) {
            Value::Known(0) => fault(a.expression.span.start, "a static assertion fails"),
            Value::Not(why) => fault(a.expression.span.start, format!("a static assertion must be a constant: {why}")),
            _ => Ok(()),
        }
    }

    pub fn declare_parameter(&mut self, name: String, of: Qualified, is_register: bool) {
        let object = Object { defined: true, is_register, ..Object::new(of) };
        self.scope().names.insert(name, Entity::Object(object));
    }

    pub fn declaration(&mut self, d: &Declaration, at: usize) -> Res<()> {
        self.announce_tag(d);
        let specified = self.specifiers(&d.specifiers, at)?;
        self.storage_here(&specified, &d.declarators, at)?;
        let Specified { of: base, storage, .. } = &specified;
        for each in &d.declarators {
            let at = each.span.start;
            let (Some(name), of) = self.declarator(base.clone(), &each.node.declarator)? else { continue };
            let initialiser = each.node.initializer.as_ref();
            self.aligned(&specified, &name, &of, at)?;
            if *storage == Some(Storage::Typedef) {
                if initialiser.is_some() {
                    return fault(at, format!("the type `{name}` gets a value"));
                }
                if self.records.is_variable(&of.ty) {
                    self.fence();
                }
                self.declare_type(name, of, at)?;
                continue;
            }
            self.placed(&specified, &name, &of, at)?;
            let is_function = matches!(of.ty, Type::Function(_));
            if is_function && *storage == Some(Storage::Auto) {
                // Where one is defined nobody understands it.
                self.nested.get_or_insert((name.clone(), at));
            }
            if is_function && initialiser.is_some() {
                return fault(at, format!("the function `{name}` gets a value"));
            }
            let is_extern = *storage == Some(Storage::Extern);
            if initialiser.is_some() && is_extern && !self.at_file_scope() {
                return fault(at, format!("`{name}` is declared elsewhere and gets a value here"));
            }
            if initialiser.is_some() && self.records.has_variable_size(&of.ty) {
                return fault(at, format!("`{name}` has a variable size and gets a value"));
            }
            if let Type::Void = of.ty {
                // `extern void x;` is an address without a size.
                if !is_extern {
                    return fault(at, format!("the variable `{name}` has type void"));
                }
            }
            let declared = Object {
                defined: initialiser.is_some(),
                linked: is_function || is_extern || self.at_file_scope(),
                lasts: is_function || self.at_file_scope() || matches!(storage, Some(Storage::Extern | Storage::Static)),
                ..Object::declared(of.clone(), &specified)
            };
            // The initialiser may speak of the object.
            self.declare(&name, declared, is_extern, at)?;
            if self.records.is_variable(&of.ty) {
                self.fence();
            }
            let mut complete = of.clone();
            if let Some(initialiser) = initialiser {
                let lasting = self.at_file_scope() || *storage == Some(Storage::Static);
                self.initialised(&of, initialiser, lasting)?;
                complete = completed(of);
                if let Some(Entity::Object(o)) = self.scope().names.get_mut(&name) {
                    o.of = complete.clone();
                }
            }
            if is_function || is_extern {
                continue;
            }
            match (self.at_file_scope(), self.records.is_incomplete(&complete.ty)) {
                (true, true) => self.tentative.push((name, complete.ty, at)),
                (false, true) => return fault(at, format!("the size of `{name}` is not known")),
                _ => match specified.announced.clone().filter(|_| is_bare(&each.node.declarator)) {
                    Some(tag) if self.at_file_scope() => self.announced.push((name, tag, at)),
                    Some(_) => return fault(at, format!("the size of `{name}` is not known")),
                    None => {}
                },
            }
        }
        Ok(())
    }

    /// Storage classes and function specifiers that a declaration must not have where it stands.
    fn storage_here(&self, specified: &Specified, declarators: &[Node<InitDeclarator>], at: usize) -> Res<()> {
        let is_empty = declarators.is_empty();
        let unnamed = declarators.iter().find(|d| !names_register(&d.node.declarator)).map(|d| d.span.start);
        let Specified { storage, is_inline, is_noreturn, is_thread_local, .. } = specified;
        if is_empty && (*is_inline || *is_noreturn) {
            return fault(at, "`inline` or `_Noreturn` where no function is declared");
        }
        if self.at_file_scope() && *storage == Some(Storage::Auto) {
            return fault(at, "`auto` outside of a function");
        }
        if self.at_file_scope() && is_empty && *storage == Some(Storage::Register) {
            return fault(at, "`register` outside of a function");
        }
        let lasts = self.at_file_scope() || matches!(storage, Some(Storage::Extern | Storage::Static));
        if self.at_file_scope()
            && *storage == Some(Storage::Register)
            && let Some(at) = unnamed
        {
            return fault(at, "`register` outside of a function, and no register is named");
        }
        if *is_thread_local && !is_empty && !lasts {
            return fault(at, "something that is local to a thread must be static or extern here");
        }
        Ok(())
    }

    /// Functions and things of variable size have not all storage classes.
    fn placed(&self, specified: &Specified, name: &str, of: &Qualified, at: usize) -> Res<()> {
        let storage = &specified.storage;
        if let Type::Function(_) = of.ty {
            let in_block = *storage == Some(Storage::Static) && !self.at_file_scope();
            if in_block || *storage == Some(Storage::Register) || specified.is_thread_local {
                return fault(at, format!("the function `{name}` cannot have this storage class"));
            }
        }
        if *storage == Some(Storage::Extern) && self.records.is_variable(&of.ty) {
            return fault(at, format!("`{name}` is declared elsewhere and has a variable size"));
        }
        if *storage == Some(Storage::Static) && self.records.has_variable_size(&of.ty) {
            return fault(at, format!("`{name}` is static and has a variable size"));
        }
        Ok(())
    }

    /// `_Alignas` is for variables, and does not make their alignment weaker.
    fn aligned(&self, specified: &Specified, name: &str, of: &Qualified, at: usize) -> Res<()> {
        let Some(asked) = &specified.aligned else { return Ok(()) };
        let is_function = matches!(of.ty, Type::Function(_));
        if is_function || matches!(specified.storage, Some(Storage::Typedef | Storage::Register)) {
            return fault(at, format!("`{name}` cannot have an alignment of its own"));
        }
        match (asked, self.alignment(&of.ty)) {
            (Some(asked), Some(own)) if 0 < *asked && *asked < own => fault(at, format!("the alignment of `{name}` would become weaker")),
            _ => Ok(()),
        }
    }

    fn declare_type(&mut self, name: String, of: Qualified, at: usize) -> Res<()> {
        match self.scope().names.get(&name) {
            Some(Entity::Typedef(before)) if !conflict(before, &of) => {}
            Some(Entity::Typedef(_)) => return fault(at, format!("the type `{name}` is declared twice, and differently")),
            Some(_) => return fault(at, format!("`{name}` is declared as a type, and is something else")),
            None => {}
        }
        self.scope().names.insert(name, Entity::Typedef(of));
        Ok(())
    }

    fn declare(&mut self, name: &str, declared: Object, is_extern: bool, at: usize) -> Res<()> {
        let at_file_scope = self.at_file_scope();
        let known = match self.scope().names.get(name) {
            None => {
                let mut declared = declared;
                if let Some(Entity::Object(outer)) = self.lookup(name)
                    && outer.linked
                    && declared.linked
                {
                    // What is declared outside as well is the same thing, and says how long an array is (6.2.7p4).
                    if contradict(&outer.of, &declared.of) {
                        return fault(at, format!("`{name}` is declared outside of this block with another type"));
                    }
                    if self.records.is_incomplete(&declared.of.ty) {
                        declared.of = outer.of.clone();
                    }
                }
                self.scope().names.insert(name.to_owned(), Entity::Object(declared));
                return Ok(());
            }
            Some(Entity::Object(o)) => o.clone(),
            Some(_) => return fault(at, format!("`{name}` is declared as a variable or function, and is something else")),
        };
        if !(known.linked && declared.linked) {
            return fault(at, format!("`{name}` is declared twice in one block"));
        }
        if contradict(&known.of, &declared.of) || fixes_none(&known, &declared) || fixes_none(&declared, &known) {
            return fault(at, format!("`{name}` is declared twice, with different types"));
        }
        let is_function = matches!(declared.of.ty, Type::Function(_));
        if known.is_thread_local != declared.is_thread_local && !is_function {
            return fault(at, format!("`{name}` is local to a thread in one declaration, and not in another"));
        }
        if known.defined && declared.defined && !(known.is_inline || declared.is_inline) {
            return fault(at, format!("redefinition of `{name}`"));
        }
        if at_file_scope && declared.is_static && !known.is_static {
            return fault(at, format!("`{name}` is static here, and was not before"));
        }
        if at_file_scope && known.is_static && !declared.is_static && !is_extern && !is_function {
            return fault(at, format!("`{name}` was static before, and is not here"));
        }
        let of = match (&known.of.ty, &declared.of.ty) {
            (_, Type::Array(_, Length::Missing)) => known.of.clone(),
            // A prototype is not forgotten.
            (Type::Function(f), Type::Function(g)) if f.params.is_some() && g.params.is_none() => known.of.clone(),
            _ => declared.of.clone(),
        };
        let merged = Object {
            of,
            defined: known.defined || declared.defined,
            is_static: known.is_static || declared.is_static,
            is_inline: known.is_inline || declared.is_inline,
            ..known
        };
        self.scope().names.insert(name.to_owned(), Entity::Object(merged));
        Ok(())
    }

    /// A definition of the old style has as many parameters as the prototype before it (C11 6.7.6.3p15).
    fn matches_prototype(&mut self, name: &str, declarator: &Node<Declarator>) -> Res<()> {
        let old = |d: &Node<Declarator>| {
            d.node.derived.iter().find_map(|d| if let DerivedDeclarator::KRFunction(names) = &d.node { Some(names.len()) } else { None })
        };
        if let (Some(count), Some(Entity::Object(known))) = (old(declarator), self.lookup(name))
            && let Type::Function(prototype) = &known.of.ty
            && prototype.params.as_ref().is_some_and(|params| params.len() != count)
        {
            return fault(declarator.span.start, format!("`{name}` has another number of parameters than in its prototype"));
        }
        Ok(())
    }

    pub fn definition(&mut self, f: &FunctionDefinition, at: usize) -> Res<()> {
        let specified = self.specifiers(&f.specifiers, at)?;
        let storage = specified.storage.clone();
        let (name, of) = self.declarator(specified.of.clone(), &f.declarator)?;
        let at = f.declarator.span.start;
        if !is_function(&f.declarator) {
            return fault(at, "a body behind something that is not declared as a function");
        }
        if matches!(storage, Some(Storage::Typedef | Storage::Register)) || specified.is_thread_local {
            return fault(at, "a function with a body cannot have this storage class");
        }
        if let Some(at) = parameters_with_star(&f.declarator) {
            return fault(at, "`[*]` in the definition of a function");
        }
        if let Some(at) = self.announced_parameter(&f.declarator) {
            return fault(at, "the size of a parameter is not known");
        }
        let (Some(name), Type::Function(function)) = (name, &of.ty) else { return Ok(()) };
        self.aligned(&specified, &name, &of, at)?;
        if self.records.is_incomplete(&function.result.ty) && !matches!(function.result.ty, Type::Void) {
            return fault(at, format!("the size of what `{name}` returns is not known"));
        }
        self.matches_prototype(&name, &f.declarator)?;
        let result = function.result.clone();
        let object = Object {
            defined: true,
            linked: true,
            lasts: true,
            is_inline: specified.is_inline || storage == Some(Storage::Extern),
            ..Object::declared(of.clone(), &specified)
        };
        self.declare(&name, object, storage == Some(Storage::Extern), at)?;
        let outer = (self.result.replace(result), std::mem::take(&mut self.loops), std::mem::take(&mut self.switches));
        let outer_jumps = std::mem::take(&mut self.jumps);
        let list = std::mem::take(&mut self.last_list);
        let checked = self.inside(|this| {
            // Parameters, and what their types declare, belong to the outermost block.
            *this.scope() = list;
            let mut seen = SortedSet::new();
            for each in &f.declarations {
                this.old_parameters(&each.node, each.span.start, &mut seen)?;
            }
            let params: Vec<(String, Type)> = this
                .scope()
                .names
                .iter()
                .filter_map(|(name, e)| if let Entity::Object(o) = e { Some((name.clone(), o.of.ty.clone())) } else { None })
                .collect();
            if let Some((name, _)) = params.iter().find(|(_, ty)| this.records.is_incomplete(ty)) {
                return fault(at, format!("the size of the parameter `{name}` is not known"));
            }
            match &f.statement.node {
                Statement::Compound(items) => items.iter().try_for_each(|item| this.block_item(item))?,
                _ => this.statement(&f.statement)?,
            }
            this.check_jumps()
        });
        let checked = checked.and(match self.nested.take() {
            Some((name, at)) => fault(at, format!("the function `{name}` must be defined in this function, and is not")),
            None => Ok(()),
        });
        (self.result, self.loops, self.switches) = outer;
        self.jumps = outer_jumps;
        checked
    }

    /// The types of old-style parameters; those that were declared are `seen`.
    fn old_parameters(&mut self, d: &Declaration, at: usize, seen: &mut SortedSet<String>) -> Res<()> {
        let specified = self.specifiers(&d.specifiers, at)?;
        if !d.declarators.is_empty() {
            specified.of_parameter(at)?;
        }
        for each in &d.declarators {
            if let (Some(name), of) = self.parameter_declarator(specified.of.clone(), &each.node.declarator)? {
                let at = each.span.start;
                if !self.scope().names.contains_key(&name) {
                    return fault(at, format!("there is no parameter `{name}`"));
                }
                if each.node.initializer.is_some() {
                    return fault(at, format!("the parameter `{name}` gets a value"));
                }
                if let Type::Void = of.ty {
                    return fault(at, "a parameter of type void");
                }
                if !seen.insert(name.clone()) {
                    return fault(at, format!("the parameter `{name}` is declared twice"));
                }
                let is_register = specified.storage == Some(Storage::Register);
                self.declare_parameter(name, of.into_parameter(), is_register);
            }
        }
        Ok(())
    }
}

impl Object {
    /// Something of a type, about which nothing more is said.
    fn new(of: Qualified) -> Self {
        Object {
            of,
            defined: false,
            linked: false,
            is_static: false,
            lasts: false,
            is_thread_local: false,
            is_register: false,
            is_inline: false,
        }
    }

    /// What is declared with these specifiers.
    fn declared(of: Qualified, specified: &Specified) -> Self {
        Object {
            is_static: specified.storage == Some(Storage::Static),
            is_thread_local: specified.is_thread_local,
            is_register: specified.storage == Some(Storage::Register),
            is_inline: specified.is_inline,
            ..Object::new(of)
        }
    }
}

/// Whether two declarations of one thing cannot both be right.
fn contradict(a: &Qualified, b: &Qualified) -> bool {
    let is_clear = !a.ty.is_unknown() && !b.ty.is_unknown();
    conflict(a, b) || is_clear && a.differs(b)
}

/// Whether a function has a body that takes nothing, and another declaration says that it takes something.
fn fixes_none(with_body: &Object, other: &Object) -> bool {
    match (&with_body.of.ty, &other.of.ty) {
        (Type::Function(f), Type::Function(g)) => {
            with_body.defined && f.params.is_none() && !f.is_old && g.params.as_ref().is_some_and(|p| !p.is_empty())
        }
        _ => false,
    }
}

/// Whether a declarator says in which register of the machine a variable is.
fn names_register(d: &Node<Declarator>) -> bool {
    d.node.extensions.iter().any(|e| matches!(&e.node, Extension::Attribute(a) if a.name.node == IN_REGISTER))
}

/// Whether a declarator is a name alone.
fn is_bare(d: &Node<Declarator>) -> bool {
    d.node.derived.is_empty() && !matches!(d.node.kind.node, DeclaratorKind::Declarator(_))
}
