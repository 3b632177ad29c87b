//! Places: what an lvalue denotes, a part of a known object or what a pointer points to.

use super::address::{Address, OWNER, unmoved};
use super::memory::{Cell, Deed};
use super::object::{Leaf, ObjectId};
use super::value::{Scalar, Value};
use super::variable_length::Stride;
use super::{Lower, Res};
use crate::graph::Writes;
use crate::types::{CInt, CType, Rank};
use base::{Check, CmpOp, Expr, Formula, Int, SortedSet, Span, Stmt, VarId};

/// The number of elements of an array.
#[derive(Clone, Debug)]
pub enum Dim {
    Fixed(u64),
    /// The variable that holds the length of a variable-length array.
    Variable(VarId),
    /// As many as the object around it has room for.
    Open,
}

/// An array index on the way to a place.
#[derive(Clone, Debug)]
pub struct Index {
    pub expr: Expr,
    /// The number of elements of the array.
    pub dim: Dim,
    /// Not an array of the object, but a single object seen as an array of one element.
    pub is_single: bool,
    pub range: Option<(Int, Int)>,
    /// What the program calls the array.
    pub array: String,
    /// The size of an element.
    pub stride: Option<Stride>,
    /// One dimension together with the index before (see `variable_length`).
    pub joined: bool,
}

#[derive(Clone, Debug)]
pub enum Base {
    Object(ObjectId),
    /// What is at this address, from this bit on if it is a bit-field. Fields and indices are part of the offset; indices
    /// are kept beside it for their checks.
    Memory(Address, u16),
}

/// A part of an object. Indices are checked when the place is read or written, not when its address is computed.
#[derive(Clone, Debug)]
pub struct Place {
    pub base: Base,
    pub fields: Vec<u32>,
    pub indices: Vec<Index>,
    pub ty: CType,
    /// The record in memory that it is a member of.
    pub within: Option<Within>,
}

/// Where a member lies in its outermost record.
#[derive(Clone, Debug)]
pub struct Within {
    pub record: CType,
    /// How many bytes of the record lie before the member.
    pub before: Expr,
    /// The unions on the way that have bytes behind the member which leads on: how many bytes of the record lie before them, and those bytes.
    pub tails: Vec<(Expr, std::ops::Range<u64>)>,
}

impl Place {
    /// What a pointer points to.
    pub fn at(address: Address) -> Self {
        let ty = address.to.clone();
        Place { base: Base::Memory(address, 0), fields: Vec::new(), indices: Vec::new(), ty, within: None }
    }

    /// The number of dimensions of the object's arrays that the indices go through.
    pub fn arrays(&self) -> usize {
        self.indices.iter().filter(|i| !i.is_single && !i.joined).count()
    }

    /// Whether a pointer to the place may be known by it. A pointer into an array of arrays walks over all of it, as programs
    /// do; it is checked against the whole object.
    pub fn is_plain(&self) -> bool {
        self.indices.len() <= 1
    }
}

/// Copies of array parts of at most this many elements are unrolled.
const COPY_LIMIT: u64 = 1024;

