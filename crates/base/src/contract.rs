//! Contracts of recursive functions, and the automaton in which they stand for calls.
//!
//! Hoare: Procedures and parameters: an axiomatic approach (1971). A contract of a procedure says what holds where it is entered
//! (`requires`) and how the state at its exit is related to the state at its entry (`ensures`). From an automaton and contracts for all
//! of its recursive procedures ([`crate::recursion`]) comes another, ordinary one without recursion ([`Outline::view`]):
//!
//! - a call is an error where `requires` does not hold of the arguments; else everything that the procedures may change gets any
//!   value such that `ensures` holds, except what the call keeps for the caller;
//! - a run may also start at the entry of any procedure, with any values such that `requires` holds; it is an error if it
//!   comes to the exit and `ensures` does not hold.
//!
//! **If no obligation (none of these errors) is reachable in the view, then every error location that is reachable in the automaton is reachable in
//! the view.** By induction over a run of the automaton: the part of it that belongs to the current activation of a procedure is a run of the
//! view from that procedure's entry. Where it makes a call, `requires` holds of the new activation's first state, since the obligation
//! is not reachable; where the callee comes back, `ensures` holds of its first and last state for the same reason, and the caller's
//! part goes on with one of the states that the view allows. This module is part of what is trusted.
//!
//! Numbers: the view has the locations and variables of the automaton, with the same numbers, and its own behind them. Which variables
//! those are depends on the automaton alone, so formulas over them can be written before there is a view.

use crate::cfa::{Cfa, Check, Edge, EdgeId, ErrorInfo, InputKind, LocId, LocInfo, Sort, Stmt, VarDecl, VarId};
use crate::expr::{Expr, Formula};
use crate::{SortedMap, SortedSet};

/// What a procedure asks for and what it guarantees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contract {
    /// About parameters and shared variables at the entry.
    pub requires: Formula,
    /// About the result and shared variables at the exit, and [`Part::snapshots`] of the entry.
    pub ensures: Formula,
}

/// By recursion and procedure.
pub type Contracts = Vec<Vec<Contract>>;

/// What the procedures of one recursion do to variables.
#[derive(Clone, Debug, Default)]
pub struct Part {
    /// Variables that a procedure may change, those of activations included.
    pub changed: SortedSet<VarId>,
    /// Variables that a procedure reads or changes and that exist once, for all activations.
    pub shared: SortedSet<VarId>,
    /// For parameters and for shared variables that may be changed: the variable that holds the value at the entry.
    pub snapshots: SortedMap<VarId, VarId>,
    /// For shared variables that may be changed: the variable that holds the value before a call.
    olds: SortedMap<VarId, VarId>,
    /// Everything that is mentioned.
    mentioned: SortedSet<VarId>,
}

/// What contracts of an automaton may speak about.
#[derive(Clone, Debug)]
pub struct Outline {
    /// The variables of the automaton and those of its views.
    pub vars: Vec<VarDecl>,
    pub parts: Vec<Part>,
    /// The edges of calls and returns.
    links: SortedSet<EdgeId>,
}

/// Where a contract may be broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Obligation {
    Requires { recursion: usize, call: usize },
    Ensures { recursion: usize, procedure: usize },
}

#[derive(Clone, Debug)]
pub struct View {
    pub cfa: Cfa,
    /// Error locations of the view that are not in the automaton.
    pub obligations: SortedMap<LocId, Obligation>,
}

