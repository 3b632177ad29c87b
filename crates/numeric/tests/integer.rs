//! Integer feasibility: every point and every proof is checked, and small boxes are searched exhaustively.

mod random;

use numeric::integer::{self, Answer, Proof, Step};
use numeric::{Constraint, Int, Linear, Rational, Relation};
use random::Draw;

impl Draw {
    fn constraint(&mut self, space: usize, density: u64, size: i64) -> Constraint {
        let mut form = Linear::constant(self.between(-2 * size, 2 * size));
        for dimension in 0..space {
            if self.below(space as u64) < density {
                form.add_term(dimension, &Int::from(self.between(-size, size)));
            }
        }
        match self.below(6) {
            0 => Constraint::zero(form),
            1 => Constraint::positive(form),
            _ => Constraint::non_negative(form),
        }
    }
}

/// The answer with its witness checked: whether there is a point; nothing if the limit was reached.
fn decide(constraints: &[Constraint], limit: usize) -> Option<bool> {
    match integer::feasible(constraints, limit) {
        Answer::Point(point) => {
            let space = constraints.iter().map(|c| c.form.space()).max().unwrap_or(0);
            assert_eq!(point.len(), space);
            let exact: Vec<Rational> = point.iter().cloned().map(Rational::from).collect();
            assert!(constraints.iter().all(|c| c.holds(&exact)), "{point:?} is no point of {constraints:?}");
            Some(true)
        }
        Answer::None(proof) => {
            assert!(proof.check(constraints), "{proof:?} does not refute {constraints:?}");
            Some(false)
        }
        Answer::Unknown => None,
    }
}

fn boxed(space: usize, size: i64) -> Vec<Constraint> {
    let sides = |d| [Linear::new([(d, 1)], size), Linear::new([(d, -1)], size)];
    (0..space).flat_map(sides).map(Constraint::non_negative).collect()
}

/// Tries all points of the box.
fn has_point(constraints: &[Constraint], space: usize, size: i64) -> bool {
    let small: Vec<(Vec<i64>, i64, Relation)> = constraints
        .iter()
        .map(|c| {
            let entry = |x: &Int| i64::try_from(x).expect("small numbers are drawn");
            let row = (0..space).map(|d| entry(&c.form.coefficient(d))).collect();
            (row, entry(c.form.constant_term()), c.relation)
        })
        .collect();
    let mut point = vec![-size; space];
    loop {
        let good = small.iter().all(|(row, constant, relation)| {
            let value = row.iter().zip(&point).map(|(a, x)| a * x).sum::<i64>() + constant;
            match relation {
                Relation::Zero => value == 0,
                Relation::NonNegative => value >= 0,
                Relation::Positive => value > 0,
            }
        });
        if good {
            return true;
        }
        let Some(d) = point.iter().position(|x| *x < size) else { return false };
        point[..d].fill(-size);
        point[d] += 1;
    }
}

#[test]
fn boxes_agree_with_enumeration() {
    let mut draw = Draw(1);
    let mut seen = [0; 2];
    for round in 0..6000 {
        let space = 1 + round % 4;
        let side = [20, 8, 4, 3][space - 1];
        let mut constraints = boxed(space, side);
        for _ in 0..1 + draw.below(2 + space as u64) {
            constraints.push(draw.constraint(space, 4, 9));
        }
        let expected = has_point(&constraints, space, side);
        seen[expected as usize] += 1;
        assert_eq!(decide(&constraints, 2000), Some(expected), "{constraints:?}");
    }
    assert!(seen.iter().all(|n| *n > 1000), "{seen:?}");
}

