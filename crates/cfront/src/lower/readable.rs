//! Whether the terms of a property can be read: the formula that says so, beside the formula of the property.
//!
//! Reading in formulas is total ([`super::logic`]), so an element outside of its array would be some number, and an assertion about it
//! might hold. A property therefore holds only where all that it reads can be read: the elements lie in their arrays, pointers point into living objects. What
//! is behind a guard counts only where the guard lets it: on the right of `==>` and `&&` where the left side holds, on the right
//! of `||` where it does not, in a quantifier for each value of its variables. Premises and advice are read totally: nothing is concluded from a
//! premise that speaks of no cell, and advice is proved before it is used.
//!
//! `READABLE(number, object, offset)` stands for "the cell of this deed can be read" until it is known what pointers point to. What a quantified
//! pointer points to exists, and is read as it is.

use super::address::{ELSEWHERE, ENDED, WILD};
use super::blocks::LIVES;
use super::place::{Base, Dim, Place};
use super::resolve::Resolver;
use super::{Lower, Res};
use crate::annotation::syntax::Clause;
use base::{BinOp, Check, CmpOp, Expr, Formula, Int, Name, Quantifier, Sort};
use std::sync::Arc;

/// Compared with 0 for being different or equal, and nowhere else.
pub const READABLE: &str = "$readable";

impl Lower<'_> {
    /// What is wrong where a clause is a property that is violated: it speaks of what cannot be read, or it does not hold.
    pub fn violations(&mut self, clause: &Clause, message: String) -> Res<Vec<(Check, Formula, String)>> {
        let (formula, readable) = self.apart(|this| this.clause(clause))?;
        let unreadable = format!("{message}: it speaks of memory that cannot be read");
        Ok(vec![(Check::Reach, readable.negate(), unreadable), (Check::Reach, formula.negate(), message)])
    }

    /// Reads something, and says when it can be read.
    pub fn apart<T>(&mut self, read: impl FnOnce(&mut Self) -> Res<T>) -> Res<(T, Formula)> {
        let outer = std::mem::take(&mut self.readable);
        let result = read(self);
        let own = std::mem::replace(&mut self.readable, outer);
        Ok((result?, Formula::and(own)))
    }

    /// Reads something that counts only where the guard holds.
    pub fn behind<T>(&mut self, guard: &Formula, read: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        let (result, readable) = self.apart(read)?;
        if readable != Formula::True {
            self.readable.push(Formula::implies(guard, readable));
        }
        Ok(result)
    }

    /// What is read for each value of variables.
    pub fn for_each_value(&mut self, vars: &[(Name, Sort)], types: Formula, readable: Formula) {
        if readable != Formula::True {
            self.readable.push(without_bounds(vars, &Formula::implies(&types, readable)));
        }
    }

    /// A formula reads the place; if it lies in memory, by the deed with this number.
    pub fn reads(&mut self, place: &Place, deed: Option<&Expr>) {
        for index in &place.indices {
            let beyond = match &index.dim {
                Dim::Open => continue,
                Dim::Fixed(n) => Formula::cmp(CmpOp::Lt, index.expr.clone(), Int::from(*n)),
                Dim::Variable(n) => Formula::cmp(CmpOp::Lt, index.expr.clone(), *n),
            };
            self.readable.push(Formula::and([Formula::cmp(CmpOp::Ge, index.expr.clone(), 0), beyond]));
        }
        // What has a name lives wherever the name means it.
        let (Base::Memory(..), Some(Expr::App(_, args))) = (&place.base, deed) else { return };
        let mut quantified = false;
        args[1].walk(&mut |e| quantified |= matches!(e, Expr::Bound(_)));
        if !quantified {
            let term = Expr::App(READABLE.into(), args[..3].to_vec());
            self.readable.push(Formula::Cmp(CmpOp::Ne, Arc::new(term), Arc::new(0.into())));
        }
    }

    /// When the cell can be read, once it is known what pointers point to; none if nobody knows.
    pub fn when_readable(&self, args: &[Expr], r: &Resolver) -> Option<Formula> {
        let [number, object, offset] = args else { return None };
        let cell = self.glanced(number)?;
        let numbers = r.points_to.objects(object);
        if numbers.contains(&ELSEWHERE) {
            return None;
        }
        let (object, offset) = (self.tidy(object, r), self.tidy(offset, r));
        let count = Expr::Const(Int::from(self.cell_size(cell)));
        let targets = self.targets(&numbers, r);
        // With one object, or none, to choose from, being there is not being null.
        let may_lead_astray = numbers.iter().any(|n| [WILD, ENDED].contains(n) || self.is_function(*n));
        let is_clear = targets.len() == 1 && !may_lead_astray;
        let readable = targets.iter().map(|target| {
            let here = match (is_clear, numbers.contains(&0)) {
                (false, _) => target.condition(&object, &targets, r),
                (true, true) => Formula::cmp(CmpOp::Ne, object.clone(), 0),
                (true, false) => Formula::True,
            };
            let alive = match target {
                super::access::Target::Single(o) => r.layout.alive.get(o).map(|alive| Formula::cmp(CmpOp::Eq, *alive, 1)),
                super::access::Target::Shared(_) => None,
            };
            let state = r.block_of(target).and_then(|b| b.state_of(&object)).map(|s| Formula::cmp(CmpOp::Eq, s, LIVES));
            let inside = self.target_size(target, &object, r).map(|whole| {
                let end = Expr::add(offset.clone(), count.clone());
                Formula::and([Formula::cmp(CmpOp::Ge, offset.clone(), 0), Formula::cmp(CmpOp::Le, end, whole)])
            });
            Formula::and([Some(here), alive, state, inside].into_iter().flatten())
        });
        Some(Formula::or(readable.collect::<Vec<_>>()))
    }
}

