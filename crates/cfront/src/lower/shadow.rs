//! What was written, said in the automaton.
//!
//! Beside a variable of which something may be used that nobody wrote stands a shadow: 1 if it was written, 0 if not; for a map, a map. Two
//! numbers help proofs about maps: one says that all of it was written at once, the other that all elements below it were written, which
//! is what a loop that fills an array from its start makes true. The shadow changes wherever the variable does, before it does, so that
//! indices mean the same; what a copy does to a variable it does to its shadow.
//!
//! Invariant: in every run the shadow of a variable says whether it was written. It is the one place that knows how; whoever makes an
//! edge says only what it does to its target ([`Writes`]).

use super::Lower;
use super::resolve::BYTE;
use super::unwritten::{Program, PutByte, Unwritten, chain, copy};
use crate::graph::{Edge, Note, Writes};
use base::{BinOp, Check, CmpOp, Expr, Formula, Int, IntType, LocId, Sort, SortedMap, SortedSet, Span, Stmt, VarId};

/// What has to be added.
pub struct Plan {
    /// Edges at which a value is used that may not have been written.
    unsure: SortedSet<usize>,
    /// The variables that need a shadow.
    needed: SortedSet<VarId>,
    /// Edges behind which arrays are written.
    filled: SortedMap<usize, SortedSet<VarId>>,
}

struct Shadow {
    set: VarId,
    /// Whether the whole map was written at once; then 0 in `set` means nothing, and 2 that it is unwritten again.
    all: Option<VarId>,
    /// All elements below this were written.
    below: Option<VarId>,
    /// Elements of a map may become unwritten again.
    holes: bool,
    /// Into how many bytes a value is told apart; `set` is a map of these if there are several.
    grain: u64,
}

/// Variables that should be told apart byte by byte: those that are, and those for which this is not possible.
struct Apart {
    fine: SortedSet<VarId>,
    coarse: SortedSet<VarId>,
}

const UNWRITTEN: i64 = 0;
const WRITTEN: i64 = 1;
const AGAIN: i64 = 2;

/// Finds what has to be added.
pub fn plan(program: &Program<'_>, unwritten: &Unwritten) -> Plan {
    let edges = &program.graph.edges;
    let mut unsure = SortedSet::new();
    let mut needed: SortedSet<VarId> = SortedSet::new();
    for (i, edge) in edges.iter().enumerate() {
        let Note::Reads(r) = edge.note else { continue };
        if program.reads[r].what.is_empty() {
            continue;
        }
        let sources = unwritten.sources(program, &program.reads[r].value, edge.from);
        if !sources.is_empty() {
            unsure.insert(i);
            needed.extend(sources);
        }
    }
    // What these are copied from.
    let copies: Vec<(VarId, SortedSet<VarId>)> = edges
        .iter()
        .filter_map(|e| copy(e, program.parts).map(|(t, value)| (t, unwritten.sources(program, value, e.from))))
        .filter(|(_, sources)| !sources.is_empty())
        .collect();
    loop {
        let before = needed.len();
        for (t, sources) in &copies {
            if needed.contains(t) {
                needed.extend(sources);
            }
        }
        if needed.len() == before {
            return Plan { unsure, needed, filled: unwritten.filled.clone() };
        }
    }
}

/// The shadows by their variables.
struct Shadows {
    of: SortedMap<VarId, Shadow>,
    /// Those of them that are maps whose elements are bytes.
    bytes: SortedSet<VarId>,
}

