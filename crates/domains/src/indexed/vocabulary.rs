//! Vocabularies: the predicates that the states at a location are described by.
//!
//! A predicate may have free *index variables* `k0`, `k1`, which stand for all integers, `k0` below `k1`. The first predicates come from
//! the program's own text: what its conditions, assertions and annotations say of elements, and what it stores, with index variables for the
//! variables in the indices that are swept over ([`Places`]); how the index variables lie to these variables and to the bounds in conditions on
//! them; and what is asked of variables that only get constants (flags). What a lesson names is treated in the same way ([`generalise`]).
//!
//! Invariants: no predicate is constant, and no two are the same or each other's negation; one with a single index variable has `k0`; where some
//! predicate relates both, the vocabulary is closed under their exchange (as far as there is room), since every pair is one with the first below the second.

use crate::minterms::MOST_PREDICATES;
pub use base::blocks::INDICES;
use base::exec::bounded::has_quantifier;
use base::sorted::Entry;
use base::{BinOp, Cfa, CmpOp, Expr, Formula, Int, LocId, Places, Quantifier, Sort, SortedMap, SortedSet, Stmt, VarId};
use logic::Symbols;
use logic::preimage::{compared, conjuncts, equations};

/// At most so many comparisons are taken from one formula.
const MOST_ATOMS: usize = 60;

/// At most so many comparisons are derived from one conjunction.
const MOST_DERIVED: usize = 12;

/// With more stores than this, what they store is left to refinement.
const FEW_STORES: usize = 3;

/// A location starts with at most so many predicates, and so many of them about flags.
const MOST_AT_FIRST: usize = 24;
const MOST_FLAGS: usize = 8;
/// A variable with more values is no flag.
const MOST_CHOICES: usize = 4;

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

    /// How the index variables lie to each other. Pairs of the same are of interest only where both are in one index.
    pub fn order(&self) -> Formula {
        let together = |f: &Formula| f.reads().iter().any(|(_, i)| indices_in(i).len() > 1);
        let op = if self.predicates.iter().any(together) { CmpOp::Le } else { CmpOp::Lt };
        Formula::cmp(op, index(0), index(1))
    }

    /// Whether it is new.
    pub fn add(&mut self, f: &Formula) -> bool {
        let f = if let Formula::Not(inner) = f { inner } else { f };
        let f = canonical(&if indices_of(f) == [1].into() { exchanged(f) } else { f.clone() });
        let known = self.predicates.len();
        self.put(f.clone());
        let relates = |f: &Formula| indices_of(f).len() > 1;
        if relates(&f) || (!indices_of(&f).is_empty() && self.predicates.iter().any(relates)) {
            for f in self.predicates.clone() {
                self.put(canonical(&exchanged(&f)));
            }
        }
        self.predicates.len() > known
    }

    fn put(&mut self, f: Formula) {
        let constant = matches!(f, Formula::True | Formula::False);
        let room = self.predicates.len() < MOST_PREDICATES;
        if room && !constant && !is_order(&f) && !self.predicates.iter().any(|p| *p == f || *p == f.negate()) {
            self.predicates.push(f);
        }
    }
}

impl<'a> FromIterator<&'a Formula> for Vocabulary {
    fn from_iter<I: IntoIterator<Item = &'a Formula>>(formulas: I) -> Self {
        let mut vocabulary = Vocabulary::default();
        for f in formulas {
            vocabulary.add(f);
        }
        vocabulary
    }
}

/// Whether it says only how the index variables lie to each other, which is known.
fn is_order(f: &Formula) -> bool {
    let Formula::Cmp(op, a, b) = f else { return false };
    let difference = Expr::sub((**a).clone(), (**b).clone()).linear();
    let plain = difference.terms.keys().all(|t| *t == index(0) || *t == index(1));
    let decided = match op {
        CmpOp::Eq | CmpOp::Ne => difference.constant == Int::ZERO,
        _ => difference.constant >= Int::NEG_ONE && difference.constant <= Int::ONE,
    };
    plain && difference.terms.len() == 2 && decided && difference.terms.values().sum::<Int>() == Int::ZERO
}

