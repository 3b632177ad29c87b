//! Which variables stand together in a block (Singh, Püschel, Vechev: Making numerical program analysis fast, PLDI 2015).
//!
//! Two variables are related if some entry between them says more than their single bounds do; blocks are the connected
//! components. What two variables of different blocks satisfy follows from their single bounds and is computed when a
//! joint matrix is asked for ([`gather`]); a relation that the single bounds imply is not kept. This goes further than the
//! publication, where the strengthening step relates all variables that have bounds.

use super::block::{Block, Cells};
use super::matrix::{Matrix, row_start};
use super::weight::{Big, Weight};
use crate::Int;
use crate::linear::gcd;
use std::borrow::Cow;
use std::sync::Arc;

/// Disjoint sets of numbers below n.
pub(super) struct Classes(Vec<usize>);

impl Classes {
    pub fn new(n: usize) -> Self {
        Classes((0..n).collect())
    }

    pub fn find(&mut self, mut x: usize) -> usize {
        while self.0[x] != x {
            self.0[x] = self.0[self.0[x]];
            x = self.0[x];
        }
        x
    }

    /// The smaller representative stays, so that it is the least element of its class.
    pub fn union(&mut self, x: usize, y: usize) {
        let (a, b) = (self.find(x), self.find(y));
        self.0[a.max(b)] = a.min(b);
    }

    pub fn union_all(&mut self, members: &[usize]) {
        for pair in members.windows(2) {
            self.union(pair[0], pair[1]);
        }
    }
}

/// Variables that a binary operation must treat together, with the blocks of both sides that they come from.
pub(super) struct Group<'a> {
    pub variables: Vec<usize>,
    pub left: Vec<&'a Arc<Block>>,
    pub right: Vec<&'a Arc<Block>>,
}

/// The blocks of two sides, told apart.
pub(super) struct Sides {
    /// The same on both sides.
    pub shared: Vec<Arc<Block>>,
    pub left: Vec<Arc<Block>>,
    pub right: Vec<Arc<Block>>,
}

impl Sides {
    /// Blocks are disjoint within a side, so a shared one has nothing to do with the others of either side. Both lists are
    /// in the order of first variables.
    pub fn new(left: &[Arc<Block>], right: &[Arc<Block>]) -> Self {
        let mut sides = Sides { shared: Vec::with_capacity(left.len()), left: Vec::new(), right: Vec::new() };
        let mut others = right.iter().peekable();
        for block in left {
            while let Some(other) = others.next_if(|other| other.variables[0] < block.variables[0]) {
                sides.right.push(Arc::clone(other));
            }
            if others.next_if(|other| Arc::ptr_eq(block, other)).is_some() {
                sides.shared.push(Arc::clone(block));
            } else {
                sides.left.push(Arc::clone(block));
            }
        }
        sides.right.extend(others.cloned());
        sides
    }
}

/// The groups that occur in a block of either side, in order.
pub(super) fn groups<'a>(mut classes: Classes, left: &'a [Arc<Block>], right: &'a [Arc<Block>]) -> Vec<Group<'a>> {
    for block in left.iter().chain(right) {
        classes.union_all(&block.variables);
    }
    let n = classes.0.len();
    let mut number = vec![usize::MAX; n];
    let mut found: Vec<Group<'a>> = Vec::new();
    let mut present = vec![false; n];
    for block in left.iter().chain(right) {
        for &v in &block.variables {
            present[v] = true;
        }
    }
    for v in (0..n).filter(|v| present[*v]) {
        let root = classes.find(v);
        if number[root] == usize::MAX {
            number[root] = found.len();
            found.push(Group { variables: Vec::new(), left: Vec::new(), right: Vec::new() });
        }
        found[number[root]].variables.push(v);
    }
    for block in left {
        found[number[classes.find(block.variables[0])]].left.push(block);
    }
    for block in right {
        found[number[classes.find(block.variables[0])]].right.push(block);
    }
    found
}

/// A block and its matrix over the common denominator.
type Part<'a, W> = (&'a Block, Cow<'a, Matrix<W>>);

/// The joint matrix of several blocks over some of their variables and unbounded ones; the matrices must have the same
/// denominator, and even unary entries if there are several.
fn gather<'a, W: Weight>(parts: &[Part<'a, W>], variables: &[usize]) -> Cow<'a, Matrix<W>> {
    if let [(block, matrix)] = parts
        && block.variables == variables
    {
        return matrix.clone();
    }
    let place: Vec<Option<(usize, usize)>> =
        variables.iter().map(|v| parts.iter().enumerate().find_map(|(p, (block, _))| Some((p, block.position(*v)?)))).collect();
    let mut joint = Matrix::unbounded(variables.len());
    for (i, row) in joint.rows_mut() {
        let Some((p, x)) = place[i / 2] else { continue };
        let own = 2 * x + i % 2;
        let matrix = &parts[p].1;
        for (j, cell) in row.iter_mut().enumerate() {
            let Some((q, y)) = place[j / 2] else { continue };
            let other = 2 * y + j % 2;
            if p == q {
                *cell = matrix.at(own, other).clone();
            } else {
                let (a, b) = (matrix.unary(own), parts[q].1.unary(other ^ 1));
                if !a.is_infinite() && !b.is_infinite() {
                    *cell = a.half().plus(&b.half());
                }
            }
        }
    }
    Cow::Owned(joint)
}

