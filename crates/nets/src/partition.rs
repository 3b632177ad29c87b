//! Partitions of the places: the abstract domains of nets.
//!
//! A partition stands for the markings' sums over its classes (Ganty, Raskin and Van Begin, From many places to few: automatic abstraction
//! refinement for Petri nets, ICATPN 2007, §4): γ of a set of sums is the set of markings with such sums. On downward-closed sets it is a Moore family, and
//! the best image of a rule is a rule over the classes: a guard on sums promises that some marking with these sums satisfies the guard.

use crate::closed::{OMEGA, UpSet, plus};
use crate::net::Sum;
use crate::step::Step;
use base::{Budget, SortedMap, SortedSet, Stop};
use std::collections::HashMap;
use std::hash::Hash;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Partition {
    /// The class of each place.
    class_of: Vec<usize>,
    classes: Vec<Vec<usize>>,
}

impl Partition {
    /// Places with equal labels are together.
    fn labelled<L: Eq + Hash>(labels: impl IntoIterator<Item = L>) -> Self {
        let mut numbers: HashMap<L, usize> = HashMap::new();
        let (mut class_of, mut classes) = (Vec::new(), Vec::<Vec<usize>>::new());
        for (place, label) in labels.into_iter().enumerate() {
            let next = numbers.len();
            let class = *numbers.entry(label).or_insert(next);
            if class == classes.len() {
                classes.push(Vec::new());
            }
            class_of.push(class);
            classes[class].push(place);
        }
        Partition { class_of, classes }
    }

    /// All places together.
    pub fn coarsest(places: usize) -> Self {
        Partition::labelled((0..places).map(|_| ()))
    }

    pub fn classes(&self) -> &[Vec<usize>] {
        &self.classes
    }

    fn is_single(&self, place: usize) -> bool {
        self.classes[self.class_of[place]].len() == 1
    }

    /// These places get classes of their own.
    pub fn isolate(&self, alone: &SortedSet<usize>) -> Partition {
        Partition::labelled(self.class_of.iter().enumerate().map(|(p, c)| (*c, alone.get(&p).copied())))
    }

    pub fn sums(&self, marking: &[u64]) -> Vec<u64> {
        self.classes.iter().map(|c| c.iter().map(|p| marking[*p]).fold(0, plus)).collect()
    }

    /// Sums over the classes of a finer partition, as sums over these classes.
    pub fn project(&self, finer: &Partition, sums: &[u64]) -> Vec<u64> {
        let mut coarse = vec![0; self.classes.len()];
        for (class, sum) in finer.classes.iter().zip(sums) {
            let c = self.class_of[class[0]];
            coarse[c] = plus(coarse[c], *sum);
        }
        coarse
    }

    /// The minimal sums over a finer partition that are above sums over this one; `None` if there are more than `most`.
    pub fn lift(&self, finer: &Partition, sums: &[u64], most: usize) -> Option<Vec<Vec<u64>>> {
        let mut parts: Vec<Vec<usize>> = vec![Vec::new(); self.classes.len()];
        for (f, class) in finer.classes.iter().enumerate() {
            parts[self.class_of[class[0]]].push(f);
        }
        let mut found = vec![vec![0; finer.classes.len()]];
        for (parts, &sum) in parts.iter().zip(sums) {
            let Some((&last, others)) = parts.split_last() else { continue };
            let mut rests: Vec<(Vec<u64>, u64)> = found.into_iter().map(|v| (v, sum)).collect();
            for &f in others {
                let mut next = Vec::new();
                for (vector, rest) in rests {
                    if next.len() + usize::try_from(rest).ok()? >= most {
                        return None;
                    }
                    next.extend((0..=rest).map(|n| {
                        let mut v = vector.clone();
                        v[f] = n;
                        (v, rest - n)
                    }));
                }
                rests = next;
            }
            found = rests
                .into_iter()
                .map(|(mut v, rest)| {
                    v[last] = rest;
                    v
                })
                .collect();
        }
        Some(found)
    }

    /// The rule on sums: the best image of the rule. Sums of several places that the rule moves (not just shifts), and places with upper
    /// bounds, must be alone in their classes ([`rigid`]).
    pub fn step(&self, rule: &Step) -> Step {
        let low = self.sums(&rule.low);
        let high = self.classes.iter().map(|c| if let [p] = c.as_slice() { rule.high[*p] } else { OMEGA }).collect();
        let mut rows: SortedMap<usize, Sum> = SortedMap::new();
        for (&p, sum) in &rule.rows {
            let class = self.class_of[p];
            match sum.shift_of(p) {
                Some(shift) => {
                    let same = || Sum { terms: SortedMap::from([(class, 1)]), constant: 0 };
                    rows.entry(class).or_insert_with(same).constant += shift;
                }
                None => {
                    let terms = sum.terms.iter().map(|(&t, &f)| (self.class_of[t], f)).collect();
                    rows.insert(class, Sum { terms, constant: sum.constant });
                }
            }
        }
        rows.retain(|&c, sum| sum.shift_of(c) != Some(0));
        Step { low, high, rows }
    }

    /// The places that the guard asks for one by one although the partition knows only sums with others. If there are none, *every*
    /// marking with sums that satisfy the guard satisfies it.
    pub fn blurred(&self, rule: &Step) -> SortedSet<usize> {
        (0..self.class_of.len()).filter(|&p| rule.low[p] > 0 && !self.is_single(p)).collect()
    }

    /// The coarsest partition between this one and a finer one over whose sums the set is still exact. It is exact over a class if tokens can be
    /// moved inside of the class without leaving the set; that is an equivalence of places, so the coarsest partition is unique.
    pub fn coarsened(&self, finer: &Partition, set: &UpSet, rigid: &SortedSet<usize>, budget: &Budget) -> Result<Partition, Stop> {
        let mut label: Vec<usize> = (0..finer.classes.len()).collect();
        let free = |c: usize| !rigid.contains(&finer.classes[c][0]);
        for b in (1..label.len()).filter(|&b| free(b)) {
            for a in (0..b).filter(|&a| free(a)) {
                let together = self.class_of[finer.classes[a][0]] == self.class_of[finer.classes[b][0]];
                if label[a] == a && together && exchangeable(set, a, b, budget)? {
                    label[b] = a;
                    break;
                }
            }
        }
        Ok(Partition::labelled(finer.class_of.iter().map(|c| label[*c])))
    }
}

/// Whether the set stays when a token moves from one component to the other, in both directions.
fn exchangeable(set: &UpSet, a: usize, b: usize, budget: &Budget) -> Result<bool, Stop> {
    for (from, to) in [(a, b), (b, a)] {
        for m in set.minimal().iter().filter(|m| m[from] > 0) {
            if let Some(stop) = budget.stopped() {
                return Err(stop);
            }
            let mut moved = m.clone();
            moved[from] -= 1;
            moved[to] = plus(moved[to], 1);
            if !set.contains(&moved) {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The places that must stay alone: those that rules move as a whole, and those with upper bounds.
pub fn rigid(rules: &[Step]) -> SortedSet<usize> {
    let mut places = SortedSet::new();
    for rule in rules {
        places.extend((0..rule.high.len()).filter(|&p| rule.high[p] != OMEGA));
        for (&p, sum) in rule.rows.iter().filter(|(p, sum)| sum.shift_of(**p).is_none()) {
            places.insert(p);
            places.extend(sum.terms.keys());
        }
    }
    places
}
