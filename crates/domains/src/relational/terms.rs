//! Terms as linear forms: what is not linear becomes a new dimension with the linear facts that are known about it.
//!
//! Miné: Symbolic methods to enhance the precision of numerical abstract domains, VMCAI 2006, in the form of added
//! dimensions instead of interval coefficients; products by McCormick's inequalities (Mathematical Programming 1976).
//! Invariant: in every state of the box and the relations, the new dimensions can be given values such that all facts
//! hold and the forms have the values of their terms; these values are the ones of the terms they stand for.

use super::formulas;
use super::relations::Relations;
use crate::env::Env;
use crate::intervals::{self, forward};
use base::{BinOp, BitOp, CmpOp, Expr, Int, IntType, Sort, SortedMap, VarDecl, VarId};
use numeric::{Constraint, Interval, Linear, Value};

/// Bounds of this size and more come from the ranges of machine types; they are left to the box.
pub fn is_type_bound(value: &Int) -> bool {
    let limit = Int::from((1i64 << 31) - 2);
    *value >= limit || *value <= -limit
}

/// The integers between which a form lies in a box; nothing is known about dimensions beyond its `count` variables.
pub fn box_values(env: &Env<Value>, count: usize, form: &Linear) -> Interval {
    let mut sum = Value::point(form.constant_term().clone());
    for (d, c) in form.terms() {
        let value = if d < count { env.get(VarId(d as u32)).clone() } else { Value::ALL };
        sum = sum.add(&value.mul(&Value::point(c.clone())));
    }
    sum.interval().clone()
}

pub struct Terms<'a, R> {
    env: &'a Env<Value>,
    relations: &'a R,
    vars: &'a [VarDecl],
    /// Terms that have a dimension of their own, from `vars.len()` on.
    new: SortedMap<Expr, usize>,
    pub facts: Vec<Constraint>,
    /// Whether every form stands for exactly the values of its term.
    pub exact: bool,
}

impl<'a, R: Relations> Terms<'a, R> {
    pub fn new(env: &'a Env<Value>, relations: &'a R, vars: &'a [VarDecl]) -> Self {
        Terms { env, relations, vars, new: SortedMap::new(), facts: Vec::new(), exact: true }
    }

    pub fn added(&self) -> usize {
        self.new.len()
    }

    pub fn form(&mut self, e: &Expr) -> Linear {
        self.sum(&e.linear())
    }

    pub fn sum(&mut self, sum: &base::expr::Linear) -> Linear {
        let mut form = Linear::constant(sum.constant.clone());
        for (term, factor) in &sum.terms {
            let part = self.term(term);
            form = form.plus(factor, &part);
        }
        form
    }

    /// The integers between which the form lies.
    pub fn values(&self, form: &Linear) -> Interval {
        let boxed = box_values(self.env, self.vars.len(), form);
        let known = form.terms().all(|(d, _)| d < self.vars.len());
        if !known || boxed.as_point().is_some() {
            return boxed;
        }
        match self.relations.values(form) {
            Some(related) => boxed.meet(&related).unwrap_or(boxed),
            None => boxed,
        }
    }

    fn term(&mut self, e: &Expr) -> Linear {
        match e {
            Expr::Var(v) if self.vars[v.index()].sort == Sort::Int => {
                return match self.env.get(*v).as_point() {
                    Some(p) => Linear::constant(p.clone()),
                    None => Linear::variable(v.index()),
                };
            }
            Expr::Const(c) => return Linear::constant(c.clone()),
            _ => {}
        }
        let value = forward::int(e, self.env);
        if let Some(p) = value.as_point() {
            return Linear::constant(p.clone());
        }
        match e {
            Expr::Wrap(ty, a) => self.wrap(e, *ty, a, &value),
            Expr::Bin(op, a, b) => self.binary(e, *op, a, b, &value),
            Expr::Bits(op, ty, a, b) => self.bits(e, *op, *ty, a, b, &value),
            _ => self.opaque(e, &value).0,
        }
    }

