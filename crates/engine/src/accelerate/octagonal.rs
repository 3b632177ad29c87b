//! Octagonal relations: conjunctions of ±u ± v ≤ c over the values before and after.
//!
//! Bozga, Gîrlea, Iosif: Iterating Octagons, TACAS 2009: the powers of such a relation are octagons whose bounds are
//! ultimately periodic: from some power b on, p more rounds change the bounds by the same amounts Λ. Here powers are computed
//! by composition until the last three, p apart, show such a Λ; then R^{b+kp} = M_b + k·Λ is *verified* by induction on k, over the
//! rationals, as an equation of polyhedra with k as one more dimension: (M_b + k·Λ) ∘ R^p = M_b + (k+1)·Λ. One closed form for
//! b is given out; the powers below it, and between the multiples of p, are left to the loop itself.
//!
//! Invariant: each closed form is included in the powers of the relation.

use super::Closed;
use super::relation::Relation;
use super::translation::formula;
use base::{Formula, InputKind, Int, Stmt, VarId};
use numeric::{Constraint, Linear, Octagon, Polyhedron};

/// Relations between more variables are left alone: the verification is about three times as many and one.
const MOST_VARIABLES: usize = 3;

/// Powers up to this one are looked at.
const MOST_POWERS: usize = 9;

const MOST_PERIOD: usize = 3;

/// The bounds of all octagonal forms.
type Bounds = Vec<Option<Int>>;

/// The closed form, if there is one; its temporary variables come behind `n`: the number of periods, then the new values.
pub fn closed(relation: &Relation, n: VarId) -> Option<Closed> {
    let vars: Vec<VarId> = relation.mentioned().into_iter().collect();
    if relation.updates.is_empty() || vars.len() > MOST_VARIABLES {
        return None;
    }
    let one = octagon(relation, &vars)?;
    let count = vars.len();
    let forms = forms(2 * count);
    let mut powers = vec![one.clone()];
    while powers.len() < MOST_POWERS {
        let next = compose(powers.last()?, &one, count);
        if next.is_empty() {
            // There are finitely many rounds; the loop itself has them.
            return None;
        }
        powers.push(next);
        let bounds: Vec<Bounds> = powers.iter().map(|o| bounds(o, &forms)).collect();
        for period in 1..=MOST_PERIOD.min((powers.len() - 1) / 2) {
            let last = powers.len() - 1;
            let base = last - 2 * period;
            let Some(rates) = rates(&bounds[base], &bounds[base + period], &bounds[last]) else { continue };
            let pattern = Pattern { forms: &forms, base: &bounds[base], rates: &rates };
            if pattern.is_verified(&powers[period - 1], count) {
                return Some(pattern.steps(&vars, n, base + 1, period));
            }
        }
    }
    None
}

/// The relation as an octagon over the values before (first) and after; none if it is not one.
fn octagon(relation: &Relation, vars: &[VarId]) -> Option<Octagon> {
    let count = vars.len();
    let place = |d: usize| vars.iter().position(|v| v.index() == d).unwrap_or(2 * count + d.saturating_sub(relation.vars));
    let mut all: Vec<Constraint> =
        relation.conditions.iter().map(|c| Constraint { form: c.form.renamed(place), relation: c.relation }).collect();
    for (i, v) in vars.iter().enumerate() {
        let value = relation.updates.get(v).map_or(Linear::variable(i), |value| value.renamed(place));
        all.push(Constraint::zero(value.plus(&Int::NEG_ONE, &Linear::variable(count + i))));
    }
    let mut whole = Polyhedron::from_constraints(2 * count + relation.inputs, &all);
    whole.remove_dimensions(&(2 * count..2 * count + relation.inputs).collect::<Vec<_>>());
    if whole.is_empty() {
        return None;
    }
    let (octagon, exactness) = Octagon::from_constraints(2 * count, true, &whole.constraints());
    (exactness.is_exact() && !octagon.is_empty()).then_some(octagon)
}

fn compose(first: &Octagon, second: &Octagon, count: usize) -> Octagon {
    let moved = |o: &Octagon, before: usize, after: usize| -> Vec<Constraint> {
        let place = move |d: usize| if d < count { before + d } else { after + d - count };
        o.constraints().iter().map(|c| Constraint { form: c.form.renamed(place), relation: c.relation }).collect()
    };
    let mut all = moved(first, 0, 2 * count);
    all.extend(moved(second, 2 * count, count));
    let (both, _) = Octagon::from_constraints(3 * count, true, &all);
    both.remove_dimensions(&(2 * count..3 * count).collect::<Vec<_>>())
}

