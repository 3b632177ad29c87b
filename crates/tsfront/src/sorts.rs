//! Declared sorts: their elements are numbers, and which numbers are elements is chosen once.
//!
//! A property must hold for every non-empty domain of a declared sort. By Löwenheim and Skolem countable ones are enough (the integers
//! are countable, so they can be kept), and what an element is does not matter: so the elements of a sort are the numbers from 0 on, up to a
//! *size* ≥ 1 if the domain is *bounded*. Both are arguments of the relation that never change, and every variable of the sort, free or of a
//! quantifier, ranges over the domain. So every term of the sort has a value in the domain, and arrays are read there only.
//!
//! An array over a sort is a map over all integers, of which the part on the domain counts. Equality has to mean equality on the domain:
//! - below conjunctions, disjunctions and quantifiers, where nothing negates it, equality of the whole maps may stand for it. It implies the
//!   other; and where a run has equal parts there is one whose maps are 0 outside of the domain, which `store` and the array of zeros keep, and
//!   there both are the same. (Quantifiers over arrays are inputs or refused, so that all maps of a run can be chosen.)
//! - everywhere else it is a quantifier over the elements.
//!
//! Where every existential quantifier over a sort became an input and universal ones are left, a run stays one if all elements go but those that its
//! finitely many variables name: then finite domains are enough, and the sort is always bounded.

use crate::diagnostic::Fault;
use crate::read::Reader;
use crate::sexpr::{Sexpr, Shape};
use crate::subst::{Subst, bound_in, vars_of};
use crate::system::Domain;
use crate::term::{Node, Sort, Term, Terms, Var, children};
use base::Quantifier;
use base::SortedSet;
use std::collections::HashSet;

/// A sort of the file.
#[derive(Clone, Debug)]
pub struct Declared {
    pub name: String,
    bounded: Var,
    size: Var,
    /// Stands for the array of zeros over the sort while sorts are compared.
    zeros: Var,
}

impl Reader {
    /// `(declare-sort S 0)`.
    pub fn declare_sort(&mut self, at: &Sexpr, arity: &Sexpr) -> Result<(), Fault> {
        let Some(name) = at.symbol() else { return Fault::malformed(at.place, "the name of a sort is expected") };
        match &arity.shape {
            Shape::Numeral(digits) if digits == "0" => {}
            Shape::Numeral(_) => return Fault::unsupported(arity.place, "sorts with parameters"),
            _ => return Fault::malformed(arity.place, "the number of a sort's parameters is expected"),
        }
        if ["Bool", "Int", "Real", "Array"].contains(&name) || self.sorts.iter().any(|s| s.name == name) {
            return Fault::malformed(at.place, format!("the sort {name} is declared twice"));
        }
        if self.terms.unit.is_some() {
            return Fault::unsupported(at.place, "declared sorts beside reals");
        }
        let number = self.sorts.len() as u32;
        let bounded = self.terms.fresh(&format!("{name}.bounded"), Sort::Bool);
        let size = self.terms.fresh(&format!("{name}.size"), Sort::Int);
        let zeros = self.terms.fresh("zeros", Sort::Map(number));
        self.sorts.push(Declared { name: name.into(), bounded, size, zeros });
        Ok(())
    }

    /// The declared sort of this name.
    pub fn declared(&self, name: &str) -> Option<Sort> {
        self.sorts.iter().position(|s| s.name == name).map(|i| Sort::Obj(i as u32))
    }

    /// A sort in the words of the file.
    pub fn said(&self, sort: Sort) -> String {
        let name = |i: u32| self.sorts.get(i as usize).map_or_else(|| sort.to_string(), |s| crate::smtlib::symbol(&s.name));
        match sort {
            Sort::Obj(i) => name(i),
            Sort::Map(i) => format!("(Array {} Int)", name(i)),
            _ => sort.to_string(),
        }
    }

    /// The array of zeros over a declared sort.
    pub fn zeros_over(&mut self, number: u32) -> Term {
        self.sorts.get(number as usize).map(|s| s.zeros).map_or(Terms::ZEROS, |v| self.terms.var(v))
    }

    /// Whether a variable is one that the file does not have.
    pub fn is_hidden(&self, v: Var) -> bool {
        self.sorts.iter().any(|s| [s.bounded, s.size, s.zeros].contains(&v))
    }

    /// That a number is an element; true for variables of other sorts.
    fn within(&mut self, v: Var) -> Term {
        let Sort::Obj(number) = self.terms.var_sort(v) else { return Terms::TRUE };
        let Some(Declared { bounded, size, .. }) = self.sorts.get(number as usize).cloned() else { return Terms::TRUE };
        let terms = &mut self.terms;
        let (v, bounded, size, zero) = (terms.var(v), terms.var(bounded), terms.var(size), terms.int(0));
        let (low, high, unbounded) = (terms.le(zero, v), terms.lt(v, size), terms.not(bounded));
        let high = terms.or([unbounded, high]);
        terms.and([low, high])
    }

    /// The quantifier over the elements of the domains, none of which is empty.
    pub fn quantified(&mut self, q: Quantifier, vars: Vec<Var>, body: Term) -> Term {
        if self.terms.as_bool(body).is_some() {
            return body;
        }
        let within: Vec<Term> = vars.iter().map(|v| self.within(*v)).collect();
        let terms = &mut self.terms;
        let within = terms.and(within);
        let body = match q {
            Quantifier::Exists => terms.and([within, body]),
            Quantifier::Forall => {
                let outside = terms.not(within);
                terms.or([outside, body])
            }
        };
        terms.quant(q, vars, body)
    }

