//! Deeds become statements: every access through a pointer is checked and led to the variables of what it may point to.
//!
//! The order at one access: where the pointer has no object the check `deref` fails; then the objects it may point to are told
//! apart; in each case the object must live (`deref`) and the access lie inside (`bounds`); then the cell is read or written.
//! Conditions that the points-to sets decide are decided here, and a variable that can only hold one object's number is
//! replaced by it.
//!
//! Invariant: the automaton that comes out is exact. Only where a construct has no meaning yet (a pointer in memory that is
//! accessed as bytes, say) the path ends at `Unsupported`.

use super::access::Target;
use super::address::{ADRIFT, COUNT, ENDED, MOVED, NUMBER, OWNER, WILD};
use super::blocks::GONE;
use super::compare::Choices;
use super::contract::CHOSEN;
use super::first_stores::{self, Kind, Offsets, Settled};
use super::forest::PARENTS;
use super::given::GIVEN;
use super::heap::{LINKS, START};
use super::layout::{Block, Layout, MANY, View, in_use};
use super::look::{LOOK, is_blind, is_blind_stmt};
use super::memory::{Cell, Deed, Filling};
use super::model::MODEL;
use super::object::{Leaf, ObjectId, Origin};
use super::old::OLD;
use super::outside::{SHOWN, Shown};
use super::points_to::{Numbers, PointsTo, Residue, Scene};
use super::readable::{READABLE, mentions_readable, without_bounds};
use super::relocate::Moved;
use super::{Lower, Res};
use crate::graph::{Edge, Note, Writes};
use crate::types::{CType, RecordId};
use base::{Check, CmpOp, Expr, Formula, InputKind, Int, IntType, LocId, Name, Quantifier, SortedMap, SortedSet, Span, Stmt, VarId};

pub struct Resolver {
    pub points_to: PointsTo,
    pub layout: Layout,
    pub moved: SortedMap<VarId, Moved>,
    /// Variables that stay as they are.
    fixed: SortedSet<VarId>,
    /// Variables that hold offsets that are always 0.
    zero_offsets: SortedSet<VarId>,
    /// Offsets in the maps of blocks that are always 0, with the objects beside them: there a pointer to nowhere is the object [`WILD`].
    flat: SortedMap<VarId, VarId>,
    /// What code elsewhere was shown.
    pub shown: Shown,
    /// What holds before the program starts.
    pub starts: Vec<Stmt>,
    /// Whether uses of values are marked.
    marks: bool,
    /// How objects lie to each other.
    pub choices: Choices,
}

pub const BYTE: IntType = IntType { bits: 8, signed: false };

