//! Specifiers and declarators: which type is declared, and what must not be (C11 6.7.2 to 6.7.6).

use super::constant::Value;
use super::types::{Function, Length, Qualified, Type, plain, pointer};
use super::{Checker, Entity, Res, Scope, Tag, fault};
use base::SortedSet;
use lang_c::ast::{
    AlignmentSpecifier, ArraySize, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, Expression, Extension,
    FunctionSpecifier, Identifier, ParameterDeclaration, PointerQualifier, SpecifierQualifier, StorageClassSpecifier, TypeName, TypeOf,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use std::rc::Rc;

/// What the specifiers of a declaration say.
pub struct Specified {
    pub of: Qualified,
    pub storage: Option<StorageClassSpecifier>,
    pub is_inline: bool,
    pub is_noreturn: bool,
    pub is_thread_local: bool,
    /// There is a qualifier.
    is_qualified: bool,
    /// What `_Alignas` asks for, if it is there and its number is known.
    pub aligned: Option<Option<u64>>,
    /// The tag of the enumeration that it is, if its constants are not known yet.
    pub announced: Option<String>,
}

impl Specified {
    /// What parameters may have: nothing but `register`.
    pub fn of_parameter(&self, at: usize) -> Res<()> {
        if self.storage.as_ref().is_some_and(|s| *s != StorageClassSpecifier::Register) || self.is_thread_local {
            return fault(at, "a parameter with a storage class");
        }
        match self.aligned {
            Some(_) => fault(at, "a parameter with an alignment of its own"),
            None => Ok(()),
        }
    }
}

/// The steps by which a declarator makes a type, from its name on.
pub fn derivations(d: &Node<Declarator>) -> Vec<&Node<DerivedDeclarator>> {
    let mut steps = match &d.node.kind.node {
        DeclaratorKind::Declarator(inner) => derivations(inner),
        _ => Vec::new(),
    };
    let is_pointer = |d: &&Node<DerivedDeclarator>| matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_));
    steps.extend(d.node.derived.iter().filter(|d| !is_pointer(d)));
    steps.extend(d.node.derived.iter().rev().filter(is_pointer));
    steps
}

/// Whether a declarator says itself that it declares a function.
pub fn is_function(d: &Node<Declarator>) -> bool {
    matches!(derivations(d).first().map(|d| &d.node), Some(DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)))
}

/// Where a parameter of the function that is declared is an array of any size.
pub fn parameters_with_star(d: &Node<Declarator>) -> Option<usize> {
    let Some(DerivedDeclarator::Function(f)) = derivations(d).first().map(|d| &d.node) else { return None };
    let declarators = f.node.parameters.iter().filter_map(|p| p.node.declarator.as_ref());
    let arrays = declarators.flat_map(derivations).filter_map(|d| if let DerivedDeclarator::Array(a) = &d.node { Some(a) } else { None });
    arrays.into_iter().find(|a| a.node.size == ArraySize::VariableUnknown).map(|a| a.span.start)
}

/// `static` and qualifiers belong into the outermost array of a parameter, `[*]` into parameters.
fn check_arrays(d: &Node<Declarator>, is_parameter: bool) -> Res<()> {
    for (i, step) in derivations(d).into_iter().enumerate() {
        let DerivedDeclarator::Array(array) = &step.node else { continue };
        let is_marked = !array.node.qualifiers.is_empty() || matches!(array.node.size, ArraySize::StaticExpression(_));
        if is_marked && (i > 0 || !is_parameter) {
            return fault(step.span.start, "`static` or a qualifier in an array that is not a parameter");
        }
        if array.node.size == ArraySize::VariableUnknown && !is_parameter {
            return fault(step.span.start, "`[*]` in an array that is not a parameter");
        }
    }
    Ok(())
}

/// A restricted pointer points to an object.
fn check_restrict(ty: &Type, at: usize) -> Res<()> {
    match ty {
        Type::Unknown => Ok(()),
        Type::Array(of, _) => check_restrict(&of.ty, at),
        Type::Pointer(to) if !matches!(to.ty, Type::Function(_)) => Ok(()),
        _ => fault(at, "`restrict` for something that is not a pointer to an object"),
    }
}

/// What is atomic is one object.
fn check_atomic(ty: &Type, at: usize) -> Res<()> {
    match ty {
        Type::Array(..) => fault(at, "`_Atomic` of an array"),
        Type::Function(_) => fault(at, "`_Atomic` of a function"),
        _ => Ok(()),
    }
}

