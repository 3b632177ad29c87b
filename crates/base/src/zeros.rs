//! Where the zeros of a map are: strings with a terminator.
//!
//! A loop over a string ends at the first zero, wherever that is; no formula about single elements says so. The automaton *with zeros* has two
//! numbers more for each map whose elements are compared with 0: where its first zero is (at 0 or behind it), and where its last zero is among the
//! elements that it has been given; −1 if there is none. They follow every change of the map, and each condition that finds an element to be 0, or not to
//! be, also says where it stands to those two. So a numeric domain that relates an index to such a number proves that scans stay inside (Dor, Rodeh,
//! Sagiv: CSSV, PLDI 2003, where the length of a string is such a number; changed: two numbers for each map, and inputs where a map's next zero is not known).
//!
//! Invariants. The locations of the automaton keep their numbers, and each of its runs is one of the automaton with zeros, where the new variables have
//! the values they are meant to have. So whatever is unreachable there is unreachable in the automaton. The other way round it need not be.

use crate::cfa::{Cfa, Edge, InputKind, LocId, Sort, Stmt, VarDecl, VarId};
use crate::expr::{CmpOp, Expr, Formula};
use crate::int::Int;
use crate::span::Span;
use crate::{SortedMap, SortedSet};
use std::collections::VecDeque;

/// Terms that are equal, so that a condition on the one is one on the other; so many are kept.
const MOST_FACTS: usize = 32;
/// Larger terms are not kept.
const MOST_SIZE: usize = 40;
/// A condition is read in at most so many ways.
const MOST_READINGS: usize = 16;

/// The automaton with zeros.
pub struct Zeros {
    pub cfa: Cfa,
    /// Variables, and locations, from these numbers on are not the program's.
    added: (usize, usize),
}

/// Where the zeros of a map are.
#[derive(Clone, Debug)]
struct Marks {
    first: VarId,
    /// With the number of elements that count.
    last: Option<(VarId, Int)>,
}

/// Pairs of terms that are equal at a location.
type Facts = SortedSet<(Expr, Expr)>;

/// What a condition says of an element.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Finding {
    map: VarId,
    index: Expr,
    is_zero: bool,
}

impl Zeros {
    /// None if no condition of the program says whether an element is 0.
    pub fn new(cfa: &Cfa) -> Option<Self> {
        let facts = facts(cfa);
        let mut found = SortedSet::new();
        for edge in &cfa.edges {
            if let (Stmt::Assume(f), Some(facts)) = (&edge.stmt, &facts[edge.from.index()]) {
                f.each_atom(&mut |atom| found.extend(findings(cfa, atom, facts).into_iter().map(|f| f.map)));
            }
        }
        if found.is_empty() {
            return None;
        }
        let mut view = Zeros { cfa: cfa.with_edges([]), added: (cfa.vars.len(), cfa.locs.len()) };
        view.cfa.recursions.clear();
        let mut marks = SortedMap::new();
        for map in found {
            let VarDecl { name, len, .. } = cfa.var(map).clone();
            let first = view.cfa.add_var(VarDecl::int(&format!("{name}.$first"), None));
            let last = len.map(|len| (view.cfa.add_var(VarDecl::int(&format!("{name}.$last"), None)), Int::from(len)));
            marks.insert(map, Marks { first, last });
        }
        // At the start all elements are 0.
        for (last, len) in marks.values().filter_map(|m| m.last.clone()) {
            let entry = view.cfa.entry;
            view.cfa.entry = view.cfa.add_loc_like(entry);
            view.assign(view.cfa.entry, entry, last, Expr::Const(len - Int::ONE), None);
        }
        for edge in &cfa.edges {
            let facts = facts[edge.from.index()].as_ref();
            view.edge(cfa, edge, &marks, facts.unwrap_or(&Facts::new()));
        }
        Some(view)
    }

    /// What formulas about the automaton with zeros say of the program alone.
    pub fn without(&self, formulas: &SortedMap<LocId, Formula>) -> SortedMap<LocId, Formula> {
        let (variables, locations) = self.added;
        let is_known = |f: &&Formula| f.vars().iter().all(|v| v.index() < variables);
        let said = formulas
            .iter()
            .filter(|(l, _)| l.index() < locations)
            .map(|(l, f)| (*l, Formula::and(f.parts().iter().filter(is_known).cloned())));
        said.collect()
    }

