//! Exact linear programming over the rationals, with certificates.
//!
//! The dimensions are free, the constraints may be strict, and every answer carries what [`certificate::check`] needs to
//! believe it. [`Lp`] takes constraints one by one and solves from where it stood; the functions do one thing once.
//!
//! ```
//! use numeric::lp::{self, Outcome};
//! use numeric::{Constraint, Linear, Rational};
//!
//! // x + 2y ≤ 4, x ≥ 0, y > 0: how large is x + y?
//! let constraints = [
//!     Constraint::non_negative(Linear::new([(0, -1), (1, -2)], 4)),
//!     Constraint::non_negative(Linear::variable(0)),
//!     Constraint::positive(Linear::variable(1)),
//! ];
//! let objective = Linear::new([(0, 1), (1, 1)], 0);
//! let outcome = lp::maximise(&constraints, &objective);
//! assert!(lp::certificate::check(&constraints, &objective, &outcome));
//! let Outcome::Optimal { value, attained, .. } = outcome else { panic!() };
//! assert_eq!(value, Rational::from(4));
//! assert!(!attained); // y = 0 would be needed
//! ```

pub mod certificate;
mod interpolant;
mod redundancy;
mod simplex;
pub(crate) mod tableau;

pub use certificate::{Farkas, Outcome};
pub use interpolant::{interpolant, interpolants};
pub use redundancy::irredundant;

use crate::linear::{gcd, whole};
use crate::{Constraint, Int, Linear, Rational};
use simplex::{Climb, Stuck};
use tableau::{CONSTANT, DENOMINATOR, EPSILON, HEAD, Name, Place, Tableau, fraction};

/// A linear program that grows: constraints are added, and each solution starts from the one before.
#[derive(Clone, Debug)]
pub struct Lp {
    pub(crate) tableau: Tableau,
    goal: Option<Linear>,
}

impl Lp {
    /// No constraints on that many dimensions; more come with the constraints that mention them.
    pub fn new(dimensions: usize) -> Self {
        Lp { tableau: Tableau::new(dimensions), goal: None }
    }

    pub fn with(constraints: &[Constraint]) -> Self {
        let mut lp = Lp::new(constraints.iter().map(|c| c.form.space()).max().unwrap_or(0));
        for constraint in constraints {
            lp.add(constraint);
        }
        lp
    }

    /// One more constraint; its number in certificates is how many there were before.
    pub fn add(&mut self, constraint: &Constraint) -> usize {
        self.tableau.add(constraint)
    }

    /// A point of all constraints, or why there is none.
    pub fn feasible(&mut self) -> Result<Vec<Rational>, Farkas> {
        self.solve_feasibility()?;
        Ok(self.tableau.point())
    }

    pub(crate) fn solve_feasibility(&mut self) -> Result<(), Farkas> {
        let guided = self.goal.is_some() && self.tableau.is_optimal();
        self.tableau.restore(guided).map_err(|stuck| farkas(&self.tableau, stuck))
    }

    /// The largest value of the form. The same form again after [`Lp::add`] is a warm start of the dual method.
    pub fn maximise(&mut self, objective: &Linear) -> Outcome {
        self.tableau.widen(objective.space());
        if self.goal.as_ref() != Some(objective) {
            self.tableau.set_objective(objective);
            self.goal = Some(objective.clone());
        }
        if let Err(farkas) = self.solve_feasibility() {
            return Outcome::Infeasible(farkas);
        }
        match self.tableau.climb(|_| false) {
            Climb::Endless { column, direction } => {
                Outcome::Unbounded { point: self.tableau.point(), ray: ray(&self.tableau, column, direction) }
            }
            Climb::Top | Climb::Stopped => self.optimum(),
        }
    }

    /// How many pivots were made so far: the measure of work.
    pub fn pivots(&self) -> usize {
        self.tableau.pivots
    }

    fn optimum(&self) -> Outcome {
        let row = self.tableau.objective.row(0);
        let attained = row.sign(EPSILON) == 0;
        let inside = self.tableau.point();
        let mut dual = Vec::new();
        for (column, name) in self.tableau.nonbasic.iter().enumerate() {
            if let Name::Slack(slack) = name
                && row.sign(HEAD + column) != 0
            {
                dual.push((*slack, -fraction(row, HEAD + column)));
            }
        }
        dual.sort_by_key(|(slack, _)| *slack);
        let point = if attained { inside.clone() } else { self.tableau.limit_point() };
        Outcome::Optimal { value: fraction(row, CONSTANT), attained, point, inside, dual }
    }
}

/// The row that cannot be mended is the certificate: every slack is the value of its constraint.
fn farkas(tableau: &Tableau, stuck: Stuck) -> Farkas {
    let row = tableau.rows.row(stuck.row);
    let direction = Int::from(stuck.direction);
    let mut multipliers = Vec::new();
    let mut take = |name: Name, factor: Int| {
        if let Name::Slack(slack) = name
            && factor != Int::ZERO
        {
            multipliers.push((slack, factor));
        }
    };
    take(tableau.basic[stuck.row], &direction * row.get(DENOMINATOR).to_int());
    for (column, name) in tableau.nonbasic.iter().enumerate() {
        if row.sign(HEAD + column) != 0 {
            take(*name, -&direction * row.get(HEAD + column).to_int());
        }
    }
    let divisor = multipliers.iter().fold(Int::ZERO, |g, (_, factor)| gcd(&g, factor));
    for (_, factor) in &mut multipliers {
        *factor = &*factor / &divisor;
    }
    multipliers.sort_by_key(|(slack, _)| *slack);
    Farkas { multipliers }
}

/// How the dimensions change as the variable of the column moves in the direction, in integers.
fn ray(tableau: &Tableau, column: usize, direction: i32) -> Vec<Int> {
    let slopes: Vec<Rational> = (0..tableau.space())
        .map(|dimension| match tableau.place(Name::Dimension(dimension)) {
            Place::Column(q) if q == column => Rational::from(direction),
            Place::Column(_) => Rational::ZERO,
            Place::Row(r) => fraction(tableau.rows.row(r), HEAD + column) * Rational::from(direction),
        })
        .collect();
    whole(&slopes)
}

/// The largest value of a form under constraints.
pub fn maximise(constraints: &[Constraint], objective: &Linear) -> Outcome {
    Lp::with(constraints).maximise(objective)
}

/// A rational point of all constraints, or why there is none. The point has as many entries as the constraints have
/// dimensions.
pub fn feasible(constraints: &[Constraint]) -> Result<Vec<Rational>, Farkas> {
    Lp::with(constraints).feasible()
}

/// Whether every rational point of the constraints satisfies the conclusion.
pub fn implies(constraints: &[Constraint], conclusion: &Constraint) -> bool {
    let mut lp = Lp::with(constraints);
    if lp.solve_feasibility().is_err() {
        return true;
    }
    conclusion.negated().iter().all(|way_out| {
        let mut lp = lp.clone();
        lp.add(way_out);
        lp.solve_feasibility().is_err()
    })
}
