//! Elements of L_P: sets of minterms over a vocabulary, as binary decision diagrams or as clauses.
//!
//! A *minterm* is a truth value for each predicate. With a bound on the *width* an element is closed: it is the conjunction of all clauses of at most
//! so many literals that its minterms satisfy, which is a coarser lattice with the same kind of meaning (width 1 is the Cartesian
//! abstraction; no bound is L_P itself). The lattice is the same for predicates with index variables ([`crate::indexed`]) and for plain ones
//! ([`crate::predicates`]). Invariant: an element contains the minterms that were put in, and is closed.

use base::{Budget, Formula, SortedSet};
use biodivine_lib_bdd::{Bdd, BddPartialValuation, BddValuation, BddVariable, BddVariableSet};
use logic::Dialogue;
use logic::dialogue::Verdict;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// Truth values, one bit for each predicate.
pub type Minterm = u128;

/// At most so many predicates at one location.
pub const MOST_PREDICATES: usize = 120;

/// With at most so many predicates, all choices of four of them are looked at one by one.
const MOST_BY_FOUR: usize = 40;

/// Some predicates with their values: a conjunction (cube) or a disjunction (clause).
pub type Literals = Vec<(usize, bool)>;

#[derive(Clone, Debug)]
pub struct Element {
    variables: u16,
    /// The minterms, unless the width is bounded: then the clauses say it.
    set: Set,
    /// The minterms that were put in, in their order.
    put: Vec<Minterm>,
    /// The shortest clauses of the bounded width that hold; none if the width has no bound, or before the first minterm.
    clauses: Option<Vec<Literals>>,
    width: Option<usize>,
}

/// A diagram, and its clauses as soon as somebody has asked for them: they are asked for at every step and take as long as one. Copies share them.
#[derive(Clone, Debug)]
struct Set {
    diagram: Bdd,
    clauses: OnceLock<Arc<[Literals]>>,
}

/// More clauses are not kept.
const MOST_KEPT: usize = 1000;

impl From<Bdd> for Set {
    fn from(diagram: Bdd) -> Self {
        Set { diagram, clauses: OnceLock::new() }
    }
}

impl Set {
    fn clauses(&self) -> Arc<[Literals]> {
        if let Some(known) = self.clauses.get() {
            return known.clone();
        }
        let negated = |cube: Literals| cube.into_iter().map(|(i, v)| (i, !v)).collect();
        let found: Arc<[Literals]> = cubes(&self.diagram.not()).into_iter().map(negated).collect();
        if found.len() <= MOST_KEPT {
            // If somebody was faster it is the same.
            let _ = self.clauses.set(found.clone());
        }
        found
    }
}

/// A predicate with its value, as a formula.
pub fn literal(predicate: &Formula, value: bool) -> Formula {
    if value { predicate.clone() } else { predicate.negate() }
}

/// The clauses of an element as formulas over its predicates.
pub fn said(predicates: &[Formula], element: &Element) -> Vec<Formula> {
    element.clauses().iter().map(|clause| disjunction(predicates, clause)).collect()
}

/// A clause as a formula.
pub fn disjunction(predicates: &[Formula], clause: &Literals) -> Formula {
    Formula::or(clause.iter().map(|(i, v)| literal(&predicates[*i], *v)))
}

/// The positions of clauses that do not follow from the others and from what the dialogue says, the first left out first. The clauses are what it observes.
pub fn irredundant(dialogue: &mut Dialogue<'_>, limit: Duration, budget: &Budget) -> SortedSet<usize> {
    let all = dialogue.observed();
    let mut kept: SortedSet<usize> = (0..all).collect();
    for i in 0..all {
        let others = kept.iter().filter(|j| **j != i).map(|j| (*j, true));
        let assumptions: Vec<(usize, bool)> = others.chain([(i, false)]).collect();
        if let Verdict::Unsat { .. } = dialogue.check(&assumptions, false, &budget.child(Some(limit))) {
            kept.remove(&i);
        }
    }
    kept
}

fn value(m: Minterm, i: usize) -> bool {
    m >> i & 1 == 1
}

fn variable(i: usize) -> BddVariable {
    BddVariable::from_index(i)
}

fn literals(values: &BddPartialValuation) -> Literals {
    values.to_values().into_iter().map(|(v, b)| (v.to_index(), b)).collect()
}

impl Element {
    pub fn empty(predicates: usize, width: Option<usize>) -> Self {
        let variables = predicates as u16;
        let width = width.filter(|w| *w < predicates);
        Element { variables, set: BddVariableSet::new_anonymous(variables).mk_false().into(), put: Vec::new(), clauses: None, width }
    }

