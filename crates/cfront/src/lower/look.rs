//! Reading memory inside a formula: `LOOK(number, object, offset)` stands for a cell until it is known what pointers point to. For a pointer, which
//! must point to the start of an object, there is a fourth argument: a variable that holds what it may point to, for the analysis alone.
//!
//! The deed [`Deed::Look`](super::memory::Deed::Look) tells the layout of memory that the cell is read; it does nothing. Then the
//! term becomes a choice between the variables that may hold the cell. Nothing is checked: where the pointer has no object, or
//! the cell lies outside of it, the term is some number ([`super::readable`] says when it is not).

use super::forest::PARENTS;
use super::heap::{LINKS, START};
use super::memory::{Cell, Deed};
use super::model::MODEL;
use super::place::{Base, Place};
use super::readable::READABLE;
use super::resolve::Resolver;
use super::slots::Slot;
use super::{Lower, Res};
use crate::types::CInt;
use base::{BinOp, Expr, Formula, Int, Span, Stmt, VarId};

pub const LOOK: &str = "$look";

impl Lower<'_> {
    /// The number at a place in memory.
    pub fn look(&mut self, place: &Place, ty: CInt, span: &Span) -> Res<Expr> {
        let in_memory = self.in_memory(place, span)?;
        let Base::Memory(address, bit) = in_memory.base else { return self.unsupported("this place in a formula", span) };
        let bit = ty.bit_field.then_some(bit);
        let (object, offset) = (address.object.clone(), address.offset.clone());
        let number = self.glance(Cell::bare(object.clone(), offset.clone(), ty, bit), None, span);
        Ok(Expr::App(LOOK.into(), vec![number, object, offset]))
    }

    /// The object to which the pointer at a place in memory points.
    pub fn look_pointer(&mut self, place: &Place, span: &Span) -> Res<Expr> {
        let Base::Memory(address, _) = self.in_memory(place, span)?.base else { return self.unsupported("this place in a formula", span) };
        let (object, offset) = (address.object, address.offset);
        let (number, target) = self.glance_at_pointer(object.clone(), offset.clone(), span);
        Ok(Expr::App(LOOK.into(), vec![number, object, offset, Expr::Var(target)]))
    }

    /// A formula reads the cell: the number of the deed.
    fn glance(&mut self, cell: Cell, pointer: Option<(VarId, VarId)>, span: &Span) -> Expr {
        self.deed(Deed::Look { cell, pointer }, span);
        Expr::Const(Int::from(self.deeds.len() - 1))
    }

    /// A formula reads a pointer there: the number of the deed, and a variable that holds what the pointer may point to.
    pub fn glance_at_pointer(&mut self, object: Expr, offset: Expr, span: &Span) -> (Expr, VarId) {
        let cell = Cell::bare(object, offset, self.pointer_type(), None);
        let pointer = self.pointer_pair();
        (self.glance(cell, Some(pointer), span), pointer.0)
    }

    /// The cell that the deed with this number reads.
    pub fn glanced(&self, number: &Expr) -> Option<&Cell> {
        match self.deeds.get(usize::try_from(number.as_const()?).ok()?)? {
            Deed::Look { cell, .. } => Some(cell),
            _ => None,
        }
    }

    /// What the term is, once it is known what pointers point to; none if some of it is kept in a way that is not understood.
    pub fn looked(&self, args: &[Expr], r: &Resolver) -> Option<Expr> {
        let [number, object, offset, ..] = args else { return None };
        let cell = self.glanced(number)?;
        let numbers = r.points_to.objects(object);
        let found = Cell { object: object.clone(), offset: offset.clone(), ..cell.clone() };
        let cell = Cell { offset: self.tidy(offset, r), ..found.clone() };
        let object = self.tidy(object, r);
        let targets = self.targets(&numbers, r);
        let mut value: Option<Expr> = None;
        for target in targets.iter().rev() {
            let (slots, covered) = self.slots(target, &cell, &object, r.residue_at(&found, target), r);
            if !covered {
                return None;
            }
            let mut here: Option<Expr> = None;
            for (condition, slot) in slots.iter().rev() {
                let one = self.slot_value(&cell, slot, r)?;
                here = Some(here.map_or(one.clone(), |rest| Expr::ite(condition.clone(), one, rest)));
            }
            let here = here?;
            value = Some(value.map_or(here.clone(), |rest| Expr::ite(target.condition(&object, &targets, r), here, rest)));
        }
        value
    }

    fn slot_value(&self, cell: &Cell, slot: &Slot, r: &Resolver) -> Option<Expr> {
        let get = |var: base::VarId, index: &Option<Expr>| index.as_ref().map_or(Expr::Var(var), |i| Expr::select(var, i.clone()));
        match slot {
            Slot::Scalar { var, index, offset: Some(offset), .. } if r.is_start(*offset) => Some(get(*var, index)),
            Slot::Scalar { var, index, ty, offset: None, .. } => {
                let value = get(*var, index);
                let same = ty.signed == cell.ty.signed || self.math();
                Some(if same { value } else { Expr::wrap(cell.ty.machine(), value) })
            }
            Slot::Part { var, index, byte, .. } => {
                let shifted = Expr::bin(BinOp::Shr, get(*var, index), Expr::mul(8, byte.clone()));
                Some(Expr::wrap(cell.ty.machine(), shifted))
            }
            Slot::Bytes { raw, from } if raw.pointers.is_none() => Some(self.compose(raw.bytes, from, cell.ty, cell.bit)),
            _ => None,
        }
    }
}

/// Whether a cell in a formula was not understood.
pub fn is_blind(f: &Formula) -> bool {
    let mut found = false;
    f.walk(&mut |e| found |= is_sign(e));
    found
}

/// Whether something in a term was not understood.
pub fn is_blind_term(e: &Expr) -> bool {
    is_blind(&Formula::cmp(base::CmpOp::Eq, e.clone(), 0))
}

fn is_sign(e: &Expr) -> bool {
    matches!(e, Expr::App(name, _) if [LOOK, READABLE, LINKS, PARENTS, START, MODEL].contains(&&**name))
}

pub fn is_blind_stmt(stmt: &Stmt) -> bool {
    match stmt {
        Stmt::Assume(f) => is_blind(f),
        Stmt::Assign(_, value) => is_blind_term(value),
        _ => false,
    }
}
