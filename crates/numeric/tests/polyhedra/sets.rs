//! Powersets and interpolants of polyhedra.

use super::draw::Draw;
use numeric::{Complemented, Constraint, Int, Interval, Linear, Octagon, Polyhedron, Powerset, Rational, interpolate, widening};

fn random(d: &mut Draw, n: usize) -> Polyhedron {
    let strict = d.chance(2);
    Polyhedron::from_constraints(n, &d.constraints(n, strict, false))
}

fn some(d: &mut Draw, n: usize) -> Powerset<Polyhedron> {
    let count = d.below(4);
    Powerset::new((0..count).map(|_| random(d, n)))
}

fn grid(n: usize) -> Vec<Vec<Rational>> {
    let half = |v: i64| Rational::from_parts(Int::from(v), 2u8.into());
    (0..7i64.pow(n as u32)).map(|code| (0..n).map(|k| half((code / 7i64.pow(k as u32) % 7 - 2) * 2 + 1 - code % 2)).collect()).collect()
}

fn contains(s: &Powerset<Polyhedron>, x: &[Rational]) -> bool {
    s.elements().iter().any(|e| e.contains(x))
}

#[test]
fn sets_against_points() {
    for seed in 0..200 {
        let mut d = Draw::new(seed + 600_000);
        let n = 1 + d.below(3);
        let (a, b) = (some(&mut d, n), some(&mut d, n));
        let (join, meet, difference) = (a.join(&b), a.meet(&b), a.difference(&b).unwrap());
        let complement = a.complement(n);
        for x in grid(n) {
            let (in_a, in_b) = (contains(&a, &x), contains(&b, &x));
            assert_eq!(contains(&join, &x), in_a || in_b, "seed {seed}");
            assert_eq!(contains(&meet, &x), in_a && in_b, "seed {seed}");
            assert_eq!(contains(&difference, &x), in_a && !in_b, "seed {seed}");
            assert_eq!(contains(&complement, &x), !in_a, "seed {seed}");
        }
        assert!(join.covers(&a).unwrap() && join.covers(&b).unwrap() && a.entails(&join));
        assert_eq!(b.covers(&a), Some(difference.is_empty()));
        if a.entails(&b) {
            assert!(b.covers(&a).unwrap(), "seed {seed}");
        }
        assert!(a.join(&complement).covers(&Powerset::new([Polyhedron::universe(n)])).unwrap(), "seed {seed}");
        for (i, e) in join.elements().iter().enumerate() {
            let redundant = join.elements().iter().enumerate().any(|(j, f)| i != j && f.includes(e));
            assert!(!e.is_empty() && !redundant, "seed {seed}");
        }
    }
}

#[test]
fn complements_are_disjoint() {
    for seed in 0..200 {
        let mut d = Draw::new(seed + 650_000);
        let n = 1 + d.below(4);
        let p = random(&mut d, n);
        let pieces = p.complement().unwrap();
        for (i, a) in pieces.iter().enumerate() {
            assert!(a.is_disjoint(&p), "seed {seed}");
            assert!(pieces[..i].iter().all(|b| a.is_disjoint(b)), "seed {seed}");
        }
    }
}

/// Integer octagons have complements too; over the rationals they say that they have none.
#[test]
fn octagons_against_points() {
    for seed in 0..150 {
        let mut d = Draw::new(seed + 680_000);
        let n = 1 + d.below(3);
        let mut octagons = |integer| {
            let count = 1 + d.below(3);
            Powerset::new((0..count).map(|_| Octagon::from_constraints(n, integer, &d.constraints(n, false, false)).0))
        };
        let (a, b) = (octagons(true), octagons(true));
        let difference = a.difference(&b).expect("integers");
        let (join, widened) = (a.join(&b), a.widen(&a.join(&b), Octagon::widen));
        let inside = |s: &Powerset<Octagon>, x: &[Rational]| s.elements().iter().any(|e| e.contains(x));
        for x in grid(n).iter().filter(|x| x.iter().all(|v| v.is_int())) {
            assert_eq!(inside(&difference, x), inside(&a, x) && !inside(&b, x), "seed {seed}");
            assert!(!inside(&join, x) || inside(&widened, x), "seed {seed}");
        }
        let rational = Powerset::new([Octagon::universe(n, false)]);
        assert!(rational.difference(&rational).is_none());
    }
}

#[test]
fn conversions_are_exact_or_smallest() {
    for seed in 0..300 {
        let mut d = Draw::new(seed + 690_000);
        let n = 1 + d.below(3);
        let p = random(&mut d, n);
        let o = p.octagon(false);
        let back = Polyhedron::from(&o);
        assert!(back.includes(&p), "seed {seed}: {p} in {back}");
        assert_eq!(back.octagon(false), o, "seed {seed}");
        let integers = Polyhedron::from(&p.octagon(true));
        let intervals: Option<Vec<Interval>> = (0..n).map(|x| p.interval(x)).collect();
        let cube = intervals.map_or(Polyhedron::empty(n), |i| Polyhedron::from_intervals(&i));
        assert!(cube.includes(&integers), "seed {seed}");
        for x in grid(n).iter().filter(|x| x.iter().all(|v| v.is_int()) && p.contains(x)) {
            assert!(integers.contains(x) && cube.contains(x), "seed {seed}");
        }
    }
}