    fn assign(&mut self, from: LocId, to: LocId, var: VarId, value: Expr, span: Option<&Span>) {
        self.cfa.add_edge(from, to, Stmt::Assign(var, value), span.cloned());
    }

    fn assume(&mut self, from: LocId, to: LocId, condition: Formula, span: Option<&Span>) {
        if condition != Formula::False {
            self.cfa.add_edge(from, to, Stmt::Assume(condition), span.cloned());
        }
    }

    /// Any value that the condition allows.
    fn choose(&mut self, from: LocId, to: LocId, var: VarId, condition: Formula, span: Option<&Span>) {
        let between = self.cfa.add_loc_like(from);
        self.cfa.add_edge(from, between, Stmt::Input { var, ty: None, kind: InputKind::Uninitialised }, span.cloned());
        self.assume(between, to, condition, span);
    }

    fn edge(&mut self, cfa: &Cfa, edge: &Edge, marks: &SortedMap<VarId, Marks>, facts: &Facts) {
        let Edge { from, to, stmt, span } = edge;
        let span = span.as_ref();
        let changed = stmt.target().and_then(|map| Some((map, marks.get(&map)?)));
        let (map, own) = match (stmt, changed) {
            (Stmt::Assume(f), _) => {
                let told = strengthened(cfa, f, marks, facts);
                self.cfa.add_edge(*from, *to, Stmt::Assume(told), span.cloned());
                return;
            }
            (_, Some(changed)) => changed,
            _ => {
                self.cfa.add_edge(*from, *to, stmt.clone(), span.cloned());
                return;
            }
        };
        let mut at = *from;
        let stores = if let Stmt::Assign(_, value) = stmt { value.stores_into(map) } else { None };
        if let Some(stores) = stores {
            // Indices and values are those before all of them, so each can be followed by itself; but what a value says of an element of this very
            // map holds before the first one only.
            let others = marks.iter().filter(|(m, _)| stores.len() == 1 || **m != map).map(|(m, marks)| (*m, marks.clone())).collect();
            for store in stores {
                at = self.stored(cfa, at, store, own, &others, facts, span);
            }
            self.cfa.add_edge(at, *to, stmt.clone(), span.cloned());
            return;
        }
        match stmt {
            Stmt::Assign(_, Expr::Var(other)) if marks.contains_key(other) => {
                let theirs = &marks[other];
                let next = self.cfa.add_loc_like(at);
                self.assign(at, next, own.first, theirs.first.into(), span);
                at = next;
                if let Some((last, len)) = &own.last {
                    let next = self.cfa.add_loc_like(at);
                    match &theirs.last {
                        Some((same, as_many)) if as_many == len => self.assign(at, next, *last, (*same).into(), span),
                        _ => self.choose(at, next, *last, inside(*last, len), span),
                    }
                    at = next;
                }
            }
            _ => {
                let next = self.cfa.add_loc_like(at);
                self.choose(at, next, own.first, Formula::cmp(CmpOp::Ge, own.first, -1), span);
                at = next;
                if let Some((last, len)) = &own.last {
                    let next = self.cfa.add_loc_like(at);
                    self.choose(at, next, *last, inside(*last, len), span);
                    at = next;
                }
            }
        }
        self.cfa.add_edge(at, *to, stmt.clone(), span.cloned());
    }

