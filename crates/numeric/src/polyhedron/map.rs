//! Images and preimages under affine assignments, exact also where the assignment cannot be undone.

use super::Polyhedron;
use super::block::{Block, Body, SMALL_WIDTH, Solution, columns};
use super::bound::row_over;
use super::cone::{Pair, Side};
use super::meet::Group;
use super::view;
use crate::bits::Bits;
use crate::row::Rows;
use crate::scalar::Scalar;
use crate::{Constraint, Int, Linear};
use std::sync::Arc;

impl Polyhedron {
    /// The image under x := form / denominator. The denominator must not be 0.
    pub fn assign(&mut self, x: usize, form: &Linear, denominator: &Int) {
        assert!(*denominator != Int::ZERO, "a denominator that is not 0");
        assert!(form.space() <= self.dimensions && x < self.dimensions, "an assignment beyond the space");
        if form.coefficient(x) != Int::ZERO {
            return self.map(x, form, denominator, false);
        }
        self.forget(&[x]);
        self.define(x, form, denominator);
    }

    /// The points whose image under x := form / denominator is in the polyhedron. The denominator must not be 0.
    pub fn substitute(&mut self, x: usize, form: &Linear, denominator: &Int) {
        assert!(*denominator != Int::ZERO, "a denominator that is not 0");
        assert!(form.space() <= self.dimensions && x < self.dimensions, "an assignment beyond the space");
        if form.coefficient(x) != Int::ZERO {
            return self.map(x, form, denominator, true);
        }
        if !self.settle() {
            return;
        }
        let Some(place) = self.blocks.iter().position(|b| b.dimensions.contains(&x)) else { return };
        let block = self.blocks.swap_remove(place);
        let mut constraints = Vec::new();
        let parts: &[Arc<Block>] = match block.solution() {
            Solution::Empty => return self.clear(),
            Solution::Whole(_) => std::slice::from_ref(&block),
            Solution::Parts(list) => list,
        };
        for part in parts {
            if part.dimensions.contains(&x) {
                constraints.extend(view::constraints_of(part));
            } else {
                self.blocks.push(part.clone());
            }
        }
        let negative = *denominator < Int::ZERO;
        let size = if negative { -denominator } else { denominator.clone() };
        for constraint in &mut constraints {
            let coefficient = constraint.form.coefficient(x);
            let mut rest = constraint.form.scaled(&size);
            rest.add_term(x, &-(&coefficient * &size));
            constraint.form = rest.plus(&if negative { -coefficient } else { coefficient }, form);
        }
        self.meet_constraints(&constraints);
    }

    /// The image (or, if `back`, the preimage) under an assignment that can be undone. If x is free it stays so.
    fn map(&mut self, x: usize, form: &Linear, denominator: &Int, back: bool) {
        if !self.settle() || !self.blocks.iter().any(|b| b.dimensions.binary_search(&x).is_ok()) {
            return;
        }
        let inside = |b: &Block| form.terms().all(|(d, _)| b.dimensions.binary_search(&d).is_ok());
        let block = match self.blocks.iter().position(|b| inside(b)) {
            Some(place) => self.blocks.swap_remove(place),
            None => {
                let mut groups = Vec::new();
                let support = form.terms().map(|(d, _)| d);
                Group::touching(&mut groups, &mut self.blocks, support, false);
                let Some(block) = groups.pop().and_then(|group| group.build(&[])) else { return self.clear() };
                block
            }
        };
        let alone = form.terms().len() == 1;
        let column = block.dimensions.binary_search(&x).expect("x is in the block") + 1;
        let mut image = row_over(form, &block.dimensions);
        let mut factor = Scalar::from(denominator.clone());
        // The old value in terms of the new ones: (denominator·x − rest) / coefficient.
        let mut inverse = image.clone();
        inverse.negate(0);
        inverse.put(0, column, &factor);
        let mut inverse_factor = image.row(0).get(column);
        for (row, factor) in [(&mut image, &mut factor), (&mut inverse, &mut inverse_factor)] {
            if factor.sign() < 0 {
                row.negate(0);
                *factor = factor.neg();
            }
        }
        if back {
            std::mem::swap(&mut image, &mut inverse);
            std::mem::swap(&mut factor, &mut inverse_factor);
        }
        let mapped = block.mapped(column, image.row(0), &factor, inverse.row(0), &inverse_factor, alone);
        self.blocks.push(Arc::new(mapped));
    }

