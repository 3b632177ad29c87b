//! Linear real arithmetic over integers, exactly.
//!
//! A derivation has finitely many numbers. If it has any real values it has rational ones (its constraints are linear with rational
//! coefficients, each case of them a set of equations and strict or weak inequalities), and these have common denominators. So all reals of a
//! derivation are stored as integers, times a denominator that is chosen at the start and handed on unchanged: with the *factor* K that makes all numbers of
//! the file integers, and a *unit* E ≥ 1 of each derivation, x is stored as X = K·E·x, and a number p/q as (K·p/q)·E. A comparison of
//! sums is then one of integer sums. Products of reals, and integers beside reals, are refused at their place.
//!
//! A set over stored values becomes one over reals atom by atom: Σ aᵢXᵢ + c·E ≤ k is Σ aᵢK·xᵢ + c ≤ k/E. It holds for all units if the
//! right side is replaced by 0 (strictly, if k < 0); that this is a model again is asked, not assumed.

use crate::diagnostic::{Fault, Place};
use crate::model::Model;
use crate::read::Reader;
use crate::sexpr::{Sexpr, Shape};
use crate::smtlib::{self, symbol};
use crate::system::System;
use crate::term::{Node, Sort, Term};
use base::{CmpOp, Expr, Formula, Int, VarId};

fn gcd(a: &Int, b: &Int) -> Int {
    let (mut a, mut b) = (a.clone(), b.clone());
    while b != Int::ZERO {
        (a, b) = (b.clone(), &a - (&a / &b) * &b);
    }
    if a < Int::ZERO { -a } else { a }
}

/// The number as a fraction in lowest terms.
fn fraction(digits: &str) -> Option<(Int, Int)> {
    let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
    let numerator: Int = format!("{whole}{part}").parse().ok()?;
    let denominator: Int = format!("1{}", "0".repeat(part.len())).parse().ok()?;
    let common = gcd(&numerator, &denominator);
    Some((&numerator / &common, &denominator / &common))
}

impl Reader {
    /// Prepares for reals, if the text has any: the factor is a multiple of all denominators in it.
    pub fn look_for_reals(&mut self, commands: &[Sexpr]) {
        let (mut found, mut factor) = (false, Int::ONE);
        let mut include = |n: &Int| {
            if *n != Int::ZERO {
                factor = &factor / gcd(&factor, n) * n;
            }
        };
        let mut open: Vec<&Sexpr> = commands.iter().collect();
        while let Some(s) = open.pop() {
            match &s.shape {
                Shape::Symbol(name) => found |= name == "Real",
                Shape::Decimal(digits) => {
                    found = true;
                    fraction(digits).iter().for_each(|(_, d)| include(d));
                }
                Shape::List(items) => {
                    if let (Some(("/", _)), Some(last)) = (s.call(), items.last())
                        && let Shape::Decimal(digits) | Shape::Numeral(digits) = &last.shape
                    {
                        fraction(digits).iter().for_each(|(n, _)| include(n));
                    }
                    open.extend(items);
                }
                _ => {}
            }
        }
        if found {
            self.scale = factor;
            self.terms.unit = Some(self.terms.fresh("unit", Sort::Real));
        }
    }

    /// The factor, if there are reals.
    pub fn reals(&self) -> Option<Int> {
        self.terms.unit.map(|_| self.scale.clone())
    }

    /// `c/K` as it is stored.
    fn stored(&mut self, c: Int) -> Option<Term> {
        let unit = self.terms.unit?;
        let unit = self.terms.var(unit);
        Some(self.terms.sum(&[(unit, c)]))
    }

    /// If the term is a number: the number times the factor.
    fn number(&self, t: Term) -> Option<Int> {
        let form = self.terms.linear(t);
        match form.terms.as_slice() {
            [] if form.constant == Int::ZERO => Some(Int::ZERO),
            [(u, c)] if form.constant == Int::ZERO && matches!(self.terms.node(*u), Node::Var(v) if Some(*v) == self.terms.unit) => {
                Some(c.clone())
            }
            _ => None,
        }
    }

    pub fn decimal(&mut self, digits: &str, place: Place) -> Result<Term, Fault> {
        let number = fraction(digits).map(|(n, d)| n * (&self.scale / d));
        match number.and_then(|n| self.stored(n)) {
            Some(t) => Ok(t),
            None => Fault::malformed(place, "not a number"),
        }
    }

    /// Whether an operation is about reals; then its numerals are reals as well.
    pub fn coerce(&mut self, name: &str, args: &mut [Term]) -> bool {
        let arithmetic = ["+", "-", "*", "/", "<", "<=", ">", ">=", "=", "distinct", "ite"].contains(&name);
        let real = |t: &Term| self.terms.sort(*t) == Sort::Real;
        if !arithmetic || self.terms.unit.is_none() || !(name == "/" || args.iter().any(real)) {
            return false;
        }
        let values = if name == "ite" { 1.min(args.len()) } else { 0 };
        for t in &mut args[values..] {
            let scaled = self.terms.as_int(*t).map(|c| c * &self.scale);
            if let Some(stored) = scaled.and_then(|c| self.stored(c)) {
                *t = stored;
            }
        }
        true
    }

