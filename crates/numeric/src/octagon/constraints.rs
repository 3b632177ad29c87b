//! Meeting an octagon with constraints, and reading its constraints back without redundant ones.
//!
//! A constraint on one variable, or on two with coefficients of the same size, is an entry of the matrix. From any other
//! one, Σ aᵢxᵢ + c ≥ 0, follow bounds of the single variables and of the pairs in it, given an upper bound of the rest;
//! these are met instead.
//!
//! Reading back is the strong reduction of Bagnara, Hill, Zaffanella (Weakly-relational shapes for numeric abstractions,
//! FMSD 2009): literals with a constant difference are represented by one of them; between the representatives, an entry
//! is left out if a third representative or the two single bounds imply it.

use super::block::Block;
use super::bounds::{form_of, rounded};
use super::partition::{Classes, merged, split};
use super::{Exactness, Octagon};
use crate::{Constraint, Int, Linear, Rational, Relation};
use std::sync::Arc;

/// Vⱼ − Vᵢ ≤ bound over the literals of all dimensions.
#[derive(Clone)]
pub(super) struct Bound {
    pub i: usize,
    pub j: usize,
    pub bound: Rational,
}

/// The bound that form ≥ 0 is, if it is octagonal and not constant.
pub(super) fn octagonal(form: &Linear, integer: bool) -> Option<Bound> {
    let terms: Vec<(usize, &Int)> = form.terms().collect();
    let size = |c: &Int| if *c < Int::ZERO { -c } else { c.clone() };
    // The literal that has the opposite sign of the coefficient: form ≥ 0 bounds it from above.
    let against = |(dimension, c): (usize, &Int)| 2 * dimension + usize::from(*c > Int::ZERO);
    let constant = Rational::from(form.constant_term().clone());
    match terms.as_slice() {
        [term] => {
            let j = against(*term);
            let bound = constant * Rational::from(2) / Rational::from(size(term.1));
            Some(Bound { i: j ^ 1, j, bound: rounded(bound, true, integer) })
        }
        [a, b] if size(a.1) == size(b.1) => {
            let bound = constant / Rational::from(size(a.1));
            Some(Bound { i: against(*b) ^ 1, j: against(*a), bound: rounded(bound, false, integer) })
        }
        _ => None,
    }
}

/// The inequalities that a constraint is the conjunction of; over the integers strict ones are shifted by one, and all are
/// divided by the common divisor of the coefficients.
fn inequalities(constraint: &Constraint, integer: bool) -> Vec<Linear> {
    let form = &constraint.form;
    let divided = |form: Linear| if integer { form.rounded() } else { form };
    match constraint.relation {
        Relation::Zero => vec![divided(form.clone()), divided(form.negated())],
        Relation::Positive if integer => vec![divided(form.plus(&Int::NEG_ONE, &Linear::constant(1)))],
        _ => vec![divided(form.clone())],
    }
}

/// Whether an equation has no integer solution because the common divisor of its coefficients does not divide its
/// constant.
fn is_indivisible(constraint: &Constraint) -> bool {
    constraint.relation == Relation::Zero && constraint.form.constant_term() % constraint.form.content() != Int::ZERO
}

/// The octagonal bounds of a constraint, or `None` if some of its inequalities are not octagonal.
pub(super) fn octagonal_bounds(constraint: &Constraint, integer: bool) -> Option<Vec<Bound>> {
    inequalities(constraint, integer).iter().map(|form| octagonal(form, integer)).collect()
}

impl Octagon {
    /// The points that satisfy the constraint as well: see [`Octagon::meet_constraints`].
    pub fn meet_constraint(&self, constraint: &Constraint) -> (Octagon, Exactness) {
        self.meet_constraints(std::slice::from_ref(constraint))
    }

    /// The points that satisfy all the constraints. Exact for octagonal constraints, except that a strict one is read as
    /// not strict over the rationals; others are replaced by the octagonal bounds that follow from them and the bounds of
    /// their variables. A constraint on a dimension that the octagon does not have is left out.
    pub fn meet_constraints(&self, constraints: &[Constraint]) -> (Octagon, Exactness) {
        if self.void {
            return (self.clone(), Exactness::Exact);
        }
        let mut exactness = Exactness::Exact;
        let mut simple = Vec::new();
        let mut others = Vec::new();
        for constraint in constraints {
            if constraint.form.space() > self.dimensions {
                exactness = Exactness::Over;
            } else if constraint.form.is_constant() {
                if !constraint.holds(&[]) {
                    return (Octagon::empty(self.dimensions, self.integer), Exactness::Exact);
                }
            } else if self.integer && is_indivisible(constraint) {
                return (Octagon::empty(self.dimensions, self.integer), Exactness::Exact);
            } else if let Some(bounds) = octagonal_bounds(constraint, self.integer) {
                if constraint.relation == Relation::Positive && !self.integer && !self.implies(constraint) {
                    exactness = Exactness::Over;
                }
                simple.extend(bounds);
            } else {
                others.push(constraint);
            }
        }
        let mut result = self.with_bounds(&simple, false);
        for constraint in others {
            for form in inequalities(constraint, self.integer) {
                if result.void {
                    break;
                }
                let (next, exact) = result.meet_general(&form, constraint.relation == Relation::Positive);
                (result, exactness) = (next, exactness.and(exact));
            }
        }
        // More than the exact result, and still nothing: then nothing is exact. Looked at only where it matters.
        if !exactness.is_exact() && result.is_empty() {
            return (Octagon::empty(self.dimensions, self.integer), Exactness::Exact);
        }
        (result, exactness)
    }

