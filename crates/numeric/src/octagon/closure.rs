//! Strong and tight closure of a half matrix, in full and incrementally.
//!
//! Full: Floyd–Warshall by pairs of opposite literals, then one strengthening pass (Miné: The octagon abstract domain,
//! HOSC 2006, §3.3; that one pass at the end is enough: Bagnara, Hill, Zaffanella: Weakly-relational shapes for numeric
//! abstractions, FMSD 2009). Over the integers the unary entries are rounded to even numbers between the two, which gives
//! the tight closure (Bagnara, Hill, Zaffanella: An improved tight closure algorithm for integer octagonal constraints,
//! VMCAI 2008). Cubic.
//!
//! Incremental, quadratic: after one new constraint, every shortest path uses the new edge, its mirror image, or both, at
//! most once each (Chawdhary, Robbins, King: Incrementally closing octagons, FMSD 2019); after changes that touch some
//! variables, the untouched rest is still closed, so only paths through touched variables have to be relaxed (Miné, §3.4).
//!
//! Preconditions of all: over the rationals every entry is even (the block's denominator is chosen so), so that halves are
//! exact; over the integers unary entries of a closed matrix are even anyway. Words: [`fits`].

use super::matrix::{Matrix, row_start};
use super::weight::{Weight, Word};

/// Whether closing a matrix of words with finite entries of at most this size cannot leave the word's range. A shortest
/// path has at most 2n edges as long as there is no negative cycle. The first negative cycle is seen on the diagonal after
/// at most two relaxations, each of which makes one way of at most four, and then the loop ends: 32n edges, and as many
/// again to spare.
pub(super) fn fits<W: Word>(variables: usize, largest: u128) -> bool {
    let room = 1u128 << W::LIMIT_BITS;
    largest < room / (64 * variables.max(1) as u128)
}

/// cell := min(cell, a + p, b + q) along a row: the inner loop of everything in this file.
#[inline(always)]
fn relax_row<W: Weight>(row: &mut [W], a: &W, through: &[W], b: &W, opposite: &[W]) {
    let length = row.len();
    match (a.is_infinite(), b.is_infinite()) {
        (true, true) => {}
        (false, true) => {
            for (cell, p) in row.iter_mut().zip(&through[..length]) {
                cell.lower_to(a.plus(p));
            }
        }
        (true, false) => {
            for (cell, q) in row.iter_mut().zip(&opposite[..length]) {
                cell.lower_to(b.plus(q));
            }
        }
        (false, false) => {
            for ((cell, p), q) in row.iter_mut().zip(&through[..length]).zip(&opposite[..length]) {
                let mut sum = a.plus(p);
                sum.lower_to(b.plus(q));
                cell.lower_to(sum);
            }
        }
    }
}

/// The rows of a literal and of its opposite, copied out so that the matrix can change.
struct Rows<W> {
    plus: Vec<W>,
    minus: Vec<W>,
}

impl<W: Weight> Rows<W> {
    fn new(literals: usize) -> Self {
        Rows { plus: Vec::with_capacity(literals), minus: Vec::with_capacity(literals) }
    }

    fn copy(&mut self, m: &Matrix<W>, variable: usize) {
        m.copy_row(2 * variable, &mut self.plus);
        m.copy_row(2 * variable + 1, &mut self.minus);
    }

    /// Ways between the two literals first.
    fn relax_opposite(&mut self, variable: usize) {
        let (there, back) = (self.plus[2 * variable + 1].clone(), self.minus[2 * variable].clone());
        for (p, q) in self.plus.iter_mut().zip(&mut self.minus) {
            let old = p.clone();
            if !there.is_infinite() {
                p.lower_to(there.plus(q));
            }
            if !back.is_infinite() {
                q.lower_to(back.plus(&old));
            }
        }
    }

    /// Ways through another variable, whose rows are given.
    fn relax_through(&mut self, variable: usize, rows: &Rows<W>) {
        for row in [&mut self.plus, &mut self.minus] {
            let (a, b) = (row[2 * variable].clone(), row[2 * variable + 1].clone());
            relax_row(row, &a, &rows.plus, &b, &rows.minus);
        }
    }