impl Shadows {
    /// When a value rests on something that was not written.
    fn unset(&self, e: &Expr) -> Formula {
        let any = |parts: &[&Expr]| Formula::or(parts.iter().map(|p| self.unset(p)));
        match e {
            Expr::Var(v) => match self.of.get(v) {
                Some(s) if s.grain > 1 => s.unset_at(&Expr::from(0)),
                Some(s) => Formula::cmp(CmpOp::Eq, s.set, UNWRITTEN),
                None => Formula::False,
            },
            Expr::Select(m, i) => match &**m {
                Expr::Var(v) => self.of.get(v).map_or(Formula::False, |s| s.unset_at(i)),
                other => any(&[other, i]),
            },
            Expr::Const(_) | Expr::Bound(_) => Formula::False,
            Expr::Wrap(ty, a) if *ty == BYTE => self.unset_byte(a, 0),
            Expr::Neg(a) | Expr::Wrap(_, a) => self.unset(a),
            Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) => any(&[a, b]),
            Expr::Ite(c, a, b) => Formula::or([Formula::and([(**c).clone(), self.unset(a)]), Formula::and([c.negate(), self.unset(b)])]),
            Expr::Store(a, _, c) => any(&[a, c]),
            Expr::App(_, args) => Formula::or(args.iter().map(|a| self.unset(a))),
        }
    }

    /// When a byte of a value, counted from the least significant one, rests on something that was not written. Where the bytes of the
    /// value are not told apart, this is when any of it does.
    fn unset_byte(&self, e: &Expr, k: u64) -> Formula {
        match e {
            Expr::Var(v) if let Some(s) = self.of.get(v).filter(|s| s.grain > k.max(1)) => s.unset_byte_at(&Expr::from(0), k),
            Expr::Select(m, i) if let Some(s) = self.shadow_of(m).filter(|s| s.grain > k.max(1)) => s.unset_byte_at(i, k),
            Expr::Wrap(ty, a) if u64::from(ty.bits) >= 8 * (k + 1) => self.unset_byte(a, k),
            Expr::Bin(BinOp::Shr, a, n) if let Some(skipped) = whole_bytes(n) => self.unset_byte(a, k + skipped),
            Expr::Ite(c, a, b) => {
                let either = [(**c).clone(), c.negate()].into_iter().zip([a, b]);
                Formula::or(either.map(|(when, value)| Formula::and([when, self.unset_byte(value, k)])))
            }
            other => match self.bytes_of(other) {
                Some(bytes) => bytes.get(&k).map_or(Formula::False, |byte| self.unset(byte)),
                None => self.unset(other),
            },
        }
    }

    fn shadow_of(&self, map: &Expr) -> Option<&Shadow> {
        match map {
            Expr::Var(v) => self.of.get(v),
            _ => None,
        }
    }

    /// The bytes that a value is made of, by their place in it, if it is made of bytes (see `bytes::compose`).
    fn bytes_of<'e>(&self, e: &'e Expr) -> Option<SortedMap<u64, &'e Expr>> {
        match e {
            Expr::Bin(BinOp::Add, a, b) => {
                let mut bytes = self.bytes_of(a)?;
                let more = self.bytes_of(b)?;
                let apart = more.keys().all(|k| !bytes.contains_key(k));
                bytes.extend(more);
                apart.then_some(bytes)
            }
            Expr::Bin(BinOp::Mul, a, b) => {
                let place = (0..16u64).find(|k| a.as_const() == Some(&(Int::ONE << (8 * *k as usize))))?;
                self.is_byte(b).then(|| SortedMap::from([(place, &**b)]))
            }
            e => self.is_byte(e).then(|| SortedMap::from([(0, e)])),
        }
    }

    fn is_byte(&self, e: &Expr) -> bool {
        matches!(e, Expr::Select(m, _) if matches!(**m, Expr::Var(v) if self.bytes.contains(&v)))
    }

    /// The shadow of a byte of a value, with this number where it is unwritten.
    fn shade_byte(&self, e: &Expr, k: u64, unwritten: i64) -> Expr {
        Expr::ite(self.unset_byte(e, k), unwritten, WRITTEN)
    }

    /// The shadow of a value, with this number where it is unwritten.
    fn shade(&self, e: &Expr, unwritten: i64) -> Expr {
        match (e, unwritten) {
            (Expr::Var(v), UNWRITTEN) if let Some(s) = self.of.get(v).filter(|s| s.grain == 1) => s.set.into(),
            _ => Expr::ite(self.unset(e), unwritten, WRITTEN),
        }
    }

    /// What happens to the shadow of the target of a statement.
    fn changes(&self, edge: &Edge, zeros: VarId, parts: &[PutByte], is_map: &dyn Fn(VarId) -> bool) -> Vec<(VarId, Expr)> {
        let Some((target, shadow)) = edge.stmt.target().and_then(|t| Some((t, self.of.get(&t)?))) else { return Vec::new() };
        let value = match &edge.stmt {
            Stmt::Assign(_, value) => Some(value),
            _ => None,
        };
        if let Writes::Part(n) = edge.writes {
            if shadow.grain == 1 {
                return Vec::new();
            }
            let index = value.and_then(|v| chain(v).1.first().map(|(i, _)| (*i).clone())).unwrap_or_else(|| 0.into());
            let place = Expr::add(Expr::mul(shadow.grain as i64, index), parts[n].byte.clone());
            let set = parts[n].copied.as_ref().map_or(WRITTEN.into(), |value| self.shade(value, shadow.again()));
            return vec![(shadow.set, Expr::store(shadow.set, place, set))];
        }
        if !is_map(target) {
            let set = match (edge.writes, value) {
                (Writes::Copies, Some(Expr::Var(from))) if let Some(from) = self.of.get(from).filter(|s| s.grain == shadow.grain) => {
                    from.set.into()
                }
                (Writes::Copies, Some(value)) if shadow.grain > 1 => {
                    shadow.stored(&Expr::from(0), |k| self.shade_byte(value, k, UNWRITTEN))
                }
                (Writes::Copies, Some(value)) => self.shade(value, UNWRITTEN),
                (writes, _) => {
                    let set = Expr::from(if writes == Writes::Nothing { UNWRITTEN } else { WRITTEN });
                    if shadow.grain > 1 { shadow.stored(&Expr::from(0), |_| set.clone()) } else { set }
                }
            };
            return vec![(shadow.set, set)];
        }
        let (base, stores) = value.map_or((None, Vec::new()), |value| {
            let (base, stores) = chain(value);
            (Some(base), stores)
        });
        let mut changes = Vec::new();
        if base != Some(&Expr::Var(target)) {
            changes.extend(self.whole(shadow, edge.writes, base, zeros));
        }
        for (index, stored) in stores {
            let again = shadow.again();
            let set = shadow.stored(index, |k| match edge.writes {
                Writes::Nothing => again.into(),
                Writes::Copies if shadow.grain > 1 => self.shade_byte(stored, k, again),
                Writes::Copies => self.shade(stored, again),
                _ => WRITTEN.into(),
            });
            changes.push((shadow.set, set));
            if let Some(below) = shadow.below {
                let next = Formula::cmp(CmpOp::Eq, index.clone(), below);
                changes.push((below, Expr::ite(next, Expr::add(below, 1), below)));
            }
        }
        changes
    }

    /// The whole map changes.
    fn whole(&self, shadow: &Shadow, writes: Writes, base: Option<&Expr>, zeros: VarId) -> Vec<(VarId, Expr)> {
        let mut changes = Vec::new();
        let mut all = |all: Expr, set: Expr, below: Expr| {
            changes.push((shadow.set, set));
            changes.extend(shadow.all.map(|v| (v, all)));
            changes.extend(shadow.below.map(|v| (v, below)));
        };
        let part = |v: Option<VarId>| v.map_or_else(|| Expr::from(0), Expr::Var);
        match (writes, base) {
            (Writes::Nothing, _) => all(0.into(), zeros.into(), 0.into()),
            (Writes::Copies, Some(Expr::Var(from))) if let Some(from) = self.of.get(from) => {
                all(part(from.all), from.set.into(), part(from.below));
            }
            _ => all(1.into(), zeros.into(), 0.into()),
        }
        changes
    }
}

