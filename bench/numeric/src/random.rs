//! Random traces, the same for the same seed.
//!
//! A walk keeps a few registers and does to them whatever a domain can do. It looks at the sizes that PPL has, so that a
//! register that grows beyond the limit starts anew, and most of its constraints hold at one hidden point, so that elements
//! do not all end empty.

use crate::ppl::Ppl;
use crate::subject::{Subject, Topology};
use crate::trace::{Recorder, Trace, record};
use numeric::{Constraint, Int, Linear, Rational, Relation};

/// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014).
pub struct Random(pub u64);

impl Random {
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound.max(1) as u64) as usize
    }

    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn within(&mut self, size: i64) -> i64 {
        self.below(2 * size as usize + 1) as i64 - size
    }
}

#[derive(Clone, Debug)]
pub struct Shape {
    pub dimensions: usize,
    pub topology: Topology,
    /// Coefficients around 10^18 occur.
    pub huge: bool,
    pub steps: usize,
    /// The most generators and the most constraints that an element may have.
    pub limit: usize,
    /// Also what only PPL and this crate can do: the other widening, minimised views, dimensions that come and go.
    pub everything: bool,
}

struct Walk<'a> {
    random: &'a mut Random,
    shape: &'a Shape,
    hidden: Vec<Rational>,
}

type Element = Recorder<Ppl>;

impl Walk<'_> {
    fn coefficient(&mut self) -> Int {
        if self.shape.huge && self.random.chance(15) {
            let large = Int::from(1_000_000_000_000_000_000i64) + Int::from(self.random.below(1000) as i64);
            return if self.random.chance(50) { -large } else { large };
        }
        Int::from(self.random.within(4))
    }

    fn form(&mut self, dimensions: usize) -> Linear {
        let mut form = Linear::default();
        let terms = if self.random.chance(10) { dimensions } else { 1 + self.random.below(3) };
        for _ in 0..terms {
            let c = self.coefficient();
            form.add_term(self.random.below(dimensions), &c);
        }
        form.add_constant(&Int::from(self.random.within(10)));
        form
    }

    fn constraint(&mut self, dimensions: usize) -> Constraint {
        let mut form = self.form(dimensions);
        let relation = match self.random.below(100) {
            0..12 => Relation::Zero,
            12..40 if self.shape.topology == Topology::Strict => Relation::Positive,
            _ => Relation::NonNegative,
        };
        if self.random.chance(85) {
            let slack = if relation == Relation::Zero { Int::ZERO } else { Int::from(1 + self.random.below(12) as i64) };
            let value = form.at(&self.hidden);
            form.add_constant(&(slack - value.floor()));
        }
        Constraint { form, relation }
    }

    fn fresh(&mut self) -> Element {
        let n = self.shape.dimensions;
        let mut element = Element::universe(self.shape.topology, n);
        let system: Vec<Constraint> = if self.random.chance(35) {
            // A single point near the hidden one: where analyses start.
            let mut point = Vec::new();
            for d in 0..n {
                let value = self.hidden[d].floor() + Int::from(self.random.within(2));
                point.push(Constraint::zero(Linear::variable(d).plus(&Int::NEG_ONE, &Linear::constant(value))));
            }
            point
        } else {
            (0..1 + self.random.below(n + 3)).map(|_| self.constraint(n)).collect()
        };
        element.meet_constraints(&Element::system(&system));
        element
    }

    fn too_large(&self, element: &Element) -> bool {
        element.inner.sizes().is_none_or(|(constraints, generators)| constraints.max(generators) > self.shape.limit)
    }

    fn denominator(&mut self) -> Int {
        if self.random.chance(80) { Int::ONE } else { Int::from([2, 3, -1, -2][self.random.below(4)]) }
    }

    fn step(&mut self, registers: &mut [Element]) {
        let n = self.shape.dimensions;
        let (a, b) = (self.random.below(registers.len()), self.random.below(registers.len()));
        match self.random.below(if self.shape.everything { 22 } else { 16 }) {
            0 => registers[a] = self.fresh(),
            1 if a != b => registers[a] = registers[b].clone(),
            1..4 => {
                let system: Vec<_> = (0..1 + self.random.below(2)).map(|_| self.constraint(n)).collect();
                registers[a].meet_constraints(&Element::system(&system));
            }
            4 => {
                let other = registers[b].clone();
                registers[a].meet(&other);
            }
            5..8 => {
                let other = registers[b].clone();
                registers[a].join(&other);
            }
            8..10 => {
                let (form, d) = (self.form(n), self.denominator());
                registers[a].assign(self.random.below(n), &Element::form(&form), &d);
            }
            10 => {
                let (form, d) = (self.form(n), self.denominator());
                registers[a].substitute(self.random.below(n), &Element::form(&form), &d);
            }
            11 => {
                let first = self.random.below(n);
                let second = self.random.below(n);
                let variables = if first == second { vec![first] } else { vec![first.min(second), first.max(second)] };
                registers[a].forget(&variables);
            }
            12 => {
                let old = registers[a].clone();
                let other = registers[b].clone();
                registers[a].join(&other);
                registers[a].widen(&old);
            }
            13 => {
                let _ = registers[a].includes(&registers[b]);
            }
            14 => {
                let form = self.form(n);
                let _ = registers[a].bounds(&Element::form(&form));
            }
            15 => {
                let _ = registers[a].is_empty();
            }
            // PPL's takes very long in many dimensions.
            16 if n <= 8 => {
                let old = registers[a].clone();
                let other = registers[b].clone();
                registers[a].join(&other);
                registers[a].widen_bhrz03(&old);
            }
            16 | 17 => {
                let _ = registers[a].constraints();
            }
            18 => {
                let _ = registers[a].generators();
            }
            19 | 20 => {
                // New dimensions, related to the old ones, then as many of all are projected away.
                let count = 1 + self.random.below(2);
                registers[a].add_dimensions(count);
                self.hidden.resize(n + count, Rational::from(1));
                let system: Vec<_> = (0..2).map(|_| self.constraint(n + count)).collect();
                self.hidden.truncate(n);
                registers[a].meet_constraints(&Element::system(&system));
                let mut gone: Vec<usize> = (0..count).map(|_| self.random.below(n + count)).collect();
                gone.sort();
                gone.dedup();
                while gone.len() < count {
                    let more = (0..n + count).find(|d| !gone.contains(d)).unwrap_or(0);
                    gone.push(more);
                    gone.sort();
                }
                registers[a].remove_dimensions(&gone);
            }
            _ => {
                let mut to: Vec<usize> = (0..n).collect();
                for i in (1..n).rev() {
                    to.swap(i, self.random.below(i + 1));
                }
                registers[a].permute(&to);
            }
        }
        if self.too_large(&registers[a]) {
            registers[a] = self.fresh();
        }
    }
}