/// Whether a formula says that cells can be read.
pub fn mentions_readable(f: &Formula) -> bool {
    let mut found = false;
    f.walk(&mut |e| found |= matches!(e, Expr::App(name, _) if **name == *READABLE));
    found
}

/// For all values of the variables. A variable that the formula bounds by terms, and otherwise compares linearly, is not needed: what holds at
/// its least and greatest value holds in between.
pub fn without_bounds(vars: &[(Name, Sort)], body: &Formula) -> Formula {
    let mut rest: Vec<(Name, Sort)> = Vec::new();
    let mut formula = body.clone();
    for (name, sort) in vars.iter().rev() {
        match without_bound(name, &formula) {
            Some(simpler) => formula = simpler,
            None => rest.insert(0, (name.clone(), sort.clone())),
        }
    }
    if rest.is_empty() || formula == Formula::True { formula } else { Formula::Quant(Quantifier::Forall, rest, Arc::new(formula)) }
}

fn mentions(f: &Formula, name: &Name) -> bool {
    let mut found = false;
    f.walk(&mut |e| found |= matches!(e, Expr::Bound(b) if b == name));
    found
}

/// The formula for all values of one variable, without it.
fn without_bound(name: &Name, f: &Formula) -> Option<Formula> {
    if !mentions(f, name) {
        return Some(f.clone());
    }
    match f {
        Formula::And(parts) => Some(Formula::and(parts.iter().map(|p| without_bound(name, p)).collect::<Option<Vec<_>>>()?)),
        Formula::Or(parts) => {
            let (with, mut without): (Vec<&Formula>, Vec<&Formula>) = parts.iter().partition(|p| mentions(p, name));
            // One conjunction among the alternatives is taken apart.
            if let Some(at) = with.iter().position(|p| matches!(p, Formula::And(_))) {
                let Formula::And(inner) = with[at] else { return None };
                let others: Vec<&Formula> = with.iter().enumerate().filter(|(i, _)| *i != at).map(|(_, p)| *p).collect();
                let each = inner.iter().map(|one| {
                    let alternatives = others.iter().chain(&without).map(|p| (*p).clone()).chain([one.clone()]);
                    without_bound(name, &Formula::or(alternatives))
                });
                return Some(Formula::and(each.collect::<Option<Vec<_>>>()?));
            }
            let atoms = with.iter().map(|p| Atom::read(p, name)).collect::<Option<Vec<_>>>()?;
            let never = Atom::all_fail_somewhere(&atoms)?.negate();
            let rest: Vec<Formula> = without.drain(..).cloned().collect();
            Some(Formula::or(rest.into_iter().chain([never])))
        }
        Formula::Cmp(..) => without_bound(name, &Formula::Or(vec![f.clone()])),
        _ => None,
    }
}

