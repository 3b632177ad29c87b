//! The C library's functions on memory: allocators, and copying and filling by bytes.
//!
//! Memory keeps the types it is accessed with, so `memcpy` and its kin work on elements of the type that their arguments
//! point to, not on bytes. A length that is not a number of whole elements is not understood.

use super::address::{Address, NULL};
use super::memory::{Deed, Filling};
use super::place::{Base, Place};
use super::value::{Scalar, Value};
use super::{Lower, Res};
use crate::graph::{Note, Writes};
use crate::types::{CInt, CType};
use base::{BinOp, CmpOp, Expr, Formula, InputKind, Int, LocId, Span};
use lang_c::ast::CallExpression;

/// Copies of at most this many elements are written out.
const UNROLL: u64 = 16;

/// Functions of this file.
const FUNCTIONS: [&str; 14] = [
    "malloc",
    "calloc",
    "realloc",
    "free",
    "alloca",
    "aligned_alloc",
    "memalign",
    "valloc",
    "memcpy",
    "memmove",
    "memset",
    "bzero",
    "cfree",
    "mempcpy",
];

/// What verification tasks call a function that gives bytes any values.
pub const ANY_BYTES: &str = "__VERIFIER_nondet_memory";

pub fn is_allocation(name: &str) -> bool {
    FUNCTIONS.contains(&name.trim_start_matches("__builtin_"))
}

