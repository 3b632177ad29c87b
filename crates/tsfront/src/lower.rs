//! Terms in the language of programs: a Boolean is 1 or 0, SMT-LIB's division is spelled with one that rounds to zero.

use crate::term::{Linear, Node, Sort, Term, Terms, Var};
use base::{BinOp, CmpOp, Expr, Formula, Int, Name, SortedMap, VarId};
use std::sync::Arc;

/// Formulas of programs are trees: what would become larger than this is not lowered.
const LARGEST: usize = 200_000;

/// Lowers terms whose variables are these.
pub struct Lower<'a> {
    pub terms: &'a Terms,
    pub vars: &'a SortedMap<Var, VarId>,
    /// The variable of the array that is 0 everywhere, if there is one.
    pub zeros: Option<VarId>,
    /// Variables of quantifiers around.
    bound: SortedMap<Var, Name>,
    room: usize,
}

impl<'a> Lower<'a> {
    pub fn new(terms: &'a Terms, vars: &'a SortedMap<Var, VarId>) -> Self {
        Lower { terms, vars, zeros: None, bound: SortedMap::new(), room: LARGEST }
    }

    fn take_room(&mut self) -> Option<()> {
        self.room = self.room.checked_sub(1)?;
        Some(())
    }

    fn var(&self, v: Var) -> Option<Expr> {
        self.vars.get(&v).map(|v| Expr::Var(*v)).or_else(|| self.bound.get(&v).map(|name| Expr::Bound(name.clone())))
    }

    /// A term of any sort as a value; none if it is too large, or nothing that a program can say.
    pub fn value(&mut self, t: Term) -> Option<Expr> {
        self.take_room()?;
        if self.terms.sort(t) == Sort::Bool {
            return match self.terms.node(t) {
                Node::Var(v) => self.var(*v),
                _ => Some(Expr::ite(self.formula(t)?, 1, 0)),
            };
        }
        Some(match self.terms.node(t) {
            Node::Var(v) => self.var(*v)?,
            Node::Zeros => Expr::Var(self.zeros?),
            Node::Linear(form) => {
                let (positive, negative) = self.sides(form)?;
                match (positive, negative, &form.constant) {
                    (None, None, c) => Expr::Const(c.clone()),
                    (Some(p), None, c) => plus(p, c),
                    (None, Some(n), c) if *c == Int::ZERO => Expr::neg(n),
                    (None, Some(n), c) => Expr::sub(c.clone(), n),
                    (Some(p), Some(n), c) => plus(Expr::sub(p, n), c),
                }
            }
            Node::Mul(a, b) => Expr::mul(self.value(*a)?, self.value(*b)?),
            Node::Div(a, d) => {
                // For a negative dividend the quotient is rounded down.
                let a = self.value(*a)?;
                let up = Expr::bin(BinOp::Div, a.clone(), d.clone());
                let down = Expr::bin(BinOp::Div, Expr::sub(a.clone(), d - Int::ONE), d.clone());
                Expr::ite(Formula::cmp(CmpOp::Ge, a, 0), up, down)
            }
            Node::Mod(a, d) => {
                let remainder = Expr::bin(BinOp::Rem, self.value(*a)?, d.clone());
                Expr::ite(Formula::cmp(CmpOp::Ge, remainder.clone(), 0), remainder.clone(), Expr::add(remainder, d.clone()))
            }
            Node::Ite(c, a, b) => Expr::ite(self.formula(*c)?, self.value(*a)?, self.value(*b)?),
            Node::Select(m, i) => Expr::select(self.value(*m)?, self.value(*i)?),
            Node::Store(m, i, v) => Expr::store(self.value(*m)?, self.value(*i)?, self.value(*v)?),
            _ => return None,
        })
    }

