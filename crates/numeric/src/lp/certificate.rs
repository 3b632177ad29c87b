//! What a linear program's answer is believed for, and the check of it.
//!
//! Farkas' lemma (1902) and the duality theorem of linear programming (Gale, Kuhn and Tucker, 1951): a system without a
//! solution has a combination of its constraints that is plainly false, and an optimum has a combination that bounds the
//! objective by it; Motzkin's transposition theorem (1936) is the same with strict inequalities. The checks are sums and
//! comparisons of exact numbers: they know nothing of the simplex method.

use crate::linear::{common_denominator, scaled};
use crate::{Constraint, Int, Linear, Rational, Relation};

/// Σ λᵢ·cᵢ ≥ 0 that cannot be: the sum is a negative constant, or 0 although a strict constraint takes part.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Farkas {
    /// The constraints that take part, in order, and their λ: positive for inequalities, not 0 for equations.
    pub multipliers: Vec<(usize, Int)>,
}

impl Farkas {
    /// Whether this proves that the constraints have no common rational solution.
    pub fn check(&self, constraints: &[Constraint]) -> bool {
        let Some((sum, strict)) = self.sum(constraints) else { return false };
        let constant = sum.constant_term();
        sum.is_constant() && (*constant < Int::ZERO || *constant == Int::ZERO && strict)
    }

    /// Σ λᵢ·cᵢ and whether a strict constraint takes part; nothing if a multiplier has no constraint or the wrong sign.
    pub(crate) fn sum(&self, constraints: &[Constraint]) -> Option<(Linear, bool)> {
        let mut sum = Linear::default();
        let mut strict = false;
        for (index, factor) in &self.multipliers {
            let constraint = constraints.get(*index)?;
            if constraint.relation != Relation::Zero && *factor < Int::ZERO {
                return None;
            }
            strict |= constraint.relation == Relation::Positive && *factor > Int::ZERO;
            sum = sum.plus(factor, &constraint.form);
        }
        Some((sum, strict))
    }
}

/// The answer to "how large can this form be under these constraints?".
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    Optimal {
        /// The supremum.
        value: Rational,
        /// Whether a point of the set has that value; otherwise strict constraints forbid it.
        attained: bool,
        /// A point with that value: of the set if attained, otherwise of its closure.
        point: Vec<Rational>,
        /// A point of the set; the same one if attained.
        inside: Vec<Rational>,
        /// λ with objective = value − Σ λᵢ·cᵢ, not negative for inequalities.
        dual: Vec<(usize, Rational)>,
    },
    /// From the point, which is in the set, the ray stays in the set and the objective grows along it.
    Unbounded {
        point: Vec<Rational>,
        ray: Vec<Int>,
    },
    Infeasible(Farkas),
}

/// Whether the outcome is right for these constraints and this objective.
pub fn check(constraints: &[Constraint], objective: &Linear, outcome: &Outcome) -> bool {
    match outcome {
        Outcome::Infeasible(farkas) => farkas.check(constraints),
        Outcome::Unbounded { point, ray } => {
            let ray: Vec<Rational> = ray.iter().cloned().map(Rational::from).collect();
            let slope = |form: &Linear| form.at(&ray) - Rational::from(form.constant_term().clone());
            constraints.iter().all(|c| c.holds(point) && forward(c.relation, &slope(&c.form))) && slope(objective) > Rational::ZERO
        }
        Outcome::Optimal { value, attained, point, inside, dual } => {
            let closed = |c: &Constraint| forward(c.relation, &c.form.at(point));
            constraints.iter().all(|c| c.holds(inside) && closed(c) && (!attained || c.holds(point)))
                && objective.at(point) == *value
                && bounds(constraints, objective, value, *attained, dual)
        }
    }
}

/// The closure of the relation.
fn forward(relation: Relation, value: &Rational) -> bool {
    if relation == Relation::Zero { *value == Rational::ZERO } else { *value >= Rational::ZERO }
}

/// objective = value − Σ λᵢ·cᵢ with λ that are not negative for inequalities; where the value is said not to be
/// attained, a strict constraint must take part.
fn bounds(constraints: &[Constraint], objective: &Linear, value: &Rational, attained: bool, dual: &[(usize, Rational)]) -> bool {
    let scale = common_denominator(dual.iter().map(|(_, factor)| factor).chain([value]));
    let multipliers = dual.iter().map(|(index, factor)| (*index, scaled(factor, &scale))).collect();
    let Some((sum, strict)) = (Farkas { multipliers }).sum(constraints) else { return false };
    let total = sum.plus(&scale, objective);
    total == Linear::constant(scaled(value, &scale)) && (attained || strict)
}
