//! Objects and the variables that hold them.
//!
//! Every scalar leaf of an object is one variable: an integer, or a map if arrays lie on the way to it. Arrays are
//! flattened in row-major order, so `struct { int f[3]; } s[4]` is one map of twelve elements named `s.f`. A pointer is two
//! variables, the number of its object and the offset in bytes (`address`). A leaf knows where in the object it lies, so that
//! `resolve` can find it for an access through a pointer. What a union holds is a leaf of bytes.

use super::Lower;
use crate::graph::Writes;
use crate::types::{CInt, CType, Rank};
use base::{InputKind, Sort, SortedMap, Span, VarId};
use std::ops::Range;

pub type ObjectId = usize;

#[derive(Clone, Debug)]
pub struct Leaf {
    /// The value; the number of the object for a pointer.
    pub var: VarId,
    /// The offset of a pointer.
    pub offset: Option<VarId>,
    pub ty: CInt,
    /// The arrays on the way, outermost first.
    pub dims: Vec<u64>,
    /// The distance of the elements of these arrays, in bytes.
    pub strides: Vec<u64>,
    /// Bytes before the (first) leaf.
    pub at: u64,
    /// The first bit, for a bit-field.
    pub bit: Option<u16>,
    /// The bytes of a union: no member by itself.
    pub raw: bool,
}

impl Leaf {
    pub fn size(&self, pointer: u64) -> u64 {
        match self.ty.rank {
            Rank::Pointer => pointer,
            Rank::Bool => 1,
            _ => u64::from(self.ty.bits).div_ceil(8),
        }
    }
}

/// Where an object comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Declared,
    Literal,
    Function(String),
    /// An argument of the program: its strings, and the array of pointers to them.
    Argument,
    ArgumentVector,
    /// A call of an allocator; `frees` says whether `free` is its counterpart.
    Allocated {
        freed: bool,
    },
}

pub struct Object {
    pub name: String,
    pub ty: CType,
    /// By field numbers on the way. Leaves of types that have no representation are absent.
    pub leaves: SortedMap<Vec<u32>, Leaf>,
    pub is_static: bool,
    /// The variable that holds the length, for a variable-length array.
    pub length: Option<VarId>,
    /// What the program sees of a variable-length array.
    pub shape: Option<CType>,
    /// Code elsewhere may write it: a global with external linkage that is not `const`.
    pub external: bool,
    /// Code elsewhere may read it, and follow its pointers: a constant with external linkage.
    pub seen: bool,
    /// Declared `volatile`, or a part of it is.
    pub volatile: bool,
    /// Volatile and defined elsewhere: it changes at any time.
    pub restless: bool,
    pub address_taken: bool,
    /// Static and declared `const`: nobody may write it.
    pub constant: bool,
    /// Automatic and declared `const`: it has its value from where it is declared, and nobody may change it.
    pub settled: bool,
    /// The bytes of its members that are declared `const`: they have their value from where it is declared.
    pub fixed: Vec<Range<u64>>,
    /// What it starts with is not understood, so nobody may read it.
    pub unknown: bool,
    pub origin: Origin,
    /// The activation it belongs to and the number of blocks around its declaration there.
    pub frame: u32,
    pub depth: usize,
    /// Where it is allocated.
    pub span: Option<Span>,
}

/// Objects with more leaves than this have no representation.
const LEAF_LIMIT: usize = 20_000;

/// A leaf that is found before it has variables.
struct Found {
    path: Vec<u32>,
    suffix: String,
    ty: CInt,
    dims: Vec<u64>,
    strides: Vec<u64>,
    at: u64,
    bit: Option<u16>,
    raw: bool,
}

/// The way to a leaf.
#[derive(Clone, Default)]
struct Way {
    path: Vec<u32>,
    suffix: String,
    dims: Vec<u64>,
    strides: Vec<u64>,
    bits: u64,
}

