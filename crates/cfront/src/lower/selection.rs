//! Expressions that are decided by types: `_Generic`, `offsetof`, `__builtin_choose_expr` and
//! `__builtin_types_compatible_p`; and the marks that the pre-pass leaves.
//!
//! Invariant: types here have no qualifiers, so a choice that qualifiers behind a pointer could decide is not made; nor one between
//! `char` and `signed char`, which are one type here.

use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::prepass::{COMPATIBLE, mark_meaning};
use crate::types::{CInt, CType, Rank};
use base::{Int, Span};
use lang_c::ast::{
    CallExpression, CompoundLiteral, Expression, GenericAssociation, GenericSelection, Initializer, OffsetMember, OffsetOfExpression,
    SpecifierQualifier, TypeName, TypeSpecifier,
};
use lang_c::span::Node;

/// Whether what is not known here could tell the type from an equal one: qualifiers behind a pointer, and whether
/// `char` was written `signed char`.
fn may_differ(ty: &CType) -> bool {
    match ty {
        CType::Int(i) if (i.rank == Rank::Char && i.signed) || i.is_wide_field() => true,
        CType::Pointer(_) | CType::Function(_) | CType::Unknown(_) => true,
        CType::Array(of, _) | CType::Variable(of, _) => may_differ(of),
        CType::Void | CType::Int(_) | CType::Float(_) | CType::Record(_) => false,
    }
}

/// Whether a type name that is not a pointer has a qualifier; no value has such a type.
fn is_qualified(name: &TypeName) -> bool {
    let is = |s: &Node<SpecifierQualifier>| match &s.node {
        SpecifierQualifier::TypeQualifier(_) => true,
        SpecifierQualifier::TypeSpecifier(t) => matches!(t.node, TypeSpecifier::Atomic(_)),
        SpecifierQualifier::Extension(_) => false,
    };
    name.declarator.is_none() && name.specifiers.iter().any(is)
}

