//! What each pointer may point to: an inclusion-based analysis (Andersen, *Program analysis and specialization for the C
//! programming language*, 1994), flow-insensitive, by allocation site, field-sensitive by residues of offsets.
//!
//! Calls are inlined, so activations are told apart. For every variable that holds an object's number the analysis keeps the
//! set of numbers; for every variable that holds an offset it keeps a residue class `at + step·ℤ` of the offsets *into
//! objects*. Offsets of pointers without an object do not count: they come from [`NUMBER`] terms and inputs.
//!
//! Invariant: at the end every number that a run may put into a variable is in its set.

use super::address::{ADRIFT, ELSEWHERE, MOVED, NUMBER, OWNER, WILD};
use super::arguments::Arguments;
use super::contract::CHOSEN;
use super::first_stores::{Offsets, Settled};
use super::given::GIVEN;
use super::heap::START;
use super::look::LOOK;
use super::memory::{Cell, Deed, Spot};
use super::model::{self, MODEL};
use super::object::{Leaf, Object, ObjectId, Origin};
use super::old::OLD;
use crate::graph::{Graph, Note};
use crate::types::RecordId;
use base::{BinOp, Budget, Expr, InputKind, Int, LocId, Name, SortedMap, SortedSet, Stmt, VarId};

/// `at + step·ℤ`, or of those numbers only `at` and so many more, upwards. A pointer to one of the links of a node is at two or three places, and
/// not everywhere between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Residue {
    pub at: i128,
    pub step: i128,
    /// Of one number, none.
    more: Option<u8>,
}

/// More than so many further numbers are not told apart from all.
const MOST_MORE: i128 = 3;

pub fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a.abs() } else { gcd(b, a % b) }
}

impl Residue {
    pub const ANY: Residue = Residue { at: 0, step: 1, more: None };

    pub fn new(at: i128, step: i128) -> Self {
        match step.abs() {
            0 => Residue { at, step: 0, more: Some(0) },
            step => Residue { at: at.rem_euclid(step), step, more: None },
        }
    }

    /// The first and the last number.
    fn ends(self) -> Option<(i128, i128)> {
        self.more.map(|more| (self.at, self.at + i128::from(more) * self.step))
    }

    /// The numbers between these ends, if they are few, and all in these steps otherwise.
    fn between(ends: Option<(i128, i128)>, at: i128, step: i128) -> Residue {
        match ends {
            Some((low, high)) if step != 0 && (high - low) / step <= MOST_MORE => {
                Residue { at: low, step: if low == high { 0 } else { step }, more: Some(((high - low) / step) as u8) }
            }
            _ => Residue::new(at, step),
        }
    }

    /// Its numbers one by one if they are few.
    fn parts(self) -> impl Iterator<Item = Residue> {
        let few = self.more.map(|more| (0..=i128::from(more)).map(move |k| Residue::new(self.at + k * self.step, 0)));
        let all = self.more.is_none().then_some(self);
        few.into_iter().flatten().chain(all)
    }

    pub fn join(self, other: Residue) -> Residue {
        let ends = self.ends().zip(other.ends()).map(|((a, b), (c, d))| (a.min(c), b.max(d)));
        Self::between(ends, self.at, gcd(gcd(self.step, other.step), self.at - other.at))
    }

    /// The same in bits.
    pub fn in_bits(self) -> Residue {
        self.times(8)
    }

    /// So many bytes further on.
    pub fn ahead(self, bytes: u64) -> Residue {
        self.plus(Residue::new(i128::from(bytes), 0))
    }

    fn plus(self, other: Residue) -> Residue {
        let add = |a: i128, b: i128| a.saturating_add(b);
        let ends = self.ends().zip(other.ends()).map(|((a, b), (c, d))| (add(a, c), add(b, d)));
        Self::between(ends, add(self.at, other.at), gcd(self.step, other.step))
    }

    fn times(self, factor: i128) -> Residue {
        let (Some(at), Some(step)) = (self.at.checked_mul(factor), self.step.checked_mul(factor)) else { return Residue::ANY };
        let last = self.ends().and_then(|(_, last)| last.checked_mul(factor));
        Self::between(last.map(|last| (at.min(last), at.max(last))), at, step.abs())
    }

