//! Polyhedra against their definitions: every operation on sampled points, and against a slow implementation.

mod draw;
mod sets;
mod slow;
mod widen;

use draw::Draw;
use numeric::{Constraint, Int, Linear, Polyhedron, Rational, Supremum};
use slow::Slow;

fn slow(p: &Polyhedron) -> Slow {
    Slow::new(p.dimensions(), p.constraints())
}

#[track_caller]
fn same(p: &Polyhedron, expected: &Slow, what: &str) {
    let got = slow(p);
    assert!(
        expected.includes(&got) && got.includes(expected),
        "{what}: got {p}, expected {:?}",
        expected.constraints.iter().map(|c| c.to_string()).collect::<Vec<_>>()
    );
    assert_eq!(p.is_empty(), expected.is_empty(), "{what}");
}

/// Both views denote the set: the constraints hold on the generators, and the generators span it again.
#[track_caller]
fn views_agree(p: &Polyhedron, d: &mut Draw) {
    let generators = p.generators();
    assert_eq!(
        Polyhedron::from_generators(p.dimensions(), &generators),
        *p,
        "{p} {:?}",
        generators.iter().map(|g| g.to_string()).collect::<Vec<_>>()
    );
    assert_eq!(Polyhedron::from_constraints(p.dimensions(), &p.constraints()), *p, "{p}");
    assert_eq!(p.point().is_some(), !p.is_empty());
    for _ in 0..3 {
        if let Some(x) = d.point(p) {
            assert!(p.contains(&x), "{p}");
        }
    }
    if let Some(x) = p.point() {
        assert!(p.contains(&x), "{p} point");
    }
}

fn random(d: &mut Draw, n: usize, strict: bool, big: bool) -> (Polyhedron, Slow) {
    let list = d.constraints(n, strict, big);
    (Polyhedron::from_constraints(n, &list), Slow::new(n, list))
}

fn operations_agree(seeds: std::ops::Range<u64>, most: usize, strict: bool, big: bool) {
    let mut empty = 0;
    let total = seeds.end - seeds.start;
    for seed in seeds {
        let mut d = Draw::new(seed);
        let n = 1 + d.below(most);
        let (p, sp) = random(&mut d, n, strict, big);
        let (q, sq) = random(&mut d, n, strict, big);
        same(&p, &sp, &format!("seed {seed}: constraints"));
        views_agree(&p, &mut d);
        empty += u64::from(p.is_empty());
        same(&p.meet(&q), &sp.meet(&sq), &format!("seed {seed}: meet"));
        assert_eq!(p.includes(&q), sp.includes(&sq), "seed {seed}: {p} includes {q}");
        assert_eq!(q.includes(&p), sq.includes(&sp), "seed {seed}: {q} includes {p}");
        let c = d.constraint(n, strict, big);
        assert_eq!(p.implies(&c), sp.implies(&c), "seed {seed}: {p} implies {c}");

        let mut r = p.clone();
        let x = d.below(n);
        r.forget(&[x]);
        same(&r, &sp.forget(&[x]), &format!("seed {seed}: {p} forget {x}"));
        views_agree(&r, &mut d);

        let form = d.form(n, big);
        let denominator = Int::from([1, 1, 1, 2, -3][d.below(5)]);
        let mut r = p.clone();
        r.assign(x, &form, &denominator);
        same(&r, &sp.assign(x, &form, &denominator), &format!("seed {seed}: {p}: x{x} := ({form})/{denominator}"));
        views_agree(&r, &mut d);
        let mut r = p.clone();
        r.substitute(x, &form, &denominator);
        same(&r, &sp.substitute(x, &form, &denominator), &format!("seed {seed}: {p}: x{x} from ({form})/{denominator}"));
        views_agree(&r, &mut d);

        let h = p.join(&q);
        assert!(h.includes(&p) && h.includes(&q), "seed {seed}: hull of {p} and {q} is {h}");
        views_agree(&h, &mut d);
        if !p.is_empty() && !q.is_empty() && !strict && n <= 3 && !big {
            same(&h, &sp.hull(&sq), &format!("seed {seed}: hull of {p} and {q}"));
        }
        bounds_agree(&p, &sp, &form, seed);
        order_laws(&p, &q, &h, seed);
    }
    assert!(empty * 10 < total * 8, "mostly empty: {empty} of {total}");
}

