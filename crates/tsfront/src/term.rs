//! Sorted terms, shared: equal terms are one node of an arena, so that `let` costs nothing and equality is a comparison of
//! numbers.
//!
//! Terms are kept in a normal form that solving and case splitting want, and every constructor keeps the meaning:
//! integers are linear forms `Σ cᵢ·tᵢ + c` over terms that are not sums; atoms are `form = 0` and `form ≥ 0` with
//! coprime coefficients (bounds are tightened to integers); negation stands at atoms only; conjunctions and disjunctions
//! are flat, without repetition, and conjuncts that all parts of a disjunction share stand before it.
//! Division and remainder are SMT-LIB's (the remainder is never negative), by a positive constant.

use base::int::{floor_div, floor_mod};
use base::{Int, Name, Quantifier, SortedMap, SortedSet};
use std::collections::HashMap;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Sort {
    Bool,
    Int,
    /// A real number as an integer: times a common denominator of all numbers of a derivation ([`crate::reals`]).
    Real,
    /// `(Array Int Int)`.
    Array,
    /// A declared sort, by its number; only while a file is read ([`crate::sorts`]), then its elements are integers.
    Obj(u32),
    /// An array of integers over a declared sort; then it is one over integers.
    Map(u32),
}

impl Sort {
    /// The sort without declared ones.
    fn of_numbers(self) -> Sort {
        match self {
            Sort::Obj(_) => Sort::Int,
            Sort::Map(_) => Sort::Array,
            _ => self,
        }
    }
}

impl std::fmt::Display for Sort {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Sort::Bool => "Bool",
            Sort::Int => "Int",
            Sort::Real => "Real",
            Sort::Array => "(Array Int Int)",
            Sort::Obj(_) => "a declared sort",
            Sort::Map(_) => "an array over a declared sort",
        })
    }
}

/// A term of a [`Terms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term(u32);

/// A variable of a [`Terms`]; it means something within one clause only.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Var(u32);

impl Var {
    /// Variables of one [`Terms`] have different numbers.
    pub fn number(self) -> u32 {
        self.0
    }
}

/// A relation, by its place in a system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rel(pub u32);

/// `Σ cᵢ·tᵢ + constant`: the terms ascend, no factor is 0, no term is itself a sum.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Linear {
    pub terms: Vec<(Term, Int)>,
    pub constant: Int,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Node {
    True,
    False,
    Var(Var),
    /// The array that is 0 everywhere.
    Zeros,
    /// A constant, or a sum that is not a single term.
    Linear(Linear),
    Mul(Term, Term),
    Div(Term, Int),
    Mod(Term, Int),
    /// Of sort Int or Array; among Booleans it is a disjunction.
    Ite(Term, Term, Term),
    Select(Term, Term),
    Store(Term, Term, Term),
    /// Of a variable, an equation, an equivalence or a relation.
    Not(Term),
    And(Vec<Term>),
    Or(Vec<Term>),
    Zero(Term),
    NonNegative(Term),
    /// Equality of arrays.
    Same(Term, Term),
    Iff(Term, Term),
    Rel(Rel, Vec<Term>),
    Quant(Quantifier, Vec<Var>, Term),
}

#[derive(Clone, Debug)]
pub struct Terms {
    nodes: Vec<Node>,
    depth: Vec<u32>,
    known: HashMap<Node, Term>,
    /// Negations of conjunctions and disjunctions, found once: they are shared and may be large.
    negations: HashMap<Term, Term>,
    vars: Vec<(Name, Sort)>,
    /// Where there are reals: the variable that says what 1 is stored as, up to a constant factor.
    pub unit: Option<Var>,
}

impl Default for Terms {
    fn default() -> Self {
        Terms::new()
    }
}

impl Terms {
    pub const TRUE: Term = Term(0);
    pub const FALSE: Term = Term(1);
    pub const ZEROS: Term = Term(2);

    pub fn new() -> Self {
        let mut terms =
            Terms { nodes: Vec::new(), depth: Vec::new(), known: HashMap::new(), negations: HashMap::new(), vars: Vec::new(), unit: None };
        terms.intern(Node::True);
        terms.intern(Node::False);
        terms.intern(Node::Zeros);
        terms
    }

    pub fn node(&self, t: Term) -> &Node {
        &self.nodes[t.0 as usize]
    }

