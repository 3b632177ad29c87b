//! Maps cut into segments in which elements depend linearly on their index, above a domain for numbers.
//!
//! After Cousot, Cousot, Logozzo: *A parametric segmentation functor for fully automatic and scalable array content analysis* (POPL 2011). What was changed:
//!
//! - the ends of segments are no terms but variables of their own that are related to the program's numbers by the domain underneath, and so are the numbers that describe
//!   elements (`m[i] = slope·i + value`): joins and widenings are those of that domain;
//! - all maps that are indexed by the same variables are cut together (`layout`). Objects are numbered in the order of their allocation, so a list that a loop builds is
//!   a segment in which `next[i] = i − 1`, and a pointer that walks along it is a counter;
//! - a state is a set of *parts* (`part`), which differ in the shape of their segments or in the segments that pointers are in ([`Key`]). Joins and widenings unite
//!   parts with the same key. There are finitely many keys, so chains of widenings become stable if those underneath do;
//! - segments are never empty; what may be empty is two parts.
//!
//! Reading an element whose index may lie in several segments has several results (`resolve`), and so has writing one (`part`).
//!
//! Invariant: each operation's result describes every state that the exact result has. The formula of a state (`formula`) may be weaker than the state, so that a proof may fail to
//! be confirmed; it is never stronger.

mod formula;
mod layout;
mod part;
mod resolve;

use base::{Cfa, CmpOp, Domain, Expr, Formula, Hint, Int, Loss, Op, Outcome, SortedMap, Stmt, VarId};
use layout::Layout;
use part::{Part, Segment, Where};

/// The domain for one program, above a domain for numbers.
#[derive(Clone, Debug)]
pub struct Segments<D> {
    numbers: D,
    layout: Layout,
}

/// With more parts than this, the places of pointers do not tell parts apart; if that does not help there are no segments.
const MOST_PARTS: usize = 60;

/// What tells parts apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    #[default]
    Places,
    Shapes,
    Nothing,
}

/// A union of parts.
#[derive(Clone, Debug)]
pub struct State<S> {
    parts: Vec<Part<S>>,
    level: Level,
}

/// Where a pointer is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Null,
    In(usize),
    Elsewhere,
}

/// The shape of the segments, where pointers are, and how those in one segment that the program compares lie to each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    segments: Vec<Vec<Segment>>,
    places: Vec<Place>,
    orders: Vec<(VarId, CmpOp, VarId)>,
}

impl<D: Domain> Segments<D> {
    /// `numbers` makes the domain underneath, for a program with more variables.
    pub fn new(cfa: &Cfa, numbers: impl Fn(&Cfa) -> D) -> Self {
        let (layout, extended) = Layout::new(cfa);
        Segments { numbers: numbers(&extended), layout }
    }

    fn state(&self, parts: Vec<Part<D::State>>, level: Level) -> State<D::State> {
        State { parts: parts.into_iter().filter(|p| !self.numbers.is_bottom(&p.numbers)).collect(), level }
    }

    fn without_segments(&self, numbers: D::State) -> State<D::State> {
        let mut part = Part { segments: vec![Vec::new(); self.layout.groups.len()], numbers };
        // The domain underneath knows nothing of maps that are described here.
        let maps = self.layout.groups.iter().flat_map(|g| g.maps.iter().copied());
        self.layout.added().chain(maps).for_each(|v| self.free(&mut part, v));
        self.state(vec![part], Level::default())
    }

    /// A pointer is null, or in one of the segments: these cases; or there is more to it.
    fn places(&self, part: &Part<D::State>, g: usize, pointer: VarId) -> Vec<(Part<D::State>, Place)> {
        let nowhere = |part: &Part<D::State>| vec![(part.clone(), Place::Elsewhere)];
        let group = &self.layout.groups[g];
        let v = Expr::Var(pointer);
        if let Some(last) = part.segments[g].len().checked_sub(1)
            && self.assume(part, &Formula::cmp(CmpOp::Gt, v.clone(), group.high(last))).is_some()
        {
            return nowhere(part);
        }
        let mut found = Vec::new();
        for (case, place) in self.locate(part, g, &v) {
            match place {
                Where::In(j) => found.push((case, Place::In(j))),
                Where::Before(_) if self.equal(&case, pointer, 0) => found.push((case, Place::Null)),
                Where::Before(_) => return nowhere(part),
            }
        }
        found
    }

    /// A part by its keys.
    fn settle(&self, part: &Part<D::State>, level: Level) -> Vec<(Key, Part<D::State>)> {
        if level == Level::Nothing {
            let bare = self.bare(part);
            return vec![(Key { segments: bare.segments.clone(), places: Vec::new(), orders: Vec::new() }, bare)];
        }
        let mut cases = vec![(Vec::new(), part.clone())];
        for (g, group) in self.layout.groups.iter().enumerate().filter(|_| level == Level::Places) {
            for pointer in &group.pointers {
                let split = |(places, part): (Vec<Place>, Part<D::State>)| {
                    let cases = self.places(&part, g, *pointer).into_iter();
                    cases.map(move |(part, place)| (places.iter().copied().chain([place]).collect(), part)).collect::<Vec<_>>()
                };
                cases = cases.into_iter().flat_map(split).collect();
            }
        }
        cases.into_iter().flat_map(|(places, part)| self.orders(part, places)).collect()
    }

