//! Text that functions of the library read where no model says so: the bytes up to the first that is 0.

use super::address::{Address, ELSEWHERE};
use super::object::Origin;
use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::Note;
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, Span};

impl Lower<'_> {
    /// Reads the text that a pointer points to: every byte of it must be there, or the first ones if no more are wanted than
    /// `most`, which does not count if it is negative. What code elsewhere gave is left to it, and literals end as they should.
    pub fn read_text(&mut self, text: Option<Value>, most: Option<Scalar>, span: &Span) -> Res<()> {
        match &text {
            Some(Value::Address(_) | Value::Null) => {}
            Some(Value::Pointer(place)) if !matches!(place.base, Base::Object(o) if self.objects[o].origin == Origin::Literal) => {}
            _ => return Ok(()),
        }
        let address = self.as_address(text.unwrap_or(Value::Null), span)?;
        let address = self.spill_address(address, span);
        let most = most.map(|most| self.spill(most, span));
        let i = self.temporary(self.types.long_long(true));
        self.graph.assign(i, 0.into(), span);
        let exit = self.unless(Formula::cmp(CmpOp::Ne, address.object.clone(), ELSEWHERE), span);
        let head = self.graph.loc(Some(span.clone()));
        self.graph.arrive(head, span);
        if let Some(most) = &most {
            let all = Formula::and([Formula::cmp(CmpOp::Ge, most.expr.clone(), 0), Formula::cmp(CmpOp::Ge, i, most.expr.clone())]);
            self.graph.branch(self.graph.here, exit, all.clone(), Some(span.clone()));
            self.graph.assume(all.negate(), Note::Nothing, span);
        }
        let offset = Expr::add(address.offset.clone(), i);
        let byte = self.load(&Place::at(Address { offset, to: CType::Int(CInt::CHAR), ..address }), span)?;
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
