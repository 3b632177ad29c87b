//! Integer feasibility: a point whose coordinates are integers, or a proof that there is none.
//!
//! In order: every constraint is divided by the common divisor of its coefficients and rounded; the linear program may
//! settle it; equations are solved over the integers; inequalities that can only hold with equality become equations and
//! are solved as well; the directions in which the set is unbounded are split off, since there an integer point is found
//! by going far enough; what is left is bounded and searched by branch and bound with cuts. So the procedure always ends;
//! the limit is there because it may take very long.
//!
//! ```
//! use numeric::integer::{self, Answer};
//! use numeric::{Constraint, Linear};
//!
//! // 2x = 2y + 1 has rational solutions only.
//! let constraints = [Constraint::zero(Linear::new([(0, 2), (1, -2)], -1))];
//! let Answer::None(proof) = integer::feasible(&constraints, 100) else { panic!() };
//! assert!(proof.check(&constraints));
//! ```

mod cuts;
mod lattice;
mod proof;
mod recession;
mod search;

pub use proof::{Combination, Proof, Step};

use crate::lp::{self, Farkas, Lp};
use crate::{Constraint, Int, Rational, Relation};
use lattice::Lattice;

/// What is known about the integer points of a system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    Point(Vec<Int>),
    None(Proof),
    /// The limit was reached.
    Unknown,
}

/// Looks for an integer point of all constraints, which are over the integers in every dimension. `limit` is how many
/// linear programs the search may solve. A point has as many entries as the constraints have dimensions.
pub fn feasible(constraints: &[Constraint], limit: usize) -> Answer {
    let mut problem = Problem::new(constraints);
    match problem.prepare() {
        Ok(Prepared::Point(point)) => Answer::Point(point),
        Ok(Prepared::Inequalities(inequalities)) => search::search(problem, inequalities, limit),
        Err(conflict) => Answer::None(problem.refuted(conflict)),
    }
}

/// What is left after the equations: a point already, or inequalities in the free coordinates.
enum Prepared {
    Point(Vec<Int>),
    Inequalities(Vec<Constraint>),
}

/// The rows known so far and how they were proved.
struct Problem {
    /// Over x: the rows of the proof.
    rows: Vec<Constraint>,
    steps: Vec<Step>,
    lattice: Lattice,
    /// The rows that are inequalities over the free coordinates alone, or will be after `reduce`.
    inequalities: Vec<usize>,
}

impl Problem {
    fn new(constraints: &[Constraint]) -> Self {
        let rows: Vec<Constraint> = constraints.iter().map(proof::tightened).collect();
        let space = rows.iter().map(|row| row.form.space()).max().unwrap_or(0);
        Problem { rows, steps: Vec::new(), lattice: Lattice::new(space), inequalities: Vec::new() }
    }

    fn refuted(mut self, conflict: Combination) -> Proof {
        self.steps.push(Step::Conflict(conflict));
        Proof { steps: self.steps }
    }

    /// A new row from a combination whose signs are right.
    fn derive(&mut self, combination: Combination) -> usize {
        if let Some(row) = proof::sum(&self.rows, &combination) {
            self.rows.push(proof::tightened(&row));
            self.steps.push(Step::Cut(combination));
        }
        self.rows.len() - 1
    }

    fn prepare(&mut self) -> Result<Prepared, Combination> {
        // Most systems have no rational point either, or an integer point near the first rational one.
        let mut point = lp::feasible(&self.rows).map_err(|farkas| farkas.multipliers)?;
        point.resize(self.lattice.space(), Rational::ZERO);
        if let Some(point) = rounded(&self.rows, &point) {
            return Ok(Prepared::Point(point));
        }
        for index in 0..self.rows.len() {
            if self.rows[index].relation == Relation::Zero {
                self.lattice.equate(index, &self.rows[index].form)?;
            } else {
                self.inequalities.push(index);
            }
        }
        loop {
            // Without equations the linear program was solved above.
            let fewer = self.lattice.free() < self.lattice.space();
            if fewer {
                self.lattice.shorten(0, self.lattice.free());
            }
            let inequalities = self.reduce();
            if fewer {
                let mut lp = Lp::new(self.lattice.free());
                for row in &inequalities {
                    lp.add(row);
                }
                let point = lp.feasible().map_err(|farkas| self.over_rows(&farkas))?;
                if let Some(point) = rounded(&inequalities, &point) {
                    return Ok(Prepared::Point(self.lattice.point(&point)));
                }
            }
            let Some(tight) = never_strict(&inequalities, self.lattice.free()) else {
                return Ok(Prepared::Inequalities(inequalities));
            };
            self.equations_from(&self.over_rows(&tight))?;
        }
    }

    /// A certificate about the inequalities, in the numbers of the proof's rows.
    fn over_rows(&self, farkas: &Farkas) -> Combination {
        farkas.multipliers.iter().map(|(k, factor)| (self.inequalities[*k], factor.clone())).collect()
    }

    /// The inequalities in the free coordinates; those that always hold are dropped.
    fn reduce(&mut self) -> Vec<Constraint> {
        let mut found = Vec::new();
        for index in std::mem::take(&mut self.inequalities) {
            let (form, reason) = self.lattice.reduce(index, &self.rows[index].form);
            let row = proof::tightened(&Constraint::non_negative(form));
            if row.form.is_constant() && row.holds(&[]) {
                continue;
            }
            let index = reason.map_or(index, |reason| self.derive(reason));
            self.inequalities.push(index);
            found.push(row);
        }
        found
    }

    /// Σ λᵢ·rowᵢ = 0 with λ > 0: each of these rows can only hold with equality, because it is the opposite of the sum
    /// of the others.
    fn equations_from(&mut self, tight: &Combination) -> Result<(), Combination> {
        for (position, (index, _)) in tight.iter().enumerate() {
            let mut others = tight.clone();
            others.remove(position);
            let opposite = self.derive(others);
            let equation = self.rows.len();
            self.rows.push(Constraint::zero(self.rows[*index].form.clone()));
            self.steps.push(Step::Squeeze(*index, opposite));
            self.lattice.equate(equation, &self.rows[equation].form)?;
        }
        Ok(())
    }
}

/// Why the inequalities, which have a common point, have none at which all hold strictly; nothing if they have.
fn never_strict(inequalities: &[Constraint], space: usize) -> Option<Farkas> {
    let mut lp = Lp::new(space);
    for row in inequalities {
        lp.add(&Constraint::positive(row.form.clone()));
    }
    lp.solve_feasibility().err()
}

/// The nearest integer point, if it satisfies the rows.
fn rounded(rows: &[Constraint], point: &[Rational]) -> Option<Vec<Int>> {
    let near: Vec<Int> = point.iter().map(Rational::round).collect();
    holds(rows, &near).then_some(near)
}

fn holds(rows: &[Constraint], point: &[Int]) -> bool {
    rows.iter().all(|row| {
        let terms = row.form.terms().map(|(d, c)| c * &point[d]);
        let value = terms.fold(row.form.constant_term().clone(), |sum, term| sum + term);
        if row.relation == Relation::Zero { value == Int::ZERO } else { value >= Int::ZERO }
    })
}
