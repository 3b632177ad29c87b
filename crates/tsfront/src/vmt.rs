//! VMT-LIB transition systems: annotated definitions in SMT-LIB (the format of VMT-tools).
//!
//! State variables are declared constants with a definition annotated `:next next-variable`; one definition is annotated
//! `:init true`, one `:trans true`, those with `:invar-property n` must hold in all reachable states. Other declared
//! constants are inputs. The system has one relation over the state variables.
//!
//! Formulas may quantify over integers, so that states of any number of processes can be arrays: a clause keeps such a quantifier if it
//! is not one that a new input stands for as well.

use crate::diagnostic::{Diagnostic, Fault, Place};
use crate::horn::clauses_of;
use crate::read::{Annotation, Meaning, Reader};
use crate::sexpr::{self, Sexpr};
use crate::subst::{bound_in, hoist, vars_of};
use crate::system::{Argument, Clause, Relation, Source, System};
use crate::term::{Node, Rel, Sort, Term, Terms, Var};
use std::collections::BTreeMap;

/// Reads a transition system.
pub fn read(file: &str, text: &str) -> Result<System, Diagnostic> {
    let source = Source { file: file.into(), text: text.into(), reals: None };
    system(text, source).map_err(|f| f.in_file(file, text))
}

/// A formula with the place of its annotation.
type Placed = (Term, Place);

#[derive(Default)]
struct Found {
    state: Vec<(Var, Var)>,
    init: Vec<Placed>,
    trans: Vec<Placed>,
    properties: Vec<Placed>,
}

fn system(text: &str, mut source: Source) -> Result<System, Fault> {
    let mut reader = Reader::default();
    let start = Place { line: 1, column: 1 };
    let commands = sexpr::read(text)?;
    reader.look_for_reals(&commands);
    source.reals = reader.reals();
    for command in commands {
        self::command(&mut reader, &command)?;
    }
    let mut found = Found::default();
    let annotations = std::mem::take(&mut reader.annotations);
    for annotation in annotations {
        classify(&mut reader, &mut found, annotation)?;
    }
    if found.properties.is_empty() {
        return Fault::malformed(start, "no formula is annotated :invar-property");
    }
    let (Some((_, init_at)), Some((_, trans_at))) = (found.init.first().copied(), found.trans.first().copied()) else {
        return Fault::malformed(start, "the annotations :init and :trans are both needed");
    };
    let binders = std::mem::take(&mut reader.binders);
    let terms = &mut reader.terms;
    let now: Vec<Term> = found.state.iter().map(|(v, _)| terms.var(*v)).collect();
    let next: Vec<Term> = found.state.iter().map(|(_, v)| terms.var(*v)).collect();
    let rel = Rel(0);
    let args = found.state.iter().map(|(v, _)| Argument { name: terms.var_name(*v).clone(), sort: terms.var_sort(*v) }).collect();
    let (at_now, at_next) = (terms.rel(rel, now), terms.rel(rel, next.clone()));
    let mut clauses: Vec<Clause> = Vec::new();

    let init = terms.and(found.init.iter().map(|(t, _)| *t).collect::<Vec<_>>());
    let not_now = terms.not(at_now);
    let init = prepared(terms, &binders, init, init_at)?;
    let refuted = terms.and([init, not_now]);
    clauses_of(terms, refuted, init_at, &mut clauses)?;
    let trans = terms.and(found.trans.iter().map(|(t, _)| *t).collect::<Vec<_>>());
    let not_next = terms.not(at_next);
    let trans = prepared(terms, &binders, trans, trans_at)?;
    let refuted = terms.and([at_now, trans, not_next]);
    clauses_of(terms, refuted, trans_at, &mut clauses)?;
    for (property, place) in &found.properties {
        if vars_of(terms, *property).iter().any(|v| found.state.iter().any(|(_, n)| n == v)) {
            return Fault::malformed(*place, "a property speaks of the current state alone");
        }
        let violated = terms.not(*property);
        let violated = prepared(terms, &binders, violated, *place)?;
        let refuted = terms.and([at_now, violated]);
        clauses_of(terms, refuted, *place, &mut clauses)?;
    }
    let relation = Relation { name: "state".into(), args, place: trans_at };
    Ok(System { terms: reader.terms, relations: vec![relation], clauses, source }.with_unit().numbered())
}