    /// The longest way from the term to a leaf: what recursion over it costs.
    pub fn depth(&self, t: Term) -> u32 {
        self.depth[t.0 as usize]
    }

    pub fn fresh(&mut self, name: &str, sort: Sort) -> Var {
        self.vars.push((name.into(), sort));
        Var(self.vars.len() as u32 - 1)
    }

    pub fn var_name(&self, v: Var) -> &Name {
        &self.vars[v.0 as usize].0
    }

    pub fn var_sort(&self, v: Var) -> Sort {
        self.vars[v.0 as usize].1
    }

    /// Makes integers of the elements of declared sorts. Terms stay as they are.
    pub fn forget_sorts(&mut self) {
        self.vars.iter_mut().for_each(|(_, sort)| *sort = sort.of_numbers());
    }

    pub fn sort(&self, t: Term) -> Sort {
        match self.node(t) {
            Node::Var(v) => self.var_sort(*v),
            Node::Mul(..) | Node::Div(..) | Node::Mod(..) | Node::Select(..) => Sort::Int,
            // 0 is an integer and a real; elsewhere the two do not meet in one sum.
            Node::Linear(form) => form.terms.first().map_or(Sort::Int, |(t, _)| self.sort(*t)),
            Node::Ite(_, a, b) if self.is_zero(*a) => self.sort(*b),
            Node::Ite(_, a, _) => self.sort(*a),
            Node::Store(map, ..) => self.sort(*map),
            Node::Zeros => Sort::Array,
            _ => Sort::Bool,
        }
    }

    fn intern(&mut self, node: Node) -> Term {
        if let Some(t) = self.known.get(&node) {
            return *t;
        }
        let t = Term(self.nodes.len() as u32);
        let depth = children(&node).iter().map(|c| self.depth(*c) + 1).max().unwrap_or(0);
        self.nodes.push(node.clone());
        self.depth.push(depth);
        self.known.insert(node, t);
        t
    }

    pub fn var(&mut self, v: Var) -> Term {
        self.intern(Node::Var(v))
    }

    pub fn bool(&self, value: bool) -> Term {
        if value { Terms::TRUE } else { Terms::FALSE }
    }

    pub fn int(&mut self, value: impl Into<Int>) -> Term {
        self.intern(Node::Linear(Linear { terms: Vec::new(), constant: value.into() }))
    }

    /// A term of sort Int as a linear form.
    pub fn linear(&self, t: Term) -> Linear {
        match self.node(t) {
            Node::Linear(form) => form.clone(),
            _ => Linear { terms: vec![(t, Int::ONE)], constant: Int::ZERO },
        }
    }

    pub fn of_linear(&mut self, form: Linear) -> Term {
        match form.terms.as_slice() {
            [(t, c)] if *c == Int::ONE && form.constant == Int::ZERO => *t,
            _ => self.intern(Node::Linear(form)),
        }
    }

    pub fn as_int(&self, t: Term) -> Option<&Int> {
        match self.node(t) {
            Node::Linear(form) if form.terms.is_empty() => Some(&form.constant),
            _ => None,
        }
    }

    pub fn is_zero(&self, t: Term) -> bool {
        self.as_int(t).is_some_and(|c| *c == Int::ZERO)
    }

    pub fn as_bool(&self, t: Term) -> Option<bool> {
        match t {
            Terms::TRUE => Some(true),
            Terms::FALSE => Some(false),
            _ => None,
        }
    }

