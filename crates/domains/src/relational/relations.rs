//! What a relational domain is made of: octagons or polyhedra over the integers, behind one interface.
//!
//! Invariant of every implementation: a result contains the exact result on integer points; where it may contain more, the
//! operation says that it is not exact.

use super::formulas;
use base::SortedSet;
use numeric::lp;
use numeric::{Constraint, Int, Interval, Linear, Octagon, Polyhedron, Rational, Relation, interpolate, widening};
use std::fmt::Debug;

/// Which widening a polyhedron uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Widening {
    /// Cousot, Halbwachs: Automatic discovery of linear restraints among variables of a program, POPL 1978.
    #[default]
    Ch78,
    /// Bagnara, Hill, Ricci, Zaffanella: Precise widening operators for convex polyhedra, SAS 2003.
    Bhrz03,
}

/// A hull with more generators than this may have very many constraints; it is not computed as it is.
const MANY: usize = 120;

/// Up to so many it is worth finding out how many there are without the redundant ones.
const LOOKED_AT: usize = 3 * MANY;

/// Constraints with more terms than this are looked at before they join blocks.
const NARROW: usize = 4;

/// No constraint makes a block with more dimensions than this.
const WIDEST: usize = 14;

/// A set of integer points, described by relations between dimensions.
pub trait Relations: Clone + Debug + PartialEq {
    /// Whether ranges of machine types may be kept here as well: they cost nothing.
    const KEEPS_RANGES: bool;

    fn universe(dimensions: usize) -> Self;
    fn is_empty(&self) -> bool;
    fn includes(&self, other: &Self) -> bool;
    /// Contains the least upper bound.
    fn join(&self, other: &Self) -> Self;
    /// Whether [`Relations::includes`] is cheap with this on the left.
    fn is_quick(&self) -> bool;
    fn meet(&self, other: &Self) -> Self;
    /// True if the result is exact.
    fn meet_constraints(&mut self, constraints: &[Constraint]) -> bool;
    /// `x := form`; true if the result is exact.
    fn assign(&mut self, x: usize, form: &Linear) -> bool;
    /// The points from which `x := form` leads here; true if the result is exact.
    fn substitute(&mut self, x: usize, form: &Linear) -> bool;
    fn forget(&mut self, dimensions: &[usize]);
    /// New dimensions at the end, without constraints.
    fn grow(&mut self, count: usize);
    /// Projects the last dimensions away.
    fn shrink(&mut self, count: usize);
    /// Bounds of a form, as integers; `None` if there is no point.
    fn values(&self, form: &Linear) -> Option<Interval>;
    /// Never closes or tightens the left argument. Limits that hold on both sides hold on the result.
    fn widen(&self, new: &Self, how: Widening, limits: &[Constraint]) -> Self;
    fn implies(&self, constraint: &Constraint) -> bool;
    fn constraints(&self) -> Vec<Constraint>;
    /// An integer point if one is at hand.
    fn integer_point(&self) -> Option<Vec<Int>>;
    /// Constraints that hold here and each of which excludes the other; empty if none is found.
    fn separate(&self, other: &Self) -> Vec<Constraint>;
}

impl Relations for Polyhedron {
    const KEEPS_RANGES: bool = false;