/// The forms ±u and ±u ± v.
fn forms(dimensions: usize) -> Vec<Linear> {
    let signs = [Int::ONE, Int::NEG_ONE];
    let mut all = Vec::new();
    for u in 0..dimensions {
        for a in &signs {
            all.push(Linear::variable(u).scaled(a));
            for v in u + 1..dimensions {
                all.extend(signs.iter().map(|b| Linear::variable(u).scaled(a).plus(b, &Linear::variable(v))));
            }
        }
    }
    all
}

fn bounds(octagon: &Octagon, forms: &[Linear]) -> Bounds {
    let whole = |form: &Linear| Int::try_from(octagon.upper(form)?).ok();
    forms.iter().map(whole).collect()
}

/// What each bound grows by, if it does so twice by the same.
fn rates(a: &Bounds, b: &Bounds, c: &Bounds) -> Option<Vec<Int>> {
    let one = |((a, b), c): ((&Option<Int>, &Option<Int>), &Option<Int>)| match (a, b, c) {
        (None, None, None) => Some(Int::ZERO),
        (Some(a), Some(b), Some(c)) if b - a == c - b => Some(b - a),
        _ => None,
    };
    a.iter().zip(b).zip(c).map(one).collect()
}

struct Pattern<'a> {
    forms: &'a [Linear],
    base: &'a Bounds,
    rates: &'a [Int],
}

impl Pattern<'_> {
    /// form ≤ base + k·rate, for all forms, with `k` given as a form.
    fn constraints(&self, place: &dyn Fn(usize) -> usize, k: &Linear) -> Vec<Constraint> {
        let one = |((form, bound), rate): ((&Linear, &Option<Int>), &Int)| {
            let bound = Linear::constant(bound.clone()?).plus(rate, k);
            Some(Constraint::non_negative(bound.plus(&Int::NEG_ONE, &form.renamed(place))))
        };
        self.forms.iter().zip(self.base).zip(self.rates).filter_map(one).collect()
    }

    /// Whether for all k ≥ 0 the pattern at k and then `period` is the pattern at k + 1.
    fn is_verified(&self, period: &Octagon, count: usize) -> bool {
        let dimensions = 3 * count + 1;
        let k = Linear::variable(3 * count);
        let middle = |d: usize| if d < count { d } else { d + count };
        let mut all = self.constraints(&middle, &k);
        let second = |d: usize| if d < count { 2 * count + d } else { d };
        all.extend(period.constraints().iter().map(|c| Constraint { form: c.form.renamed(second), relation: c.relation }));
        all.push(Constraint::non_negative(k.clone()));
        let mut left = Polyhedron::from_constraints(dimensions, &all);
        left.remove_dimensions(&(2 * count..3 * count).collect::<Vec<_>>());
        let k = Linear::variable(2 * count);
        let mut next = self.constraints(&|d| d, &k.plus(&Int::ONE, &Linear::constant(1)));
        next.push(Constraint::non_negative(k));
        let right = Polyhedron::from_constraints(2 * count + 1, &next);
        left.includes(&right) && right.includes(&left)
    }

    fn steps(&self, vars: &[VarId], n: VarId, base: usize, period: usize) -> Closed {
        let count = vars.len();
        let temporary = |i: usize| VarId(n.0 + 1 + i as u32);
        let k = Linear::variable(temporary(0).index());
        let place = |d: usize| if d < count { vars[d].index() } else { temporary(1 + d - count).index() };
        let rounds = Linear::constant(base as i64).plus(&Int::from(period as i64), &k);
        let mut all = vec![Constraint::non_negative(k.clone()), Constraint::zero(rounds.plus(&Int::NEG_ONE, &Linear::variable(n.index())))];
        all.extend(self.constraints(&place, &k));
        let read = |v: VarId| Stmt::Input { var: v, ty: None, kind: InputKind::Uninitialised };
        let mut steps: Vec<Stmt> = (0..=count).map(|i| read(temporary(i))).collect();
        steps.push(Stmt::Assume(Formula::and(all.iter().map(formula))));
        steps.extend(vars.iter().enumerate().map(|(i, v)| Stmt::Assign(*v, temporary(1 + i).into())));
        Closed { steps, temporaries: count + 1 }
    }
}
