//! Non-linear clauses as a control-flow automaton, exactly: a relation is a procedure.
//!
//! The procedure takes some of the relation's arguments ([`crate::modes`]), chooses one of the relation's clauses, calls the procedures of the body,
//! guesses what else the clause mentions, assumes the constraint and returns the other arguments. So it can return a tuple iff the tuple is
//! derivable. The program chooses a query, calls its body and assumes its constraint: then it has failed.
//!
//! As the C front end does it, calls push what the caller still needs on maps, and [`base::recursion`] describes them; in a proof a contract
//! stands for each call, and **`requires ⇒ ensures` is the set of the relation**: where the first holds, every clause keeps the second.

use crate::derivation::{Fact, Taken};
use crate::diagnostic::{Diagnostic, Fault, Place};
use crate::lower::Lower;
use crate::modes::{Knowledge, Modes};
use crate::simplify::solve::definition;
use crate::subst::vars_of;
use crate::system::{Atom, Clause, System};
use crate::term::{Node, Rel, Sort, Term, Terms, Var};
use base::contract::{Contracts, Outline};
use base::exec::eval::State;
use base::recursion::{Call, Procedure, Recursion};
use base::{
    Cfa, Check, CmpOp, EdgeId, ErrorInfo, Expr, Files, Formula, InputKind, IntType, LocId, LocInfo, SortedMap, SortedSet, Span, Stmt,
    VarDecl, VarId,
};

const BIT: IntType = IntType::unsigned(1);

/// The procedure of a relation.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Spot {
    entry: LocId,
    exit: LocId,
    /// By argument: its parameter, or the variable of the result.
    args: Vec<VarId>,
    inputs: SortedSet<usize>,
}

/// An automaton and what its procedures stand for.
#[derive(Clone, Debug)]
pub struct Program {
    pub cfa: Cfa,
    spots: Vec<Spot>,
    /// By edge: the clause that ends with it, and the order in which it calls the relations of its body.
    ends: SortedMap<EdgeId, (usize, Vec<usize>)>,
}

struct Builder<'a> {
    system: &'a System,
    terms: Terms,
    cfa: Cfa,
    spots: Vec<Spot>,
    modes: Modes,
    slots: SortedMap<Sort, Vec<VarId>>,
    /// The stack of each variable that a call keeps.
    stacks: SortedMap<VarId, VarId>,
    depth: VarId,
    sites: VarId,
    calls: Vec<Call>,
    ends: SortedMap<EdgeId, (usize, Vec<usize>)>,
    error: LocId,
}

/// A path for a clause under construction.
struct Path {
    at: LocId,
    span: Span,
    vars: SortedMap<Var, VarId>,
    used: SortedMap<Sort, usize>,
    /// What is still to be assumed.
    open: Vec<Term>,
    /// The parameters of the procedure whose clause it is.
    params: Vec<VarId>,
}

/// The automaton of a system; it reaches an error iff the system has no model. Bodies must be normal.
pub fn to_program(system: &System, modes: Modes) -> Result<Program, Diagnostic> {
    let arrays = |c: &&Clause| c.vars(&system.terms).vars.iter().any(|v| system.terms.var_sort(*v) == Sort::Array);
    if let Some(clause) = system.clauses.iter().find(arrays)
        && let Err(fault) = Fault::unsupported::<()>(clause.place, "arrays in a system with non-linear clauses")
    {
        return Err(system.diagnostic(fault));
    }
    let mut cfa = Cfa::default();
    cfa.entry = cfa.add_loc(LocInfo::named("start"));
    let error = cfa.add_loc(LocInfo::named("false"));
    let mut files = Files::default();
    files.add(system.source.file.clone(), system.source.text.clone());
    cfa.files = files;
    let depth = cfa.add_var(VarDecl::int("$depth", None));
    let sites = cfa.add_var(VarDecl::array("$sites", None, None));
    let mut b = Builder {
        system,
        terms: system.terms.clone(),
        cfa,
        spots: Vec::new(),
        modes,
        slots: SortedMap::new(),
        stacks: SortedMap::new(),
        depth,
        sites,
        calls: Vec::new(),
        ends: SortedMap::new(),
        error,
    };
    let first_query = system.clauses.iter().find(|c| c.head.is_none());
    let span = first_query.map(|c| b.span(c.place));
    b.cfa.errors.push(ErrorInfo { loc: error, check: Check::Reach, message: "the body of a query can hold".into(), span });
    b.procedures();
    for (number, clause) in system.clauses.iter().enumerate() {
        b.clause(number, clause).map_err(|fault| system.diagnostic(fault))?;
    }
    b.returns();
    b.describe();
    Ok(Program { cfa: b.cfa, spots: b.spots, ends: b.ends })
}

