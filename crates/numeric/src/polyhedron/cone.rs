//! The double description of a polyhedral cone, and the conversion from one side to the other.
//!
//! Motzkin, Raiffa, Thompson, Thrall: The double description method, 1953; Chernikova's algorithm in the form of
//! Le Verge: A note on Chernikova's algorithm, INRIA 1992; saturation kept as bit sets.
//!
//! A cone is given by constraints c·g = 0 and c·g ≥ 0, or by generators: lines and rays. The two are dual, so one
//! [`Conversion`] serves both directions: it takes the rows of one side one after the other and keeps the other side
//! minimal. A polyhedron is the cone of its homogenised points: column 0 is the constant of a constraint and the
//! denominator of a generator; the constraint "column 0 ≥ 0" (positivity) is always among the constraints, written or
//! not.
//!
//! Invariant of a [`Pair`]: each side is minimal and generates the other; the equations (lines) are in reduced row
//! echelon form with pivots at the last columns, and the inequalities (rays) have 0 at the pivots. The constraints are
//! then unique up to their order, and so are the generators.

use crate::bits::{self, Bits};
use crate::interrupt;
use crate::row::{Row, Rows};
use crate::scalar::Scalar;
use std::cell::Cell;
use std::sync::Arc;

/// A step that compares so many pairs of rays is large.
const LARGE: usize = 1 << 14;

/// One side of a double description: a linear part (equations, lines) and a directed part (inequalities, rays).
#[derive(Clone, Debug, Default)]
pub(crate) struct Side {
    pub lines: Rows,
    pub rays: Rows,
}

impl Side {
    pub fn new(width: usize) -> Self {
        Side { lines: Rows::new(width), rays: Rows::new(width) }
    }

    pub fn width(&self) -> usize {
        self.rays.width()
    }

    /// A copy with room for more rays.
    fn clone_with_room(&self, rays: usize) -> Side {
        Side { lines: self.lines.clone(), rays: self.rays.clone_with_room(rays) }
    }

    pub fn extend(&mut self, other: &Side) {
        self.lines.extend(&other.lines);
        self.rays.extend(&other.rays);
    }

    pub fn select(&self, columns: &[Option<usize>]) -> Side {
        Side { lines: self.lines.select(columns), rays: self.rays.select(columns) }
    }

    /// Whether every row of the other kind that is given holds for this side.
    fn satisfy(&self, other: &Side) -> bool {
        other.lines.iter().all(|row| self.lines.all_zero_on(row) && self.rays.all_zero_on(row))
            && other.rays.iter().all(|row| self.lines.all_zero_on(row) && self.rays.all_non_negative_on(row))
    }

    /// The reduced row echelon form of the linear part, and the directed part reduced by it. Nothing changes as a set.
    pub fn canonical(&mut self) {
        if self.lines.is_empty() {
            return;
        }
        if !is_echelon(&self.lines) {
            echelon(&mut self.lines);
        }
        for line in self.lines.iter() {
            let column = last_column(line);
            let pivot = line.get(column);
            for ray in 0..self.rays.len() {
                eliminate(&mut self.rays, ray, line, &pivot, column);
            }
        }
    }
}

/// The last column that is not 0: the pivot of a line in echelon form.
fn last_column(line: Row) -> usize {
    (0..line.len()).rev().find(|c| line.sign(*c) != 0).expect("a line is not 0")
}

/// Whether the lines are in the form that [`echelon`] gives them.
fn is_echelon(lines: &Rows) -> bool {
    let mut before = lines.width();
    for index in 0..lines.len() {
        let line = lines.row(index);
        let Some(column) = (0..line.len()).rev().find(|c| line.sign(*c) != 0) else { return false };
        let alone = (0..lines.len()).all(|other| other == index || lines.row(other).sign(column) == 0);
        if column >= before || line.sign(column) < 0 || !alone {
            return false;
        }
        before = column;
    }
    true
}

/// Makes entry `column` of row `index` 0 by a multiple of `line`; `pivot` is the line's entry there, and positive.
pub(super) fn eliminate(rows: &mut Rows, index: usize, line: Row, pivot: &Scalar, column: usize) {
    if rows.row(index).sign(column) != 0 {
        let (s, t) = pivot.reduced(&rows.row(index).get(column));
        rows.combine_into(index, &s, line, &t.neg());
    }
}