    /// Whether a cell of `size` bytes at this residue may share a byte with one of `other_size` at `other`.
    pub fn touches(self, size: i128, other: Residue, other_size: i128) -> bool {
        self.parts().any(|a| other.parts().any(|b| a.part_touches(size, b, other_size)))
    }

    fn part_touches(self, size: i128, other: Residue, other_size: i128) -> bool {
        let step = gcd(self.step, other.step);
        let distance = other.at - self.at;
        if step == 0 {
            return distance < size && -distance < other_size;
        }
        let distance = distance.rem_euclid(step);
        distance < size || step - distance < other_size
    }

    /// Whether two cells of this size may share a byte and begin at different ones.
    pub fn touches_in_part(self, other: Residue, size: i128) -> bool {
        let in_part = |a: Residue, b: Residue| {
            let (distance, step) = (b.at - a.at, gcd(a.step, b.step));
            match step {
                0 => distance != 0 && distance.abs() < size,
                step => distance % step != 0 || step < size,
            }
        };
        self.parts().any(|a| other.parts().any(|b| in_part(a, b)))
    }

    /// Whether the two have a number in common.
    pub fn meets(self, other: Residue) -> bool {
        let meets = |a: Residue, b: Residue| {
            let step = gcd(a.step, b.step);
            if step == 0 { a.at == b.at } else { (a.at - b.at) % step == 0 }
        };
        self.parts().any(|a| other.parts().any(|b| meets(a, b)))
    }
}

pub type Numbers = SortedSet<i64>;

/// The objects among numbers.
pub fn objects_of(numbers: &Numbers) -> impl Iterator<Item = ObjectId> {
    numbers.iter().filter(|n| **n > 0).map(|n| *n as usize - 1)
}

/// What a pointer in memory may be.
#[derive(Clone, Debug, Default)]
struct Held {
    objects: Numbers,
    offsets: Option<Residue>,
}

/// The offsets of a pointer variable, told apart by the object that it points to then: a pointer that leads to the elements of an array first and to a member
/// of a record later is at a multiple of the one's size or at the other's place, not at any multiple of both.
///
/// Invariant: whenever the pair holds an object and an offset, and not only one of the two was assigned yet, the offset is among those of the object.
#[derive(Clone, Debug, Default)]
struct Apart {
    /// The variable of the object.
    of: Option<VarId>,
    by_object: SortedMap<i64, Residue>,
    /// Offsets that go with any object.
    rest: Option<Residue>,
}

impl Apart {
    fn of_object(&self, number: i64) -> Option<Residue> {
        either(self.by_object.get(&number).copied(), self.rest)
    }
}

fn either(a: Option<Residue>, b: Option<Residue>) -> Option<Residue> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.join(b)),
        (a, b) => a.or(b),
    }
}

#[derive(Default)]
pub struct PointsTo {
    /// Variables that hold objects' numbers, with what they may hold.
    objects: SortedMap<VarId, Numbers>,
    /// Variables that hold offsets, with the offsets into objects.
    offsets: SortedMap<VarId, Option<Residue>>,
    /// The same of single pointers, by their objects.
    apart: SortedMap<VarId, Apart>,
    /// Pointers in memory that has no leaf for them, by object and offset.
    contents: SortedMap<ObjectId, SortedMap<Residue, Held>>,
    /// Maps of offsets with open elements.
    open: SortedSet<VarId>,
    pointer_size: i128,
    settled: Settled,
    foreign: SortedSet<VarId>,
    /// The bytes of unions: whose they are and where they begin.
    unions: SortedMap<VarId, (ObjectId, i128)>,
    /// What variables of annotations range over, besides null.
    bounds: SortedMap<Name, Numbers>,
    /// What is put into sets in models, by the record of their members.
    members: SortedMap<RecordId, Numbers>,
    changed: bool,
}

/// What the analysis looks at.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    pub graph: &'a Graph,
    pub deeds: &'a [Deed],
    pub objects: &'a [Object],
    /// The variables of pointers: object and offset.
    pub pairs: &'a [(VarId, VarId)],
    /// Variables that recursive functions keep on a stack, with the stack.
    pub kept: &'a SortedMap<VarId, VarId>,
    /// Static scalars that get a value before the program starts.
    pub initialised: &'a SortedSet<VarId>,
    /// Maps of offsets whose elements code elsewhere may have set.
    pub foreign: &'a SortedSet<VarId>,
    /// The map that is 0 everywhere.
    pub zeros: Option<VarId>,
    /// What variables of annotations range over.
    pub bounds: &'a SortedMap<Name, Numbers>,
    pub budget: &'a Budget,
}

