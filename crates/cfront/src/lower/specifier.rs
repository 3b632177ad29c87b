//! Declaration specifiers and declarators: from syntax to types (C11 6.7).

use super::value::Scalar;
use super::{Entity, Halt, Lower, Res, Scope, Tag, fixed};
use crate::DataModel;
use crate::prepass::Mark;
use crate::types::{CInt, CType, Field, Rank, Record, Signature};
use base::{Int, SortedMap, Span};
use lang_c::ast::{
    ArraySize, Declaration, DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, Ellipsis, EnumType, Expression, Extension,
    ParameterDeclaration, SpecifierQualifier, StorageClassSpecifier, StructDeclaration, StructKind, StructType, TypeName, TypeOf,
    TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use lang_c::visit::Visit;
use std::rc::Rc;

/// What the specifiers of a declaration say.
#[derive(Clone)]
pub struct Specifiers {
    pub ty: CType,
    pub storage: Option<StorageClassSpecifier>,
    pub is_const: bool,
    pub is_volatile: bool,
    /// They say more than which values the type has: it is an enumeration, or has a qualifier.
    pub says_more: bool,
}

/// The name of a type whose representation depends on the state.
pub const VARIABLE_LENGTH: &str = "variable-length array";

fn unknown(what: &str) -> CType {
    CType::Unknown(what.into())
}

impl Lower<'_> {
    /// Whether type specifiers say more than which values the type has.
    pub fn says_more<'t>(&self, mut specifiers: impl Iterator<Item = &'t Node<TypeSpecifier>>) -> bool {
        specifiers.any(|t| match &t.node {
            TypeSpecifier::Enum(_) | TypeSpecifier::TypeOf(_) | TypeSpecifier::Atomic(_) => true,
            TypeSpecifier::TypedefName(id) => self.telling_typedefs.contains(&id.node.name),
            _ => false,
        })
    }

    /// Keeps in mind what types here do not keep of the type that a name is given to.
    pub fn note_typedef(&mut self, name: &str, specifiers: &Specifiers, is_volatile: bool, is_const: bool) {
        // A name that a block gives to another type has its old meaning behind it; what is declared so there counts as not `const`.
        match is_const {
            true => self.constant_types.insert(name.to_owned()),
            false => self.constant_types.remove(name),
        };
        self.telling_typedefs.extend(specifiers.says_more.then(|| name.to_owned()));
        self.volatile_types.extend(is_volatile.then(|| name.to_owned()));
    }

    /// The specifiers of a declaration; those that are not understood are a problem only for those who use what is declared.
    pub fn declared_specifiers(&mut self, d: &Declaration, span: &Span) -> Res<Specifiers> {
        self.announce_tag(d);
        match self.specifiers(&d.specifiers, span) {
            Err(Halt::Unsupported { what, .. }) => {
                Ok(Specifiers { ty: unknown(&what), storage: None, is_const: false, is_volatile: false, says_more: false })
            }
            other => other,
        }
    }

    /// The type that an expression is the name of.
    fn typedef_named(&self, e: &Expression) -> Option<CType> {
        match e {
            Expression::Identifier(id) => match self.lookup(&id.node.name) {
                Some(Entity::Typedef(ty)) => Some(ty.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn specifiers(&mut self, list: &[Node<DeclarationSpecifier>], span: &Span) -> Res<Specifiers> {
        let (mut storage, mut qualifiers, mut parts, mut extensions) = (None, Vec::new(), Vec::new(), Vec::new());
        for specifier in list {
            match &specifier.node {
                DeclarationSpecifier::StorageClass(s) if s.node != StorageClassSpecifier::ThreadLocal => storage = Some(s.node.clone()),
                DeclarationSpecifier::TypeQualifier(q) => qualifiers.push(&q.node),
                DeclarationSpecifier::TypeSpecifier(t) => parts.push(t),
                DeclarationSpecifier::Extension(e) => extensions.extend(e.iter()),
                _ => {}
            }
        }
        let ty = self.basic_type(&parts, span)?;
        let ty = self.attributes(ty, &extensions);
        let (is_const, is_volatile) = (self.is_constant(&qualifiers, &parts), self.is_volatile(&qualifiers, &parts));
        let says_more = !qualifiers.is_empty() || self.says_more(parts.iter().copied());
        Ok(Specifiers { ty, storage, is_const, is_volatile, says_more })
    }

    pub fn type_name(&mut self, name: &Node<TypeName>) -> Res<CType> {
        let span = self.span(name.span);
        let base = self.qualified_type(&name.node.specifiers, &span)?;
        match &name.node.declarator {
            Some(d) => Ok(self.declarator(base, d)?.1),
            None => Ok(base),
        }
    }

    fn qualified_type(&mut self, list: &[Node<SpecifierQualifier>], span: &Span) -> Res<CType> {
        let mut parts = Vec::new();
        let mut extensions = Vec::new();
        for specifier in list {
            match &specifier.node {
                SpecifierQualifier::TypeSpecifier(t) => parts.push(t),
                SpecifierQualifier::Extension(e) => extensions.extend(e.iter()),
                SpecifierQualifier::TypeQualifier(_) => {}
            }
        }
        let ty = self.basic_type(&parts, span)?;
        Ok(self.attributes(ty, &extensions))
    }

    fn basic_type(&mut self, parts: &[&Node<TypeSpecifier>], span: &Span) -> Res<CType> {
        let (mut long, mut short, mut char, mut signed, mut unsigned) = (0, false, false, false, false);
        let (mut float, mut double, mut complex, mut int) = (false, false, false, false);
        for part in parts {
            match &part.node {
                TypeSpecifier::Void => return Ok(CType::Void),
                TypeSpecifier::Bool => return Ok(CType::Int(CInt::BOOL)),
                TypeSpecifier::Char => char = true,
                TypeSpecifier::Short => short = true,
                TypeSpecifier::Int => int = true,
                TypeSpecifier::Long => long += 1,
                TypeSpecifier::Float => float = true,
                TypeSpecifier::Double => double = true,
                TypeSpecifier::Signed => signed = true,
                TypeSpecifier::Unsigned => unsigned = true,
                TypeSpecifier::Complex => complex = true,
                TypeSpecifier::Atomic(inner) => return self.type_name(inner),
                TypeSpecifier::Struct(s) => return self.record(&s.node, span),
                TypeSpecifier::Enum(e) => return Ok(CType::Int(self.enumeration(&e.node, span)?)),
                TypeSpecifier::TypedefName(id) => {
                    return match self.lookup(&id.node.name) {
                        Some(Entity::Typedef(ty)) => Ok(ty.clone()),
                        _ if id.node.name == "__builtin_va_list" => Ok(CType::Int(CInt::LIST)),
                        _ => self.rejected(format!("unknown type `{}`", id.node.name), span),
                    };
                }
                TypeSpecifier::TypeOf(t) => {
                    return match &t.node {
                        // The parser takes the name of a type for that of an object here.
                        TypeOf::Expression(e) if let Some(ty) = self.typedef_named(&e.node) => Ok(ty),
                        TypeOf::Expression(e) => match self.type_of(e)? {
                            CType::Int(i) if i.is_wide_field() => Ok(unknown("type of a bit-field")),
                            ty => Ok(ty),
                        },
                        TypeOf::Type(t) => self.type_name(t),
                    };
                }
                TypeSpecifier::TS18661Float(_) => return Ok(unknown("extended floating type")),
            }
        }
        if float || double {
            return Ok(match (complex, double, long) {
                (true, ..) => unknown("complex number"),
                (_, false, _) => CType::Float(4),
                (_, true, 0) => CType::Float(8),
                _ => CType::Float(if self.types.pointer_size() == 8 { 16 } else { 12 }),
            });
        }
        let _ = (int, signed);
        Ok(CType::Int(match (char, short, long) {
            // The pre-pass writes `_Complex` for `__int128`, which the parser does not know.
            _ if complex => CInt::new(Rank::Int128, 128, !unsigned),
            (true, ..) => CInt::new(Rank::Char, 8, !unsigned),
            (_, true, _) => CInt::new(Rank::Short, 16, !unsigned),
            (_, _, 0) => CInt::new(Rank::Int, 32, !unsigned),
            (_, _, 1) => self.types.long(!unsigned),
            _ => self.types.long_long(!unsigned),
        }))
    }

    /// Attributes that change a type.
    fn attributes(&self, ty: CType, extensions: &[&Node<Extension>]) -> CType {
        let mut ty = ty;
        for extension in extensions {
            let Extension::Attribute(attribute) = &extension.node else { continue };
            match attribute.name.node.trim_matches('_') {
                "vector_size" => ty = unknown("vector type"),
                "mode" => {
                    let mode = attribute.arguments.first().and_then(|a| match &a.node {
                        Expression::Identifier(id) => Some(id.node.name.trim_matches('_').to_owned()),
                        _ => None,
                    });
                    let signed = ty.as_int().is_none_or(|i| i.signed);
                    ty = match mode.as_deref() {
                        Some("QI" | "byte") => CType::Int(CInt::new(Rank::Char, 8, signed)),
                        Some("HI") => CType::Int(CInt::new(Rank::Short, 16, signed)),
                        Some("SI") => CType::Int(CInt::new(Rank::Int, 32, signed)),
                        Some("DI") if self.types.pointer_size() == 8 => CType::Int(self.types.long(signed)),
                        Some("DI") => CType::Int(self.types.long_long(signed)),
                        Some("word" | "pointer") => CType::Int(self.types.long(signed)),
                        _ => unknown("type with a mode attribute"),
                    }
                }
                _ => {}
            }
        }
        ty
    }

    /// A tag that stands alone in a declaration is declared in the block at hand, whatever it means outside (C11 6.7.2.3p7; gcc: also of an enumeration).
    fn announce_tag(&mut self, d: &Declaration) {
        let Some((tag, kind)) = crate::syntax::tag_alone(d) else { return };
        if self.scope().tags.contains_key(tag) {
            return;
        }
        let means = match kind {
            Some(kind) => Tag::Record(self.new_record(tag.to_owned(), *kind == StructKind::Union)),
            None => Tag::Enum(CInt::UINT),
        };
        self.scope().tags.insert(tag.to_owned(), means);
    }

    fn record(&mut self, s: &StructType, span: &Span) -> Res<CType> {
        let is_union = s.kind.node == StructKind::Union;
        let tag = s.identifier.as_ref().map(|i| i.node.name.clone());
        let id = match &tag {
            Some(name) => {
                // A definition belongs to the innermost scope, a mention to the nearest one that knows the tag.
                let known = if s.declarations.is_some() { self.scope().tags.get(name).cloned() } else { self.lookup_tag(name).cloned() };
                match known {
                    Some(Tag::Record(id)) if s.declarations.is_none() || self.types.records[id].fields.is_none() => id,
                    Some(Tag::Record(_)) => return self.rejected(format!("redefinition of `{name}`"), span),
                    _ => {
                        let id = self.new_record(name.clone(), is_union);
                        self.scope().tags.insert(name.clone(), Tag::Record(id));
                        id
                    }
                }
            }
            None => self.new_record("(anonymous)".into(), is_union),
        };
        if let Some(declarations) = &s.declarations {
            let outer = std::mem::replace(&mut self.frozen, true);
            let mut fields = Vec::new();
            let (mut odd_layout, mut pack, mut aligned) = (false, None, 1);
            for declaration in declarations {
                let StructDeclaration::Field(field) = &declaration.node else { continue };
                let base = self.qualified_type(&field.node.specifiers, span)?;
                let (mut qualifiers, mut parts) = (Vec::new(), Vec::new());
                for specifier in &field.node.specifiers {
                    match &specifier.node {
                        SpecifierQualifier::TypeQualifier(q) => qualifiers.push(&q.node),
                        SpecifierQualifier::TypeSpecifier(t) => parts.push(t),
                        SpecifierQualifier::Extension(_) => {}
                    }
                }
                let (is_const, is_volatile) = (self.is_constant(&qualifiers, &parts), self.is_volatile(&qualifiers, &parts));
                if field.node.declarators.is_empty() {
                    fields.push(Field { name: None, ty: base.clone(), width: None, aligned: 1, fixed: is_const, volatile: is_volatile });
                }
                for declarator in &field.node.declarators {
                    let (name, ty) = match &declarator.node.declarator {
                        Some(d) => self.declarator(base.clone(), d)?,
                        None => (None, base.clone()),
                    };
                    if let Some(mark) = name.as_deref().and_then(Mark::read) {
                        match mark {
                            Mark::Odd => odd_layout = true,
                            Mark::Pack(n) => {
                                // Where bit-fields lie that are packed twice is not known here.
                                odd_layout |= pack.is_some() && fields.iter().any(|f| f.width.is_some());
                                pack = Some(pack.map_or(n, |p: u64| p.min(n)));
                            }
                            Mark::Aligned(n) => aligned = aligned.max(n),
                            // On i386 it is more than the alignment inside of records.
                            Mark::Preferred if self.types.model == DataModel::Ilp32 => odd_layout = true,
                            Mark::Preferred => {
                                let own = fields.last().and_then(|f| self.types.align_of(&f.ty));
                                match (own, fields.last_mut()) {
                                    (Some(own), Some(Field { aligned, width: None, .. })) => *aligned = own.max(*aligned),
                                    _ => odd_layout = true,
                                }
                            }
                            Mark::Member(n) => match fields.last_mut() {
                                Some(Field { aligned, width: None, .. }) => *aligned = n.max(*aligned),
                                _ => odd_layout = true,
                            },
                        }
                        continue;
                    }
                    let width = match &declarator.node.bit_width {
                        Some(e) => Some(u16::try_from(&self.constant(e)?.expr.as_const().cloned().unwrap_or_default()).unwrap_or(0)),
                        None => None,
                    };
                    let qualified = |by: bool, qualifier: TypeQualifier| {
                        let declarator = declarator.node.declarator.as_ref();
                        declarator.map_or(by, |d| fixed::is_qualified(by, &qualifier, d))
                    };
                    let (fixed, volatile) = (qualified(is_const, TypeQualifier::Const), qualified(is_volatile, TypeQualifier::Volatile));
                    fields.push(Field { name, ty, width, aligned: 1, fixed, volatile });
                }
            }
            self.frozen = outer;
            // Packing and alignment of single members are not known together.
            odd_layout |= pack.is_some() && fields.iter().any(|f: &Field| f.aligned > 1);
            self.types.records[id].odd_layout = odd_layout;
            self.types.records[id].pack = pack;
            self.types.records[id].aligned = aligned;
            self.types.records[id].fields = Some(fields);
        }
        Ok(CType::Record(id))
    }

    fn new_record(&mut self, name: String, is_union: bool) -> usize {
        self.types.records.push(Record { name, is_union, odd_layout: false, pack: None, aligned: 1, fields: None });
        self.types.records.len() - 1
    }

    fn enumeration(&mut self, e: &EnumType, span: &Span) -> Res<CInt> {
        let tag = e.identifier.as_ref().map(|i| i.node.name.clone());
        if e.enumerators.is_empty() {
            return match tag.as_deref().and_then(|t| self.lookup_tag(t)) {
                Some(Tag::Enum(ty)) => Ok(*ty),
                _ => Ok(CInt::UINT),
            };
        }
        let mut next = Int::ZERO;
        let (mut low, mut high) = (Int::ZERO, Int::ZERO);
        for enumerator in &e.enumerators {
            if let Some(value) = &enumerator.node.expression {
                next = self.constant(value)?.expr.as_const().cloned().unwrap_or_default();
            }
            let long_long = self.types.long_long(next < Int::ZERO);
            let ty = [CInt::INT, CInt::UINT, self.types.long(true), self.types.long(false)]
                .into_iter()
                .find(|t| t.machine().contains(&next))
                .unwrap_or(long_long);
            let name = enumerator.node.identifier.node.name.clone();
            self.scope().names.insert(name, Entity::Constant(next.clone(), ty));
            low = low.min(next.clone());
            high = high.max(next.clone());
            next += Int::ONE;
        }
        // gcc takes unsigned int unless a value is negative.
        let candidates = [CInt::UINT, CInt::INT, self.types.long(false), self.types.long(true), self.types.long_long(true)];
        let fits = |t: &CInt| t.machine().contains(&low) && t.machine().contains(&high);
        let Some(ty) = candidates.into_iter().find(fits) else { return self.unsupported("enumeration that fits no type", span) };
        // Behind the list those that are no `int` have the type of the enumeration (GNU C).
        for enumerator in &e.enumerators {
            if let Some(Entity::Constant(_, own)) = self.scope().names.get_mut(&enumerator.node.identifier.node.name)
                && *own != CInt::INT
            {
                *own = ty;
            }
        }
        if let Some(tag) = tag {
            self.scope().tags.insert(tag, Tag::Enum(ty));
        }
        Ok(ty)
    }

    /// The name and type that a declarator gives, from the type of the specifiers.
    pub fn declarator(&mut self, base: CType, d: &Node<Declarator>) -> Res<(Option<String>, CType)> {
        let extensions: Vec<&Node<Extension>> = d.node.extensions.iter().collect();
        let mut ty = self.attributes(base, &extensions);
        for derived in &d.node.derived {
            if let DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) = &derived.node {
                ty = CType::pointer(ty);
            }
        }
        let is_inner = matches!(d.node.kind.node, DeclaratorKind::Declarator(_));
        let first = d.node.derived.iter().position(|d| !matches!(d.node, DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_)));
        for (n, derived) in d.node.derived.iter().enumerate().rev() {
            // The outermost array of a parameter is a pointer, whatever its size.
            let is_outermost = self.in_parameter && !is_inner && Some(n) == first;
            match &derived.node {
                DerivedDeclarator::Pointer(_) | DerivedDeclarator::Block(_) => {}
                DerivedDeclarator::Array(array) => {
                    let size = match &array.node.size {
                        ArraySize::Unknown => None,
                        ArraySize::VariableUnknown if is_outermost => None,
                        ArraySize::VariableUnknown => {
                            ty = unknown(VARIABLE_LENGTH);
                            continue;
                        }
                        ArraySize::VariableExpression(e) | ArraySize::StaticExpression(e) => match self.constant(e) {
                            // The size mentions a parameter, whatever the name means outside.
                            _ if self.in_parameter && self.mentions_parameter(e) => {
                                ty = self.variable_array_type(ty, e, is_outermost)?;
                                continue;
                            }
                            Ok(Scalar { expr, .. }) => match expr.as_const().and_then(|c| u64::try_from(c).ok()) {
                                Some(n) => Some(n),
                                None => {
                                    let span = self.span(e.span);
                                    return self.rejected("the size of an array cannot be negative", &span);
                                }
                            },
                            Err(super::Halt::Unsupported { .. }) => {
                                ty = self.variable_array_type(ty, e, is_outermost)?;
                                continue;
                            }
                            Err(other) => return Err(other),
                        },
                    };
                    ty = match ty {
                        CType::Unknown(_) if !is_outermost => ty,
                        element => CType::Array(Rc::new(element), size),
                    };
                }
                DerivedDeclarator::Function(f) => {
                    let mut params = self.parameters(&f.node.parameters)?;
                    if let [(None, CType::Void)] = params.as_slice() {
                        params.clear();
                    }
                    // The type `int (*)()` of a cast says nothing of parameters either.
                    let variadic = f.node.ellipsis == Ellipsis::Some || f.node.parameters.is_empty();
                    ty = CType::Function(Rc::new(Signature { result: ty, params, variadic }));
                }
                DerivedDeclarator::KRFunction(names) => {
                    self.last_list = Scope::default();
                    let params = names.iter().map(|n| (Some(n.node.name.clone()), CType::Int(CInt::INT))).collect();
                    ty = CType::Function(Rc::new(Signature { result: ty, params, variadic: true }));
                }
            }
        }
        match &d.node.kind.node {
            DeclaratorKind::Abstract => Ok((None, ty)),
            DeclaratorKind::Identifier(id) => Ok((Some(id.node.name.clone()), ty)),
            DeclaratorKind::Declarator(inner) => self.declarator(ty, inner),
        }
    }

    /// An array whose size is not constant; it is computed here, or awaited if nothing is computed here.
    fn variable_array_type(&mut self, element: CType, size: &Node<Expression>, is_outermost: bool) -> Res<CType> {
        if is_outermost {
            if super::call::has_effect(&size.node) {
                let span = self.span(size.span);
                return self.unsupported("size of a parameter with a side effect", &span);
            }
            return Ok(CType::Array(Rc::new(element), None));
        }
        if self.frozen || self.activations.is_empty() || matches!(element, CType::Unknown(_)) {
            return Ok(unknown(VARIABLE_LENGTH));
        }
        Ok(CType::Variable(Rc::new(element), self.length(size)?))
    }

    fn mentions_parameter(&self, e: &Node<Expression>) -> bool {
        let mut uses = super::call::Uses::default();
        uses.visit_expression(&e.node, &e.span);
        uses.names.iter().any(|n| self.earlier_parameters.contains(n))
    }

    /// A list of parameters, which is a scope; what it declares besides them is left in `last_list`.
    fn parameters(&mut self, list: &[Node<ParameterDeclaration>]) -> Res<Vec<(Option<String>, CType)>> {
        let outer = std::mem::take(&mut self.earlier_parameters);
        let params = self.in_scope(|lower| {
            let mut params = Vec::new();
            for parameter in list {
                let (name, ty) = lower.parameter(parameter)?;
                lower.earlier_parameters.extend(name.clone());
                params.push((name, ty));
            }
            Ok(params)
        });
        self.earlier_parameters = outer;
        params
    }

    /// Reads types in a scope of their own, which is left in `last_list`.
    fn in_scope<T>(&mut self, read: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        self.scopes_mut().push(Scope::default());
        let done = read(self);
        self.last_list = self.scopes_mut().pop().unwrap_or_default();
        done
    }

    fn parameter(&mut self, p: &Node<ParameterDeclaration>) -> Res<(Option<String>, CType)> {
        let span = self.span(p.span);
        let base = self.specifiers(&p.node.specifiers, &span)?.ty;
        // A parameter of array type is a pointer, whatever its size.
        let outer = std::mem::replace(&mut self.in_parameter, true);
        let outer_frozen = std::mem::replace(&mut self.frozen, true);
        let declared = match &p.node.declarator {
            Some(d) => self.declarator(base, d),
            None => Ok((None, base)),
        };
        self.in_parameter = outer;
        self.frozen = outer_frozen;
        let (name, ty) = declared?;
        Ok((name, ty.decay()))
    }

    /// The types of parameters that are declared between the head and the body of a function (K&R).
    pub fn old_style(&mut self, signature: &Signature, declarations: &[Node<Declaration>]) -> Res<Signature> {
        if declarations.is_empty() {
            return Ok(signature.clone());
        }
        let types = self.in_scope(|lower| {
            let mut types = SortedMap::new();
            for declaration in declarations {
                let span = lower.span(declaration.span);
                let base = lower.specifiers(&declaration.node.specifiers, &span)?.ty;
                for d in &declaration.node.declarators {
                    if let (Some(name), ty) = lower.declarator(base.clone(), &d.node.declarator)? {
                        types.insert(name, ty.decay());
                    }
                }
            }
            Ok(types)
        })?;
        let typed = |(name, ty): &(Option<String>, CType)| {
            let declared = name.as_ref().and_then(|n| types.get(n)).unwrap_or(ty);
            (name.clone(), declared.clone())
        };
        Ok(Signature { params: signature.params.iter().map(typed).collect(), ..signature.clone() })
    }
}
