//! Where a variable may hold what nobody wrote.
//!
//! A local, or a block from `malloc`, begins with whatever lies there. From the edges where that happens ([`Writes::Nothing`]) each variable
//! is followed forward until it is written; copies of records and of memory hand the question on ([`Writes::Copies`]). Elements
//! of small arrays are told apart where their indices are constants, and a loop that writes all elements writes the array (`filled`).
//! In most programs no value is used in such a region, and then nothing is added to the automaton. Where one may be, the program is
//! translated once more with each use of these objects marked ([`Note::Reads`]), and `shadow` says in the automaton what was written.
//!
//! Invariant: a variable that is not in the result for a location has been written on every path to it.

use super::allocation::ANY_BYTES;
use super::layout::View;
use super::memory::Deed;
use super::object::{Leaf, ObjectId};
use super::slots::Slot;
use super::{Lower, Res, filled};
use crate::graph::{Edge, Graph, Note, Writes};
use crate::types::{CInt, Rank};
use base::{Check, Expr, Formula, InputKind, LocId, SortedMap, SortedSet, Span, Stmt, VarId};
use std::collections::HashMap;

/// Objects of which something may be used that was not written, by function and name.
pub type Suspects = SortedSet<(String, String)>;

/// A use of a value: the value, and what the program calls it; without a name if it is a term that no statement shows.
#[derive(Clone, Debug)]
pub struct Read {
    pub value: Expr,
    pub what: String,
}

/// A byte of a value that is written by itself.
#[derive(Clone, Debug)]
pub struct PutByte {
    /// Which byte it is.
    pub byte: Expr,
    /// What it becomes, if that is copied from elsewhere, written or not.
    pub copied: Option<Expr>,
}

/// The target of a copy and what it becomes, written or not.
pub fn copy<'e>(edge: &'e Edge, parts: &'e [PutByte]) -> Option<(VarId, &'e Expr)> {
    match (&edge.stmt, edge.writes) {
        (Stmt::Assign(t, value), Writes::Copies) => Some((*t, value)),
        (Stmt::Assign(t, _), Writes::Part(n)) => Some((*t, parts[n].copied.as_ref()?)),
        _ => None,
    }
}

/// What is known about memory when it is laid out.
#[derive(Default)]
pub struct Pieces {
    /// The other half of a pointer, by its object.
    pub halves: SortedMap<VarId, VarId>,
    /// Memory byte by byte, with the name of the object.
    pub raw: SortedMap<VarId, String>,
    /// Declared objects that are kept otherwise than their declaration says, by their variables.
    pub moved: SortedMap<VarId, ObjectId>,
    /// Maps that blocks made in loops share: there is always one that nobody wrote.
    pub shared: SortedSet<VarId>,
    /// Blocks whose contents come from the caller of the entry function.
    pub handed: SortedSet<ObjectId>,
    /// Maps that blocks from the caller share with blocks of the program.
    pub mixed: SortedSet<VarId>,
}

/// More than this is not followed; then everything may be unwritten everywhere.
const MOST_FACTS: usize = 4_000_000;
/// The same where the answer is only a remark beside the verdict.
const FEW_FACTS: usize = 100_000;

/// Where which variables may be unwritten.
pub struct Unwritten {
    /// With the elements that are known to be written, as bits.
    at: HashMap<(VarId, LocId), u64>,
    pub tracked: SortedSet<VarId>,
    shared: SortedSet<VarId>,
    complete: bool,
    /// Edges behind which an array is written.
    pub filled: SortedMap<usize, SortedSet<VarId>>,
}

/// The scene of the analysis.
pub struct Program<'a> {
    pub graph: &'a Graph,
    pub reads: &'a [Read],
    pub parts: &'a [PutByte],
    pub pieces: &'a Pieces,
    pub temporaries: &'a SortedSet<VarId>,
    /// The lengths of arrays.
    pub lengths: &'a dyn Fn(VarId) -> Option<u64>,
    /// Whether the check was asked for.
    pub listed: bool,
}