impl Builder<'_> {
    fn span(&self, place: Place) -> Span {
        Span::new(self.system.source.file.clone(), place.line, place.column)
    }

    fn var(&mut self, name: &str, sort: Sort) -> VarId {
        self.cfa.add_var(VarDecl::int(name, (sort == Sort::Bool).then_some(BIT)))
    }

    fn loc(&mut self, name: &str, span: &Span) -> LocId {
        let name = format!("{name}.{}", self.cfa.locs.len());
        self.cfa.add_loc(LocInfo { span: Some(span.clone()), ..LocInfo::named(&name) })
    }

    fn procedures(&mut self) {
        for (r, relation) in self.system.relations.iter().enumerate() {
            let span = self.span(relation.place);
            let (entry, exit) = (self.loc(&relation.name, &span), self.loc(&format!("{}.end", relation.name), &span));
            let args = relation.args.iter().enumerate().map(|(i, a)| self.var(&format!("{}.{i}", relation.name), a.sort)).collect();
            self.spots.push(Spot { entry, exit, args, inputs: self.modes[r].clone() });
        }
    }

    fn slot(&mut self, path: &mut Path, v: Var) -> VarId {
        let sort = self.terms.var_sort(v);
        let n = path.used.entry(sort).or_default();
        *n += 1;
        if let Some(slot) = self.slots.get(&sort).and_then(|all| all.get(*n - 1)) {
            path.vars.insert(v, *slot);
            return *slot;
        }
        let slot = self.var(&format!("{}!{n}", if sort == Sort::Bool { "b" } else { "i" }), sort);
        self.slots.entry(sort).or_default().push(slot);
        path.vars.insert(v, slot);
        slot
    }

    fn step(&mut self, path: &mut Path, stmt: Stmt) {
        let next = self.loc("c", &path.span);
        self.cfa.add_edge(path.at, next, stmt, Some(path.span.clone()));
        path.at = next;
    }

    fn lowered(&self, path: &Path, t: Term) -> Option<Expr> {
        Lower::new(&self.terms, &path.vars).value(t)
    }

    /// Computes what follows from what is known, and assumes what can be decided.
    fn settle(&mut self, path: &mut Path) -> Option<()> {
        loop {
            let is_known = |b: &Self, path: &Path, t: Term| vars_of(&b.terms, t).iter().all(|v| path.vars.contains_key(v));
            let mut found = None;
            for (n, equation) in path.open.clone().into_iter().enumerate() {
                let choices = definition(&mut self.terms, equation, &|v| !path.vars.contains_key(&v));
                if let Some((v, value)) = choices.into_iter().find(|(_, value)| is_known(self, path, *value)) {
                    found = Some((n, v, value));
                    break;
                }
            }
            let Some((n, v, value)) = found else { break };
            path.open.remove(n);
            let value = self.lowered(path, value)?;
            let slot = self.slot(path, v);
            self.step(path, Stmt::Assign(slot, value));
        }
        let vars = &path.vars;
        let known = |t: &Term| vars_of(&self.terms, *t).iter().all(|v| vars.contains_key(v));
        let (now, later): (Vec<Term>, Vec<Term>) = path.open.iter().copied().partition(known);
        path.open = later;
        let mut lower = Lower::new(&self.terms, &path.vars);
        let formulas = now.into_iter().map(|t| lower.formula(t)).collect::<Option<Vec<_>>>()?;
        if !formulas.is_empty() {
            self.step(path, Stmt::Assume(Formula::and(formulas)));
        }
        Some(())
    }

    fn guess(&mut self, path: &mut Path, v: Var) {
        let ty = (self.terms.var_sort(v) == Sort::Bool).then_some(BIT);
        let var = self.slot(path, v);
        self.step(path, Stmt::Input { var, ty, kind: InputKind::Call("any".into()) });
    }

    fn clause(&mut self, number: usize, clause: &Clause) -> Result<(), Fault> {
        let too_large = || Fault {
            kind: crate::diagnostic::Kind::Unsupported,
            place: clause.place,
            message: "not yet supported: a formula that is too large without sharing".into(),
        };
        let (end, order) = self.path(clause).ok_or_else(too_large)?;
        self.ends.insert(end, (number, order));
        Ok(())
    }

    /// The path of a clause: its last edge, and the order of its calls.
    fn path(&mut self, clause: &Clause) -> Option<(EdgeId, Vec<usize>)> {
        let span = self.span(clause.place);
        let head = clause.head.as_ref().map(|h| (h, self.spots[h.rel.index()].clone()));
        let (from, to) = head.as_ref().map_or((self.cfa.entry, self.error), |(_, spot)| (spot.entry, spot.exit));
        let open = self.terms.conjuncts(clause.constraint);
        let mut path = Path { at: from, span, vars: SortedMap::new(), used: SortedMap::new(), open, params: Vec::new() };
        // Which clause it is, is a choice.
        self.step(&mut path, Stmt::Skip);
        let modes = self.modes.clone();
        let mut knowledge = Knowledge::new(&mut self.terms, clause, &modes);
        if let Some((atom, spot)) = &head {
            for i in &spot.inputs {
                let param = self.terms.fresh("parameter", self.system.relation(atom.rel).args[*i].sort);
                path.vars.insert(param, spot.args[*i]);
                path.params.push(spot.args[*i]);
                let param = self.terms.var(param);
                let equation = self.terms.eq(param, atom.args[*i]);
                path.open.push(equation);
            }
        }
        self.settle(&mut path)?;
        let mut order = Vec::new();
        let mut calls: Vec<(usize, &Atom)> = clause.body.iter().enumerate().collect();
        while let Some((n, atom)) = knowledge.next(&self.terms, &calls) {
            calls.retain(|(m, _)| *m != n);
            order.push(n);
            self.call(&mut path, atom)?;
            knowledge.called(&mut self.terms, atom);
        }
        for v in clause.vars(&self.terms).vars {
            if !path.vars.contains_key(&v) {
                self.guess(&mut path, v);
                self.settle(&mut path)?;
            }
        }
        if let Some((atom, spot)) = &head {
            for (i, t) in atom.args.iter().enumerate().filter(|(i, _)| !spot.inputs.contains(i)) {
                let value = self.lowered(&path, *t)?;
                self.step(&mut path, Stmt::Assign(spot.args[i], value));
            }
        }
        let end = self.cfa.add_edge(path.at, to, Stmt::Skip, Some(path.span.clone()));
        Some((end, order))
    }

    /// The arguments of an atom are different variables.
    fn call(&mut self, path: &mut Path, atom: &Atom) -> Option<()> {
        let spot = self.spots[atom.rel.index()].clone();
        let mut arguments = Vec::new();
        for (i, t) in atom.args.iter().enumerate() {
            let Node::Var(v) = *self.terms.node(*t) else { return None };
            if spot.inputs.contains(&i) {
                if !path.vars.contains_key(&v) {
                    self.guess(path, v);
                    self.settle(path)?;
                }
                arguments.push((spot.args[i], path.vars[&v]));
            }
        }
        let (before, after) = (path.at, self.loc("behind", &path.span));
        // Parameters and everything that was computed; results live until they are copied.
        let kept: SortedSet<VarId> = path.vars.values().copied().chain(path.params.iter().copied()).collect();
        let kept: Vec<VarId> = kept.into_iter().collect();
        self.calls.push(Call { before, after: Some(after), callee: atom.rel.index(), arguments: arguments.clone(), kept: kept.clone() });
        let number = self.calls.len() as i64;
        self.step(path, Stmt::Assign(self.sites, Expr::store(self.sites, self.depth, number)));
        for v in &kept {
            let stack = self.stack(*v);
            self.step(path, Stmt::Assign(stack, Expr::store(stack, self.depth, *v)));
        }
        self.step(path, Stmt::Assign(self.depth, Expr::add(self.depth, 1)));
        for (param, value) in arguments {
            self.step(path, Stmt::Assign(param, Expr::Var(value)));
        }
        self.cfa.add_edge(path.at, spot.entry, Stmt::Skip, Some(path.span.clone()));
        path.at = after;
        for (i, t) in atom.args.iter().enumerate().filter(|(i, _)| !spot.inputs.contains(i)) {
            let Node::Var(v) = *self.terms.node(*t) else { return None };
            let result = spot.args[i];
            match path.vars.get(&v).copied() {
                Some(known) => self.step(path, Stmt::Assume(Formula::cmp(CmpOp::Eq, known, result))),
                None => {
                    let slot = self.slot(path, v);
                    self.step(path, Stmt::Assign(slot, Expr::Var(result)));
                }
            }
        }
        self.settle(path)
    }

    fn stack(&mut self, v: VarId) -> VarId {
        if let Some(stack) = self.stacks.get(&v) {
            return *stack;
        }
        let name = format!("{}.$kept", self.cfa.var(v).name);
        let stack = self.cfa.add_var(VarDecl::array(&name, None, None));
        self.stacks.insert(v, stack);
        stack
    }

    /// From each exit back to the call whose number is on the stack.
    fn returns(&mut self) {
        for (i, call) in self.calls.clone().into_iter().enumerate() {
            let (exit, Some(after)) = (self.spots[call.callee].exit, call.after) else { continue };
            let below = Expr::sub(self.depth, 1);
            let number = i as i64 + 1;
            let mine = Formula::and([
                Formula::cmp(CmpOp::Gt, self.depth, 0),
                Formula::cmp(CmpOp::Eq, Expr::select(self.sites, below.clone()), number),
            ]);
            let mut stmts = vec![Stmt::Assume(mine), Stmt::Assign(self.depth, below)];
            stmts.extend(call.kept.iter().map(|v| Stmt::Assign(*v, Expr::select(self.stacks[v], self.depth))));
            let span = self.cfa.loc(after).span.clone().unwrap_or_else(|| Span::new("", 0, 0));
            let mut path = Path { at: exit, span, vars: SortedMap::new(), used: SortedMap::new(), open: Vec::new(), params: Vec::new() };
            stmts.into_iter().for_each(|s| self.step(&mut path, s));
            self.cfa.add_edge(path.at, after, Stmt::Skip, Some(path.span));
        }
    }

    fn describe(&mut self) {
        let side = |spot: &Spot, input: bool| {
            let of = spot.args.iter().enumerate().filter(|(i, _)| spot.inputs.contains(i) == input);
            of.map(|(_, v)| *v).collect::<Vec<VarId>>()
        };
        let procedures = self.spots.iter().zip(&self.system.relations).map(|(spot, relation)| Procedure {
            name: relation.name.clone(),
            entry: spot.entry,
            exit: Some(spot.exit),
            params: side(spot, true),
            result: side(spot, false),
        });
        let procedures = procedures.collect();
        let own = self.slots.values().flatten().chain(self.spots.iter().flat_map(|s| &s.args)).copied().collect();
        let stacks = self.stacks.values().copied().chain([self.depth, self.sites]).collect();
        self.cfa.recursions.push(Recursion { procedures, calls: std::mem::take(&mut self.calls), own, stacks });
    }
}

