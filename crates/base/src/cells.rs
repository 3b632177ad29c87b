//! Small arrays as cells: one number for each element.
//!
//! A map is one object for a numeric domain: what it says of one element it says of all. In the automaton *with cells* each array of few elements is as
//! many numbers, and a statement that reads or writes at an index which is not known has one edge for each value of the index, and one for all
//! others. So a domain relates elements to each other and to everything else: that the counts of a histogram add up to the number of values, that a
//! table has these values at these indices, that of two tasks one is ready (Blanchet et al.: A Static Analyzer for Large Safety-Critical Software, PLDI
//! 2003, where small arrays are expanded in this way; changed: cases for the index instead of a join, since the automaton is
//! what engines refine).
//!
//! Invariants. The locations of the automaton keep their numbers, and each of its runs is one of the automaton with cells, where each cell has the value
//! of its element. So whatever is unreachable there is unreachable in the automaton. The other way round it need not be: an element
//! that has no cell is anything. The arrays themselves are not in it.

use crate::cfa::{Cfa, Edge, InputKind, LocId, Sort, Stmt, VarDecl, VarId};
use crate::expr::{CmpOp, Expr, Formula};
use crate::int::Int;
use crate::span::Span;
use crate::{SortedMap, SortedSet};

/// All arrays together have at most so many cells; the smaller arrays come first.
const MOST_CELLS: u64 = 96;
/// A statement has at most so many cases; what an index beyond them selects is anything.
const MOST_CASES: u64 = 40;
/// A larger automaton is not made.
const MOST_EDGES: usize = 6000;

/// The automaton with cells.
pub struct Cells {
    pub cfa: Cfa,
    cells: SortedMap<VarId, Vec<VarId>>,
    /// Maps that no statement changes: they are 0 everywhere.
    zeros: SortedSet<VarId>,
    /// Variables, and locations, from these numbers on are not the program's.
    added: (usize, usize),
    /// Numbers that hold anything, or a value on its way into a cell; a statement uses as many as it needs.
    spare: Vec<VarId>,
}

/// A statement on its way into the automaton with cells.
#[derive(Clone)]
struct Task<'a> {
    at: LocId,
    to: LocId,
    stmt: Stmt,
    span: Option<&'a Span>,
    /// How many cases there are, and how many spare numbers are in use.
    cases: u64,
    spare: usize,
}

impl Cells {
    /// The arrays of at most `most` elements become cells. None if there are no such arrays, or if the automaton would be too large.
    pub fn new(cfa: &Cfa, most: u32) -> Option<Self> {
        let changed: SortedSet<VarId> = cfa.edges.iter().filter_map(|e| e.stmt.target()).collect();
        let used: SortedSet<VarId> = cfa.edges.iter().flat_map(|e| e.stmt.reads()).collect();
        let is_array = |v: &VarId| cfa.var(*v).sort == Sort::array();
        let mut small: Vec<(u64, VarId)> = changed
            .intersection(&used)
            .filter(|v| is_array(v))
            .filter_map(|v| Some((cfa.var(*v).len.filter(|len| (1..=u64::from(most)).contains(len))?, *v)))
            .collect();
        small.sort();
        let mut left = MOST_CELLS;
        small.retain(|(len, _)| {
            let fits = *len <= left;
            left -= if fits { *len } else { 0 };
            fits
        });
        if small.is_empty() {
            return None;
        }
        let mut view = Cells {
            cfa: cfa.with_edges([]),
            cells: SortedMap::new(),
            zeros: used.difference(&changed).filter(|v| is_array(v)).copied().collect(),
            added: (cfa.vars.len(), cfa.locs.len()),
            spare: Vec::new(),
        };
        view.cfa.recursions.clear();
        for (len, map) in small {
            let VarDecl { name, ty, .. } = cfa.var(map).clone();
            let cells = (0..len).map(|k| view.cfa.add_var(VarDecl::int(&format!("{name}.${k}"), ty))).collect();
            view.cells.insert(map, cells);
        }
        for Edge { from, to, stmt, span } in &cfa.edges {
            // Nobody looks at what is printed.
            let stmt = if let Stmt::Print { .. } = stmt { Stmt::Skip } else { stmt.clone() };
            view.task(Task { at: *from, to: *to, stmt, span: span.as_ref(), cases: 1, spare: 0 });
            if view.cfa.edges.len() > MOST_EDGES {
                return None;
            }
        }
        Some(view)
    }