impl Lower<'_> {
    /// Replaces all deeds. Returns the location at which the program now starts.
    pub fn resolve(&mut self, entry: LocId) -> Res<LocId> {
        let pairs = self.pointer_variables();
        if pairs.is_empty() && self.deeds.iter().all(Deed::is_idle) && self.bound_pointers.is_empty() {
            self.find_open(&PointsTo::default(), None);
            self.assume_restrict(&PointsTo::default());
            // Without pointers nobody asks what lives.
            for edge in self.graph.edges.iter_mut() {
                let Note::Memory(i) = edge.note else { continue };
                edge.note = Note::Nothing;
                if let Deed::Read(read) = &self.deeds[i] {
                    self.reads.push(read.clone());
                    edge.note = Note::Reads(self.reads.len() - 1);
                }
            }
            return Ok(entry);
        }
        let mut also: SortedMap<VarId, Numbers> = SortedMap::new();
        let mut among_bytes: SortedSet<ObjectId> = SortedSet::new();
        let mut bounds: SortedMap<Name, Numbers> = SortedMap::new();
        let (points_to, mut layout) = loop {
            let size = self.types.pointer_size();
            let scene = Scene {
                graph: &self.graph,
                deeds: &self.deeds,
                objects: &self.objects,
                pairs: &pairs,
                kept: &self.kept,
                initialised: &self.initialised,
                foreign: &self.foreign,
                zeros: self.zeros,
                bounds: &bounds,
                budget: &self.options.budget,
            };
            let coarse = PointsTo::find(&scene, &also, &Settled::new(), size);
            self.in_time()?;
            let settled = first_stores::find(&scene, &coarse, Kind::Pointers);
            // A pointer that lies among bytes is no longer what was stored if a part of it is written as a number.
            let lasting: Settled = settled.iter().filter(|(o, _)| !among_bytes.contains(o)).map(|(o, s)| (*o, s.clone())).collect();
            let points_to = PointsTo::find(&scene, &also, &lasting, size);
            self.in_time()?;
            let layout = self.lay_out(&points_to, &settled);
            // Pointers that lie among bytes may be made of bytes.
            let before = (also.clone(), among_bytes.len());
            let is_mixed = |b: &&Block| b.bytes.is_some() || b.leaves.iter().any(|l| l.raw);
            among_bytes.extend(layout.blocks.iter().filter(is_mixed).flat_map(|b| b.sites.iter().copied()));
            for object in layout.views.iter().filter(|(_, v)| matches!(v, View::Bytes(_))).map(|(o, _)| *o) {
                for leaf in self.objects[object].leaves.values().filter(|l| l.offset.is_some()) {
                    also.entry(leaf.var).or_default().extend([WILD, 0]);
                }
            }
            // Pointers to a local of which a new instance begins dangle.
            for var in layout.renewed.values().flatten() {
                also.entry(*var).or_default().insert(ENDED);
            }
            let ranges = self.ranges_of_bounds(&points_to);
            if (&also, among_bytes.len(), &bounds) == (&before.0, before.1, &ranges) {
                break (points_to, layout);
            }
            bounds = ranges;
        };
        for object in layout.kept_in_memory.iter().copied() {
            self.wants_block(object);
        }
        self.find_shared_memory(&pairs, &bounds, &points_to, &layout);
        self.find_open(&points_to, Some(&layout));
        self.assume_restrict(&points_to);
        let silent = self.offsets_are_silent(&pairs, &points_to);
        if silent {
            self.find_fragile(&points_to, &mut layout);
        }
        let moved = self.moved_leaves(&layout);
        let is_map = |v: &VarId| matches!(self.vars[v.index()].sort, base::Sort::Map(..));
        let mut fixed: SortedSet<VarId> = points_to.variables().map(|(v, _)| v).filter(is_map).collect();
        fixed.extend(self.graph.edges.iter().filter(|e| e.note == Note::Link).flat_map(|e| e.stmt.reads()));
        let zero_offsets = self.zero_offsets(&pairs, &points_to, &fixed, silent);
        let flat = if silent { self.flat_offsets(&layout, &points_to) } else { SortedMap::new() };
        let marks = !self.suspects.is_empty();
        let choices = Choices::default();
        let mut resolver =
            Resolver { points_to, layout, moved, fixed, zero_offsets, flat, starts: Vec::new(), marks, choices, shown: Shown::default() };
        resolver.shown = self.find_shown(&resolver);
        self.make_models(&resolver);
        self.open_shared_maps(&mut resolver);
        let edges = std::mem::take(&mut self.graph.edges);
        for edge in edges {
            self.graph.frame = self.graph.locs[edge.from.index()].frame;
            self.graph.writes = edge.writes;
            match edge.note {
                Note::Memory(i) => {
                    self.in_time()?;
                    let deed = self.deeds[i].clone();
                    let span = edge.span.clone().unwrap_or_else(|| self.source.span(0));
                    self.graph.here = edge.from;
                    let done = self.relocate_deed(deed, &mut resolver, &span);
                    let done = done.and_then(|deed| self.perform(i, &deed, &mut resolver, &span));
                    let _ = self.is_done(done);
                    let here = self.graph.here;
                    self.graph.edge(here, edge.to, Stmt::Skip, edge.span);
                }
                _ => self.rewrite(edge, &resolver),
            }
        }
        self.refuse_lost_variables(&resolver);
        self.graph.writes = Writes::Values;
        self.note_pieces(&resolver);
        self.keep_parents(&resolver);
        self.tidy_advice(&resolver);
        self.graph.frame = 0;
        let start = self.graph.loc(None);
        self.graph.here = start;
        let span = self.source.span(0);
        self.restrict_choices(&mut resolver);
        for stmt in std::mem::take(&mut resolver.starts) {
            let is_open = stmt.target().is_some_and(|v| self.pieces.shared.contains(&v));
            let writes = if is_open { Writes::Nothing } else { Writes::Values };
            self.writing(writes, |lower| lower.graph.emit(stmt, &span));
        }
        self.graph.edge(self.graph.here, entry, Stmt::Skip, None);
        self.name_only_objects(&resolver);
        self.drop_flat_offsets(&resolver);
        self.keep_beside_pointers(&resolver);
        self.finish_arguments(&resolver);
        Ok(start)
    }

    /// Maps that blocks made in loops share and of which something may be read that was not written.
    fn find_shared_memory(&mut self, pairs: &[(VarId, VarId)], bounds: &SortedMap<Name, Numbers>, points_to: &PointsTo, layout: &Layout) {
        let open: Vec<&Block> = layout.blocks.iter().filter(|b| b.keyed && !b.cleared).collect();
        if open.is_empty() {
            return;
        }
        let scene = Scene {
            graph: &self.graph,
            deeds: &self.deeds,
            objects: &self.objects,
            pairs,
            kept: &self.kept,
            initialised: &self.initialised,
            foreign: &self.foreign,
            zeros: self.zeros,
            bounds,
            budget: &self.options.budget,
        };
        // Where nobody asks, what is shared counts as unwritten.
        let find = |kind: Kind| match self.options.checks.contains(&Check::Init) {
            true => first_stores::find(&scene, points_to, kind),
            false => Settled::new(),
        };
        let [pointers, numbers] = [Kind::WrittenPointers, Kind::WrittenNumbers].map(find);
        let is_given = |s: &ObjectId| self.given.values().any(|g| g.site == *s) || self.pieces.handed.contains(s);
        let (mut shared, mut mixed) = (SortedSet::new(), SortedSet::new());
        for block in open {
            let made: Vec<&ObjectId> = block.sites.iter().filter(|s| !is_given(s)).collect();
            let stored = |leaf: &Leaf| {
                let found = if leaf.offset.is_some() { &pointers } else { &numbers };
                made.iter().all(|s| match found.get(s) {
                    Some(Offsets::All) => true,
                    Some(these) => leaf.dims.is_empty() && these.contains(i128::from(leaf.at)),
                    None => false,
                })
            };
            let leaves = block.leaves.iter().filter(|l| !stored(l)).map(|l| l.var).chain(block.bytes.map(|raw| raw.bytes));
            let leaves: Vec<VarId> = leaves.filter(|_| !made.is_empty()).collect();
            shared.extend(leaves.iter().copied());
            mixed.extend(leaves.into_iter().filter(|_| made.len() < block.sites.len()));
        }
        self.pieces.shared.extend(shared);
        self.pieces.mixed.extend(mixed);
    }

    /// Ends the paths on which a variable is read that nobody writes, because what it held is kept elsewhere. There are none, unless a step on
    /// memory was forgotten.
    fn refuse_lost_variables(&mut self, r: &Resolver) {
        let is_lost = |v: &VarId| r.moved.contains_key(v) || r.layout.unions.get(v).is_some_and(|o| o.raw.is_none());
        let lost: Vec<usize> = (0..self.graph.edges.len()).filter(|i| self.graph.edges[*i].stmt.reads().iter().any(is_lost)).collect();
        self.end_paths_at(&lost, "memory that is kept otherwise than it is declared");
    }

    /// Ends the paths on which one of these steps is taken, which is not understood.
    pub fn end_paths_at(&mut self, edges: &[usize], what: &str) {
        for i in edges {
            let span = self.graph.edges[*i].span.clone().unwrap_or_else(|| self.source.span(0));
            let error = self.graph.error(Check::Unsupported, what, &span);
            let edge = &mut self.graph.edges[*i];
            (edge.to, edge.stmt, edge.note) = (error, Stmt::Skip, Note::Nothing);
        }
    }

    /// Finds where it makes a difference what C leaves open.
    fn find_open(&mut self, points_to: &PointsTo, layout: Option<&Layout>) {
        self.find_orders(points_to);
        let call_backs = self.noticed_call_backs(points_to);
        self.found_open.call_backs.extend(call_backs);
        let failing = self.failing_call_backs();
        self.found_open.failing_call_backs.extend(failing);
        let comparisons = self.open_comparisons(points_to, layout);
        self.found_open.comparisons.extend(comparisons);
        self.find_formats(points_to);
        self.found_open.nulls |= self.asks_null && self.empty_blocks;
    }

    /// The objects over which variables of annotations range: blocks that are read as objects of their types, and declared objects.
    fn ranges_of_bounds(&self, points_to: &PointsTo) -> SortedMap<Name, Numbers> {
        let of = |r: &RecordId| {
            let readings = self.readings.iter().filter(|(_, ty)| *ty.innermost() == CType::Record(*r));
            let made = readings.flat_map(|(object, _)| points_to.objects(object));
            let made = made.filter(|n| usize::try_from(n - 1).is_ok_and(|o| matches!(self.objects[o].origin, Origin::Allocated { .. })));
            // Declared objects count if somebody may have their address.
            let declared = self.objects.iter().enumerate().filter(|(_, o)| o.address_taken && self.has_part(&o.ty, *r));
            made.chain(declared.map(|(o, _)| Self::number_of_object(o))).collect()
        };
        self.bound_pointers.iter().map(|(name, r)| (name.clone(), of(r))).collect()
    }

    /// Advice over memory; what is kept in another form than that of its variables is left out.
    fn tidy_advice(&mut self, r: &Resolver) {
        let kept = |f: &Formula| !is_blind(f) && f.vars().iter().all(|v| !r.moved.contains_key(v) && !r.layout.unions.contains_key(v));
        let advice = std::mem::take(&mut self.graph.advice);
        let tidied = advice.into_iter().map(|(at, f)| (at, self.tidy_formula(&f, r)));
        self.graph.advice = tidied.filter(|(_, f)| kept(f)).collect();
    }

    /// Replaces variables that can only hold one object's number.
    fn name_only_objects(&mut self, r: &Resolver) {
        let term = |e: &Expr| match e {
            Expr::Var(v) => r.only(*v).map(Expr::from),
            _ => None,
        };
        // Calls of recursive functions stay as they are.
        for edge in self.graph.edges.iter_mut().filter(|e| e.note != Note::Link) {
            edge.stmt = match &edge.stmt {
                Stmt::Assign(var, _) if r.only(*var).is_some() => Stmt::Skip,
                Stmt::Assign(var, value) => Stmt::Assign(*var, value.subst(&term)),
                Stmt::Assume(f) => Stmt::Assume(f.subst(&term)),
                other => other.clone(),
            };
        }
    }

    fn pointer_variables(&self) -> Vec<(VarId, VarId)> {
        let leaves = self.objects.iter().flat_map(|o| o.leaves.values()).filter_map(|l| l.offset.map(|o| (l.var, o)));
        // The two temporaries of a pointer are made one after the other.
        leaves.chain(self.pointers.iter().map(|(a, b)| (*a, *b))).collect()
    }

    /// The offsets of pointers that only ever point to the start of objects, or are null. Of pointers without an object the offset is a number:
    /// that is 0 too if it is `silent`.
    fn zero_offsets(&self, pairs: &[(VarId, VarId)], points_to: &PointsTo, fixed: &SortedSet<VarId>, silent: bool) -> SortedSet<VarId> {
        let is_scalar = |v: &VarId| self.vars[v.index()].sort == base::Sort::Int && !fixed.contains(v);
        let least = if silent { WILD } else { 0 };
        let at_start = |(object, offset): &&(VarId, VarId)| {
            let numbers = points_to.of_variable(*object);
            is_scalar(offset)
                && numbers.is_some_and(|all| !all.is_empty() && all.iter().all(|n| *n >= least))
                && points_to.offsets(&Expr::Var(*offset)) == Some(Residue::new(0, 0))
        };
        pairs.iter().filter(at_start).map(|(_, offset)| *offset).collect()
    }

    /// Whether nobody asks which number a pointer without an object is: such pointers are not compared with each other, and none becomes a number.
    fn offsets_are_silent(&self, pairs: &[(VarId, VarId)], points_to: &PointsTo) -> bool {
        let offsets: SortedSet<VarId> = pairs.iter().map(|(_, offset)| *offset).collect();
        let is_wild = |object: &VarId| points_to.of_variable(*object).is_some_and(|all| all.iter().any(|n| *n < 0));
        let wild: SortedSet<VarId> = pairs.iter().filter(|(object, _)| is_wild(object)).map(|(_, offset)| *offset).collect();
        let asks = |e: &Expr| {
            let objects = e.subst(&|e| match e {
                Expr::App(name, args) if **name == *OWNER && !points_to.is_adrift(&args[0]) => Some(args[0].clone()),
                // Where a cell lies in its object is no number of a pointer.
                Expr::App(name, args) if **name == *LOOK || **name == *READABLE => Some(args[1].clone()),
                Expr::App(name, args) if **name == *START => Some(args[0].clone()),
                _ => None,
            });
            !objects.vars().is_disjoint(&wild)
        };
        let has_object = |offset: &Expr| match offset {
            Expr::App(name, args) if **name == *COUNT => matches!(&args[1], Expr::Var(v) if offsets.contains(v) && !wild.contains(v)),
            offset => matches!(offset, Expr::Var(v) if offsets.contains(v) && !wild.contains(v)),
        };
        let asks_in = |f: &Formula| {
            let mut found = false;
            f.each_atom(&mut |atom| {
                found |= match atom {
                    // With a pointer that has an object on one side, the objects decide.
                    Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) => asks(a) && !has_object(b) || asks(b) && !has_object(a),
                    Formula::Cmp(_, a, b) => asks(a) || asks(b),
                    Formula::Rel(_, args) => args.iter().any(asks),
                    _ => true,
                }
            });
            found
        };
        let in_edge = |edge: &Edge| match &edge.stmt {
            Stmt::Assume(f) => asks_in(f),
            Stmt::Assign(v, value) => !offsets.contains(v) && !is_anywhere(value) && asks(value),
            Stmt::Print { values, .. } => values.iter().any(asks),
            Stmt::Skip | Stmt::Input { .. } => false,
        };
        let in_deed = |deed: &Deed| match deed {
            Deed::Store { value, .. } => asks(value),
            Deed::Compare { sides: [x, y], .. } => asks_in(&Formula::cmp(CmpOp::Eq, x.1.clone(), y.1.clone())),
            Deed::Escape { pointers, .. } => !pointers.is_empty(),
            _ => false,
        };
        !self.graph.edges.iter().any(in_edge) && !self.deeds.iter().any(in_deed) && !self.graph.advice.iter().any(|(_, f)| asks_in(f))
    }

    /// The maps of offsets in blocks that are always 0.
    fn flat_offsets(&self, layout: &Layout, points_to: &PointsTo) -> SortedMap<VarId, VarId> {
        let starts = |b: &&Block| b.keyed && b.bytes.is_none() && b.sites.iter().all(|s| points_to.holds_starts(*s));
        let leaves = layout.blocks.iter().filter(starts).flat_map(|b| &b.leaves);
        leaves.filter_map(|l| l.offset.map(|offset| (offset, l.var))).collect()
    }

    /// Takes offsets that are always 0 out of the statements.
    fn drop_flat_offsets(&mut self, r: &Resolver) {
        let zero = |e: &Expr| match e {
            Expr::Select(m, _) => matches!(&**m, Expr::Var(v) if r.flat.contains_key(v)).then(|| Expr::from(0)),
            _ => None,
        };
        for edge in &mut self.graph.edges {
            edge.stmt = match &edge.stmt {
                Stmt::Assign(var, _) if r.flat.contains_key(var) => Stmt::Skip,
                Stmt::Assign(var, value) => Stmt::Assign(*var, value.subst(&zero)),
                Stmt::Assume(f) => Stmt::Assume(f.subst(&zero)),
                // Null or nowhere.
                Stmt::Input { var, kind, .. } if r.flat.contains_key(var) => {
                    Stmt::Input { var: r.flat[var], ty: Some(IntType { bits: 1, signed: true }), kind: kind.clone() }
                }
                other => other.clone(),
            };
        }
    }

    /// Memory that many blocks share holds anything before it is written, unless all of it is cleared.
    fn open_shared_maps(&mut self, r: &mut Resolver) {
        // What is given is filled at once.
        let filled = |b: &Block| b.sites.iter().all(|s| self.given.values().any(|g| g.site == *s));
        let open: Vec<&Block> = r.layout.blocks.iter().filter(|b| b.keyed && !b.cleared).collect();
        for block in open {
            // Of unions only the pointers are filled.
            let in_union = |l: &Leaf| {
                l.raw
                    || block.raw_leaves.iter().any(|u| r.layout.unions.get(&u.var).is_some_and(|o| o.cells.iter().any(|c| c.var == l.var)))
            };
            let is_filled = filled(block);
            let is_open = |l: &&Leaf| (!is_filled || in_union(l)) && (l.raw || !block.settled.contains(&l.at));
            for leaf in block.leaves.iter().filter(is_open) {
                let (var, ty) = match leaf.offset {
                    Some(offset) => (offset, self.pointer_type()),
                    None => (leaf.var, leaf.ty),
                };
                r.starts.push(Stmt::Input { var, ty: self.input_type(ty), kind: InputKind::Uninitialised });
            }
            if let Some(raw) = block.bytes {
                r.starts.push(Stmt::Input { var: raw.bytes, ty: Some(BYTE), kind: InputKind::Uninitialised });
            }
        }
    }

    fn perform(&mut self, number: usize, deed: &Deed, r: &mut Resolver, span: &Span) -> Res<()> {
        match deed {
            Deed::Load { cell, into, offset } => {
                self.stir(&cell.object, r, span)?;
                let cell = self.tidy_cell(cell, r);
                self.each_target(&cell, false, r, span, &mut |lower, slot, span| match lower
                    .read_argument(&cell, &slot, *into, *offset, r, span)
                {
                    true => Ok(()),
                    false => lower.read(&cell, &slot, *into, *offset, span),
                })
            }
            Deed::Store { cell, value, offset } => {
                let (cell, value) = (self.tidy_cell(cell, r), self.tidy(value, r));
                let offset = offset.as_ref().map(|o| self.tidy(o, r));
                self.each_target(&cell, true, r, span, &mut |lower, slot, span| lower.write(&cell, &slot, &value, offset.as_ref(), span))
            }
            Deed::Copy { to, from, size } => {
                self.stir(&from.object, r, span)?;
                self.copy_stretch(to, from, *size, r, span)
            }
            Deed::Blur { at, gaps } => self.blur_gaps(at, gaps, false, r, span),
            Deed::BlurTail { at, tail } => self.blur_gaps(at, std::slice::from_ref(tail), true, r, span),
            Deed::Pad { to, from, gaps } => self.copy_gaps(to, from, gaps, r, span),
            Deed::Allocate { site, size, zero, into, given } => {
                let (size, given) = (self.tidy(size, r), given.as_ref().map(|g| self.tidy(g, r)));
                self.make_block((*site, given.as_ref()), &size, *zero, *into, r, span)?;
                self.models_begin(*site, span);
                Ok(())
            }
            Deed::Give { count } => {
                if let Some(counter) = r.layout.counter {
                    self.graph.assign(counter, Expr::add(counter, self.tidy(count, r)), span);
                }
                Ok(())
            }
            Deed::Begun(arguments) => {
                self.begin_arguments(*arguments, r, span);
                Ok(())
            }
            Deed::Fill { object, offset, byte, count } => {
                let [object, offset, count] = [object, offset, count].map(|e| self.tidy(e, r));
                let byte = match byte {
                    Filling::Byte(byte) => Filling::Byte(self.tidy(byte, r)),
                    any => any.clone(),
                };
                self.fill_range(&object, &offset, &byte, &count, r, span)
            }
            Deed::Size { object, into } => {
                let object = self.tidy(object, r);
                self.size_of_target(&object, *into, r, span)
            }
            Deed::Free { object, offset, lives, stream } => {
                let (object, offset) = (self.tidy(object, r), self.tidy(offset, r));
                self.release(&object, &offset, *lives, *stream, r, span)
            }
            Deed::Stream { object } => {
                let object = self.tidy(object, r);
                self.refuse_other_than_stream(&object, r, span)
            }
            Deed::Touch { object, offset, count, writes } => {
                let [object, offset, count] = [object, offset, count].map(|e| self.tidy(e, r));
                self.touch(&object, &offset, &count, *writes, r, span)
            }
            Deed::Leave { object, offset, member } => {
                let offset = self.tidy(offset, r);
                self.left(object, &offset, *member, r, span);
                Ok(())
            }
            Deed::Apart { sides, or_same, message } => {
                self.ask_apart(sides, *or_same, message, r, span);
                Ok(())
            }
            Deed::Reserve { object, offset, count, known } => {
                let (offset, count) = (self.tidy(offset, r), self.tidy(count, r));
                self.reserved(object, &offset, &count, *known, r, span);
                Ok(())
            }
            Deed::Use { objects } => {
                let used: Vec<_> = objects.iter().map(|o| (r.points_to.objects(o), self.tidy(o, r))).collect();
                self.refuse_ended(&used, r, span);
                Ok(())
            }
            Deed::Format { object, offset, cases, .. } => {
                self.which_format(object, offset, cases, r, span);
                Ok(())
            }
            Deed::Compare { sides, into } => self.compare_open(sides, *into, r, span),
            Deed::Begin { object, new } => {
                if let Some(alive) = r.layout.alive.get(object) {
                    self.graph.assign(*alive, 1.into(), span);
                }
                if !new {
                    return Ok(());
                }
                self.models_begin(*object, span);
                self.begin_unshown(*object, r, span);
                if r.layout.kept_in_memory.contains(object) {
                    return self.unsupported("local of a loop's body whose address is kept in memory", span);
                }
                // Pointers to the instance of an earlier round dangle.
                for var in r.layout.renewed.get(object).into_iter().flatten() {
                    let this = Formula::cmp(CmpOp::Eq, *var, *object as i64 + 1);
                    self.graph.assign(*var, Expr::ite(this, ENDED, *var), span);
                }
                Ok(())
            }
            Deed::End { objects, blocks } => {
                for object in objects {
                    if let Some(alive) = r.layout.alive.get(object) {
                        self.graph.assign(*alive, 0.into(), span);
                    }
                    if let Some(View::Block(b)) = r.layout.views.get(object)
                        && let Some(state) = r.layout.blocks[*b].state
                    {
                        if !r.layout.blocks[*b].keyed {
                            self.graph.assign(state, GONE.into(), span);
                        } else if !self.recursive_sites.contains(object) {
                            // All that were made in this activation end: nobody else makes objects of this block.
                            let none = self.zeros();
                            self.graph.assign(state, none.into(), span);
                        } else if r.layout.outlived.contains(object) {
                            return self.unsupported("memory from alloca in recursion that a pointer outlives", span);
                        }
                    }
                }
                for (site, number) in blocks {
                    let number = self.tidy(number, r);
                    self.end_block(*site, &number, r, span);
                }
                Ok(())
            }
            Deed::Escape { pointers, given, everything, function } => {
                self.functions_are_told(&pointers[..*given], function, r, span)?;
                self.escape(number, pointers, *everything, function, r, span)
            }
            Deed::Forget { functions, function } => self.forget_assigned(functions, function, r, span),
            Deed::Look { .. } | Deed::Glimpse(_) => Ok(()),
            Deed::Read(read) => self.read_moved(read, r, span),
            Deed::Put { ghost, value } => self.put_models(ghost, value, r, span),
            Deed::Finish => self.finish_blocks(r, span),
        }
    }

    /// Replaces what stands for pointers until now.
    pub fn tidy(&self, e: &Expr, r: &Resolver) -> Expr {
        e.subst(&|e| match e {
            Expr::App(name, args) if **name == *OWNER => {
                let (object, offset) = (self.tidy(&args[0], r), self.tidy(&args[1], r));
                Some(match (r.points_to.is_adrift(&args[0]), r.points_to.is_unset(&args[0], &args[1])) {
                    (false, false) => object,
                    (false, true) => Self::owner(object, &offset, r.points_to.stranger(&args[1])),
                    (true, open) => {
                        let stranger = if open { r.points_to.stranger(&args[1]) } else { WILD };
                        let is_null =
                            Formula::and([Formula::cmp(CmpOp::Lt, object.clone(), 0), Formula::cmp(CmpOp::Eq, offset.clone(), 0)]);
                        Expr::ite(is_null, 0, Self::owner(object, &offset, stranger))
                    }
                })
            }
            Expr::App(name, args) if **name == *COUNT => {
                let offset = self.tidy(&args[1], r);
                Some(if r.points_to.is_adrift(&args[0]) {
                    let has_object = Formula::cmp(CmpOp::Gt, self.tidy(&args[0], r), 0);
                    let number = Expr::wrap(self.pointer_type().machine(), offset.clone());
                    Expr::ite(has_object, offset, number)
                } else {
                    offset
                })
            }
            Expr::App(name, args) if **name == *MOVED => Some(self.tidy(&args[0], r)),
            Expr::App(name, args) if **name == *NUMBER => Some(self.tidy(&args[0], r)),
            Expr::App(name, args) if **name == *LOOK => Some(self.looked(args, r).unwrap_or_else(|| e.clone())),
            Expr::App(name, args) if **name == *LINKS => Some(self.linked(args, r).unwrap_or_else(|| e.clone())),
            Expr::App(name, args) if **name == *PARENTS => Some(self.parents(args, r).unwrap_or_else(|| e.clone())),
            Expr::App(name, args) if **name == *GIVEN => Some(self.given_number(args, r)),
            Expr::App(name, args) if **name == *SHOWN => Some(Self::was_shown(args, r)),
            Expr::App(name, args) if **name == *OLD => Some(match self.tidy(&args[0], r) {
                constant @ Expr::Const(_) => constant,
                other => Expr::App(OLD.into(), vec![other, args[1].clone()]),
            }),
            Expr::App(name, args) if **name == *CHOSEN => Some(self.chosen_number(e, &args[0], r)),
            Expr::App(name, args) if **name == *MODEL => Some(self.modelled(args, None, r).unwrap_or_else(|| e.clone())),
            Expr::Select(m, i)
                if let Expr::App(name, args) = &**m
                    && **name == *MODEL =>
            {
                Some(self.modelled(args, Some(i), r).unwrap_or_else(|| e.clone()))
            }
            Expr::App(name, args) if **name == *START => {
                let is_start = self.tidy(&args[1], r).as_const() == Some(&Int::ZERO);
                Some(if is_start { self.tidy(&args[0], r) } else { e.clone() })
            }
            Expr::Var(v) if r.zero_offsets.contains(v) => Some(Expr::from(0)),
            Expr::Var(v) => r.only(*v).map(Expr::from),
            Expr::Ite(c, a, b) => Some(Expr::ite(self.tidy_formula(c, r), self.tidy(a, r), self.tidy(b, r))),
            _ => None,
        })
    }

    /// The object of a pointer in a map with open elements.
    pub fn owner(object: Expr, offset: &Expr, stranger: i64) -> Expr {
        let nowhere = Formula::and([Formula::cmp(CmpOp::Eq, object.clone(), 0), Formula::cmp(CmpOp::Ne, offset.clone(), 0)]);
        Expr::ite(nowhere, stranger, object)
    }

    fn tidy_cell(&self, cell: &Cell, r: &Resolver) -> Cell {
        Cell { object: cell.object.clone(), offset: self.tidy(&cell.offset, r), ..cell.clone() }
    }

    fn tidy_formula(&self, f: &Formula, r: &Resolver) -> Formula {
        match f {
            Formula::Cmp(op, a, _)
                if let Expr::App(name, args) = &**a
                    && **name == *READABLE =>
            {
                match self.when_readable(args, r) {
                    Some(readable) if *op == CmpOp::Ne => readable,
                    Some(readable) => readable.negate(),
                    None => f.clone(),
                }
            }
            Formula::Cmp(op, a, b) => {
                let (x, y) = (r.numbers(a), r.numbers(b));
                if let (Some(x), Some(y)) = (&x, &y)
                    && let Some(known) = decided(*op, x, y)
                {
                    return known.into();
                }
                // How a pointer without an object is read does not matter where it is compared with one that has an object.
                let has_object = |numbers: &Option<Vec<(i64, i64)>>| numbers.as_ref().is_some_and(|n| n.iter().all(|(low, _)| *low > 0));
                let bare = |e: &Expr| match e {
                    Expr::App(name, args) if **name == *OWNER => args[0].clone(),
                    other => other.clone(),
                };
                match op {
                    CmpOp::Eq | CmpOp::Ne if has_object(&x) || has_object(&y) => {
                        Formula::cmp(*op, self.tidy(&bare(a), r), self.tidy(&bare(b), r))
                    }
                    op => self.compare_drifting(*op, a, b, r).unwrap_or_else(|| Formula::cmp(*op, self.tidy(a, r), self.tidy(b, r))),
                }
            }
            Formula::Not(inner) => self.tidy_formula(inner, r).negate(),
            Formula::And(parts) => Formula::and(parts.iter().map(|p| self.tidy_formula(p, r))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|p| self.tidy_formula(p, r))),
            Formula::Quant(q, vars, body) => {
                let told = mentions_readable(body);
                let body = self.tidy_formula(body, r);
                let (pointers, plain): (Vec<_>, Vec<_>) =
                    vars.iter().cloned().partition(|(name, _)| self.bound_pointers.contains_key(name));
                let inner = match q {
                    _ if plain.is_empty() => body,
                    // What was known to be read by its place only is a matter of offsets now.
                    Quantifier::Forall if told => without_bounds(&plain, &body),
                    Quantifier::Exists if told => without_bounds(&plain, &body.negate()).negate(),
                    _ => Formula::Quant(*q, plain, body.into()),
                };
                pointers.iter().rev().fold(inner, |body, (name, _)| self.over_objects(*q, name, &body, r))
            }
            Formula::Rel(name, args) => Formula::Rel(name.clone(), args.iter().map(|a| self.tidy(a, r)).collect()),
            other => other.clone(),
        }
    }

    /// A comparison of objects one of which may be that of a pointer that has none and was moved, in few words: with null it asks for its number;
    /// two pointers without an object are both numbers, which are compared besides.
    fn compare_drifting(&self, op: CmpOp, a: &Expr, b: &Expr, r: &Resolver) -> Option<Formula> {
        let adrift = |e: &Expr| match e {
            Expr::App(name, args) if **name == *OWNER && r.points_to.is_adrift(&args[0]) => Some((args[0].clone(), args[1].clone())),
            _ => None,
        };
        let has_none = |e: &Expr| self.tidy_formula(&Formula::cmp(CmpOp::Le, e.clone(), 0), r);
        if let (Some((object, offset)), true) = (adrift(a), b.as_const() == Some(&Int::ZERO)) {
            let none = has_none(&object);
            let is_zero = Formula::cmp(CmpOp::Eq, self.tidy(&offset, r), 0);
            return Some(match op {
                CmpOp::Eq => Formula::and([none, is_zero]),
                CmpOp::Ne => Formula::or([none.negate(), is_zero.negate()]),
                CmpOp::Lt => Formula::and([none, is_zero.negate()]),
                CmpOp::Ge => Formula::or([none.negate(), is_zero]),
                CmpOp::Le => none,
                CmpOp::Gt => none.negate(),
            });
        }
        if adrift(a).is_none() && adrift(b).is_none() || !matches!(op, CmpOp::Eq | CmpOp::Ne) {
            return None;
        }
        let object = |e: &Expr| adrift(e).map_or_else(|| e.clone(), |(object, _)| object);
        let (a, b) = (object(a), object(b));
        let same = self.tidy_formula(&Formula::cmp(CmpOp::Eq, a.clone(), b.clone()), r);
        let equal = Formula::or([same, Formula::and([has_none(&a), has_none(&b)])]);
        Some(if op == CmpOp::Eq { equal } else { equal.negate() })
    }

    /// An edge without a deed.
    fn rewrite(&mut self, edge: Edge, r: &Resolver) {
        let span = edge.span.clone().unwrap_or_else(|| self.source.span(0));
        let is_link = edge.note == Note::Link;
        let stmt = match &edge.stmt {
            _ if is_link => edge.stmt.clone(),
            Stmt::Assign(var, _) if r.only(*var).is_some() => Stmt::Skip,
            Stmt::Assign(_, value) if is_anywhere(value) => edge.stmt.clone(),
            Stmt::Assign(var, value) => Stmt::Assign(*var, self.tidy(value, r)),
            Stmt::Assume(f) => Stmt::Assume(self.tidy_formula(f, r)),
            Stmt::Print { pieces, values } => {
                Stmt::Print { pieces: pieces.clone(), values: values.iter().map(|v| self.tidy(v, r)).collect() }
            }
            other => other.clone(),
        };
        if is_blind_stmt(&stmt) {
            // Both sides of an assertion end in the same place.
            let what = "access to memory in a formula";
            let error = self.graph.error(Check::Unsupported, what, &span);
            if !self.graph.edges.iter().rev().take(2).any(|e| e.from == edge.from && e.to == error) {
                self.graph.edge(edge.from, error, Stmt::Skip, edge.span);
            }
            return;
        }
        let touched: SortedSet<VarId> = stmt.reads().into_iter().chain(stmt.target()).collect();
        let moved = &r.moved;
        let among_bytes = |v: &VarId| moved.contains_key(v);
        if let Some(overlay) = stmt.target().and_then(|v| r.layout.unions.get(&v))
            && !touched.iter().any(among_bytes)
            && !is_link
        {
            self.graph.here = edge.from;
            let mark = self.graph.mark();
            if let Err(super::Halt::Unsupported { what, span }) = self.reset_union(&stmt, overlay, &span) {
                self.graph.back_to(mark);
                self.give_up(&what, &span);
            }
            let here = self.graph.here;
            self.graph.edge(here, edge.to, Stmt::Skip, edge.span);
            return;
        }
        if touched.iter().all(|v| !moved.contains_key(v)) {
            self.graph.edges.push(Edge { stmt, ..edge });
            return;
        }
        self.graph.here = edge.from;
        let mark = self.graph.mark();
        match self.relocate(&stmt, moved, &span) {
            Ok(last) => {
                if !self.before_program.contains(&edge.from)
                    && let Some(written) = stmt.target().and_then(|v| moved.get(&v))
                {
                    for at in written.padding.iter() {
                        self.open_byte(&written.raw, &Expr::Const(Int::from(*at)), &span);
                    }
                }
                let here = self.graph.here;
                self.graph.edges.push(Edge { from: here, to: edge.to, stmt: last, ..edge });
            }
            Err(super::Halt::Unsupported { what, span }) => {
                self.graph.back_to(mark);
                self.give_up(&what, &span);
            }
            Err(_) => {}
        }
    }

    /// The leaves of a declared object, with the cells of its unions.
    pub fn leaves_in_use(&self, object: ObjectId, r: &Resolver) -> Vec<Leaf> {
        let own = self.objects[object].leaves.values();
        in_use(&own.cloned().collect::<Vec<_>>(), &r.layout.unions)
    }
}

