//! Pointers in new blocks that are stored before anybody can read them, and numbers likewise.
//!
//! The memory of a new block holds anything, so a pointer read from it might point nowhere. Programs usually fill a block
//! right after they get it; this analysis follows each allocation forward, along all paths, with the variables that surely hold
//! the new pointer, until some deed may read the block. What is stored by then on every path is never read uninitialised. As long as nothing but
//! these variables holds the pointer, what is read through another one is in another block.
//!
//! Invariant: an offset in the result of a site is stored in every object of the site before it is loaded.

use super::address::unmoved;
use super::memory::{Cell, Deed};
use super::object::{Object, ObjectId};
use super::points_to::{PointsTo, Residue, Scene, objects_of};
use crate::graph::{Graph, Note, Writes};
use base::{BinOp, Expr, LocId, SortedMap, SortedSet, Stmt, VarId};
use std::collections::HashSet;

/// The offsets of settled pointers, by site. A site whose blocks are cleared has all of them.
pub type Settled = SortedMap<ObjectId, Offsets>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Offsets {
    All,
    These(SortedSet<i128>),
}

impl Offsets {
    pub fn contains(&self, at: i128) -> bool {
        match self {
            Offsets::All => true,
            Offsets::These(set) => set.contains(&at),
        }
    }
}

/// What is asked about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Pointers that are stored, be it that nobody wrote what is stored.
    Pointers,
    /// Pointers that are written. What a copy stores may not have been.
    WrittenPointers,
    WrittenNumbers,
}

impl Kind {
    /// Whether a cell with or without an offset is of the kind.
    fn is(self, has_offset: bool) -> bool {
        has_offset == (self != Kind::WrittenNumbers)
    }
}

/// Stands for all numbers of a block.
const EVERYTHING: i128 = i128::MAX;

/// Paths are followed for at most this many steps.
const STEPS: usize = 4000;

/// What is known on a path.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Path {
    loc: LocId,
    /// Variables that hold the new object's number.
    names: SortedSet<VarId>,
    /// Offsets with a known value.
    offsets: SortedMap<VarId, i128>,
    stored: SortedSet<i128>,
    /// Whether something else may hold the number as well.
    shared: bool,
}

pub fn find(scene: &Scene<'_>, points_to: &PointsTo, kind: Kind) -> Settled {
    let Scene { graph, deeds, objects, pairs, .. } = *scene;
    let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.locs.len()];
    for (i, edge) in graph.edges.iter().enumerate() {
        out[edge.from.index()].push(i);
    }
    let offset_vars: SortedSet<VarId> = pairs.iter().map(|(_, o)| *o).collect();
    let mut settled = Settled::new();
    for edge in &graph.edges {
        let Note::Memory(i) = edge.note else { continue };
        // Arguments of the program are there when it starts.
        if let Deed::Begun(arguments) = &deeds[i] {
            settled.extend([(arguments.strings, Offsets::All), (arguments.vector, Offsets::All)]);
        }
        let Deed::Allocate { site, zero, into, size, .. } = &deeds[i] else { continue };
        let offsets = if *zero {
            Offsets::All
        } else {
            let walk = Walk { graph, deeds, objects, points_to, out: &out, offset_vars: &offset_vars, site: *site, size, kind };
            walk.follow(edge.to, *into)
        };
        settled.insert(*site, offsets);
    }
    settled
}

struct Walk<'a> {
    graph: &'a Graph,
    deeds: &'a [Deed],
    objects: &'a [Object],
    points_to: &'a PointsTo,
    out: &'a [Vec<usize>],
    offset_vars: &'a SortedSet<VarId>,
    site: ObjectId,
    size: &'a Expr,
    kind: Kind,
}