#[test]
fn connectors_and_widenings() {
    for seed in 0..300 {
        let mut d = Draw::new(seed + 700_000);
        let n = 1 + d.below(3);
        let a = some(&mut d, n);
        let b = a.join(&some(&mut d, n));
        let connected = a.connect(&b);
        assert!(a.precedes(&connected) && b.entails(&connected), "seed {seed}: {a} with {b} gives {connected}");
        for widen in [widening::standard, widening::bhrz03] {
            let w = a.widen(&b, widen);
            assert!(a.entails(&w) && b.entails(&w), "seed {seed}");
        }
    }
}

#[test]
fn chains_of_sets_stop() {
    for seed in 0..60 {
        let mut d = Draw::new(seed + 800_000);
        let n = 1 + d.below(2);
        let mut x = some(&mut d, n);
        let mut quiet = 0;
        let mut steps = 0;
        while quiet < 8 {
            let y = x.join(&Powerset::new([random(&mut d, n)]));
            let next = x.widen(&y, widening::standard);
            quiet = if next.entails(&x) { quiet + 1 } else { 0 };
            x = next;
            steps += 1;
            assert!(steps < 200, "seed {seed}: no end, {} elements", x.len());
        }
    }
}

/// The example of §3 of Gulavani and Rajamani; the dimensions are x, m, N.
#[test]
fn the_published_connector() {
    let c = |terms: &[(usize, i64)], constant: i64| Constraint::non_negative(Linear::new(terms.iter().copied(), constant));
    let e = |terms: &[(usize, i64)], constant: i64| Constraint::zero(Linear::new(terms.iter().copied(), constant));
    let p = |list: &[Constraint]| Polyhedron::from_constraints(3, list);
    let first = p(&[c(&[(0, 1)], 0), e(&[(1, 1)], 0)]);
    let within = c(&[(2, 1), (0, -1)], 0);
    let positive = c(&[(1, 1)], 0);
    let second = p(&[within.clone(), e(&[(0, 1), (1, -1)], -1), positive.clone()]);
    let fresh = p(&[within.clone(), e(&[(0, 1), (1, -1)], -2), positive.clone()]);
    let old = Powerset::new([first.clone(), second]);
    let new = old.join(&Powerset::new([fresh]));
    assert!(!old.precedes(&new));
    let between = p(&[within.clone(), positive.clone(), c(&[(0, 1), (1, -1)], -1), c(&[(0, -1), (1, 1)], 2)]);
    let connected = old.connect(&new);
    assert!(connected.elements() == [first.clone(), between.clone()] || connected.elements() == [between, first.clone()]);
    let widened = old.widen(&new, widening::standard);
    let above = p(&[within, positive, c(&[(0, 1), (1, -1)], -1)]);
    assert!(widened.elements().contains(&first) && widened.elements().contains(&above) && widened.len() == 2);
}

#[test]
fn interpolants_separate() {
    let mut found = [0; 3];
    for seed in 0..1200 {
        let mut d = Draw::new(seed + 900_000);
        let n = 1 + d.below(4);
        let (a, b) = (random(&mut d, n), random(&mut d, n));
        let disjoint = a.is_disjoint(&b);
        let interpolant = interpolate::interpolate(&a, &b);
        assert_eq!(interpolant.is_some(), disjoint, "seed {seed}");
        if !disjoint || a.is_empty() || b.is_empty() {
            continue;
        }
        let mentions = |p: &Polyhedron, x: usize| p.constraints().iter().any(|c| c.form.coefficient(x) != Int::ZERO);
        let check = |list: &[Constraint]| {
            let i = Polyhedron::from_constraints(n, list);
            assert!(i.includes(&a) && i.is_disjoint(&b), "seed {seed}: {i} between {a} and {b}");
            for (x, _) in list.iter().flat_map(|c| c.form.terms().map(|(x, c)| (x, c.clone())).collect::<Vec<_>>()) {
                assert!(mentions(&a, x) && mentions(&b, x), "seed {seed}: {i}");
            }
        };
        check(&interpolant.unwrap());
        for single in interpolate::by_negation(&a, &b) {
            check(&[single]);
            found[0] += 1;
        }
        check(&interpolate::by_projection(&a, &b));
        found[1] += 1;
        check(&[interpolate::by_multipliers(&a, &b).expect("disjoint")]);
        found[2] += 1;
    }
    assert!(found.iter().all(|f| *f > 100), "{found:?}");
}
