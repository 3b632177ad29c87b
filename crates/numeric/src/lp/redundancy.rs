//! Which constraints are needed.
//!
//! A constraint is redundant if its form is never on the wrong side under the others (Telgen: Minimal representation of
//! convex polyhedral sets, Journal of Optimization Theory and Applications 1982). One dictionary of all constraints serves
//! every question: the constraint in question is released and its slack pushed down by the primal method, on a copy; a
//! constraint found redundant stays released for the questions after it.

use super::simplex::Climb;
use super::tableau::{DENOMINATOR, EPSILON, Tableau, value_sign};
use super::{Lp, farkas};
use crate::{Constraint, Relation};

/// The numbers, in order, of constraints with the same rational points as all of them, none of which can be left out.
/// Where there is a choice the earlier constraint stays.
pub fn irredundant(constraints: &[Constraint]) -> Vec<usize> {
    let mut tableau = Lp::with(constraints).tableau;
    if let Err(stuck) = tableau.restore(false) {
        // The certificate comes from one row, in which the constraints on the right are linearly independent: without
        // any one of its constraints nothing is contradictory any more.
        return farkas(&tableau, stuck).multipliers.into_iter().map(|(index, _)| index).collect();
    }
    let mut needed = Vec::new();
    for (index, constraint) in constraints.iter().enumerate().rev() {
        let mut trial = tableau.clone();
        trial.release(index);
        let redundant = match constraint.relation {
            Relation::Zero => stays_zero(&mut trial, index),
            _ => stays_above(&mut trial, index, constraint.relation == Relation::Positive),
        };
        if redundant {
            tableau = trial;
        } else {
            needed.push(index);
        }
    }
    needed.reverse();
    needed
}

/// Whether the other constraints keep the form of inequality `slack` from leaving it.
fn stays_above(tableau: &mut Tableau, slack: usize, strict: bool) -> bool {
    tableau.aim(slack, -1);
    if !strict {
        return matches!(tableau.climb(|goal| value_sign(goal) > 0), Climb::Top);
    }
    // The slack of a strict constraint is form − ε; what must not reach 0 is the form.
    let goal = tableau.objective.row(0);
    let epsilon = goal.get(EPSILON).minus(&goal.get(DENOMINATOR));
    tableau.objective.put(0, EPSILON, &epsilon);
    matches!(tableau.climb(|goal| value_sign(goal) >= 0), Climb::Top)
}

/// Whether the other constraints keep the form of equation `slack` at 0.
fn stays_zero(tableau: &mut Tableau, slack: usize) -> bool {
    [1, -1].into_iter().all(|direction| {
        tableau.aim(slack, direction);
        matches!(tableau.climb(|goal| value_sign(goal) > 0), Climb::Top)
    })
}
