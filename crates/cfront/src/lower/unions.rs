//! Copies of unions, whichever form their two ends are kept in.
//!
//! What a union holds is not known by its type, so it is never copied member by member: a copy of a record copies its scalars, and each union in
//! it by a deed of its own ([`Deed::Copy`]). Layout makes the two ends show the same cells (`overlay`); here the cells that one of the two is kept
//! as are read from the one and written to the other, and bytes are copied where both keep bytes, with the pointers beside them.
//!
//! Invariant: behind a copy every access to the target that lies within it finds what the same access would find in the source.

use super::access::Target;
use super::layout::{Raw, View};
use super::memory::{Cell, Deed, Spot, overlap_in_part};
use super::object::Leaf;
use super::overlay::Overlay;
use super::place::{Base, Place};
use super::points_to::Residue;
use super::resolve::Resolver;
use super::slots::Slot;
use super::{Lower, Res};
use crate::types::CType;
use base::{CmpOp, Expr, Formula, InputKind, Int, Span, Stmt, VarId};
use std::ops::Range;

const ODD: &str = "copy of this union";
/// Stretches of at most this many bytes are copied in one step.
const STRETCH: u64 = 64;
/// A record with more unions than this is not copied.
const LIMIT: usize = 1024;

/// What a stretch of an object is kept as.
pub struct Stretch {
    /// Cells in it, each with its distance in bytes.
    cells: Vec<(u64, Leaf, Option<Expr>)>,
    /// Bytes, by the index of the first of the stretch, with those that are kept so.
    pub bytes: Option<(Raw, Expr, Vec<Range<u64>>)>,
}

impl Stretch {
    /// The cells in it that are numbers, with their places in maps. What a pointer becomes that is open is not told.
    pub fn numbers(&self) -> impl Iterator<Item = (&Leaf, Option<&Expr>)> {
        self.cells.iter().filter(|(_, leaf, _)| leaf.offset.is_none()).map(|(_, leaf, position)| (leaf, position.as_ref()))
    }

    fn cell(&self, distance: u64, like: &Leaf) -> Option<&(u64, Leaf, Option<Expr>)> {
        let same = |l: &Leaf| l.bit == like.bit && l.ty.bits == like.ty.bits && l.offset.is_some() == like.offset.is_some();
        self.cells.iter().find(|(at, leaf, _)| *at == distance && same(leaf))
    }
}

