//! Pointers that are known during translation: addresses of places, passed down and indexed but never stored.

use super::place::{Dim, Index, Place};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::types::CType;
use base::{Expr, Int, Span};

impl Lower<'_> {
    /// The address of the first element of an array.
    pub fn decay(&mut self, place: &Place, span: &Span) -> Res<Value> {
        let CType::Array(element, dim) = &place.ty else { return self.unsupported("array", span) };
        let outermost = place.fields.is_empty() && place.indices.is_empty();
        let dim = match (dim, self.objects[place.object].length) {
            (Some(n), _) => Dim::Fixed(*n),
            (None, Some(length)) if outermost => Dim::Variable(length),
            _ => return self.unsupported("array of unknown size", span),
        };
        let array = self.spelling(place);
        let first = Index { expr: Expr::from(0), dim, is_single: false, range: Some((Int::ZERO, Int::ZERO)), array };
        self.objects[place.object].address_taken = true;
        let mut indices = place.indices.clone();
        indices.push(first);
        Ok(Value::Pointer(Place { indices, ty: (**element).clone(), ..place.clone() }))
    }

    fn spelling(&self, place: &Place) -> String {
        let leaf = self.objects[place.object].leaves.iter().find(|(path, _)| path.starts_with(&place.fields)).map(|(_, l)| l);
        let name = leaf.and_then(|l| self.vars[l.var.index()].source.clone());
        name.map_or_else(|| "array".to_owned(), |n| n.to_string())
    }

    /// The place that a pointer points to.
    pub fn target(&mut self, pointer: Value, span: &Span) -> Res<Place> {
        match pointer {
            Value::Pointer(place) => Ok(place),
            Value::Null => self.unsupported("null pointer dereference", span),
            Value::Int(_) => self.unsupported("pointer made from an integer", span),
            Value::Address(_) => self.unsupported("access through a pointer that is kept in a variable", span),
            _ => self.unsupported("this dereference", span),
        }
    }

    /// Pointer plus integer.
    pub fn offset(&mut self, place: Place, by: Scalar, negative: bool, span: &Span) -> Res<Place> {
        if by.expr.as_const() == Some(&Int::ZERO) {
            return Ok(place);
        }
        if self.types.size_of(&place.ty).is_none() {
            return self.unsupported("arithmetic on this pointer", span);
        }
        let by = self.shallow(by, span);
        let mut place = place;
        // The index belongs to the innermost array only if the place is an element of it, not a field of an element.
        let is_element = place.indices.last().is_some() && self.is_element(&place);
        if !is_element {
            let array = self.spelling(&place);
            let zero = Some((Int::ZERO, Int::ZERO));
            place.indices.push(Index { expr: Expr::from(0), dim: Dim::Fixed(1), is_single: true, range: zero, array });
        }
        let last = place.indices.last_mut().expect("there is an index");
        let range = match (&last.range, &by.range) {
            (Some((a, b)), Some((c, d))) if negative => Some((a - d, b - c)),
            (Some((a, b)), Some((c, d))) => Some((a + c, b + d)),
            _ => None,
        };
        last.expr = if negative { Expr::sub(last.expr.clone(), by.expr) } else { Expr::add(last.expr.clone(), by.expr) };
        last.range = range;
        Ok(place)
    }

    /// Whether the last step on the way to the place is an array index.
    fn is_element(&self, place: &Place) -> bool {
        if place.indices.last().is_some_and(|i| i.is_single) {
            return true;
        }
        // Walk the object's type along the fields; count the arrays that are passed.
        let mut ty = self.objects[place.object].ty.clone();
        let mut seen = 0;
        let total = place.indices.len();
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

    /// Fixes the indices of an address in variables of their own, so that it stays the same when variables change.
    pub fn pin(&mut self, place: Place, span: &Span) -> Place {
        let mut place = place;
        for index in &mut place.indices {
            if !Self::is_const(&index.expr) {
                let ty = self.types.long_long(true);
                let var = self.temporary(ty);
                self.graph.assign(var, index.expr.clone(), span);
                index.expr = Expr::Var(var);
            }
        }
        place
    }

    /// Whether a pointer to `ty` may be used as one to `wanted` without changing what it reads.
    pub fn same_target(ty: &CType, wanted: &CType) -> bool {
        match (ty, wanted) {
            (_, CType::Void) => true,
            (CType::Array(a, _), CType::Array(b, _)) => Self::same_target(a, b),
            _ => ty == wanted,
        }
    }
}
