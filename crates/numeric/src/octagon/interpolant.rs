//! Interpolants between disjoint octagons: `InterpolateOct` of Gulavani, Chakraborty, Nori, Rajamani (Automatically
//! refining abstract interpretations, TACAS 2008, §4).

use super::Octagon;
use super::bounds::form_of;
use crate::{Constraint, Int, Linear, Rational};

impl Octagon {
    /// The negations of constraints of the other octagon that this one implies: each is satisfied by all points here and
    /// by none there, and speaks only of variables that both bound. Over the rationals they are strict; over the integers
    /// they are rounded to ones that are not. Quadratic in the number of bounded variables.
    ///
    /// The list is empty if one of the two is empty, if they are not disjoint, and also if they are disjoint but no single
    /// octagonal form separates them, as in {x ≤ y, z ≤ w} and {y < z, w ≤ x}, where only the four together are a
    /// contradiction. Then this octagon itself, without the variables that the other does not bound, is an interpolant.
    pub fn interpolants(&self, other: &Octagon) -> Vec<Constraint> {
        let integer = self.integer && other.integer;
        self.separating(other, |form, _, low| {
            // form < low
            let below = Linear::constant(low.numerator().clone()).plus(&-Int::from(low.denominator().clone()), form);
            if integer { Constraint::non_negative(below.plus(&Int::NEG_ONE, &Linear::constant(1))) } else { Constraint::positive(below) }
        })
    }

    /// Interpolants as in [`Octagon::interpolants`], with the bound half-way between the two octagons: not strict, so they
    /// are octagons themselves also over the rationals. Over the integers the bound is rounded down.
    pub fn separators(&self, other: &Octagon) -> Vec<Constraint> {
        let integer = self.integer && other.integer;
        self.separating(other, |form, high, low| {
            let middle = super::bounds::rounded((high + low) / Rational::from(2), false, integer);
            let below = Linear::constant(middle.numerator().clone()).plus(&-Int::from(middle.denominator().clone()), form);
            Constraint::non_negative(below)
        })
    }

    /// A constraint for every octagonal form whose largest value here is below its least value there.
    fn separating(&self, other: &Octagon, constraint: impl Fn(&Linear, &Rational, &Rational) -> Constraint) -> Vec<Constraint> {
        let (Some(here), Some(there)) = (self.closed(), other.closed()) else { return Vec::new() };
        let mut variables: Vec<usize> = here.iter().flat_map(|block| block.variables.iter().copied()).collect();
        variables.retain(|v| there.iter().any(|block| block.position(*v).is_some()));
        variables.sort_unstable();
        let literals: Vec<usize> = variables.iter().flat_map(|v| [2 * v, 2 * v + 1]).collect();
        let mut found = Vec::new();
        for &i in &literals {
            for &j in literals.iter().take_while(|j| **j <= (i | 1)).filter(|j| **j != i) {
                let (Some(high), Some(reverse)) = (Octagon::difference(here, i, j), Octagon::difference(there, j, i)) else { continue };
                let low = -reverse;
                if high < low {
                    let (form, factor) = form_of(i, j);
                    let factor = Rational::from(factor);
                    found.push(constraint(&form, &(high / &factor), &(low / &factor)));
                }
            }
        }
        found
    }
}
