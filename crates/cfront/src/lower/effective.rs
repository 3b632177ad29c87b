//! Effective types: a declared object is accessed by lvalues of its own type (C11 6.5p7, check `undefined`).
//!
//! What is at an address is told by the leaves of the object: an access through a pointer must be by a character type, or by the type of the leaf
//! that it meets, signed or not. Records are accessed scalar by scalar; a member that is accessed through a pointer to a record must lie in a
//! record of that type, or in one that has the other as a part, as compilers take it. Types of pointers are not told apart, and nothing is
//! asked of bit-fields and of bytes that are copied. That declared characters are used as storage of another type is a premise, because no compiler makes
//! anything of it.
//!
//! Blocks from allocators have the type of what was stored last, which nobody follows: what is read from a place where another type is stored as
//! well is not understood. The same goes for unions where neither the read nor the store names the member as one of the union.

use super::Lower;
use super::access::Target;
use super::memory::Cell;
use super::object::{Leaf, ObjectId, Origin};
use super::points_to::{Residue, leaf_residue};
use super::resolve::Resolver;
use crate::types::{CInt, CType, Field, Rank, RecordId};
use base::{Check, Span};

/// Whether an lvalue of one type may access an object of another.
fn may_access(lvalue: CInt, object: CInt) -> bool {
    lvalue.rank == Rank::Char || lvalue.rank == object.rank
}

/// What a store leaves in memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stored {
    pub at: Residue,
    pub size: i128,
    pub ty: CInt,
    pub within: Option<RecordId>,
}

impl Lower<'_> {
    /// Whether a member of one record may be accessed as one of the other.
    fn may_overlie(&self, a: RecordId, b: RecordId) -> bool {
        let (whole_a, whole_b) = (CType::Record(a), CType::Record(b));
        a == b
            || self.source.linked && self.types.compatible(&whole_a, &whole_b)
            || self.has_part(&whole_a, b)
            || self.has_part(&whole_b, a)
    }

    /// Whether a store to the cell says of which type the memory is from then on.
    pub fn gives_type(&self, cell: &Cell) -> bool {
        cell.name.is_empty() && !cell.in_union && cell.ty.rank != Rank::Char && !self.may_lie_anywhere(cell)
    }

    /// What may lie anywhere is copied, or part of a packed record.
    fn may_lie_anywhere(&self, cell: &Cell) -> bool {
        cell.align == 1 && self.cell_size(cell) > 1 || cell.bit.is_some()
    }

    /// What is read must not be of a type that is nowhere declared, and another one than what was stored there.
    fn check_stored_type(&mut self, sites: &[ObjectId], cell: &Cell, residue: Residue, r: &Resolver, span: &Span) {
        if !self.gives_type(cell) || !self.asks_undefined() {
            return;
        }
        let size = i128::from(self.cell_size(cell));
        let may_meet = |s: &Stored| match (s.within, cell.within) {
            (Some(a), Some(b)) => may_access(cell.ty, s.ty) && self.may_overlie(a, b),
            _ => may_access(cell.ty, s.ty),
        };
        let differs = |s: &Stored| !may_meet(s) && s.at.touches(s.size, residue, size);
        if sites.iter().filter_map(|site| r.layout.stores.get(site)).flatten().any(differs) {
            self.give_up("read of memory that may have been stored as another type", span);
        }
    }

    /// The cell must be accessed by the type that is there. Where that depends on the offset nothing is said.
    pub fn check_effective_type(&mut self, target: &Target, cell: &Cell, (residue, writes): (Residue, bool), r: &Resolver, span: &Span) {
        let object = match target {
            Target::Single(object) => *object,
            Target::Shared(block) => {
                let sites: Vec<ObjectId> = r.layout.blocks[*block].sites.iter().copied().collect();
                if !writes {
                    self.check_stored_type(&sites, cell, residue, r, span);
                }
                return;
            }
        };
        let is_declared = matches!(self.objects[object].origin, Origin::Declared | Origin::Literal);
        if !writes && (!is_declared || self.objects[object].leaves.values().any(|l| l.raw)) {
            self.check_stored_type(&[object], cell, residue, r, span);
        }
        if self.may_lie_anywhere(cell) || !is_declared {
            return;
        }
        let object = &self.objects[object];
        let (pointer, size) = (self.types.pointer_size(), i128::from(self.cell_size(cell)));
        let is_met = |leaf: &&Leaf| leaf_residue(leaf).touches(i128::from(leaf.size(pointer)), residue, size);
        if object.leaves.values().any(|l| l.raw) {
            return;
        }
        let met: Vec<&Leaf> = object.leaves.values().filter(is_met).collect();
        if met.is_empty() || !met.iter().all(|l| l.bit.is_none() && !may_access(cell.ty, l.ty)) {
            if let Some((wanted, found)) = self.strange_record(&object.ty, &met, cell) {
                let (wanted, found) = (&self.types.records[wanted].name, &self.types.records[found].name);
                self.refuse_access(format!("a member of `{wanted}` is accessed where there is one of `{found}`"), span);
            }
            return;
        }
        let is_text = object.leaves.values().all(|l| l.ty.rank == Rank::Char);
        if is_text && self.options.checks.contains(&Check::Undefined) {
            let premise = format!("`{}`, which is declared as characters, may be accessed by another type", object.name);
            self.premises.insert(premise.as_str().into());
        } else {
            self.refuse_access(
                format!("`{}` is accessed by type {}, which is not that of what is there", object.name, cell.ty.name()),
                span,
            );
        }
    }

    /// An access by another type fails, unless attributes let some types alias others.
    fn refuse_access(&mut self, message: String, span: &Span) {
        if self.source.odd_access {
            self.give_up("access by another type in a program with types that may alias others", span);
        } else {
            self.fail(Check::Undefined, message, span);
        }
    }

    /// The record through which the cell is accessed, and one that is there instead, if it lies in no record of that type wherever it lies.
    fn strange_record(&self, object: &CType, met: &[&Leaf], cell: &Cell) -> Option<(RecordId, RecordId)> {
        let wanted = cell.within.filter(|_| cell.ty.rank != Rank::Char)?;
        let mut found = None;
        for leaf in met {
            let around = self.records_around(object, leaf.at);
            if around.is_empty() || around.iter().any(|r| self.may_overlie(*r, wanted)) {
                return None;
            }
            found = found.or(around.first().copied());
        }
        Some((wanted, found?))
    }

    /// The records that have the byte at an offset of a type as a part, outermost first. Elements of arrays are alike.
    fn records_around(&self, ty: &CType, at: u64) -> Vec<RecordId> {
        let (mut ty, mut at, mut found) = (ty.clone(), at, Vec::new());
        loop {
            match &ty {
                CType::Array(element, _) => {
                    let Some(size) = self.types.size_of(element).filter(|n| *n > 0) else { return found };
                    (ty, at) = ((**element).clone(), at % size);
                }
                CType::Record(r) => {
                    found.push(*r);
                    let Some(arrangement) = self.arrangement(*r) else { return found };
                    let fields = self.types.records[*r].fields.as_deref().unwrap_or_default();
                    let starts = arrangement.fields.iter().zip(fields);
                    let holds = |(bits, _): &(&u64, &Field)| **bits / 8 <= at;
                    let Some((bits, field)) = starts.rev().find(holds) else { return found };
                    (at, ty) = (at - bits / 8, field.ty.clone());
                }
                _ => return found,
            }
        }
    }
}
