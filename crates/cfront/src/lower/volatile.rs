//! Volatile objects: what is declared `volatile` here but defined elsewhere may hold something else whenever it is read (C11 6.7.3p7).
//!
//! Other volatile objects behave like ordinary ones. That nothing but the program changes those with static storage (a signal handler, say, or a
//! device) is a premise, which is printed beside the verdict.

use super::object::ObjectId;
use super::place::{Base, Place};
use super::points_to::objects_of;
use super::resolve::Resolver;
use super::value::Value;
use super::{Lower, Res};
use crate::types::CType;
use base::{Expr, InputKind, Span};
use lang_c::ast::{TypeQualifier, TypeSpecifier};
use lang_c::span::Node;

impl Lower<'_> {
    /// Whether what is declared is volatile: by a qualifier, or because its type is.
    pub fn is_volatile(&self, qualifiers: &[&TypeQualifier], parts: &[&Node<TypeSpecifier>]) -> bool {
        let is_named = |t: &&Node<TypeSpecifier>| match &t.node {
            TypeSpecifier::TypedefName(id) => self.volatile_types.contains(&id.node.name),
            _ => false,
        };
        qualifiers.contains(&&TypeQualifier::Volatile) || parts.iter().any(is_named)
    }

    /// Whether there are volatile members in the type.
    pub fn holds_volatile(&self, ty: &CType) -> bool {
        match ty.innermost() {
            CType::Record(r) => {
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                fields.iter().any(|f| f.volatile || self.holds_volatile(&f.ty))
            }
            _ => false,
        }
    }

    /// An object that is declared volatile.
    pub fn note_volatile(&mut self, object: ObjectId, declared: bool) {
        let is_volatile = declared || self.holds_volatile(&self.objects[object].ty);
        self.objects[object].volatile |= is_volatile;
    }

    fn kind_of_moment(&self, object: ObjectId) -> InputKind {
        InputKind::Open(format!("what the volatile object `{}` holds when it is read", self.objects[object].name).as_str().into())
    }

    /// What is read by name from an object that may change at any time.
    pub fn load_volatile(&mut self, place: &Place, span: &Span) -> Res<Option<Value>> {
        let Base::Object(object) = place.base else { return Ok(None) };
        self.trust_volatile(object);
        let is_value = matches!(place.ty, CType::Int(_) | CType::Pointer(_) | CType::Record(_));
        if !(self.objects[object].restless && is_value) {
            return Ok(None);
        }
        self.check_bounds(place, span);
        self.any_value(&place.ty, self.kind_of_moment(object), span).map(Some)
    }

    /// What is read through a pointer from an object that may change at any time has changed just before.
    pub fn stir(&mut self, pointer: &Expr, r: &Resolver, span: &Span) -> Res<()> {
        for object in objects_of(&r.points_to.objects(pointer)) {
            self.trust_volatile(object);
            if self.objects[object].restless {
                let what = format!("`{}` is volatile and holds pointers", self.objects[object].name);
                self.any_contents(object, &self.kind_of_moment(object), &what, r, span)?;
            }
        }
        Ok(())
    }

    fn trust_volatile(&mut self, object: ObjectId) {
        let o = &self.objects[object];
        if o.volatile && o.is_static && !o.restless {
            self.premises.insert("volatile objects are changed by the program only".into());
        }
    }
}
