//! What may not be written: literals, objects that are declared `const`, and members that are.
//!
//! C forbids to assign to them by name, so only writes through a pointer whose type says less are left. Memory from an allocator has no
//! declared type, so that nothing in it is `const`.

use super::object::{ObjectId, Origin};
use super::place::{Base, Place};
use super::variable_length::parameters;
use super::{Definition, Entity, Lower};
use crate::types::CType;
use base::{Check, CmpOp, Expr, Formula, Int, Span};
use lang_c::ast::{
    DeclarationSpecifier, Declarator, DeclaratorKind, DerivedDeclarator, ParameterDeclaration, PointerQualifier, SpecifierQualifier,
    TypeName, TypeQualifier, TypeSpecifier,
};
use lang_c::span::Node;
use std::ops::Range;

/// Objects with more such members than this are not watched.
const MEMBER_LIMIT: usize = 64;

const MEMBER_CHANGED: &str = "a member that is declared `const` is changed";

/// Whether what a declarator declares has a qualifier, where the specifiers before it say so or not.
pub fn is_qualified(specified: bool, qualifier: &TypeQualifier, declarator: &Node<Declarator>) -> bool {
    let qualifiers = |d: &Node<Declarator>| {
        let pointer = |d: &Node<DerivedDeclarator>| match &d.node {
            DerivedDeclarator::Pointer(qualifiers) => {
                Some(qualifiers.iter().any(|q| matches!(&q.node, PointerQualifier::TypeQualifier(q) if q.node == *qualifier)))
            }
            _ => None,
        };
        d.node.derived.iter().rev().find_map(pointer)
    };
    let mut outermost = vec![declarator];
    while let DeclaratorKind::Declarator(inner) = &outermost[outermost.len() - 1].node.kind.node {
        outermost.push(inner);
    }
    outermost.into_iter().rev().find_map(qualifiers).unwrap_or(specified)
}

impl<'a> Lower<'a> {
    /// An object has its value now: what of it is `const` keeps it.
    pub fn set_for_good(&mut self, object: ObjectId, is_const: bool) {
        let ty = self.objects[object].ty.clone();
        // Unions are copied through their address, so that writing them is not told from initialising them.
        if self.scalar_paths(&ty, &mut Vec::new(), &mut Vec::new()) {
            self.objects[object].settled = is_const;
            self.objects[object].fixed = self.fixed_members(&ty);
        }
    }

    /// The parameters of a function have their values.
    pub fn settle_parameters(&mut self, definition: &Definition<'a>) {
        for parameter in parameters(definition) {
            let Some(declarator) = &parameter.node.declarator else { continue };
            let Some(name) = Self::declared_name(&declarator.node) else { continue };
            if let Some(Entity::Object(object)) = self.lookup(&name) {
                let (object, is_const) = (*object, self.is_fixed_parameter(&parameter.node, declarator));
                self.set_for_good(object, is_const);
            }
        }
    }
}

