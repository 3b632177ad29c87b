//! What annotations call old: values from where the body of the entry function begins.
//!
//! `OLD(e)` marks a term until memory is laid out. Then every variable in it that is changed in the body, an integer or a map of the heap, gets a
//! copy that is made once, where the body begins, and the term speaks of the copies.

use super::Lower;
use crate::finish::reachable;
use base::{CmpOp, Expr, Formula, LocId, Stmt, VarId};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// What its argument was.
pub const OLD: &str = "$old";

pub fn old(e: Expr) -> Expr {
    Expr::App(OLD.into(), vec![e])
}

/// Whether a formula held; compared with 0 for being different or equal, and nowhere else.
pub fn old_formula(f: Formula) -> Formula {
    Formula::Cmp(CmpOp::Ne, Arc::new(old(Expr::ite(f, 1, 0))), Arc::new(0.into()))
}

impl Lower<'_> {
    /// Puts copies in the place of what is old.
    pub fn remember(&mut self) {
        let Some(begins) = self.begins else { return };
        let mut marked: BTreeSet<VarId> = BTreeSet::new();
        let mut is_marked = false;
        for edge in &self.graph.edges {
            let Stmt::Assume(f) = &edge.stmt else { continue };
            f.walk(&mut |e| {
                if let Expr::App(name, args) = e
                    && **name == *OLD
                {
                    is_marked = true;
                    marked.extend(args[0].vars());
                }
            });
        }
        if !is_marked {
            return;
        }
        let changed = self.changed_from(begins);
        let mut copies: BTreeMap<VarId, VarId> = BTreeMap::new();
        for var in marked.intersection(&changed) {
            let base::VarDecl { name, sort, ty, len, frame, .. } = self.vars[var.index()].clone();
            let copy = self.add_var(format!("{name}.$old"), sort, ty, len, None, frame);
            copies.insert(*var, copy);
        }
        for edge in &mut self.graph.edges {
            if let Stmt::Assume(f) = &edge.stmt {
                edge.stmt = Stmt::Assume(spoken_of(f, &copies));
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

    /// The variables that are changed behind a location.
    fn changed_from(&self, start: LocId) -> BTreeSet<VarId> {
        let seen = reachable(&self.graph, start);
        self.graph.edges.iter().filter(|e| seen[e.from.index()]).filter_map(|e| e.stmt.target()).collect()
    }
}

/// The formula without marks.
fn spoken_of(f: &Formula, copies: &BTreeMap<VarId, VarId>) -> Formula {
    let term = |e: &Expr| e.subst(&|e| term_spoken_of(e, copies));
    match f {
        Formula::Cmp(op, a, b) => match (term(a), term(b)) {
            // What is left of a formula.
            (Expr::Ite(c, yes, no), zero) if (&*yes, &*no, &zero) == (&1.into(), &0.into(), &0.into()) => match op {
                CmpOp::Eq => c.negate(),
                _ => (*c).clone(),
            },
            (a, b) => Formula::cmp(*op, a, b),
        },
        Formula::Not(inner) => spoken_of(inner, copies).negate(),
        Formula::And(parts) => Formula::and(parts.iter().map(|p| spoken_of(p, copies))),
        Formula::Or(parts) => Formula::or(parts.iter().map(|p| spoken_of(p, copies))),
        Formula::Quant(q, vars, body) => Formula::Quant(*q, vars.clone(), Arc::new(spoken_of(body, copies))),
        other => other.subst(&|e| term_spoken_of(e, copies)),
    }
}

fn term_spoken_of(e: &Expr, copies: &BTreeMap<VarId, VarId>) -> Option<Expr> {
    match e {
        Expr::App(name, args) if **name == *OLD => Some(args[0].subst(&|e| match e {
            Expr::Var(v) => copies.get(v).map(|c| Expr::Var(*c)),
            _ => None,
        })),
        Expr::Ite(c, a, b) => {
            let [a, b] = [a, b].map(|e| e.subst(&|e| term_spoken_of(e, copies)));
            Some(Expr::ite(spoken_of(c, copies), a, b))
        }
        _ => None,
    }
}