fn bounds_agree(p: &Polyhedron, sp: &Slow, form: &Linear, seed: u64) {
    match p.maximise(form) {
        Supremum::Empty => assert!(sp.is_empty()),
        Supremum::Unbounded => {
            for bound in [0, 1_000_000] {
                let below = Constraint::non_negative(Linear::constant(bound).plus(&Int::NEG_ONE, form));
                assert!(!sp.implies(&below), "seed {seed}");
            }
        }
        Supremum::Finite { value, attained } => {
            let (numerator, denominator) = (value.numerator().clone(), Int::from(value.denominator().clone()));
            let gap = Linear::constant(numerator).plus(&-denominator, form);
            assert!(sp.implies(&Constraint::non_negative(gap.clone())), "seed {seed}");
            assert_eq!(sp.implies(&Constraint::positive(gap.clone())), !attained, "seed {seed}: {p} max {form}");
            let closer = gap.scaled(&Int::from(1000)).plus(&Int::NEG_ONE, &Linear::constant(1));
            assert!(!sp.implies(&Constraint::non_negative(closer)), "seed {seed}");
        }
    }
}

fn order_laws(p: &Polyhedron, q: &Polyhedron, h: &Polyhedron, seed: u64) {
    assert!(p.includes(p) && *p == p.clone());
    assert_eq!(p == q, p.includes(q) && q.includes(p), "seed {seed}: {p} = {q}");
    assert_eq!(*h, q.join(p), "seed {seed}: join is commutative");
    assert_eq!(*h, h.join(p), "seed {seed}: {h} absorbs {p}");
    assert_eq!(p.meet(h), *p, "seed {seed}: {p} within {h}");
    assert_eq!(p.meet(q), q.meet(p), "seed {seed}");
}

#[test]
fn closed_operations() {
    operations_agree(0..4000, 4, false, false);
}

#[test]
fn strict_operations() {
    operations_agree(10_000..12_500, 3, true, false);
}

#[test]
fn big_operations() {
    operations_agree(20_000..20_800, 3, false, true);
    operations_agree(21_000..21_400, 3, true, true);
}

#[test]
fn five_dimensions() {
    operations_agree(30_000..30_400, 5, false, false);
}

/// Sequences of operations, each result compared, so that states that are solved in part are met too.
fn sequences(seeds: std::ops::Range<u64>, n_most: usize, strict: bool) {
    for seed in seeds {
        let mut d = Draw::new(seed);
        let n = 1 + d.below(n_most);
        let (mut p, mut s) = random(&mut d, n, strict, false);
        for step in 0..8 {
            let what = format!("seed {seed} step {step}");
            let x = d.below(n);
            match d.below(5) {
                0 => {
                    let c = d.constraint(n, strict, false);
                    p.meet_constraint(&c);
                    s = s.meet(&Slow::new(n, vec![c]));
                }
                1 => {
                    p.forget(&[x]);
                    s = s.forget(&[x]);
                }
                2 => {
                    let form = d.form(n, false);
                    p.assign(x, &form, &Int::ONE);
                    s = s.assign(x, &form, &Int::ONE);
                }
                3 => {
                    let form = d.form(n, false);
                    p.substitute(x, &form, &Int::from(2));
                    s = s.substitute(x, &form, &Int::from(2));
                }
                _ => {
                    let (q, _) = random(&mut d, n, strict, false);
                    let h = p.join(&q);
                    if d.chance(2) {
                        same(&p, &s, &what);
                        s = slow(&h);
                        p = h;
                    }
                }
            }
            if d.chance(3) {
                same(&p, &s, &what);
            }
        }
        same(&p, &s, &format!("seed {seed} at the end"));
    }
}

#[test]
fn operations_one_after_the_other() {
    sequences(0..1500, 4, false);
    sequences(5_000..5_800, 3, true);
}

/// Up to 12 dimensions: the definitions on sampled points, and the laws.
#[test]
fn many_dimensions() {
    for seed in 0..1500 {
        let mut d = Draw::new(seed + 77_000);
        let n = 1 + d.below(12);
        let list = d.constraints(n, seed % 2 == 0, false);
        let p = Polyhedron::from_constraints(n, &list);
        let q = Polyhedron::from_constraints(n, &d.constraints(n, false, false));
        let generators = p.generators().len() * q.generators().len();
        if generators > 20_000 {
            continue;
        }
        let h = p.join(&q);
        let x = d.below(n);
        let form = d.form(n, false);
        let (mut image, mut preimage, mut free) = (p.clone(), p.clone(), p.clone());
        image.assign(x, &form, &Int::from(2));
        preimage.substitute(x, &form, &Int::from(2));
        free.forget(&[x]);
        for _ in 0..6 {
            let (Some(a), Some(b)) = (d.point(&p), d.point(&q)) else { continue };
            assert!(list.iter().all(|c| c.holds(&a)), "seed {seed}");
            assert!(p.contains(&a) && h.contains(&a) && h.contains(&b), "seed {seed}");
            let half = Rational::from_parts(Int::ONE, 2u8.into());
            let middle: Vec<Rational> = a.iter().zip(&b).map(|(x, y)| (x + y) * &half).collect();
            assert!(h.contains(&middle), "seed {seed}");
            let mut moved = a.clone();
            moved[x] = form.at(&a) * &half;
            assert!(image.contains(&moved), "seed {seed}");
            let mut anywhere = a.clone();
            anywhere[x] = Rational::from(Int::from(d.between(-9, 9)));
            assert!(free.contains(&anywhere), "seed {seed}");
            let mut before = b.clone();
            before[x] = form.at(&b) * &half;
            assert_eq!(preimage.contains(&b), p.contains(&before), "seed {seed}");
        }
        assert!(h.includes(&p) && h.includes(&q) && p.includes(&p.meet(&q)));
        assert_eq!(p.is_empty(), p.point().is_none());
        assert_eq!(h, q.join(&p), "seed {seed}");
    }
}

