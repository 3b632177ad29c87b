//! Relations between integer variables: octagons or polyhedra, beside a box.
//!
//! A state is a reduced product: [`Intervals`] holds ranges of machine types, congruences and what is known about maps;
//! the relations hold everything linear, also the bounds of the box that are not those of a machine type. Ranges of types stay out of
//! polyhedra (n bounded variables have 2ⁿ vertices); where a decision needs them, a linear program over both is asked.
//! Conditions and assignments that are not linear get new dimensions while they last (`terms`).
//!
//! Invariant: every concrete state of the exact result lies in the result, whatever the hints. Widening works on each component
//! alone; what passes from one to the other then comes from a finite set (limits, bounds of the stable box), so chains become stable.

mod formulas;
mod relations;
mod terms;
#[cfg(test)]
mod tests;

pub use relations::{Relations, Widening};

use crate::env::Env;
use crate::intervals::{self, Intervals};
use base::{Cfa, CmpOp, Domain, Expr, Formula, Hint, Int, Loss, Op, Outcome, Sort, Stmt, VarDecl, VarId};
use numeric::{Constraint, Interval, Linear, Octagon, Polyhedron, Relation, Value, integer, lp};
use terms::{Terms, is_type_bound};

pub type Octagons = Relational<Octagon>;
pub type Polyhedra = Relational<Polyhedron>;

/// How many linear programs an integer question may cost.
const PATIENCE: usize = 8;

/// The domain for one program.
#[derive(Clone, Debug)]
pub struct Relational<R> {
    boxes: Intervals,
    vars: Vec<VarDecl>,
    widening: Widening,
    top: R,
}

/// No state at all, or a box and relations that hold in it.
#[derive(Clone, Debug, PartialEq)]
pub enum State<R> {
    Bottom,
    Both(Env<Value>, R),
}

/// Hints, compiled.
#[derive(Clone, Debug, Default)]
pub struct Guide {
    boxes: intervals::Guide,
    join: bool,
    limits: Vec<Constraint>,
}

impl<R: Relations> Relational<R> {
    pub fn new(cfa: &Cfa) -> Self {
        Self::with(cfa, Widening::default())
    }

    pub fn with(cfa: &Cfa, widening: Widening) -> Self {
        Relational { boxes: Intervals::new(cfa), vars: cfa.vars.clone(), widening, top: R::universe(cfa.vars.len()) }
    }

    fn state(env: Env<Value>, relations: R) -> State<R> {
        if relations.is_empty() { State::Bottom } else { State::Both(env, relations) }
    }

    fn is_int(&self, v: VarId) -> bool {
        self.vars[v.index()].sort == Sort::Int
    }

    /// What the relations say about single variables goes into the box. `None` if nothing is left.
    fn tell_box(&self, env: &mut Env<Value>, relations: &R, vars: impl IntoIterator<Item = VarId>) -> Option<()> {
        for v in vars {
            if self.is_int(v) {
                let range = relations.values(&Linear::variable(v.index()))?;
                let now = env.get(v);
                if !range.includes(now.interval()) {
                    let both = now.meet_interval(&range)?;
                    env.set(v, both);
                }
            }
        }
        Some(())
    }

    /// Bounds of the box as constraints on the given dimensions; those of machine types only if asked.
    fn box_constraints(&self, env: &Env<Value>, dimensions: impl IntoIterator<Item = usize>, types: bool) -> Vec<Constraint> {
        let mut found = Vec::new();
        for d in dimensions {
            let v = VarId(d as u32);
            if d >= self.vars.len() || !self.is_int(v) {
                continue;
            }
            found.extend(formulas::bounds(&Linear::variable(d), env.get(v).interval(), |bound| types || !is_type_bound(bound)));
        }
        found
    }

    /// Everything that box and relations say about the dimensions that the relations or one of `mentioned` have.
    fn all_constraints(&self, env: &Env<Value>, relations: &R, mentioned: &[Constraint]) -> Vec<Constraint> {
        let mut list = relations.constraints();
        let mut dimensions: Vec<usize> = list.iter().chain(mentioned).flat_map(|c| c.form.terms().map(|(d, _)| d)).collect();
        dimensions.sort_unstable();
        dimensions.dedup();
        list.extend(self.box_constraints(env, dimensions, true));
        list
    }

