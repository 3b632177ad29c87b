//! Specifiers and declarators: which type is declared, and what must not be (C11 6.7.2 to 6.7.6).

use super::constant::Value;
use super::types::{Field, Function, Length, Qualified, Record, SOME_INT, Type, plain, pointer};
use super::{Checker, Entity, Res, Tag, fault};
use crate::prepass::Mark;
use lang_c::ast::{
    ArraySize, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, EnumType, Expression, Extension,
    FunctionSpecifier, ParameterDeclaration, PointerQualifier, SpecifierQualifier, StorageClassSpecifier, StructDeclaration, StructKind,
    StructType, TypeName, TypeOf, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What the specifiers of a declaration say.
pub struct Specified {
    pub of: Qualified,
    pub storage: Option<StorageClassSpecifier>,
    pub is_inline: bool,
}

/// Attributes that make another type of one.
fn changes_type(e: &Extension) -> bool {
    matches!(e, Extension::Attribute(a) if matches!(a.name.node.trim_matches('_'), "vector_size" | "mode" | "transparent_union"))
}

impl Checker {
    pub fn specifiers(&mut self, list: &[Node<DeclarationSpecifier>], at: usize) -> Res<Specified> {
        let (mut storage, mut is_const, mut is_inline, mut parts, mut odd) = (None, false, false, Vec::new(), false);
        for specifier in list {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(s) if s.node == StorageClassSpecifier::ThreadLocal => {}
                DeclarationSpecifier::StorageClass(s) if storage.is_some() => return fault(s.span.start, "a second storage class"),
                DeclarationSpecifier::StorageClass(s) => storage = Some(s.node.clone()),
                DeclarationSpecifier::TypeQualifier(q) => is_const |= q.node == TypeQualifier::Const,
                DeclarationSpecifier::TypeSpecifier(t) => parts.push(t),
                DeclarationSpecifier::Extension(e) => odd |= e.iter().any(|e| changes_type(&e.node)),
                DeclarationSpecifier::Function(f) => is_inline |= f.node == FunctionSpecifier::Inline,
                DeclarationSpecifier::Alignment(_) => {}
            }
        }
        let of = self.basic(&parts, at)?;
        let of = if odd { plain(Type::Unknown) } else { of.constant(is_const) };
        Ok(Specified { of, storage, is_inline })
    }

    fn qualified(&mut self, list: &[Node<SpecifierQualifier>], at: usize) -> Res<Qualified> {
        let (mut is_const, mut parts, mut odd) = (false, Vec::new(), false);
        for specifier in list {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(t) => parts.push(t),
                SpecifierQualifier::TypeQualifier(q) => is_const |= q.node == TypeQualifier::Const,
                SpecifierQualifier::Extension(e) => odd |= e.iter().any(|e| changes_type(&e.node)),
            }
        }
        let of = self.basic(&parts, at)?;
        Ok(if odd { plain(Type::Unknown) } else { of.constant(is_const) })
    }

    pub fn type_name(&mut self, name: &Node<TypeName>) -> Res<Qualified> {
        let of = self.qualified(&name.node.specifiers, name.span.start)?;
        match &name.node.declarator {
            Some(d) => Ok(self.declarator(of, d)?.1),
            None => Ok(of),
        }
    }

    fn basic(&mut self, parts: &[&Node<TypeSpecifier>], at: usize) -> Res<Qualified> {
        let (mut long, mut whole, mut words) = (0, None, BTreeSet::new());
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
                    _ => self.expression(e)?.of,
                },
                TypeOf::Type(t) => self.type_name(t)?,
            },
            TypeSpecifier::Atomic(t) => self.type_name(t)?,
            _ => plain(Type::Unknown),
        })
    }

    fn record(&mut self, s: &StructType, at: usize) -> Res<Qualified> {
        let is_union = s.kind.node == StructKind::Union;
        let word = if is_union { "union" } else { "struct" };
        let tag = s.identifier.as_ref().map(|i| i.node.name.clone());
        let name = tag.as_ref().map_or(format!("a {word} without a name"), |t| format!("`{word} {t}`"));
        let known = match &tag {
            // A definition belongs to the innermost scope, a mention to the nearest one that knows the tag.
            Some(t) if s.declarations.is_some() => self.scope().tags.get(t).copied(),
            Some(t) => self.lookup_tag(t),
            None => None,
        };
        let id = match known {
            Some(Tag::Enum) => return fault(at, format!("`{}` is an enumeration", tag.unwrap_or_default())),
            Some(Tag::Record(id)) if self.records.0[id].is_union != is_union => {
                return fault(at, format!("{name} is a record of the other kind"));
            }
            Some(Tag::Record(id)) if s.declarations.is_some() && self.records.0[id].fields.is_some() => {
                return fault(at, format!("redefinition of {name}"));
            }
            Some(Tag::Record(id)) => id,
            None => {
                self.records.0.push(Record { name: name.clone(), is_union, fields: None });
                let id = self.records.0.len() - 1;
                if let Some(tag) = tag {
                    self.scope().tags.insert(tag, Tag::Record(id));
                }
                id
            }
        };
        if let Some(declarations) = &s.declarations {
            let mut fields: Vec<Field> = Vec::new();
            for declaration in declarations {
                match &declaration.node {
                    StructDeclaration::Field(field) => {
                        self.members(&field.node.specifiers, &field.node.declarators, field.span.start, &mut fields)?
                    }
                    StructDeclaration::StaticAssert(a) => self.static_assert(&a.node)?,
                }
            }
            self.records.0[id].fields = Some(fields);
        }
        Ok(plain(Type::Record(id)))
    }

    fn members(
        &mut self,
        specifiers: &[Node<SpecifierQualifier>],
        declarators: &[Node<lang_c::ast::StructDeclarator>],
        at: usize,
        fields: &mut Vec<Field>,
    ) -> Res<()> {
        let base = self.qualified(specifiers, at)?;
        if declarators.is_empty() {
            fields.push(Field { name: None, of: base.clone(), bits: false });
        }
        for d in declarators {
            let (name, of) = match &d.node.declarator {
                Some(d) => self.declarator(base.clone(), d)?,
                None => (None, base.clone()),
            };
            if name.as_deref().and_then(Mark::read).is_some() {
                continue;
            }
            let at = d.span.start;
            let told = name.clone().unwrap_or_default();
            if let Some(width) = &d.node.bit_width {
                let bits = match &of.ty {
                    Type::Int("char" | "signed char" | "unsigned char") => 8,
                    Type::Int("short" | "unsigned short") => 16,
                    Type::Int("int" | "unsigned int") => 32,
                    Type::Int("_Bool") => 1,
                    Type::Int(_) | Type::Unknown => 64,
                    _ => return fault(at, format!("the bit-field `{told}` has no integer type")),
                };
                match self.constant(width) {
                    Value::Known(n) if n < 0 => return fault(at, format!("the width of the bit-field `{told}` is negative")),
                    Value::Known(0) if name.is_some() => return fault(at, format!("the width of the bit-field `{told}` is 0")),
                    Value::Known(n) if n > bits => return fault(at, format!("the bit-field `{told}` is wider than its type")),
                    Value::Not(why) => return fault(at, why),
                    _ => {}
                }
                fields.push(Field { name, of, bits: true });
                continue;
            }
            match &of.ty {
                Type::Function(_) => return fault(at, format!("the member `{told}` is a function")),
                Type::Array(of, _) if self.records.is_incomplete(&of.ty) => {
                    return fault(at, format!("the member `{told}` has an incomplete type"));
                }
                // Its size is that of what it is given.
                Type::Array(..) => {}
                ty if self.records.is_incomplete(ty) => return fault(at, format!("the member `{told}` has an incomplete type")),
                _ => {}
            }
            if name.is_some() && fields.iter().any(|f| f.name == name) {
                return fault(at, format!("the record has two members `{told}`"));
            }
            fields.push(Field { name, of, bits: false });
        }
        Ok(())
    }

    fn enumeration(&mut self, e: &EnumType) -> Res<Qualified> {
        let tag = e.identifier.as_ref().map(|i| i.node.name.clone());
        if let Some(tag) = &tag {
            let at = e.identifier.as_ref().map_or(0, |i| i.span.start);
            if let Some(Tag::Record(_)) = self.scope().tags.get(tag) {
                return fault(at, format!("`{tag}` is a record"));
            }
            if !e.enumerators.is_empty() {
                self.scope().tags.insert(tag.clone(), Tag::Enum);
            }
        }
        let mut next = Some(0);
        for each in &e.enumerators {
            let name = each.node.identifier.node.name.clone();
            let at = each.span.start;
            if let Some(value) = &each.node.expression {
                self.expression(value)?;
                next = match self.constant(value) {
                    Value::Known(v) => Some(v),
                    Value::Not(why) => return fault(at, format!("the value of `{name}` must be a constant: {why}")),
                    Value::Unknown => None,
                };
            }
            if self.scope().names.contains_key(&name) {
                return fault(at, format!("`{name}` is declared twice"));
            }
            self.scope().names.insert(name, Entity::Constant(next));
            next = next.map(|v| v + 1).filter(|v| *v <= i128::from(i32::MAX));
        }
        Ok(plain(SOME_INT))
    }

    /// The name and type that a declarator gives.
    pub fn declarator(&mut self, base: Qualified, d: &Node<Declarator>) -> Res<(Option<String>, Qualified)> {
        let mut of = if d.node.extensions.iter().any(|e| changes_type(&e.node)) { plain(Type::Unknown) } else { base };
        for derived in &d.node.derived {
            if let DerivedDeclarator::Pointer(qualifiers) | DerivedDeclarator::Block(qualifiers) = &derived.node {
                let is_const =
                    |q: &Node<PointerQualifier>| matches!(&q.node, PointerQualifier::TypeQualifier(t) if t.node == TypeQualifier::Const);
                of = pointer(of).constant(qualifiers.iter().any(is_const));
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
                    plain(Type::Array(Rc::new(of), length))
                }
                DerivedDeclarator::Function(f) => {
                    if matches!(of.ty, Type::Function(_) | Type::Array(..)) {
                        return fault(at, format!("a function cannot return {}", self.records.told(&of.ty)));
                    }
                    let (params, variadic) = self.inside(|this| this.parameters(&f.node.parameters, f.node.ellipsis == Ellipsis::Some))?;
                    plain(Type::Function(Rc::new(Function { result: of, params, variadic })))
                }
                DerivedDeclarator::KRFunction(_) => plain(Type::Function(Rc::new(Function { result: of, params: None, variadic: false }))),
            };
        }
        match &d.node.kind.node {
            DeclaratorKind::Abstract => Ok((None, of)),
            DeclaratorKind::Identifier(id) => Ok((Some(id.node.name.clone()), of)),
            DeclaratorKind::Declarator(inner) => self.declarator(of, inner),
        }
    }

    /// The number of elements that an expression says; one that is no constant says it when the program runs.
    fn length(&mut self, e: &Node<lang_c::ast::Expression>) -> Res<Length> {
        let value = self.expression(e)?;
        if matches!(value.of.ty.decayed(), Type::Float(_) | Type::Pointer(_) | Type::Record(_) | Type::Void) {
            return fault(e.span.start, "the size of an array is not an integer");
        }
        match self.constant(e) {
            Value::Known(n) if n < 0 => fault(e.span.start, "the size of an array is negative"),
            Value::Known(n) => Ok(Length::Known(n)),
            Value::Not(why) if self.at_file_scope() => {
                fault(e.span.start, format!("the size of an array at file scope must be a constant: {why}"))
            }
            _ => Ok(Length::Unknown),
        }
    }

    /// The types of parameters; their names are declared in the scope at hand.
    pub fn parameters(&mut self, list: &[Node<ParameterDeclaration>], variadic: bool) -> Res<(Option<Vec<Qualified>>, bool)> {
        let mut params = Vec::new();
        for each in list {
            let at = each.span.start;
            let specified = self.specifiers(&each.node.specifiers, at)?;
            let (name, of) = match &each.node.declarator {
                Some(d) => self.declarator(specified.of, d)?,
                None => (None, specified.of),
            };
            let of = match (each.node.extensions.iter().any(|e| changes_type(&e.node)), of.ty.decayed()) {
                (true, _) => plain(Type::Unknown),
                (false, ty) => Qualified { ty, is_const: of.is_const },
            };
            if let (Type::Void, None, 1, false) = (&of.ty, &name, list.len(), variadic) {
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
