//! Bounds and emptiness, however the octagon was made and however large its numbers are.

use crate::slow::*;
use numeric::{Constraint, Exactness, Int, Linear, Octagon, Rational, Relation};

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
