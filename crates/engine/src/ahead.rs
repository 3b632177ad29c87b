//! Where an error is still ahead.
//!
//! The states from which a run may still come to the error are over-approximated backwards (preimages, joined and widened
//! at loop heads: Bourdoncle: Assertion-based debugging of imperative programs by abstract interpretation, ESEC 1993,
//! `eventually`). Concrete runs ([`crate::roam`]) choose their inputs so that they stay inside. An over-approximation that is
//! too large costs time and never a wrong answer, so what is not linear is left out.

use base::exec::machine::Memory;
use base::wto::Wto;
use base::{Budget, Cfa, CmpOp, Domain, Expr, Formula, LocId, Op, SortedMap, SortedSet, VarId};

/// A location whose state has changed this often is widened.
const PATIENCE: u32 = 3;

/// What must hold at each location for the error to be ahead; none where it is not.
pub struct Ahead {
    by_loc: Vec<Option<Vec<Fact>>>,
}

/// A linear form over variables, in words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Form {
    pub terms: Vec<(VarId, i128)>,
    pub constant: i128,
}

impl Form {
    /// `a - b`, if it is linear and its numbers are words.
    pub fn difference(a: &Expr, b: &Expr) -> Option<Form> {
        let form = Expr::sub(a.clone(), b.clone()).linear();
        let terms = form.variables()?.into_iter().map(|(v, c)| Some((v, i128::try_from(&c).ok()?)));
        Some(Form { terms: terms.collect::<Option<_>>()?, constant: i128::try_from(&form.constant).ok()? })
    }

    /// Its value; none if it is too large for a word.
    pub fn value(&self, of: impl Fn(VarId) -> Option<i128>) -> Option<i128> {
        self.terms.iter().map(|(v, c)| of(*v)?.checked_mul(*c)).try_fold(self.constant, |sum, term| sum.checked_add(term?))
    }
}

/// `form op 0`
struct Fact {
    form: Form,
    op: CmpOp,
}

impl Ahead {
    /// Where control can still come to one of the targets, whatever the values are.
    pub fn anyhow(cfa: &Cfa, targets: &SortedSet<LocId>) -> Ahead {
        let by_loc = cfa.leading_to(targets.iter().copied(), |_| true).into_iter().map(|leads| leads.then(Vec::new)).collect();
        Ahead { by_loc }
    }

    /// Whether the error may be ahead of some state at the location.
    pub fn anywhere_at(&self, loc: LocId) -> bool {
        self.by_loc[loc.index()].is_some()
    }

    /// `cfa` may have more locations than the program that is run; the shared ones have the same numbers.
    pub fn of<D: Domain>(cfa: &Cfa, wto: &Wto, domain: &D, target: LocId, budget: &Budget) -> Option<Ahead> {
        let none = D::Guide::default();
        let mut states: SortedMap<LocId, D::State> = SortedMap::from([(target, domain.top())]);
        let mut changes: SortedMap<LocId, u32> = SortedMap::new();
        // Late locations first: that is the order in which a backward analysis settles.
        let mut pending: SortedSet<(u32, LocId)> = [(wto.reachable(target).then(|| wto.position(target))?, target)].into();
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
        let holds = |f: &Fact| match f.form.value(|v| memory.int(v)) {
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
            let Some((_, factor)) = fact.form.terms.iter().find(|(v, _)| *v == var) else { continue };
            let others = fact.form.value(|v| if v == var { Some(0) } else { memory.int(v) });
            let Some(rest) = others.and_then(i128::checked_neg) else { continue };
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
            facts.extend(Form::difference(a, b).map(|form| Fact { form, op: *op }));
        }
        _ => {}
    }
}
