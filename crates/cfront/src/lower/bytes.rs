//! Memory byte by byte: numbers are made of bytes, the least significant first, and pointers are kept beside the bytes.
//!
//! Invariant: a byte is part of a pointer exactly if its entry in the third map of [`Raw::pointers`] is not 0.

use super::address::WILD;
use super::broken::BROKEN;
use super::layout::Raw;
use super::resolve::BYTE;
use super::{Lower, Res};
use crate::graph::Writes;
use crate::types::{CInt, Rank};
use base::{BinOp, Check, CmpOp, Expr, Formula, Int, IntType, Span, VarId};

impl Lower<'_> {
    /// The value of a type in bytes from an index on; the least significant byte comes first.
    pub fn compose(&self, bytes: VarId, from: &Expr, ty: CInt, bit: Option<u16>) -> Expr {
        let bit = bit.unwrap_or(0);
        let count = (u64::from(bit) + u64::from(ty.bits)).div_ceil(8);
        let mut sum = Expr::from(0);
        for k in 0..count {
            let byte = Expr::select(bytes, Expr::add(from.clone(), Expr::Const(Int::from(k))));
            sum = Expr::add(sum, Expr::mul(Expr::Const(Int::ONE << (8 * k as usize)), byte));
        }
        let shifted = if bit == 0 { sum } else { Expr::bin(BinOp::Shr, sum, i64::from(bit)) };
        let exact = bit == 0 && u64::from(ty.bits) == count * 8 && !ty.signed;
        if exact { shifted } else { Expr::wrap(ty.machine(), shifted) }
    }

    /// A `_Bool` is the byte 0 or 1; any other is a trap: a failure if that is asked, not understood otherwise. A copy of a record reads no
    /// member of it, but what is copied here is 0 or 1.
    pub fn refuse_no_truth(&mut self, byte: Expr, span: &Span) -> Res<()> {
        let trap = Formula::cmp(CmpOp::Gt, byte, 1);
        let what = "a `_Bool` is neither 0 nor 1";
        if self.graph.writes == Writes::Copies {
            return self.undetermined(trap, "copy of a `_Bool` that is neither 0 nor 1", span);
        }
        if self.options.checks.contains(&Check::Undefined) {
            self.require(vec![(Check::Undefined, trap, what.to_owned())], span);
            return Ok(());
        }
        self.graph.unchecked.insert(Check::Undefined);
        self.undetermined(trap, what, span)
    }

    /// Writes a value into bytes.
    pub fn put_bytes(&mut self, raw: &Raw, from: &Expr, ty: CInt, bit: Option<u16>, value: Expr, span: &Span) {
        let bytes = raw.bytes;
        let from = self.kept(from, span);
        // A truth value is written as a whole byte.
        let ty = if ty.is_bool() && bit.is_none() { CInt { bits: 8, ..ty } } else { ty };
        let bit = bit.unwrap_or(0);
        let count = (u64::from(bit) + u64::from(ty.bits)).div_ceil(8);
        let unsigned = IntType { bits: ty.bits, signed: false };
        let mut word = Expr::wrap(unsigned, value);
        if bit != 0 || u64::from(ty.bits) != count * 8 {
            // The other bits of the bytes stay as they are.
            let whole = CInt::new(Rank::LongLong, count as u16 * 8, false);
            let old = self.compose(bytes, &from, whole, None);
            let kept = self.compose(bytes, &from, CInt { bits: ty.bits, signed: false, ..ty }, Some(bit));
            let scale = Expr::Const(Int::ONE << usize::from(bit));
            word = Expr::add(Expr::sub(old, Expr::mul(scale.clone(), kept)), Expr::mul(scale, word));
        }
        let held = self.temporary(CInt::new(Rank::LongLong, count as u16 * 8, false));
        self.graph.assign(held, word, span);
        let mut map = Expr::Var(bytes);
        for k in 0..count {
            let byte = match count {
                1 => Expr::Var(held),
                _ => Expr::wrap(BYTE, Expr::bin(BinOp::Shr, held, Expr::Const(Int::from(8 * k)))),
            };
            map = Expr::store(map, Expr::add(from.clone(), Expr::Const(Int::from(k))), byte);
        }
        self.graph.assign(bytes, map, span);
        self.mark_parts(raw, &from, count, false, span);
    }

    /// An index in a variable of its own.
    pub fn kept(&mut self, from: &Expr, span: &Span) -> Expr {
        match from {
            Expr::Const(_) | Expr::Var(_) => from.clone(),
            other => {
                let at = self.temporary(self.types.long_long(true));
                self.graph.assign(at, other.clone(), span);
                at.into()
            }
        }
    }

    /// Notes that bytes are those of a pointer, or plain.
    pub fn mark_parts(&mut self, raw: &Raw, from: &Expr, count: u64, is_pointer: bool, span: &Span) {
        let Some((_, _, part)) = raw.pointers else { return };
        let mut map = Expr::Var(part);
        for k in 0..count {
            let place = if is_pointer { k as i64 + 1 } else { 0 };
            map = Expr::store(map, Expr::add(from.clone(), Expr::Const(Int::from(k))), place);
        }
        self.graph.assign(part, map, span);
    }

    /// Writes a pointer among bytes.
    pub fn put_pointer(&mut self, raw: &Raw, from: &Expr, object: Expr, offset: Expr, span: &Span) {
        let Some((objects, offsets, _)) = raw.pointers else { return };
        let from = self.kept(from, span);
        self.graph.assign(objects, Expr::store(objects, from.clone(), object), span);
        self.graph.assign(offsets, Expr::store(offsets, from.clone(), offset), span);
        self.mark_parts(raw, &from, self.types.pointer_size(), true, span);
    }

    /// The pointer that begins at a byte: one that was stored there, or what the bytes make.
    pub fn raw_pointer(&mut self, raw: &Raw, from: &Expr, span: &Span) -> Res<(Expr, Expr)> {
        let size = self.types.pointer_size();
        let number = self.compose(raw.bytes, from, self.pointer_type(), None);
        let Some((objects, offsets, part)) = raw.pointers else {
            return Ok((Expr::ite(Formula::cmp(CmpOp::Eq, number.clone(), 0), 0, WILD), number));
        };
        let is = |k: u64, n: i64| {
            let index = Expr::add(from.clone(), Expr::Const(Int::from(k)));
            Formula::cmp(CmpOp::Eq, Expr::select(part, index), n)
        };
        let stored = Formula::and((0..size).map(|k| is(k, k as i64 + 1)));
        let plain = Formula::and((0..size).map(|k| is(k, 0)));
        let mixed = Formula::and([stored.negate(), plain.negate()]);
        let is_null = match raw.fragile {
            true => {
                let own = (0..size).map(|k| Formula::or([is(k, 0), is(k, k as i64 + 1)]));
                let changed = Formula::or((1..size).map(|k| is(k, 0)));
                let to_object = Formula::cmp(CmpOp::Gt, Expr::select(objects, from.clone()), 0);
                self.break_pointer(mixed, Formula::and(own.chain([changed, to_object])), span)?;
                Formula::and([plain, Formula::cmp(CmpOp::Eq, number.clone(), 0)])
            }
            false => {
                self.undetermined(mixed, BROKEN, span)?;
                Formula::cmp(CmpOp::Eq, number.clone(), 0)
            }
        };
        let made = Expr::ite(is_null, 0, WILD);
        let object = Expr::ite(stored.clone(), Expr::select(objects, from.clone()), made);
        Ok((object, Expr::ite(stored, Expr::select(offsets, from.clone()), number)))
    }

    /// Ends the path where bytes of a pointer are read as numbers.
    pub fn refuse_pointer_bytes(&mut self, raw: &Raw, from: &Expr, count: u64, span: &Span) -> Res<()> {
        let Some((_, _, part)) = raw.pointers else { return Ok(()) };
        let plain = (0..count).map(|k| {
            let index = Expr::add(from.clone(), Expr::Const(Int::from(k)));
            Formula::cmp(CmpOp::Eq, Expr::select(part, index), 0)
        });
        self.undetermined(Formula::and(plain).negate(), "bytes of a pointer read as a number", span)
    }
}
