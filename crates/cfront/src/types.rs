//! C's types: integer ranks, promotions and the usual arithmetic conversions (C11 6.3.1), records, sizes and alignments
//! under the System V ABIs for i386 (`ilp32`) and x86-64 (`lp64`).

use crate::DataModel;
use base::{IntType, VarId};
use std::rc::Rc;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    Bool,
    Char,
    Short,
    Int,
    Long,
    LongLong,
    Int128,
    /// Not a type of C: the integer that holds a pointer.
    Pointer,
    /// Nor this: the integer that holds a `va_list` (see `lower::variadic`).
    List,
}

/// An integer type, possibly narrowed to the width of a bit-field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CInt {
    pub rank: Rank,
    pub bits: u16,
    pub signed: bool,
    pub bit_field: bool,
}

impl CInt {
    pub const INT: CInt = CInt::new(Rank::Int, 32, true);
    pub const UINT: CInt = CInt::new(Rank::Int, 32, false);
    pub const BOOL: CInt = CInt::new(Rank::Bool, 1, false);
    pub const LIST: CInt = CInt::new(Rank::List, 64, true);
    pub const CHAR: CInt = CInt::new(Rank::Char, 8, true);
    pub const UCHAR: CInt = CInt::new(Rank::Char, 8, false);

    pub const fn new(rank: Rank, bits: u16, signed: bool) -> Self {
        CInt { rank, bits, signed, bit_field: false }
    }

    pub fn machine(self) -> IntType {
        IntType { bits: self.bits, signed: self.signed }
    }

    pub fn is_bool(self) -> bool {
        self.rank == Rank::Bool
    }

    /// Whether it is the type of a bit-field wider than `int` and narrower than its declared type. gcc computes in this
    /// type, other compilers in the declared one; it arises from such bit-fields alone.
    pub fn is_wide_field(self) -> bool {
        self.bit_field && self.bits > 32 && self.bits < 64
    }

    /// The integer promotions.
    pub fn promote(self) -> CInt {
        if self.is_wide_field() {
            return self;
        }
        if self.rank < Rank::Int || (self.bit_field && self.bits <= 32) {
            let fits = self.bits < 32 || (self.bits == 32 && self.signed);
            return if fits { CInt::INT } else { CInt::UINT };
        }
        CInt { bit_field: false, ..self }
    }

    /// The usual arithmetic conversions of two promoted types.
    pub fn common(a: CInt, b: CInt) -> CInt {
        let (a, b) = (a.promote(), b.promote());
        // gcc takes the type with more bits, and of two with the same number the unsigned one.
        if (a.is_wide_field() || b.is_wide_field()) && (a.bits, a.signed) != (b.bits, b.signed) {
            return if (a.bits, !a.signed) > (b.bits, !b.signed) { a } else { b };
        }
        if a.signed == b.signed {
            return if a.rank >= b.rank { a } else { b };
        }
        let (unsigned, signed) = if a.signed { (b, a) } else { (a, b) };
        if unsigned.rank >= signed.rank {
            unsigned
        } else if signed.bits > unsigned.bits {
            signed
        } else {
            CInt { signed: false, ..signed }
        }
    }

    pub fn name(self) -> String {
        let base = match self.rank {
            Rank::Bool => return "_Bool".into(),
            Rank::Char => "char",
            Rank::Short => "short",
            Rank::Int => "int",
            Rank::Long => "long",
            Rank::LongLong => "long long",
            Rank::Int128 => "__int128",
            Rank::Pointer => return "pointer".into(),
            Rank::List => return "va_list".into(),
        };
        if self.signed { base.into() } else { format!("unsigned {base}") }
    }
}

pub type RecordId = usize;

#[derive(Clone, Debug, PartialEq)]
pub enum CType {
    Void,
    Int(CInt),
    /// A floating type of this size in bytes.
    Float(u64),
    Pointer(Rc<CType>),
    /// The number of elements; none for an incomplete array.
    Array(Rc<CType>, Option<u64>),
    /// An array whose number of elements is the value of a variable of the automaton.
    Variable(Rc<CType>, VarId),
    Record(RecordId),
    Function(Rc<Signature>),
    /// A type that is not understood, by name.
    Unknown(Rc<str>),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Signature {
    pub result: CType,
    pub params: Vec<(Option<String>, CType)>,
    pub variadic: bool,
}

impl Signature {
    /// Whether nothing is said of the parameters.
    pub fn is_open(&self) -> bool {
        self.params.is_empty() && self.variadic
    }
}

#[derive(Clone, Debug)]
pub struct Field {
    /// None for an anonymous record inside a record.
    pub name: Option<String>,
    pub ty: CType,
    /// The width of a bit-field (0 ends a storage unit).
    pub width: Option<u16>,
    /// It is aligned to at least this many bytes (`aligned`).
    pub aligned: u64,
    /// Declared `const`.
    pub fixed: bool,
    /// Declared `volatile`.
    pub volatile: bool,
}

#[derive(Clone, Debug)]
pub struct Record {
    pub name: String,
    pub is_union: bool,
    /// Attributes give it a layout of its own, which is not known here.
    pub odd_layout: bool,
    /// No member is aligned to more than this many bytes (`packed`, `#pragma pack`).
    pub pack: Option<u64>,
    /// The record is aligned to at least this many bytes (`aligned`).
    pub aligned: u64,
    /// None while the record is only declared.
    pub fields: Option<Vec<Field>>,
}

/// Where the fields of a record lie.
pub struct Arrangement {
    /// In bits from the start.
    pub fields: Vec<u64>,
    pub size: u64,
    pub align: u64,
}

impl CType {
    pub fn as_int(&self) -> Option<CInt> {
        if let CType::Int(i) = self { Some(*i) } else { None }
    }