/// Gauss–Jordan elimination with pivots from the last column down; dependent rows are dropped. The pivot entries
/// are positive.
fn echelon(lines: &mut Rows) {
    let mut done = 0;
    for column in (0..lines.width()).rev() {
        if done == lines.len() {
            break;
        }
        let Some(found) = (done..lines.len()).find(|i| lines.row(*i).sign(column) != 0) else { continue };
        lines.swap(done, found);
        if lines.row(done).sign(column) < 0 {
            lines.negate(done);
        }
        let pivot = lines.row(done).get(column);
        for other in 0..lines.len() {
            if other != done && lines.row(other).sign(column) != 0 {
                let (s, t) = pivot.reduced(&lines.row(other).get(column));
                lines.combine_rows(other, &s, done, &t.neg());
            }
        }
        done += 1;
    }
    lines.truncate(done);
}

/// Both sides of a cone, minimal, with who saturates whom.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    pub constraints: Side,
    pub generators: Side,
    /// One row for each inequality, one column for each ray.
    pub saturation: Bits,
}

/// A side that is being computed while rows of the other side arrive.
struct Conversion {
    dual: Side,
    /// For each ray of `dual`, the rows in `kept` that it saturates.
    saturation: Bits,
    equations: Rows,
    kept: Rows,
    /// Whether a line of the dual was used up, so that the others were changed.
    pivoted: bool,
    scratch: Scratch,
}

/// Lists that every conversion needs and none keeps.
#[derive(Default)]
struct Scratch {
    /// The scalar products of the dual's rays with the row being added.
    products: Vec<Scalar>,
    /// The rays on either side.
    plus: Vec<usize>,
    minus: Vec<usize>,
    candidates: Vec<(usize, usize)>,
}

thread_local! {
    static SCRATCH: Cell<Scratch> = Cell::default();
}

impl Conversion {
    /// Everything, before any row: all unit vectors are lines.
    fn universe(width: usize, rows: usize) -> Self {
        let mut dual = Side { lines: Rows::with_capacity(width, width), rays: Rows::with_capacity(width, 2 * width) };
        for column in 0..width {
            dual.lines.push_unit(column, 1);
        }
        let given = Side { lines: Rows::new(width), rays: Rows::with_capacity(width, rows) };
        Conversion::new(dual, Bits::with_capacity(2 * width, rows), given)
    }

    /// A dual side that is minimal for the rows given so far; the saturation has one row for each of its rays.
    fn new(dual: Side, saturation: Bits, given: Side) -> Self {
        Conversion { dual, saturation, equations: given.lines, kept: given.rays, pivoted: false, scratch: SCRATCH.take() }
    }

    fn add(&mut self, more: &Side) {
        for row in more.lines.iter() {
            self.add_equation(row);
        }
        if more.rays.len() == 1 {
            return self.add_inequality(more.rays.row(0));
        }
        for index in order(&more.rays) {
            self.add_inequality(more.rays.row(index));
        }
    }

    /// The dimension of the cone without its lines and equations.
    fn dimension(&self) -> usize {
        self.dual.width() - self.dual.lines.len() - self.equations.len()
    }

    /// If a line leaves the hyperplane of `row`: everything else is moved along that line into the hyperplane, and the
    /// line, directed to the positive side, is the last one then.
    fn pivot(&mut self, row: Row) -> bool {
        let products = &mut self.scratch.products;
        let (lines, rays) = (&mut self.dual.lines, &mut self.dual.rays);
        lines.products(row, products);
        let Some(found) = products.iter().position(|p| !p.is_zero()) else { return false };
        self.pivoted = true;
        let last = lines.len() - 1;
        lines.swap(found, last);
        products.swap(found, last);
        let mut product = products[last].clone();
        if product.sign() < 0 {
            lines.negate(last);
            product = product.neg();
        }
        for (index, other) in products[..last].iter().enumerate().filter(|(_, p)| !p.is_zero()) {
            let (s, t) = product.reduced(other);
            lines.combine_rows(index, &s, last, &t.neg());
        }
        rays.products(row, products);
        for (index, other) in products.iter().enumerate().filter(|(_, p)| !p.is_zero()) {
            let (s, t) = product.reduced(other);
            rays.combine_into(index, &s, lines.row(last), &t.neg());
        }
        true
    }

