//! Random octagons and points, and the slow, obviously right closure.

use numeric::{Constraint, Int, Interval, Linear, Octagon, Rational, Relation, floor_div};

pub use crate::random::Draw;

impl Draw {
    /// form ≥ 0 for an octagonal form without its constant.
    pub fn direction(&mut self, n: usize) -> Linear {
        let sign = |d: &mut Draw| if d.below(2) == 0 { 1 } else { -1 };
        let x = self.below(n as u64) as usize;
        let y = self.below(n as u64) as usize;
        let first = (x, sign(self));
        if x == y || self.below(4) == 0 { Linear::new([first], 0) } else { Linear::new([first, (y, sign(self))], 0) }
    }

    pub fn form(&mut self, n: usize, largest: i64) -> Linear {
        let constant = self.between(-6, 6);
        Linear::new((0..n).map(|d| (d, self.between(-largest, largest))), constant)
    }

    pub fn constraint(&mut self, n: usize, sizes: &Sizes) -> Constraint {
        let mut form = self.direction(n).scaled(&sizes.factor);
        form.add_constant(&(Int::from(self.between(sizes.low, sizes.high)) * &sizes.unit + Int::from(self.between(-1, 1))));
        if self.below(8) == 0 { Constraint::zero(form) } else { Constraint::non_negative(form) }
    }

    pub fn constraints(&mut self, n: usize, count: usize, sizes: &Sizes) -> Vec<Constraint> {
        (0..count).map(|_| self.constraint(n, sizes)).collect()
    }

    pub fn octagon(&mut self, n: usize, integer: bool) -> Octagon {
        let count = self.below(2 * n as u64 + 2) as usize;
        Octagon::from_constraints(n, integer, &self.constraints(n, count, &SMALL)).0
    }

    pub fn member(&mut self, octagon: &Octagon) -> Option<Vec<Rational>> {
        let integer = octagon.is_integer();
        octagon.point(|low, high| {
            let step = Rational::from(self.between(0, 6)) / if integer { r(1) } else { r(2) };
            match (low, high, self.below(2)) {
                (Some(low), _, 0) | (Some(low), None, _) => low + step,
                (_, Some(high), _) => high - step,
                (None, None, _) => step - r(3),
            }
        })
    }
}

pub struct Sizes {
    pub low: i64,
    pub high: i64,
    pub unit: Int,
    pub factor: Int,
}

pub const SMALL: Sizes = Sizes { low: -3, high: 8, unit: Int::ONE, factor: Int::ONE };

pub fn all_sizes() -> Vec<Sizes> {
    let power = |exponent: usize| Int::from(10).pow(exponent);
    let sizes = |unit: Int, factor: i32| Sizes { low: -3, high: 8, unit, factor: Int::from(factor) };
    vec![
        sizes(power(0), 1),
        sizes(power(0), 3),
        sizes(power(14), 1),
        sizes(power(17), 1),
        sizes(power(18), 1),
        sizes(power(25), 1),
        sizes(power(25), 6),
        sizes(power(60), 1),
    ]
}

pub fn r(value: i64) -> Rational {
    Rational::from(value)
}

pub fn literal_form(i: usize, j: usize) -> Linear {
    let sign = |l: usize| if l.is_multiple_of(2) { 1 } else { -1 };
    Linear::new([(j / 2, sign(j)), (i / 2, -sign(i))], 0)
}

pub type Entry = Option<Rational>;

pub fn less(a: &Entry, b: &Entry) -> bool {
    match (a, b) {
        (None, _) => false,
        (_, None) => true,
        (Some(a), Some(b)) => a < b,
    }
}

pub fn minimum(a: Entry, b: Entry) -> Entry {
    if less(&a, &b) { a } else { b }
}

pub fn sum(a: &Entry, b: &Entry) -> Entry {
    Some(a.as_ref()? + b.as_ref()?)
}

pub fn floor(value: &Rational) -> Rational {
    Rational::from(floor_div(value.numerator(), &Int::from(value.denominator().clone())))
}

/// The full 2n × 2n matrix of bounds of Vⱼ − Vᵢ, closed as slowly as the definition is written.
#[derive(Clone, Debug)]
pub struct Slow {
    pub m: Vec<Vec<Entry>>,
    pub integer: bool,
}

impl Slow {
    pub fn universe(n: usize, integer: bool) -> Slow {
        let m = (0..2 * n).map(|i| (0..2 * n).map(|j| (i == j).then_some(Rational::ZERO)).collect()).collect();
        Slow { m, integer }
    }

