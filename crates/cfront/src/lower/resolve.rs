//! Deeds become statements: every access through a pointer is checked and led to the variables of what it may point to.
//!
//! The order at one access: where the pointer has no object the check `deref` fails; then the objects it may point to are told
//! apart; in each case the object must live (`deref`) and the access lie inside (`bounds`); then the cell is read or written.
//! Conditions that the points-to sets decide are decided here, and a variable that can only hold one object's number is
//! replaced by it.
//!
//! Invariant: the automaton that comes out is exact. Only where a construct has no meaning yet (a pointer in memory that is
//! accessed as bytes, say) the path ends at `Unsupported`.

use super::address::{ELSEWHERE, NUMBER, OWNER, WILD};
use super::first_stores::{self, Settled};
use super::layout::{KEY, Layout, MANY, Raw, View};
use super::memory::{Cell, Deed};
use super::object::{Leaf, ObjectId, Origin};
use super::points_to::{Numbers, PointsTo, Residue, leaf_residue};
use super::{Lower, Res};
use crate::graph::{Edge, Note};
use crate::types::{CInt, CType, Rank};
use base::{BinOp, Check, CmpOp, Expr, Formula, InputKind, Int, IntType, LocId, Span, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// What a cell is in the automaton.
enum Slot {
    /// A variable, or an element of a map; two for a pointer.
    Scalar { var: VarId, offset: Option<VarId>, index: Option<Expr>, ty: CInt, may_be_open: bool },
    /// One byte of a number.
    Part { var: VarId, index: Option<Expr>, ty: CInt, byte: Expr },
    /// Bytes of a map from this index on.
    Bytes { raw: Raw, from: Expr },
}

/// A leaf whose object is kept byte by byte.
#[derive(Clone)]
struct Moved {
    leaf: Leaf,
    raw: Raw,
    /// The leaf is the whole object, and no pointer.
    alone: bool,
}

pub struct Resolver {
    pub points_to: PointsTo,
    pub layout: Layout,
    moved: BTreeMap<VarId, Moved>,
    /// Variables that stay as they are.
    fixed: BTreeSet<VarId>,
    /// What holds before the program starts.
    starts: Vec<Stmt>,
}

const BYTE: IntType = IntType { bits: 8, signed: false };

impl Lower<'_> {
    /// Replaces all deeds. Returns the location at which the program now starts.
    pub fn resolve(&mut self, entry: LocId) -> LocId {
        let pairs = self.pointer_variables();
        if pairs.is_empty() && self.deeds.is_empty() {
            return entry;
        }
        let mut wild = BTreeSet::new();
        let (points_to, layout) = loop {
            let size = self.types.pointer_size();
            let find = |settled: &Settled| {
                PointsTo::find(&self.graph, &self.deeds, &self.objects, &pairs, &self.kept, &self.initialised, &wild, settled, size)
            };
            let coarse = find(&Settled::new());
            let settled = first_stores::find(&self.graph, &self.deeds, &self.objects, &coarse, &pairs);
            let points_to = find(&settled);
            let layout = self.lay_out(&points_to, &settled);
            // Pointers that lie among bytes may be made of bytes.
            let before = wild.len();
            for object in layout.views.iter().filter(|(_, v)| matches!(v, View::Bytes(_))).map(|(o, _)| *o) {
                wild.extend(self.objects[object].leaves.values().filter(|l| l.offset.is_some()).map(|l| l.var));
            }
            if wild.len() == before {
                break (points_to, layout);
            }
        };
        let moved = self.moved_leaves(&layout);
        let is_map = |v: &VarId| matches!(self.vars[v.index()].sort, base::Sort::Map(..));
        let mut fixed: BTreeSet<VarId> = points_to.variables().map(|(v, _)| v).filter(is_map).collect();
        fixed.extend(self.graph.edges.iter().filter(|e| e.note == Note::Link).flat_map(|e| e.stmt.reads()));
        let mut resolver = Resolver { points_to, layout, moved, fixed, starts: Vec::new() };
        self.open_shared_maps(&mut resolver);
        let edges = std::mem::take(&mut self.graph.edges);
        for edge in edges {
            self.graph.frame = self.graph.locs[edge.from.index()].frame;
            match edge.note {
                Note::Memory(i) => {
                    let deed = self.deeds[i].clone();
                    let span = edge.span.clone().unwrap_or_else(|| self.source.span(0));
                    self.graph.here = edge.from;
                    if let Err(super::Halt::Unsupported { what, span }) = self.perform(&deed, &mut resolver, &span) {
                        self.give_up(&what, &span);
                    }
                    let here = self.graph.here;
                    self.graph.edge(here, edge.to, Stmt::Skip, edge.span);
                }
                _ => self.rewrite(edge, &resolver),
            }
        }
        self.graph.frame = 0;
        let start = self.graph.loc(None);
        self.graph.here = start;
        let span = self.source.span(0);
        for stmt in std::mem::take(&mut resolver.starts) {
            self.graph.emit(stmt, &span);
        }
        self.graph.edge(self.graph.here, entry, Stmt::Skip, None);
        self.name_only_objects(&resolver);
        start
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

    /// Memory that many blocks share holds anything before it is written, unless all of it is cleared.
    fn open_shared_maps(&mut self, r: &mut Resolver) {
        for block in r.layout.blocks.iter().filter(|b| b.keyed && !b.cleared) {
            for leaf in block.leaves.iter().filter(|l| !block.settled.contains(&l.at)) {
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

    fn perform(&mut self, deed: &Deed, r: &mut Resolver, span: &Span) -> Res<()> {
        match deed {
            Deed::Load { cell, into, offset } => {
                let cell = self.tidy_cell(cell, r);
                self.each_target(&cell, r, span, &mut |lower, slot, span| lower.read(&cell, &slot, *into, *offset, span))
            }
            Deed::Store { cell, value, offset } => {
                let (cell, value) = (self.tidy_cell(cell, r), self.tidy(value, r));
                let offset = offset.as_ref().map(|o| self.tidy(o, r));
                self.each_target(&cell, r, span, &mut |lower, slot, span| lower.write(&cell, &slot, &value, offset.as_ref(), span))
            }
            Deed::Allocate { site, size, zero, into } => {
                let size = self.tidy(size, r);
                self.make_block(*site, &size, *zero, *into, r, span)
            }
            Deed::Fill { object, offset, byte, count } => {
                let [object, offset, byte, count] = [object, offset, byte, count].map(|e| self.tidy(e, r));
                self.fill_range(&object, &offset, &byte, &count, r, span)
            }
            Deed::Size { object, into } => {
                let object = self.tidy(object, r);
                self.size_of_target(&object, *into, r, span)
            }
            Deed::Free { object, offset } => {
                let (object, offset) = (self.tidy(object, r), self.tidy(offset, r));
                self.release(&object, &offset, r, span)
            }
            Deed::Use { object } => {
                let numbers = r.points_to.objects(object);
                let object = self.tidy(object, r);
                let gone = r.layout.alive.iter().filter(|(o, _)| numbers.contains(&(**o as i64 + 1))).map(|(o, alive)| {
                    let this = Formula::cmp(CmpOp::Eq, object.clone(), *o as i64 + 1);
                    Formula::and([this, Formula::cmp(CmpOp::Ne, *alive, 1)])
                });
                let gone = Formula::or(gone.collect::<Vec<_>>());
                self.undetermined(gone, "use of the address of a local that is gone", span)
            }
            Deed::Begin(object) => {
                if let Some(alive) = r.layout.alive.get(object) {
                    self.graph.assign(*alive, 1.into(), span);
                }
                Ok(())
            }
            Deed::End(objects) => {
                for object in objects {
                    if let Some(alive) = r.layout.alive.get(object) {
                        self.graph.assign(*alive, 0.into(), span);
                    }
                    if let Some(View::Block(b)) = r.layout.views.get(object)
                        && let (Some(state), false) = (r.layout.blocks[*b].state, r.layout.blocks[*b].keyed)
                    {
                        self.graph.assign(state, 2.into(), span);
                    }
                }
                Ok(())
            }
            Deed::Escape { pointers, function } => self.escape(pointers, function, r, span),
            Deed::Finish => self.finish_blocks(r, span),
        }
    }

    /// Replaces what stands for pointers until now.
    fn tidy(&self, e: &Expr, r: &Resolver) -> Expr {
        e.subst(&|e| match e {
            Expr::App(name, args) if **name == *OWNER => {
                let (object, offset) = (self.tidy(&args[0], r), self.tidy(&args[1], r));
                Some(if r.points_to.is_open(&args[1]) { Self::owner(object, &offset) } else { object })
            }
            Expr::App(name, args) if **name == *NUMBER => Some(self.tidy(&args[0], r)),
            Expr::Var(v) => r.only(*v).map(Expr::from),
            Expr::Ite(c, a, b) => Some(Expr::ite(self.tidy_formula(c, r), self.tidy(a, r), self.tidy(b, r))),
            _ => None,
        })
    }

    /// The object of a pointer in a map with open elements.
    fn owner(object: Expr, offset: &Expr) -> Expr {
        let nowhere = Formula::and([Formula::cmp(CmpOp::Eq, object.clone(), 0), Formula::cmp(CmpOp::Ne, offset.clone(), 0)]);
        Expr::ite(nowhere, WILD, object)
    }

    fn tidy_cell(&self, cell: &Cell, r: &Resolver) -> Cell {
        Cell { object: cell.object.clone(), offset: self.tidy(&cell.offset, r), ..cell.clone() }
    }

    fn tidy_formula(&self, f: &Formula, r: &Resolver) -> Formula {
        match f {
            Formula::Cmp(op, a, b) => {
                if let (Some(x), Some(y)) = (r.numbers(a), r.numbers(b))
                    && let Some(known) = decided(*op, &x, &y)
                {
                    return known.into();
                }
                Formula::cmp(*op, self.tidy(a, r), self.tidy(b, r))
            }
            Formula::Not(inner) => self.tidy_formula(inner, r).negate(),
            Formula::And(parts) => Formula::and(parts.iter().map(|p| self.tidy_formula(p, r))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|p| self.tidy_formula(p, r))),
            other => other.clone(),
        }
    }

    /// An edge without a deed.
    fn rewrite(&mut self, edge: Edge, r: &Resolver) {
        let span = edge.span.clone().unwrap_or_else(|| self.source.span(0));
        let is_link = edge.note == Note::Link;
        let stmt = match &edge.stmt {
            _ if is_link => edge.stmt.clone(),
            Stmt::Assign(var, _) if r.only(*var).is_some() => Stmt::Skip,
            Stmt::Assign(var, value) => Stmt::Assign(*var, self.tidy(value, r)),
            Stmt::Assume(f) => Stmt::Assume(self.tidy_formula(f, r)),
            Stmt::Print { pieces, values } => {
                Stmt::Print { pieces: pieces.clone(), values: values.iter().map(|v| self.tidy(v, r)).collect() }
            }
            other => other.clone(),
        };
        let touched: BTreeSet<VarId> = stmt.reads().into_iter().chain(stmt.target()).collect();
        let moved = &r.moved;
        let among_bytes = |v: &VarId| moved.contains_key(v);
        if touched.iter().any(|v| r.layout.cells.contains_key(v)) && !touched.iter().any(among_bytes) {
            self.graph.here = edge.from;
            let mark = self.graph.mark();
            if let Err(super::Halt::Unsupported { what, span }) = self.relocate_union(&stmt, r, &span) {
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
                let here = self.graph.here;
                self.graph.edges.push(Edge { from: here, to: edge.to, stmt: last, span: edge.span, note: edge.note });
            }
            Err(super::Halt::Unsupported { what, span }) => {
                self.graph.back_to(mark);
                self.give_up(&what, &span);
            }
            Err(_) => {}
        }
    }

    /// A statement on the bytes of a union that is kept as cells.
    fn relocate_union(&mut self, stmt: &Stmt, r: &Resolver, span: &Span) -> Res<()> {
        let odd = "copy of this union";
        let (var, value) = match stmt {
            Stmt::Input { var, kind, .. } => {
                for cell in r.layout.cells.get(var).cloned().unwrap_or_default() {
                    match cell.offset {
                        Some(_) if !cell.dims.is_empty() => return self.unsupported(odd, span),
                        Some(offset) => self.havoc_pointer(cell.var, offset, kind.clone(), span),
                        None => self.havoc_var(cell.var, cell.ty, cell.dims.is_empty(), kind.clone(), span),
                    }
                }
                return Ok(());
            }
            Stmt::Assign(var, value) => (var, value),
            _ => return self.unsupported(odd, span),
        };
        let Some(cells) = r.layout.cells.get(var).cloned() else { return self.unsupported(odd, span) };
        let mut stores = Vec::new();
        let mut source = value;
        while let Expr::Store(inner, index, byte) = source {
            stores.push((index.as_const().cloned(), byte.as_const().cloned()));
            source = inner;
        }
        match source {
            Expr::Var(v) if v == var => {}
            Expr::Var(v) if Some(*v) == self.zeros => {
                let zeros = self.zeros();
                for cell in &cells {
                    let zero = if cell.dims.is_empty() { Expr::from(0) } else { Expr::Var(zeros) };
                    for v in [Some(cell.var), cell.offset].into_iter().flatten() {
                        self.graph.assign(v, zero.clone(), span);
                    }
                }
            }
            Expr::Var(v) => {
                let (Some(to), Some(from)) = (self.union_start(*var), self.union_start(*v)) else { return self.unsupported(odd, span) };
                let others = r.layout.cells.get(v).cloned().unwrap_or_default();
                for cell in cells {
                    let same = |c: &&Leaf| c.at - from == cell.at - to && c.ty == cell.ty && c.bit == cell.bit && c.dims == cell.dims;
                    let Some(other) = others.iter().find(same) else { return self.unsupported(odd, span) };
                    self.graph.assign(cell.var, other.var.into(), span);
                    if let (Some(a), Some(b)) = (cell.offset, other.offset) {
                        self.graph.assign(a, b.into(), span);
                    }
                }
            }
            _ => return self.unsupported(odd, span),
        }
        // Bytes of constants, from an initialiser.
        for (index, byte) in stores.into_iter().rev() {
            let (Some(index), Some(byte), Some(start)) = (index, byte, self.union_start(*var)) else { return self.unsupported(odd, span) };
            let at = Int::from(start) + index;
            for cell in r.layout.cells.get(var).into_iter().flatten() {
                let width = u64::from(cell.ty.bits).div_ceil(8);
                let place = &at - &Int::from(cell.at);
                if place < Int::ZERO || place >= Int::from(width) {
                    continue;
                }
                if cell.offset.is_some() || cell.bit.is_some() || !cell.dims.is_empty() {
                    return self.unsupported(odd, span);
                }
                let shift = Expr::mul(8, Expr::Const(place));
                let old = Expr::wrap(BYTE, Expr::bin(BinOp::Shr, cell.var, shift.clone()));
                let change = Expr::bin(BinOp::Shl, Expr::sub(Expr::Const(byte.clone()), old), shift);
                self.graph.assign(cell.var, Expr::wrap(cell.ty.machine(), Expr::add(cell.var, change)), span);
            }
        }
        Ok(())
    }

    /// The leaves of a declared object, with the cells of its unions.
    pub fn leaves_in_use(&self, object: ObjectId, r: &Resolver) -> Vec<Leaf> {
        let own = self.objects[object].leaves.values();
        own.flat_map(|l| r.layout.cells.get(&l.var).cloned().unwrap_or_else(|| vec![l.clone()])).collect()
    }

    /// Where the bytes of a union begin in their object.
    fn union_start(&self, raw: VarId) -> Option<u64> {
        self.owners.get(&raw).and_then(|o| self.objects[*o].leaves.values().find(|l| l.var == raw)).map(|l| l.at)
    }

    /// Leaves of declared objects that are accessed as bytes, with the bytes.
    fn moved_leaves(&self, layout: &Layout) -> BTreeMap<VarId, Moved> {
        let mut moved = BTreeMap::new();
        for (object, view) in &layout.views {
            let View::Bytes(raw) = view else { continue };
            let leaves = &self.objects[*object].leaves;
            for leaf in leaves.values() {
                let entry = Moved { leaf: leaf.clone(), raw: *raw, alone: leaves.len() == 1 && leaf.offset.is_none() };
                moved.extend(leaf.offset.map(|o| (o, entry.clone())));
                moved.insert(leaf.var, entry);
            }
        }
        moved
    }

    /// The statement with leaves that are bytes now. What has to happen before it is emitted; the last step is returned.
    fn relocate(&mut self, stmt: &Stmt, moved: &BTreeMap<VarId, Moved>, span: &Span) -> Res<Stmt> {
        match stmt {
            Stmt::Assume(f) => Ok(Stmt::Assume(self.relocated_formula(f, moved, span)?)),
            Stmt::Print { pieces, values } => {
                let values = values.iter().map(|v| self.relocated(v, moved, span)).collect::<Res<Vec<_>>>()?;
                Ok(Stmt::Print { pieces: pieces.clone(), values })
            }
            Stmt::Assign(var, value) => match moved.get(var).cloned() {
                None => Ok(Stmt::Assign(*var, self.relocated(value, moved, span)?)),
                Some(m) if m.leaf.dims.is_empty() => {
                    let value = self.relocated(value, moved, span)?;
                    self.put_moved(*var, &m, &Expr::Const(Int::from(m.leaf.at)), value, span);
                    Ok(Stmt::Skip)
                }
                Some(m) => self.relocate_map(*var, &m, value, moved, span),
            },
            Stmt::Input { var, ty, kind } => match moved.get(var).cloned() {
                None => Ok(stmt.clone()),
                Some(m) if m.alone => {
                    if let Some((_, _, part)) = m.raw.pointers {
                        let zeros = self.zeros();
                        self.graph.assign(part, Expr::Var(zeros), span);
                    }
                    Ok(Stmt::Input { var: m.raw.bytes, ty: Some(BYTE), kind: kind.clone() })
                }
                Some(m) => {
                    for i in 0..self.elements(&m.leaf, span)? {
                        let fresh = self.temporary(m.leaf.ty);
                        self.graph.input(fresh, *ty, kind.clone(), span);
                        let at = Self::element_offset(&m.leaf, &Expr::Const(Int::from(i)));
                        self.put_moved(*var, &m, &at, fresh.into(), span);
                    }
                    Ok(Stmt::Skip)
                }
            },
            Stmt::Skip => Ok(Stmt::Skip),
        }
    }

    /// Writes the value of a leaf's variable: a number, or one half of a pointer.
    fn put_moved(&mut self, var: VarId, m: &Moved, at: &Expr, value: Expr, span: &Span) {
        match (m.leaf.offset, m.raw.pointers) {
            (Some(_), Some((objects, offsets, _))) => {
                let at = self.kept(at, span);
                let map = if var == m.leaf.var { objects } else { offsets };
                self.graph.assign(map, Expr::store(map, at.clone(), value), span);
                self.mark_parts(&m.raw, &at, self.types.pointer_size(), true, span);
            }
            _ => self.put_bytes(&m.raw, at, m.leaf.ty, m.leaf.bit, value, span),
        }
    }

    /// A term with leaves that are bytes now.
    fn relocated(&mut self, e: &Expr, moved: &BTreeMap<VarId, Moved>, span: &Span) -> Res<Expr> {
        let again = |lower: &mut Self, e: &Expr| lower.relocated(e, moved, span);
        Ok(match e {
            Expr::Var(v) => match moved.get(v).cloned() {
                Some(m) if m.leaf.dims.is_empty() => self.get_moved(*v, &m, &Expr::Const(Int::from(m.leaf.at)), span)?,
                Some(_) => return self.unsupported("copy of memory that is also accessed as bytes", span),
                None => e.clone(),
            },
            Expr::Select(map, i) => {
                let i = again(self, i)?;
                match &**map {
                    Expr::Var(v) if let Some(m) = moved.get(v).cloned() => {
                        let at = Self::element_offset(&m.leaf, &i);
                        self.get_moved(*v, &m, &at, span)?
                    }
                    Expr::Var(_) => Expr::select((**map).clone(), i),
                    _ => Expr::select(again(self, map)?, i),
                }
            }
            Expr::Store(map, i, value) => Expr::store(again(self, map)?, again(self, i)?, again(self, value)?),
            Expr::Neg(a) => Expr::neg(again(self, a)?),
            Expr::Bin(op, a, b) => Expr::bin(*op, again(self, a)?, again(self, b)?),
            Expr::Bits(op, ty, a, b) => Expr::bits(*op, *ty, again(self, a)?, again(self, b)?),
            Expr::Wrap(ty, a) => Expr::wrap(*ty, again(self, a)?),
            Expr::Ite(c, a, b) => Expr::ite(self.relocated_formula(c, moved, span)?, again(self, a)?, again(self, b)?),
            Expr::Const(_) | Expr::Bound(_) | Expr::App(..) => e.clone(),
        })
    }

    fn get_moved(&mut self, var: VarId, m: &Moved, at: &Expr, span: &Span) -> Res<Expr> {
        if m.leaf.offset.is_some() {
            let (object, offset) = self.raw_pointer(&m.raw, at, span)?;
            return Ok(if var == m.leaf.var { object } else { offset });
        }
        self.refuse_pointer_bytes(&m.raw, at, u64::from(m.leaf.ty.bits).div_ceil(8), span)?;
        Ok(self.compose(m.raw.bytes, at, m.leaf.ty, m.leaf.bit))
    }

    fn relocated_formula(&mut self, f: &Formula, moved: &BTreeMap<VarId, Moved>, span: &Span) -> Res<Formula> {
        let all =
            |lower: &mut Self, parts: &[Formula]| parts.iter().map(|p| lower.relocated_formula(p, moved, span)).collect::<Res<Vec<_>>>();
        Ok(match f {
            Formula::Cmp(op, a, b) => Formula::cmp(*op, self.relocated(a, moved, span)?, self.relocated(b, moved, span)?),
            Formula::Not(inner) => self.relocated_formula(inner, moved, span)?.negate(),
            Formula::And(parts) => Formula::and(all(self, parts)?),
            Formula::Or(parts) => Formula::or(all(self, parts)?),
            other => other.clone(),
        })
    }

    /// A map of a leaf is assigned: stores, element by element what else there is.
    fn relocate_map(&mut self, var: VarId, m: &Moved, value: &Expr, moved: &BTreeMap<VarId, Moved>, span: &Span) -> Res<Stmt> {
        let mut stores = Vec::new();
        let mut source = value;
        while let Expr::Store(inner, index, stored) = source {
            stores.push((index.clone(), stored.clone()));
            source = inner;
        }
        match source {
            Expr::Var(v) if *v == var => {}
            Expr::Var(v) if Some(*v) == self.zeros && m.alone => {
                self.graph.assign(m.raw.bytes, source.clone(), span);
                if let Some((_, _, part)) = m.raw.pointers {
                    self.graph.assign(part, source.clone(), span);
                }
            }
            // All bytes of one object are copied to another with their pointers.
            Expr::Var(v) if let (true, Some(from)) = (m.alone, moved.get(v).filter(|f| f.alone)) => {
                let from = from.raw;
                self.graph.assign(m.raw.bytes, from.bytes.into(), span);
                match (m.raw.pointers, from.pointers) {
                    (Some((a, b, c)), Some((x, y, z))) => {
                        for (to, from) in [(a, x), (b, y), (c, z)] {
                            self.graph.assign(to, from.into(), span);
                        }
                    }
                    (Some((_, _, part)), None) => {
                        let zeros = self.zeros();
                        self.graph.assign(part, Expr::Var(zeros), span);
                    }
                    (None, Some(_)) => return self.unsupported("copy of pointers into bytes", span),
                    (None, None) => {}
                }
            }
            Expr::Var(_) => {
                for i in 0..self.elements(&m.leaf, span)? {
                    let i = Expr::Const(Int::from(i));
                    let element = self.relocated(&Expr::select(source.clone(), i.clone()), moved, span)?;
                    self.put_moved(var, m, &Self::element_offset(&m.leaf, &i), element, span);
                }
            }
            _ => return self.unsupported("copy of memory that is also accessed as bytes", span),
        }
        for (index, stored) in stores.into_iter().rev() {
            let (index, stored) = (self.relocated(&index, moved, span)?, self.relocated(&stored, moved, span)?);
            self.put_moved(var, m, &Self::element_offset(&m.leaf, &index), stored, span);
        }
        Ok(Stmt::Skip)
    }

    /// The number of elements of a leaf, if they are few enough to be written one by one.
    fn elements(&self, leaf: &Leaf, span: &Span) -> Res<u64> {
        let count = leaf.dims.iter().fold(1u64, |n, d| n.saturating_mul(*d));
        if count > 1024 || leaf.dims.contains(&0) {
            return self.unsupported("large array that is also accessed as bytes", span);
        }
        Ok(count)
    }

    /// Where the element with this flattened index lies.
    fn element_offset(leaf: &Leaf, index: &Expr) -> Expr {
        let mut sum = Expr::Const(Int::from(leaf.at));
        let mut rest = index.clone();
        for (n, (dim, stride)) in leaf.dims.iter().zip(&leaf.strides).enumerate().rev() {
            let scale = Expr::Const(Int::from(*stride));
            if n == 0 || *dim == 0 {
                sum = Expr::add(sum, Expr::mul(scale, rest.clone()));
                break;
            }
            let dim = Expr::Const(Int::from(*dim));
            sum = Expr::add(sum, Expr::mul(scale, Expr::bin(BinOp::Rem, rest.clone(), dim.clone())));
            rest = Expr::bin(BinOp::Div, rest, dim);
        }
        sum
    }

    /// The value of a type in bytes from an index on; the least significant byte comes first.
    fn compose(&self, bytes: VarId, from: &Expr, ty: CInt, bit: Option<u16>) -> Expr {
        let bit = bit.unwrap_or(0);
        let count = (u64::from(bit) + u64::from(ty.bits)).div_ceil(8);
        let mut sum = Expr::from(0);
        for k in 0..count {
            let byte = Expr::select(bytes, Expr::add(from.clone(), Expr::Const(Int::from(k))));
            sum = Expr::add(sum, Expr::mul(Expr::Const(Int::ONE << (8 * k as usize)), byte));
        }
        let shifted = if bit == 0 { sum } else { Expr::bin(BinOp::Shr, sum, i64::from(bit)) };
        let exact = bit == 0 && u64::from(ty.bits) == count * 8 && !ty.signed;
        if exact { shifted } else { Expr::wrap(ty.machine(), shifted) }
    }

    /// Writes a value into bytes.
    fn put_bytes(&mut self, raw: &Raw, from: &Expr, ty: CInt, bit: Option<u16>, value: Expr, span: &Span) {
        let bytes = raw.bytes;
        let from = self.kept(from, span);
        let bit = bit.unwrap_or(0);
        let count = (u64::from(bit) + u64::from(ty.bits)).div_ceil(8);
        let unsigned = IntType { bits: ty.bits, signed: false };
        let mut word = Expr::wrap(unsigned, value);
        if bit != 0 || u64::from(ty.bits) != count * 8 {
            // The other bits of the bytes stay as they are.
            let whole = CInt::new(Rank::LongLong, count as u16 * 8, false);
            let old = self.compose(bytes, &from, whole, None);
            let kept = self.compose(bytes, &from, CInt { bits: ty.bits, signed: false, ..ty }, Some(bit));
            let scale = Expr::Const(Int::ONE << usize::from(bit));
            word = Expr::add(Expr::sub(old, Expr::mul(scale.clone(), kept)), Expr::mul(scale, word));
        }
        let held = self.temporary(CInt::new(Rank::LongLong, count as u16 * 8, false));
        self.graph.assign(held, word, span);
        let mut map = Expr::Var(bytes);
        for k in 0..count {
            let byte = match count {
                1 => Expr::Var(held),
                _ => Expr::wrap(BYTE, Expr::bin(BinOp::Shr, held, Expr::Const(Int::from(8 * k)))),
            };
            map = Expr::store(map, Expr::add(from.clone(), Expr::Const(Int::from(k))), byte);
        }
        self.graph.assign(bytes, map, span);
        self.mark_parts(raw, &from, count, false, span);
    }

    /// An index in a variable of its own.
    fn kept(&mut self, from: &Expr, span: &Span) -> Expr {
        match from {
            Expr::Const(_) | Expr::Var(_) => from.clone(),
            other => {
                let at = self.temporary(self.types.long_long(true));
                self.graph.assign(at, other.clone(), span);
                at.into()
            }
        }
    }

    /// Notes that bytes are those of a pointer, or plain.
    fn mark_parts(&mut self, raw: &Raw, from: &Expr, count: u64, is_pointer: bool, span: &Span) {
        let Some((_, _, part)) = raw.pointers else { return };
        let mut map = Expr::Var(part);
        for k in 0..count {
            let place = if is_pointer { k as i64 + 1 } else { 0 };
            map = Expr::store(map, Expr::add(from.clone(), Expr::Const(Int::from(k))), place);
        }
        self.graph.assign(part, map, span);
    }

    /// Writes a pointer among bytes.
    fn put_pointer(&mut self, raw: &Raw, from: &Expr, object: Expr, offset: Expr, span: &Span) {
        let Some((objects, offsets, _)) = raw.pointers else { return };
        let from = self.kept(from, span);
        self.graph.assign(objects, Expr::store(objects, from.clone(), object), span);
        self.graph.assign(offsets, Expr::store(offsets, from.clone(), offset), span);
        self.mark_parts(raw, &from, self.types.pointer_size(), true, span);
    }

    /// The pointer that begins at a byte: one that was stored there, or what the bytes make.
    fn raw_pointer(&mut self, raw: &Raw, from: &Expr, span: &Span) -> Res<(Expr, Expr)> {
        let size = self.types.pointer_size();
        let number = self.compose(raw.bytes, from, self.pointer_type(), None);
        let Some((objects, offsets, part)) = raw.pointers else {
            return Ok((Expr::ite(Formula::cmp(CmpOp::Eq, number.clone(), 0), 0, WILD), number));
        };
        let is = |k: u64, n: i64| {
            let index = Expr::add(from.clone(), Expr::Const(Int::from(k)));
            Formula::cmp(CmpOp::Eq, Expr::select(part, index), n)
        };
        let stored = Formula::and((0..size).map(|k| is(k, k as i64 + 1)));
        let plain = Formula::and((0..size).map(|k| is(k, 0)));
        let mixed = Formula::and([stored.negate(), plain.negate()]);
        self.undetermined(mixed, "pointer of which a part was overwritten", span)?;
        let made = Expr::ite(Formula::cmp(CmpOp::Eq, number.clone(), 0), 0, WILD);
        let object = Expr::ite(stored.clone(), Expr::select(objects, from.clone()), made);
        Ok((object, Expr::ite(stored, Expr::select(offsets, from.clone()), number)))
    }

    /// Ends the path where bytes of a pointer are read as numbers.
    fn refuse_pointer_bytes(&mut self, raw: &Raw, from: &Expr, count: u64, span: &Span) -> Res<()> {
        let Some((_, _, part)) = raw.pointers else { return Ok(()) };
        let plain = (0..count).map(|k| {
            let index = Expr::add(from.clone(), Expr::Const(Int::from(k)));
            Formula::cmp(CmpOp::Eq, Expr::select(part, index), 0)
        });
        self.undetermined(Formula::and(plain).negate(), "bytes of a pointer read as a number", span)
    }

    /// Checks an access and performs it at each object it may be in.
    fn each_target(&mut self, cell: &Cell, r: &Resolver, span: &Span, act: &mut dyn FnMut(&mut Self, Slot, &Span) -> Res<()>) -> Res<()> {
        let numbers = r.points_to.objects(&cell.object);
        let object = self.tidy(&cell.object, r);
        self.refuse_nowhere(&numbers, &object, span)?;
        let targets = self.targets(&numbers, r);
        let residue = r.points_to.residue(cell);
        let several = targets.len() > 1;
        let join = self.graph.loc(Some(span.clone()));
        let start = self.graph.here;
        for target in &targets {
            if several {
                let case = self.graph.loc(Some(span.clone()));
                self.graph.branch(start, case, target.condition(&object, &targets, r), Some(span.clone()));
                self.graph.here = case;
            }
            let done = self.at_target(target, cell, &object, residue, r, span, act);
            if let Err(super::Halt::Unsupported { what, span }) = done {
                self.give_up(&what, &span);
            } else if done.is_ok() {
                self.graph.jump(join, span);
            } else {
                return done;
            }
        }
        self.graph.here = join;
        Ok(())
    }

    #[allow(clippy::too_many_arguments)]
    fn at_target(
        &mut self,
        target: &Target,
        cell: &Cell,
        object: &Expr,
        residue: Residue,
        r: &Resolver,
        span: &Span,
        act: &mut dyn FnMut(&mut Self, Slot, &Span) -> Res<()>,
    ) -> Res<()> {
        self.check_target(target, cell, object, r, span);
        let (slots, covered) = self.slots(target, cell, object, residue, r);
        let several = slots.len() > 1;
        let strange = "access to memory of a type that is not understood";
        if slots.is_empty() {
            return self.unsupported(strange, span);
        }
        if !covered {
            let none = Formula::and(slots.iter().map(|(here, _)| here.negate()));
            self.undetermined(none, strange, span)?;
        }
        let (start, join) = (self.graph.here, self.graph.loc(Some(span.clone())));
        for (condition, slot) in slots {
            if several {
                let case = self.graph.loc(Some(span.clone()));
                self.graph.branch(start, case, condition, Some(span.clone()));
                self.graph.here = case;
            }
            act(self, slot, span)?;
            self.graph.jump(join, span);
        }
        self.graph.here = join;
        Ok(())
    }

    /// Ends the path where the pointer has no object.
    pub fn refuse_nowhere(&mut self, numbers: &Numbers, object: &Expr, span: &Span) -> Res<()> {
        let is = |n: i64| Formula::cmp(CmpOp::Eq, object.clone(), n);
        let mut conditions = Vec::new();
        if numbers.contains(&0) {
            conditions.push((Check::Deref, is(0), "null pointer dereference".to_owned()));
        }
        if numbers.contains(&WILD) {
            let message = "dereference of a pointer that is not initialised or was made from a number";
            conditions.push((Check::Deref, is(WILD), message.to_owned()));
        }
        let functions: Vec<i64> = numbers.iter().copied().filter(|n| self.is_function(*n)).collect();
        for function in functions {
            conditions.push((Check::Deref, is(function), "a function is accessed as data".to_owned()));
        }
        if numbers.contains(&ELSEWHERE) {
            let what = "access through a pointer that comes from a function without body";
            if numbers.len() == 1 {
                return self.unsupported(what, span);
            }
            self.undetermined(is(ELSEWHERE), what, span)?;
        }
        let valid = numbers.iter().any(|n| *n > 0 && !self.is_function(*n));
        if !valid && !self.options.checks.contains(&Check::Deref) {
            // To assume that it does not happen would be to assume everything.
            return self.unsupported("dereference of a pointer that points nowhere", span);
        }
        self.require(conditions, span);
        Ok(())
    }

    pub fn is_function(&self, number: i64) -> bool {
        usize::try_from(number - 1).ok().and_then(|o| self.objects.get(o)).is_some_and(|o| matches!(o.origin, Origin::Function(_)))
    }

    /// What the numbers stand for: single objects, and blocks that many objects share.
    pub fn targets(&self, numbers: &Numbers, r: &Resolver) -> Vec<Target> {
        let mut found = Vec::new();
        for number in numbers.iter().copied().filter(|n| *n > 0 && !self.is_function(*n)) {
            let object = number as usize - 1;
            let target = match r.layout.views.get(&object) {
                Some(View::Block(b)) if r.layout.blocks[*b].keyed => Target::Shared(*b),
                _ => Target::Single(object),
            };
            if !found.contains(&target) {
                found.push(target);
            }
        }
        found
    }

    /// The object must live and the access lie inside.
    fn check_target(&mut self, target: &Target, cell: &Cell, object: &Expr, r: &Resolver, span: &Span) {
        if !cell.name.is_empty() {
            return;
        }
        let size = self.cell_size(cell);
        let outside = |whole: Expr, offset: &Expr| {
            let end = Expr::add(offset.clone(), Expr::Const(Int::from(size)));
            Formula::or([Formula::cmp(CmpOp::Lt, offset.clone(), 0), Formula::cmp(CmpOp::Gt, end, whole)])
        };
        let mut conditions = Vec::new();
        match target {
            Target::Single(o) => {
                let name = self.objects[*o].name.clone();
                if let Some(alive) = r.layout.alive.get(o) {
                    let message = format!("use of the local `{name}` after its lifetime");
                    conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, *alive, 1), message));
                }
                if let Some(View::Block(b)) = r.layout.views.get(o) {
                    let block = &r.layout.blocks[*b];
                    if let Some(state) = block.state {
                        let message = "use of memory after it was freed".to_owned();
                        conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, state, 1), message));
                    }
                    let whole = block.constant_size.map(|n| Expr::Const(Int::from(n))).or(block.size.map(Expr::from));
                    let words = block.constant_size.map_or("the".to_owned(), |n| format!("the {n}"));
                    let message = format!("access outside of {words} allocated bytes");
                    conditions.push((Check::Bounds, outside(whole.unwrap_or_else(|| 0.into()), &cell.offset), message));
                } else if let Some(whole) = self.whole_size(*o) {
                    let bytes = whole.as_const().map_or(String::new(), |n| format!(" ({n} bytes)"));
                    conditions.push((Check::Bounds, outside(whole, &cell.offset), format!("access outside of `{name}`{bytes}")));
                }
            }
            Target::Shared(b) => {
                let block = &r.layout.blocks[*b];
                if let Some(state) = block.state {
                    let message = "use of memory after it was freed".to_owned();
                    let state = Expr::select(state, object.clone());
                    conditions.push((Check::Deref, Formula::cmp(CmpOp::Ne, state, 1), message));
                }
                let whole = match (block.constant_size, block.size) {
                    (Some(n), _) => Expr::Const(Int::from(n)),
                    (None, Some(sizes)) => Expr::select(sizes, object.clone()),
                    (None, None) => 0.into(),
                };
                let words = block.constant_size.map_or("the".to_owned(), |n| format!("the {n}"));
                let message = format!("access outside of {words} allocated bytes");
                conditions.push((Check::Bounds, outside(whole, &cell.offset), message));
            }
        }
        self.require(conditions, span);
    }

    fn cell_size(&self, cell: &Cell) -> u64 {
        let bits = u64::from(cell.ty.bits) + u64::from(cell.bit.unwrap_or(0));
        if cell.ty.is_bool() { 1 } else { bits.div_ceil(8) }
    }

    /// The size of a declared object in bytes.
    pub fn whole_size(&self, object: ObjectId) -> Option<Expr> {
        let declared = &self.objects[object];
        match (&declared.ty, declared.length) {
            (CType::Array(of, _), Some(length)) => Some(Expr::mul(Expr::Const(Int::from(self.types.size_of(of)?)), length)),
            (ty, _) => Some(Expr::Const(Int::from(self.types.size_of(ty)?))),
        }
    }

    /// The cells at which an access may lie, each with its condition, and whether there is always one.
    fn slots(&self, target: &Target, cell: &Cell, object: &Expr, residue: Residue, r: &Resolver) -> (Vec<(Formula, Slot)>, bool) {
        let bytes = |raw: Raw, from: Expr| (vec![(Formula::True, Slot::Bytes { raw, from })], true);
        match target {
            Target::Shared(b) => {
                let block = &r.layout.blocks[*b];
                if let Some(map) = block.bytes {
                    return bytes(map, Expr::add(Expr::mul(Expr::from(KEY), object.clone()), cell.offset.clone()));
                }
                let extent = block.step.or(block.constant_size);
                self.leaf_slots(&block.leaves, extent, block.step.is_some(), Some(object), &|l| block.is_open(l), cell, residue, r)
            }
            Target::Single(o) => match r.layout.views.get(o) {
                Some(View::Block(b)) => {
                    let block = &r.layout.blocks[*b];
                    if let Some(map) = block.bytes {
                        return bytes(map, cell.offset.clone());
                    }
                    let extent = block.step.or(block.constant_size);
                    self.leaf_slots(&block.leaves, extent, block.step.is_some(), None, &|l| block.is_open(l), cell, residue, r)
                }
                Some(View::Bytes(map)) => bytes(*map, cell.offset.clone()),
                _ => {
                    let leaves = self.leaves_in_use(*o, r);
                    let (extent, repeats) = match &self.objects[*o].ty {
                        CType::Array(of, None) => (self.types.size_of(of), true),
                        ty => (self.types.size_of(ty), false),
                    };
                    self.leaf_slots(&leaves, extent, repeats, None, &|_| false, cell, residue, r)
                }
            },
        }
    }

    /// The leaves that an access may find: itself, or a number of which it is a byte. `extent` is the size of what they make
    /// up, which `repeats` without end or is there once.
    #[allow(clippy::too_many_arguments)]
    fn leaf_slots(
        &self,
        leaves: &[Leaf],
        extent: Option<u64>,
        repeats: bool,
        key: Option<&Expr>,
        open: &dyn Fn(&Leaf) -> bool,
        cell: &Cell,
        residue: Residue,
        r: &Resolver,
    ) -> (Vec<(Formula, Slot)>, bool) {
        let is_pointer = cell.ty.rank == Rank::Pointer;
        let keyed = |index: Option<Expr>| match (key, index) {
            (Some(object), Some(index)) => Some(Expr::add(Expr::mul(Expr::from(KEY), object.clone()), index)),
            (Some(object), None) => Some(object.clone()),
            (None, index) => index,
        };
        let mut found = Vec::new();
        let mut used: Vec<(&Leaf, u64)> = Vec::new();
        for leaf in leaves {
            let distance = Expr::sub(cell.offset.clone(), Expr::Const(Int::from(leaf.at)));
            let same = leaf.bit == cell.bit && leaf.offset.is_some() == is_pointer && leaf.ty.bits == cell.ty.bits && !leaf.raw;
            let width = u64::from(leaf.ty.bits) / 8;
            if same && leaf_residue(leaf).meets(residue) {
                let (here, index) = Self::leaf_index(leaf, &distance, 1);
                let may_be_open = leaf.offset.is_some_and(|o| r.points_to.is_open(&Expr::Var(o))) || open(leaf);
                if here != Formula::False {
                    found.push((here, Slot::Scalar { var: leaf.var, offset: leaf.offset, index: keyed(index), ty: leaf.ty, may_be_open }));
                    used.push((leaf, 1));
                }
                continue;
            }
            let is_byte = cell.ty.bits == 8 && cell.bit.is_none() && !is_pointer;
            let is_number = leaf.offset.is_none() && leaf.bit.is_none() && !leaf.raw && leaf.ty.bits % 8 == 0 && width > 1;
            if is_byte && is_number && leaf_residue(leaf).touches(i128::from(width), residue, 1) {
                let (here, index) = Self::leaf_index(leaf, &distance, width);
                let start = index.clone().map_or(Expr::Const(Int::from(leaf.at)), |i| Self::element_offset(leaf, &i));
                if here != Formula::False {
                    let byte = Expr::sub(cell.offset.clone(), start);
                    found.push((here, Slot::Part { var: leaf.var, index: keyed(index), ty: leaf.ty, byte }));
                    used.push((leaf, width));
                }
            }
        }
        let covered = extent.is_some_and(|n| Self::covers(&used, i128::from(n), repeats, residue));
        (found, covered)
    }

    /// Whether every offset of the residue inside the extent is found by one of the leaves.
    fn covers(leaves: &[(&Leaf, u64)], extent: i128, repeats: bool, residue: Residue) -> bool {
        // One array without end.
        if let [(leaf, _)] = leaves
            && leaf.at == 0
            && leaf.dims.len() == 1
            && (residue.step % i128::from(leaf.strides[0]), residue.at % i128::from(leaf.strides[0])) == (0, 0)
            && (repeats || extent == i128::from(leaf.dims[0]) * i128::from(leaf.strides[0]))
        {
            return true;
        }
        let step = match (repeats, residue.step) {
            (true, 0) => extent,
            (true, step) => super::points_to::gcd(step, extent),
            (false, step) => step,
        };
        let mut at = if repeats && extent > 0 { residue.at.rem_euclid(step) } else { residue.at };
        if extent > 65_536 {
            return false;
        }
        while at < extent {
            if !leaves.iter().any(|(l, width)| Self::leaf_is_at(l, at, *width, repeats)) {
                return false;
            }
            if step == 0 {
                break;
            }
            at += step;
        }
        true
    }

    fn leaf_is_at(leaf: &Leaf, at: i128, width: u64, repeats: bool) -> bool {
        let mut rest = at - i128::from(leaf.at);
        if rest < 0 {
            return false;
        }
        for (n, (dim, stride)) in leaf.dims.iter().zip(&leaf.strides).enumerate() {
            let (dim, stride) = (i128::from(*dim), i128::from(*stride));
            if stride == 0 || (!(repeats && n == 0) && rest / stride >= dim) {
                return false;
            }
            rest %= stride;
        }
        rest < i128::from(width)
    }

    /// The flattened index of the element at a distance from the first one, and when there is one whose first `width` bytes
    /// the distance leads to.
    fn leaf_index(leaf: &Leaf, distance: &Expr, width: u64) -> (Formula, Option<Expr>) {
        let within = |rest: &Expr| match width {
            1 => Formula::cmp(CmpOp::Eq, rest.clone(), 0),
            width => Formula::and([
                Formula::cmp(CmpOp::Ge, rest.clone(), 0),
                Formula::cmp(CmpOp::Lt, rest.clone(), Expr::Const(Int::from(width))),
            ]),
        };
        if leaf.dims.is_empty() {
            return (within(distance), None);
        }
        // Arrays of arrays without gaps are one array.
        let mut dims: Vec<(u64, u64)> = Vec::new();
        for (dim, stride) in leaf.dims.iter().zip(&leaf.strides) {
            match dims.last_mut() {
                Some((n, s)) if *s == dim * stride => (*n, *s) = (*n * dim, *stride),
                _ => dims.push((*dim, *stride)),
            }
        }
        let mut rest = distance.clone();
        let mut index = Expr::from(0);
        let mut conditions = Vec::new();
        for (n, (dim, stride)) in dims.iter().enumerate() {
            let own = quotient(&rest, *stride);
            index = Expr::add(Expr::mul(Expr::Const(Int::from(*dim)), index), own.clone());
            rest = remainder(&rest, *stride);
            conditions.push(Formula::cmp(CmpOp::Ge, own.clone(), 0));
            if *dim > 0 || n > 0 {
                conditions.push(Formula::cmp(CmpOp::Lt, own, Expr::Const(Int::from(*dim))));
            }
        }
        conditions.push(within(&rest));
        (Formula::and(conditions), Some(index))
    }

    fn read(&mut self, cell: &Cell, slot: &Slot, into: VarId, offset: Option<VarId>, span: &Span) -> Res<()> {
        match slot {
            Slot::Scalar { var, offset: from, index, ty, may_be_open } => {
                let get = |v: VarId| index.as_ref().map_or(Expr::Var(v), |i| Expr::select(v, i.clone()));
                match (offset, from) {
                    (Some(offset), Some(from)) => {
                        let (o, f) = (get(*var), get(*from));
                        let open = index.is_some() && *may_be_open;
                        self.graph.assign(into, if open { Self::owner(o, &f) } else { o }, span);
                        self.graph.assign(offset, f, span);
                    }
                    _ => {
                        let value = get(*var);
                        let same = ty.signed == cell.ty.signed || self.math();
                        self.graph.assign(into, if same { value } else { Expr::wrap(cell.ty.machine(), value) }, span);
                    }
                }
                Ok(())
            }
            Slot::Part { var, index, byte, .. } => {
                let whole = index.as_ref().map_or(Expr::Var(*var), |i| Expr::select(*var, i.clone()));
                let shifted = Expr::bin(BinOp::Shr, whole, Expr::mul(8, byte.clone()));
                self.graph.assign(into, Expr::wrap(cell.ty.machine(), shifted), span);
                Ok(())
            }
            Slot::Bytes { raw, from } => match offset {
                Some(offset) => {
                    let (object, number) = self.raw_pointer(raw, from, span)?;
                    let (kept, moved) = self.pointer_pair();
                    self.graph.assign(kept, object, span);
                    self.graph.assign(moved, number, span);
                    self.graph.assign(into, kept.into(), span);
                    self.graph.assign(offset, moved.into(), span);
                    Ok(())
                }
                None => {
                    self.refuse_pointer_bytes(raw, from, self.cell_size(cell), span)?;
                    let value = self.compose(raw.bytes, from, cell.ty, cell.bit);
                    self.graph.assign(into, value, span);
                    Ok(())
                }
            },
        }
    }

    fn write(&mut self, cell: &Cell, slot: &Slot, value: &Expr, offset: Option<&Expr>, span: &Span) -> Res<()> {
        match slot {
            Slot::Scalar { var, offset: to, index, ty, .. } => {
                let put = |v: VarId, e: Expr| match index {
                    Some(i) => Expr::store(v, i.clone(), e),
                    None => e,
                };
                match (offset, to) {
                    (Some(offset), Some(to)) => {
                        // The index and the value may read what is written first.
                        let reads: BTreeSet<VarId> = offset.vars().into_iter().chain(index.iter().flat_map(Expr::vars)).collect();
                        if reads.contains(var) {
                            let (object, kept) = self.pointer_pair();
                            self.graph.assign(object, value.clone(), span);
                            self.graph.assign(kept, offset.clone(), span);
                            self.graph.assign(*to, put(*to, kept.into()), span);
                            self.graph.assign(*var, put(*var, object.into()), span);
                        } else {
                            self.graph.assign(*var, put(*var, value.clone()), span);
                            self.graph.assign(*to, put(*to, offset.clone()), span);
                        }
                    }
                    _ => {
                        let same = ty.signed == cell.ty.signed || self.math();
                        let value = if same { value.clone() } else { Expr::wrap(ty.machine(), value.clone()) };
                        self.graph.assign(*var, put(*var, value), span);
                    }
                }
                Ok(())
            }
            Slot::Part { var, index, ty, byte } => {
                let whole = index.as_ref().map_or(Expr::Var(*var), |i| Expr::select(*var, i.clone()));
                let shift = Expr::mul(8, byte.clone());
                let old = Expr::wrap(BYTE, Expr::bin(BinOp::Shr, whole.clone(), shift.clone()));
                let change = Expr::sub(Expr::wrap(BYTE, value.clone()), old);
                let new = Expr::wrap(ty.machine(), Expr::add(whole, Expr::bin(BinOp::Shl, change, shift)));
                let new = match index {
                    Some(i) => Expr::store(*var, i.clone(), new),
                    None => new,
                };
                self.graph.assign(*var, new, span);
                Ok(())
            }
            Slot::Bytes { raw, from } => {
                match offset {
                    Some(offset) => self.put_pointer(raw, from, value.clone(), offset.clone(), span),
                    None => self.put_bytes(raw, from, cell.ty, cell.bit, value.clone(), span),
                }
                Ok(())
            }
        }
    }
}