impl Program<'_> {
    /// The bits of all elements of an array, if they are few.
    fn all(&self, v: VarId) -> Option<u64> {
        (self.lengths)(v).filter(|n| (1..=64).contains(n)).map(|n| u64::MAX >> (64 - n))
    }

    fn bit(&self, v: VarId, index: &Expr) -> u64 {
        let index = index.as_const().and_then(|c| u64::try_from(c).ok());
        index.zip((self.lengths)(v)).filter(|(i, n)| i < n && *i < 64).map_or(0, |(i, _)| 1 << i)
    }

    /// Whether the value of a term may rest on what is unwritten of a variable, except at elements with these bits.
    pub fn rests_on(&self, e: &Expr, v: VarId, known: u64) -> bool {
        let is_it = |u: &VarId| *u == v || self.pieces.halves.get(&v) == Some(u);
        let again = |e: &Expr| self.rests_on(e, v, known);
        match e {
            Expr::Var(u) => is_it(u),
            Expr::Const(_) | Expr::Bound(_) => false,
            Expr::Select(m, i) => match &**m {
                Expr::Var(u) if is_it(u) => known & self.bit(v, i) == 0 || again(i),
                other => again(other) || again(i),
            },
            Expr::Neg(a) | Expr::Wrap(_, a) => again(a),
            Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) => again(a) || again(b),
            Expr::Ite(c, a, b) => self.formula_rests_on(c, v, known) || again(a) || again(b),
            Expr::Store(a, b, c) => again(a) || again(b) || again(c),
            Expr::App(_, args) => args.iter().any(again),
        }
    }

    fn formula_rests_on(&self, f: &Formula, v: VarId, known: u64) -> bool {
        match f {
            Formula::True | Formula::False => false,
            Formula::Cmp(_, a, b) => self.rests_on(a, v, known) || self.rests_on(b, v, known),
            Formula::Not(inner) | Formula::Quant(_, _, inner) => self.formula_rests_on(inner, v, known),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().any(|p| self.formula_rests_on(p, v, known)),
            Formula::Rel(_, args) => args.iter().any(|a| self.rests_on(a, v, known)),
        }
    }

    /// Whether an edge uses the variable's value, apart from copying it.
    fn uses(&self, edge: &Edge, v: VarId, known: u64) -> bool {
        if edge.writes != Writes::Values || edge.note == Note::Link {
            return false;
        }
        match &edge.stmt {
            Stmt::Skip if let Note::Reads(r) = edge.note => self.reads[r].what.is_empty() && self.rests_on(&self.reads[r].value, v, known),
            Stmt::Skip | Stmt::Input { .. } => false,
            Stmt::Assume(f) => self.formula_rests_on(f, v, known),
            Stmt::Print { values, .. } => values.iter().any(|e| self.rests_on(e, v, known)),
            Stmt::Assign(t, value) => {
                let (base, stores) = chain(value);
                let whole = (stores.is_empty() || base != &Expr::Var(*t)) && self.rests_on(base, v, known);
                whole || stores.iter().any(|(i, e)| self.rests_on(i, v, known) || self.rests_on(e, v, known))
            }
        }
    }

    /// What is known to be written of a variable behind an edge, given what is known before it; nothing if all of it is.
    fn after(&self, edge: &Edge, v: VarId, known: u64) -> Option<u64> {
        match &edge.stmt {
            Stmt::Input { var, .. } if *var == v => (edge.writes == Writes::Nothing).then_some(0),
            Stmt::Assign(t, value) if *t == v => {
                let (base, stores) = chain(value);
                if let Writes::Part(_) = edge.writes {
                    return Some(known);
                }
                if base != &Expr::Var(v) {
                    return (edge.writes == Writes::Nothing).then_some(0);
                }
                let mut known = known;
                for (index, _) in stores {
                    match edge.writes {
                        Writes::Nothing => known = 0,
                        // What is copied from an unwritten place says so itself.
                        _ => known |= self.bit(v, index),
                    }
                }
                (self.all(v) != Some(known)).then_some(known)
            }
            _ => Some(known),
        }
    }
}

/// A map that is changed at some places: the map, and the places with their values.
pub fn chain(value: &Expr) -> (&Expr, Vec<(&Expr, &Expr)>) {
    let mut stores = Vec::new();
    let mut base = value;
    while let Expr::Store(inner, index, stored) = base {
        stores.push((&**index, &**stored));
        base = inner;
    }
    stores.reverse();
    (base, stores)
}

