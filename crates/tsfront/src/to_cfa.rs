//! Linear clauses as a control-flow automaton, exactly.
//!
//! A relation is a location and its arguments are variables; a clause is a path from the relation of its body (from the
//! entry if it has none) to that of its head (to the error if it has none): what the constraint says of the old values is
//! assumed, other variables of the clause are read as inputs, the rest is assumed, and the head's arguments get their
//! values. **At the location of a relation every variable that is not one of its arguments is 0.** So a relation has a
//! tuple in the least model iff the location is reached with these values, and an invariant of the location is a set for
//! the relation once the other variables are replaced by 0.

use crate::derivation::{Fact, Taken};
use crate::diagnostic::{Diagnostic, Fault, Place};
use crate::lower::Lower;
use crate::subst::vars_of;
use crate::system::{Clause, Relation, System};
use crate::term::{Node, Rel, Sort, Term, Terms, Var, children};
use base::exec::eval::{State, Value};
use base::{
    Cfa, Check, CmpOp, EdgeId, ErrorInfo, Expr, Files, Formula, InputKind, IntType, LocId, LocInfo, Name, Sort as CfaSort, SortedMap,
    SortedSet, Span, Stmt, VarDecl, VarId,
};

/// Where a relation is in the automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    pub loc: LocId,
    /// The variables of its arguments, with their sorts in the system.
    pub args: Vec<(VarId, Sort)>,
}

/// An automaton and what its locations and variables stand for.
#[derive(Clone, Debug)]
pub struct Automaton {
    pub cfa: Cfa,
    /// One per relation of the system.
    pub spots: Vec<Spot>,
    /// By edge: the clause of the system that it is a part of.
    pub clauses: Vec<usize>,
    /// By clause: whether there is a relation in its body.
    has_body: Vec<bool>,
    zeros: Option<VarId>,
}

const BIT: IntType = IntType::unsigned(1);

struct Builder<'a> {
    system: &'a System,
    cfa: Cfa,
    spots: Vec<Spot>,
    clauses: Vec<usize>,
    error: LocId,
    /// Variables for what lives inside a clause only.
    spare: SortedMap<Sort, Vec<VarId>>,
    /// The array that is 0 everywhere; it is never written.
    zeros: Option<VarId>,
}

/// The automaton of a system; it reaches an error iff the system has no model.
pub fn to_cfa(system: &System) -> Result<Automaton, Diagnostic> {
    system.linear()?;
    let mut cfa = Cfa::default();
    let entry = cfa.add_loc(LocInfo::named("start"));
    cfa.entry = entry;
    let error = cfa.add_loc(LocInfo::named("false"));
    let mut files = Files::default();
    files.add(system.source.file.clone(), system.source.text.clone());
    cfa.files = files;
    let first_query = system.clauses.iter().find(|c| c.head.is_none());
    let mut b = Builder { system, cfa, spots: Vec::new(), clauses: Vec::new(), error, spare: SortedMap::new(), zeros: None };
    let span = first_query.map(|c| b.span(c.place));
    b.cfa.errors.push(ErrorInfo { loc: error, check: Check::Reach, message: "the body of a query can hold".into(), span });
    b.locations();
    for (number, clause) in system.clauses.iter().enumerate() {
        b.clause(clause).map_err(|fault| system.diagnostic(fault))?;
        b.clauses.resize(b.cfa.edges.len(), number);
    }
    let has_body = system.clauses.iter().map(|c| !c.body.is_empty()).collect();
    Ok(Automaton { cfa: b.cfa, spots: b.spots, clauses: b.clauses, has_body, zeros: b.zeros })
}

