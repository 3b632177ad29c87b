//! Integer consequences of equalities: they are solved for columns with coefficient ±1, the inequalities are rewritten with
//! them, and what then has a common divisor is divided and rounded. Finds parity and congruence contradictions that
//! have rational solutions. Not trusted: every consequence is a sum of rows with a divisor.

use crate::bounds::{Bounds, Derived, Source, Sum};
use crate::facts::Facts;
use crate::farkas;
use crate::row::{Col, Form, Row};
use base::Int;
use base::SortedMap;

/// An equality as a sum of rows. `up` states `form ≤ 0` and `down` states `−form ≤ 0`; both are the same row, with
/// opposite signs, if it is an equality.
#[derive(Clone)]
struct Equation {
    row: Row,
    /// Of an equality row, or of the two bounds of a fixed column.
    parts: SortedMap<Part, Int>,
}

/// What can be multiplied by any integer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Equality(Source),
    /// A column whose bounds are equal.
    Fixed(Col),
}

impl Equation {
    fn add(&mut self, other: &Equation, factor: &Int) {
        let mut form = Form { terms: std::mem::take(&mut self.row.terms), constant: &self.row.constant + &other.row.constant * factor };
        form.terms.extend(other.row.terms.iter().map(|(col, c)| (*col, c * factor)));
        self.row = form.row(self.row.equal && other.row.equal);
        for (part, c) in &other.parts {
            *self.parts.entry(*part).or_default() += c * factor;
        }
    }

    fn coefficient(&self, col: Col) -> Int {
        self.row.terms.binary_search_by_key(&col, |(c, _)| *c).map_or(Int::ZERO, |i| self.row.terms[i].1.clone())
    }
}

/// The parts with their signs resolved: a sum of facts. `None` if a fixed column lost its bounds.
fn resolve(bounds: &Bounds, parts: &SortedMap<Part, Int>, negated: bool) -> Option<Sum> {
    let mut sum: SortedMap<Source, Int> = SortedMap::new();
    for (part, c) in parts {
        let c = if negated { -c } else { c.clone() };
        match part {
            Part::Equality(source) => *sum.entry(*source).or_default() += c,
            Part::Fixed(col) => {
                // t − value, used upwards or downwards.
                let up = c > Int::ZERO;
                let bound = if up { bounds.upper[*col as usize].as_ref()? } else { bounds.lower[*col as usize].as_ref()? };
                let size = if up { c } else { -c };
                *sum.entry(bound.source).or_default() += size * &bound.factor;
            }
        }
    }
    Some(sum.into_iter().filter(|(_, c)| *c != Int::ZERO).collect())
}

/// Derives cuts; a contradictory sum if there is one. New rows are added to the derived ones.
pub fn cuts(facts: &Facts, bounds: &mut Bounds, rows: &[Source]) -> Option<Sum> {
    let mut solved: Vec<(Col, Equation)> = Vec::new();
    let mut open: Vec<Equation> = Vec::new();
    for &source in rows {
        if let Some(row) = bounds.row(facts, source)
            && row.equal
            && row.terms.len() > 1
        {
            open.push(Equation { row: row.clone(), parts: SortedMap::from([(Part::Equality(source), Int::ONE)]) });
        }
    }
    if open.is_empty() {
        return None;
    }
    let mut columns: Vec<Col> = rows.iter().filter_map(|s| bounds.row(facts, *s)).flat_map(|r| r.terms.iter().map(|(c, _)| *c)).collect();
    columns.sort_unstable();
    columns.dedup();
    for col in columns {
        if let (Some(low), Some(high)) = (&bounds.lower[col as usize], &bounds.upper[col as usize])
            && low.value == high.value
        {
            let row = Row { terms: vec![(col, Int::ONE)], constant: -&low.value, equal: true };
            open.push(Equation { row, parts: SortedMap::from([(Part::Fixed(col), Int::ONE)]) });
        }
    }
    // Equations with few terms first: they make the others shorter.
    open.sort_by_key(|e| e.row.terms.len());
    for mut equation in open {
        for (col, other) in &solved {
            let c = equation.coefficient(*col);
            if c != Int::ZERO {
                let factor = -c * other.coefficient(*col);
                equation.add(other, &factor);
            }
        }
        if let Some(conflict) = indivisible(facts, bounds, &equation) {
            return Some(conflict);
        }
        let unit = equation.row.terms.iter().find(|(_, c)| *c == Int::ONE || *c == Int::NEG_ONE).map(|(col, _)| *col);
        let Some(col) = unit else { continue };
        for (_, other) in &mut solved {
            let c = other.coefficient(col);
            if c != Int::ZERO {
                let factor = -c * equation.coefficient(col);
                other.add(&equation, &factor);
            }
        }
        solved.push((col, equation));
    }
    rewrite(facts, bounds, rows, &solved)
}