    /// Whether the constraint holds in all states of the box.
    fn box_implies(&self, env: &Env<Value>, c: &Constraint) -> bool {
        let range = terms::box_values(env, self.vars.len(), &c.form);
        match c.relation {
            Relation::Zero => range.as_point() == Some(&Int::ZERO),
            Relation::NonNegative => range.low.is_some_and(|l| l >= Int::ZERO),
            Relation::Positive => range.low.is_some_and(|l| l > Int::ZERO),
        }
    }

    fn post(&self, env: &Env<Value>, relations: &R, stmt: &Stmt, guide: &Guide) -> Outcome<State<R>> {
        let boxed = self.boxes.post(env, stmt);
        let intervals::State::Env(mut after) = boxed.state else { return Outcome::exact(State::Bottom) };
        let mut related = relations.clone();
        let loss = match stmt {
            Stmt::Skip | Stmt::Print { .. } => Loss::Exact,
            Stmt::Assign(v, _) if !self.is_int(*v) => boxed.loss,
            Stmt::Assign(v, e) => {
                let mut terms = Terms::new(env, relations, &self.vars);
                let form = terms.form(e);
                let (added, exact) = (terms.added(), terms.exact);
                related.grow(added);
                let mut precise = related.meet_constraints(&terms.facts) && exact;
                // What is added up stays related to the number of rounds if the relations know how large it can be.
                if e.vars().contains(v) {
                    let added_up = form.terms().map(|(d, _)| d).filter(|d| *d != v.index());
                    related.meet_constraints(&self.box_constraints(env, added_up, true));
                }
                precise &= related.assign(v.index(), &form);
                related.shrink(added);
                if self.tell_box(&mut after, &related, [*v]).is_none() {
                    return Outcome::exact(State::Bottom);
                }
                related.meet_constraints(&self.box_constraints(&after, [v.index()], R::KEEPS_RANGES));
                if precise { Loss::Exact } else { Loss::Unknown }
            }
            Stmt::Assume(f) => return self.finish(env, relations, stmt, self.assume(env, relations, f, R::KEEPS_RANGES), guide),
            Stmt::Input { var, ty, .. } => {
                if self.is_int(*var) {
                    related.forget(&[var.index()]);
                    if R::KEEPS_RANGES {
                        related.meet_constraints(&self.box_constraints(&after, [var.index()], true));
                    } else if ty.is_some_and(|t| !t.signed) {
                        // One side of a range costs nothing, and this one is worth having.
                        related.meet_constraints(&[Constraint::non_negative(Linear::variable(var.index()))]);
                    }
                }
                Loss::Exact
            }
        };
        self.finish(env, relations, stmt, Outcome { state: Self::state(after, related), loss }, guide)
    }

    /// Keeps those limits of the guide that the exact result satisfies: no state before has a run into their complement.
    fn finish(&self, env: &Env<Value>, relations: &R, stmt: &Stmt, out: Outcome<State<R>>, guide: &Guide) -> Outcome<State<R>> {
        let Outcome { state: State::Both(after, mut related), loss } = out else { return out };
        for c in &guide.limits {
            if related.implies(c) {
                continue;
            }
            let complement = Constraint::non_negative(c.form.negated().plus(&Int::NEG_ONE, &Linear::constant(1)));
            let excluded = match self.assume(&self.boxes.everything(), &self.top, &formulas::formula(&complement), true).state {
                State::Bottom => true,
                State::Both(e, r) => match self.pre(&e, &r, stmt).state {
                    State::Bottom => true,
                    State::Both(e, r) => self.is_refuted(&self.meet(&e, &r, env, relations)),
                },
            };
            if excluded {
                related.meet_constraints(std::slice::from_ref(c));
            }
        }
        Outcome { state: Self::state(after, related), loss }
    }