/// So many edges are looked at between two looks at the clock.
const STRIDE: usize = 1024;

impl PointsTo {
    /// `also` are numbers that variables hold for reasons that the statements do not show, `settled` pointers that are stored before they are
    /// read. When the budget ends, so does the search, and nothing may rest on what was found.
    pub fn find(scene: &Scene<'_>, also: &SortedMap<VarId, Numbers>, settled: &Settled, pointer_size: u64) -> PointsTo {
        let Scene { graph, deeds, objects, pairs, kept, initialised, foreign, zeros, bounds, budget } = *scene;
        let mut found = PointsTo {
            pointer_size: i128::from(pointer_size),
            settled: settled.clone(),
            foreign: foreign.clone(),
            bounds: bounds.clone(),
            ..PointsTo::default()
        };
        for (object, offset) in pairs {
            found.objects.insert(*object, Numbers::new());
            found.offsets.insert(*offset, None);
        }
        found.offsets.extend(zeros.map(|zeros| (zeros, Some(Residue::new(0, 0)))));
        // Pointers on the stacks of recursive functions.
        for (var, stack) in kept {
            if found.objects.contains_key(var) {
                found.objects.insert(*stack, Numbers::new());
            } else if found.offsets.contains_key(var) {
                found.offsets.insert(*stack, None);
            }
        }
        // What starts as 0 starts as null.
        for object in objects {
            for leaf in object.leaves.values().filter(|l| (object.is_static && !initialised.contains(&l.var)) || !l.dims.is_empty()) {
                if let Some(offset) = leaf.offset {
                    found.add(leaf.var, Numbers::from([0]));
                    found.shift(offset, Residue::new(0, 0));
                }
            }
        }
        for (o, object) in objects.iter().enumerate() {
            found.unions.extend(object.leaves.values().filter(|l| l.raw).map(|l| (l.var, (o, i128::from(l.at)))));
        }
        for (var, numbers) in also {
            found.add(*var, numbers.clone());
        }
        for edge in &graph.edges {
            if let Stmt::Input { var, kind, .. } = &edge.stmt {
                found.open.insert(*var);
                // Code elsewhere may put its own pointers into unions.
                if let (Some((object, at)), InputKind::Call(_) | InputKind::Written(_)) = (found.unions.get(var).copied(), kind) {
                    found.hold(object, Residue::new(at, 1), &Numbers::from([ELSEWHERE, 0]), None);
                }
            }
        }
        found.tell_apart(scene);
        let together = found.assigned_together(scene);
        let first: SortedSet<usize> = together.values().copied().collect();
        let offset_of: SortedMap<VarId, VarId> = found.apart.iter().filter_map(|(f, a)| Some((a.of?, *f))).collect();
        loop {
            found.changed = false;
            for (n, edge) in graph.edges.iter().enumerate() {
                if n % STRIDE == 0 && budget.stopped().is_some() {
                    return found;
                }
                if let Stmt::Assign(var, value) = &edge.stmt {
                    found.assign(*var, value);
                    if !first.contains(&n) {
                        let object = together.get(&n).and_then(|o| match &graph.edges[*o].stmt {
                            Stmt::Assign(_, object) => Some(object),
                            _ => None,
                        });
                        found.assign_apart(*var, value, object, &offset_of);
                    }
                }
                if let Note::Memory(i) = edge.note {
                    found.deed(&deeds[i], objects);
                }
            }
            if !found.changed {
                return found;
            }
        }
    }