/// The formula with inputs in the place of existential quantifiers, as far as that means the same; other quantifiers must be over integers.
fn prepared(terms: &mut Terms, binders: &BTreeMap<Var, Place>, formula: Term, place: Place) -> Result<Term, Fault> {
    let formula = hoist(terms, formula);
    for v in bound_in(terms, formula) {
        let at = binders.get(&v).copied().unwrap_or(place);
        match terms.var_sort(v) {
            _ if terms.unit.is_some() => return Fault::unsupported(at, "quantifiers beside reals"),
            Sort::Int => {}
            sort => return Fault::unsupported(at, format!("a quantifier over {sort} here; there may be one over Int")),
        }
    }
    Ok(formula)
}

fn command(reader: &mut Reader, s: &Sexpr) -> Result<(), Fault> {
    let Some((name, rest)) = s.call() else {
        return Fault::malformed(s.place, "a command is expected");
    };
    let symbol = |s: &Sexpr| s.symbol().map_or_else(|| Fault::malformed(s.place, "a name is expected"), |n| Ok(n.to_owned()));
    let (at, name, meaning) = match (name, rest) {
        ("set-logic" | "set-info" | "set-option" | "check-sat" | "exit", _) => return Ok(()),
        ("declare-const", [at, sort]) | ("declare-fun", [at, _, sort]) => {
            if name == "declare-fun" && !rest[1].list().is_some_and(<[Sexpr]>::is_empty) {
                return Fault::unsupported(rest[1].place, "functions with arguments");
            }
            let (name, sort) = (symbol(at)?, reader.sort(sort)?);
            let v = reader.terms.fresh(&name, sort);
            (at, name, Meaning::Term(reader.terms.var(v)))
        }
        ("define-fun", [at, params, result, body]) => {
            let (name, sort) = (symbol(at)?, reader.sort(result)?);
            let params = reader.variables(params)?;
            let mut inside = Vec::new();
            for (name, v) in &params {
                inside.push((*name, Meaning::Term(reader.terms.var(*v))));
            }
            let value = reader.with(inside, |r| r.term(body))?;
            if reader.terms.sort(value) != sort {
                return Fault::malformed(body.place, format!("the body of {name} does not have the sort {sort}"));
            }
            (at, name, Meaning::Function(params.into_iter().map(|p| p.1).collect(), value))
        }
        ("assert", [formula]) => {
            // Some writers end with `(assert true)`.
            return match reader.formula(formula)? {
                Terms::TRUE => Ok(()),
                _ => Fault::unsupported(formula.place, "assertions in a transition system"),
            };
        }
        _ => return Fault::malformed(s.place, format!("unknown command, or its arguments are wrong: {name}")),
    };
    if reader.declare(&name, meaning) { Ok(()) } else { Fault::malformed(at.place, format!("{name} is declared twice")) }
}

fn classify(reader: &mut Reader, found: &mut Found, a: Annotation) -> Result<(), Fault> {
    let placed = (a.term, a.place);
    match a.key.as_str() {
        "next" => {
            let next = match &a.value {
                Some(value) => reader.term(value)?,
                None => return Fault::malformed(a.place, "the name of the next value is expected"),
            };
            let (Node::Var(v), Node::Var(n)) = (reader.terms.node(a.term).clone(), reader.terms.node(next).clone()) else {
                return Fault::malformed(a.place, ":next relates two variables");
            };
            if reader.terms.var_sort(v) != reader.terms.var_sort(n) {
                return Fault::malformed(a.place, "a variable and its next value have the same sort");
            }
            if v == n || found.state.iter().any(|(w, m)| [*w, *m].contains(&v) || [*w, *m].contains(&n)) {
                return Fault::malformed(a.place, "a variable has two next values, or is one itself");
            }
            found.state.push((v, n));
        }
        "init" => found.init.push(placed),
        "trans" => found.trans.push(placed),
        "invar-property" => found.properties.push(placed),
        "live-property" | "ltl-property" => return Fault::unsupported(a.place, format!("the property :{}", a.key)),
        _ => {}
    }
    Ok(())
}