    fn add_equation(&mut self, row: Row) {
        if self.pivot(row) {
            self.dual.lines.truncate(self.dual.lines.len() - 1);
            self.equations.push(row);
            return;
        }
        self.split(row);
        if self.scratch.products.iter().all(Scalar::is_zero) {
            return;
        }
        self.combine();
        for index in (0..self.scratch.products.len()).rev() {
            if !self.scratch.products[index].is_zero() {
                self.remove(index);
            }
        }
        self.equations.push(row);
    }

    fn add_inequality(&mut self, row: Row) {
        let column = self.kept.len();
        if self.pivot(row) {
            for index in 0..self.saturation.len() {
                self.saturation.set(index, column);
            }
            let last = self.dual.lines.len() - 1;
            self.dual.rays.push(self.dual.lines.row(last));
            self.dual.lines.truncate(last);
            self.saturation.push_ones(column);
            self.kept.push(row);
            return;
        }
        self.split(row);
        if self.scratch.products.iter().all(|p| p.sign() >= 0) {
            // Redundant now and for ever after, since rows only arrive.
            return;
        }
        let old = self.scratch.products.len();
        self.combine();
        for index in 0..self.saturation.len() {
            if index >= old || self.scratch.products[index].is_zero() {
                self.saturation.set(index, column);
            }
        }
        for index in (0..old).rev() {
            if self.scratch.products[index].sign() < 0 {
                self.remove(index);
            }
        }
        self.kept.push(row);
    }

    fn split(&mut self, row: Row) {
        self.dual.rays.products(row, &mut self.scratch.products);
    }

    fn remove(&mut self, index: usize) {
        self.dual.rays.swap_remove(index);
        self.saturation.swap_remove(index);
    }

    /// Adds, for every pair of adjacent rays on different sides of the hyperplane, the ray in which their face meets it.
    /// Two rays are adjacent if no third one saturates everything that both saturate.
    fn combine(&mut self) {
        let (mut plus, mut minus) = (std::mem::take(&mut self.scratch.plus), std::mem::take(&mut self.scratch.minus));
        plus.clear();
        minus.clear();
        for (index, product) in self.scratch.products.iter().enumerate() {
            match product.sign() {
                1 => plus.push(index),
                -1 => minus.push(index),
                _ => {}
            }
        }
        let old = self.scratch.products.len();
        let least = self.dimension().saturating_sub(2);
        for &p in &plus {
            if minus.len() * old > LARGE {
                interrupt::poll();
            }
            for &m in &minus {
                if self.adjacent(p, m, old, least) {
                    let (s, t) = self.scratch.products[p].reduced(&self.scratch.products[m]);
                    self.dual.rays.push_between(p, &t.neg(), m, &s);
                    self.saturation.push_common(p, m);
                }
            }
        }
        (self.scratch.plus, self.scratch.minus) = (plus, minus);
    }

    #[inline]
    fn adjacent(&self, p: usize, m: usize, rays: usize, least: usize) -> bool {
        let saturation = &self.saturation;
        if saturation.stride() == 1 {
            let common = saturation.row(p)[0] & saturation.row(m)[0];
            return common.count_ones() as usize >= least && (0..rays).all(|r| saturation.row(r)[0] & common != common || r == p || r == m);
        }
        let (a, b) = (saturation.row(p), saturation.row(m));
        let shared: usize = a.iter().zip(b).map(|(x, y)| (x & y).count_ones() as usize).sum();
        let covers = |c: &[u64]| a.iter().zip(b).zip(c).all(|((x, y), z)| x & y & !z == 0);
        shared >= least && (0..rays).all(|r| r == p || r == m || !covers(saturation.row(r)))
    }

