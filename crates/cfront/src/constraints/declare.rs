//! Declarations and definitions: what a name may be declared as, and how often (C11 6.7, 6.9).

use super::constant::Value;
use super::specifier::Specified;
use super::statement::Jumps;
use super::types::{Length, Qualified, Type, conflict, plain};
use super::{Checker, Entity, Object, Res, fault};
use lang_c::ast::{
    Declaration, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, FunctionDefinition, Statement, StaticAssert,
    StorageClassSpecifier as Storage,
};
use lang_c::span::Node;

/// An array that gets its length from its initialiser.
pub fn completed(of: Qualified) -> Qualified {
    match of.ty {
        Type::Array(element, Length::Missing) => Qualified { ty: Type::Array(element, Length::Unknown), is_const: of.is_const },
        _ => of,
    }
}

impl Checker {
    pub fn static_assert(&mut self, a: &StaticAssert) -> Res<()> {
        self.expression(&a.expression)?;
        match self.constant(&a.expression) {
            Value::Known(0) => fault(a.expression.span.start, "a static assertion fails"),
            Value::Not(why) => fault(a.expression.span.start, why),
            _ => Ok(()),
        }
    }

    pub fn declare_parameter(&mut self, name: String, of: Qualified, is_register: bool) {
        let object = Object { of, defined: true, linked: false, is_static: false, is_register, is_inline: false };
        self.scope().names.insert(name, Entity::Object(object));
    }

    pub fn declaration(&mut self, d: &Declaration, at: usize) -> Res<()> {
        let Specified { of: base, storage, is_inline } = self.specifiers(&d.specifiers, at)?;
        for each in &d.declarators {
            let at = each.span.start;
            let (Some(name), of) = self.declarator(base.clone(), &each.node.declarator)? else { continue };
            let initialiser = each.node.initializer.as_ref();
            if storage == Some(Storage::Typedef) {
                if initialiser.is_some() {
                    return fault(at, format!("the type `{name}` gets a value"));
                }
                self.declare_type(name, of, at)?;
                continue;
            }
            let is_function = matches!(of.ty, Type::Function(_));
            if is_function && initialiser.is_some() {
                return fault(at, format!("the function `{name}` gets a value"));
            }
            if initialiser.is_some() && storage == Some(Storage::Extern) && !self.at_file_scope() {
                return fault(at, format!("`{name}` is declared elsewhere and gets a value here"));
            }
            if let Type::Void = of.ty {
                // `extern void x;` is an address without a size.
                if storage != Some(Storage::Extern) {
                    return fault(at, format!("the variable `{name}` has type void"));
                }
            }
            let declared = Object {
                of: of.clone(),
                defined: initialiser.is_some(),
                linked: is_function || storage == Some(Storage::Extern) || self.at_file_scope(),
                is_static: storage == Some(Storage::Static),
                is_register: storage == Some(Storage::Register),
                is_inline,
            };
            // The initialiser may speak of the object.
            self.declare(&name, declared, storage == Some(Storage::Extern), at)?;
            let mut complete = of.clone();
            if let Some(initialiser) = initialiser {
                let lasting = self.at_file_scope() || storage == Some(Storage::Static);
                self.initialised(&of, initialiser, lasting)?;
                complete = completed(of);
                if let Some(Entity::Object(o)) = self.scope().names.get_mut(&name) {
                    o.of = complete.clone();
                }
            }
            if is_function || storage == Some(Storage::Extern) {
                continue;
            }
            match (self.at_file_scope(), self.records.is_incomplete(&complete.ty)) {
                (true, true) => self.tentative.push((name, complete.ty, at)),
                (false, true) => return fault(at, format!("the size of `{name}` is not known")),
                _ => {}
            }
        }
        Ok(())
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
                if is_extern
                    && let Some(Entity::Object(outer)) = self.lookup(name)
                    && outer.linked
                    && self.records.is_incomplete(&declared.of.ty)
                    && !conflict(&outer.of, &declared.of)
                {
                    // What is declared outside says how long the array is (6.2.7p4).
                    declared.of = outer.of.clone();
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
        if conflict(&known.of, &declared.of) {
            return fault(at, format!("`{name}` is declared twice, with different types"));
        }
        let is_function = matches!(declared.of.ty, Type::Function(_));
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

    pub fn definition(&mut self, f: &FunctionDefinition, at: usize) -> Res<()> {
        let Specified { of: base, storage, is_inline } = self.specifiers(&f.specifiers, at)?;
        let (name, of) = self.declarator(base, &f.declarator)?;
        let (Some(name), Type::Function(function)) = (name, &of.ty) else { return Ok(()) };
        let at = f.declarator.span.start;
        if self.records.is_incomplete(&function.result.ty) && !matches!(function.result.ty, Type::Void) {
            return fault(at, format!("the size of what `{name}` returns is not known"));
        }
        let result = function.result.clone();
        let object = Object {
            of: of.clone(),
            defined: true,
            linked: true,
            is_static: storage == Some(Storage::Static),
            is_register: false,
            is_inline: is_inline || storage == Some(Storage::Extern),
        };
        self.declare(&name, object, storage == Some(Storage::Extern), at)?;
        Jumps::of(&f.statement)?;
        let outer = (self.result.replace(result), std::mem::take(&mut self.loops), std::mem::take(&mut self.switches));
        let checked = self.inside(|this| {
            this.parameters_of(&f.declarator)?;
            for each in &f.declarations {
                this.old_parameters(&each.node, each.span.start)?;
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
                // Parameters belong to the outermost block.
                Statement::Compound(items) => items.iter().try_for_each(|item| this.block_item(item)),
                _ => this.statement(&f.statement),
            }
        });
        (self.result, self.loops, self.switches) = outer;
        checked
    }

    /// The parameters of the function that a declarator declares.
    fn parameters_of(&mut self, d: &Node<Declarator>) -> Res<()> {
        // The innermost declarator has the parameters of the function itself.
        if let DeclaratorKind::Declarator(inner) = &d.node.kind.node
            && inner.node.derived.iter().any(|d| matches!(d.node, DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)))
        {
            return self.parameters_of(inner);
        }
        for derived in &d.node.derived {
            match &derived.node {
                DerivedDeclarator::Function(f) => {
                    self.parameters(&f.node.parameters, f.node.ellipsis == Ellipsis::Some)?;
                    break;
                }
                DerivedDeclarator::KRFunction(names) => {
                    for name in names {
                        if self.scope().names.contains_key(&name.node.name) {
                            return fault(name.span.start, format!("there are two parameters `{}`", name.node.name));
                        }
                        self.declare_parameter(name.node.name.clone(), plain(Type::Int("int")), false);
                    }
                    break;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The types of old-style parameters.
    fn old_parameters(&mut self, d: &Declaration, at: usize) -> Res<()> {
        let Specified { of: base, .. } = self.specifiers(&d.specifiers, at)?;
        for each in &d.declarators {
            if let (Some(name), of) = self.declarator(base.clone(), &each.node.declarator)? {
                if !self.scope().names.contains_key(&name) {
                    return fault(each.span.start, format!("there is no parameter `{name}`"));
                }
                let of = Qualified { ty: of.ty.decayed(), is_const: of.is_const };
                self.declare_parameter(name, of, false);
            }
        }
        Ok(())
    }
}
