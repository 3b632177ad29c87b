//! The transition system ⟨I, θ⟩ of an automaton, cut at its loop heads.
//!
//! Gulavani, Rajamani (TACAS 2006), §2 and §5: control is explicit and only back edges are widened. *Cut points* are the
//! entry, the loop heads and the error locations; θ takes states at cut points along all edges to the next cut points.
//! Between them there is no cycle, so one sweep in weak topological order computes θ; branches that meet are united by
//! the domain's join, which a powerset does exactly. Runs end at error locations. Invariant: the image contains every
//! state that one step of a run from cut point to cut point reaches.

use crate::forget::Forgets;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, EdgeId, LocId, Loss, Op, SortedMap, SortedSet, Stmt, Stop};

/// States at cut points; those that are missing are empty.
pub type Cuts<S> = SortedMap<LocId, S>;

/// States at any locations; those that are missing are empty.
pub type Places<S> = SortedMap<LocId, S>;

/// θ⁻¹, with everything in between.
pub struct Back<S> {
    /// What leads on from each location.
    pub before: Places<S>,
    /// Locations between cut points where nothing that arrives leads on.
    pub untouched: SortedSet<LocId>,
}

pub struct System<'a, D: Domain> {
    pub cfa: &'a Cfa,
    pub domain: &'a D,
    wto: Wto,
    forgets: Forgets,
    /// Reachable locations in weak topological order.
    order: Vec<LocId>,
    errors: SortedSet<LocId>,
}

/// One application of θ, with everything in between.
#[derive(Clone, Debug)]
pub struct Image<S> {
    /// By location: the source state of a cut point, the union of what arrives elsewhere. Empty ones are missing.
    pub at: SortedMap<LocId, S>,
    /// By edge: what arrives at its end. Empty ones are missing.
    pub arrivals: SortedMap<EdgeId, S>,
    /// Where the union of the arrivals is larger than they are.
    pub blunt: SortedSet<LocId>,
}

impl<S> Default for Image<S> {
    fn default() -> Self {
        Image { at: SortedMap::new(), arrivals: SortedMap::new(), blunt: SortedSet::new() }
    }
}

impl<'a, D: Domain> System<'a, D> {
    pub fn new(cfa: &'a Cfa, domain: &'a D) -> Self {
        let wto = Wto::new(cfa);
        let mut order: Vec<LocId> = (0..cfa.locs.len() as u32).map(LocId).filter(|l| wto.reachable(*l)).collect();
        order.sort_by_key(|l| wto.position(*l));
        let errors = cfa.errors.iter().map(|e| e.loc).collect();
        System { cfa, domain, wto, forgets: Forgets::new(cfa), order, errors }
    }

    pub fn is_error(&self, l: LocId) -> bool {
        self.errors.contains(&l)
    }

    pub fn is_head(&self, l: LocId) -> bool {
        self.wto.is_head(l) && !self.is_error(l)
    }

    pub fn is_cut(&self, l: LocId) -> bool {
        l == self.cfa.entry || self.wto.is_head(l) || self.is_error(l)
    }

    /// Whether the edge goes back to the head of a loop that it is in.
    pub fn is_back(&self, e: EdgeId) -> bool {
        let edge = self.cfa.edge(e);
        self.wto.is_head(edge.to) && self.wto.around(edge.from).contains(&edge.to)
    }

    pub fn position(&self, l: LocId) -> u32 {
        self.wto.position(l)
    }

    /// Cut points in weak topological order.
    pub fn cuts(&self) -> impl Iterator<Item = LocId> {
        self.order.iter().copied().filter(|l| self.is_cut(*l))
    }

    pub fn meet(&self, a: &D::State, b: &D::State) -> Option<D::State> {
        let both = self.domain.apply(Op::Meet(a, b), &D::Guide::default()).state;
        (!self.domain.is_bottom(&both)).then_some(both)
    }

    /// The union, and whether the domain could express it.
    pub fn join(&self, a: Option<&D::State>, b: &D::State) -> (D::State, bool) {
        let Some(a) = a else { return (b.clone(), true) };
        let joined = self.domain.apply(Op::Join(a, b), &D::Guide::default());
        (joined.state, joined.loss == Loss::Exact)
    }

    pub fn unite(&self, into: &mut SortedMap<LocId, D::State>, l: LocId, state: D::State) {
        let united = self.join(into.get(&l), &state).0;
        into.insert(l, united);
    }

    /// I: what a run starts with, as far as it matters.
    pub fn initial(&self) -> D::State {
        self.forget(self.domain.initial(), self.forgets.at_entry())
    }

    /// The states behind the edge; what is dead there is forgotten.
    pub fn post(&self, state: &D::State, e: EdgeId) -> Option<D::State> {
        let after = self.domain.apply(Op::Post(state, &self.cfa.edge(e).stmt), &D::Guide::default()).state;
        (!self.domain.is_bottom(&after)).then(|| self.forget(after, self.forgets.behind(e)))
    }

