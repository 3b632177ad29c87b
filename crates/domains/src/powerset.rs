//! Finite powersets over any domain: a state is a non-redundant set of base states that stands for their union.
//!
//! Gulavani, Rajamani: Counterexample driven refinement for abstract interpretation, TACAS 2006, §3, after Bagnara, Hill,
//! Zaffanella: Widening operators for powerset domains, VMCAI 2004. The sets and their connector ⊞ and widening ∇_P are
//! those of [`numeric::Powerset`]; here a member is a base state together with its domain. Hints at a widening:
//! [`Hint::Join`] is ⊕_P, [`Hint::Merge`] is ⊞, neither is ∇_P; all others are the base domain's. Changed:
//!
//! - a set has a greatest size. A union that would be larger merges its youngest members into one and says that it is
//!   lossy, so a refiner can name the step. A widening that would be larger becomes the base widening of the hulls, and
//!   its result is marked *coarse*: widenings of a coarse state stay in the base domain. So every chain of widenings is
//!   stable after finitely many steps: it is a chain of ∇_P, or from some point on one of the base domain.
//! - before a statement a member is taken apart into its cases, if the base domain knows some ([`Domain::cases`]).
//! - whether a state is covered is asked of the base domain with all members at once, which may know more than ⊢_P.
//!
//! Invariant: no member is empty, none is covered by a single other one.

use base::{Domain, Formula, Hint, Int, Loss, Op, Outcome, Stmt, VarId};
use numeric::{Element, Powerset};
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::sync::Arc;

/// The powerset of `D`.
#[derive(Clone, Debug)]
pub struct Disjunctive<D> {
    base: D,
    most: usize,
}

/// Sets are not larger than this unless told otherwise.
const MOST: usize = 64;

/// A union of base states.
#[derive(Clone, Debug)]
pub struct Union<S> {
    members: Arc<[S]>,
    /// The result of a widening that had to leave the powerset.
    coarse: bool,
}

impl<S> Union<S> {
    pub fn members(&self) -> &[S] {
        &self.members
    }
}

/// Hints, compiled: the operator at a widening, and what the base domain makes of the rest.
#[derive(Clone, Debug, Default)]
pub struct Guide<G> {
    operator: Operator,
    base: G,
}

/// The upper bound operators, from coarse to precise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Operator {
    #[default]
    Widen,
    Merge,
    Join,
}

/// What one operation has found out about its members. The connector compares the same ones again and again, and
/// inclusions are what powersets cost.
struct Shelf<'a, D> {
    domain: &'a D,
    count: Cell<u32>,
    /// By two members: whether the first includes the second.
    includes: RefCell<HashMap<(u32, u32), bool>>,
}

impl<'a, D: Domain> Shelf<'a, D> {
    fn new(domain: &'a D) -> Self {
        Shelf { domain, count: Cell::new(0), includes: RefCell::default() }
    }

    fn put(&self, state: D::State) -> Member<'_, 'a, D> {
        let number = self.count.get();
        self.count.set(number + 1);
        Member { shelf: self, number, state }
    }
}

/// A base state that knows its domain. Copies have the same number.
struct Member<'s, 'a, D: Domain> {
    shelf: &'s Shelf<'a, D>,
    number: u32,
    state: D::State,
}

impl<D: Domain> Clone for Member<'_, '_, D> {
    fn clone(&self) -> Self {
        Member { shelf: self.shelf, number: self.number, state: self.state.clone() }
    }
}

impl<D: Domain> Member<'_, '_, D> {
    fn with(&self, op: Op<'_, D::State>, guide: &D::Guide) -> Self {
        self.shelf.put(self.shelf.domain.apply(op, guide).state)
    }
}