impl Builder<'_> {
    fn span(&self, place: Place) -> Span {
        Span::new(self.system.source.file.clone(), place.line, place.column)
    }

    fn new_var(&mut self, name: &str, sort: Sort) -> VarId {
        self.cfa.add_var(match sort {
            Sort::Array | Sort::Map(_) => VarDecl::array(name, None, None),
            Sort::Bool => VarDecl::int(name, Some(BIT)),
            Sort::Int | Sort::Real | Sort::Obj(_) => VarDecl::int(name, None),
        })
    }

    /// A location per relation. Arguments of the same name share a variable, and so does an argument that a clause hands on
    /// unchanged.
    fn locations(&mut self) {
        let mut by_name: SortedMap<Name, VarId> = SortedMap::new();
        for r in reached_order(self.system) {
            let relation = self.system.relation(r);
            let mut used = SortedSet::new();
            for arg in &relation.args {
                used.extend(by_name.get(&arg.name).copied());
            }
            for (i, arg) in relation.args.iter().enumerate() {
                if by_name.contains_key(&arg.name) {
                    continue;
                }
                let together = |v: &VarId| {
                    let sharing = |name: &Name| by_name.get(name) == Some(v);
                    let has_both = |r: &Relation| r.args.iter().any(|a| a.name == arg.name) && r.args.iter().any(|a| sharing(&a.name));
                    self.system.relations.iter().any(has_both)
                };
                let handed = self.handed_on(r, i, &by_name).filter(|v| !together(v) && used.insert(*v));
                let v = handed.unwrap_or_else(|| self.new_var(&arg.name, arg.sort));
                by_name.insert(arg.name.clone(), v);
            }
        }
        for relation in &self.system.relations {
            let span = Some(self.span(relation.place));
            let loc = self.cfa.add_loc(LocInfo { span, ..LocInfo::named(&relation.name) });
            let mut args = Vec::new();
            for arg in &relation.args {
                let v = match by_name.get(&arg.name) {
                    Some(v) if args.iter().all(|(w, _)| w != v) => *v,
                    _ => self.new_var(&arg.name, arg.sort),
                };
                args.push((v, arg.sort));
            }
            self.spots.push(Spot { loc, args });
        }
    }

    /// The variable of an argument that some clause hands on to argument `i` of `r`.
    fn handed_on(&self, r: Rel, i: usize, by_name: &SortedMap<Name, VarId>) -> Option<VarId> {
        self.system.clauses.iter().find_map(|c| {
            let (head, body) = (c.head.as_ref().filter(|h| h.rel == r)?, c.body.first()?);
            let from = body.args.iter().position(|t| *t == head.args[i] && matches!(self.system.terms.node(*t), Node::Var(_)))?;
            let arg = &self.system.relation(body.rel).args[from];
            if arg.sort != self.system.relation(r).args[i].sort { None } else { by_name.get(&arg.name).copied() }
        })
    }

    fn spare(&mut self, sort: Sort, used: &mut SortedMap<Sort, usize>) -> VarId {
        let n = used.entry(sort).or_default();
        *n += 1;
        if let Some(v) = self.spare.get(&sort).and_then(|all| all.get(*n - 1)) {
            return *v;
        }
        let prefix = match sort {
            Sort::Bool => "b",
            Sort::Array | Sort::Map(_) => "a",
            Sort::Int | Sort::Real | Sort::Obj(_) => "i",
        };
        let v = self.new_var(&format!("{prefix}!{n}"), sort);
        self.spare.entry(sort).or_default().push(v);
        v
    }

    fn zero(&mut self, v: VarId) -> Expr {
        if matches!(self.cfa.var(v).sort, CfaSort::Int) {
            return 0.into();
        }
        Expr::Var(self.zeros())
    }

    /// The array that nobody writes.
    fn zeros(&mut self) -> VarId {
        let zeros = match self.zeros {
            Some(zeros) => zeros,
            None => self.new_var("zeros", Sort::Array),
        };
        self.zeros = Some(zeros);
        zeros
    }

    fn clause(&mut self, clause: &Clause) -> Result<(), Fault> {
        let terms = &self.system.terms;
        let too_large = || Fault {
            kind: crate::diagnostic::Kind::Unsupported,
            place: clause.place,
            message: "not yet supported: an equality of arrays inside a clause, or a formula that is too large without sharing".into(),
        };
        let body = clause.body.first();
        let old: Vec<(VarId, Sort)> = body.map(|a| self.spots[a.rel.index()].args.clone()).unwrap_or_default();
        let new: Vec<(VarId, Sort)> = clause.head.as_ref().map(|h| self.spots[h.rel.index()].args.clone()).unwrap_or_default();

        // The variables of the body are the old values.
        let mut vars: SortedMap<Var, VarId> = SortedMap::new();
        let mut equated = Vec::new();
        for (t, (slot, sort)) in body.iter().flat_map(|a| &a.args).zip(&old) {
            match terms.node(*t) {
                Node::Var(v) if !vars.contains_key(v) => {
                    vars.insert(*v, *slot);
                }
                _ => equated.push((*t, *slot, *sort)),
            }
        }
        let mentioned = clause.vars(terms).vars;
        let head: Vec<Term> = clause.head.iter().flat_map(|h| h.args.iter().copied()).collect();
        let mut read_old: SortedSet<VarId> = equated.iter().map(|(_, slot, _)| *slot).collect();
        let mut in_body_terms = SortedSet::new();
        equated.iter().for_each(|(t, ..)| in_body_terms.extend(vars_of(terms, *t)));
        let in_constraint = vars_of(terms, clause.constraint);
        for t in head.iter().chain([&clause.constraint]) {
            read_old.extend(vars_of(terms, *t).iter().filter_map(|v| vars.get(v)));
        }
        read_old.extend(in_body_terms.iter().filter_map(|v| vars.get(v)));
        let of_body: SortedSet<Var> = vars.keys().copied().collect();
        vars.retain(|_, slot| read_old.contains(slot));

        // Others are inputs: in the head's variable itself where nothing old is read from it any more.
        let mut used = SortedMap::new();
        let (mut inputs, mut late, mut spares) = (Vec::new(), Vec::new(), Vec::new());
        for v in mentioned {
            if of_body.contains(&v) {
                continue;
            }
            let sort = terms.var_sort(v);
            let targets: Vec<VarId> = head
                .iter()
                .zip(&new)
                .filter(|(t, _)| matches!(terms.node(**t), Node::Var(w) if *w == v))
                .map(|(_, (slot, _))| *slot)
                .collect();
            let early = in_constraint.contains(&v) || in_body_terms.contains(&v);
            let occurs = head.iter().filter(|t| vars_of(terms, **t).contains(&v)).count();
            let direct = targets.iter().copied().find(|slot| !read_old.contains(slot) && vars.values().all(|w| w != slot));
            match (direct, targets.first()) {
                (None, Some(slot)) if !early && occurs == 1 => late.push((*slot, sort)),
                (Some(slot), _) => {
                    vars.insert(v, slot);
                    inputs.push((slot, sort));
                }
                _ => {
                    let slot = self.spare(sort, &mut used);
                    vars.insert(v, slot);
                    inputs.push((slot, sort));
                    spares.push(slot);
                }
            }
        }

        // What speaks of old values alone comes before the inputs.
        let fresh: SortedSet<VarId> = inputs.iter().map(|(v, _)| *v).collect();
        let zeros = mentions_zeros(terms, clause).then(|| self.zeros());
        let mut lower = Lower::new(terms, &vars);
        lower.zeros = zeros;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        for (t, slot, sort) in &equated {
            if *sort == Sort::Array {
                return Err(too_large());
            }
            let value = lower.value(*t).ok_or_else(too_large)?;
            let f = Formula::cmp(CmpOp::Eq, *slot, value);
            if f.vars().is_disjoint(&fresh) { before.push(f) } else { after.push(f) }
        }
        for t in terms.conjuncts(clause.constraint) {
            let f = lower.formula(t).ok_or_else(too_large)?;
            if f.vars().is_disjoint(&fresh) { before.push(f) } else { after.push(f) }
        }
        let mut assigned = Vec::new();
        for (t, (slot, _)) in head.iter().zip(&new) {
            let is_late = matches!(terms.node(*t), Node::Var(v) if !vars.contains_key(v));
            if is_late {
                continue;
            }
            let value = lower.value(*t).ok_or_else(too_large)?;
            if value != Expr::Var(*slot) {
                assigned.push((*slot, value));
            }
        }

        let mut stmts = Vec::new();
        let assume = |parts: Vec<Formula>| match Formula::and(parts) {
            Formula::True => None,
            f => Some(Stmt::Assume(f)),
        };
        let input = |(var, sort): (VarId, Sort)| {
            let ty = (sort == Sort::Bool).then_some(BIT);
            Stmt::Input { var, ty, kind: InputKind::Call("any".into()) }
        };
        stmts.extend(assume(before));
        stmts.extend(inputs.iter().copied().map(input));
        stmts.extend(assume(after));
        for (slot, value, spare) in self.in_sequence(assigned, &mut used) {
            spares.extend(spare);
            stmts.push(Stmt::Assign(slot, value));
        }
        stmts.extend(late.into_iter().map(input));
        if clause.head.is_some() {
            let kept: SortedSet<VarId> = new.iter().map(|(v, _)| *v).collect();
            let stale: SortedSet<VarId> = old.iter().map(|(v, _)| *v).chain(spares).filter(|v| !kept.contains(v)).collect();
            for v in stale {
                let zero = self.zero(v);
                stmts.push(Stmt::Assign(v, zero));
            }
        }
        self.path(clause, stmts);
        Ok(())
    }

    /// Simultaneous assignments one after the other: a variable is written when nobody needs its old value; around a
    /// circle one old value is put aside (that variable is the third component).
    fn in_sequence(&mut self, mut open: Vec<(VarId, Expr)>, used: &mut SortedMap<Sort, usize>) -> Vec<(VarId, Expr, Option<VarId>)> {
        let mut done = Vec::new();
        while !open.is_empty() {
            let needed = |i: usize, v: VarId| open.iter().enumerate().any(|(j, (_, e))| j != i && e.vars().contains(&v));
            match (0..open.len()).find(|i| !needed(*i, open[*i].0)) {
                Some(i) => {
                    let (v, e) = open.remove(i);
                    done.push((v, e, None));
                }
                None => {
                    let v = open[0].0;
                    let sort = if matches!(self.cfa.var(v).sort, CfaSort::Map(..)) { Sort::Array } else { Sort::Int };
                    let aside = self.spare(sort, used);
                    done.push((aside, Expr::Var(v), Some(aside)));
                    for (_, e) in &mut open {
                        *e = e.replace(v, &Expr::Var(aside));
                    }
                }
            }
        }
        done
    }

    fn path(&mut self, clause: &Clause, mut stmts: Vec<Stmt>) {
        let from = clause.body.first().map_or(self.cfa.entry, |a| self.spots[a.rel.index()].loc);
        let to = clause.head.as_ref().map_or(self.error, |h| self.spots[h.rel.index()].loc);
        let span = self.span(clause.place);
        if stmts.is_empty() {
            stmts.push(Stmt::Skip);
        }
        let last = stmts.len() - 1;
        let mut at = from;
        for (i, stmt) in stmts.into_iter().enumerate() {
            let next = if i == last {
                to
            } else {
                let name = format!("c{}.{}", self.cfa.edges.len(), i);
                self.cfa.add_loc(LocInfo { span: Some(span.clone()), ..LocInfo::named(&name) })
            };
            self.cfa.add_edge(at, next, stmt, Some(span.clone()));
            at = next;
        }
    }
}

