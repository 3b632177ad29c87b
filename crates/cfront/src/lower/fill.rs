//! `memset`: a range of bytes of an object gets one value, or any values.
//!
//! The object's view says which cells lie in the range; each gets the value whose bytes are all the same, or any of its type. A cell that lies in
//! the range only in part is not understood.

use super::access::Target;
use super::layout::{Block, KEY, Raw, View};
use super::memory::Filling;
use super::object::Leaf;
use super::resolve::Resolver;
use super::{Lower, Res};
use crate::types::{CInt, Rank};
use base::{BinOp, CmpOp, Expr, Formula, InputKind, Int, Span, VarId};

/// A cell, or an array of cells, of one object.
struct Row {
    var: VarId,
    offset: Option<VarId>,
    ty: CInt,
    at: u64,
    /// The first bit, for a bit-field.
    bit: u16,
    /// The distance of the elements and their number, if it is an array.
    array: Option<(u64, Option<u64>)>,
    /// What is added to the index.
    key: Option<Expr>,
}

impl Row {
    /// The bytes that the value lies in.
    fn bytes(&self) -> u64 {
        (u64::from(self.bit) + u64::from(self.ty.bits)).div_ceil(8)
    }
}

const PARTLY: &str = "memset of a part of a value";

impl Lower<'_> {
    /// Fills the range at each object that it may be in.
    pub fn fill_range(&mut self, object: &Expr, offset: &Expr, byte: &Filling, count: &Expr, r: &Resolver, span: &Span) -> Res<()> {
        let numbers = r.points_to.objects(object);
        let join = self.unless(Formula::cmp(CmpOp::Gt, count.clone(), 0), span);
        self.refuse_nowhere(&numbers, object, span)?;
        let targets = self.targets(&numbers, r);
        self.at_each((object, &targets), true, join, r, span, &mut |lower, target| {
            lower.check_range(target, object, offset, count, true, r, span);
            lower.fill_target(target, (object, offset, byte, count), r, span)
        })
    }

    fn fill_target(
        &mut self,
        target: &Target,
        (object, offset, byte, count): (&Expr, &Expr, &Filling, &Expr),
        r: &Resolver,
        span: &Span,
    ) -> Res<()> {
        let end = Expr::add(offset.clone(), count.clone());
        let size = self.target_size(target, object, r);
        let whole = size.as_ref().is_some_and(|w| w == count) && offset.as_const() == Some(&Int::ZERO);
        let single = matches!(target, Target::Single(_));
        for row in self.rows(target, object, r) {
            let is_zero = matches!(byte, Filling::Byte(byte) if byte.as_const() == Some(&Int::ZERO));
            if row.offset.is_some_and(|o| o != row.var) && !is_zero {
                return self.unsupported("memset of a pointer", span);
            }
            if let (true, Filling::Byte(byte)) = (row.ty.is_bool() && !row.ty.bit_field, byte) {
                self.undetermined(Formula::cmp(CmpOp::Gt, byte.clone(), 1), "a `_Bool` filled with a byte that is neither 0 nor 1", span)?;
            }
            match row.array {
                // No byte is part of a pointer afterwards.
                Some(_)
                    if whole
                        && single
                        && row.offset.is_none()
                        && let Filling::Any(name) = byte =>
                {
                    self.havoc_var(row.var, row.ty, false, InputKind::Written(name.clone()), span);
                }
                Some(_) if whole && single && is_zero => {
                    let zeros = self.zeros();
                    for var in [Some(row.var), row.offset].into_iter().flatten() {
                        self.graph.assign(var, Expr::Var(zeros), span);
                    }
                }
                Some((step, n)) => self.fill_array(&row, step, n, (offset, byte, &end), size.as_ref(), span)?,
                None => self.fill_scalar(&row, (offset, byte, &end), span)?,
            }
        }
        Ok(())
    }

    fn rows(&self, target: &Target, object: &Expr, r: &Resolver) -> Vec<Row> {
        let byte = CInt::UCHAR;
        let row =
            |var: VarId, key: &Option<Expr>| Row { var, offset: None, ty: byte, at: 0, bit: 0, array: Some((1, None)), key: key.clone() };
        let bytes = |raw: Raw, key: Option<Expr>| -> Vec<Row> {
            // No byte is part of a pointer afterwards.
            let part = raw.pointers.map(|(_, _, part)| Row { offset: Some(part), ..row(part, &key) });
            [Some(row(raw.bytes, &key)), part].into_iter().flatten().collect()
        };
        // A union that is kept as bytes is filled with what stands beside them.
        let of_leaf = |leaf: &Leaf, key: &Option<Expr>| -> Vec<Row> {
            let own = Row { key: key.clone(), ..Self::leaf_row(leaf) };
            let part = r.layout.unions.get(&leaf.var).and_then(|o| o.raw).and_then(|raw| raw.pointers).map(|(_, _, part)| part);
            let beside = part.map(|part| Row { var: part, offset: Some(part), key: key.clone(), ..Self::leaf_row(leaf) });
            [Some(own), beside].into_iter().flatten().collect()
        };
        let of_block = |block: &Block, key: Option<Expr>| -> Vec<Row> {
            if let Some(raw) = block.bytes {
                return bytes(raw, key);
            }
            block.leaves.iter().flat_map(|l| of_leaf(l, &key)).collect()
        };
        match target {
            Target::Shared(b) => of_block(&r.layout.blocks[*b], Some(object.clone())),
            Target::Single(o) => match r.layout.views.get(o) {
                Some(View::Block(b)) => of_block(&r.layout.blocks[*b], None),
                Some(View::Bytes(raw)) => bytes(*raw, None),
                _ => self.leaves_in_use(*o, r).iter().flat_map(|l| of_leaf(l, &None)).collect(),
            },
        }
    }

    fn leaf_row(leaf: &Leaf) -> Row {
        let contiguous = leaf.dims.windows(2).zip(leaf.strides.windows(2)).all(|(d, s)| s[0] == d[1] * s[1]);
        let count = leaf.dims.iter().product();
        let array = match leaf.strides.last() {
            Some(stride) if contiguous => Some((*stride, (count > 0).then_some(count))),
            // An impossible step: nobody can fill such a row.
            Some(_) => Some((0, None)),
            None => None,
        };
        Row { var: leaf.var, offset: leaf.offset, ty: leaf.ty, at: leaf.at, bit: leaf.bit.unwrap_or(0), array, key: None }
    }

    /// The bytes that a value of the row takes.
    fn row_width(&self, row: &Row) -> u64 {
        if row.ty.rank == Rank::Pointer { self.types.pointer_size() } else { row.bytes() }
    }

    /// The value of a type with all bytes equal.
    fn repeated(&self, byte: &Expr, row: &Row) -> Expr {
        let ty = row.ty;
        let ones = (0..row.bytes()).fold(Int::ZERO, |n, _| n * Int::from(256) + Int::ONE);
        let word = Expr::mul(Expr::Const(ones), byte.clone());
        let word = if row.bit == 0 { word } else { Expr::bin(BinOp::Shr, word, i64::from(row.bit)) };
        if ty.is_bool() && !ty.bit_field {
            Expr::ite(Formula::cmp(CmpOp::Ne, byte.clone(), 0), 1, 0)
        } else {
            Expr::wrap(ty.machine(), word)
        }
    }

    fn row_values(&mut self, row: &Row, byte: &Filling, span: &Span) -> Vec<(VarId, Expr)> {
        match (row.offset, byte) {
            (Some(offset), _) => vec![(row.var, 0.into()), (offset, 0.into())],
            (None, Filling::Byte(byte)) => vec![(row.var, self.repeated(byte, row))],
            (None, Filling::Any(name)) => {
                let any = self.temporary(row.ty);
                self.havoc_var(any, row.ty, true, InputKind::Written(name.clone()), span);
                vec![(row.var, any.into())]
            }
        }
    }

    fn fill_scalar(&mut self, row: &Row, (offset, byte, end): (&Expr, &Filling, &Expr), span: &Span) -> Res<()> {
        let size = self.row_width(row);
        let (from, to) = (Expr::Const(Int::from(row.at)), Expr::Const(Int::from(row.at + size)));
        let inside =
            Formula::and([Formula::cmp(CmpOp::Le, offset.clone(), from.clone()), Formula::cmp(CmpOp::Ge, end.clone(), to.clone())]);
        let apart = Formula::or([Formula::cmp(CmpOp::Ge, offset.clone(), to), Formula::cmp(CmpOp::Le, end.clone(), from)]);
        self.undetermined(Formula::and([inside.negate(), apart.negate()]), PARTLY, span)?;
        let join = self.unless(inside, span);
        for (var, value) in self.row_values(row, byte, span) {
            let value = match &row.key {
                Some(key) => Expr::store(var, key.clone(), value),
                None => value,
            };
            self.graph.assign(var, value, span);
        }
        self.graph.arrive(join, span);
        Ok(())
    }

    /// Fills the elements that lie in the range. None may be cut by it, except where the object ends: a part of an element that
    /// is all there is cannot be accessed.
    fn fill_array(
        &mut self,
        row: &Row,
        step: u64,
        n: Option<u64>,
        (offset, byte, end): (&Expr, &Filling, &Expr),
        size: Option<&Expr>,
        span: &Span,
    ) -> Res<()> {
        let width = self.row_width(row);
        if step < width {
            return self.unsupported(PARTLY, span);
        }
        let number = |n: u64| Expr::Const(Int::from(n));
        // Seen from the first element.
        let relative = |e: &Expr| Expr::sub(e.clone(), number(row.at));
        let (start, stop) = (relative(offset), relative(end));
        let cut = |at: &Expr| {
            let into = Expr::bin(BinOp::Rem, at.clone(), number(step));
            let inside = [Formula::cmp(CmpOp::Gt, into.clone(), 0), Formula::cmp(CmpOp::Lt, into, number(width))];
            let before_the_last = n.map_or(Formula::True, |n| Formula::cmp(CmpOp::Lt, at.clone(), number(n * step)));
            Formula::and(inside.into_iter().chain([Formula::cmp(CmpOp::Gt, at.clone(), 0), before_the_last]))
        };
        if width > 1 {
            let goes_on = size.map_or(Formula::True, |size| Formula::cmp(CmpOp::Ne, end.clone(), size.clone()));
            self.undetermined(Formula::or([cut(&start), Formula::and([cut(&stop), goes_on])]), PARTLY, span)?;
        }
        let last = self.temporary(self.types.long_long(true));
        // How many elements begin below a place, or end there at the latest.
        let up_to = |at: &Expr, more: u64| {
            let whole = Expr::bin(BinOp::Div, Expr::add(at.clone(), number(more)), number(step));
            Expr::ite(Formula::cmp(CmpOp::Le, at.clone(), 0), 0, whole)
        };
        let first = up_to(&start, step - 1);
        let stop = up_to(&stop, step - width);
        let stop = match n {
            Some(n) => Expr::ite(Formula::cmp(CmpOp::Gt, stop.clone(), number(n)), number(n), stop),
            None => stop,
        };
        self.graph.assign(last, stop, span);
        self.each_index(first, last.into(), false, span, &mut |lower, i| {
            let index = match &row.key {
                Some(key) => Expr::add(Expr::mul(Expr::from(KEY), key.clone()), i),
                None => i,
            };
            for (var, value) in lower.row_values(row, byte, span) {
                lower.graph.assign(var, Expr::store(var, index.clone(), value), span);
            }
            Ok(())
        })
    }
}