impl Outline {
    /// The outline of an automaton with recursion; what is wrong with its description, in words.
    pub fn new(cfa: &Cfa) -> Result<Outline, String> {
        sound_numbers(cfa)?;
        let links = links(cfa);
        let entries: SortedSet<LocId> = cfa.recursions.iter().flat_map(|r| r.procedures.iter().map(|p| p.entry)).collect();
        let is_stack = |v: &VarId| cfa.recursions.iter().any(|r| r.stacks.contains(v));
        let elsewhere = |(i, e): (usize, &Edge)| {
            let mut vars = e.stmt.reads();
            vars.extend(e.stmt.target());
            links.contains(&EdgeId(i as u32)) || !entries.contains(&e.to) && !vars.iter().any(is_stack)
        };
        if !cfa.recursions.iter().all(|r| r.fits(cfa)) || !cfa.edges.iter().enumerate().all(elsewhere) {
            return Err("the description of recursive functions does not fit the automaton".into());
        }
        let mut vars = cfa.vars.clone();
        let mut parts = Vec::new();
        for number in 0..cfa.recursions.len() {
            let mut part = inspect(cfa, number, &links);
            let recursion = &cfa.recursions[number];
            let mut add = |v: VarId, when: &str| {
                let decl = &cfa.vars[v.index()];
                vars.push(VarDecl { name: format!("{}@{when}", decl.name).as_str().into(), source: None, ..decl.clone() });
                VarId(vars.len() as u32 - 1)
            };
            let is_int = |v: &VarId| cfa.var(*v).sort == Sort::Int;
            let changed: Vec<VarId> = part.shared.intersection(&part.changed).copied().filter(is_int).collect();
            let params = recursion.procedures.iter().flat_map(|p| p.params.iter().copied()).filter(is_int);
            let remembered: SortedSet<VarId> = params.chain(changed.iter().copied()).collect();
            part.snapshots = remembered.into_iter().map(|v| (v, add(v, "entry"))).collect();
            part.olds = changed.into_iter().map(|v| (v, add(v, "call"))).collect();
            parts.push(part);
        }
        Ok(Outline { vars, parts, links })
    }

    /// The automaton with the variables of its views: what formulas of contracts are about.
    pub fn extended(&self, cfa: &Cfa) -> Cfa {
        let mut extended = cfa.clone();
        extended.vars = self.vars.clone();
        extended
    }

    /// What the precondition of a procedure may mention.
    pub fn entry_vocabulary(&self, cfa: &Cfa, recursion: usize, procedure: usize) -> SortedSet<VarId> {
        let params = cfa.recursions[recursion].procedures[procedure].params.iter();
        self.parts[recursion].shared.iter().chain(params).copied().collect()
    }

    /// What the postcondition of a procedure may mention.
    pub fn exit_vocabulary(&self, cfa: &Cfa, recursion: usize, procedure: usize) -> SortedSet<VarId> {
        let part = &self.parts[recursion];
        let procedure = &cfa.recursions[recursion].procedures[procedure];
        let snapshots = part.snapshots.iter().filter(|(v, _)| procedure.params.contains(v) || part.shared.contains(v)).map(|(_, s)| s);
        part.shared.iter().chain(&procedure.result).chain(snapshots).copied().collect()
    }

    /// The automaton in which contracts stand for calls; what is wrong with them, in words.
    pub fn view(&self, cfa: &Cfa, contracts: &Contracts) -> Result<View, String> {
        let fits = |(recursion, list): (usize, &Vec<Contract>)| {
            cfa.recursions.get(recursion).is_some_and(|r| r.procedures.len() == list.len())
                && list.iter().enumerate().all(|(procedure, c)| {
                    c.requires.vars().is_subset(&self.entry_vocabulary(cfa, recursion, procedure))
                        && c.ensures.vars().is_subset(&self.exit_vocabulary(cfa, recursion, procedure))
                })
        };
        if contracts.len() != cfa.recursions.len() || !contracts.iter().enumerate().all(fits) {
            return Err("the contracts are about something else".into());
        }
        let kept = cfa.edges.iter().enumerate().filter(|(i, _)| !self.links.contains(&EdgeId(*i as u32))).map(|(_, e)| e.clone());
        let mut view = View { cfa: cfa.with_edges(kept), obligations: SortedMap::new() };
        view.cfa.vars = self.vars.clone();
        view.cfa.recursions = Vec::new();
        let start = view.location("start", cfa.entry);
        view.cfa.add_edge(start, cfa.entry, Stmt::Skip, None);
        view.cfa.entry = start;
        for (recursion, contracts) in contracts.iter().enumerate() {
            for call in 0..cfa.recursions[recursion].calls.len() {
                self.call(&mut view, cfa, recursion, call, contracts);
            }
            for (procedure, contract) in contracts.iter().enumerate() {
                self.procedure(&mut view, cfa, recursion, procedure, contract);
            }
        }
        Ok(view)
    }