/// With each index variable for the other.
pub fn exchanged(f: &Formula) -> Formula {
    f.subst(&|e| which_index(e).map(|i| index(1 - i)))
}

/// The index variables in a formula.
pub fn indices_of(f: &Formula) -> SortedSet<usize> {
    let mut found = SortedSet::new();
    f.walk(&mut |e| found.extend(which_index(e)));
    found
}

/// The same for a term.
fn indices_in(e: &Expr) -> SortedSet<usize> {
    let mut found = SortedSet::new();
    e.walk(&mut |e| found.extend(which_index(e)));
    found
}

fn which_index(e: &Expr) -> Option<usize> {
    let Expr::Bound(name) = e else { return None };
    INDICES.iter().position(|k| **k == **name)
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
        Formula::Rel(..) => found.push(f.clone()),
        Formula::True | Formula::False => {}
    }
}

/// What a conjunction about a state at a location says, as predicates: its comparisons, those of elements with index variables, and how these lie to
/// what they stand for.
pub fn of_conjuncts(all: &[Formula], at: LocId, places: &Places, program: &Symbols) -> Vec<Formula> {
    let mut comparisons = Vec::new();
    // In their normal form reads of maps that were just written are resolved.
    let mut parts = Vec::new();
    // What is quantified beside index variables would be taken for one of them.
    let plain = |f: &&Formula| indices_of(f).is_empty() || !has_quantifier(f);
    all.iter().filter(plain).for_each(|f| conjuncts(&unquantified(f), &|v| program.is_map(v), &mut parts));
    let (between, others): (Vec<Formula>, Vec<Formula>) =
        compared_through(&parts).into_iter().partition(|f| f.vars().iter().all(|v| program.is_map(*v)));
    // Of elements among each other equations are wanted, of elements and numbers how they lie to each other.
    parts.extend(between);
    let parts = equations(&parts, |f| !f.reads().is_empty());
    parts.iter().chain(&others).for_each(|p| atoms(p, &mut comparisons));
    let mut found = Vec::new();
    for atom in comparisons.iter().filter(|a| !writes(a) && !compares_maps(a, program)) {
        let read: SortedSet<Expr> = atom.reads().into_iter().map(|(_, i)| i).collect();
        if read.is_empty() {
            // Of numbers, an equation is two bounds, which are there already more often than not.
            let bounds = sides(atom);
            let told = |f: &Formula| !(is_machine_limit(f) || places.natural && is_sign(f));
            found.extend(bounds.into_iter().filter(|f| told(&canonical(f))));
            continue;
        }
        let fixed = read.iter().all(|i| i.as_const().is_some());
        let atom_named = constants_named(atom);
        for swept in places.levels(at) {
            // With one index variable, what is live stays as it is: the fewer, the better.
            let some = !indices_of(&atom_named).is_empty();
            let is_named = |v| if some { !places.is_live(at, v) } else { places.is_named(at, &swept, v) };
            let Some((named, names)) = generalise(&atom_named, &is_named) else { continue };
            if let Some(one) = whole_place(&named) {
                found.push(one);
                continue;
            }
            found.push(named);
            for (v, i) in names {
                found.push(Formula::cmp(CmpOp::Lt, index(i), v));
            }
        }
        // An element at a fixed place may be what matters.
        if fixed {
            found.push(atom.clone());
        }
    }
    found
}

/// An equation as the two bounds that make it; anything else as it is.
pub fn sides(f: &Formula) -> Vec<Formula> {
    match f {
        Formula::Cmp(CmpOp::Eq | CmpOp::Ne, a, b) => [CmpOp::Le, CmpOp::Ge].map(|op| Formula::Cmp(op, a.clone(), b.clone())).into(),
        _ => vec![f.clone()],
    }
}

fn compares_maps(f: &Formula, program: &Symbols) -> bool {
    let Formula::Cmp(_, a, b) = f else { return false };
    [a, b].into_iter().any(|e| matches!(&**e, Expr::Var(v) if program.is_map(*v)))
}

