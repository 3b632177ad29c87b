//! Random constraints, forms and points, from a seed.

use numeric::{Constraint, Int, Linear, Polyhedron, Rational, Relation};

/// A linear congruential generator with a mixed output; the tests need variety, not quality.
pub struct Draw(u64);

impl Draw {
    pub fn new(seed: u64) -> Self {
        Draw(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ 0xD1B5_4A32_D192_ED03)
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let mixed = (self.0 ^ (self.0 >> 29)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        ((mixed ^ (mixed >> 32)) % n as u64) as usize
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as usize) as i64
    }

    pub fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }

    /// A form of few terms, as programs have them; with `big`, some coefficients are beyond a machine word.
    pub fn form(&mut self, dimensions: usize, big: bool) -> Linear {
        let terms = 1 + self.below(3.min(dimensions));
        let mut form = Linear::constant(self.number(6, big));
        for _ in 0..terms {
            let factor = if self.chance(2) { Int::from(self.between(-1, 1)) } else { self.number(3, big) };
            form.add_term(self.below(dimensions), &factor);
        }
        form
    }

    fn number(&mut self, size: i64, big: bool) -> Int {
        let small = Int::from(self.between(-size, size));
        match (big, self.below(3)) {
            (true, 0) => small * Int::from(10).pow(18) + Int::from(self.between(-3, 3)),
            (true, 1) => small * Int::from(10).pow(25) + Int::from(self.between(-3, 3)),
            _ => small,
        }
    }

    pub fn constraint(&mut self, dimensions: usize, strict: bool, big: bool) -> Constraint {
        let relation = match self.below(6) {
            0 => Relation::Zero,
            1 | 2 if strict => Relation::Positive,
            _ => Relation::NonNegative,
        };
        Constraint { form: self.form(dimensions, big), relation }
    }

    pub fn constraints(&mut self, dimensions: usize, strict: bool, big: bool) -> Vec<Constraint> {
        let count = self.below(dimensions + 4);
        let mut list: Vec<Constraint> = (0..count).map(|_| self.constraint(dimensions, strict, big)).collect();
        // Sets that are bounded in part, so that there are vertices.
        for d in 0..dimensions {
            if self.chance(2) {
                list.push(Constraint::non_negative(Linear::new([(d, 1)], self.between(-1, 4))));
            }
            if self.chance(3) {
                list.push(Constraint::non_negative(Linear::new([(d, -1)], self.between(0, 5))));
            }
        }
        list
    }

    /// A point of the polyhedron: a combination of its generators.
    pub fn point(&mut self, p: &Polyhedron) -> Option<Vec<Rational>> {
        use numeric::Generator::*;
        let generators = p.generators();
        let mut sum = vec![Rational::ZERO; p.dimensions()];
        let mut weight = Rational::ZERO;
        let mut proper = false;
        for g in &generators {
            let mut w = Rational::from(Int::from(self.between(0, 3)));
            if matches!(g, Point(_)) && !proper && w == Rational::ZERO {
                w = Rational::ONE;
            }
            match g {
                Point(x) | ClosurePoint(x) => {
                    proper |= matches!(g, Point(_));
                    weight += &w;
                    sum.iter_mut().zip(x).for_each(|(s, x)| *s += &w * x);
                }
                Ray(_) | Line(_) => {}
            }
        }
        if !proper {
            return None;
        }
        sum.iter_mut().for_each(|s| *s = &*s / &weight);
        for g in &generators {
            let w = match g {
                Ray(_) => Rational::from(Int::from(self.between(0, 2))),
                _ => Rational::from(Int::from(self.between(-2, 2))),
            };
            if let Ray(x) | Line(x) = g {
                sum.iter_mut().zip(x).for_each(|(s, x)| *s += &w * Rational::from(x.clone()));
            }
        }
        Some(sum)
    }
}
