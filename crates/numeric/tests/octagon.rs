//! Octagons against a slow closure on the full matrix of rationals, against enumeration, and against the definitions of
//! the operations on points.

use numeric::{Constraint, Exactness, Int, Interval, Linear, Octagon, Rational, Relation, ceil_div, floor_div};

/// A linear congruential sequence is random enough.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    /// form ≥ 0 for an octagonal form without its constant.
    fn direction(&mut self, n: usize) -> Linear {
        let sign = |d: &mut Draw| if d.below(2) == 0 { 1 } else { -1 };
        let x = self.below(n as u64) as usize;
        let y = self.below(n as u64) as usize;
        let first = (x, sign(self));
        if x == y || self.below(4) == 0 { Linear::new([first], 0) } else { Linear::new([first, (y, sign(self))], 0) }
    }

    fn form(&mut self, n: usize, largest: i64) -> Linear {
        let constant = self.between(-6, 6);
        Linear::new((0..n).map(|d| (d, self.between(-largest, largest))), constant)
    }

    fn constraint(&mut self, n: usize, sizes: &Sizes) -> Constraint {
        let mut form = self.direction(n).scaled(&sizes.factor);
        form.add_constant(&(Int::from(self.between(sizes.low, sizes.high)) * &sizes.unit + Int::from(self.between(-1, 1))));
        if self.below(8) == 0 { Constraint::zero(form) } else { Constraint::non_negative(form) }
    }

    fn constraints(&mut self, n: usize, count: usize, sizes: &Sizes) -> Vec<Constraint> {
        (0..count).map(|_| self.constraint(n, sizes)).collect()
    }

    fn octagon(&mut self, n: usize, integer: bool) -> Octagon {
        let count = self.below(2 * n as u64 + 2) as usize;
        Octagon::from_constraints(n, integer, &self.constraints(n, count, &SMALL)).0
    }

    fn member(&mut self, octagon: &Octagon) -> Option<Vec<Rational>> {
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

struct Sizes {
    low: i64,
    high: i64,
    unit: Int,
    factor: Int,
}

const SMALL: Sizes = Sizes { low: -3, high: 8, unit: Int::ONE, factor: Int::ONE };

fn all_sizes() -> Vec<Sizes> {
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

fn r(value: i64) -> Rational {
    Rational::from(value)
}

fn literal_form(i: usize, j: usize) -> Linear {
    let sign = |l: usize| if l % 2 == 0 { 1 } else { -1 };
    Linear::new([(j / 2, sign(j)), (i / 2, -sign(i))], 0)
}

type Entry = Option<Rational>;

fn less(a: &Entry, b: &Entry) -> bool {
    match (a, b) {
        (None, _) => false,
        (_, None) => true,
        (Some(a), Some(b)) => a < b,
    }
}

fn minimum(a: Entry, b: Entry) -> Entry {
    if less(&a, &b) { a } else { b }
}

fn sum(a: &Entry, b: &Entry) -> Entry {
    Some(a.as_ref()? + b.as_ref()?)
}

fn floor(value: &Rational) -> Rational {
    Rational::from(floor_div(value.numerator(), &Int::from(value.denominator().clone())))
}

/// The full 2n × 2n matrix of bounds of Vⱼ − Vᵢ, closed as slowly as the definition is written.
#[derive(Clone, Debug)]
struct Slow {
    m: Vec<Vec<Entry>>,
    integer: bool,
}

impl Slow {
    fn universe(n: usize, integer: bool) -> Slow {
        let m = (0..2 * n).map(|i| (0..2 * n).map(|j| (i == j).then_some(Rational::ZERO)).collect()).collect();
        Slow { m, integer }
    }

    fn add(&mut self, constraint: &Constraint) {
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

    fn lower(&mut self, i: usize, j: usize, bound: Rational) {
        let bound = match (self.integer, j == i ^ 1) {
            (false, _) => bound,
            (true, false) => floor(&bound),
            (true, true) => floor(&(bound / r(2))) * r(2),
        };
        self.m[i][j] = minimum(self.m[i][j].clone(), Some(bound.clone()));
        self.m[j ^ 1][i ^ 1] = minimum(self.m[j ^ 1][i ^ 1].clone(), Some(bound));
    }

    fn from(n: usize, integer: bool, constraints: &[Constraint]) -> Slow {
        let mut slow = Slow::universe(n, integer);
        constraints.iter().for_each(|c| slow.add(c));
        slow
    }

    fn strengthen(&mut self) {
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
    fn closed(&self) -> Option<Slow> {
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

    fn check(closed: &Option<Slow>, octagon: &Octagon, what: &str) {
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

#[test]
fn every_way_to_close_gives_the_slow_closure() {
    let mut draw = Draw(1);
    let mut empty = 0;
    for round in 0..1600 {
        let integer = round % 2 == 0;
        let n = 1 + draw.below(if round % 8 < 6 { 5 } else { 12 }) as usize;
        let sizes = all_sizes();
        let sizes = &sizes[(round / 2) % sizes.len()];
        let count = 1 + draw.below(2 * n as u64 + 2) as usize;
        let constraints = draw.constraints(n, count, sizes);
        let slow = Slow::from(n, integer, &constraints).closed();
        empty += usize::from(slow.is_none());

        let (at_once, exactness) = Octagon::from_constraints(n, integer, &constraints);
        assert_eq!(exactness, Exactness::Exact);
        Slow::check(&slow, &at_once, "at once");

        let mut one_by_one = Octagon::universe(n, integer);
        for constraint in &constraints {
            one_by_one = one_by_one.meet_constraint(constraint).0;
            one_by_one.is_empty();
        }
        Slow::check(&slow, &one_by_one, "one by one");
        assert_eq!(at_once, one_by_one);

        let (a, b) = constraints.split_at(count / 2);
        let (a, b) = (Octagon::from_constraints(n, integer, a).0, Octagon::from_constraints(n, integer, b).0);
        if round % 3 == 0 {
            a.is_empty();
        }
        Slow::check(&slow, &a.meet(&b), "meet");

        let raw = Slow::from(n, integer, &constraints);
        let from_bounds = Octagon::from_bounds(n, integer, |form| {
            let entry = |i: usize, j: usize| raw.m[i][j].clone();
            let literals: Vec<usize> = form.terms().map(|(d, c)| 2 * d + usize::from(*c < Int::ZERO)).collect();
            match literals.as_slice() {
                [l] => entry(l ^ 1, *l).map(|b| b / r(2)),
                [l, k] => entry(l ^ 1, *k),
                _ => None,
            }
        });
        Slow::check(&slow, &from_bounds, "from bounds");
    }
    assert!((300..1500).contains(&empty), "{empty} of 1600 are empty");
}

/// All points with coordinates of the form k/step in a window.
fn grid(n: usize, window: i64, step: i64) -> Vec<Vec<Rational>> {
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

fn boxed(n: usize, size: i64) -> Octagon {
    let interval = Interval::new(Some(Int::from(-size)), Some(Int::from(size))).unwrap();
    Octagon::from_intervals(&vec![interval; n], true)
}

#[test]
fn integer_bounds_are_those_of_the_enumerated_points() {
    let mut draw = Draw(2);
    for round in 0..900 {
        let n = 1 + round % 3;
        let sizes = Sizes { low: -4, high: 4, unit: Int::ONE, factor: Int::ONE };
        let count = draw.below(6) as usize;
        let mut constraints = draw.constraints(n, count, &sizes);
        // Odd combinations are where rounding matters: multiples with constants that they do not divide.
        for c in &mut constraints {
            let odd = Int::from(draw.between(-1, 1));
            if c.relation == Relation::NonNegative {
                *c = Constraint::non_negative(c.form.scaled(&Int::from(2)).plus(&odd, &Linear::constant(1)));
            }
        }
        let octagon = boxed(n, 3).meet_constraints(&constraints).0;
        let points: Vec<Vec<Rational>> = grid(n, 3, 1).into_iter().filter(|p| constraints.iter().all(|c| c.holds(p))).collect();
        assert_eq!(points.is_empty(), octagon.is_empty(), "{octagon} from {constraints:?}");
        for p in grid(n, 3, 1) {
            assert_eq!(points.contains(&p), octagon.contains(&p));
        }
        for i in 0..2 * n {
            for j in (0..2 * n).filter(|j| *j != i && !points.is_empty()) {
                let form = literal_form(i, j);
                assert_eq!(points.iter().map(|p| form.at(p)).max(), octagon.upper(&form), "{form} in {octagon}");
            }
        }
    }
}

fn step_of(integer: bool) -> i64 {
    if integer { 1 } else { 2 }
}

/// Pairs of octagons with some points to look at: a grid for few dimensions, members for more.
fn pairs(seed: u64, rounds: usize, mut check: impl FnMut(&Octagon, &Octagon, &[Vec<Rational>], &mut Draw)) {
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

#[test]
fn members_are_members() {
    pairs(3, 600, |a, _, points, draw| {
        assert_eq!(a.is_empty(), a.sample().is_none());
        for p in a.sample().into_iter().chain(draw.member(a)) {
            assert!(a.contains(&p), "{p:?} in {a}");
        }
        let constraints = a.constraints();
        for p in points {
            assert_eq!(a.contains(p), constraints.iter().all(|c| c.holds(p)), "{p:?} in {a}");
        }
    });
}

#[test]
fn order_meet_and_join_are_those_of_sets() {
    pairs(4, 1200, |a, b, points, _| {
        let (meet, join) = (a.meet(b), a.join(b));
        assert!(a.includes(&meet) && b.includes(&meet) && join.includes(a) && join.includes(b));
        for p in points {
            assert_eq!(meet.contains(p), a.contains(p) && b.contains(p));
            assert!(join.contains(p) || !(a.contains(p) || b.contains(p)));
        }
        assert_eq!(a.includes(b), a.meet(b) == *b);
        assert_eq!(a.includes(b), a.join(b) == *a);
        if a.includes(b) {
            assert!(points.iter().all(|p| a.contains(p) || !b.contains(p)));
        }
        // The least upper bound: each octagonal bound is the larger of the two.
        if !a.is_empty() && !b.is_empty() {
            for i in 0..2 * a.dimensions() {
                for j in (0..2 * a.dimensions()).filter(|j| *j != i) {
                    let form = literal_form(i, j);
                    let larger = a.upper(&form).zip(b.upper(&form)).map(|(x, y)| x.max(y));
                    assert_eq!(larger, join.upper(&form), "{form} in {a} or {b} gives {join}");
                }
            }
        }
    });
}

/// The preimage or image on the points: the state after x := form/denominator, if the quotient is allowed.
fn after(p: &[Rational], x: usize, form: &Linear, denominator: &Int, integer: bool) -> Option<Vec<Rational>> {
    let value = form.at(p) / Rational::from(denominator.clone());
    let mut q = p.to_vec();
    q[x] = value;
    (!integer || q[x].is_int()).then_some(q)
}

#[test]
fn assignments_and_preimages_are_sound_and_exact_where_they_say_so() {
    let mut exact_images = 0;
    pairs(5, 1600, |a, _, points, draw| {
        let (n, integer) = (a.dimensions(), a.is_integer());
        let x = draw.below(n as u64) as usize;
        let y = draw.below(n as u64) as usize;
        let c = draw.between(-3, 3);
        let (form, denominator) = match draw.below(5) {
            0 => (Linear::constant(c), draw.between(1, 2)),
            1 => (Linear::new([(x, 1)], c), 1),
            2 => (Linear::new([(y, if c % 2 == 0 { 2 } else { -2 })], 2 * c), if c < 0 { -2 } else { 2 }),
            3 => (Linear::new([(y, draw.between(-2, 2)), (x, draw.between(-2, 2))], c), draw.between(1, 2)),
            _ => (Linear::new((0..n).map(|d| (d, draw.between(-1, 2))), c), draw.between(-2, 3)),
        };
        let denominator = Int::from(denominator);
        let (image, image_exact) = a.assign(x, &form, &denominator);
        let (preimage, preimage_exact) = a.preimage(x, &form, &denominator);
        if denominator == Int::ZERO {
            assert_eq!((image, preimage), (a.forget(&[x]), a.forget(&[x])));
            return;
        }
        for p in points {
            let successor = after(p, x, &form, &denominator, integer);
            if let Some(q) = &successor {
                assert!(image.contains(q) || !a.contains(p), "{x} := {form}/{denominator} on {a} gives {image} without {q:?}");
            }
            let lands = successor.is_some_and(|q| a.contains(&q));
            assert!(preimage.contains(p) || !lands);
            if preimage_exact.is_exact() {
                assert_eq!(preimage.contains(p), lands, "{x} := {form}/{denominator} before {a} is {preimage}, {p:?}");
            }
        }
        // Every point of an exact image comes from somewhere: the constraint x' = form/denominator meets a with x renamed.
        if image_exact.is_exact() {
            exact_images += 1;
            for q in draw.member(&image).into_iter().chain(draw.member(&image)) {
                let mut line = Octagon::universe(n, integer);
                for (d, value) in q.iter().enumerate().filter(|(d, _)| *d != x) {
                    line = line.assign(d, &Linear::constant(value.numerator().clone()), &Int::from(value.denominator().clone())).0;
                }
                let target = Linear::constant(q[x].numerator() * &denominator).plus(&-Int::from(q[x].denominator().clone()), &form);
                let source = line.meet(a).meet_constraint(&Constraint::zero(target));
                assert!(!source.0.is_empty(), "{x} := {form}/{denominator} on {a} does not reach {q:?} of {image}");
            }
        }
        if let ([], true) | ([_], true) = (form.terms().collect::<Vec<_>>().as_slice(), denominator == Int::ONE)
            && form.terms().all(|(_, c)| *c == Int::ONE || *c == Int::NEG_ONE)
        {
            assert!(image_exact.is_exact() && preimage_exact.is_exact());
        }
    });
    assert!(exact_images > 400, "{exact_images}");
}

#[test]
fn large_numbers_behave_like_small_ones() {
    // Scaling all constants by the same number commutes with everything but rounding.
    let mut draw = Draw(6);
    for unit in [Int::from(10).pow(18), Int::from(10).pow(25), Int::from(10).pow(45)] {
        for round in 0..120 {
            let n = 1 + draw.below(6) as usize;
            let integer = round % 2 == 0;
            let scaled = |cs: &[Constraint]| -> Octagon {
                let large = cs.iter().map(|c| {
                    let mut form = c.form.clone();
                    let constant = c.form.constant_term().clone();
                    form.add_constant(&(&constant * (&unit - Int::ONE)));
                    Constraint { form, relation: c.relation }
                });
                Octagon::from_constraints(n, integer, &large.collect::<Vec<_>>()).0
            };
            let small = |cs: &[Constraint]| Octagon::from_constraints(n, integer, cs).0;
            let even = Sizes { low: -3, high: 8, unit: Int::from(2), factor: Int::ONE };
            let draw_some = |d: &mut Draw| {
                let mut cs = d.constraints(n, 2 * n, &even);
                // Even constants, so that the integer mode rounds nothing.
                for c in &mut cs {
                    let odd = c.form.constant_term() % Int::from(2);
                    c.form.add_constant(&-odd);
                }
                cs
            };
            let (a, b) = (draw_some(&mut draw), draw_some(&mut draw));
            let step = Linear::new([(0, 1)], 2);
            let large_step = Linear::new([(0, 1)], &unit * Int::from(2));
            let wide = Linear::new((0..n).map(|d| (d, 1)), 0);
            let results = |a: Octagon, b: Octagon, step: &Linear| {
                let moved = a.assign(0, step, &Int::ONE).0;
                let summed = a.assign(n - 1, &wide, &Int::ONE).0;
                vec![a.meet(&b), a.join(&b), a.widen(&a.join(&b)), moved.join(&a), summed, a.forget(&[0]), a]
            };
            for (s, l) in results(small(&a), small(&b), &step).iter().zip(results(scaled(&a), scaled(&b), &large_step)) {
                assert_eq!(s.is_empty(), l.is_empty());
                for i in 0..2 * n {
                    for j in (0..2 * n).filter(|j| *j != i) {
                        let form = literal_form(i, j);
                        let expected = s.upper(&form).map(|u| u * Rational::from(unit.clone()));
                        assert_eq!(expected, l.upper(&form), "{form} in {s} and {l}");
                    }
                }
            }
        }
    }
}

#[test]
fn forgetting_and_renaming_dimensions() {
    pairs(7, 600, |a, b, points, draw| {
        let n = a.dimensions();
        let x = draw.below(n as u64) as usize;
        let forgotten = a.forget(&[x]);
        let removed = a.remove_dimensions(&[x]);
        assert_eq!(removed.dimensions(), n - 1);
        for p in points {
            let mut shorter = p.clone();
            shorter.remove(x);
            assert_eq!(forgotten.contains(p), removed.contains(&shorter));
            assert!(forgotten.contains(p) || !a.contains(p));
            // Exact: a point of the projection has an extension.
            let mut extended = a.clone();
            for (d, value) in p.iter().enumerate().filter(|(d, _)| *d != x) {
                let pinned = Linear::new([(d, Int::from(value.denominator().clone()))], -value.numerator());
                extended = extended.meet_constraint(&Constraint::zero(pinned)).0;
            }
            assert_eq!(forgotten.contains(p), !extended.is_empty());
        }
        let to: Vec<usize> = (0..n).map(|d| (d + x) % n).collect();
        let renamed = a.renamed(&to).unwrap();
        for p in points {
            let q: Vec<Rational> = (0..n).map(|d| p[(d + n - x) % n].clone()).collect();
            assert_eq!(a.contains(p), renamed.contains(&q));
        }
        assert_eq!(renamed.includes(&b.renamed(&to).unwrap()), a.includes(b));
        assert_eq!(a.add_dimensions(2).remove_dimensions(&[n, n + 1]), *a);
        assert!(a.renamed(&vec![0; n]).is_none() || n == 1);
    });
}

#[test]
fn constraints_read_back_are_the_octagon_and_none_is_redundant() {
    pairs(8, 700, |a, _, _, _| {
        let constraints = a.constraints();
        let (again, exactness) = Octagon::from_constraints(a.dimensions(), a.is_integer(), &constraints);
        assert!(exactness.is_exact());
        assert_eq!(again, *a);
        if !a.is_integer() && a.dimensions() < 6 {
            for skipped in 0..constraints.len() {
                let mut fewer = constraints.clone();
                fewer.remove(skipped);
                let without = Octagon::from_constraints(a.dimensions(), false, &fewer).0;
                assert_ne!(without, *a, "{} is redundant in {a}", constraints[skipped]);
            }
        }
        let (low, high) = a.bounds(0);
        if let Some(interval) = a.interval(0) {
            let ends = |r: Rational| (r.numerator().clone(), Int::from(r.denominator().clone()));
            assert_eq!(interval.low, low.map(ends).map(|(n, d)| ceil_div(&n, &d)));
            assert_eq!(interval.high, high.map(ends).map(|(n, d)| floor_div(&n, &d)));
        }
    });
}

#[test]
fn constraints_that_are_not_octagonal_are_met_soundly() {
    let mut exact = 0;
    pairs(9, 1500, |a, _, points, draw| {
        let n = a.dimensions();
        let (f, g) = (draw.form(n, 2), draw.form(n, 2));
        let constraints = match draw.below(4) {
            0 => vec![Constraint::zero(f)],
            1 => vec![Constraint::positive(f)],
            2 => vec![Constraint::non_negative(f)],
            _ => vec![Constraint::non_negative(f), Constraint::positive(g)],
        };
        let (meet, exactness) = a.meet_constraints(&constraints);
        assert!(a.includes(&meet));
        for p in points {
            let expected = a.contains(p) && constraints.iter().all(|c| c.holds(p));
            assert!(meet.contains(p) || !expected);
            if exactness.is_exact() {
                assert_eq!(meet.contains(p), expected, "{a} with {constraints:?} gives {meet}, {p:?}");
            }
        }
        exact += usize::from(exactness.is_exact() && !meet.is_empty());
    });
    assert!(exact > 100, "{exact}");
}

#[test]
fn bounds_of_any_form_are_sound_and_exact_where_they_say_so() {
    pairs(10, 1200, |a, _, points, draw| {
        let n = a.dimensions();
        let form = draw.form(n, 3);
        let (upper, exactness) = a.maximum(&form);
        let members: Vec<&Vec<Rational>> = points.iter().filter(|p| a.contains(p)).collect();
        for p in &members {
            assert!(upper.as_ref().is_none_or(|u| form.at(p) <= *u), "{form} at {p:?} in {a}");
        }
        for p in &members {
            for c in [Constraint::non_negative(form.clone()), Constraint::positive(form.clone()), Constraint::zero(form.clone())] {
                assert!(!a.implies(&c) || c.holds(p));
            }
        }
        if !exactness.is_exact() || a.is_empty() {
            return;
        }
        // The form takes its bound somewhere; without a bound it exceeds any number.
        let value = upper.clone().unwrap_or(r(1000));
        let target = form.scaled(&Int::from(value.denominator().clone())).plus(&-value.numerator(), &Linear::constant(1));
        let constraint = if upper.is_some() { Constraint::zero(target) } else { Constraint::non_negative(target) };
        let met = a.meet_constraint(&constraint).0;
        assert!(!met.is_empty(), "{form} has {upper:?} in {a}");
    });
}

#[test]
fn two_variables_have_exact_rational_bounds() {
    let mut draw = Draw(11);
    for _ in 0..400 {
        // A bounded octagon in the plane, whose corners are where two of its constraints meet.
        let octagon = boxed(2, 4).rationals().meet(&draw.octagon(2, false));
        let Some(constraints) = (!octagon.is_empty()).then(|| octagon.constraints()) else { continue };
        let form = Linear::new([(0, draw.between(-3, 3)), (1, draw.between(-3, 3))], 0);
        let mut best: Option<Rational> = None;
        for a in &constraints {
            for b in &constraints {
                let at = |c: &Constraint, d: usize| Rational::from(c.form.coefficient(d));
                let constant = |c: &Constraint| -Rational::from(c.form.constant_term().clone());
                let determinant = at(a, 0) * at(b, 1) - at(a, 1) * at(b, 0);
                if determinant == Rational::ZERO {
                    continue;
                }
                let x = (constant(a) * at(b, 1) - constant(b) * at(a, 1)) / &determinant;
                let y = (at(a, 0) * constant(b) - at(b, 0) * constant(a)) / &determinant;
                let corner = [x, y];
                if octagon.contains(&corner) {
                    best = best.max(Some(form.at(&corner)));
                }
            }
        }
        assert_eq!(octagon.maximum(&form), (best, Exactness::Exact), "{form} in {octagon}");
    }
}

#[test]
fn unrelated_variables_stay_in_blocks_of_their_own() {
    let mut draw = Draw(12);
    for _ in 0..100 {
        let blocks = 4;
        let mut constraints = Vec::new();
        for block in 0..blocks {
            let inside = draw.constraints(3, 4, &Sizes { low: 2, high: 9, unit: Int::ONE, factor: Int::ONE });
            constraints.extend(
                inside
                    .into_iter()
                    .filter(|c| c.relation != Relation::Zero)
                    .map(|c| Constraint { form: c.form.renamed(|d| blocks * d + block), relation: c.relation }),
            );
        }
        let octagon = Octagon::from_constraints(3 * blocks, true, &constraints).0;
        assert!(octagon.block_sizes().iter().all(|size| *size <= 3));
        Slow::check(&Slow::from(3 * blocks, true, &constraints).closed(), &octagon, "blocks");
        // A change in one block relates nothing else.
        let moved = octagon.assign(0, &Linear::new([(0, 1)], 1), &Int::ONE).0.join(&octagon);
        assert!(moved.block_sizes().iter().all(|size| *size <= 3));
        let linked = octagon.meet_constraint(&Constraint::non_negative(Linear::new([(0, 1), (1, -1)], -40))).0;
        let bounds: Vec<_> = (0..2).map(|d| octagon.bounds(d)).collect();
        if bounds.iter().all(|(low, high)| low.is_none() && high.is_none()) {
            assert!(!linked.is_empty());
        }
    }
}

/// The widening on full matrices, as the documentation defines it.
fn slow_widening(left: &Slow, right: &Slow, thresholds: &[Rational]) -> Slow {
    let n = left.m.len();
    let mut result = left.clone();
    for i in 0..n {
        for j in (0..n).filter(|j| *j != i) {
            let implied = sum(&left.m[i][i ^ 1], &left.m[j ^ 1][j]).map(|s| s / r(2));
            let own = j == i ^ 1 || less(&left.m[i][j], &implied);
            let bound = if own { left.m[i][j].clone() } else { implied };
            result.m[i][j] = if !less(&bound, &right.m[i][j]) {
                bound
            } else if own {
                let factor = r(if j == i ^ 1 { 2 } else { 1 });
                let stops = thresholds.iter().flat_map(|t| [t * &factor, -t * &factor]);
                right.m[i][j].as_ref().and_then(|b| stops.filter(|t| t >= b).min())
            } else {
                None
            };
        }
    }
    result
}

#[test]
fn widening_chains_are_bounded_stabilise_and_do_not_depend_on_blocks() {
    let mut draw = Draw(13);
    for round in 0..240 {
        let integer = round % 2 == 0;
        let n = 1 + draw.below(if round % 6 == 0 { 9 } else { 4 }) as usize;
        let thresholds: Vec<Rational> = if round % 3 == 0 { vec![r(4), r(9), r(20)] } else { Vec::new() };
        let start = draw.constraints(n, 2 * n, &SMALL);
        let mut state = Octagon::from_constraints(n, integer, &start).0;
        if state.is_empty() {
            continue;
        }
        let mut slow = Slow::from(n, integer, &start).closed().unwrap();
        state.is_empty();
        // The left side of the first widening is closed on both sides of the comparison.
        state = state.join(&state);
        let mut changes = 0;
        let mut increasing = state.clone();
        for step in 0..60 {
            let point = boxed(n, 0).in_mode_of(integer);
            let mut new = point;
            for d in 0..n {
                new = new.assign(d, &Linear::constant(draw.between(-3 - step, 3 + step)), &Int::ONE).0;
            }
            increasing = increasing.join(&new);
            let right = if round % 5 == 0 { new.clone() } else { increasing.clone() };
            let next = state.widen_with_thresholds(&right, &thresholds);
            assert!(next.includes(&state) && next.includes(&right), "{state} widened by {right} is {next}");
            let right_slow = Slow::from(n, integer, &right.constraints()).closed().unwrap();
            slow = slow_widening(&slow, &right_slow, &thresholds);
            Slow::check(&slow.closed(), &next, "widening");
            changes += usize::from(next != state);
            state = next;
            if step > 6 && n > 2 {
                break;
            }
        }
        // Every entry can go up once per threshold (with either sign) and once more, and be implied in between.
        assert!(changes <= 2 * n * (n + 1) * (2 * thresholds.len() + 2));
    }
}

trait InMode {
    fn in_mode_of(&self, integer: bool) -> Octagon;
}

impl InMode for Octagon {
    fn in_mode_of(&self, integer: bool) -> Octagon {
        if integer { self.integers() } else { self.rationals() }
    }
}

#[test]
fn widening_of_a_closed_matrix_again_and_again_ends() {
    // The classical example: closing the widened matrix would let bounds creep for ever.
    for integer in [false, true] {
        let mut state = Octagon::from_constraints(
            3,
            integer,
            &[
                Constraint::zero(Linear::new([(0, 1)], 0)),
                Constraint::zero(Linear::new([(1, 1)], 0)),
                Constraint::zero(Linear::new([(2, 1)], 0)),
            ],
        )
        .0;
        let mut steps = 0;
        for k in 1..200 {
            let reach = |d: usize, by: i64| {
                [Constraint::non_negative(Linear::new([(d, -1)], by)), Constraint::non_negative(Linear::new([(d, 1)], by))]
            };
            let right = Octagon::from_constraints(
                3,
                integer,
                &[
                    reach(0, k).to_vec(),
                    reach(1, k).to_vec(),
                    reach(2, k).to_vec(),
                    vec![Constraint::non_negative(Linear::new([(0, 1), (1, -1)], k % 3))],
                ]
                .concat(),
            )
            .0;
            let next = state.widen(&state.join(&right));
            steps += usize::from(next != state);
            state = next;
        }
        assert!(steps <= 3, "{steps}");
    }
    // A relation that single bounds imply outlives them.
    let zero = |d: usize, by: i64| Constraint::zero(Linear::new([(d, 1)], by));
    let start = Octagon::from_constraints(2, true, &[zero(0, 0), zero(1, 0)]).0;
    let step = Octagon::from_constraints(2, true, &[zero(0, -1), zero(1, 1)]).0;
    assert_eq!(start.widen(&start.join(&step)).to_string(), "x0 + x1 = 0, x0 >= 0");
}

#[test]
fn bounded_and_interpolated_widening_keep_what_both_imply() {
    pairs(14, 800, |a, b, points, draw| {
        let n = a.dimensions();
        let limits = draw.constraints(n, 12, &SMALL);
        let (widened, exactness) = a.widen_up_to(b, &limits);
        assert!(exactness.is_exact());
        assert!(widened.includes(a) && widened.includes(b));
        for c in limits.iter().filter(|c| a.implies(c) && b.implies(c)) {
            assert!(widened.implies(c), "{c} is lost from {a} and {b} in {widened}");
        }
        assert!(a.widen(b).includes(&widened));
        let general = Constraint::positive(Linear::new((0..n).map(|d| (d, draw.between(-2, 2))), 9));
        let (widened, exactness) = a.widen_interpolated(b, std::slice::from_ref(&general));
        if exactness.is_exact() && a.implies(&general) && b.implies(&general) {
            assert!(widened.implies(&general) || n > 3);
            assert!(points.iter().all(|p| !widened.contains(p) || general.holds(p)));
        }
        // Chains with limits end as well.
        let mut state = a.clone();
        let mut changes = 0;
        for step in 0..12 {
            let mut right = b.clone();
            for d in 0..n {
                right = right.assign(d, &Linear::new([(d, 1)], draw.between(-step, step)), &Int::ONE).0;
            }
            let next = state.widen_up_to(&state.join(&right), &limits).0;
            changes += usize::from(next != state);
            state = next;
        }
        assert!(changes <= 12);
    });
}

#[test]
fn narrowing_lies_between_and_ends() {
    pairs(15, 800, |a, b, points, draw| {
        let below = a.meet(b);
        let narrowed = a.narrow(&below);
        assert!(a.includes(&narrowed) && narrowed.includes(&below));
        for p in points {
            assert!(narrowed.contains(p) || !below.contains(p));
        }
        // Finite bounds stay.
        for d in 0..a.dimensions() {
            if !below.is_empty()
                && a.bounds(d).0.is_some()
                && a.bounds(d).1.is_some()
                && a.block_sizes().iter().all(|s| *s == 1)
                && b.block_sizes().iter().all(|s| *s == 1)
            {
                assert_eq!(a.bounds(d), narrowed.bounds(d));
            }
        }
        let mut state = a.clone();
        let mut changes = 0;
        for _ in 0..20 {
            let next = state.narrow(&state.meet(&draw.octagon(a.dimensions(), a.is_integer())));
            changes += usize::from(next != state);
            state = next;
        }
        let n = a.dimensions();
        assert!(changes <= 2 * n * (n + 1) + 1);
    });
}

#[test]
fn interpolants_separate() {
    let mut found = 0;
    pairs(16, 2500, |a, b, points, _| {
        for (strict, list) in [(true, a.interpolants(b)), (false, a.separators(b))] {
            found += list.len();
            if !a.is_empty() && !b.is_empty() && list.is_empty() && a.dimensions() < 2 {
                assert!(!a.meet(b).is_empty());
            }
            for c in &list {
                assert!(a.implies(c), "{c} from {a} and {b}");
                assert!(b.meet_constraint(c).0.is_empty() || (strict && !b.is_integer()));
                assert!(strict && !a.is_integer() || c.relation == Relation::NonNegative);
                assert!(points.iter().all(|p| !a.contains(p) || c.holds(p)));
                assert!(points.iter().all(|p| !b.contains(p) || !c.holds(p)));
                assert!(!b.implies(c));
                // Lemma 1 of the publication: a widening up to an interpolant stays away from the error.
                if !strict || a.is_integer() {
                    let widened = a.widen_interpolated(&a.forget(&[0]).meet(a), std::slice::from_ref(c)).0;
                    assert!(widened.meet(b).is_empty());
                }
            }
        }
    });
    assert!(found > 500, "{found}");
    // Disjoint, but by four constraints together.
    let at_most = |x: usize, y: usize, by: i64| Constraint::non_negative(Linear::new([(y, 1), (x, -1)], by));
    let a = Octagon::from_constraints(4, true, &[at_most(0, 1, 0), at_most(2, 3, 0)]).0;
    let b = Octagon::from_constraints(4, true, &[at_most(1, 2, -1), at_most(3, 0, 0)]).0;
    assert!(a.meet(&b).is_empty());
    assert_eq!(a.interpolants(&b), Vec::new());
}

#[test]
fn incremental_closure_after_general_assignments_is_the_full_closure() {
    pairs(17, 500, |a, _, _, draw| {
        let n = a.dimensions();
        let x = draw.below(n as u64) as usize;
        let form = draw.form(n, 2);
        let image = a.assign(x, &form, &Int::from(draw.between(1, 3))).0;
        if !image.is_empty() {
            let slow = Slow::from(n, a.is_integer(), &image.constraints()).closed();
            Slow::check(&slow, &image, "assignment");
        }
    });
}

#[test]
fn modes_convert() {
    pairs(18, 400, |a, b, points, _| {
        let (integers, rationals) = (a.integers(), a.rationals());
        for p in points {
            let whole = p.iter().all(Rational::is_int);
            assert_eq!(integers.contains(p), a.contains(p) && whole);
            assert!(rationals.contains(p) || !a.contains(p));
        }
        let mixed = a.rationals();
        let other = b.integers();
        assert!(mixed.join(&other).includes(&mixed) && mixed.widen(&other).includes(&other));
        assert!(mixed.meet(&other).is_integer());
        assert!(mixed.widen(&other).includes(&mixed) && other.widen(&mixed).includes(&other) && other.widen(&mixed).includes(&mixed));
    });
}

#[test]
fn foreign_dimensions_and_empty_sets_do_no_harm() {
    for integer in [false, true] {
        let all = Octagon::universe(2, integer);
        let none = Octagon::empty(2, integer);
        assert!(all.is_universe() && !all.is_empty() && none.is_empty() && !none.is_universe());
        assert!(all.includes(&none) && !none.includes(&all));
        assert_eq!((all.to_string(), none.to_string()), ("true".into(), "false".into()));
        let far = Linear::new([(7, 1), (0, 1)], 1);
        assert_eq!(all.meet_constraint(&Constraint::non_negative(far.clone())), (all.clone(), Exactness::Over));
        assert_eq!(all.assign(7, &far, &Int::ONE), (all.clone(), Exactness::Over));
        assert_eq!(all.assign(0, &far, &Int::ONE), (all.clone(), Exactness::Over));
        assert_eq!(all.preimage(7, &far, &Int::ONE), (all.clone(), Exactness::Over));
        assert_eq!(all.upper(&far), None);
        assert_eq!(none.widen(&all), all);
        assert_eq!(all.narrow(&none), none);
        assert_eq!(all.forget(&[9]).remove_dimensions(&[9]), all);
        assert_eq!(none.constraints().len(), 1);
        assert_eq!(Octagon::from_constraints(2, integer, &none.constraints()).0, none);
        let no_dimension = Octagon::universe(0, integer);
        assert_eq!(no_dimension.sample(), Some(vec![]));
        assert_eq!(Octagon::from_bounds(0, integer, |_| None), no_dimension);
        assert!(all.meet(&Octagon::universe(5, integer)).dimensions() == 5);
    }
}
