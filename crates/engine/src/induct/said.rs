//! What is said of a cut: formulas on which circuits rest, and guesses beside them.

use super::elements;
use super::guess::{guess, loose_bounds};
use super::samples::Samples;
use base::{BinOp, Cfa, CmpOp, Expr, Formula, Int, IntType, LocId, Sort, SortedMap, SortedSet, Stmt, VarId};
use unroll::eval::{Value, few_values};
use unroll::{Course, State, elements_of};

/// So many elements of a table are known at a cut.
const MOST_FIXED: u64 = 1024;
/// The numbers of objects and what else has no type.
const WIDE: IntType = IntType { signed: true, bits: 64 };

/// What is said of a cut.
#[derive(Default)]
pub struct Said {
    /// Circuits rest on these: bounds, and what variables are that nobody writes behind the cuts.
    firm: Vec<Formula>,
    pub fixed: Vec<Formula>,
    guesses: Vec<Formula>,
    /// Circuits do not rest on these any more.
    pub fallen: SortedSet<Formula>,
}

impl Said {
    /// What is said first: `known` comes from explorations, `bounds` are numbers that the program compares with.
    pub fn of(cfa: &Cfa, live: &SortedSet<VarId>, known: &[Formula], samples: &Samples, bounds: &SortedSet<i128>) -> Self {
        let mut guesses = guesses(cfa, live, known, samples, bounds);
        let mut firm = firm(cfa, live, known);
        // Bounds that runs keep and the program knows: circuits are small where they are true.
        firm.extend(guesses.extract_if(.., |f| is_bound(f)));
        // What leaves a number few values, so that these are told apart; a division of a wide number is not worth its circuit.
        let narrow = Formula::and(firm.iter().cloned());
        let few: Vec<Formula> = guesses.extract_if(.., |f| f.vars().len() == 1 && is_few(f)).collect();
        firm.extend(few.into_iter().filter(|f| f.vars().iter().all(|v| few_values(*v, &narrow).is_some())));
        guesses.extend(loose_bounds(samples, bounds).into_iter().filter(|f| !firm.contains(f)));
        Said { firm, guesses, ..Said::default() }
    }

    /// What circuits rest on.
    pub fn base(&self) -> impl Iterator<Item = &Formula> {
        self.firm.iter().chain(&self.fixed)
    }

    /// Takes back a formula that is not inductive; of bounds those of the type are left, if it was not them.
    pub fn without(&mut self, f: Formula, cfa: &Cfa) {
        self.firm.retain(|g| *g != f);
        if let Formula::Cmp(op @ (CmpOp::Ge | CmpOp::Le), a, _) = &f
            && let Expr::Var(v) = &**a
        {
            let ty = cfa.var(*v).ty.unwrap_or(WIDE);
            let bound = Formula::cmp(*op, *v, if *op == CmpOp::Ge { ty.min() } else { ty.max() });
            if bound != f && !self.fallen.contains(&bound) && !self.firm.contains(&bound) {
                self.firm.push(bound);
            }
        }
        self.fallen.insert(f);
    }

    /// Takes back a guess.
    pub fn refuted(&mut self, f: &Formula) {
        self.guesses.retain(|g| g != f);
    }

    /// Takes back what a run has refuted, whether circuits rest on it or not.
    pub fn fallen_or_refuted(&mut self, f: Formula, cfa: &Cfa) {
        if self.firm.contains(&f) || self.fixed.contains(&f) {
            self.without(f, cfa);
        } else {
            self.refuted(&f);
        }
    }

    /// Lets circuits rest on the bounds that are kept; whether that makes any of them smaller.
    pub fn narrowed(&mut self, kept: &Formula) -> bool {
        let tighter = |f: &&Formula| {
            let Formula::Cmp(op @ (CmpOp::Ge | CmpOp::Le), a, c) = f else { return false };
            let firm = |g: &Formula| match g {
                Formula::Cmp(o, b, d) if o == op && b == a => {
                    let (c, d) = (c.as_const(), d.as_const());
                    if *op == CmpOp::Ge { d >= c } else { d <= c }
                }
                _ => false,
            };
            is_bound(f) && !self.firm.iter().any(firm)
        };
        let tighter: Vec<Formula> = kept.parts().iter().filter(tighter).cloned().collect();
        self.guesses.retain(|f| !tighter.contains(f));
        self.firm.extend(tighter.iter().cloned());
        !tighter.is_empty()
    }

    /// Leaves of the guesses those that are kept, and adds others.
    pub fn refined(&mut self, kept: &Formula, more: Vec<Formula>) {
        let kept: SortedSet<&Formula> = kept.parts().iter().collect();
        self.guesses.retain(|f| kept.contains(f));
        self.guesses.extend(more);
    }

    pub fn all(&self) -> impl Iterator<Item = &Formula> {
        self.base().chain(&self.guesses)
    }
}

