//! The exact formula of a path, and what it says: the path can be run, or why not.
//!
//! Each assignment makes a fresh version of its variable (static single assignment on one path), so the conjunction of
//! the statements' formulas is satisfiable iff some run takes the path. A satisfiable one gives the values that the
//! path's inputs must have, an unsatisfiable one the positions that contradict each other and interpolants
//! ([`crate::interpolate`]).
//!
//! Maps are versions too. That a map is 0 everywhere at the start, or has elements of a type, is said at the indices that
//! the question reads and nowhere else: for formulas without quantifiers this is as good as saying it of all (a map that
//! satisfies the instances can be changed where nobody looks). Invariant: a formula here is implied by
//! its statement's meaning, so "unsatisfiable" can be relied on; "satisfiable" is for whoever runs the values.

use crate::ground::ground;
use crate::interpolate;
use crate::model::ModelValue;
use crate::solver::{Answer, Session};
use crate::symbols::Symbols;
use base::reach;
use base::{Budget, Cfa, CmpOp, EdgeId, Expr, Formula, Int, IntType, Quantifier, Sort, SortedMap, SortedSet, Stmt, VarId};
use std::sync::Arc;
use std::time::Duration;

/// What is known about a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Feasibility {
    /// With a value for each of the path's inputs, in order. They are the solver's: run them ([`crate::follow`]).
    Feasible(Vec<ModelValue>),
    /// No run takes the path: the statements at these positions (and the start) contradict each other.
    Infeasible {
        core: SortedSet<usize>,
    },
    Unknown(String),
}

/// What holds of all elements of a map that no statement of the path has written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Elements {
    Zero,
    In(IntType),
}

/// The formula of a path, in parts.
#[derive(Clone, Debug)]
pub struct PathFormula<'a> {
    stmts: Vec<&'a Stmt>,
    /// The program's variables stand for their first versions; later ones come behind them.
    symbols: Symbols,
    /// What each statement says.
    parts: Vec<Formula>,
    /// The version that a statement makes of its target.
    made: Vec<Option<VarId>>,
    /// The program's variable of each later version.
    of: Vec<VarId>,
    /// Whether the path starts where runs do.
    from_start: bool,
    /// The maps that a map's elements can come from.
    roots: SortedMap<VarId, SortedSet<VarId>>,
    /// What is known of a root, and the position that says so (none: the start).
    elements: SortedMap<VarId, (Elements, Option<usize>)>,
}

impl<'a> PathFormula<'a> {
    /// A path along edges from the entry.
    pub fn new(cfa: &'a Cfa, path: &[EdgeId]) -> Self {
        PathFormula::of_statements(Symbols::of(cfa), path.iter().map(|e| &cfa.edge(*e).stmt), true)
    }

    /// Statements over a program's variables, one after the other; `from_start`: every variable is 0 before them, else anything.
    pub fn of_statements(program: Symbols, stmts: impl IntoIterator<Item = &'a Stmt>, from_start: bool) -> Self {
        let mut now: Vec<VarId> = (0..program.len() as u32).map(VarId).collect();
        let mut path = PathFormula {
            stmts: Vec::new(),
            symbols: program,
            parts: Vec::new(),
            made: Vec::new(),
            of: Vec::new(),
            from_start,
            roots: SortedMap::new(),
            elements: SortedMap::new(),
        };
        for &v in &now {
            if path.symbols.is_map(v) {
                path.roots.insert(v, [v].into());
                if from_start {
                    path.elements.insert(v, (Elements::Zero, None));
                }
            }
        }
        for stmt in stmts {
            path.add(stmt, &mut now);
        }
        path
    }

    fn add(&mut self, stmt: &'a Stmt, now: &mut [VarId]) {
        let position = self.parts.len();
        let mut made = None;
        let part = match stmt {
            Stmt::Skip | Stmt::Print { .. } => Formula::True,
            Stmt::Assume(f) => renamed(f, now),
            Stmt::Assign(v, e) => {
                let value = renamed_expr(e, now);
                let new = self.version(*v, now);
                made = Some(new);
                if self.symbols.is_map(new) {
                    let roots = self.roots_of(&value);
                    self.roots.insert(new, roots);
                }
                Formula::cmp(CmpOp::Eq, new, value)
            }
            Stmt::Input { var, ty, .. } => {
                let new = self.version(*var, now);
                made = Some(new);
                if self.symbols.is_map(new) {
                    self.roots.insert(new, [new].into());
                    if let Some(ty) = ty {
                        self.elements.insert(new, (Elements::In(*ty), Some(position)));
                    }
                    Formula::True
                } else {
                    ty.map_or(Formula::True, |ty| Expr::Var(new).in_range(ty))
                }
            }
        };
        self.stmts.push(stmt);
        self.parts.push(part);
        self.made.push(made);
    }

