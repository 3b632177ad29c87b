//! Streams of `stdio.h`.
//!
//! A stream that the program opens is a block of one byte, so that whether it is null, or closed, is asked as of any pointer
//! (`deref`). The byte says whether the end of the file was met; only programs that ask for it (`feof`) keep it, because whoever does not
//! cannot tell an end from an error, behind which reading may go on. The three standard streams are objects that are always
//! there. Whoever closes one of these is not followed.

use super::address::Address;
use super::memory::Deed;
use super::value::{Scalar, Value};
use super::{Entity, Lower, Res};
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, Int, Span};

const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];

impl Lower<'_> {
    /// Whether a declaration without a definition is that of a standard stream; if so, the name stands for it.
    pub fn is_standard_stream(&mut self, name: &str, ty: &CType) -> bool {
        let (true, CType::Pointer(to)) = (STANDARD.contains(&name), ty) else { return false };
        if !self.globals.names.contains_key(name) {
            let object = self.new_object(None, "", &format!("${name}"), &CType::Int(CInt::CHAR), true, 0);
            self.standard_streams.insert(object);
            let stream = Value::Address(Address::new(Self::number_of_object(object), 0, to));
            self.globals.names.insert(name.to_owned(), Entity::Bound(stream, ty.clone()));
        }
        true
    }

    fn is_standard(&self, address: &Address) -> bool {
        let object = address.object.as_const().and_then(|n| usize::try_from(n).ok()).and_then(|n| n.checked_sub(1));
        object.is_some_and(|o| self.standard_streams.contains(&o))
    }

    /// Whoever works on a stream needs one that is open.
    pub fn check_stream(&mut self, stream: &Value, span: &Span) -> Res<()> {
        if matches!(stream, Value::Void) {
            return Ok(());
        }
        let address = self.as_address(stream.clone(), span)?;
        if self.is_standard(&address) {
            return Ok(());
        }
        let address = self.spill_address(address, span);
        let elsewhere = self.unless_elsewhere(&address, span);
        self.deed(Deed::Touch { object: address.object, offset: address.offset, count: 1.into(), writes: false }, span);
        if let Some(elsewhere) = elsewhere {
            self.graph.arrive(elsewhere, span);
        }
        Ok(())
    }

    pub fn open_stream(&mut self, span: &Span) -> Address {
        let size = Scalar::constant(Int::ONE, self.types.size_type());
        let (site, block) = self.new_block(size, true, true, span);
        self.streams.insert(site);
        block
    }

    /// A stream that is open ends.
    pub fn close_stream(&mut self, stream: &Value, span: &Span) -> Res<()> {
        let address = self.as_address(stream.clone(), span)?;
        if self.is_standard(&address) {
            return self.unsupported("`fclose` of a standard stream", span);
        }
        let address = self.spill_address(address, span);
        self.check_stream(&Value::Address(address.clone()), span)?;
        let elsewhere = self.unless_elsewhere(&address, span);
        for object in self.standard_streams.clone() {
            let this = Formula::cmp(CmpOp::Eq, address.object.clone(), Self::number_of_object(object));
            self.undetermined(this, "`fclose` of a standard stream", span)?;
        }
        self.deed(Deed::Free { object: address.object, offset: address.offset, lives: false }, span);
        if let Some(elsewhere) = elsewhere {
            self.graph.arrive(elsewhere, span);
        }
        Ok(())
    }

    /// A function has read `c` from a stream: −1 if there was nothing, −2 if it goes back. Whether the end had been met before.
    pub fn met(&mut self, stream: Value, c: Scalar, span: &Span) -> Res<Scalar> {
        if !self.functions.contains_key("__model_over") {
            return Ok(Scalar::constant(Int::ZERO, CInt::INT));
        }
        let over = self.call_model("__model_over", vec![stream, Value::Int(c)], span)?;
        self.as_int(over, span)
    }

    /// The stream that functions read which name none.
    pub fn standard_input(&self) -> Option<Value> {
        match self.globals.names.get("stdin") {
            Some(Entity::Bound(stream, _)) => Some(stream.clone()),
            _ => None,
        }
    }

    /// What is read from a stream is nothing, −1, behind its end.
    pub fn nothing_behind_end(&mut self, stream: Option<Value>, c: &Scalar, read: Expr, span: &Span) -> Res<()> {
        let Some(stream) = stream else { return Ok(()) };
        if !self.functions.contains_key("__model_over") {
            return Ok(());
        }
        let read = self.scalar(read, CInt::INT, 1);
        let over = self.met(stream, read, span)?;
        let goes_on = Formula::or([Formula::cmp(CmpOp::Eq, over.expr, 0), Formula::cmp(CmpOp::Eq, c.expr.clone(), -1)]);
        self.graph.assume(goes_on, crate::graph::Note::Nothing, span);
        Ok(())
    }
}
