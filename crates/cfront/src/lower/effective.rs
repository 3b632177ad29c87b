//! Effective types: a declared object is accessed by lvalues of its own type (C11 6.5p7, check `undefined`).
//!
//! What is at an address is told by the leaves of the object: an access through a pointer must be by a character type, or by the type of the leaf
//! that it meets, signed or not. Records are accessed scalar by scalar. Types of pointers are not told apart, and nothing is asked of
//! bit-fields and of bytes that are copied. That declared characters are used as storage of another type is a premise, because no compiler makes
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
use crate::types::{CInt, Rank};
use base::{Check, Span};

/// Whether an lvalue of one type may access an object of another.
fn may_access(lvalue: CInt, object: CInt) -> bool {
    lvalue.rank == Rank::Char || lvalue.rank == object.rank
}

impl Lower<'_> {
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
        let differs = |(at, length, ty): &(Residue, i128, CInt)| !may_access(cell.ty, *ty) && at.touches(*length, residue, size);
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
        let mut met = object.leaves.values().filter(|l| !l.raw).filter(is_met).peekable();
        let has_unions = object.leaves.values().any(|l| l.raw);
        let is_wrong = met.peek().is_some() && met.all(|l| l.bit.is_none() && !may_access(cell.ty, l.ty));
        if !is_wrong || has_unions {
            return;
        }
        let is_text = object.leaves.values().all(|l| l.ty.rank == Rank::Char);
        if is_text && self.options.checks.contains(&Check::Undefined) {
            let premise = format!("`{}`, which is declared as characters, may be accessed by another type", object.name);
            self.premises.insert(premise.as_str().into());
        } else if self.source.odd_access {
            self.give_up("access by another type in a program with types that may alias others", span);
        } else {
            let (name, ty) = (object.name.clone(), cell.ty.name());
            self.fail(Check::Undefined, format!("`{name}` is accessed by type {ty}, which is not that of what is there"), span);
        }
    }
}
