//! Substitution in shared terms, and what a term mentions.

use crate::term::{Node, Term, Terms, Var, children};
use base::{Int, Quantifier, SortedSet};
use std::collections::{HashMap, HashSet};

/// What to put in the place of terms (whole variables or whole atoms); each node is rewritten once.
#[derive(Clone, Debug, Default)]
pub struct Subst {
    done: HashMap<Term, Term>,
}

impl Subst {
    pub fn is_empty(&self) -> bool {
        self.done.is_empty()
    }

    /// Replaces `from` wherever it occurs. All replacements must be known before the first use.
    pub fn set(&mut self, from: Term, to: Term) {
        self.done.insert(from, to);
    }

    pub fn apply(&mut self, terms: &mut Terms, t: Term) -> Term {
        if let Some(done) = self.done.get(&t) {
            return *done;
        }
        let node = terms.node(t).clone();
        let result = match node {
            Node::True | Node::False | Node::Var(_) | Node::Zeros => t,
            Node::Linear(form) => {
                let constant = terms.int(form.constant);
                let mut parts = vec![(constant, Int::ONE)];
                for (part, c) in form.terms {
                    parts.push((self.apply(terms, part), c));
                }
                terms.sum(&parts)
            }
            Node::Mul(a, b) => {
                let (a, b) = (self.apply(terms, a), self.apply(terms, b));
                terms.mul(a, b)
            }
            Node::Div(a, d) => {
                let a = self.apply(terms, a);
                terms.div(a, &d)
            }
            Node::Mod(a, d) => {
                let a = self.apply(terms, a);
                terms.modulo(a, &d)
            }
            Node::Ite(c, a, b) => {
                let (c, a, b) = (self.apply(terms, c), self.apply(terms, a), self.apply(terms, b));
                terms.ite(c, a, b)
            }
            Node::Select(m, i) => {
                let (m, i) = (self.apply(terms, m), self.apply(terms, i));
                terms.select(m, i)
            }
            Node::Store(m, i, v) => {
                let (m, i, v) = (self.apply(terms, m), self.apply(terms, i), self.apply(terms, v));
                terms.store(m, i, v)
            }
            Node::Not(a) => {
                let a = self.apply(terms, a);
                terms.not(a)
            }
            Node::And(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| self.apply(terms, p)).collect();
                terms.and(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| self.apply(terms, p)).collect();
                terms.or(parts)
            }
            Node::Zero(a) => {
                let a = self.apply(terms, a);
                terms.zero(a)
            }
            Node::NonNegative(a) => {
                let a = self.apply(terms, a);
                terms.non_negative(a)
            }
            Node::Same(a, b) | Node::Iff(a, b) => {
                let (a, b) = (self.apply(terms, a), self.apply(terms, b));
                terms.eq(a, b)
            }
            Node::Rel(r, args) => {
                let args = args.into_iter().map(|a| self.apply(terms, a)).collect();
                terms.rel(r, args)
            }
            // Bound variables are never replaced, and never captured: no term mentions one outside of its quantifier.
            Node::Quant(q, vars, body) => {
                let is_replaced = |terms: &mut Terms, v: Var| {
                    let v = terms.var(v);
                    self.done.get(&v).is_some_and(|to| *to != v)
                };
                let clash = vars.iter().any(|v| is_replaced(terms, *v));
                let (vars, body) = if clash { with_own(terms, &vars, body) } else { (vars, body) };
                let body = self.apply(terms, body);
                terms.quant(q, vars, body)
            }
        };
        self.done.insert(t, result);
        result
    }
}

/// The body of a quantifier with new variables in the place of its own.
fn with_own(terms: &mut Terms, vars: &[Var], body: Term) -> (Vec<Var>, Term) {
    let mut map = Subst::default();
    let mut own = Vec::new();
    for v in vars {
        let name = terms.var_name(*v).clone();
        let fresh = terms.fresh(&name, terms.var_sort(*v));
        own.push(fresh);
        let (v, fresh) = (terms.var(*v), terms.var(fresh));
        map.set(v, fresh);
    }
    (own, map.apply(terms, body))
}

/// The free variables of a term, each part visited once over all calls.
#[derive(Default)]
pub struct Mentioned {
    seen: HashSet<Term>,
    pub vars: SortedSet<Var>,
}

impl Mentioned {
    pub fn add(&mut self, terms: &Terms, t: Term) {
        let mut open = vec![t];
        while let Some(t) = open.pop() {
            if !self.seen.insert(t) {
                continue;
            }
            match terms.node(t) {
                Node::Var(v) => drop(self.vars.insert(*v)),
                // What is bound here may be free elsewhere, so the inside is looked at alone.
                Node::Quant(_, bound, body) => {
                    let inside = vars_of(terms, *body);
                    self.vars.extend(inside.into_iter().filter(|v| !bound.contains(v)));
                }
                node => open.extend(children(node)),
            }
        }
    }
}

pub fn vars_of(terms: &Terms, t: Term) -> SortedSet<Var> {
    let mut found = Mentioned::default();
    found.add(terms, t);
    found.vars
}

/// The variables that quantifiers inside of a term bind.
pub fn bound_in(terms: &Terms, t: Term) -> SortedSet<Var> {
    let (mut seen, mut open, mut found) = (HashSet::new(), vec![t], SortedSet::new());
    while let Some(t) = open.pop() {
        if seen.insert(t) {
            if let Node::Quant(_, vars, _) = terms.node(t) {
                found.extend(vars.iter().copied());
            }
            open.extend(children(terms.node(t)));
        }
    }
    found
}

/// Whether some part of the term is such a node.
pub fn any(terms: &Terms, t: Term, such: &dyn Fn(&Node) -> bool) -> bool {
    let (mut seen, mut open) = (HashSet::new(), vec![t]);
    while let Some(t) = open.pop() {
        if seen.insert(t) {
            if such(terms.node(t)) {
                return true;
            }
            open.extend(children(terms.node(t)));
        }
    }
    false
}

/// Drops existential quantifiers that stand below conjunctions and disjunctions only: new free variables take the place of theirs, which
/// means the same in the body of a clause. They are new because uses of a function share the variables of its quantifiers. Any other
/// quantifier stays.
pub fn hoist(terms: &mut Terms, t: Term) -> Term {
    fn go(terms: &mut Terms, t: Term, done: &mut HashMap<Term, Term>) -> Term {
        if let Some(known) = done.get(&t) {
            return *known;
        }
        let result = match terms.node(t).clone() {
            Node::Quant(Quantifier::Exists, vars, body) => {
                let (_, body) = with_own(terms, &vars, body);
                go(terms, body, done)
            }
            Node::And(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| go(terms, p, done)).collect();
                terms.and(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| go(terms, p, done)).collect();
                terms.or(parts)
            }
            _ => t,
        };
        done.insert(t, result);
        result
    }
    go(terms, t, &mut HashMap::new())
}