impl<D: Domain> Element for Member<'_, '_, D> {
    fn is_empty(&self) -> bool {
        self.shelf.domain.is_bottom(&self.state)
    }
    fn includes(&self, other: &Self) -> bool {
        if self.number == other.number {
            return true;
        }
        let known = self.shelf.includes.borrow().get(&(self.number, other.number)).copied();
        known.unwrap_or_else(|| {
            let found = self.shelf.domain.covered(&other.state, &[&self.state]);
            self.shelf.includes.borrow_mut().insert((self.number, other.number), found);
            found
        })
    }
    fn join(&self, other: &Self) -> Self {
        self.with(Op::Join(&self.state, &other.state), &D::Guide::default())
    }
    fn meet(&self, other: &Self) -> Self {
        self.with(Op::Meet(&self.state, &other.state), &D::Guide::default())
    }
    fn weight(&self) -> usize {
        self.shelf.domain.weight(&self.state)
    }
}

/// A set of members of one operation.
type Members<'s, 'a, D> = Powerset<Member<'s, 'a, D>>;

impl<D: Domain> Disjunctive<D> {
    pub fn new(base: D) -> Self {
        Disjunctive { base, most: MOST }
    }

    /// With at most this many members in a set (at least one).
    pub fn at_most(self, most: usize) -> Self {
        Disjunctive { most: most.max(1), ..self }
    }

    pub fn base(&self) -> &D {
        &self.base
    }

    fn union(&self, members: Vec<D::State>) -> Union<D::State> {
        Union { members: members.into(), coarse: false }
    }

    fn states(set: &Members<'_, '_, D>) -> Vec<D::State> {
        set.elements().iter().map(|m| m.state.clone()).collect()
    }

    /// Ω: the union of the states, without those that another covers.
    fn reduced(&self, states: impl IntoIterator<Item = D::State>, loss: Loss) -> Outcome<Union<D::State>> {
        let shelf = Shelf::new(&self.base);
        self.limited(&Powerset::new(states.into_iter().map(|s| shelf.put(s))), loss)
    }

    /// The set as a state; beyond the greatest size the youngest members become one.
    fn limited(&self, set: &Members<'_, '_, D>, loss: Loss) -> Outcome<Union<D::State>> {
        if set.len() <= self.most {
            return Outcome { state: self.union(Self::states(set)), loss };
        }
        let (kept, surplus) = set.elements().split_at(self.most - 1);
        let hull = surplus[1..].iter().fold(surplus[0].clone(), |sum, m| sum.join(m));
        let merged = Powerset::new(kept.iter().cloned().chain([hull]));
        Outcome { state: self.union(Self::states(&merged)), loss: loss.max(Loss::Lossy) }
    }

    /// Member by member.
    fn each(&self, s: &Union<D::State>, apply: impl Fn(&D::State) -> Outcome<D::State>) -> Outcome<Union<D::State>> {
        if let [only] = &*s.members {
            let Outcome { state, loss } = apply(only);
            let members = if self.base.is_bottom(&state) { Vec::new() } else { vec![state] };
            return Outcome { state: self.union(members), loss };
        }
        let outcomes: Vec<Outcome<D::State>> = s.members.iter().map(apply).collect();
        let loss = outcomes.iter().map(|o| o.loss).max().unwrap_or(Loss::Exact);
        self.reduced(outcomes.into_iter().map(|o| o.state), loss)
    }

    /// The members, those with cases taken apart for the statement; `None` if there are none. That cases cover each other is seen behind the statement.
    fn cased(&self, s: &Union<D::State>, stmt: &Stmt) -> Option<Union<D::State>> {
        let cases: Vec<Option<Vec<D::State>>> = s.members.iter().map(|m| self.base.cases(m, stmt)).collect();
        cases.iter().any(Option::is_some).then(|| {
            let each = s.members.iter().zip(cases).flat_map(|(m, parts)| parts.unwrap_or_else(|| vec![m.clone()]));
            Union { members: each.collect(), coarse: s.coarse }
        })
    }