/// Joint matrices of blocks over one denominator and in one kind of number, for an operation on both.
pub(super) trait Combine {
    fn combine<W: Weight>(&self, left: &mut Matrix<W>, right: &Matrix<W>);
}

/// A denominator over which all blocks have even entries (over the integers 1, where unary entries are even anyway).
fn common_denominator(blocks: &[&Block], integer: bool) -> Int {
    if integer {
        return Int::ONE;
    }
    let common = blocks.iter().fold(Int::ONE, |d, block| &d / gcd(&d, &block.denominator) * &block.denominator);
    let even = blocks.iter().all(|block| block.cells.all_even() || (&common / &block.denominator) % Int::from(2) == Int::ZERO);
    if even { common } else { common * Int::from(2) }
}

/// The operation applied to the joint matrices of both sides over the variables.
pub(super) fn combined(left: &[&Block], right: &[&Block], variables: &[usize], integer: bool, operation: &impl Combine) -> (Cells, Int) {
    let all: Vec<&Block> = left.iter().chain(right).copied().collect();
    let denominator = common_denominator(&all, integer);
    let scaled: Vec<Cow<'_, Cells>> = all.iter().map(|block| block.over(&denominator)).collect();
    let words: Option<Vec<Part<'_, i64>>> = all
        .iter()
        .zip(&scaled)
        .map(|(block, cells)| match &**cells {
            Cells::Word(m) => Some((*block, Cow::Borrowed(m))),
            Cells::Big(_) => None,
        })
        .collect();
    let cells = match words {
        Some(words) => {
            let mut a = gather(&words[..left.len()], variables).into_owned();
            operation.combine(&mut a, &gather(&words[left.len()..], variables));
            Cells::Word(a)
        }
        None => {
            let bigs: Vec<Part<'_, Big>> = all.iter().zip(&scaled).map(|(block, cells)| (*block, cells.big())).collect();
            let mut a = gather(&bigs[..left.len()], variables).into_owned();
            operation.combine(&mut a, &gather(&bigs[left.len()..], variables));
            Cells::Big(a).shrunk()
        }
    };
    (cells, denominator)
}

struct LeftOnly;

impl Combine for LeftOnly {
    fn combine<W: Weight>(&self, _: &mut Matrix<W>, _: &Matrix<W>) {}
}

/// One block for the variables, with what the given blocks say about them; closed if all of them are.
pub(super) fn merged(parts: &[&Block], variables: Vec<usize>, integer: bool) -> Block {
    let closed = parts.iter().all(|block| block.closed);
    let (cells, denominator) = combined(parts, &[], &variables, integer, &LeftOnly);
    Block { variables, cells, denominator, closed }
}

/// Whether the entry says more than the single bounds.
fn is_relation<W: Weight>(m: &Matrix<W>, i: usize, j: usize, entry: &W) -> bool {
    if entry.is_infinite() {
        return false;
    }
    let (a, b) = (m.unary(i), m.unary(j ^ 1));
    a.is_infinite() || b.is_infinite() || entry.doubled() < a.plus(b)
}

fn components<W: Weight>(m: &Matrix<W>) -> Vec<Vec<usize>> {
    let mut classes = Classes::new(m.variables);
    let mut bounded = vec![false; m.variables];
    for v in 0..m.variables {
        bounded[v] = !m.unary(2 * v).is_infinite() || !m.unary(2 * v + 1).is_infinite();
        for u in 0..v {
            if classes.find(u) == classes.find(v) {
                continue;
            }
            let related = [2 * v, 2 * v + 1].iter().any(|&i| {
                let row = &m.cells[row_start(i) + 2 * u..row_start(i) + 2 * u + 2];
                is_relation(m, i, 2 * u, &row[0]) || is_relation(m, i, 2 * u + 1, &row[1])
            });
            if related {
                classes.union(u, v);
                bounded[u] = true;
                bounded[v] = true;
            }
        }
    }
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); m.variables];
    for v in (0..m.variables).filter(|v| bounded[*v]) {
        found[classes.find(v)].push(v);
    }
    found.retain(|c| !c.is_empty());
    found
}

/// The block cut into its components; variables without any bound disappear.
pub(super) fn split(block: Block, integer: bool, into: &mut Vec<Arc<Block>>) {
    let components = match &block.cells {
        Cells::Word(m) => components(m),
        Cells::Big(m) => components(m),
    };
    if let [all] = components.as_slice()
        && all.len() == block.variables.len()
    {
        into.push(Arc::new(block));
        return;
    }
    for component in components {
        let variables = component.iter().map(|v| block.variables[*v]).collect();
        let part = merged(&[&block], variables, integer);
        into.push(Arc::new(part.reduced()));
    }
}