    fn pre(&self, env: &Env<Value>, relations: &R, stmt: &Stmt) -> Outcome<State<R>> {
        let boxed = self.boxes.pre(env, stmt);
        let intervals::State::Env(mut before) = boxed.state else { return Outcome::exact(State::Bottom) };
        let mut related = relations.clone();
        let loss = match stmt {
            Stmt::Skip | Stmt::Print { .. } => Loss::Exact,
            Stmt::Assign(v, _) if !self.is_int(*v) => boxed.loss,
            Stmt::Assign(v, e) => {
                // What the box knows about the new value is known to the relations before the old one is asked for.
                related.meet_constraints(&self.box_constraints(env, [v.index()], true));
                let mut around = relations.clone();
                around.forget(&[v.index()]);
                let mut terms = Terms::new(&before, &around, &self.vars);
                let form = terms.form(e);
                let (added, exact) = (terms.added(), terms.exact);
                let facts = std::mem::take(&mut terms.facts);
                related.grow(added);
                let mut precise = related.substitute(v.index(), &form) && exact;
                precise &= related.meet_constraints(&facts);
                related.shrink(added);
                if related.is_empty() || self.tell_box(&mut before, &related, e.vars()).is_none() {
                    return Outcome::exact(State::Bottom);
                }
                if precise { Loss::Exact } else { Loss::Unknown }
            }
            Stmt::Assume(f) => return self.assume(env, relations, f, true),
            Stmt::Input { var, .. } => {
                if self.is_int(*var) {
                    related.meet_constraints(&self.box_constraints(env, [var.index()], true));
                    related.forget(&[var.index()]);
                }
                Loss::Exact
            }
        };
        Outcome { state: Self::state(before, related), loss }
    }

