//! Branch and bound (Land and Doig: An automatic method of solving discrete programming problems, Econometrica 1960) with
//! cuts, on the exact linear program, which starts warm at every node.
//!
//! Only the coordinates of the bounded shadow (see [`super::recession`]) are branched on, each branch shortens the range of
//! one of them, and so the tree is finite. Nodes are visited depth first, and the proof is written on the way.

use super::proof::{Combination, Proof, Step, sides};
use super::recession::{Cone, cone, far_point};
use super::{Answer, Problem, cuts, holds, rounded};
use crate::lp::Lp;
use crate::{Constraint, Int, Linear, Rational};

/// Rounds of cuts at the root, and how many cuts a round may add.
const ROOT_ROUNDS: usize = 3;
const CUTS: usize = 6;

/// A part of the search space.
#[derive(Clone)]
struct Node {
    lp: Lp,
    /// The linear program's rows over the coordinates, and their numbers in the proof.
    rows: Vec<Constraint>,
    numbers: Vec<usize>,
    /// How many rows the proof has.
    next: usize,
}

impl Node {
    fn add(&mut self, row: Constraint) {
        self.lp.add(&row);
        self.rows.push(row);
        self.numbers.push(self.next);
        self.next += 1;
    }

    fn over_proof(&self, combination: &[(usize, Int)]) -> Combination {
        combination.iter().map(|(k, factor)| (self.numbers[*k], factor.clone())).collect()
    }
}

pub(super) fn search(mut problem: Problem, inequalities: Vec<Constraint>, limit: usize) -> Answer {
    let space = problem.lattice.free();
    let Cone { flat, inside } = cone(&inequalities, space);
    let (shadow, inside, rows) = split(&mut problem, inequalities, &flat, inside);
    let mut lp = Lp::new(space);
    for row in &rows {
        lp.add(row);
    }
    let next = problem.rows.len();
    let mut node = Node { lp, rows: rows.clone(), numbers: problem.inequalities.clone(), next };
    let mut steps = std::mem::take(&mut problem.steps);
    let mut waiting: Vec<Node> = Vec::new();
    let mut rounds = ROOT_ROUNDS;
    for _ in 0..limit {
        let point = match node.lp.feasible() {
            Ok(point) => point,
            Err(farkas) => {
                steps.push(Step::Conflict(node.over_proof(&farkas.multipliers)));
                match waiting.pop() {
                    None => return Answer::None(Proof { steps }),
                    Some(other) => node = other,
                }
                rounds = 0;
                continue;
            }
        };
        let found = if let Some(near) = rounded(&rows, &point) {
            Some(near)
        } else if point[..shadow].iter().all(Rational::is_int) {
            Some(far_point(&rows, &point, shadow, &inside))
        } else {
            None
        };
        if let Some(found) = found {
            debug_assert!(holds(&rows, &found));
            return Answer::Point(problem.lattice.point(&found));
        }
        if rounds > 0 {
            rounds -= 1;
            if add_cuts(&mut node, &point, shadow, &mut steps) {
                continue;
            }
        }
        rounds = 0;
        let (coordinate, above) = branching(&point[..shadow]);
        let unit = Linear::variable(coordinate);
        let form = problem.lattice.form(coordinate);
        // The nearer side first: the second one is written as an upper bound of the opposite.
        let (unit, form, bound) =
            if above { (unit.negated(), form.negated(), -point[coordinate].ceil()) } else { (unit, form, point[coordinate].floor()) };
        let (first, second) = sides(&unit, &bound);
        steps.push(Step::Branch { form, bound });
        let mut other = node.clone();
        other.add(second);
        waiting.push(other);
        node.add(first);
    }
    Answer::Unknown
}

/// Coordinates in which the bounded part comes first: how many it has, the inner direction, and the rows.
fn split(problem: &mut Problem, rows: Vec<Constraint>, flat: &[bool], inside: Vec<Int>) -> (usize, Vec<Int>, Vec<Constraint>) {
    let space = problem.lattice.free();
    if flat.iter().all(|f| !f) {
        return (0, inside, rows);
    }
    let mut lattice = problem.lattice.clone();
    let bounded = problem.inequalities.iter().zip(flat).filter(|(_, flat)| **flat);
    let shadow = lattice.align(bounded.map(|(index, _)| &problem.rows[*index].form));
    if shadow == space {
        return (space, inside, rows);
    }
    lattice.shorten(shadow, space);
    lattice.shorten(0, shadow);
    let direction = problem.lattice.direction(&inside);
    problem.lattice = lattice;
    let inside = problem.lattice.free_coordinates(&direction);
    let rows = problem.reduce();
    (shadow, inside, rows)
}

/// Cuts off the point where the dictionary shows how; whether it did.
fn add_cuts(node: &mut Node, point: &[Rational], shadow: usize, steps: &mut Vec<Step>) -> bool {
    let mut found = Vec::new();
    for coordinate in (0..shadow).filter(|k| !point[*k].is_int()) {
        if let Some(cut) = cuts::cut(&node.lp.tableau, &node.rows, coordinate, point) {
            found.push(cut);
        }
        if found.len() == CUTS {
            break;
        }
    }
    let any = !found.is_empty();
    for (combination, row) in found {
        steps.push(Step::Cut(node.over_proof(&combination)));
        node.add(row);
    }
    any
}

/// The coordinate that is farthest from an integer, and whether the integer above it is the nearer one.
fn branching(point: &[Rational]) -> (usize, bool) {
    let half = Rational::from_parts_signed(Int::ONE, Int::from(2));
    let mut best = (0, Rational::ONE, false);
    for (coordinate, x) in point.iter().enumerate() {
        if !x.is_int() {
            let part = x - Rational::from(x.floor());
            let above = part > half;
            let miss = if above { part - &half } else { &half - part };
            if miss < best.1 {
                best = (coordinate, miss, above);
            }
        }
    }
    (best.0, best.2)
}