    /// A dimension for the term with the bounds of its value; whether it is new.
    fn opaque(&mut self, e: &Expr, value: &Value) -> (Linear, bool) {
        self.exact = false;
        if let Some(d) = self.new.get(e) {
            return (Linear::variable(*d), false);
        }
        let d = self.vars.len() + self.new.len();
        self.new.insert(e.clone(), d);
        let t = Linear::variable(d);
        self.facts.extend(formulas::bounds(&t, value.interval(), |bound| !is_type_bound(bound)));
        (t, true)
    }

    fn at_least(&mut self, a: &Linear, b: &Linear) {
        self.facts.push(Constraint::non_negative(a.plus(&Int::NEG_ONE, b)));
    }

    fn wrap(&mut self, e: &Expr, ty: IntType, a: &Expr, value: &Value) -> Linear {
        let inner = self.form(a);
        let now = self.values(&inner).meet(forward::int(a, self.env).interval()).unwrap_or(Interval::ALL);
        let width = intervals::width(ty);
        if let (Some(low), Some(high)) = (&now.low, &now.high) {
            let (min, modulus) = (ty.min(), width.modulus());
            let (first, last) = (numeric::floor_div(&(low - &min), &modulus), numeric::floor_div(&(high - &min), &modulus));
            if first == last {
                return inner.plus(&Int::NEG_ONE, &Linear::constant(first * modulus));
            }
        }
        let (t, new) = self.opaque(e, value);
        if new {
            // From below the range on wrapping adds, from above it subtracts.
            if now.low.as_ref().is_some_and(|l| *l >= ty.min()) {
                self.at_least(&inner, &t);
            } else if now.high.as_ref().is_some_and(|h| *h <= ty.max()) {
                self.at_least(&t, &inner);
            }
        }
        t
    }

    fn binary(&mut self, e: &Expr, op: BinOp, a: &Expr, b: &Expr, value: &Value) -> Linear {
        let (x, y) = (forward::int(a, self.env), forward::int(b, self.env));
        match (op, x.as_point().cloned(), y.as_point().cloned()) {
            (BinOp::Mul, Some(c), _) => self.form(b).scaled(&c),
            (BinOp::Mul, _, Some(c)) => self.form(a).scaled(&c),
            (BinOp::Mul, ..) => self.product(e, a, b, value),
            (BinOp::Div, _, Some(c)) if c > Int::ZERO => self.quotient(e, a, &c, value),
            (BinOp::Rem, _, Some(c)) if c > Int::ZERO => self.remainder(a, &c),
            (BinOp::Div, ..) => self.symbolic_quotient(e, a, b, value),
            (BinOp::Rem, ..) => self.symbolic_remainder(e, a, b, value),
            (BinOp::Shl, _, Some(n)) if is_shift(&n) => self.form(a).scaled(&power(&n)),
            (BinOp::Shr, _, Some(n)) if is_shift(&n) => self.floor(e, a, &power(&n), value),
            _ => self.opaque(e, value).0,
        }
    }

    /// t = a / c, rounded to zero.
    fn quotient(&mut self, e: &Expr, a: &Expr, c: &Int, value: &Value) -> Linear {
        let dividend = self.form(a);
        let now = self.values(&dividend);
        let (t, new) = self.opaque(e, value);
        if new {
            let rest = dividend.plus(&-c, &t);
            let most = Linear::constant(c - Int::ONE);
            let zero = Linear::constant(0);
            let (positive, negative) = (is_at_least(&now.low, &Int::ZERO), is_at_least(&now.high.map(|h| -h), &Int::ZERO));
            self.at_least(&rest, &if positive { zero.clone() } else { most.negated() });
            self.at_least(&if negative { zero } else { most }, &rest);
        }
        t
    }

