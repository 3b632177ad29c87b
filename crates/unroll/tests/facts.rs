//! What is simplified by facts has the same value wherever these hold: random circuits, on all values of their inputs.

use base::random::Random;
use unroll::{Gates, Known, Lit};

const INPUTS: usize = 5;

fn some(random: &mut Random, lits: &[Lit]) -> Lit {
    let lit = lits[random.below(lits.len() as u64) as usize];
    if random.chance(2) { !lit } else { lit }
}

#[test]
fn a_simplified_gate_is_the_same_where_the_facts_hold() {
    let mut simpler = 0;
    for seed in 0..500 {
        let mut random = Random::new(seed);
        let mut gates = Gates::default();
        let mut lits: Vec<Lit> = (0..INPUTS).map(|_| gates.input(random.next_u64())).collect();
        let inputs: Vec<usize> = lits.iter().map(|l| l.gate()).collect();
        for _ in 0..30 {
            let [a, b, c] = [(); 3].map(|()| some(&mut random, &lits));
            let lit = match random.below(4) {
                0 => gates.xor(a, b),
                1 => gates.mux(a, b, c),
                _ => gates.and(a, b),
            };
            lits.push(lit);
        }
        let (guard, condition) = (some(&mut random, &lits), some(&mut random, &lits));
        let known = Known::default();
        let facts = gates.facts(guard, &known);
        let same = gates.given(condition, &facts);
        simpler += usize::from(same != condition);
        for values in 0u32..1 << INPUTS {
            let all = gates.evaluate(&|gate| inputs.iter().position(|i| *i == gate).is_some_and(|i| values >> i & 1 == 1));
            let is = |lit: Lit| all[lit.gate()] != lit.is_negated();
            assert!(!is(guard) || is(same) == is(condition), "seed {seed}, inputs {values:b}");
        }
    }
    assert!(simpler > 50, "{simpler} of 500 were simplified");
}