    /// The ways from literal i to the variable's two literals: mirror images of those from these to the opposite of i.
    fn ways_from(&self, i: usize) -> (&W, &W) {
        (&self.minus[i ^ 1], &self.plus[i ^ 1])
    }
}

/// All paths through the two literals of a variable, in either order.
fn relax_through<W: Weight>(m: &mut Matrix<W>, variable: usize, rows: &mut Rows<W>) {
    rows.copy(m, variable);
    rows.relax_opposite(variable);
    for (i, row) in m.rows_mut() {
        let (a, b) = rows.ways_from(i);
        relax_row(row, a, &rows.plus, b, &rows.minus);
    }
}

/// The same for two variables in one pass over the matrix: the rows of the second are first brought to where they would be
/// after the pass for the first. Half the memory traffic.
fn relax_through_two<W: Weight>(m: &mut Matrix<W>, first: usize, second: usize, rows: &mut [Rows<W>; 2]) {
    let [one, two] = rows;
    one.copy(m, first);
    one.relax_opposite(first);
    two.copy(m, second);
    two.relax_through(first, one);
    two.relax_opposite(second);
    for (i, row) in m.rows_mut() {
        let ((a, b), (c, d)) = (one.ways_from(i), two.ways_from(i));
        if [a, b, c, d].iter().any(|way| way.is_infinite()) {
            relax_row(row, a, &one.plus, b, &one.minus);
            relax_row(row, c, &two.plus, d, &two.minus);
            continue;
        }
        let length = row.len();
        let sources = one.plus[..length].iter().zip(&one.minus[..length]).zip(two.plus[..length].iter().zip(&two.minus[..length]));
        for (cell, ((p, q), (u, v))) in row.iter_mut().zip(sources) {
            let (mut left, mut right) = (a.plus(p), c.plus(u));
            left.lower_to(b.plus(q));
            right.lower_to(d.plus(v));
            left.lower_to(right);
            cell.lower_to(left);
        }
    }
}

fn has_negative_cycle<W: Weight>(m: &Matrix<W>) -> bool {
    (0..m.literals()).any(|i| m.cells[row_start(i) + i].is_negative())
}

/// Rounding of unary entries (integers only), emptiness, strengthening, and one spelling of infinity.
fn strengthen<W: Weight>(m: &mut Matrix<W>, integer: bool) -> bool {
    let literals = m.literals();
    if integer {
        for i in 0..literals {
            let even = m.unary(i).floor_even();
            *m.at_mut(i, i ^ 1) = even;
        }
        let opposite_clash = |i: usize| {
            let (a, b) = (m.unary(i), m.unary(i ^ 1));
            !a.is_infinite() && !b.is_infinite() && a.plus(b).is_negative()
        };
        if (0..literals).step_by(2).any(opposite_clash) {
            return false;
        }
    }
    let halves: Vec<W> = (0..literals).map(|j| if m.unary(j ^ 1).is_infinite() { W::INFINITY } else { m.unary(j ^ 1).half() }).collect();
    for (i, row) in m.rows_mut() {
        let own = &halves[i ^ 1];
        if own.is_infinite() {
            continue;
        }
        // The diagonal stays 0: there the sum is that of two opposite bounds, which is not negative.
        for (cell, half) in row.iter_mut().zip(&halves) {
            cell.lower_to(own.plus(half));
        }
    }
    settle(m);
    true
}

fn settle<W: Weight>(m: &mut Matrix<W>) {
    for cell in &mut m.cells {
        if cell.is_infinite() {
            *cell = W::INFINITY;
        }
    }
}