impl Shadow {
    /// What an element of a map that becomes unwritten has in `set`.
    fn again(&self) -> i64 {
        if self.all.is_some() { AGAIN } else { UNWRITTEN }
    }

    /// The places in `set` of an element.
    fn places(&self, index: &Expr) -> impl Iterator<Item = Expr> {
        let first = Expr::mul(self.grain as i64, index.clone());
        (0..self.grain).map(move |k| Expr::add(first.clone(), k as i64))
    }

    /// The map with these at the bytes of an element.
    fn stored(&self, index: &Expr, value: impl Fn(u64) -> Expr) -> Expr {
        self.places(index).zip(0..).fold(Expr::Var(self.set), |map, (place, k)| Expr::store(map, place, value(k)))
    }

    /// When an element of a map is unwritten.
    fn unset_at(&self, index: &Expr) -> Formula {
        self.unset_places(index, self.places(index))
    }

    /// When a byte of an element is unwritten.
    fn unset_byte_at(&self, index: &Expr, k: u64) -> Formula {
        self.unset_places(index, self.places(index).skip(k as usize).take(1))
    }

    fn unset_places(&self, index: &Expr, places: impl Iterator<Item = Expr>) -> Formula {
        let places: Vec<Expr> = places.collect();
        let set = |n: i64| Formula::or(places.iter().map(|place| Formula::cmp(CmpOp::Eq, Expr::select(self.set, place.clone()), n)));
        let never = Formula::and([
            self.all.map_or(Formula::True, |all| Formula::cmp(CmpOp::Eq, all, 0)),
            self.below.map_or(Formula::True, |below| {
                Formula::or([Formula::cmp(CmpOp::Lt, index.clone(), 0), Formula::cmp(CmpOp::Ge, index.clone(), below)])
            }),
            set(UNWRITTEN),
        ]);
        match (self.holes, self.all) {
            (true, Some(_)) => Formula::or([never, set(AGAIN)]),
            _ => never,
        }
    }