/// Relations in the order in which clauses reach them, from the facts.
fn reached_order(system: &System) -> Vec<Rel> {
    let mut order: Vec<Rel> = Vec::new();
    let mut known = SortedSet::new();
    let heads = |from: Option<Rel>| {
        let of = move |c: &&Clause| c.body.first().map(|a| a.rel) == from;
        system.clauses.iter().filter(of).filter_map(|c| c.head.as_ref().map(|h| h.rel)).collect::<Vec<_>>()
    };
    let mut next = 0;
    let mut open = heads(None);
    loop {
        for r in open {
            if known.insert(r) {
                order.push(r);
            }
        }
        let Some(r) = order.get(next) else { break };
        open = heads(Some(*r));
        next += 1;
    }
    order.extend((0..system.relations.len() as u32).map(Rel).filter(|r| !known.contains(r)));
    order
}

/// Whether the array that is 0 everywhere occurs.
fn mentions_zeros(terms: &Terms, clause: &Clause) -> bool {
    let mut open = vec![clause.constraint];
    open.extend(clause.body.iter().chain(&clause.head).flat_map(|a| a.args.iter().copied()));
    let mut seen = SortedSet::new();
    while let Some(t) = open.pop() {
        if t == Terms::ZEROS {
            return true;
        }
        if seen.insert(t) {
            open.extend(children(terms.node(t)));
        }
    }
    false
}

