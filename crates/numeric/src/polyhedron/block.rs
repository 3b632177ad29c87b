//! A block: the part of a polyhedron that relates some of its dimensions, solved when somebody asks.
//!
//! Singh, Püschel, Vechev: Fast polyhedra abstract domain, POPL 2017. A polyhedron is the product of its blocks, so the
//! cost of an operation follows the largest block it touches. Here a block is immutable and shared; what was given
//! (constraints, or one more constraint or generator than a known double description) is turned into a minimal double
//! description at the first question, and that may show that the block falls apart into smaller ones.
//!
//! Invariant: the body of a solved block is not empty, and unless it is small no two sets of its dimensions are
//! independent. The decomposition is then the finest there is: reduced row echelon forms and facets reduced by them are
//! unique, so they are those of the factors.

use super::cone::{Pair, Side};
use super::strict;
use crate::bits::{Bits, subset};
use crate::row::{Row, Rows};
use crate::scalar::Scalar;
use std::sync::{Arc, OnceLock};

/// Blocks of at most this many columns and rays are not split: taking them apart and putting them together again costs
/// more than their size (measured on the recorded traces: a third of the time on systems of up to ten variables).
pub(super) const SMALL_WIDTH: usize = 16;
const SMALL_RAYS: usize = 32;

/// What a block was made from.
#[derive(Clone, Debug)]
enum Given {
    Constraints(Side),
    MoreConstraints(Arc<Pair>, Side),
    /// Open: generators beside a known double description, or alone.
    MoreGenerators(Arc<Pair>, Side),
    Generators(Side),
    Pair(Arc<Pair>),
}

#[derive(Clone, Debug)]
pub(crate) struct Block {
    /// In rising order; the column of `dimensions[k]` is k + 1.
    pub dimensions: Vec<usize>,
    given: Given,
    /// Forms that are positive on the set and non-negative on its closure; their closures stand in `given` as well.
    strict: Rows,
    solution: OnceLock<Solution>,
}

#[derive(Clone, Debug)]
pub(crate) enum Solution {
    Empty,
    Whole(Body),
    /// The blocks into which it falls apart; perhaps none.
    Parts(Vec<Arc<Block>>),
}

/// A closed polyhedron in minimal form, and the faces that do not belong to it.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub pair: Arc<Pair>,
    /// Forms that vanish exactly on the excluded faces, which are maximal.
    pub strict: Rows,
    /// For each of them, the rays of `pair` in its face.
    pub faces: Bits,
}

impl Block {
    pub fn of_constraints(dimensions: Vec<usize>, given: Side, strict: Rows) -> Block {
        Block { dimensions, given: Given::Constraints(given), strict, solution: OnceLock::new() }
    }

    pub fn of_pair(dimensions: Vec<usize>, pair: Arc<Pair>, strict: Rows) -> Block {
        Block { dimensions, given: Given::Pair(pair), strict, solution: OnceLock::new() }
    }

    /// An open block: the closed hull of `pair` and more generators, to be computed when it is asked for.
    pub fn of_hull(dimensions: Vec<usize>, pair: Arc<Pair>, more: Side) -> Block {
        let strict = Rows::new(more.width());
        Block { dimensions, given: Given::MoreGenerators(pair, more), strict, solution: OnceLock::new() }
    }

    /// An open block: the closed hull of generators, among them a point.
    pub fn of_generators(dimensions: Vec<usize>, given: Side) -> Block {
        let strict = Rows::new(given.width());
        Block { dimensions, given: Given::Generators(given), strict, solution: OnceLock::new() }
    }

    /// A block that is known to be whole.
    pub fn whole(dimensions: Vec<usize>, body: Body) -> Block {
        let block = Block::of_pair(dimensions, body.pair.clone(), body.strict.clone());
        let _ = block.solution.set(Solution::Whole(body));
        block
    }

    pub fn solved(&self) -> Option<&Solution> {
        self.solution.get()
    }

    /// Whether this is known by its generators only, because nobody has asked for more yet; it is not empty.
    pub fn is_open(&self) -> bool {
        matches!(self.given, Given::MoreGenerators(..) | Given::Generators(_)) && self.solution.get().is_none()
    }

    /// The body, if it is known that the block is whole.
    pub fn known(&self) -> Option<&Body> {
        match self.solution.get() {
            Some(Solution::Whole(body)) => Some(body),
            _ => None,
        }
    }

    /// Generators that span the block, not minimal if it is open: two lists, the second perhaps of nothing. An open block
    /// may be solved by somebody else at any time, so what was given is taken rather than a flag.
    pub fn generators(&self) -> (&Side, Option<&Side>) {
        match (&self.given, self.known()) {
            (Given::MoreGenerators(pair, side), None) => (&pair.generators, Some(side)),
            (Given::Generators(side), None) => (side, None),
            _ => (&self.body().pair.generators, None),
        }
    }

