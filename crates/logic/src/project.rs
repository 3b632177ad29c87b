//! Model-based projection: an integer variable is eliminated from a conjunction, around one state.
//!
//! Komuravelli, Gurfinkel, Chaki: *SMT-based model checking for recursive programs* (CAV 2014, §5), with Cooper's elimination for integers. Of all the cases that an
//! exact elimination has, the one is taken that the state is in: cases of disjunctions and sides of `≠` are those that hold there, and of the lower bounds of the
//! variable the one that is greatest there takes its place, moved up to the next multiple where the variable has a factor. So the result is one conjunction
//! without a quantifier. [`eliminate`] puts together as many of them as it takes.
//!
//! Invariant: the state is in the projection, and whatever is in it has a value for the variable with which all conjuncts hold.

use crate::preimage::{Conjuncts, gcd, mentions};
use crate::solver::{Answer, Session};
use crate::symbols::Symbols;
use base::exec::eval::{self, State};
use base::expr::Linear;
use base::int::floor_mod;
use base::{BinOp, Budget, CmpOp, Expr, Formula, Int, VarId};
use std::time::Duration;

/// At most so many cases.
const MOST_CASES: usize = 4;
/// A factor of the variable beyond this makes too many of them.
const MOST_FACTOR: u32 = 1000;

/// None if the conjuncts do not hold in the state, or speak of the variable in other ways than by linear comparisons.
pub fn project(conjuncts: &[Formula], var: VarId, state: &State) -> Option<Conjuncts> {
    let x = Expr::Var(var);
    let mut bounds = Bounds::default();
    conjuncts.iter().try_for_each(|f| bounds.add(f, &x, state))?;
    let mut found = std::mem::take(&mut bounds.rest);
    // With bounds on one side only, there is always a value beyond all of them.
    if bounds.lower.is_empty() || bounds.upper.is_empty() {
        return Some(found);
    }
    // Σ form ≤ factor·x becomes Σ scaled ≤ whole·x.
    let all = || bounds.lower.iter().chain(&bounds.upper);
    let whole = all().fold(Int::ONE, |whole, (c, _)| &whole / gcd(&whole, c) * c);
    if whole > Int::from(MOST_FACTOR) {
        return None;
    }
    let scaled = |(c, form): &(Int, Linear)| times(form, &(&whole / c));
    let lower: Vec<Linear> = bounds.lower.iter().map(scaled).collect();
    let values = lower.iter().map(|form| eval::int(&form.expr(), state)).collect::<Option<Vec<Int>>>()?;
    let (greatest, value) = values.iter().enumerate().max_by_key(|(_, value)| *value)?;
    let mut at = lower[greatest].clone();
    at.constant += floor_mod(&(&whole * eval::int(&x, state)? - value), &whole);
    let compare = |op, form: &Linear| Formula::cmp(op, at.expr(), form.expr());
    let others = lower.iter().enumerate().filter(|(i, _)| *i != greatest).map(|(_, form)| compare(CmpOp::Ge, form));
    found.extend(others.chain(bounds.upper.iter().map(|b| compare(CmpOp::Le, &scaled(b)))).filter(|f| *f != Formula::True));
    if whole != Int::ONE {
        let rest = Expr::bin(BinOp::Rem, at.expr(), Expr::Const(whole));
        found.push(Formula::cmp(CmpOp::Eq, rest, 0));
    }
    Some(found)
}

/// ∃ var. all conjuncts, without the quantifier: a disjunction of projections. None if that takes too many, or the solver does not say that they are all.
pub fn eliminate(
    conjuncts: &[Formula],
    var: VarId,
    symbols: &Symbols,
    session: &mut Session,
    limit: Duration,
    budget: &Budget,
) -> Option<Formula> {
    let mut question = conjuncts.to_vec();
    let mut cases = Vec::new();
    while cases.len() < MOST_CASES {
        match session.check_sat(symbols, &question, &budget.child(Some(limit))) {
            Answer::Unsat => return Some(Formula::or(cases)),
            Answer::Sat(Some(model)) => {
                let case = Formula::and(project(conjuncts, var, &model.state(symbols, &question)?)?);
                question.push(case.negate());
                cases.push(case);
            }
            Answer::Sat(None) | Answer::Unknown(_) => return None,
        }
    }
    None
}

/// `Σ form ≤ factor·x` and `factor·x ≤ Σ form`, the factors positive, and what does not speak of x.
#[derive(Default)]
struct Bounds {
    rest: Conjuncts,
    lower: Vec<(Int, Linear)>,
    upper: Vec<(Int, Linear)>,
}

