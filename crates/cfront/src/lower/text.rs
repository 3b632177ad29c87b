//! Text that functions of the library read where no model says so: the bytes up to the first that is 0.

use super::address::Address;
use super::place::Place;
use super::value::Value;
use super::{Lower, Res};
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, Span};

impl Lower<'_> {
    /// Reads the text that a pointer points to: every byte of it must be there.
    pub fn read_text(&mut self, pointer: Value, span: &Span) -> Res<()> {
        let address = self.as_address(pointer, span)?;
        let address = self.spill_address(address, span);
        let i = self.temporary(self.types.long_long(true));
        self.graph.assign(i, 0.into(), span);
        let head = self.graph.loc(Some(span.clone()));
        self.graph.arrive(head, span);
        let offset = Expr::add(address.offset.clone(), i);
        let byte = self.load(&Place::at(Address { offset, to: CType::Int(CInt::CHAR), ..address }), span)?;
        let byte = self.as_int(byte, span)?;
        let exit = self.unless(Formula::cmp(CmpOp::Ne, byte.expr, 0), span);
        self.graph.assign(i, Expr::add(i, 1), span);
        self.graph.jump(head, span);
        self.graph.here = exit;
        Ok(())
    }
}