    /// The double description from which an open block starts, if any; its own where the block is solved.
    pub fn base(&self) -> Option<&Arc<Pair>> {
        match (&self.given, self.known()) {
            (Given::MoreGenerators(pair, _), None) => Some(pair),
            (Given::Generators(_), None) => None,
            _ => Some(&self.body().pair),
        }
    }

    pub fn solution(&self) -> &Solution {
        self.solution.get_or_init(|| self.solve())
    }

    /// The body of a block that is known to be whole.
    pub fn body(&self) -> &Body {
        match self.solution() {
            Solution::Whole(body) => body,
            _ => unreachable!("only parts of a solved polyhedron are asked for their body"),
        }
    }

    fn solve(&self) -> Solution {
        let pair = match &self.given {
            Given::Constraints(side) => Pair::from_constraints(side).map(Arc::new),
            Given::MoreConstraints(pair, side) => pair.with_constraints(side),
            Given::MoreGenerators(pair, side) if side.rays.len() <= pair.generators.rays.len() => Some(pair.with_generators(side)),
            Given::MoreGenerators(pair, side) => {
                // Most generators are new: better to take all of them in a good order.
                let mut all = pair.generators.clone();
                all.extend(side);
                Some(Arc::new(Pair::from_generators(&all)))
            }
            Given::Generators(side) => Some(Arc::new(Pair::from_generators(side))),
            Given::Pair(pair) => Some(pair.clone()),
        };
        let Some(pair) = pair else { return Solution::Empty };
        let Some((strict, faces)) = strict::reduced(&pair, &self.strict) else { return Solution::Empty };
        let body = Body { pair, strict, faces };
        if body.is_small() && !body.is_universe() || body.is_connected() {
            return Solution::Whole(body);
        }
        let components = body.components();
        let parts = components.iter().map(|columns| {
            let dimensions = columns.iter().map(|c| self.dimensions[c - 1]).collect();
            Arc::new(Block::whole(dimensions, body.part(columns)))
        });
        Solution::Parts(parts.collect())
    }

    /// The constraints without solving, if they are at hand.
    pub fn constraints_at_hand(&self) -> Option<Side> {
        match &self.given {
            Given::Constraints(side) => Some(side.clone()),
            Given::MoreConstraints(pair, side) => {
                let mut all = pair.constraints.clone();
                all.extend(side);
                Some(all)
            }
            Given::Pair(pair) => Some(pair.constraints.clone()),
            Given::MoreGenerators(..) | Given::Generators(_) => None,
        }
    }

    pub fn strict(&self) -> &Rows {
        &self.strict
    }

    /// The meet with constraints over the same dimensions; the block must be whole, or not solved yet and not open.
    pub fn with_constraints(&self, more: Side, more_strict: &Rows) -> Block {
        let mut strict = self.strict.clone();
        let given = match (self.solution.get(), &self.given) {
            (Some(Solution::Whole(body)), _) => {
                strict = body.strict.clone();
                Given::MoreConstraints(body.pair.clone(), more)
            }
            (_, Given::Constraints(side)) => {
                let mut all = side.clone();
                all.extend(&more);
                Given::Constraints(all)
            }
            (_, Given::MoreConstraints(pair, side)) => {
                let mut all = side.clone();
                all.extend(&more);
                Given::MoreConstraints(pair.clone(), all)
            }
            (_, Given::Pair(pair)) => Given::MoreConstraints(pair.clone(), more),
            (_, Given::MoreGenerators(..) | Given::Generators(_)) => {
                let body = self.body();
                strict = body.strict.clone();
                Given::MoreConstraints(body.pair.clone(), more)
            }
        };
        strict.extend(more_strict);
        Block { dimensions: self.dimensions.clone(), given, strict, solution: OnceLock::new() }
    }