    /// `types`: whether constraints with bounds of machine types go to the relations as well.
    fn assume(&self, env: &Env<Value>, relations: &R, f: &Formula, types: bool) -> Outcome<State<R>> {
        let bottom = Outcome::exact(State::Bottom);
        let intervals::State::Env(mut after) = self.boxes.assume(env, f).state else { return bottom };
        match f {
            Formula::Or(parts) => {
                let mut union = bottom;
                for part in parts {
                    let branch = self.assume(env, relations, part, types);
                    let loss = union.loss.max(branch.loss);
                    union = self.join(&union.state, &branch.state, &Guide::default());
                    union.loss = union.loss.max(loss);
                }
                return union;
            }
            Formula::True | Formula::False | Formula::Not(_) | Formula::Rel(..) | Formula::Quant(..) => {
                return Outcome {
                    state: Self::state(after, relations.clone()),
                    loss: if *f == Formula::True { Loss::Exact } else { Loss::Unknown },
                };
            }
            Formula::Cmp(..) | Formula::And(_) => {}
        }
        let parts = f.parts();
        let mut terms = Terms::new(&after, relations, &self.vars);
        let mut exact = true;
        let mut found: Vec<Constraint> = Vec::new();
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Formula::Cmp(op, a, b) => {
                    let difference = Expr::sub((**a).clone(), (**b).clone()).linear();
                    let (op, form) = match terms.quotient_compared(*op, &difference) {
                        Some((op, multiple)) => (op, terms.form(&multiple)),
                        None => (*op, terms.sum(&difference)),
                    };
                    let Ok(constraint) = self.comparison(&terms, op, &form) else { return bottom };
                    exact &= constraint.is_some();
                    found.extend(constraint);
                }
                Formula::True => {}
                other => rest.push(other),
            }
        }
        let (added, whole) = (terms.added(), terms.exact);
        let facts = std::mem::take(&mut terms.facts);
        exact &= whole;
        let mut related = relations.clone();
        related.grow(added);
        let is_type = |c: &&Constraint| is_type_bound(c.form.constant_term()) || c.form.terms().any(|(_, k)| is_type_bound(k));
        let (ranges, plain): (Vec<&Constraint>, Vec<&Constraint>) = found.iter().partition(|c| !types && is_type(c));
        exact &= related.meet_constraints(&facts);
        exact &= related.meet_constraints(&plain.into_iter().cloned().collect::<Vec<_>>());
        if related.is_empty() {
            return bottom;
        }
        if !ranges.is_empty() {
            // The box has what it can say about these. Whether they are possible at all is a question to both.
            let open: Vec<Constraint> = ranges.into_iter().filter(|c| !self.box_implies(&after, c)).cloned().collect();
            if !open.is_empty() {
                exact = false;
                let several = open.iter().any(|c| c.form.terms().len() > 1) || added > 0 || !related.constraints().is_empty();
                if several {
                    let mut all = self.all_constraints(&after, &related, &open);
                    all.extend(open);
                    if lp::feasible(&all).is_err() {
                        return bottom;
                    }
                }
            }
        }
        related.shrink(added);
        // The box may have understood more of it than the relations did.
        let changed: Vec<usize> = env.differing(&after).map(|(v, ..)| v.index()).collect();
        // A value that is forced to the end of its type is an overflow; the relations may know better.
        if !types && changed.iter().any(|d| is_at_end(after.get(VarId(*d as u32)).interval())) {
            let all = self.all_constraints(&after, &related, &[]);
            if lp::feasible(&all).is_err() {
                return bottom;
            }
        }
        related.meet_constraints(&self.box_constraints(&after, changed, types || R::KEEPS_RANGES));
        if related.is_empty() || self.tell_box(&mut after, &related, f.vars()).is_none() {
            return bottom;
        }
        let mut out = Outcome { state: Self::state(after, related), loss: if exact { Loss::Exact } else { Loss::Unknown } };
        for part in rest {
            let State::Both(env, relations) = &out.state else { return out };
            let next = self.assume(env, relations, part, types);
            out = Outcome { loss: next.loss.max(out.loss), state: next.state };
        }
        out
    }

    /// `form op 0` as a constraint, none if no single one says it; `Err` if it cannot hold.
    fn comparison(&self, terms: &Terms<'_, R>, op: CmpOp, form: &Linear) -> Result<Option<Constraint>, Impossible> {
        let op = match op {
            CmpOp::Ne => {
                let range = terms.values(form);
                if range.as_point() == Some(&Int::ZERO) {
                    return Err(Impossible);
                } else if range.low.is_some_and(|l| l >= Int::ZERO) {
                    CmpOp::Gt
                } else if range.high.is_some_and(|h| h <= Int::ZERO) {
                    CmpOp::Lt
                } else {
                    return Ok(None);
                }
            }
            op => op,
        };
        match formulas::constraint(op, form) {
            Some(constraint) => constraint.over_integers().map(Some).ok_or(Impossible),
            None => Ok(None),
        }
    }

    fn join(&self, a: &State<R>, b: &State<R>, guide: &Guide) -> Outcome<State<R>> {
        let (State::Both(e1, r1), State::Both(e2, r2)) = (a, b) else {
            return Outcome::exact(if *a == State::Bottom { b.clone() } else { a.clone() });
        };
        if r2.is_quick() && self.covered_by(e1, r1, e2, r2) {
            return Outcome::exact(b.clone());
        }
        if r1.is_quick() && self.covered_by(e2, r2, e1, r1) {
            return Outcome::exact(a.clone());
        }
        let env = e1.zip(e2, |_, x, y| x.join(y));
        let mut union = r1.join(r2);
        let kept: Vec<Constraint> = guide.limits.iter().filter(|c| r1.implies(c) && r2.implies(c) && !union.implies(c)).cloned().collect();
        union.meet_constraints(&kept);
        Outcome { state: State::Both(env, union), loss: Loss::Unknown }
    }

    fn widen(&self, a: &State<R>, b: &State<R>, guide: &Guide) -> Outcome<State<R>> {
        let (State::Both(e1, r1), State::Both(e2, r2)) = (a, b) else { return self.join(a, b, guide) };
        if self.covered_by(e2, r2, e1, r1) {
            return Outcome::exact(a.clone());
        }
        if guide.join {
            return self.join(a, b, guide);
        }
        let boxed = self.boxes.widen(e1, e2, &guide.boxes);
        let intervals::State::Env(env) = boxed.state else { return Outcome::exact(State::Bottom) };
        let mut wide = r1.widen(r2, self.widening, &guide.limits);
        let kept: Vec<Constraint> = guide.limits.iter().filter(|c| !wide.implies(c)).cloned().collect();
        // A linear program would ask for the constraints of a hull, which may be very many.
        let holds = |env: &Env<Value>, relations: &R, c: &Constraint| relations.implies(c) || self.box_implies(env, c);
        let kept: Vec<Constraint> = kept.into_iter().filter(|c| holds(e1, r1, c) && holds(e2, r2, c)).collect();
        wide.meet_constraints(&kept);
        // What the box still has, the relations have again. The box becomes stable, and then this adds from a finite set.
        wide.meet_constraints(&self.box_constraints(&env, 0..self.vars.len(), R::KEEPS_RANGES));
        Outcome { state: State::Both(env, wide), loss: Loss::Lossy }
    }

    fn covered_by(&self, e1: &Env<Value>, r1: &R, e2: &Env<Value>, r2: &R) -> bool {
        if !e1.differing(e2).all(|(v, x, y)| y.includes(x) || (self.is_int(v) && self.box_from_relations(x, y, r1, v))) {
            return false;
        }
        // Ranges of types are not in the relations, so the box may be needed for what widening was told to keep.
        r2.includes(r1) || r2.constraints().iter().all(|c| r1.implies(c) || self.box_implies(e1, c))
    }

    /// Whether the value with what the relations know is inside the wider one.
    fn box_from_relations(&self, x: &Value, wider: &Value, relations: &R, v: VarId) -> bool {
        let range = relations.values(&Linear::variable(v.index()));
        range.is_none_or(|range| x.meet_interval(&range).is_none_or(|x| wider.includes(&x)))
    }

    fn meet(&self, e1: &Env<Value>, r1: &R, e2: &Env<Value>, r2: &R) -> State<R> {
        let both = self.boxes.apply(Op::Meet(&intervals::State::Env(e1.clone()), &intervals::State::Env(e2.clone())), &Default::default());
        let intervals::State::Env(mut env) = both.state else { return State::Bottom };
        let mut relations = r1.meet(r2);
        let changed: Vec<VarId> = e1.differing(&env).chain(e2.differing(&env)).map(|(v, ..)| v).collect();
        relations.meet_constraints(&self.box_constraints(&env, changed.iter().map(|v| v.index()), R::KEEPS_RANGES));
        if relations.is_empty() {
            return State::Bottom;
        }
        if self.tell_box(&mut env, &relations, changed).is_none() {
            return State::Bottom;
        }
        Self::state(env, relations)
    }

    /// Integers are not rationals: a set without an integer point is empty.
    fn has_no_point(&self, env: &Env<Value>, relations: &R) -> bool {
        let inside = |point: &Vec<Int>| point.iter().enumerate().all(|(d, x)| env.get(VarId(d as u32)).interval().contains(x));
        if relations.integer_point().is_some_and(|point| inside(&point)) {
            return false;
        }
        matches!(integer::feasible(&self.all_constraints(env, relations, &[]), PATIENCE), integer::Answer::None(_))
    }
}