impl Lower<'_> {
    /// Makes an object; `source` is its name in the program, `prefix` tells activations apart.
    pub fn new_object(&mut self, source: Option<&str>, prefix: &str, fallback: &str, ty: &CType, is_static: bool, frame: u32) -> ObjectId {
        let name = format!("{prefix}{}", source.unwrap_or(fallback));
        let name = if prefix.is_empty() && frame != 0 && self.taken_names.contains_key(&name) {
            format!("{}.{name}", self.frames[frame as usize].function)
        } else {
            name
        };
        let leaves = self.new_leaves(ty, &name, source, frame, false);
        let depth = self.activations.last().map_or(0, |a| a.scopes.len());
        self.objects.push(Object {
            name: source.unwrap_or(fallback).to_owned(),
            ty: ty.clone(),
            leaves,
            is_static,
            length: None,
            shape: None,
            external: false,
            seen: false,
            volatile: false,
            restless: false,
            address_taken: false,
            constant: false,
            settled: false,
            fixed: Vec::new(),
            unknown: false,
            origin: Origin::Declared,
            frame,
            depth,
            span: None,
        });
        let id = self.objects.len() - 1;
        // The program cannot name where a result is returned, so nobody else writes it.
        if fallback != super::call::RETURNED {
            for leaf in self.objects[id].leaves.values() {
                self.owners.insert(leaf.var, id);
                self.owners.extend(leaf.offset.map(|o| (o, id)));
            }
        }
        if let (false, Some(activation)) = (is_static, self.activations.last_mut()) {
            activation.locals.push(id);
        }
        id
    }

    /// The leaves of a type, each with its variables; maps if there are many such objects.
    pub fn new_leaves(&mut self, ty: &CType, name: &str, source: Option<&str>, frame: u32, many: bool) -> SortedMap<Vec<u32>, Leaf> {
        let mut found = Vec::new();
        self.collect_leaves(ty, Way::default(), &mut found);
        let mut leaves = SortedMap::new();
        for leaf in found {
            // A variable-length array counts as one of length 0 here; only the inner dimensions have a weight.
            let len = leaf.dims.iter().try_fold(1u64, |n, d| n.checked_mul(*d)).filter(|n| !leaf.dims.is_empty() && *n > 0);
            let len = len.filter(|_| !many);
            let sort = if leaf.dims.is_empty() && !many { Sort::Int } else { Sort::array() };
            let (is_pointer, suffix) = (leaf.ty.rank == Rank::Pointer, &leaf.suffix);
            // The number of a pointer is not a value that the program knows.
            let spelling = source.filter(|_| !is_pointer && !leaf.raw).map(|s| format!("{s}{suffix}").as_str().into());
            let machine = self.variable_type(leaf.ty);
            let tail = if is_pointer { ".$obj" } else { "" };
            let var = self.add_var(format!("{name}{suffix}{tail}"), sort.clone(), machine, len, spelling, frame);
            let offset = is_pointer.then(|| self.add_var(format!("{name}{suffix}.$off"), sort, None, len, None, frame));
            let Found { path, ty, dims, strides, at, bit, raw, .. } = leaf;
            leaves.insert(path, Leaf { var, offset, ty, dims, strides, at, bit, raw });
        }
        leaves
    }

    fn collect_leaves(&self, ty: &CType, way: Way, found: &mut Vec<Found>) {
        let leaf = |ty: CInt, way: Way, bit: Option<u16>, raw: bool| Found {
            path: way.path,
            suffix: way.suffix,
            ty,
            dims: way.dims,
            strides: way.strides,
            at: way.bits / 8,
            bit,
            raw,
        };
        match ty {
            _ if found.len() >= LEAF_LIMIT => {}
            CType::Int(i) => {
                let bit = i.bit_field.then_some((way.bits % 8) as u16);
                found.push(leaf(*i, way, bit, false));
            }
            CType::Pointer(_) => found.push(leaf(self.pointer_type(), way, None, false)),
            CType::Array(of, n) => {
                let Some(stride) = self.types.size_of(of) else { return };
                let mut way = way;
                way.dims.push(n.unwrap_or(0));
                way.strides.push(stride);
                self.collect_leaves(of, way, found);
            }
            CType::Record(r) if self.types.records[*r].is_union => {
                let Some(size) = self.types.size_of(ty) else { return };
                let mut way = way;
                way.dims.push(size);
                way.strides.push(1);
                way.suffix.push_str(".$bytes");
                found.push(leaf(CInt::UCHAR, way, None, true));
            }
            CType::Record(r) => {
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                // Without a layout the leaves have no place, and nobody gets the object's address.
                let places = self.types.arrangement(*r).map_or_else(|| vec![0; fields.len()], |a| a.fields);
                for (i, field) in fields.iter().enumerate() {
                    if field.width.is_some() && field.name.is_none() {
                        continue;
                    }
                    let mut way = way.clone();
                    way.path.push(i as u32);
                    if let Some(name) = &field.name {
                        way.suffix.push('.');
                        way.suffix.push_str(name);
                    }
                    way.bits += places[i];
                    self.collect_leaves(&self.types.field_type(field), way, found);
                }
            }
            _ => {}
        }
    }

    /// Gives every part of an object any value of its type.
    pub fn havoc(&mut self, object: ObjectId, kind: &InputKind, span: &Span) {
        let leaves: Vec<Leaf> = self.objects[object].leaves.values().cloned().collect();
        for leaf in leaves {
            self.havoc_leaf(&leaf, kind, span);
        }
    }

    /// An object that begins to live holds whatever lies there.
    pub fn leave_unwritten(&mut self, object: ObjectId, span: &Span) {
        self.writing(Writes::Nothing, |lower| lower.havoc(object, &InputKind::Uninitialised, span));
    }

    /// Gives a leaf any value of its type.
    pub fn havoc_leaf(&mut self, leaf: &Leaf, kind: &InputKind, span: &Span) {
        match leaf.offset {
            Some(offset) if leaf.dims.is_empty() => self.havoc_pointer(leaf.var, offset, kind.clone(), span),
            // In maps, an offset without an object is a pointer to nowhere (see `address::OWNER`).
            Some(offset) => {
                if *kind != InputKind::Uninitialised {
                    self.foreign.insert(offset);
                }
                let zeros = self.zeros();
                self.graph.assign(leaf.var, base::Expr::Var(zeros), span);
                let ty = self.input_type(self.pointer_type());
                self.graph.input(offset, ty, kind.clone(), span);
            }
            None => self.havoc_var(leaf.var, leaf.ty, leaf.dims.is_empty(), kind.clone(), span),
        }
    }

    pub fn havoc_var(&mut self, var: VarId, ty: CInt, is_int: bool, kind: InputKind, span: &Span) {
        if ty.rank == Rank::List && is_int {
            // Nobody may read a list that was not started.
            return self.graph.assign(var, base::Expr::from(0), span);
        }
        let machine = self.input_type(ty);
        self.graph.input(var, machine, kind, span);
        if machine.is_none() && !ty.signed && is_int {
            let natural = base::Formula::cmp(base::CmpOp::Ge, var, 0);
            self.graph.assume(natural, crate::graph::Note::Nothing, span);
        }
    }

    /// The number by which pointers know an object.
    pub fn number_of_object(object: ObjectId) -> i64 {
        object as i64 + 1
    }

    /// The object of a function, for pointers to it.
    pub fn function_object(&mut self, name: &str) -> ObjectId {
        let known = self.objects.iter().position(|o| matches!(&o.origin, Origin::Function(f) if f == name));
        known.unwrap_or_else(|| {
            let object = self.new_object(None, "", name, &CType::Void, true, 0);
            self.objects[object].origin = Origin::Function(name.to_owned());
            object
        })
    }
}
