//! Terms of SMT-LIB to formulas: the other direction of [`crate::smtlib`].
//!
//! It reads what solvers write in models and certificates: linear arithmetic, `div` and `mod` by constants, `ite`, `let`, maps,
//! quantifiers. `div` and `mod` are those of SMT-LIB (the remainder is never negative) and are spelt with our own operations, which round to
//! zero. What has no counterpart is `None`, never something close to it; what is read is checked by whoever uses it.

use crate::sexpr::Sexpr;
use base::{BinOp, CmpOp, Expr, Formula, Int, Quantifier, Sort};
use std::collections::HashMap;

/// A term of either kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    Expr(Expr),
    Formula(Formula),
}

impl Term {
    pub fn expr(self) -> Option<Expr> {
        match self {
            Term::Expr(e) => Some(e),
            Term::Formula(_) => None,
        }
    }

    pub fn formula(self) -> Option<Formula> {
        match self {
            Term::Formula(f) => Some(f),
            Term::Expr(_) => None,
        }
    }
}

/// What names mean where a term is read.
pub type Names = HashMap<String, Term>;

/// The formula that the text stands for; free names are looked up.
pub fn formula(text: &Sexpr, names: &Names) -> Option<Formula> {
    term(text, names)?.formula()
}

pub fn term(text: &Sexpr, names: &Names) -> Option<Term> {
    match text {
        Sexpr::Atom(word) => match word.as_str() {
            "true" => Some(Term::Formula(Formula::True)),
            "false" => Some(Term::Formula(Formula::False)),
            name => names.get(name).cloned().or_else(|| name.parse::<Int>().ok().map(|i| Term::Expr(Expr::Const(i)))),
        },
        Sexpr::List(items) => {
            let (head, arguments) = items.split_first()?;
            match head.atom()? {
                "let" => let_term(arguments, names),
                // Annotations say nothing about the meaning.
                "!" => term(arguments.first()?, names),
                "forall" => quantified(Quantifier::Forall, arguments, names),
                "exists" => quantified(Quantifier::Exists, arguments, names),
                head => {
                    let arguments = arguments.iter().map(|a| term(a, names)).collect::<Option<Vec<_>>>()?;
                    applied(head, arguments)
                }
            }
        }
    }
}

fn let_term(arguments: &[Sexpr], names: &Names) -> Option<Term> {
    let [bindings, body] = arguments else { return None };
    let mut inner = names.clone();
    for binding in bindings.list()? {
        let [name, value] = binding.list()? else { return None };
        inner.insert(name.atom()?.to_owned(), term(value, names)?);
    }
    term(body, &inner)
}

fn quantified(q: Quantifier, arguments: &[Sexpr], names: &Names) -> Option<Term> {
    let [binders, body] = arguments else { return None };
    let mut inner = names.clone();
    let mut vars = Vec::new();
    for binder in binders.list()? {
        let [name, sort] = binder.list()? else { return None };
        if sort.atom()? != "Int" {
            return None;
        }
        // Names of enclosing binders and of other formulas are different: a certificate uses the same letters everywhere.
        let name = name.atom()?;
        let fresh = format!("{name}.{}", names.len());
        inner.insert(name.to_owned(), Term::Expr(Expr::bound(&fresh)));
        vars.push((fresh.as_str().into(), Sort::Int));
    }
    let body = term(body, &inner)?.formula()?;
    Some(Term::Formula(Formula::Quant(q, vars, body.into())))
}

fn applied(head: &str, arguments: Vec<Term>) -> Option<Term> {
    let formulas = |arguments: Vec<Term>| arguments.into_iter().map(Term::formula).collect::<Option<Vec<_>>>();
    let exprs = |arguments: Vec<Term>| arguments.into_iter().map(Term::expr).collect::<Option<Vec<_>>>();
    let is_formula = matches!(arguments.first(), Some(Term::Formula(_)));
    let read = match head {
        "and" => Term::Formula(Formula::and(formulas(arguments)?)),
        "or" => Term::Formula(Formula::or(formulas(arguments)?)),
        "not" => match formulas(arguments)?.as_slice() {
            [f] => Term::Formula(f.negate()),
            _ => return None,
        },
        "=>" => {
            let mut parts = formulas(arguments)?;
            let conclusion = parts.pop()?;
            Term::Formula(Formula::or(parts.iter().map(Formula::negate).chain([conclusion])))
        }
        "=" if is_formula => Term::Formula(pairs(&formulas(arguments)?, |a, b| {
            Formula::and([Formula::or([a.negate(), b.clone()]), Formula::or([a.clone(), b.negate()])])
        })?),
        "xor" => match formulas(arguments)?.as_slice() {
            [a, b] => Term::Formula(Formula::or([Formula::and([a.clone(), b.negate()]), Formula::and([a.negate(), b.clone()])])),
            _ => return None,
        },
        "ite" => {
            let mut parts = arguments.into_iter();
            let (condition, yes, no) = (parts.next()?.formula()?, parts.next()?, parts.next()?);
            match (yes, no) {
                (Term::Expr(a), Term::Expr(b)) => Term::Expr(Expr::ite(condition, a, b)),
                (Term::Formula(a), Term::Formula(b)) => {
                    let otherwise = condition.negate();
                    Term::Formula(Formula::or([Formula::and([condition, a]), Formula::and([otherwise, b])]))
                }
                _ => return None,
            }
        }
        "<" | "<=" | ">" | ">=" | "=" => {
            let op = match head {
                "<" => CmpOp::Lt,
                "<=" => CmpOp::Le,
                ">" => CmpOp::Gt,
                ">=" => CmpOp::Ge,
                _ => CmpOp::Eq,
            };
            Term::Formula(pairs(&exprs(arguments)?, |a, b| Formula::cmp(op, a.clone(), b.clone()))?)
        }
        "distinct" => match exprs(arguments)?.as_slice() {
            [a, b] => Term::Formula(Formula::cmp(CmpOp::Ne, a.clone(), b.clone())),
            _ => return None,
        },
        _ => Term::Expr(arithmetic(head, exprs(arguments)?)?),
    };
    Some(read)
}

