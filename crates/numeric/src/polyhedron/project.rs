//! Projections of blocks.
//!
//! A dimension that an equation determines is dropped from both sides of the double description, which stays one. Any
//! other is dropped from the generators, and the block is open until somebody asks for its constraints.

use super::block::{Block, Body, is_zero};
use super::cone::{Pair, Side, eliminate};
use super::strict;
use crate::row::Rows;
use std::sync::Arc;

/// The block, solved or open, over the dimensions that are left: without the given columns.
pub(super) fn projected(block: &Block, dropped: &[usize], left: Vec<usize>) -> Block {
    if let Some(body) = block.known() {
        if let Some((pair, forms)) = solved_columns(body, dropped) {
            return Block::of_pair(left, Arc::new(pair), forms);
        }
        if !body.strict.is_empty() {
            return with_faces(body, dropped, left);
        }
    }
    let (first, second) = block.generators();
    let select = remaining(first.width(), dropped);
    let mut side = first.select(&select);
    if let Some(second) = second {
        side.extend(&second.select(&select));
    }
    for rows in [&mut side.lines, &mut side.rays] {
        rows.normalise();
        for index in (0..rows.len()).rev() {
            if is_zero(rows.row(index)) {
                rows.swap_remove(index);
            }
        }
    }
    Block::of_generators(left, side)
}

fn remaining(width: usize, dropped: &[usize]) -> Vec<Option<usize>> {
    (0..width).filter(|c| !dropped.contains(c)).map(Some).collect()
}

/// If equations determine all the columns: dropping them is a bijection, and nothing else changes.
fn solved_columns(body: &Body, dropped: &[usize]) -> Option<(Pair, Rows)> {
    let equations = &body.pair.constraints.lines;
    if dropped.iter().any(|c| equations.iter().all(|row| row.sign(*c) == 0)) || equations.len() < dropped.len() {
        return None;
    }
    let mut constraints = body.pair.constraints.clone();
    let mut forms = body.strict.clone();
    for &column in dropped {
        let lines = &mut constraints.lines;
        let found = (0..lines.len()).find(|i| lines.row(*i).sign(column) != 0)?;
        if lines.row(found).sign(column) < 0 {
            lines.negate(found);
        }
        let line = lines.pick([found]);
        lines.swap_remove(found);
        let pivot = line.row(0).get(column);
        for rows in [&mut constraints.lines, &mut constraints.rays, &mut forms] {
            for index in 0..rows.len() {
                eliminate(rows, index, line.row(0), &pivot, column);
            }
        }
    }
    let select = remaining(constraints.width(), dropped);
    let mut generators = body.pair.generators.select(&select);
    generators.lines.normalise();
    generators.rays.normalise();
    let mut pair = Pair { constraints: constraints.select(&select), generators, saturation: body.pair.saturation.clone() };
    pair.canonical();
    Some((pair, forms.select(&select)))
}

/// The projection of a set that is not closed, computed at once.
fn with_faces(body: &Body, dropped: &[usize], left: Vec<usize>) -> Block {
    let mut lines = Side::new(body.pair.width());
    for &column in dropped {
        lines.lines.push_unit(column, 1);
    }
    let select = remaining(body.pair.width(), dropped);
    let mut pair = (*body.pair.with_generators(&lines)).clone();
    pair.constraints = pair.constraints.select(&select);
    pair.generators = pair.generators.select(&select);
    pair.generators.lines.normalise();
    pair.generators.rays.normalise();
    pair.canonical();
    let rays = body.pair.generators.rays.select(&select);
    let forms = strict::excluded(&pair, &[strict::Covered { rays: &rays, faces: &body.faces }]);
    Block::of_pair(left, Arc::new(pair), forms)
}