/// An equation whose coefficients have a common divisor that does not divide the constant: cut from both sides.
fn indivisible(facts: &Facts, bounds: &mut Bounds, equation: &Equation) -> Option<Sum> {
    let divisor = match equation.row.content() {
        Some(divisor) => divisor,
        // 0 = constant: a sum is enough.
        None if equation.row.constant != Int::ZERO => {
            return resolve(bounds, &equation.parts, equation.row.constant < Int::ZERO);
        }
        None => return None,
    };
    if &equation.row.constant % &divisor == Int::ZERO {
        return None;
    }
    let mut sides = Vec::new();
    for negated in [false, true] {
        let sum = resolve(bounds, &equation.parts, negated)?;
        sides.push((derive(facts, bounds, sum, &divisor)?, Int::ONE));
    }
    Some(sides)
}

fn derive(facts: &Facts, bounds: &mut Bounds, sum: Sum, divisor: &Int) -> Option<Source> {
    let row = {
        let parts: Option<Vec<(&Row, &Int)>> = sum.iter().map(|(s, c)| Some((bounds.row(facts, *s)?, c))).collect();
        farkas::cut(parts?, divisor)?
    };
    (!row.is_trivial()).then(|| bounds.derive(Derived { row, sum, divisor: divisor.clone() }))
}

/// Rewrites every inequality with the solved equations and divides.
fn rewrite(facts: &Facts, bounds: &mut Bounds, rows: &[Source], solved: &[(Col, Equation)]) -> Option<Sum> {
    let mut items: Vec<(Row, Sum)> = Vec::new();
    for &source in rows {
        match bounds.row(facts, source) {
            Some(row) if !row.equal && row.terms.len() > 1 => items.push((row.clone(), vec![(source, Int::ONE)])),
            _ => {}
        }
    }
    for (col, _) in solved {
        for bound in [&bounds.lower[*col as usize], &bounds.upper[*col as usize]].into_iter().flatten() {
            let mut row = Form::default();
            if let Some(stated) = bounds.row(facts, bound.source) {
                row.terms.extend(stated.terms.iter().map(|(c, v)| (*c, v * &bound.factor)));
                row.constant = &stated.constant * &bound.factor;
                items.push((row.row(false), vec![(bound.source, bound.factor.clone())]));
            }
        }
    }
    for (row, own) in items {
        let mut equation = Equation { row, parts: SortedMap::new() };
        for (col, other) in solved {
            let c = equation.coefficient(*col);
            if c != Int::ZERO {
                let factor = -c * other.coefficient(*col);
                equation.add(other, &factor);
            }
        }
        let divisor = equation.row.content().unwrap_or(Int::ONE);
        let useful = divisor > Int::ONE && &equation.row.constant % &divisor != Int::ZERO || equation.row.is_contradiction();
        if useful && let Some(mut sum) = resolve(bounds, &equation.parts, false) {
            sum.extend(own);
            let contradiction = equation.row.is_contradiction();
            if contradiction {
                return Some(sum);
            }
            derive(facts, bounds, sum, &divisor);
        }
    }
    None
}
