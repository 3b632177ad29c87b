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
use super::unwritten::{Program, Unwritten, chain};
use crate::graph::{Edge, Note, Writes};
use base::{Check, CmpOp, Expr, Formula, IntType, LocId, Sort, Span, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// What has to be added.
pub struct Plan {
    /// Edges at which a value is used that may not have been written.
    unsure: BTreeSet<usize>,
    /// The variables that need a shadow.
    needed: BTreeSet<VarId>,
    /// Edges behind which arrays are written.
    filled: BTreeMap<usize, BTreeSet<VarId>>,
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

const UNWRITTEN: i64 = 0;
const WRITTEN: i64 = 1;
const AGAIN: i64 = 2;

/// Finds what has to be added.
pub fn plan(program: &Program<'_>, unwritten: &Unwritten) -> Plan {
    let edges = &program.graph.edges;
    let mut unsure = BTreeSet::new();
    let mut needed: BTreeSet<VarId> = BTreeSet::new();
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
    let copies: Vec<(VarId, BTreeSet<VarId>)> = edges
        .iter()
        .filter(|e| e.writes == Writes::Copies)
        .filter_map(|e| match &e.stmt {
            Stmt::Assign(t, value) => Some((*t, unwritten.sources(program, value, e.from))),
            _ => None,
        })
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
    of: BTreeMap<VarId, Shadow>,
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
            Expr::Neg(a) | Expr::Wrap(_, a) => self.unset(a),
            Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) => any(&[a, b]),
            Expr::Ite(c, a, b) => Formula::or([Formula::and([(**c).clone(), self.unset(a)]), Formula::and([c.negate(), self.unset(b)])]),
            Expr::Store(a, _, c) => any(&[a, c]),
            Expr::App(_, args) => Formula::or(args.iter().map(|a| self.unset(a))),
        }
    }

    /// The shadow of a value, with this number where it is unwritten.
    fn shade(&self, e: &Expr, unwritten: i64) -> Expr {
        match (e, unwritten) {
            (Expr::Var(v), UNWRITTEN) if let Some(s) = self.of.get(v).filter(|s| s.grain == 1) => s.set.into(),
            _ => Expr::ite(self.unset(e), unwritten, WRITTEN),
        }
    }

    /// What happens to the shadow of the target of a statement.
    fn changes(&self, edge: &Edge, zeros: VarId, parts: &[Expr], is_map: &dyn Fn(VarId) -> bool) -> Vec<(VarId, Expr)> {
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
            let place = Expr::add(Expr::mul(shadow.grain as i64, index), parts[n].clone());
            return vec![(shadow.set, Expr::store(shadow.set, place, WRITTEN))];
        }
        if !is_map(target) {
            let set = match (edge.writes, value) {
                (Writes::Nothing, _) => UNWRITTEN.into(),
                (Writes::Copies, Some(value)) => self.shade(value, UNWRITTEN),
                _ => WRITTEN.into(),
            };
            return vec![(shadow.set, if shadow.grain > 1 { shadow.stored(&Expr::from(0), &set) } else { set })];
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
            let again = if shadow.all.is_some() { AGAIN } else { UNWRITTEN };
            let set = match edge.writes {
                Writes::Nothing => again.into(),
                Writes::Copies => self.shade(stored, again),
                _ => WRITTEN.into(),
            };
            changes.push((shadow.set, shadow.stored(index, &set)));
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
    /// The places in `set` of an element.
    fn places(&self, index: &Expr) -> impl Iterator<Item = Expr> {
        let first = Expr::mul(self.grain as i64, index.clone());
        (0..self.grain).map(move |k| Expr::add(first.clone(), k as i64))
    }

    /// The map with this at all bytes of an element.
    fn stored(&self, index: &Expr, value: &Expr) -> Expr {
        self.places(index).fold(Expr::Var(self.set), |map, place| Expr::store(map, place, value.clone()))
    }

    /// When an element of a map is unwritten.
    fn unset_at(&self, index: &Expr) -> Formula {
        let set = |n: i64| Formula::or(self.places(index).map(|place| Formula::cmp(CmpOp::Eq, Expr::select(self.set, place), n)));
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
        let shadows = Shadows { of: self.new_shadows(&needed, plan, &settled) };
        let odd = self.odd_shadows(&needed);
        let zeros = self.zeros();
        let maps: BTreeSet<VarId> = needed.iter().copied().filter(|v| self.is_map(*v)).collect();
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
    fn written_from_the_start(&self, needed: &BTreeSet<VarId>) -> BTreeSet<VarId> {
        let leaves = self.objects.iter().filter(|o| o.is_static).flat_map(|o| o.leaves.values().map(|l| l.var));
        let moved = self.pieces.moved.iter().filter(|(_, o)| self.objects[**o].is_static).map(|(v, _)| *v);
        leaves.chain(moved).filter(|v| needed.contains(v)).collect()
    }

    /// Shadows of what is written from the start say so where the program starts.
    fn shade_start(&mut self, settled: &BTreeSet<VarId>, shadows: &Shadows, entry: LocId) {
        let first = self.graph.loc(None);
        self.graph.edges.iter_mut().filter(|e| e.from == entry).for_each(|e| e.from = first);
        self.graph.here = entry;
        let span = self.source.span(0);
        for (v, shadow) in settled.iter().filter_map(|v| Some((v, shadows.of.get(v)?))) {
            match shadow.all {
                Some(all) if self.is_map(*v) => self.graph.assign(all, 1.into(), &span),
                _ if shadow.grain > 1 => self.graph.assign(shadow.set, shadow.stored(&Expr::from(0), &WRITTEN.into()), &span),
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
    fn shade_filled(&mut self, edge: Edge, arrays: &BTreeSet<VarId>, shadows: &Shadows, span: &Span) {
        let to = edge.to;
        let behind = self.graph.loc(Some(span.clone()));
        self.graph.edges.push(Edge { to: behind, ..edge });
        self.graph.here = behind;
        for all in arrays.iter().filter_map(|a| shadows.of.get(a)?.all) {
            self.graph.assign(all, 1.into(), span);
        }
        self.graph.edge(self.graph.here, to, Stmt::Skip, Some(span.clone()));
    }

    fn check_read(&mut self, read: usize, shadows: &Shadows, odd: &BTreeSet<VarId>, span: &Span) {
        let read = self.reads[read].clone();
        let violated = shadows.unset(&read.value);
        if !read.value.vars().is_disjoint(odd) {
            let _ = self.undetermined(violated, "use of a value that may have been written in part", span);
            return;
        }
        self.require(vec![(Check::Init, violated, format!("{} is read and may not have been written", read.what))], span);
    }

    /// The variables whose shadow does not tell all: what is written byte by byte, arrays that are arguments of recursive calls, blocks of the
    /// caller among those of the program.
    fn odd_shadows(&self, needed: &BTreeSet<VarId>) -> BTreeSet<VarId> {
        let in_parts = self.written_in_parts().1;
        let handed = self.recursions.iter().flat_map(|r| &r.calls).flat_map(|c| &c.arguments).map(|(p, _)| *p).filter(|v| self.is_map(*v));
        in_parts.into_iter().chain(handed).chain(self.pieces.mixed.iter().copied()).filter(|v| needed.contains(v)).collect()
    }

    /// The variables of which single bytes are written: those whose bytes can be told apart, and the others.
    fn written_in_parts(&self) -> (BTreeSet<VarId>, BTreeSet<VarId>) {
        let kept: BTreeSet<VarId> = self.recursions.iter().flat_map(|r| &r.calls).flat_map(|c| c.kept.iter().copied()).collect();
        let in_parts = self.graph.edges.iter().filter(|e| matches!(e.writes, Writes::Part(_))).filter_map(|e| e.stmt.target());
        in_parts.partition(|v| !kept.contains(v) && self.vars[v.index()].ty.is_some())
    }

    fn new_shadows(&mut self, needed: &BTreeSet<VarId>, plan: &Plan, settled: &BTreeSet<VarId>) -> BTreeMap<VarId, Shadow> {
        let (mut whole, mut walked, mut holes) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new());
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
                match edge.writes {
                    Writes::Copies if stored.vars().is_disjoint(needed) => {}
                    Writes::Copies | Writes::Nothing => drop(holes.insert(target)),
                    _ if index.as_const().is_none() => drop(walked.insert(target)),
                    _ => {}
                }
            }
        }
        loop {
            let before = holes.len();
            for (to, from) in &copied {
                if holes.contains(from) {
                    holes.insert(*to);
                }
            }
            if holes.len() == before {
                break;
            }
        }
        let bit = Some(IntType { bits: 1, signed: false });
        let mut of = BTreeMap::new();
        // What is copied as a whole is told apart alike.
        let mut in_parts = self.written_in_parts().0;
        loop {
            let before = in_parts.len();
            for (a, b) in &copied {
                if in_parts.contains(a) || in_parts.contains(b) {
                    in_parts.extend([*a, *b]);
                }
            }
            if in_parts.len() == before {
                break;
            }
        }
        for v in needed {
            let decl = self.vars[v.index()].clone();
            let bytes = decl.ty.map_or(1, |ty| u64::from(ty.bits) / 8).max(1);
            let grain = if in_parts.contains(v) { bytes } else { 1 };
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