    fn parts(&self) -> impl Iterator<Item = VarId> {
        [Some(self.set), self.all, self.below].into_iter().flatten()
    }
}

impl Lower<'_> {
    /// Puts shadows beside the variables that need them, and checks the uses.
    pub fn keep_shadows(&mut self, plan: &Plan, entry: LocId) {
        let mut needed = plan.needed.clone();
        // An argument of a recursive call is handed on with its shadow.
        for (param, value) in self.recursions.iter().flat_map(|r| &r.calls).flat_map(|c| &c.arguments) {
            if needed.contains(param) {
                needed.insert(*value);
            }
        }
        let settled = self.written_from_the_start(&needed);
        let bytes = needed.iter().copied().filter(|v| self.is_map(*v) && self.vars[v.index()].ty == Some(BYTE)).collect();
        let apart = self.told_apart(&needed);
        let odd = self.odd_shadows(&needed, &apart);
        let shadows = Shadows { of: self.new_shadows(&needed, plan, &settled, apart), bytes };
        let zeros = self.zeros();
        let maps: SortedSet<VarId> = needed.iter().copied().filter(|v| self.is_map(*v)).collect();
        let edges = std::mem::take(&mut self.graph.edges);
        for (i, edge) in edges.into_iter().enumerate() {
            self.graph.frame = self.graph.locs[edge.from.index()].frame;
            let span = edge.span.clone().unwrap_or_else(|| self.source.span(0));
            self.graph.here = edge.from;
            if let Note::Reads(r) = edge.note {
                if plan.unsure.contains(&i) {
                    self.check_read(r, &shadows, &odd, &span);
                }
                let here = self.graph.here;
                self.graph.edge(here, edge.to, Stmt::Skip, edge.span);
                continue;
            }
            for (var, value) in shadows.changes(&edge, zeros, &self.parts, &|v| maps.contains(&v)) {
                self.shade_before(var, value, &edge.note, &span);
            }
            let here = self.graph.here;
            match plan.filled.get(&i) {
                Some(arrays) => self.shade_filled(Edge { from: here, ..edge }, arrays, &shadows, &span),
                None => self.graph.edges.push(Edge { from: here, ..edge }),
            }
        }
        self.graph.frame = 0;
        self.shade_recursions(&shadows);
        self.shade_start(&settled, &shadows, entry);
    }

    /// The variables of objects with static storage: each has a value before the program starts, and no statement says so.
    fn written_from_the_start(&self, needed: &SortedSet<VarId>) -> SortedSet<VarId> {
        let leaves = self.objects.iter().filter(|o| o.is_static).flat_map(|o| o.leaves.values().map(|l| l.var));
        let moved = self.pieces.moved.iter().filter(|(_, o)| self.objects[**o].is_static).map(|(v, _)| *v);
        leaves.chain(moved).filter(|v| needed.contains(v)).collect()
    }

    /// Shadows of what is written from the start say so where the program starts.
    fn shade_start(&mut self, settled: &SortedSet<VarId>, shadows: &Shadows, entry: LocId) {
        let first = self.graph.loc(None);
        self.graph.edges.iter_mut().filter(|e| e.from == entry).for_each(|e| e.from = first);
        self.graph.here = entry;
        let span = self.source.span(0);
        for (v, shadow) in settled.iter().filter_map(|v| Some((v, shadows.of.get(v)?))) {
            match shadow.all {
                Some(all) if self.is_map(*v) => self.graph.assign(all, 1.into(), &span),
                _ if shadow.grain > 1 => self.graph.assign(shadow.set, shadow.stored(&Expr::from(0), |_| WRITTEN.into()), &span),
                _ => self.graph.assign(shadow.set, WRITTEN.into(), &span),
            }
        }
        self.graph.edge(self.graph.here, first, Stmt::Skip, None);
    }

    fn is_map(&self, v: VarId) -> bool {
        self.vars[v.index()].sort != Sort::Int
    }

    /// A change of a shadow, in front of a statement.
    fn shade_before(&mut self, var: VarId, value: Expr, note: &Note, span: &Span) {
        self.graph.assign(var, value, span);
        if *note == Note::Link
            && let Some(edge) = self.graph.edges.last_mut()
        {
            edge.note = Note::Link;
        }
    }

    /// A condition behind which arrays are written.
    fn shade_filled(&mut self, edge: Edge, arrays: &SortedSet<VarId>, shadows: &Shadows, span: &Span) {
        let to = edge.to;
        let behind = self.graph.loc(Some(span.clone()));
        self.graph.edges.push(Edge { to: behind, ..edge });
        self.graph.here = behind;
        for all in arrays.iter().filter_map(|a| shadows.of.get(a)?.all) {
            self.graph.assign(all, 1.into(), span);
        }
        self.graph.edge(self.graph.here, to, Stmt::Skip, Some(span.clone()));
    }

    fn check_read(&mut self, read: usize, shadows: &Shadows, odd: &SortedSet<VarId>, span: &Span) {
        let read = self.reads[read].clone();
        let violated = shadows.unset(&read.value);
        if !read.value.vars().is_disjoint(odd) {
            let _ = self.undetermined(violated, "use of a value that may have been written in part", span);
            return;
        }
        self.require(vec![(Check::Init, violated, format!("{} is read and may not have been written", read.what))], span);
    }

    /// The variables whose shadow does not tell all: what should be told apart byte by byte and is not, with all that it is copied to;
    /// arrays that are arguments of recursive calls; blocks of the caller among those of the program.
    fn odd_shadows(&self, needed: &SortedSet<VarId>, apart: &Apart) -> SortedSet<VarId> {
        let mut coarse = apart.coarse.clone();
        spread(&mut coarse, &self.copies(needed), |(to, from)| (*from, *to));
        let handed = self.recursions.iter().flat_map(|r| &r.calls).flat_map(|c| &c.arguments).map(|(p, _)| *p).filter(|v| self.is_map(*v));
        coarse.into_iter().chain(handed).chain(self.pieces.mixed.iter().copied()).filter(|v| needed.contains(v)).collect()
    }

    /// Which variable is copied to which: the target first.
    fn copies(&self, needed: &SortedSet<VarId>) -> Vec<(VarId, VarId)> {
        let copies = self.graph.edges.iter().filter_map(|e| copy(e, &self.parts)).filter(|(t, _)| needed.contains(t));
        copies.flat_map(|(t, value)| value.vars().into_iter().filter(|v| needed.contains(v)).map(move |v| (t, v))).collect()
    }

    /// The variables whose bytes are told apart: those of which single bytes are written, and those that carry a value from bytes to bytes.
    fn told_apart(&self, needed: &SortedSet<VarId>) -> Apart {
        let in_parts = self.graph.edges.iter().filter(|e| matches!(e.writes, Writes::Part(_))).filter_map(|e| e.stmt.target());
        let in_parts: SortedSet<VarId> = in_parts.collect();
        let bytes = needed.iter().copied().filter(|v| self.is_map(*v) && self.vars[v.index()].ty == Some(BYTE));
        let ends: SortedSet<VarId> = bytes.chain(in_parts.iter().copied()).collect();
        let copies = self.copies(needed);
        let (mut from_bytes, mut to_bytes) = (ends.clone(), ends);
        spread(&mut from_bytes, &copies, |(to, from)| (*from, *to));
        spread(&mut to_bytes, &copies, |(to, from)| (*to, *from));
        let wide = |v: &&VarId| self.vars[v.index()].ty.is_none_or(|ty| ty.bits > 8);
        let between = from_bytes.intersection(&to_bytes).filter(wide).copied();
        let calls = || self.recursions.iter().flat_map(|r| &r.calls);
        let mut fixed: SortedSet<VarId> = calls().flat_map(|c| c.kept.iter().copied()).collect();
        fixed.extend(calls().flat_map(|c| &c.arguments).flat_map(|(param, value)| [*param, *value]));
        let (fine, coarse) = between.chain(in_parts).partition(|v| !fixed.contains(v) && self.vars[v.index()].ty.is_some());
        Apart { fine, coarse }
    }

    fn new_shadows(
        &mut self,
        needed: &SortedSet<VarId>,
        plan: &Plan,
        settled: &SortedSet<VarId>,
        apart: Apart,
    ) -> SortedMap<VarId, Shadow> {
        let (mut whole, mut walked, mut holes) = (SortedSet::new(), SortedSet::new(), SortedSet::new());
        whole.extend(settled.iter().copied().filter(|v| self.is_map(*v)));
        whole.extend(plan.filled.values().flatten().copied());
        let mut copied: Vec<(VarId, VarId)> = Vec::new();
        for edge in &self.graph.edges {
            let Some(target) = edge.stmt.target().filter(|t| needed.contains(t) && self.is_map(*t)) else { continue };
            let Stmt::Assign(_, value) = &edge.stmt else {
                if edge.writes != Writes::Nothing {
                    whole.insert(target);
                }
                continue;
            };
            let (base, stores) = chain(value);
            if base != &Expr::Var(target) && edge.writes != Writes::Nothing {
                whole.insert(target);
                if let (Writes::Copies, Expr::Var(from)) = (edge.writes, base) {
                    copied.push((target, *from));
                }
            }
            for (index, stored) in stores {
                let copied = if let Writes::Part(n) = edge.writes { self.parts[n].copied.as_ref() } else { None };
                match edge.writes {
                    Writes::Part(_) if copied.is_some_and(|e| !e.vars().is_disjoint(needed)) => drop(holes.insert(target)),
                    Writes::Copies if stored.vars().is_disjoint(needed) => {}
                    Writes::Copies | Writes::Nothing => drop(holes.insert(target)),
                    _ if index.as_const().is_none() => drop(walked.insert(target)),
                    _ => {}
                }
            }
        }
        spread(&mut holes, &copied, |(to, from)| (*from, *to));
        let bit = Some(IntType { bits: 1, signed: false });
        let mut of = SortedMap::new();
        // What is copied as a whole is told apart alike.
        let mut fine = apart.fine;
        let both: Vec<(VarId, VarId)> = copied.iter().flat_map(|(a, b)| [(*a, *b), (*b, *a)]).collect();
        spread(&mut fine, &both, |pair| *pair);
        for v in needed {
            let decl = self.vars[v.index()].clone();
            let bytes = decl.ty.map_or(1, |ty| u64::from(ty.bits) / 8).max(1);
            let grain = if fine.contains(v) { bytes } else { 1 };
            let sort = if self.is_map(*v) || grain > 1 { Sort::array() } else { Sort::Int };
            let mut new = |what: &str, sort: Sort, ty: Option<IntType>, len: Option<u64>| {
                self.add_var(format!("{}.{what}", decl.name), sort, ty, len, None, decl.frame)
            };
            let set = new("$set", sort, None, decl.len.filter(|_| grain == 1));
            let all = whole.contains(v).then(|| new("$all", Sort::Int, bit, None));
            let holes = holes.contains(v);
            let counts = walked.contains(v) && !holes && grain == 1 && !self.pieces.shared.contains(v);
            let below = counts.then(|| self.add_var(format!("{}.$below", decl.name), Sort::Int, None, None, None, decl.frame));
            of.insert(*v, Shadow { set, all, below, holes, grain });
        }
        of
    }

    /// Recursive calls keep and hand on shadows with their variables.
    fn shade_recursions(&mut self, shadows: &Shadows) {
        let of = |v: &VarId| shadows.of.get(v);
        let parts = |vars: &[VarId]| -> Vec<VarId> { vars.iter().filter_map(of).flat_map(Shadow::parts).collect() };
        for recursion in &mut self.recursions {
            let own: Vec<VarId> = recursion.own.iter().copied().collect();
            recursion.own.extend(parts(&own));
            let stacks: Vec<VarId> = recursion.stacks.iter().copied().collect();
            recursion.stacks.extend(parts(&stacks));
            for call in &mut recursion.calls {
                call.kept.extend(parts(&call.kept));
                let handed: Vec<(VarId, VarId)> = call.arguments.iter().filter_map(|(p, a)| Some((of(p)?.set, of(a)?.set))).collect();
                call.arguments.extend(handed);
            }
            for procedure in &mut recursion.procedures {
                procedure.params.extend(parts(&procedure.params));
                procedure.result.extend(parts(&procedure.result));
            }
        }
    }
}

/// Adds to a set where its elements lead.
fn spread(set: &mut SortedSet<VarId>, pairs: &[(VarId, VarId)], step: impl Fn(&(VarId, VarId)) -> (VarId, VarId)) {
    loop {
        let before = set.len();
        for (from, to) in pairs.iter().map(&step) {
            if set.contains(&from) {
                set.insert(to);
            }
        }
        if set.len() == before {
            return;
        }
    }
}

/// By how many whole bytes a value is shifted.
fn whole_bytes(bits: &Expr) -> Option<u64> {
    let bits = bits.as_const().and_then(|c| u64::try_from(c).ok())?;
    bits.is_multiple_of(8).then_some(bits / 8)
}