    fn universe(dimensions: usize) -> Self {
        Polyhedron::universe(dimensions)
    }
    fn is_empty(&self) -> bool {
        Polyhedron::is_empty(self)
    }
    fn includes(&self, other: &Self) -> bool {
        Polyhedron::includes(self, other)
    }
    fn join(&self, other: &Self) -> Self {
        // Most generators of a hull that was not looked at may be redundant; up to some number it pays to find out.
        if let Some(hull) = self.join_within(other, LOOKED_AT) {
            if (MANY + 1..=LOOKED_AT).contains(&hull.largest_span()) {
                let _ = Polyhedron::constraints(&hull);
            }
            if hull.largest_span() <= MANY {
                return hull;
            }
        }
        // Then only what one of the two says and the other satisfies, and the bounds of single dimensions.
        let mut kept: Vec<Constraint> = widening::simple(self, other).constraints();
        kept.extend(widening::simple(other, self).constraints());
        for d in kept.iter().flat_map(|c| c.form.terms().map(|(d, _)| d)).collect::<SortedSet<_>>() {
            let x = Linear::variable(d);
            // Neither is empty.
            let ranges = self.values(&x).zip(other.values(&x)).map(|(mine, theirs)| mine.join(&theirs));
            kept.extend(ranges.iter().flat_map(|range| formulas::bounds(&x, range, |_| true)));
        }
        Polyhedron::from_constraints(self.dimensions(), &kept)
    }
    fn is_quick(&self) -> bool {
        self.has_constraints()
    }
    fn meet(&self, other: &Self) -> Self {
        let is_wide = |p: &Self| p.is_quick() && Polyhedron::constraints(p).iter().any(|c| c.form.terms().len() > NARROW);
        let (base, more) = if is_wide(other) { (self, other) } else { (other, self) };
        if !is_wide(more) {
            return Polyhedron::meet(self, other);
        }
        let mut both = base.clone();
        Relations::meet_constraints(&mut both, &Polyhedron::constraints(more));
        both
    }
    fn meet_constraints(&mut self, constraints: &[Constraint]) -> bool {
        let (wide, narrow): (Vec<&Constraint>, Vec<&Constraint>) = constraints.iter().partition(|c| c.form.terms().len() > NARROW);
        Polyhedron::meet_constraints(self, &narrow.into_iter().cloned().collect::<Vec<_>>());
        let mut exact = true;
        for c in wide {
            // Blocks are independent: a bound of the form is the sum of theirs, and costs no product of them.
            let range = if self.is_empty() { None } else { self.values(&c.form) };
            let holds = |r: &Interval| match c.relation {
                Relation::Zero => r.contains(&Int::ZERO),
                Relation::NonNegative => r.high.as_ref().is_none_or(|h| *h >= Int::ZERO),
                Relation::Positive => r.high.as_ref().is_none_or(|h| *h > Int::ZERO),
            };
            if !range.as_ref().is_some_and(holds) {
                *self = Polyhedron::empty(self.dimensions());
                return true;
            }
            let touched = self.partition().into_iter().filter(|block| c.form.terms().any(|(d, _)| block.contains(&d)));
            if touched.map(|block| block.len()).sum::<usize>() > WIDEST {
                exact = false;
            } else {
                Polyhedron::meet_constraints(self, std::slice::from_ref(c));
            }
        }
        exact
    }
    fn assign(&mut self, x: usize, form: &Linear) -> bool {
        Polyhedron::assign(self, x, form, &Int::ONE);
        true
    }
    fn substitute(&mut self, x: usize, form: &Linear) -> bool {
        Polyhedron::substitute(self, x, form, &Int::ONE);
        true
    }
    fn forget(&mut self, dimensions: &[usize]) {
        Polyhedron::forget(self, dimensions);
    }
    fn grow(&mut self, count: usize) {
        self.add_dimensions(count);
    }
    fn shrink(&mut self, count: usize) {
        let n = self.dimensions();
        self.remove_dimensions(&(n - count..n).collect::<Vec<_>>());
    }
    fn values(&self, form: &Linear) -> Option<Interval> {
        Polyhedron::values(self, form)
    }
    fn widen(&self, new: &Self, how: Widening, limits: &[Constraint]) -> Self {
        // A hull has generators; that is all the widening asks of it. Whether it was needed would cost its constraints.
        let Some(both) = self.join_within(new, LOOKED_AT).filter(|both| both.largest_span() <= MANY) else {
            // The other forms compare faces, which takes all constraints of the new element.
            return widening::interpolated(self, new, limits);
        };
        match how {
            Widening::Ch78 => widening::bounded(self, &both, limits),
            Widening::Bhrz03 => {
                let mut wide = widening::bhrz03(self, &both);
                let kept: Vec<Constraint> = limits.iter().filter(|c| both.implies(c)).cloned().collect();
                wide.meet_constraints(&kept);
                wide
            }
        }
    }
    fn implies(&self, constraint: &Constraint) -> bool {
        Polyhedron::implies(self, constraint)
    }
    fn constraints(&self) -> Vec<Constraint> {
        Polyhedron::constraints(self)
    }
    fn integer_point(&self) -> Option<Vec<Int>> {
        self.integer_vertex()
    }
    fn separate(&self, other: &Self) -> Vec<Constraint> {
        // Needs the generators of the one and the constraints of the other; the question whether they are disjoint needs more.
        let mut found: Vec<Constraint> = interpolate::by_negation(self, other);
        if found.is_empty() {
            found = octagonal(self, other);
        }
        if found.is_empty() && self.largest_span() <= MANY {
            found = facets(self, other);
        }
        if found.is_empty() && self.is_disjoint(other) {
            found.extend(lp::interpolant(&Polyhedron::constraints(self), &Polyhedron::constraints(other)));
        }
        // Over the integers what holds here holds rounded as well.
        found.iter().filter_map(Constraint::over_integers).collect()
    }
}

impl Relations for Octagon {
    const KEEPS_RANGES: bool = true;

