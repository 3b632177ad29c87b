//! The dictionary of the simplex method: some variables written in terms of the others.
//!
//! The variables are the dimensions, which are free, and one slack per constraint, which is the value of its form. As in
//! the general form of Dutertre and de Moura (A fast linear-arithmetic solver for DPLL(T), CAV 2006) the bounds are on
//! the slacks alone; since the constants are in the forms, every bound is 0, and the dictionary stands for the point
//! at which all variables on the right are 0.
//!
//! A row is d·basic = c + e·ε + Σ cⱼ·nonbasicⱼ in integers with d > 0, divided by the common divisor of all its
//! numbers, so that nothing grows beyond what the equation needs (entries are minors of the input). ε is a positive
//! infinitesimal: the slack of form > 0 is form − ε, and values are compared first by c, then by e.
//!
//! Invariant: the rows and the constraints have the same solutions; dimension and slack stand in exactly one place.

use crate::row::{Row, Rows};
use crate::scalar::Scalar;
use crate::{Constraint, Int, Linear, Rational, Relation};
use std::cmp::Ordering;

/// A variable; the order is the one of Bland's rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Name {
    Dimension(usize),
    Slack(usize),
}

/// What a variable may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Free,
    NonNegative,
    /// The slack of an equation: 0.
    Fixed,
}

/// Where a variable stands.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    Row(usize),
    Column(usize),
}

/// The columns before those of the variables: d, c and e.
pub(crate) const HEAD: usize = 3;
pub(crate) const DENOMINATOR: usize = 0;
pub(crate) const CONSTANT: usize = 1;
pub(crate) const EPSILON: usize = 2;

#[derive(Clone, Debug)]
pub(crate) struct Tableau {
    pub rows: Rows,
    pub basic: Vec<Name>,
    pub nonbasic: Vec<Name>,
    dimensions: Vec<Place>,
    slacks: Vec<Place>,
    pub kinds: Vec<Kind>,
    pub strict: Vec<bool>,
    /// Equations whose slack is 0 because of other equations; their rows never change what is possible.
    pub settled: Vec<bool>,
    /// The row of what is maximised, or none.
    pub objective: Rows,
    /// What the dual method keeps optimal on its way: the objective or one of its own. None at other times.
    pub guide: Rows,
    /// How many pivots were made.
    pub pivots: usize,
    scratch: Rows,
}

impl Tableau {
    pub fn new(dimensions: usize) -> Self {
        Tableau {
            rows: Rows::new(HEAD + dimensions),
            basic: Vec::new(),
            nonbasic: (0..dimensions).map(Name::Dimension).collect(),
            dimensions: (0..dimensions).map(Place::Column).collect(),
            slacks: Vec::new(),
            kinds: Vec::new(),
            strict: Vec::new(),
            settled: Vec::new(),
            objective: Rows::new(HEAD + dimensions),
            guide: Rows::new(HEAD + dimensions),
            pivots: 0,
            scratch: Rows::new(HEAD + dimensions),
        }
    }

    pub fn space(&self) -> usize {
        self.dimensions.len()
    }

    pub fn place(&self, name: Name) -> Place {
        match name {
            Name::Dimension(d) => self.dimensions[d],
            Name::Slack(s) => self.slacks[s],
        }
    }

    #[inline]
    pub fn kind(&self, name: Name) -> Kind {
        match name {
            Name::Dimension(_) => Kind::Free,
            Name::Slack(s) => self.kinds[s],
        }
    }

    fn stands(&mut self, name: Name, place: Place) {
        match name {
            Name::Dimension(d) => self.dimensions[d] = place,
            Name::Slack(s) => self.slacks[s] = place,
        }
    }

    /// New dimensions, unconstrained so far, until there are at least `space`.
    pub fn widen(&mut self, space: usize) {
        let old = self.space();
        if space <= old {
            return;
        }
        for dimension in old..space {
            self.dimensions.push(Place::Column(self.nonbasic.len()));
            self.nonbasic.push(Name::Dimension(dimension));
        }
        let width = self.rows.width();
        let columns: Vec<Option<usize>> = (0..HEAD + self.nonbasic.len()).map(|j| (j < width).then_some(j)).collect();
        self.rows = self.rows.select(&columns);
        self.objective = self.objective.select(&columns);
        self.guide = Rows::new(columns.len());
        self.scratch = Rows::new(columns.len());
    }

    /// A row for the slack of the constraint, which becomes basic; gives its number.
    pub fn add(&mut self, constraint: &Constraint) -> usize {
        let strict = constraint.relation == Relation::Positive;
        let slack = self.slacks.len();
        self.slacks.push(Place::Row(self.rows.len()));
        self.express(&constraint.form, strict);
        self.basic.push(Name::Slack(slack));
        self.kinds.push(if constraint.relation == Relation::Zero { Kind::Fixed } else { Kind::NonNegative });
        self.strict.push(strict);
        self.settled.push(false);
        slack
    }

    pub fn set_objective(&mut self, form: &Linear) {
        let last = self.rows.len();
        self.express(form, false);
        self.objective.truncate(0);
        self.objective.push(self.rows.row(last));
        self.rows.truncate(last);
    }

    /// The slack, or its opposite for direction −1, as the objective.
    pub fn aim(&mut self, slack: usize, direction: i64) {
        self.objective.truncate(0);
        let denominator = match self.slacks[slack] {
            Place::Row(r) => {
                self.objective.push(self.rows.row(r));
                if direction < 0 {
                    self.objective.negate(0);
                }
                self.rows.row(r).get(DENOMINATOR)
            }
            Place::Column(q) => {
                self.objective.push_unit(HEAD + q, direction);
                Scalar::ONE
            }
        };
        self.objective.put(0, DENOMINATOR, &denominator);
    }