/// A random trace.
pub fn walk(name: &str, random: &mut Random, shape: &Shape) -> Trace {
    let hidden = (0..shape.dimensions).map(|_| Rational::from(random.within(5))).collect();
    let mut walk = Walk { random, shape, hidden };
    let (mut trace, ()) = record(name, || {
        let mut registers: Vec<Element> = (0..4).map(|_| walk.fresh()).collect();
        for _ in 0..shape.steps {
            walk.step(&mut registers);
        }
    });
    trace.topology = shape.topology;
    trace
}

/// The random traces of the bench: 2 to 20 variables, closed, strict and with huge coefficients.
pub fn bench_traces() -> Vec<Trace> {
    let mut traces = Vec::new();
    for (dimensions, topology, huge) in [
        (2, Topology::Closed, false),
        (4, Topology::Closed, false),
        (6, Topology::Closed, false),
        (8, Topology::Closed, false),
        (10, Topology::Closed, false),
        (12, Topology::Closed, false),
        (16, Topology::Closed, false),
        (20, Topology::Closed, false),
        (4, Topology::Strict, false),
        (8, Topology::Strict, false),
        (4, Topology::Closed, true),
        (8, Topology::Closed, true),
    ] {
        let kind = if huge {
            "huge"
        } else if topology == Topology::Strict {
            "strict"
        } else {
            "closed"
        };
        let shape = Shape { dimensions, topology, huge, steps: 300, limit: 80, everything: false };
        traces.push(walk(&format!("random-{kind}-{dimensions}"), &mut Random(1000 + dimensions as u64), &shape));
    }
    traces
}
