//! A polyhedron from its generators.

use super::block::Block;
use super::cone::{Pair, Side};
use super::{Polyhedron, strict};
use crate::bits::Bits;
use crate::linear::{common_denominator, scaled};
use crate::row::Rows;
use crate::{Generator, Int, Rational};
use std::sync::Arc;

pub(super) fn spanned(dimensions: usize, generators: &[Generator]) -> Polyhedron {
    if !generators.iter().any(|g| matches!(g, Generator::Point(_))) {
        return Polyhedron::empty(dimensions);
    }
    if dimensions == 0 {
        return Polyhedron::universe(0);
    }
    let width = dimensions + 1;
    let mut side = Side::new(width);
    let mut points = Rows::new(width);
    let mut closed = true;
    for generator in generators {
        match generator {
            Generator::Line(direction) => push_direction(&mut side.lines, direction),
            Generator::Ray(direction) => push_direction(&mut side.rays, direction),
            Generator::Point(point) => {
                push_point(&mut side.rays, point);
                push_point(&mut points, point);
            }
            Generator::ClosurePoint(point) => {
                closed = false;
                push_point(&mut side.rays, point);
            }
        }
    }
    let pair = Pair::from_generators(&side);
    let strict = if closed {
        Rows::new(width)
    } else {
        strict::excluded(&pair, &[strict::Covered { rays: &points, faces: &Bits::new(points.len()) }])
    };
    let block = Block::of_pair((0..dimensions).collect(), Arc::new(pair), strict);
    Polyhedron::of_blocks(dimensions, vec![Arc::new(block)])
}

/// The direction 0 says nothing and is left out.
fn push_direction(rows: &mut Rows, direction: &[Int]) {
    assert_eq!(direction.len() + 1, rows.width(), "a generator of the space");
    if direction.iter().any(|d| *d != Int::ZERO) {
        rows.push_normalised(std::iter::once(Int::ZERO).chain(direction.iter().cloned()).collect());
    }
}

fn push_point(rows: &mut Rows, point: &[Rational]) {
    assert_eq!(point.len() + 1, rows.width(), "a generator of the space");
    let scale = common_denominator(point);
    let numerators = point.iter().map(|x| scaled(x, &scale));
    rows.push_normalised(std::iter::once(scale.clone()).chain(numerators).collect());
}
