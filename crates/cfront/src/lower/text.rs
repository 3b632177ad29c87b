//! Text that functions of the library read where no model says so: the bytes up to the first that is 0.

use super::address::{Address, ELSEWHERE};
use super::memory::Deed;
use super::object::Origin;
use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, Int, Span};

/// Where a text is read byte by byte.
enum Source {
    /// Part of an array: its index is checked as that of any element.
    Elements(Place),
    Memory(Address),
}

impl Lower<'_> {
    /// Reads the text that a pointer points to: every byte of it must be there, or the first ones if no more are wanted than
    /// `most`, which does not count if it is negative. What code elsewhere gave is left to it.
    pub fn read_text(&mut self, text: Option<Value>, most: Option<Scalar>, span: &Span) -> Res<()> {
        let source = match text {
            None | Some(Value::Void | Value::Record(_)) => return self.unsupported("text that is not understood", span),
            Some(Value::Pointer(place)) if self.is_literal(&place) => return self.read_literal(place, most, span),
            Some(Value::Pointer(place))
                if matches!(place.ty, CType::Int(c) if c.bits == 8)
                    && place.is_plain()
                    && !self.is_packed(&place)
                    && !self.is_in_union(&place) =>
            {
                Source::Elements(self.pin(place, span))
            }
            Some(other @ (Value::Int(_) | Value::Null | Value::Address(_) | Value::Function(_) | Value::Pointer(_))) => {
                let address = self.as_address(other, span)?;
                Source::Memory(self.spill_address(address, span))
            }
        };
        self.read_bytes(source, most, span)
    }

    fn is_literal(&self, place: &Place) -> bool {
        matches!(place.base, Base::Object(o) if self.objects[o].origin == Origin::Literal)
    }

    /// A literal ends with 0, so that a text that begins in it ends in it.
    fn read_literal(&mut self, place: Place, most: Option<Scalar>, span: &Span) -> Res<()> {
        if let Base::Object(o) = place.base
            && let Some(size) = self.types.size_of(&self.objects[o].ty)
        {
            let (offset, _) = self.bytes_before(&place, span)?;
            if offset.as_const().is_some_and(|n| *n >= Int::ZERO && *n < Int::from(size)) {
                return Ok(());
            }
        }
        let address = self.as_address(Value::Pointer(place), span)?;
        let address = self.spill_address(address, span);
        if most.is_some() {
            return self.read_bytes(Source::Memory(address), most, span);
        }
        self.deed(Deed::Touch { object: address.object, offset: address.offset, count: 1.into(), writes: false }, span);
        Ok(())
    }

    fn read_bytes(&mut self, source: Source, most: Option<Scalar>, span: &Span) -> Res<()> {
        let most = most.map(|most| self.spill(most, span));
        let i = self.temporary(self.types.long_long(true));
        self.graph.assign(i, 0.into(), span);
        let exit = match &source {
            Source::Memory(address) => self.unless(Formula::cmp(CmpOp::Ne, address.object.clone(), ELSEWHERE), span),
            Source::Elements(Place { base: Base::Memory(address, _), .. }) => {
                self.unless(Formula::cmp(CmpOp::Ne, address.object.clone(), ELSEWHERE), span)
            }
            Source::Elements(_) => self.graph.loc(Some(span.clone())),
        };
        let head = self.graph.loc(Some(span.clone()));
        self.graph.arrive(head, span);
        if let Some(most) = &most {
            let all = Formula::and([Formula::cmp(CmpOp::Ge, most.expr.clone(), 0), Formula::cmp(CmpOp::Ge, i, most.expr.clone())]);
            self.graph.branch(self.graph.here, exit, all.clone(), Some(span.clone()));
            self.graph.assume(all.negate(), Note::Nothing, span);
        }
        let place = match source {
            Source::Memory(address) => {
                let offset = Expr::add(address.offset.clone(), i);
                Place::at(Address { offset, to: CType::Int(CInt::CHAR), ..address })
            }
            Source::Elements(place) => {
                let index = self.scalar(i.into(), self.types.long_long(true), 0);
                self.offset(place, index, false, span)?
            }
        };
        let byte = self.load(&place, span)?;
        let byte = self.as_int(byte, span)?;
        let end = Formula::cmp(CmpOp::Eq, byte.expr, 0);
        self.graph.branch(self.graph.here, exit, end.clone(), Some(span.clone()));
        self.graph.assume(end.negate(), Note::Nothing, span);
        self.graph.assign(i, Expr::add(i, 1), span);
        self.graph.jump(head, span);
        self.graph.here = exit;
        Ok(())
    }
}
