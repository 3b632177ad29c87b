//! Linear rows over terms, and the table of those terms.

use base::expr::SHIFT_LIMIT;
use base::int::floor_div;
use base::{BinOp, Expr, Int};
use dashu_int::ops::Gcd;
use std::collections::HashMap;

/// A term that rows treat as a variable: a variable of the program, or anything that is not linear.
pub type Col = u32;

/// `Σ cᵢ·tᵢ + constant ≤ 0`, or `= 0`. Terms are sorted, without zeros. Every term is an integer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    pub terms: Vec<(Col, Int)>,
    pub constant: Int,
    pub equal: bool,
}

impl Row {
    /// `1 ≤ 0`.
    pub fn contradiction() -> Self {
        Row { terms: Vec::new(), constant: Int::ONE, equal: false }
    }

    /// Whether no values satisfy the row, seen at a glance.
    pub fn is_contradiction(&self) -> bool {
        self.terms.is_empty() && (self.constant > Int::ZERO || self.equal && self.constant != Int::ZERO)
    }

    pub fn is_trivial(&self) -> bool {
        self.terms.is_empty() && !self.is_contradiction()
    }

    /// Divides by the greatest common divisor of the coefficients; the terms are integers, so the constant of an
    /// inequality is rounded, and an equality whose constant is not divisible has no solution.
    pub fn tighten(mut self) -> Self {
        let Some(divisor) = self.content() else { return self };
        if divisor == Int::ONE {
            return self;
        }
        if self.equal {
            if &self.constant % &divisor != Int::ZERO {
                return Row::contradiction();
            }
            self.constant = &self.constant / &divisor;
        } else {
            self.constant = -floor_div(&-&self.constant, &divisor);
        }
        for (_, c) in &mut self.terms {
            *c = &*c / &divisor;
        }
        self
    }

    /// The greatest common divisor of the coefficients; `None` without terms.
    pub fn content(&self) -> Option<Int> {
        let mut divisor: Option<Int> = None;
        for (_, c) in &self.terms {
            if *c == Int::ONE || *c == Int::NEG_ONE {
                return Some(Int::ONE);
            }
            divisor = Some(match divisor {
                None => {
                    if *c < Int::ZERO {
                        -c
                    } else {
                        c.clone()
                    }
                }
                Some(d) => Int::from(d.gcd(c)),
            });
        }
        divisor
    }
}

/// `Σ cᵢ·tᵢ + constant`, not yet sorted.
#[derive(Clone, Debug, Default)]
pub struct Form {
    pub terms: Vec<(Col, Int)>,
    pub constant: Int,
}

impl Form {
    /// The row `form ≤ 0` or `form = 0`.
    pub fn row(mut self, equal: bool) -> Row {
        self.sort();
        Row { terms: self.terms, constant: self.constant, equal }
    }

    pub fn sort(&mut self) {
        if self.terms.len() > 1 {
            self.terms.sort_by_key(|(col, _)| *col);
            let mut merged: Vec<(Col, Int)> = Vec::with_capacity(self.terms.len());
            for (col, c) in self.terms.drain(..) {
                match merged.last_mut() {
                    Some((last, sum)) if *last == col => *sum += c,
                    _ => merged.push((col, c)),
                }
            }
            self.terms = merged;
        }
        self.terms.retain(|(_, c)| *c != Int::ZERO);
    }

    pub fn negate(mut self) -> Self {
        for (_, c) in &mut self.terms {
            *c = -&*c;
        }
        self.constant = -self.constant;
        self
    }
}

/// Numbers for terms. Structurally equal terms have the same number.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    cols: HashMap<Expr, Col>,
    exprs: Vec<Expr>,
    /// The columns inside of an opaque term.
    inside: Vec<Vec<Col>>,
    /// The opaque terms that a column is inside of.
    around: Vec<Vec<Col>>,
}

impl Terms {
    pub fn len(&self) -> usize {
        self.exprs.len()
    }

