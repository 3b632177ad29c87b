//! Symbols: small inputs, such as the characters of a text, and what gates and conditions say of one of them.
//!
//! A gate that depends on the bits of one symbol alone is a set of values of it, as a table of bits. Two such gates with the same set are one
//! gate, whatever way the program took to ask (a comparison, an entry of a table of character classes, a converted copy), and what the way to a
//! state has said of a symbol is a set too: a condition that holds for all of its values, or for none, needs no gate.

use crate::gates::{Gates, Lit};
use base::SortedMap;

/// A symbol has at most so many bits.
pub const MOST_BITS: usize = 8;

/// So many parts of a condition are looked at.
const MOST_PARTS: usize = 64;

/// A set of values of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Table([u64; 4]);

impl Table {
    pub const NONE: Table = Table([0; 4]);
    pub const ALL: Table = Table([u64::MAX; 4]);

    /// The values in which this bit is set.
    pub fn of_bit(bit: usize) -> Table {
        let of = |word: u64| {
            (0..64).fold(0, |set, i| {
                let value = word * 64 + i;
                set | (value >> bit & 1) << i
            })
        };
        Table([0, 1, 2, 3].map(of))
    }

    fn with(self, other: Table, f: impl Fn(u64, u64) -> u64) -> Table {
        Table(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    pub fn and(self, other: Table) -> Table {
        self.with(other, |a, b| a & b)
    }

    pub fn or(self, other: Table) -> Table {
        self.with(other, |a, b| a | b)
    }

    pub fn xor(self, other: Table) -> Table {
        self.with(other, |a, b| a ^ b)
    }

    pub fn not(self) -> Table {
        self.xor(Table::ALL)
    }
}

/// For some symbols: a set that their value is in.
#[derive(Clone, Debug, Default)]
pub struct Known(SortedMap<u32, Table>);

impl Known {
    /// Takes note that a gate is true.
    pub fn learn(&mut self, lit: Lit, gates: &Gates) {
        let (mut work, mut left) = (vec![lit], MOST_PARTS);
        while let Some(lit) = work.pop() {
            if let Some((symbol, table)) = gates.table(lit) {
                let known = self.0.entry(symbol).or_insert(Table::ALL);
                *known = known.and(table);
            } else if let (Some((a, b)), false, 1..) = (gates.parts(lit), lit.is_negated(), left) {
                left -= 1;
                work.extend([a, b]);
            }
        }
    }

    /// Whether a gate is true, if that is known.
    pub fn decides(&self, lit: Lit, gates: &Gates) -> Option<bool> {
        if self.0.is_empty() {
            return None;
        }
        let (symbol, table) = gates.table(lit)?;
        let known = self.0.get(&symbol)?;
        match known.and(table) {
            Table::NONE => Some(false),
            both if both == *known => Some(true),
            _ => None,
        }
    }

    /// What is known where the one or the other is.
    pub fn join(&mut self, other: &Known) {
        self.0.retain(|symbol, table| match other.0.get(symbol) {
            Some(there) => {
                *table = table.or(*there);
                *table != Table::ALL
            }
            None => false,
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::random::Random;

    const BITS: usize = 5;

    fn some(random: &mut Random, lits: &[Lit]) -> Lit {
        let lit = *random.pick(lits);
        if random.chance(2) { !lit } else { lit }
    }

    /// Random circuits over two symbols and an input beside them: each gate has the value that its operands say, and what is known of the symbols
    /// decides a gate only as it is wherever that is known.
    #[test]
    fn gates_of_symbols_mean_what_they_were_built_of() {
        let (mut shared, mut decided) = (0, 0);
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut gates = Gates::default();
            let inputs: Vec<Lit> = (0..2 * BITS + 1).map(|_| gates.input(random.next_u64())).collect();
            gates.new_symbol(&inputs[..BITS]);
            gates.new_symbol(&inputs[BITS..2 * BITS]);
            // What each literal should be, as a function of the inputs: computed beside the circuit, over all values of them.
            let all = 1usize << inputs.len();
            let value_of = |i: usize| (0..all).map(|values| values >> i & 1 == 1).collect::<Vec<bool>>();
            let mut lits = inputs.clone();
            let mut meaning: Vec<Vec<bool>> = (0..inputs.len()).map(value_of).collect();
            for _ in 0..40 {
                let pick = |random: &mut Random| (random.below(lits.len() as u64) as usize, random.chance(2));
                let [a, b, c] = [(); 3].map(|()| pick(&mut random));
                let lit = |(i, negate): (usize, bool)| if negate { !lits[i] } else { lits[i] };
                let is = |(i, negate): (usize, bool), v: usize| meaning[i][v] != negate;
                let before = gates.len();
                let (new, means): (Lit, Vec<bool>) = match random.below(4) {
                    0 => (gates.xor(lit(a), lit(b)), (0..all).map(|v| is(a, v) != is(b, v)).collect()),
                    1 => (gates.mux(lit(a), lit(b), lit(c)), (0..all).map(|v| if is(a, v) { is(b, v) } else { is(c, v) }).collect()),
                    _ => (gates.and(lit(a), lit(b)), (0..all).map(|v| is(a, v) && is(b, v)).collect()),
                };
                shared += usize::from(gates.len() == before);
                lits.push(new);
                meaning.push(means);
            }
            let numbers: Vec<usize> = inputs.iter().map(|l| l.gate()).collect();
            let mut values = Vec::new();
            for v in 0..all {
                values.push(gates.evaluate(&|gate| numbers.iter().position(|n| *n == gate).is_some_and(|i| v >> i & 1 == 1)));
                for (lit, means) in lits.iter().zip(&meaning) {
                    assert_eq!(values[v][lit.gate()] != lit.is_negated(), means[v], "seed {seed}, inputs {v:b}");
                }
            }
            let is = |lit: Lit, v: usize| values[v][lit.gate()] != lit.is_negated();
            let facts: Vec<Vec<Lit>> = (0..2).map(|_| (0..3).map(|_| some(&mut random, &lits)).collect()).collect();
            let mut known = [Known::default(), Known::default()];
            for (known, facts) in known.iter_mut().zip(&facts) {
                facts.iter().for_each(|fact| known.learn(*fact, &gates));
            }
            let mut either = known[0].clone();
            either.join(&known[1]);
            let holds = |n: usize, v: usize| facts[n].iter().all(|fact| is(*fact, v));
            for lit in &lits {
                for (n, known) in known.iter().enumerate() {
                    if let Some(value) = known.decides(*lit, &gates) {
                        decided += 1;
                        assert!((0..all).all(|v| !holds(n, v) || is(*lit, v) == value), "seed {seed}");
                    }
                }
                if let Some(value) = either.decides(*lit, &gates) {
                    decided += 1;
                    assert!((0..all).all(|v| !holds(0, v) && !holds(1, v) || is(*lit, v) == value), "seed {seed}");
                }
            }
        }
        assert!(shared > 500 && decided > 500, "{shared} gates were shared, {decided} decided");
    }
}