    pub fn add(&mut self, constraint: &Constraint) {
        let forms = match constraint.relation {
            Relation::Zero => vec![constraint.form.clone(), constraint.form.negated()],
            _ => vec![constraint.form.clone()],
        };
        for form in forms {
            let size = form.content();
            let terms: Vec<(usize, Int)> = form.terms().map(|(d, c)| (d, c / &size)).collect();
            let bound = Rational::from(form.constant_term().clone()) / Rational::from(size);
            let against = |t: &(usize, Int)| 2 * t.0 + usize::from(t.1 > Int::ZERO);
            let j = against(&terms[0]);
            let (i, bound) = if terms.len() == 1 { (j ^ 1, bound * r(2)) } else { (against(&terms[1]) ^ 1, bound) };
            self.lower(i, j, bound);
        }
    }

    pub fn lower(&mut self, i: usize, j: usize, bound: Rational) {
        let bound = match (self.integer, j == i ^ 1) {
            (false, _) => bound,
            (true, false) => floor(&bound),
            (true, true) => floor(&(bound / r(2))) * r(2),
        };
        self.m[i][j] = minimum(self.m[i][j].clone(), Some(bound.clone()));
        self.m[j ^ 1][i ^ 1] = minimum(self.m[j ^ 1][i ^ 1].clone(), Some(bound));
    }

    pub fn from(n: usize, integer: bool, constraints: &[Constraint]) -> Slow {
        let mut slow = Slow::universe(n, integer);
        constraints.iter().for_each(|c| slow.add(c));
        slow
    }

    pub fn strengthen(&mut self) {
        let n = self.m.len();
        for i in 0..n {
            for j in 0..n {
                let half = sum(&self.m[i][i ^ 1], &self.m[j ^ 1][j]).map(|s| s / r(2));
                if i != j {
                    self.m[i][j] = minimum(self.m[i][j].clone(), half);
                }
            }
        }
    }

    /// Shortest paths, rounding and strengthening until nothing changes any more; `None` if empty.
    pub fn closed(&self) -> Option<Slow> {
        let mut slow = self.clone();
        let n = slow.m.len();
        loop {
            let before = slow.m.clone();
            for k in 0..n {
                for i in 0..n {
                    if slow.m[i][k].is_none() {
                        continue;
                    }
                    for j in 0..n {
                        let way = sum(&slow.m[i][k], &slow.m[k][j]);
                        if less(&way, &slow.m[i][j]) {
                            slow.m[i][j] = way;
                        }
                    }
                }
                if (0..n).any(|i| slow.m[i][i].as_ref().is_some_and(|d| *d < Rational::ZERO)) {
                    return None;
                }
            }
            if slow.integer {
                for i in 0..n {
                    slow.m[i][i ^ 1] = slow.m[i][i ^ 1].clone().map(|u| floor(&(u / r(2))) * r(2));
                }
            }
            slow.strengthen();
            if slow.m == before {
                return Some(slow);
            }
        }
    }

    pub fn check(closed: &Option<Slow>, octagon: &Octagon, what: &str) {
        assert_eq!(closed.is_none(), octagon.is_empty(), "{what}: emptiness of {octagon}");
        if let Some(slow) = closed {
            for i in 0..slow.m.len() {
                for j in (0..slow.m.len()).filter(|j| *j != i) {
                    let bound = octagon.upper(&literal_form(i, j));
                    assert_eq!(slow.m[i][j], bound, "{what}: entry {i} {j} of {octagon}");
                }
            }
        }
    }
}

/// All points with coordinates of the form k/step in a window.
pub fn grid(n: usize, window: i64, step: i64) -> Vec<Vec<Rational>> {
    let mut points = vec![Vec::new()];
    for _ in 0..n {
        let extend = |p: &Vec<Rational>| {
            (-window * step..=window * step)
                .map(|k| {
                    let mut q = p.clone();
                    q.push(r(k) / r(step));
                    q
                })
                .collect::<Vec<_>>()
        };
        points = points.iter().flat_map(extend).collect();
    }
    points
}

pub fn boxed(n: usize, size: i64) -> Octagon {
    let interval = Interval::new(Some(Int::from(-size)), Some(Int::from(size))).unwrap();
    Octagon::from_intervals(&vec![interval; n], true)
}

pub fn step_of(integer: bool) -> i64 {
    if integer { 1 } else { 2 }
}

/// Pairs of octagons with some points to look at: a grid for few dimensions, members for more.
pub fn pairs(seed: u64, rounds: usize, mut check: impl FnMut(&Octagon, &Octagon, &[Vec<Rational>], &mut Draw)) {
    let mut draw = Draw(seed);
    for round in 0..rounds {
        let integer = round % 2 == 0;
        let n = if round % 4 < 3 { 1 + draw.below(3) as usize } else { 4 + draw.below(9) as usize };
        let (a, b) = (draw.octagon(n, integer), draw.octagon(n, integer));
        let mut points = if n < 3 { grid(n, 3, step_of(integer)) } else { Vec::new() };
        if n == 3 {
            points = grid(n, 2, 1);
        }
        for _ in 0..6 {
            points.extend(draw.member(&a));
            points.extend(draw.member(&b));
        }
        check(&a, &b, &points, &mut draw);
    }
}
