//! Vocabularies: the predicates that the states at a location are described by.
//!
//! A predicate may have free *index variables* `k0`, `k1`, which stand for all integers. The first predicates come from
//! the program's own text: what its conditions, assertions and annotations say of elements, and what it stores, with index variables for the
//! variables in the indices; and how the index variables lie to these variables and to the bounds in conditions on them. What a lesson
//! names is treated in the same way ([`generalise`]). Invariant: no predicate is constant, and no two are the same or each other's
//! negation.

pub use base::blocks::INDICES;
use base::{BinOp, Cfa, CmpOp, Expr, Formula, Int, LocId, Quantifier, Stmt, VarId};
use logic::preimage::conjuncts;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};

/// At most so many comparisons are taken from one formula.
const MOST_ATOMS: usize = 60;

/// With more stores than this, what they store is left to refinement.
const FEW_STORES: usize = 3;

/// A location starts with at most so many predicates.
const MOST_AT_FIRST: usize = 24;

#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    predicates: Vec<Formula>,
}

impl Vocabulary {
    pub fn predicates(&self) -> &[Formula] {
        &self.predicates
    }

    pub fn len(&self) -> usize {
        self.predicates.len()
    }

    pub fn is_empty(&self) -> bool {
        self.predicates.is_empty()
    }

    /// Whether it is new.
    pub fn add(&mut self, f: &Formula) -> bool {
        let f = canonical(if let Formula::Not(inner) = f { inner } else { f });
        let constant = matches!(f, Formula::True | Formula::False);
        let new = !constant && !self.predicates.iter().any(|p| *p == f || *p == f.negate());
        if new {
            self.predicates.push(f);
        }
        new
    }
}

/// The index variables in a formula.
pub fn indices_of(f: &Formula) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    f.walk(&mut |e| {
        if let Expr::Bound(name) = e {
            found.extend(INDICES.iter().position(|k| **k == **name));
        }
    });
    found
}

pub fn index(i: usize) -> Expr {
    Expr::bound(INDICES[i])
}

/// The comparisons in a formula. One with cases inside gives the conditions of the cases, and a comparison for each of them.
pub fn atoms(f: &Formula, found: &mut Vec<Formula>) {
    if found.len() >= MOST_ATOMS {
        return;
    }
    match f {
        Formula::And(parts) | Formula::Or(parts) => parts.iter().for_each(|p| atoms(p, found)),
        Formula::Not(inner) | Formula::Quant(_, _, inner) => atoms(inner, found),
        Formula::Cmp(op, a, b) => {
            let mut case = None;
            let mut see = |e: &Expr| {
                if let Expr::Ite(c, yes, no) = e {
                    case.get_or_insert_with(|| (e.clone(), c.clone(), yes.clone(), no.clone()));
                }
            };
            a.walk(&mut see);
            b.walk(&mut see);
            let Some((term, condition, yes, no)) = case else {
                found.push(Formula::Cmp(*op, a.clone(), b.clone()));
                return;
            };
            atoms(&condition, found);
            for branch in [yes, no] {
                let by = |e: &Expr| (*e == term).then(|| (*branch).clone());
                atoms(&Formula::cmp(*op, a.subst(&by), b.subst(&by)), found);
            }
        }
        _ => {}
    }
}

/// What a formula about a state says, as predicates: its comparisons, those of elements with index variables, and how these lie to what they stand
/// for.
pub fn of_formula(f: &Formula) -> Vec<Formula> {
    let mut comparisons = Vec::new();
    atoms(&unquantified(f), &mut comparisons);
    let mut found = Vec::new();
    for atom in comparisons {
        let closed = reads(&atom).is_empty();
        if closed {
            // Of numbers, an equation is two bounds, which are there already more often than not.
            let bounds = match &atom {
                Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) => [CmpOp::Le, CmpOp::Ge].map(|op| Formula::Cmp(op, a.clone(), b.clone())).into(),
                _ => vec![atom.clone()],
            };
            found.extend(bounds.into_iter().filter(|f| !is_machine_limit(&canonical(f))));
        }
        if let Some((named, names)) = generalise(&constants_named(&atom)) {
            found.push(named);
            for (v, i) in names {
                found.push(Formula::cmp(CmpOp::Ge, index(i), 0));
                found.push(Formula::cmp(CmpOp::Lt, index(i), v));
            }
        }
        // An element at a fixed place may be what matters.
        if !closed && reads(&atom).iter().all(|(_, i)| i.as_const().is_some()) {
            found.push(atom);
        }
    }
    found
}

/// The terms that a formula reads maps at.
pub fn reads(f: &Formula) -> Vec<(Expr, Expr)> {
    let mut found = Vec::new();
    f.walk(&mut |e| {
        if let Expr::Select(m, i) = e {
            found.push(((**m).clone(), (**i).clone()));
        }
    });
    found
}