    /// Meets with form ≥ 0 (or > 0 over the rationals), which is not octagonal as it stands.
    fn meet_general(&self, form: &Linear, strict: bool) -> (Octagon, Exactness) {
        let constraint = Constraint {
            form: self.folded(form).0,
            relation: if strict && !self.integer { Relation::Positive } else { Relation::NonNegative },
        };
        let form = &constraint.form;
        if self.implies(&constraint) {
            return (self.clone(), Exactness::Exact);
        }
        if form.is_constant() || octagonal(form, self.integer).is_some() {
            return self.meet_constraint(&constraint);
        }
        let terms: Vec<(usize, Int)> = form.terms().map(|(d, c)| (d, c.clone())).collect();
        let mut bounds = Vec::new();
        // factor · part + rest = form ≥ 0, so −part ≤ (the largest value of the rest) / factor.
        let mut infer = |part: Linear, factor: &Int| {
            let rest = form.plus(&-factor, &part);
            if let Some(upper) = self.upper(&rest) {
                let (scale, constant) = (upper.denominator().clone(), upper.numerator().clone());
                let mut inferred = part.scaled(&(factor * Int::from(scale)));
                inferred.add_constant(&constant);
                bounds.extend(octagonal(&inferred, self.integer));
            }
        };
        let sign = |c: &Int| if *c < Int::ZERO { -1 } else { 1 };
        let size = |c: &Int| if *c < Int::ZERO { -c } else { c.clone() };
        for (index, (x, a)) in terms.iter().enumerate() {
            infer(Linear::new([(*x, sign(a))], 0), &size(a));
            for (y, b) in &terms[..index] {
                let pair = || Linear::new([(*x, sign(a)), (*y, sign(b))], 0);
                infer(pair(), &size(a));
                if size(a) != size(b) {
                    infer(pair(), &size(b));
                }
            }
        }
        (self.with_bounds(&bounds, false), Exactness::Over)
    }

    /// Meets with bounds. Few of them in a closed block are closed one by one, otherwise closing is left for later; `raw`
    /// asks never to close.
    pub(super) fn with_bounds(&self, bounds: &[Bound], raw: bool) -> Octagon {
        let void = || Octagon::empty(self.dimensions, self.integer);
        let Some(old) = (if raw { (!self.void).then_some(&self.blocks[..]) } else { self.current() }) else { return void() };
        let closed = old.iter().all(|block| block.closed);
        let new: Vec<&Bound> =
            bounds.iter().filter(|b| !closed || Octagon::difference(old, b.i, b.j).is_none_or(|known| b.bound < known)).collect();
        if new.is_empty() {
            return self.clone();
        }
        // The blocks that the bounds touch, and a place for each variable that is in none.
        let mut fresh: Vec<usize> = Vec::new();
        let mut node = |literal: usize| {
            let variable = literal / 2;
            let known = old.iter().position(|block| block.position(variable).is_some());
            known.unwrap_or_else(|| {
                let place = fresh.iter().position(|v| *v == variable).unwrap_or_else(|| {
                    fresh.push(variable);
                    fresh.len() - 1
                });
                old.len() + place
            })
        };
        let ends: Vec<(usize, usize)> = new.iter().map(|b| (node(b.i), node(b.j))).collect();
        let mut classes = Classes::new(old.len() + fresh.len());
        ends.iter().for_each(|(i, j)| classes.union(*i, *j));
        let roots: Vec<usize> = ends.iter().map(|(i, _)| classes.find(*i)).collect();
        let mut blocks: Vec<Arc<Block>> = Vec::with_capacity(old.len() + 1);
        let mut members: Vec<Vec<usize>> = vec![Vec::new(); old.len() + fresh.len()];
        for (index, block) in old.iter().map(Some).chain(fresh.iter().map(|_| None)).enumerate() {
            let root = classes.find(index);
            if roots.contains(&root) {
                members[root].push(index);
            } else {
                blocks.extend(block.cloned());
            }
        }
        for (root, members) in members.iter().enumerate().filter(|(_, members)| !members.is_empty()) {
            let (known, unknown): (Vec<usize>, Vec<usize>) = members.iter().partition(|index| **index < old.len());
            let parts: Vec<&Block> = known.iter().map(|index| &*old[*index]).collect();
            let mut variables: Vec<usize> = parts.iter().flat_map(|block| block.variables.iter().copied()).collect();
            variables.extend(unknown.iter().map(|index| fresh[index - old.len()]));
            variables.sort_unstable();
            let inside: Vec<&Bound> = new.iter().zip(&roots).filter(|(_, r)| **r == root).map(|(b, _)| *b).collect();
            let mut block = match parts.as_slice() {
                [one] if one.variables == variables => Block::clone(one),
                _ => merged(&parts, variables, self.integer),
            };
            // A closure costs about as much as one incremental closure for each variable.
            block.closed &= !raw && inside.len() <= 1 + block.variables.len() / 2;
            for b in inside {
                let literal = |l: usize| block.position(l / 2).map(|x| 2 * x + l % 2);
                if let (Some(i), Some(j)) = (literal(b.i), literal(b.j)) {
                    match block.with_bound(i, j, &b.bound, self.integer) {
                        Some(next) => block = next,
                        None => return void(),
                    }
                }
            }
            if block.closed {
                split(block, self.integer, &mut blocks);
            } else {
                blocks.push(Arc::new(block));
            }
        }
        Octagon::from_blocks(self.dimensions, self.integer, blocks)
    }