impl Resolver {
    /// A variable, or the number that it always holds.
    pub fn term(&self, v: VarId) -> Expr {
        self.only(v).map_or(Expr::Var(v), Expr::from)
    }

    /// Whether the variable is not where its object is kept.
    pub fn is_moved(&self, v: VarId) -> bool {
        self.moved.contains_key(&v)
    }

    /// Whether a pointer with this offset points to the start of an object, or nowhere.
    pub fn is_start(&self, offset: VarId) -> bool {
        self.flat.contains_key(&offset) || self.zero_offsets.contains(&offset)
    }

    /// The offsets at which a cell may lie in a target.
    pub fn residue_at(&self, cell: &Cell, target: &Target) -> Residue {
        let all = match target {
            Target::Single(object) => return self.points_to.residue_in(cell, *object),
            Target::Shared(b) => &self.layout.blocks[*b].sites,
        };
        // Those of the sites that the pointer may point to.
        let numbers = self.points_to.objects(&cell.object);
        let met = all.iter().filter(|s| numbers.contains(&Lower::number_of_object(**s)));
        let residues = met.map(|site| self.points_to.residue_in(cell, *site));
        residues.reduce(Residue::join).unwrap_or_else(|| self.points_to.residue(cell))
    }

    /// The block that an object is in.
    pub fn block_of(&self, target: &Target) -> Option<&Block> {
        let b = match target {
            Target::Shared(b) => Some(b),
            Target::Single(o) => match self.layout.views.get(o) {
                Some(View::Block(b)) => Some(b),
                _ => None,
            },
        };
        b.map(|b| &self.layout.blocks[*b])
    }