impl Bounds {
    fn add(&mut self, f: &Formula, x: &Expr, state: &State) -> Option<()> {
        match f {
            _ if !mentions(f, x) => {
                self.rest.push(f.clone());
                eval::holds(f, state)?.then_some(())
            }
            Formula::And(parts) => parts.iter().try_for_each(|part| self.add(part, x, state)),
            Formula::Or(parts) => self.add(parts.iter().find(|part| eval::holds(part, state) == Some(true))?, x, state),
            Formula::Not(inner) => match inner.negate() {
                Formula::Not(_) => None,
                negated => self.add(&negated, x, state),
            },
            Formula::Cmp(op, a, b) => {
                if eval::holds(f, state)? {
                    self.compare(*op, Expr::sub((**a).clone(), (**b).clone()), x, state)
                } else {
                    None
                }
            }
            _ => None,
        }
    }

    /// `difference op 0`, which holds in the state.
    fn compare(&mut self, op: CmpOp, difference: Expr, x: &Expr, state: &State) -> Option<()> {
        let mut form = difference.linear();
        let factor = form.terms.remove(x).unwrap_or_default();
        if form.terms.keys().any(|t| !t.vars().is_disjoint(&x.vars())) {
            return None;
        }
        if factor == Int::ZERO {
            self.rest.push(Formula::cmp(op, form.expr(), 0));
            return Some(());
        }
        // factor·x + form op 0.
        let at_most = |form: &Linear| (-&factor, form.clone());
        let at_least = |form: &Linear| (factor.clone(), times(form, &Int::NEG_ONE));
        let moved = |by: i32| Linear { constant: &form.constant + Int::from(by), ..form.clone() };
        match op {
            CmpOp::Le => self.bound(at_most(&form)),
            CmpOp::Ge => self.bound(at_least(&form)),
            CmpOp::Lt => self.bound(at_most(&moved(1))),
            CmpOp::Gt => self.bound(at_least(&moved(-1))),
            CmpOp::Eq => {
                self.bound(at_most(&form));
                self.bound(at_least(&form));
            }
            CmpOp::Ne => {
                let below = eval::int(&difference, state)? < Int::ZERO;
                self.bound(if below { at_most(&moved(1)) } else { at_least(&moved(-1)) });
            }
        }
        Some(())
    }

    /// `Σ form ≤ factor·x`, whatever the sign of the factor.
    fn bound(&mut self, (factor, form): (Int, Linear)) {
        if factor > Int::ZERO {
            self.lower.push((factor, form));
        } else {
            self.upper.push((-factor, times(&form, &Int::NEG_ONE)));
        }
    }
}

fn times(form: &Linear, by: &Int) -> Linear {
    Linear { terms: form.terms.iter().map(|(t, c)| (t.clone(), c * by)).collect(), constant: &form.constant * by }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::exec::eval::Value;
    use base::random::Random;

    /// What is projected holds in the state, and wherever it holds some value of the variable makes all conjuncts true.
    #[test]
    fn a_projection_contains_its_state_and_nothing_without_a_value() {
        let mut random = Random::new(11);
        let state = |values: [i64; 3]| State { values: values.map(|v| Value::Int(v.into())).into() };
        let (mut projected, mut looked_at) = (0, 0);
        for _ in 0..600 {
            let mut below = |n: u64| random.below(n) as i64;
            let mut literal = || {
                let [a, b, c] = [(); 3].map(|()| below(7) - 3);
                let sum = Expr::add(Expr::mul(a, VarId(0)), Expr::add(Expr::mul(b, VarId(1)), Expr::mul(c, VarId(2))));
                let op = [CmpOp::Le, CmpOp::Lt, CmpOp::Ge, CmpOp::Gt, CmpOp::Eq, CmpOp::Ne][below(6) as usize];
                Formula::cmp(op, sum, below(11) - 5)
            };
            let conjuncts = vec![literal(), Formula::or([literal(), literal()]), literal(), literal()];
            let start = state([(); 3].map(|()| below(13) - 6));
            let Some(found) = project(&conjuncts, VarId(0), &start) else {
                assert!(conjuncts.iter().any(|f| eval::holds(f, &start) == Some(false)));
                continue;
            };
            projected += 1;
            let holds = |s: &State| found.iter().all(|f| eval::holds(f, s) == Some(true));
            assert!(holds(&start) && found.iter().all(|f| !mentions(f, &Expr::Var(VarId(0)))), "{conjuncts:?} in {start:?}: {found:?}");
            for y in -6..=6 {
                for z in -6..=6 {
                    if holds(&state([0, y, z])) {
                        let some = (-60..=60).any(|x| conjuncts.iter().all(|f| eval::holds(f, &state([x, y, z])) == Some(true)));
                        assert!(some, "{conjuncts:?} at {y}, {z}: {found:?}");
                        looked_at += 1;
                    }
                }
            }
        }
        assert!(projected > 30 && looked_at > 500, "{projected} {looked_at}");
    }
}
