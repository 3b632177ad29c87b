//! The variables that an access finds in an object, by the layout of its view.

use super::access::Target;
use super::layout::{KEY, Raw, View};
use super::memory::Cell;
use super::object::Leaf;
use super::points_to::{Residue, leaf_residue};
use super::resolve::{BYTE, Resolver};
use super::unwritten::PutByte;
use super::{Lower, Res};
use crate::graph::Writes;
use crate::types::{CInt, CType, Rank};
use base::{BinOp, CmpOp, Expr, Formula, Int, SortedSet, Span, VarId};

/// What a cell is in the automaton.
pub enum Slot {
    /// A variable, or an element of a map; two for a pointer.
    Scalar { var: VarId, offset: Option<VarId>, index: Option<Expr>, ty: CInt, stranger: Option<i64> },
    /// One byte of a number.
    Part { var: VarId, index: Option<Expr>, ty: CInt, byte: Expr },
    /// Bytes of a map from this index on.
    Bytes { raw: Raw, from: Expr },
}

impl Lower<'_> {
    /// Where the element with this flattened index lies.
    pub fn element_offset(leaf: &Leaf, index: &Expr) -> Expr {
        let mut sum = Expr::Const(Int::from(leaf.at));
        let mut rest = index.clone();
        for (n, (dim, stride)) in leaf.dims.iter().zip(&leaf.strides).enumerate().rev() {
            let scale = Expr::Const(Int::from(*stride));
            if n == 0 || *dim == 0 {
                sum = Expr::add(sum, Expr::mul(scale, rest.clone()));
                break;
            }
            let dim = Expr::Const(Int::from(*dim));
            sum = Expr::add(sum, Expr::mul(scale, Expr::bin(BinOp::Rem, rest.clone(), dim.clone())));
            rest = Expr::bin(BinOp::Div, rest, dim);
        }
        sum
    }

    /// The cells at which an access may lie, each with its condition, and whether there is always one.
    pub fn slots(&self, target: &Target, cell: &Cell, object: &Expr, residue: Residue, r: &Resolver) -> (Vec<(Formula, Slot)>, bool) {
        let bytes = |raw: Raw, from: Expr| (vec![(Formula::True, Slot::Bytes { raw, from })], true);
        match target {
            Target::Shared(b) => {
                let block = &r.layout.blocks[*b];
                if let Some(map) = block.bytes {
                    return bytes(map, Expr::add(Expr::mul(Expr::from(KEY), object.clone()), cell.offset.clone()));
                }
                let extent = block.step.or(block.constant_size);
                self.leaf_slots(&block.leaves, extent, block.step.is_some(), Some(object), &|l| block.is_open(l), cell, residue, r)
            }
            Target::Single(o) if self.objects[*o].unknown => (Vec::new(), false),
            Target::Single(o) => match r.layout.views.get(o) {
                Some(View::Block(b)) => {
                    let block = &r.layout.blocks[*b];
                    if let Some(map) = block.bytes {
                        return bytes(map, cell.offset.clone());
                    }
                    let extent = block.step.or(block.constant_size);
                    self.leaf_slots(&block.leaves, extent, block.step.is_some(), None, &|l| block.is_open(l), cell, residue, r)
                }
                Some(View::Bytes(map)) => bytes(*map, cell.offset.clone()),
                _ => {
                    let leaves = self.leaves_in_use(*o, r);
                    let (extent, repeats) = match &self.objects[*o].ty {
                        CType::Array(of, None) => (self.types.size_of(of), true),
                        ty => (self.types.size_of(ty), false),
                    };
                    self.leaf_slots(&leaves, extent, repeats, None, &|_| false, cell, residue, r)
                }
            },
        }
    }

    /// The leaves that an access may find: itself, or a number of which it is a byte. `extent` is the size of what they make
    /// up, which `repeats` without end or is there once.
    #[allow(clippy::too_many_arguments)]
    pub fn leaf_slots(
        &self,
        leaves: &[Leaf],
        extent: Option<u64>,
        repeats: bool,
        key: Option<&Expr>,
        open: &dyn Fn(&Leaf) -> bool,
        cell: &Cell,
        residue: Residue,
        r: &Resolver,
    ) -> (Vec<(Formula, Slot)>, bool) {
        let is_pointer = cell.ty.rank == Rank::Pointer;
        let keyed = |index: Option<Expr>| Self::keyed_index(key, index);
        let mut found = Vec::new();
        let mut used: Vec<(&Leaf, u64)> = Vec::new();
        for leaf in leaves {
            if let Some(raw) = r.layout.unions.get(&leaf.var).and_then(|o| o.raw).filter(|_| leaf.raw) {
                let size = self.cell_size(cell);
                let (here, index, inside) = Self::within_union(leaf, &cell.offset, size);
                let (place, length) = super::overlay::extent(leaf);
                if here != Formula::False && place.touches(length, residue, i128::from(size)) && self.is_among_bytes(leaf, cell, residue, r)
                {
                    let whole = Expr::Const(Int::from(leaf.dims[leaf.dims.len() - 1]));
                    let byte = index.map_or(inside.clone(), |i| Expr::add(Expr::mul(whole, i), inside));
                    let from = keyed(Some(byte)).unwrap_or_else(|| 0.into());
                    found.push((here, Slot::Bytes { raw, from }));
                    used.push((leaf, 1));
                }
                continue;
            }
            let distance = Expr::sub(cell.offset.clone(), Expr::Const(Int::from(leaf.at)));
            let same = leaf.bit == cell.bit && leaf.offset.is_some() == is_pointer && leaf.ty.bits == cell.ty.bits && !leaf.raw;
            let width = u64::from(leaf.ty.bits) / 8;
            if same && leaf_residue(leaf).meets(residue) {
                let (here, index) = Self::leaf_index(leaf, &distance, 1);
                let maybe = leaf.offset.map(Expr::Var).filter(|o| r.points_to.is_open(o)).map(|o| r.points_to.stranger(&o));
                let stranger = maybe.or(open(leaf).then_some(super::address::WILD));
                if here != Formula::False {
                    found.push((here, Slot::Scalar { var: leaf.var, offset: leaf.offset, index: keyed(index), ty: leaf.ty, stranger }));
                    used.push((leaf, 1));
                }
                continue;
            }
            let is_byte = cell.ty.bits == 8 && cell.bit.is_none() && !is_pointer;
            let is_number = leaf.offset.is_none() && leaf.bit.is_none() && !leaf.raw && leaf.ty.bits % 8 == 0 && width > 1;
            if is_byte && is_number && leaf_residue(leaf).touches(i128::from(width), residue, 1) {
                let (here, index) = Self::leaf_index(leaf, &distance, width);
                let start = index.clone().map_or(Expr::Const(Int::from(leaf.at)), |i| Self::element_offset(leaf, &i));
                if here != Formula::False {
                    let byte = Expr::sub(cell.offset.clone(), start);
                    found.push((here, Slot::Part { var: leaf.var, index: keyed(index), ty: leaf.ty, byte }));
                    used.push((leaf, width));
                }
            }
        }
        let covered = extent.is_some_and(|n| Self::covers(&used, i128::from(n), repeats, residue));
        (found, covered)
    }

    /// Whether an access at this residue may lie in a part of a union that is kept as bytes.
    fn is_among_bytes(&self, leaf: &Leaf, cell: &Cell, residue: Residue, r: &Resolver) -> bool {
        let Some(overlay) = r.layout.unions.get(&leaf.var) else { return false };
        // Bit-fields may share a byte.
        let is_cell = |l: &Leaf| l.bit == cell.bit && l.ty.bits == cell.ty.bits && leaf_residue(l).meets(residue);
        if cell.bit.is_some() && overlay.cells.iter().any(is_cell) {
            return false;
        }
        let size = self.cell_size(cell);
        let (place, _) = super::overlay::extent(leaf);
        let kept = |k: &std::ops::Range<u64>| {
            let part = Residue::new(place.at + i128::from(k.start), place.step);
            part.touches(i128::from(k.end - k.start), residue, i128::from(size))
        };
        overlay.kept.iter().any(kept)
    }

    /// Whether every offset of the residue inside the extent is found by one of the leaves.
    pub fn covers(leaves: &[(&Leaf, u64)], extent: i128, repeats: bool, residue: Residue) -> bool {
        // One array without end.
        if let [(leaf, _)] = leaves
            && leaf.at == 0
            && leaf.dims.len() == 1
            && (residue.step % i128::from(leaf.strides[0]), residue.at % i128::from(leaf.strides[0])) == (0, 0)
            && (repeats || extent == i128::from(leaf.dims[0]) * i128::from(leaf.strides[0]))
        {
            return true;
        }
        let step = match (repeats, residue.step) {
            (true, 0) => extent,
            (true, step) => super::points_to::gcd(step, extent),
            (false, step) => step,
        };
        let mut at = if repeats && extent > 0 { residue.at.rem_euclid(step) } else { residue.at };
        if extent > 65_536 {
            return false;
        }
        while at < extent {
            if !leaves.iter().any(|(l, width)| Self::leaf_is_at(l, at, *width, repeats)) {
                return false;
            }
            if step == 0 {
                break;
            }
            at += step;
        }
        true
    }

    pub fn leaf_is_at(leaf: &Leaf, at: i128, width: u64, repeats: bool) -> bool {
        let mut rest = at - i128::from(leaf.at);
        if rest < 0 {
            return false;
        }
        for (n, (dim, stride)) in leaf.dims.iter().zip(&leaf.strides).enumerate() {
            let (dim, stride) = (i128::from(*dim), i128::from(*stride));
            if stride == 0 || (!(repeats && n == 0) && rest / stride >= dim) {
                return false;
            }
            rest %= stride;
        }
        rest < i128::from(width)
    }

    /// The flattened index of the element at a distance from the first one, and when there is one whose first `width` bytes
    /// the distance leads to.
    pub fn leaf_index(leaf: &Leaf, distance: &Expr, width: u64) -> (Formula, Option<Expr>) {
        let within = |rest: &Expr| match width {
            1 => Formula::cmp(CmpOp::Eq, rest.clone(), 0),
            width => Formula::and([
                Formula::cmp(CmpOp::Ge, rest.clone(), 0),
                Formula::cmp(CmpOp::Lt, rest.clone(), Expr::Const(Int::from(width))),
            ]),
        };
        if leaf.dims.is_empty() {
            return (within(distance), None);
        }
        // Arrays of arrays without gaps are one array.
        let mut dims: Vec<(u64, u64)> = Vec::new();
        for (dim, stride) in leaf.dims.iter().zip(&leaf.strides) {
            match dims.last_mut() {
                Some((n, s)) if *s == dim * stride => (*n, *s) = (*n * dim, *stride),
                _ => dims.push((*dim, *stride)),
            }
        }
        let mut rest = distance.clone();
        let mut index = Expr::from(0);
        let mut conditions = Vec::new();
        for (n, (dim, stride)) in dims.iter().enumerate() {
            let own = quotient(&rest, *stride);
            index = Expr::add(Expr::mul(Expr::Const(Int::from(*dim)), index), own.clone());
            rest = remainder(&rest, *stride);
            conditions.push(Formula::cmp(CmpOp::Ge, own.clone(), 0));
            if *dim > 0 || n > 0 {
                conditions.push(Formula::cmp(CmpOp::Lt, own, Expr::Const(Int::from(*dim))));
            }
        }
        conditions.push(within(&rest));
        (Formula::and(conditions), Some(index))
    }

    pub fn read(&mut self, cell: &Cell, slot: &Slot, into: VarId, offset: Option<VarId>, span: &Span) -> Res<()> {
        match slot {
            Slot::Scalar { var, offset: from, index, ty, stranger } => {
                let get = |v: VarId| index.as_ref().map_or(Expr::Var(v), |i| Expr::select(v, i.clone()));
                match (offset, from) {
                    (Some(offset), Some(from)) => {
                        let (o, f) = (get(*var), get(*from));
                        self.uses_slot(slot, &cell.name, cell.ty, &o, span);
                        let object = match (index, stranger) {
                            (Some(_), Some(stranger)) => Self::owner(o, &f, *stranger),
                            _ => o,
                        };
                        self.graph.assign(into, object, span);
                        self.graph.assign(offset, f, span);
                    }
                    _ => {
                        let value = get(*var);
                        self.uses_slot(slot, &cell.name, cell.ty, &value, span);
                        let same = ty.signed == cell.ty.signed || self.math();
                        self.graph.assign(into, if same { value } else { Expr::wrap(cell.ty.machine(), value) }, span);
                    }
                }
                Ok(())
            }
            Slot::Part { var, index, byte, .. } => {
                let whole = index.as_ref().map_or(Expr::Var(*var), |i| Expr::select(*var, i.clone()));
                let shifted = Expr::bin(BinOp::Shr, whole, Expr::mul(8, byte.clone()));
                self.graph.assign(into, Expr::wrap(cell.ty.machine(), shifted), span);
                Ok(())
            }
            Slot::Bytes { raw, from } => match offset {
                Some(offset) => {
                    let (object, number) = self.raw_pointer(raw, from, span)?;
                    self.uses_slot(slot, &cell.name, cell.ty, &object, span);
                    let (kept, moved) = self.pointer_pair();
                    self.graph.assign(kept, object, span);
                    self.graph.assign(moved, number, span);
                    self.graph.assign(into, kept.into(), span);
                    self.graph.assign(offset, moved.into(), span);
                    Ok(())
                }
                None => {
                    self.refuse_pointer_bytes(raw, from, self.cell_size(cell), span)?;
                    if cell.ty.is_bool() && !cell.ty.bit_field {
                        self.refuse_no_truth(Expr::select(raw.bytes, from.clone()), span)?;
                    }
                    let value = self.compose(raw.bytes, from, cell.ty, cell.bit);
                    self.uses_slot(slot, &cell.name, cell.ty, &value, span);
                    self.graph.assign(into, value, span);
                    Ok(())
                }
            },
        }
    }

    pub fn write(&mut self, cell: &Cell, slot: &Slot, value: &Expr, offset: Option<&Expr>, span: &Span) -> Res<()> {
        match slot {
            Slot::Scalar { var, offset: to, index, ty, .. } => {
                let put = |v: VarId, e: Expr| match index {
                    Some(i) => Expr::store(v, i.clone(), e),
                    None => e,
                };
                match (offset, to) {
                    (Some(offset), Some(to)) => {
                        // The index and the value may read what is written first.
                        let reads: SortedSet<VarId> = offset.vars().into_iter().chain(index.iter().flat_map(Expr::vars)).collect();
                        if reads.contains(var) {
                            let (object, kept) = self.pointer_pair();
                            self.graph.assign(object, value.clone(), span);
                            self.graph.assign(kept, offset.clone(), span);
                            self.graph.assign(*to, put(*to, kept.into()), span);
                            self.graph.assign(*var, put(*var, object.into()), span);
                        } else {
                            self.graph.assign(*var, put(*var, value.clone()), span);
                            self.graph.assign(*to, put(*to, offset.clone()), span);
                        }
                    }
                    _ => {
                        let same = ty.signed == cell.ty.signed || self.math();
                        let value = if same { value.clone() } else { Expr::wrap(ty.machine(), value.clone()) };
                        self.graph.assign(*var, put(*var, value), span);
                    }
                }
                Ok(())
            }
            Slot::Part { var, index, ty, byte } => {
                let whole = index.as_ref().map_or(Expr::Var(*var), |i| Expr::select(*var, i.clone()));
                let shift = Expr::mul(8, byte.clone());
                let old = Expr::wrap(BYTE, Expr::bin(BinOp::Shr, whole.clone(), shift.clone()));
                let change = Expr::sub(Expr::wrap(BYTE, value.clone()), old);
                let new = Expr::wrap(ty.machine(), Expr::add(whole, Expr::bin(BinOp::Shl, change, shift)));
                let new = match index {
                    Some(i) => Expr::store(*var, i.clone(), new),
                    None => new,
                };
                let copied = (self.graph.writes == Writes::Copies).then(|| value.clone());
                self.parts.push(PutByte { byte: byte.clone(), copied });
                let part = Writes::Part(self.parts.len() - 1);
                self.writing(part, |lower| lower.graph.assign(*var, new, span));
                Ok(())
            }
            Slot::Bytes { raw, from } => {
                match offset {
                    Some(offset) => self.put_pointer(raw, from, value.clone(), offset.clone(), span),
                    None => self.put_bytes(raw, from, cell.ty, cell.bit, value.clone(), span),
                }
                Ok(())
            }
        }
    }
}

/// The quotient of a distance by a step, without a division if all its terms are multiples.
fn quotient(e: &Expr, step: u64) -> Expr {
    let step = Int::from(step);
    if step == Int::ONE {
        return e.clone();
    }
    let linear = e.linear();
    if linear.terms.values().chain([&linear.constant]).all(|c| c % &step == Int::ZERO) {
        let mut sum = Expr::Const(&linear.constant / &step);
        for (term, factor) in &linear.terms {
            sum = Expr::add(sum, Expr::mul(Expr::Const(factor / &step), term.clone()));
        }
        return sum;
    }
    Expr::bin(BinOp::Div, e.clone(), Expr::Const(step))
}

fn remainder(e: &Expr, step: u64) -> Expr {
    let step = Int::from(step);
    let linear = e.linear();
    if linear.terms.values().all(|c| c % &step == Int::ZERO) {
        return Expr::Const(base::int::floor_mod(&linear.constant, &step));
    }
    Expr::bin(BinOp::Rem, e.clone(), Expr::Const(step))
}
