//! Linear programs against their certificates, against Fourier–Motzkin elimination, and on examples that cycle.

mod random;

use numeric::lp::{self, Lp, Outcome, certificate};
use numeric::{Constraint, Int, Linear, Rational, Relation};
use random::Draw;
use std::collections::BTreeSet;

impl Draw {
    /// A form in which about `density` dimensions occur.
    fn form(&mut self, space: usize, density: u64, size: i64) -> Linear {
        let mut form = Linear::constant(self.between(-2 * size, 2 * size));
        for dimension in 0..space {
            if self.below(space as u64) < density {
                form.add_term(dimension, &Int::from(self.between(-size, size)));
            }
        }
        form
    }

    fn constraint(&mut self, space: usize, density: u64, size: i64) -> Constraint {
        let form = self.form(space, density, size);
        match self.below(8) {
            0 => Constraint::zero(form),
            1 | 2 => Constraint::positive(form),
            _ => Constraint::non_negative(form),
        }
    }

    fn constraints(&mut self, space: usize, count: usize, size: i64) -> Vec<Constraint> {
        let density = 1 + self.below(space as u64);
        let mut list: Vec<Constraint> = (0..count).map(|_| self.constraint(space, density, size)).collect();
        // Now and then something degenerate: a sum of others, or their exact opposite.
        if list.len() >= 2 && self.below(3) == 0 {
            let sum = list[0].form.plus(&Int::from(self.between(-2, 2)), &list[1].form);
            list.push(Constraint { form: sum, relation: list[0].relation });
        }
        list
    }

    fn point(&mut self, space: usize) -> Vec<Rational> {
        (0..space).map(|_| Rational::from_parts_signed(Int::from(self.between(-12, 12)), Int::from(self.between(1, 3)))).collect()
    }
}

/// Fourier–Motzkin: whether there is a rational solution. Slow and obviously right.
fn has_solution(constraints: &[Constraint]) -> bool {
    let mut list: BTreeSet<Constraint> = BTreeSet::new();
    for c in constraints {
        if c.relation == Relation::Zero {
            list.insert(Constraint::non_negative(c.form.clone()));
            list.insert(Constraint::non_negative(c.form.negated()));
        } else {
            list.insert(c.clone());
        }
    }
    let space = list.iter().map(|c| c.form.space()).max().unwrap_or(0);
    for dimension in 0..space {
        let (mut rest, mut lower, mut upper) = (BTreeSet::new(), Vec::new(), Vec::new());
        for c in list {
            match c.form.coefficient(dimension) {
                k if k > Int::ZERO => lower.push(c),
                k if k < Int::ZERO => upper.push(c),
                _ => {
                    rest.insert(c);
                }
            }
        }
        for l in &lower {
            for u in &upper {
                let (p, q) = (l.form.coefficient(dimension), -u.form.coefficient(dimension));
                let form = l.form.scaled(&q).plus(&p, &u.form);
                let strict = l.relation == Relation::Positive || u.relation == Relation::Positive;
                let relation = if strict { Relation::Positive } else { Relation::NonNegative };
                let c = Constraint { form, relation }.normalised();
                if !c.form.is_constant() || !c.holds(&[]) {
                    rest.insert(c);
                }
            }
        }
        list = rest;
    }
    list.iter().all(|c| c.holds(&[]))
}

fn solve(constraints: &[Constraint], objective: &Linear) -> Outcome {
    let outcome = lp::maximise(constraints, objective);
    assert!(certificate::check(constraints, objective, &outcome), "{outcome:?} for {objective} under {constraints:?}");
    outcome
}

/// Feasibility with the witness checked.
fn feasible(constraints: &[Constraint]) -> bool {
    match lp::feasible(constraints) {
        Ok(point) => {
            assert!(constraints.iter().all(|c| c.holds(&point)), "{point:?} is no point of {constraints:?}");
            true
        }
        Err(farkas) => {
            assert!(farkas.check(constraints), "{farkas:?} does not refute {constraints:?}");
            false
        }
    }
}