#[test]
fn dimensions_move() {
    for seed in 0..400 {
        let mut d = Draw::new(seed + 500);
        let n = 2 + d.below(4);
        let (p, s) = random(&mut d, n, seed % 3 == 0, false);
        if d.chance(2) {
            p.is_empty();
        }
        let mut to: Vec<usize> = (0..n).collect();
        for i in (1..n).rev() {
            to.swap(i, d.below(i + 1));
        }
        let renamed: Vec<Constraint> =
            s.constraints.iter().map(|c| Constraint { form: c.form.renamed(|d| to[d]), relation: c.relation }).collect();
        let mut q = p.clone();
        q.rename(&to);
        same(&q, &Slow::new(n, renamed.clone()), "rename");
        assert_eq!(q, Polyhedron::from_constraints(n, &renamed));
        let mut wide = p.clone();
        wide.add_dimensions(2);
        same(&wide, &Slow::new(n + 2, s.constraints.clone()), "add");
        let x = d.below(n);
        let mut narrow = p.clone();
        narrow.remove_dimensions(&[x]);
        let moved = s
            .forget(&[x])
            .constraints
            .iter()
            .map(|c| Constraint { form: c.form.renamed(|d| if d > x { d - 1 } else { d }), relation: c.relation })
            .collect();
        same(&narrow, &Slow::new(n - 1, moved), "remove");
    }
}

#[test]
fn tightening_keeps_the_integer_points() {
    for seed in 0..500 {
        let mut d = Draw::new(seed + 9_000);
        let n = 1 + d.below(3);
        let (p, _) = random(&mut d, n, seed % 2 == 0, false);
        let t = p.tightened(4);
        assert!(p.includes(&t), "seed {seed}");
        for code in 0..9i64.pow(n as u32) {
            let point: Vec<Rational> = (0..n).map(|k| Rational::from(Int::from(code / 9i64.pow(k as u32) % 9 - 4))).collect();
            assert_eq!(p.contains(&point), t.contains(&point), "seed {seed}: {p} tightened to {t}");
        }
        assert!(t.is_closed(), "seed {seed}: {p} tightened to {t}");
    }
}

/// Moved so far away that no machine word can say where, every operation gives the same set, moved.
#[test]
fn far_away() {
    for seed in 0..600 {
        let mut d = Draw::new(seed + 880_000);
        let n = 1 + d.below(5);
        let strict = seed % 3 == 0;
        let (p, _) = random(&mut d, n, strict, false);
        let (q, _) = random(&mut d, n, strict, false);
        let distance = Int::from(10).pow([18, 19, 25, 40][d.below(4)]) + Int::from(d.between(-3, 3));
        let moved = |p: &Polyhedron, sign: i64| {
            let mut p = p.clone();
            for x in 0..n {
                p.assign(x, &Linear::new([(x, Int::ONE)], &distance * Int::from(sign)), &Int::ONE);
            }
            p
        };
        let (far_p, far_q) = (moved(&p, 1), moved(&q, 1));
        assert_eq!(far_p.is_empty(), p.is_empty(), "seed {seed}");
        assert_eq!(far_p.includes(&far_q), p.includes(&q), "seed {seed}");
        assert_eq!(moved(&far_p.join(&far_q), -1), p.join(&q), "seed {seed}");
        assert_eq!(moved(&far_p.meet(&far_q), -1), p.meet(&q), "seed {seed}");
        assert_eq!(moved(&numeric::widening::standard(&far_p, &far_q), -1), numeric::widening::standard(&p, &q), "seed {seed}");
        let x = d.below(n);
        let (mut far, mut near) = (far_p.clone(), p.clone());
        far.forget(&[x]);
        near.forget(&[x]);
        assert_eq!(moved(&far, -1), near, "seed {seed}");
        if let (Supremum::Finite { value: far, .. }, Supremum::Finite { value: near, .. }) =
            (far_p.maximise(&Linear::variable(x)), p.maximise(&Linear::variable(x)))
        {
            assert_eq!(far - Rational::from(distance.clone()), near, "seed {seed}");
        }
        views_agree(&far_p, &mut d);
    }
}

