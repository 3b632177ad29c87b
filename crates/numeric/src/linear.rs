//! Linear forms, constraints and generators: what all the relational elements of this crate are made of and speak in.
//!
//! A dimension is a number, counted from 0. A form is sparse and its coefficients are integers, since every rational
//! constraint has an integer multiple.

use crate::{Int, Rational};
use dashu_int::ops::Gcd;
use std::fmt;

/// Σ aᵢ·xᵢ + c with integer coefficients; terms with coefficient 0 are never kept.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Linear {
    /// In the order of the dimensions.
    terms: Vec<(usize, Int)>,
    constant: Int,
}

impl Linear {
    pub fn new<C: Into<Int>>(terms: impl IntoIterator<Item = (usize, C)>, constant: impl Into<Int>) -> Self {
        let mut form = Linear { terms: Vec::new(), constant: constant.into() };
        for (dimension, factor) in terms {
            form.add_term(dimension, &factor.into());
        }
        form
    }

    pub fn variable(dimension: usize) -> Self {
        Linear::new([(dimension, 1)], 0)
    }

    pub fn constant(value: impl Into<Int>) -> Self {
        Linear { terms: Vec::new(), constant: value.into() }
    }

    /// The terms in the order of their dimensions.
    pub fn terms(&self) -> impl ExactSizeIterator<Item = (usize, &Int)> + Clone {
        self.terms.iter().map(|(d, c)| (*d, c))
    }

    pub fn coefficient(&self, dimension: usize) -> Int {
        self.place(dimension).map(|i| self.terms[i].1.clone()).unwrap_or_default()
    }

    pub fn constant_term(&self) -> &Int {
        &self.constant
    }

    pub fn is_constant(&self) -> bool {
        self.terms.is_empty()
    }

    /// One more than the largest dimension that occurs; 0 for a constant.
    pub fn space(&self) -> usize {
        self.terms.last().map_or(0, |(d, _)| d + 1)
    }

    pub fn add_term(&mut self, dimension: usize, factor: &Int) {
        match self.place(dimension) {
            Ok(place) => {
                self.terms[place].1 += factor;
                if self.terms[place].1 == Int::ZERO {
                    self.terms.remove(place);
                }
            }
            Err(_) if *factor == Int::ZERO => {}
            Err(place) => self.terms.insert(place, (dimension, factor.clone())),
        }
    }

    fn place(&self, dimension: usize) -> Result<usize, usize> {
        self.terms.binary_search_by_key(&dimension, |(d, _)| *d)
    }

    pub fn add_constant(&mut self, value: &Int) {
        self.constant += value;
    }

    /// self + factor · other.
    pub fn plus(&self, factor: &Int, other: &Linear) -> Linear {
        let mut sum = self.clone();
        sum.constant += factor * &other.constant;
        if *factor != Int::ZERO {
            for (dimension, c) in &other.terms {
                sum.add_term(*dimension, &(factor * c));
            }
        }
        sum
    }

    pub fn scaled(&self, factor: &Int) -> Linear {
        if *factor == Int::ZERO {
            return Linear::default();
        }
        let terms = self.terms.iter().map(|(d, c)| (*d, c * factor)).collect();
        Linear { terms, constant: &self.constant * factor }
    }

    pub fn negated(&self) -> Linear {
        self.scaled(&Int::NEG_ONE)
    }

    /// The form with every dimension replaced by another one.
    pub fn renamed(&self, to: impl Fn(usize) -> usize) -> Linear {
        Linear::new(self.terms.iter().map(|(d, c)| (to(*d), c.clone())), self.constant.clone())
    }

    /// The value at a point; a dimension beyond the point's length counts as 0.
    pub fn at(&self, point: &[Rational]) -> Rational {
        let mut value = Rational::from(self.constant.clone());
        for (dimension, c) in &self.terms {
            if let Some(x) = point.get(*dimension) {
                value += x * Rational::from(c.clone());
            }
        }
        value
    }

    /// The form that integers make non-negative iff they make this one so: divided by the common divisor of its
    /// coefficients, the constant rounded down.
    pub(crate) fn rounded(&self) -> Linear {
        let content = self.content();
        if content == Int::ZERO || content == Int::ONE {
            return self.clone();
        }
        let terms = self.terms.iter().map(|(d, c)| (*d, c / &content)).collect();
        Linear { terms, constant: crate::floor_div(&self.constant, &content) }
    }

    /// The greatest common divisor of the coefficients without the constant; 0 for a constant.
    pub fn content(&self) -> Int {
        self.terms.iter().fold(Int::ZERO, |g, (_, c)| gcd(&g, c))
    }
}

/// The least positive integer by which all the values become integers.
pub(crate) fn common_denominator<'a>(values: impl IntoIterator<Item = &'a Rational>) -> Int {
    values.into_iter().fold(Int::ONE, |scale, value| {
        let denominator = Int::from(value.denominator().clone());
        let shared = gcd(&scale, &denominator);
        scale / shared * denominator
    })
}

/// The value times a multiple of its denominator.
pub(crate) fn scaled(value: &Rational, scale: &Int) -> Int {
    value.numerator() * (scale / Int::from(value.denominator().clone()))
}

/// The positive multiple of a vector that has integers only.
pub(crate) fn whole(vector: &[Rational]) -> Vec<Int> {
    let scale = common_denominator(vector);
    vector.iter().map(|value| scaled(value, &scale)).collect()
}

pub(crate) fn gcd(a: &Int, b: &Int) -> Int {
    if *a == Int::ZERO && *b == Int::ZERO { Int::ZERO } else { Int::from(a.gcd(b)) }
}

