//! A long sequence of rounds, written as repetitions while it arrives.
//!
//! Nearly always a round is like the one before it, or the rounds alternate between a few kinds; then the sequence is as short as its
//! period. The guess (a *unit* that is said to repeat) is as in the computation of borders by Knuth, Morris and Pratt ("Fast
//! pattern matching in strings", SIAM J. Comput. 1977): a unit that is not repeated is made longer. Changed: it has a
//! largest length, and what repeats at its end becomes the unit, so that an odd start does not spoil the rest.
//!
//! Invariant: written out, the closed groups, the unit's repetitions and its begun one are what was pushed.

/// Units are no longer than this.
const LONGEST: usize = 64;
/// A repetition of fewer rounds than this may be a part of a longer unit.
const FEW: u64 = 16;

/// Rounds that come so many times in a row. Neither is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub rounds: Vec<u32>,
    pub times: u64,
}

#[derive(Clone, Debug)]
pub struct Rounds {
    closed: Vec<Group>,
    /// The rounds of the closed groups, each group counted once.
    size: usize,
    unit: Vec<u32>,
    times: u64,
    /// How much of the next repetition has arrived.
    begun: usize,
}

impl Rounds {
    pub fn new() -> Self {
        Rounds { closed: Vec::new(), size: 0, unit: Vec::new(), times: 1, begun: 0 }
    }

    /// The round that comes next if the unit repeats.
    pub fn expected(&self) -> Option<u32> {
        self.unit.get(self.begun).copied()
    }

    /// How many rounds are kept.
    pub fn size(&self) -> usize {
        self.size + self.unit.len()
    }

    pub fn push(&mut self, round: u32) {
        if self.expected() == Some(round) {
            self.begun += 1;
            if self.begun == self.unit.len() {
                self.begun = 0;
                self.times += 1;
            }
            return;
        }
        let begun = self.unit[..self.begun].to_vec();
        if self.times.saturating_mul(self.unit.len() as u64) >= FEW && self.times > 1 {
            self.close();
        } else {
            self.unit = self.unit.repeat(self.times as usize);
        }
        self.unit.extend(begun);
        self.unit.push(round);
        (self.times, self.begun) = (1, 0);
        self.look_at_the_end();
        if self.unit.len() > LONGEST {
            self.close();
        }
    }

    /// All of it.
    pub fn groups(mut self) -> Vec<Group> {
        let begun = self.unit[..self.begun].to_vec();
        self.close();
        self.unit = begun;
        self.close();
        self.closed
    }

    /// The unit was not repeated. If its end repeats something for long enough, that is the unit.
    fn look_at_the_end(&mut self) {
        let length = self.unit.len();
        for period in 1..=length / 2 {
            let agree = (period..length).rev().take_while(|&i| self.unit[i] == self.unit[i - period]).count();
            let times = (agree + period) / period;
            if times > 1 && (times * period) as u64 >= FEW {
                let unit = self.unit.split_off(length - period);
                self.unit.truncate(length - times * period);
                self.close();
                (self.unit, self.times) = (unit, times as u64);
                return;
            }
        }
    }

    /// Closes the unit's repetitions and leaves no unit.
    fn close(&mut self) {
        let rounds = std::mem::take(&mut self.unit);
        let times = std::mem::replace(&mut self.times, 1);
        self.begun = 0;
        if !rounds.is_empty() {
            self.size += rounds.len();
            self.closed.push(Group { rounds, times });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    fn group(sequence: impl IntoIterator<Item = u32>) -> Vec<Group> {
        let mut rounds = Rounds::new();
        sequence.into_iter().for_each(|r| rounds.push(r));
        rounds.groups()
    }

    /// `100 x [0 1]; 1 x [0]`.
    fn words(groups: &[Group]) -> String {
        let rounds = |g: &Group| g.rounds.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        groups.iter().map(|g| format!("{} x [{}]", g.times, rounds(g))).collect::<Vec<_>>().join("; ")
    }

    #[test]
    fn what_repeats_is_kept_once() {
        assert_eq!(words(&group([])), "");
        assert_eq!(words(&group([7; 3])), "3 x [7]");
        assert_eq!(words(&group([0, 1].repeat(1000))), "1000 x [0 1]");
        assert_eq!(words(&group([0, 0, 1].repeat(1000))), "1000 x [0 0 1]");
        assert_eq!(words(&group([vec![0], vec![1; 999]].concat())), "1 x [0]; 999 x [1]");
        assert_eq!(words(&group([vec![0; 500], vec![1; 2], [2, 3, 4].repeat(70)].concat())), "500 x [0]; 1 x [1 1]; 70 x [2 3 4]");
        assert_eq!(words(&group([[0, 1].repeat(50), vec![0]].concat())), "50 x [0 1]; 1 x [0]");
        // The start looks like another unit than the rest has.
        assert_eq!(words(&group([vec![0, 2], [0, 1].repeat(100)].concat())), "1 x [0 2]; 100 x [0 1]");
    }

    #[test]
    fn groups_written_out_are_the_sequence() {
        let mut random = Random::new(5);
        for _ in 0..300 {
            let mut sequence = Vec::new();
            for _ in 0..random.below(6) {
                let unit: Vec<u32> = (0..1 + random.below(5)).map(|_| random.below(3) as u32).collect();
                sequence.extend(unit.repeat(random.below(30) as usize));
            }
            let mut rounds = Rounds::new();
            for (i, round) in sequence.iter().enumerate() {
                assert!(rounds.size() <= i);
                rounds.push(*round);
            }
            let groups = rounds.groups();
            let written: Vec<u32> = groups.iter().flat_map(|g| g.rounds.repeat(g.times as usize)).collect();
            assert_eq!(written, sequence);
            assert!(groups.iter().all(|g| !g.rounds.is_empty() && g.times > 0));
        }
    }
}