#[test]
fn generators_of_open_products_are_minimal() {
    let positive = |d| Constraint::positive(Linear::variable(d));
    let p = Polyhedron::from_constraints(4, &[positive(0), positive(3)]);
    let mut texts: Vec<String> = p.generators().iter().map(|g| g.to_string()).collect();
    texts.sort();
    let expected =
        ["closure point(0, 0, 0, 0)", "line(0, 0, 1, 0)", "line(0, 1, 0, 0)", "point(1, 0, 0, 1)", "ray(0, 0, 0, 1)", "ray(1, 0, 0, 0)"];
    assert_eq!(texts, expected);
}

/// Blocks that are solved by several threads at once.
#[test]
fn shared_between_threads() {
    for seed in 0..40 {
        let mut d = Draw::new(seed + 990_000);
        let n = 4;
        let (p, _) = random(&mut d, n, false, false);
        let (q, _) = random(&mut d, n, false, false);
        let (r, _) = random(&mut d, n, false, false);
        let hull = p.join(&q);
        let alone = p.join(&q).join(&r);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    assert_eq!(hull.join(&r), alone, "seed {seed}");
                    assert!(hull.includes(&p) && alone.includes(&hull), "seed {seed}");
                    let mut assigned = hull.clone();
                    assigned.assign(0, &Linear::variable(1), &Int::ONE);
                    assert_eq!(assigned.is_empty(), hull.is_empty());
                });
            }
        });
    }
}

/// Independent groups of variables stay apart, and cost nothing to one another.
#[test]
fn blocks_stay_apart() {
    let n = 160;
    let mut list = Vec::new();
    for d in (0..n).step_by(2) {
        list.push(Constraint::non_negative(Linear::variable(d)));
        list.push(Constraint::non_negative(Linear::new([(d, -1), (d + 1, 1)], 0)));
        list.push(Constraint::non_negative(Linear::new([(d + 1, -1)], 10)));
    }
    let p = Polyhedron::from_constraints(n, &list);
    assert_eq!(p.partition().len(), n / 2);
    let mut q = p.clone();
    q.assign(7, &Linear::new([(7, 1)], 1), &Int::ONE);
    let h = p.join(&q);
    assert_eq!(h.partition().len(), n / 2);
    assert_eq!(h.constraints().len(), p.constraints().len() + 1);
}

/// Pairs x ≤ y, each in a triangle from `low` to `low` + 2.
fn triangles(count: usize, low: i64) -> Polyhedron {
    let triangle = |d: usize| {
        [Linear::new([(d, 1)], -low), Linear::new([(d, -1), (d + 1, 1)], 0), Linear::new([(d + 1, -1)], low + 2)]
            .map(Constraint::non_negative)
    };
    Polyhedron::from_constraints(2 * count, &(0..count).flat_map(|n| triangle(2 * n)).collect::<Vec<_>>())
}

#[test]
fn joins_of_large_products_may_be_refused() {
    assert!(triangles(40, 0).join_within(&triangles(40, 5), 1000).is_none());
    // One contains the other, or both are the same.
    assert_eq!(triangles(40, 0).join_within(&triangles(40, 0), 1000), Some(triangles(40, 0)));
    let mut part = triangles(40, 0);
    part.meet_constraint(&Constraint::zero(Linear::variable(0)));
    assert_eq!(triangles(40, 0).join_within(&part, 1000), Some(triangles(40, 0)));
    // 3² points are not more than 9.
    let (a, b) = (triangles(2, 0), triangles(2, 5));
    assert_eq!(a.join_within(&b, 9), Some(a.join(&b)));
    assert_eq!(a.join_within(&b, 8), None);
}

#[test]
fn text() {
    let x = Linear::variable(0);
    let list = [Constraint::positive(Linear::new([(0, -2), (1, 3)], -4)), Constraint::zero(x.plus(&Int::from(-1), &Linear::variable(2)))];
    let p = Polyhedron::from_constraints(3, &list);
    assert_eq!(p.to_string(), "x0 - x2 = 0, 2*x0 - 3*x1 < -4");
    assert_eq!(Polyhedron::empty(2).to_string(), "false");
    assert_eq!(Polyhedron::universe(2).to_string(), "true");
}
