//! Bounds of terms by propagation through rows: the cheapest way to a contradiction.
//!
//! Not trusted. Each derived bound remembers the sum of rows that it comes from, so that a contradiction can be told as a
//! certificate; only the derivations that it rests on become steps of it.

use crate::certificate::{Certificate, End, Step};
use crate::facts::{FactId, Facts};
use crate::row::{Col, Row};
use base::Int;
use base::int::floor_div;
use base::{SortedMap, SortedSet};

/// A fact or, counting on from the number of facts, a derived row.
pub type Source = usize;

pub type Sum = Vec<(Source, Int)>;

/// `factor · source` is the row `±(t − value) ≤ 0`.
#[derive(Clone, Debug)]
pub struct Bound {
    pub value: Int,
    pub source: Source,
    pub factor: Int,
}

#[derive(Clone, Debug)]
pub struct Derived {
    pub row: Row,
    pub sum: Sum,
    pub divisor: Int,
}

#[derive(Clone, Debug)]
pub struct Bounds {
    /// The number of facts when this was made.
    base: FactId,
    pub lower: Vec<Option<Bound>>,
    pub upper: Vec<Option<Bound>>,
    derived: Vec<Derived>,
    /// In how many long rows a term occurs, if only a contradiction is wanted: a bound that no other row uses is not derived.
    uses: Option<Vec<u32>>,
}

impl Bounds {
    pub fn new(facts: &Facts) -> Self {
        let columns = facts.terms.len();
        Bounds { base: facts.len(), lower: vec![None; columns], upper: vec![None; columns], derived: Vec::new(), uses: None }
    }

    /// Nothing but a contradiction among these rows is looked for. Long sums of terms that occur nowhere else are then quick to go through.
    pub fn for_contradiction(facts: &Facts, rows: &[Source]) -> Self {
        let mut uses = vec![0; facts.terms.len()];
        for row in rows.iter().filter_map(|r| facts.row(*r)).filter(|row| row.terms.len() > 1) {
            // An equality is read in both directions.
            row.terms.iter().for_each(|(col, _)| uses[*col as usize] += if row.equal { 2 } else { 1 });
        }
        Bounds { uses: Some(uses), ..Bounds::new(facts) }
    }

    /// Whether a new bound of a term is used by nobody: no other row has the term, and it does not exclude the bound on the other side.
    fn is_idle(&self, col: Col, upper: bool, value: &Int) -> bool {
        let Some(uses) = &self.uses else { return false };
        let conflicts = match if upper { &self.lower[col as usize] } else { &self.upper[col as usize] } {
            Some(other) => {
                if upper {
                    other.value > *value
                } else {
                    other.value < *value
                }
            }
            None => false,
        };
        uses[col as usize] < 2 && !conflicts
    }

    pub fn row<'a>(&'a self, facts: &'a Facts, source: Source) -> Option<&'a Row> {
        if source < self.base { facts.row(source) } else { self.derived.get(source - self.base).map(|d| &d.row) }
    }

    pub fn derive(&mut self, derived: Derived) -> Source {
        self.derived.push(derived);
        self.base + self.derived.len() - 1
    }

    /// The derived rows, from a number of them on.
    pub fn derived_from(&self, first: usize) -> Vec<Source> {
        (self.base + first..self.base + self.derived.len()).collect()
    }

    pub fn derivations(&self) -> usize {
        self.derived.len()
    }

    /// The certificate of a contradictory sum.
    pub fn certificate(&self, mut steps: Vec<Step>, sum: Sum) -> Certificate {
        let mut needed = SortedSet::new();
        let mut todo: Vec<Source> = sum.iter().map(|(s, _)| *s).collect();
        while let Some(source) = todo.pop() {
            if source >= self.base && needed.insert(source) {
                todo.extend(self.derived[source - self.base].sum.iter().map(|(s, _)| *s));
            }
        }
        let places: SortedMap<Source, FactId> = needed.iter().enumerate().map(|(i, s)| (*s, self.base + i)).collect();
        let renumber = |sum: &Sum| sum.iter().map(|(s, c)| (places.get(s).copied().unwrap_or(*s), c.clone())).collect();
        for source in &needed {
            let derived = &self.derived[source - self.base];
            steps.push(Step::Cut { sum: renumber(&derived.sum), divisor: derived.divisor.clone() });
        }
        Certificate { steps, end: End::Sum(renumber(&sum)) }
    }

    /// Takes the bound that a row with one term states; a contradiction if there is one.
    fn unit(&mut self, source: Source, row: &Row) -> Option<Sum> {
        let (col, c) = row.terms.first()?;
        // Rows are tightened, so the coefficient is 1 or −1.
        let above = *c > Int::ZERO;
        let value = if above { -&row.constant } else { row.constant.clone() };
        if above || row.equal {
            let bound = Bound { value: value.clone(), source, factor: if above { Int::ONE } else { Int::NEG_ONE } };
            if let Some(conflict) = self.improve(*col, true, bound) {
                return Some(conflict);
            }
        }
        if !above || row.equal {
            let bound = Bound { value, source, factor: if above { Int::NEG_ONE } else { Int::ONE } };
            return self.improve(*col, false, bound);
        }
        None
    }

    fn improve(&mut self, col: Col, upper: bool, bound: Bound) -> Option<Sum> {
        let col = col as usize;
        let side = if upper { &mut self.upper[col] } else { &mut self.lower[col] };
        if side.as_ref().is_none_or(|old| if upper { bound.value < old.value } else { bound.value > old.value }) {
            *side = Some(bound);
        }
        match (&self.lower[col], &self.upper[col]) {
            (Some(low), Some(high)) if low.value > high.value => {
                Some(vec![(low.source, low.factor.clone()), (high.source, high.factor.clone())])
            }
            _ => None,
        }
    }

