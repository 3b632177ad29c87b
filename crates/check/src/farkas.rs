//! Farkas' lemma, the half that is trusted: a sum of rows is a consequence of them (J. Farkas, Theorie der einfachen
//! Ungleichungen, 1902). Whoever finds the multipliers, this file adds up and looks.

use crate::row::{Form, Row};
use base::Int;

/// `Σ λᵢ·rowᵢ`. It follows from the rows: an equality may have any multiplier, an inequality one that is not negative.
/// `None` if a multiplier is not allowed.
pub fn sum<'a>(parts: impl IntoIterator<Item = (&'a Row, &'a Int)>) -> Option<Row> {
    let mut form = Form::default();
    let mut equal = true;
    for (row, factor) in parts {
        if !row.equal {
            if *factor < Int::ZERO {
                return None;
            }
            equal = false;
        }
        form.constant += &row.constant * factor;
        form.terms.extend(row.terms.iter().map(|(col, c)| (*col, c * factor)));
    }
    Some(form.row(equal))
}

/// Whether the multipliers show that the rows have no common solution.
pub fn contradicts<'a>(parts: impl IntoIterator<Item = (&'a Row, &'a Int)>) -> bool {
    sum(parts).is_some_and(|row| row.is_contradiction())
}

/// An integer cut (Chvátal, Gomory): the sum, divided by a number that divides its coefficients, with the constant rounded
/// up. `None` if it does not divide them.
pub fn cut<'a>(parts: impl IntoIterator<Item = (&'a Row, &'a Int)>, divisor: &Int) -> Option<Row> {
    let mut row = sum(parts)?;
    if *divisor <= Int::ZERO || row.terms.iter().any(|(_, c)| c % divisor != Int::ZERO) {
        return None;
    }
    for (_, c) in &mut row.terms {
        *c = &*c / divisor;
    }
    row.constant = -base::int::floor_div(&-row.constant, divisor);
    row.equal = false;
    Some(row)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(terms: &[(u32, i64)], constant: i64, equal: bool) -> Row {
        Row { terms: terms.iter().map(|(col, c)| (*col, Int::from(*c))).collect(), constant: Int::from(constant), equal }
    }

    #[test]
    fn only_allowed_multipliers_count() {
        // x ≤ 3 and x ≥ 4
        let (a, b) = (row(&[(0, 1)], -3, false), row(&[(0, -1)], 4, false));
        let [one, minus, zero] = [1, -1, 0].map(Int::from);
        assert!(contradicts([(&a, &one), (&b, &one)]));
        assert!(!contradicts([(&a, &minus), (&b, &one)]));
        assert!(!contradicts([(&a, &zero), (&b, &one)]));
        // x = 3 and x = 4: any sign for one of them
        let (a, b) = (row(&[(0, 1)], -3, true), row(&[(0, 1)], -4, true));
        assert!(contradicts([(&a, &one), (&b, &minus)]));
        assert!(contradicts([(&a, &minus), (&b, &one)]));
        assert!(!contradicts([(&a, &one), (&b, &one)]));
    }

    #[test]
    fn a_cut_rounds_towards_the_integers() {
        // 2x - 4y ≤ 3 gives x - 2y ≤ 1, and 2x ≥ 3 gives x ≥ 2
        let one = Int::ONE;
        let two = Int::from(2);
        assert_eq!(cut([(&row(&[(0, 2), (1, -4)], -3, false), &one)], &two), Some(row(&[(0, 1), (1, -2)], -1, false)));
        assert_eq!(cut([(&row(&[(0, -2)], 3, false), &one)], &two), Some(row(&[(0, -1)], 2, false)));
        assert_eq!(cut([(&row(&[(0, 3)], 3, false), &one)], &two), None);
    }
}
