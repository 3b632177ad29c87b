//! Which maps are cut into segments together, and the numbers that describe the segments.
//!
//! Maps that are read or written at the same variable (the fields of one type of objects) form a *group*. The segments of a group are kept in slots; a slot
//! has a variable for its first index, one for its last, and one for each map. These variables are not in the program: they are added behind its own, so that
//! the domain underneath relates them to the program's numbers like any others.

use base::{Cfa, Expr, Formula, Int, Sort, SortedMap, SortedSet, Stmt, VarDecl, VarId};

/// A group has at most so many segments.
pub const SLOTS: usize = 8;

/// More maps are not described together.
const MOST_MAPS: usize = 8;

/// More constants are not looked for.
const MOST_CONSTANTS: usize = 8;

#[derive(Clone, Debug)]
pub struct Group {
    pub maps: Vec<VarId>,
    /// The variables that are used as indices, and copies of them.
    pub pointers: Vec<VarId>,
    /// Those that the program compares with each other.
    pub pairs: Vec<(VarId, VarId)>,
    /// The variables of the first slot begin here.
    first: u32,
}

impl Group {
    fn slot(&self, slot: usize) -> u32 {
        self.first + (slot * (2 + self.maps.len())) as u32
    }

    /// The first index of a segment.
    pub fn low(&self, slot: usize) -> VarId {
        VarId(self.slot(slot))
    }

    /// The last one.
    pub fn high(&self, slot: usize) -> VarId {
        VarId(self.slot(slot) + 1)
    }

    /// What is added to the multiple of the index to give the element of a map.
    pub fn value(&self, slot: usize, map: usize) -> VarId {
        VarId(self.slot(slot) + 2 + map as u32)
    }
}

#[derive(Clone, Debug)]
pub struct Layout {
    pub groups: Vec<Group>,
    /// By map: its group and its place there.
    places: SortedMap<VarId, (usize, usize)>,
    /// Where a map is written, and what is written there.
    pub at: VarId,
    pub stored: VarId,
    /// What variables and maps are set to, as it stands in the program.
    pub constants: Vec<Int>,
    /// The variables of the program, and of all.
    own: u32,
    all: u32,
}

impl Layout {
    /// The layout for a program, and the program with the variables that are added.
    pub fn new(cfa: &Cfa) -> (Self, Cfa) {
        let mut extended = cfa.clone();
        let mut add = |name: String| {
            extended.vars.push(VarDecl::int(&name, None));
            VarId(extended.vars.len() as u32 - 1)
        };
        let (at, stored) = (add("$at".into()), add("$stored".into()));
        let mut groups = Vec::new();
        let mut places = SortedMap::new();
        for (maps, pointers) in families(cfa).into_iter().filter(|(maps, _)| maps.len() <= MOST_MAPS) {
            let g = groups.len();
            places.extend(maps.iter().enumerate().map(|(i, m)| (*m, (g, i))));
            let numbers = (0..SLOTS * (2 + maps.len())).map(|i| add(format!("$segment{g}.{i}"))).collect::<Vec<_>>();
            let pairs = compared(cfa, &pointers);
            groups.push(Group { maps, pointers, pairs, first: numbers[0].0 });
        }
        let (own, all) = (cfa.vars.len() as u32, extended.vars.len() as u32);
        (Layout { groups, places, at, stored, constants: constants(cfa), own, all }, extended)
    }

    /// The group of a map and its place there.
    pub fn place(&self, map: VarId) -> Option<(usize, usize)> {
        self.places.get(&map).copied()
    }

    /// The variables that were added.
    pub fn added(&self) -> impl Iterator<Item = VarId> {
        (self.own..self.all).map(VarId)
    }

    /// Whether a variable was added.
    pub fn is_added(&self, v: VarId) -> bool {
        v.0 >= self.own
    }
}

/// The constants that are assigned or written, not too many of them.
fn constants(cfa: &Cfa) -> Vec<Int> {
    let mut found = SortedSet::new();
    for e in &cfa.edges {
        if let Stmt::Assign(_, Expr::Const(c)) = &e.stmt {
            found.insert(c.clone());
        }
        if let Stmt::Assign(_, Expr::Store(_, _, value)) = &e.stmt {
            found.extend(value.as_const().cloned());
        }
    }
    found.into_iter().take(MOST_CONSTANTS).collect()
}

/// The pairs among the variables that conditions compare.
fn compared(cfa: &Cfa, among: &[VarId]) -> Vec<(VarId, VarId)> {
    let mut found = SortedSet::new();
    for e in &cfa.edges {
        let Stmt::Assume(f) = &e.stmt else { continue };
        f.each_atom(&mut |atom| {
            if let Formula::Cmp(_, a, b) = atom
                && let (Expr::Var(a), Expr::Var(b)) = (&**a, &**b)
                && among.contains(a)
                && among.contains(b)
            {
                found.insert((*a.min(b), *a.max(b)));
            }
        });
    }
    found.into_iter().collect()
}

/// Maps from numbers to numbers that have variables in their indices in common, and these variables.
fn families(cfa: &Cfa) -> Vec<(Vec<VarId>, Vec<VarId>)> {
    let is_map = |v: VarId| cfa.var(v).sort == Sort::array();
    let mut parent: SortedMap<VarId, VarId> = SortedMap::new();
    let mut indices: SortedSet<VarId> = SortedSet::new();
    let mut copies: Vec<(VarId, VarId)> = Vec::new();
    let mut see = |e: &Expr| {
        let (Expr::Select(m, i) | Expr::Store(m, i, _)) = e else { return };
        let Some(map) = root(m).filter(|m| is_map(*m)) else { return };
        parent.entry(map).or_insert(map);
        if let Expr::Var(v) = &**i {
            indices.insert(*v);
            parent.entry(*v).or_insert(*v);
            let (a, b) = (top(&parent, map), top(&parent, *v));
            parent.insert(a, b);
        }
    };
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assign(v, value) => {
                value.walk(&mut see);
                if let Expr::Var(w) = value {
                    copies.push((*v, *w));
                }
            }
            Stmt::Assume(f) => Formula::walk(f, &mut see),
            _ => {}
        }
    }
    // What is copied from an index or to one is of its family, but brings no families together.
    loop {
        let mut changed = false;
        for (a, b) in &copies {
            for (known, new) in [(a, b), (b, a)] {
                if indices.contains(known) && !is_map(*new) && indices.insert(*new) {
                    let family = top(&parent, *known);
                    parent.insert(*new, family);
                    changed = true;
                }
            }
        }
        if !changed {
            break;
        }
    }
    let mut found: SortedMap<VarId, (Vec<VarId>, Vec<VarId>)> = SortedMap::new();
    for v in parent.keys() {
        let family = found.entry(top(&parent, *v)).or_default();
        if is_map(*v) { family.0.push(*v) } else { family.1.push(*v) }
    }
    found.into_values().filter(|(maps, _)| !maps.is_empty()).collect()
}

fn top(parent: &SortedMap<VarId, VarId>, mut v: VarId) -> VarId {
    while parent[&v] != v {
        v = parent[&v];
    }
    v
}

/// The variable that a chain of stores begins with.
fn root(e: &Expr) -> Option<VarId> {
    match e {
        Expr::Var(v) => Some(*v),
        Expr::Store(m, ..) => root(m),
        _ => None,
    }
}