impl Walk<'_> {
    /// Offsets at which values of the kind are stored somewhere in blocks of the site.
    fn candidates(&self) -> SortedSet<i128> {
        let mut found = SortedSet::new();
        found.extend((self.kind == Kind::WrittenNumbers).then_some(EVERYTHING));
        for deed in self.deeds {
            if let Deed::Store { cell, offset, .. } = deed
                && self.kind.is(offset.is_some())
                && self.is_here(cell)
            {
                let at = self.points_to.residue(cell);
                if at.step == 0 {
                    found.insert(at.at);
                }
            }
        }
        found
    }

    fn is_here(&self, cell: &Cell) -> bool {
        self.points_to.places(cell, self.objects).contains(&self.site)
    }

    fn follow(&self, start: LocId, into: VarId) -> Offsets {
        let mut wanted = self.candidates();
        let names = SortedSet::from([into]);
        let mut work = vec![Path { loc: start, names, offsets: SortedMap::new(), stored: SortedSet::new(), shared: false }];
        let mut seen: HashSet<Path> = HashSet::new();
        while let Some(path) = work.pop() {
            // What a path has not stored when it forgets the pointer may be read later.
            if path.names.is_empty() {
                wanted.retain(|at| path.stored.contains(at));
            }
            if path.names.is_empty() || wanted.is_subset(&path.stored) || !seen.insert(path.clone()) {
                continue;
            }
            if seen.len() > STEPS {
                return Offsets::These(SortedSet::new());
            }
            for &i in &self.out[path.loc.index()] {
                let edge = &self.graph.edges[i];
                let mut next = Path { loc: edge.to, ..path.clone() };
                // Calls of recursive functions keep variables where their names are not known.
                next.shared |= edge.note == Note::Link;
                match &edge.stmt {
                    Stmt::Assign(var, value) => self.assign(*var, value, &mut next),
                    Stmt::Input { var, .. } => next.forget(*var),
                    _ => {}
                }
                if let Note::Memory(d) = edge.note {
                    self.deed(&self.deeds[d], edge.writes, &mut next, &mut wanted);
                }
                work.push(next);
            }
        }
        if wanted.contains(&EVERYTHING) { Offsets::All } else { Offsets::These(wanted) }
    }

    fn deed(&self, deed: &Deed, writes: Writes, path: &mut Path, wanted: &mut SortedSet<i128>) {
        match deed {
            Deed::Store { cell, value, offset } => {
                path.shared |= offset.is_some() && path.is_in(value);
                if let (Expr::Var(v), Some(at)) = (&cell.object, path.value(&cell.offset))
                    && self.kind.is(offset.is_some())
                    && (self.kind == Kind::Pointers || writes == Writes::Values)
                    && path.names.contains(v)
                {
                    path.stored.insert(at);
                }
            }
            // `memset` of all of it.
            Deed::Fill { object: Expr::Var(v), offset, count, .. }
                if self.kind == Kind::WrittenNumbers && path.names.contains(v) && path.value(offset) == Some(0) && count == self.size =>
            {
                path.stored.extend(wanted.iter().copied());
            }
            Deed::Load { cell, into, offset } => {
                if self.kind.is(offset.is_some()) && self.is_here(cell) && (path.shared || path.is_in(&cell.object)) {
                    self.read(cell, path, wanted);
                }
                path.forget(*into);
                offset.iter().for_each(|o| path.forget(*o));
            }
            Deed::Copy { from, size, .. } => {
                let here = objects_of(&self.points_to.objects(&from.object)).any(|o| o == self.site);
                if here && (path.shared || path.is_in(&from.object)) {
                    let at = self.points_to.offsets(&from.offset).unwrap_or(Residue::ANY);
                    wanted
                        .retain(|x| path.stored.contains(x) || *x != EVERYTHING && !at.touches(i128::from(*size), Residue::new(*x, 0), 1));
                }
            }
            Deed::Look { cell, pointer } if self.kind.is(pointer.is_some()) && self.is_here(cell) => self.read(cell, path, wanted),
            Deed::Allocate { into, .. } | Deed::Size { into, .. } => path.forget(*into),
            Deed::Format { cases, .. } => cases.iter().for_each(|(_, is_it)| path.forget(*is_it)),
            Deed::Escape { pointers, .. } if path.shared || pointers.iter().any(|p| path.is_in(p)) => {
                wanted.retain(|x| path.stored.contains(x));
                path.shared = true;
            }
            _ => {}
        }
    }

    /// What is read and not stored yet is not settled.
    fn read(&self, cell: &Cell, path: &Path, wanted: &mut SortedSet<i128>) {
        let at = self.points_to.residue(cell);
        wanted.retain(|x| path.stored.contains(x) || (*x != EVERYTHING && !at.meets(Residue::new(*x, 0))));
    }

    fn assign(&self, var: VarId, value: &Expr, path: &mut Path) {
        let is_name = matches!(unmoved(value.clone()), Expr::Var(v) if path.names.contains(&v));
        let offset = self.offset_vars.contains(&var).then(|| path.value(value)).flatten();
        path.shared |= !is_name && path.is_in(value);
        path.forget(var);
        if is_name {
            path.names.insert(var);
        }
        if let Some(at) = offset {
            path.offsets.insert(var, at);
        }
    }
}

impl Path {
    fn forget(&mut self, var: VarId) {
        self.names.remove(&var);
        self.offsets.remove(&var);
    }

    /// Whether the term may be made of the new object's number.
    fn is_in(&self, e: &Expr) -> bool {
        !e.vars().is_disjoint(&self.names)
    }

    /// The value of an offset, if it is known.
    fn value(&self, e: &Expr) -> Option<i128> {
        match e {
            Expr::Const(c) => i128::try_from(c).ok(),
            Expr::Var(v) => self.offsets.get(v).copied(),
            Expr::Bin(BinOp::Add, a, b) => self.value(a)?.checked_add(self.value(b)?),
            Expr::Bin(BinOp::Sub, a, b) => self.value(a)?.checked_sub(self.value(b)?),
            Expr::Bin(BinOp::Mul, a, b) => self.value(a)?.checked_mul(self.value(b)?),
            _ => None,
        }
    }
}
