//! The sizes of types, which constants depend on. Those of records are computed as for the translation ([`crate::types`]); what is not certain has no size.

use super::Checker;
use super::types::{Length, Type};
use crate::DataModel;
use crate::types::{CInt, CType, Field, Rank, Record};
use std::rc::Rc;

impl Checker {
    /// An integer type by its name.
    pub fn integer(&self, ty: &Type) -> Option<CInt> {
        let Type::Int(name) = ty else { return None };
        let short = |signed| CInt::new(Rank::Short, 16, signed);
        Some(match *name {
            "_Bool" => CInt::BOOL,
            "char" | "signed char" => CInt::CHAR,
            "unsigned char" => CInt::UCHAR,
            "short" => short(true),
            "unsigned short" => short(false),
            "int" => CInt::INT,
            "unsigned int" => CInt::UINT,
            "long" => self.sizes.long(true),
            "unsigned long" => self.sizes.long(false),
            "long long" => self.sizes.long_long(true),
            "unsigned long long" => self.sizes.long_long(false),
            _ => return None,
        })
    }

    /// What arithmetic makes of two integer types.
    pub fn common(&self, a: &Type, b: &Type) -> Type {
        match (self.integer(a), self.integer(b)) {
            (Some(a), Some(b)) => named(CInt::common(a, b)),
            _ => super::types::SOME_INT,
        }
    }

    /// The promoted type of an integer.
    pub fn promoted(&self, ty: &Type) -> Type {
        self.common(ty, &Type::Int("int"))
    }

    /// The type as the translation knows it.
    pub fn laid_out(&self, ty: &Type) -> CType {
        match ty {
            Type::Void => CType::Void,
            Type::Int(_) => self.integer(ty).map_or(CType::Unknown("".into()), CType::Int),
            Type::Float("float") => CType::Float(4),
            Type::Float("double") => CType::Float(8),
            Type::Float("long double") => CType::Float(if self.sizes.model == DataModel::Lp64 { 16 } else { 12 }),
            // What it points to does not matter, and may lead back here.
            Type::Pointer(_) => CType::pointer(CType::Void),
            Type::Array(of, Length::Known(n)) => CType::Array(Rc::new(self.laid_out(&of.ty)), u64::try_from(*n).ok()),
            Type::Array(of, Length::Missing) => CType::Array(Rc::new(self.laid_out(&of.ty)), None),
            Type::Record(id) => CType::Record(*id),
            Type::Function(_) | Type::Unknown | Type::Float(_) | Type::Array(..) => CType::Unknown("".into()),
        }
    }

    /// The largest difference of two pointers, which no object has more bytes than.
    pub fn largest_object(&self) -> i128 {
        (1 << (self.sizes.pointer_size() * 8 - 1)) - 1
    }

    pub fn size(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Function(_) => Some(1),
            _ => self.sizes.size_of(&self.laid_out(ty)),
        }
    }

    /// The alignment of objects of the type, which is that of members for one of the data models only.
    pub fn alignment(&self, ty: &Type) -> Option<u64> {
        match ty {
            Type::Void | Type::Function(_) => Some(1),
            _ if self.sizes.model == DataModel::Ilp32 => None,
            _ => self.sizes.align_of(&self.laid_out(ty)),
        }
    }

    /// A record of which nothing is known yet, with the number that it has among those of the checker.
    pub fn announce(&mut self, is_union: bool) {
        let odd_layout = self.odd_layout;
        self.sizes.records.push(Record { name: String::new(), is_union, odd_layout, pack: None, aligned: 1, fields: None });
    }

    /// The layout of a record whose members are known.
    pub fn lay_out(&mut self, id: usize, is_odd: bool) {
        let fields = self.records.0[id].fields.iter().flatten();
        let fields = fields.map(|f| {
            let name = f.name.clone();
            let width = f.width.map(|w| w.and_then(|w| u16::try_from(w).ok()));
            // A width that is not known makes all unknown.
            let ty = if width == Some(None) { CType::Unknown("".into()) } else { self.laid_out(&f.of.ty) };
            Field { name, ty, width: width.flatten(), aligned: 1, fixed: false, volatile: false }
        });
        let fields = Some(fields.collect());
        let record = &mut self.sizes.records[id];
        record.fields = fields;
        record.odd_layout |= is_odd;
    }
}

/// The name of an integer type that arithmetic makes.
pub fn named(ty: CInt) -> Type {
    Type::Int(match (ty.rank, ty.signed) {
        (Rank::Int, true) => "int",
        (Rank::Int, false) => "unsigned int",
        (Rank::Long, true) => "long",
        (Rank::Long, false) => "unsigned long",
        (Rank::LongLong, true) => "long long",
        (Rank::LongLong, false) => "unsigned long long",
        _ => "?",
    })
}