    /// The cases of how compared pointers in one segment lie to each other.
    fn orders(&self, part: Part<D::State>, places: Vec<Place>) -> Vec<(Key, Part<D::State>)> {
        let mut cases = vec![(Vec::new(), part)];
        let mut before = 0;
        for (g, group) in self.layout.groups.iter().enumerate() {
            let place = |v: &VarId| group.pointers.iter().position(|p| p == v).and_then(|i| places.get(before + i));
            for (a, b) in &group.pairs {
                let Some(Place::In(j)) = place(a).filter(|p| Some(*p) == place(b)) else { continue };
                let split = |(orders, part): (Vec<_>, Part<D::State>)| {
                    if part.segments[g][*j].point {
                        return vec![(orders, part)];
                    }
                    let case =
                        |op| Some((orders.iter().copied().chain([(*a, op, *b)]).collect(), self.assume(&part, &Formula::cmp(op, *a, *b))?));
                    [CmpOp::Lt, CmpOp::Eq, CmpOp::Gt].into_iter().filter_map(case).collect()
                };
                cases = cases.into_iter().flat_map(split).collect();
            }
            before += group.pointers.len();
        }
        cases.into_iter().map(|(orders, part)| (Key { segments: part.segments.clone(), places: places.clone(), orders }, part)).collect()
    }

    /// Parts by their keys, those with the same united.
    fn gather<'p>(&self, parts: impl IntoIterator<Item = &'p Part<D::State>>, level: Level) -> SortedMap<Key, Part<D::State>>
    where
        D::State: 'p,
    {
        let mut found: SortedMap<Key, Part<D::State>> = SortedMap::new();
        for (key, part) in parts.into_iter().flat_map(|p| self.settle(p, level)) {
            let united = match found.get(&key) {
                Some(known) => self.numbers.apply(Op::Join(&known.numbers, &part.numbers), &D::Guide::default()).state,
                None => part.numbers,
            };
            found.insert(key, Part { segments: part.segments, numbers: united });
        }
        found
    }

    /// As [`Self::gather`], with what tells parts apart so that they are not too many.
    fn gathered(&self, parts: &[&Part<D::State>], level: Level) -> (SortedMap<Key, Part<D::State>>, Level) {
        let mut level = level;
        loop {
            let found = self.gather(parts.iter().copied(), level);
            level = match level {
                Level::Places if found.len() > MOST_PARTS => Level::Shapes,
                Level::Shapes if found.len() > MOST_PARTS => Level::Nothing,
                _ => return (found, level),
            };
        }
    }

    /// What a key says of numbers.
    fn said(&self, key: &Key) -> Formula {
        let mut said = Vec::new();
        let mut places = key.places.iter();
        for (group, segments) in self.layout.groups.iter().zip(&key.segments) {
            for j in 0..segments.len() {
                said.push(Formula::cmp(CmpOp::Le, group.low(j), group.high(j)));
                if j > 0 {
                    said.push(Formula::cmp(CmpOp::Lt, group.high(j - 1), group.low(j)));
                }
            }
            for (pointer, place) in group.pointers.iter().zip(&mut places) {
                match place {
                    Place::Null => said.push(Formula::cmp(CmpOp::Eq, *pointer, 0)),
                    Place::In(j) => {
                        said.push(Formula::cmp(CmpOp::Ge, *pointer, group.low(*j)));
                        said.push(Formula::cmp(CmpOp::Le, *pointer, group.high(*j)));
                    }
                    Place::Elsewhere => {}
                }
            }
        }
        Formula::and(said.into_iter().chain(key.orders.iter().map(|(a, op, b)| Formula::cmp(*op, *a, *b))))
    }

    fn widen(&self, old: &State<D::State>, new: &State<D::State>, guide: &D::Guide) -> State<D::State> {
        let level = old.level.max(new.level);
        let (_, level) = self.gathered(&old.parts.iter().chain(&new.parts).collect::<Vec<_>>(), level);
        let (before, mut after) = (self.gather(&old.parts, level), self.gather(&new.parts, level));
        let mut parts = Vec::new();
        for (key, old) in before {
            let wide = match after.remove(&key) {
                Some(new) => {
                    let wide = self.numbers.apply(Op::Widen(&old.numbers, &new.numbers), guide).state;
                    // Both satisfy it, and it is one of finitely many.
                    self.numbers.apply(Op::Assume(&wide, &self.said(&key)), &D::Guide::default()).state
                }
                None => old.numbers,
            };
            parts.push(Part { segments: key.segments, numbers: wide });
        }
        parts.extend(after.into_values());
        self.state(parts, level)
    }

    fn after(&self, part: &Part<D::State>, stmt: &Stmt) -> Vec<Part<D::State>> {
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => vec![part.clone()],
            Stmt::Assume(f) => self.assume_all(part, f),
            Stmt::Assign(v, e) if self.layout.place(*v).is_some() => self.write(part, *v, e),
            Stmt::Assign(v, e) => {
                let cases = self.resolve(part, e);
                cases.into_iter().filter_map(|(part, e)| self.post(&part, &Stmt::Assign(*v, e))).collect()
            }
            Stmt::Input { var, .. } if self.layout.place(*var).is_some() => {
                let mut part = part.clone();
                self.forget_map(&mut part, *var);
                vec![part]
            }
            Stmt::Input { .. } => self.post(part, stmt).into_iter().collect(),
        }
    }

    /// All parts in one, by numbers of the program alone.
    fn hull(&self, s: &State<D::State>) -> D::State {
        let bare = s.parts.iter().map(|p| self.bare(p).numbers);
        bare.reduce(|a, b| self.numbers.apply(Op::Join(&a, &b), &D::Guide::default()).state).unwrap_or_else(|| self.numbers.bottom())
    }

    fn before(&self, s: &State<D::State>, stmt: &Stmt) -> State<D::State> {
        self.without_segments(self.numbers.apply(Op::Pre(&self.hull(s), stmt), &D::Guide::default()).state)
    }
}

