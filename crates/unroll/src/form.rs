//! Words as linear forms, so that two sums of the same numbers are seen to be the same without any search.
//!
//! A form is a constant and a sum of terms, each a number made of bits that counts where a gate is true. What is chosen by a condition is
//! linear again (`if c then x + 5 else x` is `x + 5·[c]`), so what is added on some ways and not on others stays a sum of terms. The number of
//! some bits, and whether a gate is true, depend on the inputs of the circuit alone: where a form is said to be the value of a word, it is so
//! wherever the word means its integer. A form may be the value modulo a power of two only.
//!
//! Terms have a fixed order, older gates first, and sums are built in this order: what is known of a sum at the start of a stretch is then a gate
//! of the same sum at its end.

use crate::gates::{Gates, Lit};
use crate::word::{Word, number};
use std::cmp::Ordering;
use std::rc::Rc;

/// A form with more terms is not kept.
const MOST_TERMS: usize = 96;
/// A difference with so few is worth a circuit.
const FEW_TERMS: usize = 4;
/// Nor one whose terms depend on more gates.
const MOST_GATES: usize = 6;
/// Nor one with larger numbers.
const LARGEST: u128 = 1 << 80;

/// A number made of bits, where gates are true, else 0.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Term {
    /// The youngest gate in it.
    age: usize,
    bits: Rc<[Lit]>,
    /// In order. Their conjunction is a gate only where the term becomes part of a circuit.
    when: Rc<[Lit]>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Form {
    constant: i128,
    /// In their order, each with a factor that is not 0.
    terms: Rc<[(Term, i128)]>,
}

impl Term {
    fn new(bits: Rc<[Lit]>, when: Rc<[Lit]>) -> Term {
        let age = bits.iter().chain(&*when).map(|l| l.gate()).max().unwrap_or(0);
        Term { age, bits, when }
    }

    /// The same where one more gate is true; none if that is never so.
    fn where_true(&self, gate: Lit, gates: &Gates) -> Option<Term> {
        match self.when.binary_search(&gate) {
            Ok(_) => Some(self.clone()),
            Err(_) if self.when.iter().any(|w| gates.exclude(*w, gate)) => None,
            Err(at) => {
                let when = self.when[..at].iter().chain([&gate]).chain(&self.when[at..]).copied().collect();
                Some(Term::new(self.bits.clone(), when))
            }
        }
    }

    fn word(&self, gates: &mut Gates) -> Option<Word> {
        let when = gates.all(self.when.iter().copied());
        Word::of_bits(self.bits.iter().map(|b| gates.and(*b, when)).collect())
    }
}

impl Form {
    pub fn constant(constant: i128) -> Form {
        Form { constant, terms: Rc::new([]) }
    }

    /// The number that bits make.
    pub fn of_bits(bits: &Rc<[Lit]>) -> Form {
        match number(bits) {
            Some(constant) => Form::constant(constant),
            None => Form { constant: 0, terms: Rc::new([(Term::new(bits.clone(), Rc::new([])), 1)]) },
        }
    }

    /// The bits whose number it is, if it is one.
    pub fn as_bits(&self) -> Option<&[Lit]> {
        match &*self.terms {
            [(term, 1)] if self.constant == 0 && term.when.is_empty() => Some(&term.bits),
            _ => None,
        }
    }

    /// This and a multiple of the other.
    pub fn plus(&self, other: &Form, factor: i128) -> Option<Form> {
        let constant = small(other.constant.checked_mul(factor)?.checked_add(self.constant)?)?;
        let mut terms = Vec::with_capacity(self.terms.len() + other.terms.len());
        let (mut a, mut b) = (self.terms.iter().peekable(), other.terms.iter().peekable());
        loop {
            let order = match (a.peek(), b.peek()) {
                (Some(x), Some(y)) => x.0.cmp(&y.0),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => break,
            };
            let mine = if order == Ordering::Greater { None } else { a.next() };
            let theirs = if order == Ordering::Less { None } else { b.next() };
            let added = theirs.map_or(Some(0), |t| t.1.checked_mul(factor))?;
            let sum = small(mine.map_or(0, |t| t.1).checked_add(added)?)?;
            terms.extend(mine.or(theirs).filter(|_| sum != 0).map(|(term, _)| (term.clone(), sum)));
        }
        (terms.len() <= MOST_TERMS).then(|| Form { constant, terms: terms.into() })
    }

    pub fn times(&self, factor: i128) -> Option<Form> {
        if factor == 1 { Some(self.clone()) } else { Form::constant(0).plus(self, factor) }
    }

