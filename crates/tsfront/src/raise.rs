//! Formulas of programs as terms: the way back of [`crate::lower`].

use crate::term::{Sort, Term, Terms, Var};
use base::exec::bounded::has_quantifier;
use base::{BinOp, CmpOp, Expr, Formula, Int, Name, Quantifier, SortedMap};

/// Raises formulas in which `VarId(i)` is the term `args[i]`.
pub struct Raise<'a> {
    pub terms: &'a mut Terms,
    pub args: &'a [Term],
    bound: SortedMap<Name, Term>,
}

impl<'a> Raise<'a> {
    pub fn new(terms: &'a mut Terms, args: &'a [Term]) -> Self {
        Raise { terms, args, bound: SortedMap::new() }
    }

    /// The formula with the variables of existential quantifiers as new free ones; none if it is nothing that a clause can say. Universal
    /// ones stay, if there is no other quantifier inside.
    pub fn formula(&mut self, f: &Formula) -> Option<Term> {
        Some(match f {
            Formula::True => Terms::TRUE,
            Formula::False => Terms::FALSE,
            Formula::Cmp(op, a, b) => self.compare(*op, a, b)?,
            Formula::Not(inner) => {
                // Below a negation an existential variable is not free.
                if has_quantifier(inner) {
                    return None;
                }
                let inner = self.formula(inner)?;
                self.terms.not(inner)
            }
            Formula::And(parts) => {
                let parts = parts.iter().map(|p| self.formula(p)).collect::<Option<Vec<_>>>()?;
                self.terms.and(parts)
            }
            Formula::Or(parts) => {
                let parts = parts.iter().map(|p| self.formula(p)).collect::<Option<Vec<_>>>()?;
                self.terms.or(parts)
            }
            Formula::Quant(Quantifier::Exists, vars, body) => {
                self.bind(vars);
                self.formula(body)?
            }
            Formula::Quant(Quantifier::Forall, vars, body) => {
                if has_quantifier(body) {
                    return None;
                }
                let vars = self.bind(vars);
                let body = self.formula(body)?;
                self.terms.quant(Quantifier::Forall, vars, body)
            }
            Formula::Rel(..) => return None,
        })
    }

    /// New variables for those of a quantifier.
    fn bind(&mut self, vars: &[(Name, base::Sort)]) -> Vec<Var> {
        let mut fresh = Vec::new();
        for (name, sort) in vars {
            let sort = if matches!(sort, base::Sort::Map(..)) { Sort::Array } else { Sort::Int };
            let v = self.terms.fresh(name, sort);
            fresh.push(v);
            let v = self.terms.var(v);
            self.bound.insert(name.clone(), v);
        }
        fresh
    }

    fn compare(&mut self, op: CmpOp, a: &Expr, b: &Expr) -> Option<Term> {
        if let (CmpOp::Eq | CmpOp::Ne, Some(bit)) = (op, self.bit(a))
            && let Some(value) = b.as_const()
        {
            let same = match value {
                v if *v == Int::ONE => bit,
                v if *v == Int::ZERO => self.terms.not(bit),
                _ => Terms::FALSE,
            };
            return Some(if op == CmpOp::Eq { same } else { self.terms.not(same) });
        }
        if let (CmpOp::Eq | CmpOp::Ne, Expr::Bin(BinOp::Rem, a, d), Some(zero)) = (op, a, b.as_const())
            && *zero == Int::ZERO
            && let Some(d) = d.as_const().filter(|d| **d != Int::ZERO)
        {
            let a = self.value(a)?;
            let remainder = self.terms.modulo(a, d);
            let divides = self.terms.zero(remainder);
            return Some(if op == CmpOp::Eq { divides } else { self.terms.not(divides) });
        }
        let (a, b) = (self.value(a)?, self.value(b)?);
        Some(match op {
            CmpOp::Eq => self.terms.eq(a, b),
            CmpOp::Ne => {
                let same = self.terms.eq(a, b);
                self.terms.not(same)
            }
            CmpOp::Lt => self.terms.lt(a, b),
            CmpOp::Le => self.terms.le(a, b),
            CmpOp::Gt => self.terms.lt(b, a),
            CmpOp::Ge => self.terms.le(b, a),
        })
    }

    /// A Boolean argument.
    fn bit(&self, e: &Expr) -> Option<Term> {
        let Expr::Var(v) = e else { return None };
        self.args.get(v.index()).copied().filter(|t| self.terms.sort(*t) == Sort::Bool)
    }

    fn value(&mut self, e: &Expr) -> Option<Term> {
        if let Some(bit) = self.bit(e) {
            let (one, zero) = (self.terms.int(1), self.terms.int(0));
            return Some(self.terms.ite(bit, one, zero));
        }
        Some(match e {
            Expr::Const(c) => self.terms.int(c.clone()),
            Expr::Var(v) => *self.args.get(v.index())?,
            Expr::Bound(name) => *self.bound.get(name)?,
            Expr::Neg(a) => {
                let a = self.value(a)?;
                self.terms.sum(&[(a, -Int::ONE)])
            }
            Expr::Bin(op @ (BinOp::Add | BinOp::Sub | BinOp::Mul), a, b) => {
                let (a, b) = (self.value(a)?, self.value(b)?);
                match op {
                    BinOp::Add => self.terms.sum(&[(a, Int::ONE), (b, Int::ONE)]),
                    BinOp::Sub => self.terms.sub(a, b),
                    _ => self.terms.mul(a, b),
                }
            }
            Expr::Bin(op @ (BinOp::Div | BinOp::Rem), a, d) => {
                let d = d.as_const().filter(|d| **d != Int::ZERO)?.clone();
                let a = self.value(a)?;
                // Rounded to zero: on a negative dividend, what the opposite gives, negated.
                let minus = self.terms.sum(&[(a, -Int::ONE)]);
                let mut of = |t| if *op == BinOp::Div { self.terms.div(t, &d) } else { self.terms.modulo(t, &d) };
                let (plain, other) = (of(a), of(minus));
                let negated = self.terms.sum(&[(other, -Int::ONE)]);
                let sign = self.terms.non_negative(a);
                self.terms.ite(sign, plain, negated)
            }
            Expr::Ite(c, a, b) => {
                if has_quantifier(c) {
                    return None;
                }
                let (c, a, b) = (self.formula(c)?, self.value(a)?, self.value(b)?);
                self.terms.ite(c, a, b)
            }
            Expr::Select(m, i) => {
                let (m, i) = (self.value(m)?, self.value(i)?);
                self.terms.select(m, i)
            }
            Expr::Store(m, i, v) => {
                let (m, i, v) = (self.value(m)?, self.value(i)?, self.value(v)?);
                self.terms.store(m, i, v)
            }
            _ => return None,
        })
    }
}
