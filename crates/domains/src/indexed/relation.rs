//! What is known of the abstract relation of a block, as a decision diagram.
//!
//! Lahiri, Bryant: *Predicate abstraction with indexed predicates* (ACM TOCL 2007), §5, compute the image of a set of minterms by quantifying
//! over a Boolean formula that stands for the block. Here that formula is learnt: each answer of the solver is a combination of values of the predicates behind the block
//! and of their instances before it, and is kept, since it does not depend on where the block was entered from. An image begins with the relational product of what is
//! kept and the instances of the element; only for what that leaves open is the solver asked.
//!
//! Invariant: each combination is one that the block has.

use crate::minterms::{Literals, Minterm};
use base::Formula;
use biodivine_lib_bdd::{Bdd, BddPartialValuation, BddVariable, BddVariableSet};

/// More than so many observed formulas make diagrams that cost more than they save.
const MOST_OBSERVED: usize = 100;
/// At most so many combinations are kept.
const MOST_KEPT: usize = 400;

#[derive(Clone, Debug)]
pub struct Relation {
    /// The predicates behind the block, then their instances before it.
    observed: Vec<Formula>,
    behind: usize,
    variables: BddVariableSet,
    set: Bdd,
    kept: usize,
}

impl Relation {
    pub fn new(observed: &[Formula], behind: usize) -> Self {
        let variables = BddVariableSet::new_anonymous(observed.len().min(MOST_OBSERVED) as u16);
        let set = variables.mk_false();
        Relation { observed: observed.to_vec(), behind, variables, set, kept: 0 }
    }

    /// Whether it speaks of these formulas.
    pub fn is_about(&self, observed: &[Formula], behind: usize) -> bool {
        self.behind == behind && self.observed == observed
    }

    /// Whether more can be kept.
    pub fn has_room(&self) -> bool {
        self.observed.len() <= MOST_OBSERVED && self.kept < MOST_KEPT
    }

    fn literals(literals: impl Iterator<Item = (usize, bool)>) -> BddPartialValuation {
        BddPartialValuation::from_values(&literals.map(|(i, v)| (BddVariable::from_index(i), v)).collect::<Vec<_>>())
    }

    /// Keeps the values of all observed formulas.
    pub fn keep(&mut self, values: &[bool]) {
        if self.has_room() && values.len() == self.observed.len() {
            let combination = Relation::literals(values.iter().copied().enumerate());
            self.set = self.set.or(&self.variables.mk_conjunctive_clause(&combination));
            self.kept += 1;
        }
    }

    /// The minterms behind the block to which it is known to lead from where these clauses over the instances hold.
    pub fn image<'c>(&self, clauses: impl Iterator<Item = &'c Literals>) -> Vec<Minterm> {
        let mut from = self.set.clone();
        for clause in clauses {
            if from.is_false() {
                return Vec::new();
            }
            // Two predicates may have the same instance.
            if clause.iter().any(|(i, v)| clause.contains(&(*i, !v))) {
                continue;
            }
            from = from.and(&self.variables.mk_disjunctive_clause(&Relation::literals(clause.iter().copied())));
        }
        let before: Vec<BddVariable> = (self.behind..self.observed.len()).map(BddVariable::from_index).collect();
        let behind = from.exists(&before);
        behind.sat_clauses().flat_map(|path| self.minterms(&path)).collect()
    }

    /// The minterms on a path: a predicate that it does not mention has both values. They are not more than what is kept.
    fn minterms(&self, path: &BddPartialValuation) -> Vec<Minterm> {
        let mut found: Vec<Minterm> = vec![0];
        for i in 0..self.behind {
            let with = found.iter().map(|m| m | 1 << i);
            match path.get_value(BddVariable::from_index(i)) {
                Some(true) => found = with.collect(),
                Some(false) => {}
                None => found = with.chain(found.iter().copied()).collect(),
            }
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    #[test]
    fn an_image_is_what_the_kept_combinations_lead_to() {
        let mut random = Random::new(5);
        let observed: Vec<Formula> = (0..7).map(|i| Formula::cmp(base::CmpOp::Eq, base::VarId(i), 0)).collect();
        for _ in 0..300 {
            let mut relation = Relation::new(&observed, 3);
            let kept: Vec<Vec<bool>> = (0..random.below(12)).map(|_| (0..7).map(|_| random.below(2) == 1).collect()).collect();
            kept.iter().for_each(|values| relation.keep(values));
            let literal = |random: &mut Random| (3 + random.below(4) as usize, random.below(2) == 1);
            let clauses: Vec<Literals> = (0..random.below(4)).map(|_| vec![literal(&mut random), literal(&mut random)]).collect();
            let holds = |values: &&Vec<bool>| clauses.iter().all(|c| c.iter().any(|(i, v)| values[*i] == *v));
            let minterm = |values: &Vec<bool>| (0..3).filter(|i| values[*i]).fold(0, |m: Minterm, i| m | 1 << i);
            let mut expected: Vec<Minterm> = kept.iter().filter(holds).map(minterm).collect();
            let mut found: Vec<Minterm> = relation.image(clauses.iter());
            expected.sort_unstable();
            expected.dedup();
            found.sort_unstable();
            assert_eq!(found, expected);
        }
    }
}
