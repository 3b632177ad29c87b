//! What the bytes of a union are kept as: cells where accesses agree, bytes where they overlap.
//!
//! The accesses to a union fall into parts that have no bit in common. A part that is only ever accessed in one way is a cell, a variable like that of
//! any other scalar; a part that is accessed in several ways is kept byte by byte, with pointers beside the bytes (`bytes`). So the tag of a
//! tagged union stays a number, whatever is done to the members behind it.
//!
//! Unions that are copied to each other show the same accesses: each end of a copy is laid out as if what is done to the other were done to it
//! ([`Links::spread`]). So a copy needs no conversion, except where one end is part of an object that is bytes as a whole.
//!
//! Invariant: each access that may touch a union lies in it as a whole, in one cell or in bytes that are kept.

use super::Lower;
use super::layout::{Pattern, Raw};
use super::memory::Cell;
use super::object::{Leaf, ObjectId};
use super::points_to::{Residue, gcd};
use crate::types::{CInt, CType, Rank};
use base::VarId;
use base::{SortedMap, SortedSet};
use std::ops::Range;

/// What a union is kept as.
#[derive(Clone, Debug)]
pub struct Overlay {
    pub cells: Vec<Leaf>,
    /// The bytes of the other parts, in the map of the leaf.
    pub raw: Option<Raw>,
    /// Which bytes these are, counted from the start of the union.
    pub kept: Vec<Range<u64>>,
}

impl Overlay {
    /// How far from the start of a union of the leaf a stretch at this residue may begin: nothing if it cannot lie in one, and no number if there are
    /// several.
    pub fn place_of(leaf: &Leaf, at: Residue, size: u64) -> Option<Option<u64>> {
        let (whole, length) = extent(leaf);
        let last = length - i128::from(size);
        let step = gcd(whole.step, at.step);
        let mut places = positions(at.at - whole.at, step, 0, last + 1);
        let first = places.next()?;
        Some(if places.next().is_some() { None } else { u64::try_from(first).ok() })
    }
}

/// Where the unions of a leaf lie, and how long they are; in bytes.
pub fn extent(leaf: &Leaf) -> (Residue, i128) {
    let outer = leaf.dims.len() - 1;
    let step = leaf.strides[..outer].iter().fold(0, |g, s| gcd(g, i128::from(*s)));
    (Residue::new(i128::from(leaf.at), step), i128::from(leaf.dims[outer]))
}

/// The numbers `at + step·ℤ` from `low` to below `high`; the one number if there is no step.
fn positions(at: i128, step: i128, low: i128, high: i128) -> impl Iterator<Item = i128> {
    let first = if step == 0 { at } else { low + (at - low).rem_euclid(step) };
    let next = move |x: &i128| (step != 0).then(|| x + step);
    std::iter::successors(Some(first), next).skip_while(move |x| *x < low && step != 0).take_while(move |x| *x >= low && *x < high)
}

/// Accesses to an object, each with a cell that shows it.
pub type Seen = SortedMap<Pattern, Cell>;

/// One end of a copy: objects, where in them, how many bytes.
#[derive(Clone, Debug)]
pub struct End {
    pub objects: Vec<ObjectId>,
    pub at: Residue,
}

/// A copy: to where, from where, how many bytes.
pub type Link = (End, End, u64);

/// The copies of a program.
#[derive(Default)]
pub struct Links(pub Vec<Link>);

/// The stretches of each object that are copied as a whole.
pub type Stretches = SortedMap<ObjectId, SortedSet<(Residue, u64)>>;

impl Links {
    /// Lets each end of a copy show what is done to the other.
    pub fn spread(&self, patterns: &mut SortedMap<ObjectId, Seen>) {
        loop {
            let mut new: Vec<(ObjectId, Pattern, Cell)> = Vec::new();
            for (a, b, size) in &self.0 {
                for (from, to) in [(a, b), (b, a)] {
                    for object in &from.objects {
                        for (pattern, cell) in patterns.get(object).into_iter().flatten() {
                            let byte = || Cell { ty: CInt::UCHAR, bit: None, ..cell.clone() };
                            let whole = pattern.moved(from.at, to.at, *size).map(|p| (p, cell.clone()));
                            let part = pattern.moved_bytes(from.at, to.at, *size).map(|p| (p, byte()));
                            for (moved, cell) in whole.into_iter().chain(part) {
                                let unknown = |o: &&ObjectId| !patterns.get(o).is_some_and(|seen| seen.contains_key(&moved));
                                new.extend(to.objects.iter().filter(unknown).map(|o| (*o, moved, cell.clone())));
                            }
                        }
                    }
                }
            }
            if new.is_empty() {
                return;
            }
            for (object, pattern, cell) in new {
                patterns.entry(object).or_default().entry(pattern).or_insert(cell);
            }
        }
    }

    pub fn stretches(&self) -> Stretches {
        let mut found = Stretches::new();
        for (a, b, size) in &self.0 {
            for end in [a, b] {
                for object in &end.objects {
                    found.entry(*object).or_default().insert((end.at, *size));
                }
            }
        }
        found
    }
}

impl Pattern {
    /// The same access at the other end of a copy, if it lies in what is copied.
    fn moved(&self, from: Residue, to: Residue, size: u64) -> Option<Pattern> {
        let (from, to) = (from.in_bits(), to.in_bits());
        let length = i128::from(size) * 8;
        let step = gcd(self.at.step, from.step);
        let mut inside = positions(self.at.at - from.at, step, 0, length - self.bits + 1);
        let first = inside.next()?;
        let at = match inside.next() {
            None => Residue::new(to.at + first, to.step),
            Some(_) => Residue::new(to.at + first, gcd(to.step, step)),
        };
        Some(Pattern { at, ..*self })
    }

