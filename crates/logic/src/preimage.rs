//! Preimages of conjunctions: from which states does a statement lead into these?
//!
//! Assignments are substituted (Dijkstra's weakest precondition, on the negated side), conditions are added, and inputs
//! are projected by Fourier–Motzkin elimination, which is exact over the integers where coefficients are 1 (Pugh, *The Omega
//! test*, Supercomputing 1991, §2.3.1). What cannot be projected is left out. Invariant: a preimage may be too large, never too small, and says
//! whether it is exact. Comparisons are kept in one form (`Σ cᵢ·tᵢ ≤ c` or `≥`, coprime, the first coefficient positive; equations as two of them), so that
//! they do not grow along a path.

use base::{CmpOp, Expr, Formula, Int, IntType, Quantifier, Sort, SortedMap, SortedSet, Stmt, VarId};
use std::sync::Arc;

/// A conjunction; empty for "all states".
pub type Conjuncts = Vec<Formula>;

/// A set of states before a statement, and whether it is exactly the preimage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Preimage {
    pub conjuncts: Conjuncts,
    pub exact: bool,
}

/// Conjuncts with more nodes than this are left out: substitution can double them at every statement.
const MOST_NODES: usize = 2000;
/// At most so many pairs of bounds are combined when a variable is projected.
const MOST_PAIRS: usize = 40;

/// From which states does the statement lead into one that satisfies all of `after`?
pub fn preimage(stmt: &Stmt, is_map: impl Fn(VarId) -> bool, after: &[Formula]) -> Preimage {
    match stmt {
        Stmt::Skip | Stmt::Print { .. } => Preimage { conjuncts: after.to_vec(), exact: true },
        Stmt::Assume(f) => collected(std::slice::from_ref(f).iter().chain(after), &is_map),
        Stmt::Assign(v, e) => {
            let before: Vec<Formula> =
                after.iter().map(|f| if mentions(f, &Expr::Var(*v)) { f.replace(*v, e) } else { f.clone() }).collect();
            collected(&before, &is_map)
        }
        Stmt::Input { var, ty, .. } if is_map(*var) => without_map(*var, *ty, after, &is_map),
        Stmt::Input { var, ty, .. } => without(&Expr::Var(*var), *ty, after),
    }
}

/// The exact preimage of an integer input, with a quantifier.
pub fn quantified(var: VarId, ty: Option<IntType>, after: &[Formula]) -> Conjuncts {
    let (about, mut rest): (Vec<Formula>, Vec<Formula>) = after.iter().cloned().partition(|f| mentions(f, &Expr::Var(var)));
    let mut taken = SortedSet::new();
    about.iter().for_each(|f| bound_names(f, &mut taken));
    let name = (0..).map(|i| format!("q{i}")).find(|n| !taken.contains(n.as_str())).unwrap_or_default();
    let bound = Expr::bound(&name);
    let range = ty.map_or(Formula::True, |ty| bound.in_range(ty));
    let body = Formula::and(about.iter().map(|f| f.replace(var, &bound)).chain([range]));
    rest.push(Formula::Quant(Quantifier::Exists, vec![(name.as_str().into(), Sort::Int)], Arc::new(body)));
    rest
}

fn bound_names(f: &Formula, found: &mut SortedSet<String>) {
    f.walk(&mut |e| {
        if let Expr::Bound(name) = e {
            found.insert(name.to_string());
        }
    });
}

pub fn mentions(f: &Formula, term: &Expr) -> bool {
    let mut found = false;
    f.walk(&mut |e| found |= e == term);
    found
}

/// Simplified conjuncts; those that are too large are left out.
fn collected<'f>(parts: impl IntoIterator<Item = &'f Formula>, is_map: &impl Fn(VarId) -> bool) -> Preimage {
    let mut found = SortedSet::new();
    let mut exact = true;
    for part in parts {
        let mut simple = Vec::new();
        conjuncts(part, is_map, &mut simple);
        for f in simple {
            let mut nodes = 0;
            f.walk(&mut |_| nodes += 1);
            if nodes > MOST_NODES {
                exact = false;
            } else {
                found.insert(f);
            }
        }
    }
    if found.contains(&Formula::False) {
        return Preimage { conjuncts: vec![Formula::False], exact };
    }
    Preimage { conjuncts: found.into_iter().collect(), exact }
}