/// How elements compare with others and with numbers through a variable that both are compared with: if the variable changes, this may stay.
fn compared_through(parts: &[Formula]) -> Vec<Formula> {
    let mut found = Vec::new();
    let sums: Vec<(CmpOp, Expr)> = parts
        .iter()
        .filter_map(|f| match f {
            Formula::Cmp(op @ (CmpOp::Le | CmpOp::Ge), a, b) => Some((*op, Expr::sub((**a).clone(), (**b).clone()))),
            _ => None,
        })
        .collect();
    for (i, (op, a)) in sums.iter().enumerate() {
        let form = a.linear();
        for (other, b) in &sums[i + 1..] {
            let rest = b.linear();
            for (v, c) in form.terms.iter().filter(|(t, c)| matches!(t, Expr::Var(_)) && (**c == Int::ONE || **c == Int::NEG_ONE)) {
                let Some(d) = rest.terms.get(v).filter(|d| **d == Int::ONE || **d == Int::NEG_ONE) else { continue };
                // With v on different sides: the sum; on the same: the difference.
                let same = c == d;
                let direction = if same { other.flip() } else { *other };
                if direction != *op {
                    continue;
                }
                let sum = if same { Expr::sub(a.clone(), b.clone()) } else { Expr::add(a.clone(), b.clone()) };
                let f = compared(*op, &sum, &Expr::from(0));
                // Where an element is and what it is are seldom the same.
                let lines = sum.linear().terms.keys().any(|t| matches!(t, Expr::Bound(_)));
                if found.len() < MOST_DERIVED && lines == f.reads().is_empty() && !found.contains(&f) {
                    found.push(f);
                }
            }
        }
    }
    found
}

/// Whether something was written into a map of the formula.
fn writes(f: &Formula) -> bool {
    let mut found = false;
    f.walk(&mut |e| found |= matches!(e, Expr::Store(..)));
    found
}

/// If elements of a comparison are at a single fixed place, and no index variable is there yet: an index variable for it.
fn constants_named(atom: &Formula) -> Formula {
    let fixed: SortedSet<Expr> = atom.reads().into_iter().map(|(_, i)| i).filter(|i| i.as_const().is_some()).collect();
    let [place] = fixed.iter().collect::<Vec<_>>()[..] else { return atom.clone() };
    if !indices_of(atom).is_empty() {
        return atom.clone();
    }
    atom.subst(&|e| match e {
        Expr::Select(m, i) if **i == *place => Some(Expr::select((**m).clone(), index(0))),
        _ => None,
    })
}

/// A comparison with index variables for some variables in its indices, and what stands for what. None if it reads no element, or
/// if it has too many such variables there.
pub fn generalise(atom: &Formula, is_named: &dyn Fn(VarId) -> bool) -> Option<(Formula, SortedMap<VarId, usize>)> {
    let mut names: SortedMap<VarId, usize> = SortedMap::new();
    let reads = atom.reads();
    if reads.is_empty() {
        return None;
    }
    // An index inside of an index is not named.
    let inner: SortedSet<Expr> = reads.iter().flat_map(|(_, i)| subterms(i)).filter(|e| matches!(e, Expr::Select(..))).collect();
    let taken = indices_of(atom);
    let mut free = (0..INDICES.len()).filter(|i| !taken.contains(i));
    for (m, i) in &reads {
        if inner.contains(&Expr::select(m.clone(), i.clone())) {
            continue;
        }
        for v in numbers_in(i).into_iter().filter(|v| is_named(*v)) {
            if let Entry::Vacant(name) = names.entry(v) {
                name.insert(free.next()?);
            }
        }
    }
    let named = atom.subst(&|e| if let Expr::Var(v) = e { names.get(v).map(|i| index(*i)) } else { None });
    Some((named, names))
}