    /// The contract in place of a call.
    fn call(&self, view: &mut View, cfa: &Cfa, recursion: usize, number: usize, contracts: &[Contract]) {
        let part = &self.parts[recursion];
        let call = &cfa.recursions[recursion].calls[number];
        let contract = &contracts[call.callee];
        let argument: SortedMap<VarId, VarId> = call.arguments.iter().copied().collect();
        let requires = contract.requires.subst(&|e| match e {
            Expr::Var(v) => argument.get(v).map(|a| Expr::Var(*a)),
            _ => None,
        });
        let procedure = &cfa.recursions[recursion].procedures[call.callee];
        let message = format!("a call of `{}` breaks its contract", procedure.name);
        view.oblige(Obligation::Requires { recursion, call: number }, call.before, &requires, message);
        let Some(after) = call.after else { return };
        let mut at = view.step(call.before, Stmt::Assume(requires));
        let ensured = contract.ensures.vars();
        // Snapshots of the callee are what the caller has now.
        let mut now: SortedMap<VarId, Expr> = SortedMap::new();
        for (v, snapshot) in &part.snapshots {
            match (argument.get(v), part.olds.get(v)) {
                (Some(a), _) => drop(now.insert(*snapshot, Expr::Var(*a))),
                (None, Some(old)) if ensured.contains(snapshot) => {
                    at = view.step(at, Stmt::Assign(*old, Expr::Var(*v)));
                    now.insert(*snapshot, Expr::Var(*old));
                }
                _ => {}
            }
        }
        let values: SortedSet<VarId> = argument.values().copied().collect();
        let lost = |v: &VarId| !call.kept.contains(v) && !cfa.recursions[recursion].stacks.contains(v);
        let any: SortedSet<VarId> = part.changed.iter().chain(&procedure.result).copied().filter(lost).collect();
        for var in any.difference(&values) {
            at = view.step(at, anything(*var));
        }
        // A parameter that the call does not set has an unknown value at the entry: nothing is said about its snapshot.
        let unknown = |v: &VarId| part.snapshots.values().any(|s| s == v) && !now.contains_key(v);
        let ensures = if ensured.iter().any(unknown) {
            Formula::True
        } else {
            contract.ensures.subst(&|e| match e {
                Expr::Var(v) => now.get(v).cloned(),
                _ => None,
            })
        };
        at = view.step(at, Stmt::Assume(ensures));
        for var in any.intersection(&values) {
            at = view.step(at, anything(*var));
        }
        view.cfa.add_edge(at, after, Stmt::Skip, None);
    }

    /// A run may start at the entry, and must keep the contract.
    fn procedure(&self, view: &mut View, cfa: &Cfa, recursion: usize, number: usize, contract: &Contract) {
        let part = &self.parts[recursion];
        let procedure = &cfa.recursions[recursion].procedures[number];
        let mut any = part.mentioned.clone();
        any.extend(contract.requires.vars());
        any.extend(procedure.params.iter().chain(&procedure.result));
        any.extend(part.snapshots.keys());
        let start = view.cfa.entry;
        let mut at = view.location(&format!("start.{}", procedure.name), procedure.entry);
        view.cfa.add_edge(start, at, Stmt::Skip, None);
        for var in any {
            at = view.step(at, anything(var));
        }
        at = view.step(at, Stmt::Assume(contract.requires.clone()));
        for (v, snapshot) in &part.snapshots {
            at = view.step(at, Stmt::Assign(*snapshot, Expr::Var(*v)));
        }
        view.cfa.add_edge(at, procedure.entry, Stmt::Skip, None);
        if let Some(exit) = procedure.exit {
            let message = format!("`{}` breaks its contract", procedure.name);
            view.oblige(Obligation::Ensures { recursion, procedure: number }, exit, &contract.ensures, message);
        }
    }
}

impl View {
    fn location(&mut self, name: &str, like: LocId) -> LocId {
        let like = self.cfa.loc(like).clone();
        let name = format!("{name}.{}", self.cfa.locs.len());
        self.cfa.add_loc(LocInfo { name: name.as_str().into(), loop_head: false, ..like })
    }

    fn step(&mut self, from: LocId, stmt: Stmt) -> LocId {
        let to = self.location("view", from);
        let span = self.cfa.loc(from).span.clone();
        self.cfa.add_edge(from, to, stmt, span);
        to
    }

