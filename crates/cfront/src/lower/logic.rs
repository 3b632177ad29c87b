//! The formulas of annotations over the variables of the program.
//!
//! Integers are mathematical here: nothing wraps, overflows or is checked. Reading is total: an element outside of its array is
//! some number, the one that the map has there; when it can be read is said beside the formula ([`super::readable`]). So a formula is one tree and leaves nothing in the graph, except for what tells
//! the layout of memory which cells are read ([`super::look`]).
//!
//! A variable of a C type ranges over the values of the type. This is said only where the formula itself does not imply it: the
//! usual `0 <= k < n` stays as it is.

use super::address::{Address, NULL, OWNER};
use super::heap::start;
use super::old::{old, old_formula};
use super::place::Place;
use super::value::{Scalar, Value};
use super::{Entity, Halt, Lower, Res};
use crate::annotation::syntax::{Shape, Term};
use crate::types::{CInt, CType, RecordId};
use base::{BinOp, BitOp, CmpOp, Expr, Formula, Int, IntType, Name, Quantifier, Sort, SortedMap};
use std::sync::Arc;

/// The smallest and the largest value.
type Range = Option<(Int, Int)>;

/// A quantified variable: its name in the annotation and in the formula, and the values of its type.
pub struct Variable {
    name: String,
    bound: Name,
    range: Range,
    /// What it points to, if it is a pointer.
    to: Option<RecordId>,
}

impl Variable {
    pub fn pointer(name: String, bound: Name, to: RecordId) -> Self {
        Variable { name, bound, range: None, to: Some(to) }
    }

    /// Whether it has this name in formulas.
    pub fn is(&self, name: &Name) -> bool {
        self.bound == *name
    }
}

/// The variables in scope, innermost last.
pub type Variables = Vec<Variable>;

