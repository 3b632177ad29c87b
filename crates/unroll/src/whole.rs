//! A whole program as one circuit: what is left when it has been unrolled to its end.
//!
//! Whoever looks for a proof and whoever confirms it need the same circuit, which may take seconds to make. The last one is kept, so it is made
//! once. Invariant: nobody outside of this crate can make or change one, so it is the circuit of the program that it was asked for, whoever asked first.

use crate::course::{Course, End, Place, Read, Way};
use crate::gates::{Gates, Lit};
use crate::memory::Board;
use crate::word::Word;
use base::{Apart, Cfa, EdgeId, LocId, SortedMap, SortedSet};
use std::cell::RefCell;
use std::rc::Rc;

pub struct Whole {
    pub(crate) board: Board,
    pub(crate) ends: Vec<End>,
    pub(crate) ways: Option<SortedMap<Place, Vec<Way>>>,
    pub(crate) entry: Place,
    pub(crate) places: usize,
    pub(crate) crowded: bool,
}

/// The last program that this thread has unrolled.
struct Last {
    cfa: Cfa,
    targets: SortedSet<LocId>,
    apart: Apart,
    whole: Rc<Whole>,
}

thread_local! {
    static LAST: RefCell<Option<Last>> = const { RefCell::new(None) };
}

impl Last {
    /// Whether it is what would be made for this.
    fn serves(&self, cfa: &Cfa, targets: &SortedSet<LocId>, apart: Apart) -> bool {
        let wanted = *targets == self.targets || targets.is_subset(&self.targets) && are_ends(&self.targets, cfa);
        let same = |a: &Cfa, b: &Cfa| {
            a.entry == b.entry && a.locs.len() == b.locs.len() && a.errors == b.errors && a.vars == b.vars && a.edges == b.edges
        };
        apart == self.apart && wanted && same(cfa, &self.cfa)
    }
}

/// Whether a run ends at each of these. Then what lies behind one is nothing that another one would miss.
pub fn are_ends(targets: &SortedSet<LocId>, cfa: &Cfa) -> bool {
    targets.iter().all(|t| cfa.out(*t).is_empty())
}

/// The program unrolled to its end; none if that was to be stopped before.
pub fn whole(cfa: &Cfa, targets: &[LocId], apart: Apart, mut stop: impl FnMut(&Course<'_>) -> bool) -> Option<Rc<Whole>> {
    let wanted: SortedSet<LocId> = targets.iter().copied().collect();
    let known = LAST.with_borrow(|last| last.as_ref().filter(|l| l.serves(cfa, &wanted, apart)).map(|l| l.whole.clone()));
    if known.is_some() {
        return known;
    }
    forget();
    let mut course = Course::new(cfa, targets, apart);
    while course.step() {
        if stop(&course) {
            return None;
        }
    }
    let whole = Rc::new(course.finished());
    let last = Last { cfa: cfa.clone(), targets: wanted, apart, whole: whole.clone() };
    LAST.with_borrow_mut(|l| *l = Some(last));
    Some(whole)
}

/// Gives back the memory of the last program.
pub fn forget() {
    LAST.with_borrow_mut(|last| *last = None);
}

impl Whole {
    pub fn gates(&self) -> &Gates {
        &self.board.gates
    }

    pub fn ends(&self) -> &[End] {
        &self.ends
    }

    /// How many places were passed.
    pub fn places(&self) -> usize {
        self.places
    }

    /// Whether states were merged only because there were too many of them.
    pub fn is_crowded(&self) -> bool {
        self.crowded
    }

    /// The elements of a map that was read as an input, as far as anybody asked for them.
    pub fn elements(&self, map: u32) -> impl Iterator<Item = (i128, &Word)> {
        self.board.elements(map)
    }

    /// The edges that a run takes with these values of all gates, from the entry to an end, each with what it reads.
    pub fn path(&self, values: &[bool]) -> Vec<(EdgeId, Option<&Read>)> {
        let is = |lit: Lit| values[lit.gate()] != lit.is_negated();
        let mut path = Vec::new();
        let mut at = &self.entry;
        while let Some(ways) = self.ways.as_ref().and_then(|all| all.get(at)) {
            // A run that fails here does not go on, though the condition to go on does not say so.
            let Some(way) = ways.iter().find(|w| w.fails && is(w.guard)).or_else(|| ways.iter().find(|w| is(w.guard))) else { break };
            path.push((way.edge, way.read.as_ref()));
            at = &way.to;
        }
        path
    }
}
