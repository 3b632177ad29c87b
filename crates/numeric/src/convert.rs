//! From one kind of element to another: intervals, octagons, polyhedra. Towards the more expressive kind a conversion is
//! exact; towards the less expressive one it gives the smallest element that contains the argument.

use crate::{Constraint, Int, Interval, Linear, Octagon, Polyhedron, Rational, Supremum};

impl From<&Octagon> for Polyhedron {
    fn from(octagon: &Octagon) -> Polyhedron {
        if octagon.is_empty() {
            return Polyhedron::empty(octagon.dimensions());
        }
        Polyhedron::from_constraints(octagon.dimensions(), &octagon.constraints())
    }
}

impl Polyhedron {
    /// The box of the intervals, one for each dimension.
    pub fn from_intervals(intervals: &[Interval]) -> Polyhedron {
        let mut list = Vec::new();
        for (dimension, interval) in intervals.iter().enumerate() {
            if let Some(low) = &interval.low {
                list.push(Constraint::non_negative(Linear::new([(dimension, 1)], -low)));
            }
            if let Some(high) = &interval.high {
                list.push(Constraint::non_negative(Linear::new([(dimension, -1)], high.clone())));
            }
        }
        Polyhedron::from_constraints(intervals.len(), &list)
    }

    /// The smallest octagon that contains the polyhedron, or its integer points if `integer`.
    pub fn octagon(&self, integer: bool) -> Octagon {
        if self.is_empty() {
            return Octagon::empty(self.dimensions(), integer);
        }
        Octagon::from_bounds(self.dimensions(), integer, |form| match self.maximise(form) {
            Supremum::Finite { value, attained } if integer && !attained => Some(below(&value)),
            Supremum::Finite { value, .. } => Some(value),
            _ => None,
        })
    }

    /// The smallest interval that contains the integer values of a dimension; `None` if there are none.
    pub fn interval(&self, dimension: usize) -> Option<Interval> {
        self.values(&Linear::variable(dimension))
    }

    /// The smallest interval that contains the integers between the form's least and largest value; `None` if there are none.
    pub fn values(&self, form: &Linear) -> Option<Interval> {
        let high = |form: &Linear| match self.maximise(form) {
            Supremum::Empty => None,
            Supremum::Unbounded => Some(None),
            Supremum::Finite { value, attained: true } => Some(Some(value.floor())),
            Supremum::Finite { value, attained: false } => Some(Some(below(&value).floor())),
        };
        let (top, bottom) = (high(form)?, high(&form.negated())?);
        Interval::new(bottom.map(|b| -b), top)
    }
}

/// The largest integer below a bound that is not attained.
fn below(value: &Rational) -> Rational {
    Rational::from(value.ceil() - Int::ONE)
}
