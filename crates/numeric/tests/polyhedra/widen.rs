//! The laws of widenings and narrowings, and the published examples.

use super::draw::Draw;
use super::slow::Slow;
use numeric::{Constraint, Int, Linear, Polyhedron, Relation, widening};

fn pair(d: &mut Draw, strict: bool) -> (Polyhedron, Polyhedron) {
    let n = 1 + d.below(4);
    let p = Polyhedron::from_constraints(n, &d.constraints(n, strict, false));
    let q = Polyhedron::from_constraints(n, &d.constraints(n, strict, false));
    let h = p.join(&q);
    (p, h)
}

#[test]
fn results_are_upper_bounds() {
    for seed in 0..1500 {
        let mut d = Draw::new(seed + 100_000);
        let (p, h) = pair(&mut d, seed % 3 == 0);
        let n = p.dimensions();
        let limits: Vec<Constraint> = (0..4).map(|_| d.constraint(n, false, false)).collect();
        let standard = widening::standard(&p, &h);
        let precise = widening::bhrz03(&p, &h);
        let bounded = widening::bounded(&p, &h, &limits);
        let interpolated = widening::interpolated(&p, &h, &limits);
        let simple = widening::simple(&p, &h);
        for w in [&standard, &precise, &bounded, &interpolated, &simple] {
            assert!(w.includes(&p) && w.includes(&h), "seed {seed}: {w} above {p} and {h}");
        }
        assert!(standard.includes(&precise), "seed {seed}: {precise} within {standard}");
        assert!(standard.includes(&bounded) && simple.includes(&interpolated), "seed {seed}");
        for c in limits.iter().filter(|c| p.implies(c) && h.implies(c)) {
            assert!(bounded.implies(c) && interpolated.implies(c), "seed {seed}: {c}");
        }
        let narrowed = widening::narrow(&standard, &h);
        assert!(standard.includes(&narrowed) && narrowed.includes(&h), "seed {seed}: {narrowed}");
    }
}

/// A constraint of the new element is kept iff it may replace one of the old element without changing it.
#[test]
fn the_standard_widening_is_as_defined() {
    for seed in 0..250 {
        let mut d = Draw::new(seed + 200_000);
        let (p, h) = pair(&mut d, false);
        if p.is_empty() || p.dimensions() > 3 {
            continue;
        }
        let mut system = Vec::new();
        for c in p.constraints() {
            if c.relation == Relation::Zero {
                system.push(Constraint::non_negative(c.form.negated()));
            }
            system.push(Constraint::non_negative(c.form));
        }
        let whole = Slow::new(p.dimensions(), system.clone());
        let kept = h.constraints().into_iter().filter(|c| {
            c.relation == Relation::Zero
                || (0..system.len()).any(|i| {
                    let mut exchanged = system.clone();
                    exchanged[i] = c.clone();
                    whole.equal(&Slow::new(p.dimensions(), exchanged))
                })
        });
        let expected = Polyhedron::from_constraints(p.dimensions(), &kept.collect::<Vec<_>>());
        assert_eq!(widening::standard(&p, &h), expected, "seed {seed}: {p} to {h}");
    }
}

/// Chains of random enlargements, and of a map applied again and again, stop.
#[test]
fn chains_stop() {
    type Widening = fn(&Polyhedron, &Polyhedron, &[Constraint]) -> Polyhedron;
    let widenings: [(&str, Widening); 5] = [
        ("standard", |a, b, _| widening::standard(a, b)),
        ("simple", |a, b, _| widening::simple(a, b)),
        ("bhrz03", |a, b, _| widening::bhrz03(a, b)),
        ("bounded", widening::bounded),
        ("interpolated", widening::interpolated),
    ];
    for seed in 0..150 {
        for (name, widen) in widenings {
            let mut d = Draw::new(seed + 300_000);
            let n = 1 + d.below(4);
            let strict = seed % 4 == 0;
            let limits: Vec<Constraint> = (0..3).map(|_| d.constraint(n, false, false)).collect();
            let mut x = Polyhedron::from_constraints(n, &d.constraints(n, strict, false));
            let (dimension, form) = (d.below(n), d.form(n, false));
            let mut quiet = 0;
            let mut steps = 0;
            while quiet < 12 {
                let mut y = x.clone();
                y.assign(dimension, &form, &Int::ONE);
                if d.chance(2) {
                    y = y.join(&Polyhedron::from_constraints(n, &d.constraints(n, strict, false)));
                }
                let next = widen(&x, &x.join(&y), &limits);
                quiet = if next == x { quiet + 1 } else { 0 };
                x = next;
                steps += 1;
                assert!(steps < 300, "{name}, seed {seed}: no end, now {x}");
            }
        }
    }
}

#[test]
fn narrowing_stops() {
    for seed in 0..200 {
        let mut d = Draw::new(seed + 400_000);
        let n = 1 + d.below(4);
        let mut x = Polyhedron::from_constraints(n, &d.constraints(n, false, false));
        let mut changes = 0;
        for _ in 0..60 {
            let y = x.meet(&Polyhedron::from_constraints(n, &[d.constraint(n, false, false)]));
            let next = widening::narrow(&x, &y);
            assert!(x.includes(&next) && next.includes(&y), "seed {seed}");
            changes += usize::from(next != x);
            if next.is_empty() {
                break;
            }
            x = next;
        }
        assert!(changes <= 2 * n * n + 2 * n + 1, "seed {seed}: {changes} changes");
    }
}

/// x := 0, y := 0; then again and again x := x + 1 with y := y + 1 or not (Cousot and Halbwachs, 1978).
#[test]
fn a_loop_finds_its_invariant() {
    let origin = [Constraint::zero(Linear::variable(0)), Constraint::zero(Linear::variable(1))];
    let step = |p: &Polyhedron| {
        let mut one = p.clone();
        one.assign(0, &Linear::new([(0, 1)], 1), &Int::ONE);
        let mut both = one.clone();
        both.assign(1, &Linear::new([(1, 1)], 1), &Int::ONE);
        one.join(&both)
    };
    let mut x = Polyhedron::from_constraints(2, &origin);
    for round in 0.. {
        let y = x.join(&step(&x));
        if x.includes(&y) {
            assert!(round <= 3);
            break;
        }
        x = if round == 0 { y } else { widening::standard(&x, &y) };
    }
    assert_eq!(x.to_string(), "x0 - x1 >= 0, x1 >= 0");
}