    fn version(&mut self, v: VarId, now: &mut [VarId]) -> VarId {
        let name = format!("{}.{}", self.symbols.name(v).map_or("", |n| n), self.parts.len());
        let sort = self.symbols.sort(v).cloned().unwrap_or(Sort::Int);
        let new = self.symbols.add(name.as_str(), sort);
        self.of.push(v);
        now[v.index()] = new;
        new
    }

    pub fn len(&self) -> usize {
        self.stmts.len()
    }

    pub fn is_empty(&self) -> bool {
        self.stmts.is_empty()
    }

    pub fn statement(&self, position: usize) -> &'a Stmt {
        self.stmts[position]
    }

    pub fn symbols(&self) -> &Symbols {
        &self.symbols
    }

    /// The program's variables alone.
    pub fn program(&self) -> Symbols {
        let mut program = self.symbols.clone();
        program.truncate(self.program_vars());
        program
    }

    /// What the statement at a position says of the versions before and after it.
    pub fn part(&self, position: usize) -> &Formula {
        &self.parts[position]
    }

    /// Whether a symbol is the first version of a variable, which is 0 if the path starts where runs do.
    pub fn is_first(&self, version: VarId) -> bool {
        version.index() < self.program_vars()
    }

    fn program_vars(&self) -> usize {
        self.symbols.len() - self.of.len()
    }

    /// Whether a symbol is a variable where runs start.
    pub fn starts_at_zero(&self, version: VarId) -> bool {
        self.from_start && self.is_first(version)
    }

    /// The program's variable of a version.
    pub fn variable(&self, version: VarId) -> VarId {
        version.index().checked_sub(self.program_vars()).and_then(|i| self.of.get(i)).copied().unwrap_or(version)
    }

    /// The version of each program variable before the statement at a position.
    pub fn before(&self, position: usize) -> Vec<VarId> {
        let mut now: Vec<VarId> = (0..self.program_vars() as u32).map(VarId).collect();
        for new in self.made.iter().take(position).flatten() {
            now[self.variable(*new).index()] = *new;
        }
        now
    }

    /// A formula over the program's variables, said of the versions before a position.
    pub fn at(&self, position: usize, f: &Formula) -> Formula {
        renamed(f, &self.before(position))
    }

    /// The start and the first `upto` statements, one formula each, with what they say of the maps that they and `others` read.
    pub fn question(&self, upto: usize, others: &[Formula]) -> Vec<Formula> {
        let mut question = vec![Vec::new()];
        question.extend(self.parts.iter().take(upto).map(|p| vec![p.clone()]));
        let mut seen = SortedSet::new();
        let mut firsts = SortedSet::new();
        let mut read = |m: &Expr, i: &Arc<Expr>| {
            for root in self.roots_of(m) {
                let Some((elements, by)) = self.elements.get(&root) else { continue };
                let place = by.map_or(0, |position| position + 1);
                if place <= upto && seen.insert((root, i.clone())) {
                    question[place].push(instance(root, i, *elements));
                }
            }
        };
        for f in self.parts.iter().take(upto).chain(others) {
            f.walk(&mut |e| match e {
                Expr::Var(v) if self.from_start && self.is_first(*v) && !self.symbols.is_map(*v) => drop(firsts.insert(*v)),
                Expr::Select(m, i) => read(m, i),
                _ => {}
            });
            // Reachability reads at its ends, and where a way ends that leaves the map as it was.
            f.each_atom(&mut |atom| {
                if let Some([m, ends @ ..]) = reach::as_between(atom) {
                    ends.into_iter().cloned().chain([Expr::from(0)]).for_each(|e| read(m, &Arc::new(e)));
                }
            });
        }
        question[0].extend(firsts.into_iter().map(|v| Formula::cmp(CmpOp::Eq, v, 0)));
        question.into_iter().map(Formula::and).collect()
    }

    fn roots_of(&self, m: &Expr) -> SortedSet<VarId> {
        match m {
            Expr::Var(v) => self.roots.get(v).cloned().unwrap_or_default(),
            Expr::Store(inner, ..) => self.roots_of(inner),
            Expr::Ite(_, a, b) => self.roots_of(a).into_iter().chain(self.roots_of(b)).collect(),
            _ => SortedSet::new(),
        }
    }

    /// Can the path be run? Each question to the solver gets at most `limit`.
    pub fn ask(&self, session: &mut Session, limit: Duration, budget: &Budget) -> Feasibility {
        self.answer((&self.question(self.len(), &[]), &self.symbols), session, limit, budget)
    }

    /// The same with instances in the place of quantifiers, if there are some: what is infeasible then is so, and what is feasible may be.
    pub fn ask_instances(&self, session: &mut Session, limit: Duration, budget: &Budget) -> Option<Feasibility> {
        let (instances, symbols) = ground(&self.question(self.len(), &[]), &self.symbols)?;
        Some(self.answer((&instances, &symbols), session, limit, budget))
    }

    fn answer(&self, (question, symbols): (&[Formula], &Symbols), session: &mut Session, limit: Duration, budget: &Budget) -> Feasibility {
        match session.check_sat(symbols, question, &budget.child(Some(limit))) {
            Answer::Sat(Some(model)) => {
                let inputs = self.stmts.iter().zip(&self.made).filter(|(s, _)| matches!(s, Stmt::Input { .. }));
                let value = |v: &VarId| model.values.get(v).cloned().unwrap_or(ModelValue::Int(Int::ZERO));
                Feasibility::Feasible(inputs.filter_map(|(_, made)| made.as_ref().map(value)).collect())
            }
            Answer::Sat(None) => Feasibility::Unknown("the solver's values could not be read".into()),
            Answer::Unknown(why) => Feasibility::Unknown(why),
            Answer::Unsat => {
                // Naming the parts keeps the solver from simplifying; if that is too much for it, all of them are the core.
                let core = session.core(symbols, question, &budget.child(Some(limit)));
                let positions = |c: Vec<usize>| c.into_iter().filter_map(|i| i.checked_sub(1)).collect();
                Feasibility::Infeasible { core: core.map_or_else(|_| (0..self.len()).collect(), positions) }
            }
        }
    }

    /// For an infeasible path of n statements I₀ … Iₙ over the program's variables: I₀ holds at the start, each statement
    /// leads from Iₖ into Iₖ₊₁ only, and Iₙ is false. Confirmed by the solver step by step; none if they were not.
    pub fn interpolants(&self, core: &SortedSet<usize>, session: &mut Session, limit: Duration, budget: &Budget) -> Option<Vec<Formula>> {
        interpolate::backwards(self, core, session, limit, budget)
    }
}

fn instance(map: VarId, index: &Arc<Expr>, elements: Elements) -> Formula {
    let said = |element: Expr| match elements {
        Elements::Zero => Formula::cmp(CmpOp::Eq, element, 0),
        Elements::In(ty) => element.in_range(ty),
    };
    // An index that a quantifier binds: there it is said of all.
    let mut bound = SortedSet::new();
    index.walk(&mut |e| {
        if let Expr::Bound(name) = e {
            bound.insert(name.clone());
        }
    });
    match bound.pop_first() {
        None => said(Expr::Select(Arc::new(map.into()), index.clone())),
        Some(name) => {
            let all = said(Expr::select(map, Expr::Bound(name.clone())));
            Formula::Quant(Quantifier::Forall, vec![(name, Sort::Int)], Arc::new(all))
        }
    }
}

fn renamed(f: &Formula, now: &[VarId]) -> Formula {
    f.subst(&|e| version_of(e, now))
}

fn renamed_expr(e: &Expr, now: &[VarId]) -> Expr {
    e.subst(&|e| version_of(e, now))
}

fn version_of(e: &Expr, now: &[VarId]) -> Option<Expr> {
    if let Expr::Var(v) = e { now.get(v.index()).map(|n| Expr::Var(*n)) } else { None }
}
