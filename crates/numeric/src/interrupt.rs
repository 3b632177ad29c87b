//! Conversions of polyhedra that take too long are given up.
//!
//! The double description of a polyhedron may be exponentially larger than what it is made from, and nobody knows before. Who cannot wait runs its work
//! [`until`] a moment that it knows; a conversion that is large asks now and then, and unwinds to there. Nothing half made is left behind: an element is
//! solved whole or not at all.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

thread_local! {
    static STOP: RefCell<Vec<Box<dyn Fn() -> bool>>> = const { RefCell::new(Vec::new()) };
}

struct Interrupted;

/// Does the work, but gives it up in the midst of a large conversion if it is time to stop; then there is no result. The work must not rely
/// on what it has left half done.
pub fn until<R>(stop: impl Fn() -> bool + 'static, work: impl FnOnce() -> R) -> Option<R> {
    STOP.with_borrow_mut(|all| all.push(Box::new(stop)));
    let outcome = catch_unwind(AssertUnwindSafe(work));
    STOP.with_borrow_mut(|all| all.pop());
    match outcome {
        Ok(result) => Some(result),
        Err(payload) if payload.is::<Interrupted>() => None,
        Err(panic) => resume_unwind(panic),
    }
}

/// Asked in large conversions: unwinds if it is time to stop.
pub(crate) fn poll() {
    if STOP.with_borrow(|all| all.last().is_some_and(|stop| stop())) {
        // Without the hook for panics, since this is none.
        resume_unwind(Box::new(Interrupted));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Constraint, Linear, Polyhedron};
    use std::cell::Cell;
    use std::rc::Rc;

    /// A cube, cut by half spaces that are not parallel to its sides.
    fn large(dimensions: usize) -> Polyhedron {
        let mut constraints = Vec::new();
        for v in 0..dimensions {
            constraints.push(Constraint::non_negative(Linear::variable(v)));
            constraints.push(Constraint::non_negative(Linear::new(vec![(v, -1)], 10)));
            let sum = (0..dimensions).map(|w| (w, if w == v { -2 } else { -1 })).collect::<Vec<_>>();
            constraints.push(Constraint::non_negative(Linear::new(sum, 7 * dimensions as i64 + v as i64)));
        }
        Polyhedron::from_constraints(dimensions, &constraints)
    }

    #[test]
    fn a_large_conversion_is_given_up_and_nothing_else() {
        let asked = Rc::new(Cell::new(0));
        let count = asked.clone();
        let stop = move || {
            count.set(count.get() + 1);
            count.get() > 3
        };
        assert!(until(stop, || large(16).is_empty()).is_none());
        assert_eq!(asked.get(), 4);
        // The same thread goes on, and what is small is not asked about.
        assert_eq!(until(|| true, || large(3).is_empty()), Some(false));
        assert_eq!(until(|| false, || large(7).is_empty()), Some(false));
    }
}