/// Closes the matrix; false if it has no solution.
pub(super) fn close<W: Weight>(m: &mut Matrix<W>, integer: bool) -> bool {
    let mut rows = [Rows::new(m.literals()), Rows::new(m.literals())];
    for variable in (0..m.variables).step_by(2) {
        if variable + 1 < m.variables {
            relax_through_two(m, variable, variable + 1, &mut rows);
        } else {
            relax_through(m, variable, &mut rows[0]);
        }
        if has_negative_cycle(m) {
            return false;
        }
    }
    strengthen(m, integer)
}

/// Adds Vⱼ − Vᵢ ≤ weight to a closed matrix and closes it again; false if nothing is left.
pub(super) fn close_with<W: Weight>(m: &mut Matrix<W>, i: usize, j: usize, weight: &W, integer: bool) -> bool {
    if weight >= m.at(i, j) {
        return true;
    }
    let sum = |a: &W, b: &W| if a.is_infinite() || b.is_infinite() { W::INFINITY } else { a.plus(b) };
    let twice = weight.plus(weight);
    // i → j ⇝ j^1 → i^1, and the same with the two edges in the other order.
    let (to_mirror, from_mirror) = (sum(&twice, m.at(j, j ^ 1)), sum(&twice, m.at(i ^ 1, i)));
    if sum(weight, m.at(j, i)).is_negative() || sum(&to_mirror, m.at(i ^ 1, i)).is_negative() {
        return false;
    }
    let (mut from_j, mut from_i_negated) = (Vec::new(), Vec::new());
    m.copy_row(j, &mut from_j);
    m.copy_row(i ^ 1, &mut from_i_negated);
    let unary_before: Vec<W> = (0..m.literals()).map(|k| m.unary(k).clone()).collect();
    for (a, row) in m.rows_mut() {
        let (to_i, to_j_negated) = (&from_i_negated[a ^ 1], &from_j[a ^ 1]);
        let mut at_j = sum(to_i, weight);
        at_j.lower_to(sum(to_j_negated, &from_mirror));
        let mut at_i_negated = sum(to_j_negated, weight);
        at_i_negated.lower_to(sum(to_i, &to_mirror));
        relax_row(row, &at_j, &from_j, &at_i_negated, &from_i_negated);
    }
    if (0..m.literals()).all(|k| *m.unary(k) == unary_before[k]) {
        settle(m);
        return true;
    }
    strengthen(m, integer)
}

/// Closes a matrix in which all entries between other variables than the touched ones are closed; false if empty.
/// Quadratic for each touched variable.
pub(super) fn close_touched<W: Weight>(m: &mut Matrix<W>, touched: &[usize], integer: bool) -> bool {
    let literals = m.literals();
    let touched_literals: Vec<usize> = touched.iter().flat_map(|v| [2 * v, 2 * v + 1]).collect();
    // First the best ways that start in a touched literal and continue among the others, of any length: one product with
    // the closed rest.
    let old: Vec<Vec<W>> = touched_literals
        .iter()
        .map(|&t| {
            let mut row = Vec::new();
            m.copy_row(t, &mut row);
            row
        })
        .collect();
    let mut new = old.clone();
    for (before, after) in old.iter().zip(&mut new) {
        let mut steps = before.clone();
        for &t in &touched_literals {
            steps[t] = W::INFINITY;
        }
        let mirrored: Vec<W> = (0..literals).map(|c| steps[c ^ 1].clone()).collect();
        for (r, row) in m.rows() {
            if !steps[r].is_infinite() {
                for (target, cell) in after.iter_mut().zip(row) {
                    target.lower_to(steps[r].plus(cell));
                }
            }
            let mut best = W::INFINITY;
            for (step, cell) in mirrored.iter().zip(row) {
                // Both can be infinite, and two infinities are more than a word holds.
                if !step.is_infinite() {
                    best.lower_to(step.plus(cell));
                }
            }
            after[r ^ 1].lower_to(best);
        }
    }
    // Then from a touched literal through the others to a touched one.
    for (index, &t) in touched_literals.iter().enumerate() {
        for (&end, last) in touched_literals.iter().zip((0..touched_literals.len()).map(|e| &old[e ^ 1])) {
            let mut best = new[index][end].clone();
            for k in (0..literals).filter(|k| !touched_literals.contains(k)) {
                let (to_k, to_end) = (&new[index][k], &last[k ^ 1]);
                if !to_k.is_infinite() && !to_end.is_infinite() {
                    best.lower_to(to_k.plus(to_end));
                }
            }
            if t == end && best.is_negative() {
                return false;
            }
            new[index][end] = best;
        }
    }
    for (&t, row) in touched_literals.iter().zip(new) {
        for (j, weight) in row.into_iter().enumerate() {
            m.at_mut(t, j).lower_to(weight);
        }
    }
    let mut rows = Rows::new(literals);
    for &variable in touched {
        relax_through(m, variable, &mut rows);
        if has_negative_cycle(m) {
            return false;
        }
    }
    strengthen(m, integer)
}