impl Program {
    /// What contracts say about the relations; none where one speaks of something else.
    pub fn sets(&self, contracts: &Contracts) -> Option<Vec<Option<Formula>>> {
        let outline = Outline::new(&self.cfa).ok()?;
        let snapshots = &outline.parts.first()?.snapshots;
        let set = |(spot, contract): (&Spot, &base::contract::Contract)| {
            let mut place: SortedMap<VarId, usize> = SortedMap::new();
            for (i, v) in spot.args.iter().enumerate() {
                place.insert(*v, i);
                place.extend(snapshots.get(v).map(|s| (*s, i)));
            }
            let whole = Formula::implies(&contract.requires, contract.ensures.clone());
            if !whole.vars().iter().all(|v| place.contains_key(v)) {
                return None;
            }
            Some(whole.subst(&|e| match e {
                Expr::Var(v) => place.get(v).map(|i| Expr::Var(VarId(*i as u32))),
                _ => None,
            }))
        };
        let list = contracts.first()?;
        Some(self.spots.iter().zip(list).map(set).collect())
    }

    /// What the last edge of a clause yields in the state behind it; none for other edges.
    pub fn taken(&self, edge: EdgeId, state: &State) -> Option<Taken> {
        let (clause, order) = self.ends.get(&edge)?.clone();
        let to = self.cfa.edge(edge).to;
        let spot = self.spots.iter().position(|s| s.exit == to);
        let fact = spot.map(|r| Fact { rel: Rel(r as u32), values: self.spots[r].args.iter().map(|v| state.int(*v).clone()).collect() });
        Some(Taken { clause, order, fact })
    }

    /// Whether the procedures are what their description says.
    pub fn is_described(&self) -> bool {
        Outline::new(&self.cfa).is_ok()
    }
}