    /// The terms with positive and those with negative factors, as sums of positive multiples.
    fn sides(&mut self, form: &Linear) -> Option<(Option<Expr>, Option<Expr>)> {
        let mut sides: [Option<Expr>; 2] = [None, None];
        for (t, c) in &form.terms {
            let value = self.value(*t)?;
            let negative = *c < Int::ZERO;
            let side = &mut sides[usize::from(negative)];
            let part = Expr::mul(if negative { -c } else { c.clone() }, value);
            *side = Some(match side.take() {
                None => part,
                Some(sum) => Expr::add(sum, part),
            });
        }
        let [positive, negative] = sides;
        Some((positive, negative))
    }

    /// `form op 0`, with positive factors on both sides.
    fn compare(&mut self, op: CmpOp, t: Term) -> Option<Formula> {
        let form = self.terms.linear(t);
        if let (CmpOp::Eq | CmpOp::Ne, [(only, factor)]) = (op, form.terms.as_slice())
            && let Node::Mod(a, d) = self.terms.node(*only)
            && *factor == Int::ONE
        {
            // a mod d = c is a − c ≡ 0, whatever the signs.
            let c = -form.constant;
            if c < Int::ZERO || c >= *d {
                return Some((op == CmpOp::Ne).into());
            }
            let remainder = Expr::bin(BinOp::Rem, Expr::sub(self.value(*a)?, c), d.clone());
            return Some(Formula::cmp(op, remainder, 0));
        }
        let (positive, negative) = self.sides(&form)?;
        let c = form.constant;
        Some(match (positive, negative) {
            (None, None) => Formula::cmp(op, c, 0),
            (Some(p), None) => Formula::cmp(op, p, -c),
            (None, Some(n)) => Formula::cmp(op.flip(), n, c),
            (Some(p), Some(n)) if c >= Int::ZERO => Formula::cmp(op, plus(p, &c), n),
            (Some(p), Some(n)) => Formula::cmp(op, p, plus(n, &-c)),
        })
    }

    pub fn formula(&mut self, t: Term) -> Option<Formula> {
        self.take_room()?;
        Some(match self.terms.node(t) {
            Node::True => Formula::True,
            Node::False => Formula::False,
            Node::Var(v) => Formula::cmp(CmpOp::Eq, self.var(*v)?, 1),
            Node::Zero(form) => self.compare(CmpOp::Eq, *form)?,
            Node::NonNegative(form) => self.compare(CmpOp::Ge, *form)?,
            Node::Not(inner) => match self.terms.node(*inner) {
                Node::Var(v) => Formula::cmp(CmpOp::Eq, self.var(*v)?, 0),
                Node::Zero(form) => self.compare(CmpOp::Ne, *form)?,
                _ => self.formula(*inner)?.negate(),
            },
            Node::And(parts) => Formula::and(parts.iter().map(|p| self.formula(*p)).collect::<Option<Vec<_>>>()?),
            Node::Or(parts) => Formula::or(parts.iter().map(|p| self.formula(*p)).collect::<Option<Vec<_>>>()?),
            Node::Iff(a, b) => {
                let (a, b) = (self.formula(*a)?, self.formula(*b)?);
                Formula::or([Formula::and([a.clone(), b.clone()]), Formula::and([a.negate(), b.negate()])])
            }
            Node::Quant(q, vars, body) => {
                let mut names = Vec::new();
                for v in vars {
                    let sort = match self.terms.var_sort(*v) {
                        Sort::Int | Sort::Real | Sort::Obj(_) => base::Sort::Int,
                        Sort::Array | Sort::Map(_) => base::Sort::array(),
                        // A bound variable of a program's formula has all integers to range over.
                        Sort::Bool => return None,
                    };
                    let name: Name = format!("{}!{}", self.terms.var_name(*v), v.number()).as_str().into();
                    self.bound.insert(*v, name.clone());
                    names.push((name, sort));
                }
                Formula::Quant(*q, names, Arc::new(self.formula(*body)?))
            }
            _ => return None,
        })
    }
}

fn plus(e: Expr, c: &Int) -> Expr {
    if *c < Int::ZERO { Expr::sub(e, -c) } else { Expr::add(e, c.clone()) }
}
