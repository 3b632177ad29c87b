//! Which maps of a program are fields of objects, and which of them are links.
//!
//! Blocks from allocators are numbers, and their fields are maps from these numbers. A field that is a pointer is a map whose elements are numbers of
//! objects again: a *link*. Nothing says so in the automaton; it is read off how values flow: what is used as an index of a map and what is copied
//! from there is of one kind, and a map is a link if its elements are of the kind of its indices. Invariant: none; what is found here only suggests predicates.

use base::{Cfa, CmpOp, Expr, Formula, Int, Sort, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

#[derive(Clone, Debug, Default)]
pub struct Shape {
    /// The maps that are links.
    pub links: Vec<VarId>,
    /// The kind of the objects that a variable holds.
    kind: BTreeMap<VarId, usize>,
    /// The kind of the indices of a map.
    indices: BTreeMap<VarId, usize>,
    /// The terms that new objects get their numbers from: above those of all objects.
    pub fresh: BTreeSet<Expr>,
    /// The links that lead nowhere before they are written.
    pub open: BTreeSet<VarId>,
    /// What pointers are compared with.
    pub constants: BTreeSet<Int>,
    /// Numbers that are compared with constants, with these.
    pub flags: Vec<(VarId, Int)>,
    /// What is compared with elements of maps that are no links, and stored there: the map and the constant.
    pub contents: Vec<(VarId, Int)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Var(VarId),
    Indices(VarId),
    Elements(VarId),
}

/// Kinds, as sets that grow together.
#[derive(Default)]
struct Kinds {
    number: BTreeMap<Place, usize>,
    parent: Vec<usize>,
}

impl Kinds {
    fn of(&mut self, place: Place) -> usize {
        let new = self.parent.len();
        let number = *self.number.entry(place).or_insert(new);
        if number == new {
            self.parent.push(new);
        }
        self.root(number)
    }

    fn root(&self, mut number: usize) -> usize {
        while self.parent[number] != number {
            number = self.parent[number];
        }
        number
    }

    fn same(&mut self, a: Place, b: Place) {
        let (a, b) = (self.of(a), self.of(b));
        self.parent[a] = b;
    }

    /// The indices inside of a term are of the kinds of their maps' indices.
    fn read(&mut self, e: &Expr) {
        e.walk(&mut |t| {
            if let Expr::Select(m, i) | Expr::Store(m, i, _) = t
                && let Some(map) = root_map(m)
            {
                for place in values(i) {
                    self.same(place, Place::Indices(map));
                }
            }
            if let Expr::Store(m, _, value) = t
                && let Some(map) = root_map(m)
            {
                for place in values(value) {
                    self.same(place, Place::Elements(map));
                }
            }
        });
    }
}

fn root_map(e: &Expr) -> Option<VarId> {
    match e {
        Expr::Var(v) => Some(*v),
        Expr::Store(m, ..) => root_map(m),
        _ => None,
    }
}

/// Where the value of a term comes from as it is.
fn values(e: &Expr) -> Vec<Place> {
    match e {
        Expr::Var(v) => vec![Place::Var(*v)],
        Expr::Select(m, _) => root_map(m).map(Place::Elements).into_iter().collect(),
        Expr::Ite(_, a, b) => values(a).into_iter().chain(values(b)).collect(),
        _ => Vec::new(),
    }
}

impl Shape {
    pub fn of(cfa: &Cfa) -> Self {
        let mut kinds = Kinds::default();
        let maps: Vec<VarId> = (0..cfa.vars.len() as u32).map(VarId).filter(|v| matches!(cfa.var(*v).sort, Sort::Map(..))).collect();
        let is_map = |v: &VarId| maps.contains(v);
        for e in &cfa.edges {
            match &e.stmt {
                Stmt::Assume(f) => f.walk(&mut |t| kinds.read(t)),
                Stmt::Assign(v, value) => {
                    kinds.read(value);
                    if !is_map(v) {
                        for place in values(value) {
                            kinds.same(Place::Var(*v), place);
                        }
                    }
                }
                _ => {}
            }
        }
        let links: Vec<VarId> = maps.iter().copied().filter(|m| kinds.of(Place::Indices(*m)) == kinds.of(Place::Elements(*m))).collect();
        let of_links: BTreeSet<usize> = links.iter().map(|m| kinds.of(Place::Indices(*m))).collect();
        let mut shape = Shape { links, ..Shape::default() };
        for m in &maps {
            shape.indices.insert(*m, kinds.of(Place::Indices(*m)));
        }
        for v in (0..cfa.vars.len() as u32).map(VarId).filter(|v| !is_map(v)) {
            let kind = kinds.of(Place::Var(v));
            if of_links.contains(&kind) {
                shape.kind.insert(v, kind);
            }
        }
        let mut contents: BTreeSet<(VarId, Int)> = BTreeSet::new();
        let mut constants = BTreeSet::from([Int::ZERO]);
        // A variable that gets an element and is compared with a constant stands for the element.
        let mut loaded: BTreeMap<VarId, VarId> = BTreeMap::new();
        for e in &cfa.edges {
            if let Stmt::Assign(v, value) = &e.stmt {
                if matches!(value, Expr::Bin(..)) && shape.kind.contains_key(v) {
                    shape.fresh.insert(value.clone());
                }
                if let Expr::Select(m, _) = value
                    && let Some(map) = root_map(m)
                {
                    loaded.insert(*v, map);
                }
                value.walk(&mut |t| {
                    if let Expr::Store(m, _, c) = t
                        && let (Some(map), Some(c)) = (root_map(m), c.as_const())
                    {
                        contents.insert((map, c.clone()));
                    }
                });
            }
        }
        let mut numbers: BTreeMap<VarId, BTreeSet<Int>> = BTreeMap::new();
        for (side, c) in compared(cfa) {
            let map = match &side {
                Expr::Select(m, _) => root_map(m),
                Expr::Var(v) => {
                    if shape.kind.contains_key(v) {
                        constants.insert(c.clone());
                    } else if !is_map(v) {
                        numbers.entry(*v).or_default().insert(c.clone());
                    }
                    loaded.get(v).copied()
                }
                _ => None,
            };
            contents.extend(map.map(|m| (m, c)));
        }
        let links = shape.links.clone();
        let of_objects = |m: &VarId| shape.indices.get(m).is_some_and(|k| of_links.contains(k)) && !links.contains(m);
        shape.contents = contents.into_iter().filter(|(m, _)| of_objects(m)).collect();
        shape.constants = constants;
        let few = numbers.into_iter().filter(|(_, all)| all.len() <= MOST_VALUES);
        shape.flags = few.flat_map(|(v, all)| all.into_iter().map(move |c| (v, c))).collect();
        let inputs = cfa.edges.iter().filter_map(|e| if let Stmt::Input { var, .. } = &e.stmt { Some(*var) } else { None });
        shape.open = inputs.filter(|v| links.contains(v)).collect();
        shape
    }

    /// Whether a variable holds objects that a link leads on from.
    pub fn is_pointer(&self, v: VarId, link: VarId) -> bool {
        self.kind.contains_key(&v) && self.kind.get(&v) == self.indices.get(&link)
    }

    /// The variables that hold objects that a link leads on from.
    pub fn pointers(&self, link: VarId) -> impl Iterator<Item = VarId> {
        self.kind.keys().copied().filter(move |v| self.is_pointer(*v, link))
    }

    /// The links that lead on from what a map has fields for.
    pub fn links_of(&self, map: VarId) -> impl Iterator<Item = VarId> {
        self.links.iter().copied().filter(move |l| self.indices.get(l) == self.indices.get(&map))
    }
}

/// A variable with more values is no flag.
const MOST_VALUES: usize = 3;

/// What the program's conditions compare with constants, for equality.
fn compared(cfa: &Cfa) -> Vec<(Expr, Int)> {
    let mut found = Vec::new();
    for e in &cfa.edges {
        let Stmt::Assume(f) = &e.stmt else { continue };
        f.each_atom(&mut |atom| {
            let Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) = atom else { return };
            for (side, other) in [(a, b), (b, a)] {
                found.extend(other.as_const().map(|c| ((**side).clone(), c.clone())));
            }
        });
    }
    found
}
