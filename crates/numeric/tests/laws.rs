//! Every operation on values against its definition on all points of a window.

use numeric::{Bits, Congruence, Int, Interval, Value, Width, floor_div};

const WINDOW: i64 = 14;

/// A linear congruential sequence is random enough to pick small values.
struct Draw(u64);

impl Draw {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) % n
    }

    fn value(&mut self) -> Value {
        loop {
            let end = |d: &mut Draw| (d.below(5) > 0).then(|| Int::from(d.below(2 * WINDOW as u64 + 1) as i64 - WINDOW));
            let (low, high) = (end(self), end(self));
            let congruence = match self.below(3) {
                0 => Congruence::new(Int::from(self.below(6)), Int::from(self.below(9) as i64 - 4)),
                _ => Congruence::ALL,
            };
            if let Some(v) = Interval::new(low, high).and_then(|i| Value::new(i, congruence)) {
                return v;
            }
        }
    }
}

fn points(v: &Value) -> Vec<Int> {
    (-WINDOW..=WINDOW).map(Int::from).filter(|x| v.contains(x)).collect()
}

fn pairs(check: impl Fn(&Value, &Value)) {
    let mut draw = Draw(7);
    for _ in 0..4000 {
        let (a, b) = (draw.value(), draw.value());
        check(&a, &b);
    }
}

fn binary(apply: impl Fn(&Value, &Value) -> Value, exact: impl Fn(&Int, &Int) -> Int) {
    pairs(|a, b| {
        let result = apply(a, b);
        for x in points(a) {
            for y in points(b) {
                let z = exact(&x, &y);
                assert!(result.contains(&z), "{a:?} and {b:?} give {result:?} without {z} from {x} and {y}");
            }
        }
    });
}

#[test]
fn arithmetic_contains_every_concrete_result() {
    binary(|a, b| a.add(b), |x, y| x + y);
    binary(|a, b| a.sub(b), |x, y| x - y);
    binary(|a, b| a.mul(b), |x, y| x * y);
    binary(|a, b| a.div(b), |x, y| if *y == Int::ZERO { Int::ZERO } else { x / y });
    binary(|a, b| a.rem(b), |x, y| if *y == Int::ZERO { x.clone() } else { x - (x / y) * y });
    binary(|a, _| a.neg(), |x, _| -x);
}

#[test]
fn shifts_contain_every_concrete_result() {
    let amount = |y: &Int| usize::try_from(y).ok().filter(|n| *n < 10);
    binary(|a, b| a.shl(b, 10), |x, y| amount(y).map_or(Int::ZERO, |n| x << n));
    binary(|a, b| a.shr(b, 10), |x, y| amount(y).map_or(Int::ZERO, |n| floor_div(x, &(Int::ONE << n))));
}

#[test]
fn wrapping_and_bit_operations_contain_every_concrete_result() {
    for signed in [false, true] {
        let width = Width { bits: 4, signed };
        let wrap = |x: &Int| {
            let residue = numeric::floor_mod(x, &Int::from(16));
            if signed && residue > Int::from(7) { residue - Int::from(16) } else { residue }
        };
        binary(|a, _| a.wrap(width), |x, _| wrap(x));
        binary(|a, b| a.bits(Bits::And, b, width), |x, y| wrap(&(wrap(x) & wrap(y))));
        binary(|a, b| a.bits(Bits::Or, b, width), |x, y| wrap(&(wrap(x) | wrap(y))));
        binary(|a, b| a.bits(Bits::Xor, b, width), |x, y| wrap(&(wrap(x) ^ wrap(y))));
    }
}

#[test]
fn the_lattice_is_one() {
    pairs(|a, b| {
        let join = a.join(b);
        assert!(join.includes(a) && join.includes(b));
        let meet = a.meet(b);
        for x in (-3 * WINDOW..=3 * WINDOW).map(Int::from) {
            let both = a.contains(&x) && b.contains(&x);
            assert_eq!(meet.as_ref().is_some_and(|m| m.contains(&x)), both, "{a:?} meet {b:?} at {x}");
            if a.join_is_exact(b) && join.contains(&x) {
                assert!(a.contains(&x) || b.contains(&x), "{a:?} join {b:?} has {x} in addition");
            }
        }
        if a.includes(b) {
            assert!(points(b).iter().all(|x| a.contains(x)));
        }
    });
}

#[test]
fn widening_is_an_upper_bound_and_chains_become_stable() {
    let thresholds = [Int::from(-8), Int::from(0), Int::from(8), Int::from(100)];
    pairs(|a, b| {
        let wide = a.widen(b, &thresholds);
        assert!(wide.includes(a) && wide.includes(b));
    });
    let mut draw = Draw(11);
    for _ in 0..500 {
        let mut x = draw.value();
        let mut changes = 0;
        for _ in 0..200 {
            let next = x.widen(&draw.value(), &thresholds);
            changes += usize::from(next != x);
            x = next;
        }
        assert!(changes <= 2 * thresholds.len() + 8, "{changes} changes");
    }
}

#[test]
fn quotients_invert_multiplication() {
    let mut draw = Draw(3);
    for _ in 0..2000 {
        let v = draw.value();
        for factor in [-5i64, -2, -1, 1, 3] {
            let quotients = v.interval().quotients(&Int::from(factor));
            for x in (-WINDOW..=WINDOW).map(Int::from) {
                let inside = v.interval().contains(&(&x * Int::from(factor)));
                assert_eq!(quotients.as_ref().is_some_and(|q| q.contains(&x)), inside);
            }
        }
    }
}
