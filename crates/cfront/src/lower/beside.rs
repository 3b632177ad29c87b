//! What maps say of an object stands beside the pointers to it.
//!
//! The size of one of many objects is in a map, and so is whether it lives. No domain knows that two reads of a map are of the same object, so what the map
//! says stands in a variable beside each variable that may point to such an object (`$size`, `$state`), and is copied along with the pointer: that a block
//! is not accessed outside, nor used after it was freed, is a matter of numbers then.
//!
//! - The size of an object never changes. What is read from memory asks the map once.
//! - The state changes when an object is freed, of all pointers to it. Beside variables that hold pointers from memory there is no state: of those the
//!   map is asked, as domains of the heap do.
//!
//! Invariant: while a variable points to one of these objects, the one beside it is what the map says of the object. A new object has a number that no
//! variable holds, so that what is noted of it is noted of no other.

use super::Lower;
use super::layout::MANY;
use super::object::ObjectId;
use super::resolve::Resolver;
use crate::graph::{Edge, Note};
use base::{CmpOp, Expr, Formula, Int, Sort, SortedMap, SortedSet, Stmt, VarId};

/// A map that says something of many objects.
struct About {
    map: VarId,
    /// What it says, as the names of variables end.
    what: &'static str,
    /// Whether it says the same as long as the object is there.
    lasts: bool,
    /// The sites of the objects.
    numbers: SortedSet<i64>,
}

impl Lower<'_> {
    /// Gives variables that may point to one of many objects one for its size, and one for its state, where these are asked for.
    pub fn keep_beside_pointers(&mut self, r: &Resolver) {
        // Objects that are given have pointers to them before they are filled.
        let is_given = |s: &ObjectId| self.given.values().any(|g| g.site == *s);
        let mut found = Vec::new();
        for block in r.layout.blocks.iter().filter(|b| b.keyed && !b.sites.iter().any(is_given)) {
            let numbers: SortedSet<i64> = block.sites.iter().map(|s| Self::number_of_object(*s)).collect();
            found.extend(block.size.map(|map| About { map, what: "$size", lasts: true, numbers: numbers.clone() }));
            found.extend(block.state.map(|map| About { map, what: "$state", lasts: false, numbers }));
        }
        for about in found {
            self.keep_beside(&about, r);
        }
        self.graph.frame = 0;
    }

    fn keep_beside(&mut self, about: &About, r: &Resolver) {
        let linked = self.kept_by_calls();
        let held: SortedSet<VarId> = r.points_to.variables().filter(|(_, all)| !all.is_disjoint(&about.numbers)).map(|(v, _)| v).collect();
        let is_plain = |v: &VarId| held.contains(v) && self.vars[v.index()].sort == Sort::Int && !linked.contains(v);
        let mut can: SortedSet<VarId> = held.iter().copied().filter(is_plain).collect();
        let counter = r.layout.counter;
        if !about.lasts {
            let traced = Beside { about, beside: &SortedMap::new(), held: &held, counter };
            self.keep_traced(&mut can, &traced);
        }
        // Where the map is asked, and what such variables are copied from.
        let mut wanted: SortedSet<VarId> = SortedSet::new();
        for edge in &self.graph.edges {
            each_read(&edge.stmt, about.map, &mut |of| {
                if let Expr::Var(v) = of {
                    wanted.extend(Some(*v).filter(|v| can.contains(v)));
                }
            });
        }
        loop {
            let before = wanted.len();
            for edge in &self.graph.edges {
                if let Stmt::Assign(var, value) = &edge.stmt
                    && wanted.contains(var)
                {
                    wanted.extend(copied(value).into_iter().filter(|v| can.contains(v)));
                }
            }
            if wanted.len() == before {
                break;
            }
        }
        let beside: SortedMap<VarId, VarId> = wanted
            .into_iter()
            .map(|v| {
                let declared = &self.vars[v.index()];
                let (name, frame) = (declared.name.trim_end_matches(".$obj").to_owned(), declared.frame);
                (v, self.add_var(format!("{name}.{}", about.what), Sort::Int, None, None, None, frame))
            })
            .collect();
        let beside = Beside { about, beside: &beside, held: &held, counter };
        for i in 0..self.graph.edges.len() {
            let edge = &self.graph.edges[i];
            let known = |e: &Expr| beside.known(e);
            let stmt = match &edge.stmt {
                Stmt::Assume(f) => Stmt::Assume(f.subst(&known)),
                Stmt::Assign(var, value) => Stmt::Assign(*var, value.subst(&known)),
                _ => continue,
            };
            let noted = match &edge.stmt {
                Stmt::Assign(var, value) if *var == about.map => beside.noted(value),
                Stmt::Assign(var, value) => beside.beside.get(var).map(|kept| (*kept, beside.of(value))).into_iter().collect(),
                _ => Vec::new(),
            };
            let (mut from, span, writes) = (edge.from, edge.span.clone(), edge.writes);
            self.graph.frame = self.graph.locs[from.index()].frame;
            for (kept, value) in noted {
                let between = self.graph.loc(span.clone());
                let stmt = Stmt::Assign(kept, value);
                self.graph.edges.push(Edge { from, to: between, stmt, span: span.clone(), note: Note::Nothing, writes });
                from = between;
            }
            let edge = &mut self.graph.edges[i];
            (edge.from, edge.stmt) = (from, stmt);
        }
    }

    /// Leaves those variables whose pointers come from such variables, and from nowhere else.
    fn keep_traced(&self, can: &mut SortedSet<VarId>, traced: &Beside<'_>) {
        loop {
            let foreign = |edge: &Edge| match &edge.stmt {
                Stmt::Assign(var, value) if can.contains(var) && !traced.is_known(value, can) => Some(*var),
                Stmt::Input { var, .. } if can.contains(var) => Some(*var),
                _ => None,
            };
            let lost: SortedSet<VarId> = self.graph.edges.iter().filter_map(foreign).collect();
            if lost.is_empty() {
                return;
            }
            can.retain(|v| !lost.contains(v));
        }
    }

    /// What calls of recursive functions read and write.
    pub fn kept_by_calls(&self) -> SortedSet<VarId> {
        let links = self.graph.edges.iter().filter(|e| e.note == Note::Link);
        links.flat_map(|e| e.stmt.reads().into_iter().chain(e.stmt.target())).collect()
    }
}