    fn universe(dimensions: usize) -> Self {
        Octagon::universe(dimensions, true)
    }
    fn is_empty(&self) -> bool {
        Octagon::is_empty(self)
    }
    fn includes(&self, other: &Self) -> bool {
        Octagon::includes(self, other)
    }
    fn join(&self, other: &Self) -> Self {
        Octagon::join(self, other)
    }
    fn is_quick(&self) -> bool {
        true
    }
    fn meet(&self, other: &Self) -> Self {
        Octagon::meet(self, other)
    }
    fn meet_constraints(&mut self, constraints: &[Constraint]) -> bool {
        let (met, exactness) = Octagon::meet_constraints(self, constraints);
        *self = met;
        exactness.is_exact()
    }
    fn assign(&mut self, x: usize, form: &Linear) -> bool {
        let (assigned, exactness) = Octagon::assign(self, x, form, &Int::ONE);
        *self = assigned;
        exactness.is_exact()
    }
    fn substitute(&mut self, x: usize, form: &Linear) -> bool {
        let (before, exactness) = self.preimage(x, form, &Int::ONE);
        *self = before;
        exactness.is_exact()
    }
    fn forget(&mut self, dimensions: &[usize]) {
        *self = Octagon::forget(self, dimensions);
    }
    fn grow(&mut self, count: usize) {
        *self = self.add_dimensions(count);
    }
    fn shrink(&mut self, count: usize) {
        let n = self.dimensions();
        *self = self.remove_dimensions(&(n - count..n).collect::<Vec<_>>());
    }
    fn values(&self, form: &Linear) -> Option<Interval> {
        if self.is_empty() {
            return None;
        }
        let high = self.upper(form).map(|v| v.floor());
        let low = self.lower(form).map(|v| -(-v).floor());
        Interval::new(low, high)
    }
    fn widen(&self, new: &Self, _: Widening, limits: &[Constraint]) -> Self {
        self.widen_up_to(&Octagon::join(self, new), limits).0
    }
    fn implies(&self, constraint: &Constraint) -> bool {
        Octagon::implies(self, constraint)
    }
    fn constraints(&self) -> Vec<Constraint> {
        Octagon::constraints(self)
    }
    fn integer_point(&self) -> Option<Vec<Int>> {
        whole(&self.sample()?)
    }
    fn separate(&self, other: &Self) -> Vec<Constraint> {
        self.interpolants(other)
    }
}

/// Constraints `±x ± y ≥ c` between the two, as in the paper's `InterpolateOct`: small numbers generalise where the
/// multipliers of a proof do not. Between the bounds of the two sides the simplest is taken: 0, or the weakest.
fn octagonal(inside: &Polyhedron, outside: &Polyhedron) -> Vec<Constraint> {
    let constraints = Polyhedron::constraints(outside);
    let mentioned: SortedSet<usize> = constraints.iter().flat_map(|c| c.form.terms().map(|(d, _)| d)).collect();
    let mut found = Vec::new();
    let mut try_form = |form: Linear| {
        let (Some(Interval { low: Some(here), .. }), Some(Interval { high: Some(there), .. })) =
            (inside.values(&form), outside.values(&form))
        else {
            return;
        };
        if here > there {
            let weakest = there + Int::ONE;
            let bound = if weakest <= Int::ZERO && Int::ZERO <= here { Int::ZERO } else { weakest };
            found.push(Constraint::non_negative(form.plus(&Int::NEG_ONE, &Linear::constant(bound))));
        }
    };
    for x in &mentioned {
        for y in mentioned.range(x + 1..) {
            for (a, b) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
                try_form(Linear::new([(*x, a), (*y, b)], 0));
            }
        }
    }
    found
}

/// The simplest constraints of the one that exclude the other, moved towards it as far as they may.
fn facets(inside: &Polyhedron, outside: &Polyhedron) -> Vec<Constraint> {
    let sides = |c: Constraint| match c.relation {
        Relation::Zero => vec![c.form.clone(), c.form.negated()],
        _ => vec![c.form.clone()],
    };
    let mut found: Vec<(Int, Constraint)> = Vec::new();
    for form in Polyhedron::constraints(inside).into_iter().flat_map(sides) {
        if let Some(Interval { high: Some(high), .. }) = outside.values(&form)
            && high < Int::ZERO
        {
            let size = form.terms().fold(Int::ZERO, |sum, (_, c)| sum + if *c < Int::ZERO { -c } else { c.clone() });
            let moved = form.plus(&Int::NEG_ONE, &Linear::constant(high + Int::ONE));
            found.push((size, Constraint::non_negative(moved)));
        }
    }
    found.sort();
    found.truncate(2);
    found.into_iter().map(|(_, c)| c).collect()
}

/// The point if all its coordinates are integers.
fn whole(point: &[Rational]) -> Option<Vec<Int>> {
    point.iter().map(|x| x.is_int().then(|| x.numerator().clone())).collect()
}
