//! Where an error is still ahead.
//!
//! The states from which a run may still come to the error are over-approximated backwards (preimages, joined and widened
//! at loop heads: Bourdoncle: Assertion-based debugging of imperative programs by abstract interpretation, ESEC 1993,
//! `eventually`). Concrete runs ([`crate::roam`]) choose their inputs so that they stay inside. An over-approximation that is
//! too large costs time and never a wrong answer, so what is not linear is left out.

use crate::wto::Wto;
use base::exec::machine::Memory;
use base::{Budget, Cfa, CmpOp, Domain, Expr, Formula, LocId, Op, VarId};
use std::collections::{BTreeMap, BTreeSet};

/// A location whose state has changed this often is widened.
const PATIENCE: u32 = 3;

/// What must hold at each location for the error to be ahead; none where it is not.
pub struct Ahead {
    by_loc: Vec<Option<Vec<Fact>>>,
}

/// `terms + constant op 0`
struct Fact {
    terms: Vec<(VarId, i128)>,
    constant: i128,
    op: CmpOp,
}

impl Fact {
    /// The sum without the terms of one variable; none if it is too large for a word.
    fn sum(&self, memory: &Memory, without: Option<VarId>) -> Option<i128> {
        let others = self.terms.iter().filter(|(v, _)| Some(*v) != without);
        others.map(|(v, c)| memory.int(*v)?.checked_mul(*c)).try_fold(self.constant, |sum, term| sum.checked_add(term?))
    }
}

impl Ahead {
    /// Where control can still come to one of the targets, whatever the values are.
    pub fn anyhow(cfa: &Cfa, targets: &BTreeSet<LocId>) -> Ahead {
        let mut by_loc: Vec<Option<Vec<Fact>>> = cfa.locs.iter().map(|_| None).collect();
        let mut pending: Vec<LocId> = targets.iter().copied().collect();
        while let Some(l) = pending.pop() {
            if by_loc[l.index()].replace(Vec::new()).is_none() {
                pending.extend(cfa.into(l).iter().map(|e| cfa.edge(*e).from));
            }
        }
        Ahead { by_loc }
    }

    /// `cfa` may have more locations than the program that is run; the shared ones have the same numbers.
    pub fn of<D: Domain>(cfa: &Cfa, wto: &Wto, domain: &D, target: LocId, budget: &Budget) -> Option<Ahead> {
        let none = D::Guide::default();
        let mut states: BTreeMap<LocId, D::State> = BTreeMap::from([(target, domain.top())]);
        let mut changes: BTreeMap<LocId, u32> = BTreeMap::new();
        // Late locations first: that is the order in which a backward analysis settles.
        let mut pending: BTreeSet<(u32, LocId)> = [(wto.reachable(target).then(|| wto.position(target))?, target)].into();
        while let Some((_, to)) = pending.pop_last() {
            if budget.stopped().is_some() {
                return Some(Ahead::anyhow(cfa, &[target].into()));
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
        Some(Ahead { by_loc })
    }

    /// Whether a run with this memory may still come to the error.
    pub fn hopeful(&self, loc: LocId, memory: &Memory) -> bool {
        let holds = |f: &Fact| match f.sum(memory, None) {
            Some(sum) => match f.op {
                CmpOp::Eq => sum == 0,
                CmpOp::Ne => sum != 0,
                CmpOp::Lt => sum < 0,
                CmpOp::Le => sum <= 0,
                CmpOp::Gt => sum > 0,
                CmpOp::Ge => sum >= 0,
            },
            None => true,
        };
        self.by_loc[loc.index()].as_ref().is_some_and(|facts| facts.iter().all(holds))
    }

    /// The bounds of a variable at a location when all others are as they are.
    pub fn range(&self, loc: LocId, var: VarId, memory: &Memory) -> (Option<i128>, Option<i128>) {
        let (mut low, mut high): (Option<i128>, Option<i128>) = (None, None);
        for fact in self.by_loc[loc.index()].iter().flatten() {
            let Some((_, factor)) = fact.terms.iter().find(|(v, _)| *v == var) else { continue };
            let Some(rest) = fact.sum(memory, Some(var)).and_then(i128::checked_neg) else { continue };
            // factor · x op rest
            let op = if *factor < 0 { fact.op.flip() } else { fact.op };
            let (factor, rest) = if *factor < 0 { (-factor, rest.saturating_neg()) } else { (*factor, rest) };
            let below = rest.div_euclid(factor);
            let exact = rest.rem_euclid(factor) == 0;
            if matches!(op, CmpOp::Ge | CmpOp::Gt | CmpOp::Eq) {
                low = low.max(Some(below + i128::from(!exact || op == CmpOp::Gt)));
            }
            if matches!(op, CmpOp::Le | CmpOp::Lt | CmpOp::Eq) {
                let limit = below - i128::from(exact && op == CmpOp::Lt);
                high = Some(high.map_or(limit, |h| h.min(limit)));
            }
        }
        (low, high)
    }
}

fn collect(f: &Formula, facts: &mut Vec<Fact>) {
    match f {
        Formula::And(parts) => parts.iter().for_each(|p| collect(p, facts)),
        Formula::Cmp(op, a, b) if *op != CmpOp::Ne => {
            let form = Expr::sub((**a).clone(), (**b).clone()).linear();
            let terms = form.variables().and_then(words);
            if let (Some(terms), Ok(constant)) = (terms, i128::try_from(&form.constant)) {
                facts.push(Fact { terms, constant, op: *op });
            }
        }
        _ => {}
    }
}

/// The terms, if their factors are words.
pub fn words(terms: BTreeMap<VarId, base::Int>) -> Option<Vec<(VarId, i128)>> {
    terms.into_iter().map(|(v, c)| Some((v, i128::try_from(&c).ok()?))).collect()
}