    /// The formula over numbers and maps; its variables and the given ones are in their domains.
    pub fn over_numbers(&mut self, formula: Term, given: impl IntoIterator<Item = Var>) -> Term {
        if self.sorts.is_empty() {
            return formula;
        }
        let mut zeros = Subst::default();
        for sort in &self.sorts {
            let v = self.terms.var(sort.zeros);
            zeros.set(v, Terms::ZEROS);
        }
        // While sorts can still be told, equalities that are not to be kept are replaced.
        let mut elementwise = self.elementwise(formula);
        let formula = self.positive(formula, &mut elementwise);
        let mut parts = vec![zeros.apply(&mut self.terms, formula)];
        let vars: SortedSet<Var> = vars_of(&self.terms, formula).into_iter().chain(given).collect();
        parts.extend(vars.into_iter().map(|v| self.within(v)));
        for size in self.sorts.iter().map(|s| s.size) {
            let (size, one) = (self.terms.var(size), self.terms.int(1));
            parts.push(self.terms.le(one, size));
        }
        self.terms.and(parts)
    }

    /// Keeps equalities of maps where nothing negates them.
    fn positive(&mut self, t: Term, elementwise: &mut Subst) -> Term {
        match self.terms.node(t).clone() {
            Node::And(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| self.positive(p, elementwise)).collect();
                self.terms.and(parts)
            }
            Node::Or(parts) => {
                let parts: Vec<Term> = parts.into_iter().map(|p| self.positive(p, elementwise)).collect();
                self.terms.or(parts)
            }
            Node::Quant(q, vars, body) => {
                let body = self.positive(body, elementwise);
                self.terms.quant(q, vars, body)
            }
            Node::Same(a, b) => {
                let (a, b) = (elementwise.apply(&mut self.terms, a), elementwise.apply(&mut self.terms, b));
                self.terms.eq(a, b)
            }
            _ => elementwise.apply(&mut self.terms, t),
        }
    }

    /// The equalities of arrays over declared sorts in a formula, as quantifiers over the elements.
    fn elementwise(&mut self, formula: Term) -> Subst {
        let (mut seen, mut open, mut found) = (HashSet::new(), vec![formula], Vec::new());
        while let Some(t) = open.pop() {
            if seen.insert(t) {
                if let Node::Same(a, b) = *self.terms.node(t)
                    && let Sort::Map(number) = self.terms.sort(a)
                {
                    found.push((self.terms.depth(t), t, number, a, b));
                }
                open.extend(children(self.terms.node(t)));
            }
        }
        // Those inside of others come first.
        found.sort_unstable();
        let mut map = Subst::default();
        for (_, t, number, a, b) in found {
            let (a, b) = (map.apply(&mut self.terms, a), map.apply(&mut self.terms, b));
            let at = self.terms.fresh("at", Sort::Obj(number));
            let index = self.terms.var(at);
            let (a, b) = (self.terms.select(a, index), self.terms.select(b, index));
            let same = self.terms.eq(a, b);
            let everywhere = self.quantified(Quantifier::Forall, vec![at], same);
            map.set(t, everywhere);
        }
        map
    }

    /// Forgets the infinite domains that no run needs, and then the sorts themselves. What is left of them are variables that every relation has as
    /// its last arguments, the domains counting from `first`.
    pub fn forget_sorts(&mut self, formulas: &mut [Term], first: usize) -> (Vec<Var>, Vec<Domain>) {
        let mut needed = SortedSet::new();
        formulas.iter().for_each(|t| infinite(&self.terms, *t, &mut needed));
        let (mut bounded, mut hidden, mut domains) = (Subst::default(), Vec::new(), Vec::new());
        for (i, sort) in self.sorts.iter().enumerate() {
            let is_needed = needed.contains(&Sort::Obj(i as u32));
            if is_needed {
                hidden.push(sort.bounded);
            } else {
                let v = self.terms.var(sort.bounded);
                bounded.set(v, Terms::TRUE);
            }
            let bounded = is_needed.then(|| first + hidden.len() - 1);
            hidden.push(sort.size);
            domains.push(Domain { sort: sort.name.as_str().into(), bounded, size: first + hidden.len() - 1 });
        }
        if !bounded.is_empty() {
            formulas.iter_mut().for_each(|t| *t = bounded.apply(&mut self.terms, *t));
        }
        self.terms.forget_sorts();
        (hidden, domains)
    }
}

/// The sorts with an existential quantifier that is no input, or with any quantifier where it may be negated.
fn infinite(terms: &Terms, formula: Term, found: &mut SortedSet<Sort>) {
    let (mut seen, mut open) = (HashSet::new(), vec![formula]);
    while let Some(t) = open.pop() {
        if !seen.insert(t) {
            continue;
        }
        match terms.node(t) {
            Node::And(parts) | Node::Or(parts) => open.extend(parts),
            Node::Quant(q, vars, body) => {
                open.push(*body);
                if *q == Quantifier::Exists {
                    found.extend(vars.iter().map(|v| terms.var_sort(*v)));
                }
            }
            _ => found.extend(bound_in(terms, t).into_iter().map(|v| terms.var_sort(v))),
        }
    }
}