    /// What becomes of the marks when one element is written; returns where it is done.
    #[allow(clippy::too_many_arguments)]
    fn stored(
        &mut self,
        cfa: &Cfa,
        at: LocId,
        (index, value): (&Expr, &Expr),
        own: &Marks,
        marks: &SortedMap<VarId, Marks>,
        facts: &Facts,
        span: Option<&Span>,
    ) -> LocId {
        let cmp = |op, a: &Expr, b: &Expr| Formula::cmp(op, a.clone(), b.clone());
        let zero = Expr::Const(Int::ZERO);
        let written = [CmpOp::Eq, CmpOp::Ne].map(|op| cmp(op, value, &zero));
        let done = self.cfa.add_loc_like(at);
        let inner = self.cfa.add_loc_like(at);
        // A zero before the first one is the first; if the first one is overwritten, the next one is behind it.
        let first = Expr::Var(own.first);
        let before =
            Formula::and([cmp(CmpOp::Ge, index, &zero), Formula::or([cmp(CmpOp::Lt, &first, &zero), cmp(CmpOp::Gt, &first, index)])]);
        let behind = Formula::or([Formula::cmp(CmpOp::Eq, own.first, -1), cmp(CmpOp::Gt, &first, index)]);
        let told = written.clone().map(|f| strengthened(cfa, &f, marks, facts));
        self.follow((at, inner), (own.first, index), told, before, behind, span);
        let Some((last, len)) = &own.last else {
            self.cfa.add_edge(inner, done, Stmt::Skip, span.cloned());
            return done;
        };
        // The same from the other end.
        let mark = Expr::Var(*last);
        let behind = Formula::and([cmp(CmpOp::Gt, index, &mark), cmp(CmpOp::Lt, index, &Expr::Const(len.clone()))]);
        let before = Formula::and([
            Formula::cmp(CmpOp::Ge, *last, -1),
            Formula::or([Formula::cmp(CmpOp::Eq, *last, -1), cmp(CmpOp::Lt, &mark, index)]),
        ]);
        self.follow((inner, done), (*last, index), written, behind, before, span);
        done
    }

    /// What becomes of one mark when an element is written: a zero at the index is the new place of the mark if it `wins`; where the element that was
    /// marked is no zero any more, the mark is at some place that is `left`.
    fn follow(
        &mut self,
        (from, to): (LocId, LocId),
        (mark, index): (VarId, &Expr),
        [is_zero, is_none]: [Formula; 2],
        wins: Formula,
        left: Formula,
        span: Option<&Span>,
    ) {
        if is_zero != Formula::False {
            let [written, moved] = [self.cfa.add_loc_like(from), self.cfa.add_loc_like(from)];
            self.assume(from, written, is_zero, span);
            self.assume(written, moved, wins.clone(), span);
            self.assign(moved, to, mark, index.clone(), span);
            self.assume(written, to, wins.negate(), span);
        }
        if is_none != Formula::False {
            let [written, lost] = [self.cfa.add_loc_like(from), self.cfa.add_loc_like(from)];
            self.assume(from, written, is_none, span);
            self.assume(written, to, Formula::cmp(CmpOp::Ne, index.clone(), mark), span);
            self.assume(written, lost, Formula::cmp(CmpOp::Eq, index.clone(), mark), span);
            self.choose(lost, to, mark, left, span);
        }
    }
}

/// The place of a last zero, if there is one among so many elements.
fn inside(last: VarId, len: &Int) -> Formula {
    Formula::and([Formula::cmp(CmpOp::Ge, last, -1), Formula::cmp(CmpOp::Lt, last, len.clone())])
}

/// The terms that are equal at each location, whatever run arrives there; none where no run does.
fn facts(cfa: &Cfa) -> Vec<Option<Facts>> {
    let mut known: Vec<Option<Facts>> = vec![None; cfa.locs.len()];
    known[cfa.entry.index()] = Some(Facts::new());
    let mut open = VecDeque::from([cfa.entry]);
    while let Some(l) = open.pop_front() {
        let Some(here) = known[l.index()].clone() else { continue };
        for &e in cfa.out(l) {
            let edge = cfa.edge(e);
            let there = &mut known[edge.to.index()];
            let arriving = after(&edge.stmt, here.clone());
            let joined = there.as_ref().map_or_else(|| arriving.clone(), |old| old.intersection(&arriving).cloned().collect());
            if there.as_ref() != Some(&joined) {
                *there = Some(joined);
                open.push_back(edge.to);
            }
        }
    }
    known
}

/// The facts behind a statement.
fn after(stmt: &Stmt, mut facts: Facts) -> Facts {
    let Some(changed) = stmt.target() else { return facts };
    facts.retain(|(a, b)| !a.vars().contains(&changed) && !b.vars().contains(&changed));
    let Stmt::Assign(_, value) = stmt else { return facts };
    let (same, value) = match value {
        Expr::Store(old, index, value) if **old == Expr::Var(changed) => (Expr::select(changed, (**index).clone()), &**value),
        _ => (Expr::Var(changed), value),
    };
    let is_changed = |e: &Expr| e.vars().contains(&changed);
    let stays = match &same {
        Expr::Select(_, index) => !is_changed(index) && !is_changed(value),
        _ => !is_changed(value),
    };
    if stays && facts.len() < MOST_FACTS && tells(value, &same, &facts) {
        facts.insert((same, value.clone()));
    }
    facts
}