impl Unwritten {
    pub fn find(program: &Program<'_>, entry: LocId) -> Self {
        let graph = program.graph;
        let seen = crate::finish::reachable(graph, entry);
        let mut out: Vec<Vec<usize>> = vec![Vec::new(); graph.locs.len()];
        for (i, edge) in graph.edges.iter().enumerate().filter(|(_, e)| seen[e.from.index()]) {
            out[edge.from.index()].push(i);
        }
        let halves: SortedSet<VarId> = program.pieces.halves.values().copied().collect();
        let mut found = Unwritten {
            at: HashMap::new(),
            tracked: program.pieces.shared.clone(),
            shared: program.pieces.shared.clone(),
            complete: true,
            filled: SortedMap::new(),
        };
        let births: Vec<(VarId, LocId)> = graph
            .edges
            .iter()
            .filter(|e| e.writes == Writes::Nothing && seen[e.from.index()])
            .filter_map(|e| e.stmt.target().map(|v| (v, e.to)))
            .filter(|(v, _)| !program.temporaries.contains(v) && !halves.contains(v))
            .collect();
        if births.is_empty() && found.shared.is_empty() {
            return found;
        }
        let arrays: SortedSet<VarId> = births.iter().map(|(v, _)| *v).filter(|v| (program.lengths)(*v).is_some()).collect();
        if program.listed {
            found.filled = filled::find(graph, &out, &arrays, program.lengths);
        }
        let most = if program.listed { MOST_FACTS } else { FEW_FACTS };
        // Copies by the variables that they rest on.
        let mut copies: SortedMap<VarId, Vec<usize>> = SortedMap::new();
        for (i, edge) in graph.edges.iter().enumerate().filter(|(_, e)| seen[e.from.index()]) {
            if let Some((t, value)) = copy(edge, program.parts)
                && !halves.contains(&t)
            {
                value.vars().into_iter().filter(|v| *v != t).for_each(|v| copies.entry(v).or_default().push(i));
            }
        }
        let mut work: Vec<(VarId, LocId)> = Vec::new();
        for (v, loc) in births {
            found.note(v, loc, 0, &mut work);
        }
        for v in found.shared.clone() {
            for i in copies.get(&v).into_iter().flatten() {
                found.copied(program, &graph.edges[*i], v, 0, &mut work);
            }
        }
        while let Some((v, loc)) = work.pop() {
            if found.at.len() > most {
                found.complete = false;
                break;
            }
            let known = found.at[&(v, loc)];
            for &i in &out[loc.index()] {
                let edge = &graph.edges[i];
                if copies.get(&v).is_some_and(|c| c.binary_search(&i).is_ok()) {
                    found.copied(program, edge, v, known, &mut work);
                }
                if found.filled.get(&i).is_some_and(|arrays| arrays.contains(&v)) {
                    continue;
                }
                let mut known = known;
                if let Note::Reads(r) = edge.note
                    && !program.reads[r].what.is_empty()
                {
                    // Behind a use it was written, or the run has ended.
                    match &program.reads[r].value {
                        Expr::Var(u) if *u == v => continue,
                        Expr::Select(m, index) if **m == Expr::Var(v) => known |= program.bit(v, index),
                        _ => {}
                    }
                }
                if let Some(known) = program.after(edge, v, known) {
                    found.note(v, edge.to, known, &mut work);
                }
            }
        }
        found
    }

    fn note(&mut self, v: VarId, loc: LocId, known: u64, work: &mut Vec<(VarId, LocId)>) {
        if self.shared.contains(&v) {
            return;
        }
        self.tracked.insert(v);
        let mut new = false;
        let old = self.at.entry((v, loc)).or_insert_with(|| {
            new = true;
            known
        });
        if *old & known != *old {
            *old &= known;
            new = true;
        }
        if new {
            work.push((v, loc));
        }
    }

    /// What a copy of something unwritten goes to is unwritten.
    fn copied(&mut self, program: &Program<'_>, edge: &Edge, v: VarId, known: u64, work: &mut Vec<(VarId, LocId)>) {
        let Some((t, value)) = copy(edge, program.parts) else { return };
        let (base, stores) = chain(value);
        if base == &Expr::Var(v) && stores.is_empty() && edge.writes == Writes::Copies {
            return self.note(t, edge.to, known, work);
        }
        let whole = base != &Expr::Var(t) && program.rests_on(base, v, known);
        if whole || stores.iter().any(|(_, e)| program.rests_on(e, v, known)) {
            self.note(t, edge.to, 0, work);
        }
    }

    /// What is known to be written of a variable at a location; none if all of it is.
    fn known(&self, v: VarId, loc: LocId) -> Option<u64> {
        if self.shared.contains(&v) || !self.complete {
            return Some(0);
        }
        self.at.get(&(v, loc)).copied()
    }

    /// The variables on which a value may rest that nobody wrote.
    pub fn sources(&self, program: &Program<'_>, value: &Expr, loc: LocId) -> SortedSet<VarId> {
        let candidates = value.vars().into_iter().filter(|v| self.tracked.contains(v));
        candidates.filter(|v| self.known(*v, loc).is_some_and(|known| program.rests_on(value, *v, known))).collect()
    }
}