    /// The form in terms of the nonbasic variables, as a new last row.
    fn express(&mut self, form: &Linear, strict: bool) {
        self.widen(form.space());
        let last = self.rows.len();
        self.rows.push_unit(DENOMINATOR, 1);
        self.rows.put(last, CONSTANT, &Scalar::from(form.constant_term().clone()));
        if strict {
            self.rows.put(last, EPSILON, &Scalar::Small(-1));
        }
        for (dimension, factor) in form.terms() {
            if let Place::Column(q) = self.dimensions[dimension] {
                self.rows.put(last, HEAD + q, &Scalar::from(factor.clone()));
            }
        }
        for (dimension, factor) in form.terms() {
            if let Place::Row(r) = self.dimensions[dimension] {
                let d = self.rows.row(r).get(DENOMINATOR);
                let factor = Scalar::from(factor.clone()).times(&self.rows.row(last).get(DENOMINATOR));
                let (s, t) = d.reduced(&factor);
                self.scratch.truncate(0);
                self.scratch.push(self.rows.row(r));
                self.scratch.put(0, DENOMINATOR, &Scalar::ZERO);
                self.rows.combine_into(last, &s, self.scratch.row(0), &t);
            }
        }
    }

    /// The basic variable of row `r` and the nonbasic one of column `q` change places; the entry must not be 0.
    pub fn pivot(&mut self, r: usize, q: usize) {
        self.pivots += 1;
        let column = HEAD + q;
        self.scratch.truncate(0);
        self.scratch.push(self.rows.row(r));
        let (c, d) = (self.scratch.row(0).get(column), self.scratch.row(0).get(DENOMINATOR));
        // Column q now belongs to the leaving variable, whose factor in this row is −d. With c − d in its place, the
        // combination that cancels c leaves what belongs there.
        self.scratch.put(0, DENOMINATOR, &Scalar::ZERO);
        self.scratch.put(0, column, &c.minus(&d));
        let size = c.abs();
        for i in 0..self.rows.len() {
            if i != r && self.rows.row(i).sign(column) != 0 {
                cancel(&mut self.rows, i, column, &size, c.sign(), self.scratch.row(0));
            }
        }
        for goal in [&mut self.objective, &mut self.guide] {
            if !goal.is_empty() && goal.row(0).sign(column) != 0 {
                cancel(goal, 0, column, &size, c.sign(), self.scratch.row(0));
            }
            goal.compact();
        }
        self.scratch.put(0, column, &d.neg());
        if c.sign() > 0 {
            self.scratch.negate(0);
        }
        self.scratch.put(0, DENOMINATOR, &size);
        self.rows.set(r, self.scratch.row(0));
        self.rows.compact();
        let (leaves, enters) = (self.basic[r], self.nonbasic[q]);
        self.basic[r] = enters;
        self.nonbasic[q] = leaves;
        self.stands(enters, Place::Row(r));
        self.stands(leaves, Place::Column(q));
    }

    /// A constraint that no longer counts; its number stays.
    pub fn release(&mut self, slack: usize) {
        if self.kinds[slack] == Kind::Fixed {
            self.settled.fill(false);
        }
        self.kinds[slack] = Kind::Free;
    }

    /// A number that can stand for ε: every slack keeps its sign for it and for everything smaller.
    fn epsilon(&self) -> Rational {
        let mut inverse = Int::ONE;
        for (row, name) in self.rows.iter().zip(&self.basic) {
            if self.kind(*name) == Kind::NonNegative && row.sign(EPSILON) < 0 && row.sign(CONSTANT) > 0 {
                let (c, e) = (row.get(CONSTANT), row.get(EPSILON).abs());
                if Scalar::compare_products(&c, &Scalar::from(inverse.clone()), &e, &Scalar::ONE) == Ordering::Less {
                    inverse = crate::ceil_div(&e.to_int(), &c.to_int());
                }
            }
        }
        Rational::from_parts_signed(Int::ONE, inverse)
    }

    /// The point of the dictionary, in the set itself: with a number for ε.
    pub fn point(&self) -> Vec<Rational> {
        let epsilon = if self.strict.contains(&true) { self.epsilon() } else { Rational::ZERO };
        self.dimensions.iter().map(|place| self.value(*place, &epsilon)).collect()
    }

    /// The point of the dictionary with 0 for ε: in the closure.
    pub fn limit_point(&self) -> Vec<Rational> {
        self.dimensions.iter().map(|place| self.value(*place, &Rational::ZERO)).collect()
    }

    fn value(&self, place: Place, epsilon: &Rational) -> Rational {
        match place {
            Place::Column(_) => Rational::ZERO,
            Place::Row(r) => {
                let row = self.rows.row(r);
                let value = fraction(row, CONSTANT);
                if row.sign(EPSILON) == 0 || epsilon.is_zero() { value } else { value + fraction(row, EPSILON) * epsilon }
            }
        }
    }
}

/// Row `i` without its entry in the pivot's column.
#[inline]
fn cancel(rows: &mut Rows, i: usize, column: usize, size: &Scalar, sign: i32, source: Row) {
    let (s, t) = size.reduced(&rows.row(i).get(column));
    let t = if sign > 0 { t.neg() } else { t };
    rows.combine_into(i, &s, source, &t);
}

/// An entry over the row's denominator.
pub(crate) fn fraction(row: Row, column: usize) -> Rational {
    Rational::from_parts_signed(row.get(column).to_int(), row.get(DENOMINATOR).to_int())
}

/// The sign of the basic variable's value.
#[inline]
pub(crate) fn value_sign(row: Row) -> i32 {
    match row.sign(CONSTANT) {
        0 => row.sign(EPSILON),
        sign => sign,
    }
}