/// A comparison whose elements are all at one place that is made of both index variables, with one for the place. None if there is more to it.
fn whole_place(atom: &Formula) -> Option<Formula> {
    let places: SortedSet<Expr> = atom.reads().into_iter().map(|(_, i)| i).collect();
    let [place] = &places.into_iter().collect::<Vec<_>>()[..] else { return None };
    let both = indices_in(place).len() > 1;
    let marker = Expr::bound("place");
    let named = atom.subst(&|e| if e == place { Some(marker.clone()) } else { None });
    (both && indices_of(&named).is_empty()).then(|| named.subst(&|e| (*e == marker).then(|| index(0))))
}

/// The variables of a term that are not maps.
fn numbers_in(e: &Expr) -> SortedSet<VarId> {
    let mut maps = SortedSet::new();
    e.walk(&mut |t| {
        if let Expr::Select(m, _) | Expr::Store(m, _, _) = t
            && let Expr::Var(v) = &**m
        {
            maps.insert(*v);
        }
    });
    e.vars().into_iter().filter(|v| !maps.contains(v)).collect()
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
    /// Comparisons with elements, the most important first.
    elements: Vec<Formula>,
    /// Comparisons of numbers.
    numbers: Vec<Formula>,
    /// Bounds of arrays of a fixed size.
    sizes: Vec<Formula>,
    /// Those of variables that only get constants.
    flags: Vec<Formula>,
    /// The variables that indices are made of, and whether they are counted down somewhere.
    counters: SortedMap<VarId, bool>,
    /// Maps in which numbers from a counter that grows are stored at chosen places, with the term that is stored: numbers that are drawn.
    drawn: Vec<(Expr, Expr)>,
}

/// The vocabularies of the locations where runs meet.
pub fn of_program(cfa: &Cfa, places: &Places) -> SortedMap<LocId, Vocabulary> {
    let words = Words::of(cfa);
    let meets = |l: &LocId| cfa.into(*l).len() > 1;
    (0..cfa.locs.len() as u32).map(LocId).filter(meets).map(|l| (l, words.at(cfa, l, places))).collect()
}