impl Lower<'_> {
    /// Copies the unions of a record, and what else has bytes but no value here.
    pub fn copy_blobs(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        let mut blobs = Vec::new();
        if !self.blobs(&from.ty, 0, &mut blobs) {
            return self.unsupported("copy of a record with many unions", span);
        }
        if blobs.is_empty() {
            return Ok(());
        }
        if !self.copies.is_empty() {
            self.forget_unions(to, from, span);
        }
        let (to, from) = (self.spot(to, span)?, self.spot(from, span)?);
        for (at, size) in blobs.into_iter().filter(|(_, size)| *size > 0) {
            self.deed(Deed::Copy { to: to.plus(at), from: from.plus(at), size }, span);
        }
        Ok(())
    }

    /// In recursion it counts what a call may overwrite: a union that is copied to as a whole holds nothing of before.
    fn forget_unions(&mut self, to: &Place, from: &Place, span: &Span) {
        let Base::Object(object) = to.base else { return };
        if !to.fields.is_empty() || !to.indices.is_empty() || matches!(from.base, Base::Object(other) if other == object) {
            return;
        }
        let zeros = self.zeros();
        for var in self.objects[object].leaves.values().filter(|l| l.raw).map(|l| l.var).collect::<Vec<_>>() {
            self.graph.assign(var, Expr::Var(zeros), span);
        }
    }

    pub fn spot(&mut self, place: &Place, span: &Span) -> Res<Spot> {
        match &place.base {
            Base::Memory(address, _) => Ok(Spot { object: address.object.clone(), offset: address.offset.clone(), named: false }),
            Base::Object(object) => {
                let number = Self::number_of_object(*object);
                Ok(Spot { object: number.into(), offset: self.bytes_before(place, span)?.0, named: true })
            }
        }
    }

    /// The unions and floating members of a type, where they begin and how long they are; not if there are too many.
    fn blobs(&self, ty: &CType, at: u64, found: &mut Vec<(u64, u64)>) -> bool {
        match ty {
            CType::Float(size) => found.push((at, *size)),
            CType::Array(of, Some(n)) => {
                let Some(stride) = self.types.size_of(of) else { return true };
                let before = found.len();
                for i in 0..*n {
                    if !self.blobs(of, at + i * stride, found) {
                        return false;
                    }
                    if found.len() == before {
                        break;
                    }
                }
            }
            CType::Record(r) => {
                let Some(arrangement) = self.types.arrangement(*r) else { return true };
                if self.types.records[*r].is_union {
                    found.push((at, arrangement.size));
                    return found.len() <= LIMIT;
                }
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                for (i, field) in fields.iter().enumerate().filter(|(_, f)| f.width.is_none()) {
                    if !self.blobs(&field.ty, at + arrangement.fields[i] / 8, found) {
                        return false;
                    }
                }
            }
            _ => {}
        }
        found.len() <= LIMIT
    }

    /// Performs [`Deed::Copy`].
    pub fn copy_stretch(&mut self, to: &Spot, from: &Spot, size: u64, r: &Resolver, span: &Span) -> Res<()> {
        let residue = |spot: &Spot| r.points_to.offsets(&spot.offset).unwrap_or(Residue::ANY);
        let (at, from_at) = (residue(to), residue(from));
        let (to_numbers, from_numbers) = (r.points_to.objects(&to.object), r.points_to.objects(&from.object));
        let tidied = |lower: &Self, s: &Spot| Spot { object: lower.tidy(&s.object, r), offset: lower.tidy(&s.offset, r), ..s.clone() };
        let (to, from) = (tidied(self, to), tidied(self, from));
        self.refuse_overlay(&to, &from, (at, from_at), size, !to_numbers.is_disjoint(&from_numbers), span)?;
        self.refuse_nowhere(&from_numbers, &from.object, span)?;
        let count = Expr::Const(Int::from(size));
        let (sources, targets) = (self.targets(&from_numbers, r), self.targets(&to_numbers, r));
        let join = self.graph.loc(Some(span.clone()));
        self.at_each((&from.object, &sources), true, join, r, span, &mut |lower, source| {
            if !from.named {
                lower.check_range(source, &from.object, &from.offset, &count, false, r, span);
            }
            lower.refuse_nowhere(&to_numbers, &to.object, span)?;
            let inner = lower.graph.loc(Some(span.clone()));
            lower.at_each((&to.object, &targets), true, inner, r, span, &mut |lower, target| {
                if !to.named {
                    lower.check_range(target, &to.object, &to.offset, &count, true, r, span);
                }
                let source = lower.stretches(source, &from, from_at, size, r, span)?;
                let target = lower.stretches(target, &to, at, size, r, span)?;
                lower.each_stretch(&source, span, &mut |lower, source| {
                    lower.each_stretch(&target, span, &mut |lower, target| lower.copy_between(source, target, size, span))
                })
            })
        })
    }

    /// A copy onto a part of itself has no meaning.
    fn refuse_overlay(&mut self, to: &Spot, from: &Spot, (a, b): (Residue, Residue), size: u64, meet: bool, span: &Span) -> Res<()> {
        if !meet || !a.touches_in_part(b, i128::from(size)) {
            return Ok(());
        }
        let overlap = overlap_in_part((&to.object, &to.offset), (&from.object, &from.offset), size);
        self.undetermined(overlap, "copy of a union onto a part of itself", span)
    }

    pub fn each_stretch(
        &mut self,
        stretches: &[(Formula, Stretch)],
        span: &Span,
        act: &mut dyn FnMut(&mut Self, &Stretch) -> Res<()>,
    ) -> Res<()> {
        if let [(_, only)] = stretches {
            return act(self, only);
        }
        let (start, join) = (self.graph.here, self.graph.loc(Some(span.clone())));
        for (condition, stretch) in stretches {
            let case = self.graph.loc(Some(span.clone()));
            self.graph.branch(start, case, condition.clone(), Some(span.clone()));
            self.graph.here = case;
            act(self, stretch)?;
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(())
    }

    /// The stretches of an object that a spot may be, each with its condition. Where it is none of them the path ends.
    pub fn stretches(
        &mut self,
        target: &Target,
        spot: &Spot,
        at: Residue,
        size: u64,
        r: &Resolver,
        span: &Span,
    ) -> Res<Vec<(Formula, Stretch)>> {
        let whole = |raw: Raw, from: Expr| {
            let bytes = Some((raw, from, std::iter::once(0..size).collect()));
            Ok(vec![(Formula::True, Stretch { cells: Vec::new(), bytes })])
        };
        let (key, leaves) = match target {
            Target::Shared(b) => {
                let block = &r.layout.blocks[*b];
                if let Some(raw) = block.bytes {
                    return whole(raw, Expr::add(Expr::mul(Expr::from(super::layout::KEY), spot.object.clone()), spot.offset.clone()));
                }
                (Some(&spot.object), block.raw_leaves.clone())
            }
            Target::Single(o) => match r.layout.views.get(o) {
                Some(View::Block(b)) => {
                    let block = &r.layout.blocks[*b];
                    if let Some(raw) = block.bytes {
                        return whole(raw, spot.offset.clone());
                    }
                    (None, block.raw_leaves.clone())
                }
                Some(View::Bytes(raw)) => return whole(*raw, spot.offset.clone()),
                _ if self.objects[*o].unknown => return self.unsupported(ODD, span),
                _ => (None, self.objects[*o].leaves.values().filter(|l| l.raw).cloned().collect()),
            },
        };
        let mut found = Vec::new();
        for leaf in &leaves {
            let Some(overlay) = r.layout.unions.get(&leaf.var) else { continue };
            if let Some(place) = Overlay::place_of(leaf, at, size) {
                found.extend(self.stretch(leaf, overlay, place, spot, key, size));
            }
        }
        // Nobody accesses what lies between the leaves.
        if found.is_empty() {
            found.push((Formula::True, Stretch { cells: Vec::new(), bytes: None }));
            return Ok(found);
        }
        if found.len() > 1 {
            let none = Formula::and(found.iter().map(|(here, _)| here.negate()));
            self.undetermined(none, ODD, span)?;
        }
        Ok(found)
    }

    /// The stretch inside a union, `place` bytes from its start if that is known.
    fn stretch(
        &self,
        leaf: &Leaf,
        overlay: &Overlay,
        place: Option<u64>,
        spot: &Spot,
        key: Option<&Expr>,
        size: u64,
    ) -> Option<(Formula, Stretch)> {
        let whole = *leaf.dims.last()?;
        let keyed = |index: Option<Expr>| Self::keyed_index(key, index);
        let (here, index, inside) = Self::within_union(leaf, &spot.offset, size);
        if here == Formula::False {
            return None;
        }
        let start = place.unwrap_or(0);
        let in_range = |l: &&Leaf| l.at >= leaf.at + start && l.at < leaf.at + start + size;
        let cells = overlay.cells.iter().filter(in_range).map(|l| (l.at - leaf.at - start, l.clone(), keyed(index.clone())));
        let bytes = overlay.raw.map(|raw| {
            let kept = overlay.kept.iter().map(|k| k.start.max(start)..k.end.min(start + size)).filter(|k| k.start < k.end);
            let kept = match place {
                Some(_) => kept.map(|k| k.start - start..k.end - start).collect(),
                None => std::iter::once(0..size).collect(),
            };
            let first = index.clone().map_or(inside.clone(), |i| Expr::add(Expr::mul(Expr::Const(Int::from(whole)), i), inside.clone()));
            (raw, Self::keyed_index(key, Some(first)).unwrap_or_else(|| 0.into()), kept)
        });
        Some((here, Stretch { cells: cells.collect(), bytes }))
    }

    /// Copies a stretch to another.
    fn copy_between(&mut self, from: &Stretch, to: &Stretch, size: u64, span: &Span) -> Res<()> {
        // Bit-fields that are cells may share a byte with what is kept as bytes, so they come last.
        self.copy_kept(from, to, size, span)?;
        let shown = from.cells.iter().chain(to.cells.iter().filter(|(at, leaf, _)| from.cell(*at, leaf).is_none()));
        for (at, leaf, _) in shown.cloned().collect::<Vec<_>>() {
            let slot = |s: &Stretch| match (s.cell(at, &leaf), &s.bytes) {
                (Some((_, l, index)), _) => Some(Slot::Scalar {
                    var: l.var,
                    offset: l.offset,
                    index: index.clone(),
                    ty: l.ty,
                    stranger: Some(super::address::WILD),
                }),
                (None, Some((raw, first, _))) => {
                    Some(Slot::Bytes { raw: *raw, from: Expr::add(first.clone(), Expr::Const(Int::from(at))) })
                }
                (None, None) => None,
            };
            let (Some(source), Some(target)) = (slot(from), slot(to)) else { return self.unsupported(ODD, span) };
            let cell = Cell::bare(0, 0, leaf.ty, leaf.bit);
            match leaf.offset {
                Some(_) => {
                    let (object, offset) = self.pointer_pair();
                    self.read(&cell, &source, object, Some(offset), span)?;
                    self.write(&cell, &target, &object.into(), Some(&offset.into()), span)?;
                }
                None => {
                    let held = self.temporary(leaf.ty);
                    self.read(&cell, &source, held, None, span)?;
                    self.write(&cell, &target, &held.into(), None, span)?;
                }
            }
        }
        Ok(())
    }

    /// Copies the bytes that both stretches keep as such.
    fn copy_kept(&mut self, from: &Stretch, to: &Stretch, size: u64, span: &Span) -> Res<()> {
        let (Some((source, first, kept)), Some((target, start, wanted))) = (&from.bytes, &to.bytes) else { return Ok(()) };
        let both = |k: &u64| kept.iter().any(|r| r.contains(k)) && wanted.iter().any(|r| r.contains(k));
        let copied: Vec<u64> = (0..size).filter(both).collect();
        if copied.is_empty() {
            return Ok(());
        }
        let mut maps = vec![(target.bytes, Some(source.bytes))];
        match (target.pointers, source.pointers) {
            (Some((a, b, c)), Some((x, y, z))) => maps.extend([(a, Some(x)), (b, Some(y)), (c, Some(z))]),
            (Some((_, _, part)), None) => maps.push((part, None)),
            (None, Some((_, _, part))) => {
                let plain = copied
                    .iter()
                    .map(|k| Formula::cmp(CmpOp::Eq, Expr::select(part, Expr::add(first.clone(), Expr::Const(Int::from(*k)))), 0));
                self.undetermined(Formula::and(plain).negate(), "copy of pointers into bytes", span)?;
            }
            (None, None) => {}
        }
        // Element by element: a run cannot copy a map of which some elements were never set.
        let (first, start) = (self.kept(first, span), self.kept(start, span));
        let byte = |from: Option<VarId>, k: Expr| from.map_or(Expr::from(0), |from| Expr::select(from, Expr::add(first.clone(), k)));
        if size > STRETCH && copied.len() as u64 == size {
            return self.each_index(0.into(), Expr::Const(Int::from(size)), false, span, &mut |lower, k| {
                for (to, from) in &maps {
                    let value = byte(*from, k.clone());
                    lower.graph.assign(*to, Expr::store(*to, Expr::add(start.clone(), k.clone()), value), span);
                }
                Ok(())
            });
        }
        for (to, from) in maps {
            let map = copied.iter().fold(Expr::Var(to), |map, k| {
                let k = Expr::Const(Int::from(*k));
                Expr::store(map, Expr::add(start.clone(), k.clone()), byte(from, k))
            });
            self.graph.assign(to, map, span);
        }
        Ok(())
    }

    /// A statement on all of a union: zero, or anything.
    pub fn reset_union(&mut self, stmt: &Stmt, overlay: &Overlay, span: &Span) -> Res<()> {
        match stmt {
            Stmt::Input { kind, .. } => {
                for cell in &overlay.cells {
                    // Pointers in arrays that were never set point nowhere (`slots`).
                    if cell.offset.is_some() && !cell.dims.is_empty() && *kind != InputKind::Uninitialised {
                        return self.unsupported(ODD, span);
                    }
                    self.havoc_leaf(cell, kind, span);
                }
            }
            Stmt::Assign(_, Expr::Var(v)) if Some(*v) == self.zeros => {
                for cell in &overlay.cells {
                    let zero = if cell.dims.is_empty() { Expr::from(0) } else { Expr::Var(*v) };
                    for var in [Some(cell.var), cell.offset].into_iter().flatten() {
                        self.graph.assign(var, zero.clone(), span);
                    }
                }
            }
            _ => return self.unsupported(ODD, span),
        }
        if let Some(raw) = overlay.raw {
            self.graph.emit(stmt.clone(), span);
            if let Some((_, _, part)) = raw.pointers {
                let zeros = self.zeros();
                self.graph.assign(part, Expr::Var(zeros), span);
            }
        }
        Ok(())
    }

    /// When `size` bytes from an offset on lie in one of the unions of a leaf, which one, and how far from its start.
    pub fn within_union(leaf: &Leaf, offset: &Expr, size: u64) -> (Formula, Option<Expr>, Expr) {
        let outer = leaf.dims.len() - 1;
        let whole = leaf.dims[outer];
        let distance = Expr::sub(offset.clone(), Expr::Const(Int::from(leaf.at)));
        if size > whole {
            return (Formula::False, None, distance);
        }
        let unions = Leaf { dims: leaf.dims[..outer].to_vec(), strides: leaf.strides[..outer].to_vec(), ..leaf.clone() };
        let (here, index) = Self::leaf_index(&unions, &distance, whole - size + 1);
        let start = index.clone().map_or(Expr::Const(Int::from(leaf.at)), |i| Self::element_offset(&unions, &i));
        (here, index, Expr::sub(offset.clone(), start))
    }

    /// The index in a map that many objects share.
    pub fn keyed_index(key: Option<&Expr>, index: Option<Expr>) -> Option<Expr> {
        match (key, index) {
            (Some(object), Some(index)) => Some(Expr::add(Expr::mul(Expr::from(super::layout::KEY), object.clone()), index)),
            (Some(object), None) => Some(object.clone()),
            (None, index) => index,
        }
    }
}