impl Automaton {
    /// What invariants of the relations' locations say about the relations; none where there is no invariant, or one that
    /// speaks of an array that is no argument.
    pub fn sets(&self, invariants: &SortedMap<LocId, Formula>) -> Vec<Option<Formula>> {
        let set = |spot: &Spot| {
            let place: SortedMap<VarId, usize> = spot.args.iter().enumerate().map(|(i, (v, _))| (*v, i)).collect();
            let invariant = invariants.get(&spot.loc)?;
            // The array that nobody writes is 0 wherever it is read.
            let invariant = &invariant.subst(&|e| match e {
                Expr::Select(m, _) if self.zeros.is_some_and(|zeros| **m == Expr::Var(zeros)) => Some(0.into()),
                _ => None,
            });
            let foreign = |v: &VarId| !place.contains_key(v) && !matches!(self.cfa.var(*v).sort, CfaSort::Int);
            if invariant.vars().iter().any(foreign) {
                return None;
            }
            Some(invariant.subst(&|e| match e {
                Expr::Var(v) => Some(place.get(v).map_or(0.into(), |i| Expr::Var(VarId(*i as u32)))),
                _ => None,
            }))
        };
        self.spots.iter().map(set).collect()
    }

    /// What the last edge of a clause yields in the state behind it; none for other edges. Arrays are 0 here: no derivation
    /// speaks of them.
    pub fn taken(&self, edge: EdgeId, state: &State) -> Option<Taken> {
        let clause = *self.clauses.get(edge.index())?;
        let order = if self.has_body.get(clause) == Some(&true) { vec![0] } else { Vec::new() };
        let to = self.cfa.edge(edge).to;
        if self.cfa.error_at(to).is_some() {
            return Some(Taken { clause, order, fact: None });
        }
        let rel = self.spots.iter().position(|s| s.loc == to)?;
        let value = |(v, _): &(VarId, Sort)| match &state.values[v.index()] {
            Value::Int(i) => i.clone(),
            Value::Map(_) => Default::default(),
        };
        let fact = Some(Fact { rel: Rel(rel as u32), values: self.spots[rel].args.iter().map(value).collect() });
        Some(Taken { clause, order, fact })
    }
}