    /// The minimal form of the rows that arrived, the dual, and the saturation with one row for each of the former.
    fn finish(mut self) -> (Side, Side, Bits) {
        let turned = self.saturation.transposed(self.kept.len());
        let width = self.kept.width();
        let mut given = Side { lines: self.equations, rays: Rows::with_capacity(width, self.kept.len()) };
        let all = self.dual.rays.len();
        let mut candidates = std::mem::take(&mut self.scratch.candidates);
        candidates.clear();
        let mut new_equations = false;
        for index in 0..turned.len() {
            let count = bits::count(turned.row(index));
            if count == all {
                given.lines.push(self.kept.row(index));
                new_equations = true;
            } else {
                candidates.push((index, count));
            }
        }
        if new_equations {
            echelon(&mut given.lines);
        }
        // A facet has at least as many independent rays as the cone's dimension less 1.
        let dimension = width - self.dual.lines.len() - given.lines.len();
        candidates.retain(|(_, count)| count + 1 >= dimension);
        let mut saturation = Bits::with_capacity(candidates.len(), all);
        for (place, &(index, count)) in candidates.iter().enumerate() {
            let row = turned.row(index);
            let redundant = candidates.iter().enumerate().any(|(other, &(j, size))| {
                size >= count && other != place && bits::subset(row, turned.row(j)) && (other < place || size > count)
            });
            if !redundant {
                given.rays.push(self.kept.row(index));
                saturation.push(row);
            }
        }
        given.canonical();
        if self.pivoted {
            self.dual.canonical();
        }
        self.scratch.candidates = candidates;
        SCRATCH.set(self.scratch);
        (given, self.dual, saturation)
    }
}

/// The order in which rows are taken: by their entries, rays before points, so that the intermediate cones stay small.
fn order(rows: &Rows) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|a, b| rows.row(*a).compare(rows.row(*b)));
    order
}

fn positivity(width: usize) -> Rows {
    let mut rows = Rows::new(width);
    rows.push_unit(0, 1);
    rows
}

impl Pair {
    /// The minimal double description of a polyhedron; `None` if it is empty.
    pub fn from_constraints(given: &Side) -> Option<Pair> {
        let width = given.width();
        let mut conversion = Conversion::universe(width, given.rays.len() + 1);
        for row in given.lines.iter() {
            conversion.add_equation(row);
        }
        conversion.add_inequality(positivity(width).row(0));
        for index in order(&given.rays) {
            conversion.add_inequality(given.rays.row(index));
        }
        Pair::of_constraints(conversion)
    }

    fn of_constraints(conversion: Conversion) -> Option<Pair> {
        let has_point = conversion.dual.rays.iter().any(|r| r.sign(0) > 0);
        if !has_point {
            return None;
        }
        let (constraints, generators, saturation) = conversion.finish();
        Some(Pair { constraints, generators, saturation })
    }

    /// The minimal double description of what the generators span; they must contain a point.
    pub fn from_generators(given: &Side) -> Pair {
        let mut conversion = Conversion::universe(given.width(), given.rays.len());
        conversion.add(given);
        Pair::of_generators(conversion)
    }

    fn of_generators(conversion: Conversion) -> Pair {
        let (generators, constraints, saturation) = conversion.finish();
        let saturation = saturation.transposed(constraints.rays.len());
        Pair { constraints, generators, saturation }
    }

    /// The meet with more constraints, incrementally; `None` if it is empty.
    pub fn with_constraints(self: &Arc<Pair>, more: &Side) -> Option<Arc<Pair>> {
        if self.generators.satisfy(more) {
            return Some(self.clone());
        }
        let room = self.constraints.rays.len() + more.rays.len();
        let saturation = self.saturation.transposed_with_room(self.generators.rays.len(), room);
        let mut conversion =
            Conversion::new(self.generators.clone_with_room(4), saturation, self.constraints.clone_with_room(more.rays.len()));
        conversion.add(more);
        Pair::of_constraints(conversion).map(Arc::new)
    }

    /// The hull with more generators, incrementally.
    pub fn with_generators(self: &Arc<Pair>, more: &Side) -> Arc<Pair> {
        if self.constraints.satisfy(more) {
            return self.clone();
        }
        let room = self.generators.rays.len() + more.rays.len();
        let saturation = self.saturation.widened(room);
        let mut conversion =
            Conversion::new(self.constraints.clone_with_room(8), saturation, self.generators.clone_with_room(more.rays.len()));
        conversion.add(more);
        Arc::new(Pair::of_generators(conversion))
    }

    /// To be called after an invertible linear map of both sides.
    pub fn canonical(&mut self) {
        self.constraints.canonical();
        self.generators.canonical();
    }

    pub fn width(&self) -> usize {
        self.constraints.width()
    }
}
