//! What an outsider sees of a polyhedron: its minimal constraints, its generators, and its text.

use super::block::{Block, Body};
use super::cone::Side;
use super::product::product_of;
use super::{Polyhedron, strict};
use crate::row::Row;
use crate::scalar::Scalar;
use crate::{Constraint, Generator, Int, Linear, Rational};
use std::fmt;
use std::sync::Arc;

/// A row of a block as a form in the dimensions of the polyhedron.
pub(super) fn form_of(block: &Block, row: Row) -> Linear {
    let terms = block.dimensions.iter().enumerate().map(|(k, d)| (*d, row.get(k + 1).to_int()));
    Linear::new(terms, row.get(0).to_int())
}

/// The minimal constraints of a whole block, in the dimensions of the polyhedron.
pub(super) fn constraints_of(part: &Block) -> Vec<Constraint> {
    let body = part.body();
    let form = |row: Row| form_of(part, row);
    let mut list = Vec::new();
    for row in body.pair.constraints.lines.iter() {
        list.push(Constraint::zero(form(row)).normalised());
    }
    for row in body.pair.constraints.rays.iter().filter(|r| !r.is_constant()) {
        // A facet that is excluded is written once, as a strict constraint.
        if !body.strict.iter().any(|s| s.compare(row).is_eq()) {
            list.push(Constraint::non_negative(form(row)));
        }
    }
    for row in body.strict.iter() {
        list.push(Constraint::positive(form(row)));
    }
    list
}

impl Polyhedron {
    /// A minimal list of constraints, equations in reduced row echelon form; for the empty polyhedron, one that is false.
    /// The list is the same for equal sets.
    pub fn constraints(&self) -> Vec<Constraint> {
        let Some(parts) = self.parts() else {
            return vec![Constraint::non_negative(Linear::constant(-1))];
        };
        let mut list: Vec<Constraint> = parts.iter().flat_map(|part| constraints_of(part)).collect();
        list.sort_by(|a, b| a.relation.cmp(&b.relation).then_with(|| a.form.cmp(&b.form)));
        list
    }

    /// A minimal list of generators; none for the empty polyhedron. The blocks are multiplied out: the number of points
    /// is the product of the numbers of their points.
    pub fn generators(&self) -> Vec<Generator> {
        let Some(parts) = self.parts() else { return Vec::new() };
        let n = self.dimensions;
        let mut lines = Vec::new();
        let mut rays = Vec::new();
        // Each combination of points so far, with whether it belongs to the set.
        let mut points: Vec<(Vec<Rational>, bool)> = vec![(vec![Rational::ZERO; n], true)];
        for dimension in 0..n {
            if !parts.iter().any(|p| p.dimensions.contains(&dimension)) {
                let mut line = vec![Int::ZERO; n];
                line[dimension] = Int::ONE;
                lines.push(Generator::Line(line));
            }
        }
        let open_parts = merged(&parts);
        for part in parts.iter().map(|p| &***p).filter(|p| p.body().faces.len() == 0).chain(open_parts.as_ref()) {
            let body = part.body();
            let spread = |row: Row| {
                let mut entries = vec![Int::ZERO; n];
                for (k, d) in part.dimensions.iter().enumerate() {
                    entries[*d] = row.get(k + 1).to_int();
                }
                entries
            };
            lines.extend(body.pair.generators.lines.iter().map(|row| Generator::Line(spread(row))));
            let directed = &body.pair.generators.rays;
            let coordinates = |row: Row| -> Vec<Rational> {
                part.dimensions.iter().enumerate().map(|(k, _)| fraction(&row.get(k + 1), &row.get(0))).collect()
            };
            let mut local: Vec<(Vec<Rational>, bool)> = Vec::new();
            for (g, row) in directed.iter().enumerate() {
                if row.sign(0) == 0 {
                    rays.push(Generator::Ray(spread(row)));
                } else {
                    let excluded = (0..body.faces.len()).any(|i| body.faces.get(i, g));
                    local.push((coordinates(row), !excluded));
                }
            }
            for face in strict::inner_faces(&body.pair, &body.faces) {
                let mut sum = vec![Rational::ZERO; part.dimensions.len()];
                let points: Vec<usize> = face.iter().copied().filter(|g| directed.row(*g).sign(0) > 0).collect();
                let count = Rational::from(Int::from(points.len()));
                for &g in &face {
                    let row = directed.row(g);
                    for (k, total) in sum.iter_mut().enumerate() {
                        *total += match row.sign(0) {
                            0 => Rational::from(row.get(k + 1).to_int()),
                            _ => fraction(&row.get(k + 1), &row.get(0)) / &count,
                        };
                    }
                }
                local.push((sum, true));
            }
            let mut next = Vec::with_capacity(points.len() * local.len());
            for (base, inside) in &points {
                for (values, belongs) in &local {
                    let mut point = base.clone();
                    for (d, value) in part.dimensions.iter().zip(values) {
                        point[*d] = value.clone();
                    }
                    next.push((point, *inside && *belongs));
                }
            }
            points = next;
        }
        let mut list: Vec<Generator> = points
            .into_iter()
            .map(|(point, inside)| if inside { Generator::Point(point) } else { Generator::ClosurePoint(point) })
            .collect();
        list.extend(rays);
        list.extend(lines);
        list
    }