    /// Gives the free dimension x a value in terms of the others.
    fn define(&mut self, x: usize, form: &Linear, denominator: &Int) {
        // First of all: it moves blocks about when another thread has solved a shared one.
        if !self.settle() {
            return;
        }
        let equation = |dimensions: &[usize]| {
            let mut row = row_over(form, dimensions);
            row.negate(0);
            let column = dimensions.binary_search(&x).expect("x is there") + 1;
            row.put(0, column, &Scalar::from(denominator.clone()));
            row.normalise();
            (row, column)
        };
        // In a small space a constant joins a block at hand, which costs a column and saves a product later.
        let room = |b: &Block| b.dimensions.len() + 2 <= SMALL_WIDTH && (b.is_open() || b.known().is_some());
        let host = if form.is_constant() && self.dimensions < SMALL_WIDTH { self.blocks.iter().position(|b| room(b)) } else { None };
        if form.is_constant() && host.is_none() {
            let mut constraints = Side::new(2);
            constraints.lines.extend(&equation(&[x]).0);
            constraints.rays.push_unit(0, 1);
            let mut generators = Side::new(2);
            let negative = *denominator < Int::ZERO;
            let size = if negative { -denominator } else { denominator.clone() };
            let value = if negative { -form.constant_term() } else { form.constant_term().clone() };
            generators.rays.push_normalised(vec![size, value]);
            constraints.canonical();
            let pair = Pair { constraints, generators, saturation: Bits::zero(1, 1) };
            let body = Body { pair: Arc::new(pair), strict: Rows::new(2), faces: Bits::new(1) };
            self.blocks.push(Arc::new(Block::whole(vec![x], body)));
            return;
        }
        // Within one block, solved or open, the new dimension is a function on it, so its structure stays.
        let inside = |b: &Block| form.terms().all(|(d, _)| b.dimensions.binary_search(&d).is_ok());
        let place =
            host.or_else(|| self.blocks.iter().position(|b| !form.is_constant() && inside(b) && (b.is_open() || b.known().is_some())));
        let Some(place) = place else {
            let mut difference = form.negated();
            difference.add_term(x, denominator);
            return self.meet_constraint(&Constraint::zero(difference));
        };
        let block = self.blocks.swap_remove(place);
        let mut dimensions = block.dimensions.clone();
        let at = dimensions.binary_search(&x).expect_err("x was forgotten");
        dimensions.insert(at, x);
        let columns = columns(&block.dimensions, &dimensions);
        let (equation, column) = equation(&dimensions);
        let mut image = row_over(form, &dimensions);
        let mut factor = Scalar::from(denominator.clone());
        if factor.sign() < 0 {
            image.negate(0);
            factor = factor.neg();
        }
        let lifted = |side: &Side| {
            let mut side = side.select(&columns);
            side.lines.replace_column(column, image.row(0), &factor);
            side.rays.replace_column(column, image.row(0), &factor);
            side
        };
        let Some(body) = block.known() else {
            let (first, second) = block.generators();
            let mut side = lifted(first);
            if let Some(second) = second {
                side.extend(&lifted(second));
            }
            self.blocks.push(Arc::new(Block::of_generators(dimensions, side)));
            return;
        };
        let mut constraints = body.pair.constraints.select(&columns);
        constraints.lines.extend(&equation);
        let generators = lifted(&body.pair.generators);
        let mut pair = Pair { constraints, generators, saturation: body.pair.saturation.clone() };
        pair.canonical();
        // Where the form has one value only, the new dimension is related to nothing.
        let lifted = Block::of_pair(dimensions, Arc::new(pair), body.strict.select(&columns));
        self.blocks.push(Arc::new(lifted));
    }
}