/// If all elements of a comparison are at the same fixed place: an index variable for it.
fn constants_named(atom: &Formula) -> Formula {
    let places: BTreeSet<Expr> = reads(atom).into_iter().map(|(_, i)| i).collect();
    let [place] = places.iter().collect::<Vec<_>>()[..] else { return atom.clone() };
    if place.as_const().is_none() {
        return atom.clone();
    }
    atom.subst(&|e| match e {
        Expr::Select(m, i) if **i == *place => Some(Expr::select((**m).clone(), index(0))),
        _ => None,
    })
}

/// A comparison with index variables for the variables in its indices, and what stands for what. None if it reads no element, or
/// if it has too many variables there.
pub fn generalise(atom: &Formula) -> Option<(Formula, BTreeMap<VarId, usize>)> {
    let mut names: BTreeMap<VarId, usize> = BTreeMap::new();
    let reads = reads(atom);
    if reads.is_empty() {
        return None;
    }
    // An index inside of an index is not named.
    let inner: BTreeSet<Expr> = reads.iter().flat_map(|(_, i)| subterms(i)).filter(|e| matches!(e, Expr::Select(..))).collect();
    let taken = indices_of(atom);
    let mut free = (0..INDICES.len()).filter(|i| !taken.contains(i));
    for (m, i) in &reads {
        if inner.contains(&Expr::select(m.clone(), i.clone())) {
            continue;
        }
        for v in i.vars() {
            if let Entry::Vacant(name) = names.entry(v) {
                name.insert(free.next()?);
            }
        }
    }
    let named = atom.subst(&|e| if let Expr::Var(v) = e { names.get(v).map(|i| index(*i)) } else { None });
    Some((named, names))
}

fn subterms(e: &Expr) -> Vec<Expr> {
    let mut found = Vec::new();
    e.walk(&mut |t| found.push(t.clone()));
    found
}

/// Quantified variables of a condition become index variables.
fn unquantified(f: &Formula) -> Formula {
    match f {
        Formula::Quant(Quantifier::Forall | Quantifier::Exists, vars, body) if vars.len() <= INDICES.len() => {
            let place = |e: &Expr| match e {
                Expr::Bound(name) => vars.iter().position(|(n, _)| n == name).map(index),
                _ => None,
            };
            unquantified(&body.subst(&place))
        }
        Formula::Not(inner) => Formula::Not(unquantified(inner).into()),
        Formula::And(parts) => Formula::And(parts.iter().map(unquantified).collect()),
        Formula::Or(parts) => Formula::Or(parts.iter().map(unquantified).collect()),
        other => other.clone(),
    }
}

/// What the program's text says.
struct Words {
    /// About elements, with index variables.
    elements: Vec<Formula>,
    /// About the index variables: bounds of the variables that they stand for.
    bounds: Vec<Formula>,
    /// The variables that indices are made of, and whether they are counted down somewhere.
    counters: BTreeMap<VarId, bool>,
}

/// The vocabularies of the locations, given what is live there.
pub fn of_program(cfa: &Cfa, live: &[BTreeSet<VarId>]) -> BTreeMap<LocId, Vocabulary> {
    let words = Words::of(cfa);
    let at = |l: usize| {
        let live = &live[l];
        let mut vocabulary = Vocabulary::default();
        let known = |f: &&Formula| f.vars().iter().all(|v| live.contains(v));
        let elements: Vec<&Formula> = words.elements.iter().filter(known).collect();
        let used: BTreeSet<usize> = elements.iter().flat_map(|f| indices_of(f)).collect();
        for &i in &used {
            vocabulary.add(&Formula::cmp(CmpOp::Ge, index(i), 0));
            for (v, down) in words.counters.iter().filter(|(v, _)| live.contains(v)) {
                vocabulary.add(&Formula::cmp(CmpOp::Lt, index(i), *v));
                if *down {
                    vocabulary.add(&Formula::cmp(CmpOp::Le, index(i), *v));
                }
            }
        }
        if used.len() > 1 {
            vocabulary.add(&Formula::cmp(CmpOp::Lt, index(0), index(1)));
        }
        for f in words.bounds.iter().filter(known).filter(|f| indices_of(f).iter().any(|i| used.contains(i))) {
            vocabulary.add(f);
        }
        for f in elements {
            vocabulary.add(f);
        }
        vocabulary.predicates.truncate(MOST_AT_FIRST);
        (LocId(l as u32), vocabulary)
    };
    (0..cfa.locs.len()).map(at).collect()
}