    /// ⊕_P. Both sides are reduced already, so only members of different sides are compared.
    fn join(&self, a: &Union<D::State>, b: &Union<D::State>) -> Outcome<Union<D::State>> {
        let covered = |x: &D::State, by: &[&D::State]| by.iter().any(|y| self.base.covered(x, &[*y]));
        let all: Vec<&D::State> = a.members.iter().collect();
        let new: Vec<&D::State> = b.members.iter().filter(|y| !covered(y, &all)).collect();
        if new.is_empty() {
            return Outcome::exact(a.clone());
        }
        let old = all.into_iter().filter(|x| !covered(x, &new));
        let members: Vec<D::State> = old.chain(new.iter().copied()).cloned().collect();
        if members.len() <= self.most {
            return Outcome::exact(self.union(members));
        }
        self.reduced(members, Loss::Exact)
    }

    fn meet(&self, a: &Union<D::State>, b: &Union<D::State>, guide: &D::Guide) -> Outcome<Union<D::State>> {
        let mut pairs = Vec::new();
        let mut loss = Loss::Exact;
        for x in a.members.iter() {
            // The other meets of a member that is inside one of the others add nothing.
            if b.members.iter().any(|y| self.base.covered(x, &[y])) {
                pairs.push(x.clone());
                continue;
            }
            for y in b.members.iter() {
                let both = self.base.apply(Op::Meet(x, y), guide);
                loss = loss.max(both.loss);
                pairs.push(both.state);
            }
        }
        self.reduced(pairs, loss)
    }

    fn widen(&self, old: &Union<D::State>, new: &Union<D::State>, guide: &Guide<D::Guide>) -> Outcome<Union<D::State>> {
        if guide.operator == Operator::Join {
            return self.join(old, new);
        }
        let shelf = Shelf::new(&self.base);
        let a: Members<'_, '_, D> = Powerset::new(old.members.iter().map(|s| shelf.put(s.clone())));
        let both = Powerset::new(a.elements().iter().cloned().chain(new.members.iter().map(|s| shelf.put(s.clone()))));
        let wide = match guide.operator {
            Operator::Merge => a.connect(&both),
            _ if old.coarse => return self.coarse(&a, &both, &guide.base),
            _ => a.widen(&both, |x, y| x.with(Op::Widen(&x.state, &y.state), &guide.base)),
        };
        if wide.len() > self.most {
            return self.coarse(&a, &both, &guide.base);
        }
        let loss = if wide.entails(&both) { Loss::Exact } else { Loss::Lossy };
        Outcome { state: self.union(Self::states(&wide)), loss }
    }

    /// The base widening of the hulls.
    fn coarse(&self, old: &Members<'_, '_, D>, new: &Members<'_, '_, D>, guide: &D::Guide) -> Outcome<Union<D::State>> {
        let (Some(a), Some(b)) = (old.hull(), new.hull()) else { return self.limited(new, Loss::Exact) };
        let wide = self.base.apply(Op::Widen(&a.state, &b.state), guide).state;
        let exact = self.base.covered(&wide, &new.elements().iter().map(|m| &m.state).collect::<Vec<_>>());
        let loss = if exact { Loss::Exact } else { Loss::Lossy };
        Outcome { state: Union { members: Arc::new([wide]), coarse: true }, loss }
    }
}

impl<D: Domain> Domain for Disjunctive<D> {
    type State = Union<D::State>;
    type Guide = Guide<D::Guide>;

    fn top(&self) -> Self::State {
        self.union(vec![self.base.top()])
    }

    fn bottom(&self) -> Self::State {
        self.union(Vec::new())
    }

    fn initial(&self) -> Self::State {
        self.union(vec![self.base.initial()])
    }

    fn is_bottom(&self, s: &Self::State) -> bool {
        s.members.is_empty()
    }

    fn is_refuted(&self, s: &Self::State) -> bool {
        s.members.iter().all(|m| self.base.is_refuted(m))
    }

    fn covered(&self, s: &Self::State, by: &[&Self::State]) -> bool {
        let others: Vec<&D::State> = by.iter().flat_map(|u| u.members.iter()).collect();
        s.members.iter().all(|m| others.iter().any(|o| self.base.covered(m, &[*o])) || self.base.covered(m, &others))
    }