    /// t = a / b, rounded to zero, for a positive b: whole numbers k with k·b ≤ a or a ≤ k·b are bounds of t, as for an average.
    fn symbolic_quotient(&mut self, e: &Expr, a: &Expr, b: &Expr, value: &Value) -> Linear {
        let (dividend, divisor) = (self.form(a), self.form(b));
        let (x, y) = (self.values(&dividend), self.values(&divisor));
        let (t, new) = self.opaque(e, value);
        if !new || !is_at_least(&y.low, &Int::ONE) {
            return t;
        }
        if is_at_least(&x.low, &Int::ZERO) {
            self.at_least(&dividend, &t);
        }
        let constant = |k: &Int| Linear::constant(k.clone());
        if let Some(most) = self.least_multiple(&dividend, &divisor) {
            self.at_least(&constant(&most), &t);
        }
        if let Some(most) = self.least_multiple(&dividend.negated(), &divisor) {
            self.at_least(&t, &constant(&-most));
        }
        t
    }

    /// A comparison of a quotient by a positive divisor with a number, `sum op 0`, as one of the dividend with a multiple of the divisor that says
    /// the same. `a / b ≤ k` is `a < (k + 1)·b`, and `a / b ≥ k` is `a ≥ k·b`, for numbers k above 0; below it is the other way round.
    pub fn quotient_compared(&mut self, op: CmpOp, sum: &base::expr::Linear) -> Option<(CmpOp, Expr)> {
        let (Expr::Bin(BinOp::Div, a, b), factor) = sum.terms.iter().next().filter(|_| sum.terms.len() == 1)? else { return None };
        let is_plain = b.as_const().is_none() && (*factor == Int::ONE || *factor == Int::NEG_ONE);
        if !is_plain || !is_at_least(&self.divisor(b).low, &Int::ONE) {
            return None;
        }
        // The quotient compared with k.
        let (op, k) = if *factor == Int::ONE { (op, -&sum.constant) } else { (op.flip(), sum.constant.clone()) };
        let (op, k) = match op {
            CmpOp::Lt => (CmpOp::Le, k - Int::ONE),
            CmpOp::Gt => (CmpOp::Ge, k + Int::ONE),
            op => (op, k),
        };
        let (op, times) = match op {
            CmpOp::Le if k >= Int::ZERO => (CmpOp::Lt, k + Int::ONE),
            CmpOp::Le => (CmpOp::Le, k),
            CmpOp::Ge if k <= Int::ZERO => (CmpOp::Gt, k - Int::ONE),
            CmpOp::Ge => (CmpOp::Ge, k),
            _ => return None,
        };
        Some((op, Expr::sub((**a).clone(), Expr::mul(times, (**b).clone()))))
    }

    fn divisor(&mut self, b: &Expr) -> Interval {
        let form = self.form(b);
        self.values(&form)
    }

    /// The least k with a ≤ k·b, among those from -1 to a limit.
    fn least_multiple(&self, a: &Linear, b: &Linear) -> Option<Int> {
        let holds = |k: &Int| is_at_least(&self.values(&b.scaled(k).plus(&Int::NEG_ONE, a)).low, &Int::ZERO);
        let powers = (0..=LARGEST_MULTIPLE).map(|n| Int::ONE << n);
        let mut high = [Int::NEG_ONE, Int::ZERO].into_iter().chain(powers).find(holds)?;
        let mut low = if high > Int::ONE { &high >> 1 } else { &high - Int::ONE };
        // It holds for `high` and not for `low`.
        while &low + Int::ONE < high {
            let middle = (&low + &high) >> 1;
            if holds(&middle) { high = middle } else { low = middle }
        }
        Some(high)
    }

    /// a % c = a - c · (a / c), with the sign of a.
    fn remainder(&mut self, a: &Expr, c: &Int) -> Linear {
        let quotient = Expr::bin(BinOp::Div, a.clone(), c.clone());
        let dividend = self.form(a);
        let value = forward::int(&quotient, self.env);
        let t = match value.as_point() {
            Some(p) => Linear::constant(p.clone()),
            None => self.quotient(&quotient, a, c, &value),
        };
        dividend.plus(&-c, &t)
    }

    fn symbolic_remainder(&mut self, e: &Expr, a: &Expr, b: &Expr, value: &Value) -> Linear {
        let (dividend, divisor) = (self.form(a), self.form(b));
        let (x, y) = (self.values(&dividend), self.values(&divisor));
        let (t, new) = self.opaque(e, value);
        if new && is_at_least(&x.low, &Int::ZERO) && is_at_least(&y.low, &Int::ONE) {
            self.at_least(&t, &Linear::constant(0));
            self.at_least(&dividend, &t);
            self.at_least(&divisor.plus(&Int::NEG_ONE, &Linear::constant(1)), &t);
        }
        t
    }