/// What the variables are at the cuts that nobody writes behind the first of them, as far as that is known: tables, and what was set up before.
pub fn fixed(cfa: &Cfa, cuts: &SortedSet<LocId>, first: &Course<'_>) -> SortedMap<VarId, Vec<Formula>> {
    let mut behind: SortedSet<LocId> = SortedSet::new();
    let mut pending: Vec<LocId> = cuts.iter().copied().collect();
    while let Some(l) = pending.pop() {
        if behind.insert(l) {
            pending.extend(cfa.out(l).iter().map(|e| cfa.edge(*e).to));
        }
    }
    let written: SortedSet<VarId> = cfa.edges.iter().filter(|e| behind.contains(&e.from)).filter_map(|e| e.stmt.target()).collect();
    let mut found = SortedMap::new();
    for v in (0..cfa.vars.len() as u32).map(VarId).filter(|v| !written.contains(v)) {
        let known = |state: &State| -> SortedSet<Formula> {
            let is = |e: Expr, c: i128| Formula::cmp(CmpOp::Eq, e, Int::from(c));
            match &state.vars[v.index()] {
                Value::Number(n) => n.value().map(|c| is(Expr::Var(v), c)).into_iter().collect(),
                Value::Map(map) => {
                    let indices = 0..cfa.var(v).len.unwrap_or(MOST_FIXED).min(MOST_FIXED) as i128;
                    indices.filter_map(|i| Some(is(Expr::select(v, Int::from(i)), map.known(i)?))).collect()
                }
            }
        };
        let of_all = first.arrivals.iter().map(|a| known(&a.state)).reduce(|a, b| &a & &b);
        found.extend(of_all.filter(|all| !all.is_empty()).map(|all| (v, all.into_iter().collect())));
    }
    found
}

/// Whether a formula compares a variable with a constant.
fn is_bound(f: &Formula) -> bool {
    matches!(f, Formula::Cmp(CmpOp::Ge | CmpOp::Le, a, b) if matches!((&**a, &**b), (Expr::Var(_), Expr::Const(_))))
}

/// Whether a formula is about the remainder of a number, or lists its values.
fn is_few(f: &Formula) -> bool {
    let is_rest = |e: &Expr| matches!(e, Expr::Bin(BinOp::Rem, a, _) if matches!(**a, Expr::Var(_)));
    match f {
        Formula::Cmp(CmpOp::Eq, a, _) => is_rest(a),
        Formula::Or(cases) => cases.iter().all(|c| matches!(c, Formula::Cmp(CmpOp::Eq, a, _) if matches!(**a, Expr::Var(_)))),
        _ => false,
    }
}

/// Bounds of the numbers that are read later, from the explorations or else from their types, and the same for elements of maps.
fn firm(cfa: &Cfa, live: &SortedSet<VarId>, known: &[Formula]) -> Vec<Formula> {
    let mut found = Vec::new();
    for &v in live {
        let var = cfa.var(v);
        match &var.sort {
            Sort::Int => {
                let ty = var.ty.unwrap_or(WIDE);
                let (mut low, mut high) = (ty.min(), ty.max());
                for (l, h) in known.iter().map(|f| f.bounds(v)) {
                    low = l.map_or(low.clone(), |l| low.max(l));
                    high = h.map_or(high.clone(), |h| high.min(h));
                }
                found.extend([Formula::cmp(CmpOp::Ge, v, low), Formula::cmp(CmpOp::Le, v, high)]);
            }
            Sort::Map(..) => found.push(elements_of(v, var.ty.unwrap_or(WIDE))),
            Sort::Obj => {}
        }
    }
    found
}

/// What the explorations say besides bounds, what the samples suggest, and what the program itself asserts.
fn guesses(cfa: &Cfa, live: &SortedSet<VarId>, known: &[Formula], samples: &Samples, bounds: &SortedSet<i128>) -> Vec<Formula> {
    let mut found: SortedSet<Formula> = known.iter().flat_map(|f| f.parts()).cloned().collect();
    found.extend(guess(samples, bounds));
    found.extend(elements::guess(samples, bounds));
    for error in &cfa.errors {
        for e in cfa.into(error.loc) {
            if let Stmt::Assume(f) = &cfa.edge(*e).stmt {
                found.insert(f.negate());
            }
        }
    }
    found.retain(|f| f.vars().is_subset(live) && !matches!(f, Formula::True));
    found.into_iter().collect()
}

/// The numbers that conditions compare with, and their neighbours.
pub fn constants(cfa: &Cfa) -> SortedSet<i128> {
    let mut found = SortedSet::from([-1, 0, 1]);
    for e in &cfa.edges {
        if let Stmt::Assume(f) = &e.stmt {
            f.walk(&mut |e: &Expr| {
                let c = e.as_const().and_then(|c| i128::try_from(c).ok());
                found.extend(c.into_iter().flat_map(|c| [c.saturating_sub(1), c, c.saturating_add(1)]));
            });
        }
    }
    found
}