    fn forget(&self, state: D::State, dead: &[Stmt]) -> D::State {
        dead.iter().fold(state, |after, stmt| self.domain.apply(Op::Post(&after, stmt), &D::Guide::default()).state)
    }

    pub fn pre(&self, state: &D::State, e: EdgeId) -> D::State {
        self.pre_of(state, e, &self.cfa.edge(e).stmt).0
    }

    /// The states before the edge if its statement is this one, and whether the domain knows that these are all and no more.
    pub fn pre_of(&self, state: &D::State, e: EdgeId, stmt: &Stmt) -> (D::State, bool) {
        let before = |(after, exact): (D::State, bool), stmt| {
            let before = self.domain.apply(Op::Pre(&after, stmt), &D::Guide::default());
            (before.state, exact && before.loss == Loss::Exact)
        };
        let after = self.forgets.behind(e).iter().rev().fold((state.clone(), true), before);
        before(after, stmt)
    }

    /// θ⁻¹ of `after` along the edges of the image. `step` adds the preimage of a part of what arrives along an edge, if there is one,
    /// and says so.
    pub fn back(
        &self,
        image: &Image<D::State>,
        after: &Cuts<D::State>,
        mut step: impl FnMut(&mut Places<D::State>, EdgeId, &D::State) -> bool,
        budget: &Budget,
    ) -> Result<Back<D::State>, Stop> {
        let mut back: Back<D::State> = Back { before: Places::new(), untouched: SortedSet::new() };
        // Locations between cut points, the last in the order first: all that leads on from them is then known.
        let mut pending: SortedSet<(u32, LocId)> = SortedSet::new();
        let mut targets: Vec<LocId> = after.keys().copied().collect();
        loop {
            let (l, state) = match targets.pop() {
                Some(cut) => (cut, after[&cut].clone()),
                None => match pending.pop_last() {
                    Some((_, l)) => (l, back.before[&l].clone()),
                    None => return Ok(back),
                },
            };
            if let Some(stop) = budget.stopped() {
                return Err(stop);
            }
            let mut any = false;
            for &e in self.cfa.into(l) {
                let Some(part) = image.arrivals.get(&e).and_then(|a| self.meet(a, &state)) else { continue };
                any = true;
                let from = self.cfa.edge(e).from;
                if step(&mut back.before, e, &part) && !self.is_cut(from) {
                    pending.insert((self.position(from), from));
                }
            }
            if !any && !self.is_cut(l) {
                back.untouched.insert(l);
            }
        }
    }

    /// θ. `last` is an image of which only the sources in its set have changed: what is not behind them is taken over.
    pub fn image(
        &self,
        sources: &Cuts<D::State>,
        last: Option<(&Image<D::State>, &SortedSet<LocId>)>,
        budget: &Budget,
    ) -> Result<Image<D::State>, Stop> {
        let mut image = Image::default();
        let mut fresh: SortedSet<LocId> = SortedSet::new();
        for &l in &self.order {
            if let Some(stop) = budget.stopped() {
                return Err(stop);
            }
            if self.is_cut(l) {
                if self.is_error(l) {
                    continue;
                }
                if last.is_none_or(|(_, changed)| changed.contains(&l)) {
                    fresh.insert(l);
                }
                if let Some(state) = sources.get(&l) {
                    image.at.insert(l, state.clone());
                }
            } else {
                self.gather(l, last.map(|(image, _)| image), &mut image, &mut fresh);
            }
            let Some(state) = image.at.get(&l).cloned() else { continue };
            for &e in self.cfa.out(l) {
                let arrival = match last {
                    Some((old, _)) if !fresh.contains(&l) => old.arrivals.get(&e).cloned(),
                    _ => self.post(&state, e),
                };
                if let Some(arrival) = arrival {
                    image.arrivals.insert(e, arrival);
                }
            }
        }
        Ok(image)
    }

    /// The union of what arrives at a location between cut points.
    fn gather(&self, l: LocId, last: Option<&Image<D::State>>, image: &mut Image<D::State>, fresh: &mut SortedSet<LocId>) {
        let into = self.cfa.into(l);
        if let Some(old) = last
            && !into.iter().any(|e| fresh.contains(&self.cfa.edge(*e).from))
        {
            if let Some(state) = old.at.get(&l) {
                image.at.insert(l, state.clone());
            }
            if old.blunt.contains(&l) {
                image.blunt.insert(l);
            }
            return;
        }
        fresh.insert(l);
        let mut union: Option<D::State> = None;
        for e in into {
            let Some(arrival) = image.arrivals.get(e) else { continue };
            let (joined, exact) = self.join(union.as_ref(), arrival);
            if !exact {
                image.blunt.insert(l);
            }
            union = Some(joined);
        }
        if let Some(union) = union {
            image.at.insert(l, union);
        }
    }
}