/// Whether a term has to do with an element: it reads one, or is made of variables that are what was read.
fn tells(e: &Expr, same: &Expr, facts: &Facts) -> bool {
    let (mut size, mut tells, mut strange) = (0, matches!((same, e), (Expr::Select(..), Expr::Var(_))), false);
    e.walk(&mut |e| {
        size += 1;
        tells |= matches!(e, Expr::Select(..)) || facts.iter().any(|(known, _)| known == e);
        strange |= matches!(e, Expr::Store(..) | Expr::App(..) | Expr::Bound(_));
    });
    tells && !strange && size <= MOST_SIZE
}

/// The elements of which a comparison says, by the facts, whether they are 0.
fn findings(cfa: &Cfa, atom: &Formula, facts: &Facts) -> SortedSet<Finding> {
    let mut found = SortedSet::new();
    if !matches!(atom, Formula::Cmp(..)) {
        return found;
    }
    // The same comparison in the words of what is equal.
    let mut readings = vec![atom.clone()];
    let mut next = 0;
    while next < readings.len() && readings.len() < MOST_READINGS {
        let reading = readings[next].clone();
        next += 1;
        for (a, b) in facts {
            for (old, new) in [(a, b), (b, a)] {
                if matches!(old, Expr::Var(_) | Expr::Select(..)) {
                    let changed = reading.subst(&|e| (e == old).then(|| new.clone()));
                    if !readings.contains(&changed) {
                        readings.push(changed);
                    }
                }
            }
        }
    }
    for reading in readings {
        for (map, index) in reading.reads() {
            let Expr::Var(map) = map else { continue };
            if cfa.var(map).sort != Sort::array() {
                continue;
            }
            let element = Expr::select(map, index.clone());
            let mut is_bound = false;
            index.walk(&mut |e| is_bound |= matches!(e, Expr::Bound(_)));
            if is_bound {
                continue;
            }
            let with_zero = reading.subst(&|e| (*e == element).then_some(Expr::Const(Int::ZERO)));
            let zero = Expr::Const(Int::ZERO);
            let says_zero =
                [(&element, &zero), (&zero, &element)].iter().any(|(a, b)| reading == Formula::cmp(CmpOp::Eq, (*a).clone(), (*b).clone()));
            if with_zero == Formula::False {
                found.insert(Finding { map, index, is_zero: false });
            } else if says_zero {
                found.insert(Finding { map, index, is_zero: true });
            }
        }
    }
    found
}

/// A condition with what it says of the marks.
fn strengthened(cfa: &Cfa, f: &Formula, marks: &SortedMap<VarId, Marks>, facts: &Facts) -> Formula {
    match f {
        Formula::And(parts) => Formula::and(parts.iter().map(|p| strengthened(cfa, p, marks, facts))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| strengthened(cfa, p, marks, facts))),
        Formula::Cmp(..) => {
            let told = findings(cfa, f, facts).into_iter().filter_map(|finding| Some(marks.get(&finding.map)?.told(&finding)));
            Formula::and([f.clone()].into_iter().chain(told))
        }
        _ => f.clone(),
    }
}

impl Marks {
    /// Where an element stands to the marks.
    fn told(&self, Finding { index, is_zero, .. }: &Finding) -> Formula {
        let cmp = |op, mark: &VarId| Formula::cmp(op, *mark, index.clone());
        let below = Formula::cmp(CmpOp::Lt, index.clone(), 0);
        let last = self.last.as_ref().map(|(last, len)| match is_zero {
            true => Formula::or([Formula::cmp(CmpOp::Ge, index.clone(), len.clone()), cmp(CmpOp::Ge, last)]),
            false => cmp(CmpOp::Ne, last),
        });
        let first = match is_zero {
            true => Formula::and([Formula::cmp(CmpOp::Ge, self.first, 0), cmp(CmpOp::Le, &self.first)]),
            false => cmp(CmpOp::Ne, &self.first),
        };
        Formula::or([below, Formula::and([first].into_iter().chain(last))])
    }
}
