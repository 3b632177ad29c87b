//! Products of independent blocks: needed where a constraint or an assignment relates them, and in hulls.

use super::block::{Block, columns};
use super::cone::{Pair, Side};
use crate::bits::Bits;
use crate::row::Rows;
use std::sync::Arc;

/// A factor: its dimensions, and one or two lists of generators.
pub(super) type Spanned<'a> = (&'a [usize], (&'a Side, Option<&'a Side>));

/// The generators of a product of independent sets and of free dimensions.
pub(super) fn product_generators(factors: &[Spanned], dimensions: &[usize]) -> Side {
    let width = dimensions.len() + 1;
    let mut generators = Side::new(width);
    let mut points = Rows::with_capacity(width, 1);
    points.push_unit(0, 1);
    let mut free = vec![true; width];
    for (over, (first, second)) in factors {
        let columns = columns(over, dimensions);
        for (new, old) in columns.iter().enumerate() {
            free[new] &= old.is_none();
        }
        let mut without_constant = columns.clone();
        without_constant[0] = None;
        let mut next = Rows::new(width);
        for side in std::iter::once(*first).chain(*second) {
            generators.lines.extend(&side.lines.select(&columns));
            let directed = side.rays.select(&columns);
            let offsets = side.rays.select(&without_constant);
            for index in 0..directed.len() {
                let row = directed.row(index);
                if row.sign(0) == 0 {
                    generators.rays.push(row);
                    continue;
                }
                for point in points.iter() {
                    next.push_combination(point, &row.get(0), offsets.row(index), &point.get(0));
                }
            }
        }
        points = next;
    }
    for (column, _) in free.iter().enumerate().skip(1).filter(|(_, free)| **free) {
        generators.lines.push_unit(column, 1);
    }
    generators.rays.extend(&points);
    generators
}

/// The product of independent double descriptions and of free dimensions, over the union of their dimensions. Minimal
/// factors have a minimal product, and who saturates whom follows from the factors.
pub(super) fn product(factors: &[(&[usize], &Pair)], dimensions: &[usize]) -> Pair {
    let sides: Vec<Spanned> = factors.iter().map(|(over, pair)| (*over, (&pair.generators, None))).collect();
    let generators = product_generators(&sides, dimensions);
    let points = |pair: &Pair| pair.generators.rays.iter().filter(|r| r.sign(0) > 0).count();
    let all_points: usize = factors.iter().map(|(_, pair)| points(pair)).product();
    let directions = generators.rays.len() - all_points;
    let facets: usize = factors.iter().map(|(_, pair)| pair.constraints.rays.len()).sum();
    let mut constraints = Side { lines: Rows::new(dimensions.len() + 1), rays: Rows::with_capacity(dimensions.len() + 1, facets) };
    let mut saturation = Bits::with_capacity(facets + 1, generators.rays.len());
    // The rays come first. The index of a point is a number whose digits are the points of the factors, the digit of
    // the first factor being the least significant.
    let mut weight = 1;
    let mut first_ray = 0;
    // Positivity is a facet of the product iff it is one of every factor.
    let mut positivity = true;
    for (over, pair) in factors {
        let columns = columns(over, dimensions);
        constraints.lines.extend(&pair.constraints.lines.select(&columns));
        let own_points = points(pair);
        let own_rays = pair.generators.rays.len() - own_points;
        let mut has_positivity = false;
        for (index, row) in pair.constraints.rays.select(&columns).iter().enumerate() {
            if row.is_constant() {
                has_positivity = true;
                continue;
            }
            constraints.rays.push(row);
            saturation.push_ones(directions);
            let new = saturation.len() - 1;
            let (mut ray, mut point) = (first_ray, 0);
            for (g, generator) in pair.generators.rays.iter().enumerate() {
                let saturated = pair.saturation.get(index, g);
                if generator.sign(0) == 0 {
                    if !saturated {
                        saturation.clear(new, ray);
                    }
                    ray += 1;
                    continue;
                }
                if saturated {
                    for block in (point * weight..all_points).step_by(own_points * weight) {
                        (block..block + weight).for_each(|place| saturation.set(new, directions + place));
                    }
                }
                point += 1;
            }
        }
        positivity &= has_positivity;
        first_ray += own_rays;
        weight *= own_points;
    }
    if positivity {
        constraints.rays.push_unit(0, 1);
        saturation.push_ones(directions);
    }
    Pair { constraints, generators, saturation }
}

/// The product of whole blocks, with the strict forms of all.
pub(super) fn product_of(parts: &[&Arc<Block>], dimensions: &[usize]) -> (Arc<Pair>, Rows) {
    let mut strict = Rows::new(dimensions.len() + 1);
    for part in parts {
        strict.extend(&part.body().strict.select(&columns(&part.dimensions, dimensions)));
    }
    if let [part] = parts
        && part.dimensions == dimensions
    {
        return (part.body().pair.clone(), strict);
    }
    let factors: Vec<(&[usize], &Pair)> = parts.iter().map(|b| (b.dimensions.as_slice(), &*b.body().pair)).collect();
    (Arc::new(product(&factors, dimensions)), strict)
}
