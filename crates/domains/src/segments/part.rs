//! One way in which the maps are cut, and what is done to it: finding the segment of an index, cutting it out, putting neighbours together.
//!
//! Invariants: segments of a group lie in their order, none is empty, and no two overlap. A variable of a slot that is not used, or of a map of which nothing is known there, is free.

use super::Segments;
use super::layout::SLOTS;
use base::{CmpOp, Domain, Expr, Formula, InputKind, Int, Op, Stmt, VarId};

/// How the elements of a map depend on their index in a segment: `m[i] = slope·i + value`.
pub type Slope = i8;

/// The slopes that are looked for where two elements are put together, the likeliest first.
const SLOPES: [Slope; 3] = [0, 1, -1];

/// What is known of the elements of a map in a segment.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// They all are one of the program's constants. This tells parts apart, so that what was written is not mixed up with what is still to be.
    Is(Int),
    /// They depend linearly on their index, by a number of the slot.
    Line(Slope),
}

/// Indices that are next to each other, and what is known of their elements by map.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Segment {
    /// It is a single index; then all slopes are 0.
    pub point: bool,
    pub facts: Vec<Option<Fact>>,
}

impl Segment {
    /// The maps of which the slot has a number, with their slopes.
    pub fn lines(&self) -> impl Iterator<Item = (usize, Slope)> {
        self.facts.iter().enumerate().filter_map(|(m, fact)| if let Some(Fact::Line(slope)) = fact { Some((m, *slope)) } else { None })
    }
}

/// Segments by group, and what is known of all numbers, theirs included.
#[derive(Clone, Debug)]
pub struct Part<S> {
    pub segments: Vec<Vec<Segment>>,
    pub numbers: S,
}

/// Where an index lies to the segments of a group.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    In(usize),
    /// Before this segment, and behind the one before it.
    Before(usize),
}

/// `slope·i + value`.
pub fn element(slope: Slope, i: impl Into<Expr>, value: impl Into<Expr>) -> Expr {
    match slope {
        0 => value.into(),
        1 => Expr::add(i, value),
        -1 => Expr::sub(value, i),
        s => Expr::add(Expr::mul(Int::from(i64::from(s)), i), value),
    }
}

impl<D: Domain> Segments<D> {
    pub(super) fn post(&self, part: &Part<D::State>, stmt: &Stmt) -> Option<Part<D::State>> {
        let numbers = self.numbers.apply(Op::Post(&part.numbers, stmt), &D::Guide::default()).state;
        (!self.numbers.is_bottom(&numbers)).then(|| Part { segments: part.segments.clone(), numbers })
    }

    pub(super) fn assume(&self, part: &Part<D::State>, f: &Formula) -> Option<Part<D::State>> {
        let numbers = self.numbers.apply(Op::Assume(&part.numbers, f), &D::Guide::default()).state;
        (!self.numbers.is_bottom(&numbers)).then(|| Part { segments: part.segments.clone(), numbers })
    }

    /// Whether no state of the part satisfies it.
    fn excludes(&self, part: &Part<D::State>, op: CmpOp, a: impl Into<Expr>, b: impl Into<Expr>) -> bool {
        let f = Formula::cmp(op, a, b);
        self.numbers.is_bottom(&self.numbers.apply(Op::Assume(&part.numbers, &f), &D::Guide::default()).state)
    }

    pub(super) fn equal(&self, part: &Part<D::State>, a: impl Into<Expr>, b: impl Into<Expr>) -> bool {
        let (a, b) = (a.into(), b.into());
        self.excludes(part, CmpOp::Lt, a.clone(), b.clone()) && self.excludes(part, CmpOp::Gt, a, b)
    }

    fn set(&self, part: &mut Part<D::State>, v: VarId, e: impl Into<Expr>) {
        part.numbers = self.numbers.apply(Op::Post(&part.numbers, &Stmt::Assign(v, e.into())), &D::Guide::default()).state;
    }

    pub(super) fn free(&self, part: &mut Part<D::State>, v: VarId) {
        let stmt = Stmt::Input { var: v, ty: None, kind: InputKind::Uninitialised };
        part.numbers = self.numbers.apply(Op::Post(&part.numbers, &stmt), &D::Guide::default()).state;
    }

