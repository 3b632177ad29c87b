//! Guarded translations: x' = x + c under a convex condition.
//!
//! The classical case (Boigelot: Symbolic methods for exploring infinite state spaces, 1998; Bardin, Finkel, Leroux, Petrucci:
//! FAST, CAV 2003): n rounds are possible iff the condition holds before the first and before the last one, since it is
//! convex and the values lie on a line; they add n·c. Variables that each round sets to the same value (a constant, or a
//! form over variables that it does not change) have it from the second round on, so for loops with such variables n is at least 2, and the
//! condition is also asked before the second round. What the round reads is eliminated from its condition first. Invariant:
//! the closed form is included in the rounds of the loop, if the elimination is exact over the integers.

use super::Closed;
use super::relation::Relation;
use base::{CmpOp, Expr, Formula, Int, SortedMap, Stmt, VarId};
use numeric::{Constraint, Linear, Polyhedron, Relation as Kind};

/// More variables than this are not eliminated.
const MOST_INPUTS: usize = 4;

/// A variable after j rounds, for j ≥ 1.
enum Change {
    Moves(Int),
    Is(Linear),
}

pub fn closed(relation: &Relation, n: VarId) -> Option<Closed> {
    let mut changes: SortedMap<usize, Change> = SortedMap::new();
    for (v, value) in &relation.updates {
        let step = value.plus(&Int::NEG_ONE, &Linear::variable(v.index()));
        let is_kept = |d: usize| d < relation.vars && !relation.updates.contains_key(&VarId(d as u32));
        let change = match step.is_constant() {
            true => Change::Moves(step.constant_term().clone()),
            false if value.terms().all(|(d, _)| is_kept(d)) => Change::Is(value.clone()),
            false => return None,
        };
        changes.insert(v.index(), change);
    }
    if !changes.values().any(|c| matches!(c, Change::Moves(_))) {
        return None;
    }
    let conditions = without_inputs(relation)?;
    let resets = changes.values().any(|c| matches!(c, Change::Is(_)));
    let rounds = Linear::variable(n.index());
    let one = Linear::constant(1);
    let mut all = vec![Constraint::non_negative(rounds.plus(&Int::NEG_ONE, &Linear::constant(if resets { 2 } else { 1 })))];
    all.extend(conditions.iter().cloned());
    if resets {
        all.extend(conditions.iter().map(|c| after(c, &changes, &one)));
    }
    let before_last = rounds.plus(&Int::NEG_ONE, &one);
    all.extend(conditions.iter().map(|c| after(c, &changes, &before_last)));
    all.dedup();
    let mut steps = vec![Stmt::Assume(Formula::and(all.iter().map(formula)))];
    for (d, change) in &changes {
        let v = VarId(*d as u32);
        let value = match change {
            Change::Moves(step) => Linear::variable(*d).plus(step, &rounds),
            Change::Is(value) => value.clone(),
        };
        steps.push(Stmt::Assign(v, expression(&value)));
    }
    Some(Closed { steps, temporaries: 0 })
}

/// The condition before the round with j others before it, for j ≥ 1 (for j ≥ 0 if nothing is set).
fn after(c: &Constraint, changes: &SortedMap<usize, Change>, j: &Linear) -> Constraint {
    let mut form = Linear::constant(c.form.constant_term().clone());
    for (d, factor) in c.form.terms() {
        let value = match changes.get(&d) {
            None => Linear::variable(d),
            Some(Change::Moves(step)) => Linear::variable(d).plus(step, j),
            Some(Change::Is(value)) => value.clone(),
        };
        form = form.plus(factor, &value);
    }
    Constraint { form, relation: c.relation }
}

/// The condition on the variables alone.
fn without_inputs(relation: &Relation) -> Option<Vec<Constraint>> {
    let read = |c: &&Constraint| c.form.terms().any(|(d, _)| d >= relation.vars);
    let (reading, mut plain): (Vec<&Constraint>, Vec<&Constraint>) = relation.conditions.iter().partition(read);
    if reading.is_empty() {
        return Some(plain.into_iter().cloned().collect());
    }
    if relation.inputs > MOST_INPUTS {
        return None;
    }
    // Only what has to do with the inputs takes part.
    let mut dimensions: Vec<usize> = reading.iter().flat_map(|c| c.form.terms().map(|(d, _)| d)).collect();
    dimensions.sort_unstable();
    dimensions.dedup();
    let place = |d: usize| dimensions.binary_search(&d).unwrap_or(0);
    let small: Vec<Constraint> = reading.iter().map(|c| Constraint { form: c.form.renamed(place), relation: c.relation }).collect();
    let mut polyhedron = Polyhedron::from_constraints(dimensions.len(), &small);
    let kept: Vec<usize> = dimensions.iter().copied().filter(|d| *d < relation.vars).collect();
    polyhedron.remove_dimensions(&(kept.len()..dimensions.len()).collect::<Vec<_>>());
    if polyhedron.is_empty() {
        return None;
    }
    let left: Vec<Constraint> =
        polyhedron.constraints().iter().map(|c| Constraint { form: c.form.renamed(|d| kept[d]), relation: c.relation }).collect();
    plain.extend(&left);
    Some(plain.into_iter().cloned().collect())
}

pub(super) fn formula(c: &Constraint) -> Formula {
    let op = match c.relation {
        Kind::Zero => CmpOp::Eq,
        Kind::NonNegative => CmpOp::Ge,
        Kind::Positive => CmpOp::Gt,
    };
    Formula::cmp(op, expression(&c.form), 0)
}

pub(super) fn expression(form: &Linear) -> Expr {
    let constant = Expr::Const(form.constant_term().clone());
    form.terms().fold(constant, |sum, (d, factor)| Expr::add(sum, Expr::mul(factor.clone(), VarId(d as u32))))
}
