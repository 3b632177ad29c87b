//! The directions in which a system of inequalities is unbounded, and integer points far out.
//!
//! Let C = {r : aᵢ·r ≥ 0 for all i} be the recession cone and L the space it spans. Some rows are 0 on all of C; the
//! others are positive at a direction r* inside C. Modulo L the set is bounded, and above every integer point of that
//! bounded shadow there is an integer point of the set: from any point above it, going along r* leaves as much room as
//! rounding needs, and rounding within L changes none of the rows that are 0 on C (Meyer: On the existence of optimal
//! solutions to integer and mixed-integer programming problems, Mathematical Programming 1974, rests on the same fact). So
//! only the coordinates of the shadow must be searched, and they are bounded.

use crate::linear::whole;
use crate::lp::Lp;
use crate::{Constraint, Int, Linear, Rational, ceil_div};

/// The rows that are 0 on the whole cone, and a direction on which all others are positive.
pub(super) struct Cone {
    pub flat: Vec<bool>,
    pub inside: Vec<Int>,
}

/// Each round either ends or finds a certificate in which at least one more row takes part: it and the others with it
/// are flat.
pub(super) fn cone(rows: &[Constraint], space: usize) -> Cone {
    let slope = |row: &Constraint| Linear::new(row.form.terms().map(|(d, c)| (d, c.clone())), 0);
    let mut flat = vec![false; rows.len()];
    loop {
        let mut lp = Lp::new(space);
        for (row, flat) in rows.iter().zip(&flat) {
            lp.add(&if *flat { Constraint::zero(slope(row)) } else { Constraint::positive(slope(row)) });
        }
        match lp.feasible() {
            Ok(direction) => return Cone { flat, inside: whole(&direction) },
            Err(farkas) => farkas.multipliers.iter().for_each(|(index, _)| flat[*index] = true),
        }
    }
}

/// An integer point of the rows above the shadow of `point`, whose first `shadow` coordinates are integers. The
/// direction `inside` is 0 in these, and positive on every row in which another coordinate occurs.
pub(super) fn far_point(rows: &[Constraint], point: &[Rational], shadow: usize, inside: &[Int]) -> Vec<Int> {
    let mut distance = Int::ZERO;
    for row in rows {
        let room = |form: &Linear| {
            form.terms().filter(|(d, _)| *d >= shadow).fold(Int::ZERO, |s, (_, c)| s + if *c < Int::ZERO { -c } else { c.clone() })
        };
        let slope = row.form.terms().fold(Int::ZERO, |s, (d, c)| s + c * &inside[d]);
        if slope > Int::ZERO {
            // Rounding moves each coordinate by at most 1/2; value + distance·slope must be at least that much.
            let lack = Rational::from(room(&row.form)) / Rational::from(2) - row.form.at(point);
            distance = distance.max(ceil_div(&lack.ceil(), &slope));
        }
    }
    let distance = Rational::from(distance);
    point.iter().zip(inside).map(|(x, r)| (x + &distance * Rational::from(r.clone())).round()).collect()
}