/// The parts of a conjunction, each in its normal form; `True` is no part.
pub fn conjuncts(f: &Formula, is_map: &impl Fn(VarId) -> bool, found: &mut Vec<Formula>) {
    match f {
        Formula::True => {}
        Formula::And(parts) => parts.iter().for_each(|p| conjuncts(p, is_map, found)),
        Formula::Cmp(CmpOp::Eq, a, b) if !is_map_term(a, is_map) && !is_map_term(b, is_map) => {
            for op in [CmpOp::Le, CmpOp::Ge] {
                match compared(op, &written(a), &written(b)) {
                    Formula::True => {}
                    part => found.push(part),
                }
            }
        }
        Formula::Cmp(op, a, b) if !is_map_term(a, is_map) && !is_map_term(b, is_map) => match compared(*op, &written(a), &written(b)) {
            Formula::True => {}
            part => found.push(part),
        },
        Formula::Or(parts) => {
            let simple = parts.iter().map(|p| {
                let mut inner = Vec::new();
                conjuncts(p, is_map, &mut inner);
                Formula::and(inner)
            });
            match Formula::or(simple) {
                Formula::True => {}
                part @ Formula::Or(_) => found.push(part),
                // All but one of the cases are gone.
                part => conjuncts(&part, is_map, found),
            }
        }
        Formula::Not(inner) => match inner.negate() {
            same @ Formula::Not(_) => found.push(same),
            negated => conjuncts(&negated, is_map, found),
        },
        other => found.push(other.clone()),
    }
}

/// The conjuncts with one equation in the place of two bounds that make it, where it is wanted.
pub fn equations(parts: &[Formula], wanted: impl Fn(&Formula) -> bool) -> Conjuncts {
    let mut found = Conjuncts::new();
    for f in parts {
        let f = match f {
            Formula::Cmp(op @ (CmpOp::Le | CmpOp::Ge), a, b)
                if wanted(f) && parts.contains(&Formula::Cmp(op.flip(), a.clone(), b.clone())) =>
            {
                Formula::Cmp(CmpOp::Eq, a.clone(), b.clone())
            }
            _ => f.clone(),
        };
        if !found.contains(&f) {
            found.push(f);
        }
    }
    found
}

fn is_map_term(e: &Expr, is_map: &impl Fn(VarId) -> bool) -> bool {
    match e {
        Expr::Var(v) => is_map(*v),
        Expr::Store(..) => true,
        Expr::Ite(_, a, _) => is_map_term(a, is_map),
        _ => false,
    }
}

/// Reads of written maps are resolved as far as the indices are known to be equal or different.
fn written(e: &Expr) -> Expr {
    e.subst(&|e| {
        let Expr::Select(m, j) = e else { return None };
        match &**m {
            Expr::Store(inner, i, value) => {
                let (i, j) = (written(i), written(j));
                let distance = Expr::sub(i.clone(), j.clone()).linear();
                let value = written(value);
                let beneath = written(&Expr::Select(inner.clone(), Arc::new(j.clone())));
                Some(match (distance.terms.is_empty(), distance.constant == Int::ZERO) {
                    (true, true) => value,
                    (true, false) => beneath,
                    _ => Expr::ite(Formula::cmp(CmpOp::Eq, i, j), value, beneath),
                })
            }
            Expr::Ite(c, a, b) => {
                let read = |m: &Arc<Expr>| written(&Expr::Select(m.clone(), j.clone()));
                Some(Expr::ite((**c).clone(), read(a), read(b)))
            }
            _ => None,
        }
    })
}

pub(crate) fn gcd(a: &Int, b: &Int) -> Int {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != Int::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    if a < Int::ZERO { -a } else { a }
}

/// `Σ cᵢ·tᵢ + c`.
#[derive(Clone, Debug)]
struct Sum {
    terms: SortedMap<Expr, Int>,
    constant: Int,
}

impl Sum {
    fn of(e: &Expr) -> Self {
        let form = e.linear();
        Sum { terms: form.terms, constant: form.constant }
    }

    fn plus(&self, factor: &Int, other: &Sum, by: &Int) -> Sum {
        let mut sum = Sum { terms: SortedMap::new(), constant: &self.constant * factor + &other.constant * by };
        for (t, c) in &self.terms {
            *sum.terms.entry(t.clone()).or_default() += c * factor;
        }
        for (t, c) in &other.terms {
            *sum.terms.entry(t.clone()).or_default() += c * by;
        }
        sum.terms.retain(|_, c| *c != Int::ZERO);
        sum
    }