    pub fn pointer(to: CType) -> CType {
        CType::Pointer(Rc::new(to))
    }

    /// What the innermost arrays are arrays of.
    pub fn innermost(&self) -> &CType {
        let mut ty = self;
        while let CType::Array(of, _) | CType::Variable(of, _) = ty {
            ty = of;
        }
        ty
    }

    /// Arrays and functions as parameters and values become pointers.
    pub fn decay(self) -> CType {
        match self {
            CType::Array(element, _) | CType::Variable(element, _) => CType::Pointer(element),
            function @ CType::Function(_) => CType::pointer(function),
            other => other,
        }
    }
}

/// The records of a program and the sizes of its data model.
pub struct Types {
    pub model: DataModel,
    pub records: Vec<Record>,
}

impl Types {
    pub fn long(&self, signed: bool) -> CInt {
        CInt::new(Rank::Long, if self.model == DataModel::Lp64 { 64 } else { 32 }, signed)
    }

    pub fn long_long(&self, signed: bool) -> CInt {
        CInt::new(Rank::LongLong, 64, signed)
    }

    /// `size_t`.
    pub fn size_type(&self) -> CInt {
        if self.model == DataModel::Lp64 { self.long(false) } else { CInt::UINT }
    }

    pub fn pointer_size(&self) -> u64 {
        if self.model == DataModel::Lp64 { 8 } else { 4 }
    }

    /// How C spells a type in messages.
    pub fn name(&self, ty: &CType) -> String {
        match ty {
            CType::Void => "void".into(),
            CType::Int(i) => i.name(),
            CType::Float(4) => "float".into(),
            CType::Float(8) => "double".into(),
            CType::Float(_) => "long double".into(),
            CType::Pointer(to) => format!("{} *", self.name(to)),
            CType::Array(of, n) => format!("{} [{}]", self.name(of), n.map_or(String::new(), |n| n.to_string())),
            CType::Variable(of, _) => format!("{} [*]", self.name(of)),
            CType::Record(r) => format!("{} {}", if self.records[*r].is_union { "union" } else { "struct" }, self.records[*r].name),
            CType::Function(_) => "function".into(),
            CType::Unknown(what) => what.to_string(),
        }
    }

    /// Size in bytes; none for incomplete types and those that are not understood.
    pub fn size_of(&self, ty: &CType) -> Option<u64> {
        Some(match ty {
            // GNU C: sizeof(void) and sizeof of a function are 1.
            CType::Void | CType::Function(_) => 1,
            CType::Int(i) if i.is_bool() => 1,
            CType::Int(i) if i.rank == Rank::List => {
                if self.model == DataModel::Lp64 {
                    24
                } else {
                    4
                }
            }
            CType::Int(i) if i.is_wide_field() => 8,
            CType::Int(i) => u64::from(i.bits) / 8,
            CType::Float(n) => *n,
            CType::Pointer(_) => self.pointer_size(),
            CType::Array(of, n) => self.size_of(of)?.checked_mul((*n)?)?,
            CType::Record(r) => self.layout(*r)?.0,
            CType::Variable(..) | CType::Unknown(_) => return None,
        })
    }

    pub fn align_of(&self, ty: &CType) -> Option<u64> {
        let ilp32 = self.model == DataModel::Ilp32;
        Some(match ty {
            CType::Array(of, _) | CType::Variable(of, _) => self.align_of(of)?,
            CType::Record(r) => self.layout(*r)?.1,
            CType::Int(i) if i.rank == Rank::List => self.pointer_size(),
            // Inside records the i386 ABI aligns eight-byte scalars to four.
            CType::Int(i) if i.bits == 64 && ilp32 => 4,
            CType::Float(8 | 12) if ilp32 => 4,
            other => self.size_of(other)?,
        })
    }

    /// Size and alignment of a record.
    fn layout(&self, record: RecordId) -> Option<(u64, u64)> {
        self.arrangement(record).map(|a| (a.size, a.align))
    }

