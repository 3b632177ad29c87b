//! Intervals with constants and congruences: for each variable, a [`numeric::Value`]; for each map, one value that
//! contains every element.
//!
//! The domain is not relational: it forgets `x = y` at once, and says so in the recorded loss. Invariant: every concrete
//! state of the exact result lies in the result, whatever the hints.

pub(crate) mod forward;
pub(crate) mod refine;
#[cfg(test)]
mod tests;

use crate::env::Env;
use base::{BinOp, Cfa, CmpOp, Domain, Expr, Formula, Hint, Int, IntType, Loss, Name, Op, Outcome, Quantifier, Sort, Stmt, VarId};
use numeric::{Interval, Value, Width};
use std::sync::Arc;

/// The domain for one program.
#[derive(Clone, Debug)]
pub struct Intervals {
    /// By variable: whether it is a map, and the thresholds of its widening.
    vars: Vec<VarFacts>,
}

#[derive(Clone, Debug)]
struct VarFacts {
    is_map: bool,
    /// The ends of its machine type. A variable never leaves them, so widening need not either; that the ends really
    /// bound the variable is proved by the steps, not assumed.
    thresholds: Vec<Int>,
}

/// No state at all, or what is known of each variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum State {
    Bottom,
    Env(Env<Value>),
}

/// Hints, compiled.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    /// Join instead of widening.
    join: bool,
    /// Facts to keep in a widening when both sides satisfy them.
    bounds: Vec<(VarId, Value)>,
}

pub(crate) fn width(ty: IntType) -> Width {
    Width { bits: ty.bits, signed: ty.signed }
}

fn type_value(ty: Option<IntType>) -> Value {
    ty.map_or(Value::ALL, |t| Value::from(width(t).range()))
}

impl Intervals {
    pub fn new(cfa: &Cfa) -> Self {
        let facts = |v: &base::VarDecl| VarFacts {
            is_map: matches!(v.sort, Sort::Map(..)),
            thresholds: v.ty.map_or(Vec::new(), |t| vec![t.min(), t.max()]),
        };
        Intervals { vars: cfa.vars.iter().map(facts).collect() }
    }

    pub(crate) fn everything(&self) -> Env<Value> {
        Env::new(self.vars.len(), &Value::ALL)
    }

    pub(crate) fn post(&self, env: &Env<Value>, stmt: &Stmt) -> Outcome<State> {
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => Outcome::exact(State::Env(env.clone())),
            Stmt::Assign(v, e) => {
                let value = if self.vars[v.index()].is_map { forward::map(e, env) } else { forward::int(e, env) };
                let loss = assignment_loss(*v, e, env, &value, self.vars[v.index()].is_map);
                let mut after = env.clone();
                after.set(*v, value);
                Outcome { state: State::Env(after), loss }
            }
            Stmt::Assume(f) => self.assume(env, f),
            Stmt::Input { var, ty, .. } => {
                let mut after = env.clone();
                after.set(*var, type_value(*ty));
                Outcome::exact(State::Env(after))
            }
        }
    }

    pub(crate) fn pre(&self, env: &Env<Value>, stmt: &Stmt) -> Outcome<State> {
        match stmt {
            Stmt::Skip | Stmt::Print { .. } => Outcome::exact(State::Env(env.clone())),
            Stmt::Assign(v, e) => {
                let wanted = env.get(*v).clone();
                let mut before = env.clone();
                before.set(*v, Value::ALL);
                let possible = if self.vars[v.index()].is_map {
                    refine::push_map(&mut before, e, &wanted)
                } else {
                    refine::push(&mut before, e, &wanted)
                };
                Outcome { state: possible.map_or(State::Bottom, |()| State::Env(before)), loss: Loss::Unknown }
            }
            Stmt::Assume(f) => self.assume(env, f),
            Stmt::Input { var, ty, .. } => {
                if env.get(*var).meet(&type_value(*ty)).is_none() {
                    return Outcome::exact(State::Bottom);
                }
                let mut before = env.clone();
                before.set(*var, Value::ALL);
                Outcome::exact(State::Env(before))
            }
        }
    }

    pub(crate) fn assume(&self, env: &Env<Value>, f: &Formula) -> Outcome<State> {
        let mut after = env.clone();
        match refine::assume(&mut after, f) {
            None => Outcome::exact(State::Bottom),
            Some(()) => Outcome { state: State::Env(after), loss: if is_interval_constraint(f) { Loss::Exact } else { Loss::Unknown } },
        }
    }

    fn join(&self, a: &Env<Value>, b: &Env<Value>) -> Outcome<State> {
        let joined = a.zip(b, |_, x, y| x.join(y));
        // The hull of two boxes adds nothing if one holds the other or if they differ in one direction without a gap.
        // A map is not a direction: its elements may differ each on its own.
        let mut differing = a.differing(b);
        let exact = match (differing.next(), differing.next()) {
            (None, _) => true,
            (Some((v, x, y)), None) => x.includes(y) || y.includes(x) || (!self.vars[v.index()].is_map && x.join_is_exact(y)),
            _ => joined == *a || joined == *b,
        };
        Outcome { state: State::Env(joined), loss: if exact { Loss::Exact } else { Loss::Lossy } }
    }

    pub(crate) fn widen(&self, old: &Env<Value>, new: &Env<Value>, guide: &Guide) -> Outcome<State> {
        if guide.join {
            return self.join(old, new);
        }
        let mut wide = old.zip(new, |v, x, y| x.widen(y, &self.vars[v.index()].thresholds));
        for (v, bound) in &guide.bounds {
            if bound.includes(old.get(*v)) && bound.includes(new.get(*v)) {
                let kept = wide.get(*v).meet(bound).expect("both contain the old value");
                wide.set(*v, kept);
            }
        }
        let exact = wide == *old || (wide == *new && old.differing(new).all(|(_, x, y)| y.includes(x)));
        Outcome { state: State::Env(wide), loss: if exact { Loss::Exact } else { Loss::Lossy } }
    }
}

