//! Every operation on words against plain integers, on all pairs of small ranges: the result is right, is in its range, and fits in its width.

use base::expr::apply_bin;
use base::random::Random;
use base::{BinOp, BitOp, Int, IntType};
use unroll::{Gates, Lit, Word};

/// A word of a range whose bits are inputs, with the inputs that make it each of its values.
struct Free {
    word: Word,
    first: usize,
}

fn free(gates: &mut Gates, low: i128, high: i128) -> Free {
    let first = gates.len();
    // Any value of a type around the range, narrowed to it.
    let bound = low.unsigned_abs().max(high.unsigned_abs() + 1).next_power_of_two() as i128;
    let whole = Word::input(gates, -bound, bound - 1).unwrap();
    Free { word: whole.narrowed(low, high).unwrap(), first }
}

impl Free {
    /// The value of an input gate for this number.
    fn bit(&self, number: usize, value: i128) -> bool {
        value >> (number - self.first) & 1 == 1
    }
}

fn read(gates: &Gates, word: &Word, inputs: &dyn Fn(usize) -> bool) -> i128 {
    word.read(&gates.evaluate(inputs))
}

fn ranges(random: &mut Random) -> (i128, i128) {
    let span = [3, 9, 40][random.below(3) as usize];
    let low = random.below(2 * span + 1) as i128 - span as i128;
    (low, low + random.below(12) as i128)
}

#[test]
fn operations_are_exact() {
    let mut random = Random::new(7);
    let ops = [BinOp::Add, BinOp::Sub, BinOp::Mul, BinOp::Div, BinOp::Rem, BinOp::Shl, BinOp::Shr];
    for round in 0..600 {
        let ((al, ah), (bl, bh)) = (ranges(&mut random), ranges(&mut random));
        for op in ops {
            let mut gates = Gates::default();
            let (a, b) = (free(&mut gates, al, ah), free(&mut gates, bl, bh));
            let result = match op {
                BinOp::Add => a.word.add(&b.word, &mut gates),
                BinOp::Sub => a.word.sub(&b.word, &mut gates),
                BinOp::Mul => a.word.mul(&b.word, &mut gates),
                BinOp::Div => a.word.divide(&b.word, &mut gates).map(|r| r.0),
                BinOp::Rem => a.word.divide(&b.word, &mut gates).map(|r| r.1),
                BinOp::Shl => a.word.shl(&b.word, &mut gates),
                BinOp::Shr => a.word.shr(&b.word, &mut gates),
            };
            let types = [IntType::U8, IntType::I8, IntType::unsigned(3), IntType::signed(4), IntType::U64];
            let ty = types[round % types.len()];
            let wrapped = a.word.wrapped(&b.word, op, ty, &mut gates);
            let narrowed = result.as_ref().and_then(|r| r.wrap(ty));
            for x in al..=ah {
                for y in bl..=bh {
                    let inputs = |g: usize| if g < b.first { a.bit(g, x) } else { b.bit(g, y) };
                    let expected = apply_bin(op, &Int::from(x), &Int::from(y));
                    for (word, expected) in [(&result, expected.clone()), (&wrapped, ty.wrap(&expected)), (&narrowed, ty.wrap(&expected))] {
                        let Some(word) = word else { continue };
                        let found = read(&gates, word, &inputs);
                        assert_eq!(Int::from(found), expected, "{x} {op:?} {y} in [{al}, {ah}] and [{bl}, {bh}] as {ty}");
                        assert!(word.low() <= found && found <= word.high(), "{x} {op:?} {y}: {found} is not in the range of {word:?}");
                    }
                }
            }
            let may_be_none = matches!(op, BinOp::Shl | BinOp::Shr) && bl < 0 || op == BinOp::Shl && bh > 100;
            assert!(result.is_some() || may_be_none, "{op:?}");
        }
    }
}

#[test]
fn comparisons_and_bits_are_exact() {
    let mut random = Random::new(8);
    for round in 0..600 {
        let ((al, ah), (bl, bh)) = (ranges(&mut random), ranges(&mut random));
        let mut gates = Gates::default();
        let (a, b) = (free(&mut gates, al, ah), free(&mut gates, bl, bh));
        let (equal, less) = (a.word.equal(&b.word, &mut gates), a.word.less(&b.word, &mut gates));
        let ty = [IntType::U8, IntType::I8, IntType::unsigned(4), IntType::signed(5), IntType::I32][round % 5];
        let bits = [BitOp::And, BitOp::Or, BitOp::Xor].map(|op| (op, a.word.bitwise(&b.word, op, ty, &mut gates).unwrap()));
        let chosen = Word::choose(less, &a.word, &b.word, &mut gates).unwrap();
        for x in al..=ah {
            for y in bl..=bh {
                let inputs = |g: usize| if g < b.first { a.bit(g, x) } else { b.bit(g, y) };
                let values = gates.evaluate(&inputs);
                let is = |l: Lit| values[l.gate()] != l.is_negated();
                assert_eq!(is(equal), x == y);
                assert_eq!(is(less), x < y);
                assert_eq!(chosen.read(&values), x.min(y));
                let (p, q) = (ty.wrap_word(x), ty.wrap_word(y));
                for (op, word) in &bits {
                    let expected = match op {
                        BitOp::And => p & q,
                        BitOp::Or => p | q,
                        BitOp::Xor => p ^ q,
                    };
                    let found = word.read(&values);
                    assert_eq!(found, expected, "{x} {op:?} {y} as {ty}");
                    assert!(word.low() <= found && found <= word.high());
                }
            }
        }
    }
}
