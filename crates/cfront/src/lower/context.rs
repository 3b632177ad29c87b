//! The context of an entry function other than `main`: what the pointers that it gets point to.
//!
//! A parameter that points to a record points to one such record, one that points to numbers or bytes to an array of any
//! length, all with any contents and none overlapping another; pointers inside records are followed some levels deep. Records that lead back to their
//! own type are not told one by one: they come from a heap ([`super::given`]). That
//! callers keep to this is an assumption, which stands beside the verdict ([`base::Cfa::premises`]).

use super::address::Address;
use super::init::Path;
use super::place::Place;
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, Given, InputKind, Int, Span};

/// How deep pointers in records are followed.
const DEPTH: u32 = 2;
/// Arrays have at most this many elements.
const LENGTH: i64 = 1 << 16;
/// Records with more pointers than this are left alone.
const POINTERS: usize = 64;

impl Lower<'_> {
    /// A pointer that the entry function gets.
    pub fn pointer_from_caller(&mut self, name: &str, to: &CType, span: &Span) -> Res<Address> {
        if matches!(to, CType::Record(r) if self.given.contains_key(r)) {
            let what = Given::Pointer { name: name.into(), to: self.types.name(to).as_str().into() };
            return Ok(self.given_pointer(to, what, span));
        }
        self.premises.insert(format!("pointers that `{}` gets point to objects of their own", self.options.entry).as_str().into());
        self.context(name, to, DEPTH, span)
    }

    fn context(&mut self, name: &str, to: &CType, depth: u32, span: &Span) -> Res<Address> {
        if matches!(to, CType::Record(r) if self.given.contains_key(r)) {
            let what = Given::Pointer { name: format!("a pointer behind {name}").as_str().into(), to: self.types.name(to).as_str().into() };
            return Ok(self.given_pointer(to, what, span));
        }
        let byte = CType::Int(CInt::UCHAR);
        let element = if *to == CType::Void { &byte } else { to };
        let size = match element {
            // Of a record that is only declared but has a model there is one, of no matter which size.
            CType::Record(r) if self.types.records[*r].fields.is_none() && self.has_model(*r) => Some(1),
            CType::Int(_) | CType::Pointer(_) | CType::Record(_) => self.element_size(element).filter(|n| *n > 0),
            _ => None,
        };
        let Some(size) = size.filter(|_| depth > 0) else {
            return Ok(self.foreign_pointer(to, InputKind::Uninitialised, span));
        };
        let one = Expr::Const(Int::from(size));
        let bytes = if let CType::Record(_) = element {
            one
        } else {
            let count = self.temporary(self.types.size_type());
            self.graph.input(count, Some(self.types.size_type().machine()), InputKind::Uninitialised, span);
            let sane = Formula::and([Formula::cmp(CmpOp::Ge, count, 1), Formula::cmp(CmpOp::Le, count, LENGTH)]);
            self.graph.assume(sane, Note::Nothing, span);
            Expr::mul(one, count)
        };
        let bytes: Scalar = self.scalar(bytes, self.types.size_type(), 2);
        let (site, block) = self.new_block(bytes, false, true, span);
        self.pieces.handed.insert(site);
        if self.types.size_of(element).is_some() {
            self.readings.push((block.object.clone(), element.clone()));
        }
        let root = Address { to: element.clone(), ..block };
        let place = Place::at(root.clone());
        self.given_models.insert(site, name.to_owned());
        self.give_models(name, &place, span)?;
        let mut parts: Vec<(Path, CType)> = Vec::new();
        if let (CType::Record(_), true) = (element, self.scalar_paths(element, &mut Vec::new(), &mut parts)) {
            let (parts, others): (Vec<_>, Vec<_>) = parts.into_iter().partition(|(_, ty)| matches!(ty, CType::Pointer(_)));
            for (path, ty) in others.iter().filter(|(_, ty)| matches!(ty, CType::Record(_))) {
                let part = self.part_place(&place, path, ty);
                self.give_union(&part, span)?;
            }
            for (path, ty) in parts.into_iter().take(POINTERS) {
                let CType::Pointer(inner) = &ty else { continue };
                let pointer = self.context(name, inner, depth - 1, span)?;
                let part = self.part_place(&place, &path, &ty);
                self.store_address(&part, Value::Address(pointer), span)?;
            }
        }
        Ok(Address { to: to.clone(), ..root })
    }
}
