//! Which constraints are needed.
//!
//! A constraint is redundant if its form is never on the wrong side under the others (Telgen: Minimal representation of
//! convex polyhedral sets, Journal of Optimization Theory and Applications 1982). One dictionary serves every question:
//! the slack in question is pushed down by the primal method. If it does not come down to 0 the constraint is redundant
//! and released for good. If it does, and the corner reached lies on no more constraints than it must, then all those it
//! lies on are needed: past each of them alone the others still hold. Only at other corners is the constraint released on
//! a copy, to see how far the others let its slack go.

use super::simplex::Climb;
use super::tableau::{CONSTANT, DENOMINATOR, EPSILON, Kind, Name, Tableau, value_sign};
use super::{Lp, farkas};
use crate::row::Row;
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
    let mut needed = vec![false; constraints.len()];
    mark_corner(&tableau, &mut needed);
    for (index, constraint) in constraints.iter().enumerate().rev() {
        if needed[index] {
            continue;
        }
        if constraint.relation != Relation::Zero {
            tableau.aim(index, -1);
            tableau.climb(|_| false);
            if value_sign(tableau.objective.row(0)) < 0 {
                tableau.release(index);
                continue;
            }
            mark_corner(&tableau, &mut needed);
            if needed[index] {
                continue;
            }
        }
        let mut trial = tableau.clone();
        trial.release(index);
        let redundant = match constraint.relation {
            Relation::Zero => stays_zero(&mut trial, index),
            _ => stays_above(&mut trial, index, constraint.relation == Relation::Positive),
        };
        if redundant {
            tableau = trial;
        } else {
            needed[index] = true;
        }
    }
    (0..constraints.len()).filter(|index| needed[*index]).collect()
}

/// If the dictionary's point is on no constraint but those on the right, these are needed.
fn mark_corner(tableau: &Tableau, needed: &mut [bool]) {
    let inside = |(row, name): (Row, &Name)| row.sign(CONSTANT) > 0 || tableau.kind(*name) == Kind::Free;
    if tableau.rows.iter().zip(&tableau.basic).all(inside) {
        for name in &tableau.nonbasic {
            if let Name::Slack(slack) = name
                && tableau.kinds[*slack] != Kind::Free
            {
                needed[*slack] = true;
            }
        }
    }
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
