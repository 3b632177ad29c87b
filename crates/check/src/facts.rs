//! What is known: formulas taken apart into linear rows, disjunctions and universal statements.
//!
//! Trusted. Invariant: every fact follows from the formulas that were assumed (with fresh names for what `exists` asserts),
//! so a contradiction among facts refutes the formulas. A formula that cannot be expressed is dropped, which is sound.

use crate::row::{Col, Form, Row, Terms};
use base::{CmpOp, Expr, Formula, Int, Name, Sort, VarId};
use logic::Symbols;
use std::sync::Arc;

/// The place of a fact in the list. The same assumptions in the same order give the same places.
pub type FactId = usize;

#[derive(Clone, Debug)]
pub enum Fact {
    Row(Row),
    /// One of the formulas holds.
    Cases(Cases),
    /// The body holds for all integers in the place of the names.
    All(Vec<Name>, Arc<Formula>),
}

#[derive(Clone, Debug)]
pub struct Cases {
    pub branches: Vec<Formula>,
    /// For each branch, rows that follow from it: advice for the search.
    pub preview: Vec<Vec<Row>>,
    /// The columns that occur in the branches: advice as well.
    pub cols: Vec<Col>,
}

/// A point to come back to.
#[derive(Clone, Copy, Debug)]
pub struct Mark {
    facts: usize,
    symbols: usize,
}

impl Mark {
    /// The number of facts at this point.
    pub fn facts(&self) -> usize {
        self.facts
    }
}

#[derive(Clone, Debug, Default)]
pub struct Facts {
    pub terms: Terms,
    pub symbols: Symbols,
    list: Vec<Fact>,
    /// The rows and cases in which a column occurs.
    occurs: Vec<Vec<FactId>>,
}

impl Facts {
    pub fn new(symbols: Symbols) -> Self {
        Facts { symbols, ..Facts::default() }
    }

    pub fn len(&self) -> usize {
        self.list.len()
    }

    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    pub fn get(&self, id: FactId) -> Option<&Fact> {
        self.list.get(id)
    }

    pub fn row(&self, id: FactId) -> Option<&Row> {
        if let Some(Fact::Row(row)) = self.list.get(id) { Some(row) } else { None }
    }

    pub fn iter(&self) -> impl Iterator<Item = (FactId, &Fact)> {
        self.list.iter().enumerate()
    }

    pub fn occurs(&self, col: Col) -> &[FactId] {
        self.occurs.get(col as usize).map_or(&[], Vec::as_slice)
    }

    pub fn mark(&self) -> Mark {
        Mark { facts: self.list.len(), symbols: self.symbols.len() }
    }

    /// Forgets what was assumed since the mark.
    pub fn undo(&mut self, mark: Mark) {
        while self.list.len() > mark.facts {
            let id = self.list.len() - 1;
            match self.list.pop() {
                Some(Fact::Row(row)) => row.terms.iter().for_each(|(col, _)| self.leave(*col, id)),
                Some(Fact::Cases(cases)) => cases.cols.iter().for_each(|col| self.leave(*col, id)),
                _ => {}
            }
        }
        self.symbols.truncate(mark.symbols);
    }

    fn leave(&mut self, col: Col, id: FactId) {
        let left = self.occurs[col as usize].pop();
        debug_assert_eq!(left, Some(id));
    }

    fn enter(&mut self, col: Col, id: FactId) {
        if self.occurs.len() <= col as usize {
            self.occurs.resize(col as usize + 1, Vec::new());
        }
        self.occurs[col as usize].push(id);
    }

    pub fn push_row(&mut self, row: Row) {
        if row.is_trivial() {
            return;
        }
        let id = self.list.len();
        for (col, _) in &row.terms {
            self.enter(*col, id);
        }
        self.list.push(Fact::Row(row));
    }

    /// A fresh variable.
    pub fn fresh(&mut self, name: &str, sort: Sort) -> VarId {
        self.symbols.add(name, sort)
    }

