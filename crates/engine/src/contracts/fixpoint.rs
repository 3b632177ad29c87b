//! A plain abstract fixpoint: widening at the heads of loops, then one descending sweep.
//!
//! Cousot, Cousot: Abstract interpretation (POPL 1977); the order of iteration is the weak topological one (Bourdoncle 1993). Nothing is
//! recorded or refined here: contracts are guesses, and whoever uses them proves them. Invariant: the states are a post-fixpoint; dead
//! variables are forgotten, which changes no error.

use crate::forget::Forgets;
use base::wto::Wto;
use base::{Budget, Cfa, Domain, EdgeId, LocId, Op, SortedMap, SortedSet};

/// A head is joined this often before it is widened.
const DELAY: u32 = 3;

pub struct Program<'a, D: Domain> {
    pub cfa: &'a Cfa,
    pub wto: &'a Wto,
    pub domain: &'a D,
    pub forgets: &'a Forgets,
    /// What widening keeps, by head.
    pub guides: SortedMap<LocId, D::Guide>,
}

impl<D: Domain> Program<'_, D> {
    /// By location; `None` if the budget ends.
    pub fn fixpoint(&self, budget: &Budget) -> Option<Vec<D::State>> {
        let (cfa, domain) = (self.cfa, self.domain);
        let mut states = vec![domain.bottom(); cfa.locs.len()];
        let mut arrived: Vec<Option<D::State>> = vec![None; cfa.edges.len()];
        let mut visits = vec![0u32; cfa.locs.len()];
        states[cfa.entry.index()] = self.start();
        let mut pending = SortedSet::from([(self.wto.position(cfa.entry), cfa.entry)]);
        while let Some((_, from)) = pending.pop_first() {
            if budget.stopped().is_some() {
                return None;
            }
            for &e in cfa.out(from) {
                let to = cfa.edge(e).to;
                arrived[e.index()] = Some(self.follow(e, &states[from.index()]));
                let new = self.joined(to, &arrived);
                let old = &states[to.index()];
                if domain.covered(&new, &[old]) {
                    continue;
                }
                let visit = &mut visits[to.index()];
                *visit += 1;
                states[to.index()] = if self.wto.is_head(to) && *visit > DELAY {
                    let both = domain.apply(Op::Join(old, &new), &D::Guide::default()).state;
                    let guide = self.guides.get(&to).cloned().unwrap_or_default();
                    domain.apply(Op::Widen(old, &both), &guide).state
                } else if self.wto.is_head(to) {
                    domain.apply(Op::Join(old, &new), &D::Guide::default()).state
                } else {
                    new
                };
                pending.insert((self.wto.position(to), to));
            }
        }
        let mut lower = states.clone();
        self.descend(&mut lower, &mut arrived);
        Some(if self.is_inductive(&lower, &arrived) { lower } else { states })
    }

    fn start(&self) -> D::State {
        let forget = |s: D::State, stmt| self.domain.apply(Op::Post(&s, stmt), &D::Guide::default()).state;
        self.forgets.at_entry().iter().fold(self.domain.initial(), forget)
    }

    fn follow(&self, e: EdgeId, state: &D::State) -> D::State {
        let guide = D::Guide::default();
        let mut after = self.domain.apply(Op::Post(state, &self.cfa.edge(e).stmt), &guide).state;
        for stmt in self.forgets.behind(e) {
            after = self.domain.apply(Op::Post(&after, stmt), &guide).state;
        }
        after
    }

    /// What arrives at a location.
    fn joined(&self, to: LocId, arrived: &[Option<D::State>]) -> D::State {
        let mut sum: Option<D::State> = (to == self.cfa.entry).then(|| self.start());
        for state in self.cfa.into(to).iter().filter_map(|e| arrived[e.index()].as_ref()).filter(|s| !self.domain.is_bottom(s)) {
            sum = Some(match sum {
                None => state.clone(),
                Some(sum) => self.domain.apply(Op::Join(&sum, state), &D::Guide::default()).state,
            });
        }
        sum.unwrap_or_else(|| self.domain.bottom())
    }

    /// Whether what arrives is inside of what is claimed, given what follows from the claims. Operations of domains need not be
    /// monotone, so this is not a matter of course after a sweep.
    fn is_inductive(&self, states: &[D::State], arrived: &[Option<D::State>]) -> bool {
        let inside = |(e, arrived): (usize, &Option<D::State>)| {
            let claim = &states[self.cfa.edges[e].to.index()];
            arrived.as_ref().is_none_or(|a| self.domain.covered(a, &[claim]))
        };
        arrived.iter().enumerate().all(inside)
    }

    fn descend(&self, states: &mut [D::State], arrived: &mut [Option<D::State>]) {
        let reachable = (0..self.cfa.locs.len() as u32).map(LocId).filter(|l| self.wto.reachable(*l));
        let order: SortedSet<(u32, LocId)> = reachable.map(|l| (self.wto.position(l), l)).collect();
        for (_, l) in order {
            let new = self.joined(l, arrived);
            if self.domain.covered(&new, &[&states[l.index()]]) {
                states[l.index()] = new;
            }
            for &e in self.cfa.out(l) {
                arrived[e.index()] = Some(self.follow(e, &states[l.index()]));
            }
        }
    }
}