/// Qualifiers in a list.
#[derive(Default)]
struct Qualifiers {
    is_const: bool,
    is_volatile: bool,
    /// Where it is restricted, and where it is atomic.
    restrict: Option<usize>,
    atomic: Option<usize>,
}

impl Qualifiers {
    fn add(&mut self, q: &Node<TypeQualifier>) {
        self.is_const |= q.node == TypeQualifier::Const;
        self.is_volatile |= q.node == TypeQualifier::Volatile;
        if q.node == TypeQualifier::Restrict {
            self.restrict = Some(q.span.start);
        }
        if q.node == TypeQualifier::Atomic {
            self.atomic = Some(q.span.start);
        }
    }

    /// The type with these qualifiers.
    fn of(&self, of: Qualified) -> Res<Qualified> {
        if let Some(at) = self.restrict {
            check_restrict(&of.ty, at)?;
        }
        if let Some(at) = self.atomic {
            check_atomic(&of.ty, at)?;
        }
        Ok(of.with(self.is_const, self.is_volatile))
    }
}

/// Attributes that make another type of one.
fn changes_type(e: &Extension) -> bool {
    matches!(e, Extension::Attribute(a) if matches!(a.name.node.trim_matches('_'), "vector_size" | "mode" | "transparent_union"))
}

