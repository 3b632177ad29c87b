//! Closed sets and rules on them, against brute force on small boxes.

use base::Budget;
use base::random::Random;
use base::{SortedMap, SortedSet};
use nets::closed::{DownSet, OMEGA, UpSet, below};
use nets::net::{Range, Region, Rule, Sum};
use nets::partition::{Partition, rigid};
use nets::step::Step;

const LENGTH: usize = 3;
const SIDE: u64 = 7;

/// All vectors of the box.
fn cube() -> Vec<Vec<u64>> {
    (0..SIDE.pow(LENGTH as u32)).map(|n| (0..LENGTH).map(|i| n / SIDE.pow(i as u32) % SIDE).collect()).collect()
}

fn random_up(random: &mut Random) -> UpSet {
    UpSet::above((0..random.below(5)).map(|_| (0..LENGTH).map(|_| random.below(5)).collect()).collect::<Vec<_>>())
}

fn random_down(random: &mut Random) -> DownSet {
    let mut number = || if random.chance(4) { OMEGA } else { random.below(5) };
    let elements: Vec<Vec<u64>> = (0..4).map(|_| (0..LENGTH).map(|_| number()).collect()).collect();
    DownSet::below(elements.into_iter().take(random.below(5) as usize))
}

#[test]
fn operations_are_those_of_sets() {
    let mut random = Random::new(1);
    let (cube, budget) = (cube(), Budget::unlimited());
    for _ in 0..150 {
        let (a, b) = (random_up(&mut random), random_up(&mut random));
        let (c, d) = (random_down(&mut random), random_down(&mut random));
        let outside_a = a.complement(LENGTH, &budget).unwrap();
        let outside_c = c.complement(LENGTH);
        let without = c.without(&a, &budget).unwrap();
        let (mut a_below_b, mut c_below_d) = (true, true);
        for v in &cube {
            assert_eq!(a.union(&b).contains(v), a.contains(v) || b.contains(v));
            assert_eq!(a.intersection(&b).contains(v), a.contains(v) && b.contains(v));
            assert_eq!(c.union(&d).contains(v), c.contains(v) || d.contains(v));
            assert_eq!(c.intersection(&d).contains(v), c.contains(v) && d.contains(v));
            assert_eq!(outside_a.contains(v), !a.contains(v), "{a:?} {v:?}");
            assert_eq!(outside_c.contains(v), !c.contains(v), "{c:?} {v:?}");
            assert_eq!(without.contains(v), c.contains(v) && !a.contains(v));
            a_below_b &= !a.contains(v) || b.contains(v);
            c_below_d &= !c.contains(v) || d.contains(v);
        }
        // The box is larger than every finite bound, so it shows every difference.
        assert_eq!(b.includes(&a), a_below_b);
        assert_eq!(d.includes(&c), c_below_d);
        assert!(a.minimal().iter().all(|m| a.minimal().iter().all(|n| m == n || !below(m, n))));
        assert!(c.maximal().iter().all(|m| c.maximal().iter().all(|n| m == n || !below(m, n))));
    }
}

/// Guards, shifts, transfers and resets; with `upper`, also upper bounds.
fn random_rule(random: &mut Random, upper: bool) -> Rule {
    let (mut guard, mut updates) = (Region::default(), SortedMap::new());
    for p in 0..LENGTH {
        if random.chance(2) {
            let low = random.below(3);
            let high = if upper && random.chance(3) { low + random.below(2) } else { OMEGA };
            guard.0.insert(p, Range { low, high });
        }
        if random.chance(3) {
            let factors: Vec<u64> = (0..LENGTH).map(|_| random.below(2) * (1 + u64::from(random.chance(5)))).collect();
            let terms = factors.into_iter().enumerate().filter(|(_, f)| *f > 0).collect();
            updates.insert(p, Sum { terms, constant: random.between(-2, 2) });
        } else if random.chance(2) {
            updates.insert(p, Sum { terms: SortedMap::from([(p, 1)]), constant: random.between(-2, 2) });
        }
    }
    Rule { guard, updates, span: None }
}

#[test]
fn images_are_those_of_the_rules() {
    let mut random = Random::new(2);
    let cube = cube();
    for round in 0..400 {
        let upper = round % 4 == 0;
        let rule = random_rule(&mut random, upper);
        let step = Step::new(&rule, LENGTH);
        let target = random_up(&mut random);
        let before = UpSet::above(target.minimal().iter().flat_map(|m| step.pre(m).unwrap()));
        let exact: Vec<&Vec<u64>> = cube.iter().filter(|v| rule.fire(v).is_some_and(|next| target.contains(&next))).collect();
        for v in &cube {
            // With upper bounds the preimage is closed upwards; needs never exceed the box.
            assert_eq!(before.contains(v), exact.iter().any(|e| below(e, v)), "{rule:?} {target:?} {v:?}");
        }
        let from: Vec<u64> = (0..LENGTH).map(|_| random.below(SIDE)).collect();
        let after: Vec<Vec<u64>> = cube.iter().filter(|v| below(v, &from)).filter_map(|v| rule.fire(v)).collect();
        match step.post(&from) {
            None => assert!(after.is_empty(), "{rule:?} {from:?}"),
            Some(most) => {
                assert!(after.iter().all(|a| below(a, &most)), "{rule:?} {from:?} {most:?}");
                assert!(after.contains(&most) || upper, "{rule:?} {from:?} {most:?}");
                assert!(after.iter().all(|a| below(&step.least_after(), a)), "{rule:?}");
            }
        }
    }
}

#[test]
fn sums_stand_for_all_markings_that_have_them() {
    let mut random = Random::new(3);
    let (cube, budget) = (cube(), Budget::unlimited());
    for _ in 0..300 {
        let rule = random_rule(&mut random, true);
        let step = Step::new(&rule, LENGTH);
        let rigid = rigid(std::slice::from_ref(&step));
        let alone: SortedSet<usize> = (0..LENGTH).filter(|_| random.chance(3)).chain(rigid.iter().copied()).collect();
        let coarse = Partition::coarsest(LENGTH).isolate(&alone);
        let fine = coarse.isolate(&(0..LENGTH).collect());
        // Lifting keeps the set, projecting brings it back.
        let sums: Vec<u64> = coarse.classes().iter().map(|_| random.below(4)).collect();
        let lifted = UpSet::above(coarse.lift(&fine, &sums, 1000).unwrap());
        assert!(cube.iter().all(|v| lifted.contains(&fine.sums(v)) == below(&sums, &coarse.sums(v))));
        assert!(lifted.minimal().iter().all(|m| coarse.project(&fine, m) == sums));
        // The coarsest partition over which the set is exact is not finer than the one that it was lifted from.
        let back = coarse.coarsened(&fine, &lifted, &rigid, &budget).unwrap();
        assert_eq!(back, coarse);
        // The rule on sums can do what the rule can; a rule with a clear guard does it from every marking.
        let abstract_step = coarse.step(&step);
        for v in &cube {
            if let Some(next) = rule.fire(v) {
                assert!(abstract_step.post(&coarse.sums(v)).is_some_and(|most| below(&coarse.sums(&next), &most)), "{rule:?} {v:?}");
            }
            let clear = coarse.blurred(&step).is_empty() && rule.guard.is_upward_closed();
            if clear && abstract_step.pre(&sums).unwrap().iter().any(|m| below(m, &coarse.sums(v))) {
                assert!(rule.fire(v).is_some_and(|next| below(&sums, &coarse.sums(&next))), "{rule:?} {v:?} {sums:?}");
            }
        }
    }
}
