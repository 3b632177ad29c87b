//! Sums of numbers, some of them chosen by conditions, against plain integers: comparisons are right for every value of the inputs, and those of sums that
//! are the same in another order are decided without a search.

use base::random::Random;
use base::{BinOp, IntType};
use unroll::{Gates, Lit, Word};

const INPUTS: usize = 5;
const CONDITIONS: usize = 4;

/// A word, and its value for each of some values of the inputs.
#[derive(Clone)]
struct Traced {
    word: Word,
    values: Vec<i128>,
}

struct Scene {
    gates: Gates,
    /// For each trial the values of all input gates.
    trials: Vec<Vec<bool>>,
    words: Vec<Traced>,
    /// Gates with their values.
    conditions: Vec<(Lit, Vec<bool>)>,
}

const TRIALS: usize = 24;

impl Scene {
    fn new(random: &mut Random) -> Scene {
        let mut scene = Scene { gates: Gates::default(), trials: vec![Vec::new(); TRIALS], words: Vec::new(), conditions: Vec::new() };
        for _ in 0..INPUTS {
            let low = random.between(-9, 3) as i128;
            let high = low + random.between(1, 12) as i128;
            let first = scene.gates.len();
            let word = Word::input(&mut scene.gates, low, high).unwrap();
            let mut values = Vec::new();
            for trial in &mut scene.trials {
                let value = low + random.below((high - low + 1) as u64) as i128;
                trial.resize(first, false);
                trial.extend((0..scene.gates.len() - first).map(|i| value >> i & 1 == 1));
                values.push(value);
            }
            scene.words.push(Traced { word, values });
        }
        for _ in 0..CONDITIONS {
            let lit = scene.gates.input(random.next_u64());
            let values: Vec<bool> = (0..TRIALS).map(|_| random.chance(2)).collect();
            scene.trials.iter_mut().zip(&values).for_each(|(trial, value)| trial.push(*value));
            scene.conditions.push((lit, values));
        }
        scene
    }

    fn any(&self, random: &mut Random) -> Traced {
        random.pick(&self.words).clone()
    }

    /// One more word, of those there are.
    fn grow(&mut self, random: &mut Random) {
        let (a, b) = (self.any(random), self.any(random));
        let each = |f: &dyn Fn(i128, i128) -> i128| a.values.iter().zip(&b.values).map(|(x, y)| f(*x, *y)).collect::<Vec<i128>>();
        let factor = random.between(-3, 3) as i128;
        let constant = Word::constant(factor).unwrap();
        let ty = *random.pick(&[IntType::U8, IntType::I8, IntType::unsigned(4)]);
        let wrap = |n: i128| i128::try_from(&ty.wrap(&n.into())).unwrap();
        let gates = &mut self.gates;
        let (word, values) = match random.below(9) {
            0 | 1 => (a.word.add(&b.word, gates), each(&|x, y| x + y)),
            2 => (a.word.sub(&b.word, gates), each(&|x, y| x - y)),
            3 => (a.word.mul(&constant, gates), each(&|x, _| x * factor)),
            4 => (constant.add(&a.word, gates), each(&|x, _| x + factor)),
            5 => (a.word.wrapped(&b.word, BinOp::Add, ty, gates), each(&|x, y| wrap(x + y))),
            6 => (a.word.wrap(ty), each(&|x, _| wrap(x))),
            7 => {
                let divisor = Word::constant(3).unwrap();
                (a.word.divide(&divisor, gates).map(|d| d.0), each(&|x, _| x / 3))
            }
            _ => {
                let (choice, chosen) = random.pick(&self.conditions).clone();
                let (choice, chosen) = if random.chance(3) { (!choice, chosen.iter().map(|c| !c).collect()) } else { (choice, chosen) };
                let values = chosen.iter().zip(a.values.iter().zip(&b.values)).map(|(c, (x, y))| if *c { *x } else { *y }).collect();
                (Word::merge(choice, &a.word, &b.word, gates), values)
            }
        };
        if let Some(word) = word.filter(|w| w.high() < 1 << 20 && w.low() > -(1 << 20)) {
            self.words.push(Traced { word, values });
        }
    }

