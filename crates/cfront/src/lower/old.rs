//! What annotations call old: values from where the body of the entry function begins.
//!
//! `OLD(e)` marks a term until memory is laid out. Then every variable in it that is changed in the body, an integer or a map of the heap, gets a
//! copy that is made once, where the body begins, and the term speaks of the copies.

use super::Lower;
use crate::finish::reachable;
use base::{CmpOp, Expr, Formula, Int, LocId, SortedMap, SortedSet, Stmt, VarId};
use std::sync::Arc;

/// What its argument was.
pub const OLD: &str = "$old";

/// When a body or a call by contract begins, by number: 0 is the body of the entry function.
pub type Moment = usize;

pub fn old(e: Expr, moment: Moment) -> Expr {
    Expr::App(OLD.into(), vec![e, Expr::Const(Int::from(moment))])
}

/// Whether a formula held; compared with 0 for being different or equal, and nowhere else.
pub fn old_formula(f: Formula, moment: Moment) -> Formula {
    Formula::Cmp(CmpOp::Ne, Arc::new(old(Expr::ite(f, 1, 0), moment)), Arc::new(0.into()))
}

impl Lower<'_> {
    /// Puts copies in the place of what is old.
    pub fn remember(&mut self) {
        if let Some(begins) = self.begins {
            self.remember_from(begins, None, 0);
        }
        for (n, (begins, ends)) in self.calls_by_contract.clone().into_iter().enumerate() {
            self.remember_from(begins, Some(ends), n + 1);
        }
    }

    /// Copies of what is changed between two places, in the marks of a moment.
    fn remember_from(&mut self, begins: LocId, ends: Option<LocId>, moment: Moment) {
        let mut marked: SortedSet<VarId> = SortedSet::new();
        let mut is_marked = false;
        for edge in &self.graph.edges {
            let Stmt::Assume(f) = &edge.stmt else { continue };
            f.walk(&mut |e| {
                if let Expr::App(name, args) = e
                    && **name == *OLD
                    && is_of(args, moment)
                {
                    is_marked = true;
                    marked.extend(args[0].vars());
                }
            });
        }
        if !is_marked {
            return;
        }
        let changed = self.changed_between(begins, ends);
        let mut copies: SortedMap<VarId, VarId> = SortedMap::new();
        for var in marked.intersection(&changed) {
            let base::VarDecl { name, sort, ty, len, frame, .. } = self.vars[var.index()].clone();
            let copy = self.add_var(format!("{name}.$old"), sort, ty, len, None, frame);
            copies.insert(*var, copy);
        }
        for edge in &mut self.graph.edges {
            if let Stmt::Assume(f) = &edge.stmt {
                edge.stmt = Stmt::Assume(spoken_of(f, moment, &copies));
            }
        }
        // All that leads to the beginning makes the copies first.
        let first = self.graph.loc(None);
        for edge in self.graph.edges.iter_mut().filter(|e| e.to == begins) {
            edge.to = first;
        }
        let span = self.source.span(0);
        self.graph.here = first;
        for (var, copy) in copies {
            self.graph.assign(copy, Expr::Var(var), &span);
        }
        let here = self.graph.here;
        self.graph.edge(here, begins, Stmt::Skip, None);
    }

    /// The variables that are changed behind a location, and before another.
    fn changed_between(&self, start: LocId, end: Option<LocId>) -> SortedSet<VarId> {
        let Some(end) = end else {
            let seen = reachable(&self.graph, start);
            return self.graph.edges.iter().filter(|e| seen[e.from.index()]).filter_map(|e| e.stmt.target()).collect();
        };
        let mut seen = SortedSet::from([start, end]);
        let mut changed = SortedSet::new();
        let mut work = vec![start];
        while let Some(loc) = work.pop() {
            for edge in self.graph.edges.iter().filter(|e| e.from == loc) {
                changed.extend(edge.stmt.target());
                if seen.insert(edge.to) {
                    work.push(edge.to);
                }
            }
        }
        changed
    }
}

fn is_of(args: &[Expr], moment: Moment) -> bool {
    args.get(1).and_then(Expr::as_const) == Some(&Int::from(moment))
}

/// The formula without marks of a moment.
fn spoken_of(f: &Formula, moment: Moment, copies: &SortedMap<VarId, VarId>) -> Formula {
    let term = |e: &Expr| e.subst(&|e| term_spoken_of(e, moment, copies));
    match f {
        Formula::Cmp(op, a, b) => match (term(a), term(b)) {
            // What is left of a formula.
            (Expr::Ite(c, yes, no), zero) if (&*yes, &*no, &zero) == (&1.into(), &0.into(), &0.into()) => match op {
                CmpOp::Eq => c.negate(),
                _ => (*c).clone(),
            },
            (a, b) => Formula::cmp(*op, a, b),
        },
        Formula::Not(inner) => spoken_of(inner, moment, copies).negate(),
        Formula::And(parts) => Formula::and(parts.iter().map(|p| spoken_of(p, moment, copies))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| spoken_of(p, moment, copies))),
        Formula::Quant(q, vars, body) => Formula::Quant(*q, vars.clone(), Arc::new(spoken_of(body, moment, copies))),
        other => other.subst(&|e| term_spoken_of(e, moment, copies)),
    }
}

fn term_spoken_of(e: &Expr, moment: Moment, copies: &SortedMap<VarId, VarId>) -> Option<Expr> {
    match e {
        Expr::App(name, args) if **name == *OLD && is_of(args, moment) => Some(args[0].subst(&|e| match e {
            Expr::Var(v) => copies.get(v).map(|c| Expr::Var(*c)),
            _ => None,
        })),
        Expr::Ite(c, a, b) => {
            let [a, b] = [a, b].map(|e| e.subst(&|e| term_spoken_of(e, moment, copies)));
            Some(Expr::ite(spoken_of(c, moment, copies), a, b))
        }
        _ => None,
    }
}