    /// All minterms.
    pub fn full(predicates: usize) -> Self {
        let none = Element::empty(predicates, None);
        Element { set: BddVariableSet::new_anonymous(none.variables).mk_true().into(), ..none }
    }

    fn valuation(&self, m: Minterm) -> BddValuation {
        let mut values = BddValuation::all_false(self.variables);
        for i in (0..usize::from(self.variables)).filter(|i| value(m, *i)) {
            values.set(variable(i));
        }
        values
    }

    pub fn contains(&self, m: Minterm) -> bool {
        match &self.clauses {
            Some(clauses) => clauses.iter().all(|c| holds(c, m)),
            None => self.set.diagram.eval_in(&self.valuation(m)),
        }
    }

    pub fn is_empty(&self) -> bool {
        self.clauses.is_none() && self.set.diagram.is_false()
    }

    /// Whether it may contain more than what was put in.
    pub fn is_coarse(&self) -> bool {
        self.width.is_some()
    }

    /// Whether every combination of values is in it.
    pub fn is_full(&self) -> bool {
        self.clauses.as_ref().map_or_else(|| self.set.diagram.is_true(), Vec::is_empty)
    }

    pub fn put(&mut self, m: Minterm) {
        if self.contains(m) {
            return;
        }
        self.put.push(m);
        let n = usize::from(self.variables);
        let Some(width) = self.width else {
            self.set = self.set.diagram.or(&self.valuation(m).mk_bdd()).into();
            return;
        };
        self.weaken(|i| Some(value(m, i)), n, width);
    }

    /// All minterms in which these predicates have these values.
    pub fn put_cube(&mut self, cube: &Literals) {
        let n = usize::from(self.variables);
        let Some(width) = self.width else {
            let values: Vec<(BddVariable, bool)> = cube.iter().map(|(i, v)| (variable(*i), *v)).collect();
            let cube = BddVariableSet::new_anonymous(self.variables).mk_conjunctive_clause(&BddPartialValuation::from_values(&values));
            self.set = self.set.diagram.or(&cube).into();
            return;
        };
        self.weaken(|i| cube.iter().find(|(j, _)| *j == i).map(|(_, v)| *v), n, width);
    }

    fn weaken(&mut self, known: impl Fn(usize) -> Option<bool>, n: usize, width: usize) {
        self.clauses = Some(match self.clauses.take() {
            // All that is said of a single one follows from its literals.
            None => (0..n).filter_map(|i| Some(vec![(i, known(i)?)])).collect(),
            Some(clauses) => weaken(clauses, known, n, width),
        });
    }

    /// Whether it has all minterms of another one; both without a bound on their width.
    pub fn includes(&self, other: &Element) -> bool {
        other.set.diagram.and_not(&self.set.diagram).is_false()
    }

    /// Its minterms in which the clause holds; without a bound on its width.
    pub fn with_clause(&self, clause: &Literals) -> Element {
        let values: Vec<(BddVariable, bool)> = clause.iter().map(|(i, v)| (variable(*i), *v)).collect();
        let clause = BddVariableSet::new_anonymous(self.variables).mk_disjunctive_clause(&BddPartialValuation::from_values(&values));
        Element { set: self.set.diagram.and(&clause).into(), put: Vec::new(), ..self.clone() }
    }

    /// Cubes whose disjunction is the element, if its width has no bound.
    pub fn cubes(&self) -> Vec<Literals> {
        cubes(&self.set.diagram)
    }

    /// The minterms that were put in, in their order.
    pub fn minterms(&self) -> &[Minterm] {
        &self.put
    }

    /// Clauses whose conjunction is the element.
    pub fn clauses(&self) -> Arc<[Literals]> {
        self.clauses.as_deref().map_or_else(|| self.set.clauses(), Arc::from)
    }

    /// Those of the minterms that were put in that agree with this one on each choice of as many predicates as a clause has:
    /// together they are why it is in the element. Few of them, chosen greedily.
    pub fn origins(&self, m: Minterm) -> Vec<Minterm> {
        let Some(width) = self.width.filter(|_| !self.put.contains(&m)) else { return vec![m] };
        let n = usize::from(self.variables);
        // There are too many choices of four from many; those of three nearly always lead to the same.
        let width = if n > MOST_BY_FOUR { width.min(3) } else { width };
        let mut open = Vec::new();
        choices(n, width, 0, 0, &mut open);
        let mut needed = Vec::new();
        while !open.is_empty() {
            let agrees = |p: &Minterm, choice: &Minterm| !(p ^ m) & choice == *choice;
            let covers = |p: &&Minterm| open.iter().filter(|c| agrees(p, c)).count();
            let Some(best) = self.put.iter().max_by_key(covers).copied() else { break };
            let left = open.len();
            open.retain(|c| !agrees(&best, c));
            if open.len() == left {
                break;
            }
            needed.push(best);
        }
        needed
    }
}