    /// The image under the invertible map that gives column `column` the value image/factor; `inverse`/`inverse_factor`
    /// is the old value in terms of the new columns. Factors are positive. `alone` says that no other column occurs, so
    /// that a whole block stays whole.
    pub fn mapped(&self, column: usize, image: Row, factor: &Scalar, inverse: Row, inverse_factor: &Scalar, alone: bool) -> Block {
        let constraints = |side: &mut Side| {
            side.lines.substitute_column(column, inverse, inverse_factor);
            side.rays.substitute_column(column, inverse, inverse_factor);
        };
        let generators = |side: &mut Side| {
            side.lines.replace_column(column, image, factor);
            side.rays.replace_column(column, image, factor);
        };
        // A column that is only moved and stretched leaves the echelon form of the constraints as it is.
        let kept = alone && image.sign(column) > 0;
        let both = |pair: &Pair| {
            let mut pair = pair.clone();
            constraints(&mut pair.constraints);
            generators(&mut pair.generators);
            if kept {
                pair.generators.canonical()
            } else {
                pair.canonical()
            }
            Arc::new(pair)
        };
        let (mut strict, given) = match (self.solution.get(), &self.given) {
            (Some(Solution::Whole(body)), _) if alone && body.strict.is_empty() => {
                let body = Body { pair: both(&body.pair), strict: body.strict.clone(), faces: Bits::new(1) };
                return Block::whole(self.dimensions.clone(), body);
            }
            (Some(Solution::Whole(body)), _) => (body.strict.clone(), Given::Pair(both(&body.pair))),
            (_, given) => {
                let mut given = given.clone();
                match &mut given {
                    Given::Constraints(side) => constraints(side),
                    Given::MoreConstraints(pair, side) => {
                        *pair = both(pair);
                        constraints(side);
                    }
                    Given::MoreGenerators(pair, side) => {
                        *pair = both(pair);
                        generators(side);
                    }
                    Given::Generators(side) => generators(side),
                    Given::Pair(pair) => *pair = both(pair),
                }
                (self.strict.clone(), given)
            }
        };
        strict.substitute_column(column, inverse, inverse_factor);
        Block { dimensions: self.dimensions.clone(), given, strict, solution: OnceLock::new() }
    }

    /// The same block with its dimensions renamed.
    pub fn renamed(&self, to: &dyn Fn(usize) -> usize) -> Block {
        let renamed: Vec<usize> = self.dimensions.iter().map(|d| to(*d)).collect();
        if renamed.is_sorted() {
            let mut block = self.clone();
            block.dimensions = renamed;
            if let Some(Solution::Parts(parts)) = block.solution.get_mut() {
                *parts = parts.iter().map(|p| Arc::new(p.renamed(to))).collect();
            }
            return block;
        }
        let mut dimensions = renamed.clone();
        dimensions.sort_unstable();
        let columns = columns(&renamed, &dimensions);
        let both = |pair: &Pair| {
            let mut pair = pair.clone();
            pair.constraints = pair.constraints.select(&columns);
            pair.generators = pair.generators.select(&columns);
            pair.canonical();
            Arc::new(pair)
        };
        let given = match (self.solution.get(), &self.given) {
            (Some(Solution::Whole(body)), _) => Given::Pair(both(&body.pair)),
            (_, Given::Constraints(side)) => Given::Constraints(side.select(&columns)),
            (_, Given::MoreConstraints(pair, side)) => Given::MoreConstraints(both(pair), side.select(&columns)),
            (_, Given::MoreGenerators(pair, side)) => Given::MoreGenerators(both(pair), side.select(&columns)),
            (_, Given::Generators(side)) => Given::Generators(side.select(&columns)),
            (_, Given::Pair(pair)) => Given::Pair(both(pair)),
        };
        Block { dimensions, given, strict: self.strict.select(&columns), solution: OnceLock::new() }
    }
}

/// For each column over the dimensions `to`, its column over `from`; column 0 stays.
pub(crate) fn columns(from: &[usize], to: &[usize]) -> Vec<Option<usize>> {
    let place = |d: &usize| from.iter().position(|f| f == d).map(|p| p + 1);
    std::iter::once(Some(0)).chain(to.iter().map(place)).collect()
}

impl Body {
    /// Whether splitting would cost more than it saves.
    fn is_small(&self) -> bool {
        self.pair.width() <= SMALL_WIDTH && self.pair.generators.rays.len() <= SMALL_RAYS
    }

    /// Whether nothing is said about any column.
    pub fn is_universe(&self) -> bool {
        self.pair.constraints.lines.is_empty() && self.pair.constraints.rays.iter().all(|row| row.is_constant())
    }

    /// Whether all columns are related to each other.
    fn is_connected(&self) -> bool {
        let width = self.pair.width();
        if width > 64 {
            let components = self.components();
            return components.len() == 1 && components[0].len() + 1 == width;
        }
        let all = (u64::MAX >> (64 - width)) & !1;
        let mut reached = 2 & all;
        loop {
            let before = reached;
            let rows = self.pair.constraints.lines.iter().chain(self.pair.constraints.rays.iter());
            for row in rows.chain(self.strict.iter()) {
                let support = row.support();
                if support & reached != 0 {
                    reached |= support;
                }
            }
            if reached == all || reached == before {
                // A single column must occur somewhere to be related to anything.
                return reached == all && (width > 2 || self.pair.generators.lines.is_empty());
            }
        }
    }