    /// The variables of all slots that are used.
    pub(super) fn used(&self, part: &Part<D::State>) -> impl Iterator<Item = VarId> {
        let slots = part.segments.iter().enumerate().flat_map(|(g, all)| all.iter().enumerate().map(move |(j, s)| (g, j, s)));
        slots.flat_map(|(g, j, segment)| self.of_slot(g, j, segment)).collect::<Vec<_>>().into_iter()
    }

    fn of_slot(&self, g: usize, j: usize, segment: &Segment) -> Vec<VarId> {
        let group = &self.layout.groups[g];
        [group.low(j), group.high(j)].into_iter().chain(segment.lines().map(|(m, _)| group.value(j, m))).collect()
    }

    /// The part without its segments.
    pub(super) fn bare(&self, part: &Part<D::State>) -> Part<D::State> {
        let mut bare = part.clone();
        self.used(part).for_each(|v| self.free(&mut bare, v));
        bare.segments.iter_mut().for_each(Vec::clear);
        bare
    }

    fn free_slot(&self, part: &mut Part<D::State>, g: usize, j: usize, segment: &Segment) {
        self.of_slot(g, j, segment).into_iter().for_each(|v| self.free(part, v));
    }

    /// What is in one slot is in another one as well, which was free.
    fn copy_slot(&self, part: &mut Part<D::State>, g: usize, from: usize, to: usize, segment: &Segment) {
        for (from, to) in self.of_slot(g, from, segment).into_iter().zip(self.of_slot(g, to, segment)) {
            self.set(part, to, from);
        }
    }

    /// Makes slot `j` free for a segment that is put before those that are there. There must be room.
    fn open_slot(&self, part: &mut Part<D::State>, g: usize, j: usize, segment: Segment) {
        for k in (j..part.segments[g].len()).rev() {
            let moved = part.segments[g][k].clone();
            self.copy_slot(part, g, k, k + 1, &moved);
            self.free_slot(part, g, k, &moved);
        }
        part.segments[g].insert(j, segment);
    }

    fn close_slot(&self, part: &mut Part<D::State>, g: usize, j: usize) {
        let gone = part.segments[g].remove(j);
        self.free_slot(part, g, j, &gone);
        for k in j..part.segments[g].len() {
            let moved = part.segments[g][k].clone();
            self.copy_slot(part, g, k + 1, k, &moved);
            self.free_slot(part, g, k + 1, &moved);
        }
    }

    /// The cases of where an index lies.
    pub(super) fn locate(&self, part: &Part<D::State>, g: usize, at: &Expr) -> Vec<(Part<D::State>, Where)> {
        let group = &self.layout.groups[g];
        let mut found = Vec::new();
        let mut rest = part.clone();
        for j in 0..part.segments[g].len() {
            let (low, high) = (group.low(j), group.high(j));
            let before = self.assume(&rest, &Formula::cmp(CmpOp::Lt, at.clone(), low));
            found.extend(before.map(|p| (p, Where::Before(j))));
            let within = Formula::and([Formula::cmp(CmpOp::Ge, at.clone(), low), Formula::cmp(CmpOp::Le, at.clone(), high)]);
            found.extend(self.assume(&rest, &within).map(|p| (p, Where::In(j))));
            match self.assume(&rest, &Formula::cmp(CmpOp::Gt, at.clone(), high)) {
                Some(behind) => rest = behind,
                None => return found,
            }
        }
        found.push((rest, Where::Before(part.segments[g].len())));
        found
    }

    /// A segment of which it is known that it has one index only becomes a point.
    fn sharpen(&self, part: &mut Part<D::State>, g: usize, j: usize) {
        let group = &self.layout.groups[g];
        if part.segments[g][j].point || !self.equal(part, group.low(j), group.high(j)) {
            return;
        }
        for (m, slope) in part.segments[g][j].lines().collect::<Vec<_>>() {
            let value = group.value(j, m);
            self.set(part, value, element(slope, group.low(j), value));
            part.segments[g][j].facts[m] = Some(Fact::Line(0));
        }
        part.segments[g][j].point = true;
    }

