//! Values that satisfy a constraint, found by solving equations, splitting cases and trying the bounds that literals give.
//!
//! Incomplete: it is meant for steps of a run that is known, where equations determine almost everything. Whoever uses the
//! values evaluates the constraint ([`crate::evaluate`]).

use crate::evaluate::Values;
use crate::simplify::cases::{any_condition, any_disjunction, both};
use crate::simplify::solve::solve;
use crate::subst::vars_of;
use crate::system::{Atom, Clause};
use crate::term::{Node, Rel, Sort, Term, Terms, Var};
use base::Int;
use base::int::floor_div;

/// Cases that are looked at.
const MOST_CASES: usize = 2000;

/// Values for `vars` under which the constraint holds; it must not mention others.
pub fn witness(terms: &mut Terms, constraint: Term, vars: &[Var]) -> Option<Values> {
    // As arguments of a head, the variables become what solving finds for them.
    let args = vars.iter().map(|v| terms.var(*v)).collect();
    let head = Some(Atom { rel: Rel(0), args });
    let mut open = vec![Clause { body: Vec::new(), constraint, head, place: Default::default(), origin: Vec::new() }];
    for _ in 0..MOST_CASES {
        let Some(case) = solve(terms, &open.pop()?) else { continue };
        let split = any_disjunction(terms, &case).or_else(|| any_condition(terms, &case));
        if let Some(split) = split {
            open.extend(both(terms, &case, split));
            continue;
        }
        let mut left = case.vars(terms).vars;
        let constrained = vars_of(terms, case.constraint);
        if let Some(v) = constrained.first() {
            for guess in guesses(terms, case.constraint, *v).into_iter().rev() {
                let constraint = terms.and([case.constraint, guess]);
                open.push(Clause { constraint, ..case.clone() });
            }
            continue;
        }
        if case.constraint != Terms::TRUE {
            continue;
        }
        // What is still open may have any value.
        let any: Values = std::mem::take(&mut left).into_iter().map(|v| (v, Int::ZERO)).collect();
        let mut evaluate = crate::evaluate::Evaluate::new(terms, &any);
        let found: Option<Vec<Int>> = case.head.iter().flat_map(|h| &h.args).map(|t| evaluate.value(*t)).collect();
        return Some(vars.iter().copied().zip(found?).collect());
    }
    None
}

/// Equations that give the variable a value: what its literals say if all other variables are 0, and the neighbours.
fn guesses(terms: &mut Terms, constraint: Term, v: Var) -> Vec<Term> {
    let var = terms.var(v);
    if terms.var_sort(v) == Sort::Bool {
        return vec![var, terms.not(var)];
    }
    let mut values = vec![Int::ZERO];
    for literal in terms.conjuncts(constraint) {
        let atom = if let Node::Not(inner) = *terms.node(literal) { inner } else { literal };
        let (Node::Zero(form) | Node::NonNegative(form)) = *terms.node(atom) else { continue };
        let form = terms.linear(form);
        let Some((_, factor)) = form.terms.iter().find(|(t, _)| *t == var) else { continue };
        let minus = -&form.constant;
        let bound = if *factor > Int::ZERO { floor_div(&minus, factor) } else { floor_div(&form.constant, &-factor) };
        values.extend([bound.clone(), &bound + Int::ONE, &bound - Int::ONE]);
    }
    let mut seen = base::SortedSet::new();
    values.retain(|value| seen.insert(value.clone()));
    let mut equations = Vec::new();
    for value in values {
        let value = terms.int(value);
        equations.push(terms.eq(var, value));
    }
    equations
}
