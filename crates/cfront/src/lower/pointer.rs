//! From arrays to pointers and from pointers to places.

use super::address::Address;
use super::place::{Base, Dim, Index, Place, Within};
use super::value::{Scalar, Value};
use super::variable_length::is_variable;
use super::{Lower, Res};
use crate::types::{Arrangement, CType, RecordId};
use base::{Expr, Int, Span};

impl Lower<'_> {
    /// The layout of a record, unless attributes change it.
    pub fn arrangement(&self, record: RecordId) -> Option<Arrangement> {
        (!self.source.odd_layout).then(|| self.types.arrangement(record)).flatten()
    }

    /// The size of what a pointer steps over.
    pub fn element_size(&self, ty: &CType) -> Option<u64> {
        match ty {
            CType::Record(_) if self.source.odd_layout => None,
            ty => self.types.size_of(ty),
        }
    }

    /// Whether a place is in a packed record, so that it need not be aligned: a pointer to it is asked for its offset where it is followed.
    pub fn is_packed(&self, place: &Place) -> bool {
        let object = match &place.base {
            Base::Memory(address, _) => return address.packed,
            Base::Object(object) => *object,
        };
        let mut ty = self.objects[object].ty.clone();
        for field in &place.fields {
            let CType::Record(r) = *ty.innermost() else { return false };
            if self.types.records[r].pack.is_some() {
                return true;
            }
            let Some(fields) = &self.types.records[r].fields else { return false };
            ty = fields[*field as usize].ty.clone();
        }
        false
    }

    /// Whether a place is a member of a union: a pointer to it is another way to what the union holds than the union itself.
    pub fn is_in_union(&self, place: &Place) -> bool {
        let object = match &place.base {
            Base::Memory(address, _) => return address.in_union,
            Base::Object(object) => *object,
        };
        let mut ty = self.objects[object].ty.clone();
        for field in &place.fields {
            let CType::Record(r) = *ty.innermost() else { return false };
            if self.types.records[r].is_union {
                return true;
            }
            let Some(fields) = &self.types.records[r].fields else { return false };
            ty = fields[*field as usize].ty.clone();
        }
        false
    }

    /// The address of the first element of an array.
    pub fn decay(&mut self, place: &Place, span: &Span) -> Res<Value> {
        let (element, dim) = match &place.ty {
            CType::Array(element, n) => (element, n.map(Dim::Fixed)),
            CType::Variable(element, n) => (element, Some(Dim::Variable(*n))),
            _ => return self.unsupported("array", span),
        };
        let stride = self.stride(element);
        let array = self.spelling(place);
        let is_object = matches!(place.base, Base::Object(_));
        let joined = is_object && is_variable(&place.ty) && !(place.fields.is_empty() && place.indices.is_empty());
        let zero = Some((Int::ZERO, Int::ZERO));
        let index = |dim: Dim| Index { expr: Expr::from(0), dim, is_single: false, range: zero, array, stride, joined };
        let mut indices = place.indices.clone();
        match &place.base {
            Base::Object(object) => {
                let outermost = place.fields.is_empty() && place.indices.is_empty();
                let dim = match dim {
                    Some(dim) => dim,
                    // A flexible array at the end of a record of its own size has no elements.
                    None if !outermost => Dim::Fixed(0),
                    _ => return self.unsupported("array of unknown size", span),
                };
                self.objects[*object].address_taken = true;
                self.take_transient(place, span);
                indices.push(index(dim));
            }
            // The last array of a record may stand for as many elements as its object has room for.
            Base::Memory(..) => match dim {
                Some(Dim::Fixed(0 | 1)) | None => indices.push(index(Dim::Open)),
                Some(dim) => indices.push(index(dim)),
            },
        }
        Ok(Value::Pointer(Place { indices, ty: (**element).clone(), ..place.clone() }))
    }

    pub fn spelling(&self, place: &Place) -> String {
        let Base::Object(object) = place.base else { return "the array".into() };
        let leaf = self.objects[object].leaves.iter().find(|(path, _)| path.starts_with(&place.fields)).map(|(_, l)| l);
        let name = leaf.and_then(|l| self.vars[l.var.index()].source.clone());
        name.map_or_else(|| self.objects[object].name.clone(), |n| n.to_string())
    }

    /// The place that a pointer to `ty` points to.
    pub fn target(&mut self, pointer: Value, span: &Span) -> Res<Place> {
        match pointer {
            Value::Pointer(place) => Ok(place),
            Value::Int(_) | Value::Address(_) | Value::Null => {
                let address = self.as_address(pointer, span)?;
                Ok(Place::at(address))
            }
            _ => self.unsupported("this dereference", span),
        }
    }

    /// A member of a record at a place.
    pub fn member_place(&mut self, base: Place, path: Vec<u32>, ty: CType, span: &Span) -> Res<Place> {
        let mut place = base;
        match &mut place.base {
            Base::Object(_) => place.fields.extend(path),
            Base::Memory(..) => {
                let (mut bits, mut packed, mut in_union) = (0, false, false);
                let mut record = place.ty.clone();
                let outer = || Within { record: place.ty.clone(), before: Expr::from(0), tails: Vec::new() };
                let mut within = place.within.take().unwrap_or_else(outer);
                for field in path {
                    let CType::Record(r) = record else { return self.unsupported("member", span) };
                    let Some(arrangement) = self.arrangement(r) else { return self.unsupported("layout of this record", span) };
                    let own = &self.types.records[r].fields.as_ref().expect("it has a layout")[field as usize];
                    if let Some(size) = self.types.size_of(&own.ty)
                        && self.types.records[r].is_union
                        && size < arrangement.size
                        && own.width.is_none()
                    {
                        let before = Expr::add(within.before.clone(), Expr::Const(Int::from(bits / 8)));
                        within.tails.push((before, size..arrangement.size));
                    }
                    bits += arrangement.fields[field as usize];
                    packed |= self.types.records[r].pack.is_some();
                    in_union |= self.types.records[r].is_union;
                    record = self.types.records[r].fields.as_ref().expect("it has a layout")[field as usize].ty.clone();
                }
                if let Base::Memory(address, bit) = &mut place.base {
                    address.offset = Expr::add(address.offset.clone(), Expr::Const(Int::from(bits / 8)));
                    address.moved |= bits >= 8;
                    address.packed |= packed;
                    address.in_union |= in_union;
                    address.depth += 1;
                    *bit = (bits % 8) as u16;
                }
                within.before = Expr::add(within.before, Expr::Const(Int::from(bits / 8)));
                place.within = Some(within);
            }
        }
        place.ty = ty;
        Ok(place)
    }

    /// Pointer plus integer.
    pub fn offset(&mut self, place: Place, by: Scalar, negative: bool, span: &Span) -> Res<Place> {
        if by.expr.as_const() == Some(&Int::ZERO) {
            return Ok(place);
        }
        let Some(stride) = self.stride(&place.ty) else { return self.unsupported("arithmetic on this pointer", span) };
        let by = self.shallow(by, span);
        let mut place = place;
        if let Base::Memory(address, _) = &mut place.base {
            let bytes = stride.of(by.expr.clone());
            let moved =
                |from: &Expr| if negative { Expr::sub(from.clone(), bytes.clone()) } else { Expr::add(from.clone(), bytes.clone()) };
            address.offset = moved(&address.offset);
            if let Some(within) = &mut place.within {
                within.before = moved(&within.before);
            }
            address.moved = true;
            address.depth = address.depth.max(by.depth) + 2;
            let Some(last) = place.indices.last_mut() else { return Ok(place) };
            Self::move_index(last, &by, negative);
            return Ok(place);
        }
        // The index belongs to the innermost array only if the place is an element of it, not a field of an element.
        let is_element = place.indices.last().is_some() && self.is_element(&place);
        if !is_element {
            let array = self.spelling(&place);
            let range = Some((Int::ZERO, Int::ZERO));
            let stride = Some(stride);
            place.indices.push(Index { expr: Expr::from(0), dim: Dim::Fixed(1), is_single: true, range, array, stride, joined: false });
        }
        Self::move_index(place.indices.last_mut().expect("there is an index"), &by, negative);
        Ok(place)
    }

    fn move_index(index: &mut Index, by: &Scalar, negative: bool) {
        let range = match (&index.range, &by.range) {
            (Some((a, b)), Some((c, d))) if negative => Some((a - d, b - c)),
            (Some((a, b)), Some((c, d))) => Some((a + c, b + d)),
            _ => None,
        };
        let (old, by) = (index.expr.clone(), by.expr.clone());
        index.expr = if negative { Expr::sub(old, by) } else { Expr::add(old, by) };
        index.range = range;
    }

    /// Whether the last step on the way to the place is an array index.
    fn is_element(&self, place: &Place) -> bool {
        if place.indices.last().is_some_and(|i| i.is_single) {
            return true;
        }
        let Base::Object(object) = place.base else { return false };
        // Walk the object's type along the fields; count the arrays that are passed.
        let mut ty = self.objects[object].ty.clone();
        let mut seen = 0;
        let total = place.arrays();
        for (n, field) in place.fields.iter().enumerate() {
            while let CType::Array(of, _) = ty {
                ty = (*of).clone();
                seen += 1;
            }
            let CType::Record(r) = ty else { return false };
            let Some(f) = self.types.records[r].fields.as_ref().and_then(|f| f.get(*field as usize)) else { return false };
            ty = f.ty.clone();
            if n + 1 == place.fields.len() {
                break;
            }
        }
        total > seen
    }

    /// Fixes an address in variables of its own, so that it stays the same when variables change.
    pub fn pin(&mut self, place: Place, span: &Span) -> Place {
        let mut place = place;
        if let Base::Memory(address, bit) = place.base {
            place.base = Base::Memory(self.spill_address(address, span), bit);
        }
        let before = place.within.iter_mut().flat_map(|w| w.tails.iter_mut().map(|(before, _)| before).chain([&mut w.before]));
        for expr in before.chain(place.indices.iter_mut().map(|index| &mut index.expr)) {
            if !Self::is_const(expr) {
                let var = self.temporary(self.types.long_long(true));
                self.graph.assign(var, expr.clone(), span);
                *expr = Expr::Var(var);
            }
        }
        place
    }

    /// Whether a pointer to `ty` may be used as one to `wanted` without changing what it reads.
    pub fn same_target(ty: &CType, wanted: &CType) -> bool {
        match (ty, wanted) {
            (_, CType::Void) => true,
            (CType::Array(a, _), CType::Array(b, _)) if !is_variable(ty) && !is_variable(wanted) => Self::same_target(a, b),
            _ => ty == wanted,
        }
    }

    /// The pointer as one to another type.
    pub fn retype(&mut self, pointer: Value, to: &CType, span: &Span) -> Res<Value> {
        match pointer {
            Value::Pointer(place) if Self::same_target(&place.ty, to) => Ok(Value::Pointer(place)),
            Value::Null => Ok(Value::Null),
            // A pointer of another type is looked at where it is called.
            Value::Function(f)
                if let CType::Function(wanted) = to
                    && self.signature(&f).is_none_or(|own| self.compatible(&own, wanted)) =>
            {
                Ok(Value::Function(f))
            }
            other => {
                let address = self.as_address(other, span)?;
                if !Self::is_const(&address.object) {
                    self.readings.push((address.object.clone(), to.clone()));
                }
                Ok(Value::Address(Address { to: to.clone(), ..address }))
            }
        }
    }
}