    /// The objects a term of a pointer may have.
    pub fn objects(&self, e: &Expr) -> Numbers {
        match e {
            Expr::Const(c) => i64::try_from(c).into_iter().collect(),
            // The map that is 0 everywhere is nobody's.
            Expr::Var(v) => self.objects.get(v).cloned().unwrap_or_else(|| Numbers::from([0])),
            Expr::Ite(_, a, b) => &self.objects(a) | &self.objects(b),
            Expr::Select(m, _) => self.objects(m),
            Expr::Store(m, _, value) => &self.objects(m) | &self.objects(value),
            Expr::App(name, args) if **name == *OWNER => {
                let mut all = self.objects(&args[0]);
                if self.is_unset(&args[0], &args[1]) {
                    all.insert(self.stranger(&args[1]));
                }
                if all.contains(&ADRIFT) {
                    all.extend([0, WILD]);
                }
                all
            }
            Expr::App(name, args) if **name == *MOVED => {
                let mut all = self.objects(&args[0]);
                if all.iter().any(|n| *n <= 0) {
                    all.insert(ADRIFT);
                }
                all
            }
            Expr::Bound(name) => {
                let mut all = self.bounds.get(name).cloned().unwrap_or_default();
                all.insert(0);
                all
            }
            Expr::App(name, args) if **name == *CHOSEN => args[1..].iter().fold(Numbers::new(), |all, from| &all | &self.objects(from)),
            Expr::App(name, args) if **name == *MODEL => {
                model::members(args).and_then(|r| self.members.get(&r)).cloned().unwrap_or_default()
            }
            Expr::App(name, args) if **name == *GIVEN => &self.objects(&args[0]) | &Numbers::from([0]),
            Expr::App(name, args) if **name == *OLD || **name == *START => self.objects(&args[0]),
            Expr::App(name, args) if **name == *LOOK => args.get(3).map_or_else(Numbers::new, |pointer| self.objects(pointer)),
            _ => Numbers::new(),
        }
    }

    /// New variables that hold what others do, or an element of theirs.
    pub fn stand_for(&mut self, copies: &[(Expr, VarId)]) {
        let of = |e: &Expr| match e {
            Expr::Var(v) => Some(*v),
            Expr::Select(map, _) => match &**map {
                Expr::Var(v) => Some(*v),
                _ => None,
            },
            _ => None,
        };
        for (from, to) in copies {
            let Some(v) = of(from) else { continue };
            if let Some(objects) = self.objects.get(&v).cloned() {
                self.objects.insert(*to, objects);
            }
            if let Some(offsets) = self.offsets.get(&v).copied() {
                self.offsets.insert(*to, offsets);
            }
            if let (Expr::Var(_), Some(mut apart)) = (from, self.apart.get(&v).cloned()) {
                apart.of = copies.iter().find(|(e, _)| apart.of.is_some_and(|o| *e == Expr::Var(o))).map(|(_, to)| *to);
                if apart.of.is_some() {
                    self.apart.insert(*to, apart);
                }
            }
        }
    }

    /// Whether a term may be the object of a pointer that has none and was moved.
    pub fn is_adrift(&self, object: &Expr) -> bool {
        self.objects(object).contains(&ADRIFT)
    }

    /// All that a variable may hold, if it holds objects.
    pub fn of_variable(&self, v: VarId) -> Option<&Numbers> {
        self.objects.get(&v)
    }

    /// The variables that hold objects.
    pub fn variables(&self) -> impl Iterator<Item = (VarId, &Numbers)> {
        self.objects.iter().map(|(v, n)| (*v, n))
    }

    /// The pointers in memory without leaves: the object they lie in, and what they may be.
    pub fn in_memory(&self) -> impl Iterator<Item = (ObjectId, &Numbers)> {
        self.contents.iter().flat_map(|(o, held)| held.values().map(|h| (*o, &h.objects)))
    }

    /// Whether pointers in the memory of an object only point to the start of objects, or have none and were never stored.
    pub fn holds_starts(&self, object: ObjectId) -> bool {
        let held = self.contents.get(&object).into_iter().flat_map(SortedMap::values);
        held.into_iter().all(|h| h.offsets.is_none_or(|o| o == Residue::new(0, 0)) && h.objects.iter().all(|n| *n >= WILD))
    }

    /// What a pointer without an object in a map with open elements is.
    pub fn stranger(&self, offset: &Expr) -> i64 {
        if offset.vars().is_disjoint(&self.foreign) { WILD } else { ELSEWHERE }
    }

    /// Whether a pointer was read from a map in which it may never have been set: then its offset says what it is.
    pub fn is_unset(&self, object: &Expr, offset: &Expr) -> bool {
        matches!(object, Expr::Select(..)) && self.is_open(offset)
    }