    /// What formulas about the automaton with cells say of the program: a cell is an element.
    pub fn without(&self, formulas: &SortedMap<LocId, Formula>) -> SortedMap<LocId, Formula> {
        let (variables, locations) = self.added;
        let elements: SortedMap<VarId, Expr> = self
            .cells
            .iter()
            .flat_map(|(map, cells)| {
                cells.iter().enumerate().map(|(k, cell)| (*cell, Expr::select(*map, Expr::Const(Int::from(k as i64)))))
            })
            .collect();
        let element = |e: &Expr| if let Expr::Var(v) = e { elements.get(v).cloned() } else { None };
        let is_known =
            |f: &&Formula| f.vars().iter().all(|v| v.index() < variables && !self.cells.contains_key(v) || elements.contains_key(v));
        let said = formulas
            .iter()
            .filter(|(l, _)| l.index() < locations)
            .map(|(l, f)| (*l, Formula::and(f.parts().iter().filter(is_known).map(|f| f.subst(&element)))));
        said.collect()
    }

    /// One statement more on the way to a task's own.
    fn before(&mut self, task: &mut Task<'_>, stmt: Stmt) {
        let next = self.cfa.add_loc_like(task.at);
        self.cfa.add_edge(task.at, next, stmt, task.span.cloned());
        task.at = next;
    }

    fn end(&mut self, task: &Task<'_>, stmt: Stmt) {
        self.cfa.add_edge(task.at, task.to, stmt, task.span.cloned());
    }

    /// The next spare number of a task.
    fn spare(&mut self, task: &mut Task<'_>) -> VarId {
        if task.spare == self.spare.len() {
            let name = format!("$spare{}", task.spare);
            self.spare.push(self.cfa.add_var(VarDecl::int(&name, None)));
        }
        task.spare += 1;
        self.spare[task.spare - 1]
    }

    /// A number that may be anything.
    fn anything(&mut self, task: &mut Task<'_>) -> Expr {
        let any = self.spare(task);
        self.before(task, Stmt::Input { var: any, ty: None, kind: InputKind::Uninitialised });
        any.into()
    }

    /// Takes the statement apart by its indices, innermost first, until all of them are known; then it is one about cells.
    fn task(&mut self, mut task: Task<'_>) {
        let Some((index, is_select)) = self.next_index(&task.stmt) else { return self.known(task) };
        if let Expr::Const(k) = &index {
            return self.at(task, &index, k);
        }
        let most = self.longest(&task.stmt, &index);
        if task.cases * (most + 1) > MOST_CASES {
            return match is_select {
                true => {
                    let task = self.without_reads(task, &index);
                    self.task(task)
                }
                false => self.unknown(task),
            };
        }
        task.cases *= most + 1;
        for k in (0..most).map(|k| Int::from(k as i64)) {
            let mut case = task.clone();
            self.before(&mut case, Stmt::Assume(Formula::cmp(CmpOp::Eq, index.clone(), Expr::Const(k.clone()))));
            self.at(case, &index, &k);
        }
        let outside = Formula::or([
            Formula::cmp(CmpOp::Lt, index.clone(), Expr::Const(Int::ZERO)),
            Formula::cmp(CmpOp::Ge, index.clone(), Expr::Const(Int::from(most as i64))),
        ]);
        self.before(&mut task, Stmt::Assume(outside));
        let mut task = self.without_reads(task, &index);
        if let Stmt::Assign(map, value) = &task.stmt
            && self.cells.contains_key(map)
        {
            // No cell is written.
            task.stmt = Stmt::Assign(*map, stored_elsewhere(value, &index));
        }
        self.task(task);
    }

