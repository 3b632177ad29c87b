//! Temporaries: records that calls return end with the full expression (C11 6.2.4p8).
//!
//! Only those matter whose address the program gets, by naming an array in them (`f().a`). Such an object begins where its address is
//! taken and ends where the full expression does; after that `deref` fails as it does for any local that is gone. While it lives it must not be
//! changed (check `undefined`).

use super::memory::Deed;
use super::object::ObjectId;
use super::place::{Base, Place};
use super::{Lower, Res};
use base::{Check, Span};
use lang_c::ast::Expression;
use lang_c::span::Node;

/// What the objects of results and copies are called; compound literals live as long as their block.
const NAMES: [&str; 4] = [super::call::RETURNED, "$record", "$result", "$called"];

/// What is wrong with a write to a temporary.
pub const CHANGED: &str = "a temporary is changed";

/// Deeper than any block.
const INNERMOST: usize = usize::MAX;

impl Lower<'_> {
    /// Whether an object is a temporary.
    pub fn is_transient(&self, object: ObjectId) -> bool {
        NAMES.contains(&self.objects[object].name.as_str())
    }

    pub fn is_in_transient(&self, place: &Place) -> bool {
        matches!(place.base, Base::Object(object) if self.is_transient(object))
    }

    /// The place that is assigned to; a temporary must not be changed.
    pub fn assigned_place(&mut self, e: &Node<Expression>, span: &Span) -> Res<Place> {
        let place = self.place(e)?;
        if self.is_in_transient(&place) {
            self.fail(Check::Undefined, CHANGED.to_owned(), span);
        }
        Ok(place)
    }

    /// The address of a part of this place is taken.
    pub fn take_transient(&mut self, place: &Place, span: &Span) {
        if let Base::Object(object) = place.base
            && self.is_transient(object)
            && !self.transients.contains(&object)
        {
            self.objects[object].depth = INNERMOST;
            self.transients.push(object);
            self.deed(Deed::Begin { object, new: true }, span);
        }
    }

    /// The temporaries of a full expression end.
    pub fn end_transients(&mut self, span: &Span) {
        if !self.transients.is_empty() {
            let objects = self.transients.clone();
            self.deed(Deed::End { objects, blocks: Vec::new() }, span);
        }
    }

    /// Translates a full expression, with temporaries and an order of its own.
    pub fn full_expression<T>(&mut self, work: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let outer = std::mem::take(&mut self.transients);
        let ordered = self.ordered.take();
        let done = work(self);
        self.ordered = ordered;
        let span = self.graph.locs[self.graph.here.index()].span.clone();
        if let (Ok(_), Some(span)) = (&done, span) {
            self.end_transients(&span);
        }
        self.transients = outer;
        done
    }
}