impl Domain for Intervals {
    type State = State;
    type Guide = Guide;

    fn top(&self) -> State {
        State::Env(self.everything())
    }

    fn bottom(&self) -> State {
        State::Bottom
    }

    fn initial(&self) -> State {
        State::Env(Env::new(self.vars.len(), &Value::point(Int::ZERO)))
    }

    fn is_bottom(&self, s: &State) -> bool {
        *s == State::Bottom
    }

    fn covered(&self, s: &State, by: &[&State]) -> bool {
        let State::Env(env) = s else { return true };
        by.iter().any(|b| match b {
            State::Bottom => false,
            State::Env(b) => env.differing(b).all(|(_, x, y)| y.includes(x)),
        })
    }

    fn guide(&self, hints: &[Hint]) -> Guide {
        let mut guide = Guide::default();
        for hint in hints {
            match hint {
                Hint::Join | Hint::Merge => guide.join = true,
                Hint::Bound(f) | Hint::Track(f) => {
                    // What the formula says of single variables; weaker than the formula, and kept only where it holds.
                    let mut env = Env::new(self.vars.len(), &Value::ALL);
                    if refine::assume(&mut env, f).is_some() {
                        guide.bounds.extend(env.iter().filter(|(_, x)| !x.is_all()).map(|(v, x)| (v, x.clone())));
                    }
                }
                Hint::Ceiling(_) | Hint::Split | Hint::Focus { .. } | Hint::Instantiate(_) => {}
            }
        }
        guide
    }

    fn apply(&self, op: Op<'_, State>, guide: &Guide) -> Outcome<State> {
        match op {
            Op::Post(State::Env(s), stmt) => self.post(s, stmt),
            Op::Pre(State::Env(s), stmt) => self.pre(s, stmt),
            Op::Assume(State::Env(s), f) => self.assume(s, f),
            Op::Join(State::Env(a), State::Env(b)) => self.join(a, b),
            Op::Widen(State::Env(a), State::Env(b)) => self.widen(a, b, guide),
            Op::Join(State::Bottom, s) | Op::Join(s, State::Bottom) => Outcome::exact(s.clone()),
            Op::Widen(State::Bottom, s) | Op::Widen(s, State::Bottom) => Outcome::exact(s.clone()),
            Op::Meet(State::Env(a), State::Env(b)) => {
                let mut both = a.clone();
                for (v, x, y) in a.differing(b) {
                    match x.meet(y) {
                        Some(z) => both.set(v, z),
                        None => return Outcome::exact(State::Bottom),
                    }
                }
                Outcome::exact(State::Env(both))
            }
            Op::Post(..) | Op::Pre(..) | Op::Assume(..) | Op::Meet(..) => Outcome::exact(State::Bottom),
        }
    }