    /// The number that a variable always holds. Maps and what calls of recursive functions read are left alone.
    fn only(&self, v: VarId) -> Option<i64> {
        if self.fixed.contains(&v) {
            return None;
        }
        let mut numbers = self.points_to.of_variable(v)?.iter().filter(|n| **n != ADRIFT);
        let only = *numbers.next()?;
        // Whether a pointer that leads nowhere was ever written is another question.
        let is_asked = self.marks && only == WILD;
        (numbers.next().is_none() && !self.is_many(only) && !is_asked).then_some(only)
    }

    fn is_many(&self, number: i64) -> bool {
        usize::try_from(number - 1).is_ok_and(|o| self.layout.many.contains(&o))
    }

    /// The numbers that a term over objects may have, if it is one.
    fn numbers(&self, e: &Expr) -> Option<Vec<(i64, i64)>> {
        fn is_object(r: &Resolver, e: &Expr) -> bool {
            match e {
                Expr::Const(_) => true,
                Expr::Var(v) => r.points_to.of_variable(*v).is_some(),
                Expr::Select(m, _) => matches!(&**m, Expr::Var(v) if r.points_to.of_variable(*v).is_some()),
                Expr::Ite(_, a, b) => is_object(r, a) && is_object(r, b),
                Expr::App(name, _) => [OWNER, MOVED, GIVEN].contains(&&**name),
                _ => false,
            }
        }
        if !is_object(self, e) {
            return None;
        }
        // A site that makes many objects stands for all its numbers.
        let range = |n: &i64| if self.is_many(*n) { (MANY, i64::MAX) } else { (*n, *n) };
        match e {
            Expr::Const(c) => i64::try_from(c).ok().map(|c| vec![(c, c)]),
            e => Some(self.points_to.objects(e).iter().filter(|n| **n != ADRIFT).map(range).collect()),
        }
    }
}