    /// An index of an array that has cells, in which no other such array is read; and whether something is selected there.
    fn next_index(&self, stmt: &Stmt) -> Option<(Expr, bool)> {
        let mut found: Option<(Expr, bool)> = None;
        let is_plain = |index: &Expr| {
            let mut plain = true;
            index.walk(&mut |e| plain &= !matches!(e, Expr::Bound(_)) && !matches!(e, Expr::Var(v) if self.cells.contains_key(v)));
            plain
        };
        let mut visit = |e: &Expr| match e {
            Expr::Select(map, index) if self.has_cells(map) && found.is_none() && is_plain(index) => {
                found = Some(((**index).clone(), true));
            }
            _ => {}
        };
        stmt.walk(&mut visit);
        // A value is written where it is known.
        if let (None, Stmt::Assign(map, value)) = (&found, stmt)
            && self.cells.contains_key(map)
        {
            let indices = value.stores().1.into_iter().map(|(index, _)| index);
            let open = indices.into_iter().find(|index| !matches!(index, Expr::Const(_)) && is_plain(index));
            found = open.map(|index| (index.clone(), false));
        }
        found
    }

    fn has_cells(&self, map: &Expr) -> bool {
        matches!(map, Expr::Var(map) if self.cells.contains_key(map))
    }

    /// The number of cells of the longest array that has this index in a statement.
    fn longest(&self, stmt: &Stmt, index: &Expr) -> u64 {
        let mut longest = 0;
        let mut has = |map: &VarId| longest = longest.max(self.cells.get(map).map_or(0, Vec::len));
        let mut visit = |e: &Expr| match e {
            Expr::Select(map, at) if **at == *index => {
                if let Expr::Var(map) = &**map {
                    has(map);
                }
            }
            _ => {}
        };
        stmt.walk(&mut visit);
        if let Stmt::Assign(map, value) = stmt
            && value.stores().1.iter().any(|(at, _)| *at == index)
        {
            has(map);
        }
        longest as u64
    }

    /// Goes on where the index has this value.
    fn at(&mut self, task: Task<'_>, index: &Expr, k: &Int) {
        let known = Expr::Const(k.clone());
        let cell = |map: &Expr| -> Option<VarId> {
            let Expr::Var(map) = map else { return None };
            self.cells.get(map)?.get(usize::try_from(k).ok()?).copied()
        };
        let replace = |e: &Expr| match e {
            Expr::Select(map, at) if **at == *index => cell(map).map(Expr::Var),
            _ => None,
        };
        let stmt = match &task.stmt {
            Stmt::Assign(map, value) => {
                let value = value.subst(&replace);
                // Where a value is written is known now.
                let value = if self.cells.contains_key(map) { stored_at(&value, index, &known) } else { value };
                Stmt::Assign(*map, value)
            }
            Stmt::Assume(f) => Stmt::Assume(f.subst(&replace)),
            other => other.clone(),
        };
        // What is still read at this index are arrays that have no such cell.
        let task = self.without_reads(Task { stmt, ..task }, index);
        self.task(task);
    }