/// What a pointer points to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    Single(ObjectId),
    /// One of the objects that share a block.
    Shared(usize),
}

impl Target {
    /// When a pointer to this object points to this one of several.
    pub fn condition(&self, object: &Expr, all: &[Target], r: &Resolver) -> Formula {
        match (self, r.layout.kinds) {
            (Target::Single(o), _) => Formula::cmp(CmpOp::Eq, object.clone(), *o as i64 + 1),
            (Target::Shared(b), Some(kinds)) if all.iter().filter(|t| matches!(t, Target::Shared(_))).count() > 1 => Formula::and([
                Formula::cmp(CmpOp::Ge, object.clone(), MANY),
                Formula::cmp(CmpOp::Eq, Expr::select(kinds, object.clone()), *b as i64),
            ]),
            (Target::Shared(_), _) => Formula::cmp(CmpOp::Ge, object.clone(), MANY),
        }
    }
}

impl Resolver {
    /// A variable, or the number that it always holds.
    pub fn term(&self, v: VarId) -> Expr {
        self.only(v).map_or(Expr::Var(v), Expr::from)
    }

    /// The numbers that a term over objects, tidy or not, may have.
    pub fn numbers_of(&self, e: &Expr) -> Numbers {
        self.points_to.objects(e)
    }

    /// The number that a variable always holds. Maps and what calls of recursive functions read are left alone.
    fn only(&self, v: VarId) -> Option<i64> {
        if self.fixed.contains(&v) {
            return None;
        }
        let numbers = self.points_to.of_variable(v)?;
        let only = *numbers.first()?;
        (numbers.len() == 1 && !self.is_many(only)).then_some(only)
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
                Expr::App(name, _) => **name == *OWNER,
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
            e => Some(self.points_to.objects(e).iter().map(range).collect()),
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

/// The quotient of a distance by a step, without a division if all its terms are multiples.
fn quotient(e: &Expr, step: u64) -> Expr {
    let step = Int::from(step);
    if step == Int::ONE {
        return e.clone();
    }
    let linear = e.linear();
    if linear.terms.values().chain([&linear.constant]).all(|c| c % &step == Int::ZERO) {
        let mut sum = Expr::Const(&linear.constant / &step);
        for (term, factor) in &linear.terms {
            sum = Expr::add(sum, Expr::mul(Expr::Const(factor / &step), term.clone()));
        }
        return sum;
    }
    Expr::bin(BinOp::Div, e.clone(), Expr::Const(step))
}

fn remainder(e: &Expr, step: u64) -> Expr {
    let step = Int::from(step);
    let linear = e.linear();
    if linear.terms.values().all(|c| c % &step == Int::ZERO) {
        return Expr::Const(base::int::floor_mod(&linear.constant, &step));
    }
    Expr::bin(BinOp::Rem, e.clone(), Expr::Const(step))
}