    pub fn of_reals(&mut self, name: &str, place: Place, args: &[Term], places: &[Place]) -> Result<Term, Fault> {
        let values = if name == "ite" { 1.min(args.len()) } else { 0 };
        if name == "ite" {
            let Some(condition) = args.first().filter(|_| args.len() == 3) else {
                return Fault::malformed(place, "ite takes 3 arguments");
            };
            self.expect(*condition, Sort::Bool, places[0])?;
        }
        let least = if matches!(name, "-" | "+" | "*") { 1 } else { 2 };
        for (t, p) in args[values..].iter().zip(&places[values..]) {
            if self.terms.sort(*t) == Sort::Int && !self.terms.is_zero(*t) {
                return Fault::unsupported(*p, "integers beside reals");
            }
        }
        self.all(name, place, &args[values..], &places[values..], Sort::Real, least)?;
        match name {
            "*" | "/" => {
                let mut result = args[0];
                for (t, p) in args[1..].iter().zip(&places[1..]) {
                    let next = if name == "*" { self.product(result, *t) } else { self.quotient(result, *t) };
                    result = match next {
                        Some(t) => t,
                        None => return Fault::unsupported(*p, "a product or quotient of reals that is not a multiple"),
                    };
                }
                Ok(result)
            }
            _ => self.meaning(name, args, places),
        }
    }

    /// One of the two is a number, and the product has the same denominators.
    fn product(&mut self, a: Term, b: Term) -> Option<Term> {
        let (number, other) = self.number(a).map(|n| (n, b)).or_else(|| self.number(b).map(|n| (n, a)))?;
        self.times(other, number, self.scale.clone())
    }

    fn quotient(&mut self, a: Term, b: Term) -> Option<Term> {
        let divisor = self.number(b).filter(|n| *n != Int::ZERO)?;
        self.times(a, self.scale.clone(), divisor)
    }

    /// The term times p/q, if all of its factors stay integers.
    fn times(&mut self, t: Term, p: Int, q: Int) -> Option<Term> {
        let common = gcd(&p, &q);
        let (mut p, mut q) = (&p / &common, &q / &common);
        if q < Int::ZERO {
            (p, q) = (-p, -q);
        }
        let form = self.terms.linear(t);
        let mut parts = Vec::new();
        for (part, c) in form.terms {
            let factor = c * &p;
            if &factor / &q * &q != factor {
                return None;
            }
            parts.push((part, &factor / &q));
        }
        Some(self.terms.sum(&parts))
    }
}

/// A stored value as a number: p or p/q in SMT-LIB.
pub fn real(stored: &Int, factor: &Int, unit: &Int) -> String {
    let whole = factor * unit;
    if whole <= Int::ZERO {
        return smtlib::integer(stored);
    }
    let common = gcd(stored, &whole);
    let (n, d) = (stored / &common, &whole / &common);
    let text = if d == Int::ONE { format!("{}.0", magnitude(&n)) } else { format!("(/ {}.0 {d}.0)", magnitude(&n)) };
    if n < Int::ZERO { format!("(- {text})") } else { text }
}

fn magnitude(n: &Int) -> Int {
    if *n < Int::ZERO { -n } else { n.clone() }
}

/// One definition per relation of the file; none if a set cannot be said over the reals.
pub fn definitions(system: &System, model: &Model, factor: &Int) -> Option<Vec<String>> {
    let define = |(relation, set): (&crate::system::Relation, &Formula)| {
        let count = relation.args.len().checked_sub(1)?;
        let names: Vec<(String, Sort)> = relation.args.iter().enumerate().map(|(i, a)| (format!("x!{i}"), a.sort)).collect();
        let body = over_reals(set, &names, factor)?;
        let list: Vec<String> = names[..count].iter().map(|(name, sort)| format!("({name} {sort})")).collect();
        Some(format!("(define-fun {} ({}) Bool {body})", symbol(&relation.name), list.join(" ")))
    };
    system.relations.iter().zip(&model.sets).map(define).collect()
}

/// A set over stored values as a formula over reals; the last name is the unit.
pub fn over_reals(f: &Formula, names: &[(String, Sort)], factor: &Int) -> Option<String> {
    Some(match f {
        Formula::And(parts) | Formula::Or(parts) => {
            let head = if matches!(f, Formula::And(_)) { "and" } else { "or" };
            let parts = parts.iter().map(|p| over_reals(p, names, factor)).collect::<Option<Vec<_>>>()?;
            format!("({head} {})", parts.join(" "))
        }
        Formula::Cmp(op, a, b) => {
            let is_real = |v: &VarId| names.get(v.index()).is_some_and(|(_, sort)| *sort == Sort::Real);
            let vars = f.vars();
            match vars.iter().filter(|v| is_real(v)).count() {
                0 => smtlib::formula(f, names)?,
                n if n == vars.len() => compared(*op, a, b, names, factor)?,
                _ => return None,
            }
        }
        Formula::True | Formula::False => smtlib::formula(f, names)?,
        Formula::Not(_) | Formula::Quant(..) | Formula::Rel(..) => return None,
    })
}

