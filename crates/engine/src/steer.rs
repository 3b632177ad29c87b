//! Steered runs: a concrete run that stays where the error can still be reached.
//!
//! The states from which a run may still come to the error are over-approximated backwards (preimages, joined and widened
//! at loop heads: Bourdoncle: Assertion-based debugging of imperative programs by abstract interpretation, ESEC 1993,
//! `eventually`). A run chooses its inputs so that it stays inside, and goes back to a recent input when it has left. So
//! errors behind thousands of iterations are found where each iteration has few ways to survive. Changed: the run is
//! concrete, so an over-approximation that is too large costs time and never a wrong answer.

use crate::wto::Wto;
use base::exec::eval::{self, State, Value};
use base::exec::walk::{Step, Walk};
use base::exec::{End, Request};
use base::random::Random;
use base::{Budget, Cfa, CmpOp, Domain, Expr, Formula, Int, LocId, Op, Stmt, Trace, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A location whose state has changed this often is widened.
const PATIENCE: u32 = 3;

/// Inputs to which a run can go back.
const MEMORY: usize = 48;

/// Where the error may still be ahead, location by location.
pub struct Ahead {
    /// None: it is not.
    by_loc: Vec<Option<Vec<Fact>>>,
    /// Worth trying, by variable.
    constants: Vec<Vec<Int>>,
}

/// A conjunct of what must hold for the error to be ahead.
enum Fact {
    Linear { terms: BTreeMap<VarId, Int>, constant: Int, op: CmpOp },
    Other(Formula),
}

impl Ahead {
    /// `cfa` may have more locations than the program that is run; the shared ones have the same numbers.
    pub fn of<D: Domain>(cfa: &Cfa, wto: &Wto, domain: &D, target: LocId, budget: &Budget) -> Option<Ahead> {
        let none = D::Guide::default();
        let mut states: BTreeMap<LocId, D::State> = BTreeMap::from([(target, domain.top())]);
        let mut changes: BTreeMap<LocId, u32> = BTreeMap::new();
        // Late locations first: that is the order in which a backward analysis settles.
        let mut pending: BTreeSet<(u32, LocId)> = [(wto.reachable(target).then(|| wto.position(target))?, target)].into();
        while let Some((_, to)) = pending.pop_last() {
            if budget.stopped().is_some() {
                // Then only where control can still come to the error.
                let by_loc = leading_to(cfa, target).into_iter().map(|leads| leads.then(Vec::new)).collect();
                return Some(Ahead { by_loc, constants: constants(cfa) });
            }
            for &edge in cfa.into(to).iter().filter(|e| wto.reachable(cfa.edge(**e).from)) {
                let e = cfa.edge(edge);
                let before = domain.apply(Op::Pre(&states[&to], &e.stmt), &none).state;
                if domain.is_bottom(&before) {
                    continue;
                }
                let next = match states.get(&e.from) {
                    None => before,
                    Some(old) if domain.covered(&before, &[old]) => continue,
                    Some(old) => {
                        let count = changes.entry(e.from).or_default();
                        *count += 1;
                        let op = if *count > PATIENCE { Op::Widen(old, &before) } else { Op::Join(old, &before) };
                        domain.apply(op, &none).state
                    }
                };
                states.insert(e.from, next);
                pending.insert((wto.position(e.from), e.from));
            }
        }
        let mut by_loc: Vec<Option<Vec<Fact>>> = cfa.locs.iter().map(|_| None).collect();
        for (l, state) in &states {
            let mut facts = Vec::new();
            collect(&domain.gamma(state), &mut facts);
            by_loc[l.index()] = Some(facts);
        }
        Some(Ahead { by_loc, constants: constants(cfa) })
    }

    fn holds(&self, loc: LocId, state: &State) -> bool {
        let Some(facts) = &self.by_loc[loc.index()] else { return false };
        facts.iter().all(|f| match f {
            Fact::Linear { terms, constant, op } => {
                let mut sum = constant.clone();
                for (v, c) in terms {
                    if let Value::Int(x) = &state.values[v.index()] {
                        sum += c * x;
                    }
                }
                op.holds(&sum, &Int::ZERO)
            }
            Fact::Other(f) => eval::holds(f, state) != Some(false),
        })
    }

    /// The bounds of a variable at a location when all others are as they are.
    fn range(&self, loc: LocId, var: VarId, state: &State) -> (Option<Int>, Option<Int>) {
        let (mut low, mut high): (Option<Int>, Option<Int>) = (None, None);
        for fact in self.by_loc[loc.index()].iter().flatten() {
            let Fact::Linear { terms, constant, op } = fact else { continue };
            let Some(factor) = terms.get(&var) else { continue };
            let mut rest = constant.clone();
            for (v, c) in terms.iter().filter(|(v, _)| **v != var) {
                if let Value::Int(x) = &state.values[v.index()] {
                    rest += c * x;
                }
            }
            // factor · x + rest op 0
            let (op, factor, rest) = if *factor < Int::ZERO { (op.flip(), -factor, -rest) } else { (*op, factor.clone(), rest) };
            let above = base::int::floor_div(&(-&rest + &factor - Int::ONE), &factor);
            let below = base::int::floor_div(&-&rest, &factor);
            if matches!(op, CmpOp::Ge | CmpOp::Gt | CmpOp::Eq) {
                low = low.max(Some(above));
            }
            if matches!(op, CmpOp::Le | CmpOp::Lt | CmpOp::Eq) {
                high = Some(high.map_or(below.clone(), |h| h.min(below)));
            }
        }
        (low, high)
    }

    /// Runs the program as long as the budget lasts; the inputs of a run that fails at the target.
    pub fn run(&self, cfa: &Cfa, target: LocId, seed: u64, budget: &Budget) -> Option<Trace> {
        let mut random = Random::new(seed);
        let mut walk = Walk::new(cfa);
        let mut inputs: Vec<Int> = Vec::new();
        // Places to go back to, each before an input.
        let mut back: Vec<(Walk<'_>, usize)> = Vec::new();
        for n in 0..u64::MAX {
            if n % 256 == 255 && budget.stopped().is_some() {
                return None;
            }
            let (here, before) = (walk.loc, inputs.len());
            let reads = cfa.out(here).len() > 1 || cfa.out(here).iter().any(|e| matches!(cfa.edge(*e).stmt, Stmt::Input { .. }));
            let saved = reads.then(|| walk.clone());
            let step = walk.step(&mut |request: &Request| {
                // Elements of arrays are read anywhere, and chosen without a look at the state.
                let value = self.choose(cfa, request, saved.as_ref().map(|s| &s.state), &mut random);
                inputs.push(value.clone());
                Some(value)
            });
            if let Some(saved) = saved.filter(|_| inputs.len() > before) {
                if back.len() == MEMORY {
                    back.remove(0);
                }
                back.push((saved, before));
            }
            let lost = match step {
                Step::Ended(End::Error(at)) if at == target => return Some(Trace { inputs: inputs.into(), error: target }),
                Step::Ended(_) => true,
                Step::Took(_) | Step::Printed(..) => !self.holds(walk.loc, &walk.state),
            };
            if lost {
                // Mostly a step or two back, now and then further.
                let mut steps = 1;
                while steps < back.len() && random.chance(2) {
                    steps += 1;
                }
                back.truncate(back.len().saturating_sub(steps - 1));
                match back.pop() {
                    Some((saved, length)) => {
                        walk = saved;
                        inputs.truncate(length);
                    }
                    None => {
                        walk = Walk::new(cfa);
                        inputs.clear();
                    }
                }
            }
        }
        None
    }

    fn choose(&self, cfa: &Cfa, request: &Request, state: Option<&State>, random: &mut Random) -> Int {
        let (edge, var, ty) = match request {
            Request::Choice { options, .. } => return Int::from(random.below(u64::from(*options))),
            Request::Element { var, ty } => return ty.map_or(Int::ZERO, |t| t.wrap(random.pick(&self.constants[var.index()]))),
            Request::Value { edge, var, ty } => (*edge, *var, *ty),
        };
        let Some(state) = state else { return Int::ZERO };
        let (mut low, mut high) = self.range(cfa.edge(edge).to, var, state);
        if let Some(ty) = ty {
            low = low.max(Some(ty.min()));
            high = Some(high.map_or(ty.max(), |h| h.min(ty.max())));
        }
        let inside = |v: &Int| low.as_ref().is_none_or(|l| l <= v) && high.as_ref().is_none_or(|h| v <= h);
        let variable = |random: &mut Random| match random.pick(&state.values) {
            Value::Int(x) => x.clone(),
            Value::Map(_) => Int::ZERO,
        };
        let drawn = match random.below(6) {
            0 => low.clone(),
            1 => high.clone(),
            2 => Some(Int::from(random.between(-2, 3))),
            3 => Some(variable(random)),
            _ => Some(random.pick(&self.constants[var.index()]).clone()),
        };
        let fallback = || low.clone().or(high.clone()).unwrap_or(Int::ZERO);
        let value = drawn.filter(inside).unwrap_or_else(|| if inside(&Int::ZERO) && random.chance(2) { Int::ZERO } else { fallback() });
        if request.admits(&value) { value } else { ty.map_or(Int::ZERO, |t| t.wrap(&value)) }
    }
}

/// The locations from which the target can be reached in the graph.
fn leading_to(cfa: &Cfa, target: LocId) -> Vec<bool> {
    let mut leads = vec![false; cfa.locs.len()];
    let mut pending = vec![target];
    while let Some(l) = pending.pop() {
        if !std::mem::replace(&mut leads[l.index()], true) {
            pending.extend(cfa.into(l).iter().map(|e| cfa.edge(*e).from));
        }
    }
    leads
}

fn collect(f: &Formula, facts: &mut Vec<Fact>) {
    match f {
        Formula::True => {}
        Formula::And(parts) => parts.iter().for_each(|p| collect(p, facts)),
        Formula::Cmp(op, a, b) if *op != CmpOp::Ne => {
            let form = Expr::sub((**a).clone(), (**b).clone()).linear();
            match form.variables() {
                Some(terms) => facts.push(Fact::Linear { terms, constant: form.constant, op: *op }),
                None => facts.push(Fact::Other(f.clone())),
            }
        }
        other => facts.push(Fact::Other(other.clone())),
    }
}

/// For each variable the numbers that it is compared with, itself or through copies, and those beside them.
fn constants(cfa: &Cfa) -> Vec<Vec<Int>> {
    let mut found: Vec<BTreeSet<Int>> = vec![[Int::ZERO, Int::ONE].into(); cfa.vars.len()];
    let mut copies = Vec::new();
    for e in &cfa.edges {
        match &e.stmt {
            Stmt::Assume(f) => compared(f, &mut found),
            Stmt::Assign(to, value) => copies.extend(value.vars().into_iter().map(|from| (from, *to))),
            _ => {}
        }
    }
    // A value is mostly compared one copy away, sometimes two.
    for (from, to) in copies.iter().chain(&copies) {
        let more = found[to.index()].clone();
        found[from.index()].extend(more);
    }
    found.into_iter().map(|numbers| numbers.into_iter().collect()).collect()
}

fn compared(f: &Formula, found: &mut [BTreeSet<Int>]) {
    match f {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| compared(p, found)),
        Formula::Cmp(op, a, b) => {
            let difference = Expr::sub((**a).clone(), (**b).clone());
            let vars = difference.vars();
            let mut numbers: Vec<Int> = Vec::new();
            difference.walk(&mut |e| numbers.extend(e.as_const().cloned()));
            for v in vars {
                for n in &numbers {
                    found[v.index()].insert(n.clone());
                    if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
                        found[v.index()].extend([n - Int::ONE, n + Int::ONE]);
                    }
                }
            }
        }
        _ => {}
    }
}