    pub fn assume(&mut self, f: &Formula) {
        match f {
            Formula::True => {}
            Formula::False => self.push_row(Row::contradiction()),
            // A comparison of whole maps is beyond linear arithmetic.
            Formula::Cmp(_, a, b) if self.is_map(a) || self.is_map(b) => {}
            Formula::Cmp(CmpOp::Ne, a, b) => {
                let less = Formula::Cmp(CmpOp::Lt, a.clone(), b.clone());
                let more = Formula::Cmp(CmpOp::Gt, a.clone(), b.clone());
                let row = self.compare(CmpOp::Eq, a, b);
                if row.terms.is_empty() {
                    if row.is_trivial() {
                        self.push_row(Row::contradiction());
                    }
                } else if !row.is_contradiction() {
                    self.push_cases(vec![less, more]);
                }
            }
            Formula::Cmp(op, a, b) => {
                let row = self.compare(*op, a, b);
                self.push_row(row);
            }
            // A relation is beyond linear arithmetic.
            Formula::Rel(..) => {}
            Formula::Not(inner) => {
                if !matches!(**inner, Formula::Rel(..)) {
                    self.assume(&inner.negate());
                }
            }
            Formula::And(parts) => parts.iter().for_each(|p| self.assume(p)),
            Formula::Or(parts) => match parts.as_slice() {
                [] => self.push_row(Row::contradiction()),
                [only] => self.assume(only),
                _ => self.push_cases(parts.clone()),
            },
            Formula::Quant(base::Quantifier::Forall, vars, body) => {
                if vars.iter().all(|(_, sort)| !matches!(sort, Sort::Map(..))) {
                    self.list.push(Fact::All(vars.iter().map(|(name, _)| name.clone()).collect(), body.clone()));
                }
            }
            Formula::Quant(base::Quantifier::Exists, vars, body) => {
                let witnesses: Vec<(Name, Expr)> =
                    vars.iter().map(|(name, sort)| (name.clone(), Expr::Var(self.fresh(name, sort.clone())))).collect();
                let named = body.subst(&|e| match e {
                    Expr::Bound(name) => witnesses.iter().find(|(n, _)| n == name).map(|(_, w)| w.clone()),
                    _ => None,
                });
                self.assume(&named);
            }
        }
    }

    /// Uses a universal statement for these terms. False if it does not fit.
    pub fn instance(&mut self, id: FactId, terms: &[Expr]) -> bool {
        let Some(Fact::All(names, body)) = self.list.get(id) else { return false };
        let ground = terms.iter().all(|t| {
            let mut ground = true;
            t.walk(&mut |e| ground &= !matches!(e, Expr::Bound(_)));
            ground && !self.is_map(t)
        });
        if !ground || names.len() != terms.len() {
            return false;
        }
        let instance = body.subst(&|e| match e {
            Expr::Bound(name) => names.iter().position(|n| n == name).map(|i| terms[i].clone()),
            _ => None,
        });
        self.assume(&instance);
        true
    }

    fn is_map(&self, e: &Expr) -> bool {
        match e {
            Expr::Var(v) => self.symbols.is_map(*v),
            Expr::Store(..) => true,
            Expr::Ite(_, a, _) => self.is_map(a),
            _ => false,
        }
    }

    /// The tightened row of a comparison of integers other than `≠`.
    fn compare(&mut self, op: CmpOp, a: &Expr, b: &Expr) -> Row {
        let mut form = Form::default();
        self.terms.add(a, &Int::ONE, &mut form);
        self.terms.add(b, &Int::NEG_ONE, &mut form);
        let form = match op {
            CmpOp::Eq | CmpOp::Le | CmpOp::Ne => form,
            CmpOp::Ge => form.negate(),
            CmpOp::Lt => Form { constant: form.constant + Int::ONE, ..form },
            CmpOp::Gt => {
                let form = form.negate();
                Form { constant: form.constant + Int::ONE, ..form }
            }
        };
        form.row(op == CmpOp::Eq).tighten()
    }

    fn push_cases(&mut self, branches: Vec<Formula>) {
        let id = self.list.len();
        let mut cols = Vec::new();
        let preview = branches
            .iter()
            .map(|b| {
                let mut rows = Vec::new();
                self.preview(b, true, &mut rows, &mut cols);
                rows
            })
            .collect();
        cols.sort_unstable();
        cols.dedup();
        for col in &cols {
            self.enter(*col, id);
        }
        self.list.push(Fact::Cases(Cases { branches, preview, cols }));
    }

    /// Collects the columns of a formula and, if it is to be assumed as a whole, its rows.
    fn preview(&mut self, f: &Formula, whole: bool, rows: &mut Vec<Row>, cols: &mut Vec<Col>) {
        match f {
            Formula::Cmp(_, a, b) if self.is_map(a) || self.is_map(b) => {}
            Formula::Cmp(op, a, b) => {
                let row = self.compare(if *op == CmpOp::Ne { CmpOp::Eq } else { *op }, a, b);
                cols.extend(row.terms.iter().map(|(col, _)| *col));
                if whole && *op != CmpOp::Ne {
                    rows.push(row);
                }
            }
            Formula::And(parts) => parts.iter().for_each(|p| self.preview(p, whole, rows, cols)),
            Formula::Or(parts) => parts.iter().for_each(|p| self.preview(p, false, rows, cols)),
            Formula::Not(inner) if !matches!(**inner, Formula::Rel(..)) => self.preview(&inner.negate(), whole, rows, cols),
            Formula::False if whole => rows.push(Row::contradiction()),
            _ => {}
        }
    }
}