impl Lower<'_> {
    /// What is added by `work` begins to live with whatever lies there.
    pub fn writing<T>(&mut self, writes: Writes, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.graph.writes, writes);
        let result = work(self);
        self.graph.writes = outer;
        result
    }

    /// The program uses the value of a part of a declared object.
    pub fn uses_leaf(&mut self, object: ObjectId, leaf: &Leaf, value: &Expr, span: &Span) {
        if self.suspects.is_empty() || self.graph.writes != Writes::Values || self.activations.is_empty() || is_character(leaf.ty) {
            return;
        }
        if self.suspects.contains(&self.key_of_object(object)) {
            let what = self.words_for(leaf.var, object);
            self.deed(Deed::Read(Read { value: value.clone(), what }), span);
        }
    }

    /// The program uses a value that is seen in no statement.
    pub fn uses_value(&mut self, value: Expr, span: &Span) {
        if self.options.checks.contains(&Check::Init) {
            self.deed(Deed::Read(Read { value, what: String::new() }), span);
        }
    }

    /// The program uses what it found in memory.
    pub fn uses_slot(&mut self, slot: &Slot, name: &str, ty: CInt, value: &Expr, span: &Span) {
        if self.suspects.is_empty() || self.graph.writes != Writes::Values || is_character(ty) {
            return;
        }
        let var = match slot {
            Slot::Scalar { var, .. } | Slot::Part { var, .. } => *var,
            Slot::Bytes { raw, .. } => raw.bytes,
        };
        let what = match (name.is_empty(), self.owners.get(&var), self.pieces.raw.get(&var)) {
            (true, Some(object), _) => self.words_for(var, *object),
            (true, None, Some(raw)) => self.words_for_name(raw),
            (true, None, None) => self.words_for_name(&self.vars[var.index()].name),
            (false, ..) => self.words_for_name(name),
        };
        self.mark_read(Read { value: value.clone(), what }, span);
    }

    /// An edge at which a value is used.
    pub fn mark_read(&mut self, read: Read, span: &Span) {
        self.reads.push(read);
        self.graph.emit(Stmt::Skip, span);
        if let Some(edge) = self.graph.edges.last_mut() {
            edge.note = Note::Reads(self.reads.len() - 1);
        }
    }

    /// The use of a declared object, where it is kept now.
    pub fn read_moved(&mut self, read: &Read, r: &super::resolve::Resolver, span: &Span) -> Res<()> {
        let value = self.relocated(&read.value, &r.moved, span)?;
        self.mark_read(Read { value, what: read.what.clone() }, span);
        Ok(())
    }

    /// What the layout of memory says about its variables.
    pub fn note_pieces(&mut self, r: &super::resolve::Resolver) {
        let blocks = r.layout.blocks.iter().flat_map(|b| &b.leaves);
        let leaves = blocks.chain(r.layout.unions.values().flat_map(|u| &u.cells));
        self.pieces.halves.extend(leaves.filter_map(|l| l.offset.map(|o| (l.var, o))));
        for (o, object) in self.objects.iter().enumerate() {
            for overlay in object.leaves.values().filter_map(|l| r.layout.unions.get(&l.var)) {
                let bytes = overlay.raw.into_iter().flat_map(|raw| [Some(raw.bytes), raw.pointers.map(|p| p.0)]).flatten();
                self.pieces.moved.extend(overlay.cells.iter().map(|c| c.var).chain(bytes).map(|v| (v, o)));
            }
            if let Some(View::Bytes(raw)) = r.layout.views.get(&o) {
                self.pieces.moved.extend([Some(raw.bytes), raw.pointers.map(|p| p.0)].into_iter().flatten().map(|v| (v, o)));
            }
        }
        let views = r.layout.views.iter().filter_map(|(o, v)| match v {
            View::Bytes(raw) => Some((*raw, self.objects[*o].name.clone())),
            _ => None,
        });
        let bytes = r.layout.blocks.iter().filter_map(|b| Some((b.bytes?, self.objects[*b.sites.first()?].name.clone())));
        let name_of = |v: &VarId| match self.owners.get(v) {
            Some(o) => self.objects[*o].name.clone(),
            None => self.vars[v.index()].name.to_string(),
        };
        let unions = r.layout.unions.iter().filter_map(|(v, u)| Some((u.raw?, name_of(v))));
        for (raw, name) in views.chain(bytes).chain(unions).collect::<Vec<_>>() {
            self.pieces.raw.insert(raw.bytes, name);
            self.pieces.halves.extend(raw.pointers.map(|(object, offset, _)| (object, offset)));
        }
    }

    fn words_for(&self, var: VarId, object: ObjectId) -> String {
        if self.objects[object].name == super::call::RETURNED {
            return format!("the result of `{}`", self.frames[self.objects[object].frame as usize].function);
        }
        let decl = &self.vars[var.index()];
        let name = decl.source.as_deref().unwrap_or(&self.objects[object].name);
        match decl.sort {
            base::Sort::Int => format!("`{name}`"),
            _ => format!("an element of `{name}`"),
        }
    }

    /// Words for memory that has no type of its own, or comes from an allocator.
    fn words_for_name(&self, name: &str) -> String {
        let first = name.split_once(".$").map_or(name, |(first, _)| first);
        match first.split_once("$block") {
            Some((_, rest)) => {
                let line: String = rest.chars().take_while(char::is_ascii_digit).collect();
                format!("memory allocated in line {line}")
            }
            None => format!("`{first}`"),
        }
    }

    fn key_of_object(&self, object: ObjectId) -> (String, String) {
        let object = &self.objects[object];
        (self.frames[object.frame as usize].function.to_string(), object.name.clone())
    }

    /// Finds the uses of what may not have been written. Where they are marked, the automaton says whether it was.
    pub fn check_reads(&mut self, entry: LocId) {
        let listed = self.options.checks.contains(&Check::Init);
        for object in &self.objects {
            self.pieces.halves.extend(object.leaves.values().filter_map(|l| l.offset.map(|o| (l.var, o))));
            self.pieces.raw.extend(object.leaves.values().filter(|l| l.raw).map(|l| (l.var, object.name.clone())));
        }
        let (vars, pieces) = (std::mem::take(&mut self.vars), std::mem::take(&mut self.pieces));
        let (reads, parts) = (std::mem::take(&mut self.reads), std::mem::take(&mut self.parts));
        let lengths = |v: VarId| vars[v.index()].len;
        let program = Program {
            graph: &self.graph,
            reads: &reads,
            parts: &parts,
            pieces: &pieces,
            temporaries: &self.temporaries,
            lengths: &lengths,
            listed,
        };
        let unwritten = Unwritten::find(&program, entry);
        let leaves = self.objects.iter().enumerate().flat_map(|(o, object)| object.leaves.values().map(move |l| (l.var, o)));
        let holders: SortedMap<VarId, ObjectId> = leaves.chain(pieces.moved.iter().map(|(v, o)| (*v, *o))).collect();
        let is_character = |v: &VarId| vars[v.index()].ty.is_some_and(|t| t.bits == 8) && !pieces.raw.contains_key(v);
        let mut unshown = Suspects::new();
        let wholes: SortedMap<VarId, VarId> = pieces.halves.iter().map(|(object, offset)| (*offset, *object)).collect();
        for edge in self.graph.edges.iter().filter(|_| !unwritten.tracked.is_empty()) {
            let shown = match edge.note {
                Note::Reads(r) => program.reads[r].value.vars(),
                _ => edge.stmt.reads(),
            };
            let used: SortedSet<VarId> = shown.iter().map(|v| *wholes.get(v).unwrap_or(v)).collect();
            for v in used.into_iter().filter(|v| unwritten.tracked.contains(v) && !is_character(v) && !self.temporaries.contains(v)) {
                if unwritten.known(v, edge.from).is_some_and(|known| program.uses(edge, v, known)) {
                    unshown.insert(holders.get(&v).map_or_else(Default::default, |o| self.key_of_object(*o)));
                }
            }
        }
        // Code elsewhere may leave alone what it is shown.
        let is_open = |v: VarId, at: LocId| unwritten.tracked.contains(&v) && !is_character(&v) && unwritten.known(v, at).is_some();
        let trusts_writers = self.graph.edges.iter().any(|edge| match &edge.stmt {
            Stmt::Input { var, kind: InputKind::Written(by), .. } => &**by != ANY_BYTES && is_open(*var, edge.from),
            _ => false,
        });
        let marked = !self.suspects.is_empty();
        let plan = marked.then(|| super::shadow::plan(&program, &unwritten));
        (self.vars, self.pieces, self.reads, self.parts) = (vars, pieces, reads, parts);
        if !listed {
            if !unshown.is_empty() {
                self.graph.unchecked.insert(Check::Init);
            }
            return;
        }
        if trusts_writers {
            self.trust_writers();
        }
        self.suspects.extend(unshown);
        match plan {
            Some(plan) => self.keep_shadows(&plan, entry),
            // Nothing is marked but what no statement shows.
            None => self.graph.edges.iter_mut().filter(|e| matches!(e.note, Note::Reads(_))).for_each(|e| e.note = Note::Nothing),
        }
    }
}

/// Whether values of a type may be used although nobody wrote them.
pub fn is_character(ty: CInt) -> bool {
    ty.rank == Rank::Char
}