impl Lower<'_> {
    /// The meaning of a function on memory, if it is one.
    pub fn allocation(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<Option<Value>> {
        let name = name.trim_start_matches("__builtin_");
        if !is_allocation(name) {
            return Ok(None);
        }
        // Evaluated from the last to the first, as the arguments of any call.
        let arguments = self.arguments(call, None)?;
        let mut arguments = arguments.into_iter().map(|a| a.unwrap_or(Value::Void));
        let (first, second, third) = (arguments.next(), arguments.next(), arguments.next());
        Ok(Some(match (name, first, second, third) {
            ("malloc" | "valloc", Some(n), None, None) => {
                let n = self.byte_count(n, span)?;
                self.offered_block(name, n, false, span)?
            }
            ("alloca", Some(n), None, None) => {
                let n = self.byte_count(n, span)?;
                Value::Address(self.allocate(n, false, false, span))
            }
            ("aligned_alloc" | "memalign", Some(_), Some(n), None) => {
                let n = self.byte_count(n, span)?;
                self.offered_block(name, n, false, span)?
            }
            ("calloc", Some(a), Some(b), None) => {
                let (a, b) = (self.byte_count(a, span)?, self.byte_count(b, span)?);
                let product = Expr::mul(a.expr.clone(), b.expr.clone());
                let ty = self.types.size_type();
                if let (Some(limit), false) = (self.input_type(ty), self.options.malloc_may_fail) {
                    let too_large = Formula::cmp(CmpOp::Gt, product.clone(), limit.max());
                    self.undetermined(too_large, "calloc of more bytes than there are", span)?;
                }
                let depth = a.depth.max(b.depth) + 1;
                // The product may be larger than its type.
                let n = Scalar { range: None, ..self.scalar(product, ty, depth) };
                self.offered_block(name, n, true, span)?
            }
            ("realloc", Some(p), Some(n), None) => self.reallocate(p, n, span)?,
            ("free" | "cfree", Some(p), None, None) => {
                self.free(p, span)?;
                Value::Void
            }
            ("memcpy" | "memmove" | "mempcpy", Some(to), Some(from), Some(n)) => {
                let n = self.byte_count(n, span)?;
                let n = self.spill(n, span);
                let (to, from) = (self.pinned(to, span)?, self.pinned(from, span)?);
                for pointer in [&to, &from] {
                    self.check_idle_pointer(name, pointer, &n, span)?;
                }
                if name != "memmove" {
                    self.refuse_overlap(name, &to, &from, &n.expr, span)?;
                }
                self.copy_bytes(to.clone(), from, n.clone(), name == "memmove", span)?;
                match name {
                    "mempcpy" => {
                        let address = self.as_address(to, span)?;
                        Value::Address(Address { offset: Expr::add(address.offset.clone(), n.expr), ..address })
                    }
                    _ => to,
                }
            }
            ("memset", Some(to), Some(c), Some(n)) => {
                let (n, c) = (self.byte_count(n, span)?, self.as_int(c, span)?);
                let (n, to) = (self.spill(n, span), self.pinned(to, span)?);
                self.check_idle_pointer(name, &to, &n, span)?;
                self.fill_bytes(to.clone(), c, n, span)?;
                to
            }
            ("bzero", Some(to), Some(n), None) => {
                let n = self.byte_count(n, span)?;
                self.fill_bytes(to, Scalar::constant(Int::ZERO, CInt::INT), n, span)?;
                Value::Void
            }
            _ => return self.unsupported(format!("call of `{name}` with these arguments"), span),
        }))
    }

    fn byte_count(&mut self, value: Value, span: &Span) -> Res<Scalar> {
        let value = self.as_int(value, span)?;
        let ty = self.types.size_type();
        Ok(self.convert(value, ty))
    }

    pub fn pinned(&mut self, pointer: Value, span: &Span) -> Res<Value> {
        Ok(match pointer {
            Value::Pointer(place) => Value::Pointer(self.pin(place, span)),
            Value::Address(a) => Value::Address(self.spill_address(a, span)),
            other => Value::Address(self.as_address(other, span)?),
        })
    }

    /// What a pointer points to, for copying by elements.
    fn element(&self, pointer: &Value) -> Option<CType> {
        let ty = match pointer {
            Value::Pointer(place) => place.ty.innermost(),
            Value::Address(a) => a.to.innermost(),
            _ => return None,
        };
        matches!(ty, CType::Int(_) | CType::Pointer(_) | CType::Record(_)).then(|| ty.clone())
    }

    fn is_char(ty: &CType) -> bool {
        matches!(ty, CType::Int(CInt { bits: 8, .. }))
    }

    /// The type by whose elements memory is copied.
    fn common_element(&self, a: &Value, b: &Value, n: &Scalar) -> CType {
        let char = CType::Int(CInt::UCHAR);
        let whole = |ty: &CType| match (n.expr.as_const(), self.element_size(ty)) {
            (Some(n), Some(size)) if size > 0 => n % &Int::from(size) == Int::ZERO,
            (None, Some(size)) => size > 0,
            _ => false,
        };
        let mut candidates: Vec<CType> = [a, b].into_iter().filter_map(|v| self.element(v)).filter(|t| !Self::is_char(t)).collect();
        candidates.retain(whole);
        match candidates.as_slice() {
            [one] => one.clone(),
            [x, y] if x == y => x.clone(),
            // A record begins with its first member.
            [x, y] if self.element_size(x) > self.element_size(y) => x.clone(),
            [_, y] => y.clone(),
            _ => char,
        }
    }

    /// The element with this index, seen from a pointer to the first one.
    fn element_place(&mut self, pointer: &Value, ty: &CType, index: Expr, span: &Span) -> Res<Place> {
        // A member or a row of an array is where a copy begins; it may go on over the whole object.
        if let Value::Pointer(place) = pointer
            && place.ty == *ty
            && place.fields.is_empty()
            && place.is_plain()
            && matches!(place.base, Base::Object(_))
        {
            let by = self.scalar(index, self.types.long_long(true), 2);
            return self.offset(place.clone(), by, false, span);
        }
        let address = self.as_address(pointer.clone(), span)?;
        let place = Place::at(Address { to: ty.clone(), packed: true, ..address });
        let by = self.scalar(index, self.types.long_long(true), 2);
        self.offset(place, by, false, span)
    }

    /// How many elements of a size a number of bytes is.
    fn element_count(&mut self, n: &Scalar, size: u64, span: &Span) -> Res<Expr> {
        if size == 1 {
            return Ok(n.expr.clone());
        }
        let size = Expr::Const(Int::from(size));
        let part = Formula::cmp(CmpOp::Ne, Expr::bin(BinOp::Rem, n.expr.clone(), size.clone()), 0);
        self.undetermined(part, "length that is not a whole number of elements", span)?;
        Ok(Expr::bin(BinOp::Div, n.expr.clone(), size))
    }

    /// Does something for every index below a count, in rising or falling order.
    fn for_each(&mut self, count: Expr, falling: bool, span: &Span, body: &mut dyn FnMut(&mut Self, Expr) -> Res<()>) -> Res<()> {
        if let Some(n) = count.as_const().and_then(|c| u64::try_from(c).ok()).filter(|n| *n <= UNROLL) {
            for i in 0..n {
                let i = if falling { n - 1 - i } else { i };
                body(self, Expr::Const(Int::from(i)))?;
            }
            return Ok(());
        }
        self.each_index(0.into(), count, falling, span, body)
    }

    fn copy_element(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        let value = self.load(from, span)?;
        match value {
            Value::Record(from) => self.copy_whole(to, &from, span),
            Value::Int(s) => self.store(to, s, span),
            pointer => self.store_address(to, pointer, span),
        }
    }

    fn copy_bytes(&mut self, to: Value, from: Value, n: Scalar, overlapping: bool, span: &Span) -> Res<()> {
        let ty = self.common_element(&to, &from, &n);
        let Some(size) = self.element_size(&ty) else { return self.unsupported("copy of this memory", span) };
        let count = self.element_count(&n, size, span)?;
        let mut one = |lower: &mut Self, i: Expr| {
            let (target, source) = (lower.element_place(&to, &ty, i.clone(), span)?, lower.element_place(&from, &ty, i, span)?);
            lower.writing(Writes::Copies, |lower| lower.copy_element(&target, &source, span))
        };
        if !overlapping {
            return self.for_each(count, false, span, &mut one);
        }
        let (a, b) = (self.as_address(to.clone(), span)?, self.as_address(from.clone(), span)?);
        let behind = Formula::and([Formula::cmp(CmpOp::Eq, a.object, b.object), Formula::cmp(CmpOp::Gt, a.offset, b.offset)]);
        let (start, join) = (self.graph.here, self.graph.loc(Some(span.clone())));
        for (falling, condition) in [(true, behind.clone()), (false, behind.negate())] {
            let case = self.graph.loc(Some(span.clone()));
            self.graph.branch(start, case, condition, Some(span.clone()));
            self.graph.here = case;
            self.for_each(count.clone(), falling, span, &mut one)?;
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(())
    }

    /// Two elements of an array that is sorted are exchanged as what they are, or byte by byte if that is not known, which would take a
    /// pointer to pieces.
    pub fn exchange(&mut self, base: &Value, i: &Scalar, j: &Scalar, size: &Scalar, span: &Span) -> Res<()> {
        let is_whole = |ty: &CType| self.element_size(ty).is_some_and(|n| size.expr.as_const() == Some(&Int::from(n)));
        match self.sorted.clone() {
            Some(ty @ (CType::Int(_) | CType::Pointer(_) | CType::Record(_))) if is_whole(&ty) => {
                self.exchange_at(base, &ty, i.expr.clone(), j.expr.clone(), span)
            }
            _ => {
                let [i, j] = [i, j].map(|at| Expr::mul(at.expr.clone(), size.expr.clone()));
                self.for_each(size.expr.clone(), false, span, &mut |lower, k| {
                    let [i, j] = [&i, &j].map(|at| Expr::add(at.clone(), k.clone()));
                    lower.exchange_at(base, &CType::Int(CInt::CHAR), i, j, span)
                })
            }
        }
    }

    fn exchange_at(&mut self, base: &Value, ty: &CType, i: Expr, j: Expr, span: &Span) -> Res<()> {
        let kept = self.new_object(None, "", "$element", ty, false, self.graph.frame);
        self.begin_object(kept, span);
        let kept = self.whole(kept);
        let (a, b) = (self.element_place(base, ty, i, span)?, self.element_place(base, ty, j, span)?);
        self.writing(Writes::Copies, |lower| {
            lower.copy_element(&kept, &a, span)?;
            lower.copy_element(&a, &b, span)?;
            lower.copy_element(&b, &kept, span)
        })
    }

    fn fill_bytes(&mut self, to: Value, c: Scalar, n: Scalar, span: &Span) -> Res<()> {
        let c = self.convert(c, CInt::UCHAR);
        let (c, n) = (self.spill(c, span), self.spill(n, span));
        let address = self.as_address(to, span)?;
        self.deed(Deed::Fill { object: address.object, offset: address.offset, byte: Filling::Byte(c.expr), count: n.expr }, span);
        Ok(())
    }

    /// `__VERIFIER_nondet_memory(to, n)`: so many bytes get any values.
    pub fn any_bytes(&mut self, name: &str, call: &CallExpression, span: &Span) -> Res<()> {
        let mut arguments = self.arguments(call, None)?.into_iter();
        let (Some(Some(to)), Some(Some(Value::Int(n)))) = (arguments.next(), arguments.next()) else {
            return self.unsupported(format!("call of `{name}` with these arguments"), span);
        };
        let n = self.convert(n, self.types.size_type());
        let n = self.spill(n, span);
        let address = self.as_address(to, span)?;
        self.deed(Deed::Fill { object: address.object, offset: address.offset, byte: Filling::Any(name.into()), count: n.expr }, span);
        Ok(())
    }

    /// Where a call of an allocator goes on that fails, if it may: an input, 0, says that it does. No object is larger than differences of
    /// pointers can be. Without the option every request is met, however large it is. A block without bytes may be a null pointer all the
    /// same, which matters where the program asks whether pointers are null.
    fn failure(&mut self, allocator: &str, n: &Scalar, span: &Span) -> Option<LocId> {
        if self.options.malloc_may_fail {
            let given = self.temporary(CInt::BOOL);
            self.havoc_var(given, CInt::BOOL, true, InputKind::Call(allocator.into()), span);
            let failed = self.unless(Formula::cmp(CmpOp::Ne, given, 0), span);
            let limit = CInt { signed: true, ..self.types.size_type() }.machine().max();
            if n.range.as_ref().is_none_or(|(_, high)| *high > limit) && !self.math() {
                self.graph.assume(Formula::cmp(CmpOp::Le, n.expr.clone(), Expr::Const(limit)), Note::Nothing, span);
            }
            return Some(failed);
        }
        self.premises.insert("allocation never fails".into());
        if n.range.as_ref().is_some_and(|(low, _)| *low > Int::ZERO) {
            return None;
        }
        self.empty_blocks = true;
        if !self.opened.nulls {
            return None;
        }
        let null = self.graph.loc(Some(span.clone()));
        let some = self.unless(Formula::cmp(CmpOp::Eq, n.expr.clone(), 0), span);
        let given = self.temporary(CInt::BOOL);
        let what = format!("whether `{allocator}` gives a block of no bytes");
        self.havoc_var(given, CInt::BOOL, true, InputKind::Open(what.as_str().into()), span);
        self.graph.branch(self.graph.here, null, Formula::cmp(CmpOp::Eq, given, 0), Some(span.clone()));
        self.graph.assume(Formula::cmp(CmpOp::Ne, given, 0), Note::Nothing, span);
        self.graph.arrive(some, span);
        Some(null)
    }

    /// What an allocator returns goes on here: a block, or a null pointer where it failed.
    fn given(&mut self, block: &Address, failed: Option<LocId>, span: &Span) -> Res<()> {
        let (Some(failed), Expr::Var(object)) = (failed, &block.object) else { return Ok(()) };
        let join = self.graph.loc(Some(span.clone()));
        self.graph.jump(join, span);
        self.graph.here = failed;
        self.graph.assign(*object, NULL.into(), span);
        self.may_set_errno(span)?;
        self.graph.arrive(join, span);
        Ok(())
    }

    fn offered_block(&mut self, allocator: &str, n: Scalar, zero: bool, span: &Span) -> Res<Value> {
        let n = self.spill(n, span);
        let failed = self.failure(allocator, &n, span);
        let block = self.allocate(n, zero, true, span);
        self.given(&block, failed, span)?;
        Ok(Value::Address(block))
    }

    /// `realloc`: a new block with what the old one held. Where it fails the old one stays.
    fn reallocate(&mut self, old: Value, n: Value, span: &Span) -> Res<Value> {
        let n = self.byte_count(n, span)?;
        let n = self.spill(n, span);
        let old = self.pinned(old, span)?;
        let address = self.as_address(old.clone(), span)?;
        // Some libraries free the block and return null, others do not; C leaves it open.
        let none = Formula::and([Formula::cmp(CmpOp::Eq, n.expr.clone(), 0), address.is_not_null()]);
        self.undetermined(none, "realloc to no bytes", span)?;
        let failed = self.failure("realloc", &n, span);
        let new = self.allocate(n.clone(), false, true, span);
        let block = Value::Address(Address { to: address.to.clone(), ..new.clone() });
        let join = self.graph.loc(Some(span.clone()));
        let copy = self.graph.loc(Some(span.clone()));
        let there = address.is_not_null();
        self.graph.branch(self.graph.here, join, there.negate(), Some(span.clone()));
        self.graph.branch(self.graph.here, copy, there, Some(span.clone()));
        self.graph.here = copy;
        // Whether it may be freed is asked before its contents are read.
        self.check_free(old.clone(), span)?;
        let ty = self.types.size_type();
        let size = self.temporary(ty);
        self.deed(Deed::Size { object: address.object.clone(), into: size }, span);
        let least = Expr::ite(Formula::cmp(CmpOp::Lt, size, n.expr.clone()), size, n.expr);
        let kept = self.scalar(least, ty, 2);
        let kept = self.spill(kept, span);
        self.copy_bytes(block.clone(), old.clone(), kept, false, span)?;
        self.free(old, span)?;
        self.graph.arrive(join, span);
        self.given(&new, failed, span)?;
        Ok(block)
    }
}