/// Whether a comparison holds for all or for none of the values in these ranges.
fn decided(op: CmpOp, xs: &[(i64, i64)], ys: &[(i64, i64)]) -> Option<bool> {
    let mut known = None;
    for (a, b) in xs {
        for (c, d) in ys {
            let one = match op {
                CmpOp::Lt | CmpOp::Ge => ((b < c) || (a >= d)).then_some((b < c) == (op == CmpOp::Lt)),
                CmpOp::Le | CmpOp::Gt => ((b <= c) || (a > d)).then_some((b <= c) == (op == CmpOp::Le)),
                CmpOp::Eq | CmpOp::Ne if b < c || d < a => Some(op == CmpOp::Ne),
                CmpOp::Eq | CmpOp::Ne if a == b && c == d => Some(op == CmpOp::Eq),
                _ => None,
            }?;
            if known.is_some_and(|k| k != one) {
                return None;
            }
            known = Some(one);
        }
    }
    known
}

/// Whether it is the object of a pointer that was chosen by its offset: null, or nowhere (`Lower::havoc_pointer`).
fn is_anywhere(object: &Expr) -> bool {
    let Expr::Ite(condition, null, nowhere) = object else { return false };
    let by_offset =
        matches!(&**condition, Formula::Cmp(CmpOp::Eq, offset, zero) if matches!(**offset, Expr::Var(_)) && **zero == Expr::from(0));
    by_offset && **null == Expr::from(0) && **nowhere == Expr::from(WILD)
}