/// No state satisfies it.
struct Impossible;

/// Whether only values near the end of a machine type are left.
fn is_at_end(interval: &Interval) -> bool {
    let near = |bound: &Option<Int>, sign: Int| bound.as_ref().is_some_and(|b| is_type_bound(b) && b * sign > Int::ZERO);
    near(&interval.low, Int::ONE) || near(&interval.high, Int::NEG_ONE)
}

impl<R: Relations> Domain for Relational<R> {
    type State = State<R>;
    type Guide = Guide;

    fn top(&self) -> State<R> {
        State::Both(self.boxes.everything(), self.top.clone())
    }

    fn bottom(&self) -> State<R> {
        State::Bottom
    }

    fn initial(&self) -> State<R> {
        let intervals::State::Env(env) = self.boxes.initial() else { return State::Bottom };
        let mut relations = self.top.clone();
        let ints = (0..self.vars.len()).filter(|d| self.is_int(VarId(*d as u32)));
        relations.meet_constraints(&ints.map(|d| Constraint::zero(Linear::variable(d))).collect::<Vec<_>>());
        State::Both(env, relations)
    }

    fn is_bottom(&self, s: &State<R>) -> bool {
        matches!(s, State::Bottom)
    }

    fn is_refuted(&self, s: &State<R>) -> bool {
        match s {
            State::Bottom => true,
            State::Both(env, relations) => self.has_no_point(env, relations),
        }
    }

    fn covered(&self, s: &State<R>, by: &[&State<R>]) -> bool {
        let State::Both(e1, r1) = s else { return true };
        by.iter().any(|b| match b {
            State::Bottom => false,
            State::Both(e2, r2) => self.covered_by(e1, r1, e2, r2),
        })
    }

    fn guide(&self, hints: &[Hint]) -> Guide {
        let mut guide = Guide { boxes: self.boxes.guide(hints), ..Guide::default() };
        for hint in hints {
            match hint {
                Hint::Join | Hint::Merge => guide.join = true,
                Hint::Bound(f) | Hint::Track(f) => self.limits(f, &mut guide.limits),
                Hint::Ceiling(_) | Hint::Split | Hint::Focus { .. } | Hint::Instantiate(_) => {}
            }
        }
        guide.limits.sort();
        guide.limits.dedup();
        guide
    }