    /// Whether the offset comes from a map with open elements.
    pub fn is_open(&self, offset: &Expr) -> bool {
        offset.vars().iter().any(|v| self.open.contains(v) && self.offsets.contains_key(v))
    }

    /// The offsets into objects that a term may have; none if it belongs to pointers without an object.
    pub fn offsets(&self, e: &Expr) -> Option<Residue> {
        self.offsets_where(e, &|v| self.offsets.get(&v).copied().unwrap_or(Some(Residue::ANY)))
    }

    /// The same, of a pointer to the object with this number that has its object from a variable.
    fn offsets_in(&self, e: &Expr, from: Option<VarId>, number: i64) -> Option<Residue> {
        self.offsets_where(e, &|v| match self.apart.get(&v) {
            Some(apart) if from.is_some() && apart.of == from => apart.of_object(number),
            _ => self.offsets.get(&v).copied().unwrap_or(Some(Residue::ANY)),
        })
    }

    fn offsets_where(&self, e: &Expr, of: &dyn Fn(VarId) -> Option<Residue>) -> Option<Residue> {
        match e {
            Expr::Const(c) => Some(i128::try_from(c).map_or(Residue::ANY, |c| Residue::new(c, 0))),
            Expr::Var(v) => of(*v),
            Expr::App(name, _) if **name == *NUMBER => None,
            Expr::App(name, args) if **name == *OLD => self.offsets_where(&args[0], of),
            Expr::Neg(a) => Some(self.offsets_where(a, of)?.times(-1)),
            Expr::Bin(BinOp::Add, a, b) => Some(self.offsets_where(a, of)?.plus(self.offsets_where(b, of)?)),
            Expr::Bin(BinOp::Sub, a, b) => Some(self.offsets_where(a, of)?.plus(self.offsets_where(b, of)?.times(-1))),
            Expr::Bin(BinOp::Mul, a, b) => {
                let scaled = |c: &Int, e: &Expr| {
                    i128::try_from(c).map_or(Residue::ANY, |c| self.offsets_where(e, of).unwrap_or(Residue::ANY).times(c))
                };
                Some(match (a.as_const(), b.as_const()) {
                    (Some(c), _) => scaled(c, b),
                    (_, Some(c)) => scaled(c, a),
                    _ => Residue::ANY,
                })
            }
            Expr::Ite(_, a, b) => either(self.offsets_where(a, of), self.offsets_where(b, of)),
            Expr::Select(m, _) => self.offsets_where(m, of),
            Expr::Store(m, _, value) => either(self.offsets_where(m, of), self.offsets_where(value, of)),
            _ => Some(Residue::ANY),
        }
    }

    /// The pointers whose offsets are told apart: single variables that no call of a recursive function keeps.
    fn tell_apart(&mut self, scene: &Scene<'_>) {
        let mut left_out: SortedSet<VarId> = scene.kept.iter().flat_map(|(var, stack)| [*var, *stack]).collect();
        for leaf in scene.objects.iter().flat_map(|o| o.leaves.values()).filter(|l| !l.dims.is_empty()) {
            left_out.extend([Some(leaf.var), leaf.offset].into_iter().flatten());
        }
        for edge in &scene.graph.edges {
            match &edge.stmt {
                stmt if edge.note == Note::Link => left_out.extend(stmt.target()),
                Stmt::Input { var, .. } => drop(left_out.insert(*var)),
                Stmt::Assign(var, Expr::Store(..)) => drop(left_out.insert(*var)),
                _ => {}
            }
        }
        for (object, offset) in scene.pairs.iter().filter(|(o, f)| !left_out.contains(o) && !left_out.contains(f)) {
            self.apart.insert(*offset, Apart { of: Some(*object), ..Apart::default() });
        }
    }

