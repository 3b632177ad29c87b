//! The reduced product of intervals and congruences: what is known of one integer.

use crate::congruence::Congruence;
use crate::interval::Interval;
use crate::{Int, floor_mod};
use std::fmt;

/// A machine width and sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    pub bits: u16,
    pub signed: bool,
}

impl Width {
    pub fn modulus(self) -> Int {
        Int::ONE << usize::from(self.bits)
    }

    pub fn range(self) -> Interval {
        if self.signed {
            let half = Int::ONE << usize::from(self.bits - 1);
            Interval { low: Some(-&half), high: Some(half - Int::ONE) }
        } else {
            Interval { low: Some(Int::ZERO), high: Some(self.modulus() - Int::ONE) }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bits {
    And,
    Or,
    Xor,
}

/// A non-empty set of integers. Invariant (reduced): finite ends satisfy the congruence, and an interval of one element
/// has that element as its congruence and the other way round.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Value {
    interval: Interval,
    congruence: Congruence,
}

impl Value {
    pub const ALL: Value = Value { interval: Interval::ALL, congruence: Congruence::ALL };

    pub fn point(value: Int) -> Self {
        Value { congruence: Congruence::point(value.clone()), interval: Interval::point(value) }
    }

    /// Reduces; `None` if there is no element.
    pub fn new(interval: Interval, congruence: Congruence) -> Option<Self> {
        let modulus = congruence.modulus();
        if *modulus == Int::ZERO {
            let point = congruence.residue();
            return interval.contains(point).then(|| Value::point(point.clone()));
        }
        let up = |l: &Int| l + floor_mod(&(congruence.residue() - l), modulus);
        let down = |h: &Int| h - floor_mod(&(h - congruence.residue()), modulus);
        let interval =
            if congruence.is_all() { interval } else { Interval::new(interval.low.as_ref().map(up), interval.high.as_ref().map(down))? };
        match interval.as_point() {
            Some(p) => Some(Value::point(p.clone())),
            None => Some(Value { interval, congruence }),
        }
    }

    pub fn interval(&self) -> &Interval {
        &self.interval
    }

    pub fn congruence(&self) -> &Congruence {
        &self.congruence
    }

    pub fn as_point(&self) -> Option<&Int> {
        self.interval.as_point()
    }

    pub fn is_all(&self) -> bool {
        *self == Value::ALL
    }

    pub fn contains(&self, value: &Int) -> bool {
        self.interval.contains(value) && self.congruence.contains(value)
    }

    pub fn includes(&self, other: &Value) -> bool {
        self.interval.includes(&other.interval) && self.congruence.includes(&other.congruence)
    }

    pub fn join(&self, other: &Value) -> Value {
        sound(self.interval.join(&other.interval), self.congruence.join(&other.congruence))
    }

    /// Whether the join adds no element that is in neither.
    pub fn join_is_exact(&self, other: &Value) -> bool {
        if self.includes(other) || other.includes(self) {
            return true;
        }
        let join = self.congruence.join(&other.congruence);
        // Both must have every element of the common class in their interval, and the gap must not hold another one.
        let full = |v: &Value| v.congruence == join || v.as_point().is_some();
        let modulus = if *join.modulus() == Int::ZERO { Int::ONE } else { join.modulus().clone() };
        let touches = |a: &Interval, b: &Interval| match (&a.high, &b.low) {
            (Some(h), Some(l)) => *l <= h + &modulus,
            _ => true,
        };
        full(self) && full(other) && touches(&self.interval, &other.interval) && touches(&other.interval, &self.interval)
    }

    pub fn meet(&self, other: &Value) -> Option<Value> {
        // The common cases: one integer, or nothing known on one side.
        if let Some(p) = self.as_point() {
            return other.contains(p).then(|| self.clone());
        }
        if let Some(p) = other.as_point() {
            return self.contains(p).then(|| other.clone());
        }
        Value::new(self.interval.meet(&other.interval)?, self.congruence.meet(&other.congruence)?)
    }

    pub fn meet_interval(&self, other: &Interval) -> Option<Value> {
        Value::new(self.interval.meet(other)?, self.congruence.clone())
    }

    /// Interval widening up to thresholds; the congruence is joined, since its ascending chains are finite (each step
    /// divides the modulus). The left argument is not changed before the comparison.
    pub fn widen(&self, new: &Value, thresholds: &[Int]) -> Value {
        // Reduction may move an end back below its threshold, but the next new end of the same class is not beyond it.
        sound(self.interval.widen(&new.interval, thresholds), self.congruence.join(&new.congruence))
    }

    pub fn neg(&self) -> Value {
        sound(self.interval.neg(), self.congruence.neg())
    }

    pub fn add(&self, other: &Value) -> Value {
        sound(self.interval.add(&other.interval), self.congruence.add(&other.congruence))
    }

    pub fn sub(&self, other: &Value) -> Value {
        self.add(&other.neg())
    }

    pub fn mul(&self, other: &Value) -> Value {
        sound(self.interval.mul(&other.interval), self.congruence.mul(&other.congruence))
    }

    /// Rounds to zero; `x / 0 = 0`.
    pub fn div(&self, other: &Value) -> Value {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Value::point(if *b == Int::ZERO { Int::ZERO } else { a / b });
        }
        let nonzero = self.interval.div(&other.interval).map(Value::from);
        let zero = other.contains(&Int::ZERO).then(|| Value::point(Int::ZERO));
        either(nonzero, zero)
    }

    /// Has the sign of the dividend; `x % 0 = x`.
    pub fn rem(&self, other: &Value) -> Value {
        if let (Some(a), Some(b)) = (self.as_point(), other.as_point()) {
            return Value::point(if *b == Int::ZERO { a.clone() } else { a - (a / b) * b });
        }
        let zero = other.contains(&Int::ZERO).then(|| self.clone());
        // |r| < |divisor| and |r| ≤ |dividend|.
        let size = |i: &Interval| -> Option<Int> {
            let (l, h) = (i.low.as_ref()?, i.high.as_ref()?);
            Some((-l).max(h.clone()))
        };
        let below = size(&other.interval).map(|s| (s - Int::ONE).max(Int::ZERO));
        let limit = match (below, size(&self.interval)) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let negative = self.interval.low.as_ref().is_none_or(|l| *l < Int::ZERO);
        let positive = self.interval.high.as_ref().is_none_or(|h| *h > Int::ZERO);
        // One-sided dividends bound the remainder on their side even if the other end is infinite.
        let low = if negative { limit.as_ref().map(|m| -m) } else { Some(Int::ZERO) };
        let high = if positive { limit } else { Some(Int::ZERO) };
        // A constant divisor keeps the class modulo the common divisor (the remainder differs by multiples of it).
        let class = match other.as_point() {
            Some(d) if *d != Int::ZERO => {
                // A dividend that is smaller than the divisor is its own remainder.
                let inside = Interval { low: Some(-abs(d) + Int::ONE), high: Some(abs(d) - Int::ONE) };
                if inside.includes(&self.interval) {
                    return self.clone();
                }
                self.congruence.modulo(d)
            }
            _ => Congruence::ALL,
        };
        let nonzero = (other.as_point() != Some(&Int::ZERO)).then(|| sound(Interval { low, high }, class));
        either(nonzero, zero)
    }

    /// Multiplication by a power of two; amounts outside `0..limit` give 0.
    pub fn shl(&self, amount: &Value, limit: u32) -> Value {
        self.shift(amount, limit, |x, power| x.mul(&Value::point(power)))
    }

    /// Division by a power of two rounding to −∞; amounts outside `0..limit` give 0.
    pub fn shr(&self, amount: &Value, limit: u32) -> Value {
        self.shift(amount, limit, |x, power| match x.as_point() {
            Some(p) => Value::point(crate::floor_div(p, &power)),
            None => Value::from(x.interval.floor_div(&power)),
        })
    }

    fn shift(&self, amount: &Value, limit: u32, by: impl Fn(&Value, Int) -> Value) -> Value {
        let legal = Interval { low: Some(Int::ZERO), high: Some(Int::from(limit - 1)) };
        let inside = amount.meet_interval(&legal);
        let outside = (!legal.includes(&amount.interval)).then(|| Value::point(Int::ZERO));
        let shifted = inside.map(|a| {
            let ends = [a.interval.low.clone(), a.interval.high.clone()];
            let [low, high] = ends.map(|e| usize::try_from(&e.expect("finite")).expect("below the limit"));
            // Monotone in the amount for each fixed value, so the ends suffice; the class is that of the smallest power.
            let (first, last) = (by(self, Int::ONE << low), by(self, Int::ONE << high));
            if low == high { first } else { Value::from(first.interval.join(&last.interval)) }
        });
        either(shifted, outside)
    }

    /// The value of the machine type that is congruent modulo 2^bits.
    pub fn wrap(&self, width: Width) -> Value {
        let range = width.range();
        if range.includes(&self.interval) {
            return self.clone();
        }
        let modulus = width.modulus();
        if let (Some(l), Some(h)) = (&self.interval.low, &self.interval.high) {
            // All of it may lie in one period: then it is only moved.
            let base = range.low.clone().expect("finite");
            let period = crate::floor_div(&(l - &base), &modulus);
            if period == crate::floor_div(&(h - &base), &modulus) {
                return self.sub(&Value::point(period * modulus));
            }
        }
        sound(range, self.congruence.modulo(&modulus))
    }

    /// A bit operation on operands read as values of the type.
    pub fn bits(&self, op: Bits, other: &Value, width: Width) -> Value {
        let (a, b) = (self.wrap(width), other.wrap(width));
        if let (Some(x), Some(y)) = (a.as_point(), b.as_point()) {
            return Value::point(match op {
                Bits::And => x & y,
                Bits::Or => x | y,
                Bits::Xor => x ^ y,
            })
            .wrap(width);
        }
        let nonnegative = |v: &Value| v.interval.low.as_ref().is_some_and(|l| *l >= Int::ZERO);
        let high = |v: &Value| v.interval.high.clone().expect("a machine value is finite");
        let zero = Some(Int::ZERO);
        // A mask of low bits is a remainder, whatever the sign.
        if op == Bits::And {
            for (mask, other) in [(&a, &b), (&b, &a)] {
                if let Some(m) = mask.as_point().filter(|m| **m >= Int::ZERO) {
                    let modulus = m + Int::ONE;
                    if (m & &modulus) == Int::ZERO {
                        return other.floor_modulo(&modulus);
                    }
                }
            }
        }
        let interval = match op {
            Bits::And if nonnegative(&a) && nonnegative(&b) => Interval { low: zero, high: Some(high(&a).min(high(&b))) },
            Bits::And if nonnegative(&a) => Interval { low: zero, high: Some(high(&a)) },
            Bits::And if nonnegative(&b) => Interval { low: zero, high: Some(high(&b)) },
            Bits::Or if nonnegative(&a) && nonnegative(&b) => {
                let low = |v: &Value| v.interval.low.clone().expect("finite");
                Interval { low: Some(low(&a).max(low(&b))), high: Some(ones(&high(&a).max(high(&b)))) }
            }
            Bits::Xor if nonnegative(&a) && nonnegative(&b) => Interval { low: zero, high: Some(ones(&high(&a).max(high(&b)))) },
            _ => width.range(),
        };
        Value::from(interval)
    }

    /// The remainder of floor division by a positive number.
    fn floor_modulo(&self, modulus: &Int) -> Value {
        let range = Interval { low: Some(Int::ZERO), high: Some(modulus - Int::ONE) };
        if let (Some(l), Some(h)) = (&self.interval.low, &self.interval.high) {
            let period = crate::floor_div(l, modulus);
            if period == crate::floor_div(h, modulus) {
                return self.sub(&Value::point(period * modulus));
            }
        }
        sound(range, self.congruence.modulo(modulus))
    }
}

impl From<Interval> for Value {
    fn from(interval: Interval) -> Self {
        sound(interval, Congruence::ALL)
    }
}

/// Reduces a product that is known to be non-empty because its parts over-approximate the same non-empty set.
fn sound(interval: Interval, congruence: Congruence) -> Value {
    Value::new(interval, congruence).expect("both parts contain the same non-empty set")
}

fn either(a: Option<Value>, b: Option<Value>) -> Value {
    match (a, b) {
        (Some(a), Some(b)) => a.join(&b),
        (a, b) => a.or(b).expect("one of the cases applies"),
    }
}

fn abs(x: &Int) -> Int {
    if *x < Int::ZERO { -x } else { x.clone() }
}

/// The smallest 2^k − 1 that is at least `x`, for x ≥ 0.
fn ones(x: &Int) -> Int {
    let mut power = Int::ONE;
    while power <= *x {
        power <<= 1;
    }
    power - Int::ONE
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(p) = self.as_point() {
            return write!(f, "{p}");
        }
        write!(f, "{:?}", self.interval)?;
        if !self.congruence.is_all() {
            write!(f, "≡{:?}", self.congruence)?;
        }
        Ok(())
    }
}