    fn oblige(&mut self, obligation: Obligation, at: LocId, formula: &Formula, message: String) {
        let loc = self.location("obligation", at);
        let span = self.cfa.loc(at).span.clone();
        self.cfa.add_edge(at, loc, Stmt::Assume(formula.negate()), span.clone());
        self.cfa.errors.push(ErrorInfo { loc, check: Check::Reach, message, span });
        self.obligations.insert(loc, obligation);
    }
}

fn anything(var: VarId) -> Stmt {
    Stmt::Input { var, ty: None, kind: InputKind::Uninitialised }
}

/// Whether all numbers in the descriptions exist and sorts fit.
fn sound_numbers(cfa: &Cfa) -> Result<(), String> {
    let loc = |l: &LocId| l.index() < cfa.locs.len();
    let var = |v: &VarId| v.index() < cfa.vars.len();
    let sound = cfa.recursions.iter().all(|r| {
        let procedures =
            r.procedures.iter().all(|p| loc(&p.entry) && p.exit.as_ref().is_none_or(loc) && p.params.iter().chain(&p.result).all(var));
        let calls = r.calls.iter().all(|c| {
            let same = |(p, a): &(VarId, VarId)| var(p) && var(a) && cfa.var(*p).sort == cfa.var(*a).sort;
            let locations = loc(&c.before) && c.after.as_ref().is_none_or(loc);
            locations && c.callee < r.procedures.len() && c.arguments.iter().all(same) && c.kept.iter().all(var)
        });
        procedures && calls && r.own.iter().chain(&r.stacks).all(var)
    });
    if sound { Ok(()) } else { Err("the description of recursive functions makes no sense".into()) }
}

/// The edges from calls to entries and from exits behind calls.
fn links(cfa: &Cfa) -> SortedSet<EdgeId> {
    let procedures = || cfa.recursions.iter().flat_map(|r| &r.procedures);
    let calls = || cfa.recursions.iter().flat_map(|r| &r.calls);
    let ends: SortedSet<LocId> = procedures().map(|p| p.entry).chain(calls().filter_map(|c| c.after)).collect();
    let mut work: Vec<LocId> = calls().map(|c| c.before).chain(procedures().filter_map(|p| p.exit)).collect();
    let mut found = SortedSet::new();
    while let Some(at) = work.pop() {
        for &e in cfa.out(at) {
            if found.insert(e) && !ends.contains(&cfa.edge(e).to) {
                work.push(cfa.edge(e).to);
            }
        }
    }
    found
}

/// What one recursion does to variables: what its bodies, those of recursions inside of it included, mention and change.
fn inspect(cfa: &Cfa, number: usize, links: &SortedSet<EdgeId>) -> Part {
    let recursion = &cfa.recursions[number];
    let mut calls_at: SortedMap<LocId, Vec<(usize, usize)>> = SortedMap::new();
    for (r, other) in cfa.recursions.iter().enumerate() {
        for (c, call) in other.calls.iter().enumerate() {
            calls_at.entry(call.before).or_default().push((r, c));
        }
    }
    let mut part = Part::default();
    let mut work: Vec<LocId> = recursion.procedures.iter().map(|p| p.entry).collect();
    let mut seen: SortedSet<LocId> = work.iter().copied().collect();
    while let Some(at) = work.pop() {
        let mut next: Vec<LocId> = Vec::new();
        for &e in cfa.out(at).iter().filter(|e| !links.contains(e)) {
            let edge = cfa.edge(e);
            part.mentioned.extend(edge.stmt.reads());
            part.changed.extend(edge.stmt.target());
            next.push(edge.to);
        }
        for (r, c) in calls_at.get(&at).into_iter().flatten() {
            let call = &cfa.recursions[*r].calls[*c];
            part.mentioned.extend(call.arguments.iter().map(|(_, a)| *a));
            part.mentioned.extend(&call.kept);
            part.changed.extend(call.arguments.iter().map(|(p, _)| *p));
            next.extend(call.after);
            next.push(cfa.recursions[*r].procedures[call.callee].entry);
        }
        work.extend(next.into_iter().filter(|l| seen.insert(*l)));
    }
    part.mentioned.extend(&part.changed);
    let single = |v: &VarId| !recursion.own.contains(v) && !cfa.recursions.iter().any(|r| r.stacks.contains(v));
    part.shared = part.mentioned.iter().copied().filter(single).collect();
    part
}
