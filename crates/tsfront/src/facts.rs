//! What a set of literals says about other atoms: truth values, and bounds of linear forms.
//!
//! Decisions are sound, not complete: `None` means that nothing is known.

use crate::subst::Subst;
use crate::term::{Linear, Node, Term, Terms, children};
use base::Int;
use std::collections::{HashMap, HashSet};

/// Bounds, both included.
type Range = (Option<Int>, Option<Int>);

#[derive(Clone, Debug, Default)]
pub struct Facts {
    truth: HashMap<Term, bool>,
    /// By the terms and factors of a form without its constant; the first factor is positive.
    ranges: HashMap<Vec<(Term, Int)>, Range>,
}

/// A formula with a quantifier is an atom too: it is known as a whole.
pub fn is_atom(terms: &Terms, t: Term) -> bool {
    matches!(terms.node(t), Node::Var(_) | Node::Zero(_) | Node::NonNegative(_) | Node::Same(..) | Node::Iff(..) | Node::Quant(..))
}

/// An atom or its negation.
pub fn is_literal(terms: &Terms, t: Term) -> bool {
    matches!(terms.node(t), Node::Not(_)) || is_atom(terms, t)
}

/// The form as ±(key) + constant.
fn key(form: &Linear) -> (Vec<(Term, Int)>, bool) {
    let negative = form.terms.first().is_some_and(|(_, c)| *c < Int::ZERO);
    let terms = form.terms.iter().map(|(t, c)| (*t, if negative { -c } else { c.clone() })).collect();
    (terms, negative)
}

impl Facts {
    /// Takes a literal for true; false if that contradicts what is known. Other formulas say nothing.
    pub fn assume(&mut self, terms: &Terms, literal: Term) -> bool {
        let (atom, value) = match terms.node(literal) {
            Node::Not(inner) => (*inner, false),
            _ => (literal, true),
        };
        if !is_atom(terms, atom) {
            return true;
        }
        if self.decide(terms, atom).is_some_and(|known| known != value) {
            return false;
        }
        self.truth.insert(atom, value);
        let bounds = match terms.node(atom) {
            Node::Zero(form) if value => Some((terms.linear(*form), true)),
            Node::NonNegative(form) => Some((terms.linear(*form), false)),
            _ => None,
        };
        if let Some((form, both)) = bounds {
            let (key, negative) = key(&form);
            // ±key + c ≥ 0 bounds the key by −c from below or by c from above.
            let range = self.ranges.entry(key).or_default();
            let bound = if negative { form.constant } else { -form.constant };
            if (both || !negative) && range.0.as_ref().is_none_or(|low| *low < bound) {
                range.0 = Some(bound.clone());
            }
            if (both || negative) && range.1.as_ref().is_none_or(|high| *high > bound) {
                range.1 = Some(bound);
            }
            return range.0.as_ref().zip(range.1.as_ref()).is_none_or(|(low, high)| low <= high);
        }
        true
    }

    fn range_of(&self, key: &[(Term, Int)]) -> Range {
        let (mut low, mut high) = self.ranges.get(key).cloned().unwrap_or_default();
        if let [_, _, ..] = key {
            // The sum of the ranges of its terms.
            let (mut least, mut most) = (Some(Int::ZERO), Some(Int::ZERO));
            for (t, c) in key {
                let part = self.ranges.get(&vec![(*t, Int::ONE)]).cloned().unwrap_or_default();
                let (from, to) = if *c < Int::ZERO { (part.1, part.0) } else { part };
                least = least.zip(from).map(|(sum, b)| sum + c * b);
                most = most.zip(to).map(|(sum, b)| sum + c * b);
            }
            if least.as_ref().is_some_and(|l| low.as_ref().is_none_or(|known| known < l)) {
                low = least;
            }
            if most.as_ref().is_some_and(|m| high.as_ref().is_none_or(|known| known > m)) {
                high = most;
            }
        }
        (low, high)
    }

    /// The truth value of an atom, if it follows.
    pub fn decide(&self, terms: &Terms, atom: Term) -> Option<bool> {
        if let Some(known) = self.truth.get(&atom) {
            return Some(*known);
        }
        let (form, equation) = match terms.node(atom) {
            Node::Zero(form) => (terms.linear(*form), true),
            Node::NonNegative(form) => (terms.linear(*form), false),
            _ => return None,
        };
        let (key, negative) = key(&form);
        let (low, high) = self.range_of(&key);
        let bound = if negative { form.constant } else { -form.constant };
        let below = high.as_ref().is_some_and(|h| *h < bound);
        let above = low.as_ref().is_some_and(|l| *l > bound);
        if equation {
            return if below || above {
                Some(false)
            } else if low.as_ref() == Some(&bound) && high.as_ref() == Some(&bound) {
                Some(true)
            } else {
                None
            };
        }
        match negative {
            // key ≤ bound
            true if above => Some(false),
            true if high.is_some_and(|h| h <= bound) => Some(true),
            // key ≥ bound
            false if below => Some(false),
            false if low.is_some_and(|l| l >= bound) => Some(true),
            _ => None,
        }
    }

    /// Replaces decided atoms inside a formula or term.
    pub fn rewriting(&self, terms: &Terms, roots: &[Term]) -> Subst {
        let mut map = Subst::default();
        let (mut seen, mut open) = (HashSet::new(), roots.to_vec());
        while let Some(t) = open.pop() {
            if !seen.insert(t) {
                continue;
            }
            if is_atom(terms, t)
                && terms.sort(t) == crate::term::Sort::Bool
                && let Some(value) = self.decide(terms, t)
            {
                map.set(t, terms.bool(value));
            } else {
                open.extend(children(terms.node(t)));
            }
        }
        map
    }
}