impl Lower<'_> {
    /// The expression that the type of the controlling one selects (C11 6.5.1.1).
    pub fn selected_association<'e>(&mut self, selection: &'e GenericSelection, span: &Span) -> Res<&'e Node<Expression>> {
        let control = match self.type_of(&selection.expression)?.decay() {
            // A bit-field has the type of its declaration or a narrower one; compilers differ.
            CType::Int(i) if i.bit_field => return self.unsupported("_Generic of a bit-field", span),
            ty => ty,
        };
        if let CType::Unknown(what) = &control {
            return self.unsupported(format!("_Generic of {what}"), span);
        }
        let (mut fitting, mut default, mut unsure) = (Vec::new(), None, false);
        for association in &selection.associations {
            match &association.node {
                GenericAssociation::Default(e) => default = Some(&**e),
                GenericAssociation::Type(t) if is_qualified(&t.node.type_name.node) => {}
                GenericAssociation::Type(t) => {
                    if self.type_name(&t.node.type_name)? == control {
                        unsure |= self.is_more_than_its_values(&t.node.type_name.node);
                        fitting.push(&*t.node.expression);
                    }
                }
            }
        }
        match (fitting.as_slice(), default) {
            _ if unsure => self.unsupported("_Generic that depends on qualifiers or on an enumeration", span),
            ([only], None) => Ok(only),
            ([only], Some(_)) if !may_differ(&control) => Ok(only),
            ([], Some(default)) => Ok(default),
            ([], None) => self.rejected("no association of _Generic has the type of the expression", span),
            _ => self.unsupported("_Generic that depends on qualifiers or the sign of char", span),
        }
    }

    /// Whether the name of a type says more than which values it has: enumerations and qualifiers are not kept.
    fn is_more_than_its_values(&self, name: &TypeName) -> bool {
        let specifiers = name.specifiers.iter().filter_map(|s| match &s.node {
            SpecifierQualifier::TypeSpecifier(t) => Some(t),
            _ => None,
        });
        self.says_more(specifiers)
    }

    pub fn generic(&mut self, selection: &GenericSelection, span: &Span) -> Res<Value> {
        let chosen = self.selected_association(selection, span)?;
        self.rvalue(chosen)
    }

    /// The type of a compound literal, whose length its initialisers may tell.
    pub fn literal_type(&mut self, c: &CompoundLiteral) -> Res<CType> {
        let ty = self.type_name(&c.type_name)?;
        let list = Node::new(Initializer::List(c.initializer_list.clone()), c.type_name.span);
        self.complete(ty, Some(&list))
    }

    /// The distance of a member from the start of its record.
    pub fn offset_of(&mut self, e: &OffsetOfExpression, span: &Span) -> Res<Value> {
        let mut ty = self.type_name(&e.type_name)?;
        let mut bytes = Int::ZERO;
        self.step_into(&mut ty, &mut bytes, &e.designator.node.base.node.name, span)?;
        for member in &e.designator.node.members {
            match &member.node {
                OffsetMember::Member(id) => self.step_into(&mut ty, &mut bytes, &id.node.name, span)?,
                OffsetMember::IndirectMember(_) => return self.unsupported("offsetof through a pointer", span),
                OffsetMember::Index(index) => {
                    let index = self.constant(index)?;
                    let CType::Array(of, _) = &ty else {
                        return self.rejected("an element is taken of something that is not an array", span);
                    };
                    let Some(size) = self.types.size_of(of) else { return self.unsupported("offset of this member", span) };
                    bytes += Int::from(size) * index.expr.as_const().cloned().unwrap_or_default();
                    ty = (**of).clone();
                }
            }
        }
        Ok(Value::Int(Scalar::constant(bytes, self.types.size_type())))
    }

    /// Goes on to a member of the record.
    fn step_into(&mut self, ty: &mut CType, bytes: &mut Int, name: &str, span: &Span) -> Res<()> {
        let CType::Record(record) = *ty else { return self.rejected("a member is taken of something that is not a record", span) };
        if self.source.odd_layout {
            return self.unsupported(format!("offset of `{name}`"), span);
        }
        let Some((path, member)) = self.types.member(record, name) else {
            return self.rejected(format!("the record has no member `{name}`"), span);
        };
        let mut record = record;
        for field in path {
            let place = self.types.arrangement(record).and_then(|a| a.fields.get(field as usize).copied());
            let Some(bits) = place.filter(|bits| bits % 8 == 0) else { return self.unsupported(format!("offset of `{name}`"), span) };
            *bytes += Int::from(bits / 8);
            let fields = self.types.records[record].fields.as_deref().unwrap_or_default();
            if let Some(CType::Record(inner)) = fields.get(field as usize).map(|f| &f.ty) {
                record = *inner;
            }
        }
        *ty = member;
        Ok(())
    }

    /// Calls that choose by type or constant; marks are not understood.
    pub fn selected(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Option<Value>> {
        let arguments = call.arguments.as_slice();
        match (name, arguments) {
            ("__builtin_choose_expr", [condition, then, otherwise]) => {
                let condition = self.constant(condition)?;
                let holds = condition.expr.as_const().is_some_and(|c| *c != Int::ZERO);
                self.rvalue(if holds { then } else { otherwise }).map(Some)
            }
            (COMPATIBLE, [a, b]) => match (&a.node, &b.node) {
                (Expression::SizeOfTy(a), Expression::SizeOfTy(b)) => {
                    // An enumeration is compatible with the type of its values, so only two of them may differ.
                    let nominal = [a, b].iter().all(|t| self.is_more_than_its_values(&t.node.0.node));
                    let (a, b) = (self.type_name(&a.node.0)?, self.type_name(&b.node.0)?);
                    let same = match (&a, &b) {
                        (CType::Unknown(_), _) | (_, CType::Unknown(_)) => return self.unsupported("comparison of these types", span),
                        // An array of unknown length is compatible with the others.
                        (CType::Array(x, n), CType::Array(y, m)) => x == y && (n == m || n.is_none() || m.is_none()),
                        _ => a == b,
                    };
                    if same && (may_differ(&a) || nominal) {
                        return self.unsupported("comparison of types that may differ in qualifiers", span);
                    }
                    Ok(Some(Value::Int(Scalar::constant(Int::from(u8::from(same)), CInt::INT))))
                }
                _ => self.unsupported("comparison of these types", span),
            },
            _ => match mark_meaning(name) {
                Some(what) => self.unsupported(what, span),
                None => Ok(None),
            },
        }
    }

    /// A name without a declaration, or a mark.
    pub fn undeclared<T>(&self, name: &str, span: &Span) -> Res<T> {
        match mark_meaning(name) {
            Some(what) => self.unsupported(what, span),
            None => self.rejected(format!("`{name}` is not declared"), span),
        }
    }
}
