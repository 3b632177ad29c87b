//! The laws of widenings, narrowing and interpolants.

use crate::slow::*;
use numeric::{Constraint, Int, Linear, Octagon, Rational, Relation};

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
            assert!(widened.implies(&general));
            assert!(points.iter().all(|p| !widened.contains(p) || general.holds(p)));
        }
        // Chains with limits end as well: an entry changes twice at most, and a limit is lost once.
        if n < 3 {
            let mut state = a.clone();
            let mut changes = 0;
            for step in 0..50 {
                let mut right = b.clone();
                for d in 0..n {
                    right = right.assign(d, &Linear::new([(d, 1)], draw.between(-step, step)), &Int::ONE).0;
                }
                let next = state.widen_up_to(&state.join(&right), &limits).0;
                changes += usize::from(next != state);
                state = next;
            }
            assert!(changes <= 1 + 4 * n * (n + 1) + limits.len(), "{changes} changes");
        }
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
        if !a.is_empty() && !below.is_empty() {
            let close = |o: &Octagon| Slow::from(o.dimensions(), o.is_integer(), &o.constraints()).closed().unwrap();
            let (mut expected, lower) = (close(a), close(&below));
            for (row, finite) in expected.m.iter_mut().zip(&lower.m) {
                for (entry, bound) in row.iter_mut().zip(finite).filter(|(entry, _)| entry.is_none()) {
                    *entry = bound.clone();
                }
            }
            Slow::check(&expected.closed(), &narrowed, "narrowing");
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