    /// t = ⌊a / c⌋.
    fn floor(&mut self, e: &Expr, a: &Expr, c: &Int, value: &Value) -> Linear {
        let dividend = self.form(a);
        let (t, new) = self.opaque(e, value);
        if new {
            let rest = dividend.plus(&-c, &t);
            self.at_least(&rest, &Linear::constant(0));
            self.at_least(&Linear::constant(c - Int::ONE), &rest);
        }
        t
    }

    fn product(&mut self, e: &Expr, a: &Expr, b: &Expr, value: &Value) -> Linear {
        let (x, y) = (self.form(a), self.form(b));
        // A factor that the relations fix.
        let (xs, ys) = (self.values(&x), self.values(&y));
        match (xs.as_point(), ys.as_point()) {
            (Some(c), _) => return y.scaled(c),
            (_, Some(c)) => return x.scaled(c),
            _ => {}
        }
        let (t, new) = self.opaque(e, value);
        if !new {
            return t;
        }
        if a == b {
            self.at_least(&t, &x);
            self.at_least(&t, &x.negated());
        }
        // (x − p)·(y − q) has a known sign at the ends: t ≥ or ≤ q·x + p·y − p·q.
        let ends = |i: &Interval| [i.low.clone().filter(|l| !is_type_bound(l)), i.high.clone().filter(|h| !is_type_bound(h))];
        for (i, p) in ends(&xs).into_iter().enumerate() {
            for (j, q) in ends(&ys).into_iter().enumerate() {
                let (Some(p), Some(q)) = (&p, &q) else { continue };
                let plane = x.scaled(q).plus(p, &y).plus(&Int::NEG_ONE, &Linear::constant(p * q));
                if i == j { self.at_least(&t, &plane) } else { self.at_least(&plane, &t) }
            }
        }
        t
    }

    fn bits(&mut self, e: &Expr, op: BitOp, ty: IntType, a: &Expr, b: &Expr, value: &Value) -> Linear {
        let range = Interval { low: Some(ty.min()), high: Some(ty.max()) };
        let (x, y) = (self.form(a), self.form(b));
        let (xs, ys) = (self.values(&x), self.values(&y));
        let plain = range.includes(&xs) && range.includes(&ys) && is_at_least(&xs.low, &Int::ZERO) && is_at_least(&ys.low, &Int::ZERO);
        if plain && op == BitOp::And {
            // x & (2ⁿ − 1) is a remainder.
            for (mask, other) in [(&ys, a), (&xs, b)] {
                if let Some(m) = mask.as_point()
                    && (m & (m + Int::ONE)) == Int::ZERO
                {
                    return self.remainder(other, &(m + Int::ONE));
                }
            }
        }
        let (t, new) = self.opaque(e, value);
        if new && plain {
            let sum = x.plus(&Int::ONE, &y);
            match op {
                BitOp::And => {
                    self.at_least(&x, &t);
                    self.at_least(&y, &t);
                    self.at_least(&t, &Linear::constant(0));
                }
                BitOp::Or => {
                    self.at_least(&t, &x);
                    self.at_least(&t, &y);
                    self.at_least(&sum, &t);
                }
                BitOp::Xor => {
                    self.at_least(&sum, &t);
                    self.at_least(&t, &Linear::constant(0));
                }
            }
        }
        t
    }
}

/// The power of two up to which bounds of quotients are looked for.
const LARGEST_MULTIPLE: usize = 16;

fn is_at_least(low: &Option<Int>, value: &Int) -> bool {
    low.as_ref().is_some_and(|l| l >= value)
}

fn is_shift(n: &Int) -> bool {
    *n >= Int::ZERO && *n < Int::from(base::expr::SHIFT_LIMIT)
}

fn power(n: &Int) -> Int {
    u32::try_from(n).map_or(Int::ONE, |n| Int::ONE << n as usize)
}