    pub fn is_empty(&self) -> bool {
        self.exprs.is_empty()
    }

    pub fn expr(&self, col: Col) -> &Expr {
        &self.exprs[col as usize]
    }

    pub fn inside(&self, col: Col) -> &[Col] {
        &self.inside[col as usize]
    }

    pub fn around(&self, col: Col) -> &[Col] {
        &self.around[col as usize]
    }

    pub fn get(&self, e: &Expr) -> Option<Col> {
        self.cols.get(e).copied()
    }

    pub fn col(&mut self, e: &Expr) -> Col {
        if let Some(&col) = self.cols.get(e) {
            return col;
        }
        let mut inside = Vec::new();
        self.parts(e, &mut inside);
        inside.sort_unstable();
        inside.dedup();
        let col = self.exprs.len() as Col;
        for &part in &inside {
            self.around[part as usize].push(col);
        }
        self.cols.insert(e.clone(), col);
        self.exprs.push(e.clone());
        self.inside.push(inside);
        self.around.push(Vec::new());
        col
    }

    /// The columns of the integer terms directly inside of an opaque term.
    fn parts(&mut self, e: &Expr, out: &mut Vec<Col>) {
        match e {
            Expr::Const(_) | Expr::Var(_) | Expr::Bound(_) => {}
            Expr::Neg(a) | Expr::Wrap(_, a) => self.part(a, out),
            Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) => {
                self.part(a, out);
                self.part(b, out);
            }
            Expr::Ite(c, a, b) => {
                c.walk(&mut |inner| {
                    if let Expr::Var(_) = inner {
                        out.push(self.col(inner));
                    }
                });
                self.part(a, out);
                self.part(b, out);
            }
            Expr::Select(m, i) => {
                self.part(i, out);
                self.parts(m, out);
            }
            Expr::Store(m, i, v) => {
                self.parts(m, out);
                self.part(i, out);
                self.part(v, out);
            }
            Expr::App(_, args) => args.iter().for_each(|a| self.part(a, out)),
        }
    }

    fn part(&mut self, e: &Expr, out: &mut Vec<Col>) {
        // The names of bound variables mean nothing outside of their quantifier.
        let form = self.form(e);
        out.extend(form.terms.iter().map(|(col, _)| *col));
    }

    /// The linear form of an integer term.
    pub fn form(&mut self, e: &Expr) -> Form {
        let mut form = Form::default();
        self.add(e, &Int::ONE, &mut form);
        form.sort();
        form
    }

    pub fn add(&mut self, e: &Expr, factor: &Int, form: &mut Form) {
        match e {
            Expr::Const(c) => form.constant += c * factor,
            Expr::Neg(a) => self.add(a, &-factor, form),
            Expr::Bin(BinOp::Add, a, b) => {
                self.add(a, factor, form);
                self.add(b, factor, form);
            }
            Expr::Bin(BinOp::Sub, a, b) => {
                self.add(a, factor, form);
                self.add(b, &-factor, form);
            }
            Expr::Bin(BinOp::Mul, a, b) => {
                if let Some(c) = a.as_const() {
                    self.add(b, &(c * factor), form);
                } else if let Some(c) = b.as_const() {
                    self.add(a, &(c * factor), form);
                } else if a > b {
                    // One order for both factors, so that x·y and y·x are the same term.
                    let col = self.col(&Expr::Bin(BinOp::Mul, b.clone(), a.clone()));
                    form.terms.push((col, factor.clone()));
                } else {
                    form.terms.push((self.col(e), factor.clone()));
                }
            }
            Expr::Bin(BinOp::Shl, a, n) if n.as_const().is_some() => {
                // Out of range gives 0: nothing to add.
                if let Some(n) = n.as_const().and_then(|n| u32::try_from(n).ok()).filter(|n| *n < SHIFT_LIMIT) {
                    self.add(a, &(factor << n as usize), form);
                }
            }
            opaque => form.terms.push((self.col(opaque), factor.clone())),
        }
    }
}