impl Words {
    fn of(cfa: &Cfa) -> Self {
        let mut words = Words { elements: Vec::new(), bounds: Vec::new(), counters: BTreeMap::new() };
        let mut conditions = Vec::new();
        let mut found = Vec::new();
        // Assertions first: what they say matters most.
        let (asserted, others): (Vec<_>, Vec<_>) = cfa.edges.iter().partition(|e| cfa.error_at(e.to).is_some());
        let stores = cfa.edges.iter().filter(|e| matches!(&e.stmt, Stmt::Assign(_, Expr::Store(..)))).count();
        for e in asserted.into_iter().chain(others) {
            match &e.stmt {
                Stmt::Assume(f) => {
                    found.clear();
                    atoms(&unquantified(f), &mut found);
                    conditions.append(&mut found);
                }
                Stmt::Assign(_, Expr::Store(m, i, value)) => {
                    // What was stored is there afterwards, unless it is a number that nobody else knows.
                    let read = Expr::select((**m).clone(), (**i).clone());
                    let stored = Formula::cmp(CmpOp::Eq, read, (**value).clone());
                    // Between elements at unrelated places it would only be true by chance.
                    if stores <= FEW_STORES && generalise(&stored).is_some_and(|(_, names)| names.len() < 2) {
                        conditions.push(stored);
                    }
                    words.counters.extend(i.vars().into_iter().map(|v| (v, false)));
                }
                _ => {}
            }
        }
        for (_, f) in &cfa.advice {
            found.clear();
            atoms(&unquantified(f), &mut found);
            conditions.append(&mut found);
        }
        let inputs: BTreeSet<VarId> =
            cfa.edges.iter().filter_map(|e| if let Stmt::Input { var, .. } = &e.stmt { Some(*var) } else { None }).collect();
        let mut stands: BTreeSet<(VarId, usize)> = BTreeSet::new();
        for atom in &conditions {
            for (_, i) in reads(atom) {
                words.counters.extend(i.vars().into_iter().map(|v| (v, false)));
            }
            let Some((named, names)) = generalise(atom) else { continue };
            // An equation with a fresh input says nothing.
            if named.vars().iter().any(|v| inputs.contains(v) && is_scratch(cfa, *v)) {
                continue;
            }
            stands.extend(names);
            let named = canonical(&named);
            if !words.elements.contains(&named) && !words.elements.contains(&named.negate()) {
                words.elements.push(named);
            }
        }
        for atom in conditions.iter().filter(|a| reads(a).is_empty()) {
            let mut found = Vec::new();
            for &(v, i) in &stands {
                if atom.vars().contains(&v) {
                    found.push(atom.subst(&|e| (*e == Expr::Var(v)).then(|| index(i))));
                }
            }
            if !indices_of(atom).is_empty() {
                found.push(atom.clone());
            }
            for f in found {
                let f = canonical(&f);
                if is_machine_limit(&f) {
                    continue;
                }
                if !words.bounds.contains(&f) && !words.bounds.contains(&f.negate()) {
                    words.bounds.push(f);
                }
            }
        }
        for e in &cfa.edges {
            if let Stmt::Assign(v, value) = &e.stmt
                && let Some(down) = words.counters.get_mut(v)
                && let Expr::Bin(op, a, b) = value
                && **a == Expr::Var(*v)
                && let Some(c) = b.as_const()
            {
                *down |= (*op == BinOp::Sub && *c > Int::ZERO) || (*op == BinOp::Add && *c < Int::ZERO);
            }
        }
        words
    }
}

/// A variable of the translation, not of the program.
fn is_scratch(cfa: &Cfa, v: VarId) -> bool {
    cfa.var(v).name.starts_with('$')
}

/// One form for an inequality and its negation: `Σ cᵢ·tᵢ ≤ c`, coprime, the first coefficient positive. The rest stays as it is.
fn canonical(f: &Formula) -> Formula {
    let Formula::Cmp(op, a, b) = f else { return f.clone() };
    if let CmpOp::Eq | CmpOp::Ne = op {
        let difference = Expr::sub((**a).clone(), (**b).clone()).linear();
        return match difference.terms.is_empty() {
            true => op.holds(&difference.constant, &Int::ZERO).into(),
            false => f.clone(),
        };
    }
    let mut parts = Vec::new();
    conjuncts(f, &|_| false, &mut parts);
    match parts.as_slice() {
        [] => Formula::True,
        [Formula::Cmp(CmpOp::Ge, a, b)] => match b.as_const() {
            Some(c) => Formula::Cmp(CmpOp::Le, a.clone(), Expr::Const(c - Int::ONE).into()),
            None => f.clone(),
        },
        [one] => one.clone(),
        _ => f.clone(),
    }
}

/// Whether a bound is only that of a machine type: checks of overflow say it of every counter.
fn is_machine_limit(f: &Formula) -> bool {
    let Formula::Cmp(_, _, b) = f else { return false };
    b.as_const().is_some_and(|c| *c >= Int::from((1i64 << 31) - 4) || *c <= Int::from(4 - (1i64 << 31)))
}
