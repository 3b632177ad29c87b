//! The half matrix of an octagon (Miné: The octagon abstract domain, HOSC 2006, §2 and §3.1).
//!
//! A variable v of the block gives two literals: 2v stands for +v and 2v+1 for −v, so that the negation of a literal is
//! `literal ^ 1`. The entry at (i, j) bounds Vⱼ − Vᵢ from above; (i, i^1) bounds −2Vᵢ. The entries at (i, j) and (j^1,
//! i^1) say the same (the matrix is coherent), so only those with j ≤ i|1 are kept: row i is a contiguous slice of (i|1) +
//! 1 cells, 2n(n+1) cells in all.

use super::weight::Weight;
use crate::Int;

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Matrix<W> {
    pub variables: usize,
    pub cells: Vec<W>,
}

/// Where row i begins; also the number of cells of the rows before it.
#[inline(always)]
pub(super) fn row_start(i: usize) -> usize {
    (i + 1) * (i + 1) / 2
}

impl<W: Weight> Matrix<W> {
    /// Nothing is bounded: 0 on the diagonal, infinity elsewhere.
    pub fn unbounded(variables: usize) -> Self {
        let mut cells = vec![W::INFINITY; row_start(2 * variables)];
        for i in 0..2 * variables {
            cells[row_start(i) + i] = W::ZERO;
        }
        Matrix { variables, cells }
    }

    pub fn literals(&self) -> usize {
        2 * self.variables
    }

    #[inline(always)]
    fn position(i: usize, j: usize) -> usize {
        if j <= (i | 1) { row_start(i) + j } else { row_start(j ^ 1) + (i ^ 1) }
    }

    #[inline(always)]
    pub fn at(&self, i: usize, j: usize) -> &W {
        &self.cells[Self::position(i, j)]
    }

    #[inline(always)]
    pub fn at_mut(&mut self, i: usize, j: usize) -> &mut W {
        &mut self.cells[Self::position(i, j)]
    }

    /// The stored rows in order, each with its literal.
    pub fn rows(&self) -> impl Iterator<Item = (usize, &[W])> {
        (0..self.literals()).map(|i| (i, &self.cells[row_start(i)..row_start(i) + (i | 1) + 1]))
    }

    /// The stored rows in order, to be changed.
    pub fn rows_mut(&mut self) -> impl Iterator<Item = (usize, &mut [W])> {
        let mut rest = self.cells.as_mut_slice();
        (0..2 * self.variables).map(move |i| {
            let (row, after) = std::mem::take(&mut rest).split_at_mut((i | 1) + 1);
            rest = after;
            (i, row)
        })
    }

    /// The whole row of a literal, also the part that is kept in its mirror image.
    pub fn copy_row(&self, i: usize, into: &mut Vec<W>) {
        into.clear();
        let start = row_start(i);
        into.extend_from_slice(&self.cells[start..start + (i | 1) + 1]);
        into.extend(((i | 1) + 1..self.literals()).map(|j| self.cells[row_start(j ^ 1) + (i ^ 1)].clone()));
    }

    /// The bound of −2Vᵢ.
    #[inline(always)]
    pub fn unary(&self, i: usize) -> &W {
        &self.cells[row_start(i) + (i ^ 1)]
    }

    pub fn all_even(&self) -> bool {
        self.cells.iter().all(W::is_even)
    }

    /// Every entry translated by its number; `None` if one of them does not fit.
    pub fn converted<V: Weight>(&self, number: impl Fn(Int) -> Int) -> Option<Matrix<V>> {
        let cells = self.cells.iter().map(|w| V::from_number(w.number().map(&number).as_ref())).collect::<Option<_>>()?;
        Some(Matrix { variables: self.variables, cells })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_two_mirror_images_of_an_entry_are_one_cell() {
        let n = 5;
        let mut m = Matrix::<i64>::unbounded(n);
        assert_eq!(m.cells.len(), 2 * n * (n + 1));
        let mut seen = vec![0; m.cells.len()];
        for i in 0..2 * n {
            for j in 0..2 * n {
                // Both halves of the diagonal are kept: they are 0 until a negative cycle is found.
                assert!(i == j || Matrix::<i64>::position(i, j) == Matrix::<i64>::position(j ^ 1, i ^ 1));
                seen[Matrix::<i64>::position(i, j)] += 1;
            }
        }
        // A unary entry is its own mirror image, all others have two.
        assert!(seen.iter().all(|&s| s == 1 || s == 2));
        assert_eq!(seen.iter().sum::<usize>(), 4 * n * n);
        *m.at_mut(1, 7) = 42;
        let mut row = Vec::new();
        m.copy_row(6, &mut row);
        assert_eq!(row[0], 42);
        m.copy_row(1, &mut row);
        assert_eq!(row[7], 42);
    }
}