    /// The assignments of an object and its offset that come one after the other: by the second edge, the first.
    fn assigned_together(&self, scene: &Scene<'_>) -> SortedMap<usize, usize> {
        let edges = &scene.graph.edges;
        let mut entering: SortedMap<LocId, u32> = SortedMap::new();
        for edge in edges {
            *entering.entry(edge.to).or_default() += 1;
        }
        let target = |i: usize| match &edges[i].stmt {
            Stmt::Assign(var, _) => Some(*var),
            _ => None,
        };
        let is_pair = |i: &usize| match (target(i - 1), target(*i)) {
            (Some(object), Some(offset)) => self.apart.get(&offset).is_some_and(|a| a.of == Some(object)),
            _ => false,
        };
        let follows = |i: &usize| edges[i - 1].to == edges[*i].from && entering[&edges[*i].from] == 1;
        (1..edges.len()).filter(is_pair).filter(follows).map(|i| (i, i - 1)).collect()
    }

    /// An offset of pointers to these objects.
    fn place_apart(&mut self, offset: VarId, objects: &Numbers, of: &dyn Fn(&Self, i64) -> Option<Residue>) {
        if !self.apart.contains_key(&offset) {
            return;
        }
        for number in objects.iter().copied().filter(|n| *n > 0) {
            let new = of(self, number);
            let Some(apart) = self.apart.get_mut(&offset) else { return };
            let known = apart.by_object.get(&number).copied();
            if let Some(joined) = either(known, new).filter(|joined| known != Some(*joined)) {
                apart.by_object.insert(number, joined);
                self.changed = true;
            }
        }
    }

    /// An offset of pointers to any object.
    fn place_anywhere(&mut self, offset: VarId, residue: Residue) {
        if let Some(apart) = self.apart.get_mut(&offset) {
            let joined = either(apart.rest, Some(residue));
            self.changed |= apart.rest != joined;
            apart.rest = joined;
        }
    }

    /// Tells apart what an assignment does; `object` is what the object was assigned right before its offset.
    fn assign_apart(&mut self, var: VarId, value: &Expr, object: Option<&Expr>, offset_of: &SortedMap<VarId, VarId>) {
        if let Some(Apart { of: Some(of), .. }) = self.apart.get(&var) {
            let own = Expr::Var(*of);
            let object = object.unwrap_or(&own);
            let (from, objects) = (came_from(object), self.objects(object));
            self.place_apart(var, &objects, &|this, n| this.offsets_in(value, from, n));
        } else if let Some(offset) = offset_of.get(&var) {
            // Only the object: the offset is the one that it was.
            let objects = self.objects(value);
            self.place_apart(*offset, &objects, &|this, _| this.offsets(&Expr::Var(*offset)));
        }
    }

    fn add(&mut self, var: VarId, new: Numbers) {
        if let Some(known) = self.objects.get_mut(&var) {
            let before = known.len();
            known.extend(new);
            self.changed |= known.len() > before;
        }
    }

    fn shift(&mut self, var: VarId, new: Residue) {
        if let Some(known) = self.offsets.get_mut(&var) {
            let joined = known.map_or(new, |k| k.join(new));
            self.changed |= *known != Some(joined);
            *known = Some(joined);
        }
    }

    /// What is copied holds the same pointers afterwards, at the same distance.
    fn copy(&mut self, to: &Spot, from: &Spot, size: u64, objects: &[Object]) {
        let (at, start) = (self.offsets(&to.offset).unwrap_or(Residue::ANY), self.offsets(&from.offset).unwrap_or(Residue::ANY));
        let length = i128::from(size);
        let sources: Vec<ObjectId> = objects_of(&self.objects(&from.object)).filter(|o| *o < objects.len()).collect();
        let targets: Vec<ObjectId> = objects_of(&self.objects(&to.object)).filter(|o| *o < objects.len()).collect();
        for source in sources {
            let mut found: Vec<(Residue, Held)> = Vec::new();
            for leaf in objects[source].leaves.values() {
                if let Some(offset) = leaf.offset {
                    let mut held = Held { objects: self.objects(&Expr::Var(leaf.var)), offsets: self.offsets(&Expr::Var(offset)) };
                    if !leaf.dims.is_empty() && self.open.contains(&offset) {
                        held.objects.insert(self.stranger(&Expr::Var(offset)));
                    }
                    found.push((leaf_residue(leaf), held));
                }
            }
            found.extend(self.contents.get(&source).into_iter().flatten().map(|(r, h)| (*r, h.clone())));
            let width = self.pointer_size;
            for (place, held) in found.iter().filter(|(place, _)| start.touches(length, *place, width)) {
                let step = gcd(start.step, place.step);
                let distance = place.at - start.at;
                // In an array of what is copied the distance is known all the same.
                let moved = match step {
                    step if step >= length => Residue::new(at.at + distance.rem_euclid(step), at.step),
                    step => Residue::new(at.at + distance, gcd(at.step, step)),
                };
                for target in &targets {
                    self.store_at(*target, moved, &held.objects, held.offsets, objects);
                }
            }
        }
    }

