//! Terms evaluated: plain arithmetic, each shared part once. Booleans are 1 or 0.

use crate::term::{Node, Term, Terms, Var};
use base::Int;
use base::SortedMap;
use base::int::{floor_div, floor_mod};
use std::collections::HashMap;

/// Values of the variables of a clause.
pub type Values = SortedMap<Var, Int>;

pub struct Evaluate<'a> {
    terms: &'a Terms,
    values: &'a Values,
    done: HashMap<Term, Int>,
}

impl<'a> Evaluate<'a> {
    pub fn new(terms: &'a Terms, values: &'a Values) -> Self {
        Evaluate { terms, values, done: HashMap::new() }
    }

    /// None if a variable has no value, or if there are arrays or quantifiers in the term.
    pub fn value(&mut self, t: Term) -> Option<Int> {
        let truth = |b: bool| Int::from(i64::from(b));
        let value = match self.terms.node(t) {
            // Most nodes are leaves, and quicker looked up than remembered.
            Node::True => return Some(Int::ONE),
            Node::False => return Some(Int::ZERO),
            Node::Var(v) => return self.values.get(v).cloned(),
            _ if self.done.contains_key(&t) => return self.done.get(&t).cloned(),
            Node::Linear(form) => {
                let mut sum = form.constant.clone();
                for (part, c) in &form.terms {
                    sum += self.value(*part)? * c;
                }
                sum
            }
            Node::Mul(a, b) => self.value(*a)? * self.value(*b)?,
            Node::Div(a, d) => floor_div(&self.value(*a)?, d),
            Node::Mod(a, d) => floor_mod(&self.value(*a)?, d),
            Node::Ite(c, a, b) => {
                if self.value(*c)? == Int::ONE {
                    self.value(*a)?
                } else {
                    self.value(*b)?
                }
            }
            Node::Not(a) => truth(self.value(*a)? == Int::ZERO),
            Node::And(parts) => {
                let mut all = true;
                for part in parts {
                    all &= self.value(*part)? == Int::ONE;
                }
                truth(all)
            }
            Node::Or(parts) => {
                let mut any = false;
                for part in parts {
                    any |= self.value(*part)? == Int::ONE;
                }
                truth(any)
            }
            Node::Zero(a) => truth(self.value(*a)? == Int::ZERO),
            Node::NonNegative(a) => truth(self.value(*a)? >= Int::ZERO),
            Node::Iff(a, b) => truth(self.value(*a)? == self.value(*b)?),
            Node::Zeros | Node::Select(..) | Node::Store(..) | Node::Same(..) | Node::Rel(..) | Node::Quant(..) => return None,
        };
        self.done.insert(t, value.clone());
        Some(value)
    }
}