    /// The same where a gate is true, else 0.
    fn where_true(&self, gate: Lit, gates: &Gates) -> Option<Form> {
        let one = Term::new(Rc::new([Lit::TRUE, Lit::FALSE]), Rc::new([gate]));
        let mut terms: Vec<(Term, i128)> = Vec::with_capacity(self.terms.len() + 1);
        terms.extend((self.constant != 0).then_some((one, self.constant)));
        terms.extend(self.terms.iter().filter_map(|(term, factor)| Some((term.where_true(gate, gates)?, *factor))));
        if terms.iter().any(|t| t.0.when.len() > MOST_GATES) {
            return None;
        }
        terms.sort_by(|a, b| a.0.cmp(&b.0));
        // Terms that differed by gates that this one implies are the same now.
        terms.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        terms.retain(|t| t.1 != 0);
        terms.iter().all(|t| small(t.1).is_some()).then(|| Form { constant: 0, terms: terms.into() })
    }

    /// The first if the gate is true, else the second.
    pub fn choose(choice: Lit, yes: &Form, no: &Form, gates: &Gates) -> Option<Form> {
        if choice.is_negated() && !gates.is_apart(choice) {
            return Form::choose(!choice, no, yes, gates);
        }
        // What both have in common counts anyway.
        no.plus(&yes.plus(no, -1)?.where_true(choice, gates)?, 1)
    }

    /// Numbers modulo a power of two, as small as they can be.
    fn modulo(&self, bits: u32) -> Form {
        let (half, all) = (1i128 << (bits - 1), 1i128 << bits);
        let least = |n: i128| (n + half).rem_euclid(all) - half;
        let terms = self.terms.iter().map(|(t, f)| (t.clone(), least(*f))).filter(|t| t.1 != 0);
        Form { constant: least(self.constant), terms: terms.collect() }
    }

    /// Whether it is a sum of several numbers, of which there is more than one way to add them up.
    pub fn is_long(&self) -> bool {
        self.terms.len() > 2
    }

    /// Its value, as a circuit that is the same whatever way the sum was made.
    pub fn word(&self, gates: &mut Gates) -> Option<Word> {
        let sum = self.sum(gates)?;
        sum.add(&Word::constant(self.constant)?, gates)
    }

    /// The sum of its terms.
    fn sum(&self, gates: &mut Gates) -> Option<Word> {
        let mut sum = Word::zero();
        for (term, factor) in self.terms.iter() {
            let term = term.word(gates)?.mul(&Word::constant(*factor)?, gates)?;
            sum = sum.add(&term, gates)?;
        }
        Some(sum)
    }
}

fn small(n: i128) -> Option<i128> {
    (n.unsigned_abs() < LARGEST).then_some(n)
}

/// Two words that compare as two forms with this difference do, if it is worth a circuit of its own: it is known, something in it has cancelled, or it
/// is a short sum beside a number that is not known.
fn sides(a: &Form, b: &Form, difference: &Form, gates: &mut Gates) -> Option<(Word, Word)> {
    let (few, more) = (a.terms.len().min(b.terms.len()), a.terms.len().max(b.terms.len()));
    let left = difference.terms.len();
    let is_worth = left == 0 || left < few + more || few >= 1 && more >= 2 && left <= FEW_TERMS;
    is_worth.then_some(())?;
    Some((difference.sum(gates)?, Word::constant(-difference.constant)?))
}

/// Whether two words are the same number, if their forms say more of it than their bits.
pub fn equal(a: &Word, b: &Word, gates: &mut Gates) -> Option<Lit> {
    if a.is_plain() && b.is_plain() {
        return None;
    }
    let (x, y) = (a.form(), b.form());
    if let Some((sum, other)) = x.plus(&y, -1).and_then(|difference| sides(&x, &y, &difference, gates)) {
        return Some(sum.same_bits(&other, gates));
    }
    // Both are less than a power of two apart, modulo which their forms say what they are.
    let bits = Word::modulus(a, b)?;
    let apart = a.high().checked_sub(b.low())?.max(b.high().checked_sub(a.low())?);
    if bits >= 100 || apart >= 1 << bits {
        return None;
    }
    let (x, y) = (a.form_modulo(bits), b.form_modulo(bits));
    let (sum, other) = sides(&x, &y, &x.plus(&y, -1)?.modulo(bits), gates)?;
    Some(sum.same_low_bits(&other, bits as usize, gates))
}

/// Whether a word is less than another, if their forms say more of it than their bits.
pub fn less(a: &Word, b: &Word, gates: &mut Gates) -> Option<Lit> {
    if a.is_plain() && b.is_plain() {
        return None;
    }
    let (x, y) = (a.form(), b.form());
    let (sum, other) = sides(&x, &y, &x.plus(&y, -1)?, gates)?;
    Some(sum.bits_less(&other, gates))
}