    /// `Σ factor·term`.
    pub fn sum(&mut self, parts: &[(Term, Int)]) -> Term {
        let mut total: SortedMap<Term, Int> = SortedMap::new();
        let mut constant = Int::ZERO;
        for (t, factor) in parts {
            let form = self.linear(*t);
            constant += form.constant * factor;
            for (part, c) in form.terms {
                *total.entry(part).or_default() += c * factor;
            }
        }
        let terms = total.into_iter().filter(|(_, c)| *c != Int::ZERO).collect();
        self.of_linear(Linear { terms, constant })
    }

    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        self.sum(&[(a, Int::ONE), (b, -Int::ONE)])
    }

    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        if let Some(c) = self.as_int(a).cloned() {
            return self.sum(&[(b, c)]);
        }
        if let Some(c) = self.as_int(b).cloned() {
            return self.sum(&[(a, c)]);
        }
        self.intern(Node::Mul(a.min(b), a.max(b)))
    }

    /// The quotient such that the remainder is not negative; the divisor must not be 0.
    pub fn div(&mut self, a: Term, divisor: &Int) -> Term {
        if *divisor < Int::ZERO {
            let positive = self.div(a, &-divisor);
            return self.sum(&[(positive, -Int::ONE)]);
        }
        match self.as_int(a) {
            Some(value) => {
                let value = floor_div(value, divisor);
                self.int(value)
            }
            None if *divisor == Int::ONE => a,
            None => self.intern(Node::Div(a, divisor.clone())),
        }
    }

    /// The remainder, from 0 to |divisor| − 1; the divisor must not be 0.
    pub fn modulo(&mut self, a: Term, divisor: &Int) -> Term {
        let divisor = if *divisor < Int::ZERO { -divisor } else { divisor.clone() };
        match self.as_int(a) {
            Some(value) => {
                let value = floor_mod(value, &divisor);
                self.int(value)
            }
            None if divisor == Int::ONE => self.int(0),
            None => self.intern(Node::Mod(a, divisor)),
        }
    }

    pub fn ite(&mut self, c: Term, a: Term, b: Term) -> Term {
        match c {
            Terms::TRUE => return a,
            Terms::FALSE => return b,
            _ if a == b => return a,
            _ => {}
        }
        if self.sort(a) == Sort::Bool {
            let not = self.not(c);
            let (yes, no) = (self.and([c, a]), self.and([not, b]));
            return self.or([yes, no]);
        }
        // Of a condition and its negation, one is kept.
        let not = self.not(c);
        let node = if not < c { Node::Ite(not, b, a) } else { Node::Ite(c, a, b) };
        self.intern(node)
    }

    pub fn select(&mut self, map: Term, index: Term) -> Term {
        if map == Terms::ZEROS {
            return self.int(0);
        }
        if let Node::Store(inner, at, value) = *self.node(map) {
            if at == index {
                return value;
            }
            let distance = self.sub(at, index);
            if self.as_int(distance).is_some() {
                return self.select(inner, index);
            }
        }
        self.intern(Node::Select(map, index))
    }

    pub fn store(&mut self, map: Term, index: Term, value: Term) -> Term {
        self.intern(Node::Store(map, index, value))
    }

    pub fn rel(&mut self, r: Rel, args: Vec<Term>) -> Term {
        self.intern(Node::Rel(r, args))
    }

    pub fn quant(&mut self, q: Quantifier, vars: Vec<Var>, body: Term) -> Term {
        if self.as_bool(body).is_some() || vars.is_empty() { body } else { self.intern(Node::Quant(q, vars, body)) }
    }

    /// `form = 0`.
    pub fn zero(&mut self, t: Term) -> Term {
        let mut form = self.linear(t);
        let Some(gcd) = content(&form) else {
            return self.bool(form.constant == Int::ZERO);
        };
        if &floor_div(&form.constant, &gcd) * &gcd != form.constant {
            return Terms::FALSE;
        }
        let gcd = if form.terms[0].1 < Int::ZERO { -gcd } else { gcd };
        form.constant = &form.constant / &gcd;
        form.terms.iter_mut().for_each(|(_, c)| *c = &*c / &gcd);
        let form = self.of_linear(form);
        self.intern(Node::Zero(form))
    }

    /// `form ≥ 0`.
    pub fn non_negative(&mut self, t: Term) -> Term {
        let mut form = self.linear(t);
        let Some(gcd) = content(&form) else {
            return self.bool(form.constant >= Int::ZERO);
        };
        form.constant = floor_div(&form.constant, &gcd);
        form.terms.iter_mut().for_each(|(_, c)| *c = &*c / &gcd);
        let form = self.of_linear(form);
        self.intern(Node::NonNegative(form))
    }

    /// `a ≤ b`.
    pub fn le(&mut self, a: Term, b: Term) -> Term {
        let distance = self.sub(b, a);
        self.non_negative(distance)
    }

    /// `a < b`.
    pub fn lt(&mut self, a: Term, b: Term) -> Term {
        let not = self.le(b, a);
        self.not(not)
    }

    /// Equality at any sort; both must have the same.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        match self.sort(a) {
            _ if a == b => Terms::TRUE,
            Sort::Bool => self.iff(a, b),
            Sort::Array | Sort::Map(_) => self.intern(Node::Same(a.min(b), a.max(b))),
            Sort::Int | Sort::Real | Sort::Obj(_) => {
                let distance = self.sub(a, b);
                self.zero(distance)
            }
        }
    }

    pub fn iff(&mut self, a: Term, b: Term) -> Term {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return b,
            (Some(false), _) => return self.not(b),
            (_, Some(true)) => return a,
            (_, Some(false)) => return self.not(a),
            _ => {}
        }
        let negated = self.not(b);
        match a {
            _ if a == b => Terms::TRUE,
            _ if a == negated => Terms::FALSE,
            // Of the four ways to write an equivalence with negations, one is kept.
            _ => {
                let other = self.not(a);
                let (a, flipped) = (a.min(other), other < a);
                let (b, turned) = (b.min(negated), negated < b);
                let plain = self.intern(Node::Iff(a.min(b), a.max(b)));
                if flipped != turned { self.intern(Node::Not(plain)) } else { plain }
            }
        }
    }

    pub fn not(&mut self, t: Term) -> Term {
        if let Some(known) = self.negations.get(&t) {
            return *known;
        }
        let negation = self.negate(t);
        if matches!(self.node(t), Node::And(_) | Node::Or(_) | Node::Quant(..)) {
            self.negations.insert(t, negation);
        }
        negation
    }

    fn negate(&mut self, t: Term) -> Term {
        match self.node(t).clone() {
            Node::True => Terms::FALSE,
            Node::False => Terms::TRUE,
            Node::Not(inner) => inner,
            Node::NonNegative(form) => {
                let minus_one = self.int(-1);
                let other = self.sub(minus_one, form);
                self.non_negative(other)
            }
            Node::And(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| self.not(p)).collect();
                self.or(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| self.not(p)).collect();
                self.and(parts)
            }
            Node::Quant(q, vars, body) => {
                let body = self.not(body);
                let dual = if q == Quantifier::Forall { Quantifier::Exists } else { Quantifier::Forall };
                self.quant(dual, vars, body)
            }
            _ => self.intern(Node::Not(t)),
        }
    }

    /// The conjuncts of a formula.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        match self.node(t) {
            Node::True => Vec::new(),
            Node::And(parts) => parts.clone(),
            _ => vec![t],
        }
    }

    pub fn disjuncts(&self, t: Term) -> Vec<Term> {
        match self.node(t) {
            Node::False => Vec::new(),
            Node::Or(parts) => parts.clone(),
            _ => vec![t],
        }
    }

    pub fn and(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        let mut flat = SortedSet::new();
        for part in parts {
            match self.node(part) {
                Node::True => {}
                Node::False => return Terms::FALSE,
                Node::And(inner) => flat.extend(inner.iter().copied()),
                _ => {
                    flat.insert(part);
                }
            }
        }
        if self.has_opposites(&flat) {
            return Terms::FALSE;
        }
        match flat.len() {
            0 => Terms::TRUE,
            1 => flat.into_iter().next().unwrap_or(Terms::TRUE),
            _ => self.intern(Node::And(flat.into_iter().collect())),
        }
    }

    pub fn or(&mut self, parts: impl IntoIterator<Item = Term>) -> Term {
        let mut flat = SortedSet::new();
        for part in parts {
            match self.node(part) {
                Node::False => {}
                Node::True => return Terms::TRUE,
                Node::Or(inner) => flat.extend(inner.iter().copied()),
                _ => {
                    flat.insert(part);
                }
            }
        }
        if self.has_opposites(&flat) {
            return Terms::TRUE;
        }
        match flat.len() {
            0 => Terms::FALSE,
            1 => flat.into_iter().next().unwrap_or(Terms::FALSE),
            _ => self.factored(flat.into_iter().collect()),
        }
    }

    /// `(X ∧ a) ∨ (X ∧ b)` is `X ∧ (a ∨ b)`.
    fn factored(&mut self, parts: Vec<Term>) -> Term {
        let mut shared: Vec<Term> = self.conjuncts(parts[0]);
        for part in &parts[1..] {
            if shared.is_empty() {
                break;
            }
            let conjuncts = self.conjuncts(*part);
            shared.retain(|t| conjuncts.binary_search(t).is_ok());
        }
        if shared.is_empty() {
            return self.intern(Node::Or(parts));
        }
        let mut rest = Vec::new();
        for part in parts {
            let mut own = self.conjuncts(part);
            own.retain(|t| shared.binary_search(t).is_err());
            rest.push(self.and(own));
        }
        let rest = self.or(rest);
        shared.push(rest);
        self.and(shared)
    }

    fn has_opposites(&mut self, parts: &SortedSet<Term>) -> bool {
        let atoms = |terms: &Terms, t: Term| matches!(terms.node(t), Node::Not(_) | Node::NonNegative(_));
        let candidates: Vec<Term> = parts.iter().copied().filter(|t| atoms(self, *t)).collect();
        candidates.into_iter().any(|t| {
            let opposite = self.not(t);
            parts.contains(&opposite)
        })
    }
}