impl Words {
    fn of(cfa: &Cfa) -> Self {
        let mut conditions = Vec::new();
        let mut found = Vec::new();
        let mut counters: SortedMap<VarId, bool> = SortedMap::new();
        let mut sizes = Vec::new();
        // Assertions first: what they say matters most.
        let (asserted, others): (Vec<_>, Vec<_>) = cfa.edges.iter().partition(|e| cfa.error_at(e.to).is_some());
        let stores = cfa.edges.iter().filter(|e| matches!(&e.stmt, Stmt::Assign(_, Expr::Store(..)))).count();
        for e in asserted.into_iter().chain(others) {
            match &e.stmt {
                Stmt::Assume(f) if is_range(f) => atoms(f, &mut sizes),
                Stmt::Assume(f) => {
                    found.clear();
                    atoms(&unquantified(f), &mut found);
                    conditions.append(&mut found);
                    conditions.extend(is_together(f).then(|| f.clone()));
                }
                Stmt::Assign(_, Expr::Store(m, i, value)) => {
                    // What was stored is there afterwards, unless it is a number that nobody else knows.
                    let read = Expr::select((**m).clone(), (**i).clone());
                    let stored = Formula::cmp(CmpOp::Eq, read, (**value).clone());
                    // Between elements at unrelated places it would only be true by chance.
                    if stores <= FEW_STORES && generalise(&stored, &|_| true).is_some_and(|(_, names)| names.len() < 2) {
                        conditions.push(stored);
                    }
                    counters.extend(numbers_in(i).into_iter().map(|v| (v, false)));
                }
                _ => {}
            }
        }
        for (_, f) in &cfa.advice {
            found.clear();
            atoms(&unquantified(f), &mut found);
            conditions.append(&mut found);
        }
        let inputs: SortedSet<VarId> =
            cfa.edges.iter().filter_map(|e| if let Stmt::Input { var, .. } = &e.stmt { Some(*var) } else { None }).collect();
        // An equation with a fresh input says nothing.
        let says = |f: &Formula| !f.vars().iter().any(|v| inputs.contains(v) && is_scratch(cfa, *v));
        let program = Symbols::of(cfa);
        conditions.retain(|f| !compares_maps(f, &program) && !writes(f));
        let (elements, numbers): (Vec<Formula>, Vec<Formula>) = conditions.into_iter().partition(|f| !f.reads().is_empty());
        for (_, i) in elements.iter().flat_map(Formula::reads) {
            counters.extend(numbers_in(&i).into_iter().map(|v| (v, false)));
        }
        for e in &cfa.edges {
            if let Stmt::Assign(v, value) = &e.stmt
                && let Some(down) = counters.get_mut(v)
                && let Expr::Bin(op, a, b) = value
                && **a == Expr::Var(*v)
                && let Some(c) = b.as_const()
            {
                *down |= (*op == BinOp::Sub && *c > Int::ZERO) || (*op == BinOp::Add && *c < Int::ZERO);
            }
        }
        let flags = flags(cfa);
        let of_flags = |f: &&Formula| f.vars().iter().all(|v| flags.contains_key(v)) && indices_of(f).is_empty();
        let asked: Vec<Formula> = numbers.iter().filter(of_flags).cloned().collect();
        // Which constant it is; of two the one tells the other.
        let told = |(v, constants): (&VarId, &SortedSet<Int>)| {
            let told = constants.iter().skip(usize::from(constants.len() == 2));
            told.map(|c| Formula::cmp(CmpOp::Eq, *v, Expr::Const(c.clone()))).collect::<Vec<_>>()
        };
        // That matters of what is stored, even if it is asked for something else, and of what nobody asks, since it is only handed on.
        let is_stored =
            |v: &VarId| cfa.edges.iter().any(|e| matches!(&e.stmt, Stmt::Assign(_, Expr::Store(_, _, value)) if **value == Expr::Var(*v)));
        let stored = flags.iter().filter(|(v, constants)| constants.len() > 2 && is_stored(v));
        let silent = flags.iter().filter(|(v, _)| !is_scratch(cfa, **v) && !asked.iter().any(|f| f.vars().contains(v)));
        let flags = asked.iter().cloned().chain(stored.chain(silent).flat_map(told)).take(MOST_FLAGS).collect();
        let drawn = drawn(cfa, &inputs);
        Words { elements: elements.into_iter().filter(says).collect(), numbers, sizes, flags, counters, drawn }
    }