    /// `self op 0` in its normal form.
    fn compared(mut self, mut op: CmpOp) -> Formula {
        if self.terms.is_empty() {
            return op.holds(&self.constant, &Int::ZERO).into();
        }
        if self.terms.first_key_value().is_some_and(|(_, c)| *c < Int::ZERO) {
            self = self.plus(&Int::NEG_ONE, &Sum { terms: SortedMap::new(), constant: Int::ZERO }, &Int::ZERO);
            op = op.flip();
        }
        let divisor = self.terms.values().fold(Int::ZERO, |g, c| gcd(&g, c));
        // Σ op bound.
        let bound = -self.constant;
        let whole = base::int::floor_div(&bound, &divisor);
        let divides = &whole * &divisor == bound;
        let (op, bound) = match op {
            CmpOp::Eq if !divides => return Formula::False,
            CmpOp::Ne if !divides => return Formula::True,
            CmpOp::Eq | CmpOp::Ne | CmpOp::Le => (op, whole),
            CmpOp::Lt => (CmpOp::Le, if divides { whole - Int::ONE } else { whole }),
            CmpOp::Gt => (CmpOp::Ge, whole + Int::ONE),
            CmpOp::Ge => (CmpOp::Ge, if divides { whole } else { whole + Int::ONE }),
        };
        let mut sum: Option<Expr> = None;
        for (t, c) in self.terms {
            let c = c / &divisor;
            sum = Some(match sum {
                None => Expr::mul(c, t),
                Some(s) if c < Int::ZERO => Expr::sub(s, Expr::mul(-c, t)),
                Some(s) => Expr::add(s, Expr::mul(c, t)),
            });
        }
        sum.map_or(Formula::True, |s| Formula::cmp(op, s, bound))
    }
}

/// A comparison in its normal form.
pub fn compared(op: CmpOp, a: &Expr, b: &Expr) -> Formula {
    Sum::of(&Expr::sub(a.clone(), b.clone())).compared(op)
}

/// A bound on the term: `factor · term + rest ≥ 0`; `None` if the formula is not one.
fn bound_on(term: &Expr, f: &Formula) -> Option<(Int, Sum)> {
    let Formula::Cmp(op, a, b) = f else { return None };
    let mut sum = Sum::of(&Expr::sub((**a).clone(), (**b).clone()));
    match op {
        CmpOp::Ge => {}
        CmpOp::Le => sum = sum.plus(&Int::NEG_ONE, &Sum { terms: SortedMap::new(), constant: Int::ZERO }, &Int::ZERO),
        _ => return None,
    }
    let factor = sum.terms.remove(term)?;
    let elsewhere = sum.terms.keys().any(|t| {
        let mut found = false;
        t.walk(&mut |e| found |= e == term);
        found
    });
    (!elsewhere).then_some((factor, sum))
}

/// The states that satisfy the conjuncts for some value of an integer term that has nothing to do with all others.
fn without(term: &Expr, ty: Option<IntType>, after: &[Formula]) -> Preimage {
    let (about, mut rest): (Vec<&Formula>, Vec<&Formula>) = after.iter().partition(|f| mentions(f, term));
    let mut exact = true;
    if about.is_empty() {
        return Preimage { conjuncts: after.to_vec(), exact };
    }
    let (mut lower, mut upper) = (Vec::new(), Vec::new());
    let mut add = |factor: Int, sum: Sum| if factor > Int::ZERO { lower.push((factor, sum)) } else { upper.push((-factor, sum)) };
    if let Some(ty) = ty {
        add(Int::ONE, Sum { terms: SortedMap::new(), constant: -ty.min() });
        add(Int::NEG_ONE, Sum { terms: SortedMap::new(), constant: ty.max() });
    }
    for f in about {
        match bound_on(term, f) {
            Some((factor, sum)) => add(factor, sum),
            None => exact = false,
        }
    }
    let mut found: SortedSet<Formula> = rest.drain(..).cloned().collect();
    let mut pairs = 0;
    for (c, low) in &lower {
        for (d, high) in &upper {
            pairs += 1;
            if pairs > MOST_PAIRS {
                return Preimage { conjuncts: found.into_iter().collect(), exact: false };
            }
            exact &= *c == Int::ONE || *d == Int::ONE;
            // c·x + low ≥ 0 and −d·x + high ≥ 0.
            match low.plus(d, high, c).compared(CmpOp::Ge) {
                Formula::True => {}
                Formula::False => return Preimage { conjuncts: vec![Formula::False], exact: true },
                f => drop(found.insert(f)),
            }
        }
    }
    Preimage { conjuncts: found.into_iter().collect(), exact }
}