    fn hold(&mut self, object: ObjectId, at: Residue, numbers: &Numbers, residue: Option<Residue>) {
        let held = self.contents.entry(object).or_default().entry(at).or_default();
        let before = (held.objects.len(), held.offsets);
        held.objects.extend(numbers);
        if let Some(residue) = residue {
            held.offsets = Some(held.offsets.map_or(residue, |k| k.join(residue)));
        }
        self.changed |= before != (held.objects.len(), held.offsets);
    }

    fn assign(&mut self, var: VarId, value: &Expr) {
        if self.objects.contains_key(&var) {
            let new = self.objects(value);
            self.add(var, new);
        } else if self.offsets.contains_key(&var) {
            if let Some(new) = self.offsets(value) {
                self.shift(var, new);
            }
            // A map that is copied stays open.
            let mut source = value;
            while let Expr::Store(inner, ..) = source {
                source = inner;
            }
            if let Expr::Var(from) = source
                && self.open.contains(from)
                && self.offsets.contains_key(from)
            {
                self.changed |= self.open.insert(var);
            }
        }
    }

    fn deed(&mut self, deed: &Deed, objects: &[Object]) {
        match deed {
            Deed::Load { cell, into, offset: Some(offset) } | Deed::Look { cell, pointer: Some((into, offset)) } => {
                self.load(cell, *into, *offset, objects);
            }
            Deed::Store { cell, value, offset: Some(offset) } => {
                let (numbers, residue) = (self.objects(value), self.offsets(offset));
                self.store(cell, &numbers, residue, objects);
            }
            Deed::Copy { to, from, size } => self.copy(to, from, *size, objects),
            Deed::Allocate { site, into, .. } => self.add(*into, Numbers::from([*site as i64 + 1])),
            Deed::Begun(Arguments { strings, vector, .. }) => {
                self.hold(*vector, Residue::new(0, self.pointer_size), &Numbers::from([*strings as i64 + 1, 0]), Some(Residue::new(0, 0)));
            }
            Deed::Fill { object, .. } => self.fill(object, objects),
            Deed::Put { ghost, value } => {
                if let Some(r) = ghost.of {
                    self.put(r, value);
                }
            }
            _ => {}
        }
    }

    /// What is stored in a map of members.
    fn put(&mut self, r: RecordId, map: &Expr) {
        let mut map = map;
        while let Expr::Store(inner, key, _) = map {
            // What is no object is in no set.
            let new = self.objects(key).into_iter().filter(|n| *n > 0);
            let known = self.members.entry(r).or_default();
            let before = known.len();
            known.extend(new);
            self.changed |= known.len() > before;
            map = inner;
        }
    }

    /// The objects that a cell may lie in.
    pub fn places(&self, cell: &Cell, objects: &[Object]) -> Vec<ObjectId> {
        let numbers = self.objects(&cell.object);
        objects_of(&numbers).filter(|o| *o < objects.len()).collect()
    }

    /// The offsets at which a cell may lie in an object.
    pub fn residue_in(&self, cell: &Cell, object: ObjectId) -> Residue {
        let found = self.offsets_in(&cell.offset, came_from(&cell.object), object as i64 + 1);
        found.unwrap_or_else(|| self.residue(cell))
    }

    /// The offsets at which a cell may lie.
    pub fn residue(&self, cell: &Cell) -> Residue {
        self.offsets(&cell.offset).unwrap_or(Residue::ANY)
    }

