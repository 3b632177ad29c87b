//! From S-expressions to sorted terms.

use crate::diagnostic::{Fault, Place};
use crate::sexpr::{DEEPEST, Sexpr, Shape};
use crate::sorts::Declared;
use crate::subst::Subst;
use crate::term::{Rel, Sort, Term, Terms, Var};
use base::{Int, Quantifier, SortedMap};

/// What a symbol stands for.
#[derive(Clone, Debug)]
pub enum Meaning {
    /// A variable, or a term by `let`.
    Term(Term),
    /// A relation with the sorts of its arguments.
    Relation(Rel, Vec<Sort>),
    /// A defined function.
    Function(Vec<Var>, Term),
}

/// Terms under construction and the symbols in scope.
#[derive(Default)]
pub struct Reader {
    pub terms: Terms,
    scope: SortedMap<String, Vec<Meaning>>,
    /// The annotations (`! term :key value`) met, with their terms.
    pub annotations: Vec<Annotation>,
    /// Where the variables of quantifiers stand.
    pub binders: SortedMap<Var, Place>,
    /// How reals are stored, if there are any.
    pub(crate) scale: Int,
    /// The sorts of the file.
    pub(crate) sorts: Vec<Declared>,
}

#[derive(Clone, Debug)]
pub struct Annotation {
    pub term: Term,
    pub place: Place,
    pub key: String,
    pub value: Option<Sexpr>,
}

impl Reader {
    /// Adds a meaning; false if the symbol has one already.
    pub fn declare(&mut self, name: &str, meaning: Meaning) -> bool {
        let meanings = self.scope.entry(name.into()).or_default();
        let new = meanings.is_empty();
        meanings.push(meaning);
        new
    }

    fn forget(&mut self, name: &str) {
        if let Some(meanings) = self.scope.get_mut(name) {
            meanings.pop();
        }
    }

    pub fn sort(&self, s: &Sexpr) -> Result<Sort, Fault> {
        match s.symbol() {
            Some("Bool") => return Ok(Sort::Bool),
            Some("Int") => return Ok(Sort::Int),
            Some("Real") => return Ok(Sort::Real),
            Some(other) => return self.declared(other).map_or_else(|| Fault::unsupported(s.place, format!("the sort {other}")), Ok),
            None => {}
        }
        match s.call() {
            Some(("Array", [index, element])) => match (self.sort(index)?, self.sort(element)?) {
                (Sort::Int, Sort::Int) => Ok(Sort::Array),
                (Sort::Obj(number), Sort::Int) => Ok(Sort::Map(number)),
                _ => Fault::unsupported(s.place, "arrays of other sorts than (Array Int Int), or (Array S Int) with a declared sort S"),
            },
            Some((other, _)) => Fault::unsupported(s.place, format!("the sort ({other} …)")),
            None => Fault::malformed(s.place, "a sort is expected"),
        }
    }

