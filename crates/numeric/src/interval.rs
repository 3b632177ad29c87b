//! Integer intervals (Cousot, Cousot: Static determination of dynamic properties of programs, 1976).

use crate::{Int, ceil_div, floor_div};
use std::fmt;

/// A non-empty set of consecutive integers; `None` is an infinite end.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Interval {
    pub low: Option<Int>,
    pub high: Option<Int>,
}

fn low_le(a: &Option<Int>, b: &Option<Int>) -> bool {
    match (a, b) {
        (None, _) => true,
        (_, None) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

fn high_le(a: &Option<Int>, b: &Option<Int>) -> bool {
    match (a, b) {
        (_, None) => true,
        (None, _) => false,
        (Some(a), Some(b)) => a <= b,
    }
}

impl Interval {
    pub const ALL: Interval = Interval { low: None, high: None };

    /// `None` if low > high.
    pub fn new(low: Option<Int>, high: Option<Int>) -> Option<Self> {
        match (&low, &high) {
            (Some(l), Some(h)) if l > h => None,
            _ => Some(Interval { low, high }),
        }
    }

    pub fn point(value: Int) -> Self {
        Interval { low: Some(value.clone()), high: Some(value) }
    }

    pub fn as_point(&self) -> Option<&Int> {
        match (&self.low, &self.high) {
            (Some(l), Some(h)) if l == h => Some(l),
            _ => None,
        }
    }

    pub fn contains(&self, value: &Int) -> bool {
        self.low.as_ref().is_none_or(|l| l <= value) && self.high.as_ref().is_none_or(|h| value <= h)
    }

    pub fn includes(&self, other: &Interval) -> bool {
        low_le(&self.low, &other.low) && high_le(&other.high, &self.high)
    }

    /// Whether both ends are finite, and then the number of elements.
    pub fn size(&self) -> Option<Int> {
        Some(self.high.as_ref()? - self.low.as_ref()? + Int::ONE)
    }

    /// The smallest interval that includes both.
    pub fn join(&self, other: &Interval) -> Interval {
        let low = if low_le(&self.low, &other.low) { &self.low } else { &other.low };
        let high = if high_le(&self.high, &other.high) { &other.high } else { &self.high };
        Interval { low: low.clone(), high: high.clone() }
    }

    /// Whether [`Interval::join`] adds no element that is in neither.
    pub fn join_is_exact(&self, other: &Interval) -> bool {
        let touches = |high: &Option<Int>, low: &Option<Int>| match (high, low) {
            (Some(h), Some(l)) => *l <= h + Int::ONE,
            _ => true,
        };
        touches(&self.high, &other.low) && touches(&other.high, &self.low)
    }

    pub fn meet(&self, other: &Interval) -> Option<Interval> {
        let low = if low_le(&self.low, &other.low) { &other.low } else { &self.low };
        let high = if high_le(&self.high, &other.high) { &self.high } else { &other.high };
        Interval::new(low.clone(), high.clone())
    }

    /// Widening up to thresholds: an end that grows jumps to the nearest threshold beyond it, or to infinity. A chain of
    /// widenings changes each end at most once per threshold and once more, so it is finite.
    pub fn widen(&self, new: &Interval, thresholds: &[Int]) -> Interval {
        let low = if low_le(&self.low, &new.low) {
            self.low.clone()
        } else {
            new.low.as_ref().and_then(|l| thresholds.iter().filter(|t| *t <= l).max().cloned())
        };
        let high = if high_le(&new.high, &self.high) {
            self.high.clone()
        } else {
            new.high.as_ref().and_then(|h| thresholds.iter().filter(|t| *t >= h).min().cloned())
        };
        Interval { low, high }
    }

    pub fn neg(&self) -> Interval {
        Interval { low: self.high.as_ref().map(|h| -h), high: self.low.as_ref().map(|l| -l) }
    }

    pub fn add(&self, other: &Interval) -> Interval {
        let sum = |a: &Option<Int>, b: &Option<Int>| Some(a.as_ref()? + b.as_ref()?);
        Interval { low: sum(&self.low, &other.low), high: sum(&self.high, &other.high) }
    }

    pub fn mul(&self, other: &Interval) -> Interval {
        // Corner products; an infinite end times 0 is 0.
        let ends = |i: &Interval| [End::low(i), End::high(i)];
        let mut low = End::High;
        let mut high = End::Low;
        for a in ends(self) {
            for b in ends(other) {
                let p = a.times(&b);
                if p < low {
                    low = p.clone();
                }
                if p > high {
                    high = p;
                }
            }
        }
        Interval { low: low.finite(), high: high.finite() }
    }

    /// Division rounding to zero, for divisors other than 0 in `other`; `None` if there are none.
    pub fn div(&self, other: &Interval) -> Option<Interval> {
        let positive = other.meet(&Interval { low: Some(Int::ONE), high: None });
        let negative = other.meet(&Interval { low: None, high: Some(Int::NEG_ONE) });
        let by = |divisor: &Interval| {
            // For a divisor of one sign the extremes are at the corners; an infinite divisor gives 0.
            let quotient = |a: &Option<Int>, b: &Option<Int>| match (a, b) {
                (Some(a), Some(b)) => Some(a / b),
                (Some(_), None) => Some(Int::ZERO),
                (None, _) => None,
            };
            let upside_down = divisor.high.as_ref().is_some_and(|h| *h < Int::ZERO);
            let this = if upside_down { self.neg() } else { self.clone() };
            let d = if upside_down { divisor.neg() } else { divisor.clone() };
            let corner = |end: &Option<Int>, up: bool| -> Option<Int> {
                let candidates = [quotient(end, &d.low), quotient(end, &d.high)];
                let [a, b] = candidates;
                let (a, b) = (a?, b?);
                Some(if up { a.max(b) } else { a.min(b) })
            };
            Interval { low: corner(&this.low, false), high: corner(&this.high, true) }
        };
        match (positive.as_ref().map(by), negative.as_ref().map(by)) {
            (Some(a), Some(b)) => Some(a.join(&b)),
            (a, b) => a.or(b),
        }
    }

    /// Division by a positive number, rounding to −∞.
    pub fn floor_div(&self, divisor: &Int) -> Interval {
        Interval { low: self.low.as_ref().map(|l| floor_div(l, divisor)), high: self.high.as_ref().map(|h| floor_div(h, divisor)) }
    }

    /// The integers `x` with `factor · x` in the interval; `factor` must not be 0.
    pub fn quotients(&self, factor: &Int) -> Option<Interval> {
        let (this, factor) = if *factor < Int::ZERO { (self.neg(), -factor) } else { (self.clone(), factor.clone()) };
        Interval::new(this.low.as_ref().map(|l| ceil_div(l, &factor)), this.high.as_ref().map(|h| floor_div(h, &factor)))
    }
}

/// An end of an interval with its infinities in order.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    Low,
    At(Int),
    High,
}

impl End {
    fn low(i: &Interval) -> End {
        i.low.clone().map_or(End::Low, End::At)
    }

    fn high(i: &Interval) -> End {
        i.high.clone().map_or(End::High, End::At)
    }

    fn sign(&self) -> i8 {
        match self {
            End::Low => -1,
            End::High => 1,
            End::At(x) => i8::from(*x > Int::ZERO) - i8::from(*x < Int::ZERO),
        }
    }

    fn times(&self, other: &End) -> End {
        match (self, other) {
            (End::At(a), End::At(b)) => End::At(a * b),
            _ => match self.sign() * other.sign() {
                0 => End::At(Int::ZERO),
                1 => End::High,
                _ => End::Low,
            },
        }
    }

    fn finite(self) -> Option<Int> {
        if let End::At(x) = self { Some(x) } else { None }
    }
}

impl fmt::Debug for Interval {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.low {
            Some(l) => write!(f, "[{l}, ")?,
            None => write!(f, "(-∞, ")?,
        }
        match &self.high {
            Some(h) => write!(f, "{h}]"),
            None => write!(f, "∞)"),
        }
    }
}