    /// The cases of a part in which an index is a segment of its own, and which; none if there is no room for that, and then nothing is known of the map there.
    fn alone(&self, part: &Part<D::State>, g: usize, map: usize, at: &Expr) -> Vec<(Part<D::State>, Option<usize>)> {
        let group = &self.layout.groups[g];
        let mut found = Vec::new();
        for (mut part, place) in self.locate(part, g, at) {
            let room = SLOTS - part.segments[g].len();
            match place {
                Where::Before(_) if room == 0 => found.push((part, None)),
                Where::Before(j) => {
                    self.open_slot(&mut part, g, j, Segment { point: true, facts: vec![None; group.maps.len()] });
                    self.set(&mut part, group.low(j), at.clone());
                    self.set(&mut part, group.high(j), at.clone());
                    found.push((part, Some(j)));
                }
                Where::In(j) if part.segments[g][j].point => found.push((part, Some(j))),
                Where::In(j) => {
                    for (left, right) in [(false, false), (false, true), (true, false), (true, true)] {
                        let ends = Formula::and([
                            Formula::cmp(if left { CmpOp::Gt } else { CmpOp::Eq }, at.clone(), group.low(j)),
                            Formula::cmp(if right { CmpOp::Lt } else { CmpOp::Eq }, at.clone(), group.high(j)),
                        ]);
                        let Some(mut part) = self.assume(&part, &ends) else { continue };
                        if usize::from(left) + usize::from(right) > room {
                            self.drop_fact(&mut part, g, j, map);
                            found.push((part, None));
                            continue;
                        }
                        let here = self.cut(&mut part, g, j, at, left, right);
                        found.push((part, Some(here)));
                    }
                }
            }
        }
        found
    }

    /// Cuts an index out of a segment that has more on the given sides of it.
    fn cut(&self, part: &mut Part<D::State>, g: usize, j: usize, at: &Expr, left: bool, right: bool) -> usize {
        let group = &self.layout.groups[g];
        let whole = part.segments[g][j].clone();
        if right {
            self.open_slot(part, g, j, whole.clone());
            self.copy_slot(part, g, j + 1, j, &whole);
            self.set(part, group.low(j + 1), Expr::add(at.clone(), 1));
            self.sharpen(part, g, j + 1);
        }
        self.set(part, group.high(j), at.clone());
        if left {
            self.open_slot(part, g, j, whole.clone());
            self.copy_slot(part, g, j + 1, j, &whole);
            self.set(part, group.high(j), Expr::sub(at.clone(), 1));
            self.sharpen(part, g, j);
        }
        let here = j + usize::from(left);
        self.set(part, group.low(here), at.clone());
        self.set(part, group.high(here), at.clone());
        self.sharpen(part, g, here);
        here
    }

    /// The part after a number was written into a map.
    pub(super) fn store(&self, part: &Part<D::State>, map: VarId, at: &Expr, value: &Expr) -> Vec<Part<D::State>> {
        let Some((g, m)) = self.layout.place(map) else { return vec![part.clone()] };
        let group = &self.layout.groups[g];
        let mut part = part.clone();
        // Slots are moved below, so that terms with their variables must have been evaluated.
        self.set(&mut part, self.layout.stored, value.clone());
        let constant = self.layout.constants.iter().find(|c| self.equal(&part, self.layout.stored, (*c).clone())).cloned();
        let fixed = matches!(at, Expr::Const(_)) || matches!(at, Expr::Var(v) if !self.layout.is_added(*v));
        if !fixed {
            self.set(&mut part, self.layout.at, at.clone());
        }
        let at = if fixed { at.clone() } else { Expr::Var(self.layout.at) };
        let mut after = Vec::new();
        for (mut part, here) in self.alone(&part, g, m, &at) {
            if let Some(j) = here {
                self.drop_fact(&mut part, g, j, m);
                part.segments[g][j].facts[m] = Some(match &constant {
                    Some(c) => Fact::Is(c.clone()),
                    None => Fact::Line(0),
                });
                if constant.is_none() {
                    self.set(&mut part, group.value(j, m), self.layout.stored);
                }
            }
            self.free(&mut part, self.layout.stored);
            if !fixed {
                self.free(&mut part, self.layout.at);
            }
            if let Some(mut j) = here {
                if j + 1 < part.segments[g].len() {
                    self.unite(&mut part, g, j);
                }
                while j > 0 && self.unite(&mut part, g, j - 1) {
                    j -= 1;
                }
            }
            after.push(part);
        }
        after
    }

