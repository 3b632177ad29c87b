//! Results of library functions of which C fixes no more than the sign, or whether they are zero.
//!
//! The models of such functions (`strcmp`, `memcmp`, `isalpha`) compute one value that is allowed and mark it. When the program is
//! translated, it is known what becomes of the value: if it is only copied and asked for what C fixes, that value does. Otherwise an input
//! chooses among all that are allowed. Printing it asks for nothing: no property depends on what is printed.
//!
//! Invariant: the edges that are marked assign a variable that nobody else assigns.

use super::Lower;
use crate::graph::{Note, Quality};
use base::{CmpOp, Expr, Formula, InputKind, IntType, SortedMap, SortedSet, Stmt, VarId};

/// What becomes of a variable in a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fate {
    /// Nothing but tests for what is fixed, or nothing at all.
    Asked,
    /// It may be the value of the term.
    Copied,
    /// It matters which value it is.
    Seen,
}

/// Whether the comparison of a value with a number asks only for what is fixed.
fn asks_quality(quality: Quality, op: CmpOp, number: i64) -> bool {
    match (op, number) {
        (CmpOp::Eq | CmpOp::Ne, 0) => true,
        (CmpOp::Lt | CmpOp::Le | CmpOp::Gt | CmpOp::Ge, 0) | (CmpOp::Lt | CmpOp::Ge, 1) | (CmpOp::Le | CmpOp::Gt, -1) => {
            quality == Quality::Sign
        }
        _ => false,
    }
}

fn in_term(e: &Expr, var: VarId, quality: Quality) -> Fate {
    match e {
        Expr::Var(v) if *v == var => Fate::Copied,
        Expr::Ite(condition, a, b) => in_formula(condition, var, quality).max(in_term(a, var, quality)).max(in_term(b, var, quality)),
        other if other.vars().contains(&var) => Fate::Seen,
        _ => Fate::Asked,
    }
}

fn in_formula(f: &Formula, var: VarId, quality: Quality) -> Fate {
    match f {
        Formula::Cmp(op, a, b) => {
            let tested = match (a.as_const(), b.as_const()) {
                (None, Some(c)) => Some((a, *op, c)),
                (Some(c), None) => Some((b, op.flip(), c)),
                _ => None,
            };
            match tested {
                Some((term, op, number)) => match in_term(term, var, quality) {
                    Fate::Copied if i64::try_from(number).is_ok_and(|n| asks_quality(quality, op, n)) => Fate::Asked,
                    Fate::Asked => Fate::Asked,
                    _ => Fate::Seen,
                },
                None if f.vars().contains(&var) => Fate::Seen,
                None => Fate::Asked,
            }
        }
        Formula::Not(inner) => in_formula(inner, var, quality),
        Formula::And(parts) | Formula::Or(parts) => parts.iter().map(|p| in_formula(p, var, quality)).max().unwrap_or(Fate::Asked),
        other if other.vars().contains(&var) => Fate::Seen,
        _ => Fate::Asked,
    }
}

impl Lower<'_> {
    /// Marks a value as one of several that C allows.
    pub fn loose(&mut self, value: super::value::Scalar, quality: Quality, span: &base::Span) -> super::value::Scalar {
        if Self::is_const(&value.expr) && value.expr.as_const() == Some(&base::Int::ZERO) {
            return value;
        }
        let var = self.temporary(crate::types::CInt::INT);
        self.graph.assign(var, value.expr, span);
        let function = self.modelled_function().as_str().into();
        if let Some(edge) = self.graph.edges.last_mut() {
            edge.note = Note::Loose(quality, function);
        }
        self.scalar(var.into(), crate::types::CInt::INT, 0)
    }

    /// Opens the values that make a difference.
    pub fn loosen(&mut self) {
        let marked: Vec<usize> = (0..self.graph.edges.len()).filter(|i| matches!(self.graph.edges[*i].note, Note::Loose(..))).collect();
        if marked.is_empty() {
            return;
        }
        let mut readers: SortedMap<VarId, Vec<usize>> = SortedMap::new();
        for (i, edge) in self.graph.edges.iter().enumerate() {
            for var in edge.stmt.reads() {
                readers.entry(var).or_default().push(i);
            }
        }
        for i in marked {
            let Note::Loose(quality, function) = std::mem::replace(&mut self.graph.edges[i].note, Note::Nothing) else { continue };
            let Stmt::Assign(var, value) = self.graph.edges[i].stmt.clone() else { continue };
            if self.is_seen(var, quality, &readers) {
                self.open_value(i, var, value, quality, &function);
            }
        }
    }

    /// Whether anything depends on which of the allowed values a variable has.
    fn is_seen(&self, var: VarId, quality: Quality, readers: &SortedMap<VarId, Vec<usize>>) -> bool {
        let (mut reached, mut work) = (SortedSet::from([var]), vec![var]);
        while let Some(var) = work.pop() {
            for i in readers.get(&var).into_iter().flatten() {
                let (fate, target) = match &self.graph.edges[*i].stmt {
                    Stmt::Assign(target, value) => (in_term(value, var, quality), Some(*target)),
                    Stmt::Assume(f) => (in_formula(f, var, quality), None),
                    Stmt::Print { .. } | Stmt::Skip | Stmt::Input { .. } => (Fate::Asked, None),
                };
                match (fate, target) {
                    (Fate::Asked, _) => {}
                    (Fate::Copied, Some(target)) => {
                        if reached.insert(target) {
                            work.push(target);
                        }
                    }
                    _ => return true,
                }
            }
        }
        false
    }

    /// Makes the value any that is allowed. Where the input says 0 it stays what it was.
    fn open_value(&mut self, i: usize, var: VarId, value: Expr, quality: Quality, function: &str) {
        let (to, span) = (self.graph.edges[i].to, self.graph.edges[i].span.clone());
        let beside = match quality {
            Quality::Sign => "beside its sign",
            Quality::Zero => "beside being 0 or not",
        };
        self.graph.frame = self.graph.locs[self.graph.edges[i].from.index()].frame;
        let any = self.temporary(crate::types::CInt::INT);
        let middle = self.graph.loc(span.clone());
        let kind = InputKind::Open(format!("the result of `{function}` {beside}").as_str().into());
        self.graph.edges[i].stmt = Stmt::Input { var: any, ty: Some(IntType::I32), kind };
        self.graph.edges[i].to = middle;
        let is = |op: CmpOp, e: &Expr| Formula::cmp(op, e.clone(), 0);
        let any = Expr::Var(any);
        let open = match quality {
            Quality::Sign => {
                let positive = Expr::ite(is(CmpOp::Gt, &any), any.clone(), 1);
                let negative = Expr::ite(is(CmpOp::Lt, &any), any.clone(), -1);
                Expr::ite(is(CmpOp::Gt, &value), positive, Expr::ite(is(CmpOp::Lt, &value), negative, 0))
            }
            Quality::Zero => Expr::ite(is(CmpOp::Ne, &value), Expr::ite(is(CmpOp::Ne, &any), any, 1), 0),
        };
        self.graph.edge(middle, to, Stmt::Assign(var, open), span);
    }
}
