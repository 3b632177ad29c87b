//! Cuts of Gomory (Outline of an algorithm for integer solutions to linear programs, Bulletin of the AMS 1958) read from
//! the dictionary, as combinations that the proof can repeat.
//!
//! A row z = β + Σ αⱼ·sⱼ of a coordinate whose value β is no integer gives, with fⱼ the fractional part of αⱼ,
//! Σ fⱼ·sⱼ = (something with integer coefficients) − β: the combination with the factors fⱼ can be rounded, and the
//! rounded row excludes the point at which all sⱼ are 0. The row of −z gives another one.

use super::proof::{self, Combination};
use crate::lp::tableau::{CONSTANT, DENOMINATOR, HEAD, Name, Place, Tableau};
use crate::{Constraint, Int, Rational, floor_mod};

/// Rows with larger numbers make every later step slow and cut off little.
const LARGEST: u32 = 1 << 16;

/// A row that all integer points satisfy and the dictionary's point does not, and the combination of `rows` that it
/// comes from.
pub(super) fn cut(tableau: &Tableau, rows: &[Constraint], coordinate: usize, point: &[Rational]) -> Option<(Combination, Constraint)> {
    let Place::Row(place) = tableau.place(Name::Dimension(coordinate)) else { return None };
    let row = tableau.rows.row(place);
    let d = row.get(DENOMINATOR).to_int();
    debug_assert!(&row.get(CONSTANT).to_int() % &d != Int::ZERO);
    let mut best: Option<(Int, Combination, Constraint)> = None;
    'side: for side in [Int::ONE, Int::NEG_ONE] {
        let mut combination = Vec::new();
        for (column, name) in tableau.nonbasic.iter().enumerate() {
            let factor = floor_mod(&(&side * row.get(HEAD + column).to_int()), &d);
            match name {
                _ if factor == Int::ZERO => {}
                Name::Slack(slack) => combination.push((*slack, factor)),
                Name::Dimension(_) => continue 'side,
            }
        }
        let Some(sum) = proof::sum(rows, &combination) else { continue };
        let found = proof::tightened(&sum);
        let size = found.form.terms().map(|(_, c)| if *c < Int::ZERO { -c } else { c.clone() }).max();
        let Some(size) = size.filter(|size| *size < Int::from(LARGEST)) else { continue };
        if !found.holds(point) && best.as_ref().is_none_or(|(least, ..)| size < *least) {
            best = Some((size, combination, found));
        }
    }
    best.map(|(_, combination, found)| (combination, found))
}