impl Lower<'_> {
    /// Whether what is declared is `const`: by a qualifier, or because its type is.
    pub fn is_constant(&self, qualifiers: &[&TypeQualifier], parts: &[&Node<TypeSpecifier>]) -> bool {
        qualifiers.contains(&&TypeQualifier::Const) || parts.iter().any(|t| self.is_constant_type(&t.node))
    }

    fn is_constant_type(&self, ty: &TypeSpecifier) -> bool {
        matches!(ty, TypeSpecifier::TypedefName(id) if self.constant_types.contains(&id.node.name))
    }

    /// Whether objects of a type that is named so are `const`.
    pub fn is_fixed_type(&self, name: &TypeName) -> bool {
        let is_const = |s: &Node<SpecifierQualifier>| match &s.node {
            SpecifierQualifier::TypeQualifier(q) => q.node == TypeQualifier::Const,
            SpecifierQualifier::TypeSpecifier(t) => self.is_constant_type(&t.node),
            SpecifierQualifier::Extension(_) => false,
        };
        let specified = name.specifiers.iter().any(is_const);
        name.declarator.as_ref().map_or(specified, |d| is_qualified(specified, &TypeQualifier::Const, d))
    }

    /// Whether a parameter is `const`; an array is a pointer, whose qualifiers are between its brackets.
    fn is_fixed_parameter(&self, parameter: &ParameterDeclaration, declarator: &Node<Declarator>) -> bool {
        let is_const = |s: &Node<DeclarationSpecifier>| match &s.node {
            DeclarationSpecifier::TypeQualifier(q) => q.node == TypeQualifier::Const,
            DeclarationSpecifier::TypeSpecifier(t) => self.is_constant_type(&t.node),
            _ => false,
        };
        let decays = declarator.node.derived.iter().any(|d| !matches!(d.node, DerivedDeclarator::Pointer(_)));
        !decays && is_qualified(parameter.specifiers.iter().any(is_const), &TypeQualifier::Const, declarator)
    }

    /// All bytes of a record are written: none of its members may be constant.
    pub fn check_members_writable(&mut self, place: &Place, span: &Span) {
        if let Base::Object(object) = place.base
            && !self.objects[object].fixed.is_empty()
            && !self.fixed_members(&place.ty).is_empty()
        {
            self.fail(Check::Undefined, MEMBER_CHANGED.to_owned(), span);
        }
    }

    /// What is wrong with any write to an object that is constant.
    pub fn not_writable(&self, object: ObjectId) -> Option<(Check, Formula, String)> {
        let (check, what) = match &self.objects[object] {
            o if o.origin == Origin::Literal => (Check::Deref, "a string literal is changed"),
            o if o.constant => (Check::Deref, "a constant object is changed"),
            // It lies where other locals do.
            o if o.settled => (Check::Undefined, "a constant object is changed"),
            _ => return None,
        };
        Some((check, Formula::True, what.to_owned()))
    }

    /// What is wrong with a write to an object some of whose members are constant.
    pub fn changes_fixed_member(&self, object: ObjectId, offset: &Expr, count: &Expr) -> Option<(Check, Formula, String)> {
        let number = |n: u64| Expr::Const(Int::from(n));
        let end = Expr::add(offset.clone(), count.clone());
        let meets = |bytes: &Range<u64>| {
            let before = Formula::cmp(CmpOp::Lt, offset.clone(), number(bytes.end));
            Formula::and([before, Formula::cmp(CmpOp::Gt, end.clone(), number(bytes.start)), Formula::cmp(CmpOp::Gt, count.clone(), 0)])
        };
        let fixed = &self.objects[object].fixed;
        (!fixed.is_empty()).then(|| (Check::Undefined, Formula::or(fixed.iter().map(meets)), MEMBER_CHANGED.to_owned()))
    }

    /// What is written by its name must not be constant.
    pub fn check_writable(&mut self, place: &Place, span: &Span) {
        let Base::Object(object) = place.base else { return };
        self.require(self.not_writable(object).into_iter().collect(), span);
        if !self.objects[object].fixed.is_empty() && self.is_fixed_member(&self.objects[object].ty, &place.fields) {
            self.fail(Check::Undefined, MEMBER_CHANGED.to_owned(), span);
        }
    }

    /// Whether one of the members on the way is constant.
    fn is_fixed_member(&self, ty: &CType, path: &[u32]) -> bool {
        let (CType::Record(record), [first, rest @ ..]) = (ty.innermost(), path) else { return false };
        let Some(field) = self.types.records[*record].fields.as_ref().and_then(|f| f.get(*first as usize)) else { return false };
        field.fixed || self.is_fixed_member(&field.ty, rest)
    }

    /// The bytes of the members that are declared `const` in an object of this type. Unions have none: what is written to one member is
    /// there in the others, and bit-fields have none, because they share their bytes.
    pub fn fixed_members(&self, ty: &CType) -> Vec<Range<u64>> {
        let mut found = Vec::new();
        self.find_fixed(ty, 0, &mut found);
        if found.len() > MEMBER_LIMIT { Vec::new() } else { found }
    }

    fn find_fixed(&self, ty: &CType, at: u64, found: &mut Vec<Range<u64>>) {
        match ty {
            CType::Array(of, Some(n)) => {
                let first = found.len();
                self.find_fixed(of, at, found);
                let Some(size) = self.types.size_of(of).filter(|_| found.len() > first) else { return };
                for i in 1..(*n).min(MEMBER_LIMIT as u64 + 1) {
                    self.find_fixed(of, at + i * size, found);
                }
            }
            CType::Record(record) if !self.types.records[*record].is_union => {
                let (Some(arrangement), Some(fields)) = (self.arrangement(*record), &self.types.records[*record].fields) else { return };
                for (field, bits) in fields.iter().zip(arrangement.fields) {
                    let at = at + bits / 8;
                    match self.types.size_of(&field.ty) {
                        Some(size) if field.fixed && field.width.is_none() => found.push(at..at + size),
                        _ => self.find_fixed(&field.ty, at, found),
                    }
                }
            }
            _ => {}
        }
    }
}