/// How a form is compared with 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Relation {
    /// form = 0
    Zero,
    /// form ≥ 0
    NonNegative,
    /// form > 0
    Positive,
}

/// form = 0, form ≥ 0 or form > 0.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Constraint {
    pub form: Linear,
    pub relation: Relation,
}

impl Constraint {
    pub fn zero(form: Linear) -> Self {
        Constraint { form, relation: Relation::Zero }
    }

    pub fn non_negative(form: Linear) -> Self {
        Constraint { form, relation: Relation::NonNegative }
    }

    pub fn positive(form: Linear) -> Self {
        Constraint { form, relation: Relation::Positive }
    }

    pub fn holds(&self, point: &[Rational]) -> bool {
        let value = self.form.at(point);
        match self.relation {
            Relation::Zero => value == Rational::ZERO,
            Relation::NonNegative => value >= Rational::ZERO,
            Relation::Positive => value > Rational::ZERO,
        }
    }

    /// The constraints whose disjunction is the complement: two for an equation, otherwise one.
    pub fn negated(&self) -> Vec<Constraint> {
        let below = self.form.negated();
        match self.relation {
            Relation::Zero => vec![Constraint::positive(self.form.clone()), Constraint::positive(below)],
            Relation::NonNegative => vec![Constraint::positive(below)],
            Relation::Positive => vec![Constraint::non_negative(below)],
        }
    }

    /// Divided by the common divisor of all its numbers; an equation's first coefficient becomes positive.
    pub fn normalised(&self) -> Constraint {
        let divisor = gcd(&self.form.content(), &self.form.constant);
        if divisor == Int::ZERO {
            return self.clone();
        }
        let flip = self.relation == Relation::Zero && self.form.terms.first().is_some_and(|(_, c)| *c < Int::ZERO);
        let divisor = if flip { -divisor } else { divisor };
        let divide = |c: &Int| c / &divisor;
        let terms = self.form.terms.iter().map(|(d, c)| (*d, divide(c))).collect();
        Constraint { form: Linear { terms, constant: divide(&self.form.constant) }, relation: self.relation }
    }
}

impl Constraint {
    /// The same integer points: divided by the common divisor of the coefficients, the constant rounded, a strict
    /// inequality made one that is not. `None` if no integer point satisfies it.
    pub fn over_integers(&self) -> Option<Constraint> {
        let content = self.form.content();
        if content == Int::ZERO {
            return self.holds(&[]).then(|| self.clone());
        }
        Some(match self.relation {
            Relation::Zero if crate::floor_mod(self.form.constant_term(), &content) != Int::ZERO => return None,
            Relation::Zero => self.normalised(),
            Relation::NonNegative => Constraint::non_negative(self.form.rounded()),
            Relation::Positive => Constraint::non_negative(self.form.plus(&Int::NEG_ONE, &Linear::constant(1)).rounded()),
        })
    }
}

/// What a polyhedron is spanned by. A polyhedron is the set of all points that are a convex combination of points and
/// closure points, at least one point having a positive weight, plus a non-negative combination of rays and any
/// combination of lines.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Generator {
    Point(Vec<Rational>),
    /// A point of the closure that need not belong to the set itself.
    ClosurePoint(Vec<Rational>),
    Ray(Vec<Int>),
    Line(Vec<Int>),
}

impl Linear {
    /// Its text with names for the dimensions.
    pub fn named(&self, name: &dyn Fn(usize) -> String) -> String {
        let mut text = String::new();
        let mut add = |value: &Int, unit: Option<String>| {
            let (negative, first) = (*value < Int::ZERO, text.is_empty());
            let size = if negative { -value } else { value.clone() };
            text += match (first, negative) {
                (true, false) => "",
                (true, true) => "-",
                (false, false) => " + ",
                (false, true) => " - ",
            };
            text += &match unit {
                None => size.to_string(),
                Some(unit) if size == Int::ONE => unit,
                Some(unit) => format!("{size}*{unit}"),
            };
        };
        for (dimension, c) in &self.terms {
            add(c, Some(name(*dimension)));
        }
        if self.constant != Int::ZERO || self.terms.is_empty() {
            add(&self.constant, None);
        }
        text
    }
}

impl Constraint {
    /// Its text with names for the dimensions, as a person writes it: `x - 2*y >= 3`.
    pub fn named(&self, name: &dyn Fn(usize) -> String) -> String {
        // The side on which the first coefficient is positive reads better.
        let flip = self.form.terms().next().is_some_and(|(_, c)| *c < Int::ZERO);
        let mut left = if flip { self.form.negated() } else { self.form.clone() };
        let right = -std::mem::take(&mut left.constant);
        let sign = match (self.relation, flip) {
            (Relation::Zero, _) => "=",
            (Relation::NonNegative, false) => ">=",
            (Relation::NonNegative, true) => "<=",
            (Relation::Positive, false) => ">",
            (Relation::Positive, true) => "<",
        };
        format!("{} {sign} {right}", left.named(name))
    }
}

impl fmt::Display for Linear {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named(&|d| format!("x{d}")))
    }
}

impl fmt::Display for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.named(&|d| format!("x{d}")))
    }
}

impl fmt::Display for Generator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, items: &[T]) -> fmt::Result {
            write!(f, "{name}(")?;
            for (i, item) in items.iter().enumerate() {
                write!(f, "{}{item}", if i == 0 { "" } else { ", " })?;
            }
            write!(f, ")")
        }
        match self {
            Generator::Point(x) => list(f, "point", x),
            Generator::ClosurePoint(x) => list(f, "closure point", x),
            Generator::Ray(x) => list(f, "ray", x),
            Generator::Line(x) => list(f, "line", x),
        }
    }
}