/// Which variables stand beside which.
struct Beside<'a> {
    about: &'a About,
    beside: &'a SortedMap<VarId, VarId>,
    /// The variables that may hold one of the objects.
    held: &'a SortedSet<VarId>,
    /// How many objects there are.
    counter: Option<VarId>,
}

impl Beside<'_> {
    /// Whether it is the number of an object that is made now.
    fn is_new(&self, object: &Expr) -> bool {
        self.counter.is_some_and(|counter| *object == Expr::add(MANY, counter))
    }

    /// Whether a pointer with this object comes from these variables, is new or is none of the objects.
    fn is_known(&self, object: &Expr, can: &SortedSet<VarId>) -> bool {
        match object {
            Expr::Var(v) => can.contains(v) || !self.held.contains(v),
            Expr::Const(c) => *c < Int::from(MANY),
            Expr::Ite(_, a, b) => self.is_known(a, can) && self.is_known(b, can),
            other => self.is_new(other),
        }
    }

    /// A read of the map at a variable that has what it says beside it.
    fn known(&self, e: &Expr) -> Option<Expr> {
        match e {
            Expr::Select(map, of) if **map == Expr::Var(self.about.map) => match &**of {
                Expr::Var(v) => self.beside.get(v).map(|kept| Expr::Var(*kept)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What the map says of what a pointer with this object points to. Nobody asks for that of other objects, nor of new ones before it is noted; it is 1
    /// then: a positive size, and alive.
    fn of(&self, object: &Expr) -> Expr {
        match object {
            Expr::Var(v) if let Some(kept) = self.beside.get(v) => Expr::Var(*kept),
            Expr::Var(v) if !self.held.contains(v) => 1.into(),
            Expr::Const(c) if *c < Int::from(MANY) => 1.into(),
            Expr::Ite(c, a, b) => Expr::ite((**c).clone(), self.of(a), self.of(b)),
            other if self.is_new(other) => 1.into(),
            other => Expr::select(self.about.map, other.clone()),
        }
    }

    /// What is to be noted beside variables when the map gets a value.
    fn noted(&self, value: &Expr) -> Vec<(VarId, Expr)> {
        let Expr::Store(_, object, value) = value else {
            return self.beside.values().map(|kept| (*kept, 0.into())).collect();
        };
        let mut noted = Vec::new();
        for (v, kept) in self.beside {
            if **object == Expr::Var(*v) {
                noted.push((*kept, (**value).clone()));
            } else if !self.about.lasts && **value != Expr::from(super::blocks::LIVES) {
                let same = Formula::cmp(CmpOp::Eq, *v, (**object).clone());
                noted.push((*kept, Expr::ite(same, (**value).clone(), *kept)));
            }
        }
        noted
    }
}

/// The variables that a term takes its value from.
fn copied(e: &Expr) -> Vec<VarId> {
    match e {
        Expr::Var(v) => vec![*v],
        Expr::Ite(_, a, b) => copied(a).into_iter().chain(copied(b)).collect(),
        _ => Vec::new(),
    }
}

/// The objects of which a statement asks what a map says.
pub fn each_read(stmt: &Stmt, map: VarId, see: &mut dyn FnMut(&Expr)) {
    let mut at = |e: &Expr| {
        if let Expr::Select(read, of) = e
            && **read == Expr::Var(map)
        {
            see(of);
        }
    };
    match stmt {
        Stmt::Assume(f) => f.walk(&mut at),
        Stmt::Assign(_, value) => value.walk(&mut at),
        _ => {}
    }
}