/// `factor * variable + rest >= 0`.
struct Atom {
    factor: Int,
    rest: Expr,
}

impl Atom {
    fn read(f: &Formula, name: &Name) -> Option<Atom> {
        let Formula::Cmp(op, a, b) = f else { return None };
        let (greater, less, shift) = match op {
            CmpOp::Ge => (a, b, 0),
            CmpOp::Gt => (a, b, 1),
            CmpOp::Le => (b, a, 0),
            CmpOp::Lt => (b, a, 1),
            CmpOp::Eq | CmpOp::Ne => return None,
        };
        let ((f1, r1), (f2, r2)) = (split(greater, name)?, split(less, name)?);
        Some(Atom { factor: f1 - f2, rest: Expr::sub(Expr::sub(r1, r2), shift).linear().expr() })
    }

    /// When some value of the variable makes all atoms fail. Those that bound the failing values by terms (their factor is 1 or −1)
    /// name the ends of an interval; at most one other is tried at the end where it fails first.
    fn all_fail_somewhere(atoms: &[Atom]) -> Option<Formula> {
        // An atom fails if factor * v <= -rest - 1.
        let (units, others): (Vec<&Atom>, Vec<&Atom>) = atoms.iter().partition(|a| a.factor == Int::ONE || a.factor == -Int::ONE);
        let most = |a: &&&Atom| a.factor > Int::ZERO;
        let highs: Vec<Expr> = units.iter().filter(most).map(|a| Expr::sub(-1, a.rest.clone()).linear().expr()).collect();
        let lows: Vec<Expr> = units.iter().filter(|a| !most(a)).map(|a| Expr::add(a.rest.clone(), 1).linear().expr()).collect();
        let mut conditions = Vec::new();
        for low in &lows {
            conditions.extend(highs.iter().map(|high| Formula::cmp(CmpOp::Le, low.clone(), high.clone())));
        }
        match others.as_slice() {
            [] if lows.is_empty() || highs.is_empty() => return Some(Formula::True),
            [] => {}
            [one] => {
                let ends = if one.factor > Int::ZERO { &lows } else { &highs };
                // Without an end on that side it fails far out, if nothing else is there to say how far.
                if ends.is_empty() {
                    return None;
                }
                for end in ends {
                    let value = Expr::add(Expr::mul(Expr::Const(one.factor.clone()), end.clone()), one.rest.clone());
                    conditions.push(Formula::cmp(CmpOp::Lt, value, 0));
                }
            }
            _ => return None,
        }
        Some(Formula::and(conditions))
    }
}

/// A term as a multiple of a bound variable and a rest without it.
fn split(e: &Expr, name: &Name) -> Option<(Int, Expr)> {
    let mut found = false;
    e.walk(&mut |e| found |= matches!(e, Expr::Bound(b) if b == name));
    if !found {
        return Some((Int::ZERO, e.clone()));
    }
    match e {
        Expr::Bound(_) => Some((Int::ONE, 0.into())),
        Expr::Neg(a) => split(a, name).map(|(f, r)| (-f, Expr::neg(r))),
        Expr::Bin(BinOp::Add, a, b) => {
            let ((f, r), (g, s)) = (split(a, name)?, split(b, name)?);
            Some((f + g, Expr::add(r, s)))
        }
        Expr::Bin(BinOp::Sub, a, b) => {
            let ((f, r), (g, s)) = (split(a, name)?, split(b, name)?);
            Some((f - g, Expr::sub(r, s)))
        }
        Expr::Bin(BinOp::Mul, a, b) => {
            let (by, of) = if let Some(c) = a.as_const() { (c, b) } else { (b.as_const()?, a) };
            split(of, name).map(|(f, r)| (by * &f, Expr::mul(Expr::Const(by.clone()), r)))
        }
        _ => None,
    }
}