    fn at(&self, cfa: &Cfa, at: LocId, places: &Places) -> Vocabulary {
        let mut vocabulary = Vocabulary::default();
        let known = |f: &Formula| f.vars().iter().all(|v| places.is_live(at, *v));
        let mut elements: Vec<Formula> = Vec::new();
        // Which variables index variables stand for.
        let mut stands: SortedSet<(VarId, usize)> = SortedSet::new();
        for swept in places.levels(at) {
            for atom in &self.elements {
                let Some((named, names)) = generalise(atom, &|v| places.is_named(at, &swept, v)) else { continue };
                let named = canonical(&named);
                if let Some(one) = whole_place(&named) {
                    elements.push(canonical(&one));
                    continue;
                }
                if known(&named) && !elements.contains(&named) && !elements.contains(&named.negate()) {
                    elements.push(named);
                }
                stands.extend(names);
            }
        }
        // What is compared between a place that is chosen anew and another one holds of any two.
        let all = places.levels(at).pop().unwrap_or_default();
        for atom in &self.elements {
            let Some((named, _)) = generalise(atom, &|v| places.is_named(at, &all, v) || places.is_chosen(at, v)) else { continue };
            let named = canonical(&named);
            if indices_of(&named).len() > 1 && whole_place(&named).is_none() && known(&named) && !elements.contains(&named) {
                elements.push(named);
            }
        }
        if elements.iter().any(|f| !indices_of(f).is_empty()) {
            if !places.natural {
                vocabulary.add(&Formula::cmp(CmpOp::Ge, index(0), 0));
            }
            for (v, down) in self.counters.iter().filter(|(v, _)| places.is_live(at, **v)) {
                vocabulary.add(&Formula::cmp(CmpOp::Lt, index(0), *v));
                if *down {
                    vocabulary.add(&Formula::cmp(CmpOp::Le, index(0), *v));
                }
            }
        }
        // What a comparison of numbers says of index variables.
        let add = |vocabulary: &mut Vocabulary, atom: &Formula| {
            let stood = stands.iter().filter(|(v, _)| atom.vars().contains(v));
            let bounds = stood.map(|(v, i)| atom.subst(&|e| (*e == Expr::Var(*v)).then(|| index(*i))));
            let own = (!indices_of(atom).is_empty()).then(|| atom.clone());
            let told = |f: &Formula| known(f) && !is_machine_limit(f) && !(places.natural && is_sign(f));
            for f in bounds.chain(own).map(|f| canonical(&f)).filter(told) {
                if f.vars().iter().all(|v| !is_scratch(cfa, *v)) {
                    vocabulary.add(&f);
                }
            }
        };
        self.numbers.iter().for_each(|atom| add(&mut vocabulary, atom));
        // The size of an array is of interest only if there is no variable that bounds indices and stays.
        let swept: SortedSet<VarId> = places.levels(at).into_iter().flatten().collect();
        let stays = |f: &Formula| !f.vars().is_empty() && f.vars().iter().all(|v| !swept.contains(v));
        let bounded = vocabulary.predicates.iter().any(|f| !indices_of(f).is_empty() && f.reads().is_empty() && stays(f));
        for atom in self.sizes.iter().filter(|f| !bounded || !matches!(f, Formula::Cmp(CmpOp::Lt, ..))) {
            add(&mut vocabulary, atom);
        }
        // A number that was drawn is below those to come, and no two are the same.
        let of_drawn = self.drawn.iter().flat_map(|(m, number)| {
            let [first, second] = [0, 1].map(|i| Expr::select(m.clone(), index(i)));
            let below = [CmpOp::Lt, CmpOp::Le].map(|op| Formula::cmp(op, first.clone(), number.clone()));
            below.into_iter().chain([Formula::cmp(CmpOp::Eq, first, second)])
        });
        let of_drawn: Vec<Formula> = of_drawn.map(|f| canonical(&f)).filter(known).collect();
        self.flags.iter().filter(|f| known(f)).chain(&elements).chain(&of_drawn).for_each(|f| {
            if vocabulary.len() < MOST_AT_FIRST {
                vocabulary.add(f);
            }
        });
        vocabulary
    }
}

/// Where numbers from a counter that grows are stored at places that inputs choose, as numbers that are drawn are.
fn drawn(cfa: &Cfa, inputs: &SortedSet<VarId>) -> Vec<(Expr, Expr)> {
    let grows = |v: VarId| {
        let by = |e: &Expr| Expr::sub(e.clone(), Expr::Var(v)).linear();
        let more = |e: &Expr| by(e).terms.is_empty() && by(e).constant > Int::ZERO;
        cfa.edges.iter().any(|e| matches!(&e.stmt, Stmt::Assign(w, value) if *w == v && more(value)))
    };
    let mut found = Vec::new();
    for e in &cfa.edges {
        let Stmt::Assign(_, Expr::Store(m, i, value)) = &e.stmt else { continue };
        let chosen = !i.vars().is_empty() && i.vars().iter().all(|v| inputs.contains(v));
        let counter = value.linear().terms.keys().all(|t| matches!(t, Expr::Var(v) if grows(*v))) && value.linear().terms.len() == 1;
        let one = ((**m).clone(), (**value).clone());
        if chosen && counter && !found.contains(&one) {
            found.push(one);
        }
    }
    found
}

/// Whether several comparisons with elements are one condition: as one predicate they take one literal of a clause.
fn is_together(f: &Formula) -> bool {
    let Formula::And(parts) = f else { return false };
    parts.len() > 1 && parts.iter().all(|p| matches!(p, Formula::Cmp(..)) && !p.reads().is_empty())
}

