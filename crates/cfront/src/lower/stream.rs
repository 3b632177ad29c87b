//! Streams of `stdio.h`.
//!
//! A stream that the program opens is a block of one byte, so that whether it is null, or closed, is asked as of any pointer
//! (`deref`); what is surely none is an alarm of `undefined`, and `free` does not end one. The byte says whether the end of the file was met, and whether there was an error; only programs that ask for it (`feof`, `ferror`)
//! keep it, because whoever does not cannot tell an end from an error, behind which reading may go on. A program that uses `ungetc` has two variables:
//! the stream that has a character pushed back, and the character. Where more than one may be pushed back, or something else than the functions that
//! read one character meets it, the run is in doubt. The three standard streams are objects that are always
//! there. Whoever closes one of these is not followed.

use super::address::Address;
use super::memory::Deed;
use super::value::{Scalar, Value};
use super::{Entity, Lower, Res};
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, InputKind, Int, LocId, Sort, Span, VarId};

const STANDARD: [&str; 3] = ["stdin", "stdout", "stderr"];

/// What `__model_over` is told of an error, and where it may have been anything (`models/stdio.c`).
const ERROR: i64 = -4;
const ANYTHING: i64 = -6;

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
        self.deed(Deed::Touch { object: address.object.clone(), offset: address.offset, count: 1.into(), writes: false }, span);
        self.deed(Deed::Stream { object: address.object }, span);
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
        self.deed(Deed::Free { object: address.object, offset: address.offset, lives: false, stream: true }, span);
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
        self.standard_stream("stdin")
    }

    /// What is read from a stream is nothing, −1, behind its end. What `read` tells of it is −1 for nothing; a scan, which always says so, may
    /// have met the end behind what it found.
    pub fn nothing_behind_end(&mut self, stream: Option<Value>, c: &Scalar, read: Expr, span: &Span) -> Res<()> {
        let Some(stream) = stream else { return Ok(()) };
        let nothing = Formula::cmp(CmpOp::Eq, c.expr.clone(), -1);
        let is_scan = read.as_const().is_some();
        if is_scan {
            self.read_on(&stream, span)?;
        }
        if !self.functions.contains_key("__model_over") {
            return Ok(());
        }
        let told = if is_scan { Expr::ite(nothing.clone(), -1, ANYTHING) } else { read };
        let told = self.scalar(told, CInt::INT, 2);
        let over = self.met(stream, told, span)?;
        let goes_on = Formula::or([Formula::cmp(CmpOp::Eq, over.expr, 0), nothing]);
        self.graph.assume(goes_on, crate::graph::Note::Nothing, span);
        Ok(())
    }

    /// Whether the program asks for errors of streams.
    pub fn asks_errors(&self) -> bool {
        self.functions.get("ferror").is_some_and(|d| d.span.start >= self.source.models_start)
    }

    /// A function that writes may have failed, which its stream then tells.
    pub fn written(&mut self, stream: Value, failed: Formula, span: &Span) -> Res<()> {
        if !matches!(stream, Value::Void) && self.asks_errors() {
            let address = self.as_address(stream, span)?;
            let all = Formula::and([failed.clone(), Formula::cmp(CmpOp::Eq, address.object.clone(), 0)]);
            self.undetermined(all, "error of any stream", span)?;
            let told = self.scalar(Expr::ite(failed, ERROR, 0), CInt::INT, 2);
            self.met(Value::Address(address), told, span)?;
        }
        Ok(())
    }

    /// A standard stream, if the program declares it.
    pub fn standard_stream(&self, name: &str) -> Option<Value> {
        match self.globals.names.get(name) {
            Some(Entity::Bound(stream, _)) => Some(stream.clone()),
            _ => None,
        }
    }

    /// Code elsewhere may do anything to the standard streams.
    pub fn streams_elsewhere(&mut self, name: &str, span: &Span) {
        if self.functions.contains_key("__model_over") {
            for object in self.standard_streams.clone() {
                self.havoc(object, &InputKind::Written(name.into()), span);
            }
        }
        if let Some((at, _)) = self.pushed_variables() {
            let none = self.unless(Formula::cmp(CmpOp::Ne, at, 0), span);
            self.begin_doubt(&format!("`{name}` has no body and may read a character that was pushed back"), span);
            self.graph.assign(at, 0.into(), span);
            self.graph.arrive(none, span);
        }
    }

    /// The stream that has a character pushed back, 0 if none has, and the character; none if the program pushes nothing back.
    fn pushed_variables(&mut self) -> Option<(VarId, VarId)> {
        if !self.functions.contains_key("ungetc") {
            return None;
        }
        if self.pushed.is_none() {
            let at = self.add_var("$pushed.stream".into(), Sort::Int, None, None, None, 0);
            let c = self.add_var("$pushed".into(), Sort::Int, None, None, None, 0);
            self.pushed = Some((at, c));
        }
        self.pushed
    }

    /// A character is pushed back. Says whether that succeeds for sure: one can always be, of more it is not known.
    pub fn push_back(&mut self, stream: &Value, c: Scalar, span: &Span) -> Res<Scalar> {
        let Some((at, pushed)) = self.pushed_variables() else { return self.unsupported("`ungetc`", span) };
        let address = self.as_address(stream.clone(), span)?;
        let address = self.spill_address(address, span);
        let c = self.spill(c, span);
        let sure = self.temporary(CInt::INT);
        let is_first = Formula::and([Formula::cmp(CmpOp::Eq, at, 0), Formula::cmp(CmpOp::Gt, address.object.clone(), 0)]);
        let other = self.unless(is_first, span);
        self.graph.assign(at, address.object, span);
        self.graph.assign(pushed, c.expr, span);
        self.graph.assign(sure, 1.into(), span);
        let join = self.graph.loc(Some(span.clone()));
        self.graph.jump(join, span);
        self.graph.here = other;
        self.begin_doubt("more than one character may be pushed back", span);
        self.graph.assign(at, 0.into(), span);
        self.graph.assign(sure, 0.into(), span);
        self.graph.arrive(join, span);
        Ok(self.scalar(sure.into(), CInt::INT, 0))
    }

    /// One character is to be read: where it was pushed back it is stored, and the path goes on at the location that is returned.
    pub fn pushed_back(&mut self, stream: Option<&Value>, span: &Span) -> Res<Option<(VarId, LocId)>> {
        let (Some((at, pushed)), Some(stream)) = (self.pushed_variables(), stream) else { return Ok(None) };
        let address = self.as_address(stream.clone(), span)?;
        let address = self.spill_address(address, span);
        let read = self.temporary(CInt::INT);
        let join = self.graph.loc(Some(span.clone()));
        let none = self.unless(is_pushed_to(at, &address), span);
        self.graph.assign(read, pushed.into(), span);
        self.graph.assign(at, 0.into(), span);
        self.graph.jump(join, span);
        self.graph.here = none;
        Ok(Some((read, join)))
    }

    /// More than a character is read: where it begins with one that was pushed back, the run is in doubt.
    pub fn read_on(&mut self, stream: &Value, span: &Span) -> Res<()> {
        self.no_more_pushed(stream, true, span)
    }

    /// A stream is at another place: what was pushed back to it is forgotten.
    pub fn forget_pushed(&mut self, stream: &Value, span: &Span) -> Res<()> {
        self.no_more_pushed(stream, false, span)
    }

    fn no_more_pushed(&mut self, stream: &Value, doubtful: bool, span: &Span) -> Res<()> {
        let Some((at, _)) = self.pushed_variables() else { return Ok(()) };
        let address = self.as_address(stream.clone(), span)?;
        let address = self.spill_address(address, span);
        let none = self.unless(is_pushed_to(at, &address), span);
        if doubtful {
            self.begin_doubt("a character that was pushed back is read by a function that reads more", span);
        }
        self.graph.assign(at, 0.into(), span);
        self.graph.arrive(none, span);
        Ok(())
    }
}

fn is_pushed_to(at: VarId, address: &Address) -> Formula {
    Formula::and([Formula::cmp(CmpOp::Ne, at, 0), Formula::cmp(CmpOp::Eq, at, address.object.clone())])
}
