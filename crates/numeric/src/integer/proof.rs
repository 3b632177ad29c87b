//! Proofs that constraints have no integer solution, and their check.
//!
//! A proof works on a growing list of rows that hold for every integer solution. The rules are Chvátal's rounding of a
//! combination (Edmonds polytopes and a hierarchy of combinatorial problems, Discrete Mathematics 1973), the branch
//! form ≤ k ∨ form ≥ k + 1, and two ways to be done: a sum that is plainly false (Farkas), and a sum of equations
//! whose coefficients have a divisor that the constant has not. The check adds, divides and compares; it knows nothing
//! of how the proof was found.

use crate::linear::gcd;
use crate::{Constraint, Int, Linear, Relation, floor_div};

/// Numbers of rows and what they are multiplied with; negative only for equations.
pub type Combination = Vec<(usize, Int)>;

/// One step; rows are counted from 0, the given constraints first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// The sum, divided by the common divisor of its coefficients and rounded, is the next row.
    Cut(Combination),
    /// The rows f ≥ 0 and −f ≥ 0 give f = 0 as the next row.
    Squeeze(usize, usize),
    /// form ≤ bound is the next row until the next conflict that closes this branch; from there on, with all rows since
    /// the branch forgotten, form ≥ bound + 1 is.
    Branch { form: Linear, bound: Int },
    /// The sum cannot be: this branch is closed.
    Conflict(Combination),
}

/// Steps in the order of a walk through the tree of branches, the first side of each first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    pub steps: Vec<Step>,
}

impl Proof {
    /// Whether this proves that the constraints have no common integer solution.
    pub fn check(&self, constraints: &[Constraint]) -> bool {
        let mut rows: Vec<Constraint> = constraints.iter().map(tightened).collect();
        // How many rows there were at each open branch, and what its other side says.
        let mut open: Vec<(usize, Constraint)> = Vec::new();
        for (number, step) in self.steps.iter().enumerate() {
            match step {
                Step::Cut(combination) => match sum(&rows, combination) {
                    Some(row) => rows.push(tightened(&row)),
                    None => return false,
                },
                Step::Squeeze(low, high) => match (rows.get(*low), rows.get(*high)) {
                    (Some(a), Some(b)) if a.form == b.form.negated() => rows.push(Constraint::zero(a.form.clone())),
                    _ => return false,
                },
                Step::Branch { form, bound } => {
                    let (first, second) = sides(form, bound);
                    open.push((rows.len(), second));
                    rows.push(first);
                }
                Step::Conflict(combination) => {
                    if !sum(&rows, combination).is_some_and(|row| is_absurd(&row)) {
                        return false;
                    }
                    match open.pop() {
                        None => return number + 1 == self.steps.len(),
                        Some((length, second)) => {
                            rows.truncate(length);
                            rows.push(second);
                        }
                    }
                }
            }
        }
        false
    }
}

/// form ≤ bound and form ≥ bound + 1.
pub(super) fn sides(form: &Linear, bound: &Int) -> (Constraint, Constraint) {
    let mut first = form.negated();
    first.add_constant(bound);
    let mut second = form.clone();
    second.add_constant(&(-bound - Int::ONE));
    (Constraint::non_negative(first), Constraint::non_negative(second))
}

/// The strongest row that says the same about integers: an equation, or an inequality that is not strict.
pub(super) fn tightened(row: &Constraint) -> Constraint {
    let mut row = row.clone();
    if row.relation == Relation::Positive {
        row.form.add_constant(&Int::NEG_ONE);
        row.relation = Relation::NonNegative;
    }
    let divisor = row.form.content();
    if divisor <= Int::ONE {
        return row;
    }
    let constant = row.form.constant_term();
    let rounded = floor_div(constant, &divisor);
    if row.relation == Relation::Zero && &rounded * &divisor != *constant {
        return row;
    }
    let form = Linear::new(row.form.terms().map(|(d, c)| (d, c / &divisor)), rounded);
    Constraint { form, relation: row.relation }
}

/// The sum of rows, an equation if all are; nothing where a row does not exist or a factor has the wrong sign.
pub(super) fn sum(rows: &[Constraint], combination: &[(usize, Int)]) -> Option<Constraint> {
    let mut total = Constraint::zero(Linear::default());
    for (index, factor) in combination {
        let row = rows.get(*index)?;
        if row.relation != Relation::Zero {
            if *factor < Int::ZERO {
                return None;
            }
            total.relation = Relation::NonNegative;
        }
        total.form = total.form.plus(factor, &row.form);
    }
    Some(total)
}

/// Whether no integer point satisfies the row, by itself.
fn is_absurd(row: &Constraint) -> bool {
    let constant = row.form.constant_term();
    match row.relation {
        Relation::Zero => {
            let divisor = gcd(&row.form.content(), &Int::ZERO);
            if divisor == Int::ZERO { *constant != Int::ZERO } else { constant % &divisor != Int::ZERO }
        }
        _ => row.form.is_constant() && *constant < Int::ZERO,
    }
}