    fn apply(&self, op: Op<'_, State<R>>, guide: &Guide) -> Outcome<State<R>> {
        match op {
            Op::Post(State::Both(e, r), stmt) => self.post(e, r, stmt, guide),
            Op::Pre(State::Both(e, r), stmt) => self.pre(e, r, stmt),
            Op::Assume(State::Both(e, r), f) => self.assume(e, r, f, true),
            Op::Join(a, b) => self.join(a, b, guide),
            Op::Widen(a, b) => self.widen(a, b, guide),
            Op::Meet(State::Both(e1, r1), State::Both(e2, r2)) => Outcome::exact(self.meet(e1, r1, e2, r2)),
            Op::Post(..) | Op::Pre(..) | Op::Assume(..) | Op::Meet(..) => Outcome::exact(State::Bottom),
        }
    }

    fn gamma(&self, s: &State<R>) -> Formula {
        let State::Both(env, relations) = s else { return Formula::False };
        let boxed = self.boxes.gamma(&intervals::State::Env(env.clone()));
        // The bounds of single variables are in the box already, unless it lags behind.
        let related = relations.constraints();
        let needed = related.iter().filter(|c| c.form.terms().len() > 1 || !self.box_implies(env, c));
        Formula::and(std::iter::once(boxed).chain(needed.map(formulas::formula)))
    }

    fn separate(&self, inside: &State<R>, error: &State<R>) -> Vec<Formula> {
        let (State::Both(e1, r1), State::Both(e2, r2)) = (inside, error) else { return Vec::new() };
        let dimensions = 0..self.vars.len();
        let with_box = |env: &Env<Value>, relations: &R| {
            let mut all = relations.clone();
            all.meet_constraints(&self.box_constraints(env, dimensions.clone(), R::KEEPS_RANGES));
            all
        };
        let mut found = r1.separate(r2);
        if found.is_empty() {
            found = with_box(e1, r1).separate(&with_box(e2, r2));
        }
        if found.is_empty() {
            let (a, b) = (self.all_constraints(e1, r1, &[]), self.all_constraints(e2, r2, &[]));
            found.extend(lp::interpolant(&a, &b).and_then(|c| c.over_integers()));
        }
        if found.is_empty() {
            return self.boxes.separate(&intervals::State::Env(e1.clone()), &intervals::State::Env(e2.clone()));
        }
        found.iter().filter(|c| !c.form.is_constant()).map(formulas::formula).collect()
    }

    fn suggest(&self, s: &State<R>, var: VarId) -> Vec<Int> {
        let State::Both(env, relations) = s else { return Vec::new() };
        let mut values = Vec::new();
        if self.is_int(var) {
            let all = self.all_constraints(env, relations, &[]);
            if let integer::Answer::Point(point) = integer::feasible(&all, PATIENCE) {
                values.extend(point.get(var.index()).cloned());
            }
            if let Some(Interval { low, high }) = relations.values(&Linear::variable(var.index())) {
                values.extend(low);
                values.extend(high);
            }
        }
        let boxed = self.boxes.suggest(&intervals::State::Env(env.clone()), var);
        values.extend(boxed);
        let wanted = env.get(var);
        values.retain(|v| wanted.contains(v));
        values
    }
}

impl<R: Relations> Relational<R> {
    /// The linear constraints that a formula demands.
    fn limits(&self, f: &Formula, found: &mut Vec<Constraint>) {
        match f {
            Formula::And(parts) => parts.iter().for_each(|p| self.limits(p, found)),
            // Nothing satisfies it: the result is empty if that can be seen at all.
            Formula::False => found.push(Constraint::non_negative(Linear::constant(-1))),
            Formula::Cmp(op, a, b) => {
                let sum = Expr::sub((**a).clone(), (**b).clone()).linear();
                let Some(terms) = sum.variables().filter(|terms| terms.keys().all(|v| self.is_int(*v))) else { return };
                let form = Linear::new(terms.into_iter().map(|(v, c)| (v.index(), c)), sum.constant);
                // A widening may keep one side of an equation.
                let sides = if *op == CmpOp::Eq { vec![CmpOp::Ge, CmpOp::Le] } else { vec![*op] };
                let constraints = sides.into_iter().filter_map(|op| formulas::constraint(op, &form));
                found.extend(constraints.filter_map(|c| c.over_integers()));
            }
            _ => {}
        }
    }
}