    /// `((x Int) (y Bool) …)`: new variables.
    pub fn variables<'a>(&mut self, s: &'a Sexpr) -> Result<Vec<(&'a str, Var)>, Fault> {
        let Some(items) = s.list() else {
            return Fault::malformed(s.place, "a list of variables with their sorts is expected");
        };
        let mut found = Vec::new();
        for item in items {
            let Some([name, sort]) = item.list() else {
                return Fault::malformed(item.place, "a variable with its sort is expected");
            };
            let Some(name) = name.symbol() else {
                return Fault::malformed(name.place, "the name of a variable is expected");
            };
            let sort = self.sort(sort)?;
            found.push((name, self.terms.fresh(name, sort)));
        }
        Ok(found)
    }

    /// Evaluates `inside` with more symbols in scope.
    pub fn with<'a, T>(
        &mut self,
        symbols: impl IntoIterator<Item = (&'a str, Meaning)>,
        inside: impl FnOnce(&mut Self) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let mut names = Vec::new();
        for (name, meaning) in symbols {
            self.declare(name, meaning);
            names.push(name);
        }
        let result = inside(self);
        names.iter().for_each(|name| self.forget(name));
        result
    }

    pub fn formula(&mut self, s: &Sexpr) -> Result<Term, Fault> {
        let t = self.term(s)?;
        self.expect(t, Sort::Bool, s.place)?;
        Ok(t)
    }

    pub(crate) fn expect(&self, t: Term, sort: Sort, place: Place) -> Result<(), Fault> {
        match self.terms.sort(t) {
            found if found == sort => Ok(()),
            _ if sort == Sort::Real && self.terms.is_zero(t) => Ok(()),
            found => {
                let (sort, found) = (self.said(sort), self.said(found));
                Fault::malformed(place, format!("a term of sort {sort} is expected here; this one has sort {found}"))
            }
        }
    }

    pub fn term(&mut self, s: &Sexpr) -> Result<Term, Fault> {
        let t = match &s.shape {
            Shape::Symbol(name) => self.symbol(name, s.place)?,
            Shape::Numeral(digits) => match digits.parse::<Int>() {
                Ok(value) => self.terms.int(value),
                Err(_) => return Fault::malformed(s.place, "not a number"),
            },
            Shape::Decimal(digits) => self.decimal(digits, s.place)?,
            Shape::Binary(_) => return Fault::unsupported(s.place, "bit vectors"),
            Shape::Text(_) => return Fault::unsupported(s.place, "strings"),
            Shape::Keyword(_) => return Fault::malformed(s.place, "a term is expected, not a keyword"),
            Shape::List(items) => self.application(s, items)?,
        };
        if self.terms.depth(t) as usize > DEEPEST {
            return Fault::unsupported(s.place, format!("terms of more than {DEEPEST} levels"));
        }
        Ok(t)
    }

    fn symbol(&mut self, name: &str, place: Place) -> Result<Term, Fault> {
        match self.scope.get(name).and_then(|m| m.last()).cloned() {
            Some(Meaning::Term(t)) => Ok(t),
            Some(Meaning::Relation(r, sorts)) if sorts.is_empty() => Ok(self.terms.rel(r, Vec::new())),
            Some(Meaning::Function(params, body)) if params.is_empty() => Ok(body),
            Some(_) => Fault::malformed(place, format!("{name} needs arguments")),
            None if name == "true" => Ok(Terms::TRUE),
            None if name == "false" => Ok(Terms::FALSE),
            None => Fault::malformed(place, format!("{name} is not declared")),
        }
    }

    fn application(&mut self, s: &Sexpr, items: &[Sexpr]) -> Result<Term, Fault> {
        let Some((head, rest)) = items.split_first() else {
            return Fault::malformed(s.place, "a term is expected, not an empty list");
        };
        let Some(name) = head.symbol() else {
            if let Some(("as", [function, sort])) = head.call()
                && function.symbol() == Some("const")
            {
                return self.constant_array(sort, s.place, rest);
            }
            return Fault::unsupported(head.place, "this kind of function");
        };
        match (name, rest) {
            ("let", [bindings, body]) => return self.binding(bindings, body),
            ("forall" | "exists", [variables, body]) => {
                let q = if name == "forall" { Quantifier::Forall } else { Quantifier::Exists };
                let bound = self.variables(variables)?;
                let places = variables.list().unwrap_or_default().iter().map(|item| item.place);
                self.binders.extend(bound.iter().map(|(_, v)| *v).zip(places));
                let mut symbols = Vec::new();
                for (name, v) in &bound {
                    symbols.push((*name, Meaning::Term(self.terms.var(*v))));
                }
                let body = self.with(symbols, |r| r.formula(body))?;
                return Ok(self.quantified(q, bound.iter().map(|b| b.1).collect(), body));
            }
            ("!", [inner, attributes @ ..]) => return self.annotated(inner, attributes),
            ("let" | "forall" | "exists" | "!", _) => return Fault::malformed(s.place, format!("malformed {name}")),
            _ => {}
        }
        let mut args = Vec::new();
        for arg in rest {
            args.push(self.term(arg)?);
        }
        let places: Vec<Place> = rest.iter().map(|a| a.place).collect();
        match self.scope.get(name).and_then(|m| m.last()).cloned() {
            Some(Meaning::Relation(r, sorts)) => {
                self.arguments(name, s.place, &args, &places, &sorts)?;
                Ok(self.terms.rel(r, args))
            }
            Some(Meaning::Function(params, body)) => {
                let sorts: Vec<Sort> = params.iter().map(|p| self.terms.var_sort(*p)).collect();
                self.arguments(name, s.place, &args, &places, &sorts)?;
                let mut map = Subst::default();
                for (p, a) in params.iter().zip(&args) {
                    let p = self.terms.var(*p);
                    map.set(p, *a);
                }
                Ok(map.apply(&mut self.terms, body))
            }
            Some(Meaning::Term(_)) => Fault::malformed(head.place, format!("{name} is not a function")),
            None => self.builtin(name, s.place, &args, &places),
        }
    }

    pub(crate) fn arguments(&self, name: &str, place: Place, args: &[Term], places: &[Place], sorts: &[Sort]) -> Result<(), Fault> {
        if args.len() != sorts.len() {
            return Fault::malformed(place, format!("{name} takes {} arguments, not {}", sorts.len(), args.len()));
        }
        for ((arg, place), sort) in args.iter().zip(places).zip(sorts) {
            self.expect(*arg, *sort, *place)?;
        }
        Ok(())
    }

    fn binding(&mut self, bindings: &Sexpr, body: &Sexpr) -> Result<Term, Fault> {
        let Some(items) = bindings.list() else {
            return Fault::malformed(bindings.place, "the bindings of a let are expected");
        };
        // All values are read before any name is bound: `let` is parallel.
        let mut symbols = Vec::new();
        for item in items {
            let Some([name, value]) = item.list() else {
                return Fault::malformed(item.place, "a binding is a name and a term");
            };
            let Some(name) = name.symbol() else {
                return Fault::malformed(name.place, "the name of a binding is expected");
            };
            symbols.push((name, Meaning::Term(self.term(value)?)));
        }
        self.with(symbols, |r| r.term(body))
    }

    /// `((as const (Array Int Int)) 0)`.
    fn constant_array(&mut self, sort: &Sexpr, place: Place, args: &[Sexpr]) -> Result<Term, Fault> {
        let [element] = args else { return Fault::malformed(place, "a constant array has one element") };
        let zeros = match self.sort(sort)? {
            Sort::Array => Terms::ZEROS,
            Sort::Map(number) => self.zeros_over(number),
            _ => return Fault::malformed(sort.place, "the sort of a constant array is that of an array"),
        };
        let value = self.term(element)?;
        self.expect(value, Sort::Int, element.place)?;
        match self.terms.as_int(value) {
            Some(v) if *v == Int::ZERO => Ok(zeros),
            _ => Fault::unsupported(element.place, "a constant array with another element than 0"),
        }
    }

    fn annotated(&mut self, inner: &Sexpr, attributes: &[Sexpr]) -> Result<Term, Fault> {
        let term = self.term(inner)?;
        let mut rest = attributes;
        while let Some((key, after)) = rest.split_first() {
            let Shape::Keyword(name) = &key.shape else {
                return Fault::malformed(key.place, "a keyword is expected");
            };
            let value = after.first().filter(|v| !matches!(v.shape, Shape::Keyword(_)));
            rest = if value.is_some() { &after[1..] } else { after };
            self.annotations.push(Annotation { term, place: key.place, key: name.clone(), value: value.cloned() });
        }
        Ok(term)
    }

    /// Checks that all arguments have the sort and that there are at least this many.
    pub(crate) fn all(&self, name: &str, place: Place, args: &[Term], places: &[Place], sort: Sort, least: usize) -> Result<(), Fault> {
        if args.len() < least {
            return Fault::malformed(place, format!("{name} takes at least {least} arguments"));
        }
        args.iter().zip(places).try_for_each(|(a, p)| self.expect(*a, sort, *p))
    }

    fn builtin(&mut self, name: &str, place: Place, args: &[Term], places: &[Place]) -> Result<Term, Fault> {
        let mut coerced = args.to_vec();
        if self.coerce(name, &mut coerced) {
            return self.of_reals(name, place, &coerced, places);
        }
        match name {
            "and" | "or" | "xor" | "=>" => self.all(name, place, args, places, Sort::Bool, 1)?,
            "not" => self.arguments(name, place, args, places, &[Sort::Bool])?,
            "+" | "-" | "*" => self.all(name, place, args, places, Sort::Int, 1)?,
            "<" | "<=" | ">" | ">=" | "div" => self.all(name, place, args, places, Sort::Int, 2)?,
            "mod" => self.arguments(name, place, args, places, &[Sort::Int, Sort::Int])?,
            "abs" => self.arguments(name, place, args, places, &[Sort::Int])?,
            "select" | "store" => {
                let (array, index) = match args.first().map(|a| self.terms.sort(*a)) {
                    Some(Sort::Map(number)) => (Sort::Map(number), Sort::Obj(number)),
                    _ => (Sort::Array, Sort::Int),
                };
                let sorts = [array, index, Sort::Int];
                self.arguments(name, place, args, places, if name == "select" { &sorts[..2] } else { &sorts })?;
            }
            "=" | "distinct" => {
                let Some(first) = args.first() else {
                    return Fault::malformed(place, format!("{name} takes at least 2 arguments"));
                };
                self.all(name, place, args, places, self.terms.sort(*first), 2)?;
            }
            "ite" => {
                let [c, a, b] = args else {
                    return Fault::malformed(place, "ite takes 3 arguments");
                };
                self.expect(*c, Sort::Bool, places[0])?;
                self.expect(*b, self.terms.sort(*a), places[2])?;
            }
            "to_real" | "to_int" | "is_int" => return Fault::unsupported(place, format!("{name} (integers beside reals)")),
            "/" => return Fault::malformed(place, "/ is for numbers of sort Real"),
            _ => return Fault::malformed(place, format!("{name} is not declared")),
        }
        self.meaning(name, args, places)
    }

    /// What an operation means on arguments that fit.
    pub(crate) fn meaning(&mut self, name: &str, args: &[Term], places: &[Place]) -> Result<Term, Fault> {
        let minus_one = -Int::ONE;
        let terms = &mut self.terms;
        Ok(match name {
            "and" => terms.and(args.iter().copied()),
            "or" => terms.or(args.iter().copied()),
            "not" => terms.not(args[0]),
            "xor" => args[1..].iter().fold(args[0], |a, b| {
                let same = terms.iff(a, *b);
                terms.not(same)
            }),
            "=>" => {
                let (conclusion, premises) = (args[args.len() - 1], &args[..args.len() - 1]);
                let mut parts: Vec<Term> = premises.iter().map(|p| terms.not(*p)).collect();
                parts.push(conclusion);
                terms.or(parts)
            }
            "=" => {
                let pairs: Vec<Term> = args.windows(2).map(|w| terms.eq(w[0], w[1])).collect();
                terms.and(pairs)
            }
            "distinct" => {
                let mut parts = Vec::new();
                for (i, a) in args.iter().enumerate() {
                    for b in &args[i + 1..] {
                        let same = terms.eq(*a, *b);
                        parts.push(terms.not(same));
                    }
                }
                terms.and(parts)
            }
            "<" | "<=" | ">" | ">=" => {
                let mut parts = Vec::new();
                for w in args.windows(2) {
                    parts.push(match name {
                        "<" => terms.lt(w[0], w[1]),
                        "<=" => terms.le(w[0], w[1]),
                        ">" => terms.lt(w[1], w[0]),
                        _ => terms.le(w[1], w[0]),
                    });
                }
                terms.and(parts)
            }
            "+" => terms.sum(&args.iter().map(|a| (*a, Int::ONE)).collect::<Vec<_>>()),
            "-" if args.len() == 1 => terms.sum(&[(args[0], minus_one)]),
            "-" => {
                let parts: Vec<(Term, Int)> =
                    args.iter().enumerate().map(|(i, a)| (*a, if i == 0 { Int::ONE } else { minus_one.clone() })).collect();
                terms.sum(&parts)
            }
            "*" => args[1..].iter().fold(args[0], |a, b| terms.mul(a, *b)),
            "div" | "mod" => {
                let mut quotient = args[0];
                for (divisor, place) in args[1..].iter().zip(&places[1..]) {
                    let Some(value) = terms.as_int(*divisor).cloned().filter(|v| *v != Int::ZERO) else {
                        return Fault::unsupported(*place, format!("{name} by something else than a constant other than 0"));
                    };
                    quotient = if name == "div" { terms.div(quotient, &value) } else { terms.modulo(quotient, &value) };
                }
                quotient
            }
            "abs" => {
                let (negative, sign) = (terms.sum(&[(args[0], minus_one)]), terms.non_negative(args[0]));
                terms.ite(sign, args[0], negative)
            }
            "ite" => terms.ite(args[0], args[1], args[2]),
            "select" => terms.select(args[0], args[1]),
            _ => terms.store(args[0], args[1], args[2]),
        })
    }
}