/// The greatest common divisor of the factors; none if there are no terms.
fn content(form: &Linear) -> Option<Int> {
    form.terms.iter().map(|(_, c)| if *c < Int::ZERO { -c } else { c.clone() }).reduce(|mut a, mut b| {
        while b != Int::ZERO {
            (a, b) = (b.clone(), &a - (&a / &b) * &b);
        }
        a
    })
}

/// The parts of a node, in order.
pub fn children(node: &Node) -> Vec<Term> {
    match node {
        Node::True | Node::False | Node::Var(_) | Node::Zeros => Vec::new(),
        Node::Linear(form) => form.terms.iter().map(|(t, _)| *t).collect(),
        Node::Div(a, _) | Node::Mod(a, _) | Node::Not(a) | Node::Zero(a) | Node::NonNegative(a) | Node::Quant(_, _, a) => vec![*a],
        Node::Mul(a, b) | Node::Select(a, b) | Node::Same(a, b) | Node::Iff(a, b) => vec![*a, *b],
        Node::Ite(a, b, c) | Node::Store(a, b, c) => vec![*a, *b, *c],
        Node::And(parts) | Node::Or(parts) | Node::Rel(_, parts) => parts.clone(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_terms_are_one_node() {
        let mut t = Terms::new();
        let (x, y) = (t.fresh("x", Sort::Int), t.fresh("y", Sort::Int));
        let (x, y) = (t.var(x), t.var(y));
        let (one, four) = (t.int(1), t.int(4));
        // 2x + 2y + 4 ≥ 1 and x + y ≥ −1 are the same, and so is ¬(x + y < −1).
        let sum = t.sum(&[(x, 2.into()), (y, 2.into()), (four, 1.into())]);
        let first = t.le(one, sum);
        let both = t.sum(&[(x, 1.into()), (y, 1.into())]);
        let minus = t.int(-1);
        let second = t.le(minus, both);
        let third = t.lt(both, minus);
        assert_eq!(first, second);
        assert_eq!(first, t.not(third));
        assert_eq!(t.and([first, third]), Terms::FALSE);
        // 2x = 1 has no solution.
        let double = t.sum(&[(x, 2.into())]);
        assert_eq!(t.eq(double, one), Terms::FALSE);
    }

    #[test]
    fn shared_conjuncts_stand_before_a_disjunction() {
        let mut t = Terms::new();
        let vars: Vec<Term> = ["p", "q", "r"].map(|n| t.fresh(n, Sort::Bool)).map(|v| t.var(v)).to_vec();
        let (left, right) = (t.and([vars[0], vars[1]]), t.and([vars[0], vars[2]]));
        let or = t.or([vars[1], vars[2]]);
        let expected = t.and([vars[0], or]);
        assert_eq!(t.or([left, right]), expected);
        let not = t.not(vars[1]);
        let (iff, other) = (t.iff(vars[0], vars[1]), t.iff(vars[0], not));
        assert_eq!(t.not(iff), other);
    }

    #[test]
    fn division_is_that_of_smt_lib() {
        let mut t = Terms::new();
        for (a, d, q, r) in [(7, 2, 3, 1), (-7, 2, -4, 1), (7, -2, -3, 1), (-7, -2, 4, 1)] {
            let a = t.int(a);
            let (q, r) = (t.int(q), t.int(r));
            assert_eq!(t.div(a, &Int::from(d)), q);
            assert_eq!(t.modulo(a, &Int::from(d)), r);
        }
    }
}