    /// Propagates through the rows, at most `passes` times through all of them. Returns a contradictory sum.
    pub fn propagate(&mut self, facts: &Facts, rows: &[Source], passes: usize) -> Option<Sum> {
        let mut long = Vec::new();
        for &source in rows {
            let Some(row) = self.row(facts, source) else { continue };
            match row.terms.len() {
                0 if row.is_contradiction() => return Some(vec![(source, sign(row))]),
                0 => {}
                1 => {
                    let row = row.clone();
                    if let Some(conflict) = self.unit(source, &row) {
                        return Some(conflict);
                    }
                }
                _ => long.push(source),
            }
        }
        for _ in 0..passes {
            let before = self.derived.len();
            for &source in &long {
                // The row is moved out of the borrow of `self`; derived rows are few.
                let Some(row) = self.row(facts, source) else { continue };
                let row =
                    if source < self.base { std::borrow::Cow::Borrowed(facts.row(source)?) } else { std::borrow::Cow::Owned(row.clone()) };
                if let Some(conflict) = self.through(source, &row, false) {
                    return Some(conflict);
                }
                if row.equal
                    && let Some(conflict) = self.through(source, &row, true)
                {
                    return Some(conflict);
                }
            }
            if self.derived.len() == before {
                break;
            }
        }
        None
    }

    /// Propagates through `Σ c·t + k ≤ 0`, or its negation for an equality read backwards.
    fn through(&mut self, source: Source, row: &Row, backwards: bool) -> Option<Sum> {
        let signed = |c: &Int| if backwards { -c } else { c.clone() };
        // The least value of each summand; at most one may be unbounded.
        let mut least = signed(&row.constant);
        let mut open = None;
        for (i, (col, c)) in row.terms.iter().enumerate() {
            match self.extreme(*col, (*c > Int::ZERO) != backwards) {
                Some(bound) => least += signed(c) * &bound.value,
                None if open.is_none() => open = Some(i),
                None => return None,
            }
        }
        if open.is_none() && least > Int::ZERO {
            return Some(self.sum(source, row, backwards, None));
        }
        for (i, (col, c)) in row.terms.iter().enumerate() {
            if open.is_some_and(|o| o != i) {
                continue;
            }
            let c = signed(c);
            let positive = c > Int::ZERO;
            let mut rest = least.clone();
            if open.is_none() {
                let own = self.extreme(*col, positive)?;
                rest -= &c * &own.value;
            }
            // c·t ≤ −rest
            let size = if positive { c.clone() } else { -&c };
            let value = if positive { floor_div(&-rest, &size) } else { -floor_div(&-rest, &size) };
            let old = if positive { &self.upper[*col as usize] } else { &self.lower[*col as usize] };
            if old.as_ref().is_some_and(|old| if positive { value >= old.value } else { value <= old.value }) {
                continue;
            }
            if self.is_idle(*col, positive, &value) {
                continue;
            }
            let sum = self.sum(source, row, backwards, Some(i));
            let unit = if positive { (Int::ONE, -&value) } else { (Int::NEG_ONE, value.clone()) };
            let row = Row { terms: vec![(*col, unit.0)], constant: unit.1, equal: false };
            let derived = self.derive(Derived { row, sum, divisor: size });
            if let Some(conflict) = self.improve(*col, positive, Bound { value, source: derived, factor: Int::ONE }) {
                return Some(conflict);
            }
        }
        None
    }

    /// The bound that makes `c·t` least for a `c` of this sign.
    fn extreme(&self, col: Col, positive: bool) -> Option<&Bound> {
        let side = if positive { &self.lower } else { &self.upper };
        side.get(col as usize)?.as_ref()
    }

    /// The row plus the bounds of all its terms except one.
    fn sum(&self, source: Source, row: &Row, backwards: bool, except: Option<usize>) -> Sum {
        let mut sum = vec![(source, if backwards { Int::NEG_ONE } else { Int::ONE })];
        for (i, (col, c)) in row.terms.iter().enumerate() {
            if Some(i) != except
                && let Some(bound) = self.extreme(*col, (*c > Int::ZERO) != backwards)
            {
                let size = if *c < Int::ZERO { -c } else { c.clone() };
                sum.push((bound.source, size * &bound.factor));
            }
        }
        sum
    }

    /// Whether the bounds alone exclude a row.
    pub fn excludes(&self, row: &Row) -> bool {
        let least = |backwards: bool| {
            let mut sum = if backwards { -&row.constant } else { row.constant.clone() };
            for (col, c) in &row.terms {
                let bound = self.extreme(*col, (*c > Int::ZERO) != backwards)?;
                let c = if backwards { -c } else { c.clone() };
                sum += c * &bound.value;
            }
            Some(sum)
        };
        least(false).is_some_and(|sum| sum > Int::ZERO) || row.equal && least(true).is_some_and(|sum| sum > Int::ZERO)
    }

    /// The least and the greatest value of a linear form, as far as known.
    pub fn range(&self, terms: &[(Col, Int)], constant: &Int) -> (Option<Int>, Option<Int>) {
        let extreme = |upper: bool| {
            let mut sum = constant.clone();
            for (col, c) in terms {
                sum += c * &self.extreme(*col, (*c > Int::ZERO) != upper)?.value;
            }
            Some(sum)
        };
        (extreme(false), extreme(true))
    }
}

/// The multiplier that makes a contradictory row `c ≤ 0` with `c > 0`.
fn sign(row: &Row) -> Int {
    if row.constant < Int::ZERO { Int::NEG_ONE } else { Int::ONE }
}
