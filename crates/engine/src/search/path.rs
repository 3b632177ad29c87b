//! A run with its branches, and the inputs that would take another side at one of them.

use super::atlas::Side;
use super::linear::Condition;
use super::shadow::{AUXILIARY, Event, Test};
use super::solve::{Range, UNBOUNDED, solve};
use base::exec::Request;
use base::{SortedMap, SortedSet};

pub struct Path {
    /// What was asked and answered.
    pub tape: Vec<(Request, i128)>,
    pub events: Vec<Event>,
    auxiliary: Vec<(i128, Vec<Condition>)>,
    /// The events that mention an input.
    mentions: SortedMap<u32, Vec<u32>>,
}

/// The least and the greatest answer to a request.
pub fn bounds(request: &Request) -> (i128, i128) {
    match request {
        Request::Value { ty, .. } | Request::Element { ty, .. } => {
            ty.map_or((-UNBOUNDED, UNBOUNDED), |ty| ty.words().unwrap_or((0, i128::MAX)))
        }
        Request::Choice { options, .. } => (0, i128::from(*options) - 1),
    }
}

/// How much of the path before the branch is to stay as it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keep {
    /// All of it.
    Path,
    /// Branches that were passed once: loops may go round more or less often.
    Straight,
    Nothing,
}

impl Path {
    pub fn new(tape: Vec<(Request, i128)>, events: Vec<Event>, auxiliary: Vec<(i128, Vec<Condition>)>) -> Self {
        let mut mentions: SortedMap<u32, Vec<u32>> = SortedMap::new();
        for (n, event) in events.iter().enumerate() {
            let mut mention = |i: u32| {
                let list = mentions.entry(i).or_default();
                if list.last() != Some(&(n as u32)) {
                    list.push(n as u32);
                }
            };
            match &event.test {
                Test::Zero(f) | Test::Natural(f) => f.terms.iter().for_each(|t| mention(t.0)),
                Test::Both(f, g) => f.terms.iter().chain(&g.terms).for_each(|t| mention(t.0)),
                Test::Choice { .. } => {}
            }
        }
        Path { tape, events, auxiliary, mentions }
    }

    /// About how much memory it takes, in answers.
    pub fn size(&self) -> usize {
        1 + self.tape.len() + 4 * self.events.len()
    }

    pub fn inputs(&self) -> Vec<i128> {
        self.tape.iter().map(|t| t.1).collect()
    }

    /// At most so many inputs, those first on which most branches depend, then the first and the last ones.
    pub fn influential(&self, most: usize) -> Vec<usize> {
        let count = self.tape.len();
        let mut known: Vec<(usize, usize)> =
            self.mentions.iter().map(|(i, events)| (events.len(), *i as usize)).filter(|m| m.1 < count).collect();
        known.sort_by(|a, b| b.cmp(a));
        let ends = (0..count).flat_map(|i| [i, count - 1 - i]).take(most);
        let mut seen = SortedSet::new();
        known.into_iter().map(|m| m.1).take(most / 2).chain(ends).filter(|i| seen.insert(*i)).take(most).collect()
    }

    /// Inputs that should take `other` where this run's event took its side, one list per way of doing so. `wanted` are the
    /// values that inputs keep if they can.
    pub fn flip(&self, event: usize, other: Side, keep: Keep, wanted: &[i128]) -> Vec<Vec<i128>> {
        let at = &self.events[event];
        if let Test::Choice { input, options } = &at.test {
            let mut inputs = wanted.to_vec();
            let position = options.iter().position(|o| *o == other);
            return match (position, inputs.get_mut(*input as usize)) {
                (Some(n), Some(slot)) => {
                    *slot = n as i128;
                    vec![inputs]
                }
                _ => Vec::new(),
            };
        }
        let alternatives = at.test.conditions(other.yes);
        alternatives.into_iter().filter_map(|goal| self.solve(event, goal, keep, wanted)).collect()
    }

    fn solve(&self, event: usize, goal: Vec<Condition>, keep: Keep, wanted: &[i128]) -> Option<Vec<i128>> {
        let mut conditions = goal;
        let mut seen_events = SortedSet::new();
        let mut seen_inputs = SortedSet::new();
        let mut next = 0;
        // Everything before the event that shares inputs with the goal, directly or not; other conditions stay true by themselves.
        while next < conditions.len() {
            let inputs: Vec<u32> = conditions[next].form.terms.iter().map(|t| t.0).filter(|i| seen_inputs.insert(*i)).collect();
            next += 1;
            for input in inputs {
                if input >= AUXILIARY {
                    conditions.extend(self.auxiliary.get((input - AUXILIARY) as usize).into_iter().flat_map(|a| a.1.iter().cloned()));
                }
                if keep == Keep::Nothing {
                    continue;
                }
                for &n in self.mentions.get(&input).into_iter().flatten().take_while(|n| (**n as usize) < event) {
                    let passed = &self.events[n as usize];
                    let often = || self.events.iter().filter(|e| e.side.at == passed.side.at).take(2).count() > 1;
                    if !seen_events.insert(n) || (keep == Keep::Straight && often()) {
                        continue;
                    }
                    // A negated range held by one of its sides; the first that holds now is kept.
                    let held = |c: &Vec<Condition>| c.iter().all(|c| c.holds(|i| self.value(i, wanted)));
                    let mut ways = passed.test.conditions(passed.side.yes);
                    let way = ways.iter().position(held).unwrap_or(0);
                    if way < ways.len() {
                        conditions.extend(ways.swap_remove(way));
                    }
                }
            }
            if conditions.len() > 2000 {
                return None;
            }
        }
        let range = |i: u32| {
            let wanted = self.value(i, wanted);
            let (low, high) = self.tape.get(i as usize).map_or((-UNBOUNDED, UNBOUNDED), |t| bounds(&t.0));
            Range { low, high, wanted }
        };
        let point = solve(&conditions, range)?;
        let mut inputs = wanted.to_vec();
        for (input, value) in point {
            if let Some(slot) = inputs.get_mut(input as usize) {
                *slot = value;
            }
        }
        Some(inputs)
    }

    fn value(&self, input: u32, wanted: &[i128]) -> i128 {
        match input.checked_sub(AUXILIARY) {
            Some(n) => self.auxiliary.get(n as usize).map_or(0, |a| a.0),
            None => wanted.get(input as usize).copied().unwrap_or(0),
        }
    }
}