impl Checker {
    pub fn specifiers(&mut self, list: &[Node<DeclarationSpecifier>], at: usize) -> Res<Specified> {
        let (mut qualifiers, mut parts, mut odd) = (Qualifiers::default(), Vec::new(), false);
        let mut specified = Specified {
            of: plain(Type::Unknown),
            storage: None,
            is_inline: false,
            is_noreturn: false,
            is_thread_local: false,
            is_qualified: false,
            aligned: None,
            announced: None,
        };
        for specifier in list {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(s) if s.node == StorageClassSpecifier::ThreadLocal => {
                    if std::mem::replace(&mut specified.is_thread_local, true) {
                        return fault(s.span.start, "a second `_Thread_local`");
                    }
                }
                DeclarationSpecifier::StorageClass(s) if specified.storage.is_some() => {
                    return fault(s.span.start, "a second storage class");
                }
                DeclarationSpecifier::StorageClass(s) => specified.storage = Some(s.node.clone()),
                DeclarationSpecifier::TypeQualifier(q) => {
                    specified.is_qualified = true;
                    qualifiers.add(q);
                }
                DeclarationSpecifier::TypeSpecifier(t) => parts.push(t),
                DeclarationSpecifier::Extension(e) => odd |= e.iter().any(|e| changes_type(&e.node)),
                DeclarationSpecifier::Function(f) => {
                    specified.is_inline |= f.node == FunctionSpecifier::Inline;
                    specified.is_noreturn |= f.node == FunctionSpecifier::Noreturn;
                }
                DeclarationSpecifier::Alignment(a) => {
                    let asked = self.asked_alignment(&a.node, a.span.start)?;
                    // The strictest counts.
                    specified.aligned = Some(match specified.aligned {
                        Some(before) => before.zip(asked).map(|(a, b)| a.max(b)),
                        None => asked,
                    });
                }
            }
        }
        use StorageClassSpecifier::{Auto, Register, Typedef};
        if specified.is_thread_local && matches!(specified.storage, Some(Auto | Register | Typedef)) {
            return fault(at, "`_Thread_local` with another storage class that does not go with it");
        }
        let of = self.basic(&parts, at)?;
        specified.announced = self.announced_enumeration(parts.into_iter());
        specified.of = if odd { plain(Type::Unknown) } else { qualifiers.of(of)? };
        Ok(specified)
    }

    /// The number of bytes in `_Alignas`.
    fn asked_alignment(&mut self, a: &AlignmentSpecifier, at: usize) -> Res<Option<u64>> {
        let e = match a {
            AlignmentSpecifier::Type(t) => {
                let of = self.type_name(t)?;
                return match self.records.is_incomplete(&of.ty) && !matches!(of.ty, Type::Void) {
                    true => fault(at, format!("the alignment of {} is not known", self.records.told(&of.ty))),
                    false => Ok(self.alignment(&of.ty)),
                };
            }
            AlignmentSpecifier::Constant(e) => e,
        };
        if !matches!(self.expression(e)?.of.ty, Type::Int(_) | Type::Unknown) {
            return fault(at, "an alignment that is not an integer");
        }
        match self.constant(e) {
            Value::Known(n) => match u64::try_from(n) {
                Ok(n) if n == 0 || n.is_power_of_two() => Ok(Some(n)),
                _ => fault(at, "an alignment must be a power of two"),
            },
            Value::Not(why) => fault(at, format!("an alignment must be a constant: {why}")),
            Value::Unknown => Ok(None),
        }
    }

    /// The tag of the enumeration among the parts of a type, if its constants are not known yet.
    fn announced_enumeration<'a>(&self, parts: impl Iterator<Item = &'a Node<TypeSpecifier>>) -> Option<String> {
        parts.into_iter().find_map(|part| match &part.node {
            TypeSpecifier::Enum(e) => {
                let tag = &e.node.identifier.as_ref()?.node.name;
                (self.lookup_tag(tag) == Some(Tag::Enum(false))).then(|| tag.clone())
            }
            _ => None,
        })
    }

    pub fn qualified(&mut self, list: &[Node<SpecifierQualifier>], at: usize) -> Res<Qualified> {
        let (mut qualifiers, mut parts, mut odd) = (Qualifiers::default(), Vec::new(), false);
        for specifier in list {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(t) => parts.push(t),
                SpecifierQualifier::TypeQualifier(q) => qualifiers.add(q),
                SpecifierQualifier::Extension(e) => odd |= e.iter().any(|e| changes_type(&e.node)),
            }
        }
        let of = self.basic(&parts, at)?;
        if odd { Ok(plain(Type::Unknown)) } else { qualifiers.of(of) }
    }

    /// Where a parameter of a function with a body is an enumeration whose constants are not known yet.
    pub fn announced_parameter(&self, d: &Node<Declarator>) -> Option<usize> {
        let Some(DerivedDeclarator::Function(f)) = derivations(d).first().map(|d| &d.node) else { return None };
        let is_announced = |p: &&Node<ParameterDeclaration>| {
            let specifiers = p.node.specifiers.iter();
            let parts = specifiers.filter_map(|s| if let DeclarationSpecifier::TypeSpecifier(t) = &s.node { Some(t) } else { None });
            p.node.declarator.as_ref().is_none_or(|d| derivations(d).is_empty()) && self.announced_enumeration(parts).is_some()
        };
        f.node.parameters.iter().find(is_announced).map(|p| p.span.start)
    }

    /// The enumeration that a list of specifiers names, if its constants are not known yet.
    pub fn announced_in(&self, list: &[Node<SpecifierQualifier>]) -> Option<String> {
        let parts = list.iter().filter_map(|s| if let SpecifierQualifier::TypeSpecifier(t) = &s.node { Some(t) } else { None });
        self.announced_enumeration(parts)
    }

    pub fn type_name(&mut self, name: &Node<TypeName>) -> Res<Qualified> {
        let of = self.qualified(&name.node.specifiers, name.span.start)?;
        match &name.node.declarator {
            Some(d) => Ok(self.declarator(of, d)?.1),
            None => Ok(of),
        }
    }

    fn basic(&mut self, parts: &[&Node<TypeSpecifier>], at: usize) -> Res<Qualified> {
        let (mut long, mut whole, mut words) = (0, None, SortedSet::new());
        for part in parts {
            let word = match &part.node {
                TypeSpecifier::Long => {
                    long += 1;
                    continue;
                }
                TypeSpecifier::Char => "char",
                TypeSpecifier::Short => "short",
                TypeSpecifier::Int => "int",
                TypeSpecifier::Signed => "signed",
                TypeSpecifier::Unsigned => "unsigned",
                TypeSpecifier::Float => "float",
                TypeSpecifier::Double => "double",
                // Also what the pre-pass writes for `__int128`.
                TypeSpecifier::Complex => "complex",
                other => {
                    let of = self.whole(other, part.span.start)?;
                    if whole.replace(of).is_some() {
                        return fault(part.span.start, "two types in one declaration");
                    }
                    continue;
                }
            };
            if !words.insert(word) {
                return fault(part.span.start, format!("a second `{word}` in one declaration"));
            }
        }
        if let Some(of) = whole {
            return if words.is_empty() && long == 0 { Ok(of) } else { fault(at, "two types in one declaration") };
        }
        let has = |w: &str| words.contains(w);
        if has("complex") {
            return Ok(plain(Type::Unknown));
        }
        let bases = ["char", "float", "double"].iter().filter(|w| has(w)).count()
            + usize::from(has("short"))
            + usize::from(long > 0 && !has("double"));
        let real = has("float") || has("double");
        let wrong = bases > 1
            || has("signed") && has("unsigned")
            || real && (has("signed") || has("unsigned") || has("int") || has("short"))
            || has("char") && has("int")
            || long > 2
            || has("double") && long > 1;
        if wrong {
            return fault(at, "types that do not go together in one declaration");
        }
        let unsigned = has("unsigned");
        let pick = |signed, other| Type::Int(if unsigned { other } else { signed });
        Ok(plain(match () {
            () if has("float") => Type::Float("float"),
            () if has("double") => Type::Float(if long > 0 { "long double" } else { "double" }),
            () if has("char") && has("signed") => Type::Int("signed char"),
            () if has("char") => pick("char", "unsigned char"),
            () if has("short") => pick("short", "unsigned short"),
            () if long == 1 => pick("long", "unsigned long"),
            () if long == 2 => pick("long long", "unsigned long long"),
            () => pick("int", "unsigned int"),
        }))
    }

    /// A type that is said in one word.
    fn whole(&mut self, part: &TypeSpecifier, at: usize) -> Res<Qualified> {
        Ok(match part {
            TypeSpecifier::Void => plain(Type::Void),
            TypeSpecifier::Bool => plain(Type::Int("_Bool")),
            TypeSpecifier::Struct(s) => self.record(&s.node, at)?,
            TypeSpecifier::Enum(e) => self.enumeration(&e.node)?,
            TypeSpecifier::TypedefName(id) => match self.lookup(&id.node.name) {
                Some(Entity::Typedef(of)) => of.clone(),
                _ => plain(Type::Unknown),
            },
            TypeSpecifier::TypeOf(t) => match &t.node {
                TypeOf::Expression(e) => match &e.node {
                    // The parser takes the name of a type for that of an object here.
                    Expression::Identifier(id) if let Some(Entity::Typedef(of)) = self.lookup(&id.node.name) => of.clone(),
                    _ => self.type_of(e)?,
                },
                TypeOf::Type(t) => self.type_name(t)?,
            },
            TypeSpecifier::Atomic(t) => {
                let of = self.type_name(t)?;
                check_atomic(&of.ty, at)?;
                let is_atomic = t.node.specifiers.iter().any(|s| match &s.node {
                    SpecifierQualifier::TypeSpecifier(t) => matches!(t.node, TypeSpecifier::Atomic(_)),
                    SpecifierQualifier::TypeQualifier(q) => q.node == TypeQualifier::Atomic,
                    SpecifierQualifier::Extension(_) => false,
                });
                if of.is_const || of.is_volatile || is_atomic && t.node.declarator.is_none() {
                    return fault(at, "`_Atomic` of a type with a qualifier");
                }
                of
            }
            _ => plain(Type::Unknown),
        })
    }

    /// The name and type that a declarator gives.
    pub fn declarator(&mut self, base: Qualified, d: &Node<Declarator>) -> Res<(Option<String>, Qualified)> {
        check_arrays(d, false)?;
        self.derived(base, d)
    }

    /// The same for a parameter.
    pub fn parameter_declarator(&mut self, base: Qualified, d: &Node<Declarator>) -> Res<(Option<String>, Qualified)> {
        check_arrays(d, true)?;
        self.derived(base, d)
    }

    fn derived(&mut self, base: Qualified, d: &Node<Declarator>) -> Res<(Option<String>, Qualified)> {
        let mut of = if d.node.extensions.iter().any(|e| changes_type(&e.node)) { plain(Type::Unknown) } else { base };
        for derived in &d.node.derived {
            if let DerivedDeclarator::Pointer(list) | DerivedDeclarator::Block(list) = &derived.node {
                let mut qualifiers = Qualifiers::default();
                for each in list {
                    if let PointerQualifier::TypeQualifier(q) = &each.node {
                        qualifiers.add(q);
                    }
                }
                of = qualifiers.of(pointer(of))?;
            }
        }
        for derived in d.node.derived.iter().rev() {
            let at = derived.span.start;
            of = match &derived.node {
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => continue,
                DerivedDeclarator::Array(array) => {
                    if matches!(of.ty, Type::Function(_) | Type::Void) || self.records.is_incomplete(&of.ty) {
                        return fault(at, format!("an array of {}, which has no size", self.records.told(&of.ty)));
                    }
                    let length = match &array.node.size {
                        ArraySize::Unknown => Length::Missing,
                        ArraySize::VariableUnknown => Length::Unknown,
                        ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => self.length(e)?,
                    };
                    if let (Some(size), Length::Known(n)) = (self.size(&of.ty), &length)
                        && n.checked_mul(size.into()).is_none_or(|bytes| bytes > self.largest_object())
                    {
                        return fault(at, "an array that is larger than any object can be");
                    }
                    plain(Type::Array(Rc::new(of), length))
                }
                DerivedDeclarator::Function(_) | DerivedDeclarator::KRFunction(_)
                    if matches!(of.ty, Type::Function(_) | Type::Array(..)) =>
                {
                    return fault(at, format!("a function cannot return {}", self.records.told(&of.ty)));
                }
                // The type `int (*)()` of a cast says nothing of parameters.
                DerivedDeclarator::Function(f) if f.node.parameters.is_empty() && f.node.ellipsis == Ellipsis::None => {
                    plain(Type::Function(Rc::new(Function { result: of, params: None, variadic: false, is_old: false })))
                }
                DerivedDeclarator::Function(f) => {
                    let (params, variadic) = self.in_list(|this| this.parameters(&f.node.parameters, f.node.ellipsis == Ellipsis::Some))?;
                    plain(Type::Function(Rc::new(Function { result: of, params, variadic, is_old: false })))
                }
                DerivedDeclarator::KRFunction(names) => {
                    self.in_list(|this| this.old_names(names))?;
                    let is_old = !names.is_empty();
                    plain(Type::Function(Rc::new(Function { result: of, params: None, variadic: false, is_old })))
                }
            };
        }
        match &d.node.kind.node {
            DeclaratorKind::Abstract => Ok((None, of)),
            DeclaratorKind::Identifier(id) => Ok((Some(id.node.name.clone()), of)),
            DeclaratorKind::Declarator(inner) => self.derived(of, inner),
        }
    }

    /// Does something in the scope of a list of parameters, which is kept: it is that of the body if there is one, since the list that is read last is the
    /// function's own.
    fn in_list<T>(&mut self, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let mut list = Scope::default();
        let result = self.inside(|this| {
            let result = work(this);
            list = std::mem::take(this.scope());
            result
        });
        self.last_list = list;
        result
    }

    /// The parameters of an old-style function, as numbers until something else is said.
    fn old_names(&mut self, names: &[Node<Identifier>]) -> Res<()> {
        for name in names {
            if self.scope().names.contains_key(&name.node.name) {
                return fault(name.span.start, format!("there are two parameters `{}`", name.node.name));
            }
            self.declare_parameter(name.node.name.clone(), plain(Type::Int("int")), false);
        }
        Ok(())
    }

    /// The number of elements that an expression says; one that is no constant says it when the program runs.
    fn length(&mut self, e: &Node<lang_c::ast::Expression>) -> Res<Length> {
        let value = self.expression(e)?;
        if matches!(value.of.ty.decayed(), Type::Float(_) | Type::Pointer(_) | Type::Record(_) | Type::Void) {
            return fault(e.span.start, "the size of an array is not an integer");
        }
        match self.constant(e) {
            Value::Known(n) if n < 0 => fault(e.span.start, "the size of an array is negative"),
            Value::Not(why) if self.at_file_scope() => {
                fault(e.span.start, format!("the size of an array at file scope must be a constant: {why}"))
            }
            Value::Known(n) => Ok(Length::Known(n)),
            Value::Not(_) => Ok(Length::Variable),
            Value::Unknown => Ok(Length::Unknown),
        }
    }

    /// The types of parameters; their names are declared in the scope at hand.
    pub fn parameters(&mut self, list: &[Node<ParameterDeclaration>], variadic: bool) -> Res<(Option<Vec<Qualified>>, bool)> {
        let mut params = Vec::new();
        for each in list {
            let at = each.span.start;
            let specified = self.specifiers(&each.node.specifiers, at)?;
            let (name, of) = match &each.node.declarator {
                Some(d) => self.parameter_declarator(specified.of.clone(), d)?,
                None => (None, specified.of.clone()),
            };
            specified.of_parameter(at)?;
            let of = match each.node.extensions.iter().any(|e| changes_type(&e.node)) {
                true => plain(Type::Unknown),
                false => of.into_parameter(),
            };
            if let (Type::Void, None, 1, false) = (&of.ty, &name, list.len(), variadic) {
                if specified.is_qualified || specified.storage.is_some() || of.is_const || of.is_volatile {
                    return fault(at, "`void` alone stands for no parameters and has no qualifiers");
                }
                return Ok((Some(Vec::new()), false));
            }
            if let Type::Void = of.ty {
                return fault(at, "a parameter of type void");
            }
            if let Some(name) = name {
                if self.scope().names.contains_key(&name) {
                    return fault(at, format!("there are two parameters `{name}`"));
                }
                let is_register = specified.storage == Some(StorageClassSpecifier::Register);
                self.declare_parameter(name, of.clone(), is_register);
            }
            params.push(of);
        }
        // `()` says nothing about them.
        let unknown = list.is_empty() && !variadic;
        Ok((if unknown { None } else { Some(params) }, variadic))
    }
}