    fn load(&mut self, cell: &Cell, into: VarId, offset: VarId, objects: &[Object]) {
        for object in self.places(cell, objects) {
            let at = self.residue_in(cell, object);
            for leaf in objects[object].leaves.values() {
                if let (Some(from), true) = (leaf.offset, leaf_residue(leaf).touches(self.pointer_size, at, self.pointer_size)) {
                    let numbers = self.objects(&Expr::Var(leaf.var));
                    self.add(into, numbers);
                    if let Some(residue) = self.offsets(&Expr::Var(from)) {
                        self.shift(offset, residue);
                        self.place_anywhere(offset, residue);
                    }
                    if !leaf.dims.is_empty() && self.open.contains(&from) {
                        self.add(into, Numbers::from([self.stranger(&Expr::Var(from))]));
                    }
                }
            }
            let held: Vec<Held> = self
                .contents
                .get(&object)
                .into_iter()
                .flatten()
                .filter(|(r, _)| r.touches(self.pointer_size, at, self.pointer_size))
                .map(|(_, h)| h.clone())
                .collect();
            for held in held {
                self.add(into, held.objects);
                if let Some(residue) = held.offsets {
                    self.shift(offset, residue);
                    self.place_anywhere(offset, residue);
                }
            }
            // Memory that was never written, or not as a pointer.
            if !has_pointer_leaf(&objects[object], at, self.pointer_size) {
                let unread = match self.settled.get(&object) {
                    Some(Offsets::All) => Numbers::from([0]),
                    Some(Offsets::These(set)) if at.step == 0 && set.contains(&at.at) => Numbers::new(),
                    _ => Numbers::from([WILD, 0]),
                };
                self.add(into, unread);
                self.shift(offset, Residue::new(0, 0));
                self.place_anywhere(offset, Residue::new(0, 0));
            }
        }
    }

    /// Pointers that are filled are null afterwards: no other byte than 0 has a meaning there.
    fn fill(&mut self, object: &Expr, objects: &[Object]) {
        for filled in objects_of(&self.objects(object)).filter(|o| *o < objects.len()) {
            for leaf in objects[filled].leaves.values() {
                if let Some(offset) = leaf.offset {
                    self.add(leaf.var, Numbers::from([0]));
                    self.shift(offset, Residue::new(0, 0));
                    self.place_anywhere(offset, Residue::new(0, 0));
                }
            }
            let held: Vec<Residue> = self.contents.get(&filled).into_iter().flat_map(|c| c.keys().copied()).collect();
            for at in held {
                self.hold(filled, at, &Numbers::from([0]), Some(Residue::new(0, 0)));
            }
        }
    }

    fn store(&mut self, cell: &Cell, numbers: &Numbers, residue: Option<Residue>, objects: &[Object]) {
        for object in self.places(cell, objects) {
            let at = self.residue_in(cell, object);
            self.store_at(object, at, numbers, residue, objects);
        }
    }

    fn store_at(&mut self, object: ObjectId, at: Residue, numbers: &Numbers, residue: Option<Residue>, objects: &[Object]) {
        for leaf in objects[object].leaves.values() {
            if let (Some(to), true) = (leaf.offset, leaf_residue(leaf).touches(self.pointer_size, at, self.pointer_size)) {
                self.add(leaf.var, numbers.clone());
                if let Some(residue) = residue {
                    self.shift(to, residue);
                    self.place_anywhere(to, residue);
                }
            }
        }
        if !has_pointer_leaf(&objects[object], at, self.pointer_size) {
            self.hold(object, at, numbers, residue);
        }
    }
}

/// The variable that a pointer has its object from, if it is one.
fn came_from(object: &Expr) -> Option<VarId> {
    match object {
        Expr::Var(v) => Some(*v),
        Expr::App(name, args) if **name == *MOVED || **name == *OWNER => came_from(&args[0]),
        _ => None,
    }
}

/// The offsets of a leaf.
pub fn leaf_residue(leaf: &Leaf) -> Residue {
    let step = leaf.strides.iter().fold(0, |g, s| gcd(g, i128::from(*s)));
    Residue::new(i128::from(leaf.at), step)
}

/// Whether every pointer that can lie there is in a leaf of its own.
fn has_pointer_leaf(object: &Object, at: Residue, size: i128) -> bool {
    let touches = |l: &&Leaf| {
        let (place, length) = if l.raw { super::overlay::extent(l) } else { (leaf_residue(l), i128::from(l.size(size as u64))) };
        place.touches(length, at, size)
    };
    let mut touched = object.leaves.values().filter(touches).peekable();
    object.origin == Origin::Declared && touched.peek().is_some() && touched.all(|l| l.offset.is_some() && leaf_residue(l).meets(at))
}