    /// What arrays with cells have at an index is anything.
    fn without_reads<'b>(&mut self, mut task: Task<'b>, index: &Expr) -> Task<'b> {
        let is_read = |e: &Expr| matches!(e, Expr::Select(map, at) if **at == *index && self.has_cells(map));
        let mut reads: Vec<Expr> = Vec::new();
        let mut visit = |e: &Expr| {
            if is_read(e) && !reads.contains(e) {
                reads.push(e.clone());
            }
        };
        task.stmt.walk(&mut visit);
        for read in reads {
            let any = self.anything(&mut task);
            let replace = |e: &Expr| (*e == read).then(|| any.clone());
            task.stmt = match &task.stmt {
                Stmt::Assign(v, value) => Stmt::Assign(*v, value.subst(&replace)),
                Stmt::Assume(f) => Stmt::Assume(f.subst(&replace)),
                other => other.clone(),
            };
        }
        task
    }

    /// All indices of arrays with cells are known.
    fn known(&mut self, mut task: Task<'_>) {
        let stmt = task.stmt.clone();
        let mentions = |vars: SortedSet<VarId>| vars.iter().any(|v| self.cells.contains_key(v));
        match &stmt {
            Stmt::Input { var, ty, kind } if self.cells.contains_key(var) => {
                for cell in self.cells[var].clone() {
                    self.before(&mut task, Stmt::Input { var: cell, ty: *ty, kind: kind.clone() });
                }
                self.end(&task, Stmt::Skip);
            }
            Stmt::Assign(map, value) if self.cells.contains_key(map) => self.write(task, *map, value),
            Stmt::Assign(_, value) if mentions(value.vars()) => self.unknown(task),
            Stmt::Assume(f) if mentions(f.vars()) => self.unknown(task),
            _ => self.end(&task, stmt),
        }
    }

    /// The statement says something that cells do not say: what it changes is anything.
    fn unknown(&mut self, mut task: Task<'_>) {
        let input = |var: VarId| Stmt::Input { var, ty: None, kind: InputKind::Uninitialised };
        if let Some(var) = task.stmt.target() {
            for var in self.cells.get(&var).cloned().unwrap_or_else(|| vec![var]) {
                self.before(&mut task, input(var));
            }
        }
        self.end(&task, Stmt::Skip);
    }

    /// Writes a map into another one: first all of it, then single elements.
    fn write(&mut self, mut task: Task<'_>, map: VarId, value: &Expr) {
        let (old, stores) = value.stores();
        let plain = |value: &&Expr| value.vars().iter().all(|v| !self.cells.contains_key(v));
        let known: Option<Vec<(Int, Expr)>> = stores
            .into_iter()
            .map(|(index, value)| match index {
                Expr::Const(k) => Some((k.clone(), Some(value).filter(plain)?.clone())),
                _ => None,
            })
            .collect();
        let (Expr::Var(old), Some(mut known)) = (old, known) else { return self.unknown(task) };
        // All values are those before the first element is written.
        if known.len() > 1 || *old != map {
            for (_, value) in &mut known {
                if !matches!(value, Expr::Const(_)) {
                    let kept = self.spare(&mut task);
                    self.before(&mut task, Stmt::Assign(kept, std::mem::replace(value, kept.into())));
                }
            }
        }
        let own = self.cells[&map].clone();
        if *old != map {
            let theirs = self.cells.get(old).cloned();
            for (k, cell) in own.iter().enumerate() {
                let copy = match &theirs {
                    Some(cells) if k < cells.len() => Stmt::Assign(*cell, cells[k].into()),
                    None if self.zeros.contains(old) => Stmt::Assign(*cell, Expr::Const(Int::ZERO)),
                    _ => Stmt::Input { var: *cell, ty: None, kind: InputKind::Uninitialised },
                };
                self.before(&mut task, copy);
            }
        }
        for (k, value) in known {
            if let Some(cell) = usize::try_from(&k).ok().and_then(|k| own.get(k)) {
                self.before(&mut task, Stmt::Assign(*cell, value));
            }
        }
        self.end(&task, Stmt::Skip);
    }
}

/// The same writes, where those at one index are at a known one.
fn stored_at(value: &Expr, index: &Expr, known: &Expr) -> Expr {
    match value {
        Expr::Store(before, at, value) => {
            let at = if **at == *index { known } else { at };
            Expr::store(stored_at(before, index, known), at.clone(), (**value).clone())
        }
        _ => value.clone(),
    }
}

/// The same writes without those at an index.
fn stored_elsewhere(value: &Expr, index: &Expr) -> Expr {
    match value {
        Expr::Store(before, at, _) if **at == *index => stored_elsewhere(before, index),
        Expr::Store(before, at, value) => Expr::store(stored_elsewhere(before, index), (**at).clone(), (**value).clone()),
        _ => value.clone(),
    }
}