    /// A condition that is a comparison of two words.
    fn compare(&mut self, random: &mut Random) {
        let (a, b) = (self.any(random), self.any(random));
        let is_less = random.chance(2);
        let lit = if is_less { a.word.less(&b.word, &mut self.gates) } else { a.word.equal(&b.word, &mut self.gates) };
        let values = a.values.iter().zip(&b.values).map(|(x, y)| if is_less { x < y } else { x == y }).collect();
        self.conditions.push((lit, values));
    }

    fn confirm(&self) {
        for (n, trial) in self.trials.iter().enumerate() {
            let values = self.gates.evaluate(&|gate| trial.get(gate).copied().unwrap_or(false));
            for word in &self.words {
                assert_eq!(word.word.read(&values), word.values[n], "{:?}", word.word);
            }
            for (lit, expected) in &self.conditions {
                assert_eq!(values[lit.gate()] != lit.is_negated(), expected[n]);
            }
        }
    }
}

#[test]
fn comparisons_of_sums_are_exact() {
    for seed in 0..1500 {
        let mut random = Random::new(seed);
        let mut scene = Scene::new(&mut random);
        for _ in 0..random.between(4, 30) {
            scene.grow(&mut random);
            if random.chance(3) {
                scene.compare(&mut random);
            }
        }
        for _ in 0..8 {
            scene.compare(&mut random);
        }
        scene.confirm();
    }
}

/// Numbers of which nothing is known but their type.
fn inputs(gates: &mut Gates, count: usize) -> Vec<Word> {
    (0..count).map(|_| Word::input(gates, 0, u32::MAX.into()).unwrap()).collect()
}

#[test]
fn sums_in_another_order_are_the_same() {
    let mut gates = Gates::default();
    let numbers = inputs(&mut gates, 20);
    let exact = |order: &mut dyn Iterator<Item = &Word>, gates: &mut Gates| order.fold(Word::zero(), |s, w| s.add(w, gates).unwrap());
    let (up, down) = (exact(&mut numbers.iter(), &mut gates), exact(&mut numbers.iter().rev(), &mut gates));
    assert_eq!(up.equal(&down, &mut gates), Lit::TRUE);
    assert_eq!(up.less(&down, &mut gates), Lit::FALSE);
    let twelve = Word::constant(12).unwrap();
    let (a, b) = (up.divide(&twelve, &mut gates).unwrap().0, down.divide(&twelve, &mut gates).unwrap().0);
    assert_eq!(a.equal(&b, &mut gates), Lit::TRUE);
    let wrapping = |order: &mut dyn Iterator<Item = &Word>, gates: &mut Gates| {
        order.fold(Word::zero(), |s, w| s.wrapped(w, BinOp::Add, IntType::U32, gates).unwrap())
    };
    let (up, down) = (wrapping(&mut numbers.iter(), &mut gates), wrapping(&mut numbers.iter().rev(), &mut gates));
    assert_eq!(up.equal(&down, &mut gates), Lit::TRUE);
}

#[test]
fn what_is_added_on_one_way_or_the_other_is_added() {
    let mut gates = Gates::default();
    let (mut one, mut other, mut all) = (Word::zero(), Word::zero(), Word::zero());
    for number in inputs(&mut gates, 15) {
        let choice = gates.input(3);
        let add = |sum: &Word, gates: &mut Gates| sum.wrapped(&number, BinOp::Add, IntType::U32, gates).unwrap();
        let (more, rest) = (add(&one, &mut gates), add(&other, &mut gates));
        one = Word::merge(choice, &more, &one, &mut gates).unwrap();
        other = Word::merge(choice, &other, &rest, &mut gates).unwrap();
        all = add(&all, &mut gates);
    }
    let sum = one.wrapped(&other, BinOp::Add, IntType::U32, &mut gates).unwrap();
    assert_eq!(sum.equal(&all, &mut gates), Lit::TRUE);
}

#[test]
fn exclusive_ors_in_another_order_are_the_same_gate() {
    let mut gates = Gates::default();
    let inputs: Vec<Lit> = (0..30).map(|n| gates.input(n)).collect();
    let up = inputs.iter().fold(Lit::FALSE, |all, lit| gates.xor(all, *lit));
    let down = inputs.iter().rev().fold(Lit::TRUE, |all, lit| gates.xor(all, *lit));
    assert_eq!(up, !down);
    assert_eq!(gates.xor(up, inputs[3]), inputs.iter().filter(|i| **i != inputs[3]).fold(Lit::FALSE, |all, lit| gates.xor(all, *lit)));
}