#[test]
fn feasibility_agrees_with_fourier_motzkin() {
    let mut draw = Draw(1);
    let mut seen = [0; 2];
    for round in 0..6000 {
        let space = 1 + round % 5;
        let count = draw.below(if space < 4 { 9 } else { 7 }) as usize;
        let constraints = draw.constraints(space, count, 3);
        let expected = has_solution(&constraints);
        seen[expected as usize] += 1;
        assert_eq!(feasible(&constraints), expected, "{constraints:?}");
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

#[test]
fn suprema_agree_with_fourier_motzkin() {
    let mut draw = Draw(2);
    for round in 0..2500 {
        let space = 1 + round % 4;
        let count = 1 + draw.below(6) as usize;
        let constraints = draw.constraints(space, count, 3);
        let objective = draw.form(space, 4, 4);
        if let Outcome::Optimal { value, attained, .. } = solve(&constraints, &objective) {
            let (n, d) = (value.numerator().clone(), Int::from(value.denominator().clone()));
            let gap = objective.scaled(&d).plus(&-n, &Linear::constant(1));
            let with = |c: Constraint| [constraints.clone(), vec![c]].concat();
            assert!(!has_solution(&with(Constraint::positive(gap.clone()))));
            assert_eq!(has_solution(&with(Constraint::zero(gap.clone()))), attained);
            let near = gap.scaled(&Int::from(1000)).plus(&d, &Linear::constant(1));
            assert!(has_solution(&with(Constraint::positive(near))));
        }
    }
}

#[test]
fn every_outcome_has_its_certificate() {
    let mut draw = Draw(3);
    let mut seen = [0; 4];
    for round in 0..4000 {
        let space = 1 + round % 12;
        let count = 1 + draw.below(2 * space as u64 + 6) as usize;
        let mut constraints = draw.constraints(space, count, 5);
        if round % 3 == 0 {
            let centre = draw.point(space);
            constraints.retain(|c| c.holds(&centre));
        }
        let objective = draw.form(space, space as u64, 5);
        seen[match solve(&constraints, &objective) {
            Outcome::Optimal { attained: true, .. } => 0,
            Outcome::Optimal { attained: false, .. } => 1,
            Outcome::Unbounded { .. } => 2,
            Outcome::Infeasible(_) => 3,
        }] += 1;
    }
    assert!(seen.iter().all(|n| *n > 100), "{seen:?}");
}

#[test]
fn large_numbers_give_the_answers_of_small_ones() {
    let mut draw = Draw(4);
    let units = [Int::from(10).pow(18), Int::from(i64::MAX), Int::from(10).pow(18) + 9, Int::from(10).pow(40)];
    for round in 0..800 {
        let space = 1 + round % 8;
        let count = 1 + draw.below(12) as usize;
        let constraints = draw.constraints(space, count, 4);
        let objective = draw.form(space, 4, 4);
        // x = unit·y: coefficients of y are huge. And each constraint by a unit of its own: the same set.
        let unit = &units[draw.below(4) as usize];
        let stretched = |f: &Linear| {
            let terms = f.terms().map(|(d, c)| if d % 2 == 0 { (d, c * unit) } else { (d, c.clone()) });
            Linear::new(terms, f.constant_term().clone())
        };
        let large: Vec<Constraint> = constraints
            .iter()
            .map(|c| {
                let form = stretched(&c.form).scaled(&units[draw.below(4) as usize]);
                Constraint { form, relation: c.relation }
            })
            .collect();
        let large_objective = stretched(&objective);
        match (solve(&constraints, &objective), solve(&large, &large_objective)) {
            (Outcome::Optimal { value: a, attained: p, .. }, Outcome::Optimal { value: b, attained: q, .. }) => {
                assert_eq!((a, p), (b, q));
            }
            (Outcome::Unbounded { .. }, Outcome::Unbounded { .. }) => {}
            (Outcome::Infeasible(_), Outcome::Infeasible(_)) => {}
            (a, b) => panic!("{a:?} became {b:?} for {constraints:?}"),
        }
    }
    // Numbers that have nothing to do with each other: only the certificates count.
    for round in 0..300 {
        let space = 1 + round % 6;
        let constraints: Vec<Constraint> = (0..2 + draw.below(8))
            .map(|_| {
                let c = draw.constraint(space, 4, 9);
                let twist = |k: &Int| k * &units[draw.below(4) as usize] + Int::from(draw.below(1 << 30));
                let terms: Vec<(usize, Int)> = c.form.terms().map(|(d, k)| (d, k.clone())).collect();
                let mut twist = twist;
                let terms: Vec<(usize, Int)> = terms.into_iter().map(|(d, k)| (d, twist(&k))).collect();
                Constraint { form: Linear::new(terms, c.form.constant_term().clone()), relation: c.relation }
            })
            .collect();
        solve(&constraints, &draw.form(space, 4, 4));
    }
}

#[test]
fn a_warm_start_gives_what_a_cold_one_gives() {
    let mut draw = Draw(5);
    for round in 0..600 {
        let space = 2 + round % 7;
        let size = if round % 10 == 0 { 1 << 30 } else { 4 };
        let objective = draw.form(space, space as u64, size);
        let other = draw.form(space + 1, space as u64, size);
        let mut lp = Lp::new(draw.below(space as u64) as usize);
        let mut constraints = Vec::new();
        for step in 0..12 {
            let fresh = draw.constraint(space, 1 + step % 4, size);
            assert_eq!(lp.add(&fresh), constraints.len());
            constraints.push(fresh);
            let goal = if step % 5 == 4 { &other } else { &objective };
            let warm = lp.maximise(goal);
            assert!(certificate::check(&constraints, goal, &warm), "{warm:?} for {goal} under {constraints:?}");
            match (warm, solve(&constraints, goal)) {
                (Outcome::Optimal { value: a, attained: p, .. }, Outcome::Optimal { value: b, attained: q, .. }) => {
                    assert_eq!((a, p), (b, q));
                }
                (Outcome::Unbounded { .. }, Outcome::Unbounded { .. }) => {}
                (Outcome::Infeasible(_), Outcome::Infeasible(_)) => {
                    assert!(lp.feasible().is_err_and(|f| f.check(&constraints)));
                    break;
                }
                (a, b) => panic!("{a:?} warm but {b:?} cold"),
            }
        }
    }
}

#[test]
fn implication_agrees_with_fourier_motzkin_and_with_points() {
    let mut draw = Draw(6);
    let mut seen = [0; 2];
    for round in 0..3000 {
        let space = 1 + round % 4;
        let count = 1 + draw.below(5) as usize;
        let constraints = draw.constraints(space, count, 2);
        let mut conclusion = draw.constraint(space, 4, 3);
        if round % 2 == 0 {
            conclusion.form = Linear::constant(draw.between(0, 1));
            for c in &constraints {
                let factor = draw.between(if c.relation == Relation::Zero { -2 } else { 0 }, 2);
                conclusion.form = conclusion.form.plus(&Int::from(factor), &c.form);
            }
        }
        let answer = lp::implies(&constraints, &conclusion);
        seen[answer as usize] += 1;
        let counterexample = conclusion.negated().into_iter().any(|n| has_solution(&[constraints.clone(), vec![n]].concat()));
        assert_eq!(answer, !counterexample, "{constraints:?} and {conclusion}");
        for _ in 0..20 {
            let point = draw.point(space);
            if answer && constraints.iter().all(|c| c.holds(&point)) {
                assert!(conclusion.holds(&point));
            }
        }
    }
    assert!(seen.iter().all(|n| *n > 500), "{seen:?}");
}

#[test]
fn what_is_left_is_needed_and_enough() {
    let mut draw = Draw(7);
    let mut dropped = 0;
    for round in 0..1500 {
        let space = 1 + round % 6;
        let count = draw.below(14) as usize;
        let mut constraints = draw.constraints(space, count, 3);
        if round % 3 != 0 {
            let centre = draw.point(space);
            constraints.retain(|c| c.holds(&centre));
        }
        let needed = lp::irredundant(&constraints);
        dropped += constraints.len() - needed.len();
        let kept: Vec<Constraint> = needed.iter().map(|i| constraints[*i].clone()).collect();
        for c in &constraints {
            assert!(lp::implies(&kept, c), "{c} is lost from {constraints:?}, kept {needed:?}");
        }
        for i in 0..kept.len() {
            let mut others = kept.clone();
            let c = others.remove(i);
            assert!(!lp::implies(&others, &c), "{c} is not needed among {kept:?}");
        }
    }
    assert!(dropped > 1000, "{dropped}");
}

fn dimensions(list: &[Constraint]) -> BTreeSet<usize> {
    list.iter().flat_map(|c| c.form.terms().map(|(d, _)| d).collect::<Vec<_>>()).collect()
}

#[test]
fn interpolants_are_between_and_speak_of_shared_dimensions() {
    let mut draw = Draw(8);
    let mut found = 0;
    for round in 0..4000 {
        let space = 3 + round % 6;
        let parts: Vec<Vec<Constraint>> = (0..2 + round % 4)
            .map(|k| {
                // Each part mentions a window of the dimensions, so that some are local.
                let count = 1 + draw.below(4) as usize;
                let shift = if round % 2 == 0 { 0 } else { k % 3 };
                let list = draw.constraints(space - shift, count, 3);
                list.iter().map(|c| Constraint { form: c.form.renamed(|d| d + shift), relation: c.relation }).collect()
            })
            .collect();
        let all: Vec<Constraint> = parts.concat();
        let Some(chain) = lp::interpolants(&parts) else {
            assert!(feasible(&all));
            continue;
        };
        found += 1;
        assert_eq!(chain.len(), parts.len() - 1);
        let mut before: Vec<Constraint> = Vec::new();
        for (k, i) in chain.iter().enumerate() {
            let premises = [before.clone(), parts[k].clone()].concat();
            assert!(lp::implies(&premises, i), "{i} does not follow from {premises:?}");
            let (left, right) = (dimensions(&parts[..=k].concat()), dimensions(&parts[k + 1..].concat()));
            assert!(i.form.terms().all(|(d, _)| left.contains(&d) && right.contains(&d)));
            assert!(!feasible(&[vec![i.clone()], parts[k + 1..].concat()].concat()));
            before = vec![i.clone()];
        }
        let single = lp::interpolant(&parts[0], &parts[1..].concat()).expect("there is no common point");
        assert!(lp::implies(&parts[0], &single));
        assert!(!feasible(&[vec![single], parts[1..].concat()].concat()));
    }
    assert!(found > 1000, "{found}");
}

#[test]
fn strictness_goes_where_it_comes_from() {
    let x = || Linear::variable(0);
    let (above, below) = (vec![Constraint::positive(x())], vec![Constraint::non_negative(x().negated())]);
    assert_eq!(lp::interpolant(&above, &below), Some(Constraint::positive(x())));
    assert_eq!(lp::interpolant(&below, &above), Some(Constraint::non_negative(x().negated())));
    assert_eq!(lp::interpolant(&above, &[]), None);
    assert_eq!(lp::interpolants(&[]), None);
    let nonsense = vec![Constraint::positive(Linear::constant(0))];
    assert_eq!(lp::interpolant(&nonsense, &[]), Some(nonsense[0].clone()));
}

/// Programs on which the greedy rule without a fallback goes round in circles: Beale (Naval Research Logistics Quarterly
/// 1955) and Chvátal (Linear Programming, 1983, chapter 3), in integers.
#[test]
fn cycling_examples_end() {
    let at_least_zero = |n: usize| (0..n).map(|d| Constraint::non_negative(Linear::variable(d)));
    let mut beale = vec![
        Constraint::non_negative(Linear::new([(0, -25), (1, 6000), (2, 4), (3, -900)], 0)),
        Constraint::non_negative(Linear::new([(0, -25), (1, 4500), (2, 1), (3, -150)], 0)),
        Constraint::non_negative(Linear::new([(2, -1)], 1)),
    ];
    beale.extend(at_least_zero(4));
    let objective = Linear::new([(0, 75), (1, -15000), (2, 2), (3, -600)], 0);
    let Outcome::Optimal { value, attained: true, .. } = solve(&beale, &objective) else { panic!() };
    assert_eq!(value, Rational::from(5));
    let mut chvatal = vec![
        Constraint::non_negative(Linear::new([(0, -1), (1, 11), (2, 5), (3, -18)], 0)),
        Constraint::non_negative(Linear::new([(0, -1), (1, 3), (2, 1), (3, -2)], 0)),
        Constraint::non_negative(Linear::new([(0, -1)], 1)),
    ];
    chvatal.extend(at_least_zero(4));
    let objective = Linear::new([(0, 10), (1, -57), (2, -9), (3, -24)], 0);
    let Outcome::Optimal { value, attained: true, .. } = solve(&chvatal, &objective) else { panic!() };
    assert_eq!(value, Rational::from(1));
}

/// Klee and Minty's cubes make the greedy rule visit many corners; the answer is known.
#[test]
fn klee_minty_cubes() {
    for n in 1..=10usize {
        let mut constraints: Vec<Constraint> = (0..n).map(|d| Constraint::non_negative(Linear::variable(d))).collect();
        for i in 0..n {
            let mut terms: Vec<(usize, Int)> = (0..i).map(|j| (j, -(Int::ONE << (i - j + 1)))).collect();
            terms.push((i, Int::NEG_ONE));
            constraints.push(Constraint::non_negative(Linear::new(terms, Int::from(5).pow(i + 1))));
        }
        let objective = Linear::new((0..n).map(|j| (j, Int::ONE << (n - 1 - j))), 0);
        let Outcome::Optimal { value, .. } = solve(&constraints, &objective) else { panic!() };
        assert_eq!(value, Rational::from(Int::from(5).pow(n)));
    }
}

#[test]
fn programs_without_dimensions_or_constraints() {
    assert_eq!(lp::feasible(&[]), Ok(vec![]));
    assert!(feasible(&[Constraint::zero(Linear::constant(0)), Constraint::non_negative(Linear::constant(0))]));
    assert!(!feasible(&[Constraint::zero(Linear::constant(3))]));
    assert!(!feasible(&[Constraint::zero(Linear::constant(-3))]));
    assert!(!feasible(&[Constraint::positive(Linear::constant(0))]));
    assert!(matches!(solve(&[], &Linear::constant(7)), Outcome::Optimal { attained: true, .. }));
    assert!(matches!(solve(&[], &Linear::variable(3)), Outcome::Unbounded { .. }));
    assert!(lp::irredundant(&[]).is_empty());
}

#[test]
fn the_check_refuses_what_is_wrong() {
    let constraints = [Constraint::non_negative(Linear::new([(0, -1)], 4)), Constraint::positive(Linear::new([(0, 1)], 0))];
    let objective = Linear::variable(0);
    let right = solve(&constraints, &objective);
    let Outcome::Optimal { value, attained, point, inside, dual } = right.clone() else { panic!() };
    let with = |value: &Rational, attained, point: &[Rational], dual: &[(usize, Rational)]| Outcome::Optimal {
        value: value.clone(),
        attained,
        point: point.to_vec(),
        inside: inside.clone(),
        dual: dual.to_vec(),
    };
    assert!(certificate::check(&constraints, &objective, &with(&value, attained, &point, &dual)));
    assert!(!certificate::check(&constraints, &objective, &with(&Rational::from(5), attained, &point, &dual)));
    assert!(!certificate::check(&constraints, &objective, &with(&value, false, &point, &dual)));
    assert!(!certificate::check(&constraints, &objective, &with(&value, true, &[Rational::from(3)], &dual)));
    assert!(!certificate::check(&constraints, &objective, &with(&value, true, &point, &[])));
    assert!(!certificate::check(&constraints, &objective, &with(&value, true, &point, &[(9, Rational::ONE)])));
    let ray = Outcome::Unbounded { point: vec![Rational::ONE], ray: vec![Int::ONE] };
    assert!(!certificate::check(&constraints, &objective, &ray));
    for multipliers in [vec![], vec![(0, Int::ONE), (1, Int::ONE)], vec![(0, Int::NEG_ONE), (1, Int::NEG_ONE)]] {
        assert!(!lp::Farkas { multipliers }.check(&constraints));
    }
}