impl<D: Domain> Domain for Segments<D> {
    type State = State<D::State>;
    type Guide = D::Guide;

    fn top(&self) -> Self::State {
        self.without_segments(self.numbers.top())
    }

    fn bottom(&self) -> Self::State {
        self.state(Vec::new(), Level::default())
    }

    fn initial(&self) -> Self::State {
        self.without_segments(self.numbers.initial())
    }

    fn is_bottom(&self, s: &Self::State) -> bool {
        s.parts.is_empty()
    }

    fn is_refuted(&self, s: &Self::State) -> bool {
        s.parts.iter().all(|p| self.numbers.is_refuted(&p.numbers))
    }

    fn covered(&self, s: &Self::State, by: &[&Self::State]) -> bool {
        let level = by.iter().map(|b| b.level).max().unwrap_or_default();
        let inside = |part: &Part<D::State>, other: &Part<D::State>| {
            if part.segments == other.segments {
                return self.numbers.covered(&part.numbers, &[&other.numbers]);
            }
            other.segments.iter().all(Vec::is_empty) && self.numbers.covered(&self.bare(part).numbers, &[&other.numbers])
        };
        let any = |part: &Part<D::State>| by.iter().any(|b| b.parts.iter().any(|other| inside(part, other)));
        s.parts.iter().all(|part| any(part) || self.settle(part, level).iter().all(|(_, part)| any(part)))
    }

    fn guide(&self, hints: &[Hint]) -> D::Guide {
        self.numbers.guide(hints)
    }

    fn apply(&self, op: Op<'_, Self::State>, guide: &D::Guide) -> Outcome<Self::State> {
        let state = match op {
            Op::Post(s, stmt) => self.state(s.parts.iter().flat_map(|p| self.after(p, stmt)).collect(), s.level),
            Op::Assume(s, f) => self.state(s.parts.iter().flat_map(|p| self.assume_all(p, f)).collect(), s.level),
            Op::Pre(s, stmt) => self.before(s, stmt),
            Op::Join(a, b) | Op::Widen(a, b) if a.parts.is_empty() || b.parts.is_empty() => {
                return Outcome::exact(if a.parts.is_empty() { b.clone() } else { a.clone() });
            }
            Op::Join(a, b) => {
                let parts: Vec<_> = a.parts.iter().chain(&b.parts).collect();
                let (found, level) = self.gathered(&parts, a.level.max(b.level));
                self.state(found.into_values().collect(), level)
            }
            Op::Widen(a, b) => self.widen(a, b, guide),
            // The one describes it, though not the best.
            Op::Meet(a, b) => {
                if b.parts.is_empty() {
                    b.clone()
                } else {
                    a.clone()
                }
            }
        };
        Outcome { state, loss: Loss::Unknown }
    }

    fn gamma(&self, s: &Self::State) -> Formula {
        Formula::or(s.parts.iter().map(|p| self.formula(p)))
    }

    /// By numbers of the program alone.
    fn separate(&self, inside: &Self::State, error: &Self::State) -> Vec<Formula> {
        self.numbers.separate(&self.hull(inside), &self.hull(error))
    }

    fn suggest(&self, s: &Self::State, var: VarId) -> Vec<Int> {
        s.parts.iter().flat_map(|p| self.numbers.suggest(&p.numbers, var)).collect()
    }
}
