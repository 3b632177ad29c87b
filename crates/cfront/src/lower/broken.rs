//! Pointers of which a part was overwritten.
//!
//! Where objects lie is open in C, so what such a pointer is depends on the machine: the old pointer if the new bytes are those that it had, the address of
//! something else, or nowhere. An object of at most 256 bytes may lie so that a change of the second byte, or of a higher one, leads away from it and from all others. So an
//! input decides between a machine where the pointer points nowhere and all the others, and with those the path ends at `Unsupported`: an error
//! behind the first is a real one, and nothing is proved that rests on it.
//!
//! Which number the pointer is then is open as well, so this is only done where nobody asks for the number of a pointer without an object.

use super::layout::{Layout, View};
use super::object::{ObjectId, Origin};
use super::points_to::{PointsTo, objects_of};
use super::{Lower, Res};
use crate::types::CInt;
use base::{CmpOp, Formula, InputKind, Span};

pub const BROKEN: &str = "pointer of which a part was overwritten";
/// What the second byte of an address counts.
const PAGE: u64 = 256;

impl Lower<'_> {
    /// Finds the memory in which pointers may be broken: all they point to is small.
    pub fn find_fragile(&self, points_to: &PointsTo, layout: &mut Layout) {
        let constant: Vec<Option<u64>> = layout.blocks.iter().map(|b| b.constant_size).collect();
        let views = layout.views.clone();
        let size = |o: ObjectId| match (&self.objects[o].origin, views.get(&o)) {
            (Origin::Function(_), _) => None,
            (Origin::Allocated { .. }, Some(View::Block(b))) => constant[*b],
            (Origin::Allocated { .. }, _) => None,
            _ => self.types.size_of(&self.objects[o].ty).filter(|_| self.objects[o].length.is_none()),
        };
        let is_small = |o: ObjectId| size(o).is_some_and(|n| n <= PAGE);
        let held_small = |holder: ObjectId| {
            let leaves = self.objects[holder].leaves.values().filter(|l| l.offset.is_some());
            let in_leaves = leaves.filter_map(|l| points_to.of_variable(l.var));
            let beside = points_to.in_memory().filter(|(o, _)| *o == holder).map(|(_, numbers)| numbers);
            in_leaves.chain(beside).flat_map(objects_of).all(is_small)
        };
        for (object, view) in &mut layout.views {
            if let View::Bytes(raw) = view {
                raw.fragile = held_small(*object);
            }
        }
        for block in &mut layout.blocks {
            let fragile = block.sites.iter().all(|s| held_small(*s));
            if let Some(raw) = &mut block.bytes {
                raw.fragile = fragile;
            }
            for leaf in &block.raw_leaves {
                if let Some(raw) = layout.unions.get_mut(&leaf.var).and_then(|o| o.raw.as_mut()) {
                    raw.fragile = fragile;
                }
            }
        }
        for (object, declared) in self.objects.iter().enumerate() {
            for leaf in declared.leaves.values().filter(|l| l.raw) {
                if let Some(raw) = layout.unions.get_mut(&leaf.var).and_then(|o| o.raw.as_mut()) {
                    raw.fragile = held_small(object);
                }
            }
        }
    }

    /// Where a pointer is `mixed` of its own bytes and others, it points nowhere on some machines if it is `astray`.
    pub fn break_pointer(&mut self, mixed: Formula, astray: Formula, span: &Span) -> Res<()> {
        let whole = self.unless(mixed, span);
        self.undetermined(astray.negate(), BROKEN, span)?;
        let nowhere = self.temporary(CInt::BOOL);
        self.havoc_var(nowhere, CInt::BOOL, true, InputKind::Uninitialised, span);
        self.undetermined(Formula::cmp(CmpOp::Eq, nowhere, 0), BROKEN, span)?;
        self.graph.arrive(whole, span);
        Ok(())
    }
}