impl Lower<'_> {
    pub fn illogical<T>(&self, what: impl Into<String>, at: usize) -> Res<T> {
        Err(Halt::Annotation { what: what.into(), span: self.source.span_before_repair(at) })
    }

    /// A term as a formula.
    pub fn logic_formula(&mut self, t: &Term, scope: &mut Variables) -> Res<Formula> {
        Ok(match &t.shape {
            Shape::Truth(truth) => (*truth).into(),
            Shape::Not(a) => self.logic_formula(a, scope)?.negate(),
            Shape::And(a, b) => {
                let a = self.logic_formula(a, scope)?;
                let b = self.behind(&a, |this| this.logic_formula(b, scope))?;
                Formula::and([a, b])
            }
            Shape::Or(a, b) => {
                let a = self.logic_formula(a, scope)?;
                let b = self.behind(&a.negate(), |this| this.logic_formula(b, scope))?;
                Formula::or([a, b])
            }
            Shape::Implies(a, b) => {
                let premise = self.logic_formula(a, scope)?;
                let conclusion = self.behind(&premise, |this| this.logic_formula(b, scope))?;
                Formula::implies(&premise, conclusion)
            }
            Shape::Iff(a, b) | Shape::Xor(a, b) => {
                let (a, b) = (self.logic_formula(a, scope)?, self.logic_formula(b, scope)?);
                let b = if matches!(t.shape, Shape::Xor(..)) { b.negate() } else { b };
                Formula::iff(&a, &b)
            }
            Shape::Choice(c, a, b) => {
                let c = self.logic_formula(c, scope)?;
                let a = self.behind(&c, |this| this.logic_formula(a, scope))?;
                let b = self.behind(&c.negate(), |this| this.logic_formula(b, scope))?;
                Formula::and([Formula::implies(&c, a), Formula::implies(&c.negate(), b)])
            }
            Shape::Chain(terms, ops) => {
                if let ([a, b], [op @ (CmpOp::Eq | CmpOp::Ne)]) = (terms.as_slice(), ops.as_slice())
                    && let Some(same) = self.same_sets(a, b, scope)?
                {
                    return Ok(if *op == CmpOp::Eq { same } else { same.negate() });
                }
                let mut values = Vec::new();
                for t in terms {
                    values.push((self.logic_value(t, scope)?, t.at));
                }
                let mut parts = Vec::new();
                for (pair, op) in values.windows(2).zip(ops) {
                    parts.push(self.logic_comparison(*op, &pair[0], &pair[1])?);
                }
                Formula::and(parts)
            }
            Shape::Quant(q, vars, body) => self.logic_quantifier(*q, vars, body, t.at, scope)?,
            Shape::Heap(word, terms) => self.heap_formula(word, terms, t.at, scope)?,
            Shape::In(element, set) => {
                let element = self.object_or_null(element, scope)?;
                self.is_member(set, &element, scope)?
            }
            Shape::Old(inner) => {
                let (inside, readable) = self.apart(|this| this.within_old(t.at, |this| this.logic_formula(inner, scope)))?;
                self.was_readable(readable);
                self.as_old(inside)
            }
            _ => {
                let value = self.logic_number(t, scope)?;
                super::arith::as_truth(&value.expr).unwrap_or_else(|| Formula::cmp(CmpOp::Ne, value.expr, 0))
            }
        })
    }

    fn logic_comparison(&mut self, op: CmpOp, (a, at): &(Value, usize), (b, _): &(Value, usize)) -> Res<Formula> {
        match (a, b) {
            (Value::Int(a), Value::Int(b)) => Ok(Formula::cmp(op, a.expr.clone(), b.expr.clone())),
            (pointer @ (Value::Address(_) | Value::Pointer(_) | Value::Null), null) | (null, pointer)
                if matches!(op, CmpOp::Eq | CmpOp::Ne) && is_null(null) =>
            {
                let equal = match pointer {
                    Value::Address(address) => address.is_not_null().negate(),
                    other => matches!(other, Value::Null).into(),
                };
                Ok(if op == CmpOp::Eq { equal } else { equal.negate() })
            }
            (Value::Address(a), Value::Address(b)) if matches!(op, CmpOp::Eq | CmpOp::Ne) => {
                let equal = Formula::cmp(CmpOp::Eq, start(a), start(b));
                Ok(if op == CmpOp::Eq { equal } else { equal.negate() })
            }
            _ => self.illogical("only numbers are compared, and pointers for being equal", *at),
        }
    }

    fn logic_quantifier(
        &mut self,
        q: Quantifier,
        vars: &[(Vec<String>, String)],
        body: &Term,
        at: usize,
        scope: &mut Variables,
    ) -> Res<Formula> {
        let outer = scope.len();
        for (words, name) in vars {
            if let Some(r) = self.pointed_to(words, at)? {
                let bound = self.bound_pointer(name, r, scope);
                scope.push(Variable::pointer(name.clone(), bound, r));
                continue;
            }
            let range = match self.logic_type(words) {
                Some(ty) => ty.map(|ty| (ty.min(), ty.max())),
                None => return self.illogical(format!("a variable of type `{}`", words.join(" ")), at),
            };
            // No variable hides another: formulas are moved around.
            let taken = |n: &str| scope.iter().any(|v| &*v.bound == n) || self.bound_pointers.contains_key(n);
            let fresh = (1..).map(|n| if n == 1 { name.clone() } else { format!("{name}_{n}") }).find(|n| !taken(n));
            scope.push(Variable { name: name.clone(), bound: fresh.unwrap_or_default().as_str().into(), range, to: None });
        }
        let formula = self.apart(|this| this.logic_formula(body, scope));
        let own = scope.split_off(outer);
        let (formula, readable) = formula?;
        let in_type = |v: &Variable| {
            v.range.as_ref().map(|(low, high)| {
                Formula::and([
                    Formula::cmp(CmpOp::Ge, Expr::Bound(v.bound.clone()), low.clone()),
                    Formula::cmp(CmpOp::Le, Expr::Bound(v.bound.clone()), high.clone()),
                ])
            })
        };
        let names: Vec<(Name, Sort)> = own.iter().map(|v| (v.bound.clone(), Sort::Int)).collect();
        self.for_each_value(&names, Formula::and(own.iter().filter_map(in_type)), readable);
        let decisive = if q == Quantifier::Forall { formula.negate() } else { formula.clone() };
        let implied = self.implied_ranges(&decisive, &own, scope);
        let mut types = Vec::new();
        for (variable, implied) in own.iter().zip(implied) {
            let Some((low, high)) = &variable.range else { continue };
            let term = || Expr::Bound(variable.bound.clone());
            if implied.0.is_none_or(|l| l < *low) {
                types.push(Formula::cmp(CmpOp::Ge, term(), low.clone()));
            }
            if implied.1.is_none_or(|h| h > *high) {
                types.push(Formula::cmp(CmpOp::Le, term(), high.clone()));
            }
        }
        let types = Formula::and(types);
        let body = if q == Quantifier::Forall { Formula::implies(&types, formula) } else { Formula::and([types, formula]) };
        Ok(Formula::Quant(q, names, Arc::new(body)))
    }

    /// The record that the words of a type make a pointer to.
    pub fn pointed_to(&self, words: &[String], at: usize) -> Res<Option<RecordId>> {
        match words {
            [word, name, star] if word == "struct" && star == "*" => Ok(Some(self.record_named(name, at)?)),
            [name, star] if star == "*" => match self.lookup(name) {
                Some(Entity::Typedef(CType::Record(r))) => Ok(Some(*r)),
                _ => Ok(None),
            },
            [name] => match self.lookup(name) {
                Some(Entity::Typedef(CType::Pointer(to))) => match &**to {
                    CType::Record(r) => Ok(Some(*r)),
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Reads a term as it was when the function began.
    pub fn within_old<T>(&mut self, at: usize, read: impl FnOnce(&mut Self) -> Res<T>) -> Res<T> {
        if !self.after {
            return self.illogical("\\old stands for something only in what the entry function or a function without a body ensures", at);
        }
        let outer = std::mem::replace(&mut self.after, false);
        let read = read(self);
        self.after = outer;
        read
    }

    /// What could be read when the function began.
    fn was_readable(&mut self, readable: Formula) {
        if readable != Formula::True {
            let then = self.as_old(readable);
            self.readable.push(then);
        }
    }

    /// What held when the function began.
    pub fn as_old(&self, f: Formula) -> Formula {
        match self.moment {
            Some(moment) => old_formula(f, moment),
            None => f,
        }
    }

    /// The value that a parameter had when the function began: an annotation behind its body means that one.
    fn first_value(&self, value: Value) -> Value {
        let Some(moment) = self.moment else { return value };
        match value {
            Value::Int(s) => Value::Int(Scalar { expr: old(s.expr, moment), ..s }),
            Value::Address(a) => Value::Address(Address { object: old(a.object, moment), offset: old(a.offset, moment), ..a }),
            other => other,
        }
    }

    /// What the conjuncts of a formula imply about the values of variables, by comparing them with terms whose values are known.
    fn implied_ranges(&self, f: &Formula, own: &[Variable], outer: &Variables) -> Vec<(Option<Int>, Option<Int>)> {
        let conjuncts = match f {
            Formula::And(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        // Nothing is known of the variables themselves until it has been found out here: else one could vouch for the other.
        let mut known: SortedMap<Name, (Option<Int>, Option<Int>)> = own.iter().map(|v| (v.bound.clone(), (None, None))).collect();
        known.extend(outer.iter().filter_map(|v| v.range.clone().map(|(l, h)| (v.bound.clone(), (Some(l), Some(h))))));
        for _ in 0..=own.len() {
            for conjunct in conjuncts {
                let Formula::Cmp(op, a, b) = conjunct else { continue };
                for (op, variable, term) in [(*op, a, b), (op.flip(), b, a)] {
                    let Expr::Bound(name) = &**variable else { continue };
                    if !own.iter().any(|v| v.bound == *name) {
                        continue;
                    }
                    let (low, high) = self.value_range(term, &known);
                    let entry = known.entry(name.clone()).or_default();
                    if matches!(op, CmpOp::Ge | CmpOp::Gt | CmpOp::Eq) {
                        entry.0 = entry.0.clone().max(low.map(|l| if op == CmpOp::Gt { l + Int::ONE } else { l }));
                    }
                    if matches!(op, CmpOp::Le | CmpOp::Lt | CmpOp::Eq) {
                        let high = high.map(|h| if op == CmpOp::Lt { h - Int::ONE } else { h });
                        entry.1 = match (entry.1.take(), high) {
                            (Some(a), Some(b)) => Some(a.min(b)),
                            (a, b) => a.or(b),
                        };
                    }
                }
            }
        }
        own.iter().map(|v| known.get(&v.bound).cloned().unwrap_or_default()).collect()
    }

    /// Bounds of a term that hold in every state.
    fn value_range(&self, e: &Expr, known: &SortedMap<Name, (Option<Int>, Option<Int>)>) -> (Option<Int>, Option<Int>) {
        let of = |v: base::VarId| self.vars[v.index()].ty.map_or((None, None), |ty| (Some(ty.min()), Some(ty.max())));
        let both = |a: Option<Int>, b: Option<Int>, op: fn(Int, Int) -> Int| a.zip(b).map(|(a, b)| op(a, b));
        match e {
            Expr::Const(c) => (Some(c.clone()), Some(c.clone())),
            Expr::Var(v) => of(*v),
            Expr::Select(m, _) => match &**m {
                Expr::Var(v) => of(*v),
                _ => (None, None),
            },
            Expr::Bound(name) => known.get(name).cloned().unwrap_or_default(),
            Expr::Bin(BinOp::Add, a, b) => {
                let (a, b) = (self.value_range(a, known), self.value_range(b, known));
                (both(a.0, b.0, |a, b| a + b), both(a.1, b.1, |a, b| a + b))
            }
            Expr::Bin(BinOp::Sub, a, b) => {
                let (a, b) = (self.value_range(a, known), self.value_range(b, known));
                (both(a.0, b.1, |a, b| a - b), both(a.1, b.0, |a, b| a - b))
            }
            _ => (None, None),
        }
    }

    /// The machine type that words name; for `integer`, and where integers are unbounded, none.
    fn logic_type(&self, words: &[String]) -> Option<Option<IntType>> {
        let count = |w: &str| words.iter().filter(|x| *x == w).count();
        if let [word] = words {
            match (word.as_str(), self.lookup(word)) {
                ("integer", _) => return Some(None),
                ("boolean", _) => return Some(Some(IntType::unsigned(1))),
                (_, Some(Entity::Typedef(CType::Int(ty)))) => return Some(self.input_type(*ty)),
                ("size_t", _) => return Some(self.input_type(self.types.size_type())),
                _ => {}
            }
        }
        let all = ["unsigned", "signed", "int", "char", "short", "long", "_Bool"];
        if words.is_empty() || !words.iter().all(|w| all.contains(&w.as_str())) {
            return None;
        }
        let signed = count("unsigned") == 0;
        let ty = match (count("_Bool"), count("char"), count("short"), count("long")) {
            (1, ..) => return Some(Some(IntType::unsigned(1))),
            (_, 1, ..) if signed => CInt::CHAR,
            (_, 1, ..) => CInt::UCHAR,
            (_, _, 1, _) => CInt::new(crate::types::Rank::Short, 16, signed),
            (_, _, _, 1) => self.types.long(signed),
            (_, _, _, 2) => self.types.long_long(signed),
            (0, 0, 0, 0) if signed => CInt::INT,
            (0, 0, 0, 0) => CInt::UINT,
            _ => return None,
        };
        Some(self.input_type(ty))
    }

    fn logic_number(&mut self, t: &Term, scope: &mut Variables) -> Res<Scalar> {
        match self.logic_value(t, scope)? {
            Value::Int(s) => Ok(s),
            _ => self.illogical("a number is needed here", t.at),
        }
    }

    pub fn logic_value(&mut self, t: &Term, scope: &mut Variables) -> Res<Value> {
        let number = |expr: Expr, range: Range| Ok(Value::Int(Scalar { expr, ty: CInt::INT, range, depth: 0 }));
        match &t.shape {
            Shape::Number(n) => number(Expr::Const(n.clone()), Some((n.clone(), n.clone()))),
            Shape::Character(text) => {
                let span = self.source.span_before_repair(t.at);
                let (value, _) = self.character(text, &span)?;
                number(Expr::Const(value.clone()), Some((value.clone(), value)))
            }
            Shape::Null => Ok(Value::Null),
            Shape::Result => match self.activations.last().and_then(|a| a.returned) {
                Some(object) => {
                    let place = self.whole(object);
                    self.logic_load(&place, t.at)
                }
                None => self.illogical("there is no \\result here", t.at),
            },
            Shape::Name(name) => {
                if let Some(v) = scope.iter().rev().find(|v| v.name == *name) {
                    if let Some(r) = v.to {
                        return Ok(Value::Address(Address::new(Expr::Bound(v.bound.clone()), 0, &CType::Record(r))));
                    }
                    return number(Expr::Bound(v.bound.clone()), v.range.clone());
                }
                self.refuse_renamed(name, t.at)?;
                match self.lookup(name) {
                    Some(Entity::Constant(value, _)) => {
                        let value = value.clone();
                        number(Expr::Const(value.clone()), Some((value.clone(), value)))
                    }
                    // Null has a type here, so that what is said about what it points to is understood; that there is nothing is found like elsewhere.
                    Some(Entity::Bound(Value::Null, CType::Pointer(to))) => Ok(Value::Address(Address::new(NULL, 0, to))),
                    Some(Entity::Bound(value, _)) => Ok(value.clone()),
                    Some(Entity::Object(o)) if self.after && self.parameters.contains(o) => {
                        let place = self.logic_place(t, scope)?;
                        let value = self.logic_load(&place, t.at)?;
                        Ok(self.first_value(value))
                    }
                    Some(Entity::Object(_) | Entity::Indirect(_)) => {
                        let place = self.logic_place(t, scope)?;
                        self.logic_load(&place, t.at)
                    }
                    Some(_) => self.illogical(format!("`{name}` is not an object that is understood here"), t.at),
                    None => self.illogical(format!("`{name}` is not declared here"), t.at),
                }
            }
            Shape::Index(..) | Shape::Member(..) | Shape::Pointee(_) => {
                match self.ghost(t, scope)? {
                    Some(ghost) if ghost.of.is_none() => return number(ghost.term(), None),
                    Some(_) => return self.illogical("a set where a number or a pointer is needed", t.at),
                    None => {}
                }
                let place = self.logic_place(t, scope)?;
                self.logic_load(&place, t.at)
            }
            Shape::Old(inner) => {
                let (value, readable) = self.apart(|this| this.within_old(t.at, |this| this.logic_value(inner, scope)))?;
                self.was_readable(readable);
                Ok(self.first_value(value))
            }
            Shape::Minus(a) => {
                let a = self.logic_number(a, scope)?;
                number(Expr::neg(a.expr), a.range.map(|(l, h)| (-h, -l)))
            }
            Shape::Complement(a) => {
                let a = self.logic_number(a, scope)?;
                number(Expr::sub(-1, a.expr), a.range.map(|(l, h)| (-h - Int::ONE, -l - Int::ONE)))
            }
            Shape::Arith(op, a, b) => {
                let (x, y) = (self.logic_number(a, scope)?, self.logic_number(b, scope)?);
                let shift = matches!(op, BinOp::Shl | BinOp::Shr);
                let limit = Int::from(base::expr::SHIFT_LIMIT);
                if shift && !y.range.as_ref().is_some_and(|(l, h)| *l >= Int::ZERO && *h < limit) {
                    return self.illogical("a shift by a number that is not small and constant", b.at);
                }
                let range = match (op, x.range, y.range) {
                    (BinOp::Add, Some((a, b)), Some((c, d))) => Some((a + c, b + d)),
                    (BinOp::Sub, Some((a, b)), Some((c, d))) => Some((a - d, b - c)),
                    (BinOp::Mul, Some((a, b)), Some((c, d))) => {
                        let all = [&a * &c, &a * &d, &b * &c, &b * &d];
                        all.iter().min().cloned().zip(all.iter().max().cloned())
                    }
                    (BinOp::Div | BinOp::Rem | BinOp::Shr, Some((a, b)), _) => {
                        let far = (-&a).max(b.clone()).max(Int::ZERO).max(a).max(-b);
                        Some((-far.clone(), far))
                    }
                    _ => None,
                };
                number(Expr::bin(*op, x.expr, y.expr), range)
            }
            Shape::Bits(op, a, b) => self.logic_bits(*op, a, b, t.at, scope),
            Shape::Cast(words, a) => {
                let a_at = a.at;
                let a = self.logic_number(a, scope)?;
                match self.logic_type(words) {
                    None => self.illogical("a conversion to this type", a_at),
                    Some(None) => Ok(Value::Int(a)),
                    Some(Some(ty)) if words.iter().any(|w| w == "_Bool" || w == "boolean") => {
                        let truth = Formula::cmp(CmpOp::Ne, a.expr, 0);
                        number(Expr::ite(truth, 1, 0), Some((ty.min(), ty.max())))
                    }
                    Some(Some(ty)) if a.range.as_ref().is_some_and(|(l, h)| ty.contains(l) && ty.contains(h)) => Ok(Value::Int(a)),
                    Some(Some(ty)) => number(Expr::wrap(ty, a.expr), Some((ty.min(), ty.max()))),
                }
            }
            Shape::Extreme(op, a, b) => {
                let (a, b) = (self.logic_number(a, scope)?, self.logic_number(b, scope)?);
                let range = a.range.zip(b.range).map(|((l1, h1), (l2, h2))| (l1.min(l2), h1.max(h2)));
                number(Expr::ite(Formula::cmp(*op, a.expr.clone(), b.expr.clone()), a.expr, b.expr), range)
            }
            Shape::Absolute(a) => {
                let a = self.logic_number(a, scope)?;
                let range = a.range.map(|(l, h)| (Int::ZERO, h.max(-l)));
                number(Expr::ite(Formula::cmp(CmpOp::Ge, a.expr.clone(), 0), a.expr.clone(), Expr::neg(a.expr)), range)
            }
            Shape::Choice(c, a, b) => {
                let c = self.logic_formula(c, scope)?;
                let a = self.behind(&c, |this| this.logic_number(a, scope))?;
                let b = self.behind(&c.negate(), |this| this.logic_number(b, scope))?;
                let range = a.range.zip(b.range).map(|((l1, h1), (l2, h2))| (l1.min(l2), h1.max(h2)));
                number(Expr::ite(c, a.expr, b.expr), range)
            }
            _ => {
                let truth = self.logic_formula(t, scope)?;
                number(Expr::ite(truth, 1, 0), Some((Int::ZERO, Int::ONE)))
            }
        }
    }

    /// Bit operations are those of a type that holds both operands.
    fn logic_bits(&mut self, op: BitOp, a: &Term, b: &Term, at: usize, scope: &mut Variables) -> Res<Value> {
        let (a, b) = (self.logic_number(a, scope)?, self.logic_number(b, scope)?);
        let fits = |ty: &IntType, r: &Range| r.as_ref().is_some_and(|(l, h)| ty.contains(l) && ty.contains(h));
        let widths = [32, 64, 128].map(IntType::signed);
        let wide = IntType::signed(128);
        let ty = widths.into_iter().find(|ty| fits(ty, &a.range) && fits(ty, &b.range)).or(self.math().then_some(wide));
        let Some(ty) = ty else { return self.illogical("a bit operation on numbers of any size", at) };
        let expr = Expr::bits(op, ty, a.expr, b.expr);
        Ok(Value::Int(Scalar { expr, ty: CInt::INT, range: Some((ty.min(), ty.max())), depth: 0 }))
    }

    /// In a program of several files a name that was changed in one of them may mean another object in an annotation.
    fn refuse_renamed(&self, name: &str, at: usize) -> Res<()> {
        let other = |n: &String| n != name && crate::link::as_written(n) == name;
        if self.source.linked && self.globals.names.keys().any(other) {
            return self.illogical(format!("`{name}` has a different meaning in another file"), at);
        }
        Ok(())
    }

    pub fn logic_place(&mut self, t: &Term, scope: &mut Variables) -> Res<Place> {
        let span = self.source.span_before_repair(t.at);
        match &t.shape {
            Shape::Name(name) => match self.lookup(name) {
                Some(Entity::Object(o)) => {
                    let object = *o;
                    Ok(self.whole(object))
                }
                Some(Entity::Indirect(address)) => Ok(Place::at(address.clone())),
                _ => self.illogical(format!("`{name}` is not an object"), t.at),
            },
            Shape::Index(a, i) => {
                let index = self.logic_number(i, scope)?;
                let place = self.logic_target(a, scope)?;
                self.offset(place, index, false, &span)
            }
            Shape::Pointee(a) => self.logic_target(a, scope),
            Shape::Member(a, name) => {
                let base = self.logic_place(a, scope)?;
                let CType::Record(r) = base.ty else { return self.illogical("a member of something that is not a record", t.at) };
                match self.types.member(r, name) {
                    Some((path, ty)) => self.member_place(base, path, ty, &span),
                    None => self.illogical(format!("the record has no member `{name}`"), t.at),
                }
            }
            _ => self.illogical("this is not an object", t.at),
        }
    }

    /// What the value of a term points to.
    fn logic_target(&mut self, t: &Term, scope: &mut Variables) -> Res<Place> {
        // A pointer and a number are moved along.
        if let Shape::Arith(op @ (BinOp::Add | BinOp::Sub), a, b) = &t.shape {
            let span = self.source.span_before_repair(t.at);
            let by = self.logic_number(b, scope)?;
            let place = self.logic_target(a, scope)?;
            return self.offset(place, by, *op == BinOp::Sub, &span);
        }
        match self.logic_value(t, scope)? {
            Value::Pointer(place) => Ok(place),
            Value::Address(address) if address.as_number.is_none() => Ok(Place::at(address)),
            _ => self.illogical("an array or a pointer is needed here", t.at),
        }
    }

    /// The value of a place, without any check.
    pub fn logic_load(&mut self, place: &Place, at: usize) -> Res<Value> {
        let span = self.source.span_before_repair(at);
        match &place.ty {
            CType::Int(ty) => {
                let expr = match self.leaf(place) {
                    Some(leaf) => {
                        self.reads(place, None);
                        Self::position(&place.indices, &leaf, &[]).map_or(Expr::Var(leaf.var), |p| Expr::select(leaf.var, p))
                    }
                    None => {
                        let number = self.look(place, *ty, &span)?;
                        self.reads(place, Some(&number));
                        number
                    }
                };
                Ok(Value::Int(Scalar { depth: 0, ..self.scalar(expr, *ty, 0) }))
            }
            CType::Array(..) | CType::Variable(..) => self.decay(place, &span),
            CType::Pointer(to) => match self.leaf(place).and_then(|l| l.offset.map(|o| (l, o))) {
                Some((leaf, offset)) => {
                    self.reads(place, None);
                    Ok(Value::Address(match Self::position(&place.indices, &leaf, &[]) {
                        Some(position) => {
                            let (object, offset) = (Expr::select(leaf.var, position.clone()), Expr::select(offset, position));
                            Address::new(Expr::App(OWNER.into(), vec![object, offset.clone()]), offset, to)
                        }
                        None => Address::new(leaf.var, offset, to),
                    }))
                }
                None => {
                    let object = self.look_pointer(place, &span)?;
                    self.reads(place, Some(&object));
                    Ok(Value::Address(Address::new(object, 0, to)))
                }
            },
            other => self.illogical(format!("a value of type {}", self.types.name(other)), at),
        }
    }
}

fn is_null(value: &Value) -> bool {
    matches!(value, Value::Null) || matches!(value, Value::Int(s) if s.expr.as_const() == Some(&Int::ZERO))
}
