//! Congruences on one variable (Granger: Static analysis of arithmetical congruences, 1989).

use crate::{Int, floor_mod};
use std::fmt;

/// The integers `residue + k · modulus`. Modulus 0: one integer; modulus 1: all of them.
/// Invariant: `0 ≤ residue < modulus` unless the modulus is 0.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Congruence {
    modulus: Int,
    residue: Int,
}

/// gcd(x, 0) = |x|.
pub(crate) fn gcd(a: &Int, b: &Int) -> Int {
    let (mut a, mut b) = (abs(a), abs(b));
    while b != Int::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    a
}

fn abs(x: &Int) -> Int {
    if *x < Int::ZERO { -x } else { x.clone() }
}

impl Congruence {
    pub const ALL: Congruence = Congruence { modulus: Int::ONE, residue: Int::ZERO };

    pub fn new(modulus: Int, residue: Int) -> Self {
        let modulus = abs(&modulus);
        let residue = if modulus == Int::ZERO { residue } else { floor_mod(&residue, &modulus) };
        Congruence { modulus, residue }
    }

    pub fn point(value: Int) -> Self {
        Congruence { modulus: Int::ZERO, residue: value }
    }

    pub fn modulus(&self) -> &Int {
        &self.modulus
    }

    pub fn residue(&self) -> &Int {
        &self.residue
    }

    pub fn is_all(&self) -> bool {
        self.modulus == Int::ONE
    }

    pub fn contains(&self, value: &Int) -> bool {
        if self.is_all() {
            return true;
        }
        let distance = value - &self.residue;
        if self.modulus == Int::ZERO { distance == Int::ZERO } else { distance % &self.modulus == Int::ZERO }
    }

    pub fn includes(&self, other: &Congruence) -> bool {
        if self.is_all() {
            return true;
        }
        // Every step of `other` must be a step of `self`; 0 has only itself as a multiple.
        let steps = if self.modulus == Int::ZERO { other.modulus == Int::ZERO } else { &other.modulus % &self.modulus == Int::ZERO };
        steps && self.contains(&other.residue)
    }

    pub fn join(&self, other: &Congruence) -> Congruence {
        if self.is_all() || other.is_all() {
            return Congruence::ALL;
        }
        let modulus = gcd(&gcd(&self.modulus, &other.modulus), &(&self.residue - &other.residue));
        Congruence::new(modulus, self.residue.clone())
    }

    /// The Chinese remainder theorem; `None` if there is no common element.
    pub fn meet(&self, other: &Congruence) -> Option<Congruence> {
        if self.is_all() {
            return Some(other.clone());
        }
        if other.is_all() {
            return Some(self.clone());
        }
        if self.modulus == Int::ZERO {
            return other.contains(&self.residue).then(|| self.clone());
        }
        if other.modulus == Int::ZERO {
            return self.contains(&other.residue).then(|| other.clone());
        }
        let (g, u) = half_bezout(&self.modulus, &other.modulus);
        let distance = &other.residue - &self.residue;
        if &distance % &g != Int::ZERO {
            return None;
        }
        let step = &other.modulus / &g;
        let k = floor_mod(&(distance / &g * u), &step);
        Some(Congruence::new(&self.modulus * step, &self.residue + &self.modulus * k))
    }

    pub fn neg(&self) -> Congruence {
        Congruence::new(self.modulus.clone(), -&self.residue)
    }

    pub fn add(&self, other: &Congruence) -> Congruence {
        Congruence::new(gcd(&self.modulus, &other.modulus), &self.residue + &other.residue)
    }

    pub fn mul(&self, other: &Congruence) -> Congruence {
        let (m, r) = (&self.modulus, &self.residue);
        let (n, s) = (&other.modulus, &other.residue);
        Congruence::new(gcd(&gcd(&(m * n), &(m * s)), &(n * r)), r * s)
    }

    /// What is known of `x mod modulus`, or of anything congruent to it.
    pub fn modulo(&self, modulus: &Int) -> Congruence {
        Congruence::new(gcd(&self.modulus, modulus), self.residue.clone())
    }
}

/// (g, u) with `u · a ≡ g (mod b)` and g = gcd(a, b), for positive numbers.
fn half_bezout(a: &Int, b: &Int) -> (Int, Int) {
    let (mut r0, mut r1) = (a.clone(), b.clone());
    let (mut u0, mut u1) = (Int::ONE, Int::ZERO);
    while r1 != Int::ZERO {
        let q = &r0 / &r1;
        (r0, r1) = (r1.clone(), r0 - &q * r1);
        (u0, u1) = (u1.clone(), u0 - q * u1);
    }
    (r0, u0)
}

impl fmt::Debug for Congruence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} mod {}", self.residue, self.modulus)
    }
}