/// A map that may be anything: its elements are taken for independent integers, and what says more of it is left out.
fn without_map(var: VarId, ty: Option<IntType>, after: &[Formula], is_map: &impl Fn(VarId) -> bool) -> Preimage {
    let map = Expr::Var(var);
    let Preimage { conjuncts: after, mut exact } = collected(after, is_map);
    let mut elements: Vec<Expr> = Vec::new();
    for f in &after {
        f.walk(&mut |e| {
            if let Expr::Select(m, i) = e
                && **m == map
                && !elements.contains(e)
            {
                let mut inner = false;
                i.walk(&mut |e| inner |= *e == map || matches!(e, Expr::Bound(_)));
                if !inner {
                    elements.push(e.clone());
                }
            }
        });
    }
    exact &= elements.len() < 2;
    let place = |e: &Expr| elements.iter().position(|x| x == e).map(|i| Expr::bound(&format!("element {i}")));
    let replaced: Vec<Formula> = after.iter().map(|f| f.subst(&place)).collect();
    let mut now: Vec<Formula> = replaced.into_iter().filter(|f| !mentions(f, &map)).collect();
    exact &= now.len() == after.len();
    for element in &elements {
        let Some(term) = place(element) else { continue };
        let without = without(&term, ty, &now);
        now = without.conjuncts;
        exact &= without.exact;
    }
    Preimage { conjuncts: now, exact }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::exec::eval::{self, State};
    use base::laws::draw::{Draw, vocabulary};

    /// A state from which the statement leads into the conjunction is in the preimage; one that is in an exact preimage of a
    /// statement without input leads into it.
    #[test]
    fn preimages_are_never_too_small() {
        let cfa = vocabulary();
        let is_map = |v: VarId| matches!(cfa.var(v).sort, Sort::Map(..));
        let mut draw = Draw::new(3);
        let mut state = State::initial(&cfa);
        let mut led = [0, 0];
        for _ in 0..20_000 {
            let stmt = draw.stmt(&cfa);
            let after: Vec<Formula> = (0..1 + draw.below(2)).map(|_| draw.formula(&cfa, 1)).collect();
            let before = state.clone();
            let reached = draw.execute(&stmt, &before);
            state = draw.near(reached.as_ref().unwrap_or(&before), &cfa);
            let arrives = reached.is_some_and(|s| after.iter().all(|f| eval::holds(f, &s) == Some(true)));
            let pre = preimage(&stmt, is_map, &after);
            let inside = pre.conjuncts.iter().all(|f| eval::holds(f, &before) == Some(true));
            assert!(!arrives || inside, "{stmt:?} from {before:?} into {after:?}: {pre:?}");
            if pre.exact && !matches!(stmt, Stmt::Input { .. }) {
                assert_eq!(arrives, inside, "{stmt:?} from {before:?} into {after:?}: {pre:?}");
            }
            led[usize::from(arrives)] += 1;
        }
        assert!(led[0] > 2000 && led[1] > 2000, "{led:?}");
    }

    #[test]
    fn an_input_is_projected_with_the_range_of_its_type() {
        let cfa = vocabulary();
        let formula = |text: &str| base::text::parse_formula(text, &cfa).unwrap();
        let input = Stmt::Input { var: VarId(0), ty: Some(IntType::U8), kind: base::InputKind::Uninitialised };
        let pre = preimage(&input, |_| false, &[formula("x >= y + 1"), formula("x <= z")]);
        assert!(pre.exact);
        let text: SortedSet<String> = pre.conjuncts.iter().map(|f| base::text::print_formula(f, &cfa)).collect();
        assert_eq!(
            text.into_iter().collect::<Vec<_>>(),
            ["y <= 254", "y - z <= -1", "z >= 0"].map(String::from).into_iter().collect::<SortedSet<_>>().into_iter().collect::<Vec<_>>()
        );
    }

    #[test]
    fn reads_of_written_maps_are_resolved() {
        let cfa = vocabulary();
        let formula = |text: &str| base::text::parse_formula(text, &cfa).unwrap();
        let a = cfa.var_named("a").unwrap();
        let write = Stmt::Assign(a, Expr::store(a, VarId(0), 7));
        let is_map = |v: VarId| v == a;
        assert_eq!(preimage(&write, is_map, &[formula("a[x] >= 8")]).conjuncts, [Formula::False]);
        assert_eq!(preimage(&write, is_map, &[formula("a[x + 1] >= 8")]).conjuncts, [formula("a[x + 1] >= 8")]);
        // What is in the input at one place has nothing to do with the rest.
        let input = Stmt::Input { var: a, ty: Some(IntType::U8), kind: base::InputKind::Uninitialised };
        let pre = preimage(&input, is_map, &[formula("a[x] >= y")]);
        assert_eq!(pre, Preimage { conjuncts: vec![formula("y <= 255")], exact: true });
    }
}