    /// Constraints whose conjunction is the octagon, without redundant ones: no constraint follows from the others over
    /// the rationals. An empty octagon has the one constraint −1 ≥ 0.
    pub fn constraints(&self) -> Vec<Constraint> {
        match self.closed() {
            None => vec![Constraint::non_negative(Linear::constant(-1))],
            Some(blocks) => blocks.iter().flat_map(|block| reduced_constraints(block)).collect(),
        }
    }

    /// The constraints of [`Octagon::constraints`] that come from the block of the dimension.
    pub(super) fn constraints_around(&self, dimension: usize) -> Vec<Constraint> {
        let blocks = self.closed().unwrap_or_default();
        blocks.iter().filter(|block| block.position(dimension).is_some()).flat_map(|block| reduced_constraints(block)).collect()
    }
}

/// A closed block's entries without the redundant ones. A block of more than one variable has none with a single value: it
/// would be a block of its own.
fn reduced_constraints(block: &Block) -> Vec<Constraint> {
    let entry = |i: usize, j: usize| block.cells.at(i, j);
    let literals = block.literals();
    let constraint = |i: usize, j: usize, weight: Int, relation: Relation| {
        // Vⱼ − Vᵢ ≤ weight/denominator; the form of a unary entry stands for half of that.
        let (form, factor) = form_of(i, j);
        let form = form.renamed(|x| block.variables[x]).scaled(&(-&block.denominator * Int::from(factor)));
        Constraint { form: form.plus(&weight, &Linear::constant(1)), relation }.normalised()
    };
    if block.variables.len() == 1
        && let (Some(a), Some(b)) = (entry(0, 1), entry(1, 0))
        && &a + &b == Int::ZERO
    {
        return vec![constraint(1, 0, b, Relation::Zero)];
    }
    let mut found = Vec::new();
    // The least literal of each class of literals with constant differences represents it. Opposite classes have opposite
    // representatives.
    let mut representative: Vec<usize> = (0..literals).collect();
    for j in 0..literals {
        let constant =
            |i: &usize| representative[*i] == *i && matches!((entry(*i, j), entry(j, *i)), (Some(a), Some(b)) if &a + &b == Int::ZERO);
        if let Some(i) = (0..j).find(constant) {
            representative[j] = i;
            if j % 2 == 0
                && let Some(weight) = entry(i, j)
            {
                found.push(constraint(i, j, weight, Relation::Zero));
            }
        }
    }
    let kept: Vec<usize> = (0..literals).filter(|l| representative[*l] == *l && representative[l ^ 1] == l ^ 1).collect();
    for &i in &kept {
        for &j in kept.iter().filter(|j| **j <= (i | 1) && **j != i) {
            let Some(weight) = entry(i, j) else { continue };
            let implied = |a: Option<Int>, b: Option<Int>, times: i32| a.zip(b).is_some_and(|(a, b)| a + b <= &weight * Int::from(times));
            let by_singles = j != i ^ 1 && implied(entry(i, i ^ 1), entry(j ^ 1, j), 2);
            let by_third = || kept.iter().any(|&k| k != i && k != j && implied(entry(i, k), entry(k, j), 1));
            if !by_singles && !by_third() {
                found.push(constraint(i, j, weight, Relation::NonNegative));
            }
        }
    }
    found
}
