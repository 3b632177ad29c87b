//! Padding: the bytes of a record that belong to no member.
//!
//! A store to a member, a copy of the record and an initialiser leave it open what the padding holds (C11 6.2.6.1); only `memset`, `memcpy` and the like say so. Where
//! nobody reads such bytes nothing happens. Where somebody does, they become inputs whenever the record is written, so that neither "still zero" nor
//! "copied along" is taken for granted. What is static starts with padding that is zero. The bytes of a union behind the member that was written
//! are like padding.

use super::Lower;
use super::Res;
use super::layout::{Layout, Pattern, Raw, View};
use super::memory::{Cell, Deed, Spot};
use super::object::ObjectId;
use super::overlay::{Link, Links, Seen};
use super::place::{Base, Place};
use super::points_to::{Residue, objects_of};
use super::resolve::{BYTE, Resolver};
use crate::graph::Writes;
use crate::types::{CInt, CType};
use base::{CmpOp, Expr, Formula, InputKind, Int, SortedMap, Span, VarId};
use std::ops::Range;

/// Records with more gaps than this have none that anybody reads.
const GAPS: usize = 256;

impl Lower<'_> {
    /// The bytes between the members of a type, and behind the last; none if there are too many.
    fn gaps(&self, ty: &CType) -> Vec<Range<u64>> {
        let mut found = Vec::new();
        self.collect_gaps(ty, 0, &mut found);
        if found.len() > GAPS { Vec::new() } else { found }
    }

    fn collect_gaps(&self, ty: &CType, at: u64, found: &mut Vec<Range<u64>>) {
        match ty {
            CType::Array(of, Some(n)) => {
                let Some(stride) = self.types.size_of(of) else { return };
                for i in 0..*n {
                    let before = found.len();
                    self.collect_gaps(of, at + i * stride, found);
                    if found.len() == before || found.len() > GAPS {
                        return;
                    }
                }
            }
            // What a union does not name may be part of another member.
            CType::Record(r) if !self.types.records[*r].is_union => {
                let Some(arrangement) = self.arrangement(*r) else { return };
                let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                let mut end = 0;
                for (i, field) in fields.iter().enumerate() {
                    let (bits, ty) = (arrangement.fields[i], self.types.field_type(field));
                    let start = bits / 8;
                    if end < start {
                        found.push(at + end..at + start);
                    }
                    self.collect_gaps(&ty, at + start, found);
                    let length = match &ty {
                        CType::Int(int) if int.bit_field => (bits % 8 + u64::from(int.bits)).div_ceil(8),
                        ty => self.types.size_of(ty).unwrap_or(0),
                    };
                    end = end.max(start + length);
                }
                if end < arrangement.size {
                    found.push(at + end..at + arrangement.size);
                }
            }
            _ => {}
        }
    }

    /// The record at a place was written: what its padding holds is open.
    pub fn blur(&mut self, place: &Place, span: &Span) -> Res<()> {
        let gaps = self.gaps(&place.ty);
        if !gaps.is_empty() {
            let at = self.spot(place, span)?;
            self.deed(Deed::Blur { at, gaps }, span);
        }
        Ok(())
    }

    /// A member of a record was written: what the padding of the record holds is open, and what a union on the way holds behind the member
    /// that leads on (C11 6.2.6.1p7).
    pub fn blur_around(&mut self, member: &Place, span: &Span) -> Res<()> {
        if let Base::Object(_) = member.base {
            return self.blur_tails(member, span);
        }
        let Some(within) = &member.within else { return Ok(()) };
        let gaps = self.gaps(&within.record);
        if gaps.is_empty() && within.tails.is_empty() {
            return Ok(());
        }
        let at = self.spot(member, span)?;
        let start = |before: &Expr| Expr::add(Expr::sub(at.offset.clone(), within.before.clone()), before.clone());
        for (before, tail) in &within.tails {
            let at = Spot { offset: start(before), ..at.clone() };
            self.deed(Deed::BlurTail { at, tail: tail.clone() }, span);
        }
        if !gaps.is_empty() {
            let at = Spot { offset: start(&0.into()), ..at.clone() };
            self.deed(Deed::Blur { at, gaps }, span);
        }
        Ok(())
    }

    /// A member of a declared object was written that lies in a union.
    fn blur_tails(&mut self, member: &Place, span: &Span) -> Res<()> {
        let Base::Object(object) = member.base else { return Ok(()) };
        let mut ty = self.objects[object].ty.clone();
        let mut rest = member.indices.iter().filter(|i| !i.is_single).cloned();
        let mut indices = Vec::new();
        for (n, field) in member.fields.iter().enumerate() {
            while let CType::Array(of, _) | CType::Variable(of, _) = &ty {
                indices.extend(rest.next());
                ty = (**of).clone();
            }
            let CType::Record(r) = ty else { return Ok(()) };
            let (Some(arrangement), Some(fields)) = (self.arrangement(r), &self.types.records[r].fields) else { return Ok(()) };
            let own = &fields[*field as usize];
            let next = own.ty.clone();
            if let Some(size) = self.types.size_of(&next)
                && self.types.records[r].is_union
                && size < arrangement.size
                && own.width.is_none()
            {
                let fields = member.fields[..n].to_vec();
                let union = Place { fields, indices: indices.clone(), ty: CType::Record(r), ..member.clone() };
                let at = self.spot(&union, span)?;
                self.deed(Deed::BlurTail { at, tail: size..arrangement.size }, span);
            }
            ty = next;
        }
        Ok(())
    }

    /// The padding of a record is copied with all its other bytes.
    pub fn copy_padding(&mut self, to: &Place, from: &Place, span: &Span) -> Res<()> {
        let gaps = self.gaps(&to.ty);
        if !gaps.is_empty() {
            let (to, from) = (self.spot(to, span)?, self.spot(from, span)?);
            self.deed(Deed::Pad { to, from, gaps }, span);
        }
        Ok(())
    }

    /// Those of the gaps of a record that somebody may read, with their places.
    fn read_gaps(&self, at: &Spot, gaps: &[Range<u64>], r: &Resolver) -> Vec<(Range<u64>, Residue)> {
        let numbers = r.points_to.objects(&at.object);
        let residue = r.points_to.offsets(&at.offset).unwrap_or(Residue::ANY);
        let placed = gaps.iter().map(|gap| (gap.clone(), residue.ahead(gap.start)));
        placed.filter(|(gap, at)| objects_of(&numbers).any(|o| self.may_be_read(o, *at, gap.end - gap.start, &r.layout))).collect()
    }

    /// Performs [`Deed::Pad`]: copies what somebody reads.
    pub fn copy_gaps(&mut self, to: &Spot, from: &Spot, gaps: &[Range<u64>], r: &Resolver, span: &Span) -> Res<()> {
        for (gap, _) in self.read_gaps(to, gaps, r) {
            self.copy_stretch(&to.plus(gap.start), &from.plus(gap.start), gap.end - gap.start, r, span)?;
        }
        Ok(())
    }

    /// Performs [`Deed::Blur`] and [`Deed::BlurTail`]. What is behind a member of a union is as written as it was before.
    pub fn blur_gaps(&mut self, at: &Spot, gaps: &[Range<u64>], is_tail: bool, r: &Resolver, span: &Span) -> Res<()> {
        let read = self.read_gaps(at, gaps, r);
        if read.is_empty() {
            return Ok(());
        }
        let numbers = r.points_to.objects(&at.object);
        let spot = Spot { object: self.tidy(&at.object, r), offset: self.tidy(&at.offset, r), ..at.clone() };
        let targets = self.targets(&numbers, r);
        let join = self.graph.loc(Some(span.clone()));
        self.at_each((&spot.object, &targets), true, join, r, span, &mut |lower, target| {
            for (gap, place) in &read {
                let stretches = lower.stretches(target, &spot.plus(gap.start), *place, gap.end - gap.start, r, span)?;
                lower.each_stretch(&stretches, span, &mut |lower, stretch| {
                    if let Some((raw, first, _)) = &stretch.bytes {
                        for k in 0..gap.end - gap.start {
                            let at = Expr::add(first.clone(), Expr::Const(Int::from(k)));
                            match is_tail {
                                true => lower.blur_byte(raw, &at, span),
                                false => lower.open_byte(raw, &at, span),
                            }
                        }
                    }
                    if is_tail {
                        for (leaf, position) in stretch.numbers() {
                            lower.blur_number(leaf.var, leaf.ty, position, span);
                        }
                    }
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    /// Whether bytes of an object may be read that are padding of a record which is written there: through a pointer, or because the object is an array of
    /// numbers, which is read by its name.
    fn may_be_read(&self, object: ObjectId, at: Residue, size: u64, layout: &Layout) -> bool {
        let object_type = self.objects[object].ty.innermost();
        let here = Pattern::of_bytes(at, size);
        let pointer = self.types.pointer_size();
        let touched = || self.objects[object].leaves.values().any(|l| !l.raw && Pattern::of_leaf(l, pointer).touches(&here));
        layout.is_read(object, at, size) || matches!(object_type, CType::Int(_)) && touched()
    }

    /// Padding that is read where it was copied to counts as read where it came from, and both are kept in the same form. `pads` are copies of padding, of
    /// which those that matter are added to the links.
    pub fn follow_padding(&self, layout: &mut Layout, mut pads: Vec<Link>, links: &mut Links, patterns: &mut SortedMap<ObjectId, Seen>) {
        let byte = Cell::bare(0, 0, CInt::UCHAR, None);
        loop {
            let is_read = |(to, _, size): &Link| to.objects.iter().any(|o| self.may_be_read(*o, to.at, *size, layout));
            let (read, others): (Vec<_>, Vec<_>) = pads.into_iter().partition(is_read);
            if read.is_empty() {
                return;
            }
            for (_, from, size) in &read {
                for k in 0..*size {
                    let here = Pattern::of_bytes(from.at.ahead(k), 1);
                    for object in &from.objects {
                        layout.reads.entry(*object).or_default().insert(here);
                        patterns.entry(*object).or_default().entry(here).or_insert_with(|| byte.clone());
                    }
                }
            }
            links.0.extend(read);
            pads = others;
        }
    }

    /// A byte holds anything.
    pub fn open_byte(&mut self, raw: &Raw, at: &Expr, span: &Span) {
        let any = self.temporary(CInt::UCHAR);
        self.graph.input(any, Some(BYTE), InputKind::Uninitialised, span);
        self.put_bytes(raw, at, CInt::UCHAR, None, any.into(), span);
    }

    /// A byte behind a member of a union holds anything.
    fn blur_byte(&mut self, raw: &Raw, at: &Expr, span: &Span) {
        self.blur_number(raw.bytes, CInt::UCHAR, Some(at), span);
        self.mark_parts(raw, at, 1, false, span);
    }

    /// A number, or an element of a map, becomes anything and is as written as before.
    fn blur_number(&mut self, var: VarId, ty: CInt, position: Option<&Expr>, span: &Span) {
        let any = self.temporary(ty);
        self.graph.input(any, Some(ty.machine()), InputKind::Uninitialised, span);
        let before = self.temporary(ty);
        let old = position.map_or(Expr::Var(var), |p| Expr::select(var, p.clone()));
        // It is the input either way; that it is copied where it equals what was there says how far that was written.
        let value = Expr::ite(Formula::cmp(CmpOp::Eq, before, any), before, any);
        let value = position.map_or(value.clone(), |p| Expr::store(var, p.clone(), value));
        self.writing(Writes::Copies, |lower| {
            lower.graph.assign(before, old, span);
            lower.graph.assign(var, value, span);
        });
    }

    /// The padding of a declared object that is kept as bytes, if somebody reads it.
    pub fn padding_of(&self, object: ObjectId, layout: &Layout) -> Vec<u64> {
        let Some(View::Bytes(_)) = layout.views.get(&object) else { return Vec::new() };
        let gaps = self.gaps(&self.objects[object].ty);
        let is_read = |at: &u64| layout.is_read(object, Residue::new(i128::from(*at), 0), 1);
        gaps.into_iter().flatten().filter(is_read).collect()
    }
}

impl Layout {
    /// Whether somebody reads one of these bytes of an object.
    pub fn is_read(&self, object: ObjectId, at: Residue, size: u64) -> bool {
        let here = Pattern::of_bytes(at, size);
        self.reads.get(&object).is_some_and(|reads| reads.iter().any(|p| p.touches(&here)))
    }
}
