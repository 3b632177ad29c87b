//! Effective types: a declared object is accessed by lvalues of its own type (C11 6.5p7, check `undefined`).
//!
//! What is at an address is told by the leaves of the object: an access through a pointer must be by a character type, or by the type of the leaf
//! that it meets, signed or not. Records are accessed scalar by scalar. Types of pointers are not told apart, and nothing is asked of unions, of
//! bit-fields, of bytes that are copied, and of blocks from allocators, which have the type of what was stored last. That declared characters are
//! used as storage of another type is a premise, because no compiler makes anything of it.

use super::Lower;
use super::access::Target;
use super::memory::Cell;
use super::object::{Leaf, Origin};
use super::points_to::{Residue, leaf_residue};
use crate::types::{CInt, Rank};
use base::{Check, Span};

/// Whether an lvalue of one type may access an object of another.
fn may_access(lvalue: CInt, object: CInt) -> bool {
    lvalue.rank == Rank::Char || lvalue.rank == object.rank
}

impl Lower<'_> {
    /// The cell must be accessed by the type that is there. Where that depends on the offset nothing is said.
    pub fn check_effective_type(&mut self, target: &Target, cell: &Cell, residue: Residue, span: &Span) {
        let Target::Single(object) = target else { return };
        let object = &self.objects[*object];
        // What may lie anywhere is copied, or part of a packed record.
        let is_copied = cell.align == 1 && self.cell_size(cell) > 1;
        if is_copied || cell.bit.is_some() || !matches!(object.origin, Origin::Declared | Origin::Literal) {
            return;
        }
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