    /// The bytes at the other end of a copy of an access that reaches beyond what is copied.
    fn moved_bytes(&self, from: Residue, to: Residue, size: u64) -> impl Iterator<Item = Pattern> {
        let from = from.in_bits();
        let (length, bits) = (i128::from(size) * 8, self.bits);
        let step = gcd(self.at.step, from.step);
        let beyond = positions(self.at.at - from.at, step, 1 - bits, length).filter(move |x| *x < 0 || x + bits > length);
        let bytes: SortedSet<i128> = beyond.flat_map(move |x| x.max(0) / 8..((x + bits).min(length) + 7) / 8).collect();
        bytes.into_iter().map(move |i| Pattern::of_bytes(Residue::new(to.at + i, to.step), 1))
    }
}

/// A part of a union that accesses show: its first bit, the one behind its last, and the access if there is only one.
type Part<'c> = (i128, i128, Option<(Pattern, &'c Cell)>);

impl Lower<'_> {
    /// What the unions among leaves are kept as; nothing if some access does not lie in one of them, or if what is copied is no union.
    pub fn overlays(
        &mut self,
        leaves: &[Leaf],
        seen: &Seen,
        copied: Option<&SortedSet<(Residue, u64)>>,
        (name, frame, many): (&str, u32, bool),
    ) -> Option<SortedMap<VarId, Overlay>> {
        let pointer = self.types.pointer_size();
        for (at, size) in copied.into_iter().flatten() {
            let here = Pattern::of_bytes(*at, *size);
            let in_union = leaves.iter().any(|l| l.raw && Overlay::place_of(l, *at, *size).is_some());
            let met = leaves.iter().any(|l| !l.raw && Pattern::of_leaf(l, pointer).touches(&here)) || seen.keys().any(|p| p.touches(&here));
            if !in_union && met {
                return None;
            }
        }
        let mut found = SortedMap::new();
        for leaf in leaves.iter().filter(|l| l.raw) {
            found.insert(leaf.var, self.overlay(leaf, seen, copied, (name, frame, many))?);
        }
        Some(found)
    }

    fn overlay(
        &mut self,
        leaf: &Leaf,
        seen: &Seen,
        copied: Option<&SortedSet<(Residue, u64)>>,
        (name, frame, many): (&str, u32, bool),
    ) -> Option<Overlay> {
        let (whole, length) = extent(leaf);
        let (whole, length) = (whole.in_bits(), length * 8);
        let mut parts: Vec<Part<'_>> = Vec::new();
        for (p, cell) in seen.iter().filter(|(p, _)| whole.touches(length, p.at, p.bits)) {
            let step = gcd(whole.step, p.at.step);
            let touching: Vec<i128> = positions(p.at.at - whole.at, step, 1 - p.bits, length).collect();
            if touching.iter().any(|x| *x < 0 || x + p.bits > length) {
                return None;
            }
            match touching.as_slice() {
                [] => {}
                // What holds a truth value may also be read as a byte, which is no cell of the same kind.
                [at] if cell.ty.is_bool() && cell.bit.is_none() => parts.push((*at, at + p.bits, None)),
                [at] => parts.push((*at, at + p.bits, Some((*p, cell)))),
                [first, .., last] => parts.push((*first, last + p.bits, None)),
            }
        }
        parts.sort_by_key(|(from, to, _)| (*from, *to));
        let mut merged: Vec<Part<'_>> = Vec::new();
        for (from, to, access) in parts {
            match merged.last_mut() {
                Some((first, last, kept)) if from < *last => {
                    let same = |a: &Pattern, b: &Pattern| a.bits == b.bits && a.is_pointer == b.is_pointer;
                    let agree = *first == from && matches!((&kept, &access), (Some((a, _)), Some((b, _))) if same(a, b));
                    *last = to.max(*last);
                    *kept = kept.filter(|_| agree);
                }
                _ => merged.push((from, to, access)),
            }
        }
        // A copy that ends inside of a cell cuts it into bytes.
        let cuts = |from: i128, to: i128| {
            copied.into_iter().flatten().any(|(at, size)| match Overlay::place_of(leaf, *at, *size) {
                None => false,
                Some(None) => true,
                Some(Some(place)) => {
                    let (start, end) = (i128::from(place) * 8, i128::from(place + size) * 8);
                    from < end && start < to && !(start <= from && to <= end)
                }
            })
        };
        let outer = leaf.dims.len() - 1;
        let (dims, strides) = (leaf.dims[..outer].to_vec(), leaf.strides[..outer].to_vec());
        let mut overlay = Overlay { cells: Vec::new(), raw: None, kept: Vec::new() };
        for (from, to, access) in merged {
            let bytes = (from / 8) as u64..((to + 7) / 8) as u64;
            match access.filter(|_| !cuts(from, to)) {
                Some((_, cell)) => {
                    let ty = match cell.ty.rank {
                        Rank::Pointer => CType::pointer(CType::Void),
                        _ => CType::Int(cell.ty),
                    };
                    let (at, bit) = (leaf.at + bytes.start, cell.bit.map(|_| (from % 8) as u16));
                    let made = self.new_leaves(&ty, &format!("{name}.${at}"), None, frame, many || outer > 0);
                    overlay.cells.extend(made.into_values().map(|l| Leaf { at, bit, dims: dims.clone(), strides: strides.clone(), ..l }));
                }
                None => {
                    overlay.kept.push(bytes);
                }
            }
        }
        if !overlay.kept.is_empty() {
            let has_pointers = seen.keys().any(|p| p.is_pointer && whole.touches(length, p.at, p.bits));
            overlay.raw = Some(self.raw_beside(leaf.var, name, has_pointers, frame));
        }
        Some(overlay)
    }
}