/// All choices of so many predicates from the first on, added to those chosen.
fn choices(n: usize, width: usize, first: usize, chosen: Minterm, found: &mut Vec<Minterm>) {
    if width == 0 {
        found.push(chosen);
        return;
    }
    for i in first..n {
        choices(n, width - 1, i + 1, chosen | 1 << i, found);
    }
}

fn holds(clause: &Literals, m: Minterm) -> bool {
    clause.iter().any(|(i, v)| value(m, *i) == *v)
}

fn cubes(set: &Bdd) -> Vec<Literals> {
    set.to_optimized_dnf().iter().map(literals).collect()
}

/// The clauses that also hold where these values are known: those that do not are made longer by what is known there.
fn weaken(clauses: Vec<Literals>, known: impl Fn(usize) -> Option<bool>, n: usize, width: usize) -> Vec<Literals> {
    let holds = |clause: &Literals| clause.iter().any(|(i, v)| known(*i) == Some(*v));
    let (mut kept, broken): (Vec<Literals>, Vec<Literals>) = clauses.into_iter().partition(holds);
    for clause in broken.into_iter().filter(|c| c.len() < width) {
        for i in (0..n).filter(|i| clause.iter().all(|(j, _)| j != i)) {
            let Some(v) = known(i) else { continue };
            let mut longer = clause.clone();
            longer.push((i, v));
            longer.sort_unstable();
            let subsumed = |by: &Literals| by.iter().all(|l| longer.contains(l));
            if !kept.iter().any(subsumed) {
                kept.retain(|c| !longer.iter().all(|l| c.contains(l)));
                kept.push(longer);
            }
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    /// Closed elements contain what was put in, and exactly what the clauses of the width cannot tell from it.
    #[test]
    fn a_bounded_width_is_the_best_conjunction_of_clauses() {
        let mut random = Random::new(7);
        for width in 1..4 {
            for _ in 0..200 {
                let n = 4;
                let mut element = Element::empty(n, Some(width));
                let chosen: Vec<Minterm> = (0..1 + random.below(5)).map(|_| Minterm::from(random.below(16))).collect();
                chosen.iter().for_each(|m| element.put(*m));
                for m in 0..16 {
                    // m is told from the chosen ones by some clause iff some `width` predicates have values that no chosen one has.
                    let told = (0..16u32).filter(|s| s.count_ones() as usize == width).any(|s| {
                        let mask = Minterm::from(s);
                        chosen.iter().all(|c| c & mask != m & mask)
                    });
                    assert_eq!(element.contains(m), !told, "{m:b} of {chosen:?} at {width}");
                    if element.contains(m) {
                        let mut again = Element::empty(n, Some(width));
                        element.origins(m).iter().for_each(|o| again.put(*o));
                        assert!(again.contains(m) && element.origins(m).iter().all(|o| chosen.contains(o)));
                    }
                }
            }
        }
    }

    /// A cube is all of its minterms.
    #[test]
    fn cubes_are_put_in_as_their_minterms_are() {
        let mut random = Random::new(9);
        for width in [None, Some(1), Some(2)] {
            for _ in 0..200 {
                let (mut whole, mut single) = (Element::empty(4, width), Element::empty(4, width));
                for _ in 0..1 + random.below(3) {
                    let (known, values) = (random.below(16) as Minterm, random.below(16) as Minterm);
                    let cube: Literals = (0..4).filter(|i| value(known, *i)).map(|i| (i, value(values, i))).collect();
                    whole.put_cube(&cube);
                    (0..16).filter(|m| m & known == values & known).for_each(|m| single.put(m));
                }
                assert!((0..16).all(|m| whole.contains(m) == single.contains(m)), "{width:?}");
            }
        }
    }

    #[test]
    fn clauses_say_the_same() {
        let mut element = Element::empty(3, None);
        [0b001, 0b011, 0b111].iter().for_each(|m| element.put(*m));
        for m in 0..8 {
            let said = element.clauses().iter().all(|c| c.iter().any(|(i, v)| value(m, *i) == *v));
            assert_eq!(said, element.contains(m), "{m:b}");
        }
        assert_eq!(element.minterms(), [0b001, 0b011, 0b111]);
        assert!(!element.is_empty() && !element.is_full());
    }
}