    fn gamma(&self, s: &State) -> Formula {
        let State::Env(env) = s else { return Formula::False };
        Formula::and(env.iter().map(|(v, value)| self.fact(v, value)))
    }

    fn separate(&self, inside: &State, error: &State) -> Vec<Formula> {
        let (State::Env(inside), State::Env(error)) = (inside, error) else { return Vec::new() };
        let mut found = Vec::new();
        for (v, x, y) in inside.differing(error) {
            let (i, e) = (x.interval(), y.interval());
            let weakest = match (&i.low, &i.high, &e.low, &e.high) {
                (_, Some(high), Some(error_low), _) if high < error_low => Interval::new(None, Some(error_low - Int::ONE)),
                (Some(low), _, _, Some(error_high)) if error_high < low => Interval::new(Some(error_high + Int::ONE), None),
                _ if x.meet(y).is_none() => {
                    // The class alone, or the whole value if only both together exclude the error.
                    let class = Value::new(Interval::ALL, x.congruence().clone()).filter(|c| c.meet(y).is_none());
                    found.push(self.fact(v, &class.unwrap_or_else(|| x.clone())));
                    continue;
                }
                _ => continue,
            };
            found.extend(weakest.map(|w| self.fact(v, &Value::from(w))));
        }
        found
    }

    fn suggest(&self, s: &State, var: VarId) -> Vec<Int> {
        let State::Env(env) = s else { return Vec::new() };
        let value = env.get(var);
        let (low, high) = (&value.interval().low, &value.interval().high);
        let mut found: Vec<Int> = low.iter().chain(high.iter()).cloned().collect();
        found.extend([Int::ZERO, Int::ONE, Int::NEG_ONE].into_iter().filter(|x| value.contains(x)));
        found.dedup();
        found
    }
}

impl Intervals {
    /// "The variable has this value", or "every element of the map does".
    fn fact(&self, v: VarId, value: &Value) -> Formula {
        if !self.vars[v.index()].is_map {
            return describe(&Expr::Var(v), value);
        }
        let k: Name = "k".into();
        match describe(&Expr::select(v, Expr::Bound(k.clone())), value) {
            Formula::True => Formula::True,
            body => Formula::Quant(Quantifier::Forall, vec![(k, Sort::Int)], Arc::new(body)),
        }
    }
}

pub(crate) fn describe(e: &Expr, value: &Value) -> Formula {
    if let Some(p) = value.as_point() {
        return Formula::cmp(CmpOp::Eq, e.clone(), p.clone());
    }
    let (interval, class) = (value.interval(), value.congruence());
    let mut parts = Vec::new();
    parts.extend(interval.low.clone().map(|l| Formula::cmp(CmpOp::Ge, e.clone(), l)));
    parts.extend(interval.high.clone().map(|h| Formula::cmp(CmpOp::Le, e.clone(), h)));
    if !class.is_all() {
        // The distance to the residue, so that the sign of C's remainder does not matter.
        let distance = Expr::sub(e.clone(), class.residue().clone());
        parts.push(Formula::cmp(CmpOp::Eq, Expr::bin(BinOp::Rem, distance, class.modulus().clone()), 0));
    }
    Formula::and(parts)
}

/// Exact if the new value is one integer, or if the old value is not needed by anything else: `x := ±x + c`.
fn assignment_loss(v: VarId, e: &Expr, env: &Env<Value>, value: &Value, is_map: bool) -> Loss {
    if is_map {
        return if value == env.get(v) { Loss::Unknown } else { Loss::Lossy };
    }
    if value.as_point().is_some() {
        return Loss::Exact;
    }
    let form = e.linear();
    let mut others = form.terms.iter().filter(|(t, _)| forward::int(t, env).as_point().is_none());
    match (others.next(), others.next()) {
        (Some((Expr::Var(x), c)), None) if *x == v && (*c == Int::ONE || *c == Int::NEG_ONE) => Loss::Exact,
        _ => Loss::Lossy,
    }
}

/// Conjunctions of `x op c`, whose effect on a box is a box.
fn is_interval_constraint(f: &Formula) -> bool {
    match f {
        Formula::True | Formula::False => true,
        Formula::And(parts) => parts.iter().all(is_interval_constraint),
        Formula::Cmp(op, a, b) => {
            let sides = matches!((&**a, &**b), (Expr::Var(_), Expr::Const(_)) | (Expr::Const(_), Expr::Var(_)));
            sides && *op != CmpOp::Ne
        }
        _ => false,
    }
}
