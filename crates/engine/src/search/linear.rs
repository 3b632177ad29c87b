//! Linear forms over the inputs of a run, and conditions on them.
//!
//! Arithmetic is checked: a form that would not fit machine words is given up (`None`), never wrong.

/// `Σ cᵢ·inputᵢ + c`, terms ordered by input and without zeros.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Form {
    pub terms: Vec<(u32, i128)>,
    pub constant: i128,
}

/// Forms with more terms than this are given up: sums over many inputs would make every step cost as much.
const WIDTH: usize = 256;

impl Form {
    pub fn constant(value: i128) -> Self {
        Form { terms: Vec::new(), constant: value }
    }

    pub fn input(index: u32) -> Self {
        Form { terms: vec![(index, 1)], constant: 0 }
    }

    /// `self + factor·other`.
    pub fn plus(&self, factor: i128, other: &Form) -> Option<Form> {
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut left, mut right) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let (index, coefficient) = match (left.peek(), right.peek()) {
                (None, None) => break,
                (Some(&&(i, a)), Some(&&(j, b))) if i == j => {
                    left.next();
                    right.next();
                    (i, a.checked_add(b.checked_mul(factor)?)?)
                }
                (Some(&&(i, a)), other) if other.is_none_or(|(j, _)| i < *j) => {
                    left.next();
                    (i, a)
                }
                (_, Some(&&(j, b))) => {
                    right.next();
                    (j, b.checked_mul(factor)?)
                }
                (Some(_), None) => break,
            };
            if coefficient != 0 {
                terms.push((index, coefficient));
            }
        }
        if terms.len() > WIDTH {
            return None;
        }
        Some(Form { terms, constant: self.constant.checked_add(other.constant.checked_mul(factor)?)? })
    }

    pub fn times(&self, factor: i128) -> Option<Form> {
        Form::default().plus(factor, self)
    }

    pub fn shift(&self, by: i128) -> Option<Form> {
        Some(Form { terms: self.terms.clone(), constant: self.constant.checked_add(by)? })
    }

    pub fn coefficient(&self, input: u32) -> i128 {
        self.terms.binary_search_by_key(&input, |t| t.0).map_or(0, |i| self.terms[i].1)
    }

    /// Replaces an input by a form.
    pub fn replace(&self, input: u32, by: &Form) -> Option<Form> {
        let coefficient = self.coefficient(input);
        if coefficient == 0 {
            return Some(self.clone());
        }
        let mut rest = self.clone();
        rest.terms.retain(|t| t.0 != input);
        rest.plus(coefficient, by)
    }

    pub fn value(&self, of: impl Fn(u32) -> i128) -> Option<i128> {
        self.terms.iter().try_fold(self.constant, |sum, (i, c)| sum.checked_add(c.checked_mul(of(*i))?))
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Relation {
    Zero,
    NotZero,
    /// At least 0.
    Natural,
}

/// A condition on a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    pub relation: Relation,
    pub form: Form,
}

impl Condition {
    pub fn new(relation: Relation, form: Form) -> Self {
        Condition { relation, form }
    }

    pub fn holds(&self, of: impl Fn(u32) -> i128) -> bool {
        self.form.value(of).is_some_and(|value| match self.relation {
            Relation::Zero => value == 0,
            Relation::NotZero => value != 0,
            Relation::Natural => value >= 0,
        })
    }

    /// The opposite condition.
    pub fn negate(&self) -> Option<Condition> {
        Some(match self.relation {
            Relation::Zero => Condition::new(Relation::NotZero, self.form.clone()),
            Relation::NotZero => Condition::new(Relation::Zero, self.form.clone()),
            Relation::Natural => Condition::new(Relation::Natural, Form::constant(-1).plus(-1, &self.form)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_ordered_and_without_zeros() {
        let (x, y, z) = (Form::input(0), Form::input(1), Form::input(2));
        let sum = z.plus(3, &x).unwrap().plus(-2, &y).unwrap().shift(5).unwrap();
        assert_eq!(sum, Form { terms: vec![(0, 3), (1, -2), (2, 1)], constant: 5 });
        assert_eq!(sum.plus(-3, &x).unwrap().plus(2, &y).unwrap().plus(-1, &z).unwrap(), Form::constant(5));
        assert_eq!(sum.value(|i| i128::from(i) + 1), Some(3 - 4 + 3 + 5));
        assert_eq!(sum.replace(1, &Form { terms: vec![(0, 2)], constant: 1 }).unwrap().terms, [(0, -1), (2, 1)]);
        assert_eq!(x.times(i128::MAX).unwrap().times(2), None);
    }
}