impl Lower<'_> {
    pub fn whole(&self, object: ObjectId) -> Place {
        Place { base: Base::Object(object), fields: Vec::new(), indices: Vec::new(), ty: self.visible_type(object), within: None }
    }

    /// The type of an object as the program sees it.
    pub fn visible_type(&self, object: ObjectId) -> CType {
        let object = &self.objects[object];
        object.shape.clone().unwrap_or_else(|| object.ty.clone())
    }

    /// Emits the bounds checks of a place.
    pub fn check_bounds(&mut self, place: &Place, span: &Span) {
        for index in place.indices.clone() {
            let below = match &index.range {
                Some((low, _)) if *low >= Int::ZERO => Formula::False,
                _ => Formula::cmp(CmpOp::Lt, index.expr.clone(), 0),
            };
            let (beyond, count) = match (&index.dim, &index.range) {
                (Dim::Open, _) => continue,
                (Dim::Fixed(n), Some((_, high))) if *high < Int::from(*n) => (Formula::False, n.to_string()),
                (Dim::Fixed(n), _) => (Formula::cmp(CmpOp::Ge, index.expr.clone(), Int::from(*n)), n.to_string()),
                (Dim::Variable(n), _) => (Formula::cmp(CmpOp::Ge, index.expr.clone(), *n), "a variable number of".into()),
            };
            let message = format!("index out of bounds of `{}` ({count} element{})", index.array, if count == "1" { "" } else { "s" });
            self.require(vec![(Check::Bounds, Formula::or([below, beyond]), message)], span);
        }
    }

    /// The position in the flattened map that holds a leaf: the place's indices, then `rest` for the inner arrays.
    pub fn position(indices: &[Index], leaf: &Leaf, rest: &[u64]) -> Option<Expr> {
        let mut own: Vec<Expr> = Vec::new();
        for index in indices.iter().filter(|i| !i.is_single) {
            match (own.last_mut(), &index.dim) {
                (Some(outer), Dim::Variable(n)) if index.joined => *outer = Expr::add(Expr::mul(*n, outer.clone()), index.expr.clone()),
                (Some(outer), Dim::Fixed(n)) if index.joined => {
                    *outer = Expr::add(Expr::mul(Expr::Const(Int::from(*n)), outer.clone()), index.expr.clone());
                }
                _ => own.push(index.expr.clone()),
            }
        }
        let all: Vec<Expr> = own.into_iter().chain(rest.iter().map(|r| Expr::Const(Int::from(*r)))).collect();
        if all.len() != leaf.dims.len() || all.is_empty() {
            return None;
        }
        let mut sum = all[0].clone();
        for (index, dim) in all[1..].iter().zip(&leaf.dims[1..]) {
            sum = Expr::add(Expr::mul(Expr::Const(Int::from(*dim)), sum), index.clone());
        }
        Some(sum)
    }

    /// The leaf of an object that a place is.
    pub fn leaf(&self, place: &Place) -> Option<Leaf> {
        let Base::Object(object) = place.base else { return None };
        let leaf = self.objects[object].leaves.get(&place.fields)?;
        let arrays = place.arrays();
        let fits = match &place.ty {
            CType::Int(ty) => leaf.ty == *ty,
            CType::Pointer(_) => leaf.ty.rank == Rank::Pointer,
            _ => false,
        };
        (fits && !leaf.raw && arrays == leaf.dims.len()).then(|| leaf.clone())
    }

    /// The cell of memory that a place without a leaf of its own is.
    pub fn cell(&mut self, place: &Place, ty: CInt, span: &Span) -> Res<Cell> {
        let (address, bit) = match &place.base {
            Base::Memory(address, bit) => (address.clone(), *bit),
            Base::Object(object) => {
                let number = Self::number_of_object(*object);
                let (offset, bit) = self.bytes_before(place, span)?;
                (Address::new(number, offset, &place.ty), bit)
            }
        };
        let name = match &place.base {
            Base::Object(object) => self.objects[*object].name.clone(),
            Base::Memory(..) => String::new(),
        };
        // Members of packed records may lie anywhere, and what has a name lies where it should.
        let align = if address.packed || !name.is_empty() || ty.bit_field { None } else { self.types.align_of(&place.ty) };
        let (object, bit) = (unmoved(address.object), ty.bit_field.then_some(bit));
        let within = match place.within.as_ref().map(|w| &w.record) {
            Some(CType::Record(r)) => Some(*r),
            _ => None,
        };
        Ok(Cell { object, offset: address.offset, ty, bit, name, align: align.unwrap_or(1), in_union: address.in_union, within })
    }

    /// The value of a place.
    pub fn load(&mut self, place: &Place, span: &Span) -> Res<Value> {
        if let Some(value) = self.load_volatile(place, span)? {
            return Ok(value);
        }
        match &place.ty {
            CType::Int(ty) => {
                self.check_bounds(place, span);
                let Some(leaf) = self.leaf(place) else { return self.load_through(place, span) };
                let expr = match Self::position(&place.indices, &leaf, &[]) {
                    Some(position) => Expr::select(leaf.var, position),
                    None => Expr::Var(leaf.var),
                };
                let depth = if leaf.dims.is_empty() { 0 } else { 2 };
                self.uses_place(place, &leaf, &expr, span);
                let value = self.scalar(expr, *ty, depth);
                Ok(Value::Int(value))
            }
            CType::Record(_) => {
                self.check_bounds(place, span);
                Ok(Value::Record(place.clone()))
            }
            CType::Array(..) | CType::Variable(..) => self.decay(place, span),
            CType::Pointer(to) => {
                self.check_bounds(place, span);
                let Some(leaf) = self.leaf(place) else { return self.load_through(place, span) };
                let offset = leaf.offset.expect("it is a pointer");
                let position = Self::position(&place.indices, &leaf, &[]);
                let object = position.as_ref().map_or(Expr::Var(leaf.var), |p| Expr::select(leaf.var, p.clone()));
                self.uses_place(place, &leaf, &object, span);
                Ok(Value::Address(match position {
                    Some(position) => {
                        let (object, offset) = (Expr::select(leaf.var, position.clone()), Expr::select(offset, position));
                        let owner = Expr::App(OWNER.into(), vec![object, offset.clone()]);
                        Address { depth: 3, ..Address::new(owner, offset, to) }
                    }
                    None => Address::new(leaf.var, offset, to),
                }))
            }
            CType::Function(_) => match &place.base {
                Base::Memory(address, _) => Ok(Value::Address(address.clone())),
                Base::Object(_) => self.unsupported("function designator", span),
            },
            other => self.unsupported(format!("value of type {}", self.types.name(other)), span),
        }
    }

    /// The program uses the value of a place that is a leaf.
    fn uses_place(&mut self, place: &Place, leaf: &Leaf, value: &Expr, span: &Span) {
        if let Base::Object(object) = place.base {
            self.uses_leaf(object, leaf, value, span);
        }
    }

    /// The value of a place, read from memory.
    fn load_through(&mut self, place: &Place, span: &Span) -> Res<Value> {
        match &place.ty {
            CType::Int(ty) => {
                let cell = self.cell(place, *ty, span)?;
                let into = self.temporary(*ty);
                self.deed(Deed::Load { cell, into, offset: None }, span);
                let value = self.scalar(into.into(), *ty, 0);
                Ok(Value::Int(value))
            }
            CType::Pointer(to) => {
                let cell = self.cell(place, self.pointer_type(), span)?;
                let (into, offset) = self.pointer_pair();
                self.deed(Deed::Load { cell, into, offset: Some(offset) }, span);
                Ok(Value::Address(Address::new(into, offset, to)))
            }
            other => self.unsupported(format!("value of type {}", self.types.name(other)), span),
        }
    }

    /// Writes a value, already of the place's type, to memory.
    pub fn store_through(&mut self, place: &Place, value: Value, span: &Span) -> Res<()> {
        self.check_bounds(place, span);
        self.check_writable(place, span);
        let (ty, value, offset) = match (&place.ty, value) {
            (CType::Int(ty), Value::Int(s)) => (*ty, s.expr, None),
            (CType::Pointer(_), Value::Address(a)) => (self.pointer_type(), a.object, Some(a.offset)),
            (other, _) => return self.unsupported(format!("assignment to a value of type {}", self.types.name(other)), span),
        };
        let cell = self.cell(place, ty, span)?;
        self.deed(Deed::Store { cell, value, offset }, span);
        self.blur_around(place, span)
    }

    /// The place that a pointer points to; none if the value is no pointer. What `void *` points to is of the type that is said, if one is.
    pub fn place_behind(&mut self, pointer: Option<Value>, of_void: Option<CInt>, span: &Span) -> Res<Option<Place>> {
        Ok(match pointer {
            Some(Value::Pointer(place)) => Some(place),
            Some(value @ (Value::Address(_) | Value::Null)) => {
                let address = self.as_address(value, span)?;
                let to = of_void.filter(|_| address.to == CType::Void).map_or_else(|| address.to.clone(), CType::Int);
                Some(Place::at(Address { to, ..address }))
            }
            _ => None,
        })
    }

    /// Writes an integer that is already of the place's type.
    pub fn store(&mut self, place: &Place, value: Scalar, span: &Span) -> Res<()> {
        let Some(leaf) = self.leaf(place) else { return self.store_through(place, Value::Int(value), span) };
        self.check_bounds(place, span);
        self.check_writable(place, span);
        let var = leaf.var;
        match Self::position(&place.indices, &leaf, &[]) {
            Some(position) => self.graph.assign(var, Expr::store(var, position, value.expr), span),
            None => {
                if !self.redirect_input(&value.expr, var) {
                    self.graph.assign(var, value.expr, span);
                }
            }
        }
        Ok(())
    }

    /// If the value was just read into a temporary by the last edge, that edge reads it into `var` instead.
    fn redirect_input(&mut self, value: &Expr, var: VarId) -> bool {
        let here = self.graph.here;
        let wanted = self.vars[var.index()].ty;
        match (value, self.graph.edges.last_mut()) {
            (Expr::Var(temporary), Some(edge)) if self.temporaries.contains(temporary) && edge.to == here => match &mut edge.stmt {
                Stmt::Input { var: target, .. } if target == temporary && self.vars[temporary.index()].ty == wanted => {
                    *target = var;
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Copies the members of a record; what lies between them is open then.
    pub fn copy(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        self.copy_record(to, from, false, span)
    }

    /// Copies a record with all its bytes.
    pub fn copy_whole(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        self.check_members_writable(to, span);
        self.copy_record(to, from, true, span)
    }

    fn copy_record(&mut self, to: &Place, from: &Place, whole: bool, span: &Span) -> Res<()> {
        if to.ty != from.ty {
            return self.rejected("the two records have different types", span);
        }
        if !self.models.is_empty() && (0..self.types.records.len()).any(|r| self.has_model(r) && self.has_part(&to.ty, r)) {
            return self.unsupported("copy of a record that has a model", span);
        }
        self.check_bounds(from, span);
        self.check_bounds(to, span);
        self.writing(Writes::Copies, |lower| lower.copy_parts(to, from, whole, span))
    }

    fn copy_parts(&mut self, to: &Place, from: &Place, whole: bool, span: &Span) -> Res<()> {
        if let (Base::Object(target), Base::Object(source)) = (&to.base, &from.base) {
            let (target, source) = (*target, *source);
            let plain = |o: usize, p: &Place| self.objects[o].leaves.iter().any(|(path, _)| path.starts_with(&p.fields));
            if plain(target, to) && plain(source, from) && self.same_leaves(target, to, source, from) {
                self.check_writable(to, span);
                self.copy_leaves((target, to), (source, from), span)?;
                return if whole { self.copy_padding(to, from, span) } else { Ok(()) };
            }
        }
        self.copy_cells(to, from, whole, span)
    }

    /// Whether both places have the same leaves below them, by path.
    fn same_leaves(&self, target: ObjectId, to: &Place, source: ObjectId, from: &Place) -> bool {
        let below = |o: ObjectId, p: &Place| -> Vec<(Vec<u32>, bool)> {
            let leaves = self.objects[o].leaves.iter().filter(|(path, _)| path.starts_with(&p.fields));
            leaves.map(|(path, l)| (path[p.fields.len()..].to_vec(), l.raw)).collect()
        };
        below(target, to) == below(source, from)
    }

    /// Copies leaf by leaf. Leaves without representation are left out: no one can read them.
    fn copy_leaves(&mut self, (target, to): (ObjectId, &Place), (source, from): (ObjectId, &Place), span: &Span) -> Res<()> {
        // The record is written leaf by leaf; where the indices read what is written, they are fixed before.
        let written: SortedSet<VarId> = self.objects[target].leaves.values().flat_map(|l| [Some(l.var), l.offset]).flatten().collect();
        let reads = |p: &Place| p.indices.iter().any(|i| !i.expr.vars().is_disjoint(&written));
        let from = &if reads(from) { self.pin(from.clone(), span) } else { from.clone() };
        let to = &if reads(to) { self.pin(to.clone(), span) } else { to.clone() };
        let own = self.objects[source].leaves.iter().filter(|(path, leaf)| path.starts_with(&from.fields) && !leaf.raw);
        let below: Vec<Vec<u32>> = own.map(|(path, _)| path[from.fields.len()..].to_vec()).collect();
        let mut writes = Vec::new();
        for suffix in below {
            let source = &self.objects[source].leaves[&[from.fields.clone(), suffix.clone()].concat()];
            let Some(target) = self.objects[target].leaves.get(&[to.fields.clone(), suffix].concat()) else {
                return self.unsupported("copy of this record", span);
            };
            let arrays = Place::arrays;
            let inner = &source.dims[arrays(from)..];
            let pairs = [(Some(source.var), Some(target.var)), (source.offset, target.offset)];
            for (read, write) in pairs.into_iter().filter_map(|(a, b)| a.zip(b)) {
                if inner.is_empty() {
                    let value = Self::position(&from.indices, source, &[]).map_or(Expr::Var(read), |p| Expr::select(read, p));
                    let value = match Self::position(&to.indices, target, &[]) {
                        Some(position) => Expr::store(write, position, value),
                        None => value,
                    };
                    writes.push((write, value));
                } else if arrays(from) == 0 && arrays(to) == 0 {
                    writes.push((write, Expr::Var(read)));
                } else {
                    let count = inner.iter().fold(1u64, |n, d| n.saturating_mul(*d));
                    if count > COPY_LIMIT {
                        return self.unsupported("copy of a record with a large array", span);
                    }
                    for n in 0..count {
                        let mut rest = Vec::new();
                        let mut left = n;
                        for dim in inner.iter().rev() {
                            rest.insert(0, left % dim);
                            left /= dim;
                        }
                        let (Some(p), Some(q)) = (Self::position(&from.indices, source, &rest), Self::position(&to.indices, target, &rest))
                        else {
                            return self.unsupported("copy of this record", span);
                        };
                        writes.push((write, Expr::store(write, q, Expr::select(read, p))));
                    }
                }
            }
        }
        for (var, value) in writes {
            self.graph.assign(var, value, span);
        }
        self.copy_blobs(to, from, span)
    }

    /// Whether two records certainly share some of their bytes and are not the same (C11 6.5.16.1p3): members of one union do.
    fn overlap_in_part(&mut self, to: &Place, from: &Place, span: &Span) -> Res<bool> {
        let is_one = matches!((&to.base, &from.base), (Base::Object(a), Base::Object(b)) if a == b);
        if !is_one || !to.indices.is_empty() || !from.indices.is_empty() {
            return Ok(false);
        }
        let (at, from_at) = (self.bytes_before(to, span)?.0, self.bytes_before(from, span)?.0);
        let (Some(at), Some(from_at), Some(size)) = (at.as_const(), from_at.as_const(), self.types.size_of(&from.ty)) else {
            return Ok(false);
        };
        let distance = at - from_at;
        Ok(distance != Int::ZERO && distance.clone().max(-distance) < Int::from(size))
    }

    /// A record must not be assigned to a place that shares some of its bytes; what pointers lead to is asked when it is known.
    fn refuse_overlap_in_part(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        let message = "a record is assigned to a place that overlaps it in part".to_owned();
        if self.overlap_in_part(to, from, span)? {
            self.fail(Check::Undefined, message, span);
        } else if self.asks_undefined()
            && [to, from].iter().any(|p| matches!(p.base, Base::Memory(..)))
            && let (Some(a), Some(b)) = (self.extent_of(to, span)?, self.extent_of(from, span)?)
        {
            self.deed(Deed::Apart { sides: [a, b], or_same: true, message }, span);
        }
        Ok(())
    }

    /// Copies what cannot be copied leaf by leaf: every scalar of the record's type, and its unions.
    fn copy_cells(&mut self, to: &Place, from: &Place, whole: bool, span: &Span) -> Res<()> {
        let (from, to) = (&self.pin(from.clone(), span), &self.pin(to.clone(), span));
        if !whole {
            self.refuse_overlap_in_part(to, from, span)?;
        }
        if self.has_tail(&from.ty) {
            // The bytes behind the last member belong to the record.
            let count = Expr::Const(Int::from(self.element_size(&from.ty).unwrap_or(0)));
            for (place, writes) in [(from, false), (to, true)] {
                if let Base::Memory(Address { object, offset, .. }, _) = &place.base {
                    self.deed(Deed::Touch { object: object.clone(), offset: offset.clone(), count: count.clone(), writes }, span);
                }
            }
        }
        let mut paths = Vec::new();
        if !self.scalar_paths(&from.ty, &mut Vec::new(), &mut paths) {
            return self.unsupported(format!("copy of a value of type {}", self.types.name(&from.ty)), span);
        }
        let (paths, blobs): (Vec<_>, Vec<_>) = paths.into_iter().partition(|(_, ty)| matches!(ty, CType::Int(_) | CType::Pointer(_)));
        let parts = |root: &Place| -> Vec<Place> { paths.iter().map(|(path, ty)| self.part_place(root, path, ty)).collect() };
        let (sources, targets) = (parts(from), parts(to));
        // All is read before anything is written: the records may overlap.
        let mut values = Vec::new();
        for part in sources {
            let value = self.load(&part, span)?;
            values.push(match value {
                Value::Int(s) => Value::Int(self.spill(s, span)),
                Value::Address(a) => Value::Address(self.spill_address(a, span)),
                other => other,
            });
        }
        for (part, value) in targets.iter().zip(values) {
            match value {
                Value::Int(s) => self.store(part, s, span)?,
                other => self.store_address(part, other, span)?,
            }
        }
        if !blobs.is_empty() {
            self.copy_blobs(to, from, span)?;
        }
        if whole { self.copy_padding(to, from, span) } else { self.blur(to, span) }
    }

    /// Whether bytes follow the last scalar of a type, so that no member reaches its end.
    fn has_tail(&self, ty: &CType) -> bool {
        match ty {
            CType::Array(of, _) => self.has_tail(of),
            CType::Record(r) if !self.types.records[*r].is_union => {
                let (Some(arrangement), Some(fields)) = (self.arrangement(*r), self.types.records[*r].fields.as_deref()) else {
                    return false;
                };
                let end = |(i, field): (usize, &crate::types::Field)| {
                    let ty = self.types.field_type(field);
                    let bits = match &ty {
                        CType::Int(i) if i.bit_field => u64::from(i.bits),
                        ty => self.element_size(ty).unwrap_or(0) * 8,
                    };
                    (arrangement.fields[i] + bits, self.has_tail(&ty))
                };
                let last = fields.iter().enumerate().filter(|(_, f)| f.width.is_none() || f.name.is_some()).map(end).max();
                last.is_none_or(|(bits, tail)| tail || bits.div_ceil(8) < arrangement.size)
            }
            _ => false,
        }
    }

    /// The scalars of a type, by the way to them, and beside them its unions and floating members, which are no scalars here; not if there are too
    /// many.
    pub fn scalar_paths(&self, ty: &CType, path: &mut super::init::Path, found: &mut Vec<(super::init::Path, CType)>) -> bool {
        use super::init::Step;
        if found.len() as u64 > COPY_LIMIT {
            return false;
        }
        match ty {
            CType::Int(_) | CType::Pointer(_) | CType::Float(_) => found.push((path.clone(), ty.clone())),
            CType::Record(r) if self.types.records[*r].is_union && self.arrangement(*r).is_some() => found.push((path.clone(), ty.clone())),
            CType::Array(of, n) => {
                for i in 0..n.unwrap_or(0).min(COPY_LIMIT + 1) {
                    path.push(Step::Element(i));
                    let fine = self.scalar_paths(of, path, found);
                    path.pop();
                    if !fine {
                        return false;
                    }
                }
            }
            CType::Record(r) if !self.types.records[*r].is_union && self.arrangement(*r).is_some() => {
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                for (i, field) in fields.iter().enumerate().filter(|(_, f)| f.width.is_none() || f.name.is_some()) {
                    path.push(Step::Field(i as u32));
                    let fine = self.scalar_paths(&self.types.field_type(field), path, found);
                    path.pop();
                    if !fine {
                        return false;
                    }
                }
            }
            _ => return false,
        }
        true
    }

    /// The same place as an address.
    pub fn in_memory(&mut self, place: &Place, span: &Span) -> Res<Place> {
        match &place.base {
            Base::Memory(..) => Ok(place.clone()),
            Base::Object(_) => {
                let address = self.as_address(Value::Pointer(place.clone()), span)?;
                Ok(Place::at(address))
            }
        }
    }

    /// The part of a place in memory that begins at this bit.
    pub fn part_at(place: &Place, bits: u64, ty: &CType) -> Place {
        let mut part = place.clone();
        if let Base::Memory(address, bit) = &mut part.base {
            address.offset = Expr::add(address.offset.clone(), Expr::Const(Int::from(bits / 8)));
            *bit = (bits % 8) as u16;
        }
        part.ty = ty.clone();
        part.within = None;
        part
    }
}