/// `(op a b c)` as `a op b ∧ b op c`.
fn pairs<T>(items: &[T], relate: impl Fn(&T, &T) -> Formula) -> Option<Formula> {
    (items.len() >= 2).then(|| Formula::and(items.windows(2).map(|pair| relate(&pair[0], &pair[1]))))
}

fn arithmetic(head: &str, arguments: Vec<Expr>) -> Option<Expr> {
    let count = arguments.len();
    let mut arguments = arguments.into_iter();
    let first = arguments.next()?;
    Some(match (head, count) {
        ("-", 1) => Expr::neg(first),
        ("+", _) => arguments.fold(first, Expr::add),
        ("-", _) => arguments.fold(first, Expr::sub),
        ("*", _) => arguments.fold(first, Expr::mul),
        ("select", 2) => Expr::select(first, arguments.next()?),
        ("store", 3) => Expr::store(first, arguments.next()?, arguments.next()?),
        ("abs", 1) => Expr::ite(Formula::cmp(CmpOp::Ge, first.clone(), 0), first.clone(), Expr::neg(first)),
        ("mod" | "div", 2) => {
            let modulus = arguments.next()?.as_const().cloned().filter(|k| *k > Int::ZERO)?;
            let remainder = |a: Expr| Expr::bin(BinOp::Rem, a, modulus.clone());
            let least = remainder(Expr::add(remainder(first.clone()), modulus.clone()));
            if head == "mod" { least } else { Expr::bin(BinOp::Div, Expr::sub(first, least), modulus.clone()) }
        }
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use base::VarId;
    use base::exec::eval::{self, State, Value};

    fn read(text: &str) -> Option<Term> {
        let names = Names::from([("x".to_owned(), Term::Expr(VarId(0).into()))]);
        term(&Sexpr::parse(text)?, &names)
    }

    fn value(text: &str, x: i64) -> Option<Int> {
        let state = State { values: vec![Value::Int(x.into())] };
        match read(text)? {
            Term::Expr(e) => eval::int(&e, &state),
            Term::Formula(f) => eval::holds(&f, &state).map(|b| Int::from(u8::from(b))),
        }
    }

    #[test]
    fn division_rounds_as_in_smt_lib() {
        for x in -9_i64..9 {
            assert_eq!(value("(mod x 4)", x), Some(x.rem_euclid(4).into()));
            assert_eq!(value("(div x 4)", x), Some(x.div_euclid(4).into()));
        }
        assert_eq!(read("(mod x 0)"), None);
        assert_eq!(read("(div x x)"), None);
    }

    #[test]
    fn connectives_and_lets() {
        let text = "(let ((a (<= x 3)) (b (+ x 1 1))) (ite (and a (not (= x 2))) (< 0 x b) (=> a (xor a (= a true)))))";
        for x in -3_i64..6 {
            let expected = if x <= 3 && x != 2 { 0 < x } else { x > 3 };
            assert_eq!(value(text, x), Some(u8::from(expected).into()), "{x}");
        }
        assert_eq!(value("(abs (- x))", -4), Some(4.into()));
    }

    #[test]
    fn what_has_no_counterpart_is_refused() {
        for text in ["(f x)", "y", "(and x true)", "(bvadd x x)", "(distinct x x x)", "(exists ((r Real)) (= x 0))", "(let ((a)) x)"] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(matches!(read("(exists ((k Int)) (= x (* 2 k)))"), Some(Term::Formula(Formula::Quant(..)))));
    }
}