#[test]
fn unbounded_systems_are_decided() {
    let mut draw = Draw(2);
    let mut seen = [0; 2];
    for round in 0..4000 {
        let space = 1 + round % 5;
        let count = 1 + draw.below(space as u64 + 3);
        let constraints: Vec<Constraint> = (0..count).map(|_| draw.constraint(space, 3, 6)).collect();
        let answer = decide(&constraints, 2000);
        let Some(answer) = answer else { panic!("no answer for {constraints:?}") };
        seen[answer as usize] += 1;
        if space <= 3 && has_point(&constraints, space, 4) {
            assert!(answer);
        }
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

#[test]
fn every_kind_of_step_is_taken() {
    let mut draw = Draw(5);
    let mut seen = [0; 4];
    for round in 0..3000 {
        let space = 2 + round % 5;
        let mut constraints = if round % 2 == 0 { boxed(space, 9) } else { Vec::new() };
        for _ in 0..space as u64 + draw.below(4) {
            let mut c = draw.constraint(space, 4, 9);
            if round % 3 == 0 && c.relation == Relation::Zero {
                // An equation in disguise, with its opposite split in two.
                let other = draw.constraint(space, 4, 3).form;
                let rest = c.form.negated().plus(&Int::NEG_ONE, &other);
                constraints.extend([Constraint::non_negative(other), Constraint::non_negative(rest)]);
                c.relation = Relation::NonNegative;
            }
            constraints.push(c);
        }
        if let Answer::None(proof) = integer::feasible(&constraints, 2000) {
            assert!(proof.check(&constraints), "{proof:?} does not refute {constraints:?}");
            for step in &proof.steps {
                seen[match step {
                    Step::Cut(_) => 0,
                    Step::Squeeze(..) => 1,
                    Step::Branch { .. } => 2,
                    Step::Conflict(_) => 3,
                }] += 1;
            }
            // Without its last step a proof proves nothing.
            let mut broken = proof.clone();
            broken.steps.pop();
            assert!(!broken.check(&constraints));
        }
    }
    assert!(seen.iter().all(|n| *n > 20), "{seen:?}");
}

#[test]
fn more_dimensions() {
    let mut draw = Draw(3);
    let mut seen = [0; 3];
    for round in 0..600 {
        let space = 5 + round % 8;
        let mut constraints = if round % 2 == 0 { boxed(space, 10) } else { Vec::new() };
        for _ in 0..3 + draw.below(space as u64 + 4) {
            constraints.push(draw.constraint(space, 3, 5));
        }
        seen[decide(&constraints, 300).map_or(2, usize::from)] += 1;
    }
    assert!(seen[0] > 100 && seen[1] > 100 && seen[2] < 20, "{seen:?}");
}

#[test]
fn large_numbers_give_the_answers_of_small_ones() {
    let mut draw = Draw(4);
    let units = [Int::from(10).pow(18), Int::from(i64::MAX), Int::from(10).pow(18) + 9, Int::from(10).pow(40)];
    for round in 0..600 {
        let space = 1 + round % 4;
        let mut constraints: Vec<Constraint> = boxed(space, 5);
        for _ in 0..1 + draw.below(4) {
            constraints.push(draw.constraint(space, 3, 6));
        }
        // The same points moved far away, and each row multiplied.
        let shift: Vec<Int> = (0..space).map(|_| &units[draw.below(4) as usize] * Int::from(draw.between(-3, 3))).collect();
        let large: Vec<Constraint> = constraints
            .iter()
            .map(|c| {
                let mut form = c.form.clone();
                for (d, factor) in c.form.terms() {
                    form.add_constant(&(factor * &shift[d]));
                }
                let unit = &units[draw.below(4) as usize];
                let mut form = form.scaled(unit);
                if c.relation == Relation::NonNegative {
                    // What rounding takes away again.
                    form.add_constant(&(unit - Int::ONE));
                }
                Constraint { form, relation: c.relation }
            })
            .collect();
        assert_eq!(decide(&constraints, 2000), decide(&large, 2000), "{constraints:?}");
    }
}

fn equation(terms: &[i64], constant: i64) -> Constraint {
    Constraint::zero(Linear::new(terms.iter().copied().enumerate(), constant))
}

fn at_least(terms: &[i64], constant: i64) -> Constraint {
    Constraint::non_negative(Linear::new(terms.iter().copied().enumerate(), constant))
}

#[test]
fn parity_without_bounds() {
    assert_eq!(decide(&[equation(&[2, -2], -1)], 1), Some(false));
    assert_eq!(decide(&[at_least(&[2, -2], -1), at_least(&[-2, 2], 1)], 1), Some(false));
    // x + y even, x − y odd.
    assert_eq!(decide(&[equation(&[1, 1, -2], 0), equation(&[1, -1, 0, -2], -1)], 1), Some(false));
    // The same conflict, hidden in three inequalities that leave no room: 3x − 6y + 1 = 0.
    let hidden = [at_least(&[2, -5], 1), at_least(&[1, -1], 0), at_least(&[-3, 6], -1)];
    assert_eq!(decide(&hidden, 1), Some(false));
    // 6x + 10y + 15z = 1 has solutions, 6x + 10y = 1 has none.
    assert_eq!(decide(&[equation(&[6, 10, 15], -1)], 1), Some(true));
    assert_eq!(decide(&[equation(&[6, 10], -1)], 1), Some(false));
}

#[test]
fn strips_and_cones_without_bounds() {
    // A thin cone along (7, 5): integer points are far from its tip.
    assert_eq!(decide(&[at_least(&[71, -99], -1), at_least(&[-70, 99], -1)], 10), Some(true));
    // A strip between two lattice lines, unbounded in both directions, in three dimensions.
    assert_eq!(decide(&[at_least(&[3, -6, 9], -1), at_least(&[-3, 6, -9], 2)], 10), Some(false));
    // 1 ≤ 2x − 3y ≤ 1 mod stretched: the shadow is 3u with 1 ≤ 3u ≤ 2.
    assert_eq!(decide(&[at_least(&[6, -9], -1), at_least(&[-6, 9], 2)], 10), Some(false));
}

#[test]
fn known_hard_ones() {
    // The triangle with the vertices (0, 0), (1, 0) and (1/2, k) without its integer points: Chvátal rank grows with k.
    for k in [1, 5, 50, 500] {
        let triangle = [at_least(&[2 * k, -1], -1), at_least(&[-2 * k, -1], 2 * k - 1), at_least(&[0, 1], 0)];
        assert_eq!(decide(&triangle, 500), Some(false), "k = {k}");
    }
    // Pugh's example for the Omega test (1991): 27 ≤ 11x + 13y ≤ 45, −10 ≤ 7x − 9y ≤ 4.
    let omega = [at_least(&[11, 13], -27), at_least(&[-11, -13], 45), at_least(&[7, -9], 10), at_least(&[-7, 9], 4)];
    assert_eq!(decide(&omega, 500), Some(false));
    // The largest number that is no sum of 6s, 9s and 20s is 43.
    let nuggets = |n: i64| [equation(&[6, 9, 20], -n), at_least(&[1], 0), at_least(&[0, 1], 0), at_least(&[0, 0, 1], 0)];
    assert_eq!(decide(&nuggets(43), 500), Some(false));
    for n in 44..60 {
        assert_eq!(decide(&nuggets(n), 500), Some(true));
    }
    // Four pigeons in three holes, each hole for one.
    let mut pigeons = Vec::new();
    let place = |p: usize, h: usize| 3 * p + h;
    for p in 0..4 {
        pigeons.push(Constraint::non_negative(Linear::new((0..3).map(|h| (place(p, h), 1)), -1)));
    }
    for h in 0..3 {
        for p in 0..4 {
            pigeons.push(Constraint::non_negative(Linear::variable(place(p, h))));
            for q in 0..p {
                pigeons.push(Constraint::non_negative(Linear::new([(place(p, h), -1), (place(q, h), -1)], 1)));
            }
        }
    }
    assert_eq!(decide(&pigeons, 2000), Some(false));
}

/// An equation with large coefficients and bounds (Cornuéjols, Urbaniak, Weismantel, Wolsey: Decomposition of integer
/// programs and of generating sets, ESA 1997): cuww1, without a solution.
#[test]
fn a_frobenius_number() {
    let weights = [12223, 12224, 36674, 61119, 85569];
    let mut constraints: Vec<Constraint> = (0..5).map(|d| Constraint::non_negative(Linear::variable(d))).collect();
    constraints.push(equation(&weights, -89643481));
    assert_eq!(decide(&constraints, 5000), Some(false));
    constraints.pop();
    constraints.push(equation(&weights, -89643482));
    assert_eq!(decide(&constraints, 5000), Some(true));
}

#[test]
fn the_limit_ends_the_search() {
    let triangle = [at_least(&[2000, -1], -1), at_least(&[-2000, -1], 1999), at_least(&[0, 1], 0)];
    assert_eq!(integer::feasible(&triangle, 0), Answer::Unknown);
    assert_eq!(decide(&[], 0), Some(true));
    assert_eq!(decide(&[Constraint::positive(Linear::constant(0))], 0), Some(false));
    assert_eq!(decide(&[Constraint::zero(Linear::constant(2))], 0), Some(false));
}

#[test]
fn the_check_refuses_what_is_wrong() {
    // 1 ≤ 3x ≤ 5: x = 1 is a point.
    let constraints = [at_least(&[3], -1), at_least(&[-3], 5)];
    let both = || vec![(0, Int::ONE), (1, Int::ONE)];
    let x = || Linear::variable(0);
    let refuse = |steps: Vec<Step>| assert!(!Proof { steps: steps.clone() }.check(&constraints), "{steps:?}");
    refuse(vec![]);
    refuse(vec![Step::Conflict(both())]);
    refuse(vec![Step::Conflict(vec![])]);
    refuse(vec![Step::Conflict(vec![(0, Int::NEG_ONE), (1, Int::NEG_ONE)])]);
    refuse(vec![Step::Conflict(vec![(7, Int::ONE)])]);
    refuse(vec![Step::Squeeze(0, 1), Step::Conflict(vec![(2, Int::ONE)])]);
    refuse(vec![Step::Cut(vec![(0, Int::NEG_ONE)])]);
    // One side of a branch refuted, the other left open or refuted with rows of the first side.
    let first = Step::Branch { form: x(), bound: Int::ZERO };
    let low = Step::Conflict(vec![(0, Int::ONE), (2, Int::ONE)]);
    refuse(vec![first.clone(), low.clone()]);
    refuse(vec![first.clone(), low.clone(), low.clone()]);
    // With x ≥ 2 excluded as well there is a proof, and nothing may follow it.
    let closed = [at_least(&[3], -1), at_least(&[-3], 2)];
    let high = Step::Conflict(vec![(1, Int::ONE), (2, Int::ONE)]);
    assert!(Proof { steps: vec![first.clone(), low.clone(), high.clone()] }.check(&closed));
    assert!(!Proof { steps: vec![first, low, high.clone(), high] }.check(&closed));
}