    /// The columns that are related to each other; columns that no constraint mentions are left out.
    pub fn components(&self) -> Vec<Vec<usize>> {
        let width = self.pair.width();
        let mut leader: Vec<usize> = (0..width).collect();
        let mut used = vec![false; width];
        fn find(leader: &[usize], mut i: usize) -> usize {
            while leader[i] != i {
                i = leader[i];
            }
            i
        }
        let rows = self.pair.constraints.lines.iter().chain(self.pair.constraints.rays.iter());
        for row in rows.chain(self.strict.iter()) {
            let mut first = None;
            for (column, used) in used.iter_mut().enumerate().skip(1) {
                if row.sign(column) != 0 {
                    *used = true;
                    let root = find(&leader, column);
                    match first {
                        None => first = Some(root),
                        Some(f) => leader[root] = find(&leader, f),
                    }
                }
            }
        }
        let mut components: Vec<Vec<usize>> = Vec::new();
        let mut place = vec![usize::MAX; width];
        for column in (1..width).filter(|c| used[*c]) {
            let root = find(&leader, column);
            if place[root] == usize::MAX {
                place[root] = components.len();
                components.push(Vec::new());
            }
            components[place[root]].push(column);
        }
        components
    }

    /// The factor over some columns that are independent of the others. Nothing is computed: its facets are facets of
    /// the product, and its generators are the projections of the product's.
    fn part(&self, columns: &[usize]) -> Body {
        let select: Vec<Option<usize>> = std::iter::once(0).chain(columns.iter().copied()).map(Some).collect();
        let inside = |row: Row| columns.iter().any(|c| row.sign(*c) != 0);
        let keep = |rows: &Rows| -> Vec<usize> { (0..rows.len()).filter(|i| inside(rows.row(*i))).collect() };
        let picked = |rows: &Rows, chosen: &[usize]| rows.pick(chosen.iter().copied()).select(&select);
        let (old_constraints, old_generators) = (&self.pair.constraints, &self.pair.generators);
        let facets = keep(&old_constraints.rays);
        let mut constraints =
            Side { lines: picked(&old_constraints.lines, &keep(&old_constraints.lines)), rays: picked(&old_constraints.rays, &facets) };
        // A ray of the product lies in one factor; the points of a factor occur once for each combination.
        let mut projected = old_generators.rays.select(&select);
        projected.normalise();
        let mut chosen: Vec<usize> = (0..projected.len()).filter(|i| !is_zero(projected.row(*i))).collect();
        chosen.sort_by(|a, b| projected.row(*a).compare(projected.row(*b)));
        chosen.dedup_by(|a, b| projected.row(*a).compare(projected.row(*b)).is_eq());
        let generators =
            Side { lines: picked(&old_generators.lines, &keep(&old_generators.lines)), rays: projected.pick(chosen.iter().copied()) };
        let mut saturation = Bits::zero(facets.len() + 1, chosen.len());
        for (new, &old) in facets.iter().enumerate() {
            for (place, &g) in chosen.iter().enumerate() {
                if self.pair.saturation.get(old, g) {
                    saturation.set(new, place);
                }
            }
        }
        // Positivity is saturated by the rays; it is redundant where they lie in a facet.
        for place in 0..chosen.len() {
            if generators.rays.row(place).sign(0) == 0 {
                saturation.set(facets.len(), place);
            }
        }
        if (0..facets.len()).any(|f| subset(saturation.row(facets.len()), saturation.row(f))) {
            saturation.truncate(facets.len());
        } else {
            constraints.rays.push_unit(0, 1);
        }
        let strict = picked(&self.strict, &keep(&self.strict));
        let pair = Arc::new(Pair { constraints, generators, saturation });
        let faces = strict::faces(&pair, &strict);
        Body { pair, strict, faces }
    }

    /// Whether both are the same set; the dimensions must be the same.
    pub fn same(&self, other: &Body) -> bool {
        if Arc::ptr_eq(&self.pair, &other.pair) && self.strict.is_empty() && other.strict.is_empty() {
            return true;
        }
        let (a, b) = (&self.pair.constraints, &other.pair.constraints);
        a.lines.len() == b.lines.len()
            && a.rays.len() == b.rays.len()
            && self.strict.len() == other.strict.len()
            && same_rows(&a.lines, &b.lines)
            && same_rows(&a.rays, &b.rays)
            && same_rows(&self.strict, &other.strict)
    }
}

pub(super) fn is_zero(row: Row) -> bool {
    row.sign(0) == 0 && row.is_constant()
}

/// Whether two lists of equally many different rows are the same set.
fn same_rows(a: &Rows, b: &Rows) -> bool {
    // Rows that were made in the same way stand in the same order.
    let found = |(i, x): (usize, Row)| b.row(i).compare(x).is_eq() || b.iter().any(|y| y.compare(x).is_eq());
    a.iter().enumerate().all(found)
}