    /// Where the fields of a record lie.
    pub fn arrangement(&self, record: RecordId) -> Option<Arrangement> {
        let record = &self.records[record];
        if record.odd_layout {
            return None;
        }
        let (mut bits, mut align, mut largest) = (0u64, record.aligned, 0u64);
        let mut fields = Vec::new();
        for field in record.fields.as_ref()? {
            let size = match &field.ty {
                CType::Array(_, None) => 0,
                ty => self.size_of(ty)?,
            };
            let own = self.align_of(&field.ty)?;
            // Eight bytes may be aligned to four: what counts for a bit-field is how many such units it touches.
            let natural = own * 8;
            let own = record.pack.map_or(own, |n| own.min(n)).max(field.aligned);
            match field.width {
                // How packing and an end of a storage unit go together is not known here.
                Some(0) if record.pack.is_some() => return None,
                Some(0) => {
                    bits = bits.next_multiple_of(natural);
                    fields.push(bits);
                }
                Some(width) => {
                    let touched = (bits % natural + u64::from(width)).div_ceil(natural);
                    if record.pack.is_none() && touched > size * 8 / natural {
                        bits = bits.next_multiple_of(natural);
                    }
                    fields.push(bits);
                    bits += u64::from(width);
                    if field.name.is_some() {
                        align = align.max(own);
                    }
                }
                None => {
                    bits = bits.next_multiple_of(own * 8);
                    fields.push(bits);
                    bits = bits.checked_add(size.checked_mul(8)?)?;
                    align = align.max(own);
                }
            }
            if record.is_union {
                largest = largest.max(bits);
                bits = 0;
            }
        }
        Some(Arrangement { fields, size: bits.max(largest).div_ceil(8).next_multiple_of(align), align })
    }

    /// Whether two types are compatible (C11 6.2.7), as far as qualifiers below the top do not matter.
    pub fn compatible(&self, a: &CType, b: &CType) -> bool {
        match (a, b) {
            (CType::Pointer(a), CType::Pointer(b)) => self.compatible(a, b),
            (CType::Array(a, n), CType::Array(b, m)) => self.compatible(a, b) && (n == m || n.is_none() || m.is_none()),
            (CType::Array(a, _) | CType::Variable(a, _), CType::Array(b, _) | CType::Variable(b, _)) => self.compatible(a, b),
            // Files that are linked each have their own record of this name.
            (CType::Record(a), CType::Record(b)) => a == b || self.records[*a].name == self.records[*b].name,
            (CType::Function(a), CType::Function(b)) => self.compatible_functions(a, b),
            (a, b) => a == b,
        }
    }

    /// Whether the types of two functions are compatible (C11 6.7.6.3p15); what is given without a prototype is looked at in calls.
    pub fn compatible_functions(&self, a: &Signature, b: &Signature) -> bool {
        let params = || {
            let same = a.params.iter().zip(&b.params).all(|((_, a), (_, b))| self.compatible(a, b));
            a.variadic == b.variadic && a.params.len() == b.params.len() && same
        };
        self.compatible(&a.result, &b.result) && (a.is_open() || b.is_open() || params())
    }

    /// The way to a member, through anonymous records where needed: the field numbers and the type.
    pub fn member(&self, record: RecordId, name: &str) -> Option<(Vec<u32>, CType)> {
        for (i, field) in self.records[record].fields.as_ref()?.iter().enumerate() {
            if field.name.as_deref() == Some(name) {
                return Some((vec![i as u32], self.field_type(field)));
            }
            if let (None, CType::Record(inner)) = (&field.name, &field.ty)
                && let Some((rest, ty)) = self.member(*inner, name)
            {
                return Some(([vec![i as u32], rest].concat(), ty));
            }
        }
        None
    }

    /// How a member of a record is aligned there.
    pub fn member_alignment(&self, record: RecordId, name: &str) -> Option<u64> {
        let mut record = record;
        let (way, _) = self.member(record, name)?;
        for (i, field) in way.iter().enumerate() {
            let own = &self.records[record];
            if own.odd_layout {
                return None;
            }
            let field = own.fields.as_ref()?.get(*field as usize)?;
            match &field.ty {
                CType::Record(inner) if i + 1 < way.len() => record = *inner,
                ty => {
                    let natural = self.align_of(ty)?;
                    return Some(own.pack.map_or(natural, |n| natural.min(n)).max(field.aligned));
                }
            }
        }
        None
    }

    /// Whether a member of a record is a bit-field.
    pub fn is_bit_field(&self, record: RecordId, name: &str) -> bool {
        let fields = self.records[record].fields.as_deref().unwrap_or_default();
        fields.iter().any(|f| f.name.as_deref() == Some(name) && f.width.is_some())
    }

    /// The type of a field, narrowed to its width if it is a bit-field.
    pub fn field_type(&self, field: &Field) -> CType {
        match (&field.ty, field.width) {
            (CType::Int(i), Some(width)) if width > 32 && i.bits > 64 => CType::Unknown("bit-field of type __int128".into()),
            (CType::Int(i), Some(width)) if !i.is_bool() => CType::Int(CInt { bits: width, bit_field: true, ..*i }),
            (ty, _) => ty.clone(),
        }
    }
}