/// The constants of which it is one.
fn choices(e: &Expr, of: &SortedMap<VarId, SortedSet<Int>>) -> Option<SortedSet<Int>> {
    match e {
        Expr::Ite(_, yes, no) => Some(&choices(yes, of)? | &choices(no, of)?),
        Expr::Var(v) => of.get(v).cloned(),
        e => e.as_const().map(|c| [c.clone()].into()),
    }
}

/// Whether it says that an index is within an array of a fixed size: so it is whenever an element is read.
fn is_range(f: &Formula) -> bool {
    let Formula::And(parts) = f else { return false };
    let [Formula::Cmp(CmpOp::Ge, a, low), Formula::Cmp(CmpOp::Lt, b, high)] = &parts[..] else { return false };
    a == b && low.as_const() == Some(&Int::ZERO) && high.as_const().is_some()
}

/// The variables that only get constants, or each other's values, and which; all of them are 0 at first.
fn flags(cfa: &Cfa) -> SortedMap<VarId, SortedSet<Int>> {
    let mut found: SortedMap<VarId, SortedSet<Int>> =
        (0..cfa.vars.len() as u32).map(VarId).filter(|v| cfa.var(*v).sort == Sort::Int).map(|v| (v, [Int::ZERO].into())).collect();
    loop {
        let before = found.clone();
        for e in &cfa.edges {
            match &e.stmt {
                Stmt::Assign(v, value) => match choices(value, &before).filter(|c| c.len() <= MOST_CHOICES) {
                    Some(constants) => found.entry(*v).and_modify(|known| known.extend(constants)),
                    None => {
                        found.remove(v);
                        continue;
                    }
                },
                Stmt::Input { var, .. } => {
                    found.remove(var);
                    continue;
                }
                _ => continue,
            };
        }
        if found == before {
            found.retain(|_, constants| constants.len() > 1);
            return found;
        }
    }
}

/// A variable of the translation, not of the program.
fn is_scratch(cfa: &Cfa, v: VarId) -> bool {
    cfa.var(v).name.starts_with('$')
}

/// One form for an inequality and its negation: `Σ cᵢ·tᵢ ≤ c`, coprime, the first coefficient positive. The rest stays as it is.
fn canonical(f: &Formula) -> Formula {
    let f = &f.subst(&tidy);
    let Formula::Cmp(op, a, b) = f else { return f.clone() };
    if let CmpOp::Eq | CmpOp::Ne = op {
        let normal = compared(*op, a, b);
        let Formula::Cmp(op, a, b) = &normal else { return normal };
        let sides = b.as_const().filter(|c| **c == Int::ZERO).map(|_| a.linear().terms).filter(|t| t.len() == 2);
        let terms: Vec<(Expr, Int)> = sides.into_iter().flatten().collect();
        return match &terms[..] {
            [(a, c), (b, d)] if *c == Int::ONE && *d == Int::NEG_ONE => Formula::Cmp(*op, a.clone().into(), b.clone().into()),
            _ => normal,
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

/// Whether it only says whether an index variable is a natural number, or less.
fn is_sign(f: &Formula) -> bool {
    let Formula::Cmp(_, a, b) = f else { return false };
    matches!(&**a, Expr::Bound(_)) && b.as_const().is_some_and(|c| *c < Int::ZERO)
}

/// One form for the indices of elements.
fn tidy(e: &Expr) -> Option<Expr> {
    let Expr::Select(m, i) = e else { return None };
    Some(Expr::select(m.subst(&tidy), i.subst(&tidy).linear().expr()))
}

/// Bounds beyond this come from machine types, perhaps divided by a factor.
const LARGE: i64 = 1 << 28;

/// Whether a bound is only that of a machine type: checks of overflow say it of every counter.
fn is_machine_limit(f: &Formula) -> bool {
    let Formula::Cmp(_, _, b) = f else { return false };
    b.as_const().is_some_and(|c| *c >= Int::from(LARGE) || *c <= Int::from(-LARGE))
}