#[cfg(test)]
mod tests {
    use super::super::weight::Big;
    use super::*;
    use crate::Int;

    struct Draw(u64);

    impl Draw {
        fn below(&mut self, n: u64) -> u64 {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) % n
        }

        /// Even entries, some infinite, few negative.
        fn matrix(&mut self, n: usize) -> Matrix<i64> {
            let mut m = Matrix::unbounded(n);
            for i in 0..2 * n {
                for j in (0..=(i | 1)).filter(|j| *j != i) {
                    if self.below(3) == 0 {
                        *m.at_mut(i, j) = self.entry();
                    }
                }
            }
            m
        }

        fn entry(&mut self) -> i64 {
            2 * (self.below(40) as i64 - 2)
        }
    }

    fn numbers<W: Weight>(m: &Matrix<W>) -> Vec<Option<Int>> {
        m.cells.iter().map(W::number).collect()
    }

    fn closed<W: Weight>(m: &Matrix<i64>, integer: bool) -> Option<Vec<Option<Int>>> {
        let mut m: Matrix<W> = m.converted(|number| number)?;
        close(&mut m, integer).then(|| numbers(&m))
    }

    #[test]
    fn every_kind_of_number_closes_alike() {
        let mut draw = Draw(1);
        for round in 0..2000 {
            let n = 1 + draw.below(9) as usize;
            let m = draw.matrix(n);
            let integer = round % 2 == 0;
            let words = closed::<i64>(&m, integer);
            assert_eq!(words, closed::<i32>(&m, integer));
            assert_eq!(words, closed::<i128>(&m, integer));
            assert_eq!(words, closed::<Big>(&m, integer));
        }
    }

    #[test]
    fn incremental_closures_are_full_closures() {
        let mut draw = Draw(2);
        let mut solvable = 0;
        for round in 0..6000 {
            let n = 1 + draw.below(9) as usize;
            let mut m = draw.matrix(n);
            let integer = round % 2 == 0;
            if !close(&mut m, integer) || !(integer || m.all_even()) {
                continue;
            }
            let literal = |d: &mut Draw| d.below(2 * n as u64) as usize;
            let mut incremental = m.clone();
            let alive = if round % 3 == 0 {
                let (i, j, weight) = (literal(&mut draw), literal(&mut draw), draw.entry());
                if i == j {
                    continue;
                }
                m.at_mut(i, j).lower_to(weight);
                close_with(&mut incremental, i, j, &weight, integer)
            } else {
                let mut touched: Vec<usize> = (0..round % 3).map(|_| literal(&mut draw) / 2).collect();
                touched.dedup();
                for variable in &touched {
                    for _ in 0..4 {
                        let (i, j) = (2 * variable + draw.below(2) as usize, literal(&mut draw));
                        if i != j {
                            // An entry can also be weaker than before.
                            let weight = draw.entry();
                            *m.at_mut(i, j) = weight;
                            *incremental.at_mut(i, j) = weight;
                        }
                    }
                }
                close_touched(&mut incremental, &touched, integer)
            };
            assert_eq!(close(&mut m, integer), alive);
            if alive {
                solvable += 1;
                assert_eq!(m, incremental);
            }
        }
        assert!(solvable > 500, "{solvable}");
    }
}
