//! Each operation against its definition on points.

use crate::slow::*;
use numeric::{Constraint, Exactness, Int, Linear, Octagon, Rational, ceil_div, floor_div};

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