    fn guide(&self, hints: &[Hint]) -> Self::Guide {
        let operator = |h: &Hint| match h {
            Hint::Join => Operator::Join,
            Hint::Merge => Operator::Merge,
            _ => Operator::Widen,
        };
        let others: Vec<Hint> = hints.iter().filter(|h| operator(h) == Operator::Widen).cloned().collect();
        Guide { operator: hints.iter().map(operator).max().unwrap_or_default(), base: self.base.guide(&others) }
    }

    fn apply(&self, op: Op<'_, Self::State>, guide: &Self::Guide) -> Outcome<Self::State> {
        match op {
            Op::Post(s, stmt) => self.each(self.cased(s, stmt).as_ref().unwrap_or(s), |m| self.base.apply(Op::Post(m, stmt), &guide.base)),
            Op::Pre(s, stmt) => self.each(s, |m| self.base.apply(Op::Pre(m, stmt), &guide.base)),
            Op::Assume(s, f) => self.each(s, |m| self.base.apply(Op::Assume(m, f), &guide.base)),
            Op::Join(a, b) if a.members.is_empty() => Outcome::exact(b.clone()),
            Op::Join(a, b) if b.members.is_empty() => Outcome::exact(a.clone()),
            Op::Join(a, b) => self.join(a, b),
            Op::Meet(a, b) => self.meet(a, b, &guide.base),
            Op::Widen(old, new) => self.widen(old, new, guide),
        }
    }

    fn gamma(&self, s: &Self::State) -> Formula {
        Formula::or(s.members.iter().map(|m| self.base.gamma(m)))
    }

    /// For each part of the error: it is excluded in the way of one of the parts inside.
    fn separate(&self, inside: &Self::State, error: &Self::State) -> Vec<Formula> {
        let mut found = Vec::new();
        for e in error.members.iter() {
            let mut ways = Vec::new();
            for i in inside.members.iter() {
                match self.base.separate(i, e) {
                    parts if parts.is_empty() => return Vec::new(),
                    parts => ways.push(Formula::and(parts)),
                }
            }
            if !ways.is_empty() {
                found.push(Formula::or(ways));
            }
        }
        found
    }

    /// A union of such states: runs that end in different members are left out.
    fn pre_all(&self, s: &Self::State, stmt: &Stmt) -> Option<Self::State> {
        let parts = s.members.iter().filter_map(|m| self.base.pre_all(m, stmt)).take(self.most);
        let union = self.reduced(parts, Loss::Unknown).state;
        (!union.members.is_empty()).then_some(union)
    }