fn compared(op: CmpOp, a: &Expr, b: &Expr, names: &[(String, Sort)], factor: &Int) -> Option<String> {
    let form = Expr::sub(a.clone(), b.clone()).linear();
    let unit = VarId(names.len() as u32 - 1);
    let (mut parts, mut constant) = (Vec::new(), Int::ZERO);
    // A remainder is about the stored numbers: without it the set is larger.
    let Some(variables) = form.variables() else { return Some("true".into()) };
    for (v, c) in variables {
        if v == unit {
            constant = c;
        } else {
            parts.push(format!("(* {} {})", real(&(c * factor), &Int::ONE, &Int::ONE), names[v.index()].0));
        }
    }
    parts.push(real(&constant, &Int::ONE, &Int::ONE));
    let sum = if parts.len() == 1 { parts.concat() } else { format!("(+ {})", parts.join(" ")) };
    // The rest of the constant is next to nothing for large units: only its sign counts, in the direction that weakens the least.
    let rest = form.constant;
    let strict = match op {
        CmpOp::Eq | CmpOp::Ne if rest != Int::ZERO => return None,
        CmpOp::Eq => return Some(format!("(= {sum} 0.0)")),
        CmpOp::Ne => return Some(format!("(not (= {sum} 0.0))")),
        CmpOp::Le => rest > Int::ZERO,
        CmpOp::Lt => rest >= Int::ZERO,
        CmpOp::Ge => rest < Int::ZERO,
        CmpOp::Gt => rest <= Int::ZERO,
    };
    let sign = if matches!(op, CmpOp::Le | CmpOp::Lt) { "<" } else { ">" };
    Some(format!("({sign}{} {sum} 0.0)", if strict { "" } else { "=" }))
}

/// The assertions of a file, each negated: a model makes all of them unsatisfiable. None if there are other kinds of clauses.
pub fn negated_assertions(text: &str) -> Option<Vec<(u32, String)>> {
    let mut found = Vec::new();
    for command in crate::sexpr::read(text).ok()? {
        match command.call() {
            Some(("assert", [formula])) => found.push((command.place.line, format!("(assert (not {}))\n", written(formula)))),
            Some(("rule" | "query" | "define-fun" | "declare-var", _)) => return None,
            _ => {}
        }
    }
    Some(found)
}

fn written(s: &Sexpr) -> String {
    match &s.shape {
        Shape::Symbol(name) => symbol(name),
        Shape::Keyword(name) => format!(":{name}"),
        Shape::Numeral(text) | Shape::Decimal(text) | Shape::Binary(text) => text.clone(),
        Shape::Text(text) => format!("\"{}\"", text.replace('"', "\"\"")),
        Shape::List(items) => format!("({})", items.iter().map(written).collect::<Vec<_>>().join(" ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_fractions_in_lowest_terms() {
        assert_eq!(fraction("1.50"), Some((Int::from(3), Int::from(2))));
        assert_eq!(fraction("7"), Some((Int::from(7), Int::ONE)));
        // Stored with the factor 2 and the unit 3, 6 is 1.
        let text = |stored: i64| real(&Int::from(stored), &Int::from(2), &Int::from(3));
        assert_eq!([text(6), text(-4), text(0)], ["1.0", "(- (/ 2.0 3.0))", "0.0"]);
    }

    #[test]
    fn atoms_over_stored_values_become_atoms_over_reals() {
        let names = [("x".to_string(), Sort::Real), ("b".into(), Sort::Bool), ("unit".into(), Sort::Real)];
        let (x, unit) = (Expr::Var(VarId(0)), Expr::Var(VarId(2)));
        let said = |f: Formula| over_reals(&f, &names, &Int::from(2));
        // X ≤ 3E with X = 2E·x is 2x − 3 ≤ 0; X + 1 ≤ 3E is strict, and X ≤ 3E + 1 is not.
        let three = Expr::mul(3, unit);
        let sum = "(+ (* 2.0 x) (- 3.0))";
        assert_eq!(said(Formula::cmp(CmpOp::Le, x.clone(), three.clone())), Some(format!("(<= {sum} 0.0)")));
        assert_eq!(said(Formula::cmp(CmpOp::Le, Expr::add(x.clone(), 1), three.clone())), Some(format!("(< {sum} 0.0)")));
        assert_eq!(said(Formula::cmp(CmpOp::Le, x.clone(), Expr::add(three.clone(), 1))), Some(format!("(<= {sum} 0.0)")));
        assert_eq!(said(Formula::cmp(CmpOp::Ge, x.clone(), Expr::add(three.clone(), 1))), Some(format!("(> {sum} 0.0)")));
        assert_eq!(said(Formula::cmp(CmpOp::Eq, x, Expr::add(three, 1))), None);
        assert_eq!(said(Formula::cmp(CmpOp::Eq, VarId(1), 1)), Some("b".into()));
    }
}