    /// Nothing is known of the map in the segment.
    fn drop_fact(&self, part: &mut Part<D::State>, g: usize, j: usize, map: usize) {
        if let Some(Fact::Line(_)) = part.segments[g][j].facts[map].take() {
            self.free(part, self.layout.groups[g].value(j, map));
        }
    }

    /// Nothing is known of the map.
    pub(super) fn forget_map(&self, part: &mut Part<D::State>, map: VarId) {
        let Some((g, m)) = self.layout.place(map) else { return };
        for j in (0..part.segments[g].len()).rev() {
            self.drop_fact(part, g, j, m);
            if part.segments[g][j].facts.iter().all(Option::is_none) {
                self.close_slot(part, g, j);
            }
        }
        // What only this map told apart.
        for j in (1..part.segments[g].len()).rev() {
            self.unite(part, g, j - 1);
        }
    }

    /// Puts a segment and its right neighbour together if nothing is lost by that.
    fn unite(&self, part: &mut Part<D::State>, g: usize, j: usize) -> bool {
        let group = &self.layout.groups[g];
        let (left, right) = (part.segments[g][j].clone(), part.segments[g][j + 1].clone());
        if !self.equal(part, Expr::add(group.high(j), 1), group.low(j + 1)) {
            return false;
        }
        let mut facts = Vec::new();
        for (m, (a, b)) in left.facts.iter().zip(&right.facts).enumerate() {
            if a.is_none() && b.is_none() {
                facts.push(None);
                continue;
            }
            let (Some(a), Some(b)) = (a, b) else { return false };
            let Some(fact) = self.both(part, g, j, m, (a, left.point), (b, right.point)) else { return false };
            facts.push(Some(fact));
        }
        for (m, fact) in facts.iter().enumerate() {
            let (Some(Fact::Line(slope)), Some(first), Some(second)) = (fact, &left.facts[m], &right.facts[m]) else { continue };
            let value = group.value(j, m);
            if left.point && right.point {
                self.set(part, value, element(-slope, group.low(j), self.value(g, j, m, first)));
            } else if left.point {
                self.set(part, value, self.value(g, j + 1, m, second));
            }
        }
        self.set(part, group.high(j), group.high(j + 1));
        // What is put together has lines where both have, and may have some where one is a constant.
        part.segments[g][j] = Segment { point: false, facts };
        self.close_slot(part, g, j + 1);
        true
    }

    /// What holds of a map in a segment and its right neighbour together.
    fn both(&self, part: &Part<D::State>, g: usize, j: usize, m: usize, left: (&Fact, bool), right: (&Fact, bool)) -> Option<Fact> {
        let group = &self.layout.groups[g];
        let (a, b) = (self.value(g, j, m, left.0), self.value(g, j + 1, m, right.0));
        let slope = match (left, right) {
            ((Fact::Is(a), _), (Fact::Is(b), _)) => return (a == b).then(|| Fact::Is(a.clone())),
            ((_, true), (_, true)) => {
                SLOPES.into_iter().find(|s| self.equal(part, b.clone(), Expr::add(a.clone(), Int::from(i64::from(*s)))))
            }
            ((_, true), (Fact::Line(slope), false)) => self.equal(part, a, element(*slope, group.low(j), b)).then_some(*slope),
            ((Fact::Line(slope), false), (_, true)) => self.equal(part, b, element(*slope, group.low(j + 1), a)).then_some(*slope),
            ((Fact::Line(s), false), (Fact::Line(t), false)) => (s == t && self.equal(part, a, b)).then_some(*s),
            _ => None,
        };
        slope.map(Fact::Line)
    }

    /// The element itself, or the number of the slot that gives it.
    fn value(&self, g: usize, j: usize, m: usize, fact: &Fact) -> Expr {
        match fact {
            Fact::Is(c) => Expr::Const(c.clone()),
            Fact::Line(_) => Expr::Var(self.layout.groups[g].value(j, m)),
        }
    }

    /// The element at an index of a segment.
    pub(super) fn element_at(&self, part: &Part<D::State>, g: usize, j: usize, m: usize, i: Expr) -> Option<Expr> {
        Some(match part.segments[g][j].facts[m].as_ref()? {
            Fact::Is(c) => Expr::Const(c.clone()),
            Fact::Line(slope) => element(*slope, i, self.layout.groups[g].value(j, m)),
        })
    }
}