    fn suggest(&self, s: &Self::State, var: VarId) -> Vec<Int> {
        let mut values: Vec<Int> = Vec::new();
        for value in s.members.iter().flat_map(|m| self.base.suggest(m, var)) {
            if !values.contains(&value) {
                values.push(value);
            }
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Intervals;
    use base::Cfa;
    use base::text::{parse_cfa, parse_formula};

    #[test]
    fn laws() {
        base::laws::check(|cfa| Disjunctive::new(Intervals::new(cfa)).at_most(6));
    }

    #[test]
    fn laws_over_polyhedra() {
        base::laws::check(|cfa| Disjunctive::new(crate::Polyhedra::new(cfa)).at_most(2));
    }

    /// The smallest greatest size: every union is a hull.
    #[test]
    fn laws_of_sets_of_one() {
        base::laws::check(|cfa| Disjunctive::new(Intervals::new(cfa)).at_most(1));
    }

    fn program() -> Cfa {
        parse_cfa("cfa\nvar x: i32\nvar y: i32\nentry A\nedge A -> B: skip\n").unwrap()
    }

    fn state(d: &Disjunctive<Intervals>, cfa: &Cfa, parts: &[&str]) -> Union<<Intervals as Domain>::State> {
        let one = |text: &&str| d.apply(Op::Assume(&d.top(), &parse_formula(text, cfa).unwrap()), &Guide::default()).state;
        parts.iter().map(one).fold(d.bottom(), |sum, s| d.apply(Op::Join(&sum, &s), &Guide::default()).state)
    }

    fn count(s: &Union<<Intervals as Domain>::State>) -> usize {
        s.members().len()
    }

    #[test]
    fn the_three_upper_bounds_have_decreasing_precision() {
        let cfa = program();
        let d = Disjunctive::new(Intervals::new(&cfa));
        let old = state(&d, &cfa, &["x == 0 && y == 0"]);
        let new = state(&d, &cfa, &["x == 0 && y == 0", "x == 2 && y == 5"]);
        let with = |hints: &[Hint]| d.apply(Op::Widen(&old, &new), &d.guide(hints));
        let (join, merge, widen) = (with(&[Hint::Merge, Hint::Join]), with(&[Hint::Merge]), with(&[]));
        assert_eq!((count(&join.state), join.loss), (2, Loss::Exact));
        assert_eq!((count(&merge.state), merge.loss), (1, Loss::Lossy));
        for (small, large) in [(&join, &merge), (&merge, &widen)] {
            assert!(d.covered(&small.state, &[&large.state]) && !d.covered(&large.state, &[&small.state]));
        }
    }

    #[test]
    fn a_union_beyond_the_greatest_size_is_lossy_and_still_contains_all() {
        let cfa = program();
        let d = Disjunctive::new(Intervals::new(&cfa)).at_most(3);
        let points: Vec<String> = (0..6).map(|i| format!("x == {} && y == {}", 3 * i, 7 * i)).collect();
        let a = state(&d, &cfa, &points[..3].iter().map(String::as_str).collect::<Vec<_>>());
        let b = state(&d, &cfa, &points[3..].iter().map(String::as_str).collect::<Vec<_>>());
        let both = d.apply(Op::Join(&a, &b), &Guide::default());
        assert_eq!((count(&both.state), both.loss), (3, Loss::Lossy));
        assert!(d.covered(&a, &[&both.state]) && d.covered(&b, &[&both.state]));
        let joined = d.apply(Op::Widen(&a, &b), &d.guide(&[Hint::Join]));
        assert_eq!(joined.loss, Loss::Lossy);
    }

    #[test]
    fn chains_of_coarse_widenings_become_stable() {
        let cfa = program();
        let d = Disjunctive::new(Intervals::new(&cfa)).at_most(2);
        let mut x = d.initial();
        let mut changes = 0;
        for i in 1..200 {
            // Members that stand above the old ones in different directions, so that the sets want to grow.
            let (f, g) = (format!("x >= 0 && x <= {i} && y == 0"), format!("y >= 0 && y <= {i} && x == 0"));
            let y = state(&d, &cfa, &[&f, &g]);
            let next = d.apply(Op::Widen(&x, &y), &Guide::default()).state;
            assert!(d.covered(&y, &[&next]));
            changes += usize::from(!d.covered(&next, &[&x]));
            x = next;
        }
        assert!(changes < 12, "{changes}");
    }

    #[test]
    fn a_separation_speaks_of_all_members() {
        let cfa = program();
        let d = Disjunctive::new(Intervals::new(&cfa));
        let inside = state(&d, &cfa, &["x <= 0", "x >= 10"]);
        let error = state(&d, &cfa, &["x == 5"]);
        let [found] = d.separate(&inside, &error).try_into().unwrap();
        let Formula::Or(parts) = &found else { panic!("{found:?}") };
        for part in parts {
            // The base domain does not split the disjunction, but it cuts with each part.
            let kept = d.apply(Op::Assume(&d.top(), part), &Guide::default()).state;
            assert!(d.is_bottom(&d.apply(Op::Meet(&kept, &error), &Guide::default()).state));
            assert!(inside.members().iter().any(|m| d.covered(&d.union(vec![m.clone()]), &[&kept])));
        }
    }
}
