//! Terms and formulas: one language for statements, invariants, hints and proofs.
//!
//! Integers are mathematical; machine arithmetic is explicit ([`Expr::Wrap`], [`Expr::Bits`]). Every operation is
//! **total**, so that the executor, the printer to SMT-LIB and the domains cannot disagree about a corner: `x / 0 = 0`,
//! `x % 0 = x`, and a shift by less than 0 or by [`SHIFT_LIMIT`] or more gives 0. Front ends guard these cases with checks.
//! Children are shared, so a clone is cheap. The constructors fold constants and drop units; they never change the meaning.

use crate::cfa::{Sort, VarId};
use crate::int::{Int, IntType, floor_div};
use crate::{SortedMap, SortedSet};
use std::sync::Arc;

/// The name of a bound or index variable, of a function or of a relation.
pub type Name = Arc<str>;

/// Shift amounts from 0 to this (exclusive) have a meaning; others give 0.
pub const SHIFT_LIMIT: u32 = 128;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BinOp {
    Add,
    Sub,
    Mul,
    /// Rounds to zero, as in C.
    Div,
    /// Has the sign of the dividend, as in C.
    Rem,
    /// Multiplication by a power of two.
    Shl,
    /// Division by a power of two, rounding to −∞.
    Shr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum BitOp {
    And,
    Or,
    Xor,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CmpOp {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

impl CmpOp {
    pub fn negate(self) -> Self {
        match self {
            CmpOp::Eq => CmpOp::Ne,
            CmpOp::Ne => CmpOp::Eq,
            CmpOp::Lt => CmpOp::Ge,
            CmpOp::Le => CmpOp::Gt,
            CmpOp::Gt => CmpOp::Le,
            CmpOp::Ge => CmpOp::Lt,
        }
    }

    /// The operator with its sides exchanged: `a op b` iff `b op.flip() a`.
    pub fn flip(self) -> Self {
        match self {
            CmpOp::Lt => CmpOp::Gt,
            CmpOp::Le => CmpOp::Ge,
            CmpOp::Gt => CmpOp::Lt,
            CmpOp::Ge => CmpOp::Le,
            same => same,
        }
    }

    pub fn holds<T: Ord>(self, left: &T, right: &T) -> bool {
        match self {
            CmpOp::Eq => left == right,
            CmpOp::Ne => left != right,
            CmpOp::Lt => left < right,
            CmpOp::Le => left <= right,
            CmpOp::Gt => left > right,
            CmpOp::Ge => left >= right,
        }
    }
}

/// A term. Its sort is integer unless it is (or stores into) a variable of another sort.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Expr {
    Const(Int),
    Var(VarId),
    /// A variable bound by a quantifier, or a free index variable of an indexed predicate.
    Bound(Name),
    Neg(Arc<Expr>),
    Bin(BinOp, Arc<Expr>, Arc<Expr>),
    /// A bit operation on two operands read as values of the type; the result is a value of the type.
    Bits(BitOp, IntType, Arc<Expr>, Arc<Expr>),
    /// The value of the type that is congruent modulo 2^bits.
    Wrap(IntType, Arc<Expr>),
    Ite(Arc<Formula>, Arc<Expr>, Arc<Expr>),
    /// The value of a map at an index.
    Select(Arc<Expr>, Arc<Expr>),
    /// A map changed at one index.
    Store(Arc<Expr>, Arc<Expr>, Arc<Expr>),
    /// An uninterpreted function.
    App(Name, Vec<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Quantifier {
    Forall,
    Exists,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Formula {
    True,
    False,
    Cmp(CmpOp, Arc<Expr>, Arc<Expr>),
    Not(Arc<Formula>),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    /// A relation by name, such as reachability along a field.
    Rel(Name, Vec<Expr>),
    Quant(Quantifier, Vec<(Name, Sort)>, Arc<Formula>),
}

/// Applies a binary operation to integers, with the total meaning above.
pub fn apply_bin(op: BinOp, a: &Int, b: &Int) -> Int {
    match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::Div if *b == Int::ZERO => Int::ZERO,
        BinOp::Div => a / b,
        BinOp::Rem if *b == Int::ZERO => a.clone(),
        BinOp::Rem => a - (a / b) * b,
        BinOp::Shl | BinOp::Shr => match u32::try_from(b) {
            Ok(n) if n < SHIFT_LIMIT && op == BinOp::Shl => a << n as usize,
            Ok(n) if n < SHIFT_LIMIT => floor_div(a, &(Int::ONE << n as usize)),
            _ => Int::ZERO,
        },
    }
}

/// Applies a bit operation to integers read as values of `ty`.
pub fn apply_bits(op: BitOp, ty: IntType, a: &Int, b: &Int) -> Int {
    let (a, b) = (ty.wrap(a), ty.wrap(b));
    ty.wrap(&match op {
        BitOp::And => a & b,
        BitOp::Or => a | b,
        BitOp::Xor => a ^ b,
    })
}

impl From<VarId> for Expr {
    fn from(v: VarId) -> Self {
        Expr::Var(v)
    }
}

impl From<Int> for Expr {
    fn from(value: Int) -> Self {
        Expr::Const(value)
    }
}

impl From<i64> for Expr {
    fn from(value: i64) -> Self {
        Expr::Const(Int::from(value))
    }
}

impl Expr {
    pub fn as_const(&self) -> Option<&Int> {
        if let Expr::Const(c) = self { Some(c) } else { None }
    }

    pub fn bound(name: &str) -> Self {
        Expr::Bound(name.into())
    }

    pub fn bin(op: BinOp, a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        let (a, b) = (a.into(), b.into());
        match (op, a.as_const(), b.as_const()) {
            (_, Some(x), Some(y)) => return Expr::Const(apply_bin(op, x, y)),
            (BinOp::Add, Some(x), _) if *x == Int::ZERO => return b,
            (BinOp::Add | BinOp::Sub | BinOp::Shl | BinOp::Shr, _, Some(y)) if *y == Int::ZERO => return a,
            (BinOp::Mul, Some(x), _) if *x == Int::ONE => return b,
            (BinOp::Mul | BinOp::Div, _, Some(y)) if *y == Int::ONE => return a,
            _ => {}
        }
        Expr::Bin(op, Arc::new(a), Arc::new(b))
    }

    pub fn add(a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        Expr::bin(BinOp::Add, a, b)
    }

    pub fn sub(a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        Expr::bin(BinOp::Sub, a, b)
    }

    pub fn mul(a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        Expr::bin(BinOp::Mul, a, b)
    }

    pub fn neg(a: impl Into<Expr>) -> Self {
        match a.into() {
            Expr::Const(c) => Expr::Const(-c),
            Expr::Neg(inner) => (*inner).clone(),
            other => Expr::Neg(Arc::new(other)),
        }
    }

    pub fn bits(op: BitOp, ty: IntType, a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        let (a, b) = (a.into(), b.into());
        if let (Some(x), Some(y)) = (a.as_const(), b.as_const()) {
            return Expr::Const(apply_bits(op, ty, x, y));
        }
        Expr::Bits(op, ty, Arc::new(a), Arc::new(b))
    }

    pub fn wrap(ty: IntType, a: impl Into<Expr>) -> Self {
        match a.into() {
            Expr::Const(c) => Expr::Const(ty.wrap(&c)),
            // A wrap inside a wrap of at most its width changes nothing.
            Expr::Wrap(inner, e) if inner.bits >= ty.bits => Expr::Wrap(ty, e),
            other => Expr::Wrap(ty, Arc::new(other)),
        }
    }

    pub fn ite(cond: Formula, a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        let (a, b) = (a.into(), b.into());
        match cond {
            Formula::True => a,
            Formula::False => b,
            _ if a == b => a,
            cond => Expr::Ite(Arc::new(cond), Arc::new(a), Arc::new(b)),
        }
    }

    pub fn select(map: impl Into<Expr>, index: impl Into<Expr>) -> Self {
        Expr::Select(Arc::new(map.into()), Arc::new(index.into()))
    }

    /// The map that it is made of, and what is written into that, the first first.
    pub fn stores(&self) -> (&Expr, Vec<(&Expr, &Expr)>) {
        match self {
            Expr::Store(before, index, value) => {
                let (map, mut all) = before.stores();
                all.push((index, value));
                (map, all)
            }
            _ => (self, Vec::new()),
        }
    }

    /// What is written into a map, the first first, if that makes all of it.
    pub fn stores_into(&self, map: VarId) -> Option<Vec<(&Expr, &Expr)>> {
        let (old, stores) = self.stores();
        (*old == Expr::Var(map)).then_some(stores)
    }

    pub fn store(map: impl Into<Expr>, index: impl Into<Expr>, value: impl Into<Expr>) -> Self {
        Expr::Store(Arc::new(map.into()), Arc::new(index.into()), Arc::new(value.into()))
    }

    /// The formula "the value lies in the type".
    pub fn in_range(&self, ty: IntType) -> Formula {
        Formula::and([Formula::cmp(CmpOp::Ge, self.clone(), ty.min()), Formula::cmp(CmpOp::Le, self.clone(), ty.max())])
    }

    pub fn subst(&self, map: &dyn Fn(&Expr) -> Option<Expr>) -> Expr {
        if let Some(replacement) = map(self) {
            return replacement;
        }
        match self {
            Expr::Const(_) | Expr::Var(_) | Expr::Bound(_) => self.clone(),
            Expr::Neg(a) => Expr::neg(a.subst(map)),
            Expr::Bin(op, a, b) => Expr::bin(*op, a.subst(map), b.subst(map)),
            Expr::Bits(op, ty, a, b) => Expr::bits(*op, *ty, a.subst(map), b.subst(map)),
            Expr::Wrap(ty, a) => Expr::wrap(*ty, a.subst(map)),
            Expr::Ite(c, a, b) => Expr::ite(c.subst(map), a.subst(map), b.subst(map)),
            Expr::Select(m, i) => Expr::select(m.subst(map), i.subst(map)),
            Expr::Store(m, i, v) => Expr::store(m.subst(map), i.subst(map), v.subst(map)),
            Expr::App(f, args) => Expr::App(f.clone(), args.iter().map(|a| a.subst(map)).collect()),
        }
    }

    /// Replaces a program variable.
    pub fn replace(&self, var: VarId, by: &Expr) -> Expr {
        self.subst(&|e| (*e == Expr::Var(var)).then(|| by.clone()))
    }

    /// Calls `visit` on this term and on all its subterms, those inside conditions included.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        visit(self);
        match self {
            Expr::Const(_) | Expr::Var(_) | Expr::Bound(_) => {}
            Expr::Neg(a) | Expr::Wrap(_, a) => a.walk(visit),
            Expr::Bin(_, a, b) | Expr::Bits(_, _, a, b) | Expr::Select(a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Expr::Ite(c, a, b) => {
                c.walk(visit);
                a.walk(visit);
                b.walk(visit);
            }
            Expr::Store(a, b, c) => {
                a.walk(visit);
                b.walk(visit);
                c.walk(visit);
            }
            Expr::App(_, args) => args.iter().for_each(|a| a.walk(visit)),
        }
    }

    pub fn vars(&self) -> SortedSet<VarId> {
        let mut found = SortedSet::new();
        self.walk(&mut |e| {
            if let Expr::Var(v) = e {
                found.insert(*v);
            }
        });
        found
    }

    /// `Σ cᵢ·tᵢ + c` with each `tᵢ` a term that is not itself a sum, difference, negation or multiple.
    pub fn linear(&self) -> Linear {
        let mut sum = Linear::default();
        self.add_to(&Int::ONE, &mut sum);
        sum.terms.retain(|_, c| *c != Int::ZERO);
        sum
    }

    fn add_to(&self, factor: &Int, sum: &mut Linear) {
        match self {
            Expr::Const(c) => sum.constant += c * factor,
            Expr::Neg(a) => a.add_to(&-factor, sum),
            Expr::Bin(BinOp::Add, a, b) => {
                a.add_to(factor, sum);
                b.add_to(factor, sum);
            }
            Expr::Bin(BinOp::Sub, a, b) => {
                a.add_to(factor, sum);
                b.add_to(&-factor, sum);
            }
            Expr::Bin(BinOp::Mul, a, b) if a.as_const().is_some() => b.add_to(&(factor * a.as_const().unwrap()), sum),
            Expr::Bin(BinOp::Mul, a, b) if b.as_const().is_some() => a.add_to(&(factor * b.as_const().unwrap()), sum),
            other => *sum.terms.entry(other.clone()).or_default() += factor,
        }
    }
}

/// A linear form over terms; see [`Expr::linear`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Linear {
    pub terms: SortedMap<Expr, Int>,
    pub constant: Int,
}

impl Linear {
    /// The form as a term: what is added first, then what is taken away, then the constant.
    pub fn expr(&self) -> Expr {
        let (plus, minus): (Vec<_>, Vec<_>) = self.terms.iter().partition(|(_, c)| **c > Int::ZERO);
        let mut sum: Option<Expr> = None;
        for (t, c) in plus.into_iter().chain(minus) {
            sum = Some(match sum {
                None => Expr::mul(c.clone(), t.clone()),
                Some(s) if *c < Int::ZERO => Expr::sub(s, Expr::mul(-c, t.clone())),
                Some(s) => Expr::add(s, Expr::mul(c.clone(), t.clone())),
            });
        }
        match sum {
            None => Expr::Const(self.constant.clone()),
            Some(s) if self.constant == Int::ZERO => s,
            Some(s) if self.constant < Int::ZERO => Expr::sub(s, Expr::Const(-&self.constant)),
            Some(s) => Expr::add(s, Expr::Const(self.constant.clone())),
        }
    }

    /// The factors of the variables if there are no other terms.
    pub fn variables(&self) -> Option<SortedMap<VarId, Int>> {
        let variable = |(t, c): (&Expr, &Int)| if let Expr::Var(v) = t { Some((*v, c.clone())) } else { None };
        self.terms.iter().map(variable).collect()
    }
}

impl Formula {
    pub fn cmp(op: CmpOp, a: impl Into<Expr>, b: impl Into<Expr>) -> Self {
        let (a, b) = (a.into(), b.into());
        match (a.as_const(), b.as_const()) {
            (Some(x), Some(y)) => op.holds(x, y).into(),
            _ => Formula::Cmp(op, Arc::new(a), Arc::new(b)),
        }
    }

    /// The conjunction, flattened; `False` absorbs, `True` vanishes.
    pub fn and(parts: impl IntoIterator<Item = Formula>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::True => {}
                Formula::False => return Formula::False,
                Formula::And(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::True,
            1 => flat.pop().unwrap(),
            _ => Formula::And(flat),
        }
    }

    /// The disjunction, flattened; `True` absorbs, `False` vanishes.
    pub fn or(parts: impl IntoIterator<Item = Formula>) -> Self {
        let mut flat = Vec::new();
        for part in parts {
            match part {
                Formula::False => {}
                Formula::True => return Formula::True,
                Formula::Or(inner) => flat.extend(inner),
                other => flat.push(other),
            }
        }
        match flat.len() {
            0 => Formula::False,
            1 => flat.pop().unwrap(),
            _ => Formula::Or(flat),
        }
    }

    /// The negation, pushed through constants, comparisons and double negation.
    pub fn negate(&self) -> Self {
        match self {
            Formula::True => Formula::False,
            Formula::False => Formula::True,
            Formula::Cmp(op, a, b) => Formula::Cmp(op.negate(), a.clone(), b.clone()),
            Formula::Not(inner) => (**inner).clone(),
            Formula::And(parts) => Formula::or(parts.iter().map(Formula::negate)),
            Formula::Or(parts) => Formula::and(parts.iter().map(Formula::negate)),
            Formula::Quant(q, vars, body) => {
                let dual = if *q == Quantifier::Forall { Quantifier::Exists } else { Quantifier::Forall };
                Formula::Quant(dual, vars.clone(), Arc::new(body.negate()))
            }
            Formula::Rel(..) => Formula::Not(Arc::new(self.clone())),
        }
    }

    /// Both hold or neither.
    pub fn iff(a: &Formula, b: &Formula) -> Formula {
        Formula::and([Formula::implies(a, b.clone()), Formula::implies(b, a.clone())])
    }

    pub fn implies(premise: &Formula, conclusion: Formula) -> Self {
        Formula::or([premise.negate(), conclusion])
    }

    /// Substitution by terms. The replacement must not mention variables that a quantifier inside binds.
    pub fn subst(&self, map: &dyn Fn(&Expr) -> Option<Expr>) -> Formula {
        match self {
            Formula::True | Formula::False => self.clone(),
            Formula::Cmp(op, a, b) => Formula::cmp(*op, a.subst(map), b.subst(map)),
            Formula::Not(inner) => inner.subst(map).negate(),
            Formula::And(parts) => Formula::and(parts.iter().map(|p| p.subst(map))),
            Formula::Or(parts) => Formula::or(parts.iter().map(|p| p.subst(map))),
            Formula::Rel(name, args) => Formula::Rel(name.clone(), args.iter().map(|a| a.subst(map)).collect()),
            Formula::Quant(q, vars, body) => {
                let bound = |e: &Expr| matches!(e, Expr::Bound(n) if vars.iter().any(|(v, _)| v == n));
                Formula::Quant(*q, vars.clone(), Arc::new(body.subst(&|e| if bound(e) { None } else { map(e) })))
            }
        }
    }

    /// Replaces a program variable.
    pub fn replace(&self, var: VarId, by: &Expr) -> Formula {
        self.subst(&|e| (*e == Expr::Var(var)).then(|| by.clone()))
    }

    /// The elements of maps that it reads: the maps, and where.
    pub fn reads(&self) -> Vec<(Expr, Expr)> {
        let mut found = Vec::new();
        self.walk(&mut |e| {
            if let Expr::Select(m, i) = e {
                found.push(((**m).clone(), (**i).clone()));
            }
        });
        found
    }

    /// The parts of a conjunction; a formula of another kind is its only part.
    pub fn parts(&self) -> &[Formula] {
        if let Formula::And(parts) = self { parts } else { std::slice::from_ref(self) }
    }

    /// The least and the greatest value of a variable, by the comparisons with constants in all parts and in every case; none where there is no bound.
    pub fn bounds(&self, v: VarId) -> (Option<Int>, Option<Int>) {
        let none = (None, None);
        match self {
            Formula::And(parts) => parts.iter().map(|p| p.bounds(v)).fold(none, |(low, high), (l, h)| {
                let lower = match (high, h) {
                    (Some(a), Some(b)) => Some(a.min(b)),
                    (a, b) => a.or(b),
                };
                (low.max(l), lower)
            }),
            Formula::Or(cases) => {
                let joined = |(a, b): (Option<Int>, Option<Int>), (c, d): (Option<Int>, Option<Int>)| {
                    (a.zip(c).map(|(a, c)| a.min(c)), b.zip(d).map(|(b, d)| b.max(d)))
                };
                cases.iter().map(|c| c.bounds(v)).reduce(joined).unwrap_or(none)
            }
            Formula::Cmp(op, a, b) => {
                let (op, c) = match (&**a, &**b) {
                    (Expr::Var(a), Expr::Const(c)) if *a == v => (*op, c.clone()),
                    (Expr::Const(c), Expr::Var(b)) if *b == v => (op.flip(), c.clone()),
                    _ => return none,
                };
                match op {
                    CmpOp::Eq => (Some(c.clone()), Some(c)),
                    CmpOp::Ge => (Some(c), None),
                    CmpOp::Gt => (Some(c + Int::ONE), None),
                    CmpOp::Le => (None, Some(c)),
                    CmpOp::Lt => (None, Some(c - Int::ONE)),
                    CmpOp::Ne => none,
                }
            }
            _ => none,
        }
    }

    /// Calls `visit` on every comparison and relation, those under quantifiers included and those inside of terms not.
    pub fn each_atom(&self, visit: &mut dyn FnMut(&Formula)) {
        match self {
            Formula::True | Formula::False => {}
            Formula::Cmp(..) | Formula::Rel(..) => visit(self),
            Formula::Not(inner) | Formula::Quant(_, _, inner) => inner.each_atom(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| p.each_atom(visit)),
        }
    }

    /// Whether some atom is such.
    pub fn any_atom(&self, is_such: &dyn Fn(&Formula) -> bool) -> bool {
        let mut found = false;
        self.each_atom(&mut |atom| found |= is_such(atom));
        found
    }

    /// Calls `visit` on every term inside.
    pub fn walk(&self, visit: &mut dyn FnMut(&Expr)) {
        match self {
            Formula::True | Formula::False => {}
            Formula::Cmp(_, a, b) => {
                a.walk(visit);
                b.walk(visit);
            }
            Formula::Not(inner) | Formula::Quant(_, _, inner) => inner.walk(visit),
            Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| p.walk(visit)),
            Formula::Rel(_, args) => args.iter().for_each(|a| a.walk(visit)),
        }
    }

    pub fn vars(&self) -> SortedSet<VarId> {
        let mut found = SortedSet::new();
        self.walk(&mut |e| {
            if let Expr::Var(v) = e {
                found.insert(*v);
            }
        });
        found
    }
}

impl From<bool> for Formula {
    fn from(value: bool) -> Self {
        if value { Formula::True } else { Formula::False }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_and_shift_are_total_and_as_in_c() {
        let bin = |op, a: i64, b: i64| apply_bin(op, &Int::from(a), &Int::from(b));
        assert_eq!(bin(BinOp::Div, -7, 2), Int::from(-3));
        assert_eq!(bin(BinOp::Rem, -7, 2), Int::from(-1));
        assert_eq!(bin(BinOp::Rem, 7, -2), Int::from(1));
        assert_eq!(bin(BinOp::Div, 7, 0), Int::ZERO);
        assert_eq!(bin(BinOp::Rem, 7, 0), Int::from(7));
        assert_eq!(bin(BinOp::Shr, -7, 1), Int::from(-4));
        assert_eq!(bin(BinOp::Shl, 3, 128), Int::ZERO);
        assert_eq!(bin(BinOp::Shl, 3, -1), Int::ZERO);
    }

    #[test]
    fn linear_forms_collect_equal_terms() {
        let (x, y) = (Expr::Var(VarId(0)), Expr::Var(VarId(1)));
        let form = Expr::sub(Expr::add(Expr::mul(3, x.clone()), y.clone()), Expr::add(Expr::mul(x, 3), 4)).linear();
        assert_eq!(form.constant, Int::from(-4));
        assert_eq!(form.terms, SortedMap::from([(y, Int::ONE)]));
        assert_eq!(form.expr().linear(), form);
    }

    #[test]
    fn substitution_spares_bound_variables() {
        let k = Expr::bound("k");
        let all = Formula::Quant(Quantifier::Forall, vec![("k".into(), Sort::Int)], Arc::new(Formula::cmp(CmpOp::Ge, k.clone(), VarId(0))));
        let replaced = all.subst(&|e| (*e == k || *e == Expr::Var(VarId(0))).then(|| Expr::from(5)));
        let expected = Formula::Quant(Quantifier::Forall, vec![("k".into(), Sort::Int)], Arc::new(Formula::cmp(CmpOp::Ge, k, 5)));
        assert_eq!(replaced, expected);
    }
}
