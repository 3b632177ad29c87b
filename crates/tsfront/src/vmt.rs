//! VMT-LIB transition systems: annotated definitions in SMT-LIB (the format of VMT-tools).
//!
//! State variables are declared constants with a definition annotated `:next next-variable`; one definition is annotated
//! `:init true`, one `:trans true`, those with `:invar-property n` must hold in all reachable states. Other declared
//! constants are inputs. The system has one relation over the state variables.
//!
//! Formulas may quantify over integers and over declared sorts ([`crate::sorts`]), so that states of any number of processes can be arrays: a
//! clause keeps such a quantifier if it is not one that a new input stands for as well.

use crate::diagnostic::{Diagnostic, Fault, Place};
use crate::horn::clauses_of;
use crate::read::{Annotation, Meaning, Reader};
use crate::sexpr::{self, Sexpr};
use crate::subst::{bound_in, hoist, vars_of};
use crate::system::{Argument, Clause, Relation, Source, System};
use crate::term::{Node, Rel, Sort, Term, Terms, Var};
use base::Name;

/// Reads a transition system.
pub fn read(file: &str, text: &str) -> Result<System, Diagnostic> {
    let source = Source { file: file.into(), text: text.into(), reals: None, domains: Vec::new() };
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
    for (property, place) in &found.properties {
        if vars_of(&reader.terms, *property).iter().any(|v| found.state.iter().any(|(_, n)| n == v)) {
            return Fault::malformed(*place, "a property speaks of the current state alone");
        }
    }
    let (now, next): (Vec<Var>, Vec<Var>) = found.state.iter().copied().unzip();
    let both: Vec<Var> = now.iter().chain(&next).copied().collect();
    let init = reader.terms.and(found.init.iter().map(|(t, _)| *t).collect::<Vec<_>>());
    let trans = reader.terms.and(found.trans.iter().map(|(t, _)| *t).collect::<Vec<_>>());
    let mut formulas = vec![prepared(&mut reader, init, &now, init_at)?, prepared(&mut reader, trans, &both, trans_at)?];
    for (property, place) in &found.properties {
        let violated = reader.terms.not(*property);
        formulas.push(prepared(&mut reader, violated, &now, *place)?);
    }
    let (hidden, domains) = reader.forget_sorts(&mut formulas, now.len());
    source.domains = domains;

    let terms = &mut reader.terms;
    let rel = Rel(0);
    let mut args: Vec<Argument> = Vec::new();
    for v in now.iter().chain(&hidden) {
        let name = unused(terms.var_name(*v).clone(), |name| hidden.contains(v) && args.iter().any(|a| a.name == *name));
        args.push(Argument { name, sort: terms.var_sort(*v) });
    }
    let mut at = |state: &[Var]| {
        let values = state.iter().chain(&hidden).map(|v| terms.var(*v)).collect();
        terms.rel(rel, values)
    };
    let (at_now, at_next) = (at(&now), at(&next));
    let (not_now, not_next) = (terms.not(at_now), terms.not(at_next));
    let mut clauses: Vec<Clause> = Vec::new();
    let places = [init_at, trans_at].into_iter().chain(found.properties.iter().map(|(_, place)| *place));
    for (i, (formula, place)) in formulas.into_iter().zip(places).enumerate() {
        let refuted = match i {
            0 => terms.and([formula, not_now]),
            1 => terms.and([at_now, formula, not_next]),
            _ => terms.and([at_now, formula]),
        };
        clauses_of(terms, refuted, place, &mut clauses)?;
    }
    let relation = Relation { name: "state".into(), args, place: trans_at };
    Ok(System { terms: reader.terms, relations: vec![relation], clauses, source }.with_unit().numbered())
}

/// The name, or one like it, that is not in use.
fn unused(mut name: Name, is_used: impl Fn(&Name) -> bool) -> Name {
    while is_used(&name) {
        name = format!("{name}'").as_str().into();
    }
    name
}

/// The formula over numbers, with inputs in the place of existential quantifiers, as far as that means the same. Other quantifiers must be
/// over integers or elements.
fn prepared(reader: &mut Reader, formula: Term, state: &[Var], place: Place) -> Result<Term, Fault> {
    let formula = reader.over_numbers(formula, state.iter().copied());
    let formula = hoist(&mut reader.terms, formula);
    for v in bound_in(&reader.terms, formula) {
        let at = reader.binders.get(&v).copied().unwrap_or(place);
        match reader.terms.var_sort(v) {
            _ if reader.terms.unit.is_some() => return Fault::unsupported(at, "quantifiers beside reals"),
            Sort::Int | Sort::Obj(_) => {}
            sort => return Fault::unsupported(at, format!("a quantifier over {} here; there may be one over Int", reader.said(sort))),
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
        ("declare-sort", [at, arity]) => return reader.declare_sort(at, arity),
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
                return Fault::malformed(body.place, format!("the body of {name} does not have the sort {}", reader.said(sort)));
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
            if reader.is_hidden(v) || reader.is_hidden(n) {
                return Fault::malformed(a.place, ":next relates two variables");
            }
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