    /// A polyhedron from what spans it; empty if there is no point.
    pub fn from_generators(dimensions: usize, generators: &[Generator]) -> Polyhedron {
        super::span::spanned(dimensions, generators)
    }

    /// The dimension of the affine hull; `None` if empty.
    pub fn affine_dimension(&self) -> Option<usize> {
        let parts = self.parts()?;
        let equations: usize = parts.iter().map(|p| p.body().pair.constraints.lines.len()).sum();
        Some(self.dimensions - equations)
    }

    /// Some point of the polyhedron.
    pub fn point(&self) -> Option<Vec<Rational>> {
        let parts = self.parts()?;
        let mut point = vec![Rational::ZERO; self.dimensions];
        for part in parts {
            let body = part.body();
            let rays = &body.pair.generators.rays;
            let points: Vec<Row> = rays.iter().filter(|r| r.sign(0) > 0).collect();
            let closed = body.faces.len() == 0;
            let count = Rational::from(Int::from(if closed { 1 } else { points.len() }));
            // Without strict constraints any vertex will do; otherwise a point of the relative interior.
            for row in points.iter().take(if closed { 1 } else { usize::MAX }) {
                for (k, d) in part.dimensions.iter().enumerate() {
                    point[*d] += fraction(&row.get(k + 1), &row.get(0)) / &count;
                }
            }
            if !closed {
                for row in rays.iter().filter(|r| r.sign(0) == 0) {
                    for (k, d) in part.dimensions.iter().enumerate() {
                        point[*d] += Rational::from(row.get(k + 1).to_int());
                    }
                }
            }
        }
        Some(point)
    }

    /// How many generators the largest block is spanned by, as they are at hand: not multiplied out, perhaps not minimal.
    pub fn largest_span(&self) -> usize {
        let size = |side: &Side| side.lines.len() + side.rays.len();
        let span = |block: &Block| {
            let (side, more) = block.generators();
            size(side) + more.map_or(0, size)
        };
        self.spanned().into_iter().flatten().map(|block| span(block)).max().unwrap_or(0)
    }

    /// A point with integer coordinates if each block has such a one among its generators.
    pub fn integer_vertex(&self) -> Option<Vec<Int>> {
        let mut point = vec![Int::ZERO; self.dimensions];
        for block in self.spanned()? {
            if !block.strict().is_empty() {
                return None;
            }
            let (side, more) = block.generators();
            let integral = |row: &Row| row.get(0).to_int() == Int::ONE;
            let row = side.rays.iter().chain(more.into_iter().flat_map(|m| m.rays.iter())).find(integral)?;
            for (k, d) in block.dimensions.iter().enumerate() {
                point[*d] = row.get(k + 1).to_int();
            }
        }
        Some(point)
    }

    /// Whether the form has one value only, and which.
    pub fn constant_value(&self, form: &Linear) -> Option<Rational> {
        match (self.maximise(form), self.minimise(form)) {
            (super::Supremum::Finite { value: high, .. }, super::Supremum::Finite { value: low, .. }) => (high == low).then_some(low),
            _ => None,
        }
    }

    /// The constraints with names for the dimensions, or `false`.
    pub fn show(&self, f: &mut fmt::Formatter<'_>, name: &dyn Fn(usize) -> String) -> fmt::Result {
        if self.is_empty() {
            return write!(f, "false");
        }
        let list = self.constraints();
        if list.is_empty() {
            return write!(f, "true");
        }
        for (i, constraint) in list.iter().enumerate() {
            write!(f, "{}{}", if i == 0 { "" } else { ", " }, constraint.named(name))?;
        }
        Ok(())
    }
}

/// The parts with excluded faces as one: the minimal generators of their product are not the products of theirs.
fn merged(parts: &[&Arc<Block>]) -> Option<Block> {
    let open: Vec<&Arc<Block>> = parts.iter().copied().filter(|p| p.body().faces.len() > 0).collect();
    if open.is_empty() {
        return None;
    }
    let mut dimensions: Vec<usize> = open.iter().flat_map(|p| p.dimensions.iter().copied()).collect();
    dimensions.sort_unstable();
    let (pair, strict) = product_of(&open, &dimensions);
    let faces = strict::faces(&pair, &strict);
    Some(Block::whole(dimensions, Body { pair, strict, faces }))
}

fn fraction(numerator: &Scalar, denominator: &Scalar) -> Rational {
    Rational::from_parts(numerator.to_int(), denominator.to_int().into_parts().1)
}

impl fmt::Display for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(f, &|d| format!("x{d}"))
    }
}

impl fmt::Debug for Polyhedron {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}
