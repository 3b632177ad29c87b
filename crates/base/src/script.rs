//! The values that a run reads, in order. What is read again and again is kept once: a run of twenty million iterations
//! is as short to store, to print and to hand around as one of two.

use crate::exec::{Inputs, Request};
use crate::int::Int;

/// A list of values with repeated stretches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    stretches: Vec<Stretch>,
}

/// Values that are read so many times in a row. Neither is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stretch {
    pub values: Vec<Int>,
    pub times: u64,
}

impl Script {
    /// The values once more at the end. Plain values join the plain ones before them.
    pub fn extend(&mut self, values: &[Int], times: u64) {
        match self.stretches.last_mut() {
            _ if values.is_empty() || times == 0 => {}
            Some(last) if last.times == 1 && times == 1 => last.values.extend_from_slice(values),
            Some(last) if last.values == values => last.times += times,
            _ => self.stretches.push(Stretch { values: values.to_vec(), times }),
        }
    }

    pub fn stretches(&self) -> &[Stretch] {
        &self.stretches
    }

    /// The same stretches with other numbers of rounds, in their order; one without rounds is left out.
    pub fn with_rounds(&self, times: &[u64]) -> Script {
        let mut script = Script::default();
        self.stretches.iter().zip(times).for_each(|(stretch, times)| script.extend(&stretch.values, *times));
        script
    }

    /// How many values there are.
    pub fn len(&self) -> u64 {
        self.stretches.iter().map(|s| s.times.saturating_mul(s.values.len() as u64)).fold(0, u64::saturating_add)
    }

    pub fn is_empty(&self) -> bool {
        self.stretches.is_empty()
    }

    /// All values, one by one.
    pub fn values(&self) -> impl Iterator<Item = &Int> {
        self.stretches.iter().flat_map(|s| (0..s.times).flat_map(|_| &s.values))
    }

    pub fn reader(&self) -> Reader<'_> {
        Reader { script: self, stretch: 0, round: 0, at: 0, used: 0 }
    }
}

impl From<Vec<Int>> for Script {
    fn from(values: Vec<Int>) -> Self {
        let mut script = Script::default();
        if !values.is_empty() {
            script.stretches.push(Stretch { values, times: 1 });
        }
        script
    }
}

impl FromIterator<Int> for Script {
    fn from_iter<T: IntoIterator<Item = Int>>(values: T) -> Self {
        values.into_iter().collect::<Vec<Int>>().into()
    }
}

/// Answers from a script; values that a request does not admit end the run.
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    script: &'a Script,
    stretch: usize,
    round: u64,
    at: usize,
    /// How many values were read.
    pub used: u64,
}

impl<'a> Reader<'a> {
    /// The value that is read next.
    pub fn peek(&self) -> Option<&'a Int> {
        Some(&self.script.stretches.get(self.stretch)?.values[self.at])
    }
}

impl Inputs for Reader<'_> {
    fn next(&mut self, request: &Request) -> Option<Int> {
        let value = self.peek().filter(|v| request.admits(v))?.clone();
        let stretch = &self.script.stretches[self.stretch];
        self.used += 1;
        self.at += 1;
        if self.at == stretch.values.len() {
            self.at = 0;
            self.round += 1;
        }
        if self.round == stretch.times {
            self.round = 0;
            self.stretch += 1;
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{LocId, random::Random};

    #[test]
    fn a_script_reads_as_the_list_it_stands_for() {
        let mut random = Random::new(3);
        for _ in 0..200 {
            let (mut script, mut list) = (Script::default(), Vec::new());
            for _ in 0..random.below(6) {
                let values: Vec<Int> = (0..random.below(3)).map(|_| Int::from(random.below(3))).collect();
                let times = random.below(4);
                script.extend(&values, times);
                (0..times).for_each(|_| list.extend_from_slice(&values));
            }
            assert_eq!(script.len(), list.len() as u64);
            assert_eq!(script.is_empty(), list.is_empty());
            let rounds: Vec<u64> = script.stretches().iter().map(|s| s.times).collect();
            assert_eq!(script.with_rounds(&rounds), script);
            assert!(script.with_rounds(&vec![0; rounds.len()]).is_empty());
            assert!(script.values().eq(&list));
            let mut reader = script.reader();
            let request = Request::Choice { at: LocId(0), options: 3 };
            assert!(list.iter().all(|v| reader.next(&request).as_ref() == Some(v)));
            assert_eq!((reader.next(&request), reader.used), (None, list.len() as u64));
        }
    }
}
